// See pragma_kind.h.
#include "frontend/source/pragma_kind.h"

#include <algorithm>
#include <cctype>
#include <string>

#include "frontend/source/pp_tokens.h"

namespace hydra::frontend {

PragmaKind pragma_kind(std::string_view line) {
    const auto tokens = read_tokens(line);
    if (tokens.size() > 2 && tokens[1].text == "pragma") {
        std::string word(tokens[2].text);
        if (word == "hydra" || word == "omp")
            return word == "hydra" ? PragmaKind::hydra : PragmaKind::omp;
        if (word == "acc")
            return PragmaKind::acc;
        std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::tolower(c); });
        return word == "hydra" || word == "hydracc" ? PragmaKind::misspelt : PragmaKind::other;
    }
    return PragmaKind::other;
}

} // namespace hydra::frontend

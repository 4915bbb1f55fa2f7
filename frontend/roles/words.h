// The words of CMAPS are words only in role lists and coordination bodies. One pass over the tokens marks them there;
// everywhere else they stay ordinary names.
#pragma once
#include <string>
#include <vector>

#include "frontend/parse/token_stream.h"

namespace hydra::frontend::cmaps {

// Where mistakes in CMAPS' own constructs would be told as if they were C's: bytes of the text.
struct WordsFound {
    struct Place {
        std::size_t begin, end;
        std::string message; // of words alone: what is wrong with them
    };
    std::vector<Place> role_lists, parallels; // between their brackets
    std::vector<Place> wrong;                 // words that are nearly right, or come later
};

WordsFound mark_cmaps_words(TokenStream& tokens);

} // namespace hydra::frontend::cmaps

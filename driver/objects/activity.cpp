// See activity.h.
#include "driver/objects/activity.h"

#include <fmt/format.h>

#include "frontend/source/pragma_kind.h"

namespace hydra::driver {

namespace {

// The place of a line of preprocessed text: the last marker before it, `# 12 "prog.c"`, says what the next one is.
std::string place_of(std::string_view text, std::size_t offset) {
    std::size_t lines = 0;
    for (std::size_t end = offset; end > 0;) {
        const std::size_t begin = text.rfind('\n', end - 1) == std::string_view::npos || end == 1
                                      ? 0
                                      : text.rfind('\n', end - 2) + 1; // npos + 1: the text's begin
        const auto line = text.substr(begin, end - 1 - begin);
        if (line.size() > 3 && line.starts_with("# ") && line[2] >= '0' && line[2] <= '9') {
            const auto quote = line.find('"'), last = line.rfind('"');
            if (quote == std::string_view::npos || last <= quote)
                return {};
            return fmt::format("{}:{}", line.substr(quote + 1, last - quote - 1),
                               std::stoul(std::string(line.substr(2))) + lines);
        }
        ++lines;
        end = begin;
    }
    return {};
}

} // namespace

Activity activity_of(std::string_view preprocessed, bool openmp, bool openacc) {
    using frontend::PragmaKind;
    Activity found;
    for (std::size_t at = 0; (at = preprocessed.find("#pragma", at)) != std::string_view::npos;) {
        const std::size_t end = std::min(preprocessed.find('\n', at), preprocessed.size());
        if (at == 0 || preprocessed[at - 1] == '\n') {
            const PragmaKind kind = frontend::pragma_kind(preprocessed.substr(at, end - at));
            const bool is_foreign = kind == PragmaKind::omp || kind == PragmaKind::acc;
            found.is_active = found.is_active || kind == PragmaKind::hydra || kind == PragmaKind::misspelt ||
                              (kind == PragmaKind::omp && openmp) || (kind == PragmaKind::acc && openacc);
            if (is_foreign && found.ignored.empty() && !(kind == PragmaKind::omp ? openmp : openacc))
                found.ignored = place_of(preprocessed, at);
        }
        at = end;
    }
    return found;
}

std::string ignored_note(const std::string& at) {
    return fmt::format("{}: note: directives of OpenMP and OpenACC are ignored here: -fopenmp and -fopenacc make them "
                       "input [hydra-omp]\n",
                       at);
}

} // namespace hydra::driver

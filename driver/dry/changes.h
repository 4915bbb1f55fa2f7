// Copies of a program's sources that have directives which the originals do not have.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "driver/options.h"
#include "driver/report/advice.h"

namespace hydra::driver {

// A directive at a place of a source, or of a header that this source alone includes.
struct Directive {
    AdvisedChange change;
    std::size_t source = 0; // of Options::sources
    std::string header;     // as the report names it; empty: the source itself
    std::uint32_t line = 0, column = 0;
};

// What a source includes, by the native compiler's account; as many as sources, each with the source itself.
using Inclusions = std::vector<std::vector<std::string>>;
Inclusions parse_inclusions(const Options& options, const std::string& rules);

// Says of a directive which source has the text. Empty where that is known, else why it cannot be tried.
std::string find_source(const Options& options, const Inclusions& inclusions, const std::string& file,
                        Directive& directive);

// The words of the command line, with copies in `folder` for the sources that the directives change. nullopt: quoted
// includes of the copies would find other files.
std::optional<std::vector<std::string>> words_with(const Options& options, const std::vector<std::string>& words,
                                                   const std::string& folder,
                                                   const std::vector<const Directive*>& directives);

} // namespace hydra::driver

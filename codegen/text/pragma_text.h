// Pragmas in front of statements, as the text has them: lines, `_Pragma("…")`, and macros that make nothing else.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hydra::codegen {

// A macro that makes nothing but pragmas.
struct PragmaMacro {
    bool takes_arguments = false;
    bool for_loops = false; // one that says how to compile the loop behind it is among them
};
using PragmaMacros = std::map<std::string, PragmaMacro, std::less<>>;

// Where to put code before the statement that begins at `at`: before the pragmas that are for it (`#pragma GCC unroll`,
// `_Pragma("GCC ivdep")`).
struct Front {
    std::uint32_t at = 0;
    bool own_line = false; // what follows must begin a line
};
Front before_pragmas(std::string_view text, std::uint32_t at, const PragmaMacros& macros = {});
// Those in front of the loop that begins at `loop` that say how to compile it (`GCC ivdep`, `GCC unroll 4`,
// `omp simd`), as [begin, end).
std::vector<std::pair<std::uint32_t, std::uint32_t>> loop_pragmas(std::string_view text, std::uint32_t loop,
                                                                  const PragmaMacros& macros);
// Adds the macro that the directive at `at` defines, if it is one of those; else forgets the name. What earlier ones
// make counts.
void note_pragma_macro(std::string_view text, std::uint32_t at, PragmaMacros& macros);

} // namespace hydra::codegen

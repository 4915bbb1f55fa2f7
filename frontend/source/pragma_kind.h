// What kind of pragma a line of the program is: ours, OpenMP's, OpenACC's, or something that looks like ours.
#pragma once
#include <string_view>

namespace hydra::frontend {

enum class PragmaKind { hydra, omp, acc, misspelt, other }; // misspelt: hydra in other letters, or hydracc
// Of a pragma's line, which begins with `#`.
PragmaKind pragma_kind(std::string_view line);

} // namespace hydra::frontend

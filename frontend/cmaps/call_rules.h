// How C calls coordination functions: what is handed over as a tile, and from where.
#pragma once
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ir/tree.h"
#include "support/diag.h"

namespace hydra::frontend::cmaps {

// A tile among the arguments of a call from C: which argument its pointer is, and which parameter of the function that
// does the work has its type.
struct TileArgument {
    std::size_t argument = 0, parameter = 0;
    std::string name;
};
struct CoordinationCall {
    std::string inner; // the function that does the work
    std::vector<TileArgument> tiles;
};
using CoordinationCalls = std::map<std::string, CoordinationCall>; // by the name that C calls

void check_calls_from_c(std::span<const std::unique_ptr<ir::TranslationUnit>> units, const CoordinationCalls& known,
                        support::Diagnostics& diagnostics);

} // namespace hydra::frontend::cmaps

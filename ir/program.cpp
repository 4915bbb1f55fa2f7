// Look-ups over the whole program.
#include "ir/program.h"

namespace hydra::ir {

const FunctionDecl* find_definition(const Program& program, const FunctionDecl* function) {
    if (function == nullptr || function->body)
        return function;
    if (function->storage == Storage::static_)
        return nullptr;
    for (const auto& unit : program.units)
        for (const FunctionDecl& candidate : unit->functions)
            if (candidate.body && candidate.name == function->name && candidate.storage != Storage::static_)
                return &candidate;
    return nullptr;
}

} // namespace hydra::ir

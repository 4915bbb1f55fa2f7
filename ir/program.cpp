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

FunctionBodies::FunctionBodies(const Program& program) {
    for (const auto& unit : program.units)
        for (const FunctionDecl& function : unit->functions)
            if (function.body && function.storage != Storage::static_)
                by_name_.try_emplace(function.name, &function);
}

const FunctionDecl* FunctionBodies::of(const FunctionDecl* function) const {
    if (function == nullptr || function->body)
        return function;
    const auto found = function->storage == Storage::static_ ? by_name_.end() : by_name_.find(function->name);
    return found == by_name_.end() ? nullptr : found->second;
}

} // namespace hydra::ir

// Why a function of the program's, to which a loop hands its reduction variable, is not taken for an accumulation.
#pragma once
#include <optional>
#include <string>

#include "ir/parameter_use.h"
#include "ir/tree.h"

namespace hydra::frontend {

struct RefusedCall {
    std::string reason; // "'larger' does more than to choose one of its two arguments", with what to write instead
    ir::SourceRange at; // the statement or mention in the function that is meant
};

// use: the mention of the reduction's variable. nullopt: it is no argument of a call.
std::optional<RefusedCall> refused_call(const ir::Stmt& body, const ir::Expr* use, const ir::Reduction& reduction,
                                        const ir::Definitions& definitions);

} // namespace hydra::frontend

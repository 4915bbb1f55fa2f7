// The operations of reductions, by C's operators and by the names of atomic functions.
#pragma once
#include <optional>
#include <string>

#include "ir/tree.h"

namespace hydra::frontend {

// Of `x op= e`; nullopt: no reduction has this operator.
std::optional<ir::ReductionOp> reduction_of(ir::BinaryOp op);
// Of atomic_fetch_add and its kin, which are these builtins behind <stdatomic.h>.
std::optional<ir::ReductionOp> atomic_update(const std::string& name);

} // namespace hydra::frontend

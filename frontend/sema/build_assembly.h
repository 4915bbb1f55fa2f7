// Inline assembly: what its operands say that it does.
#pragma once
#include <optional>

#include "frontend/sema/build_expressions.h"

namespace hydra::frontend {

// Of a statement that begins with `asm`; nothing where it does nothing.
std::optional<ir::Asm> assembly(const BuildContext& context, const ValueBuilder& values, ExpressionBuilder& expressions,
                                grammar::HydraCParser::UnlabelledContext* statement);

} // namespace hydra::frontend

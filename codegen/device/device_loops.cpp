// See device_loops.h.
#include "codegen/device/device_loops.h"

#include "codegen/device/device_windows.h"
#include "codegen/text/counting.h"

namespace hydra::codegen {

std::optional<std::string> device_loop(const Context& context, const ir::Kernel& kernel, const ir::Stmt& stmt,
                                       const LoopHooks& with, int indent) {
    const auto dealt = mapped_loop(kernel, stmt);
    const auto window = window_of(context, kernel, stmt);
    if (!dealt && !window)
        return std::nullopt;
    const auto& loop = *stmt.as<ir::For>();
    const auto& counting = dealt ? *dealt->counting : *window->counting;
    const auto& variable = *counting.variable;
    const auto type = variable.type->unqualified != nullptr ? variable.type->unqualified : variable.type;
    const auto name = with.hooks.variable(variable);
    const bool declares = loop.init->as<ir::DeclStmt>() != nullptr;
    const MappedTexts texts{.type = ir::declare(type, "", with.hooks),
                            .variable = name,
                            .head = declares ? ir::declare(type, name, with.hooks) : name,
                            .start = with.value(*counting.start),
                            .bound = compared_bound(counting, with.value(*counting.bound)),
                            .lowest = window ? window->from : "",
                            .beyond = window ? window->to : "",
                            .opencl = with.opencl};
    if (dealt && dealt->split)
        return mapped_split(context, *dealt, texts, indent, with.hooks, with.standing);
    const std::string outer(static_cast<std::size_t>(indent) * 4, ' ');
    const auto head = dealt ? mapped_head(context, *dealt, texts, indent) : cut_head(context, counting, texts, indent);
    return head + ir::print_c(*loop.body, indent + 2, with.hooks) + outer + "    }\n" + outer + "}\n";
}

} // namespace hydra::codegen

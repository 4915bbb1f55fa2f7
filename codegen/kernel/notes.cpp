// See notes.h.
#include "codegen/kernel/notes.h"

#include <algorithm>

#include <fmt/format.h>

namespace hydra::codegen {

std::string note_name(const Context& context, std::size_t index) {
    return fmt::format("{}_{}", context.name("note"), index);
}

std::string take_note(const Context& context, const ir::Reduction& reduction, std::size_t index,
                      const std::string& target, bool device) {
    const auto note = note_name(context, index);
    // HYDRA_RT_NOTE_NAN and HYDRA_RT_NOTE_ANY, which devices do not know by name.
    return reduction.op == ir::ReductionOp::logical_or
               ? note + " = 1"
               : fmt::format("{} |= {}({}) ? 3 : 2", note, device ? "isnan" : "__builtin_isnan", target);
}

std::optional<std::string> with_note(const Context& context, const ir::Kernel& kernel, const ir::Expr& expr,
                                     const std::function<std::string(const ir::Expr&)>& text) {
    const auto& reductions = kernel.loop->as<ir::For>()->directive->reductions;
    for (std::size_t index = 0; index < reductions.size(); ++index) {
        const auto& noted = reductions[index].noted;
        if (!reductions[index].is_array() && std::find(noted.begin(), noted.end(), &expr) != noted.end()) {
            const auto& accumulation = *expr.as<ir::Binary>();
            const auto target = text(*accumulation.lhs);
            return fmt::format("({} = {}, {})", target, text(*accumulation.rhs),
                               take_note(context, reductions[index], index, target, true));
        }
    }
    return std::nullopt;
}

std::string when_name(const Context& context, std::size_t index) {
    return fmt::format("{}_{}", context.name("when"), index);
}

std::string at_store(const Context& context, const ir::Kernel& kernel, const ir::Expr& mention,
                     const std::string& name) {
    const auto& stored = kernel.loop->as<ir::For>()->directive->last_stored;
    for (std::size_t index = 0; index < stored.size(); ++index) {
        const auto& targets = stored[index].targets;
        if (std::find(targets.begin(), targets.end(), &mention) != targets.end())
            return fmt::format("(*({} = {}, &{}))", when_name(context, index), context.name("now"), name);
    }
    return name;
}

} // namespace hydra::codegen

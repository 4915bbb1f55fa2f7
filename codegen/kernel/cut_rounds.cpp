// See cut_rounds.h. The counter keeps its type, so that native compilers know the number of rounds; bounds have been
// proved to be numbers that fit into a long.
#include "codegen/kernel/cut_rounds.h"

#include <algorithm>

#include <fmt/format.h>

#include "codegen/kernel/slot_families.h"
#include "codegen/kernel/split_inner.h"
#include "codegen/text/counting.h"

namespace hydra::codegen {

bool can_cut(const ir::Kernel& kernel) {
    if (!kernel.distribution.boxes.any() || kernel.distribution.boxes.again == nullptr)
        return kernel.distribution.boxes.any();
    const auto splits = split_loops(*kernel.loop->as<ir::For>()->body);
    return std::any_of(splits.begin(), splits.end(), [&](const SplitLoop& split) {
        return split.loop == kernel.distribution.boxes.loops.front().loop &&
               ir::print_c(*split.read, {}) == ir::print_c(*kernel.distribution.boxes.again, {});
    });
}

std::string rounds_window(const Context& context, const ir::Kernel& kernel) {
    const auto reductions = kernel.loop->as<ir::For>()->directive->reductions.size();
    return fmt::format("    const long {0} = *(const long *){2}[{3}], {1} = *(const long *){2}[{4}];\n",
                       context.name("rounds_from"), context.name("rounds_to"), context.name("partial"), reductions,
                       reductions + 1);
}

std::string cut_text(const Context& context, const ir::CountingLoop& rounds, const ir::PrintHooks& hooks, int indent) {
    const auto& loop = *rounds.loop->as<ir::For>();
    const auto pad = std::string(static_cast<std::size_t>(indent) * 4, ' ');
    const auto end = context.name("end"), stop = context.name("stop");
    const auto from = context.name("rounds_from"), to = context.name("rounds_to");
    const auto& j = rounds.variable->name;
    const bool is_signed = !rounds.variable->type->is_unsigned();
    auto text = pad + "{\n" + ir::print_c(*loop.init, indent + 1, hooks);
    text += fmt::format("{}    const long {} = (long)({}){};\n", pad, end,
                        compared_bound(rounds, ir::print_c(*rounds.bound, hooks)), rounds.inclusive ? " + 1" : "");
    const auto own = is_signed ? fmt::format("__typeof__({})", j) : "long";
    text += fmt::format("{0}    const {1} {2} = ({1})({3} < {4} ? {3} : {4});\n", pad, own, stop, end, to);
    text += fmt::format("{0}    if ((long){1} < {2})\n{0}        {1} = (__typeof__({1})){2};\n", pad, j, from);
    text += fmt::format("{}    for (; {}{} < {}; {}++) {{\n{}{}    }}\n", pad, is_signed ? "" : "(long)", j, stop, j,
                        ir::print_c(*loop.body, indent + 2, hooks), pad);
    return text + pad + "}\n";
}

bool may_form_grid(const ir::Program& program, const ir::Kernel& kernel) {
    const auto& kernels = program.kernels;
    return kernel.distribution.grid.group >= 0 &&
           std::all_of(kernels.begin(), kernels.end(), [&](const ir::Kernel& each) {
               return each.distribution.grid.group != kernel.distribution.grid.group || can_cut(each);
           });
}

bool may_form_grid(const Context& context, const ir::Kernel& kernel) { return may_form_grid(context.program, kernel); }

std::string boxes_descriptor(const Context& context, const ir::Kernel& kernel) {
    const auto family = context.name("boxes_family_" + kernel.name), grid = context.name("grid_of_" + kernel.name);
    const auto& choice = kernel.distribution.grid;
    const bool forms = may_form_grid(context, kernel);
    auto text = forms ? fmt::format("static const hydra_rt_grid {} = {{{}, {}, {}, {}, {}}};\n", grid, choice.group,
                                    choice.down, choice.across, choice.once,
                                    choice.rounds.empty() ? 0
                                    : choice.counts_all   ? 1
                                                          : 2)
                      : "";
    text += fmt::format("static const unsigned short {}[] = {{{}}};\n", family, slot_families(kernel));
    return text + fmt::format("static const hydra_rt_boxes {} = {{{}, {}, {}, {}, {}, {}}};\n",
                              context.name("boxes_of_" + kernel.name), context.name("boxes_touches_" + kernel.name),
                              context.name("boxes_" + kernel.name), family, kernel.distribution.boxes.dim,
                              kernel.distribution.boxes.offset, forms ? "&" + grid : "0");
}

} // namespace hydra::codegen

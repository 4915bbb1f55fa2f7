// See descriptors.h.
#include "codegen/host/descriptors.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codegen/host/footprint_function.h"
#include "codegen/host/told.h"
#include "codegen/host/type_layout.h"
#include "codegen/kernel/apart_pointers.h"
#include "codegen/kernel/cut_rounds.h"
#include "codegen/kernel/split_inner.h"
#include "codegen/kernel/sweep_kernels.h"
#include "codegen/text/text.h"

namespace hydra::codegen {

namespace {

std::string watch_table(const Context& context, const Described& what) {
    std::vector<std::string> rows;
    for (const auto& cell : what.watched)
        rows.push_back(fmt::format("{{{}, {}, {}}}", string_literal(cell.name), cell.bytes, cell.bound ? 1 : 0));
    return rows.empty() ? ""
                        : fmt::format("static const hydra_rt_watch {}[] = {{{}}};\n",
                                      context.name(what.prefix + "_watches_" + what.name), fmt::join(rows, ", "));
}

// What is known of a slot's objects: the slots that it never meets, and where pointers lead.
std::string apart_text(const Described& what, const ir::Slot& slot) {
    constexpr std::size_t most_slots = 63;
    if (slot.objects == 0 || what.slots.size() > most_slots)
        return ", 0, 0";
    std::uint64_t apart =
        what.anywhere != 0 && (slot.objects & what.anywhere) == 0 ? std::uint64_t{1} << most_slots : 0;
    for (std::size_t other = 0; other < what.slots.size(); ++other)
        apart |= ir::never_meet(slot, what.slots[other]) ? std::uint64_t{1} << other : 0;
    return fmt::format(", {}u, {}", apart, (slot.begins ? 1 : 0) + (slot.held_once ? 2 : 0));
}

std::string slot_table(const Context& context, const Described& what) {
    std::vector<std::string> names;
    for (const auto& slot : what.slots) {
        const bool array = slot.is_variable() && slot.variable->type->is_array();
        names.push_back(fmt::format("{{{}, {:d}, {}{}}}", string_literal(slot.name), array, slot.member_bytes,
                                    apart_text(what, slot)));
    }
    const std::string slots =
        names.empty() ? ""
                      : fmt::format("static const hydra_rt_slot {}[] = {{{}}};\n"
                                    "static const hydra_rt_look {}[] = {{{}}};\n",
                                    context.name(what.prefix + "_slots_" + what.name), fmt::join(names, ", "),
                                    context.name(what.prefix + "_looks_" + what.name), layout_rows(what.slots));
    return slots + watch_table(context, what);
}

// The members that kernels and sites share.
std::string common_members(const Context& context, const Described& what) {
    auto text = fmt::format("    .at = {},\n", string_literal(what.at));
    if (!what.slots.empty()) {
        text += fmt::format("    .slots = {},\n    .slot = {},\n    .look = {},\n", what.slots.size(),
                            context.name(what.prefix + "_slots_" + what.name),
                            context.name(what.prefix + "_looks_" + what.name));
    }
    if (!what.watched.empty()) {
        text += fmt::format("    .watches = {},\n    .watch = {},\n", what.watched.size(),
                            context.name(what.prefix + "_watches_" + what.name));
    }
    text += fmt::format("    .keys = {},\n    .footprint = {},\n", what.keys.size(),
                        context.name(what.prefix + "_touches_" + what.name));
    text += fmt::format("    .told = &{},\n", context.name(what.prefix + "_told_" + what.name));
    return text;
}

std::string one_line(const std::string& members) {
    std::string text;
    for (std::size_t pos = 0; pos < members.size();) {
        const auto end = members.find('\n', pos);
        text += (text.empty() ? "" : " ") +
                members.substr(pos + (text.empty() ? 0 : 4), end - pos - (text.empty() ? 0 : 4));
        pos = end + 1;
    }
    return text + "\n";
}

const char* extreme_name(ir::ExtremeForm form, bool least) {
    switch (form) {
    case ir::ExtremeForm::first:
        return least ? "HYDRA_RT_MIN" : "HYDRA_RT_MAX";
    case ir::ExtremeForm::last:
        return least ? "HYDRA_RT_MIN_LAST" : "HYDRA_RT_MAX_LAST";
    case ir::ExtremeForm::library:
        return least ? "HYDRA_RT_FMIN" : "HYDRA_RT_FMAX";
    case ir::ExtremeForm::library_swapped:
        return least ? "HYDRA_RT_FMIN_SWAPPED" : "HYDRA_RT_FMAX_SWAPPED";
    case ir::ExtremeForm::anew_last:
        return least ? "HYDRA_RT_MIN_ANEW_LAST" : "HYDRA_RT_MAX_ANEW_LAST";
    case ir::ExtremeForm::anew_first:
        return least ? "HYDRA_RT_MIN_ANEW" : "HYDRA_RT_MAX_ANEW";
    }
    throw support::InternalError("unknown form of a minimum");
}

// Where a NaN would stand for "nothing yet" (there is no note, as a scalar that begins anew has it), code for finite
// values takes the plain operator.
std::string extreme_of(const ir::Reduction& reduction) {
    const bool least = reduction.op == ir::ReductionOp::min;
    const std::string exact = extreme_name(reduction.form, least);
    const auto where_finite = [&](ir::ExtremeForm plain) {
        return fmt::format("HYDRA_RT_WHERE_FINITE({}, {})", extreme_name(plain, least), exact);
    };
    switch (reduction.form) {
    case ir::ExtremeForm::first:
    case ir::ExtremeForm::last:
        return exact;
    case ir::ExtremeForm::library:
    case ir::ExtremeForm::library_swapped:
        return where_finite(ir::ExtremeForm::first);
    case ir::ExtremeForm::anew_last:
        return reduction.is_array() ? where_finite(ir::ExtremeForm::last) : exact;
    case ir::ExtremeForm::anew_first:
        return reduction.is_array() ? where_finite(ir::ExtremeForm::first) : exact;
    }
    throw support::InternalError("unknown form of a minimum");
}

std::string op_name(const ir::Reduction& reduction) {
    switch (reduction.op) {
    case ir::ReductionOp::add:
        return "HYDRA_RT_ADD";
    case ir::ReductionOp::mul:
        return "HYDRA_RT_MUL";
    case ir::ReductionOp::bit_and:
        return "HYDRA_RT_BITAND";
    case ir::ReductionOp::bit_or:
        return "HYDRA_RT_BITOR";
    case ir::ReductionOp::bit_xor:
        return "HYDRA_RT_BITXOR";
    case ir::ReductionOp::logical_and:
        return "HYDRA_RT_AND";
    case ir::ReductionOp::logical_or:
        return "HYDRA_RT_OR";
    case ir::ReductionOp::min:
    case ir::ReductionOp::max:
        return extreme_of(reduction);
    }
    throw support::InternalError("unknown reduction operator");
}

// The integer type that gcc gives an enumeration: unsigned unless a constant is negative.
const char* enumeration_type(ir::TypeRef type) {
    const bool is_signed = type->tag != nullptr && type->tag->is_signed;
    switch (ir::size_of(type).value_or(4)) {
    case 1:
        return is_signed ? "HYDRA_RT_SCHAR" : "HYDRA_RT_UCHAR";
    case 2:
        return is_signed ? "HYDRA_RT_SHORT" : "HYDRA_RT_USHORT";
    case 4:
        return is_signed ? "HYDRA_RT_INT" : "HYDRA_RT_UINT";
    default:
        return is_signed ? "HYDRA_RT_LONG" : "HYDRA_RT_ULONG";
    }
}

const char* type_name(const Context& context, const ir::Reduction& reduction) {
    if (reduction.variable->storage == ir::Storage::register_ && !reduction.is_array()) {
        context.diagnostics.error(reduction.range,
                                  fmt::format("the reduction variable '{}' is declared register, so it has no "
                                              "address; declare it without register",
                                              reduction.variable->name));
    }
    auto type = reduction.variable->type;
    for (bool first = true; type->is_array() || (first && type->is_pointer()); first = false)
        type = type->inner;
    if (const char* name = type->kind == ir::TypeKind::Enum ? enumeration_type(type) : scalar_type(type))
        return name;
    context.diagnostics.error(reduction.range,
                              fmt::format("a reduction over '{}' is not supported yet: its type is none of "
                                          "floating type nor an integer type of the language",
                                          reduction.variable->name));
    return "HYDRA_RT_INT";
}

// The footprint function of what inspectors read, as far as it is in closed form.
std::string index_function(const Context& context, const ir::Kernel& kernel, bool ir::Access::*is_read,
                           const std::string& prefix) {
    std::vector<ir::Access> indexes;
    for (const auto& access : kernel.touches.accesses)
        if (access.*is_read && access.form != ir::Access::Form::found)
            indexes.push_back(access);
    const Described what{kernel.name, kernel.at, kernel.touches.keys, kernel.touches.slots, indexes, {}, prefix};
    return footprint_function(context, what);
}

// The static descriptor of the inspector for the only rank.
std::string inspection_of_writes(const Context& context, const ir::Kernel& kernel) {
    std::vector<unsigned> found(kernel.touches.slots.size(), 0);
    for (const auto& access : kernel.touches.accesses) {
        const auto writes_too = [&](const ir::Access& other) {
            return other.form == ir::Access::Form::found && other.kind != ir::AccessKind::read &&
                   kernel.touches.slots[static_cast<std::size_t>(other.slot)].host ==
                       kernel.touches.slots[static_cast<std::size_t>(access.slot)].host;
        };
        if (access.form == ir::Access::Form::found &&
            std::any_of(kernel.touches.accesses.begin(), kernel.touches.accesses.end(), writes_too))
            found.at(static_cast<std::size_t>(access.slot)) |= access.kind == ir::AccessKind::read ? 1U : 2U;
    }
    auto text = "\n/* What the inspector of its writes reads. */\n" +
                index_function(context, kernel, &ir::Access::index_of_writes, "decides");
    const auto inspector = context.name(fmt::format("inspect_{}_writes", kernel.name));
    text += fmt::format("static hydra_rt_inspector_fn *const {0}[] = {{{1}}};\n"
                        "static const unsigned char {2}[] = {{{3}}};\n",
                        context.name("writers_" + kernel.name), inspector, context.name("written_" + kernel.name),
                        fmt::join(found, ", "));
    return text + fmt::format("static const hydra_rt_inspection {} = {{1, {}, {}, {}, {}, {}, 0, 0}};\n",
                              context.name("inspection_of_writes_" + kernel.name),
                              context.name("writers_" + kernel.name), context.name("written_" + kernel.name),
                              context.name("decides_touches_" + kernel.name), kernel.inspection.forgets ? 1 : 0,
                              marks_of(kernel).size());
}

// The static descriptor of a kernel's inspectors.
std::string inspection(const Context& context, const ir::Kernel& kernel) {
    std::vector<unsigned> found(kernel.touches.slots.size(), 0);
    for (const auto& access : kernel.touches.accesses) {
        if (access.form == ir::Access::Form::found) {
            auto& bits = found.at(static_cast<std::size_t>(access.slot));
            bits |= access.kind == ir::AccessKind::read ? 1U : 2U;
            bits |= access.index ? 4U : 0U;
            bits |= access.reason.empty() ? 0U : access.kind == ir::AccessKind::read ? 32U : 64U;
        }
    }
    bool refines = false;
    for (std::size_t slot = 0; slot < kernel.touches.slots.size(); slot++) {
        const auto role = kernel.touches.slots[slot].role;
        refines = refines || role == ir::Slot::Role::fine;
        found[slot] |= role == ir::Slot::Role::fine ? 8U : role == ir::Slot::Role::coarse ? 16U : 0U;
        found[slot] |= kernel.inspection.own_indexes && !kernel.touches.slots[slot].found ? 128U : 0U;
    }
    std::vector<std::string> functions;
    for (std::size_t stage = 1; stage <= kernel.inspection.inspectors.size(); stage++)
        functions.push_back(context.name(fmt::format("inspect_{}_{}", kernel.name, stage)));
    const auto of_writes = kernel.inspection.of_writes.empty() ? "" : inspection_of_writes(context, kernel);
    auto text = of_writes + "\n/* What the inspectors read, as far as it is in closed form. */\n" +
                index_function(context, kernel, &ir::Access::index, "index");
    text += fmt::format("static hydra_rt_inspector_fn *const {}[] = {{{}}};\n",
                        context.name("inspectors_" + kernel.name), fmt::join(functions, ", "));
    text += fmt::format("static const unsigned char {}[] = {{{}}};\n", context.name("found_" + kernel.name),
                        fmt::join(found, ", "));
    return text + fmt::format("static const hydra_rt_inspection {} = {{{}, {}, {}, {}, {}, {}, {}, {}}};\n",
                              context.name("inspection_" + kernel.name),
                              kernel.inspection.inspectors.size() - (refines ? 1 : 0),
                              context.name("inspectors_" + kernel.name), context.name("found_" + kernel.name),
                              context.name("index_touches_" + kernel.name), kernel.inspection.forgets ? 1 : 0,
                              marks_of(kernel).size(), refines ? 1 : 0,
                              of_writes.empty() ? "0" : "&" + context.name("inspection_of_writes_" + kernel.name));
}

// What the runtime is told of a kernel in single bits.
std::vector<std::string> flags_of(const ir::Kernel& kernel, const ir::Directive& directive) {
    const auto in_order = [](const ir::Reduction& reduction) { return reduction.in_order; };
    const auto& known = kernel.analysis;
    const auto& rows = kernel.distribution.block_cyclic;
    const auto& inspection = kernel.inspection;
    const std::pair<bool, const char*> all[] = {
        {known.replicated, "HYDRA_RT_REPLICATED"},
        {known.ordered, "HYDRA_RT_ORDERED"},
        {kernel.space.descending && !kernel.space.counted, "HYDRA_RT_DESCENDING"},
        {known.may_exit, "HYDRA_RT_MAY_EXIT"},
        {known.may_abort, "HYDRA_RT_MAY_ABORT"},
        {known.may_tell, "HYDRA_RT_MAY_TELL"},
        {known.leaves_errors, "HYDRA_RT_LEAVES_ERRORS"},
        {std::any_of(directive.reductions.begin(), directive.reductions.end(), in_order), "HYDRA_RT_SHARES_IN_ORDER"},
        {rows.cyclic, "HYDRA_RT_IN_TURN"},
        {rows.cyclic && rows.bounds_move, "HYDRA_RT_MOVES"},
        {known.proved_parallel && (!known.replicated || known.writes_unknown), "HYDRA_RT_INDEPENDENT"},
        {known.proved_in_rows, "HYDRA_RT_IN_ROWS"},
        {kernel.distribution.alignment.streams, "HYDRA_RT_STREAMS"},
        {inspection.costs_noting, "HYDRA_RT_BRIEF"},
        {inspection.costs_touching, "HYDRA_RT_LIGHT"},
        {inspection.runtime_stride, "HYDRA_RT_WALKS"},
        {!split_loops(*kernel.loop->as<ir::For>()->body).empty(), "HYDRA_RT_SPLIT"},
    };
    std::vector<std::string> flags;
    for (const auto& [holds, flag] : all)
        if (holds)
            flags.emplace_back(flag);
    return flags;
}

// hydra_rt_reduction of what is stored by itself, or beside a minimum or maximum.
std::string stored_row(const Context& context, const ir::Directive& directive, const ir::LastStored& stored) {
    const auto name = string_literal(stored.variable->name + stored.member);
    const auto bytes = ir::size_of(stored.type).value_or(0);
    const auto with =
        std::find_if(directive.reductions.begin(), directive.reductions.end(),
                     [&stored](const ir::Reduction& reduction) { return reduction.variable == stored.with; });
    if (stored.with == nullptr || with == directive.reductions.end())
        return fmt::format("{{{}, HYDRA_RT_LAST, HYDRA_RT_INT, 0, {}, 0}}", name, bytes);
    return fmt::format("{{{}, HYDRA_RT_PLACE_OF_{}{}, {}, 0, {}, {}}}", name,
                       with->op == ir::ReductionOp::min ? "MIN" : "MAX",
                       with->form == ir::ExtremeForm::last ? "_LAST" : "", type_name(context, *with), bytes,
                       with - directive.reductions.begin());
}

} // namespace

std::string kernel_descriptor(const Context& context, const ir::Kernel& kernel, const KernelVariables& variables,
                              const std::string& offload) {
    const auto& directive = *kernel.loop->as<ir::For>()->directive;
    const Described what{kernel.name,
                         kernel.at,
                         kernel.touches.keys,
                         kernel.touches.slots,
                         kernel.touches.accesses,
                         kernel.touches.watched,
                         "loop",
                         kernel.touches.anywhere,
                         &kernel.touches.accesses};
    auto text =
        footprint_function(context, what) + "\n" + slot_table(context, what) + told_table(context, what, &kernel);

    std::string members = common_members(context, what);
    const auto flags = flags_of(kernel, directive);
    if (!flags.empty())
        members += fmt::format("    .flags = {},\n", fmt::join(flags, " | "));
    members += fmt::format("    .kernel = {},\n", context.name("run_" + kernel.name));
    if (!directive.reductions.empty() || !directive.last_stored.empty()) {
        std::vector<std::string> rows;
        auto section = kernel.touches.accesses.begin(); // the sections stand in the clauses' order
        for (const auto& reduction : directive.reductions) {
            std::string array = "0";
            if (reduction.is_array()) {
                section = std::find_if(section, kernel.touches.accesses.end(),
                                       [](const ir::Access& access) { return access.kind == ir::AccessKind::reduce; });
                array = fmt::format("1 + {}", (section++)->slot);
            }
            rows.push_back(fmt::format("{{{}, {}, {}, {}, 0, 0}}", string_literal(reduction.variable->name),
                                       op_name(reduction), type_name(context, reduction), array));
        }
        for (const auto& stored : directive.last_stored)
            rows.push_back(stored_row(context, directive, stored));
        text += fmt::format("static const hydra_rt_reduction {}[] = {{{}}};\n",
                            context.name("reductions_" + kernel.name), fmt::join(rows, ", "));
        members += fmt::format("    .reductions = {},\n    .reduction = {},\n", rows.size(),
                               context.name("reductions_" + kernel.name));
    }
    if (!variables.last_values.empty()) {
        const auto args = context.name("args_" + kernel.name);
        std::vector<std::string> rows;
        for (const auto* variable : variables.last_values) {
            rows.push_back(fmt::format("{{__builtin_offsetof(struct {0}, {1}), sizeof(((struct {0} *)0)->{1})}}", args,
                                       variable->name));
        }
        text += fmt::format("static const hydra_rt_lastvalue {}[] = {{{}}};\n",
                            context.name("lastvalues_" + kernel.name), fmt::join(rows, ", "));
        members += fmt::format("    .lastvalues = {},\n    .lastvalue = {},\n", rows.size(),
                               context.name("lastvalues_" + kernel.name));
    }
    if (!kernel.inspection.inspectors.empty()) {
        text += inspection(context, kernel);
        members += fmt::format("    .inspection = &{},\n", context.name("inspection_" + kernel.name));
    }
    if (!offload.empty())
        members += fmt::format("    .offload = &{},\n", offload);
    if (!kernel.analysis.decides.empty())
        members += fmt::format("    .decides = {},\n", string_literal(kernel.analysis.decides));
    if (kernel.schedule.interleaving.any() || !apart_pointers(kernel, variables).empty())
        members += fmt::format("    .kernel_apart = {},\n", context.name("apart_" + kernel.name));
    auto keys = kernel.touches.keys;
    for (const auto* name : {ir::rounds_begin, ir::rounds_end})
        keys.push_back({name, ir::HostExpr()}); // the runtime says these
    if (can_cut(kernel)) {
        const Described boxes{kernel.name, kernel.at, keys, kernel.touches.slots,    kernel.distribution.boxes.accesses,
                              {},          "boxes",   0,    &kernel.touches.accesses};
        text += "/* The same of some rounds of the loop over " + kernel.distribution.boxes.name + ". */\n" +
                footprint_function(context, boxes) + boxes_descriptor(context, kernel);
        members += fmt::format("    .boxes = &{},\n", context.name("boxes_of_" + kernel.name));
    }
    if (kernel.distribution.sweep.any()) {
        for (std::size_t at = 0; at < kernel.distribution.sweep.segments.size(); at++) {
            const Described part{kernel.name,
                                 kernel.at,
                                 keys,
                                 kernel.touches.slots,
                                 kernel.distribution.sweep.segments[at].accesses,
                                 {},
                                 segment_prefix(at),
                                 0,
                                 &kernel.touches.accesses};
            text +=
                "/* The same of a part of the body, in some of its rounds. */\n" + footprint_function(context, part);
        }
        text += sweep_descriptor(context, kernel);
        members += fmt::format("    .sweep = &{},\n", context.name("sweep_of_" + kernel.name));
    }
    if (kernel.schedule.weight > 0)
        members += fmt::format("    .weight = {},\n", kernel.schedule.weight);
    if (kernel.schedule.likely_weight > 0)
        members += fmt::format("    .likely_weight = {}, .thirds = {{{}}}, .touches = {{{}}},\n",
                               kernel.schedule.likely_weight, fmt::join(kernel.schedule.thirds, ", "),
                               fmt::join(kernel.schedule.touches, ", "));
    members += fmt::format("    .align_slot = {},\n", kernel.distribution.alignment.slot);
    if (kernel.distribution.alignment.slot >= 0) {
        members += fmt::format("    .align_dim = {},\n    .align_scale = {},\n", kernel.distribution.alignment.dim,
                               kernel.distribution.alignment.scale);
    }
    return text + fmt::format("static hydra_rt_loop {} = {{\n{}}};\n", context.name("loop_" + kernel.name), members);
}

std::string site_descriptor(const Context& context, const ir::Site& site) {
    if (!site.copied.empty())
        return "";
    if (site.window) {
        return fmt::format("static hydra_rt_window {} = {{.at = {}{}}};\n", context.name("site_" + site.name),
                           string_literal(site.at),
                           site.decides.empty() ? "" : ", .decides = " + string_literal(site.decides));
    }
    const Described what{
        site.name, site.at, site.touches.keys,     site.touches.slots, site.touches.accesses, site.touches.watched,
        "site",    0,       &site.touches.accesses};
    return fmt::format("/* What the serial code at {} touches. */\n", comment_text(site.at)) +
           footprint_function(context, what) + "\n" + slot_table(context, what) + told_table(context, what) +
           fmt::format("static hydra_rt_loop {} = {{\n{}{}    .align_slot = -1,\n}};\n",
                       context.name("site_" + site.name), one_line(common_members(context, what)),
                       (site.decides.empty() ? "" : fmt::format("    .decides = {},\n", string_literal(site.decides))) +
                           (site.windows ? "    .flags = HYDRA_RT_WINDOWS,\n" : ""));
}

std::vector<ir::HostExpr> marks_of(const ir::Kernel& kernel) {
    std::vector<ir::HostExpr> marks;
    for (const auto& mark : kernel.inspection.marks) {
        const auto is_slot = [&](const ir::Slot& slot) { return slot.host == mark; };
        if (!kernel.inspection.inspectors.empty() &&
            std::none_of(kernel.touches.slots.begin(), kernel.touches.slots.end(), is_slot))
            marks.push_back(mark);
    }
    return marks;
}

} // namespace hydra::codegen

// Printer of the text form; one function an operation.
#include "ir/print.h"

#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace hydra::ir {

namespace {

std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += c == '\n' ? ' ' : c;
    }
    return out + "\"";
}

const char* word(AccessKind kind) {
    switch (kind) {
    case AccessKind::read:
        return "read";
    case AccessKind::write:
        return "write";
    case AccessKind::may_write:
        return "maywrite";
    case AccessKind::reduce:
        return "reduce";
    }
    return "?";
}

std::string box_text(const Access& access) {
    std::string out;
    for (const Bound& bound : access.box)
        out += fmt::format(" {} {} {}", quoted(bound.lo), quoted(bound.hi), quoted(bound.step));
    return out;
}

std::string access_text(const Access& access) {
    std::string out = fmt::format("  {} {} {}", word(access.kind), access.slot, quoted(access.text));
    switch (access.form) {
    case Access::Form::box:
        out += " box" + box_text(access);
        break;
    case Access::Form::rows:
        out += " rows " + quoted(access.rows) + box_text(access);
        break;
    case Access::Form::whole:
        out += " whole" + box_text(access);
        break;
    case Access::Form::everything:
        out += " everything";
        break;
    case Access::Form::found:
        out += fmt::format(" found {}", access.stage);
        break;
    }
    if (!access.row.empty())
        out += " row " + quoted(access.row);
    if (access.each > 0)
        out += fmt::format(" each {}", access.each);
    if (access.index)
        out += " index";
    if (!access.guard.empty())
        out += " if " + quoted(access.guard);
    if (!access.reason.empty())
        out += " because " + quoted(access.reason);
    for (const std::string& fact : access.facts)
        out += " fact " + quoted(fact);
    return out + "\n";
}

std::string memory_text(const std::vector<Key>& keys, const std::vector<Slot>& slots,
                        const std::vector<Access>& accesses) {
    std::string out;
    for (const Key& key : keys)
        out += fmt::format("  key {} {}{}{}{}\n", key.name, quoted(key.host), key.is_variable ? " variable" : "",
                           key.natural ? " natural" : "", key.limit > 0 ? fmt::format(" limit {}", key.limit) : "");
    for (std::size_t i = 0; i < slots.size(); ++i) {
        out += fmt::format("  slot {} {} {} {}", i, quoted(slots[i].name), quoted(slots[i].host), slots[i].elem);
        for (const std::string& length : slots[i].lengths)
            out += " " + quoted(length);
        if (slots[i].skew != 0)
            out += fmt::format(" skew {}", slots[i].skew);
        for (const int dim : slots[i].tables)
            out += fmt::format(" table {}", dim);
        out += slots[i].found ? " found" : "";
        out += slots[i].role == Slot::Role::coarse ? " coarse\n" : slots[i].role == Slot::Role::fine ? " fine\n" : "\n";
    }
    for (const Access& access : accesses)
        out += access_text(access);
    return out;
}

std::string kernel_text(const Kernel& kernel) {
    std::string out = fmt::format("kernel {} {} at {} {{\n", kernel.id.value, kernel.name, quoted(kernel.at));
    out += fmt::format("  space {} {}", quoted(kernel.space.begin), quoted(kernel.space.end));
    if (kernel.space.counted)
        out += fmt::format(" counted {} {}", quoted(kernel.space.start), quoted(kernel.space.step));
    if (!kernel.space.astray.empty())
        out += " astray " + quoted(kernel.space.astray);
    out += kernel.space.descending ? " descending\n" : "\n";
    out += memory_text(kernel.touches.keys, kernel.touches.slots, kernel.touches.accesses);
    if (kernel.distribution.alignment.slot >= 0)
        out +=
            fmt::format("  align {} {} {} {}\n", kernel.distribution.alignment.slot, kernel.distribution.alignment.dim,
                        kernel.distribution.alignment.scale, quoted(kernel.distribution.alignment.offset));
    if (!kernel.distribution.dealing.reason.empty())
        out += fmt::format("  dealt {}{} {}\n", kernel.distribution.dealing.in_turn ? "in_turn" : "in_blocks",
                           kernel.distribution.dealing.bounds_move ? " moving" : "",
                           quoted(kernel.distribution.dealing.reason));
    if (kernel.analysis.replicated)
        out += "  replicated " + quoted(kernel.analysis.reason) + "\n";
    for (const Inspector& inspector : kernel.inspection.inspectors)
        out += "  inspector " + quoted(inspector.body) +
               (inspector.functions.empty() ? "" : " calls " + quoted(inspector.functions)) + "\n";
    for (const std::string& mark : kernel.inspection.marks)
        out += "  mark " + quoted(mark) + "\n";
    if (kernel.inspection.forgets)
        out += "  forgets\n";
    if (kernel.analysis.proved_parallel)
        out += "  parallel\n";
    if (kernel.schedule.interleaving.any())
        out += fmt::format("  interleaves {}{}{}{}\n", kernel.schedule.interleaving.block,
                           kernel.schedule.interleaving.lanes ? " lanes" : "",
                           kernel.schedule.interleaving.plain_roots.empty() ? "" : " roots ",
                           fmt::join(kernel.schedule.interleaving.plain_roots, " roots "));
    if (!kernel.schedule.inner.empty())
        out += fmt::format("  lies {}{}\n", kernel.schedule.dimension, kernel.schedule.is_reused ? " reused" : "");
    for (const InnerLoop& inner : kernel.schedule.inner)
        out += fmt::format("  deals {} {}{}\n", inner.name, inner.dimension, inner.is_reused ? " reused" : "");
    return out + "}\n";
}

void print_block(std::string& out, const Block& block, int depth);

void print_op(std::string& out, const Op& op, int depth) {
    const std::string indent(static_cast<std::size_t>(depth) * 2, ' ');
    if (const auto* alloc = op.as<AllocOp>()) {
        out += fmt::format("{}alloc {}\n", indent, quoted(alloc->name));
    } else if (const auto* release = op.as<FreeOp>()) {
        out += fmt::format("{}free {} {}\n", indent, quoted(release->what), quoted(release->at));
    } else if (const auto* transfer = op.as<TransferOp>()) {
        out += fmt::format("{}transfer {}\n", indent, transfer->site.value);
    } else if (const auto* launch = op.as<LaunchOp>()) {
        out += fmt::format("{}launch {}\n", indent, launch->kernel.value);
    } else if (const auto* serial = op.as<SerialOp>()) {
        out += fmt::format("{}serial {}\n", indent, quoted(serial->at));
    } else if (const auto* loop = op.as<LoopOp>()) {
        out += fmt::format("{}loop {} {{\n{}  condition {{\n", indent, quoted(loop->at), indent);
        print_block(out, loop->condition, depth + 2);
        out += fmt::format("{0}  }}\n{0}  body {{\n", indent);
        print_block(out, loop->body, depth + 2);
        out += fmt::format("{0}  }}\n{0}}}\n", indent);
    } else if (const auto* branch = op.as<BranchOp>()) {
        out += fmt::format("{}branch {} {{\n{}  then {{\n", indent, quoted(branch->at), indent);
        print_block(out, branch->then, depth + 2);
        out += fmt::format("{0}  }}\n{0}  else {{\n", indent);
        print_block(out, branch->otherwise, depth + 2);
        out += fmt::format("{0}  }}\n{0}}}\n", indent);
    }
}

void print_block(std::string& out, const Block& block, int depth) {
    for (const Op& op : block)
        print_op(out, op, depth);
}

std::string box_for_people(const Access& access) {
    std::string out;
    for (const Bound& bound : access.box)
        out += bound.step == "1" ? fmt::format("[{}, {})", bound.lo, bound.hi)
                                 : fmt::format("[{}, {} by {})", bound.lo, bound.hi, bound.step);
    return out;
}

std::string for_people(const std::vector<Slot>& slots, const Access& access) {
    std::string out = fmt::format("  {:<8} {}: ", word(access.kind), access.text);
    if (!access.guard.empty())
        out += fmt::format("if {}: ", access.guard);
    switch (access.form) {
    case Access::Form::box:
        out += box_for_people(access);
        if (const Slot& slot = slots[static_cast<std::size_t>(access.slot)]; slot.skew != 0)
            out += " in rows of " + slot.lengths.front();
        break;
    case Access::Form::rows:
        out += "rows " + access.rows + (access.box.empty() ? "" : "of " + box_for_people(access));
        break;
    case Access::Form::whole:
        out += (access.box.empty() ? "the whole of " : "all elements of ") +
               slots[static_cast<std::size_t>(access.slot)].name;
        break;
    case Access::Form::everything:
        out += "every array";
        break;
    case Access::Form::found:
        return out + fmt::format("found at run time, in stage {}{}\n", access.stage,
                                 access.index ? "  decides what others touch" : "");
    }
    out += access.index ? "  decides what others touch" : "";
    out += access.reason.empty() ? "  exact" : "  not exact: " + access.reason;
    for (const std::string& fact : access.facts)
        out += "  proved: " + fact;
    return out + "\n";
}

} // namespace

std::string print(const Program& program) {
    std::string out;
    for (const Kernel& kernel : program.kernels)
        out += kernel_text(kernel);
    for (const Site& site : program.sites)
        out += fmt::format("site {} {} at {} {} {{\n{}{}{}{}}}\n", site.id.value, site.name, quoted(site.at),
                           site.condition != nullptr ? "condition" : "statement",
                           memory_text(site.touches.keys, site.touches.slots, site.touches.accesses),
                           site.copied.empty() ? "" : fmt::format("  copies {}\n", quoted(site.copied)),
                           (site.when.empty() ? "" : fmt::format("  when {}\n", quoted(site.when))) +
                               (site.window ? "  window\n" : "") + (site.windows ? "  windows\n" : ""),
                           site.alone ? fmt::format("  alone {} streams {}\n",
                                                    quoted(fmt::format("{}", fmt::join(site.handed, ", "))),
                                                    quoted(fmt::format("{}", fmt::join(site.streams, ", "))))
                                      : "");
    for (const auto& [unit, array] : program.static_arrays)
        out += fmt::format("static {} {}\n", unit, quoted(array != nullptr ? array->name : "?"));
    for (const Function& function : program.functions) {
        out += fmt::format("function {} {} {{\n", function.unit, function.name);
        print_block(out, function.body, 1);
        out += "}\n";
    }
    return out;
}

std::string print_footprints(const Program& program) {
    std::string out;
    for (const Kernel& kernel : program.kernels) {
        out += fmt::format("{}: parallel loop, iterations {} <= x < {}{}\n", kernel.at, kernel.space.begin,
                           kernel.space.end,
                           kernel.analysis.replicated ? "; every rank runs it: " + kernel.analysis.reason : "");
        for (const Access& access : kernel.touches.accesses)
            out += for_people(kernel.touches.slots, access);
        if (kernel.analysis.proved_parallel)
            out += "  proved free of races\n";
        if (kernel.schedule.interleaving.block > 0)
            out += fmt::format("  {} iterations at a time run through its inner loops together\n",
                               kernel.schedule.interleaving.block);
        else if (kernel.schedule.interleaving.lanes)
            out += "  iterations may be lanes of a vector\n";
        for (const InnerLoop& inner : kernel.schedule.inner)
            out += fmt::format("  rounds of the loop over {} may be dealt out to work items, dimension {}\n",
                               inner.name, inner.dimension);
        std::set<const VarDecl*> by_value;
        for (const Slot& slot : kernel.touches.slots)
            if (slot.by_value != nullptr && by_value.insert(slot.by_value).second)
                out += fmt::format("  devices are handed the value of {}\n", slot.by_value->name);
        if (kernel.distribution.alignment.slot >= 0)
            out += fmt::format("  placed by subscript {} of {}\n", kernel.distribution.alignment.dim + 1,
                               kernel.touches.slots[static_cast<std::size_t>(kernel.distribution.alignment.slot)].name);
        if (!kernel.distribution.dealing.reason.empty())
            out += "  " + kernel.distribution.dealing.reason + "\n";
    }
    for (const Site& site : program.sites) {
        out += fmt::format("{}: serial code{}\n", site.at,
                           !site.copied.empty() ? ", a bulk copy"
                           : site.alone         ? ", for rank 0"
                                                : "");
        for (const Access& access : site.touches.accesses)
            out += for_people(site.touches.slots, access);
    }
    return out;
}

} // namespace hydra::ir

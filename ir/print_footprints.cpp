// What each kernel and site reads and writes, for people (--dump=footprints).
#include <set>
#include <string>

#include <fmt/format.h>

#include "ir/print.h"

namespace hydra::ir {

namespace {

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

// copied: of a bulk copy, the number of bytes.
std::string box_for_people(const Access& access, const std::string& copied) {
    std::string out;
    for (const Bound& bound : access.box)
        out += !copied.empty()   ? fmt::format("[0, {})", copied)
               : bound.step == 1 ? fmt::format("[{}, {})", bound.lo.text(), bound.hi.text())
                                 : fmt::format("[{}, {} by {})", bound.lo.text(), bound.hi.text(), bound.step.text());
    return out;
}

std::string for_people(const std::vector<Slot>& slots, const Access& access, const std::string& copied = {}) {
    std::string out = fmt::format("  {:<8} {}: ", word(access.kind), access.text);
    if (access.guard)
        out += fmt::format("if {}: ", access.guard->text());
    switch (access.form) {
    case Access::Form::box:
        out += box_for_people(access, copied);
        if (const Slot& slot = slots[static_cast<std::size_t>(access.slot)]; slot.skew != 0)
            out += " in rows of " + slot.lengths.front().text();
        break;
    case Access::Form::rows:
        out += "rows " + access.rows.text() + (access.box.empty() ? "" : "of " + box_for_people(access, copied));
        break;
    case Access::Form::whole:
        out += (access.box.empty() ? "the whole of " : "all elements of ") +
               slots[static_cast<std::size_t>(access.slot)].name;
        break;
    case Access::Form::everything:
        out += access.everywhere ? "what no loop writes" : "every array";
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

std::string print_footprints(const Program& program) {
    std::string out;
    for (const Kernel& kernel : program.kernels) {
        out += fmt::format("{}: parallel loop, iterations {} <= x < {}{}\n", kernel.at, kernel.space.begin.text(),
                           kernel.space.end.text(),
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
        if (!kernel.distribution.block_cyclic.reason.empty())
            out += "  " + kernel.distribution.block_cyclic.reason + "\n";
    }
    for (const Site& site : program.sites) {
        out += fmt::format("{}: serial code{}\n", site.at,
                           !site.copied.empty() ? ", a bulk copy"
                           : site.alone         ? ", for rank 0"
                                                : "");
        for (const Access& access : site.touches.accesses)
            out += for_people(site.touches.slots, access, site.copied.text());
    }
    return out;
}

} // namespace hydra::ir

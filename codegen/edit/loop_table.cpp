// See loop_table.h.
#include "codegen/edit/loop_table.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codegen/text/text.h"

namespace hydra::codegen {

namespace {

// "lo" and "hi" for the runtime's names of a chunk's ends, and without what macros of the runtime's say.
std::string said(const ir::SymbolicExpr& expr) {
    auto text = expr.text();
    for (const auto& [name, plain] : {std::pair(std::string(ir::chunk_begin), "lo"), {ir::chunk_end, "hi"}})
        for (auto at = text.find(name); at != std::string::npos; at = text.find(name))
            text.replace(at, name.size(), plain);
    return text;
}

constexpr std::size_t widest_row = 118; // columns
constexpr std::array<std::array<const char*, 2>, 3> nouns{
    {{"plane", "planes"}, {"row", "rows"}, {"column", "columns"}}};

std::string range_words(const ir::Bound& bound, const std::array<const char*, 2>& noun) {
    const auto lo = bound.lo.constant(), hi = bound.hi.constant(), step = bound.step.constant();
    if (lo && hi && *hi == *lo + 1)
        return fmt::format("{} {}", noun[0], *lo);
    if (said(bound.hi) == said(bound.lo) + " + 1")
        return fmt::format("{} {}", noun[0], said(bound.lo));
    return fmt::format("{} {} to {}{}", noun[1], said(bound.lo), said(bound.hi),
                       step == 1 ? "" : fmt::format(", each {}th", said(bound.step)));
}

// Which elements a chunk of iterations touches by the access.
std::string part_words(const ir::Access& access) {
    using Form = ir::Access::Form;
    if (access.form == Form::found)
        return "looked up when the program runs";
    if (access.form == Form::everything)
        return "nobody knows: any memory";
    if (access.everywhere)
        return "what all ranks have";
    if (access.form == Form::rows)
        return "a shape that is found row by row";
    if (access.box.empty())
        return "all of it, or a part that is not known";
    const auto dims = access.box.size();
    std::vector<std::string> ranges;
    for (std::size_t d = 0; d < dims; ++d)
        ranges.push_back(dims == 1 ? range_words(access.box[d], {"element", "elements"})
                         : dims <= nouns.size()
                             ? range_words(access.box[d], nouns[d + nouns.size() - dims])
                             : fmt::format("[{} to {}]", said(access.box[d].lo), said(access.box[d].hi)));
    return fmt::format("{}", fmt::join(ranges, ", ")) +
           (access.guard ? fmt::format(", if {}", said(*access.guard)) : "");
}

const char* verb(const ir::Access& access) {
    switch (access.kind) {
    case ir::AccessKind::read:
        return "reads";
    case ir::AccessKind::write:
        return "writes";
    case ir::AccessKind::may_write:
        return "may write";
    case ir::AccessKind::reduce:
        return "accumulates into";
    }
    return "";
}

// What a cast to long makes no difference to.
std::string plain(std::string text) {
    for (auto at = text.find("(long)"); at != std::string::npos; at = text.find("(long)"))
        text.erase(at, 6);
    while (text.size() > 2 && text.front() == '(' && text.find(')') + 1 == text.size())
        text = text.substr(1, text.size() - 2);
    return text;
}

// The length of a range: "n - 2" of 1 and "n - 1".
std::string length_words(const ir::Bound& bound) {
    const auto lo = bound.lo.constant(), hi = bound.hi.constant();
    if (lo && hi)
        return std::to_string(*hi - *lo);
    std::string base = said(bound.hi);
    if (!lo)
        return fmt::format("({} - ({}))", base, said(bound.lo));
    std::int64_t minus = *lo;
    const auto at = base.rfind(" - ");
    if (at != std::string::npos && at + 3 < base.size() &&
        base.find_first_not_of("0123456789", at + 3) == std::string::npos && base.find('(') == std::string::npos) {
        minus += std::stoll(base.substr(at + 3));
        base = base.substr(0, at);
    }
    return minus == 0  ? base
           : minus > 0 ? fmt::format("({} - {})", base, minus)
                       : fmt::format("({} + {})", base, -minus);
}

// Of the dimensions behind the first: how many bytes a row of the access has.
std::string row_bytes(const ir::Slot& slot, const ir::Access& access) {
    std::string bytes = std::to_string(slot.elem);
    for (std::size_t d = 1; d < access.box.size(); ++d)
        bytes += " * " + length_words(access.box[d]);
    return bytes;
}

// What a rank gets of others before it runs its iterations.
std::vector<std::string> gets(const ir::Kernel& kernel) {
    using Kind = ir::Movement::Kind;
    std::map<std::pair<std::string, std::string>, std::vector<std::string>> halo; // by array and bytes: which rows
    std::vector<std::string> out;
    const auto add = [&](const std::string& text) {
        if (std::find(out.begin(), out.end(), text) == out.end())
            out.push_back(text);
    };
    for (const auto& access : kernel.touches.accesses) {
        if (access.kind != ir::AccessKind::read || access.slot < 0)
            continue;
        const auto& slot = kernel.touches.slots[static_cast<std::size_t>(access.slot)];
        if (access.form == ir::Access::Form::found) {
            add(fmt::format("what it looks up in {}", slot.name));
            continue;
        }
        const auto& movement = access.movement;
        if (access.everywhere || movement.everywhere)
            continue;
        switch (movement.kind) {
        case Kind::own:
            break;
        case Kind::neighbour:
            if (auto& rows = halo[{slot.name, row_bytes(slot, access)}];
                std::find(rows.begin(), rows.end(), movement.subscript) == rows.end())
                rows.push_back(movement.subscript);
            break;
        case Kind::all:
            add(fmt::format("all ranks' part of {}: {}", slot.name, part_words(access)));
            break;
        case Kind::elsewhere:
            add(fmt::format("of {} what it reads and others have", slot.name));
            break;
        case Kind::unknown:
            add(fmt::format("of {} what it lacks", slot.name));
            break;
        }
    }
    for (const auto& [what, rows] : halo)
        out.push_back(fmt::format("{} {} of {} beyond its own, {} bytes{}", rows.size() > 1 ? "rows" : "row",
                                  fmt::join(rows, " and "), what.first, what.second, rows.size() > 1 ? " each" : ""));
    return out;
}

std::string lies_with(const ir::Kernel& kernel) {
    if (kernel.analysis.replicated)
        return "every rank runs it";
    const auto& alignment = kernel.distribution.alignment;
    if (alignment.slot < 0)
        return "blocks of iterations";
    const auto& slot = kernel.touches.slots[static_cast<std::size_t>(alignment.slot)];
    const char* what = slot.dims() == 1                                             ? "elements"
                       : static_cast<std::size_t>(alignment.dim) + 1 == slot.dims() ? "columns"
                       : alignment.dim == 0 && slot.dims() > 2                      ? "planes"
                                                                                    : "rows";
    return fmt::format("{} of {}", what, slot.name);
}

} // namespace

std::vector<const ir::Kernel*> kernels_in_text(const Context& context, int unit) {
    std::vector<const ir::Kernel*> list;
    const auto file = context.program.units[static_cast<std::size_t>(unit)]->file;
    for (const auto& kernel : context.program.kernels)
        if (kernel.unit == unit && kernel.loop->range.file == file)
            list.push_back(&kernel);
    std::stable_sort(list.begin(), list.end(),
                     [](const auto* a, const auto* b) { return a->loop->range.begin < b->loop->range.begin; });
    return list;
}

std::string touched_comment(const Context&, const ir::Kernel& kernel) {
    const auto& variable = kernel.loop->as<ir::For>()->canonical.variable->name;
    std::string text =
        fmt::format("/* {}: the loop over {} of {}.\n", comment_text(kernel.at), variable, kernel.function->name);
    for (const auto& access : kernel.touches.accesses)
        text +=
            fmt::format(" *   {} {}: {}\n", verb(access), comment_text(access.text), comment_text(part_words(access)));
    text.pop_back();
    return text + " */\n";
}

std::string loop_table(const Context& context, int unit, const std::string& stem) {
    const auto& path = context.sources.file(context.program.units[static_cast<std::size_t>(unit)]->file).path;
    std::string text = fmt::format(
        "/* {}\n * with its parallel loops as launches; their bodies, and what they touch, are in {}_loops.h.\n"
        " * A rank runs the iterations that lie with its part of an array, after it has got:\n",
        comment_text(path), stem);
    for (const auto* kernel : kernels_in_text(context, unit)) {
        const auto& space = kernel->space;
        const auto& variable = kernel->loop->as<ir::For>()->canonical.variable->name;
        const auto what =
            space.counted ? fmt::format("{} iterations", plain(space.end.text()))
                          : fmt::format("{} <= {} < {}", plain(space.begin.text()), variable, plain(space.end.text()));
        const auto line = context.sources.position(kernel->loop->range.file, kernel->loop->range.begin).line;
        const auto all = gets(*kernel);
        std::string row = fmt::format(" *   line {}, {}, with {}: ", line, comment_text(what), lies_with(*kernel));
        for (std::size_t i = 0; i < all.size(); ++i) {
            const auto next = comment_text(all[i]) + (i + 1 < all.size() ? ";" : "");
            if (row.size() + next.size() + 1 > widest_row) {
                text += row + "\n";
                row = " *      ";
            }
            row += (row.ends_with(' ') ? "" : " ") + next;
        }
        text += row + (all.empty() ? "nothing\n" : "\n");
    }
    text.pop_back();
    return text + " */\n";
}

} // namespace hydra::codegen

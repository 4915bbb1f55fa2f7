// See sweep_kernels.h. A rank counts its rounds in numbers of type long, and gives each to the user's variable.
#include "codegen/kernel/sweep_kernels.h"

#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codegen/kernel/kernel_interleaved.h"
#include "codegen/kernel/slot_families.h"
#include "codegen/text/counting.h"
#include "codegen/text/walk.h"

namespace hydra::codegen {

namespace {

// The loop over the block's iterations around some text.
std::string across(const SegmentTexts& texts, bool loops, const std::string& body, const std::string& pad) {
    return (loops ? "" : lanes_pragma()) + pad + texts.header + " {\n" + body + pad + "}\n";
}

using Loops = std::vector<const ir::For*>;

// The loops of the body in which the statement stands, outer ones first; false: it does not stand there.
bool find_loops(const ir::Stmt& body, const ir::Stmt& statement, Loops& loops) {
    if (&body == &statement)
        return true;
    const auto* loop = body.as<ir::For>();
    if (loop != nullptr)
        loops.push_back(loop);
    bool found = false;
    ir::for_each_child(
        body, [](const ir::Expr&) {},
        [&](const ir::Stmt& child) { found = found || find_loops(child, statement, loops); });
    if (!found && loop != nullptr)
        loops.pop_back();
    return found;
}

// Statements that follow each other in the same loops get them once.
std::string statements_text(const ir::Sweep::Segment& segment, const SegmentTexts& texts, const ir::PrintHooks& hooks) {
    std::string body;
    Loops open;
    bool any = false;
    const auto pad = [&] { return std::string(4 * (3 + open.size()), ' '); };
    const auto close = [&] {
        while (!open.empty()) {
            open.pop_back();
            body += pad() + "}\n";
        }
    };
    for (const auto* statement : segment.statements) {
        Loops loops;
        find_loops(*texts.body, *statement, loops);
        any = any || !loops.empty() || holds_loop(*statement);
        if (loops != open) {
            close();
            for (const auto* loop : loops) {
                body += pad() + loop_head(*loop, hooks) + " {\n";
                open.push_back(loop);
            }
        }
        body += ir::print_c(*statement, static_cast<int>(3 + open.size()), hooks);
    }
    close();
    return across(texts, any, body, std::string(8, ' '));
}

} // namespace

std::string segment_prefix(std::size_t segment) { return fmt::format("sweep{}", segment + 1); }

std::string segment_text(const Context& context, const ir::Sweep::Segment& segment, const SegmentTexts& texts,
                         const ir::PrintHooks& hooks) {
    const ir::CountingLoop& rounds = segment.loop;
    if (rounds.loop == nullptr)
        return fmt::format("    {{{}\n{}    }}\n", texts.per_iteration, statements_text(segment, texts, hooks));
    const auto& loop = *rounds.loop->as<ir::For>();
    const auto round = context.name("round"), first = context.name("first"), stop = context.name("stop");
    const auto from = context.name("rounds_from"), to = context.name("rounds_to");
    const auto type = texts.type(*rounds.variable);
    const bool up = rounds.step > 0;
    const std::string beyond = !rounds.inclusive ? "" : up ? " + 1" : " - 1";
    auto text = fmt::format("    {{{}\n        const long {} = (long)({})({}), {} = (long)({}){};\n",
                            texts.per_iteration, first, type, ir::print_c(*rounds.start, hooks), stop,
                            compared_bound(rounds, ir::print_c(*rounds.bound, hooks)), beyond);
    text += up ? fmt::format("        for (long {0} = {1} > {2} ? {1} : {2}; {0} < {3} && {0} < {4}; {0}++) {{\n",
                             round, first, from, stop, to)
               : fmt::format("        for (long {0} = {1} < {2} ? {1} : {2} - 1; {0} > {3} && {0} >= {4}; {0}--) {{\n",
                             round, first, to, stop, from);
    const bool declared = loop.init->as<ir::DeclStmt>() != nullptr;
    text += fmt::format("            {}{} = ({}){};\n", declared ? type + " " : "", rounds.variable->name, type, round);
    return text + across(texts, holds_loop(*loop.body), ir::print_c(*loop.body, 4, hooks), std::string(12, ' ')) +
           "        }\n    }\n";
}

std::string sweep_descriptor(const Context& context, const ir::Kernel& kernel) {
    const auto name = [&](const std::string& prefix) { return context.name(prefix + "_" + kernel.name); };
    auto text =
        fmt::format("static const unsigned short {}[] = {{{}}};\n", name("sweep_family"), slot_families(kernel));
    std::vector<std::string> rows;
    for (std::size_t at = 0; at < kernel.distribution.sweep.segments.size(); ++at) {
        const auto& segment = kernel.distribution.sweep.segments[at];
        const auto prefix = segment_prefix(at);
        rows.push_back(fmt::format("\n    {{{{{}, {}, {}, {}, {}, 0}}, {}}}", name(prefix + "_touches"), name(prefix),
                                   name("sweep_family"), kernel.distribution.sweep.dim, segment.offset,
                                   segment.loop.loop == nullptr ? 0 : segment.loop.step));
    }
    text += fmt::format("static const hydra_rt_segment {}[] = {{{}}};\n", name("segments"), fmt::join(rows, ","));
    std::string lines = "0";
    if (const ir::Sweep& sweep = kernel.distribution.sweep; sweep.edges) {
        lines = "&" + name("edges_of");
        text += fmt::format("static const hydra_rt_edges {} = {{{}, {}, {}, {}}};\n", name("edges_of"), sweep.group,
                            sweep.across, sweep.across_offset, sweep.by_grid_only ? 1 : 0);
    }
    return text + fmt::format("static const hydra_rt_sweep {} = {{{}, {}, {}, {}, {}, {}}};\n", name("sweep_of"),
                              rows.size(), name("segments"), kernel.distribution.sweep.slot,
                              kernel.distribution.sweep.border, kernel.distribution.sweep.changes, lines);
}

} // namespace hydra::codegen

// The report for terminals: one paragraph a loop, an access a line, and beneath it what moves because of it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "driver/report/folding.h"
#include "driver/report/report.h"

namespace hydra::driver {

namespace {

std::string lines_text(const FoldedAccess& folded) {
    return fmt::format("(line{} {})", folded.lines.size() == 1 ? "" : "s", fmt::join(folded.lines, ", "));
}

std::string accesses_text(const std::vector<ReportAccess>& accesses) {
    std::string text;
    for (const auto& folded : fold_accesses(accesses, true)) {
        const ReportAccess& access = folded.access;
        text += fmt::format("    {:<9} {}  {}  {}  {}\n", access.kind, access.text, lines_text(folded), access.section,
                            access.exact ? "exact" : "not exact: " + access.reason);
        if (!access.movement.empty())
            text += fmt::format("              moves: {}\n", access.movement);
    }
    return text;
}

// What the run of --profile counted there.
std::string counted_line(const Report& report, const ReportPlace& place) {
    const auto text = report.profile ? run_text(*report.profile, place) : "";
    return text.empty() ? "" : fmt::format("    {}\n", text);
}

std::string loop_text(const Report& report, const ReportLoop& loop) {
    std::string text = fmt::format("{}:{}: parallel loop in '{}': {}\n", loop.place.file, loop.place.line,
                                   loop.function, loop.iterations);
    if (!loop.distributed)
        text += fmt::format("    every rank runs it, in order (replicated): {}\n", loop.reason);
    else
        text += fmt::format("    placement: {}\n", loop.placement);
    for (const auto& candidate : loop.candidates)
        text += fmt::format("       {} {}\n", candidate.chosen || candidate.at_run_time ? "*" : "-",
                            candidate_text(candidate));
    text += fmt::format("    run by:    {}\n", loop.mapping);
    text += counted_line(report, loop.place);
    text += fmt::format("    worth:     {}\n", counted_text(loop));
    text += fmt::format("    parallel:  {}\n", parallel_text(loop));
    for (const auto& clause : loop.clauses)
        text += fmt::format("    {}\n", clause);
    return text + accesses_text(loop.accesses) + "\n";
}

std::string advised_text(const Report& report, const ReportAdvised& advised) {
    const ReportLoop& loop = advised.loop;
    std::string text =
        fmt::format("{}:{}: serial loop in '{}': {}\n    {} {}\n", loop.place.file, loop.place.line, loop.function,
                    loop.iterations, advised.own_line ? "add before it:" : "put in front of 'for':", advised.directive);
    if (const auto cost = cost_of(report, loop.place); !cost.empty())
        text += fmt::format("    now:      {}\n", cost);
    text += counted_line(report, loop.place);
    text += fmt::format("    parallel: {}\n", parallel_text(loop));
    for (const auto& folded : fold_accesses(loop.accesses, false))
        text += fmt::format("    {:<9} {}  {}\n", folded.access.kind, folded.access.text, lines_text(folded));
    return text + "\n";
}

std::string serial_text(const Report& report) {
    std::string text;
    for (const auto& advised : report.advised) {
        text += text.empty() ? "Serial loops that would gain from a directive:\n\n" : "";
        text += advised_text(report, advised);
    }
    bool any = false;
    for (const auto& other : other_serial_loops(report)) {
        text += any ? "" : "Other serial loops that touch arrays:\n\n";
        any = true;
        text += fmt::format("{}:{}: serial loop in '{}'\n", other.place.file, other.place.line, other.function);
        for (const auto& sentence : other.sentences)
            text += fmt::format("    {}\n", sentence);
        text += counted_line(report, other.place);
        text += accesses_text(other.accesses) + "\n";
    }
    return text;
}

} // namespace

std::string report_text(const Report& report) {
    std::string text;
    for (const auto& loop : report.loops)
        text += loop_text(report, loop);
    if (report.loops.empty())
        text += "No parallel loops: every rank runs the whole program.\n\n";
    text += serial_text(report);
    if (report.profile)
        text += costs_text(*report.profile, report);
    if (report.advice)
        text += advice_text(*report.advice);
    return text;
}

} // namespace hydra::driver

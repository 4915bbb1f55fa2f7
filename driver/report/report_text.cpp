// The report for terminals: one paragraph a loop, an access a line, and beneath it what moves because of it.
#include <set>

#include <fmt/format.h>

#include "driver/report/report.h"

namespace hydra::driver {

namespace {

std::string access_text(const ReportAccess& access) {
    std::string text = fmt::format("    {:<9} {}  (line {})  {}  {}\n", access.kind, access.text, access.place.line,
                                   access.section, access.exact ? "exact" : "not exact: " + access.reason);
    if (!access.movement.empty())
        text += fmt::format("              moves: {}\n", access.movement);
    return text;
}

std::string loop_text(const ReportLoop& loop) {
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
    text += fmt::format("    worth:     {}\n", counted_text(loop));
    text += fmt::format("    parallel:  {}\n", parallel_text(loop));
    for (const auto& clause : loop.clauses)
        text += fmt::format("    {}\n", clause);
    for (const auto& access : loop.accesses)
        text += access_text(access);
    return text + "\n";
}

std::string advised_text(const ReportAdvised& advised, const std::string& cost) {
    const ReportLoop& loop = advised.loop;
    std::string text =
        fmt::format("{}:{}: serial loop in '{}': {}\n    {} {}\n", loop.place.file, loop.place.line, loop.function,
                    loop.iterations, advised.own_line ? "add before it:" : "put in front of 'for':", advised.directive);
    if (!cost.empty())
        text += fmt::format("    now:      {}\n", cost);
    text += fmt::format("    parallel: {}\n", parallel_text(loop));
    std::set<std::string> said; // without their sections, accesses of different parts look alike
    for (const auto& access : loop.accesses) {
        const auto line = fmt::format("    {:<9} {}  (line {})\n", access.kind, access.text, access.place.line);
        text += said.insert(line).second ? line : "";
    }
    return text + "\n";
}

std::string serial_text(const Report& report) {
    std::string text;
    for (const auto& advised : report.advised) {
        text += text.empty() ? "Serial loops that would gain from a directive:\n\n" : "";
        text += advised_text(advised, cost_of(report, advised.loop.place));
    }
    bool any = false;
    for (const auto& other : other_serial_loops(report)) {
        text += any ? "" : "Other serial loops that touch arrays:\n\n";
        any = true;
        text += fmt::format("{}:{}: serial loop in '{}'\n", other.place.file, other.place.line, other.function);
        for (const auto& sentence : other.sentences)
            text += fmt::format("    {}\n", sentence);
        for (const auto& access : other.accesses)
            text += access_text(access);
        text += "\n";
    }
    return text;
}

} // namespace

std::string report_text(const Report& report) {
    std::string text;
    for (const auto& loop : report.loops)
        text += loop_text(loop);
    if (report.loops.empty())
        text += "No parallel loops: every rank runs the whole program.\n\n";
    text += serial_text(report);
    return text;
}

} // namespace hydra::driver

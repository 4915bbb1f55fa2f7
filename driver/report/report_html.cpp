// The report as one page for browsers: a section a loop, a table of accesses in it. No scripts, nothing from outside.
#include <fmt/format.h>

#include "driver/report/report.h"

namespace hydra::driver {

namespace {

constexpr const char* style =
    "body{font:15px/1.45 sans-serif;margin:2em auto;max-width:75em;padding:0 1em;color:#222;background:#fff}"
    "h1{font-size:1.5em}h2{font-size:1.15em;margin:1.6em 0 .3em}code,td.c{font-family:monospace}"
    "table{border-collapse:collapse;margin:.5em 0}th,td{text-align:left;padding:.25em .8em;border-bottom:1px solid "
    "#ddd;"
    "vertical-align:top}p{margin:.25em 0}.no{color:#a40000}.yes{color:#006b2d}"
    "@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}th,td{border-color:#444}.no{color:#ff8080}"
    ".yes{color:#7fd69a}}";

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        default:
            out += c;
        }
    }
    return out;
}

std::string access_table(const std::vector<ReportAccess>& accesses) {
    if (accesses.empty())
        return "";
    std::string text = "<table><tr><th>line</th><th>access</th><th></th><th>section of a rank</th><th>exact</th>"
                       "<th>what moves</th></tr>\n";
    for (const auto& access : accesses) {
        text += fmt::format("<tr><td>{}</td><td>{}</td><td class=c>{}</td><td class=c>{}</td><td class={}>{}</td>"
                            "<td>{}</td></tr>\n",
                            access.place.line, access.kind, escaped(access.text), escaped(access.section),
                            access.exact ? "yes" : "no", access.exact ? "yes" : escaped(access.reason),
                            escaped(access.movement));
    }
    return text + "</table>\n";
}

std::string section(const ReportLoop& loop) {
    std::string text =
        fmt::format("<h2><code>{}:{}</code> parallel loop in <code>{}</code></h2>\n<p>{}</p>\n",
                    escaped(loop.place.file), loop.place.line, escaped(loop.function), escaped(loop.iterations));
    text += loop.distributed
                ? fmt::format("<p class=yes>distributed: {}; {}</p>\n", escaped(loop.placement), escaped(loop.mapping))
                : fmt::format("<p class=no>every rank runs it, in order (replicated): {}</p>\n", escaped(loop.reason));
    for (const auto& candidate : loop.candidates)
        text += fmt::format("<p>{}</p>\n", escaped(candidate_text(candidate)));
    text += fmt::format("<p>worth: {}</p>\n", escaped(counted_text(loop)));
    text += fmt::format("<p>parallel: {}</p>\n", escaped(parallel_text(loop)));
    for (const auto& clause : loop.clauses)
        text += fmt::format("<p><code>{}</code></p>\n", escaped(clause));
    return text + access_table(loop.accesses);
}

std::string serial_heading(const ReportPlace& place, const std::string& function) {
    return fmt::format("<h2><code>{}:{}</code> serial loop in <code>{}</code></h2>\n", escaped(place.file), place.line,
                       escaped(function));
}

// Statements between the loops.
std::string serial_table(const Report& report) {
    std::string rows;
    for (const auto& site : report.serial) {
        if (site.loop)
            continue;
        std::string touched;
        for (const auto& access : site.accesses)
            touched += fmt::format("{}{} {}", touched.empty() ? "" : ", ", access.kind, access.text);
        rows += fmt::format("<tr><td>{}:{}</td><td class=c>{}</td><td>{}</td><td class=c>{}</td></tr>\n",
                            escaped(site.place.file), site.place.line, escaped(site.function),
                            site.alone ? "rank 0, where not every rank has it" : "every rank", escaped(touched));
    }
    if (rows.empty())
        return "";
    return "<h2>Serial code that touches arrays</h2>\n<p>what it reads is brought together for whoever runs it</p>\n"
           "<table><tr><th>line</th><th>function</th><th>run by</th><th>touches</th></tr>\n" +
           rows + "</table>\n";
}

} // namespace

std::string report_html(const Report& report) {
    std::string text = fmt::format("<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8><title>hydracc report"
                                   "</title><style>{}</style></head><body>\n<h1>What hydracc found</h1>\n"
                                   "<p>hydracc {}, target {}; sections are what a rank with the iterations "
                                   "lo … hi−1 touches, upper ends excluded</p>\n",
                                   style, report.version, report.target);
    for (const auto& loop : report.loops)
        text += section(loop);
    if (report.loops.empty())
        text += "<p class=no>No parallel loops: every rank runs the whole program.</p>\n";
    for (const auto& advised : report.advised) {
        text += serial_heading(advised.loop.place, advised.loop.function);
        text += fmt::format("<p>{}</p>\n<p class=yes>would gain from <code>{}</code>; {}</p>\n",
                            escaped(advised.loop.iterations), escaped(advised.directive),
                            escaped(parallel_text(advised.loop)));
        if (const auto cost = cost_of(report, advised.loop.place); !cost.empty())
            text += fmt::format("<p class=no>now: {}</p>\n", escaped(cost));
        text += access_table(advised.loop.accesses);
    }
    for (const auto& other : other_serial_loops(report)) {
        text += serial_heading(other.place, other.function);
        for (const auto& sentence : other.sentences)
            text += fmt::format("<p>{}</p>\n", escaped(sentence));
        text += access_table(other.accesses);
    }
    return text + serial_table(report) + "</body></html>\n";
}

} // namespace hydra::driver

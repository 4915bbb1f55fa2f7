// --report: what was found for each loop, in the words of the user's program. One model is built from the analysed
// program; each format is one function over it.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "driver/options.h"
#include "ir/program.h"

namespace hydra::driver {

struct ReportPlace {
    std::string file;
    std::uint32_t line = 0, column = 0; // from 1
};

struct ReportAccess {
    ReportPlace place;
    std::string array;
    std::string text;    // "a[i - 1][j]"
    std::string kind;    // "read", "write", "may-write"
    std::string section; // what a rank with the iterations lo … hi-1 touches: "[lo - 1 : hi - 1][1 : n - 1]"
    bool exact = true;
    std::string reason;   // why not
    std::string movement; // what moves between ranks because of it; empty: nothing is said
};

// A way to place the iterations.
struct ReportCandidate {
    std::string name;
    std::string volume;  // bytes that a launch moves: a formula; empty: none is known
    std::string reason;  // why
    bool chosen = false; // where HYDRA_PARTITION does not say otherwise
    bool possible = true;
    std::string note; // what decides when the program runs
};

struct ReportLoop {
    ReportPlace place;
    std::string function;
    std::string iterations; // "i from 1 while i < n - 1"
    bool distributed = true;
    std::string reason;    // why every rank runs it all
    bool proved = false;   // that no iteration depends on another one
    std::string placement; // which rank runs which iteration
    std::vector<ReportCandidate> candidates;
    std::string mapping;              // what runs a rank's share
    std::vector<std::string> clauses; // "reduction(+:sum)"
    std::vector<ReportAccess> accesses;
};

// Serial code that touches arrays.
struct ReportSerial {
    ReportPlace place;
    std::string function;
    bool loop = false; // a loop that touches whole sections
    std::string advice;
    std::vector<ReportAccess> accesses;
};

struct Report {
    std::string version; // of hydracc
    std::string target;
    std::vector<ReportLoop> loops;
    std::vector<ReportSerial> serial;
};

// host_reasons: why no device runs a loop, by its kernel's id.
Report make_report(const Options& options, const ir::Program& program, const support::SourceManager& sources,
                   const std::map<int, std::string>& host_reasons);

// What a way to place the iterations moves, as all formats for people say it.
std::string candidate_text(const ReportCandidate& candidate);

// Whether the directive was proved right, as all formats for people say it.
const char* parallel_text(const ReportLoop& loop);

std::string report_text(const Report& report);
std::string report_json(const Report& report);
std::string report_html(const Report& report); // one page without outside references

// Writes the report as the options say, to a file or standard output. Throws Failure (status 1).
void write_report(const Options& options, const Report& report);

} // namespace hydra::driver

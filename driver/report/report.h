// --report: what was found for each loop, in the words of the user's program. One model is built from the analysed
// program; each format is one function over it.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "driver/options.h"
#include "driver/report/advice.h"
#include "driver/report/formulas.h"
#include "driver/report/profile.h"
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
    std::string volume; // bytes that a launch moves: a formula; empty: none is known
    std::string where;  // the formula holds; empty: always
    bool at_most = false;
    std::string reason;  // why
    bool chosen = false; // where HYDRA_PARTITION does not say otherwise
    bool possible = true;
    std::string note; // what decides when the program runs
    bool at_run_time =
        false; // it, or another one of which this is true, is chosen then; `chosen`: where nothing decides
};

struct ReportLoop {
    ReportPlace place;
    std::string function;
    std::string iterations; // "i from 1 while i < n - 1"
    bool distributed = true;
    std::string reason;   // why every rank runs it (replicated)
    bool verified = true; // HYDRA_VERIFY looks at it
    bool proved = false;  // that no iteration depends on another one,
    // provided that these arrays do not overlap; equal names: rows of one table of pointers.
    std::vector<std::pair<std::string, std::string>> apart;
    std::vector<std::string> in_rows; // not proved, but would be if these accesses stay inside their rows, as C demands
    std::string doubt;                // why it is not proved otherwise; empty: nothing is known
    bool launch_looks = false;        // each launch at one rank finds out whether the doubt is justified
    std::string placement;            // which rank runs which iteration
    std::vector<ReportCandidate> candidates;
    std::string mapping;              // what runs a rank's share
    std::int64_t operations = 0;      // of an iteration, as the account counts them (docs/design/floor.md),
    bool are_guessed = false;         // where the run does not tell how often inner loops go round
    std::vector<std::string> clauses; // "reduction(+:sum)"
    std::vector<ReportAccess> accesses;
    LoopFormulas formulas; // for pictures
};

// Serial code that touches arrays.
struct ReportSerial {
    ReportPlace place;
    std::string function;
    bool loop = false;  // a loop that touches whole sections
    bool alone = false; // where not every rank has what it reads, rank 0 runs it; else every rank does
    std::string cost;   // of a loop: who runs it, and what has to be brought together for it
    std::vector<ReportAccess> accesses;
};

// A serial loop that would gain from a directive, which has been tried.
struct ReportAdvised {
    ReportLoop loop;       // as it would be
    std::string directive; // to be put before it:
    bool own_line = true;  // in a line of its own; else as an operator in front of `for`
};

// A serial loop that no directive is advised for.
struct ReportKept {
    ReportPlace place;
    std::string function;
    std::string reason;
};

struct Report {
    std::string version; // of hydracc
    std::string program; // the first source's name
    std::string target;
    std::vector<ReportLoop> loops;
    std::vector<ReportSerial> serial;
    std::vector<ReportAdvised> advised;
    std::vector<ReportKept> kept;
    std::optional<Profile> profile;     // --profile
    std::optional<ReportAdvice> advice; // --advise
};

// host_reasons: why no device runs a loop, by its kernel's id.
Report make_report(const Options& options, const ir::Program& program, const support::SourceManager& sources,
                   const std::map<int, std::string>& host_reasons);

// What was found for a parallel loop of the program; runs on a cpu.
ReportLoop report_loop(const support::SourceManager& sources, const ir::Program& program, const ir::Kernel& kernel);

// What the report knows of a serial loop that no directive is advised for, from either list.
struct OtherSerial {
    ReportPlace place;
    std::string function;
    std::vector<std::string> sentences;
    std::vector<ReportAccess> accesses;
};
std::vector<OtherSerial> other_serial_loops(const Report& report);

// What an iteration counts as.
std::string counted_text(const ReportLoop& loop);

// Who runs the serial loop that stands there, and what for; empty: it is none of Report::serial.
std::string cost_of(const Report& report, const ReportPlace& place);

// What a way to place the iterations moves, as all formats for people say it.
std::string candidate_text(const ReportCandidate& candidate);

// Whether the directive was proved right, as all formats for people say it.
std::string parallel_text(const ReportLoop& loop);

std::string report_text(const Report& report);
std::string report_json(const Report& report);
std::string report_html(const Report& report); // one page for browsers, without outside references

// Writes the report as the options say, to a file or standard output. Throws Failure (status 1).
void write_report(const Options& options, const Report& report);

} // namespace hydra::driver

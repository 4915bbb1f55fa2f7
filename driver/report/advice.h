// What --advise has found: changes of the program that dry runs have counted. It is printed by itself, and reports
// carry it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hydra::driver {

// What a dry run counts that a change may save.
struct DryCounts {
    std::int64_t bytes = 0, messages = 0; // between ranks, of all kinds
    std::int64_t serial_times = 0;        // that serial code brought data together
    std::int64_t replicated = 0;          // launches that every rank runs whole
    std::int64_t inspected = 0;           // launches that look up what they touch
    std::optional<std::int64_t> memory; // bytes of arrays that a rank touches, of the one with most; nullopt: not known
};

struct AdvisedChange {
    std::string at;           // "prog.c:12"; empty: nothing in the text
    std::string write;        // what to write there, or into the environment
    bool own_line = true;     // else in front of the loop
    bool environment = false; // of the run
};

struct PricedChange {
    AdvisedChange change;
    DryCounts counts;
    std::string said; // what it saves, in words
    std::string run;  // what an earlier run counted at that line (--profile); empty: nothing
};

struct ReportAdvice {
    // The best set of changes that was found.
    struct Together {
        std::vector<AdvisedChange> changes;
        DryCounts counts;
        std::string said;
        std::vector<AdvisedChange> worse; // what makes it worse, added to them
    };
    std::string program;
    std::string ranks; // HYDRA_DRYRUN
    DryCounts now;
    std::vector<PricedChange> changes;  // that save something by themselves, best first
    std::optional<Together> together;   // of two or more
    std::vector<std::string> not_tried; // sentences
};

// Whether `one` is the better count: fewer bytes, else fewer launches that every rank runs, fewer that look up, fewer
// times that serial code waits for data, fewer messages, less memory (which decides nothing where it is not known).
bool is_better(const DryCounts& one, const DryCounts& other);
// An order that agrees with it; of equal counts, those whose memory is not known come last.
bool is_before(const DryCounts& one, const DryCounts& other);

// "1,234 bytes in 5 messages instead of 2,345 in 6; …"
std::string saved_text(const DryCounts& now, const DryCounts& then);

// "12,345"
std::string grouped(std::int64_t number);

// The list for people.
std::string advice_text(const ReportAdvice& advice);

} // namespace hydra::driver

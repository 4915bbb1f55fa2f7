// --profile: what an earlier run counted (HYDRA_STATS), for each loop and each place of serial code in the report, and
// what of it cost most.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hydra::driver {

struct Report;
struct ReportPlace;

struct Profile {
    struct Loop {
        std::string at; // "prog.c:12"
        std::int64_t launches = 0, replicated = 0, inspected = 0, on_host = 0, bytes = 0;
        double seconds = 0;
    };
    struct Serial {
        std::string at;
        std::int64_t bytes = 0, messages = 0, times = 0;
    };
    std::string text; // all of it, in JSON
    int ranks = 0;
    bool dry = false;     // its seconds are no run's
    bool reduces = false; // bytes of reductions moved, which no loop's row has
    double seconds = 0, communication = 0, waiting = 0;
    std::vector<Loop> loops; // those of one line are one
    std::vector<Serial> serial;
};

// nullopt: the text is no such JSON.
std::optional<Profile> parse_profile(const std::string& text);
// Throws Failure (status 1).
Profile read_profile(const std::string& path);

// What the run counted at a place, in words; empty: nothing.
std::string run_text(const Profile& profile, const ReportPlace& place);
// Bytes between ranks at a place, of loops and serial code.
std::int64_t run_bytes(const Profile& profile, const ReportPlace& place);

// The ten places that cost most, with what the report says can be done there.
std::string costs_text(const Profile& profile, const Report& report);

} // namespace hydra::driver

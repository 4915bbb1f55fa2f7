// What one launch, or one piece of serial code, did on a rank, in words; and how such records travel to rank 0 at the
// end, where those of all ranks become one.
#pragma once

#include "runtime/stats/ledger.h"

#include <cstdint>
#include <string>
#include <vector>

namespace hydra::rt {

// What a rank has of one array in a launch.
struct TouchedPart {
    std::string array, here;        // its names: where it was made, and in the loop (empty: the same)
    std::string reads, writes, may; // "rows 0 to 50"; may: be written besides; empty: nothing
    std::string read_boxes{}, written_boxes{}, extents{}; // as drawn_parts.h has them; empty: nobody draws
};

struct RankPart {
    int rank = 0;
    std::string iterations; // "iterations 1 to 49"
    std::vector<TouchedPart> arrays;
    std::string shares{}; // "[[50, 100]]": lo <= x < hi, where x is as in hydra_rt_footprint_fn; empty: nobody draws
};

// A message, or a part of one that has words of its own. The sender knows what it cost and where it comes from, the
// receiver what it is for; in a dry run one process knows both.
struct MessageLine {
    Moved::Kind kind = Moved::Kind::coherence;
    int from = 0, to = 0;
    int index = 0;         // of the array among those of the move
    int number = 0;        // among those of the same array between the two
    bool sent = false;     // `bytes`, `messages` and `origin` are known
    bool expected = false; // `reason` and the access are
    std::int64_t bytes = 0, messages = 0;
    std::string array, here;    // as above; no array: empty
    std::string part;           // "row 99"; no array: what it is
    std::string boxes, extents; // as above
    std::string reason;         // "its iteration 100 reads from[i - 1][j] at prog.c:49"
    std::string origin;         // "wrote it at prog.c:57"
    std::int64_t iteration = 0;
    bool has_iteration = false;
    std::string also_at;           // lines of other accesses that read it, each with a blank behind it
    std::string access, access_at; // "from[i - 1][j]", "prog.c:51"
};

struct LaunchRecord {
    bool launch = true; // else: serial code
    std::string at, directive;
    std::int64_t last_line = 0;           // of the loop
    std::string all_iterations;           // of the launch
    std::string note;                     // why every rank runs all of it; or empty
    std::vector<std::string> accesses_at; // the lines of its accesses
    std::vector<RankPart> parts;
    std::vector<MessageLine> lines;
};

// As text that tells all of it, and back.
std::string to_text(const LaunchRecord& record);
LaunchRecord record_of(const std::string& text);

// What all ranks tell of one launch.
LaunchRecord joined(const std::vector<LaunchRecord>& ranks);

} // namespace hydra::rt

// The numbers by which the runtime decides what is worthwhile, each with what it decides and what set it. They count
// iterations, bytes and launches, so that all ranks, and dry runs, decide alike; those of devices and threads are a
// rank's own. Limits of memory and of tables stand where they are needed: they decide nothing but what is forgotten.
#pragma once
#include <cstddef>
#include <cstdint>

namespace hydra::rt::worth {

// ---- run everywhere instead of shared out ----

// A loop that was looked up for one launch only is run by every rank, if so few iterations share one found run …
inline constexpr std::int64_t iterations_a_run = 8;
// … and all its arrays have at most so many bytes for each touched element (run everywhere, they are on every rank) …
inline constexpr std::int64_t bytes_a_touch = 64;
// … or, where iterations go through rows, for each row: what planning for one takes, in bytes gone through (64 KiB at
// 10 GB/s are the 6 us that a row's plan takes).
inline constexpr std::int64_t bytes_a_looked_up_run = 64 << 10;
// With more ranks, each notes so small a part that notes are cheap, however long the loop.
inline constexpr int most_ranks_noting = 16;
// Launches that a table's rows are out of order for: each row's plan costs as much as to go through so many bytes.
inline constexpr std::int64_t bytes_a_row = 256 << 10;
// What is brought to all ranks for that, at most: past it, memory counts more than time.
inline constexpr std::int64_t most_bytes_everywhere = 256 << 20;
// Rows are followed one by one where there is a box for each iteration, and at least so many.
inline constexpr std::int64_t least_followed = 32;
// A launch that touches less takes less time than a message (16 KiB are 2 us) …
inline constexpr std::int64_t small_launch_bytes = 16 << 10;
// … and is run everywhere once so many like it have come one after the other, …
inline constexpr std::int64_t least_small_launches = 512;
// … and for each so many bytes of its arrays that have to be brought.
inline constexpr std::int64_t bytes_a_small_launch = 1 << 10;
// How large an iteration is, is looked at every so many launches.
inline constexpr std::int64_t looks_again_at_small = 16;
// On one rank: to follow a pointer takes as long as to go through so many bytes; fewer pointers than these never
// matter; and so many arrays may take turns in one loop before their tables count as seen for the first time.
inline constexpr std::int64_t bytes_a_followed_pointer = 2048, least_followed_pointers = 1024;
inline constexpr int arrays_in_turn = 3;

// ---- back-offs: launches left out after the first failure, and at most ----

inline constexpr std::int64_t most_left_out = 64; // of all: a look costs a hundred launches at most
inline constexpr std::int64_t overlap_least = 4;  // ranks touched what others write
inline constexpr std::int64_t vain_least = 2;     // what was looked up was nearly all of the arrays
inline constexpr std::int64_t rows_least = 1;     // rows were out of order
inline constexpr std::int64_t follows_least = 8;  // pointers took longer to follow than to run the loop

// ---- plans and messages ----

// A loop none of whose first plans was used again moves on: further ones are not kept.
inline constexpr std::size_t most_alike_plans = 16;
// Messages of more bytes than this travel only while somebody looks after them: the inside is run in slices, at most so
// many.
inline constexpr std::int64_t needs_attention = 64 * 1024;
inline constexpr std::int64_t most_slices = 8;
// Sections of sums below this are combined by one rank (a message takes as long as 4 KiB), below the second where not
// all ranks have the old values.
inline constexpr std::int64_t small_section = 4 * 1024, tiny_section = 1024;
// So many ranks form a grid unasked at most: plans for boxes look at all ranks, those for rows by rule do not.
inline constexpr int most_in_grid = 1024;
// With more ranks, the plans of all of a pipeline's steps would show: each looks at all ranks that have a block.
inline constexpr int most_in_pipeline = 512;

// ---- serial code ----

// Copies of at most so many bytes count as small; after so many of them between two launches, arrays are brought whole.
inline constexpr std::size_t small_copy_bytes = 1024;
inline constexpr long most_small_copies = 256;
// A site that asks for one piece after the other gets the array once it has asked so often, and once more for each so
// many bytes of it: they travel in the time that one piece takes.
inline constexpr std::size_t least_pieces = 32, bytes_a_piece = 64 * 1024;
// A walk through an array is fed ahead by at least so many elements, at most so many bytes, and a part of what it has
// read.
inline constexpr std::int64_t least_ahead = 16, most_ahead = 64 * 1024, share_ahead = 4;
// Jumps before an array that is not walked through comes whole, and one more for each so many bytes of it.
inline constexpr std::size_t least_jumps = 32, bytes_a_jump = 64 * 1024;

} // namespace hydra::rt::worth

// The numbers by which the runtime decides what is worthwhile, each with what it decides and what set it: here those of
// launches, plans and serial code; beside this file, those of directories, of what launches touch, of devices and of
// waiting. They count iterations, bytes and launches, so that all ranks, and dry runs, decide alike; those of devices
// and threads are a rank's own. Limits of memory and of tables stand where they are needed: they decide nothing but
// what is forgotten.
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
// Runs of so many bytes travel from where they lie: to copy one into a packed message takes longer than a message of
// its own.
inline constexpr std::int64_t direct_bytes = 64 * 1024;
// Sections of sums below this are combined by one rank (a message takes as long as 4 KiB), below the second where not
// all ranks have the old values.
inline constexpr std::int64_t small_section = 4 * 1024, tiny_section = 1024;
// Around a section that is reduced, so many bytes on each side are watched for stores that go astray; all of an array
// that has no more than the second. Each block of iterations has a copy of them, which takes memory and time.
inline constexpr std::int64_t watched_bytes = 16 * 1024, watched_whole_bytes = 64 * 1024;
// Bytes that a launch touches from which on it is asked how much memory is free: less fits anywhere, and to ask takes
// long; …
inline constexpr std::int64_t worth_checking = 64 << 20;
// … so it is not asked again where there was so many times as much as all arrays of a launch have.
inline constexpr std::size_t ample_memory = 4;
// A state of more boxes than this after scattered writes is settled by rows: each later plan would go through them.
inline constexpr std::size_t most_unsettled_boxes = 8192;
// By bytes it is asked whether threads meet as long as each touches at most so many pieces: all pairs are compared.
inline constexpr std::size_t most_thread_pieces = 64;

// ---- placement ----

// A rank has at most so many times its fair share of a launch, or the launch gets a template of its own: iterations
// that wait for one rank cost more than what moves between templates.
inline constexpr double most_uneven = 1.5;
// Blocks that each rank gets of an extent that is dealt out in turn, at least: of a triangle, a rank then has at most
// 1/32 more than another.
inline constexpr std::int64_t blocks_in_turn = 32;
// So many ranks form a grid unasked at most: plans for boxes look at all ranks, those for rows by rule do not.
inline constexpr int most_in_grid = 1024;
// A grid has to move so many times less than rows do: boxes have more neighbours, and their columns have to be packed.
inline constexpr double least_gain_of_grid = 2;
// The largest box of a grid has at most so many times the elements of the largest block of rows, …
inline constexpr double most_uneven_grid = 1.25;
// … and each rank so many rows and columns, or most of a box would be border.
inline constexpr std::int64_t least_side_of_box = 2;
// With more ranks, the plans of all of a pipeline's steps would show: each looks at all ranks that have a block.
inline constexpr int most_in_pipeline = 512;
// A pipeline's borders have to move so many times less than changing places: ranks wait for one another in it.
inline constexpr double least_gain_of_pipeline = 2;

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

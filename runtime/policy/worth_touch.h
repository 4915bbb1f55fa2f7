// What is worthwhile to find out what a launch touches: how far footprints, tables of pointers and inspectors' findings
// are followed before less is known instead. All ranks decide alike.
#pragma once
#include <cstddef>
#include <cstdint>

namespace hydra::rt::worth {

// ---- footprints ----

// Rows of a box that are tried one after the other, to tell whether bytes meet it; with more, they count as meeting.
inline constexpr std::int64_t most_rows_tried = 64;

// ---- tables of pointers ----

// Pointers that a launch's boxes name, at most: to follow a million takes some milliseconds, on each rank. With more,
// every rank runs the loop; a box that names more by itself is cut to the memory that the table has.
inline constexpr std::int64_t most_pointers_of_launch = 1 << 20;
// What rows touch is told in so many groups of rows, or else, where it can be, as elements.
inline constexpr std::size_t most_row_groups = 32;
// A box behind a pointer is told as elements while it has at most so many pieces: each row has as many.
inline constexpr long most_pieces_of_row = 64;
// Small blocks that pointers lead to become one allocation, in which they are planned for together, where there are so
// many, and at most so many bytes between neighbours (what else lies there is planned for, too).
inline constexpr std::size_t least_scattered_blocks = 32;
inline constexpr std::int64_t most_scattered_gap = 4096;
// Rows at equal distances count as an array if there are so many: fewer are planned for one by one as quickly.
inline constexpr std::size_t least_rows_of_stretch = 32;
// A table of more such stretches than this is none that rules can tell of: each stretch is a slot of the plan.
inline constexpr std::size_t most_stretches = 16;
// So many pointers may be looked at in vain, or for one launch, for each launch and each row that launches touch: then
// looking costs little beside what they did.
inline constexpr std::int64_t credit_of_look = 64, credit_of_row = 4;

// ---- inspectors' findings ----

// Runs become bits as long as that takes at most so many bits for each run (64 bytes: four runs' memory).
inline constexpr std::uint64_t most_bits_a_run = 512;
// There are always so many, 64 KiB: to look through them takes as long as to sort a hundred runs.
inline constexpr std::uint64_t bits_that_cost_nothing = std::uint64_t{1} << 19;
// Runs that are read through one slot are widened until there are so few: on a device, each is a copy, which takes as
// long as some kilobytes.
inline constexpr std::size_t most_runs_for_device = 512;

// Bytes that decided what was found, of which copies are kept while nobody tells of writes: with more of them, it is
// all found anew.
inline constexpr std::size_t most_kept_bytes = 256 << 20;
// Iterations of which it is asked where a pointer leads: an `if` may keep the first ones from touching anything.
inline constexpr std::int64_t sampled_iterations = 64;

} // namespace hydra::rt::worth

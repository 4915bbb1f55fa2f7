// What is worthwhile where loops run: on a rank's threads and devices, and in a device's memory. These numbers are a
// rank's own, but for those of reductions: no result may depend on who runs what.
#pragma once
#include <cstddef>
#include <cstdint>

namespace hydra::rt::worth {

// ---- threads ----

// Seconds of work below which other threads are left asleep: what it takes to wake them; and at most, where somebody
// else wants the cores, whom threads that wait for one another keep from work, and who keeps them from it.
inline constexpr double least_seconds_to_wake = 20e-6, most_seconds_to_wake = 5e-3;

// Operations of a parallel loop below which nobody is asked whether threads may run it, at one rank: they take about as
// long as to wake the threads.
inline constexpr long least_operations_to_wake = 1L << 13;
// Of what threads save in a launch, the part that it may take to find out whether they may share it out.
inline constexpr double most_part_for_question = 0.3;
// The part of a launch that one thread saves which interleaves iterations, where the compiler has made it so.
inline constexpr double saved_by_interleaving = 0.3;
// Where they may not, the next question comes after twice as many launches, up to two to the power of this.
inline constexpr int most_refusals = 12;
// Of how many launches of a loop one rank remembers whether threads may share them.
inline constexpr std::size_t most_launches_asked = 32;

// What inspectors have found is remembered for so many launches of a loop, with copies of what decided it.
inline constexpr std::size_t most_remembered_answers = 64, most_remembered_bytes = std::size_t{256} << 20;
// Parts of the iterations after each of which it is looked whether inspectors have taken too long.
inline constexpr std::int64_t parts_of_question = 64;
// A bit for each so many bytes, at most, marks what a thread touches.
inline constexpr std::size_t widest_mark = 8;
// The part of a launch's iterations that one thread runs first where nobody knows what they take.
inline constexpr std::int64_t first_part_of_launch = 32;

// ---- blocks of reductions (equal on all ranks: they decide how results are put together) ----

// Blocks that iterations are cut into: usually, and at most; many iterations are worth more, which a device's cores
// need.
inline constexpr std::int64_t usual_blocks = 64, most_blocks = 4096;
// Iterations of a block; where they take long and the accumulators of a block have at most so many bytes, one each for
// devices, and for the host as many as make a block's own cost disappear.
inline constexpr std::int64_t iterations_a_block = 1024, iterations_a_host_block = 16;
inline constexpr std::size_t most_bytes_of_lone_iteration = 256;
// The same where all of them go to one rank, so that results do not depend on how many ranks there are.
inline constexpr std::int64_t reproducible_blocks = 1024;
// Bytes of all blocks together, where one is not larger by itself.
inline constexpr std::int64_t most_partial_bytes = 32 << 20;
// From so many bytes of a block on it costs to look through it for what was touched: …
inline constexpr std::int64_t large_block = 4096;
// … then so many bytes are looked through for each iteration, …
inline constexpr std::int64_t block_bytes_an_iteration = 32;
// … or, of iterations that do next to nothing, one for so many of them, …
inline constexpr std::int64_t brief_iterations_a_block_byte = 4;
// … unless there would be fewer blocks than these, which each rank's threads need.
inline constexpr std::int64_t enough_blocks = 16;
// Copies of array sections from so many bytes on are made only where a block touches them.
inline constexpr std::size_t least_sparse_bytes = 4096;
// Neutral elements, in bytes, that are joined along with what lies on both sides: to tell where they are costs more.
inline constexpr std::size_t small_neutral_gap = 16;

// ---- launches on devices ----

// Work items that a GPU's compute unit switches between; where there are many more for each of its units, an item runs
// several rounds.
inline constexpr std::int64_t items_a_compute_unit = 2048;
// Device memory that is kept for the next buffer of the same size, in bytes and in buffers: to allocate one waits for
// the device.
inline constexpr std::int64_t most_spare_bytes = 64 << 20;
inline constexpr std::size_t most_spare_buffers = 16;

// ---- arrays on a device: sections, pages ----

// Bytes that pages, or sections of parts of rows, have to save before kernels look up in a table where numbers lie.
inline constexpr std::int64_t least_bytes_saved = 64 << 10;
// Sections with less than so many bytes between them are one: where they have whole rows, and parts of rows.
inline constexpr std::int64_t most_gap_of_rows = 1024, most_gap_of_parts = 256;
// Parts of rows are worth sections of their own where they have so many bytes on average, or one comes in so many
// bytes: of records there are too many.
inline constexpr std::int64_t long_part = 128, long_row = 4096;
// A buffer of parts of rows that has grown so often has launches that touch other parts each time: it gets all rows.
inline constexpr int often_grown = 4;
// More stretches of whole rows than this are taken as one from the first to the last; of parts of rows, they are given
// up for whole rows. They are listed anew whenever a launch touches something else.
inline constexpr std::size_t most_stretches_of_rows = 1 << 16, most_stretches_of_parts = 1 << 18;
// A halo beside the first section of an array that a loop fills: rows, at most …
inline constexpr std::int64_t widest_halo = 4;
// … and a part of the section, for whole rows and for parts of rows: it is memory that may never be read.
inline constexpr std::int64_t halo_share_of_rows = 32, halo_share_of_part = 16;
// Free room in pages for so many rows of other ranks, which come and go (the k of Floyd and Warshall).
inline constexpr std::int64_t rows_to_spare = 8;
// Pages to spare of an array that is kept in a device's memory piece by piece, for the ends of pieces.
inline constexpr std::int64_t pages_to_spare = 8;
// A section that takes the place of others grows to at most so many times what it has: an arena may have much that is
// never touched.
inline constexpr std::int64_t most_growth = 15;
// Blocks behind pointers get one piece of memory if it has at most so many bytes, or else at most so many times what is
// wanted of it.
inline constexpr std::uintptr_t small_piece_bytes = 64 << 20;
inline constexpr std::uintptr_t most_waste_of_piece = 4;

// ---- looking closely ----

// Boxes that are compared with those of the launches before: so few take no time, and save a search.
inline constexpr std::size_t few_boxes_compared = 16;
// Calls, two a launch, of one kind after which what it touches is laid in one piece, if it can be.
inline constexpr int often_looked_up = 8;
// Sections of which it is looked at closely what is valid before they are copied: of more, that takes longer.
inline constexpr std::size_t few_sections = 16;

} // namespace hydra::rt::worth

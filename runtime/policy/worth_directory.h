// What is worthwhile where it is kept who holds what, and in which allocations: the shapes of directory states, which
// decide what a plan costs. All ranks decide alike.
#pragma once
#include <cstddef>
#include <cstdint>

namespace hydra::rt::worth {

// ---- states by box ----

// Boxes outside of a launch's rows that get a band of their own, which plans on other rows leave alone, …
inline constexpr std::size_t least_boxes_outside = 24;
// … unless there are more than so many times as many inside: then little is saved.
inline constexpr std::size_t most_boxes_inside = 3;
// So many entries of a band are looked at one by one, which is as quick as to look for those near some rows.
inline constexpr std::size_t few_entries = 16;
// A state that is copied with an array (memcpy, realloc) is spelled out up to so many boxes; with more, all that is
// copied is brought first, which moves more and plans less.
inline constexpr std::size_t most_copied_boxes = 2048;
// A block of an array of blocks that is handed out again gets a state of its own while the array's has so few boxes: to
// do this for all rows must not take the square of their number.
inline constexpr std::size_t most_boxes_handed_out = 256;

// ---- states by rule ----

// Up to so many ranks are looked at one by one, to find who takes part or who has what; with more, the launch is
// planned by box.
inline constexpr int most_ranks_listed = 64;
// Parts that a launch leaves alone are set aside once they have so many boxes; in shapes with columns first, where
// fronts take back what they left, …
inline constexpr std::size_t least_boxes_aside = 8, least_boxes_aside_of_fronts = 20;
// … and unless those that it works on are more than so many times as many.
inline constexpr std::size_t most_boxes_beside = 3;
// What is set aside is cut into parts of at most so many boxes: a launch that comes back needs one or two of them.
inline constexpr std::size_t most_boxes_of_part = 24;
// Parts that are spelled out join one band until that has so many boxes: few bands are quick to go through.
inline constexpr std::size_t enough_boxes_of_band = 64;
// Rows that an iteration touches of a shape with columns first, before a launch is planned by box.
inline constexpr std::size_t most_rows_of_iteration = 4;

// ---- shapes ----

// Boxes along a diagonal from which on an array gets its columns first, and as many rows bring it back: to change the
// shape takes about as long as some of the plans that it makes cheaper.
inline constexpr std::size_t least_line = 16;

// ---- transfers ----

// Receivers of one region from one sender from which on they hand it on along a tree: two messages take as long as the
// two rounds of a tree would.
inline constexpr std::size_t least_tree = 3;
// So many transfers are put in order one by one, which beats sorting them; a rank has no more in a tree.
inline constexpr std::size_t few_transfers = 16;

// ---- allocations ----

// Blocks of fewer bytes do not enter the registry when serial code walks over them: lists and trees would fill it.
inline constexpr std::size_t least_entered_bytes = 65;
// Blocks of so many bytes are mapped by themselves; smaller ones share spans, in which pages are not given back.
inline constexpr std::size_t large_block_bytes = 64 * 1024;

// Large blocks begin with a line of the caches. The C library lays them 16 bytes behind the begin of a page, where each
// other wide vector lies in two lines.
inline constexpr std::size_t bytes_of_a_line = 64;

// Of an array whose layout the program says: pieces that a rank has from which on huge pages, of which one is lost at
// each end, take less than a tenth more than the piece. Bytes.
inline constexpr std::int64_t least_huge_piece = std::int64_t{40} << 20;

// Blocks from which on huge pages are asked for, in bytes, where there is one rank.
inline constexpr std::size_t least_huge_alone = std::size_t{4} << 20;
// Blocks of the C library's from which on the only rank knows where they lie: to enter one costs as much as to go
// through so many bytes.
inline constexpr std::size_t least_noted_bytes = 4096;

} // namespace hydra::rt::worth

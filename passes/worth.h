// The numbers by which the compiler decides what is worthwhile, and those that bound its own time, each with what it
// decides and what set it. None of them decides whether a program is right: where one is passed, less is known, or
// something is left as it is.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hydra::passes::worth {

// ---- how iterations run ----

// Calls of functions like exp in an iteration that counts as brief: each takes as long as to note an element.
inline constexpr int most_brief_calls = 4;
// Rounds of an inner loop, fewer than which are not worth work items of their own on a device.
inline constexpr std::int64_t short_loop = 16;
// Inner loops of a kernel that are looked at for that, the first ones: each more one doubles what has to be compared.
inline constexpr std::size_t most_inner_candidates = 5;
// Stages that a loop is cut into: each is a launch. (hydra_rt_dealing::dealt has 32 bits.)
inline constexpr std::size_t most_stages = 16;
// Iterations whose columns are run through together: 1 KiB of doubles, which stays in the nearest cache beside others.
inline constexpr int wide_block = 128;
// Recurrences that a core works on at a time: an addition takes four cycles, and one begins in each.
inline constexpr int jammed = 4;
// Bytes of an array that is handed to kernels by value: devices need to take 1024 bytes of parameters in all.
inline constexpr std::int64_t most_bytes_by_value = 256;

// Operations that are counted for an iteration at most: with more, threads are asked for however few there are.
inline constexpr std::int64_t most_weight = std::int64_t{1} << 20;
// A core does three simple operations in the time of one (runtime/policy/worth_floor.h), if nothing holds it up: so
// iterations are counted in thirds. What a call of a library function (exp) stands for, a division, and an element that
// data say the place of, which is seldom in the nearest cache.
inline constexpr std::int64_t parts_of_operation = 3;
inline constexpr std::int64_t weight_of_call = 60, weight_of_table = 4, weight_of_division = 12,
                              weight_of_scattered = 18;
// Rounds of an inner loop of which nobody knows how many it has, for a guess at what an iteration takes: rows of sparse
// matrices have fewer, all else more.
inline constexpr std::int64_t likely_rounds = 16;

// ---- what is moved ----

// Rounds that a serial loop is taken to have at least, where nobody knows: so many make up for what changes places
// once.
inline constexpr int unknown_rounds = 64;
// Rows from its own that a round may read for ranks to keep rows: blocks that are smaller than this would not do.
inline constexpr std::int64_t farthest_row = 16;
// Distances up to which it is asked how far from its own place an iteration reads, where that is no line: a border.
inline constexpr int farthest_border = 8;
// Bytes that serial code copies, fewer than which are sent as they are read; the runtime does not look at them either.
inline constexpr std::int64_t least_bulk_bytes = 65;

// ---- the compiler's own time ----

// isl's steps for a question about a section, so that no program makes the compiler hang.
inline constexpr unsigned long most_section_steps = 100'000;
// Most of them take no more than the first of these, nearly all no more than the second. All questions about a region
// may take so many until only the latter are asked, and twice as many until the former: some seconds.
inline constexpr unsigned long steps_of_short_answer = 8'000, steps_of_usual_answer = 32'000,
                               most_region_steps = 12'000'000;
// So many times more for a section that was described when less was known: what has been decided by that must not fail.
inline constexpr unsigned long patience_again = 10;
// The same for a question whether iterations meet, of usual length, in characters; longer ones have fewer steps, since
// each takes isl longer.
inline constexpr std::size_t most_clash_steps = 1'000'000, usual_question = 200;
// Values that a domain speaks of, multiplied: with more, it is not cut into cases.
inline constexpr long most_cases = 600;
// Boxes or scans that one access is described by: with more, kernels would spend their time in footprints.
inline constexpr std::size_t most_pieces = 64;
// Questions of one kernel, whether iterations meet; of them for the sake of a message; whether rounds meet.
inline constexpr int most_race_questions = 300, most_carried_questions = 20, most_round_questions = 200;
// Pairs of accesses of a loop that is not proved, of which isl is asked from which size on they meet.
inline constexpr std::size_t most_sizes_tried = 8;
// Conditions of an access that are left out one by one, to see whether its section is a simple one without.
inline constexpr std::size_t most_conditions_tried = 8;
// Branches inside of one another for which it is asked whether each path writes what is read later.
inline constexpr int most_branches = 3;
// Writes that are tried one by one, to prove that a private array is written before it is read.
inline constexpr int most_writes_tried = 8;
// Calls inside of one another that are followed: to memory that is allocated in them, and in an inspector's guards.
inline constexpr int most_allocating_calls = 4, most_sliced_calls = 4;
// Of a loop that is run through at compile time: states that are kept apart, steps, and elements of the array.
inline constexpr std::size_t most_states = 16;
inline constexpr int most_steps = 20000;
inline constexpr std::int64_t most_elements = 4096;
// Places that are handed on until all is known of where pointers lead (a fifth of a second); and copies of functions
// that allocate, one for each way in which they are called.
inline constexpr std::size_t most_pointer_steps = 4'000'000, most_allocating_copies = 500;

} // namespace hydra::passes::worth

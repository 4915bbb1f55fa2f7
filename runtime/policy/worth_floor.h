// What sharing a program out costs and saves, in nanoseconds by what is counted: the rates of the account (account.h),
// which are those of a 3 GHz core and of ranks on one machine. A network is slower: there the account is a little too
// fond of sharing out. bench/strangers.py shows what comes of them.
#pragma once
#include <cstdint>

namespace hydra::rt::worth {

// An operation of an iteration, as the compiler counts them, three simple ones for one; vectors take less, memory-bound
// loops more. An iteration takes at least so many.
inline constexpr double ns_an_operation = 0.3, parts_of_operation = 3;
inline constexpr double least_operations = 1;
// Rounds of a loop whose touches only data tell (a row of a sparse matrix), until an inspector has counted them.
inline constexpr double rounds_of_row = 4;
// A launch that ranks share, with its plan at hand; each allocation that it binds, or message piece that it packs.
inline constexpr double ns_a_launch = 2000, ns_a_piece = 80;
// A site that asks for nothing new.
inline constexpr double ns_a_site = 100;
// A plan that has to be made, and each allocation and message piece in it.
inline constexpr double ns_a_plan = 5000, ns_a_planned_piece = 400;
// A range that an operation on sets goes through: a row of a block, a stretch between two halos.
inline constexpr double ns_a_range = 30;
// A run of elements that an inspector has found, in a plan; a row behind a table of pointers in no order.
inline constexpr double ns_a_planned_run = 200, ns_a_row = 5000;
// A pointer of a table that is followed; an element that an inspector notes, until ranks have agreed.
inline constexpr double ns_a_pointer = 5000, ns_a_note = 10;
// Pointers that are found as they were cost so many times less, and so do those of tables whose rows lie one after the
// other.
inline constexpr std::int64_t compared_pointers = 256, regular_pointers = 32;
// A byte of a private copy of an array that is reduced: made neutral, and joined.
inline constexpr double ns_a_copied_byte = 0.4;
// A byte that only may be written: put aside, compared, told and put into its place.
inline constexpr double ns_a_compared_byte = 1.5;
// A message, and a byte in it, with packing.
inline constexpr double ns_a_message = 2500, ns_a_byte = 0.4;

// Ranks look at their accounts about this often, by what they count: to do so takes them a hundredth of it.
inline constexpr double ns_between_looks = 1e6;
inline constexpr std::int64_t steps_to_first_look = 8;
// Since the floor has been left: what sharing costs again shows in the first launches.
inline constexpr std::int64_t steps_to_look_again = 1;
// In tests: so many steps, and launches, before it is the other's turn.
inline constexpr std::int64_t steps_in_turn = 2;
// Losses that are borne, and the part of the run so far.
inline constexpr double ns_of_loss = 5e6, part_of_loss = 0.1;
// So many times more, where loops' first launches take it.
inline constexpr double most_of_investment = 2;
// What sharing must have become worth, since all ranks run everything, for it to be tried again the first time, at
// least; each time that it has been in vain, twice as much.
inline constexpr double ns_until_again = 1e6;
// What a launch seems to save may be lost for it, up to so many times what could be lost anyway: it is a guess.
inline constexpr double most_of_guess = 4;
// What was given up halfway would have cost so many times what could be lost: nobody knows.
inline constexpr double price_of_unknown = 2;
// So many times must it have become worth that, where it has lost the last time: so all trials together lose at most
// one part in so many of what sharing could save.
inline constexpr double patience_after_loss = 8;
// Loops that were shared while all of it lost count for so much of what they would have saved.
inline constexpr double part_of_what_lost = 1.0 / 16;
// It is asked in so many parts whether what an inspector notes is too much.
inline constexpr std::int64_t parts_of_inspection = 64;
// Operations of a launch at the floor from which on it counts: smaller ones would never pay for a launch.
inline constexpr std::int64_t least_counted_operations = 2000;
// How large an iteration is, is looked at every so many launches at the floor, and where it seems that one takes so
// many operations (30 us).
inline constexpr std::int64_t looks_again_at_work = 64;
inline constexpr double least_operations_to_look = 1e5;

} // namespace hydra::rt::worth

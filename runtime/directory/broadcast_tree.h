// How the owner's part of what a launch's ranks all read reaches them, where holders are known by rule
// (ownership_rules.h): the trees of spread(), of which each rank finds its own place.
#pragma once

#include "runtime/directory/ownership_rules.h"
#include "runtime/policy/worth_directory.h"

#include <vector>

namespace hydra::rt {

// A part of the shared row that some hold besides the owner: who printed an element has it.
struct HeldBySome {
    RowShifts shifts;
    Region region;
};

// Whether the rank holds a row with these shifts.
bool is_among(const RowShifts& shifts, const Partition& partition, std::int64_t row, int rank);

bool is_held_by_all(const RowShifts& shifts, const Partition& partition, std::int64_t row);

// Adds this rank's transfers of what `owner` has and all that take part in the launch get from it: nobody else has any
// of it.
void hand_out(const RuleAccess& access, int owner, const Region& region, int rank, std::vector<Transfer>& out);
// The same of one row, of which nobody else has `alone`, but some have the rest.
void broadcast_rest(const RuleAccess& access, int owner, const Region& alone, const std::vector<HeldBySome>& held,
                    int rank, std::vector<Transfer>& out);
// The same of what several have: each gets it from the nearest of them.
void broadcast_held(const RuleAccess& access, const HeldBySome& held, int rank, std::vector<Transfer>& out);
// By receiver, then sender. What one rank sends to another, both have in one order: that in which it was added.
void put_in_order(std::vector<Transfer>& transfers);

} // namespace hydra::rt

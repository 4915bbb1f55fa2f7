// One region for many receivers goes down a binomial tree: those who have it hand it on, so that its owner sends it
// about log2(P) times and not P - 1 times. All ranks derive the same tree from the same transfers.
#pragma once

#include "runtime/directory/planner.h"
#include "runtime/policy/worth_directory.h"

namespace hydra::rt {

// Gives each transfer its round and, inside of a tree, another sender. What each rank receives stays the same.
void spread(std::vector<Transfer>& transfers, int ranks);

} // namespace hydra::rt

// Which reads of serial loops are made valid one by one, when the program gets there: those of which nobody can say
// before the loop how far they go, since data end it (a search) or the pointer walks.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <set>

#include "passes/access/state.h"

namespace hydra::passes {

// What a loop in a function touches that parallel loops may touch, too; null: its parts have transfers of their own.
// moves: as if the pointers that it changes stayed in their arrays, which is asked where it is null otherwise.
using RegionOfLoop = std::function<std::unique_ptr<Region>(ir::Function& function, const ir::Stmt& loop, bool moves)>;

struct Windows {
    std::map<const ir::Expr*, std::unique_ptr<Region>> reads; // the lvalues, each with a region of its accesses
    std::vector<std::unique_ptr<Region>> loops;               // own expressions that those regions name
    std::set<const ir::Stmt*> walks; // loops that change pointers, of which nothing is left but what is known
};
Windows reads_through_windows(State& state, const RegionOfLoop& region_of);

// The region with these of its accesses only.
std::unique_ptr<Region> part_of(const Region& region, std::vector<RawAccess> accesses);

} // namespace hydra::passes

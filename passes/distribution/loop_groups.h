// Parallel loops that share arrays which loops write again and again: how one of them places its iterations is right or
// wrong for all of them. A guess by names and types (array_classes.h), as good as decisions about speed need.
#pragma once
#include <map>
#include <set>
#include <vector>

#include "passes/distribution/moving_bounds.h"
#include "passes/facts/array_classes.h"

namespace hydra::passes {

class LoopGroups {
  public:
    // Also sets Distribution::grid.repeats.
    explicit LoopGroups(State& state);

    [[nodiscard]] const std::vector<std::vector<ir::Kernel*>>& all() const { return groups_; }
    // Classes of arrays that loops write again and again; those of them that a kernel touches.
    [[nodiscard]] const std::set<int>& moved() const { return moved_; }
    [[nodiscard]] const std::set<int>& touched(const ir::Kernel& kernel) { return touched_[kernel.id.value]; }
    // Whether a kernel touches arrays that nobody knows.
    [[nodiscard]] bool is_lost(const ir::Kernel& kernel) const { return lost_.contains(kernel.id.value); }
    [[nodiscard]] int class_of(const ir::Kernel& kernel, const RawAccess& raw);
    ArrayClasses& classes() { return classes_; }
    [[nodiscard]] const MovingBounds& bounds() const { return bounds_; }

  private:
    void join(const ir::Kernel& kernel);
    [[nodiscard]] Region& region(const ir::Kernel& kernel) const {
        return *state_.kernels[static_cast<std::size_t>(kernel.id.value)];
    }

    State& state_;
    ArrayClasses classes_;
    MovingBounds bounds_;
    std::set<int> moved_;
    std::map<int, int> numbers_;           // of these classes in sets_
    DisjointSets sets_;                    // of classes that one kernel touches
    std::map<int, std::set<int>> touched_; // by kernel, of these classes
    std::set<int> lost_;                   // kernels
    std::vector<std::vector<ir::Kernel*>> groups_;
};

} // namespace hydra::passes

// Memory that ranks share out: the objects of which some rank may not have all. Every rank runs serial code, so
// whatever nothing but that writes is the same on all of them at all times.
#pragma once
#include <set>
#include <utility>
#include <vector>

#include "passes/access/state.h"
#include "passes/facts/points_to.h"

namespace hydra::passes {

// What loops write, and what is copied from there as it is (bulk.h).
class UnevenMemory {
  public:
    // Once the accesses of kernels are known.
    explicit UnevenMemory(State& state);
    [[nodiscard]] bool has_none_of(const PointsTo::Objects& objects) const;
    [[nodiscard]] bool has_none_of(const RawAccess& access) const {
        return has_none_of(objects_of(points_to_, access));
    }

  private:
    void add(const PointsTo::Objects& objects);
    void add_kernel(const ir::Kernel& kernel);
    void see(const ir::Expr& expr);
    [[nodiscard]] PointsTo::Objects side(const ir::Expr& expr) const;
    bool follow_copies();

    State& state_;
    const PointsTo& points_to_;
    std::set<int> objects_;
    bool all_ = false;                                                // it is not known which
    std::vector<std::pair<const ir::Expr*, const ir::Expr*>> copies_; // to, from
};

// Asked for once; nobody may ask before the accesses of kernels are known.
const UnevenMemory& uneven_memory_of(State& state);

} // namespace hydra::passes

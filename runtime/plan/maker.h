// Makes the plans of one process: its placer says where iterations go, and the planners what that takes.
#pragma once

#include "runtime/plan/access.h"
#include "runtime/plan/context.h"
#include "runtime/plan/indexes.h"
#include "runtime/plan/placer.h"
#include "runtime/plan/plan.h"
#include "runtime/plan/planners.h"
#include "runtime/plan/reductions.h"
#include "runtime/plan/shapes.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace hydra::rt {

class PlanMaker {
  public:
    // registry, device: stay as long as the maker does. The rest: see PlanContext.
    PlanMaker(Registry& registry, const PartitionSpec& partition, int rank, int ranks, int node_ranks,
              const CpuDevice& device, std::int64_t window, bool keeps_access, bool plays_all = false,
              bool turns = false, bool reproducible = false, bool keeps_parts = false)
        : context_{registry, partition,    rank,      ranks, node_ranks,  device,
                   window,   keeps_access, plays_all, turns, keeps_parts, reproducible},
          placer_(partition, ranks, reproducible) {}

    using Access = rt::Access;
    using InPlace = rt::InPlace;
    using KeptRows = Placer::KeptRows;

    // Gives each allocation the shape that the launch's slots ask for. True when one changed (the key changes then).
    bool refine_shapes(const PlanRequest& request, const Binding& binding) {
        return rt::refine_shapes(context_, request, binding);
    }
    // Ends all ranks with a message where the launch leaves an allocation, or needs more memory than there is.
    Plan make(const PlanRequest& request, const Binding& binding);
    // The same with little effort, where this is the only rank and bytes tell that nothing is wrong with the launch.
    // reaches: one a slot, of the whole launch.
    std::optional<Plan> make_single(const PlanRequest& request, const Binding& binding,
                                    const std::vector<Reach>& reaches) const {
        return plan_single(context_, request, binding, reaches);
    }
    // Brings the binding's allocations together on every rank, or this part of its only one.
    Plan make_gather(const Binding& binding, const Region* part = nullptr) const {
        return plan_gather(context_, binding, part);
    }
    // Makes valid, for each rank, all reads of its iterations that are known so far; writes nothing.
    Plan make_reads(const PlanRequest& request, const Binding& binding) {
        return plan_reads(context_, request, binding, placer_.place(request, binding));
    }

    // What the launch's inspectors read, as far as is known.
    Access indexes(const PlanRequest& request, const Binding& binding) const {
        return index_access(request, binding, context_.rank);
    }
    // See indexes.h.
    bool writes_indexes(const PlanRequest& request, const Binding& binding, bool all_stay = false) const {
        return rt::writes_indexes(request, binding, all_stay);
    }
    bool writes_tables(const PlanRequest& request, const Binding& binding) {
        return rt::writes_tables(context_, request, binding);
    }
    // What all ranks' launch would accumulate into the arrays themselves.
    InPlace in_place(const PlanRequest& request, const Binding& binding) const {
        return reduced_in_place(context_, request, binding);
    }
    // See access.h.
    static Parties found_by(const PlanRequest& request, int rank) { return rt::found_by(request, rank); }
    static Parties found_by_all(const PlanRequest& request) { return rt::found_by_all(request); }
    static Access evaluate(const PlanRequest& request, const Binding& binding, int rank,
                           const std::vector<Interval>& intervals, Parties found) {
        return rt::evaluate(request, binding, rank, intervals, found);
    }

    // See placer.h.
    std::vector<std::vector<Interval>> place(const PlanRequest& request, const Binding& binding) {
        return placer_.place(request, binding);
    }
    std::optional<KeptRows> keep_rows(const PlanRequest& request, const Binding& binding, std::string& told) const {
        return placer_.keep_rows(request, binding, told);
    }
    std::optional<std::vector<BoxShares>> keep_lines(const PlanRequest& request, const Binding& binding,
                                                     std::span<const hydra_rt_loop> parts) const {
        return placer_.keep_lines(request, binding, parts);
    }
    [[nodiscard]] std::int64_t blocks_chosen() const { return placer_.blocks_chosen(); }
    [[nodiscard]] std::int64_t grids_chosen() const { return placer_.grids_chosen(); }
    void count_launch(const hydra_rt_loop& loop) { placer_.count_launch(loop); }
    std::string take_told() { return placer_.take_told(); }

  private:
    // Nothing where ranks may not share the launch out.
    std::optional<Plan> make_parallel(const PlanRequest& request, const Binding& binding);

    PlanContext context_;
    Placer placer_;
};

} // namespace hydra::rt

// Plans of launches that ranks share out, by regions. The steps: ask the footprint function what each rank's share
// touches, join what slots of one allocation touch, let the region planner find the transfers, and write them down as
// byte runs.
#include "runtime/plan/planners.h"

#include "runtime/directory/ownership_rules.h"
#include "runtime/plan/apart.h"
#include "runtime/plan/compact_directory.h"
#include "runtime/plan/memory_check.h"
#include "runtime/plan/messages.h"
#include "runtime/plan/names.h"
#include "runtime/plan/reductions.h"

#include <algorithm>

namespace hydra::rt {
namespace {

// The rank's entry; made where it has none.
RankAccess& access_of(std::vector<RankAccess>& accesses, int rank, int dims) {
    auto at = std::find_if(accesses.begin(), accesses.end(), [&](const RankAccess& a) { return a.rank >= rank; });
    if (at == accesses.end() || at->rank != rank)
        at = accesses.insert(at, {rank, Region(dims), Region(dims), Region(dims), Region(dims)});
    return *at;
}

// Whether, by rule, each rank holds what it reads, so that nothing moves. Not always true where that is so.
bool owners_read(const InternedState& state, std::span<const RankAccess> accesses) {
    return state.dealt() != nullptr && std::all_of(
                                           accesses.begin(), accesses.end(),
                                           [&](const RankAccess& access) {
                                               return state.dealt()->holds_as_owner(access.rank, access.read) &&
                                                      state.dealt()->holds_as_owner(access.rank, access.mayread);
                                           });
}

// Adds the rank's part in the merges of what is shared.
void add_merges(const PlanRequest& request, const Binding& binding, std::size_t allocation, int rank,
                const std::vector<SharedWrite>& shared, const std::vector<RankAccess>& accesses,
                std::vector<ArrayMerge>& merges) {
    const Allocation& array = *binding.allocations[allocation];
    ArrayMerge merge{static_cast<int>(allocation), {}, {}};
    Region all(array.shape.dims());
    for (const SharedWrite& pair : shared) {
        if (pair.first != rank && pair.second != rank)
            continue;
        merge.plan.partners.push_back({pair.first == rank ? pair.second : pair.first, runs(pair.region, array.shape)});
        all |= pair.region;
    }
    if (merge.plan.partners.empty())
        return;
    std::sort(
        merge.plan.partners.begin(), merge.plan.partners.end(),
        [](const auto& a, const auto& b) { return a.rank < b.rank; });
    const RankAccess& mine =
        *std::find_if(accesses.begin(), accesses.end(), [&](const RankAccess& access) { return access.rank == rank; });
    merge.plan.sure = runs(all & mine.write, array.shape);
    merge.plan.doubtful = runs(all - mine.write, array.shape);
    merge.namers = faces_of(request, binding, allocation);
    const ElementNamer& namer = merge.namers.back();
    // A scalar changes as a whole; the parts of a record need not be one iteration's.
    const bool scalar = namer.type != 0 && namer.elem == array.shape.elem;
    merge.plan.unit = scalar ? array.shape.elem : 1;
    merges.push_back(std::move(merge));
}

// One such plan that is being made.
class SharingPlanner {
  public:
    SharingPlanner(const PlanContext& context, const PlanRequest& request, const Binding& binding, BoxShares shares)
        : context_(context), request_(request), binding_(binding), shares_(std::move(shares)),
          accesses_(binding.allocations.size()), messages_(context, binding), plan_(std::in_place) {}

    ParallelPlan make();

  private:
    [[nodiscard]] bool in_boxes() const { return !shares_.rounds.empty(); }
    // The request, of the rounds that the rank runs.
    [[nodiscard]] PlanRequest of_rank(int rank) const;
    void find_what_stays();
    void ask_ranks();
    void add_what_schemes_read();
    // What becomes of an allocation; what ranks both touch, where that does not do.
    std::optional<Finding> add(std::size_t allocation);
    // Readies what the launch reduces of the allocation: what all ranks combine is first valid on all of them, and then
    // equal; what owners combine is theirs.
    void reduce(std::size_t allocation, DirState& state);
    void merge(std::size_t allocation, const std::vector<SharedWrite>& shared);
    void settle(std::size_t allocation, LaunchPlan& part);
    // Behind all allocations.
    void finish();

    const PlanContext& context_;
    const PlanRequest& request_;
    const Binding& binding_;
    BoxShares shares_;
    std::vector<bool> stays_; // by allocation, or empty: where it does, no rank need be asked what it reads
    std::vector<std::vector<RankAccess>> accesses_; // by allocation, ascending ranks
    bool writes_ = false;                           // this rank does
    MessageList messages_;
    std::optional<MessageList> settling_;
    std::optional<Plan> plan_;
};

PlanRequest SharingPlanner::of_rank(int rank) const {
    PlanRequest part = request_;
    part.rounds = in_boxes() ? &shares_.rounds[static_cast<std::size_t>(rank)] : nullptr;
    return part;
}

void SharingPlanner::find_what_stays() {
    if (context_.plays_all || context_.keeps_access || request_.additions != nullptr || request_.inspection != nullptr)
        return;
    hydra_rt_footprint described(0);
    stays_ = stay_everywhere(request_.of_all(described), binding_);
}

void SharingPlanner::ask_ranks() {
    const std::size_t allocations = binding_.allocations.size();
    plan_->written.assign(allocations, false);
    for (int rank = 0; rank < context_.ranks; ++rank) {
        const std::vector<Interval>& share = shares_.iterations[static_cast<std::size_t>(rank)];
        if (share.empty())
            continue;
        Access access = evaluate(of_rank(rank), binding_, rank, share, found_by(request_, rank), stays_);
        if (rank == context_.rank) {
            check_memory(context_, request_, binding_, access);
            for (const RankAccess& mine : access)
                writes_ = writes_ || !mine.write.empty() || !mine.maywrite.empty();
            if (context_.keeps_access)
                plan_->access = access;
        }
        for (std::size_t a = 0; a < allocations; ++a) {
            plan_->written[a] = plan_->written[a] || !access[a].write.empty() || !access[a].maywrite.empty();
            accesses_[a].push_back(std::move(access[a]));
        }
    }
}

void SharingPlanner::add_what_schemes_read() {
    for (std::size_t a = 0; request_.additions != nullptr && a < accesses_.size(); ++a)
        for (const auto& [rank, region] : request_.additions->reads[a])
            access_of(accesses_[a], rank, region.dims()).mayread |= region;
}

void SharingPlanner::reduce(std::size_t allocation, DirState& state) {
    for (const ReducedArray& array : plan_->arrays) {
        if (array.allocation != static_cast<int>(allocation))
            continue;
        if (array.parts.empty()) {
            const Region nothing(array.section.dims());
            LaunchPlan shared = plan_serial(state, array.section, array.section, nothing);
            messages_.spread(allocation, std::move(shared.transfers));
            state = std::move(shared.next);
        }
        for (std::size_t rank = 0; rank < array.parts.size(); ++rank)
            access_of(accesses_[allocation], static_cast<int>(rank), array.section.dims()).maywrite |=
                array.parts[rank];
    }
}

void SharingPlanner::merge(std::size_t allocation, const std::vector<SharedWrite>& shared) {
    if (shared.empty())
        return;
    if (!context_.plays_all)
        return add_merges(request_, binding_, allocation, context_.rank, shared, accesses_[allocation], plan_->merges);
    plan_->merges_of.resize(shares_.iterations.size());
    for (std::size_t rank = 0; rank < shares_.iterations.size(); ++rank)
        add_merges(request_, binding_, allocation, static_cast<int>(rank), shared, accesses_[allocation],
                   plan_->merges_of[rank]);
}

void SharingPlanner::settle(std::size_t allocation, LaunchPlan& part) {
    std::optional<Settled> owned = settled(context_, *binding_.allocations[allocation], part.next);
    if (!owned)
        return;
    if (!settling_)
        settling_.emplace(context_, binding_);
    settling_->spread(allocation, std::move(owned->transfers));
    part.next = std::move(owned->next);
}

std::optional<Finding> SharingPlanner::add(std::size_t a) {
    Plan& plan = *plan_;
    const Allocation& allocation = *binding_.allocations[a];
    if (!stays_.empty() && stays_[a]) {
        plan.next.push_back(allocation.state);
        return std::nullopt;
    }
    if (request_.additions == nullptr && !context_.keeps_access && !plan.written[a] &&
        owners_read(*allocation.state, accesses_[a])) {
        note_computed(context_, a, accesses_[a], plan);
        plan.next.push_back(allocation.state);
        return std::nullopt;
    }
    DirState state = allocation.state->full();
    reduce(a, state);
    LaunchPlan part = plan_launch(state, accesses_[a]);
    if (!part.findings.empty())
        return part.findings.front();
    messages_.spread(a, std::move(part.transfers));
    merge(a, part.merges);
    note_computed(context_, a, accesses_[a], plan);
    if (plan.written[a] && request_.additions == nullptr) // schemes move what they say
        settle(a, part);
    if (context_.keeps_access && context_.ranks > 1)
        plan.held.push_back(part.next.held_by(context_.rank));
    part.same = part.same && !plan.written[a];
    plan.next.push_back(state_after(context_, allocation, part));
    return std::nullopt;
}

void SharingPlanner::finish() {
    Plan& plan = *plan_;
    std::vector<std::vector<Interval>>& intervals = shares_.iterations;
    if (request_.additions != nullptr)
        for (const Additions::Filler& filler : request_.additions->fillers)
            messages_.add(filler);
    messages_.move_to(plan);
    if (settling_) {
        plan.settling = std::make_shared<Plan>();
        settling_->move_to(*plan.settling);
    }
    if (context_.plays_all)
        plan.shares = intervals;
    plan.in_turn = take_turns(intervals, (request_.loop->flags & HYDRA_RT_DESCENDING) != 0);
    const long last = (request_.loop->flags & HYDRA_RT_DESCENDING) != 0 ? request_.begin : request_.end - 1;
    for (int rank = 0; rank < context_.ranks; ++rank)
        for (const Interval& interval : intervals[static_cast<std::size_t>(rank)])
            if (interval.lo <= last && last < interval.hi)
                plan.last_rank = rank;
    plan.iterations = std::move(intervals[static_cast<std::size_t>(context_.rank)]);
    plan.one_thread =
        writes_ && (request_.in_order || threads_overlap(context_, of_rank(context_.rank), binding_,
                                                         {plan.iterations, plan.written, plan.accumulators}));
    if (in_boxes()) {
        plan.rounds = shares_.rounds[static_cast<std::size_t>(context_.rank)];
        plan.rounds_of = std::move(shares_.rounds);
    }
    plan.apart = lies_apart(request_, binding_, plan.written);
}

ParallelPlan SharingPlanner::make() {
    find_what_stays();
    ask_ranks();
    add_what_schemes_read();
    const bool in_blocks = context_.reproducible && rounds(*request_.loop);
    plan_->arrays = reduced_arrays(context_, request_, binding_, context_.ranks > 1 && !in_blocks);
    if (reduced_is_touched(context_.rank, request_, binding_, plan_->arrays, accesses_))
        return {};
    for (const ReducedArray& array : plan_->arrays)
        plan_->written[static_cast<std::size_t>(array.allocation)] = true;
    plan_->accumulators = accumulators_of(request_, binding_, plan_->arrays, false);
    if (in_blocks)
        accumulate_in_own_blocks(context_, request_, *plan_);
    for (std::size_t a = 0; a < binding_.allocations.size(); ++a) {
        const std::optional<Finding> met = add(a);
        if (met && in_boxes())
            return {std::nullopt, true};
        if (met) {
            warn_overlap(context_.rank, request_, binding_, a, *met, "ranks", "every rank runs the whole loop");
            return {};
        }
    }
    finish();
    return {std::move(plan_), false};
}

} // namespace

ParallelPlan plan_parallel(const PlanContext& context, const PlanRequest& request, const Binding& binding,
                           BoxShares shares) {
    return SharingPlanner(context, request, binding, std::move(shares)).make();
}

} // namespace hydra::rt

// See plan.h. The steps: place the iterations, ask the footprint function what each rank's share touches, join what
// slots of one allocation touch, let the region planner find the transfers, and write them down as byte runs.
#include "runtime/plan/plan.h"

#include "runtime/backend/cuts.h"
#include "runtime/base/fail.h"
#include "runtime/base/text.h"
#include "runtime/directory/dealt.h"
#include "runtime/sets/slabs.h"

#include <algorithm>

namespace hydra::rt {

void PlanRequest::describe(std::span<const Interval> iterations, hydra_rt_footprint& footprint) const {
    std::vector<long> keys;
    if (rounds != nullptr) {
        keys.assign(k, k + loop->keys);
        keys.insert(keys.end(), {rounds->lo, rounds->hi});
    }
    hydra_rt_footprint_fn* const touches = rounds == nullptr ? loop->footprint : loop->boxes->footprint;
    for (std::size_t i = 0; i < iterations.size(); ++i) {
        touches(&footprint, rounds == nullptr ? k : keys.data(), iterations[i].lo, iterations[i].hi);
        if (i > 0)
            continue;
        for (hydra_rt_footprint::Slot& slot : footprint.slots) // the others will say about as much
            for (std::vector<long>& boxes : slot.boxes)
                boxes.reserve(boxes.size() * iterations.size());
    }
    if (tables != nullptr)
        tables->expand(footprint);
}

const hydra_rt_footprint& PlanRequest::of_all(hydra_rt_footprint& described) const {
    if (whole != nullptr && inspection == nullptr)
        return *whole;
    described = hydra_rt_footprint(loop->slots);
    const Interval all{begin, end};
    describe({&all, 1}, described);
    return described;
}

namespace {

std::string array_name(const PlanRequest& request, std::size_t slot) { return request.name(slot); }

std::string box_text(const std::vector<long>& boxes, int dims) {
    std::string out;
    for (int d = 0; d < dims; ++d) {
        const long* bound = &boxes[static_cast<std::size_t>(3 * d)];
        out += text("[", bound[0], "..", bound[1] - 1, "]");
    }
    return out;
}

// Finds the first box that leaves the allocation, and names it.
[[noreturn]] void fail_outside(const PlanRequest& request, const hydra_rt_footprint::Slot& slot, std::size_t slot_index,
                               const Allocation& allocation, const View& view, std::size_t kind) {
    const std::vector<long>& boxes = slot.boxes[kind];
    std::size_t width = static_cast<std::size_t>(3 * slot.dims());
    std::vector<long> bad(boxes.begin(), boxes.begin() + static_cast<std::ptrdiff_t>(width));
    for (std::size_t at = 0; at < boxes.size(); at += width) {
        std::span<const long> box(boxes.data() + at, width);
        if (convert(allocation.shape, view, box).out_of_bounds) {
            bad.assign(box.begin(), box.end());
            break;
        }
    }
    fail(request.loop->at,
         text("the loop ", hydra_rt_footprint::writes(kind) ? "writes " : "reads ", array_name(request, slot_index),
              box_text(bad, slot.dims()), ", which is outside of the allocation of ", allocation.bytes, " bytes",
              allocation.name.empty() ? std::string() : text(" (", allocation.name, ")")));
}

// The rank's entry; made where it has none.
RankAccess& access_of(std::vector<RankAccess>& accesses, int rank, int dims) {
    auto at = std::find_if(accesses.begin(), accesses.end(), [&](const RankAccess& a) { return a.rank >= rank; });
    if (at == accesses.end() || at->rank != rank)
        at = accesses.insert(at, {rank, Region(dims), Region(dims), Region(dims), Region(dims)});
    return *at;
}

// Whether, by rule, each rank holds what it reads, so that nothing moves. Not always true where that is so.
bool owners_read(const InternedState& state, std::span<const RankAccess> accesses) {
    return state.dealt() != nullptr && std::all_of(accesses.begin(), accesses.end(), [&](const RankAccess& access) {
               return state.dealt()->holds_as_owner(access.rank, access.read) &&
                      state.dealt()->holds_as_owner(access.rank, access.mayread);
           });
}

} // namespace

std::string array_of(const PlanRequest& request, const Binding& binding, std::size_t allocation) {
    for (std::size_t slot = 0; slot < binding.of_slot.size(); ++slot)
        if (binding.of_slot[slot] == static_cast<int>(allocation))
            return request.name(slot);
    return binding.allocations[allocation]->name;
}

void PlanMaker::add_slot(const PlanRequest& request, const Binding& binding, const hydra_rt_footprint& footprint,
                         std::size_t slot_index, Access& access) const {
    const hydra_rt_footprint::Slot& slot = footprint.slots[slot_index];
    if (slot.touches_nothing())
        return;
    int index = binding.of_slot[slot_index];
    if (index == Binding::none)
        return;
    const Allocation& allocation = *binding.allocations[static_cast<std::size_t>(index)];
    RankAccess& target = access[static_cast<std::size_t>(index)];
    Region* const parts[] = {&target.read, &target.write, &target.maywrite, &target.mayread};
    for (std::size_t kind = 0; kind < std::size(parts); ++kind) { // reduced sections: see reduced_arrays
        Region& part = *parts[kind];
        const ByteSpan meant = binding.meant_by(slot_index);
        if (slot.whole[kind]) {
            const bool all = hydra_rt_footprint::writes(kind) || allocation.blocks == 0 || allocation.shape.turned;
            part |= all ? allocation.shape.whole() : rows_of(allocation.shape, meant.lo, meant.hi);
            target.anywhere = target.anywhere || hydra_rt_footprint::writes(kind);
        }
        // Serial sites may say more than what is touched; a parallel loop that leaves its array is wrong.
        const bool exact = hydra_rt_footprint::exact(kind) && !request.serial_site;
        const std::vector<long> near =
            exact ? std::vector<long>()
                  : slot.boxes_near(kind, binding.offset[slot_index] - meant.lo, meant.hi - meant.lo);
        const std::vector<long>& boxes = exact ? slot.boxes[kind] : near;
        if (boxes.empty())
            continue;
        View view = view_of(slot, binding.offset[slot_index]);
        if (!fits(allocation.shape, view))
            fail(request.loop->at, text("internal error: the shape of array ", array_name(request, slot_index),
                                        " does not fit its allocation"));
        Converted converted = convert_all(allocation.shape, view, boxes);
        if (converted.out_of_bounds && exact)
            fail_outside(request, slot, slot_index, allocation, view, kind);
        if (part.empty())
            part = std::move(converted.region);
        else
            part |= converted.region;
    }
}

PlanMaker::Parties PlanMaker::found_by(const PlanRequest& request, int rank) {
    return request.inspection == nullptr
               ? Parties()
               : Parties(request.inspection->ranks).subspan(static_cast<std::size_t>(rank), 1);
}

PlanMaker::Parties PlanMaker::found_by_all(const PlanRequest& request) {
    return request.inspection == nullptr ? Parties() : Parties(request.inspection->ranks);
}

PlanMaker::Access PlanMaker::evaluate(const PlanRequest& request, const Binding& binding, int rank,
                                      const std::vector<Interval>& intervals, Parties found,
                                      const std::vector<bool>& left_out) const {
    hydra_rt_footprint footprint(request.loop->slots);
    request.describe(intervals, footprint);
    for (std::size_t slot = 0; slot < footprint.slots.size() && !left_out.empty(); ++slot)
        if (const int at = binding.of_slot[slot]; at != Binding::none && left_out[static_cast<std::size_t>(at)])
            footprint.slots[slot].forget_boxes();
    if (request.inspection != nullptr)
        request.inspection->describe(footprint, found.data(), found.size());
    return join(request, binding, rank, footprint);
}

PlanMaker::Access PlanMaker::join(const PlanRequest& request, const Binding& binding, int rank,
                                  const hydra_rt_footprint& footprint) const {
    Access access(binding.allocations.size());
    for (std::size_t i = 0; i < access.size(); ++i) {
        Region nothing(binding.allocations[i]->shape.dims());
        access[i] = {rank, nothing, nothing, nothing, nothing};
    }
    for (std::size_t slot = 0; slot < footprint.slots.size(); ++slot)
        add_slot(request, binding, footprint, slot, access);
    return access;
}

void PlanMaker::warn_overlap(const PlanRequest& request, const Binding& binding, std::size_t allocation,
                             const Finding& finding, const char* who, const char* consequence) const {
    if (rank_ != 0 || *request.overlap_warned || request.may_refine)
        return;
    *request.overlap_warned = true;
    const Allocation& array = *binding.allocations[allocation];
    const std::int64_t at = runs(finding.where, array.shape).front().offset;
    const std::string element = element_text(face_at(faces(request, binding, allocation), at), array.name, at);
    complain(
        text(request.loop->at, ": warning: ", who, " overlap on ", element,
             finding.kind == Finding::Kind::write_overlap ? " (both write it)" : " (one reads what another writes)",
             "; ", consequence));
}

std::vector<Face> PlanMaker::faces(const PlanRequest& request, const Binding& binding, std::size_t allocation) const {
    std::vector<Face> found;
    hydra_rt_footprint footprint(request.loop->slots);
    const Interval all{request.begin, request.end};
    request.describe({&all, 1}, footprint);
    for (std::size_t slot = 0; slot < binding.of_slot.size(); ++slot) {
        if (binding.of_slot[slot] != static_cast<int>(allocation) || footprint.slots[slot].elem <= 0)
            continue;
        const std::size_t origin = request.tables == nullptr ? slot : request.tables->origin(slot);
        if (origin == slot) {
            found.push_back(face_of(*request.loop, slot, footprint.slots[slot], binding.offset[slot]));
            continue;
        }
        const char* base = binding.allocations[allocation]->base;
        Face rows = face_of_rows(*request.loop, origin, footprint.slots[origin]);
        for (auto& [pointer, subscripts] : request.tables->row_names(origin, footprint.slots[origin]))
            if (binding.of_slot[request.tables->slot_of(origin, pointer)] == static_cast<int>(allocation))
                rows.led.emplace_back(pointer - base, std::move(subscripts));
        if (!rows.led.empty())
            found.push_back(std::move(rows));
    }
    if (found.empty())
        found.push_back({array_of(request, binding, allocation)});
    std::reverse(found.begin(), found.end());
    return found;
}

bool PlanMaker::plan_parallel(const PlanRequest& request, const Binding& binding, Plan& plan, bool by_rows) {
    std::optional<BoxShares> boxes = by_rows ? std::nullopt : place_boxes(request, binding);
    if (!boxes && plan_by_rules(request, binding, plan))
        return true;
    std::vector<std::vector<Interval>> intervals = boxes ? std::move(boxes->iterations) : place(request, binding);
    const auto of_rank = [&](int rank) {
        PlanRequest part = request;
        part.rounds = boxes ? &boxes->rounds[static_cast<std::size_t>(rank)] : nullptr;
        return part;
    };
    const std::size_t allocations = binding.allocations.size();
    std::vector<bool> stays; // where it does, no rank need be asked what it reads
    if (!plays_all_ && !keeps_access_ && request.additions == nullptr && request.inspection == nullptr) {
        hydra_rt_footprint described(0);
        stays = stay_everywhere(request.of_all(described), binding);
    }
    std::vector<std::vector<RankAccess>> accesses(allocations);
    bool writes = false; // this rank does
    plan.written.assign(allocations, false);
    for (int rank = 0; rank < ranks_; ++rank) {
        const std::vector<Interval>& share = intervals[static_cast<std::size_t>(rank)];
        if (share.empty())
            continue;
        Access access = evaluate(of_rank(rank), binding, rank, share, found_by(request, rank), stays);
        if (rank == rank_) {
            check_memory(request, binding, access);
            for (const RankAccess& mine : access)
                writes = writes || !mine.write.empty() || !mine.maywrite.empty();
            if (keeps_access_)
                plan.access = access;
        }
        for (std::size_t a = 0; a < allocations; ++a) {
            plan.written[a] = plan.written[a] || !access[a].write.empty() || !access[a].maywrite.empty();
            accesses[a].push_back(std::move(access[a]));
        }
    }
    for (std::size_t a = 0; request.additions != nullptr && a < allocations; ++a)
        for (const auto& [rank, region] : request.additions->reads[a])
            access_of(accesses[a], rank, region.dims()).mayread |= region;
    plan.arrays = reduced_arrays(request, binding, ranks_ > 1);
    if (reduced_is_touched(request, binding, plan.arrays, accesses))
        return false;
    for (const ReducedArray& array : plan.arrays)
        plan.written[static_cast<std::size_t>(array.allocation)] = true;
    plan.accumulators = accumulators_of(request, binding, plan.arrays, false);
    for (std::size_t a = 0; a < allocations; ++a) {
        if (!stays.empty() && stays[a]) {
            plan.next.push_back(binding.allocations[a]->state);
            continue;
        }
        if (request.additions == nullptr && !keeps_access_ && !plan.written[a] &&
            owners_read(*binding.allocations[a]->state, accesses[a])) {
            note_computed(a, accesses[a], plan);
            plan.next.push_back(binding.allocations[a]->state);
            continue;
        }
        const DirState& before = binding.allocations[a]->state->full();
        DirState state = before;
        // What all ranks combine is first valid on all of them, and then equal; what owners combine is theirs.
        for (const ReducedArray& array : plan.arrays) {
            if (array.allocation != static_cast<int>(a))
                continue;
            if (array.parts.empty()) {
                const Region nothing(array.section.dims());
                LaunchPlan shared = plan_serial(state, array.section, array.section, nothing);
                add_transfers(binding, a, shared.transfers, plan);
                state = std::move(shared.next);
            }
            for (std::size_t rank = 0; rank < array.parts.size(); ++rank)
                access_of(accesses[a], static_cast<int>(rank), array.section.dims()).maywrite |= array.parts[rank];
        }
        LaunchPlan part = plan_launch(state, accesses[a]);
        if (!part.findings.empty() && boxes) { // whole rows may lie apart nevertheless
            plan = {};
            return plan_parallel(request, binding, plan, true);
        }
        if (!part.findings.empty()) {
            warn_overlap(request, binding, a, part.findings.front(), "ranks", "every rank runs the whole loop");
            plan.sends.clear();
            plan.receives.clear();
            plan.merges.clear();
            plan.merges_of.clear();
            plan.latest.clear();
            plan.computed.clear();
            plan.settling.reset();
            plan.next.clear();
            plan.written.clear();
            plan.access.clear();
            plan.held.clear();
            plan.sent.clear();
            plan.received.clear();
            return false;
        }
        add_transfers(binding, a, part.transfers, plan);
        if (!part.merges.empty() && !plays_all_)
            add_merges(request, binding, a, rank_, part.merges, accesses[a], plan.merges);
        for (std::size_t rank = 0; plays_all_ && !part.merges.empty() && rank < intervals.size(); ++rank) {
            plan.merges_of.resize(intervals.size());
            add_merges(request, binding, a, static_cast<int>(rank), part.merges, accesses[a], plan.merges_of[rank]);
        }
        note_computed(a, accesses[a], plan);
        if (plan.written[a] && request.additions == nullptr) // schemes move what they say
            settle(a, binding, part, plan);
        if (keeps_access_ && ranks_ > 1)
            plan.held.push_back(part.next.held_by(rank_));
        part.same = part.same && !plan.written[a];
        plan.next.push_back(next_state(*binding.allocations[a], part));
    }
    add_fillers(request, binding, plan);
    if (plays_all_)
        plan.shares = intervals;
    plan.in_turn = take_turns(intervals, (request.loop->flags & HYDRA_RT_DESCENDING) != 0);
    plan.iterations = std::move(intervals[static_cast<std::size_t>(rank_)]);
    plan.one_thread = writes && (request.in_order || threads_overlap(of_rank(rank_), binding, plan));
    if (boxes) {
        plan.rounds = boxes->rounds[static_cast<std::size_t>(rank_)];
        plan.rounds_of = std::move(boxes->rounds);
    }
    plan.apart = lies_apart(request, binding, plan);
    long last = (request.loop->flags & HYDRA_RT_DESCENDING) != 0 ? request.begin : request.end - 1;
    for (int rank = 0; rank < ranks_; ++rank)
        for (const Interval& interval : rank == rank_ ? plan.iterations : intervals[static_cast<std::size_t>(rank)])
            if (interval.lo <= last && last < interval.hi)
                plan.last_rank = rank;
    return true;
}

// Rules that hold on are kept: they say more than the list of ranks does.
StateRef PlanMaker::next_state(const Allocation& allocation, LaunchPlan& part) const {
    return part.same ? allocation.state : registry_.intern(std::move(part.next));
}

bool PlanMaker::lies_apart(const PlanRequest& request, const Binding& binding, const Plan& plan) {
    if (request.tables != nullptr || request.reaches_rows || binding.unknown != Binding::none)
        return false;
    const std::vector<int>& of_slot = binding.of_slot;
    for (std::size_t a = 0; a < binding.allocations.size(); ++a)
        if (plan.written[a] && std::count(of_slot.begin(), of_slot.end(), static_cast<int>(a)) > 1)
            return false;
    return true;
}

// To ask each thread what it touches takes longer than all else where there are many threads.
bool PlanMaker::is_proved_apart(const PlanRequest& request, const Binding& binding, const Plan& plan) {
    return (request.loop->flags & HYDRA_RT_INDEPENDENT) != 0 && lies_apart(request, binding, plan);
}

bool PlanMaker::threads_overlap(const PlanRequest& request, const Binding& binding, const Plan& plan) const {
    const bool offloads = keeps_access_ && request.loop->offload != nullptr;
    if ((device_.threads() < 2 && !offloads) || is_proved_apart(request, binding, plan))
        return false;
    std::vector<std::vector<Interval>> shares =
        side_by_side(device_.shares(plan.accumulators, plan.iterations), offloads);
    if (offloads && request.inspection == nullptr)
        shares = cut_finely(std::move(shares));
    if (shares.size() < 2 || (shares.size() > 2 && apart_by_rules(request, binding, plan)))
        return false;
    std::vector<std::vector<RankAccess>> accesses(binding.allocations.size());
    // Where inspectors gave up, there are no findings by thread: anything may be touched. Array reductions may cut the
    // iterations in another way than the inspectors did; then each thread counts as touching what the rank does.
    const bool by_thread =
        request.inspection != nullptr && !request.inspection->given_up && request.inspection->cut == shares;
    for (std::size_t thread = 0; thread < shares.size(); ++thread) {
        Access access =
            evaluate(request, binding, static_cast<int>(thread), shares[thread],
                     by_thread ? Parties(request.inspection->shares).subspan(thread, 1) : found_by(request, rank_));
        for (std::size_t a = 0; a < accesses.size(); ++a)
            accesses[a].push_back(std::move(access[a]));
    }
    for (std::size_t a = 0; a < accesses.size(); ++a) {
        const std::vector<Finding> findings = find_overlaps(binding.allocations[a]->shape.dims(), accesses[a]);
        if (!findings.empty()) {
            warn_overlap(request, binding, a, findings.front(), "threads",
                         offloads ? "one of the host's threads runs a rank's iterations"
                                  : "one thread runs a rank's iterations");
            return true;
        }
    }
    return false;
}

void PlanMaker::plan_replicated(const PlanRequest& request, const Binding& binding, Plan& plan) const {
    plan.replicated = true;
    plan.iterations = {{request.begin, request.end}};
    plan.last_rank = rank_;
    Access access = evaluate(request, binding, rank_, plan.iterations, found_by_all(request));
    if (!request.serial_site) {
        plan.arrays = reduced_arrays(request, binding, false);
        plan.accumulators = accumulators_of(request, binding, plan.arrays, true);
        for (const ReducedArray& array : plan.arrays)
            access[static_cast<std::size_t>(array.allocation)].maywrite |= array.section;
    }
    check_memory(request, binding, access);
    for (std::size_t a = 0; a < binding.allocations.size(); ++a) {
        const bool writes = !access[a].write.empty() || !access[a].maywrite.empty();
        if (writes && stays_with_all(*binding.allocations[a], access[a])) {
            plan.next.push_back(binding.allocations[a]->state);
            plan.written.push_back(true);
            continue;
        }
        if (read_by_rules(request, binding, a, access[a].reads() | access[a].maywrite, true, plan,
                          access[a].writes())) {
            plan.written.push_back(writes);
            continue;
        }
        LaunchPlan part =
            plan_serial(binding.allocations[a]->state->full(), access[a].reads(), access[a].write, access[a].maywrite);
        add_transfers(binding, a, part.transfers, plan);
        plan.next.push_back(next_state(*binding.allocations[a], part));
        plan.written.push_back(writes);
        note_computed(a, {access[a]}, plan);
    }
    if (keeps_access_)
        plan.access = std::move(access);
}

void PlanMaker::add_merges(const PlanRequest& request, const Binding& binding, std::size_t allocation, int rank,
                           const std::vector<SharedWrite>& shared, const std::vector<RankAccess>& accesses,
                           std::vector<ArrayMerge>& merges) const {
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
    std::sort(merge.plan.partners.begin(), merge.plan.partners.end(),
              [](const auto& a, const auto& b) { return a.rank < b.rank; });
    const RankAccess& mine =
        *std::find_if(accesses.begin(), accesses.end(), [&](const RankAccess& access) { return access.rank == rank; });
    merge.plan.sure = runs(all & mine.write, array.shape);
    merge.plan.doubtful = runs(all - mine.write, array.shape);
    merge.faces = faces(request, binding, allocation);
    const Face& face = merge.faces.back();
    // A scalar changes as a whole; the parts of a record need not be one iteration's.
    const bool scalar = face.type != 0 && face.elem == array.shape.elem;
    merge.plan.unit = scalar ? array.shape.elem : 1;
    merges.push_back(std::move(merge));
}

void PlanMaker::note_computed(std::size_t allocation, const std::vector<RankAccess>& accesses, Plan& plan) const {
    if (!plays_all_)
        return;
    std::vector<Region> sections;
    for (const ReducedArray& array : plan.arrays)
        if (array.allocation == static_cast<int>(allocation))
            sections.push_back(array.section);
    std::vector<const Region*> all;
    all.reserve(sections.size() + 2 * accesses.size());
    for (const Region& section : sections)
        all.push_back(&section);
    for (const RankAccess& access : accesses)
        all.insert(all.end(), {&access.write, &access.maywrite});
    const int dims = accesses.empty() ? 1 : accesses.front().write.dims();
    plan.computed.push_back(Region::unite(dims, all));
}

void PlanMaker::plan_alone(const PlanRequest& request, const Binding& binding, Plan& plan) const {
    plan.replicated = true;
    plan.written.assign(binding.allocations.size(), false);
    Access access = evaluate(request, binding, 0, {{request.begin, request.end}}, {});
    if (rank_ == 0)
        check_memory(request, binding, access);
    for (std::size_t a = 0; a < access.size(); ++a) {
        if (read_by_rules(request, binding, a, access[a].reads(), false, plan)) {
            const DealtState& rules = *binding.allocations[a]->state->dealt();
            plan.alone = plan.alone || !rules.all_hold(access[a].reads());
            continue;
        }
        const DirState& state = binding.allocations[a]->state->full();
        const Region nothing(state.dims());
        const RankAccess reads{0, access[a].reads(), nothing, nothing};
        plan.alone = plan.alone || !state.all_hold(reads.read);
        LaunchPlan part = plan_launch(state, {&reads, 1});
        add_transfers(binding, a, part.transfers, plan);
        plan.next.push_back(next_state(*binding.allocations[a], part));
    }
    if (keeps_access_)
        plan.access = std::move(access);
}

Plan PlanMaker::make_gather(const Binding& binding, const Region* part) {
    Plan plan;
    for (std::size_t a = 0; a < binding.allocations.size(); ++a) {
        const Allocation& allocation = *binding.allocations[a];
        Region nothing(allocation.shape.dims());
        LaunchPlan gathered =
            plan_serial(allocation.state->full(), part != nullptr ? *part : allocation.shape.whole(), nothing, nothing);
        add_transfers(binding, a, gathered.transfers, plan);
        plan.next.push_back(next_state(allocation, gathered));
    }
    return plan;
}

Plan PlanMaker::make_reads(const PlanRequest& request, const Binding& binding) {
    Plan plan;
    const std::vector<std::vector<Interval>> intervals = place(request, binding);
    std::vector<std::vector<RankAccess>> accesses(binding.allocations.size());
    for (int rank = 0; rank < ranks_; ++rank) {
        const std::vector<Interval>& share = intervals[static_cast<std::size_t>(rank)];
        Access access = evaluate(request, binding, rank, share, found_by(request, rank));
        for (std::size_t a = 0; a < accesses.size(); ++a)
            accesses[a].push_back({rank, access[a].reads(), Region(access[a].write.dims()),
                                   Region(access[a].maywrite.dims()), Region(access[a].mayread.dims())});
    }
    for (std::size_t a = 0; a < accesses.size(); ++a) {
        LaunchPlan part = plan_launch(binding.allocations[a]->state->full(), accesses[a]);
        add_transfers(binding, a, part.transfers, plan);
        plan.next.push_back(next_state(*binding.allocations[a], part));
    }
    plan.written.assign(accesses.size(), false);
    return plan;
}

Plan PlanMaker::make(const PlanRequest& request, const Binding& binding) {
    Plan plan;
    bool replicated = request.serial_site || request.replicated || (request.loop->flags & HYDRA_RT_REPLICATED) != 0;
    if (request.alone) {
        plan_alone(request, binding, plan);
    } else if (replicated && plan_everywhere(request, binding, plan)) {
        // Nothing travels, whatever it touches.
    } else if (replicated || !plan_parallel(request, binding, plan)) {
        plan_replicated(request, binding, plan);
        plan.overlap = !replicated;
    }
    plan.latest.clear();
    plan.overlap = plan.overlap || plan.one_thread;
    for (const Interval& interval : plan.iterations)
        plan.iteration_count += interval.hi - interval.lo;
    return plan;
}

} // namespace hydra::rt

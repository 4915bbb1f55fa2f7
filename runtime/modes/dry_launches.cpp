// See dry_launches.h. Where kernels run, each rank's iterations do, one rank after the other, and reductions are
// combined in the order in which real runs do (Plan::in_turn), so that the outcome is that of as many ranks to the last
// bit.
#include "runtime/modes/dry_launches.h"

#include "runtime/base/fail.h"
#include "runtime/base/text.h"
#include "runtime/steps/sized_exchange.h"

#include <algorithm>
#include <cstring>

namespace hydra::rt {
namespace {

using Bytes = std::vector<unsigned char>;

// What lies in the runs that ranks merge.
Bytes taken(const MergePlan& plan, const char* base) {
    Bytes bytes;
    for (const std::vector<Run>* runs : {&plan.doubtful, &plan.sure})
        for (const Run& run : *runs)
            bytes.insert(bytes.end(), base + run.offset, base + run.offset + run.bytes);
    return bytes;
}

void put(const MergePlan& plan, const Bytes& bytes, char* base) {
    const unsigned char* next = bytes.data();
    for (const std::vector<Run>* runs : {&plan.doubtful, &plan.sure})
        for (const Run& run : *runs) {
            std::memcpy(base + run.offset, next, static_cast<std::size_t>(run.bytes));
            next += run.bytes;
        }
}

bool leaves_scalars(const hydra_rt_loop& loop) {
    return loop.lastvalues > 0 || std::any_of(
                                      loop.reduction, loop.reduction + loop.reductions,
                                      [](const auto& reduction) { return reduction.array == 0; });
}

long last_of(const hydra_rt_launch& launch) {
    return (launch.loop->flags & HYDRA_RT_DESCENDING) != 0 ? launch.begin : launch.end - 1;
}

} // namespace

DryLaunches::DryLaunches(const DryRun& how, const LaunchParts& parts)
    : leaves_out_(!how.runs), transport_(parts.transport), registry_(parts.registry), maker_(parts.maker),
      device_(parts.device), counters_(parts.counters), binding_(parts.binding), reductions_(parts.reductions),
      merges_(parts.merges) {}

Restrictions DryLaunches::restrictions() const {
    Restrictions all;
    all.all_described = all.in_one_go = all.keeps_request = true;
    return all;
}

bool DryLaunches::runs(LaunchContext& context, const hydra_rt_launch& launch) {
    const hydra_rt_loop& loop = *launch.loop;
    const Plan& plan = *static_cast<Plan*>(launch.plan);
    const PlanRequest& request = context.request;
    const Binding& binding = context.binding();
    context.left_out = leaves_out_;
    if (context.left_out && plan.replicated && (loop.flags & HYDRA_RT_ORDERED) != 0) { // as serial code does
        const PlanMaker::Access access =
            maker_.evaluate(request, binding, 0, plan.iterations, PlanMaker::found_by_all(request));
        if (request.replicated ? !hollow_.empty() : is_hollow(binding, access))
            fail_undecided(loop.at, "the loop does more than storing values, and needs what other loops compute");
        context.left_out = false;
        for (std::size_t a = 0; a < plan.computed.size(); ++a)
            hollow_.remove(*binding.allocations[a], plan.computed[a]);
    }
    if (context.left_out) {
        leave_out(context, launch, plan);
    } else if (plan.replicated) {
        device_.run(loop, launch.args, plan.iterations, last_of(launch), CpuDevice::Order::one_block, plan.accumulators,
                    reductions_.arrays(), reductions_.results(), context.state->cost, nullptr, context.behind_each());
    } else {
        context.in_kernel = true;
        run_in_turn(context, launch, plan);
        context.in_kernel = false;
    }
    return true;
}

void DryLaunches::leave_out(const LaunchContext& context, const hydra_rt_launch& launch, const Plan& plan) {
    const hydra_rt_loop& loop = *launch.loop;
    const Binding& binding = context.binding();
    if (!plan.merges_of.empty())
        fail_undecided(loop.at, "only what the loop computes tells which elements several ranks change");
    if ((loop.flags & HYDRA_RT_LEAVES_ERRORS) != 0)
        fail_undecided(loop.at, "the program looks at the errors that the loop may leave");
    if (leaves_scalars(loop))
        check_decision(loop);
    if (context.request.replicated && binding.allocations.empty())
        make_all_hollow(); // nobody knows what it writes
    for (std::size_t a = 0; a < plan.computed.size(); ++a)
        hollow_.add(*binding.allocations[a], plan.computed[a]);
    for (const Binding::Beside& beside : binding.beside)
        if (beside.written)
            hollow_.add(*beside.allocation, beside.allocation->shape.whole());
}

// What one rank changes of what others may write too.
struct DryLaunches::Turn {
    std::vector<Merger> mergers;
    std::vector<Bytes> before, after; // one an array
    std::vector<SizedMessage> letters;
};

void DryLaunches::run_in_turn(LaunchContext& context, const hydra_rt_launch& launch, const Plan& plan) {
    const hydra_rt_loop& loop = *launch.loop;
    const Binding& binding = context.binding();
    std::vector<Turn> turns(plan.merges_of.size());
    Bytes combined;
    CpuDevice::Left left{};
    for (std::size_t at = 0; at < plan.shares.size(); ++at) {
        const auto rank = static_cast<std::size_t>(plan.in_turn[at]);
        if (!turns.empty())
            begin_turn(plan, binding, rank, turns[rank]);
        device_.run(loop, launch.args, plan.shares[rank], last_of(launch), CpuDevice::Order::any, plan.accumulators,
                    reductions_.arrays(), reductions_.results(), context.state->cost,
                    plan.rounds ? &plan.rounds_of[rank] : nullptr);
        left.join(device_.left());
        if (const auto& outside = device_.outside())
            fail_outside_section(loop, plan.accumulators, outside->reduction, outside->at);
        reductions_.check_gaps(loop, plan);
        reductions_.count_pieces(loop, plan, rank);
        if (!turns.empty())
            end_turn(plan, context, rank, turns[rank]);
        if (at == 0)
            combined.assign(reductions_.results(), reductions_.results() + plan.accumulators.bytes);
        for (const Accumulator& accumulator : plan.accumulators.list)
            if (at > 0 && !accumulator.in_place)
                combine(accumulator, combined.data(), reductions_.results());
    }
    reductions_.exchange(std::move(combined));
    join_turns(plan, binding, turns, loop.at);
    context.left_by_all = left;
}

void DryLaunches::begin_turn(const Plan& plan, const Binding& binding, std::size_t rank, Turn& turn) {
    const std::vector<ArrayMerge>& merges = plan.merges_of[rank];
    turn.mergers.resize(merges.size());
    for (std::size_t m = 0; m < merges.size(); ++m) {
        turn.mergers[m].note(merges[m].plan, static_cast<int>(rank), merged_in(merges[m], binding).base);
        turn.before.push_back(taken(merges[m].plan, merged_in(merges[m], binding).base));
    }
}

// Counts what the rank tells the others, and takes it back, since they do not see it yet.
void DryLaunches::end_turn(const Plan& plan, const LaunchContext& context, std::size_t rank, Turn& turn) {
    const Binding& binding = context.binding();
    LoopCounter& counter = counters_.loops[static_cast<std::size_t>(context.state->counter)];
    const std::vector<ArrayMerge>& merges = plan.merges_of[rank];
    for (std::size_t m = 0; m < merges.size(); ++m) {
        turn.mergers[m].find_changes(merged_in(merges[m], binding).base);
        turn.after.push_back(taken(merges[m].plan, merged_in(merges[m], binding).base));
    }
    turn.letters = sized_messages_of(merges, transport_.size());
    for (SizedMessage& letter : turn.letters) {
        letter.out.resize(head_bytes);
        for (std::size_t m = 0; m < merges.size(); ++m)
            if (const MergePlan::Partner* partner = partner_of(merges[m].plan, letter.rank)) {
                const std::size_t start = letter.out.size();
                turn.mergers[m].pack(*partner, merged_in(merges[m], binding).base, letter.out);
                merges_.count(merged_in(merges[m], binding), static_cast<int>(rank), letter.rank,
                              static_cast<std::int64_t>(letter.out.size() - start), counter);
            }
        merges_.count_messages(counter, static_cast<int>(rank), letter.rank, letter.out.size() > letter.first ? 2 : 1);
    }
    for (std::size_t m = 0; m < merges.size(); ++m)
        put(merges[m].plan, turn.before[m], merged_in(merges[m], binding).base);
}

// Each rank in turn gets to know what the others changed; what it then has is what all have.
void DryLaunches::join_turns(const Plan& plan, const Binding& binding, std::vector<Turn>& turns, const char* at) {
    for (std::size_t rank = 0; rank < turns.size(); ++rank) {
        const std::vector<ArrayMerge>& merges = plan.merges_of[rank];
        Turn& turn = turns[rank];
        for (std::size_t m = 0; m < merges.size(); ++m)
            put(merges[m].plan, turn.after[m], merged_in(merges[m], binding).base);
        for (const SizedMessage& own : turn.letters)
            for (const SizedMessage& letter : turns[static_cast<std::size_t>(own.rank)].letters) {
                const unsigned char* next = letter.out.data() + head_bytes;
                for (std::size_t m = 0; letter.rank == static_cast<int>(rank) && m < merges.size(); ++m)
                    if (const MergePlan::Partner* partner = partner_of(merges[m].plan, own.rank))
                        if (const auto conflict =
                                turn.mergers[m].unpack(*partner, merged_in(merges[m], binding).base, next))
                            fail_conflict(merges[m], merged_in(merges[m], binding), *conflict, at);
            }
        for (std::size_t m = 0; m < merges.size(); ++m) {
            turn.after[m] = taken(merges[m].plan, merged_in(merges[m], binding).base);
            put(merges[m].plan, turn.before[m], merged_in(merges[m], binding).base);
        }
    }
    for (std::size_t rank = 0; rank < turns.size(); ++rank)
        for (std::size_t m = 0; m < plan.merges_of[rank].size(); ++m)
            put(plan.merges_of[rank][m].plan, turns[rank].after[m], merged_in(plan.merges_of[rank][m], binding).base);
}

void DryLaunches::fail_undecided(const char* at, const std::string& what) const {
    fail(at, text("dry run: ", what, "; HYDRA_DRYRUN=", transport_.size(), ",run runs the loops, each once"));
}

void DryLaunches::check_decision(const hydra_rt_loop& site) const {
    if (site.decides == nullptr)
        return;
    if (site.kernel != nullptr)
        fail_undecided(site.at,
                       text("what the loop computes may decide at ", site.decides, " how the program goes on"));
    fail_undecided(site.decides, "what loops compute may decide here how the program goes on");
}

bool DryLaunches::is_hollow(const Binding& binding, const PlanMaker::Access& access) {
    for (std::size_t a = 0; a < access.size(); ++a)
        if (hollow_.meets(*binding.allocations[a], access[a].reads()))
            return true;
    return std::any_of(binding.beside.begin(), binding.beside.end(),
                       [&](const Binding::Beside& beside) { return hollow_.has(*beside.allocation); });
}

void DryLaunches::make_all_hollow() {
    registry_.for_each([&](const Allocation& allocation) { hollow_.add(allocation, allocation.shape.whole()); });
}

bool DryLaunches::reads_unknown(LoopState& state, hydra_rt_loop& site, void* const* pointers, const long* k) {
    const bool hollow = reads_hollow(state, site, pointers, k);
    if (hollow)
        check_decision(site);
    return hollow;
}

// Whether serial code reads what no kernel has computed. What it stores then was not computed either.
bool DryLaunches::reads_hollow(LoopState& state, hydra_rt_loop& site, void* const* pointers, const long* k) {
    if (!watches_reads())
        return false;
    PlanRequest request{&site, k, 0, 1, 0, true, &state.overlap_warned, false};
    binding_.follow_tables(state, request, pointers);
    const Touched& all = binding_.touched(state, request);
    Binding& binding = state.binding;
    binding.bind_nothing(all.slots.size());
    if (all.writes_everything)
        make_all_hollow();
    if (all.reads_everything || all.writes_everything || request.lost_table >= 0)
        return true;
    state.binder.bind(all.slots, pointers, request.tables, Binder::Asker::serial_site, binding);
    if (binding.unknown != Binding::none) {
        make_all_hollow();
        return true;
    }
    maker_.refine_shapes(request, binding);
    const PlanMaker::Access access = maker_.evaluate(request, binding, 0, {{0, 1}}, {});
    const bool hollow = is_hollow(binding, access);
    for (std::size_t a = 0; a < access.size(); ++a)
        if (hollow)
            hollow_.add(*binding.allocations[a], access[a].writes());
        else
            hollow_.remove(*binding.allocations[a], access[a].write);
    return hollow;
}

void DryLaunches::inspects(const PlanRequest& request, const Binding& binding) {
    if (watches_reads() && is_hollow(binding, maker_.indexes(request, binding)))
        fail_undecided(request.loop->at, "what the loop touches depends on what other loops compute");
}

void DryLaunches::tables_followed(const PlanRequest& request) {
    if (!watches_reads() || (request.tables == nullptr && request.lost_table < 0))
        return;
    bool meets = request.lost_table >= 0;
    registry_.for_each([&](const Allocation& allocation) {
        meets = meets || (hollow_.has(allocation) &&
                          request.tables->meets_entries(allocation.base, allocation.base + allocation.bytes));
    });
    if (meets)
        fail_undecided(request.loop->at, "pointers to the arrays may be what other loops compute");
}

void DryLaunches::copies(const void* to, const void* from, std::size_t bytes) {
    if (!watches_reads())
        return;
    const Allocation* target = registry_.find(to);
    const Allocation* source = from == nullptr ? nullptr : registry_.find(from);
    if (target == nullptr)
        return; // small, or nobody's
    if (source != nullptr && hollow_.has(*source))
        hollow_.add(*target, target->shape.whole());
    else if (to == target->base && bytes >= target->bytes)
        hollow_.remove(*target, target->shape.whole());
}

} // namespace hydra::rt

// See dry.h: hollow memory, and the part of Runtime that a dry run adds. Where kernels run, each rank's iterations do,
// one rank after the other, and reductions are combined in the order in which real runs do (Plan::in_turn), so that the
// outcome is that of as many ranks to the last bit.
#include "runtime/modes/dry.h"

#include "runtime/base/fail.h"
#include "runtime/base/text.h"
#include "runtime/launch/letters.h"
#include "runtime/launch/runtime.h"

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
    return loop.lastvalues > 0 || std::any_of(loop.reduction, loop.reduction + loop.reductions,
                                              [](const auto& reduction) { return reduction.array == 0; });
}

} // namespace

void DryTransport::abort(int status) { leave_process(status); }

// ---- Hollow memory --------------------------------------------------------------------------------------------------

Hollow::Part& Hollow::current(const Allocation& allocation) {
    Part& part = parts_.at(allocation.serial);
    if (!(part.shape == allocation.shape)) {
        part.region = part.shape.bytes == allocation.shape.bytes && allocation.shape.elem <= part.shape.elem
                          ? reshape(part.region, part.shape, allocation.shape)
                          : allocation.shape.whole(); // it has moved, or bytes were copied: who knows what is where
        part.shape = allocation.shape;
    }
    return part;
}

bool Hollow::meets(const Allocation& allocation, const Region& region) {
    return has(allocation) && current(allocation).region.intersects(region);
}

void Hollow::add(const Allocation& allocation, const Region& region) {
    if (region.empty())
        return;
    if (!has(allocation))
        parts_.emplace(allocation.serial, Part{allocation.shape, region});
    else if (Part& part = current(allocation); !part.region.contains(region))
        part.region |= region;
}

void Hollow::remove(const Allocation& allocation, const Region& region) {
    if (!has(allocation) || region.empty())
        return;
    Part& part = current(allocation);
    part.region -= region;
    if (part.region.empty())
        parts_.erase(allocation.serial);
}

// ---- Kernels --------------------------------------------------------------------------------------------------------

void Runtime::run_for_all(const hydra_rt_launch& launch, const Plan& plan, long last) {
    const hydra_rt_loop& loop = *launch.loop;
    left_out_ = leaves_out();
    if (left_out_ && plan.replicated && (loop.flags & HYDRA_RT_ORDERED) != 0) { // as serial code does
        const PlanMaker::Access access =
            maker_.evaluate(request_, active_->binding, 0, plan.iterations, PlanMaker::found_by_all(request_));
        if (request_.replicated ? !hollow_.empty() : is_hollow(active_->binding, access))
            fail_undecided(loop.at, "the loop does more than storing values, and needs what other loops compute");
        left_out_ = false;
        for (std::size_t a = 0; a < plan.computed.size(); ++a)
            hollow_.remove(*active_->binding.allocations[a], plan.computed[a]);
    }
    if (left_out_) {
        leave_out(launch, plan);
    } else if (plan.replicated) {
        device_.run(loop, launch.args, plan.iterations, last, CpuDevice::Order::one_block, plan.accumulators, arrays_,
                    results_.data(), active_->cost, nullptr, behind_each());
    } else {
        in_kernel_ = true;
        run_in_turn(launch, plan, last);
        in_kernel_ = false;
    }
}

void Runtime::leave_out(const hydra_rt_launch& launch, const Plan& plan) {
    const hydra_rt_loop& loop = *launch.loop;
    if (!plan.merges_of.empty())
        fail_undecided(loop.at, "only what the loop computes tells which elements several ranks change");
    if ((loop.flags & HYDRA_RT_LEAVES_ERRORS) != 0)
        fail_undecided(loop.at, "the program looks at the errors that the loop may leave");
    if (leaves_scalars(loop))
        check_decision(loop);
    if (request_.replicated && active_->binding.allocations.empty())
        make_all_hollow(); // nobody knows what it writes
    for (std::size_t a = 0; a < plan.computed.size(); ++a)
        hollow_.add(*active_->binding.allocations[a], plan.computed[a]);
    for (const Binding::Beside& beside : active_->binding.beside)
        if (beside.written)
            hollow_.add(*beside.allocation, beside.allocation->shape.whole());
}

// What one rank changes of what others may write too.
struct Runtime::Turn {
    std::vector<Merger> mergers;
    std::vector<Bytes> before, after; // one an array
    std::vector<Letter> letters;
};

void Runtime::run_in_turn(const hydra_rt_launch& launch, const Plan& plan, long last) {
    const hydra_rt_loop& loop = *launch.loop;
    std::vector<Turn> turns(plan.merges_of.size());
    Bytes combined;
    left_in_turn_ = {};
    for (std::size_t at = 0; at < plan.shares.size(); ++at) {
        const auto rank = static_cast<std::size_t>(plan.in_turn[at]);
        if (!turns.empty())
            begin_turn(plan, rank, turns[rank]);
        device_.run(loop, launch.args, plan.shares[rank], last, CpuDevice::Order::any, plan.accumulators, arrays_,
                    results_.data(), active_->cost, plan.rounds ? &plan.rounds_of[rank] : nullptr);
        left_in_turn_.join(device_.left());
        if (const auto& outside = device_.outside())
            fail_outside_section(loop, plan.accumulators, outside->reduction, outside->at);
        check_gaps(loop, plan);
        count_pieces(plan, rank);
        if (!turns.empty())
            end_turn(plan, rank, turns[rank]);
        if (at == 0)
            combined = results_;
        for (const Accumulator& accumulator : plan.accumulators.list)
            if (at > 0 && !accumulator.in_place)
                combine(accumulator, combined.data(), results_.data());
    }
    results_ = std::move(combined);
    join_turns(plan, turns, loop.at);
}

void Runtime::begin_turn(const Plan& plan, std::size_t rank, Turn& turn) {
    const std::vector<ArrayMerge>& merges = plan.merges_of[rank];
    turn.mergers.resize(merges.size());
    for (std::size_t m = 0; m < merges.size(); ++m) {
        turn.mergers[m].note(merges[m].plan, static_cast<int>(rank), base_of(merges[m]));
        turn.before.push_back(taken(merges[m].plan, base_of(merges[m])));
    }
}

// Counts what the rank tells the others, and takes it back, since they do not see it yet.
void Runtime::end_turn(const Plan& plan, std::size_t rank, Turn& turn) {
    const std::vector<ArrayMerge>& merges = plan.merges_of[rank];
    for (std::size_t m = 0; m < merges.size(); ++m) {
        turn.mergers[m].find_changes(base_of(merges[m]));
        turn.after.push_back(taken(merges[m].plan, base_of(merges[m])));
    }
    turn.letters = letters_of(merges, transport_->size());
    for (Letter& letter : turn.letters) {
        letter.out.resize(head_bytes);
        for (std::size_t m = 0; m < merges.size(); ++m)
            if (const MergePlan::Partner* partner = partner_of(merges[m].plan, letter.rank)) {
                const std::size_t start = letter.out.size();
                turn.mergers[m].pack(*partner, base_of(merges[m]), letter.out);
                count_merged(merges[m].allocation, static_cast<int>(rank), letter.rank,
                             static_cast<std::int64_t>(letter.out.size() - start));
            }
        counters_.coherence.messages += letter.out.size() > letter.first ? 2 : 1;
    }
    for (std::size_t m = 0; m < merges.size(); ++m)
        put(merges[m].plan, turn.before[m], base_of(merges[m]));
}

// Each rank in turn gets to know what the others changed; what it then has is what all have.
void Runtime::join_turns(const Plan& plan, std::vector<Turn>& turns, const char* at) {
    for (std::size_t rank = 0; rank < turns.size(); ++rank) {
        const std::vector<ArrayMerge>& merges = plan.merges_of[rank];
        Turn& turn = turns[rank];
        for (std::size_t m = 0; m < merges.size(); ++m)
            put(merges[m].plan, turn.after[m], base_of(merges[m]));
        for (const Letter& own : turn.letters)
            for (const Letter& letter : turns[static_cast<std::size_t>(own.rank)].letters) {
                const unsigned char* next = letter.out.data() + head_bytes;
                for (std::size_t m = 0; letter.rank == static_cast<int>(rank) && m < merges.size(); ++m)
                    if (const MergePlan::Partner* partner = partner_of(merges[m].plan, own.rank))
                        if (const auto conflict = turn.mergers[m].unpack(*partner, base_of(merges[m]), next))
                            fail_conflict(merges[m], *conflict, at);
            }
        for (std::size_t m = 0; m < merges.size(); ++m) {
            turn.after[m] = taken(merges[m].plan, base_of(merges[m]));
            put(merges[m].plan, turn.before[m], base_of(merges[m]));
        }
    }
    for (std::size_t rank = 0; rank < turns.size(); ++rank)
        for (std::size_t m = 0; m < plan.merges_of[rank].size(); ++m)
            put(plan.merges_of[rank][m].plan, turns[rank].after[m], base_of(plan.merges_of[rank][m]));
}

// ---- What is not known without kernels ------------------------------------------------------------------------------

void Runtime::fail_undecided(const char* at, const std::string& what) const {
    fail(at, text("dry run: ", what, "; HYDRA_DRYRUN=", transport_->size(), ",run runs the loops, each once"));
}

void Runtime::check_decision(const hydra_rt_loop& site) {
    if (site.decides == nullptr)
        return;
    if (site.kernel != nullptr)
        fail_undecided(site.at,
                       text("what the loop computes may decide at ", site.decides, " how the program goes on"));
    fail_undecided(site.decides, "what loops compute may decide here how the program goes on");
}

bool Runtime::is_hollow(const Binding& binding, const PlanMaker::Access& access) {
    for (std::size_t a = 0; a < access.size(); ++a)
        if (hollow_.meets(*binding.allocations[a], access[a].reads()))
            return true;
    return std::any_of(binding.beside.begin(), binding.beside.end(),
                       [&](const Binding::Beside& beside) { return hollow_.has(*beside.allocation); });
}

void Runtime::make_all_hollow() {
    registry_.for_each([&](const Allocation& allocation) { hollow_.add(allocation, allocation.shape.whole()); });
}

// Whether serial code reads what no kernel has computed. What it stores then was not computed either.
bool Runtime::reads_hollow(LoopState& state, hydra_rt_loop& site, void* const* pointers, const long* k) {
    if (!leaves_out() || hollow_.empty())
        return false;
    PlanRequest request{&site, k, 0, 1, 0, true, &state.overlap_warned, false};
    look_at_tables(state, request, pointers);
    const Touched& all = touched(state, request);
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
    for (std::size_t a = 0; a < access.size(); ++a) {
        if (hollow)
            hollow_.add(*binding.allocations[a], access[a].writes());
        else
            hollow_.remove(*binding.allocations[a], access[a].write);
    }
    return hollow;
}

void Runtime::check_indexes(const PlanRequest& request, const Binding& binding) {
    if (leaves_out() && !hollow_.empty() && is_hollow(binding, maker_.indexes(request, binding)))
        fail_undecided(request.loop->at, "what the loop touches depends on what other loops compute");
}

void Runtime::check_tables(const PlanRequest& request) {
    if (!leaves_out() || hollow_.empty() || (request.tables == nullptr && request.lost_table < 0))
        return;
    bool meets = request.lost_table >= 0;
    registry_.for_each([&](const Allocation& allocation) {
        meets = meets || (hollow_.has(allocation) &&
                          request.tables->meets_entries(allocation.base, allocation.base + allocation.bytes));
    });
    if (meets)
        fail_undecided(request.loop->at, "pointers to the arrays may be what other loops compute");
}

void Runtime::copy_hollow(const void* to, const void* from, std::size_t bytes) {
    if (!leaves_out() || hollow_.empty())
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

// See runtime.h: launches from begin to commit.
#include "runtime/launch/runtime.h"

#include "runtime/backend/kept_messages.h"
#include "runtime/base/fail.h"
#include "runtime/base/memory.h"
#include "runtime/base/scalars.h"
#include "runtime/base/text.h"
#include "runtime/launch/kept_output.h"
#include "runtime/offload/host_access.h"
#include "runtime/plan/said_place.h"
#include "runtime/policy/worth_directory.h"
#include "runtime/steps/last_values.h"
#include "runtime/steps/overlap.h"

#include <algorithm>
#include <cstring>

namespace hydra::rt {
namespace {

// Blocks from which on huge pages are asked for, in bytes: the ends of a rank's share of a block may be rounded up to
// huge pages, which must not count beside the share itself.
constexpr std::size_t least_huge_share = std::size_t{8} << 20;

// The iteration of the launch that is the last one in the user's order.
long last_of(const hydra_rt_launch& launch) {
    return (launch.loop->flags & HYDRA_RT_DESCENDING) != 0 ? launch.begin : launch.end - 1;
}

// A launch inside of another one: no state of the runtime's is touched, since other threads may do the same.
void run_inside(const hydra_rt_launch& launch, void* const* reduced) {
    const hydra_rt_loop& loop = *launch.loop;
    if (launch.begin >= launch.end)
        return;
    Accumulators accumulators;
    for (int r = 0; r < loop.reductions; ++r) {
        Accumulator next = scalar_accumulator(loop.reduction[r]);
        next.in_place = loop.reduction[r].array != 0;
        accumulators.add(next);
    }
    std::vector<unsigned char> results(accumulators.bytes);
    std::vector<void*> partial;
    for (const Accumulator& accumulator : accumulators.list) {
        set_neutral(accumulator, results.data());
        partial.push_back(accumulator.in_place ? reduced[partial.size()] : results.data() + accumulator.offset);
    }
    const BoundCells cells = (loop.flags & HYDRA_RT_REPLICATED) != 0 ? BoundCells(loop, launch.cells) : BoundCells();
    if (cells.empty())
        loop.kernel(launch.args, launch.begin, launch.end, partial.data(), 1);
    else
        run_one_by_one(loop.kernel, launch.args, {launch.begin, launch.end}, last_of(launch),
                       (loop.flags & HYDRA_RT_DESCENDING) != 0, partial.data(), [&] { cells.check(); });
    store_scalars(loop, accumulators, results.data(), reduced);
}

} // namespace

Runtime::Runtime(std::unique_ptr<Transport> transport, Arena& arena, const RuntimeOptions& options,
                 std::vector<WeightedDevice> devices)
    : transport_(std::move(transport)), residence_(std::move(devices), options.device_page),
      registry_(arena, transport_->size()),
      maker_(registry_, options.partition, transport_->rank(), transport_->size(), options.node_ranks, device_,
             options.window, !residence_.empty(), options.dry.has_value(), options.turns, options.reproducible,
             options.explain || options.trace),
      device_(options.threads, options.crowded), counters_(transport_->size(), options.dry ? transport_->size() : 1),
      stopwatch_(*transport_, counters_.seconds, options.trace ? std::make_unique<Trace>(*transport_) : nullptr),
      loops_(registry_, counters_), messenger_(*transport_, residence_, counters_, stopwatch_, options.dry.has_value()),
      gatherer_(registry_, residence_, maker_, messenger_, counters_, observers_),
      binding_(registry_, residence_, maker_, *transport_, device_, gatherer_, observers_),
      policy_(registry_, *transport_, residence_, device_, observers_, options.verbose && transport_->rank() == 0),
      plans_(registry_, maker_, counters_, stopwatch_, observers_, options.verbose && transport_->rank() == 0),
      reductions_(*transport_, counters_, stopwatch_), merges_(*transport_, counters_, stopwatch_),
      inspections_(parts(), residence_, messenger_, policy_, observers_, options.dry.has_value()),
      copies_(parts(), residence_, messenger_, inspections_.cache(), observers_),
      serial_(parts(), residence_, messenger_, stopwatch_, loops_, inspections_.cache(), observers_,
              options.dry.has_value()),
      device_executor_({residence_, registry_, maker_, transport_->rank(), transport_->size(), stopwatch_.trace(),
                        options.verify, options.dry.has_value(), options.verbose}),
      verbose_(options.verbose), overlaps_(options.overlap), plays_all_(options.dry.has_value()),
      runs_all_everywhere_(options.policy == Policy::floor && transport_->size() > 1) {
    residence_.shared_by(transport_->size());
    const auto ranks = static_cast<std::size_t>(transport_->size());
    arena.use_huge_pages(ranks == 1 ? worth::least_huge_alone : least_huge_share * ranks,
                         available_memory() / 2 / static_cast<std::size_t>(std::max(1, options.node_ranks)));
    add_observers(observers_, options, parts());
}

LaunchParts Runtime::parts() {
    return {*transport_, registry_,   maker_,  device_,    counters_,           gatherer_,         binding_,
            plans_,      reductions_, merges_, messenger_, !residence_.empty(), stopwatch_.trace()};
}

void Runtime::begin(hydra_rt_launch& launch, hydra_rt_loop& loop, void* const* pointers, const long* k, long begin,
                    long end, long align_offset, void* args, const AskedOfLaunch& asked) {
    if (in_launch()) {
        launch = {&loop, args, nullptr, begin, end, pointers + loop.slots};
        return;
    }
    launch = {&loop, args, &no_iterations_, begin, end, nullptr};
    launch_.shares = nullptr;
    launch_.unshared = asked.unshared;
    launch_.place = asked.place;
    begin_steps(launch_, launch, pointers, k, align_offset);
}

void Runtime::transfer(hydra_rt_launch& launch) {
    if (launch.plan != nullptr)
        exchange(launch_, launch);
}

void Runtime::run(hydra_rt_launch& launch) {
    if (launch.plan != nullptr && launch.begin < launch.end)
        run_steps(launch_, launch);
}

void Runtime::commit(hydra_rt_launch& launch, void* const* reduced) {
    if (launch.plan == nullptr) {
        run_inside(launch, reduced);
        return;
    }
    commit_steps(launch_, launch, reduced);
    launch_.state = nullptr;
}

void Runtime::settle() {
    if (in_launch() || plays_all_ || !messenger_.has_stepped())
        return;
    for (std::size_t device = 0; !residence_.empty() && device < residence_.size(); ++device)
        residence_[device].device()->finish();
    std::vector<char> all(static_cast<std::size_t>(transport_->size()));
    const char mine = 0;
    transport_->waits_in("a clock", "the work before it");
    if (transport_->size() > 1)
        transport_->gather(0, &mine, 1, all.data());
}

// ---- begin ----------------------------------------------------------------------------------------------------------

void Runtime::begin_steps(LaunchContext& context, hydra_rt_launch& launch, void* const* pointers, const long* k,
                          long align_offset) {
    hydra_rt_loop& loop = *launch.loop;
    context.began = stopwatch_.start();
    LoopState& state = loops_.state_of(loop);
    context.state = &state;
    context.left_out = context.offloaded = false;
    context.left_by_all.reset();
    context.left = {};
    if (stopwatch_.trace() != nullptr)
        residence_.belongs_to(loop.at);
    messenger_.next_step();
    copies_.begin_launch();
    policy_.count_launch();
    serial_.begin_launch();
    if (context.shares == nullptr)
        ++counter(context).launches;
    if (launch.begin >= launch.end) {
        state.binding.allocations.clear();
        return;
    }
    reductions_.begin(loop, pointers);
    observers_.each([&](LaunchObserver& one) { one.begins(loop); });
    observers_.moves(loop.at);
    const double planned = counters_.seconds.planning;
    const auto computed = counters_.plans_computed;
    PlanRequest& request = context.request;
    request = {&loop, k, launch.begin, launch.end, align_offset, false, &state.overlap_warned, false};
    request.shares = context.shares;
    request.place = context.place ? &*context.place : nullptr;
    request.step = context.step;
    if (context.shares != nullptr)
        request.rounds = &all_rounds;
    void* const* const cells = pointers + loop.slots;
    void* const* const marks = cells + loop.watches;
    bind(context, launch, pointers, marks);
    decide(context);
    watch_cells(context, pointers, cells);
    if (request.inspection != nullptr && context.shares == nullptr)
        ++counter(context).inspected;
    if (loop.sweep != nullptr && !context.unshared && !context.place && run_sweep(context, launch, pointers))
        return;
    plan(context, launch, pointers, marks);
    observers_.each([&](LaunchObserver& one) { one.begun(loop.at); });
    if (!residence_.empty() || observers_.restrictions().keeps_request) {
        context.keys.assign(k, k + loop.keys);
        request.k = context.keys.data();
    }
    const double bound_at = stopwatch_.start();
    policy_.note_following(state, request, counters_.plans_computed != computed);
    request.whole = nullptr; // holds until the loop is looked at again
    counters_.seconds.runtime += bound_at - context.began - (counters_.seconds.planning - planned);
}

// What the launch touches, as far as footprints, tables and inspectors tell. pointers: become those of all slots.
void Runtime::bind(LaunchContext& context, const hydra_rt_launch& launch, void* const*& pointers, void* const* marks) {
    const hydra_rt_loop& loop = *launch.loop;
    LoopState& state = *context.state;
    PlanRequest& request = context.request;
    const bool alone = policy_.leaves_tables_alone(state);
    const bool unbound =
        alone || policy_.leaves_rows_alone(state) || (context.unshared && policy_.needs_nothing(request));
    if (unbound)
        binding_.leave_unbound(state, request);
    const bool bound = unbound || binding_.bind_without_tables(state, request, pointers);
    if (!bound && follows_too_much(context, pointers))
        return;
    if (observers_.restrictions().apart)
        residence_.leave_all();
    if (loop.offload != nullptr && !residence_.empty())
        device_executor_.begin(pointers, loop.slots);
    KnownInspections& found = state.inspections;
    const bool inspects = loop.inspection != nullptr && !alone && !unbound && (loop.flags & HYDRA_RT_REPLICATED) == 0 &&
                          request.lost_table < 0 && binding_.binds();
    request.may_refine = inspects && loop.inspection->fine != 0 && !found.refines && !found.refined_in_vain;
    if (inspects && (loop.inspection->stages > 0 || found.refines))
        request.inspection = inspections_.inspect(state, request, pointers, marks, launch.args);
    if (!bound)
        binding_.bind(state, request, pointers);
}

// Follows the launch's tables. True: they lead to so many rows that every rank had better run the launch.
bool Runtime::follows_too_much(LaunchContext& context, void* const*& pointers) {
    PlanRequest& request = context.request;
    request.most_pointers = policy_.most_pointers(*context.state, request);
    binding_.follow_tables(*context.state, request, pointers);
    if (request.too_many_pointers) {
        if (!policy_.refuses_more_pointers(request.end - request.begin))
            return false;
    } else if (!count_followed(request.tables, context.state->followed, counters_.effort) ||
               !policy_.cannot_afford(static_cast<double>(request.tables->groups.size()) * worth::ns_a_row)) {
        return false;
    }
    gather_everything(request.loop->at);
    request.tables = nullptr;
    request.lost_table = -1;
    request.replicated = true;
    binding_.leave_unbound(*context.state, request);
    return true;
}

void Runtime::gather_bound(const LaunchContext& context) {
    for (Allocation* allocation : context.binding().allocations)
        gatherer_.gather(*allocation, context.request.loop->at);
}

// Whether ranks share the launch out.
void Runtime::decide(LaunchContext& context) {
    LoopState& state = *context.state;
    PlanRequest& request = context.request;
    const hydra_rt_loop& loop = *request.loop;
    if (runs_all_everywhere_ || context.unshared) {
        request.replicated = true;
        request.may_refine = false;
        return;
    }
    if (policy_.rows_are_out_of_order(state, request)) {
        gather_bound(context);
        policy_.leave_rows(state, loop);
        request.tables = nullptr;
        binding_.leave_unbound(state, request);
    }
    if (policy_.is_too_small_to_share(state, request)) {
        gather_bound(context);
        policy_.run_small_everywhere(state, loop);
        request.replicated = true;
        request.may_refine = false;
    }
    if (policy_.runs_everywhere(state, request)) {
        // What may be stored beside an array may be what the bound reads: that is seen where all is run as one.
        const bool may_end = loop.watches > 0 && !state.binding.beside.empty();
        request.replicated = request.replicated || transport_->size() > 1 || may_end;
        request.in_order = !request.replicated; // the same result to the bit, as clocks may not show in it
        request.may_refine = false;
    }
}

void Runtime::watch_cells(LaunchContext& context, void* const* pointers, void* const* cells) {
    PlanRequest& request = context.request;
    const hydra_rt_loop& loop = *request.loop;
    bool everywhere = request.replicated || (loop.flags & HYDRA_RT_REPLICATED) != 0;
    if (const int cell = everywhere ? -1 : BindStep::written_cell(*context.state, loop, pointers, cells); cell >= 0) {
        binding_.distrust(*context.state, request, cell);
        everywhere = true;
    }
    context.bound_cells = everywhere ? BoundCells(loop, cells) : BoundCells();
}

void Runtime::plan(LaunchContext& context, hydra_rt_launch& launch, void* const* pointers, void* const* marks) {
    LoopState& state = *context.state;
    PlanRequest& request = context.request;
    Plan* made = &plans_.plan_for(state, request);
    if (request.may_refine && some_overlap(*made, request.loop->at)) {
        KnownInspections& found = state.inspections;
        found.refines = true;
        request.may_refine = false;
        request.inspection = inspections_.inspect(state, request, pointers, marks, launch.args);
        binding_.bind(state, request, pointers);
        request.replicated = request.replicated || (transport_->size() > 1 && policy_.runs_everywhere(state, request));
        made = &plans_.plan_for(state, request);
        found.refined_in_vain = some_overlap(*made, request.loop->at);
        found.refines = !found.refined_in_vain;
    }
    launch.plan = made;
    if (request.place != nullptr && !made->replicated)
        for (std::size_t a = 0; a < made->written.size(); ++a)
            if (Allocation& array = *state.binding.allocations[a]; made->written[a] && !array.small_pages)
                registry_.touch_in_pieces(
                    array, piece_bytes(*request.place, static_cast<std::int64_t>(array.bytes), transport_->size()));
    DistributionPolicy::note_overlap(state, request, *made);
    seek_overlap(context, *made);
}

// Whether the plan is a slow one on any rank, because footprints overlap; asked once.
bool Runtime::some_overlap(Plan& plan, const char* at) {
    if (plan.overlap_agreed || plan.replicated || transport_->size() == 1 || plays_all_)
        return plan.overlap; // all ranks find that ranks overlap; threads are each rank's own affair
    std::vector<unsigned char> theirs(static_cast<std::size_t>(transport_->size()));
    const unsigned char mine = plan.overlap ? 1 : 0;
    transport_->waits_in(at, "whether iterations overlap");
    transport_->gather(0, &mine, 1, theirs.data());
    transport_->broadcast(0, theirs.data(), theirs.size());
    plan.overlap = std::any_of(theirs.begin(), theirs.end(), [](unsigned char one) { return one != 0; });
    plan.overlap_agreed = true;
    return plan.overlap;
}

void Runtime::seek_overlap(const LaunchContext& context, Plan& plan) {
    if (plan.uses == 2 || ++plan.uses < 2)
        return;
    if (!overlaps_ || observers_.restrictions().in_one_go || !residence_.empty() || transport_->size() == 1 ||
        !may_overlap(context.request, plan, context.binding()))
        return;
    if (plan.steps.empty())
        plan.steps = steps_of(plan);
    plan.overlap_with_messages = find_overlap(context.request, plan, context.binding(), device_.threads());
}

// ---- transfer and run -----------------------------------------------------------------------------------------------

void Runtime::exchange(LaunchContext& context, hydra_rt_launch& launch) {
    Plan& plan = *static_cast<Plan*>(launch.plan);
    LoopCounter* const loop = plan.replicated ? nullptr : &counter(context);
    messenger_.move(plan, context.binding(), launch.loop->at, loop, stopwatch_.lap());
}

void Runtime::run_steps(LaunchContext& context, hydra_rt_launch& launch) {
    Plan& plan = *static_cast<Plan*>(launch.plan);
    const hydra_rt_loop& loop = *launch.loop;
    const double start = stopwatch_.lap();
    count_iterations(context, plan);
    reductions_.prepare(loop, plan, context.binding());
    count_way(context, plan);
    if (observers_.any([&](LaunchObserver& one) { return one.runs(context, launch); })) {
        stopwatch_.ended(counters_.seconds.kernels, Trace::Kind::kernel, loop.at, start);
        return;
    }
    std::optional<KeptOutput> kept;
    constexpr unsigned may_end = HYDRA_RT_MAY_EXIT | HYDRA_RT_MAY_ABORT;
    if ((loop.flags & may_end) != 0 && !plan.replicated && transport_->size() > 1)
        kept.emplace(*transport_, (loop.flags & HYDRA_RT_MAY_EXIT) != 0);
    context.in_kernel = !plan.replicated;
    observers_.each([&](LaunchObserver& one) { one.before_run(context, launch); });
    std::optional<KeptMessages> messages;
    if ((loop.flags & HYDRA_RT_MAY_TELL) != 0 && !plan.replicated && transport_->size() > 1)
        messages.emplace();
    const bool on_device = !residence_.empty() && plan.blocks == 0 && device_executor_.run(on_devices(context, launch));
    count_place(context, plan, on_device);
    if (on_device) {
        context.in_kernel = false;
        reductions_.check_gaps(loop, plan);
        if (observers_.restrictions().apart) // what is compared, and overwritten, is the host's
            residence_.leave_all();
        stopwatch_.ended(counters_.seconds.kernels, Trace::Kind::offload, loop.at, start);
        return;
    }
    run_on_host(context, launch, plan);
    kept.reset();
    if (messages)
        messages->print_all(*transport_);
    stopwatch_.ended(counters_.seconds.kernels, Trace::Kind::kernel, loop.at, start);
}

DeviceLaunch Runtime::on_devices(const LaunchContext& context, const hydra_rt_launch& launch) {
    const LoopState& state = *context.state;
    const Touched* const touched = state.touched;
    const bool is_known = touched != nullptr && !touched->reads_everything && !touched->writes_everything;
    return {
        .loop = *launch.loop,
        .args = launch.args,
        .plan = *static_cast<Plan*>(launch.plan),
        .request = context.request,
        .binding = state.binding,
        .reaches = is_known ? &touched->slots : nullptr,
        .number = static_cast<std::size_t>(state.index),
        .segment = state.segment,
        .results = reductions_.results(),
    };
}

void Runtime::run_on_host(LaunchContext& context, const hydra_rt_launch& launch, const Plan& plan) {
    const hydra_rt_loop& loop = *launch.loop;
    const Binding& binding = context.binding();
    const auto order = plan.replicated                        ? CpuDevice::Order::one_block
                       : plan.one_thread                      ? CpuDevice::Order::sequential
                       : plan.apart && binding.beside.empty() ? CpuDevice::Order::apart
                                                              : CpuDevice::Order::any;
    host_reads(residence_, plan, binding);
    merges_.note(plan, binding);
    if (messenger_.is_under_way())
        run_overlapped(context, launch, plan, order);
    else
        device_.run(loop, launch.args, plan.iterations, last_of(launch), order, plan.accumulators, reductions_.arrays(),
                    reductions_.results(), context.state->cost, plan.rounds ? &*plan.rounds : nullptr,
                    context.behind_each());
    context.in_kernel = false;
    host_writes(residence_, plan, binding);
    if (const auto& outside = device_.outside())
        fail_outside_section(loop, plan.accumulators, outside->reduction, outside->at);
    reductions_.check_gaps(loop, plan);
}

// The launch's iterations, its messages being under way, and the end of these.
void Runtime::run_overlapped(LaunchContext& context, const hydra_rt_launch& launch, const Plan& plan,
                             CpuDevice::Order order) {
    const hydra_rt_loop& loop = *launch.loop;
    const Plan::Overlap& overlap = *plan.overlap_with_messages;
    const auto run = [&](std::span<const Interval> iterations) {
        context.in_kernel = true;
        device_.run(loop, launch.args, iterations, last_of(launch), order, plan.accumulators, reductions_.arrays(),
                    reductions_.results(), context.state->cost);
        context.in_kernel = false;
    };
    const auto [lo, hi] = overlap.inside.front();
    for (std::int64_t slice = 0; slice < overlap.slices; ++slice) {
        messenger_.progress();
        const Interval part{lo + part_start(hi - lo, overlap.slices, slice),
                            lo + part_start(hi - lo, overlap.slices, slice + 1)};
        run({&part, 1});
    }
    const double start = now();
    messenger_.arrive(plan, context.binding(), loop.at);
    const double passed = now() - start; // a part of the kernel's bar in a trace
    const double waited = stopwatch_.take_waited();
    counters_.seconds.communication += passed - waited;
    counters_.seconds.waiting += waited;
    counters_.seconds.kernels -= passed; // which gets all of it
    stopwatch_.note(Trace::Kind::communication, loop.at, start, start + passed, -1, waited);
    run(overlap.border);
    ++counters_.overlapped;
}

// ---- commit ---------------------------------------------------------------------------------------------------------

void Runtime::commit_steps(LaunchContext& context, hydra_rt_launch& launch, void* const* reduced) {
    const Plan& plan = *static_cast<Plan*>(launch.plan);
    const hydra_rt_loop& loop = *launch.loop;
    const Binding& binding = context.binding();
    const double start = stopwatch_.lap(), communicated = counters_.seconds.communication;
    if (launch.begin < launch.end) {
        device_executor_.reduction().find_kept(loop, plan, binding);
        if (!plan.merges.empty())
            merges_.merge(plan, binding, messenger_.header(plan.key_hash, loop.at), loop.at, counter(context));
        count_effort(context, launch, plan);
        policy_.note_shared(*context.state, plan);
        if (plan.settling)
            messenger_.move(*plan.settling, binding, loop.at, &counter(context));
        for (std::size_t a = 0; a < plan.held.size() && residence_.in_use(); ++a)
            residence_.keep_only(*binding.allocations[a], plan.held[a]);
        for (std::size_t a = 0; a < plan.next.size(); ++a) {
            registry_.set_state(*binding.allocations[a], plan.next[a]);
            binding.allocations[a]->version += plan.written[a] ? 1 : 0;
        }
        if (loop.reductions > 0)
            combine(context, loop, plan, reduced);
        if (loop.lastvalues > 0 && !plan.replicated && transport_->size() > 1) {
            const double shared_at = now();
            share_last_values(messenger_, loop, plan.last_rank, launch.args);
            stopwatch_.ended(counters_.seconds.communication, Trace::Kind::communication, loop.at, shared_at);
        }
        if ((loop.flags & HYDRA_RT_LEAVES_ERRORS) != 0)
            leave_errors(context, plan, loop.at);
        observers_.each([&](LaunchObserver& one) { one.committed(context, launch); });
    }
    const double end = now();
    counter(context).seconds += end - context.began;
    stopwatch_.note(Trace::Kind::launch, loop.at, context.began, end);
    counters_.seconds.runtime += end - start - (counters_.seconds.communication - communicated);
}

// What all ranks have accumulated, to where the program looks for it.
void Runtime::combine(const LaunchContext& context, const hydra_rt_loop& loop, const Plan& plan, void* const* reduced) {
    if (plan.blocks > 0) {
        reductions_.join_blocks(loop, plan, messenger_.header(plan.key_hash, loop.at));
    } else if (!plan.replicated && transport_->size() > 1) {
        if (plays_all_)
            reductions_.count(loop, plan, !context.left_out);
        else
            reductions_.reduce(loop, plan, messenger_.header(plan.key_hash, loop.at));
    }
    if (context.left_out)
        return;
    reductions_.store(loop, plan, reduced);
    if (!plan.replicated || plan.in_copies)
        device_executor_.reduction().combine_arrays(loop, plan, context.binding(), reductions_.results());
}

// errno and exceptions after a launch, as the iterations left them.
void Runtime::leave_errors(LaunchContext& context, const Plan& plan, const char* at) {
    context.left = context.left_by_all.value_or(device_.left());
    if (plays_all_ || plan.replicated || transport_->size() == 1)
        return;
    const double start = now();
    context.left = share_errors(*transport_, at, context.left);
    stopwatch_.ended(counters_.seconds.communication, Trace::Kind::communication, at, start);
}

} // namespace hydra::rt

// See runtime.h: launches from begin to commit, and the transfers of serial code. How bytes travel is in exchange.cpp.
#include "runtime/launch/runtime.h"

#include "runtime/base/fail.h"
#include "runtime/base/memory.h"
#include "runtime/base/scalars.h"
#include "runtime/base/text.h"
#include "runtime/launch/kept_output.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace hydra::rt {
namespace {

// The combined values join the program's own.
void store_scalars(const hydra_rt_loop& loop, const Accumulators& accumulators, const unsigned char* results,
                   void* const* reduced) {
    for (int r = 0; r < loop.reductions; ++r) {
        const Accumulator& accumulator = accumulators.list[static_cast<std::size_t>(r)];
        const unsigned char* result = results + accumulator.offset;
        if (accumulator.op == HYDRA_RT_LAST)
            store_last(reduced[r], result, loop.reduction[r].bytes);
        else if (loop.reduction[r].array == 0)
            join_scalar(accumulator, reduced[r], results);
    }
}

} // namespace

// Blocks from which on huge pages are asked for, in bytes: the ends of a rank's share of a block may be rounded up to
// huge pages, which must not count beside the share itself.
constexpr std::size_t least_huge_alone = std::size_t{4} << 20, least_huge_share = std::size_t{32} << 20;

Runtime::Runtime(std::unique_ptr<Transport> transport, Arena& arena, const RuntimeOptions& options,
                 std::vector<WeightedDevice> devices)
    : transport_(std::move(transport)), residence_(std::move(devices), options.device_page),
      registry_(arena, transport_->size()),
      maker_(registry_, options.partition, transport_->rank(), transport_->size(), options.node_ranks, device_,
             options.window, !residence_.empty(), options.dry.has_value(), options.turns),
      device_(options.threads, options.crowded), verbose_(options.verbose), dry_(options.dry),
      counters_(transport_->size(), options.dry ? transport_->size() : 1) {
    residence_.shared_by(transport_->size());
    overlaps_ = options.overlap;
    piece_site_ = site_of_pieces();
    const auto ranks = static_cast<std::size_t>(transport_->size());
    arena.use_huge_pages(ranks == 1 ? least_huge_alone : least_huge_share * ranks,
                         available_memory() / 2 / static_cast<std::size_t>(std::max(1, options.node_ranks)));
    if (options.comm.scheme != CommSpec::Scheme::exact && transport_->size() > 1)
        schemes_ = std::make_unique<Schemes>(options.comm);
    if (options.verify)
        verifier_ = std::make_unique<Verifier>(registry_, transport_->rank(), options.node_ranks, !residence_.empty(),
                                               options.strict);
    if (options.trace)
        trace_ = std::make_unique<Trace>(*transport_);
}

void Runtime::ended(double& seconds, Trace::Kind kind, const char* at, double start, std::int64_t bytes) {
    lap_ = now();
    seconds += lap_ - start;
    if (trace_)
        trace_->add(kind, at, start, lap_, bytes);
}

std::size_t Runtime::KeyHash::operator()(const Key& key) const {
    std::uint64_t hash = hash_seed;
    for (const std::int64_t word : key)
        hash = mixed(hash, static_cast<std::uint64_t>(word));
    return hash;
}

Runtime::LoopState& Runtime::state_of(hydra_rt_loop& loop) {
    if (loop.runtime == nullptr) {
        loops_.push_back(std::make_unique<LoopState>(registry_, loop));
        LoopState& state = *loops_.back();
        state.index = static_cast<int>(loops_.size()) - 1;
        if (loop.kernel != nullptr) {
            for (int r = 0; r < loop.reductions; ++r)
                if (!reducible(loop.reduction[r].op, loop.reduction[r].type))
                    fail(loop.at, text("internal error: no such reduction of ", loop.reduction[r].name));
            state.counter = static_cast<int>(counters_.loops.size());
            counters_.loops.emplace_back().at = loop.at;
        }
        loop.runtime = &state;
    }
    return *static_cast<LoopState*>(loop.runtime);
}

Runtime::Touched& Runtime::touched(LoopState& state, PlanRequest& request) {
    request.whole = nullptr;
    key_.assign({request.begin, request.end});
    key_.insert(key_.end(), request.k, request.k + request.loop->keys);
    if (request.tables != nullptr)
        key_.push_back(static_cast<std::int64_t>(request.tables->id));
    if (request.inspection != nullptr)
        key_.push_back(static_cast<std::int64_t>(request.inspection->id));
    if (state.touched != nullptr && key_ == state.touched_key)
        return *state.touched;
    state.touched_key = key_;
    if (!request.serial_site && !state.moves())
        if (auto known = state.known_touched.find(key_); known != state.known_touched.end())
            return *(state.touched = &known->second);
    state.footprint.clear(request.loop->slots);
    const Interval whole{request.begin, request.end};
    request.describe({&whole, 1}, state.footprint);
    if (request.inspection != nullptr)
        request.inspection->describe(state.footprint, request.inspection->ranks.data(),
                                     request.inspection->ranks.size());
    else
        request.whole = &state.footprint;
    // Serial code asks with ever other keys (one element after the other), and the last ones are enough.
    const bool once = request.serial_site || state.moves();
    if (!once && state.known_touched.size() >= most_plans)
        state.known_touched.clear();
    Touched& found = once ? state.last_touched : state.known_touched[key_];
    found.slots.clear();
    found.rows.clear();
    found.writes_tables.reset();
    for (const hydra_rt_footprint::Slot& slot : state.footprint.slots) {
        const bool behind_table = request.tables == nullptr && !slot.tables.empty() && !slot.touches_nothing();
        if (behind_table)
            found.rows.push_back(slot.rows_reach(found.slots.size()));
        found.slots.push_back(behind_table ? Reach{} : slot.reach());
    }
    if (request.loop->watches > 0)
        found.written = state.footprint.slots;
    found.reads_everything = state.footprint.reads_everything;
    found.writes_everything = state.footprint.writes_everything;
    found.beyond = state.footprint.beyond;
    return *(state.touched = &found);
}

// A launch whose pointers do not point where the analysis took them to.
void Runtime::run_everywhere(LoopState& state, PlanRequest& request, const std::string& why) {
    const bool as_ever = transport_->size() == 1 && asker(state, request) == Binder::Asker::launch_run_everywhere;
    if (!request.serial_site && !as_ever) {
        if (!state.unknown_warned && transport_->rank() == 0)
            complain(text(request.loop->at, ": warning: ", why, "; every rank runs the whole loop"));
        state.unknown_warned = true;
    }
    gather_everything(request.loop->at);
    ++era_;
    request.replicated = true;
    state.binding.bind_nothing(state.binding.of_slot.size());
}

void Runtime::look_at_tables(LoopState& state, PlanRequest& request, void* const*& pointers) {
    const bool by_table = !request.serial_site && residence_.empty() && !schemes_;
    const bool joins = by_table && !verifier_ && (!leaves_out() || hollow_.empty());
    const Tables::Request wanted{request.loop,         request.k,   request.begin, request.end, pointers,
                                 !request.serial_site, &residence_, by_table,      joins};
    Tables::Outcome outcome = state.tables.look(wanted, views_);
    for (; outcome.stale != nullptr; outcome = state.tables.look(wanted, views_))
        bring_together(*outcome.stale, request.loop->at);
    request.lost_table = outcome.unknown;
    request.tables = outcome.view;
    if (outcome.view != nullptr)
        pointers = outcome.view->pointers.data();
    check_tables(request);
}

void Runtime::bind(LoopState& state, PlanRequest& request, void* const* pointers) {
    if (request.lost_table >= 0) {
        state.binding.bind_nothing(static_cast<std::size_t>(request.loop->slots));
        run_everywhere(state, request,
                       text("it is not known where the pointers of ",
                            request.name(static_cast<std::size_t>(request.lost_table)), " are, or where they lead"));
        return;
    }
    if (behind_main_) {
        run_unbound(state, request);
        return;
    }
    Touched& all = touched(state, request);
    if (all.reads_everything)
        gather_everything(request.loop->at);
    state.binding.bind_nothing(all.slots.size());
    request.replicated = all.writes_everything;
    if (request.replicated) {
        ++era_;
        if (all.beyond != nullptr && !request.serial_site && !state.beyond_warned && transport_->rank() == 0)
            complain(text(request.loop->at, ": warning: the value ", all.beyond,
                          " is very large, as a negative number is when it is stored in an unsigned type, or does not "
                          "fit the type that it is converted to; every rank runs the whole loop (one signed type, long "
                          "or ptrdiff_t, for all sizes avoids this)"));
        state.beyond_warned = all.beyond != nullptr;
        return;
    }
    state.binder.bind(all.slots, pointers, request.tables, asker(state, request), state.binding);
    if (state.binding.unknown != Binding::none) {
        run_everywhere(
            state, request,
            text("it is not known which array ", request.name(static_cast<std::size_t>(state.binding.unknown)),
                 " points into: not one from malloc, calloc or realloc in serial code, nor a static or local "
                 "array, or one of two"));
        return;
    }
    bring_neighbours(state, request);
    // A view of whole tables stands for launches with other arrays beside them, too.
    if (request.tables != nullptr) {
        key_.clear();
        for (std::size_t slot = 0; slot < state.binding.of_slot.size(); ++slot)
            key_.insert(key_.end(), {state.binding.of_slot[slot], state.binding.offset[slot]});
        for (const Allocation* allocation : state.binding.allocations)
            key_.insert(key_.end(), {static_cast<std::int64_t>(allocation->serial),
                                     static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(allocation->base)),
                                     static_cast<std::int64_t>(allocation->bytes)});
        if (!all.writes_tables || (request.tables->is_regular() && all.writes_tables_of != key_)) {
            all.writes_tables_of = key_;
            all.writes_tables = maker_.writes_tables(request, state.binding);
        }
    }
    if (request.tables != nullptr && *all.writes_tables) {
        run_everywhere(state, request, "the loop writes the memory of pointers through which it reaches arrays");
        return;
    }
    for (Allocation* allocation : state.binding.allocations)
        count(*allocation);
}

Binder::Asker Runtime::asker(const LoopState& state, const PlanRequest& request) const {
    if (request.serial_site)
        return Binder::Asker::serial_site;
    if (verifier_) // what is written must lie where the footprint says
        return Binder::Asker::launch;
    const bool alone = transport_->size() == 1 && residence_.empty();
    const bool everywhere = (request.loop->flags & HYDRA_RT_REPLICATED) != 0 ||
                            (request.inspection != nullptr && request.inspection->given_up &&
                             (runs_everywhere(state, request) || (alone && device_.threads() == 1)));
    return everywhere ? Binder::Asker::launch_run_everywhere : Binder::Asker::launch;
}

// Makes the arrays valid that slots may mean besides their own. (What a launch writes there by another slot, only the
// iteration that writes it may read.)
void Runtime::bring_neighbours(const LoopState& state, const PlanRequest& request) {
    const bool all_here = transport_->size() == 1 && residence_.empty();
    for (const Binding::Beside& beside : state.binding.beside) {
        if (!all_here)
            bring_together(*beside.allocation, request.loop->at);
        if (beside.written)
            ++beside.allocation->version;
    }
}

void Runtime::count(Allocation& allocation) {
    if (allocation.counter < 0)
        allocation.counter = counters_.array(allocation.name);
}

void Runtime::fill_key(const LoopState& state, const PlanRequest& request) {
    key_.clear();
    key_.insert(key_.end(), {state.index,
                             request.replicated ? 1
                             : request.alone    ? 2
                             : request.in_order ? 3
                                                : 0,
                             request.begin, request.end, request.align_offset});
    key_.insert(key_.end(), request.k, request.k + request.loop->keys);
    for (std::size_t slot = 0; slot < state.binding.of_slot.size(); ++slot)
        key_.insert(key_.end(), {state.binding.of_slot[slot], state.binding.offset[slot]});
    for (const Allocation* allocation : state.binding.allocations)
        key_.insert(key_.end(), {static_cast<std::int64_t>(allocation->bytes), allocation->shape_id,
                                 registry_.state_id(*allocation)});
    if (request.tables != nullptr)
        key_.push_back(static_cast<std::int64_t>(request.tables->id));
    if (request.inspection != nullptr)
        key_.push_back(static_cast<std::int64_t>(request.inspection->id));
    if ((request.loop->flags & HYDRA_RT_IN_TURN) != 0)
        key_.push_back(maker_.blocks_chosen());
    if (request.loop->boxes != nullptr && request.loop->boxes->grid != nullptr)
        key_.push_back(maker_.grids_chosen());
    if (request.shares != nullptr)
        key_.insert(key_.end(), {request.step, maker_.grids_chosen()});
}

Plan& Runtime::plan_for(LoopState& state, const PlanRequest& request) {
    return schemes_ ? plan_by_scheme(state, request) : exact_plan_for(state, request);
}

Plan& Runtime::exact_plan_for(LoopState& state, const PlanRequest& request) {
    maker_.count_launch(*request.loop);
    if (state.moves())
        if (Plan* plan = plan_in_passing(state, request))
            return *plan;
    fill_key(state, request);
    auto known = state.plans.find(key_);
    if (known == state.plans.end()) {
        double start = now();
        std::optional<Plan> single;
        if (!verifier_ && state.touched != nullptr)
            single = maker_.make_single(request, state.binding, state.touched->slots);
        if (!single && maker_.refine_shapes(request, state.binding)) {
            fill_key(state, request);
            known = state.plans.find(key_);
        }
        if (known == state.plans.end()) {
            if (state.plans.size() >= most_plans)
                state.plans.clear();
            if (!state.repeats)
                state.passed.traces.insert(trace_of(state, request));
            auto plan = std::make_unique<Plan>(single ? *std::move(single) : maker_.make(request, state.binding));
            if (const std::string told = maker_.take_told(); verbose_ && !told.empty() && transport_->rank() == 0)
                complain(told);
            fill_key(state, request); // the plan may have chosen how an extent is dealt out
            plan->key_hash = KeyHash{}(key_);
            if (plan->settling)
                plan->settling->key_hash = plan->key_hash + 1;
            std::unique_ptr<Plan>& made = state.plans[key_];
            made = std::move(plan);
            ++counters_.plans_computed;
            ended(counters_.seconds.planning, Trace::Kind::planning, request.loop->at, start);
            return *made;
        }
    }
    state.repeats = true;
    ++counters_.plans_reused;
    return *known->second;
}

// Whether the plan is a slow one on any rank, because footprints overlap; asked once.
bool Runtime::some_overlap(Plan& plan, const char* at) {
    if (plan.overlap_agreed || plan.replicated || transport_->size() == 1 || dry_)
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

void Runtime::begin(hydra_rt_launch& launch, hydra_rt_loop& loop, void* const* pointers, const long* k, long begin,
                    long end, long align_offset, void* args) {
    if (active_ != nullptr) {
        launch = {&loop, args, nullptr, begin, end, pointers + loop.slots};
        return;
    }
    began_ = lap_ = now();
    LoopState& state = state_of(loop);
    launch = {&loop, args, &no_iterations_, begin, end, nullptr};
    left_ = {};
    active_ = &state;
    if (trace_)
        residence_.belongs_to(loop.at);
    ++sequence_;
    small_copies_ = 0;
    ++launches_;
    forget_windows();
    if (shares_ == nullptr) {
        ++counter().launches;
        piece_offloaded_ = false;
    }
    if (begin >= end) {
        state.binding.allocations.clear();
        return;
    }
    reduced_at_.assign(static_cast<std::size_t>(loop.reductions), nullptr);
    for (int r = 0; r < loop.reductions; ++r)
        if (loop.reduction[r].array != 0)
            reduced_at_[static_cast<std::size_t>(r)] = pointers[loop.reduction[r].array - 1];
    if (verifier_)
        verifier_->take_over(loop.at);
    double planned = counters_.seconds.planning;
    const auto computed = counters_.plans_computed;
    PlanRequest request{&loop, k, begin, end, align_offset, false, &state.overlap_warned, false};
    request.shares = shares_;
    request.step = step_;
    if (shares_ != nullptr)
        request.rounds = &all_rounds;
    void* const* const cells = pointers + loop.slots;
    void* const* const marks = cells + loop.watches;
    const bool alone = leaves_tables_alone(state, request);
    const bool bound = alone || leaves_rows_alone(state, request) || bind_without_tables(state, request, pointers);
    if (!bound)
        look_at_tables(state, request, pointers);
    if (verifier_)
        leave_device();
    if (loop.offload != nullptr && !residence_.empty())
        pointers_.assign(pointers, pointers + loop.slots);
    const bool inspects = loop.inspection != nullptr && !alone && (loop.flags & HYDRA_RT_REPLICATED) == 0 &&
                          request.lost_table < 0 && !behind_main_;
    request.may_refine = inspects && loop.inspection->fine != 0 && !state.refines && !state.refined_in_vain;
    if (inspects && (loop.inspection->stages > 0 || state.refines))
        request.inspection = inspect(state, request, pointers, marks, args);
    if (!bound)
        bind(state, request, pointers);
    if (rows_are_out_of_order(state, request))
        run_rows_everywhere(state, request);
    if (is_too_small_to_share(state, request))
        run_small_everywhere(state, request);
    if (runs_everywhere(state, request)) {
        // What may be stored beside an array may be what the bound reads: that is seen where all is run as one.
        const bool may_end = loop.watches > 0 && !state.binding.beside.empty();
        request.replicated = request.replicated || transport_->size() > 1 || may_end;
        request.in_order = !request.replicated; // the same result to the bit, as clocks may not show in it
        request.may_refine = false;
    }
    bool everywhere = request.replicated || (loop.flags & HYDRA_RT_REPLICATED) != 0;
    if (const int cell = everywhere ? -1 : written_cell(state, loop, pointers, cells); cell >= 0) {
        distrust(state, request, cell);
        everywhere = true;
    }
    bound_cells_ = everywhere ? BoundCells(loop, cells) : BoundCells();
    if (request.inspection != nullptr && shares_ == nullptr)
        ++counter().inspected;
    if (loop.sweep != nullptr && run_sweep(launch, state, request, pointers)) {
        ++counter().distributed;
        counter().offloaded += piece_offloaded_ ? 1 : 0;
        return;
    }
    launch.plan = &plan_for(state, request);
    if (request.may_refine && some_overlap(*static_cast<Plan*>(launch.plan), loop.at)) {
        state.refines = true;
        request.may_refine = false;
        request.inspection = inspect(state, request, pointers, marks, args);
        bind(state, request, pointers);
        request.replicated = request.replicated || (transport_->size() > 1 && runs_everywhere(state, request));
        launch.plan = &plan_for(state, request);
        state.refined_in_vain = some_overlap(*static_cast<Plan*>(launch.plan), loop.at);
        state.refines = !state.refined_in_vain;
    }
    note_overlap(state, request, *static_cast<Plan*>(launch.plan));
    seek_overlap(request, *static_cast<Plan*>(launch.plan));
    if (verifier_)
        verifier_->collect(loop.at);
    if (verifier_ || !residence_.empty() || dry_) {
        request_keys_.assign(k, k + loop.keys);
        request_ = request;
        request_.k = request_keys_.data();
        request_.whole = nullptr; // holds until the loop is looked at again
    }
    lap_ = now();
    note_following(state, request, counters_.plans_computed != computed);
    counters_.seconds.runtime += lap_ - began_ - (counters_.seconds.planning - planned);
}

void Runtime::transfer(hydra_rt_launch& launch) {
    if (launch.plan == nullptr)
        return;
    Plan& plan = *static_cast<Plan*>(launch.plan);
    move(plan, active_->binding, launch.loop->at, plan.replicated, lap_);
}

// The pointers of what the active launch accumulates into in place, one a reduction. Where it is not known what the
// loop touches, all arrays are here, and its own pointers do.
std::vector<void*> Runtime::array_addresses(const hydra_rt_loop& loop, const std::vector<ReducedArray>& arrays) const {
    std::vector<void*> addresses = reduced_at_;
    for (const ReducedArray& array : arrays) {
        const auto slot = static_cast<std::size_t>(loop.reduction[array.reduction].array - 1);
        addresses[static_cast<std::size_t>(array.reduction)] =
            active_->binding.allocations[static_cast<std::size_t>(array.allocation)]->base +
            active_->binding.offset[slot];
    }
    return addresses;
}

void Runtime::run(hydra_rt_launch& launch) {
    if (launch.plan == nullptr)
        return;
    const Plan& plan = *static_cast<Plan*>(launch.plan);
    const hydra_rt_loop& loop = *launch.loop;
    if (launch.begin >= launch.end)
        return;
    combined_.clear();
    const double start = lap_;
    count_iterations(plan);
    results_.resize(plan.accumulators.bytes);
    arrays_.assign(plan.accumulators.list.size(), nullptr);
    if (plan.replicated)
        arrays_ = array_addresses(loop, plan.arrays);
    long last = (loop.flags & HYDRA_RT_DESCENDING) != 0 ? launch.begin : launch.end - 1;
    count_way(plan);
    if (dry_) {
        run_for_all(launch, plan, last);
        ended(counters_.seconds.kernels, Trace::Kind::kernel, loop.at, start);
        return;
    }
    const auto order = plan.replicated                                 ? CpuDevice::Order::one_block
                       : plan.one_thread                               ? CpuDevice::Order::sequential
                       : plan.apart && active_->binding.beside.empty() ? CpuDevice::Order::apart
                                                                       : CpuDevice::Order::any;
    std::optional<KeptOutput> kept;
    constexpr unsigned may_end = HYDRA_RT_MAY_EXIT | HYDRA_RT_MAY_ABORT;
    if ((loop.flags & may_end) != 0 && !plan.replicated && transport_->size() > 1)
        kept.emplace(*transport_, (loop.flags & HYDRA_RT_MAY_EXIT) != 0);
    in_kernel_ = !plan.replicated;
    if (auto checked = verified(launch))
        verifier_->check(*checked);
    const bool on_device = run_on_device(launch, *static_cast<Plan*>(launch.plan));
    count_place(plan, on_device);
    if (on_device) {
        in_kernel_ = false;
        check_gaps(loop, plan);
        if (verifier_) // what is compared, and overwritten, is the host's
            leave_device();
        ended(counters_.seconds.kernels, Trace::Kind::offload, loop.at, start);
        return;
    }
    host_reads(plan, active_->binding);
    note_doubtful(plan);
    if (under_way_)
        run_overlapped(launch, plan, last, order);
    else
        device_.run(loop, launch.args, plan.iterations, last, order, plan.accumulators, arrays_, results_.data(),
                    active_->cost, plan.rounds ? &*plan.rounds : nullptr, behind_each());
    in_kernel_ = false;
    host_writes(plan, active_->binding);
    if (const auto& outside = device_.outside())
        fail_outside_section(loop, plan, outside->reduction, outside->at);
    check_gaps(loop, plan);
    kept.reset();
    ended(counters_.seconds.kernels, Trace::Kind::kernel, loop.at, start);
}

// A launch inside of another one: no state of the runtime's is touched, since other threads may do the same.
void Runtime::run_inside(const hydra_rt_launch& launch, void* const* reduced) {
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
    const bool backwards = (loop.flags & HYDRA_RT_DESCENDING) != 0;
    if (cells.empty())
        loop.kernel(launch.args, launch.begin, launch.end, partial.data(), 1);
    else
        run_one_by_one(loop.kernel, launch.args, {launch.begin, launch.end}, backwards ? launch.begin : launch.end - 1,
                       backwards, partial.data(), [&] { cells.check(); });
    store_scalars(loop, accumulators, results.data(), reduced);
}

void Runtime::commit(hydra_rt_launch& launch, void* const* reduced) {
    if (launch.plan == nullptr) {
        run_inside(launch, reduced);
        return;
    }
    const Plan& plan = *static_cast<Plan*>(launch.plan);
    const hydra_rt_loop& loop = *launch.loop;
    const double start = lap_, communicated = counters_.seconds.communication;
    if (launch.begin < launch.end) {
        find_kept(loop, plan);
        merge(plan, loop.at);
        note_shared(*active_, plan);
        if (plan.settling)
            move(*plan.settling, active_->binding, loop.at, false);
        for (std::size_t a = 0; a < plan.held.size() && residence_.in_use(); ++a)
            residence_.keep_only(*active_->binding.allocations[a], plan.held[a]);
        for (std::size_t a = 0; a < plan.next.size(); ++a) {
            registry_.set_state(*active_->binding.allocations[a], plan.next[a]);
            active_->binding.allocations[a]->version += plan.written[a] ? 1 : 0;
        }
        if (loop.reductions > 0) {
            if (!plan.replicated && transport_->size() > 1)
                reduce(loop, plan);
            if (!left_out_) {
                store_scalars(loop, plan.accumulators, results_.data(), reduced);
                if (!plan.replicated)
                    combine_arrays(loop, plan);
            }
        }
        if (loop.lastvalues > 0 && !plan.replicated && transport_->size() > 1)
            share_last_values(launch, plan);
        if ((loop.flags & HYDRA_RT_LEAVES_ERRORS) != 0)
            leave_errors(plan, loop.at);
        compare_with_truth(launch);
    }
    double end = now();
    counter().seconds += end - began_;
    if (trace_)
        trace_->add(Trace::Kind::launch, loop.at, began_, end);
    counters_.seconds.runtime += end - start - (counters_.seconds.communication - communicated);
    active_ = nullptr;
}

} // namespace hydra::rt

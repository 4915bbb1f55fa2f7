// Launches on the rank's device, and what the host's own reading and writing means for it (a part of Runtime). A launch
// that the device cannot run, for whatever reason, is run on the host's cores as if there were no device; its arrays
// come back first.
#include "runtime/backend/cuts.h"
#include "runtime/base/fail.h"
#include "runtime/base/text.h"
#include "runtime/launch/runtime.h"
#include "runtime/offload/params.h"
#include "runtime/process/process.h"
#include "runtime/serial/beside_devices.h"

#include <algorithm>
#include <cfenv>
#include <cstdlib>
#include <cstring>

namespace hydra::rt {
namespace {

const char* const in_turn = "its iterations depend on each other";

// The intervals as few series: cyclic ones are one, block-cyclic ones two or three.
std::vector<Series> series_of(std::span<const Interval> intervals) {
    std::vector<Series> out;
    for (const Interval& interval : intervals) {
        const std::int64_t length = interval.hi - interval.lo;
        if (length <= 0)
            continue;
        if (!out.empty() && out.back().length == length) {
            Series& last = out.back();
            const std::int64_t members = last.count / length;
            const std::int64_t distance = interval.lo - (last.lo + (members - 1) * last.stride);
            if (members == 1)
                last.stride = distance;
            if (distance == last.stride) {
                last.count += length;
                continue;
            }
        }
        out.push_back({interval.lo, length, length, length});
    }
    return out;
}

} // namespace

void Runtime::host_reads(const Plan& plan, const Binding& binding) {
    if (!residence_.in_use())
        return;
    for (std::size_t a = 0; a < plan.access.size(); ++a)
        residence_.fetch(*binding.allocations[a], plan.access[a].reads() | plan.access[a].maywrite);
    residence_.arrive();
}

void Runtime::host_writes(const Plan& plan, const Binding& binding) {
    if (!residence_.in_use())
        return;
    for (std::size_t a = 0; a < plan.access.size(); ++a)
        residence_.written_by_host(*binding.allocations[a], plan.access[a].writes());
}

// The device is about to go away; the host's cores run what loops are left. What is on it comes back only if somebody
// may look at it.
void Runtime::retire_device() {
    if (!context_->in_kernel && runs_behind_main())
        gatherer_.leave_devices();
    // Kernels whose results nobody reads may be running still, and the driver's threads need what goes away next.
    for (std::size_t number = 0; number < residence_.size() && !residence_.empty(); ++number)
        residence_[number].device()->finish();
    trace_devices();
    residence_.retire();
}

// Once, when the devices are about to go away, or the program ends without having used them.
void Runtime::trace_devices() {
    for (std::size_t number = 0; number < residence_.size() && !residence_.empty() && stopwatch_.trace() != nullptr;
         ++number) {
        Device& device = *residence_[number].device();
        stopwatch_.trace()->add_device(
            residence_.size() == 1 ? device.name() : text("device ", number, ": ", device.name()), device.done());
    }
}

// Why the device is not to run the active launch; empty: it may.
std::string Runtime::kept_from_device(const hydra_rt_launch& launch, const Plan& plan) const {
    const hydra_rt_loop& loop = *launch.loop;
    if (plan.replicated)
        return "every rank runs all of it";
    if (std::fegetround() != FE_TONEAREST)
        return "the program rounds another way (fesetround), and devices round to nearest";
    // What it may touch beside the plan's regions came to the host, and no buffer has it.
    if (context_->state->touched == nullptr || context_->state->touched->reads_everything ||
        context_->state->touched->writes_everything)
        return "it is not known which arrays it touches";
    if (plan.one_thread)
        return in_turn;
    if (!plan.merges.empty())
        return "ranks may write the same elements";
    if (loop.lastvalues > 0)
        return "it leaves values of its last iteration behind";
    for (const Accumulator& accumulator : plan.accumulators.list)
        if (accumulator.in_place)
            return "it accumulates into an array in place";
    if (plan.access.size() != context_->state->binding.allocations.size())
        return "it is not known what it touches";
    if (!context_->state->binding.beside.empty() || context_->state->binding.may_stray)
        return "a pointer may lead into the array beside its own";
    return "";
}

// The arrays that the active launch's kernel has copies of, by all slots that lead there: they need no memory on the
// device.
void Runtime::find_handed(const hydra_rt_loop& loop) {
    const Binding& binding = context_->state->binding;
    const unsigned char* const by_value = loop.offload->by_value;
    handed_.assign(binding.allocations.size(), false);
    for (const bool is_handed : {true, false})
        for (std::size_t slot = 0; by_value != nullptr && slot < binding.of_slot.size(); ++slot)
            if (binding.of_slot[slot] != Binding::none && (by_value[slot] != 0) == is_handed)
                handed_[static_cast<std::size_t>(binding.of_slot[slot])] = is_handed;
}

// An array or a struct that the kernel gets a copy of. It may be newer on the device; what this launch itself stores
// there, the copy would not show.
void Runtime::pass_record(hydra_rt_params& params, const void* value, std::size_t bytes) {
    const auto first = reinterpret_cast<std::uintptr_t>(value), last = first + bytes;
    for (std::size_t a = 0; a < running_->access.size(); ++a) {
        const Allocation& allocation = *context_->state->binding.allocations[a];
        const Region stored = running_->access[a].writes() | running_->access[a].maywrite;
        if (stored.empty())
            continue;
        const Hull hull = byte_hull(stored, allocation.shape);
        const auto base = reinterpret_cast<std::uintptr_t>(allocation.base);
        if (base + static_cast<std::uintptr_t>(hull.lo) < last && base + static_cast<std::uintptr_t>(hull.hi) > first)
            params.trouble = "it stores into what it is handed by value";
    }
    meet_bytes(residence_, value, bytes, false);
    params.add(value, bytes);
}

// Runs the active launch on the rank's devices; false, with nothing done that counts, where they cannot.
bool Runtime::run_on_device(const hydra_rt_launch& launch, Plan& plan) {
    const hydra_rt_loop& loop = *launch.loop;
    if (residence_.empty() || loop.offload == nullptr || plan.iteration_count == 0)
        return false;
    std::string trouble = kept_from_device(launch, plan);
    active_loop_ = &loop;
    std::vector<std::size_t> devices;
    if (trouble.empty())
        devices = devices_for(loop, trouble);
    piece_ran_ = false;
    running_ = &plan;
    if (trouble.empty()) {
        find_handed(loop);
        const std::vector<Plan::DevicePart>& parts = parts_of(launch, plan, devices);
        trouble = plan.one_thread ? in_turn : run_parts(launch, plan, parts);
    }
    if (!trouble.empty() && piece_ran_)
        fail(loop.at, text("the device cannot go on with the loop: ", trouble));
    if (trouble.empty() && !device_ends_early_) {
        // Drivers' own exit handlers, some of which are set when a kernel first runs, come before the program's.
        device_ends_early_ = true;
        for (std::size_t number = 0; number < residence_.size(); ++number)
            residence_[number].device()->finish();
        if (process_runtime() == this)
            at_end([](int, void*) { process_runtime()->retire_device(); });
    }
    if (!trouble.empty())
        tell_of_host(loop, plan, trouble);
    return trouble.empty();
}

// Why the host runs a loop that devices have kernels of: a warning of rank 0's, once. Where all ranks run the loop, or
// one thread the rank's iterations, what makes them do so has been told.
void Runtime::tell_of_host(const hydra_rt_loop& loop, const Plan& plan, const std::string& trouble) {
    const bool is_told = plan.replicated || (plan.one_thread && context_->state->overlap_warned);
    if (context_->state->host_told || (!verbose_ && (is_told || transport_->rank() != 0)))
        return;
    complain(text(loop.at, verbose_ ? ": runs on the host: " : ": warning: runs on the host: ", trouble));
    context_->state->host_told = true;
}

// Runs these iterations of the launch, which touch this and the first of which has this number, on device here_; where
// they need more memory than there is, piece by piece. Why the device cannot run them; then none has run.
std::string Runtime::run_piece(const hydra_rt_launch& launch, const Plan& plan, const PlanMaker::Access& access,
                               std::vector<Interval> iterations, std::int64_t number, const DeviceBlocks& blocks) {
    const hydra_rt_loop& loop = *launch.loop;
    const bool backwards = (loop.flags & HYDRA_RT_DESCENDING) != 0;
    const bool follows = loop.offload->follows != 0;
    const hydra_rt_offload* const in_pages = loop.offload->in_pages;
    std::string why_not;
    const bool may_page = in_pages != nullptr && here().device()->prepare(*in_pages, why_not);
    if (follows)
        if (std::string trouble = gather_rows(access); !trouble.empty())
            return trouble;
    // Arrays that are kept in part make no way for a launch that can run in pieces, too.
    const bool may_keep =
        may_page && !follows && context_->request.inspection == nullptr && !in_pieces_ && count_of(iterations) > 1;
    const bool too_large = is_too_large(access, may_page), gently = may_keep && here().runs_in_pieces();
    if (too_large || !bring_to_device(access, may_page, gently)) {
        if (follows)
            return no_room;
        if (may_keep)
            if (const auto trouble = run_keeping(launch, plan, access, iterations, number, blocks))
                return *trouble;
        if (!gently || too_large || !bring_to_device(access, may_page, false))
            return run_in_halves(launch, plan, access, iterations, number, blocks);
    }
    hydra_rt_params params;
    params.runtime = this;
    const bool apart = std::any_of(places_.begin(), places_.end(),
                                   [](const Residence::Place& place) { return place.moved != nullptr; });
    const hydra_rt_offload& kernel = apart ? *in_pages : *loop.offload;
    kernel.pass(&params, launch.args);
    if (params.trouble.empty()) {
        piece_ran_ = true;
        std::vector<std::pair<Series, std::int64_t>> parts; // with the number of the first iteration
        for (const Series& part : series_of(iterations)) {
            parts.emplace_back(part, number);
            number += part.count;
        }
        if (backwards)
            std::reverse(parts.begin(), parts.end());
        for (const auto& [part, first] : parts)
            launch_series(launch, plan, kernel, params, part, first, blocks);
        for (std::size_t a = 0; a < access.size(); ++a) { // at once: what others have of it must not come to the host
            here().written_by_device(*context_->state->binding.allocations[a], access[a].writes());
            residence_.written_beside(here_, *context_->state->binding.allocations[a], access[a].writes());
        }
    }
    for (const Device::Memory memory : params.temporary)
        here().device()->release(memory);
    return params.trouble;
}

// What the kernel is told of the part of it that is to be run (hydra_rt_offload::windows).
std::vector<std::int64_t> Runtime::window_of(const hydra_rt_launch& launch, const Plan& plan) const {
    const int windows = launch.loop->offload->windows;
    const Interval rounds = plan.rounds.value_or(all_rounds);
    std::vector<std::int64_t> window;
    if ((windows & 3) != 0)
        window = {rounds.lo, rounds.hi};
    if ((windows & 6) != 0)
        window.push_back(context_->state->segment);
    return window;
}

// One launch of the kernel. number: of the series' first iteration among the rank's.
void Runtime::launch_series(const hydra_rt_launch& launch, const Plan& plan, const hydra_rt_offload& kernel,
                            const hydra_rt_params& params, const Series& part, std::int64_t number,
                            const DeviceBlocks& blocks) {
    const std::vector<std::int64_t> window = window_of(launch, plan);
    hydra_rt_params all;
    all.list = params.list;
    for (const std::int64_t one : {part.lo, part.length, part.stride, part.count})
        all.add(one);
    Grid grid;
    grid.items[0] = part.count;
    const hydra_rt_dealing* dealing = launch.loop->offload->dealing;
    std::vector<std::int64_t> dealt;
    if (dealing != nullptr)
        grid = deal(launch, plan, part, dealt);
    if (dealing != nullptr && dealing->again != 0) {
        launch_in_turns(launch, kernel, all, dealt, window, grid);
        return;
    }
    if (dealing != nullptr && dealing->stages > 0 && dealt.front() > 1) {
        launch_in_stages(launch, kernel, all, dealt, grid);
        return;
    }
    dealt.insert(dealt.end(), window.begin(), window.end());
    for (const std::int64_t one : dealt)
        all.add(one);
    if (blocks.memory != nullptr) {
        const std::int64_t first = block_of(number, plan.iteration_count, blocks.count);
        grid.items[0] = block_of(number + part.count - 1, plan.iteration_count, blocks.count) + 1 - first;
        all.add(blocks.memory);
        for (const std::int64_t one : {blocks.bytes, blocks.count, plan.iteration_count, number, first})
            all.add(one);
        for (const std::int64_t at : blocks.places)
            all.add(at);
    }
    here().device()->launch(kernel, all.list, grid);
}

// A kernel one of whose inner loop's rounds stores what all of them read: with several parts, that round comes last.
// dealt: how many parts there are.
void Runtime::launch_in_turns(const hydra_rt_launch& launch, const hydra_rt_offload& kernel, const hydra_rt_params& all,
                              const std::vector<std::int64_t>& dealt, const std::vector<std::int64_t>& window,
                              Grid grid) {
    const bool twice = dealt.front() > 1;
    for (std::int64_t turn = twice ? 1 : 0; turn <= (twice ? 2 : 0); ++turn) {
        hydra_rt_params own = all;
        if (turn == 2)
            grid.items[static_cast<std::size_t>(launch.loop->offload->dealing->loop[1].dimension)] = 1;
        for (const std::int64_t one : {turn == 2 ? 1 : dealt[0], turn})
            own.add(one);
        for (const std::int64_t one : window)
            own.add(one);
        here().device()->launch(kernel, own.list, grid);
    }
}

// A kernel whose body stores beside the loop that is dealt out: a launch for each of its stages, in one part where the
// loop is not in it.
void Runtime::launch_in_stages(const hydra_rt_launch& launch, const hydra_rt_offload& kernel,
                               const hydra_rt_params& all, const std::vector<std::int64_t>& dealt, const Grid& grid) {
    const hydra_rt_dealing& dealing = *launch.loop->offload->dealing;
    for (int stage = 0; stage < dealing.stages; ++stage) {
        const bool is_dealt = (dealing.dealt >> stage & 1u) != 0;
        hydra_rt_params own = all;
        Grid items = grid;
        if (!is_dealt)
            items.items[static_cast<std::size_t>(dealing.loop[1].dimension)] = 1;
        for (const std::int64_t one : {is_dealt ? dealt[0] : 1, std::int64_t{stage}})
            own.add(one);
        here().device()->launch(kernel, own.list, items);
    }
}

} // namespace hydra::rt

extern "C" {

void hydra_rt_pass(hydra_rt_params* p, const void* value, unsigned long bytes) { p->add(value, bytes); }

void hydra_rt_pass_record(hydra_rt_params* p, const void* value, unsigned long bytes) {
    p->runtime->pass_record(*p, value, bytes);
}

void hydra_rt_pass_slot(hydra_rt_params* p, int slot) { p->runtime->pass_slot(*p, slot); }

void hydra_rt_pass_pages(hydra_rt_params* p, int slot) { p->runtime->pass_pages(*p, slot); }

void hydra_rt_pass_rows(hydra_rt_params* p) { p->runtime->pass_rows(*p); }

} // extern "C"

// Launches of ranks that have several devices (a part of DeviceExecutor): each runs a part of the rank's iterations, as
// large as its weight says, in its own memory. Where it is not certain that the parts may run so, one device runs all
// of them.
#include "runtime/backend/cuts.h"
#include "runtime/base/fail.h"
#include "runtime/base/text.h"
#include "runtime/offload/device_executor.h"
#include "runtime/offload/host_access.h"
#include "runtime/offload/piece_runner.h"

#include <algorithm>

namespace hydra::rt {
namespace {

Region all_of(const std::vector<Plan::DevicePart>& parts, std::size_t allocation, Region (*which)(const RankAccess&)) {
    Region all(parts.front().access[allocation].write.dims());
    for (const Plan::DevicePart& part : parts)
        all |= which(part.access[allocation]);
    return all;
}

Region touched_by(const RankAccess& access) { return access.reads() | access.writes(); }
Region written_by(const RankAccess& access) { return access.writes(); }

// Whether the parts together touch and write all that the rank does, an element of which only one of them may write.
// looked_up: what parts read, they have found out for themselves.
bool cover(const std::vector<Plan::DevicePart>& parts, std::size_t allocation, const RankAccess& all, bool looked_up) {
    return (looked_up || all_of(parts, allocation, touched_by).contains(touched_by(all))) &&
           all_of(parts, allocation, written_by).contains(all.writes());
}

bool writes_meet(const std::vector<Plan::DevicePart>& parts, std::size_t allocation) {
    Region before(parts.front().access[allocation].write.dims());
    for (const Plan::DevicePart& part : parts) {
        const Region writes = part.access[allocation].writes();
        if (writes.intersects(before))
            return true;
        before |= writes;
    }
    return false;
}

} // namespace

// The devices that have the loop's kernels; none: `trouble` says why.
std::vector<std::size_t> DeviceExecutor::devices_for(const DeviceLaunch& launch, std::string& trouble) {
    const hydra_rt_loop& loop = launch.loop;
    const hydra_rt_offload* const join = loop.offload->join;
    std::vector<std::size_t> able;
    for (std::size_t number = 0; number < residences_.size(); ++number) {
        Device& device = *residences_[number].device();
        std::string why;
        if (device.prepare(*loop.offload, why) && (join == nullptr || device.prepare(*join, why)))
            able.push_back(number);
        else if (trouble.empty())
            trouble = why;
    }
    if (able.empty() && trouble.empty())
        trouble = "its kernel cannot be built";
    if (!able.empty() && able.size() < residences_.size())
        tell_of_devices(launch, text("does not run on all devices: ", trouble));
    if (!able.empty())
        trouble.clear();
    return able;
}

void DeviceExecutor::tell_of_devices(const DeviceLaunch& launch, const std::string& what) {
    bool& is_told = memory_of(launch).devices_told;
    if (verbose_ && !is_told)
        complain(text(launch.loop.at, ": ", what));
    is_told = true;
}

// The parts of the launch's iterations, by these devices. They are found when the plan is first run.
const std::vector<Plan::DevicePart>& DeviceExecutor::parts_of(const DeviceLaunch& launch,
                                                              const std::vector<std::size_t>& devices) {
    Plan& plan = launch.plan;
    if (!plan.device_parts.empty())
        return plan.device_parts;
    std::string alone;
    if (devices.size() > 1)
        plan.device_parts = share_out(launch, devices, alone);
    if (!alone.empty() && !plan.one_thread)
        tell_of_devices(launch,
                        text("runs on one device, ", residences_[devices.front()].device()->name(), ": ", alone));
    if (devices.size() == 1 || !alone.empty())
        plan.device_parts = {{devices.front(), plan.iterations, 0, {}}};
    if (plan.device_parts.size() == 1 && is_worth_looking_up(launch))
        plan.device_parts.front().access = piece_access_.of(launch, plan.iterations);
    return plan.device_parts;
}

// Whether this rank is to look up what all of its iterations touch, for the one device that runs them. What has to come
// to the host for that may come again with each launch, while an array that is there as a whole needs nothing more: so
// no more comes, all in all, than what the device lacks.
bool DeviceExecutor::is_worth_looking_up(const DeviceLaunch& launch) {
    const Plan& plan = launch.plan;
    const Inspection* const inspection = launch.request.inspection;
    if (inspection == nullptr || !inspection->left_to_ranks)
        return false;
    const Residence& here = residences_[plan.device_parts.front().device];
    std::int64_t lacking = 0, behind = 0;
    for (std::size_t a = 0; a < plan.access.size(); ++a)
        lacking += placement_.is_handed(a) ? 0 : here.lacking(*launch.binding.allocations[a], plan.access[a].mayread);
    for (const Inspection::Source& source : inspection->sources)
        behind += residences_.behind(*source.allocation);
    std::int64_t& brought = memory_of(launch).brought_to_look;
    if (brought + behind > lacking || lacking == 0)
        return false;
    brought += behind;
    return true;
}

// The iterations, cut by the devices' weights.
std::vector<Plan::DevicePart> DeviceExecutor::cut(const DeviceLaunch& launch, const std::vector<std::size_t>& devices) {
    const Plan& plan = launch.plan;
    std::vector<double> weights;
    weights.reserve(devices.size());
    for (const std::size_t device : devices)
        weights.push_back(residences_.weight(device));
    const bool reduces = !plan.accumulators.list.empty();
    const std::vector<std::int64_t> cuts = cut_by_weight(
        plan.iteration_count, reduces ? reduction_blocks(plan.accumulators, plan.iteration_count) : 0, weights);
    std::vector<Plan::DevicePart> parts;
    std::vector<Interval> rest = plan.iterations;
    for (std::size_t i = 0; i < devices.size(); ++i)
        if (cuts[i] < cuts[i + 1]) {
            std::vector<Interval> mine = take_first(rest, cuts[i + 1] - cuts[i]);
            PlanMaker::Access access = piece_access_.of(launch, mine);
            parts.push_back({devices[i], std::move(mine), cuts[i], std::move(access)});
        }
    return parts;
}

// alone: why one device is to run all; then the parts mean nothing.
std::vector<Plan::DevicePart> DeviceExecutor::share_out(const DeviceLaunch& launch,
                                                        const std::vector<std::size_t>& devices, std::string& alone) {
    if (launch.loop.offload->follows != 0) {
        alone = "it follows pointers that stand in memory";
        return {};
    }
    Plan& plan = launch.plan;
    std::vector<Plan::DevicePart> parts = cut(launch, devices);
    if (parts.size() == 1)
        return {{parts.front().device, plan.iterations, 0, {}}};
    const Inspection* const inspection = launch.request.inspection;
    for (std::size_t a = 0; a < plan.access.size() && alone.empty(); ++a) {
        std::vector<RankAccess> accesses;
        for (std::size_t p = 0; p < parts.size(); ++p) {
            accesses.push_back(parts[p].access[a]);
            accesses.back().rank = static_cast<int>(p);
        }
        const Allocation& allocation = *launch.binding.allocations[a];
        const std::string name = allocation.name.empty() ? "an array" : allocation.name;
        if (std::any_of(accesses.begin(), accesses.end(), [](const RankAccess& one) { return one.anywhere; }) ||
            !cover(parts, a, plan.access[a], inspection != nullptr && inspection->left_to_ranks))
            alone = text("it is not known what a part of its iterations touches of ", name);
        else if (writes_meet(parts, a))
            alone = text("devices would write what others may write of ", name);
        else if (!find_overlaps(allocation.shape.dims(), accesses).empty()) {
            alone = text("devices would read what others may write of ", name);
            // Where inspectors gave up, more may be read than is; else iterations of different parts do depend on each
            // other, and those of one device may run in any order, too.
            plan.one_thread = plan.one_thread || inspection == nullptr || !inspection->given_up;
        }
    }
    return parts;
}

// Why the devices cannot run the launch; empty: they have been told to.
std::string DeviceExecutor::run_parts(const DeviceLaunch& launch, const std::vector<Plan::DevicePart>& parts) {
    const Plan& plan = launch.plan;
    const bool reduces = !plan.accumulators.list.empty();
    const auto touched = [&plan](const Plan::DevicePart& part) -> const PlanMaker::Access& {
        return part.access.empty() ? plan.access : part.access;
    };
    // What one device reads that another one has comes before any kernel starts, since copies would wait for its end.
    for (const Plan::DevicePart& part : parts)
        fetch_for_device(residences_, part.device, launch.binding, touched(part));
    if (parts.size() > 1)
        fetch_lost(launch, parts);
    std::vector<DeviceBlocks> blocks(parts.size());
    std::string trouble;
    for (std::size_t p = 0; p < parts.size() && trouble.empty(); ++p) {
        if (reduces)
            blocks[p] = reduction_.make_blocks(launch, parts[p].device);
        PieceRunner runner(launch, residences_, parts[p].device, placement_, piece_access_, blocks[p]);
        trouble = runner.run(touched(parts[p]), parts[p].iterations, parts[p].number);
        has_started_ = has_started_ || runner.has_started();
    }
    // A later part may have been sent old values of what an earlier one wrote, since it might have read them.
    for (std::size_t p = 0; p < parts.size() && parts.size() > 1; ++p)
        for (std::size_t a = 0; a < touched(parts[p]).size(); ++a)
            residences_.written_beside(parts[p].device, *launch.binding.allocations[a], touched(parts[p])[a].writes());
    if (trouble.empty() && reduces) {
        for (std::size_t p = 1; p < parts.size(); ++p)
            reduction_.bring_blocks(launch, parts[p], blocks[p], parts.front().device, blocks.front());
        reduction_.collect_blocks(launch, parts.front().device, blocks.front());
    }
    for (std::size_t p = 0; p < parts.size(); ++p)
        if (blocks[p].memory != nullptr)
            residences_[parts[p].device].device()->release(blocks[p].memory);
    return trouble;
}

// What a part may read and another one writes stands on the first one's device for the last time when the other one
// has run: the host is to have it, for whoever reads it nevertheless.
void DeviceExecutor::fetch_lost(const DeviceLaunch& launch, const std::vector<Plan::DevicePart>& parts) {
    for (const Plan::DevicePart& reader : parts)
        for (std::size_t a = 0; a < reader.access.size(); ++a)
            for (const Plan::DevicePart& writer : parts)
                if (!reader.access[a].mayread.empty() && &writer != &reader)
                    residences_[reader.device].fetch(*launch.binding.allocations[a],
                                                     reader.access[a].mayread & writer.access[a].writes());
    residences_.arrive();
}

} // namespace hydra::rt

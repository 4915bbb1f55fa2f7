// Launches of ranks that have several devices (a part of Runtime): each runs a part of the rank's iterations, as large
// as its weight says, in its own memory. Where it is not certain that the parts may run so, one device runs all of
// them.
#include "runtime/backend/cuts.h"
#include "runtime/base/fail.h"
#include "runtime/base/text.h"
#include "runtime/launch/runtime.h"

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
std::vector<std::size_t> Runtime::devices_for(const hydra_rt_loop& loop, std::string& trouble) {
    const hydra_rt_offload* const join = loop.offload->join;
    std::vector<std::size_t> able;
    for (std::size_t number = 0; number < residence_.size(); ++number) {
        Device& device = *residence_[number].device();
        std::string why;
        if (device.prepare(*loop.offload, why) && (join == nullptr || device.prepare(*join, why)))
            able.push_back(number);
        else if (trouble.empty())
            trouble = why;
    }
    if (able.empty() && trouble.empty())
        trouble = "its kernel cannot be built";
    if (!able.empty() && able.size() < residence_.size())
        tell_of_devices(loop, text("does not run on all devices: ", trouble));
    if (!able.empty())
        trouble.clear();
    return able;
}

void Runtime::tell_of_devices(const hydra_rt_loop& loop, const std::string& what) {
    if (verbose_ && !context_->state->devices_told)
        complain(text(loop.at, ": ", what));
    context_->state->devices_told = true;
}

// Whether this rank is to look up what all of its iterations touch, for the one device that runs them. What has to come
// to the host for that may come again with each launch, while an array that is there as a whole needs nothing more: so
// no more comes, all in all, than what the device lacks.
bool Runtime::is_worth_looking_up(const Plan& plan) {
    const Inspection* const inspection = context_->request.inspection;
    if (inspection == nullptr || !inspection->left_to_ranks)
        return false;
    std::int64_t lacking = 0, behind = 0;
    for (std::size_t a = 0; a < plan.access.size(); ++a)
        lacking += handed_[a] ? 0
                              : residence_[plan.device_parts.front().device].lacking(
                                    *context_->state->binding.allocations[a], plan.access[a].mayread);
    for (const Inspection::Source& source : inspection->sources)
        behind += residence_.behind(*source.allocation);
    if (context_->state->inspections.brought_to_look + behind > lacking || lacking == 0)
        return false;
    context_->state->inspections.brought_to_look += behind;
    return true;
}

// The parts of the active launch's iterations, by these devices. They are found when the plan is first run.
const std::vector<Plan::DevicePart>& Runtime::parts_of(const hydra_rt_launch& launch, Plan& plan,
                                                       const std::vector<std::size_t>& devices) {
    if (!plan.device_parts.empty())
        return plan.device_parts;
    std::string alone;
    if (devices.size() > 1)
        plan.device_parts = share_out(launch, plan, devices, alone);
    if (!alone.empty() && !plan.one_thread)
        tell_of_devices(*launch.loop,
                        text("runs on one device, ", residence_[devices.front()].device()->name(), ": ", alone));
    if (devices.size() == 1 || !alone.empty())
        plan.device_parts = {{devices.front(), plan.iterations, 0, {}}};
    if (plan.device_parts.size() == 1 && is_worth_looking_up(plan))
        plan.device_parts.front().access = inspections_.access_of_piece(*context_, launch, plan.iterations);
    return plan.device_parts;
}

// alone: why one device is to run all; then the parts mean nothing.
std::vector<Plan::DevicePart> Runtime::share_out(const hydra_rt_launch& launch, Plan& plan,
                                                 const std::vector<std::size_t>& devices, std::string& alone) {
    std::vector<Plan::DevicePart> parts;
    if (launch.loop->offload->follows != 0) {
        alone = "it follows pointers that stand in memory";
        return parts;
    }
    std::vector<double> weights;
    weights.reserve(devices.size());
    for (const std::size_t device : devices)
        weights.push_back(residence_.weight(device));
    const bool reduces = !plan.accumulators.list.empty();
    const std::vector<std::int64_t> cuts = cut_by_weight(
        plan.iteration_count, reduces ? reduction_blocks(plan.accumulators, plan.iteration_count) : 0, weights);
    std::vector<Interval> rest = plan.iterations;
    for (std::size_t i = 0; i < devices.size(); ++i)
        if (cuts[i] < cuts[i + 1]) {
            std::vector<Interval> mine = take_first(rest, cuts[i + 1] - cuts[i]);
            PlanMaker::Access access = inspections_.access_of_piece(*context_, launch, mine);
            parts.push_back({devices[i], std::move(mine), cuts[i], std::move(access)});
        }
    if (parts.size() == 1)
        return {{parts.front().device, plan.iterations, 0, {}}};
    const Inspection* const inspection = context_->request.inspection;
    for (std::size_t a = 0; a < plan.access.size() && alone.empty(); ++a) {
        std::vector<RankAccess> accesses;
        for (std::size_t p = 0; p < parts.size(); ++p) {
            accesses.push_back(parts[p].access[a]);
            accesses.back().rank = static_cast<int>(p);
        }
        const Allocation& allocation = *context_->state->binding.allocations[a];
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

// Why the devices cannot run the active launch; empty: they have been told to.
std::string Runtime::run_parts(const hydra_rt_launch& launch, const Plan& plan,
                               const std::vector<Plan::DevicePart>& parts) {
    const hydra_rt_loop& loop = *launch.loop;
    const auto touched = [&plan](const Plan::DevicePart& part) -> const PlanMaker::Access& {
        return part.access.empty() ? plan.access : part.access;
    };
    // What one device reads that another one has comes before any kernel starts, since copies would wait for its end.
    for (const Plan::DevicePart& part : parts)
        fetch_for(part.device, touched(part));
    if (parts.size() > 1)
        fetch_lost(parts);
    std::vector<DeviceBlocks> blocks(parts.size());
    std::string trouble;
    for (std::size_t p = 0; p < parts.size() && trouble.empty(); ++p) {
        here_ = parts[p].device;
        if (!plan.accumulators.list.empty())
            make_blocks(loop, plan, blocks[p]);
        trouble = run_piece(launch, plan, touched(parts[p]), parts[p].iterations, parts[p].number, blocks[p]);
    }
    // A later part may have been sent old values of what an earlier one wrote, since it might have read them.
    for (std::size_t p = 0; p < parts.size() && parts.size() > 1; ++p)
        for (std::size_t a = 0; a < touched(parts[p]).size(); ++a)
            residence_.written_beside(parts[p].device, *context_->state->binding.allocations[a],
                                      touched(parts[p])[a].writes());
    if (trouble.empty() && !plan.accumulators.list.empty()) {
        for (std::size_t p = 1; p < parts.size(); ++p)
            bring_blocks(loop, plan, parts[p], blocks[p], parts.front().device, blocks.front());
        here_ = parts.front().device;
        collect_blocks(loop, plan, blocks.front());
    }
    for (std::size_t p = 0; p < parts.size(); ++p)
        if (blocks[p].memory != nullptr)
            residence_[parts[p].device].device()->release(blocks[p].memory);
    return trouble;
}

// What a part may read and another one writes stands on the first one's device for the last time when the other one
// has run: the host is to have it, for whoever reads it nevertheless.
void Runtime::fetch_lost(const std::vector<Plan::DevicePart>& parts) {
    for (const Plan::DevicePart& reader : parts)
        for (std::size_t a = 0; a < reader.access.size(); ++a)
            for (const Plan::DevicePart& writer : parts)
                if (!reader.access[a].mayread.empty() && &writer != &reader)
                    residence_[reader.device].fetch(*context_->state->binding.allocations[a],
                                                    reader.access[a].mayread & writer.access[a].writes());
    residence_.arrive();
}

// Makes the host have what a kernel on the device reads and other devices alone have.
void Runtime::fetch_for(std::size_t device, const PlanMaker::Access& access) {
    for (std::size_t a = 0; a < access.size() && residence_.size() > 1; ++a)
        residence_.fetch_for(device, *context_->state->binding.allocations[a], access[a].reads() | access[a].maywrite);
    residence_.arrive();
}

} // namespace hydra::rt

// See device_executor.h.
#include "runtime/offload/device_executor.h"

#include "runtime/base/fail.h"
#include "runtime/base/text.h"

#include <cfenv>

namespace hydra::rt {
namespace {

const char* const in_turn = "its iterations depend on each other";

// Why devices are not to run the launch; empty: they may.
std::string kept_from_devices(const DeviceLaunch& launch) {
    const Plan& plan = launch.plan;
    if (plan.replicated)
        return "every rank runs all of it";
    if (std::fegetround() != FE_TONEAREST)
        return "the program rounds another way (fesetround), and devices round to nearest";
    // What it may touch beside the plan's regions came to the host, and no buffer has it.
    if (launch.reaches == nullptr)
        return "it is not known which arrays it touches";
    if (plan.one_thread)
        return in_turn;
    if (!plan.merges.empty())
        return "ranks may write the same elements";
    if (launch.loop.lastvalues > 0)
        return "it leaves values of its last iteration behind";
    for (const Accumulator& accumulator : plan.accumulators.list)
        if (accumulator.in_place)
            return "it accumulates into an array in place";
    if (plan.access.size() != launch.binding.allocations.size())
        return "it is not known what it touches";
    if (!launch.binding.beside.empty() || launch.binding.may_stray)
        return "a pointer may lead into the array beside its own";
    return "";
}

} // namespace

DeviceExecutor::DeviceExecutor(const Services& services)
    : residences_(services.residences), trace_(services.trace), rank_(services.rank), verbose_(services.verbose),
      placement_(services.residences, services.registry),
      reduction_(services.residences, services.rank, services.ranks, services.verifies, services.plays_all),
      piece_access_(services.maker, services.registry, services.residences, services.rank) {}

bool DeviceExecutor::run(DeviceLaunch launch) {
    reduction_.begin();
    if (residences_.empty() || launch.loop.offload == nullptr || launch.plan.iteration_count == 0)
        return false;
    launch.pointers = pointers_.data();
    std::string trouble = kept_from_devices(launch);
    std::vector<std::size_t> devices;
    if (trouble.empty())
        devices = devices_for(launch, trouble);
    has_started_ = false;
    if (trouble.empty()) {
        placement_.begin(launch);
        const std::vector<Plan::DevicePart>& parts = parts_of(launch, devices);
        trouble = launch.plan.one_thread ? in_turn : run_parts(launch, parts);
    }
    if (!trouble.empty() && has_started_)
        fail(launch.loop.at, text("the device cannot go on with the loop: ", trouble));
    if (trouble.empty() && !is_used_)
        use_for_the_first_time();
    if (!trouble.empty())
        tell_of_host(launch, trouble);
    return trouble.empty();
}

void DeviceExecutor::use_for_the_first_time() {
    is_used_ = true;
    for (std::size_t number = 0; number < residences_.size(); ++number)
        residences_[number].device()->finish();
    if (on_first_use_ != nullptr)
        on_first_use_();
}

void DeviceExecutor::retire(bool leave) {
    if (leave)
        residences_.leave_all();
    // Kernels whose results nobody reads may be running still, and the driver's threads need what goes away next.
    for (std::size_t number = 0; number < residences_.size() && !residences_.empty(); ++number)
        residences_[number].device()->finish();
    trace_devices();
    residences_.retire();
}

void DeviceExecutor::trace_devices() {
    for (std::size_t number = 0; number < residences_.size() && !residences_.empty() && trace_ != nullptr; ++number) {
        Device& device = *residences_[number].device();
        trace_->add_device(residences_.size() == 1 ? device.name() : text("device ", number, ": ", device.name()),
                           device.done());
    }
}

DeviceExecutor::LoopMemory& DeviceExecutor::memory_of(const DeviceLaunch& launch) {
    if (loops_.size() <= launch.number)
        loops_.resize(launch.number + 1);
    return loops_[launch.number];
}

// Why the host runs a loop that devices have kernels of: a warning of rank 0's, once. Where all ranks run the loop, or
// one thread the rank's iterations, what makes them do so has been told.
void DeviceExecutor::tell_of_host(const DeviceLaunch& launch, const std::string& trouble) {
    const bool is_told = launch.plan.replicated || (launch.plan.one_thread && *launch.request.overlap_warned);
    bool& host_told = memory_of(launch).host_told;
    if (host_told || (!verbose_ && (is_told || rank_ != 0)))
        return;
    complain(text(launch.loop.at, verbose_ ? ": runs on the host: " : ": warning: runs on the host: ", trouble));
    host_told = true;
}

} // namespace hydra::rt

// One rank's runtime: its parts, and the steps of a launch in their order. The functions of hydra_rt.h forward to the
// one instance of the process.
#pragma once

#include "runtime/backend/cpu.h"
#include "runtime/launch/sweep_steps.h"
#include "runtime/offload/device_executor.h"
#include "runtime/plan/maker.h"
#include "runtime/plan/request.h"
#include "runtime/serial/bulk.h"
#include "runtime/serial/serial_executor.h"
#include "runtime/steps/inspect_step.h"

#include <functional>
#include <memory>
#include <optional>

namespace hydra::rt {

// What the program says of a launch that begins.
struct AskedOfLaunch {
    bool unshared = false; // every rank runs all of it
    std::optional<SaidPlace> place;
};

class Runtime {
  public:
    // devices: none where the host's cores run everything.
    Runtime(std::unique_ptr<Transport> transport, Arena& arena, const RuntimeOptions& options,
            std::vector<WeightedDevice> devices = {});

    // The steps of hydra_rt.h, in their order; one launch at a time.
    void begin(hydra_rt_launch& launch, hydra_rt_loop& loop, void* const* pointers, const long* k, long begin, long end,
               long align_offset, void* args, const AskedOfLaunch& asked = AskedOfLaunch());
    void transfer(hydra_rt_launch& launch);
    void run(hydra_rt_launch& launch);
    void commit(hydra_rt_launch& launch, void* const* reduced);

    // What serial code asks for. Inside of a launch all that is read has been made valid: then these do nothing.
    void serial(hydra_rt_loop& site, void* const* pointers, const long* k) {
        if (!in_launch())
            serial_.serial(site, pointers, k);
    }
    // hydra_rt_fetch.
    void look(hydra_rt_window& window, const char* address, std::size_t bytes) {
        if (!in_launch())
            serial_.look(window, address, bytes);
    }
    // hydra_rt_streams, hydra_rt_alone and hydra_rt_together.
    void streams(void* const* streams, int count) {
        if (!in_launch())
            serial_.streams(streams, count);
    }
    bool alone(hydra_rt_loop& site, void* const* pointers, const long* k) {
        return in_launch() || serial_.alone(site, pointers, k);
    }
    void together(const char* at, void* const* values, const unsigned long* bytes, int count) {
        if (!in_launch())
            serial_.together(at, values, bytes, count);
    }
    // Between the two, where rank 0 runs the statement and the other ranks do not.
    bool is_alone() const { return serial_.is_alone(); }
    // See BulkCopies.
    void copy(const char* at, void* to, const void* from, std::size_t bytes) {
        if (!in_launch())
            copies_.copy(at, to, from, bytes);
    }
    void before_move(Allocation& allocation) { copies_.before_move(allocation); }
    void moved(Allocation& allocation, void* base, std::size_t bytes) { copies_.moved(allocation, base, bytes); }

    // Makes the whole allocation valid on all ranks. at: where this is asked for.
    void bring_together(Allocation& allocation, const char* at) { gatherer_.gather(allocation, at); }
    // Makes every allocation valid on all ranks; costs nothing where they are. at: where this is asked for.
    void gather_everything(const char* at) { gatherer_.gather_everything(at); }
    // The program ends, and code may follow that reads arrays unasked: everything comes to all ranks, and stays there,
    // since from here on every rank runs what loops are left.
    void end_main() {
        if (!in_launch())
            serial_.end_main();
    }

    // The program is going to run for a while without a word of what it writes; every rank has everything.
    void keep_found() { inspections_.keep_found(loops_); }
    // It has: what was found elsewhere than in memory that is as it was, is forgotten.
    void recall_found() {
        binding_.begin_era();
        inspections_.recall_found(loops_);
    }
    LoopTable& loops() { return loops_; }
    Account& account() { return policy_.account(); }

    // Rank 0 is about to read a clock: all ranks, and their devices, have done what launches and transfers so far are
    // to them. Costs nothing where there have been none since the last time.
    void settle();

    Registry& registry() { return registry_; }
    Transport& transport() { return *transport_; }
    Counters& counters() { return counters_; }
    [[nodiscard]] const Trace* trace() const { return stopwatch_.trace(); }
    const Residences& residence() const { return residence_; }
    const CpuDevice& device() const { return device_; }
    DeviceExecutor& device_executor() { return device_executor_; }
    // errno and exceptions as the iterations of the last launch left them, where the program looks at them.
    const CpuDevice::Left& left() const { return launch_.left; }
    // What the program had raised before the launch that begins.
    void begin_with(int raised) { device_.begin_with(raised); }
    // A kernel is running on this rank's share: ranks do different things now.
    bool in_kernel() const { return context_->in_kernel; }
    // Between the begin and the commit of a launch.
    bool in_launch() const { return launch_.state != nullptr; }
    // Who watches the run. Restrictions::apart: memory that nobody has stored to tells ranks apart, and is to hold the
    // same everywhere.
    [[nodiscard]] const Observers& observers() const { return observers_; }

  private:
    [[nodiscard]] LaunchParts parts();

    // The steps of a launch, or of a step of a sweep.
    void begin_steps(LaunchContext& context, hydra_rt_launch& launch, void* const* pointers, const long* k,
                     long align_offset);
    void bind(LaunchContext& context, const hydra_rt_launch& launch, void* const*& pointers, void* const* marks);
    void decide(LaunchContext& context);
    // Every rank runs it where what it stores may change what its header reads.
    void watch_cells(LaunchContext& context, void* const* pointers, void* const* cells);
    void plan(LaunchContext& context, hydra_rt_launch& launch, void* const* pointers, void* const* marks);
    void exchange(LaunchContext& context, hydra_rt_launch& launch);
    void run_steps(LaunchContext& context, hydra_rt_launch& launch);
    // The launch, as devices are told of it.
    [[nodiscard]] DeviceLaunch on_devices(const LaunchContext& context, const hydra_rt_launch& launch);
    void run_on_host(LaunchContext& context, const hydra_rt_launch& launch, const Plan& plan);
    void commit_steps(LaunchContext& context, hydra_rt_launch& launch, void* const* reduced);
    void combine(const LaunchContext& context, const hydra_rt_loop& loop, const Plan& plan, void* const* reduced);
    void gather_bound(const LaunchContext& context);
    bool some_overlap(Plan& plan, const char* at);
    // Looks for what may run while the plan's messages travel, and runs that and the rest.
    void seek_overlap(const LaunchContext& context, Plan& plan);
    void run_overlapped(LaunchContext& context, const hydra_rt_launch& launch, const Plan& plan,
                        CpuDevice::Order order);
    void leave_errors(LaunchContext& context, const Plan& plan, const char* at);
    // How the launch is run: by which ranks, and by what of this one.
    void count_way(const LaunchContext& context, const Plan& plan);
    void count_place(LaunchContext& context, const Plan& plan, bool on_device);
    void count_iterations(const LaunchContext& context, const Plan& plan);
    void count_effort(const LaunchContext& context, const hydra_rt_launch& launch, const Plan& plan);
    bool follows_too_much(LaunchContext& context, void* const*& pointers);
    [[nodiscard]] LoopCounter& counter(const LaunchContext& context) const { return loops_.counter(*context.state); }

    // sweep.cpp
    bool run_sweep(LaunchContext& context, hydra_rt_launch& launch, void* const* pointers);
    bool run_pipeline(LaunchContext& context, hydra_rt_launch& launch, void* const* pointers);
    bool run_edges(LaunchContext& context, hydra_rt_launch& launch, void* const* pointers);
    void run_segment(LaunchContext& context, hydra_rt_launch& launch, int segment, const PlanMaker::KeptRows& rows,
                     int& place, void* const* pointers);
    void run_step(LaunchContext& context, const hydra_rt_launch& launch, hydra_rt_loop& part, const BoxShares& shares,
                  std::int64_t step, void* const* pointers);

    std::unique_ptr<Transport> transport_;
    Residences residence_; // outlives the allocations of the registry
    Registry registry_;
    PlanMaker maker_;
    CpuDevice device_;
    Counters counters_;
    Stopwatch stopwatch_;
    Observers observers_;
    LoopTable loops_;
    Messenger messenger_;
    Gatherer gatherer_;
    BindStep binding_;
    DistributionPolicy policy_;
    PlanCache plans_;
    ReductionStep reductions_;
    MergeStep merges_;
    InspectStep inspections_;
    BulkCopies copies_;
    SerialExecutor serial_;
    DeviceExecutor device_executor_;
    bool verbose_;
    bool overlaps_;                     // iterations may run while messages travel
    bool plays_all_;                    // this process is all ranks
    bool runs_all_everywhere_;          // HYDRA_POLICY=floor
    LaunchContext launch_;              // between begin and commit
    LaunchContext* context_ = &launch_; // that, or a step of a sweep in it
    Plan no_iterations_;
};

} // namespace hydra::rt

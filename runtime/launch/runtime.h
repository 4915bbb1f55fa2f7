// One rank's runtime: its parts, and the steps of a launch in their order. The functions of hydra_rt.h forward to the
// one instance of the process.
#pragma once

#include "runtime/launch/sweep_steps.h"
#include "runtime/serial/bulk.h"
#include "runtime/serial/serial_executor.h"
#include "runtime/steps/inspect_step.h"

#include <functional>
#include <memory>
#include <optional>

namespace hydra::rt {

// Iterations  lo + n / length * stride + n % length  for 0 <= n < count.
struct Series {
    std::int64_t lo, length, stride, count;
};

class Runtime {
  public:
    // devices: none where the host's cores run everything.
    Runtime(std::unique_ptr<Transport> transport, Arena& arena, const RuntimeOptions& options,
            std::vector<WeightedDevice> devices = {});

    // The steps of hydra_rt.h, in their order; one launch at a time.
    void begin(hydra_rt_launch& launch, hydra_rt_loop& loop, void* const* pointers, const long* k, long begin, long end,
               long align_offset, void* args);
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

    Registry& registry() { return registry_; }
    Transport& transport() { return *transport_; }
    Counters& counters() { return counters_; }
    [[nodiscard]] const Trace* trace() const { return stopwatch_.trace(); }
    const Residences& residence() const { return residence_; }
    const CpuDevice& device() const { return device_; }
    // errno and exceptions as the iterations of the last launch left them, where the program looks at them.
    const CpuDevice::Left& left() const { return left_; }
    // A kernel is running on this rank's share: ranks do different things now.
    bool in_kernel() const { return context_->in_kernel; }
    void retire_device();
    void trace_devices();
    // hydra_rt_pass_record, hydra_rt_pass_slot, hydra_rt_pass_pages, hydra_rt_pass_rows.
    void pass_record(hydra_rt_params& params, const void* value, std::size_t bytes);
    void pass_slot(hydra_rt_params& params, int slot);
    void pass_pages(hydra_rt_params& params, int slot);
    void pass_rows(hydra_rt_params& params);
    // Between the begin and the commit of a launch.
    bool in_launch() const { return launch_.state != nullptr; }
    // Memory that nobody has stored to tells ranks apart, and is to hold the same everywhere.
    bool fills_blanks() const { return observers_.restrictions().apart; }

  private:
    // Where the blocks of a device's reductions accumulate.
    struct DeviceBlocks {
        Device::Memory memory = nullptr;
        std::int64_t bytes = 0, count = 0;
        std::vector<std::int64_t> places; // of the accumulators in a block
    };

    [[nodiscard]] LaunchParts parts();

    // The steps of a launch, or of a step of a sweep.
    void begin_steps(LaunchContext& context, hydra_rt_launch& launch, void* const* pointers, const long* k,
                     long align_offset);
    void decide(LaunchContext& context);
    // Every rank runs it where what it stores may change what its header reads.
    void watch_cells(LaunchContext& context, void* const* pointers, void* const* cells);
    void plan(LaunchContext& context, hydra_rt_launch& launch, void* const* pointers, void* const* marks);
    void exchange(LaunchContext& context, hydra_rt_launch& launch);
    void run_steps(LaunchContext& context, hydra_rt_launch& launch);
    void run_on_host(LaunchContext& context, const hydra_rt_launch& launch, const Plan& plan);
    void commit_steps(LaunchContext& context, hydra_rt_launch& launch, void* const* reduced);
    void combine(const LaunchContext& context, const hydra_rt_loop& loop, const Plan& plan, void* const* reduced);
    static void run_inside(const hydra_rt_launch& launch, void* const* reduced);
    void gather_bound(const LaunchContext& context);
    bool some_overlap(Plan& plan, const char* at);
    // Looks for what may run while the plan's messages travel, and runs that and the rest.
    void seek_overlap(const LaunchContext& context, Plan& plan);
    void run_overlapped(LaunchContext& context, const hydra_rt_launch& launch, const Plan& plan,
                        CpuDevice::Order order);
    void leave_errors(const LaunchContext& context, const Plan& plan, const char* at);
    // How the launch is run: by which ranks, and by what of this one.
    void count_way(const LaunchContext& context, const Plan& plan);
    void count_place(LaunchContext& context, const Plan& plan, bool on_device);
    void count_iterations(const LaunchContext& context, const Plan& plan);
    [[nodiscard]] LoopCounter& counter(const LaunchContext& context) const { return loops_.counter(*context.state); }

    // sweep.cpp
    bool run_sweep(LaunchContext& context, hydra_rt_launch& launch, void* const* pointers);
    bool run_pipeline(LaunchContext& context, hydra_rt_launch& launch, void* const* pointers);
    bool run_edges(LaunchContext& context, hydra_rt_launch& launch, void* const* pointers);
    void run_segment(LaunchContext& context, hydra_rt_launch& launch, int segment, const PlanMaker::KeptRows& rows,
                     int& place, void* const* pointers);
    void run_step(LaunchContext& context, const hydra_rt_launch& launch, hydra_rt_loop& part, const BoxShares& shares,
                  std::int64_t step, void* const* pointers);

    // offload.cpp
    void host_reads(const Plan& plan, const Binding& binding);
    void host_writes(const Plan& plan, const Binding& binding);
    std::string kept_from_device(const hydra_rt_launch& launch, const Plan& plan) const;
    std::string gather_rows(const PlanMaker::Access& access);
    bool run_on_device(const hydra_rt_launch& launch, Plan& plan);
    void tell_of_host(const hydra_rt_loop& loop, const Plan& plan, const std::string& trouble);
    std::string run_piece(const hydra_rt_launch& launch, const Plan& plan, const PlanMaker::Access& access,
                          std::vector<Interval> iterations, std::int64_t number, const DeviceBlocks& blocks);
    std::vector<std::int64_t> window_of(const hydra_rt_launch& launch, const Plan& plan) const;
    void launch_in_stages(const hydra_rt_launch& launch, const hydra_rt_offload& kernel, const hydra_rt_params& all,
                          const std::vector<std::int64_t>& dealt, const Grid& grid);
    void launch_in_turns(const hydra_rt_launch& launch, const hydra_rt_offload& kernel, const hydra_rt_params& all,
                         const std::vector<std::int64_t>& dealt, const std::vector<std::int64_t>& window, Grid grid);
    void launch_series(const hydra_rt_launch& launch, const Plan& plan, const hydra_rt_offload& kernel,
                       const hydra_rt_params& params, const Series& part, std::int64_t number,
                       const DeviceBlocks& blocks);
    // device_parts.cpp
    std::vector<std::size_t> devices_for(const hydra_rt_loop& loop, std::string& trouble);
    void tell_of_devices(const hydra_rt_loop& loop, const std::string& what);
    const std::vector<Plan::DevicePart>& parts_of(const hydra_rt_launch& launch, Plan& plan,
                                                  const std::vector<std::size_t>& devices);
    std::vector<Plan::DevicePart> share_out(const hydra_rt_launch& launch, Plan& plan,
                                            const std::vector<std::size_t>& devices, std::string& alone);
    std::string run_parts(const hydra_rt_launch& launch, const Plan& plan, const std::vector<Plan::DevicePart>& parts);
    void fetch_for(std::size_t device, const PlanMaker::Access& access);
    void fetch_lost(const std::vector<Plan::DevicePart>& parts);
    [[nodiscard]] Residence& here() const { return residence_[here_]; }
    bool is_worth_looking_up(const Plan& plan);
    // device_places.cpp
    std::vector<Hull> find_groups(std::size_t allocation);
    void find_handed(const hydra_rt_loop& loop);
    bool bring_to_device(const PlanMaker::Access& access, bool may_page, bool gently);
    enum class Evicted { clean_others, others, all };
    bool evict(Evicted which);
    std::size_t touching_slot(std::size_t slot, std::string& trouble);
    // deal.cpp
    bool families_are_apart(const hydra_rt_loop& loop) const;
    std::array<std::int64_t, 2> rounds_of(const hydra_rt_launch& launch, const Series& part) const;
    Grid deal(const hydra_rt_launch& launch, const Plan& plan, const Series& part,
              std::vector<std::int64_t>& arguments) const;
    // device_pieces.cpp
    struct DevicePiece {
        std::vector<Interval> iterations;
        std::int64_t number; // of the first one, among the rank's
        PlanMaker::Access access;
    };
    std::int64_t needed_bytes(const PlanMaker::Access& access, bool may_page);
    bool is_too_large(const PlanMaker::Access& access, bool may_page);
    std::optional<std::string> run_keeping(const hydra_rt_launch& launch, const Plan& plan,
                                           const PlanMaker::Access& access, const std::vector<Interval>& iterations,
                                           std::int64_t number, const DeviceBlocks& blocks);
    std::string run_in_halves(const hydra_rt_launch& launch, const Plan& plan, const PlanMaker::Access& access,
                              std::vector<Interval> iterations, std::int64_t number, const DeviceBlocks& blocks);
    std::string run_piece(const hydra_rt_launch& launch, const Plan& plan, const DevicePiece& piece,
                          const DeviceBlocks& blocks);
    std::vector<DevicePiece> cut_to_keep(const hydra_rt_launch& launch, const Plan& plan,
                                         const std::vector<Interval>& iterations, std::int64_t number,
                                         const DeviceBlocks& blocks);
    std::vector<Residence::Pieces> touched_by(const PlanMaker::Access& access,
                                              const std::vector<DevicePiece>& pieces) const;
    [[noreturn]] void fail_without_room(const hydra_rt_launch& launch, const PlanMaker::Access& access);
    // blocks.cpp
    void make_blocks(const hydra_rt_loop& loop, const Plan& plan, DeviceBlocks& blocks);
    void collect_blocks(const hydra_rt_loop& loop, const Plan& plan, const DeviceBlocks& blocks);
    void bring_blocks(const hydra_rt_loop& loop, const Plan& plan, const Plan::DevicePart& part,
                      const DeviceBlocks& from, std::size_t to_device, const DeviceBlocks& to);
    // combine.cpp
    struct KeptSum { // of an array that is reduced
        std::size_t device;
        Region part; // whose old values that device alone has
    };
    Allocation& allocation_of(const ReducedArray& array) const;
    void join_pair(const hydra_rt_loop& loop, const Plan& plan, Device& device, Device::Memory memory,
                   std::int64_t block_bytes, bool backwards, const std::vector<Run>& values);
    void find_combined(const Plan& plan, const DeviceBlocks& blocks);
    void combine_on_device(const hydra_rt_loop& loop, const Plan& plan, const DeviceBlocks& blocks);
    void find_kept(const hydra_rt_loop& loop, const Plan& plan);
    const Region& mine_of(const ReducedArray& array) const;
    bool combine_there(const hydra_rt_loop& loop, const Plan& plan, const ReducedArray& array, const KeptSum& kept);
    void combine_arrays(const hydra_rt_loop& loop, const Plan& plan);

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
    bool verbose_;
    bool overlaps_;                     // iterations may run while messages travel
    bool plays_all_;                    // this process is all ranks
    LaunchContext launch_;              // between begin and commit
    LaunchContext* context_ = &launch_; // that, or a step of a sweep in it
    CpuDevice::Left left_;
    Plan no_iterations_;

    // of devices
    std::vector<std::vector<KeptSum>> kept_sums_; // of the active launch's reduced arrays
    std::vector<bool> combined_; // which of its reduced arrays have been combined on the device; empty: none
    const hydra_rt_loop* active_loop_ = nullptr; // the one that a device runs
    const Plan* running_ = nullptr;              // its plan
    std::vector<bool> handed_;                   // find_handed
    std::size_t here_ = 0;                       // the device that a piece of it is for
    bool device_ends_early_ = false;             // a handler sees to it that it does so in order
    bool in_pieces_ = false;                     // these run piece by piece, keeping their arrays
    bool piece_ran_ = false;                     // some of its iterations have been started there
    std::vector<Residence::Place> places_;       // on the device, of what its slots lead to
    std::vector<std::size_t> group_of_slot_;     // find_groups
    std::vector<Residence::Near> near_;          // where a kernel may follow addresses
};

} // namespace hydra::rt

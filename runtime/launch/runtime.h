// One rank's runtime: the steps of a launch, transfers for serial code, and what both share (transport, registry,
// plans, device, counters). The functions of hydra_rt.h forward to the one instance of the process.
#pragma once

#include "runtime/backend/cpu.h"
#include "runtime/base/clock.h"
#include "runtime/base/numbers.h"
#include "runtime/comm/header.h"
#include "runtime/comm/transport.h"
#include "runtime/launch/bound_cells.h"
#include "runtime/launch/lone_rows.h"
#include "runtime/launch/sweep_steps.h"
#include "runtime/modes/dry.h"
#include "runtime/modes/schemes.h"
#include "runtime/modes/verify.h"
#include "runtime/offload/device_executor.h"
#include "runtime/plan/maker.h"
#include "runtime/policy/backoff.h"
#include "runtime/policy/worth.h"
#include "runtime/residence/residences.h"
#include "runtime/serial/windows.h"
#include "runtime/stats/counters.h"
#include "runtime/stats/trace.h"

#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>

namespace hydra::rt {

struct RuntimeOptions {
    PartitionSpec partition;
    int threads = 1;     // of the cpu device
    int node_ranks = 1;  // ranks that share this machine's memory
    bool verify = false; // compare with the sequential run (verify.h)
    bool verbose = false;
    std::int64_t window = 8 << 20;  // bytes that are packed at once for one peer
    std::optional<DryRun> dry = {}; // one process plays all ranks; the transport is a DryTransport
    CommSpec comm = {};
    bool trace = false;           // notes what happens when
    bool overlap = true;          // iterations that need nothing of what travels run meanwhile
    bool turns = true;            // arrays may have their columns first; false where some rank may have a device
    std::int64_t device_page = 0; // residence.h
    bool strict = false;          // with verify: equal values from several iterations are an error, too
    bool crowded = false;         // the threads of the ranks that share cores are more than these
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
    void serial(hydra_rt_loop& site, void* const* pointers, const long* k);

    // hydra_rt_fetch.
    void look(hydra_rt_window& window, const char* address, std::size_t bytes);

    // hydra_rt_streams, hydra_rt_alone and hydra_rt_together.
    void streams(void* const* streams, int count);
    bool alone(hydra_rt_loop& site, void* const* pointers, const long* k);
    void together(const char* at, void* const* values, const unsigned long* bytes, int count);
    // Between the two, where rank 0 runs the statement and the other ranks do not.
    bool is_alone() const { return alone_; }

    // Serial code is about to copy so many bytes, as memmove does, on every rank; null `from`: to store equal ones.
    void copy(const char* at, void* to, const void* from, std::size_t bytes);
    // Around a realloc: before the block's content moves, and when it lies at its new place.
    void before_move(Allocation& allocation);
    void moved(Allocation& allocation, void* base, std::size_t bytes);

    // Makes the whole allocation valid on all ranks. at: where this is asked for.
    void bring_together(Allocation& allocation, const char* at);
    // Makes every allocation valid on all ranks; costs nothing where they are. at: where this is asked for.
    void gather_everything(const char* at);
    // The program ends, and code may follow that reads arrays unasked: everything comes to all ranks, and stays there,
    // since from here on every rank runs what loops are left.
    void end_main();

    Registry& registry() { return registry_; }
    Transport& transport() { return *transport_; }
    Counters& counters() { return counters_; }
    [[nodiscard]] const Trace* trace() const { return trace_.get(); }
    const Residences& residence() const { return residence_; }
    const CpuDevice& device() const { return device_; }
    DeviceExecutor& device_executor() { return device_executor_; }
    // errno and exceptions as the iterations of the last launch left them, where the program looks at them.
    const CpuDevice::Left& left() const { return left_; }
    // A kernel is running on this rank's share: ranks do different things now.
    bool in_kernel() const { return in_kernel_; }
    // Between the begin and the commit of a launch.
    bool in_launch() const { return active_ != nullptr; }
    bool verifies() const { return verifier_ != nullptr; }

  private:
    using Key = std::vector<std::int64_t>;
    struct KeyHash {
        std::size_t operator()(const Key& key) const;
    };
    // What a launch or site touches as a whole: each slot, and whether there is more that no slot tells of.
    struct Touched {
        std::vector<Reach> slots;
        std::vector<RowsReach> rows; // behind tables, where nobody has looked at these; then their slots touch nothing
        std::vector<hydra_rt_footprint::Slot> written; // one a slot, of loops with watched cells
        bool reads_everything = false;
        bool writes_everything = false;
        std::optional<bool> writes_tables; // the pointers through which it reaches them; nullopt: nobody has looked
        Key writes_tables_of;              // with these arrays
        const char* beyond = nullptr;      // see footprint.h
    };
    static constexpr std::size_t most_keys_noted = 1 << 16;
    // By what a loop is known whose launches begin anew after many.
    struct Passed {
        NumberSet traces{most_keys_noted}, scalars{most_keys_noted}; // of launches
        std::uint64_t first = 0;                                     // scalars, of the launch that a round begins with,
        std::size_t since = 0;                                       // and so many launches ago
    };
    struct LoopState { // behind hydra_rt_loop::runtime
        int index = 0; // in order of first use, the same on every rank
        int counter = -1;
        bool overlap_warned = false;
        bool unknown_warned = false;
        bool beyond_warned = false;
        bool unverified_told = false;
        Binder binder;
        Binding binding;
        Tables tables;
        LoneRows lone_rows;
        hydra_rt_footprint footprint; // scratch
        Key touched_key;              // of `touched`
        Touched* touched = nullptr;
        Touched last_touched;                                    // of what is looked up once
        std::unordered_map<Key, Touched, KeyHash> known_touched; // of launches
        CpuDevice::Cost cost;
        std::unordered_map<Key, std::unique_ptr<Inspection>, KeyHash> inspections; // by what their keys compare
        const Inspection* inspection = nullptr;                                    // the active launch's
        std::unique_ptr<Inspection> nothing_found;                                 // where nothing had to be found
        bool index_warned = false;
        struct {
            Backoff vain{worth::vain_least, worth::most_left_out}; // looks that found nearly all of the arrays
            // run_everywhere.cpp: whether the last look served one launch only, which would have been faster without
            // it;
            bool dear = false;
            double seconds = 0;                     // that it took for each iteration;
            bool everywhere = false;                // every rank runs all of the active launch instead;
            NumberSet passed_over{most_keys_noted}; // launches of which that has been so; how many of them were not new
            RareAttempt again{worth::most_left_out};                      // at looks for these
            Backoff overlaps{worth::overlap_least, worth::most_left_out}; // looks that found ranks to overlap
        } looks;
        struct { // launches whose rows are out of order, which every rank runs until the next look at the tables
            Backoff looks{worth::rows_least, worth::most_left_out};
            bool told = false;
        } rows;
        struct { // on the only rank: launches that took long to follow their pointers, one after the other
            int dear = 0;
            Backoff looks{worth::follows_least, worth::most_left_out};
            std::uint64_t view = 0; // where the last one's pointers led
        } follows;
        struct {                                 // launches that are too small to be shared out
            std::uint64_t since = 0;             // since this launch all of the loop's have been small, and no other
            std::int64_t launches = 0;           // has been shared out over their arrays; so many
            std::int64_t looks = 0, bytes = 0;   // what an iteration touches
            std::int64_t price = 1;              // 2 to the number of times that arrays were brought for them
            bool is = false, everywhere = false; // the active one is small; every rank has run one
        } small;
        std::vector<hydra_rt_loop> segments; // of a sweep, as loops of their own
        int segment = -1;                    // which of them this is
        bool sweep_told = false;             // that rows stay, and why
        bool looks_told = false;             // that looks are too dear
        bool refines = false;                // launches ask the fine inspector
        bool refined_in_vain = false;        // it did not help
        std::uint64_t launches = 0;          // of a site: how many there had been when it last asked,
        std::size_t pieces = 0;              // and how often it has asked since then
        std::unordered_map<Key, std::unique_ptr<Plan>, KeyHash> plans;
        Plan last_plan;       // where it is not kept
        bool repeats = false; // a key has come again
        Passed passed;
        std::unique_ptr<Plan> scheme_plan; // of the active launch, where a scheme adds to it

        // Whether its key has been another one each time, so that more plans would take memory in vain.
        [[nodiscard]] bool moves() const { return !repeats && plans.size() >= worth::most_alike_plans; }

        LoopState(Registry& registry, const hydra_rt_loop& loop)
            : binder(registry, loop), tables(registry), footprint(loop.slots) {}
    };

    // What a bulk copy leaves of its target.
    struct Outcome {
        Shape shape;
        StateRef state;
    };
    static constexpr std::size_t most_plans = 8192; // of one loop; beyond it, they are forgotten and made again

    LoopState& state_of(hydra_rt_loop& loop);
    // What all of the launch's iterations touch.
    Touched& touched(LoopState& state, PlanRequest& request);
    // Finds out where pointers in tables lead; sets request.tables and the pointers of all slots.
    // sweep.cpp
    bool run_sweep(hydra_rt_launch& launch, LoopState& state, const PlanRequest& request, void* const* pointers);
    bool run_pipeline(hydra_rt_launch& launch, LoopState& state, const PlanRequest& request, void* const* pointers);
    bool run_edges(hydra_rt_launch& launch, LoopState& state, const PlanRequest& request, void* const* pointers);
    void run_step(const hydra_rt_launch& launch, hydra_rt_loop& part, const PlanRequest& request,
                  const BoxShares& shares, std::int64_t step, void* const* pointers);
    hydra_rt_loop& segment_of(LoopState& state, const hydra_rt_loop& loop, int segment);
    void run_segment(hydra_rt_launch& launch, LoopState& state, const PlanRequest& request, int segment,
                     const PlanMaker::KeptRows& rows, int& place, void* const* pointers);
    // Whether nobody need look at the launch's tables, and then binds what it reaches otherwise (lone_rows.cpp).
    bool bind_without_tables(LoopState& state, PlanRequest& request, void* const* pointers);
    void look_at_tables(LoopState& state, PlanRequest& request, void* const*& pointers);
    void bind(LoopState& state, PlanRequest& request, void* const* pointers);
    void count(Allocation& allocation);
    void run_everywhere(LoopState& state, PlanRequest& request, const std::string& why);
    // By which rules the launch's pointers are bound.
    [[nodiscard]] Binder::Asker asker(const LoopState& state, const PlanRequest& request) const;
    void bring_neighbours(const LoopState& state, const PlanRequest& request);
    // watch.cpp
    static int written_cell(const LoopState& state, const hydra_rt_loop& loop, void* const* pointers,
                            void* const* cells);
    void distrust(LoopState& state, PlanRequest& request, int cell);
    bool asks_piece_by_piece(LoopState& state) const;
    bool gather_for_rank0(hydra_rt_loop& site, void* const* pointers, const long* k);
    void gather_for_rank0(PlanRequest& request, LoopState& state, Plan& plan);
    // windows.cpp
    void fetch_piece(const WalkPart& piece, const hydra_rt_window& window);
    void apply_piece(const WalkPart& piece, const char* at);
    [[nodiscard]] bool is_stale(const WalkPart& piece) const;
    void carry_out(const PlanRequest& request, LoopState& state, Plan& plan);
    void order(const WalkPart* piece, const char* at);
    void serve(const char* at);
    void gather(Binding binding, const char* at);
    // What is to be called behind each iteration of the active loop.
    [[nodiscard]] std::function<void()> behind_each() const;
    static void run_inside(const hydra_rt_launch& launch, void* const* reduced);
    void fill_key(const LoopState& state, const PlanRequest& request);
    Plan& plan_for(LoopState& state, const PlanRequest& request);
    Plan& exact_plan_for(LoopState& state, const PlanRequest& request);
    std::uint64_t trace_of(LoopState& state, const PlanRequest& request);
    Plan* plan_in_passing(LoopState& state, const PlanRequest& request);
    Plan& plan_by_scheme(LoopState& state, const PlanRequest& request);
    bool some_overlap(Plan& plan, const char* at);
    // inspect.cpp
    const Inspection* inspect(LoopState& state, PlanRequest request, void* const* pointers, void* const* marks,
                              void* args);
    void run_stages(LoopState& state, PlanRequest& request, void* const* pointers, void* args, Inspection& inspection);
    static std::vector<long> declared_units(const PlanRequest& request);
    void run_inspector(const PlanRequest& request, std::size_t rank, int stage, void* args, void* const* pointers,
                       Inspection& inspection);
    void exchange_findings(Inspection& inspection, const char* at);
    std::vector<bool> widened_for_one_launch(const PlanRequest& request, void* const* pointers,
                                             const Inspection& inspection);
    static bool is_in_vain(LoopState& state, const std::vector<bool>& widened, const Inspection& inspection);
    bool looks_too_dearly(LoopState& state, const Key& key) const;
    bool overlapped_lately(LoopState& state) const;
    bool stand_in_blocks(const hydra_rt_loop& loop, void* const* pointers);
    static void note_overlap(LoopState& state, bool overlaps);
    static void note_overlap(LoopState& state, const PlanRequest& request, const Plan& plan);
    bool overlaps_again(LoopState& state, const Inspection& inspection) const;
    [[nodiscard]] bool may_run_everywhere(const hydra_rt_loop& loop) const;
    [[nodiscard]] bool runs_everywhere(const LoopState& state, const PlanRequest& request) const;
    [[nodiscard]] bool is_light(const PlanRequest& request) const;
    bool is_too_small_to_share(LoopState& state, const PlanRequest& request);
    void run_small_everywhere(LoopState& state, PlanRequest& request);
    void note_shared(const LoopState& state, const Plan& plan) const;
    [[nodiscard]] bool rows_are_out_of_order(const LoopState& state, const PlanRequest& request) const;
    void run_rows_everywhere(LoopState& state, PlanRequest& request);
    bool leaves_rows_alone(LoopState& state, PlanRequest& request);
    bool leaves_tables_alone(LoopState& state, PlanRequest& request);
    void note_following(LoopState& state, const PlanRequest& request, bool fresh) const;
    void run_unbound(LoopState& state, PlanRequest& request);
    void note_price(LoopState& state, const PlanRequest& request, const Inspection& inspection, void* const* pointers,
                    double seconds);
    void note_worth(LoopState& state, const std::vector<bool>& widened, void* const* pointers,
                    const Inspection& inspection);
    bool inspected_writes_meet_indexes(const PlanRequest& request, void* const* pointers, const Binding& binding);
    bool all_is_there(LoopState& state, PlanRequest request, void* const* pointers);
    void note_sources(const LoopState& state, const PlanRequest& request, Inspection& inspection);
    const Inspection* nothing_found(LoopState& state, const hydra_rt_loop& loop);
    void forget(LoopState& state, const Inspection& inspection);
    // inspect_pieces.cpp
    bool may_look_up(const PlanRequest& request, void* const* pointers);
    bool leave_to_ranks(LoopState& state, PlanRequest request, void* const* pointers, Inspection& inspection);
    void bump_versions(const LoopState& state);
    void leave_errors(const Plan& plan, const char* at);
    CpuDevice::Left left_;
    void hand_out(int root, const char* at, const char* what, std::vector<unsigned char>& values);
    // bulk.cpp
    const Outcome* copied(const Allocation* source, std::int64_t from_offset, const Allocation& target,
                          std::int64_t offset, std::int64_t bytes);
    void fetch(Allocation& allocation, std::int64_t offset, std::int64_t bytes, const char* at);
    // exchange.cpp
    void exchange(const Plan::Step& step, const Header& header, const Binding& binding, const char* at);
    void post(const Plan::Step& step, const Header& header, const Binding& binding);
    void complete(const Plan::Step& step, const Header& header, const Binding& binding, const char* at);
    // overlap.cpp
    void seek_overlap(const PlanRequest& request, Plan& plan);
    bool is_clear(const PlanRequest& request, const Plan::Step& step, const Interval& iterations) const;
    void run_overlapped(const hydra_rt_launch& launch, const Plan& plan, long last, CpuDevice::Order order);
    // start: when what is timed here began; negative: now.
    void move(Plan& plan, const Binding& binding, const char* at, bool counts_as_serial, double start = -1);
    // Something has ended that began at `start`: its time counts among these seconds, and is noted.
    void ended(double& seconds, Trace::Kind kind, const char* at, double start, std::int64_t bytes = -1);
    void count_sent(const Message& message, const Binding& binding, bool counts_as_serial);
    // merge.cpp
    void note_doubtful(const Plan& plan);
    void merge(const Plan& plan, const char* at);
    void count_merged(int allocation, int from, int to, std::int64_t bytes);
    [[noreturn]] void fail_conflict(const ArrayMerge& array, const MergeConflict& conflict, const char* at);
    char* base_of(const ArrayMerge& array) const;
    void reduce(const hydra_rt_loop& loop, const Plan& plan);
    void reduce_parts(const hydra_rt_loop& loop, const Plan& plan);
    static std::vector<unsigned char> pieces_for(const Plan& plan, std::size_t peer, const unsigned char* results);
    enum class How { take_back, store, combine };
    void join_pieces(const Plan& plan, const std::vector<unsigned char>& message, How how);
    void count_pieces(const Plan& plan, std::size_t rank);
    void count_reductions(const Plan& plan, const std::vector<const Accumulator*>& shared);
    std::vector<void*> array_addresses(const hydra_rt_loop& loop, const std::vector<ReducedArray>& arrays) const;
    LoopCounter& counter(); // of the active loop
    DeviceLaunch on_devices(const hydra_rt_launch& launch);
    // How the launch is run: by which ranks, and by what of this one.
    void count_way(const Plan& plan);
    void count_place(const Plan& plan, bool on_device);
    void count_iterations(const Plan& plan);
    void check_gaps(const hydra_rt_loop& loop, const Plan& plan) const;
    void bring_together(const Binding& binding, const char* at);
    // dry.cpp
    struct Turn;
    [[nodiscard]] bool leaves_out() const { return dry_ && !dry_->runs; } // kernels
    void run_for_all(const hydra_rt_launch& launch, const Plan& plan, long last);
    void run_in_turn(const hydra_rt_launch& launch, const Plan& plan, long last);
    void begin_turn(const Plan& plan, std::size_t rank, Turn& turn);
    void end_turn(const Plan& plan, std::size_t rank, Turn& turn);
    void join_turns(const Plan& plan, std::vector<Turn>& turns, const char* at);
    void leave_out(const hydra_rt_launch& launch, const Plan& plan);
    bool is_hollow(const Binding& binding, const PlanMaker::Access& access);
    void make_all_hollow();
    bool reads_hollow(LoopState& state, hydra_rt_loop& site, void* const* pointers, const long* k);
    void check_decision(const hydra_rt_loop& site);
    void check_indexes(const PlanRequest& request, const Binding& binding);
    void check_tables(const PlanRequest& request);
    void copy_hollow(const void* to, const void* from, std::size_t bytes);
    [[noreturn]] void fail_undecided(const char* at, const std::string& what) const;
    bool streams_can_be_left(const char* at);
    void hand_out_streams(const char* at, int& error);
    void hand_out_values(const char* at, void* const* values, const unsigned long* bytes, int count, int& error);
    void compare_with_truth(const hydra_rt_launch& launch);
    void settle_last_bits(const hydra_rt_launch& launch);
    // The active launch, for the verifier; nullopt where it cannot run more than once.
    std::optional<Verifier::Launch> verified(const hydra_rt_launch& launch);
    void share_last_values(const hydra_rt_launch& launch, const Plan& plan);

    std::unique_ptr<Transport> transport_;
    Residences residence_; // outlives the allocations of the registry
    Registry registry_;
    PlanMaker maker_;
    CpuDevice device_;
    std::unique_ptr<Schemes> schemes_;   // null: what is needed moves, and nothing else
    std::unique_ptr<Verifier> verifier_; // null: nothing is verified
    std::unique_ptr<Trace> trace_;       // null: nothing is noted
    DeviceExecutor device_executor_;
    bool verbose_ = false;
    std::optional<DryRun> dry_;
    Hollow hollow_;                  // what kernels would have computed
    bool left_out_ = false;          // the active launch's kernel
    CpuDevice::Left left_in_turn_;   // by the ranks' iterations of the active launch
    PlanRequest request_{};          // of the active launch, while there is a verifier or a device, or in a dry run
    std::vector<long> request_keys_; // which it points into
    Counters counters_;
    std::vector<std::unique_ptr<LoopState>> loops_;
    Key key_; // scratch
    std::unordered_map<Key, Outcome, KeyHash> copies_;
    long small_copies_ = 0; // since the last launch
    Plan no_iterations_;
    BoundCells bound_cells_;            // of the active loop, where every rank runs it
    const BoxShares* shares_ = nullptr; // of the active launch, a step of a sweep; null: it is none
    std::int64_t step_ = 0;             // and that step
    LoopState* active_ = nullptr;       // the launch between begin and commit
    bool in_kernel_ = false;
    bool alone_ = false;            // rank 0 runs a statement of serial code for all,
    bool serves_ = false;           // asks the others for what its windows need,
    std::vector<FILE*> streams_;    // and writes to these
    hydra_rt_loop piece_site_;      // what windows ask for, as a site
    bool behind_main_ = false;      // every rank has everything, and runs every loop
    double began_ = 0;              // when the active launch did
    double lap_ = 0;                // when its last step ended that was timed
    std::uint64_t inspections_ = 0; // made so far, the same on every rank
    std::uint64_t views_ = 0;       // of tables, likewise
    std::uint64_t era_ = 0;         // grows when something may have written anywhere
    bool remembers_ = false;        // some inspection has been remembered, so that versions count
    std::uint64_t launches_ = 0;
    bool piece_offloaded_ = false; // of the launch of a sweep that runs
    std::uint64_t sequence_ = 0;   // launches and transfers so far, the same on every rank
    std::vector<std::vector<unsigned char>> staged_sends_, staged_receives_; // reused
    bool overlaps_ = true;                                                   // iterations may run while messages travel
    std::optional<Header> under_way_;    // of the last step of the active launch's messages, while it travels
    std::vector<Merger> mergers_;        // reused, one an ArrayMerge
    std::vector<unsigned char> results_; // the active launch's reductions
    std::vector<void*> arrays_;          // that it accumulates into in place
    std::vector<void*> reduced_at_;      // the slots' pointers of the active launch's array reductions
};

} // namespace hydra::rt

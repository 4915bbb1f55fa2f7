// What serial code asks for: before it reads and writes arrays, what it reads is made valid on every rank (where nobody
// knows what it reads, all arrays are). Or rank 0 runs a statement for all: what prints arrays, writes them to files,
// or sums them up. Then what it reads goes to rank 0 and nowhere else; the other ranks leave the statement out and get
// the scalars that it assigned, and the state of the streams to which it wrote.
#pragma once

#include "runtime/plan/request.h"
#include "runtime/serial/windows.h"
#include "runtime/steps/inspection_cache.h"
#include "runtime/steps/loop_table.h"
#include "runtime/steps/parts.h"

#include <cstdio>
#include <vector>

namespace hydra::rt {

class SerialExecutor {
  public:
    // inspections: asks whether versions of allocations count. plays_all: this process is all ranks.
    SerialExecutor(const LaunchParts& parts, Residences& residence, Messenger& messenger, Stopwatch& stopwatch,
                   LoopTable& loops, const InspectionCache& inspections, const Observers& observers, bool plays_all);

    // A launch begins: serial code before it is over.
    void begin_launch();
    // The functions of hydra_rt.h, where no launch is active.
    void serial(hydra_rt_loop& site, void* const* pointers, const long* k);
    void look(hydra_rt_window& window, const char* address, std::size_t bytes);
    void streams(void* const* streams, int count);
    // Whether this rank is to run the statement.
    bool alone(hydra_rt_loop& site, void* const* pointers, const long* k);
    void together(const char* at, void* const* values, const unsigned long* bytes, int count);
    // Between the last two, where rank 0 runs the statement and the other ranks do not.
    [[nodiscard]] bool is_alone() const { return alone_; }
    // The program ends: every rank has everything from here on.
    void end_main();

  private:
    [[nodiscard]] bool asks_piece_by_piece(LoopState& state) const;
    void bump_versions(const LoopState& state) const;
    // Whether a site reads what is not as the real run would have it.
    bool reads_unknown(LoopState& state, hydra_rt_loop& site, void* const* pointers, const long* k) const;
    // The messages and the state of a plan for all ranks' serial code, or for rank 0's (request.alone).
    void carry_out(const PlanRequest& request, LoopState& state, Plan& plan);
    // root_statements.cpp
    bool gather_for_rank0(hydra_rt_loop& site, void* const* pointers, const long* k);
    bool streams_can_be_left(const char* at);
    void hand_out_streams(const char* at, int& error);
    void hand_out_values(const char* at, void* const* values, const unsigned long* bytes, int count, int& error);
    // windows.cpp
    void fetch_piece(const WalkPart& piece, const hydra_rt_window& window);
    void apply_piece(const WalkPart& piece, const char* at);
    [[nodiscard]] static bool is_stale(const WalkPart& piece);
    void order(const WalkPart* piece, const char* at);
    void serve(const char* at);

    const Transport& transport_;
    Registry& registry_;
    Counters& counters_;
    Gatherer& gatherer_;
    BindStep& binding_;
    PlanCache& plans_;
    Residences& residence_;
    Messenger& messenger_;
    Stopwatch& stopwatch_;
    LoopTable& loops_;
    const InspectionCache& inspections_;
    const Observers& observers_;
    bool plays_all_;
    const char* alone_at_ = "";  // the statement
    bool alone_ = false;         // rank 0 runs a statement of serial code for all,
    bool serves_ = false;        // asks the others for what its windows need,
    std::vector<FILE*> streams_; // and writes to these
    hydra_rt_loop piece_site_;   // what windows ask for, as a site
    std::uint64_t launches_ = 0; // so far
};

} // namespace hydra::rt

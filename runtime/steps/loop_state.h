// What the runtime remembers of one loop of the program, or of one site of serial code, between its launches. Each part
// of a launch has its own piece of it.
#pragma once

#include "runtime/backend/cpu.h"
#include "runtime/policy/history.h"
#include "runtime/steps/launch_work.h"
#include "runtime/steps/plan_key.h"
#include "runtime/steps/single_rank_rows.h"
#include "runtime/touch/binding.h"

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace hydra::rt {

// What a launch or site touches as a whole: each slot, and whether there is more that no slot tells of.
struct Touched {
    std::vector<Reach> slots;
    std::vector<RowsReach> rows; // behind tables, where nobody has looked at these; then their slots touch nothing
    std::vector<hydra_rt_footprint::Slot> written; // one a slot, of loops with watched cells
    bool reads_everything = false;
    bool writes_everything = false;
    std::optional<bool> writes_tables; // the pointers through which it reaches them; nullopt: nobody has looked
    PlanKey writes_tables_of;          // with these arrays
    const char* beyond = nullptr;      // see footprint.h
};

// What launches were found to touch.
struct KnownTouched {
    hydra_rt_footprint footprint; // scratch
    PlanKey key;                  // of LoopState::touched
    Touched last;                 // of what is looked up once
    std::unordered_map<PlanKey, Touched, PlanKey::Hash> of_launches;

    explicit KnownTouched(int slots) : footprint(slots) {}
};

struct KnownPlans {
    std::unordered_map<PlanKey, std::unique_ptr<Plan>, PlanKey::Hash> plans;
    Plan last;            // where it is not kept
    bool repeats = false; // a key has come again
    // By what a loop is known whose launches begin anew after many.
    NumberSet traces{most_keys_noted}, scalars{most_keys_noted}; // of launches
    std::uint64_t first = 0;                                     // scalars, of the launch that a round begins with,
    std::size_t since = 0;                                       // and so many launches ago
    std::unique_ptr<Plan> by_scheme;                             // of the active launch, where a scheme adds to it

    // Whether its key has been another one each time, so that more plans would take memory in vain.
    [[nodiscard]] bool moves() const { return !repeats && plans.size() >= worth::most_alike_plans; }
};

struct KnownInspections {
    std::unordered_map<PlanKey, std::unique_ptr<Inspection>, PlanKey::Hash> found; // by what their keys compare
    std::unique_ptr<Inspection> nothing;                                           // where nothing had to be found
    bool index_warned = false;
    bool refines = false;         // launches ask the fine inspector
    bool refined_in_vain = false; // it did not help
};

struct LoopState { // behind hydra_rt_loop::runtime
    int index = 0; // in order of first use, the same on every rank
    int counter = -1;
    bool overlap_warned = false;
    bool unknown_warned = false;
    bool beyond_warned = false;
    bool unverified_told = false;
    bool sweep_told = false; // that rows stay, and why
    Binder binder;
    Binding binding;
    Tables tables;
    SingleRankRows single_rank_rows;
    Touched* touched = nullptr; // of the active launch, or the last one
    KnownTouched known_touched;
    KnownInspections inspections;
    KnownPlans plans;
    LaunchHistory history;
    CpuDevice::Cost cost;
    IterationWork work;
    std::int64_t shared_in = 0;          // the account's stretch in which ranks shared a launch last
    std::uint64_t followed = 0;          // the view of tables that has been counted last
    std::vector<hydra_rt_loop> segments; // of a sweep, as loops of their own
    int segment = -1;                    // which of them this is
    std::uint64_t launches = 0;          // of a site: how many there had been when it last asked,
    std::size_t pieces = 0;              // and how often it has asked since then

    LoopState(Registry& registry, const hydra_rt_loop& loop)
        : binder(registry, loop), tables(registry), known_touched(loop.slots) {}
};

} // namespace hydra::rt

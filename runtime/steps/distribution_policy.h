// Which launches are worth sharing out. Where an iteration does next to nothing, but writes where its data say (the
// exchanges of a sorting network), to look up one element after the other, tell all ranks and plan for it takes many
// times as long as to run the loop. That is worth it where many launches are served by one look. Where the last one
// served a single launch, the next new launches are run without: by every rank, all of it, in order. So is a loop that
// goes in ever other steps over an array that all ranks have (a sieve): if they shared that out, each would have every
// second element, then every third one of these. Nothing here depends on how long anything took, so that all ranks, and
// dry runs, decide alike; but for a single rank with several threads, which looks at the clock.
//
// The policy decides, and remembers in each loop's LaunchHistory; to act is up to whoever asks.
#pragma once

#include "runtime/backend/cpu.h"
#include "runtime/plan/request.h"
#include "runtime/policy/account.h"
#include "runtime/steps/observer.h"

#include <vector>

namespace hydra::rt {

class DistributionPolicy {
  public:
    // speaks: this rank tells the user what is decided.
    DistributionPolicy(Registry& registry, const Transport& transport, const Residences& residence,
                       const CpuDevice& device, const Observers& observers, bool speaks)
        : registry_(registry), transport_(transport), residence_(residence), device_(device), observers_(observers),
          speaks_(speaks) {}

    void count_launch() { ++launches_; }
    // Launches so far, the same on every rank.
    [[nodiscard]] std::uint64_t launches() const { return launches_; }

    // ---- the account ----

    Account& account() { return account_; }
    // Whether to share this launch would lose too much, all at once, because of what has to be done first. Then every
    // rank runs it, and what comes after it.
    bool cannot_afford(double cost);
    // What may be spent at once on knowing what this launch touches, in nanoseconds. What others would run of it
    // counts, too, as far as a guess at it may.
    double affordable(LoopState& state, const PlanRequest& request) const;
    // How many pointers a launch may follow one by one, each to a row of its own, and that it is to follow more.
    [[nodiscard]] std::int64_t most_pointers(LoopState& state, const PlanRequest& request) const;
    bool refuses_more_pointers(long iterations);
    // The same of what inspectors note.
    [[nodiscard]] static bool is_too_much(const Found& found, double affordable);
    void refuse_more_notes(LoopState& state, const Inspection& inspection);
    // cannot_afford of a plan for what has been found.
    bool cannot_plan(LoopState& state, const Inspection& inspection);

    // ---- looks at what data decide ----

    // A launch has something to be looked up; it is not run everywhere until that is found to be better.
    static void begin_look(LoopState& state) { state.history.looks.everywhere = false; }
    // Whether it is, as has been found meanwhile.
    static bool decided(const LoopState& state) { return state.history.looks.everywhere; }
    // What an earlier look has found serves this launch, too.
    static void note_served(LoopState& state) { state.history.looks.dear = false; }
    // Whether to look is dearer than to run the launch, known by this key, on every rank. A launch that comes again may
    // come often: from time to time it is looked up after all.
    bool looks_too_dearly(LoopState& state, const PlanKey& key) const;
    // Whether looks have found that ranks touch what others write (as in a search through a graph, where many come to
    // the same place), so that all that was found and planned was for nothing. They are tried again ever more rarely.
    bool overlapped_lately(LoopState& state, const PlanRequest& request) const;
    // Whether ranks, which have overlapped the last time (and the user has been told), do so in what has just been
    // found.
    bool overlaps_again(LoopState& state, const PlanRequest& request, const Inspection& inspection) const;
    static void note_overlap(LoopState& state, const PlanRequest& request, const Plan& plan);
    // Whether what is looked up is nothing but reads of arrays that may be read as a whole (widened: by slot), nearly
    // all of which ranks have turned out to need the last time, so that whole arrays cost no more. It is tried again
    // ever more rarely. All ranks find the same.
    static bool is_in_vain(LoopState& state, const std::vector<bool>& widened, const Inspection& inspection);
    // Whether every rank has all that any launch may read, so that this one may run on each of them, and nobody else
    // has to know of it.
    [[nodiscard]] bool needs_nothing(const PlanRequest& request) const;
    // Learns from what a look has found, which took so long.
    void note_worth(LoopState& state, const std::vector<bool>& widened, void* const* pointers,
                    const Inspection& inspection) const;
    void note_price(LoopState& state, const PlanRequest& request, const Inspection& inspection, void* const* pointers,
                    double seconds) const;

    // ---- launches ----

    // Whether every rank is to run the launch, all of it.
    [[nodiscard]] bool runs_everywhere(const LoopState& state, const PlanRequest& request) const;
    // Whether this launch moves on, through rows that stand in no order, or are cut in other ways each, and an
    // iteration touches so little that to plan for a row takes longer than to go through it.
    [[nodiscard]] bool rows_are_out_of_order(const LoopState& state, const PlanRequest& request) const;
    // Every rank runs this launch for that reason, and the next ones.
    void leave_rows(LoopState& state, const hydra_rt_loop& loop) const;
    // Whether the launch is one of those behind a look that found rows out of order, and where they lead does not
    // matter.
    bool leaves_rows_alone(LoopState& state) const;
    // Whether this launch moves on, as many did before it, and all of it takes less time than a message (a rotation of
    // two rows of a small matrix), while nobody has shared out larger launches over its arrays. To bring these to all
    // ranks, once, must take no time beside what the launches before have taken; and each time that has not lasted,
    // they must have been twice as many.
    bool is_too_small_to_share(LoopState& state, const PlanRequest& request) const;
    // Every rank runs the launch for that reason.
    void run_small_everywhere(LoopState& state, const hydra_rt_loop& loop) const;
    // Notes which arrays the launch has written, where ranks have shared out more than a little work.
    void note_shared(const LoopState& state, const Plan& plan) const;
    // Whether the last launches, on the only rank, took longer to follow their pointers than to run, so that this one
    // is run on one thread, in order, whatever it touches.
    bool leaves_tables_alone(LoopState& state) const;
    // fresh: the launch's plan has been made for it. Where sums are rounded, only that counts which does not depend on
    // the number of threads, so that this does not change a bit.
    void note_following(LoopState& state, const PlanRequest& request, bool fresh) const;

  private:
    static bool is_said(const PlanRequest& request);
    [[nodiscard]] bool may_run_everywhere(const PlanRequest& request) const;
    [[nodiscard]] bool is_light(const PlanRequest& request) const;
    void tell(const hydra_rt_loop& loop, const char* what) const;

    Registry& registry_;
    const Transport& transport_;
    const Residences& residence_;
    const CpuDevice& device_;
    const Observers& observers_;
    bool speaks_;
    std::uint64_t launches_ = 0;
    Account account_;
};

} // namespace hydra::rt

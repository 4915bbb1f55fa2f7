// Who watches a run, or plays it otherwise: verification, dry runs, other communication schemes (runtime/modes). A run
// that nobody watches pays for a look at an empty list.
#pragma once

#include "runtime/plan/request.h"
#include "runtime/steps/context.h"
#include "runtime/touch/binding.h"

#include <memory>
#include <string>
#include <vector>

namespace hydra::rt {

// What a run that is watched may not do for the sake of speed.
struct Restrictions {
    bool all_described = false; // nothing runs whose accesses are not known
    bool shared_out = false;    // no launch runs on every rank, or as a pipeline, because that is cheaper
    bool in_one_go = false;     // no iterations run while messages travel
    bool apart = false;         // what is written lies where footprints say, array by array, and is compared there
    bool whole_tables = false;  // a look at tables serves one launch only
    bool keeps_request = false; // LaunchContext::request is read after `begin`

    void join(const Restrictions& other) {
        all_described |= other.all_described;
        shared_out |= other.shared_out;
        in_one_go |= other.in_one_go;
        apart |= other.apart;
        whole_tables |= other.whole_tables;
        keeps_request |= other.keeps_request;
    }
};

class LaunchObserver {
  public:
    LaunchObserver() = default;
    LaunchObserver(const LaunchObserver&) = delete;
    LaunchObserver& operator=(const LaunchObserver&) = delete;
    virtual ~LaunchObserver() = default;

    [[nodiscard]] virtual Restrictions restrictions() const = 0;

    // ---- launches ----

    // A launch with iterations begins.
    virtual void begins(const hydra_rt_loop&) {}
    // The tables that a launch or site follows pointers by have been looked at.
    virtual void tables_followed(const PlanRequest&) {}
    // A launch's inspectors are about to read what decides what it touches.
    virtual void inspects(const PlanRequest&, const Binding&) {}
    // A plan of the observer's own for the request, which lives until the next one; null: there is none.
    virtual Plan* plan(LoopState&, const PlanRequest&) { return nullptr; }
    // The request has got this plan, which is nobody's own.
    virtual void planned(const PlanRequest&, const Binding&, const Plan&) {}
    // The launch has its arrays and its plan.
    virtual void begun(const char*) {}
    // All ranks' iterations are about to run. True: they have, since the observer has seen to that.
    virtual bool runs(LaunchContext&, const hydra_rt_launch&) { return false; }
    // This rank is about to run its own.
    virtual void before_run(LaunchContext&, const hydra_rt_launch&) {}
    // They have run, and the directory says so.
    virtual void committed(LaunchContext&, const hydra_rt_launch&) {}

    // ---- serial code ----

    // Bytes are about to travel, or to change otherwise than by a store of the program's own, at this place.
    virtual void moves(const char*) {}
    // What the site reads is valid where it is to be: on all ranks, or (request.alone) on rank 0.
    virtual void served(const PlanRequest&, const Binding&) {}
    // All of these arrays are valid on all ranks.
    virtual void gathered(const char*, const Binding&) {}
    // Whether a site reads what is not as the real run would have it. Ends the program where that decides how it goes
    // on.
    virtual bool reads_unknown(LoopState&, hydra_rt_loop&, void* const*, const long*) { return false; }
    // Whether it has to be told what is read, and which tables are followed.
    [[nodiscard]] virtual bool watches_reads() const { return false; }
    // Serial code is about to copy so many bytes; null `from`: to store equal ones.
    virtual void copies(const void*, const void*, std::size_t) {}
    // It stores into the allocation.
    virtual void stores(const Allocation&) {}
    // The copy has been taken into the directory.
    virtual void copied(const Allocation&, std::int64_t, const Allocation&, std::int64_t, std::size_t) {}
    // What was the allocation of this serial number lies elsewhere now.
    virtual void moved(std::uint64_t, Allocation&) {}
    // The program ends; all ranks are here.
    virtual void ended() {}
};

// All observers of a run.
class Observers {
  public:
    void add(std::unique_ptr<LaunchObserver> observer) {
        restrictions_.join(observer->restrictions());
        all_.push_back(std::move(observer));
    }
    [[nodiscard]] bool empty() const { return all_.empty(); }
    [[nodiscard]] const Restrictions& restrictions() const { return restrictions_; }
    template <class F> void each(const F& f) const {
        for (const std::unique_ptr<LaunchObserver>& observer : all_)
            f(*observer);
    }
    // Asks one after the other until one says yes.
    template <class F> [[nodiscard]] bool any(const F& f) const {
        for (const std::unique_ptr<LaunchObserver>& observer : all_)
            if (f(*observer))
                return true;
        return false;
    }
    void moves(const char* at) const {
        each([&](LaunchObserver& one) { one.moves(at); });
    }
    [[nodiscard]] bool watches_reads() const {
        return any([](const LaunchObserver& one) { return one.watches_reads(); });
    }

  private:
    std::vector<std::unique_ptr<LaunchObserver>> all_;
    Restrictions restrictions_;
};

} // namespace hydra::rt

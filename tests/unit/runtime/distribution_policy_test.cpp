// Which launches are worth sharing out (distribution_policy.h).
#include "runtime/steps/distribution_policy.h"

#include "runtime/memory/arena.h"
#include "runtime/modes/dry.h"

#include <doctest/doctest.h>

using namespace hydra::rt;

namespace {

class Watcher final : public LaunchObserver {
  public:
    [[nodiscard]] Restrictions restrictions() const override {
        Restrictions all;
        all.shared_out = all.all_described = true;
        return all;
    }
};

struct World {
    Arena arena{std::size_t{1} << 24};
    Registry registry;
    DryTransport transport;
    Residences residence{{}};
    CpuDevice device{1, false};
    Observers observers;
    DistributionPolicy policy;
    hydra_rt_loop loop{};
    LoopState state;
    PlanRequest request{&loop, nullptr, 0, 10, 0, false, nullptr, false};
    Inspection inspection;

    explicit World(int ranks)
        : registry(arena, ranks), transport(ranks), policy(registry, transport, residence, device, observers, false),
          state(registry, loop), inspection(loop, ranks, false) {
        request.inspection = &inspection;
    }
    // How many of the next launches are run without a look.
    int left_out() {
        int count = 0;
        while (policy.overlapped_lately(state, request))
            ++count;
        return count;
    }
    void overlap(bool is) {
        Plan plan;
        plan.replicated = is;
        DistributionPolicy::note_overlap(state, request, plan);
    }
};

} // namespace

TEST_CASE("looks that found ranks to overlap are tried ever more rarely, until they do not") {
    World world(4);
    CHECK(world.left_out() == 0);
    world.overlap(true);
    const int first = world.left_out();
    CHECK(first == worth::overlap_least);
    world.overlap(true);
    CHECK(world.left_out() == 2 * first);
    world.overlap(false);
    CHECK(world.left_out() == 0);
    world.overlap(true);
    CHECK(world.left_out() == first);
}

TEST_CASE("a launch that is left out runs on every rank, and the next look forgets that") {
    World world(4);
    world.overlap(true);
    CHECK(world.policy.overlapped_lately(world.state, world.request));
    CHECK(world.policy.runs_everywhere(world.state, world.request));
    DistributionPolicy::begin_look(world.state);
    CHECK_FALSE(world.policy.runs_everywhere(world.state, world.request));
}

TEST_CASE("who watches a run, or runs a step of a sweep, has every launch looked up") {
    World watched(4);
    watched.observers.add(std::make_unique<Watcher>());
    watched.overlap(true);
    CHECK(watched.left_out() == 0);
    World sweep(4);
    const BoxShares shares;
    sweep.request.shares = &shares;
    sweep.overlap(true);
    CHECK(sweep.left_out() == 0);
}

TEST_CASE("a loop that keeps moving on over what every rank has is not shared out") {
    World world(4);
    world.request.inspection = nullptr;
    world.loop.flags = HYDRA_RT_WALKS | HYDRA_RT_LIGHT;
    CHECK(world.policy.runs_everywhere(world.state, world.request));
    world.loop.flags = HYDRA_RT_LIGHT;
    CHECK_FALSE(world.policy.runs_everywhere(world.state, world.request));
}

TEST_CASE("the smaller launches are, the more of them it takes to bring their arrays again, however small these are") {
    World world(4);
    world.request.inspection = nullptr;
    world.loop.flags = HYDRA_RT_LIGHT;
    world.loop.footprint = [](hydra_rt_footprint*, const long*, long, long) {};
    Allocation few; // bytes, of which some rank has not all, again and again
    few.bytes = 100;
    few.everywhere = false;
    world.state.binding.allocations = {&few};
    world.state.history.small.everywhere = true;
    int brought = 0;
    for (int launch = 0; launch < 4096; ++launch)
        brought += world.policy.is_too_small_to_share(world.state, world.request) ? 1 : 0;
    CHECK(brought == 13); // the price is 1, 2, 4, … of 4096 launches
}

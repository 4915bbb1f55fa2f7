// What tells one plan from another (plan_key.h).
#include "runtime/steps/plan_key.h"

#include <doctest/doctest.h>

#include <unordered_set>

using namespace hydra::rt;

namespace {

struct Launch {
    hydra_rt_loop loop{};
    long k[2] = {5, 7};
    PlanRequest request{&loop, k, 0, 10, 0, false, nullptr, false};

    Launch() { loop.keys = 2; }
    [[nodiscard]] PlanKey key() const {
        PlanKey key;
        key.add_launch(3, request);
        return key;
    }
};

} // namespace

TEST_CASE("plans of equal launches have equal keys") {
    const Launch one, other;
    CHECK(one.key() == other.key());
    CHECK(one.key().hash() == other.key().hash());
}

TEST_CASE("whatever decides how a launch runs is in its key") {
    std::unordered_set<PlanKey, PlanKey::Hash> keys{Launch().key()};
    const auto is_new = [&](auto change) {
        Launch launch;
        change(launch);
        return keys.insert(launch.key()).second;
    };
    CHECK(is_new([](Launch& l) { l.k[1] = 8; }));
    CHECK(is_new([](Launch& l) { l.request.begin = 1; }));
    CHECK(is_new([](Launch& l) { l.request.align_offset = 1; }));
    CHECK(is_new([](Launch& l) { l.request.replicated = true; }));
    CHECK(is_new([](Launch& l) { l.request.alone = true; }));
    CHECK(is_new([](Launch& l) { l.request.in_order = true; }));
    const BoxShares shares;
    CHECK(is_new([&](Launch& l) { l.request.shares = &shares; }));
    CHECK(is_new([&](Launch& l) {
        l.request.shares = &shares;
        l.request.step = 1;
    }));
    CHECK_FALSE(is_new([](Launch&) {}));
}

TEST_CASE("a key says with which inspection a plan was made") {
    const Launch none;
    Launch inspected;
    Inspection inspection(inspected.loop, 1, false);
    inspection.id = 4;
    inspected.request.inspection = &inspection;
    CHECK(inspected.key().made_with(4));
    CHECK_FALSE(inspected.key().made_with(5));
    CHECK_FALSE(none.key().made_with(4));
    CHECK(inspected.key() != none.key());
}

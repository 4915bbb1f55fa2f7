// Scopes that end all at once, by a longjmp: their arrays are forgotten, those of scopes that go on are not.
#include "runtime/memory/registry.h"

#include <doctest/doctest.h>

using namespace hydra::rt;

TEST_CASE("arrays of the scopes entered since a place are forgotten") {
    Arena arena{std::size_t{1} << 30};
    Registry registry{arena, 2};
    double global[4], outer[4], inner[4], deeper[4];
    registry.enter(global, sizeof global, "global");
    registry.enter_scope(outer, sizeof outer, "outer");
    registry.enter_scope(inner, sizeof inner, "inner");
    registry.forget(inner);
    const std::uint64_t place = registry.scopes();
    registry.enter_scope(inner, sizeof inner, "inner");
    registry.enter_scope(deeper, sizeof deeper, "deeper");
    registry.leave_scopes(place);
    CHECK(registry.find(global) != nullptr);
    CHECK(registry.find(outer) != nullptr);
    CHECK(registry.find(inner) == nullptr);
    CHECK(registry.find(deeper) == nullptr);
}

TEST_CASE("a scope that is entered again is a new one") {
    Arena arena{std::size_t{1} << 30};
    Registry registry{arena, 2};
    double own[4];
    registry.enter_scope(own, sizeof own, "own");
    const std::uint64_t place = registry.scopes();
    registry.enter_scope(own, sizeof own, "own");
    registry.leave_scopes(place);
    CHECK(registry.find(own) == nullptr);
}

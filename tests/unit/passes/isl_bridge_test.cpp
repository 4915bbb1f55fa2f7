// Sections: what is a box, what is a union of boxes, what needs a scan, and that a step is claimed only where it holds.
#include <doctest/doctest.h>

#include "passes/symbolic/isl_bridge.h"

using namespace hydra;
using passes::Domain;
using passes::Poly;
using Form = ir::Access::Form;

namespace {

struct Fixture {
    ir::TypeTable types;
    passes::Symbols symbols;
    passes::IslBridge bridge{symbols};
    int n = symbols.parameter(ir::HostExpr::name("n"), "n", true, types.basic(ir::TypeKind::Int));
    int k = symbols.parameter(ir::HostExpr::name("k"), "k", true, types.basic(ir::TypeKind::Int));
    int i = symbols.add_iterator("i", types.basic(ir::TypeKind::Int));
    int j = symbols.add_iterator("j", types.basic(ir::TypeKind::Int));
    Fixture() { bridge.assume("0 <= lo and lo < hi and hi <= s0"); }
    Domain domain(const std::string& more = "0 <= s3 < s0") { return {{i, j}, {"lo <= s2 < hi", more}}; }
    static Poly at(int symbol, int offset = 0) { return *Poly::symbol(symbol).plus(Poly(offset)); }
};

} // namespace

TEST_CASE_FIXTURE(Fixture, "rows of a stencil are boxes with closed bounds") {
    const auto sections = bridge.image(domain("1 <= s3 < s0 - 1"), {at(i, -1), at(j, 1)});
    REQUIRE(sections.has_value());
    REQUIRE(sections->size() == 1);
    CHECK(sections->front().box[0].lo.text() == "hydra_lo - 1");
    CHECK(sections->front().box[0].hi.text() == "hydra_hi - 1");
    CHECK(sections->front().box[1].lo == 2);
    CHECK(sections->front().box[1].hi == ir::SymbolicExpr::symbol("n"));
}

TEST_CASE_FIXTURE(Fixture, "a set with a hole is two boxes, never one with a wide step") {
    const auto sections = bridge.image(domain("0 <= s3 < s0 and (s2 < s1 or s2 > s1)"), {at(i), at(j)});
    REQUIRE(sections.has_value());
    CHECK(sections->size() == 2);
    for (const auto& section : *sections)
        for (const auto& bound : section.box)
            CHECK(bound.step == 1);
}

TEST_CASE_FIXTURE(Fixture, "a constant factor is a step") {
    const auto sections = bridge.image({{i}, {"lo <= s2 < hi"}}, {*at(i).times(Poly(8))});
    REQUIRE(sections.has_value());
    REQUIRE(sections->size() == 1);
    CHECK(sections->front().box[0].step == 8);
}

TEST_CASE_FIXTURE(Fixture, "triangles and red-black sets are scanned by rows") {
    const auto triangle = bridge.image(domain("0 <= s3 <= s2"), {at(i), at(j)});
    REQUIRE(triangle.has_value());
    CHECK(triangle->front().form == Form::rows);
    CHECK(triangle->front().rows.text().find("ROW(hydra_c0, 0, (hydra_c0) + 1, 1)") != std::string::npos);
    const auto red = bridge.image(domain("0 <= s3 < s0 and (s2 + s3) mod 2 = 0"), {at(i), at(j)});
    REQUIRE(red.has_value());
    CHECK(red->front().form == Form::rows);
    CHECK(red->front().rows.text().find(", 2)") != std::string::npos);
}

TEST_CASE_FIXTURE(Fixture, "what depends on a parameter's sign carries a guard") {
    const auto sections = bridge.image(domain("0 <= s3 < s1"), {at(i), at(j)});
    REQUIRE(sections.has_value());
    REQUIRE(sections->front().guard.has_value());
    CHECK(sections->front().guard->text() == "k >= 1");
}

TEST_CASE_FIXTURE(Fixture, "proofs hold or fail") {
    CHECK(bridge.holds(domain(), "0 <= s3 < s0"));
    CHECK_FALSE(bridge.holds(domain(), "s3 + 1 < s0"));
    CHECK_FALSE(bridge.affine(*at(i).times(at(j))).has_value());
}

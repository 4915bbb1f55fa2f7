// Elements of arrays of structs by the names of their members, as messages say them.
#include "runtime/touch/element_namer.h"

#include <doctest/doctest.h>

using namespace hydra::rt;

namespace {

// struct { int cell; double force[3]; } seen by its doubles, 8 bytes into the allocation.
const hydra_rt_member members[] = {
    {".cell", 0, 4, 0, 1 + HYDRA_RT_INT}, {".force", 8, 8, 3, 1 + HYDRA_RT_DOUBLE}, {nullptr, 0, 0, 0, 0}};
const long rows[] = {4, 2, 0};

ElementNamer bodies(const long* dims) {
    ElementNamer namer{"b", 8, 8};
    namer.members = members;
    namer.record = 32;
    namer.rows = dims;
    return namer;
}

} // namespace

TEST_CASE("members are named, with the subscripts of their structs and their own") {
    CHECK(element_text(bodies(nullptr), "", 8) == "b[0].cell");
    CHECK(element_text(bodies(nullptr), "", 8 + 32 + 8) == "b[1].force[0]");
    CHECK(element_text(bodies(nullptr), "", 8 + 2 * 32 + 31) == "b[2].force[2]");
    CHECK(element_text(bodies(nullptr), "", 8 - 1) == "b[-1].force[2]");
    CHECK(element_text(bodies(rows), "", 8 + (1 * 8 + 3 * 2 + 1) * 32) == "b[1][3][1].cell");
}

TEST_CASE("elements of arrays of arrays have the subscripts that the declaration gives them") {
    ElementNamer namer{"m", 16, 8};
    namer.rows = rows;
    CHECK(element_text(namer, "", 16 + (5 * 8 + 3 * 2 + 1) * 8) == "m[5][3][1]");
    CHECK(element_text(namer, "", 16 - 8) == "m[-1][3][1]");
    namer.len = {6}; // of a view
    CHECK(element_text(namer, "", 16 + 9 * 8) == "m[1][0][1]");
}

TEST_CASE("elements of rows have the names by which tables lead to the rows") {
    ElementNamer namer{"t", 0, 8};
    namer.led = {{16, "[2]"}, {64, "[0]"}};
    namer.subscripts = 2;
    CHECK(element_text(namer, "", 16) == "t[2][0]");
    CHECK(element_text(namer, "", 63) == "t[2][5]");
    CHECK(element_text(namer, "", 64 + 8) == "t[0][1]");
    CHECK(element_text(namer, "", 8) == "t[2][-1]");
    namer.len = {3};
    namer.subscripts = 3;
    CHECK(element_text(namer, "", 64 + 5 * 8) == "t[0][1][2]");
    ElementNamer parts = bodies(nullptr);
    parts.led = {{0, "[1]"}, {40, "[7]"}};
    CHECK(element_text(parts, "", 40 + 32 + 16) == "b[7][1].force[1]");
    CHECK(!member_at(parts, 40 + 4));
}

TEST_CASE("what lies in front of a member's array is no element of it") {
    CHECK(element_text(ElementNamer{"s.d", 16, 8}, "", 40) == "s.d[3]");
    CHECK(element_text(ElementNamer{"s.d", 16, 8}, "", 4) == "byte 4 of the memory in which s.d lies");
    CHECK(element_text(ElementNamer{"p->d", 16, 8}, "", 8) == "byte 8 of the memory in which p->d lies");
    CHECK(element_text(ElementNamer{"middle", 16, 8}, "", 8) == "middle[-1]");
}

TEST_CASE("padding belongs to no member") {
    CHECK(member_at(bodies(nullptr), 8 + 3)->start == 8);
    CHECK(!member_at(bodies(nullptr), 8 + 4));
    CHECK(!member_at(bodies(nullptr), 8 + 32 + 7));
    CHECK(member_at(bodies(nullptr), 8 + 32 + 31)->start == 8 + 32 + 8);
    CHECK(element_text(bodies(nullptr), "", 8 + 4) == "b[0]"); // by the doubles' size
    CHECK(!member_at(ElementNamer{"a", 0, 8}, 0));
}

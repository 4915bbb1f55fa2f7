// What parts of arrays are called, and who wrote them last.
#include "runtime/explain/part_words.h"
#include "runtime/explain/record.h"
#include "runtime/explain/writers.h"

#include <doctest/doctest.h>

using namespace hydra::rt;

namespace {

Shape matrix(std::int64_t rows, std::int64_t columns) {
    Shape shape;
    shape.bytes = rows * columns * 8;
    shape.elem = 8;
    shape.len = {columns};
    shape.fresh = false;
    return shape;
}

ElementNamer namer(const Shape& shape) {
    return {"a", 0, shape.elem, std::vector<long>(shape.len.begin(), shape.len.end())};
}

std::string words(const Region& region, const Shape& shape, const Region& inner = Region()) {
    return part_words(region, shape, namer(shape), inner);
}

} // namespace

TEST_CASE("parts of a matrix") {
    const Shape shape = matrix(20, 10);
    CHECK(words(shape.whole(), shape) == "all");
    CHECK(words(Region({{3, 4, 1}, {0, 10, 1}}), shape) == "row 3");
    CHECK(words(Region({{3, 9, 1}, {0, 10, 1}}), shape) == "rows 3 to 8");
    CHECK(words(Region({{0, 20, 1}, {4, 5, 1}}), shape) == "column 4");
    CHECK(words(Region({{3, 9, 1}, {1, 9, 1}}), shape) == "rows 3 to 8, columns 1 to 8");
    CHECK(words(Region({{3, 4, 1}, {1, 9, 1}}), shape, Region({{2, 7, 1}, {1, 9, 1}})) == "row 3");
    CHECK(words(Region({{3, 4, 1}, {1, 5, 1}}), shape, Region({{2, 7, 1}, {1, 9, 1}})) == "row 3, columns 1 to 4");
    CHECK(words(Region({{3, 4, 1}, {7, 8, 1}}), shape) == "element [3][7]");
    CHECK(words(Region({{1, 20, 2}, {0, 10, 1}}), shape) == "every 2nd row from 1 to 19");
    CHECK(words(Region({{1, 2, 1}, {0, 10, 1}}) | Region({{7, 8, 1}, {0, 10, 1}}), shape) == "row 1 and row 7");
    const Region stencil = Region({{2, 8, 1}, {0, 10, 1}}) - Region({{2, 3, 1}, {0, 1, 1}});
    CHECK(words(stencil, shape) == "rows 2 to 7, but for 1 element");
    Region scattered(2);
    for (std::int64_t i = 0; i < 5; ++i)
        scattered |= Region({{3 * i, 3 * i + 1, 1}, {i, i + 1, 1}});
    CHECK(words(scattered, shape) == "5 elements here and there, in rows 0 to 12, columns 0 to 4");
}

TEST_CASE("parts of vectors and cubes, and of vectors that count from 1") {
    Shape vector = matrix(1, 1);
    vector.bytes = 800;
    vector.len.clear();
    CHECK(words(Region({{5, 6, 1}}), vector) == "element 5");
    CHECK(words(Region({{5, 10, 1}}), vector) == "elements 5 to 9");
    CHECK(words(Region({{0, 31, 3}}), vector) == "every 3rd element from 0 to 30");
    CHECK(words(Region({{0, 89, 11}}), vector) == "every 11th element from 0 to 88");
    ElementNamer from_one = namer(vector);
    from_one.offset = -8;
    CHECK(part_words(Region({{0, 3, 1}}), vector, from_one) == "elements 1 to 3");
    Shape cube = matrix(4, 5);
    cube.bytes = 4 * 5 * 6 * 8;
    cube.len = {5, 6};
    CHECK(words(Region({{1, 2, 1}, {0, 5, 1}, {0, 6, 1}}), cube) == "plane 1");
    CHECK(words(Region({{1, 3, 1}, {2, 3, 1}, {0, 6, 1}}), cube) == "planes 1 to 2, row 2");
}

TEST_CASE("members of structs") {
    static const hydra_rt_member members[] = {{".x", 0, 8, 0, 0}, {".v", 8, 8, 2, 0}, {nullptr, 0, 0, 0, 0}};
    Shape shape = matrix(1, 1);
    shape.bytes = 240;
    shape.len = {3};
    ElementNamer records{"p", 0, 24, {}};
    records.record = 24;
    records.members = members;
    CHECK(part_words(Region({{2, 5, 1}, {0, 1, 1}}), shape, records) == "member x of elements 2 to 4");
    CHECK(part_words(Region({{2, 3, 1}, {1, 3, 1}}), shape, records) == "member v of element 2");
    CHECK(part_words(Region({{2, 5, 1}, {0, 3, 1}}), shape, records) == "elements 2 to 4");
    CHECK(part_words(Region({{2, 5, 1}, {0, 2, 1}}), shape, records) == "3 pieces from p[2].x to p[4].v[0]");
}

TEST_CASE("who wrote it last") {
    Allocation array;
    array.serial = 7;
    array.shape = matrix(20, 10);
    Writers writers;
    const auto rows = [](std::int64_t lo, std::int64_t hi) { return Region({{lo, hi, 1}, {0, 10, 1}}); };
    CHECK(writers.of(array, rows(0, 5)).empty());
    writers.note(array, rows(0, 10), "wrote it at a.c:1");
    writers.note(array, rows(8, 9), "has it from rank 2 since a.c:3");
    CHECK(writers.of(array, rows(0, 2)) == "wrote it at a.c:1");
    CHECK(writers.of(array, rows(8, 9)) == "has it from rank 2 since a.c:3");
    CHECK(writers.of(array, rows(5, 9)) == "wrote it at a.c:1 (most of it)");
    writers.note_copy(array, 80, 160, "copied it at a.c:9"); // rows 1 and 2
    CHECK(writers.of(array, rows(1, 3)) == "copied it at a.c:9");
    Allocation other = array;
    other.serial = 8;
    CHECK(writers.of(other, rows(1, 3)).empty());
    writers.moved(7, other);
    CHECK(writers.of(other, rows(1, 3)) == "copied it at a.c:9");
}

TEST_CASE("a record survives its text, and halves of a message join") {
    LaunchRecord record;
    record.at = "a.c:3";
    record.accesses_at = {"a.c:4"};
    record.parts.push_back({1, "iterations 5 to 9", {{"a", "from", "rows 4 to 10", "", ""}}});
    MessageLine line;
    line.from = 1;
    line.to = 2;
    line.array = "a";
    MessageLine sent = line, expected = line;
    sent.sent = true;
    sent.bytes = 80;
    sent.messages = 1;
    sent.origin = "wrote it at a.c:1";
    expected.expected = true;
    expected.part = "row 9";
    expected.reason = "its iteration 10 reads it";
    record.lines = {sent};
    LaunchRecord receiver = record;
    receiver.parts.clear();
    receiver.lines = {expected};
    CHECK(to_text(record_of(to_text(record))) == to_text(record));
    const LaunchRecord all = joined({record, receiver});
    REQUIRE(all.lines.size() == 1);
    CHECK(all.lines[0].bytes == 80);
    CHECK(all.lines[0].part == "row 9");
    CHECK(all.lines[0].origin == "wrote it at a.c:1");
    CHECK(all.parts.size() == 1);
}

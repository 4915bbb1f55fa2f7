// Names of lines behind #line directives.
#include <doctest/doctest.h>

#include "support/source.h"

using namespace hydra::support;

TEST_CASE("what files that were made stand for") {
    SourceManager sources;
    const auto from = sources.add("p.x", "one two three\nfour\n", true);
    // "int " is made for two; "one two" is as it was; " + " stands for three.
    const auto made = sources.add_made("p.c", "int one two + four\n",
                                       {{0, 4, {from, 4, 7, false}, false},
                                        {4, 11, {from, 0, 7, false}, true},
                                        {11, 14, {from, 8, 13, false}, false},
                                        {14, 18, {from, 14, 18, false}, true}});
    const auto text = [&](std::uint32_t begin, std::uint32_t end) {
        return std::string(sources.text(sources.origin({made, begin, end, true})));
    };
    CHECK(text(0, 3) == "two");
    CHECK(text(4, 7) == "one");
    CHECK(text(8, 11) == "two");
    CHECK(text(5, 6) == "n");
    CHECK(text(14, 18) == "four");
    CHECK(text(8, 18) == "two three\nfour");
    CHECK(sources.at({made, 15, 16, true}) == "p.x:2");
    CHECK(sources.line({made, 0, 1, true}) == 1);
    CHECK(sources.at({from, 14, 15, true}) == "p.x:2");
}

TEST_CASE("names of lines") {
    SourceManager sources;
    const auto file = sources.add("prog.c", "a\nb\n#line 100 \"x.y\"\nc\nd\n#line 7\ne\n", true);
    CHECK(sources.name_of_line(file, 4).line == 4);
    sources.renumber(file, 3, {100, "x.y"});
    sources.renumber(file, 6, {7, "x.y"});
    CHECK(sources.name_of_line(file, 1).line == 1);
    CHECK(sources.name_of_line(file, 3).line == 3); // the directive's own line
    CHECK(sources.name_of_line(file, 3).path == "prog.c");
    CHECK(sources.name_of_line(file, 4).line == 100);
    CHECK(sources.name_of_line(file, 5).line == 101);
    CHECK(sources.name_of_line(file, 5).path == "x.y");
    CHECK(sources.name_of_line(file, 6).line == 102);
    CHECK(sources.name_of_line(file, 7).line == 7);
}

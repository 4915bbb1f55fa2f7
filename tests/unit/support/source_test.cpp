// Names of lines behind #line directives.
#include <doctest/doctest.h>

#include "support/source.h"

using namespace hydra::support;

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

// Diagnostics: order, options and the picture of the source line.
#include <doctest/doctest.h>

#include "support/diag.h"

using namespace hydra::support;

namespace {

SourceRange at(FileId file, const SourceManager& sources, const std::string& word) {
    const auto begin = sources.file(file).text.find(word);
    REQUIRE(begin != std::string::npos);
    return {file, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin + word.size()), true};
}

} // namespace

TEST_CASE("lines and columns") {
    SourceManager sources;
    const auto file = sources.add("a.c", "one\n\nthree\r\nlast", true);
    CHECK(sources.add("a.c", "", true) == file);
    CHECK(sources.position(file, 0).line == 1);
    CHECK(sources.position(file, 3).column == 4);
    CHECK(sources.position(file, 4).line == 2);
    CHECK(sources.position(file, 12).line == 4);
    CHECK(sources.line_text(file, 3) == "three");
    CHECK(sources.line_text(file, 4) == "last");
    CHECK(sources.line_text(file, 9).empty());
    CHECK(sources.line_start(file, 9) == 16);
    CHECK(sources.at(at(file, sources, "last")) == "a.c:4");
    const auto header = sources.add("/usr/include/x.h", "", false);
    CHECK(sources.at({header, 17, 17, false}) == "/usr/include/x.h:17");
}

TEST_CASE("the common form, sorted, equal ones once") {
    SourceManager sources;
    const auto file = sources.add("prog.c", "int x;\n\ta[i] = a[i-1] + 1;\n", true);
    Diagnostics diagnostics(sources);
    auto& race = diagnostics.error(at(file, sources, "a[i-1]"), "loop is not parallel", "hydra-race");
    race.notes.push_back({at(file, sources, "a[i]"), "written here"});
    diagnostics.warning(at(file, sources, "x"), "unused", "hydra-x");
    diagnostics.warning(at(file, sources, "x"), "unused", "hydra-x");
    diagnostics.error({}, "no input");
    CHECK(diagnostics.has_errors());
    CHECK(diagnostics.render() == "hydracc: error: no input\n"
                                  "prog.c:1:5: warning: unused [hydra-x]\n"
                                  "    1 | int x;\n"
                                  "      |     ^\n"
                                  "prog.c:2:9: error: loop is not parallel [hydra-race]\n"
                                  "    2 |         a[i] = a[i-1] + 1;\n"
                                  "      |                ^~~~~~\n"
                                  "prog.c:2:2: note: written here\n"
                                  "    2 |         a[i] = a[i-1] + 1;\n"
                                  "      |         ^~~~\n");
}

TEST_CASE("options change severities") {
    SourceManager sources;
    const auto file = sources.add("p.c", "x\n", true);
    const SourceRange range{file, 0, 1, true};
    Diagnostics diagnostics(sources);
    diagnostics.warning(range, "w", "hydra-w");
    CHECK_FALSE(diagnostics.has_errors());
    diagnostics.options.warnings_are_errors = true;
    CHECK(diagnostics.has_errors());
    CHECK(diagnostics.render().find("error: w [hydra-w]") != std::string::npos);
    diagnostics.options.not_errors = {"hydra-w"};
    CHECK_FALSE(diagnostics.has_errors());
    diagnostics.options.disabled = {"hydra-w"};
    CHECK(diagnostics.render().empty());
    diagnostics.options = {};
    diagnostics.error(range, "r", "hydra-race");
    CHECK(diagnostics.has_errors());
    diagnostics.options.not_errors = {"hydra-race"};
    CHECK_FALSE(diagnostics.has_errors());
    diagnostics.options.silent = true;
    CHECK(diagnostics.render().empty());
    diagnostics.options = {};
    diagnostics.options.color = true;
    CHECK(diagnostics.render().find("\033[1;31merror: \033[0mr") != std::string::npos);
}

TEST_CASE("long lines, several lines, characters of several bytes") {
    SourceManager sources;
    const auto file = sources.add(
        "p.c", "/* \xc3\xa4\xc3\xb6 */ y;\n" + std::string(500, 'a') + "Q" + std::string(500, 'b') + "\nf(1,\n2)\n",
        true);
    Diagnostics diagnostics(sources);
    diagnostics.error(at(file, sources, "y"), "m");
    CHECK(diagnostics.render().find("/* \xc3\xa4\xc3\xb6 */ y;\n      |          ^\n") != std::string::npos);
    Diagnostics cut(sources);
    cut.error(at(file, sources, "Q"), "m");
    CHECK(cut.render() == "p.c:2:501: error: m\n    2 | ..." + std::string(60, 'a') + "Q" + std::string(59, 'b') +
                              "...\n      | " + std::string(63, ' ') + "^\n");
    Diagnostics several(sources);
    several.error(at(file, sources, "f(1,\n2)"), "m");
    CHECK(several.render() == "p.c:3:1: error: m\n    3 | f(1,\n      | ^~~~\n");
}

TEST_CASE("very long lines are cut between characters") {
    SourceManager sources;
    std::string text;
    for (int i = 0; i < 2000; ++i)
        text += "\xc3\xa4\xe4\xb8\xad";
    const auto file = sources.add("p.c", text + "Q" + text, true);
    Diagnostics diagnostics(sources);
    diagnostics.error(at(file, sources, "Q"), "m");
    std::string half;
    for (int i = 0; i < 30; ++i)
        half += "\xc3\xa4\xe4\xb8\xad";
    CHECK(diagnostics.render() == "p.c:1:10001: error: m\n    1 | ..." + half + "Q" + half.substr(0, half.size() - 3) +
                                      "...\n      | " + std::string(63, ' ') + "^\n");
}

// Positions: every verbatim token must have its own text at its place, and everything that came out of a macro must
// have the invocation's place, in written cases and in random programs of macros.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>

#include <fmt/format.h>

#include "frontend/source/positions.h"
#include "frontend/source/pp_tokens.h"

using namespace hydra;
using namespace hydra::frontend;
namespace fs = std::filesystem;

namespace {

// A folder for one test's files.
class Folder {
  public:
    Folder() {
        std::string name = (fs::temp_directory_path() / "hydraposXXXXXX").string();
        REQUIRE(::mkdtemp(name.data()) != nullptr);
        path_ = name;
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() { fs::remove_all(path_); }
    [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }
    void write(const std::string& name, const std::string& text) const {
        std::ofstream(path_ / name, std::ios::binary) << text;
    }

  private:
    fs::path path_;
};

struct Unit {
    explicit Unit(const std::string& text, std::vector<std::string> flags = {},
                  const std::map<std::string, std::string>& others = {}) {
        folder.write("main.c", text);
        for (const auto& [name, content] : others)
            folder.write(name, content);
        PreprocessOptions options;
        options.flags = std::move(flags);
        for (auto& flag : options.flags)
            if (const auto at = flag.find("@/"); at != std::string::npos)
                flag.replace(at, 2, folder.file(""));
        input = preprocess(folder.file("main.c"), options, sources);
        map = std::make_unique<PositionMap>(input, sources);
    }

    // The raw text of the range of this text, as it stands (the nth time) in the preprocessed text.
    support::SourceRange range(const std::string& text, int nth = 1) const {
        auto at = std::string::npos;
        for (int i = 0; i < nth;) {
            at = input.text.find(text, at == std::string::npos ? 0 : at + 1);
            const auto line = at == std::string::npos ? at : input.text.rfind('\n', at) + 1;
            i += at == std::string::npos || input.text.compare(line, 2, "# ") != 0 || at == line ? 1 : 0;
        }
        REQUIRE_MESSAGE(at != std::string::npos, text, "\n", input.text);
        return map->range(at, at + text.size());
    }
    std::string raw(const std::string& text, int nth = 1) const { return std::string(sources.text(range(text, nth))); }
    bool verbatim(const std::string& text, int nth = 1) const { return range(text, nth).verbatim; }

    // All tokens: verbatim ones must have their text. Returns how many of the user's tokens are not verbatim.
    std::size_t check_all() const {
        std::size_t others = 0;
        for (std::size_t at = 0; at < input.text.size();) {
            auto end = input.text.find('\n', at);
            end = end == std::string::npos ? input.text.size() : end;
            if (input.text[at] != '#') {
                const auto line = std::string_view(input.text).substr(at, end - at);
                for (const auto& token : read_tokens(line)) {
                    const auto place = map->range(at + token.begin, at + token.end);
                    if (!map->in_user_file(at + token.begin))
                        continue;
                    if (place.verbatim && sources.text(place) == token.text)
                        continue;
                    ++others;
                }
            }
            at = end + 1;
        }
        return others;
    }

    Folder folder;
    support::SourceManager sources;
    Preprocessed input;
    std::unique_ptr<PositionMap> map;
};

} // namespace

TEST_CASE("plain text is verbatim") {
    const Unit unit(
        "#include <stdio.h>\n#include <math.h>\n/* a\n b */ int main(void) { // x\n"
        "    double a = 1.5e+3 + .5, b = a -\\\n    2; const char* s = \"don't /* \\\" */\"; char c = '\"';\n"
        "    return a<<=b ? 0 : a->b...c;\n}");
    CHECK(unit.check_all() == 0);
    CHECK(unit.raw("double a = 1.5e+3") == "double a = 1.5e+3");
    CHECK(unit.verbatim("return"));
    CHECK(unit.map->in_user_file(unit.input.text.find("int main")));
    CHECK_FALSE(unit.map->in_user_file(unit.input.text.find("printf")));
    const auto place = unit.map->range(unit.input.text.find("printf"), unit.input.text.find("printf") + 6);
    CHECK(unit.sources.at(place).find("stdio.h:") != std::string::npos);
}

TEST_CASE("object-like macros") {
    const Unit unit(
        "#define N 10\n#define M (N + 1)\n#define EMPTY\nint a[N], b[M * N] EMPTY; EMPTY int c;\nint stop;\n");
    CHECK(unit.raw("10") == "N");
    CHECK(unit.verbatim("10"));
    CHECK(unit.raw("(10 + 1)") == "M");
    CHECK(unit.verbatim("(10 + 1)"));
    CHECK_FALSE(unit.verbatim("10 +"));
    CHECK(unit.raw("10 +") == "M");
    CHECK(unit.raw("(10 + 1) * 10") == "M * N");
    CHECK(unit.verbatim("(10 + 1) * 10"));
    CHECK_FALSE(unit.verbatim("+ 1) * 10"));
    CHECK(unit.raw("int c") == "int c");
    CHECK(unit.verbatim("int stop;"));
}

TEST_CASE("function-like macros, nested, over lines, and names without arguments") {
    const Unit unit(
        "#define MAX(a, b) ((a) > (b) ? (a) : (b))\n#define F(x) x\n#define CALL(f, x) f(x)\n"
        "int F = F (1\n  ) + F(2\n) + 3; int k;\nint m = MAX(i,\n  MAX(2,\n 3)) + 1; int y = CALL(F, 9) + z;\n"
        "int g = F;\n");
    CHECK(unit.raw("int F") == "int F");
    CHECK(unit.verbatim("int F"));
    CHECK(unit.raw("1") == "F (1\n  )");
    CHECK(unit.raw("2") == "F(2\n)");
    CHECK(unit.verbatim("3; int k"));
    CHECK(unit.raw("((i) >") == "MAX(i,\n  MAX(2,\n 3))");
    CHECK(unit.verbatim("int y ="));
    CHECK(unit.raw("9") == "CALL(F, 9)");
    CHECK(unit.verbatim("z"));
    CHECK(unit.verbatim("int g = F"));
}

TEST_CASE("pasting, strings, variadic, own name, __LINE__") {
    const Unit unit("#define CAT(a, b) a##b\n#define STR(x) #x\n#define XSTR(x) STR(x)\n#define self self + 1\n"
                    "#define LOG(f, ...) log(f, ## __VA_ARGS__)\n#define NAMED(x...) log(0, x)\n"
                    "int CAT(foo, _bar) = self; const char* s = STR(a  \"q\" b); int line = __LINE__;\n"
                    "void g(void) { LOG(1); LOG(1, 2, 3); NAMED(4, 5); s = XSTR(__LINE__); last; }\n"
                    "int CAT(l, __LINE__); int end;\n");
    CHECK(unit.raw("foo_bar") == "CAT(foo, _bar)");
    CHECK(unit.verbatim("foo_bar"));
    CHECK(unit.raw("self + 1") == "self");
    CHECK(unit.raw("\"a \\\"q\\\" b\"") == "STR(a  \"q\" b)");
    CHECK(unit.raw("7;") == "__LINE__;");
    CHECK(unit.raw("log(1, 2, 3)") == "LOG(1, 2, 3)");
    CHECK(unit.verbatim("log(1, 2, 3)"));
    CHECK(unit.raw("log(0, 4, 5)") == "NAMED(4, 5)");
    CHECK(unit.raw("\"8\"") == "XSTR(__LINE__)");
    CHECK(unit.verbatim("last"));
    CHECK(unit.raw("l__LINE__") == "CAT(l, __LINE__)");
    CHECK(unit.verbatim("int end"));
}

TEST_CASE("macros of system headers") {
    const Unit unit(
        "#include <stdio.h>\n#include <assert.h>\n#include <math.h>\n"
        "void f(void* p) { fprintf(stderr, \"x\"); p = NULL; assert(p != NULL); double m = M_PI; behind_it; }\n",
        {"-std=gnu11"});
    const auto at = unit.input.text.rfind("stderr");
    const auto place = unit.map->range(at, at + 6);
    CHECK(place.verbatim);
    CHECK(unit.sources.text(place) == "stderr");
    CHECK(unit.raw("((void *)0)") == "NULL");
    CHECK(unit.verbatim("behind_it"));
    CHECK(unit.raw("3.14159265358979323846") == "M_PI");
}

TEST_CASE("pragmas: plain, expanded, from _Pragma") {
    const Unit unit(
        "#define N 4\n#define SUM reduction(+:s)\n#define PAR(x) _Pragma(#x)\n#define OTHER _Pragma(\"other\") q\n"
        "void f(void) {\n#pragma hydra parallel for private(j) \\\n   shared(a)\n for (;;);\n"
        "#  pragma hydra parallel for SUM\n  for (;;);\n  PAR(hydra parallel for) for (;;) OTHER;\n}\n");
    CHECK(unit.raw("shared") == "shared");
    CHECK(unit.verbatim("shared"));
    CHECK(unit.raw("private(j) shared(a)") == "private(j) \\\n   shared(a)");
    CHECK(unit.raw("reduction") == "SUM");
    CHECK(unit.raw("s)") != "");
    CHECK(unit.raw("#pragma hydra parallel for\n") == "PAR(hydra parallel for)");
    CHECK(unit.raw("q;") == "OTHER;");
}

TEST_CASE("skipped regions, branches, includes") {
    const Unit unit(
        "#define A 1\n#if A\nint x = 1;\n#else\nint x = 2; it's\n#endif\n#include \"h.h\"\nint mid;\n#include \"h.h\"\n"
        "void f(void) {\n#if A\n  for (i = 0;;)\n#else\n  for (j = 0;;)\n#endif\n  { body; }\n}\n#undef A\nint A;\n",
        {}, {{"h.h", "int h;\n#define IN_H 7\nstatic int k = IN_H;"}});
    CHECK(unit.check_all() == 2); // IN_H, twice
    CHECK(unit.verbatim("int mid"));
    CHECK(unit.raw("7") == "IN_H");
    CHECK(unit.sources.at(unit.range("int h", 2)).ends_with("h.h:1"));
    CHECK_FALSE(unit.verbatim("for (i = 0;;)\n\n\n\n  { body; }"));
    CHECK(unit.verbatim("{ body; }"));
    CHECK(unit.verbatim("int A;"));
    CHECK(unit.map->user_macros().size() == 4);
    CHECK(std::binary_search(unit.map->used_names().begin(), unit.map->used_names().end(), "IN_H"));
}

TEST_CASE("line directives, forced includes, CRLF, no newline at the end") {
    const Unit lines("int a;\n#line 100 \"other.c\"\nint b; int c;\n\n#line 5\nint d;\nint e");
    CHECK(lines.check_all() == 0);
    CHECK(lines.sources.at(lines.range("int d")).ends_with("main.c:6"));
    const Unit forced("int a = V;\n", {"-include", "@/pre.h"}, {{"pre.h", "#define V 3\nint pre;\n"}});
    CHECK(forced.raw("3") == "V");
    CHECK(forced.sources.at(forced.range("int pre")).ends_with("pre.h:2"));
    const Unit crlf("#define N 4\r\nint a[N];\r\nint b = 1 + \\\r\n 2; // c\r\nint d;\r\n");
    CHECK(crlf.check_all() == 1);
    CHECK(crlf.raw("int d;") == "int d;");
}

TEST_CASE("what is not understood is not verbatim, and the next line is") {
    const Unit unit("#define F(x) x + x\nint a = F(\n#if 1\n 1\n#else\n 2\n#endif\n); int b;\nint c;\n");
    CHECK_FALSE(unit.verbatim("1 + 1"));
    CHECK(unit.verbatim("int c"));
    const Unit pushed("#define X 1\n#pragma push_macro(\"X\")\n#undef X\n#define X 2\n#pragma pop_macro(\"X\")\nint a "
                      "= X;\nint b;\n");
    CHECK_FALSE(pushed.verbatim("int a"));
    CHECK(pushed.raw("int a") == "int a = X;");
    CHECK(pushed.verbatim("int b"));
}

TEST_CASE("errors of the input and of the tool") {
    support::SourceManager sources;
    PreprocessOptions options;
    const auto kind = [&](const std::string& path) {
        try {
            preprocess(path, options, sources);
        } catch (const PreprocessError& error) {
            return error.kind;
        }
        FAIL("no error");
        return PreprocessError::Kind::bad_input;
    };
    const Folder folder;
    folder.write("x.c", "#include <nowhere.h>\n");
    folder.write("y.c", "int a;\n");
    CHECK(kind(folder.file("none.c")) == PreprocessError::Kind::bad_input);
    CHECK(kind(folder.file("")) == PreprocessError::Kind::bad_input);
    CHECK(kind(folder.file("x.c")) == PreprocessError::Kind::failed);
    options.cc = "no-such-compiler";
    CHECK(kind(folder.file("y.c")) == PreprocessError::Kind::missing_tool);
}

namespace {

// A random program: names v0, v1, … are unique, so that each one's place is known. Those in the text itself must be
// verbatim; those that a macro's body brings must have the place of the outermost invocation.
class RandomProgram {
  public:
    explicit RandomProgram(unsigned seed) : random_(seed) {
        const int macros = pick(1, 8);
        for (int i = 0; i < macros; ++i)
            define(i);
        const int lines = pick(5, 40);
        for (int i = 0; i < lines; ++i)
            line();
    }
    struct Place {
        std::size_t begin, end;
        bool outside;
    };
    std::string text;
    std::map<std::string, Place> places; // of names in the text itself; else of the invocation that holds them

  private:
    struct Macro {
        std::string name;
        int params; // -1: object-like
    };
    int pick(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
    std::string fresh() { return fmt::format("v{}", names_++); }

    void define(int index) {
        Macro macro{fmt::format("M{}", index), pick(-1, 3)};
        text += "#define " + macro.name;
        if (macro.params >= 0) {
            text += "(";
            for (int i = 0; i < macro.params; ++i)
                text += fmt::format("{}p{}", i > 0 ? ", " : "", i);
            text += ")";
        }
        const int length = pick(0, 6);
        for (int i = 0; i < length; ++i) {
            const int what = pick(0, 5);
            if (what == 0 && macro.params > 0) {
                text += fmt::format(" p{}", pick(0, macro.params - 1));
            } else if (what == 1 && macro.params > 0) {
                text += fmt::format(" #p{}", pick(0, macro.params - 1));
            } else if (what == 2 && !macros_.empty()) {
                const auto& other = macros_[static_cast<std::size_t>(pick(0, static_cast<int>(macros_.size()) - 1))];
                text += " " + other.name;
                if (other.params >= 0 && pick(0, 3) > 0) {
                    text += "(";
                    for (int k = 0; k < other.params; ++k)
                        text += k > 0 ? ", x" : "x";
                    text += ")";
                }
            } else if (what == 3) {
                text += " (x + 1)";
            } else if (what == 4 && macro.params > 0) {
                text += fmt::format(" x##p{}", pick(0, macro.params - 1));
            } else {
                text += " x";
            }
        }
        text += "\n";
        macros_.push_back(macro);
    }

    void space(bool may_break) {
        const int what = pick(0, 12);
        text += what == 0 && may_break ? "\n  " : what == 1 ? " /* c */ " : what == 2 ? " \\\n " : " ";
    }

    // Records `name` now about to be written at the end of the text.
    void name(std::vector<std::string>* inside) {
        const auto word = fresh();
        if (inside != nullptr)
            inside->push_back(word);
        else
            places[word] = {text.size(), text.size() + word.size(), true};
        text += word;
    }

    void invocation(std::vector<std::string>* inside, int depth) {
        const auto& macro = macros_[static_cast<std::size_t>(pick(0, static_cast<int>(macros_.size()) - 1))];
        std::vector<std::string> names;
        auto* list = inside != nullptr ? inside : &names;
        const auto begin = text.size();
        text += macro.name;
        if (macro.params >= 0) {
            if (pick(0, 3) == 0)
                space(false);
            text += "(";
            for (int i = 0; i < macro.params; ++i) {
                text += i > 0 ? "," : "";
                space(true);
                if (depth < 3 && pick(0, 3) == 0)
                    invocation(list, depth + 1);
                else
                    name(list);
            }
            text += ")";
        }
        for (const auto& word : names)
            places[word] = {begin, text.size(), false};
    }

    void line() {
        if (pick(0, 15) == 0)
            text += pick(0, 1) == 0 ? "#if 0\n M0 v don't (\n#endif\n" : "\n\n\n\n\n\n\n\n\n\n\n\n";
        const int pieces = pick(1, 8);
        for (int i = 0; i < pieces; ++i) {
            if (pick(0, 2) == 0)
                invocation(nullptr, 0);
            else
                name(nullptr);
            text += " ";
            text += i + 1 < pieces ? std::string(1, "+-;,"[pick(0, 3)]) : ";";
            space(false);
        }
        text += "\n";
    }

    std::mt19937 random_;
    std::vector<Macro> macros_;
    int names_ = 0;
};

} // namespace

TEST_CASE("random programs of macros") {
    int verbatim = 0;
    int inside = 0;
    for (unsigned seed = 1; seed <= 60; ++seed) {
        const RandomProgram program(seed);
        std::unique_ptr<Unit> made;
        try {
            made = std::make_unique<Unit>(program.text);
        } catch (const PreprocessError&) {
            continue; // a macro's name met the wrong number of arguments
        }
        const auto& unit = *made;
        const auto& text = unit.input.text;
        for (std::size_t at = 0; at < text.size();) {
            auto end = text.find('\n', at);
            end = end == std::string::npos ? text.size() : end;
            if (text[at] != '#') {
                for (const auto& token : read_tokens(std::string_view(text).substr(at, end - at))) {
                    const auto known = program.places.find(std::string(token.text));
                    if (known == program.places.end())
                        continue;
                    const auto place = unit.map->range(at + token.begin, at + token.end);
                    const auto& expected = known->second;
                    INFO("seed ", seed, " name ", known->first, "\n", program.text, "\n", text);
                    REQUIRE(place.begin == expected.begin);
                    REQUIRE(place.end == expected.end);
                    if (expected.outside)
                        REQUIRE(place.verbatim);
                    ++(expected.outside ? verbatim : inside);
                }
            }
            at = end + 1;
        }
    }
    CHECK(verbatim > 2000);
    CHECK(inside > 300);
}

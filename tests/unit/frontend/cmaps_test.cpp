// CMAPS: sums of terms, words, and what places in the made text stand for.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "frontend/cmaps/lower.h"
#include "frontend/processes/affine.h"
#include "frontend/roles/words.h"

using namespace hydra;
using namespace hydra::frontend;
using namespace hydra::frontend::cmaps;
namespace fs = std::filesystem;

namespace {

struct Made {
    explicit Made(const std::string& text) {
        std::string folder = (fs::temp_directory_path() / "hydracmapsXXXXXX").string();
        REQUIRE(::mkdtemp(folder.data()) != nullptr);
        const auto path = folder + "/p.cmaps";
        std::ofstream(path, std::ios::binary) << text;
        input = preprocess(path, {}, sources);
        fs::remove_all(folder);
        const PositionMap positions(input, sources);
        lowered = lower_cmaps(input, positions, sources, diagnostics);
        if (lowered)
            file = sources.add_made("p.cmaps.c", lowered->text, lowered->origins);
    }
    // What the user wrote where this stands in the made text, for the nth time.
    [[nodiscard]] std::string origin(const std::string& text, int nth = 1) const {
        auto at = std::string::npos;
        for (int i = 0; i < nth; ++i)
            at = lowered->text.find(text, at == std::string::npos ? 0 : at + 1);
        REQUIRE(at != std::string::npos);
        const auto begin = static_cast<std::uint32_t>(at);
        const auto end = begin + static_cast<std::uint32_t>(text.size());
        return std::string(sources.text(sources.origin({file, begin, end, true})));
    }
    [[nodiscard]] bool has(const std::string& text) const { return lowered->text.find(text) != std::string::npos; }

    support::SourceManager sources;
    support::Diagnostics diagnostics{sources};
    Preprocessed input;
    std::optional<LoweredFile> lowered;
    support::FileId file = support::FileId::none;
};

const char* const stencil = R"(typedef struct { double a; int b; } cell;
static const int keep = 3;
void mean(in double l, in double r, out double x) { x = (l + r) / 2; }
void both(in cell c, inout cell d) { d.a = c.a; d->b += c.b; *d = d; }

coordination void smooth(inout tile double A[], inout tile cell C[][], in int h, in layout L) {
    double T[];
    loop (t in [1:h])
        parallel (i in A) { do: mean(A[i - h], A[cyc(i + 1)], T[i]); }
    parallel (i, j in C) both(C[i][j + 2], C[i][j]);
}
int after(void) { return keep; }
)";

} // namespace

TEST_CASE("sums of terms") {
    const auto a = Scalar::of("a"), b = Scalar::of("(b + 1)"), two = Scalar::of(2);
    CHECK((a + two - two).text() == "a");
    CHECK((a - a).is(0));
    CHECK((two * a + Scalar::of(3)).text() == "2 * a + 3");
    CHECK((Scalar::of(-1) * (a - two)).text() == "-a + 2");
    CHECK((a * b).text() == "(a) * ((b + 1))");
    CHECK_FALSE((a + two).number());
    CHECK((two * Scalar::of(21)).number() == 42);
    Affine affine;
    affine.add("i", two);
    affine.add("i", Scalar::of(-2));
    CHECK(affine.coefficients.empty());
}

TEST_CASE("text that is made, and what it stands for") {
    const Made made(stencil);
    // An element that another process writes.
    CHECK_FALSE(made.lowered);
    REQUIRE(made.diagnostics.all().size() == 1);
    CHECK(made.diagnostics.all()[0].message.find("a process reads 'C[i][j + 2]'") == 0);

    std::string right(stencil);
    right.replace(right.find("C[i][j + 2]"), 11, "C[i][j]");
    const Made good(right);
    REQUIRE(good.lowered);
    CHECK(good.has("void mean(double l, double r, double *x) { (*x) = (l + r) / 2; }"));
    CHECK(good.has("{ d->a = c.a; d->b += c.b; (*d) = (*d); }"));
    CHECK(good.has("(A[i - h], A[hydra_cyc(i + 1, A_0)], &x_here);"));
    CHECK(good.has("T[i] = x_here;"));
    CHECK(good.has("#pragma hydra parallel for layout(A_layout.kind, A_number, A_0, 1, 0, "));
    CHECK(good.has("int after(void) { return keep; }"));
    CHECK(good.origin("int after(void)") == "int after(void)");
    CHECK(good.origin("static const int keep") == "static const int keep");
    CHECK(good.origin("mean_9(A[i - h]").find("mean") == 0);
    CHECK(good.origin("(l + r) / 2") == "(l + r) / 2");
    CHECK(good.lowered->header.find(
              "void smooth(long A_0, double *A, long C_0, long C_1, void *C, int h, hydra_layout L);") !=
          std::string::npos);
    CHECK(good.lowered->header.find("typedef struct { double a; int b; } cell;") != std::string::npos);
    REQUIRE(good.lowered->calls.contains("smooth"));
    const auto& tiles = good.lowered->calls.at("smooth").tiles;
    REQUIRE(tiles.size() == 2);
    CHECK(tiles[0].argument == 1);
    CHECK(tiles[1].argument == 4);
    CHECK(tiles[1].parameter == 6); // behind the group, two extents or one each, pointers, a layout // behind the
                                    // extent, pointer and layout of the first, and two extents
}

TEST_CASE("words are words only where they can be meant") {
    NameTable names;
    const std::string text =
        "int in, out, loop; void f(in int in, out int tile) { int parallel = in; tile = parallel; }\n"
        "coordination void g(in int loop) { loop (t in [1:loop]) { } }\n"
        "void h(int in) { stop(in); }\n";
    TokenStream tokens(text, names);
    const auto found = mark_cmaps_words(tokens);
    CHECK(found.wrong.empty());
    CHECK(found.role_lists.size() == 2);
    std::string marked;
    for (std::size_t i = 0; i < tokens.size(); ++i)
        switch (tokens.get(i)->getType()) {
        case P::IN:
        case P::OUT:
        case P::LOOP:
        case P::STOP:
        case P::TILE:
        case P::PARALLEL:
            marked += std::string(tokens.text_of(tokens.get(i))) + " ";
            break;
        default:
            break;
        }
    CHECK(marked == "in out in loop in ");
    TokenStream wrong("cordination void g() { }", names);
    CHECK(mark_cmaps_words(wrong).wrong.size() == 1);
}

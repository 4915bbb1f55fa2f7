// Boxes of iterations and rounds: which loops ranks may share out in two directions, why others not, and what the ways
// to place iterations would move.
#include <doctest/doctest.h>

#include <fmt/format.h>

#include "analysed.h"

namespace {

// "j:1" with the dimension along which the rounds lie, or the reason why there are no boxes.
std::string boxes(const std::string& text) {
    const Analysed analysed(text);
    const auto& kernel = analysed.program.kernels.at(0);
    return kernel.distribution.boxes.any()
               ? fmt::format("{}:{}{}", kernel.distribution.boxes.name, kernel.distribution.boxes.dim,
                             kernel.distribution.boxes.again != nullptr ? " again" : "")
               : kernel.distribution.boxes.reason;
}

std::string volume(const std::string& text, const std::string& name) {
    const Analysed analysed(text);
    for (const auto& candidate : analysed.program.kernels.at(0).distribution.candidates)
        if (candidate.name == name)
            return (candidate.at_most ? "at most " : "") + candidate.volume + candidate.reason +
                   (candidate.where.empty() ? "" : ", " + candidate.where);
    return "";
}

std::string nest(const std::string& body, const std::string& clauses = "") {
    return "double sum, total;\nvoid f(int n, int m, int k, double (*a)[m], double (*b)[m], const int *index)\n{\n"
           "#pragma hydra parallel for " +
           clauses + "\n    for (int i = 1; i < n - 1; i++) {\n        " + body + "\n    }\n}\n";
}

std::string loop(const std::string& statement) { return "for (int j = 1; j < m - 1; j++) { " + statement + " }"; }

// With another loop, which writes `a`.
std::string beside_writer(std::string text) {
    text.resize(text.size() - 2);
    return text + "#pragma hydra parallel for\n    for (int i = 0; i < n; i++) a[i][0] = 1;\n}\n";
}

const std::string rows = "blocks of rows", cyclic = "rows block-cyclic, in B blocks", grid = "a grid of R x C ranks";

} // namespace

TEST_CASE("rounds along another dimension of the placed array make boxes") {
    CHECK(boxes(nest(loop("b[i][j] = a[i][j - 1] + a[i - 1][j];"))) == "j:1");
    CHECK(boxes(nest(loop("sum += a[i][j];"), "reduction(+:sum)")) == "j:1");
    CHECK(boxes(nest("double s = a[i][0]; " + loop("b[i][j] = s;"))) == "j:1");
    CHECK(boxes(nest(loop("if (a[i][j] > 0) b[i][j] = 1;"))) == "j:1");
}

TEST_CASE("what has no boxes says why") {
    CHECK(boxes(nest(loop("b[i][j] = b[i][j - 1];"))) ==
          "no inner loop is known whose rounds do not depend on each other");
    CHECK(boxes(nest("b[i][0] = 1; " + loop("b[i][j] = 2;"))) == "what stands beside its inner loop stores, too");
    CHECK(boxes(nest(loop("if (a[i][j] > sum) sum = a[i][j];"), "reduction(max:sum)")) ==
          "its reduction depends on which iteration comes first");
    CHECK(boxes(nest(loop("sum += a[i][j];") + " sum += 1;", "reduction(+:sum)")) ==
          "no inner loop is known whose rounds do not depend on each other");
    CHECK(boxes(nest(loop("sum += a[i][j];") + " total += a[i][i];", "reduction(+:sum) reduction(+:total)")) ==
          "no inner loop is known whose rounds do not depend on each other");
    CHECK(boxes(nest(loop("b[i][j] = a[index[i]][j];"))) == "data decide what it touches");
}

TEST_CASE("a round that stores what all rounds read is run again by ranks with later rounds") {
    const std::string update = "double t = a[i][k] + a[k][j]; a[i][j] = t < a[i][j] ? t : a[i][j];";
    CHECK(boxes(nest("if (i != k) " + loop(update))) == "j:1 again");
    CHECK(boxes(nest("if (i != k) for (int t = 0; t < 3; t++) " + loop("a[i][j] += a[i][k];"))) ==
          "no inner loop is known whose rounds do not depend on each other");
}

TEST_CASE("volumes are formulas in the program's names") {
    const std::string cross =
        beside_writer(nest(loop("b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];")));
    CHECK(volume(cross, rows) == "16*(m - 2)*(P - 1)");
    CHECK(volume(cross, cyclic) == "16*(m - 2)*(B - 1)");
    CHECK(volume(cross, grid) == "16*(m - 2)*(R - 1) + 16*(n - 2)*(C - 1)");
    const std::string product = beside_writer(nest(loop("for (int l = 0; l < k; l++) b[i][j] += a[i][l] * a[l][j];")));
    CHECK(volume(product, rows) == "8*(m - 2)*k*(P - 1)");
    CHECK(volume(product, grid) == "8*(n - 2)*k*(C - 1) + 8*(m - 2)*k*(R - 1)");
    CHECK(volume(nest(loop("b[i][j] = a[i - 1][j];")), rows) == "0"); // no loop writes a: all have it
}

TEST_CASE("volumes count what reads have in common once") {
    const auto of = [](const std::string& body) { return volume(beside_writer(nest(body)), rows); };
    CHECK(of(loop("b[i][j] = a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] + a[i + 1][j];")) ==
          "8*m*(P - 1) + 8*(m - 2)*(P - 1)");
    CHECK(of("b[i][0] = a[i - 1][3] + a[i - 1][4] + a[i - 1][3];") == "16*(P - 1)");
    CHECK(of(loop("b[i][j] = a[i - 1][j] + a[i - 1][0];")) == "reads like 'a[i - 1][j]' meet in part");
    CHECK(of(loop("b[i][j] = a[i - 1][j] + a[i + 4][j];")) == "40*(m - 2)*(P - 1), each rank has 4 iterations or more");
    CHECK(of(loop("if ((i + j) % 2 == 0) b[i][j] = a[i - 1][j];")) == "at most 8*(m - 2)*(P - 1)");
    // The loop beside this one writes by columns.
    std::string columns = nest(loop("b[i][j] = a[i][j];"));
    columns.resize(columns.size() - 2);
    columns += "#pragma hydra parallel for\n    for (int j = 0; j < m; j++) a[0][j] = 1;\n}\n";
    CHECK(volume(columns, rows).starts_with("other ranks may have written what 'a[i][j]' reads (line "));
}

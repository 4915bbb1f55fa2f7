// Inner loops that devices may deal out: which nests are proved, in which dimensions they lie, and what keeps a loop
// inside of one work item.
#include <doctest/doctest.h>

#include <algorithm>

#include <fmt/format.h>

#include "analysed.h"

using hydra::ir::InnerLoop;

namespace {

// "j:0 k:1" and, where any is dealt out, the kernel's own dimension behind it: "j:0 k:1 | 2". "but one": a
// round comes after the others. Stages in the order of launches, by their numbers in the text; * is dealt out.
std::string dealt(const std::string& text) {
    const Analysed analysed(text);
    const auto& kernel = analysed.program.kernels.at(0);
    std::string out;
    for (const InnerLoop& inner : kernel.schedule.inner) {
        out += fmt::format("{}{}:{}", out.empty() ? "" : " ", inner.name, inner.dimension);
        out += inner.loops.size() > 1 ? fmt::format("x{}", inner.loops.size()) : "";
        out += inner.again != nullptr ? " but one" : "";
    }
    // The stages by their places in the text.
    std::vector<std::uint32_t> places;
    for (const auto& stage : kernel.schedule.stages)
        places.push_back(stage.statements.front()->range.begin);
    std::sort(places.begin(), places.end());
    std::string stages = kernel.schedule.stages.empty() ? "" : ", in stages";
    for (const auto& stage : kernel.schedule.stages) {
        const auto place = std::find(places.begin(), places.end(), stage.statements.front()->range.begin);
        stages += fmt::format(" {}{}", place - places.begin() + 1, stage.is_dealt ? "*" : "");
    }
    return kernel.schedule.inner.empty() ? "" : fmt::format("{} | {}{}", out, kernel.schedule.dimension, stages);
}

// A loop over i with this body; n is any size, a and b have rows of n.
std::string nest(const std::string& body, const std::string& clauses = "") {
    return "void f(int n, double (*a)[n], double (*b)[n], double *c, const int *index)\n{\n    double t; int j, k;\n"
           "#pragma hydra parallel for " +
           clauses + "\n    for (int i = 1; i < n - 1; i++) {\n        " + body + "\n    }\n}\n";
}

std::string loop(const std::string& statement) { return "for (int j = 1; j < n - 1; j++) { " + statement + " }"; }

} // namespace

TEST_CASE("rounds that write elements of their own are dealt out, unit strides along the fastest dimension") {
    CHECK(dealt(nest(loop("b[i][j] = a[i][j-1] + a[i][j+1] + a[i-1][j] + a[i+1][j];"))) == "j:0 | 1");
    CHECK(dealt(nest(loop("b[j][i] = 2 * a[j][i];"))) == "j:1 | 0");
    CHECK(dealt(nest("for (j = n - 1; j > i; j -= 2) { t = a[i][j]; b[i][j] = t * t; }", "private(j, t)")) ==
          "j:0 | 1");
    CHECK(dealt("void f(int n, double (*u)[n][n])\n{\n#pragma hydra parallel for\n    for (int i = 0; i < n; i++)\n"
                "        for (int j = 0; j < n; j++)\n            for (int k = 0; k < n; k++)\n"
                "                u[i][j][k] *= 2;\n}\n") == "j:1 k:0 | 2");
}

TEST_CASE("loops around and inside of it stay in the work item") {
    CHECK(dealt(nest(loop("double s = 0; for (int k = 0; k < n; k++) s += a[i][k] * b[k][j]; c[i * n + j] = s;"))) ==
          "j:0 | 1");
    CHECK(dealt(nest("for (int k = 0; k < n; k++) for (int j = 0; j < n; j++) b[i][j] += a[i][k] * a[k][j];")) ==
          "j:0 | 1");
    CHECK(dealt(nest(loop("for (int k = 0; k < 3; k++) b[i][j] += a[i][k];"))) == "j:0 | 1");
}

TEST_CASE("loops that have the same rounds are dealt out alike") {
    CHECK(dealt(nest("for (int j = 0; j < n; j++) b[i][j] = 0;\n"
                     "for (int k = 0; k < n; k++) for (int j = 0; j < n; j++) b[i][j] += a[i][k] * a[k][j];")) ==
          "j:0x2 | 1");
    // The second needs a neighbour's element of the first.
    CHECK(dealt(nest("for (int j = 0; j < n; j++) b[i][j] = 0;\n"
                     "for (int j = 0; j < n; j++) c[i * n + j] = b[i][n - 1 - j];")) == "j:0x2 | 1, in stages 1* 2*");
    // Other rounds.
    CHECK(dealt(nest("for (int j = 0; j < n; j++) b[i][j] = 0;\nfor (int j = 1; j < n; j++) b[i][j] += a[i][j];")) ==
          "j:0 | 1, in stages 1 2*");
}

TEST_CASE("what stores beside the loop is a launch of its own") {
    CHECK(dealt(nest("b[i][0] = 1; c[i] = 2; " + loop("b[i][j] += a[i][j] * b[i][0];"))) == "j:0 | 1, in stages 1 2*");
    CHECK(dealt(nest("double s = b[i][0] / b[0][0]; " + loop("b[i][j] -= s * b[0][j];") + " c[i] -= s * c[0];")) ==
          "j:0 | 1, in stages 1* 2");
    // What overwrites that from which all compute `s` comes last, where nothing behind it needs what it stores.
    CHECK(dealt(nest("double s = b[i][0] / b[0][0]; b[i][0] = s; " + loop("b[i][j] -= s * b[0][j];"))) ==
          "j:0 | 1, in stages 2* 1");
    CHECK(dealt(nest("double s = b[i][0] / b[0][0]; b[i][0] = s; " + loop("b[i][j] -= s * b[i][0];"))) == "");
    CHECK(dealt(nest("double s = b[i][0]; b[i][0] = s; " + loop("b[i][j] -= s;") + " c[i] = b[i][0];")) == "");
    // The loop itself overwrites it.
    CHECK(dealt(nest("double s = b[i][2]; " + loop("b[i][j] -= s;") + " c[i] = s;")) == "");
    // Values that one hands to the next in a variable.
    CHECK(dealt(nest("b[i][0] = 1; double s = b[i][0]; " + loop("b[i][j] = s;"))) == "");
    CHECK(dealt(nest("double s = 0; s = a[i][0]; c[i] = 1; " + loop("b[i][j] = 2;") + " s += 1; c[i] += s;")) == "");
    CHECK(dealt(nest("double s = 0; c[i] = 1; " + loop("b[i][j] = 2;") + " s += 1; c[i] += s;")) ==
          "j:0 | 1, in stages 1 2* 3");
    CHECK(dealt(nest("t = a[i][0]; c[i] = t; " + loop("b[i][j] = t;"), "private(t)")) == "j:0 | 1, in stages 1 2*");
    // Dominators past some of it.
    CHECK(dealt(nest("if (a[i][0] < 0) continue; c[i] = 1; " + loop("b[i][j] = 2;"))) == "j:0 | 1, in stages 1 2*");
    CHECK(dealt(nest("c[i] = 1; if (a[i][0] < 0) continue; " + loop("b[i][j] = 2;"))) == "");
    CHECK(dealt(nest("if (i != 7) { c[i] = 1; " + loop("b[i][j] = 2;") + " }")) == "j:0 | 1, in stages 1 2*");
    CHECK(dealt(nest("if (c[i] > 7) { c[i] = 1; " + loop("b[i][j] = 2;") + " }")) == "j:0 | 1, in stages 2* 1");
    CHECK(dealt(nest("if (i != 7) { c[i] = 1; " + loop("b[i][j] = 2;") + " } else c[i] = 3;")) == "");
    CHECK(dealt(nest("while (c[i] > 1) { c[i] /= 2; " + loop("b[i][j] = 2;") + " }")) == "");
}

TEST_CASE("what is computed in front of the loop may be computed again") {
    CHECK(dealt(nest("const int up = i - 1; double s = a[up][3]; " + loop("b[i][j] = s * a[up][j];"))) == "j:0 | 1");
    CHECK(dealt(nest("double s = b[i][i]; " + loop("b[i][j] /= s;"))) == "");
    CHECK(dealt(nest("double s = b[i][0]; " + loop("b[i][j] /= s;"))) == "j:0 | 1");
}

TEST_CASE("rounds that depend on each other stay in order") {
    CHECK(dealt(nest(loop("a[i][j] = a[i][j-1] + 1;"))) == "");
    CHECK(dealt(nest(loop("a[i][n - 1 - j] = a[i][j];"))) == "");
    CHECK(dealt(nest(loop("b[i][j / 2] = a[i][j];"))) == "");
    CHECK(dealt(nest(loop("b[i][index[j]] = a[i][j];"))) == "");
    CHECK(dealt(nest("double s = 0; " + loop("s += a[i][j]; b[i][j] = s;"))) == "");
    CHECK(dealt(nest("double s = 0; " + loop("s = a[i][j]; b[i][j] = s;") + " t = s;", "private(t)")) == "");
    CHECK(dealt(nest("double s = 0, *p = &s; " + loop("*p += 1; b[i][j] = s;"))) == "");
    CHECK(dealt(nest("double own[2] = {0}; " + loop("own[j % 2] += a[i][j]; b[i][j] = own[0];"))) == "");
    CHECK(dealt(nest(loop("if (a[i][j] < 0) break; b[i][j] = 1;"))) == "");
    CHECK(dealt(nest("for (j = 0; j < n; j++) b[i][j] = 1; t = j;", "private(j, t)")) == "");
}

TEST_CASE("short loops stay inside, and so do all where there are reductions") {
    CHECK(dealt(nest("for (int j = 0; j < 15; j++) b[i][j] = 1;")) == "");
    CHECK(dealt(nest("for (int j = 0; j < 16; j++) b[i][j] = 1;")) == "j:0 | 1");
    CHECK(dealt(nest(loop("b[i][j] = 1; t += 2;"), "reduction(+: t)")) == "");
}

TEST_CASE("subscripts that may leave their row may meet in another one") {
    const std::string head = "double a[40][50];\nvoid f(int m)\n{\n#pragma hydra parallel for\n"
                             "    for (int i = 0; i < 4; i++)\n";
    CHECK(dealt(head + "        for (int j = 0; j < m; j++)\n            a[i][j] = j;\n}\n") == "j:0 | 1");
    CHECK(dealt(head + "        for (int k = 0; k < 20; k++)\n            for (int j = 0; j < m; j++)\n"
                       "                a[i * 10 + k / 2][j] = j + k;\n}\n") == "");
}

TEST_CASE("a directive of an inner loop neither keeps it inside nor stands for the proof") {
    const std::string pragma = "\n#pragma hydra parallel for\n";
    CHECK(dealt(nest(pragma + loop("b[i][j] = a[i][j-1] + a[i][j+1];"))) == "j:0 | 1");
    CHECK(dealt(nest(pragma + loop("for (int k = 0; k < n; k++) b[i][j] += a[i][k] * a[k][j];"))) == "j:0 | 1");
    CHECK(dealt("void f(int n, double (*u)[n][n])\n{\n#pragma hydra parallel for\n    for (int i = 0; i < n; i++)" +
                pragma + "        for (int j = 0; j < n; j++)\n            for (int k = 0; k < n; k++)\n" +
                "                u[i][j][k] *= 2;\n}\n") == "j:1 k:0 | 2");
    CHECK(dealt(nest(pragma + loop("b[i][index[j]] = a[i][j];"))) == "");
}

namespace {

// A round of Floyd and Warshall's method with this body of the loop over i; d has n rows of n, and where `known` is
// set k is one of them.
std::string floyd(const std::string& body, bool known = true) {
    const std::string head = known ? "void f(int n, int m, double *d)\n{\nfor (int k = 0; k < n; k++) {\n"
                                   : "void f(int n, int m, int k, double *d)\n{\n{\n";
    return head + "#pragma hydra parallel for\n    for (int i = 0; i < n; i++)\n        if (i != k) {\n" + body +
           "\n        }\n}\n}\n";
}

std::string across(const std::string& statement, const std::string& head = "for (int j = 0; j < n; j++)") {
    return head + " {\n" + statement + "\n}\n";
}

} // namespace

TEST_CASE("where one round writes a column that all rounds of a row read, it comes last") {
    const std::string update = "if (d[i * n + k] + d[k * n + j] < d[i * n + j]) d[i * n + j] = 1;";
    CHECK(dealt(floyd(across(update))) == "j:0 but one | 1");
    CHECK(dealt(floyd(across("if (j != k) { " + update + " }"))) == "j:0 | 1");
    CHECK(dealt(floyd(across("if (j != k) { " + update + " }"), false)) == "j:0 | 1");
    CHECK(dealt(floyd(across(update, "for (int j = k + 1; j < n; j++)"))) == "j:0 | 1");
    CHECK(dealt(floyd(across("if (j != m) { " + update + " }"))) == "j:0 but one | 1");
    // All work items read the column in front of their rounds.
    const std::string kept = "if (ik + d[k * n + j] < d[i * n + j]) d[i * n + j] = 1;";
    CHECK(dealt(floyd("double ik = d[i * n + k];\n" + across(kept))) == "j:0 but one | 1");
    // Two spellings of what is stored, or of what all read: one copy could not stand for both.
    CHECK(dealt(floyd(across("d[i * n + j] = d[i * n + k] + d[k + i * n];"))) == "");
    CHECK(dealt(floyd(across("d[i * n + j] = d[i * n + k] + d[j + i * n];"))) == "");
    CHECK(dealt(floyd("double ik = d[i * n + k];\n" + across("if (j != k) { " + kept + " }"))) == "j:0 | 1");
    // Another row's column lies elsewhere, where it is one of the row's.
    CHECK(dealt(floyd(across("if (j != k) d[i * n + j] += d[(i + 1) * n + k];"))) == "j:0 | 1");
    CHECK(dealt(floyd(across("if (j != k) d[i * n + j] += d[(i + 1) * n + k];"), false)) == "");
    CHECK(dealt(floyd(across("if (j != k) d[i * n + j] += d[i * m + k];"))) == "");
    CHECK(dealt(floyd(across("if (j != k) d[i * n + j] += d[i * n + 2 * k];"), false)) == "j:0 but one | 1");
    CHECK(dealt(floyd(across("if (j != k) d[j * n + i] += d[j * n + k];"), false)) == "");
}

TEST_CASE("rounds are dealt out whatever integer type counts them, where the type holds them all") {
    for (const char* type : {"long", "unsigned", "unsigned long", "size_t"}) {
        INFO(type);
        CHECK(dealt("#include <stddef.h>\n" +
                    nest(fmt::format("for ({} j = 0; j < n; j++) b[i][j] = a[i][j];", type))) == "j:0 | 1");
    }
}

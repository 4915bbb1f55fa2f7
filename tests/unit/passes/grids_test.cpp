// Which loops choose together whether ranks form a grid, what a round of them moves, and why others never do.
#include <doctest/doctest.h>

#include <fmt/format.h>

#include "analysed.h"

namespace {

// For each loop "group: down x across, once, rounds" as far as there is something to say, else why not.
std::string choices(const std::string& text) {
    const Analysed analysed(text);
    std::string out;
    for (const auto& kernel : analysed.program.kernels) {
        const auto& grid = kernel.distribution.grid;
        out += out.empty() ? "" : "; ";
        out += grid.group < 0 ? (grid.reason.empty() ? "-" : grid.reason)
                              : fmt::format("{}: {} x {}{}{}", grid.group, grid.down, grid.across,
                                            grid.once > 0 ? fmt::format(", once {}", grid.once) : "",
                                            grid.rounds.empty() ? "" : ", rounds " + grid.rounds.text());
    }
    return out;
}

const std::string pragma = "\n#pragma hydra parallel for\n";

std::string nest(const std::string& statement) {
    return pragma + "for (int i = 1; i < n - 1; i++) for (int j = 1; j < m - 1; j++) " + statement + "\n";
}

// A program that runs these statements again and again, between others.
std::string program(const std::string& again, const std::string& before = "", const std::string& after = "") {
    return "double f(double);\nstatic void work(int n, int m, int steps, double (*a)[m], double (*b)[m], double "
           "*c)\n{\n" +
           before + "\nfor (int t = 0; t < steps; t++) {" + again + "}\n" + after +
           "}\nstatic double x[90][80], y[90][80], z[90];\n"
           "int main(void)\n{\n    work(90, 80, 10, x, y, z);\n    return 0;\n}\n";
}

const std::string cross = "b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];";
const std::string copy = "a[i][j] = b[i][j];";

} // namespace

TEST_CASE("loops that share arrays again and again choose together") {
    CHECK(choices(program(nest(cross) + nest(copy))) ==
          "0: 16 x 16, rounds ((long)steps); 0: 16 x 16, rounds ((long)steps)");
    CHECK(choices(program(nest(cross) + nest("a[i][j] = b[i][j + 2];"), nest("a[i][j] = i;"))) ==
          "0: 16 x 32, rounds ((long)steps); 0: 16 x 32, rounds ((long)steps); 0: 16 x 32, rounds ((long)steps)");
    CHECK(choices(program(pragma + "for (int i = 0; i < n; i++) if (i != t) for (int j = 0; j < m; j++) "
                                   "a[i][j] = a[i][t] + a[t][j];\n")) == "0: 8 x 8, rounds ((long)steps)");
}

TEST_CASE("what goes by rows once has its price; again and again, it rules a grid out") {
    const std::string sum = pragma + "for (int i = 0; i < n; i++) { c[i] = 0; for (int j = 1; j < m; j++) "
                                     "a[i][j] += a[i][j - 1]; }\n";
    CHECK(choices(program(nest(cross) + nest(copy), "", sum)) ==
          "0: 16 x 16, once 1, rounds ((long)steps); 0: 16 x 16, once 1, rounds ((long)steps); -");
    const std::string why = "line 13 cannot take part: no inner loop is known whose rounds do not depend on each other";
    CHECK(choices(program(nest(cross) + nest(copy) + sum)) == why + "; " + why + "; " + why);
}

TEST_CASE("what no lines describe rules a grid out") {
    const auto refused = [](const std::string& again) {
        const std::string all = choices(program(again));
        return all.find("0:") == std::string::npos ? all.substr(0, all.find(';')) : "chosen: " + all;
    };
    CHECK(refused(nest("a[i][j] += b[j][i];") + nest("b[i][j] = a[i][j];")) ==
          "line 7 cannot take part: 'b[j][i]' does not follow the placement");
    CHECK(refused(nest("for (int k = 0; k < m; k++) b[i][j] += a[i][k] * a[k][j];") + nest(copy)) ==
          "line 7 cannot take part: more than a line of 'a[i][k]' is read");
    CHECK(refused(nest("b[i][j] = a[i][j] + c[j];") + nest(copy) + pragma + "for (int i = 0; i < n; i++) c[i] += 1;\n")
              .starts_with("line "));
    CHECK(refused(nest("b[i][j] = a[i][j] + a[0][j + 1];") + nest(copy)) ==
          "line 7 cannot take part: 'a[0][j + 1]' is read by neighbours and by all");
}

TEST_CASE("nothing is chosen where rows move nothing, or where nothing is done again") {
    CHECK(choices(program(nest("b[i][j] = a[i][j + 1];") + nest(copy))) == "-; -");
    CHECK(choices(program("", nest(cross) + nest(copy))) == "-; -");
}

TEST_CASE("rounds are told as far as heads of loops tell them") {
    const auto rounds = [](const std::string& head, const std::string& tail = "") {
        const Analysed analysed("static double x[90][80], y[90][80];\nint main(int argc, char **argv)\n{\n"
                                "int n = 90, m = 80, last = argc;\n" +
                                head + " {" + nest("y[i][j] = x[i - 1][j] + x[i + 1][j];") +
                                nest("x[i][j] = y[i][j];") + tail + "}\nreturn 0;\n}\n");
        return analysed.program.kernels.at(0).distribution.grid.rounds.text();
    };
    CHECK(rounds("for (int t = 3; t < last; t += 2)") == "((long)last - 3) / 2");
    CHECK(rounds("for (int t = last; t > 0; --t)") == "((long)last)");
    CHECK(rounds("while (last-- > 0)") == "64");
    CHECK(rounds("for (int t = 0; t < last; t++)", "if (x[1][1] > 3) break;") == "64");
    CHECK(rounds("for (int s = 0; s < 3; s++) for (int t = 0; t < last; t++)") == "((long)last)");
    CHECK(rounds("while (n > 0) for (int t = 0; t < last; t++)") == "64 * ((long)last)");
}

TEST_CASE("a launch in front of the serial loop knows its rounds where they are settled by then") {
    const auto ahead = [](const std::string& between, const std::string& head, const std::string& before = "") {
        const Analysed analysed("static double x[90][80], y[90][80];\nint main(int argc, char **argv)\n{\n"
                                "int n = 90, m = 80, last = argc, first;\n" +
                                before + nest("x[i][j] = i;") + between + head + " {" +
                                nest("y[i][j] = x[i - 1][j] + x[i + 1][j];") + nest("x[i][j] = y[i][j];") +
                                "}\nreturn 0;\n}\n");
        return analysed.program.kernels.at(0).distribution.grid.rounds.text();
    };
    const std::string head = "for (int t = 0; t < last; t++)";
    CHECK(ahead("", head) == "((long)last)");
    CHECK(ahead("first = 2;", head) == "((long)last)");
    CHECK(ahead("", head, "last = 7 * argc;") == "((long)last)");
    CHECK(ahead("last = 7;", head) == "64");
    CHECK(ahead("if (argc > 1) last--;", head) == "64");
    CHECK(ahead("first = 2;", "for (int t = first; t < last; t++)") == "64");
    CHECK(ahead("int steps = 4;", "for (int t = 0; t < steps; t++)") == "64");
    CHECK(ahead("", "while (last-- > 0)") == "64");
    CHECK(ahead("", "for (int s = 0; s < last; s++) for (int t = 0; t < s; t++)") == "64 * ((long)last)");
    CHECK(ahead("", "if (argc > 2) " + head) == "((long)last)");
}

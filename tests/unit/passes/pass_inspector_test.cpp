// What the pass of passes/inspector writes.
#include <doctest/doctest.h>

#include <sstream>
#include <string>

#include "written.h"

TEST_CASE("what the data decide is found by an inspector") {
    CHECK("\n" + written(R"(
static double a[50], b[50];
static int at[50];
int main(void) {
#pragma hydra parallel for
    for (int i = 0; i < 50; i++)
        a[i] = b[at[i]];
#pragma hydra parallel for
    for (int i = 0; i < 50; i++)
        at[i] = b[i] = i;
    return 0;
}
)",
                         "inspect") ==
          R"ir(
slot "b" { host "b" variable b elem 8 found element "double" subscripts 1 }
access read 1 "at[i]" box { bounds "hydra_lo" .. "hydra_hi" row "0" index subscripts "i" }
access read 0 "b[at[i]]" found { stage 1 }
inspection {
inspector { body "        hydra_rt_touch(0, 1, 0, &(b[at[i]]), 8);\n" }
costs_noting
costs_touching
own_indexes
inspection {
costs_noting
costs_touching
)ir");
}

namespace {

// What the inspectors note, by stage, of a loop over c with this body. `first` has bounds, `r` rows of three.
std::string inspected(const std::string& body) {
    const std::string text =
        written("static double r[500][3], f[50], g[201], h[201];\nstatic int first[51], at[200];\n"
                "int main(void) {\n#pragma hydra parallel for\n"
                "    for (int c = 0; c < 50; c++) {\n        double s = 0;\n" +
                    body +
                    "        f[c] = s;\n    }\n" // and one that writes what it reads
                    "#pragma hydra parallel for\n    for (int c = 0; c < 200; c++) {\n"
                    "        at[c] = c;\n        r[c][0] = g[c] = h[c] = c;\n    }\n    return 0;\n}\n",
                "inspect");
    std::string lines;
    std::istringstream all(text);
    for (std::string line; std::getline(all, line);) {
        const std::size_t begin = line.find_first_not_of("\" ", line.starts_with("body") ? 4 : 0);
        const std::size_t end = line.find("\\n\"");
        const std::string code = end != std::string::npos && begin < end ? line.substr(begin, end - begin) : "";
        if (code.starts_with("hydra_rt_touch") || code.starts_with("static const int hydra_slots") ||
            code.starts_with("for (") || code.starts_with("if ("))
            lines += code + "\n";
    }
    return lines;
}

} // namespace

TEST_CASE("parts of an element that lie side by side are noted together") {
    CHECK(inspected("        s = r[at[c]][1] + r[at[c]][0] * r[at[c]][2];\n") ==
          "hydra_rt_touch(0, 1, 0, &(r[at[c]][0]), 24);\n");
    CHECK(inspected("        s = r[at[c]][0] + r[at[c]][2];\n") ==
          "hydra_rt_touch(0, 1, 0, &(r[at[c]][0]), 8);\nhydra_rt_touch(0, 1, 0, &(r[at[c]][2]), 8);\n");
}

TEST_CASE("elements of several arrays with one index are noted together") {
    CHECK(inspected("        s = g[at[c]] + r[at[c]][0] + h[at[c]] + g[at[c] + 1];\n") ==
          "static const int hydra_slots[] = {0, 2};\nhydra_rt_touch_alike(2, hydra_slots, hydra_at, 1, 0, 8);\n"
          "hydra_rt_touch(1, 1, 0, &(r[at[c]][0]), 8);\n"
          "hydra_rt_touch(0, 1, 0, &(g[at[c] + 1]), 8);\n");
}

TEST_CASE("elements that a loop goes through are noted at once") {
    CHECK(inspected("        for (int k = first[c]; k < first[c + 1]; k++)\n"
                    "            s += r[k][0] * r[k][1] * r[k][2];\n") ==
          "if (k < first[c + 1]) {\n"
          "hydra_rt_touch(0, 1, 0, &(r[k][0]), (unsigned long)((long)(first[c + 1]) - (long)k) * 24);\n");
    // Not where something lies between them, where they are not in order, or where the step is another.
    CHECK(inspected("        for (int k = first[c]; k < first[c + 1]; k++)\n            s += r[k][1];\n") ==
          "for (; k < first[c + 1]; k++) {\nhydra_rt_touch(0, 1, 0, &(r[k][1]), 8);\n");
    CHECK(inspected("        for (int k = first[c]; k < first[c + 1]; k++)\n            s += r[at[k]][1];\n") ==
          "if (k < first[c + 1]) {\n"
          "hydra_rt_touch(0, 1, 0, &(at[k]), (unsigned long)((long)(first[c + 1]) - (long)k) * 4);\n"
          "for (; k < first[c + 1]; k++) {\nhydra_rt_touch(1, 1, 0, &(r[at[k]][1]), 8);\n");
    CHECK(inspected("        for (int k = first[c]; k <= first[c + 1]; k += 2)\n            s += r[0][k];\n") ==
          "for (; k <= first[c + 1]; k += 2) {\nhydra_rt_touch(0, 1, 0, &(r[0][k]), 8);\n");
}

TEST_CASE("what a loop does not change is noted in its first round") {
    CHECK(inspected("        for (int i = first[c]; i < first[c + 1]; i++)\n"
                    "            for (int j = first[c]; j < first[c + 1]; j++)\n"
                    "                s += r[0][i] * r[0][j];\n") ==
          "if (i < first[c + 1]) {\nif (j < first[c + 1]) {\n"
          "hydra_rt_touch(0, 1, 0, &(r[0][i]), (unsigned long)((long)(first[c + 1]) - (long)i) * 8);\n"
          "hydra_rt_touch(0, 1, 0, &(r[0][j]), (unsigned long)((long)(first[c + 1]) - (long)j) * 8);\n");
    // But where the loop has another variable, which the rounds change, each of them does.
    CHECK(inspected("        for (int i = first[c], k = 0; i < first[c + 1]; i++)\n"
                    "            s += r[0][k++];\n")
              .find("for (; i < first[c + 1]; i++)") != std::string::npos);
    // So is a loop that fills a local array, and one whose condition or step depends on the loop around it.
    CHECK(inspected("        int near[4];\n        for (int k = 0; k < 4; k++)\n            near[k] = at[c] + k;\n"
                    "        for (int k = 0; k < 4; k++)\n            s += r[near[k]][1];\n") ==
          "for (; k < 4; k++)\nfor (; k < 4; k++) {\nhydra_rt_touch(0, 1, 0, &(r[near[k]][1]), 8);\n");
    CHECK(inspected("        for (int j = 1; j < 3; j++)\n            for (int i = at[c]; i < 9; i += j)\n"
                    "                s += r[0][i];\n") ==
          "for (; j < 3; j++) {\nfor (; i < 9; i += j) {\nhydra_rt_touch(0, 1, 0, &(r[0][i]), 8);\n");
    // What the step reads is noted in each round.
    CHECK(inspected("        for (int i = first[c]; i < first[c + 1]; s += r[at[i]][0], i++)\n"
                    "            s += r[i][0] * r[i][1] * r[i][2];\n")
              .find("if (i < first[c + 1])") == std::string::npos);
    // A bound that is no whole number.
    CHECK(
        inspected("        for (int i = at[c]; i < 2.5; i++)\n            s += f[i];\n").find("for (; i < 2.5; i++)") !=
        std::string::npos);
    // Conditions that change something.
    CHECK(inspected("        int n = at[c];\n        for (int i = 0; i < 9; i++)\n            if (n++ < 3)\n"
                    "                s += r[n][1];\n")
              .find("for (; i < 9; i++)") != std::string::npos);
}

TEST_CASE("a loop's variable may be declared in front of it, where nobody asks what it leaves") {
    const std::string loops = "        for (i = first[c]; i < first[c + 1]; i = i + 1)\n"
                              "            for (j = 0; j < 9; j++)\n"
                              "                s += r[0][i];\n";
    CHECK(inspected("        int i, j;\n" + loops) ==
          "if (i < first[c + 1]) {\nif (j < 9) {\n"
          "hydra_rt_touch(0, 1, 0, &(r[0][i]), (unsigned long)((long)(first[c + 1]) - (long)i) * 8);\n");
    // Twice the same one is fine, too, one after the other.
    const std::string twice = inspected("        int i, j;\n" + loops + loops);
    CHECK(twice.find("for (") == std::string::npos);
    // Not where its last value selects something, nor where a loop within takes the same one.
    CHECK(inspected("        int i, j;\n" + loops + "        s += r[i][1];\n").find("for (; i < first[c + 1]") !=
          std::string::npos);
    CHECK(inspected("        int i;\n        for (i = first[c]; i < first[c + 1]; i = i + 1)\n"
                    "            for (i = i + 1; i < 9; i++)\n                s += r[0][i];\n")
              .find("for (; i < first[c + 1]") != std::string::npos);
    CHECK(inspected("        int i, *p = &i;\n        for (i = first[c]; i < first[c + 1]; i++)\n"
                    "            s += r[0][i] + *p;\n")
              .find("if (i < first[c + 1])") == std::string::npos);
}

TEST_CASE("what is found holds while what inspectors mention stays, whatever else is known of the loop") {
    const std::string steps = "#include <stdlib.h>\nint main(int argc, char **argv) {\n"
                              "    int n = argc * 50, steps = argc * 9;\n"
                              "    double *a = calloc(n, 8), *b = calloc(n, 8);\n"
                              "    int *first = calloc(n + 1, 4), *at = calloc(n, 4);\n"
                              "    for (int t = 0; t < steps; t++) {\n"
                              "        #pragma hydra parallel for\n        for (int i = 0; i < n; i++)\n"
                              "            b[i] = a[i];\n"
                              "        #pragma hydra parallel for\n        for (int i = 0; i < n; i++) {\n"
                              "            double s = 0;\n"
                              "            for (int k = first[i]; k < first[i + 1]; k++)\n"
                              "                s += b[at[k] + SHIFT];\n"
                              "            if (first[i] < 6)\n                a[i] += s;\n        }\n"
                              "    }\n    return (int)b[7];\n}\n";
    // Which of the two are keys by then that were none before the pass.
    const auto new_keys = [&](const std::string& shift, const char* pass) {
        std::string program = steps;
        program.replace(program.find("SHIFT"), 5, shift);
        const std::string text = written(program, pass);
        return std::string(text.find("key \"n\"") != std::string::npos ? "n" : "") +
               (text.find("key \"t\"") != std::string::npos ? "t" : "");
    };
    CHECK(new_keys("0", "inspect").find('t') == std::string::npos);
    CHECK(new_keys("0", "races").empty());
    CHECK(new_keys("t", "inspect").find('t') != std::string::npos);
}

// Rows of a constant length in arrays of one dimension: where they are found, and where they are not.
#include <doctest/doctest.h>

#include "analysed.h"

namespace {

// Of a loop over i with this body, in which n is not known: how the arrays' accesses are cut into dimensions, by the
// slots' lengths, and by which dimension iterations are placed.
std::string rows(const std::string& body, const std::string& head = "for (int i = 0; i < 50; i++)") {
    const Analysed analysed("static double a[40000], b[40000];\nvoid work(int n, double *p)\n{\n"
                            "#pragma hydra parallel for\n" +
                            head + " {" + body +
                            "}\n}\nint main(int argc, char **argv)\n{\n(void)argv;\nwork(argc, b);\nreturn 0;\n}\n");
    const auto& kernel = analysed.program.kernels.at(0);
    std::string out;
    for (const auto& slot : kernel.touches.slots) {
        out += (out.empty() ? "" : "; ") + slot.name;
        for (const auto& length : slot.lengths)
            out += " " + length.text();
    }
    return out + (kernel.distribution.alignment.slot < 0
                      ? ", not placed"
                      : ", by dimension " + std::to_string(kernel.distribution.alignment.dim));
}

const std::string inner = "for (int j = 0; j < 60; j++) ";

} // namespace

TEST_CASE("rows are found where columns stay inside of them") {
    CHECK(rows(inner + "a[i * 60 + j] = i;") == "a 60, by dimension 0");
    CHECK(rows(inner + "a[60 * i + 59 - j] = i;") == "a 60, by dimension 0");
    CHECK(rows(inner + "a[(59 - j) * 50 + i] = i;") == "a 50, by dimension 1");
    CHECK(
        rows(
            "for (int j = 1; j < 59; j++) a[i * 60 + j] = b[i * 60 + 61 + j] + b[i * 60 + j - 1] + b[60 * i + 119];") ==
        "b 60; a 60, by dimension 0");
    CHECK(rows(inner + "for (int k = 0; k < 7; k++) a[(i * 60 + j) * 7 + k] = i;") == "a 60 7, by dimension 0");
    CHECK(rows(inner + "for (int k = 0; k < 4; k++) a[i * 300 + j * 5 + k] = i;") == "a 60 5, by dimension 0");
    CHECK(rows("for (int j = 0; j <= i; j++) a[i * 60 + j] = i;") == "a 60, by dimension 0");
    CHECK(rows("for (int c = 0; c < 3; c++) a[3 * i + c] = i;") == "a 3, by dimension 0");
}

TEST_CASE("rows are not found where a column may leave them, or nothing moves along them") {
    CHECK(rows("for (int j = 0; j < 61; j++) a[i * 60 + j] += 1;") == "a, not placed");
    CHECK(rows("for (int j = 0; j < n; j++) a[i * 60 + j] += 1;") == "a 60, not placed"); // for its footprint
    CHECK(rows(inner + "a[i * 60 + j + n] = 1;") == "a, not placed");
    CHECK(rows(inner + "a[i * 60 + j] = a[i * 60 + j + 1];") == "a, not placed");
    CHECK(rows(inner + "{ a[i * 60 + j] = 1; a[i * 50] = 2; }") == "a, not placed");
    CHECK(rows("a[2 * i] = a[2 * i + 1];") == "a, by dimension 0");
    CHECK(rows("a[i] = i;") == "a, by dimension 0");
}

TEST_CASE("rows of constant length that an outer variable names are found where its range is known") {
    const auto slots = [](const std::string& head) {
        const Analysed analysed("static double a[3600];\nint main(int argc, char **argv)\n{\n(void)argv;\n" + head +
                                "\n#pragma hydra parallel for\nfor (int i = k + 1; i < 60; i++) "
                                "for (int j = k; j < 60; j++) a[i * 60 + j] -= a[k * 60 + j] / a[k * 60 + k];\n"
                                "return 0;\n}\n");
        return analysed.program.kernels.at(0).touches.slots.at(0).lengths.size();
    };
    CHECK(slots("for (int k = 0; k < 59; k++)") == 1);
    CHECK(slots("int k = argc;") == 0); // it may be negative, as far as anybody knows
}

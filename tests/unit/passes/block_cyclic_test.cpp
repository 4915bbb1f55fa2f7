// Which templates are block-cyclic, which stay in blocks, and that loops over one array agree.
#include <doctest/doctest.h>

#include "analysed.h"

namespace {

// One letter a parallel loop: c cyclic (m: and its bounds move), b in blocks although work is unequal, - otherwise.
std::string dealt(const std::string& text) {
    const Analysed analysed(text);
    std::string out;
    for (const auto& kernel : analysed.program.kernels) {
        const auto& rows = kernel.distribution.block_cyclic;
        CHECK(rows.cyclic <= !rows.reason.empty());
        out += rows.cyclic ? (rows.bounds_move ? 'm' : 'c') : rows.reason.empty() ? '-' : 'b';
    }
    return out;
}

const std::string loop = "#pragma hydra parallel for\n";
const std::string fill = loop + "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i][j] = i * j + 1;\n";

// A program whose main has these statements; n is any size, a and b are square.
std::string program(const std::string& statements, const std::string& before = "") {
    return "#include <stdlib.h>\n" + before +
           "int main(int argc, char **argv)\n{\n    int n = atoi(argv[1]);\n"
           "    double (*a)[n] = malloc(n * sizeof *a), (*b)[n] = malloc(n * sizeof *b);\n" +
           statements + "    free(a); free(b);\n    return argc;\n}\n";
}

std::string eliminate(const std::string& head, const std::string& bounds) {
    return head + " {\n" + loop + "for (int i = " + bounds +
           "; i++) { a[i][k] /= a[k][k]; for (int j = k + 1; j < n; j++) a[i][j] -= a[i][k] * a[k][j]; }\n}\n";
}

} // namespace

TEST_CASE("bounds that move with an outer loop deal out all loops over the array") {
    const std::string lu = eliminate("for (int k = 0; k < n - 1; k++)", "k + 1; i < n");
    CHECK(dealt(program(fill + lu)) == "cm");
    CHECK(dealt(program(lu)) == "m");
    CHECK(dealt(program(fill + "int k = 0;\n" + eliminate("while (k++ < n - 1)", "k + 1; i < n") +
                        "for (k = 0; k < n; k += 2) { int from = k / 2 + k;\n" + loop +
                        "for (int i = from; i < n; i++) b[i][0] = 1;\n}\n")) == "cmm");
    // The bound is a parameter, and the array another name's.
    CHECK(dealt(program(fill + "for (int k = 0; k < n - 1; k++) step(n, a, k);\n",
                        "static void step(int n, double (*m)[n], int k)\n{\n" + loop +
                            "for (int i = k + 1; i < n; i++) m[i][k] = m[i][k] / m[k][k];\n}\n")) == "mc");
}

TEST_CASE("other bounds do not move") {
    const std::string body = "a[i][0] += 1;\n}\n";
    CHECK(dealt(program("for (int k = 0; k < n; k++) {\n" + loop + "for (int i = 0; i < n; i++) " + body)) == "-");
    CHECK(dealt(program("for (int k = 0; k < n; k++) {\n" + loop + "for (int i = k % 2; i < n; i += 2) " + body)) ==
          "-");
    CHECK(dealt(program("for (int k = n; k > 1; k /= 2) {\n" + loop + "for (int i = 0; i < k; i++) " + body)) == "-");
    CHECK(dealt(program("for (int k = 0; k < 9; k++) { int m = rand();\n" + loop + "for (int i = 0; i < m; i++) " +
                        body)) == "-");
}

TEST_CASE("neighbours' rows keep blocks") {
    const std::string smooth = loop + "for (int i = 1; i < n - 1; i++) for (int j = 0; j < n; j++)\n"
                                      "b[i][j] = a[i - 1][j] + a[i + 1][j];\n";
    const std::string shrink =
        "for (int k = 0; k < n / 2; k++) {\n" + loop + "for (int i = k; i < n - k; i++) a[i][k] = 0;\n}\n";
    CHECK(dealt(program(fill + smooth)) == "--");
    CHECK(dealt(program(fill + smooth + shrink)) == "bbb");
    // Arrays that every rank has made cost nothing, wherever they are read.
    CHECK(dealt(program("for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i][j] = i - j;\n" + smooth +
                        "for (int k = 0; k < n; k++) {\n" + loop + "for (int i = k; i < n; i++) b[i][k] = 0;\n}\n")) ==
          "cm");
}

TEST_CASE("loops that share the rows out in another way keep blocks") {
    const std::string shrink =
        "for (int k = 0; k < n; k++) {\n" + loop + "for (int i = k; i < n; i++) a[i][k] = 0;\n}\n";
    CHECK(dealt(program(fill + shrink)) == "cm");
    // By tiles of rows: iterations are placed by their own numbers.
    CHECK(dealt(program(fill + shrink + loop +
                        "for (int t = 0; t < n / 8; t++) for (int i = 8 * t; i < 8 * t + 8; i++) a[i][0] += 1;\n")) ==
          "bb-");
    // As one long vector.
    CHECK(dealt(program("double *v = (double *)a;\n" + loop + "for (int i = 0; i < n * n; i++) v[i] = i;\n" +
                        shrink)) == "-b");
    // At a distance from where the rows lie.
    CHECK(dealt(program(fill + shrink + loop +
                        "for (int i = 0; i < n - 1; i++) { a[i][0] = i; b[i + 1][0] = a[i][0]; }\n")) == "bbb");
    // A window over inner loops.
    CHECK(dealt(program(fill + shrink + loop +
                        "for (int i = 1; i < n - 1; i++) for (int d = -1; d <= 1; d++)\n"
                        "b[i][0] += a[i + d][0];\n")) == "bbb");
    // Columns cost the same however rows are dealt out.
    CHECK(dealt(program(fill + shrink + loop +
                        "for (int j = 0; j < n; j++) for (int i = 0; i < n; i++) b[j][i] = a[i][j];\n")) == "cm-");
}

TEST_CASE("triangles are dealt out where that moves nothing more") {
    CHECK(dealt(program(fill + loop + "for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) a[i][j] *= 2;\n")) ==
          "cc");
    CHECK(dealt(program(fill + loop +
                        "for (int i = 0; i < n; i++) for (int j = i; j < i + 8; j++) b[i][j - i] = 1;\n")) == "--");
    CHECK(dealt(program(fill + loop +
                        "for (int i = 0; i < n; i++) for (int j = 0; j <= i; j++) { double s = 0;\n"
                        "for (int k = 0; k < n; k++) s += a[k][0] * a[i][k]; b[i][j] = s; }\n")) == "cc");
    // The last rank needs all of it, the first one only its own block.
    CHECK(dealt(program(fill + loop +
                        "for (int i = 0; i < n; i++) for (int j = 0; j <= i; j++) { double s = 0;\n"
                        "for (int k = 0; k < n; k++) s += a[j][k] * a[i][k]; b[i][j] = s; }\n")) == "bb");
}

// Variables that rounds of inner loops move (passes/evaluation/inductions.h): what they lead to, in closed form or not.
#include <doctest/doctest.h>

#include <string>

#include "analysed.h"

using namespace hydra;

namespace {

// What the access touches in a loop over i from 0 to n with this body.
std::string touched(const std::string& body, const std::string& text) {
    const Analysed program("float *a, *b, *c; int *at, *key;\nstatic void move(int *k) { ++*k; }\n"
                           "void f(int n, int m, int w, int h) {\n#pragma hydra parallel for\n"
                           "for (int i = 0; i < n; i++) {\n" +
                           body + "\n}\n}\n");
    return program.kernel(0, text);
}

const std::string row = "float *p = a + (long)i * m, *q = b + (long)i * m, *e = p + m; int k = i * m, r = m;\n";
} // namespace

TEST_CASE("what moves once a round") {
    CHECK(touched(row + "for (int j = 0; j < m; j++) a[k++] = j;", "a[k++]") == "write [hydra_lo, hydra_hi)[0, m)");
    CHECK(touched(row + "for (int j = 0; j < m; j++) { *p++ = *q; q++; }", "*q") == "read [hydra_lo, hydra_hi)[0, m)");
    CHECK(touched(row + "for (int j = 0; j < m; j++, p++) *p = 1;", "*p") == "write [hydra_lo, hydra_hi)[0, m)");
    CHECK(touched(row + "for (int j = m - 1; j >= 0; j--) *p++ = 1;", "*p++") == "write [hydra_lo, hydra_hi)[0, m)");
    CHECK(touched(row + "while (p < e) *p++ = 1;", "*p++") == "write [hydra_lo, hydra_hi)[0, m)");
    CHECK(touched(row + "while (r-- > 0) *p++ = 1;", "*p++") == "write [hydra_lo, hydra_hi)[0, m)");
    CHECK(touched(row + "while (--r > 0) *p++ = 1;", "*p++") == "write [hydra_lo, hydra_hi)[0, m - 1)");
    CHECK(touched(row + "for (; p != e; ++p) *p = 1;", "*p") == "write [hydra_lo, hydra_hi)[0, m)");
    CHECK(touched(row + "while (r) { *--e = 1; r--; }", "*--e") == "write [hydra_lo, hydra_hi)[0, m)");
    CHECK(touched(row + "for (int j = 0; j < m; j++) { if (key[j]) c[0] = 1; a[k++] = j; }", "a[k++]") ==
          "write [hydra_lo, hydra_hi)[0, m)");
}

TEST_CASE("what moves by what inner loops do") {
    CHECK(touched("int k = i * h * w; for (int y = 0; y < h; y++) for (int x = 0; x < w; x++) a[k++] = x;", "a[k++]") ==
          "write [hydra_lo, hydra_hi)[0, h)[0, w)");
    CHECK(touched(
              "float *p = a + i * h * w; for (int y = 0; y < h; y++) { for (int x = 0; x < w; x++) p[x] = x; p += w; }",
              "p[x]") == "write [hydra_lo, hydra_hi)[0, h)[0, w)");
}

TEST_CASE("what may not move, or more than once, is looked up") {
    for (const std::string body : {
             "for (int j = 0; j < m; j++) { if (key[j] > 0) continue; a[k++] = j; }",
             "for (int j = 0; j < m; j++) { if (key[j] > 0) k++; a[k] = j; }",
             "for (int j = 0; j < m; j++) { a[key[j] > 0 ? k++ : k] = j; }",
             "for (int j = 0; j < m; j++) { key[j] > 0 && k++; a[k] = j; }",
             "for (int j = 0; j < m; j++) { a[k] = j; k += key[j]; }",
             "for (int j = 0; j < m; j++) { a[k] = j; k += j; }",
             "for (int j = 0; j < m; j++) { a[k++] = j; if (key[j]) k = i * m; }",
             "for (int j = 0; j < m; j++) { while (key[k] > 0) k++; a[k] = j; }",
             "for (int j = 0; j < m; j++) { move(&k); a[k] = j; k++; }",
             "for (int j = 0; j < (k++, m); j++) a[k] = j;",
             "for (int j = 0; j < m; j++) { switch (key[j]) { case 1: k++; } a[k] = j; }",
         }) {
        INFO(body);
        const std::string text = body.find("a[k++] = j") != std::string::npos ? "a[k++]"
                                 : body.find("? k++") != std::string::npos    ? "a[key[j] > 0 ? k++ : k]"
                                                                              : "a[k]";
        CHECK(touched(row + body, text) == "write found in stage 1");
    }
}

TEST_CASE("loops that go on until two values meet") {
    // Where they never do, the loop ends otherwise, or not at all.
    CHECK(touched(row + "while (r--) { if (key[r]) break; *p++ = 1; }", "*p++") == "write found in stage 1");
    CHECK(touched(row + "for (; p != e; p++) { if (key[0]) break; *p = 1; }", "*p") == "write found in stage 1");
    CHECK(touched(row + "if (m > 0) for (; p != e; p++) { if (key[i]) break; *p = 1; }", "*p") ==
          "maywrite [hydra_lo, hydra_hi)[0, m)");
}

TEST_CASE("a pointer to void moves by bytes") {
    CHECK(touched("void *z = a + i * 4; z += 4; *(float *)z = 1;", "*(float *)z") == "write found in stage 1");
    CHECK(touched("void *z = a + i * 4; for (int j = 0; j < 4; j++) { *(float *)z = 1; z += sizeof(float); }",
                  "*(float *)z") == "write found in stage 1");
}

TEST_CASE("behind a loop") {
    // Only where it is known that the loop went round so often.
    CHECK(touched(row + "if (m > 3) { for (int j = 0; j < m - 3; j++) k++; a[k] = 1; }", "a[k]") ==
          "write [hydra_lo, hydra_hi)[m - 3, m - 2)");
    CHECK(touched(row + "int j = 0; while (j < 4) { j++; k += 2; } a[k] = 1;", "a[k]") ==
          "write [hydra_lo, hydra_hi)[8, 9)");
    CHECK(touched(row + "for (int j = 0; j < w; j++) k++; a[k] = 1;", "a[k]") == "write found in stage 1");
    CHECK(touched(row + "for (int j = 0; j < 4; j++) { k++; if (key[j]) break; } a[k] = 1;", "a[k]") ==
          "write found in stage 1");
}

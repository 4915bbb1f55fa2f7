// Definite assignment: every construct by which an iteration may miss an assignment, or be certain of it.
#include "analysed.h"

#include "passes/flow/definite_assignment.h"

namespace {

// "read" and "always", as far as they hold of the private t in this body.
std::string assigned(const std::string& body) {
    const Analysed program("int a[100]; void f(int n, int c) { int t;\n#pragma hydra parallel for private(t)\n"
                           "for (int i = 0; i < n; i++) {" +
                           body + "} }\n");
    const auto& loop = *program.program.kernels.at(0).loop->as<hydra::ir::For>();
    const auto found = hydra::passes::assignment_in(*loop.body, loop.directive->private_.at(0));
    return std::string(found.may_read_first ? "read " : "") + (found.always ? "always" : "");
}

} // namespace

TEST_CASE("straight lines and branches") {
    CHECK(assigned("t = i; a[i] = t;") == "always");
    CHECK(assigned("if (c) t = 1; else t = 2; a[i] = t;") == "always");
    CHECK(assigned("if (c) t = 1; a[i] = i;") == "");
    CHECK(assigned("if (c) t = 1; a[i] = t;") == "read ");
    CHECK(assigned("a[i] = c && (t = i);") == "");
    CHECK(assigned("a[i] = c ? (t = 1) : (t = 2);") == "always");
}

TEST_CASE("jumps") {
    CHECK(assigned("if (c) continue; t = i; a[i] = t;") == "");
    CHECK(assigned("t = i; if (c) continue; a[i] = t;") == "always");
    CHECK(assigned("t = i; if (c) goto next; a[i] = t; next:;") == "always");
    CHECK(assigned("if (c) goto next; t = i; next: a[i] = i;") == "");
    CHECK(assigned("if (c) goto next; t = i; next: a[i] = t;") == "read ");
    CHECK(assigned("t = 0; again: t++; if (t < c) goto again; a[i] = t;") == "always");
    CHECK(assigned("if (c) goto late; t = 1; early: a[i] = t; continue; late: goto early;") == "read ");
}

TEST_CASE("loops and switches") {
    CHECK(assigned("for (t = 0; t < n; t++) a[i] += t;") == "always");
    CHECK(assigned("for (int k = 0; k < 3; k++) t = k; a[i] = t;") == "always");
    CHECK(assigned("for (int k = 0; k < n; k++) t = k; a[i] = t;") == "read ");
    CHECK(assigned("do { if (c) break; t = i; } while (t < 5); a[i] = i;") == "");
    CHECK(assigned("do t = i; while (t < 0); a[i] = t;") == "always");
    CHECK(assigned("while (1) { t = i; if (t > c) break; } a[i] = t;") == "always");
    CHECK(assigned("switch (c) { case 0: t = 1; break; default: t = 2; } a[i] = t;") == "always");
    CHECK(assigned("switch (c) { case 0: t = 1; break; case 1: t = 2; } a[i] = i;") == "");
    CHECK(assigned("switch (c) { case 0: t = 1; case 1: a[i] = t; break; default: t = 2; }") == "read ");
}

// From C text to footprints: each case is a shape of subscript or condition that programs have.
#include "analysed.h"

namespace {

std::string loop(const std::string& declarations, const std::string& body) {
    return declarations + "\nvoid f(int n, int m, int k) {\n#pragma hydra parallel for\n" + body + "\n}\n";
}

} // namespace

TEST_CASE("a stencil through a pointer to rows") {
    const Analysed program("void f(int n, double (*a)[n], double (*b)[n]) {\n#pragma hydra parallel for\n"
                           "for (int i = 1; i < n - 1; i++) for (int j = 1; j < n - 1; j++)\n"
                           "b[i][j] = a[i-1][j] + a[i][j+1]; }\n");
    CHECK(program.kernel(0, "a[i - 1][j]") == "read [hydra_lo - 1, hydra_hi - 1)[1, n - 1)");
    CHECK(program.kernel(0, "a[i][j + 1]") == "read [hydra_lo, hydra_hi)[2, n)");
    CHECK(program.kernel(0, "b[i][j]") == "write [hydra_lo, hydra_hi)[1, n - 1)");
    CHECK(program.program.kernels[0].distribution.alignment.dim == 0);
    CHECK(program.program.kernels[0].touches.accesses[0].facts.size() == 1);
}

TEST_CASE("which iterations touch which rows is known where it is one line, or all the same") {
    const Analysed program("void f(int n, int k, double (*a)[n], double (*b)[n], double *c) {\n"
                           "#pragma hydra parallel for\nfor (int i = 1; i < n - 1; i++) for (int j = 0; j < n; j++) {\n"
                           "a[i][j] = b[i + k][j] + b[j][i] + c[j] + c[n - i];\nif (i != k) a[i][j] += b[k][j];\n"
                           "if (i > k) a[i][j] += b[k + 1][j];\nif (j < i) a[i][j] += b[k + 2][j]; }}\n");
    const auto law = [&](const std::string& text) {
        for (const auto& access : program.program.kernels[0].touches.accesses)
            if (access.text == text)
                return access.row ? "row " + access.row->text() : std::to_string(access.each);
        return std::string("none");
    };
    CHECK(law("a[i][j]") == "row 0");
    CHECK(law("b[i + k][j]") == "row k");
    CHECK(law("b[j][i]") == "0");
    CHECK(law("c[j]") == "1");
    CHECK(law("c[n - i]") == "0");
    CHECK(law("b[k][j]") == "2"); // all iterations but one
    CHECK(law("b[k + 1][j]") == "0");
    CHECK(law("b[k + 2][j]") == "0");
}

TEST_CASE("rows that wrap around are known piece by piece") {
    const Analysed program("void f(int n, int k, double (*a)[8], double (*b)[8], double (*c)[8]) {\n"
                           "#pragma hydra parallel for\nfor (int i = 0; i < n; i++) for (int j = 0; j < 8; j++)\n"
                           "a[i][j] = b[(i + 1) % n][j] + c[(i - 1 + n) % n][j] + c[i / 2][j]; }\n");
    const auto laws = [&](const std::string& text) {
        std::string all;
        for (const auto& access : program.program.kernels[0].touches.accesses)
            if (access.text == text)
                all += access.row ? access.row->text() + ";" : "none;";
        return all;
    };
    CHECK(laws("b[(i + 1) % n][j]") == "1;-hydra_hi + 1;"); // the last iteration's, which is hi - 1
    CHECK(laws("c[(i - 1 + n) % n][j]") == "n - 1;-1;");
    CHECK(laws("c[i / 2][j]") == "none;"); // two iterations read one row
}

TEST_CASE("a read behind a condition asks for nothing where the iteration reads the element anyway") {
    const Analysed program(loop("double d[100], b[100];", "for (int i = 1; i < n - 1; i++) { double t = b[i] + k;"
                                                          " d[i] = t < d[i] ? t : d[i]; }"));
    CHECK(program.program.kernels[0].inspection.inspectors.empty());
    for (const auto& access : program.program.kernels[0].touches.accesses)
        CHECK(access.reason.empty());
    CHECK(program.kernel(0, "d[i]") == "read [hydra_lo, hydra_hi); write [hydra_lo, hydra_hi)");
}

TEST_CASE("an element that the iteration writes later is still read behind a condition before that") {
    const Analysed program(loop("double a[100], c[100];", "for (int i = 0; i < n; i++) { double t = 0; if (c[i] > 0)"
                                                          " t = a[i]; a[i] = t; c[i] = a[i] + 1; }"));
    CHECK(program.kernel(0, "a[i]").find("read [hydra_lo, hydra_hi)") != std::string::npos);
}

TEST_CASE("linearised subscripts with run-time row lengths become rows and columns") {
    const Analysed program(loop("double *a, *b;", "for (int i = 1; i < n; i++) for (int j = 0; j < m; j++)"
                                                  " a[(i - 1) * m + j] = b[(i * m + j) * 3 + 1];"));
    CHECK(program.kernel(0, "a[(i - 1) * m + j]") == "write [hydra_lo - 1, hydra_hi - 1)[0, m)");
    CHECK(program.kernel(0, "b[(i * m + j) * 3 + 1]").starts_with("read ["));
    CHECK(program.program.kernels[0].touches.slots[0].dims() == 2);
}

TEST_CASE("values computed on the way are followed") {
    const Analysed program(loop("static double a[100][100]; static int idx(int r, int c) { return r + c; }",
                                "for (int i = 2; i < 50; i++) { int up = i - 1; const double *row = a[up];"
                                " a[idx(i, 0)][0] = row[3] + a[up - 1][up]; }"));
    CHECK(program.kernel(0, "row[3]") == "read [hydra_lo - 1, hydra_hi - 1)[3, 4)");
    CHECK(program.kernel(0, "a[idx(i, 0)][0]") == "write [hydra_lo, hydra_hi)[0, 1)");
    // In rows of 101: the element behind the first one of row i - 2, in its row.
    CHECK(program.kernel(0, "a[up - 1][up]") == "read [hydra_lo - 2, hydra_hi - 2)[1, 2)");
}

TEST_CASE("affine conditions are exact, others make may-writes") {
    const Analysed program(loop("double a[100], b[100];", "for (int i = 0; i < 100; i++) { if (i != k) a[i] = 1;"
                                                          " if (b[i] > 0) b[i] = 0; }"));
    CHECK(program.kernel(0, "a[i]").find("write [") == 0);
    CHECK(program.kernel(0, "b[i]") == "read [hydra_lo, hydra_hi); maywrite [hydra_lo, hydra_hi)");
}

TEST_CASE("conditions with which a section is no box are left out where the subscript names the iteration") {
    const Analysed program(loop("double a[100], b[101], c[100];",
                                "for (int i = 0; i < 100; i++) { if (i % 7 != 3) a[i] = 1;"
                                " if (i < k && i % 7 != 3 && i % 5 < 4) b[i + 1] = 1;"
                                " for (int j = 0; j < 100; j++) if (j % 7 != 3 && j / 10 == i) c[j] = 2; }"));
    CHECK(program.kernel(0, "a[i]") == "maywrite [hydra_lo, hydra_hi)");
    CHECK(program.kernel(0, "b[i + 1]").find("k") != std::string::npos); // what can be kept is
    CHECK(program.kernel(0, "c[j]").find("[0, 100)") == std::string::npos);
    CHECK(!program.program.kernels[0].analysis.replicated);
}

TEST_CASE("a write that cannot be looked up may be anywhere where its subscripts lead") {
    const Analysed program(
        loop("int a[100], b[100];", "for (int i = 0; i < 100; i++) if (i % 7 != 3 && a[i] > b[i]) b[i] = a[i] + 1;"));
    CHECK(program.kernel(0, "b[i]") == "read [hydra_lo, hydra_hi); maywrite [hydra_lo, hydra_hi)");
    CHECK(!program.program.kernels[0].analysis.replicated);
}

TEST_CASE("what an iteration has certainly stored is no read of what was there before") {
    const auto touched = [](const std::string& body, const std::string& text) {
        const Analysed program("union u { double d; float f[2]; struct { float x, y; } at; }; static union u w[100];\n"
                               "static void set(double *p, double v) { *p = v; }\n"
                               "static double put(double *p, double v) { return *p = v; }\n" +
                               loop("double a[100], b[100], s;", "for (int i = 0; i < 100; i++) { " + body + " }"));
        return program.kernel(0, text);
    };
    const std::string all = "[hydra_lo, hydra_hi)";
    CHECK(touched("a[i] = i; if (a[i] > 5) b[i] = a[i];", "a[i]") == "write " + all);
    CHECK(touched("a[i] = i; while (a[i] > 5) a[i] -= 2;", "a[i]") == "write " + all);
    CHECK(touched("set(&a[i], i); b[i] = a[i];", "a[i]").empty());
    CHECK(touched("if (i % 2) a[i] = 1; else a[i] = 2; b[i] = a[i];", "a[i]").find("read") == std::string::npos);
    CHECK(touched("w[i].d = i; b[i] = w[i].f[1];", "w[i].f[1]").empty());
    CHECK(touched("w[i].at.x = i; w[i].at.y = i; b[i] = w[i].d;", "w[i].d").empty());
    // The order of evaluation is not said; one way does not write; half of it is as it was.
    CHECK(touched("b[i] = put(&a[i], i) + a[i];", "a[i]") == "read " + all);
    CHECK(touched("if (b[i] > 2) a[i] = 1; b[i] = a[i];", "a[i]").find("read " + all) != std::string::npos);
    CHECK(touched("if (i % 2) a[i] = 1; b[i] = a[i];", "a[i]").find("read " + all) != std::string::npos);
    CHECK(touched("while (b[i] > 2) { a[i] = 1; b[i] -= 1; } b[i] = a[i];", "a[i]").find("read " + all) !=
          std::string::npos);
    CHECK(touched("w[i].f[0] = i; b[i] = w[i].d;", "w[i].d") == "read " + all + "[0, 1)");
}

TEST_CASE("an entry of a constant table whose number is the launch's is a parameter") {
    const Analysed program("static double a[100], b[100];\nvoid f(void) { int by[4] = {3, 5, 2, 9};\n"
                           "for (int k = 0; k < 4; k++) {\n#pragma hydra parallel for\n"
                           "for (int i = 10; i < 90; i++) a[i] = b[i - by[k]]; } }\n");
    CHECK(program.kernel(0, "b[i - by[k]]") == "read [hydra_lo - hydra_v, hydra_hi - hydra_v)");
    REQUIRE(program.program.kernels[0].touches.keys.size() == 1);
    CHECK(program.program.kernels[0].touches.keys[0].host.text().find("< 4 ? by[k] : 0)") != std::string::npos);
}

TEST_CASE("the affine part of a condition on data still bounds the access") {
    const Analysed program(
        loop("double a[100], b[100];", "for (int i = 0; i < 100; i++) if (i > 0 && a[i - 1] < 2) b[i] = a[i - 1];"));
    CHECK(program.kernel(0, "a[i - 1]") == "read [hydra_lo == 0 ? 0 : hydra_lo - 1, hydra_hi - 1)");
}

TEST_CASE("data-dependent accesses are found at run time, stage after stage") {
    const Analysed program(loop("double a[100], b[100]; int at[100], to[100], row[101];",
                                "for (int i = 0; i < 100; i++) { double s = 0;"
                                " for (int k = row[at[i]]; k < row[at[i] + 1]; k++) s += b[to[k]]; a[to[i]] = s; }"));
    CHECK(program.kernel(0, "at[i]") == "read [hydra_lo, hydra_hi)");
    CHECK(program.kernel(0, "row[at[i]]") == "read found in stage 1");
    CHECK(program.kernel(0, "to[k]") == "read found in stage 2");
    CHECK(program.kernel(0, "b[to[k]]") == "read found in stage 3");
    CHECK(program.kernel(0, "a[to[i]]") == "write found in stage 1");
    const auto& kernel = program.program.kernels[0];
    CHECK_FALSE(kernel.analysis.replicated);
    REQUIRE(kernel.inspection.inspectors.size() == 3);
    CHECK(kernel.inspection.inspectors[0].body.find("b[") == std::string::npos); // a slice of what matters to the stage
    CHECK(kernel.inspection.inspectors[2].body.find("a[") == std::string::npos);
}

TEST_CASE("what the loop itself decides is not found before it") {
    const Analysed chain(loop("double a[100]; int head[100], next[100];",
                              "for (int i = 0; i < 100; i++) for (int j = head[i]; j >= 0; j = next[j]) a[i] += j;"));
    CHECK(chain.kernel(0, "next[j]") == "read whole");
    const Analysed writes(loop("int a[100];", "for (int i = 0; i < 100; i++) a[a[i]] = 1;"));
    CHECK(writes.program.kernels[0].analysis.replicated);
    CHECK(writes.diagnostics.render().find("hydra-replicated") != std::string::npos);
}

TEST_CASE("bounds that may make iterations meet are refined, those that cannot are not") {
    const Analysed either(loop("double a[201]; int side[100];",
                               "for (int i = 0; i < 100; i++) if (side[i]) a[i] = 1; else a[i + 1] = 2;"));
    CHECK(either.kernel(0, "a[i]") == "maywrite [hydra_lo, hydra_hi); write found in stage 1");
    CHECK(either.kernel(0, "a[i + 1]") == "maywrite [hydra_lo + 1, hydra_hi + 1)"); // found in the same slot
    const auto& kernel = either.program.kernels[0];
    REQUIRE(kernel.inspection.inspectors.size() == 1);
    using Role = hydra::ir::Slot::Role;
    for (const auto& access : kernel.touches.accesses)
        if (access.kind == hydra::ir::AccessKind::write)
            CHECK(kernel.touches.slots[static_cast<std::size_t>(access.slot)].role == Role::fine);
    const Analysed own(loop("double a[100]; int side[100];", "for (int i = 0; i < 100; i++) if (side[i]) a[i] = 1;"));
    CHECK(own.kernel(0, "a[i]") == "maywrite [hydra_lo, hydra_hi)");
    CHECK(own.program.kernels[0].inspection.inspectors.empty());
}

TEST_CASE("functions that the body calls are looked into") {
    const Analysed program(
        "static double pick(const double *x, const int *at, int i, double by) {"
        " if (at[i] < 0) return by; return x[at[i]]; }\n" +
        loop("double a[100], b[100]; int at[100];", "for (int i = 0; i < 100; i++) a[i] = pick(b, at, i, a[i]);"));
    CHECK(program.kernel(0, "x[at[i]]") == "read found in stage 1");
    REQUIRE(program.program.kernels[0].inspection.inspectors.size() == 1);
    const auto& inspector = program.program.kernels[0].inspection.inspectors[0];
    CHECK(inspector.functions.find("hydra_rt_touch_any") != std::string::npos);
    CHECK(inspector.functions.find("by") == std::string::npos); // it does not decide what is touched
    CHECK(inspector.body.find("a[") == std::string::npos);
}

TEST_CASE("pointers in a struct are known where the struct is read in any case") {
    const std::string type = "struct csr { int *rp, *col; double *val; };\n";
    const std::string sum = " { double s = 0; for (int k = m->rp[i]; k < m->rp[i + 1]; k++)"
                            " s += m->val[k] * x[m->col[k]]; ";
    const Analysed always("#include <stddef.h>\n" + type +
                          "void f(const struct csr *m, const double *x, double *y) {\n"
                          "#pragma hydra parallel for\nfor (int i = 0; i < 100; i++)" +
                          sum + "y[i] = s; } }");
    CHECK(always.kernel(0, "m->val[k]") == "read found in stage 1");
    CHECK(always.kernel(0, "x[m->col[k]]") == "read found in stage 2");
}

TEST_CASE("an unknown element's member is read of all elements, and no other member") {
    const Analysed program(loop("struct cell { double x, y; } c[100];",
                                "for (int i = 0; i < 100; i++) { int k, *p = &k; *p = i % 3; c[i].y = c[k].x; }"));
    CHECK(program.kernel(0, "c[k].x") == "read whole[-1099511627776, 1099511627776)[0, 1)");
}

TEST_CASE("members whose sizes do not divide their record's are exact") {
    const std::string types = "typedef struct { double x, y, z; } vec;\n"
                              "typedef struct { vec p, q[2]; double m; } node;\n" // 80 bytes
                              "typedef struct { int n; node *nodes; } body;\n";
    const Analysed program(types + "static double len(const vec *v) { return v->y; }\n"
                                   "void f(body *b, const vec *v, double *d) {\n"
                                   "#pragma hydra parallel for\n"
                                   "for (int i = 0; i < b->n; i++) { b->nodes[i].p = v[i]; vec *r = b->nodes[i].q + 1;"
                                   " *r = v[i]; r->x = 2; d[i] = len(&b->nodes[i].q[0]) + b->nodes[i].q[i].z; } }");
    CHECK(program.kernel(0, "b->nodes[i].p") == "write [hydra_lo, hydra_hi)[0, 3)");
    CHECK(program.kernel(0, "*r") == "write [hydra_lo, hydra_hi)[6, 9)");
    CHECK(program.kernel(0, "r->x") == "write [hydra_lo, hydra_hi)[6, 7)");
    CHECK(program.kernel(0, "v->y") == "read [hydra_lo, hydra_hi)[4, 5)");
    CHECK(program.kernel(0, "b->nodes[i].q[i].z") == "read [hydra_lo, hydra_hi)[5, 6)"); // of rows of 13
}

TEST_CASE("what one record may change of another is in its members' types") {
    const std::string types = "typedef struct { double x; int y; } pair;\ntypedef struct { int n; pair *at; } list;\n";
    const std::string loops = "void f(void) { list w, *c = &w; c->n = 9;\n"
                              "#pragma hydra parallel for\nfor (int i = 0; i < w.n; i++) w.at[i] = (pair){i, 2}; }";
    CHECK(!Analysed(types + loops).program.kernels[0].analysis.replicated);
    const std::string bytes = "typedef struct { double x; char y; } pair;\ntypedef struct { int n; pair *at; } list;\n";
    const std::string stored = "void f(void) { list w, *c = &w; c->n = 9;\n"
                               "#pragma hydra parallel for\nfor (int i = 0; i < 9; i++) w.at[i] = (pair){i, 1}; }";
    CHECK(Analysed(bytes + stored).program.kernels[0].analysis.reason == "the loop may change the pointer 'w.at'");
}

TEST_CASE("a body that prints keeps its order") {
    const Analysed program("#include <stdio.h>\n" + loop("", "for (int i = 0; i < n; i++) printf(\"%d\", i);"));
    CHECK(program.program.kernels[0].analysis.replicated);
    CHECK(program.program.kernels[0].analysis.reason == "'printf' prints");
}

TEST_CASE("C's arithmetic: unsigned differences and divisions only where they are the mathematics") {
    const Analysed good(loop("double a[100], b[100];", "for (unsigned i = 1; i < 100; i++) a[i - 1] = b[i / 2];"));
    CHECK(good.kernel(0, "a[i - 1]") == "write [hydra_lo - 1, hydra_hi - 1)");
    CHECK(good.kernel(0, "b[i / 2]").find("read [") == 0);
    const Analysed negative(
        loop("double a[100], b[200];", "for (int i = -50; i < 50; i++) a[i + 50] = b[i / 2 + 50];"));
    CHECK(negative.kernel(0, "b[i / 2 + 50]").find("read [") == 0);
}

TEST_CASE("periodic subscripts by a run-time size are boxes, and tables are their values") {
    const Analysed program(
        loop("double a[100], b[100]; static const int step[3] = {0, 2, 4};",
             "for (int i = 0; i < n; i++) { b[i] = a[(i + 1) % n]; for (int k = 0; k < 3; k++) b[i] += a[step[k]]; }"));
    CHECK(program.kernel(0, "a[(i + 1) % n]").find("read [") == 0);
    CHECK(program.kernel(0, "a[step[k]]") == "read [0, 5 by 2)");
}

TEST_CASE("clamped subscripts and bounds are exact") {
    const Analysed program(
        loop("double a[100], b[100], c[100];",
             "for (int i = 0; i < 100; i++) { int up = i > 0 ? i - 1 : 0; int down = i; if (i < 99) down = i + 1;"
             " b[i] = a[up] + a[down]; for (int j = i - 2 < 0 ? 0 : i - 2; j < i; j++) b[i] += c[j]; }"));
    CHECK(program.kernel(0, "a[up]").find("read [") == 0);
    CHECK(program.kernel(0, "a[down]").find("read [") == 0);
    CHECK(program.kernel(0, "c[j]").find("read [") == 0);
}

TEST_CASE("serial code asks for what it touches, where it stands") {
    const Analysed program("#include <stdio.h>\nstatic double a[64];\nint main(void) {\n#pragma hydra parallel for\n"
                           "for (int i = 0; i < 64; i++) a[i] = i;\n"
                           "printf(\"%g\", a[5]);\nfor (int i = 0; i < 10; i++) a[2 * i] = 0;\nreturn 0; }\n");
    REQUIRE(program.program.sites.size() >= 1);
    CHECK(program.site(0, "a[5]") == "read [5, 6)");
}

TEST_CASE("private variables and their last values") {
    const Analysed program(loop("double a[100]; double last;",
                                "for (int i = 0; i < 100; i++) a[i] = i;\n double t = 0;\n"
                                "#pragma hydra parallel for private(t)\n"
                                "for (int i = 0; i < 100; i++) { t = a[i]; a[i] = t * 2; }\n"
                                "last = t;"));
    REQUIRE(program.program.kernels.size() == 2);
    CHECK(program.program.kernels[1].analysis.last_values.size() == 1);
}

TEST_CASE("loops over other steps count their iterations") {
    const Analysed program(loop("double a[100];", "for (int i = 99; i > n; i -= 3) a[i] = 1;"));
    CHECK(program.program.kernels[0].space.counted);
    CHECK(program.kernel(0, "a[i]").find("by 3)") != std::string::npos);
}

TEST_CASE("a call through a pointer is a call of what it can hold") {
    const std::string functions = "static double a[100], b[100];\n"
                                  "static void copy(double *x, int i) { x[i] = b[i]; }\n"
                                  "static void other(double *x, int i) { x[i] = b[i + 1]; }\n"
                                  "static void run(void (*f)(double *, int), int n) {\n#pragma hydra parallel for\n"
                                  "for (int i = 0; i < n; i++) f(a, i); }\n";
    const Analysed one(functions + "void (*elsewhere)(double *, int) = other;\nvoid go(void) { run(copy, 90); }\n");
    CHECK(one.kernel(0, "x[i]") == "write [hydra_lo, hydra_hi)");
    CHECK(one.kernel(0, "b[i]") == "read [hydra_lo, hydra_hi)");
    CHECK(one.kernel(0, "b[i + 1]").empty());
    const Analysed two(functions + "void go(int way) { run(way ? copy : other, 90); }\n");
    CHECK(two.kernel(0, "x[i]") == "maywrite [hydra_lo, hydra_hi)");
    CHECK(two.kernel(0, "b[i + 1]") == "read [hydra_lo + 1, hydra_hi + 1)");
    CHECK(!two.program.kernels[0].analysis.replicated);
    // Whoever calls it from outside hands over what nobody knows.
    const Analysed any(functions +
                       "void take(void (*)(void (*)(double *, int), int));\nvoid go(void) { take(run); }\n");
    CHECK(any.program.kernels[0].analysis.replicated);
}

TEST_CASE("writes in all arms of a branch are one write") {
    const auto body = [](const std::string& text) {
        return loop("double a[100], b[100], c[100][9];", "for (int i = 0; i < 100; i++) {" + text + "}");
    };
    const Analysed chain(body("if (b[i] > 0) a[i] = 1; else if (b[i] < k) a[i] = 2; else a[i] = b[i];"));
    CHECK(chain.kernel(0, "a[i]") == "write [hydra_lo, hydra_hi)");
    const Analysed early(body("if (b[i] > 0) { a[i] = 1; continue; } if (i == k) { a[i] = 2; continue; } a[i] = 3;"));
    CHECK(early.kernel(0, "a[i]") == "write [hydra_lo, hydra_hi)");
    const Analysed loops(body("if (b[i] > 0) for (int j = 0; j < 9; j++) c[i][j] = 1;"
                              " else for (int l = 0; l < 9; l++) c[i][l] = 2;"));
    CHECK(loops.kernel(0, "c[i][l]") == "write [hydra_lo, hydra_hi)[0, 9)");
    CHECK(loops.kernel(0, "c[i][j]").empty());
    const Analysed cases(body("switch (k * (int)b[i]) { case 1: a[i] = 1; break; case 2: case 3: a[i] = 2; break;"
                              " default: a[i] = 3; }"));
    CHECK(cases.kernel(0, "a[i]") == "write [hydra_lo, hydra_hi)");
    CHECK(Analysed(body("switch ((int)b[i]) { case 1: a[i] = 1; break; case 2: a[i] = 2; }")).kernel(0, "a[i]") ==
          "maywrite [hydra_lo, hydra_hi)");
    // What is read in an arm was not written by the other one.
    const Analysed reads(body("if (b[i] > 0) a[i] = 1; else a[i] = a[i] + 1;"));
    CHECK(reads.kernel(0, "a[i]") == "read [hydra_lo, hydra_hi); write [hydra_lo, hydra_hi)");
    for (const char* text : {"if (b[i] > 0) a[i] = 1; else if (b[i] < k) a[i] = 2;",
                             "if (b[i] > 0) { if (b[i] < 9) a[i] = 1; } else a[i] = 2;",
                             "if (b[i] > 0) { if (b[i] > 9) continue; a[i] = 1; } else a[i] = 2;",
                             "if (b[i] > 0) { a[i] = 1; continue; } if (b[i] < k) continue; a[i] = 2;",
                             "if (b[i] > 0) { if (i < 50) a[i] = 1; } else { if (i < 51) a[i] = 2; }"})
        CHECK(Analysed(body(text)).kernel(0, "a[i]").find("maywrite") == 0);
    CHECK(Analysed(body("if (b[i] > 0) for (int j = 0; j < 9; j++) c[i][j] = 1;"
                        " else for (int l = 0; l < 8; l++) c[i][l] = 2;"))
              .kernel(0, "c[i][l]") == "maywrite [hydra_lo, hydra_hi)[0, 8)");
}

TEST_CASE("guards that the loop itself decides are left out where that does no harm") {
    const Analysed swap(loop("int a[128];", "for (int i = 0; i < 128; i++) { int l = i ^ k;"
                                            " if (l > i && a[i] > a[l]) { int t = a[i]; a[i] = a[l]; a[l] = t; } }"));
    CHECK(!swap.program.kernels[0].analysis.replicated);
    CHECK(swap.kernel(0, "a[l]").find("found in stage 1") != std::string::npos);
    REQUIRE(!swap.program.kernels[0].inspection.inspectors.empty());
    CHECK(swap.program.kernels[0].inspection.inspectors[0].body.find("l > i") != std::string::npos);
    CHECK(swap.program.kernels[0].inspection.inspectors[0].body.find("a[i] > a[l]") == std::string::npos);
    const Analysed search(loop("int p[101], c[300]; double x[99], y[99];",
                               "for (int i = 0; i < 99; i++) { double s = 0; for (int j = p[i]; j < p[i + 1]; j++) {"
                               " if (c[j] < 0) break; s += x[c[j]]; } y[i] = s; }"));
    CHECK(search.kernel(0, "c[j]") == "read found in stage 1; read found in stage 2");
    CHECK(search.kernel(0, "x[c[j]]") == "read found in stage 3");
    // Not where a load would have to be made in vain.
    const Analysed loads(loop("int a[128], to[128];", "for (int i = 0; i < 128; i++) {"
                                                      " if (a[i] > 0) a[to[i]] = 1; }"));
    CHECK(loads.program.kernels[0].inspection.inspectors.empty());
}

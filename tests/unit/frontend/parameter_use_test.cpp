// What functions do with the object that a parameter points at (ir/parameter_use.h).
#include "ir/parameter_use.h"
#include "parsed.h"

using namespace hydra;
using ir::ObjectUse;
using test::Parsed;

namespace {

const char* const types = "typedef struct { int w; double cell[9]; } grid;\n"
                          "typedef struct { int n; double d[20]; int idx[20]; grid g, h; double *rows[3];\n"
                          "  union { int part[2]; long whole; } u; union { float f[4]; int i[4]; } same; } S;\n"
                          "void *memset(void *, int, unsigned long);\n"
                          "double *kept; S *all; const double *seen;\n";

// Of the first parameter of the last of the functions.
ObjectUse use(const std::string& functions) {
    const Parsed parsed(types + functions);
    CHECK(parsed.messages() == "");
    const ir::Definitions definitions({&parsed.unit, 1});
    return ir::use_of(parsed.unit->functions.back(), 0, definitions);
}

std::string handed_back_by(const std::string& functions, const std::string& call) {
    const Parsed parsed(types + functions + "S s; void user(void) { " + call + "; }");
    CHECK(parsed.messages() == "");
    const ir::Expr* object = ir::addressed_object(parsed.expression("user", 0));
    return object != nullptr ? ir::print_c(*object) : "";
}

} // namespace

TEST_CASE("an object is only read") {
    CHECK(use("double f(S *s, int i) { return s->d[s->idx[i]] + s->n; }") == ObjectUse::reads);
    CHECK(use("double f(S *s, int i) { return *(s->d + i) + (*s).n; }") == ObjectUse::reads);
    CHECK(use("const double *f(S *s, int i) { return &s->d[i]; }") == ObjectUse::reads);
    CHECK(use("double f(S *s, int i) { const double *p = s->d; return p[i]; }") == ObjectUse::reads);
    CHECK(use("void f(S *s, int i) { s->rows[i][2] = 1; }") == ObjectUse::reads);
    CHECK(use("int g(grid *g) { return g->w; } int f(S *s) { return g(&s->g); }") == ObjectUse::reads);
    CHECK(use("double g(double *p) { return p[1]; } double f(S *s) { return g(s->d); }") == ObjectUse::reads);
}

TEST_CASE("elements of arrays in it are written, or their addresses go elsewhere") {
    CHECK(use("void f(S *s, int i, double v) { s->d[i] += v; }") == ObjectUse::elements);
    CHECK(use("void f(S *s, int i) { s->g.cell[i]++; }") == ObjectUse::elements);
    CHECK(use("double *f(S *s, int i) { return &s->d[i]; }") == ObjectUse::elements);
    CHECK(use("double *f(S *s, int i) { return s->d + i; }") == ObjectUse::elements);
    CHECK(use("void f(S *s) { kept = s->d; }") == ObjectUse::elements);
    CHECK(use("void f(S *s) { memset(s->d, 0, sizeof s->d); }") == ObjectUse::elements);
    CHECK(use("void f(S *s, int i) { s->same.f[i] = 1; }") == ObjectUse::elements);
    CHECK(use("double *g(S *s, int i) { return &s->d[i]; } void f(S *s, int i) { *g(s, i) = 2; }") ==
          ObjectUse::elements);
    CHECK(use("void g(grid *g) { g->cell[2] = 1; } void f(S *s) { g(&s->g); }") == ObjectUse::elements);
    CHECK(use("grid *g(S *s) { return &s->g; } void f(S *s) { g(s)->cell[1] = 2; }") == ObjectUse::elements);
    CHECK(use("void f(S *s) { S *self = s; grid *g = &self->g; g->cell[g->w] = 1; }") == ObjectUse::elements);
}

TEST_CASE("anything else may happen to it") {
    CHECK(use("void f(S *s) { s->n++; }") == ObjectUse::anything);
    CHECK(use("void f(S *s) { s->g.w = 1; }") == ObjectUse::anything);
    CHECK(use("int *f(S *s) { return &s->n; }") == ObjectUse::anything);
    CHECK(use("grid *f(S *s) { return &s->g; }") == ObjectUse::anything);
    CHECK(use("void f(S *s) { all = s; }") == ObjectUse::anything);
    CHECK(use("void f(S *s) { memset(s, 0, sizeof *s); }") == ObjectUse::anything);
    CHECK(use("void f(S *s, int i) { s->u.part[i] = 1; }") == ObjectUse::anything);
    CHECK(use("void g(int *p) { *p = 1; } void f(S *s) { g(&s->idx[0]); g(&s->n); }") == ObjectUse::anything);
    CHECK(use("grid *g(S *s) { return &s->g; } void f(S *s) { g(s)->w = 2; }") == ObjectUse::anything);
    CHECK(use("void f(S *s) { S *other = s; other->n = 1; }") == ObjectUse::anything);
    CHECK(use("void f(S *s, int i) { ((S *)((char *)&s->d[i] - 8 * i))->n = 1; }") == ObjectUse::anything);
    CHECK(use("void f(S *s) { grid *g = &s->g; grid *h = g; h->w = 1; }") == ObjectUse::anything);
}

TEST_CASE("calls that hand back the address of a member") {
    CHECK(handed_back_by("grid *g(S *s) { return &s->g; }", "g(&s)") == "s");
    CHECK(handed_back_by("S *g(int k, S *s) { return s; }", "g(1, &s)") == "s");
    CHECK(handed_back_by("S *self(S *s) { return s; } grid *g(S *s) { return &self(s)->h; }", "g(self(&s))") == "s");
    CHECK(handed_back_by("double *g(S *s) { return s->d; }", "g(&s)").empty());
    CHECK(handed_back_by("double *g(S *s) { return s->rows[0]; }", "g(&s)").empty());
    CHECK(handed_back_by("long *g(S *s) { return &s->u.whole; }", "g(&s)").empty());
    CHECK(handed_back_by("grid *g(S *s) { kept = s->d; return &s->g; }", "g(&s)").empty());
}

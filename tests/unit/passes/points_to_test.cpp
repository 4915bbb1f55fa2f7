// Where pointers lead: what may be one object, in every way in which C lets a pointer get somewhere, and what may not.
#include "analysed.h"

#include <algorithm>

#include "ir/print.h"
#include "passes/facts/points_to.h"

namespace {

using hydra::ir::Expr;
using hydra::passes::PointsTo;

struct Pointers : Checked {
    explicit Pointers(const std::string& text)
        : Checked("#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\n#include <stdint.h>\n#include "
                  "<stddef.h>\n" +
                  text),
          summary(program), points_to(program, summary) {}

    // The expression of the program that is written so, the last one.
    [[nodiscard]] const Expr& find(const std::string& text) const {
        const Expr* found = nullptr;
        for (const auto& unit : program.units)
            for (const auto& function : unit->functions)
                if (function.body && function.in_user_file)
                    hydra::passes::walk(
                        *function.body,
                        [&](const Expr& expr) {
                            if (hydra::ir::print_c(expr) == text && hydra::ir::strip(&expr) == &expr)
                                found = &expr;
                        },
                        [](const hydra::ir::Stmt&) {});
        REQUIRE_MESSAGE(found != nullptr, text);
        return *found;
    }
    [[nodiscard]] bool apart(const std::string& a, const std::string& b) const {
        const auto one = points_to.of(find(a)), other = points_to.of(find(b));
        return one && other &&
               std::none_of(one->begin(), one->end(), [&](int object) { return other->contains(object); });
    }
    [[nodiscard]] bool once(const std::string& lvalue, std::size_t levels) const {
        const auto objects = points_to.of(find(lvalue));
        return objects && points_to.are_held_once(*objects, levels);
    }

    hydra::passes::Summary summary;
    PointsTo points_to;
};

bool apart(const std::string& body, const std::string& a, const std::string& b, const std::string& before = "") {
    return Pointers(before + "\nint main(int argc, char **argv) { int n = argc; " + body + " return 0; }\n")
        .apart(a, b);
}
bool once(const std::string& body, const std::string& lvalue, std::size_t levels = 1, const std::string& before = "") {
    return Pointers(before + "\nint main(int argc, char **argv) { int n = argc; " + body + " return 0; }\n")
        .once(lvalue, levels);
}

const std::string two = "double *a = malloc(n * 8), *b = malloc(n * 8), x[9]; ";

} // namespace

TEST_CASE("blocks and arrays lie apart") {
    CHECK(apart(two + "a[0] = b[0];", "a[0]", "b[0]"));
    CHECK(apart(two + "a[0] = x[0];", "a[0]", "x[0]"));
    CHECK_FALSE(apart(two + "a = b; a[0] = b[0];", "a[0]", "b[0]"));
    CHECK_FALSE(apart(two + "a = x + n; a[0] = x[0];", "a[0]", "x[0]"));
    CHECK_FALSE(apart(two + "double **t = &a; *t = b; a[0] = b[0];", "a[0]", "b[0]"));
    CHECK_FALSE(apart("double *p; p[0] = 0; double x[9]; x[0] = 0;", "p[0]", "x[0]")); // nothing is known of p
}

TEST_CASE("numbers that were pointers") {
    CHECK_FALSE(apart(two + "uintptr_t k = (uintptr_t)b; a = (double *)(k + 8); a[0] = b[0];", "a[0]", "b[0]"));
    CHECK_FALSE(apart(two + "uintptr_t k = (uintptr_t)a ^ (uintptr_t)b; a = (double *)(k ^ (uintptr_t)a); a[0] = b[0];",
                      "a[0]", "b[0]"));
    CHECK_FALSE(apart(two + "a = a + (b - a); a[0] = b[0];", "a[0]", "b[0]"));
    CHECK_FALSE(apart(two + "a = (double *)((char *)a + ((char *)b - (char *)a)); a[0] = b[0];", "a[0]", "b[0]"));
    CHECK(apart(two + "long k = (a + 3) - a; b[k] = a[0];", "b[k]", "a[0]"));
}

TEST_CASE("memory that holds pointers") {
    CHECK_FALSE(apart(two + "double **t = malloc(16); t[0] = a; t[1] = b; t[n][0] = a[0];", "t[n][0]", "a[0]"));
    CHECK(apart(two + "double **t = malloc(16); t[0] = a; t[n][0] = b[0];", "t[n][0]", "b[0]"));
    CHECK_FALSE(
        apart(two + "double *t[2], *u[2]; t[0] = a; memcpy(u, t, sizeof t); u[n][0] = a[0];", "u[n][0]", "a[0]"));
    CHECK_FALSE(apart(two + "double *t = NULL; memcpy(&t, &a, sizeof t); t[0] = a[0];", "t[0]", "a[0]"));
    CHECK_FALSE(apart(two + "double *t = b; for (int k = 0; k < 8; k++) ((char *)&t)[k] = ((char *)&a)[k];"
                            "t[0] = a[0];",
                      "t[0]", "a[0]"));
    CHECK_FALSE(apart(two + "FILE *f = tmpfile(); fwrite(&a, 8, 1, f); rewind(f); double *t = b; fread(&t, 8, 1, f);"
                            "t[0] = a[0];",
                      "t[0]", "a[0]"));
    CHECK_FALSE(apart(two + "char s[99]; sprintf(s, \"%p\", (void *)a); void *t; sscanf(s, \"%p\", &t); a[0] = 1;"
                            "double *c = t; c[0] = 0;",
                      "c[0]", "a[0]"));
    CHECK_FALSE(apart("char *s = malloc(9), *e; strtol(s, &e, 10); e[0] = s[0];", "e[0]", "s[0]"));
    CHECK_FALSE(apart("char *s = malloc(9), *e = strchr(s, 'x'); e[0] = s[0];", "e[0]", "s[0]"));
    CHECK_FALSE(
        apart("char *s = malloc(9), *e = strtok(s, \" \"); e = strtok(NULL, \" \"); e[0] = s[0];", "e[0]", "s[0]"));
    CHECK_FALSE(
        apart("double **t = malloc(8), **u; t[0] = malloc(8); u = realloc(t, 16); u[0][0] = 1; double *p = u[0];"
              "p[0] = 2;",
              "u[0][0]", "p[0]"));
}

TEST_CASE("members") {
    const std::string types = "struct s { double *a, *b; int n; }; struct t { struct s s[2]; struct t *next; };";
    CHECK(apart(two + "struct s s = {a, b}; s.a[0] = s.b[0];", "s.a[0]", "s.b[0]", types));
    CHECK(apart(two + "struct s *s = malloc(sizeof *s); s->a = a; s->b = b; s->a[0] = s->b[0];", "s->a[0]", "s->b[0]",
                types));
    CHECK_FALSE(
        apart(two + "struct s s = {a, b}; double **p = &s.a; p[1] = a; s.a[0] = s.b[0];", "s.a[0]", "s.b[0]", types));
    CHECK_FALSE(apart(two + "struct s s = {a, b}, r = {b, a}; s = r; s.a[0] = s.b[0];", "s.a[0]", "s.b[0]", types));
    CHECK_FALSE(apart(two + "struct s s = {a, b}, r = {b, a}; memcpy(&s, &r, sizeof s); s.a[0] = s.b[0];", "s.a[0]",
                      "s.b[0]", types));
    CHECK_FALSE(apart(two + "struct s s = {a, b}; double **p = (double **)((char *)&s.a + 8); *p = a;"
                            "s.a[0] = s.b[0];",
                      "s.a[0]", "s.b[0]", types));
    CHECK_FALSE(apart(two + "struct t t = {{{a, b}, {b, a}}}; t.s[1].a[0] = b[0];", "t.s[1].a[0]", "b[0]", types));
    CHECK_FALSE(apart(two + "struct t t = {.s = {a, b, 1, b}}; t.s[1].a[0] = b[0];", "t.s[1].a[0]", "b[0]", types));
    CHECK_FALSE(apart(two + "union { double *d; int *i; } u; u.d = a; u.i[0] = a[0];", "u.i[0]", "a[0]"));
    CHECK_FALSE(apart(two + "union { struct { long n; double *d; } x; struct { long m; int *i; } y; } u;"
                            "u.x.d = a; u.y.i[0] = a[0];",
                      "u.y.i[0]", "a[0]"));
    CHECK_FALSE(apart(two + "struct p { double *d; } *p = malloc(8); p->d = a; struct q { int *i; } *q = (struct q *)p;"
                            "q->i[0] = a[0];",
                      "q->i[0]", "a[0]"));
    CHECK(apart(two + "struct s *s = calloc(9, sizeof *s); memset(s, 0, sizeof *s); s[n].a = a; s[n].b = b;"
                      "s[1].a[0] = s[n].b[0];",
                "s[1].a[0]", "s[n].b[0]", types));
}

TEST_CASE("functions") {
    const std::string get = "static double *get(int n) { double *p = malloc(n * 8); p[0] = 0; return p; }"
                            "static double *again(int n) { return get(n); }"
                            "static double *same(double *p) { return p; }"
                            "struct r { double *d; }; static struct r wrap(double *p) { struct r r = {p}; return r; }"
                            "void foreign(double *p); extern double *known; double *mine;";
    CHECK(apart("double *a = get(n), *b = get(n); a[0] = b[0];", "a[0]", "b[0]", get));
    CHECK(apart("double *a = again(n), *b = again(n); a[0] = b[0];", "a[0]", "b[0]", get));
    CHECK_FALSE(apart(two + "double *c = same(a), *d = same(b); c[0] = d[0];", "c[0]", "d[0]", get));
    CHECK_FALSE(apart(two + "struct r r = wrap(a); r.d[0] = a[0];", "r.d[0]", "a[0]", get));
    CHECK_FALSE(
        apart(two + "double *(*f)(double *) = n ? same : NULL; double *c = f(a); c[0] = a[0];", "c[0]", "a[0]", get));
    CHECK_FALSE(apart(two + "foreign(a); known[0] = a[0];", "known[0]", "a[0]", get));
    CHECK(apart(two + "foreign(a); known[0] = b[0];", "known[0]", "b[0]", get));
    CHECK_FALSE(apart(two + "double **t = malloc(8); t[0] = a; foreign((double *)t); t[0][0] = known[0];", "t[0][0]",
                      "known[0]", get));
    CHECK(apart(two + "mine = a; mine[0] = b[0];", "mine[0]", "b[0]", get));
    CHECK_FALSE(apart("argv[1][0] = 0; char *o = argv[n]; o[0] = 1;", "argv[1][0]", "o[0]", get));
    CHECK_FALSE(apart("double *t[9]; for (int k = 0; k < 9; k++) t[k] = malloc(8); qsort(t, 9, 8, by);", "a[0]", "b[0]",
                      "static int by(const void *x, const void *y) {"
                      " const double *a = *(double *const *)x, *b = *(double *const *)y; return a[0] < b[0]; }"));
    CHECK_FALSE(apart("int *a = take(1, &n), *b = take(1, &n); a[0] = b[0];", "a[0]", "b[0]",
                      "#include <stdarg.h>\nstatic int *take(int k, ...) { va_list l; va_start(l, k);"
                      " int *p = va_arg(l, int *); va_end(l); return p; }"));
}

TEST_CASE("pointers that no other cell holds") {
    const std::string rows = "double **t = malloc(n * 8); for (int i = 0; i < n; i++) t[i] = malloc(n * 8); ";
    CHECK(once(rows + "t[1][2] = 0;", "t[1][2]"));
    CHECK(once(rows + "double *r = t[1]; r[2] = 0;", "r[2]"));
    CHECK_FALSE(once(rows + "t[0] = t[1]; t[1][2] = 0;", "t[1][2]"));
    CHECK_FALSE(once(rows + "double *r = t[0]; t[1] = r; t[1][2] = 0;", "t[1][2]"));
    CHECK_FALSE(once(rows + "memcpy(t, t + 4, 32); t[1][2] = 0;", "t[1][2]"));
    CHECK_FALSE(once("double **t = malloc(n * 8), *p = malloc(n * 8); for (int i = 0; i < n; i++) t[i] = p;"
                     "t[1][2] = 0;",
                     "t[1][2]"));
    CHECK_FALSE(
        once("double *t[9], *p = malloc(8); for (int i = 0; i < 9; i++) t[i] = p + i; t[1][0] = 0;", "t[1][0]"));
    CHECK(once("double *t[9]; for (int i = 0; i < 9; i++) { double *p = malloc(n * 8); p[0] = i; t[i] = p; }"
               "t[1][0] = 0;",
               "t[1][0]"));
    CHECK_FALSE(once("double *t[9]; for (int i = 0; i < 8; i++) { double *p = malloc(n * 8); t[i] = p; t[i + 1] = p; }"
                     "t[1][0] = 0;",
                     "t[1][0]"));
    CHECK_FALSE(once("double *t[9]; for (int i = 0; i < 9; i++) { double *p = malloc(8); again: t[i] = p;"
                     "if (i++ < n) goto again; } t[1][0] = 0;",
                     "t[1][0]"));
    CHECK_FALSE(
        once("double *t[9], *o; for (int i = 0; i < 9; i++) t[i] = o = malloc(8); t[1] = o; t[1][0] = 0;", "t[1][0]"));
    CHECK(once(rows + "t[n] = realloc(t[n], 99); t = realloc(t, n * 16); t[1][2] = 0;", "t[1][2]"));
    CHECK(once("double ***g = grid(n); g[1][2][3] = 0;", "g[1][2][3]", 2,
               "static double ***grid(int n) { double ***a = malloc(n * 8); for (int i = 0; i < n; i++) {"
               " a[i] = malloc(n * 8); for (int j = 0; j < n; j++) a[i][j] = calloc(n, 8); } return a; }"));
    CHECK_FALSE(once("double ***g = malloc(n * 8), **r = malloc(8); r[0] = malloc(8); g[0] = r; g[1] = r;"
                     "g[1][2][3] = 0;",
                     "g[1][2][3]", 2));
    CHECK(once("double *t[9]; for (int i = 0; i < 9; i++) t[i] = make(n); t[1][0] = 0;", "t[1][0]", 1,
               "static double *make(int n) { double *p = n ? malloc(n * 8) : NULL; if (!p) exit(1); p[0] = n;"
               " return p; }"));
    CHECK_FALSE(once("double *t[9]; for (int i = 0; i < 9; i++) t[i] = make(n); t[1][0] = 0;", "t[1][0]", 1,
                     "static double *last[2]; static double *make(int n) { double *p = malloc(n * 8); last[0] = p;"
                     " return p; }"));
    CHECK_FALSE(once("double *t[9]; for (int i = 0; i < 9; i++) { t[i] = malloc(8); keep(t[i]); } t[1][0] = 0;",
                     "t[1][0]", 1, "static double *last[2]; static void keep(double *p) { last[0] = p; }"));
}

TEST_CASE("records that are filled, copied or seen in other ways") {
    const std::string types = "struct in { double *x, *y; }; struct s { struct in v[2]; double *z; };"
                              "struct base { size_t size; }; struct der { struct base b; double *d; };"
                              "struct like { size_t size; double *d; };"
                              "struct world { struct like a; struct der b; };"
                              "struct two { int k; double *p, *q; };";
    const auto meet = [&](const std::string& body) {
        return !apart(two + body + " if (n > 3) c = b; c[0] = a[0];", "c[0]", "a[0]", types);
    };
    CHECK(meet("struct in r = {b, a}; struct s t = {.v[0] = r, .z = b}; double *c = t.v[0].y;"));
    CHECK(meet("struct in r = {b, a}; struct s t = {r, r, b}; double *c = t.v[1].y;"));
    CHECK(meet("struct in r = {b, a}; struct s t[2] = {[1].v[1] = r}; double *c = t[1].v[1].y;"));
    CHECK(meet("struct der t = {{sizeof t}, a}; struct base *q = malloc(n); memcpy(q, &t.b, t.b.size);"
               "double *c = ((struct der *)q)->d;"));
    CHECK(meet("struct two s = {0}, t = {1, b, a}; memcpy(&s.p, &t.p, sizeof s - offsetof(struct two, p));"
               "double *c = s.q;"));
    CHECK(meet("struct der *q = malloc(sizeof *q); q->d = b; ((struct like *)q)->d = a; double *c = q->d;"));
    CHECK(meet("union u { double *d; long n; } u = (union u)a; double *c = u.d;"));
    CHECK(meet("double **t = malloc(16), **u; t[0] = a; u = __builtin_realloc(t, 99); double *c = u[0];"));
    CHECK(meet("double **t = malloc(16), **u; void *(*f)(void *, size_t) = realloc; t[0] = a; u = f(t, 99);"
               "double *c = u[0];"));
    CHECK(meet("double *o[2], *c = b; o[0] = b; _Generic(n, int: c, default: o[0]) = a;"));
}

TEST_CASE("numbers by way of the library") {
    const auto meet = [&](const std::string& body) {
        return !apart(two + body + " if (n > 3) c = b; c[0] = a[0];", "c[0]", "a[0]",
                      "#include <stdarg.h>\nstatic void say(char *to, const char *f, ...) { va_list l; va_start(l, f);"
                      " vsprintf(to, f, l); va_end(l); }");
    };
    CHECK(meet("double *c = (double *)__builtin_expect((long)a, 0);"));
    CHECK(meet("double *c = (double *)__builtin_bswap64(__builtin_bswap64((uintptr_t)a));"));
    CHECK(meet("char s[40]; sprintf(s, \"%lx\", (long)a); unsigned long v; sscanf(s, \"%lx\", &v);"
               "double *c = (double *)v;"));
    CHECK(meet("char s[40]; sprintf(s, \"%ld\", (long)a); double *c = (double *)strtoul(s, NULL, 10);"));
    CHECK(meet("char s[40]; say(s, \"%ld\", (long)a); double *c = (double *)atol(strdup(s));"));
    CHECK(meet("FILE *f = tmpfile(); fprintf(f, \"%ld\", (long)a); long v; rewind(f); fscanf(f, \"%ld\", &v);"
               "double *c = (double *)v;"));
    CHECK(meet("double v = (double)(uintptr_t)a, *c = (double *)(uintptr_t)v;"));
    CHECK(meet("uintptr_t v = (uintptr_t)a, y = 0; for (int k = 0; k < 64; k++) if (v >> k & 1) y |= 1ul << k;"
               "double *c = (double *)y;"));
    CHECK(meet("unsigned char raw[8]; for (int k = 0; k < 8; k++) raw[k] = (uintptr_t)a >> 8 * k; uintptr_t v = 0;"
               "for (int k = 8; k-- > 0;) v = v << 8 | raw[k]; double *c = (double *)v;"));
    CHECK(meet("int off = (char *)a - (char *)b; double *c = (double *)((char *)b + off);"));
    // What is read is no address.
    CHECK(apart(two + "scanf(\"%d\", &n); printf(\"%s %g\", (char *)b, a[0]); a[n] = b[n];", "a[n]", "b[n]"));
}

TEST_CASE("memory that is allocated less often than it is stored") {
    CHECK_FALSE(once("double *t[9], *p; for (int i = 0; i < 9; i++) { i % 2 || (p = calloc(n, 8)); t[i] = p; }"
                     "t[1][0] = 0;",
                     "t[1][0]"));
    CHECK_FALSE(once("double *t[9]; for (int i = 0; i < 5; i++) { double *p = calloc(n, 8);"
                     "(void)({ int j; for (j = 0; j < 2; j++) t[i + j] = p; j; }); } t[1][0] = 0;",
                     "t[1][0]"));
    CHECK_FALSE(once("double *t[9], *p; int k = 0; p = calloc(n, 8); setjmp(jb); t[k] = p;"
                     "if (k++ == 0) longjmp(jb, 1); t[1][0] = 0;",
                     "t[1][0]", 1, "#include <setjmp.h>\njmp_buf jb;"));
}

// Which reads of loops are of memory that all ranks have in any case, and which serial code needs no word.
#include "analysed.h"

#include <algorithm>

namespace {

struct Program : Analysed {
    explicit Program(const std::string& body, const std::string& before = "")
        : Analysed("#include <stdlib.h>\n#include <string.h>\nstruct node { double x; struct node *next; };\n"
                   "struct part { double v[4]; };\n" +
                   before +
                   "\nint main(int argc, char **argv) {\n int n = 500 * argc; double *a = malloc(n * 8), "
                   "*b = malloc(n * 8), **t = malloc(n * 8), s = 0;\n for (int i = 0; i < n; i++) {\n"
                   "  t[i] = malloc(8 * 9); t[i][0] = a[i] = i; }\n" +
                   body + "\n return a[3] > s + b[3]; }\n") {}

    // Of a read of the last loop's.
    [[nodiscard]] bool everywhere(const std::string& text) const {
        const auto& accesses = program.kernels.back().touches.accesses;
        const auto is_read = [&](const auto& access) { return access.text == text; };
        REQUIRE_MESSAGE(std::any_of(accesses.begin(), accesses.end(), is_read), text);
        return std::any_of(accesses.begin(), accesses.end(),
                           [&](const auto& access) { return is_read(access) && access.everywhere; });
    }
    [[nodiscard]] bool has_site(const std::string& text) const {
        return std::any_of(
            program.sites.begin(), program.sites.end(),
            [&](const hydra::ir::Site& site) {
                return std::any_of(
                    site.touches.accesses.begin(), site.touches.accesses.end(),
                    [&](const auto& access) { return access.text == text; });
            });
    }
};

const std::string loop = "\n#pragma hydra parallel for\n for (int i = 0; i < n; i++)\n";

} // namespace

TEST_CASE("rows, lists and texts that only serial code writes are everywhere") {
    CHECK(Program(loop + "  b[i] = t[i][2];").everywhere("t[i][2]"));
    CHECK(Program("struct node *l = NULL; for (int i = 0; i < 9; i++) { struct node *m = malloc(sizeof *m);"
                  " m->x = i; m->next = l; l = m; }" +
                  loop + "  for (const struct node *m = l; m; m = m->next) b[i] += m->x;")
              .everywhere("m->x"));
    CHECK(Program("char **w = malloc(n * 8); for (int i = 0; i < n; i++) w[i] = strdup(\"word\");" + loop +
                  "  b[i] = strlen(w[i]);")
              .everywhere("w[i]"));
}

TEST_CASE("what loops write is not, nor what is copied from there") {
    CHECK_FALSE(Program(loop + "  t[i][1] = i;" + loop + "  b[i] = t[i][2];").everywhere("t[i][2]"));
    CHECK_FALSE(
        Program(loop + "  b[i] = i;\n memcpy(t[3], b, 72);" + loop + "  a[i] = t[i][2];").everywhere("t[i][2]"));
    CHECK_FALSE(Program(loop + "  b[i] = i;\n t[3] = b;" + loop + "  a[i] = t[i][2];").everywhere("t[i][2]"));
    CHECK_FALSE(Program("double **u = malloc(n * 8); for (int i = 0; i < n; i++) u[i] = t[n - 1 - i];" + loop +
                        "  u[i][0] = i;" + loop + "  a[i] = t[i][2];")
                    .everywhere("t[i][2]"));
    CHECK_FALSE(Program("struct part *p = malloc(n * 32), **q = malloc(n * 8);" + loop +
                        "  p[i].v[2] = i;\n"
                        " for (int i = 0; i < n; i++) { q[i] = malloc(32); *q[i] = p[i]; }" +
                        loop + "  a[i] = q[i]->v[1];")
                    .everywhere("q[i]->v[1]"));
    CHECK_FALSE(Program(loop + "  b[i] = i;\n b = realloc(b, n * 16); t[2] = b;" + loop + "  a[i] = t[i][2];")
                    .everywhere("t[i][2]"));
    CHECK_FALSE(Program(loop + "  t[i % 2][i] = 1;" + loop + "  b[i] = t[i][2];").everywhere("t[i][2]"));
}

TEST_CASE("serial code has sites for what it shares with loops") {
    CHECK_FALSE(Program(loop + "  b[i] = t[i][2];\n for (int i = 0; i < n; i++) s += t[i][0];").has_site("t[i][0]"));
    CHECK(Program(loop + "  b[i] = t[i][2];\n for (int i = 0; i < n; i++) s += b[i];").has_site("b[i]"));
    // A store that plans, or what inspectors have found, depend on.
    CHECK(Program("int *at = malloc(n * 4); for (int i = 0; i < n; i++) at[i] = i;" + loop + "  b[i] = i;" + loop +
                  "  a[i] = b[at[i]];\n for (int i = 0; i < n; i++) at[i] = 0;")
              .has_site("at[i]"));
}

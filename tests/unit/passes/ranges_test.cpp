// What is known of a variable where launches stand: along the ways that control takes, and no more than all of them
// say.
#include "analysed.h"

#include <limits>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "passes/access/state.h"
#include "passes/passes.h"

namespace {

// A function with this body, @ for a launch, as far as the pass.
struct Ranged : Checked {
    explicit Ranged(const std::string& body, const std::string& parameters)
        : Checked(text(body, parameters)), state(program, sources, diagnostics) {
        hydra::passes::outline_pass(state);
        hydra::passes::ranges_pass(state, state);
    }

    static std::string text(const std::string& body, const std::string& parameters) {
        std::string text = "#include <stdlib.h>\n#include <setjmp.h>\ndouble a[1000]; int g; int more(void);\nint f(" +
                           parameters + ")\n{\n";
        for (const char letter : body)
            text += letter == '@' ? "{\n#pragma hydra parallel for\nfor (int i = 0; i < 9; i++) a[i] = i;\n}"
                                  : std::string(1, letter);
        return text + "\nreturn 0;\n}\n";
    }

    hydra::passes::State state;
};

// What is known of n at each launch: "5", "2..9", "3.." or "?".
std::string at_launches(const std::string& body) {
    Ranged ranged(body, "int n, int m, int c");
    std::string out;
    for (const auto& kernel : ranged.program.kernels) {
        std::string known = "?";
        for (const auto& [variable, range] : ranged.state.ranges[kernel.loop]) {
            const auto end = [](std::int64_t value) {
                const bool open = value == std::numeric_limits<std::int64_t>::min() ||
                                  value == std::numeric_limits<std::int64_t>::max();
                return open ? "" : std::to_string(value);
            };
            if (variable->name == "n")
                known = range.first == range.second ? end(range.first)
                                                    : fmt::format("{}..{}", end(range.first), end(range.second));
        }
        out += (out.empty() ? "" : " ") + known;
    }
    return out;
}

// Which variables are known to be smaller than which others at each launch: "k<n", "k<=n", "?".
std::string ordered(const std::string& body, const std::string& parameters = "int n, int k, int m") {
    Ranged ranged(body, parameters);
    std::string out;
    for (const auto& kernel : ranged.program.kernels) {
        std::set<std::string> known;
        for (const auto& [pair, apart] : ranged.state.orders[kernel.loop])
            known.insert(fmt::format("{}{}{}", pair.first->name, apart > 0 ? "<" : "<=", pair.second->name));
        out += (out.empty() ? "" : " ") + (known.empty() ? "?" : fmt::format("{}", fmt::join(known, ",")));
    }
    return out;
}

} // namespace

TEST_CASE("conditions and assignments in front of a launch say what a variable is there") {
    CHECK(at_launches("@ n = 5; @ n = m; @") == "? 5 ?");
    CHECK(at_launches("if (n < 2) return 1; @ if (n <= 9) @ else @ @") == "2.. 2..9 10.. 2..");
    CHECK(at_launches("if (n < 2) exit(1); @") == "2..");
    CHECK(at_launches("if (c) { n = 3; } else { n = 7; } @") == "3..7");
    CHECK(at_launches("n = 5; for (int r = 0; r < m; r++) { @ n = m; } @") == "? ?");
    CHECK(at_launches("while (n > 4) { @ n--; } @") == "5.. ..4");
    CHECK(at_launches("do { @ n = 5; @ } while (c); @") == "? 5 5");
    CHECK(at_launches("for (n = 3; n < m; n++) @ @") == "3.. 3..");
}

TEST_CASE("a label knows what the gotos that name it and the statement before it agree on") {
    CHECK(at_launches("if (n < 2) goto bad; @ return 0; bad: @") == "2.. ..1");
    CHECK(at_launches("n = 5; if (c) { n = 7; goto on; } @ on: @") == "5 5..7");
    CHECK(at_launches("n = 5; if (c) { n = m; goto on; } @ on: @") == "5 ?");
    CHECK(at_launches("if (c) goto on; n = 5; on: @") == "?");
    CHECK(at_launches("n = 5; goto on; n = 6; on: @") == "5");
    CHECK(at_launches("n = 5; if (c) goto on; m = 1; on: @ n = 8; if (m) goto on; @") == "5..8 8");
    CHECK(at_launches("goto last; first: @ return 0; last: n = 4; goto first;") == "4");
    CHECK(at_launches("n = 1; goto skip; { int k = 2; skip: @ n = k; } @") == "1 ?");
}

TEST_CASE("bounds that move in a loop are given up, but for what its condition says") {
    CHECK(at_launches("for (n = 0; n < 8; n++) { if (c) m++; @ } @") == "0..7 8..");
    CHECK(at_launches("n = 0; while (n < 8) { @ n++; @ }") == "0..7 1..8");
    CHECK(at_launches("for (n = 2; n < m; n++) for (int k = 0; k < n; k++) { @ }") == "2..");
    CHECK(at_launches("for (n = 9; n > m; n--) @ @") == "? ?");
    CHECK(at_launches("for (n = 0; n < 8; n++) { if (m == n) n = 3; @ }") == "0..7");
}

TEST_CASE("loops made of gotos forget what moves in them") {
    CHECK(at_launches("n = 5; again: @ if (m-- > 0) goto again; @") == "5 5");
    CHECK(at_launches("n = 5; again: @ n = n + 1; if (m-- > 0) goto again; @") == "? ?");
    CHECK(at_launches("n = 5; again: @ n = 4; if (m-- > 0) goto again; @") == "4..5 4");
    CHECK(at_launches("n = 5; again: @ n = 3; if (m-- > 0) { n = 2; goto again; } @") == "2..5 3");
    CHECK(at_launches("n = 5; again: @ if (c) more(); if (m-- > 0) { n = g; goto again; }") == "?");
    CHECK(at_launches("n = 1; one: if (c) { n = 2; goto two; } @ return 0; two: if (m) { n = 3; goto one; } @") ==
          "1..3 2");
}

TEST_CASE("loops that are entered at a label begin with what is known there, too") {
    CHECK(at_launches("n = 5; if (c) { n = 7; goto in; } for (int r = 0; r < m; r++) { @ in: @ } @") ==
          "5..7 5..7 5..7");
    CHECK(at_launches("n = 5; goto in; while (c) { n = 6; @ in: @ c--; }") == "6 5..6");
    CHECK(at_launches("n = 5; for (int r = 0; r < m; r++) { if (r == c) goto next; @ next:; } @") == "5 5");
    CHECK(at_launches("n = 5; for (int r = 0; r < m; r++) { if (r == c) { n = 6; goto out; } } @ out: @") == "5 5..6");
    CHECK(at_launches("n = 5; int t = ({ if (c) { n = 7; goto in; } 1; }); do { @ in: @ } while (--m > t);") == "? ?");
}

TEST_CASE("breaks, continues and gotos end a path as returns do") {
    CHECK(at_launches("for (;;) { if (n < 2) break; @ } @") == "2.. ..1");
    CHECK(at_launches("for (;;) { if (n < 2) continue; @ n = 5; }") == "2..");
    CHECK(at_launches("n = 5; for (int r = 0; r < m; r++) { if (c) { n = 6; break; } @ } @") == "5 5..6");
    CHECK(at_launches("n = 5; do { if (c) break; n = 6; } while (m--); @") == "5..6");
    CHECK(at_launches("if (c) { n = 2; goto on; return 1; } n = 3; on: @") == "2..3");
    CHECK(at_launches("if (c) { return 1; on: n = 2; } else n = 3; @ if (n == m) goto on;") == "2..3");
}

TEST_CASE("cases know the value that chose them, and what stood at the head") {
    CHECK(at_launches("switch (n) { case 4: @ break; case 6 ... 8: @ break; default: @ } @") == "4 6..8 ? ?");
    CHECK(at_launches("n = 5; switch (m) { case 1: @ n = 6; case 2: @ break; default: n = 9; } @") == "5 5..6 5..9");
    CHECK(at_launches("n = 5; switch (m) { case 1: n = 6; break; case 2: n = 7; } @") == "5..7");
    CHECK(at_launches("n = 5; switch (m) { n = 6; case 1: @ } @") == "5 5");
    CHECK(at_launches("n = 5; switch (m) { default: return 1; case 1: n = 6; } @") == "6");
    CHECK(at_launches("n = 5; switch (m) { case 1: n = 6; in: @ break; case 2: n = 7; goto in; } @") == "6..7 5..7");
    CHECK(at_launches("n = 5; switch (n = m) { case 3: @ } @") == "? ?");
    CHECK(at_launches("switch (n++) { case 3: @ }") == "?");
    CHECK(at_launches("switch ((char)n) { case 3: @ }") == "?");
    CHECK(at_launches("switch (n) { case 4294967297LL: @ }") == "?");
    CHECK(at_launches("n = 5; switch (m) { case 1: switch (c) { case 1: n = 6; break; } @ break; case 2: @ }") ==
          "5..6 5");
    CHECK(at_launches("n = 5; switch (m) { case 1: for (;;) { n = 6; break; } @ } @") == "6 5..6");
    CHECK(at_launches("n = 5; for (int r = 0; r < m; r++) { switch (c) { case 1: continue; case 2: break; default: n = "
                      "6; } @ } @") == "5..6 5..6");
    CHECK(at_launches("n = 5; switch (m & 1) { case 0: do { n = 6; @ case 1: @ } while (--m > 0); } @") ==
          "6 5..6 5..6");
    CHECK(at_launches("n = 5; switch (m) { case 0: if (c) { n = 6; case 1: @ } @ }") == "5..6 5..6");
}

TEST_CASE("where control comes from cannot always be told") {
    CHECK(at_launches("jmp_buf at; n = 5; if (setjmp(at)) n = 6; @") == "?");
    CHECK(at_launches("void *to = c ? &&on : &&off; n = 5; goto *to; on: n = 6; off: @") == "5..6");
    CHECK(at_launches("n = 5; if (({ if (c) { n = 6; goto on; } c; }) > 1) @ on: @") == "? ?");
    CHECK(at_launches("int *p = &n; n = 5; again: @ *p = m; if (m--) goto again;") == "?");
}

TEST_CASE("conditions between two variables say which one is smaller, until one of them changes") {
    CHECK(ordered("if (k < n) @ else @ @") == "k<n n<=k ?");
    CHECK(ordered("for (k = 0; k < n; k++) { @ k += m; @ } @") == "k<n ? n<=k");
    CHECK(ordered("for (k = 0; k < n; k++) { @ n--; @ }") == "k<n ?");
    CHECK(ordered("while (k <= n && n < m) @ @") == "k<=n,n<m ?");
    CHECK(ordered("if (k == n) @ if (k != n) @") == "k<=n,n<=k ?");
    CHECK(ordered("if (!(k < n)) return 1; @ again: @ if (m--) goto again;") == "k<n k<n");
    CHECK(ordered("if (!(k < n)) return 1; again: @ k++; if (m--) goto again;") == "?");
    CHECK(ordered("if (m) { if (k >= n) return 1; } else if (k > n) return 1; @") == "k<=n");
    CHECK(ordered("if (k < n || m) @") == "?");
    CHECK(ordered("if (k < n && (n = m)) @") == "?");
    CHECK(ordered("int *p = &k; if (k < n) { @ *p = m; @ }") == "k<n ?");
    CHECK(ordered("if (k < n) { if (m) goto in; } else { in: @ }") == "?");
    CHECK(ordered("if (k < n) { switch (m) { case 1: n = 2; case 2: @ } @ }") == "? ?");
    CHECK(ordered("if (k < n) { int n = m; @ }") == "k<n"); // of the outer one
}

TEST_CASE("numbers of different kinds do not compare as themselves") {
    CHECK(ordered("if (k < n) @", "unsigned n, unsigned k") == "k<n");
    CHECK(ordered("if (k < n) @", "unsigned n, int k") == "?");
    CHECK(ordered("if (k < n) @", "int n, unsigned k") == "?");
    CHECK(ordered("if (k < n) @", "unsigned long n, unsigned long k") == "?"); // may not fit into 64 signed bits
    CHECK(ordered("if (k < n) @", "long n, int k") == "k<n");
    CHECK(ordered("if (k < n) @", "double n, int k") == "?");
    CHECK(ordered("if (k < (char)n) @", "int n, int k") == "?");
    CHECK(ordered("if (k < n) @", "volatile int n, int k") == "?");
}

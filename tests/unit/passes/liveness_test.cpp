// Liveness: whether a private variable's last value may be read behind its loop, and what an iteration does first to
// it.
#include "passes/flow/liveness.h"

#include "analysed.h"

#include "passes/facts/summary.h"

namespace {

// A function with a loop that has t for itself; begins: with the value from before the loop, so that it may be read.
struct Loop : Checked {
    Loop(const std::string& body, const std::string& before, const std::string& behind, bool begins = false)
        : Checked(
              "#include <stdlib.h>\nint a[100], w[9]; void f(int n, int c) { int t, k, *p = a; struct { int x, y; } "
              "s;\n" +
              before + "\n#pragma hydra parallel for private(k, s) " + (begins ? "firstprivate(t)" : "private(t)") +
              "\nfor (int i = 0; i < n; i++) {" + body + "}\n" + behind + "}\n") {
        for (const auto& each : program.units[0]->functions)
            if (each.name == "f")
                function = &each;
        hydra::passes::walk(
            *function->body, [](const hydra::ir::Expr&) {},
            [&](const hydra::ir::Stmt& stmt) {
                const auto* found = stmt.as<hydra::ir::For>();
                loop = loop == nullptr && found != nullptr && found->directive ? &stmt : loop; // the first
            });
    }
    [[nodiscard]] const hydra::ir::VarDecl* variable(const std::string& name) const {
        const hydra::ir::Directive& directive = *loop->as<hydra::ir::For>()->directive;
        for (const auto* list : {&directive.private_, &directive.firstprivate})
            for (const auto* each : *list)
                if (each->name == name)
                    return each;
        return nullptr;
    }

    const hydra::ir::FunctionDecl* function = nullptr;
    const hydra::ir::Stmt* loop = nullptr;
};

bool live(const std::string& behind, const std::string& before = "", const std::string& name = "t") {
    const Loop found("t = i; s.x = s.y = i; k = i; a[i] = t;", before, behind);
    const hydra::passes::Cfg graph(*found.function->body);
    return hydra::passes::live_after(graph, *found.loop, found.variable(name));
}
bool live_by_pointer(const std::string& behind, const std::string& before = "") {
    const Loop found("t = i; a[i] = t;", before, behind);
    const hydra::passes::Cfg graph(*found.function->body);
    return hydra::passes::live_behind_pointers(graph, *found.loop, found.variable("t"));
}

std::string first(const std::string& body) {
    const Loop found(body, "", "", true);
    const hydra::passes::Cfg graph(*found.loop->as<hydra::ir::For>()->body);
    switch (hydra::passes::first_use(graph, found.variable("t"))) {
    case hydra::passes::FirstUse::none:
        return "none";
    case hydra::passes::FirstUse::written:
        return "written";
    case hydra::passes::FirstUse::read:
        return "read";
    default:
        return "perhaps";
    }
}

} // namespace

TEST_CASE("a last value is live where a way comes to a read before a write") {
    CHECK(!live(""));
    CHECK(live("a[0] = t;"));
    CHECK(!live("t = 1; a[0] = t;"));
    CHECK(live("if (c) t = 1; a[0] = t;"));
    CHECK(!live("if (c) t = 1; else t = 2; a[0] = t;"));
    CHECK(!live("return; a[0] = t;"));
    CHECK(!live("if (c) { exit(t = 1); a[0] = t; }"));
    CHECK(live("c = c && t;"));
    CHECK(!live("c = (t = 1) && t;"));
    CHECK(live("c = c && (t = 1); a[0] = t;"));
    CHECK(live("while (c--) { a[0] = t; t = 1; }"));
    CHECK(!live("for (t = 0; t < 9; t++) a[t] = t;"));
    CHECK(live("switch (c) { case 1: t = 1; case 2: a[0] = t; }"));
    CHECK(!live("switch (c) { case 1: t = 1; break; case 2: t = 2; } t = 3; a[0] = t;"));
    CHECK(live("goto in; t = 1; in: a[0] = t;"));
    CHECK(live("c = ({ if (c) goto out; t = 1; }); out: a[0] = t;"));
}

TEST_CASE("the next round of a loop around reads what this one left") {
    CHECK(live("a[0] = 1; }", "while (c--) { a[1] = t;"));
    CHECK(!live("a[0] = 1; }", "while (c--) { t = 1; a[1] = t;"));
    CHECK(!live("if (c) goto again;", "again: t = 1; a[1] = t;"));
    CHECK(live("if (c) goto again;", "again: a[1] = t;"));
}

TEST_CASE("other parallel loops may have the name for themselves") {
    CHECK(!live("\n#pragma hydra parallel for private(t)\nfor (int j = 0; j < n; j++) { t = j; a[j] = t; }"));
    CHECK(live("\n#pragma hydra parallel for private(t)\nfor (int j = t; j < n; j++) { t = j; a[j] = t; }"));
    CHECK(live("\n#pragma hydra parallel for firstprivate(t)\nfor (int j = 0; j < n; j++) a[j] = t;"));
    CHECK(live("\n#pragma hydra parallel for reduction(+ : t)\nfor (int j = 0; j < n; j++) t += j;"));
    CHECK(live("\n#pragma hydra parallel for\nfor (int j = 0; j < n; j++) a[j] = t;"));
}

TEST_CASE("members of a struct are looked at one by one") {
    CHECK(!live("s.x = 1; a[0] = s.x;", "", "s"));
    CHECK(live("s.x = 1; a[0] = s.y;", "", "s"));
}

TEST_CASE("pointers may lead to a variable as long as it lives") {
    CHECK(!live_by_pointer("c = 1;"));
    CHECK(live_by_pointer("c = *p;"));
    CHECK(live_by_pointer("if (c) c = p[0];"));
    CHECK(!live_by_pointer("return; c = *p;"));
    CHECK(live_by_pointer("}", "while (c--) {")); // the loop stores into an array
}

TEST_CASE("what an iteration does first") {
    CHECK(first("a[i] = i;") == "none");
    CHECK(first("t = i; a[i] = t;") == "written");
    CHECK(first("a[i] = t;") == "read");
    CHECK(first("if (c) t = 1; a[i] = t;") == "perhaps");
    CHECK(first("if (c) t = 1; else a[i] = t;") == "perhaps");
    CHECK(first("for (k = 0; k < n; k++) a[i] = k; a[i] = t;") == "read");
    CHECK(first("for (k = 0; k < n; k++) a[i] = t;") == "perhaps");
    CHECK(first("for (k = 0; k < 3; k++) a[i] = t;") == "read");
    CHECK(first("if (c) continue; a[i] = t;") == "perhaps");
    CHECK(first("a[i] = c ? t : 1;") == "perhaps");
}

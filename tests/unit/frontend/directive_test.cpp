// Directives as the tree holds them, and the canonical form; messages are pinned in tests/errors.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "frontend/directive/loop_check.h"
#include "frontend/parse.h"
#include "frontend/reduction/accumulate.h"

using namespace hydra;
using namespace hydra::frontend;

namespace {

struct Program {
    explicit Program(const std::string& text) {
        auto path = (std::filesystem::temp_directory_path() / "hydradirXXXXXX").string();
        const int fd = ::mkstemp(path.data());
        REQUIRE(fd >= 0);
        ::close(fd);
        std::ofstream(path) << text;
        input = preprocess(path, {}, sources);
        positions = std::make_unique<PositionMap>(input, sources);
        unit = parse(input, *positions, sources, diagnostics);
        check_parallel_loops({&unit, 1}, diagnostics);
        std::filesystem::remove(path);
    }
    // The first loop with a directive.
    const ir::For& loop() const {
        REQUIRE(unit);
        const ir::For* found = nullptr;
        const std::function<void(const ir::Stmt&)> look = [&](const ir::Stmt& stmt) {
            const auto* loop = stmt.as<ir::For>();
            found = found == nullptr && loop != nullptr && loop->directive ? loop : found;
            ir::for_each_child(
                stmt, [](const ir::Expr&) {}, look);
        };
        for (const auto& function : unit->functions)
            if (function.body)
                look(*function.body);
        REQUIRE(found != nullptr);
        return *found;
    }

    support::SourceManager sources;
    support::Diagnostics diagnostics{sources};
    Preprocessed input;
    std::unique_ptr<PositionMap> positions;
    std::unique_ptr<ir::TranslationUnit> unit;
};

std::string loop(const std::string& head, const std::string& body = "a[i] = 0;") {
    return "double a[99]; void f(int n, int c) { int i;\n#pragma hydra parallel for\nfor (" + head + ") {" + body +
           "} }\n";
}

} // namespace

TEST_CASE("clauses") {
    const Program program("#define SUM reduction(+ : s)\ndouble a[9]; void f(int n) { int t, u; double s = 0, m = 0;\n"
                          "#pragma hydra parallel for private(t), firstprivate(u) SUM shared(a,n) reduction(max:m)\n"
                          "for (int i = 0; i < n; i++) { t = u; s += a[i] * t; m = m < a[i] ? a[i] : m; } }\n");
    CHECK(program.diagnostics.render() == "");
    const auto& directive = *program.loop().directive;
    REQUIRE(directive.private_.size() == 1);
    CHECK(directive.private_[0]->name == "t");
    REQUIRE(directive.firstprivate.size() == 1);
    CHECK(directive.shared.size() == 2);
    REQUIRE(directive.reductions.size() == 2);
    CHECK(directive.reductions[0].op == ir::ReductionOp::add);
    CHECK(directive.reductions[1].op == ir::ReductionOp::max);
    CHECK(program.sources.position(directive.range.file, directive.range.begin).line == 3);
}

TEST_CASE("canonical forms") {
    struct Case {
        const char *head, *start, *bound, *step;
        ir::BinaryOp compare;
        bool descending;
    };
    using B = ir::BinaryOp;
    for (const auto& [head, start, bound, step, compare, descending] :
         {Case{"i = 1; i < n - 1; i++", "1", "n - 1", "", B::lt, false},
          Case{"i = n; 0 <= i; --i", "n", "0", "", B::ge, true},
          Case{"i = 0; i != n; i += 1", "0", "n", "1", B::ne, false},
          Case{"i = 0; n >= i; i = i + 2 * c", "0", "n", "2 * c", B::le, false},
          Case{"i = 0; i < n; i = c + i", "0", "n", "c", B::lt, false},
          Case{"i = n; i > 0; i = i - 3", "n", "0", "3", B::gt, true},
          Case{"i = n; i > 0; i += -2", "n", "0", "2", B::gt, true},
          Case{"long k = 0; k < n; ++k", "0", "n", "", B::lt, false}}) {
        const Program program(loop(head, "a[0] = 0;"));
        INFO(head);
        CHECK(program.diagnostics.render() == "");
        const auto& form = program.loop().canonical;
        REQUIRE(form.variable != nullptr);
        CHECK(ir::print_c(*form.start) == start);
        CHECK(ir::print_c(*form.bound) == bound);
        CHECK((form.step != nullptr ? ir::print_c(*form.step) : "") == step);
        CHECK(form.compare == compare);
        CHECK(form.descending == descending);
        CHECK(form.declared_here == (head[0] == 'l'));
    }
}

TEST_CASE("accumulations") {
    const auto op_of = [](const std::string& statement, const char* type) -> std::string {
        const Program program(std::string("#include <math.h>\n") + type + " x; double a[9]; void f(int n) {\n" +
                              "#pragma hydra parallel for\nfor (int i = 0; i < n; i++) { " + statement + " } }\n");
        const ir::VarDecl* x = nullptr;
        for (const auto& global : program.unit->globals)
            x = global.name == "x" ? &global : x;
        const auto forms = accumulations(*program.loop().body, x);
        const bool all = forms.names.size() == mentions(*program.loop().body, x).size();
        return forms.found.size() == 1 && all ? spelling(forms.found[0].op) : "none";
    };
    CHECK(op_of("x += a[i];", "double") == "+");
    CHECK(op_of("x -= a[i];", "double") == "+");
    CHECK(op_of("x = a[i] + x;", "double") == "+");
    CHECK(op_of("x = x + a[i] - 2 * a[0];", "double") == "+");
    CHECK(op_of("x = a[i] - x;", "double") == "none");
    CHECK(op_of("x = x - x;", "double") == "none");
    CHECK(op_of("x *= a[i];", "double") == "*");
    CHECK(op_of("x /= a[i];", "double") == "none");
    CHECK(op_of("if (i) x++;", "int") == "+");
    CHECK(op_of("x |= i;", "int") == "|");
    CHECK(op_of("x = x && i;", "int") == "&&");
    CHECK(op_of("x = i > 2 || x;", "int") == "||");
    CHECK(op_of("x += a[i];", "int") == "none");
    CHECK(op_of("a[i] = x += 1;", "int") == "none");
    CHECK(op_of("if (a[i] < x) x = a[i];", "double") == "min");
    CHECK(op_of("if (a[i] >= x) { x = a[i]; }", "double") == "max");
    CHECK(op_of("if (x < a[i]) x = a[i];", "double") == "max");
    CHECK(op_of("if (x < a[i]) x = a[i + 1];", "double") == "none");
    CHECK(op_of("if (i > 1 && x < a[i]) x = a[i];", "double") == "max");
    CHECK(op_of("if (x < a[i]) x = a[i]; else a[i] = 0;", "double") == "none");
    CHECK(op_of("x = x < a[i] ? x : a[i];", "double") == "min");
    CHECK(op_of("x = a[i] > x ? a[i] : x;", "double") == "max");
    CHECK(op_of("x = fmax(x, fabs(a[i]));", "double") == "max");
    CHECK(op_of("x = fmin(a[i], x);", "double") == "min");
    CHECK(op_of("x = fmin(x, x);", "double") == "none");
}

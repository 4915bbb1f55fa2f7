// Launches, whole: the generated text of small programs, and that it compiles without a warning.
#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "fixture.h"

using namespace hydra;
using codegen::test::Fixture;

namespace {

const char* const relax = R"(/* One step. */
static void relax(int n, double (*from)[n], double (*to)[n])
{
#pragma hydra parallel for
    for (int i = 1; i < n - 1; i++)
        /* inner points */
        for (int j = 1; j < n - 1; j++)
            to[i][j] = 0.5 * (from[i - 1][j] + from[i + 1][j]);
}

void use(int n, double (*a)[n], double (*b)[n]) { relax(n, a, b); }
)";

ir::TypeRef row_pointer(Fixture& fixture, const ir::Expr* length) {
    auto& types = fixture.unit().types;
    return types.pointer_to(types.vla_of(types.basic(ir::TypeKind::Double), length));
}

ir::Access box(int slot, ir::AccessKind kind, const std::string& rows_lo, const std::string& rows_hi,
               const std::string& row, const std::string& text) {
    ir::Access access;
    access.slot = slot;
    access.kind = kind;
    access.form = ir::Access::Form::box;
    const auto expr = [](const std::string& of) { return ir::SymbolicExpr::parse(of); };
    access.box = {{expr(rows_lo), expr(rows_hi)}, {1, expr("n - 1")}};
    access.row = expr(row);
    access.text = text;
    return access;
}

} // namespace

TEST_CASE("a stencil over arrays with run-time rows") {
    Fixture f(relax);
    auto& types = f.unit().types;
    f.variable("n", types.basic(ir::TypeKind::Int));
    const auto length = f.reference("n", f.range("n", 9));
    f.variable("from", row_pointer(f, length.get()));
    f.variable("to", row_pointer(f, length.get()));
    const auto& i = f.variable("i", types.basic(ir::TypeKind::Int));
    std::vector<ir::StmtPtr> items;
    items.push_back(f.loop(
        "#pragma hydra parallel for", "for (int i = 1; i < n - 1; i++)",
        "for (int j = 1; j < n - 1; j++)\n            to[i][j] = 0.5 * (from[i - 1][j] + from[i + 1][j]);", i, true));
    const auto* loop = items.front().get();
    const std::string text = relax;
    const auto begin = text.find("static");
    auto& function = f.function("relax", text.substr(begin, text.find("}\n") + 1 - begin), std::move(items));
    auto& kernel = f.kernel(function, *loop, "relax_5", "prog.c:5");
    kernel.space.begin = ir::HostExpr::number(1);
    kernel.space.end = ir::HostExpr::parse("n - 1");
    kernel.touches.keys = {{"n", ir::HostExpr::name("n"), true}};
    const auto n = ir::SymbolicExpr::symbol("n");
    kernel.touches.slots = {{"from", ir::HostExpr::name("from"), nullptr, 8, {n}},
                            {"to", ir::HostExpr::name("to"), nullptr, 8, {n}}};
    kernel.touches.accesses = {box(0, ir::AccessKind::read, "hydra_lo - 1", "hydra_hi - 1", "-1", "from[i - 1][j]"),
                               box(0, ir::AccessKind::read, "hydra_lo + 1", "hydra_hi + 1", "1", "from[i + 1][j]"),
                               box(1, ir::AccessKind::write, "hydra_lo", "hydra_hi", "0", "to[i][j]")};
    kernel.distribution.alignment = {1, 0, 1, ir::HostExpr::number(0), "i"};
    const auto out = f.emit_text();
    CHECK(f.diagnostics.render() == "");
    std::ifstream golden(std::string(HYDRA_TEST_FOLDER) + "/codegen/relax.golden.c");
    std::stringstream expected;
    expected << golden.rdbuf();
    CHECK(out == expected.str());
    CHECK(Fixture::compiles(out));
}

namespace {

// A function `void f(int n, double *a)` with one loop over `i`, whose body is one statement.
struct OneLoop {
    Fixture f;
    ir::Kernel* kernel = nullptr;
    ir::FunctionDecl* function = nullptr;
    ir::For* loop = nullptr;

    OneLoop(const std::string& text, const std::string& head, const std::string& body, ir::TypeKind counter,
            bool declared_here, bool descending = false)
        : f(text) {
        auto& types = f.unit().types;
        f.variable("n", types.basic(ir::TypeKind::Int));
        f.variable("a", types.pointer_to(types.basic(ir::TypeKind::Double)));
        f.variable("t", types.basic(ir::TypeKind::Double));
        f.variable("sum", types.basic(ir::TypeKind::Double));
        const auto& i = f.variable("i", types.basic(counter));
        std::vector<ir::StmtPtr> items;
        items.push_back(f.loop("#pragma hydra parallel for", head, body, i, declared_here, descending));
        auto* stmt = items.back().get();
        loop = stmt->as<ir::For>();
        const auto after = f.range(body).end;
        const auto ret = text.find("return", after);
        if (ret != std::string::npos) {
            items.push_back(f.statement({support::FileId{0}, static_cast<std::uint32_t>(ret),
                                         static_cast<std::uint32_t>(text.find(';', ret) + 1), true}));
        }
        function = &f.function("f(", text.substr(text.find("double f("), text.rfind('}') + 1 - text.find("double f(")),
                               std::move(items));
        function->name = "f";
        kernel = &f.kernel(*function, *stmt, "f_4", "prog.c:4");
        kernel->space.begin = ir::HostExpr::number(0);
        kernel->space.end = ir::HostExpr::name("n");
        kernel->space.descending = descending;
        kernel->touches.slots = {{"a", ir::HostExpr::name("a"), nullptr, 8, {}}};
        ir::Access access;
        access.kind = ir::AccessKind::read;
        access.form = ir::Access::Form::box;
        access.box = {{ir::SymbolicExpr::symbol(ir::chunk_begin), ir::SymbolicExpr::symbol(ir::chunk_end)}};
        access.text = "a[i /* here */]";
        kernel->touches.accesses = {access};
    }

    std::string emit() {
        auto out = f.emit_text();
        CHECK(f.diagnostics.render() == "");
        const bool good = Fixture::compiles(out);
        CHECK(good);
        if (!good)
            MESSAGE(out);
        return out;
    }
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

} // namespace

TEST_CASE("reductions are accumulated in a local variable of the user's name") {
    OneLoop p("double f(int n, double *a)\n{\n    double sum = 0;\n#pragma hydra parallel for reduction(+:sum)\n"
              "    for (int i = 0; i < n; i++) {\n        sum += a[i];\n    }\n    return sum;\n}\n",
              "for (int i = 0; i < n; i++)", "{\n        sum += a[i];\n    }", ir::TypeKind::Int, true);
    p.loop->directive->reductions.push_back({ir::ReductionOp::add, p.f.names().at("sum"), {}});
    p.loop->directive->range = p.f.range("#pragma hydra parallel for reduction(+:sum)");
    const auto out = p.emit();
    CHECK(has(out, "double sum = *(double *)hydra_partial[0];"));
    CHECK(has(
        out,
        "#line 5 \"prog.c\"\n    for (int i = (int)hydra_lo; i < (int)hydra_hi; i++) {\n        sum += a[i];\n    }\n"
        "    *(double *)hydra_partial[0] = sum;\n"));
    CHECK(has(out, "{\"sum\", HYDRA_RT_ADD, HYDRA_RT_DOUBLE, 0, 0, 0}"));
    CHECK(has(out, "double hydra_of_sum = sum;")); // sum itself may stay in a register
    CHECK(has(out, "void *const hydra_r[] = {&hydra_of_sum};"));
    CHECK(has(out, "sum = hydra_of_sum;"));
    CHECK(has(out, "/* reads a[i / * here * /] */"));
}

TEST_CASE("a private scalar and a loop variable that are read behind the loop") {
    OneLoop p("double f(int n, double *a)\n{\n    unsigned short i;\n    double t = 0;\n#pragma hydra parallel for "
              "private(t)\n"
              "    for (i = 0; i < n; i++)\n        { t = 2 * a[i]; a[i] = t; }\n    return i + t;\n}\n",
              "for (i = 0; i < n; i++)", "{ t = 2 * a[i]; a[i] = t; }", ir::TypeKind::UShort, false);
    p.loop->directive->range = p.f.range("#pragma hydra parallel for private(t)");
    p.loop->directive->private_.push_back(p.f.names().at("t"));
    p.kernel->analysis.last_values.push_back(p.f.names().at("t"));
    const auto out = p.emit();
    CHECK(has(
        out,
        "for (long hydra_x = hydra_lo; hydra_x < hydra_hi; hydra_x++) { unsigned short i = (unsigned short)hydra_x;"));
    CHECK(has(out, "        hydra_c->t = t;\n"));
    CHECK(has(out, "if (hydra_begin < hydra_end) t = hydra_a.t;"));
    CHECK(has(out, "i = (unsigned short)(hydra_begin < hydra_end ? hydra_end : hydra_begin);"));
}

TEST_CASE("what only the loop used stays without a warning") {
    OneLoop p("double f(int n, double *a)\n{\n    int i;\n    double t;\n#pragma hydra parallel for private(t)\n"
              "    for (i = n - 1; i >= 0; i--)\n        { t = a[i]; a[i] = 1.0; }\n    return n;\n}\n",
              "for (i = n - 1; i >= 0; i--)", "{ t = a[i]; a[i] = 1.0; }", ir::TypeKind::Int, false, true);
    p.loop->directive->range = p.f.range("#pragma hydra parallel for private(t)");
    p.loop->directive->private_.push_back(p.f.names().at("t"));
    const auto out = p.f.emit_text();
    CHECK(has(out, "for (int i = (int)(hydra_hi - 1); i >= (int)hydra_lo; i--) { double t;"));
    CHECK(has(out, ".flags = HYDRA_RT_DESCENDING,"));
    CHECK(has(out, "(void)i;"));
    CHECK(has(out, "(void)t;"));
}

TEST_CASE("a counted loop computes its variable") {
    OneLoop p("double f(int n, double *a)\n{\n    unsigned i;\n    int *hydra_x = 0;\n#pragma hydra parallel for\n"
              "    for (i = 3; i < n; i += 4) a[i] = 1.0;\n    return i + (hydra_x == 0);\n}\n",
              "for (i = 3; i < n; i += 4)", "a[i] = 1.0;", ir::TypeKind::UInt, false);
    p.f.unit().used_names = {"a", "hydra_x", "n"};
    p.kernel->space.counted = true;
    p.kernel->space.start = ir::HostExpr::number(3);
    p.kernel->space.step = ir::HostExpr::number(4);
    p.kernel->space.end = ir::HostExpr::parse("(n - 3 + 3) / 4");
    const auto out = p.emit();
    CHECK(has(out, "for (long hydra1_x = hydra1_lo; hydra1_x < hydra1_hi; hydra1_x++) "
                   "{ unsigned int i = (unsigned int)(hydra1_c->hydra1_start + hydra1_x * hydra1_c->hydra1_step); a[i] "
                   "= 1.0;\n    }\n"));
    CHECK(has(out, "i = (unsigned int)(hydra1_from + (hydra1_begin < hydra1_end ? hydra1_end : 0) * hydra1_by);"));
}

TEST_CASE("rows and guards of footprints") {
    OneLoop p("double f(int n, double *a)\n{\n#pragma hydra parallel for\n"
              "    for (int i = 0; i < n; i++) a[i] = 1.0;\n    return n;\n}\n",
              "for (int i = 0; i < n; i++)", "a[i] = 1.0;", ir::TypeKind::Int, true);
    p.kernel->touches.keys = {{"n", ir::HostExpr::name("n"), true}};
    p.kernel->touches.slots = {{"a", ir::HostExpr::name("a"), nullptr, 8, {ir::SymbolicExpr::symbol("n")}}};
    p.kernel->touches.accesses[0].form = ir::Access::Form::rows;
    p.kernel->touches.accesses[0].box.clear();
    p.kernel->touches.accesses[0].rows =
        ir::RowScan::parse("for (long c0 = hydra_lo; c0 < hydra_hi; c0 += 1) {\n  ROW(c0, 0, (c0) + 1, 1);\n}\n");
    p.kernel->touches.accesses[0].guard = ir::SymbolicExpr::parse("n > 3");
    const auto out = p.emit();
    CHECK(has(out, "hydra_loop_row_f_4_0(hydra_f, c0, 0, (c0) + 1, 1);"));
    CHECK(has(out, "    if (n > 3) {\n        /* reads a[i"));
    CHECK(has(out, "        for (long c0"));
}

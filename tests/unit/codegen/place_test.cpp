// Where insertions stand: sites before statements and in conditions, registrations, clones, static arrays.
#include <doctest/doctest.h>

#include "codegen/text/declarator.h"
#include "codegen/text/rewriter.h"
#include "codegen/text/text.h"
#include "fixture.h"

using namespace hydra;
using codegen::test::Fixture;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

ir::StmtPtr wrap(support::SourceRange range, decltype(ir::Stmt::node) node) {
    auto stmt = std::make_unique<ir::Stmt>();
    stmt->range = range;
    stmt->node = std::move(node);
    return stmt;
}

support::SourceRange to_end_of(support::SourceRange from, const ir::Stmt& last) {
    from.end = last.range.end;
    return from;
}

} // namespace

TEST_CASE("sites stand where a statement may stand") {
    const std::string text =
        "double a[4];\nint f(int n)\n{\n    if (a[0] > n)\n        a[1] = 2;\n    else\n        a[2] = 3;\n"
        "again:\n    a[3] = 4;\n    while (a[0] < n)\n        a[0]++;\n    double b[3], c[2][2];\n    b[0] = c[0][0] = "
        "1;\n"
        "    if (b[0] > c[0][0]) goto again;\n    return n;\n}\n";
    Fixture f(text);
    auto& types = f.unit().types;
    const auto* number = types.basic(ir::TypeKind::Double);
    auto& a = f.variable("a", types.array_of(number, 4), true);
    f.variable("n", types.basic(ir::TypeKind::Int));

    auto then = f.statement(f.range("a[1] = 2;"));
    auto otherwise = f.statement(f.range("a[2] = 3;"));
    const auto* in_then = then.get();
    auto cond = f.uses(f.range("a[0] > n"));
    const auto* if_cond = cond.get();
    auto labelled = f.statement(f.range("a[3] = 4;"));
    const auto* behind_label = labelled.get();
    auto body = f.statement(f.range("a[0]++;"));
    auto until = f.uses(f.range("a[0] < n"));
    const auto* while_cond = until.get();

    std::vector<ir::StmtPtr> items;
    const auto if_range = to_end_of(f.range("if (a"), *otherwise);
    const auto label_range = to_end_of(f.range("again:"), *labelled);
    const auto while_range = to_end_of(f.range("while"), *body);
    items.push_back(wrap(if_range, ir::If{std::move(cond), std::move(then), std::move(otherwise)}));
    items.push_back(wrap(label_range, ir::Label{"again", std::move(labelled)}));
    const auto* label = items.back().get();
    items.push_back(wrap(while_range, ir::While{std::move(until), std::move(body)}));
    ir::DeclStmt decl;
    for (const auto* name : {"b", "c"}) {
        auto variable = std::make_unique<ir::VarDecl>();
        variable->name = name;
        variable->type = types.array_of(number, 3);
        decl.variables.push_back(std::move(variable));
    }
    const auto* b = decl.variables[0].get();
    const auto* c = decl.variables[1].get();
    items.push_back(wrap(f.range("double b[3], c[2][2];"), std::move(decl)));
    auto& function = f.function("f", text.substr(13, text.rfind('}') + 1 - 13), std::move(items));
    function.type = types.function(types.basic(ir::TypeKind::Int), {types.basic(ir::TypeKind::Int)}, false, false);

    const auto with_slot = [](ir::Site& site) {
        site.touches.slots = {{"a", ir::HostExpr::name("a"), nullptr, 8, {}}};
        ir::Access access;
        access.form = ir::Access::Form::whole;
        access.text = "a";
        site.touches.accesses = {access};
    };
    with_slot(f.site(function, nullptr, if_cond, "if"));
    with_slot(f.site(function, in_then, nullptr, "then"));
    with_slot(f.site(function, behind_label, nullptr, "inner"));
    with_slot(f.site(function, label, nullptr, "label"));
    with_slot(f.site(function, nullptr, while_cond, "while"));
    ir::Function ops;
    ops.decl = &function;
    ops.body.push_back({ir::AllocOp{.array = b, .name = "b"}});
    ops.body.push_back({ir::AllocOp{.array = c, .name = "c"}});
    f.program.functions.push_back(std::move(ops));
    f.program.static_arrays.emplace_back(0, &a);

    const auto out = f.emit_text();
    CHECK(f.diagnostics.render() == "");
    const std::string call = ", (void *const[]){(void *)a}, 0)";
    CHECK(has(out, "    if ((hydra_rt_serial(&hydra_site_if" + call + ", a[0] > n))\n"));
    CHECK(has(out, "        { hydra_rt_serial(&hydra_site_then" + call + "; a[1] = 2; }\n    else\n"));
    CHECK(has(out, "again:\n    hydra_rt_serial(&hydra_site_inner" + call + "; hydra_rt_serial(&hydra_site_label" +
                       call + "; a[3] = 4;\n"));
    CHECK(has(out, "    while ((hydra_rt_serial(&hydra_site_while" + call + ", a[0] < n))\n"));
    const std::string leave = " __attribute__((cleanup(hydra_rt_leave)))";
    CHECK(has(out, "c[2][2]; hydra_rt_blank_array(b, sizeof b, \"b\"); void *hydra_scope_b" + leave +
                       " = b; hydra_rt_blank_array(c, sizeof c, \"c\"); void *hydra_scope_c" + leave + " = c;\n"));
    CHECK(has(out, "    hydra_rt_static(a, sizeof a, \"a\");\n}\n"));
    CHECK(Fixture::compiles(out));
}

TEST_CASE("a loop calls the plain clone of a function that holds a loop") {
    const std::string text =
        "static double g(int n, double (*q)[n]);\n"
        "void f(int n, double (*b)[n])\n{\n#pragma hydra parallel for\n"
        "    for (int j = 0; j < n; j++) b[j][0] = g(n, b);\n}\n"
        "static double g(int n, double (*q)[n])\n{\n    double s = 0;\n#pragma hydra parallel for reduction(+:s)\n"
        "    for (int i = 0; i < n; i++)\n        s += q[i][0] + sizeof q[0];\n    return n > 5 ? g(n - 1, 0) : "
        "s;\n}\n";
    Fixture f(text);
    auto& types = f.unit().types;
    const auto* integer = types.basic(ir::TypeKind::Int);
    f.variable("n", integer);
    const auto length = f.reference("n", f.range("n, double"));
    const auto* rows = types.pointer_to(types.vla_of(types.basic(ir::TypeKind::Double), length.get()));
    f.variable("q", rows);
    f.variable("b", rows);
    auto& s = f.variable("s", types.basic(ir::TypeKind::Double));
    const auto& i = f.variable("i", integer);
    const auto& j = f.variable("j", integer);
    f.declare_function("g", types.function(types.basic(ir::TypeKind::Double), {integer, rows}, false, false),
                       ir::Storage::static_);
    const auto define = [&](const std::string& name, const std::string& whole, ir::StmtPtr loop, ir::StmtPtr rest) {
        const auto* at = loop.get();
        std::vector<ir::StmtPtr> items;
        items.push_back(std::move(loop));
        if (rest) {
            items.push_back(std::move(rest));
        }
        auto& function = f.function(name, whole, std::move(items));
        auto& kernel = f.kernel(function, *at, name + "_1", "prog.c:1");
        kernel.space.begin = ir::HostExpr::number(0);
        kernel.space.end = ir::HostExpr::name("n");
    };
    const auto second = text.find("static double g", 1);
    define("f", text.substr(text.find("void f"), second - 1 - text.find("void f")),
           f.loop("#pragma hydra parallel for", "for (int j = 0; j < n; j++)", "b[j][0] = g(n, b);", j, true), nullptr);
    auto loop = f.loop("#pragma hydra parallel for reduction(+:s)", "for (int i = 0; i < n; i++)",
                       "s += q[i][0] + sizeof q[0];", i, true);
    loop->as<ir::For>()->directive->reductions.push_back({ir::ReductionOp::add, &s, {}});
    define("g", text.substr(second, text.size() - 1 - second), std::move(loop),
           f.statement(f.range("return n > 5 ? g(n - 1, 0) : s;")));
    f.unit().functions.front().range = f.range("g(int", 1);
    f.unit().functions.front().range.end -= 4;

    const auto out = f.emit_text();
    CHECK(f.diagnostics.render() == "");
    CHECK(has(out, "static double hydra_plain_g(int n, double (*q)[n]);\n"));
    CHECK(has(out, "    double (*const g)(int, double (*)[*]) = hydra_plain_g;\n"));
    CHECK(has(out, "static double hydra_plain_g(int n, double (*q)[n])\n#line 8 \"prog.c\"\n{ double (*const g)(int, "
                   "double (*)[*]) = hydra_plain_g;\n"
                   "    double s = 0;\n\n    for (int i = 0; i < n; i++)\n        s += q[i][0] + sizeof q[0];\n"));
    CHECK(Fixture::compiles(out));
}

TEST_CASE("edits keep the user's line numbers") {
    support::SourceManager sources;
    const auto file = sources.add("p\"q.c", "one\ntwo x\nthree\n", true);
    codegen::Edits edits;
    edits.replace(4, 7, "2a\n2b");
    CHECK(codegen::render(sources, file, 0, 16, edits) == "one\n2a\n2b\n#line 2 \"p\\\"q.c\"\n    x\nthree\n");
    codegen::Edits whole_line;
    whole_line.replace(4, 9, "2a\n2b");
    CHECK(codegen::render(sources, file, 0, 16, whole_line) == "one\n2a\n2b\n#line 3 \"p\\\"q.c\"\nthree\n");
    codegen::Edits inner = whole_line;
    inner.replace(8, 9, "lost");
    inner.insert_before(4, "(");
    inner.insert_after(9, ")");
    CHECK(codegen::render(sources, file, 0, 16, inner) == "one\n(2a\n2b)\n#line 3 \"p\\\"q.c\"\nthree\n");
    CHECK(codegen::render(sources, file, 4, 9, edits) == "2a\n2b\n#line 2 \"p\\\"q.c\"\n    x");
    codegen::Edits gone;
    gone.blank(0, 9, "one\ntwo x\nthree\n");
    CHECK(codegen::render(sources, file, 0, 16, gone) == "\n\nthree\n");
}

TEST_CASE("declarations of every shape") {
    ir::TranslationUnit unit;
    auto& types = unit.types;
    const auto* number = types.basic(ir::TypeKind::Double);
    const auto five = [](int depth, const ir::Type&) { return "n" + std::to_string(depth); };
    const auto declare = [&](ir::TypeRef type) { return codegen::declaration(unit, type, "x", five); };
    CHECK(declare(types.pointer_to(types.array_of(number, 3))) == "double (*x)[3]");
    CHECK(declare(types.array_of(types.pointer_to(number), 3)) == "double *x[3]");
    ir::Expr length;
    CHECK(declare(types.pointer_to(types.vla_of(types.vla_of(number, &length), &length))) == "double (*x)[n1][n2]");
    const auto* restricted = types.qualified(types.pointer_to(types.qualified(number, {true, false, false, false})),
                                             {false, false, true, false});
    CHECK(declare(restricted) == "const double *restrict x");
    const auto* function =
        types.function(types.basic(ir::TypeKind::Void), {types.basic(ir::TypeKind::Int), restricted}, false, false);
    CHECK(declare(types.pointer_to(function)) == "void (*x)(int, const double *)");
    auto* tag = types.new_tag();
    tag->kind = ir::TypeKind::Struct;
    CHECK_THROWS_AS(declare(types.tagged(tag)), codegen::Unwritable);
    unit.typedefs.push_back({"point", types.tagged(tag), {}, true});
    CHECK(declare(types.pointer_to(types.tagged(tag))) == "point *x");
}

TEST_CASE("questions about text") {
    CHECK(codegen::conditionals_balanced("a\n#if X\n# else\nb\n #endif\n"));
    CHECK_FALSE(codegen::conditionals_balanced("a\n#else\nb\n#endif\n"));
    CHECK_FALSE(codegen::conditionals_balanced("a\n# ifdef X\n"));
    CHECK(codegen::mentions("a+n*b", "n"));
    CHECK_FALSE(codegen::mentions("an+nb", "n"));
    const std::string text = "int x;\n\n/* A\n   comment. */\n// more\nvoid f(void) {}\n";
    CHECK(codegen::place_before(text, static_cast<std::uint32_t>(text.find("void f"))) == text.find("/* A"));
    const std::string far = "/* A. */\n\nvoid f(void) {}\n";
    CHECK(codegen::place_before(far, 10) == 10);
    CHECK(codegen::comment_text("a */ b\n  c /*") == "a * / b c / *");
}

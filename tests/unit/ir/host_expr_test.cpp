// Host expressions: parentheses where C needs them, and what is printed is read back as the same tree.
#include <doctest/doctest.h>

#include <deque>
#include <limits>
#include <stdexcept>

#include "ir/host_expr.h"

using namespace hydra;
using ir::BinaryOp;
using ir::HostExpr;
using ir::UnaryOp;

namespace {

HostExpr name(const char* text) { return HostExpr::name(text); }

HostExpr of(BinaryOp op, const HostExpr& a, const HostExpr& b) { return HostExpr::binary(op, a, b); }

ir::ExprPtr made(ir::TypeRef type, decltype(ir::Expr::node) node) {
    auto expr = std::make_unique<ir::Expr>();
    expr->type = type;
    expr->node = std::move(node);
    return expr;
}

const HostExpr a = name("a"), b = name("b"), n = name("n");

} // namespace

TEST_CASE("parentheses stand where C needs them, and where they are asked for") {
    CHECK(of(BinaryOp::sub, a, of(BinaryOp::sub, b, n)).text() == "a - (b - n)");
    CHECK(of(BinaryOp::sub, of(BinaryOp::sub, a, b), n).text() == "a - b - n");
    CHECK(of(BinaryOp::mul, of(BinaryOp::add, a, b), n).text() == "(a + b) * n");
    CHECK(HostExpr::cast("long", n).text() == "(long)n");
    CHECK(HostExpr::cast("long", HostExpr::group(n)).text() == "(long)(n)");
    CHECK(HostExpr::cast("long", of(BinaryOp::add, a, b)).text() == "(long)(a + b)");
    CHECK(HostExpr::member(HostExpr::unary(UnaryOp::deref, a), false, "n").text() == "(*a).n");
    CHECK(HostExpr::member(a, true, "n").text() == "a->n");
    CHECK(HostExpr::index(HostExpr::unary(UnaryOp::address_of, a), HostExpr::number(0)).text() == "(&a)[0]");
    CHECK(HostExpr::unary(UnaryOp::minus, HostExpr::number(-1)).text() == "- -1");
    CHECK(HostExpr::unary(UnaryOp::address_of, HostExpr::index(a, n)).text() == "&a[n]");
    CHECK(HostExpr::size_of(a).text() == "sizeof a");
    CHECK(HostExpr::size_of(HostExpr::type("double *")).text() == "sizeof(double *)");
    CHECK(HostExpr::call("hydra_rt_ceild", {of(BinaryOp::comma, a, b), n}).text() == "hydra_rt_ceild((a, b), n)");
    CHECK(HostExpr::compound("union { double x; long bits; }", {a}).text() == "(union { double x; long bits; }){a}");
    const HostExpr chosen = HostExpr::conditional(of(BinaryOp::lt, a, b), HostExpr::number(0), n);
    CHECK(chosen.text() == "a < b ? 0 : n");
    CHECK(HostExpr::conditional(chosen, a, chosen).text() == "(a < b ? 0 : n) ? a : a < b ? 0 : n");
    CHECK(HostExpr().text().empty());
}

TEST_CASE("equal are those that are printed alike") {
    CHECK(HostExpr() == HostExpr());
    CHECK(HostExpr() != a);
    CHECK(HostExpr::cast("long", n) == HostExpr::cast("long", n));
    CHECK(HostExpr::cast("long", n) != HostExpr::cast("long", HostExpr::group(n)));
    CHECK(HostExpr::cast("long", n) != HostExpr::cast("int", n));
    CHECK(HostExpr::member(a, true, "n") != HostExpr::member(a, false, "n"));
    CHECK(HostExpr::literal("1") != HostExpr::literal("1L"));
    CHECK(of(BinaryOp::mul, of(BinaryOp::add, a, b), n) ==
          of(BinaryOp::mul, HostExpr::group(of(BinaryOp::add, a, b)), n));
    CHECK(HostExpr::Hash{}(of(BinaryOp::add, a, b)) == HostExpr::Hash{}(HostExpr::parse("a + b")));
}

TEST_CASE("what is printed is read back as the same tree") {
    for (const char* text : {"n",
                             "-3 * (long)n - 6",
                             "- -n",
                             "(long)(sizeof a[0] / sizeof a[0][0])",
                             "sizeof(a) / sizeof(struct point *)",
                             "((char *)(m) + 16)",
                             "(const double (*)[8])p",
                             "&s.cells[0]->next",
                             "(*p)->n",
                             "i++ + --j",
                             "(0 <= ((long)(k)) && ((long)(k)) < 4 ? by[k] : 0)",
                             "a ? b ? 1 : 2 : c ? 3 : 4",
                             "a ?: b",
                             "a = b += 1, c",
                             "a << 2 | ~b & 0x1fUL ^ 'c'",
                             "!a && -b != +c || a->b >= 1.5e-3f",
                             "f(a, (b, c))(\"x\\\"y\" \"z\")[n]",
                             "((union { double x; long bits; }){x}).bits",
                             "((unsigned int)(k) < 0 || (n) >= 63 ? 0 : 1L << (n))",
                             "L'x' + u8\"text\"[0]"}) {
        CAPTURE(text);
        const HostExpr read = HostExpr::parse(text);
        CHECK(read.text() == text);
        CHECK(HostExpr::parse(read.text()) == read);
    }
    for (const char* text : {"", "a +", "(a", "a b", "f(a", "a[1", "\"x", "#12", "s.1", "(long"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(HostExpr::parse(text), std::invalid_argument);
    }
}

TEST_CASE("what else users write stays a node of the C tree, which the text form names") {
    ir::TypeTable types;
    ir::VarDecl variable;
    variable.name = "n";
    variable.type = types.basic(ir::TypeKind::Int);
    const ir::ExprPtr length = made(variable.type, ir::DeclRef{&variable});
    const ir::TypeRef row = types.pointer_to(types.vla_of(variable.type, length.get()));
    auto rows = made(row, ir::Cast{false, row, made(row, ir::DeclRef{&variable})});
    const ir::Expr& cast = *rows;
    const ir::ExprPtr element = made(row->inner, ir::Unary{UnaryOp::deref, std::move(rows)});
    const HostExpr expr = HostExpr::index(HostExpr::of(*element), HostExpr::number(1));
    CHECK(expr.text() == "(*(int (*)[n])n)[1]");
    CHECK(expr.text([](const ir::Expr&) { return std::string("f:12"); }) == "(*#f:12)[1]");
    const auto find = [&](std::string_view named) { return named == "f:12" ? &cast : nullptr; };
    CHECK(HostExpr::parse("(*#f:12)[1]", find) == expr);
    CHECK_THROWS_AS(HostExpr::parse("(*#f:13)[1]", find), std::invalid_argument);
    const HostExpr converted = HostExpr::cast("T *", a);
    CHECK(converted.text() == "(T *)a");
    CHECK(converted.text([](const ir::Expr&) { return std::string(); }) == "(typedef T *)a");
    CHECK(HostExpr::parse("(typedef T *)a") == converted);
    std::set<std::string> names;
    expr.add_names(names);
    CHECK(names == std::set<std::string>{"n"});
}

TEST_CASE("trees can be asked") {
    CHECK(HostExpr::parse("&s.a").is_address());
    CHECK_FALSE(HostExpr::parse("(&s.a)").is_address());
    CHECK(HostExpr::parse("f(a)").is_call_of("f"));
    CHECK_FALSE(HostExpr::parse("f").is_call_of("f"));
    CHECK(n.is_name("n"));
    CHECK_FALSE(HostExpr::literal("1").is_name("1"));
    CHECK(HostExpr::number(-5).constant() == -5);
    CHECK(HostExpr::number(std::numeric_limits<std::int64_t>::max()).constant() ==
          std::numeric_limits<std::int64_t>::max());
    for (const char* text : {"010", "5L", "n", "(5)", "5 + 1", "99999999999999999999"})
        CHECK_FALSE(HostExpr::parse(text).constant());
    std::set<std::string> names;
    HostExpr::parse("(struct point *)s->x[i] + f(\"y\")").add_names(names);
    CHECK(names == std::set<std::string>{"f", "i", "s"});
}

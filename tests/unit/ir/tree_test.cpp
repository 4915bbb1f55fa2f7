// Types, constant values and printing of the tree.
#include <doctest/doctest.h>

#include "ir/tree.h"

using namespace hydra::ir;

namespace {

// Builds expressions by hand, with the types that the front end would give.
struct Maker {
    TypeTable types;
    std::deque<VarDecl> variables;

    TypeRef integer() { return types.basic(TypeKind::Int); }

    template <class Node> ExprPtr make(Node node, TypeRef type) {
        auto expr = std::make_unique<Expr>();
        expr->type = type;
        expr->node = std::move(node);
        return expr;
    }
    ExprPtr number(std::uint64_t value, TypeKind kind = TypeKind::Int) {
        return make(IntLit{value, ""}, types.basic(kind));
    }
    ExprPtr name(const std::string& text, TypeKind kind = TypeKind::Int) {
        auto& variable = variables.emplace_back();
        variable.name = text;
        variable.type = types.basic(kind);
        return make(DeclRef{&variable}, variable.type);
    }
    ExprPtr binary(BinaryOp op, ExprPtr a, ExprPtr b) {
        const auto* type = a->type;
        return make(Binary{op, std::move(a), std::move(b)}, type);
    }
    ExprPtr unary(UnaryOp op, ExprPtr a) {
        const auto* type = a->type;
        return make(Unary{op, std::move(a)}, type);
    }
    ExprPtr cast(TypeRef to, ExprPtr a, bool implicit) { return make(Cast{implicit, to, std::move(a)}, to); }
};

} // namespace

TEST_CASE("equal types are one object") {
    TypeTable t;
    const auto* real = t.basic(TypeKind::Double);
    CHECK(t.pointer_to(real) == t.pointer_to(real));
    CHECK(t.array_of(real, 3) == t.array_of(real, 3));
    CHECK(t.array_of(real, 3) != t.array_of(real, 4));
    CHECK(t.function(real, {real, real}, false, false) == t.function(real, {real, real}, false, false));
    CHECK(t.function(real, {real}, true, false) != t.function(real, {real}, false, false));
    const Qualifiers constant{true, false, false, false};
    const auto* fixed = t.qualified(real, constant);
    CHECK(fixed != real);
    CHECK(fixed->unqualified == real);
    CHECK(t.qualified(fixed, {}) == real);
    CHECK(t.qualified(t.array_of(real, 3), constant) == t.array_of(fixed, 3));
    CHECK(t.function(real, {fixed}, false, false) == t.function(real, {real}, false, false));
    Expr n;
    CHECK(t.vla_of(real, &n) != t.vla_of(real, &n));
    CHECK(t.array_of(t.vla_of(real, &n), 4)->is_vla());
    CHECK_FALSE(t.array_of(real, -1)->is_vla());
    CHECK_FALSE(size_of(t.vla_of(real, &n)));
    CHECK(size_of(t.array_of(t.array_of(real, 3), 5)) == 120);
    CHECK_FALSE(size_of(t.array_of(real, INT64_MAX)));
    CHECK(align_of(t.array_of(real, 3)) == 8);
}

TEST_CASE("declarators") {
    Maker m;
    auto& t = m.types;
    const auto* real = t.basic(TypeKind::Double);
    const auto n = m.name("n");
    CHECK(declare(t.pointer_to(t.vla_of(real, n.get())), "a") == "double (*a)[n]");
    CHECK(declare(t.array_of(t.pointer_to(real), 4), "a") == "double *a[4]");
    CHECK(declare(t.pointer_to(t.function(real, {real, t.basic(TypeKind::Int)}, false, false)), "f") ==
          "double (*f)(double, int)");
    CHECK(declare(t.function(t.basic(TypeKind::Void), {}, false, false), "f") == "void f(void)");
    CHECK(declare(t.function(t.basic(TypeKind::Int), {t.pointer_to(t.basic(TypeKind::Char))}, true, false), "f") ==
          "int f(char *, ...)");
    const auto* fixed = t.qualified(real, {true, false, false, false});
    const auto* restricted = t.qualified(t.pointer_to(fixed), {true, false, true, false});
    CHECK(declare(restricted, "p") == "const double *const restrict p");
    CHECK(declare(restricted, "") == "const double *const restrict");
    CHECK(declare(t.array_of(t.array_of(real, 2), -1), "a") == "double a[][2]");
    // A function that returns a pointer to an array of pointers to functions.
    const auto* callback = t.pointer_to(t.function(t.basic(TypeKind::Void), {}, false, false));
    CHECK(declare(t.function(t.pointer_to(t.array_of(callback, 3)), {}, false, false), "f") ==
          "void (*(*f(void))[3])(void)");
    auto* tag = t.new_tag();
    tag->name = "cell";
    CHECK(declare(t.pointer_to(t.tagged(tag)), "c") == "struct cell *c");
}

TEST_CASE("constant values follow the types") {
    Maker m;
    const auto value = [&m](BinaryOp op, std::uint64_t a, std::uint64_t b, TypeKind kind) {
        return constant_value(*m.binary(op, m.number(a, kind), m.number(b, kind)));
    };
    CHECK(value(BinaryOp::add, 2, 3, TypeKind::Int) == 5);
    CHECK(value(BinaryOp::sub, 2, 3, TypeKind::Int) == -1);
    CHECK(value(BinaryOp::sub, 2, 3, TypeKind::UInt) == 4294967295);
    CHECK_FALSE(value(BinaryOp::sub, 2, 3, TypeKind::ULong)); // 2^64 - 1 does not fit the result
    CHECK_FALSE(value(BinaryOp::div, 2, 0, TypeKind::Int));
    CHECK_FALSE(value(BinaryOp::mul, 1U << 30U, 4, TypeKind::Int));
    CHECK(value(BinaryOp::shl, 1, 31, TypeKind::UInt) == 2147483648);
    CHECK_FALSE(value(BinaryOp::shl, 1, 32, TypeKind::Int));
    CHECK(constant_value(*m.cast(m.types.basic(TypeKind::UChar), m.number(300), false)) == 44);
    CHECK(constant_value(*m.cast(m.types.basic(TypeKind::SChar), m.number(200), false)) == -56);
    CHECK(constant_value(*m.cast(m.integer(), m.make(FloatLit{-2.5, ""}, m.types.basic(TypeKind::Double)), false)) ==
          -2);
    CHECK_FALSE(constant_value(*m.name("n")));
    CHECK(constant_value(*m.binary(BinaryOp::logical_or, m.number(1), m.name("n"))) == 1);
    CHECK_FALSE(constant_value(*m.binary(BinaryOp::logical_or, m.number(0), m.name("n"))));
    CHECK(constant_value(
              *m.make(SizeOf{false, m.types.array_of(m.integer(), 6), nullptr}, m.types.basic(TypeKind::ULong))) == 24);
}

TEST_CASE("printed expressions keep their meaning") {
    Maker m;
    using B = BinaryOp;
    const auto a = [&m] { return m.name("a"); };
    const auto b = [&m] { return m.name("b"); };
    const auto c = [&m] { return m.name("c"); };
    CHECK(print_c(*m.binary(B::mul, m.binary(B::add, a(), b()), c())) == "(a + b) * c");
    CHECK(print_c(*m.binary(B::add, m.binary(B::mul, a(), b()), c())) == "a * b + c");
    CHECK(print_c(*m.binary(B::sub, a(), m.binary(B::sub, b(), c()))) == "a - (b - c)");
    CHECK(print_c(*m.binary(B::sub, m.binary(B::sub, a(), b()), c())) == "a - b - c");
    CHECK(print_c(*m.binary(B::logical_or, a(), m.binary(B::logical_and, b(), c()))) == "a || (b && c)");
    CHECK(print_c(*m.binary(B::shl, a(), m.binary(B::add, b(), c()))) == "a << (b + c)");
    CHECK(print_c(*m.binary(B::bit_and, m.binary(B::eq, a(), b()), c())) == "(a == b) & c");
    CHECK(print_c(*m.binary(B::lt, m.binary(B::add, a(), b()), c())) == "a + b < c");
    CHECK(print_c(*m.binary(B::assign, a(), m.binary(B::assign, b(), c()))) == "a = b = c");
    CHECK(print_c(*m.binary(B::assign, a(), m.binary(B::comma, b(), c()))) == "a = (b, c)");
    CHECK(print_c(*m.unary(UnaryOp::minus, m.unary(UnaryOp::minus, a()))) == "- -a");
    CHECK(print_c(*m.unary(UnaryOp::minus, m.unary(UnaryOp::pre_dec, a()))) == "- --a");
    CHECK(print_c(*m.unary(UnaryOp::deref, m.unary(UnaryOp::post_inc, a()))) == "*a++");
    CHECK(print_c(*m.unary(UnaryOp::post_inc, m.unary(UnaryOp::deref, a()))) == "(*a)++");
    CHECK(print_c(*m.cast(m.integer(), m.binary(B::add, a(), b()), false)) == "(int)(a + b)");
    CHECK(print_c(*m.cast(m.integer(), m.binary(B::add, a(), b()), true)) == "a + b");
    CHECK(print_c(*m.make(Index{m.unary(UnaryOp::deref, a()), b()}, m.integer())) == "(*a)[b]");
    CHECK(print_c(*m.make(Conditional{a(), b(), m.make(Conditional{b(), c(), a()}, m.integer())}, m.integer())) ==
          "a ? b : b ? c : a");
    CHECK(print_c(*m.number(5, TypeKind::ULong)) == "5UL");
    CHECK(print_c(*m.make(FloatLit{2, ""}, m.types.basic(TypeKind::Float))) == "2.0f");
    CHECK(print_c(*m.make(FloatLit{0.1, ""}, m.types.basic(TypeKind::Double))) == "0.1");
}

TEST_CASE("children of a statement expression are those of its statements") {
    Maker m;
    auto inner = std::make_unique<Stmt>();
    inner->node = ExprStmt{m.name("x")};
    Compound block;
    block.items.push_back(std::move(inner));
    auto body = std::make_unique<Stmt>();
    body->node = std::move(block);
    const auto expr = m.make(StatementExpr{std::move(body)}, m.integer());
    int seen = 0;
    for_each_child(*expr, [&seen](const Expr& child) { seen += named_variable(&child) != nullptr ? 1 : 0; });
    CHECK(seen == 1);
}

TEST_CASE("statements print braced") {
    Maker m;
    const auto statement = [&m](const char* name) {
        auto s = std::make_unique<Stmt>();
        s->node = ExprStmt{m.name(name)};
        return s;
    };
    Stmt branch;
    branch.node = If{m.name("c"), statement("x"), statement("y")};
    CHECK(print_c(branch, 1) == "    if (c) {\n        x;\n    } else {\n        y;\n    }\n");
    DeclStmt declaration;
    for (const char* name : {"i", "j"}) {
        auto& variable = declaration.variables.emplace_back(std::make_unique<VarDecl>());
        variable->name = name;
        variable->type = m.integer();
        variable->init = m.number(0);
    }
    auto init = std::make_unique<Stmt>();
    init->node = std::move(declaration);
    Stmt loop;
    loop.node = For{std::move(init), m.name("c"), nullptr, statement("x"), nullptr, {}};
    CHECK(print_c(loop, 0) == "for (int i = 0, j = 0; c;) {\n    x;\n}\n");
}

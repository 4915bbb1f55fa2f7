// Questions that everybody asks of the tree: constant values, names without their conversions, children.
#include "ir/tree.h"

#include <array>

namespace hydra::ir {

namespace {

using Wide = __int128;

std::optional<Wide> evaluate(const Expr& expr);

int bits_of(TypeRef type) {
    const auto size = size_of(type);
    return size ? static_cast<int>(*size * 8) : 0;
}

// The value converted to an integer type: modulo 2^bits, as gcc does for signed types too.
std::optional<Wide> convert(Wide value, TypeRef type) {
    if (type->kind == TypeKind::Bool)
        return value != 0 ? 1 : 0;
    const int bits = bits_of(type);
    if (!type->is_integer() || bits == 0 || bits > 64)
        return std::nullopt;
    const auto low = static_cast<std::uint64_t>(static_cast<unsigned __int128>(value));
    if (bits == 64)
        return type->is_unsigned() ? Wide(low) : Wide(static_cast<std::int64_t>(low));
    const std::uint64_t mask = (std::uint64_t(1) << bits) - 1;
    const auto cut = low & mask;
    const bool negative = !type->is_unsigned() && ((cut >> (bits - 1)) & 1U) != 0;
    return negative ? Wide(cut) - (Wide(1) << bits) : Wide(cut);
}

// A result of arithmetic in the type: unsigned wraps, signed overflow is no constant.
std::optional<Wide> in_type(Wide value, TypeRef type) {
    const auto cut = convert(value, type);
    if (!cut || (!type->is_unsigned() && *cut != value))
        return std::nullopt;
    return cut;
}

std::optional<Wide> evaluate_logical(const Binary& node) {
    const auto lhs = evaluate(*node.lhs);
    if (!lhs)
        return std::nullopt;
    const bool is_and = node.op == BinaryOp::logical_and;
    if ((*lhs != 0) != is_and)
        return is_and ? 0 : 1;
    const auto rhs = evaluate(*node.rhs);
    return rhs ? std::optional<Wide>(*rhs != 0 ? 1 : 0) : std::nullopt;
}

std::optional<Wide> evaluate_binary(const Binary& node, TypeRef type) {
    if (node.op == BinaryOp::logical_and || node.op == BinaryOp::logical_or)
        return evaluate_logical(node);
    if (is_assignment(node.op) || node.op == BinaryOp::comma)
        return std::nullopt;
    const auto lhs = evaluate(*node.lhs);
    const auto rhs = evaluate(*node.rhs);
    if (!lhs || !rhs)
        return std::nullopt;
    const Wide a = *lhs;
    const Wide b = *rhs;
    switch (node.op) {
    case BinaryOp::add:
        return in_type(a + b, type);
    case BinaryOp::sub:
        return in_type(a - b, type);
    case BinaryOp::mul:
        return in_type(a * b, type);
    case BinaryOp::div:
        return b == 0 ? std::nullopt : in_type(a / b, type);
    case BinaryOp::rem:
        return b == 0 ? std::nullopt : in_type(a % b, type);
    case BinaryOp::shl:
        return b < 0 || b >= bits_of(type) ? std::nullopt : convert(a * (Wide(1) << b), type);
    case BinaryOp::shr:
        return b < 0 || b >= bits_of(type) ? std::nullopt : convert(a >> b, type);
    case BinaryOp::lt:
        return a < b;
    case BinaryOp::gt:
        return a > b;
    case BinaryOp::le:
        return a <= b;
    case BinaryOp::ge:
        return a >= b;
    case BinaryOp::eq:
        return a == b;
    case BinaryOp::ne:
        return a != b;
    case BinaryOp::bit_and:
        return convert(a & b, type);
    case BinaryOp::bit_xor:
        return convert(a ^ b, type);
    case BinaryOp::bit_or:
        return convert(a | b, type);
    default:
        return std::nullopt;
    }
}

std::optional<Wide> evaluate_unary(const Unary& node, TypeRef type) {
    const auto value = evaluate(*node.operand);
    if (!value)
        return std::nullopt;
    switch (node.op) {
    case UnaryOp::plus:
    case UnaryOp::extension:
        return value;
    case UnaryOp::minus:
        return in_type(-*value, type);
    case UnaryOp::bit_not:
        return convert(~*value, type);
    case UnaryOp::logical_not:
        return *value == 0 ? 1 : 0;
    default:
        return std::nullopt;
    }
}

// A floating literal, with a sign or parentheses, as the operand of a cast: (int)2.5.
std::optional<double> floating_literal(const Expr& expr) {
    if (const auto* literal = expr.as<FloatLit>()) {
        const bool single = expr.type->kind == TypeKind::Float;
        const bool wide = expr.type->kind == TypeKind::LongDouble; // of which the double is not all
        return wide     ? std::nullopt
               : single ? std::optional<double>(static_cast<float>(literal->value))
                        : literal->value;
    }
    if (const auto* unary = expr.as<Unary>(); unary != nullptr && unary->op == UnaryOp::minus) {
        const auto value = floating_literal(*unary->operand);
        return value ? std::optional(-*value) : std::nullopt;
    }
    return std::nullopt;
}

std::optional<Wide> evaluate_cast(const Cast& node) {
    if (const auto real = floating_literal(*node.operand)) {
        if (node.to->kind == TypeKind::Bool)
            return Wide(*real != 0); // not what is left of it as an integer
        constexpr double limit = 9.2e18;
        const bool fits = *real > -limit && *real < limit;
        return fits ? convert(static_cast<std::int64_t>(*real), node.to) : std::nullopt;
    }
    if (!node.operand->type->is_integer())
        return std::nullopt;
    const auto value = evaluate(*node.operand);
    return value ? convert(*value, node.to) : std::nullopt;
}

std::optional<Wide> evaluate_builtin(const BuiltinExpr& node) {
    if (node.name == "_Generic" && !node.args.empty())
        return evaluate(*node.args[0]);
    if (node.name == "__builtin_types_compatible_p" && node.types.size() == 2)
        return node.types[0]->unqualified == node.types[1]->unqualified ? 1 : 0;
    return std::nullopt;
}

std::optional<Wide> evaluate(const Expr& expr) {
    if (const auto* literal = expr.as<IntLit>())
        return convert(literal->value, expr.type);
    if (const auto* name = expr.as<DeclRef>()) {
        if (const auto* constant = std::get_if<const EnumConstant*>(&name->decl))
            return (*constant)->value;
        // (What is not const is the run's: it may become another one when the program changes.)
        const auto* variable = std::get_if<const VarDecl*>(&name->decl);
        return variable != nullptr && (*variable)->type->quals.is_const ? std::optional<Wide>((*variable)->kept)
                                                                        : std::nullopt;
    }
    if (const auto* unary = expr.as<Unary>())
        return evaluate_unary(*unary, expr.type);
    if (const auto* binary = expr.as<Binary>())
        return evaluate_binary(*binary, expr.type);
    if (const auto* choice = expr.as<Conditional>()) {
        const auto cond = evaluate(*choice->cond);
        if (!cond)
            return std::nullopt;
        if (*cond != 0)
            return choice->then ? evaluate(*choice->then) : cond;
        return evaluate(*choice->otherwise);
    }
    if (const auto* cast = expr.as<Cast>())
        return evaluate_cast(*cast);
    if (const auto* size = expr.as<SizeOf>()) {
        const auto value = size->of == nullptr ? std::nullopt : size->align ? align_of(size->of) : size_of(size->of);
        return value ? std::optional<Wide>(*value) : std::nullopt;
    }
    if (const auto* builtin = expr.as<BuiltinExpr>())
        return evaluate_builtin(*builtin);
    return std::nullopt;
}

using OnExpr = std::function<void(const Expr&)>;
using OnStmt = std::function<void(const Stmt&)>;

void lengths_of(TypeRef type, const OnExpr& f) {
    for (; type != nullptr && (type->is_array() || type->is_pointer()); type = type->inner)
        if (type->vla_length != nullptr)
            f(*type->vla_length);
}

void expressions_in(const Stmt& stmt, const OnExpr& f) {
    for_each_child(
        stmt, f, [&f](const Stmt& inner) { expressions_in(inner, f); });
}

// Child visiting, one overload a kind of node.
struct ExprChildren {
    const OnExpr& f;

    void one(const ExprPtr& child) const {
        if (child)
            f(*child);
    }
    void all(const std::vector<ExprPtr>& children) const {
        for (const auto& child : children)
            one(child);
    }

    void operator()(const IntLit&) const {}
    void operator()(const FloatLit&) const {}
    void operator()(const StringLit&) const {}
    void operator()(const DeclRef&) const {}
    void operator()(const ErrorExpr&) const {}
    void operator()(const Unary& node) const { one(node.operand); }
    void operator()(const Binary& node) const {
        one(node.lhs);
        one(node.rhs);
    }
    void operator()(const Conditional& node) const {
        one(node.cond);
        one(node.then);
        one(node.otherwise);
    }
    void operator()(const Cast& node) const {
        if (!node.implicit)
            lengths_of(node.to, f);
        one(node.operand);
    }
    void operator()(const Call& node) const {
        one(node.callee);
        all(node.args);
    }
    void operator()(const Index& node) const {
        one(node.base);
        one(node.index);
    }
    void operator()(const Member& node) const { one(node.base); }
    void operator()(const SizeOf& node) const {
        if (node.operand)
            one(node.operand);
        else
            lengths_of(node.of, f);
    }
    void operator()(const CompoundLiteral& node) const {
        lengths_of(node.of, f);
        one(node.init);
    }
    void operator()(const InitList& node) const {
        for (const auto& item : node.items) {
            for (const auto& designator : item.designators) {
                one(designator.index);
                one(designator.index_end);
            }
            one(item.value);
        }
    }
    void operator()(const StatementExpr& node) const {
        if (node.body)
            expressions_in(*node.body, f);
    }
    void operator()(const BuiltinExpr& node) const { all(node.args); }
};

struct StmtChildren {
    const OnExpr& on_expr;
    const OnStmt& on_stmt;

    void expr(const ExprPtr& child) const {
        if (child)
            on_expr(*child);
    }
    void stmt(const StmtPtr& child) const {
        if (child)
            on_stmt(*child);
    }

    void operator()(const Compound& node) const {
        for (const auto& item : node.items)
            stmt(item);
    }
    void operator()(const ExprStmt& node) const { expr(node.expr); }
    void operator()(const DeclStmt& node) const {
        for (const auto& variable : node.variables) {
            lengths_of(variable->type, on_expr);
            expr(variable->init);
        }
    }
    void operator()(const If& node) const {
        expr(node.cond);
        stmt(node.then);
        stmt(node.otherwise);
    }
    void operator()(const While& node) const {
        expr(node.cond);
        stmt(node.body);
    }
    void operator()(const DoWhile& node) const {
        stmt(node.body);
        expr(node.cond);
    }
    void operator()(const For& node) const {
        stmt(node.init);
        expr(node.cond);
        expr(node.inc);
        stmt(node.body);
    }
    void operator()(const Switch& node) const {
        expr(node.value);
        stmt(node.body);
    }
    void operator()(const Case& node) const {
        expr(node.low);
        expr(node.high);
        stmt(node.body);
    }
    void operator()(const Default& node) const { stmt(node.body); }
    void operator()(const Label& node) const { stmt(node.body); }
    void operator()(const Goto& node) const { expr(node.computed); }
    void operator()(const Return& node) const { expr(node.value); }
    void operator()(const Break&) const {}
    void operator()(const Continue&) const {}
    void operator()(const Null&) const {}
    void operator()(const Asm& node) const { expr(node.effect); }
};

} // namespace

BinaryOp compound_base(BinaryOp op) {
    switch (op) {
    case BinaryOp::add_assign:
        return BinaryOp::add;
    case BinaryOp::sub_assign:
        return BinaryOp::sub;
    case BinaryOp::mul_assign:
        return BinaryOp::mul;
    case BinaryOp::div_assign:
        return BinaryOp::div;
    case BinaryOp::rem_assign:
        return BinaryOp::rem;
    case BinaryOp::shl_assign:
        return BinaryOp::shl;
    case BinaryOp::shr_assign:
        return BinaryOp::shr;
    case BinaryOp::and_assign:
        return BinaryOp::bit_and;
    case BinaryOp::xor_assign:
        return BinaryOp::bit_xor;
    case BinaryOp::or_assign:
        return BinaryOp::bit_or;
    default:
        return op;
    }
}

const char* spelling(BinaryOp op) {
    static constexpr std::array names{
        "+", "-",  "*",  "/", "%", "<<", ">>", "<",  ">",  "<=", ">=",  "==",  "!=", "&",  "^",
        "|", "&&", "||", ",", "=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "^=", "|="};
    static_assert(names.size() == static_cast<std::size_t>(BinaryOp::or_assign) + 1);
    return names[static_cast<std::size_t>(op)];
}

const char* spelling(UnaryOp op) {
    static constexpr std::array names{
        "+", "-", "~", "!", "*", "&", "++", "--", "++", "--", "__real__", "__imag__", "__extension__"};
    static_assert(names.size() == static_cast<std::size_t>(UnaryOp::extension) + 1);
    return names[static_cast<std::size_t>(op)];
}

const Expr* strip(const Expr* expr) {
    while (expr != nullptr) {
        const auto* cast = expr->as<Cast>();
        const auto* unary = expr->as<Unary>();
        if (cast != nullptr && cast->implicit)
            expr = cast->operand.get();
        else if (unary != nullptr && unary->op == UnaryOp::extension)
            expr = unary->operand.get();
        else
            break;
    }
    return expr;
}

std::optional<std::int64_t> constant_value(const Expr& expr) {
    if (expr.type == nullptr || !expr.type->is_integer())
        return std::nullopt;
    const auto value = evaluate(expr);
    if (!value || *value > INT64_MAX || *value < INT64_MIN)
        return std::nullopt;
    return static_cast<std::int64_t>(*value);
}

const Stmt* loop_body(const Stmt& stmt) {
    if (const auto* loop = stmt.as<For>())
        return loop->body.get();
    if (const auto* loop = stmt.as<While>())
        return loop->body.get();
    if (const auto* loop = stmt.as<DoWhile>())
        return loop->body.get();
    return nullptr;
}

const VarDecl* named_variable(const Expr* expr) {
    expr = strip(expr);
    const auto* name = expr != nullptr ? expr->as<DeclRef>() : nullptr;
    const auto* variable = name != nullptr ? std::get_if<const VarDecl*>(&name->decl) : nullptr;
    return variable != nullptr ? *variable : nullptr;
}

const FunctionDecl* called_function(const Call& call) {
    const auto* callee = strip(call.callee.get());
    // `(*f)(x)` and `(&f)(x)` call f too.
    for (const auto* unary = callee->as<Unary>();
         unary != nullptr && (unary->op == UnaryOp::deref || unary->op == UnaryOp::address_of);
         unary = callee->as<Unary>())
        callee = strip(unary->operand.get());
    const auto* name = callee->as<DeclRef>();
    const auto* function = name != nullptr ? std::get_if<const FunctionDecl*>(&name->decl) : nullptr;
    return function != nullptr ? *function : nullptr;
}

std::string section_text(const Reduction& reduction) {
    std::string text = reduction.variable->name;
    for (const auto& bound : reduction.section) {
        text += "[" + (bound.lo ? print_c(*bound.lo) : "") + (bound.one_element ? "" : ":") +
                (bound.length ? print_c(*bound.length) : "") + "]";
    }
    return text;
}

void for_each_expression(const Directive& directive, const std::function<void(const Expr&)>& f) {
    if (directive.condition)
        f(*directive.condition);
    for (const auto& each : directive.layout)
        f(*each);
    for (const Reduction& reduction : directive.reductions)
        for (const SectionBound& bound : reduction.section)
            for (const Expr* end : {bound.lo.get(), bound.length.get()})
                if (end != nullptr)
                    f(*end);
}

void for_each_child(const Expr& expr, const OnExpr& f) { std::visit(ExprChildren{f}, expr.node); }

void for_each_child(const Stmt& stmt, const OnExpr& on_expr, const OnStmt& on_stmt) {
    std::visit(StmtChildren{on_expr, on_stmt}, stmt.node);
}

} // namespace hydra::ir

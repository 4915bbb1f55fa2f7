// The tree, its questions and its printer.
#include "ir/host_expr.h"

#include <charconv>
#include <utility>

namespace hydra::ir {

using Kind = HostExpr::Kind;

struct HostExpr::Node {
    Kind kind = Kind::none;
    std::string spelling = {};
    std::vector<HostExpr> operands = {};
    UnaryOp unary = UnaryOp::plus;
    BinaryOp binary = BinaryOp::add;
    bool arrow = false;
    const Expr* expr = nullptr;
    std::size_t hash = 0;

    [[nodiscard]] Level level() const;
    // Whether the nodes are equal but for their operands.
    [[nodiscard]] bool is_like(const Node& other) const;
};

Level HostExpr::Node::level() const {
    switch (kind) {
    case Kind::cast:
    case Kind::size_of:
        return Level::prefix;
    case Kind::unary:
        return is_post(unary) ? Level::postfix : Level::prefix;
    case Kind::binary:
        return level_of(binary);
    case Kind::conditional:
        return Level::conditional;
    case Kind::expression:
        return expr->as<Cast>() != nullptr || expr->as<SizeOf>() != nullptr ? Level::prefix : Level::postfix;
    default:
        return Level::postfix;
    }
}

bool HostExpr::Node::is_like(const Node& other) const {
    if (kind != other.kind || spelling != other.spelling || unary != other.unary || binary != other.binary ||
        arrow != other.arrow)
        return false;
    return expr == other.expr || (expr != nullptr && other.expr != nullptr && print_c(*expr) == print_c(*other.expr));
}

HostExpr HostExpr::made(Node node) {
    const auto mix = [&](std::size_t value) { node.hash = node.hash * 31 + value; };
    mix(static_cast<std::size_t>(node.kind));
    mix(std::hash<std::string>{}(node.spelling));
    mix(static_cast<std::size_t>(node.unary));
    mix(static_cast<std::size_t>(node.binary));
    for (const HostExpr& operand : node.operands)
        mix(Hash{}(operand));
    HostExpr result;
    result.node_ = std::make_shared<const Node>(std::move(node));
    return result;
}

HostExpr HostExpr::at_least(Level level, HostExpr expr) {
    return expr.node_ == nullptr || expr.node_->level() >= level ? expr : group(std::move(expr));
}

HostExpr HostExpr::name(std::string name) { return made({.kind = Kind::name, .spelling = std::move(name)}); }

HostExpr HostExpr::literal(std::string spelling) {
    return made({.kind = Kind::literal, .spelling = std::move(spelling)});
}

HostExpr HostExpr::number(std::int64_t value) {
    const auto magnitude = value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    HostExpr result = literal(std::to_string(magnitude));
    return value < 0 ? unary(UnaryOp::minus, std::move(result)) : result;
}

HostExpr HostExpr::type(std::string name) { return made({.kind = Kind::type, .spelling = std::move(name)}); }

HostExpr HostExpr::cast(std::string type, HostExpr operand) {
    return made({.kind = Kind::cast,
                 .operands = {HostExpr::type(std::move(type)), at_least(Level::prefix, std::move(operand))}});
}

HostExpr HostExpr::size_of(HostExpr operand, std::string word) {
    return made({.kind = Kind::size_of,
                 .spelling = std::move(word),
                 .operands = {at_least(Level::prefix, std::move(operand))}});
}

HostExpr HostExpr::rows_in(const HostExpr& array, bool rows_may_be_empty) {
    HostExpr row = size_of(index(array, number(0)));
    if (rows_may_be_empty)
        row = group(binary(BinaryOp::add, row, group(binary(BinaryOp::eq, row, number(0)))));
    return binary(BinaryOp::div, size_of(array), std::move(row));
}

HostExpr HostExpr::compound(std::string type, std::vector<HostExpr> values) {
    values.insert(values.begin(), HostExpr::type(std::move(type)));
    return made({.kind = Kind::compound, .operands = std::move(values)});
}

HostExpr HostExpr::group(HostExpr inside) { return made({.kind = Kind::group, .operands = {std::move(inside)}}); }

HostExpr HostExpr::unary(UnaryOp op, HostExpr operand) {
    const Level level = is_post(op) ? Level::postfix : Level::prefix;
    return made({.kind = Kind::unary, .operands = {at_least(level, std::move(operand))}, .unary = op});
}

HostExpr HostExpr::binary(BinaryOp op, HostExpr left, HostExpr right) {
    const Level level = level_of(op);
    const bool assigns = level == Level::assignment;
    const Level first = assigns ? Level::prefix : level, second = assigns ? level : tighter(level);
    return made({.kind = Kind::binary,
                 .operands = {at_least(first, std::move(left)), at_least(second, std::move(right))},
                 .binary = op});
}

HostExpr HostExpr::conditional(HostExpr condition, HostExpr then, HostExpr otherwise) {
    return made(
        {.kind = Kind::conditional,
         .operands = {at_least(Level::log_or, std::move(condition)), at_least(Level::conditional, std::move(then)),
                      at_least(Level::conditional, std::move(otherwise))}});
}

HostExpr HostExpr::conditional(HostExpr condition, HostExpr otherwise) {
    return made({.kind = Kind::conditional,
                 .operands = {at_least(Level::log_or, std::move(condition)),
                              at_least(Level::conditional, std::move(otherwise))}});
}

HostExpr HostExpr::call(HostExpr function, std::vector<HostExpr> arguments) {
    for (HostExpr& argument : arguments)
        argument = at_least(Level::assignment, std::move(argument));
    arguments.insert(arguments.begin(), at_least(Level::postfix, std::move(function)));
    return made({.kind = Kind::call, .operands = std::move(arguments)});
}

HostExpr HostExpr::call(std::string function, std::vector<HostExpr> arguments) {
    return call(name(std::move(function)), std::move(arguments));
}

HostExpr HostExpr::index(HostExpr base, HostExpr at) {
    return made({.kind = Kind::index,
                 .operands = {at_least(Level::postfix, std::move(base)), at_least(Level::assignment, std::move(at))}});
}

HostExpr HostExpr::member(HostExpr base, bool arrow, std::string field) {
    return made({.kind = Kind::member,
                 .spelling = std::move(field),
                 .operands = {at_least(Level::postfix, std::move(base))},
                 .arrow = arrow});
}

// ---- the user's expressions ----------------------------------------------------------------------------------------

namespace {

// One overload a kind of expression; none: it is to stay what it is.
struct FromTree {
    HostExpr operator()(const IntLit& node) const { return literal(node.spelling, expr); }
    HostExpr operator()(const FloatLit& node) const { return literal(node.spelling, expr); }
    HostExpr operator()(const StringLit&) const { return HostExpr::literal(print_c(expr)); }
    HostExpr operator()(const DeclRef& node) const {
        return HostExpr::name(std::visit([](const auto* decl) { return decl->name; }, node.decl));
    }
    HostExpr operator()(const Unary& node) const { return HostExpr::unary(node.op, HostExpr::of(*node.operand)); }
    HostExpr operator()(const Binary& node) const {
        return HostExpr::binary(node.op, operand(*node.lhs, node.op), operand(*node.rhs, node.op));
    }
    HostExpr operator()(const Conditional& node) const {
        return node.then ? HostExpr::conditional(HostExpr::of(*node.cond), HostExpr::of(*node.then),
                                                 HostExpr::of(*node.otherwise))
                         : HostExpr::conditional(HostExpr::of(*node.cond), HostExpr::of(*node.otherwise));
    }
    HostExpr operator()(const Cast& node) const {
        return has_run_time_length(node.to) ? HostExpr()
                                            : HostExpr::cast(declare(node.to, ""), HostExpr::of(*node.operand));
    }
    HostExpr operator()(const Call& node) const {
        std::vector<HostExpr> arguments;
        for (const ExprPtr& argument : node.args)
            arguments.push_back(HostExpr::of(*argument));
        return HostExpr::call(HostExpr::of(*node.callee), std::move(arguments));
    }
    HostExpr operator()(const Index& node) const {
        return HostExpr::index(HostExpr::of(*node.base), HostExpr::of(*node.index));
    }
    HostExpr operator()(const Member& node) const {
        return HostExpr::member(HostExpr::of(*node.base), node.arrow, node.field);
    }
    HostExpr operator()(const SizeOf& node) const {
        if (!node.operand && has_run_time_length(node.of))
            return {};
        return HostExpr::size_of(node.operand ? HostExpr::group(HostExpr::of(*node.operand))
                                              : HostExpr::type(declare(node.of, "")),
                                 node.align ? "_Alignof" : "sizeof");
    }
    HostExpr operator()(const BuiltinExpr& node) const {
        const bool chosen = node.name == "_Generic" && !node.args.empty();
        return chosen ? HostExpr::group(HostExpr::of(*node.args.front())) : HostExpr();
    }
    template <class Other> HostExpr operator()(const Other&) const { return {}; }

    const Expr& expr;

  private:
    // What nobody wrote has no spelling, and perhaps a sign.
    static HostExpr literal(const std::string& spelling, const Expr& expr) {
        return spelling.empty() ? HostExpr::parse(print_c(expr)) : HostExpr::literal(spelling);
    }
    // Its lengths are expressions.
    static bool has_run_time_length(TypeRef type) {
        while (type != nullptr && !type->is_vla())
            type = type->inner;
        return type != nullptr;
    }
    static HostExpr operand(const Expr& expr, BinaryOp outer) {
        HostExpr result = HostExpr::of(expr);
        const auto* inner = strip(&expr)->as<Binary>();
        const bool grouped = inner != nullptr && is_confusing(level_of(outer), level_of(inner->op));
        return grouped ? HostExpr::group(std::move(result)) : result;
    }
};

} // namespace

HostExpr HostExpr::of(const Expr& expr) {
    const Expr& bare = *strip(&expr);
    HostExpr result = std::visit(FromTree{bare}, bare.node);
    return result.empty() ? made({.kind = Kind::expression, .expr = &bare}) : result;
}

// ---- text ----------------------------------------------------------------------------------------------------------

struct HostExpr::Printer {
    std::string& out;
    const Naming& naming;

    void print(const HostExpr& expr) {
        const Node& node = *expr.node_;
        const auto& operands = node.operands;
        switch (node.kind) {
        case Kind::none:
            break;
        case Kind::name:
        case Kind::literal:
            out += node.spelling;
            break;
        case Kind::expression:
            out += naming ? "#" + naming(*node.expr) : print_c(*node.expr);
            break;
        case Kind::type:
            out += "(" + (naming ? marked_type(node.spelling) : node.spelling) + ")";
            break;
        case Kind::cast:
            print(operands[0]);
            print(operands[1]);
            break;
        case Kind::size_of: {
            const Kind of = operands[0].kind();
            out += node.spelling + (of == Kind::type || of == Kind::group ? "" : " ");
            print(operands[0]);
            break;
        }
        case Kind::compound:
            print(operands[0]);
            list("{", operands, "}");
            break;
        case Kind::group:
            out += "(";
            print(operands[0]);
            out += ")";
            break;
        case Kind::unary:
            unary(node);
            break;
        case Kind::binary:
            print(operands[0]);
            out += node.binary == BinaryOp::comma ? ", " : std::string(" ") + ir::spelling(node.binary) + " ";
            print(operands[1]);
            break;
        case Kind::conditional:
            print(operands[0]);
            out += operands.size() == 2 ? " ?: " : " ? ";
            print(operands[1]);
            if (operands.size() > 2) {
                out += " : ";
                print(operands[2]);
            }
            break;
        case Kind::call:
            print(operands[0]);
            list("(", operands, ")");
            break;
        case Kind::index:
            print(operands[0]);
            out += "[";
            print(operands[1]);
            out += "]";
            break;
        case Kind::member:
            print(operands[0]);
            out += (node.arrow ? "->" : ".") + node.spelling;
            break;
        }
    }

  private:
    // All operands but the first one.
    void list(const char* open, const std::vector<HostExpr>& operands, const char* close) {
        out += open;
        for (std::size_t i = 1; i < operands.size(); ++i) {
            out += i > 1 ? ", " : "";
            print(operands[i]);
        }
        out += close;
    }

    void unary(const Node& node) {
        const std::string op = ir::spelling(node.unary);
        if (is_post(node.unary)) {
            print(node.operands[0]);
            out += op;
            return;
        }
        out += op;
        const std::size_t behind = out.size();
        print(node.operands[0]);
        const bool merges = op.back() == out[behind] && (op == "+" || op == "-" || op == "&" || op.size() == 2);
        if (op.size() > 2 || merges)
            out.insert(behind, " ");
    }
};

std::string HostExpr::text() const { return text({}); }

std::string HostExpr::text(const Naming& naming) const {
    std::string out;
    if (!empty())
        Printer{out, naming}.print(*this);
    return out;
}

// ---- questions -----------------------------------------------------------------------------------------------------

Kind HostExpr::kind() const { return empty() ? Kind::none : node_->kind; }

std::span<const HostExpr> HostExpr::operands() const {
    return empty() ? std::span<const HostExpr>() : std::span<const HostExpr>(node_->operands);
}

const std::string& HostExpr::spelling() const {
    static const std::string nothing;
    return empty() ? nothing : node_->spelling;
}

bool HostExpr::is_name(std::string_view name) const { return kind() == Kind::name && spelling() == name; }

bool HostExpr::is_address() const { return kind() == Kind::unary && node_->unary == UnaryOp::address_of; }

bool HostExpr::is_call_of(std::string_view function) const {
    return kind() == Kind::call && node_->operands[0].is_name(function);
}

std::optional<std::int64_t> HostExpr::constant() const {
    if (kind() == Kind::unary && node_->unary == UnaryOp::minus) {
        const auto magnitude = node_->operands[0].constant();
        return magnitude ? std::optional(-*magnitude) : std::nullopt;
    }
    const std::string& digits = spelling();
    if (kind() != Kind::literal || (digits.size() > 1 && digits.front() == '0')) // that one would be octal
        return std::nullopt;
    std::int64_t value = 0;
    const char* const behind = digits.data() + digits.size();
    const auto [end, error] = std::from_chars(digits.data(), behind, value);
    return error == std::errc{} && end == behind ? std::optional(value) : std::nullopt;
}

namespace {

void add_names_of(const Expr& expr, std::set<std::string>& to) {
    if (const auto* name = expr.as<DeclRef>())
        to.insert(std::visit([](const auto* decl) { return decl->name; }, name->decl));
    for_each_child(expr, [&](const Expr& child) { add_names_of(child, to); });
}

} // namespace

void HostExpr::add_names(std::set<std::string>& to) const {
    if (kind() == Kind::name)
        to.insert(spelling());
    else if (kind() == Kind::expression)
        add_names_of(*node_->expr, to);
    for (const HostExpr& operand : operands())
        operand.add_names(to);
}

bool operator==(const HostExpr& a, const HostExpr& b) {
    if (a.node_ == b.node_)
        return true;
    return !a.empty() && !b.empty() && a.node_->hash == b.node_->hash && a.node_->is_like(*b.node_) &&
           a.node_->operands == b.node_->operands;
}

std::size_t HostExpr::Hash::operator()(const HostExpr& expr) const { return expr.empty() ? 0 : expr.node_->hash; }

} // namespace hydra::ir

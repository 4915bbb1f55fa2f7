// The tree as C text. Expressions get the parentheses that C's precedences need, and those that compilers' warnings ask
// for; statements are always braced, so that no `else` can go astray.
#include <cmath>

#include <fmt/format.h>

#include "ir/operators.h"
#include "ir/print_hooks.h"

namespace hydra::ir {

namespace {

using enum Level;

std::string at_least(Level level, const Expr& expr, const PrintHooks& hooks);

std::string integer_text(std::uint64_t value, TypeRef type) {
    const bool is_signed = type != nullptr && !type->is_unsigned();
    const auto number = static_cast<std::int64_t>(value);
    std::string suffix;
    if (type != nullptr) {
        suffix += !is_signed && type->kind >= TypeKind::UInt ? "U" : "";
        suffix += type->kind == TypeKind::Long || type->kind == TypeKind::ULong     ? "L"
                  : type->kind == TypeKind::LLong || type->kind == TypeKind::ULLong ? "LL"
                                                                                    : "";
    }
    if (is_signed && number == INT64_MIN)
        return fmt::format("(-{}{} - 1)", INT64_MAX, suffix);
    if (is_signed && number < 0)
        return fmt::format("({}{})", number, suffix);
    return fmt::format("{}{}", value, suffix);
}

std::string floating_text(double value, TypeRef type) {
    const std::string suffix = type == nullptr                      ? ""
                               : type->kind == TypeKind::Float      ? "f"
                               : type->kind == TypeKind::LongDouble ? "L"
                                                                    : "";
    if (std::isnan(value))
        return "__builtin_nan(\"\")";
    if (std::isinf(value))
        return value > 0 ? "__builtin_inf()" : "(-__builtin_inf())";
    auto text = fmt::format("{}", value);
    if (text.find_first_of(".e") == std::string::npos)
        text += ".0";
    text += suffix;
    return std::signbit(value) ? "(" + text + ")" : text;
}

std::string list(const std::vector<ExprPtr>& items, const PrintHooks& hooks) {
    std::string text;
    for (const auto& item : items)
        text += (text.empty() ? "" : ", ") + at_least(assignment, *item, hooks);
    return text;
}

// What an implicit cast or GNU __extension__ stands around; null for other expressions.
const Expr* strip_once(const Expr& expr) {
    const auto* cast = expr.as<Cast>();
    const auto* unary = expr.as<Unary>();
    return cast != nullptr && cast->implicit                     ? cast->operand.get()
           : unary != nullptr && unary->op == UnaryOp::extension ? unary->operand.get()
                                                                 : nullptr;
}

struct Printed {
    std::string text;
    Level level = postfix;
};

// One overload a kind of expression: its text and how tightly that binds.
struct ExprPrinter {
    const Expr& self;
    TypeRef type;
    const PrintHooks& hooks;

    Printed operator()(const IntLit& node) const {
        return {node.spelling.empty() ? integer_text(node.value, type) : node.spelling};
    }
    Printed operator()(const FloatLit& node) const {
        return {node.spelling.empty() ? floating_text(node.value, type) : node.spelling};
    }
    // __func__ by what it stands for: the text may come to stand in another function.
    Printed operator()(const StringLit& node) const {
        return {node.spelling.starts_with("__") ? "\"" + node.bytes + "\"" : node.spelling};
    }
    Printed operator()(const DeclRef& node) const {
        return {std::visit([](const auto* decl) { return decl->name; }, node.decl)};
    }
    Printed operator()(const Unary& node) const {
        const std::string op = spelling(node.op);
        if (is_post(node.op))
            return {at_least(postfix, *node.operand, hooks) + op};
        const auto operand = at_least(prefix, *node.operand, hooks);
        const bool word = op.size() > 2;
        const bool merges = op.back() == operand.front() && (op == "+" || op == "-" || op == "&" || op.size() == 2);
        return {op + (word || merges ? " " : "") + operand, prefix};
    }
    Printed operator()(const Binary& node) const { // the left side first: hooks may count
        const auto level = level_of(node.op);
        if (node.op == BinaryOp::comma) {
            const auto lhs = at_least(comma, *node.lhs, hooks);
            return {lhs + ", " + at_least(assignment, *node.rhs, hooks), comma};
        }
        const bool assigns = is_assignment(node.op);
        const auto lhs = assigns ? at_least(prefix, *node.lhs, hooks) : operand(*node.lhs, level, level);
        const auto rhs = assigns ? at_least(assignment, *node.rhs, hooks) : operand(*node.rhs, tighter(level), level);
        return {fmt::format("{} {} {}", lhs, spelling(node.op), rhs), assigns ? assignment : level};
    }
    Printed operator()(const Conditional& node) const {
        const auto cond = at_least(log_or, *node.cond, hooks);
        const auto then = node.then ? " " + at_least(conditional, *node.then, hooks) + " " : "";
        return {fmt::format("{} ?{}: {}", cond, then, at_least(conditional, *node.otherwise, hooks)), conditional};
    }
    Printed operator()(const Cast& node) const {
        return {fmt::format("({}){}", declare(node.to, "", hooks), at_least(prefix, *node.operand, hooks)), prefix};
    }
    Printed operator()(const Call& node) const {
        return {fmt::format("{}({})", at_least(postfix, *node.callee, hooks), list(node.args, hooks))};
    }
    Printed operator()(const Index& node) const {
        auto base = at_least(postfix, *node.base, hooks);
        if (hooks.overruns != nullptr && hooks.overruns->contains(&self))
            base = "(&" + base + "[0])";
        return {fmt::format("{}[{}]", base, at_least(assignment, *node.index, hooks))};
    }
    Printed operator()(const Member& node) const {
        return {fmt::format("{}{}{}", at_least(postfix, *node.base, hooks), node.arrow ? "->" : ".",
                            hooks.member ? hooks.member(node.field) : node.field)};
    }
    Printed operator()(const SizeOf& node) const {
        return {fmt::format("{}({})", node.align ? "_Alignof" : "sizeof",
                            node.operand ? print_c(*node.operand, hooks) : declare(node.of, "", hooks)),
                prefix};
    }
    Printed operator()(const CompoundLiteral& node) const {
        return {fmt::format("({}){}", declare(node.of, "", hooks), print_c(*node.init, hooks))};
    }
    Printed operator()(const InitList& node) const {
        std::string text;
        for (const auto& item : node.items) {
            text += text.empty() ? "" : ", ";
            for (const auto& designator : item.designators)
                text += one_designator(designator);
            text += item.designators.empty() ? "" : " = ";
            text += at_least(assignment, *item.value, hooks);
        }
        return {"{" + text + "}"};
    }
    Printed operator()(const StatementExpr& node) const { return {"(" + print_c(*node.body, 0, hooks) + ")"}; }
    Printed operator()(const BuiltinExpr& node) const {
        if (node.name == "_Generic" && !node.args.empty())
            return {"(" + print_c(*node.args[0], hooks) + ")"};
        std::string types;
        for (const auto* of : node.types)
            types += (types.empty() ? "" : ", ") + declare(of, "", hooks);
        const auto args = list(node.args, hooks);
        const bool types_first = node.name.find("offsetof") != std::string::npos;
        const std::string between = types.empty() || args.empty() ? "" : ", ";
        return {fmt::format("{}({}{}{})", node.name, types_first ? types : args, between, types_first ? args : types)};
    }
    Printed operator()(const ErrorExpr&) const { return {"/* error */ 0"}; }

  private:
    [[nodiscard]] std::string one_designator(const Designator& designator) const {
        if (designator.field)
            return "." + (hooks.member ? hooks.member(*designator.field) : *designator.field);
        if (designator.index_end)
            return fmt::format("[{} ... {}]", print_c(*designator.index, hooks), print_c(*designator.index_end, hooks));
        return fmt::format("[{}]", print_c(*designator.index, hooks));
    }

    [[nodiscard]] std::string operand(const Expr& expr, Level needed, Level parent) const {
        const auto* inner = strip(&expr)->as<Binary>();
        if (inner != nullptr && is_confusing(parent, level_of(inner->op)))
            return "(" + print_c(expr, hooks) + ")";
        return at_least(needed, expr, hooks);
    }
};

Printed print(const Expr& full, const PrintHooks& hooks) {
    const Expr* expr = &full;
    for (;; expr = strip_once(*expr)) {
        if (hooks.expression) {
            if (auto text = hooks.expression(*expr))
                return {std::move(*text)};
        }
        if (strip_once(*expr) == nullptr)
            return std::visit(ExprPrinter{*expr, expr->type, hooks}, expr->node);
    }
}

std::string at_least(Level level, const Expr& expr, const PrintHooks& hooks) {
    auto printed = print(expr, hooks);
    return printed.level >= level ? printed.text : "(" + printed.text + ")";
}

std::string pad(int indent) { return std::string(static_cast<std::size_t>(indent) * 4, ' '); }

std::string head_text(const VarDecl& variable, const PrintHooks& hooks) {
    if (hooks.head)
        return hooks.head(variable);
    switch (variable.storage) {
    case Storage::static_:
        return "static ";
    case Storage::extern_:
        return "extern ";
    case Storage::register_:
        return "register ";
    case Storage::thread:
        return "static _Thread_local ";
    case Storage::automatic:
        break;
    }
    return "";
}

std::string initializer(const VarDecl& variable, const PrintHooks& hooks) {
    return variable.init ? " = " + at_least(assignment, *variable.init, hooks) : "";
}

// `int i = 0, *p = a` where the specifiers agree, else one declaration after the other (not for a `for`).
std::string variables_text(const DeclStmt& node, int indent, const PrintHooks& hooks) {
    std::string text;
    std::string previous;
    for (const auto& variable : node.variables) {
        auto parts = split_declaration(hooks.type ? hooks.type(variable->type) : variable->type,
                                       hooks.variable ? hooks.variable(*variable) : variable->name, hooks);
        const auto head = head_text(*variable, hooks) + parts.specifiers;
        if (text.empty())
            text = head + " ";
        else
            text += head == previous ? ", " : ";\n" + pad(indent) + head + " ";
        text += parts.declarator + alignment_text(*variable) + initializer(*variable, hooks);
        previous = head;
    }
    return text.empty() ? text : text + ";";
}

// One overload a kind of statement; every text ends with a newline.
struct StmtPrinter {
    int indent;
    const PrintHooks& hooks;

    std::string line(const std::string& text) const { return pad(indent) + text + "\n"; }
    // A sub-statement in braces, after a head such as `while (c)`.
    std::string body(const Stmt& stmt) const {
        if (const auto* block = stmt.as<Compound>())
            return braces(*block);
        return "{\n" + print_c(stmt, indent + 1, hooks) + pad(indent) + "}";
    }
    std::string braces(const Compound& node) const {
        std::string text = "{\n";
        for (const auto& item : node.items)
            text += print_c(*item, indent + 1, hooks);
        return text + pad(indent) + "}";
    }
    std::string labelled(const std::string& label, const StmtPtr& stmt) const {
        return line(label) + (stmt ? print_c(*stmt, indent, hooks) : line(";"));
    }

    std::string operator()(const Compound& node) const { return line(braces(node)); }
    std::string operator()(const ExprStmt& node) const { return line(print_c(*node.expr, hooks) + ";"); }
    std::string operator()(const DeclStmt& node) const {
        std::string text;
        for (const auto* function : node.functions)
            text += line(declare(function->type, function->name, hooks) + ";");
        return node.variables.empty() ? text : text + line(variables_text(node, indent, hooks));
    }
    std::string operator()(const If& node) const {
        auto text = fmt::format("if ({}) {}", print_c(*node.cond, hooks), body(*node.then));
        const If* last = &node;
        while (last->otherwise && last->otherwise->as<If>() != nullptr) {
            last = last->otherwise->as<If>();
            text += fmt::format(" else if ({}) {}", print_c(*last->cond, hooks), body(*last->then));
        }
        return line(last->otherwise ? text + " else " + body(*last->otherwise) : text);
    }
    std::string operator()(const While& node) const {
        return line(fmt::format("while ({}) {}", print_c(*node.cond, hooks), body(*node.body)));
    }
    std::string operator()(const DoWhile& node) const {
        return line(fmt::format("do {} while ({});", body(*node.body), print_c(*node.cond, hooks)));
    }
    std::string operator()(const For& node) const {
        std::string init = ";";
        if (node.init) {
            if (const auto* declaration = node.init->as<DeclStmt>())
                init = variables_text(*declaration, indent, hooks);
            else if (const auto* expression = node.init->as<ExprStmt>())
                init = print_c(*expression->expr, hooks) + ";";
        }
        return line(fmt::format("for ({}{};{}) {}", init, node.cond ? " " + print_c(*node.cond, hooks) : "",
                                node.inc ? " " + print_c(*node.inc, hooks) : "", body(*node.body)));
    }
    std::string operator()(const Switch& node) const {
        return line(fmt::format("switch ({}) {}", print_c(*node.value, hooks), body(*node.body)));
    }
    std::string operator()(const Case& node) const {
        const auto high = node.high ? " ... " + print_c(*node.high, hooks) : "";
        return labelled("case " + print_c(*node.low, hooks) + high + ":", node.body);
    }
    std::string operator()(const Default& node) const { return labelled("default:", node.body); }
    std::string operator()(const Label& node) const { return labelled(node.name + ":", node.body); }
    std::string operator()(const Goto& node) const {
        return line(node.computed ? "goto *" + at_least(prefix, *node.computed, hooks) + ";"
                                  : "goto " + node.label + ";");
    }
    std::string operator()(const Break&) const { return line("break;"); }
    std::string operator()(const Continue&) const { return line("continue;"); }
    std::string operator()(const Return& node) const {
        return line(node.value ? "return " + print_c(*node.value, hooks) + ";" : "return;");
    }
    std::string operator()(const Null&) const { return line(";"); }
    std::string operator()(const Asm& node) const { return line(node.text); }
};

} // namespace

std::optional<std::string> constant_text(const EnumConstant& constant) {
    return constant.file_scope ? std::nullopt
                               : std::optional(integer_text(static_cast<std::uint64_t>(constant.value), constant.type));
}

std::string print_c(const Expr& expr, const PrintHooks& hooks) { return print(expr, hooks).text; }

std::string print_c(const Expr& expr) { return print_c(expr, PrintHooks{}); }

std::string print_c(const Stmt& stmt, int indent, const PrintHooks& hooks) {
    if (hooks.statement) {
        if (auto text = hooks.statement(stmt, indent))
            return *text;
    }
    return std::visit(StmtPrinter{indent, hooks}, stmt.node);
}

std::string print_c(const Stmt& stmt, int indent) { return print_c(stmt, indent, PrintHooks{}); }

} // namespace hydra::ir

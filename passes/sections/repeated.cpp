// `if (label[to[k]] < least) least = label[to[k]];`: the branch begins with the state in which the condition was
// evaluated, so equal text means the same element, as long as neither changes anything before.
#include "passes/sections/repeated.h"

#include <string>
#include <utility>

namespace hydra::passes {

using ir::BinaryOp;
using ir::Expr;
using ir::Stmt;

namespace {

bool is_element(const Expr& expr) { return expr.as<ir::Index>() != nullptr || expr.as<ir::Member>() != nullptr; }

bool is_logical(const ir::Binary& binary) {
    return binary.op == BinaryOp::logical_and || binary.op == BinaryOp::logical_or;
}

// Whether evaluating the expression changes nothing.
bool is_calm(const Expr& expr) {
    const auto* unary = expr.as<ir::Unary>();
    const auto* binary = expr.as<ir::Binary>();
    bool calm = expr.as<ir::Call>() == nullptr && expr.as<ir::StatementExpr>() == nullptr &&
                expr.as<ir::BuiltinExpr>() == nullptr && (binary == nullptr || !ir::is_assignment(binary->op)) &&
                (unary == nullptr || unary->op < ir::UnaryOp::pre_inc || unary->op > ir::UnaryOp::post_dec);
    ir::for_each_child(expr, [&](const Expr& child) { calm = calm && is_calm(child); });
    return calm;
}

class Finder {
  public:
    using Reads = std::map<std::string, const Expr*>; // by their text

    // before: what was read in the state in which the statement begins.
    void visit(const Stmt& stmt, const Reads& before) {
        if (const auto* compound = stmt.as<ir::Compound>()) {
            for (const auto& item : compound->items)
                visit(*item, item == compound->items.front() ? before : Reads{});
        } else if (const auto* expression = stmt.as<ir::ExprStmt>()) {
            if (expression->expr)
                effect(*expression->expr, before);
        } else if (const auto* branch = stmt.as<ir::If>()) {
            const Reads known = behind(*branch->cond, before);
            visit(*branch->then, known);
            if (branch->otherwise)
                visit(*branch->otherwise, known);
        } else {
            ir::for_each_child(
                stmt, [&](const Expr& expr) { effect(expr, {}); }, [&](const Stmt& child) { visit(child, {}); });
        }
    }

    std::map<const Expr*, const Expr*> found;

  private:
    // An expression that may store what it computes, once it has read all that it reads.
    void effect(const Expr& full, const Reads& before) {
        const Expr& expr = *ir::strip(&full);
        const auto* binary = expr.as<ir::Binary>();
        const bool assigns = binary != nullptr && ir::is_assignment(binary->op) && is_calm(*binary->lhs);
        const Expr& value = assigns ? *binary->rhs : expr;
        if (is_calm(value))
            look(value, before);
    }

    // What has been read where the condition was evaluated.
    Reads behind(const Expr& condition, const Reads& before) {
        if (!is_calm(condition))
            return {};
        look(condition, before);
        Reads known = before;
        gather(condition, known);
        return known;
    }

    // The elements that are read whenever the expression is evaluated.
    void gather(const Expr& expr, Reads& known) {
        if (is_element(expr))
            known.emplace(ir::print_c(expr), &expr);
        const auto* binary = expr.as<ir::Binary>();
        if (const auto* conditional = expr.as<ir::Conditional>())
            gather(*conditional->cond, known);
        else if (binary != nullptr && is_logical(*binary))
            gather(*binary->lhs, known);
        else if (expr.as<ir::SizeOf>() == nullptr)
            ir::for_each_child(expr, [&](const Expr& child) { gather(child, known); });
    }

    void look(const Expr& expr, const Reads& before) {
        if (const auto same = is_element(expr) ? before.find(ir::print_c(expr)) : before.end(); same != before.end())
            found.emplace(&expr, same->second);
        const auto* binary = expr.as<ir::Binary>();
        if (const auto* conditional = expr.as<ir::Conditional>()) {
            const Reads known = behind(*conditional->cond, before);
            if (conditional->then)
                look(*conditional->then, known);
            look(*conditional->otherwise, known);
        } else if (binary != nullptr && is_logical(*binary)) {
            look(*binary->rhs, behind(*binary->lhs, before));
        } else {
            ir::for_each_child(
                expr, [&](const Expr& child) { look(child, before); });
        }
    }
};

} // namespace

std::map<const Expr*, const Expr*> repeated_reads(const Stmt& stmt) {
    Finder finder;
    finder.visit(stmt, {});
    return std::move(finder.found);
}

} // namespace hydra::passes

// See iteration_cost.h. What is called is looked into, and a function that calls itself is neither.
#include "passes/flow/iteration_cost.h"

#include <algorithm>
#include <optional>
#include <set>

#include "passes/facts/library.h"
#include "passes/flow/counting.h"
#include "passes/worth.h"

namespace hydra::passes {
namespace {

using Variables = std::set<const ir::VarDecl*>;

class Brief {
  public:
    Brief(const Summary& summary, bool with_loops) : summary_(summary), with_loops_(with_loops) {}

    bool costs_noting(const ir::Stmt& body) {
        bool brief = with_loops_ ? goes_through_elements(body, {}) : !holds_loop(body);
        walk(
            body,
            [&](const ir::Expr& expr) {
                if (const auto* call = expr.as<ir::Call>())
                    brief = brief && costs_noting(*call);
            },
            [&](const ir::Stmt& stmt) {
                brief = brief && stmt.as<ir::Goto>() == nullptr && stmt.as<ir::Asm>() == nullptr;
            });
        return brief;
    }

  private:
    bool costs_noting(const ir::Call& call) {
        const ir::FunctionDecl* callee = ir::called_function(call);
        if (callee == nullptr)
            return false;
        const ir::FunctionDecl* body = summary_.definition(callee);
        if (body == nullptr) {
            const LibraryEffect* effect = library_effect(callee->name);
            return effect != nullptr && effect->pure() && ++calls_ <= worth::most_brief_calls;
        }
        if (!inside_.insert(body).second)
            return false;
        const bool brief = costs_noting(*body->body);
        inside_.erase(body);
        return brief;
    }

    // Whether each loop, together with those around it, counts through elements. around: their variables.
    bool goes_through_elements(const ir::Stmt& stmt, Variables around) const {
        if (const auto* loop = stmt.as<ir::For>()) {
            const auto counts = counting(*loop);
            if (!counts)
                return false;
            around.insert(counts->variable);
            bool touches = false, calls_loops = false;
            walk(
                *loop->body,
                [&](const ir::Expr& expr) {
                    const auto* unary = expr.as<ir::Unary>();
                    const bool is_element =
                        expr.as<ir::Index>() != nullptr || (unary != nullptr && unary->op == ir::UnaryOp::deref);
                    touches = touches || (is_element && names_all(expr, around));
                    calls_loops = calls_loops || holds_loop_in_call(expr);
                },
                [](const ir::Stmt&) {});
            if (!touches || calls_loops)
                return false;
        }
        bool all = stmt.as<ir::While>() == nullptr && stmt.as<ir::DoWhile>() == nullptr;
        for_each_child(
            stmt, [](const ir::Expr&) {},
            [&](const ir::Stmt& child) { all = all && goes_through_elements(child, around); });
        return all;
    }
    bool holds_loop_in_call(const ir::Expr& expr) const {
        const auto* call = expr.as<ir::Call>();
        const ir::FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
        const ir::FunctionDecl* body = callee != nullptr ? summary_.definition(callee) : nullptr;
        return body != nullptr && holds_loop(*body->body);
    }
    static bool names_all(const ir::Expr& expr, Variables variables) {
        walk(
            expr, [&](const ir::Expr& part) { variables.erase(ir::named_variable(&part)); }, [](const ir::Stmt&) {});
        return variables.empty();
    }

    const Summary& summary_;
    bool with_loops_;
    std::set<const ir::FunctionDecl*> inside_; // functions that are being looked into
    int calls_ = 0;
};

// See operations_of.
class Operations {
  public:
    explicit Operations(const Summary& summary) : summary_(summary) {}

    // Nullopt: only the run tells.
    std::optional<std::int64_t> of(const ir::Stmt& stmt) {
        if (stmt.as<ir::While>() != nullptr || stmt.as<ir::DoWhile>() != nullptr || stmt.as<ir::Goto>() != nullptr)
            return std::nullopt;
        const auto* loop = stmt.as<ir::For>();
        const auto rounds = loop != nullptr ? rounds_of(*loop) : std::optional<std::int64_t>(1);
        if (!rounds)
            return std::nullopt;
        std::optional<std::int64_t> sum = 0;
        for_each_child(
            stmt, [&](const ir::Expr& expr) { add(sum, of(expr)); },
            [&](const ir::Stmt& child) { add(sum, of(child)); });
        return sum ? std::optional(std::min(*sum * *rounds, worth::most_weight)) : sum;
    }

  private:
    static void add(std::optional<std::int64_t>& sum, std::optional<std::int64_t> more) {
        sum = sum && more ? std::optional(std::min(*sum + *more, worth::most_weight)) : std::nullopt;
    }

    std::optional<std::int64_t> of(const ir::Expr& expr) {
        std::optional<std::int64_t> sum = 1;
        if (const auto* call = expr.as<ir::Call>())
            add(sum, of_call(*call));
        if (expr.as<ir::StatementExpr>() != nullptr)
            return std::nullopt;
        for_each_child(expr, [&](const ir::Expr& child) { add(sum, of(child)); });
        return sum;
    }

    std::optional<std::int64_t> of_call(const ir::Call& call) {
        const ir::FunctionDecl* callee = ir::called_function(call);
        if (callee == nullptr)
            return std::nullopt;
        const ir::FunctionDecl* body = summary_.definition(callee);
        if (body == nullptr)
            return library_effect(callee->name) != nullptr ? std::optional(worth::weight_of_call) : std::nullopt;
        if (!inside_.insert(body).second)
            return std::nullopt;
        const auto found = of(*body->body);
        inside_.erase(body);
        return found;
    }

    // Of a loop between numbers, in steps of one.
    static std::optional<std::int64_t> rounds_of(const ir::For& loop) {
        const auto counts = counting(loop);
        const ir::Expr* const start = counts && counts->step == nullptr ? start_of(loop, counts->variable) : nullptr;
        const auto from = start != nullptr ? ir::constant_value(*start) : std::nullopt;
        const auto to = start != nullptr ? ir::constant_value(*counts->bound) : std::nullopt;
        if (!from || !to)
            return std::nullopt;
        return std::clamp(counts->descending ? *from - *to : *to - *from, std::int64_t{1}, worth::most_weight);
    }

    const Summary& summary_;
    std::set<const ir::FunctionDecl*> inside_; // functions that are being looked into
};

} // namespace

std::int64_t operations_of(const Summary& summary, const ir::Stmt& body) {
    return Operations(summary).of(body).value_or(0);
}

bool costs_noting(const Summary& summary, const ir::Stmt& body) { return Brief(summary, false).costs_noting(body); }

bool costs_touching(const Summary& summary, const ir::Stmt& body) { return Brief(summary, true).costs_noting(body); }

} // namespace hydra::passes

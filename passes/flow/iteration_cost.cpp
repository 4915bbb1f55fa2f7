// See iteration_cost.h. What is called is looked into, and a function that calls itself is neither.
#include "passes/flow/iteration_cost.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

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

bool divides(ir::BinaryOp op) {
    return op == ir::BinaryOp::div || op == ir::BinaryOp::rem || op == ir::BinaryOp::div_assign ||
           op == ir::BinaryOp::rem_assign;
}

bool is_access(const ir::Expr& expr) {
    const auto* member = expr.as<ir::Member>();
    const auto* unary = expr.as<ir::Unary>();
    return expr.as<ir::Index>() != nullptr || (member != nullptr && member->arrow) ||
           (unary != nullptr && unary->op == ir::UnaryOp::deref);
}

// What memory or a function says decides where it leads.
bool is_scattered(const ir::Expr& access) {
    const auto* index = access.as<ir::Index>();
    bool found = false;
    if (index != nullptr)
        walk(
            *index->index,
            [&](const ir::Expr& part) { found = found || is_access(part) || part.as<ir::Call>() != nullptr; },
            [](const ir::Stmt&) {});
    return found;
}

// See operations_of and likely_operations_of.
class Operations {
  public:
    Operations(const Summary& summary, bool guesses) : summary_(summary), guesses_(guesses) {}

    // Nullopt: only the run tells.
    std::optional<std::int64_t> of(const ir::Stmt& stmt) {
        if (stmt.as<ir::Goto>() != nullptr)
            return guess(0);
        const auto* loop = stmt.as<ir::For>();
        if (loop == nullptr && stmt.as<ir::While>() == nullptr && stmt.as<ir::DoWhile>() == nullptr)
            return of_parts(stmt);
        auto rounds = loop != nullptr ? rounds_of(*loop) : std::nullopt;
        if (!rounds)
            rounds = guess(worth::likely_rounds);
        const auto outside = std::exchange(touched_, {});
        const auto sum = rounds ? of_parts(stmt) : std::nullopt;
        touched_ = outside;
        return sum ? std::optional(std::min(std::max<std::int64_t>(1, *sum) * *rounds, worth::most_weight)) : sum;
    }

  private:
    using Count = std::optional<std::int64_t>;

    [[nodiscard]] Count guess(std::int64_t number) const { return guesses_ ? Count(number) : std::nullopt; }

    static void add(Count& sum, Count more) {
        sum = sum && more ? Count(std::min(*sum + *more, worth::most_weight)) : std::nullopt;
    }

    Count of_parts(const ir::Stmt& stmt) {
        Count sum = stmt.as<ir::If>() != nullptr ? 1 : 0;
        for_each_child(
            stmt, [&](const ir::Expr& expr) { add(sum, of(expr)); },
            [&](const ir::Stmt& child) { add(sum, of(child)); });
        return sum;
    }

    // Names, numbers and conversions cost nothing, nor does what leads to an element; the same element is read once.
    Count of(const ir::Expr& expr) {
        if (is_access(expr))
            return of_access(expr);
        Count sum = 0;
        if (const auto* call = expr.as<ir::Call>())
            add(sum, of_call(*call));
        else if (const auto* binary = expr.as<ir::Binary>())
            add(sum, divides(binary->op) ? worth::weight_of_division
                     : binary->op == ir::BinaryOp::assign || binary->op == ir::BinaryOp::comma ? 0
                                                                                               : 1);
        else if (const auto* unary = expr.as<ir::Unary>())
            add(sum, unary->op == ir::UnaryOp::address_of ? 0 : 1);
        else if (expr.as<ir::Conditional>() != nullptr)
            add(sum, 1);
        else if (expr.as<ir::StatementExpr>() != nullptr)
            return guess(worth::weight_of_call);
        for_each_child(expr, [&](const ir::Expr& child) { add(sum, of(child)); });
        return sum;
    }

    Count of_access(const ir::Expr& access) {
        Count sum = 0;
        if (touched_.insert(print_c(access)).second)
            add(sum, is_scattered(access) ? worth::weight_of_scattered : 1);
        for_each_child(access, [&](const ir::Expr& child) { add(sum, of_place(child)); });
        return sum;
    }

    // What is read or called to know the place of an element.
    Count of_place(const ir::Expr& expr) {
        if (is_access(expr) || expr.as<ir::Call>() != nullptr)
            return of(expr);
        Count sum = 0;
        for_each_child(expr, [&](const ir::Expr& child) { add(sum, of_place(child)); });
        return sum;
    }

    Count of_call(const ir::Call& call) {
        const ir::FunctionDecl* callee = ir::called_function(call);
        if (callee == nullptr)
            return guess(worth::weight_of_call);
        const ir::FunctionDecl* body = summary_.definition(callee);
        if (body == nullptr)
            return library_effect(callee->name) != nullptr ? Count(worth::weight_of_call)
                                                           : guess(worth::weight_of_call);
        const auto [known, is_new] = called_.try_emplace(body, guess(worth::weight_of_call)); // should it call itself
        if (!is_new)
            return known->second;
        const auto outside = std::exchange(touched_, {});
        const auto found = of(*body->body);
        touched_ = outside;
        return called_[body] = found;
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
    bool guesses_;
    std::set<std::string> touched_; // elements of this round, as the program writes them
    std::map<const ir::FunctionDecl*, Count> called_;
};

} // namespace

std::int64_t operations_of(const Summary& summary, const ir::Stmt& body) {
    const auto found = Operations(summary, false).of(body);
    return found ? std::max<std::int64_t>(1, *found) : 0;
}

std::int64_t likely_operations_of(const Summary& summary, const ir::Stmt& body) {
    return std::max<std::int64_t>(1, Operations(summary, true).of(body).value_or(1));
}

bool costs_noting(const Summary& summary, const ir::Stmt& body) { return Brief(summary, false).costs_noting(body); }

bool costs_touching(const Summary& summary, const ir::Stmt& body) { return Brief(summary, true).costs_noting(body); }

} // namespace hydra::passes

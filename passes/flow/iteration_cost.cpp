// See iteration_cost.h. What is called is looked into, and a function that calls itself is neither.
#include "passes/flow/iteration_cost.h"

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

} // namespace

bool costs_noting(const Summary& summary, const ir::Stmt& body) { return Brief(summary, false).costs_noting(body); }

bool costs_touching(const Summary& summary, const ir::Stmt& body) { return Brief(summary, true).costs_noting(body); }

} // namespace hydra::passes

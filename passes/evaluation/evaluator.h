// What the parts of a symbolic run ask of the run itself: the values of expressions.
#pragma once
#include "passes/evaluation/expression_shapes.h"
#include "passes/evaluation/path_state.h"
#include "passes/evaluation/run_limits.h"

namespace hydra::passes {

class Evaluator {
  public:
    Evaluator(PathState& path, Quiet& quiet) : path_of_values_(path), quiet_while_rehearsing_(quiet) {}
    Evaluator(const Evaluator&) = delete;
    Evaluator& operator=(const Evaluator&) = delete;

    // The expression's value; what it accesses is noted, and what it assigns is known from now on.
    virtual Value eval(const ir::Expr& expr) = 0;
    // The same of an expression that is counted with: a comparison is 0 or 1.
    virtual Value number(const ir::Expr& expr) = 0;

    // Evaluates without noting accesses and without leaving a trace: what the expression assigns counts meanwhile only.
    template <class Run> auto rehearse(const ir::Expr& expr, Run run) {
        std::optional<KnownValues> kept;
        if (has_effects(expr))
            kept = path_of_values_.values();
        auto result = [&] {
            const Quiet::Scope quiet(quiet_while_rehearsing_);
            return run();
        }();
        if (kept)
            path_of_values_.replace_values(std::move(*kept));
        return result;
    }
    Value rehearsed(const ir::Expr& expr) {
        return rehearse(
            expr, [&] { return eval(expr); });
    }

  protected:
    ~Evaluator() = default;

  private:
    PathState& path_of_values_;
    Quiet& quiet_while_rehearsing_;
};

} // namespace hydra::passes

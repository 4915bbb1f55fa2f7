// Guards that a slice may leave out. What decides an access may be known only when the loop runs: values that it
// stores, or the very elements that are asked for. `if (v[i] > v[j]) swap(v, i, j)` may then be looked up as if the
// condition held, and `if (x[k] == key) break;` as if it did not, where what follows is only arithmetic with local
// variables: addresses that are computed in vain do no harm, loads from them might. A loop whose rounds all do the same
// may be run through once, however many rounds there are, or none.
#pragma once
#include <optional>

#include "passes/inspector/slice.h"
#include "passes/inspector/slice_scope.h"

namespace hydra::passes {

// A part of a condition, or a break or a loop (part: null), and what may be run in vain without it: a statement, or the
// other operand.
struct SliceGuard {
    const ir::Expr* part;
    const ir::Stmt *stmt, *inside;
    const ir::Expr* inside_expr;
    bool skips = false;                            // the part of an `if (…) continue;`; inside: the body that it ends
    std::vector<const ir::Stmt*> run_in_vain = {}; // skips: what stands behind it there, if that is known
    // By what Slice::dropped names it.
    [[nodiscard]] const void* key() const { return part != nullptr ? static_cast<const void*>(part) : stmt; }
};

class SliceGuards {
  public:
    // It keeps a reference.
    explicit SliceGuards(const SliceScope& scope);

    // The slice without as few guards as will do, so that it loads none of `loads`, where leaving them out does no
    // harm. make: the slice without these guards. nullopt: there is none.
    using Make = std::function<Slice(const std::set<const void*>& dropped)>;
    [[nodiscard]] std::optional<Slice> without(const std::set<const ir::Expr*>& targets,
                                               const std::set<const ir::Expr*>& loads, const Make& make) const;

  private:
    void find(const ir::Stmt& stmt, const ir::Stmt* counted, const ir::Stmt* round);
    static std::vector<const ir::Stmt*> behind(const ir::Stmt& stmt, const ir::Stmt& round);
    [[nodiscard]] bool counts(const ir::For& loop) const;
    [[nodiscard]] bool stands_behind_changes(const SliceGuard& guard) const;
    [[nodiscard]] std::vector<const SliceGuard*> around(const std::set<const ir::Expr*>& targets) const;
    [[nodiscard]] bool has_equal_rounds(const Slice& slice, const ir::Stmt& loop) const;
    [[nodiscard]] bool is_harmless(const Slice& slice, const SliceGuard& guard) const;
    [[nodiscard]] bool loads_in_vain(const Slice& slice, const ir::Expr& expr, const Variables& changed) const;
    [[nodiscard]] static bool may_run_in_vain(const Slice& slice, const ir::Expr& expr);
    [[nodiscard]] bool may_call_in_vain(const Slice& slice, const ir::Expr& expr, int depth = 0) const;
    [[nodiscard]] bool is_named_only_in(const ir::For& loop, const ir::VarDecl* variable) const;

    const SliceScope& scope_;
    std::vector<SliceGuard> guards_;
};

} // namespace hydra::passes

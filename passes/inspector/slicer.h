// Finds slices of one kernel's body (slice.h).
#pragma once
#include "passes/inspector/slice.h"
#include "passes/inspector/slice_guards.h"
#include "passes/inspector/slice_scope.h"

namespace hydra::passes {

class Slicer {
  public:
    // It keeps references. unit: that of the kernel.
    Slicer(const Summary& summary, const ir::Kernel& kernel, const ir::TranslationUnit& unit)
        : scope_(summary, kernel, unit), guards_(scope_) {}
    Slicer(const Slicer&) = delete; // parts of it refer to one another
    Slicer& operator=(const Slicer&) = delete;

    // Finds the slice for these accesses (lvalues in the body). False: there is none; slice().why says it.
    bool close(const std::set<const ir::Expr*>& targets);
    // The same without loads of some. Where there is no such slice, one that leaves out guards (slice_guards.h), and so
    // may note more than an iteration touches: then it is_wider(). False: there is none either.
    bool close_without(const std::set<const ir::Expr*>& targets, const std::set<const ir::Expr*>& loads);
    // What the last of these found.
    [[nodiscard]] const Slice& slice() const { return slice_; }
    [[nodiscard]] SliceText text(const std::map<const ir::Expr*, SliceTarget>& targets, int stage) const {
        return slice_text(scope_, slice_, targets, stage);
    }

    [[nodiscard]] const SliceScope& scope() const { return scope_; }

  private:
    SliceScope scope_;
    SliceGuards guards_;
    Slice slice_;
};

} // namespace hydra::passes

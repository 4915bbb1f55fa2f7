// What a step of a control-flow graph does first to the value of a variable, or of a member of one.
#pragma once
#include <string>

#include "passes/flow/cfg.h"
#include "passes/flow/liveness.h"

namespace hydra::passes {

class StepUses {
  public:
    // member: of a struct variable; null: all of it. All are kept by reference.
    StepUses(const Cfg& graph, const ir::VarDecl* variable, const std::string* member = nullptr)
        : graph_(graph), variable_(variable), member_(member) {}

    // Of a step that belongs to the block. In parallel loops whose iterations have a variable of that name for
    // themselves nothing happens to this one; those around `seen_from` (null: the whole graph) are ordinary loops.
    [[nodiscard]] FirstUse of(const Cfg::Block& block, const Cfg::Step& step,
                              const Cfg::ParallelLoop* seen_from = nullptr) const;

  private:
    [[nodiscard]] FirstUse of(const Cfg::Step& step) const;
    [[nodiscard]] bool reads_in(const ir::Stmt& loop) const;
    [[nodiscard]] FirstUse of_declaration(const ir::VarDecl& declared) const;
    [[nodiscard]] FirstUse of_directive(const ir::Directive& directive) const;
    // Of an expression's own step; of an operand, which a step before may evaluate.
    [[nodiscard]] FirstUse of(const ir::Expr& expr) const;
    [[nodiscard]] FirstUse of_operand(const ir::Expr& expr) const;
    [[nodiscard]] FirstUse of_operands(const ir::Expr& expr) const;
    [[nodiscard]] FirstUse of_call(const ir::Call& call) const;
    [[nodiscard]] FirstUse of_assignment(const ir::Binary& assign) const;
    [[nodiscard]] FirstUse of_lengths(ir::TypeRef type) const;
    [[nodiscard]] bool is_subject(const ir::Expr* expr) const;
    [[nodiscard]] bool is_member_beside(const ir::Expr& expr) const;

    const Cfg& graph_;
    const ir::VarDecl* variable_;
    const std::string* member_;
};

// What two things do first that happen one after the other.
FirstUse in_sequence(FirstUse first, FirstUse second);
// What is done first if it is not known which of the two happens.
FirstUse in_choice(FirstUse a, FirstUse b);

} // namespace hydra::passes

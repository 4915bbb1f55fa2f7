// The order in which an iteration comes to the expressions of its body.
#pragma once
#include <map>
#include <vector>

#include "ir/tree.h"

namespace hydra::passes {

class BodyOrder {
  public:
    // Of the loop's body; what called functions hold is no part of it.
    explicit BodyOrder(const ir::Stmt& body);

    // Whether whoever comes to the second expression has come to the first one before, in the same round of every loop
    // around the first. Both are compared without the parentheses and conversions around them.
    [[nodiscard]] bool dominates(const ir::Expr& first, const ir::Expr& second) const;

  private:
    struct Place {
        std::size_t order = 0;
        std::vector<const void*> arms; // statements and operands around it that may be left out, outermost first
    };
    void visit(const ir::Stmt& stmt);
    void visit(const ir::Expr& expr);
    template <class Node> void arm(const Node& node);

    std::map<const ir::Expr*, Place> places_;
    std::vector<const void*> arms_;
    bool jumps_ = false;
};

} // namespace hydra::passes

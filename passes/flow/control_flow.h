// Where control may go behind a loop: through the statements and expressions of its function, along jumps of any kind.
#pragma once
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "ir/tree.h"
#include "passes/flow/liveness.h"

namespace hydra::passes {

class ControlFlow {
  public:
    // Of a function with a body. Parallel loops are one step each, but for those around `loop`, which is one, too.
    ControlFlow(const ir::FunctionDecl& function, const ir::Stmt& loop);

    // What a step does first to a value: an expression, or a whole statement (a declaration, a loop).
    struct Step {
        const ir::Expr* expr = nullptr;
        const ir::Stmt* stmt = nullptr; // a loop that is not parallel: what follows are its parts
    };
    [[nodiscard]] bool has_loop() const { return is_found_; }
    using Use = std::function<FirstUse(const Step&)>;
    // Whether a way from behind the loop comes to a use that reads, or may, before one that writes. True where the loop
    // is not found, or ways are not known.
    [[nodiscard]] bool reads_behind(const Use& use) const;
    // The same from the function's beginning on, and from behind each step for which `from` holds.
    [[nodiscard]] bool reads_anew(const Use& use, const std::function<bool(const Step&)>& from) const;

  private:
    using Node = std::size_t;
    struct Place {
        Step step;
        std::vector<Node> next;
    };
    struct Targets { // of jumps
        Node on_break, on_continue;
        std::vector<Node>* cases; // of the switch around; null: there is none
        bool* has_default;
    };
    Node add(Step step, std::vector<Node> next);
    Node add(const ir::ExprPtr& expr, std::vector<Node> next);
    Node label(const std::string& name);
    // The step that the statement begins with, where `next` is what follows it.
    Node enter(const ir::Stmt& stmt, Node next, const Targets& targets);
    Node enter_loop(const ir::Stmt& stmt, const ir::Expr* condition, const ir::Stmt& body, const ir::Expr* step,
                    Node next, const Targets& targets);
    [[nodiscard]] bool reads_from(std::vector<Node> open, const Use& use) const;

    const ir::Stmt& loop_;
    std::deque<Place> places_;
    std::map<std::string, Node> labels_;
    std::vector<Node> computed_; // gotos whose labels are not known
    Node begin_ = 0, found_ = 0;
    bool is_found_ = false, unknown_ = false;
};

// What a step does first to the variable's value (liveness.cpp).
FirstUse first_use(const ControlFlow::Step& step, const ir::VarDecl* variable);

} // namespace hydra::passes

// The control-flow graph of a function, or of one of its statements: blocks of steps, and the edges along which control
// goes from one to the next.
//
// Steps are whole expressions, in the order in which they are evaluated. What decides by itself where control goes
// stands in steps of its own, before the expression that it is a part of: the operands of &&, ||, ?: and the comma,
// what is inside of statement expressions, and calls that do not return; and then what is evaluated before these, too.
// Operands whose order C leaves open are taken from left to right. `is_evaluated_before` tells such parts from those
// that an expression's own step evaluates.
//
// Jumps are followed wherever they go: into loops, out of statement expressions; a computed goto may go to any
// label, or out.
// Conditions that are constant have one edge only. What longjmp does is not in the graph: who asks about a function
// that calls setjmp (may_come_back) must not rely on the edges.
#pragma once
#include <compare>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ir/tree.h"

namespace hydra::passes {

class Summary;

class Cfg {
  public:
    using BlockId = std::size_t;

    struct Step {
        enum class Kind {
            evaluate,   // `expr`
            declare,    // `variable`: the lengths of its type and its initialiser are evaluated, and its life begins
            enter_loop, // `stmt`, a loop of any kind, begins; nothing is evaluated
            directive,  // of `stmt`, a parallel loop: the bounds of its reductions are evaluated
            assembly,   // `stmt`
            end_scope   // of `stmt`, a block with declarations, on the way to its end
        };
        Kind kind = Kind::evaluate;
        const ir::Expr* expr = nullptr;
        const ir::Stmt* stmt = nullptr;
        const ir::VarDecl* variable = nullptr;
    };

    struct Edge {
        enum class Kind {
            always,
            when_true,  // the block's condition is not 0
            when_false, // it is 0
            on_case,    // `label`, a Case, has its value
            on_default  // no case of the switch has
        };
        // What is known with it of the whole condition (of `Block::decides`) that the block's is a part of.
        enum class Outcome { open, holds, fails };
        BlockId to = 0;
        Kind kind = Kind::always;
        const ir::Stmt* label = nullptr;
        Outcome outcome = Outcome::open;
    };

    // A parallel loop, and the one around it.
    struct ParallelLoop {
        const ir::Stmt* stmt = nullptr;
        const ParallelLoop* outer = nullptr;
        [[nodiscard]] const ir::Directive& directive() const { return *stmt->as<ir::For>()->directive; }
    };
    // The statement whose condition it is, or the operator &&, || or ?: within an expression.
    struct Decision {
        const ir::Stmt* stmt = nullptr;
        const ir::Expr* expr = nullptr;
        friend auto operator<=>(const Decision&, const Decision&) = default;
    };

    // A statement begins before this step of its block (or at the block's end).
    struct Begin {
        std::size_t before = 0;
        const ir::Stmt* stmt = nullptr;
    };

    struct Block {
        std::vector<Step> steps;
        std::vector<Begin> statements; // that begin here, in order
        std::vector<Edge> successors;
        std::vector<BlockId> predecessors;    // one for each edge that leads here
        const ir::Expr* condition = nullptr;  // that decides between the edges; evaluated by the last step
        Decision decides;                     // whose condition that is, or is a part of
        const ParallelLoop* inside = nullptr; // the innermost parallel loop whose body (or increment) this belongs to
        const ParallelLoop* heads = nullptr;  // the one that begins with this: its header, but for the increment
    };

    struct Options {
        const Summary* summary = nullptr; // null: only the library's functions are known not to return
        bool loops_run = false;           // every for and while is taken to run a round
        bool first_rounds = true;         // a first round that is certain begins behind a test of its own
        bool dead_code = false;           // edges that constant conditions never take are there, too
    };

    // body: of a function, or a part of one: jumps to elsewhere lead to the end, and cases of a switch around are where
    // it may begin, too. The statement must outlive the graph.
    explicit Cfg(const ir::Stmt& body, Options options);
    explicit Cfg(const ir::Stmt& body) : Cfg(body, Options()) {}

    [[nodiscard]] const std::deque<Block>& blocks() const { return blocks_; }
    [[nodiscard]] const Block& block(BlockId id) const { return blocks_[id]; }
    [[nodiscard]] BlockId entry() const { return 0; }
    [[nodiscard]] BlockId exit() const { return 1; } // no steps; returns lead there
    // The order in which their text stands, which is that of a first round through every loop.
    [[nodiscard]] const std::vector<BlockId>& in_text_order() const { return text_order_; }
    // Those that the entry reaches, each after all that come before it on ways without a round of a loop.
    [[nodiscard]] const std::vector<BlockId>& reverse_postorder() const { return reverse_postorder_; }
    // Where control is behind a loop; nullopt: the statement is no loop of the graph.
    [[nodiscard]] std::optional<BlockId> behind(const ir::Stmt& loop) const;
    // Where control comes to the end of a statement: before so many steps; nullopt: it is none of the graph.
    struct Place {
        BlockId block = 0;
        std::size_t before = 0;
    };
    [[nodiscard]] std::optional<Place> end_of(const ir::Stmt& stmt) const;
    // Whether steps of its own, before the step of an expression that it is a part of, evaluate the expression.
    [[nodiscard]] bool is_evaluated_before(const ir::Expr& expr) const { return before_.contains(&expr); }
    // Visits all expressions, at any depth, that the step itself evaluates.
    void for_each_expression(const Step& step, const std::function<void(const ir::Expr&)>& visit) const;
    // Whether setjmp or one of its kin is called: control may come to its end from any call.
    [[nodiscard]] bool may_come_back() const { return may_come_back_; }
    // The innermost parallel loop around the statement, which is a loop of the graph; null: none.
    [[nodiscard]] const ParallelLoop* parallel_around(const ir::Stmt& loop) const;

  private:
    friend class CfgBuilder; // makes it

    std::deque<Block> blocks_;
    std::deque<ParallelLoop> parallel_;
    std::vector<BlockId> text_order_, reverse_postorder_;
    std::unordered_map<const ir::Stmt*, BlockId> behind_;
    std::unordered_map<const ir::Stmt*, Place> ends_;
    std::unordered_set<const ir::Expr*> before_;
    bool may_come_back_ = false;
};

// Which blocks every way from the entry to a block goes through.
class Dominators {
  public:
    explicit Dominators(const Cfg& graph);
    // Whether all ways to `block` go through `by` (or it is that block). Nothing leads to blocks that are not reached:
    // all dominate these.
    [[nodiscard]] bool dominates(Cfg::BlockId by, Cfg::BlockId block) const;
    // The nearest other block that does; nullopt: of the entry, and of what is not reached.
    [[nodiscard]] std::optional<Cfg::BlockId> immediate(Cfg::BlockId block) const;

  private:
    static constexpr std::size_t unreached = static_cast<std::size_t>(-1);
    std::vector<std::size_t> number_;     // of a block: its place in the reverse postorder
    std::vector<std::size_t> above_;      // by place: that of the immediate dominator
    std::vector<Cfg::BlockId> by_number_; // the block of a place
};

// The graphs of functions and loop bodies, each made when it is first asked for. Not for use by several threads.
class CfgCache {
  public:
    explicit CfgCache(const Summary* summary) : summary_(summary) {}
    [[nodiscard]] const Cfg& of(const ir::Stmt& body);

  private:
    const Summary* summary_;
    std::map<const ir::Stmt*, std::unique_ptr<Cfg>> graphs_;
};

// Whether iterations of a parallel loop have a variable of that name for themselves: of `inside`, or of one around it,
// but for those that are around `seen_from`, too (null: for none).
bool is_private_inside(const Cfg::ParallelLoop* inside, const ir::VarDecl* variable,
                       const Cfg::ParallelLoop* seen_from = nullptr);
// Whether the block is the header of a parallel loop with this private variable: it reads the one outside, but leaves
// that as it is. (Not of the loop variable, which has its last value afterwards, listed or not.)
bool heads_private(const Cfg::Block& block, const ir::VarDecl* variable);

// Whether the call ends the program for certain: by a function of the library, or one of the program that does nothing
// else first but plain statements (summary: may be null, then none of the program).
bool never_returns(const Summary* summary, const ir::Call& call);

} // namespace hydra::passes

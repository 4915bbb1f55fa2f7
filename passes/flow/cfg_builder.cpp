// Makes a control-flow graph in one walk through the tree (see cfg.h). There is always a block that is being filled;
// behind a jump it is one to which nothing leads.
//
// Expressions: a walk over each whole one first finds the nodes that hold control flow. One without is a single step;
// in one with, control flow is laid out from the bottom, and what is left of the expression is the last step.
#include <algorithm>
#include <string>
#include <utility>

#include "passes/facts/summary.h"
#include "passes/flow/cfg.h"
#include "passes/flow/first_round.h"

namespace hydra::passes {

using ir::Expr;
using ir::Stmt;

class CfgBuilder {
  public:
    CfgBuilder(Cfg& graph, const Cfg::Options& options) : graph_(graph), options_(options) {}

    void build(const Stmt& body) {
        add_block(); // entry
        add_block(); // exit
        open(graph_.entry());
        const BlockId first = add_block(); // nothing leads to the entry
        go(first);
        open(first);
        on_break_ = on_continue_ = graph_.exit();
        visit(body);
        go(graph_.exit());
        open(graph_.exit());
        for (const BlockId from : computed_) {
            for (const auto& [name, label] : labels_)
                connect(from, {.to = label.block});
            connect(from, {.to = graph_.exit()}); // the label may be outside of the statement
        }
        for (const auto& [name, label] : labels_)
            if (!label.is_here) // it is outside of the statement
                connect(label.block, {.to = graph_.exit()});
        number();
    }

  private:
    using BlockId = Cfg::BlockId;
    using Edge = Cfg::Edge;
    using Step = Cfg::Step;

    struct Label {
        BlockId block = 0;
        bool is_here = false;
    };
    struct Choice { // a switch
        BlockId head = 0;
        bool has_default = false;
    };
    // Where a condition leads to, and what is known of the whole one then.
    struct Target {
        BlockId block;
        Edge::Outcome outcome;
    };
    // What jumps of a body lead to.
    struct Targets {
        BlockId on_break, on_continue;
    };

    // ---- blocks

    BlockId add_block() {
        graph_.blocks_.emplace_back();
        return graph_.blocks_.size() - 1;
    }
    // Fills this block from now on; each is opened once.
    void open(BlockId block) {
        here_ = block;
        graph_.blocks_[block].inside = parallel_;
        graph_.blocks_[block].heads = heads_;
        graph_.text_order_.push_back(block);
    }
    BlockId open_next() {
        const BlockId block = add_block();
        open(block);
        return block;
    }
    void connect(BlockId from, Edge edge) {
        graph_.blocks_[edge.to].predecessors.push_back(from);
        graph_.blocks_[from].successors.push_back(edge);
    }
    void go(BlockId to) { connect(here_, {.to = to}); }
    void add(Step step) { graph_.blocks_[here_].steps.push_back(step); }
    void leave() { open_next(); } // nothing comes here

    // ---- expressions

    // Notes which nodes hold control flow; whether this one does.
    bool find_control(const Expr& expr) {
        if (expr.as<ir::SizeOf>() != nullptr) // its operand is not evaluated
            return false;
        const auto* binary = expr.as<ir::Binary>();
        bool found =
            expr.as<ir::StatementExpr>() != nullptr || expr.as<ir::Conditional>() != nullptr ||
            (binary != nullptr && (binary->op == ir::BinaryOp::logical_and || binary->op == ir::BinaryOp::logical_or ||
                                   binary->op == ir::BinaryOp::comma));
        if (expr.as<ir::StatementExpr>() == nullptr) // what is inside is visited as statements
            ir::for_each_child(expr, [&](const Expr& child) { found = find_control(child) || found; });
        if (const auto* call = expr.as<ir::Call>())
            found = ends(expr, *call) || found;
        if (found)
            controls_.insert(&expr);
        return found;
    }
    bool ends(const Expr& expr, const ir::Call& call) {
        const ir::FunctionDecl* callee = ir::called_function(call);
        if (callee == nullptr)
            return false;
        const auto [known, is_new] = ending_.try_emplace(callee, false);
        if (is_new) {
            known->second = never_returns(options_.summary, call);
            graph_.may_come_back_ = graph_.may_come_back_ || may_come_back(expr);
        }
        return known->second;
    }
    [[nodiscard]] bool holds_control(const Expr& expr) const { return controls_.contains(&expr); }

    void evaluate(const ir::ExprPtr& expr) {
        if (!expr)
            return;
        find_control(*expr);
        value(*expr);
    }
    // Lays out what stands in the expression, which is a part of a declaration or a directive.
    void prepare(const ir::ExprPtr& expr) {
        if (expr)
            prepare(*expr);
    }
    void prepare(const Expr& expr) {
        if (find_control(expr))
            part(expr);
    }

    void value(const Expr& expr) {
        const auto* binary = expr.as<ir::Binary>();
        if (!holds_control(expr)) {
            add({.expr = &expr});
        } else if (const auto* block = expr.as<ir::StatementExpr>()) {
            if (block->body)
                visit(*block->body);
        } else if (const auto* conditional = expr.as<ir::Conditional>()) {
            choose(expr, *conditional);
        } else if (binary != nullptr && binary->op == ir::BinaryOp::comma) {
            part(*binary->lhs);
            part(*binary->rhs);
        } else if (binary != nullptr &&
                   (binary->op == ir::BinaryOp::logical_and || binary->op == ir::BinaryOp::logical_or)) {
            const BlockId right = add_block(), after = add_block();
            const bool is_and = binary->op == ir::BinaryOp::logical_and;
            branch(*binary->lhs, is_and ? right : after, is_and ? after : right, {.expr = &expr});
            open(right);
            part(*binary->rhs);
            go(after);
            open(after);
        } else {
            operands(expr);
            add({.expr = &expr});
            if (const auto* call = expr.as<ir::Call>(); call != nullptr && ends(expr, *call))
                leave();
        }
    }
    void choose(const Expr& expr, const ir::Conditional& choice) {
        const BlockId then = add_block(), otherwise = add_block(), after = add_block();
        branch(*choice.cond, then, otherwise, {.expr = &expr});
        open(then);
        if (choice.then)
            part(*choice.then);
        go(after);
        open(otherwise);
        part(*choice.otherwise);
        go(after);
        open(after);
    }
    // As value, of a part of a larger expression.
    void part(const Expr& expr) {
        value(expr);
        graph_.before_.insert(&expr);
    }

    // The operands of an expression with control flow in it, in order.
    void operands(const Expr& expr) {
        const auto* binary = expr.as<ir::Binary>();
        const auto* unary = expr.as<ir::Unary>();
        if (binary != nullptr && binary->op == ir::BinaryOp::assign) {
            place(*binary->lhs);
            operand(*binary->rhs);
        } else if (unary != nullptr && (unary->op == ir::UnaryOp::address_of || unary->op == ir::UnaryOp::pre_inc ||
                                        unary->op == ir::UnaryOp::pre_dec || unary->op == ir::UnaryOp::post_inc ||
                                        unary->op == ir::UnaryOp::post_dec)) {
            place(*unary->operand);
        } else {
            ir::for_each_child(
                expr, [&](const Expr& child) { operand(child); });
        }
    }
    void operand(const Expr& expr) {
        const Expr& inner = *ir::strip(&expr);
        const auto* address = inner.as<ir::Unary>();
        const bool is_address =
            inner.type != nullptr && ((inner.type->is_array() && inner.lvalue) || inner.type->is_function());
        const bool is_pointer = inner.type != nullptr && inner.type->is_pointer();
        if (inner.as<ir::IntLit>() != nullptr || inner.as<ir::FloatLit>() != nullptr)
            return;
        if (is_pointer && ir::named_variable(&inner) != nullptr) // what it is used for, the expression around shows
            return;
        if (address != nullptr && address->op == ir::UnaryOp::address_of)
            place(*address->operand);
        else if (is_address)
            place(inner);
        else
            part(expr);
    }
    // What is evaluated to know where an object is; the object itself is not read.
    void place(const Expr& full) {
        const Expr& expr = *ir::strip(&full);
        const auto* unary = expr.as<ir::Unary>();
        const auto* member = expr.as<ir::Member>();
        if (const auto* index = expr.as<ir::Index>()) {
            operand(*index->base);
            operand(*index->index);
        } else if (member != nullptr && !member->arrow) {
            place(*member->base);
        } else if (member != nullptr) {
            operand(*member->base);
        } else if (unary != nullptr && unary->op == ir::UnaryOp::deref) {
            operand(*unary->operand);
        } else if (holds_control(full)) {
            part(full);
        }
    }

    // Where to go as the expression is 0 or not, which is all of the condition that decides, or a part.
    void branch(const Expr& full, const Target& yes, const Target& no, const Cfg::Decision& decides) {
        const Expr& cond = *ir::strip(&full);
        const auto* binary = cond.as<ir::Binary>();
        const auto* unary = cond.as<ir::Unary>();
        if (unary != nullptr && unary->op == ir::UnaryOp::logical_not) {
            branch(*unary->operand, no, yes, decides);
        } else if (binary != nullptr &&
                   (binary->op == ir::BinaryOp::logical_and || binary->op == ir::BinaryOp::logical_or)) {
            const bool is_and = binary->op == ir::BinaryOp::logical_and;
            const Target second{add_block(), Edge::Outcome::open};
            branch(*binary->lhs, is_and ? second : yes, is_and ? no : second, decides);
            open(second.block);
            branch(*binary->rhs, yes, no, decides);
        } else if (binary != nullptr && binary->op == ir::BinaryOp::comma) {
            part(*binary->lhs);
            branch(*binary->rhs, yes, no, decides);
        } else {
            value(full);
            const auto known = ir::constant_value(full);
            graph_.blocks_[here_].condition = &full;
            graph_.blocks_[here_].decides = decides;
            if (known.value_or(1) != 0 || options_.dead_code)
                connect(here_, {.to = yes.block, .kind = Edge::Kind::when_true, .outcome = yes.outcome});
            if (known.value_or(0) == 0 || options_.dead_code)
                connect(here_, {.to = no.block, .kind = Edge::Kind::when_false, .outcome = no.outcome});
        }
    }
    void branch(const Expr& cond, BlockId yes, BlockId no, const Cfg::Decision& decides) {
        branch(cond, {yes, Edge::Outcome::holds}, {no, Edge::Outcome::fails}, decides);
    }
    // The condition of a statement.
    void decide(const Stmt& stmt, const ir::ExprPtr& cond, BlockId yes, BlockId no) {
        if (!cond) {
            go(yes);
            return;
        }
        find_control(*cond);
        branch(*cond, yes, no, {.stmt = &stmt});
    }

    // ---- statements

    // `(void)x;` is said to the compiler, and reads nothing.
    static bool is_mention(const Expr& expr) {
        const auto* cast = expr.as<ir::Cast>();
        const Expr* operand =
            cast != nullptr && cast->to->kind == ir::TypeKind::Void ? ir::strip(cast->operand.get()) : nullptr;
        return operand != nullptr && operand->as<ir::DeclRef>() != nullptr && !operand->type->quals.is_volatile;
    }

    void visit(const ir::StmtPtr& stmt) {
        if (stmt)
            visit(*stmt);
    }
    void visit(const Stmt& stmt) {
        if (enter_label(stmt))
            return;
        begin(stmt);
        const auto* expression = stmt.as<ir::ExprStmt>();
        if (expression != nullptr && expression->expr && is_mention(*expression->expr))
            return;
        if (expression != nullptr)
            evaluate(expression->expr);
        else if (const auto* declaration = stmt.as<ir::DeclStmt>())
            for (const auto& variable : declaration->variables)
                declare(stmt, *variable);
        else if (stmt.as<ir::Asm>() != nullptr)
            add({.kind = Step::Kind::assembly, .stmt = &stmt});
        else if (!visit_one<ir::Compound>(stmt) && !visit_one<ir::If>(stmt) && !visit_one<ir::For>(stmt) &&
                 !visit_one<ir::While>(stmt) && !visit_one<ir::DoWhile>(stmt) && !visit_one<ir::Switch>(stmt))
            jump(stmt);
        graph_.ends_[&stmt] = {here_, graph_.blocks_[here_].steps.size()};
    }
    void begin(const Stmt& stmt) {
        Cfg::Block& block = graph_.blocks_[here_];
        block.statements.push_back({block.steps.size(), &stmt});
    }
    // false: the statement is of another kind.
    template <class Kind> bool visit_one(const Stmt& stmt) {
        const auto* node = stmt.as<Kind>();
        if (node != nullptr)
            visit(stmt, *node);
        return node != nullptr;
    }

    void visit(const Stmt& stmt, const ir::Compound& compound) {
        bool declares = false;
        for (const auto& item : compound.items) {
            const auto* declaration = item->as<ir::DeclStmt>();
            declares = declares || (declaration != nullptr && !declaration->variables.empty());
            visit(*item);
        }
        if (declares)
            add({.kind = Step::Kind::end_scope, .stmt = &stmt});
    }

    void declare(const Stmt& stmt, const ir::VarDecl& variable) {
        for (ir::TypeRef type = variable.type; type->is_array() || type->is_pointer(); type = type->inner)
            if (type->vla_length != nullptr)
                prepare(*type->vla_length);
        if (!variable.has_static_lifetime()) // others have their values from the start
            prepare(variable.init);
        add({.kind = Step::Kind::declare, .stmt = &stmt, .variable = &variable});
    }

    void visit(const Stmt& stmt, const ir::If& choice) {
        const BlockId then = add_block(), after = add_block();
        const BlockId otherwise = choice.otherwise ? add_block() : after;
        decide(stmt, choice.cond, then, otherwise);
        open(then);
        visit(choice.then);
        go(after);
        if (choice.otherwise) {
            open(otherwise);
            visit(choice.otherwise);
            go(after);
        }
        open(after);
    }

    void body(const ir::StmtPtr& stmt, const Targets& targets) {
        const Targets around{std::exchange(on_break_, targets.on_break),
                             std::exchange(on_continue_, targets.on_continue)};
        visit(stmt);
        on_break_ = around.on_break;
        on_continue_ = around.on_continue;
    }

    void visit(const Stmt& stmt, const ir::For& loop) {
        const Cfg::ParallelLoop* const around = parallel_;
        const Cfg::ParallelLoop* const heads = heads_;
        const Cfg::ParallelLoop* const parallel =
            loop.directive ? &graph_.parallel_.emplace_back(Cfg::ParallelLoop{&stmt, around}) : nullptr;
        add({.kind = Step::Kind::enter_loop, .stmt = &stmt});
        if (parallel != nullptr)
            enter_header(stmt, *parallel);
        else
            visit(loop.init);
        const BlockId test = add_block(), round = add_block(), step = add_block(), after = add_block();
        graph_.behind_[&stmt] = after;
        begin_rounds(stmt, loop.cond, options_.loops_run || (options_.first_rounds && surely_runs(loop)), test, round);
        open(test);
        decide(stmt, loop.cond, round, after);
        heads_ = nullptr;
        parallel_ = parallel != nullptr ? parallel : around;
        open(round);
        body(loop.body, {after, step});
        go(step);
        open(step);
        evaluate(loop.inc);
        go(test);
        parallel_ = around;
        heads_ = heads;
        open(after);
    }
    void enter_header(const Stmt& stmt, const Cfg::ParallelLoop& parallel) {
        const ir::For& loop = *stmt.as<ir::For>();
        const BlockId header = add_block();
        go(header);
        heads_ = &parallel;
        open(header);
        visit(loop.init);
        ir::for_each_expression(*loop.directive, [this](const Expr& expr) { prepare(expr); });
        add({.kind = Step::Kind::directive, .stmt = &stmt});
    }
    void visit(const Stmt& stmt, const ir::While& loop) {
        add({.kind = Step::Kind::enter_loop, .stmt = &stmt});
        const BlockId test = add_block(), round = add_block(), after = add_block();
        graph_.behind_[&stmt] = after;
        begin_rounds(stmt, loop.cond, options_.loops_run, test, round);
        open(test);
        decide(stmt, loop.cond, round, after);
        open(round);
        body(loop.body, {after, test});
        go(test);
        open(after);
    }
    // Control comes to a loop, to its test or, where that is known to hold, behind a first one.
    void begin_rounds(const Stmt& stmt, const ir::ExprPtr& cond, bool runs, BlockId test, BlockId round) {
        if (runs && cond && !is_always_true(cond.get())) {
            evaluate(cond);
            graph_.blocks_[here_].condition = cond.get();
            graph_.blocks_[here_].decides = {.stmt = &stmt};
            connect(here_, {.to = round, .kind = Edge::Kind::when_true, .outcome = Edge::Outcome::holds});
        } else {
            go(test);
        }
    }
    void visit(const Stmt& stmt, const ir::DoWhile& loop) {
        add({.kind = Step::Kind::enter_loop, .stmt = &stmt});
        const BlockId test = add_block(), round = add_block(), after = add_block();
        graph_.behind_[&stmt] = after;
        go(round);
        open(round);
        body(loop.body, {after, test});
        go(test);
        open(test);
        decide(stmt, loop.cond, round, after);
        open(after);
    }

    void visit(const Stmt& stmt, const ir::Switch& node) {
        evaluate(node.value);
        const BlockId after = add_block();
        Choice choice{.head = here_};
        graph_.blocks_[here_].condition = node.value.get();
        graph_.blocks_[here_].decides = {.stmt = &stmt};
        leave(); // what stands before the first case
        Choice* const around = std::exchange(choice_, &choice);
        body(node.body, {after, on_continue_});
        choice_ = around;
        go(after);
        if (!choice.has_default)
            connect(choice.head, {.to = after, .kind = Edge::Kind::on_default});
        open(after);
    }

    Label& label(const std::string& name) {
        const auto known = labels_.find(name);
        return known != labels_.end() ? known->second : labels_[name] = {.block = add_block()};
    }
    // false: the statement has no label.
    bool enter_label(const Stmt& stmt) {
        if (const auto* named = stmt.as<ir::Label>()) {
            Label& found = label(named->name);
            found.is_here = true;
            go(found.block);
            open(found.block);
            begin(stmt);
            visit(named->body);
            return true;
        }
        const auto* one = stmt.as<ir::Case>();
        const auto* rest = stmt.as<ir::Default>();
        if (one == nullptr && rest == nullptr)
            return false;
        const BlockId block = add_block();
        go(block);
        const BlockId head = choice_ != nullptr ? choice_->head : graph_.entry();
        connect(head,
                {.to = block, .kind = one != nullptr ? Edge::Kind::on_case : Edge::Kind::on_default, .label = &stmt});
        if (choice_ != nullptr && rest != nullptr)
            choice_->has_default = true;
        open(block);
        begin(stmt);
        visit(one != nullptr ? one->body : rest->body);
        return true;
    }

    void jump(const Stmt& stmt) {
        if (const auto* to = stmt.as<ir::Goto>()) {
            evaluate(to->computed);
            if (to->computed)
                computed_.push_back(here_);
            else
                go(label(to->label).block);
        } else if (const auto* back = stmt.as<ir::Return>()) {
            evaluate(back->value);
            go(graph_.exit());
        } else if (stmt.as<ir::Break>() != nullptr) {
            go(on_break_);
        } else if (stmt.as<ir::Continue>() != nullptr) {
            go(on_continue_);
        } else {
            return;
        }
        leave();
    }

    // ---- the order of blocks

    // A depth-first walk, without recursion.
    void number() {
        std::vector<bool> seen(graph_.blocks_.size(), false);
        std::vector<std::pair<BlockId, std::size_t>> open{{graph_.entry(), 0}};
        std::vector<BlockId>& order = graph_.reverse_postorder_;
        seen[graph_.entry()] = true;
        while (!open.empty()) {
            auto& [block, edge] = open.back();
            const std::vector<Edge>& edges = graph_.blocks_[block].successors;
            if (edge == edges.size()) {
                order.push_back(block);
                open.pop_back();
                continue;
            }
            const BlockId next = edges[edges.size() - 1 - edge++].to; // the last one first: it comes last then
            if (!seen[next]) {
                seen[next] = true;
                open.emplace_back(next, 0);
            }
        }
        std::reverse(order.begin(), order.end());
    }

    Cfg& graph_;
    const Cfg::Options options_;
    BlockId here_ = 0, on_break_ = 0, on_continue_ = 0;
    Choice* choice_ = nullptr;                    // the switch around; null: none
    const Cfg::ParallelLoop* parallel_ = nullptr; // whose body this is
    const Cfg::ParallelLoop* heads_ = nullptr;    // whose header this is
    std::map<std::string, Label> labels_;
    std::vector<BlockId> computed_; // that end in gotos to any label
    std::unordered_set<const Expr*> controls_;
    std::unordered_map<const ir::FunctionDecl*, bool> ending_;
};

Cfg::Cfg(const Stmt& body, Options options) { CfgBuilder(*this, options).build(body); }

} // namespace hydra::passes

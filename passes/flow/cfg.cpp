// See cfg.h. What the graph is asked; cfg_builder.cpp makes it. Dominators by the iteration of Cooper, Harvey and
// Kennedy ("A Simple, Fast Dominance Algorithm").
#include "passes/flow/cfg.h"

#include <algorithm>

#include "passes/facts/library.h"
#include "passes/facts/summary.h"

namespace hydra::passes {

using ir::Expr;
using ir::Stmt;

std::optional<Cfg::BlockId> Cfg::behind(const Stmt& loop) const {
    const auto found = behind_.find(&loop);
    return found != behind_.end() ? std::optional(found->second) : std::nullopt;
}

std::optional<Cfg::Place> Cfg::end_of(const ir::Stmt& stmt) const {
    const auto found = ends_.find(&stmt);
    return found != ends_.end() ? std::optional(found->second) : std::nullopt;
}

const Cfg::ParallelLoop* Cfg::parallel_around(const Stmt& loop) const {
    const auto after = behind(loop);
    return after ? blocks_[*after].inside : nullptr;
}

void Cfg::for_each_expression(const Step& step, const std::function<void(const Expr&)>& visit) const {
    const std::function<void(const Expr&)> descend = [&](const Expr& expr) {
        if (is_evaluated_before(expr))
            return;
        visit(expr);
        ir::for_each_child(expr, descend);
    };
    if (step.kind == Step::Kind::evaluate) {
        visit(*step.expr);
        ir::for_each_child(*step.expr, descend);
    } else if (step.kind == Step::Kind::declare) {
        for (ir::TypeRef type = step.variable->type; type->is_array() || type->is_pointer(); type = type->inner)
            if (type->vla_length != nullptr)
                descend(*type->vla_length);
        if (step.variable->init && !step.variable->has_static_lifetime())
            descend(*step.variable->init);
    } else if (step.kind == Step::Kind::directive) {
        ir::for_each_expression(*step.stmt->as<ir::For>()->directive, descend);
    }
}

Dominators::Dominators(const Cfg& graph) : number_(graph.blocks().size(), unreached) {
    by_number_ = graph.reverse_postorder();
    for (std::size_t i = 0; i < by_number_.size(); ++i)
        number_[by_number_[i]] = i;
    above_.assign(by_number_.size(), unreached);
    above_[0] = 0;
    const auto nearest_common = [&](std::size_t a, std::size_t b) {
        while (a != b)
            (a > b ? a : b) = above_[std::max(a, b)];
        return a;
    };
    for (bool changes = true; changes;) {
        changes = false;
        for (std::size_t i = 1; i < by_number_.size(); ++i) {
            std::size_t common = unreached;
            for (const Cfg::BlockId before : graph.block(by_number_[i]).predecessors) {
                const std::size_t at = number_[before];
                if (at != unreached && above_[at] != unreached)
                    common = common == unreached ? at : nearest_common(common, at);
            }
            changes = changes || above_[i] != common;
            above_[i] = common;
        }
    }
}

bool Dominators::dominates(Cfg::BlockId by, Cfg::BlockId block) const {
    if (number_[block] == unreached || by == block)
        return true;
    if (number_[by] == unreached)
        return false;
    std::size_t at = number_[block];
    while (at > number_[by])
        at = above_[at];
    return at == number_[by];
}

std::optional<Cfg::BlockId> Dominators::immediate(Cfg::BlockId block) const {
    if (number_[block] == unreached || number_[block] == 0)
        return std::nullopt;
    return by_number_[above_[number_[block]]];
}

const Cfg& CfgCache::of(const Stmt& body) {
    std::unique_ptr<Cfg>& graph = graphs_[&body];
    if (!graph)
        graph = std::make_unique<Cfg>(body, Cfg::Options{.summary = summary_});
    return *graph;
}

namespace {

template <class List> bool contains(const List& list, const ir::VarDecl* variable) {
    return std::find(list.begin(), list.end(), variable) != list.end();
}

} // namespace

bool is_private_inside(const Cfg::ParallelLoop* inside, const ir::VarDecl* variable,
                       const Cfg::ParallelLoop* seen_from) {
    const auto is_around = [&](const Cfg::ParallelLoop* loop) {
        const Cfg::ParallelLoop* at = seen_from;
        while (at != nullptr && at != loop)
            at = at->outer;
        return at == loop;
    };
    for (const Cfg::ParallelLoop* loop = inside; loop != nullptr; loop = loop->outer) {
        const ir::Directive& directive = loop->directive();
        if ((contains(directive.private_, variable) || contains(directive.firstprivate, variable)) && !is_around(loop))
            return true;
    }
    return false;
}

bool heads_private(const Cfg::Block& block, const ir::VarDecl* variable) {
    return block.heads != nullptr && contains(block.heads->directive().private_, variable) &&
           block.heads->stmt->as<ir::For>()->canonical.variable != variable;
}

namespace {

bool never_returns(const Summary* summary, const ir::Call& call, int depth) {
    const ir::FunctionDecl* callee = ir::called_function(call);
    if (callee == nullptr)
        return false;
    const ir::FunctionDecl* known = summary != nullptr ? summary->definition(callee) : nullptr;
    const ir::FunctionDecl* definition = known != nullptr ? known : callee;
    if (!definition->body) {
        const LibraryEffect* effect = library_effect(callee->name);
        return effect != nullptr && effect->ends && (summary != nullptr || !callee->in_user_file);
    }
    if (known == nullptr || depth > 4)
        return false;
    for (const auto& item : known->body->as<ir::Compound>()->items) {
        const auto* statement = item->as<ir::ExprStmt>();
        if (statement == nullptr && item->as<ir::DeclStmt>() == nullptr)
            return false;
        const auto* inner =
            statement != nullptr && statement->expr ? ir::strip(statement->expr.get())->as<ir::Call>() : nullptr;
        if (inner != nullptr && never_returns(summary, *inner, depth + 1))
            return true;
    }
    return false;
}

} // namespace

bool never_returns(const Summary* summary, const ir::Call& call) { return never_returns(summary, call, 0); }

} // namespace hydra::passes

// See control_flow.h. The graph is built from the end: each statement is entered with what follows it.
#include "passes/flow/control_flow.h"

#include "passes/facts/summary.h"

namespace hydra::passes {

using ir::Expr;
using ir::Stmt;

namespace {

bool holds(const Stmt& stmt, const Stmt& inner) {
    bool found = &stmt == &inner;
    if (!found)
        ir::for_each_child(
            stmt, [](const Expr&) {}, [&](const Stmt& child) { found = found || holds(child, inner); });
    return found;
}

// Whether control may leave the expression for elsewhere.
bool may_jump_out(const Expr& expr) {
    bool found = false;
    walk(
        expr, [](const Expr&) {},
        [&](const Stmt& stmt) {
            found = found || stmt.as<ir::Goto>() != nullptr || stmt.as<ir::Label>() != nullptr ||
                    stmt.as<ir::Return>() != nullptr || stmt.as<ir::Break>() != nullptr ||
                    stmt.as<ir::Continue>() != nullptr;
        });
    return found;
}

bool is_certain(const Expr* condition) {
    const auto value = condition != nullptr ? ir::constant_value(*condition) : std::int64_t{1};
    return value && *value != 0;
}

} // namespace

ControlFlow::ControlFlow(const ir::FunctionDecl& function, const Stmt& loop) : loop_(loop) {
    const Node end = add(Step{}, {});
    begin_ = enter(*function.body, end, {end, end, nullptr, nullptr});
    for (const Node node : computed_)
        for (const auto& [name, target] : labels_)
            places_[node].next.push_back(target);
}

ControlFlow::Node ControlFlow::add(Step step, std::vector<Node> next) {
    unknown_ = unknown_ || (step.expr != nullptr && may_jump_out(*step.expr));
    if (step.stmt != nullptr && step.stmt->as<ir::DeclStmt>() != nullptr)
        ir::for_each_child(
            *step.stmt, [&](const Expr& expr) { unknown_ = unknown_ || may_jump_out(expr); }, [](const Stmt&) {});
    places_.push_back({step, std::move(next)});
    return places_.size() - 1;
}

ControlFlow::Node ControlFlow::add(const ir::ExprPtr& expr, std::vector<Node> next) {
    return add(Step{expr.get(), nullptr}, std::move(next));
}

ControlFlow::Node ControlFlow::label(const std::string& name) {
    const auto known = labels_.find(name);
    return known != labels_.end() ? known->second : labels_[name] = add(Step{}, {});
}

// condition: null where there is none. step: what stands between two rounds, or null.
ControlFlow::Node ControlFlow::enter_loop(const Stmt& stmt, const Expr* condition, const Stmt& body, const Expr* step,
                                          Node next, const Targets& targets) {
    const bool condition_last = stmt.as<ir::DoWhile>() != nullptr;
    const Node test = add(Step{condition, nullptr}, {});
    const Node again = step != nullptr ? add(Step{step, nullptr}, {test}) : test;
    const Node first = enter(body, again, {next, again, targets.cases, targets.has_default});
    places_[test].next.push_back(first);
    if (!is_certain(condition))
        places_[test].next.push_back(next);
    return condition_last ? first : test;
}

ControlFlow::Node ControlFlow::enter(const Stmt& stmt, Node next, const Targets& targets) {
    if (const auto* compound = stmt.as<ir::Compound>()) {
        for (auto item = compound->items.rbegin(); item != compound->items.rend(); ++item)
            next = enter(**item, next, targets);
        return next;
    }
    if (const auto* branch = stmt.as<ir::If>()) {
        const Node then = branch->then ? enter(*branch->then, next, targets) : next;
        return add(branch->cond, {then, branch->otherwise ? enter(*branch->otherwise, next, targets) : next});
    }
    if (const auto* loop = stmt.as<ir::While>())
        return enter_loop(stmt, loop->cond.get(), *loop->body, nullptr, next, targets);
    if (const auto* loop = stmt.as<ir::DoWhile>())
        return enter_loop(stmt, loop->cond.get(), *loop->body, nullptr, next, targets);
    if (const auto* loop = stmt.as<ir::For>()) {
        if (loop->directive && (&stmt == &loop_ || !holds(stmt, loop_))) {
            const Node node = add(Step{nullptr, &stmt}, {next});
            is_found_ = is_found_ || &stmt == &loop_;
            found_ = &stmt == &loop_ ? node : found_;
            return node;
        }
        const Node test = enter_loop(stmt, loop->cond.get(), *loop->body, loop->inc.get(), next, targets);
        // What it does as a whole is asked first: where that is no answer, its parts are looked at.
        return add(Step{nullptr, &stmt}, {loop->init ? enter(*loop->init, test, targets) : test});
    }
    if (const auto* choice = stmt.as<ir::Switch>()) {
        std::vector<Node> cases;
        bool has_default = false;
        enter(*choice->body, next, {next, targets.on_continue, &cases, &has_default});
        if (!has_default)
            cases.push_back(next);
        return add(choice->value, std::move(cases));
    }
    const auto* one = stmt.as<ir::Case>();
    const auto* rest = stmt.as<ir::Default>();
    if (one != nullptr || rest != nullptr) {
        const ir::StmtPtr& body = one != nullptr ? one->body : rest->body;
        const Node node = body ? enter(*body, next, targets) : next;
        unknown_ = unknown_ || targets.cases == nullptr;
        if (targets.cases != nullptr) {
            targets.cases->push_back(node);
            *targets.has_default = *targets.has_default || rest != nullptr;
        }
        return node;
    }
    if (const auto* target = stmt.as<ir::Label>()) {
        const Node first = target->body ? enter(*target->body, next, targets) : next;
        const Node node = label(target->name);
        places_[node].next.push_back(first);
        return node;
    }
    if (const auto* jump = stmt.as<ir::Goto>()) {
        if (!jump->computed)
            return label(jump->label);
        computed_.push_back(add(jump->computed, {}));
        return computed_.back();
    }
    if (stmt.as<ir::Break>() != nullptr)
        return targets.on_break;
    if (stmt.as<ir::Continue>() != nullptr)
        return targets.on_continue;
    if (const auto* leave = stmt.as<ir::Return>())
        return add(leave->value, {});
    if (const auto* expression = stmt.as<ir::ExprStmt>())
        return add(expression->expr, {next});
    return add(Step{nullptr, &stmt}, {next});
}

bool ControlFlow::reads_from(std::vector<Node> open, const Use& use) const {
    std::vector<bool> seen(places_.size(), false);
    while (!open.empty()) {
        const Node node = open.back();
        open.pop_back();
        if (seen[node])
            continue;
        seen[node] = true;
        const Place& place = places_[node];
        const FirstUse first =
            place.step.expr != nullptr || place.step.stmt != nullptr ? use(place.step) : FirstUse::none;
        if (first == FirstUse::read || first == FirstUse::perhaps_read)
            return true;
        if (first == FirstUse::none)
            open.insert(open.end(), place.next.begin(), place.next.end());
    }
    return false;
}

bool ControlFlow::reads_behind(const Use& use) const {
    return unknown_ || !is_found_ || reads_from(places_[found_].next, use);
}

bool ControlFlow::reads_anew(const Use& use, const std::function<bool(const Step&)>& from) const {
    std::vector<Node> open{begin_};
    for (const Place& place : places_)
        if ((place.step.expr != nullptr || place.step.stmt != nullptr) && from(place.step))
            open.insert(open.end(), place.next.begin(), place.next.end());
    return unknown_ || reads_from(std::move(open), use);
}

} // namespace hydra::passes

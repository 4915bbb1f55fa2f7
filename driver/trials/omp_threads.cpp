// Without regard to the order of statements: what once leads to a thread's memory always may.
#include "driver/trials/omp_threads.h"

#include <algorithm>
#include <functional>

#include "ir/operators.h"

namespace hydra::driver {

using ir::Expr;
using ir::FunctionDecl;
using ir::Stmt;
using ir::UnaryOp;
using ir::VarDecl;
using support::is_within;

namespace {

using OnExpr = std::function<void(const Expr&)>;
using OnStmt = std::function<void(const Stmt&)>;

void visit(const Stmt& stmt, const OnExpr& on_expr, const OnStmt& on_stmt);

void visit(const Expr& expr, const OnExpr& on_expr, const OnStmt& on_stmt) {
    on_expr(expr);
    if (const auto* block = expr.as<ir::StatementExpr>())
        visit(*block->body, on_expr, on_stmt);
    ir::for_each_child(expr, [&](const Expr& child) { visit(child, on_expr, on_stmt); });
}

void visit(const Stmt& stmt, const OnExpr& on_expr, const OnStmt& on_stmt) {
    on_stmt(stmt);
    ir::for_each_child(
        stmt, [&](const Expr& child) { visit(child, on_expr, on_stmt); },
        [&](const Stmt& child) { visit(child, on_expr, on_stmt); });
}

bool steps(UnaryOp op) { return op >= UnaryOp::pre_inc && op <= UnaryOp::post_dec; }

// The variable that holds what an assignment to this stores, itself or as a member or element.
const VarDecl* holder(const Expr& target) {
    const Expr* expr = ir::strip(&target);
    for (;;)
        if (const auto* member = expr->as<ir::Member>())
            expr = ir::strip(member->base.get());
        else if (const auto* index = expr->as<ir::Index>())
            expr = ir::strip(index->base.get());
        else if (const auto* unary = expr->as<ir::Unary>(); unary != nullptr && unary->op == UnaryOp::deref)
            expr = ir::strip(unary->operand.get());
        else
            return expr->as<ir::DeclRef>() != nullptr ? ir::named_variable(expr) : nullptr;
}

bool is_memory(const VarDecl& variable) { return variable.type->is_array() || variable.type->is_record(); }

bool is_thread_number(const Expr& expr) {
    const auto* number = expr.as<ir::IntLit>();
    return number != nullptr && number->of_thread;
}

} // namespace

ThreadMemory::ThreadMemory(const ir::Program& program, const std::vector<Spoken>& all)
    : program_(program), bodies_(program) {
    for (const Spoken& spoken : all) {
        if (spoken.said.has("threadprivate"))
            for (const auto& clause : spoken.said.clauses)
                thread_private_.insert(clause.items.begin(), clause.items.end());
        if (spoken.statement != nullptr && (spoken.said.has("parallel") || spoken.said.has("teams")))
            add_region(spoken);
        if (spoken.statement != nullptr && spoken.said.shares_loop())
            loops_.push_back(spoken.statement->range);
    }
    find_called(all);
    tells_apart_ = !thread_private_.empty();
    for (const auto& unit : program.units)
        for (const FunctionDecl& function : unit->functions)
            if (function.body && function.in_user_file)
                find_numbers(function);
    do {
        grown_ = false;
        for (const auto& unit : program.units)
            for (const FunctionDecl& function : unit->functions)
                if (function.body && function.in_user_file)
                    look(function);
    } while (grown_);
}

void ThreadMemory::add_region(const Spoken& region) {
    regions_.push_back(region.statement->range);
    const auto named = outer_variables(*region.statement);
    for (const auto& clause : region.said.clauses)
        if (clause.name == "private" || clause.name == "firstprivate")
            for (const std::string& item : clause.items)
                if (const auto found = named.find(item); found != named.end() && is_memory(*found->second))
                    note(found->second);
}

void ThreadMemory::find_numbers(const FunctionDecl& function) {
    static const std::set<std::string_view> numbers{"omp_get_thread_num", "omp_get_ancestor_thread_num",
                                                    "omp_get_team_num", "omp_get_place_num", "pthread_self"};
    visit(
        *function.body,
        [&](const Expr& e) {
            const auto* name = e.as<ir::DeclRef>();
            const auto* const* called = name == nullptr ? nullptr : std::get_if<const FunctionDecl*>(&name->decl);
            const VarDecl* variable = name != nullptr ? ir::named_variable(&e) : nullptr;
            tells_apart_ = tells_apart_ || is_thread_number(e) ||
                           (called != nullptr && numbers.contains((*called)->name)) ||
                           (variable != nullptr && variable->storage == ir::Storage::thread);
        },
        [](const Stmt&) {});
}

bool ThreadMemory::may_reach(const Stmt& loop, const FunctionDecl* function) const {
    return tells_apart_ || run_by_threads_.contains(function) ||
           std::any_of(
               regions_.begin(), regions_.end(),
               [&](const auto& region) { return is_within(loop.range, region) && !is_within(region, loop.range); });
}

void ThreadMemory::find_called(const std::vector<Spoken>& all) {
    std::vector<const FunctionDecl*> todo;
    const auto in_region = [&](const support::SourceRange& at) {
        return std::any_of(regions_.begin(), regions_.end(), [&](const auto& region) { return is_within(at, region); });
    };
    for (const Spoken& spoken : all)
        if (spoken.statement != nullptr && spoken.said.shares_loop() && !in_region(spoken.statement->range) &&
            spoken.function != nullptr && run_by_threads_.insert(spoken.function).second)
            todo.push_back(spoken.function);
    const auto take_calls = [&](const FunctionDecl& function, bool everywhere) {
        visit(
            *function.body,
            [&](const Expr& e) {
                const auto* call = e.as<ir::Call>();
                const auto* callee = call != nullptr ? ir::called_function(*call) : nullptr;
                const auto* body = callee != nullptr ? bodies_.of(callee) : nullptr;
                if (body != nullptr && (everywhere || in_region(e.range)) && is_of_thread(e.range, function) &&
                    run_by_threads_.insert(body).second)
                    todo.push_back(body);
            },
            [](const Stmt&) {});
    };
    for (const auto& unit : program_.units)
        for (const FunctionDecl& function : unit->functions)
            if (function.body && function.in_user_file)
                take_calls(function, false);
    while (!todo.empty()) {
        const FunctionDecl* function = todo.back();
        todo.pop_back();
        if (function->body)
            take_calls(*function, true);
    }
}

bool ThreadMemory::is_of_thread(const support::SourceRange& at, const FunctionDecl& function) const {
    const auto in_loop = [&](const support::SourceRange* region) {
        return std::any_of(
            loops_.begin(), loops_.end(),
            [&](const auto& loop) { return is_within(at, loop) && (region == nullptr || is_within(loop, *region)); });
    };
    return std::any_of(regions_.begin(), regions_.end(),
                       [&](const auto& region) { return is_within(at, region) && !in_loop(&region); }) ||
           (run_by_threads_.contains(&function) && !in_loop(nullptr));
}

void ThreadMemory::look(const FunctionDecl& function) {
    visit(
        *function.body,
        [&](const Expr& e) {
            if (const auto* binary = e.as<ir::Binary>(); binary != nullptr && ir::is_assignment(binary->op))
                assign(holder(*binary->lhs), *binary->rhs, is_of_thread(e.range, function));
            if (const auto* call = e.as<ir::Call>())
                hand_over(*call);
            if (const auto* name = e.as<ir::DeclRef>())
                if (const VarDecl* variable = ir::named_variable(&e);
                    name != nullptr && variable != nullptr && variable->has_static_lifetime() &&
                    (variable->storage == ir::Storage::thread || thread_private_.contains(variable->name)) &&
                    !variable->type->is_arithmetic())
                    note(variable);
        },
        [&](const Stmt& s) {
            if (const auto* declaration = s.as<ir::DeclStmt>())
                for (const auto& variable : declaration->variables) {
                    const bool of_thread = is_of_thread(variable->range, function);
                    if (of_thread && is_memory(*variable) && variable->storage != ir::Storage::static_)
                        note(variable.get());
                    if (variable->init)
                        assign(variable.get(), *variable->init, of_thread);
                }
            const auto* leave = s.as<ir::Return>();
            if (leave != nullptr && leave->value &&
                (leave->value->type->is_pointer() ? bool(reach(*leave->value)) : tells_thread(*leave->value)))
                grown_ = gives_.insert(&function).second || grown_;
        });
}

void ThreadMemory::assign(const VarDecl* target, const Expr& value, bool of_thread) {
    if (target == nullptr || value.type == nullptr)
        return;
    const Expr* made = ir::strip(&value);
    const bool allocates = of_thread && made->as<ir::Call>() != nullptr && value.type->is_pointer();
    const bool leads = !value.type->is_arithmetic() && reach(value);
    if (allocates || leads || (target->type->is_arithmetic() && tells_thread(value)))
        note(target);
}

void ThreadMemory::hand_over(const ir::Call& call) {
    const FunctionDecl* callee = ir::called_function(call);
    const FunctionDecl* body = callee != nullptr ? bodies_.of(callee) : nullptr;
    for (std::size_t i = 0; body != nullptr && i < std::min(call.args.size(), body->params.size()); ++i) {
        const VarDecl* param = body->params[i].get();
        if (param->type->is_arithmetic() ? tells_thread(*call.args[i]) : bool(reach(*call.args[i])))
            note(param);
    }
}

void ThreadMemory::note(const VarDecl* variable) { grown_ = own_.insert(variable).second || grown_; }

// Of a place or a pointer: what leads it to a thread's memory.
ThreadMemory::Reached ThreadMemory::reach(const Expr& full) const {
    const Expr& expr = *ir::strip(&full);
    if (expr.as<ir::DeclRef>() != nullptr) {
        const VarDecl* variable = ir::named_variable(&expr);
        const bool found = variable != nullptr && own_.contains(variable) && !variable->type->is_arithmetic();
        return found ? Reached{variable->name, variable} : Reached{};
    }
    const auto by_number = [&](const Expr& index) {
        return tells_thread(index) ? Reached{ir::print_c(index), nullptr} : Reached{};
    };
    const auto either = [](Reached first, const auto& second) { return first ? first : second(); };
    if (const auto* index = expr.as<ir::Index>())
        return either(reach(*index->base), [&] { return by_number(*index->index); });
    if (const auto* member = expr.as<ir::Member>())
        return reach(*member->base);
    if (const auto* unary = expr.as<ir::Unary>())
        return reach(*unary->operand);
    if (const auto* binary = expr.as<ir::Binary>()) {
        const Reached pointer = either(
            reach(*binary->lhs), [&] { return reach(*binary->rhs); });
        return either(pointer,
                      [&] { return either(by_number(*binary->lhs), [&] { return by_number(*binary->rhs); }); });
    }
    const auto* call = expr.as<ir::Call>();
    const FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
    if (callee != nullptr && gives_.contains(bodies_.of(callee)))
        return {callee->name, nullptr};
    Reached found;
    const auto take = [&](const Expr& child) { found = found ? found : reach(child); };
    if (const auto* block = expr.as<ir::StatementExpr>())
        visit(*block->body, take, [](const Stmt&) {});
    ir::for_each_child(expr, take);
    return found;
}

// Of a number: whether it depends on which thread it is. What is loaded from memory does not count: it is data.
bool ThreadMemory::tells_thread(const Expr& full) const {
    const Expr& expr = *ir::strip(&full);
    const auto* call = expr.as<ir::Call>();
    const FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
    const VarDecl* variable = expr.as<ir::DeclRef>() != nullptr ? ir::named_variable(&expr) : nullptr;
    if (is_thread_number(expr) || (callee != nullptr && gives_.contains(bodies_.of(callee))) ||
        (variable != nullptr && variable->type->is_arithmetic() && own_.contains(variable)))
        return true;
    const auto* unary = expr.as<ir::Unary>();
    if (expr.as<ir::Index>() != nullptr || (unary != nullptr && unary->op == UnaryOp::deref))
        return false;
    bool found = false;
    ir::for_each_child(expr, [&](const Expr& child) { found = found || tells_thread(child); });
    return found;
}

ThreadMemory::Reached ThreadMemory::written_by(const Expr& expr) const {
    const auto* binary = expr.as<ir::Binary>();
    const auto* unary = expr.as<ir::Unary>();
    const Expr* target = binary != nullptr && ir::is_assignment(binary->op) ? binary->lhs.get()
                         : unary != nullptr && steps(unary->op)             ? unary->operand.get()
                                                                            : nullptr;
    if (target != nullptr) {
        const VarDecl* variable =
            ir::strip(target)->as<ir::DeclRef>() != nullptr ? ir::named_variable(ir::strip(target)) : nullptr;
        return variable != nullptr && !is_memory(*variable) ? Reached{} : reach(*target);
    }
    const auto* call = expr.as<ir::Call>();
    return call != nullptr ? handed_to_unknown(*call) : Reached{};
}

// Memory that a function without a body here may write.
ThreadMemory::Reached ThreadMemory::handed_to_unknown(const ir::Call& call) const {
    const FunctionDecl* callee = ir::called_function(call);
    static const std::set<std::string_view> prints{"printf", "fprintf", "vprintf", "vfprintf", "dprintf", "puts"};
    if (callee != nullptr && (bodies_.of(callee) != nullptr || prints.contains(callee->name)))
        return {};
    for (std::size_t i = 0; i < call.args.size(); ++i) {
        const ir::TypeRef type = callee != nullptr && i < callee->params.size() ? callee->params[i]->type : nullptr;
        const bool reads = type != nullptr && type->is_pointer() && type->inner->quals.is_const;
        if (call.args[i]->type != nullptr && !call.args[i]->type->is_arithmetic() && !reads)
            if (Reached found = reach(*call.args[i]))
                return found;
    }
    return {};
}

std::string ThreadMemory::written_in(const Stmt& loop, const std::set<std::string>& settled) const {
    std::string found;
    std::set<const FunctionDecl*> seen;
    std::vector<const Stmt*> todo{&loop};
    while (!todo.empty() && found.empty()) {
        const Stmt* stmt = todo.back();
        todo.pop_back();
        const auto look_at = [&](const Expr& e) {
            const Reached reached = written_by(e);
            const VarDecl* variable = reached.variable;
            const bool iterations =
                variable != nullptr && is_memory(*variable) && is_within(variable->range, loop.range);
            const bool cleared = variable != nullptr && is_memory(*variable) && settled.contains(variable->name);
            if (reached && found.empty() && !iterations && !cleared)
                found = reached.name;
            const auto* call = e.as<ir::Call>();
            const FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
            const FunctionDecl* body = callee != nullptr ? bodies_.of(callee) : nullptr;
            if (body != nullptr && body->body && seen.insert(body).second)
                todo.push_back(body->body.get());
        };
        visit(*stmt, look_at, [](const Stmt&) {});
    }
    return found;
}

} // namespace hydra::driver

// See slice_scope.h.
#include "passes/inspector/slice_scope.h"

#include <algorithm>

#include "passes/facts/expressions.h"
#include "passes/facts/library.h"
#include "passes/facts/out_parameters.h"

namespace hydra::passes {

using ir::Expr;
using ir::FunctionDecl;
using ir::Stmt;
using ir::UnaryOp;
using ir::VarDecl;

namespace {

bool calls(const Summary& summary, const FunctionDecl& caller, const FunctionDecl& wanted,
           std::set<const FunctionDecl*>& seen) {
    for (const FunctionDecl* callee : summary.callees(*caller.body)) {
        const FunctionDecl* body = summary.definition(callee);
        if (body != nullptr && (body == &wanted || (seen.insert(body).second && calls(summary, *body, wanted, seen))))
            return true;
    }
    return false;
}

// Whether it goes through memory by itself: to look for what it will read takes as long as to run it.
bool walks_memory(const Summary& summary, const FunctionDecl& function) {
    std::set<const FunctionDecl*> seen;
    return summary.touches_memory(&function) && calls(summary, function, function, seen);
}

// Whether a jump in the body of a statement expression leaves it.
bool jumps_out(const Stmt& stmt, bool in_loop, bool in_switch) {
    if (stmt.as<ir::Return>() != nullptr || (stmt.as<ir::Break>() != nullptr && !in_loop && !in_switch) ||
        (stmt.as<ir::Continue>() != nullptr && !in_loop))
        return true;
    in_loop = in_loop || stmt.as<ir::For>() != nullptr || stmt.as<ir::While>() != nullptr ||
              stmt.as<ir::DoWhile>() != nullptr;
    in_switch = in_switch || stmt.as<ir::Switch>() != nullptr;
    bool found = false;
    ir::for_each_child(
        stmt, [](const Expr&) {}, [&](const Stmt& child) { found = found || jumps_out(child, in_loop, in_switch); });
    return found;
}

// Jumps and types that slices do not follow.
bool has_strange_parts(const Stmt& body, bool may_return) {
    bool found = false;
    walk(
        body,
        [&](const Expr& e) {
            const auto* block = e.as<ir::StatementExpr>();
            found = found || (block != nullptr && block->body && jumps_out(*block->body, false, false));
        },
        [&](const Stmt& stmt) {
            found = found || stmt.as<ir::Label>() != nullptr || stmt.as<ir::Goto>() != nullptr ||
                    stmt.as<ir::Asm>() != nullptr || (stmt.as<ir::Return>() != nullptr && !may_return);
        });
    return found;
}

} // namespace

bool ends_program(const Expr& expr) {
    const auto* call = expr.as<ir::Call>();
    const ir::FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
    const LibraryEffect* effect = callee != nullptr && !callee->in_user_file ? library_effect(callee->name) : nullptr;
    return effect != nullptr && effect->ends;
}

SliceScope::SliceScope(const Summary& summary, const ir::Kernel& kernel, const ir::TranslationUnit& unit)
    : summary_(summary), kernel_(kernel), loop_(*kernel.loop->as<ir::For>()) {
    local_ = Summary::declared_in(*loop_.body);
    local_.insert(loop_.canonical.variable);
    const auto& directive = *loop_.directive;
    local_.insert(directive.private_.begin(), directive.private_.end());
    enter_calls(*loop_.body, unit);
    const Variables changed = summary.changed_by(*loop_.body);
    for (const VarDecl* variable : directive.firstprivate)
        if (variable->type->is_array() || changed.contains(variable) ||
            (ir::holds_array(variable->type) && Summary::may_change_parts(*loop_.body, variable)))
            local_.insert(variable);
    for (const ir::Reduction& reduction : directive.reductions)
        accumulated_.insert(reduction.variable);
    if (has_strange_parts(*loop_.body, false))
        never_ = "the body has jumps or types of its own that an inspector cannot follow";
    walk(
        *loop_.body, [&](const Expr& e) { may_exit_ = may_exit_ || ends_program(e); }, [](const Stmt&) {});
    find_lent();
    find_all_escapes(*loop_.body);
    for (const ir::FunctionDecl* function : entered_)
        find_all_escapes(*function->body);
}

void SliceScope::find_all_escapes(const Stmt& body) {
    walk(
        body, [](const Expr&) {},
        [&](const Stmt& stmt) {
            ir::for_each_child(
                stmt, [&](const Expr& e) { find_escapes(e, false); }, [](const Stmt&) {});
            if (const auto* declaration = stmt.as<ir::DeclStmt>())
                for (const auto& variable : declaration->variables)
                    if (variable->init)
                        find_escapes(*variable->init, false);
        });
}

// Local arrays that are used as pointers, and what & is applied to.
void SliceScope::find_escapes(const Expr& expr, bool subscripted) {
    if (const auto* call = expr.as<ir::Call>())
        if (const ir::FunctionDecl* function = entered(*call))
            for (std::size_t i = 0; i < call->args.size(); ++i)
                if (lent_.contains(function->params[i].get()))
                    lending_.insert(without_casts(*call->args[i]));
    if (const auto* unary = expr.as<ir::Unary>(); unary != nullptr && unary->op == UnaryOp::address_of) {
        if (const VarDecl* variable = own_variable(*unary->operand);
            variable != nullptr && !lending_.contains(ir::strip(&expr)))
            escaping_.insert(variable);
    }
    if (const auto* cast = expr.as<ir::Cast>();
        cast != nullptr && !subscripted && cast->operand->type != nullptr && cast->operand->type->is_array())
        if (const VarDecl* variable = own_variable(*cast->operand))
            escaping_.insert(variable);
    const auto* index = expr.as<ir::Index>();
    ir::for_each_child(
        expr, [&](const Expr& child) { find_escapes(child, index != nullptr && &child == index->base.get()); });
}

const VarDecl* SliceScope::own_variable(const Expr& lvalue) const {
    const Expr* e = ir::strip(&lvalue);
    while (true) {
        if (const auto* member = e->as<ir::Member>(); member != nullptr && !member->arrow) {
            e = ir::strip(member->base.get());
        } else if (const auto* index = e->as<ir::Index>()) {
            e = ir::strip(index->base.get());
            if (e->type == nullptr || !e->type->is_array())
                return nullptr;
        } else {
            break;
        }
    }
    if (const VarDecl* param = dereferenced_parameter(*e); param != nullptr && lent_.contains(param))
        return param;
    const VarDecl* variable = e->as<ir::DeclRef>() != nullptr ? ir::named_variable(e) : nullptr;
    return variable != nullptr && (is_local(variable) || accumulated_.contains(variable)) ? variable : nullptr;
}

// Its text must mean the same where the kernel stands: the same unit, and before it.
bool SliceScope::can_enter(const FunctionDecl& function, const ir::TranslationUnit& unit) const {
    const bool here = std::any_of(unit.functions.begin(), unit.functions.end(),
                                  [&](const FunctionDecl& own) { return &own == &function; });
    const bool before =
        function.whole.file != kernel_.function->whole.file || function.whole.end <= kernel_.function->whole.begin;
    const bool plain = std::none_of(function.params.begin(), function.params.end(),
                                    [](const auto& param) { return ir::has_run_time_length(param->type); });
    const bool counted_anew = // lengths that a name for an array type keeps
        std::any_of(unit.local_uses.begin(), unit.local_uses.end(), [&](const auto& use) {
            const auto& whole = function.whole;
            return use.type != nullptr && ir::has_run_time_length(use.type) && use.at.file == whole.file &&
                   use.at.begin >= whole.begin && use.at.end <= whole.end;
        });
    return here && before && plain && !counted_anew && !function.type->variadic && !summary_.may_launch(&function) &&
           !walks_memory(summary_, function) && !has_strange_parts(*function.body, true);
}

void SliceScope::enter_calls(const Stmt& body, const ir::TranslationUnit& unit) {
    for (const FunctionDecl* function : called_otherwise(body))
        put_out_of_reach(*function);
    for (const FunctionDecl* callee : summary_.callees(body)) {
        const FunctionDecl* function = summary_.definition(callee);
        if (function == nullptr || std::find(entered_.begin(), entered_.end(), function) != entered_.end())
            continue;
        if (!can_enter(*function, unit)) {
            put_out_of_reach(*function);
            continue;
        }
        entered_.push_back(function);
        for (const auto& param : function->params)
            local_.insert(param.get());
        const Variables declared = Summary::declared_in(*function->body);
        local_.insert(declared.begin(), declared.end());
        enter_calls(*function->body, unit);
    }
}

void SliceScope::put_out_of_reach(const FunctionDecl& function) {
    if (!left_out_.insert(&function).second)
        return;
    walk(
        *function.body, [&](const Expr& e) { out_of_reach_.insert(&e); }, [](const Stmt&) {});
    for (const FunctionDecl* callee : summary_.callees(*function.body))
        if (const FunctionDecl* body = summary_.definition(callee))
            put_out_of_reach(*body);
    for (const FunctionDecl* other : called_otherwise(*function.body))
        put_out_of_reach(*other);
}

// Functions that are named otherwise than to be called (a comparator, say), and those that are called through pointers.
std::vector<const FunctionDecl*> SliceScope::called_otherwise(const Stmt& body) const {
    std::vector<const FunctionDecl*> out;
    std::set<const Expr*> callees;
    walk(
        body,
        [&](const Expr& e) {
            if (const auto* call = e.as<ir::Call>()) {
                callees.insert(ir::strip(call->callee.get()));
                if (ir::called_function(*call) == nullptr)
                    for (const FunctionDecl* target : summary_.targets(*call).functions)
                        if (summary_.definition(target) != nullptr)
                            out.push_back(summary_.definition(target));
            }
            const auto* ref = e.as<ir::DeclRef>();
            const auto* named = ref != nullptr ? std::get_if<const FunctionDecl*>(&ref->decl) : nullptr;
            if (named != nullptr && !callees.contains(&e) && summary_.definition(*named) != nullptr)
                out.push_back(summary_.definition(*named));
        },
        [](const Stmt&) {});
    return out;
}

const FunctionDecl* SliceScope::entered(const ir::Call& call) const {
    const FunctionDecl* callee = ir::called_function(call);
    const FunctionDecl* function = callee != nullptr ? summary_.definition(callee) : nullptr;
    const bool found = function != nullptr && function->params.size() == call.args.size() &&
                       std::find(entered_.begin(), entered_.end(), function) != entered_.end();
    return found ? function : nullptr;
}

// Whether the argument lends the function a variable of the iteration's own.
bool SliceScope::lends(const ir::Call& call, const FunctionDecl& function, std::size_t index) const {
    const VarDecl* variable = lent_variable(summary_, function, call, index);
    return variable != nullptr && is_local(variable) && variable != loop_.canonical.variable &&
           !accumulated_.contains(variable) && !summary_.address_taken().contains(variable);
}

// The parameters that are another name for a variable of the iteration's own in all calls: a function has one copy.
void SliceScope::find_lent() {
    for (const FunctionDecl* function : entered_)
        for (std::size_t i = 0; i < function->params.size(); ++i)
            if (only_dereferences(summary_, *function, i))
                lent_.insert(function->params[i].get());
    std::size_t before = 0;
    const auto look = [&](const Expr& e) {
        const auto* call = e.as<ir::Call>();
        const FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
        const FunctionDecl* function = callee != nullptr ? summary_.definition(callee) : nullptr;
        for (std::size_t i = 0; function != nullptr && i < function->params.size(); ++i)
            if (lent_.contains(function->params[i].get()) && !lends(*call, *function, i))
                lent_.erase(function->params[i].get());
    };
    do {
        before = lent_.size();
        walk(*loop_.body, look, [](const Stmt&) {});
        for (const FunctionDecl* function : entered_)
            walk(*function->body, look, [](const Stmt&) {});
    } while (lent_.size() != before);
}

} // namespace hydra::passes

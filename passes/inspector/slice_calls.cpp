// Calls in slices: which functions a slice may hold cut-down copies of, what of a call stays, and which functions a
// slice may call as they are. A function has one copy in a slice, whoever calls it: what matters to one call counts for
// all.
#include <algorithm>

#include "passes/facts/library.h"
#include "passes/facts/out_parameters.h"
#include "passes/inspector/slice.h"

namespace hydra::passes {

using ir::Expr;
using ir::FunctionDecl;
using ir::Stmt;
using ir::VarDecl;

namespace {

// Whether the function, or one that it calls, reads variables that outlive it; one behind a pointer may.
bool reads_globals(const Summary& summary, const ir::FunctionDecl& function, std::set<const ir::FunctionDecl*>& seen) {
    if (!seen.insert(&function).second)
        return false;
    bool found = false;
    walk(
        *function.body,
        [&](const Expr& e) {
            const VarDecl* variable = e.as<ir::DeclRef>() != nullptr ? ir::named_variable(&e) : nullptr;
            const auto* call = e.as<ir::Call>();
            found = found ||
                    (variable != nullptr && variable->has_static_lifetime() && !variable->type->quals.is_const) ||
                    (call != nullptr && ir::called_function(*call) == nullptr);
        },
        [](const Stmt&) {});
    for (const ir::FunctionDecl* callee : summary.callees(*function.body))
        if (const ir::FunctionDecl* body = summary.definition(callee); body != nullptr && !found)
            found = reads_globals(summary, *body, seen);
    return found;
}

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

bool has_run_time_length(ir::TypeRef type) {
    for (; type != nullptr && (type->is_pointer() || type->is_array()); type = type->inner)
        if (type->is_vla())
            return true;
    return false;
}

} // namespace

bool Slicer::has_strange_parts(const Stmt& body, bool may_return) {
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

// Its text must mean the same where the kernel stands: the same unit, and before it.
bool Slicer::can_enter(const FunctionDecl& function, const ir::TranslationUnit& unit) const {
    const bool here = std::any_of(unit.functions.begin(), unit.functions.end(),
                                  [&](const FunctionDecl& own) { return &own == &function; });
    const bool before =
        function.whole.file != kernel_.function->whole.file || function.whole.end <= kernel_.function->whole.begin;
    const bool plain = std::none_of(function.params.begin(), function.params.end(),
                                    [](const auto& param) { return has_run_time_length(param->type); });
    const bool counted_anew = // lengths that a name for an array type keeps
        std::any_of(unit.local_uses.begin(), unit.local_uses.end(), [&](const auto& use) {
            const auto& whole = function.whole;
            return use.type != nullptr && has_run_time_length(use.type) && use.at.file == whole.file &&
                   use.at.begin >= whole.begin && use.at.end <= whole.end;
        });
    return here && before && plain && !counted_anew && !function.type->variadic && !summary_.may_launch(&function) &&
           !walks_memory(summary_, function) && !has_strange_parts(*function.body, true);
}

void Slicer::enter_calls(const Stmt& body, const ir::TranslationUnit& unit) {
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

void Slicer::put_out_of_reach(const FunctionDecl& function) {
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
std::vector<const FunctionDecl*> Slicer::called_otherwise(const Stmt& body) const {
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

const FunctionDecl* Slicer::entered(const ir::Call& call) const {
    const FunctionDecl* callee = ir::called_function(call);
    const FunctionDecl* function = callee != nullptr ? summary_.definition(callee) : nullptr;
    const bool found = function != nullptr && function->params.size() == call.args.size() &&
                       std::find(entered_.begin(), entered_.end(), function) != entered_.end();
    return found ? function : nullptr;
}

// Whether the argument lends the function a variable of the iteration's own.
bool Slicer::lends(const ir::Call& call, const FunctionDecl& function, std::size_t index) const {
    const VarDecl* variable = lent_variable(summary_, function, call, index);
    return variable != nullptr && is_local(variable) && variable != loop_.canonical.variable &&
           !accumulated_.contains(variable) && !summary_.address_taken().contains(variable);
}

// The parameters that are another name for a variable of the iteration's own in all calls: a function has one copy.
void Slicer::find_lent() {
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

// The function's name for a variable that matters matters, too.
void Slicer::follow_lent(const ir::Call& call, const FunctionDecl& function) {
    for (std::size_t i = 0; i < function.params.size(); ++i) {
        const VarDecl* param = function.params[i].get();
        const VarDecl* variable = lent_.contains(param) ? lent_variable(summary_, function, call, i) : nullptr;
        if (variable != nullptr && relevant(variable))
            grow(relevant_, param);
    }
}

// A call whose value nobody needs.
bool Slicer::keep_call(const ir::Call& call, const FunctionDecl& function) {
    follow_lent(call, function);
    const bool notes = noting_.contains(&function);
    bool kept = notes;
    for (std::size_t i = 0; i < call.args.size(); ++i)
        if (notes && relevant(function.params[i].get()))
            need(*call.args[i]);
        else
            kept = keep(*call.args[i]) || kept;
    return kept;
}

bool Slicer::keep_return(const ir::Return& leave) {
    if (!valued_.contains(inside_)) {
        const bool notes = leave.value && keep(*leave.value);
        return notes || noting_.contains(inside_);
    }
    if (leave.value)
        need(*leave.value);
    return true;
}

void Slicer::need_call(const Expr& expr, const ir::Call& call) {
    const FunctionDecl* function = entered(call);
    std::set<const FunctionDecl*> seen;
    if (function == nullptr ||
        (!is_sliced(function) && !summary_.touches_memory(function) && !reads_globals(summary_, *function, seen))) {
        allow_call(expr, call);
        for (const auto& arg : call.args)
            need(*arg);
        return;
    }
    grow(valued_, function);
    follow_lent(call, *function);
    for (std::size_t i = 0; i < call.args.size(); ++i)
        if (relevant(function->params[i].get()))
            need(*call.args[i]);
        else if (keep(*call.args[i]))
            fail("it depends on a call of '" + function->name + "' whose arguments an inspector cannot repeat");
}

// Functions that compute a value from their arguments and nothing else.
void Slicer::allow_call(const Expr& expr, const ir::Call& call) {
    const FunctionDecl* callee = ir::called_function(call);
    if (callee == nullptr)
        return fail("it depends on a call through a pointer");
    if (const FunctionDecl* body = summary_.definition(callee)) {
        std::set<const FunctionDecl*> seen;
        if (reads_globals(summary_, *body, seen))
            fail("it depends on '" + callee->name + "', which reads variables of its own");
        const Variables changed = summary_.changed_by(expr);
        const bool effects =
            std::any_of(changed.begin(), changed.end(), [&](const VarDecl* variable) { return !is_local(variable); });
        if (summary_.touches_memory(callee) || effects)
            fail("it depends on '" + callee->name + "', which touches memory");
        return;
    }
    const LibraryEffect* effect = library_effect(callee->name);
    if (callee->name == "__errno_location")
        fail("it depends on errno");
    else if (effect == nullptr || !effect->pure())
        fail("it depends on '" + callee->name + "'");
}

} // namespace hydra::passes

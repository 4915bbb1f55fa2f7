// Facts of functions by one walk each, closed over the call graph by iteration to the fixed point.
#include "passes/facts/summary.h"

#include <algorithm>
#include <utility>

#include "passes/facts/escapes.h"
#include "passes/facts/expressions.h"
#include "passes/facts/library.h"

namespace hydra::passes {

using ir::Expr;
using ir::FunctionDecl;
using ir::Stmt;
using ir::VarDecl;

void walk(const Expr& expr, const std::function<void(const Expr&)>& on_expr,
          const std::function<void(const Stmt&)>& on_stmt) {
    on_expr(expr);
    if (const auto* statement = expr.as<ir::StatementExpr>()) {
        if (statement->body)
            walk(*statement->body, on_expr, on_stmt);
        return;
    }
    ir::for_each_child(expr, [&](const Expr& child) { walk(child, on_expr, on_stmt); });
}

void walk(const Stmt& stmt, const std::function<void(const Expr&)>& on_expr,
          const std::function<void(const Stmt&)>& on_stmt) {
    on_stmt(stmt);
    if (const auto* choice = stmt.as<ir::If>()) {
        walk(*choice->cond, on_expr, on_stmt);
        const LiveBranches live = live_branches(*choice);
        for (const Stmt* branch : {live.then, live.otherwise})
            if (branch != nullptr)
                walk(*branch, on_expr, on_stmt);
        return;
    }
    ir::for_each_child(
        stmt, [&](const Expr& child) { walk(child, on_expr, on_stmt); },
        [&](const Stmt& child) { walk(child, on_expr, on_stmt); });
}

const VarDecl* base_variable(const Expr* expr) {
    for (expr = ir::strip(expr); expr != nullptr;) {
        const auto* member = expr->as<ir::Member>();
        const auto* unary = expr->as<ir::Unary>();
        const Expr* pointer = member != nullptr && member->arrow                    ? member->base.get()
                              : unary != nullptr && unary->op == ir::UnaryOp::deref ? unary->operand.get()
                                                                                    : nullptr;
        if (pointer != nullptr) { // only where it is `&v`
            expr = ir::addressed_object(*pointer);
            if (expr == nullptr)
                return nullptr;
            expr = ir::strip(expr);
        } else if (member != nullptr) {
            expr = ir::strip(member->base.get());
        } else {
            break;
        }
    }
    return ir::named_variable(expr);
}

const Expr* assignment_target(const Expr& expr) {
    if (const auto* binary = expr.as<ir::Binary>(); binary != nullptr && ir::is_assignment(binary->op))
        return ir::strip(binary->lhs.get());
    if (const auto* unary = expr.as<ir::Unary>())
        switch (unary->op) {
        case ir::UnaryOp::pre_inc:
        case ir::UnaryOp::pre_dec:
        case ir::UnaryOp::post_inc:
        case ir::UnaryOp::post_dec:
            return ir::strip(unary->operand.get());
        default:
            break;
        }
    return nullptr;
}

bool may_come_back(const Expr& expr) {
    bool found = false;
    walk(
        expr,
        [&](const Expr& e) {
            const auto* call = e.as<ir::Call>();
            const FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
            found = found || (callee != nullptr && callee->body == nullptr &&
                              (callee->name == "setjmp" || callee->name == "_setjmp" || callee->name == "__sigsetjmp"));
        },
        [](const Stmt&) {});
    return found;
}

bool may_come_back(const Stmt& stmt) {
    bool found = false;
    walk(
        stmt, [&](const Expr& e) { found = found || (e.as<ir::Call>() != nullptr && may_come_back(e)); },
        [](const Stmt&) {});
    return found;
}

bool is_long_jump(const FunctionDecl& function) {
    return function.body == nullptr &&
           (function.name == "longjmp" || function.name == "_longjmp" || function.name == "siglongjmp");
}

namespace {

bool is_memory_access(const Expr& expr) {
    if (expr.as<ir::Index>() != nullptr)
        return true;
    if (const auto* unary = expr.as<ir::Unary>())
        return unary->op == ir::UnaryOp::deref && (expr.type == nullptr || !expr.type->is_function());
    const auto* member = expr.as<ir::Member>();
    return member != nullptr && member->arrow;
}

} // namespace

const VarDecl* assigned_variable(const Expr& expr) {
    const Expr* target = assignment_target(expr);
    return target == nullptr ? nullptr : base_variable(target);
}

bool stores_to_memory(const Expr& expr) {
    const Expr* target = assignment_target(expr);
    return target != nullptr && base_variable(target) == nullptr;
}

bool registers_exit_handler(const std::string& name) {
    return name == "atexit" || name == "on_exit" || name == "at_quick_exit";
}

CallTargets Summary::targets(const Expr& pointer, const FunctionPointers::Bound& bound) const {
    CallTargets held = function_pointers_.held_by(pointer, bound);
    return held.known ? held : function_pointers_.like(ir::strip(&pointer)->type);
}

// What a call of the value, a pointer to a function, reaches.
void Summary::add_reached(Reached& to, const Expr& pointer) const {
    const CallTargets held = targets(pointer);
    to.any = to.any || !held.known || held.functions.empty();
    for (const FunctionDecl* function : held.functions) {
        const LibraryEffect* effect = library_effect(function->name);
        if (definition(function) != nullptr)
            to.functions.push_back(function);
        else
            to.any = to.any || effect == nullptr || !effect->pure();
    }
}

Summary::Reached Summary::reached(const ir::Call& call) const {
    Reached to;
    const FunctionDecl* callee = ir::called_function(call);
    if (callee == nullptr) {
        add_reached(to, *call.callee);
        return to;
    }
    if (const FunctionDecl* body = definition(callee)) {
        to.functions.push_back(body);
        return to;
    }
    for (const auto& arg : call.args) {
        const Expr* value = without_casts(*arg);
        if (const auto* unary = value->as<ir::Unary>(); unary != nullptr && unary->op == ir::UnaryOp::address_of)
            value = ir::strip(unary->operand.get());
        const auto* ref = value->as<ir::DeclRef>();
        const auto* named = ref != nullptr ? std::get_if<const FunctionDecl*>(&ref->decl) : nullptr;
        if (named != nullptr && definition(*named) != nullptr)
            to.functions.push_back(definition(*named));
        else if (value->type != nullptr && value->type->is_pointer() && value->type->inner->is_function())
            add_reached(to, *value);
    }
    return to;
}

namespace {

// Of each variable that several units may name, the one that stands for all of them.
std::map<const VarDecl*, const VarDecl*> common_variables(const ir::Program& program) {
    std::map<std::string, const VarDecl*> external;
    std::map<const VarDecl*, const VarDecl*> common;
    for (const auto& unit : program.units)
        for (const VarDecl& global : unit->globals)
            if (global.storage != ir::Storage::static_)
                common[&global] = external.emplace(global.name, &global).first->second;
    return common;
}

} // namespace

Summary::Summary(const ir::Program& program, const std::set<std::string>& wanted_outside)
    : program_(program), bodies_(program), definitions_(program.units), canonical_(common_variables(program)),
      function_pointers_(program, wanted_outside, *this), wanted_outside_(wanted_outside) {
    for (const auto& unit : program.units)
        for (const FunctionDecl& function : unit->functions)
            if (function.body)
                collect(facts_[&function], *function.body);
    for (const auto& unit : program.units)
        for (const FunctionDecl& function : unit->functions)
            if (function.body)
                find_escapes(*function.body);
    Facts before_main; // addresses stand in initialisers, too
    for (const auto& unit : program.units)
        for (const VarDecl& global : unit->globals)
            if (global.init) {
                collect(before_main, *global.init);
                find_escapes(*global.init);
            }
    close();
    find_callbacks(wanted_outside);
}

const VarDecl* Summary::canonical(const VarDecl* variable) const {
    const auto found = canonical_.find(variable);
    return found == canonical_.end() ? variable : found->second;
}

const FunctionDecl* Summary::definition(const FunctionDecl* function) const {
    if (function == nullptr)
        return nullptr;
    const FunctionDecl* body = bodies_.of(function);
    // Headers define some library functions inline (bsearch, atoi); what is known of them is better than their text.
    return body != nullptr && !body->in_user_file && library_effect(body->name) != nullptr ? nullptr : body;
}

template <class Node> void Summary::collect(Facts& facts, const Node& node) {
    std::set<const Expr*> callees; // functions that are called take no address
    const auto on_expr = [&](const Expr& expr) {
        if (const VarDecl* variable = assigned_variable(expr); variable != nullptr && variable->has_static_lifetime())
            facts.assigned_globals.insert(canonical(variable));
        if (const VarDecl* variable = assigned_variable(expr))
            ++assignments_[canonical(variable)];
        if (const auto* unary = expr.as<ir::Unary>(); unary != nullptr && unary->op == ir::UnaryOp::address_of)
            if (const VarDecl* variable = base_variable(unary->operand.get()))
                ++assignments_[canonical(variable)];
        const VarDecl* named = expr.as<ir::DeclRef>() != nullptr ? ir::named_variable(&expr) : nullptr;
        looks_at_signgam_ = looks_at_signgam_ || (named != nullptr && named->name == "signgam" && !named->in_user_file);
        add_own_stores(facts.stored, expr);
        errno_uses_.see(expr, *this);
        // Members of a record with arrays may lie in memory that ranks share out (record_values.h).
        const bool record = named != nullptr && named->has_static_lifetime() && named->type->is_record() &&
                            ir::holds_array(named->type);
        facts.touches = facts.touches || record || is_memory_access(expr);
        if (const auto* call = expr.as<ir::Call>()) {
            const Reached to = reached(*call);
            facts.calls.insert(to.functions.begin(), to.functions.end());
            facts.calls_pointer = facts.calls_pointer || to.any;
            const FunctionDecl* callee = ir::called_function(*call);
            facts.jumps = facts.jumps || (callee != nullptr && is_long_jump(*callee));
            exit_handlers_ = exit_handlers_ || (callee != nullptr && registers_exit_handler(callee->name));
            sets_float_modes_ = sets_float_modes_ || may_set_float_modes(*call);
            looks_at_exceptions_ =
                looks_at_exceptions_ ||
                (callee != nullptr && (callee->name == "fetestexcept" || callee->name == "fegetexceptflag"));
        }
        if (const auto* call = expr.as<ir::Call>())
            callees.insert({call->callee.get(), ir::strip(call->callee.get())});
        const auto* cast = expr.as<ir::Cast>();
        const auto* unary = expr.as<ir::Unary>();
        if (callees.contains(&expr))
            return;
        if (cast != nullptr && cast->implicit && expr.type->is_pointer())
            note_address(*cast->operand);
        else if (unary != nullptr && unary->op == ir::UnaryOp::address_of)
            note_address(*unary->operand);
    };
    const auto on_stmt = [&](const Stmt& stmt) {
        const auto* loop = stmt.as<ir::For>();
        facts.launches = facts.launches || (loop != nullptr && loop->directive != nullptr);
        if (const auto* decl = stmt.as<ir::DeclStmt>())
            for (const auto& variable : decl->variables)
                assignments_[variable.get()] += variable->init ? 1 : 0;
    };
    walk(node, on_expr, on_stmt);
}

template <class Node> void Summary::find_escapes(const Node& node) {
    const auto taken = [&](const Expr* e) -> const VarDecl* {
        const Expr* object = ir::addressed_object(*e);
        return object != nullptr ? base_variable(object) : nullptr;
    };
    std::set<const Expr*> harmless;
    std::set<const Expr*> dropped;                 // expressions whose value goes nowhere
    const auto pardon = [&](const Expr* address) { // with what it is handed back from
        for (const ir::Call* call = nullptr; address != nullptr;
             address = call != nullptr ? ir::handed_back(*call) : nullptr) {
            address = ir::strip(address);
            call = address->as<ir::Call>();
            harmless.insert(address);
        }
    };
    const auto stays = [&](const Expr& expr, const ir::Call& call, std::size_t i, Escape what) {
        const FunctionDecl* callee = definition(ir::called_function(call));
        return ir::called_function(call) != nullptr && (dropped.contains(&expr) || !gives_back(call, i)) &&
               (callee == nullptr || !may_escape(*this, *callee, i, what));
    };
    walk(
        node,
        [&](const Expr& expr) {
            const auto* member = expr.as<ir::Member>();
            if (const auto* call = expr.as<ir::Call>()) {
                for (std::size_t i = 0; i < call->args.size(); ++i) {
                    const VarDecl* variable = taken(call->args[i].get());
                    if (variable == nullptr || !stays(expr, *call, i, Escape::members))
                        continue;
                    pardon(call->args[i].get());
                    if (!stays(expr, *call, i, Escape::elements))
                        elements_taken_.insert(canonical(variable));
                }
            } else if (member != nullptr && member->arrow) {
                pardon(member->base.get()); // (&s)->field
            } else if (expr.as<ir::Unary>() != nullptr && taken(&expr) != nullptr &&
                       !harmless.contains(ir::strip(&expr))) {
                address_taken_.insert(canonical(taken(&expr)));
            }
        },
        [&](const Stmt& stmt) {
            if (const auto* statement = stmt.as<ir::ExprStmt>(); statement != nullptr && statement->expr)
                dropped.insert(without_casts(*statement->expr));
        });
}

void Summary::close() {
    for (bool changed = true; changed;) {
        changed = false;
        for (auto& [function, facts] : facts_) {
            std::set<const FunctionDecl*> calls = facts.calls;
            if (facts.calls_pointer)
                calls.insert(functions_with_address_.begin(), functions_with_address_.end());
            for (const FunctionDecl* callee : calls) {
                const auto found = facts_.find(callee);
                if (found == facts_.end())
                    continue;
                const Facts& other = found->second;
                const std::size_t before = facts.assigned_globals.size();
                const std::size_t stored = facts.stored.size();
                const bool flags[] = {facts.launches, facts.touches, facts.jumps};
                facts.assigned_globals.insert(other.assigned_globals.begin(), other.assigned_globals.end());
                facts.launches = facts.launches || other.launches;
                facts.stored.insert(other.stored.begin(), other.stored.end());
                facts.touches = facts.touches || other.touches;
                facts.jumps = facts.jumps || other.jumps;
                changed = changed || before != facts.assigned_globals.size() || flags[0] != facts.launches ||
                          stored != facts.stored.size() || flags[1] != facts.touches || flags[2] != facts.jumps;
            }
        }
    }
}

// Functions that code outside of the program knows by name, or whose address a call hands to it, and all that these
// call.
void Summary::find_callbacks(const std::set<std::string>& wanted_outside) {
    std::vector<const FunctionDecl*> work;
    for (const auto& [function, facts] : facts_)
        if (function->storage != ir::Storage::static_ && wanted_outside.contains(function->name))
            work.push_back(function);
    const auto hand_out = [&](const Expr& arg) {
        const Expr* value = ir::strip(&arg);
        if (const auto* unary = value->as<ir::Unary>(); unary != nullptr && unary->op == ir::UnaryOp::address_of)
            value = ir::strip(unary->operand.get());
        const auto* ref = value->as<ir::DeclRef>();
        const auto* named = ref != nullptr ? std::get_if<const FunctionDecl*>(&ref->decl) : nullptr;
        if (named != nullptr)
            work.push_back(definition(*named));
        else if (arg.type != nullptr && arg.type->is_pointer() && arg.type->inner->is_function())
            work.insert(work.end(), functions_with_address_.begin(), functions_with_address_.end());
    };
    const auto on_expr = [&](const Expr& e) {
        const auto* call = e.as<ir::Call>();
        const FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
        if (callee == nullptr || definition(callee) != nullptr || library_effect(callee->name) != nullptr)
            return;
        if (is_foreign(*callee)) // it may keep what it is given, in structures too
            work.insert(work.end(), functions_with_address_.begin(), functions_with_address_.end());
        else
            for (const auto& arg : call->args)
                hand_out(*arg);
    };
    for (const auto& [function, facts] : facts_)
        walk(*function->body, on_expr, [](const Stmt&) {});
    while (!work.empty()) {
        const FunctionDecl* function = work.back();
        work.pop_back();
        const auto found = facts_.find(function);
        if (found == facts_.end() || !called_back_.insert(function).second)
            continue;
        work.insert(work.end(), found->second.calls.begin(), found->second.calls.end());
        if (found->second.calls_pointer)
            work.insert(work.end(), functions_with_address_.begin(), functions_with_address_.end());
    }
}

bool Summary::assigned_once(const VarDecl* variable) const {
    const auto found = assignments_.find(canonical(variable));
    const int before = variable->is_param || variable->has_static_lifetime() ? 1 : 0; // a value of its own
    return found != assignments_.end() && found->second + before <= 1;
}

bool Summary::may_launch(const FunctionDecl* function) const {
    const auto found = facts_.find(definition(function));
    return found != facts_.end() && found->second.launches;
}

bool Summary::indirect_call_may_launch() const {
    return std::any_of(
        functions_with_address_.begin(), functions_with_address_.end(),
        [&](const FunctionDecl* function) { return may_launch(function); });
}

bool Summary::touches_memory(const FunctionDecl* function) const {
    const auto found = facts_.find(definition(function));
    return found != facts_.end() && (found->second.touches || found->second.calls_pointer);
}

bool Summary::touches_memory(const ir::Call& call) const {
    const Reached to = reached(call);
    const FunctionDecl* callee = ir::called_function(call);
    const bool unknown = callee != nullptr && definition(callee) == nullptr && library_effect(callee->name) == nullptr;
    return unknown || to.any ||
           std::any_of(to.functions.begin(), to.functions.end(),
                       [&](const FunctionDecl* function) { return touches_memory(function); });
}

bool Summary::may_jump_away(const ir::Call& call) const {
    const auto jumps = [&](const FunctionDecl* function) {
        const auto found = facts_.find(function);
        return found != facts_.end() && found->second.jumps;
    };
    const FunctionDecl* callee = ir::called_function(call);
    const Reached to = reached(call);
    return (callee != nullptr && is_long_jump(*callee)) ||
           (to.any && std::any_of(functions_with_address_.begin(), functions_with_address_.end(), jumps)) ||
           std::any_of(to.functions.begin(), to.functions.end(), jumps);
}

bool Summary::holds_launch(const Expr& expr) const {
    bool found = false;
    walk(
        expr,
        [&](const Expr& e) {
            const auto* call = e.as<ir::Call>();
            if (call == nullptr)
                return;
            const Reached to = reached(*call);
            found = found || (to.any && indirect_call_may_launch()) ||
                    std::any_of(to.functions.begin(), to.functions.end(),
                                [&](const FunctionDecl* function) { return may_launch(function); });
        },
        [&](const Stmt& s) {
            const auto* loop = s.as<ir::For>();
            found = found || (loop != nullptr && loop->directive != nullptr);
        });
    return found;
}

bool Summary::holds_launch(const Stmt& stmt) const {
    bool found = false;
    walk(
        stmt, [&](const Expr& e) { found = found || (e.as<ir::Call>() != nullptr && holds_launch(e)); },
        [&](const Stmt& s) {
            const auto* loop = s.as<ir::For>();
            found = found || (loop != nullptr && loop->directive != nullptr);
        });
    return found;
}

void Summary::note_address(const Expr& operand) {
    const auto* ref = operand.as<ir::DeclRef>();
    const auto* named = ref != nullptr ? std::get_if<const FunctionDecl*>(&ref->decl) : nullptr;
    if (named == nullptr || *named == nullptr)
        return;
    const FunctionDecl* body = definition(*named);
    functions_with_address_.insert(body);
    const LibraryEffect* effect = library_effect((*named)->name);
    outside_address_ = outside_address_ || (body == nullptr && (effect == nullptr || !effect->pure()));
}

Variables Summary::declared_in(const Stmt& stmt) {
    Variables out;
    walk(
        stmt, [](const Expr&) {},
        [&](const Stmt& s) {
            if (const auto* decl = s.as<ir::DeclStmt>())
                for (const auto& variable : decl->variables)
                    out.insert(variable.get());
        });
    return out;
}

std::vector<const FunctionDecl*> Summary::callees(const Stmt& stmt) const {
    std::vector<const FunctionDecl*> out;
    walk(
        stmt,
        [&](const Expr& e) {
            if (const auto* call = e.as<ir::Call>())
                if (const FunctionDecl* body = definition(ir::called_function(*call)))
                    out.push_back(body);
        },
        [](const Stmt&) {});
    return out;
}

} // namespace hydra::passes

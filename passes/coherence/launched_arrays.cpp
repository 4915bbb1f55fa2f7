// One walk over all functions and initialisers: an array's name that is not the base of a subscript lets its address
// go.
#include "passes/coherence/launched_arrays.h"

#include <algorithm>
#include <set>

#include "passes/facts/expressions.h"
#include "passes/facts/library.h"

namespace hydra::passes {

using ir::Expr;
using ir::VarDecl;

namespace {

// The array variable of `v[i]`, `v[i][j]` with all its subscripts. A row that decays to a pointer is no element; nor is
// what a pointer in an array leads to.
const VarDecl* element_of(const Expr& expr) {
    const Expr* e = ir::strip(&expr);
    const auto* element = e->as<ir::Index>();
    if (element == nullptr || e->type == nullptr || e->type->is_array())
        return nullptr;
    while (element != nullptr) {
        e = ir::strip(element->base.get());
        element = e->as<ir::Index>();
        if (element != nullptr && (e->type == nullptr || !e->type->is_array()))
            return nullptr;
    }
    return ir::named_variable(e);
}

// A jmp_buf, in which only setjmp and longjmp look.
bool is_jump_buffer(ir::TypeRef type) {
    return type->is_array() && type->inner->is_record() && type->inner->tag != nullptr &&
           type->inner->tag->name == "__jmp_buf_tag";
}

bool holds_data_array(ir::TypeRef type) {
    if (type->is_array())
        return !is_jump_buffer(type);
    if (!type->is_record() || type->tag == nullptr)
        return false;
    const auto& fields = type->tag->fields;
    return std::any_of(fields.begin(), fields.end(),
                       [](const ir::Field& field) { return holds_data_array(field.type); });
}

// Struct variables of which the address of a part goes somewhere: `&s`, `&s.x`, `s.list` that becomes a pointer. What
// only names parts and values of them lets nothing go.
class RecordEscapes {
  public:
    explicit RecordEscapes(const Summary& summary) : summary_(summary) {}

    void look_at(const ir::Stmt& stmt) {
        ir::for_each_child(
            stmt, [&](const Expr& expr) { look_at(expr); }, [&](const ir::Stmt& child) { look_at(child); });
    }
    void look_at(const Expr& expr) {
        if (expr.as<ir::SizeOf>() != nullptr)
            return;
        if (expr.as<ir::StatementExpr>() != nullptr) {
            walk(
                expr, [&](const Expr& part) { let_go(ir::named_variable(&part)); }, [](const ir::Stmt&) {});
            return;
        }
        const auto* unary = expr.as<ir::Unary>();
        if (unary != nullptr && unary->op == ir::UnaryOp::address_of)
            let_go(record_of(*unary->operand));
        const Expr* const place = ir::strip(&expr);
        const VarDecl* const record = record_of(*place);
        if (record == nullptr)
            return ir::for_each_child(expr, [&](const Expr& child) { look_at(child); });
        if (place->type == nullptr || place->type->is_array())
            let_go(record);
        look_at_subscripts(*place);
    }
    [[nodiscard]] const Variables& found() const { return found_; }

  private:
    void let_go(const VarDecl* variable) {
        if (variable != nullptr)
            found_.insert(summary_.canonical(variable));
    }
    // The struct variable that the place is a part of, or that it is; null: another place, or none.
    static const VarDecl* record_of(const Expr& place) {
        const Expr* e = ir::strip(&place);
        for (;;) {
            const auto* member = e->as<ir::Member>();
            const auto* element = e->as<ir::Index>();
            if (member != nullptr && !member->arrow) {
                e = ir::strip(member->base.get());
            } else if (element != nullptr) {
                e = ir::strip(element->base.get());
                if (e->type == nullptr || !e->type->is_array())
                    return nullptr;
            } else {
                const VarDecl* const variable = ir::named_variable(e);
                return variable != nullptr && variable->type->is_record() ? variable : nullptr;
            }
        }
    }
    void look_at_subscripts(const Expr& place) {
        if (const auto* member = place.as<ir::Member>())
            look_at_subscripts(*ir::strip(member->base.get()));
        if (const auto* element = place.as<ir::Index>()) {
            look_at(*element->index);
            look_at_subscripts(*ir::strip(element->base.get()));
        }
    }

    const Summary& summary_;
    Variables found_;
};

// What launches touch.
PointsTo::Objects launched_objects(State& state) {
    if (state.devices || state.program.kernels.empty())
        return std::nullopt;
    const PointsTo& points_to = pointers_of(state);
    std::set<int> all;
    const auto add = [&](const PointsTo::Objects& objects) {
        if (objects)
            all.insert(objects->begin(), objects->end());
        return objects.has_value();
    };
    for (const ir::Kernel& kernel : state.program.kernels) {
        for (const RawAccess& raw : state.kernels[static_cast<std::size_t>(kernel.id.value)]->accesses.accesses)
            if (!add(objects_of(points_to, raw)))
                return std::nullopt;
        for (const VarDecl* own : kernel.loop->as<ir::For>()->directive->firstprivate)
            add(points_to.of(*own));
    }
    return all;
}

} // namespace

Arrays::Arrays(State& state) : state_(state), summary_(state.summary), touched_(launched_objects(state)) {
    std::map<const VarDecl*, int> uses;
    std::map<const VarDecl*, int> subscripted;
    const auto on_expr = [&](const Expr& e) {
        if (e.as<ir::DeclRef>() != nullptr) {
            if (const VarDecl* variable = ir::named_variable(&e))
                ++uses[summary_.canonical(variable)];
        } else if (const auto* unary = e.as<ir::Unary>(); unary != nullptr && unary->op == ir::UnaryOp::address_of) {
            if (const VarDecl* variable = element_of(*unary->operand))
                --subscripted[summary_.canonical(variable)];
        } else if (e.as<ir::Index>() != nullptr) { // and not again what converts it
            if (const VarDecl* variable = element_of(e))
                ++subscripted[summary_.canonical(variable)];
        }
    };
    const auto on_stmt = [](const ir::Stmt&) {};
    RecordEscapes records(summary_);
    for (const auto& unit : state.program.units) {
        for (const VarDecl& global : unit->globals) // static double *rows[] = {first, second};
            if (global.init) {
                walk(*global.init, on_expr, on_stmt);
                records.look_at(*global.init);
            }
        for (const ir::FunctionDecl& function : unit->functions)
            if (function.body) {
                walk(*function.body, on_expr, on_stmt);
                records.look_at(*function.body);
            }
    }
    for (const auto& [variable, count] : uses)
        if (variable->type->is_record() ? records.found().contains(variable) : count > subscripted[variable])
            escaping_.insert(variable);
    for (const auto& region : state.kernels)
        for (const Root& root : region->accesses.roots)
            if (root.base != nullptr) {
                escaping_.insert(summary_.canonical(root.base));
                if (const PointsTo::Objects named = touched_ ? pointers_of(state).of(*root.base) : std::nullopt)
                    touched_->insert(named->begin(), named->end());
            }
}

LaunchedTypes::LaunchedTypes(const State& state, bool anything) : anything_(anything) {
    std::vector<const ir::Stmt*> work;
    std::set<const ir::FunctionDecl*> seen;
    for (const ir::Kernel& kernel : state.program.kernels)
        work.push_back(kernel.loop->as<ir::For>()->body.get());
    const auto on_expr = [&](const Expr& e) {
        const auto* unary = e.as<ir::Unary>();
        const auto* member = e.as<ir::Member>();
        const bool memory = e.as<ir::Index>() != nullptr || (unary != nullptr && unary->op == ir::UnaryOp::deref) ||
                            (member != nullptr && member->arrow);
        if (memory && e.type != nullptr && !e.type->is_array() && !e.type->is_function())
            types_.insert(e.type);
        const auto* call = e.as<ir::Call>();
        if (call == nullptr)
            return;
        const ir::FunctionDecl* direct = ir::called_function(*call);
        const CallTargets to = direct != nullptr ? CallTargets{{direct}} : state.summary.targets(*call);
        anything_ = anything_ || !to.known;
        for (const ir::FunctionDecl* callee : to.functions) {
            const ir::FunctionDecl* body = state.summary.definition(callee);
            if (body != nullptr && seen.insert(body).second)
                work.push_back(body->body.get());
            const LibraryEffect* effect = body == nullptr ? library_effect(callee->name) : nullptr;
            anything_ = anything_ || (body == nullptr && (effect == nullptr || effect->writes()));
        }
    };
    while (!work.empty()) {
        const ir::Stmt* stmt = work.back();
        work.pop_back();
        walk(*stmt, on_expr, [](const ir::Stmt&) {});
    }
    for (const ir::Kernel& kernel : state.program.kernels) {
        const Region& region = *state.kernels[static_cast<std::size_t>(kernel.id.value)];
        for (const RawAccess& raw : region.accesses.accesses)
            if (raw.kind != ir::AccessKind::read && !kernel.analysis.replicated)
                written_.insert(raw.object);
    }
    for (const ir::TypeRef type : types_) {
        anything_ = anything_ || type->is_record();
        texts_ = texts_ || is_text(type);
    }
}

bool LaunchedTypes::may_touch(ir::TypeRef object) const {
    if (anything_ || object == nullptr || !object->is_scalar() || is_text(object))
        return true;
    return std::any_of(types_.begin(), types_.end(), [&](ir::TypeRef type) { return may_alias(type, object); });
}

bool LaunchedTypes::know_nothing_of(ir::TypeRef object) const { return is_text(object) ? !texts_ : !may_touch(object); }

bool LaunchedTypes::may_write(ir::TypeRef object) const {
    return std::any_of(
        written_.begin(), written_.end(), [&](ir::TypeRef type) { return may_alias(type, object); });
}

bool Arrays::may_be_distributed(const VarDecl* variable) const {
    if (variable == nullptr || !variable->type->is_array())
        return true;
    if (is_constant_array(variable) || is_jump_buffer(variable->type)) // no loop writes it
        return false;
    return escaping_.contains(summary_.canonical(variable)) || variable->type->inner->is_record();
}

bool Arrays::is_serial(const VarDecl* variable) const {
    if (!touched_ || variable->has_static_lifetime() || !variable->type->is_array())
        return false;
    const PointsTo::Objects own = pointers_of(state_).of(*variable);
    return own && uneven_memory_of(state_).has_none_of(own) &&
           std::none_of(own->begin(), own->end(), [&](int object) { return touched_->contains(object); });
}

bool Arrays::needs_announcement(const VarDecl* variable) const {
    if (is_serial(variable))
        return false;
    if (variable->type->is_array())
        return may_be_distributed(variable);
    return variable->type->is_record() && holds_data_array(variable->type) &&
           escaping_.contains(summary_.canonical(variable));
}

} // namespace hydra::passes

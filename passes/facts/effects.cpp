// What statements and expressions change, the functions that they call included: variables, elements of arrays, and
// memory by the types that are stored there.
#include <algorithm>

#include "passes/facts/expressions.h"
#include "passes/facts/library.h"
#include "passes/facts/record_parts.h"
#include "passes/facts/summary.h"

namespace hydra::passes {

using ir::Expr;
using ir::FunctionDecl;
using ir::Stmt;
using ir::VarDecl;

static bool takes_constant(const FunctionDecl& callee, std::size_t index) {
    if (callee.type == nullptr || index >= callee.type->params.size())
        return false;
    const ir::TypeRef param = callee.type->params[index];
    return param->is_pointer() && param->inner->quals.is_const;
}

bool takes_constant(const ir::Call& call, std::size_t index) {
    const FunctionDecl* callee = ir::called_function(call);
    return callee != nullptr && takes_constant(*callee, index);
}

ir::ObjectUse Summary::use_of(const ir::Call& call, std::size_t index) const {
    if (const FunctionDecl* callee = ir::called_function(call))
        return use_of(*callee, index);
    const CallTargets held = targets(call);
    ir::ObjectUse most = held.known && !held.functions.empty() ? ir::ObjectUse::reads : ir::ObjectUse::anything;
    for (const FunctionDecl* function : held.functions)
        most = std::max(most, use_of(*function, index));
    return most;
}

ir::ObjectUse Summary::use_of(const FunctionDecl& callee, std::size_t index) const {
    if (takes_constant(callee, index))
        return ir::ObjectUse::reads;
    const auto [answer, fresh] = parameter_uses_.try_emplace({&callee, index}, ir::ObjectUse::anything);
    if (fresh)
        answer->second = ir::use_of(callee, index, definitions_);
    return answer->second;
}

namespace {

// Types that differ in their sign alone are one, and a complex number is made of two real ones.
ir::TypeKind alias_kind(ir::TypeRef type) {
    switch (type->kind) {
    case ir::TypeKind::UShort:
        return ir::TypeKind::Short;
    case ir::TypeKind::UInt:
    case ir::TypeKind::Enum:
        return ir::TypeKind::Int;
    case ir::TypeKind::ULong:
        return ir::TypeKind::Long;
    case ir::TypeKind::ULLong:
        return ir::TypeKind::LLong;
    case ir::TypeKind::UInt128:
        return ir::TypeKind::Int128;
    case ir::TypeKind::ComplexFloat:
        return ir::TypeKind::Float;
    case ir::TypeKind::ComplexDouble:
        return ir::TypeKind::Double;
    case ir::TypeKind::ComplexLongDouble:
        return ir::TypeKind::LongDouble;
    default:
        return type->kind;
    }
}

// Whether one of the record's members has the type asked for; so do those of a record that is not known.
template <class Ask> bool any_member(ir::TypeRef record, Ask ask) {
    return record->tag == nullptr || record->tag->fields.empty() ||
           std::any_of(
               record->tag->fields.begin(), record->tag->fields.end(),
               [&](const ir::Field& field) { return ask(field.type); });
}

bool is_byte(ir::TypeKind kind) {
    return kind == ir::TypeKind::Char || kind == ir::TypeKind::SChar || kind == ir::TypeKind::UChar;
}

bool holds_bytes(ir::TypeRef type) {
    while (type->is_array())
        type = type->inner;
    return type->is_record() ? any_member(type, holds_bytes) : is_byte(type->kind);
}

// One type, or what may be the same type in two units.
bool same_record(const ir::TagDecl* one, const ir::TagDecl* other) {
    const auto same_name = [](const ir::Field& a, const ir::Field& b) { return a.name == b.name; };
    return one == other ||
           (one != nullptr && other != nullptr && one->name == other->name &&
            std::equal(one->fields.begin(), one->fields.end(), other->fields.begin(), other->fields.end(), same_name));
}

} // namespace

bool holds_record(ir::TypeRef record, ir::TypeRef wanted) {
    while (record->is_array())
        record = record->inner;
    if (!record->is_record())
        return false;
    const bool same = same_record(record->tag, wanted->tag);
    return same || any_member(record, [&](ir::TypeRef member) { return holds_record(member, wanted); });
}

bool may_alias(ir::TypeRef stored, ir::TypeRef object) {
    if (stored == nullptr || object == nullptr)
        return true;
    if (object->is_array())
        return may_alias(stored, object->inner);
    if (object->is_record() && stored->is_record())
        return holds_record(object, stored) || holds_record(stored, object) || holds_bytes(stored);
    if (object->is_record())
        return any_member(object, [&](ir::TypeRef member) { return may_alias(stored, member); });
    if (stored->is_array())
        return may_alias(stored->inner, object);
    if (stored->is_record())
        return any_member(stored, [&](ir::TypeRef member) { return may_alias(member, object); });
    if (!object->is_scalar() || !stored->is_scalar())
        return true;
    return is_byte(stored->kind) || alias_kind(stored) == alias_kind(object);
}

void Summary::add_effects(Variables& out, const Expr& expr) const {
    if (const VarDecl* variable = assigned_variable(expr))
        out.insert(canonical(variable));
    std::set<ir::TypeRef> stored;
    add_stored(stored, expr);
    const auto add = [&](const Facts& facts) {
        out.insert(facts.assigned_globals.begin(), facts.assigned_globals.end());
    };
    if (const auto* call = expr.as<ir::Call>()) {
        for (std::size_t i = 0; i < call->args.size(); ++i)
            // Elements of arrays are memory; what is done with an address that is handed back is seen.
            if (const Expr* object = ir::addressed_object(*call->args[i]);
                object != nullptr && call->args[i].get() != ir::handed_back(*call) &&
                use_of(*call, i) == ir::ObjectUse::anything)
                if (const VarDecl* variable = base_variable(object))
                    out.insert(canonical(variable));
        const Reached to = reached(*call);
        const FunctionDecl* callee = ir::called_function(*call);
        if (callee != nullptr && definition(callee) == nullptr && is_foreign(*callee)) // what other files can name
            for (const auto& [variable, common] : canonical_)
                out.insert(common);
        for (const auto& [function, facts] : facts_)
            if (to.any || std::find(to.functions.begin(), to.functions.end(), function) != to.functions.end())
                add(facts);
    }
    for (const ir::TypeRef type : stored)
        for (const VarDecl* variable : address_taken_)
            if (may_alias(type, variable->type))
                out.insert(variable);
}

// The types that the expression itself stores through memory; null where it may be any.
void Summary::add_own_stores(std::set<ir::TypeRef>& out, const Expr& expr) const {
    if (stores_to_memory(expr))
        out.insert(expr.type);
    const auto* call = expr.as<ir::Call>();
    const FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
    if (callee == nullptr || definition(callee) != nullptr)
        return;
    const LibraryEffect* effect = library_effect(callee->name);
    if (is_foreign(*callee))
        out.insert(nullptr);
    for (std::size_t i = 0; i < call->args.size(); ++i) {
        if (effect != nullptr && !effect->writes(i))
            continue;
        const ir::TypeRef type = without_casts(*call->args[i])->type;
        const ir::TypeRef given = call->args[i]->type;
        if (type != nullptr && (type->is_pointer() || type->is_array()))
            out.insert(type->inner->kind == ir::TypeKind::Void ? nullptr : type->inner);
        else if (given != nullptr && given->is_pointer()) // made from an integer
            out.insert(nullptr);
    }
}

void Summary::add_stored(std::set<ir::TypeRef>& out, const Expr& expr) const {
    add_own_stores(out, expr);
    const auto* call = expr.as<ir::Call>();
    if (call == nullptr)
        return;
    const Reached to = reached(*call);
    for (const auto& [function, facts] : facts_)
        if (to.any || std::find(to.functions.begin(), to.functions.end(), function) != to.functions.end())
            out.insert(facts.stored.begin(), facts.stored.end());
}

bool Summary::may_store(const Stmt& stmt, ir::TypeRef object) const {
    std::set<ir::TypeRef> stored;
    walk(
        stmt, [&](const Expr& e) { add_stored(stored, e); }, [](const Stmt&) {});
    return std::any_of(stored.begin(), stored.end(), [&](ir::TypeRef type) { return may_alias(type, object); });
}

bool Summary::may_store(const Expr& expr, ir::TypeRef object) const {
    std::set<ir::TypeRef> stored;
    walk(
        expr, [&](const Expr& e) { add_stored(stored, e); }, [](const Stmt&) {});
    return std::any_of(stored.begin(), stored.end(), [&](ir::TypeRef type) { return may_alias(type, object); });
}

bool Summary::may_store_pointers(const Stmt* stmt, const Expr* expr) const {
    std::set<ir::TypeRef> stored;
    const auto add = [&](const Expr& e) { add_stored(stored, e); };
    if (stmt != nullptr)
        walk(*stmt, add, [](const Stmt&) {});
    if (expr != nullptr)
        walk(*expr, add, [](const Stmt&) {});
    return std::any_of(stored.begin(), stored.end(), ir::holds_pointer);
}

Variables Summary::changed_by(const Expr& expr) const {
    Variables out;
    walk(
        expr, [&](const Expr& e) { add_effects(out, e); },
        [&](const Stmt& s) {
            if (const auto* decl = s.as<ir::DeclStmt>())
                for (const auto& variable : decl->variables)
                    out.insert(variable.get());
        });
    return out;
}

Variables Summary::changed_by(const Stmt& stmt) const {
    Variables out = declared_in(stmt);
    walk(
        stmt, [&](const Expr& e) { add_effects(out, e); }, [](const Stmt&) {});
    return out;
}

bool Summary::may_change_elements(const Stmt& stmt, const VarDecl* array) {
    int uses = 0;
    int reads = 0; // of elements, by a direct subscript
    int addresses = 0;
    int harmless = 0; // addresses handed to functions that only read there
    bool stores = false;
    const auto element_of = [&](const Expr* e) { // or a member of one
        return variable_of_part(e) == array && ir::named_variable(ir::strip(e)) != array;
    };
    const auto address_of_element = [&](const Expr* e) {
        const auto* unary = ir::strip(e)->as<ir::Unary>();
        return unary != nullptr && unary->op == ir::UnaryOp::address_of && element_of(unary->operand.get());
    };
    walk(
        stmt,
        [&](const Expr& e) {
            const Expr* target = assignment_target(e);
            stores = stores || (target != nullptr && element_of(target));
            uses += e.as<ir::DeclRef>() != nullptr && ir::named_variable(&e) == array ? 1 : 0;
            addresses += e.as<ir::Unary>() != nullptr && address_of_element(&e) ? 1 : 0;
            if (const auto* index = e.as<ir::Index>(); index != nullptr && !e.type->is_array()) {
                const Expr* base = ir::strip(index->base.get()); // of `m[1][j]`: m
                for (auto* row = base->as<ir::Index>(); row != nullptr && base->type->is_array();
                     row = base->as<ir::Index>())
                    base = ir::strip(row->base.get());
                reads += ir::named_variable(base) == array ? 1 : 0;
            }
            if (const auto* call = e.as<ir::Call>())
                for (std::size_t i = 0; i < call->args.size(); ++i) {
                    harmless += address_of_element(call->args[i].get()) && takes_constant(*call, i) ? 1 : 0;
                    const Expr* base = ir::strip(call->args[i].get()); // the array, or a row of it
                    const bool decays = base->type->is_array() || base->type->is_pointer();
                    while (const auto* row = base->as<ir::Index>())
                        base = ir::strip(row->base.get());
                    reads += decays && ir::named_variable(base) == array && takes_constant(*call, i) ? 1 : 0;
                }
        },
        [](const Stmt&) {});
    return stores || uses > reads || addresses > harmless;
}

} // namespace hydra::passes

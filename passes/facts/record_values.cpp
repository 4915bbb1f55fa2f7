// See record_values.h. What loops store and read is found by one walk over their bodies and the functions that these
// call; units have types of their own, so records are compared by their names.
#include "passes/facts/record_values.h"

#include <algorithm>
#include <functional>

#include "passes/facts/expressions.h"
#include "passes/facts/library.h"
#include "passes/facts/record_parts.h"

namespace hydra::passes {

using ir::Expr;

namespace {

// Calls f(record, expression) for each step of `v.a.b`, outermost first.
template <class F> void for_each_step(const Expr& expr, const F& f) {
    const Expr* at = ir::strip(&expr);
    for (const auto* member = at->as<ir::Member>(); member != nullptr && !member->arrow;
         member = at->as<ir::Member>()) {
        f(record_of(*member), *member);
        at = ir::strip(member->base.get());
    }
}

// Whether a library function goes on behind what the argument points at, as far as other arguments say.
bool takes_bytes(const LibraryEffect& effect, std::size_t argument) {
    return std::string_view("rwbRWB").find(effect.argument(argument)) != std::string_view::npos;
}

bool looks_into_memory(const Expr& e) {
    const auto* unary = e.as<ir::Unary>();
    return e.as<ir::Member>() != nullptr || e.as<ir::Index>() != nullptr ||
           (unary != nullptr && unary->op == ir::UnaryOp::deref);
}

// Whether the way from the variable to the member leads through a union that holds an array.
bool shares_bytes_with_array(const Expr& expr) {
    bool shares = false;
    for_each_step(expr, [&](ir::TypeRef record, const ir::Member& member) {
        for (const int index : member.path) {
            shares = shares || (record->kind == ir::TypeKind::Union && ir::holds_array(record));
            record = record->tag->fields[static_cast<std::size_t>(index)].type;
        }
    });
    return shares;
}

} // namespace

RecordValues::RecordValues(const ir::Program& program, const Summary& summary)
    : summary_(summary), views_(program, summary) {
    const auto on_expr = [&](const Expr& e) { note_address(e); };
    for (const auto& unit : program.units) {
        for (const ir::FunctionDecl& function : unit->functions)
            if (function.body)
                walk(*function.body, on_expr, [](const ir::Stmt&) {});
        for (const auto& variable : unit->globals)
            if (variable.init)
                walk(*variable.init, on_expr, [](const ir::Stmt&) {});
    }
    note_loops(program);
}

void RecordValues::note_loops(const ir::Program& program) {
    std::vector<const ir::Stmt*> work;
    std::set<const ir::FunctionDecl*> seen;
    for (const ir::Kernel& kernel : program.kernels)
        work.push_back(kernel.loop);
    while (!work.empty()) {
        const ir::Stmt* stmt = work.back();
        work.pop_back();
        walk(
            *stmt,
            [&](const Expr& e) {
                if (const Expr* target = assignment_target(e); target != nullptr && base_variable(target) == nullptr)
                    stored_.note(*target);
                if (looks_into_memory(e) && base_variable(&e) == nullptr)
                    read_.note(e);
                const auto* call = e.as<ir::Call>();
                if (call == nullptr)
                    return;
                const CallTargets targets = summary_.targets(*call);
                for (Touched* touched : {&stored_, &read_})
                    touched->anything = touched->anything || !targets.known;
                for (const ir::FunctionDecl* callee : targets.functions)
                    if (const ir::FunctionDecl* body = summary_.definition(callee); body == nullptr) {
                        note_library(stored_, *call, *callee, true);
                        note_library(read_, *call, *callee, false);
                    } else if (seen.insert(body).second) {
                        work.push_back(body->body.get());
                    }
            },
            [](const ir::Stmt&) {});
    }
}

// Library functions keep no address (`scanf("%d", &g.n)`), but where they hand it back or to a function of the user's.
void RecordValues::note_address(const Expr& expr) {
    const auto* call = expr.as<ir::Call>();
    const ir::FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
    const LibraryEffect* effect =
        callee != nullptr && summary_.definition(callee) == nullptr ? library_effect(callee->name) : nullptr;
    if (effect != nullptr && effect->result == LibraryEffect::Result::plain &&
        effect->arguments.find('f') == std::string_view::npos)
        for (std::size_t i = 0; i < call->args.size(); ++i) {
            const Expr* argument = without_casts(*call->args[i]);
            harmless_.insert(argument);
            const Expr* object = ir::addressed_object(*argument);
            const ir::Member* first = object != nullptr ? as_member(*object) : nullptr;
            if (first != nullptr && takes_bytes(*effect, i))
                spanned_.insert(type_name(record_of(*first)));
        }
    if (const auto* element = expr.as<ir::Index>())
        harmless_.insert(ir::strip(element->base.get())); // no pointer to keep
    // An array that becomes a pointer leads to what lies beside it, too (container_of).
    if (expr.type != nullptr && expr.type->is_array() && ir::strip(&expr) == &expr && !harmless_.contains(&expr))
        if (const ir::VarDecl* variable = variable_of_part(&expr); variable != nullptr && variable->type->is_record()) {
            pointed_at_.insert(summary_.canonical(variable));
            if (const auto* member = expr.as<ir::Member>())
                note_neighbours(*member);
        }
    const auto* unary = expr.as<ir::Unary>();
    if (unary == nullptr || unary->op != ir::UnaryOp::address_of || harmless_.contains(&expr))
        return;
    const Expr& operand = *ir::strip(unary->operand.get());
    if (const ir::VarDecl* variable = variable_of_part(&operand))
        pointed_at_.insert(summary_.canonical(variable));
    if (const auto* member = operand.as<ir::Member>())
        note_neighbours(*member);
}

// The address of `v.x` serves as one of an array of x, y and z, too.
void RecordValues::note_neighbours(const ir::Member& member) {
    const ir::TypeRef record = record_of(member);
    const Field named = field_of(member);
    addressed_.emplace(named, record);
    const std::vector<ir::Field>& fields = record->tag->fields;
    const auto own =
        std::find_if(fields.begin(), fields.end(), [&](const ir::Field& field) { return field.name == named.second; });
    for (const ir::Field& field : fields)
        if (own != fields.end() && type_name(field.type) == type_name(own->type))
            addressed_.emplace(Field{named.first, field.name}, record);
}

RecordValues::Field RecordValues::field_of(const ir::Member& member) {
    const ir::TypeRef record = record_of(member);
    bool overlaid = record->kind == ir::TypeKind::Union;
    const ir::TypeRef* at = &record;
    for (const int index : member.path) { // through nameless members
        overlaid = overlaid || (*at)->kind == ir::TypeKind::Union;
        at = &(*at)->tag->fields[static_cast<std::size_t>(index)].type;
    }
    return {type_name(record), overlaid ? "" : member.field};
}

void RecordValues::Touched::note(const Expr& place) {
    const ir::TypeRef type = place.type;
    if (const auto* member = as_member(place))
        members.emplace(field_of(*member), record_of(*member));
    else if (type == nullptr || type->kind == ir::TypeKind::Void)
        anything = true;
    else if (type->is_record())
        records.push_back(type);
    else
        scalars.insert(type);
}

// What a library function stores, or else reads, through its arguments; one that is not known may touch anything.
void RecordValues::note_library(Touched& touched, const ir::Call& call, const ir::FunctionDecl& callee, bool stores) {
    const LibraryEffect* effect = library_effect(callee.name);
    touched.anything = touched.anything || effect == nullptr;
    for (std::size_t i = 0; effect != nullptr && i < call.args.size(); ++i) {
        const Expr* argument = without_casts(*call.args[i]);
        if (stores ? !effect->writes(i) : !argument->type->is_pointer() && !argument->type->is_array())
            continue;
        const Expr* object = ir::addressed_object(*argument);
        if (object != nullptr || argument->type->is_array()) { // `&o->e`, `o->name`
            const Expr& target = object != nullptr ? *object : *argument;
            if (base_variable(&target) == nullptr)
                touched.note(target);
            // So many bytes as it is told: members behind this one, too.
            if (const ir::Member* member = as_member(target); member != nullptr && takes_bytes(*effect, i))
                touched.records.push_back(record_of(*member));
        } else if (!argument->type->is_pointer() || argument->type->inner->kind == ir::TypeKind::Void) {
            touched.anything = true;
        } else if (argument->type->inner->is_record()) {
            touched.records.push_back(argument->type->inner);
        } else {
            touched.scalars.insert(argument->type->inner);
        }
    }
}

bool RecordValues::in_memory(const Expr& member) const { return is_among(stored_, member); }

bool RecordValues::read_in_memory(const Expr& member) const { return is_among(read_, member); }

bool RecordValues::is_among(const Touched& touched, const Expr& member) const {
    const ir::VarDecl* variable = as_member(member) != nullptr ? base_variable(&member) : nullptr;
    if (variable == nullptr || !variable->type->is_record() || !ir::holds_array(variable->type) ||
        member.type == nullptr || member.type->is_array())
        return false;
    if (shares_bytes_with_array(member))
        return true;
    return pointed_at_.contains(summary_.canonical(variable)) &&
           (touched.anything || by_record(touched, member) || by_other_name(touched, member, variable->type));
}

// As a part of what is touched by a record's name, or such a part lies in it.
bool RecordValues::by_record(const Touched& touched, const Expr& member) const {
    const ir::TypeRef type = member.type;
    bool found = std::any_of(
                     touched.records.begin(), touched.records.end(),
                     [&](ir::TypeRef record) { return type->is_record() && holds_record(type, record); }) ||
                 std::any_of(
                     touched.members.begin(), touched.members.end(),
                     [&](const auto& entry) { return type->is_record() && holds_record(type, entry.second); });
    for_each_step(member, [&](ir::TypeRef record, const ir::Member& step) {
        const bool beside = spanned_.contains(type_name(record)) &&
                            std::any_of(touched.members.begin(), touched.members.end(),
                                        [&](const auto& entry) { return entry.first.first == type_name(record); });
        found = found || beside || touched.members.contains(field_of(step)) ||
                std::any_of(touched.records.begin(), touched.records.end(),
                            [&](ir::TypeRef other) { return holds_record(other, record); });
    });
    return found;
}

// Through pointers that ones to the variable, to records in it, or to the member itself are made into: to numbers, or
// to records of another type.
bool RecordValues::by_other_name(const Touched& touched, const Expr& member, ir::TypeRef variable) const {
    std::set<std::string> own;
    const std::function<void(ir::TypeRef)> add = [&](ir::TypeRef type) {
        while (type->is_array())
            type = type->inner;
        if (type->is_record() && type->tag != nullptr && own.insert(type_name(type)).second)
            for (const ir::Field& field : type->tag->fields)
                add(field.type);
    };
    add(variable);
    bool addressed = std::any_of(
        addressed_.begin(), addressed_.end(),
        [&](const auto& entry) { return member.type->is_record() && holds_record(member.type, entry.second); });
    for_each_step(member, [&](ir::TypeRef, const ir::Member& step) {
        addressed = addressed || addressed_.contains(field_of(step));
    });
    const std::set<std::string> reached = addressed ? views_.reachable(own) : views_.seen_as(own);
    const auto is_other = [&](ir::TypeRef record) {
        const std::string name = type_name(record);
        return reached.contains(name) && !own.contains(name);
    };
    return std::any_of(
               touched.scalars.begin(), touched.scalars.end(),
               [&](ir::TypeRef type) { return may_alias(type, member.type) && reached.contains(type_name(type)); }) ||
           std::any_of(touched.records.begin(), touched.records.end(), is_other) ||
           std::any_of(touched.members.begin(), touched.members.end(),
                       [&](const auto& entry) { return is_other(entry.second); });
}

} // namespace hydra::passes

// One walk over all of the program, also what stands in parallel loops: pointers travel. Void pointers are a type like
// any other here: what becomes one may become whatever one is made into somewhere.
#include "passes/facts/pointer_views.h"

#include <algorithm>

#include <fmt/format.h>

#include "passes/facts/expressions.h"
#include "passes/facts/library.h"
#include "passes/facts/record_parts.h"

namespace hydra::passes {

using ir::Expr;
using ir::FunctionDecl;
using ir::Stmt;

namespace {

// Whether a union lies in the record otherwise than behind a pointer.
bool holds_union(ir::TypeRef type) {
    while (type->is_array())
        type = type->inner;
    if (!type->is_record() || type->tag == nullptr)
        return false;
    return type->kind == ir::TypeKind::Union ||
           std::any_of(type->tag->fields.begin(), type->tag->fields.end(),
                       [](const ir::Field& field) { return holds_union(field.type); });
}

bool can_carry(ir::TypeRef type) {
    return type != nullptr && (type->is_pointer() || (type->is_integer() && type->kind != ir::TypeKind::Bool));
}

bool is_bytes(ir::TypeRef type) {
    while (type->is_array())
        type = type->inner;
    return type->kind == ir::TypeKind::Void || type->kind == ir::TypeKind::Char || type->kind == ir::TypeKind::SChar ||
           type->kind == ir::TypeKind::UChar;
}

// What the pointers in an object of the type point to; numbers and bytes that could hold one stand for themselves.
// any: whether there is a pointer.
void find_carried(ir::TypeRef type, std::set<ir::TypeRef>& found, bool& any) {
    while (type->is_array())
        type = type->inner;
    if (type->is_pointer()) {
        any = true;
        found.insert(type->inner);
    } else if (is_bytes(type) || can_carry(type)) {
        found.insert(type);
    } else if (type->is_record() && type->tag != nullptr) {
        for (const ir::Field& field : type->tag->fields)
            find_carried(field.type, found, any);
    }
}

// What a pointer points to; a number that one is made into or from stands for itself.
ir::TypeRef content(ir::TypeRef type) { return type->is_pointer() || type->is_array() ? type->inner : type; }

} // namespace

PointerViews::PointerViews(const ir::Program& program, const Summary& summary) {
    const auto on_expr = [&](const Expr& expr) { collect(expr, summary); };
    const auto on_stmt = [&](const Stmt& stmt) {
        if (const auto* expression = stmt.as<ir::ExprStmt>(); expression != nullptr && expression->expr != nullptr)
            unused_.insert(without_casts(*expression->expr));
    };
    for (const auto& unit : program.units) {
        for (const FunctionDecl& function : unit->functions)
            if (function.body)
                walk(*function.body, on_expr, on_stmt);
        for (const auto& variable : unit->globals)
            if (variable.init)
                walk(*variable.init, on_expr, on_stmt);
    }
    link_arguments();
    unused_.clear();
    arguments_.clear();
    std::set<std::string> numbers;
    for (const View& view : views_)
        if (view.from->is_scalar())
            numbers.insert(type_name(view.from));
    from_numbers_ = reachable(numbers);
}

void PointerViews::link(const std::set<ir::TypeRef>& some, const std::set<ir::TypeRef>& others) {
    for (const ir::TypeRef one : some)
        for (const ir::TypeRef other : others)
            if (const std::string a = type_name(one), b = type_name(other); a < b)
                linked_.try_emplace({a, b}, one, other);
            else if (b < a)
                linked_.try_emplace({b, a}, other, one);
}

void PointerViews::link_arguments() { link(listed_, taken_); }

// A member of a union: what its pointers point to, they may all point to.
void PointerViews::collect_overlays(const ir::Member& member) {
    const auto note = [&](ir::TypeRef type) {
        if (type->kind != ir::TypeKind::Union || !laid_open_.insert(type).second)
            return;
        std::set<ir::TypeRef> targets;
        bool any = false;
        find_carried(type, targets, any);
        if (any)
            link(targets, targets);
    };
    ir::TypeRef record = record_of(member);
    for (const int index : member.path) {
        note(record);
        if (record->tag == nullptr)
            return;
        record = record->tag->fields.at(static_cast<std::size_t>(index)).type;
    }
}

// `memcpy(&p, &q, sizeof p)`: p is what q was. Bytes may hold any pointer that is copied into bytes.
void PointerViews::collect_copy(const ir::Call& call) {
    const FunctionDecl* callee = ir::called_function(call);
    static const std::set<std::string_view> copies = {"memcpy", "memmove", "mempcpy", "bcopy"};
    std::string_view name = callee != nullptr ? std::string_view(callee->name) : "";
    if (name.starts_with("__builtin_"))
        name.remove_prefix(10);
    if (!copies.contains(name) || call.args.size() < 2)
        return;
    std::set<ir::TypeRef> sides[2];
    bool any = false;
    for (int side = 0; side < 2; ++side) {
        const ir::TypeRef type = without_casts(*call.args[static_cast<std::size_t>(side)])->type;
        if (type->is_pointer() || type->is_array())
            find_carried(type->inner, sides[side], any);
    }
    if (any)
        link(sides[0], sides[1]);
}

// A pointer that becomes one to another type, or a number. What pointers lie behind it may be copied from there.
void PointerViews::collect_conversion(const ir::Cast& cast, ir::TypeRef type, View view) {
    const Expr& made = *without_casts(*cast.operand);
    if (const auto* call = made.as<ir::Call>()) {
        const FunctionDecl* callee = ir::called_function(*call);
        const LibraryEffect* effect = callee != nullptr && !callee->body ? library_effect(callee->name) : nullptr;
        if (effect != nullptr && effect->result == LibraryEffect::Result::fresh)
            return; // nothing lies there yet
    }
    view.from = content(cast.operand->type);
    view.to = content(type);
    if (type_name(view.from) == type_name(view.to))
        return;
    views_.push_back(view);
    std::set<ir::TypeRef> behind;
    bool any = false;
    const bool to_bytes = is_bytes(view.to);
    find_carried(to_bytes ? view.from : view.to, behind, any);
    if (any && !view.in_library && to_bytes != is_bytes(view.from))
        link(behind, {to_bytes ? view.to : view.from});
}

// Runs before the arguments themselves are met.
void PointerViews::collect_arguments(const Expr& expr, const Summary& summary) {
    const auto& call = *expr.as<ir::Call>();
    const FunctionDecl* callee = ir::called_function(call);
    const LibraryEffect* effect =
        callee != nullptr && summary.definition(callee) == nullptr ? library_effect(callee->name) : nullptr;
    if (effect == nullptr || effect->arguments.find('f') != std::string_view::npos)
        return;
    const bool handed_back = !unused_.contains(&expr) && (effect->result == LibraryEffect::Result::first ||
                                                          effect->result == LibraryEffect::Result::second);
    for (std::size_t i = 0; i < call.args.size(); ++i) {
        View use;
        use.in_library = !handed_back;
        use.stored_in_loops = handed_back || (effect->writes(i) && effect->state.empty());
        for (const Expr* part = call.args[i].get(); part != nullptr;) {
            arguments_[part] = use;
            const auto* cast = part->as<ir::Cast>();
            part = cast != nullptr ? cast->operand.get() : nullptr;
        }
    }
}

void PointerViews::collect(const Expr& expr, const Summary& summary) {
    if (const auto* call = expr.as<ir::Call>()) {
        collect_arguments(expr, summary);
        collect_copy(*call);
        const ir::TypeRef type = call->callee->type->is_pointer() ? call->callee->type->inner : call->callee->type;
        const FunctionDecl* callee = ir::called_function(*call);
        if (type->variadic && (callee == nullptr || library_effect(callee->name) == nullptr))
            for (std::size_t i = type->params.size(); i < call->args.size(); ++i)
                if (const ir::TypeRef given = call->args[i]->type; given->is_pointer() || given->is_array())
                    listed_.insert(given->inner);
    }
    if (const auto* builtin = expr.as<ir::BuiltinExpr>(); builtin != nullptr && builtin->name == "__builtin_va_arg")
        if (const ir::TypeRef asked = builtin->types.at(0); asked->is_pointer())
            taken_.insert(asked->inner);
    const auto* member = expr.as<ir::Member>();
    if (member != nullptr)
        collect_overlays(*member);
    if (member != nullptr && record_of(*member)->kind == ir::TypeKind::Union)
        overlaid_.insert(record_of(*member));
    const auto argument = arguments_.find(&expr);
    View view;
    view.stored_in_loops = true;
    if (argument != arguments_.end())
        view = argument->second;
    const auto* unary = expr.as<ir::Unary>();
    const auto* cast = expr.as<ir::Cast>();
    if (unary != nullptr && unary->op == ir::UnaryOp::address_of) {
        const auto* part = ir::strip(unary->operand.get())->as<ir::Member>();
        if (part == nullptr || unary->operand->type->is_array())
            return;
        view.from = record_of(*part);
        view.to = unary->operand->type;
        view.member = part->field;
        views_.push_back(view);
    } else if (cast != nullptr && can_carry(expr.type) && can_carry(cast->operand->type) &&
               (expr.type->is_pointer() || cast->operand->type->is_pointer())) {
        collect_conversion(*cast, expr.type, view);
    }
}

std::set<std::string> PointerViews::follow(const std::set<std::string>& types, bool members) const {
    std::map<std::string, std::set<std::string>> next;
    for (const View& view : views_) {
        if (view.in_library || (!members && !view.member.empty() && view.to->is_scalar()))
            continue;
        ir::TypeRef from = view.from, to = view.to;
        next[type_name(from)].insert(type_name(to));
        while (from->is_pointer() && to->is_pointer()) { // `(double **)&p` makes p another pointer, both ways
            from = from->inner;
            to = to->inner;
            next[type_name(from)].insert(type_name(to));
            next[type_name(to)].insert(type_name(from));
        }
    }
    for (const auto& [names, types_of] : linked_) {
        next[names.first].insert(names.second);
        next[names.second].insert(names.first);
    }
    std::set<std::string> found = types;
    std::vector<std::string> work(types.begin(), types.end());
    while (!work.empty()) {
        const std::string type = work.back();
        work.pop_back();
        for (const std::string& made : next[type])
            if (found.insert(made).second)
                work.push_back(made);
    }
    return found;
}

bool PointerViews::may_rename(const ir::Member& member) const {
    const ir::TypeRef record = record_of(member);
    const auto overlays = [&](ir::TypeRef type) { return holds_record(type, record); };
    if (holds_union(record) || std::any_of(overlaid_.begin(), overlaid_.end(), overlays))
        return true;
    if (std::any_of(linked_.begin(), linked_.end(), [&](const auto& link) {
            return holds_record(link.second.first, record) || holds_record(link.second.second, record);
        }))
        return true;
    return std::any_of(views_.begin(), views_.end(), [&](const View& view) {
        if (from_numbers_.contains(type_name(view.to)) && holds_record(view.to, record))
            return true;
        if (!view.stored_in_loops || !holds_record(view.from, record))
            return false;
        return view.member.empty() || (view.member == member.field && holds_record(record, view.from));
    });
}

} // namespace hydra::passes

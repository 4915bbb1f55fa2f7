// One walk over all of the program, also what stands in parallel loops: pointers travel. Void pointers are a type like
// any other here: what becomes one may become whatever one is made into somewhere.
#include "passes/pointer_views.h"

#include <algorithm>

#include <fmt/format.h>

#include "passes/arrays.h"
#include "passes/library.h"

namespace hydra::passes {

using ir::Expr;
using ir::FunctionDecl;
using ir::Stmt;

namespace {

ir::TypeRef record_of(const ir::Member& member) {
    const ir::TypeRef base = ir::strip(member.base.get())->type;
    return member.arrow || base->is_array() ? base->inner : base;
}

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

// What a pointer points to; a number that one is made into or from stands for itself.
ir::TypeRef content(ir::TypeRef type) { return type->is_pointer() || type->is_array() ? type->inner : type; }

} // namespace

std::string PointerViews::name(ir::TypeRef type) {
    while (type->is_array())
        type = type->inner;
    if (type->is_pointer())
        return "*" + name(type->inner);
    if (!type->is_record() || type->tag == nullptr)
        return fmt::format("{}", static_cast<int>(type->kind));
    // The units' declarations of one type have one name; types that a function declares are each their own.
    const ir::TagDecl& tag = *type->tag;
    return !tag.file_scope    ? fmt::format("{}", static_cast<const void*>(&tag))
           : tag.name.empty() ? tag.alias
                              : tag.name;
}

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
    unused_.clear();
    arguments_.clear();
    std::set<std::string> numbers;
    for (const View& view : views_)
        if (view.from->is_scalar())
            numbers.insert(name(view.from));
    from_numbers_ = reachable(numbers);
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
    if (expr.as<ir::Call>() != nullptr)
        collect_arguments(expr, summary);
    const auto* member = expr.as<ir::Member>();
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
        view.from = content(cast->operand->type);
        view.to = content(expr.type);
        if (name(view.from) != name(view.to))
            views_.push_back(view);
    }
}

std::set<std::string> PointerViews::reachable(const std::set<std::string>& types) const {
    std::map<std::string, std::set<std::string>> next;
    for (const View& view : views_) {
        if (view.in_library)
            continue;
        ir::TypeRef from = view.from, to = view.to;
        next[name(from)].insert(name(to));
        while (from->is_pointer() && to->is_pointer()) { // `(double **)&p` makes p another pointer, both ways
            from = from->inner;
            to = to->inner;
            next[name(from)].insert(name(to));
            next[name(to)].insert(name(from));
        }
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
    return std::any_of(views_.begin(), views_.end(), [&](const View& view) {
        if (from_numbers_.contains(name(view.to)) && holds_record(view.to, record))
            return true;
        if (!view.stored_in_loops || !holds_record(view.from, record))
            return false;
        return view.member.empty() || (view.member == member.field && holds_record(record, view.from));
    });
}

} // namespace hydra::passes

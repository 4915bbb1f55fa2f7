// Walks from a part of a record to the variable that holds it, without following pointers.
#include "passes/facts/record_parts.h"

#include <fmt/format.h>

#include "passes/facts/summary.h"

namespace hydra::passes {

using ir::Expr;

const ir::VarDecl* variable_of_part(const Expr* expr) {
    while (true) {
        expr = ir::strip(expr);
        const auto* index = expr->as<ir::Index>();
        const auto* member = expr->as<ir::Member>();
        if (index != nullptr && ir::strip(index->base.get())->type->is_array())
            expr = index->base.get();
        else if (member != nullptr && !member->arrow)
            expr = member->base.get();
        else
            return ir::named_variable(expr);
    }
}

ir::TypeRef record_of(const ir::Member& member) {
    const ir::TypeRef base = ir::strip(member.base.get())->type;
    return member.arrow || base->is_array() ? base->inner : base;
}

const ir::Member* as_member(const Expr& expr) { return ir::strip(&expr)->as<ir::Member>(); }

std::string type_name(ir::TypeRef type) {
    while (type->is_array())
        type = type->inner;
    if (type->is_pointer())
        return "*" + type_name(type->inner);
    if (!type->is_record() || type->tag == nullptr)
        return fmt::format("{}", static_cast<int>(type->kind));
    // The units' declarations of one type have one name; types that a function declares are each their own.
    const ir::TagDecl& tag = *type->tag;
    return !tag.file_scope    ? fmt::format("{}", static_cast<const void*>(&tag))
           : tag.name.empty() ? tag.alias
                              : tag.name;
}

std::optional<Part> part_handed(const ir::Expr& argument, const ir::VarDecl* variable) {
    const ir::Expr& expr = *ir::strip(&argument);
    const auto* unary = expr.as<ir::Unary>();
    const bool address = unary != nullptr && unary->op == ir::UnaryOp::address_of;
    if (!address && (expr.type == nullptr || !expr.type->is_array()))
        return std::nullopt;
    auto part = part_of(address ? *unary->operand : expr, variable);
    if (part)
        part->elements = true;
    return part;
}

std::optional<Part> part_of(const ir::Expr& full, const ir::VarDecl* variable) {
    const ir::Expr& expr = *ir::strip(&full);
    const std::int64_t size = expr.type != nullptr ? ir::size_of(expr.type).value_or(-1) : -1;
    if (expr.as<ir::DeclRef>() != nullptr)
        return ir::named_variable(&expr) == variable && size >= 0 ? std::optional(Part{0, size}) : std::nullopt;
    if (const auto* index = expr.as<ir::Index>()) {
        const ir::Expr& array = *ir::strip(index->base.get());
        auto part = array.type->is_array() ? part_of(array, variable) : std::nullopt;
        if (part)
            part->elements = true;
        return part;
    }
    const auto* member = expr.as<ir::Member>();
    if (member == nullptr)
        return std::nullopt;
    const ir::Expr* base = ir::strip(member->base.get());
    if (const auto* pointer = base->as<ir::Unary>(); member->arrow) {
        if (pointer == nullptr || pointer->op != ir::UnaryOp::address_of)
            return std::nullopt;
        base = ir::strip(pointer->operand.get());
    }
    auto part = part_of(*base, variable);
    ir::TypeRef record = base->type;
    for (std::size_t k = 0; part && !part->elements && k < member->path.size(); ++k) {
        const auto at = static_cast<std::size_t>(member->path[k]);
        if (record == nullptr || record->tag == nullptr || at >= record->tag->fields.size())
            return std::nullopt;
        const ir::Field& field = record->tag->fields[at];
        part->begin += field.offset;
        part->end = part->begin + ir::size_of(field.type).value_or(part->end - part->begin);
        record = field.type;
    }
    return part;
}

bool Summary::may_change_parts(const ir::Stmt& stmt, const ir::VarDecl* record, const std::set<const Expr*>& read) {
    std::set<const Expr*> subscripted;
    bool changes = false;
    walk(
        stmt,
        [&](const Expr& e) {
            const Expr* target = assignment_target(e);
            const auto* unary = e.as<ir::Unary>();
            if (unary != nullptr && unary->op == ir::UnaryOp::address_of && !read.contains(&e))
                target = unary->operand.get();
            changes = changes || (target != nullptr && variable_of_part(target) == record);
            if (const auto* index = e.as<ir::Index>())
                subscripted.insert(ir::strip(index->base.get()));
            const Expr* plain = ir::strip(&e);
            if (plain == &e && e.type != nullptr && e.type->is_array() && variable_of_part(&e) == record)
                changes = changes || (!subscripted.contains(&e) && !read.contains(&e));
        },
        [](const ir::Stmt&) {});
    return changes;
}

} // namespace hydra::passes

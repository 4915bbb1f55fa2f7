// Primary expressions: names (and functions that nobody declared), constants, strings, _Generic, offsetof.
#include <algorithm>

#include <fmt/format.h>

#include "frontend/sema/build.h"
#include "frontend/sema/builtins.h"
#include "frontend/sema/literals.h"

namespace hydra::frontend {

using ir::TypeKind;
using ir::TypeRef;

namespace {

using P = grammar::HydraCParser;

} // namespace

ir::FunctionDecl* Builder::implicit_function(std::string_view name) {
    TypeRef result = basic(TypeKind::Int);
    BuiltinResult builtin = builtin_result(name);
    switch (builtin) {
    case BuiltinResult::unsigned_short:
        result = basic(TypeKind::UShort);
        break;
    case BuiltinResult::unsigned_:
        result = basic(TypeKind::UInt);
        break;
    case BuiltinResult::long_:
        result = basic(TypeKind::Long);
        break;
    case BuiltinResult::unsigned_long:
        result = basic(TypeKind::ULong);
        break;
    case BuiltinResult::void_:
        result = basic(TypeKind::Void);
        break;
    case BuiltinResult::bool_:
        result = basic(TypeKind::Bool);
        break;
    case BuiltinResult::void_pointer:
        result = unit_.types.pointer_to(basic(TypeKind::Void));
        break;
    case BuiltinResult::float_:
        result = basic(TypeKind::Float);
        break;
    case BuiltinResult::double_:
        result = basic(TypeKind::Double);
        break;
    case BuiltinResult::long_double:
        result = basic(TypeKind::LongDouble);
        break;
    default:
        break;
    }
    ir::FunctionDecl& function = unit_.functions.emplace_back();
    function.name = std::string(name);
    function.type = unit_.types.function(result, {}, false, true);
    function.in_user_file = builtin == BuiltinResult::none;
    scopes_.declare_at_file_scope(name, &function);
    return &function;
}

Builder::Value Builder::name_use(antlr4::Token* token, bool called) {
    std::size_t begin = token->getStartIndex(), end = token->getStopIndex() + 1;
    std::string_view name = text(token);
    Symbol symbol = scopes_.find(name);
    if (std::holds_alternative<std::monostate>(symbol)) {
        if (called || builtin_result(name) != BuiltinResult::none)
            symbol = implicit_function(name);
        else if (state_.function != nullptr &&
                 (name == "__func__" || name == "__FUNCTION__" || name == "__PRETTY_FUNCTION__")) {
            std::string bytes = state_.function->name;
            TypeRef type = unit_.types.array_of(qualified(basic(TypeKind::Char), {.is_const = true}),
                                                static_cast<std::int64_t>(bytes.size()) + 1);
            Value value = make(type, begin, end, 1, ir::StringLit{std::string(name), bytes});
            value.expr->lvalue = true;
            return value;
        }
    }
    if (auto* const* variable = std::get_if<ir::VarDecl*>(&symbol)) {
        Value value = make((*variable)->type, begin, end, 1, ir::DeclRef{static_cast<const ir::VarDecl*>(*variable)});
        value.expr->lvalue = true;
        return value;
    }
    if (auto* const* function = std::get_if<ir::FunctionDecl*>(&symbol))
        return make((*function)->type, begin, end, 1, ir::DeclRef{static_cast<const ir::FunctionDecl*>(*function)});
    if (auto* const* constant_decl = std::get_if<const ir::EnumConstant*>(&symbol)) {
        note_use(range(token), (*constant_decl)->range, *constant_decl);
        return make((*constant_decl)->type, begin, end, 1, ir::DeclRef{*constant_decl});
    }
    if (std::holds_alternative<const ir::TypedefDecl*>(symbol))
        error(token, fmt::format("expected expression before '{}'", name));
    else if (reported_names_.insert(std::string(name)).second)
        error(token,
              fmt::format("'{}' undeclared {}", name,
                          state_.function != nullptr ? "(first use in this function)" : "here (not in a function)"));
    return error_value(begin, end);
}

Builder::Value Builder::number(antlr4::Token* token) {
    std::size_t begin = token->getStartIndex(), end = token->getStopIndex() + 1;
    NumberValue value = number_value(text(token));
    if (!value.error.empty()) {
        error(token, value.error);
        return error_value(begin, end);
    }
    TypeRef type = basic(value.kind);
    if (value.floating)
        return make(type, begin, end, 1, ir::FloatLit{value.real, std::string(text(token))});
    return make(type, begin, end, 1, ir::IntLit{value.integer, std::string(text(token))});
}

Builder::Value Builder::character(antlr4::Token* token) {
    CharacterValue value = character_value(text(token));
    return make(basic(value.kind), token->getStartIndex(), token->getStopIndex() + 1, 1,
                ir::IntLit{static_cast<std::uint64_t>(value.value), std::string(text(token))});
}

Builder::Value Builder::string(const std::vector<antlr4::tree::TerminalNode*>& parts) {
    ir::StringLit node;
    TypeKind kind = TypeKind::Char;
    std::int64_t elements = 1;
    for (auto* part : parts) {
        TypeKind one = string_value(text(part->getSymbol()), node.bytes, elements);
        if (one != TypeKind::Char)
            kind = one;
        node.spelling += (node.spelling.empty() ? "" : " ") + std::string(text(part->getSymbol()));
    }
    Value value = make(unit_.types.array_of(basic(kind), elements), parts.front()->getSymbol()->getStartIndex(),
                       parts.back()->getSymbol()->getStopIndex() + 1, 1, std::move(node));
    value.expr->lvalue = true;
    return value;
}

Builder::Value Builder::primary(P::PrimaryContext* context) {
    std::size_t begin = begin_of(context), end = end_of(context);
    switch (context->getStart()->getType()) {
    case P::IDENTIFIER:
        return name_use(context->getStart(), false);
    case P::NUMBER:
        return number(context->getStart());
    case P::CHARACTER:
        return character(context->getStart());
    case P::STRING:
        return string(context->STRING());
    case P::GENERIC:
        return generic(context);
    case P::OFFSETOF:
        return offset_of(context);
    case P::VA_ARG: {
        Value list = assignment(context->assignment());
        TypeRef type = type_name(context->typeName(0));
        ir::BuiltinExpr node{"__builtin_va_arg", {}, {type}};
        int height = list.height;
        node.args.push_back(std::move(list.expr));
        return make(type->unqualified, begin, end, height + 1, std::move(node));
    }
    case P::TYPES_COMPATIBLE: {
        TypeRef a = type_name(context->typeName(0)), b = type_name(context->typeName(1));
        bool same = conversions_.compatible(a->unqualified, b->unqualified);
        std::string spelling(tokens_.getText(context->getStart(), context->getStop()));
        return make(basic(TypeKind::Int), begin, end, 1, ir::IntLit{same ? 1U : 0U, spelling});
    }
    default:
        break;
    }
    if (context->compound() != nullptr) {
        ir::StmtPtr body = compound(context->compound());
        TypeRef type = basic(TypeKind::Void);
        const auto& items = body->as<ir::Compound>()->items;
        const ir::Stmt* last = items.empty() ? nullptr : items.back().get();
        while (last != nullptr && last->as<ir::Label>() != nullptr)
            last = last->as<ir::Label>()->body.get();
        if (last != nullptr && last->as<ir::ExprStmt>() != nullptr)
            type = conversions_.decayed(last->as<ir::ExprStmt>()->expr->type);
        return make(type, begin, end, 3, ir::StatementExpr{std::move(body)});
    }
    // Parentheses are no node, but belong to the place.
    Value inner = expression(context->expression());
    inner.begin = begin;
    inner.end = end;
    inner.expr->range = range(begin, end);
    return inner;
}

Builder::Value Builder::generic(P::PrimaryContext* context) {
    std::size_t begin = begin_of(context), end = end_of(context);
    Value control = assignment(context->assignment());
    rvalue(control);
    TypeRef type = control.expr->type->unqualified;
    P::GenericArmContext *chosen = nullptr, *otherwise = nullptr;
    for (auto* arm : context->genericArm()) {
        if (arm->typeName() == nullptr)
            otherwise = arm;
        else if (chosen == nullptr && conversions_.compatible(type_name(arm->typeName()), type))
            chosen = arm;
    }
    chosen = chosen != nullptr ? chosen : otherwise;
    if (chosen == nullptr || is_error(control)) {
        if (!is_error(control))
            error(context,
                  fmt::format("'_Generic' selector of type '{}' is not compatible with any association", quoted(type)));
        return error_value(begin, end);
    }
    Value arm = assignment(chosen->assignment());
    TypeRef result = arm.expr->type;
    bool lvalue = arm.expr->lvalue;
    // Callees must stay visible to those who look for direct calls: a function's name stands for the selection.
    if (result->is_function()) {
        arm.expr->range = range(begin, end);
        arm.begin = begin;
        arm.end = end;
        return arm;
    }
    ir::BuiltinExpr node{"_Generic", {}, {}};
    int height = arm.height;
    node.args.push_back(std::move(arm.expr));
    Value value = make(result, begin, end, height + 1, std::move(node));
    value.expr->lvalue = lvalue;
    return value;
}

Builder::Value Builder::offset_of(P::PrimaryContext* context) {
    std::size_t begin = begin_of(context), end = end_of(context);
    TypeRef record = type_name(context->typeName(0)), type = record;
    std::int64_t offset = 0;
    bool known = true;
    auto step = [&](antlr4::Token* name) {
        std::vector<int> path;
        TypeRef field = nullptr;
        if (!type->is_record() || !find_field(type, text(name), path, field)) {
            if (type->kind != TypeKind::Error)
                error(name, fmt::format("'{}' has no member named '{}'", quoted(type), text(name)));
            return false;
        }
        for (int i : path) {
            const ir::Field& one = type->tag->fields[static_cast<std::size_t>(i)];
            offset += one.offset;
            type = one.type;
        }
        return true;
    };
    if (!step(context->name()->getStart()))
        return error_value(begin, end);
    for (auto* one : context->offsetStep()) {
        if (one->name() != nullptr) {
            if (!step(one->name()->getStart()))
                return error_value(begin, end);
            continue;
        }
        Value subscript = expression(one->expression());
        auto at = ir::constant_value(*subscript.expr);
        if (!type->is_array())
            return error_value(begin, end);
        type = type->inner;
        known &= at.has_value();
        offset += at.value_or(0) * ir::size_of(type).value_or(0);
    }
    std::string spelling(tokens_.getText(context->getStart(), context->getStop()));
    if (!known)
        return make(basic(TypeKind::ULong), begin, end, 1, ir::BuiltinExpr{spelling, {}, {}});
    if (ir::names_copy(record))
        spelling.clear(); // a number means the same everywhere
    return make(basic(TypeKind::ULong), begin, end, 1, ir::IntLit{static_cast<std::uint64_t>(offset), spelling});
}

} // namespace hydra::frontend

// Primary expressions: names (and functions that nobody declared), constants, strings, _Generic, offsetof.
#include "frontend/sema/build_expressions.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "frontend/sema/build_statements.h"
#include "frontend/sema/build_types.h"
#include "frontend/sema/builtins.h"
#include "frontend/sema/literals.h"

namespace hydra::frontend {

namespace {

// As it stands; in one line, where a macro of a header's has brought its lines' numbers into it.
std::string spelling_of(const antlr4::ParserRuleContext& context, TokenStream& tokens) {
    std::string text = tokens.getText(context.start, context.stop);
    if (text.find('\n') == std::string::npos)
        return text;
    text.clear();
    const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    for (std::size_t at = context.start->getTokenIndex(); at <= context.stop->getTokenIndex(); ++at) {
        const std::string_view part = tokens.text_of(tokens.get(at));
        if (!text.empty() && !part.empty() && (text.back() == ',' || (is_word(text.back()) && is_word(part.front()))))
            text += ' ';
        text += part;
    }
    return text;
}

} // namespace

using ir::TypeKind;
using ir::TypeRef;

ir::FunctionDecl* ExpressionBuilder::implicit_function(std::string_view name) {
    TypeRef result = context_.basic(TypeKind::Int);
    BuiltinResult builtin = builtin_result(name);
    switch (builtin) {
    case BuiltinResult::unsigned_short:
        result = context_.basic(TypeKind::UShort);
        break;
    case BuiltinResult::unsigned_:
        result = context_.basic(TypeKind::UInt);
        break;
    case BuiltinResult::long_:
        result = context_.basic(TypeKind::Long);
        break;
    case BuiltinResult::unsigned_long:
        result = context_.basic(TypeKind::ULong);
        break;
    case BuiltinResult::void_:
        result = context_.basic(TypeKind::Void);
        break;
    case BuiltinResult::bool_:
        result = context_.basic(TypeKind::Bool);
        break;
    case BuiltinResult::void_pointer:
        result = context_.unit.types.pointer_to(context_.basic(TypeKind::Void));
        break;
    case BuiltinResult::float_:
        result = context_.basic(TypeKind::Float);
        break;
    case BuiltinResult::double_:
        result = context_.basic(TypeKind::Double);
        break;
    case BuiltinResult::long_double:
        result = context_.basic(TypeKind::LongDouble);
        break;
    default:
        break;
    }
    ir::FunctionDecl& function = context_.unit.functions.emplace_back();
    function.name = std::string(name);
    function.type = context_.unit.types.function(result, {}, false, true);
    function.in_user_file = builtin == BuiltinResult::none;
    context_.scopes.declare_at_file_scope(name, &function);
    return &function;
}

Value ExpressionBuilder::name_use(antlr4::Token* token, bool called) {
    std::size_t begin = token->getStartIndex(), end = token->getStopIndex() + 1;
    std::string_view name = context_.text(token);
    Symbol symbol = context_.scopes.find(name);
    if (std::holds_alternative<std::monostate>(symbol)) {
        if (called || builtin_result(name) != BuiltinResult::none)
            symbol = implicit_function(name);
        else if (context_.state.function != nullptr &&
                 (name == "__func__" || name == "__FUNCTION__" || name == "__PRETTY_FUNCTION__")) {
            std::string bytes = context_.state.function->name;
            TypeRef type = context_.unit.types.array_of(
                qualified(context_.unit.types, context_.basic(TypeKind::Char), {.is_const = true}),
                static_cast<std::int64_t>(bytes.size()) + 1);
            Value value = values_.make(type, begin, end, 1, ir::StringLit{std::string(name), bytes});
            value.expr->lvalue = true;
            return value;
        }
    }
    if (auto* const* variable = std::get_if<ir::VarDecl*>(&symbol)) {
        Value value =
            values_.make((*variable)->type, begin, end, 1, ir::DeclRef{static_cast<const ir::VarDecl*>(*variable)});
        value.expr->lvalue = true;
        return value;
    }
    if (auto* const* function = std::get_if<ir::FunctionDecl*>(&symbol))
        return values_.make((*function)->type, begin, end, 1,
                            ir::DeclRef{static_cast<const ir::FunctionDecl*>(*function)});
    if (auto* const* constant_decl = std::get_if<const ir::EnumConstant*>(&symbol)) {
        context_.note_use(context_.range(token), (*constant_decl)->range, *constant_decl);
        return values_.make((*constant_decl)->type, begin, end, 1, ir::DeclRef{*constant_decl});
    }
    if (std::holds_alternative<const ir::TypedefDecl*>(symbol))
        context_.error(token, fmt::format("expected expression before '{}'", name));
    else if (context_.reported_names.insert(std::string(name)).second)
        context_.error(token, fmt::format("'{}' undeclared {}", name,
                                          context_.state.function != nullptr ? "(first use in this function)"
                                                                             : "here (not in a function)"));
    return values_.error_value(begin, end);
}

Value ExpressionBuilder::number(antlr4::Token* token) {
    std::size_t begin = token->getStartIndex(), end = token->getStopIndex() + 1;
    NumberValue value = number_value(context_.text(token));
    if (!value.error.empty()) {
        context_.error(token, value.error);
        return values_.error_value(begin, end);
    }
    TypeRef type = context_.basic(value.kind);
    if (value.floating)
        return values_.make(type, begin, end, 1, ir::FloatLit{value.real, std::string(context_.text(token))});
    return values_.make(type, begin, end, 1, ir::IntLit{value.integer, std::string(context_.text(token))});
}

Value ExpressionBuilder::character(antlr4::Token* token) {
    CharacterValue value = character_value(context_.text(token));
    return values_.make(context_.basic(value.kind), token->getStartIndex(), token->getStopIndex() + 1, 1,
                        ir::IntLit{static_cast<std::uint64_t>(value.value), std::string(context_.text(token))});
}

Value ExpressionBuilder::string(const std::vector<antlr4::tree::TerminalNode*>& parts) {
    ir::StringLit node;
    TypeKind kind = TypeKind::Char;
    std::int64_t elements = 1;
    for (auto* part : parts) {
        TypeKind one = string_value(context_.text(part->getSymbol()), node.bytes, elements);
        if (one != TypeKind::Char)
            kind = one;
        node.spelling += (node.spelling.empty() ? "" : " ") + std::string(context_.text(part->getSymbol()));
    }
    Value value = values_.make(context_.unit.types.array_of(context_.basic(kind), elements),
                               parts.front()->getSymbol()->getStartIndex(),
                               parts.back()->getSymbol()->getStopIndex() + 1, 1, std::move(node));
    value.expr->lvalue = true;
    return value;
}

Value ExpressionBuilder::primary(P::PrimaryContext* context) {
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
        TypeRef type = types_.type_name(context->typeName(0));
        ir::BuiltinExpr node{"__builtin_va_arg", {}, {type}};
        int height = list.height;
        node.args.push_back(std::move(list.expr));
        return values_.make(type->unqualified, begin, end, height + 1, std::move(node));
    }
    case P::TYPES_COMPATIBLE: {
        TypeRef a = types_.type_name(context->typeName(0)), b = types_.type_name(context->typeName(1));
        bool same = context_.conversions.compatible(a->unqualified, b->unqualified);
        std::string spelling = spelling_of(*context, context_.tokens);
        return values_.make(context_.basic(TypeKind::Int), begin, end, 1, ir::IntLit{same ? 1U : 0U, spelling});
    }
    default:
        break;
    }
    if (context->compound() != nullptr) {
        ir::StmtPtr body = statements_.compound(context->compound());
        TypeRef type = context_.basic(TypeKind::Void);
        const auto& items = body->as<ir::Compound>()->items;
        const ir::Stmt* last = items.empty() ? nullptr : items.back().get();
        while (last != nullptr && last->as<ir::Label>() != nullptr)
            last = last->as<ir::Label>()->body.get();
        if (last != nullptr && last->as<ir::ExprStmt>() != nullptr)
            type = context_.conversions.decayed(last->as<ir::ExprStmt>()->expr->type);
        return values_.make(type, begin, end, 3, ir::StatementExpr{std::move(body)});
    }
    // Parentheses are no node, but belong to the place.
    Value inner = expression(context->expression());
    inner.begin = begin;
    inner.end = end;
    inner.expr->range = context_.range(begin, end);
    return inner;
}

Value ExpressionBuilder::generic(P::PrimaryContext* context) {
    std::size_t begin = begin_of(context), end = end_of(context);
    Value control = assignment(context->assignment());
    values_.rvalue(control);
    TypeRef type = control.expr->type->unqualified;
    P::GenericArmContext *chosen = nullptr, *otherwise = nullptr;
    for (auto* arm : context->genericArm())
        if (arm->typeName() == nullptr)
            otherwise = arm;
        else if (chosen == nullptr && context_.conversions.compatible(types_.type_name(arm->typeName()), type))
            chosen = arm;
    chosen = chosen != nullptr ? chosen : otherwise;
    if (chosen == nullptr || is_error(control)) {
        if (!is_error(control))
            context_.error(
                context,
                fmt::format("'_Generic' selector of type '{}' is not compatible with any association", quoted(type)));
        return values_.error_value(begin, end);
    }
    Value arm = assignment(chosen->assignment());
    TypeRef result = arm.expr->type;
    bool lvalue = arm.expr->lvalue;
    // Callees must stay visible to those who look for direct calls: a function's name stands for the selection.
    if (result->is_function()) {
        arm.expr->range = context_.range(begin, end);
        arm.begin = begin;
        arm.end = end;
        return arm;
    }
    ir::BuiltinExpr node{"_Generic", {}, {}};
    int height = arm.height;
    node.args.push_back(std::move(arm.expr));
    Value value = values_.make(result, begin, end, height + 1, std::move(node));
    value.expr->lvalue = lvalue;
    return value;
}

Value ExpressionBuilder::offset_of(P::PrimaryContext* context) {
    std::size_t begin = begin_of(context), end = end_of(context);
    TypeRef record = types_.type_name(context->typeName(0)), type = record;
    std::int64_t offset = 0;
    bool known = true;
    auto step = [&](antlr4::Token* name) {
        std::vector<int> path;
        TypeRef field = nullptr;
        if (!type->is_record() || !find_field(type, context_.text(name), path, field)) {
            if (type->kind != TypeKind::Error)
                context_.error(name, fmt::format("'{}' has no member named '{}'", quoted(type), context_.text(name)));
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
        return values_.error_value(begin, end);
    for (auto* one : context->offsetStep()) {
        if (one->name() != nullptr) {
            if (!step(one->name()->getStart()))
                return values_.error_value(begin, end);
            continue;
        }
        Value subscript = expression(one->expression());
        auto at = ir::constant_value(*subscript.expr);
        if (!type->is_array())
            return values_.error_value(begin, end);
        type = type->inner;
        known &= at.has_value();
        offset += at.value_or(0) * ir::size_of(type).value_or(0);
    }
    std::string spelling = spelling_of(*context, context_.tokens);
    if (!known)
        return values_.make(context_.basic(TypeKind::ULong), begin, end, 1, ir::BuiltinExpr{spelling, {}, {}});
    if (ir::names_copy(record))
        spelling.clear(); // a number means the same everywhere
    return values_.make(context_.basic(TypeKind::ULong), begin, end, 1,
                        ir::IntLit{static_cast<std::uint64_t>(offset), spelling});
}

} // namespace hydra::frontend

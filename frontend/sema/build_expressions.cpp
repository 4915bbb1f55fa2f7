// Operands: names, constants, calls, subscripts, members and the rest of C11 6.5.1 to 6.5.4. A flat list of operands
// and operators is folded with two stacks, so that long sums cost no recursion.
#include <algorithm>

#include <fmt/format.h>

#include "frontend/sema/build.h"
#include "frontend/sema/builtins.h"
#include "frontend/sema/literals.h"

namespace hydra::frontend {

using ir::BinaryOp;
using ir::TypeKind;
using ir::TypeRef;

namespace {

using P = grammar::HydraCParser;

struct Infix {
    BinaryOp op;
    int level; // higher binds tighter
};

constexpr int assignment_level = 1, conditional_level = 2;

Infix infix_of(std::size_t type) {
    switch (type) {
    case P::ASSIGN:
        return {BinaryOp::assign, assignment_level};
    case P::MUL_ASSIGN:
        return {BinaryOp::mul_assign, assignment_level};
    case P::DIV_ASSIGN:
        return {BinaryOp::div_assign, assignment_level};
    case P::REM_ASSIGN:
        return {BinaryOp::rem_assign, assignment_level};
    case P::ADD_ASSIGN:
        return {BinaryOp::add_assign, assignment_level};
    case P::SUB_ASSIGN:
        return {BinaryOp::sub_assign, assignment_level};
    case P::SHL_ASSIGN:
        return {BinaryOp::shl_assign, assignment_level};
    case P::SHR_ASSIGN:
        return {BinaryOp::shr_assign, assignment_level};
    case P::AND_ASSIGN:
        return {BinaryOp::and_assign, assignment_level};
    case P::XOR_ASSIGN:
        return {BinaryOp::xor_assign, assignment_level};
    case P::OR_ASSIGN:
        return {BinaryOp::or_assign, assignment_level};
    case P::OR_OR:
        return {BinaryOp::logical_or, 3};
    case P::AND_AND:
        return {BinaryOp::logical_and, 4};
    case P::OR:
        return {BinaryOp::bit_or, 5};
    case P::XOR:
        return {BinaryOp::bit_xor, 6};
    case P::AND:
        return {BinaryOp::bit_and, 7};
    case P::EQ:
        return {BinaryOp::eq, 8};
    case P::NE:
        return {BinaryOp::ne, 8};
    case P::LT:
        return {BinaryOp::lt, 9};
    case P::GT:
        return {BinaryOp::gt, 9};
    case P::LE:
        return {BinaryOp::le, 9};
    case P::GE:
        return {BinaryOp::ge, 9};
    case P::SHL:
        return {BinaryOp::shl, 10};
    case P::SHR:
        return {BinaryOp::shr, 10};
    case P::PLUS:
        return {BinaryOp::add, 11};
    case P::MINUS:
        return {BinaryOp::sub, 11};
    case P::STAR:
        return {BinaryOp::mul, 12};
    case P::DIV:
        return {BinaryOp::div, 12};
    default:
        return {BinaryOp::rem, 12};
    }
}

} // namespace

bool find_field(TypeRef record, std::string_view name, std::vector<int>& path, TypeRef& type) {
    for (std::size_t i = 0; i < record->tag->fields.size(); ++i) {
        const ir::Field& field = record->tag->fields[i];
        path.push_back(static_cast<int>(i));
        if (field.name == name && !field.name.empty()) {
            type = field.type;
            return true;
        }
        if (field.name.empty() && field.type->is_record() && find_field(field.type, name, path, type))
            return true;
        path.pop_back();
    }
    return false;
}

Builder::Value Builder::expression(P::ExpressionContext* context) {
    auto parts = context->assignment();
    Value result = assignment(parts[0]);
    for (std::size_t i = 1; i < parts.size(); ++i)
        result = binary(BinaryOp::comma, std::move(result), assignment(parts[i]));
    return result;
}

ir::ExprPtr Builder::full_expression(P::ExpressionContext* context) {
    Value value = expression(context);
    rvalue(value);
    return std::move(value.expr);
}

ir::ExprPtr Builder::condition(P::ExpressionContext* context) {
    Value value = expression(context);
    rvalue(value);
    check_scalar(value, "condition");
    return std::move(value.expr);
}

std::optional<std::int64_t> Builder::constant(P::AssignmentContext* context) {
    Value value = assignment(context);
    rvalue(value);
    return ir::constant_value(*value.expr);
}

Builder::Value Builder::assignment(P::AssignmentContext* context) {
    struct Pending {
        Infix infix;
        bool is_conditional = false;
        std::optional<Value> middle;
    };
    std::vector<Value> values;
    std::vector<Pending> pending;
    const auto& children = context->children;
    values.push_back(operand(static_cast<P::OperandContext*>(children[0])));
    auto reduce = [&] {
        Pending top = std::move(pending.back());
        pending.pop_back();
        Value rhs = std::move(values.back());
        values.pop_back();
        Value lhs = std::move(values.back());
        values.pop_back();
        values.push_back(top.is_conditional ? conditional(std::move(lhs), std::move(top.middle), std::move(rhs))
                                            : binary(top.infix.op, std::move(lhs), std::move(rhs)));
    };
    for (std::size_t i = 1; i < children.size();) {
        Pending next;
        if (is_terminal(children[i], P::QUESTION)) {
            next.is_conditional = true;
            next.infix.level = conditional_level;
            ++i;
            if (auto* middle = as<P::ExpressionContext>(children[i])) {
                next.middle = expression(middle);
                ++i;
            }
            ++i; // the colon
        } else {
            next.infix = infix_of(static_cast<Context*>(children[i])->getStart()->getType());
            ++i;
        }
        // Assignment and ?: group from the right.
        bool from_right = next.infix.level <= conditional_level;
        while (!pending.empty() && (pending.back().infix.level > next.infix.level ||
                                    (pending.back().infix.level == next.infix.level && !from_right)))
            reduce();
        pending.push_back(std::move(next));
        values.push_back(operand(static_cast<P::OperandContext*>(children[i])));
        ++i;
    }
    while (!pending.empty())
        reduce();
    return std::move(values.back());
}

Builder::Value Builder::operand(P::OperandContext* context) {
    if (context->unary() != nullptr)
        return unary(context->unary());
    std::size_t begin = begin_of(context);
    if (context->bracedList() != nullptr)
        return postfixes(compound_literal(context->typeName(), context->bracedList(), begin), context->postfix());
    TypeRef type = type_name(context->typeName());
    return cast(type, operand(context->operand()), begin);
}

Builder::Value Builder::compound_literal(P::TypeNameContext* name, P::BracedListContext* list, std::size_t begin) {
    TypeRef type = type_name(name);
    Value init = braced(list, type);
    Value value = make(type, begin, end_of(list), init.height + 1, ir::CompoundLiteral{type, std::move(init.expr)});
    value.expr->lvalue = true;
    return value;
}

Builder::Value Builder::sizeof_type(TypeRef type, bool align, std::size_t begin, std::size_t end) {
    bool incomplete =
        (type->is_record() && !type->tag->complete) || (type->is_array() && type->length < 0 && !type->is_vla());
    if (incomplete && type->is_array() && type->vla_length == nullptr && type->inner->is_vla())
        incomplete = false;
    if (incomplete && !align)
        error(begin, end, fmt::format("invalid application of 'sizeof' to incomplete type '{}'", quoted(type)));
    return make(basic(TypeKind::ULong), begin, end, 1, ir::SizeOf{align, type, nullptr});
}

Builder::Value Builder::unary(P::UnaryContext* context) {
    std::size_t begin = begin_of(context);
    if (context->primary() != nullptr) {
        auto list = context->postfix();
        auto* id = context->primary()->IDENTIFIER();
        // Not `f` but `f(` decides whether an undeclared name is a function.
        bool called = id != nullptr && !list.empty() && list[0]->LPAREN() != nullptr;
        return postfixes(called ? name_use(id->getSymbol(), true) : primary(context->primary()), list);
    }
    std::size_t op = context->getStart()->getType();
    if (op == P::SIZEOF || op == P::ALIGNOF) {
        bool align = op == P::ALIGNOF;
        if (context->bracedList() == nullptr && context->typeName() != nullptr)
            return sizeof_type(type_name(context->typeName()), align, begin, end_of(context));
        Value value =
            context->bracedList() != nullptr
                ? postfixes(compound_literal(context->typeName(), context->bracedList(), begin_of(context->typeName())),
                            context->postfix())
                : unary(context->unary());
        TypeRef type = value.expr->type;
        if (is_error(value))
            return error_value(begin, value.end);
        if (ir::constant_value(*sizeof_type(type, align, begin, value.end).expr) == std::nullopt && !type->is_vla() &&
            type->kind != TypeKind::Void && !type->is_function())
            return error_value(begin, value.end);
        return make(basic(TypeKind::ULong), begin, value.end, value.height + 1,
                    ir::SizeOf{align, type, std::move(value.expr)});
    }
    if (op == P::AND_AND) {
        antlr4::Token* label = context->name()->getStart();
        state_.label_uses.push_back(label);
        TypeRef type = unit_.types.pointer_to(basic(TypeKind::Void));
        return make(type, begin, end_of(context), 1, ir::BuiltinExpr{fmt::format("&&{}", text(label)), {}, {}});
    }
    return prefix(op, operand(context->operand()), begin);
}

Builder::Value Builder::postfixes(Value value, const std::vector<P::PostfixContext*>& list) {
    for (auto* one : list)
        value = postfix(std::move(value), one);
    return value;
}

Builder::Value Builder::postfix(Value base, P::PostfixContext* context) {
    std::size_t end = end_of(context), begin = base.begin;
    switch (context->getStart()->getType()) {
    case P::LBRACK:
        return index(std::move(base), expression(context->expression()), end);
    case P::LPAREN:
        return call(std::move(base), context);
    case P::DOT:
    case P::ARROW:
        return member(std::move(base), context->ARROW() != nullptr, context->name()->getStart(), end);
    default:
        break;
    }
    bool increment = context->INC() != nullptr;
    if (is_error(base))
        return error_value(begin, end);
    TypeRef type = base.expr->type;
    if (!base.expr->lvalue) {
        error(base, fmt::format("lvalue required as {} operand", increment ? "increment" : "decrement"));
        return error_value(begin, end);
    }
    if (!type->is_scalar()) {
        error(base, fmt::format("wrong type argument to {} (have '{}')", increment ? "increment" : "decrement",
                                quoted(type)));
        return error_value(begin, end);
    }
    if (type->quals.is_const) {
        error(base, fmt::format("{} of read-only location '{}'", increment ? "increment" : "decrement",
                                ir::print_c(*base.expr)));
        return error_value(begin, end);
    }
    return make(type->unqualified, begin, end, base.height + 1,
                ir::Unary{increment ? ir::UnaryOp::post_inc : ir::UnaryOp::post_dec, std::move(base.expr)});
}

Builder::Value Builder::index(Value base, Value subscript, std::size_t end) {
    std::size_t begin = base.begin;
    rvalue(base);
    rvalue(subscript);
    if (is_error(base) || is_error(subscript))
        return error_value(begin, end);
    if (base.expr->type->is_integer() && subscript.expr->type->is_pointer())
        std::swap(base, subscript);
    TypeRef type = base.expr->type;
    if (type->kind == TypeKind::Vector) {
        Value value =
            make(type->inner, begin, end, base.height + 1, ir::Index{std::move(base.expr), std::move(subscript.expr)});
        value.expr->lvalue = true;
        return value;
    }
    if (!type->is_pointer()) {
        if (type->kind != TypeKind::VaList)
            error(begin, end, "subscripted value is neither array nor pointer");
        return error_value(begin, end);
    }
    if (!subscript.expr->type->is_integer()) {
        error(subscript, "array subscript is not an integer");
        return error_value(begin, end);
    }
    if (type->inner->is_function() || (type->inner->is_record() && !type->inner->tag->complete)) {
        error(begin, end,
              fmt::format("subscripted value points at '{}', whose size is not known", quoted(type->inner)));
        return error_value(begin, end);
    }
    promote(subscript);
    int height = std::max(base.height, subscript.height) + 1;
    Value value = make(type->inner, begin, end, height, ir::Index{std::move(base.expr), std::move(subscript.expr)});
    value.expr->lvalue = true;
    return value;
}

Builder::Value Builder::member(Value base, bool arrow, antlr4::Token* name, std::size_t end) {
    std::size_t begin = base.begin;
    if (arrow)
        rvalue(base);
    if (is_error(base))
        return error_value(begin, end);
    TypeRef type = base.expr->type, record = type;
    if (arrow) {
        if (!type->is_pointer()) {
            if (type->kind != TypeKind::VaList)
                error(name, fmt::format("invalid type argument of '->' (have '{}')", quoted(type)));
            return error_value(begin, end);
        }
        record = type->inner;
    }
    if (!record->is_record()) {
        if (!arrow && type->is_pointer() && type->inner->is_record())
            error(name, fmt::format("'{}' is a pointer; did you mean to use '->'?", ir::print_c(*base.expr)));
        else if (record->kind != TypeKind::Error && record->kind != TypeKind::VaList)
            error(name, fmt::format("request for member '{}' in something not a structure or union", text(name)));
        return error_value(begin, end);
    }
    if (!record->tag->complete) {
        error(begin, end, fmt::format("invalid use of incomplete type '{}'", quoted(record->unqualified)));
        return error_value(begin, end);
    }
    ir::Member node;
    node.arrow = arrow;
    node.field = std::string(text(name));
    TypeRef field = nullptr;
    if (!find_field(record, node.field, node.path, field)) {
        error(name, fmt::format("'{}' has no member named '{}'", quoted(record->unqualified), node.field));
        return error_value(begin, end);
    }
    bool lvalue = arrow || base.expr->lvalue;
    node.base = std::move(base.expr);
    Value value = make(qualified(field, record->quals), begin, end, base.height + 1, std::move(node));
    value.expr->lvalue = lvalue || field->is_array();
    return value;
}

Builder::Value Builder::call(Value callee, P::PostfixContext* context) {
    const std::size_t end = end_of(context);
    std::vector<Value> args;
    for (auto* one : context->assignment())
        args.push_back(assignment(one));
    const auto* name = callee.expr->as<ir::DeclRef>();
    const auto* function = name != nullptr ? std::get_if<const ir::FunctionDecl*>(&name->decl) : nullptr;
    if (function != nullptr && (*function)->name == "__builtin_tgmath") {
        std::vector<TypeRef> types;
        types.reserve(args.size());
        for (const Value& arg : args)
            types.push_back(conversions_.decayed(arg.expr->type));
        const auto functions =
            std::find_if_not(args.begin(), args.end(), [](const Value& arg) { return arg.expr->type->is_function(); });
        if (const auto chosen = type_generic_choice(types, static_cast<std::size_t>(functions - args.begin()))) {
            args[*chosen].begin = callee.begin;
            callee = std::move(args[*chosen]);
            args.erase(args.begin(), functions);
        }
    }
    return call(std::move(callee), std::move(args), end);
}

Builder::Value Builder::call(Value callee, std::vector<Value> args, std::size_t end) {
    std::size_t begin = callee.begin;
    rvalue(callee);
    if (is_error(callee))
        return error_value(begin, end);
    TypeRef pointer = callee.expr->type;
    if (!pointer->is_pointer() || !pointer->inner->is_function()) {
        error(callee,
              fmt::format("called object '{}' is not a function or function pointer", ir::print_c(*callee.expr)));
        return error_value(begin, end);
    }
    TypeRef type = pointer->inner;
    ir::Call node;
    node.callee = std::move(callee.expr);
    int height = callee.height;
    const ir::FunctionDecl* function = ir::called_function(node);
    std::string name = function != nullptr ? fmt::format("function '{}'", function->name) : "this function";
    if (!type->unprototyped &&
        (args.size() < type->params.size() || (args.size() > type->params.size() && !type->variadic)))
        error(begin, callee.end,
              fmt::format("too {} arguments to {}: {} expected, {} given",
                          args.size() < type->params.size() ? "few" : "many", name, type->params.size(), args.size()));
    TypeRef result = type->inner->unqualified;
    BuiltinResult builtin =
        function != nullptr && type->unprototyped ? builtin_result(function->name) : BuiltinResult::none;
    if (!args.empty() && builtin == BuiltinResult::first_argument)
        result = conversions_.decayed(
            args[function->name == "__builtin_choose_expr" && args.size() > 2 && ir::constant_value(*args[0].expr) == 0
                     ? 2
                 : function->name == "__builtin_choose_expr" && args.size() > 1 ? 1
                                                                                : 0]
                .expr->type);
    if (function != nullptr && function->name == "__builtin_complex" && result->is_floating())
        result = conversions_.complex_of(result);
    if (!args.empty() && builtin == BuiltinResult::pointee) {
        TypeRef first = conversions_.decayed(args[0].expr->type);
        result = first->is_pointer() ? first->inner->unqualified : basic(TypeKind::Error);
    }
    for (std::size_t i = 0; i < args.size(); ++i) {
        Value& arg = args[i];
        rvalue(arg);
        if (!type->unprototyped && i < type->params.size())
            convert_for(arg, type->params[i], fmt::format("passing argument {} of {} of", i + 1, name).c_str());
        else if (arg.expr->type->kind == TypeKind::Void)
            error(arg, "void value not ignored as it ought to be");
        else if (builtin == BuiltinResult::none && arg.expr->type->is_arithmetic())
            convert(arg, conversions_.argument_promoted(arg.expr->type));
        height = std::max(height, arg.height);
        node.args.push_back(std::move(arg.expr));
    }
    return make(result, begin, end, height + 1, std::move(node));
}

} // namespace hydra::frontend

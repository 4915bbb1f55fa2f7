// A flat list of operands and operators is folded with two stacks, so that long sums cost no recursion.
#include "frontend/sema/build_expressions.h"

#include <algorithm>

#include <fmt/format.h>

#include "frontend/sema/build_initializers.h"
#include "frontend/sema/build_types.h"

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

ir::UnaryOp prefix_of(std::size_t type) {
    switch (type) {
    case P::STAR:
        return ir::UnaryOp::deref;
    case P::AND:
        return ir::UnaryOp::address_of;
    case P::PLUS:
        return ir::UnaryOp::plus;
    case P::MINUS:
        return ir::UnaryOp::minus;
    case P::TILDE:
        return ir::UnaryOp::bit_not;
    case P::NOT:
        return ir::UnaryOp::logical_not;
    case P::INC:
        return ir::UnaryOp::pre_inc;
    case P::DEC:
        return ir::UnaryOp::pre_dec;
    case P::EXTENSION:
        return ir::UnaryOp::extension;
    case P::REAL:
        return ir::UnaryOp::real;
    default:
        return ir::UnaryOp::imag;
    }
}

} // namespace

Value ExpressionBuilder::expression(P::ExpressionContext* context) {
    auto parts = context->assignment();
    Value result = assignment(parts[0]);
    for (std::size_t i = 1; i < parts.size(); ++i)
        result = operators_.binary(BinaryOp::comma, std::move(result), assignment(parts[i]));
    return result;
}

ir::ExprPtr ExpressionBuilder::full_expression(P::ExpressionContext* context) {
    Value value = expression(context);
    values_.rvalue(value);
    return std::move(value.expr);
}

ir::ExprPtr ExpressionBuilder::condition(P::ExpressionContext* context) {
    Value value = expression(context);
    values_.rvalue(value);
    values_.check_scalar(value, "condition");
    return std::move(value.expr);
}

std::optional<std::int64_t> ExpressionBuilder::constant(P::AssignmentContext* context) {
    Value value = assignment(context);
    values_.rvalue(value);
    return ir::constant_value(*value.expr);
}

Value ExpressionBuilder::assignment(P::AssignmentContext* context) {
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
        values.push_back(top.is_conditional
                             ? operators_.conditional(std::move(lhs), std::move(top.middle), std::move(rhs))
                             : operators_.binary(top.infix.op, std::move(lhs), std::move(rhs)));
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
            next.infix = infix_of(static_cast<antlr4::ParserRuleContext*>(children[i])->getStart()->getType());
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

Value ExpressionBuilder::operand(P::OperandContext* context) {
    if (context->unary() != nullptr)
        return unary(context->unary());
    std::size_t begin = begin_of(context);
    if (context->bracedList() != nullptr)
        return postfixes(compound_literal(context->typeName(), context->bracedList(), begin), context->postfix());
    TypeRef type = types_.type_name(context->typeName());
    return operators_.cast(type, operand(context->operand()), begin);
}

Value ExpressionBuilder::compound_literal(P::TypeNameContext* name, P::BracedListContext* list, std::size_t begin) {
    TypeRef type = types_.type_name(name);
    Value init = initializers_.braced(list, type);
    Value value =
        values_.make(type, begin, end_of(list), init.height + 1, ir::CompoundLiteral{type, std::move(init.expr)});
    value.expr->lvalue = true;
    return value;
}

Value ExpressionBuilder::sizeof_type(TypeRef type, bool align, std::size_t begin, std::size_t end) {
    bool incomplete =
        (type->is_record() && !type->tag->complete) || (type->is_array() && type->length < 0 && !type->is_vla());
    if (incomplete && type->is_array() && type->vla_length == nullptr && type->inner->is_vla())
        incomplete = false;
    if (incomplete && !align)
        context_.error(begin, end,
                       fmt::format("invalid application of 'sizeof' to incomplete type '{}'", quoted(type)));
    return values_.make(context_.basic(TypeKind::ULong), begin, end, 1, ir::SizeOf{align, type, nullptr});
}

Value ExpressionBuilder::sizeof_expression(P::UnaryContext* context, bool align) {
    std::size_t begin = begin_of(context);
    if (context->bracedList() == nullptr && context->typeName() != nullptr)
        return sizeof_type(types_.type_name(context->typeName()), align, begin, end_of(context));
    Value value =
        context->bracedList() != nullptr
            ? postfixes(compound_literal(context->typeName(), context->bracedList(), begin_of(context->typeName())),
                        context->postfix())
            : unary(context->unary());
    TypeRef type = value.expr->type;
    if (is_error(value))
        return values_.error_value(begin, value.end);
    if (ir::constant_value(*sizeof_type(type, align, begin, value.end).expr) == std::nullopt && !type->is_vla() &&
        type->kind != TypeKind::Void && !type->is_function())
        return values_.error_value(begin, value.end);
    return values_.make(context_.basic(TypeKind::ULong), begin, value.end, value.height + 1,
                        ir::SizeOf{align, type, std::move(value.expr)});
}

Value ExpressionBuilder::unary(P::UnaryContext* context) {
    std::size_t begin = begin_of(context);
    if (context->primary() != nullptr) {
        auto list = context->postfix();
        auto* id = context->primary()->IDENTIFIER();
        // Not `f` but `f(` decides whether an undeclared name is a function.
        bool called = id != nullptr && !list.empty() && list[0]->LPAREN() != nullptr;
        return postfixes(called ? name_use(id->getSymbol(), true) : primary(context->primary()), list);
    }
    std::size_t op = context->getStart()->getType();
    if (op == P::SIZEOF || op == P::ALIGNOF)
        return sizeof_expression(context, op == P::ALIGNOF);
    if (op == P::AND_AND) {
        antlr4::Token* label = context->name()->getStart();
        context_.state.label_uses.push_back(label);
        TypeRef type = context_.unit.types.pointer_to(context_.basic(TypeKind::Void));
        return values_.make(type, begin, end_of(context), 1,
                            ir::BuiltinExpr{fmt::format("&&{}", context_.text(label)), {}, {}});
    }
    return operators_.prefix(prefix_of(op), operand(context->operand()), begin);
}

Value ExpressionBuilder::postfixes(Value value, const std::vector<P::PostfixContext*>& list) {
    for (auto* one : list)
        value = postfix(std::move(value), one);
    return value;
}

Value ExpressionBuilder::postfix(Value base, P::PostfixContext* context) {
    std::size_t end = end_of(context);
    switch (context->getStart()->getType()) {
    case P::LBRACK:
        return postfix_.index(std::move(base), expression(context->expression()), end);
    case P::LPAREN:
        return call(std::move(base), context);
    case P::DOT:
    case P::ARROW:
        return postfix_.member(std::move(base), context->ARROW() != nullptr, context->name()->getStart(), end);
    default:
        return postfix_.step(std::move(base), context->INC() != nullptr, end);
    }
}

Value ExpressionBuilder::call(Value callee, P::PostfixContext* context) {
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
            types.push_back(context_.conversions.decayed(arg.expr->type));
        const auto functions =
            std::find_if_not(args.begin(), args.end(), [](const Value& arg) { return arg.expr->type->is_function(); });
        if (const auto chosen = type_generic_choice(types, static_cast<std::size_t>(functions - args.begin()))) {
            args[*chosen].begin = callee.begin;
            callee = std::move(args[*chosen]);
            args.erase(args.begin(), functions);
        }
    }
    return postfix_.call(std::move(callee), std::move(args), end);
}

void ExpressionBuilder::static_assertion(P::StaticAssertContext* context) {
    auto value = constant(context->assignment());
    if (value == 0) {
        std::string message;
        for (auto* part : context->STRING())
            message += (message.empty() ? ": " : " ") + std::string(context_.text(part->getSymbol()));
        context_.error(context, "static assertion failed" + message);
    }
}

} // namespace hydra::frontend

// See build_postfix.h.
#include "frontend/sema/build_postfix.h"

#include <algorithm>

#include <fmt/format.h>

namespace hydra::frontend {

using ir::TypeKind;
using ir::TypeRef;

Value PostfixBuilder::index(Value base, Value subscript, std::size_t end) const {
    std::size_t begin = base.begin;
    values_.rvalue(base);
    values_.rvalue(subscript);
    if (is_error(base) || is_error(subscript))
        return values_.error_value(begin, end);
    if (base.expr->type->is_integer() && subscript.expr->type->is_pointer())
        std::swap(base, subscript);
    TypeRef type = base.expr->type;
    if (type->kind == TypeKind::Vector) {
        Value value = values_.make(type->inner, begin, end, base.height + 1,
                                   ir::Index{std::move(base.expr), std::move(subscript.expr)});
        value.expr->lvalue = true;
        return value;
    }
    if (!type->is_pointer()) {
        if (type->kind != TypeKind::VaList)
            context_.error(begin, end, "subscripted value is neither array nor pointer");
        return values_.error_value(begin, end);
    }
    if (!subscript.expr->type->is_integer()) {
        context_.error(subscript, "array subscript is not an integer");
        return values_.error_value(begin, end);
    }
    if (type->inner->is_function() || (type->inner->is_record() && !type->inner->tag->complete)) {
        context_.error(begin, end,
                       fmt::format("subscripted value points at '{}', whose size is not known", quoted(type->inner)));
        return values_.error_value(begin, end);
    }
    values_.promote(subscript);
    int height = std::max(base.height, subscript.height) + 1;
    Value value =
        values_.make(type->inner, begin, end, height, ir::Index{std::move(base.expr), std::move(subscript.expr)});
    value.expr->lvalue = true;
    return value;
}

Value PostfixBuilder::member(Value base, bool arrow, const antlr4::Token* name, std::size_t end) const {
    std::size_t begin = base.begin;
    if (arrow)
        values_.rvalue(base);
    if (is_error(base))
        return values_.error_value(begin, end);
    TypeRef type = base.expr->type, record = type;
    if (arrow) {
        if (!type->is_pointer()) {
            if (type->kind != TypeKind::VaList)
                context_.error(name, fmt::format("invalid type argument of '->' (have '{}')", quoted(type)));
            return values_.error_value(begin, end);
        }
        record = type->inner;
    }
    if (!record->is_record()) {
        if (!arrow && type->is_pointer() && type->inner->is_record())
            context_.error(name, fmt::format("'{}' is a pointer; did you mean to use '->'?", ir::print_c(*base.expr)));
        else if (record->kind != TypeKind::Error && record->kind != TypeKind::VaList)
            context_.error(name, fmt::format("request for member '{}' in something not a structure or union",
                                             context_.text(name)));
        return values_.error_value(begin, end);
    }
    if (!record->tag->complete) {
        context_.error(begin, end, fmt::format("invalid use of incomplete type '{}'", quoted(record->unqualified)));
        return values_.error_value(begin, end);
    }
    ir::Member node;
    node.arrow = arrow;
    node.field = std::string(context_.text(name));
    TypeRef field = nullptr;
    if (!find_field(record, node.field, node.path, field)) {
        context_.error(name, fmt::format("'{}' has no member named '{}'", quoted(record->unqualified), node.field));
        return values_.error_value(begin, end);
    }
    bool lvalue = arrow || base.expr->lvalue;
    node.base = std::move(base.expr);
    Value value = values_.make(qualified(context_.unit.types, field, record->quals), begin, end, base.height + 1,
                               std::move(node));
    value.expr->lvalue = lvalue || field->is_array();
    return value;
}

Value PostfixBuilder::step(Value base, bool increment, std::size_t end) const {
    std::size_t begin = base.begin;
    if (is_error(base))
        return values_.error_value(begin, end);
    TypeRef type = base.expr->type;
    if (!base.expr->lvalue) {
        context_.error(base, fmt::format("lvalue required as {} operand", increment ? "increment" : "decrement"));
        return values_.error_value(begin, end);
    }
    if (!type->is_scalar()) {
        context_.error(base, fmt::format("wrong type argument to {} (have '{}')", increment ? "increment" : "decrement",
                                         quoted(type)));
        return values_.error_value(begin, end);
    }
    if (type->quals.is_const) {
        context_.error(base, fmt::format("{} of read-only location '{}'", increment ? "increment" : "decrement",
                                         ir::print_c(*base.expr)));
        return values_.error_value(begin, end);
    }
    return values_.make(type->unqualified, begin, end, base.height + 1,
                        ir::Unary{increment ? ir::UnaryOp::post_inc : ir::UnaryOp::post_dec, std::move(base.expr)});
}

TypeRef PostfixBuilder::result_of(const ir::FunctionDecl* function, TypeRef type, BuiltinResult builtin,
                                  const std::vector<Value>& args) const {
    TypeRef result = type->inner->unqualified;
    if (!args.empty() && builtin == BuiltinResult::first_argument)
        result = context_.conversions.decayed(
            args[function->name == "__builtin_choose_expr" && args.size() > 2 && ir::constant_value(*args[0].expr) == 0
                     ? 2
                 : function->name == "__builtin_choose_expr" && args.size() > 1 ? 1
                                                                                : 0]
                .expr->type);
    if (function != nullptr && function->name == "__builtin_complex" && result->is_floating())
        result = context_.conversions.complex_of(result);
    if (!args.empty() && builtin == BuiltinResult::pointee) {
        TypeRef first = context_.conversions.decayed(args[0].expr->type);
        result = first->is_pointer() ? first->inner->unqualified : context_.basic(TypeKind::Error);
    }
    return result;
}

namespace {

// What OpenMP's functions say of a team of one thread.
std::optional<int> of_team(const ir::FunctionDecl& function) {
    static const std::map<std::string_view, int> known{{"omp_get_thread_num", 0},   {"omp_get_num_threads", 1},
                                                       {"omp_get_max_threads", 1},  {"omp_get_team_num", 0},
                                                       {"omp_get_num_teams", 1},    {"omp_in_parallel", 0},
                                                       {"omp_get_level", 0},        {"omp_get_active_level", 0},
                                                       {"omp_get_thread_limit", 1}, {"omp_get_num_devices", 0}};
    const auto found = known.find(function.name);
    return found == known.end() || function.in_user_file ? std::nullopt : std::optional(found->second);
}

} // namespace

Value PostfixBuilder::call(Value callee, std::vector<Value> args, std::size_t end) const {
    std::size_t begin = callee.begin;
    values_.rvalue(callee);
    if (is_error(callee))
        return values_.error_value(begin, end);
    TypeRef pointer = callee.expr->type;
    if (!pointer->is_pointer() || !pointer->inner->is_function()) {
        context_.error(
            callee, fmt::format("called object '{}' is not a function or function pointer", ir::print_c(*callee.expr)));
        return values_.error_value(begin, end);
    }
    TypeRef type = pointer->inner;
    ir::Call node;
    node.callee = std::move(callee.expr);
    int height = callee.height;
    const ir::FunctionDecl* function = ir::called_function(node);
    std::string name = function != nullptr ? fmt::format("function '{}'", function->name) : "this function";
    if (!type->unprototyped &&
        (args.size() < type->params.size() || (args.size() > type->params.size() && !type->variadic)))
        context_.error(begin, callee.end,
                       fmt::format("too {} arguments to {}: {} expected, {} given",
                                   args.size() < type->params.size() ? "few" : "many", name, type->params.size(),
                                   args.size()));
    BuiltinResult builtin =
        function != nullptr && type->unprototyped ? builtin_result(function->name) : BuiltinResult::none;
    const TypeRef result = result_of(function, type, builtin, args);
    for (std::size_t i = 0; i < args.size(); ++i) {
        Value& arg = args[i];
        values_.rvalue(arg);
        if (!type->unprototyped && i < type->params.size())
            values_.convert_for(arg, type->params[i], fmt::format("passing argument {} of {} of", i + 1, name).c_str());
        else if (arg.expr->type->kind == TypeKind::Void)
            context_.error(arg, "void value not ignored as it ought to be");
        else if (builtin == BuiltinResult::none && arg.expr->type->is_arithmetic())
            values_.convert(arg, context_.conversions.argument_promoted(arg.expr->type));
        height = std::max(height, arg.height);
        node.args.push_back(std::move(arg.expr));
    }
    if (const auto number = context_.unit.openmp && function != nullptr ? of_team(*function) : std::nullopt)
        return values_.make(result, begin, end, 1,
                            ir::IntLit{static_cast<std::uint64_t>(*number), std::to_string(*number),
                                       function->name == "omp_get_thread_num"});
    return values_.make(result, begin, end, height + 1, std::move(node));
}

} // namespace hydra::frontend

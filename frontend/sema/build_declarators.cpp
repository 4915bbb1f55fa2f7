// Declarators, from the outside inwards.
#include "frontend/sema/build_types.h"

#include <algorithm>

#include <fmt/format.h>

#include "frontend/sema/build_expressions.h"

namespace hydra::frontend {

using ir::TypeKind;
using ir::TypeRef;

TypeRef TypeBuilder::pointers(const std::vector<P::PointerContext*>& list, TypeRef type) {
    for (auto* one : list) {
        type = context_.unit.types.pointer_to(type);
        ir::Qualifiers quals;
        quals.is_const = !one->CONST().empty();
        quals.is_volatile = !one->VOLATILE().empty();
        quals.is_restrict = !one->RESTRICT().empty();
        quals.is_atomic = !one->ATOMIC().empty();
        type = qualified(context_.unit.types, type, quals);
    }
    return type;
}

Declared TypeBuilder::declarator(Context* context, TypeRef base) {
    Declared result;
    apply_declarator(context, base, result);
    return result;
}

void TypeBuilder::apply_declarator(Context* context, TypeRef type, Declared& into) {
    std::vector<P::PointerContext*> stars;
    std::vector<Context*> suffixes;
    Context* inner = nullptr;
    for (auto* child : context->children) {
        if (antlr4::Token* token = terminal(child)) {
            if (token->getType() == P::IDENTIFIER || token->getType() == P::TYPEDEF_NAME)
                into.name = token;
            continue;
        }
        auto* rule = static_cast<Context*>(child);
        switch (rule->getRuleIndex()) {
        case P::RulePointer:
            stars.push_back(static_cast<P::PointerContext*>(rule));
            break;
        case P::RuleName:
            into.name = rule->getStart();
            break;
        case P::RuleAttribute:
            attributes_.attribute(static_cast<P::AttributeContext*>(rule), into.attributes);
            break;
        case P::RuleDeclaratorSuffix: {
            auto* suffix = static_cast<P::DeclaratorSuffixContext*>(rule);
            suffixes.push_back(suffix->arraySuffix() != nullptr       ? static_cast<Context*>(suffix->arraySuffix())
                               : suffix->parameterSuffix() != nullptr ? static_cast<Context*>(suffix->parameterSuffix())
                                                                      : suffix);
            break;
        }
        case P::RuleArraySuffix:
        case P::RuleParameterSuffix:
            suffixes.push_back(rule);
            break;
        default:
            inner = rule;
            break;
        }
    }
    if (stars.size() + suffixes.size() > 256) {
        context_.error(context, "the declarator has too many parts: at most 256 pointers and dimensions");
        stars.clear();
        suffixes.clear();
    }
    type = pointers(stars, type);
    for (auto suffix = suffixes.rbegin(); suffix != suffixes.rend(); ++suffix) {
        if (auto* dimension = as<P::ArraySuffixContext>(*suffix))
            type = array(dimension, type);
        else if (auto* parameters = as<P::ParameterSuffixContext>(*suffix))
            type = function(parameters, type, into);
        else {
            context_.retire(into.params);
            into.old_params.clear();
            for (auto* id : static_cast<P::DeclaratorSuffixContext*>(*suffix)->IDENTIFIER())
                into.old_params.push_back(id->getSymbol());
            type = context_.unit.types.function(type, {}, false, true);
        }
    }
    if (inner != nullptr)
        apply_declarator(inner, type, into);
    else
        into.type = type;
}

TypeRef TypeBuilder::array(P::ArraySuffixContext* context, TypeRef element) {
    if (element->is_function() || element->kind == TypeKind::Void) {
        context_.error(context, fmt::format("an array cannot have elements of type '{}'", quoted(element)));
        element = context_.basic(TypeKind::Error);
    }
    if (element->is_record() && !element->tag->complete) {
        context_.error(context, fmt::format("array has incomplete element type '{}'", quoted(element)));
        element = context_.basic(TypeKind::Error);
    }
    if (context->assignment() == nullptr)
        return context_.unit.types.array_of(element, -1);
    Value length = expressions_.assignment(context->assignment());
    values_.rvalue(length);
    if (is_error(length))
        return context_.unit.types.array_of(element, -1);
    if (!length.expr->type->is_integer()) {
        context_.error(length, "size of an array has non-integer type");
        return context_.unit.types.array_of(element, -1);
    }
    if (auto count = ir::constant_value(*length.expr)) {
        if (*count < 0) {
            context_.error(length, "size of an array is negative");
            return context_.basic(TypeKind::Error);
        }
        return context_.unit.types.array_of(element, *count);
    }
    if (context_.scopes.at_file_scope())
        context_.error(length, "the size of an array at file scope must be an integer constant");
    context_.unit.type_exprs.push_back(std::move(length.expr));
    return context_.unit.types.vla_of(element, context_.unit.type_exprs.back().get());
}

TypeRef TypeBuilder::function(P::ParameterSuffixContext* context, TypeRef result, Declared& into) {
    if (result->is_function() || result->is_array()) {
        context_.error(context, result->is_array() ? "a function cannot return an array"
                                                   : "a function cannot return a function");
        result = context_.basic(TypeKind::Error);
    }
    std::vector<TypeRef> types;
    std::vector<std::unique_ptr<ir::VarDecl>> params;
    context_.scopes.push();
    auto list = context->parameter();
    for (auto* one : list) {
        Specifiers base = specifiers(one->modifier(), one->typePart());
        Declared param;
        param.type = base.type;
        if (one->parameterDeclarator() != nullptr)
            param = declarator(one->parameterDeclarator(), base.type);
        context_.retire(param.params);
        param.type = attributes_.with_attributes(param.type, param.attributes);
        if (param.type->kind == TypeKind::Void && param.name == nullptr && list.size() == 1)
            break;
        if (param.type->kind == TypeKind::Void) {
            context_.error(one, "a parameter cannot have type 'void'");
            param.type = context_.basic(TypeKind::Error);
        }
        TypeRef adjusted =
            param.type->is_array() || param.type->is_function() ? context_.conversions.decayed(param.type) : param.type;
        auto variable = std::make_unique<ir::VarDecl>();
        variable->type = adjusted;
        variable->is_param = true;
        variable->storage = base.storage == ir::Storage::register_ ? base.storage : ir::Storage::automatic;
        variable->in_user_file = context_.positions.in_user_file(begin_of(one));
        if (param.name != nullptr) {
            variable->name = std::string(context_.text(param.name));
            variable->range = context_.range(param.name);
            if (!std::holds_alternative<std::monostate>(context_.scopes.find_here(context_.text(param.name))))
                context_.error(param.name, fmt::format("redefinition of parameter '{}'", variable->name));
            context_.scopes.declare(context_.text(param.name), variable.get());
        } else
            variable->range = context_.range(one);
        types.push_back(adjusted->unqualified);
        params.push_back(std::move(variable));
    }
    into.param_scope = context_.scopes.pop();
    context_.retire(into.params);
    into.params = std::move(params);
    into.old_params.clear();
    bool unprototyped = list.empty() && context->ELLIPSIS() == nullptr;
    return context_.unit.types.function(result, std::move(types), context->ELLIPSIS() != nullptr, unprototyped);
}

TypeRef TypeBuilder::type_name(P::TypeNameContext* context) {
    Specifiers base = specifiers(context->modifier(), context->typePart());
    if (context->parameterDeclarator() == nullptr)
        return base.type;
    Declared result = declarator(context->parameterDeclarator(), base.type);
    context_.retire(result.params);
    if (result.name != nullptr)
        context_.error(result.name, fmt::format("expected ')' before '{}'", context_.text(result.name)));
    return result.type;
}

} // namespace hydra::frontend

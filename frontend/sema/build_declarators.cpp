// Declarators: pointers, arrays and functions around a base type, from the outside of the declarator inwards.
#include <algorithm>

#include <fmt/format.h>

#include "frontend/sema/build.h"

namespace hydra::frontend {

using ir::TypeKind;
using ir::TypeRef;

TypeRef Builder::pointers(const std::vector<P::PointerContext*>& list, TypeRef type) {
    for (auto* one : list) {
        type = unit_.types.pointer_to(type);
        ir::Qualifiers quals;
        quals.is_const = !one->CONST().empty();
        quals.is_volatile = !one->VOLATILE().empty();
        quals.is_restrict = !one->RESTRICT().empty();
        quals.is_atomic = !one->ATOMIC().empty();
        type = qualified(type, quals);
    }
    return type;
}

Builder::Declared Builder::declarator(Context* context, TypeRef base) {
    Declared result;
    apply_declarator(context, base, result);
    return result;
}

void Builder::apply_declarator(Context* context, TypeRef type, Declared& into) {
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
            attribute(static_cast<P::AttributeContext*>(rule), into.attributes);
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
        error(context, "the declarator has too many parts: at most 256 pointers and dimensions");
        stars.clear();
        suffixes.clear();
    }
    type = pointers(stars, type);
    for (auto suffix = suffixes.rbegin(); suffix != suffixes.rend(); ++suffix) {
        if (auto* dimension = as<P::ArraySuffixContext>(*suffix))
            type = array(dimension, type, into);
        else if (auto* parameters = as<P::ParameterSuffixContext>(*suffix))
            type = function(parameters, type, into);
        else {
            retire(into.params);
            into.old_params.clear();
            for (auto* id : static_cast<P::DeclaratorSuffixContext*>(*suffix)->IDENTIFIER())
                into.old_params.push_back(id->getSymbol());
            type = unit_.types.function(type, {}, false, true);
        }
    }
    if (inner != nullptr)
        apply_declarator(inner, type, into);
    else
        into.type = type;
}

TypeRef Builder::array(P::ArraySuffixContext* context, TypeRef element, Declared&) {
    if (element->is_function() || element->kind == TypeKind::Void) {
        error(context, fmt::format("an array cannot have elements of type '{}'", quoted(element)));
        element = basic(TypeKind::Error);
    }
    if (element->is_record() && !element->tag->complete) {
        error(context, fmt::format("array has incomplete element type '{}'", quoted(element)));
        element = basic(TypeKind::Error);
    }
    if (context->assignment() == nullptr)
        return unit_.types.array_of(element, -1);
    Value length = assignment(context->assignment());
    rvalue(length);
    if (is_error(length))
        return unit_.types.array_of(element, -1);
    if (!length.expr->type->is_integer()) {
        error(length, "size of an array has non-integer type");
        return unit_.types.array_of(element, -1);
    }
    if (auto count = ir::constant_value(*length.expr)) {
        if (*count < 0) {
            error(length, "size of an array is negative");
            return basic(TypeKind::Error);
        }
        return unit_.types.array_of(element, *count);
    }
    if (scopes_.at_file_scope())
        error(length, "the size of an array at file scope must be an integer constant");
    unit_.type_exprs.push_back(std::move(length.expr));
    return unit_.types.vla_of(element, unit_.type_exprs.back().get());
}

TypeRef Builder::function(P::ParameterSuffixContext* context, TypeRef result, Declared& into) {
    if (result->is_function() || result->is_array()) {
        error(context,
              result->is_array() ? "a function cannot return an array" : "a function cannot return a function");
        result = basic(TypeKind::Error);
    }
    std::vector<TypeRef> types;
    std::vector<std::unique_ptr<ir::VarDecl>> params;
    scopes_.push();
    auto list = context->parameter();
    for (auto* one : list) {
        Specifiers base = specifiers(one->modifier(), one->typePart());
        Declared param;
        param.type = base.type;
        if (one->parameterDeclarator() != nullptr)
            param = declarator(one->parameterDeclarator(), base.type);
        retire(param.params);
        param.type = with_attributes(param.type, param.attributes);
        if (param.type->kind == TypeKind::Void && param.name == nullptr && list.size() == 1)
            break;
        if (param.type->kind == TypeKind::Void) {
            error(one, "a parameter cannot have type 'void'");
            param.type = basic(TypeKind::Error);
        }
        TypeRef adjusted =
            param.type->is_array() || param.type->is_function() ? conversions_.decayed(param.type) : param.type;
        auto variable = std::make_unique<ir::VarDecl>();
        variable->type = adjusted;
        variable->is_param = true;
        variable->storage = base.storage == ir::Storage::register_ ? base.storage : ir::Storage::automatic;
        variable->in_user_file = positions_.in_user_file(begin_of(one));
        if (param.name != nullptr) {
            variable->name = std::string(text(param.name));
            variable->range = range(param.name);
            if (!std::holds_alternative<std::monostate>(scopes_.find_here(text(param.name))))
                error(param.name, fmt::format("redefinition of parameter '{}'", variable->name));
            scopes_.declare(text(param.name), variable.get());
        } else
            variable->range = range(one);
        types.push_back(adjusted->unqualified);
        params.push_back(std::move(variable));
    }
    into.param_scope = scopes_.pop();
    retire(into.params);
    into.params = std::move(params);
    into.old_params.clear();
    bool unprototyped = list.empty() && context->ELLIPSIS() == nullptr;
    return unit_.types.function(result, std::move(types), context->ELLIPSIS() != nullptr, unprototyped);
}

TypeRef Builder::type_name(P::TypeNameContext* context) {
    Specifiers base = specifiers(context->modifier(), context->typePart());
    if (context->parameterDeclarator() == nullptr)
        return base.type;
    Declared result = declarator(context->parameterDeclarator(), base.type);
    retire(result.params);
    if (result.name != nullptr)
        error(result.name, fmt::format("expected ')' before '{}'", text(result.name)));
    return result.type;
}

} // namespace hydra::frontend

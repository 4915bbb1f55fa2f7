// See build_declarations.h.
#include "frontend/sema/build_declarations.h"

#include <algorithm>

#include <fmt/format.h>

#include "frontend/sema/effects.h"

namespace hydra::frontend {

using ir::Storage;
using ir::TypeKind;
using ir::TypeRef;

void DeclarationBuilder::external(P::ExternalDeclarationContext* context) {
    if (auto* pragma = context->pragma())
        directives_.misplaced(pragma);
    else if (auto* one = context->declaration())
        declaration(one, nullptr);
    else if (auto* implicit = context->unspecified()) {
        Specifiers specifiers;
        specifiers.type = context_.basic(TypeKind::Int);
        declared(implicit->declared(), specifiers, types_.declarator(implicit->plainDeclarator(), specifiers.type),
                 implicit, nullptr);
    }
}

void DeclarationBuilder::declaration(P::DeclarationContext* context, ir::DeclStmt* into) {
    if (context->declaration() != nullptr)
        return declaration(context->declaration(), into);
    if (context->staticAssert() != nullptr)
        return expressions_.static_assertion(context->staticAssert());
    auto* specified = context->specified();
    auto* unspecified = context->unspecified();
    Specifiers base = types_.specifiers(context->modifier(), specified != nullptr ? specified->typePart() : nullptr);
    auto* of = specified != nullptr ? specified->typePart() : nullptr;
    const bool defines =
        of != nullptr && ((of->recordSpecifier() != nullptr && of->recordSpecifier()->recordBody() != nullptr) ||
                          (of->enumSpecifier() != nullptr && of->enumSpecifier()->enumBody() != nullptr));
    if (into != nullptr && defines && base.tag != nullptr && base.tag->complete)
        into->tags.push_back(base.tag);
    if (unspecified != nullptr)
        return declared(unspecified->declared(), base, types_.declarator(unspecified->plainDeclarator(), base.type),
                        context, into);
    if (specified == nullptr || specified->declarator() == nullptr) {
        // `struct S;` declares S in this scope.
        if (specified != nullptr && specified->typePart()->recordSpecifier() != nullptr) {
            auto* record_specifier = specified->typePart()->recordSpecifier();
            ir::TagDecl* tag = nullptr;
            if (record_specifier->recordBody() == nullptr)
                types_.tag_reference(record_specifier->name()->getStart(),
                                     record_specifier->STRUCT() != nullptr ? TypeKind::Struct : TypeKind::Union, true,
                                     tag);
        }
        return;
    }
    Declared first = types_.declarator(specified->declarator(), base.type);
    for (auto* end : specified->declaratorEnd()->attribute())
        attributes_.attribute(end, first.attributes);
    declared(specified->declared(), base, std::move(first), context, into);
}

void DeclarationBuilder::declared(P::DeclaredContext* context, const Specifiers& specifiers, Declared first,
                                  Context* first_context, ir::DeclStmt* into) {
    if (context->functionBody() != nullptr)
        return define_function(context, specifiers, std::move(first), first_context);
    declare_one(specifiers, first, context->initializer(), into);
    for (auto* one : context->initDeclarator()) {
        Declared next = types_.declarator(one->declarator(), specifiers.type);
        for (auto* each : one->attribute())
            attributes_.attribute(each, next.attributes);
        for (auto* each : one->declaratorEnd()->attribute())
            attributes_.attribute(each, next.attributes);
        declare_one(specifiers, next, one->initializer(), into);
    }
}

void DeclarationBuilder::declare_one(const Specifiers& specifiers, Declared& declared, P::InitializerContext* init,
                                     ir::DeclStmt* into) {
    declared.type = attributes_.with_attributes(declared.type, declared.attributes);
    if (!declared.type->is_function() || specifiers.is_typedef)
        context_.retire(declared.params);
    if (specifiers.is_typedef)
        return declare_typedef(declared, std::max(specifiers.align_of(declared.type), declared.attributes.align));
    if (declared.type->is_function()) {
        if (init != nullptr)
            context_.error(declared.name,
                           fmt::format("function '{}' is initialized like a variable", context_.text(declared.name)));
        ir::FunctionDecl* function = declare_function(specifiers, declared, false);
        if (into != nullptr && function != nullptr)
            into->functions.push_back(function);
        return;
    }
    ir::VarDecl* variable = declare_variable(specifiers, declared, init != nullptr, into);
    variable->align = std::max({variable->align, specifiers.align_of(declared.type), declared.attributes.align});
    if (init != nullptr) {
        TypeRef type = variable->type;
        ir::ExprPtr value = initializers_.initializer(init, type);
        variable->init = std::move(value);
        variable->type = type;
    }
    if (variable->type->is_array() && variable->type->length < 0 && variable->type->vla_length == nullptr &&
        !variable->file_scope && into != nullptr)
        context_.error(declared.name, fmt::format("array size missing in '{}'", variable->name));
}

void DeclarationBuilder::declare_typedef(const Declared& declared, std::int64_t align) {
    std::string_view name = context_.text(declared.name);
    const bool in_user_file = context_.positions.in_user_file(declared.name->getStartIndex());
    if (in_user_file && align > 0 && align < ir::align_of(declared.type).value_or(1))
        context_.error(declared.name,
                       fmt::format("not in this version: '{}' with less alignment than its type; put packed on "
                                   "the structures that need it",
                                   name));
    for (TypeRef type = declared.type; type->is_array() || type->is_pointer(); type = type->inner) {
        if (type->vla_length == nullptr)
            continue;
        const bool reads = reads_memory(*type->vla_length);
        if (reads || has_effects(*type->vla_length)) // no statement has the expression
            context_.error(declared.name,
                           fmt::format("not in this version: '{}' whose length {}; keep the length in a variable "
                                       "first",
                                       name, reads ? "is read from memory" : "changes something"));
    }
    Symbol here = context_.scopes.find_here(name);
    if (!std::holds_alternative<std::monostate>(here)) {
        auto* const* old = std::get_if<const ir::TypedefDecl*>(&here);
        if (old == nullptr)
            return context_.clash(declared.name, "a different kind of symbol");
        if (!context_.conversions.compatible((*old)->type, declared.type))
            return context_.error(declared.name,
                                  fmt::format("conflicting types for '{}'; have '{}'", name, quoted(declared.type)));
    }
    auto& list = context_.scopes.at_file_scope() ? context_.unit.typedefs : local_typedefs_;
    list.push_back({std::string(name), declared.type, context_.range(declared.name), in_user_file, align});
    context_.scopes.declare(name, &list.back());
    const bool plain = declared.type->is_record() && declared.type->quals == ir::Qualifiers{};
    if (context_.scopes.at_file_scope() && plain && declared.type->tag->name.empty())
        context_.unit.types.name_tag(*declared.type->tag, std::string(name));
}

ir::FunctionDecl* DeclarationBuilder::declare_function(const Specifiers& specifiers, Declared& declared,
                                                       bool definition) {
    std::string_view name = context_.text(declared.name);
    Symbol old = context_.scopes.find_at_file_scope(name);
    Symbol here = context_.scopes.find_here(name);
    if (!std::holds_alternative<std::monostate>(here) && !std::holds_alternative<ir::FunctionDecl*>(here)) {
        context_.clash(declared.name, "a different kind of symbol");
        return nullptr;
    }
    ir::FunctionDecl* function = nullptr;
    bool fresh = true;
    if (auto* const* known = std::get_if<ir::FunctionDecl*>(&old)) {
        function = *known;
        fresh = false;
        if (!context_.conversions.compatible(function->type, declared.type) && !function->type->unprototyped)
            context_.error(declared.name,
                           fmt::format("conflicting types for '{}'; have '{}'", name, quoted(declared.type)));
        else
            declared.type = context_.conversions.composite(declared.type, function->type);
    } else {
        function = &context_.unit.functions.emplace_back();
        function->name = std::string(name);
        function->in_user_file = context_.positions.in_user_file(declared.name->getStartIndex());
        context_.scopes.declare_at_file_scope(name, function);
    }
    if (!context_.scopes.at_file_scope())
        context_.scopes.declare(name, function);
    bool defined = function->body != nullptr;
    if (fresh || definition || !defined) {
        function->range =
            fresh || definition || !function->range.valid() ? context_.range(declared.name) : function->range;
        function->type = declared.type;
        if (!definition && !declared.params.empty()) {
            context_.retire(function->params);
            function->params = std::move(declared.params);
        }
    }
    context_.retire(declared.params);
    if (specifiers.has_storage && specifiers.storage == Storage::static_)
        function->storage = Storage::static_;
    function->is_inline |= specifiers.is_inline;
    function->is_noreturn |= specifiers.is_noreturn || declared.attributes.noreturn;
    if (definition)
        function->in_user_file = context_.positions.in_user_file(declared.name->getStartIndex());
    return function;
}

ir::VarDecl* DeclarationBuilder::declare_variable(const Specifiers& specifiers, const Declared& declared,
                                                  bool has_initializer, ir::DeclStmt* into) {
    std::string_view name = context_.text(declared.name);
    TypeRef type = declared.type;
    bool is_extern = specifiers.has_storage && specifiers.storage == Storage::extern_;
    bool at_file_scope = context_.scopes.at_file_scope() || is_extern;
    if (type->kind == TypeKind::Void) {
        context_.error(declared.name, fmt::format("variable or field '{}' declared void", name));
        type = context_.basic(TypeKind::Error);
    } else if (!is_extern && type->is_record() && !type->tag->complete &&
               (!context_.scopes.at_file_scope() || has_initializer)) {
        context_.error(declared.name, fmt::format("storage size of '{}' isn't known", name));
        type = context_.basic(TypeKind::Error);
    }
    Symbol here = context_.scopes.find_here(name);
    if (at_file_scope) {
        Symbol old = context_.scopes.find_at_file_scope(name);
        if (auto* const* known = std::get_if<ir::VarDecl*>(&old)) {
            ir::VarDecl* variable = *known;
            if (!context_.conversions.compatible(variable->type, type))
                context_.error(declared.name, fmt::format("conflicting types for '{}'; have '{}'", name, quoted(type)));
            else if (has_initializer && variable->init != nullptr)
                context_.error(declared.name, fmt::format("redefinition of '{}'", name));
            variable->type = context_.conversions.composite(variable->type, type);
            if (!is_extern) {
                variable->range = context_.range(declared.name);
                variable->in_user_file = context_.positions.in_user_file(declared.name->getStartIndex());
                if (variable->storage == Storage::extern_)
                    variable->storage = specifiers.has_storage ? specifiers.storage : Storage::automatic;
            }
            if (!context_.scopes.at_file_scope()) {
                context_.scopes.declare(name, variable);
                context_.unit.inner_externs.push_back({variable, context_.range(declared.name)});
            }
            return variable;
        }
        if (context_.scopes.at_file_scope() && !std::holds_alternative<std::monostate>(old))
            context_.clash(declared.name, "a variable");
    } else if (!std::holds_alternative<std::monostate>(here)) {
        bool variable = std::holds_alternative<ir::VarDecl*>(here);
        variable ? context_.error(declared.name, fmt::format("redeclaration of '{}'", name))
                 : context_.clash(declared.name, "a variable");
    }
    ir::VarDecl* variable = nullptr;
    if (at_file_scope)
        variable = &context_.unit.globals.emplace_back();
    else {
        auto owned = std::make_unique<ir::VarDecl>();
        variable = owned.get();
        if (into != nullptr)
            into->variables.push_back(std::move(owned));
        else
            context_.unit.other_variables.push_back(std::move(owned));
        variable->function = context_.state.function;
    }
    variable->name = std::string(name);
    variable->type = type;
    variable->storage = specifiers.has_storage ? specifiers.storage : Storage::automatic;
    variable->file_scope = at_file_scope;
    variable->range = context_.range(declared.name);
    variable->in_user_file = context_.positions.in_user_file(declared.name->getStartIndex());
    if (at_file_scope && std::holds_alternative<std::monostate>(context_.scopes.find_at_file_scope(name)))
        context_.scopes.declare_at_file_scope(name, variable);
    context_.scopes.declare(name, variable);
    return variable;
}

void DeclarationBuilder::old_style_parameters(P::DeclaredContext* context, Declared& declared) {
    std::vector<std::unique_ptr<ir::VarDecl>> params;
    for (auto* token : declared.old_params) {
        auto param = std::make_unique<ir::VarDecl>();
        param->name = std::string(context_.text(token));
        param->type = context_.basic(TypeKind::Int);
        param->is_param = true;
        param->range = context_.range(token);
        param->in_user_file = context_.positions.in_user_file(token->getStartIndex());
        params.push_back(std::move(param));
    }
    context_.scopes.push({}); // of those that have been declared: `double a[n];` speaks of the parameter n
    for (auto* one : context->parameterDeclaration()) {
        Specifiers base = types_.specifiers({}, one->typePart());
        for (auto* each : one->initDeclarator()) {
            Declared param = types_.declarator(each->declarator(), base.type);
            bool found = false;
            for (auto& known : params)
                if (known->name == context_.text(param.name)) {
                    known->type = param.type->is_array() || param.type->is_function()
                                      ? context_.conversions.decayed(param.type)
                                      : param.type;
                    context_.scopes.declare(std::string(context_.text(param.name)), known.get());
                    found = true;
                }
            if (!found)
                context_.error(param.name, fmt::format("declaration for parameter '{}' but no such parameter",
                                                       context_.text(param.name)));
        }
    }
    context_.scopes.pop();
    declared.param_scope = Scope{};
    for (std::size_t i = 0; i < params.size(); ++i)
        declared.param_scope.names[context_.text(declared.old_params[i])] = params[i].get();
    declared.params = std::move(params);
}

void DeclarationBuilder::define_function(P::DeclaredContext* context, const Specifiers& specifiers, Declared declared,
                                         Context* whole) {
    if (!declared.type->is_function()) {
        context_.error(declared.name,
                       fmt::format("'{}' is not declared as a function but has a body", context_.text(declared.name)));
        return;
    }
    if (!declared.old_params.empty() || !context->parameterDeclaration().empty())
        old_style_parameters(context, declared);
    Declared copy;
    copy.name = declared.name;
    copy.type = declared.type;
    copy.attributes = declared.attributes;
    ir::FunctionDecl* function = declare_function(specifiers, copy, true);
    if (function == nullptr)
        return;
    if (function->body != nullptr) {
        context_.error(declared.name, fmt::format("redefinition of '{}'", function->name));
        return context_.retire(declared.params);
    }
    context_.retire(function->params);
    function->params = std::move(declared.params);
    function->whole = context_.range(begin_of(whole), end_of(context));
    for (auto& param : function->params)
        param->function = function;
    context_.state = {};
    context_.state.function = function;
    context_.reported_names.clear();
    context_.scopes.push(std::move(declared.param_scope));
    function->body = statements_.function_body(context->functionBody());
    context_.scopes.pop();
    context_.state = {};
}

} // namespace hydra::frontend

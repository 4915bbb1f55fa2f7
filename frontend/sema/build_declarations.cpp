// Declarations at file and block scope and function definitions. A name declared several times at file scope is one
// object of the tree.
#include <fmt/format.h>

#include "frontend/reduction/expression_forms.h"
#include "frontend/sema/build.h"

namespace hydra::frontend {

using ir::Storage;
using ir::TypeKind;
using ir::TypeRef;

Builder::Builder(TokenStream& tokens, const PositionMap& positions, support::Diagnostics& diagnostics,
                 ir::TranslationUnit& unit, std::span<const TriedDirective> tried)
    : tokens_(tokens), positions_(positions), diagnostics_(diagnostics), unit_(unit), tried_(tried),
      conversions_(unit.types) {
    for (const char* name : {"__builtin_va_list", "__builtin_ms_va_list"}) {
        unit_.typedefs.push_back({name, basic(TypeKind::VaList), {}, false});
        scopes_.declare(name, &unit_.typedefs.back());
    }
}

std::size_t Builder::end_of(Context* context) {
    // A context that ends in a token the parser put in itself has no stop token of its own.
    auto* stop = context->getStop() != nullptr ? context->getStop() : context->getStart();
    return stop->getStopIndex() + 1;
}

support::SourceRange Builder::range(std::size_t begin, std::size_t end) const {
    return positions_.in_user_file(begin) ? positions_.range(begin, end) : support::SourceRange{};
}

support::SourceRange Builder::range(const antlr4::Token* token) const {
    return range(token->getStartIndex(), token->getStopIndex() + 1);
}

support::SourceRange Builder::range(Context* context) const { return range(begin_of(context), end_of(context)); }

void Builder::error(std::size_t begin, std::size_t end, const std::string& message) {
    if (positions_.in_user_file(begin))
        diagnostics_.error(positions_.range(begin, end), message);
}

void Builder::error(const antlr4::Token* token, const std::string& message) {
    error(token->getStartIndex(), token->getStopIndex() + 1, message);
}

antlr4::Token* Builder::terminal(Tree* tree) {
    auto* node = dynamic_cast<antlr4::tree::TerminalNode*>(tree);
    return node != nullptr ? node->getSymbol() : nullptr;
}

bool Builder::is_terminal(Tree* tree, std::size_t type) {
    auto* token = terminal(tree);
    return token != nullptr && token->getType() == type;
}

void Builder::clash(const antlr4::Token* name, const std::string& what) {
    error(name, fmt::format("'{}' redeclared as {}", text(name), what));
}

void Builder::run(P::TranslationUnitContext* context) {
    for (auto* one : context->externalDeclaration()) {
        state_ = {};
        reported_names_.clear();
        external(one);
    }
}

void Builder::external(P::ExternalDeclarationContext* context) {
    if (auto* pragma = context->pragma())
        misplaced_directive(text(pragma->getStart()), begin_of(pragma), positions_, diagnostics_);
    else if (auto* one = context->declaration())
        declaration(one, nullptr);
    else if (auto* implicit = context->unspecified()) {
        Specifiers specifiers;
        specifiers.type = basic(TypeKind::Int);
        declared(implicit->declared(), specifiers, declarator(implicit->plainDeclarator(), specifiers.type), implicit,
                 nullptr);
    }
}

void Builder::declaration(P::DeclarationContext* context, ir::DeclStmt* into) {
    if (context->declaration() != nullptr)
        return declaration(context->declaration(), into);
    if (context->staticAssert() != nullptr)
        return static_assertion(context->staticAssert());
    auto* specified = context->specified();
    auto* unspecified = context->unspecified();
    Specifiers base = specifiers(context->modifier(), specified != nullptr ? specified->typePart() : nullptr);
    auto* of = specified != nullptr ? specified->typePart() : nullptr;
    const bool defines =
        of != nullptr && ((of->recordSpecifier() != nullptr && of->recordSpecifier()->recordBody() != nullptr) ||
                          (of->enumSpecifier() != nullptr && of->enumSpecifier()->enumBody() != nullptr));
    if (into != nullptr && defines && base.tag != nullptr && base.tag->complete)
        into->tags.push_back(base.tag);
    if (unspecified != nullptr)
        return declared(unspecified->declared(), base, declarator(unspecified->plainDeclarator(), base.type), context,
                        into);
    if (specified == nullptr || specified->declarator() == nullptr) {
        // `struct S;` declares S in this scope.
        if (specified != nullptr && specified->typePart()->recordSpecifier() != nullptr) {
            auto* record_specifier = specified->typePart()->recordSpecifier();
            ir::TagDecl* tag = nullptr;
            if (record_specifier->recordBody() == nullptr)
                tag_reference(record_specifier->name()->getStart(),
                              record_specifier->STRUCT() != nullptr ? TypeKind::Struct : TypeKind::Union, true, tag);
        }
        return;
    }
    Declared first = declarator(specified->declarator(), base.type);
    for (auto* end : specified->declaratorEnd()->attribute())
        attribute(end, first.attributes);
    declared(specified->declared(), base, std::move(first), context, into);
}

void Builder::declared(P::DeclaredContext* context, const Specifiers& specifiers, Declared first,
                       Context* first_context, ir::DeclStmt* into) {
    if (context->functionBody() != nullptr)
        return define_function(context, specifiers, std::move(first), first_context);
    declare_one(specifiers, first, context->initializer(), into);
    for (auto* one : context->initDeclarator()) {
        Declared next = declarator(one->declarator(), specifiers.type);
        for (auto* each : one->attribute())
            attribute(each, next.attributes);
        for (auto* each : one->declaratorEnd()->attribute())
            attribute(each, next.attributes);
        declare_one(specifiers, next, one->initializer(), into);
    }
}

void Builder::declare_one(const Specifiers& specifiers, Declared& declared, P::InitializerContext* init,
                          ir::DeclStmt* into) {
    declared.type = with_attributes(declared.type, declared.attributes);
    if (!declared.type->is_function() || specifiers.is_typedef)
        retire(declared.params);
    if (specifiers.is_typedef)
        return declare_typedef(declared, std::max(specifiers.align_of(declared.type), declared.attributes.align));
    if (declared.type->is_function()) {
        if (init != nullptr)
            error(declared.name, fmt::format("function '{}' is initialized like a variable", text(declared.name)));
        ir::FunctionDecl* function = declare_function(specifiers, declared, false);
        if (into != nullptr && function != nullptr)
            into->functions.push_back(function);
        return;
    }
    ir::VarDecl* variable = declare_variable(specifiers, declared, init != nullptr, into);
    variable->align = std::max({variable->align, specifiers.align_of(declared.type), declared.attributes.align});
    if (init != nullptr) {
        TypeRef type = variable->type;
        ir::ExprPtr value = initializer(init, type);
        variable->init = std::move(value);
        variable->type = type;
    }
    if (variable->type->is_array() && variable->type->length < 0 && variable->type->vla_length == nullptr &&
        !variable->file_scope && into != nullptr)
        error(declared.name, fmt::format("array size missing in '{}'", variable->name));
}

// Whether the value of the expression may be in an array or behind a pointer.
static bool reads_memory(const ir::Expr& expr) {
    const auto* unary = expr.as<ir::Unary>();
    const auto* member = expr.as<ir::Member>();
    bool reads = (unary != nullptr && unary->op == ir::UnaryOp::deref) || (member != nullptr && member->arrow) ||
                 expr.as<ir::Index>() != nullptr || expr.as<ir::Call>() != nullptr;
    ir::for_each_child(expr, [&](const ir::Expr& child) { reads = reads || reads_memory(child); });
    return reads;
}

void Builder::declare_typedef(const Declared& declared, std::int64_t align) {
    std::string_view name = text(declared.name);
    const bool in_user_file = positions_.in_user_file(declared.name->getStartIndex());
    if (in_user_file && align > 0 && align < ir::align_of(declared.type).value_or(1))
        error(declared.name, fmt::format("not in this version: '{}' with less alignment than its type; put packed on "
                                         "the structures that need it",
                                         name));
    for (TypeRef type = declared.type; type->is_array() || type->is_pointer(); type = type->inner) {
        if (type->vla_length == nullptr)
            continue;
        const bool reads = reads_memory(*type->vla_length);
        if (reads || has_effects(*type->vla_length)) // no statement has the expression
            error(declared.name, fmt::format("not in this version: '{}' whose length {}; keep the length in a variable "
                                             "first",
                                             name, reads ? "is read from memory" : "changes something"));
    }
    Symbol here = scopes_.find_here(name);
    if (!std::holds_alternative<std::monostate>(here)) {
        auto* const* old = std::get_if<const ir::TypedefDecl*>(&here);
        if (old == nullptr)
            return clash(declared.name, "a different kind of symbol");
        if (!conversions_.compatible((*old)->type, declared.type))
            return error(declared.name,
                         fmt::format("conflicting types for '{}'; have '{}'", name, quoted(declared.type)));
    }
    auto& list = scopes_.at_file_scope() ? unit_.typedefs : local_typedefs_;
    list.push_back({std::string(name), declared.type, range(declared.name), in_user_file, align});
    scopes_.declare(name, &list.back());
    const bool plain = declared.type->is_record() && declared.type->quals == ir::Qualifiers{};
    if (scopes_.at_file_scope() && plain && declared.type->tag->name.empty()) {
        unit_.types.name_tag(*declared.type->tag, std::string(name));
    }
}

ir::FunctionDecl* Builder::declare_function(const Specifiers& specifiers, Declared& declared, bool definition) {
    std::string_view name = text(declared.name);
    Symbol old = scopes_.find_at_file_scope(name);
    Symbol here = scopes_.find_here(name);
    if (!std::holds_alternative<std::monostate>(here) && !std::holds_alternative<ir::FunctionDecl*>(here)) {
        clash(declared.name, "a different kind of symbol");
        return nullptr;
    }
    ir::FunctionDecl* function = nullptr;
    bool fresh = true;
    if (auto* const* known = std::get_if<ir::FunctionDecl*>(&old)) {
        function = *known;
        fresh = false;
        if (!conversions_.compatible(function->type, declared.type) && !function->type->unprototyped)
            error(declared.name, fmt::format("conflicting types for '{}'; have '{}'", name, quoted(declared.type)));
        else
            declared.type = conversions_.composite(declared.type, function->type);
    } else {
        function = &unit_.functions.emplace_back();
        function->name = std::string(name);
        function->in_user_file = positions_.in_user_file(declared.name->getStartIndex());
        scopes_.declare_at_file_scope(name, function);
    }
    if (!scopes_.at_file_scope())
        scopes_.declare(name, function);
    bool defined = function->body != nullptr;
    if (fresh || definition || !defined) {
        function->range = fresh || definition || !function->range.valid() ? range(declared.name) : function->range;
        function->type = declared.type;
        if (!definition && !declared.params.empty()) {
            retire(function->params);
            function->params = std::move(declared.params);
        }
    }
    retire(declared.params);
    if (specifiers.has_storage && specifiers.storage == Storage::static_)
        function->storage = Storage::static_;
    function->is_inline |= specifiers.is_inline;
    function->is_noreturn |= specifiers.is_noreturn || declared.attributes.noreturn;
    if (definition)
        function->in_user_file = positions_.in_user_file(declared.name->getStartIndex());
    return function;
}

ir::VarDecl* Builder::declare_variable(const Specifiers& specifiers, const Declared& declared, bool has_initializer,
                                       ir::DeclStmt* into) {
    std::string_view name = text(declared.name);
    TypeRef type = declared.type;
    bool is_extern = specifiers.has_storage && specifiers.storage == Storage::extern_;
    bool at_file_scope = scopes_.at_file_scope() || is_extern;
    if (type->kind == TypeKind::Void) {
        error(declared.name, fmt::format("variable or field '{}' declared void", name));
        type = basic(TypeKind::Error);
    } else if (!is_extern && type->is_record() && !type->tag->complete &&
               (!scopes_.at_file_scope() || has_initializer)) {
        error(declared.name, fmt::format("storage size of '{}' isn't known", name));
        type = basic(TypeKind::Error);
    }
    Symbol here = scopes_.find_here(name);
    if (at_file_scope) {
        Symbol old = scopes_.find_at_file_scope(name);
        if (auto* const* known = std::get_if<ir::VarDecl*>(&old)) {
            ir::VarDecl* variable = *known;
            if (!conversions_.compatible(variable->type, type))
                error(declared.name, fmt::format("conflicting types for '{}'; have '{}'", name, quoted(type)));
            else if (has_initializer && variable->init != nullptr)
                error(declared.name, fmt::format("redefinition of '{}'", name));
            variable->type = conversions_.composite(variable->type, type);
            if (!is_extern) {
                variable->range = range(declared.name);
                variable->in_user_file = positions_.in_user_file(declared.name->getStartIndex());
                if (variable->storage == Storage::extern_)
                    variable->storage = specifiers.has_storage ? specifiers.storage : Storage::automatic;
            }
            if (!scopes_.at_file_scope())
                scopes_.declare(name, variable);
            return variable;
        }
        if (scopes_.at_file_scope() && !std::holds_alternative<std::monostate>(old))
            clash(declared.name, "a variable");
    } else if (!std::holds_alternative<std::monostate>(here)) {
        bool variable = std::holds_alternative<ir::VarDecl*>(here);
        variable ? error(declared.name, fmt::format("redeclaration of '{}'", name))
                 : clash(declared.name, "a variable");
    }
    ir::VarDecl* variable = nullptr;
    if (at_file_scope)
        variable = &unit_.globals.emplace_back();
    else {
        auto owned = std::make_unique<ir::VarDecl>();
        variable = owned.get();
        if (into != nullptr)
            into->variables.push_back(std::move(owned));
        else
            unit_.other_variables.push_back(std::move(owned));
        variable->function = state_.function;
    }
    variable->name = std::string(name);
    variable->type = type;
    variable->storage = specifiers.has_storage ? specifiers.storage : Storage::automatic;
    variable->file_scope = at_file_scope;
    variable->range = range(declared.name);
    variable->in_user_file = positions_.in_user_file(declared.name->getStartIndex());
    if (at_file_scope && std::holds_alternative<std::monostate>(scopes_.find_at_file_scope(name)))
        scopes_.declare_at_file_scope(name, variable);
    scopes_.declare(name, variable);
    return variable;
}

void Builder::retire(std::vector<std::unique_ptr<ir::VarDecl>>& variables) {
    for (auto& variable : variables)
        unit_.other_variables.push_back(std::move(variable));
    variables.clear();
}

void Builder::old_style_parameters(P::DeclaredContext* context, Declared& declared) {
    std::vector<std::unique_ptr<ir::VarDecl>> params;
    for (auto* token : declared.old_params) {
        auto param = std::make_unique<ir::VarDecl>();
        param->name = std::string(text(token));
        param->type = basic(TypeKind::Int);
        param->is_param = true;
        param->range = range(token);
        param->in_user_file = positions_.in_user_file(token->getStartIndex());
        params.push_back(std::move(param));
    }
    for (auto* one : context->parameterDeclaration()) {
        Specifiers base = specifiers({}, one->typePart());
        for (auto* each : one->initDeclarator()) {
            Declared param = declarator(each->declarator(), base.type);
            bool found = false;
            for (auto& known : params)
                if (known->name == text(param.name)) {
                    known->type = param.type->is_array() || param.type->is_function() ? conversions_.decayed(param.type)
                                                                                      : param.type;
                    found = true;
                }
            if (!found)
                error(param.name,
                      fmt::format("declaration for parameter '{}' but no such parameter", text(param.name)));
        }
    }
    declared.param_scope = Scope{};
    for (std::size_t i = 0; i < params.size(); ++i)
        declared.param_scope.names[text(declared.old_params[i])] = params[i].get();
    declared.params = std::move(params);
}

void Builder::define_function(P::DeclaredContext* context, const Specifiers& specifiers, Declared declared,
                              Context* whole) {
    if (!declared.type->is_function()) {
        error(declared.name, fmt::format("'{}' is not declared as a function but has a body", text(declared.name)));
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
        error(declared.name, fmt::format("redefinition of '{}'", function->name));
        return retire(declared.params);
    }
    retire(function->params);
    function->params = std::move(declared.params);
    function->whole = range(begin_of(whole), end_of(context));
    // What is generated for its loops holds structures too, which are the runtime's as well.
    if (positions_.in_user_file(begin_of(whole)) &&
        (tokens_.packing().at(begin_of(whole)) != 0 || tokens_.packing().at(end_of(context)) != 0))
        error(declared.name, fmt::format("not in this version: '#pragma pack' in force at a function; end it with "
                                         "'#pragma pack(pop)' or '#pragma pack()' before '{}'",
                                         function->name));
    for (auto& param : function->params)
        param->function = function;
    state_ = {};
    state_.function = function;
    reported_names_.clear();
    scopes_.push(std::move(declared.param_scope));
    ir::Compound body;
    block(context->functionBody()->blockItem(), body);
    scopes_.pop();
    function->body = make_stmt(begin_of(context->functionBody()), end_of(context->functionBody()), std::move(body));
    finish_labels();
    state_ = {};
}

void Builder::static_assertion(P::StaticAssertContext* context) {
    auto value = constant(context->assignment());
    if (value == 0) {
        std::string message;
        for (auto* part : context->STRING())
            message += (message.empty() ? ": " : " ") + std::string(text(part->getSymbol()));
        error(context, "static assertion failed" + message);
    }
}

} // namespace hydra::frontend

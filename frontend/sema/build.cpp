// See build.h.
#include "frontend/sema/build.h"

#include "frontend/sema/kept_values.h"

namespace hydra::frontend {

Builder::Builder(TokenStream& tokens, const PositionMap& positions, support::Diagnostics& diagnostics,
                 ir::TranslationUnit& unit, DirectiveHook& directives, std::span<const TriedDirective> tried)
    : context_(tokens, positions, diagnostics, unit), values_(context_), operators_(context_, values_),
      postfix_(context_, values_), attributes_(context_), types_(context_, values_, attributes_, expressions_),
      expressions_(context_, values_, operators_, postfix_, types_, initializers_, statements_),
      initializers_(context_, values_, expressions_), directives_(context_, values_, expressions_, directives, tried),
      statements_(context_, values_, expressions_, directives_, declarations_),
      declarations_(context_, attributes_, types_, expressions_, initializers_, statements_, directives_) {
    for (const char* name : {"__builtin_va_list", "__builtin_ms_va_list"}) {
        unit.typedefs.push_back({name, context_.basic(ir::TypeKind::VaList), {}, false});
        context_.scopes.declare(name, &unit.typedefs.back());
    }
}

void Builder::run(grammar::HydraCParser::TranslationUnitContext* context) {
    for (auto* one : context->externalDeclaration()) {
        context_.state = {};
        context_.reported_names.clear();
        declarations_.external(one);
    }
    keep_values(context_.unit);
}

} // namespace hydra::frontend

// See build_context.h.
#include "frontend/sema/build_context.h"

#include <utility>

#include <fmt/format.h>

#include "ir/print_hooks.h"

namespace hydra::frontend {

using ir::TypeKind;
using ir::TypeRef;

std::size_t end_of(antlr4::ParserRuleContext* context) {
    // A context that ends in a token the parser put in itself has no stop token of its own.
    auto* stop = context->getStop() != nullptr ? context->getStop() : context->getStart();
    return stop->getStopIndex() + 1;
}

antlr4::Token* terminal(antlr4::tree::ParseTree* tree) {
    auto* node = dynamic_cast<antlr4::tree::TerminalNode*>(tree);
    return node != nullptr ? node->getSymbol() : nullptr;
}

bool is_terminal(antlr4::tree::ParseTree* tree, std::size_t type) {
    auto* token = terminal(tree);
    return token != nullptr && token->getType() == type;
}

std::string quoted(TypeRef type) {
    ir::PrintHooks hooks;
    hooks.tag = [](const ir::TagDecl& tag) {
        const std::string word = tag.kind == TypeKind::Struct  ? "struct"
                                 : tag.kind == TypeKind::Union ? "union"
                                                               : "enum";
        return tag.name.empty() ? tag.alias.empty() ? word + " (without a name)" : tag.alias : word + " " + tag.name;
    };
    return ir::declare(type, "", hooks);
}

TypeRef qualified(ir::TypeTable& types, TypeRef type, ir::Qualifiers added) {
    if (added == ir::Qualifiers{} || type->is_function())
        return type;
    if (type->is_array()) {
        TypeRef element = qualified(types, type->inner, added);
        return type->vla_length != nullptr ? types.vla_of(element, type->vla_length)
                                           : types.array_of(element, type->length);
    }
    ir::Qualifiers all = type->quals;
    all.is_const |= added.is_const;
    all.is_volatile |= added.is_volatile;
    all.is_restrict |= added.is_restrict;
    all.is_atomic |= added.is_atomic;
    return types.qualified(type, all);
}

support::SourceRange BuildContext::range(std::size_t begin, std::size_t end) const {
    return positions.in_user_file(begin) ? positions.range(begin, end) : support::SourceRange{};
}

support::SourceRange BuildContext::range(const antlr4::Token* token) const {
    return range(token->getStartIndex(), token->getStopIndex() + 1);
}

support::SourceRange BuildContext::range(antlr4::ParserRuleContext* context) const {
    return range(begin_of(context), end_of(context));
}

void BuildContext::note_use(const support::SourceRange& at, const support::SourceRange& declared,
                            const ir::EnumConstant* constant, ir::TypeRef type) const {
    if (state.function != nullptr)
        unit.local_uses.push_back({at, declared, constant, type});
}

void BuildContext::error(std::size_t begin, std::size_t end, const std::string& message) const {
    if (positions.in_user_file(begin))
        diagnostics_.error(positions.range(begin, end), message);
}

void BuildContext::error(const antlr4::Token* token, const std::string& message) const {
    error(token->getStartIndex(), token->getStopIndex() + 1, message);
}

void BuildContext::clash(const antlr4::Token* name, const std::string& what) const {
    error(name, fmt::format("'{}' redeclared as {}", text(name), what));
}

void BuildContext::retire(std::vector<std::unique_ptr<ir::VarDecl>>& variables) const {
    for (auto& variable : variables)
        unit.other_variables.push_back(std::move(variable));
    variables.clear();
}

} // namespace hydra::frontend

// Functions with roles are read before anything is lowered, so that one may be used above its definition.
#include "frontend/roles/unit.h"

#include <algorithm>

#include <fmt/format.h>

#include "frontend/roles/types.h"

namespace hydra::frontend::cmaps {

namespace {

bool same_lists(const RoleFunction& a, const RoleFunction& b) {
    return std::equal(
        a.parameters.begin(), a.parameters.end(), b.parameters.begin(), b.parameters.end(),
        [](const RoleParameter& x, const RoleParameter& y) {
            return x.role == y.role && x.is_tile == y.is_tile && x.is_layout == y.is_layout && x.type == y.type &&
                   x.extents.size() == y.extents.size();
        });
}

} // namespace

std::string CmapsUnit::text(antlr4::ParserRuleContext* context) const {
    std::string out;
    const auto last = context->getStop()->getTokenIndex();
    for (auto at = context->getStart()->getTokenIndex(); at <= last; ++at) {
        const auto* token = tokens_.get(at);
        if (at > context->getStart()->getTokenIndex() && !gap(tokens_.get(at - 1), token).empty())
            out += ' ';
        out += text(token);
    }
    return out;
}

support::SourceRange CmapsUnit::range(const antlr4::Token* token) const {
    return positions_.range(token->getStartIndex(), token->getStopIndex() + 1);
}

support::SourceRange CmapsUnit::range(const antlr4::ParserRuleContext* context) const {
    const auto* first = const_cast<antlr4::ParserRuleContext*>(context)->getStart();
    const auto* last = const_cast<antlr4::ParserRuleContext*>(context)->getStop();
    if (last == nullptr || last->getStopIndex() < first->getStartIndex())
        last = first;
    return positions_.range(first->getStartIndex(), last->getStopIndex() + 1);
}

std::string CmapsUnit::written(const antlr4::Token* token) const {
    const auto name = text(token);
    const auto known = macros_.find(name);
    if (known == macros_.end())
        return std::string(name);
    const MacroEvent* last = nullptr;
    for (const auto* event : known->second)
        if (event->offset <= token->getStartIndex())
            last = event;
    if (last == nullptr || !last->defined || last->definition == last->name + " " + last->name)
        return std::string(name);
    if (!last->function_like) {
        error(range(token), fmt::format("not in this version: macro '{}', which names itself", name));
        return std::string(name);
    }
    const auto next = token->getTokenIndex() + 1;
    const bool called = next < tokens_.size() && text(tokens_.get(next)) == "(";
    return called ? "(" + std::string(name) + ")" : std::string(name);
}

std::string CmapsUnit::gap(const antlr4::Token* before, const antlr4::Token* after) const {
    const auto between = tokens_.text(before->getStopIndex() + 1, after->getStartIndex());
    const auto line = between.rfind('\n');
    if (line != std::string_view::npos)
        return "\n" + std::string(between.substr(line + 1));
    return between.empty() ? "" : " ";
}

std::string CmapsUnit::quoted_place(const support::SourceRange& range) const {
    std::string out = "\"";
    for (const char c : sources_.at(range)) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += c;
    }
    return out + "\"";
}

std::string CmapsUnit::fresh(const std::string& wish) {
    const auto& used = positions_.used_names();
    auto name = wish;
    for (int n = 2; std::binary_search(used.begin(), used.end(), name) || taken_in_file_.contains(name) ||
                    !taken_.insert(name).second;
         ++n)
        name = fmt::format("{}_{}", wish, n);
    return name;
}

std::string CmapsUnit::fresh_in_file(const std::string& wish) {
    auto name = fresh(wish);
    taken_in_file_.insert(name);
    return name;
}

RoleFunction CmapsUnit::read(P::RoleFunctionContext* context) const {
    RoleFunction result;
    P::NameContext* name = nullptr;
    P::RoleListContext* list = nullptr;
    std::vector<P::FunctionWordContext*> words;
    if (auto* element = context->elementFunction()) {
        name = element->name();
        list = element->roleList();
        words = element->functionWord();
        result.element_body = element->functionBody();
    } else {
        auto* coordination = context->coordinationFunction();
        name = coordination->name();
        list = coordination->roleList();
        words = coordination->functionWord();
        result.body = coordination->coordinationBody();
        result.is_coordination = true;
    }
    result.name = text(name);
    result.range = range(name);
    result.is_static = std::any_of(words.begin(), words.end(), [&](auto* word) { return word->STATIC() != nullptr; });
    for (auto* each : list->roleParameter()) {
        RoleParameter parameter;
        parameter.role = each->role()->IN() ? Role::in : each->role()->OUT() ? Role::out : Role::inout;
        parameter.is_tile = each->TILE() != nullptr;
        parameter.is_layout = each->LAYOUT_TYPE() != nullptr;
        parameter.name = text(each->name());
        parameter.range = range(each->name());
        parameter.extents = each->extent();
        for (auto* modifier : each->modifier())
            parameter.type += text(modifier) + " ";
        parameter.type += parameter.is_layout ? "hydra_layout" : text(each->typePart());
        result.parameters.push_back(std::move(parameter));
    }
    return result;
}

void CmapsUnit::collect(P::TranslationUnitContext* tree) {
    for (auto* each : tree->externalDeclaration()) {
        if (each->roleFunction() == nullptr)
            continue;
        auto function = read(each->roleFunction());
        std::set<std::string> names;
        for (const auto& parameter : function.parameters) {
            if (!names.insert(parameter.name).second)
                error(parameter.range,
                      fmt::format("'{}' has two parameters of the name '{}'", function.name, parameter.name));
            if (parameter.is_tile && !function.is_coordination)
                error(parameter.range, fmt::format("'{}' is a tile: only coordination functions have those; an element "
                                                   "function takes elements and sections ('in double x[n]')",
                                                   parameter.name));
            if (parameter.is_layout && (!function.is_coordination || parameter.role != Role::in))
                error(parameter.range,
                      fmt::format("'{}' is a layout: those are 'in' parameters of coordination functions",
                                  parameter.name));
            if (parameter.is_tile && parameter.extents.empty())
                error(parameter.range,
                      fmt::format("tile '{0}' has no dimensions: write '{0}[]', or '{0}[][]' for two", parameter.name));
            for (auto* extent : parameter.extents) {
                if (parameter.is_tile && extent->assignment() != nullptr)
                    error(range(extent), "a tile brings its extents along: its brackets are empty");
                if (!parameter.is_tile && extent->assignment() == nullptr)
                    error(range(extent),
                          fmt::format("how long '{}' is must be said here, by a constant or an earlier 'in' integer",
                                      parameter.name));
            }
        }
        const auto [known, added] = functions_.try_emplace(function.name, function);
        if (added)
            continue;
        if (!same_lists(known->second, function) || known->second.is_coordination != function.is_coordination) {
            error(function.range, fmt::format("'{}' is declared with other parameters", function.name))
                .notes.push_back({known->second.range, "here"});
        } else if (function.body != nullptr || function.element_body != nullptr) {
            if (known->second.body != nullptr || known->second.element_body != nullptr)
                error(function.range, fmt::format("'{}' is defined twice", function.name))
                    .notes.push_back({known->second.range, "here"});
            known->second = std::move(function);
        }
    }
}

CmapsUnit::CmapsUnit(TokenStream& tokens, const Preprocessed& input, const PositionMap& positions,
                     const support::SourceManager& sources, support::Diagnostics& diagnostics)
    : tokens_(tokens), positions_(positions), sources_(sources), diagnostics_(diagnostics) {
    for (const auto& event : input.macro_events)
        macros_[event.name].push_back(&event);
}
CmapsUnit::~CmapsUnit() = default;
void CmapsUnit::know_types(std::unique_ptr<TypeNames> types) { types_ = std::move(types); }
void CmapsUnit::check_name(const std::string& name, const support::SourceRange& range) const {
    if (name == "malloc" || name == "calloc" || name == "free" || name.starts_with("hydra_"))
        error(range, fmt::format("'{}' is a name that coordination functions need in C; choose another one", name));
}

bool CmapsUnit::is_integer(const std::string& type) const { return types_->is_integer(type); }
bool CmapsUnit::same_type(const std::string& a, const std::string& b) const { return types_->same(a, b); }

std::vector<std::string> CmapsUnit::members_of(const std::string& type) const { return types_->members(type); }

const RoleFunction* CmapsUnit::function(std::string_view name) const {
    const auto found = functions_.find(name);
    return found == functions_.end() ? nullptr : &found->second;
}

P::UnaryContext* plain_unary(antlr4::ParserRuleContext* context) {
    antlr4::tree::ParseTree* node = context;
    while (node != nullptr) {
        if (auto* unary = dynamic_cast<P::UnaryContext*>(node)) {
            if (unary->primary() == nullptr)
                return nullptr;
            auto* primary = unary->primary();
            if (primary->IDENTIFIER() != nullptr || !unary->postfix().empty() || primary->expression() == nullptr)
                return unary;
            node = primary->expression();
            continue;
        }
        if (node->children.size() != 1)
            return nullptr;
        node = node->children[0];
    }
    return nullptr;
}

antlr4::Token* head_name(P::UnaryContext* unary) {
    return unary != nullptr && unary->primary() != nullptr && unary->primary()->IDENTIFIER() != nullptr
               ? unary->primary()->IDENTIFIER()->getSymbol()
               : nullptr;
}

antlr4::Token* plain_name(antlr4::ParserRuleContext* context) {
    auto* unary = plain_unary(context);
    return unary != nullptr && unary->postfix().empty() ? head_name(unary) : nullptr;
}

} // namespace hydra::frontend::cmaps

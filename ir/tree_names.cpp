// The numbering: one walk over each function in tree order, then over what stands in no function.
#include "ir/tree_names.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace hydra::ir {

namespace {

// "a#2" -> "a", 2; without a number, 1.
std::pair<std::string, std::size_t> split(std::string_view name) {
    const auto mark = name.rfind('#');
    std::size_t which = 1;
    if (mark != std::string_view::npos)
        std::from_chars(name.data() + mark + 1, name.data() + name.size(), which);
    return {std::string(name.substr(0, mark)), which};
}

// A variable may be called as the word for no node.
std::string joined(const std::string& name, std::size_t index) {
    return index == 0 && name != "none" ? name : fmt::format("{}#{}", name, index + 1);
}

template <class T> std::string numbered(const std::vector<T>& all, T one, const std::string& name) {
    const auto at = std::find(all.begin(), all.end(), one);
    return at == all.end() ? "?" : joined(name, static_cast<std::size_t>(at - all.begin()));
}

template <class T> T numbered(const std::vector<T>& all, std::size_t which) {
    return which >= 1 && which <= all.size() ? all[which - 1] : nullptr;
}

} // namespace

TreeNames::TreeNames(const Units& units) : units_(units) {
    for (std::size_t unit = 0; unit < units.size(); ++unit)
        for (const FunctionDecl& function : units[unit]->functions) {
            std::vector<const FunctionDecl*>& alike = functions_[function.name];
            const auto end = std::find_if(alike.begin(), alike.end(), [](const auto* each) { return !each->body; });
            alike.insert(function.body ? end : alike.end(), &function);
            owner_of_[&function] = owners_.size();
            owners_.push_back({static_cast<int>(unit), &function, {}, {}});
            for (const auto& parameter : function.params)
                add(*parameter, owners_.size() - 1);
            if (function.body)
                add(*function.body, owners_.size() - 1);
        }
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
        owners_.push_back({static_cast<int>(unit), nullptr, {}, {}});
        for (const VarDecl& variable : units[unit]->globals)
            add(variable, owners_.size() - 1);
        for (const auto& variable : units[unit]->other_variables)
            add(*variable, owners_.size() - 1);
        for (const ExprPtr& length : units[unit]->type_exprs)
            add(*length, owners_.size() - 1);
    }
}

void TreeNames::add(const Stmt& statement, std::size_t owner) {
    if (!statements_.try_emplace(&statement, owner, owners_[owner].statements.size()).second)
        return;
    owners_[owner].statements.push_back(&statement);
    if (const auto* declaration = statement.as<DeclStmt>())
        for (const auto& variable : declaration->variables)
            declare_variable(*variable, owner);
    for_each_child(
        statement, [&](const Expr& child) { add(child, owner); }, [&](const Stmt& child) { add(child, owner); });
}

void TreeNames::add(const Expr& expression, std::size_t owner) {
    if (!expressions_.try_emplace(&expression, owner, owners_[owner].expressions.size()).second)
        return;
    owners_[owner].expressions.push_back(&expression);
    add(expression.type);
    if (const auto* block = expression.as<StatementExpr>())
        add(*block->body, owner);
    else
        for_each_child(expression, [&](const Expr& child) { add(child, owner); });
}

void TreeNames::declare_variable(const VarDecl& variable, std::size_t owner) {
    variables_[variable.name].push_back({owners_[owner].unit, owners_[owner].function, &variable});
    add(variable.type);
}

void TreeNames::add(const VarDecl& variable, std::size_t owner) {
    declare_variable(variable, owner);
    if (variable.init)
        add(*variable.init, owner);
}

void TreeNames::add(TypeRef type) {
    if (type == nullptr || !types_seen_.insert(type).second)
        return;
    types_[declare(type, "")].push_back(type);
    add(type->unqualified);
    add(type->inner);
    for (const TypeRef parameter : type->params)
        add(parameter);
    if (type->tag != nullptr)
        for (const Field& field : type->tag->fields)
            add(field.type);
}

std::string TreeNames::spot_name(const Spot& spot, const Place& place) const {
    const Owner& owner = owners_[spot.first];
    if (owner.function == nullptr)
        return fmt::format("{}:{}", owner.unit, spot.second);
    return owner.function == place.function ? std::to_string(spot.second)
                                            : fmt::format("{}:{}", name(owner.function, place), spot.second);
}

std::string TreeNames::name(const Stmt* statement, const Place& place) const {
    const auto at = statements_.find(statement);
    return at == statements_.end() ? "?" : spot_name(at->second, place);
}

std::string TreeNames::name(const Expr* expression, const Place& place) const {
    const auto at = expressions_.find(expression);
    return at == expressions_.end() ? "?" : spot_name(at->second, place);
}

std::vector<const VarDecl*> TreeNames::called(const std::string& name, const Place& place) const {
    const auto found = variables_.find(name);
    if (found == variables_.end())
        return {};
    const auto distance = [&](const Known& each) {
        return each.function != nullptr ? (each.function == place.function ? 0 : 3) : each.unit == place.unit ? 1 : 2;
    };
    std::vector<Known> all = found->second;
    std::stable_sort(all.begin(), all.end(), [&](const Known& a, const Known& b) { return distance(a) < distance(b); });
    std::vector<const VarDecl*> result(all.size());
    std::transform(all.begin(), all.end(), result.begin(), [](const Known& each) { return each.variable; });
    return result;
}

std::string TreeNames::name(const VarDecl* variable, const Place& place) const {
    return numbered(called(variable->name, place), variable, variable->name);
}

std::string TreeNames::name(const FunctionDecl* function, const Place&) const {
    const auto at = functions_.find(function->name);
    return at == functions_.end() ? "?" : numbered(at->second, function, function->name);
}

std::string TreeNames::name(TypeRef type, const Place&) const {
    const std::string text = declare(type, "");
    const auto at = types_.find(text);
    return at == types_.end() ? "?" : numbered(at->second, type, fmt::format("\"{}\"", text));
}

std::pair<const TreeNames::Owner*, std::size_t> TreeNames::spot(std::string_view name, const Place& place) const {
    const Owner* owner = nullptr;
    const auto colon = name.find(':');
    const auto number = [](std::string_view text) {
        std::size_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        return error == std::errc{} && end == text.data() + text.size() ? value : std::string_view::npos;
    };
    if (colon == std::string_view::npos) {
        const auto at = owner_of_.find(place.function);
        owner = at == owner_of_.end() ? nullptr : &owners_[at->second];
    } else if (const std::size_t unit = number(name.substr(0, colon)); unit < units_.size()) {
        owner = &owners_[owners_.size() - units_.size() + unit];
    } else if (const FunctionDecl* other = function(name.substr(0, colon), place); other != nullptr) {
        owner = &owners_[owner_of_.at(other)];
    }
    return {owner, number(colon == std::string_view::npos ? name : name.substr(colon + 1))};
}

const Stmt* TreeNames::statement(std::string_view name, const Place& place) const {
    const auto [owner, index] = spot(name, place);
    return owner != nullptr && index < owner->statements.size() ? owner->statements[index] : nullptr;
}

const Expr* TreeNames::expression(std::string_view name, const Place& place) const {
    const auto [owner, index] = spot(name, place);
    return owner != nullptr && index < owner->expressions.size() ? owner->expressions[index] : nullptr;
}

const VarDecl* TreeNames::variable(std::string_view name, const Place& place) const {
    const auto [text, which] = split(name);
    return numbered(called(text, place), which);
}

const FunctionDecl* TreeNames::function(std::string_view name, const Place&) const {
    const auto [text, which] = split(name);
    const auto at = functions_.find(text);
    return at == functions_.end() ? nullptr : numbered(at->second, which);
}

TypeRef TreeNames::type(const std::string& text, std::size_t which) const {
    const auto at = types_.find(text);
    return at == types_.end() ? nullptr : numbered(at->second, which);
}

} // namespace hydra::ir

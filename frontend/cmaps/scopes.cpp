// Tiles may only be named where a tile is meant: with all subscripts, in ArraySize, or handed on.
#include "frontend/cmaps/scopes.h"

#include <cstdlib>

#include <fmt/format.h>

#include "frontend/cmaps/element_rules.h"

namespace hydra::frontend::cmaps {

Tile& Scopes::add(const Tile& tile) { return std::get<Tile>(scopes_.back().emplace_back(tile.name, tile).second); }

Value& Scopes::add(const Value& value) {
    return std::get<Value>(scopes_.back().emplace_back(value.name, value).second);
}

Symbol* Scopes::find(std::string_view name) {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
        for (auto each = scope->rbegin(); each != scope->rend(); ++each)
            if (each->first == name)
                return &each->second;
    return nullptr;
}

Tile* Scopes::tile(std::string_view name) { return std::get_if<Tile>(find(name)); }
Value* Scopes::value(std::string_view name) { return std::get_if<Value>(find(name)); }

std::vector<Tile*> Scopes::local_tiles(std::size_t levels) {
    std::vector<Tile*> result;
    auto scope = scopes_.rbegin();
    for (std::size_t level = 0; level < levels && scope != scopes_.rend(); ++level, ++scope)
        for (auto each = scope->rbegin(); each != scope->rend(); ++each)
            if (auto* tile = std::get_if<Tile>(&each->second); tile != nullptr && tile->is_local && tile->exists)
                result.insert(result.begin(), tile);
    return result;
}

std::string tile_pointer(const std::string& type, const std::string& name, const std::vector<std::string>& extents) {
    if (extents.size() < 2)
        return fmt::format("{} *{}", type, name);
    auto text = fmt::format("{} (*{})", type, name);
    for (std::size_t d = 1; d < extents.size(); ++d)
        text += "[" + extents[d] + "]";
    return text;
}

std::string tile_count(const Tile& tile) {
    std::string text;
    for (const auto& extent : tile.extents)
        text += (text.empty() ? "" : " * ") + extent;
    return text;
}

Code CoordinationExpressions::place(P::SubscriptContext* subscript, const std::string& extent) {
    auto text = emit(subscript->expression(0));
    return subscript->CYC() == nullptr ? text : Code("hydra_cyc(") + text + ", " + extent + ")";
}

Code CoordinationExpressions::checked_place(P::SubscriptContext* subscript, const Tile& tile, std::size_t dimension) {
    const auto text = unit_.text(subscript->expression(0));
    if (text.size() > 1 && text[0] == '-' && text.find_first_not_of("0123456789", 1) == std::string::npos &&
        subscript->CYC() == nullptr)
        unit_.error(unit_.range(subscript), fmt::format("subscript {} of '{}': they count from 0", text, tile.name));
    return Code("hydra_place(") + place(subscript, tile.extents[dimension]) + ", " + tile.extents[dimension] + ", " +
           unit_.quoted_place(unit_.range(subscript)) + fmt::format(", \"{}\", {})", tile.name, dimension);
}

bool CoordinationExpressions::processes(P::UnaryContext* unary, antlr4::Token* name, Code& out) {
    if (unit_.text(name) != "Processes" || unary->postfix().size() != 1 || unary->postfix(0)->LPAREN() == nullptr ||
        !unary->postfix(0)->assignment().empty())
        return false;
    instead(unary->getStart(), unary->getStop(), Code("hydra_rt_processes()"), out);
    return true;
}

bool CoordinationExpressions::array_size(P::UnaryContext* unary, antlr4::Token* name, Code& out) {
    if (unit_.text(name) != "ArraySize" || unary->postfix().size() != 1 || unary->postfix(0)->LPAREN() == nullptr)
        return false;
    const auto& arguments = unary->postfix(0)->assignment();
    auto* array = arguments.size() == 2 ? plain_name(arguments[0]) : nullptr;
    auto* tile = array == nullptr ? nullptr : scopes_.tile(unit_.text(array));
    if (tile == nullptr) {
        unit_.error(unit_.range(unary), "ArraySize(A, d) takes a tile and one of its dimensions, which count from 0");
        instead(unary->getStart(), unary->getStop(), "0", out);
        return true;
    }
    if (!tile->exists)
        unit_.error(
            unit_.range(unary),
            fmt::format("'{0}' has no extents yet: give them with ArrayMap({0}, L, …) before this", tile->name));
    const auto text = unit_.text(arguments[1]);
    char* end = nullptr;
    const long dimension = std::strtol(text.c_str(), &end, 10);
    Code size;
    if (*end == '\0') {
        if (dimension < 0 || static_cast<std::size_t>(dimension) >= tile->dims())
            unit_.error(unit_.range(arguments[1]), fmt::format("'{}' has {} dimension{}, which count from 0",
                                                               tile->name, tile->dims(), tile->dims() == 1 ? "" : "s"));
        else
            size = Code(tile->extents[static_cast<std::size_t>(dimension)], unit_.range(unary));
    } else {
        const auto which = emit(arguments[1]);
        for (std::size_t d = 0; d + 1 < tile->dims(); ++d)
            size += Code("(") + which + ") == " + std::to_string(d) + " ? " + tile->extents[d] + " : ";
        size = Code("(") + size + tile->extents.back() + ")";
    }
    instead(unary->getStart(), unary->getStop(), size, out);
    return true;
}

// `A[e]…` as a value.
bool CoordinationExpressions::element(P::UnaryContext* unary, const Tile& tile, Code& out) {
    const auto& postfix = unary->postfix();
    std::size_t subscripts = 0;
    while (subscripts < postfix.size() && postfix[subscripts]->subscript() != nullptr)
        ++subscripts;
    if (subscripts != tile.dims()) {
        unit_.error(unit_.range(unary),
                    subscripts == 0
                        ? fmt::format("tile '{0}' is no value; an element of it is '{0}{1}'", tile.name,
                                      tile.dims() == 1 ? "[e]" : "[e][f]")
                        : fmt::format("'{}' has {} dimension{}, and {} {} written here", tile.name, tile.dims(),
                                      tile.dims() == 1 ? "" : "s", subscripts, subscripts == 1 ? "is" : "are"));
        instead(unary->getStart(), unary->getStop(), "0", out);
        return true;
    }
    if (!tile.exists)
        unit_.error(unit_.range(unary),
                    fmt::format("'{0}' has no extents yet: give them with ArrayMap({0}, L, …) before this", tile.name));
    Code text(tile.name, unit_.range(unary->getStart()));
    for (std::size_t d = 0; d < subscripts; ++d) {
        auto* subscript = postfix[d]->subscript();
        if (subscript->STAR() != nullptr || subscript->expression().size() != 1) {
            unit_.error(unit_.range(subscript),
                        "a section may only be an argument of an element function in 'parallel'");
            continue;
        }
        text += Code("[") + checked_place(subscript, tile, d) + "]";
    }
    instead(unary->getStart(), postfix[subscripts - 1]->getStop(), text, out);
    for (auto at = subscripts; at < postfix.size(); ++at)
        walk(postfix[at], out);
    return true;
}

void CoordinationExpressions::changed(P::UnaryContext* target, antlr4::ParserRuleContext* whole) {
    auto* name = head_name(target);
    if (name == nullptr)
        return;
    const auto text = unit_.text(name);
    if (const auto* tile = scopes_.tile(text)) {
        unit_.error(
            unit_.range(whole),
            fmt::format("elements of tile '{}' are written by processes: by a 'parallel' over them", tile->name));
    } else if (const auto* value = scopes_.value(text); value == nullptr) {
        unit_.error(
            unit_.range(whole),
            fmt::format(
                "a coordination function changes its own variables only, and '{}' is none; make it an 'out' parameter",
                text));
    } else if (value->is_index) {
        unit_.error(unit_.range(whole), fmt::format("'{}' is the variable of a loop, which may not be assigned", text));
    } else if (value->is_constant) {
        unit_.error(unit_.range(whole), fmt::format("'{0}' is an 'in' parameter and is changed here; make it 'inout', "
                                                    "or use a variable of the function's own",
                                                    text));
    }
}

bool CoordinationExpressions::special(antlr4::ParserRuleContext* context, Code& out) {
    for_changes(context, [&](P::UnaryContext* target, antlr4::ParserRuleContext* whole) { changed(target, whole); });
    auto* unary = dynamic_cast<P::UnaryContext*>(context);
    if (unary == nullptr)
        return false;
    const auto by_address = [&](antlr4::Token* name) {
        const auto* value = name == nullptr ? nullptr : scopes_.value(unit_.text(name));
        return value != nullptr && value->by_address;
    };
    if (unary->STAR() != nullptr && unary->operand() != nullptr) {
        auto* name = plain_name(unary->operand());
        if (!by_address(name))
            return false;
        instead(unary->getStart(), unary->getStop(),
                Code("(*") + Code(std::string(unit_.text(name)), unit_.range(name)) + ")", out);
        return true;
    }
    auto* name = head_name(unary);
    if (name == nullptr)
        return false;
    if (const auto* tile = scopes_.tile(unit_.text(name)))
        return element(unary, *tile, out);
    if (by_address(name)) {
        const auto& postfix = unary->postfix();
        const bool arrow = !postfix.empty() && postfix[0]->ARROW() != nullptr;
        instead(name, arrow ? postfix[0]->ARROW()->getSymbol() : name,
                Code("(*") + Code(std::string(unit_.text(name)), unit_.range(name)) + (arrow ? ")." : ")"), out);
        for (std::size_t at = 0; at < postfix.size(); ++at)
            walk(at == 0 && arrow ? static_cast<antlr4::tree::ParseTree*>(postfix[0]->name()) : postfix[at], out);
        return true;
    }
    return processes(unary, name, out) || array_size(unary, name, out);
}

} // namespace hydra::frontend::cmaps

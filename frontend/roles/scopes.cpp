// Tiles may only be named where a tile is meant: with all subscripts, in ArraySize, or handed on.
#include "frontend/roles/scopes.h"

#include <cstdlib>
#include <set>

#include <fmt/format.h>

#include "frontend/roles/element_rules.h"

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

void Scopes::add(const Parts& parts) { scopes_.back().emplace_back(parts.name, parts); }

Parts* Scopes::parts(std::string_view name) { return std::get_if<Parts>(find(name)); }

std::vector<const Parts*> Scopes::local_parts(std::size_t levels) {
    std::vector<const Parts*> result;
    auto scope = scopes_.rbegin();
    for (std::size_t level = 0; level < levels && scope != scopes_.rend(); ++level, ++scope)
        for (const auto& each : *scope)
            if (const auto* parts = std::get_if<Parts>(&each.second); parts != nullptr)
                result.push_back(parts);
    return result;
}

std::string Tile::rows() const { return is_flat && dims() > 1 ? "(" + tile_cast(type, extents) + c() + ")" : c(); }

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

std::string tile_cast(const std::string& type, const std::vector<std::string>& extents) {
    std::string text = "(" + type + " (*)";
    for (std::size_t d = 1; d < extents.size(); ++d)
        text += "[" + extents[d] + "]";
    return text + ")";
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

std::optional<Tile> CoordinationExpressions::part_of(antlr4::Token* name, P::SubscriptContext* which, int depth,
                                                     Code& before) {
    const auto* parts = scopes_.parts(unit_.text(name));
    if (parts == nullptr)
        return std::nullopt;
    if (which == nullptr || which->CYC() != nullptr || which->expression().size() != 1) {
        unit_.error(unit_.range(name),
                    fmt::format("'{0}' is divided into parts; '{0}[g]' is one of them", parts->name));
        return std::nullopt;
    }
    const auto number = unit_.fresh(parts->name + "_which"), size = unit_.fresh(parts->name + "_size"),
               pointer = unit_.fresh(parts->name + "_part"), group = unit_.fresh(parts->name + "_group");
    const auto at = unit_.quoted_place(unit_.range(which));
    before += Code(pad(depth)) + "const long " + number + " = hydra_part(" + emit(which->expression(0)) +
              fmt::format(", {}, {}, \"{}\");\n", parts->count, at, parts->name);
    before += pad(depth) + fmt::format("const long {} HYDRA_UNUSED = {}[{}];\n", size, parts->sizes, number);
    before += pad(depth) + fmt::format("{} *{} = {}[{}];\n", parts->type, pointer, parts->name, number);
    before += pad(depth) + fmt::format("const hydra_group {} HYDRA_UNUSED = {}[{}];\n", group, parts->groups, number);
    Tile tile;
    tile.name = fmt::format("{}[{}]", parts->name, unit_.text(which->expression(0)));
    tile.type = parts->type;
    tile.pointer = pointer;
    tile.group = group;
    tile.extents = {size};
    tile.layout = parts->layout;
    tile.range = unit_.range(name);
    return tile;
}

std::optional<Tile> CoordinationExpressions::tile_of(P::UnaryContext* unary, std::size_t& used, int depth,
                                                     Code& before) {
    auto* name = head_name(unary);
    used = 0;
    if (name == nullptr)
        return std::nullopt;
    if (const auto* tile = scopes_.tile(unit_.text(name)))
        return *tile;
    if (scopes_.parts(unit_.text(name)) == nullptr)
        return std::nullopt;
    used = 1;
    return part_of(name, unary->postfix().empty() ? nullptr : unary->postfix(0)->subscript(), depth, before);
}

// What stands for `Q[g]` and `Q[g][e]` in an expression.
bool CoordinationExpressions::element_of_part(P::UnaryContext* unary, const Parts& parts, Code& out) {
    const auto& postfix = unary->postfix();
    if (postfix.size() < 2 || postfix[0]->subscript() == nullptr || postfix[1]->subscript() == nullptr ||
        postfix[0]->subscript()->expression().size() != 1 || postfix[1]->subscript()->expression().size() != 1) {
        unit_.error(unit_.range(unary), fmt::format("'{0}' is divided into parts: '{0}[g]' is one of them, and an "
                                                    "element of it is '{0}[g][e]'",
                                                    parts.name));
        instead(unary->getStart(), unary->getStop(), "0", out);
        return true;
    }
    const auto which = Code("[") + part_number(postfix[0]->subscript(), parts) + "]";
    Tile tile;
    tile.name = parts.name;
    tile.extents = {parts.sizes + which.text()};
    const auto text = Code(parts.name, unit_.range(unary->getStart())) + which + "[" +
                      checked_place(postfix[1]->subscript(), tile, 0) + "]";
    instead(unary->getStart(), postfix[1]->getStop(), text, out);
    for (std::size_t at = 2; at < postfix.size(); ++at)
        walk(postfix[at], out);
    return true;
}

Code CoordinationExpressions::part_number(P::SubscriptContext* which, const Parts& parts) {
    return Code("hydra_part(") + emit(which->expression(0)) +
           fmt::format(", {}, {}, \"{}\")", parts.count, unit_.quoted_place(unit_.range(which)), parts.name);
}

// Operators make tiles, and only they take ranges.
bool CoordinationExpressions::refuse_ranges(P::UnaryContext* unary, antlr4::Token* name, Code& out) {
    static const std::set<std::string_view> operators{"ArrayRemapRange", "ArrayRemapMask", "ArrayMerge", "ArrayDivide"};
    const auto text = unit_.text(name);
    if (unary->postfix().empty() || unary->postfix(0)->LPAREN() == nullptr)
        return false;
    if (operators.contains(text))
        unit_.error(unit_.range(unary),
                    text == "ArrayDivide"
                        ? "ArrayDivide makes parts: parts T Q = ArrayDivide(A, mask, L, HYDRA_ALL(n));"
                        : fmt::format("{} makes a tile: T B[] = {}(…); or B = {}(…);, where B is a tile of the "
                                      "function's own",
                                      text, text, text));
    else if (!unary->postfix(0)->range().empty())
        unit_.error(unit_.range(unary->postfix(0)->range(0)),
                    fmt::format("a range is an argument of ArrayRemapRange, and not of '{}'", text));
    else
        return false;
    instead(unary->getStart(), unary->getStop(), "0", out);
    return true;
}

bool CoordinationExpressions::processes(P::UnaryContext* unary, antlr4::Token* name, Code& out) {
    if (unit_.text(name) != "Processes" || unary->postfix().size() != 1 || unary->postfix(0)->LPAREN() == nullptr)
        return false;
    if (!unary->postfix(0)->assignment().empty())
        unit_.error(unit_.range(unary), "Processes() is how many processes run the function, and takes no arguments");
    instead(unary->getStart(), unary->getStop(), Code(std::string(here) + ".count"), out);
    return true;
}

bool CoordinationExpressions::array_size(P::UnaryContext* unary, antlr4::Token* name, Code& out) {
    if (unit_.text(name) != "ArraySize" || unary->postfix().size() != 1 || unary->postfix(0)->LPAREN() == nullptr)
        return false;
    const auto& arguments = unary->postfix(0)->assignment();
    auto* part = arguments.size() == 2 ? plain_unary(arguments[0]) : nullptr;
    auto* of = head_name(part);
    if (const auto* parts = of == nullptr ? nullptr : scopes_.parts(unit_.text(of));
        parts != nullptr && part->postfix().size() == 1 && part->postfix(0)->subscript() != nullptr &&
        part->postfix(0)->subscript()->expression().size() == 1) {
        if (unit_.text(arguments[1]) != "0")
            unit_.error(unit_.range(arguments[1]),
                        fmt::format("'{}' has 1 dimension, which is 0", unit_.text(arguments[0])));
        instead(unary->getStart(), unary->getStop(),
                Code(parts->sizes) + "[" + part_number(part->postfix(0)->subscript(), *parts) + "]", out);
        return true;
    }
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
    Code text(tile.c(), unit_.range(unary->getStart())), flat;
    for (std::size_t d = 0; d < subscripts; ++d) {
        auto* subscript = postfix[d]->subscript();
        if (subscript->STAR() != nullptr || subscript->expression().size() != 1) {
            unit_.error(unit_.range(subscript),
                        "a section may only be an argument of an element function in 'parallel'");
            continue;
        }
        const auto place = checked_place(subscript, tile, d);
        if (!tile.is_flat)
            text += Code("[") + place + "]";
        else
            flat = d == 0 ? place : Code("(") + flat + ") * " + tile.extents[d] + " + " + place;
    }
    if (tile.is_flat)
        text += Code("[") + flat + "]";
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
    if (const auto* parts = scopes_.parts(unit_.text(name)))
        return element_of_part(unary, *parts, out);
    if (by_address(name)) {
        const auto& postfix = unary->postfix();
        const bool arrow = !postfix.empty() && postfix[0]->ARROW() != nullptr;
        instead(name, arrow ? postfix[0]->ARROW()->getSymbol() : name,
                Code("(*") + Code(std::string(unit_.text(name)), unit_.range(name)) + (arrow ? ")." : ")"), out);
        for (std::size_t at = 0; at < postfix.size(); ++at)
            walk(at == 0 && arrow ? static_cast<antlr4::tree::ParseTree*>(postfix[0]->name()) : postfix[at], out);
        return true;
    }
    if (refuse_ranges(unary, name, out))
        return true;
    return processes(unary, name, out) || array_size(unary, name, out);
}

} // namespace hydra::frontend::cmaps

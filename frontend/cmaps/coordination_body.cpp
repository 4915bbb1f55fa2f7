// Statement by statement. A local tile's memory is asked for in its own block, before the statement that first says how
// large it is, and is freed at each way out of the block.
#include "frontend/cmaps/coordination_body.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "frontend/cmaps/coordination_call.h"
#include "frontend/cmaps/operators.h"
#include "frontend/cmaps/tile_domains.h"
#include "frontend/processes/parallel.h"
#include "frontend/roles/element_rules.h"

namespace hydra::frontend::cmaps {

namespace {

class Body final : public CoordinationExpressions {
  public:
    Body(const RoleFunction& function, CmapsUnit& unit, Scopes& scopes, Code& helpers)
        : CoordinationExpressions(unit, scopes), function_(function), helpers_(helpers) {}

    Code run() {
        check_calls(function_.body, unit_, fmt::format("coordination function '{}'", function_.name));
        find_flat(function_.body);
        return block(function_.body->coordinationStatement(), 1);
    }

  private:
    // ---- blocks and their tiles

    // Names of tiles that operators make.
    void find_flat(antlr4::tree::ParseTree* node) {
        if (auto* expression = dynamic_cast<P::ExpressionContext*>(node))
            if (auto* name = assigned_by_operator(expression, unit_))
                flat_.insert(std::string(unit_.text(name)));
        for (auto* child : node->children)
            find_flat(child);
    }

    Code block(const std::vector<P::CoordinationStatementContext*>& list, int depth) {
        scopes_.enter();
        Code out;
        for (auto* each : list) {
            out += create_tiles_for(each, depth);
            out += statement(each, depth);
        }
        const bool reached = list.empty() || (list.back()->RETURN() == nullptr && list.back()->BREAK() == nullptr &&
                                              list.back()->CONTINUE() == nullptr);
        if (reached)
            out += frees(1, depth);
        for (auto* tile : unborn_)
            if (tile != nullptr && is_of_innermost(*tile) && !tile->exists)
                unit_.error(tile->range,
                            fmt::format("how large '{0}' is, nobody says: give it extents with ArrayMap({0}, L, …), or "
                                        "write it by a 'parallel (… in A)' at the plain indexes",
                                        tile->name));
        std::erase_if(unborn_, [&](const Tile* tile) { return is_of_innermost(*tile); });
        scopes_.leave();
        return out;
    }

    [[nodiscard]] bool is_of_innermost(const Tile& tile) { return depth_of_.at(&tile) == scopes_.depth(); }

    Code frees(std::size_t levels, int depth) {
        Code out;
        auto tiles = scopes_.local_tiles(levels);
        std::reverse(tiles.begin(), tiles.end());
        for (const auto* tile : tiles)
            out += pad(depth) + "free(" + tile->c() + ");\n";
        for (const auto* parts : scopes_.local_parts(levels)) {
            out += pad(depth) + fmt::format("for (long hydra_g = 0; hydra_g < {0}; hydra_g++)\n", parts->count) +
                   pad(depth + 1) + fmt::format("free({}[hydra_g]);\n", parts->name);
            for (const auto* each : {&parts->name, &parts->groups, &parts->sizes})
                out += pad(depth) + fmt::format("free({});\n", *each);
            out.standing_for(parts->range);
        }
        return out;
    }

    // In front of the statement that says how large they are.
    Code create_tiles_for(P::CoordinationStatementContext* next, int depth) {
        Code out;
        for (auto*& tile : unborn_) {
            if (!is_of_innermost(*tile))
                continue;
            const auto domain = domain_in(next, *tile, unit_, scopes_);
            if (domain.map == nullptr && domain.like == nullptr)
                continue;
            if (domain.like != nullptr && !domain.like->exists) {
                unit_.error(tile->range, fmt::format("'{}' is as large as '{}', which has no extents yet", tile->name,
                                                     domain.like->name));
                continue;
            }
            if (domain.map != nullptr &&
                (next->expression().empty() || plain_unary(next->expression(0)) != domain.map)) {
                unit_.error(unit_.range(domain.map),
                            fmt::format("not in this version: extents of '{}' from a block that is not its own; give "
                                        "them in the block in which it is declared",
                                        tile->name));
                continue;
            }
            out += create(*tile, domain, depth);
            tile = nullptr;
        }
        std::erase(unborn_, nullptr);
        return out;
    }

    Code create(Tile& tile, const TileDomain& domain, int depth) {
        made_by_.insert(domain.map);
        Code out;
        std::string sizes;
        std::vector<std::string> names;
        for (std::size_t d = 0; d < tile.dims(); ++d) {
            names.push_back(tile.is_flat ? tile.extents[d] : unit_.fresh(extent_name(tile.name, d)));
            out += pad(depth) + (tile.is_flat ? "" : "const long ") + names.back() +
                   (d == 0 && !tile.is_flat ? " HYDRA_UNUSED = " : " = ");
            if (domain.like != nullptr) {
                out += domain.like->extents[d] + ";\n";
                continue;
            }
            const auto& arguments = domain.map->postfix(0)->assignment();
            if (d + 2 >= arguments.size()) {
                out += "0;\n";
                continue;
            }
            out += Code("hydra_extent(") + emit(arguments[d + 2]) + ", " + quoted_place(domain.map) +
                   fmt::format(", \"{}\", {});\n", tile.name, d);
        }
        if (domain.map != nullptr && domain.map->postfix(0)->assignment().size() != tile.dims() + 2)
            unit_.error(unit_.range(domain.map),
                        fmt::format("'{}' has {} dimension{}, so ArrayMap takes as many extents", tile.name,
                                    tile.dims(), tile.dims() == 1 ? "" : "s"));
        tile.extents = names;
        if (domain.like != nullptr && !tile.is_flat && !domain.like->is_flat)
            tile.extents_of = domain.like->root();
        tile.exists = true;
        out += pad(depth) + (tile.is_flat ? tile.c() : tile_pointer(tile.type, tile.name, names)) +
               fmt::format(" = calloc((unsigned long)hydra_larger({}, {}), sizeof({}));\n", tile.is_flat ? 1 : 0,
                           checked_count(tile), tile.type);
        out += pad(depth) + fmt::format("hydra_has_memory({}, {}, ", tile.c(), tile_count(tile)) +
               quoted_place(tile.range) + fmt::format(", \"{}\");\n", tile.name);
        if (tile.is_flat) // an operator may have made it
            out = Code(pad(depth)) + "if (" + tile.c() + " == 0) {\n" + out + pad(depth) + "}\n";
        return std::move(out.standing_for(tile.range));
    }

    // So many elements, if that is a number.
    [[nodiscard]] std::string checked_count(const Tile& tile) const {
        std::string text = tile.extents[0];
        for (std::size_t d = 1; d < tile.dims(); ++d)
            text = fmt::format("hydra_times({}, {}, {}, \"{}\")", text, tile.extents[d], unit_.quoted_place(tile.range),
                               tile.name);
        return text;
    }

    Code quoted_place(const support::SourceRange& range) const { return unit_.quoted_place(range); }
    Code quoted_place(antlr4::ParserRuleContext* context) const { return unit_.quoted_place(unit_.range(context)); }

    // ---- statements

    Code nested(P::CoordinationStatementContext* context, int depth) {
        if (context->coordinationBlock() != nullptr)
            return Code(" {\n") + block(context->coordinationBlock()->coordinationStatement(), depth + 1) + pad(depth) +
                   "}";
        return Code(" {\n") + block({context}, depth + 1) + pad(depth) + "}";
    }

    Code statement(P::CoordinationStatementContext* context, int depth) {
        const auto range = unit_.range(context);
        Code out;
        if (context->coordinationBlock() != nullptr)
            out = pad(depth) + "{\n" + block(context->coordinationBlock()->coordinationStatement(), depth + 1) +
                  pad(depth) + "}\n";
        else if (context->parallelStatement() != nullptr)
            out = lower_parallel(context->parallelStatement(), unit_, scopes_, *this, helpers_, depth);
        else if (context->LOOP() != nullptr)
            out = loop(context, depth);
        else if (context->STOP() != nullptr)
            out = stop(context, depth);
        else if (context->IF() != nullptr)
            out = choice(context, depth);
        else if (context->WHILE() != nullptr)
            out = repetition(context, depth);
        else if (context->FOR() != nullptr)
            out = counting(context, depth);
        else if (context->RETURN() != nullptr)
            out = leave("return", scopes_.depth() - parameters_depth, depth);
        else if (context->BREAK() != nullptr || context->CONTINUE() != nullptr)
            out = jump(context, depth);
        else if (context->tileDeclaration() != nullptr)
            out = tile_declaration(context->tileDeclaration(), depth);
        else if (context->partsDeclaration() != nullptr)
            out = parts_declaration(context->partsDeclaration(), depth);
        else if (context->layoutDeclaration() != nullptr)
            out = layout_declaration(context->layoutDeclaration(), depth);
        else if (context->declaration() != nullptr)
            out = declaration(context->declaration(), depth);
        else if (!context->expression().empty())
            out = expression_statement(context->expression(0), depth);
        return std::move(out.standing_for(range));
    }

    Code leave(const std::string& how, std::size_t levels, int depth) {
        const auto tiles = frees(levels, depth);
        return tiles + pad(depth) + how + ";\n";
    }

    Code jump(P::CoordinationStatementContext* context, int depth) {
        const std::string word = context->BREAK() != nullptr ? "break" : "continue";
        if (around_.empty()) {
            unit_.error(unit_.range(context), fmt::format("'{}' outside of a loop", word));
            return {};
        }
        return leave(word, scopes_.depth() - around_.back().depth, depth);
    }

    struct Around { // a loop that the statement stands in
        std::size_t depth;
        bool is_loop;
        std::string label; // behind a `loop` that is left from inside of another one
    };

    Code stop(P::CoordinationStatementContext* context, int depth) {
        auto found = std::find_if(around_.rbegin(), around_.rend(), [](const Around& each) { return each.is_loop; });
        if (found == around_.rend()) {
            unit_.error(unit_.range(context), "'stop' outside of a 'loop', which it would leave");
            return {};
        }
        std::string how = "break";
        if (found != around_.rbegin()) {
            if (found->label.empty())
                found->label = unit_.fresh("hydra_stop");
            how = "goto " + found->label;
        }
        const auto levels = scopes_.depth() - found->depth;
        return Code(pad(depth)) + "if (" + emit(context->expression(0)) + ") {\n" + leave(how, levels, depth + 1) +
               pad(depth) + "}\n";
    }

    Code body_of(P::CoordinationStatementContext* body, bool is_loop, int depth, std::string* label = nullptr) {
        around_.push_back({scopes_.depth(), is_loop, ""});
        auto out = nested(body, depth);
        if (label != nullptr)
            *label = around_.back().label;
        around_.pop_back();
        return out;
    }

    // A bound or step that is taken once: itself where nothing can change it.
    Code taken_once(P::AssignmentContext* written, const std::string& wish, int depth, Code& before,
                    const std::string& hidden = "") {
        const auto text = unit_.text(written);
        const bool number = text.find_first_not_of("0123456789") == std::string::npos;
        auto* name = plain_name(written);
        const auto* value = name == nullptr ? nullptr : scopes_.value(unit_.text(name));
        if (number || (value != nullptr && value->is_constant && value->name != hidden))
            return emit(written);
        const auto own = unit_.fresh(wish);
        before += Code(pad(depth)) + "const long " + own + " = " + emit(written) + ";\n";
        return own;
    }

    Code loop(P::CoordinationStatementContext* context, int depth) {
        const auto name = unit_.text(context->name());
        const auto& bounds = context->range()->assignment();
        if (bounds.empty()) {
            unit_.error(unit_.range(context->range()), "a 'loop' needs its bounds: [b:e], or [b:e:s]");
            return {};
        }
        Code before;
        const auto first = taken_once(bounds[0], name + "_first", depth + 1, before, name);
        const auto last = taken_once(bounds[1], name + "_last", depth + 1, before, name);
        const auto step_text = bounds.size() > 2 ? unit_.text(bounds[2]) : "1";
        const bool down =
            step_text.starts_with("-") && step_text.find_first_not_of("0123456789", 1) == std::string::npos;
        const bool up = step_text.find_first_not_of("0123456789") == std::string::npos;
        if ((up || down) && step_text.find_first_not_of("-0") == std::string::npos)
            unit_.error(unit_.range(bounds[2]), "a step of 0 leads nowhere");
        Code step = bounds.size() > 2 ? taken_once(bounds[2], name + "_step", depth + 1, before, name) : Code("1");
        Code condition = name + (down ? " >= " : " <= ") + last;
        if (!up && !down) {
            before += Code(pad(depth + 1)) + "hydra_leads(" + step + ", " + quoted_place(bounds[2]) + ");\n";
            condition = Code(step) + " > 0 ? " + name + " <= " + last + " : " + name + " >= " + last;
        }
        const auto way = step_text == "1" ? Code(name + "++") : Code(name + " += ") + step;
        scopes_.enter();
        scopes_.add(Value{name, "long", false, false, false, true, true, unit_.range(context->name())});
        std::string label;
        auto body = body_of(context->coordinationStatement(0), true, depth + 1, &label);
        scopes_.leave();
        Code out = Code(pad(depth)) + "{\n" + before + pad(depth + 1) + "for (long " +
                   Code(name, unit_.range(context->name())) + " = " + first + "; " + condition + "; " + way + ")" +
                   body + "\n";
        if (!label.empty())
            out += pad(depth + 1) + label + ":;\n";
        return out + pad(depth) + "}\n";
    }

    Code choice(P::CoordinationStatementContext* context, int depth) {
        Code out = Code(pad(depth)) + "if (" + emit(context->expression(0)) + ")" +
                   nested(context->coordinationStatement(0), depth);
        if (context->ELSE() != nullptr)
            out += Code(" else") + nested(context->coordinationStatement(1), depth);
        return out + "\n";
    }

    Code repetition(P::CoordinationStatementContext* context, int depth) {
        const auto condition = emit(context->expression(0));
        const auto body = body_of(context->coordinationStatement(0), false, depth);
        if (context->DO() != nullptr)
            return Code(pad(depth)) + "do" + body + " while (" + condition + ");\n";
        return Code(pad(depth)) + "while (" + condition + ")" + body + "\n";
    }

    Code counting(P::CoordinationStatementContext* context, int depth) {
        scopes_.enter();
        Code head;
        if (context->declaration() != nullptr)
            note_values(context->declaration());
        start_anew();
        for (auto* child : context->children) {
            if (child == context->coordinationStatement(0))
                break;
            walk(child, head);
        }
        start_anew();
        auto body = body_of(context->coordinationStatement(0), false, depth);
        scopes_.leave();
        return Code(pad(depth)) + head + body + "\n";
    }

    // ---- declarations

    // The names that a declaration declares.
    void note_values(P::DeclarationContext* context) {
        const std::function<void(antlr4::tree::ParseTree*)> visit = [&](antlr4::tree::ParseTree* node) {
            if (auto* direct = dynamic_cast<P::DirectDeclaratorContext*>(node);
                direct != nullptr && direct->n != nullptr) {
                Value value;
                value.name = unit_.text(direct->n);
                value.range = unit_.range(direct->n);
                value.is_array = !direct->declaratorSuffix().empty();
                if (context->specified() != nullptr)
                    value.type = unit_.text(context->specified()->typePart());
                unit_.check_name(value.name, value.range);
                scopes_.add(value);
                return;
            }
            for (auto* child : node->children)
                visit(child);
        };
        visit(context);
    }

    Code declaration(P::DeclarationContext* context, int depth) {
        if (is_tile(context))
            return tiles(context->specified(), depth);
        auto out = Code(pad(depth)) + emit(context) + "\n";
        note_values(context);
        return out;
    }

    // A declarator with empty brackets and no list of values.
    static bool is_tile(P::DeclarationContext* context) {
        auto* specified = context->specified();
        if (specified == nullptr || specified->declarator() == nullptr)
            return false;
        const auto& suffixes = specified->declarator()->directDeclarator()->declaratorSuffix();
        return !suffixes.empty() && suffixes[0]->arraySuffix() != nullptr &&
               suffixes[0]->arraySuffix()->assignment() == nullptr;
    }

    Code layout_declaration(P::LayoutDeclarationContext* context, int depth) {
        auto value = emit(context->assignment());
        const auto name = unit_.text(context->name());
        scopes_.add(Value{name, "hydra_layout", false, false, true, false, false, unit_.range(context->name())});
        return Code(pad(depth)) + "hydra_layout " + Code(name, unit_.range(context->name())) +
               " HYDRA_UNUSED = " + value + ";\n";
    }

    Code tile_declaration(P::TileDeclarationContext* context, int depth) {
        Code out;
        for (auto* each : context->tileName()) {
            for (auto* extent : each->extent())
                if (extent->assignment() != nullptr)
                    unit_.error(unit_.range(extent),
                                fmt::format("a tile's brackets are empty; its extents stand in ArrayMap({}, L, …)",
                                            unit_.text(each->name())));
            out += new_tile(unit_.text(context->typePart()), each->name(), each->extent().size(), each->assignment(),
                            depth);
        }
        return out;
    }

    Code tiles(P::SpecifiedContext* context, int depth) {
        const auto type = unit_.text(context->typePart());
        Code out;
        const auto add = [&](P::DeclaratorContext* declarator, P::InitializerContext* value) {
            auto* direct = declarator->directDeclarator();
            if (direct->n != nullptr && direct->declaratorSuffix().empty()) {
                unit_.error(
                    unit_.range(declarator),
                    fmt::format("'{}' is no tile: it stands in a declaration of its own", unit_.text(direct->n)));
                return;
            }
            if (direct->n == nullptr || !declarator->pointer().empty()) {
                unit_.error(unit_.range(declarator),
                            "not in this version: this declaration in a coordination function");
                return;
            }
            for (auto* suffix : direct->declaratorSuffix())
                if (suffix->arraySuffix() == nullptr || suffix->arraySuffix()->assignment() != nullptr)
                    unit_.error(unit_.range(suffix),
                                fmt::format("a tile's brackets are empty; its extents stand in ArrayMap({}, L, …)",
                                            unit_.text(direct->n)));
            out += new_tile(type, direct->n, direct->declaratorSuffix().size(),
                            value == nullptr ? nullptr : value->assignment(), depth);
        };
        add(context->declarator(), context->declared()->initializer());
        for (auto* each : context->declared()->initDeclarator())
            add(each->declarator(), each->initializer());
        return out;
    }

    // value: null, or a call of an operator.
    Code new_tile(const std::string& type, P::NameContext* name, std::size_t dims, P::AssignmentContext* value,
                  int depth) {
        auto* made = value == nullptr ? nullptr : operator_call(value, unit_);
        if (value != nullptr && made == nullptr)
            unit_.error(unit_.range(value), fmt::format("'{}' is a tile: what gives it a value is an operator, as "
                                                        "ArrayRemapRange(A, [b:e], L)",
                                                        unit_.text(name)));
        Tile tile;
        tile.group = here;
        tile.name = unit_.text(name);
        tile.type = type;
        tile.extents.resize(dims);
        tile.range = unit_.range(name);
        tile.is_local = true;
        tile.exists = false;
        tile.layout = unit_.fresh(tile.name + "_layout");
        if (dims == 0)
            unit_.error(tile.range,
                        fmt::format("tile '{0}' has no dimensions: write '{0}[]', or '{0}[][]' for two", tile.name));
        if (dims == 0)
            return {};
        tile.is_flat = made != nullptr || flat_.contains(tile.name);
        Code out = pad(depth) + "hydra_layout " + tile.layout + " HYDRA_UNUSED = HYDRA_BLOCK;\n";
        if (tile.is_flat) {
            tile.exists = true;
            for (std::size_t d = 0; d < dims; ++d) {
                tile.extents[d] = unit_.fresh(extent_name(tile.name, d));
                out += pad(depth) + fmt::format("long {} = 0;\n", tile.extents[d]);
            }
            if (is_visible(tile.name)) // what it is made of may be called so
                tile.pointer = unit_.fresh(tile.name + "_tile");
            out += pad(depth) + fmt::format("{} *{} = 0;\n", tile.type, tile.c());
        }
        if (made != nullptr) // before the name is known: it is not its own source
            out += lower_operator(made, tile, unit_, *this, depth);
        keep(tile, made == nullptr);
        return out;
    }

    [[nodiscard]] bool is_visible(const std::string& name) {
        return scopes_.tile(name) != nullptr || scopes_.value(name) != nullptr || scopes_.parts(name) != nullptr;
    }

    // The tile is known from here on. is_unborn: somebody may say yet how large it is.
    void keep(const Tile& tile, bool is_unborn) {
        unit_.check_name(tile.name, tile.range);
        auto& added = scopes_.add(tile);
        depth_of_[&added] = scopes_.depth();
        if (is_unborn)
            unborn_.push_back(&added);
    }

    Code parts_declaration(P::PartsDeclarationContext* context, int depth) {
        Parts parts;
        parts.name = unit_.text(context->name());
        parts.type = unit_.text(context->typePart());
        parts.range = unit_.range(context->name());
        parts.sizes = unit_.fresh(parts.name + "_sizes");
        parts.groups = unit_.fresh(parts.name + "_groups");
        parts.count = unit_.fresh(parts.name + "_count");
        parts.layout = unit_.fresh(parts.name + "_layout");
        if (is_visible(parts.name))
            unit_.error(parts.range,
                        fmt::format("'{}' is something else here already; parts have a name of their own", parts.name));
        auto* call = plain_unary(context->assignment());
        if (call == nullptr || !is_call(call, "ArrayDivide", unit_)) {
            unit_.error(unit_.range(context), fmt::format("parts are what ArrayDivide makes: parts {} {} = "
                                                          "ArrayDivide(A, mask, L, HYDRA_ALL(n));",
                                                          parts.type, parts.name));
            return {};
        }
        auto out = lower_division(call, parts, unit_, *this, depth);
        unit_.check_name(parts.name, parts.range);
        scopes_.add(parts);
        return out;
    }

    // ---- expressions as statements

    Code expression_statement(P::ExpressionContext* context, int depth) {
        auto* unary = plain_unary(context);
        if (unary != nullptr && is_call(unary, "ArrayMap", unit_))
            return array_map(unary, depth);
        if (auto* name = assigned_by_operator(context, unit_))
            return assign(name, context, depth);
        auto* head = head_name(unary);
        const auto* called = head == nullptr ? nullptr : unit_.function(unit_.text(head));
        if (called != nullptr && unary->postfix().size() == 1 && unary->postfix(0)->LPAREN() != nullptr)
            return called->is_coordination ? lower_call(*called, unary, unit_, scopes_, *this, depth)
                                           : element_call(*called, unary);
        return Code(pad(depth)) + emit(context) + ";\n";
    }

    Code assign(antlr4::Token* name, P::ExpressionContext* context, int depth) {
        auto* tile = scopes_.tile(unit_.text(name));
        auto* call = operator_call(context->assignment(0)->operand(1), unit_);
        if (tile != nullptr && tile->is_local) {
            if (is_of_innermost(*tile)) // nobody else says how large it is
                std::erase(unborn_, tile);
            return lower_operator(call, *tile, unit_, *this, depth);
        }
        unit_.error(unit_.range(context),
                    tile == nullptr ? fmt::format("'{}' is no tile", unit_.text(name))
                                    : fmt::format("'{}' is a parameter, and stays the caller's array; a tile of the "
                                                  "function's own may be assigned",
                                                  tile->name));
        return {};
    }

    Code element_call(const RoleFunction& called, P::UnaryContext* unary) {
        unit_.error(unit_.range(unary),
                    fmt::format("'{}' is an element function, which is called by 'parallel (…) {{ do: {}(…); }}'",
                                called.name, called.name));
        return {};
    }

    Code array_map(P::UnaryContext* unary, int depth) {
        const auto& arguments = unary->postfix(0)->assignment();
        auto* name = arguments.empty() ? nullptr : plain_name(arguments[0]);
        auto* tile = name == nullptr ? nullptr : scopes_.tile(unit_.text(name));
        if (tile == nullptr || arguments.size() < 2) {
            unit_.error(unit_.range(unary),
                        "ArrayMap(A, L) gives tile A the layout L; ArrayMap(A, L, n, m) says how large it is, too");
            return {};
        }
        if (!tile->is_local && arguments.size() > 2)
            unit_.error(unit_.range(arguments[2]),
                        fmt::format("'{}' is a parameter, and has its extents from the caller", tile->name));
        if (tile->is_local && arguments.size() > 2 && !made_by_.contains(unary))
            unit_.error(unit_.range(arguments[2]),
                        fmt::format("'{}' has its extents already; an array keeps them", tile->name));
        return Code(pad(depth)) + tile->layout + " = hydra_checked_layout(" + emit(arguments[1]) + ", " +
               quoted_place(unary) + ");\n";
    }

    const RoleFunction& function_;
    Code& helpers_;
    std::set<std::string> flat_; // names of tiles that operators make
    std::vector<Tile*> unborn_;  // declared, and nobody has said how large they are
    std::map<const Tile*, std::size_t> depth_of_;
    std::vector<Around> around_;
    std::set<const P::UnaryContext*> made_by_; // the ArrayMap that gave some tile its extents
    static constexpr std::size_t parameters_depth = 1;
};

} // namespace

std::string extent_name(const std::string& tile, std::size_t dimension) {
    return fmt::format("{}_{}", tile, dimension);
}

Code coordination_body(const RoleFunction& function, CmapsUnit& unit, Scopes& scopes, Code& helpers) {
    return Body(function, unit, scopes, helpers).run();
}

} // namespace hydra::frontend::cmaps

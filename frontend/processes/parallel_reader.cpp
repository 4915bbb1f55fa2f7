// Each argument is compared with its parameter's role, and each subscript taken apart into indexes and constants.
#include "frontend/processes/parallel_reader.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "frontend/processes/wave.h"

namespace hydra::frontend::cmaps {

namespace {

bool is_plain(const std::string& text) {
    return !text.empty() && text.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_") ==
                                std::string::npos;
}

class ParallelReader {
  public:
    ParallelReader(Parallel& it, CmapsUnit& unit, Scopes& scopes, CoordinationExpressions& expressions, int depth)
        : it_(it), unit_(unit), scopes_(scopes), expressions_(expressions), depth_(depth) {}

    bool run() {
        auto* call = it_.context->parallelBody()->processCall();
        it_.called = unit_.function(unit_.text(call->name()));
        if (it_.called == nullptr || it_.called->is_coordination) {
            unit_.error(unit_.range(call->name()),
                        it_.called == nullptr
                            ? fmt::format("'{}' is no element function: a function whose parameters have roles",
                                          unit_.text(call->name()))
                            : fmt::format("'{}' is a coordination function; processes run element functions",
                                          it_.called->name));
            return false;
        }
        const auto& arguments = call->argument();
        if (arguments.size() != it_.called->parameters.size()) {
            unit_
                .error(unit_.range(call),
                       fmt::format("'{}' takes {} argument{}, and {} {} here", it_.called->name,
                                   it_.called->parameters.size(), it_.called->parameters.size() == 1 ? "" : "s",
                                   arguments.size(), arguments.size() == 1 ? "is" : "are"))
                .notes.push_back({it_.called->range, "declared here"});
            return false;
        }
        return read_domain(it_.before) && read_arguments(arguments) && read_waves();
    }

  private:
    // ---- which processes

    void add_index(P::NameContext* name) {
        ParallelIndex index;
        index.name = unit_.text(name);
        index.range = unit_.range(name);
        if (it_.index(index.name) != nullptr)
            unit_.error(index.range, fmt::format("two indexes are called '{}'", index.name));
        it_.indexes.push_back(index);
    }

    bool read_domain(Code& before) {
        auto* domain = it_.context->domain();
        if (!domain->parallelIndex().empty()) {
            for (auto* each : domain->parallelIndex())
                add_index(each->name());
            it_.domain = scopes_.tile(unit_.text(domain->name()));
            if (scopes_.parts(unit_.text(domain->name())) != nullptr)
                it_.domain = part(domain->name()->getStart(), domain->subscript());
            else if (domain->subscript() != nullptr)
                unit_.error(unit_.range(domain),
                            fmt::format("'{}' is not divided into parts", unit_.text(domain->name())));
            if (it_.domain == nullptr || !it_.domain->exists) {
                unit_.error(
                    unit_.range(domain->name()),
                    it_.domain == nullptr
                        ? fmt::format("'{}' is no tile", unit_.text(domain->name()))
                        : fmt::format("'{0}' has no extents yet: give them with ArrayMap({0}, L, …) before this",
                                      it_.domain->name));
                return false;
            }
            if (it_.domain->dims() != it_.indexes.size()) {
                unit_.error(unit_.range(domain),
                            fmt::format("'{}' has {} dimension{}, so 'parallel' names as many indexes",
                                        it_.domain->name, it_.domain->dims(), it_.domain->dims() == 1 ? "" : "s"));
                return false;
            }
        } else {
            bool right = range(domain->name(), domain->range(), before);
            for (auto* each : domain->parallelRange())
                right = range(each->name(), each->range(), before) && right;
            if (!right)
                return false;
        }
        for (const auto& each : it_.indexes) {
            Value value{each.name, "long", false, false, false, true, true, each.range};
            unit_.check_name(each.name, each.range);
            scopes_.add(value);
        }
        return true;
    }

    // Bounds are taken once.
    bool range(P::NameContext* name, P::RangeContext* context, Code& before) {
        add_index(name);
        if (context->assignment().empty()) {
            unit_.error(unit_.range(context),
                        "an index needs its bounds: [b:e], or [b:e:s]; (i in A) is all of a tile");
            return false;
        }
        auto& index = it_.indexes.back();
        const auto& bounds = context->assignment();
        const auto taken = [&](P::AssignmentContext* written, const std::string& wish) -> std::string {
            const auto text = expressions_.emit(written).text();
            if (text.find_first_not_of("0123456789") == std::string::npos)
                return text;
            const auto own = unit_.fresh(wish);
            before += Code(pad(depth_ + 1)) + "const long " + own + " = " + expressions_.emit(written) + ";\n";
            return own;
        };
        index.first = taken(bounds[0], index.name + "_first");
        index.last = taken(bounds[1], index.name + "_last");
        index.written_last = expressions_.emit(bounds[1]).text();
        if (bounds.size() < 3)
            return true;
        index.step = taken(bounds[2], index.name + "_step");
        if (index.step == "0")
            unit_.error(unit_.range(bounds[2]), "a stride is positive");
        if (!index.step.empty() && index.step.find_first_not_of("0123456789") != std::string::npos)
            before += pad(depth_ + 1) +
                      fmt::format("hydra_stride({}, {});\n", index.step, unit_.quoted_place(unit_.range(bounds[2])));
        if (index.step == "1")
            return true;
        // The last index is one that there is.
        const auto hit = unit_.fresh(index.name + "_end");
        before += pad(depth_ + 1) + fmt::format("const long {} = hydra_last_hit({}, {}, {});\n", hit, index.first,
                                                index.last, index.step);
        index.last = hit;
        return true;
    }

    // ---- arguments

    [[nodiscard]] std::string in_c(antlr4::ParserRuleContext* context) {
        const auto text = expressions_.emit(context).text();
        return is_plain(text) ? text : "(" + text + ")";
    }

    bool read_arguments(const std::vector<P::ArgumentContext*>& arguments) {
        it_.accesses.reserve(arguments.size());
        bool right = true;
        for (std::size_t k = 0; k < arguments.size(); ++k)
            right = read_argument(it_.called->parameters[k], arguments[k]) && right;
        return right;
    }

    bool read_argument(const RoleParameter& parameter, P::ArgumentContext* argument) {
        const auto range = unit_.range(argument);
        if (argument->REDUCE() != nullptr)
            return read_reduction(parameter, argument);
        auto* unary = plain_unary(argument->assignment());
        auto* name = head_name(unary);
        std::size_t used = 0;
        if (auto* tile = name == nullptr ? nullptr : tile_at(unary, used))
            return read_access(parameter, unary, *tile, parameter.role, used);
        if (!parameter.extents.empty()) {
            const auto* value = name == nullptr ? nullptr : scopes_.value(unit_.text(name));
            if (value == nullptr || !value->is_array || !unary->postfix().empty() || parameter.role != Role::in) {
                unit_.error(range, fmt::format("'{}' of '{}' is a section: of a tile, as A[i][*], A[i-1:i+1]{}",
                                               parameter.name, it_.called->name,
                                               parameter.role == Role::in ? ", or a small array" : ""));
                return false;
            }
            return true;
        }
        if (parameter.role == Role::in) {
            if (!without_tiles(argument->assignment()))
                return false;
            it_.scalars[parameter.name] = scalar(argument->assignment());
        }
        if (parameter.role != Role::in) {
            unit_.error(
                range,
                fmt::format(
                    "'{}' of '{}' is what each process yields: an element of a tile, or reduce(op, {}) to combine it",
                    parameter.name, it_.called->name, unit_.text(argument)));
            return false;
        }
        return true;
    }

    // What a scalar is computed from are indexes and scalars.
    bool without_tiles(antlr4::tree::ParseTree* node) {
        auto* unary = dynamic_cast<P::UnaryContext*>(node);
        auto* name = head_name(unary);
        const bool asks_size = name != nullptr && unit_.text(name) == "ArraySize";
        const bool is_array = name != nullptr &&
                              (scopes_.tile(unit_.text(name)) != nullptr || scopes_.parts(unit_.text(name)) != nullptr);
        if (is_array && !asks_size) {
            unit_.error(unit_.range(unary),
                        fmt::format("an element of '{}' stands alone as an argument; what is computed from it, '{}' "
                                    "computes, and what is the same for all processes, a variable holds",
                                    unit_.text(name), it_.called->name));
            return false;
        }
        bool right = true;
        for (std::size_t i = asks_size ? node->children.size() : 0; i < node->children.size(); ++i)
            right = without_tiles(node->children[i]) && right;
        return right;
    }

    Affine scalar(P::AssignmentContext* written) {
        const IsIndex is_index = [&](const std::string& name) { return it_.index(name) != nullptr; };
        const InC text = [&](antlr4::ParserRuleContext* each) { return in_c(each); };
        std::string wrong;
        if (auto value = affine(written, unit_, is_index, text, wrong))
            return *value;
        Affine result;
        result.divides = true;
        result.text = in_c(written);
        return result;
    }

    bool read_reduction(const RoleParameter& parameter, P::ArgumentContext* argument) {
        const auto range = unit_.range(argument);
        static const std::array<std::string_view, 9> known{"+", "*", "min", "max", "&", "|", "^", "&&", "||"};
        const auto op = unit_.text(argument->reduceOperator());
        if (parameter.role != Role::out || !parameter.is_scalar()) {
            unit_.error(range, fmt::format("reduce combines what an 'out' scalar yields, and '{}' of '{}' is none",
                                           parameter.name, it_.called->name));
            return false;
        }
        if (std::find(known.begin(), known.end(), op) == known.end()) {
            unit_.error(unit_.range(argument->reduceOperator()),
                        fmt::format("'{}' is no operator of reduce; there are + * min max & | ^ && ||", op));
            return false;
        }
        ReducedArgument reduction;
        reduction.op = op;
        reduction.type = parameter.type;
        auto* unary = plain_unary(argument->assignment());
        auto* name = head_name(unary);
        std::size_t used = 0;
        auto* tile = name == nullptr ? nullptr : tile_at(unary, used);
        if (tile != nullptr) {
            if (!read_access(parameter, unary, *tile, Role::out, used))
                return false;
            reduction.access = &it_.accesses.back();
            it_.accesses.back().is_combined = true;
            const bool named = std::any_of(it_.accesses.back().subscripts.begin(), it_.accesses.back().subscripts.end(),
                                           [](const auto& each) { return !each.first.coefficients.empty(); });
            if (!named) { // one element, as a scalar
                reduction.target = Code(tile->is_flat ? tile->rows() : tile->c(), range);
                for (std::size_t d = 0; d < tile->dims(); ++d) {
                    const auto& at = it_.accesses.back().subscripts[d];
                    reduction.target += fmt::format(fmt::runtime(at.is_periodic ? "[hydra_cyc({}, {})]" : "[{}]"),
                                                    at.first.text, tile->extents[d]);
                }
                reduction.access = nullptr;
                reduction.is_element = true;
            }
            std::set<std::string> naming;
            for (const auto& subscript : it_.accesses.back().subscripts) {
                const bool plain = subscript.first.coefficients.empty() ||
                                   (subscript.first.coefficients.size() == 1 &&
                                    subscript.first.coefficients.begin()->second.number() && !subscript.first.divides);
                reduction.is_scattered = reduction.is_scattered || !plain || subscript.is_periodic;
                for (const auto& [index, coefficient] : subscript.first.coefficients)
                    naming.insert(index);
            }
            // Ranks share out the first index of the domain: where it does not name the element, several of them
            // combine into one.
            reduction.is_scattered =
                named && (reduction.is_scattered || (it_.domain != nullptr && !naming.contains(it_.indexes[0].name)));
        } else {
            const auto* value = name == nullptr ? nullptr : scopes_.value(unit_.text(name));
            if (value == nullptr || value->is_constant) {
                unit_.error(unit_.range(argument->assignment()),
                            "what reduce gives its result to is a variable of the function's own, an 'out' parameter, "
                            "or an element of a tile");
                return false;
            }
            if (unary->postfix().empty() && !value->is_array && !unit_.same_type(value->type, parameter.type)) {
                unit_.error(unit_.range(argument->assignment()),
                            fmt::format("'{}' is of type {}, and '{}' of '{}' yields {}; give one of them the other's "
                                        "type",
                                        value->name, value->type, parameter.name, it_.called->name, parameter.type));
                return false;
            }
            reduction.target = expressions_.emit(argument->assignment());
            for (const auto& [other, each] : it_.reductions)
                if (each.access == nullptr && each.target.text() == reduction.target.text()) {
                    unit_.error(range, fmt::format("'{}' gets two results of this call", each.target.text()));
                    return false;
                }
        }
        reduction.all = unit_.fresh((name == nullptr ? "" : std::string(unit_.text(name))) + "_all");
        reduction.one = unit_.fresh((name == nullptr ? "" : std::string(unit_.text(name))) + "_one");
        it_.reductions.emplace(&parameter, std::move(reduction));
        return true;
    }

    bool names_index(antlr4::tree::ParseTree* node) {
        auto* name = head_name(dynamic_cast<P::UnaryContext*>(node));
        return (name != nullptr && it_.index(std::string(unit_.text(name))) != nullptr) ||
               std::any_of(node->children.begin(), node->children.end(),
                           [&](auto* child) { return names_index(child); });
    }

    // A part of a divided array: a tile while the parallel is read and written.
    Tile* part(antlr4::Token* name, P::SubscriptContext* which) {
        if (which != nullptr && which->expression().size() == 1)
            if (auto* known = scopes_.tile(fmt::format("{}[{}]", unit_.text(name), unit_.text(which->expression(0)))))
                return known;
        if (which != nullptr && names_index(which)) {
            unit_.error(unit_.range(which),
                        fmt::format("which part of '{}' it is, is the same for all processes", unit_.text(name)));
            return nullptr;
        }
        auto tile = expressions_.part_of(name, which, depth_ + 1, it_.before);
        if (!tile)
            return nullptr;
        // One part under two names would be two arrays to all checks.
        for (const auto& [other, of] : parts_)
            if (of == unit_.text(name))
                it_.before +=
                    pad(depth_ + 1) + fmt::format("hydra_parts_differ({}, {}, {}, \"{}\", \"{}\");\n", other,
                                                  tile->pointer, unit_.quoted_place(unit_.range(name)), of, tile->name);
        parts_.emplace_back(tile->pointer, unit_.text(name));
        return &scopes_.add(*tile);
    }

    // used: how many subscripts say which part of a divided array it is.
    Tile* tile_at(P::UnaryContext* unary, std::size_t& used) {
        auto* name = head_name(unary);
        used = scopes_.parts(unit_.text(name)) != nullptr ? 1 : 0;
        if (used == 0)
            return scopes_.tile(unit_.text(name));
        return part(name, unary->postfix().empty() ? nullptr : unary->postfix(0)->subscript());
    }

    bool read_access(const RoleParameter& parameter, P::UnaryContext* unary, Tile& tile, Role role, std::size_t used) {
        Access access;
        access.tile = &tile;
        access.parameter = &parameter;
        access.role = role;
        access.text = unit_.text(unary);
        access.range = unit_.range(unary);
        if (!tile.exists) {
            unit_.error(
                access.range,
                fmt::format("'{0}' has no extents yet: give them with ArrayMap({0}, L, …) before this", tile.name));
            return false;
        }
        if (role != Role::in && tile.role == Role::in) {
            unit_.error(access.range,
                        fmt::format("'{}' is an 'in' tile and is written here; make it 'inout'", tile.name));
            return false;
        }
        if (const auto written = unary->postfix().size() - used; written != tile.dims()) {
            unit_.error(access.range,
                        fmt::format("'{}' has {} dimension{}, and {} {} written here", tile.name, tile.dims(),
                                    tile.dims() == 1 ? "" : "s", written, written == 1 ? "is" : "are"));
            return false;
        }
        for (std::size_t d = 0; d < tile.dims(); ++d) {
            auto* context = unary->postfix(d + used)->subscript();
            if (context == nullptr) {
                unit_.error(
                    access.range,
                    fmt::format(
                        "an element of '{}' stands alone as an argument; members and other operations belong into '{}'",
                        tile.name, it_.called->name));
                return false;
            }
            auto subscript = read_subscript(context, access);
            if (!subscript)
                return false;
            access.subscripts.push_back(std::move(*subscript));
        }
        const auto sections = std::count_if(access.subscripts.begin(), access.subscripts.end(),
                                            [](const auto& each) { return each.is_section; });
        if (static_cast<std::size_t>(sections) != parameter.extents.size()) {
            unit_.error(access.range, parameter.extents.empty()
                                          ? fmt::format("'{}' of '{}' is an element, and this is a section",
                                                        parameter.name, it_.called->name)
                                          : fmt::format("'{}' of '{}' is a section in {} dimension{}, and this has {}",
                                                        parameter.name, it_.called->name, parameter.extents.size(),
                                                        parameter.extents.size() == 1 ? "" : "s", sections));
            return false;
        }
        if (!unit_.same_type(parameter.type, tile.type) && (role != Role::in || sections > 0)) {
            unit_.error(access.range,
                        fmt::format("'{}' of '{}' is of type {}, and elements of '{}' are of type {}; only an 'in' "
                                    "element is converted",
                                    parameter.name, it_.called->name, parameter.type, tile.name, tile.type));
            return false;
        }
        it_.accesses.push_back(std::move(access));
        return true;
    }

    std::optional<Subscript> read_subscript(P::SubscriptContext* context, const Access& access) {
        Subscript result;
        result.context = context;
        result.is_periodic = context->CYC() != nullptr;
        result.is_whole = context->STAR() != nullptr;
        const auto& expressions = context->expression();
        result.is_section = result.is_whole || expressions.size() > 1;
        if (result.is_whole)
            return result;
        const IsIndex is_index = [&](const std::string& name) { return it_.index(name) != nullptr; };
        const InC text = [&](antlr4::ParserRuleContext* each) { return in_c(each); };
        const auto read = [&](P::ExpressionContext* expression) -> std::optional<Affine> {
            std::string wrong;
            if (!without_tiles(expression))
                return std::nullopt;
            auto value = affine(expression, unit_, is_index, text, wrong);
            if (!value)
                unit_.error(unit_.range(expression),
                            fmt::format("subscript '{}' of '{}' is not affine: indexes times numbers or scalars, "
                                        "summed up; '/' and '%' by positive constants",
                                        unit_.text(expression), access.tile->name));
            return value;
        };
        auto first = read(expressions[0]);
        auto last = expressions.size() > 1 ? read(expressions[1]) : first;
        if (!first || !last)
            return std::nullopt;
        result.first = std::move(*first);
        result.last = std::move(*last);
        if (expressions.size() > 2) {
            auto step = read(expressions[2]);
            if (!step)
                return std::nullopt;
            if (!step->coefficients.empty() || step->constant.number().value_or(1) <= 0)
                unit_.error(unit_.range(expressions[2]),
                            "the stride of a section is positive, and the same for all processes");
            result.step = step->constant;
        }
        return result;
    }

    // ---- wave-fronts

    bool read_waves() {
        bool right = true;
        for (auto* clause : it_.context->parallelBody()->waveClause()) {
            for (auto* each : clause->access()) {
                const auto text = unit_.text(each);
                bool found = false;
                for (auto& access : it_.accesses) {
                    if (access.text != text || access.role == Role::out)
                        continue;
                    access.is_wave = found = true;
                }
                if (!found) {
                    unit_.error(
                        unit_.range(each),
                        fmt::format("'wave:' names accesses of the call that are read, and '{}' is none", text));
                    right = false;
                }
            }
        }
        return right && read_wave(it_, unit_);
    }

    Parallel& it_;
    CmapsUnit& unit_;
    Scopes& scopes_;
    CoordinationExpressions& expressions_;
    std::vector<std::pair<std::string, std::string>> parts_; // pointers to parts of divided arrays, and of which
    int depth_;
};

} // namespace

Affine Parallel::said_length(P::AssignmentContext& written, const CmapsUnit& unit) const {
    const auto text = unit.text(&written);
    if (const auto found = scalars.find(text); found != scalars.end())
        return found->second;
    Affine result;
    const bool number = text.find_first_not_of("0123456789") == std::string::npos;
    result.constant = number ? Scalar::of(std::stol(text)) : Scalar::of(is_plain(text) ? text : "(" + text + ")");
    result.text = text;
    return result;
}

bool read_parallel(Parallel& parallel, CmapsUnit& unit, Scopes& scopes, CoordinationExpressions& expressions,
                   int depth) {
    return ParallelReader(parallel, unit, scopes, expressions, depth).run();
}

} // namespace hydra::frontend::cmaps

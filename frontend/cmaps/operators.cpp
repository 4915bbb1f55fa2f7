// What is selected by a mask is packed by processes that each have a block of the source's first dimension: they count,
// a sum over all tells each where its own begin, and they copy. Then a loop over the result, placed by its layout,
// moves each element where it belongs.
#include "frontend/cmaps/operators.h"

#include <array>

#include <fmt/format.h>

#include "frontend/cmaps/tile_domains.h"
#include "frontend/processes/placing.h"

namespace hydra::frontend::cmaps {

namespace {

constexpr std::array<std::string_view, 3> makes_tile{"ArrayRemapRange", "ArrayRemapMask", "ArrayMerge"};

class OperatorWriter {
  public:
    OperatorWriter(P::UnaryContext* call, CmapsUnit& unit, CoordinationExpressions& expressions, int depth)
        : call_(call), unit_(unit), expressions_(expressions), depth_(depth), range_(unit.range(call)),
          at_(unit.quoted_place(range_)), name_(unit.text(head_name(call))) {}

    Code tile(Tile& target) {
        target_ = &target;
        fresh_ = unit_.fresh(target.name + "_new");
        layout_ = unit_.fresh(target.name + "_new_layout");
        for (std::size_t d = 0; d < target.dims(); ++d)
            sizes_.push_back(unit_.fresh(fmt::format("{}_new_{}", target.name, d)));
        const bool right = name_ == "ArrayRemapRange" ? remap_range() : name_ == "ArrayMerge" ? merge() : remap_mask();
        if (!right)
            return {};
        line(fmt::format("free({});", target.c()));
        line(fmt::format("{} = {};", target.c(), elements(fresh_, target.dims())));
        for (std::size_t d = 0; d < target.dims(); ++d)
            line(fmt::format("{} = {};", target.extents[d], sizes_[d]));
        line(fmt::format("{} = {};", target.layout, layout_));
        return block();
    }

    Code parts(const Parts& target) {
        const auto& arguments = call_->postfix(0)->assignment();
        if (arguments.size() != 4 || !call_->postfix(0)->range().empty())
            return wrong(range_, "ArrayDivide(A, mask, L, T) takes a tile, a tile of group numbers, a layout, and how "
                                 "many groups there are and which processes they get: HYDRA_ALL(n)");
        const auto source = source_of(arguments[0]);
        const auto mask = source ? source_of(arguments[1]) : std::nullopt;
        if (!mask || !are_alike(*source, *mask) || !is_of_type(*source, target.type, arguments[0]) ||
            !selects_by_integers(*mask, arguments[1]))
            return {};
        const auto groups = unit_.fresh(target.name + "_groups_said");
        Code head = Code(pad(depth_)) + fmt::format("const hydra_groups {} = hydra_checked_groups(", groups) +
                    expressions_.emit(arguments[3]) + fmt::format(", {});\n", at_);
        head += Code(pad(depth_)) + "const hydra_layout " + target.layout + " HYDRA_UNUSED = hydra_checked_layout(" +
                expressions_.emit(arguments[2]) + fmt::format(", {});\n", at_);
        head += pad(depth_) + fmt::format("const long {} = {}.n;\n", target.count, groups);
        head += pad(depth_) +
                fmt::format("long *{} = calloc((unsigned long){}, sizeof(long));\n", target.sizes, target.count);
        head += pad(depth_) + fmt::format("hydra_group *{} = calloc((unsigned long){}, sizeof(hydra_group));\n",
                                          target.groups, target.count);
        head += pad(depth_) + fmt::format("{0} **{1} = calloc((unsigned long){2}, sizeof({0} *));\n", target.type,
                                          target.name, target.count);
        has_memory(target.name, target.count);
        has_memory(target.groups, target.count);
        has_memory(target.sizes, target.count);
        in_groups(*mask, target.count);
        start_counting(*source, target.count);
        count(*mask, target.count, "hydra_g");
        line(fmt::format("for (long hydra_g = 0; hydra_g < {}; hydra_g++) {{", target.count));
        sum_up("hydra_g", fmt::format("{}[hydra_g]", target.sizes), 1);
        line("}");
        line(fmt::format("hydra_share_out({}, {}, {}, {}, {});", groups, target.sizes, here, target.groups, at_));
        const auto made = unit_.fresh(target.name + "_made"), group = unit_.fresh(target.name + "_group");
        line(fmt::format("for (long hydra_g = 0; hydra_g < {}; hydra_g++) {{", target.count));
        ++inside_;
        line(fmt::format("{0} *{1} = calloc((unsigned long)hydra_larger(1, {2}[hydra_g]), sizeof({0}));", target.type,
                         made, target.sizes));
        has_memory(made, target.sizes + "[hydra_g]");
        pack(*source, *mask, "hydra_g", made);
        line(fmt::format("const hydra_group {} = {}[hydra_g];", group, target.groups));
        move(made, {target.sizes + "[hydra_g]"}, target.layout, group, target.name);
        line(fmt::format("{}[hydra_g] = {};", target.name, made));
        --inside_;
        line("}");
        stop_counting();
        return std::move((head + block()).standing_for(range_));
    }

  private:
    static constexpr const char* here = CoordinationExpressions::here;

    // ---- writing

    [[nodiscard]] int depth() const { return depth_ + 1 + inside_; }
    void line(const Code& text) { body_ += Code(pad(depth())) + text + "\n"; }
    Code block() { return std::move((Code(pad(depth_)) + "{\n" + body_ + pad(depth_) + "}\n").standing_for(range_)); }
    Code wrong(const support::SourceRange& range, const std::string& message) {
        unit_.error(range, message);
        return {};
    }
    // The first element of rows, as a pointer to elements.
    static std::string elements(const std::string& rows, std::size_t dims) {
        std::string text = rows;
        for (std::size_t d = 1; d < dims; ++d)
            text += "[0]";
        return text;
    }
    void has_memory(const std::string& pointer, const std::string& count) {
        line(fmt::format("hydra_has_memory({}, {}, {}, \"{}\");", pointer, count, at_,
                         target_ == nullptr ? pointer : target_->name));
    }

    // ---- operands

    // A tile that may be read. Its rows have a name of their own.
    std::optional<Tile> source_of(P::AssignmentContext* written) {
        std::size_t used = 0;
        auto* unary = plain_unary(written);
        auto tile = unary == nullptr ? std::nullopt : expressions_.tile_of(unary, used, depth(), body_);
        if (!tile || unary->postfix().size() != used || !tile->exists) {
            wrong(unit_.range(written),
                  tile && !tile->exists
                      ? fmt::format("'{0}' has no extents yet: give them with ArrayMap({0}, L, …) before this",
                                    tile->name)
                      : fmt::format("'{}' is no tile, of which {} makes another one", unit_.text(written), name_));
            return std::nullopt;
        }
        if (tile->is_flat && tile->dims() > 1) {
            const auto rows = unit_.fresh(tile->plain_name() + "_rows");
            line(tile_pointer(tile->type, rows, tile->extents) + " = " + tile->rows() + ";");
            tile->pointer = rows;
            tile->is_flat = false;
        }
        return tile;
    }

    bool is_of_type(const Tile& source, const std::string& type, P::AssignmentContext* written) {
        if (unit_.same_type(source.type, type))
            return true;
        wrong(unit_.range(written), fmt::format("elements of '{}' are of type {}, and those of the result of type {}",
                                                source.name, source.type, type));
        return false;
    }

    bool selects_by_integers(const Tile& mask, P::AssignmentContext* written) {
        if (unit_.is_integer(mask.type))
            return true;
        wrong(unit_.range(written),
              fmt::format("a mask's elements are integers, and those of '{}' are of type {}", mask.name, mask.type));
        return false;
    }

    bool has_dims(std::size_t dims) {
        if (target_->dims() == dims)
            return true;
        wrong(range_, fmt::format("{} makes an array of {} dimension{} here, and '{}' has {}", name_, dims,
                                  dims == 1 ? "" : "s", target_->name, target_->dims()));
        return false;
    }

    // Masks have the source's extents.
    bool are_alike(const Tile& source, const Tile& mask) {
        if (source.dims() != mask.dims()) {
            wrong(range_, fmt::format("'{}' has {} dimensions, and '{}' has {}; a mask has an element for each",
                                      source.name, source.dims(), mask.name, mask.dims()));
            return false;
        }
        for (std::size_t d = 0; d < source.dims(); ++d)
            if (source.extents[d] != mask.extents[d])
                line(fmt::format("hydra_same_extent({}, {}, {}, \"{}\", \"{}\", {});", source.extents[d],
                                 mask.extents[d], at_, source.name, mask.name, d));
        return true;
    }

    void take_layout(P::AssignmentContext* written) {
        line(Code("const hydra_layout ") + layout_ + " = hydra_checked_layout(" + expressions_.emit(written) +
             fmt::format(", {});", at_));
    }

    void allocate() {
        std::string count = sizes_[0];
        for (std::size_t d = 1; d < sizes_.size(); ++d)
            count = fmt::format("hydra_times({}, {}, {}, \"{}\")", count, sizes_[d], at_, target_->name);
        line(tile_pointer(target_->type, fresh_, sizes_) +
             fmt::format(" = calloc((unsigned long)hydra_larger(1, {}), sizeof({}));", count, target_->type));
        has_memory(fresh_, sizes_[0]);
    }

    // ---- loops

    std::string clause(const Placing& placing, const std::string& wish) {
        Code before;
        auto text = placing_clause(placing, wish, range_, unit_, depth(), before);
        body_ += before;
        return text;
    }

    // A nest over the result, or a part of it that begins at `offset` of its first dimension: `text` for each index k0,
    // k1, …
    void nest(const std::vector<std::string>& sizes, const std::string& clause, const std::string& text) {
        body_ += "#pragma hydra parallel for" + clause + "\n";
        for (std::size_t d = 0; d < sizes.size(); ++d)
            body_ += pad(depth() + static_cast<int>(d)) +
                     fmt::format("for (long hydra_k{0} = 0; hydra_k{0} < {1}; hydra_k{0}++)\n", d, sizes[d]);
        body_ += pad(depth() + static_cast<int>(sizes.size())) + text + "\n";
    }

    static std::string indexed(const std::string& array, const std::vector<std::string>& subscripts) {
        std::string text = array;
        for (const auto& each : subscripts)
            text += "[" + each + "]";
        return text;
    }

    Placing placing_of_result(const std::string& offset) const {
        Placing placing;
        placing.layout = layout_;
        placing.group = here;
        placing.extents = sizes_;
        placing.offset = offset;
        placing.across = sizes_.size() > 1;
        return placing;
    }

    // Elements of a one-dimensional array go where the layout says.
    void move(const std::string& array, const std::vector<std::string>& sizes, const std::string& layout,
              const std::string& group, const std::string& wish) {
        Placing placing;
        placing.layout = layout;
        placing.group = group;
        placing.extents = sizes;
        nest(sizes, clause(placing, wish), fmt::format("{0}[hydra_k0] = {0}[hydra_k0];", array));
    }

    // ---- the operators

    bool remap_range() {
        const auto& arguments = call_->postfix(0)->assignment();
        const auto& ranges = call_->postfix(0)->range();
        const auto source = arguments.size() == 2 ? source_of(arguments[0]) : std::nullopt;
        if (arguments.size() == 2 && !source)
            return false;
        if (!source || ranges.size() != source->dims() ||
            call_->postfix(0)->range(0)->getStart()->getTokenIndex() < arguments[0]->getStart()->getTokenIndex()) {
            wrong(range_, source
                              ? fmt::format("ArrayRemapRange takes one range for each dimension of '{}': [b:e:s], {} "
                                            "of them, and then a layout",
                                            source->name, source->dims())
                              : "ArrayRemapRange(A, [b:e:s], …, L) takes a tile, a range for each of its dimensions, "
                                "and a layout");
            return false;
        }
        if (!has_dims(source->dims()) || !is_of_type(*source, target_->type, arguments[0]))
            return false;
        take_layout(arguments[1]);
        std::vector<std::string> from, to;
        for (std::size_t d = 0; d < ranges.size(); ++d)
            from.push_back(one_range(*source, *ranges[d], d));
        for (std::size_t d = 0; d < ranges.size(); ++d)
            to.push_back(fmt::format("hydra_k{}", d));
        allocate();
        nest(sizes_, clause(placing_of_result("0"), target_->name),
             fmt::format("{} = {};", indexed(fresh_, to), indexed(source->c(), from)));
        return true;
    }

    // The subscript of the source; the variable of the result's extent is declared.
    std::string one_range(const Tile& source, P::RangeContext& range, std::size_t d) {
        const auto& bounds = range.assignment();
        if (bounds.empty()) {
            line(fmt::format("const long {} = {};", sizes_[d], source.extents[d]));
            return fmt::format("hydra_k{}", d);
        }
        const auto begin = unit_.fresh("range_begin"), step = unit_.fresh("range_step");
        line(Code("const long ") + begin + " = " + expressions_.emit(bounds[0]) + ";");
        if (bounds.size() > 2)
            line(Code("const long ") + step + " = " + expressions_.emit(bounds[2]) + ";");
        const std::string by = bounds.size() > 2 ? step : "1";
        line(Code("const long ") + sizes_[d] + " = hydra_range_length(" + begin + ", " + expressions_.emit(bounds[1]) +
             fmt::format(", {}, {}, {}, \"{}\", {});", by, source.extents[d], at_, source.name, d));
        return by == "1" ? fmt::format("{} + hydra_k{}", begin, d) : fmt::format("{} + {} * hydra_k{}", begin, by, d);
    }

    bool remap_mask() {
        const auto& arguments = call_->postfix(0)->assignment();
        if (arguments.size() != 3 || !call_->postfix(0)->range().empty()) {
            wrong(range_, "ArrayRemapMask(A, mask, L) takes a tile, a tile of integers that select, and a layout");
            return false;
        }
        const auto source = source_of(arguments[0]);
        const auto mask = source ? source_of(arguments[1]) : std::nullopt;
        if (!mask || !are_alike(*source, *mask) || !has_dims(1) || !is_of_type(*source, target_->type, arguments[0]) ||
            !selects_by_integers(*mask, arguments[1]))
            return false;
        take_layout(arguments[2]);
        start_counting(*source, "1");
        count(*mask, "", "0");
        line(fmt::format("long {};", sizes_[0]));
        line("{");
        sum_up("0", sizes_[0], 1);
        line("}");
        allocate();
        pack(*source, *mask, "", fresh_);
        stop_counting();
        move(fresh_, sizes_, layout_, here, target_->name);
        return true;
    }

    // Of all parts of a divided array, or of tiles, one after the other.
    bool merge() {
        const auto& arguments = call_->postfix(0)->assignment();
        if (arguments.size() < 2 || !call_->postfix(0)->range().empty()) {
            wrong(range_, "ArrayMerge(Q, L) merges the parts of a divided array, ArrayMerge(A, B, …, L) tiles");
            return false;
        }
        auto* name = arguments.size() == 2 ? plain_name(arguments[0]) : nullptr;
        if (const auto* parts = name == nullptr ? nullptr : expressions_.parts_of(name))
            return merge_parts(*parts, arguments);
        std::vector<Tile> sources;
        for (std::size_t k = 0; k + 1 < arguments.size(); ++k) {
            auto source = source_of(arguments[k]);
            if (!source || !is_of_type(*source, target_->type, arguments[k]) || !has_dims(source->dims()))
                return false;
            sources.push_back(std::move(*source));
        }
        take_layout(arguments.back());
        for (std::size_t d = 1; d < target_->dims(); ++d) {
            line(fmt::format("const long {} = {};", sizes_[d], sources[0].extents[d]));
            for (std::size_t k = 1; k < sources.size(); ++k)
                line(fmt::format("hydra_same_extent({}, {}, {}, \"{}\", \"{}\", {});", sources[0].extents[d],
                                 sources[k].extents[d], at_, sources[0].name, sources[k].name, d));
        }
        std::string all;
        for (const auto& each : sources)
            all += (all.empty() ? "" : " + ") + each.extents[0];
        line(fmt::format("const long {} = {};", sizes_[0], all));
        allocate();
        std::string offset = "0";
        for (const auto& each : sources) {
            std::vector<std::string> from, to;
            for (std::size_t d = 0; d < each.dims(); ++d) {
                from.push_back(fmt::format("hydra_k{}", d));
                to.push_back(d == 0 && offset != "0" ? fmt::format("{} + hydra_k0", offset)
                                                     : fmt::format("hydra_k{}", d));
            }
            nest(each.extents, clause(placing_of_result(offset), target_->name),
                 fmt::format("{} = {};", indexed(fresh_, to), indexed(each.c(), from)));
            const auto next = unit_.fresh("offset");
            line(fmt::format("const long {} HYDRA_UNUSED = {} + {};", next, offset, each.extents[0]));
            offset = next;
        }
        return true;
    }

    bool merge_parts(const Parts& parts, const std::vector<P::AssignmentContext*>& arguments) {
        Tile as_tile;
        as_tile.name = parts.name;
        as_tile.type = parts.type;
        if (!has_dims(1) || !is_of_type(as_tile, target_->type, arguments[0]))
            return false;
        take_layout(arguments.back());
        line(fmt::format("long {} = 0;", sizes_[0]));
        line(fmt::format("for (long hydra_g = 0; hydra_g < {}; hydra_g++)", parts.count));
        line(fmt::format("    {} += {}[hydra_g];", sizes_[0], parts.sizes));
        allocate();
        const auto offset = unit_.fresh("offset"), part = unit_.fresh(parts.name + "_part");
        line(fmt::format("long {} = 0;", offset));
        line(fmt::format("for (long hydra_g = 0; hydra_g < {}; hydra_g++) {{", parts.count));
        ++inside_;
        line(fmt::format("const {} *{} = {}[hydra_g];", parts.type, part, parts.name));
        nest({parts.sizes + "[hydra_g]"}, clause(placing_of_result(offset), target_->name),
             fmt::format("{}[{} + hydra_k0] = {}[hydra_k0];", fresh_, offset, part));
        line(fmt::format("{} += {}[hydra_g];", offset, parts.sizes));
        --inside_;
        line("}");
        return true;
    }

    // ---- packing

    // Each process has a block of the source's first dimension, and counts for each group.
    void start_counting(const Tile& source, const std::string& groups) {
        first_ = unit_.fresh("hydra_first");
        start_ = unit_.fresh("hydra_start");
        processes_ = unit_.fresh("hydra_processes");
        line(fmt::format("const long {} = {}.count;", processes_, here));
        line(fmt::format("long *{} = calloc((unsigned long){} + 1, sizeof(long));", first_, processes_));
        line(fmt::format("long (*{})[{} + 1] = calloc((unsigned long){}, sizeof *{});", start_, processes_, groups,
                         start_));
        has_memory(first_, processes_);
        has_memory(start_, processes_);
        std::string rest;
        for (std::size_t d = 1; d < source.dims(); ++d)
            rest += " * " + source.extents[d];
        line(fmt::format("for (long hydra_r = 0; hydra_r <= {}; hydra_r++)", processes_));
        line(fmt::format("    {}[hydra_r] = hydra_share_start({}, {}, hydra_r){};", first_, source.extents[0],
                         processes_, rest));
    }

    void stop_counting() {
        line(fmt::format("free({});", start_));
        line(fmt::format("free({});", first_));
    }

    // groups: empty for a mask.
    void count(const Tile& mask, const std::string& groups, const std::string& group) {
        const auto flat = flat_name(mask);
        body_ += "#pragma hydra parallel for" + placing_by_process(here) + "\n";
        line(fmt::format("for (long hydra_r = 0; hydra_r < {}; hydra_r++)", processes_));
        ++inside_;
        if (!groups.empty())
            line(fmt::format("for (long hydra_g = 0; hydra_g < {}; hydra_g++) {{", groups));
        else
            line("{");
        line("    long hydra_counted = 0;");
        line(fmt::format("    for (long hydra_k = {0}[hydra_r]; hydra_k < {0}[hydra_r + 1]; hydra_k++)", first_));
        line(fmt::format("        hydra_counted += {};", selects(flat, groups.empty() ? "" : group)));
        line(fmt::format("    {}[{}][hydra_r] = hydra_counted;", start_, group));
        line("}");
        --inside_;
    }

    static std::string selects(const std::string& mask, const std::string& group) {
        return group.empty() ? mask + "[hydra_k] != 0" : mask + "[hydra_k] == " + group;
    }

    // The tile as a pointer to elements.
    std::string flat_name(const Tile& tile) {
        const auto found = flat_.find(tile.name);
        if (found != flat_.end())
            return found->second;
        if (tile.dims() == 1)
            return flat_[tile.name] = tile.c();
        const auto name = unit_.fresh(tile.plain_name() + "_elements");
        line(fmt::format("const {} *{} = {};", tile.type, name, elements(tile.c(), tile.dims())));
        return flat_[tile.name] = name;
    }

    // Counts become where each process's own begin.
    void sum_up(const std::string& group, const std::string& total, int more) {
        inside_ += more;
        line("long hydra_all = 0;");
        line(fmt::format("for (long hydra_r = 0; hydra_r < {}; hydra_r++) {{", processes_));
        line(fmt::format("    const long hydra_own = {}[{}][hydra_r];", start_, group));
        line(fmt::format("    {}[{}][hydra_r] = hydra_all;", start_, group));
        line("    hydra_all += hydra_own;");
        line("}");
        line(fmt::format("{}[{}][{}] = hydra_all;", start_, group, processes_));
        line(fmt::format("{} = hydra_all;", total));
        inside_ -= more;
    }

    // All of the block is read, whatever the mask says: so what is touched follows from where blocks begin.
    void pack(const Tile& source, const Tile& mask, const std::string& group, const std::string& to) {
        const auto from = flat_name(source), by = flat_name(mask);
        const auto begin = unit_.fresh("hydra_begin");
        line(fmt::format("const long *{} = {}[{}];", begin, start_, group.empty() ? "0" : group));
        body_ += "#pragma hydra parallel for" + placing_by_process(here) + "\n";
        line(fmt::format("for (long hydra_r = 0; hydra_r < {}; hydra_r++) {{", processes_));
        ++inside_;
        line(fmt::format(
            "{0} *hydra_picked = malloc((unsigned long)({1}[hydra_r + 1] - {1}[hydra_r] + 1) * sizeof({0}));",
            source.type, first_));
        line("long hydra_count = 0;");
        line(fmt::format("for (long hydra_k = {0}[hydra_r]; hydra_k < {0}[hydra_r + 1]; hydra_k++)", first_));
        line(fmt::format("    hydra_picked[hydra_count] = {}[hydra_k], hydra_count += {};", from, selects(by, group)));
        line(fmt::format("for (long hydra_k = {0}[hydra_r]; hydra_k < {0}[hydra_r + 1]; hydra_k++)", begin));
        line(fmt::format("    {}[hydra_k] = hydra_picked[hydra_k - {}[hydra_r]];", to, begin));
        line("free(hydra_picked);");
        --inside_;
        line("}");
    }

    // Stops where the mask holds something else than a group's number.
    void in_groups(const Tile& mask, const std::string& groups) {
        const auto least = unit_.fresh("least"), greatest = unit_.fresh("greatest");
        line(fmt::format("long {} = 0, {} = 0;", least, greatest));
        std::vector<std::string> subscripts;
        for (std::size_t d = 0; d < mask.dims(); ++d)
            subscripts.push_back(fmt::format("hydra_k{}", d));
        Placing placing;
        placing.layout = mask.layout;
        placing.group = mask.group;
        placing.extents = mask.extents;
        placing.across = mask.dims() > 1;
        const auto value = "(long)" + indexed(mask.c(), subscripts);
        nest(mask.extents,
             clause(placing, mask.plain_name()) +
                 fmt::format(" reduction(min: {}) reduction(max: {})", least, greatest),
             fmt::format("{{ if ({0} < {1}) {1} = {0}; if ({0} > {2}) {2} = {0}; }}", value, least, greatest));
        line(fmt::format("hydra_in_groups({}, {}, {}, {}, \"{}\");", least, greatest, groups, at_, mask.name));
    }

    P::UnaryContext* call_;
    CmapsUnit& unit_;
    CoordinationExpressions& expressions_;
    int depth_;
    int inside_ = 0; // blocks that are open
    support::SourceRange range_;
    std::string at_, name_;
    Tile* target_ = nullptr;
    std::string fresh_, layout_; // of the result
    std::vector<std::string> sizes_;
    std::string first_, start_, processes_; // while packing
    std::map<std::string, std::string> flat_;
    Code body_;
};

} // namespace

P::UnaryContext* operator_call(antlr4::ParserRuleContext* context, const CmapsUnit& unit) {
    auto* unary = plain_unary(context);
    for (const auto name : makes_tile)
        if (unary != nullptr && is_call(unary, name, unit))
            return unary;
    return nullptr;
}

antlr4::Token* assigned_by_operator(P::ExpressionContext* context, const CmapsUnit& unit) {
    auto* assignment = context->assignment().size() == 1 ? context->assignment(0) : nullptr;
    if (assignment == nullptr || assignment->infix().size() != 1 || assignment->infix(0)->ASSIGN() == nullptr ||
        operator_call(assignment->operand(1), unit) == nullptr)
        return nullptr;
    return plain_name(assignment->operand(0));
}

Code lower_operator(P::UnaryContext* call, Tile& target, CmapsUnit& unit, CoordinationExpressions& expressions,
                    int depth) {
    const CmapsUnit::NameScope names(unit);
    return OperatorWriter(call, unit, expressions, depth).tile(target);
}

Code lower_division(P::UnaryContext* call, const Parts& target, CmapsUnit& unit, CoordinationExpressions& expressions,
                    int depth) {
    return OperatorWriter(call, unit, expressions, depth).parts(target);
}

} // namespace hydra::frontend::cmaps

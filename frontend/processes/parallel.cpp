// The processes of `(i, j in A)` are those whose accesses stay inside: bounds of the loops where a subscript has one
// index, else conditions. Those of ranges are all there are.
#include "frontend/processes/parallel.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "frontend/processes/parallel_reader.h"
#include "frontend/processes/parallel_rules.h"
#include "frontend/processes/placing.h"
#include "frontend/processes/process_call.h"
#include "frontend/processes/turns.h"
#include "frontend/processes/wave.h"

namespace hydra::frontend::cmaps {

namespace {

class ParallelWriter {
  public:
    ParallelWriter(Parallel& it, CmapsUnit& unit, CoordinationExpressions& expressions, Code& helpers, int depth)
        : it_(it), unit_(unit), call_(it, unit, expressions, helpers), depth_(depth) {}

    Code write() {
        const auto arguments = it_.context->parallelBody()->processCall()->argument();
        auto& before = it_.before;
        if (it_.domain != nullptr)
            find_bounds(before);
        order_loops();
        Code checks;
        if (it_.domain == nullptr)
            checks += range_checks(it_, unit_, depth_ + 1);
        checks += periodic_checks(it_, unit_, depth_ + 1);
        checks += section_checks(it_, unit_, depth_ + 1);
        checks += meeting_checks(it_, unit_, depth_ + 1);

        if (it_.has_wave())
            return write_wave(arguments, checks);
        scatter_what_differs();
        const auto inner = inner_from();
        if (!combines_elements_)
            find_turns(it_);
        if (combines_elements_ && inner < it_.indexes.size())
            leave_unnamed(inner, checks);
        Code after;
        std::string clauses = layout_clause();
        for (auto& [parameter, reduction] : it_.reductions) {
            if (reduction.is_scattered)
                scatter(*parameter, reduction, checks, clauses);
            if (reduction.access != nullptr)
                continue;
            before += pad(depth_ + 1) + fmt::format("{} {} = {};\n", reduction.type, reduction.all, neutral(reduction));
            clauses += fmt::format(" reduction({}: {})", reduction.op, reduction.all);
            after += Code(pad(depth_ + 1)) + where_named(reduction, clauses) + reduction.target + " = " +
                     reduction.all + ";\n";
        }
        Code out = Code(pad(depth_)) + "{\n" + before + checks;
        if (!it_.alike.empty())
            out += pad(depth_ + 1) + fmt::format("if ({})\n", fmt::join(it_.alike, " && "));
        out += "#pragma hydra parallel for" + clauses + "\n";
        out += loops(0, inner, arguments);
        if (!it_.alike.empty()) { // what is read is looked up
            call_.doubt_extents(true);
            out += pad(depth_ + 1) + "else\n#pragma hydra parallel for" + clauses + "\n" + loops(0, inner, arguments);
        }
        return out + after + pad(depth_) + "}\n";
    }

  private:
    // Ranks combine what is their own into scalars; into elements, all processes do, in order.
    Code write_wave(const std::vector<P::ArgumentContext*>& arguments, Code& checks) {
        std::vector<WavePartial> partials;
        Code after;
        std::string clauses; // of no use: nobody shares these loops out
        bool in_order = false;
        for (auto& [parameter, reduction] : it_.reductions) {
            if (reduction.access != nullptr) {
                reduction.is_scattered = in_order = true;
                scatter(*parameter, reduction, checks, clauses);
                continue;
            }
            it_.before +=
                pad(depth_ + 1) + fmt::format("{} {} = {};\n", reduction.type, reduction.all, neutral(reduction));
            std::string none;
            after +=
                Code(pad(depth_ + 1)) + where_named(reduction, none) + reduction.target + " = " + reduction.all + ";\n";
            partials.push_back({reduction.type, reduction.all, neutral(reduction),
                                [&each = reduction](const std::string& all, const std::string& one) {
                                    return combined_text(each.op, all, one);
                                }});
        }
        const WriteProcess process = [&](int depth) { return this->process(arguments, depth); };
        auto loops = wave_loops(it_, unit_, partials, in_order, depth_ + 1, process);
        return Code(pad(depth_)) + "{\n" + it_.before + checks + loops + after + pad(depth_) + "}\n";
    }

    // ---- bounds of (i, j in A)

    // Whether dimension d of a tile is as long as that dimension of the domain.
    [[nodiscard]] bool is_domain_extent(const Tile& tile, std::size_t d, std::size_t index) const {
        return d == index && (&tile == it_.domain || tile.root() == it_.domain->root());
    }

    struct Bounds {
        long least = 0;                 // of the numbers
        std::vector<std::string> lows;  // others
        std::vector<std::string> highs; // all
    };

    void constrain(const Affine& subscript, const Tile& tile, std::size_t d, std::map<std::string, Bounds>& bounds) {
        const auto& extent = tile.extents[d];
        if (subscript.divides || subscript.coefficients.size() > 1) {
            it_.guards.push_back(fmt::format("hydra_inside({}, {})", subscript.text, extent));
            return;
        }
        if (subscript.coefficients.empty()) {
            it_.guards.push_back(fmt::format("hydra_inside({}, {})", subscript.constant.text(), extent));
            return;
        }
        const auto& [name, coefficient] = *subscript.coefficients.begin();
        auto& bound = bounds[name];
        const auto& shift = subscript.constant;
        if (coefficient.is(1)) {
            const auto low = Scalar::of(0) - shift;
            if (low.number())
                bound.least = std::max(bound.least, *low.number());
            else
                add(bound.lows, low.text());
            const std::size_t index = static_cast<std::size_t>(it_.index(name) - it_.indexes.data());
            if (!(is_domain_extent(tile, d, index) && shift.number() && *shift.number() <= 0)) {
                const auto own = is_domain_extent(tile, d, index) ? it_.domain->extents[index] : extent;
                add(bound.highs, (Scalar::of(own) - (Scalar::of(1) + shift)).text());
            }
            return;
        }
        add(bound.lows, fmt::format("hydra_first_inside({}, {}, {})", coefficient.text(), shift.text(), extent));
        add(bound.highs, fmt::format("hydra_last_inside({}, {}, {})", coefficient.text(), shift.text(), extent));
    }

    static void add(std::vector<std::string>& list, const std::string& text) {
        if (std::find(list.begin(), list.end(), text) == list.end())
            list.push_back(text);
    }

    void find_bounds(Code& before) {
        std::map<std::string, Bounds> bounds;
        for (const auto& access : it_.accesses) {
            for (std::size_t d = 0; d < access.subscripts.size(); ++d) {
                const auto& each = access.subscripts[d];
                if (each.is_whole || each.is_periodic)
                    continue;
                constrain(each.first, *access.tile, d, bounds);
                if (each.is_section)
                    constrain(each.last, *access.tile, d, bounds);
            }
        }
        for (std::size_t k = 0; k < it_.indexes.size(); ++k) {
            auto& index = it_.indexes[k];
            auto& bound = bounds[index.name];
            std::string first = std::to_string(bound.least);
            for (const auto& each : bound.lows)
                first = fmt::format("hydra_larger({}, {})", first, each);
            std::string last = it_.domain->extents[k] + " - 1";
            for (const auto& each : bound.highs)
                last = bound.highs.size() == 1 && each.starts_with(it_.domain->extents[k] + " - ") &&
                               is_number(each.substr(it_.domain->extents[k].size() + 3))
                           ? each
                           : fmt::format("hydra_smaller({}, {})", last, each);
            index.is_whole = bound.least == 0 && bound.lows.empty() && bound.highs.empty();
            index.first = named(first, index.name + "_first", before);
            index.last = named(last, index.name + "_last", before);
        }
    }

    static bool is_number(const std::string& text) {
        return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
    }

    std::string named(const std::string& text, const std::string& wish, Code& before) {
        if (is_number(text))
            return text;
        const auto own = unit_.fresh(wish);
        before += pad(depth_ + 1) + "const long " + own + " = " + text + ";\n";
        return own;
    }

    // ---- writing

    // The outermost loop is the one that the layout deals out.
    void order_loops() {
        if (it_.domain != nullptr || it_.has_wave()) // its vectors are in the order of the indexes
            return;
        for (const auto& access : it_.accesses) {
            if (access.role == Role::in)
                continue;
            const auto& first = access.subscripts[0].first;
            for (const auto& [named, coefficient] : first.coefficients) {
                const auto& name = named;
                const auto at = std::find_if(it_.indexes.begin(), it_.indexes.end(),
                                             [&](const auto& each) { return each.name == name; });
                std::rotate(it_.indexes.begin(), at, at + 1);
                return;
            }
            return;
        }
    }

    // Of the second subscript of what is written, if the second loop counts it.
    void find_column(const Access& access, Placing& placing) const {
        if (access.subscripts.size() < 2 || it_.indexes.size() < 2)
            return;
        const auto& second = access.subscripts[1];
        const auto found = second.first.coefficients.find(it_.indexes[1].name);
        placing.across = !it_.rows_alone && !second.is_periodic && !second.is_whole && !second.first.divides &&
                         found != second.first.coefficients.end() && second.first.coefficients.size() == 1 &&
                         found->second.is(1) && it_.indexes[1].step == "1";
        if (placing.across)
            placing.column = second.first.constant.text();
    }

    std::string clause_of(const Tile& tile, Placing placing) {
        placing.layout = tile.layout;
        placing.group = tile.group;
        placing.extents = tile.extents;
        return placing_clause(placing, tile.plain_name(), it_.range, unit_, depth_ + 1, it_.before);
    }

    std::string layout_clause() {
        Placing placing;
        if (it_.domain != nullptr) {
            placing.across = it_.indexes.size() > 1 && !it_.rows_alone;
            return clause_of(*it_.domain, placing);
        }
        for (const auto& access : it_.accesses) {
            if (access.role == Role::in)
                continue;
            const auto& subscript = access.subscripts[0];
            const auto& first = subscript.first;
            const auto found = first.coefficients.find(it_.indexes[0].name);
            if (subscript.is_whole || (!subscript.is_periodic && !first.divides && first.coefficients.empty())) {
                placing.scale = "0"; // all of it where the first element lies
                placing.offset = subscript.is_whole ? "0" : first.constant.text();
                return clause_of(*access.tile, placing);
            }
            if (subscript.is_periodic || first.divides || found == first.coefficients.end())
                return placed_anywhere(access.tile->group);
            placing.scale = found->second.text();
            if (first.coefficients.size() == 1)
                placing.offset = first.constant.text();
            find_column(access, placing);
            return clause_of(*access.tile, placing);
        }
        return placed_anywhere(CoordinationExpressions::here);
    }

    // An element that is combined as a scalar keeps its value where there is no process. What says whether there is one
    // is combined, too, where conditions decide.
    std::string where_named(const ReducedArgument& reduction, std::string& clauses) {
        if (!reduction.is_element)
            return "";
        if (it_.has_wave() && !it_.guards.empty())
            unit_.error(it_.range,
                        "not in this version: reduce into one element beside 'wave:', where not all indexes of "
                        "the domain are processes; combine into a scalar");
        if (it_.guards.empty() || it_.has_wave())
            return "if (" + some_processes(it_) + ") ";
        if (any_.empty()) {
            any_ = unit_.fresh("hydra_any");
            it_.before += pad(depth_ + 1) + fmt::format("int {} = 0;\n", any_);
            clauses += fmt::format(" reduction(||: {})", any_);
        }
        return fmt::format("if ({}) ", any_);
    }

    static std::string neutral(const ReducedArgument& reduction) {
        const auto& op = reduction.op;
        if (op == "min" || op == "max")
            return fmt::format("HYDRA_{}({})", op == "min" ? "GREATEST" : "LEAST", reduction.type);
        return op == "*" || op == "&&" ? "1" : op == "&" ? "~(" + reduction.type + ")0" : "0";
    }

    // The number of an element among all of its tile.
    [[nodiscard]] static std::string number(const Access& access) {
        std::string text;
        for (std::size_t d = 0; d < access.subscripts.size(); ++d) {
            const auto& each = access.subscripts[d];
            const auto& extent = access.tile->extents[d];
            const auto place =
                each.is_periodic ? fmt::format("hydra_cyc({}, {})", each.first.text, extent) : each.first.text;
            text = d == 0 ? place : fmt::format("({}) * {} + {}", text, extent, place);
        }
        return text;
    }

    // Elements into which several parts of the loop combine begin with what changes nothing.
    void scatter(const RoleParameter& parameter, const ReducedArgument& reduction, Code& checks, std::string& clauses) {
        const auto& access = *call_.access_of(parameter);
        std::string first = access.tile->c();
        for (std::size_t d = 1; d < access.tile->dims(); ++d)
            first += "[0]";
        checks += pad(depth_ + 1) + fmt::format("{} *{} = {};\n", reduction.type, reduction.all, first);
        std::string guard;
        for (const auto& each : it_.guards)
            guard += (guard.empty() ? "if (" : " && ") + each;
        checks += loops_around(it_,
                               fmt::format("{}{}[{}] = {};", guard.empty() ? "" : guard + ") ", reduction.all,
                                           number(access), neutral(reduction)),
                               depth_ + 1);
        clauses += fmt::format(" reduction({}: {}[0:{}])", reduction.op, reduction.all, tile_count(*access.tile));
    }

    [[nodiscard]] std::string combine(const RoleParameter& parameter, ReducedArgument r) const {
        if (r.is_scattered)
            r.all = fmt::format("{}[{}]", r.all, number(*call_.access_of(parameter)));
        // Without negative zeros, it does not matter which process comes first.
        if ((r.op == "min" || r.op == "max") && !unit_.is_integer(r.type))
            r.one = fmt::format("({0} == 0 ? 0 : {0})", r.one);
        return combined_text(r.op, r.all, r.one);
    }

    static std::string combined_text(const std::string& op, const std::string& all, const std::string& one) {
        if (op == "min" || op == "max")
            return fmt::format("if ({0} {2} {1}) {1} = {0};", one, all, op == "min" ? "<" : ">");
        if (op == "&&" || op == "||")
            return fmt::format("{1} = {1} {2} {0};", one, all, op);
        return fmt::format("{1} {2}= {0};", one, all, op);
    }

    // One nest combines what the same indexes name, and processes that are none name no element; else several parts of
    // the loop combine.
    void scatter_what_differs() {
        std::optional<std::set<std::string>> nested;
        for (auto& [parameter, reduction] : it_.reductions) {
            if (reduction.access == nullptr || reduction.is_scattered)
                continue;
            std::set<std::string> naming;
            for (const auto& subscript : reduction.access->subscripts)
                for (const auto& [name, coefficient] : subscript.first.coefficients)
                    naming.insert(name);
            reduction.is_scattered = !it_.guards.empty() || (nested && *nested != naming);
            if (!reduction.is_scattered)
                nested = naming;
        }
    }

    // Elements that no process names keep their value: where the loops that combine are empty, so is the outermost one.
    void leave_unnamed(std::size_t inner, Code& checks) {
        std::string some;
        for (auto at = inner; at < it_.indexes.size(); ++at)
            some += (some.empty() ? "" : " && ") + it_.indexes[at].first + " <= " + it_.indexes[at].last;
        auto& outermost = it_.indexes[0];
        const auto own = unit_.fresh(outermost.name + "_last");
        checks += pad(depth_ + 1) +
                  fmt::format("const long {} = {} ? {} : {} - 1;\n", own, some, outermost.last, outermost.first);
        outermost.last = own;
    }

    // The first of the loops over which elements are combined; as many as there are: none.
    std::size_t inner_from() {
        std::set<std::string> naming;
        bool any = false;
        for (const auto& [parameter, reduction] : it_.reductions) {
            if (reduction.access == nullptr || reduction.is_scattered)
                continue;
            any = true;
            for (const auto& subscript : reduction.access->subscripts)
                for (const auto& [name, coefficient] : subscript.first.coefficients)
                    naming.insert(name);
        }
        combines_elements_ = any;
        if (!any)
            return it_.indexes.size();
        std::stable_partition(it_.indexes.begin(), it_.indexes.end(),
                              [&](const auto& index) { return naming.contains(index.name); });
        return naming.size();
    }

    Code loops(std::size_t level, std::size_t inner, const std::vector<P::ArgumentContext*>& arguments) {
        const int depth = depth_ + 1 + static_cast<int>(level) + (level >= inner ? 1 : 0);
        if (level == inner && combines_elements_)
            return combined(level, arguments);
        if (level == it_.indexes.size())
            return process(arguments, depth);
        const auto& index = it_.indexes[level];
        if (level > 0 && level + 1 == it_.indexes.size() && !call_.doubts_extents() && !combines_elements_)
            return cut_loop(index, depth, arguments);
        const bool opens = level + 1 == inner && combines_elements_;
        return Code(pad(depth)) + head(index) + (opens ? " {\n" : "\n") + loops(level + 1, inner, arguments) +
               (opens ? pad(depth) + "}\n" : "");
    }

    // The innermost loop, cut where periodic subscripts wrap: in what runs, a loop over its pieces stands around it.
    Code cut_loop(const ParallelIndex& index, int depth, const std::vector<P::ArgumentContext*>& arguments) {
        if (call_.write(arguments, &index).places.empty())
            return Code(pad(depth)) + head(index) + "\n" + process(arguments, depth + 1);
        const auto from = unit_.fresh(index.name + "_from"), to = unit_.fresh(index.name + "_to");
        std::vector<ProcessCall::Call::Place> places;
        const auto inside = process(arguments, depth + 2, &index, &places);
        const bool moves = std::any_of(
            places.begin(), places.end(), [](const auto& each) { return each.by > 0; });
        const auto line = [&](const std::string& text) { return pad(depth + 1) + "HYDRA_RUNS(" + text + ")\n"; };
        // Outer braces make it the body of the loop around it. Without processes there may be no places.
        Code out = pad(depth) + "{\n" + pad(depth);
        if (moves)
            out += fmt::format("HYDRA_RUNS(for (long {0} = {1}, {3}; {0} <= {2}; {0} = {3} + 1)) {{\n", index.name,
                               index.first, index.last, to) +
                   line(fmt::format("const long {} = {};", from, index.name)) +
                   line(fmt::format("{} = {};", to, index.last));
        else
            out += fmt::format("HYDRA_RUNS(if ({} <= {})) {{\n", index.first, index.last);
        for (const auto& each : places)
            out += line(each.by == 0 ? fmt::format("const long {} = hydra_cyc({}, {});", each.name, each.e, each.extent)
                                     : fmt::format("const long {} = hydra_shift(&{}, {}, {}, {}, {});", each.name, to,
                                                   each.by, index.name, each.e, each.extent));
        const Code name(index.name, index.range);
        out +=
            Code(pad(depth + 1)) + (moves ? Code("for (long ") + name +
                                                fmt::format(" = HYDRA_PLACE({}, {}); {} <= HYDRA_PLACE({}, {}); "
                                                            "{}++)",
                                                            index.first, from, index.name, index.last, to, index.name)
                                          : head(index));
        return out + "\n" + inside + pad(depth) + "}\n" + pad(depth) + "}\n";
    }

    static Code head(const ParallelIndex& index) {
        const Code name(index.name, index.range);
        return Code("for (long ") + name + " = " + index.first + "; " + index.name + " <= " + index.last + "; " +
               index.name + (index.step == "1" ? "++)" : " += " + index.step + ")");
    }

    // Loops that combine, with what they combine around them.
    Code combined(std::size_t level, const std::vector<P::ArgumentContext*>& arguments) {
        const int depth = depth_ + 1 + static_cast<int>(level);
        Code out;
        Code store;
        for (const auto& [parameter, reduction] : it_.reductions) {
            if (reduction.access == nullptr || reduction.is_scattered)
                continue;
            out += pad(depth) + fmt::format("{} {} = {};\n", reduction.type, reduction.all, neutral(reduction));
            store += Code(pad(depth)) + call_.element(*reduction.access) + " = " + reduction.all + ";\n";
        }
        Code nest;
        int inside = depth;
        for (auto at = level; at < it_.indexes.size(); ++at)
            nest += Code(pad(inside++)) + head(it_.indexes[at]) + "\n";
        return out + nest + process(arguments, inside) + store;
    }

    // The function is given variables in place of the elements that it writes: so all that the loop touches stands in
    // it.
    Code process(const std::vector<P::ArgumentContext*>& arguments, int depth, const ParallelIndex* inner = nullptr,
                 std::vector<ProcessCall::Call::Place>* places = nullptr) {
        std::string guard;
        for (const auto& each : it_.guards)
            guard += (guard.empty() ? "" : " && ") + each;
        const auto call = call_.write(arguments, inner);
        if (places != nullptr)
            *places = call.places;
        if (it_.reductions.empty() && call.before.empty())
            return guard.empty() ? Code(pad(depth)) + call.text + ";\n"
                                 : Code(pad(depth)) + "if (" + guard + ")\n" + pad(depth + 1) + call.text + ";\n";
        Code out = Code(pad(depth)) + (guard.empty() ? "{\n" : "if (" + guard + ") {\n");
        for (const auto& each : call.before)
            out += Code(pad(depth + 1)) + each + ";\n";
        for (const auto& [parameter, reduction] : it_.reductions)
            out += pad(depth + 1) + reduction.type + " " + reduction.one + ";\n";
        out += Code(pad(depth + 1)) + call.text + ";\n";
        for (const auto& each : call.after)
            out += Code(pad(depth + 1)) + each + ";\n";
        for (const auto& [parameter, reduction] : it_.reductions)
            out += pad(depth + 1) + combine(*parameter, reduction) + "\n";
        if (!any_.empty())
            out += pad(depth + 1) + fmt::format("{0} = {0} || 1;\n", any_);
        return out + pad(depth) + "}\n";
    }

    Parallel& it_;
    CmapsUnit& unit_;
    ProcessCall call_;
    int depth_;
    std::string any_;                // a variable that says whether there is a process
    bool combines_elements_ = false; // each where it lies
};

// Tiles whose extents change are pointers to elements; while it lives, rows stand for them.
class TileViews {
  public:
    TileViews(Parallel& it, CmapsUnit& unit, int depth) {
        std::set<Tile*> tiles;
        if (it.domain != nullptr)
            tiles.insert(it.domain);
        for (const auto& access : it.accesses)
            tiles.insert(access.tile);
        for (auto* tile : tiles)
            if (tile->is_flat && tile->dims() > 1) {
                const auto view = unit.fresh(tile->plain_name() + "_rows");
                it.before += pad(depth) + tile_pointer(tile->type, view, tile->extents) + " = " + tile->rows() + ";\n";
                before_.emplace_back(tile, std::exchange(tile->pointer, view));
            }
    }
    TileViews(const TileViews&) = delete;
    TileViews& operator=(const TileViews&) = delete;
    ~TileViews() {
        for (auto& [tile, pointer] : before_)
            tile->pointer = std::move(pointer);
    }

  private:
    std::vector<std::pair<Tile*, std::string>> before_;
};

} // namespace

Code lower_parallel(P::ParallelStatementContext* context, CmapsUnit& unit, Scopes& scopes,
                    CoordinationExpressions& expressions, Code& helpers, int depth) {
    const CmapsUnit::NameScope names(unit); // of the block that it becomes
    Parallel parallel;
    parallel.context = context;
    parallel.range = unit.range(context->getStart());
    scopes.enter();
    Code out;
    if (read_parallel(parallel, unit, scopes, expressions, depth)) {
        const TileViews views(parallel, unit, depth + 1);
        out = ParallelWriter(parallel, unit, expressions, helpers, depth).write();
    }
    scopes.leave();
    return out;
}

} // namespace hydra::frontend::cmaps

// Pass: block_cyclic. Loops that touch one dimension of an array share a template, and all of them cut it alike, or
// rows would move from rank to rank. One block a rank has the least border; but where a loop's bounds move with an
// outer loop (LU), or iterations grow longer from one end to the other (triangles), blocks leave ranks without work:
// then rows are block-cyclic: small blocks go round the ranks. Not, however, where that moves more data: where
// neighbouring rows are read, or rows that only the data tell, or, in a triangle, a part of the rows that its
// iterations decide; nor where other loops share the rows out differently. After it: Distribution::block_cyclic is set.
#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "passes/access/state.h"
#include "passes/distribution/moving_bounds.h"
#include "passes/distribution/read_sizes.h"
#include "passes/facts/array_classes.h"
#include "passes/passes.h"

namespace hydra::passes {

namespace {

// What is known of the loops that share a template.
struct Sharers {
    std::string moving;   // why blocks would leave ranks without work; empty: they do not
    std::string triangle; // why their work differs
    std::string border;   // why block-cyclic rows would move more, whatever the loops
    std::string spread;   // why it would, compared with the blocks of a triangle
};

// What iterations touch along a template's dimension.
enum class Reach {
    all,  // the same, whatever the iteration
    part, // from one end up to a place that the iteration decides
    own,  // their own place
    other // places at a distance from their own, or anywhere
};

Reach reach_of_bounds(bool low_moves, bool high_moves) {
    return low_moves && high_moves ? Reach::other : low_moves || high_moves ? Reach::part : Reach::all;
}

// The same of a subscript that an inner loop counts; nothing: it is no such.
std::optional<Reach> reach_of_loop(const Region& region, const Poly& subscript) {
    for (const RegionAccesses::Counted& counted : region.accesses.counted)
        if (subscript == Poly::symbol(counted.iterator))
            return reach_of_bounds(mentions(counted.start, region.chunk_variable),
                                   mentions(counted.bound, region.chunk_variable));
    return std::nullopt;
}

// Along dimension d.
Reach reach(const Region& region, const ir::Access& access, const RawAccess& raw, std::size_t d) {
    if (const auto line = along(region.symbols, raw.subscripts[d], region.chunk_variable))
        return line->scale == 0                                                               ? Reach::all
               : line->scale == region.placed->scale && line->offset == region.placed->offset ? Reach::own
                                                                                              : Reach::other;
    if (access.form == ir::Access::Form::box && access.box.size() == raw.subscripts.size())
        return reach_of_bounds(ir::depends_on_chunk(access.box[d].lo), ir::depends_on_chunk(access.box[d].hi));
    return reach_of_loop(region, raw.subscripts[d]).value_or(Reach::other);
}

// Whether the value may differ from iteration to iteration.
bool depends(const Region& region, const Poly& poly) {
    for (const auto& [monomial, factor] : poly.terms())
        for (const SymbolId symbol : monomial) {
            if (symbol == region.chunk_variable)
                return true;
            if (region.symbols.invariant(Poly::symbol(symbol)))
                continue;
            const auto& loops = region.accesses.counted;
            const auto loop = std::find_if(loops.begin(), loops.end(),
                                           [&](const auto& counted) { return counted.iterator == symbol; });
            if (loop == loops.end() || depends(region, loop->start) || depends(region, loop->bound))
                return true;
        }
    return false;
}

// Pointers in a table, on the way to the rows, which have an access of their own.
bool is_table(const RawAccess& raw) {
    return raw.kind == ir::AccessKind::read && raw.object != nullptr && raw.object->is_pointer();
}

// Whether the iterations move along dimension d, at their own places or near them.
bool goes_along(const Region& region, const RawAccess& raw, std::size_t d) {
    const Poly& subscript = raw.subscripts[d];
    if (const auto line = along(region.symbols, subscript, region.chunk_variable))
        return line->scale != 0;
    return mentions(subscript, region.chunk_variable) || reach_of_loop(region, subscript) == Reach::other;
}

class BlockCyclicChooser {
  public:
    explicit BlockCyclicChooser(State& state) : state_(state), classes_(state.program, state.summary), bounds_(state) {}

    void run() {
        for (const ir::Kernel& kernel : state_.program.kernels) {
            if (kernel.analysis.replicated)
                continue;
            note_use(kernel);
            if (takes_part(kernel))
                join(kernel);
        }
        for (const ir::Kernel& kernel : state_.program.kernels)
            if (takes_part(kernel))
                look_at(kernel);
        for (const auto& [place, member] : places_)
            note_other_uses(std::get<0>(place), sharers_[sets_.representative(member)]);
        for (ir::Kernel& kernel : state_.program.kernels)
            if (takes_part(kernel))
                decide(kernel);
    }

  private:
    using Place = std::tuple<int, std::size_t, std::size_t>; // a class of arrays, how many dimensions, which one
    struct Use {
        std::set<std::size_t> dims;   // of the views through which iterations share the arrays out
        std::string placed_otherwise; // a loop that does so by its own numbers
        bool written = false;         // ranks write parts of them
    };

    Region& region(const ir::Kernel& kernel) const {
        return *state_.kernels[static_cast<std::size_t>(kernel.id.value)];
    }
    bool takes_part(const ir::Kernel& kernel) const {
        return !kernel.analysis.replicated && region(kernel).placed_by >= 0;
    }

    int class_of(const Region& region, const RawAccess& raw) {
        return raw.root == RawAccess::everything
                   ? ArrayClasses::none
                   : array_class(classes_, region.accesses.roots[static_cast<std::size_t>(raw.root)]);
    }

    int member(const Region& region, const RawAccess& raw, std::size_t dim) {
        const auto [at, fresh] = places_.try_emplace({class_of(region, raw), raw.subscripts.size(), dim}, 0);
        if (fresh)
            at->second = sets_.add();
        return at->second;
    }

    int template_of(const ir::Kernel& kernel) {
        const Region& from = region(kernel);
        const RawAccess& raw = from.accesses.accesses[static_cast<std::size_t>(from.placed_by)];
        return sets_.representative(member(from, raw, static_cast<std::size_t>(kernel.distribution.alignment.dim)));
    }

    void note_use(const ir::Kernel& kernel) {
        const Region& from = region(kernel);
        for (const RawAccess& raw : from.accesses.accesses) {
            if (is_table(raw))
                continue;
            Use& use = uses_[class_of(from, raw)];
            use.written = use.written || raw.kind != ir::AccessKind::read;
            const auto moves = [&](const Poly& subscript) { return depends(from, subscript); };
            if (raw.known && std::none_of(raw.subscripts.begin(), raw.subscripts.end(), moves))
                continue;
            use.dims.insert(raw.subscripts.size());
            if (!takes_part(kernel) && use.placed_otherwise.empty())
                use.placed_otherwise = fmt::format(
                    "line {} uses '{}', and its iterations are placed by their own numbers", line(kernel), raw.text);
        }
    }

    // All array dimensions that the iterations move along share one template.
    void join(const ir::Kernel& kernel) {
        const Region& from = region(kernel);
        const int own = template_of(kernel);
        for (const RawAccess& raw : from.accesses.accesses) {
            if (!raw.known || raw.inspected.stage > 0 || class_of(from, raw) == ArrayClasses::none)
                continue;
            for (std::size_t d = 0; d < raw.subscripts.size(); ++d)
                if (goes_along(from, raw, d))
                    sets_.unite(own, member(from, raw, d));
        }
    }

    int line(const ir::Kernel& kernel) const { return state_.sources.line(kernel.loop->range); }

    void look_at(const ir::Kernel& kernel) {
        Sharers& sharers = sharers_[template_of(kernel)];
        if (const ir::VarDecl* variable = bounds_.of(kernel)) {
            moving_.insert(kernel.id.value);
            if (sharers.moving.empty())
                sharers.moving =
                    fmt::format("the bounds of the loop in line {} move with '{}'", line(kernel), variable->name);
        }
        const auto& value = region(kernel).loop_value;
        if (value && !region(kernel).bridge.affine(*value) && sharers.border.empty())
            sharers.border = fmt::format("line {} goes in steps that the run tells, so that its rows may be other "
                                         "elements in each launch",
                                         line(kernel));
        const std::string inner = longer(region(kernel));
        if (!inner.empty() && sharers.triangle.empty())
            sharers.triangle = fmt::format("iterations of the loop in line {} have unequal rounds of the one over '{}'",
                                           line(kernel), inner);
        for (const ir::Access& access : kernel.touches.accesses)
            if (access.kind != ir::AccessKind::reduce)
                look_at(kernel, access, sharers);
        const ir::Directive& directive = *kernel.loop->as<ir::For>()->directive;
        for (const ir::Reduction& reduction : directive.reductions)
            if (reduction.in_order && sharers.border.empty())
                sharers.border =
                    fmt::format("line {} has a reduction whose ranks need neighbouring iterations", line(kernel));
    }

    // The variable of an inner loop whose number of rounds depends on the iteration.
    static std::string longer(const Region& region) {
        for (const RegionAccesses::Counted& counted : region.accesses.counted)
            if (mentions(counted.bound.minus(counted.start).value_or(Poly()), region.chunk_variable))
                return region.symbols[counted.iterator].name;
        return "";
    }

    void look_at(const ir::Kernel& kernel, const ir::Access& access, Sharers& sharers) {
        const RawAccess* raw = source_of(region(kernel), access);
        const int array = raw == nullptr ? ArrayClasses::none : class_of(region(kernel), *raw);
        if (array != ArrayClasses::none && !uses_[array].written)
            return; // every rank has it
        const bool reads = access.kind == ir::AccessKind::read;
        const Reach found = array == ArrayClasses::none ? Reach::other : reach(kernel, access, *raw);
        if (found == Reach::own || (found == Reach::all && reads))
            return;
        std::string& why = found == Reach::part && reads ? sharers.spread : sharers.border;
        if (why.empty())
            why = reads ? fmt::format("line {} reads '{}', which would come from more ranks", line(kernel), access.text)
                        : fmt::format("line {} writes '{}', which would go to more ranks", line(kernel), access.text);
    }

    // Along the dimensions that lie along the kernel's template; along others, what is not the same for all iterations.
    Reach reach(const ir::Kernel& kernel, const ir::Access& access, const RawAccess& raw) {
        if (!raw.known || raw.inspected.stage > 0)
            return Reach::other;
        const int own = template_of(kernel);
        Reach most = Reach::all;
        for (std::size_t d = 0; d < raw.subscripts.size(); ++d) {
            const Reach found = passes::reach(region(kernel), access, raw, d);
            if (found == Reach::own && sets_.representative(member(region(kernel), raw, d)) == own)
                return found;
            most = std::max(most, found);
        }
        return most;
    }

    // Loops that share an array out in another way than along the template.
    void note_other_uses(int array, Sharers& sharers) {
        const Use& use = uses_[array];
        if (!use.written || !sharers.border.empty())
            return;
        if (!use.placed_otherwise.empty())
            sharers.border = use.placed_otherwise;
        else if (use.dims.size() > 1)
            sharers.border = "loops see its array in shapes of different dimensions";
    }

    void decide(ir::Kernel& kernel) {
        const Sharers& sharers = sharers_[template_of(kernel)];
        const std::string& against = sharers.moving.empty() && sharers.border.empty() ? sharers.spread : sharers.border;
        const std::string& unequal = sharers.moving.empty() ? sharers.triangle : sharers.moving;
        if (unequal.empty())
            return;
        kernel.distribution.block_cyclic.cyclic = against.empty();
        kernel.distribution.block_cyclic.bounds_move = moving_.contains(kernel.id.value);
        kernel.distribution.block_cyclic.reason =
            against.empty() ? "indexes go to the ranks block-cyclically, since " + unequal
                            : fmt::format("each rank has one block of indexes although {}: dealt out block-cyclically, "
                                          "more would move ({})",
                                          unequal, against);
    }

    State& state_;
    ArrayClasses classes_;
    MovingBounds bounds_;
    std::map<Place, int> places_;
    DisjointSets sets_;              // of places: templates
    std::map<int, Use> uses_;        // by class of arrays
    std::set<int> moving_;           // kernels
    std::map<int, Sharers> sharers_; // by template
};

} // namespace

void block_cyclic_pass(State& state) {
    if (!state.program.kernels.empty())
        BlockCyclicChooser(state).run();
}

} // namespace hydra::passes

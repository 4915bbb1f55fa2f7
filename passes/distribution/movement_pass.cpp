// Pass: movement. Where the data of each read come from, seen from the placement of the kernel that reads: its own
// part, the neighbours' at a fixed distance, the same part for all, or somewhere else. Reports and the dealing of
// templates ask; the runtime finds out exactly. After it: Access::movement of every kernel's reads is set.
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "passes/access/state.h"
#include "passes/distribution/launch_order.h"
#include "passes/facts/array_classes.h"
#include "passes/passes.h"
#include "passes/worth.h"

namespace hydra::passes {

namespace {

using Kind = ir::Movement::Kind;

bool follows(const Region& region, const Poly& subscript) {
    const auto line = along(region.symbols, subscript, region.chunk_variable);
    return line && line->scale != 0;
}

// Whether a subscript is made of parameters and inner loops' variables alone.
bool inner_only(const Region& region, const Poly& subscript) {
    return std::all_of(
        subscript.terms().begin(), subscript.terms().end(),
        [&](const auto& term) {
            return std::all_of(
                term.first.begin(), term.first.end(),
                [&](SymbolId id) {
                    return region.symbols[id].kind == Symbol::Kind::parameter ||
                           (region.symbols[id].kind == Symbol::Kind::iterator && id != region.chunk_variable);
                });
        });
}

// Whether the chunk of iterations decides which part of dimension d is touched. In `a[i][j]` with j <= i, the columns
// depend on i, but they are those of row i, which has been counted already.
bool moves(const Region& region, const ir::Access& access, const RawAccess& raw, std::size_t d) {
    if (access.form == ir::Access::Form::box && access.box.size() == raw.subscripts.size())
        return ir::depends_on_chunk(access.box[d].lo) || ir::depends_on_chunk(access.box[d].hi);
    if (inner_only(region, raw.subscripts[d]) && std::any_of(raw.subscripts.begin(), raw.subscripts.end(),
                                                             [&](const Poly& other) { return follows(region, other); }))
        return false;
    const auto line = along(region.symbols, raw.subscripts[d], region.chunk_variable);
    return !line || line->scale != 0;
}

const ir::VarDecl* array_of(const State& state, const Region& region, const RawAccess& raw) {
    return raw.root == RawAccess::everything
               ? nullptr
               : state.summary.canonical(region.accesses.roots[static_cast<std::size_t>(raw.root)].variable);
}

// A loop that may have written the array before along another dimension: "line 10 writes it by rows".
std::string placed_elsewhere(const State& state, LaunchOrder& order, const ir::Kernel& reader, const ir::VarDecl* array,
                             std::size_t dims, int dim) {
    for (const ir::Kernel& kernel : state.program.kernels) {
        const Region& region = *state.kernels[static_cast<std::size_t>(kernel.id.value)];
        if (kernel.analysis.replicated || !order.may_precede(kernel, reader))
            continue;
        for (const RawAccess& raw : region.accesses.accesses) {
            if (raw.kind == ir::AccessKind::read || !raw.known || raw.subscripts.size() != dims ||
                array_of(state, region, raw) != array)
                continue;
            const auto first = std::find_if(raw.subscripts.begin(), raw.subscripts.end(),
                                            [&](const Poly& subscript) { return follows(region, subscript); });
            const auto other = static_cast<std::size_t>(first - raw.subscripts.begin());
            if (other < dims && static_cast<int>(other) != dim)
                return fmt::format("line {} writes it by {}", state.sources.line(kernel.loop->range),
                                   other == 0          ? "rows"
                                   : other + 1 == dims ? "columns"
                                                       : "planes");
        }
    }
    return "";
}

// How far from its own place an iteration reads.
std::string distance_text(const Region& region, const Line& line) {
    const auto distance = line.offset.minus(region.placed->offset);
    const auto number = distance ? distance->constant() : std::nullopt;
    return number ? fmt::format("{}", std::abs(*number)) : distance ? region.symbols.user_text(*distance) : "";
}

// How far at most, where the subscript is no line but stays near (`i > 0 ? i - 1 : 0`).
std::optional<int> greatest_distance(Region& region, const RawAccess& raw, const Poly& subscript) {
    const auto own = Poly::symbol(region.chunk_variable).times(Poly(region.placed->scale));
    const auto place = own ? own->plus(region.placed->offset) : std::nullopt;
    const auto distance = place ? subscript.minus(*place) : std::nullopt;
    const auto text = distance ? region.bridge.affine(*distance) : std::nullopt;
    const auto within = [&](int most) {
        return region.bridge.holds(raw.domain, fmt::format("-{0} <= {1} and {1} <= {0}", most, *text));
    };
    if (!text || !within(worth::farthest_border))
        return std::nullopt;
    int most = 0;
    while (most < worth::farthest_border && !within(most)) // isl may give up
        ++most;
    return most;
}

// Which arrays other ranks may hold parts of: those that loops which ranks share out write, as far as names tell, or
// that serial code copies others into.
class SharedOut {
  public:
    explicit SharedOut(const State& state)
        : classes_(state.program, state.summary), several_files_(state.program.units.size() > 1) {
        for (const ir::Kernel& kernel : state.program.kernels) {
            const Region& region = *state.kernels[static_cast<std::size_t>(kernel.id.value)];
            for (const RawAccess& raw : region.accesses.accesses)
                if (!kernel.analysis.replicated && raw.kind != ir::AccessKind::read)
                    writers_[class_of(region, raw.root)].push_back(&kernel);
            for (const ReducedSection& section : region.reduced)
                writers_[class_of(region, section.root)].push_back(&kernel);
        }
        for (const ir::Site& site : state.program.sites)
            if (!site.copied.empty() && site.touches.slots.size() > 1) {
                const Region& region = *state.sites[static_cast<std::size_t>(site.id.value)];
                for (std::size_t root = 0; root < region.accesses.roots.size(); ++root)
                    copied_.insert(class_of(region, static_cast<int>(root)));
            }
    }

    // Whether every rank has all of what the kernel's access touches.
    [[nodiscard]] bool leaves_out(LaunchOrder& order, const ir::Kernel& kernel, const Region& region,
                                  const RawAccess& raw) {
        const int array = class_of(region, raw.root);
        // A pointer in a record has a class in each file that declares the record.
        const ir::VarDecl* named = raw.root == RawAccess::everything
                                       ? nullptr
                                       : region.accesses.roots[static_cast<std::size_t>(raw.root)].variable;
        if (several_files_ && (named == nullptr || !named->type->is_array()))
            return false;
        const auto before = [&](int written) {
            const auto& writers = writers_[written];
            return std::any_of(writers.begin(), writers.end(),
                               [&](const ir::Kernel* writer) { return order.may_precede(*writer, kernel); });
        };
        return array != ArrayClasses::none && !copied_.contains(array) && !copied_.contains(ArrayClasses::none) &&
               !before(array) && !before(ArrayClasses::none);
    }

  private:
    int class_of(const Region& region, int root) {
        return root == RawAccess::everything
                   ? ArrayClasses::none
                   : array_class(classes_, region.accesses.roots[static_cast<std::size_t>(root)]);
    }

    ArrayClasses classes_;
    bool several_files_;
    std::map<int, std::vector<const ir::Kernel*>> writers_; // by class; none: of anything
    std::set<int> copied_;
};

ir::Movement movement(const State& state, LaunchOrder& order, Region& region, const ir::Kernel& kernel,
                      const ir::Access& access, const RawAccess& raw) {
    ir::Movement found;
    if (!raw.known || !region.placed)
        return found;
    found.kind = Kind::all;
    for (std::size_t d = 0; d < raw.subscripts.size(); ++d) {
        if (!moves(region, access, raw, d))
            continue;
        const bool moved_before = found.kind != Kind::all;
        const bool same_dimension =
            static_cast<int>(d) == kernel.distribution.alignment.dim || raw.subscripts.size() == 1;
        const auto line = along(region.symbols, raw.subscripts[d], region.chunk_variable);
        found.kind = Kind::elsewhere;
        found.dim = static_cast<int>(d);
        found.subscript = subscript_text(region, kernel, raw, d);
        if (moved_before || !same_dimension)
            return found;
        if (!line) {
            if (const auto most = greatest_distance(region, raw, raw.subscripts[d])) {
                found.kind = *most == 0 ? Kind::own : Kind::neighbour;
                found.distance = fmt::format("{}", *most);
                found.nearer = true;
                continue;
            }
            return found;
        }
        if (line->scale != region.placed->scale)
            return found;
        found.kind = line->offset == region.placed->offset ? Kind::own : Kind::neighbour;
        if (found.kind == Kind::neighbour)
            found.distance = distance_text(region, *line);
    }
    if (const ir::VarDecl* array = array_of(state, region, raw); array != nullptr && found.kind == Kind::own)
        found.other = placed_elsewhere(state, order, kernel, array, raw.subscripts.size(), found.dim);
    return found;
}

} // namespace

void movement_pass(State& state) {
    LaunchOrder order(state);
    SharedOut shared_out(state);
    for (ir::Kernel& kernel : state.program.kernels) {
        Region& region = *state.kernels[static_cast<std::size_t>(kernel.id.value)];
        for (ir::Access& access : kernel.touches.accesses) {
            if (const RawAccess* raw = source_of(region, access)) {
                access.movement = movement(state, order, region, kernel, access, *raw);
                access.movement.everywhere = access.everywhere || shared_out.leaves_out(order, kernel, region, *raw);
            }
        }
    }
}

} // namespace hydra::passes

// Pass: parts. A loop for a part of an array (a strip along a border, sums over a region of interest) is cut like any
// other where it is large; but where it takes turns with loops for the whole array, its elements would go to ranks that
// have nothing to do, and back, in each round. Where it does a constant amount of work for each element, that costs
// more than letting these ranks wait. A loop is taken for such a part where no other loop of the serial loop around it
// has the same bounds on that array, but for constants; at a launch its range must be a part of what other loops use.
// A wavefront goes through the rows of its array, a part of them at a time, and leaves them where they are, too.
// After it: Alignment::streams is set.
#include <algorithm>
#include <cstdlib>
#include <set>

#include "passes/distribution/loop_groups.h"
#include "passes/flow/counting.h"
#include "passes/passes.h"

namespace hydra::passes {

namespace {

class PartFinder {
  public:
    explicit PartFinder(State& state) : state_(state), loops_(state) {}

    void run() {
        for (const std::vector<ir::Kernel*>& kernels : loops_.all())
            for (ir::Kernel* kernel : kernels)
                kernel->distribution.alignment.streams =
                    !kernel->analysis.replicated &&
                    (is_wavefront(*kernel) ||
                     (!kernel->distribution.block_cyclic.bounds_move && is_alone(*kernel, kernels))) &&
                    goes_through_elements(*kernel);
    }

  private:
    Region& region(const ir::Kernel& kernel) const {
        return *state_.kernels[static_cast<std::size_t>(kernel.id.value)];
    }

    // Whether it writes the array along a diagonal, of which it passes through all rows.
    bool is_wavefront(const ir::Kernel& kernel) const {
        const int place = kernel.distribution.alignment.slot;
        return place >= 0 && region(kernel).placed_by >= 0 && kernel.distribution.alignment.dim == 0 &&
               std::any_of(
                   kernel.touches.accesses.begin(), kernel.touches.accesses.end(), [&](const ir::Access& access) {
                       if (access.slot < 0 || access.kind == ir::AccessKind::read)
                           return false;
                       const ir::Slot& slot = kernel.touches.slots[static_cast<std::size_t>(access.slot)];
                       return slot.skew != 0 && slot.host == kernel.touches.slots[static_cast<std::size_t>(place)].host;
                   });
    }

    // Whether loops that take turns with it are there, and all of them have other bounds.
    bool is_alone(const ir::Kernel& kernel, const std::vector<ir::Kernel*>& others) {
        const int array = placed_by(kernel);
        bool any = false;
        for (const ir::Kernel* other : others) {
            if (other == &kernel || array == ArrayClasses::none || placed_by(*other) != array ||
                other->distribution.alignment.dim != kernel.distribution.alignment.dim ||
                !loops_.bounds().alternates(kernel, *other))
                continue;
            any = true;
            const auto own = bounds(kernel), its = bounds(*other);
            const bool known = !own.first.empty() && !own.second.empty();
            if (own == its &&
                (known || kernel.at == other->at)) // of what is not known, only the loop's own is the same
                return false;
        }
        return any;
    }

    int placed_by(const ir::Kernel& kernel) {
        const int index = region(kernel).placed_by;
        return index < 0 || std::abs(kernel.distribution.alignment.scale) != 1
                   ? static_cast<int>(ArrayClasses::none)
                   : loops_.class_of(kernel, region(kernel).accesses.accesses[static_cast<std::size_t>(index)]);
    }

    // The positions between which it goes, without constants; none: it is not known.
    std::pair<ir::HostExpr, ir::HostExpr> bounds(const ir::Kernel& kernel) const {
        const ir::CanonicalLoop& loop = kernel.loop->as<ir::For>()->canonical;
        const auto bound = [&](const ir::Expr& expr) -> ir::HostExpr {
            Region& own = region(kernel);
            const auto value = host_value(state_.summary, own.symbols, own.bridge, {}, expr);
            if (!value || !own.symbols.invariant(*value) || !own.placed)
                return {};
            const auto scaled = value->times(Poly(own.placed->scale));
            const auto position = scaled ? scaled->plus(own.placed->offset) : std::nullopt;
            if (!position)
                return {};
            const auto constant = position->terms().find({});
            const auto moves = constant == position->terms().end() ? position : position->minus(Poly(constant->second));
            return moves ? own.symbols.host_expr(*moves) : ir::HostExpr();
        };
        const bool mirrored = kernel.distribution.alignment.scale < 0;
        return {bound(mirrored ? *loop.bound : *loop.start), bound(mirrored ? *loop.start : *loop.bound)};
    }

    // Whether all loops in the body count by subscripts of the array by which iterations are placed.
    bool goes_through_elements(const ir::Kernel& kernel) const {
        const Region& own = region(kernel);
        std::set<SymbolId> counters;
        for (const Poly& subscript : own.accesses.accesses[static_cast<std::size_t>(own.placed_by)].subscripts)
            for (const auto& [monomial, factor] : subscript.terms())
                counters.insert(monomial.begin(), monomial.end());
        const auto counts = [&](const ir::For& loop) {
            return std::any_of(own.accesses.counted.begin(), own.accesses.counted.end(), [&](const auto& counted) {
                return counted.loop == &loop && counters.contains(counted.iterator);
            });
        };
        bool only = true;
        walk(
            *kernel.loop->as<ir::For>()->body,
            [&](const ir::Expr& expr) {
                const auto* call = expr.as<ir::Call>();
                const ir::FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
                only = only && (call == nullptr || (callee != nullptr && !loops_in(*callee)));
            },
            [&](const ir::Stmt& stmt) {
                const auto* loop = stmt.as<ir::For>();
                only = only && stmt.as<ir::While>() == nullptr && stmt.as<ir::DoWhile>() == nullptr &&
                       stmt.as<ir::Goto>() == nullptr && (loop == nullptr || counts(*loop));
            });
        return only;
    }

    // Whether a function of the program's may run for long.
    bool loops_in(const ir::FunctionDecl& function) const {
        const ir::FunctionDecl* body = state_.summary.definition(&function);
        bool found = false;
        if (body != nullptr)
            walk(
                *body->body, [&](const ir::Expr& expr) { found = found || calls_own(expr); },
                [&](const ir::Stmt& stmt) {
                    found = found || stmt.as<ir::For>() != nullptr || stmt.as<ir::While>() != nullptr ||
                            stmt.as<ir::DoWhile>() != nullptr || stmt.as<ir::Goto>() != nullptr;
                });
        return found;
    }

    bool calls_own(const ir::Expr& expr) const {
        const auto* call = expr.as<ir::Call>();
        const ir::FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
        return call != nullptr && (callee == nullptr || state_.summary.definition(callee) != nullptr);
    }

    State& state_;
    LoopGroups loops_;
};

} // namespace

void parts_pass(State& state) {
    if (!state.program.kernels.empty())
        PartFinder(state).run();
}

} // namespace hydra::passes

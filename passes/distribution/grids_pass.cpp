// Pass: grids. Loops that share arrays in a serial loop (a time loop, the rounds of Floyd and Warshall) must all place
// them alike, or they would move in each round; so whether ranks form a grid is asked for all of them together. It may
// be where each of them can run boxes along the same two dimensions, and where all that one reads of other ranks' are
// lines beside its own box: then their numbers say what a round moves for any grid, and the runtime, which knows the
// sizes and the ranks, chooses at the first launch. Loops along edges of the arrays are run by the ranks beside these.
// Other loops that the program runs once may go by rows, and what that moves counts, too. After it: Distribution::grid
// is set, and notes of candidates say what decides.
#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ir/operators.h"
#include "passes/distribution/loop_groups.h"
#include "passes/distribution/sweep_parts.h"
#include "passes/distribution/volumes.h"
#include "passes/flow/counting.h"
#include "passes/passes.h"
#include "passes/worth.h"

namespace hydra::passes {

using ir::HostExpr;

namespace {

class Chooser {
  public:
    explicit Chooser(State& state) : state_(state), loops_(state), bounds_(loops_.bounds()) {}

    void run() {
        for (const std::vector<ir::Kernel*>& kernels : loops_.all())
            decide(kernels);
    }

  private:
    // Along which dimensions of what a kernel's boxes lie.
    using Layout = std::array<std::size_t, 3>;

    Region& region(const ir::Kernel& kernel) const {
        return *state_.kernels[static_cast<std::size_t>(kernel.id.value)];
    }

    int line(const ir::Kernel& kernel) const { return state_.sources.line(kernel.loop->range); }

    Layout layout(const ir::Kernel& kernel) const {
        const RawAccess& placed = region(kernel).accesses.accesses[static_cast<std::size_t>(region(kernel).placed_by)];
        return {placed.subscripts.size(), static_cast<std::size_t>(kernel.distribution.alignment.dim),
                static_cast<std::size_t>(kernel.distribution.boxes.dim)};
    }

    // Why the kernel cannot go along with others in a grid; empty: it can, and `lines` are its own.
    std::string obstacle(ir::Kernel& kernel, const Layout& common, GridLines& lines) {
        if (!kernel.distribution.boxes.any())
            return kernel.distribution.boxes.reason;
        if (loops_.is_lost(kernel))
            return "it is not known which arrays it touches";
        if (layout(kernel) != common)
            return "it goes along other dimensions";
        std::string why;
        const auto found = grid_lines(state_, kernel, loops_.classes(), loops_.moved(), why);
        lines = found.value_or(GridLines{});
        return why;
    }

    void decide(const std::vector<ir::Kernel*>& kernels) {
        const auto leader = std::find_if(kernels.begin(), kernels.end(), [](const ir::Kernel* kernel) {
            return kernel->distribution.grid.repeats && kernel->distribution.boxes.any();
        });
        if (leader == kernels.end())
            return;
        ir::GridChoice all;
        std::vector<ir::Kernel*> members, edges;
        std::vector<int> lines, by_rows;
        for (ir::Kernel* kernel : kernels) {
            GridLines own;
            std::string why = kernel->distribution.block_cyclic.cyclic ? "its rows are dealt out block-cyclically"
                                                                       : obstacle(*kernel, layout(**leader), own);
            if (!why.empty() && kernel->distribution.grid.repeats && !kernel->distribution.block_cyclic.cyclic &&
                goes_along_edges(*kernel, layout(**leader))) {
                edges.push_back(kernel);
                continue;
            }
            if (!why.empty() && (kernel->distribution.grid.repeats || kernel->distribution.block_cyclic.cyclic)) {
                refuse(kernels, fmt::format("line {} cannot take part: {}", line(*kernel), why));
                forget(edges);
                return;
            }
            (why.empty() ? lines : by_rows).push_back(line(*kernel));
            if (why.empty()) {
                members.push_back(kernel);
                all.down += kernel->distribution.grid.repeats ? own.down : 0;
                all.across += kernel->distribution.grid.repeats ? own.across : 0;
            } else {
                all.once += static_cast<int>(loops_.touched(*kernel).size());
            }
        }
        if (all.down == 0)
            return forget(edges); // rows move nothing
        std::string note = fmt::format("lines {} take it together, where a round of them then moves at most half of "
                                       "what it does by blocks of rows",
                                       fmt::join(lines, ", "));
        if (!by_rows.empty())
            note +=
                fmt::format(", and all rounds save more than going by rows costs in line {}", fmt::join(by_rows, ", "));
        all.group = groups_++;
        for (ir::Kernel* kernel : edges)
            kernel->distribution.sweep.group = all.group;
        for (ir::Kernel* kernel : members)
            enter(*kernel, all, members, note);
    }

    // Whether the kernel's parts are for lines of the array, rows or columns of the grid's; the kernel's sweep then
    // says so.
    bool goes_along_edges(ir::Kernel& kernel, const Layout& common) {
        if (loops_.is_lost(kernel))
            return false;
        const auto counts = [&](const RawAccess& raw) {
            return raw.subscripts.size() > 1 && loops_.moved().contains(loops_.class_of(kernel, raw));
        };
        for (const bool rows : {true, false}) {
            const auto dim = static_cast<int>(common[rows ? 1 : 2]), across = static_cast<int>(common[rows ? 2 : 1]);
            if (!find_edge_parts(state_, kernel, {common[0], dim, across, counts}).obstacle.empty())
                continue;
            kernel.distribution.sweep.by_grid_only = !rows;
            return true;
        }
        return false;
    }

    static void forget(const std::vector<ir::Kernel*>& edges) {
        for (ir::Kernel* kernel : edges)
            kernel->distribution.sweep = {};
    }

    void enter(ir::Kernel& kernel, const ir::GridChoice& all, const std::vector<ir::Kernel*>& members,
               const std::string& note) {
        const bool repeats = kernel.distribution.grid.repeats;
        kernel.distribution.grid = all;
        kernel.distribution.grid.repeats = repeats;
        if (repeats)
            say_rounds(kernel, kernel);
        else
            look_ahead(kernel, members);
        note_candidate(kernel, note);
    }

    // Of a launch in front of serial loops: what is made there had better lie as the first of them wants it.
    void look_ahead(ir::Kernel& kernel, const std::vector<ir::Kernel*>& members) {
        for (const ir::Kernel* later : members)
            if (later->distribution.grid.repeats && later->function == kernel.function &&
                later->loop->range.begin > kernel.loop->range.begin)
                return say_rounds(*later, kernel);
    }

    static void refuse(const std::vector<ir::Kernel*>& kernels, const std::string& why) {
        for (ir::Kernel* kernel : kernels) {
            kernel->distribution.grid.reason = why;
            if (kernel->distribution.boxes.any())
                note_candidate(*kernel, "not taken unless asked for, since " + why);
        }
    }

    static void note_candidate(ir::Kernel& kernel, const std::string& note) {
        for (ir::Candidate& candidate : kernel.distribution.candidates)
            if (candidate.grid)
                candidate.note = note;
    }

    // ---- how often ----

    // Of the innermost loop that says so: others have one round at least. `at`: the launch that is to know it.
    void say_rounds(const ir::Kernel& kernel, ir::Kernel& at) {
        const std::vector<const ir::Stmt*> around = bounds_.around(kernel); // outer ones first
        std::optional<Rounds> known;
        bool exact = !bounds_.called_again(kernel.function);
        for (auto loop = around.rbegin(); loop != around.rend(); ++loop) {
            const std::optional<Rounds> rounds = rounds_of(at, **loop);
            exact = exact && rounds;
            known = known ? known : rounds;
        }
        at.distribution.grid.counts_all = exact && around.size() == 1;
        at.distribution.grid.rounds = host_rounds(known, exact);
    }

    struct Rounds {
        HostExpr way; // from the loop's start to its bound
        std::int64_t step = 1;
    };

    // exact: there are no more than these.
    static HostExpr host_rounds(const std::optional<Rounds>& known, bool exact) {
        const HostExpr unknown = HostExpr::number(worth::unknown_rounds);
        if (!known)
            return unknown;
        const HostExpr way = HostExpr::group(known->way);
        const HostExpr steps = exact ? way : HostExpr::binary(ir::BinaryOp::mul, unknown, way);
        return known->step == 1 ? steps : HostExpr::binary(ir::BinaryOp::div, steps, HostExpr::number(known->step));
    }

    // Where the loop's head says it, in variables that mean the same at the launch.
    std::optional<Rounds> rounds_of(const ir::Kernel& kernel, const ir::Stmt& stmt) {
        const auto* loop = stmt.as<ir::For>();
        const auto count = loop == nullptr ? std::nullopt : counting(*loop);
        const ir::Expr* start = count ? start_of(*loop, count->variable) : nullptr;
        const auto step = count && count->step != nullptr ? ir::constant_value(*count->step) : std::optional(1L);
        if (start == nullptr || !count->further.empty() || !step || *step <= 0 || may_leave(*loop->body) ||
            ir::size_of(count->variable->type).value_or(8) > 4 || !is_plain(kernel, *start) ||
            !is_plain(kernel, *count->bound))
            return std::nullopt;
        Region& own = region(kernel);
        const auto first = host_value(state_.summary, own.symbols, own.bridge, {}, *start);
        const auto last = host_value(state_.summary, own.symbols, own.bridge, {}, *count->bound);
        if (!first || !last || !own.symbols.invariant(*first) || !own.symbols.invariant(*last))
            return std::nullopt;
        const auto difference = count->descending ? first->minus(*last) : last->minus(*first);
        if (!difference)
            return std::nullopt;
        return Rounds{own.symbols.host_expr(*difference), *step};
    }

    static bool may_leave(const ir::Stmt& body) {
        bool leaves = false;
        walk(
            body, [](const ir::Expr&) {},
            [&](const ir::Stmt& stmt) {
                leaves = leaves || stmt.as<ir::Break>() != nullptr || stmt.as<ir::Return>() != nullptr ||
                         stmt.as<ir::Goto>() != nullptr;
            });
        return leaves;
    }

    // Only numbers and variables of small integer types, none of which another one of the function hides, nor is
    // changed or declared behind the launch.
    bool is_plain(const ir::Kernel& kernel, const ir::Expr& expr) const {
        bool plain = true;
        const Variables declared = Summary::declared_in(*kernel.function->body);
        Variables later;
        if (!kernel.distribution.grid.repeats)
            note_behind(*kernel.function->body, kernel, later);
        walk(
            expr,
            [&](const ir::Expr& e) {
                if (e.as<ir::DeclRef>() == nullptr)
                    return;
                const ir::VarDecl* variable = ir::named_variable(&e);
                plain = plain && variable != nullptr && variable->type->is_integer() &&
                        !variable->type->quals.is_volatile && !variable->type->quals.is_atomic &&
                        ir::size_of(variable->type).value_or(8) <= 4 && !is_hidden(kernel, *variable, declared) &&
                        !later.contains(state_.summary.canonical(variable)) && !stands_behind(*variable, kernel) &&
                        !stands_behind(*state_.summary.canonical(variable), kernel);
            },
            [](const ir::Stmt&) {});
        return plain;
    }

    // `extern int steps;` in a block, or a definition at the file's end, whose name cannot be written at the launch.
    static bool stands_behind(const ir::VarDecl& variable, const ir::Kernel& launch) {
        const support::SourceRange &there = variable.range, &here = launch.loop->range;
        return there.file == here.file && there.begin > here.begin;
    }

    // Adds what the launch changes, and what is changed or declared behind it in the statement; false: it stands
    // elsewhere.
    bool note_behind(const ir::Stmt& stmt, const ir::Kernel& launch, Variables& later) const {
        const auto note = [&](const ir::Stmt& one) {
            later.merge(state_.summary.changed_by(one));
            later.merge(Summary::declared_in(one));
        };
        if (&stmt == launch.loop) {
            note(stmt);
            return true;
        }
        bool found = false;
        ir::for_each_child(
            stmt, [](const ir::Expr&) {},
            [&](const ir::Stmt& child) {
                if (found)
                    note(child);
                else
                    found = note_behind(child, launch, later);
            });
        return found;
    }

    static bool is_hidden(const ir::Kernel& kernel, const ir::VarDecl& variable, const Variables& declared) {
        const auto hides = [&](const ir::VarDecl* other) { return other != &variable && other->name == variable.name; };
        return std::any_of(declared.begin(), declared.end(), hides) ||
               std::any_of(kernel.function->params.begin(), kernel.function->params.end(),
                           [&](const auto& parameter) { return hides(parameter.get()); });
    }

    State& state_;
    LoopGroups loops_;
    const MovingBounds& bounds_;
    int groups_ = 0;
};

} // namespace

void grids_pass(State& state) {
    if (!state.program.kernels.empty())
        Chooser(state).run();
}

} // namespace hydra::passes

// Pass: how a core may interleave the iterations of a kernel. They are proved independent here, so any order is
// right in which each iteration keeps its own; what is asked is which one gains. Column sweeps (`for j parallel, for i
// inside, a[i][j]`) and recurrences along rows run a block of iterations through the body's loops together; where inner
// loops sum into variables, iterations may be lanes of a vector. After it: Schedule::interleaving and Schedule::weight.
// What is not understood keeps the order of the user's loop.
#include <algorithm>
#include <set>

#include "ir/operators.h"
#include "passes/dependence/pairs.h"
#include "passes/flow/counting.h"
#include "passes/flow/iteration_cost.h"
#include "passes/passes.h"
#include "passes/worth.h"

namespace hydra::passes {

using ir::Expr;
using ir::Stmt;
using ir::VarDecl;

namespace {

bool is_arithmetic(ir::TypeRef type) { return type->is_integer() || type->is_floating(); }

class Interleaver {
  public:
    Interleaver(const State& state, ir::Kernel& kernel)
        : state_(state), kernel_(kernel), region_(*state.kernels[static_cast<std::size_t>(kernel.id.value)]),
          accesses_(region_.accesses.accesses), loop_(*kernel.loop->as<ir::For>()) {}

    void run() {
        if (kernel_.analysis.replicated || kernel_.analysis.leaves_errors || kernel_.analysis.may_exit ||
            kernel_.analysis.may_abort || kernel_.analysis.may_tell || !kernel_.inspection.inspectors.empty() ||
            !loop_.directive->reductions.empty() || !loop_.directive->last_stored.empty() ||
            !kernel_.analysis.last_values.empty() || !pointers_tell() || !is_plain())
            return;
        ir::Interleaving& found = kernel_.schedule.interleaving;
        found.splits = runs_in_blocks();
        if (!kernel_.analysis.proved_parallel)
            return;
        if (found.splits && holds_loop(*loop_.body)) {
            const Sweep along = sweep();
            found.block = along == Sweep::columns ? worth::wide_block : along == Sweep::recurrence ? worth::jammed : 0;
        }
        found.lanes = found.block == worth::wide_block || (found.block == 0 && sums_in_variables());
        if (found.lanes && !state_.summary.errno_uses().looked_at() && !state_.summary.looks_at_exceptions() &&
            !state_.summary.sets_float_modes())
            found.plain_roots.assign(roots_.begin(), roots_.end());
    }

  private:
    // ---- what is right ----

    // Whether pointers that differ are all that the proof leaves to the runtime: it sees those in front of the loop,
    // and not those of tables.
    [[nodiscard]] bool pointers_tell() const {
        const auto& roots = region_.accesses.roots;
        for (const RawAccess& access : accesses_) {
            if (access.root == RawAccess::everything || !access.tables.empty() || access.inspected.is_found() ||
                !access.known)
                return false;
            const Root& root = roots[static_cast<std::size_t>(access.root)];
            if (!root.tables.empty())
                return false;
            for (const RawAccess& other : accesses_)
                if (writes(access) && other.root != access.root && other.root != RawAccess::everything &&
                    roots[static_cast<std::size_t>(other.root)].host == root.host)
                    return false;
        }
        return true;
    }

    // Whether an iteration keeps all that is its own in scalars whose addresses nobody takes, calls only functions of
    // numbers, and comes to its end by itself.
    bool is_plain() {
        std::set<const ir::FunctionDecl*> seen;
        const auto plain = [](const VarDecl* variable) { return is_plain_local(*variable); };
        return std::all_of(loop_.directive->private_.begin(), loop_.directive->private_.end(), plain) &&
               std::all_of(loop_.directive->firstprivate.begin(), loop_.directive->firstprivate.end(), plain) &&
               is_plain(*loop_.body, seen);
    }

    static bool is_plain_local(const VarDecl& variable) {
        return (is_arithmetic(variable.type) || variable.type->is_pointer()) && !variable.has_static_lifetime() &&
               !variable.type->quals.is_volatile && !variable.type->quals.is_atomic;
    }

    bool is_plain(const Stmt& root, std::set<const ir::FunctionDecl*>& seen) {
        bool plain = true;
        walk(
            root, [&](const Expr& expr) { plain = plain && is_plain(expr, seen); },
            [&](const Stmt& stmt) {
                const bool jumps = stmt.as<ir::Goto>() != nullptr || stmt.as<ir::Label>() != nullptr ||
                                   stmt.as<ir::Asm>() != nullptr || stmt.as<ir::Switch>() != nullptr;
                const auto* nested = stmt.as<ir::For>();
                plain = plain && !jumps && (nested == nullptr || nested->directive == nullptr);
                if (const auto* declared = stmt.as<ir::DeclStmt>())
                    plain = plain && declared->functions.empty() && declared->tags.empty() &&
                            std::all_of(declared->variables.begin(), declared->variables.end(),
                                        [](const auto& variable) { return is_plain_local(*variable); });
            });
        return plain;
    }

    bool is_plain(const Expr& expr, std::set<const ir::FunctionDecl*>& seen) {
        const auto* unary = expr.as<ir::Unary>();
        const bool odd = expr.as<ir::StatementExpr>() != nullptr || expr.as<ir::CompoundLiteral>() != nullptr ||
                         expr.as<ir::BuiltinExpr>() != nullptr || expr.as<ir::StringLit>() != nullptr ||
                         (unary != nullptr && unary->op == ir::UnaryOp::address_of);
        if (odd || (expr.type != nullptr && (expr.type->quals.is_volatile || expr.type->quals.is_atomic)))
            return false;
        const auto* call = expr.as<ir::Call>();
        if (call == nullptr)
            return true;
        const ir::FunctionDecl* callee = ir::called_function(*call);
        const bool of_numbers =
            callee != nullptr && is_arithmetic(expr.type) &&
            std::all_of(call->args.begin(), call->args.end(), [](const auto& arg) { return is_arithmetic(arg->type); });
        if (!of_numbers)
            return false;
        const ir::FunctionDecl* body = state_.summary.definition(callee);
        if (body != nullptr)
            return !holds_loop(*body->body) && (!seen.insert(body).second || is_plain(*body->body, seen));
        const bool has_shape = call->args.size() == 1 && call->args.front()->type->kind == expr.type->kind;
        if (has_shape && ((callee->name == "sqrt" && expr.type->kind == ir::TypeKind::Double) ||
                          (callee->name == "sqrtf" && expr.type->kind == ir::TypeKind::Float)))
            roots_.insert(callee->name);
        return true;
    }

    // Whether the body is made of counting loops, whose rounds are the same for all iterations, and of statements
    // without loops, which hand nothing to one another in variables.
    [[nodiscard]] bool runs_in_blocks() const {
        const VarDecl& variable = *loop_.canonical.variable;
        using enum ir::TypeKind;
        const auto kind = variable.type->kind;
        const bool counts =
            kind == Int || kind == Long || kind == LLong || kind == UInt || kind == ULong || kind == ULLong;
        if (!counts || kernel_.space.counted || kernel_.space.descending || !loop_.directive->firstprivate.empty() ||
            jumps())
            return false;
        std::set<const VarDecl*> counters;
        const auto& privates = loop_.directive->private_;
        return is_sequence(*loop_.body, counters) &&
               std::all_of(privates.begin(), privates.end(), [&](const VarDecl* each) {
                   return in_own_loops(*loop_.body, each) == mentions(*loop_.body, each);
               });
    }

    // Mentions of the variable in loops that count by it.
    static int in_own_loops(const Stmt& stmt, const VarDecl* variable) {
        const auto* loop = stmt.as<ir::For>();
        const std::optional<Counting> count = loop != nullptr ? counting(*loop) : std::nullopt;
        if (count && count->variable == variable)
            return mentions(stmt, variable);
        int sum = 0;
        ir::for_each_child(
            stmt, [](const Expr&) {}, [&](const Stmt& child) { sum += in_own_loops(child, variable); });
        return sum;
    }

    [[nodiscard]] bool jumps() const {
        bool found = false;
        walk(
            *loop_.body, [](const Expr&) {},
            [&](const Stmt& stmt) {
                found = found || stmt.as<ir::Break>() != nullptr || stmt.as<ir::Continue>() != nullptr ||
                        stmt.as<ir::Return>() != nullptr || stmt.as<ir::While>() != nullptr ||
                        stmt.as<ir::DoWhile>() != nullptr || stmt.as<ir::Case>() != nullptr;
            });
        return found;
    }

    static int mentions(const Stmt& stmt, const VarDecl* variable) {
        int count = 0;
        walk(
            stmt, [&](const Expr& expr) { count += expr.as<ir::DeclRef>() && ir::named_variable(&expr) == variable; },
            [](const Stmt&) {});
        return count;
    }

    bool is_sequence(const Stmt& stmt, std::set<const VarDecl*>& counters) const {
        if (const auto* loop = stmt.as<ir::For>())
            return is_common_loop(*loop, counters);
        const auto* list = stmt.as<ir::Compound>();
        if (list == nullptr)
            return !holds_loop(stmt) && is_part(stmt, counters);
        // What stands in a row without loops is one part, its variables are that part's.
        for (std::size_t from = 0; from < list->items.size();) {
            std::size_t to = from;
            while (to < list->items.size() && !holds_loop(*list->items[to]))
                ++to;
            for (std::size_t i = from; i < to; ++i)
                if (!is_part(*list->items[i], counters) || !keeps_variables(list->items, from, to, *list->items[i]))
                    return false;
            if (to < list->items.size() && !is_sequence(*list->items[to], counters))
                return false;
            from = to + 1;
        }
        return true;
    }

    // Of a statement of the part [from, to): whether nothing outside of the part mentions what it declares.
    [[nodiscard]] bool keeps_variables(const std::vector<ir::StmtPtr>& items, std::size_t from, std::size_t to,
                                       const Stmt& stmt) const {
        const auto* declared = stmt.as<ir::DeclStmt>();
        return declared == nullptr ||
               std::all_of(declared->variables.begin(), declared->variables.end(), [&](const auto& variable) {
                   int inside = 0;
                   for (std::size_t i = from; i < to; ++i)
                       inside += mentions(*items[i], variable.get());
                   return inside == mentions(*loop_.body, variable.get());
               });
    }

    // Whether a statement without loops changes only memory, and variables of its own part.
    [[nodiscard]] bool is_part(const Stmt& stmt, const std::set<const VarDecl*>& counters) const {
        const auto& privates = loop_.directive->private_;
        return std::none_of(privates.begin(), privates.end(),
                            [&](const VarDecl* variable) {
                                return !counters.contains(variable) && mentions(stmt, variable) > 0;
                            }) &&
               !changes(stmt, counters);
    }

    [[nodiscard]] bool changes(const Stmt& stmt, const std::set<const VarDecl*>& variables) const {
        const Variables changed = state_.summary.changed_by(stmt);
        return std::any_of(variables.begin(), variables.end(), [&](const VarDecl* v) { return changed.contains(v); });
    }

    bool is_common_loop(const ir::For& loop, std::set<const VarDecl*>& counters) const {
        const std::optional<Counting> count = counting(loop);
        if (!count || !loop.body || !count->further.empty() || count->variable->has_static_lifetime() ||
            !is_plain_local(*count->variable) || counters.contains(count->variable) ||
            (count->step != nullptr && !ir::constant_value(*count->step)))
            return false;
        const VarDecl* variable = count->variable;
        const Expr* start = start_of(loop, variable);
        const auto& privates = loop_.directive->private_;
        const bool listed = std::find(privates.begin(), privates.end(), variable) != privates.end();
        const bool declared = loop.init && loop.init->as<ir::DeclStmt>() != nullptr;
        if (start == nullptr || (!declared && !listed) || !is_common(*start, counters) ||
            !is_common(*count->bound, counters) || changes(*loop.body, {variable}))
            return false;
        counters.insert(variable);
        const bool sequence = is_sequence(*loop.body, counters);
        counters.erase(variable);
        return sequence;
    }

    // Whether all iterations compute the same value: from numbers, counters, and variables from outside that stay.
    [[nodiscard]] bool is_common(const Expr& root, const std::set<const VarDecl*>& counters) const {
        const Variables changed = state_.summary.changed_by(*loop_.body);
        const Variables own = Summary::declared_in(*loop_.body);
        bool common = true;
        walk(
            root,
            [&](const Expr& expr) {
                const auto* cast = expr.as<ir::Cast>();
                const auto* unary = expr.as<ir::Unary>();
                const auto* binary = expr.as<ir::Binary>();
                if (expr.as<ir::IntLit>() != nullptr || expr.as<ir::SizeOf>() != nullptr)
                    return;
                if (expr.as<ir::DeclRef>() != nullptr) {
                    const VarDecl* variable = ir::named_variable(&expr);
                    if (variable == nullptr) // an enumeration's constant
                        return;
                    const bool stays = !own.contains(variable) && !changed.contains(variable) &&
                                       !changed.contains(state_.summary.canonical(variable)) &&
                                       variable != loop_.canonical.variable && is_arithmetic(variable->type);
                    common = common && (stays || counters.contains(variable));
                } else {
                    common =
                        common && expr.type->is_integer() &&
                        (cast != nullptr || (unary != nullptr && unary->op <= ir::UnaryOp::minus) ||
                         (binary != nullptr && !ir::is_assignment(binary->op) && binary->op != ir::BinaryOp::comma));
                }
            },
            [](const Stmt&) {});
        return common;
    }

    // ---- what gains ----

    enum class Sweep { no, columns, recurrence };

    // How a subscript list moves with an iterator: by one element, by more (another row), or not.
    enum class Move { none, unit, far };
    [[nodiscard]] static Move move_of(const RawAccess& access, SymbolId iterator) {
        Move move = Move::none;
        for (std::size_t d = 0; d < access.subscripts.size(); ++d)
            for (const auto& [monomial, coefficient] : access.subscripts[d].terms()) {
                if (std::find(monomial.begin(), monomial.end(), iterator) == monomial.end())
                    continue;
                const bool unit = d + 1 == access.subscripts.size() && monomial.size() == 1 && coefficient == 1;
                move = unit && move == Move::none ? Move::unit : Move::far;
            }
        return move;
    }

    // Judged by the accesses in inner loops.
    [[nodiscard]] Sweep sweep() const {
        const SymbolId x = region_.chunk_variable;
        int columns = 0, rows = 0;
        bool recurs = false;
        for (const RawAccess& access : accesses_) {
            const bool inner = access.domain.iterators.size() > 1;
            const Move by_iteration = move_of(access, x);
            const Move by_round = inner ? move_of(access, access.domain.iterators.back()) : Move::none;
            columns += by_iteration == Move::unit && (by_round != Move::unit) ? 1 : 0;
            rows += by_iteration == Move::far ? 1 : 0;
            recurs = recurs || (inner && writes(access) && by_iteration == Move::far && by_round == Move::unit &&
                                is_read_again(access));
        }
        if (columns > 0 && rows == 0)
            return Sweep::columns;
        return recurs ? Sweep::recurrence : Sweep::no;
    }

    // Whether the next round (or an earlier one) of the same loop reads what this one writes.
    [[nodiscard]] bool is_read_again(const RawAccess& write) const {
        return std::any_of(
            accesses_.begin(), accesses_.end(),
            [&](const RawAccess& read) {
                if (writes(read) || !same_view(write, read) || read.domain.iterators != write.domain.iterators)
                    return false;
                for (std::size_t d = 0; d + 1 < read.subscripts.size(); ++d)
                    if (read.subscripts[d] != write.subscripts[d])
                        return false;
                const auto distance = read.subscripts.back().minus(write.subscripts.back());
                const auto constant = distance ? distance->constant() : std::nullopt;
                return constant && *constant != 0 && std::abs(*constant) <= 2;
            });
    }

    // Whether inner loops store nothing, and each element that is written is all that the iteration touches of its
    // array: then lanes of a vector see what they would see one after the other, however they are told apart.
    [[nodiscard]] bool sums_in_variables() const {
        bool sums = false;
        for (const RawAccess& write : accesses_) {
            sums = sums || write.domain.iterators.size() > 1;
            if (!writes(write))
                continue;
            if (write.domain.iterators.size() > 1 || write.called)
                return false;
            for (const RawAccess& other : accesses_)
                if (other.root == write.root && !is_beside(write, other))
                    return false;
        }
        return sums;
    }

    // The same element, or another member of it.
    [[nodiscard]] static bool is_beside(const RawAccess& a, const RawAccess& b) {
        if (!same_view(a, b))
            return false;
        for (std::size_t d = 0; d < a.subscripts.size(); ++d) {
            const bool members =
                d > 0 && d + 1 == a.subscripts.size() && a.subscripts[d].constant() && b.subscripts[d].constant();
            if (a.subscripts[d] != b.subscripts[d] && !members)
                return false;
        }
        return true;
    }

    const State& state_;
    ir::Kernel& kernel_;
    const Region& region_;
    const std::vector<RawAccess>& accesses_;
    const ir::For& loop_;
    std::set<std::string> roots_; // functions that it calls
};

} // namespace

void interleaving_pass(State& state) {
    for (ir::Kernel& kernel : state.program.kernels) {
        const ir::Stmt& body = *kernel.loop->as<ir::For>()->body;
        const IterationCost cost = iteration_cost(state.summary, body);
        if (cost.is_known) {
            kernel.schedule.weight = cost.operations(0);
        } else {
            kernel.schedule.likely_weight = cost.operations(worth::likely_rounds);
            kernel.schedule.thirds.assign(cost.thirds.begin(), cost.thirds.end());
            kernel.schedule.touches.assign(cost.touches.begin(), cost.touches.end());
        }
        Interleaver(state, kernel).run();
    }
}

} // namespace hydra::passes

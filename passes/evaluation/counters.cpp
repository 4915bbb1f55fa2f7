// See counters.h.
#include "passes/evaluation/counters.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "passes/evaluation/inductions.h"

namespace hydra::passes {

using ir::Expr;
using ir::Stmt;
using ir::VarDecl;

namespace {

// Of 32 bits and more, so that nobody goes round them.
bool counts_far(const VarDecl& variable, bool upwards) {
    const std::int64_t bytes = ir::size_of(variable.type).value_or(0);
    constexpr int whole = 4, wide = 8;
    return variable.type->is_integer() && (variable.type->is_unsigned() ? upwards && bytes >= wide : bytes >= whole);
}

class Moves {
  public:
    explicit Moves(const VarDecl* variable) : variable_(variable) {}

    void look(const Expr& expr, bool in_loop) {
        odd_ = odd_ || lends(expr, variable_);
        walk(
            expr, [&](const Expr& e) { note(e, in_loop); }, [&](const Stmt&) { odd_ = true; });
    }
    void look(const Stmt& stmt, bool in_loop) {
        const bool is_loop =
            stmt.as<ir::For>() != nullptr || stmt.as<ir::While>() != nullptr || stmt.as<ir::DoWhile>() != nullptr;
        ir::for_each_child(
            stmt, [&](const Expr& e) { look(e, in_loop || is_loop); },
            [&](const Stmt& child) { look(child, in_loop || is_loop); });
        if (const auto* declaration = stmt.as<ir::DeclStmt>())
            for (const auto& one : declaration->variables)
                odd_ = odd_ || one.get() == variable_;
        odd_ = odd_ || stmt.as<ir::Label>() != nullptr;
    }
    [[nodiscard]] bool one_way() const { return !odd_ && (up_ == 0 || down_ == 0) && up_ + down_ > 0; }
    [[nodiscard]] bool upwards() const { return up_ > 0; }
    [[nodiscard]] std::int64_t only_step() const { return up_ + down_ == 1 && !repeated_ ? step_ : 0; }

  private:
    void note(const Expr& e, bool in_loop) {
        if (assigned_variable(e) != variable_)
            return;
        step_ = step_of(e);
        odd_ = odd_ || step_ == 0 || ir::named_variable(assignment_target(e)) != variable_;
        (step_ > 0 ? up_ : down_) += 1;
        repeated_ = repeated_ || in_loop;
    }

    const VarDecl* variable_;
    int up_ = 0, down_ = 0;
    std::int64_t step_ = 0;
    bool repeated_ = false, odd_ = false;
};

// The formula with another symbol.
std::string replaced(const std::string& formula, SymbolId symbol, SymbolId other) {
    const std::string name = fmt::format("s{}", symbol), by = fmt::format("s{}", other);
    std::string text;
    for (std::size_t at = 0; at < formula.size();) {
        const std::size_t end = at + name.size();
        const auto digit = [&](std::size_t i) { return i < formula.size() && formula[i] >= '0' && formula[i] <= '9'; };
        const bool whole = formula.compare(at, name.size(), name) == 0 && !digit(end);
        text += whole ? by : formula.substr(at, 1);
        at = whole ? end : at + 1;
    }
    return text;
}

} // namespace

std::vector<Counters::Counter> Counters::of(const std::vector<const Expr*>& head, const Stmt* body,
                                            const Variables& changed) {
    std::vector<Counter> all;
    for (const VarDecl* variable : follows_ ? changed : Variables{}) {
        const Value* before = path_.value_of(variable);
        const auto begin =
            before != nullptr && before->kind == Value::Kind::integer ? proofs_.affine(before->poly) : std::nullopt;
        if (!begin)
            continue;
        if (variable->has_static_lifetime())
            continue;
        Moves moves(variable);
        for (const Expr* part : head)
            if (part != nullptr)
                moves.look(*part, false);
        if (body != nullptr)
            moves.look(*body, false);
        if (moves.one_way() && counts_far(*variable, moves.upwards()))
            all.push_back({variable, *begin, moves.only_step(), moves.upwards(), -1});
    }
    return all;
}

void Counters::begin_round(std::vector<Counter>& counters) {
    for (Counter& counter : counters) {
        counter.top = between(counter.variable->name, [&](SymbolId id) {
            return fmt::format("s{} {} {}", id, counter.upwards ? ">=" : "<=", counter.before);
        });
        path_.know(counter.variable, Value::of(Poly::symbol(counter.top)));
    }
}

// The round that moved it last began with a value of which the guards held. Each counter has such a round of its own,
// so what a guard says of two counters of the loop tells nothing here.
void Counters::end_loop(const std::vector<Counter>& counters, const std::vector<std::string>& guards) {
    for (const Counter& counter : counters) {
        const auto beyond = [&](SymbolId id) {
            return fmt::format("s{} {} {}", id, counter.upwards ? ">=" : "<=", counter.before);
        };
        const SymbolId last = between(counter.variable->name, beyond); // where that round began
        std::string held;
        for (const std::string& guard : counter.step != 0 ? guards : std::vector<std::string>())
            if (speaks_of(guard, counter.top))
                held += fmt::format(" and ({})", replaced(guard, counter.top, last));
        const SymbolId behind = between(counter.variable->name, [&](SymbolId id) {
            return held.empty() ? beyond(id)
                                : fmt::format("(s{0} = {1} or (s{0} = s{2} + {3}{4}))", id, counter.before, last,
                                              counter.step, held);
        });
        path_.know(counter.variable, Value::of(Poly::symbol(behind)));
    }
}

void Counters::end_counted(const VarDecl* variable, const std::string& from, const std::string& past, bool descending) {
    if (!follows_)
        return;
    const SymbolId behind = between(variable->name, [&](SymbolId id) {
        return descending ? fmt::format("(s{0} = {1} or (s{0} <= {1} and s{0} > {2}))", id, from, past)
                          : fmt::format("(s{0} = {1} or (s{0} >= {1} and s{0} < {2}))", id, from, past);
    });
    path_.know(variable, Value::of(Poly::symbol(behind)));
}

// Whether the guard speaks of the symbol, and else of nothing that changes while the loop runs.
bool Counters::speaks_of(const std::string& guard, SymbolId top) const {
    const std::vector<SymbolId> named = symbols_in(guard);
    return std::find(named.begin(), named.end(), top) != named.end() &&
           std::all_of(named.begin(), named.end(),
                       [&](SymbolId id) { return id == top || symbols_[id].kind != Symbol::Kind::defined; });
}

// Equal definitions are not equal values: each is a symbol of its own.
SymbolId Counters::between(const std::string& name, const std::function<std::string(SymbolId)>& define) {
    const std::size_t number = symbols_.size();
    const auto own = [&](SymbolId id) { return fmt::format("({}) and {} = {}", define(id), number, number); };
    return symbols_.add_defined(name, own, never_exact, fmt::format("'{}' counts what data decide", name));
}

} // namespace hydra::passes

// See rounds.h.
#include "passes/access/rounds.h"

#include "ir/operators.h"
#include "passes/flow/counting.h"

namespace hydra::passes {

using ir::BinaryOp;
using ir::Expr;
using ir::Stmt;

namespace {

// The comparison that the loop goes by, with what moves on the left; nullopt: it is another condition.
struct Comparison {
    const Expr* moving;
    const Expr* bound; // null: 0
    BinaryOp op;
};

std::optional<Comparison> compared(const Expr& cond, const Induction& counts) {
    const Expr* expr = ir::strip(&cond);
    const auto* binary = expr->as<ir::Binary>();
    const auto is_it = [&](const Expr& side) {
        const Expr* e = ir::strip(&side);
        const Expr* target = assignment_target(*e);
        return ir::named_variable(e) == counts.variable ||
               (target != nullptr && ir::named_variable(target) == counts.variable);
    };
    if (binary == nullptr || binary->op < BinaryOp::lt || binary->op > BinaryOp::ne)
        return is_it(*expr) ? std::optional(Comparison{expr, nullptr, BinaryOp::ne}) : std::nullopt;
    if (is_it(*binary->lhs))
        return Comparison{ir::strip(binary->lhs.get()), binary->rhs.get(), binary->op};
    if (is_it(*binary->rhs))
        return Comparison{ir::strip(binary->rhs.get()), binary->lhs.get(), ir::mirrored(binary->op)};
    return std::nullopt;
}

// What the last subscripts of two pointers into the same rows differ by.
std::optional<Poly> distance(const Value& from, const Value& to) {
    if (from.kind == Value::Kind::integer && to.kind == Value::Kind::integer)
        return to.poly.minus(from.poly);
    if (from.kind != Value::Kind::pointer || to.kind != Value::Kind::pointer || !alike(from.pointer, to.pointer) ||
        from.pointer.dims.empty() || from.pointer.dims.back().units_of_element() != 1)
        return std::nullopt;
    for (std::size_t d = 0; d + 1 < from.pointer.dims.size(); ++d)
        if (!from.pointer.dims[d].subscript || from.pointer.dims[d].subscript != to.pointer.dims[d].subscript)
            return std::nullopt;
    const auto& begin = from.pointer.dims.back();
    const auto& end = to.pointer.dims.back();
    return begin.subscript && end.subscript && !begin.shifted && !end.shifted ? end.subscript->minus(*begin.subscript)
                                                                              : std::nullopt;
}

// Whether the expression reads nothing but variables that stay as they are.
bool is_same_each_round(const Expr& expr, const Variables& changed) {
    bool same = true;
    walk(
        expr,
        [&](const Expr& e) {
            const ir::VarDecl* named = e.as<ir::DeclRef>() != nullptr ? ir::named_variable(&e) : nullptr;
            const auto* unary = e.as<ir::Unary>();
            same = same && (named == nullptr || !changed.contains(named)) && e.as<ir::Index>() == nullptr &&
                   e.as<ir::Call>() == nullptr && e.as<ir::Member>() == nullptr && assignment_target(e) == nullptr &&
                   (unary == nullptr || unary->op != ir::UnaryOp::deref);
        },
        [&](const Stmt&) { same = false; });
    return same;
}

} // namespace

std::vector<Induction> Rounds::moved_in(const Stmt& body, const std::vector<const Expr*>& parts,
                                        const Variables& changed) {
    Variables own = Summary::declared_in(body); // of a round
    own.insert(changed.begin(), changed.end());
    Inductions all(
        path_, [&](const Expr& expr) { return same_each_round(expr, own); },
        [&](const ir::For& loop) { return rounds_of(loop, own); });
    std::vector<Induction> found = all.of(body, parts, changed);
    for (Induction& one : found)
        one.by = as_row(one.by);
    return found;
}

// `w + 2`: one parameter, so that it can be the length of a row.
Poly Rounds::as_row(const Poly& poly) {
    return symbols_.invariant(poly) && poly.terms().size() > 1 ? Poly::symbol(symbols_.as_parameter(poly)) : poly;
}

std::optional<Poly> Rounds::same_each_round(const Expr& expr, const Variables& changed) {
    const Value value = is_same_each_round(expr, changed) ? evaluator_.rehearsed(expr) : Value{};
    return value.kind == Value::Kind::integer ? std::optional(value.poly) : std::nullopt;
}

// Of a loop in the body of another one, which changes these: how often it goes round each time.
std::optional<Inductions::Count> Rounds::rounds_of(const ir::For& loop, const Variables& changed) {
    const std::optional<Counting> count = counting(loop);
    const Expr* first = count ? start_of(loop, count->variable) : nullptr;
    const bool by_one = count && (count->step == nullptr || ir::constant_value(*count->step) == 1);
    const bool upwards = count && (count->compare == BinaryOp::lt || count->compare == BinaryOp::le);
    if (first == nullptr || !by_one || !upwards || count->as_unsigned || !count->further.empty() ||
        count->variable->type->is_unsigned() || ir::size_of(count->variable->type).value_or(0) < 4 ||
        frames_.changed_by(*loop.body).contains(count->variable))
        return std::nullopt;
    const auto start = same_each_round(*first, changed), bound = same_each_round(*count->bound, changed);
    auto rounds = start && bound ? bound->minus(*start) : std::nullopt;
    if (rounds && count->compare == BinaryOp::le)
        rounds = rounds->plus(Poly(1));
    if (!rounds || !symbols_.invariant(*rounds))
        return std::nullopt;
    return Inductions::Count{*rounds, proofs_.holds(proofs_.affine(*rounds), " >= 0")};
}

std::optional<Poly> Rounds::most(const Expr& cond, const Induction& counts, const Variables& changed, bool leaves) {
    const auto found = compared(cond, counts);
    if (!found || (counts.by != Poly(1) && counts.by != Poly(-1)))
        return std::nullopt;
    const bool ends_at_zero = found->bound == nullptr;
    if (!ends_at_zero && !is_same_each_round(*found->bound, changed))
        return std::nullopt;
    const Value bound = ends_at_zero ? Value::of(Poly(0)) : evaluator_.rehearsed(*found->bound);
    const bool is_pointer = counts.before.kind == Value::Kind::pointer;
    const ir::TypeRef other = ends_at_zero ? counts.variable->type : ir::strip(found->bound)->type;
    if (!is_pointer && (counts.variable->type->is_unsigned() || other->is_unsigned()))
        return std::nullopt; // what goes round, or is large where it is negative, is another matter
    if (is_pointer && ends_at_zero)
        return std::nullopt;
    const bool upwards = counts.by == Poly(1);
    const auto far = upwards ? distance(counts.before, bound) : distance(bound, counts.before);
    const bool strict = found->op == (upwards ? BinaryOp::lt : BinaryOp::gt) || found->op == BinaryOp::ne;
    const bool inclusive = found->op == (upwards ? BinaryOp::le : BinaryOp::ge);
    if (!far || !(strict || inclusive))
        return std::nullopt;
    // `n-- > 0` compares what n was, `--n > 0` what it is by then, one step on.
    const auto* step = found->moving->as<ir::Unary>();
    const bool moves = assignment_target(*found->moving) != nullptr;
    if (moves && step == nullptr)
        return std::nullopt;
    const bool before = moves && (step->op == ir::UnaryOp::pre_inc || step->op == ir::UnaryOp::pre_dec);
    const auto rounds = far->plus(Poly((inclusive ? 1 : 0) - (before ? 1 : 0)));
    const bool meets = found->op == BinaryOp::ne && leaves;
    return rounds && meets && !proofs_.holds(proofs_.affine(*rounds), " >= 0") ? std::nullopt : rounds;
}

void Rounds::enter(const ir::For& loop) {
    std::erase_if(
        known_inside_,
        [&](const auto& one) {
            const auto& [variable, known] = one;
            if (known.first == &loop)
                path_.know(variable, known.second);
            return known.first == &loop;
        });
}

void Rounds::begin(const std::vector<Induction>& moved, const Poly& far, std::int64_t by) {
    for (const Induction& one : moved) {
        const auto rounds = far.divided(by);
        const auto part = one.by.divided(by); // the variable goes so far for each step of one
        Induction of_one = one;
        of_one.by = part.value_or(one.by);
        if (!rounds && !part)
            continue;
        const auto value = of_one.after(part ? far : *rounds);
        if (value && one.inside != nullptr)
            known_inside_[one.variable] = {one.inside, *value};
        else if (value)
            path_.know(one.variable, *value);
    }
}

void Rounds::end(const std::vector<Induction>& moved, const std::optional<Poly>& rounds) {
    for (const Induction& one : moved)
        known_inside_.erase(one.variable);
    if (moved.empty() || !rounds || !proofs_.holds(proofs_.affine(*rounds), " >= 0"))
        return;
    for (const Induction& one : moved)
        if (const auto value = one.inside == nullptr ? one.after(*rounds) : std::nullopt)
            path_.know(one.variable, *value);
}

} // namespace hydra::passes

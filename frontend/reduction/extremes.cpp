// A value shows its order only if it may be -0 (else equal values are the same bits) or not a number in a form that
// takes it. So most of the file is the question whether an expression is -0 or below: what is squared, an absolute
// value, or a sum of such is not, and neither are variables that are given nothing else.
#include "frontend/reduction/extremes.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "frontend/reduction/expression_forms.h"
#include "ir/operators.h"

namespace hydra::frontend {

using namespace ir;

namespace {

class Signs {
  public:
    Signs(const Stmt& body, const std::vector<const VarDecl*>& own) {
        for (const auto* variable : own)
            given_[variable];
        collect(body);
    }

    // Never -0: all zeros that it gives are the same.
    bool one_zero(const Expr& full) {
        const Expr& expr = *strip(&full);
        const auto* unary = expr.as<Unary>();
        const auto* literal = unary != nullptr ? strip(unary->operand.get())->as<FloatLit>() : nullptr;
        const bool negative_number = literal != nullptr && unary->op == UnaryOp::minus && literal->value != 0;
        const auto* choice = expr.as<Conditional>();
        const auto* cast = expr.as<Cast>();
        const bool number = (cast != nullptr ? strip(cast->operand.get()) : &expr)->type->is_integer();
        return number || negative_number || not_below(expr) ||
               (choice != nullptr && choice->then && one_zero(*choice->then) &&
                (one_zero(*choice->otherwise) || is_not_zero(*choice->cond, *choice->otherwise)));
    }

    // Of `x == 0 ? … : x`.
    static bool is_not_zero(const Expr& condition, const Expr& otherwise) {
        const auto* compared = strip(&condition)->as<Binary>();
        return compared != nullptr && compared->op == BinaryOp::eq &&
               constant_value(*strip(compared->rhs.get())) == 0 && plain(otherwise) &&
               print_c(*strip(compared->lhs.get())) == print_c(*strip(&otherwise));
    }

    // Neither -0 nor below: 0, more, or not a number, in any direction of rounding.
    bool not_below(const Expr& full) {
        const Expr& expr = *strip(&full);
        if (expr.type->is_integer()) {
            const auto number = constant_value(expr);
            return expr.type->is_unsigned() || (number && *number >= 0);
        }
        if (!expr.type->is_floating())
            return false;
        if (const auto* cast = expr.as<Cast>())
            return not_below(*cast->operand);
        if (const auto* choice = expr.as<Conditional>())
            return choice->then && not_below(*choice->then) && not_below(*choice->otherwise);
        if (const auto* call = expr.as<Call>())
            return result_not_below(*call);
        if (const auto* binary = expr.as<Binary>()) {
            const bool square =
                binary->op == BinaryOp::mul && plain(*binary->lhs) && print_c(*binary->lhs) == print_c(*binary->rhs);
            const bool keeps =
                binary->op == BinaryOp::add || binary->op == BinaryOp::mul || binary->op == BinaryOp::div;
            return square || (keeps && not_below(*binary->lhs) && not_below(*binary->rhs));
        }
        const auto* variable = named_variable(&expr);
        return expr.as<FloatLit>() != nullptr || (variable != nullptr && variable_not_below(variable));
    }

  private:
    // Names, subscripts and members: evaluated twice, the same.
    static bool plain(const Expr& expr) {
        const auto* unary = expr.as<Unary>();
        const auto* binary = expr.as<Binary>();
        bool same = expr.as<Call>() == nullptr && expr.as<StatementExpr>() == nullptr &&
                    !expr.type->quals.is_volatile &&
                    (unary == nullptr || unary->op < UnaryOp::pre_inc || unary->op > UnaryOp::post_dec) &&
                    (binary == nullptr || !is_assignment(binary->op));
        for_each_child(expr, [&same](const Expr& child) { same = same && plain(child); });
        return same;
    }

    bool result_not_below(const Call& call) {
        const auto* function = called_function(call);
        if (function == nullptr || function->body)
            return false;
        auto name = function->name;
        if (name.starts_with("__builtin_"))
            name.erase(0, std::string("__builtin_").size());
        const auto is = [&name](const std::string& known) {
            return name == known || name == known + "f" || name == known + "l";
        };
        if (is("fabs") || is("cabs") || is("hypot") || is("exp") || is("exp2") || is("cosh"))
            return true;
        const bool keeps = is("sqrt") || is("fmin") || is("fmax") || is("cbrt") || is("floor") || is("ceil");
        return keeps && std::all_of(call.args.begin(), call.args.end(),
                                    [this](const auto& argument) { return not_below(*argument); });
    }

    // What is being asked holds until something speaks against it: the first value that is below would need another.
    bool variable_not_below(const VarDecl* variable) {
        const auto given = given_.find(variable);
        if (given == given_.end() || opaque_ || spoilt_.contains(variable) || !variable->type->is_floating() ||
            variable->type->quals.is_volatile)
            return false;
        if (!asked_.insert(variable).second)
            return true;
        const bool holds = std::all_of(given->second.begin(), given->second.end(),
                                       [this](const Expr* value) { return not_below(*value); });
        asked_.erase(variable);
        return holds;
    }

    void collect(const Stmt& stmt) {
        if (const auto* declaration = stmt.as<DeclStmt>()) {
            for (const auto& variable : declaration->variables) {
                auto& values = given_[variable.get()];
                if (variable->has_static_lifetime())
                    spoilt_.insert(variable.get());
                else if (variable->init)
                    values.push_back(variable->init.get());
            }
        }
        if (stmt.as<Asm>() != nullptr)
            opaque_ = true;
        for_each_child(
            stmt, [this](const Expr& expr) { collect(expr); }, [this](const Stmt& child) { collect(child); });
    }

    void collect(const Expr& expr) {
        if (const auto* binary = expr.as<Binary>(); binary != nullptr && is_assignment(binary->op))
            note_assignment(*binary);
        if (const auto* unary = expr.as<Unary>();
            unary != nullptr &&
            (unary->op == UnaryOp::address_of || unary->op == UnaryOp::pre_dec || unary->op == UnaryOp::post_dec))
            spoilt_.insert(named_variable(unary->operand.get()));
        if (const auto* block = expr.as<StatementExpr>())
            collect(*block->body);
        for_each_child(expr, [this](const Expr& child) { collect(child); });
    }

    void note_assignment(const Binary& assignment) {
        const auto* variable = named_variable(assignment.lhs.get());
        const auto op = assignment.op == BinaryOp::assign ? BinaryOp::add : compound_base(assignment.op);
        if (op == BinaryOp::add || op == BinaryOp::mul || op == BinaryOp::div)
            given_of(variable).push_back(assignment.rhs.get());
        else
            spoilt_.insert(variable);
    }
    // Variables from outside stay unknown: what they hold already is.
    std::vector<const Expr*>& given_of(const VarDecl* variable) {
        const auto known = given_.find(variable);
        return known != given_.end() ? known->second : ignored_;
    }

    std::map<const VarDecl*, std::vector<const Expr*>> given_;
    std::vector<const Expr*> ignored_;
    std::set<const VarDecl*> spoilt_, asked_;
    bool opaque_ = false; // assembly code may store anything
};

std::string shown(const Accumulation& form, ReductionOp op, const std::string& name) {
    const bool least = op == ReductionOp::min;
    switch (form.form) {
    case ExtremeForm::first:
        return fmt::format("{1} {0} {2}", least ? "<" : ">", "e", name);
    case ExtremeForm::last:
        return fmt::format("{1} {0} {2}", least ? "<=" : ">=", "e", name);
    case ExtremeForm::library:
        return fmt::format("{}({}, e)", least ? "fmin" : "fmax", name);
    case ExtremeForm::library_swapped:
        return fmt::format("{}(e, {})", least ? "fmin" : "fmax", name);
    case ExtremeForm::anew_last:
        return fmt::format("{0} {1} e ? {0} : e", name, least ? "<" : ">");
    case ExtremeForm::anew_first:
        return fmt::format("{0} {1} e ? {0} : e", name, least ? "<=" : ">=");
    }
    return "";
}

// What a place holds goes with the value: all accumulations store the same places, and of equal values all keep the
// first, or all the last. Else: why that cannot be told from parts.
std::optional<std::string> disagreeing_places(const Reduction& reduction, const std::vector<Accumulation>& found) {
    constexpr std::int64_t room = 8; // HYDRA_RT_LAST_KEY: bytes beside the value
    const auto& name = reduction.variable->name;
    for (const auto& form : found) {
        if (form.place_names != found.front().place_names)
            return fmt::format(
                "'{}' is accumulated in two ways, and they do not store the same variables beside it, so "
                "the order of the iterations counts; store all of them each time",
                name);
        if (form.form != found.front().form)
            return fmt::format("of equal values of '{0}' one of these keeps the first and one the last ('{1}' and "
                               "'{2}'), so the order of the iterations counts; write all in one way",
                               name, shown(found.front(), reduction.op, name), shown(form, reduction.op, name));
    }
    if (size_of(reduction.variable->type).value_or(room + 1) > room)
        return fmt::format("'{}' has a type of more than {} bytes, and what is stored beside it is found in order; use "
                           "double",
                           name, room);
    return std::nullopt;
}

} // namespace

std::optional<std::string> settle_extremes(Reduction& reduction, const std::vector<Accumulation>& found,
                                           const Stmt& body, const std::vector<const VarDecl*>& own) {
    const auto* type = element_type(reduction.variable);
    const bool extreme = reduction.op == ReductionOp::min || reduction.op == ReductionOp::max;
    const bool placed = !reduction.places.empty();
    if (!extreme || found.empty() || (!type->is_floating() && !placed))
        return std::nullopt;
    if (placed) {
        if (const auto reason = disagreeing_places(reduction, found))
            return reason;
    }
    reduction.form = found.front().form;
    const bool anew = reduction.form == ExtremeForm::anew_first || reduction.form == ExtremeForm::anew_last;
    reduction.in_order = anew || placed;
    Signs signs(body, own);
    for (const auto& each : found) {
        if (each.form != reduction.form) {
            return fmt::format("'{0}' is accumulated in two ways ('{1}' and '{2}'), which treat 0 and -0, or what is "
                               "not a number, differently, so the order of the iterations counts; write all in one way",
                               reduction.variable->name, shown(found.front(), reduction.op, reduction.variable->name),
                               shown(each, reduction.op, reduction.variable->name));
        }
        const auto* value = strip(each.value);
        if (!signs.one_zero(*value)) {
            reduction.in_order = true;
            const bool rounded =
                value->type->is_floating() && size_of(value->type).value_or(0) > size_of(type).value_or(0);
            if (rounded) {
                return fmt::format("'{0}' is narrower than the values that it is compared with, and one below 0 that "
                                   "is stored as -0 counts differently after 0 than before it; give '{0}' their type",
                                   reduction.variable->name);
            }
        }
        if (anew)
            reduction.noted.push_back(each.at);
    }
    return std::nullopt;
}

} // namespace hydra::frontend

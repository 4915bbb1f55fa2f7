// Matching is by structure; two expressions are the same where they print the same. An accumulation is one whole
// statement (or a for's increment), since its value must not be used.
#include "frontend/reduction/accumulate.h"

#include <algorithm>

#include "frontend/reduction/choosing_functions.h"
#include "frontend/reduction/expression_forms.h"
#include "frontend/reduction/reduction_ops.h"
#include "frontend/sema/effects.h"
#include "frontend/sema/integer_values.h"

namespace hydra::frontend {

using namespace ir;

namespace {

class Matcher {
  public:
    Matcher(const VarDecl* variable, const AccumulationSearch& search)
        : variable_(variable), type_(element_type(variable)), search_(search) {}
    Accumulations result;

    void stmt(const Stmt& node) {
        for_each_child(
            node, [this](const Expr& each) { calls_in(each); }, [](const Stmt&) {});
        if (const auto* expression = node.as<ExprStmt>()) {
            top(*expression->expr);
        } else if (const auto* branch = node.as<If>(); branch != nullptr && guarded(*branch)) {
            if (branch->otherwise)
                stmt(*branch->otherwise);
            return;
        } else if (const auto* loop = node.as<For>(); loop != nullptr && loop->inc) {
            top(*loop->inc);
        }
        for_each_child(
            node, [](const Expr&) {}, [this](const Stmt& child) { stmt(child); });
    }

  private:
    // The variable, or for arrays the element that the statement in work accumulates into.
    [[nodiscard]] bool is_it(const ExprPtr& expr) const { return is_it(expr.get()); }
    [[nodiscard]] bool is_it(const Expr* expr) const {
        return holders_.contains(named_variable(expr)) || is_target(expr);
    }
    [[nodiscard]] bool is_target(const Expr* expr) const {
        return is_array() ? target_ != nullptr && is_element(*expr) && same(strip(expr), target_)
                          : named_variable(expr) == variable_;
    }
    [[nodiscard]] bool is_array() const { return variable_->type->is_array() || variable_->type->is_pointer(); }

    // `h[s]`, `h[s][t]`, `*h`, `*(h + s)`, whose subscripts do not mention h.
    [[nodiscard]] bool is_element(const Expr& expr) const {
        const auto* at = strip(&expr);
        if (at->type == nullptr || at->type->is_array() || at->type->is_pointer())
            return false;
        for (; named_variable(at) != variable_; at = strip(at)) {
            const auto* unary = at->as<Unary>();
            const auto* binary = at->as<Binary>();
            if (const auto* index = at->as<Index>(); index != nullptr && free_of_it(*index->index))
                at = index->base.get();
            else if (unary != nullptr && unary->op == UnaryOp::deref)
                at = unary->operand.get();
            else if (binary != nullptr && (binary->op == BinaryOp::add || binary->op == BinaryOp::sub) &&
                     binary->lhs->type->is_pointer() && free_of_it(*binary->rhs))
                at = binary->lhs.get();
            else if (binary != nullptr && binary->op == BinaryOp::add && binary->rhs->type->is_pointer() &&
                     free_of_it(*binary->lhs))
                at = binary->rhs.get();
            else
                return false;
        }
        return true;
    }
    [[nodiscard]] bool free_of_it(const Expr& expr) const {
        return !mentions(expr, variable_) &&
               std::none_of(
                   holders_.begin(), holders_.end(), [&](const VarDecl* holder) { return mentions(expr, holder); });
    }

    // An integer that floating values go into is cut at each step, so it cannot be summed in parts.
    [[nodiscard]] bool fits(const Expr& value) const {
        const auto* type = strip(&value)->type;
        return search_.any_type || !(type_->is_integer() && (type->is_floating() || type->is_complex()));
    }
    // The same of a value that is compared with x and stored where it is less, or greater. To cut off fractions keeps
    // order, and what lies beyond an integer also does without its fraction: it does not matter when they are cut off,
    // as long as x itself is compared as it is.
    [[nodiscard]] bool fits(const Binary& relation, const Expr& value) const {
        const auto* compared = relation.lhs->type;
        const std::int64_t whole = compared->kind == TypeKind::Float    ? 2 // bytes of integers that it holds
                                   : compared->kind == TypeKind::Double ? 4
                                                                        : 8;
        return fits(value) || (compared->is_floating() && type_->kind != TypeKind::Bool &&
                               size_of(type_).value_or(whole + 1) <= whole);
    }

    // Whether what is stored compares as what was compared: x holds the value, or the comparison was made in x's type.
    [[nodiscard]] bool keeps_order(const Binary& relation, const Expr& value) const {
        const auto* compared = relation.lhs->type;
        if (search_.any_type || !type_->is_integer() || !value.type->is_integer() || !compared->is_integer())
            return true;
        const auto bits =
            static_cast<std::uint64_t>(size_of(type_).value_or(8)) * 8 - (counts_from_zero(type_) ? 0 : 1);
        const auto range = bounds(value);
        const bool small =
            range &&
            (counts_from_zero(type_) ? range->first >= 0 : bits >= 63 || range->first >= -(std::int64_t{1} << bits)) &&
            (bits >= 63 || range->second < std::int64_t{1} << bits);
        return holds(type_, value.type) || (holds(type_, compared) && holds(compared, type_)) || small;
    }

    // A truth value that something below zero is added to, or anything but 0 and 1 is xored with, may become 0 again,
    // depending on the order.
    [[nodiscard]] bool summable(const Expr& value, BinaryOp op) const {
        if (type_->kind != TypeKind::Bool || (op != BinaryOp::add && op != BinaryOp::sub && op != BinaryOp::bit_xor))
            return true;
        const auto* expr = strip(&value);
        if (op == BinaryOp::bit_xor)
            return search_.any_type || is_truth(*expr);
        const auto constant = constant_value(*expr);
        const bool small = expr->type->is_unsigned() && size_of(expr->type).value_or(8) < 4; // 1 + UINT_MAX is 0
        return op == BinaryOp::add && (small || is_truth(*expr) || (constant && *constant >= 0));
    }

    void found(ReductionOp op, const Expr& at) {
        result.found.push_back({op, &at});
        names_in(at);
    }
    void names_in(const Expr& expr) {
        if (named_variable(&expr) == variable_) {
            result.names.insert(strip(&expr));
            return;
        }
        if (const auto* block = expr.as<StatementExpr>())
            for (const auto* mention : mentions(*block->body, variable_))
                result.names.insert(mention);
        for_each_child(expr, [this](const Expr& child) { names_in(child); });
    }

    // The value of `({ T a = (x), b = (e); a > b ? a : b; })`, whose a is another name of x from here on; null: the
    // block does something else.
    const Expr* result_of(const StatementExpr& block) {
        const auto* body = block.body->as<Compound>();
        const auto* last = body != nullptr && !body->items.empty() ? body->items.back()->as<ExprStmt>() : nullptr;
        for (std::size_t i = 0; last != nullptr && i + 1 < body->items.size(); ++i) {
            const auto* declaration = body->items[i]->as<DeclStmt>();
            const auto* check = body->items[i]->as<ExprStmt>();
            const auto* cast = check != nullptr ? check->expr->as<Cast>() : nullptr; // (void)(&a == &b)
            const auto* compared = cast != nullptr ? strip(cast->operand.get())->as<Binary>() : nullptr;
            const bool harmless = compared != nullptr && compared->op == BinaryOp::eq && !has_effects(*cast->operand) &&
                                  addresses_variable(*compared->lhs) && addresses_variable(*compared->rhs);
            if (!harmless && (declaration == nullptr || !hold(*declaration)))
                return nullptr;
        }
        return last != nullptr ? strip(last->expr.get()) : nullptr;
    }
    bool hold(const DeclStmt& declaration) {
        for (const auto& local : declaration.variables) {
            if (!local->init || local->has_static_lifetime() || !local->type->is_scalar())
                return false;
            const auto* type = local->type;
            if (is_it(local->init) && type->unqualified == type_->unqualified && !type->quals.is_volatile)
                holders_.insert(local.get());
            else if (!free_of_it(*local->init))
                return false;
        }
        return true;
    }

    void atomic_call(const Expr& expr, const Call& call) {
        const auto* function = called_function(call);
        const auto op = function != nullptr && call.args.size() > 1 ? atomic_update(function->name) : std::nullopt;
        const auto* unary = op ? strip(call.args[0].get())->as<Unary>() : nullptr;
        if (unary == nullptr || unary->op != UnaryOp::address_of || !free_of_it(*call.args[1]) || !fits(*call.args[1]))
            return;
        target_ = strip(unary->operand.get());
        if (is_array() ? is_element(*target_) : is_it(unary->operand)) {
            found(*op, expr);
            result.found.back().atomic = true;
        }
    }

    void top(const Expr& expr) {
        if (const auto* call = expr.as<Call>()) {
            atomic_call(expr, *call);
            return;
        }
        if (const auto* unary = expr.as<Unary>()) {
            target_ = strip(unary->operand.get());
            const bool decrements = unary->op == UnaryOp::pre_dec || unary->op == UnaryOp::post_dec;
            if (unary->op >= UnaryOp::pre_inc && unary->op <= UnaryOp::post_dec &&
                (is_array() ? is_element(*target_) : is_it(unary->operand)) &&
                !(decrements && type_->kind == TypeKind::Bool))
                found(ReductionOp::add, expr);
            return;
        }
        const auto* cast = expr.as<Cast>();
        if (cast != nullptr) { // (void)(x += e)
            top(*cast->operand);
            return;
        }
        const auto* binary = expr.as<Binary>();
        if (binary == nullptr)
            return;
        if (binary->op == BinaryOp::comma) {
            top(*binary->lhs);
            top(*binary->rhs);
            return;
        }
        if (!is_assignment(binary->op))
            return;
        target_ = strip(binary->lhs.get());
        if (is_array() ? !is_element(*target_) : !is_it(binary->lhs))
            return;
        if (binary->op == BinaryOp::assign) {
            assignment(expr, strip(binary->rhs.get()));
        } else if (const auto op = reduction_of(compound_base(binary->op));
                   op && free_of_it(*binary->rhs) && fits(*binary->rhs) &&
                   summable(*binary->rhs, compound_base(binary->op))) {
            found(*op, expr);
            note_guarded(*binary->rhs);
        }
    }
    void assignment(const Expr& whole, const Expr* value) {
        const auto* block = value->as<StatementExpr>();
        value = block != nullptr && mentions(*value, variable_) ? result_of(*block) : value;
        const auto* call = value != nullptr ? value->as<Call>() : nullptr;
        if (const auto op = value != nullptr ? assigned(*value) : std::nullopt) {
            found(*op, whole);
            note_form(*value);
            note_guarded(*value);
        } else if (call != nullptr) {
            chosen_by_function(whole, *call);
        }
        holders_.clear();
    }
    // `x = larger(x, e)` with a function of the program's; its parameter is the variable there.
    void chosen_by_function(const Expr& whole, const Call& call) {
        const auto* function = definition_of(call);
        if (function == nullptr || call.args.size() != 2 || function->params.size() != 2)
            return;
        const std::size_t mine = is_it(call.args[0]) ? 0 : 1;
        const auto& value = *call.args[1 - mine];
        if (!is_it(call.args[mine]) || !free_of_it(value) || !fits(value) || !keeps(*function, value) || depth_ > 8)
            return;
        Matcher inside(function->params[mine].get(), search_);
        inside.depth_ = depth_ + 1;
        inside.choice(whole, choice_of(*function).choice, function->params[1 - mine].get());
        if (!inside.result.found.empty()) {
            found(inside.result.found.back().op, whole);
            result.found.back().form = inside.result.found.back().form;
            result.found.back().cuts = inside.result.found.back().cuts;
            result.found.back().value = &value;
        }
    }
    // Between the variable and the other parameter of its function.
    void choice(const Expr& whole, const Choice& choice, const VarDecl* other) {
        const auto original = [&choice](const Expr* expr) {
            const auto* variable = named_variable(expr);
            const auto copy = choice.copies.find(variable);
            return copy != choice.copies.end() ? copy->second : variable;
        };
        for (const auto& [copy, of] : choice.copies)
            if (of == variable_)
                holders_.insert(copy);
        if (choice.call != nullptr) {
            assignment(whole, strip(choice.call));
            return;
        }
        const auto op = choice.condition != nullptr ? chosen(choice) : std::nullopt;
        const auto* relation = op ? strip(choice.condition)->as<Binary>() : nullptr;
        if (relation != nullptr && original(other_side(*relation)) == other) {
            found(*op, whole);
            note_relation(*relation, !is_it(choice.then));
        }
    }
    // Whether handing x to the function and storing its result loses nothing of x, nor the order of the values: a
    // floating result is rounded as it is stored, and rounding keeps order.
    [[nodiscard]] bool keeps(const FunctionDecl& function, const Expr& value) const {
        const auto* type = function.params[0]->type;
        const auto* given = strip(&value)->type;
        if (!is_same(type, function.params[1]->type) || !is_same(type, function.type->inner))
            return false;
        if (is_same(type, type_))
            return true;
        if (type_->is_floating())
            return type->is_floating() && type->kind != TypeKind::Float128 && type->kind > type_->kind;
        const auto held_by = [type](TypeRef integer) {
            const auto bytes = size_of(integer).value_or(16);
            return type->is_integer() ? holds(type, integer)
                                      : bytes <= (type->kind == TypeKind::Float ? 2 : 4) && type->is_floating();
        };
        return type_->is_integer() && given->is_integer() && holds(type_, given) && held_by(type_) && held_by(given);
    }
    [[nodiscard]] const FunctionDecl* definition_of(const Call& call) const {
        const auto* function = called_function(call);
        return function == nullptr || function->body || search_.definitions == nullptr
                   ? function
                   : search_.definitions->of(*function);
    }

    // Calls wherever they stand: what a function returns that only accumulates does not depend on what it accumulates.
    void calls_in(const Expr& expr) {
        if (const auto* call = expr.as<Call>())
            handed_over(expr, *call);
        for_each_child(expr, [this](const Expr& child) { calls_in(child); });
    }

    // `count(h, e)`, `count(&h[k])`, `add(&x, e)`, where a function does nothing else with the array, or the variable,
    // than to accumulate into its elements.
    void handed_over(const Expr& expr, const Call& call) {
        const auto* function = definition_of(call);
        const bool logical = search_.named == ReductionOp::logical_and || search_.named == ReductionOp::logical_or;
        const bool extreme = search_.named == ReductionOp::min || search_.named == ReductionOp::max;
        const bool exact = search_.named && !logical && !(extreme && type_->is_floating());
        if (!exact || depth_ > 8 || !(is_array() ? variable_->type->inner : variable_->type)->is_scalar() ||
            function == nullptr || !function->body || call.args.size() != function->params.size())
            return;
        const Expr* handed = nullptr;
        for (std::size_t i = 0; i < call.args.size(); ++i) {
            const auto* param = function->params[i].get();
            if (free_of_it(*call.args[i]))
                continue;
            const auto* array = array_in(*call.args[i]);
            if (array == nullptr || handed != nullptr || !accumulates_into(*function, param))
                return;
            handed = array;
        }
        if (handed != nullptr) {
            result.found.push_back({*search_.named, &expr});
            result.names.insert(handed);
        }
    }
    // The mention of the array in `h`, `h + s` and `&h[s]`, of the variable in `&x`; else null.
    [[nodiscard]] const Expr* array_in(const Expr& argument) const {
        const auto* at = strip(&argument);
        const auto* unary = at->as<Unary>();
        if (!is_array()) { // `&x`
            const bool is_address = unary != nullptr && unary->op == UnaryOp::address_of;
            return is_address && named_variable(unary->operand.get()) == variable_ ? strip(unary->operand.get())
                                                                                   : nullptr;
        }
        const auto* index =
            unary != nullptr && unary->op == UnaryOp::address_of ? strip(unary->operand.get())->as<Index>() : nullptr;
        if (index != nullptr && free_of_it(*index->index))
            at = strip(index->base.get());
        for (const auto* sum = at->as<Binary>(); sum != nullptr && sum->op == BinaryOp::add && free_of_it(*sum->rhs);
             sum = at->as<Binary>())
            at = strip(sum->lhs.get());
        return named_variable(at) == variable_ ? at : nullptr;
    }
    // All that the function does with the parameter.
    [[nodiscard]] bool accumulates_into(const FunctionDecl& function, const VarDecl* param) const {
        const auto* type = param->type;
        if (!type->is_pointer() || type->inner->quals.is_volatile || !is_same(type->inner, type_))
            return false;
        Matcher inside(param, {.named = search_.named, .definitions = search_.definitions});
        inside.depth_ = depth_ + 1;
        inside.stmt(*function.body);
        const auto& forms = inside.result.found;
        const auto all = mentions(*function.body, param);
        return std::all_of(forms.begin(), forms.end(), [this](const auto& form) { return form.op == search_.named; }) &&
               std::all_of(all.begin(), all.end(),
                           [&inside](const Expr* use) { return inside.result.names.contains(use); });
    }

    // Of what was found last: how `x = value` chooses.
    void note_form(const Expr& value) {
        if (const auto* choice = value.as<Conditional>()) {
            note_relation(*strip(choice->cond.get())->as<Binary>(), !is_it(choice->then));
            result.found.back().guarded.push_back((is_it(choice->then) ? choice->otherwise : choice->then).get());
        } else if (const auto* call = value.as<Call>()) {
            const bool swapped = !is_it(call->args[0]);
            result.found.back().form = swapped ? ExtremeForm::library_swapped : ExtremeForm::library;
            result.found.back().value = call->args[swapped ? 0 : 1].get();
        }
    }
    void note_relation(const Binary& relation, bool takes_where_it_holds) {
        auto& last = result.found.back();
        const bool with_equal = relation.op == BinaryOp::le || relation.op == BinaryOp::ge;
        last.form = takes_where_it_holds ? (with_equal ? ExtremeForm::last : ExtremeForm::first)
                                         : (with_equal ? ExtremeForm::anew_first : ExtremeForm::anew_last);
        last.value = other_side(relation);
        auto by_type = search_;
        by_type.any_type = false;
        Matcher exact(variable_, by_type);
        exact.target_ = target_;
        exact.holders_ = holders_;
        last.cuts = !exact.keeps_order(relation, *last.value);
    }
    void note_guarded(const Expr& value) {
        const auto* binary = strip(&value)->as<Binary>();
        const bool lazy =
            binary != nullptr && (binary->op == BinaryOp::logical_and || binary->op == BinaryOp::logical_or);
        if (lazy && mentions(*binary->lhs, variable_)) {
            result.found.back().guarded.push_back(binary->rhs.get());
            note_guarded(*binary->lhs);
        }
    }

    // The operation of `x = value`.
    [[nodiscard]] std::optional<ReductionOp> assigned(const Expr& value) const {
        const auto* expr = strip(&value);
        const bool decides = (search_.named == ReductionOp::logical_or && constant_value(*expr) == 1) ||
                             (search_.named == ReductionOp::logical_and && constant_value(*expr) == 0);
        if (decides)
            return search_.named;
        if (const auto* binary = expr->as<Binary>()) {
            const auto op = reduction_of(binary->op);
            return op && chain(*binary, *op) ? op : std::nullopt;
        }
        if (const auto* choice = expr->as<Conditional>(); choice != nullptr && choice->then)
            return chosen({choice->cond.get(), choice->then.get(), choice->otherwise.get()});
        if (const auto* call = expr->as<Call>())
            return library(*call);
        return std::nullopt;
    }

    // `x op a op b …`, or `a op x`.
    [[nodiscard]] bool chain(const Binary& binary, ReductionOp op) const {
        if (free_of_it(*binary.rhs) && fits(*binary.rhs) && summable(*binary.rhs, binary.op)) {
            if (is_it(binary.lhs))
                return true;
            const auto* inner = strip(binary.lhs.get())->as<Binary>();
            if (inner != nullptr && reduction_of(inner->op) == op)
                return chain(*inner, op);
        }
        return binary.op != BinaryOp::sub && is_it(binary.rhs) && free_of_it(*binary.lhs) && fits(*binary.lhs) &&
               summable(*binary.lhs, binary.op);
    }

    // Whether `a < b` decides between x and the other value; then the other value. A signed x that is compared as
    // unsigned has another order than its own.
    [[nodiscard]] const Expr* other_side(const Binary& relation) const {
        if (counts_from_zero(relation.lhs->type) && !counts_from_zero(type_))
            return nullptr;
        if (is_it(relation.lhs) && free_of_it(*relation.rhs))
            return value_of(*relation.rhs);
        return is_it(relation.rhs) && free_of_it(*relation.lhs) ? value_of(*relation.lhs) : nullptr;
    }
    // What holds the value from here on: d of `(d = e)`.
    [[nodiscard]] static const Expr* value_of(const Expr& full) {
        const auto* expr = strip(&full);
        const auto* binary = expr->as<Binary>();
        const auto* variable =
            binary != nullptr && is_assignment(binary->op) ? named_variable(binary->lhs.get()) : nullptr;
        return variable != nullptr && !variable->type->quals.is_volatile ? strip(binary->lhs.get()) : expr;
    }

    // What `x = e` under the relation does: min where e is taken when it is the smaller one.
    [[nodiscard]] std::optional<ReductionOp> taken(const Binary& relation) const {
        const bool less = relation.op == BinaryOp::lt || relation.op == BinaryOp::le;
        const bool other_left = !is_it(relation.lhs);
        return less == other_left ? ReductionOp::min : ReductionOp::max;
    }

    // Whether a value is the one that was compared, perhaps with a cast that says what storing it does anyway: of the
    // value, or of what is compared (`(unsigned long)k > x ? k : x`).
    [[nodiscard]] bool stores(const Expr& value, const Expr* compared) const {
        const auto* expr = strip(&value);
        return same(expr, compared) || is_cast_of(expr, compared) || (fits(*expr) && is_cast_of(compared, expr));
    }
    // To the variable's type.
    [[nodiscard]] bool is_cast_of(const Expr* expr, const Expr* inner) const {
        const auto* cast = expr->as<Cast>();
        return cast != nullptr && cast->to->unqualified == type_->unqualified &&
               same(strip(cast->operand.get()), inner);
    }

    [[nodiscard]] std::optional<ReductionOp> chosen(const Choice& choice) const {
        const auto* relation = strip(choice.condition)->as<Binary>();
        if (relation == nullptr || !is_relation(relation->op))
            return std::nullopt;
        const auto* other = other_side(*relation);
        if (other == nullptr || !fits(*relation, *other) || !keeps_order(*relation, *other))
            return std::nullopt;
        const auto op = taken(*relation);
        if (stores(*choice.then, other) && is_it(choice.otherwise))
            return op;
        if (is_it(choice.then) && stores(*choice.otherwise, other))
            return *op == ReductionOp::min ? ReductionOp::max : ReductionOp::min;
        return std::nullopt;
    }

    [[nodiscard]] std::optional<ReductionOp> library(const Call& call) const {
        const auto* function = called_function(call);
        if (function == nullptr || call.args.size() != 2)
            return std::nullopt;
        const auto& name = function->name;
        const bool least = name == "fmin" || name == "fminf" || name == "fminl";
        const bool most = name == "fmax" || name == "fmaxf" || name == "fmaxl";
        const bool once =
            is_it(call.args[0]) ? free_of_it(*call.args[1]) : is_it(call.args[1]) && free_of_it(*call.args[0]);
        const bool narrow = name.ends_with('f') && type_->kind != TypeKind::Float; // the variable is rounded each time
        const bool wide = name.ends_with('l') || type_->kind == TypeKind::Float || type_->kind == TypeKind::Double;
        if (!(least || most) || !once || !type_->is_floating() || narrow || !wide || function->body ||
            function->storage == Storage::static_)
            return std::nullopt;
        return least ? ReductionOp::min : ReductionOp::max;
    }

    // The comparison with x in `e < x`, `c && e < x` and so on, where c does not mention x; else null.
    [[nodiscard]] const Binary* comparison(const Expr& cond) const {
        const auto* binary = strip(&cond)->as<Binary>();
        if (binary == nullptr || binary->op != BinaryOp::logical_and)
            return binary;
        const bool right = free_of_it(*binary->lhs);
        return right != free_of_it(*binary->rhs) ? comparison(right ? *binary->rhs : *binary->lhs) : nullptr;
    }

    // The variable of a place that is stored into by its name, or as a member by `.`; else null.
    [[nodiscard]] const Expr* place_of(const Binary& assign) const {
        const auto* at = strip(assign.lhs.get());
        for (const auto* member = at->as<Member>(); member != nullptr && !member->arrow; member = at->as<Member>())
            at = strip(member->base.get());
        return !is_array() && at->as<DeclRef>() != nullptr && free_of_it(*at) && free_of_it(*assign.rhs) ? at : nullptr;
    }

    // if (e < x) x = e;
    bool guarded(const If& branch) {
        const auto* relation = comparison(*branch.cond);
        const auto* inner = only_statement(branch.then.get());
        if (const auto* again = inner != nullptr ? inner->as<If>() : nullptr; // asked twice, the second time in a lock
            again != nullptr && !branch.otherwise && !again->otherwise && same(branch.cond.get(), again->cond.get())) {
            const bool is_one = guarded(*again);
            if (is_one) {
                names_in(*branch.cond);
                note_behind(*branch.cond);
                result.found.back().guarded.push_back(again->cond.get()); // asked only where the first one holds
            }
            return is_one;
        }
        const Expr* whole = nullptr;
        std::vector<const Binary*> beside;
        for (const auto* each : assignments(*branch.then)) {
            const auto* stored = each->as<Binary>();
            if (is_array() || is_it(stored->lhs)) {
                if (whole != nullptr)
                    return false;
                whole = each;
            } else if (place_of(*stored) != nullptr) {
                beside.push_back(stored);
            } else {
                return false;
            }
        }
        const auto* assign = whole != nullptr ? whole->as<Binary>() : nullptr;
        if ((branch.otherwise && !search_.any_else) || relation == nullptr || !is_relation(relation->op) ||
            assign == nullptr)
            return false;
        target_ = strip(assign->lhs.get());
        const auto* other = is_array() && !is_element(*target_) ? nullptr : other_side(*relation);
        if (other == nullptr || !fits(*relation, *other) || !stores(*assign->rhs, other) ||
            !keeps_order(*relation, *other))
            return false;
        found(*taken(*relation), *whole);
        note_relation(*relation, true);
        for (const auto* stored : beside) {
            result.found.back().places.push_back(place_of(*stored));
            result.found.back().place_names.insert(print_c(*strip(stored->lhs.get())));
            result.found.back().guarded.push_back(stored->rhs.get());
        }
        result.found.back().guarded.push_back(assign->rhs.get());
        result.found.back().guarded.push_back(assign->lhs.get()); // its subscripts
        note_behind(*branch.cond);
        names_in(*branch.cond);
        return true;
    }
    // The operands of && behind the comparison.
    void note_behind(const Expr& cond) {
        const auto* binary = strip(&cond)->as<Binary>();
        if (binary == nullptr || binary->op != BinaryOp::logical_and)
            return;
        if (!free_of_it(*binary->lhs))
            result.found.back().guarded.push_back(binary->rhs.get());
        note_behind(free_of_it(*binary->lhs) ? *binary->rhs : *binary->lhs);
    }

    const VarDecl* variable_;
    TypeRef type_; // of what is accumulated
    AccumulationSearch search_;
    int depth_ = 0; // of functions that are being looked into
    const Expr* target_ = nullptr;
    std::set<const VarDecl*> holders_; // locals of a block that hold its value
};

} // namespace

Accumulations accumulations(const Stmt& body, const VarDecl* variable, const AccumulationSearch& search) {
    Matcher matcher(variable, search);
    matcher.stmt(body);
    return std::move(matcher.result);
}

} // namespace hydra::frontend

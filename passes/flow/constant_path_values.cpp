// Integers are computed as C does, where the result fits the expression's type; all else is not known. An expression
// that may or may not be evaluated leaves what holds both ways. Reads ask for elements that have been written on all
// ways.
#include "passes/flow/constant_path_values.h"

#include <algorithm>

#include "ir/operators.h"
#include "passes/facts/summary.h"
#include "passes/worth.h"

namespace hydra::passes {

namespace {

using ir::BinaryOp;
using ir::Expr;
using ir::Stmt;
using ir::UnaryOp;
using ir::VarDecl;
KnownValue fitting(ir::TypeRef type, KnownValue value) {
    const KnownValue size = type != nullptr && type->is_integer() ? ir::size_of(type) : std::nullopt;
    if (!value || !size)
        return std::nullopt;
    if (type->kind == ir::TypeKind::Bool)
        return *value != 0 ? 1 : 0;
    if (*size >= 8)
        return type->is_unsigned() && *value < 0 ? std::nullopt : value;
    const std::int64_t range = std::int64_t{1} << (8 * *size);
    const bool fits = type->is_unsigned() ? *value >= 0 && *value < range : *value >= -range / 2 && *value < range / 2;
    return fits ? value : std::nullopt;
}

KnownValue computed(BinaryOp op, std::int64_t a, std::int64_t b) {
    std::int64_t result = 0;
    const bool shifts = b >= 0 && b < 31 && a >= 0 && a < (std::int64_t{1} << 31);
    const bool divides = a >= 0 && b > 0; // of other numbers, types decide
    switch (op) {
    case BinaryOp::add:
        return __builtin_add_overflow(a, b, &result) ? std::nullopt : KnownValue(result);
    case BinaryOp::sub:
        return __builtin_sub_overflow(a, b, &result) ? std::nullopt : KnownValue(result);
    case BinaryOp::mul:
        return __builtin_mul_overflow(a, b, &result) ? std::nullopt : KnownValue(result);
    case BinaryOp::div:
        return divides ? KnownValue(a / b) : std::nullopt;
    case BinaryOp::rem:
        return divides ? KnownValue(a % b) : std::nullopt;
    case BinaryOp::shl:
        return shifts ? KnownValue(a << b) : std::nullopt;
    case BinaryOp::shr:
        return shifts ? KnownValue(a >> b) : std::nullopt;
    case BinaryOp::bit_and:
        return a & b;
    case BinaryOp::bit_or:
        return a | b;
    case BinaryOp::bit_xor:
        return a ^ b;
    case BinaryOp::lt:
        return a < b ? 1 : 0;
    case BinaryOp::gt:
        return a > b ? 1 : 0;
    case BinaryOp::le:
        return a <= b ? 1 : 0;
    case BinaryOp::ge:
        return a >= b ? 1 : 0;
    case BinaryOp::eq:
        return a == b ? 1 : 0;
    case BinaryOp::ne:
        return a != b ? 1 : 0;
    default:
        return std::nullopt;
    }
}

bool is_step(UnaryOp op) {
    return op == UnaryOp::pre_inc || op == UnaryOp::pre_dec || op == UnaryOp::post_inc || op == UnaryOp::post_dec;
}

bool has_subscript(const Expr& full) {
    const Expr& expr = *ir::strip(&full);
    const auto* member = expr.as<ir::Member>();
    return expr.as<ir::Index>() != nullptr || (member != nullptr && has_subscript(*member->base));
}

bool has_effects(const Expr& expr) {
    bool found = false;
    walk(
        expr, [&](const Expr& e) { found = found || assignment_target(e) != nullptr || e.as<ir::Call>() != nullptr; },
        [](const Stmt&) {});
    return found;
}

} // namespace

void ConstantPathState::join(const ConstantPathState& other) {
    std::erase_if(known, [&](const auto& each) {
        const auto same = other.known.find(each.first);
        return same == other.known.end() || same->second != each.second;
    });
    for (std::size_t k = 0; k < written.size(); ++k)
        written[k] = written[k] && other.written[k];
    filled = filled && other.filled;
    text = text && other.text;
}

ConstantPathValues::ConstantPathValues(const ir::For& loop, const Expr& element, const Expr* read) : read_(read) {
    const Expr* array = ir::strip(&element);
    for (const auto* index = array->as<ir::Index>(); index != nullptr; index = array->as<ir::Index>())
        array = ir::strip(index->base.get());
    variable_ = variable_of_part(array);
    good_ = variable_ != nullptr;
    if (array->as<ir::DeclRef>() == nullptr && good_) {
        part_ = part_of(*array, variable_);
        good_ = part_ && !part_->elements;
    }
    ir::TypeRef type = array->type;
    for (; good_ && type->is_array(); type = type->inner) {
        lengths_.push_back(type->length);
        good_ = type->length > 0 && type->length <= worth::most_elements &&
                elements_ * type->length <= worth::most_elements;
        elements_ *= good_ ? type->length : 1;
    }
    bytes_ = ir::size_of(type).value_or(0);
    characters_ = lengths_.size() == 1 && bytes_ == 1 && type->is_integer();
    good_ = good_ && type->is_scalar() && bytes_ > 0;
    if (good_)
        find_places(loop);
    if (good_)
        find_flags(loop);
}

ConstantPathState ConstantPathValues::start() const {
    return {{}, std::vector<bool>(static_cast<std::size_t>(elements_)), false, false};
}

// The iteration's own variables; jumps and loops with directives are not followed.
void ConstantPathValues::find_places(const ir::For& loop) {
    for (const auto* list : {&loop.directive->private_, &loop.directive->firstprivate})
        own_.insert(list->begin(), list->end());
    std::set<const VarDecl*> shown;
    walk(
        *loop.body,
        [&](const Expr& e) {
            const auto* unary = e.as<ir::Unary>();
            if (unary != nullptr && unary->op == UnaryOp::address_of && !has_subscript(*unary->operand))
                shown.insert(base_variable(unary->operand.get()));
        },
        [&](const Stmt& s) {
            const auto* inner = s.as<ir::For>();
            if (s.as<ir::Goto>() != nullptr || s.as<ir::Label>() != nullptr || s.as<ir::Asm>() != nullptr ||
                (inner != nullptr && inner->directive))
                give_up();
            if (const auto* declared = s.as<ir::DeclStmt>())
                for (const auto& each : declared->variables)
                    if (!each->has_static_lifetime())
                        own_.insert(each.get());
        });
    own_.erase(loop.canonical.variable);
    for (const VarDecl* variable : shown)
        own_.erase(variable);
}

void ConstantPathValues::find_flags(const ir::For& loop) {
    std::set<Place> others;
    const auto note = [&](const std::optional<Place>& place, bool flag) {
        if (place)
            (flag ? flags_ : others).insert(*place);
    };
    const auto is_opposite = [&](const Expr& full, const Place& place) {
        const Expr& expr = *ir::strip(&full);
        const auto* unary = expr.as<ir::Unary>();
        const auto* minus = expr.as<ir::Binary>();
        return (unary != nullptr && unary->op == UnaryOp::logical_not && place_of(*unary->operand) == place) ||
               (minus != nullptr && minus->op == BinaryOp::sub && ir::constant_value(*minus->lhs) == 1 &&
                place_of(*minus->rhs) == place);
    };
    walk(
        *loop.body,
        [&](const Expr& e) {
            const Expr* target = assignment_target(e);
            const auto place = target != nullptr ? place_of(*target) : std::nullopt;
            const auto* store = e.as<ir::Binary>();
            const bool constant = store != nullptr && ir::constant_value(*store->rhs).has_value();
            note(place, store != nullptr && place &&
                            ((store->op == BinaryOp::assign && (constant || is_opposite(*store->rhs, *place))) ||
                             (store->op == BinaryOp::xor_assign && constant)));
        },
        [&](const Stmt& s) {
            const auto* declared = s.as<ir::DeclStmt>();
            for (std::size_t k = 0; declared != nullptr && k < declared->variables.size(); ++k) {
                const VarDecl& each = *declared->variables[k];
                if (each.init && own_.contains(&each))
                    note(Place{&each, ""}, ir::constant_value(*each.init).has_value());
            }
        });
    for (const Place& place : others)
        flags_.erase(place);
}

std::optional<Place> ConstantPathValues::place_of(const Expr& full) const {
    std::string text;
    const Expr* expr = ir::strip(&full);
    if (expr->type == nullptr || !expr->type->is_integer() || expr->type->quals.is_volatile)
        return std::nullopt;
    for (const auto* member = expr->as<ir::Member>(); member != nullptr; member = expr->as<ir::Member>()) {
        ir::TypeRef record = ir::strip(member->base.get())->type;
        for (const int step : member->path) { // unions hold one value under several names
            const auto at = static_cast<std::size_t>(step);
            if (member->arrow || record == nullptr || record->kind != ir::TypeKind::Struct || record->tag == nullptr ||
                at >= record->tag->fields.size() || record->tag->fields[at].bit_width)
                return std::nullopt;
            record = record->tag->fields[at].type;
        }
        text = "." + member->field + text;
        expr = ir::strip(member->base.get());
    }
    const VarDecl* variable = expr->as<ir::DeclRef>() != nullptr ? ir::named_variable(expr) : nullptr;
    return variable != nullptr && own_.contains(variable) ? std::optional(Place{variable, text}) : std::nullopt;
}

// Whether the expression names the array, or the scalar, that is asked about.
bool ConstantPathValues::is_array(const Expr& full) const {
    const Expr& expr = *ir::strip(&full);
    if (!part_)
        return expr.as<ir::DeclRef>() != nullptr && ir::named_variable(&expr) == variable_;
    return expr.as<ir::Member>() != nullptr && part_of(expr, variable_) == part_;
}

// Of the array as a whole none, of a row less than it has dimensions; nullopt: another thing.
std::optional<std::vector<const Expr*>> ConstantPathValues::subscripts_of(const Expr& full) const {
    std::vector<const Expr*> found;
    const Expr* expr = ir::strip(&full);
    for (const auto* index = expr->as<ir::Index>(); index != nullptr; index = expr->as<ir::Index>()) {
        found.insert(found.begin(), index->index.get());
        expr = ir::strip(index->base.get());
        if (expr->type == nullptr || !expr->type->is_array())
            return std::nullopt;
    }
    return is_array(*expr) && found.size() <= lengths_.size() ? std::optional(found) : std::nullopt;
}

void ConstantPathValues::declare(const VarDecl& variable, ConstantPathState& state) {
    const KnownValue first = variable.init ? value(*variable.init, state) : std::nullopt;
    std::erase_if(state.known, [&](const auto& each) { return each.first.first == &variable; });
    if (const KnownValue held = fitting(variable.type, first);
        held && own_.contains(&variable) && !variable.type->quals.is_volatile)
        state.known[{&variable, ""}] = *held;
}

KnownValue ConstantPathValues::value(const Expr& expr, ConstantPathState& state) {
    if (!good_ || expr.as<ir::SizeOf>() != nullptr || expr.as<ir::IntLit>() != nullptr)
        return ir::constant_value(expr);
    if (const auto* cast = expr.as<ir::Cast>())
        return fitting(expr.type, value(*cast->operand, state));
    if (subscripts_of(expr))
        return element(expr, state);
    if (const auto place = place_of(expr)) {
        const auto found = state.known.find(*place);
        return found != state.known.end() ? KnownValue(found->second) : std::nullopt;
    }
    if (const auto* operation = expr.as<ir::Unary>())
        return unary(expr, *operation, state);
    if (const auto* operation = expr.as<ir::Binary>())
        return binary(expr, *operation, state);
    if (const auto* conditional = expr.as<ir::Conditional>()) {
        if (!conditional->then)
            give_up();
        return choice(conditional->cond.get(), conditional->then.get(), conditional->otherwise.get(), state);
    }
    if (const auto* called = expr.as<ir::Call>()) {
        call(*called, state);
        return std::nullopt;
    }
    if (const auto* block = expr.as<ir::StatementExpr>()) {
        run_block(*block->body, state);
        return std::nullopt;
    }
    ir::for_each_child(expr, [&](const Expr& child) { value(child, state); });
    return ir::constant_value(expr);
}

// The value of an element, or an address in the array.
KnownValue ConstantPathValues::element(const Expr& full, ConstantPathState& state) {
    const Expr& expr = *ir::strip(&full);
    std::vector<KnownValue> at;
    const auto subscripts = subscripts_of(expr);
    for (const Expr* subscript : *subscripts)
        at.push_back(value(*subscript, state));
    if (at.size() < lengths_.size())
        mention(state);
    else if (read_ == nullptr || read_ == &expr)
        require(at, state);

    const auto place = place_of(expr);
    const auto found = place ? state.known.find(*place) : state.known.end();
    return found != state.known.end() ? KnownValue(found->second) : std::nullopt;
}

// Who gets an address may read all of it.
void ConstantPathValues::mention(const ConstantPathState& state) {
    if (read_ == nullptr)
        require_all(state);
}
void ConstantPathValues::require_all(const ConstantPathState& state, bool of_text) {
    met_ = true;
    good_ = good_ && (state.filled || (of_text && state.text) ||
                      std::all_of(state.written.begin(), state.written.end(), [](bool w) { return w; }));
}

void ConstantPathValues::require(const std::vector<KnownValue>& at, const ConstantPathState& state) {
    met_ = true;
    if (state.filled)
        return;
    std::vector<std::int64_t> places{0};
    for (std::size_t d = 0; d < at.size(); ++d) {
        std::vector<std::int64_t> next;
        good_ = good_ && (!at[d] || (*at[d] >= 0 && *at[d] < lengths_[d]));
        for (const std::int64_t place : places)
            for (std::int64_t k = at[d].value_or(0); k < (at[d] ? *at[d] + 1 : lengths_[d]); ++k)
                next.push_back(place * lengths_[d] + k);
        places = std::move(next);
    }
    for (const std::int64_t place : places)
        good_ = good_ && state.written[static_cast<std::size_t>(place)];
}

// The target's subscripts are evaluated here.
void ConstantPathValues::store(const Expr& target, KnownValue stored, ConstantPathState& state) {
    const Expr& expr = *ir::strip(&target);
    if (const auto subscripts = subscripts_of(expr); subscripts && subscripts->size() == lengths_.size()) {
        std::int64_t flat = 0;
        bool known = true;
        for (std::size_t d = 0; d < subscripts->size(); ++d) {
            const KnownValue at = value(*(*subscripts)[d], state);
            known = known && at && *at >= 0 && *at < lengths_[d];
            flat = known ? flat * lengths_[d] + *at : 0;
        }
        if (known)
            state.written[static_cast<std::size_t>(flat)] = true;
        const auto end = state.written.begin() + static_cast<std::ptrdiff_t>(flat);
        const bool ends = characters_ && known && stored == 0;
        state.text = ends && std::all_of(state.written.begin(), end, [](bool w) { return w; });
    } else if (expr.as<ir::DeclRef>() == nullptr) {
        ir::for_each_child(
            expr, [&](const Expr& child) { value(child, state); });
    }
    if (expr.type == nullptr || !expr.type->is_scalar()) { // a struct: all that is in it
        const VarDecl* variable = variable_of_part(&expr);
        std::erase_if(state.known, [&](const auto& each) { return each.first.first == variable; });
        const auto over = variable == variable_ ? part_of(expr, variable_) : std::nullopt;
        if (over && !over->elements && part_ && over->begin <= part_->begin && part_->end <= over->end)
            state.written.assign(state.written.size(), true);
    }
    const auto place = place_of(expr);
    if (!place)
        return;
    if (const KnownValue held = fitting(expr.type, stored))
        state.known[*place] = *held;
    else
        state.known.erase(*place);
}

// What is read and stored again is evaluated twice here, and once by C.
void ConstantPathValues::refuse_effects(const Expr& target) {
    if (has_effects(target))
        give_up();
}

KnownValue ConstantPathValues::assign(const Expr& expr, const ir::Binary& binary, ConstantPathState& state) {
    KnownValue right = value(*binary.rhs, state);
    if (binary.op != BinaryOp::assign) {
        refuse_effects(*binary.lhs);
        const KnownValue left = value(*binary.lhs, state);
        const bool whole = binary.rhs->type != nullptr && binary.rhs->type->is_integer();
        right = left && right && whole ? computed(ir::compound_base(binary.op), *left, *right) : std::nullopt;
    }
    right = fitting(expr.type, right);
    store(*binary.lhs, right, state);
    return right;
}

KnownValue ConstantPathValues::unary(const Expr& expr, const ir::Unary& unary, ConstantPathState& state) {
    if (unary.op == UnaryOp::address_of) {
        if (subscripts_of(*unary.operand))
            mention(state);
        touch(*unary.operand, state);
        return std::nullopt;
    }
    const KnownValue operand = value(*unary.operand, state);
    if (is_step(unary.op)) {
        refuse_effects(*unary.operand);
        const bool up = unary.op == UnaryOp::pre_inc || unary.op == UnaryOp::post_inc;
        const bool post = unary.op == UnaryOp::post_inc || unary.op == UnaryOp::post_dec;
        const KnownValue stepped = operand ? computed(BinaryOp::add, *operand, up ? 1 : -1) : std::nullopt;
        store(*unary.operand, stepped, state);
        return post ? operand : fitting(expr.type, stepped);
    }
    switch (unary.op) {
    case UnaryOp::plus:
    case UnaryOp::extension:
        return operand;
    case UnaryOp::minus:
        return operand ? fitting(expr.type, computed(BinaryOp::sub, 0, *operand)) : std::nullopt;
    case UnaryOp::bit_not:
        return operand ? fitting(expr.type, ~*operand) : std::nullopt;
    case UnaryOp::logical_not:
        return operand ? KnownValue(*operand == 0 ? 1 : 0) : std::nullopt;
    default:
        return std::nullopt;
    }
}

KnownValue ConstantPathValues::binary(const Expr& expr, const ir::Binary& binary, ConstantPathState& state) {
    if (ir::is_assignment(binary.op))
        return assign(expr, binary, state);
    if (binary.op == BinaryOp::logical_and)
        return choice(binary.lhs.get(), binary.rhs.get(), nullptr, state);
    if (binary.op == BinaryOp::logical_or) {
        const KnownValue left = value(*binary.lhs, state);
        if (left && *left != 0)
            return 1;
        ConstantPathState before = state;
        const KnownValue right = value(*binary.rhs, state);
        if (!left)
            state.join(before);
        return right && *right != 0 ? KnownValue(1) : left && right ? KnownValue(0) : std::nullopt;
    }
    const KnownValue left = value(*binary.lhs, state);
    const KnownValue right = value(*binary.rhs, state);
    if (binary.op == BinaryOp::comma)
        return right;
    const bool whole = binary.lhs->type->is_integer() && binary.rhs->type->is_integer();
    return left && right && whole ? fitting(expr.type, computed(binary.op, *left, *right)) : std::nullopt;
}

// `cond ? then : otherwise`; `cond && then` where there is no other.
KnownValue ConstantPathValues::choice(const Expr* cond, const Expr* then, const Expr* otherwise,
                                      ConstantPathState& state) {
    if (!good_)
        return std::nullopt;
    const KnownValue asked = value(*cond, state);
    ConstantPathState other = state;
    const bool is_and = otherwise == nullptr;
    KnownValue first, second = is_and ? KnownValue(0) : std::nullopt;
    if (!asked || *asked != 0) {
        first = value(*then, state);
        first = first && is_and ? KnownValue(*first != 0 ? 1 : 0) : first;
    }
    if (!is_and && (!asked || *asked == 0))
        second = value(*otherwise, other);
    if (asked) {
        if (*asked == 0)
            state = std::move(other);
        return *asked != 0 ? first : second;
    }
    state.join(other);
    return first == second ? first : std::nullopt;
}

} // namespace hydra::passes

// Every mention of the parameter must be of a few harmless forms; any other form counts as a write.
#include "ir/parameter_use.h"

#include <algorithm>
#include <set>
#include <utility>

namespace hydra::ir {

namespace {

bool is_pointer_to_const(TypeRef type) { return type != nullptr && type->is_pointer() && type->inner->quals.is_const; }

// Whether a use of the pointer goes beyond what is allowed: to read the object, or also to write elements of its
// arrays. Addresses of elements lead to no other part of the object, so these may go anywhere in the latter case.
class Reader {
  public:
    Reader(const Definitions& definitions, ObjectUse allowed)
        : definitions_(definitions), elements_(allowed == ObjectUse::elements) {}

    bool keeps_to_it(const FunctionDecl& named, std::size_t parameter) {
        const auto* function = definitions_.of(named);
        if (function == nullptr || parameter >= function->params.size())
            return false;
        if (!seen_.emplace(function, parameter).second)
            return true; // is being looked at
        const auto* outer_result = std::exchange(result_, function->type->inner);
        const bool good = keeps_to_it(*function->body, *function->params[parameter]);
        result_ = outer_result;
        return good;
    }

    bool keeps_to_it(const Stmt& scope, const VarDecl& pointer) {
        const auto* outer_scope = std::exchange(scope_, &scope);
        const auto* outer = std::exchange(pointer_, &pointer);
        const bool good = harmless(scope);
        scope_ = outer_scope;
        pointer_ = outer;
        return good;
    }

  private:
    enum class Part { none, plain, element };

    [[nodiscard]] bool is_pointer(const Expr* expr) const {
        return strip(expr)->as<DeclRef>() != nullptr && named_variable(strip(expr)) == pointer_;
    }

    // The value of which `(struct cfg *)p` makes another pointer, for a p that points to void.
    static const Expr* without_cast(const Expr* full) {
        const auto* expr = strip(full);
        const auto* cast = expr->as<Cast>();
        const auto* from = cast != nullptr ? cast->operand->type : nullptr;
        const bool known = from != nullptr && from->is_pointer() && from->inner->kind == TypeKind::Void;
        return known && cast->to->is_pointer() ? strip(cast->operand.get()) : expr;
    }

    // `p->f`, `*p`, `p[0]`, and members and elements of these: a part of the object itself; element: of an array in it
    // that shares no bytes with anything else.
    [[nodiscard]] Part part(const Expr* full) const {
        const auto* expr = strip(full);
        if (const auto* member = expr->as<Member>())
            return member->arrow ? pointed_at(member->base.get()) : part(member->base.get());
        if (const auto* index = expr->as<Index>())
            return is_pointer(index->base.get()) ? Part::plain : row(index->base.get());
        const auto* unary = expr->as<Unary>();
        if (unary == nullptr || unary->op != UnaryOp::deref)
            return Part::none;
        return is_pointer(unary->operand.get()) ? Part::plain : row(unary->operand.get());
    }

    // What the pointer, or a call that hands it or the address of a part back, points at.
    [[nodiscard]] Part pointed_at(const Expr* full) const {
        const auto* call = strip(full)->as<Call>();
        const auto* argument = call != nullptr ? handed_back(*call) : nullptr;
        if (argument != nullptr) {
            const auto inner = pointed_at(argument);
            return inner != Part::none ? inner : address(*argument);
        }
        return is_pointer(full) ? Part::plain : Part::none;
    }

    // The elements of an array in the object, as `p->f` or `p->f + i` leads to them.
    [[nodiscard]] Part row(const Expr* full) const {
        const auto* expr = strip(full);
        if (const auto* binary = expr->as<Binary>()) {
            const bool moves = binary->op == BinaryOp::add || binary->op == BinaryOp::sub;
            const bool first = binary->lhs->type->is_pointer() || binary->lhs->type->is_array();
            return moves && expr->type->is_pointer() ? row(first ? binary->lhs.get() : binary->rhs.get()) : Part::none;
        }
        if (!expr->type->is_array())
            return Part::none;
        const auto whole = part(expr);
        const auto* member = expr->as<Member>();
        return whole == Part::plain && (member == nullptr || !in_union(*member)) ? Part::element : whole;
    }

    // The subscripts in a part, or in what leads to a row.
    [[nodiscard]] bool subscripts(const Expr* full) {
        const auto* expr = strip(full);
        if (const auto* member = expr->as<Member>())
            return subscripts(member->base.get());
        if (const auto* call = expr->as<Call>()) { // which hands an argument back
            const auto* argument = handed_back(*call);
            return argument == nullptr || (address_subscripts(*argument) &&
                                           std::all_of(call->args.begin(), call->args.end(), [&](const auto& a) {
                                               return a.get() == argument || harmless(*a);
                                           }));
        }
        if (const auto* index = expr->as<Index>())
            return harmless(*index->index) && (is_pointer(index->base.get()) || subscripts(index->base.get()));
        if (const auto* unary = expr->as<Unary>())
            return is_pointer(unary->operand.get()) || subscripts(unary->operand.get());
        if (const auto* binary = expr->as<Binary>()) {
            const bool first = row(binary->lhs.get()) != Part::none;
            return subscripts(first ? binary->lhs.get() : binary->rhs.get()) &&
                   harmless(first ? *binary->rhs : *binary->lhs);
        }
        return true;
    }

    // `&p->d[i]`, `p->d`, `p->d + i`: the address of elements.
    [[nodiscard]] Part address(const Expr& full) const {
        const auto* expr = strip(&full);
        const auto* object = addressed(full);
        if (expr->type == nullptr || object->type == nullptr)
            return Part::none;
        if (object != expr && !object->type->is_array())
            return part(object);
        if (expr->as<Call>() != nullptr)
            return pointed_at(expr);
        return expr->type->is_pointer() || expr->type->is_array() ? row(object) : Part::none;
    }

    [[nodiscard]] bool address_subscripts(const Expr& full) { return subscripts(addressed(full)); }

    static const Expr* addressed(const Expr& full) {
        const auto* unary = strip(&full)->as<Unary>();
        return strip(unary != nullptr && unary->op == UnaryOp::address_of ? unary->operand.get() : &full);
    }

    // Whether the address is that of a member which shares bytes with others.
    static bool in_union_of(const Expr& address) {
        const auto* object = addressed(address);
        const auto* member = object->as<Member>();
        const auto* call = object->as<Call>();
        const auto* argument = call != nullptr ? handed_back(*call) : nullptr;
        return (member != nullptr && in_union(*member)) || (argument != nullptr && in_union_of(*argument));
    }

    [[nodiscard]] bool harmless(const Stmt& stmt) {
        if (stmt.as<Asm>() != nullptr)
            return false;
        const auto* back = stmt.as<Return>();
        if (back != nullptr && back->value && is_pointer_to_const(result_))
            return seen_only(*back->value);
        std::set<const Expr*> seen; // the values of pointers that do no more with it
        bool good = true;
        if (const auto* declaration = stmt.as<DeclStmt>()) {
            for (const auto& variable : declaration->variables) {
                const bool part_of_it =
                    variable->init && variable->type->is_pointer() &&
                    (is_pointer(without_cast(variable->init.get())) || address(*variable->init) == Part::plain);
                if (is_pointer_to_const(variable->type)) {
                    seen.insert(variable->init.get());
                } else if (part_of_it && !variable->has_static_lifetime()) {
                    seen.insert(variable->init.get());
                    good = good && variable.get() != pointer_ && (!elements_ || !in_union_of(*variable->init)) &&
                           keeps_to_it(*scope_, *variable);
                }
            }
        }
        for_each_child(
            stmt, [&](const Expr& expr) { good = good && (seen.contains(&expr) ? seen_only(expr) : harmless(expr)); },
            [&](const Stmt& child) { good = good && harmless(child); });
        return good;
    }

    // What becomes a pointer through which nothing is written may be the address of any part.
    [[nodiscard]] bool seen_only(const Expr& expr) {
        return is_pointer(without_cast(&expr)) ||
               (address(expr) != Part::none ? address_subscripts(expr) : harmless(expr));
    }

    [[nodiscard]] bool harmless(const Expr& expr) {
        if (expr.as<SizeOf>() != nullptr)
            return true;
        if (const auto kind = address(expr); kind != Part::none) // which goes somewhere
            return elements_ && kind == Part::element && address_subscripts(expr);
        if (const auto* cast = expr.as<Cast>(); cast != nullptr && !cast->implicit && becomes_record(*cast))
            return false;
        if (part(&expr) != Part::none) // its value is read
            return subscripts(&expr);
        if (const auto* block = expr.as<StatementExpr>())
            return !block->body || harmless(*block->body);
        if (const auto* call = expr.as<Call>())
            return arguments(*call);
        const auto* unary = expr.as<Unary>();
        const auto* binary = expr.as<Binary>();
        const bool steps = unary != nullptr && unary->op >= UnaryOp::pre_inc && unary->op <= UnaryOp::post_dec;
        const auto* target = steps                                            ? unary->operand.get()
                             : binary != nullptr && is_assignment(binary->op) ? binary->lhs.get()
                                                                              : nullptr;
        const auto written = target != nullptr ? part(target) : Part::none;
        if (written != Part::none)
            return elements_ && written == Part::element && subscripts(target) && (steps || harmless(*binary->rhs));
        if (unary != nullptr && unary->op == UnaryOp::logical_not && is_pointer(unary->operand.get()))
            return true;
        const bool compares = binary != nullptr && (binary->op == BinaryOp::eq || binary->op == BinaryOp::ne);
        bool good = !is_pointer(&expr);
        for_each_child(
            expr, [&](const Expr& child) { good = good && ((compares && is_pointer(&child)) || harmless(child)); });
        return good;
    }

    // `(S *)((char *)&p->d[i] - offset)`: from the address of an element back to the whole.
    [[nodiscard]] bool becomes_record(const Cast& cast) const {
        return cast.to->is_pointer() && cast.to->inner->is_record() && holds_address(*cast.operand);
    }

    [[nodiscard]] bool holds_address(const Expr& expr) const {
        bool found = address(expr) != Part::none;
        for_each_child(expr, [&](const Expr& child) { found = found || holds_address(child); });
        return found;
    }

    [[nodiscard]] bool arguments(const Call& call) {
        const auto* callee = called_function(call);
        bool good = callee != nullptr || harmless(*call.callee);
        for (std::size_t i = 0; good && i < call.args.size(); ++i) {
            const auto& arg = *call.args[i];
            const auto handed = address(arg);
            if (is_pointer(&arg)) {
                good = callee != nullptr && keeps_to_it(*callee, i);
            } else if (handed == Part::none) {
                good = harmless(arg);
            } else {
                const bool constant = callee != nullptr && i < callee->type->params.size() &&
                                      is_pointer_to_const(callee->type->params[i]);
                good = address_subscripts(arg) &&
                       (constant || (elements_ && handed == Part::element) ||
                        (callee != nullptr && (!elements_ || !in_union_of(arg)) && keeps_to_it(*callee, i)));
            }
        }
        return good;
    }

    const Definitions& definitions_;
    const bool elements_;
    const VarDecl* pointer_ = nullptr;
    const Stmt* scope_ = nullptr; // all that may mention it
    TypeRef result_ = nullptr;    // of the function
    std::set<std::pair<const FunctionDecl*, std::size_t>> seen_;
};

template <class... Where> ObjectUse least(const Definitions& definitions, const Where&... where) {
    for (const auto use : {ObjectUse::reads, ObjectUse::elements})
        if (Reader(definitions, use).keeps_to_it(where...))
            return use;
    return ObjectUse::anything;
}

} // namespace

Definitions::Definitions(std::span<const std::unique_ptr<TranslationUnit>> units) {
    for (const auto& unit : units) {
        if (!unit)
            continue;
        for (const auto& function : unit->functions)
            if (function.body && function.storage != Storage::static_)
                outer_.emplace(function.name, &function);
    }
}

const FunctionDecl* Definitions::of(const FunctionDecl& named) const {
    if (named.body || named.storage == Storage::static_)
        return named.body ? &named : nullptr;
    const auto found = outer_.find(named.name);
    return found != outer_.end() ? found->second : nullptr;
}

ObjectUse use_of(const FunctionDecl& function, std::size_t parameter, const Definitions& definitions) {
    return least(definitions, function, parameter);
}

ObjectUse use_of(const Stmt& scope, const VarDecl& pointer, const Definitions& definitions) {
    return least(definitions, scope, pointer);
}

namespace {

const Expr* handed_back_through(const Call& call, int deeper) {
    const auto* callee = called_function(call);
    const auto* body = callee != nullptr && callee->body ? callee->body->as<Compound>() : nullptr;
    const auto* back = body != nullptr && body->items.size() == 1 ? body->items.front()->as<Return>() : nullptr;
    if (back == nullptr || !back->value || !callee->type->inner->is_pointer())
        return nullptr;
    const auto* value = strip(back->value.get());
    if (const auto* unary = value->as<Unary>(); unary != nullptr && unary->op == UnaryOp::address_of) {
        value = strip(unary->operand.get());
        while (const auto* member = value->as<Member>()) {
            if (in_union(*member))
                return nullptr;
            value = strip(member->base.get());
            if (member->arrow)
                break;
        }
        if (strip(unary->operand.get()) == value || strip(unary->operand.get())->type->is_array())
            return nullptr;
    }
    if (const auto* inner = value->as<Call>(); inner != nullptr && deeper > 0) {
        const bool plain = std::all_of(inner->args.begin(), inner->args.end(),
                                       [](const auto& arg) { return named_variable(strip(arg.get())) != nullptr; });
        const auto* argument = plain ? handed_back_through(*inner, deeper - 1) : nullptr;
        value = argument != nullptr ? strip(argument) : value;
    }
    const auto* variable = value->as<DeclRef>() != nullptr ? named_variable(value) : nullptr;
    for (std::size_t i = 0; variable != nullptr && i < callee->params.size() && i < call.args.size(); ++i)
        if (callee->params[i].get() == variable && variable->type->is_pointer())
            return call.args[i].get();
    return nullptr;
}

} // namespace

const Expr* handed_back(const Call& call) { return handed_back_through(call, 4); }

const Expr* addressed_object(const Expr& address) {
    const auto* expr = strip(&address);
    const auto* unary = expr->as<Unary>();
    const auto* call = expr->as<Call>();
    const auto* argument = call != nullptr ? handed_back(*call) : nullptr;
    if (argument != nullptr)
        return addressed_object(*argument);
    return unary != nullptr && unary->op == UnaryOp::address_of ? unary->operand.get() : nullptr;
}

bool in_union(const Member& member) {
    const auto* base = strip(member.base.get());
    const auto* outer = base->as<Member>();
    if (!member.arrow && outer != nullptr && in_union(*outer))
        return true;
    TypeRef record = member.arrow ? base->type->inner : base->type;
    for (const int at : member.path) {
        if (record == nullptr || record->tag == nullptr || static_cast<std::size_t>(at) >= record->tag->fields.size())
            return true;
        const auto& fields = record->tag->fields;
        if (record->kind == TypeKind::Union &&
            !std::all_of(fields.begin(), fields.end(), [](const Field& field) { return field.type->is_array(); }))
            return true;
        record = fields[static_cast<std::size_t>(at)].type;
    }
    return false;
}

} // namespace hydra::ir

// The start is written twice, so it has to be a simple expression; the pointer's declaration moves into the body as it
// is, since everything there points at it.
#include "frontend/directive/pointer_counter.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "frontend/reduction/accumulate.h"
#include "ir/operators.h"

namespace hydra::frontend {

using namespace ir;

namespace {

// Variables, members, elements, addresses and sums of them; null: it is something else.
ExprPtr copy(const Expr& expr) {
    const auto made = [&expr](auto node) {
        return std::make_unique<Expr>(Expr{expr.range, expr.type, expr.lvalue, std::move(node)});
    };
    if (const auto* name = expr.as<DeclRef>())
        return made(*name);
    if (const auto* number = expr.as<IntLit>())
        return made(*number);
    if (const auto* cast = expr.as<Cast>()) {
        auto operand = copy(*cast->operand);
        return operand ? made(Cast{cast->implicit, cast->to, std::move(operand)}) : nullptr;
    }
    if (const auto* member = expr.as<Member>()) {
        auto base = copy(*member->base);
        return base ? made(Member{std::move(base), member->arrow, member->field, member->path}) : nullptr;
    }
    if (const auto* unary = expr.as<Unary>()) {
        const bool plain = unary->op < UnaryOp::pre_inc || unary->op > UnaryOp::post_dec;
        auto operand = plain ? copy(*unary->operand) : nullptr;
        return operand ? made(Unary{unary->op, std::move(operand)}) : nullptr;
    }
    const auto* index = expr.as<Index>();
    const auto* binary = expr.as<Binary>();
    if (index == nullptr && (binary == nullptr || binary->op > BinaryOp::rem))
        return nullptr;
    auto left = copy(index != nullptr ? *index->base : *binary->lhs);
    auto right = copy(index != nullptr ? *index->index : *binary->rhs);
    if (!left || !right)
        return nullptr;
    return index != nullptr ? made(Index{std::move(left), std::move(right)})
                            : made(Binary{binary->op, std::move(left), std::move(right)});
}

class PointerCounter {
  public:
    PointerCounter(For& loop, TranslationUnit& unit) : loop_(loop), unit_(unit) {}

    void run() {
        if (!find_start() || !find_bound() || !find_step() || changes(*loop_.body))
            return;
        auto first = typed(copy(*start_), *start_), second = typed(copy(*start_), *start_);
        if (!first || !second)
            return;
        auto bound = std::make_unique<Expr>(std::move(const_cast<Expr&>(*bound_))); // the tree is the check's to change
        const Expr& as_written = *bound;
        bound = typed(std::move(bound), as_written);
        write(std::move(first), std::move(second), std::move(bound));
    }

  private:
    [[nodiscard]] bool is_it(const ExprPtr& expr) const { return named_variable(expr.get()) == pointer_; }
    [[nodiscard]] bool free_of_it(const Expr& expr) const { return !mentions(expr, pointer_); }

    bool find_start() {
        if (auto* declaration = loop_.init ? loop_.init->as<DeclStmt>() : nullptr) {
            if (declaration->variables.size() != 1 || !declaration->variables[0]->init)
                return false;
            pointer_ = declaration->variables[0].get();
            start_ = pointer_->init.get();
            declared_here_ = true;
        } else {
            const auto* statement = loop_.init ? loop_.init->as<ExprStmt>() : nullptr;
            const auto* assign = statement != nullptr ? strip(statement->expr.get())->as<Binary>() : nullptr;
            if (assign == nullptr || assign->op != BinaryOp::assign || named_variable(assign->lhs.get()) == nullptr)
                return false;
            pointer_ = named_variable(assign->lhs.get());
            start_ = assign->rhs.get();
        }
        const auto& shared = loop_.directive->shared;
        return pointer_->type->is_pointer() && !pointer_->type->quals.is_volatile && !pointer_->has_static_lifetime() &&
               size_of(pointer_->type->inner).value_or(0) > 0 && start_->type->is_pointer() && free_of_it(*start_) &&
               std::find(shared.begin(), shared.end(), pointer_) == shared.end();
    }

    bool find_bound() {
        const auto* relation = loop_.cond ? strip(loop_.cond.get())->as<Binary>() : nullptr;
        if (relation == nullptr)
            return false;
        const bool left = is_it(relation->lhs) && free_of_it(*relation->rhs);
        const bool right = is_it(relation->rhs) && free_of_it(*relation->lhs);
        const bool compares =
            (relation->op >= BinaryOp::lt && relation->op <= BinaryOp::ge) || relation->op == BinaryOp::ne;
        if (!compares || (!left && !right))
            return false;
        compare_ = left ? relation->op : mirrored(relation->op);
        bound_ = left ? relation->rhs.get() : relation->lhs.get();
        return bound_->type->is_pointer() && size_of(bound_->type->inner) == size_of(pointer_->type->inner);
    }

    bool find_step() {
        const auto* inc = loop_.inc ? strip(loop_.inc.get()) : nullptr;
        const auto* unary = inc != nullptr ? inc->as<Unary>() : nullptr;
        const auto* binary = inc != nullptr ? inc->as<Binary>() : nullptr;
        if (unary != nullptr && unary->op >= UnaryOp::pre_inc && unary->op <= UnaryOp::post_dec &&
            is_it(unary->operand)) {
            down_ = unary->op == UnaryOp::pre_dec || unary->op == UnaryOp::post_dec;
            return true;
        }
        if (binary == nullptr || !is_it(binary->lhs))
            return false;
        if (binary->op == BinaryOp::assign) {
            const auto* sum = strip(binary->rhs.get())->as<Binary>();
            if (sum == nullptr || (sum->op != BinaryOp::add && sum->op != BinaryOp::sub) || !is_it(sum->lhs))
                return false;
            down_ = sum->op == BinaryOp::sub;
            step_ = copy(*sum->rhs);
        } else if (binary->op == BinaryOp::add_assign || binary->op == BinaryOp::sub_assign) {
            down_ = binary->op == BinaryOp::sub_assign;
            step_ = copy(*binary->rhs);
        }
        return step_ != nullptr && step_->type->is_integer() && free_of_it(*step_);
    }

    // Whether the body may give the pointer another value.
    [[nodiscard]] bool changes(const Stmt& stmt) const {
        bool found = false;
        for_each_child(
            stmt, [&](const Expr& expr) { found = found || changes(expr); },
            [&](const Stmt& child) { found = found || changes(child); });
        return found || stmt.as<Asm>() != nullptr;
    }
    [[nodiscard]] bool changes(const Expr& expr) const {
        const auto* unary = expr.as<Unary>();
        const auto* binary = expr.as<Binary>();
        const auto* block = expr.as<StatementExpr>();
        const bool steps = unary != nullptr && unary->op >= UnaryOp::pre_inc && unary->op <= UnaryOp::post_dec;
        bool found = (unary != nullptr && (steps || unary->op == UnaryOp::address_of) && is_it(unary->operand)) ||
                     (binary != nullptr && is_assignment(binary->op) && is_it(binary->lhs)) ||
                     (block != nullptr && changes(*block->body));
        for_each_child(expr, [&](const Expr& child) { found = found || changes(child); });
        return found;
    }

    // With the pointer's type, if it has another one: `void *` counts bytes.
    ExprPtr typed(ExprPtr made, const Expr& from) const {
        const auto* type = pointer_->type->unqualified;
        const auto* inner = strip(&from)->type != nullptr ? strip(&from)->type->inner : nullptr;
        if (!made || (inner != nullptr && inner->unqualified == type->inner->unqualified))
            return made;
        return expr(from.range, type, false, Cast{false, type, std::move(made)});
    }

    [[nodiscard]] std::string free_name() const {
        const auto& used = unit_.used_names;
        auto name = pointer_->name + "_at";
        while (std::find(used.begin(), used.end(), name) != used.end())
            name += '_';
        return name;
    }

    static SourceRange printed(SourceRange range) {
        range.verbatim = false; // no text of the user's says this
        return range;
    }
    ExprPtr expr(const SourceRange& range, TypeRef type, bool lvalue, auto node) const {
        return std::make_unique<Expr>(Expr{printed(range), type, lvalue, std::move(node)});
    }
    ExprPtr name(const SourceRange& range, const VarDecl* variable) const {
        return expr(range, variable->type, true, DeclRef{variable});
    }

    void write(ExprPtr first, ExprPtr second, ExprPtr bound) {
        const auto* whole = unit_.types.basic(TypeKind::Long);
        auto at = std::make_unique<VarDecl>();
        at->name = free_name();
        unit_.used_names.push_back(at->name);
        at->type = whole;
        at->range = printed(pointer_->range);
        at->function = pointer_->function;
        const auto* counter = at.get();
        const auto cond = loop_.cond->range, inc = loop_.inc->range;
        at->init = expr(start_->range, unit_.types.basic(TypeKind::Int), false, IntLit{0, "0"});

        auto distance = expr(bound_->range, whole, false, Binary{BinaryOp::sub, std::move(bound), std::move(first)});
        loop_.cond = expr(cond, unit_.types.basic(TypeKind::Int), false,
                          Binary{compare_, name(cond, counter), std::move(distance)});
        loop_.inc =
            step_ ? expr(inc, whole, false,
                         Binary{down_ ? BinaryOp::sub_assign : BinaryOp::add_assign, name(inc, counter),
                                std::move(step_)})
                  : expr(inc, whole, false, Unary{down_ ? UnaryOp::post_dec : UnaryOp::post_inc, name(inc, counter)});
        const auto begins = second->range;
        auto place = expr(begins, pointer_->type->unqualified, false,
                          Binary{BinaryOp::add, std::move(second), name(inc, counter)});

        auto stored = std::make_unique<Stmt>();
        stored->range = printed(loop_.init->range);
        if (declared_here_) {
            auto& declared = loop_.init->as<DeclStmt>()->variables;
            declared[0]->init = std::move(place);
            DeclStmt moved;
            moved.variables = std::move(declared);
            stored->node = std::move(moved);
        } else {
            auto& own = loop_.directive->private_;
            if (std::find(own.begin(), own.end(), pointer_) == own.end())
                own.push_back(pointer_);
            loop_.directive->walking.push_back(pointer_);
            const auto range = loop_.init->range;
            stored->node = ExprStmt{expr(range, pointer_->type->unqualified, false,
                                         Binary{BinaryOp::assign, name(range, pointer_), std::move(place)})};
        }
        auto header = std::make_unique<Stmt>();
        header->range = printed(loop_.init->range);
        DeclStmt counted;
        counted.variables.push_back(std::move(at));
        header->node = std::move(counted);
        loop_.init = std::move(header);

        auto body = std::make_unique<Stmt>();
        body->range = printed(loop_.body->range);
        Compound block;
        block.items.push_back(std::move(stored));
        block.items.push_back(std::move(loop_.body));
        body->node = std::move(block);
        loop_.body = std::move(body);
    }

    For& loop_;
    TranslationUnit& unit_;
    const VarDecl* pointer_ = nullptr;
    const Expr *start_ = nullptr, *bound_ = nullptr;
    ExprPtr step_;
    BinaryOp compare_ = BinaryOp::lt;
    bool declared_here_ = false, down_ = false;
};

} // namespace

void count_by_index(For& loop, TranslationUnit& unit) { PointerCounter(loop, unit).run(); }

} // namespace hydra::frontend

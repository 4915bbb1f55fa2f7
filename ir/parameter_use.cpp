// Every mention of the parameter must be of a few harmless forms; any other form counts as a write.
#include "ir/parameter_use.h"

#include <set>
#include <utility>

namespace hydra::ir {

namespace {

class Reader {
  public:
    explicit Reader(const Definitions& definitions) : definitions_(definitions) {}

    bool reads(const FunctionDecl& named, std::size_t parameter) {
        const auto* function = definitions_.of(named);
        if (function == nullptr || parameter >= function->params.size()) {
            return false;
        }
        if (!seen_.emplace(function, parameter).second) {
            return true; // is being looked at
        }
        const auto* outer = std::exchange(pointer_, function->params[parameter].get());
        const bool good = harmless(*function->body);
        pointer_ = outer;
        return good;
    }

    bool reads(const Stmt& scope, const VarDecl& pointer) {
        pointer_ = &pointer;
        return harmless(scope);
    }

  private:
    [[nodiscard]] bool is_pointer(const Expr* expr) const {
        return strip(expr)->as<DeclRef>() != nullptr && named_variable(strip(expr)) == pointer_;
    }

    // `p->f`, `*p`, `p[0]`, and members and elements of these: a part of the object itself.
    [[nodiscard]] bool is_part(const Expr* full) const {
        const auto* expr = strip(full);
        if (const auto* member = expr->as<Member>()) {
            return member->arrow ? is_pointer(member->base.get()) : is_part(member->base.get());
        }
        if (const auto* index = expr->as<Index>()) {
            return is_pointer(index->base.get()) ||
                   (strip(index->base.get())->type->is_array() && is_part(index->base.get()));
        }
        const auto* unary = expr->as<Unary>();
        return unary != nullptr && unary->op == UnaryOp::deref && is_pointer(unary->operand.get());
    }

    // The subscripts in a part.
    [[nodiscard]] bool subscripts(const Expr* full) {
        const auto* expr = strip(full);
        if (const auto* member = expr->as<Member>()) {
            return member->arrow || subscripts(member->base.get());
        }
        if (const auto* index = expr->as<Index>()) {
            return harmless(*index->index) && (is_pointer(index->base.get()) || subscripts(index->base.get()));
        }
        return true;
    }

    [[nodiscard]] bool harmless(const Stmt& stmt) {
        bool good = stmt.as<Asm>() == nullptr;
        for_each_child(
            stmt, [&](const Expr& expr) { good = good && harmless(expr); },
            [&](const Stmt& child) { good = good && harmless(child); });
        return good;
    }

    [[nodiscard]] bool harmless(const Expr& expr) {
        if (expr.as<SizeOf>() != nullptr) {
            return true;
        }
        if (is_part(&expr)) { // its value is read, unless it decays to an address
            return !expr.type->is_array() && subscripts(&expr);
        }
        if (const auto* block = expr.as<StatementExpr>()) {
            return !block->body || harmless(*block->body);
        }
        if (const auto* call = expr.as<Call>()) {
            return arguments(*call);
        }
        const auto* unary = expr.as<Unary>();
        const auto* binary = expr.as<Binary>();
        const bool steps = unary != nullptr && unary->op >= UnaryOp::pre_inc && unary->op <= UnaryOp::post_dec;
        if ((steps || (unary != nullptr && unary->op == UnaryOp::address_of)) && is_part(unary->operand.get())) {
            return false;
        }
        if (binary != nullptr && is_assignment(binary->op) && is_part(binary->lhs.get())) {
            return false;
        }
        if (unary != nullptr && unary->op == UnaryOp::logical_not && is_pointer(unary->operand.get())) {
            return true;
        }
        const bool compares = binary != nullptr && (binary->op == BinaryOp::eq || binary->op == BinaryOp::ne);
        bool good = !is_pointer(&expr);
        for_each_child(
            expr, [&](const Expr& child) { good = good && ((compares && is_pointer(&child)) || harmless(child)); });
        return good;
    }

    [[nodiscard]] bool arguments(const Call& call) {
        const auto* callee = called_function(call);
        bool good = callee != nullptr || harmless(*call.callee);
        for (std::size_t i = 0; good && i < call.args.size(); ++i) {
            good = is_pointer(call.args[i].get()) ? callee != nullptr && reads(*callee, i) : harmless(*call.args[i]);
        }
        return good;
    }

    const Definitions& definitions_;
    const VarDecl* pointer_ = nullptr;
    std::set<std::pair<const FunctionDecl*, std::size_t>> seen_;
};

} // namespace

Definitions::Definitions(std::span<const std::unique_ptr<TranslationUnit>> units) {
    for (const auto& unit : units) {
        if (!unit) {
            continue;
        }
        for (const auto& function : unit->functions) {
            if (function.body && function.storage != Storage::static_) {
                outer_.emplace(function.name, &function);
            }
        }
    }
}

const FunctionDecl* Definitions::of(const FunctionDecl& named) const {
    if (named.body || named.storage == Storage::static_) {
        return named.body ? &named : nullptr;
    }
    const auto found = outer_.find(named.name);
    return found != outer_.end() ? found->second : nullptr;
}

bool only_reads(const FunctionDecl& function, std::size_t parameter, const Definitions& definitions) {
    return Reader(definitions).reads(function, parameter);
}

bool only_reads(const Stmt& scope, const VarDecl& pointer, const Definitions& definitions) {
    return Reader(definitions).reads(scope, pointer);
}

} // namespace hydra::ir

// See allocated_length.h. One walk in source order notes when each variable changes last. The allocation stands in no
// loop, and there are no jumps: so what changes before it in the text does not change behind it.
#include "driver/trials/allocated_length.h"

#include <map>
#include <set>

#include "passes/facts/expressions.h"
#include "passes/facts/summary.h"

namespace hydra::driver {

using ir::Expr;
using ir::Stmt;
using ir::VarDecl;

namespace {

class Changes {
  public:
    Changes(const ir::FunctionDecl& function, const VarDecl& pointer, const Stmt& loop)
        : pointer_(pointer), loop_(loop) {
        for (const auto& param : function.params)
            visible_[param->name] = param.get();
        visit(*function.body);
    }

    // The pointer's only value, which it has in front of the loop; null: it has others, or may have.
    [[nodiscard]] const Expr* only_value() const {
        return jumps_ || others_ || values_ != 1 || looped_ || !seen_ || set_at_ > loop_at_ ? nullptr : value_;
    }
    // Whether the variable means in front of the loop what it meant at the allocation.
    [[nodiscard]] bool keeps(const VarDecl& variable) const {
        const auto changed = changed_at_.find(&variable);
        const auto found = visible_at_loop_.find(variable.name);
        return !variable.has_static_lifetime() && found != visible_at_loop_.end() && found->second == &variable &&
               !exposed_.contains(&variable) && (changed == changed_at_.end() || changed->second <= set_at_);
    }

  private:
    void visit(const Stmt& stmt) {
        ++now_;
        if (&stmt == &loop_) {
            seen_ = true;
            loop_at_ = now_;
            visible_at_loop_ = visible_;
        }
        jumps_ = jumps_ || stmt.as<ir::Goto>() != nullptr || stmt.as<ir::Label>() != nullptr ||
                 stmt.as<ir::Asm>() != nullptr;
        const auto outside = visible_;
        const bool repeats = ir::loop_body(stmt) != nullptr;
        loops_ += repeats ? 1 : 0;
        if (const auto* declaration = stmt.as<ir::DeclStmt>())
            for (const auto& variable : declaration->variables) {
                visible_[variable->name] = variable.get();
                if (variable->init)
                    visit(*variable->init);
                if (variable->init && variable.get() == &pointer_)
                    take(*variable->init);
            }
        else
            ir::for_each_child(
                stmt, [&](const Expr& expr) { visit(expr); }, [&](const Stmt& child) { visit(child); });
        loops_ -= repeats ? 1 : 0;
        if (stmt.as<ir::DeclStmt>() == nullptr)
            visible_ = outside;
    }

    void take(const Expr& value) {
        ++values_;
        value_ = &value;
        looped_ = looped_ || loops_ > 0;
        set_at_ = now_;
    }

    void visit(const Expr& expr) {
        ++now_;
        const auto* unary = expr.as<ir::Unary>();
        const auto* call = expr.as<ir::Call>();
        if (expr.as<ir::StatementExpr>() != nullptr)
            jumps_ = true; // whatever it does
        if (unary != nullptr && unary->op == ir::UnaryOp::address_of)
            if (const VarDecl* variable = ir::named_variable(unary->operand.get()))
                exposed_.insert(variable);
        if (call != nullptr && reads_input(*call)) {
            for (const auto& arg : call->args)
                if (const VarDecl* variable = filled(*arg)) // the function keeps no address
                    changed_at_[variable] = now_;
                else
                    visit(*arg);
            return;
        }
        jumps_ = jumps_ || (call != nullptr && comes_back(*call));
        ir::for_each_child(expr, [&](const Expr& child) { visit(child); });
        const Expr* target = passes::assignment_target(expr);
        const VarDecl* changed = target != nullptr ? ir::named_variable(target) : nullptr;
        if (changed == nullptr)
            return;
        changed_at_[changed] = now_;
        const auto* binary = expr.as<ir::Binary>();
        if (changed == &pointer_ && binary != nullptr && binary->op == ir::BinaryOp::assign)
            take(*binary->rhs);
        else
            others_ = others_ || changed == &pointer_;
    }

    // `&n`
    static const VarDecl* filled(const Expr& arg) {
        const auto* unary = ir::strip(&arg)->as<ir::Unary>();
        return unary != nullptr && unary->op == ir::UnaryOp::address_of ? ir::named_variable(unary->operand.get())
                                                                        : nullptr;
    }

    static bool comes_back(const ir::Call& call) {
        const ir::FunctionDecl* callee = ir::called_function(call);
        return callee != nullptr && callee->name.find("setjmp") != std::string::npos;
    }

    static bool reads_input(const ir::Call& call) {
        const ir::FunctionDecl* callee = ir::called_function(call);
        return callee != nullptr && !callee->body &&
               (callee->name == "scanf" || callee->name == "sscanf" || callee->name == "fscanf");
    }

    const VarDecl& pointer_;
    const Stmt& loop_;
    long now_ = 0, set_at_ = 0, loop_at_ = 0;
    int loops_ = 0, values_ = 0;
    const Expr* value_ = nullptr;
    bool jumps_ = false, others_ = false, looped_ = false, seen_ = false;
    std::map<const VarDecl*, long> changed_at_;
    std::set<const VarDecl*> exposed_; // their addresses are known somewhere
    std::map<std::string, const VarDecl*> visible_, visible_at_loop_;
};

// Numbers, variables that keep their values, and sums and products of such.
bool holds_still(const Expr& expr, const Changes& changes) {
    const Expr& e = *ir::strip(&expr);
    if (ir::constant_value(e))
        return true;
    if (e.type == nullptr || !e.type->is_integer())
        return false;
    if (const VarDecl* variable = ir::named_variable(&e))
        return e.as<ir::DeclRef>() != nullptr && changes.keeps(*variable);
    const auto* binary = e.as<ir::Binary>();
    const bool computes = binary != nullptr && (binary->op == ir::BinaryOp::add || binary->op == ir::BinaryOp::sub ||
                                                binary->op == ir::BinaryOp::mul || binary->op == ir::BinaryOp::div);
    return computes && holds_still(*binary->lhs, changes) && holds_still(*binary->rhs, changes);
}

bool is_size(const Expr& expr, std::int64_t bytes) {
    return ir::strip(&expr)->as<ir::SizeOf>() != nullptr && ir::constant_value(expr) == bytes;
}

// Of `malloc(n * sizeof(double))`, `calloc(n, sizeof *p)`: the number; null: it is written in another way.
const Expr* number_in(const ir::Call& call, const std::string& function, std::int64_t bytes) {
    const Expr *a = nullptr, *b = nullptr;
    if (function == "calloc" && call.args.size() == 2) {
        a = call.args[0].get();
        b = call.args[1].get();
    } else if (function == "malloc" && call.args.size() == 1) {
        const auto* product = ir::strip(call.args[0].get())->as<ir::Binary>();
        if (product == nullptr || product->op != ir::BinaryOp::mul)
            return nullptr;
        a = product->lhs.get();
        b = product->rhs.get();
    }
    if (a == nullptr)
        return nullptr;
    const Expr* number = ir::strip(is_size(*b, bytes) ? a : is_size(*a, bytes) ? b : nullptr);
    for (const ir::Cast* cast = nullptr; number != nullptr && (cast = number->as<ir::Cast>()) != nullptr;) {
        const Expr& inside = *ir::strip(cast->operand.get()); // `(size_t)n`
        if (!cast->to->is_integer() || ir::size_of(cast->to) < ir::size_of(inside.type))
            return nullptr;
        number = &inside;
    }
    return number;
}

} // namespace

std::optional<std::string> allocated_length(const ir::FunctionDecl& function, const VarDecl& pointer,
                                            const Stmt& loop) {
    const auto bytes = pointer.type->is_pointer() ? ir::size_of(pointer.type->inner) : std::nullopt;
    if (!bytes || pointer.is_param || pointer.has_static_lifetime() || !function.body)
        return std::nullopt;
    const Changes changes(function, pointer, loop);
    const Expr* value = changes.only_value();
    const auto* call = value != nullptr ? passes::without_casts(*value)->as<ir::Call>() : nullptr;
    const ir::FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
    if (callee == nullptr || callee->body || !changes.keeps(pointer))
        return std::nullopt;
    const Expr* number = number_in(*call, callee->name, *bytes);
    return number != nullptr && holds_still(*number, changes) ? std::optional(ir::print_c(*number)) : std::nullopt;
}

} // namespace hydra::driver

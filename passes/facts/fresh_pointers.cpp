// See fresh_pointers.h.
#include "passes/facts/fresh_pointers.h"

#include <algorithm>

#include "passes/facts/escapes.h"
#include "passes/facts/expressions.h"
#include "passes/facts/library.h"
#include "passes/worth.h"

namespace hydra::passes {

using ir::Expr;
using ir::Stmt;
using ir::VarDecl;

// Goes through a function once, and notes what becomes of the values of its variables.
class FreshPointers::Reader {
  public:
    Reader(const Summary& summary, Function& to) : summary_(summary), to_(to) {}

    void read(const Stmt& stmt) {
        to_.jumps = to_.jumps || stmt.as<ir::Label>() != nullptr || stmt.as<ir::Goto>() != nullptr ||
                    stmt.as<ir::Case>() != nullptr || stmt.as<ir::Default>() != nullptr || may_come_back(stmt);
        if (const auto* declared = stmt.as<ir::DeclStmt>()) {
            for (const auto& variable : declared->variables)
                if (variable->init)
                    gets(variable.get(), *variable->init);
            return;
        }
        if (const auto* back = stmt.as<ir::Return>()) {
            if (back->value) {
                is_returned_ = true;
                use(*back->value, true);
                is_returned_ = false;
            }
            return;
        }
        ir::for_each_child(
            stmt, [this](const Expr& expr) { use(expr, false); }, [this](const Stmt& child) { read(child); });
    }

  private:
    void gets(const VarDecl* variable, const Expr& value) {
        to_.variables[variable].values.push_back(&value);
        use(value, true);
    }

    // kept: whether the value goes somewhere.
    void use(const Expr& expr, bool kept) {
        if (const VarDecl* variable = expr.as<ir::DeclRef>() != nullptr ? ir::named_variable(&expr) : nullptr) {
            if (kept) {
                to_.variables[variable].kept.push_back(&expr);
                to_.variables[variable].returned += is_returned_ ? 1 : 0;
            }
        } else if (const auto* cast = expr.as<ir::Cast>()) {
            use(*cast->operand, kept);
        } else if (const auto* unary = expr.as<ir::Unary>()) {
            use_of_unary(*unary, kept);
        } else if (const auto* binary = expr.as<ir::Binary>()) {
            use_of_binary(*binary, kept);
        } else if (const auto* choice = expr.as<ir::Conditional>()) {
            use(*choice->cond, choice->then == nullptr && kept);
            if (choice->then)
                use(*choice->then, kept);
            use(*choice->otherwise, kept);
        } else if (const auto* call = expr.as<ir::Call>()) {
            to_.jumps = to_.jumps || may_come_back(expr);
            use(*call->callee, true);
            for (std::size_t index = 0; index < call->args.size(); ++index)
                use(*call->args[index], keeps(*call, index));
        } else if (const auto* index = expr.as<ir::Index>()) {
            use(*index->base, address_);
            use(*index->index, true);
        } else if (const auto* member = expr.as<ir::Member>()) {
            use(*member->base, address_ || !member->arrow);
        } else if (expr.as<ir::SizeOf>() == nullptr) {
            if (const auto* block = expr.as<ir::StatementExpr>())
                read(*block->body);
            else
                ir::for_each_child(
                    expr, [this](const Expr& child) { use(child, true); });
        }
    }

    void use_of_unary(const ir::Unary& unary, bool kept) {
        const VarDecl* variable = ir::named_variable(unary.operand.get());
        const bool counts = unary.op >= ir::UnaryOp::pre_inc && unary.op <= ir::UnaryOp::post_dec;
        if (variable != nullptr && (counts || unary.op == ir::UnaryOp::address_of))
            to_.variables[variable].is_open = true;
        const bool around = address_;
        address_ = address_ || unary.op == ir::UnaryOp::address_of;
        use(*unary.operand, unary.op == ir::UnaryOp::deref         ? address_
                            : unary.op == ir::UnaryOp::logical_not ? false
                                                                   : kept || counts);
        address_ = around;
    }

    void use_of_binary(const ir::Binary& binary, bool kept) {
        const VarDecl* target = ir::is_assignment(binary.op) ? ir::named_variable(binary.lhs.get()) : nullptr;
        if (target != nullptr) {
            if (binary.op != ir::BinaryOp::assign)
                to_.variables[target].is_open = true;
            gets(target, *binary.rhs);
            if (kept) // `a[i] = p = malloc(n)`
                to_.variables[target].is_open = true;
            return;
        }
        const bool compares = binary.op >= ir::BinaryOp::lt && binary.op <= ir::BinaryOp::ne;
        const bool decides = binary.op == ir::BinaryOp::logical_and || binary.op == ir::BinaryOp::logical_or;
        const bool comma = binary.op == ir::BinaryOp::comma;
        use(*binary.lhs, !compares && !decides && !comma && !ir::is_assignment(binary.op) && kept);
        use(*binary.rhs, !compares && !decides && (ir::is_assignment(binary.op) || kept));
    }

    // Whether somebody may know the argument's value after the call.
    [[nodiscard]] bool keeps(const ir::Call& call, std::size_t index) const {
        const ir::FunctionDecl* callee = ir::called_function(call);
        const ir::FunctionDecl* body = callee != nullptr ? summary_.definition(callee) : nullptr;
        if (body != nullptr)
            return index >= body->params.size() || may_escape(summary_, *body, index, Escape::elements);
        const LibraryEffect* effect = callee != nullptr ? library_effect(callee->name) : nullptr;
        return effect == nullptr || gives_back(call, index) || !(effect->state.empty() || effect->ends) ||
               effect->arguments.find('f') != std::string_view::npos;
    }

    const Summary& summary_;
    Function& to_;
    bool is_returned_ = false;
    bool address_ = false; // of what stands here
};

const FreshPointers::Function& FreshPointers::function(const ir::FunctionDecl& function) const {
    const auto [at, is_new] = functions_.try_emplace(&function);
    if (is_new && function.body)
        Reader(summary_, at->second).read(*function.body);
    return at->second;
}

bool FreshPointers::are_fresh(const Uses& uses, const ir::FunctionDecl& function, int depth) const {
    return !uses.is_open && std::all_of(
                                uses.values.begin(), uses.values.end(),
                                [&](const Expr* value) { return is_fresh(*value, function, depth + 1); });
}

namespace {

bool holds(const Expr& expr, const Expr* wanted) {
    bool found = &expr == wanted;
    if (expr.as<ir::StatementExpr>() == nullptr) // which may have loops
        ir::for_each_child(expr, [&](const Expr& child) { found = found || holds(child, wanted); });
    return found;
}

// Whether the statement is no more than that a variable gets the value.
bool assigns(const Stmt& stmt, const Expr* value) {
    if (const auto* declared = stmt.as<ir::DeclStmt>())
        return std::any_of(declared->variables.begin(), declared->variables.end(),
                           [&](const auto& variable) { return variable->init.get() == value; });
    const auto* plain = stmt.as<ir::ExprStmt>();
    const auto* assignment = plain != nullptr && plain->expr ? plain->expr->as<ir::Binary>() : nullptr;
    return assignment != nullptr && assignment->op == ir::BinaryOp::assign && assignment->rhs.get() == value;
}

// Whether it evaluates the expression, once at most.
bool evaluates(const Stmt& stmt, const Expr* wanted) {
    if (const auto* declared = stmt.as<ir::DeclStmt>())
        return std::any_of(declared->variables.begin(), declared->variables.end(),
                           [&](const auto& variable) { return variable->init && holds(*variable->init, wanted); });
    const auto* plain = stmt.as<ir::ExprStmt>();
    return plain != nullptr && plain->expr && holds(*plain->expr, wanted);
}

// Whether each time the second expression is evaluated, the first one has been evaluated anew before: they are
// statements of one block.
bool comes_anew(const Stmt& body, const Expr* first, const Expr* second) {
    bool found = false;
    const auto look = [&](const Stmt& stmt) {
        const auto* block = stmt.as<ir::Compound>();
        if (block == nullptr)
            return;
        bool is_set = false;
        for (const ir::StmtPtr& item : block->items) {
            found = found || (is_set && evaluates(*item, second));
            is_set = is_set || assigns(*item, first);
        }
    };
    look(body);
    walk(
        body, [](const Expr&) {}, look);
    return found;
}

} // namespace

bool FreshPointers::is_fresh(const Expr& value, const ir::FunctionDecl& in, int depth) const {
    const Expr* e = without_casts(value);
    if (const auto constant = ir::constant_value(*e))
        return *constant == 0;
    if (depth > worth::most_allocating_calls)
        return false;
    if (const auto* choice = e->as<ir::Conditional>())
        return choice->then != nullptr && is_fresh(*choice->then, in, depth + 1) &&
               is_fresh(*choice->otherwise, in, depth + 1);
    if (const auto* call = e->as<ir::Call>()) {
        const ir::FunctionDecl* callee = ir::called_function(*call);
        if (callee == nullptr)
            return false;
        if (const ir::FunctionDecl* body = summary_.definition(callee))
            return returns_fresh(*body, depth + 1);
        const LibraryEffect* effect = library_effect(callee->name);
        return effect != nullptr && effect->result == LibraryEffect::Result::fresh;
    }
    const VarDecl* variable = e->as<ir::DeclRef>() != nullptr ? ir::named_variable(e) : nullptr;
    if (variable == nullptr || variable->is_param || variable->has_static_lifetime())
        return false;
    const Function& all = function(in);
    const auto uses = all.variables.find(variable);
    return uses != all.variables.end() && !all.jumps && uses->second.kept.size() == 1 &&
           uses->second.kept.front() == e && uses->second.values.size() == 1 &&
           comes_anew(*in.body, uses->second.values.front(), e) && are_fresh(uses->second, in, depth);
}

bool FreshPointers::returns_fresh(const ir::FunctionDecl& in, int depth) const {
    if (const auto known = returns_.find(&in); known != returns_.end())
        return known->second;
    if (depth > worth::most_allocating_calls || !in.body)
        return false;
    bool fresh = true;
    const auto look = [&](const Stmt& stmt) {
        const auto* back = stmt.as<ir::Return>();
        if (back == nullptr || !back->value || !fresh)
            return;
        const Expr* e = without_casts(*back->value);
        const VarDecl* variable = e->as<ir::DeclRef>() != nullptr ? ir::named_variable(e) : nullptr;
        if (variable == nullptr) {
            fresh = is_fresh(*e, in, depth + 1);
            return;
        }
        const Function& all = function(in);
        const auto uses = all.variables.find(variable);
        fresh = !variable->is_param && !variable->has_static_lifetime() && uses != all.variables.end() &&
                uses->second.kept.size() == uses->second.returned && are_fresh(uses->second, in, depth);
    };
    walk(
        *in.body, [](const Expr&) {}, look);
    if (depth == 0)
        returns_[&in] = fresh;
    return fresh;
}

} // namespace hydra::passes

// Pass: decisions. Where serial code, by what parallel loops compute, may decide how the program goes on: which launch
// comes next, with which sizes, which element serial code touches. Only a dry run asks, which computes nothing. After
// it: Analysis::decides and Site::decides say where the decision is made.
//
// Backwards and without order: a variable decides if a condition that matters, a subscript, a size or a launch uses it,
// or if it is assigned to one that does. Memory is told apart by types; what of it was not computed, the runtime knows.
#include <algorithm>
#include <map>
#include <optional>

#include "passes/access/state.h"
#include "passes/facts/library.h"
#include "passes/passes.h"

namespace hydra::passes {

using ir::BinaryOp;
using ir::Expr;
using ir::FunctionDecl;
using ir::Stmt;
using ir::UnaryOp;
using ir::VarDecl;

namespace {

bool is_directive(const Stmt& stmt) {
    const auto* loop = stmt.as<ir::For>();
    return loop != nullptr && loop->directive != nullptr;
}

bool leads_through_memory(const Expr& expr) {
    if (const auto* member = expr.as<ir::Member>())
        return member->arrow || leads_through_memory(*ir::strip(member->base.get()));
    const auto* unary = expr.as<ir::Unary>();
    return expr.as<ir::Index>() != nullptr || (unary != nullptr && unary->op == UnaryOp::deref);
}

bool is_branching(BinaryOp op) { return op == BinaryOp::logical_and || op == BinaryOp::logical_or; }

bool is_integer_division(const Expr& expr) {
    const auto* binary = expr.as<ir::Binary>();
    if (binary == nullptr || expr.type == nullptr || !expr.type->is_integer())
        return false;
    const BinaryOp op = ir::is_assignment(binary->op) ? ir::compound_base(binary->op) : binary->op;
    return op == BinaryOp::div || op == BinaryOp::rem;
}

class Decisions {
  public:
    explicit Decisions(State& state) : state_(state) {}

    void run() {
        for (const ir::Function& function : state_.program.functions)
            if (function.decl->body)
                bodies_.push_back(function.decl);
        for (std::size_t before = 1, now = 0; now != before;) {
            before = now;
            for (const FunctionDecl* body : bodies_) {
                function_ = body;
                statement(*body->body);
            }
            for (const ir::Kernel& kernel : state_.program.kernels)
                launch(kernel);
            now = places_.size() + seen_.size() + results_.size();
        }
        for (ir::Kernel& kernel : state_.program.kernels)
            kernel.analysis.decides = decided_by(kernel);
        for (ir::Site& site : state_.program.sites)
            site.decides = decided_by(site);
    }

  private:
    // ---- what decides -----------------------------------------------------------------------------------------

    struct Read {
        support::SourceRange range;
        const FunctionDecl* function;
        ir::TypeRef type; // null: any
        std::string place;
    };

    std::string at(const support::SourceRange& range) const { return state_.sources.at(range); }

    // All that the value of the expression follows from decides, in the end at `place`.
    void decide(const Expr* expr, const std::string& place) {
        if (expr == nullptr || expr->as<ir::SizeOf>() != nullptr || !seen_.insert(expr).second)
            return;
        if (const VarDecl* variable = expr->as<ir::DeclRef>() != nullptr ? ir::named_variable(expr) : nullptr)
            places_.try_emplace(state_.summary.canonical(variable), place);
        if (leads_through_memory(*expr) && expr->type != nullptr && expr->type->is_arithmetic())
            reads_.push_back({expr->range, function_, expr->type, place});
        if (const auto* call = expr->as<ir::Call>())
            decide_result(*expr, *call, place);
        ir::for_each_child(*expr, [&](const Expr& child) { decide(&child, place); });
    }

    void decide_result(const Expr& expr, const ir::Call& call, const std::string& place) {
        const FunctionDecl* callee = ir::called_function(call);
        if (const FunctionDecl* body = callee != nullptr ? state_.summary.definition(callee) : nullptr) {
            results_.try_emplace(body, place);
            return;
        }
        for (const auto& arg : call.args) { // it may look at what they point at
            const Expr* plain = ir::strip(arg.get());
            while (plain->as<ir::Cast>() != nullptr)
                plain = ir::strip(plain->as<ir::Cast>()->operand.get());
            if (plain->type != nullptr && (plain->type->is_pointer() || plain->type->is_array()) &&
                plain->as<ir::StringLit>() == nullptr)
                reads_.push_back({expr.range, function_, plain->type->inner, place});
        }
        if (callee == nullptr)
            for (const FunctionDecl* body : bodies_)
                if (state_.summary.takes_address(body))
                    results_.try_emplace(body, place);
    }

    const std::string* place_of(const VarDecl* variable) const {
        const auto found = variable == nullptr ? places_.end() : places_.find(state_.summary.canonical(variable));
        return found == places_.end() ? nullptr : &found->second;
    }

    // Where memory of the type, or a variable that pointers may lead to, decides.
    const std::string* place_of_memory(ir::TypeRef type) const {
        for (const Read& read : reads_)
            if (may_alias(type, read.type))
                return &read.place;
        for (const auto& [variable, place] : places_)
            if (state_.summary.address_taken().contains(variable) && may_alias(type, variable->type))
                return &place;
        return nullptr;
    }

    // ---- serial code --------------------------------------------------------------------------------------------

    void statement(const Stmt& stmt) {
        if (is_directive(stmt)) {
            header(stmt);
            return;
        }
        if (const auto* branch = stmt.as<ir::If>()) {
            if (matters(*branch->then) || (branch->otherwise && matters(*branch->otherwise)))
                decide(branch->cond.get(), at(branch->cond->range));
        } else if (const auto* loop = stmt.as<ir::For>()) {
            decide_condition(loop->cond.get());
        } else if (const auto* while_ = stmt.as<ir::While>()) {
            decide_condition(while_->cond.get());
        } else if (const auto* do_ = stmt.as<ir::DoWhile>()) {
            decide_condition(do_->cond.get());
        } else if (const auto* choice = stmt.as<ir::Switch>()) {
            decide_condition(choice->value.get());
        } else if (const auto* result = stmt.as<ir::Return>()) {
            if (const auto wanted = results_.find(function_); wanted != results_.end())
                decide(result->value.get(), wanted->second);
        } else if (const auto* decl = stmt.as<ir::DeclStmt>()) {
            for (const auto& variable : decl->variables) {
                if (const std::string* place = place_of(variable.get()))
                    decide(variable->init.get(), *place);
                for (ir::TypeRef type = variable->type; type != nullptr && type->is_array(); type = type->inner)
                    decide(type->vla_length, at(variable->range));
            }
        }
        ir::for_each_child(
            stmt, [&](const Expr& expr) { expression(expr); }, [&](const Stmt& child) { statement(child); });
    }

    void decide_condition(const Expr* condition) {
        if (condition != nullptr)
            decide(condition, at(condition->range));
    }

    void header(const Stmt& stmt) {
        const auto* loop = stmt.as<ir::For>();
        const std::string place = at(stmt.range);
        for (const Expr* expr : {loop->canonical.start, loop->canonical.bound, loop->canonical.step})
            decide(expr, place);
        ir::for_each_expression(*loop->directive, [&](const Expr& expr) { decide(&expr, place); });
    }

    void expression(const Expr& expr) {
        const std::string place = at(expr.range);
        if (const Expr* target = assignment_target(expr)) {
            const VarDecl* variable = base_variable(target);
            const std::string* wanted = variable != nullptr ? place_of(variable) : place_of_memory(target->type);
            if (wanted != nullptr)
                decide(expr.as<ir::Binary>() != nullptr ? expr.as<ir::Binary>()->rhs.get() : nullptr,
                       std::string(*wanted));
        }
        if (const auto* index = expr.as<ir::Index>()) {
            decide(index->index.get(), place);
            decide(index->base.get(), place);
        } else if (const auto* member = expr.as<ir::Member>(); member != nullptr && member->arrow) {
            decide(member->base.get(), place);
        } else if (const auto* unary = expr.as<ir::Unary>(); unary != nullptr && unary->op == UnaryOp::deref) {
            decide(unary->operand.get(), place);
        } else if (const auto* choice = expr.as<ir::Conditional>()) {
            if ((choice->then && matters(*choice->then)) || matters(*choice->otherwise))
                decide(choice->cond.get(), place);
        } else if (const auto* binary = expr.as<ir::Binary>()) {
            if (is_branching(binary->op) && matters(*binary->rhs))
                decide(binary->lhs.get(), place);
            if (is_integer_division(expr))
                decide(binary->rhs.get(), place);
        } else if (const auto* call = expr.as<ir::Call>()) {
            arguments(*call, place);
        }
        if (const auto* inner = expr.as<ir::StatementExpr>(); inner != nullptr && inner->body)
            statement(*inner->body);
        else
            ir::for_each_child(expr, [&](const Expr& child) { expression(child); });
    }

    // A function of the program decides by its parameters, or does not; of a library's, those that only compute or
    // print do not.
    void arguments(const ir::Call& call, const std::string& place) {
        const FunctionDecl* callee = ir::called_function(call);
        const FunctionDecl* body = callee != nullptr ? state_.summary.definition(callee) : nullptr;
        const bool harmless = callee != nullptr && body == nullptr && only_prints_or_computes(*callee);
        for (std::size_t i = 0; i < call.args.size(); ++i) {
            const std::string* wanted = harmless ? nullptr : &place;
            if (body != nullptr)
                wanted = i < body->params.size() ? place_of(body->params[i].get()) : nullptr;
            if (wanted != nullptr)
                decide(call.args[i].get(), std::string(*wanted));
        }
        if (callee == nullptr)
            decide(call.callee.get(), place);
    }

    static bool only_prints_or_computes(const FunctionDecl& callee) {
        static const std::set<std::string_view> printing = {"printf",  "fprintf", "puts",    "fputs",
                                                            "putchar", "fputc",   "putc",    "fwrite",
                                                            "fflush",  "sprintf", "snprintf"};
        const LibraryEffect* effect = library_effect(callee.name);
        return effect != nullptr && (effect->pure() || printing.contains(callee.name));
    }

    // ---- whether it makes a difference that something runs ----------------------------------------------------------

    bool matters(const Stmt& stmt) const {
        if (stmt.as<ir::Return>() != nullptr || stmt.as<ir::Goto>() != nullptr || stmt.as<ir::Break>() != nullptr ||
            stmt.as<ir::Continue>() != nullptr || stmt.as<ir::Label>() != nullptr || stmt.as<ir::Case>() != nullptr ||
            stmt.as<ir::Asm>() != nullptr || is_directive(stmt))
            return true;
        bool found = false;
        ir::for_each_child(
            stmt, [&](const Expr& expr) { found = found || matters(expr); },
            [&](const Stmt& child) { found = found || matters(child); });
        return found;
    }

    bool matters(const Expr& expr) const {
        if (leads_through_memory(expr) || expr.as<ir::StatementExpr>() != nullptr)
            return true; // every access has its transfer
        if (const Expr* target = assignment_target(expr);
            target != nullptr && place_of(base_variable(target)) != nullptr)
            return true;
        if (const auto* call = expr.as<ir::Call>()) {
            const FunctionDecl* callee = ir::called_function(*call);
            if (callee == nullptr || state_.summary.definition(callee) != nullptr || !only_prints_or_computes(*callee))
                return true;
        }
        bool found = false;
        ir::for_each_child(expr, [&](const Expr& child) { found = found || matters(child); });
        return found;
    }

    // ---- launches and sites ----------------------------------------------------------------------------------------

    // What decides footprints and placement.
    void launch(const ir::Kernel& kernel) {
        std::set<std::string> names;
        for (const ir::Key& key : kernel.touches.keys)
            key.host.add_names(names);
        for (const ir::Slot& slot : kernel.touches.slots)
            slot.host.add_names(names);
        for (const ir::Watched& cell : kernel.touches.watched)
            cell.host.add_names(names);
        for (const ir::HostExpr* expr :
             {&kernel.space.begin, &kernel.space.end, &kernel.space.start, &kernel.space.step, &kernel.space.astray,
              &kernel.distribution.alignment.offset})
            expr->add_names(names);
        walk(
            *kernel.loop,
            [&](const Expr& expr) {
                const VarDecl* variable = expr.as<ir::DeclRef>() != nullptr ? ir::named_variable(&expr) : nullptr;
                if (variable != nullptr && names.contains(variable->name))
                    places_.try_emplace(state_.summary.canonical(variable), kernel.at);
            },
            [](const Stmt&) {});
    }

    std::string decided_by(const ir::Kernel& kernel) const {
        const ir::Directive& directive = *kernel.loop->as<ir::For>()->directive;
        std::vector<const VarDecl*> left = kernel.analysis.last_values;
        for (const ir::Reduction& reduction : directive.reductions)
            if (!reduction.is_array())
                left.push_back(reduction.variable);
        for (const ir::LastStored& stored : directive.last_stored)
            left.push_back(stored.variable);
        for (const VarDecl* variable : left) {
            const std::string* place = place_of(variable);
            if (place == nullptr && state_.summary.address_taken().contains(state_.summary.canonical(variable)))
                place = place_of_memory(variable->type);
            if (place != nullptr)
                return *place;
        }
        return "";
    }

    std::string decided_by(const ir::Site& site) const {
        if (!site.copied.empty())
            return "";
        if (site.statement != nullptr && is_directive(*site.statement))
            return site.at; // it looks at sizes and pointers
        if (site.condition == nullptr && site.statement == nullptr)
            return site.at; // nobody knows where its reads stand
        const support::SourceRange& whole = site.condition != nullptr ? site.condition->range : site.statement->range;
        std::set<const FunctionDecl*> called = functions_called(site);
        for (const Read& read : reads_) {
            const bool inside =
                read.range.file == whole.file && whole.begin <= read.range.begin && read.range.end <= whole.end;
            if (inside || called.contains(read.function))
                return read.place;
        }
        return "";
    }

    std::set<const FunctionDecl*> functions_called(const ir::Site& site) const {
        std::set<const FunctionDecl*> found;
        std::vector<const FunctionDecl*> work;
        const auto add = [&](const std::vector<const FunctionDecl*>& functions) {
            for (const FunctionDecl* function : functions)
                if (found.insert(function).second)
                    work.push_back(function);
        };
        const auto calls = [&](const Expr& expr) {
            const auto* call = expr.as<ir::Call>();
            const FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
            if (const FunctionDecl* body = callee != nullptr ? state_.summary.definition(callee) : nullptr)
                add({body});
        };
        if (site.condition != nullptr)
            walk(*site.condition, calls, [](const Stmt&) {});
        else
            walk(*site.statement, calls, [](const Stmt&) {});
        while (!work.empty()) {
            const FunctionDecl* function = work.back();
            work.pop_back();
            walk(*function->body, calls, [](const Stmt&) {});
        }
        return found;
    }

    State& state_;
    std::vector<const FunctionDecl*> bodies_;
    const FunctionDecl* function_ = nullptr;
    std::map<const VarDecl*, std::string> places_; // variables that decide, and where in the end
    std::set<const Expr*> seen_;                   // expressions that do
    std::map<const FunctionDecl*, std::string> results_;
    std::vector<Read> reads_;
};

} // namespace

void decisions_pass(State& state) {
    if (!state.program.kernels.empty())
        Decisions(state).run();
}

} // namespace hydra::passes

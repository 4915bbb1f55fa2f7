// Pass: decisions. Where serial code, by what parallel loops compute, may decide how the program goes on: which launch
// comes next, with which sizes, which element serial code touches. Only a dry run asks, which computes nothing. After
// it: Analysis::decides and Site::decides say where the decision is made.
//
// Backwards and without order: a variable decides if a condition that matters, a subscript, a size or a launch uses it,
// or if it is assigned to one that does; of a struct variable, the member that is used. Memory is told apart by types,
// members and the objects that pointers lead to. What of it was not computed, the runtime knows; what a loop or what is
// made of its results cannot have stored decides at no place in serial code.
#include <algorithm>
#include <map>
#include <optional>
#include <unordered_set>

#include "passes/access/state.h"
#include "passes/coherence/hollow_memory.h"
#include "passes/facts/library.h"
#include "passes/facts/record_parts.h"
#include "passes/flow/live_globals.h"
#include "passes/flow/liveness.h"
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

// What of a variable an lvalue names that no pointer leads to: all of it, or the member of this name.
struct NamedPart {
    const VarDecl* variable;
    std::string member; // empty: all
};

std::optional<NamedPart> named_part(const Expr& expr) {
    const Expr* at = ir::strip(&expr);
    if (at->as<ir::DeclRef>() != nullptr) {
        const VarDecl* variable = ir::named_variable(at);
        return variable != nullptr ? std::optional(NamedPart{variable, ""}) : std::nullopt;
    }
    if (const auto* index = at->as<ir::Index>())
        return ir::strip(index->base.get())->type->is_array() ? named_part(*index->base) : std::nullopt;
    const auto* member = at->as<ir::Member>();
    auto part = member != nullptr && !member->arrow ? named_part(*member->base) : std::nullopt;
    if (part && part->member.empty())
        part->member = part_name(*member);
    return part;
}

// Adds the members of variables that it names, and the names that stand for all of the variable.
void add_parts(const ir::HostExpr& host, std::map<std::string, std::set<std::string>>& to) {
    if (host.kind() == ir::HostExpr::Kind::member && host.operands().front().kind() == ir::HostExpr::Kind::name) {
        to[host.operands().front().spelling()].insert(host.spelling());
        return;
    }
    if (host.kind() == ir::HostExpr::Kind::name || host.kind() == ir::HostExpr::Kind::expression) {
        std::set<std::string> names;
        host.add_names(names);
        for (const std::string& name : names)
            to[name].insert("");
    }
    for (const ir::HostExpr& operand : host.operands())
        add_parts(operand, to);
}

// Expressions whose values it asks for; of what it takes the address of, those of the way there.
using Values = std::unordered_set<ir::HostExpr, ir::HostExpr::Hash>;
void add_values(const ir::HostExpr& host, Values& to) {
    if (!host.is_address())
        to.insert(host);
    for (const ir::HostExpr& operand : host.is_address() ? host.operands().front().operands() : host.operands())
        add_values(operand, to);
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
    explicit Decisions(State& state) : state_(state), memory_(state) {}

    void run() {
        for (const ir::Function& function : state_.program.functions)
            if (function.decl->body)
                bodies_.push_back(function.decl);
        for (const ir::Site& site : state_.program.sites) {
            if (site.copied.empty())
                brought_.insert(site.statement);
            asked_.insert(site.condition);
        }
        for (std::size_t before = 1, now = 0; now != before;) {
            before = now;
            for (const FunctionDecl* body : bodies_) {
                function_ = body;
                statement(*body->body);
            }
            for (const ir::Kernel& kernel : state_.program.kernels)
                launch(kernel);
            now = found_ + seen_.size() + read_parts_.size() + results_.size();
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
        MemoryCell cell;
        std::string place;
    };
    // By members; "" is all of the variable.
    using Parts = std::map<std::string, std::string>;

    std::string at(const support::SourceRange& range) const { return state_.sources.at(range); }

    // All that the value of the expression follows from decides, in the end at `place`.
    void decide(const Expr* expr, const std::string& place) {
        if (expr == nullptr || expr->as<ir::SizeOf>() != nullptr || !seen_.insert(expr).second)
            return;
        if (leads_through_memory(*expr) || named_part(*expr)) {
            if (leads_through_memory(*expr) && expr->type != nullptr &&
                (expr->type->is_arithmetic() || expr->type->is_record()))
                reads_.push_back({expr->range, function_, cell_of(*expr), place});
            decide_way(*expr, place);
            return;
        }
        if (const auto* call = expr->as<ir::Call>())
            decide_result(*expr, *call, place);
        ir::for_each_child(*expr, [&](const Expr& child) { decide(&child, place); });
    }

    // Of an lvalue: the variable, and the pointers and subscripts that lead there.
    void decide_way(const Expr& lvalue, const std::string& place) {
        if (const auto part = named_part(lvalue))
            enter(*part, place);
        const Expr* at = ir::strip(&lvalue);
        if (const auto* index = at->as<ir::Index>()) {
            decide(index->index.get(), place);
            decide_base(*index->base, index->base->type != nullptr && ir::strip(index->base.get())->type->is_array(),
                        place);
        } else if (const auto* member = at->as<ir::Member>()) {
            decide_base(*member->base, !member->arrow, place);
        } else if (const auto* unary = at->as<ir::Unary>()) {
            decide(unary->operand.get(), place);
        }
    }

    // inside: the lvalue is a part of this one.
    void decide_base(const Expr& base, bool inside, const std::string& place) {
        if (!inside)
            decide(&base, place);
        else if (leads_through_memory(*ir::strip(&base)))
            decide_way(base, place);
        else if (!named_part(base))
            decide(&base, place); // what a call hands back
    }

    void enter(const NamedPart& part, const std::string& place) {
        found_ += places_[state_.summary.canonical(part.variable)].try_emplace(part.member, place).second ? 1 : 0;
    }

    // The value, of which these parts are wanted.
    void decide_parts(const Expr* value, const Parts& wanted) {
        if (value == nullptr)
            return;
        const Expr& from = *ir::strip(value);
        const bool memory = leads_through_memory(from);
        const auto part = memory ? std::nullopt : named_part(from);
        if (wanted.contains("") || (!memory && (!part || !part->member.empty()))) {
            decide(value, std::string(wanted.begin()->second)); // "" comes first
            return;
        }
        for (const auto& [member, place] : Parts(wanted)) {
            if (!memory) {
                enter({part->variable, member}, place);
            } else if (read_parts_.insert({&from, member}).second) {
                MemoryCell cell = cell_of(from.type, member);
                cell.lvalue = &from;
                reads_.push_back({from.range, function_, cell, place});
                decide_way(from, place);
            }
        }
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
                reads_.push_back({expr.range, function_, {plain->type->inner, "", "", nullptr}, place});
        }
        if (callee == nullptr)
            for (const FunctionDecl* body : bodies_)
                if (state_.summary.takes_address(body))
                    results_.try_emplace(body, place);
    }

    // What of the variable decides, and where; null: nothing.
    const Parts* parts_of(const VarDecl* variable) const {
        const auto found = variable == nullptr ? places_.end() : places_.find(state_.summary.canonical(variable));
        return found == places_.end() ? nullptr : &found->second;
    }

    // Those that are stored with the lvalue, which names the variable or a part of it.
    Parts parts_stored(const Expr& target, const VarDecl* variable) const {
        const Parts* all = parts_of(variable);
        const auto part = named_part(target);
        if (all == nullptr || !part || part->member.empty())
            return all != nullptr ? *all : Parts{};
        Parts stored;
        for (const std::string& name : {part->member, std::string()})
            if (const auto found = all->find(name); found != all->end())
                stored.try_emplace("", found->second);
        return stored;
    }

    // The same of a store into memory, and into variables that pointers may lead to.
    Parts parts_stored(const MemoryCell& cell) {
        Parts stored;
        const auto add = [&](const MemoryCell& wanted, const std::string& place) {
            if (stored.contains("") || !memory_.may_meet(cell, wanted))
                return;
            const bool inside = cell.type != nullptr && cell.type->is_record() && type_name(cell.type) == wanted.record;
            stored.try_emplace(inside ? wanted.member : "", place);
        };
        for (const Read& read : reads_)
            add(read.cell, read.place);
        for (const auto& [variable, parts] : places_)
            if (!variable->type->is_array() && state_.summary.address_taken().contains(variable))
                for (const auto& [member, place] : parts)
                    add(cell_of(variable->type, member), place);
        return stored;
    }

    // ---- serial code --------------------------------------------------------------------------------------------

    void statement(const Stmt& stmt) {
        if (is_directive(stmt)) {
            header(stmt);
            return;
        }
        const int outside = inside_;
        inside_ += brought_.contains(&stmt) ? 1 : 0;
        parts_of_statement(stmt);
        inside_ = outside;
    }

    void parts_of_statement(const Stmt& stmt) {
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
                if (const Parts* parts = parts_of(variable.get()))
                    decide_parts(variable->init.get(), Parts(*parts));
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
            const Expr* value = expr.as<ir::Binary>() != nullptr ? expr.as<ir::Binary>()->rhs.get() : nullptr;
            const VarDecl* variable = base_variable(target);
            Parts wanted = parts_stored(*target, variable);
            const bool aliased =
                variable == nullptr || state_.summary.address_taken().contains(state_.summary.canonical(variable));
            if (wanted.empty() && aliased)
                wanted = parts_stored(cell_of(*target));
            if (!wanted.empty())
                decide_parts(value, wanted);
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
            const Parts* wanted =
                body != nullptr && i < body->params.size() ? parts_of(body->params[i].get()) : nullptr;
            if (wanted != nullptr)
                decide_parts(call.args[i].get(), Parts(*wanted));
            else if (body == nullptr && !harmless)
                decide(call.args[i].get(), place);
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

    bool matters(const Stmt& stmt) {
        if (stmt.as<ir::Return>() != nullptr || stmt.as<ir::Goto>() != nullptr || stmt.as<ir::Break>() != nullptr ||
            stmt.as<ir::Continue>() != nullptr || stmt.as<ir::Label>() != nullptr || stmt.as<ir::Case>() != nullptr ||
            stmt.as<ir::Asm>() != nullptr || is_directive(stmt) || brought_.contains(&stmt))
            return true;
        bool found = false;
        ir::for_each_child(
            stmt, [&](const Expr& expr) { found = found || matters(expr); },
            [&](const Stmt& child) { found = found || matters(child); });
        return found;
    }

    bool matters(const Expr& expr) {
        if (expr.as<ir::StatementExpr>() != nullptr || asked_.contains(&expr))
            return true;
        if (leads_through_memory(expr) && inside_ == 0)
            return true; // the access has its transfer
        if (const Expr* target = assignment_target(expr); target != nullptr) {
            if (!parts_stored(*target, base_variable(target)).empty() ||
                (leads_through_memory(*target) && !parts_stored(cell_of(*target)).empty()))
                return true;
        }
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
        std::vector<const ir::HostExpr*> hosts = {&kernel.space.begin,  &kernel.space.end,
                                                  &kernel.space.start,  &kernel.space.step,
                                                  &kernel.space.astray, &kernel.distribution.alignment.offset};
        for (const ir::Key& key : kernel.touches.keys)
            hosts.push_back(&key.host);
        for (const ir::Slot& slot : kernel.touches.slots)
            hosts.push_back(&slot.host);
        for (const ir::Watched& cell : kernel.touches.watched)
            hosts.push_back(&cell.host);
        std::map<std::string, std::set<std::string>> names;
        Values values;
        for (const ir::HostExpr* host : hosts) {
            add_parts(*host, names);
            add_values(*host, values);
        }
        walk(
            *kernel.loop,
            [&](const Expr& expr) {
                const VarDecl* variable = expr.as<ir::DeclRef>() != nullptr ? ir::named_variable(&expr) : nullptr;
                if (const auto named = variable != nullptr ? names.find(variable->name) : names.end();
                    named != names.end())
                    for (const std::string& member : named->second)
                        enter({variable, part_name(variable->type, member)}, kernel.at);
                if (leads_through_memory(expr) && expr.type != nullptr && expr.type->is_arithmetic() &&
                    !seen_.contains(&expr) && values.contains(ir::HostExpr::of(expr))) {
                    function_ = kernel.function;
                    decide(&expr, kernel.at);
                }
            },
            [](const Stmt&) {});
    }

    std::string decided_by(const ir::Kernel& kernel) {
        const ir::Directive& directive = *kernel.loop->as<ir::For>()->directive;
        std::vector<const VarDecl*> left = kernel.analysis.last_values;
        for (const ir::Reduction& reduction : directive.reductions)
            if (!reduction.is_array())
                left.push_back(reduction.variable);
        for (const ir::LastStored& stored : directive.last_stored)
            left.push_back(stored.variable);
        for (const VarDecl* variable : left) {
            const Parts* own = parts_of(variable);
            const bool aliased = state_.summary.address_taken().contains(state_.summary.canonical(variable));
            const Parts wanted = own != nullptr ? *own
                                 : aliased      ? parts_stored({variable->type, "", "", nullptr})
                                                : Parts{};
            if (!wanted.empty())
                return wanted.begin()->second;
        }
        return "";
    }

    std::string decided_by(const ir::Site& site) {
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
            if ((inside || called.contains(read.function)) && memory_.may_be_hollow(read.cell))
                return read.place;
        }
        return decided_by_skipped(site);
    }

    // Where a statement that is skipped, since it prints or sums up what was not computed, would have stored something
    // else that decides.
    std::string decided_by_skipped(const ir::Site& site) {
        if (!site.alone || site.statement == nullptr || site.handed.empty())
            return "";
        std::set<std::string> names;
        for (const ir::HostExpr& handed : site.handed)
            handed.add_names(names);
        std::set<const VarDecl*> stored;
        walk(
            *site.statement,
            [&](const Expr& expr) {
                const VarDecl* variable = expr.as<ir::DeclRef>() != nullptr ? ir::named_variable(&expr) : nullptr;
                if (variable != nullptr && names.contains(variable->name) && parts_of(variable) != nullptr)
                    stored.insert(variable);
            },
            [](const Stmt&) {});
        for (const VarDecl* variable : stored)
            if (is_live(*site.function, *site.statement, variable))
                return parts_of(variable)->begin()->second;
        return "";
    }

    // Whether the variable may be read behind the statement.
    bool is_live(const FunctionDecl& function, const Stmt& stmt, const VarDecl* variable) {
        if (variable->has_static_lifetime())
            return live_in_program(state_.program, state_.summary, graphs_, stmt, variable);
        const Cfg& graph = graphs_.of(*function.body);
        return live_after(graph, stmt, variable) ||
               (state_.summary.address_taken().contains(state_.summary.canonical(variable)) &&
                live_behind_pointers(graph, stmt, variable));
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
    HollowMemory memory_;
    CfgCache graphs_{&state_.summary};
    std::map<const VarDecl*, Parts> places_;                   // variables that decide, and where in the end
    std::size_t found_ = 0;                                    // parts of them
    std::set<const Expr*> seen_;                               // expressions that do
    std::set<std::pair<const Expr*, std::string>> read_parts_; // and members of them
    std::map<const FunctionDecl*, std::string> results_;
    std::vector<Read> reads_;
    // Statements and expressions before which what they touch is brought. Inside of such a statement (inside_ of them)
    // no access has a transfer of its own, but where another one of these stands.
    std::unordered_set<const Stmt*> brought_;
    std::unordered_set<const Expr*> asked_;
    int inside_ = 0;
};

} // namespace

void decisions_pass(State& state) {
    if (!state.program.kernels.empty())
        Decisions(state).run();
}

} // namespace hydra::passes

// See split_inner.h. What is stored and what is read differ in one summand of their last subscript only, the round and
// a variable, so they are one element in that one round. Nothing else in the body stores into memory or calls anything,
// and all names in the subscripts keep their values.
#include "codegen/kernel/split_inner.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "codegen/text/walk.h"

namespace hydra::codegen {

namespace {

using ir::BinaryOp;
using ir::Expr;
using ir::Stmt;
using ir::VarDecl;

bool is_signed_integer(ir::TypeRef type) {
    using enum ir::TypeKind;
    return type != nullptr && (type->kind == Int || type->kind == Long) && !type->quals.is_volatile &&
           !type->quals.is_atomic;
}

// The variable, where it is one that only assignments to its name change, in a kernel that takes no addresses.
const VarDecl* own_integer(const Expr* expr) {
    const auto* stripped = ir::strip(expr);
    const VarDecl* variable = stripped->as<ir::DeclRef>() != nullptr ? ir::named_variable(stripped) : nullptr;
    const bool own = variable != nullptr && !variable->has_static_lifetime() && is_signed_integer(variable->type);
    return own ? variable : nullptr;
}

// `j` or `base + j`, in one order or the other, with the variable.
struct Subscript {
    const Expr* base = nullptr; // null: there is none
    const Expr* variable = nullptr;
};

std::vector<Subscript> subscripts(const Expr* index) {
    index = ir::strip(index);
    if (own_integer(index) != nullptr)
        return {{nullptr, index}};
    std::vector<Subscript> ways;
    const auto* sum = index->as<ir::Binary>();
    if (sum != nullptr && sum->op == BinaryOp::add && is_signed_integer(index->type)) {
        for (const auto& [base, variable] :
             {std::pair(sum->lhs.get(), sum->rhs.get()), std::pair(sum->rhs.get(), sum->lhs.get())})
            if (own_integer(variable) != nullptr)
                ways.push_back({base, ir::strip(variable)});
    }
    return ways;
}

// What the body assigns and declares, and its one store into memory.
struct Stored {
    bool plain = true;
    int stores = 0;
    const ir::Index* target = nullptr;
    const Expr* target_expr = nullptr;     // the same
    std::set<const VarDecl*> changed, own; // own: declared in it
};

void look_at_store(const Expr& to, Stored& body) {
    const auto* stripped = ir::strip(&to);
    const VarDecl* variable = stripped->as<ir::DeclRef>() != nullptr ? ir::named_variable(stripped) : nullptr;
    if (variable != nullptr && !variable->has_static_lifetime()) {
        body.changed.insert(variable);
        return;
    }
    ++body.stores;
    body.target = stripped->as<ir::Index>();
    body.target_expr = stripped;
}

// calls: they are known to store nothing.
void look_at(const Expr& expr, Stored& body, bool calls) {
    const auto* unary = expr.as<ir::Unary>();
    const auto* binary = expr.as<ir::Binary>();
    if (unary != nullptr) {
        const bool steps = unary->op >= ir::UnaryOp::pre_inc && unary->op <= ir::UnaryOp::post_dec;
        body.plain = body.plain && unary->op != ir::UnaryOp::address_of;
        if (steps)
            look_at_store(*unary->operand, body);
    } else if (binary != nullptr && ir::is_assignment(binary->op)) {
        look_at_store(*binary->lhs, body);
    }
    body.plain = body.plain && (calls || expr.as<ir::Call>() == nullptr) && expr.as<ir::StatementExpr>() == nullptr &&
                 expr.as<ir::BuiltinExpr>() == nullptr && expr.as<ir::CompoundLiteral>() == nullptr &&
                 (expr.type == nullptr || (!expr.type->quals.is_volatile && !expr.type->quals.is_atomic));
}

Stored look_at(const Stmt& stmt, bool calls) {
    Stored body;
    walk(
        stmt,
        [&](const Stmt& each, const Stmt*) {
            const bool simple = each.as<ir::Compound>() != nullptr || each.as<ir::ExprStmt>() != nullptr ||
                                each.as<ir::If>() != nullptr || each.as<ir::DeclStmt>() != nullptr ||
                                each.as<ir::Null>() != nullptr;
            body.plain = body.plain && simple;
            if (const auto* declared = each.as<ir::DeclStmt>()) {
                body.plain = body.plain && declared->functions.empty() && declared->tags.empty();
                for (const auto& variable : declared->variables) {
                    const bool number = variable->type->is_integer() || variable->type->is_floating();
                    body.plain = body.plain && number && !variable->has_static_lifetime();
                    body.changed.insert(variable.get());
                    body.own.insert(variable.get());
                }
            }
        },
        [&](const Expr& expr, const Expr*) { look_at(expr, body, calls); });
    return body;
}

// Whether the expression is made of numbers, sums and products of variables that keep their values, and of rows of
// arrays that they select.
bool stays(const Expr& expr, const std::set<const VarDecl*>& changed) {
    const auto* e = ir::strip(&expr);
    if (e->as<ir::IntLit>() != nullptr)
        return true;
    if (e->as<ir::DeclRef>() != nullptr) {
        const VarDecl* variable = ir::named_variable(e);
        return variable != nullptr && !changed.contains(variable) &&
               (own_integer(e) != nullptr || variable->type->is_array() ||
                (variable->type->is_pointer() && !variable->has_static_lifetime()));
    }
    if (const auto* row = e->as<ir::Index>())
        return e->type->is_array() && stays(*row->base, changed) && stays(*row->index, changed);
    const auto* binary = e->as<ir::Binary>();
    return binary != nullptr && is_signed_integer(e->type) &&
           (binary->op == BinaryOp::add || binary->op == BinaryOp::sub || binary->op == BinaryOp::mul) &&
           stays(*binary->lhs, changed) && stays(*binary->rhs, changed);
}

// Calls f on what each run of the statement certainly evaluates.
void for_each_certain(const Expr& expr, const std::function<void(const Expr&)>& f) {
    f(expr);
    const auto* binary = expr.as<ir::Binary>();
    const auto* choice = expr.as<ir::Conditional>();
    if (choice != nullptr) {
        for_each_certain(*choice->cond, f);
    } else if (binary != nullptr) {
        for_each_certain(*binary->lhs, f);
        if (binary->op != BinaryOp::logical_and && binary->op != BinaryOp::logical_or)
            for_each_certain(*binary->rhs, f);
    } else if (const auto* cast = expr.as<ir::Cast>()) {
        for_each_certain(*cast->operand, f);
    } else if (const auto* unary = expr.as<ir::Unary>()) {
        for_each_certain(*unary->operand, f);
    } else if (const auto* call = expr.as<ir::Call>()) {
        for (const auto& argument : call->args)
            for_each_certain(*argument, f);
    }
}

void for_each_certain(const Stmt& stmt, const std::function<void(const Expr&)>& f) {
    if (const auto* list = stmt.as<ir::Compound>()) {
        for (const auto& item : list->items)
            for_each_certain(*item, f);
    } else if (const auto* branch = stmt.as<ir::If>()) {
        for_each_certain(*branch->cond, f);
    } else if (const auto* statement = stmt.as<ir::ExprStmt>(); statement != nullptr && statement->expr) {
        for_each_certain(*statement->expr, f);
    } else if (const auto* declared = stmt.as<ir::DeclStmt>()) {
        for (const auto& variable : declared->variables)
            if (variable->init)
                for_each_certain(*variable->init, f);
    }
}

// Whether one of these variables has the name of one in the expression, which it may hide somewhere.
bool is_hidden(const Expr& root, const std::set<const VarDecl*>& by) {
    bool hidden = false;
    walk(root, {}, [&](const Expr& expr, const Expr*) {
        const VarDecl* variable = expr.as<ir::DeclRef>() != nullptr ? ir::named_variable(&expr) : nullptr;
        for (const auto* each : by)
            hidden = hidden || (variable != nullptr && each->name == variable->name);
    });
    return hidden;
}

// `for (…; j < bound; ++j)`: j.
const VarDecl* counter_of(const ir::For& loop) {
    const auto* compare = loop.cond ? ir::strip(loop.cond.get())->as<ir::Binary>() : nullptr;
    const auto* step = loop.inc ? ir::strip(loop.inc.get())->as<ir::Unary>() : nullptr;
    if (compare == nullptr || compare->op != BinaryOp::lt || step == nullptr || !loop.init || !loop.body ||
        loop.directive != nullptr || (step->op != ir::UnaryOp::pre_inc && step->op != ir::UnaryOp::post_inc))
        return nullptr;
    const VarDecl* counter = own_integer(compare->lhs.get());
    const bool counts = counter != nullptr && own_integer(step->operand.get()) == counter &&
                        is_signed_integer(ir::strip(compare->rhs.get())->type);
    return counts ? counter : nullptr;
}

// What `read` selects, if that is what the loop's store selects in one round: the round.
const Expr* round_of(const Expr& expr, const Expr& row, const Subscript& stored, const Stored& body) {
    const auto* read = expr.as<ir::Index>();
    if (read == nullptr || ir::print_c(*read->base, {}) != ir::print_c(row, {}) ||
        !(expr.type->is_floating() || expr.type->is_integer()))
        return nullptr;
    const auto base = stored.base != nullptr ? ir::print_c(*stored.base, {}) : "";
    for (const auto& one : subscripts(read->index.get())) {
        const auto other = one.base != nullptr ? ir::print_c(*one.base, {}) : "";
        const bool same = other == base && (one.base == nullptr || stays(*one.base, body.changed));
        if (same && stays(*read->base, body.changed) && stays(*one.variable, body.changed) &&
            !is_hidden(expr, body.changed))
            return one.variable;
    }
    return nullptr;
}

// Fills in what SplitLoop says of a round that is run on a copy.
void foresee(const ir::For& loop, const Stored& body, SplitLoop& split) {
    const VarDecl* counter = counter_of(loop);
    std::set<const VarDecl*> others = body.changed; // that change, but for the counter
    others.erase(counter);
    const auto element = ir::print_c(*split.read, {}), stored = ir::print_c(*split.stored, {});
    bool foreseen = !split.outside && others == body.own;
    walk(*loop.body, {}, [&](const Expr& expr, const Expr*) {
        const auto* unary = expr.as<ir::Unary>();
        const auto* element_read = expr.as<ir::Index>();
        const VarDecl* variable = expr.as<ir::DeclRef>() != nullptr ? ir::named_variable(&expr) : nullptr;
        const bool memory = expr.type == nullptr || !expr.type->is_array(); // else it is an address
        if (element_read != nullptr && memory) {
            const auto text = ir::print_c(expr, {});
            const bool number = expr.type != nullptr && (expr.type->is_integer() || expr.type->is_floating());
            if (text != element && text != stored) {
                foreseen = foreseen && number && stays(*element_read->base, others) &&
                           stays(*element_read->index, others) && !is_hidden(expr, body.own);
                split.reads.push_back(&expr);
            }
        } else {
            foreseen = foreseen && expr.as<ir::Member>() == nullptr &&
                       (unary == nullptr || unary->op != ir::UnaryOp::deref) &&
                       (variable == nullptr || !memory || !variable->has_static_lifetime());
        }
    });
    split.foreseen = foreseen;
}

// outside: what is read in front of the loop instead of in it; null: in the loop.
std::optional<SplitLoop> split(const Stmt& stmt, bool calls, const Expr* outside) {
    const auto* loop = stmt.as<ir::For>();
    const VarDecl* counter = loop != nullptr ? counter_of(*loop) : nullptr;
    if (counter == nullptr)
        return std::nullopt;
    auto body = look_at(*loop->body, calls);
    if (!body.plain || body.stores != 1 || body.target == nullptr || body.changed.contains(counter))
        return std::nullopt;
    const bool hidden = std::any_of(body.changed.begin(), body.changed.end(),
                                    [&](const VarDecl* variable) { return variable->name == counter->name; });
    body.changed.insert(counter);
    const auto& row = *body.target->base;
    if (hidden || !stays(row, body.changed) ||
        !stays(*ir::strip(loop->cond.get())->as<ir::Binary>()->rhs, body.changed))
        return std::nullopt;
    std::optional<SplitLoop> found;
    for (const auto& stored : subscripts(body.target->index.get())) {
        if (own_integer(stored.variable) != counter || (stored.base != nullptr && !stays(*stored.base, body.changed)))
            continue;
        const auto look = [&](const Expr& expr) {
            if (const auto* round = found ? nullptr : round_of(expr, row, stored, body))
                found = SplitLoop{&stmt, &expr, round, body.target_expr, outside != nullptr};
        };
        if (outside != nullptr)
            look(*outside);
        else
            for_each_certain(*loop->body, look);
    }
    if (found)
        foresee(*loop, body, *found);
    return found;
}

bool takes_addresses(const Stmt& body) {
    bool takes = false;
    walk(body, {}, [&](const Expr& expr, const Expr*) {
        const auto* unary = expr.as<ir::Unary>();
        takes = takes || (unary != nullptr && unary->op == ir::UnaryOp::address_of);
    });
    return takes;
}

} // namespace

std::vector<SplitLoop> split_loops(const ir::Stmt& body) {
    std::vector<SplitLoop> loops;
    if (takes_addresses(body))
        return loops;
    walk(
        body,
        [&](const Stmt& stmt, const Stmt*) {
            if (const auto found = split(stmt, false, nullptr))
                loops.push_back(*found);
        },
        [](const Expr&, const Expr*) {});
    return loops;
}

std::optional<SplitLoop> split_at(const ir::Stmt& body, const ir::Stmt& loop, const ir::Expr& read) {
    if (takes_addresses(body))
        return std::nullopt;
    bool inside = false;
    walk(loop, {}, [&](const Expr& expr, const Expr*) { inside = inside || &expr == &read; });
    const auto found = split(loop, true, inside ? nullptr : &read);
    const bool same = found && ir::print_c(*found->read, {}) == ir::print_c(read, {});
    return same ? found : std::nullopt;
}

// Hooks that print a variable where these elements stand. `hooks` must outlive them.
static ir::PrintHooks replacing(const std::vector<std::string>& elements, const std::string& variable,
                                const ir::PrintHooks& hooks) {
    ir::PrintHooks replaced = hooks;
    replaced.expression = [elements, variable, &hooks](const Expr& expr) -> std::optional<std::string> {
        if (expr.as<ir::Index>() != nullptr && std::ranges::find(elements, ir::print_c(expr, hooks)) != elements.end())
            return variable;
        return hooks.expression ? hooks.expression(expr) : std::nullopt;
    };
    return replaced;
}

// Whether the elements are printed as they stand in the program, so that they have addresses.
static bool can_foresee(const SplitLoop& split, const ir::PrintHooks& hooks) {
    const auto plain = [&](const Expr* expr) { return ir::print_c(*expr, hooks) == ir::print_c(*expr, {}); };
    return split.foreseen && plain(split.read) && plain(split.stored) && std::ranges::all_of(split.reads, plain);
}

// Clears `inside` where the round leaves the element as it is. It is run on a copy, before the rounds in front of it,
// which is the same where none of these stores what it reads.
static std::string foreseen_text(const Context& context, const SplitLoop& split, const ir::PrintHooks& hooks,
                                 int indent, const std::string& j) {
    const auto& loop = *split.loop->as<ir::For>();
    const auto pad = std::string(static_cast<std::size_t>(indent) * 4, ' ');
    const auto element = ir::print_c(*split.read, hooks), stored = ir::print_c(*split.stored, hooks);
    const auto inside = context.name("inside"), value = context.name("value"), copy = context.name("copy");
    const auto start = context.name("start"), round = context.name("round");
    std::set<std::string> reads;
    for (const auto* read : split.reads)
        reads.insert(ir::print_c(*read, hooks));
    std::string apart;
    for (const auto& read : reads) {
        apart +=
            fmt::format("{0}hydra_rt_apart(&{1}, sizeof {1}, &{2}, sizeof {2}, {3} - {4}, {5} - {3})",
                        apart.empty() ? "if (" : " &&\n        " + pad, read, stored, round, start, context.name("to"));
    }
    const auto kept = replacing({element}, value, hooks);
    return fmt::format("{0}if ({1}) {{ /* does round {2} leave {3} as it is? */\n"
                       "{0}    const __typeof__({4}) {5} = {4};\n"
                       "{0}    {4} = (__typeof__({4})){6};\n"
                       "{0}    {7}{{\n"
                       "{0}        const __typeof__({3}) {8} = {3};\n"
                       "{0}        __typeof__({3}) {9} = {8};\n"
                       "{10}{0}        {1} = __builtin_memcmp(&{9}, &{8}, sizeof {9}) != 0;\n"
                       "{0}    }}\n{0}    {4} = {5};\n{0}}}\n",
                       pad, inside, ir::print_c(*split.round, hooks), element, j, start, round,
                       apart.empty() ? "" : apart + ") ", value, copy,
                       ir::print_c(*loop.body, indent + 2, replacing({stored}, copy, kept)));
}

std::string split_text(const Context& context, const SplitLoop& split, const ir::PrintHooks& hooks, int indent,
                       bool cut) {
    const auto& loop = *split.loop->as<ir::For>();
    const auto pad = std::string(static_cast<std::size_t>(indent) * 4, ' ');
    const auto round = context.name("round"), to = context.name("to"), value = context.name("value");
    const auto from = context.name("from"), until = context.name("until"), inside = context.name("inside");
    const auto element = ir::print_c(*split.read, hooks);
    const auto kept = replacing({element}, value, hooks);
    const auto* counter = ir::named_variable(ir::strip(loop.cond.get())->as<ir::Binary>()->lhs.get());
    const auto& j = counter->name;
    const auto part = [&](const std::string& end, bool keeps) {
        auto text = fmt::format("{0}    for (; {1} < {2}; {1}++) {{\n{3}{0}    }}\n", pad, j, end,
                                ir::print_c(*loop.body, indent + 2, keeps ? kept : hooks));
        return !keeps ? text
                      : fmt::format(
                            "{0}    if ({1} < {2}) {{\n{0}        const __typeof__({3}) {4} = {3};\n{5}{0}    }}\n",
                            pad, j, end, element, value, text);
    };
    auto text = pad + "{\n" + ir::print_c(*loop.init, indent + 1, hooks);
    const auto end = ir::print_c(*ir::strip(loop.cond.get())->as<ir::Binary>()->rhs, hooks);
    text += fmt::format("{0}    const long {1} = {2};\n", pad, round, ir::print_c(*split.round, hooks));
    if (!cut) {
        text += fmt::format("{0}    const long {1} = {2};\n", pad, to, end);
    } else {
        const auto first = context.name("rounds_from"), last = context.name("rounds_to"), all = context.name("end");
        const auto copy = context.name("copy");
        const auto copied = replacing({ir::print_c(*split.stored, hooks)}, copy, kept);
        text += fmt::format("{0}    const long {1} = {2}, {3} = {1} < {4} ? {1} : {4};\n", pad, all, end, to, last);
        text += fmt::format("{0}    if ({1} < {2} && {1} <= {3} && {3} < {2} && {3} < {4}) {{\n", pad, j, first, round,
                            all);
        text += fmt::format("{0}        __typeof__({1}) {2} = {1}, {6} = {2};\n{0}        {3} = (__typeof__({3})){4};\n"
                            "{5}{0}        {2} = {6};\n",
                            pad, element, value, j, round, ir::print_c(*loop.body, indent + 2, copied), copy);
        text += fmt::format(
            "{0}        for ({1} = (__typeof__({1})){2}; {1} < {3}; {1}++) {{\n{4}{0}        }}\n{0}    }}\n", pad, j,
            first, to, ir::print_c(*loop.body, indent + 3, kept));
        text += fmt::format("{0}    if ({1} < {2})\n{0}        {1} = (__typeof__({1})){2};\n", pad, j, first);
    }
    text += fmt::format("{0}    int {1} = {2} <= {3} && {3} < {4};\n", pad, inside, j, round, to);
    if (can_foresee(split, hooks))
        text += foreseen_text(context, split, hooks, indent + 1, j);
    text += fmt::format("{0}    const long {1} = !{2} ? {3} : ({4} & ~7L) > {5} ? ({4} & ~7L) : {5};\n", pad, from,
                        inside, to, round, j);
    text += fmt::format("{0}    const long {1} = {2} && {3} - ({4} & ~7L) > 8 ? ({4} & ~7L) + 8 : {3};\n", pad, until,
                        inside, to, round);
    return text + part(from, true) + part(until, false) + part(to, true) + pad + "}\n";
}

} // namespace hydra::codegen

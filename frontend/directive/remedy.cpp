// The forms are told apart by what the body does to the variable: accumulate, count along, fill, or overwrite.
#include "frontend/directive/remedy.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "frontend/reduction/accumulate.h"
#include "ir/operators.h"

namespace hydra::frontend {

using namespace ir;

namespace {

// The member of a struct variable that is both read and written: `s.sum += x`.
const Expr* accumulated_member(const std::vector<const Access*>& uses) {
    for (const auto* access : uses) {
        const auto* written = access->write ? strip(access->at) : nullptr;
        const bool member = written != nullptr && written->as<Member>() != nullptr && written->type->is_arithmetic();
        if (member && std::any_of(uses.begin(), uses.end(), [&](const Access* other) {
                return !other->write && !other->assigned_before && print_c(*strip(other->at)) == print_c(*written);
            }))
            return written;
    }
    return nullptr;
}

// The atomic member through which a struct variable is written.
const Member* atomic_member(const std::vector<const Access*>& uses) {
    for (const auto* access : uses) {
        const auto* member = access->write ? strip(access->at)->as<Member>() : nullptr;
        if (member != nullptr && strip(access->at)->type->quals.is_atomic)
            return member;
    }
    return nullptr;
}

// `b[pos++] = x`: the value of an increment is used.
bool counts_along(const Stmt& body, const VarDecl* variable) {
    bool found = false;
    const std::function<void(const Expr&, bool)> look_at = [&](const Expr& expr, bool used) {
        const auto* unary = expr.as<Unary>();
        const auto* binary = expr.as<Binary>();
        const bool steps = unary != nullptr && unary->op >= UnaryOp::pre_inc && unary->op <= UnaryOp::post_dec;
        const bool adds = binary != nullptr && is_assignment(binary->op) && binary->op != BinaryOp::assign;
        found = found || (used && ((steps && named_variable(unary->operand.get()) == variable) ||
                                   (adds && named_variable(binary->lhs.get()) == variable)));
        for_each_child(
            expr, [&](const Expr& child) { look_at(child, true); });
    };
    const std::function<void(const Stmt&)> visit = [&](const Stmt& stmt) {
        const bool statement = stmt.as<ExprStmt>() != nullptr || stmt.as<For>() != nullptr;
        for_each_child(
            stmt, [&](const Expr& expr) { look_at(expr, !statement); }, visit);
    };
    visit(body);
    return found;
}

} // namespace

std::set<const Expr*> places_beside(const Stmt& body, const VarDecl* variable, const Definitions& definitions) {
    const auto forms = accumulations(body, variable, {.definitions = &definitions});
    const auto is_like_first = [&forms](const Accumulation& form) {
        return form.op == forms.found.front().op && form.place_names == forms.found.front().place_names;
    };
    if (forms.names.size() != mentions(body, variable).size() ||
        !std::all_of(forms.found.begin(), forms.found.end(), is_like_first))
        return {};
    std::set<const Expr*> places, alone;
    for (const auto& form : forms.found)
        places.insert(form.places.begin(), form.places.end());
    for (const auto* place : places) {
        const auto all = mentions(body, named_variable(place));
        if (std::all_of(all.begin(), all.end(), [&](const Expr* mention) { return places.contains(mention); }))
            alone.insert(place);
    }
    return alone;
}

Remedy remedy(const Stmt& body, const VarDecl* variable, const std::vector<const Access*>& uses,
              const Definitions& definitions) {
    const auto& name = variable->name;
    const auto own = fmt::format("private({})", name);
    const auto forms = accumulations(body, variable, {.definitions = &definitions});
    const bool only_accumulated = !forms.found.empty() && forms.names.size() == mentions(body, variable).size();
    const auto second = std::find_if(forms.found.begin(), forms.found.end(),
                                     [&forms](const Accumulation& form) { return form.op != forms.found.front().op; });
    if (only_accumulated && second != forms.found.end()) {
        return {
            fmt::format("it is accumulated with '{}' and with '{}', so an iteration goes on from the value that the "
                        "one before has left, and no clause helps: the loop is serial",
                        spelling(forms.found[0].op), spelling(second->op))};
    }
    if (only_accumulated && variable->type->is_arithmetic()) {
        const auto clause = fmt::format("reduction({}:{})", spelling(forms.found[0].op), name);
        std::set<std::string> beside;
        for (const auto* place : places_beside(body, variable, definitions))
            beside.insert(fmt::format("'{}'", named_variable(place)->name));
        const auto along = beside.empty() ? ""
                                          : fmt::format(" ({}, stored beside it, {} with it and need{} no clause)",
                                                        fmt::join(beside, ", "), beside.size() == 1 ? "goes" : "go",
                                                        beside.size() == 1 ? "s" : "");
        return {fmt::format("add '{}'{}", clause, along), clause};
    }
    if (const auto* member = atomic_member(uses)) {
        return {fmt::format("its member '{}' is atomic, which is only known of whole variables and arrays; use an "
                            "atomic variable of its own",
                            member->field)};
    }
    const auto writes = std::count_if(
        uses.begin(), uses.end(), [](const Access* a) { return a->write; });
    const bool only_counts = // `x[k] = …; k++`
        variable->type->is_integer() && !forms.found.empty() && writes == static_cast<long>(forms.found.size()) &&
        std::all_of(forms.found.begin(), forms.found.end(),
                    [](const Accumulation& f) { return f.op == ReductionOp::add; });
    if (only_counts || counts_along(body, variable)) {
        return {fmt::format("{}, so an iteration depends on the ones before it, and neither 'private' nor 'reduction' "
                            "helps; compute the value from the loop variable, or take the directive away (positions "
                            "can be counted in a loop of their own)",
                            only_counts ? fmt::format("where it is used, it tells how often the iterations before have "
                                                      "changed '{}'",
                                                      name)
                                        : "its value is used where it changes")};
    }
    if (const auto* member = accumulated_member(uses)) {
        return {fmt::format("clauses name whole variables, not members: accumulate '{0}' in a variable of its own "
                            "('reduction(op:sum)'), and store that in '{0}' after the loop",
                            print_c(*member))};
    }
    if (variable->type->is_record() && std::any_of(uses.begin(), uses.end(), [](const Access* a) {
            return a->by_address && a->write && !a->array_inside;
        })) {
        return {fmt::format("a function that is called may change a member that all iterations share, or keep the "
                            "address: let it write elements of arrays in '{0}' alone, and accumulate in the loop's "
                            "body, with a reduction; where each iteration needs its own, add 'private({0})'",
                            name)};
    }
    const bool set_first = std::all_of(
        uses.begin(), uses.end(), [](const Access* a) { return a->assigned_before || (a->write && !a->by_address); });
    if (std::any_of(uses.begin(), uses.end(), [](const Access* a) { return a->by_address; }) && !set_first) {
        return {fmt::format("where a called function does nothing but accumulate in it, add "
                            "'reduction(op:{0})'; where each iteration needs its own, add 'private({0})'",
                            name)};
    }
    const bool read = std::any_of(
        uses.begin(), uses.end(), [](const Access* a) { return !a->write; });
    const bool early =
        std::any_of(uses.begin(), uses.end(), [](const Access* a) { return !a->write && !a->assigned_before; });
    if (!read && variable->type->is_pointer()) {
        return {fmt::format("what iterations point at is not handed out: keep the index of the element in an integer, "
                            "or add 'private({})' where nothing after the loop needs it",
                            name),
                own};
    }
    if (!read) {
        return {fmt::format("add 'private({0})', or 'reduction(max:{0})' with its form of assignment where the value "
                            "is needed after the loop",
                            name),
                own};
    }
    if (early) {
        return {fmt::format("add 'private({0})' where each iteration needs its own, or 'reduction(op:{0})' where it is "
                            "accumulated; where an iteration needs what the one before it has left, no clause helps: "
                            "the loop is serial",
                            name)};
    }
    return {fmt::format("add '{}'", own), own};
}

} // namespace hydra::frontend

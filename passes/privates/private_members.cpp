// Members of private structs. A private struct begins without values, all of its members do; a member that an iteration
// reads before it writes it is an error where each iteration does, else the warning hydra-private, as for scalars.
#include "passes/privates/private_escapes.h"

#include <set>

#include <fmt/format.h>

#include "passes/flow/append_pattern.h"
#include "passes/flow/constant_paths.h"
#include "passes/flow/definite_assignment.h"

namespace hydra::passes {

using ir::Expr;

namespace {

// The scalars of the variable that the body mentions, and what it hands to functions that only read.
std::set<Part> parts_in(const Summary& summary, const ir::Stmt& body, const ir::VarDecl* variable) {
    std::set<Part> parts;
    walk(
        body,
        [&](const Expr& expr) {
            if (const auto* call = expr.as<ir::Call>())
                for (std::size_t i = 0; i < call->args.size(); ++i)
                    if (const auto part = part_handed(*call->args[i], variable); part && summary.only_reads(*call, i))
                        parts.insert(*part);
            const bool member = expr.as<ir::Member>() != nullptr || expr.as<ir::Index>() != nullptr;
            if (!member || expr.type == nullptr || !expr.type->is_scalar())
                return;
            if (const auto part = part_of(expr, variable))
                parts.insert(*part);
        },
        [](const ir::Stmt&) {});
    return parts;
}

// "p.sum", also where its address is read.
std::string name_of(const Expr& read) {
    const Expr& expr = *ir::strip(&read);
    const auto* unary = expr.as<ir::Unary>();
    const bool address = unary != nullptr && unary->op == ir::UnaryOp::address_of;
    return ir::print_c(*ir::strip(address ? unary->operand.get() : &expr));
}

} // namespace

void check_private_members(Context& context, const ir::For& loop) {
    for (const ir::VarDecl* variable : loop.directive->private_) {
        if (!variable->type->is_record())
            continue;
        std::set<const Expr*> said; // a part may be read as a whole and by its elements
        for (const Part& part : parts_in(context.summary, *loop.body, variable)) {
            const Assignment found = assignment_in(context.summary, *loop.body, variable, part);
            if (found.first_read == nullptr || !said.insert(found.first_read).second)
                continue;
            if (!found.surely_read && (is_appended_before(loop, *found.first_read) ||
                                       finds_values(loop, *found.first_read, CheckedReads::all_reads)))
                continue;
            const std::string message =
                fmt::format("'{0}' is private, so it has no value when an iteration begins, and here '{1}' {2} read "
                            "before it is written; assign it first, or use firstprivate({0})",
                            variable->name, name_of(*found.first_read), found.surely_read ? "is" : "may be");
            if (found.surely_read)
                context.diagnostics.error(found.first_read->range, message, "hydra-private");
            else
                context.diagnostics.warning(found.first_read->range, message, "hydra-private");
        }
    }
}

} // namespace hydra::passes

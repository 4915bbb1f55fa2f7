// One walk over the expression.
#include "frontend/directive/loop_header.h"

namespace hydra::frontend {

using namespace ir;

namespace {

void look(const Expr& expr, HeaderReads& header) {
    const auto* unary = expr.as<Unary>();
    const auto* binary = expr.as<Binary>();
    if (expr.as<StatementExpr>() != nullptr ||
        (unary != nullptr && unary->op >= UnaryOp::pre_inc && unary->op <= UnaryOp::post_dec) ||
        (binary != nullptr && is_assignment(binary->op)))
        header.assigns = true;
    header.subscripts =
        header.subscripts || expr.as<Index>() != nullptr || (unary != nullptr && unary->op == UnaryOp::deref);
    if (binary != nullptr && binary->op == BinaryOp::sub && binary->rhs->type->is_pointer()) {
        for (const auto* side : {binary->lhs.get(), binary->rhs.get()})
            if (const auto* pointer = named_variable(side))
                header.read.insert(pointer);
            else
                look(*side, header);
        return;
    }
    if (const auto* variable = named_variable(&expr)) {
        header.read.insert(variable);
        header.other.insert(variable);
    }
    if (const auto* member = expr.as<Member>(); member != nullptr && member->arrow) {
        const auto* variable = named_variable(member->base.get());
        if (const auto field = plain_field(*member); variable != nullptr && !field.empty()) {
            header.read.insert(variable);
            header.members[variable].insert(field);
            return;
        }
    }
    if (expr.as<SizeOf>() == nullptr)
        for_each_child(expr, [&](const Expr& child) { look(child, header); });
}

} // namespace

bool HeaderReads::reaches_into(const VarDecl* variable) const {
    return other.contains(variable) || members.contains(variable);
}

bool HeaderReads::is_apart(const MemoryWrite& write) const {
    const auto found = members.find(write.variable);
    return !other.contains(write.variable) && found != members.end() && !write.member.empty() &&
           !found->second.contains(write.member);
}

HeaderReads header_reads(const Expr& expr) {
    HeaderReads header;
    look(expr, header);
    return header;
}

} // namespace hydra::frontend

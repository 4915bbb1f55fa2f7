// See isl_ast.h. The trees keep the structure of isl's own.
#include "passes/symbolic/isl_ast.h"

#include <stdexcept>
#include <utility>
#include <vector>

namespace hydra::passes {

namespace {

using ir::SymbolicExpr;
using Op = SymbolicExpr::Op;

// A quotient without a rest is another operation in a sum than elsewhere.
Op operation(isl_ast_expr_op_type type, bool in_sum) {
    switch (type) {
    case isl_ast_expr_op_and:
    case isl_ast_expr_op_and_then:
        return Op::logical_and;
    case isl_ast_expr_op_or:
    case isl_ast_expr_op_or_else:
        return Op::logical_or;
    case isl_ast_expr_op_max:
        return Op::max;
    case isl_ast_expr_op_min:
        return Op::min;
    case isl_ast_expr_op_minus:
        return Op::negate;
    case isl_ast_expr_op_add:
        return Op::add;
    case isl_ast_expr_op_sub:
        return Op::subtract;
    case isl_ast_expr_op_mul:
        return Op::multiply;
    case isl_ast_expr_op_div:
        return in_sum ? Op::exact_quotient : Op::quotient;
    case isl_ast_expr_op_pdiv_q:
        return Op::quotient;
    case isl_ast_expr_op_fdiv_q:
        return Op::floor_quotient;
    case isl_ast_expr_op_pdiv_r:
    case isl_ast_expr_op_zdiv_r:
        return Op::remainder;
    case isl_ast_expr_op_cond:
    case isl_ast_expr_op_select:
        return Op::select;
    case isl_ast_expr_op_eq:
        return Op::equal;
    case isl_ast_expr_op_le:
        return Op::less_equal;
    case isl_ast_expr_op_lt:
        return Op::less;
    case isl_ast_expr_op_ge:
        return Op::greater_equal;
    case isl_ast_expr_op_gt:
        return Op::greater;
    default:
        throw std::runtime_error("an operation of isl's that no section has");
    }
}

std::string name_of(const isl::ast_expr& expr) {
    const isl::id id = isl::manage(isl_ast_expr_id_get_id(expr.get()));
    return id.name();
}

std::int64_t value_of(const isl::ast_expr& expr) {
    const isl::val value = isl::manage(isl_ast_expr_int_get_val(expr.get()));
    const isl::val most = isl::manage(isl_val_int_from_si(isl_val_get_ctx(value.get()), INT64_MAX));
    if (!value.abs().le(most))
        throw std::overflow_error("a constant of isl's has more than 64 bits");
    return value.get_num_si();
}

isl::ast_expr argument(const isl::ast_expr& expr, int at) {
    return isl::manage(isl_ast_expr_op_get_arg(expr.get(), at));
}

int arguments(const isl::ast_expr& expr) { return static_cast<int>(isl_ast_expr_op_get_n_arg(expr.get())); }

SymbolicExpr converted(const isl::ast_expr& expr, bool in_sum, const Naming& naming) {
    switch (isl_ast_expr_get_type(expr.get())) {
    case isl_ast_expr_int:
        return value_of(expr);
    case isl_ast_expr_id:
        return SymbolicExpr::symbol(naming(name_of(expr)));
    case isl_ast_expr_op:
        break;
    default:
        throw std::runtime_error("isl has no expression");
    }
    const Op op = operation(isl_ast_expr_op_get_type(expr.get()), in_sum);
    const bool sum = op == Op::add || op == Op::subtract;
    std::vector<SymbolicExpr> operands;
    for (int at = 0; at < arguments(expr); ++at) {
        operands.push_back(converted(argument(expr, at), sum, naming));
        if ((op == Op::min || op == Op::max) && operands.size() == 2) // of any number of values
            operands = {SymbolicExpr::operation(op, std::move(operands))};
    }
    const bool done = (op == Op::min || op == Op::max) && operands.size() == 1;
    return done ? operands.front() : SymbolicExpr::operation(op, std::move(operands));
}

class ScanBuilder {
  public:
    ScanBuilder(int step, const Naming& naming) : step_(step), naming_(naming) {}

    void add(const isl::ast_node& node, ir::RowScan& to) const {
        switch (isl_ast_node_get_type(node.get())) {
        case isl_ast_node_for:
            return to.statements.push_back(loop(node));
        case isl_ast_node_if:
            return to.statements.push_back({branch(node)});
        case isl_ast_node_block: {
            const isl::ast_node_list list = isl::manage(isl_ast_node_block_get_children(node.get()));
            for (unsigned at = 0; at < list.size(); ++at)
                add(list.at(static_cast<int>(at)), to);
            return;
        }
        case isl_ast_node_user:
            return to.statements.push_back({row(isl::manage(isl_ast_node_user_get_expr(node.get())))});
        default:
            throw std::runtime_error("a statement of isl's that no scan of rows has");
        }
    }

  private:
    [[nodiscard]] SymbolicExpr expr(isl_ast_expr* own) const { return symbolic_expr(isl::manage(own), naming_); }
    [[nodiscard]] ir::RowScan body(isl_ast_node* own) const {
        ir::RowScan scan;
        add(isl::manage(own), scan);
        return scan;
    }

    [[nodiscard]] ir::RowStatement loop(const isl::ast_node& node) const {
        isl_ast_node* const loop = node.get();
        std::string name = naming_(name_of(isl::manage(isl_ast_node_for_get_iterator(loop))));
        SymbolicExpr from = expr(isl_ast_node_for_get_init(loop));
        if (isl_ast_node_for_is_degenerate(loop) == isl_bool_true)
            return {ir::RowName{std::move(name), std::move(from), body(isl_ast_node_for_get_body(loop))}};
        return {ir::RowLoop{std::move(name), std::move(from), expr(isl_ast_node_for_get_cond(loop)),
                            expr(isl_ast_node_for_get_inc(loop)), body(isl_ast_node_for_get_body(loop))}};
    }
    [[nodiscard]] ir::RowBranch branch(const isl::ast_node& node) const {
        const bool has_else = isl_ast_node_if_has_else_node(node.get()) == isl_bool_true;
        return {expr(isl_ast_node_if_get_cond(node.get())), body(isl_ast_node_if_get_then_node(node.get())),
                has_else ? body(isl_ast_node_if_get_else_node(node.get())) : ir::RowScan{}};
    }
    // The call's first argument is the name of the statement.
    [[nodiscard]] ir::Row row(const isl::ast_expr& call) const {
        const int count = arguments(call);
        if (count < 3)
            throw std::runtime_error("a row of isl's has no ends");
        ir::Row row;
        for (int at = 1; at + 2 < count; ++at)
            row.outer.push_back(symbolic_expr(argument(call, at), naming_));
        row.first = symbolic_expr(argument(call, count - 2), naming_);
        row.last = symbolic_expr(argument(call, count - 1), naming_);
        row.step = step_;
        return row;
    }

    int step_;
    const Naming& naming_;
};

} // namespace

SymbolicExpr symbolic_expr(const isl::ast_expr& expr, const Naming& naming) { return converted(expr, false, naming); }

ir::RowScan row_scan(const isl::ast_node& node, int step, const Naming& naming) {
    ir::RowScan scan;
    ScanBuilder(step, naming).add(node, scan);
    return scan;
}

} // namespace hydra::passes

// See blank_arrays.h.
#include "codegen/edit/blank_arrays.h"

#include "codegen/text/walk.h"

namespace hydra::codegen {

namespace {

bool mentions(const ir::Expr& expr, const ir::VarDecl& variable) {
    bool found = false;
    walk(expr, {}, [&](const ir::Expr& e, const ir::Expr*) {
        const auto* ref = e.as<ir::DeclRef>();
        found = found || (ref != nullptr && ir::named_variable(&e) == &variable);
    });
    return found;
}

// Whether evaluating an initialiser may store into memory.
bool may_store(const ir::Expr& expr) {
    bool found = false;
    walk(expr, {}, [&](const ir::Expr& e, const ir::Expr*) {
        const auto* binary = e.as<ir::Binary>();
        const auto* unary = e.as<ir::Unary>();
        found = found || e.as<ir::Call>() != nullptr || e.as<ir::StatementExpr>() != nullptr ||
                (binary != nullptr && ir::is_assignment(binary->op)) ||
                (unary != nullptr && unary->op >= ir::UnaryOp::pre_inc && unary->op <= ir::UnaryOp::post_dec);
    });
    return found;
}

} // namespace

bool is_blank(const std::vector<std::unique_ptr<ir::VarDecl>>& declared, const ir::VarDecl& variable) {
    bool named = false, stored = false;
    for (const auto& other : declared)
        if (other->init != nullptr) {
            named = named || mentions(*other->init, variable);
            stored = stored || may_store(*other->init);
        }
    return variable.init == nullptr && !(named && stored);
}

void collect_arrays(const ir::Block& block, std::set<const ir::VarDecl*>& arrays) {
    for (const auto& op : block) {
        if (const auto* alloc = op.as<ir::AllocOp>()) {
            arrays.insert(alloc->array);
        } else if (const auto* loop = op.as<ir::LoopOp>()) {
            collect_arrays(loop->condition, arrays);
            collect_arrays(loop->body, arrays);
        } else if (const auto* branch = op.as<ir::BranchOp>()) {
            collect_arrays(branch->then, arrays);
            collect_arrays(branch->otherwise, arrays);
        }
    }
}

} // namespace hydra::codegen

// The walk keeps the set of visited expressions, so that a node which is reachable twice (through a type and through
// the declaration that holds it) is seen once.
#include "codegen/text/walk.h"

#include <set>

namespace hydra::codegen {

namespace {

bool inside(const ir::SourceRange& inner, const ir::SourceRange& outer) {
    return inner.valid() && inner.file == outer.file && inner.begin >= outer.begin && inner.end <= outer.end;
}

class Walker {
  public:
    Walker(const ir::SourceRange& bounds, const OnStmt& on_stmt, const OnExpr& on_expr)
        : bounds_(bounds), on_stmt_(on_stmt), on_expr_(on_expr) {}

    void visit(const ir::Stmt& stmt, const ir::Stmt* parent) {
        if (on_stmt_)
            on_stmt_(stmt, parent);
        if (const auto* decl = stmt.as<ir::DeclStmt>())
            for (const auto& variable : decl->variables)
                visit_type(variable->type);
        ir::for_each_child(
            stmt, [this](const ir::Expr& expr) { visit(expr, nullptr); },
            [this, &stmt](const ir::Stmt& child) { visit(child, &stmt); });
    }

    void visit(const ir::Expr& expr, const ir::Expr* parent) {
        if (!seen_.insert(&expr).second)
            return;
        if (on_expr_)
            on_expr_(expr, parent);
        if (const auto* cast = expr.as<ir::Cast>(); cast != nullptr && !cast->implicit)
            visit_type(cast->to);
        else if (const auto* size = expr.as<ir::SizeOf>(); size != nullptr && !size->operand)
            visit_type(size->of);
        else if (const auto* literal = expr.as<ir::CompoundLiteral>())
            visit_type(literal->of);
        else if (const auto* block = expr.as<ir::StatementExpr>())
            visit(*block->body, nullptr);
        ir::for_each_child(expr, [this, &expr](const ir::Expr& child) { visit(child, &expr); });
    }

  private:
    void visit_type(ir::TypeRef type) {
        for (; type != nullptr && (type->is_pointer() || type->is_array()); type = type->inner)
            if (type->vla_length != nullptr && inside(type->vla_length->range, bounds_))
                visit(*type->vla_length, nullptr);
    }

    const ir::SourceRange& bounds_;
    const OnStmt& on_stmt_;
    const OnExpr& on_expr_;
    std::set<const ir::Expr*> seen_;
};

} // namespace

void walk(const ir::Stmt& root, const OnStmt& on_stmt, const OnExpr& on_expr) {
    Walker(root.range, on_stmt, on_expr).visit(root, nullptr);
}

void walk(const ir::Expr& root, const OnStmt& on_stmt, const OnExpr& on_expr) {
    Walker(root.range, on_stmt, on_expr).visit(root, nullptr);
}

bool holds_loop(const ir::Stmt& stmt) {
    bool found = false;
    walk(stmt, [&](const ir::Stmt& each, const ir::Stmt*) { found = found || each.as<ir::For>() != nullptr; }, {});
    return found;
}

void for_each_reference(const ir::Stmt& root, const std::function<void(const ir::Expr&, const ir::DeclRef&)>& f) {
    walk(
        root, {},
        [&f](const ir::Expr& expr, const ir::Expr*) {
            if (const auto* ref = expr.as<ir::DeclRef>())
                f(expr, *ref);
        });
}

} // namespace hydra::codegen

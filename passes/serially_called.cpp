// See serially_called.h: whatever names a function outside of the parallel loops may call it.
#include "passes/serially_called.h"

#include <vector>

namespace hydra::passes {

namespace {

class Finder {
  public:
    explicit Finder(const Summary& summary) : summary_(summary) {}

    std::set<const ir::FunctionDecl*> run(const ir::Program& program) {
        for (const auto& unit : program.units) {
            for (const ir::FunctionDecl& function : unit->functions)
                if (function.storage != ir::Storage::static_)
                    reach(&function);
            for (const ir::VarDecl& variable : unit->globals)
                if (variable.init)
                    look(*variable.init);
        }
        while (!open_.empty()) {
            const ir::FunctionDecl* function = open_.back();
            open_.pop_back();
            look(*function->body);
        }
        return std::move(found_);
    }

  private:
    void reach(const ir::FunctionDecl* function) {
        const ir::FunctionDecl* body = summary_.definition(function);
        if (body != nullptr && found_.insert(body).second)
            open_.push_back(body);
    }

    void look(const ir::Expr& expr) {
        if (const auto* name = expr.as<ir::DeclRef>())
            if (const auto* function = std::get_if<const ir::FunctionDecl*>(&name->decl))
                reach(*function);
        ir::for_each_child(expr, [&](const ir::Expr& child) { look(child); });
    }

    void look(const ir::Stmt& stmt) {
        const auto* loop = stmt.as<ir::For>();
        const bool parallel = loop != nullptr && loop->directive != nullptr;
        ir::for_each_child(
            stmt, [&](const ir::Expr& expr) { look(expr); },
            [&](const ir::Stmt& child) {
                if (!parallel || &child != loop->body.get())
                    look(child);
            });
    }

    const Summary& summary_;
    std::set<const ir::FunctionDecl*> found_;
    std::vector<const ir::FunctionDecl*> open_; // whose bodies have not been looked at
};

} // namespace

std::set<const ir::FunctionDecl*> serially_called(const ir::Program& program, const Summary& summary) {
    return Finder(summary).run(program);
}

} // namespace hydra::passes

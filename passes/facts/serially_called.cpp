// See serially_called.h: whatever names a function outside of the parallel loops may call it.
#include "passes/facts/serially_called.h"

#include <algorithm>
#include <vector>

namespace hydra::passes {

namespace {

class Finder {
  public:
    explicit Finder(const Summary& summary) : summary_(summary) {}

    // is_entered: by code that is not in the program, or nobody knows of.
    template <class F> std::set<const ir::FunctionDecl*> run(const ir::Program& program, F is_entered) {
        for (const auto& unit : program.units) {
            for (const ir::FunctionDecl& function : unit->functions)
                if (is_entered(function))
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
    return Finder(summary).run(
        program, [](const ir::FunctionDecl& function) { return function.storage != ir::Storage::static_; });
}

std::set<const ir::FunctionDecl*> called_in_loops_only(const ir::Program& program, const Summary& summary) {
    std::set<const ir::FunctionDecl*> found;
    const auto is_main = [](const ir::FunctionDecl& function) { return function.name == "main" && function.body; };
    if (std::none_of(program.functions.begin(), program.functions.end(),
                     [&](const ir::Function& function) { return is_main(*function.decl); }))
        return found;
    const auto serial = Finder(summary).run(program, [&](const ir::FunctionDecl& function) {
        return is_main(function) || summary.may_be_called_back(&function);
    });
    // What loops call, and what that calls.
    std::vector<const ir::FunctionDecl*> open;
    for (const ir::Kernel& kernel : program.kernels)
        for (const ir::FunctionDecl* callee : summary.callees(*kernel.loop->as<ir::For>()->body))
            open.push_back(callee);
    while (!open.empty()) {
        const ir::FunctionDecl* function = open.back();
        open.pop_back();
        if (!function->body || serial.contains(function) || !found.insert(function).second)
            continue;
        for (const ir::FunctionDecl* callee : summary.callees(*function->body))
            open.push_back(callee);
    }
    return found;
}

} // namespace hydra::passes

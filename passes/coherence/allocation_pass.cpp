// Pass: allocation. Arrays that parallel loops may touch are announced to the runtime: static ones before main, local
// ones each time their scope is entered (Alloc); free and realloc appear as Free. malloc and calloc announce
// themselves. After it: every array of the program that a launch can meet is known by its allocation.
#include "passes/access/state.h"
#include "passes/coherence/launched_arrays.h"
#include "passes/passes.h"

namespace hydra::passes {

using ir::Stmt;
using ir::VarDecl;

namespace {

class Allocator {
  public:
    Allocator(const Arrays& arrays, const support::SourceManager& sources) : arrays_(arrays), sources_(sources) {}

    ir::Block rewrite(ir::Block block) {
        ir::Block out;
        for (ir::Op& op : block) {
            if (auto* loop = op.as<ir::LoopOp>()) {
                loop->body = rewrite(std::move(loop->body));
            } else if (auto* branch = op.as<ir::BranchOp>()) {
                branch->then = rewrite(std::move(branch->then));
                branch->otherwise = rewrite(std::move(branch->otherwise));
            }
            const auto* serial = op.as<ir::SerialOp>();
            const Stmt* statement = serial != nullptr ? serial->statement : nullptr;
            if (statement != nullptr)
                frees(*statement, out);
            out.push_back(std::move(op));
            if (statement != nullptr)
                locals(*statement, out);
        }
        return out;
    }

  private:
    void frees(const Stmt& stmt, ir::Block& out) {
        walk(
            stmt,
            [&](const ir::Expr& e) {
                const auto* call = e.as<ir::Call>();
                const ir::FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
                if (callee != nullptr && (callee->name == "free" || callee->name == "realloc") && !call->args.empty())
                    out.push_back({ir::FreeOp{ir::print_c(*call->args[0]), e.range, sources_.at(e.range)}});
            },
            [](const Stmt&) {});
    }

    void locals(const Stmt& stmt, ir::Block& out) {
        walk(
            stmt, [](const ir::Expr&) {},
            [&](const Stmt& s) {
                if (const auto* declaration = s.as<ir::DeclStmt>())
                    for (const auto& variable : declaration->variables)
                        if (variable->storage != ir::Storage::extern_ && arrays_.needs_announcement(variable.get()))
                            out.push_back({ir::AllocOp{variable.get(), variable->name}});
            });
    }

    const Arrays& arrays_;
    const support::SourceManager& sources_;
};

} // namespace

void allocation_pass(State& state) {
    if (state.program.kernels.empty())
        return;
    const Arrays arrays(state);
    Allocator allocator(arrays, state.sources);
    for (ir::Function& function : state.program.functions) {
        function.body = allocator.rewrite(std::move(function.body));
        for (const auto& parameter : function.decl->params) // a struct by value is the function's own
            if (function.may_launch && parameter->type->is_record() && arrays.needs_announcement(parameter.get()))
                function.body.insert(function.body.begin(), {ir::AllocOp{parameter.get(), parameter->name}});
    }
    for (std::size_t unit = 0; unit < state.program.units.size(); ++unit)
        for (const VarDecl& global : state.program.units[unit]->globals)
            if (global.in_user_file && arrays.needs_announcement(&global) && ir::size_of(global.type) &&
                (global.storage != ir::Storage::extern_ || state.summary.canonical(&global) == &global))
                state.program.static_arrays.emplace_back(static_cast<int>(unit), &global);
}

} // namespace hydra::passes

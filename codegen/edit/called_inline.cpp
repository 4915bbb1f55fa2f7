// See called_inline.h.
#include "codegen/edit/called_inline.h"

#include <functional>
#include <set>

namespace hydra::codegen {

namespace {

std::set<const ir::FunctionDecl*> called_by_loops(const Context& context, int unit) {
    std::set<const ir::FunctionDecl*> called;
    std::function<void(const ir::Expr&)> expr;
    std::function<void(const ir::Stmt&)> stmt;
    expr = [&](const ir::Expr& e) {
        const auto* call = e.as<ir::Call>();
        const auto* callee = call != nullptr ? ir::called_function(*call) : nullptr;
        const auto* body = callee != nullptr ? ir::find_definition(context.program, callee) : nullptr;
        if (body != nullptr && body->body && called.insert(body).second)
            stmt(*body->body);
        ir::for_each_child(e, expr);
    };
    stmt = [&](const ir::Stmt& s) { ir::for_each_child(s, expr, stmt); };
    for (const auto& kernel : context.program.kernels)
        if (kernel.unit == unit)
            stmt(*kernel.loop);
    return called;
}

} // namespace

void declare_inline(const Context& context, int unit, FileEdits& edits) {
    for (const auto* function : called_by_loops(context, unit)) {
        const auto& whole = function->whole;
        if (function->storage != ir::Storage::static_ || function->is_inline || !whole.valid() || !whole.verbatim ||
            !function->in_user_file || whole.file != context.program.units[static_cast<std::size_t>(unit)]->file)
            continue;
        const auto head = context.sources.text({whole.file, whole.begin, function->body->range.begin, true});
        if (head.find("noinline") == std::string_view::npos && head.starts_with("static"))
            edits[whole.file].insert_after(whole.begin + 6, " __inline__"); // C89 has no `inline`
    }
}

} // namespace hydra::codegen

// See called_inline.h.
#include "codegen/edit/called_inline.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <set>

#include "codegen/text/text.h"

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

// Whether the unit may forbid it: by an attribute in its text, or by one behind a macro in the function's head.
bool may_forbid(const ir::TranslationUnit& unit, std::string_view text, std::string_view head) {
    const auto has = [&](std::string_view where, std::string_view what) {
        return std::search(
                   where.begin(), where.end(), what.begin(), what.end(),
                   [](unsigned char a, char b) { return std::tolower(a) == b; }) != where.end();
    };
    return has(text, "noinline") || has(text, "no_inline") ||
           std::any_of(unit.macro_events.begin(), unit.macro_events.end(),
                       [&](const auto& event) { return find_word(head, event.name, 0) != std::string_view::npos; });
}

} // namespace

void declare_inline(const Context& context, int unit, FileEdits& edits) {
    const ir::TranslationUnit& tree = *context.program.units[static_cast<std::size_t>(unit)];
    for (const auto* function : called_by_loops(context, unit)) {
        const auto& whole = function->whole;
        if (function->storage != ir::Storage::static_ || function->is_inline || !whole.valid() || !whole.verbatim ||
            !function->in_user_file || whole.file != tree.file)
            continue;
        const auto head = context.sources.text({whole.file, whole.begin, function->body->range.begin, true});
        if (head.starts_with("static") && !may_forbid(tree, context.sources.file(whole.file).text, head))
            edits[whole.file].insert_after(whole.begin + 6, " __inline__"); // C89 has no `inline`
    }
}

} // namespace hydra::codegen

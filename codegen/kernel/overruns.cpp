// Compilers bound a subscript by the length of the row in front of it, but not what is added to a pointer to the row's
// first element. gcc derives from such a bound how often a loop can run at most, and leaves the rest out.
#include "codegen/kernel/overruns.h"

#include "codegen/text/walk.h"

namespace hydra::codegen {

bool can_enclose_row(const ir::Expr& subscript) {
    const auto* index = subscript.as<ir::Index>();
    const auto* row = index != nullptr ? ir::strip(index->base.get()) : nullptr;
    return row != nullptr && subscript.range.verbatim && row->range.verbatim && row->range.file == subscript.range.file;
}

void add_overruns(const Context& context, int unit, FileEdits& edits) {
    const auto& overruns = context.program.overruns;
    if (overruns.empty())
        return;
    for (const auto& function : context.program.units[static_cast<std::size_t>(unit)]->functions) {
        if (!function.body || !function.in_user_file)
            continue;
        walk(*function.body, {}, [&](const ir::Expr& expr, const ir::Expr*) {
            if (!overruns.contains(&expr) || !can_enclose_row(expr))
                return;
            const auto* row = ir::strip(expr.as<ir::Index>()->base.get());
            const bool postfix = row->as<ir::Index>() != nullptr || row->as<ir::Member>() != nullptr ||
                                 context.sources.text(row->range).starts_with("(");
            edits[row->range.file].enclose(row->range.begin, row->range.end, postfix ? "(&" : "(&(",
                                           postfix ? "[0])" : ")[0])");
        });
    }
}

} // namespace hydra::codegen

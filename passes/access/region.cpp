// See region.h.
#include "passes/access/region.h"

#include <fmt/format.h>

namespace hydra::passes {

int slot_of(const ir::Kernel& kernel, const Region& region, const RawAccess& raw) {
    const Root& root = region.accesses.roots[static_cast<std::size_t>(raw.root)];
    int skewed = -1; // in rows of another length
    for (std::size_t i = 0; i < kernel.touches.slots.size(); ++i) {
        if (kernel.touches.slots[i].found || kernel.touches.slots[i].host != root.host ||
            kernel.touches.slots[i].elem != raw.elem || kernel.touches.slots[i].tables != raw.tables ||
            kernel.touches.slots[i].dims() != raw.subscripts.size())
            continue;
        if (kernel.touches.slots[i].skew == 0)
            return static_cast<int>(i);
        skewed = skewed < 0 ? static_cast<int>(i) : skewed;
    }
    return skewed;
}

// In a loop whose iterations are counted, in terms of its variable.
std::string subscript_text(const Region& region, const ir::Kernel& kernel, const RawAccess& raw, std::size_t d) {
    std::vector<const ir::Expr*> subscripts;
    const ir::Expr* expr = raw.element != nullptr && !raw.called ? ir::strip(raw.element) : nullptr;
    for (; expr != nullptr && expr->as<ir::Index>() != nullptr; expr = ir::strip(expr->as<ir::Index>()->base.get()))
        subscripts.insert(subscripts.begin(), expr->as<ir::Index>()->index.get());
    if (subscripts.size() == raw.subscripts.size())
        return ir::print_c(*ir::strip(subscripts[d]));
    const SymbolId x = region.chunk_variable;
    const auto line = along(region.symbols, raw.subscripts[d], x);
    const std::string text = region.symbols.user_text(raw.subscripts[d]);
    if (!kernel.space.counted || (line && line->scale == 0))
        return text;
    const auto variable = region.loop_value ? along(region.symbols, *region.loop_value, x) : std::nullopt;
    const bool divides = line && variable && variable->scale != 0 && line->scale % variable->scale == 0;
    const std::int64_t factor = divides ? line->scale / variable->scale : 0;
    const auto start = divides ? variable->offset.times(Poly(factor)) : std::nullopt;
    const auto rest = start ? line->offset.minus(*start) : std::nullopt;
    if (!rest)
        return text + " (x counts the iterations)";
    const std::string& name = kernel.loop->as<ir::For>()->canonical.variable->name;
    const std::int64_t number = rest->constant().value_or(0);
    return fmt::format("{}{}{}", factor == 1 ? "" : fmt::format("{} * ", factor), name,
                       *rest == Poly(0) ? ""
                       : number < 0     ? fmt::format(" - {}", -number)
                                        : " + " + region.symbols.user_text(*rest));
}

namespace {

// Whether an access was made from this one: of those with the same text, a function that is called several times has
// one a call, which differ in their subscripts.
bool is_from(const Region& region, const ir::Access& access, const RawAccess& raw) {
    return access.subscripts.size() == raw.subscripts.size() &&
           std::equal(
               access.subscripts.begin(), access.subscripts.end(), raw.subscripts.begin(),
               [&](const std::string& text, const Poly& poly) { return text == region.symbols.user_text(poly); });
}

} // namespace

const RawAccess* source_of(const Region& region, const ir::Access& access) {
    const RawAccess* found = nullptr;
    for (const RawAccess& raw : region.accesses.accesses) {
        const bool here = raw.range.file == access.range.file && raw.range.begin == access.range.begin &&
                          raw.range.end == access.range.end && raw.text == access.text;
        if (here && (found == nullptr || (!is_from(region, access, *found) && is_from(region, access, raw))))
            found = &raw;
    }
    return found;
}

int array_class(ArrayClasses& classes, const Root& root) {
    if (root.expr != nullptr)
        return classes.of(*root.expr);
    const ir::VarDecl* variable = root.variable != nullptr ? root.variable : root.base;
    return variable == nullptr ? ArrayClasses::none : classes.of(*variable);
}

} // namespace hydra::passes

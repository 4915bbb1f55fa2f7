// See told.h.
#include "codegen/host/told.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codegen/text/text.h"

namespace hydra::codegen {

// A read that is wider than the truth must not count as out of bounds.
std::string access_kind(const ir::Access& access) {
    switch (access.kind) {
    case ir::AccessKind::read:
        return access.reason.empty() ? "HYDRA_RT_READ" : "HYDRA_RT_MAYREAD";
    case ir::AccessKind::write:
        return "HYDRA_RT_WRITE";
    case ir::AccessKind::may_write:
        return "HYDRA_RT_MAYWRITE";
    case ir::AccessKind::reduce:
        return "HYDRA_RT_REDUCE";
    }
    throw support::InternalError("unknown access kind");
}

namespace {

// Where the directive stands, and which values the loop's variable has.
std::pair<std::string, std::string> of_loop(const Context& context, const ir::Kernel* kernel) {
    if (kernel == nullptr)
        return {"0", "0, 1"};
    const auto& loop = *kernel->loop->as<ir::For>();
    const auto place = string_literal(context.sources.at(loop.directive->range));
    if (!kernel->space.counted)
        return {place, "0, 1"};
    const auto constant = [](const ir::Expr* expr) {
        return expr == nullptr ? std::nullopt : ir::constant_value(*expr);
    };
    const auto first = constant(loop.canonical.start), step = constant(loop.canonical.step);
    if (!first || !step)
        return {place, "0, 0"};
    return {place, fmt::format("{}, {}", *first, loop.canonical.descending ? -*step : *step)};
}

} // namespace

std::string told_table(const Context& context, const Described& what, const ir::Kernel* kernel) {
    std::vector<std::string> rows;
    for (const auto& access : what.accesses)
        rows.push_back(fmt::format("    {{{}, {}, {}, {}}},\n", string_literal(access.text),
                                   string_literal(context.sources.at(access.range)), access.slot, access_kind(access)));
    const auto told = context.name(what.prefix + "_told_" + what.name);
    const auto accesses = context.name(what.prefix + "_accesses_" + what.name);
    const std::string table = rows.empty() ? ""
                                           : fmt::format("static const hydra_rt_access_told {}[] = {{\n{}}};\n",
                                                         accesses, fmt::join(rows, ""));
    const auto [directive, values] = of_loop(context, kernel);
    return table + fmt::format("static const hydra_rt_told {} = {{{}, {}, {}, {}}};\n", told, directive, rows.size(),
                               rows.empty() ? "0" : accesses, values);
}

std::size_t told_number(const std::vector<ir::Access>* told, const ir::Access& access) {
    if (told == nullptr)
        return 0;
    if (!told->empty() && &access >= told->data() && &access <= &told->back()) // it is one of them
        return static_cast<std::size_t>(&access - told->data()) + 1;
    const auto same = [&](const ir::Access& one) {
        return one.slot == access.slot && one.kind == access.kind && one.range == access.range;
    };
    const auto at = std::find_if(told->begin(), told->end(), same);
    return at == told->end() ? 0 : static_cast<std::size_t>(at - told->begin()) + 1;
}

} // namespace hydra::codegen

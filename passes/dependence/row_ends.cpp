// See row_ends.h. The proof is that of accesses that leave their array, with the row in the array's place.
#include "passes/dependence/row_ends.h"

#include <fmt/format.h>

#include "passes/access/subscripts.h"
#include "passes/dependence/pairs.h"

namespace hydra::passes {

// As if what lies inside had been written before: is there an iteration that certainly touches something else?
std::optional<Clash> leaves(Region& region, const std::string& relation, std::int64_t count) {
    OwnRead question;
    question.common.whole = region.whole;
    question.common.writes = question.common.touches = relation;
    question.before.push_back({fmt::format("{{ [x] -> [e] : 0 <= e < {} }}", count), 1, "{ [x] -> [x] }"});
    region.bridge.narrow(question);
    question.common.any_size.clear();
    return proved_foreign(question);
}

std::optional<Clash> leaves_row(Region& region, const RawAccess& access, std::size_t d) {
    if (access.root == RawAccess::everything || !access.known || !access.reason.empty() || !access.tables.empty() ||
        access.lengths.size() < d)
        return std::nullopt;
    const auto length = access.lengths[d - 1].constant();
    const Root& root = region.accesses.roots[static_cast<std::size_t>(access.root)];
    if (!length || !has_declared_rows(access, root) ||
        counts_through_rows(region.symbols, access.subscripts[d], *length,
                            access.subscripts[d - 1].constant().has_value()))
        return std::nullopt;
    const auto relation = region.bridge.relation(access.domain, {access.subscripts[d]});
    if (!relation)
        return std::nullopt;
    return leaves(region, *relation, *length);
}

std::optional<Poly> number_of(const RawAccess& access) {
    std::optional<Poly> number(Poly(0));
    for (std::size_t d = 0; d < access.subscripts.size() && number; ++d) {
        if (d > 0 && !access.lengths[d - 1].constant())
            return std::nullopt;
        const auto scaled = d == 0 ? number : number->times(access.lengths[d - 1]);
        number = scaled ? scaled->plus(access.subscripts[d]) : std::nullopt;
    }
    return number;
}

} // namespace hydra::passes

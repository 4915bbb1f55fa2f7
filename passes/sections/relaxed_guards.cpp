// See relaxed_guards.h. The loops' own bounds always stay; each condition is kept if there still are sections with it,
// else its parts are tried.
#include "passes/sections/relaxed_guards.h"
#include "passes/worth.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>

namespace hydra::passes {

namespace {

// The parts of "(a and b)"; none where the formula is something else.
std::vector<std::string> parts_of(const std::string& formula) {
    constexpr std::string_view joint = " and ";
    std::vector<std::string> parts;
    int depth = 0;
    std::size_t from = 1;
    for (std::size_t at = 0; at < formula.size(); ++at) {
        depth += formula[at] == '(' ? 1 : formula[at] == ')' ? -1 : 0;
        if (depth == 0 && at + 1 < formula.size())
            return {};
        if (depth == 1 && formula.compare(at, 4, " or ") == 0)
            return {};
        if (depth != 1 || formula.compare(at, joint.size(), joint) != 0)
            continue;
        parts.push_back(formula.substr(from, at - from));
        from = at + joint.size();
    }
    if (!parts.empty())
        parts.push_back(formula.substr(from, formula.size() - 1 - from));
    return parts;
}

} // namespace

bool names_iteration(const Region& region, const RawAccess& raw) {
    return region.chunk_variable >= 0 && std::any_of(
                                             raw.subscripts.begin(), raw.subscripts.end(),
                                             [&](const Poly& subscript) {
                                                 const auto line =
                                                     along(region.symbols, subscript, region.chunk_variable);
                                                 return line && line->scale != 0;
                                             });
}

std::optional<std::vector<Section>> relaxed_sections(Region& region, const RawAccess& raw) {
    const std::vector<std::string>& all = raw.domain.formulas;
    const auto counts = [&](const std::string& formula) { // of the kernel's loop, or of one inside of it
        return &formula == &all.front() || formula.starts_with("(exists") ||
               (formula.starts_with("(s") && formula.size() > 2 && std::isdigit(formula[2]) != 0);
    };
    Domain loose{raw.domain.iterators, {}};
    std::vector<std::string> conditions;
    std::partition_copy(all.begin(), all.end(), std::back_inserter(loose.formulas), std::back_inserter(conditions),
                        counts);
    if (conditions.empty() || !raw.tables.empty())
        return std::nullopt;
    std::optional<std::vector<Section>> sections = region.bridge.image(loose, raw.subscripts);
    for (std::size_t at = 0; sections && at < conditions.size() && at < worth::most_conditions_tried; ++at) {
        const std::string condition = conditions[at];
        loose.formulas.push_back(condition);
        if (auto narrower = region.bridge.image(loose, raw.subscripts)) {
            sections = std::move(narrower);
            continue;
        }
        loose.formulas.pop_back();
        for (std::string& part : parts_of(condition))
            conditions.push_back(std::move(part));
    }
    return sections;
}

bool relax_guards(Region& region, RawAccess& raw) {
    if (raw.root == RawAccess::everything || !raw.known || !relaxed_sections(region, raw))
        return false;
    raw.loose = true;
    raw.whole = false;
    return true;
}

} // namespace hydra::passes

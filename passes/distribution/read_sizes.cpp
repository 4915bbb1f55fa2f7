// See read_sizes.h.
#include "passes/distribution/read_sizes.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace hydra::passes {

bool mentions(const Poly& poly, SymbolId symbol) {
    return std::any_of(
        poly.terms().begin(), poly.terms().end(),
        [&](const auto& term) { return std::find(term.first.begin(), term.first.end(), symbol) != term.first.end(); });
}

void Product::multiply(const Symbols& symbols, const Poly& by) {
    if (const auto number = by.constant())
        factor_ *= *number;
    else
        names_.push_back(by.terms().size() > 1 ? "(" + symbols.user_text(by) + ")" : symbols.user_text(by));
}

std::string Product::names(const std::string& times) const {
    std::vector<std::string> parts = names_;
    std::sort(parts.begin(), parts.end());
    parts.push_back(times);
    return fmt::format("{}", fmt::join(parts, "*"));
}

void Sum::add(const Product& product, const std::string& times) {
    const std::string names = product.names(times);
    const auto known =
        std::find_if(terms_.begin(), terms_.end(), [&](const auto& term) { return term.first == names; });
    if (known != terms_.end())
        known->second += product.factor();
    else if (product.factor() != 0)
        terms_.emplace_back(names, product.factor());
}

std::string Sum::text() const {
    std::vector<std::string> texts;
    for (const auto& [names, factor] : terms_)
        texts.push_back(fmt::format("{}*{}", factor, names));
    return texts.empty() ? "0" : fmt::format("{}", fmt::join(texts, " + "));
}

namespace {

std::int64_t constant_part(const Poly& poly) {
    const auto at = poly.terms().find({});
    return at == poly.terms().end() ? 0 : at->second;
}

} // namespace

const RegionAccesses::Counted* ReadSizes::counted_by(SymbolId id) const {
    const auto& loops = region_.accesses.counted;
    const auto at = std::find_if(loops.begin(), loops.end(), [&](const auto& each) { return each.iterator == id; });
    return at == loops.end() ? nullptr : &*at;
}

Poly ReadSizes::rounds_of(const RegionAccesses::Counted& loop) const {
    const auto* compare = loop.loop->cond ? ir::strip(loop.loop->cond.get())->as<ir::Binary>() : nullptr;
    const bool one_more = compare != nullptr && (compare->op == ir::BinaryOp::le || compare->op == ir::BinaryOp::ge);
    auto count =
        region_.symbols[loop.iterator].descending ? loop.start.minus(loop.bound) : loop.bound.minus(loop.start);
    if (count && one_more)
        count = count->plus(Poly(1));
    if (!count || !region_.symbols.invariant(*count))
        throw Unknown{"inner loops have unequal rounds"};
    return *count;
}

Product ReadSizes::of(const RawAccess& raw, const std::vector<SymbolId>& without) const {
    Product product(raw.elem);
    std::set<SymbolId> seen(without.begin(), without.end());
    for (const Poly& subscript : raw.subscripts)
        for (const auto& [monomial, factor] : subscript.terms())
            for (const SymbolId id : monomial) {
                if (id == region_.chunk_variable || region_.symbols.invariant(Poly::Monomial{id}) ||
                    !seen.insert(id).second)
                    continue;
                const auto* loop = counted_by(id);
                if (loop == nullptr)
                    throw Unknown{fmt::format("how much of '{}' is read has no formula", raw.text)};
                product.multiply(region_.symbols, rounds_of(*loop));
            }
    return product;
}

// What a read selects in the dimensions that the iteration does not move: rounds of one loop in some, from an
// offset on, and fixed places in the others.
struct ReadSizes::Selection {
    std::string alike; // the same for reads that differ by offsets only
    std::vector<std::pair<const RegionAccesses::Counted*, std::int64_t>> runs; // loop and offset
    std::vector<const Poly*> fixed;
    std::int64_t elem = 0;
};

ReadSizes::Selection ReadSizes::selection(const RawAccess& raw) const {
    Selection found;
    found.elem = raw.elem;
    found.alike = fmt::format("{} bytes:", raw.elem);
    for (const Poly& subscript : raw.subscripts) {
        if (mentions(subscript, region_.chunk_variable))
            continue;
        if (region_.symbols.invariant(subscript)) {
            found.fixed.push_back(&subscript);
            found.alike += region_.symbols.identity(subscript) + ";";
            continue;
        }
        const RegionAccesses::Counted* loop = nullptr;
        for (const auto& [monomial, factor] : subscript.terms())
            for (const SymbolId id : monomial)
                loop = loop == nullptr ? counted_by(id) : loop;
        const auto line = loop == nullptr ? std::nullopt : along(region_.symbols, subscript, loop->iterator);
        const std::int64_t offset = line ? constant_part(line->offset) : 0;
        const auto rest = line ? line->offset.minus(Poly(offset)) : std::nullopt;
        if (!rest || line->scale != 1)
            throw Unknown{fmt::format("reads like '{}' meet in part", raw.text)};
        found.runs.emplace_back(loop, offset);
        found.alike += fmt::format("{} from {} to {};", region_.symbols.identity(*rest),
                                   region_.symbols.identity(loop->start), region_.symbols.identity(loop->bound));
    }
    return found;
}

std::vector<Product> ReadSizes::joint(const std::vector<const RawAccess*>& reads) const {
    if (reads.size() == 1)
        return {of(*reads.front())};
    std::map<std::string, std::vector<Selection>> groups;
    for (const RawAccess* raw : reads) {
        Selection found = selection(*raw);
        groups[found.alike].push_back(std::move(found));
    }
    for (auto one = groups.begin(); one != groups.end(); ++one)
        for (auto other = std::next(one); other != groups.end(); ++other)
            if (!are_apart(one->second.front(), other->second.front()))
                throw Unknown{fmt::format("reads like '{}' meet in part", reads.front()->text)};
    std::vector<Product> products;
    products.reserve(groups.size());
    for (const auto& [alike, group] : groups)
        products.push_back(hull(group, *reads.front()));
    return products;
}

// Different members of a struct, say.
bool ReadSizes::are_apart(const Selection& one, const Selection& other) {
    for (std::size_t i = 0; i < std::min(one.fixed.size(), other.fixed.size()); ++i)
        if (const auto distance = one.fixed[i]->minus(*other.fixed[i]);
            one.fixed.size() == other.fixed.size() && distance && distance->constant().value_or(0) != 0)
            return true;
    return false;
}

// The elements of boxes that are shifted against each other, where they fill the box around them.
Product ReadSizes::hull(const std::vector<Selection>& group, const RawAccess& raw) const {
    Product product(group.front().elem);
    std::set<std::vector<std::int64_t>> offsets;
    for (const Selection& one : group) {
        std::vector<std::int64_t> offset;
        for (const auto& run : one.runs)
            offset.push_back(run.second);
        offsets.insert(offset);
    }
    std::set<std::vector<std::int64_t>> corners{{}};
    for (std::size_t d = 0; d < group.front().runs.size(); ++d) {
        std::int64_t low = group.front().runs[d].second, high = low;
        for (const Selection& one : group) {
            low = std::min(low, one.runs[d].second);
            high = std::max(high, one.runs[d].second);
        }
        const auto rounds = rounds_of(*group.front().runs[d].first).plus(Poly(high - low));
        if (!rounds)
            throw Unknown{"inner loops have unequal rounds"};
        product.multiply(region_.symbols, *rounds);
        std::set<std::vector<std::int64_t>> longer;
        for (const auto& corner : corners)
            for (const std::int64_t end : {low, high}) {
                auto next = corner;
                next.push_back(end);
                longer.insert(std::move(next));
            }
        corners = std::move(longer);
    }
    if (!std::includes(offsets.begin(), offsets.end(), corners.begin(), corners.end()))
        throw Unknown{fmt::format("reads like '{}' meet in part", raw.text)};
    return product;
}

} // namespace hydra::passes

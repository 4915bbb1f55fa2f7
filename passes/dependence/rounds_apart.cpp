// See rounds_apart.h.
#include "passes/dependence/rounds_apart.h"

#include <algorithm>

#include "passes/dependence/linearised_subscripts.h"

namespace hydra::passes {

SymbolId RoundsApart::one_of(const std::set<SymbolId>& iterators, const RawAccess& access) {
    const auto& list = access.domain.iterators;
    const auto found = std::find_if(list.begin(), list.end(), [&](SymbolId id) { return iterators.contains(id); });
    return found != list.end() ? *found : -1;
}

bool RoundsApart::apart(std::size_t w, std::size_t a, const std::set<SymbolId>& moving,
                        const std::vector<std::set<SymbolId>>& equal) {
    const RawAccess& write = accesses_[w];
    const RawAccess& other = accesses_[a];
    std::vector<SymbolId> of_write, of_other;
    for (const std::set<SymbolId>& iterators : equal)
        if (one_of(iterators, write) >= 0 && one_of(iterators, other) >= 0) {
            of_write.push_back(one_of(iterators, write));
            of_other.push_back(one_of(iterators, other));
        }
    const SymbolId round = one_of(moving, write);
    if (one_of(moving, other) >= 0 && differs_in_one(write, other, round, one_of(moving, other), of_write, of_other))
        return true;
    const SymbolId other_round = one_of(moving, other);
    if (const auto steps = beside_products(region_.symbols, write, other, of_write, of_other);
        steps && never_meet_.holds(relation(write, {steps->first}, round, of_write),
                                   relation(other, {steps->second}, other_round, of_other)))
        return true;
    return inside_.holds(w) && inside_.holds(a) &&
           never_meet_.holds(relation(write, write.subscripts, round, of_write),
                             relation(other, other.subscripts, other_round, of_other));
}

// Whether both select elements by the same subscripts: one that is a multiple of the round and all of whose other
// parts are equal, the others made of equal parts only. Then different rounds select different elements, whether or
// not the subscripts stay in their rows.
bool RoundsApart::differs_in_one(const RawAccess& write, const RawAccess& other, SymbolId of_write, SymbolId of_other,
                                 const std::vector<SymbolId>& write_equal,
                                 const std::vector<SymbolId>& other_equal) const {
    std::map<SymbolId, SymbolId> names{{of_other, of_write}}; // of the other's iterators, in the write's
    for (std::size_t i = 0; i < write_equal.size(); ++i)
        names[other_equal[i]] = write_equal[i];
    const std::set<SymbolId> equal(write_equal.begin(), write_equal.end());
    int moved = 0;
    for (std::size_t d = 0; d < write.subscripts.size(); ++d) {
        const Poly& poly = write.subscripts[d];
        if (poly != renamed(other.subscripts[d], names))
            return false;
        for (const auto& [monomial, coefficient] : poly.terms()) {
            const bool moves = monomial == Poly::Monomial{of_write};
            moved += moves ? 1 : 0;
            if (!moves && !std::all_of(monomial.begin(), monomial.end(), [&](SymbolId id) {
                    return equal.contains(id) || region_.symbols.invariant(Poly::Monomial{id});
                }))
                return false;
        }
    }
    return moved == 1;
}

// { [round, …] -> [subscripts, what is equal] }: who meets there in different rounds shares all that is equal. What
// stands outside of the loop (round < 0) counts as any round.
std::optional<std::string> RoundsApart::relation(const RawAccess& access, std::vector<Poly> subscripts, SymbolId round,
                                                 const std::vector<SymbolId>& equal) {
    Domain domain = access.domain;
    std::erase(domain.iterators, round);
    domain.iterators.insert(domain.iterators.begin(), round >= 0 ? round : any_round());
    for (const SymbolId id : equal)
        subscripts.push_back(Poly::symbol(id));
    return region_.bridge.relation(domain, subscripts);
}

SymbolId RoundsApart::any_round() {
    if (any_round_ < 0)
        any_round_ = region_.symbols.add_iterator("round", nullptr);
    return any_round_;
}

} // namespace hydra::passes

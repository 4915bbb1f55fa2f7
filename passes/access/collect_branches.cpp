// Writes of which one happens whatever a condition on data says: `if (hot) a[i] = 1; else a[i] = 2;` writes a[i]. Each
// of the two is a may-write; both together are one write, whose old value nobody needs.
//
// A store is noted with the number of doubts (reasons to be inexact) that it stands under. Behind a branch, the stores
// that are in no doubt in one arm are compared with those of the other one, up to the names of loop variables; a pair
// is one store in the doubts around the branch. Where none are left, it is a write.
#include <algorithm>
#include <cctype>

#include "passes/access/collector.h"

namespace hydra::passes {

namespace {

using Names = std::map<SymbolId, SymbolId>;

std::string renamed(const std::string& formula, const Names& names) {
    std::string out;
    for (std::size_t at = 0; at < formula.size();) {
        const bool begins = at == 0 || (std::isalnum(static_cast<unsigned char>(formula[at - 1])) == 0);
        std::size_t end = at + 1;
        while (end < formula.size() && std::isdigit(static_cast<unsigned char>(formula[end])) != 0)
            ++end;
        if (!begins || formula[at] != 's' || end == at + 1) {
            out += formula[at++];
            continue;
        }
        const SymbolId id = std::stoi(formula.substr(at + 1, end - at - 1));
        const auto other = names.find(id);
        out += "s" + std::to_string(other == names.end() ? id : other->second);
        at = end;
    }
    return out;
}

std::optional<Poly> renamed(const Poly& poly, const Names& names) {
    std::optional<Poly> out{Poly(0)};
    for (const auto& [monomial, coefficient] : poly.terms()) {
        std::optional<Poly> term{Poly(coefficient)};
        for (const SymbolId id : monomial) {
            const auto other = names.find(id);
            term = term ? term->times(Poly::symbol(other == names.end() ? id : other->second)) : std::nullopt;
        }
        out = out && term ? out->plus(*term) : std::nullopt;
    }
    return out;
}

} // namespace

// The access that was added last is a write but for the reasons of the present domain.
void Collector::note_doubtful_write() {
    const RawAccess& raw = out_.accesses.back();
    const bool affine = std::all_of(raw.subscripts.begin(), raw.subscripts.end(),
                                    [&](const Poly& subscript) { return bridge_.affine(subscript).has_value(); });
    if (!affine || !conditions_of(raw).empty())
        return;
    doubtful_.push_back({{out_.accesses.size() - 1}, inexact_.size(), raw.domain});
}

Collector::Arm Collector::begin_arm() const {
    return {doubtful_.size(), doubtful_.size(), inexact_.size(), domain_.formulas.size()};
}

// outside: where the branch stands; first, second: its arms. The stores of the arms are joined or forgotten, as those
// behind the branch can do nothing for them.
void Collector::join_arms(const Scope& outside, const Arm& first, const Arm& second) {
    std::vector<Doubtful> joined;
    std::set<std::size_t> taken;
    for (std::size_t a = first.from; a < first.to; ++a)
        for (std::size_t b = second.from; b < second.to; ++b) {
            if (taken.contains(b))
                continue;
            if (auto both = joined_write(outside, first, doubtful_[a], second, doubtful_[b])) {
                taken.insert(b);
                joined.push_back(std::move(*both));
                break;
            }
        }
    const auto at = [&](std::size_t index) { return doubtful_.begin() + static_cast<std::ptrdiff_t>(index); };
    doubtful_.erase(at(second.from), at(second.to));
    doubtful_.erase(at(first.from), at(first.to));
    for (Doubtful& both : joined)
        if (both.doubts > 0)
            doubtful_.push_back(std::move(both));
        else
            settle(both);
}

// Of more ways than two, one of which is taken.
void Collector::join_all(const Scope& outside, const std::vector<Arm>& arms) {
    for (std::size_t left = arms.size(); left > 1; --left) {
        Arm behind = arms[left - 1]; // and all that have been joined with it, a way of its own
        behind.to = doubtful_.size();
        Scope among = outside;
        among.inexact += left > 2 ? 1 : 0;
        join_arms(among, arms[left - 2], behind);
    }
}

// The statements of each case of a switch, where no case runs on into the next and one of them is always taken; else
// empty.
std::vector<std::span<const ir::StmtPtr>> Collector::separate_cases(const ir::Switch& branch) const {
    const auto* compound = branch.body->as<ir::Compound>();
    if (compound == nullptr || compound->items.empty())
        return {};
    const std::span<const ir::StmtPtr> items = compound->items;
    std::vector<std::size_t> begins;
    bool any = false;
    for (std::size_t at = 0; at < items.size(); ++at) {
        const ir::Stmt* stmt = items[at].get();
        if (stmt->as<ir::Case>() != nullptr || stmt->as<ir::Default>() != nullptr)
            begins.push_back(at);
        while (stmt->as<ir::Case>() != nullptr || stmt->as<ir::Default>() != nullptr) {
            any = any || stmt->as<ir::Default>() != nullptr;
            stmt = stmt->as<ir::Case>() != nullptr ? stmt->as<ir::Case>()->body.get()
                                                   : stmt->as<ir::Default>()->body.get();
            if (stmt == nullptr)
                return {};
        }
        if (holds_label(*stmt) || entered_inside(*stmt))
            return {};
    }
    if (!any || begins.front() != 0)
        return {};
    std::vector<std::span<const ir::StmtPtr>> cases;
    for (std::size_t k = 0; k < begins.size(); ++k) {
        const std::size_t end = k + 1 < begins.size() ? begins[k + 1] : items.size();
        cases.push_back(items.subspan(begins[k], end - begins[k]));
        const bool is_last = k + 1 == begins.size();
        if (!is_last && jump_of(*last_of(cases.back())) != Jump::always)
            return {};
    }
    return cases;
}

std::optional<Collector::Doubtful> Collector::joined_write(const Scope& outside, const Arm& first, const Doubtful& one,
                                                           const Arm& second, const Doubtful& other) const {
    const RawAccess& mine = out_.accesses[one.accesses.front()];
    const RawAccess& theirs = out_.accesses[other.accesses.front()];
    if (one.doubts != first.doubts || other.doubts != second.doubts || mine.root != theirs.root ||
        mine.elem != theirs.elem || mine.subscripts.size() != theirs.subscripts.size() ||
        mine.lengths != theirs.lengths || mine.tables != theirs.tables ||
        one.domain.iterators.size() != other.domain.iterators.size() || one.domain.formulas.size() < first.formulas ||
        other.domain.formulas.size() < second.formulas)
        return std::nullopt;
    Names names; // theirs to mine
    for (std::size_t k = 0; k < one.domain.iterators.size(); ++k)
        if (k < domain_.iterators.size() ? one.domain.iterators[k] != other.domain.iterators[k]
                                         : !names.emplace(other.domain.iterators[k], one.domain.iterators[k]).second)
            return std::nullopt;
    for (std::size_t k = 0; k < mine.subscripts.size(); ++k)
        if (renamed(theirs.subscripts[k], names) != mine.subscripts[k])
            return std::nullopt;
    const auto& own = one.domain.formulas;
    std::vector<std::string> inner(own.begin() + static_cast<std::ptrdiff_t>(first.formulas), own.end());
    std::vector<std::string> others;
    for (std::size_t k = second.formulas; k < other.domain.formulas.size(); ++k)
        others.push_back(renamed(other.domain.formulas[k], names));
    if (inner != others)
        return std::nullopt;
    Doubtful both{one.accesses, outside.inexact, one.domain};
    both.accesses.insert(both.accesses.end(), other.accesses.begin(), other.accesses.end());
    both.domain.formulas.resize(outside.formulas);
    both.domain.formulas.insert(both.domain.formulas.end(), inner.begin(), inner.end());
    return both;
}

// The last of the stores stands for all of them: what is read before it is not what it wrote.
void Collector::settle(const Doubtful& write) {
    RawAccess& last = out_.accesses[*std::max_element(write.accesses.begin(), write.accesses.end())];
    const RawAccess& named = out_.accesses[write.accesses.front()]; // its loop variables are the domain's
    last.in_own_loops = std::any_of(write.accesses.begin(), write.accesses.end(), [&](const std::size_t at) {
        return out_.accesses[at].domain.iterators != write.domain.iterators;
    });
    if (last.in_own_loops)
        last.moment = moment_;
    last.subscripts = named.subscripts;
    last.domain = write.domain;
    last.kind = ir::AccessKind::write;
    last.reason.clear();
    last.among = last.expr != nullptr ? last.expr : last.among;
    last.expr = nullptr; // no inspector of one of them finds what all touch
    for (const std::size_t at : write.accesses)
        if (&out_.accesses[at] != &last)
            replaced_.insert(at);
}

RegionAccesses Collector::take() {
    std::vector<RawAccess> kept;
    for (std::size_t at = 0; at < out_.accesses.size(); ++at)
        if (!replaced_.contains(at))
            kept.push_back(std::move(out_.accesses[at]));
    out_.accesses = std::move(kept);
    return std::move(out_);
}

} // namespace hydra::passes

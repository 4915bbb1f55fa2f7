// Writes of which one happens whatever a condition on data says (branch_merger.h).
#include "passes/access/branch_merger.h"

#include <algorithm>
#include <cctype>

#include "passes/access/subscripts.h"

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

void BranchMerger::note_doubtful_write() {
    const RawAccess& raw = log_.last();
    const bool affine = std::all_of(raw.subscripts.begin(), raw.subscripts.end(),
                                    [&](const Poly& subscript) { return bridge_.affine(subscript).has_value(); });
    if (!affine || !conditions_of(symbols_, raw).empty())
        return;
    doubtful_.push_back({{log_.size() - 1}, path_.reasons(), raw.domain});
}

BranchMerger::Arm BranchMerger::begin_arm() const {
    return {doubtful_.size(), doubtful_.size(), path_.reasons(), path_.domain().formulas.size()};
}

void BranchMerger::join_arms(const PathState::Mark& outside, const Arm& first, const Arm& second) {
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

void BranchMerger::join_all(const PathState::Mark& outside, const std::vector<Arm>& arms) {
    for (std::size_t left = arms.size(); left > 1; --left) {
        Arm behind = arms[left - 1]; // and all that have been joined with it, a way of its own
        behind.to = doubtful_.size();
        PathState::Mark among = outside;
        among.reasons += left > 2 ? 1 : 0;
        join_arms(among, arms[left - 2], behind);
    }
}

std::optional<BranchMerger::Doubtful> BranchMerger::joined_write(const PathState::Mark& outside, const Arm& first,
                                                                 const Doubtful& one, const Arm& second,
                                                                 const Doubtful& other) const {
    const RawAccess& mine = log_[one.accesses.front()];
    const RawAccess& theirs = log_[other.accesses.front()];
    if (one.doubts != first.doubts || other.doubts != second.doubts || mine.root != theirs.root ||
        mine.elem != theirs.elem || mine.subscripts.size() != theirs.subscripts.size() ||
        mine.lengths != theirs.lengths || mine.tables != theirs.tables ||
        one.domain.iterators.size() != other.domain.iterators.size() || one.domain.formulas.size() < first.formulas ||
        other.domain.formulas.size() < second.formulas)
        return std::nullopt;
    Names names; // theirs to mine
    for (std::size_t k = 0; k < one.domain.iterators.size(); ++k)
        if (k < path_.domain().iterators.size()
                ? one.domain.iterators[k] != other.domain.iterators[k]
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
    Doubtful both{one.accesses, outside.reasons, one.domain};
    both.accesses.insert(both.accesses.end(), other.accesses.begin(), other.accesses.end());
    both.domain.formulas.resize(outside.formulas);
    both.domain.formulas.insert(both.domain.formulas.end(), inner.begin(), inner.end());
    return both;
}

// The last of the stores stands for all of them: what is read before it is not what it wrote.
void BranchMerger::settle(const Doubtful& write) {
    RawAccess& last = log_.edit(*std::max_element(write.accesses.begin(), write.accesses.end()));
    const RawAccess& named = log_[write.accesses.front()]; // its loop variables are the domain's
    last.order.in_own_loops = std::any_of(write.accesses.begin(), write.accesses.end(), [&](const std::size_t at) {
        return log_[at].domain.iterators != write.domain.iterators;
    });
    if (last.order.in_own_loops)
        last.order.moment = log_.moment();
    last.subscripts = named.subscripts;
    last.domain = write.domain;
    last.kind = ir::AccessKind::write;
    last.reason.clear();
    last.among = last.expr != nullptr ? last.expr : last.among;
    last.expr = nullptr; // no inspector of one of them finds what all touch
    for (const std::size_t at : write.accesses)
        if (&log_[at] != &last)
            replaced_.insert(at);
}

} // namespace hydra::passes

// An access names a part by the steps that lead to it from the variable; two parts are apart where a step of both is
// another member or another constant subscript. A read is settled by a write of the same part that comes before it.
#include "frontend/directive/carried_members.h"

#include <algorithm>
#include <optional>
#include <string>

namespace hydra::frontend {

using namespace ir;

namespace {

struct Step {
    std::string member;                // empty: a subscript, or a member that shares bytes with others
    std::optional<std::int64_t> index; // where it is constant
    friend bool operator==(const Step&, const Step&) = default;
    [[nodiscard]] bool is_known() const { return !member.empty() || index.has_value(); }
};

// nullopt: not the plain way from a variable.
std::optional<std::vector<Step>> steps_to(const Expr* node) {
    std::vector<Step> steps;
    for (node = strip(node); named_variable(node) == nullptr; node = strip(node)) {
        if (const auto* member = node->as<Member>(); member != nullptr && !member->arrow) {
            steps.push_back({plain_field(*member), std::nullopt});
            node = member->base.get();
        } else if (const auto* index = node->as<Index>()) {
            steps.push_back({"", constant_value(*index->index)});
            node = index->base.get();
        } else {
            return std::nullopt;
        }
    }
    std::reverse(steps.begin(), steps.end());
    return steps;
}

bool may_meet(const Access& one, const Access& other) {
    const auto mine = steps_to(one.at);
    const auto theirs = steps_to(other.at);
    if (!mine || !theirs)
        return true;
    const auto common = std::min(mine->size(), theirs->size());
    for (std::size_t i = 0; i < common; ++i) {
        const auto& a = (*mine)[i];
        const auto& b = (*theirs)[i];
        if (!a.is_known() || !b.is_known())
            return true;
        if (a != b)
            return false;
    }
    return true;
}

// Whether the write covers all that the other access may touch.
bool covers(const Access& write, const Access& other) {
    const auto whole = steps_to(write.at);
    const auto part = steps_to(other.at);
    return write.write && !write.by_address && whole && part && whole->size() <= part->size() &&
           std::all_of(whole->begin(), whole->end(), [](const Step& step) { return step.is_known(); }) &&
           std::equal(whole->begin(), whole->end(), part->begin());
}

} // namespace

CarriedRead carried_read(const std::vector<const Access*>& accesses) {
    for (std::size_t r = 0; r < accesses.size(); ++r) {
        const auto& read = *accesses[r];
        if (read.write || read.assigned_before)
            continue;
        const auto before = accesses.begin() + static_cast<std::ptrdiff_t>(r);
        const bool by_pointer = read.by_address || read.decays; // a read where whoever gets the address reads
        const auto meets = [&](const Access* other) { return other->write && may_meet(*other, read); };
        if (std::none_of(accesses.begin(), accesses.end(), meets) ||
            std::any_of(accesses.begin(), before,
                        [&](const Access* write) { return write->certain && covers(*write, read); }))
            continue;
        const bool certain = !by_pointer && read.certain && std::none_of(accesses.begin(), before, meets) &&
                             std::any_of(before, accesses.end(),
                                         [&](const Access* write) { return write->certain && covers(*write, read); });
        return {&read, certain};
    }
    return {};
}

} // namespace hydra::frontend

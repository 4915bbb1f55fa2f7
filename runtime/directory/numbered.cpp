// The numbers of states by rule (a part of StateTable): they are found by a hash and compared, since to write down a
// key of bytes takes longer.
#include "runtime/directory/directory.h"
#include "runtime/directory/ownership_rules.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace hydra::rt {

template <class T>
template <class Same>
std::shared_ptr<const T> StateTable::RecentAlike<T>::find(std::uint64_t hash, Same same) {
    const auto found = index_.find(hash);
    if (found == index_.end() || !same(*found->second->object))
        return nullptr;
    order_.splice(order_.begin(), order_, found->second);
    return order_.front().object;
}

template <class T>
template <class F>
void StateTable::RecentAlike<T>::add(std::uint64_t hash, std::size_t bytes, std::shared_ptr<const T> object, F forget) {
    bytes_ += bytes;
    order_.push_front({hash, bytes, std::move(object)});
    const auto drop = [&](typename std::list<Slot>::iterator slot) {
        bytes_ -= slot->bytes;
        forget(*slot->object);
        order_.erase(slot);
    };
    if (const auto [known, fresh] = index_.try_emplace(hash, order_.begin()); !fresh)
        drop(std::exchange(known->second, order_.begin()));
    while ((order_.size() > limit_ || bytes_ > byte_limit_) && order_.size() > 1) {
        index_.erase(order_.back().hash);
        drop(std::prev(order_.end()));
    }
}

namespace {

std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
    hash = (hash ^ word) * 0xff51afd7ed558ccdu;
    return hash ^ hash >> 32;
}

using AsideRef = std::shared_ptr<const RuleAside>;

// Parts that no table knows any more have no number.
bool is_same(const AsideRef& a, const AsideRef& b) { return a == b || (a->number != 0 && a->number == b->number); }

bool are_same(const std::shared_ptr<const RuleAsides>& a, const std::shared_ptr<const RuleAsides>& b) {
    if (a == b || a == nullptr || b == nullptr)
        return a == b;
    return std::equal(a->parts.begin(), a->parts.end(), b->parts.begin(), b->parts.end(), is_same);
}

} // namespace

// What is set aside is known by its parts' numbers.
std::uint64_t StateTable::hash_of(const OwnershipRules& state) {
    static std::uint64_t numbers = 0;
    const auto dims = static_cast<std::uint64_t>(state.dims_);
    std::uint64_t hash = mixed(mixed(rt::hash_of(state.held_), dims), state.first_.hash());
    for (std::size_t i = 0; state.aside_ != nullptr && i < state.aside_->parts.size(); ++i) {
        AsideRef& part = state.aside_->parts[i];
        if (part->number == 0) {
            std::uint64_t own = rt::hash_of(part->held);
            for (const std::uint64_t word :
                 {dims, static_cast<std::uint64_t>(part->lo), static_cast<std::uint64_t>(part->hi)})
                own = mixed(own, word);
            const auto same = [&](const RuleAside& known) {
                return known.lo == part->lo && known.hi == part->hi && known.held == part->held;
            };
            if (AsideRef known = asides_.find(own, same)) {
                part = std::move(known);
            } else {
                part->number = ++numbers;
                asides_.add(own, sizeof(RuleAside) + bytes_of(part->held), part,
                            [](const RuleAside& old) { old.number = 0; });
            }
        }
        hash = mixed(hash, part->number);
    }
    return state.partition_ ? mixed(mixed(hash, state.partition_->hash()), static_cast<std::uint64_t>(state.along_))
                            : hash;
}

StateRef StateTable::find(const OwnershipRules& state, std::uint64_t hash) {
    return rules_.find(
        hash,
        [&](const InternedState& known) {
            const OwnershipRules& other = *known.dealt();
            return other.dims_ == state.dims_ && are_same(other.aside_, state.aside_) &&
                   other.partition_ == state.partition_ && (!state.partition_ || other.along_ == state.along_) &&
                   other.held_ == state.held_ && other.first_.boxes() == state.first_.boxes() &&
                   other.first_ == state.first_;
        });
}

void StateTable::add(const StateRef& state, std::uint64_t hash) {
    rules_.add(
        hash, sizeof(InternedState) + bytes_of(state->dealt()->held_) + state->dealt()->first_.flat().size_bytes(),
        state, [](const InternedState&) {});
}

StateRef StateTable::intern(int ranks, OwnershipRules state) {
    const std::uint64_t hash = hash_of(state);
    if (StateRef known = find(state, hash))
        return known;
    const std::uint32_t number = next_id_++;
    auto fresh = std::make_shared<const InternedState>(number, ranks, std::move(state), number);
    add(fresh, hash);
    return fresh;
}

StateRef StateTable::keep(int ranks, OwnershipRules state, std::uint64_t trace) {
    return std::make_shared<const InternedState>(0, ranks, std::move(state), trace);
}

std::uint32_t StateTable::id_of(const StateRef& state) {
    if (state->id != 0)
        return state->id;
    const std::uint64_t hash = hash_of(*state->dealt());
    if (const StateRef known = find(*state->dealt(), hash)) {
        state->id = known->id;
    } else {
        state->id = next_id_++;
        add(state, hash);
    }
    return state->id;
}

} // namespace hydra::rt

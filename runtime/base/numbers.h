// Mixing numbers into one that stands for all of them, and a set of such numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hydra::rt {

inline constexpr std::uint64_t hash_seed = 0x9e3779b97f4a7c15u;

inline std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
    hash = (hash ^ word) * 0xff51afd7ed558ccdu;
    return hash ^ hash >> 32;
}

// Numbers that are spread well. Holds so many at most, and forgets those that come later.
class NumberSet {
  public:
    explicit NumberSet(std::size_t most) : most_(most) {}
    // False where it is there already.
    bool insert(std::uint64_t number) {
        number += number == 0 ? 1 : 0; // 0: a free place
        if (2 * count_ >= places_.size() && count_ < most_)
            grow();
        std::uint64_t& place = place_of(number);
        const bool fresh = place != number;
        if (fresh && count_ < most_) {
            place = number;
            ++count_;
        }
        return fresh;
    }

    [[nodiscard]] std::size_t size() const { return count_; }

  private:
    std::uint64_t& place_of(std::uint64_t number) {
        std::size_t at = number & (places_.size() - 1);
        while (places_[at] != 0 && places_[at] != number)
            at = (at + 1) & (places_.size() - 1);
        return places_[at];
    }
    void grow() {
        std::vector<std::uint64_t> before(places_.empty() ? 64 : 2 * places_.size());
        before.swap(places_);
        for (const std::uint64_t number : before)
            if (number != 0)
                place_of(number) = number;
    }

    std::size_t most_, count_ = 0;
    std::vector<std::uint64_t> places_; // a power of two of them, at least twice as many as are taken
};

} // namespace hydra::rt

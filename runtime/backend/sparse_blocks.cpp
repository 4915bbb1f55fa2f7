// See sparse_blocks.h.
#include "runtime/backend/sparse_blocks.h"

#include "runtime/base/scalars.h"
#include "runtime/policy/worth_devices.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace hydra::rt {
namespace {

bool has_copy(const Accumulator& accumulator) { return accumulator.phase && !accumulator.in_place; }

std::size_t around(const Accumulator& accumulator) { return accumulator.before + accumulator.after; }

} // namespace

bool SparseBlocks::are_worthwhile(const Accumulators& accumulators) {
    return std::any_of(
        accumulators.list.begin(), accumulators.list.end(),
        [](const Accumulator& one) { return has_copy(one) && one.bytes + around(one) >= worth::least_sparse_bytes; });
}

void SparseBlocks::begin(const Accumulators& accumulators, std::int64_t blocks) {
    accumulators_ = &accumulators;
    touched_.clear();
    scalars_ = {};
    for (const Accumulator& one : accumulators.list) {
        touched_.push_back(has_copy(one) ? std::optional<TouchedValues>({one.op, one.type}) : std::nullopt);
        if (!has_copy(one) && !one.in_place)
            scalars_.add(one);
    }
    scalars_.complete();
    scalar_values_.resize(static_cast<std::size_t>(blocks) * scalars_.bytes);
    count_ = blocks;
    blocks_.resize(std::max(blocks_.size(), static_cast<std::size_t>(blocks)));
}

void SparseBlocks::keep(std::int64_t number, unsigned char* copy) {
    Block& block = blocks_[static_cast<std::size_t>(number)];
    block.stretches.clear();
    block.values.clear();
    block.outside.reset();
    std::size_t scalar = 0;
    for (std::size_t r = 0; r < touched_.size(); ++r) {
        const Accumulator& one = accumulators_->list[r];
        if (one.in_place)
            continue;
        if (!touched_[r]) {
            std::memcpy(scalars_of(number) + scalars_.list[scalar].offset, copy + one.offset, one.bytes);
            ++scalar;
            continue;
        }
        const std::size_t start = one.offset - one.before, bytes = one.bytes + around(one);
        unsigned char* values = copy + start;
        for (std::size_t at = touched_[r]->next_stretch(values, bytes, 0); at < bytes;
             at = touched_[r]->next_stretch(values, bytes, at + stretch_bytes)) {
            const std::size_t size = std::min(stretch_bytes, bytes - at);
            if (!block.outside && (at < one.before || at + size > one.before + one.bytes))
                if (const auto place = touched_outside(one, copy))
                    block.outside = {r, *place};
            block.stretches.push_back({start + at, size, r, nullptr});
            block.values.insert(block.values.end(), values + at, values + at + size);
            block.values.resize(block.stretches.size() * stretch_bytes); // keeps them aligned
            set_neutral(one.op, one.type, values + at, size / scalar_bytes(one.type));
        }
    }
}

std::optional<SparseBlocks::Outside> SparseBlocks::outside() const {
    std::optional<Outside> first;
    for (std::int64_t block = 0; block < count_; ++block) {
        const auto& here = blocks_[static_cast<std::size_t>(block)].outside;
        if (here && (!first || here->reduction < first->reduction))
            first = here;
    }
    return first;
}

void SparseBlocks::join_values(const Stretch& left, const Stretch& right) const {
    const Accumulator& one = accumulators_->list[left.reduction];
    combine(one.op, one.type, left.values, right.values, left.bytes / scalar_bytes(one.type));
}

void SparseBlocks::join(Block& left, Block& right) {
    joined_.clear();
    auto mine = left.stretches.begin();
    alignas(largest_scalar) std::array<unsigned char, stretch_bytes> nothing;
    for (const Stretch& more : right.stretches) {
        while (mine != left.stretches.end() && mine->at < more.at)
            joined_.push_back(*mine++);
        if (mine != left.stretches.end() && mine->at == more.at) {
            join_values(*mine, more);
            joined_.push_back(*mine++);
            continue;
        }
        const Accumulator& one = accumulators_->list[more.reduction];
        set_neutral(one.op, one.type, nothing.data(), more.bytes / scalar_bytes(one.type));
        join_values({more.at, more.bytes, more.reduction, nothing.data()}, more);
        std::memcpy(more.values, nothing.data(), more.bytes);
        joined_.push_back(more);
    }
    joined_.insert(joined_.end(), mine, left.stretches.end());
    left.stretches.swap(joined_);
}

void SparseBlocks::combine_into(unsigned char* results, bool backwards) {
    for (std::int64_t block = 0; block < count_; ++block) {
        Block& one = blocks_[static_cast<std::size_t>(block)];
        for (std::size_t i = 0; i < one.stretches.size(); ++i)
            one.stretches[i].values = one.values.data() + i * stretch_bytes;
    }
    const auto at = [&](std::int64_t block) -> Block& {
        return blocks_[static_cast<std::size_t>(backwards ? count_ - 1 - block : block)];
    };
    for (std::int64_t reach = 1; reach < count_; reach *= 2)
        for (std::int64_t block = 0; block + reach < count_; block += 2 * reach)
            join(at(block), at(block + reach));
    for (const Stretch& stretch : at(0).stretches)
        std::memcpy(results + stretch.at, stretch.values, stretch.bytes);
    if (scalars_.bytes == 0)
        return;
    combine_blocks(scalars_, scalar_values_.data(), count_, scalars_.bytes, backwards);
    std::size_t scalar = 0;
    for (std::size_t r = 0; r < touched_.size(); ++r) {
        const Accumulator& one = accumulators_->list[r];
        if (!touched_[r] && !one.in_place) {
            std::memcpy(results + one.offset, scalar_values_.data() + scalars_.list[scalar].offset, one.bytes);
            ++scalar;
        }
    }
}

} // namespace hydra::rt

// What decides a plan, what a launch touches, or what inspectors find: numbers, by which these are remembered and
// compared. All keys are put together here, so that they speak of a launch in the same words.
#pragma once

#include "runtime/base/numbers.h"
#include "runtime/plan/plan.h"
#include "runtime/plan/request.h"
#include "runtime/touch/binding.h"

#include <cstdint>
#include <vector>

namespace hydra::rt {

class PlanKey {
  public:
    void clear() {
        words_.clear();
        inspection_ = 0;
    }
    template <class... Words> void add(Words... words) { (words_.push_back(static_cast<std::int64_t>(words)), ...); }
    void add(const void* pointer) { add(reinterpret_cast<std::uintptr_t>(pointer)); }

    // Which iterations, with which scalars, and what has been found of them: all that footprints depend on.
    void add_iterations(const PlanRequest& request) {
        add(request.begin, request.end, request.tables == nullptr ? 0 : request.tables->id);
        words_.insert(words_.end(), request.k, request.k + request.loop->keys);
        if (const SaidPlace* place = request.place; place != nullptr)
            add(place->layout, place->number, place->extent, place->scale, place->offset, place->columns, place->column,
                place->across, place->first, place->ranks);
        inspection_ = request.inspection == nullptr ? 0 : request.inspection->id;
    }
    // The same, and how they are to be run. loop: its number.
    void add_launch(int loop, const PlanRequest& request) {
        const int way = request.replicated ? 1 : request.alone ? 2 : request.in_order ? 3 : 0;
        add(loop, way, request.align_offset, request.shares == nullptr ? -1 : request.step);
        add_iterations(request);
    }
    // What its slots lead to, but for what the directory says of that.
    void add_arrays(const Binding& binding) {
        for (std::size_t slot = 0; slot < binding.of_slot.size(); ++slot)
            add(binding.of_slot[slot], binding.offset[slot]);
        for (const Allocation* allocation : binding.allocations)
            add(allocation->bytes, allocation->shape_id);
    }
    // Which memory that is. A view of tables holds for as long as it is the same.
    void add_memory(const Binding& binding) {
        for (std::size_t slot = 0; slot < binding.of_slot.size(); ++slot)
            add(binding.of_slot[slot], binding.offset[slot]);
        for (const Allocation* allocation : binding.allocations) {
            add(static_cast<const void*>(allocation->base));
            add(allocation->serial, allocation->bytes);
        }
    }

    // What was made with this inspection (its id) is of no use without it.
    [[nodiscard]] bool made_with(std::uint64_t inspection) const { return inspection_ == inspection; }
    // Equal on all ranks where the words are.
    [[nodiscard]] std::uint64_t hash() const {
        std::uint64_t hash = hash_seed;
        for (const std::int64_t word : words_)
            hash = mixed(hash, static_cast<std::uint64_t>(word));
        return mixed(hash, inspection_);
    }
    bool operator==(const PlanKey&) const = default;

    struct Hash {
        std::size_t operator()(const PlanKey& key) const { return key.hash(); }
    };

  private:
    std::vector<std::int64_t> words_;
    std::uint64_t inspection_ = 0; // its id; 0: there is none
};

} // namespace hydra::rt

// See request.h.
#include "runtime/plan/request.h"

namespace hydra::rt {

void PlanRequest::describe(std::span<const Interval> iterations, hydra_rt_footprint& footprint) const {
    std::vector<long> keys;
    if (rounds != nullptr) {
        keys.assign(k, k + loop->keys);
        keys.insert(keys.end(), {rounds->lo, rounds->hi});
    }
    hydra_rt_footprint_fn* const touches = rounds == nullptr ? loop->footprint : loop->boxes->footprint;
    for (std::size_t i = 0; i < iterations.size(); ++i) {
        touches(&footprint, rounds == nullptr ? k : keys.data(), iterations[i].lo, iterations[i].hi);
        if (i > 0)
            continue;
        for (hydra_rt_footprint::Slot& slot : footprint.slots) // the others will say about as much
            for (std::vector<long>& boxes : slot.boxes)
                boxes.reserve(boxes.size() * iterations.size());
    }
    if (tables != nullptr)
        tables->expand(footprint);
}

const hydra_rt_footprint& PlanRequest::of_all(hydra_rt_footprint& described) const {
    if (whole != nullptr && inspection == nullptr)
        return *whole;
    described = hydra_rt_footprint(loop->slots);
    const Interval all{begin, end};
    describe({&all, 1}, described);
    return described;
}

View view_of(const hydra_rt_footprint::Slot& slot, std::int64_t offset) {
    return {offset, slot.elem, std::span<const long>(slot.len)};
}

} // namespace hydra::rt

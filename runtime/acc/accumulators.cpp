// See accumulators.h.
#include "runtime/acc/accumulators.h"

#include "runtime/acc/reduce.h"

namespace hydra::rt {

void Accumulators::add(Accumulator next) {
    constexpr std::size_t unit = largest_scalar;
    next.offset = bytes;
    bytes += next.in_place ? 0 : (next.bytes + unit - 1) / unit * unit;
    list.push_back(next);
}

Accumulator scalar_accumulator(const hydra_rt_reduction& reduction) {
    Accumulator scalar;
    scalar.op = reduction.op;
    scalar.type = reduction.type;
    scalar.bytes = reduction.op == HYDRA_RT_LAST ? HYDRA_RT_LAST_VALUE + reduction.bytes : scalar_bytes(reduction.type);
    return scalar;
}

Accumulators scalar_accumulators(const hydra_rt_loop& loop) {
    Accumulators all;
    for (int r = 0; r < loop.reductions; ++r)
        all.add(scalar_accumulator(loop.reduction[r]));
    return all;
}

void set_neutral(const Accumulator& accumulator, void* block) {
    void* values = static_cast<unsigned char*>(block) + accumulator.offset;
    if (accumulator.op == HYDRA_RT_LAST)
        set_unstored(values);
    else if (!accumulator.in_place)
        set_neutral(accumulator.op, accumulator.type, values, accumulator.count);
}

void combine(const Accumulator& accumulator, void* left_block, const void* right_block) {
    void* left = static_cast<unsigned char*>(left_block) + accumulator.offset;
    const void* right = static_cast<const unsigned char*>(right_block) + accumulator.offset;
    if (accumulator.op == HYDRA_RT_LAST)
        keep_later(left, right, accumulator.bytes);
    else if (!accumulator.in_place)
        combine(accumulator.op, accumulator.type, left, right, accumulator.count);
}

} // namespace hydra::rt

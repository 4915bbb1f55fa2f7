// See touched.h.
#include "runtime/backend/touched.h"

#include "runtime/base/scalars.h"

#include <cstring>

namespace hydra::rt {
namespace {

using Lanes = std::uint64_t __attribute__((vector_size(32)));

} // namespace

TouchedValues::TouchedValues(hydra_rt_op op, hydra_rt_type type) : each_(scalar_bytes(type)), pattern_{} {
    static_assert(stretch_bytes % sizeof pattern_ == 0 && sizeof pattern_ == sizeof(Lanes));
    set_neutral(op, type, pattern_.data(), sizeof pattern_ / each_);
}

std::size_t TouchedValues::next_stretch(const unsigned char* values, std::size_t bytes, std::size_t from) const {
    Lanes pattern; // nearly all of the time goes into this loop
    std::memcpy(&pattern, pattern_.data(), sizeof pattern);
    std::size_t at = from;
    for (; at + stretch_bytes <= bytes; at += stretch_bytes) {
        Lanes differs{};
        for (std::size_t i = 0; i < stretch_bytes; i += sizeof differs) {
            Lanes held;
            std::memcpy(&held, values + at + i, sizeof held);
            differs |= held ^ pattern;
        }
        if ((differs[0] | differs[1] | differs[2] | differs[3]) != 0)
            return at;
    }
    for (std::size_t one = at; one < bytes; one += each_)
        if (!is_neutral(values + one))
            return at;
    return bytes;
}

bool TouchedValues::is_neutral(const unsigned char* value) const {
    return std::memcmp(value, pattern_.data(), each_) == 0;
}

} // namespace hydra::rt

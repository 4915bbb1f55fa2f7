// Which of many partial results something was accumulated into: the others are neutral elements, which change nothing
// and so need not be joined, copied or sent.
#pragma once

#include "runtime/include/hydra_rt.h"
#include "runtime/policy/worth_devices.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace hydra::rt {

constexpr std::size_t stretch_bytes = 256; // what is looked at in one go; a multiple of all types' sizes

class TouchedValues {
  public:
    TouchedValues(hydra_rt_op op, hydra_rt_type type);

    // The first stretch from `from` on, a multiple of stretch_bytes, that has something other than neutral elements;
    // `bytes` where none has. (Padding may make a stretch look touched that is not, never the other way round.)
    std::size_t next_stretch(const unsigned char* values, std::size_t bytes, std::size_t from) const;

    // Calls f(begin, end), bytes, ascending, for pieces that begin and end with a touched value and together hold all
    // of them. A few neutral elements may lie within: so few that telling where they are would cost more.
    template <class F> void for_pieces(const unsigned char* values, std::size_t bytes, F f) const {
        std::size_t begin = 0, end = 0; // of the piece that is open; empty: none is
        for (std::size_t at = next_stretch(values, bytes, 0); at < bytes;
             at = next_stretch(values, bytes, at + stretch_bytes)) {
            const std::size_t stop = at + stretch_bytes < bytes ? at + stretch_bytes : bytes;
            for (std::size_t one = at; one < stop; one += each_) {
                if (is_neutral(values + one))
                    continue;
                if (begin < end && one - end > worth::small_neutral_gap) {
                    f(begin, end);
                    begin = one;
                } else if (begin == end) {
                    begin = one;
                }
                end = one + each_;
            }
        }
        if (begin < end)
            f(begin, end);
    }

  private:
    using Words = std::array<std::uint64_t, 4>; // as many bytes as the largest type has

    bool is_neutral(const unsigned char* value) const;

    std::size_t each_; // bytes of a value
    Words pattern_;    // neutral elements
};

} // namespace hydra::rt

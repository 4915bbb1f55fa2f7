// What the only rank's threads would touch in objects that inspectors look at, and whether two of them meet there.
#pragma once

#include "runtime/single/objects.h"
#include "runtime/single/row_spans.h"
#include "runtime/touch/touch_bits.h"

#include <deque>
#include <vector>

namespace hydra::rt {

class TouchMaps {
  public:
    explicit TouchMaps(std::size_t threads) : threads_(threads) {}

    // There is to be a map of the object, in units of so many bytes at most (a power of two).
    void want(const ObjectTable::Object& object, std::size_t unit);
    // Where a thread marks what it touches in the object; nowhere, where there is no map of it, or that would be too
    // large.
    [[nodiscard]] TouchMarks marks(const ObjectTable::Object& object, std::size_t thread);
    // Whether something that one of the threads writes is touched by another one, or is among the spans; spans: what
    // they touch besides, and what belongs to no thread. Takes those away that need not be compared with one another.
    bool meet(std::vector<RowSpan>& spans);

  private:
    struct Map {
        ObjectTable::Object object;
        int shift = 0;
        std::deque<TouchBits> reads, writes; // by thread, once asked for; else empty
        [[nodiscard]] std::size_t bits() const { return (object.bytes >> shift) + 1; }
        [[nodiscard]] TouchMarks marks(std::size_t thread) {
            return {object.base, object.bytes, shift, &reads[thread], &writes[thread]};
        }
    };
    bool make(Map& map);
    static bool threads_meet(const Map& map, const std::vector<RowSpan>& spans);

    std::size_t threads_, bytes_ = 0;
    std::deque<Map> maps_;
};

} // namespace hydra::rt

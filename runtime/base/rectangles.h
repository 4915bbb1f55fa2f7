// Copies row by row as few rectangular ones: rows of equal length that lie at one distance from each other on either
// side.
#pragma once

#include <cstdint>

namespace hydra::rt {

// Bytes that begin at `here` on one side and at `there` on the other, in rows.
struct Rectangle {
    std::int64_t here = 0, there = 0;
    std::int64_t bytes = 0, rows = 0;
    std::int64_t here_pitch = 0, there_pitch = 0; // from row to row
    bool operator==(const Rectangle&) const = default;
};

// Calls f with rectangles that have the rows which it is given, each once.
template <class F> class RowJoiner {
  public:
    explicit RowJoiner(F f) : f_(f) {}

    void add(std::int64_t here, std::int64_t there, std::int64_t bytes) {
        if (!continues(here, there, bytes)) {
            flush();
            rectangle_ = {here, there, bytes, 0, 0, 0};
        } else if (rectangle_.rows == 1) {
            rectangle_.here_pitch = here - rectangle_.here;
            rectangle_.there_pitch = there - rectangle_.there;
        }
        ++rectangle_.rows;
    }
    // What has been added is called for: at the end, or before rows of something else.
    void flush() {
        if (rectangle_.rows > 0)
            f_(rectangle_);
        rectangle_.rows = 0;
    }

  private:
    // Drivers want rows that do not overlap.
    [[nodiscard]] bool continues(std::int64_t here, std::int64_t there, std::int64_t bytes) const {
        const Rectangle& known = rectangle_;
        if (known.rows == 0 || bytes != known.bytes)
            return false;
        if (known.rows == 1)
            return here - known.here >= bytes && there - known.there >= bytes;
        return here - known.here == known.rows * known.here_pitch &&
               there - known.there == known.rows * known.there_pitch;
    }

    F f_;
    Rectangle rectangle_;
};

} // namespace hydra::rt

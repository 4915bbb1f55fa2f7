// How a launch's iterations, and the rounds of their inner loops, lie over the work items of a device. The compiler has
// proved that rounds of one iteration do not depend on each other, as long as pointers which differ lead to different
// memory; that is looked at here, and else each inner loop is one part: the user's loop.
#pragma once

#include "runtime/backend/device.h"
#include "runtime/offload/device_launch.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hydra::rt {

// Iterations  lo + n / length * stride + n % length  for 0 <= n < count.
struct Series {
    std::int64_t lo, length, stride, count;
};

// The intervals as few series: cyclic ones are one, block-cyclic ones two or three.
std::vector<Series> series_of(std::span<const Interval> intervals);

// The work items of these iterations, of a loop whose kernel deals out inner loops (hydra_rt_dealing); and in
// `arguments`, into how many parts each of these is cut, as the kernel is told.
Grid map_work_items(const DeviceLaunch& launch, const Device& device, const Series& part,
                    std::vector<std::int64_t>& arguments);

} // namespace hydra::rt

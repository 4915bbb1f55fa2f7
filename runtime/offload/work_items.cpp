// See work_items.h.
#include "runtime/offload/work_items.h"

#include <algorithm>
#include <array>

namespace hydra::rt {
namespace {

constexpr double most_items = 0x1p36; // of one launch

ByteSpan all_of(const Reach& reach) {
    ByteSpan span = reach.exact;
    span.add(reach.maybe);
    return span;
}

// Whether no two slots of different families share memory that the active launch writes.
bool families_are_apart(const DeviceLaunch& launch) {
    const Binding& binding = launch.binding;
    const hydra_rt_loop& loop = launch.loop;
    if (launch.request.tables != nullptr) // nothing is said of rows, of which one may be two
        return false;
    const std::vector<Reach>& reaches = *launch.reaches;
    const unsigned short* family = loop.offload->dealing->family;
    const auto is_known = [&](std::size_t slot) {
        return !reaches[slot].whole && (loop.inspection == nullptr || loop.inspection->found[slot] == 0);
    };
    const auto slots = static_cast<std::size_t>(loop.slots);
    for (std::size_t one = 0; one < slots; ++one)
        for (std::size_t other = 0; other < slots; ++other) {
            const bool written = reaches[one].written && family[one] != family[other];
            if (!written || binding.of_slot[one] == Binding::none || binding.of_slot[one] != binding.of_slot[other])
                continue;
            if (!is_known(one) || !is_known(other))
                return false;
            const ByteSpan a = all_of(reaches[one]), b = all_of(reaches[other]);
            const std::int64_t distance = binding.offset[other] - binding.offset[one];
            if (!a.empty() && !b.empty() && a.lo < b.hi + distance && b.lo + distance < a.hi)
                return false;
        }
    return true;
}

// The most rounds that the inner loops have, about: their bounds seldom do more than grow or shrink with the iteration.
std::array<std::int64_t, 2> rounds_of(const DeviceLaunch& launch, const Series& part) {
    std::array<std::int64_t, 2> most{0, 0};
    for (const std::int64_t number : {std::int64_t{0}, part.count / 2, part.count - 1}) {
        long rounds[2] = {0, 0};
        launch.loop.offload->dealing->rounds(
            launch.args, part.lo + number / part.length * part.stride + number % part.length, rounds);
        for (std::size_t i = 0; i < most.size(); ++i)
            most[i] = std::max<std::int64_t>(most[i], rounds[i]);
    }
    return most;
}

} // namespace

std::vector<Series> series_of(std::span<const Interval> intervals) {
    std::vector<Series> out;
    for (const Interval& interval : intervals) {
        const std::int64_t length = interval.hi - interval.lo;
        if (length <= 0)
            continue;
        if (!out.empty() && out.back().length == length) {
            Series& last = out.back();
            const std::int64_t members = last.count / length;
            const std::int64_t distance = interval.lo - (last.lo + (members - 1) * last.stride);
            if (members == 1)
                last.stride = distance;
            if (distance == last.stride) {
                last.count += length;
                continue;
            }
        }
        out.push_back({interval.lo, length, length, length});
    }
    return out;
}

Grid map_work_items(const DeviceLaunch& launch, const Device& device, const Series& part,
                    std::vector<std::int64_t>& arguments) {
    const hydra_rt_dealing& dealing = *launch.loop.offload->dealing;
    const auto inner = static_cast<std::size_t>(dealing.inner);
    Grid grid{.dims = dealing.inner + 1};
    grid.items[static_cast<std::size_t>(dealing.loop[0].dimension)] = part.count;
    std::array<std::int64_t, 2> parts{1, 1};
    const std::int64_t wanted = device.items_wanted();
    const bool enough = dealing.loop[0].dimension == 0 && part.count >= wanted;
    if (wanted > 0 && !enough && families_are_apart(launch)) {
        std::array<std::int64_t, 2> all = rounds_of(launch, part);
        if (launch.plan.rounds && launch.segment < 0) // of boxes, which share out those of the first inner loop
            all[0] = std::min(all[0], launch.plan.rounds->hi - launch.plan.rounds->lo);
        for (std::size_t i = 0; i < inner; ++i)
            parts[i] = std::max<std::int64_t>(1, all[i]);
        const auto items = [&] {
            return static_cast<double>(part.count) * static_cast<double>(parts[0]) * static_cast<double>(parts[1]);
        };
        const auto halve = [&parts](std::size_t loop) { parts[loop] = (parts[loop] + 1) / 2; };
        // What an item finds out before its first round serves further ones, where others keep the device busy. Along
        // dimension 0, items side by side still touch what lies side by side.
        const std::size_t fastest = inner > 1 && dealing.loop[2].dimension == 0 ? 1 : 0;
        // Where it is known that rounds store nothing that others read, loads of several are on their way at a time.
        const std::int64_t most = dealing.again != 0 ? 8 : 2;
        const std::int64_t rounds = device.rounds_an_item(items(), most);
        parts[fastest] = (parts[fastest] + rounds - 1) / rounds;
        while (items() > most_items && parts[0] * parts[1] > 1)
            halve(parts[0] >= parts[1] ? 0 : 1);
    }
    for (std::size_t i = 0; i < inner; ++i) {
        grid.items[static_cast<std::size_t>(dealing.loop[i + 1].dimension)] = parts[i];
        arguments.push_back(parts[i]);
    }
    for (std::size_t i = 0; i <= inner; ++i)
        grid.reused[static_cast<std::size_t>(dealing.loop[i].dimension)] = dealing.loop[i].reused != 0;
    return grid;
}

} // namespace hydra::rt

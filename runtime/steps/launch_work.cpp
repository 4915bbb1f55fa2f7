// See launch_work.h.
#include "runtime/steps/launch_work.h"

#include "runtime/policy/account.h"
#include "runtime/touch/footprint.h"
#include "runtime/touch/tables.h"

#include <algorithm>
#include <utility>

namespace hydra::rt {
namespace {

constexpr double most_operations = 1e12; // of an iteration

// Elements in the boxes of one slot: of those that say what is touched, not what may be.
double elements_of(const hydra_rt_footprint::Slot& slot) {
    double sum = 0;
    const auto dims = static_cast<std::size_t>(slot.dims());
    for (std::size_t kind = 0; kind < slot.boxes.size(); ++kind) {
        const auto& boxes = slot.boxes[kind];
        if (!hydra_rt_footprint::exact(kind))
            sum += boxes.empty() ? 0 : 1;
        else
            for (std::size_t box = 0; dims > 0 && box + 3 * dims <= boxes.size(); box += 3 * dims) {
                double elements = 1;
                for (std::size_t d = 0; d < dims; ++d) {
                    const long* const bounds = &boxes[box + 3 * d];
                    const double length = static_cast<double>(bounds[1]) - static_cast<double>(bounds[0]);
                    if (!hydra_rt_footprint::Slot::is_anywhere(bounds))
                        elements *= std::max(0.0, length / static_cast<double>(bounds[2]));
                }
                sum += elements;
            }
    }
    return sum;
}

double touched_by(const hydra_rt_loop& loop, const long* k, long x) {
    hydra_rt_footprint one(loop.slots);
    loop.footprint(&one, k, x, x + 1);
    double sum = 0;
    for (const hydra_rt_footprint::Slot& slot : one.slots)
        sum += elements_of(slot);
    return std::min(sum, most_operations);
}

} // namespace

bool IterationWork::holds(const hydra_rt_loop& loop, const long* k, Interval iterations) const {
    const auto count = static_cast<std::size_t>(loop.keys);
    return keys.size() == count + 2 && std::equal(k, k + count, keys.begin()) &&
           keys[count] == static_cast<long>(iterations.lo) && keys[count + 1] == static_cast<long>(iterations.hi) - 1;
}

double operations_of(const hydra_rt_loop& loop, const long* k, Interval iterations, IterationWork& known,
                     bool is_shared) {
    const auto count = static_cast<double>(std::max(0L, static_cast<long>(iterations.hi - iterations.lo)));
    if (loop.weight > 0 || count == 0)
        return count * static_cast<double>(loop.weight);
    if (known.noted > 0)
        return count * std::max(worth::operations_an_element * known.noted, worth::least_operations);
    if (known.looks++ % worth::looks_again_at_work == 0 || (is_shared && !known.holds(loop, k, iterations))) {
        const long first = static_cast<long>(iterations.lo), last = static_cast<long>(iterations.hi) - 1;
        known.keys.assign(k, k + loop.keys);
        known.keys.insert(known.keys.end(), {first, last});
        known.touched =
            (touched_by(loop, k, first) + touched_by(loop, k, first + (last - first) / 2) + touched_by(loop, k, last)) /
            3;
    }
    // Rows of index arrays are short, and the first look at them counts.
    const double likely = loop.inspection == nullptr ? static_cast<double>(loop.likely_weight) : 0;
    return count * std::max({worth::operations_an_element * known.touched, likely, worth::least_operations});
}

bool count_followed(const TableView* view, std::uint64_t& followed, Effort& effort) {
    if (view == nullptr)
        return false;
    std::int64_t pointers = 0;
    for (const auto& rows : view->row_of)
        pointers += static_cast<std::int64_t>(rows.size());
    pointers /= view->is_regular() ? worth::regular_pointers : 1;
    const bool is_new = view->id > followed; // they grow
    followed = std::max(followed, view->id);
    effort.rows += is_new ? static_cast<std::int64_t>(view->groups.size()) : 0;
    effort.pointers += is_new ? pointers : pointers / worth::compared_pointers;
    return is_new;
}

} // namespace hydra::rt

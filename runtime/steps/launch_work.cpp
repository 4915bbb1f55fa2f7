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

struct ElementCount {
    double elements = 0;
    bool is_exact = true;
};

// Elements in the boxes of one slot: of those that say what is touched, not what may be.
double elements_of(const hydra_rt_footprint::Slot& slot, bool& is_exact) {
    double sum = 0;
    const auto dims = static_cast<std::size_t>(slot.dims());
    for (std::size_t kind = 0; kind < slot.boxes.size(); ++kind) {
        const auto& boxes = slot.boxes[kind];
        if (!hydra_rt_footprint::exact(kind)) {
            is_exact = is_exact && boxes.empty();
            sum += boxes.empty() ? 0 : 1;
        } else
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

ElementCount touched_by(const hydra_rt_loop& loop, const long* k, long x) {
    hydra_rt_footprint one(loop.slots);
    loop.footprint(&one, k, x, x + 1);
    ElementCount sum;
    for (const hydra_rt_footprint::Slot& slot : one.slots)
        sum.elements += elements_of(slot, sum.is_exact);
    sum.elements = std::min(sum.elements, most_operations);
    return sum;
}

// With so many rounds of each loop of which the compiler does not know how often it goes round.
template <std::size_t Loops> double in_rounds(const long (&by_loops)[Loops], double rounds) {
    double sum = 0;
    for (std::size_t loops = Loops; loops-- > 0;)
        sum = sum * rounds + static_cast<double>(by_loops[loops]);
    return sum;
}

// How often these go round if an iteration touches so many elements; negative where that does not tell.
double rounds_with(const hydra_rt_loop& loop, double elements) {
    if (std::all_of(std::begin(loop.touches) + 1, std::end(loop.touches), [](long one) { return one == 0; }))
        return -1;
    double low = 0, high = 1;
    while (in_rounds(loop.touches, high) < elements)
        high *= 2;
    constexpr double exact_enough = 1e-3;
    while (high - low > exact_enough * high && high > exact_enough) {
        const double middle = (low + high) / 2;
        (in_rounds(loop.touches, middle) < elements ? low : high) = middle;
    }
    return high;
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
    const bool is_much = is_shared || count * known.operations >= worth::least_operations_to_look;
    if (known.looks++ % worth::looks_again_at_work == 0 || (is_much && !known.holds(loop, k, iterations))) {
        const long first = static_cast<long>(iterations.lo), last = static_cast<long>(iterations.hi) - 1;
        known.keys.assign(k, k + loop.keys);
        known.keys.insert(known.keys.end(), {first, last});
        known.touched = 0;
        known.is_exact = true;
        for (const long x : {first, first + (last - first) / 2, last}) {
            const ElementCount one = touched_by(loop, k, x);
            known.touched += one.elements / 3;
            known.is_exact = known.is_exact && one.is_exact;
        }
    }
    const double elements = known.touched + known.noted, rounds = rounds_with(loop, elements);
    const bool tells = (known.is_exact && loop.inspection == nullptr) || known.noted > 0;
    double operations = rounds < 0 ? 0 : in_rounds(loop.thirds, rounds) / worth::parts_of_operation;
    if (rounds < 0 || !tells) {
        const bool is_of_rows = rounds >= 0 && loop.inspection != nullptr;
        const double likely = is_of_rows ? in_rounds(loop.thirds, worth::rounds_of_row) / worth::parts_of_operation
                                         : static_cast<double>(loop.likely_weight);
        operations = std::max(operations, likely);
    }
    known.operations = std::clamp(operations, worth::least_operations, most_operations);
    return count * known.operations;
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

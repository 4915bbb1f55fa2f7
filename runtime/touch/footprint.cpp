// See footprint.h: the functions that generated footprints call, and the arithmetic of bytes, which saturates:
// boxes that are wider than the truth may have bounds that no address has.
#include "runtime/touch/footprint.h"

#include "runtime/base/fail.h"
#include "runtime/base/integers.h"
#include "runtime/policy/worth_touch.h"
#include "runtime/sets/region.h"
#include "runtime/touch/tables.h"

#include <algorithm>

namespace hydra::rt {
namespace {

constexpr std::int64_t most = std::int64_t{1} << 62;

std::int64_t times(std::int64_t a, std::int64_t b) {
    std::int64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product))
        return (a < 0) == (b < 0) ? most : -most;
    return std::clamp(product, -most, most);
}

// Both between -most and most.
std::int64_t plus(std::int64_t a, std::int64_t b) { return std::clamp(a + b, -most, most); }

// Bytes between neighbours of dimension d.
std::int64_t bytes_between(const hydra_rt_footprint::Slot& slot, int d) {
    std::int64_t bytes = slot.elem;
    for (std::size_t i = static_cast<std::size_t>(d); i < slot.len.size(); ++i)
        bytes = times(bytes, slot.len[i]);
    return bytes;
}

// The bytes of a box whose steps are 1 and whose numbers are so small that nothing grows too large; nothing where it is
// not such a one.
bool add_small_box(const hydra_rt_footprint::Slot& slot, const long* bounds, ByteSpan& span) {
    constexpr long most_rows = 1L << 30, most_row = 1L << 27; // elements, bytes
    long stride = slot.elem;
    span = {0, slot.elem};
    for (std::size_t d = slot.len.size() + 1; d-- > 0;) {
        const long lo = bounds[3 * d], hi = bounds[3 * d + 1];
        if (stride > most_row || lo < -most_rows || hi > most_rows || lo >= hi || bounds[3 * d + 2] != 1)
            return false;
        span = {span.lo + lo * stride, span.hi + (hi - 1) * stride};
        if (d > 0 && (slot.len[d - 1] < 0 || slot.len[d - 1] > most_rows))
            return false;
        stride *= d > 0 ? slot.len[d - 1] : 1;
    }
    return true;
}

// The bytes of a box in the dimensions from first_dim on.
ByteSpan bytes_of(const hydra_rt_footprint::Slot& slot, const long* bounds, int first_dim) {
    ByteSpan span{0, slot.elem};
    if (first_dim == 0 && add_small_box(slot, bounds, span))
        return span;
    span = {0, slot.elem};
    for (int d = first_dim; d < slot.dims(); ++d) {
        const long lo = bounds[3 * d], hi = bounds[3 * d + 1], step = bounds[3 * d + 2];
        // Unsigned: the distance of two longs fits.
        auto distance = static_cast<unsigned long>(hi) - static_cast<unsigned long>(lo) - 1;
        distance -= distance % static_cast<unsigned long>(step);
        const auto last = static_cast<long>(static_cast<unsigned long>(lo) + distance);
        const std::int64_t bytes = bytes_between(slot, d);
        const std::int64_t a = times(lo, bytes), b = times(last, bytes);
        span = {plus(span.lo, std::min(a, b)), plus(span.hi, std::max(a, b))};
    }
    return span;
}

// Of the elements of a box, each as often as it is named.
std::int64_t bytes_in(const hydra_rt_footprint::Slot& slot, const long* bounds) {
    std::int64_t bytes = slot.elem;
    for (int d = 0; d < slot.dims(); ++d) {
        // Unsigned: the distance of two longs fits.
        const auto distance =
            static_cast<unsigned long>(bounds[3 * d + 1]) - static_cast<unsigned long>(bounds[3 * d]) - 1;
        const unsigned long count = distance / static_cast<unsigned long>(bounds[3 * d + 2]);
        bytes = times(bytes, static_cast<std::int64_t>(std::min<unsigned long>(count, INT64_MAX - 1)) + 1);
    }
    return bytes;
}

// Whether the dimensions from `d` on of a box, at offset 0, meet the bytes [lo, hi).
bool meets(const hydra_rt_footprint::Slot& slot, const long* bounds, int d, std::int64_t lo, std::int64_t hi) {
    if (d == slot.dims())
        return lo < slot.elem && hi > 0;
    const ByteSpan all = bytes_of(slot, bounds, d);
    if (all.hi <= lo || hi <= all.lo)
        return false;
    const std::int64_t bytes = bytes_between(slot, d);
    if (bytes <= 0)
        return true;
    const ByteSpan inside = bytes_of(slot, bounds, d + 1);
    const long from = bounds[3 * d], to = bounds[3 * d + 1], step = bounds[3 * d + 2];
    std::int64_t first = std::max<std::int64_t>(from, floor_div(lo - inside.hi, bytes) + 1);
    const std::int64_t last = std::min<std::int64_t>(to - 1, -floor_div(-(hi - inside.lo), bytes) - 1);
    if (first > from) // to the next one of the box
        first += (step - (first - from) % step) % step;
    if (first <= last && (last - first) / step > worth::most_rows_tried)
        return true;
    for (std::int64_t x = first; x <= last; x += step)
        if (meets(slot, bounds, d + 1, lo - x * bytes, hi - x * bytes))
            return true;
    return false;
}

// What HYDRA_RT_OF joins.
hydra_rt_access kind_of(int how) { return static_cast<hydra_rt_access>(how & 7); }
int access_of(int how) { return how >> 3; }

} // namespace

void ByteSpan::add(const ByteSpan& other) {
    if (other.empty())
        return;
    *this = empty() ? other : ByteSpan{std::min(lo, other.lo), std::max(hi, other.hi)};
}

} // namespace hydra::rt

bool hydra_rt_footprint::Slot::touches_nothing() const {
    for (std::size_t kind = 0; kind < kinds; ++kind)
        if (whole[kind] || !boxes[kind].empty())
            return false;
    return true;
}

std::vector<long> hydra_rt_footprint::Slot::own_lengths() const {
    std::vector<long> own = len;
    if (!own.empty() && tables.empty())
        own.front() -= skew;
    return own;
}

void hydra_rt_footprint::Slot::forget_boxes() {
    for (std::vector<long>& list : boxes)
        list.clear();
    for (std::vector<Law>& list : row_maps)
        list.clear();
    whole.fill(false);
}

void hydra_rt_footprint::Slot::forget_reads() {
    for (std::size_t kind = 0; kind < kinds; ++kind)
        if (!writes(kind)) {
            boxes[kind].clear();
            row_maps[kind].clear();
            whole[kind] = false;
        }
}

hydra::rt::Reach hydra_rt_footprint::Slot::reach() const {
    hydra::rt::Reach reach;
    const std::size_t width = 3 * static_cast<std::size_t>(dims());
    for (std::size_t kind = 0; kind < kinds; ++kind) {
        hydra::rt::ByteSpan& hull = exact(kind) ? reach.exact : reach.maybe;
        for (std::size_t at = 0; at < boxes[kind].size(); at += width)
            if (kind == index(HYDRA_RT_MAYREAD) && boxes[kind][at] == -all_rows)
                reach.whole = true;
            else {
                hull.add(hydra::rt::bytes_of(*this, boxes[kind].data() + at, 0));
                reach.bytes = hydra::rt::plus(reach.bytes, hydra::rt::bytes_in(*this, boxes[kind].data() + at));
            }
        reach.whole = reach.whole || whole[kind];
        reach.written = reach.written || (writes(kind) && (whole[kind] || !boxes[kind].empty()));
    }
    return reach;
}

const long* hydra_rt_footprint::Slot::in_row(long x, const long* bounds, std::vector<long>& moved) const {
    if (skew == 0)
        return bounds;
    moved.assign(bounds, bounds + 3 * (dims() - tables.back()));
    // Unsigned: subscripts wrap around as addresses do.
    const auto by = static_cast<unsigned long>(x) * static_cast<unsigned long>(skew);
    for (const std::size_t end : {0, 1})
        moved[end] = static_cast<long>(static_cast<unsigned long>(moved[end]) + by);
    return moved.data();
}

// The pointers of one table, or of one member of an array of structs (between subscript and table, each dimension then
// has one element).
hydra::rt::RowsReach hydra_rt_footprint::Slot::rows_reach(std::size_t slot) const {
    constexpr long most_rows = 1L << 31, most_struct = 1L << 30;
    hydra::rt::RowsReach reach;
    reach.slot = slot;
    reach.unknown = tables.size() != 1 || (tables.front() != 1 && skew != 0);
    if (reach.unknown)
        return reach;
    const auto table = static_cast<std::size_t>(tables.front());
    Slot inner;
    inner.elem = elem;
    inner.len.assign(len.begin() + static_cast<std::ptrdiff_t>(table), len.end());
    const std::size_t width = 3 * static_cast<std::size_t>(dims());
    std::vector<long> moved;
    const long* first_box = nullptr;
    for (std::size_t kind = 0; kind < kinds && !reach.unknown; ++kind) {
        reach.unknown = whole[kind];
        reach.written = reach.written || (writes(kind) && !boxes[kind].empty());
        for (std::size_t at = 0; at < boxes[kind].size() && !reach.unknown; at += width) {
            const long* box = boxes[kind].data() + at;
            const long* const in_rows = box + 3 * table;
            const bool anywhere = is_anywhere(in_rows);
            first_box = first_box == nullptr ? box : first_box;
            reach.unknown = box[0] < -most_rows || box[1] > most_rows || (anywhere && (exact(kind) || skew != 0)) ||
                            !std::equal(box + 3, in_rows, first_box + 3);
            for (std::size_t d = 1; d < table; ++d)
                reach.unknown = reach.unknown || box[3 * d + 1] - box[3 * d] != 1;
            if (reach.unknown)
                break;
            const bool first = reach.first == reach.last;
            reach.first = first ? box[0] : std::min(reach.first, box[0]);
            reach.last = first ? box[1] : std::max(reach.last, box[1]);
            reach.anywhere = reach.anywhere || anywhere;
            if (anywhere)
                continue;
            for (const long x : {box[0], box[1] - 1})
                reach.bytes.add(inner.bytes_of(in_row(x, in_rows, moved)));
            reach.amount = hydra::rt::plus(reach.amount, hydra::rt::bytes_in(*this, box));
        }
    }
    for (std::size_t d = table; --d > 0;) {
        if (first_box != nullptr)
            reach.entry = hydra::rt::plus(reach.entry, hydra::rt::times(first_box[3 * d], reach.step));
        reach.step = hydra::rt::times(reach.step, len[d - 1]);
    }
    reach.unknown = reach.unknown || reach.step < static_cast<std::int64_t>(sizeof(void*)) ||
                    reach.step > most_struct || reach.entry < 0 || reach.entry >= reach.step;
    return reach;
}

std::pair<long, long> hydra_rt_footprint::Slot::used(int dim) const {
    std::pair<long, long> hull{0, 0};
    for (const bool written : {true, false})
        for (std::size_t kind = 0; kind < kinds && (written || hull.first == hull.second); ++kind)
            for (std::size_t at = 0; writes(kind) == written && at < boxes[kind].size();
                 at += 3 * static_cast<std::size_t>(dims())) {
                const long* bound = boxes[kind].data() + at + 3 * static_cast<std::size_t>(dim);
                const bool first = hull.first == hull.second;
                hull = {first ? bound[0] : std::min(hull.first, bound[0]),
                        first ? bound[1] : std::max(hull.second, bound[1])};
            }
    return hull;
}

hydra::rt::ByteSpan hydra_rt_footprint::Slot::bytes_of(const long* bounds) const {
    return hydra::rt::bytes_of(*this, bounds, 0);
}

std::pair<std::int64_t, std::int64_t> hydra_rt_footprint::Slot::pieces_of(const long* bounds) const {
    if (len.empty() || bounds[1] - bounds[0] < 2)
        return {0, 0};
    const std::int64_t row = hydra::rt::stride(*this, 0);
    const std::int64_t distance = hydra::rt::times(bounds[2], row < 0 ? -row : row);
    const hydra::rt::ByteSpan piece = hydra::rt::bytes_of(*this, bounds, 1);
    const bool is_known = distance < hydra::rt::most && piece.lo > -hydra::rt::most && piece.hi < hydra::rt::most;
    return is_known && piece.hi - piece.lo < distance ? std::pair(distance, piece.hi - piece.lo) : std::pair(0L, 0L);
}

bool hydra_rt_footprint::Slot::writes_meet(std::int64_t lo, std::int64_t hi) const {
    const std::size_t width = 3 * static_cast<std::size_t>(dims());
    for (std::size_t kind = 0; kind < kinds; ++kind)
        for (std::size_t at = 0; writes(kind) && at < boxes[kind].size(); at += width)
            if (hydra::rt::meets(*this, boxes[kind].data() + at, 0, lo, hi))
                return true;
    return false;
}

bool hydra_rt_footprint::Slot::writes_whole() const {
    for (std::size_t kind = 0; kind < kinds; ++kind)
        if (writes(kind) && whole[kind])
            return true;
    return false;
}

bool hydra_rt_footprint::Slot::may_write() const {
    for (std::size_t kind = 0; kind < kinds; ++kind)
        if (writes(kind) && (whole[kind] || !boxes[kind].empty()))
            return true;
    return false;
}

std::vector<long> hydra_rt_footprint::Slot::boxes_near(std::size_t kind, std::int64_t offset,
                                                       std::int64_t bytes) const {
    const std::size_t width = 3 * static_cast<std::size_t>(dims());
    const std::int64_t row = hydra::rt::stride(*this, 0);
    if (row <= 0)
        return boxes[kind];
    std::vector<long> kept;
    for (std::size_t at = 0; at < boxes[kind].size(); at += width) {
        const long* box = boxes[kind].data() + at;
        const hydra::rt::ByteSpan inside = hydra::rt::bytes_of(*this, box, 1);
        // Row x lies at offset + x * row + inside; the first and the last row that meet [0, bytes).
        const auto first = static_cast<long>(hydra::rt::floor_div(-offset - inside.hi, row) + 1);
        const auto last = static_cast<long>(-hydra::rt::floor_div(-(bytes - offset - inside.lo), row) - 1);
        long lo = box[0];
        if (lo < first) {
            const auto missing = static_cast<unsigned long>(first) - static_cast<unsigned long>(lo);
            const auto step = static_cast<unsigned long>(box[2]);
            const unsigned long skipped = (missing - 1) / step + 1;
            if (skipped > (static_cast<unsigned long>(box[1]) - static_cast<unsigned long>(lo) - 1) / step)
                continue; // all of it lies before
            lo = static_cast<long>(static_cast<unsigned long>(lo) + skipped * step);
        }
        const long hi = std::min(box[1], last + 1);
        if (hi <= lo)
            continue;
        kept.insert(kept.end(), {lo, hi, box[2]});
        kept.insert(kept.end(), box + 3, box + width);
    }
    return kept;
}

void hydra_rt_footprint::clear(int count) {
    slots.resize(static_cast<std::size_t>(count));
    for (Slot& slot : slots)
        slot.forget_boxes();
    reads_everything = writes_everything = false;
    beyond = nullptr;
}

void hydra_rt_footprint::add(hydra_rt_access how, int slot, const long* bounds, const Law& law) {
    Slot& target = slots[static_cast<std::size_t>(slot)];
    if (target.elem == 0)
        hydra::rt::fail("", "internal error: a footprint gives a box before its shape");
    const int dims = target.dims();
    for (int d = 0; d < dims; ++d)
        if (bounds[3 * d + 1] <= bounds[3 * d])
            return;
    std::vector<long>& boxes = target.boxes[index(how)];
    boxes.insert(boxes.end(), bounds, bounds + 3 * dims);
    target.row_maps[index(how)].push_back(law);
}

extern "C" {

void hydra_rt_shape(hydra_rt_footprint* f, int slot, long elem, int dims, const long* len) {
    if (elem < 1 || dims < 1 || dims > 2 * hydra::rt::Region::max_dims)
        hydra::rt::fail("", "internal error: a footprint declares an impossible shape");
    hydra_rt_footprint::Slot& target = f->slots[static_cast<std::size_t>(slot)];
    target.elem = elem;
    target.len.assign(len, len + (dims - 1));
    target.skew = 0;
    target.tables.clear();
}

void hydra_rt_skew(hydra_rt_footprint* f, int slot, long by) { f->slots[static_cast<std::size_t>(slot)].skew = by; }

void hydra_rt_table(hydra_rt_footprint* f, int slot, int dim) {
    hydra_rt_footprint::Slot& target = f->slots[static_cast<std::size_t>(slot)];
    if (dim < 1 || dim >= target.dims() || (!target.tables.empty() && dim <= target.tables.back()))
        hydra::rt::fail("", "internal error: a footprint declares an impossible table");
    target.tables.push_back(dim);
}

void hydra_rt_box(hydra_rt_footprint* f, int how, int slot, const long* bounds) {
    f->add(hydra::rt::kind_of(how), slot, bounds, {.access = hydra::rt::access_of(how)});
}

void hydra_rt_rows(hydra_rt_footprint* f, int how, int slot, const long* bounds, long distance) {
    f->add(hydra::rt::kind_of(how), slot, bounds,
           {hydra_rt_footprint::Law::Kind::row, distance, hydra::rt::access_of(how)});
}

void hydra_rt_each(hydra_rt_footprint* f, int how, int slot, const long* bounds, long enough) {
    f->add(hydra::rt::kind_of(how), slot, bounds,
           {hydra_rt_footprint::Law::Kind::each, enough, hydra::rt::access_of(how)});
}

void hydra_rt_whole(hydra_rt_footprint* f, int how, int slot) {
    f->slots[static_cast<std::size_t>(slot)].whole[hydra_rt_footprint::index(hydra::rt::kind_of(how))] = true;
}

void hydra_rt_everything(hydra_rt_footprint* f, int how) {
    f->reads_everything = true;
    f->writes_everything =
        f->writes_everything || hydra_rt_footprint::writes(hydra_rt_footprint::index(hydra::rt::kind_of(how)));
}

void hydra_rt_beyond(hydra_rt_footprint* f, const char* what) {
    hydra_rt_everything(f, HYDRA_RT_MAYWRITE);
    f->beyond = what;
}

} // extern "C"

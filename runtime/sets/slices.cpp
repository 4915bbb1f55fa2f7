// See slices.h. A list of slices is canonical if these ascend, no two that touch have equal sections, and no three
// single coordinates have: they might be a progression.
#include "runtime/sets/slices.h"

#include <algorithm>
#include <array>

namespace hydra::rt::slices {
namespace {

using Flat = std::span<const Range>;

// The end of the slice that begins at box `at`, as a place in the list.
std::size_t end_of(std::size_t dims, Flat a, std::size_t at) {
    std::size_t end = at + dims;
    while (end < a.size() && a[end] == a[at])
        end += dims;
    return end;
}

// Of the sections: negative, 0 or positive, as the first one is before, equal to or behind the other in some order.
int compare(std::size_t dims, Flat a, Flat b) {
    for (std::size_t at = 0; at < std::min(a.size(), b.size()); at += dims)
        for (std::size_t k = at + 1; k < at + dims; ++k) {
            const Range &x = a[k], &y = b[k];
            if (x.lo != y.lo)
                return x.lo < y.lo ? -1 : 1;
            if (x.hi != y.hi)
                return x.hi < y.hi ? -1 : 1;
            if (x.step != y.step)
                return x.step < y.step ? -1 : 1;
        }
    return a.size() == b.size() ? 0 : a.size() < b.size() ? -1 : 1;
}

// Whether three single coordinates have one section.
bool may_progress(std::size_t dims, Flat a) {
    constexpr std::size_t most = 64;
    std::array<Flat, most> singles;
    std::size_t count = 0;
    for (std::size_t at = 0, end = 0; at < a.size(); at = end) {
        end = end_of(dims, a, at);
        const Flat slice = a.subspan(at, end - at);
        if (slice.front().hi - slice.front().lo != 1)
            continue;
        const auto alike = std::count_if(singles.begin(), singles.begin() + static_cast<std::ptrdiff_t>(count),
                                         [&](Flat one) { return compare(dims, one, slice) == 0; });
        if (alike > 1 || count == most)
            return true;
        singles[count++] = slice;
    }
    return false;
}

bool is_canonical(std::size_t dims, Flat a) {
    Flat before;
    bool ascends = true, descends = true; // the sections do, so that all differ
    for (std::size_t at = 0; at < a.size();) {
        const std::size_t end = end_of(dims, a, at);
        const Flat slice = a.subspan(at, end - at);
        if (slice.front().step != 1)
            return false;
        if (!before.empty()) {
            const int order = compare(dims, before, slice);
            if (before.front().hi > slice.front().lo || (before.front().hi == slice.front().lo && order == 0))
                return false;
            ascends = ascends && order < 0;
            descends = descends && order > 0;
        }
        before = slice;
        at = end;
    }
    return ascends || descends || !may_progress(dims, a);
}

void add_slice(Ranges& out, std::size_t dims, Flat slice, std::int64_t lo, std::int64_t hi) {
    if (hi <= lo)
        return;
    for (std::size_t at = 0; at < slice.size(); at += dims) {
        out.append(slice.subspan(at, dims));
        out.data()[out.size() - dims] = {lo, hi, 1};
    }
}

// A section of two dimensions' slices: runs with gaps between them, of which at most two are single.
class Runs {
  public:
    // Behind those that are there; false where it touches the last one, or there may be a progression.
    bool add(Range run) {
        if (run.hi <= run.lo)
            return true;
        if (run.step != 1 || (!runs_.empty() && run.lo <= runs_.end()[-1].hi))
            return false;
        singles_ += run.hi - run.lo == 1 ? 1 : 0;
        runs_.append(Flat(&run, 1));
        return singles_ < 3;
    }
    void emit(Ranges& out, std::int64_t lo, std::int64_t hi) const {
        for (const Range& run : runs_) {
            const std::array<Range, 2> box{Range{lo, hi, 1}, run};
            out.append(Flat(box));
        }
    }

  private:
    Ranges runs_;
    int singles_ = 0;
};

std::optional<few::Split> both(few::Split&& out, std::size_t dims) {
    if (!is_canonical(dims, out.part) || !is_canonical(dims, out.rest))
        return std::nullopt;
    return std::move(out);
}

} // namespace

std::optional<few::Split> split(std::size_t dims, Flat a, std::int64_t lo, std::int64_t hi) {
    few::Split out;
    for (std::size_t at = 0; at < a.size();) {
        const std::size_t end = end_of(dims, a, at);
        const Flat slice = a.subspan(at, end - at);
        const Range& own = slice.front();
        if (own.step != 1)
            return std::nullopt;
        add_slice(out.rest, dims, slice, own.lo, std::min(own.hi, lo));
        add_slice(out.part, dims, slice, std::max(own.lo, lo), std::min(own.hi, hi));
        add_slice(out.rest, dims, slice, std::max(own.lo, hi), own.hi);
        at = end;
    }
    return both(std::move(out), dims);
}

std::optional<Ranges> add(std::size_t dims, Flat a, Flat box) {
    if (box[0].step != 1)
        return std::nullopt;
    std::size_t at = 0;
    while (at < a.size() && a[at].hi <= box[0].lo)
        at += dims;
    if (at < a.size() && a[at].lo < box[0].hi)
        return std::nullopt;
    Ranges out;
    out.reserve(a.size() + dims);
    out.append(a.first(at));
    out.append(box);
    out.append(a.subspan(at));
    return is_canonical(dims, out) ? std::optional(std::move(out)) : std::nullopt;
}

std::optional<few::Split> split(Flat a, Flat box) {
    constexpr std::size_t dims = 2;
    if (box[0].step != 1 || box[1].step != 1)
        return std::nullopt;
    few::Split out;
    for (std::size_t at = 0; at < a.size();) {
        const std::size_t end = end_of(dims, a, at);
        const Flat slice = a.subspan(at, end - at);
        const Range& own = slice.front();
        at = end;
        if (own.step != 1)
            return std::nullopt;
        const Range common{std::max(own.lo, box[0].lo), std::min(own.hi, box[0].hi), 1};
        if (common.hi <= common.lo) {
            out.rest.append(slice);
            continue;
        }
        Runs inside, outside;
        for (std::size_t i = 1; i < slice.size(); i += dims) {
            const Range& run = slice[i];
            if (run.step != 1 || !outside.add({run.lo, std::min(run.hi, box[1].lo), 1}) ||
                !inside.add({std::max(run.lo, box[1].lo), std::min(run.hi, box[1].hi), 1}) ||
                !outside.add({std::max(run.lo, box[1].hi), run.hi, 1}))
                return std::nullopt;
        }
        inside.emit(out.part, common.lo, common.hi);
        add_slice(out.rest, dims, slice, own.lo, common.lo);
        outside.emit(out.rest, common.lo, common.hi);
        add_slice(out.rest, dims, slice, common.hi, own.hi);
    }
    return both(std::move(out), dims);
}

} // namespace hydra::rt::slices

// See independence.h. What a slot touches is the hull of its boxes, or, where only the run's data tell, some place in
// the object that a first touch leads into: all that one pointer leads to is one object.
#include "runtime/single/independence.h"

#include "runtime/policy/worth.h"
#include "runtime/touch/footprint.h"
#include "runtime/touch/inspector.h"

#include <algorithm>
#include <cstring>

namespace hydra::rt {
namespace {

// Bytes lo <= x < hi that a slot touches; or, if `anywhere`, some in the object that holds `lo`.
struct Place {
    std::uintptr_t lo = 0, hi = 0;
    bool written = false; // or may be
    bool anywhere = false;
    std::optional<ObjectTable::Object> object = {}; // of `lo`, if it is known
};

// Bytes of one thread: pieces of `width` bytes, `distance` from one to the next, from lo to hi; distance 0: all of it.
struct ThreadBytes {
    std::uintptr_t lo, hi;
    std::int64_t distance, width;
    bool written;
};

std::uintptr_t moved(const void* pointer, std::int64_t by) {
    return reinterpret_cast<std::uintptr_t>(pointer) + static_cast<std::uintptr_t>(by);
}

bool lie_apart(const Place& a, const Place& b) {
    if (!a.anywhere && !b.anywhere)
        return a.hi <= b.lo || b.hi <= a.lo;
    const auto outside = [](const Place& inside, const Place& other) {
        return inside.object && !inside.object->holds(other.lo) &&
               (other.anywhere || !inside.object->holds(other.hi - 1));
    };
    return outside(a, b) || outside(b, a);
}

// Whether both are columns of the same rows, and different ones.
bool are_other_columns(const ThreadBytes& a, const ThreadBytes& b) {
    if (a.distance == 0 || a.distance != b.distance)
        return false;
    const std::int64_t from = (static_cast<std::int64_t>(b.lo - a.lo) % a.distance + a.distance) % a.distance;
    return from >= a.width && from + b.width <= a.distance;
}

bool meet(const std::vector<ThreadBytes>& some, const std::vector<ThreadBytes>& others) {
    return std::any_of(
        some.begin(), some.end(),
        [&](const ThreadBytes& a) {
            return std::any_of(
                others.begin(), others.end(),
                [&](const ThreadBytes& b) {
                    return (a.written || b.written) && a.lo < b.hi && b.lo < a.hi && !are_other_columns(a, b);
                });
        });
}

class Question {
  public:
    Question(const SingleLaunch& launch, const ObjectTable& objects)
        : launch_(launch), loop_(launch.loop), objects_(objects), footprint_(loop_.slots) {}

    Independence answer(const std::vector<std::vector<Interval>>& shares, std::vector<TableCells>& cells) {
        loop_.footprint(&footprint_, launch_.k, launch_.iterations.lo, launch_.iterations.hi);
        if (footprint_.reads_everything || footprint_.writes_everything || !find_places())
            return Independence::none;
        const bool proved = (loop_.flags & HYDRA_RT_INDEPENDENT) != 0 && all_apart([](const Place&) { return true; });
        if (has_tables_)
            return proved && !rows_meet(shares, cells) ? Independence::threads : Independence::none;
        if (proved)
            return Independence::proved;
        // What is somewhere in an object is not to be told by thread.
        if (!all_apart([](const Place& place) { return place.anywhere; }))
            return Independence::none;
        return threads_meet(shares) ? Independence::none : Independence::threads;
    }

  private:
    [[nodiscard]] unsigned found(std::size_t slot) const {
        return loop_.inspection != nullptr ? loop_.inspection->found[slot] : 0;
    }

    // False where something is touched of which it is not known where that is.
    bool find_places() {
        std::vector<const char*> first(footprint_.slots.size());
        if (loop_.inspection != nullptr && !sample_touches(loop_, launch_.iterations, launch_.args, first))
            return false;
        for (std::size_t s = 0; s < footprint_.slots.size(); ++s)
            if (!add_slot(s, first[s]))
                return false;
        for (int w = 0; w < loop_.watches; ++w) {
            const std::uintptr_t cell = moved(launch_.pointers[loop_.slots + w], 0);
            places_.push_back({cell, cell + loop_.watch[w].bytes});
        }
        for (Place& place : places_)
            place.object = objects_.find(place.lo);
        return true;
    }

    bool add_slot(std::size_t s, const char* first) {
        const hydra_rt_footprint::Slot& slot = footprint_.slots[s];
        const void* const pointer = launch_.pointers[s];
        constexpr unsigned writes = HYDRA_RT_FOUND_WRITE | HYDRA_RT_FOUND_MAYWRITE;
        if ((found(s) & writes) != 0 || (found(s) != 0 && !slot.tables.empty()))
            return false;
        if (!slot.tables.empty()) {
            has_tables_ = true;
            return true;
        }
        if ((found(s) & HYDRA_RT_FOUND_READ) != 0) {
            if (first == nullptr)
                return false;
            places_.push_back({moved(first, 0), moved(first, 1), false, true});
        }
        if (slot.touches_nothing())
            return true;
        const Reach reach = slot.reach();
        constexpr std::int64_t far = std::int64_t{1} << 46; // no address is
        ByteSpan hull = reach.exact;
        hull.add(reach.maybe);
        if (reach.whole || hull.lo < -far || hull.hi > far) {
            // A pointer to an object's begin leads into that one; another one may be what lies beside its own.
            const auto object = objects_.find(moved(pointer, 0));
            if (!object || object->base != moved(pointer, 0))
                return false;
            places_.push_back({object->base, object->base + 1, reach.written, true});
        } else if (!hull.empty()) {
            places_.push_back({moved(pointer, hull.lo), moved(pointer, hull.hi), reach.written});
        }
        return true;
    }

    // Whether each two places, one of which is written and one of which `counts`, lie apart.
    template <class F> bool all_apart(F counts) const {
        for (std::size_t a = 0; a < places_.size(); ++a)
            for (std::size_t b = 0; b < a; ++b)
                if ((places_[a].written || places_[b].written) && (counts(places_[a]) || counts(places_[b])) &&
                    !lie_apart(places_[a], places_[b]))
                    return false;
        return std::none_of(places_.begin(), places_.end(), [&](const Place& place) {
            return place.anywhere && place.written && (loop_.flags & HYDRA_RT_INDEPENDENT) == 0;
        });
    }

    // Whether threads meet in rows behind tables, or one of them in what the loop touches elsewhere.
    bool rows_meet(const std::vector<std::vector<Interval>>& shares, std::vector<TableCells>& cells) {
        std::vector<RowSpan> spans;
        for (const Place& place : places_) {
            const auto object = place.object;
            if (place.anywhere && !object)
                return true;
            spans.push_back({place.anywhere ? object->base : place.lo,
                             place.anywhere ? object->base + object->bytes : place.hi, no_thread, place.written});
        }
        int number = 0;
        for (const std::vector<Interval>& share : shares) {
            for (const Interval& interval : share) {
                footprint_.clear(loop_.slots);
                loop_.footprint(&footprint_, launch_.k, interval.lo, interval.hi);
                for (std::size_t s = 0; s < footprint_.slots.size(); ++s)
                    if (!footprint_.slots[s].tables.empty() &&
                        !add_rows(footprint_.slots[s], s, launch_.pointers[s], number, objects_, spans, cells))
                        return true;
            }
            ++number;
        }
        return spans_meet(spans);
    }

    bool threads_meet(const std::vector<std::vector<Interval>>& shares) {
        std::vector<std::vector<ThreadBytes>> touched(shares.size());
        for (std::size_t thread = 0; thread < shares.size(); ++thread) {
            for (const Interval& interval : shares[thread])
                if (!add_pieces(interval, touched[thread]))
                    return true;
            for (std::size_t before = 0; before < thread; ++before)
                if (meet(touched[before], touched[thread]))
                    return true;
        }
        return false;
    }

    // False where that is long to say. Of slots somewhere in an object, all_apart() has spoken.
    bool add_pieces(const Interval& interval, std::vector<ThreadBytes>& pieces) {
        footprint_.clear(loop_.slots);
        loop_.footprint(&footprint_, launch_.k, interval.lo, interval.hi);
        for (std::size_t s = 0; s < footprint_.slots.size(); ++s) {
            const hydra_rt_footprint::Slot& slot = footprint_.slots[s];
            const std::size_t width = 3 * static_cast<std::size_t>(slot.dims());
            for (std::size_t kind = 0; kind < hydra_rt_footprint::kinds; ++kind) {
                if (slot.whole[kind])
                    continue;
                if (pieces.size() + slot.boxes[kind].size() / width > worth::most_thread_pieces)
                    return false;
                for (std::size_t at = 0; at < slot.boxes[kind].size(); at += width) {
                    const long* const box = slot.boxes[kind].data() + at;
                    const ByteSpan span = slot.bytes_of(box);
                    const auto [distance, bytes] = slot.pieces_of(box);
                    pieces.push_back({moved(launch_.pointers[s], span.lo), moved(launch_.pointers[s], span.hi),
                                      distance, bytes, hydra_rt_footprint::writes(kind)});
                }
            }
        }
        return true;
    }

    const SingleLaunch& launch_;
    const hydra_rt_loop& loop_;
    const ObjectTable& objects_;
    hydra_rt_footprint footprint_;
    std::vector<Place> places_; // of slots without tables
    bool has_tables_ = false;
};

} // namespace

bool lead_to_own_objects(const SingleLaunch& launch, const ObjectTable& objects) {
    void* const* const slots = launch.pointers;
    void* const* const cells = slots + launch.loop.slots;
    for (void* const* slot = slots; slot != cells; ++slot)
        if (std::find(slots, slot, *slot) != slot || !objects.begins(*slot))
            return false;
    return std::all_of(cells, cells + launch.loop.watches, [&](const void* cell) {
        const auto object = objects.find(moved(cell, 0));
        return !object || std::none_of(slots, cells, [&](const void* slot) { return moved(slot, 0) == object->base; });
    });
}

Independence independence_of(const SingleLaunch& launch, const ObjectTable& objects,
                             const std::vector<std::vector<Interval>>& shares, std::vector<TableCells>& cells) {
    return Question(launch, objects).answer(shares, cells);
}

} // namespace hydra::rt

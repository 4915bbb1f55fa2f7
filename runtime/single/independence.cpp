// See independence.h. What a slot touches is the hull of its boxes, or, where only the run's data tell, some place in
// the object that a first touch leads into: all that one pointer leads to is one object.
#include "runtime/single/independence.h"

#include "runtime/backend/accumulators.h"
#include "runtime/policy/worth.h"
#include "runtime/policy/worth_devices.h"
#include "runtime/single/object_masks.h"
#include "runtime/single/places.h"
#include "runtime/single/touch_maps.h"
#include "runtime/touch/footprint.h"
#include "runtime/touch/inspector.h"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace hydra::rt {
namespace {

class Question {
  public:
    Question(const SingleLaunch& launch, const ObjectTable& objects)
        : launch_(launch), loop_(launch.loop), inspection_(loop_.inspection), objects_(objects),
          footprint_(loop_.slots) {}

    Independence answer(const std::vector<std::vector<Interval>>& shares, std::vector<TableCells>& cells) {
        boxes_tell_ = (loop_.flags & HYDRA_RT_IN_ROWS) != 0;
        loop_.footprint(&footprint_, launch_.k, launch_.iterations.lo, launch_.iterations.hi);
        if (footprint_.writes_everything)
            return Independence::none;
        if (objects_tell(launch_, footprint_, objects_, cells))
            return Independence::proved;
        if (footprint_.reads_everything || !find_places())
            return Independence::none;
        const bool proved = is_proved() && all_apart([](const Place&) { return true; });
        if (has_tables_ && proved && cells_lead_apart(cells))
            return Independence::proved;
        if (has_tables_)
            return proved && !rows_meet(shares, cells) ? Independence::threads : Independence::none;
        if (proved)
            return Independence::proved;
        // What is somewhere in an object is not to be told by thread.
        if (!all_apart([](const Place& place) { return place.anywhere || place.watched; }))
            return Independence::none;
        return threads_meet(shares) ? Independence::none : Independence::threads;
    }

    std::optional<Independence> answer_found(const std::vector<std::vector<Interval>>& shares,
                                             const std::function<bool(std::int64_t done)>& goes_on,
                                             std::vector<Content>& decided_by) {
        loop_.footprint(&footprint_, launch_.k, launch_.iterations.lo, launch_.iterations.hi);
        const bool tables = std::any_of(footprint_.slots.begin(), footprint_.slots.end(),
                                        [](const auto& slot) { return !slot.tables.empty(); });
        if (loop_.inspection->of_writes != nullptr && !tables && reads_lie_apart(loop_.inspection->of_writes->found))
            inspection_ = loop_.inspection->of_writes;
        if (footprint_.reads_everything || footprint_.writes_everything || tables || inspection_->forget != 0 ||
            misleads_inspectors())
            return Independence::none;
        std::vector<RowSpan> spans;
        // In this order they are compared: what the first ones hold leads to the others.
        if (!add_decisive(spans, decided_by))
            return Independence::none;
        if (!goes_on(0))
            return std::nullopt;
        std::vector<std::vector<Found>> found(shares.size());
        TouchMaps maps(shares.size());
        for (std::size_t s = 0; s < footprint_.slots.size(); ++s)
            if (const auto object = object_to_mark(s)) {
                const auto elem = static_cast<std::size_t>(footprint_.slots[s].elem);
                maps.want(*object, std::min(elem & (~elem + 1), worth::widest_mark));
            }
        if (!look(shares, goes_on, found, maps))
            return std::nullopt;
        for (std::size_t thread = 0; thread < shares.size(); ++thread)
            for (std::size_t part = 0; part < shares[thread].size(); ++part)
                if (!add_found(found[thread][part], shares[thread][part], static_cast<int>(thread), spans, decided_by))
                    return Independence::none;
        return maps.meet(spans) || spans_meet(spans) ? Independence::none : Independence::threads;
    }

  private:
    // The object in which what inspectors find of the slot is marked: what they read of it need not be listed.
    [[nodiscard]] std::optional<ObjectTable::Object> object_to_mark(std::size_t s) const {
        if ((found(s) & (HYDRA_RT_FOUND_READ | HYDRA_RT_FOUND_WRITE)) == 0 || (found(s) & HYDRA_RT_FOUND_INDEX) != 0)
            return std::nullopt;
        return objects_.find(moved(launch_.pointers[s], 0));
    }

    // Runs the inspectors on all shares, each on a thread. False: that takes too long.
    bool look(const std::vector<std::vector<Interval>>& shares, const std::function<bool(std::int64_t done)>& goes_on,
              std::vector<std::vector<Found>>& found, TouchMaps& maps) const {
        std::vector<std::vector<TouchMarks>> marks(shares.size());
        for (std::size_t thread = 0; thread < shares.size(); ++thread)
            for (std::size_t s = 0; s < footprint_.slots.size(); ++s) {
                const auto object = object_to_mark(s);
                marks[thread].push_back(object ? maps.marks(*object, thread) : TouchMarks());
            }
        const std::size_t slots = footprint_.slots.size() + 1; // the last one is for what is in any slot
        std::atomic<std::int64_t> done = 0;
        std::atomic<bool> stopped = false;
        const auto run = [&](std::size_t thread) {
            for (const Interval& interval : shares[thread]) {
                Found& all = found[thread].emplace_back(slots);
                const std::int64_t count = interval.hi - interval.lo;
                const std::int64_t parts = std::min(count, worth::parts_of_question);
                for (std::int64_t part = 0; part < parts && !stopped; ++part) {
                    const Interval some{interval.lo + part_start(count, parts, part),
                                        interval.lo + part_start(count, parts, part + 1)};
                    note_addresses(*inspection_, some, launch_.args, all, marks[thread]);
                    done += some.hi - some.lo;
                    if (thread == 0 && !goes_on(done))
                        stopped = true;
                }
            }
        };
        on_threads(shares.size(), run);
        goes_on(done);
        return !stopped;
    }

    // What a share touches; and of what inspectors of later stages have read, the bytes as they are.
    bool add_found(Found& all, const Interval& interval, int thread, std::vector<RowSpan>& spans,
                   std::vector<Content>& decided_by) {
        footprint_.clear(loop_.slots);
        loop_.footprint(&footprint_, launch_.k, interval.lo, interval.hi);
        const std::size_t slots = footprint_.slots.size();
        const auto is_index = [&](std::size_t s) { return (found(s) & HYDRA_RT_FOUND_INDEX) != 0; };
        bool any_index = false;
        for (std::size_t s = 0; s < slots; ++s)
            any_index = any_index || is_index(s);
        for (std::size_t s = 0; s <= slots; ++s) {
            for (ByteRuns* runs : {&all.reads[s], &all.writes[s]}) {
                runs->settle();
                for (const ByteSpan& run : runs->list()) {
                    spans.push_back({static_cast<std::uintptr_t>(run.lo), static_cast<std::uintptr_t>(run.hi), thread,
                                     runs == &all.writes[s]});
                    if (s < slots ? !is_index(s) : !any_index)
                        continue;
                    if (!may_be_compared(run))
                        return false;
                    decided_by.emplace_back(reinterpret_cast<const char*>(run.lo),
                                            static_cast<std::size_t>(run.hi - run.lo));
                }
            }
            if (s == slots || (found(s) & HYDRA_RT_FOUND_COARSE) != 0) // found as well
                continue;
            if (!add_closed_forms(s, thread, spans))
                return false;
        }
        return true;
    }

    // Whether the bytes, found for an inspector of a later stage, will be there whenever they are compared. Those that
    // closed forms alone lead to are, once these hold what they held: the loop itself is about to read them. Where
    // found ones lead on, a block may be gone, unless it is one of which that would be known.
    [[nodiscard]] bool may_be_compared(const ByteSpan& run) const {
        constexpr int two_stages = 2;
        if (inspection_->stages + (inspection_->fine != 0 ? 1 : 0) <= two_stages)
            return true;
        const auto object = objects_.find(static_cast<std::uintptr_t>(run.lo));
        return object && object->holds(static_cast<std::uintptr_t>(run.hi) - 1);
    }

    bool add_closed_forms(std::size_t s, int thread, std::vector<RowSpan>& spans) const {
        const hydra_rt_footprint::Slot& slot = footprint_.slots[s];
        const std::size_t width = 3 * static_cast<std::size_t>(slot.dims());
        for (std::size_t kind = 0; kind < hydra_rt_footprint::kinds; ++kind) {
            const bool written = hydra_rt_footprint::writes(kind);
            const int whose = kind == hydra_rt_footprint::index(HYDRA_RT_REDUCE) ? no_owner : thread;
            if (slot.whole[kind]) {
                const auto object = object_at(launch_.pointers[s], written);
                if (!object)
                    return false;
                spans.push_back({object->object->base, object->object->base + object->object->bytes, whose, written});
                continue;
            }
            for (std::size_t at = 0; at < slot.boxes[kind].size(); at += width) {
                const ByteSpan span = slot.bytes_of(slot.boxes[kind].data() + at);
                constexpr std::int64_t far = std::int64_t{1} << 46; // no address is
                if (span.lo < -far || span.hi > far)
                    return false;
                std::uintptr_t lo = moved(launch_.pointers[s], span.lo), hi = moved(launch_.pointers[s], span.hi);
                // What may be touched lies in the object that the pointer leads to, if that is its begin.
                const bool maybe = kind != hydra_rt_footprint::index(HYDRA_RT_READ) &&
                                   kind != hydra_rt_footprint::index(HYDRA_RT_WRITE);
                if (const auto object = maybe ? object_at(launch_.pointers[s], written) : std::nullopt) {
                    lo = std::max(lo, object->object->base);
                    hi = std::min(hi, object->object->base + object->object->bytes);
                }
                if (lo < hi)
                    spans.push_back({lo, hi, whose, written});
            }
        }
        return true;
    }

    // What the launch's pointers, and its inspectors, have been read from: nobody may write that.
    bool add_decisive(std::vector<RowSpan>& spans, std::vector<Content>& decided_by) {
        for (int w = 0; w < loop_.watches; ++w) {
            const std::uintptr_t cell = moved(launch_.pointers[loop_.slots + w], 0);
            spans.push_back({cell, cell + loop_.watch[w].bytes, no_owner, false});
        }
        hydra_rt_footprint read(loop_.slots);
        inspection_->indexes(&read, launch_.k, launch_.iterations.lo, launch_.iterations.hi);
        std::size_t bytes = 0;
        for (std::size_t s = 0; s < read.slots.size(); ++s) {
            const auto place = place_of(read.slots[s], launch_.pointers[s]);
            if (!place || (place->anywhere && !place->object))
                return false;
            if (place->lo == place->hi)
                continue;
            std::uintptr_t lo = place->lo, hi = place->hi;
            if (place->anywhere || !read.slots[s].reach().maybe.empty()) {
                // Footprints may say too much there, but no more than the object of the pointer is read.
                const auto object = objects_.find(moved(launch_.pointers[s], 0));
                if (!object)
                    return false;
                lo = place->anywhere ? object->base : std::max(lo, object->base);
                hi = place->anywhere ? object->base + object->bytes : std::min(hi, object->base + object->bytes);
                if (lo >= hi)
                    continue;
            }
            if ((found(s) & HYDRA_RT_FOUND_OWN) == 0)
                spans.push_back({lo, hi, no_owner, false});
            if ((bytes += hi - lo) > worth::most_remembered_bytes)
                return false;
            decided_by.emplace_back(reinterpret_cast<const char*>(lo), hi - lo);
        }
        return true;
    }

    // (Where boxes tell, nobody needs the inspector that looks at them more closely.)
    [[nodiscard]] unsigned found(std::size_t slot) const {
        const unsigned found = inspection_ != nullptr ? inspection_->found[slot] : 0;
        return boxes_tell_ && (found & HYDRA_RT_FOUND_FINE) != 0 ? 0 : found;
    }

    // Whether no first touch would tell enough of the slot. (To look for one may take long.)
    [[nodiscard]] bool is_hopeless(std::size_t s) const {
        return (may_write(found(s)) && (loop_.flags & HYDRA_RT_INDEPENDENT) == 0) ||
               (found(s) != 0 && !footprint_.slots[s].tables.empty());
    }

    // Where each slot writes, as far as it does; nullopt: anywhere.
    [[nodiscard]] std::optional<std::vector<Place>> written_places() const {
        std::vector<Place> written(footprint_.slots.size());
        for (std::size_t s = 0; s < footprint_.slots.size(); ++s) {
            const auto place = place_of(footprint_.slots[s], launch_.pointers[s]);
            if (!place)
                return std::nullopt;
            if (place->written)
                written[s] = *place;
            if (!may_write(found(s)))
                continue;
            const auto object = object_at(launch_.pointers[s], true);
            if (!object)
                return std::nullopt;
            written[s] = *object;
        }
        return written;
    }

    // Whether what is found to be read lies in other objects than all that is written, but for slots that are `noted`.
    [[nodiscard]] bool reads_lie_apart(const unsigned char* noted) {
        std::vector<const char*> first; // once looked at
        for (std::size_t s = 0; s < footprint_.slots.size(); ++s)
            for (std::size_t w = 0; w < footprint_.slots.size() && found(s) != 0 && noted[s] == 0; ++w) {
                const bool written = may_write(found(w)) || footprint_.slots[w].may_write();
                if (!written || lead_apart(launch_, static_cast<int>(s), static_cast<int>(w)))
                    continue;
                if (first.empty() && !sample(first))
                    return false;
                const Place read = somewhere_at(first[s], false);
                const auto stored = may_write(found(w)) ? std::optional(somewhere_at(first[w], true))
                                                        : place_of(footprint_.slots[w], launch_.pointers[w]);
                if (!stored || !lie_apart(read, *stored))
                    return false;
            }
        return true;
    }

    // The first address that inspectors name for each slot. False: none may run, or they do not tell.
    bool sample(std::vector<const char*>& first) {
        first.resize(footprint_.slots.size());
        return !misleads_inspectors() && sample_touches(loop_, launch_.iterations, launch_.args, first);
    }

    // In the object that the address lies in, if that is known.
    [[nodiscard]] Place somewhere_at(const char* address, bool written) const {
        const std::uintptr_t lo = moved(address, 0);
        return {lo, lo + 1, written, true, address != nullptr ? objects_.find(lo) : std::nullopt};
    }

    static bool may_write(unsigned found) { return (found & (HYDRA_RT_FOUND_WRITE | HYDRA_RT_FOUND_MAYWRITE)) != 0; }

    // Whether the loop may write what its inspectors read: they would go astray, since they write nothing.
    bool misleads_inspectors() {
        hydra_rt_footprint read(loop_.slots);
        inspection_->indexes(&read, launch_.k, launch_.iterations.lo, launch_.iterations.hi);
        const auto places = written_places();
        if (!places)
            return true;
        const std::vector<Place>& written = *places;
        const auto is_written = [](const Place& place) { return place.written; };
        if (read.reads_everything && std::any_of(written.begin(), written.end(), is_written))
            return true;
        // own: what the slot itself writes comes later.
        const auto meets = [&](const std::optional<Place>& place, std::size_t s, bool own) {
            for (std::size_t other = 0; other < written.size(); ++other)
                if (written[other].written && (other != s || !own) && (!place || !lie_apart(*place, written[other])))
                    return true;
            return false;
        };
        for (std::size_t s = 0; s < read.slots.size(); ++s) {
            const bool own = (found(s) & HYDRA_RT_FOUND_OWN) != 0;
            if (((found(s) & HYDRA_RT_FOUND_INDEX) != 0 && meets(object_at(launch_.pointers[s], false), s, own)) ||
                meets(place_of(read.slots[s], launch_.pointers[s]), s, own))
                return true;
        }
        return false;
    }

    // Whether iterations do not meet through one pointer, in this launch.
    [[nodiscard]] bool is_proved() const {
        return (loop_.flags & HYDRA_RT_INDEPENDENT) != 0 ||
               (boxes_tell_ && std::all_of(footprint_.slots.begin(), footprint_.slots.end(), stays_in_rows));
    }

    // Whether no box of the slot leaves a row.
    [[nodiscard]] static bool stays_in_rows(const hydra_rt_footprint::Slot& slot) {
        if (slot.touches_nothing())
            return true;
        const std::size_t width = 3 * static_cast<std::size_t>(slot.dims());
        for (std::size_t kind = 0; kind < hydra_rt_footprint::kinds; ++kind) {
            if (slot.whole[kind] || !slot.tables.empty() || slot.skew != 0)
                return false;
            const std::vector<long>& boxes = slot.boxes[kind];
            for (std::size_t at = 0; at < boxes.size(); at += width)
                for (std::size_t d = 1; 3 * d < width; ++d)
                    if (boxes[at + 3 * d] < 0 || boxes[at + 3 * d + 1] > slot.len[d - 1])
                        return false;
        }
        return true;
    }

    // Somewhere in the object that begins there; nullopt: none is known.
    [[nodiscard]] std::optional<Place> object_at(const void* pointer, bool written) const {
        const auto object = objects_.find(moved(pointer, 0));
        if (!object || object->base != moved(pointer, 0))
            return std::nullopt;
        return Place{object->base, object->base + 1, written, true, object};
    }

    // What the slot touches in closed form; nullopt: it is not known where that is.
    [[nodiscard]] std::optional<Place> place_of(const hydra_rt_footprint::Slot& slot, const void* pointer) const {
        if (slot.touches_nothing())
            return Place();
        if (!slot.tables.empty())
            return std::nullopt;
        const Reach reach = slot.reach();
        constexpr std::int64_t far = std::int64_t{1} << 46; // no address is
        ByteSpan hull = reach.exact;
        hull.add(reach.maybe);
        // A pointer to an object's begin leads into that one; another one may be what lies beside its own.
        if (reach.whole || hull.lo < -far || hull.hi > far)
            return object_at(pointer, reach.written);
        if (hull.empty())
            return Place();
        const std::uintptr_t lo = moved(pointer, hull.lo);
        return Place{lo, moved(pointer, hull.hi), reach.written, false, objects_.find(lo)};
    }

    // False where something is touched of which it is not known where that is.
    bool find_places() {
        std::vector<const char*> first(footprint_.slots.size());
        for (std::size_t s = 0; s < footprint_.slots.size(); ++s)
            if (is_hopeless(s))
                return false;
        if (loop_.inspection != nullptr && misleads_inspectors())
            return false;
        if (loop_.inspection != nullptr && !sample_touches(loop_, launch_.iterations, launch_.args, first))
            return false;
        for (std::size_t s = 0; s < footprint_.slots.size(); ++s)
            if (!add_slot(s, first[s]))
                return false;
        for (int w = 0; w < loop_.watches; ++w) {
            const std::uintptr_t cell = moved(launch_.pointers[loop_.slots + w], 0);
            places_.push_back({cell, cell + loop_.watch[w].bytes});
            places_.back().watched = true;
        }
        for (Place& place : places_)
            place.object = objects_.find(place.lo);
        return true;
    }

    bool add_slot(std::size_t s, const char* first) {
        const hydra_rt_footprint::Slot& slot = footprint_.slots[s];
        const void* const pointer = launch_.pointers[s];
        if (!slot.tables.empty()) {
            has_tables_ = true;
            return true;
        }
        if ((found(s) & (HYDRA_RT_FOUND_READ | HYDRA_RT_FOUND_WRITE)) != 0) {
            if (first == nullptr)
                return false;
            places_.push_back({moved(first, 0), moved(first, 1), may_write(found(s)), true});
        }
        const auto place = place_of(slot, pointer);
        if (place && place->lo != place->hi)
            places_.push_back(*place);
        return place.has_value();
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

    // What the loop touches elsewhere than behind tables. False: nobody knows where.
    bool add_places(std::vector<RowSpan>& spans) const {
        for (const Place& place : places_) {
            const auto object = place.object;
            if (place.anywhere && !object)
                return false;
            spans.push_back({place.anywhere ? object->base : place.lo,
                             place.anywhere ? object->base + object->bytes : place.hi, no_owner, place.written});
        }
        return true;
    }

    // Of a loop whose iterations are proved apart if different cells of tables lead to different memory: whether they
    // do.
    bool cells_lead_apart(std::vector<TableCells>& cells) const {
        std::vector<RowSpan> spans;
        bool known = add_places(spans);
        int next = 0;
        for (std::size_t s = 0; known && s < footprint_.slots.size(); ++s) {
            if (footprint_.slots[s].tables.empty())
                continue;
            const std::size_t before = spans.size();
            known = add_rows(footprint_.slots[s], s, launch_.pointers[s], {next, true}, objects_, spans, cells);
            next += static_cast<int>(spans.size() - before) + 1;
        }
        known = known && !spans_meet(spans);
        if (!known)
            cells.clear();
        return known;
    }

    // Whether threads meet in rows behind tables, or one of them in what the loop touches elsewhere.
    bool rows_meet(const std::vector<std::vector<Interval>>& shares, std::vector<TableCells>& cells) {
        std::vector<RowSpan> spans;
        if (!add_places(spans))
            return true;
        int number = 0;
        for (const std::vector<Interval>& share : shares) {
            for (const Interval& interval : share) {
                footprint_.clear(loop_.slots);
                loop_.footprint(&footprint_, launch_.k, interval.lo, interval.hi);
                for (std::size_t s = 0; s < footprint_.slots.size(); ++s)
                    if (!footprint_.slots[s].tables.empty() &&
                        !add_rows(footprint_.slots[s], s, launch_.pointers[s], {number}, objects_, spans, cells))
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
    const hydra_rt_inspection* inspection_; // that is asked
    const ObjectTable& objects_;
    hydra_rt_footprint footprint_;
    bool boxes_tell_ = false;   // see HYDRA_RT_IN_ROWS
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

bool boxes_may_tell(const hydra_rt_loop& loop) {
    return (loop.flags & HYDRA_RT_IN_ROWS) != 0 &&
           (loop.inspection == nullptr || std::none_of(
                                              loop.inspection->found, loop.inspection->found + loop.slots,
                                              [](unsigned found) {
                                                  return (found & (HYDRA_RT_FOUND_WRITE | HYDRA_RT_FOUND_MAYWRITE)) !=
                                                             0 &&
                                                         (found & HYDRA_RT_FOUND_FINE) == 0;
                                              }));
}

bool writes_what_is_found(const hydra_rt_loop& loop) {
    return loop.inspection != nullptr &&
           std::any_of(
               loop.inspection->found, loop.inspection->found + loop.slots,
               [](unsigned found) { return (found & (HYDRA_RT_FOUND_WRITE | HYDRA_RT_FOUND_MAYWRITE)) != 0; });
}

std::optional<Independence> found_independence(const SingleLaunch& launch, const ObjectTable& objects,
                                               const std::vector<std::vector<Interval>>& shares,
                                               const std::function<bool(std::int64_t done)>& goes_on,
                                               std::vector<Content>& decided_by) {
    return Question(launch, objects).answer_found(shares, goes_on, decided_by);
}

Independence independence_of(const SingleLaunch& launch, const ObjectTable& objects,
                             const std::vector<std::vector<Interval>>& shares, std::vector<TableCells>& cells) {
    return Question(launch, objects).answer(shares, cells);
}

} // namespace hydra::rt

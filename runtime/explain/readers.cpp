// See readers.h. The footprint function says which access each box is of; asked about fewer and fewer iterations, it
// tells which of them reads the part first.
#include "runtime/explain/readers.h"

#include "runtime/base/text.h"
#include "runtime/plan/access.h"

#include <algorithm>
#include <vector>

namespace hydra::rt {
namespace {

struct Touch { // of one access
    int access = 0;
    bool writes = false;
    Region region;
};

bool only_writes(std::size_t kind) { return kind == hydra_rt_footprint::index(HYDRA_RT_WRITE); }

class Asked {
  public:
    Asked(const PlanRequest& request, const Binding& binding, std::size_t allocation, const Region& part)
        : request_(request), binding_(binding), allocation_(allocation), part_(part),
          shape_(binding.allocations[allocation]->shape) {}

    // What accesses of these iterations touch of the allocation, as far as that meets the part.
    [[nodiscard]] std::vector<Touch> touches(std::span<const Interval> iterations) const {
        hydra_rt_footprint footprint(request_.loop->slots);
        request_.describe(iterations, footprint);
        std::vector<Touch> found;
        for (std::size_t slot = 0; slot < std::min(footprint.slots.size(), binding_.of_slot.size()); ++slot)
            if (binding_.of_slot[slot] == static_cast<int>(allocation_) && footprint.slots[slot].elem > 0)
                add(footprint.slots[slot], slot, found);
        return found;
    }

    // The first iteration, in the user's order, in which the access touches the part.
    [[nodiscard]] std::optional<long> first(std::span<const Interval> iterations, const Touch& touch) const {
        const auto does = [&](Interval some) {
            const std::vector<Touch> all = touches({&some, 1});
            return std::any_of(all.begin(), all.end(), [&](const Touch& one) {
                return one.access == touch.access && one.writes == touch.writes;
            });
        };
        const bool backwards = (request_.loop->flags & HYDRA_RT_DESCENDING) != 0;
        for (std::size_t i = 0; i < iterations.size(); ++i) {
            Interval left = iterations[backwards ? iterations.size() - 1 - i : i];
            if (left.hi <= left.lo || !does(left))
                continue;
            while (left.hi - left.lo > 1) {
                const long middle = left.lo + (left.hi - left.lo) / 2;
                const Interval earlier = backwards ? Interval{middle, left.hi} : Interval{left.lo, middle},
                               later = backwards ? Interval{left.lo, middle} : Interval{middle, left.hi};
                left = does(earlier) ? earlier : later;
            }
            if (does(left)) // else the footprint is wider than the truth
                return left.lo;
        }
        return std::nullopt;
    }
    // Whether one iteration comes before another one.
    [[nodiscard]] bool is_earlier(long one, long other) const {
        return (request_.loop->flags & HYDRA_RT_DESCENDING) != 0 ? one > other : one < other;
    }

  private:
    void add(const hydra_rt_footprint::Slot& slot, std::size_t number, std::vector<Touch>& found) const {
        const View view = view_of(slot, binding_.offset[number]);
        if (!slot.tables.empty() || !fits(shape_, view))
            return;
        const std::size_t width = 3 * static_cast<std::size_t>(slot.dims());
        for (std::size_t kind = 0; kind < hydra_rt_footprint::kinds; ++kind) {
            const std::vector<long>& boxes = slot.boxes[kind];
            const bool told = slot.row_maps[kind].size() * width == boxes.size();
            for (std::size_t at = 0; at < boxes.size(); at += width) {
                Region region = convert(shape_, view, std::span(boxes).subspan(at, width)).region;
                if (!region.intersects(part_))
                    continue;
                const int access = told ? slot.row_maps[kind][at / width].access : 0;
                const auto same = std::find_if(found.begin(), found.end(), [&](const Touch& touch) {
                    return touch.access == access && touch.writes == only_writes(kind);
                });
                if (same == found.end())
                    found.push_back({access, only_writes(kind), std::move(region)});
                else
                    same->region |= region;
            }
        }
    }

    const PlanRequest& request_;
    const Binding& binding_;
    std::size_t allocation_;
    const Region& part_;
    const Shape& shape_;
};

// What the program says of the n-th access; or, where n is 0, of those that lead to the allocation and are no writes.
void tell_access(Reader& reader, const PlanRequest& request, const Binding& binding, std::size_t allocation, int n) {
    constexpr int most_named = 3;
    const hydra_rt_told* told = request.loop->told;
    if (told == nullptr)
        return;
    if (n > 0 && n <= told->accesses) {
        reader.access = &told->access[n - 1];
        reader.text = reader.access->text;
        return;
    }
    int found = 0;
    for (int a = 0; a < told->accesses; ++a) {
        const hydra_rt_access_told& access = told->access[a];
        bool leads = false;
        for (std::size_t slot = 0; slot < binding.of_slot.size(); ++slot)
            leads = leads ||
                    (binding.of_slot[slot] == static_cast<int>(allocation) &&
                     static_cast<int>(request.tables == nullptr ? slot : request.tables->origin(slot)) == access.slot);
        if (!leads || access.how == HYDRA_RT_WRITE)
            continue;
        if (reader.access == nullptr)
            reader.access = &access;
        if (++found <= most_named)
            reader.text += text(found > 1 ? " or " : "", access.text);
    }
    if (found > most_named)
        reader.text += " or another one";
}

} // namespace

Reader reader_of(const PlanRequest& request, const Binding& binding, int rank, std::span<const Interval> iterations,
                 std::size_t allocation, const Region& part, const Interval* all_of_them) {
    constexpr std::size_t most_asked = 32; // accesses
    const Asked asked(request, binding, allocation, part);
    const std::vector<Touch> touches = asked.touches(iterations);
    Reader reader;
    const Touch* best = nullptr;
    std::int64_t most = 0;
    Region read(part.dims());
    for (std::size_t i = 0; i < touches.size() && i < most_asked; ++i) {
        const Touch& touch = touches[i];
        if (!touch.writes)
            read |= touch.region & part;
        const std::optional<long> first = asked.first(iterations, touch);
        const std::int64_t common = (touch.region & part).count();
        const bool same_kind = best != nullptr && best->writes == touch.writes;
        const bool earlier = same_kind && first && (!reader.iteration || asked.is_earlier(*first, *reader.iteration));
        const bool larger = same_kind && first == reader.iteration && common > most;
        if (best == nullptr || (best->writes && !touch.writes) || earlier || larger) {
            best = &touch;
            most = common;
            reader.iteration = first;
        }
    }
    if (best == nullptr) {
        const Parties found = found_by(request, rank);
        reader.looked_up = !found.empty();
        tell_access(reader, request, binding, allocation, 0);
        return reader;
    }
    reader.writes = best->writes;
    reader.covers =
        best->writes || touches.size() > most_asked || part.count() == read.count() || !found_by(request, rank).empty();
    tell_access(reader, request, binding, allocation, best->access);
    const hydra_rt_told* const told = request.loop->told;
    for (const Touch& touch : touches)
        if (told != nullptr && !touch.writes && touch.access > 0 && touch.access != best->access &&
            touch.access <= told->accesses)
            reader.others.push_back(&told->access[touch.access - 1]);
    const Interval all{request.begin, request.end};
    PlanRequest whole = request;
    whole.rounds = all_of_them;
    for (const Touch& touch : Asked(whole, binding, allocation, part).touches({&all, 1}))
        if (touch.access == best->access && touch.writes == best->writes)
            reader.inner = touch.region;
    return reader;
}

} // namespace hydra::rt

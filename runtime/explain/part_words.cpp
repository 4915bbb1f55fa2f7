// See part_words.h.
#include "runtime/explain/part_words.h"

#include "runtime/base/integers.h"
#include "runtime/base/text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace hydra::rt {
namespace {

constexpr std::size_t most_boxes_named = 3, most_runs_looked_at = 4096;
constexpr std::int64_t few_holes = 8; // one element of so many

struct Noun {
    const char *one, *many;
};
constexpr Noun element{"element", "elements"}, plane{"plane", "planes"}, row{"row", "rows"},
    column{"column", "columns"};

std::string ordinal(std::int64_t n) {
    const bool teen = n % 100 / 10 == 1;
    return text(n, teen ? "th" : n % 10 == 1 ? "st" : n % 10 == 2 ? "nd" : n % 10 == 3 ? "rd" : "th");
}

std::string range_words(const Range& range, const Noun& noun, std::int64_t from = 0) {
    const std::int64_t first = range.lo - from, last = range.hi - 1 - from;
    if (first == last)
        return text(noun.one, " ", first);
    if (range.step == 1)
        return text(noun.many, " ", first, " to ", last);
    return text("every ", ordinal(range.step), " ", noun.one, " from ", first, " to ", last);
}

// Whether the program sees the allocation as its shape does, so that subscripts can be read off.
bool as_declared(const Shape& shape, const ElementNamer& namer) {
    return namer.members == nullptr && namer.led.empty() && namer.elem == shape.elem && !shape.fresh &&
           std::equal(namer.len.begin(), namer.len.end(), shape.len.begin(), shape.len.end()) &&
           (namer.offset == 0 || (shape.len.empty() && namer.offset % namer.elem == 0));
}

// Boxes of an allocation that the program sees as its shape does.
class DeclaredWords {
  public:
    DeclaredWords(const Shape& shape, const ElementNamer& namer, const Region& inner)
        : shape_(shape), inner_(inner), dims_(static_cast<std::size_t>(shape.dims())),
          first_(namer.elem > 0 ? namer.offset / namer.elem : 0) {
        for (std::size_t d = 0; d < dims_; ++d)
            order_.push_back(d);
        if (shape.turned)
            std::swap(order_[0], order_[1]);
    }

    [[nodiscard]] std::string box(std::span<const Range> box) const {
        if (dims_ == 1)
            return range_words(box[0], element, first_);
        if (std::all_of(box.begin(), box.end(), [](const Range& range) { return range.count() == 1; }))
            return "element " + subscripts(box);
        if (dims_ > 3)
            return "part " + subscripts(box);
        constexpr std::array<Noun, 3> nouns{plane, row, column};
        std::string out;
        for (std::size_t at = 0; at < dims_; ++at)
            if (!is_full(box, at))
                out += (out.empty() ? "" : ", ") + range_words(box[order_[at]], nouns[at + 3 - dims_]);
        return out.empty() ? "all" : out;
    }

  private:
    // Dimension `at`, counted from the outermost as the program writes them.
    [[nodiscard]] bool is_full(std::span<const Range> box, std::size_t at) const {
        const std::size_t d = order_[at];
        const Range whole = shape_.whole().extent(d);
        return box[d] == whole || (at > 0 && !inner_.empty() && box[d].count() > 1 && box[d] == inner_.extent(d));
    }

    [[nodiscard]] std::string subscripts(std::span<const Range> box) const {
        std::string out;
        for (std::size_t at = 0; at < dims_; ++at) {
            const Range& range = box[order_[at]];
            out += range.count() == 1 ? text("[", range.lo, "]")
                                      : text("[", range.lo, " to ", range.hi - 1,
                                             range.step == 1 ? "" : text(" by ", range.step), "]");
        }
        return out;
    }

    const Shape& shape_;
    const Region& inner_;
    std::size_t dims_;
    std::int64_t first_; // where the program begins to count
    std::vector<std::size_t> order_;
};

// Of structs: the same member of each, or whole ones; nothing where it is something else.
std::optional<std::string> records_words(const std::vector<Run>& runs, const ElementNamer& namer) {
    if (namer.members == nullptr || namer.record <= 0 || !namer.led.empty() || namer.rows != nullptr)
        return std::nullopt;
    const auto record_of = [&](std::int64_t at) { return floor_div(at - namer.offset, namer.record); };
    const hydra_rt_member* member = nullptr;
    bool whole = true, same = true;
    for (const Run& run : runs) {
        const std::int64_t begin = run.offset - namer.offset;
        whole = whole && begin % namer.record == 0 && run.bytes % namer.record == 0;
        const auto found = member_at(namer, run.offset);
        same = same && found && found->start == run.offset &&
               run.bytes == found->member->bytes * std::max(1l, found->member->count) &&
               (member == nullptr || member == found->member);
        member = found ? found->member : nullptr;
    }
    const Range records{record_of(runs.front().offset), record_of(runs.back().offset + runs.back().bytes - 1) + 1, 1};
    if (whole && runs.size() == 1)
        return range_words(records, element);
    if (same && records.count() == static_cast<std::int64_t>(runs.size()))
        return text("member ", member->name + (member->name[0] == '.' ? 1 : 0), " of ", range_words(records, element));
    return std::nullopt;
}

// By its first and its last element.
std::string ends_words(const std::vector<Run>& runs, const ElementNamer& namer) {
    const std::string first = element_text(namer, "", runs.front().offset),
                      last = element_text(namer, "", runs.back().offset + runs.back().bytes - 1);
    if (first == last)
        return first;
    if (runs.size() == 1)
        return text(first, " to ", last);
    return text(runs.size(), " pieces from ", first, " to ", last);
}

} // namespace

std::string part_words(const Region& region, const Shape& shape, const ElementNamer& namer, const Region& inner) {
    if (region == shape.whole())
        return "all";
    if (as_declared(shape, namer)) {
        const DeclaredWords words(shape, namer, inner);
        const std::size_t boxes = region.boxes();
        const std::vector<Range> hull = region.hull();
        const std::int64_t holes = Region(hull).count() - region.count();
        if (boxes > 1 && holes <= region.count() / few_holes)
            return text(words.box(hull), ", but for ", holes, holes == 1 ? " element" : " elements");
        std::string out;
        for (std::size_t i = 0; i < boxes && boxes <= most_boxes_named; ++i)
            out += (i == 0 ? "" : i + 1 == boxes ? " and " : ", ") + words.box(region.box(i));
        if (!out.empty())
            return out;
        return text(region.count(), " elements here and there, in ", words.box(hull));
    }
    std::vector<Run> all;
    for_each_run(region, shape, [&](const Run& run) {
        if (all.size() < most_runs_looked_at)
            all.push_back(run);
        else
            all.back() = run; // the last one tells where it ends
    });
    if (all.empty())
        return "nothing";
    const std::optional<std::string> records =
        all.size() < most_runs_looked_at ? records_words(all, namer) : std::nullopt;
    return records ? *records : ends_words(all, namer);
}

} // namespace hydra::rt

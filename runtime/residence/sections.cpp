// See sections.h.
#include "runtime/residence/sections.h"

#include "runtime/policy/worth_devices.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace hydra::rt {
namespace {

std::uintptr_t rounded_down(std::uintptr_t address, std::int64_t page) {
    return address & ~static_cast<std::uintptr_t>(page - 1);
}

// Finds the stretches of one box after the other, and gives up where they become too many.
class Stretcher {
  public:
    Stretcher(const Shape& shape, std::uintptr_t base, std::int64_t gap, bool whole_rows, std::size_t most)
        : shape_(shape), base_(base), gap_(gap), whole_rows_(whole_rows), most_(most) {}

    bool add(std::span<const Range> box) {
        box_.assign(box.begin(), box.end());
        const int last = shape_.dims() - 1;
        for (int d = 1; d <= last && whole_rows_;
             ++d) { // one inside of rows is followed by one that goes to their ends
            const std::int64_t length = shape_.len[static_cast<std::size_t>(d) - 1];
            if (d == last || box_[static_cast<std::size_t>(d)].count() * 4 >= length * 3)
                box_[static_cast<std::size_t>(d)] = {0, length, 1};
        }
        behind_.assign(box_.size() + 1, 1);
        first_.assign(box_.size() + 1, 0);
        for (int d = last; d >= 0; --d) {
            const Range& range = box_[static_cast<std::size_t>(d)];
            const auto i = static_cast<std::size_t>(d);
            behind_[i] = (range.hi - 1) * shape_.stride(d) + behind_[i + 1];
            first_[i] = range.lo * shape_.stride(d) + first_[i + 1];
        }
        return descend(0, 0);
    }
    std::vector<Stretch> take() { return joined(std::move(list_), gap_); }

  private:
    // The box's elements whose first d subscripts lead to `units`.
    bool descend(int d, std::int64_t units) {
        const auto i = static_cast<std::size_t>(d);
        if (d == shape_.dims() || !falls_apart(d))
            return emit(units + first_[i], units + behind_[i]);
        const Range& range = box_[i];
        for (std::int64_t x = range.lo; x < range.hi; x += range.step)
            if (!descend(d + 1, units + x * shape_.stride(d)))
                return false;
        return true;
    }
    // Whether neighbours along this or an inner dimension have a gap between them.
    [[nodiscard]] bool falls_apart(int d) const {
        for (; d < shape_.dims(); ++d) {
            const auto i = static_cast<std::size_t>(d);
            const std::int64_t inside = behind_[i + 1] - first_[i + 1];
            if (box_[i].count() > 1 && (box_[i].step * shape_.stride(d) - inside) * shape_.elem >= gap_ + (gap_ == 0))
                return true;
        }
        return false;
    }
    bool emit(std::int64_t first, std::int64_t behind) {
        const std::int64_t to = std::min(behind * shape_.elem, shape_.bytes);
        list_.push_back(
            {base_ + static_cast<std::uintptr_t>(first * shape_.elem), base_ + static_cast<std::uintptr_t>(to)});
        return list_.size() < most_;
    }

    const Shape& shape_;
    std::uintptr_t base_;
    std::int64_t gap_;
    bool whole_rows_;
    std::size_t most_;
    std::vector<Range> box_;
    std::vector<std::int64_t> first_, behind_; // by dimension: what the inner ones reach
    std::vector<Stretch> list_;
};

} // namespace

std::vector<Stretch> joined(std::vector<Stretch> list, std::int64_t gap) {
    std::erase_if(
        list, [](const Stretch& one) { return one.from >= one.to; });
    std::sort(list.begin(), list.end(), [](const Stretch& a, const Stretch& b) { return a.from < b.from; });
    std::vector<Stretch> out;
    for (const Stretch& next : list)
        if (!out.empty() &&
            next.from <= out.back().to + static_cast<std::uintptr_t>(std::max<std::int64_t>(0, gap - 1)))
            out.back().to = std::max(out.back().to, next.to);
        else
            out.push_back(next);
    return out;
}

std::vector<Stretch> in_pages(std::vector<Stretch> list, std::int64_t page) {
    for (Stretch& one : list) {
        one.from = rounded_down(one.from, page);
        one.to = rounded_down(one.to + static_cast<std::uintptr_t>(page - 1), page);
    }
    return joined(std::move(list));
}

std::int64_t total_bytes(const std::vector<Stretch>& list) {
    std::int64_t total = 0;
    for (const Stretch& one : list)
        total += one.bytes();
    return total;
}

std::int64_t table_bytes(const Stretch& hull, std::int64_t page) {
    return (hull.bytes() / page + 2) * static_cast<std::int64_t>(sizeof(std::int64_t));
}

std::int64_t table_bytes(const std::vector<Stretch>& parts, std::int64_t page) {
    return table_bytes(Stretch{parts.front().from, parts.back().to}, page);
}

std::int64_t paged_bytes(const std::vector<Stretch>& pieces, std::int64_t page) {
    const std::vector<Stretch> parts = in_pages(pieces, page);
    return total_bytes(parts) + table_bytes(parts, page);
}

std::vector<Stretch> stretches(const Region& region, const Shape& shape, std::uintptr_t base, std::int64_t gap) {
    Stretcher stretcher(shape, base, gap, true, worth::most_stretches_of_rows);
    for (std::size_t b = 0; b < region.boxes(); ++b)
        if (!stretcher.add(region.box(b))) {
            const Hull all = byte_hull(region, shape);
            const Hull rows = byte_hull(rows_of(shape, all.lo, all.hi), shape);
            return {{base + static_cast<std::uintptr_t>(rows.lo), base + static_cast<std::uintptr_t>(rows.hi)}};
        }
    return stretcher.take();
}

std::optional<std::vector<Stretch>> touched_stretches(const Region& region, const Shape& shape, std::uintptr_t base,
                                                      std::int64_t gap) {
    if (shape.dims() < 2 || shape.turned)
        return std::nullopt;
    Stretcher stretcher(shape, base, gap, false, worth::most_stretches_of_parts);
    for (std::size_t b = 0; b < region.boxes(); ++b)
        if (!stretcher.add(region.box(b)))
            return std::nullopt;
    return stretcher.take();
}

Layout::Layout(const std::vector<Stretch>& parts, std::int64_t page, std::int64_t spare) : page_(page), bytes_(0) {
    for (const Stretch& part : parts) {
        list_.push_back({part.from, part.to, bytes_});
        bytes_ += part.bytes();
    }
    bytes_ += spare / page * page;
}

Layout Layout::tight(const std::vector<Stretch>& parts, std::int64_t page) {
    Layout made({}, page, 0);
    made.tight_ = true;
    constexpr std::uintptr_t line = 64; // what is aligned on the host is aligned there
    for (const Stretch& part : parts) {
        made.bytes_ += static_cast<std::int64_t>((part.from - static_cast<std::uintptr_t>(made.bytes_)) % line);
        made.list_.push_back({part.from, part.to, made.bytes_});
        made.bytes_ += part.bytes();
    }
    return made;
}

std::int64_t Layout::page_between(const std::vector<Stretch>& parts) {
    constexpr std::uintptr_t least = 64, most = 1 << 20; // least: whatever is aligned lies in one page
    std::uintptr_t gap = most;
    for (std::size_t i = 1; i < parts.size(); ++i)
        gap = std::min(gap, parts[i].from - parts[i - 1].to);
    return gap < least ? 0 : static_cast<std::int64_t>(std::bit_floor(gap));
}

std::size_t Layout::first_behind(std::uintptr_t address) const {
    const auto found = std::upper_bound(list_.begin(), list_.end(), address,
                                        [](std::uintptr_t x, const Section& section) { return x < section.to; });
    return static_cast<std::size_t>(found - list_.begin());
}

const Section* Layout::at(std::uintptr_t address) const {
    const std::size_t found = first_behind(address);
    return found < list_.size() && list_[found].from <= address ? &list_[found] : nullptr;
}

const Section* Layout::around(const Stretch& part) const {
    const Section* found = at(part.from);
    return found != nullptr && part.to <= found->to ? found : nullptr;
}

bool Layout::holds(const Stretch& part) const {
    for (std::uintptr_t address = part.from; address < part.to;) {
        const Section* found = at(address);
        if (found == nullptr)
            return false;
        address = found->to;
    }
    return true;
}

bool Layout::meets(const Stretch& part) const {
    const std::size_t found = first_behind(part.from);
    return found < list_.size() && list_[found].from < part.to;
}

void Layout::use(const Stretch& part, std::int64_t launch) {
    used_ = launch;
    if (tight_)
        return;
    for (std::size_t i = first_behind(part.from); i < list_.size() && list_[i].from < part.to; ++i) {
        Section& section = list_[i];
        const Stretch near{std::max(part.from, section.from), std::min(part.to, section.to)};
        const bool is_more = section.used == launch && section.near.from < section.near.to;
        section.near =
            is_more ? Stretch{std::min(section.near.from, near.from), std::max(section.near.to, near.to)} : near;
        section.used = launch;
    }
}

std::vector<Stretch> Layout::trim(std::size_t number) {
    Section& section = list_[number];
    if (section.near.from >= section.near.to)
        return {};
    const Stretch kept = in_pages({section.near}, page_).front();
    std::vector<Stretch> cut{{section.from, kept.from}, {kept.to, section.to}};
    section.at += static_cast<std::int64_t>(kept.from - section.from);
    section.from = kept.from;
    section.to = kept.to;
    return joined(std::move(cut));
}

void Layout::cut(std::size_t number, const Stretch& pages) {
    Section& section = list_[number];
    if (pages == section.stretch())
        return remove(number);
    if (pages.from == section.from) {
        section.at += pages.bytes();
        section.from = pages.to;
    } else {
        section.to = pages.from;
    }
}

// The first free place of this length; where there is none, the longest one.
Layout::Room Layout::room(std::int64_t bytes) const {
    std::vector<std::pair<std::int64_t, std::int64_t>> taken;
    taken.reserve(list_.size() + 1);
    for (const Section& section : list_)
        taken.emplace_back(section.at, section.at + section.stretch().bytes());
    std::sort(taken.begin(), taken.end());
    taken.emplace_back(bytes_, bytes_);
    Room longest;
    std::int64_t end = 0;
    for (const auto& [from, to] : taken) {
        if (from - end > longest.bytes)
            longest = {end, std::min(from - end, bytes)};
        if (longest.bytes == bytes)
            break;
        end = to;
    }
    return longest;
}

bool Layout::add(const std::vector<Stretch>& parts, std::int64_t launch) {
    const std::vector<Section> before = list_;
    for (const Stretch& part : parts)
        for (std::uintptr_t address = part.from; address < part.to;) {
            const std::size_t next = first_behind(address);
            if (next < list_.size() && list_[next].from <= address) {
                address = list_[next].to;
                continue;
            }
            std::uintptr_t to = next < list_.size() ? std::min(part.to, list_[next].from) : part.to;
            const Room place = room(static_cast<std::int64_t>(to - address));
            if (place.bytes == 0) {
                list_ = before;
                return false;
            }
            to = std::min(to, address + static_cast<std::uintptr_t>(place.bytes)); // the rest lies elsewhere
            list_.insert(list_.begin() + static_cast<std::ptrdiff_t>(next), {address, to, place.at, launch});
            address = to;
        }
    return true;
}

std::uintptr_t Layout::first_page() const { return rounded_down(list_.front().from, page_); }

std::vector<std::int64_t> Layout::moved() const {
    const std::uintptr_t start = first_page();
    const auto number = [&](std::uintptr_t address) { return (address - start) / static_cast<std::uintptr_t>(page_); };
    // Whoever touches a page that is not there is stopped, and does not spoil another one.
    constexpr std::int64_t nowhere = std::int64_t{1} << 60;
    std::vector<std::int64_t> out(number(list_.back().to - 1) + 1, nowhere);
    for (const Section& section : list_)
        std::fill(out.begin() + static_cast<std::ptrdiff_t>(number(section.from)),
                  out.begin() + static_cast<std::ptrdiff_t>(number(section.to - 1)) + 1,
                  section.at - static_cast<std::int64_t>(section.from - start));
    return out;
}

} // namespace hydra::rt

// Which parts of the host's memory a buffer of the device holds, and where: sections, each in one piece. Between them,
// where rows are dealt out in turn, planes alternate, or an arena holds many arrays, the buffer has nothing. A kernel
// that steps from one section to another finds its way by pages (hydra_rt.h, hydra_rt_pass_pages).
//
// Sections of whole rows are sections of whole pages: they come and go one by one. Of parts of rows (a block of
// columns) there are many, and rounded to pages they would take much more; so tight sections have just what is touched,
// and lie in the buffer row by row at one distance, as rows of a narrower array. No page has parts of two of them: all
// that pages are for is that kernels find the section.
#pragma once

#include "runtime/policy/worth_devices.h"
#include "runtime/sets/slabs.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace hydra::rt {

// Addresses from <= x < to of the host's.
struct Stretch {
    std::uintptr_t from = 0, to = 0;
    [[nodiscard]] std::int64_t bytes() const { return static_cast<std::int64_t>(to - from); }
    [[nodiscard]] bool meets(const Stretch& other) const { return from < other.to && other.from < to; }
    bool operator==(const Stretch&) const = default;
};

// Sorted, those that overlap or lie next to each other joined, and those with less than `gap` bytes between them.
std::vector<Stretch> joined(std::vector<Stretch> list, std::int64_t gap = 0);
// The same with ends at multiples of a power of two.
std::vector<Stretch> in_pages(std::vector<Stretch> list, std::int64_t page);
std::int64_t total_bytes(const std::vector<Stretch>& list);
// Pages: of so many bytes, so that whatever is aligned lies in one.
constexpr std::int64_t smallest_page = 64, largest_page = 64 << 10;
// What kernels find sections by that lie in this takes so much, at most; of these sections; and so much their pages
// with it.
std::int64_t table_bytes(const Stretch& hull, std::int64_t page);
std::int64_t table_bytes(const std::vector<Stretch>& parts, std::int64_t page);
std::int64_t paged_bytes(const std::vector<Stretch>& pieces, std::int64_t page);
// Where the region's elements lie, as few stretches: whole rows of the innermost dimension, and what has less than
// `gap` bytes between it in one. base: the allocation's address.
std::vector<Stretch> stretches(const Region& region, const Shape& shape, std::uintptr_t base, std::int64_t gap);

// The same without what else there is of the rows. nullopt: there are too many, or that is no way to look at this
// shape.
std::optional<std::vector<Stretch>> touched_stretches(const Region& region, const Shape& shape, std::uintptr_t base,
                                                      std::int64_t gap);

struct Section {
    std::uintptr_t from = 0, to = 0;
    std::int64_t at = 0;   // where it begins in the buffer
    std::int64_t used = 0; // by which launch on the allocation, the last time
    Stretch near = {};     // what that launch touches of it lies in this; empty: anywhere
    [[nodiscard]] Stretch stretch() const { return {from, to}; }
};

// A buffer's sections. With pages all of them begin and end at multiples of `page`, here and there, if they are not
// tight; without (0) there is one section.
class Layout {
  public:
    explicit Layout(const Stretch& whole) : page_(0), bytes_(whole.bytes()), list_{{whole.from, whole.to}} {}
    // In pages already; `spare` more bytes are left free.
    Layout(const std::vector<Stretch>& parts, std::int64_t page, std::int64_t spare);
    // Tight sections, at least page_between(parts) bytes apart from each other.
    static Layout tight(const std::vector<Stretch>& parts, std::int64_t page);
    // The largest page of which none has bytes of two of these; 0: there is none that is large enough for numbers.
    static std::int64_t page_between(const std::vector<Stretch>& parts);

    [[nodiscard]] bool is_tight() const { return tight_; }
    [[nodiscard]] std::int64_t page() const { return page_; }
    [[nodiscard]] std::int64_t bytes() const { return bytes_; } // of the buffer
    [[nodiscard]] const std::vector<Section>& list() const { return list_; }
    [[nodiscard]] Stretch hull() const { return {list_.front().from, list_.back().to}; }
    // The section that has all of it; null: none.
    [[nodiscard]] const Section* around(const Stretch& part) const;
    // The section with this byte; null: none.
    [[nodiscard]] const Section* at(std::uintptr_t address) const;
    [[nodiscard]] bool holds(const Stretch& part) const;
    [[nodiscard]] bool meets(const Stretch& part) const;
    void use(const Stretch& part, std::int64_t launch);
    [[nodiscard]] std::int64_t last_used() const { return used_; }

    // Sections for what there is none for yet of these pages; false, and nothing changed: there is no room.
    bool add(const std::vector<Stretch>& parts, std::int64_t launch);
    // Cuts off the pages at both ends of the section that the launch which has used it last does not touch; they were
    // these.
    std::vector<Stretch> trim(std::size_t section);
    // The same of these pages, at one end of it; all of them: it goes.
    void cut(std::size_t section, const Stretch& pages);
    void remove(std::size_t section) { list_.erase(list_.begin() + static_cast<std::ptrdiff_t>(section)); }

    // For each page from the first section's first to the last's last: how much further on in the buffer it lies than
    // if all pages in between were there, too.
    [[nodiscard]] std::vector<std::int64_t> moved() const;
    // Where the first of these pages begins.
    [[nodiscard]] std::uintptr_t first_page() const;

  private:
    [[nodiscard]] std::size_t first_behind(std::uintptr_t address) const; // the first section that ends behind it
    struct Room {
        std::int64_t at = 0, bytes = 0;
    };
    [[nodiscard]] Room room(std::int64_t bytes) const;

    std::int64_t page_, bytes_;
    bool tight_ = false;
    std::int64_t used_ = 0;     // by which launch on the allocation, the last time, any of it
    std::vector<Section> list_; // ascending, apart from each other
};

} // namespace hydra::rt

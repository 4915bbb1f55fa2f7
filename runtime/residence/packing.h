// How what launches touch takes little of a device's memory: in one section, in pages, or tight (sections.h), and how
// many bytes that needs. Nothing here depends on what the device has already.
#pragma once

#include "runtime/policy/worth_devices.h"
#include "runtime/residence/sections.h"
#include "runtime/sets/slabs.h"

#include <cstdint>
#include <vector>

namespace hydra::rt {

class Packing {
  public:
    // page: the bytes of a page, wherever something lies apart, a power of two from 64 on; 0: as suits.
    explicit Packing(std::int64_t page) : page_(page) {}

    [[nodiscard]] std::int64_t page() const { return page_; }

    // All of the pieces that meet each group, and one by one those that meet none.
    static std::vector<std::vector<Stretch>> by_group(const std::vector<Stretch>& all,
                                                      const std::vector<Stretch>& groups);
    // Whether these take much less memory in pages than in one section.
    [[nodiscard]] bool is_apart(const std::vector<Stretch>& pieces, std::int64_t page) const;
    // The bytes of the pages in which these take least, with the table by which they are found; 0: one section.
    [[nodiscard]] std::int64_t least_page(const std::vector<Stretch>& pieces) const;

    // Of buffers with tight sections: what has less between it, in bytes, may as well lie in one section.
    [[nodiscard]] std::int64_t gap_of_tight() const { return page_ > 0 ? page_ : worth::most_gap_of_parts; }
    // The bytes of their pages; 0: they lie too close together.
    [[nodiscard]] std::int64_t tight_page(const std::vector<Stretch>& parts) const;
    // Whether tight sections of these take less than all between the first and the last.
    [[nodiscard]] bool pays_tight(const std::vector<Stretch>& parts) const;

    // What a launch touches, the way that takes least, with nothing to spare for later launches.
    struct Least {
        std::vector<Stretch> all; // of the allocation
        bool tight;
        std::int64_t bytes; // of all buffers
    };
    [[nodiscard]] Least least(const Region& touched, const Shape& shape, std::uintptr_t base,
                              const std::vector<Stretch>& groups, bool may_page) const;

  private:
    [[nodiscard]] std::int64_t buffer_bytes(const std::vector<Stretch>& pieces, bool tight, bool may_page) const;

    std::int64_t page_;
};

} // namespace hydra::rt

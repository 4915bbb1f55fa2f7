// What a residence keeps of each buffer and of each allocation (residence.h).
#pragma once

#include "runtime/residence/residence.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <vector>

namespace hydra::rt {

// Memory of the device's that stands for the host addresses of its sections.
struct Residence::Buffer {
    Residence& owner;
    Device::Memory memory;
    Device::Memory moved = nullptr; // Layout::moved on the device; null: not there, or no longer true
    std::int64_t moved_bytes = 0;
    Layout layout;

    Buffer(Residence& residence, Device::Memory made, const Layout& sections)
        : owner(residence), memory(made), layout(sections) {}
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() {
        forget_moved();
        if (owner.device_ != nullptr)
            owner.device_->release(memory);
        owner.allocated_ -= layout.bytes();
    }
    void forget_moved() {
        if (moved == nullptr)
            return;
        if (owner.device_ != nullptr)
            owner.device_->release(moved);
        owner.allocated_ -= moved_bytes;
        moved = nullptr;
    }
    [[nodiscard]] bool in_pages() const { return layout.page() > 0; }
    // Sections that come and go by themselves.
    [[nodiscard]] bool in_loose_pages() const { return in_pages() && !layout.is_tight(); }
};

struct Residence::Covered {
    Region touched;
    int shape_id; // of its index space
    bool may_page;
    std::vector<Hull> groups;
    std::vector<std::vector<Stretch>> pieces; // of each group; what none of them has stands at the end
    std::vector<Buffer*> buffers;             // that have them
    std::int64_t changes;                     // that had been made to buffers by then
    int times;                                // it has come again since
};

struct Residence::Resident {
    Residence& owner;
    Shape shape; // in whose index space the regions are
    int shape_id;
    Region valid, stale;                          // stale is a part of valid
    std::vector<std::shared_ptr<Buffer>> buffers; // their sections do not meet; all that is valid lies in them
    Allocation* const allocation;
    int asked = 0;
    std::int64_t launches = 0;
    bool is_filled = false;    // the launch writes all that it touches of it
    std::int64_t patience = 4; // for so many launches what none of them uses is kept
    Region dropped;            // what was not kept, but valid
    bool is_sum = false;     // a launch has accumulated into it, and it is not seen that anybody has asked for it since
    bool host_first = false; // the last such sum went there from here, or no kernel asked for it
    int grown = 0;           // how often a buffer has been replaced by a larger one
    int grown_tight = 0;     // and one with tight sections
    std::deque<Covered> known; // of the last launches, those that differ
    Cache cache;               // while a launch runs in pieces

    Resident(Residence& residence, Allocation& of)
        : owner(residence), shape(of.shape), shape_id(of.shape_id), valid(shape.dims()), stale(shape.dims()),
          allocation(&of), dropped(shape.dims()) {
        owner.residents_.push_back(allocation);
    }
    Resident(const Resident&) = delete;
    Resident& operator=(const Resident&) = delete;
    ~Resident() { std::erase(owner.residents_, allocation); }
    [[nodiscard]] std::uintptr_t base() const { return reinterpret_cast<std::uintptr_t>(allocation->base); }
    [[nodiscard]] Stretch stretch(const Hull& bytes) const {
        return {base() + static_cast<std::uintptr_t>(bytes.lo), base() + static_cast<std::uintptr_t>(bytes.hi)};
    }
    // The elements that have a byte there.
    [[nodiscard]] Region elements(const Stretch& part) const {
        const std::vector<long> box = box_of(part);
        return box.empty() ? Region(shape.dims()) : convert(shape, View{0, shape.elem, {}}, box).region;
    }
    [[nodiscard]] Region elements(const Layout& layout) const {
        std::vector<long> all;
        for (const Section& section : layout.list()) {
            const std::vector<long> box = box_of(section.stretch());
            all.insert(all.end(), box.begin(), box.end());
        }
        return all.empty() ? Region(shape.dims()) : convert_all(shape, View{0, shape.elem, {}}, all).region;
    }

  private:
    [[nodiscard]] std::vector<long> box_of(const Stretch& part) const {
        const std::uintptr_t from = std::max(part.from, base()), to = std::min(part.to, base() + allocation->bytes);
        if (from >= to)
            return {};
        return {static_cast<long>(from - base()) / shape.elem,
                (static_cast<long>(to - base()) + shape.elem - 1) / shape.elem, 1};
    }
};

} // namespace hydra::rt

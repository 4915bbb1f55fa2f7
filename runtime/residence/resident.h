// What one device has of one allocation: which elements are valid there (validity.h), and the buffers that they lie in.
// Also what is remembered of the launches on it, from which it is told what the next ones are going to touch.
#pragma once

#include "runtime/memory/registry.h"
#include "runtime/residence/device_buffer.h"
#include "runtime/residence/resident_table.h"
#include "runtime/residence/validity.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace hydra::rt {

// What a launch touches, and has room for.
struct CoveredLaunch {
    Region touched;
    int shape_id; // of its index space
    bool may_page;
    std::vector<Hull> groups;
    std::vector<std::vector<Stretch>> pieces; // of each group; what none of them has stands at the end
    std::vector<DeviceBuffer*> buffers;       // that have them
    std::int64_t changes;                     // that had been made to buffers by then
    int times;                                // it has come again since
};

// A buffer in pages of an array whose launches run in pieces, in bytes; no pages: it is none.
struct PageCache {
    std::int64_t page = 0;
    std::int64_t all = 0, least = 0; // pages of the launch, and of any of its pieces at most
    std::int64_t table = 0;          // that they are found by
    std::int64_t bytes = 0;          // of its buffer
};

// How launches and serial code have used an allocation.
struct UseHistory {
    int asked = 0; // how often serial code has asked for a piece since a kernel ran
    std::int64_t launches = 0;
    bool is_filled = false;          // the launch writes all that it touches of it
    std::int64_t patience = 4;       // for so many launches what none of them uses is kept
    int grown = 0;                   // how often a buffer has been replaced by a larger one
    int grown_tight = 0;             // and one with tight sections
    std::deque<CoveredLaunch> known; // of the last launches, those that differ
};

class Resident {
  public:
    // Enters the table, and leaves it when it goes. memory: of the same device.
    Resident(DeviceMemory& memory, ResidentTable& table, Allocation& of)
        : memory_(memory), table_(table), allocation_(of), validity_(of.shape, of.shape_id) {
        table_.entered(allocation_);
    }
    Resident(const Resident&) = delete;
    Resident& operator=(const Resident&) = delete;
    ~Resident() { table_.left(allocation_); }

    [[nodiscard]] const Allocation& allocation() const { return allocation_; }
    [[nodiscard]] Validity& validity() { return validity_; }
    [[nodiscard]] const Validity& validity() const { return validity_; }
    [[nodiscard]] const Shape& shape() const { return validity_.shape(); }
    // Their sections do not meet; all that is valid lies in them.
    [[nodiscard]] std::vector<std::shared_ptr<DeviceBuffer>>& buffers() { return buffers_; }
    [[nodiscard]] const std::vector<std::shared_ptr<DeviceBuffer>>& buffers() const { return buffers_; }
    // Whether others lie in its buffer, too, which is its only one then.
    [[nodiscard]] bool is_shared() const { return !buffers_.empty() && buffers_.front().use_count() > 1; }

    // Host addresses, and the elements that have a byte there.
    [[nodiscard]] std::uintptr_t base() const { return reinterpret_cast<std::uintptr_t>(allocation_.base); }
    [[nodiscard]] Stretch whole() const { return {base(), base() + allocation_.bytes}; }
    [[nodiscard]] Stretch stretch(const Hull& bytes) const {
        return {base() + static_cast<std::uintptr_t>(bytes.lo), base() + static_cast<std::uintptr_t>(bytes.hi)};
    }
    [[nodiscard]] Region elements(const Stretch& part) const;
    [[nodiscard]] Region elements(const Layout& layout) const;

    // The buffer that has all of these pieces, in one section or in pages; null: none.
    [[nodiscard]] DeviceBuffer* buffer_with(const std::vector<Stretch>& pieces, bool may_page) const;
    // The buffers that one of the parts meets. The parts then have all of these buffers' sections, too; without pages
    // (0) they are one.
    std::vector<DeviceBuffer*> met_by(std::vector<Stretch>& parts, std::int64_t page) const;
    // Where a kernel finds the pieces, which are covered; nullopt: there is no room for the table that tells it.
    std::optional<DevicePlace> place_of(const std::vector<Stretch>& pieces) const;

    // The host is about to read these: they are there when DeviceMemory::arrive, or to_host, has returned.
    void fetch(const Region& part);
    void to_host(const Region& part);
    void all_to_host();
    // A kernel is about to read these, which the buffers have room for: what is not valid is copied.
    void send(const Region& read);
    // Copies what is valid, as far as both buffers have it.
    void copy_valid(const DeviceBuffer& from, const DeviceBuffer& to) const;
    // Copies the part, for which the buffers have room, to or from memory of the device's in which byte x of the
    // allocation lies at x + shift.
    void copy_out(const Region& part, Device::Memory to, std::int64_t shift) const;
    void copy_in(const Region& part, Device::Memory from, std::int64_t shift) const;

    UseHistory history;
    PageCache cache; // while a launch runs in pieces

  private:
    [[nodiscard]] std::vector<long> box_of(const Stretch& part) const;
    // The region's bytes as pieces of the allocation that lie in one section each. f: the piece, the buffer, and where
    // it lies there; for_each_plane: the buffer, the rows there and in the allocation, how long they are and how many.
    template <class F> void for_each_piece(const Region& region, F f) const;
    template <class F> void for_each_plane(const Region& part, F f) const;

    DeviceMemory& memory_;
    ResidentTable& table_;
    Allocation& allocation_;
    Validity validity_;
    std::vector<std::shared_ptr<DeviceBuffer>> buffers_;
};

} // namespace hydra::rt

// What of each allocation lies on one device of this rank (HYDRA, section 4.2, with exact sets in place of whole
// sections). The directory says which ranks hold the newest values; here it is decided, by each rank for itself,
// whether its own newest value is on the host, on the device, or on both. Data go to the device when a kernel is about
// to read them and come back when the host is, and neither before.
//
// An allocation's buffers have sections of it: each group of pointers that kernels are handed has a buffer for what
// they touch, which grows when they touch more. Where that lies close together, it is one section, from the first byte
// to the last; where it lies far apart, and the kernel can be told by pages where everything is, there are many
// (sections.h). When there is to be another section, those go that no launch has used for a while and that hold nothing
// which the host lacks.
//
// Where kernels follow addresses that host code has stored (rows of tables), several allocations share a buffer of one
// section, in which they lie as far from each other as on the host: then one distance leads from any address to its
// place on the device.
//
// A residence is what the rest of the runtime asks. Behind it each has its own: DeviceMemory what is allocated and what
// has moved, a Resident what is valid of one allocation and the buffers that it lies in, BufferStore how these are
// replaced, RoomMaker how a launch gets room (with BufferSizing: how much of it, and Packing: how little will do),
// PageCaches launches in pieces, and RowWindows buffers for kernels that follow addresses.
#pragma once

#include "runtime/memory/registry.h"
#include "runtime/residence/device_memory.h"
#include "runtime/residence/page_caches.h"
#include "runtime/residence/room_maker.h"
#include "runtime/residence/row_windows.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace hydra::rt {

class Residence {
  public:
    // page: the bytes of a page, wherever something lies apart, a power of two from 64 on; 0: as suits.
    // number: among the rank's devices.
    explicit Residence(std::unique_ptr<Device> device, std::int64_t page = 0, std::size_t number = 0);

    [[nodiscard]] Device* device() const { return memory_.device(); }
    // There is no device any more. Its driver may be gone already, so nothing is told to it.
    void retire();
    // Whether any allocation has values on the device.
    [[nodiscard]] bool in_use() const { return !residents_.empty(); }
    [[nodiscard]] bool has(const Allocation& allocation) const { return residents_.of(allocation) != nullptr; }
    // Calls f with every allocation that has values on the device; f may make it leave.
    template <class F> void for_each(F f) const { residents_.for_each(f); }
    // How often serial code has asked for a piece of the allocation since a kernel ran, this time included.
    int asked(Allocation& allocation);

    // The host is about to read these elements, in the allocation's index space: when arrive has returned.
    void fetch(Allocation& allocation, const Region& part);
    void arrive() { memory_.arrive(); }
    // Both.
    void to_host(Allocation& allocation, const Region& part);
    void all_to_host(Allocation& allocation);
    // The host writes, or has written, these: the device's copies are out of date.
    void written_by_host(Allocation& allocation, const Region& part);
    // Other ranks have written all but these elements: what was here of the others means nothing any more.
    void keep_only(Allocation& allocation, const Region& held);
    // All newest values are on the host, and the device keeps nothing of the allocation.
    void leave(Allocation& allocation) { residents_.leave(allocation); }
    // Whether the host lacks anything of it.
    [[nodiscard]] bool is_behind(const Allocation& allocation) const;
    // Bytes that the host lacks of it; and those of this part that the device does.
    [[nodiscard]] std::int64_t behind(const Allocation& allocation) const;
    [[nodiscard]] std::int64_t lacking(const Allocation& allocation, const Region& part) const;

    using Place = DevicePlace;
    // A kernel is about to read `read` and to write `write`; what it may write is in both. groups: what of the
    // allocation it touches through each of its arguments, at most; may_page: it can find its way by pages. Makes room
    // for that; false: there is none. Arrays that lie in one buffer with it may have to move, and lose what was valid
    // there: see DevicePlacement::bring.
    bool make_room(Allocation& allocation, const Region& read, const Region& write, std::span<const Hull> groups,
                   bool may_page);
    // The same kernel, for whose allocations there is room: what it reads is copied. The places of the groups in the
    // device's memory; nullopt where the room does not suffice after all.
    std::optional<std::vector<Place>> to_device(Allocation& allocation, const Region& read, const Region& write,
                                                std::span<const Hull> groups, bool may_page);
    // The same for a kernel with one argument.
    std::optional<Place> to_device(Allocation& allocation, const Region& read, const Region& write);
    // `moved` and `shift` where nothing has moved; moved is null: there is no room.
    Place unmoved() { return {nullptr, 0, memory_.unmoved(), DeviceMemory::far}; }
    // What buffers take that have these elements and no others, of a kernel that can find its way by pages or cannot.
    [[nodiscard]] std::int64_t needed_bytes(const Allocation& allocation, const Region& touched,
                                            std::span<const Hull> groups, bool may_page) const;
    // So many devices, this one among them, share out what loops do to each array. (Not told: buffers take no guesses.)
    void shared_by(std::int64_t sharers) { rules_.sharers = sharers; }
    // A launch has found no room: from now on no buffer takes more than launches before have shown to be of use.
    void run_short() { rules_.is_short = true; }
    using Pieces = TouchedPieces;
    // Until end_pieces launches are these pieces, whose kernel can find its way by pages: what one of them lacks takes
    // the place of what has not been used for longest. Other allocations may have to leave. False, and nothing has
    // changed: that would not do.
    bool begin_pieces(const std::vector<Pieces>& arrays) { return caches_.begin(arrays); }
    void end_pieces() { caches_.end(); }
    // Launches had better run in pieces than exchange all arrays: some launch has, or others have done that before.
    [[nodiscard]] bool runs_in_pieces() const { return caches_.have_served() || exchanges_ > 2; }
    // Launches in pieces go in turn from the first one on and from the last one back.
    void turn() { upwards_ = !upwards_; }
    [[nodiscard]] bool upwards() const { return upwards_; }
    // All arrays have made way for a launch.
    void count_exchange() { ++exchanges_; }
    // From now on buffers take no more than that, or may have something to spare again.
    void save_room(bool saves) { rules_.saves_room = saves; }
    // Whether what a launch keeps of its arrays may take the way by the host, to be there in another buffer that has no
    // room beside the one before. Else there is no room for the launch, and nothing has moved.
    void may_go_by_host(bool may) { rules_.by_host = may; }
    // Whether what a launch does not use may make way for it.
    void may_drop(bool may) { rules_.may_drop = may; }
    // How often something has got another place.
    [[nodiscard]] std::int64_t moves() const { return store_.moves(); }
    using Near = TouchedRows;
    using Window = RowWindow;
    // Sees to it that these lie in so many buffers at most. Why not, where they do not: the device has no room, or they
    // lie so far apart that nearly all of the buffers would be gaps. Then nothing has changed that counts.
    std::string gather(const std::vector<Near>& list, std::size_t most) { return windows_.gather(list, most); }
    // The buffers that these allocations lie in, each once.
    [[nodiscard]] std::vector<Window> windows(const std::vector<Near>& list) const { return windows_.windows(list); }
    // The addresses of the rows that a kernel which reads and writes this needs on the device.
    Near near(Allocation& allocation, const Region& touched) { return windows_.near(allocation, touched); }
    // A buffer for pointers that are not null but through which a kernel touches nothing; null: there is no room.
    Device::Memory untouched() { return memory_.untouched(); }
    // Whether all of these elements are newest on the device. Then they can be copied there, byte x of the allocation
    // to x + shift in a buffer, and come back; and count as written then.
    [[nodiscard]] bool has_valid(const Allocation& allocation, const Region& part) const;
    void copy_out(const Allocation& allocation, const Region& part, Device::Memory to, std::int64_t shift) const;
    void copy_in(const Allocation& allocation, const Region& part, Device::Memory from, std::int64_t shift) const;
    // A launch has accumulated into the allocation, and the sums are here or on the host.
    void accumulated(Allocation& allocation);
    // What the device alone has of elements into which a launch accumulates, where it is to stay there. It comes to the
    // host instead where the last such sums had to, or where no kernel has asked for them.
    Region keeps_sum(const Allocation& allocation, const Region& part);
    // The kernel has been started.
    void written_by_device(Allocation& allocation, const Region& write);

    [[nodiscard]] const DeviceVolume& volume() const { return memory_.volume(); }
    void count_to_device(std::int64_t bytes) { memory_.count_to_device(bytes); }
    // Values of a reduction come to the host.
    void count_reduced(std::int64_t bytes) { memory_.count_reduced(bytes); }

  private:
    DeviceMemory memory_;
    RoomRules rules_;
    Packing packing_;
    ResidentTable residents_;
    BufferStore store_;
    PageCaches caches_;
    RoomMaker rooms_;
    RowWindows windows_;
    bool upwards_ = false;
    int exchanges_ = 0;
};

} // namespace hydra::rt

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
#pragma once

#include "runtime/backend/device.h"
#include "runtime/memory/registry.h"
#include "runtime/residence/sections.h"
#include "runtime/stats/counters.h"

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
    explicit Residence(std::unique_ptr<Device> device, std::int64_t page = 0, std::size_t number = 0)
        : device_(std::move(device)), page_(page), number_(number) {}
    Residence(const Residence&) = delete;
    Residence& operator=(const Residence&) = delete;
    ~Residence();

    [[nodiscard]] Device* device() const { return device_.get(); }
    // There is no device any more. Its driver may be gone already, so nothing is told to it.
    void retire();
    // Whether any allocation has values on the device.
    [[nodiscard]] bool in_use() const { return !residents_.empty(); }
    [[nodiscard]] bool has(const Allocation& allocation) const { return of(allocation) != nullptr; }
    // Calls f with every allocation that has values on the device; f may make it leave.
    template <class F> void for_each(F f) const {
        for (std::size_t i = residents_.size(); i-- > 0;)
            if (i < residents_.size())
                f(*residents_[i]);
    }
    // How often serial code has asked for a piece of the allocation since a kernel ran, this time included.
    int asked(Allocation& allocation);

    // The host is about to read these elements, in the allocation's index space: when arrive has returned.
    void fetch(Allocation& allocation, const Region& part);
    void arrive();
    // Both.
    void to_host(Allocation& allocation, const Region& part);
    void all_to_host(Allocation& allocation);
    // The host writes, or has written, these: the device's copies are out of date.
    void written_by_host(Allocation& allocation, const Region& part);
    // Other ranks have written all but these elements: what was here of the others means nothing any more.
    void keep_only(Allocation& allocation, const Region& held);
    // All newest values are on the host, and the device keeps nothing of the allocation.
    void leave(Allocation& allocation);
    // Whether the host lacks anything of it.
    [[nodiscard]] bool is_behind(const Allocation& allocation) const;
    // Bytes that the host lacks of it; and those of this part that the device does.
    [[nodiscard]] std::int64_t behind(const Allocation& allocation) const;
    [[nodiscard]] std::int64_t lacking(const Allocation& allocation, const Region& part) const;

    // Where what a group of pointers leads to lies on the device during a launch: byte x of the allocation at x - lo in
    // the buffer; or, where `moved` is not null, at y + moved[y >> shift] with y = x - lo.
    struct Place {
        Device::Memory memory = nullptr; // null: nothing is touched
        std::int64_t lo = 0;
        Device::Memory moved = nullptr;
        std::int64_t shift = 0;
        bool operator==(const Place&) const = default;
    };
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
    Place unmoved();
    // What buffers take that have these elements and no others, of a kernel that can find its way by pages or cannot.
    [[nodiscard]] std::int64_t needed_bytes(const Allocation& allocation, const Region& touched,
                                            std::span<const Hull> groups, bool may_page) const;
    // So many devices, this one among them, share out what loops do to each array. (Not told: buffers take no guesses.)
    void shared_by(std::int64_t sharers) { sharers_ = sharers; }
    // A launch has found no room: from now on no buffer takes more than launches before have shown to be of use.
    void run_short() { is_short_ = true; }
    // What a launch touches of an allocation that it runs piece by piece, all in all and each piece.
    struct Pieces {
        Allocation* allocation;
        Region all;
        std::vector<Region> pieces;
    };
    // Until end_pieces launches are these pieces, whose kernel can find its way by pages: what one of them lacks takes
    // the place of what has not been used for longest. Other allocations may have to leave. False, and nothing has
    // changed: that would not do.
    bool begin_pieces(const std::vector<Pieces>& arrays);
    void end_pieces();
    // Launches had better run in pieces than exchange all arrays: some launch has, or others have done that before.
    [[nodiscard]] bool runs_in_pieces() const { return has_pieces_ || exchanges_ > 2; }
    // Launches in pieces go in turn from the first one on and from the last one back.
    void turn() { upwards_ = !upwards_; }
    [[nodiscard]] bool upwards() const { return upwards_; }
    // All arrays have made way for a launch.
    void count_exchange() { ++exchanges_; }
    // From now on buffers take no more than that, or may have something to spare again.
    void save_room(bool saves) { saves_room_ = saves; }
    // Whether what a launch keeps of its arrays may take the way by the host, to be there in another buffer that has no
    // room beside the one before. Else there is no room for the launch, and nothing has moved.
    void may_go_by_host(bool may) { by_host_ = may; }
    // Whether what a launch does not use may make way for it.
    void may_drop(bool may) { may_drop_ = may; }
    // How often something has got another place.
    [[nodiscard]] std::int64_t moves() const { return moves_; }
    // What a kernel is about to touch of an allocation, as host addresses from <= x < to, and where the pointers stand
    // that lead there, first <= p < last: anywhere in the allocation, at least.
    struct Near {
        Allocation* allocation;
        std::uintptr_t from, to, first, last;
    };
    // Sees to it that these lie in so many buffers at most. Why not, where they do not: the device has no room, or they
    // lie so far apart that nearly all of the buffers would be gaps. Then nothing has changed that counts.
    std::string gather(const std::vector<Near>& list, std::size_t most);
    // A buffer of the device's memory in which allocations lie, the host's address that its start stands for, and where
    // the pointers stand that lead there.
    struct Window {
        Device::Memory memory = nullptr;
        std::uintptr_t start = 0, first = 0, last = 0;
    };
    // The buffers that these allocations lie in, each once.
    [[nodiscard]] std::vector<Window> windows(const std::vector<Near>& list) const;
    // The addresses of the rows that a kernel which reads and writes this needs on the device.
    Near near(Allocation& allocation, const Region& touched);
    // A buffer for pointers that are not null but through which a kernel touches nothing; null: there is no room.
    Device::Memory untouched();
    // Whether all of these elements are newest on the device. Then they can be copied there, byte x of the allocation
    // to x + shift in a buffer, and come back; and count as written then.
    [[nodiscard]] bool has_valid(const Allocation& allocation, const Region& part) const;
    void copy_out(const Allocation& allocation, const Region& part, Device::Memory to, std::int64_t shift);
    void copy_in(const Allocation& allocation, const Region& part, Device::Memory from, std::int64_t shift);
    // A launch has accumulated into the allocation, and the sums are here or on the host.
    void accumulated(Allocation& allocation);
    // What the device alone has of elements into which a launch accumulates, where it is to stay there. It comes to the
    // host instead where the last such sums had to, or where no kernel has asked for them.
    Region keeps_sum(const Allocation& allocation, const Region& part);
    // The kernel has been started.
    void written_by_device(Allocation& allocation, const Region& write);

    [[nodiscard]] const DeviceVolume& volume() const { return volume_; }
    void count_to_device(std::int64_t bytes) { volume_.to_device += bytes; }
    // Values of a reduction come to the host.
    void count_reduced(std::int64_t bytes) { volume_.reduced += bytes; }

  private:
    struct Buffer;
    struct Resident; // of one allocation; Allocation::devices owns it
    struct Cluster;  // of what is to lie in one buffer
    struct Covered;  // what a launch touches, and has room for
    struct Cache {   // in bytes; no pages: it is none
        std::int64_t page = 0;
        std::int64_t all = 0, least = 0; // pages of the launch, and of any of its pieces at most
        std::int64_t table = 0;          // that they are found by
        std::int64_t bytes = 0;          // of its buffer
    };
    Resident* of(const Allocation& allocation) const;
    Resident& made(Allocation& allocation);
    void follow_shape(const Allocation& allocation, Resident& resident) const;
    Hull rows_around(const Resident& resident, const Region& touched) const;
    // The region's bytes as pieces of the allocation that lie in one section each. f: the piece, the buffer, and the
    // byte of the allocation that would lie at its start.
    template <class F> void for_each_plane(const Allocation& allocation, const Region& part, F f) const;
    template <class F> void for_each_piece(const Resident& resident, const Region& region, F f) const;

    // residence_cover.cpp
    const Covered* cover_all(Resident& resident, const Region& both, std::span<const Hull> groups, bool may_page);
    bool cover_anew(Resident& resident, Covered& wanted, bool may_page);
    Buffer* covering(const Resident& resident, const std::vector<Stretch>& pieces, bool may_page) const;
    bool cover(Resident& resident, const std::vector<Stretch>& pieces, bool may_page);
    bool cover_shared(Resident& resident, Stretch hull);
    std::vector<Buffer*> met_by(const Resident& resident, std::vector<Stretch>& parts, std::int64_t page) const;
    Buffer* cover_beside(Resident& resident, const std::vector<Stretch>& pieces, bool may_page);
    bool cover_by_host(Resident& resident, const std::vector<Stretch>& pieces, bool may_page);
    static Stretch with_room_to_grow(Resident& resident, Stretch section, const std::vector<Buffer*>& old);
    static std::int64_t halo_of(const Resident& resident, const Stretch& section);
    static Stretch with_borders(const Resident& resident, Stretch section, bool first);
    Stretch with_share(const Resident& resident, Stretch section, const std::vector<Buffer*>& old, bool& instead) const;
    static std::uintptr_t aligned(const Resident& resident, std::int64_t bytes);
    void drop_idle(Resident& resident, std::int64_t patience);
    [[nodiscard]] bool has_room_for(std::int64_t bytes) const;
    Buffer* single(Resident& resident);
    bool replace(const std::vector<Resident*>& members, const std::vector<Buffer*>& old, const Layout& layout);
    void copy_valid(const Resident& member, const Buffer& from, const Buffer& to);
    std::optional<Place> place_of(Resident& resident, const std::vector<Stretch>& pieces);
    void share(const Buffer* buffer, std::vector<Resident*>& members) const;
    std::shared_ptr<Buffer> make_buffer(const Layout& layout);

    // residence_pages.cpp
    static std::int64_t border_of(const Resident& resident, const Stretch& section);
    std::int64_t page_for(const Resident& resident, const std::vector<Stretch>& pieces,
                          const std::vector<Buffer*>& met) const;
    [[nodiscard]] std::int64_t page_to_grow(const Resident& resident, const Stretch& section) const;
    [[nodiscard]] bool is_apart(const std::vector<Stretch>& pieces, std::int64_t page) const;
    std::int64_t spare_for(const Resident& resident, const std::vector<Stretch>& parts, std::int64_t page,
                           bool grows_again) const;
    Buffer* add_pages(Resident& resident, const std::vector<Stretch>& pieces);
    std::vector<Stretch> needed_now(const Resident& resident, const std::vector<Stretch>& pieces,
                                    const std::vector<Buffer*>& met) const;
    void give_way(Resident& resident);
    void straighten(Resident& resident, const Covered& covered);

    // residence_least.cpp
    struct Least {
        std::vector<Stretch> all; // of the allocation
        bool tight;
        std::int64_t bytes; // of all buffers
    };
    static std::vector<std::vector<Stretch>> by_group(const std::vector<Stretch>& all,
                                                      const std::vector<Stretch>& groups);
    [[nodiscard]] std::int64_t least_page(const std::vector<Stretch>& pieces) const;
    [[nodiscard]] std::int64_t buffer_bytes(const std::vector<Stretch>& pieces, bool tight, bool may_page) const;
    [[nodiscard]] Least least(const Region& touched, const Shape& shape, std::uintptr_t base,
                              const std::vector<Stretch>& groups, bool may_page) const;

    // residence_cache.cpp
    [[nodiscard]] std::optional<Cache> cache_for(const Pieces& array) const;
    [[nodiscard]] const Buffer* kept_cache(const Allocation& allocation, const Cache& cache) const;
    bool cover_cached(Resident& resident, const std::vector<Stretch>& pieces);
    void free_oldest(Resident& resident, Layout& layout, const Stretch& piece, std::int64_t bytes);

    // residence_tight.cpp
    [[nodiscard]] bool pays_tight(const std::vector<Stretch>& parts) const;
    [[nodiscard]] bool is_better_tight(const Resident& resident, const std::vector<Stretch>& wide,
                                       const std::vector<Stretch>& touched) const;
    bool cover_tight(Resident& resident, const std::vector<Stretch>& pieces);
    [[nodiscard]] std::int64_t gap_of_tight() const;
    [[nodiscard]] std::int64_t tight_page(const std::vector<Stretch>& parts) const;

    std::unique_ptr<Device> device_;
    std::int64_t page_;
    std::size_t number_;
    Device::Memory untouched_ = nullptr, unmoved_ = nullptr;
    std::vector<Allocation*> residents_; // what has values on the device
    std::int64_t moves_ = 0;
    std::int64_t changes_ = 0; // how often any buffer's sections have changed, or there has been another buffer
    std::int64_t allocated_ = 0;
    std::int64_t sharers_ = 0;
    bool is_short_ = false, has_pieces_ = false, upwards_ = false;
    int exchanges_ = 0;
    bool may_drop_ = true;
    bool by_host_ = true;
    bool saves_room_ = false;
    bool fetching_ = false; // the device may still write into the host's memory
    DeviceVolume volume_;
};

} // namespace hydra::rt

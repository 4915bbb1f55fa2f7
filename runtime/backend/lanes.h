// A device with three queues that run side by side: copies to it, copies from it, kernels. What goes through the host's
// memory is staged: copied to or from pinned pieces, so that the device's copies need not be waited for. Each buffer
// remembers the last thing that each queue does with it, and the other queues wait for that on the device; the host
// waits only for a piece that is still in use, and for values that it is about to read (arrive).
#pragma once

#include "runtime/backend/device.h"

#include <array>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace hydra::rt {

class LaneDevice : public Device {
  public:
    explicit LaneDevice(const DeviceRequest& request) : timed_(request.timed), piece_bytes_(request.staging_bytes) {}

    Memory allocate(std::int64_t bytes) final;
    void release(Memory memory) final;
    void write(Memory to, const Spot& there, const char* host, const Slab& slab) final;
    void read(Memory from, const Spot& there, char* host, const Slab& slab) final;
    void arrive() final;
    void copy(Memory from, const Spot& there, Memory to, const Spot& next, std::int64_t bytes, std::int64_t rows) final;
    void launch(const hydra_rt_offload& kernel, std::span<const Argument> arguments, const Grid& grid) final;
    void belongs_to(const char* at) final { at_ = at; }
    std::vector<Done> done() final;

  protected:
    enum Lane { in, out, kernels, lanes };
    // Something that a queue has been told to do; null: nothing. Released when nobody may wait for it any more.
    using Event = std::shared_ptr<void>;
    using Events = std::span<const Event>;

    // `rows` rows of a buffer. In pinned memory they lie one behind the other.
    struct Rows {
        std::int64_t offset = 0, bytes = 0, rows = 1, pitch = 0; // pitch: in the buffer
    };

    virtual Memory make_buffer(std::int64_t bytes) = 0; // null where the device has not that much
    virtual void free_buffer(Memory memory) = 0;
    // Host memory that the device copies fast from and to. It is kept until the program ends.
    virtual char* make_pinned(std::int64_t bytes) = 0;
    // Each starts when all of `after` are done.
    virtual Event enqueue_in(Memory to, const Rows& rows, const char* pinned, Events after) = 0;
    virtual Event enqueue_out(Memory from, const Rows& rows, char* pinned, Events after) = 0;
    // As many rows, of as many bytes, of both.
    virtual Event enqueue_copy(Memory from, const Rows& rows, Memory to, const Rows& next, Events after) = 0;
    virtual Event enqueue_kernel(const hydra_rt_offload& kernel, std::span<const Argument> arguments, const Grid& grid,
                                 Events after) = 0;
    virtual void wait(const Event& event) = 0;
    // When what has been waited for began and ended, by now(). Only of devices that are timed.
    virtual std::pair<double, double> times(const Event& event) = 0;

    const bool timed_;

  private:
    struct Landing { // of rows that have been read into a piece
        char* host;
        std::int64_t pitch; // there
        std::int64_t at;    // in the piece
        Rows rows;
    };
    struct Piece {
        char* pinned = nullptr;
        std::int64_t used = 0;
        Event last; // that a queue does with it
        std::vector<Landing> landings;
    };
    static constexpr std::size_t pieces = 4;
    using Ring = std::array<Piece, pieces>;
    using Uses = std::array<Event, lanes>; // the last of each queue's

    // A place for so many bytes in the ring's pieces, at most a whole one.
    std::pair<Piece*, std::int64_t> room(Ring& ring, std::size_t& current, std::int64_t bytes);
    void land(Piece& piece);
    // What a queue has to wait for before it uses the buffers.
    std::vector<Event> before(Lane lane, std::span<const Memory> buffers) const;
    template <class F> void for_each_part(const Slab& slab, const Spot& there, F f) const;
    void note(Done::Kind kind, const Event& event, std::int64_t bytes = -1);
    void settle(std::size_t notes);

    std::int64_t piece_bytes_;
    Ring going_, coming_;
    std::size_t going_at_ = 0, coming_at_ = 0;
    std::map<Memory, Uses> uses_;
    std::map<Memory, std::int64_t> sizes_;
    std::vector<std::pair<std::int64_t, Memory>> spare_; // given back, by size; the oldest first
    std::int64_t spare_bytes_ = 0;
    const char* at_ = "";
    std::vector<std::pair<Done, Event>> noted_; // whose times have not been asked for
    std::vector<Done> done_;
};

} // namespace hydra::rt

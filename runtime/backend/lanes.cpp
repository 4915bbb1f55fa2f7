// See lanes.h. Buffers that are given back are kept for a while, since launches take and return the same sizes again
// and again, and drivers wait for all queues when memory is freed; they keep what they remember, too, so whoever gets
// one waits for what is still done with it.
#include "runtime/backend/lanes.h"

#include "runtime/policy/worth_devices.h"

#include <algorithm>
#include <cstring>
#include <tuple>

namespace hydra::rt {
namespace {

constexpr std::size_t most_noted = 2048; // events that are kept at a time, so as to ask them for their times
constexpr std::size_t most_done = 1'000'000;

} // namespace

Device::Memory LaneDevice::allocate(std::int64_t bytes) {
    const auto kept = std::find_if(spare_.begin(), spare_.end(), [&](const auto& one) { return one.first == bytes; });
    if (kept != spare_.end()) {
        const Memory memory = kept->second;
        spare_bytes_ -= bytes;
        spare_.erase(kept);
        return memory;
    }
    Memory made = make_buffer(bytes);
    while (made == nullptr && !spare_.empty()) {
        spare_bytes_ -= spare_.front().first;
        uses_.erase(spare_.front().second);
        sizes_.erase(spare_.front().second);
        free_buffer(spare_.front().second);
        spare_.erase(spare_.begin());
        made = make_buffer(bytes);
    }
    if (made != nullptr)
        sizes_[made] = bytes;
    return made;
}

void LaneDevice::release(Memory memory) {
    spare_.emplace_back(sizes_.at(memory), memory);
    spare_bytes_ += spare_.back().first;
    while (spare_bytes_ > worth::most_spare_bytes || spare_.size() > worth::most_spare_buffers) {
        const auto [bytes, oldest] = spare_.front();
        spare_.erase(spare_.begin());
        spare_bytes_ -= bytes;
        uses_.erase(oldest);
        sizes_.erase(oldest);
        free_buffer(oldest);
    }
}

// The slab in parts that fit a piece: rows of a plane, or a part of one row. f: the part in the buffer, and where it
// begins in the host's memory.
template <class F> void LaneDevice::for_each_part(const Slab& slab, const Spot& there, F f) const {
    for (std::int64_t plane = 0; plane < slab.planes; ++plane) {
        const std::int64_t many = std::max<std::int64_t>(1, piece_bytes_ / std::max<std::int64_t>(1, slab.bytes));
        for (std::int64_t row = 0; row < slab.rows; row += many) {
            const std::int64_t here = slab.offset + plane * slab.plane_pitch + row * slab.row_pitch;
            const std::int64_t first = there.offset + plane * there.plane_pitch + row * there.row_pitch;
            const std::int64_t count = std::min(many, slab.rows - row);
            for (std::int64_t at = 0; at < slab.bytes; at += piece_bytes_)
                f(Rows{first + at, std::min(piece_bytes_, slab.bytes - at), count, there.row_pitch}, here + at);
        }
    }
}

std::vector<LaneDevice::Event> LaneDevice::before(Lane lane, std::span<const Memory> buffers) const {
    std::vector<Event> all;
    for (const Memory buffer : buffers) {
        const auto found = uses_.find(buffer);
        if (found == uses_.end())
            continue;
        for (int other = 0; other < lanes; ++other)
            if (other != lane && found->second[static_cast<std::size_t>(other)] != nullptr)
                all.push_back(found->second[static_cast<std::size_t>(other)]);
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

std::pair<LaneDevice::Piece*, std::int64_t> LaneDevice::room(Ring& ring, std::size_t& current, std::int64_t bytes) {
    constexpr std::int64_t line = 64;
    Piece* piece = &ring[current];
    if (piece->used + bytes > piece_bytes_) {
        current = (current + 1) % pieces;
        piece = &ring[current];
        land(*piece);
    }
    if (piece->pinned == nullptr)
        piece->pinned = make_pinned(piece_bytes_);
    const std::int64_t at = piece->used;
    piece->used += (bytes + line - 1) / line * line;
    return {piece, at};
}

// The piece is free again: what was read into it lies where it belongs.
void LaneDevice::land(Piece& piece) {
    if (piece.last != nullptr)
        wait(piece.last);
    piece.last = nullptr;
    for (const Landing& landing : piece.landings)
        for (std::int64_t row = 0; row < landing.rows.rows; ++row)
            std::memcpy(landing.host + row * landing.pitch, piece.pinned + landing.at + row * landing.rows.bytes,
                        static_cast<std::size_t>(landing.rows.bytes));
    piece.landings.clear();
    piece.used = 0;
}

void LaneDevice::write(Memory to, const Spot& there, const char* host, const Slab& slab) {
    const std::vector<Event> after = before(in, {&to, 1});
    for_each_part(slab, there, [&](const Rows& rows, std::int64_t here) {
        const auto [piece, at] = room(going_, going_at_, rows.bytes * rows.rows);
        for (std::int64_t row = 0; row < rows.rows; ++row)
            std::memcpy(piece->pinned + at + row * rows.bytes, host + here + row * slab.row_pitch,
                        static_cast<std::size_t>(rows.bytes));
        piece->last = enqueue_in(to, rows, piece->pinned + at, after);
        uses_[to][in] = piece->last;
        note(Done::Kind::write, piece->last, rows.bytes * rows.rows);
    });
}

void LaneDevice::read(Memory from, const Spot& there, char* host, const Slab& slab) {
    const std::vector<Event> after = before(out, {&from, 1});
    for_each_part(slab, there, [&](const Rows& rows, std::int64_t here) {
        const auto [piece, at] = room(coming_, coming_at_, rows.bytes * rows.rows);
        piece->landings.push_back({host + here, slab.row_pitch, at, rows});
        piece->last = enqueue_out(from, rows, piece->pinned + at, after);
        uses_[from][out] = piece->last;
        note(Done::Kind::read, piece->last, rows.bytes * rows.rows);
    });
}

void LaneDevice::arrive() {
    for (std::size_t next = 1; next <= pieces; ++next) // the oldest first
        if (Piece& piece = coming_[(coming_at_ + next) % pieces]; !piece.landings.empty())
            land(piece);
}

void LaneDevice::copy(Memory from, const Spot& there, Memory to, const Spot& next, std::int64_t bytes,
                      std::int64_t rows) {
    const std::array<Memory, 2> both{from, to};
    const Event done = enqueue_copy(from, {there.offset, bytes, rows, there.row_pitch}, to,
                                    {next.offset, bytes, rows, next.row_pitch}, before(kernels, both));
    for (const Memory buffer : both)
        uses_[buffer][kernels] = done;
    note(Done::Kind::copy, done, bytes * rows);
}

void LaneDevice::launch(const hydra_rt_offload& kernel, std::span<const Argument> arguments, const Grid& grid) {
    std::vector<Memory> buffers;
    for (const Argument& argument : arguments)
        if (argument.value == nullptr && argument.memory != nullptr)
            buffers.push_back(argument.memory);
    const Event done = enqueue_kernel(kernel, arguments, grid, before(kernels, buffers));
    for (const Memory buffer : buffers)
        uses_[buffer][kernels] = done;
    note(Done::Kind::kernel, done);
}

void LaneDevice::note(Done::Kind kind, const Event& event, std::int64_t bytes) {
    if (!timed_ || done_.size() >= most_done)
        return;
    if (noted_.size() == most_noted) // the older ones have most likely been done long ago
        settle(most_noted / 2);
    noted_.push_back({{kind, at_, 0, 0, bytes}, event});
}

void LaneDevice::settle(std::size_t notes) {
    for (std::size_t i = 0; i < notes; ++i) {
        auto& [what, event] = noted_[i];
        wait(event);
        std::tie(what.start, what.end) = times(event);
        done_.push_back(what);
    }
    noted_.erase(noted_.begin(), noted_.begin() + static_cast<std::ptrdiff_t>(notes));
}

std::vector<Device::Done> LaneDevice::done() {
    settle(noted_.size());
    return std::exchange(done_, {});
}

} // namespace hydra::rt

// What serial code reads through windows (a part of SerialExecutor). Where all ranks run the code, all find the same
// element missing, and derive the same messages. Where rank 0 runs it for the others, they wait for its orders
// meanwhile: which elements it wants, until it has come to the statement's end.
#include "runtime/serial/windows.h"

#include "runtime/offload/host_access.h"
#include "runtime/policy/worth.h"
#include "runtime/serial/serial_executor.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

namespace hydra::rt {

namespace {

constexpr std::int64_t longest_step = std::numeric_limits<std::int32_t>::max();

// What rank 0 asks the others for; count 0: it needs no more.
struct Order {
    std::int64_t offset = 0;
    std::int32_t count = 0, step = 0;
    std::uint32_t allocation = 0; // its place among the uneven ones
    std::int32_t bytes = 0;
};

constexpr std::size_t key_count = 3;

std::array<long, key_count> keys_of(const WalkPart& piece) {
    return {piece.bytes, (piece.count - 1) * (piece.step / piece.bytes) + 1, piece.step / piece.bytes};
}

void touch_part(hydra_rt_footprint* footprint, const long* k, long, long) {
    hydra_rt_shape(footprint, 0, k[0], 1, nullptr);
    const std::array<long, 3> bounds{0, k[1], k[2]};
    hydra_rt_box(footprint, HYDRA_RT_READ, 0, bounds.data());
}

// All of it, in its own units.
WalkPart whole(Allocation& allocation) {
    const std::int64_t unit = allocation.shape.elem;
    return {&allocation, 0, static_cast<std::int64_t>(allocation.bytes) / unit, unit, unit};
}

void open(hydra_rt_window& window, std::uintptr_t from, std::uintptr_t bytes, std::int64_t step = 0) {
    window.from = from;
    window.bytes = bytes;
    window.step = static_cast<unsigned long>(step);
    window.epoch = hydra_rt_epoch;
}

void open(hydra_rt_window& window, const WalkPart& piece) {
    open(window, reinterpret_cast<std::uintptr_t>(piece.allocation->base) + static_cast<std::uintptr_t>(piece.offset),
         static_cast<std::uintptr_t>(piece.span()), piece.step == piece.bytes ? 0 : piece.step);
}

// How many elements from the offset on, this one included, lie in the allocation.
std::int64_t room(const Allocation& allocation, std::int64_t offset, std::int64_t stride, std::int64_t bytes) {
    const std::int64_t ahead = stride > 0 ? static_cast<std::int64_t>(allocation.bytes) - bytes - offset : offset;
    return ahead / std::abs(stride) + 1;
}

} // namespace

hydra_rt_loop site_of_pieces() {
    static constexpr hydra_rt_slot slot{"memory"};
    hydra_rt_loop site{};
    site.slots = 1;
    site.slot = &slot;
    site.keys = key_count;
    site.footprint = touch_part;
    site.align_slot = -1;
    return site;
}

WalkPart next_part(hydra_rt_window& window, Allocation& allocation, std::uintptr_t address, std::int64_t bytes,
                   std::int64_t least) {
    const auto step = static_cast<std::int64_t>(address - window.last);
    const std::int64_t offset = static_cast<std::int64_t>(address - reinterpret_cast<std::uintptr_t>(allocation.base));
    std::int64_t count = 1;
    if (window.run > 0 && step != 0 && step == window.stride) {
        const auto run = static_cast<std::int64_t>(++window.run);
        count =
            std::max<std::int64_t>(1, std::min(std::max(least, run / worth::share_ahead), worth::most_ahead / bytes));
        count = std::clamp<std::int64_t>(room(allocation, offset, step, bytes), 1, count);
        window.run += static_cast<unsigned long>(count - 1);
    } else {
        const bool possible = window.run > 0 && step % bytes == 0 && std::abs(step) <= longest_step;
        if (window.run < 3) // else: a walk that begins anew elsewhere, as in the next row
            window.stride = possible ? step : 0;
        window.jumps += window.run > 0 ? 1 : 0;
        window.run = 1;
    }
    const std::int64_t stride = count > 1 ? window.stride : bytes;
    window.last = address + static_cast<std::uintptr_t>((count - 1) * stride);
    return {&allocation, stride > 0 ? offset : offset + (count - 1) * stride, count, std::abs(stride), bytes};
}

void SerialExecutor::look(hydra_rt_window& window, const char* address, std::size_t bytes) {
    if (!binding_.binds() || (alone_ && !serves_))
        return; // all that is read has been made valid
    if (window.epoch != hydra_rt_epoch)
        window.last = window.run = window.jumps = 0;
    const bool watched = observers_.watches_reads();
    if (registry_.uneven() == 0 && !residence_.in_use() && !watched)
        return open(window, 0, std::numeric_limits<std::uintptr_t>::max());
    const auto place = reinterpret_cast<std::uintptr_t>(address);
    Allocation* allocation = registry_.lookup(address);
    if (allocation == nullptr) {
        const auto [from, to] = registry_.gap(address);
        return open(window, from, std::max<std::uintptr_t>(to - from, place - from + bytes));
    }
    if (allocation->everywhere && !residence_.in_use() && !watched)
        return open(window, reinterpret_cast<std::uintptr_t>(allocation->base),
                    std::max<std::uintptr_t>(allocation->bytes, bytes));
    const auto element = static_cast<std::int64_t>(bytes);
    // An order goes to all other ranks: what it brings should be no less.
    const std::int64_t orders = alone_ ? static_cast<std::int64_t>(sizeof(Order)) * (transport_.size() - 1) : 0;
    WalkPart piece = next_part(window, *allocation, place, element, std::max(worth::least_ahead, orders / element));
    if (window.jumps > std::max(worth::least_jumps, allocation->bytes / worth::bytes_a_jump))
        piece = whole(*allocation);
    {
        const KeptWindows kept;
        fetch_piece(piece, window);
    }
    open(window, piece);
}

void SerialExecutor::fetch_piece(const WalkPart& piece, const hydra_rt_window& window) {
    const auto k = keys_of(piece);
    void* const pointer = piece.allocation->base + piece.offset;
    piece_site_.at = window.at;
    piece_site_.decides = window.decides;
    serial_code_touches(residence_, piece_site_, &pointer, k.data());
    reads_unknown(loops_.state_of(piece_site_), piece_site_, &pointer, k.data());
    if (piece.allocation->everywhere || (alone_ && !is_stale(piece)))
        return;
    if (alone_)
        order(&piece, alone_at_);
    apply_piece(piece, alone_ ? alone_at_ : window.at);
}

// Whether rank 0 lacks some of it, as far as that is known without a step that all ranks take.
bool SerialExecutor::is_stale(const WalkPart& piece) {
    const Allocation& allocation = *piece.allocation;
    const View view{piece.offset, piece.bytes, {}};
    if (!fits(allocation.shape, view))
        return true;
    const auto k = keys_of(piece);
    const std::array<long, 3> bounds{0, k[1], k[2]};
    return !allocation.state->full().missing(0, convert(allocation.shape, view, bounds).region).empty();
}

void SerialExecutor::apply_piece(const WalkPart& piece, const char* at) {
    const auto k = keys_of(piece);
    void* const pointer = piece.allocation->base + piece.offset;
    piece_site_.at = at;
    LoopState& state = loops_.state_of(piece_site_);
    PlanRequest request{&piece_site_, k.data(), 0, 1, 0, true, &state.overlap_warned, false};
    request.alone = alone_;
    binding_.bind(state, request, &pointer);
    messenger_.next_step();
    carry_out(request, state, plans_.plan_for(state, request));
}

void SerialExecutor::order(const WalkPart* piece, const char* at) {
    Order order;
    if (piece != nullptr) {
        const std::vector<Allocation*> uneven = registry_.uneven_allocations();
        order = {
            piece->offset, static_cast<std::int32_t>(piece->count), static_cast<std::int32_t>(piece->step),
            static_cast<std::uint32_t>(std::find(uneven.begin(), uneven.end(), piece->allocation) - uneven.begin()),
            static_cast<std::int32_t>(piece->bytes)};
    }
    std::vector<unsigned char> packed(sizeof order);
    std::memcpy(packed.data(), &order, sizeof order);
    messenger_.hand_out(0, at, "what rank 0 reads next", packed);
}

void SerialExecutor::serve(const char* at) {
    while (true) {
        std::vector<unsigned char> packed(sizeof(Order));
        messenger_.hand_out(0, at, "what rank 0 reads next", packed);
        Order order;
        std::memcpy(&order, packed.data(), sizeof order);
        if (order.count == 0)
            return;
        apply_piece(
            {registry_.uneven_allocations()[order.allocation], order.offset, order.count, order.step, order.bytes}, at);
    }
}

} // namespace hydra::rt

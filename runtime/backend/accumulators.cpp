// See accumulators.h.
#include "runtime/backend/accumulators.h"

#include "runtime/base/fail.h"
#include "runtime/base/scalars.h"
#include "runtime/base/text.h"
#include "runtime/policy/worth_devices.h"

#include <algorithm>
#include <cstring>

namespace hydra::rt {
namespace {

bool begins_anew(hydra_rt_op op) { return op >= HYDRA_RT_MIN_ANEW && op <= HYDRA_RT_MAX_ANEW_LAST; }

bool has_note(const hydra_rt_reduction& reduction) {
    const bool floating = reduction.type >= HYDRA_RT_FLOAT && reduction.type <= HYDRA_RT_LDOUBLE;
    return reduction.array == 0 && (begins_anew(reduction.op) || (reduction.op == HYDRA_RT_OR && !floating));
}

// What a block starts with. Where a note tells whether anything was accumulated, a minimum needs no NaN for that: it
// would raise an exception in the user's comparison, and must not meet code that is compiled for finite values only.
hydra_rt_op neutral_op(const Accumulator& accumulator) {
    if (!accumulator.noted || !begins_anew(accumulator.op))
        return accumulator.op;
    return accumulator.op == HYDRA_RT_MIN_ANEW || accumulator.op == HYDRA_RT_MIN_ANEW_LAST ? HYDRA_RT_MIN
                                                                                           : HYDRA_RT_MAX;
}

// What a block noted.
int note_of(const unsigned char* values) {
    int note = 0;
    std::memcpy(&note, values + HYDRA_RT_NOTE, sizeof note);
    return note;
}

// The scalar, followed by what a block accumulated.
void follow(const Accumulator& accumulator, void* scalar, const unsigned char* values) {
    const int note = accumulator.noted ? note_of(values) : 0;
    if (accumulator.noted && note == 0)
        return; // nothing
    if (accumulator.noted && begins_anew(accumulator.op) && (note & HYDRA_RT_NOTE_NAN) != 0)
        std::memcpy(scalar, values, scalar_bytes(accumulator.type)); // what came before does not count
    else
        combine(accumulator.op, accumulator.type, scalar, values, accumulator.count);
}

} // namespace

void Accumulators::add(Accumulator next) {
    // What is reserved does not depend on the phase, which may differ between ranks: the number of blocks may not.
    const std::size_t unit = next.phase ? section_alignment : largest_scalar;
    const auto padded = [unit](std::size_t size) { return (size + unit - 1) / unit * unit; };
    if (next.in_place) {
        next.offset = bytes;
    } else {
        const std::size_t start = next.phase ? padded(bytes + next.before) : bytes + padded(next.before);
        next.offset = start + next.phase.value_or(0);
        bytes = start + (next.phase ? unit : 0) + padded(next.bytes + next.after);
        alignment = std::max(alignment, unit);
    }
    list.push_back(next);
}

bool Accumulators::are_exact() const {
    return std::ranges::all_of(
        list,
        [](const Accumulator& one) {
            const bool whole = one.type < HYDRA_RT_FLOAT || one.type == HYDRA_RT_INT128 || one.type == HYDRA_RT_UINT128;
            return whole && one.op <= HYDRA_RT_MAX;
        });
}

std::int64_t part_start(std::int64_t total, std::int64_t parts, std::int64_t part) {
    return total / parts * part + std::min(part, total % parts);
}

std::int64_t reduction_blocks(const Accumulators& accumulators, std::int64_t iterations) {
    const bool one_each = !accumulators.is_brief && accumulators.bytes <= worth::most_bytes_of_lone_iteration;
    const std::int64_t iterations_a_block = !one_each                 ? worth::iterations_a_block
                                            : accumulators.has_device ? 1
                                                                      : worth::iterations_a_host_block;
    const auto bytes = static_cast<std::int64_t>(std::max<std::size_t>(1, accumulators.bytes));
    const std::int64_t wanted = std::clamp(iterations / iterations_a_block, worth::usual_blocks, worth::most_blocks);
    const std::int64_t cheap =
        bytes < worth::large_block ? worth::most_blocks
        : accumulators.is_brief
            ? std::max(worth::enough_blocks, iterations / worth::brief_iterations_a_block_byte / bytes)
            : std::max(worth::enough_blocks, iterations * worth::block_bytes_an_iteration / bytes);
    return std::min({iterations, wanted, cheap, std::max<std::int64_t>(1, worth::most_partial_bytes / bytes)});
}

Accumulator scalar_accumulator(const hydra_rt_reduction& reduction) {
    Accumulator scalar;
    scalar.op = reduction.op;
    scalar.type = reduction.type;
    scalar.noted = has_note(reduction);
    scalar.bytes = is_stored_value(reduction.op) ? HYDRA_RT_LAST_VALUE + reduction.bytes
                   : scalar.noted                ? HYDRA_RT_NOTE + sizeof(int)
                                                 : scalar_bytes(reduction.type);
    return scalar;
}

Accumulators no_accumulators(const hydra_rt_loop& loop) {
    Accumulators none;
    none.is_brief = (loop.flags & HYDRA_RT_BRIEF) != 0;
    none.has_device = loop.offload != nullptr;
    return none;
}

Accumulators scalar_accumulators(const hydra_rt_loop& loop) {
    Accumulators all = no_accumulators(loop);
    for (int r = 0; r < loop.reductions; ++r)
        all.add(scalar_accumulator(loop.reduction[r]));
    return all;
}

std::uint64_t neutral_bits(const Accumulator& accumulator) {
    std::uint64_t bits = 0;
    if (!is_stored_value(accumulator.op) && scalar_bytes(accumulator.type) <= sizeof bits)
        set_neutral(neutral_op(accumulator), accumulator.type, &bits);
    return bits;
}

void set_neutral(const Accumulator& accumulator, void* block) {
    unsigned char* values = static_cast<unsigned char*>(block) + accumulator.offset;
    if (is_stored_value(accumulator.op))
        set_unstored(values);
    else if (!accumulator.in_place)
        set_neutral(neutral_op(accumulator), accumulator.type, values - accumulator.before,
                    accumulator.count + (accumulator.before + accumulator.after) / scalar_bytes(accumulator.type));
    if (accumulator.noted)
        std::memset(values + HYDRA_RT_NOTE, 0, sizeof(int));
}

std::optional<std::ptrdiff_t> touched_outside(const Accumulator& accumulator, const void* block) {
    if (!has_zone(accumulator))
        return std::nullopt;
    const unsigned char* values = static_cast<const unsigned char*>(block) + accumulator.offset;
    const auto each = static_cast<std::ptrdiff_t>(scalar_bytes(accumulator.type));
    const auto look = [&](std::ptrdiff_t from, std::size_t bytes) -> std::optional<std::ptrdiff_t> {
        const std::size_t count = bytes / static_cast<std::size_t>(each);
        const std::size_t at = first_accumulated(accumulator.op, accumulator.type, values + from, count);
        return at < count ? std::optional(from + static_cast<std::ptrdiff_t>(at) * each) : std::nullopt;
    };
    const auto below = look(-static_cast<std::ptrdiff_t>(accumulator.before), accumulator.before);
    return below ? below : look(static_cast<std::ptrdiff_t>(accumulator.bytes), accumulator.after);
}

void fail_outside_section(const hydra_rt_loop& loop, const Accumulators& accumulators, std::size_t reduction,
                          std::ptrdiff_t at) {
    const Accumulator& accumulator = accumulators.list[reduction];
    const char* name = loop.reduction[reduction].name;
    const auto each = static_cast<std::ptrdiff_t>(scalar_bytes(accumulator.type));
    // The copy's start plus the shift stands for the pointer.
    fail(loop.at, text("the loop accumulates into element ", (at - accumulator.shift) / each, " of ", name,
                       ", which is outside of the section that its reduction clause names"));
}

void combine(const Accumulator& accumulator, void* left_block, const void* right_block) {
    unsigned char* left = static_cast<unsigned char*>(left_block) + accumulator.offset;
    const unsigned char* right = static_cast<const unsigned char*>(right_block) + accumulator.offset;
    if (is_stored_value(accumulator.op)) {
        keep_stored(accumulator.op, accumulator.type, left, right, accumulator.bytes);
        return;
    }
    if (accumulator.in_place)
        return;
    follow(accumulator, left, right);
    if (accumulator.noted) {
        const int note = note_of(left) | note_of(right);
        std::memcpy(left + HYDRA_RT_NOTE, &note, sizeof note);
    }
}

void join_scalar(const Accumulator& accumulator, void* scalar, const void* block) {
    follow(accumulator, scalar, static_cast<const unsigned char*>(block) + accumulator.offset);
}

void combine_blocks(const Accumulators& accumulators, unsigned char* first, std::int64_t blocks, std::size_t width,
                    bool backwards) {
    const auto at = [&](std::int64_t block) {
        return first + static_cast<std::size_t>(backwards ? blocks - 1 - block : block) * width;
    };
    const auto step = static_cast<std::ptrdiff_t>(width) * (backwards ? -1 : 1);
    for (std::int64_t reach = 1; reach < blocks; reach *= 2) {
        const std::int64_t pairs = (blocks - reach + 2 * reach - 1) / (2 * reach);
        for (const Accumulator& accumulator : accumulators.list)
            if (is_stored_value(accumulator.op) || accumulator.noted || accumulator.in_place) {
                for (std::int64_t pair = 0; pair < pairs; ++pair)
                    combine(accumulator, at(2 * reach * pair), at(2 * reach * pair + reach));
            } else { // blocks may be many, and their values few
                combine_pairs(accumulator.op, accumulator.type, at(0) + accumulator.offset,
                              at(reach) + accumulator.offset, accumulator.count, 2 * reach * step, pairs);
            }
    }
    if (backwards && blocks > 1)
        std::memcpy(first, at(0), accumulators.bytes);
}

} // namespace hydra::rt

// Where the accumulators of a launch's reductions lie: one behind the other in each block's piece of memory, in the
// order of the clauses. A scalar is one value; an array's section is a copy of the bytes from its first to its last
// element.
#pragma once

#include "runtime/include/hydra_rt.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace hydra::rt {

constexpr std::size_t section_alignment = 256; // bytes; blocks that hold sections start at multiples of it

struct Accumulator {
    hydra_rt_op op = HYDRA_RT_ADD;
    hydra_rt_type type = HYDRA_RT_INT;
    std::size_t count = 1;  // values
    std::size_t bytes = 0;  // of all of them
    std::size_t offset = 0; // from the block's start; a multiple of 16, of sections: see phase
    bool noted = false;     // something stands HYDRA_RT_NOTE bytes behind the value
    // Arrays: what is added to the copy's address to get what stands for the slot's pointer.
    std::ptrdiff_t shift = 0;
    // Arrays: the section's address modulo section_alignment. The copy's is the same: bodies may know it, from the
    // array's declaration or from __builtin_assume_aligned.
    std::optional<std::size_t> phase = {};
    bool in_place = false; // the kernel accumulates into the array itself; nothing is held here
    // Arrays: bytes around the copy that stand for the array's elements around the section. Nothing may be accumulated
    // there; what is would be lost, so it is looked for.
    std::size_t before = 0, after = 0;
};

struct Accumulators {
    std::vector<Accumulator> list; // one a reduction
    std::size_t bytes = 0;         // of a block
    std::size_t alignment = 1;     // of a block's start
    bool is_brief = true;          // the loop's iterations take no longer than to begin a block
    bool has_device = true;        // which may run the loop, and needs an item for each iteration
    bool is_by_thread = false;     // results may depend on the number of threads: there is a block for each
    std::int64_t blocks = 0;       // so many, whatever there is to do; 0: as reduction_blocks() says
    bool are_joined_later = false; // the blocks' results are handed over one behind the other
    // Room for what a run hands over.
    [[nodiscard]] std::size_t bytes_of_results() const {
        return bytes * (are_joined_later ? static_cast<std::size_t>(std::max<std::int64_t>(1, blocks)) : 1);
    }

    // Gives the next reduction its place.
    void add(Accumulator next);
    // After the last one: blocks can lie one behind the other.
    void complete() { bytes = (bytes + alignment - 1) / alignment * alignment; }
    // Whether no bit of the results depends on how iterations are put together: operations on whole numbers.
    [[nodiscard]] bool are_exact() const;
};

// How many blocks so many iterations are cut into, each with accumulators of its own, and the number at which one
// starts. Neither depends on threads or devices, so these change no result. Iterations that take long, which a device
// needs an item for each of, have a block each, up to a bound. Large arrays have few blocks, so that their
// copies stay bounded, and so have arrays that are large beside the number of iterations, of which each block would
// look through all to find what it touched.
std::int64_t reduction_blocks(const Accumulators& accumulators, std::int64_t iterations);
std::int64_t part_start(std::int64_t total, std::int64_t parts, std::int64_t part);
// Joins blocks, `width` bytes apart, into the first: neighbours, then pairs of neighbours, the same tree for the same
// number of blocks. backwards: the last block is the one that the user's loop begins with.
void combine_blocks(const Accumulators& accumulators, unsigned char* first, std::int64_t blocks, std::size_t width,
                    bool backwards);

// Of this loop, without any yet.
Accumulators no_accumulators(const hydra_rt_loop& loop);
// Of a loop without array reductions.
Accumulators scalar_accumulators(const hydra_rt_loop& loop);
// The accumulator of a scalar reduction, without a place.
Accumulator scalar_accumulator(const hydra_rt_reduction& reduction);

// The bits of what a value starts with, which has 8 bytes at most.
std::uint64_t neutral_bits(const Accumulator& accumulator);
// The zone around the copy included.
void set_neutral(const Accumulator& accumulator, void* block);
// Whether there is a zone around the copy, in which something may have been accumulated.
inline bool has_zone(const Accumulator& accumulator) {
    return !accumulator.in_place && accumulator.before + accumulator.after != 0;
}
// A place in the zone, in bytes from the section's start, where something was accumulated; nullopt: there is none.
std::optional<std::ptrdiff_t> touched_outside(const Accumulator& accumulator, const void* block);
// Says so, of a byte counted that way, and ends all ranks.
[[noreturn]] void fail_outside_section(const hydra_rt_loop& loop, const Accumulators& accumulators,
                                       std::size_t reduction, std::ptrdiff_t at);
// left = left op right, value by value.
void combine(const Accumulator& accumulator, void* left_block, const void* right_block);
// Lets the program's own scalar be followed by what a block accumulated. Not for HYDRA_RT_LAST.
void join_scalar(const Accumulator& accumulator, void* scalar, const void* block);

} // namespace hydra::rt

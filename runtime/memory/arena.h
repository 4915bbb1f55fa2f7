// The memory behind the user's malloc, calloc, realloc and free in serial code. Every rank reserves the same range of
// addresses and hands it out in the same order, so that an allocation, and a pointer stored in one, means the same on
// all ranks. Fresh memory is always zero. Large blocks are whole pages that exist only once touched; small ones come
// from spans that each serve one size class, from the lowest address on, so that rows which a program asks for one by
// one lie at equal distances. Bookkeeping lies outside of the blocks, and neighbours keep a distance, so
// that a pointer to just before a block (arrays counted from 1) or to its end is never in another one.
#pragma once

#include "runtime/policy/worth_directory.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace hydra::rt {

// A live block, as it was asked for.
struct Block {
    char* base = nullptr;
    std::size_t bytes = 0;
};

class Arena {
  public:
    // Reserves `reserve` bytes (less where the address space is limited) at the fixed address, or elsewhere when that
    // is taken. Reserving touches nothing.
    explicit Arena(std::size_t reserve = default_reserve);
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;
    ~Arena();

    // Zeroed memory, aligned to 16 bytes (to a page from large_bytes on); null when the address space is used up. A
    // block of 0 bytes has an address of its own. The red_zone bytes before and after a block belong to no other one;
    // of the smallest blocks (the nodes of lists and trees) close_zone bytes, so that they lie as close as the C
    // library's.
    void* allocate(std::size_t bytes);
    // The same at a multiple of `alignment`, a power of two.
    void* allocate(std::size_t bytes, std::size_t alignment);
    // Whether the address is in the arena's range, allocated or not.
    bool owns(const void* address) const {
        return static_cast<std::size_t>(static_cast<const char*>(address) - base_) < reserved_;
    }
    // Frees the block that starts there. False where none does.
    bool release(void* address);
    // The live block that holds the address (or, of 0 bytes, starts there).
    std::optional<Block> find(const void* address) const;
    // From now on no block begins outside of these addresses and ends inside, or the other way round, until open(lo).
    void close(const char* lo, const char* hi);
    void open(const char* lo);
    // The first live block that ends behind lo, if it begins before hi.
    std::optional<Block> first_in(const char* lo, const char* hi) const;
    // Moves the block's content into a fresh block of another size (zero beyond the old size) and frees the old one.
    // Large blocks move by their pages, untouched ones stay untouched. Null, with the old block kept, when there is no
    // room. `address` must start a live block.
    void* resize(void* address, std::size_t bytes);

    // From now on blocks of at least `least` bytes ask the system for huge pages, as long as those that live and ask
    // have `most` bytes together: a program that touches little of its memory must not fill the machine's.
    void use_huge_pages(std::size_t least, std::size_t most);
    // A live block that has asked for them does with ordinary ones from here on: a huge one that is there already
    // stays.
    void use_small_pages(const void* block);

    // A mark on a live block, for the registry: whether it knows it. Cleared when the block is freed.
    void set_registered(const void* base);
    bool registered(const void* base) const;

    static constexpr std::size_t large_bytes = worth::large_block_bytes;
    static constexpr std::size_t red_zone = 64, close_zone = 16, most_close_bytes = 128;
    static constexpr std::size_t default_reserve = std::size_t{1} << 45;

  private:
    struct Large {
        std::size_t bytes;  // as asked for
        std::size_t mapped; // whole pages
        bool registered = false;
        bool huge = false; // has asked for huge pages
    };
    struct Slot {
        std::uint32_t bytes_plus_one = 0; // 0: free
        bool registered = false;
        bool used_before = false;
    };
    struct Span {
        std::size_t slot_bytes = 0; // 0: not in use
        std::size_t most = 0;       // slots
        std::vector<Slot> slots{};  // that have been handed out so far
    };
    struct Class {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> free; // span and slot, a heap with the lowest on top
        std::uint32_t span = 0;                                    // the last one; 0: there is none
    };
    struct SmallPlace {
        const Span* span;
        std::size_t span_index;
        std::size_t slot;
    };

    void* allocate_large(std::size_t bytes, std::size_t alignment);
    void* allocate_small(std::size_t bytes);
    // Where, from `start` on, so many bytes cross no edge of what is closed.
    [[nodiscard]] std::size_t beside_edges(std::size_t start, std::size_t bytes, std::size_t alignment) const;
    void ask_for_huge_pages(std::size_t start, Large& block);
    void give_back(std::size_t start, std::size_t bytes);
    bool add_slot(std::size_t size_class);
    std::optional<SmallPlace> find_small(const void* address) const;
    char* slot_address(std::size_t span, std::size_t slot) const;

    char* base_ = nullptr;
    std::size_t reserved_ = 0;
    std::size_t least_huge_ = 0, most_huge_ = 0, huge_bytes_ = 0;
    std::size_t small_bytes_ = 0;                   // the first part of the range is for spans,
    std::size_t span_bytes_ = 0;                    // of so many bytes each
    std::map<std::size_t, std::size_t> closed_;     // from base_: begin -> end, disjoint
    std::map<std::size_t, Large> large_;            // by start, from base_
    std::map<std::size_t, std::size_t> free_large_; // start -> bytes, coalesced
    std::vector<Span> spans_;
    std::vector<Class> classes_;
};

} // namespace hydra::rt

// Blocks of partial results of which large arrays are a part (part of the cpu device): a block mostly touches a small
// stretch of an array. Each thread has one copy, which its blocks accumulate into one after the other; what a block
// touched is kept, and is neutral again for the next one. Joined are only stretches that something was accumulated
// into, in the tree of combine_blocks: what is left out is joining with neutral elements, so the bits are the same.
#pragma once

#include "runtime/backend/accumulators.h"
#include "runtime/backend/touched.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace hydra::rt {

class SparseBlocks {
  public:
    // Whether a section is so large that looking for what was touched costs less than joining all of it.
    static bool are_worthwhile(const Accumulators& accumulators);

    // Before the launch.
    void begin(const Accumulators& accumulators, std::int64_t blocks);
    // By the thread that runs the block, behind it, and in any order: takes what lies in its copy.
    void keep(std::int64_t block, unsigned char* copy);
    // Joins all blocks, and stores the touched values into the results, which are neutral elsewhere.
    void combine_into(unsigned char* results, bool backwards);

    // What was accumulated outside of a section: the reduction, and a place in bytes from the section's start.
    struct Outside {
        std::size_t reduction;
        std::ptrdiff_t at;
    };
    [[nodiscard]] std::optional<Outside> outside() const;

  private:
    struct Stretch {
        std::size_t at; // in a block
        std::size_t bytes;
        std::size_t reduction;
        unsigned char* values; // set when no more are added
    };
    struct Block {
        std::vector<Stretch> stretches; // ascending
        std::vector<unsigned char> values;
        std::optional<Outside> outside;
    };

    void join(Block& left, Block& right);
    void join_values(const Stretch& left, const Stretch& right) const;
    unsigned char* scalars_of(std::int64_t block) {
        return scalar_values_.data() + static_cast<std::size_t>(block) * scalars_.bytes;
    }

    const Accumulators* accumulators_ = nullptr;
    std::vector<std::optional<TouchedValues>> touched_; // one a reduction; nullopt: no copy of an array
    std::vector<Block> blocks_;
    std::int64_t count_ = 0;
    Accumulators scalars_; // the others, joined whole
    std::vector<unsigned char> scalar_values_;
    std::vector<Stretch> joined_;
};

} // namespace hydra::rt

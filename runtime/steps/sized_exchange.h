// The messages in which ranks tell each other what they changed of what both may have written (merge_step.h): one a
// pair of ranks, whose length only the sender knows. The first piece has a size that both know, and says how much
// follows.
#pragma once

#include "runtime/comm/header.h"
#include "runtime/plan/plan.h"

#include <algorithm>
#include <span>

namespace hydra::rt {

inline constexpr std::int64_t first_piece = 1024; // bytes, at most, besides the header and the length
inline constexpr std::size_t head_bytes = sizeof(Header) + sizeof(std::int64_t);

// What one partner gets, and what comes from it.
struct SizedMessage {
    int rank = 0;
    std::size_t first = head_bytes; // of the first piece
    std::vector<unsigned char> out, in;
};

// The merge's entry for a rank; null where they share nothing of this allocation.
inline const MergePlan::Partner* partner_of(const MergePlan& plan, int rank) {
    const auto at = std::find_if(plan.partners.begin(), plan.partners.end(),
                                 [&](const MergePlan::Partner& partner) { return partner.rank == rank; });
    return at == plan.partners.end() ? nullptr : &*at;
}

// By rank, with the sizes of the first pieces.
inline std::vector<SizedMessage> sized_messages_of(std::span<const ArrayMerge> merges, int ranks) {
    std::vector<SizedMessage> letters;
    for (int rank = 0; rank < ranks; ++rank) {
        std::int64_t shared = 0;
        for (const ArrayMerge& array : merges)
            if (const MergePlan::Partner* partner = partner_of(array.plan, rank))
                for (const Run& run : partner->shared)
                    shared += run.bytes;
        if (shared > 0) {
            letters.emplace_back();
            letters.back().rank = rank;
            letters.back().first += static_cast<std::size_t>(std::min(first_piece, 2 * shared + 16));
        }
    }
    return letters;
}

} // namespace hydra::rt

// Each message between ranks as it is counted (Counters::count), and who else wants to know of it (HYDRA_EXPLAIN).
#pragma once

#include "runtime/memory/registry.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace hydra::rt {

// Bytes that go from one rank to another, of one array or of none.
struct Moved {
    enum class Kind {
        coherence, // from parallel loop to parallel loop
        serial,    // for code outside of parallel loops
        reduction
    };
    Kind kind = Kind::coherence;
    const char* at = "";    // the loop, or the place in serial code
    std::uint64_t step = 0; // as the ranks count them; 0: of the launch under way
    int from = 0, to = 0;
    std::int64_t bytes = 0;
    std::int64_t messages = 0; // that begin with it
    const Allocation* array = nullptr;
    const Region* part = nullptr; // in the array's index space; null: not known, or the rest of what was told of
    int index = 0;                // of the array among those of the move, the same on all ranks
    const char* what = nullptr;   // where it is no array
};

class Ledger {
  public:
    Ledger() = default;
    Ledger(const Ledger&) = delete;
    Ledger& operator=(const Ledger&) = delete;
    virtual ~Ledger() = default;
    // Sent by this rank (in a dry run: by any).
    virtual void sent(const Moved& moved) = 0;
    // To be received by this rank.
    virtual void expected(const Moved& moved) = 0;
    // What is told of next is on its way from now on.
    virtual void leaves() = 0;
    // All that was expected is here.
    virtual void arrived() = 0;
};

} // namespace hydra::rt

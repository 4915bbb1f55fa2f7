// Counters of what is not the same on every rank, and is brought together by name: where serial code brought data
// together, and how much memory each array took.
#pragma once

#include "runtime/comm/transport.h"

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

namespace hydra::rt {

// One place in serial code.
struct SerialPlace {
    std::string at;
    std::int64_t bytes = 0, messages = 0;
    std::int64_t times = 0; // ranks' common steps in which something was sent for it
};

class SerialPlaces {
  public:
    void add(const char* at, std::uint64_t step, std::int64_t bytes, std::int64_t messages);
    // Of all ranks, on rank 0, by name; called by all. plays_all: this process is all of them.
    [[nodiscard]] std::vector<SerialPlace> gather(Transport& transport, bool plays_all) const;

  private:
    static constexpr std::size_t most_steps = 1 << 17; // of a place, that are told apart
    struct Place {
        std::int64_t bytes = 0, messages = 0;
        std::vector<std::uint64_t> steps; // ascending
    };
    std::unordered_map<std::string, Place> places_;
};

// The bytes of memory of one array on each rank, at its peak: pages that something has touched.
struct ArrayMemory {
    std::string name;
    std::vector<std::int64_t> bytes; // by rank
};

// Who knows it of all ranks, where one process plays them.
class RanksMemory {
  public:
    virtual ~RanksMemory() = default;
    // At the end; none where it is not known.
    [[nodiscard]] virtual std::vector<ArrayMemory> of_ranks() = 0;
};

class ArrayMemories {
  public:
    // What an array of this name has now, or had when it went; several of one name count once, the largest.
    void note(const std::string& name, std::int64_t bytes);
    [[nodiscard]] std::vector<ArrayMemory> gather(Transport& transport) const;
    // How many of these bytes have memory: pages that something has touched.
    static std::int64_t resident(const void* base, std::size_t bytes);
    // Calls f with these pages, from `first` to before `last`, counted from that of the base.
    static void each_resident(const void* base, std::size_t bytes,
                              const std::function<void(std::int64_t first, std::int64_t last)>& f);

  private:
    std::unordered_map<std::string, std::int64_t> peaks_;
};

} // namespace hydra::rt

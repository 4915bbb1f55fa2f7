// A dry run (HYDRA_DRYRUN): one process plays all ranks of a launch. Plans are made for all of them and their messages
// counted, but nothing is sent, and no kernel runs (`P,run`: each runs once, on behalf of all, in the one memory).
//
// Memory that a kernel would have filled is called hollow until serial code stores into it: what reads it does not get
// what the program would have computed. Where that decides how the program goes on, the run must stop.
#pragma once

#include "runtime/comm/transport.h"
#include "runtime/memory/registry.h"

#include <unordered_map>

namespace hydra::rt {

// Rank 0 of so many, who hears nothing and whom nobody hears.
class DryTransport final : public Transport {
  public:
    explicit DryTransport(int ranks) : Transport(0, ranks) {}
    void receive(int, void*, std::size_t) override {}
    void send(int, const void*, std::size_t) override {}
    void wait() override {}
    void progress() override {}
    [[noreturn]] void abort(int status) override;
    void finish() override {}
    std::string name() const override { return "dry run"; }
};

// The hollow elements of each allocation; regions are in its index space of the moment.
class Hollow {
  public:
    [[nodiscard]] bool empty() const { return parts_.empty(); }
    [[nodiscard]] bool has(const Allocation& allocation) const { return parts_.contains(allocation.serial); }
    [[nodiscard]] bool meets(const Allocation& allocation, const Region& region);
    // No kernel has computed these elements; serial code has stored these.
    void add(const Allocation& allocation, const Region& region);
    void remove(const Allocation& allocation, const Region& region);

  private:
    struct Part {
        Shape shape; // in whose index space the region is
        Region region;
    };
    Part& current(const Allocation& allocation);

    std::unordered_map<std::uint64_t, Part> parts_; // by the allocation's serial; none is empty
};

} // namespace hydra::rt

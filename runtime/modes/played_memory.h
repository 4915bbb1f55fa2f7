// How much memory each array would take on each rank, in a dry run that leaves kernels out: the pages that its ranks'
// iterations touch, by the footprints, and those that serial code has touched, which are there. Where what a rank gets
// is not all in these, nothing is said.
#pragma once

#include "runtime/stats/places.h"
#include "runtime/steps/observer.h"
#include "runtime/steps/parts.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace hydra::rt {

class PlayedMemory final : public LaunchObserver, public RanksMemory {
  public:
    PlayedMemory(const LaunchParts& parts, bool is_exact_scheme);
    ~PlayedMemory() override;

    [[nodiscard]] Restrictions restrictions() const override;
    void committed(LaunchContext& context, const hydra_rt_launch& launch) override;
    void served(const PlanRequest& request, const Binding& binding) override;
    void gathered(const char* at, const Binding& binding) override;
    void copied(const Allocation& target, std::int64_t offset, const Allocation& source, std::int64_t from,
                std::size_t bytes) override;
    void moved(std::uint64_t serial, Allocation& allocation) override;
    [[nodiscard]] std::vector<ArrayMemory> of_ranks() override;

  private:
    using Pages = std::vector<Region>; // by rank; the first page is that of the allocation's base

    void touch(const PlanRequest& request, const Binding& binding, int rank, const std::vector<Interval>& iterations);
    void add(const Allocation& allocation, int rank, const Region& region);
    void add(const Allocation& allocation, int rank, const std::vector<Range>& pages);
    void add_to_all(const Allocation& allocation, std::int64_t offset, std::int64_t bytes);
    void note(const Allocation& allocation);
    [[nodiscard]] std::vector<int> ranks() const;

    Registry& registry_;
    Counters& counters_;
    int size_;
    bool is_known_;
    std::unordered_map<std::uint64_t, Pages> pages_;         // by the allocation's serial
    std::set<std::vector<std::uint64_t>> seen_;              // launches whose like has been before
    std::map<std::string, std::vector<std::int64_t>> peaks_; // by name
};

} // namespace hydra::rt

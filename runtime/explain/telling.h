// How what was noted of a run is told: as text for people, or as a line of JSON for each rank's part and each message.
#pragma once

#include "runtime/comm/transport.h"
#include "runtime/explain/record.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace hydra::rt {

// What a rank has noted: each record once, and where it came.
class Told {
  public:
    // step: of the ranks' common count.
    void add(std::uint64_t step, const LaunchRecord& record);
    // What all ranks have noted, on rank 0 (elsewhere: nothing); called by all. plays_all: this process is all of them.
    [[nodiscard]] std::vector<Told> gather(Transport& transport, bool plays_all) const;

    struct Place {
        std::uint64_t step;
        std::size_t record;
    };
    [[nodiscard]] const std::vector<Place>& places() const { return places_; }
    [[nodiscard]] const std::string& record(std::size_t number) const { return records_[number]; }

  private:
    std::vector<std::string> records_;
    std::unordered_map<std::string, std::size_t> numbers_;
    std::vector<Place> places_;
};

// The text, or the lines of JSON, of what the ranks have noted. place: "prog.c:49": of this line alone; empty: of all.
std::string tell(const std::vector<Told>& ranks, int size, const std::string& place, bool json);

} // namespace hydra::rt

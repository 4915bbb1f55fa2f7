// Which loop has written what last, as far as a rank knows: what it has written itself, received, or copied. It is
// asked about what the rank sends, whose newest value it has, so that what others have written since does not matter.
#pragma once

#include "runtime/memory/registry.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace hydra::rt {

class Writers {
  public:
    // The rank's newest value of the region came to be like this: "wrote it at prog.c:57".
    void note(const Allocation& array, const Region& region, const std::string& how);
    // The same of bytes that it has copied, which are as those of the source were.
    void note_copy(const Allocation& target, std::int64_t offset, std::int64_t bytes, const std::string& how);
    // What was the allocation of this serial number is this one now.
    void moved(std::uint64_t serial, const Allocation& array);
    // How what is in the region came to be, most of it; empty: not known.
    [[nodiscard]] std::string of(const Allocation& array, const Region& region);
    [[nodiscard]] std::string of_bytes(const Allocation& array, std::int64_t offset, std::int64_t bytes);

  private:
    struct Known {
        Shape shape;
        std::vector<std::pair<std::string, Region>> parts; // disjoint
    };
    // What is known of the allocation, in its shape of now.
    Known& known(const Allocation& array);

    std::map<std::uint64_t, Known> known_; // by Allocation::serial
};

} // namespace hydra::rt

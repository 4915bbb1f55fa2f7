// Makes residents' buffers, replaces them by others and lets them go. Sections of one allocation's buffers never meet,
// and when a buffer is replaced, the next one has all that it had; so whatever a launch has been given a place for
// keeps one while places for the rest are sought.
#pragma once

#include "runtime/residence/resident.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace hydra::rt {

class BufferStore {
  public:
    explicit BufferStore(DeviceMemory& memory) : memory_(memory) {}

    // A new buffer with these sections instead of the members' old ones, the last of each member's from now on, which
    // has all that was valid there. Where both have no room at a time, what is valid may take the way by the host; else
    // (by_host) nothing has changed. False: there is no room; by way of the host the old ones are gone then.
    bool replace(const std::vector<Resident*>& members, const std::vector<DeviceBuffer*>& old, const Layout& layout,
                 bool by_host);
    // What so many launches have not used, or at least not this one where it is worth nothing any more, goes, if the
    // host has it.
    void drop_idle(Resident& resident, std::int64_t patience);
    // Whoever has changed a buffer's sections tells it.
    void changed(DeviceBuffer& buffer) {
        buffer.forget_moved();
        ++changes_;
    }

    // How often any buffer's sections have changed, or there has been another buffer.
    [[nodiscard]] std::int64_t changes() const { return changes_; }
    // How often something has got another place.
    [[nodiscard]] std::int64_t moves() const { return moves_; }

  private:
    std::shared_ptr<DeviceBuffer> make(const Layout& layout);

    DeviceMemory& memory_;
    std::int64_t changes_ = 0, moves_ = 0;
};

} // namespace hydra::rt

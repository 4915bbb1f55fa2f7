// Which allocation each slot of a launch or of a serial site touches. The bytes that the slot touches decide, not the
// pointer's value: programs step back to `base - 1` to count from 1, or start from one past the end. Only where nothing
// but "the whole allocation" is said, the pointer itself tells.
#pragma once

#include "runtime/host/footprint.h"
#include "runtime/host/registry.h"

#include <vector>

namespace hydra::rt {

// The pointers of a launch, tied to allocations. Slots that share an allocation share an index into `allocations`.
struct Binding {
    static constexpr int none = -1;       // nothing touched, or memory that no launch can write
    std::vector<Allocation*> allocations; // in order of first use by a slot
    std::vector<int> of_slot;             // index into allocations, or none
    std::vector<std::int64_t> offset;     // of each slot's pointer from its allocation's base, bytes; any sign
};

// Binds a loop's pointers; remembers where each slot's went last time.
class Binder {
  public:
    Binder(Registry& registry, const hydra_rt_loop& loop) : registry_(registry), loop_(loop) {
        last_found_.assign(static_cast<std::size_t>(loop.slots), nullptr);
    }

    // reaches: one a slot, of the whole launch. A launch ends all ranks with a message where it touches memory that is
    // neither in an allocation nor beyond every launch's reach; a site passes such slots over.
    void bind(const std::vector<Reach>& reaches, void* const* pointers, bool serial_site, Binding& binding);
    // Gives names to the blocks that the pointers lie in and that have none yet.
    void name(void* const* pointers);

  private:
    Allocation* find(std::size_t slot, const char* address, std::size_t least);
    Allocation* resolve(std::size_t slot, const Reach& reach, const char* pointer, std::size_t least);
    // What a launch does with memory that is in no allocation.
    Allocation* unresolved(std::size_t slot, const Reach& reach, const char* pointer);

    Registry& registry_;
    const hydra_rt_loop& loop_;
    std::vector<Allocation*> last_found_; // by slot
};

} // namespace hydra::rt

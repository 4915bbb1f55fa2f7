// Which allocation each slot of a launch or of a serial site touches. The bytes that the slot touches decide, not the
// pointer's value: programs step back to `base - 1` to count from 1, or start from one past the end. Only where nothing
// but "the whole allocation" is said, the pointer itself tells.
#pragma once

#include "runtime/memory/registry.h"
#include "runtime/touch/footprint.h"
#include "runtime/touch/tables.h"

#include <vector>

namespace hydra::rt {

// The pointers of a launch, tied to allocations. Slots that share an allocation share an index into `allocations`.
struct Binding {
    struct Beside {
        Allocation* allocation;
        int slot;
        bool written; // or may be
    };
    static constexpr int none = -1;       // nothing touched, or memory that no launch can write
    std::vector<Allocation*> allocations; // in order of first use by a slot
    std::vector<int> of_slot;             // index into allocations, or none
    std::vector<std::int64_t> offset;     // of each slot's pointer from its allocation's base, bytes; any sign
    // A slot of a launch whose memory is in no known allocation and may be written, or is in one of two; or none.
    int unknown = none;
    // Arrays that a slot may mean as well as its own, since its pointer stands where one ends and the other begins:
    // they must be valid before, as a whole. Of launches that are shared out, only those that such a slot reads.
    std::vector<Beside> beside = {};
    // Some slot's conditional writes may lie a little in front of its array, in another one: the host's memory has both
    // side by side, a device's has not.
    bool may_stray = false;
    // By slot, of those that mean one of the blocks that make their allocation (Registry::join): where that is in it;
    // others have none. Empty: no slot does.
    std::vector<ByteSpan> blocks = {};

    // The bytes of its allocation that a slot may mean.
    [[nodiscard]] ByteSpan meant_by(std::size_t slot) const {
        if (slot < blocks.size() && !blocks[slot].empty())
            return blocks[slot];
        return {0, static_cast<std::int64_t>(allocations[static_cast<std::size_t>(of_slot[slot])]->bytes)};
    }

    void bind_nothing(std::size_t slots) {
        allocations.clear();
        of_slot.assign(slots, none);
        offset.assign(slots, 0);
        beside.clear();
        blocks.clear();
        may_stray = false;
        unknown = none;
    }
};

// Binds a loop's pointers; remembers where each slot's went last time.
class Binder {
  public:
    // Whose pointers they are. What all ranks run alike (a launch that is not shared out, or a serial site) may leave
    // open which of two neighbours a slot writes: all ranks have both, before and after.
    enum class Asker { launch, launch_run_everywhere, serial_site };

    Binder(Registry& registry, const hydra_rt_loop& loop) : registry_(registry), loop_(loop) {
        last_found_.assign(static_cast<std::size_t>(loop.slots), nullptr);
    }

    // reaches: one a slot, of the whole launch; those of rows in tables follow those of the loop. A launch ends all
    // ranks with a message where it touches the arena outside of all blocks; where it touches other memory that nobody
    // announced, Binding::unknown says so. A site passes such slots over.
    void bind(const std::vector<Reach>& reaches, void* const* pointers, const TableView* tables, Asker asker,
              Binding& binding);
    // Gives names to the blocks that the pointers lie in and that have none yet.
    void name(void* const* pointers);

  private:
    Allocation* find(std::size_t slot, const char* address, std::size_t least);
    Allocation* resolve(std::size_t slot, const Reach& reach, const char* pointer, std::size_t least);
    // What a launch does with memory that is in no allocation; known: cleared where that cannot be told.
    void unresolved(std::size_t slot, const Reach& reach, const char* pointer, bool& known);
    Allocation* ends_at(const char* pointer) const;
    // The allocations that lie right before and right behind the pointer, and which an access may mean instead of
    // `own` (null: the pointer is in none); null: it cannot mean one there.
    Allocation* behind(const Allocation* own, const Reach& reach, const char* pointer) const;
    Allocation* ahead(const Allocation* own, const Reach& reach, const char* pointer) const;
    // The slot's allocation where it means just one, or which; others go to binding.beside, or clear known.
    Allocation* choose(std::size_t slot, const Reach& reach, const char* pointer, Asker asker, bool& known,
                       Binding& binding);

    // The block that the slot means of those that make the allocation; none where it may mean several.
    [[nodiscard]] ByteSpan block_of(std::size_t slot, const Allocation& own, const Reach& reach,
                                    const char* pointer) const;

    [[nodiscard]] const char* name_of(std::size_t slot) const {
        return loop_.slot[tables_ == nullptr ? slot : tables_->origin(slot)].name;
    }
    [[nodiscard]] bool is_array(std::size_t slot) const { // rows of a table are reached through pointers
        return slot < static_cast<std::size_t>(loop_.slots) && loop_.slot[slot].is_array != 0;
    }

    Registry& registry_;
    const hydra_rt_loop& loop_;
    const TableView* tables_ = nullptr;   // of the launch that is bound
    std::vector<Allocation*> last_found_; // by slot
};

} // namespace hydra::rt

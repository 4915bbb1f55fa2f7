// Which allocation an address belongs to. Static and automatic arrays are told by generated code; blocks of the arena
// are entered when they are first looked at, in the same order on every rank. An allocation that nobody has entered
// has never been written by a launch, so all ranks hold it.
#pragma once

#include "runtime/directory/directory.h"
#include "runtime/memory/arena.h"
#include "runtime/policy/worth_directory.h"
#include "runtime/sets/view.h"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace hydra::rt {

struct Allocation {
    char* base = nullptr;
    std::size_t bytes = 0;
    std::uint64_t serial = 0;  // never given twice
    std::uint64_t version = 0; // grows with each launch and each piece of serial code that may write to it
    bool live = false;
    bool ample = false;       // there was memory for much more when a launch first touched a large part of it
    bool small_pages = false; // ranks use parts of it that huge pages would not fit
    bool everywhere = true;   // all ranks hold all of it: the state of a fresh allocation
    int shape_id = 0;         // equal for equal shapes
    int counter = -1;         // its row of the counters; -1: not counted yet
    std::string name;         // empty until something names it
    Shape shape;
    StateRef state;
    std::vector<std::shared_ptr<void>> devices; // what of it lies on the rank's devices (residence.h), by their numbers
    std::uint64_t bound_in = 0;                 // the last binding that holds it,
    int bound_as = 0;                           // and as which of its allocations
    std::uint64_t shared_in = 0;                // the last launch that ranks shared out, and that was not small
    std::uint64_t scope = 0;                    // a local array: which of the scopes entered was its; 0: not one
    std::int64_t received_to = 0;               // where the last message ended, and how far pages have been asked for
    std::int64_t populated_to = 0;              // for what follows: bytes
    std::size_t blocks = 0;                     // of the arena that are in it, if it was joined; 0: it is one block

    bool holds(const void* address) const {
        return static_cast<std::size_t>(static_cast<const char*>(address) - base) < bytes;
    }
};

class Registry {
  public:
    Registry(Arena& arena, int ranks) : arena_(arena), ranks_(ranks) {}

    // Enters a range whose content all ranks hold, evicting what overlaps it. An entered range with the same base and
    // size is reset instead. name may be empty.
    Allocation& enter(void* base, std::size_t bytes, const char* name);
    // The same for an array whose scope is entered.
    void enter_scope(void* base, std::size_t bytes, const char* name);
    // The same, but it is entered when somebody may ask for it (enter_put_off), unless its scope has been left by then.
    void put_off_scope(void* base, std::size_t bytes, const char* name) {
        put_off_.push_back({base, bytes, name, ++scopes_});
    }
    void enter_put_off();
    // The scope of an array is left.
    void leave_scope(const void* base);
    // How many scopes have been entered; forgets the arrays of those entered since then, which were left all at once.
    std::uint64_t scopes() const { return scopes_; }
    void leave_scopes(std::uint64_t entered);
    // The allocation of an address; enters a block of the arena when it is not known yet. Null where the address is in
    // none (or in a block of 0 bytes).
    Allocation* find(const void* address);
    // Serial code that walks over many small blocks (lists, trees) does not fill the registry with them.
    static constexpr std::size_t least_entered = worth::least_entered_bytes;
    // The same, but leaves an arena block that is not known yet alone when it is smaller than `least` bytes.
    Allocation* find_entered(const void* address, std::size_t least);
    // The same, but enters nothing: null also where the address is in a block that nobody has looked at.
    Allocation* lookup(const void* address) const;
    // Where the allocation of an address lies, which is not entered for that; no bytes where it is in none.
    Block extent(const void* address) const;
    // The addresses around one that is in no entered allocation, as far as they are in none.
    std::pair<std::uintptr_t, std::uintptr_t> gap(const void* address) const;
    // The lowest allocation with a byte in lo <= x < hi. Blocks of the arena that nobody has entered do not count.
    Allocation* first_in(const void* lo, const void* hi) const;
    // Ranks are about to touch parts of it, each so many bytes in one piece.
    void touch_in_pieces(Allocation& allocation, std::int64_t bytes) {
        if (allocation.small_pages || bytes >= worth::least_huge_piece)
            return;
        allocation.small_pages = true;
        arena_.use_small_pages(allocation.base);
    }
    // Whether the address is in the range that the arena serves blocks from.
    bool in_arena(const void* address) const { return arena_.owns(address); }
    // Whether a block of 0 bytes is there.
    bool is_empty_block(const void* address) const;
    // How many allocations are no longer what they were: another one may be at an address that was one of theirs.
    std::uint64_t gone() const { return gone_; }
    // Allocations whose newest values are not all on all ranks.
    std::size_t uneven() const { return uneven_; }
    // Bytes that are not on all ranks.
    double missing_bytes() const;
    // Which these are, in the order in which they came to be, which is the same on every rank.
    std::vector<Allocation*> uneven_allocations() const;
    // Calls f with every live allocation, by address.
    template <class F> void for_each(F f) const {
        for (const auto& [base, allocation] : by_base_)
            f(*allocation);
    }
    // The allocation lies elsewhere now and has another size: an arena block that was resized. Its shape and state must
    // be set along with it.
    void move(Allocation& allocation, void* base, std::size_t bytes);
    // Forgets the allocation that starts there, if any; or that one of the blocks that make an allocation has been
    // freed.
    void forget(const void* base);

    // Makes one allocation of the arena's blocks between these addresses, where none of them begins before or ends
    // behind: rows that a program has asked for one by one become one matrix. Blocks that are freed or handed out there
    // later belong to it, too. False, and nothing changes, where not all ranks hold them, or some are on devices.
    bool join(char* lo, char* hi);
    // The block, of those that make an allocation, that has this address, or else the next one within the allocation;
    // of another allocation, itself. Of 0 bytes: none.
    Block block_of(const Allocation& allocation, const char* address) const;
    // A block has been handed out, which all ranks hold.
    void hand_out(const void* base, std::size_t bytes) {
        if (joined_ > 0)
            hand_out_joined(base, bytes);
    }
    const Arena& arena() const { return arena_; }
    // Called with each allocation that is about to go.
    void tell_of_going(std::function<void(const Allocation&)> told) { going_ = std::move(told); }
    // Its memory goes before it is forgotten.
    void goes(const void* base) const {
        if (const Allocation* array = going_ ? lookup(base) : nullptr; array != nullptr && array->base == base)
            going_(*array);
    }
    // Whether there is an allocation of several blocks.
    bool has_joined() const { return joined_ > 0; }

    // What the launch's next state becomes, in this shape.
    void set_state(Allocation& allocation, StateRef state);
    // Changes the shape; the state must be set along with it.
    void set_shape(Allocation& allocation, Shape shape, StateRef state);
    // A number for a binding, never given twice.
    std::uint64_t next_binding() { return ++bindings_; }
    StateRef intern(DirState state) { return states_.intern(std::move(state)); }
    StateRef intern(OwnershipRules state);
    // The same where its number will hardly be asked for (InternedState::trace).
    StateRef keep(OwnershipRules state, std::uint64_t trace) const;
    // A state's number, which equal ones share.
    std::uint32_t id_of(const StateRef& state) { return states_.id_of(state); }
    std::uint32_t state_id(const Allocation& allocation) { return id_of(allocation.state); }

  private:
    Allocation& create(char* base, std::size_t bytes);
    void reset(Allocation& allocation);
    void set_everywhere(Allocation& allocation, bool everywhere);
    void drop(std::map<char*, Allocation*>::iterator entry);
    void hand_out_joined(const void* base, std::size_t bytes);
    int shape_id(const Shape& shape);

    Arena& arena_;
    int ranks_;
    std::function<void(const Allocation&)> going_;
    std::uint64_t next_serial_ = 1;
    std::uint64_t bindings_ = 0;
    std::uint64_t scopes_ = 0;
    std::uint64_t gone_ = 0;
    std::size_t uneven_ = 0;
    std::size_t joined_ = 0;
    std::deque<Allocation> pool_; // addresses stay; a dead one is used again, so `live` and `holds` tell all
    std::vector<Allocation*> dead_;
    struct Scope { // of an array that is not entered yet
        void* base;
        std::size_t bytes;
        const char* name;
        std::uint64_t number;
    };
    std::vector<Scope> put_off_; // the outermost first
    std::map<char*, Allocation*> by_base_;
    StateTable states_;
    std::map<std::vector<std::int64_t>, int> shape_ids_;
};

} // namespace hydra::rt

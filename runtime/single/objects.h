// Which objects of the program's are large, where there is one rank and memory is the C library's own: an address in
// one of them, and one that is not, lie apart. Small ones are nobody's business.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

namespace hydra::rt {

class ObjectTable {
  public:
    struct Object {
        std::uintptr_t base = 0;
        std::size_t bytes = 0;
        [[nodiscard]] bool holds(std::uintptr_t address) const { return address - base < bytes; }
        friend bool operator==(const Object&, const Object&) = default;
    };

    // An object is there from now on. (Of one that began in the same place, nobody speaks any more.)
    void note(const void* base, std::size_t bytes);
    // The object that begins there, if it is known, is about to go; its bytes, or 0.
    std::size_t forget(const void* base);
    // The object that holds the address; null: none that is known.
    [[nodiscard]] std::optional<Object> find(std::uintptr_t address) const;
    // Whether an object begins there.
    [[nodiscard]] bool begins(const void* base) const;
    // Grows when an object goes: what was found before may hold no longer.
    [[nodiscard]] std::uint64_t gone() const { return gone_; }

  private:
    mutable std::mutex mutex_; // iterations may allocate and free
    std::map<std::uintptr_t, std::size_t> bytes_of_;
    std::uint64_t gone_ = 0;
};

} // namespace hydra::rt

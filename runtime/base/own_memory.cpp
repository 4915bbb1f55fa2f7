// See own_memory.h. operator new, for this program's C++: the runtime, and libraries of devices, with their threads.
#include "runtime/base/own_memory.h"

#include <atomic>
#include <cstddef>
#include <new>

extern "C" { // the C library's own, whatever the linker makes of malloc and free
void* __libc_malloc(std::size_t bytes);
void __libc_free(void* block);
}

namespace {

constexpr std::size_t room = std::size_t{1} << 20, unit = 16;
alignas(unit) unsigned char memory[room]; // NOLINT: pages of it exist once they are touched
std::atomic<std::size_t> used = 0;
std::atomic<bool> is_used = false;

bool is_own(const void* block) {
    return static_cast<std::size_t>(static_cast<const unsigned char*>(block) - memory) < room;
}

void* take(std::size_t bytes) {
    const std::size_t rounded = (bytes + unit - 1) / unit * unit;
    if (is_used && rounded <= room)
        if (const std::size_t at = used.fetch_add(rounded); at + rounded <= room)
            return memory + at;
    return __libc_malloc(bytes);
}

} // namespace

namespace hydra::rt {

OwnMemory::OwnMemory() { is_used = true; }
OwnMemory::~OwnMemory() { is_used = false; }

} // namespace hydra::rt

void* operator new(std::size_t bytes) {
    if (void* const block = take(bytes))
        return block;
    throw std::bad_alloc();
}
void* operator new[](std::size_t bytes) { return operator new(bytes); }
void operator delete(void* block) noexcept {
    if (!is_own(block))
        __libc_free(block);
}
void operator delete[](void* block) noexcept { operator delete(block); }
void operator delete(void* block, std::size_t) noexcept { operator delete(block); }
void operator delete[](void* block, std::size_t) noexcept { operator delete(block); }

// malloc, calloc, realloc and free of the user's objects, which the linker's --wrap sends here. The only rank's are the
// C library's, of which large ones are noted. Else serial code is served from the arena; iterations of a parallel loop,
// other threads, and addresses that libraries have allocated are the system's. A block of the arena that an iteration
// frees stays: other ranks have not freed it.
#include "runtime/base/fail.h"
#include "runtime/libc/noted.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>

extern "C" {

void* __real_malloc(std::size_t bytes);
void* __real_aligned_alloc(std::size_t alignment, std::size_t bytes);
void* __real_calloc(std::size_t count, std::size_t bytes);
void* __real_realloc(void* old, std::size_t bytes);
void __real_free(void* address);

void* __wrap_malloc(std::size_t bytes) {
    if (hydra::rt::is_one_rank())
        return hydra::rt::noted(bytes < hydra::rt::worth::large_block_bytes
                                    ? __real_malloc(bytes)
                                    : __real_aligned_alloc(hydra::rt::worth::bytes_of_a_line, bytes),
                                bytes);
    if (!hydra::rt::allocates_in_step())
        return __real_malloc(bytes);
    void* fresh = hydra::rt::user_arena().allocate(bytes);
    if (fresh == nullptr)
        errno = ENOMEM;
    else
        hydra::rt::process_runtime()->registry().hand_out(fresh, bytes);
    return fresh;
}

void* __wrap_calloc(std::size_t count, std::size_t bytes) {
    if (hydra::rt::is_one_rank())
        return hydra::rt::noted(__real_calloc(count, bytes), count * bytes);
    if (!hydra::rt::allocates_in_step())
        return __real_calloc(count, bytes);
    std::size_t total = 0;
    if (__builtin_mul_overflow(count, bytes, &total)) {
        errno = ENOMEM;
        return nullptr;
    }
    return __wrap_malloc(total); // fresh memory is zero
}

void __wrap_free(void* address) {
    if (address == nullptr)
        return;
    if (hydra::rt::is_one_rank()) {
        hydra::rt::forget_noted(address);
        __real_free(address);
        return;
    }
    hydra::rt::Arena& arena = hydra::rt::user_arena();
    if (!arena.owns(address)) {
        __real_free(address);
        return;
    }
    if (!hydra::rt::allocates_in_step())
        return;
    bool registered = arena.find(address) && arena.registered(address);
    if (registered)
        hydra::rt::process_runtime()->registry().goes(address);
    if (!arena.release(address))
        hydra::rt::fail("", "free of an address that malloc did not give, or that has been freed");
    if (registered)
        hydra::rt::process_runtime()->registry().forget(address);
}

// A block in the arena moves with what each rank has of it.
static void* resize_in_arena(void* old, std::size_t bytes) {
    hydra::rt::Arena& arena = hydra::rt::user_arena();
    hydra::rt::Registry& registry = hydra::rt::process_runtime()->registry();
    std::optional<hydra::rt::Block> block = arena.find(old);
    if (!block || block->base != old)
        hydra::rt::fail("", "realloc of an address that malloc did not give, or that has been freed");
    hydra::rt::Allocation* known = arena.registered(old) ? registry.find(old) : nullptr;
    if (registry.has_joined()) { // it leaves the others, or comes among them
        void* fresh = __wrap_malloc(bytes);
        if (fresh == nullptr)
            return nullptr;
        const std::size_t kept = std::min(block->bytes, bytes);
        hydra::rt::process_runtime()->copy("realloc", fresh, old, kept);
        std::memcpy(fresh, old, kept);
        __wrap_free(old);
        return fresh;
    }
    if (known != nullptr)
        hydra::rt::process_runtime()->before_move(*known);
    void* fresh = arena.resize(old, bytes);
    if (fresh == nullptr) {
        errno = ENOMEM;
        return nullptr;
    }
    if (known != nullptr)
        hydra::rt::process_runtime()->moved(*known, fresh, bytes);
    return fresh;
}

void* __wrap_realloc(void* old, std::size_t bytes) {
    if (old == nullptr)
        return __wrap_malloc(bytes);
    if (hydra::rt::is_one_rank()) {
        hydra::rt::forget_noted(old);
        return hydra::rt::noted(__real_realloc(old, bytes), bytes);
    }
    hydra::rt::Arena& arena = hydra::rt::user_arena();
    if (!arena.owns(old))
        return __real_realloc(old, bytes);
    if (bytes == 0) { // as glibc does
        __wrap_free(old);
        return nullptr;
    }
    if (hydra::rt::allocates_in_step())
        return resize_in_arena(old, bytes);
    // An iteration resizes a block from serial code: its copy is the iteration's own.
    std::optional<hydra::rt::Block> block = arena.find(old);
    void* fresh = __real_malloc(bytes);
    if (fresh != nullptr && block)
        std::memcpy(fresh, old, block->bytes < bytes ? block->bytes : bytes);
    return fresh;
}

} // extern "C"

// Blocks of the C library's, which the only rank's program has as they are: large ones are noted.
#pragma once

#include "runtime/policy/worth_directory.h"
#include "runtime/process/process.h"

extern "C" std::size_t __real_malloc_usable_size(void* block);

namespace hydra::rt {

// A block has been handed out; returns it.
inline void* noted(void* block, std::size_t bytes) {
    if (bytes >= worth::least_noted_bytes && block != nullptr)
        single_rank()->note(block, bytes, sees_all_memory());
    return block;
}

// It is about to go.
inline void forget_noted(void* block) {
    if (__real_malloc_usable_size(block) >= worth::least_noted_bytes)
        single_rank()->forget(block);
}

} // namespace hydra::rt

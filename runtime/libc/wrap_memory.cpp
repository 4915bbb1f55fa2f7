// Library functions whose result the user frees: in serial code it comes from the arena, as malloc's does (wrap.cpp),
// so that the array in it is known and lies at one address on all ranks.
#include "runtime/libc/noted.h"

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {

void* __wrap_malloc(std::size_t bytes);
void* __wrap_realloc(void* old, std::size_t bytes);
void* __real_aligned_alloc(std::size_t alignment, std::size_t bytes);
ssize_t __real_getdelim(char** line, std::size_t* room, int end, FILE* stream);

static constexpr std::size_t page = 4096;

static bool is_power_of_two(std::size_t number) { return number != 0 && (number & (number - 1)) == 0; }

// In the arena whole pages serve any alignment up to a page's; there is no need for more among the users of these.
static void* allocate_aligned(std::size_t alignment, std::size_t bytes) {
    if (hydra::rt::is_one_rank())
        return hydra::rt::noted(__real_aligned_alloc(alignment, bytes), bytes);
    if (!hydra::rt::allocates_in_step())
        return __real_aligned_alloc(alignment, bytes);
    if (!is_power_of_two(alignment)) {
        errno = EINVAL;
        return nullptr;
    }
    void* fresh = hydra::rt::user_arena().allocate(bytes, alignment);
    if (fresh == nullptr)
        errno = ENOMEM;
    else
        hydra::rt::process_runtime()->registry().hand_out(fresh, bytes);
    return fresh;
}

void* __wrap_aligned_alloc(std::size_t alignment, std::size_t bytes) { return allocate_aligned(alignment, bytes); }
void* __wrap_memalign(std::size_t alignment, std::size_t bytes) { return allocate_aligned(alignment, bytes); }
void* __wrap_valloc(std::size_t bytes) { return allocate_aligned(page, bytes); }

int __wrap_posix_memalign(void** result, std::size_t alignment, std::size_t bytes) {
    if (!is_power_of_two(alignment) || alignment % sizeof(void*) != 0)
        return EINVAL;
    const int error = errno; // it stays as it is
    void* fresh = allocate_aligned(alignment, bytes);
    errno = error;
    if (fresh == nullptr)
        return ENOMEM;
    *result = fresh;
    return 0;
}

// As many as the program asked for: behind them lies what tells blocks apart.
std::size_t __wrap_malloc_usable_size(void* address) {
    const std::optional<hydra::rt::Block> block = hydra::rt::user_arena().find(address);
    return block ? block->bytes : __real_malloc_usable_size(address);
}

void* __wrap_reallocarray(void* old, std::size_t count, std::size_t bytes) {
    std::size_t total = 0;
    if (__builtin_mul_overflow(count, bytes, &total)) {
        errno = ENOMEM;
        return nullptr;
    }
    return __wrap_realloc(old, total);
}

char* __wrap_strndup(const char* text, std::size_t most) {
    const std::size_t bytes = strnlen(text, most);
    auto* copy = static_cast<char*>(__wrap_malloc(bytes + 1));
    if (copy == nullptr)
        return nullptr;
    std::memcpy(copy, text, bytes);
    copy[bytes] = '\0';
    return copy;
}

char* __wrap_strdup(const char* text) { return __wrap_strndup(text, std::strlen(text)); }

int __wrap_vasprintf(char** result, const char* format, va_list values) {
    va_list again;
    va_copy(again, values);
    const int bytes = std::vsnprintf(nullptr, 0, format, again);
    va_end(again);
    *result = bytes < 0 ? nullptr : static_cast<char*>(__wrap_malloc(static_cast<std::size_t>(bytes) + 1));
    return *result == nullptr ? -1 : std::vsnprintf(*result, static_cast<std::size_t>(bytes) + 1, format, values);
}

int __wrap_asprintf(char** result, const char* format, ...) {
    va_list values;
    va_start(values, format);
    const int bytes = __wrap_vasprintf(result, format, values);
    va_end(values);
    return bytes;
}

// Through a buffer of the C library's own, since it would enlarge the caller's by the system's realloc.
ssize_t __wrap_getdelim(char** line, std::size_t* room, int end, FILE* stream) {
    if (hydra::rt::is_one_rank() && line != nullptr && *line != nullptr)
        hydra::rt::forget_noted(*line); // it may be enlarged behind our back
    if (!hydra::rt::allocates_in_step())
        return __real_getdelim(line, room, end, stream);
    if (line == nullptr || room == nullptr) {
        errno = EINVAL;
        return -1;
    }
    // Every rank is about to hold the same in the caller's buffer: the compiler saw its address, not the buffer.
    if (*line != nullptr)
        if (hydra::rt::Allocation* known = hydra::rt::process_runtime()->registry().find(*line))
            hydra::rt::process_runtime()->bring_together(*known, "getline");
    static char* buffer = nullptr;
    static std::size_t buffer_room = 0;
    const ssize_t got = __real_getdelim(&buffer, &buffer_room, end, stream);
    const std::size_t needed = got < 0 ? 1 : static_cast<std::size_t>(got) + 1;
    if (*line == nullptr || *room < needed) {
        constexpr std::size_t least = 120;
        const std::size_t wanted = std::max({needed, least, *line == nullptr ? 0 : 2 * *room});
        auto* larger = static_cast<char*>(__wrap_realloc(*line, wanted));
        if (larger == nullptr)
            return -1;
        *line = larger;
        *room = wanted;
    }
    if (got < 0)
        return got;
    if (hydra::rt::Allocation* known = hydra::rt::process_runtime()->registry().find(*line))
        ++known->version; // for inspectors that read it
    std::memcpy(*line, buffer, needed);
    return got;
}

ssize_t __wrap_getline(char** line, std::size_t* room, FILE* stream) {
    return __wrap_getdelim(line, room, '\n', stream);
}
ssize_t __wrap___getdelim(char** line, std::size_t* room, int end, FILE* stream) {
    return __wrap_getdelim(line, room, end, stream);
}

} // extern "C"

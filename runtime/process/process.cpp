// See process.h.
#include "runtime/process/process.h"

#include "runtime/include/hydra_rt.h"

#include <climits>
#include <cstdlib>
#include <malloc.h>

extern "C" {
int hydra_rt_single = 0;
long hydra_rt_least_spread = LONG_MAX;
__attribute__((weak)) extern const int hydra_rt_foreign; // hydra_rt.h
// The linker's: the executable's destructors, one of which is the compiler's own.
__attribute__((weak, visibility("hidden"))) extern void (*__fini_array_start[])();
__attribute__((weak, visibility("hidden"))) extern void (*__fini_array_end[])();
}

namespace hydra::rt {
namespace {

Runtime* the_runtime = nullptr;
SingleRank* the_single_rank = nullptr;
Floor* floor_of_ranks = nullptr;
int exit_handlers = 0;
thread_local bool is_main_thread = false;

// malloc gives freed memory back to the kernel at once until a program has freed large blocks, and from then on keeps
// some (its own largest threshold, and twice that): with arrays that come and go, the first rounds and those of small
// arrays pay for fresh pages each time. It begins as it would end.
void keep_freed_memory() {
    constexpr int largest_threshold = 32 << 20; // bytes; DEFAULT_MMAP_THRESHOLD_MAX of glibc
    for (const char* name : {"MALLOC_MMAP_THRESHOLD_", "MALLOC_TRIM_THRESHOLD_", "GLIBC_TUNABLES"})
        if (std::getenv(name) != nullptr)
            return; // the user's
    mallopt(M_MMAP_THRESHOLD, largest_threshold);
    mallopt(M_TRIM_THRESHOLD, 2 * largest_threshold);
}

} // namespace

Runtime* process_runtime() { return the_runtime; }
void set_process_runtime(Runtime* runtime) { the_runtime = runtime; }

SingleRank* single_rank() { return the_single_rank; }
void set_single_rank(SingleRank* single) {
    the_single_rank = single;
    hydra_rt_single = HYDRA_RT_ONE_RANK;
    hydra_rt_least_spread = single->least_spread();
    keep_freed_memory();
}
Floor* the_floor() { return floor_of_ranks; }
void set_floor(Floor* floor, SingleRank* launches) {
    floor_of_ranks = floor;
    the_single_rank = launches;
}

bool sees_all_memory() { return &hydra_rt_foreign == nullptr; }

Arena& user_arena() {
    static Arena* arena = new Arena;
    return *arena;
}

bool allocates_in_step() {
    return is_main_thread && the_runtime != nullptr && !is_one_rank() && !the_runtime->in_kernel();
}
void mark_main_thread() { is_main_thread = true; }

void at_end(void (*handler)(int, void*)) {
    const int before = exit_handlers;
    on_exit(handler, nullptr);
    exit_handlers = before;
}

void note_exit_handler() { ++exit_handlers; }

bool reads_unasked_behind_main() { return &hydra_rt_foreign != nullptr || __fini_array_end - __fini_array_start > 1; }

bool runs_behind_main() { return exit_handlers > 0 || reads_unasked_behind_main(); }

} // namespace hydra::rt

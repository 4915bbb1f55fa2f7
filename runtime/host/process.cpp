// See process.h.
#include "runtime/host/process.h"

namespace hydra::rt {
namespace {

Runtime* the_runtime = nullptr;
thread_local bool is_main_thread = false;

} // namespace

Runtime* process_runtime() { return the_runtime; }
void set_process_runtime(Runtime* runtime) { the_runtime = runtime; }

Arena& user_arena() {
    static Arena* arena = new Arena;
    return *arena;
}

bool allocates_in_step() { return is_main_thread && the_runtime != nullptr && !the_runtime->in_kernel(); }
void mark_main_thread() { is_main_thread = true; }

} // namespace hydra::rt

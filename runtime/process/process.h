// The one runtime of a process, and the arena of its user's memory. Both live until the process ends: exit handlers and
// destructors of the user's may still use them.
#pragma once

#include "runtime/launch/runtime.h"
#include "runtime/process/floor.h"
#include "runtime/single/single_rank.h"

namespace hydra::rt {

// Null before hydra_rt_start.
Runtime* process_runtime();
void set_process_runtime(Runtime* runtime);

// Launches where hydra_rt_single is not 0 are this one's; null: it never is. With one rank, sites and registrations do
// nothing, and memory is the C library's: set before main, or never.
SingleRank* single_rank();
void set_single_rank(SingleRank* single);
inline bool is_one_rank() { return hydra_rt_single == HYDRA_RT_ONE_RANK; }
// Where several ranks may go to the floor, and are at it now and then: set before main, or never.
Floor* the_floor();
void set_floor(Floor* floor, SingleRank* launches);

// Whether nobody but code that hydracc has seen allocates and frees the program's memory.
bool sees_all_memory();

Arena& user_arena();

// Whether this thread may allocate from the arena now: the main thread, in serial code (or in a loop that every rank
// runs). Elsewhere ranks differ in what they allocate, and the system's malloc serves.
bool allocates_in_step();
void mark_main_thread();

// A handler of the runtime's own that exit calls.
void at_end(void (*handler)(int, void*));
// Somebody has registered a handler that exit calls; at_end sees to it that its own do not count.
void note_exit_handler();
// Whether code may run, and read arrays, that nobody tells of what it reads when main has returned: code that hydracc
// has not seen, at any time; and destructors, when the ranks do not talk any more.
bool reads_unasked_behind_main();
// Whether code of the program's may run, and read arrays, when exit has called the handlers of the runtime's.
bool runs_behind_main();

} // namespace hydra::rt

// Starts the runtime if it has not been started; a constructor does so before main and before the user's own
// constructors.
extern "C" void hydra_rt_start(void);

// How a program of the user's ends otherwise than by leaving main: in serial code all ranks end alike, and rank 0
// first; in a parallel loop the one that meets the end prints and ends all.
#pragma once

namespace hydra::rt {

// Ends all ranks out of a running parallel loop. with_buffers: what stdio still holds is shown (exit), or lost (abort).
// Of several threads or ranks that come here at a time, one gets through.
[[noreturn]] void end_in_kernel(int status, bool with_buffers);

// In serial code: rank 0 goes on, the others wait until its end ends them.
void leave_to_rank0();

} // namespace hydra::rt

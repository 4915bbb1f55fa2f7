// How a program of the user's ends otherwise than by leaving main: in serial code all ranks end alike, and rank 0
// first; in a parallel loop the one that meets the end prints and ends all. A loop that may end the program prints into
// files of each rank's own, and only the rank that ends the program shows them: so the message appears, whichever rank
// it is on, and appears once.
#pragma once

namespace hydra::rt {

// Once, at the start: descriptors of the standard output and error that the program was started with.
void set_real_output(int standard_output, int standard_error);

// While one lives, what this rank prints is kept back. All ranks make and destroy theirs together: none is in such a
// loop before rank 0 has done all that comes before it, nor behind it while another may still end the program in it.
// may_exit: what was printed before must be out by then, since an exit in the loop would have shown it (a failed
// assertion would not).
class KeptOutput {
  public:
    explicit KeptOutput(bool may_exit);
    KeptOutput(const KeptOutput&) = delete;
    KeptOutput& operator=(const KeptOutput&) = delete;
    ~KeptOutput();
};

// Ends all ranks out of a running parallel loop. with_buffers: what stdio still holds is shown (exit), or lost (abort).
// Of several threads or ranks that come here at a time, one gets through.
[[noreturn]] void end_in_kernel(int status, bool with_buffers);

// In serial code: rank 0 goes on, the others wait until its end ends them.
void leave_to_rank0();

} // namespace hydra::rt

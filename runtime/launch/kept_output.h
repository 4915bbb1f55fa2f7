// A loop that may end the program prints into files of each rank's own, and only the rank that ends the program shows
// them: so the message appears, whichever rank it is on, and appears once.
#pragma once

#include "runtime/comm/transport.h"

namespace hydra::rt {

// Once, at the start: descriptors of the standard output and error that the program was started with.
void set_real_output(int standard_output, int standard_error);

// While one lives, what this rank prints is kept back. All ranks make and destroy theirs together: none is in such a
// loop before rank 0 has done all that comes before it, nor behind it while another may still end the program in it.
// may_exit: what was printed before must be out by then, since an exit in the loop would have shown it (a failed
// assertion would not).
class KeptOutput {
  public:
    KeptOutput(Transport& transport, bool may_exit);
    KeptOutput(const KeptOutput&) = delete;
    KeptOutput& operator=(const KeptOutput&) = delete;
    ~KeptOutput();

    // What has been kept back so far appears, where something is: the program ends.
    static void show();

  private:
    Transport& transport_;
};

} // namespace hydra::rt

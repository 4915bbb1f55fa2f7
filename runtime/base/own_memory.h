// Memory that the runtime takes before main, apart from the program's: what it frees there would come to the program's
// first malloc, which finds zeros in a process of its own, and programs that forget to store them rely on that.
#pragma once

namespace hydra::rt {

// From here on the runtime's memory is the C library's, too.
void end_own_memory();

} // namespace hydra::rt

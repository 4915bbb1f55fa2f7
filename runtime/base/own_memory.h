// Memory that the runtime takes before main, apart from the program's: what it frees there would come to the program's
// first malloc, which finds zeros in a process of its own, and programs that forget to store them rely on that.
#pragma once

namespace hydra::rt {

// While there is one of these, new memory of the runtime's is its own; else it is the C library's, as it may go on to
// be where the room for it is used up.
class OwnMemory {
  public:
    OwnMemory();
    ~OwnMemory();
    OwnMemory(const OwnMemory&) = delete;
    OwnMemory& operator=(const OwnMemory&) = delete;
};

} // namespace hydra::rt

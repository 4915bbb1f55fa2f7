// What the C library's functions do to memory that is handed to them, as far as this version knows them.
#pragma once
#include <string>
#include <string_view>

namespace hydra::passes {

struct LibraryEffect {
    enum class Kind {
        pure,   // no memory, no state of its own: may run inside a parallel loop
        fresh,  // allocates or frees memory
        ends,   // ends the program
        output, // prints; reads what its pointers point at
        reads,  // reads what its pointers point at
        writes, // may write what its first argument points at, reads what the others point at
        copies  // memcpy, memmove, memset: exact byte counts in the third argument
    } kind = Kind::pure;
};

// Null for a function that is not known.
const LibraryEffect* library_effect(std::string_view name);

} // namespace hydra::passes

// The loop of a kernel whose iterations may be interleaved (ir::Interleaving): lanes of vectors, or blocks of
// iterations that run through the loops of the body together.
#pragma once
#include <string>

#include "ir/print_hooks.h"
#include "ir/program.h"

namespace hydra::codegen {

// In front of a `for`: its iterations may be lanes of a vector. Compilers that do not know how to say it are not told.
std::string lanes_pragma();

// "for (…; …; …)" of a counting loop.
std::string loop_head(const ir::For& loop, const ir::PrintHooks& hooks);

// Declarations that make square roots functions without effects, where that is right.
std::string plain_roots(const ir::Kernel& kernel);

// What the loop is made of. lo, hi: names of the chunk's bounds; block, end: free names.
struct InterleavedTexts {
    std::string lo, hi, block, end;
    std::string header;        // of a loop over the chunk: "for (int i = …; …; i++)"
    std::string per_iteration; // declarations of variables, in one line
};

// The loop of a kernel with blocks. The body is what passes/schedule/interleaving_pass.cpp takes for one: loops that
// all iterations run alike, and statements without loops.
std::string blocks_text(const ir::Kernel& kernel, const InterleavedTexts& texts, const ir::PrintHooks& hooks);

} // namespace hydra::codegen

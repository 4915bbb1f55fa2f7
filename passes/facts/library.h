// What the C library's functions do: to memory that is handed to them, and beside that. The one table that decides how
// serial code and parallel loops treat a call of theirs.
#pragma once
#include <string_view>

#include "ir/program.h"

namespace hydra::passes {

struct LibraryEffect {
    std::string_view name = {};
    // What happens to what each argument points at, one letter an argument; the last one, before a '*', for all further
    // ones too:  r read  w written (all or part of it)  b both  f a function that is called  . nothing.
    // m: it goes along to new memory; the runtime takes care of that in serial code.
    // e: exactly one element is written;  x: it is read, too.  p: as w, or nothing, which the result tells.
    // v: a list of arguments for the format before it, which reads texts through them;  s: one that is written through.
    // R W B: so many bytes from the pointer on as `bytes` says.
    std::string_view arguments = {};
    enum class Result {
        plain, // no pointer, or one to memory that no loop of the program's touches
        fresh, // new memory
        first, // points into what the first argument points at
        second // into what the second one does
    } result = Result::plain;
    // Why it must run in the order of the program, on all ranks alike, to be put after its name: "prints". Empty where
    // it has no state, and so may run inside a parallel loop.
    std::string_view state = {};
    bool ends = false; // does not return: the program ends
    // The product of these arguments (-1: none): exactly so many bytes, or at most so many.
    struct Bytes {
        bool exactly = false;
        int count = -1, size = -1;
    } bytes = {};

    // The letter of an argument, from 0.
    [[nodiscard]] char argument(std::size_t index) const;
    // Whether memory is read through the argument.
    [[nodiscard]] bool reads(std::size_t index) const;
    // Whether memory is written through the argument; through any.
    [[nodiscard]] bool writes(std::size_t index) const;
    [[nodiscard]] bool writes() const;
    // Whether the result follows from the arguments' values alone, and nothing else happens.
    [[nodiscard]] bool pure() const;
};

// Null for a function that is not known. Also knows the compiler's __builtin_ names and the math functions' suffixes.
const LibraryEffect* library_effect(std::string_view name);
// A function of the user's that is not in the program, if it is not defined there: from an object file or a library.
bool is_foreign(const ir::FunctionDecl& callee);
// Whether the user's files name a function that is neither defined in the program nor known here: it may load other
// code, or keep functions and addresses, as dlopen and fopencookie do.
bool names_unknown_function(const ir::Program& program);

} // namespace hydra::passes

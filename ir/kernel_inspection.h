// The parts of a kernel's body that find at run time what only its data decide: written by the pass "inspect" (and
// emptied by "replicate"), read by code generation.
#pragma once
#include <string>
#include <vector>

#include "ir/host_expr.h"

namespace hydra::ir {

// The part of a kernel's body that decides the addresses of the accesses of one stage: it reads what earlier stages and
// closed forms describe, and calls hydra_rt_touch (see runtime/include/hydra_rt.h) for each access.
struct Inspector {
    // Statements in C of one iteration, in the scope of the kernel's variables. Struct variables of the function that
    // hold arrays are no variables of the kernel's: they stand between `refers` and `referred`.
    static constexpr char refers = '\x01', referred = '\x02';
    std::string body;
    std::string functions; // that it calls, at file scope
    friend bool operator==(const Inspector&, const Inspector&) = default;
};

struct Inspection {
    std::vector<Inspector> inspectors; // stage 1, 2, ...; the last is the fine one where there are fine slots
    // One or none, for the only rank, which has all that is read: it tells only what the pointers through which
    // something is written lead to, and reads no more than closed forms describe.
    std::vector<Inspector> of_writes;
    // Pointers whose values they depend on, whether or not anything is accessed through them (`end - a`).
    std::vector<HostExpr> marks;
    bool forgets = false;        // what they find depends on more than keys, pointers and what they read
    bool costs_noting = false;   // an iteration takes no longer than to note what it touches
    bool costs_touching = false; // the same, where it has loops, of touching it
    bool runtime_stride = false; // in steps that only the run tells, and is brief
    // Of what inspectors read, whatever the loop stores into by the same name, each iteration reads before it stores
    // there, and no other iteration does.
    bool own_indexes = false;
    friend bool operator==(const Inspection&, const Inspection&) = default;
};

} // namespace hydra::ir

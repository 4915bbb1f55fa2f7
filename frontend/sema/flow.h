// What a loop's body or a function does to variables that are declared outside of it, in order of execution: reads and
// writes of scalars and structs, memory writes, and whether a variable is certainly assigned before it is read.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "ir/parameter_use.h"
#include "ir/tree.h"

namespace hydra::frontend {

struct Access {
    const ir::VarDecl* variable;
    const ir::Expr* at;
    bool write;
    bool assigned_before;      // by this run through the code, on every path
    bool certain;              // every run through the code comes here
    bool by_address = false;   // its address is taken here
    bool decays = false;       // it is an array that a struct variable holds, of which only the address is used
    bool array_inside = false; // an element of an array that a struct variable holds
    // Its address goes to a function that a pointer holds; which ones these may be is known later.
    bool indirect = false;
};

struct MemoryWrite {
    const ir::VarDecl* variable; // the pointer or array through which
    std::string member;          // `p->member…`: what of a struct; empty: not known
    bool array_inside = false;   // an element of an array that the struct holds
};

struct Flow {
    std::vector<Access> accesses;        // of variables from outside, arrays not included
    std::vector<MemoryWrite> memory;     // that is written
    std::vector<const ir::Expr*> calls;  // all Call nodes
    std::set<const ir::VarDecl*> locals; // declared inside
};

// The member's name where it shares no bytes with another name of its struct; else empty.
std::string plain_field(const ir::Member& member);

// Whether the lvalue lies in a union with members that are no arrays.
bool shares_bytes(const ir::Expr& lvalue);

Flow trace(const ir::Stmt& body, const ir::Definitions& definitions);

} // namespace hydra::frontend

// Slices of a kernel's body: the part of it that decides the addresses of some of its accesses, as C text in which each
// of these accesses is replaced by a note of its address. The slice keeps what the addresses need: assignments to local
// variables, loops and conditions around, jumps, loads of subscripts; it drops everything else and stores nothing
// outside of its own variables.
//
// Which variables matter is found without regard to order (a variable that matters once matters everywhere), as the
// least fixed point (slice_closure.h). (Weiser, Program Slicing, 1984, without his reaching definitions.)
//
// Functions that the body calls belong to the slice where they hold some of the accesses, or compute from memory what
// decides them: then the slice calls copies that have been cut down like the body, once for all calls.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>

#include "passes/facts/summary.h"

namespace hydra::passes {

class SliceScope;

// What a slice holds. Statements and expressions are those of the body and of the functions that it calls.
struct Slice {
    std::string why; // there is none; empty: there is
    std::set<const ir::Expr*> targets;
    std::set<const void*> dropped; // parts of conditions, and breaks, that it leaves out (slice_guards.h)
    Variables relevant;            // of the iteration's own
    std::set<const ir::Stmt*> kept;
    std::set<const ir::Stmt*> running;        // of these, loops and switches that stay as such
    std::set<const ir::Stmt*> alike;          // branches with the same notes in both arms, whatever the condition is
    std::set<const ir::Expr*> kept_exprs;     // evaluated for a note or an assignment that stays
    std::set<const ir::Expr*> at_entry;       // targets in a loop's condition, noted where the loop begins
    std::set<const ir::FunctionDecl*> noting; // hold accesses that are noted, themselves or in what they call
    std::set<const ir::FunctionDecl*> valued; // what they return is needed
    std::set<const ir::Expr*> loads;          // the memory that it reads (lvalues)
    // The outside variables that it names, with the expressions that name them (a member of a struct variable as the
    // member); and those of these that stand in the functions called.
    std::map<const ir::VarDecl*, std::set<const ir::Expr*>> outside;
    std::set<const ir::Expr*> mentioned_in_calls;
    Variables referred; // struct variables from outside that hold arrays: slices reach them in their place

    [[nodiscard]] bool matters(const ir::VarDecl* variable) const { return relevant.contains(variable); }
    // Whether it calls a copy instead of the function.
    [[nodiscard]] bool holds(const ir::FunctionDecl* function) const {
        return noting.contains(function) || valued.contains(function);
    }
    // Whether it may note more than an iteration touches.
    [[nodiscard]] bool is_wider() const { return !dropped.empty(); }
};

// An access whose address a slice notes. slot < 0: the runtime finds out, by the address, which array it is in.
struct SliceTarget {
    int slot = -1;
    bool reads = false, writes = false;
};

struct SliceText {
    std::string functions; // copies of called functions, cut down in the same way
    std::string body;      // one iteration
};

// Of a scalar or a struct, whose size is the same wherever it stands; nullopt: of another operand, or none.
std::optional<std::int64_t> constant_size(const ir::SizeOf& size);

// stage: part of the names of functions (slice_text.cpp).
SliceText slice_text(const SliceScope& scope, const Slice& slice, const std::map<const ir::Expr*, SliceTarget>& targets,
                     int stage);

} // namespace hydra::passes

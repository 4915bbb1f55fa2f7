// Definite assignment of a variable in one iteration of a loop: whether some way through the body reads it before it
// is written, and whether every way to the iteration's end writes it. Gotos, switches and inner loops count as C runs
// them; conditions are not looked into, but for loops that begin with a constant below a constant.
#pragma once
#include <compare>
#include <cstdint>
#include <optional>

#include "ir/program.h"

namespace hydra::passes {

class Summary;

struct Assignment {
    bool may_read_first = false; // on some way, before anything was stored
    bool read_unwritten = false; // before any store in the body's text
    bool always = true;          // stored on every way to the iteration's end
    // The first read of may_read_first, and whether each iteration comes to it; of parts only.
    const ir::Expr* first_read = nullptr;
    bool surely_read = false;
};

// Whoever takes the variable's address reads it.
Assignment assignment_in(const ir::Stmt& body, const ir::VarDecl* variable);
// A function that is handed the address does what its body or the table of the library says; one that may write and is
// not known to read first is taken to fill the variable, but not for certain.
Assignment assignment_in(const Summary& summary, const ir::Stmt& body, const ir::VarDecl* variable);

// Bytes of a struct variable: a member, or all elements of an array in it (a subscript may be any).
struct Part {
    std::int64_t begin = 0, end = 0;
    bool elements = false;
    friend auto operator<=>(const Part&, const Part&) = default;
};

// What `v.x`, `v.x.y`, `v.x[k].y`, `(&v)->x` is of the variable; nullopt: it is none of these.
std::optional<Part> part_of(const ir::Expr& expr, const ir::VarDecl* variable);

// The same of a part. A store to any element counts for all of them. Whoever gets an address in the part is taken to
// fill it, but for functions that only read what their argument points at: they read the part that they are handed.
Assignment assignment_in(const Summary& summary, const ir::Stmt& body, const ir::VarDecl* variable, const Part& part);

// The part that an argument of a call hands over by its address, `&v.x` or the array `v.x`; nullopt: none.
std::optional<Part> part_handed(const ir::Expr& argument, const ir::VarDecl* variable);

} // namespace hydra::passes

// Parts of records: which variable and which type they belong to, for passes that treat them like variables of their
// own.
#pragma once
#include <compare>
#include <cstdint>
#include <optional>
#include <string>

#include "ir/tree.h"

namespace hydra::passes {

// The variable of `v`, `v.x[i].y`, whatever the subscripts; null for what is reached through a pointer.
const ir::VarDecl* variable_of_part(const ir::Expr* expr);

// The record that the member is one of.
ir::TypeRef record_of(const ir::Member& member);
const ir::Member* as_member(const ir::Expr& expr);

// One name for a type, the same in all units, which declare types of their own; elements stand for arrays of them.
std::string type_name(ir::TypeRef type);

// Bytes of a struct variable: a member, or all elements of an array in it (a subscript may be any).
struct Part {
    std::int64_t begin = 0, end = 0;
    bool elements = false;
    friend auto operator<=>(const Part&, const Part&) = default; // NOLINT(modernize-use-nullptr): clang 14 sees a null
};

// What `v.x`, `v.x.y`, `v.x[k].y`, `(&v)->x` is of the variable; nullopt: it is none of these.
std::optional<Part> part_of(const ir::Expr& expr, const ir::VarDecl* variable);

// The part that an argument of a call hands over by its address, `&v.x` or the array `v.x`; nullopt: none.
std::optional<Part> part_handed(const ir::Expr& argument, const ir::VarDecl* variable);

} // namespace hydra::passes

// What the symbolic run knows of values: integers as polynomials over the loop variables and parameters, pointers as
// the array that they lead into, with a subscript for each of its dimensions.
#pragma once
#include <map>

#include "passes/facts/summary.h"
#include "passes/symbolic/symbolic.h"

namespace hydra::passes {

// A pointer as root + subscripts. One entry a dimension: the subscript (unknown: nullopt), the type of what it counts,
// and for all but the outermost the length of the dimension.
struct PointerValue {
    static constexpr int unknown = -1, private_memory = -2;
    int root = unknown;
    // To memory that no other iteration sees, or that no loop touches.
    static PointerValue to_private();
    // To the first element behind a root.
    static PointerValue to_root(int root, ir::TypeRef pointee);
    struct Dim {
        std::optional<Poly> subscript;
        ir::TypeRef elem = nullptr;  // what one step of the subscript moves over
        std::int64_t elem_size = -1; // its bytes, where constant
        std::optional<Poly> length;  // of this dimension; outermost: not used
        bool loaded = false; // counts from the pointer that stands where the dimensions before it lead; no length
        bool walks = false;  // a pointer was moved by the subscript, perhaps beyond this dimension's length
        // Bytes that the subscript and the length count in, where they are not elem_size: a record of 56 bytes is no
        // multiple of its member of 24, but both are of 8. One step of the pointer then is several of the subscript.
        std::int64_t unit = 0;
        // The subscript counts from a place that need not be a multiple of elem_size away from the root.
        bool shifted = false;
        bool joined = false; // several of the user's subscripts and members lead along this dimension
        // The member array that the subscript is in, unless it walks: where it begins, and its length.
        std::optional<std::pair<Poly, std::int64_t>> part = {};
        [[nodiscard]] std::int64_t units_of_element() const { return unit > 0 ? elem_size / unit : 1; }
    };
    std::vector<Dim> dims;
    // A member of array type that has not been subscripted yet: its byte offset in a record of record_size bytes.
    std::int64_t member_offset = -1, record_size = -1;
    // Bytes at which the array begins in a row of the last dimension: what comes next counts from there.
    std::int64_t carried = 0;
    // Among bit-fields: the whole element of the last dimension is touched, whatever is selected
    // in it.
    bool sealed = false;
    bool mixed = false; // a union is around it: its bytes have other names, of other types
};

// wrapped: unsigned arithmetic that may have wrapped; the polynomial is right modulo 2 to the power of bits only.
struct Value {
    enum class Kind { unknown, integer, wrapped, pointer } kind = Kind::unknown;
    Poly poly;
    PointerValue pointer;
    int bits = 0;
    // integer: made from a signed value that may be negative; the value before it was converted, which sums and
    // products of this unsigned type may use instead.
    std::optional<Poly> raw = {};
    static Value of(Poly p) { return {Kind::integer, std::move(p), {}}; }
    static Value of(PointerValue p) { return {Kind::pointer, {}, std::move(p)}; }
    // Nothing is known of it but whether it is a pointer.
    static Value any(ir::TypeRef type);
    static Value modulo(Poly p, int bits) { return {Kind::wrapped, std::move(p), {}, bits}; }
    [[nodiscard]] bool is_number() const { return kind == Kind::integer || kind == Kind::wrapped; }
};

// What an lvalue names: a variable (or a member of one), or memory behind a pointer.
struct Place {
    enum class Kind { variable, memory, nothing } kind = Kind::nothing;
    const ir::VarDecl* variable = nullptr;
    bool member = false; // of the variable
    PointerValue pointer;
};

// What is known of variables.
using KnownValues = std::map<const ir::VarDecl*, Value>;

// Whether both are integers, and equal.
bool same(const Value& a, const Value& b);
// Whether nothing that is known of the values tells them apart.
bool means_same(const Value& one, const Value& other);
// Whether two pointers differ in the values of subscripts only.
bool alike(const PointerValue& one, const PointerValue& other);
// What stands for a value and for another one: that, where they are the same; a pointer somewhere into the array that
// both point into; or anything.
Value of_both(const Value& one, const Value& other);
// The pointer some elements further on. in_row: as the subscript of an array, not arithmetic with a pointer.
PointerValue moved(PointerValue pointer, const std::optional<Poly>& by, bool in_row = false);
// Bytes; -1: known at run time only.
std::int64_t fixed_size(ir::TypeRef type);

} // namespace hydra::passes

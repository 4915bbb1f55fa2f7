// What a launch or a place in serial code touches: pointers with shapes, and sections of what they lead to.
//
// Host expressions stand in the scope of the launch or site in the user's function. Symbolic expressions stand in the
// footprint function: their symbols are the keys, and of a kernel the bounds of the chunk of iterations.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ir/host_expr.h"
#include "ir/row_scan.h"
#include "ir/symbolic_expr.h"
#include "ir/tree.h"

namespace hydra::ir {

// A value that a footprint depends on: evaluated by host code before the launch as `long`.
struct Key {
    std::string name;         // the symbol that stands for it; an identifier, unique within the launch or site
    HostExpr host;            // an integer expression without side effects
    bool is_variable = false; // `host` is one variable of the user's whose name is `name`
    // An unsigned value of 64 bits that the footprint takes for a number from 0 to 2 to the power of 62. Where it is
    // not (`size_t offset = -3`), the footprint means everything.
    bool natural = false;
    // > 0: the footprint holds for values from -limit to limit only (where `(int)i` is taken for i), and means
    // everything for others.
    std::int64_t limit = 0;
    std::string shown = {}; // how the user would write `host`; empty: as it stands there
    friend bool operator==(const Key&, const Key&) = default;
};

// Symbols of sections that are no keys: the iterations of the chunk are chunk_begin <= x < chunk_end, and where only
// some rounds of inner loops are asked for, these are rounds_begin <= j < rounds_end.
constexpr const char* chunk_begin = "hydra_lo";
constexpr const char* chunk_end = "hydra_hi";
constexpr const char* rounds_begin = "hydra_from";
constexpr const char* rounds_end = "hydra_to";

// Whether it is not the same for all chunks of iterations.
[[nodiscard]] bool depends_on_chunk(const SymbolicExpr& expr);

constexpr const char* told_prefix = "hydra_told_"; // see UnitAccessor

// One pointer with the shape through which it is accessed (see hydra_rt_shape in runtime/include/hydra_rt.h).
struct Slot {
    std::string name;                  // as the user would call it: "a", "s.cells"
    HostExpr host;                     // the pointer's or array's address (of any object pointer type)
    const VarDecl* variable = nullptr; // the variable that holds or is it, where it is one
    std::int64_t elem = 0;             // bytes
    std::vector<SymbolicExpr> lengths; // of dimensions 1 .. D-1
    bool found = false;                // inspectors say what is touched; one dimension
    TypeRef element = nullptr;         // of `elem` bytes, where known
    int subscripts = 0;                // that the user's declaration gives an element; 0: not known
    std::int64_t member_bytes = 0;     // of the array, where it is a member that `host` names; 0: it is not
    bool behind_record = false;        // the program reaches it by a pointer to the record in front of it
    // The array, or the record that the array is in: it is small, the kernel only reads it, and no loop that ranks
    // share out is seen to write it. Devices may be handed its value. Null: it is to be memory.
    const VarDecl* by_value = nullptr;
    // Dimensions that count from a pointer: the one that stands where the dimensions before it lead, which are those of
    // a table of pointers (m[i][j]: 1). Their length is 0. Empty: all count from `host`.
    std::vector<int> tables = {};
    // By how much the first length is longer than the array's own rows, in which there are no boxes; with a table, how
    // much farther boxes are in each row than in the one before.
    std::int64_t skew = 0;
    // Bounds that are wider than the truth may make ranks overlap that do not. Then the launch asks the fine inspector,
    // which finds (in `fine` slots) all that `coarse` slots describe, and forgets these.
    enum class Role { only, coarse, fine } role = Role::only;
    // Objects of memory, a bit each, in which accesses through the slot may lie: slots without a common one never meet.
    // 0: not known. (By "objects", as all below.)
    std::int64_t objects = 0;
    bool begins = false; // the pointer leads to the begin of an object, if it is not null
    int root = -1;       // equal for slots of one pointer of which the proof speaks together; -1: of none alone
    // Different pointers in the tables that its accesses go through lead to the begins of different objects.
    bool held_once = false;
    [[nodiscard]] std::size_t dims() const { return lengths.size() + 1; }
    [[nodiscard]] bool is_variable() const; // whether `host` is the variable's own value, not an address made of it
    friend bool operator==(const Slot&, const Slot&) = default;
};

// reduce: a section that iterations accumulate into, each block of them in a copy of its own.
enum class AccessKind { read, write, may_write, reduce };

// Whether no iteration touches through the one what another one writes through the other, of slots of a kernel that is
// proved parallel: their objects are others, or the proof speaks of both, since they have one pointer.
[[nodiscard]] bool never_meet(const Slot& a, const Slot& b);

struct Bound {
    SymbolicExpr lo, hi; // lo <= subscript < hi
    SymbolicExpr step = 1;
    friend bool operator==(const Bound&, const Bound&) = default;
};

// Where the data of a read come from, in a kernel whose iterations lie along a dimension of an array.
struct Movement {
    enum class Kind {
        unknown,   // the iterations' own numbers place them, or the subscripts are not known
        own,       // the iteration reads at its own place: its rank holds that unless another loop moved it
        neighbour, // at a fixed distance: what lies beyond the border of a rank's part comes from others
        all,       // the loop variable does not move it: all ranks read the same part
        elsewhere, // another dimension, or another stride, than the placement's: from many ranks
    } kind = Kind::unknown;
    int dim = 0;           // that the loop variable moves (own, neighbour), from 0
    std::string subscript; // there, as the user wrote it, or in terms of the loop variables
    std::string distance;  // neighbour: from the iteration's own place, in the user's names; a number has no sign
    bool nearer = false;   // some iterations read nearer than that, or at their own place
    // No loop that may run before and that ranks share out is seen to write the array: every rank has all of it.
    bool everywhere = false;
    // own: what may have placed the array differently before, as in "line 10 writes it by rows"; empty: nothing
    std::string other;
    friend bool operator==(const Movement&, const Movement&) = default;
};

// Another access that an Access stands for, too, for reports: it touches the same elements, or some of them.
struct Mention {
    AccessKind kind = AccessKind::read;
    SourceRange range;
    std::string text;
    std::string reason;   // why it is not exact; empty: it is
    bool earlier = false; // a read of what the iteration itself has stored before
    friend bool operator==(const Mention&, const Mention&) = default;
};

// What one expression of the user's touches, for the iterations of a chunk (of a site: as a whole).
struct Access {
    int slot = 0;
    AccessKind kind = AccessKind::read;
    // everything: any memory that the program can reach (slot is -1; read or may_write; the reason says why).
    enum class Form { box, rows, whole, everything, found } form = Form::whole;
    std::vector<Bound> box; // one a dimension; rows: of the dimensions behind them, in which members of records lie
    RowScan rows;           // rows: along the last dimension that has none of these bounds
    std::optional<SymbolicExpr> guard; // the condition under which there is anything; none: always
    // Of a kernel's box, where one line says which iterations touch which elements: iteration x touches those of row
    // x + `row` (the outermost subscript) and no others; or any `each` iterations touch all of it.
    std::optional<SymbolicExpr> row;
    int each = 0;
    SourceRange range;                   // the expression
    std::string text;                    // "a[i-1][j]"
    std::string reason;                  // why it is not exact; empty: it is
    std::vector<std::string> facts;      // proved by the range pass: "0 <= j - 1 < n"
    std::vector<std::string> subscripts; // one a dimension, in terms of the loop variables, for dumps
    Movement movement;                   // of a kernel's read, for reports
    std::vector<Mention> also;           // that have the same section, or are left out because of this one
    int stage = 0;                       // found: the inspector that finds it, counted from 1
    // A read of what all ranks have at all times: in no need of being described, so footprints leave it out.
    bool everywhere = false;
    bool index = false;                                // what is read here decides addresses: inspectors read it,
    bool index_of_writes = false;                      // and the one that only tells of writes
    void add_symbols(SymbolicExpr::Symbols& to) const; // of the section
    friend bool operator==(const Access&, const Access&) = default;
};

// A cell of memory whose value host code took in front of a launch or site, for a key or a slot's pointer. What the
// program writes there must not meet the cell; where the types do not say so, the runtime compares the addresses.
struct Watched {
    std::string name; // as the user would call it: "m->px"
    HostExpr host;    // its address
    std::int64_t bytes = 0;
    // What the loop's bound or step read: if the loop changes it, C would read another value later, and the program
    // ends.
    bool bound = false;
    friend bool operator==(const Watched&, const Watched&) = default;
};

// What a launch or a site touches: written by the pass "footprints" (of a kernel) or "transfers" (of a site).
struct Touches {
    std::vector<Key> keys;
    std::vector<Slot> slots;
    std::vector<Access> accesses; // of a site: bounds use keys only
    std::vector<Watched> watched;
    std::int64_t anywhere = 0; // of a kernel: as Slot::objects, for what is read without a slot
    friend bool operator==(const Touches&, const Touches&) = default;
};

} // namespace hydra::ir

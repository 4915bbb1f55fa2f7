// The architecture-neutral program over the C tree: structured control flow around Alloc, Transfer, Launch and Free.
//
// Semantics. The serial code of the program runs on every rank with equal values. The four operations mean states, not
// actions: "Transfer s" says that what site s reads is valid on every rank from here on; so it may be repeated, merged
// and moved at no cost where it already holds. "Alloc a" says that array a exists from here on, its content held by all
// ranks; "Free a" that its content is dead. "Launch k" runs the iterations of kernel k, each once, on some rank, after
// making valid what that rank reads; afterwards exactly the rank that wrote an element holds it (or more ranks, where
// they all wrote the same).
//
// Text in C (std::string c) stands in the scope of the launch or site in the user's function (host text), or in the
// footprint function, where the names of keys, hydra_lo and hydra_hi are visible (footprint text).
#pragma once
#include <map>
#include <memory>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "ir/tree.h"

namespace hydra::ir {

// A value that a footprint depends on: evaluated by host code before the launch as `long`.
struct Key {
    std::string name;         // its name in footprint text; an identifier, unique within the launch or site
    std::string host;         // host text of an integer expression without side effects
    bool is_variable = false; // `host` is one variable of the user's whose name is `name`
    // An unsigned value of 64 bits that the footprint takes for a number from 0 to 2 to the power of 62. Where it is
    // not (`size_t offset = -3`), the footprint means everything.
    bool natural = false;
    // > 0: the footprint holds for values from -limit to limit only (where `(int)i` is taken for i), and means
    // everything for others.
    std::int64_t limit = 0;
    std::string shown = {}; // how the user would write `host`; empty: as it stands there
};

// One pointer with the shape through which it is accessed (see hydra_rt_shape in runtime/include/hydra_rt.h).
constexpr const char* told_prefix = "hydra_told_"; // see Told

struct Slot {
    std::string name;                  // as the user would call it: "a", "s.cells"
    std::string host;                  // host text of the pointer's or array's address (any object pointer type)
    const VarDecl* variable = nullptr; // the variable that holds or is it, where it is one
    std::int64_t elem = 0;             // bytes
    std::vector<std::string> lengths;  // footprint text: dimensions 1 .. D-1
    bool found = false;                // inspectors say what is touched; one dimension
    TypeRef element = nullptr;         // of `elem` bytes, where known
    int subscripts = 0;                // that the user's declaration gives an element; 0: not known
    std::int64_t member_bytes = 0;     // of the array, where it is a member that the host text names; 0: it is not
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
    [[nodiscard]] std::size_t dims() const { return lengths.size() + 1; }
    // Whether the host text is the variable's own value, not an address made of it.
    [[nodiscard]] bool is_variable() const {
        return variable != nullptr && (host == variable->name || host.starts_with(told_prefix));
    }
};

// reduce: a section that iterations accumulate into, each block of them in a copy of its own.
enum class AccessKind { read, write, may_write, reduce };

struct Bound {
    std::string lo, hi; // footprint text; lo <= subscript < hi
    std::string step = "1";
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
};

// What one expression of the user's touches, for the iterations hydra_lo <= x < hydra_hi (of a site: as a whole).
// Another access that an Access stands for, too, for reports: it touches the same elements, or some of them.
struct Mention {
    AccessKind kind = AccessKind::read;
    SourceRange range;
    std::string text;
    std::string reason;   // why it is not exact; empty: it is
    bool earlier = false; // a read of what the iteration itself has stored before
};

struct Access {
    int slot = 0;
    AccessKind kind = AccessKind::read;
    // everything: any memory that the program can reach (slot is -1; read or may_write; the reason says why).
    enum class Form { box, rows, whole, everything, found } form = Form::whole;
    std::vector<Bound> box; // one a dimension; rows: of the dimensions behind them, in which members of records lie
    // rows: C statements (footprint text) that call ROW(first subscripts…, lo, hi, step) once for each row along the
    // last dimension that has none of these bounds; already printed by isl with the runtime's helper names.
    std::string rows;
    std::string guard; // footprint text of the condition under which there is anything; empty: always
    // Of a kernel's box, where one line says which iterations touch which elements: iteration x touches those of row
    // x + `row` (footprint text; the outermost subscript) and no others; or any `each` iterations touch all of it.
    std::string row;
    int each = 0;
    SourceRange range;                   // the expression
    std::string text;                    // "a[i-1][j]"
    std::string reason;                  // why it is not exact; empty: it is
    std::vector<std::string> facts;      // proved by the range pass: "0 <= j - 1 < n"
    std::vector<std::string> subscripts; // one a dimension, in terms of the loop variables, for dumps
    Movement movement;                   // of a kernel's read, for reports
    std::vector<Mention> also;           // that have the same section, or are left out because of this one
    int stage = 0;                       // found: the inspector that finds it, counted from 1
    bool index = false;                  // what is read here decides addresses: inspectors read it
};

// The part of a kernel's body that decides the addresses of the accesses of one stage: it reads what earlier stages and
// closed forms describe, and calls hydra_rt_touch (see runtime/include/hydra_rt.h) for each access.
struct Inspector {
    // Statements in C of one iteration, in the scope of the kernel's variables. Struct variables of the function that
    // hold arrays are no variables of the kernel's: they stand between `refers` and `referred`.
    static constexpr char refers = '\x01', referred = '\x02';
    std::string body;
    std::string functions; // that it calls, at file scope
};

// A cell of memory whose value host code took in front of a launch or site, for a key or a slot's pointer. What the
// program writes there must not meet the cell; where the types do not say so, the runtime compares the addresses.
struct Watched {
    std::string name; // as the user would call it: "m->px"
    std::string host; // host text of its address
    std::int64_t bytes = 0;
    // What the loop's bound or step read: if the loop changes it, C would read another value later, and the program
    // ends.
    bool bound = false;
};

struct KernelId {
    int value = -1;
};
struct SiteId {
    int value = -1;
};

// Where iteration x sits: subscript scale * x + offset of dimension dim of a slot; slot < 0: at x itself.
struct Alignment {
    int slot = -1;
    int dim = 0;
    std::int64_t scale = 1;
    std::string offset = "0"; // host text
    std::string subscript;    // the whole of it in the user's names, for reports
    // The body's loops go through the array that places it, so there is no more work than elements, and its bounds do
    // not move: where the loop is for a part of the array, moving that would take longer than ranks without work do.
    bool streams = false;
};

// How the positions of a kernel's template go to ranks, where the user does not say. All kernels that share it agree.
struct Dealing {
    bool in_turn = false;     // in small blocks, one rank after the other; else each rank gets one block
    bool bounds_move = false; // the kernel's own bounds move with an outer loop: its launches are parts of the template
    std::string reason;       // for reports; empty: nothing speaks for dealing in turn
};

// A loop that counts: `variable` from `start` to before `bound`, or to `bound` itself where that is included.
struct CountingLoop {
    const Stmt* loop = nullptr; // its For
    const VarDecl* variable = nullptr;
    const Expr* start = nullptr;
    const Expr* bound = nullptr;
    bool inclusive = false;
    std::int64_t step = 1; // negative: downwards
};

// An inner loop of a kernel, or several that have the same rounds, one after the other. Within one iteration of the
// kernel no two rounds depend on each other, as long as pointers which differ lead to different memory: a device may
// deal the rounds out to its work items.
struct InnerLoop {
    std::string name; // of the variable that counts
    std::vector<CountingLoop> loops;
    int dimension = 0;      // of the work items along which it lies; 0 is the fastest
    bool is_reused = false; // items beside each other along it read the same elements
    // An element that all rounds of the (only) loop read and one of them stores: that round is run when all others have
    // been, and the later ones reckon with what it is going to store. Null: there is none.
    const Expr* again = nullptr;
};

// A part of a kernel's body that a device runs for all iterations before the next one, with `inner` of Kernel dealt out
// or in one piece. What stands between is run with all of them: it computes variables of the iteration's own.
struct Stage {
    std::vector<const Stmt*> statements; // side by side
    bool is_dealt = false;
};

// How a kernel's iterations may be interleaved on a core, for speed. They are proved independent, as long as pointers
// which differ lead to different memory; where the runtime sees that, it runs this form of the kernel.
struct Interleaving {
    bool lanes = false; // side by side, as lanes of a vector: they keep nothing of their own in memory
    // Of sqrt and sqrtf: what they call, and what has no effects, since the program does not look at errno.
    std::vector<std::string> plain_roots;
    // > 0: so many at a time run through the loops of the body together, each statement for all of them.
    int block = 0;
    // The body is made of counting loops whose rounds are the same for all iterations, and of statements between them,
    // which hand nothing to one another in variables: all iterations may run each of these before the next one.
    bool splits = false;
    [[nodiscard]] bool any() const { return lanes || block > 0; }
};

// How ranks may share out the rounds of an inner loop besides the iterations: each runs a box of both.
struct Boxes {
    std::vector<CountingLoop> loops; // that are cut to a rank's rounds (as InnerLoop::loops); empty: no boxes
    std::string name;                // of the variable that counts
    int dim = 0;                     // of the alignment's slot: round j sits at subscript j + offset
    std::int64_t offset = 0;
    // What the rounds hydra_from <= j < hydra_to touch; footprint text speaks of these two as it does of keys.
    std::vector<Access> accesses;
    std::string reason; // why there are none, for reports
    // An element that all rounds of the (only) loop read and one of them stores: ranks with later rounds run that round
    // for themselves first, on a copy. Null: there is none.
    const Expr* again = nullptr;
    [[nodiscard]] bool any() const { return !loops.empty(); }
};

// Whether the kernel's ranks form a grid without being asked to: those of all kernels that share its arrays do then.
struct GridChoice {
    int group = -1; // a number for these kernels; -1: never
    // What one of each of the group's launches moves that stand in a serial loop: bytes for every row of ranks but one
    // and each column of the array, and for every column of ranks but one and each row. Blocks of rows move the former
    // for every rank but one.
    std::int64_t down = 0, across = 0;
    int once = 0;         // arrays that other launches go through by rows, once each
    bool repeats = false; // the kernel is one of those in a serial loop
    // Host text: so many rounds the serial loop has that it is in, or that comes, as far as can be told; empty: nobody
    // knows.
    std::string rounds;
    bool counts_all = false; // there will not be more
    std::string reason;      // why never, for reports; empty: there is nothing to choose
};

// How ranks may share out the rows of arrays that the kernel's iterations run through from end to end, each being a
// column: every part of the body is run for a block of iterations by one rank after the other, as a pipeline.
struct Sweep {
    struct Segment {
        CountingLoop loop;                   // whose rounds lie along the rows, one by one; or, without a loop,
        std::vector<const Stmt*> statements; // what stands between the loops
        std::int64_t offset = 0;             // round i sits at subscript i + offset of dimension `dim`
        std::vector<Access> accesses;        // as Boxes::accesses; of statements: what all of them touch
    };
    std::vector<Segment> segments; // in the body's order; empty: there is no such way, or it is never taken
    int slot = -1, dim = 0;        // of the array whose rows these are, and the dimension whose subscript counts them
    // Summed up over the kernels of a serial loop's round that go this way, since they take it together: bytes that
    // each rank but one gets for a column, and arrays that would change places instead, from rows to columns or back.
    std::int64_t border = 0;
    int changes = 0;
    // Each part writes one line of the arrays (`b[0][j] = b[1][j]`, along whose dimension `dim` no iteration moves),
    // and ranks that have the line run it, whatever border and changes say.
    bool edges = false;
    // Where ranks form a grid (GridChoice::group of the loops that choose it; -1: none): iteration x sits at subscript
    // x + across_offset of dimension `across`, and each rank beside the line runs its own iterations.
    int group = -1, across = -1;
    std::int64_t across_offset = 0;
    bool by_grid_only = false; // without a grid, iterations lie as any others do
    [[nodiscard]] bool any() const { return !segments.empty(); }
};

// A way to place a kernel's iterations, for reports.
struct Candidate {
    std::string name;
    std::string volume; // bytes that a launch moves, a formula in the user's names and P, R, C, B; empty: none is known
    std::string reason; // why none is
    bool chosen = false; // where the user does not say otherwise
    bool possible = true;
    bool grid = false;      // of ranks
    std::string note = {};  // what decides when the program runs
    std::string where = {}; // the formula holds where this is so; empty: always
    bool at_most = false;   // iterations read parts only of what it counts
};

// A parallel loop, outlined.
struct Kernel {
    KernelId id;
    int unit = 0; // index in Program::units
    const FunctionDecl* function = nullptr;
    const Stmt* loop = nullptr; // its For, with directive and canonical form
    std::string at;             // "prog.c:12"
    std::string name;           // an identifier unique in the program: "main_12"

    // The chunked variable x. counted = false: x is the loop variable's value, the step is +1 or -1, and the iterations
    // are begin <= x < end. counted = true: x counts iterations from 0 (begin is "0"), and the loop variable is
    // start + x * step, where step (host text, signed) is loop-invariant. In both cases `count_is` and the final value
    // of the variable follow from them.
    bool counted = false;
    std::string begin, end;  // host text, of type long
    std::string start, step; // host text, of type long; meaningful in both cases
    // Host text of the condition under which C's loop would begin, but its step, which only the run tells, does not
    // lead to its end (`i < n` with a step of 0 or less): the run ends. Empty: it cannot be so.
    std::string astray;
    bool descending = false;

    std::vector<Key> keys;
    std::vector<Slot> slots;
    std::vector<Access> accesses;
    Alignment alignment;

    std::vector<const VarDecl*> last_values; // privates (not the loop variable) that are read after the loop
    bool replicated = false;                 // every rank runs all of it, in order
    std::string reason;                      // why
    bool ordered = false;                    // replicated, since the body does more than storing values (it prints …)

    std::vector<Inspector> inspectors; // stage 1, 2, ...; the last is the fine one where there are fine slots
    // Host text of pointers whose values they depend on, whether or not anything is accessed through them (`end - a`).
    std::vector<std::string> marks;
    bool forgets = false; // what they find depends on more than keys, pointers and what they read
    bool brief = false;   // an iteration takes no longer than to note what it touches
    bool light = false;   // the same, where it has loops, of touching it
    bool walks = false;   // in steps that only the run tells, and is brief
    // No two iterations touch one element that either writes, provided that pointers which differ lead to different
    // arrays (the runtime looks at that at each launch).
    bool proved_parallel = false;
    // Of what inspectors read, whatever the loop stores into by the same name, each iteration reads before it stores
    // there, and no other iteration does.
    bool own_indexes = false;
    // Those of which that is not certain, as the user calls them; equal ones: different rows of one table of pointers.
    std::vector<std::pair<std::string, std::string>> taken_apart;
    // Accesses of declared matrices whose subscripts must stay inside their rows, as C demands, for that to be so: then
    // it is not proved. Where nothing is: why.
    std::vector<std::string> rows_assumed;
    std::string doubt;
    // The access whose element nobody knows before the program runs, or may be met twice, if that is why.
    const Expr* looked_up = nullptr;
    bool may_exit = false;  // an iteration may say why and end the program with exit
    bool may_abort = false; // the same with abort or a failed assertion
    // Iterations may leave something in errno, or raise floating-point exceptions, and the program looks at that.
    bool leaves_errors = false;
    std::vector<Watched> watched;
    std::vector<InnerLoop> inner; // that devices may deal out besides the iterations; outermost first, at most two
    // In the order in which they are launched where `inner` is dealt out; empty: the body is one launch.
    std::vector<Stage> stages;
    int dimension = 0;                    // along which the iterations themselves lie then,
    bool is_reused = false;               // and whether those beside each other read the same elements
    std::vector<std::string> kept_inside; // why the rounds of other inner loops are not dealt out, for reports
    std::string decides; // where scalars that it leaves may decide how the program goes on; empty: nowhere
    Dealing dealing;
    Interleaving interleaving;
    std::vector<InnerLoop> shared; // `inner` of a loop with reductions, whose rounds devices do not deal out
    Boxes boxes;
    GridChoice grid;
    Sweep sweep;
    std::vector<Candidate> candidates;
};

// A place in serial code before which arrays must be valid: a statement, or a controlling expression that is evaluated
// again and again (then the transfer is part of the expression).
struct Site {
    SiteId id;
    int unit = 0;
    const FunctionDecl* function = nullptr;
    const Stmt* statement = nullptr; // before this statement; or
    const Expr* condition = nullptr; // as `(transfer, condition)`
    // The transfer stands behind the condition, a call that launches: elements that are read beside it in one
    // expression may be loaded after the call, whatever came before it.
    bool behind = false;
    std::string at, name;
    std::vector<Key> keys;
    std::vector<Slot> slots;
    std::vector<Access> accesses; // bounds use keys only
    // A bulk copy: not a transfer of what the statement touches, but the word that it copies so many bytes (host text)
    // to where slot 0 points, from where slot 1 does, or, without one, stores bytes that are equal on all ranks.
    std::string copied;
    // Where not every rank has what the statement reads, rank 0 alone gets it and runs the statement, and hands out
    // `handed` (host text of scalar variables) afterwards.
    bool alone = false;
    std::vector<std::string> handed;
    std::vector<Watched> watched;
    std::vector<std::string> streams; // variables that hold the streams to which such a statement writes
    std::string when;      // host text; where it is false, what the site's pointers lead through need not be there
    std::string decides;   // where what it reads may decide how the program goes on; empty: nowhere
    bool in_loops = false; // its function runs in parallel loops only
    // `condition` is an lvalue that is read, and made valid alone, whatever `accesses` say; they are for reports.
    bool window = false;
    bool windows = false; // alone: parts of the statement are such lvalues
};

// ---- operations --------------------------------------------------------------------------------------------------

struct Op;
using Block = std::vector<Op>;

// Operations that stand for statements of the user's carry the place too (`at`, "prog.c:12"), which is all that the
// text form keeps of the statement.
struct AllocOp {
    const VarDecl* array = nullptr;
    std::string name;
}; // a static array (before main) or a local one (its scope entered)
struct FreeOp {
    std::string what;
    SourceRange range;
    std::string at;
}; // free(p), realloc(p, n): done by the runtime's allocator
struct TransferOp {
    SiteId site;
};
struct LaunchOp {
    KernelId kernel;
};
struct SerialOp {
    const Stmt* statement = nullptr;
    std::string at;
}; // runs on every rank; holds no launch
struct LoopOp {
    const Stmt* statement = nullptr;
    Block condition;
    Block body;
    std::string at;
}; // a while/do/for that holds a launch
struct BranchOp {
    const Stmt* statement = nullptr;
    Block then, otherwise;
    std::string at;
}; // an if or switch that holds a launch

struct Op {
    std::variant<AllocOp, FreeOp, TransferOp, LaunchOp, SerialOp, LoopOp, BranchOp> node;
    template <class T> [[nodiscard]] const T* as() const { return std::get_if<T>(&node); }
    template <class T> [[nodiscard]] T* as() { return std::get_if<T>(&node); }
};

struct Function {
    int unit = 0;
    const FunctionDecl* decl = nullptr;
    std::string name;
    Block body;
    bool may_launch = false; // itself or what it calls
};

// What host code of other units asks this unit for, since it cannot name it: `text`, a pointer or an integer, by a call
// of the function `name`.
struct Told {
    int unit = 0;
    std::string name, text;
    bool pointer = false;
};

struct Program {
    std::vector<std::unique_ptr<TranslationUnit>> units;
    std::vector<Function> functions;
    std::vector<Kernel> kernels;
    std::vector<Site> sites;
    std::vector<std::pair<int, const VarDecl*>> static_arrays; // file-scope arrays with their unit: Alloc before main
    std::vector<Told> told;                                    // in the order in which the passes came to them
    // Subscripts of rows (m[0][i * C + j]) that may run over the row's end into the next one, which compilers take to
    // be impossible: they must not see the row's length there.
    std::set<const Expr*> overruns;

    [[nodiscard]] const Kernel& kernel(KernelId id) const { return kernels.at(static_cast<std::size_t>(id.value)); }
    [[nodiscard]] const Site& site(SiteId id) const { return sites.at(static_cast<std::size_t>(id.value)); }
};

// The definition that a call of this (external) function reaches, in whichever unit; null: not in the program.
const FunctionDecl* find_definition(const Program& program, const FunctionDecl* function);

} // namespace hydra::ir

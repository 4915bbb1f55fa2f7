// Access relations: a symbolic run of a parallel loop's body, or of a launch-free piece of serial code, that notes
// every access to memory with its subscripts as polynomials over the loop variables, and the domain on which it
// happens. Called functions of the program are run through with their arguments, so their accesses count as the
// caller's.
//
// What is not known exactly is widened and says why: reads may cover more, writes become may-writes.
#pragma once
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "passes/evaluation/parts.h"
#include "passes/evaluation/region_options.h"
#include "passes/symbolic/isl_bridge.h"

namespace hydra::passes {

// A pointer or array that lives outside the region: where an address comes from.
struct Root {
    std::string name;
    ir::HostExpr host;
    const ir::VarDecl* variable = nullptr; // that is or holds it
    const ir::VarDecl* base = nullptr;     // the variable that `host` starts from
    ir::TypeRef pointee = nullptr;
    // What host code can evaluate: the pointer, or what it is the address of (where host is an address); or null.
    const ir::Expr* expr = nullptr;
    // What lies behind the pointers of a table (m[i][j], s[i].p[j]): the dimensions before each load of a pointer, as
    // written by the user. Empty: what `host` points at.
    std::vector<int> tables = {};
    int depth = 0;                  // how many loads of pointers from memory `host` takes
    bool behind_record = false;     // the array at the end of the record that another pointer leads to
    const ir::Expr* load = nullptr; // an early value: where the region loads it
    bool is_part = false;           // the base variable, or a part of it, that is reached without a pointer
};

// In the order in which they print, which is the same in every run.
struct PrintedOrder {
    bool operator()(const ir::HostExpr& a, const ir::HostExpr& b) const { return a.text() < b.text(); }
};
using HostPointers = std::set<ir::HostExpr, PrintedOrder>;

struct RawAccess {
    // Whose answer tells in which objects the memory may lie (points_to.h): an lvalue there, or a pointer that leads
    // there; neither: nobody's.
    struct Memory {
        const ir::Expr* lvalue = nullptr;
        const ir::Expr* pointer = nullptr;
    } memory = {};
    static constexpr int everything = -1;
    int root = 0; // or everything: any memory that the program can reach; the reason says why
    ir::AccessKind kind = ir::AccessKind::read;
    bool known = true; // the subscripts are
    // Whether some of them stand for any value in their range; an element that may be any of an array in a record.
    enum class Widened { no, yes, in_record } widened = Widened::no;
    std::vector<Poly> subscripts;
    std::vector<Poly> lengths; // of dimensions 1 … (invariant); 0 where a table's pointers begin
    std::vector<int> tables;   // dimensions that count from pointers that the dimensions before them select
    // By dimension: whether it is a declared one in which only array subscripts count, which C keeps inside it. Empty:
    // none is.
    std::vector<bool> declared;
    std::int64_t elem = 0; // bytes
    Domain domain;
    std::string reason; // why the subscripts or the domain are wider than the truth; empty: exact
    support::SourceRange range;
    std::string text;
    ir::TypeRef object = nullptr;      // what is touched; null: anything
    const ir::Expr* element = nullptr; // the expression, where it is one element (or an array's row)
    const ir::Expr* expr = nullptr;    // the lvalue
    const ir::Expr* among = nullptr;   // where it stands for those in all arms of a branch: one of them
    bool called = false;               // which stands in a function that the region calls,
    support::SourceRange place;        // in this part of the region's own text; else the same as `range`
    bool host_read = false;            // host code reads it, too: the value is a parameter of the region
    bool whole = false;                // no section was found (footprints)
    bool may_end = false;              // data may end the outermost loop around it before
    bool everywhere = false;           // a read of what all ranks have at all times (the pass "everywhere")
    // !known: the subscripts that are known, for all values of the outermost one.
    std::shared_ptr<const RawAccess> rows;
    // What inspectors have to do with it (the pass "inspect").
    struct Inspected {
        int stage = 0;                // > 0: the inspector of this stage finds at run time what is touched,
        bool passed_guard = false;    // and leaves out conditions around it, or ways out of the loop that it is in
        int fine = 0;                 // > 0: a section that is too wide, and this inspector's stage finds the truth
        bool index = false;           // inspectors read it,
        bool fine_index = false;      // but only the one that refines,
        bool index_of_writes = false; // and the one that only tells of writes
        [[nodiscard]] bool is_found() const { return stage > 0 || fine > 0; }
    };
    Inspected inspected;
    bool loose = false; // the section leaves out conditions, since none is known with them
    // When it happens in an iteration.
    struct Order {
        // When it was noted, and what has surely been done by then: all that was noted in these spans of time, from one
        // moment on to before another. What else stands in the same expressions may come before or after it.
        long moment = 0;
        std::vector<std::pair<long, long>> done;
        // It stands for stores in different loops, in the arms of a branch, of which one happens. The domain has the
        // loops of one of them, and the moment is the branch's last: only what comes behind the branch finds it done.
        bool in_own_loops = false;
        // Whether C's sequence points put it before the other: it has surely been done when that comes.
        [[nodiscard]] bool is_sequenced_before(const Order& other) const {
            return std::any_of(
                other.done.begin(), other.done.end(),
                [&](const auto& span) { return span.first <= moment && moment < span.second; });
        }
    };
    Order order;
};

struct RegionAccesses {
    std::vector<Root> roots;
    std::vector<RawAccess> accesses;
    // Kernel: why the loop must keep its sequential order (it prints …); site: why it must be cut into smaller pieces.
    std::string obstacle;
    support::SourceRange obstacle_range;
    struct Problem {
        support::SourceRange range;
        std::string message;
    };
    std::vector<Problem> problems;               // errors of the user's
    bool may_exit = false;                       // kernel: an iteration may end the program by exit,
    bool may_tell = false;                       // or print to standard error and go on
    bool may_abort = false;                      // or by abort or a failed assertion
    std::vector<const ir::Expr*> host_loads;     // memory that host code reads to compute parameters
    std::vector<std::unique_ptr<ir::Expr>> made; // expressions of host code that stand nowhere in the program
    // The pointers that these loads give. No slot has them where nothing is accessed through them.
    std::map<const ir::Expr*, HostPointers> host_pointers;
    std::set<const ir::Expr*> settled; // loads of values that no launch changes: parameters, private memory
    std::set<SymbolId> relied_on;      // natural or small by assumption, where no access tells of that
    // A cell of memory whose value host code takes in front of the region (pointers and integers).
    struct Early {
        RawAccess cell;
        int depth = 0; // that of the cell's root
        ir::HostExpr address;
        ir::HostExpr host;     // the value
        bool compared = false; // right only where no write of the region meets the cell: the runtime looks
    };
    std::vector<Early> early;
    std::set<const ir::Expr*> overruns; // subscripts that may run over the end of their row (overrun_notes.h)
    // Kernel: a loop of the body itself (not of a function that it calls) that counts, an iterator of the accesses in
    // it.
    struct Counted {
        const ir::For* loop = nullptr;
        SymbolId iterator = -1;
        Poly start, bound;
        bool runs_all = true; // no round leaves it early, and it has no further condition
    };
    std::vector<Counted> counted;
    std::vector<Division> divisions; // kernel: see parts.h
    std::vector<Exchange> exchanges; // kernel
    // Kernel: an iteration makes objects without a name (compound literals, malloc), or gets a pointer to some; and
    // stores through pointers into memory of its own. What it hands on there, no variable tells.
    bool makes_unnamed = false, stores_unnamed = false;
    // Whether an access may be to any memory.
    [[nodiscard]] bool is_lost() const {
        return std::any_of(
            accesses.begin(), accesses.end(), [](const RawAccess& raw) { return raw.root == RawAccess::everything; });
    }
};

// Runs through statements (or one expression) from the state in which every variable outside has a fixed value.
// bridge: holds the symbols and what is assumed of them.
RegionAccesses collect_accesses(const Summary& summary, Symbols& symbols, IslBridge& bridge,
                                const RegionOptions& options, const ir::Stmt* statement, const ir::Expr* expression);

// The value of an expression in serial code as a polynomial over parameters (made at need); nullopt: not integer, or it
// reads memory or calls. changed: variables that are not fixed.
std::optional<Poly> host_value(const Summary& summary, Symbols& symbols, IslBridge& bridge, const Variables& changed,
                               const ir::Expr& expression);

} // namespace hydra::passes

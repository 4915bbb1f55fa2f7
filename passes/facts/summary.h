// What statements and functions change, call and touch, as far as it is needed to know which values are fixed:
// variables assigned, globals written by callees (transitively), functions that may reach a parallel loop.
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "ir/parameter_use.h"
#include "ir/program.h"
#include "passes/facts/call_targets.h"
#include "passes/facts/errno_uses.h"

namespace hydra::passes {

using Variables = std::set<const ir::VarDecl*>;

// Walks all expressions (also nested ones) and statements below a node, in source order, but for branches that no run
// takes.
void walk(const ir::Stmt& stmt, const std::function<void(const ir::Expr&)>& on_expr,
          const std::function<void(const ir::Stmt&)>& on_stmt);
void walk(const ir::Expr& expr, const std::function<void(const ir::Expr&)>& on_expr,
          const std::function<void(const ir::Stmt&)>& on_stmt);

// Whether the node itself calls setjmp or one of its kin: control may come to its end from anywhere.
bool may_come_back(const ir::Stmt& stmt);
bool may_come_back(const ir::Expr& expr);
// Whether the function is longjmp or one of its kin.
bool is_long_jump(const ir::FunctionDecl& function);

class Summary {
  public:
    // wanted_outside: names of functions that code outside of the program may call.
    explicit Summary(const ir::Program& program, const std::set<std::string>& wanted_outside = {});
    Summary(const Summary&) = delete; // a part of it refers to it
    Summary& operator=(const Summary&) = delete;

    // Whether the function, or what it calls, holds a directive. Calls through pointers may reach any function whose
    // address is taken.
    [[nodiscard]] bool may_launch(const ir::FunctionDecl* function) const;
    [[nodiscard]] bool indirect_call_may_launch() const;
    // The functions that a call through the pointer may reach. bound: what parameters are known to hold there.
    [[nodiscard]] CallTargets targets(const ir::Expr& pointer, const FunctionPointers::Bound& bound = {}) const;
    [[nodiscard]] CallTargets targets(const ir::Call& call) const { return targets(*call.callee); }
    // Those that the value of an expression may be.
    [[nodiscard]] CallTargets functions_in(const ir::Expr& pointer, const FunctionPointers::Bound& bound) const {
        return function_pointers_.held_by(pointer, bound);
    }
    // Whether all functions whose address is taken are defined in the program, or pure.
    [[nodiscard]] bool indirect_calls_stay_inside() const { return !outside_address_; }
    [[nodiscard]] bool holds_launch(const ir::Stmt& stmt) const;
    [[nodiscard]] bool holds_launch(const ir::Expr& expr) const;

    // Whether the call may end in a longjmp to somewhere else, so that what follows in its statement does not happen.
    [[nodiscard]] bool may_jump_away(const ir::Call& call) const;

    // Variables that running the node may change: assigned or declared in it, assigned by functions that it calls, and
    // those whose address escapes where the node (or what it calls) stores values that may alias them.
    [[nodiscard]] Variables changed_by(const ir::Stmt& stmt) const;
    [[nodiscard]] Variables changed_by(const ir::Expr& expr) const;
    // Whether running the node may store, through memory, a value that aliases an object of this type.
    [[nodiscard]] bool may_store(const ir::Stmt& stmt, ir::TypeRef object) const;
    [[nodiscard]] bool may_store(const ir::Expr& expr, ir::TypeRef object) const;
    // Whether it may store pointers, otherwise than character by character.
    [[nodiscard]] bool may_store_pointers(const ir::Stmt* stmt, const ir::Expr* expr) const;
    // How running the node (one of the two; the other null) may change the cell of memory that an lvalue names. none:
    // no store that can reach it; beside: only by the names of other members; elsewhere: only stores that look as if
    // they went to other cells, and whose accesses the symbolic run notes; here: it may. callees_count: the accesses of
    // called functions are noted too. elsewhere: variables that do not hold the cell. by_name: elements of other
    // variables than the cell's look as if they were other cells.
    enum class CellStores { none, beside, elsewhere, here };
    [[nodiscard]] CellStores stores_to(const ir::Stmt* statement, const ir::Expr* expression, const ir::Expr& cell,
                                       bool callees_count, const Variables& elsewhere = {}, bool by_name = false) const;
    // Whether the node stores into the array variable, or lets its address go.
    [[nodiscard]] static bool may_change_elements(const ir::Stmt& stmt, const ir::VarDecl* array);
    // Whether the node may store into a part of the record variable, or lets the address of one go; `read` are
    // arguments through which functions only read.
    [[nodiscard]] static bool may_change_parts(const ir::Stmt& stmt, const ir::VarDecl* record,
                                               const std::set<const ir::Expr*>& read = {});
    // Whether the array variable keeps its initial values while the program runs: nothing stores into it or takes the
    // address of an element.
    [[nodiscard]] bool never_changes(const ir::VarDecl* array) const;
    [[nodiscard]] static Variables declared_in(const ir::Stmt& stmt);
    // Whether the call leaves alone the object whose address the argument is: the parameter points to const, or the
    // function, which takes it without const, only reads it.
    [[nodiscard]] bool only_reads(const ir::Call& call, std::size_t index) const {
        return use_of(call, index) == ir::ObjectUse::reads;
    }
    // What the call does with the object whose address the argument is; through a pointer, any function that it may
    // reach.
    [[nodiscard]] ir::ObjectUse use_of(const ir::Call& call, std::size_t index) const;
    // Assignments (initialisers, ++ and & count too) of a variable in the whole program.
    [[nodiscard]] bool ever_assigned(const ir::VarDecl* variable) const {
        return assignments_.contains(canonical(variable));
    }
    [[nodiscard]] bool assigned_once(const ir::VarDecl* variable) const;
    [[nodiscard]] const Variables& address_taken() const { return address_taken_; }
    // Whether object files or libraries that are linked look for something of this name.
    [[nodiscard]] bool is_wanted_outside(const std::string& name) const { return wanted_outside_.contains(name); }
    // Struct variables of which a function that is handed their address gives those of elements away; the members
    // outside of their arrays stay known.
    [[nodiscard]] const Variables& elements_taken() const { return elements_taken_; }

    [[nodiscard]] const ErrnoUses& errno_uses() const { return errno_uses_; }
    // Whether the program asks for the flags of floating-point exceptions.
    [[nodiscard]] bool looks_at_exceptions() const { return looks_at_exceptions_; }
    // Whether it may set how floating-point operations round or trap.
    [[nodiscard]] bool sets_float_modes() const { return sets_float_modes_; }
    [[nodiscard]] bool looks_at_signgam() const { return looks_at_signgam_; } // what lgamma leaves there

    // Whether the program asks for functions to be called at its end.
    [[nodiscard]] bool has_exit_handlers() const { return exit_handlers_; }

    // Whether the function dereferences memory that is not its own, directly or through what it calls.
    [[nodiscard]] bool touches_memory(const ir::FunctionDecl* function) const;
    // Whether a function of the program that does may run in the call, also one that a library calls back.
    [[nodiscard]] bool touches_memory(const ir::Call& call) const;
    // Whether code that is not in the program may call the function: by its name, or through a pointer.
    [[nodiscard]] bool may_be_called_back(const ir::FunctionDecl* function) const {
        return called_back_.contains(function);
    }
    [[nodiscard]] const ir::FunctionDecl* definition(const ir::FunctionDecl* function) const;
    // Whether calls through pointers may reach the function.
    [[nodiscard]] bool takes_address(const ir::FunctionDecl* function) const {
        return functions_with_address_.contains(function);
    }
    // Functions of the program that a node calls directly.
    [[nodiscard]] std::vector<const ir::FunctionDecl*> callees(const ir::Stmt& stmt) const;
    // A file-scope variable by what all units know it as (extern declarations of one object are one).
    [[nodiscard]] const ir::VarDecl* canonical(const ir::VarDecl* variable) const;

  private:
    struct Facts {
        Variables assigned_globals;
        std::set<const ir::FunctionDecl*> calls;
        std::set<ir::TypeRef> stored; // types of stores through memory
        bool launches = false, touches = false, calls_pointer = false, jumps = false;
    };
    // The functions of the program that a call reaches at once: the one that it names, and those that it hands to a
    // library function which calls them.
    struct Reached {
        std::vector<const ir::FunctionDecl*> functions;
        bool any = false; // through a pointer that may hold any function whose address is taken
    };
    [[nodiscard]] Reached reached(const ir::Call& call) const;
    void add_reached(Reached& to, const ir::Expr& pointer) const;
    [[nodiscard]] ir::ObjectUse use_of(const ir::FunctionDecl& callee, std::size_t index) const;
    template <class Node> void collect(Facts& facts, const Node& node);
    void find_callbacks(const std::set<std::string>& wanted_outside);
    void note_address(const ir::Expr& operand);
    void add_own_stores(std::set<ir::TypeRef>& out, const ir::Expr& expr) const;
    template <class Node> void find_escapes(const Node& node);
    void close();
    void add_effects(Variables& out, const ir::Expr& expr) const;
    void add_stored(std::set<ir::TypeRef>& out, const ir::Expr& expr) const;

    const ir::Program& program_;
    ir::FunctionBodies bodies_;
    const ir::Definitions definitions_;
    std::map<const ir::VarDecl*, const ir::VarDecl*> canonical_;
    mutable std::map<const ir::VarDecl*, bool> constant_arrays_; // answers of never_changes
    FunctionPointers function_pointers_;
    mutable std::map<std::pair<const ir::FunctionDecl*, std::size_t>, ir::ObjectUse> parameter_uses_; // of use_of
    std::map<const ir::FunctionDecl*, Facts> facts_;
    std::set<std::string> wanted_outside_;
    Variables address_taken_, elements_taken_;
    std::map<const ir::VarDecl*, int> assignments_;
    std::set<const ir::FunctionDecl*> functions_with_address_;
    std::set<const ir::FunctionDecl*> called_back_;
    bool outside_address_ = false; // that of a function which is not in the program is taken
    ErrnoUses errno_uses_;
    bool exit_handlers_ = false, looks_at_exceptions_ = false, looks_at_signgam_ = false;
    bool sets_float_modes_ = false;
};

// Whether the call may set how floating-point operations round or trap: fesetround, feenableexcept and their kin,
// _mm_setcsr.
bool may_set_float_modes(const ir::Call& call);

// The target of an assignment, ++ or --; null for other expressions.
const ir::Expr* assignment_target(const ir::Expr& expr);

// Whether a store of one type can change an object of another, by C's aliasing rules (null: any type).
bool may_alias(ir::TypeRef stored, ir::TypeRef object);
// Whether a record of the one type, or an element of an array of such, is one of the other or has one inside of it.
// Types of different units are one where their names and their members' are.
bool holds_record(ir::TypeRef record, ir::TypeRef wanted);
// Whether the called function declares this parameter as a pointer to const.
bool takes_constant(const ir::Call& call, std::size_t index);
// The variable that an assignment or ++/-- expression changes, where its target is (a member of) a variable; null
// otherwise, and for other expressions.
const ir::VarDecl* assigned_variable(const ir::Expr& expr);
// Whether the expression stores through memory: an assignment whose target is no variable.
bool stores_to_memory(const ir::Expr& expr);
// Whether the library's function of this name has a function called at the program's end.
bool registers_exit_handler(const std::string& name);
// Whether the expression is a member that holds fewer bits than its type: what is stored there is cut to them.
bool is_bit_field(const ir::Expr& expr);
// The variable at the bottom of `v`, `v.x`, `v.x.y`, `(&v)->x`, `*&v`; null for anything else.
const ir::VarDecl* base_variable(const ir::Expr* expr);
// Of an element (`v[i]`, `v[i][j]`, `*v`): the array or pointer that it is named by; null where members or sums lead
// there.
const ir::VarDecl* variable_of_element(const ir::Expr& expr);

} // namespace hydra::passes

// Slices of a kernel's body: the part of it that decides the addresses of some of its accesses, as C text in which each
// of these accesses is replaced by a note of its address. The slice keeps what the addresses need: assignments to local
// variables, loops and conditions around, jumps, loads of subscripts; it drops everything else and stores nothing
// outside of its own variables.
//
// Which variables matter is found without regard to order (a variable that matters once matters everywhere), as the
// least fixed point: a kept access needs the variables of its address and of the conditions around it, and these need
// their assignments. (Weiser, Program Slicing, 1984, without his reaching definitions.)
#pragma once
#include <map>
#include <set>
#include <string>

#include "passes/facts/summary.h"

namespace hydra::passes {

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

// Functions that the body calls belong to the slice where they hold some of the accesses, or compute from memory what
// decides them: then the slice calls copies that have been cut down like the body, once for all calls.
class Slicer {
  public:
    // The slicer keeps references. unit: that of the kernel.
    Slicer(const Summary& summary, const ir::Kernel& kernel, const ir::TranslationUnit& unit);

    // What the slice for these accesses (lvalues in the body) needs. False: there is none; why() says it.
    bool close(const std::set<const ir::Expr*>& targets);
    // The same without loads of some. Where there is no such slice, one that leaves out guards (slice_guards.cpp), and
    // so may note more than an iteration touches: then is_wider(). False: there is none either.
    bool close_without(const std::set<const ir::Expr*>& targets, const std::set<const ir::Expr*>& loads);
    [[nodiscard]] bool is_wider() const { return !dropped_.empty(); } // what the last close has found
    [[nodiscard]] const std::string& why() const { return why_; }
    // Of the last close: the memory that the slice reads (lvalues), and the outside variables that it names, with the
    // expressions that name them (a member of a struct variable as the member).
    [[nodiscard]] const std::set<const ir::Expr*>& loads() const { return loads_; }
    [[nodiscard]] const std::map<const ir::VarDecl*, std::set<const ir::Expr*>>& outside() const { return outside_; }
    // Of outside(): mentions in the functions called.
    [[nodiscard]] const std::set<const ir::Expr*>& mentioned_in_calls() const { return mentioned_in_calls_; }
    // The text of the slice that the last close has found; stage: part of the names of functions.
    [[nodiscard]] SliceText text(const std::map<const ir::Expr*, SliceTarget>& targets, int stage) const;

  private:
    friend class SliceWriter;

    bool close_checked(const std::set<const ir::Expr*>& targets);
    // slice_guards.cpp. A part of a condition, or a break (part: null), and what may be run in vain without it: a
    // statement, or the other operand.
    struct Guard {
        const ir::Expr* part;
        const ir::Stmt *stmt, *inside;
        const ir::Expr* inside_expr;
    };
    [[nodiscard]] bool may_run_in_vain(const ir::Expr& expr) const;
    static bool is_arithmetic(const ir::Expr& expr);
    static std::vector<const ir::Expr*> parts_of(const ir::Expr& condition);
    void find_guards(const ir::Stmt& stmt, const ir::Stmt* counted);
    [[nodiscard]] bool counts(const ir::For& loop) const;
    [[nodiscard]] bool stands_behind_changes(const Guard& guard) const;
    [[nodiscard]] std::vector<const Guard*> guards_of_targets() const;
    [[nodiscard]] bool is_harmless(const Guard& guard) const;
    [[nodiscard]] bool may_call_in_vain(const ir::Expr& expr, int depth = 0) const;
    [[nodiscard]] bool is_named_only_in(const ir::For& loop, const ir::VarDecl* variable) const;
    [[nodiscard]] bool loads_in_vain(const ir::Expr& expr, const Variables& changed) const;
    void need_condition(const ir::Expr& condition);
    // The least fixed point with, or without, what ends the program.
    bool close_over(const std::set<const ir::Expr*>& targets, bool exits);
    // Whether the expression is a call that does not come back.
    [[nodiscard]] static bool ends_program(const ir::Expr& expr);
    // What must stay: these return whether anything of the node does, and add what that needs.
    bool keep(const ir::Stmt& stmt, const ir::Stmt* loop, const ir::Stmt* breakable);
    bool keep_loop(const ir::Stmt& stmt, const ir::Stmt* init, const ir::Expr* cond, const ir::Expr* inc,
                   const ir::Stmt& body);
    bool keep_declaration(const ir::DeclStmt& declaration);
    bool keep_switch(const ir::Stmt& stmt, const ir::Switch& choice, const ir::Stmt* loop);
    bool keep(const ir::Expr& expr);
    bool keep_node(const ir::Expr& expr);
    bool keep_entry_targets(const ir::Stmt& stmt, const ir::Expr& cond);
    // The expression is evaluated as it stands: adds what its value, or an lvalue's address, needs.
    void need(const ir::Expr& expr);
    void need_lvalue(const ir::Expr& expr);
    void need_address(const ir::Expr& expr);
    void need_base(const ir::Expr& base);
    void need_lengths(ir::TypeRef type);
    void need_change(const ir::Expr& target);
    void mention(const ir::VarDecl* variable, const ir::Expr& expr);
    void allow_call(const ir::Expr& expr, const ir::Call& call);
    // Jumps and types that slices do not follow.
    static bool has_strange_parts(const ir::Stmt& body, bool may_return);
    bool keep_call(const ir::Call& call, const ir::FunctionDecl& function);
    bool keep_return(const ir::Return& leave);
    void need_call(const ir::Expr& expr, const ir::Call& call);
    void enter_calls(const ir::Stmt& body, const ir::TranslationUnit& unit);
    void put_out_of_reach(const ir::FunctionDecl& function);
    [[nodiscard]] std::vector<const ir::FunctionDecl*> called_otherwise(const ir::Stmt& body) const;
    [[nodiscard]] bool can_enter(const ir::FunctionDecl& function, const ir::TranslationUnit& unit) const;
    // The function that the call reaches, where slices may hold a copy of it; else null.
    [[nodiscard]] const ir::FunctionDecl* entered(const ir::Call& call) const;
    // Whether slices call a copy instead of the function.
    [[nodiscard]] bool is_sliced(const ir::FunctionDecl* function) const {
        return noting_.contains(function) || valued_.contains(function);
    }
    void find_lent();
    [[nodiscard]] bool lends(const ir::Call& call, const ir::FunctionDecl& function, std::size_t index) const;
    [[nodiscard]] bool names_lent(const ir::Expr& expr) const {
        return expr.as<ir::DeclRef>() != nullptr && lent_.contains(ir::named_variable(&expr));
    }
    void follow_lent(const ir::Call& call, const ir::FunctionDecl& function);
    void find_all_escapes(const ir::Stmt& body);
    void find_escapes(const ir::Expr& expr, bool subscripted);

    [[nodiscard]] bool is_local(const ir::VarDecl* variable) const { return local_.contains(variable); }
    [[nodiscard]] bool relevant(const ir::VarDecl* variable) const { return relevant_.contains(variable); }
    // The variable of the iteration's own that the lvalue is, or is a part of; null: memory.
    [[nodiscard]] const ir::VarDecl* own_variable(const ir::Expr& lvalue) const;
    void fail(const std::string& why);
    [[nodiscard]] bool is_referred(const ir::VarDecl* variable) const;
    void refer(const ir::VarDecl* variable);
    template <class T> void grow(std::set<T>& set, T element) { grown_ = set.insert(element).second || grown_; }

    using Functions = std::set<const ir::FunctionDecl*>;

    const Summary& summary_;
    const ir::Kernel& kernel_;
    const ir::For& loop_;
    std::vector<const ir::FunctionDecl*> entered_; // that slices may hold copies of
    std::set<const ir::FunctionDecl*> left_out_;   // that the loop calls, too, and slices cannot follow,
    std::set<const ir::Expr*> out_of_reach_;       // and what stands there
    Variables local_;                              // declared in the body, or private to an iteration
    Variables accumulated_;                        // reduction variables
    Variables lent_;                               // parameters that every call lends a local variable,
    std::set<const ir::Expr*> lending_;            // and the arguments
    Variables escaping_;                           // of local_: their address is taken
    std::string never_;                            // why no slice can be made; empty: it may
    bool may_exit_ = false;                        // the body holds calls that end the program

    std::vector<Guard> guards_;
    std::set<const void*> dropped_; // of their parts and breaks, what the slice leaves out
    std::set<const ir::Expr*> targets_;
    bool exits_ = false; // an iteration that would end the program ends there
    std::string why_;
    bool grown_ = false;
    bool follows_ = false; // in the same round of the loop, something that stays
    Variables relevant_;
    std::set<const ir::Stmt*> kept_;           // statements
    std::set<const ir::Stmt*> running_;        // of these, loops and switches that stay as such
    std::set<const ir::Expr*> kept_exprs_;     // evaluated for a note or an assignment that stays
    std::set<const ir::Expr*> at_entry_;       // targets in a loop's condition, noted where the loop begins
    const ir::FunctionDecl* inside_ = nullptr; // whose body is looked at; null: the loop's
    Functions noting_;                         // hold accesses that are noted, themselves or in what they call
    Functions valued_;                         // what they return is needed
    std::set<const ir::Expr*> loads_, mentioned_in_calls_;
    std::map<const ir::VarDecl*, std::set<const ir::Expr*>> outside_;
    Variables referred_; // struct variables from outside that hold arrays: slices reach them in their place
};

} // namespace hydra::passes

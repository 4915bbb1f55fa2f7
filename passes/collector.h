// The symbolic run behind collect_accesses: the state, and its three parts (expressions, memory, statements), each in a
// file of its own.
#pragma once
#include "passes/access.h"

namespace hydra::passes {

// A pointer as root + subscripts. One entry a dimension: the subscript (unknown: nullopt), the type of what it counts,
// and for all but the outermost the length of the dimension.
struct PointerValue {
    static constexpr int unknown = -1, private_memory = -2;
    int root = unknown;
    struct Dim {
        std::optional<Poly> subscript;
        ir::TypeRef elem = nullptr;  // what one step of the subscript moves over
        std::int64_t elem_size = -1; // its bytes, where constant
        std::optional<Poly> length;  // of this dimension; outermost: not used
    };
    std::vector<Dim> dims;
    // A member of array type that has not been subscripted yet: its byte offset in a record of record_size bytes.
    std::int64_t member_offset = -1, record_size = -1;
    // Inside of a union or bit-field: the whole record of the last dimension is touched, whatever is subscripted in it.
    bool sealed = false;
};

struct Value {
    enum class Kind { unknown, integer, pointer } kind = Kind::unknown;
    Poly poly;
    PointerValue pointer;
    static Value of(Poly p) { return {Kind::integer, std::move(p), {}}; }
    static Value of(PointerValue p) { return {Kind::pointer, {}, std::move(p)}; }
    friend bool same(const Value& a, const Value& b);
};

// What an lvalue names: a variable (or a member of one), or memory behind a pointer.
struct Place {
    enum class Kind { variable, memory, nothing } kind = Kind::nothing;
    const ir::VarDecl* variable = nullptr;
    bool member = false; // of the variable
    PointerValue pointer;
};

class Collector {
  public:
    Collector(const Summary& summary, Symbols& symbols, IslBridge& bridge, RegionOptions options);

    // One of the two; the other null.
    void run(const ir::Stmt* statement, const ir::Expr* expression);
    RegionAccesses take() { return std::move(out_); }
    void set_changed(Variables changed) { changed_ = std::move(changed); }
    std::optional<Poly> host_value(const ir::Expr& expression);

  private:
    enum class Jump { no, maybe, always };

    // collect_expressions.cpp
    Value eval(const ir::Expr& expr);
    Value eval_unary(const ir::Expr& expr, const ir::Unary& unary);
    Value eval_binary(const ir::Expr& expr, const ir::Binary& binary);
    Value eval_assignment(const ir::Expr& expr, const ir::Binary& binary);
    Value eval_cast(const ir::Expr& expr, const ir::Cast& cast);
    Value eval_conditional(const ir::Expr& expr, const ir::Conditional& conditional);
    Value chosen_pointer(const ir::Expr& expr);
    Value eval_reference(const ir::Expr& expr);
    Value arithmetic(const ir::Expr& expr, ir::BinaryOp op, const Value& left, const Value& right);
    Value quotient(const ir::Expr& expr, const Poly& left, const Poly& right, bool remainder);
    Value fitted(const ir::Expr& expr, std::optional<Poly> poly);
    Value convert(const ir::Expr& expr, ir::TypeRef from, ir::TypeRef to, const Value& value);
    Value invariant_value(const ir::Expr& expr);
    Value step(const ir::Expr& target, const Value& value, int by);
    std::optional<std::string> formula(const ir::Expr& cond);
    Value chosen(const std::optional<std::string>& condition, const Value& first, const Value& second);
    std::optional<std::string> comparison(const ir::Binary& binary);

    // collect_memory.cpp
    Value eval_call(const ir::Expr& expr, const ir::Call& call);
    Value eval_library(const ir::Expr& expr, const ir::Call& call, const ir::FunctionDecl& callee,
                       std::vector<Value>& args);
    Value unknown_function(const ir::Expr& expr, const ir::FunctionDecl& callee, const std::vector<Value>& args);
    Value inline_call(const ir::Expr& expr, const ir::FunctionDecl& body, std::vector<Value>& args);
    void copy_bytes(const ir::Expr& expr, const std::vector<Value>& args, bool source);
    Place place(const ir::Expr& expr);
    void refuse_function_name(const ir::Expr& expr);
    Place member_place(const ir::Expr& expr, const ir::Member& member);
    Value load(const ir::Expr& expr);
    void whole_record(const ir::Expr& expr, const ir::VarDecl* variable, ir::AccessKind kind);
    Value field_of_variable(const ir::Expr& expr);
    bool host_can_evaluate(const ir::Expr& expr) const;
    static const ir::VarDecl* first_variable(const ir::Expr& expr);
    int add_root(Root root);
    // An access to memory that may be anywhere.
    void everything(const ir::Expr& expr, ir::AccessKind kind, std::string why, ir::TypeRef object = nullptr);
    std::optional<Poly> pending_member(PointerValue& pointer, std::int64_t elem_size,
                                       std::optional<Poly>& length) const;
    void store(const ir::Expr& target, const Value& value, bool also_read);
    bool counts(const ir::Expr& expr, const PointerValue& pointer, ir::AccessKind kind, ir::TypeRef object);
    static RawAccess touched(const ir::Expr& expr, const PointerValue& pointer);
    void access(const ir::Expr& expr, const PointerValue& pointer, ir::AccessKind kind);
    void whole_access(const ir::Expr& expr, const PointerValue& pointer, ir::AccessKind kind, const std::string& why);
    bool finish(RawAccess& raw, const PointerValue& pointer);
    bool split_rows(RawAccess& raw);
    Value decay(const PointerValue& array, ir::TypeRef array_type);
    PointerValue moved(PointerValue pointer, const std::optional<Poly>& by);
    PointerValue root_pointer(const ir::Expr& expr, const ir::VarDecl* variable);
    std::optional<Poly> length_of(ir::TypeRef array_type, int root, std::size_t level);
    static std::int64_t fixed_size(ir::TypeRef type);

    // collect_statements.cpp
    void exec(const ir::Stmt& stmt);
    void exec_items(const ir::Compound& compound);
    void exec_if(const ir::If& branch);
    void exec_for(const ir::For& loop);
    bool exec_counted(const ir::For& loop);
    void exec_uncounted(const ir::Stmt& stmt, const ir::Stmt* body, const ir::Expr* cond, const ir::Expr* inc);
    void exec_switch(const ir::Switch& branch);
    void declare(const ir::VarDecl& variable);
    void forget(const Variables& variables);
    // After a part that may run any number of times: what it assigns is unknown; a pointer that it only moves stays in
    // its array.
    void forget_after(const Variables& variables, const ir::Stmt* body, const ir::Expr* header);
    // Joins the state after the branch not taken (the present one) with `then`, the one after the branch taken.
    void merge(std::map<const ir::VarDecl*, Value> then, const std::optional<std::string>& condition);
    static Jump jump_of(const ir::Stmt& stmt);
    static bool leaves_loop(const ir::Stmt& body);
    static bool holds_label(const ir::Stmt& stmt);
    static bool holds_goto_label(const ir::Stmt& stmt);
    void enter_body(const ir::Stmt& body);

    [[nodiscard]] bool is_outer(const ir::VarDecl* variable) const;
    [[nodiscard]] bool is_fixed(const ir::VarDecl* variable) const;
    // Whether the variable's name means it where host text stands.
    [[nodiscard]] bool nameable(const ir::VarDecl* variable) const {
        return frames_.empty() || (options_.nameable && options_.nameable(variable));
    }
    void problem(const ir::Expr& expr, std::string message);
    void obstacle(support::SourceRange range, const std::string& why);
    // Enters a branch: its condition (or what is known of it) joins the domain.
    void assume(const ir::Expr& condition, bool negated, const char* why);
    // A formula that holds whenever the (negated) condition does; nullopt: nothing is known.
    std::optional<std::string> implied(const ir::Expr& condition, bool negated);
    struct Scope {
        std::size_t formulas, inexact;
        int conditions;
    };
    // Counts nodes that are looked at; true where there were so many that only the cheap way is left: what would be
    // evaluated twice is unknown then. Nested conditions would otherwise cost exponential time.
    bool weary(long nodes = 1) { return (work_ += nodes) > most_work; }
    static constexpr std::size_t most_symbols = 100; // after which no new fixed expression becomes a parameter
    static constexpr long most_work = 5'000'000;
    static constexpr std::size_t most_conditions = 24; // of one domain; isl's time grows with their third power
    [[nodiscard]] Scope mark() const { return {domain_.formulas.size(), inexact_.size(), conditions_}; }
    void restore(Scope scope);

    const Summary& summary_;
    Symbols& symbols_;
    IslBridge& bridge_;
    RegionOptions options_;
    const ir::Stmt* statement_ = nullptr;
    const ir::Expr* expression_ = nullptr;
    Variables changed_;                       // outside variables that the region changes
    Variables local_;                         // declared in the region, parameters of what is run through, privates
    Variables untracked_;                     // assigned in a body with gotos
    std::map<const ir::VarDecl*, Value> env_; // what is known of locals
    Domain domain_;
    std::vector<std::string> inexact_; // reasons why the present domain is wider than the truth
    int asserting_ = 0;                // > 0: inside the arguments of assert's failure
    long work_ = 0;
    int conditions_ = 0; // branches that the run is inside of
    int quiet_ = 0;      // > 0: evaluates without noting accesses
    struct Frame {
        const ir::FunctionDecl* function;
        std::optional<Value> result;
        int returns = 0;
    };
    std::vector<Frame> frames_;
    RegionAccesses out_;
};

} // namespace hydra::passes

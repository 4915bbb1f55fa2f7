// The symbolic run behind collect_accesses: the state, and its three parts (expressions, memory, statements), each in a
// file of its own.
#pragma once
#include <span>

#include "passes/access/access.h"
#include "passes/access/expression_shapes.h"
#include "passes/access/jump_shapes.h"
#include "passes/access/values.h"
#include "passes/facts/library.h"

namespace hydra::passes {

struct Counting;

class Collector {
  public:
    Collector(const Summary& summary, Symbols& symbols, IslBridge& bridge, RegionOptions options);

    // One of the two; the other null.
    void run(const ir::Stmt* statement, const ir::Expr* expression);
    RegionAccesses take();
    void set_changed(Variables changed) { changed_ = std::move(changed); }
    std::optional<Poly> host_value(const ir::Expr& expression);

  private:
    enum class Jump { no, maybe, always };
    struct Frame;

    // collect_expressions.cpp
    Value eval(const ir::Expr& expr);
    Value eval_unary(const ir::Expr& expr, const ir::Unary& unary);
    Value eval_binary(const ir::Expr& expr, const ir::Binary& binary);
    Value eval_assignment(const ir::Expr& expr, const ir::Binary& binary);
    int own_memory(const ir::Expr& expr, const ir::VarDecl* variable);
    Value eval_cast(const ir::Expr& expr, const ir::Cast& cast);
    Value eval_conditional(const ir::Expr& expr, const ir::Conditional& conditional);
    Value chosen_pointer(const ir::Expr& expr, const std::optional<std::string>& condition, const Value& first,
                         const Value& second);
    Value eval_reference(const ir::Expr& expr);
    Value eval_block(const ir::Stmt& body);
    Value run_block(const ir::Stmt& body);
    void eval_lengths(ir::TypeRef type);
    void know(const ir::VarDecl* variable, const Value& value);
    // Evaluates without noting accesses and without leaving a trace: what the expression assigns counts meanwhile only.
    template <class Run> auto rehearse(const ir::Expr& expr, Run run) {
        std::optional<KnownValues> kept;
        if (has_effects(expr))
            kept = env_;
        ++quiet_;
        auto result = run();
        --quiet_;
        if (kept)
            env_ = std::move(*kept);
        return result;
    }
    Value rehearsed(const ir::Expr& expr) {
        return rehearse(expr, [&] { return eval(expr); });
    }
    // Runs what runs under a condition only (nullopt: one on data): what it assigns may not have been assigned.
    template <class Run> auto perhaps(const ir::Expr& expr, const std::optional<std::string>& condition, Run run) {
        std::optional<KnownValues> before;
        if (has_effects(expr))
            before = env_;
        auto result = run();
        if (before) {
            std::swap(env_, *before);
            merge(std::move(*before), condition);
        }
        return result;
    }
    Value other_view(PointerValue pointer, ir::TypeRef to);
    Value number(const ir::Expr& expr);
    Value invariant_value(const ir::Expr& expr);
    Value step(const ir::Expr& target, const Value& value, int by);
    std::optional<std::string> formula(const ir::Expr& cond);
    Value table_value(const ir::Expr& expr);
    Value entry_for_launch(const ir::Expr& expr, const ir::VarDecl& table, const Poly& at,
                           const std::vector<std::pair<std::vector<std::int64_t>, std::int64_t>>& entries);

    // collect_arithmetic.cpp
    Value arithmetic(const ir::Expr& expr, ir::BinaryOp op, const Value& left, const Value& right);
    Value pointer_arithmetic(const ir::Expr& expr, ir::BinaryOp op, const Value& left, const Value& right);
    Value product(const ir::Expr& expr, const Value& left, const Value& right);
    Value fitted(const ir::Expr& expr, std::optional<Poly> poly, bool natural = false);
    Value settled(const Value& value, ir::TypeRef type, bool compared = false);
    Value modular(const Poly& poly, ir::TypeRef type);
    Value convert(ir::TypeRef from, ir::TypeRef to, const Value& value);
    bool fits(const Poly& poly, std::pair<std::int64_t, std::int64_t> range);
    Value chosen(const std::optional<std::string>& condition, const Value& first, const Value& second);
    std::optional<Poly> chosen(const std::optional<std::string>& condition, const std::optional<Poly>& first,
                               const std::optional<Poly>& second);
    Value truth(const std::string& condition, const std::string& shown);
    std::optional<Poly> offset(const Value& value, ir::TypeRef type);
    std::optional<std::string> comparison(const ir::Binary& binary);
    bool proved(const std::optional<std::string>& text, const std::string& rest) {
        return text && bridge_.holds(domain_, *text + rest);
    }
    // A proof about these was used, and what was made from it does not mention them any more.
    void rely_on(const std::vector<Poly>& polys) { out_.relied_on.merge(symbols_.assumed_inside("", polys)); }

    // collect_division.cpp
    Value quotient(const ir::Expr& expr, const Poly& left, const Poly& right, bool remainder);
    Value by_constant(const Poly& left, std::int64_t divisor, bool remainder);
    Value by_parameter(const Poly& left, const Poly& right, bool remainder);
    // In the user's names: a factor, and that the value is positive.
    [[nodiscard]] std::string operand_text(const Poly& poly) const;
    [[nodiscard]] std::string positive_text(const Poly& poly) const;
    SymbolId define_under(const std::vector<std::string>& assumed, std::string shown,
                          const std::function<std::string(SymbolId)>& define, std::string exact_when = {},
                          std::string shown_when = {});
    std::string where_positive(const std::string& cases, const std::string& by, const std::string& dividend,
                               SymbolId id);
    std::optional<Value> without_multiples(const Poly& left, const Poly& divisor, bool remainder);
    std::optional<Value> with_reduced_shift(const Poly& left, const Poly& divisor, const std::string& by);
    void note_divisor(SymbolId quotient, const std::string& dividend, std::int64_t divisor);
    Poly floor_quotient(const Poly& poly, const std::string& text, std::int64_t divisor);
    Value bitwise(const ir::Expr& expr, ir::BinaryOp op, const Value& left, const Value& right);
    std::optional<Poly> masked(const ir::Expr& expr, const Poly& poly, std::int64_t mask);
    Value shifted(const ir::Expr& expr, ir::BinaryOp op, const Value& left, const Value& right);
    [[nodiscard]] Poly recombined(const Poly& poly) const;
    std::optional<std::string> quotient_bound(const Poly& difference, ir::BinaryOp op);

    // collect_memory.cpp
    Value eval_call(const ir::Expr& expr, const ir::Call& call);
    Value run_call(const ir::Expr& expr, const ir::Call& call);
    Value run_any(const ir::Expr& expr, const ir::Call& call, std::vector<Value>& args);
    Value run_each(const ir::Expr& expr, const CallTargets& to, const ir::Expr& pointer,
                   const std::function<Value(const ir::FunctionDecl&)>& run);
    void bind_function(const ir::VarDecl* param, const ir::Expr& arg);
    // Variables whose addresses functions that are run through are lent (out_parameters.h).
    const ir::VarDecl* lent_by(const ir::Call& call, std::size_t index) const;
    [[nodiscard]] const ir::VarDecl* lent_to(const ir::Expr& expr) const;
    void forget_handed_out(const ir::Call& call);
    Variables assigned_through_parameters(const ir::Expr& expr) const;
    // As the summary's changed_by, with what is assigned through parameters.
    Variables changed_by(const ir::Stmt& stmt) const;
    Variables changed_by(const ir::Expr& expr) const;
    Value eval_library(const ir::Expr& expr, const ir::Call& call, const ir::FunctionDecl& callee,
                       std::vector<Value>& args);
    Value unknown_function(const ir::Expr& expr, const ir::FunctionDecl& callee, const std::vector<Value>& args);
    Value inline_call(const ir::Expr& expr, const ir::FunctionDecl& body, std::vector<Value>& args);
    Frame run_body(const ir::FunctionDecl& body, std::vector<Value> given, bool again);
    void call_again(const ir::Expr& expr, const ir::FunctionDecl& body, const std::vector<Value>& args);
    Value returned(const Frame& frame);
    void note_return(const Value& value);
    Place place(const ir::Expr& expr);
    bool refuse_privates(const ir::Expr& expr, const ir::VarDecl* variable, const char* what);
    Value load(const ir::Expr& expr);
    void watch(const ir::Expr& expr, const ir::VarDecl* variable, ir::AccessKind kind);
    void copy_in(const ir::Stmt& body, const ir::VarDecl* variable);
    void whole_record(const ir::Expr& expr, const ir::VarDecl* variable, ir::AccessKind kind);
    std::optional<PointerValue> entry_of_table(const ir::Expr& expr, const PointerValue& table);
    [[nodiscard]] bool in_table(const PointerValue& pointer) const;
    [[nodiscard]] bool stores_pointers_early() const;
    // collect_early.cpp
    Summary::CellStores stores_to(const ir::Expr& cell);
    bool means_the_same(const ir::Expr& expr, const std::function<bool(const ir::Expr&)>& keeps) const;
    bool host_can_evaluate(const ir::Expr& expr);
    bool host_can_name(const ir::Expr& expr) const;
    const RegionAccesses::Early* early(const ir::Expr& expr, const PointerValue& from);
    std::optional<PointerValue> early_pointer(const ir::Expr& expr, const PointerValue& from);
    Value early_integer(const ir::Expr& expr, const PointerValue& from);
    void note_early(const ir::Expr& expr);
    // collect_memory.cpp
    int add_root(Root root);
    // collect_records.cpp
    Value field_of_variable(const ir::Expr& expr);
    void note_host_load(const ir::Expr& expr, const ir::Expr& host);
    void note_host_pointer(const ir::Expr& expr, const PointerValue& pointer);
    void note_certain(const PointerValue& place);
    const ir::Expr* fixed_member(const ir::Expr& expr, const PointerValue& place);
    [[nodiscard]] bool stays_as_given(const ir::FunctionDecl& callee, const ir::VarDecl* param,
                                      const ir::Expr& source) const;
    [[nodiscard]] bool binds_variable(const ir::FunctionDecl& callee, std::size_t index, const ir::Expr& arg) const;
    void bind_record(const ir::FunctionDecl& callee, const ir::VarDecl* param, const ir::Expr& arg);
    // An access to memory that may be anywhere.
    void everything(const ir::Expr& expr, ir::AccessKind kind, std::string why, ir::TypeRef object = nullptr);
    std::optional<PointerValue> array_of_variable(const PointerValue& place, ir::TypeRef array_type);
    void store(const ir::Expr& target, const Value& value, bool also_read);
    // collect_parts.cpp
    // named: the array as the user wrote it, where it is known.
    Value decay(const PointerValue& array, ir::TypeRef array_type, const ir::Expr* named = nullptr);
    std::optional<PointerValue> array_behind_record(const PointerValue& place, ir::TypeRef array_type,
                                                    const ir::Expr* named);
    PointerValue record_in_memory(const ir::Expr& expr, const ir::VarDecl* variable);
    Place member_place(const ir::Expr& expr, const ir::Member& member);
    // collect_accesses.cpp
    bool counts(const ir::Expr& expr, const PointerValue& pointer, ir::AccessKind kind, ir::TypeRef object);
    // collect_branches.cpp
    struct Scope;
    struct Arm;
    struct Doubtful;
    void note_doubtful_write();
    [[nodiscard]] Arm begin_arm() const;
    void join_all(const Scope& outside, const std::vector<Arm>& arms);
    [[nodiscard]] std::vector<std::span<const ir::StmtPtr>> separate_cases(const ir::Switch& branch) const;
    void join_arms(const Scope& outside, const Arm& first, const Arm& second);
    [[nodiscard]] std::optional<Doubtful> joined_write(const Scope& outside, const Arm& first, const Doubtful& one,
                                                       const Arm& second, const Doubtful& other) const;
    void settle(const Doubtful& write);
    // collect_accesses.cpp
    RawAccess touched(const ir::Expr& expr, const PointerValue& pointer);
    void access(const ir::Expr& expr, const PointerValue& pointer, ir::AccessKind kind);
    void whole_access(const ir::Expr& expr, const PointerValue& pointer, ir::AccessKind kind, const std::string& why);
    void whole_row(const ir::Expr& expr, const PointerValue& pointer, ir::AccessKind kind, const std::string& why);
    bool finish(RawAccess& raw, const PointerValue& pointer);
    bool any_row(RawAccess& raw, const ir::Expr& expr);
    bool all_rows(RawAccess& raw, PointerValue pointer);
    void add_access(RawAccess raw);
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> conditions_of(const RawAccess& raw) const;
    void rejoin_rows(RawAccess& raw) const;
    bool split_rows(RawAccess& raw, std::size_t at = 0);
    [[nodiscard]] bool lies_before(const Domain& domain, const Poly& subscript) const;
    PointerValue root_pointer(const ir::Expr& expr, const ir::VarDecl* variable);
    [[nodiscard]] bool may_have_changed(const ir::Expr& length) const;
    std::optional<Poly> length_of(ir::TypeRef array_type, int root, std::size_t level);

    // collect_tables.cpp
    bool declare_pointers(const ir::VarDecl& variable);
    Value own_pointer(const ir::Expr& expr);
    [[nodiscard]] bool leads_outside(const ir::Expr& expr) const;

    // collect_overruns.cpp
    [[nodiscard]] bool counts_through_rows(const Poly& by, std::int64_t length, const ir::Expr& row) const;
    [[nodiscard]] bool is_bounded_by_constants(const Poly& by) const;
    void note_overrun(const ir::Expr& expr, const ir::Index& element, const std::optional<Poly>& by);
    // collect_library.cpp
    void library_argument(const ir::Expr& expr, const ir::Call& call, const LibraryEffect& effect,
                          const std::vector<Value>& args, std::size_t index, ir::AccessKind kind);
    void access_bytes(const ir::Expr& arg, const PointerValue& pointer, ir::AccessKind kind,
                      const LibraryEffect& effect, const std::vector<Value>& args);
    void access_elements(const ir::Expr& arg, const PointerValue& pointer, ir::AccessKind kind,
                         const std::string& limit, std::string_view stops);
    void called_back(const ir::Expr& expr, const ir::Call& call, const LibraryEffect& effect, std::size_t index);
    [[nodiscard]] bool ends_program(const ir::Stmt& stmt) const;
    [[nodiscard]] bool ends_program(const ir::Compound& compound) const;
    bool may_print_here(const ir::Call& call, const ir::FunctionDecl& callee);
    void note_end(const ir::Expr& expr, const ir::Call& call, const ir::FunctionDecl& callee);

    // collect_loops.cpp
    void exec_for(const ir::For& loop);
    // Empty where the loop is done with; else why it is none that counts between affine bounds.
    std::string exec_counted(const ir::For& loop);
    bool may_wrap(const Counting& count, const std::optional<std::string>& to, std::int64_t by, bool ends_early);
    void while_holding(const std::vector<const ir::Expr*>& conditions, SymbolId id, const std::string& from);
    void exec_uncounted(const ir::Stmt& stmt, const ir::Stmt* body, const ir::Expr* cond);
    void exec_round(const ir::Stmt& body, const Variables& changed, const Variables& replaced);

    // collect_statements.cpp
    void exec(const ir::Stmt& stmt);
    void begin_expression() { steps_.back().second = moment_ + 1; }
    void exec_items(const ir::Compound& compound);
    void exec_items(std::span<const ir::StmtPtr> items);
    void assume_past(const ir::Stmt& stmt);
    void exec_if(const ir::If& branch);
    void exec_switch(const ir::Switch& branch);
    void declare(const ir::VarDecl& variable);
    void forget(const Variables& variables);
    // After a part that may run any number of times: what it assigns is unknown; a pointer that it only moves stays in
    // its array.
    void forget_after(const Variables& variables, const Variables& replaced);
    Variables replaced_in(std::initializer_list<const ir::Expr*> header, const ir::Stmt* body) const;
    // Joins the state after the branch not taken (the present one) with `then`, the one after the branch taken.
    void merge(KnownValues then, const std::optional<std::string>& condition);
    // collect_jumps.cpp
    [[nodiscard]] Jump jump_of(const ir::Stmt& stmt) const;
    [[nodiscard]] Jump find_jump(const ir::Stmt& stmt) const;
    void note_gotos(const ir::Stmt& stmt);
    void enter_body(const ir::Stmt& body);
    void enter_label(const ir::Stmt& stmt);

    [[nodiscard]] bool matters(ir::TypeRef object) const { return !options_.launched || options_.launched(object); }
    [[nodiscard]] bool is_outer(const ir::VarDecl* variable) const;
    [[nodiscard]] bool is_fixed(const ir::VarDecl* variable) const;
    [[nodiscard]] bool is_fixed_member(const ir::Expr& member, const ir::VarDecl* variable);
    // Whether what runs here does so whenever the region does (a launch without iterations does nothing).
    [[nodiscard]] bool runs_in_any_case() const {
        return conditions_ == 0 && inexact_.empty() &&
               (options_.kernel ? domain_.iterators.size() <= 1 : domain_.formulas.empty());
    }
    // Whether the variable's name means it where host text stands.
    [[nodiscard]] bool nameable(const ir::VarDecl* variable) const {
        return frames_.empty() || (options_.nameable && options_.nameable(variable));
    }
    // Host text for an expression over the outside variable: its own, or a call into the unit that has it; empty: none.
    [[nodiscard]] std::string host_text(const ir::VarDecl* variable, const std::string& text, bool pointer) const {
        if (nameable(variable))
            return text;
        return options_.told ? options_.told(variable, text, pointer) : "";
    }
    void problem(const ir::Expr& expr, std::string message);
    void obstacle(support::SourceRange range, const std::string& why);
    // Enters a branch: its condition (or what is known of it) joins the domain.
    // why: what the report says if not all is known; null: the condition. assigned: since it was evaluated.
    void assume(const ir::Expr& condition, bool negated, const char* why = nullptr, const Variables& assigned = {});
    // A formula that holds whenever the (negated) condition does; nullopt: nothing is known. changed: what may have
    // other values than when the condition was evaluated.
    std::optional<std::string> implied(const ir::Expr& condition, bool negated, const Variables& changed);
    struct Scope {
        std::size_t formulas, inexact;
        int conditions;
    };
    // A store that happens unless a reason of its domain's keeps it from that; or several, of which one happens.
    struct Doubtful {
        std::vector<std::size_t> accesses;
        std::size_t doubts = 0; // reasons
        Domain domain;
    };
    // The doubtful stores of one way through a branch, and the reasons and formulas known at its beginning.
    struct Arm {
        std::size_t from = 0, to = 0, doubts = 0, formulas = 0;
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
    Variables changed_; // outside variables that the region changes
    Variables local_;   // declared in the region, parameters of what is run through, privates
    // Of accesses: when the last one was noted; and for the body and each function or block in an expression that is
    // being run through, when it was entered and when its present full expression was (C's sequence points).
    long moment_ = 0;
    std::vector<std::pair<long, long>> steps_{{0, 0}};
    Variables untracked_; // assigned in a body with gotos
    KnownValues env_;     // what is known of locals
    // Local arrays of pointers that keep what they are initialised with.
    std::map<const ir::VarDecl*, std::vector<PointerValue>> own_pointers_;
    std::map<const ir::VarDecl*, PointerValue> records_;    // parameters that are copies of records which do not change
    FunctionPointers::Bound holds_function_;                // parameters that do not change
    std::map<const ir::VarDecl*, const ir::VarDecl*> lent_; // parameters, and the variables that they have been lent
    std::set<std::pair<int, Poly>> readable_;               // roots, and the element of each that every iteration reads
    Domain domain_;
    std::vector<std::string> inexact_; // reasons why the present domain is wider than the truth
    bool may_end_ = false;             // data may end the outermost loop that is being run through
    std::vector<Doubtful> doubtful_;
    Arm then_arm_;                   // of the branch that was run through last
    std::set<std::size_t> replaced_; // accesses for which another one stands
    int ending_ = 0;                 // > 0: inside a block that always ends the program
    int end_count_ = 0;              // calls that may end the program
    int checks_ = 0;                 // calls that end the program, however often they were looked at
    int fixed_texts_ = 0;            // that are printed to stdout before one
    std::set<std::int64_t> ends_;    // the statuses with which the program may end
    long work_ = 0;
    int conditions_ = 0; // branches that the run is inside of
    int quiet_ = 0;      // > 0: evaluates without noting accesses
    // A division by a run-time value whose quotient and remainder became symbols.
    struct Division {
        Poly dividend, divisor;
        SymbolId quotient, remainder;
        bool natural;  // dividend >= 0
        bool positive; // divisor >= 1
    };
    std::vector<Division> divisions_;
    struct Return {
        Value value;
        std::string path; // the formula under which it is reached, within the call
    };
    struct Frame {
        const ir::FunctionDecl* function;
        Scope scope;           // where the call stands
        std::size_t iterators; // around the call
        bool lost = false;     // what it returns speaks of its own loops
        bool inexact = false;  // some return's path is not known
        std::vector<Return> returns;
        std::vector<Value> given; // to its parameters
        bool again = false;       // it stands for all calls of the function inside of itself
        bool widened = false;     // `given`, by one of those
    };
    std::vector<Frame> frames_;
    support::SourceRange outermost_call_; // where there are frames: of the region's own text
    int again_runs_ = 0;
    // The switches around, by what their bodies assign (see forget_after) and how much was assumed at their heads.
    struct Entered {
        Variables changed, replaced;
        std::size_t formulas;
    };
    std::vector<Entered> switches_;
    // How much was assumed before the first goto or label of the function (or region).
    std::optional<std::size_t> label_formulas_;
    mutable std::map<const ir::Stmt*, Jump> jumps_; // answers of jump_of
    // By member, type and variable.
    std::map<std::tuple<std::string, ir::TypeRef, const ir::VarDecl*>, Summary::CellStores> cell_stores_;
    mutable std::map<const ir::FunctionDecl*, bool> always_end_; // functions that always end the program
    RegionAccesses out_;
};

} // namespace hydra::passes

// The symbolic run behind collect_accesses: it goes through expressions and statements as the program would, and hands
// what it meets to the parts that know values, note accesses, and so on.
#pragma once
#include <span>

#include "passes/access/exits.h"
#include "passes/access/places.h"
#include "passes/access/rounds.h"
#include "passes/evaluation/conditions.h"
#include "passes/evaluation/counters.h"
#include "passes/evaluation/inductions.h"
#include "passes/evaluation/jump_analysis.h"
#include "passes/evaluation/labels.h"
#include "passes/evaluation/tables.h"
#include "passes/facts/library.h"

namespace hydra::passes {

struct Counting;

class Collector final : private Evaluator {
  public:
    Collector(const Summary& summary, Symbols& symbols, IslBridge& bridge, RegionOptions options);

    // One of the two; the other null.
    void run(const ir::Stmt* statement, const ir::Expr* expression);
    RegionAccesses take(const ir::Stmt* statement); // what has been run through
    // The value of an expression in serial code, where these are not fixed.
    std::optional<Poly> host_value(const ir::Expr& expression, const Variables& changed);

  private:
    using Frame = CallFrames::Frame;

    // collect_expressions.cpp
    Value eval(const ir::Expr& expr) override;
    Value number(const ir::Expr& expr) override;
    Value eval_unary(const ir::Expr& expr, const ir::Unary& unary);
    Value eval_address(const ir::Expr& expr, const ir::Expr& operand);
    Value eval_binary(const ir::Expr& expr, const ir::Binary& binary);
    Value eval_assignment(const ir::Expr& expr, const ir::Binary& binary);
    Value eval_cast(const ir::Expr& expr, const ir::Cast& cast);
    Value eval_conditional(const ir::Expr& expr, const ir::Conditional& conditional);
    Value eval_reference(const ir::Expr& expr);
    Value eval_block(const ir::Stmt& body);
    Value run_block(const ir::Stmt& body);
    void eval_lengths(ir::TypeRef type);
    Value chosen_pointer(const ir::Expr& expr, const std::optional<std::string>& condition, const Value& first,
                         const Value& second);
    int own_memory(const ir::Expr& expr, const ir::VarDecl* variable);
    Value step(const ir::Expr& target, const Value& value, int by);
    // Runs what runs under a condition only (nullopt: one on data): what it assigns may not have been assigned.
    template <class Run> auto perhaps(const ir::Expr& expr, const std::optional<std::string>& condition, Run run) {
        std::optional<KnownValues> before;
        if (has_effects(expr))
            before = path_.values();
        auto result = run();
        if (before)
            join(path_.replace_values(std::move(*before)), condition);
        return result;
    }
    // Joins the values after the branch not taken (the present ones) with `then`, those after the branch taken.
    void join(const KnownValues& then, const std::optional<std::string>& condition);

    // collect_memory.cpp
    Value load(const ir::Expr& expr);
    Value load_pointer(const ir::Expr& expr, const PointerValue& from);
    void store(const ir::Expr& target, const Value& value, bool also_read);

    // collect_calls.cpp
    Value eval_call(const ir::Expr& expr, const ir::Call& call);
    Value run_call(const ir::Expr& expr, const ir::Call& call);
    Value run_any(const ir::Expr& expr, const ir::Call& call, std::vector<Value>& args);
    Value run_each(const ir::Expr& expr, const CallTargets& to, const ir::Expr& pointer,
                   const std::function<Value(const ir::FunctionDecl&)>& run);
    void forget_handed_out(const ir::Call& call);
    Value inline_call(const ir::Expr& expr, const ir::FunctionDecl& body, std::vector<Value>& args);
    Frame run_body(const ir::FunctionDecl& body, std::vector<Value> given, bool again);
    void call_again(const ir::Expr& expr, const ir::FunctionDecl& body, const std::vector<Value>& args);
    Value returned(const Frame& frame);

    // collect_library.cpp
    Value eval_library(const ir::Expr& expr, const ir::Call& call, const ir::FunctionDecl& callee,
                       std::vector<Value>& args);
    void count_bytes(const ir::Expr& counted, Value& bytes);
    void library_state(const ir::Expr& expr, const ir::Call& call, const ir::FunctionDecl& callee,
                       const LibraryEffect& effect, const std::vector<Value>& args);
    Value library_pointer(const ir::Call& call, const ir::FunctionDecl& callee, const LibraryEffect& effect,
                          const std::vector<Value>& args);
    Value unknown_function(const ir::Expr& expr, const ir::FunctionDecl& callee, const std::vector<Value>& args);
    void library_argument(const ir::Expr& expr, const ir::Call& call, const LibraryEffect& effect,
                          const std::vector<Value>& args, std::size_t index, ir::AccessKind kind);
    void access_bytes(const ir::Expr& arg, const PointerValue& pointer, ir::AccessKind kind,
                      const LibraryEffect& effect, const std::vector<Value>& args);
    void called_back(const ir::Expr& expr, const ir::Call& call, const LibraryEffect& effect, std::size_t index);

    // collect_loops.cpp
    struct HeadValues { // of a counted loop's head, as they are evaluated
        Value start, bound, step;
    };
    struct Bounds {
        Poly start, bound;
        std::string from, to; // of what counts, for isl
        std::int64_t by = 0;
        bool relative = false; // it counts from the start
    };
    void exec_for(const ir::For& loop);
    // Empty where the loop is done with; else why it is none that counts between affine bounds.
    std::string exec_counted(const ir::For& loop);
    Value start_value(const ir::For& loop, const ir::VarDecl* variable);
    std::string find_bounds(const ir::For& loop, const Counting& count, const HeadValues& values, Bounds& bounds);
    // What the body changes, and what of that it only counts with.
    struct Changes {
        const Variables &all, &replaced;
        const std::vector<Counters::Counter>& counters;
        const std::vector<Induction>& inductions;
    };
    void run_counted(const ir::For& loop, const Counting& count, const Bounds& bounds, const Changes& changes);
    static std::optional<Poly> rounds_behind(const ir::For& loop, const Counting& count, const Bounds& bounds);
    std::vector<std::string> guards(const ir::Expr* condition);
    bool may_wrap(const Counting& count, const std::optional<std::string>& to, std::int64_t by, bool ends_early);
    void while_holding(const std::vector<const ir::Expr*>& conditions, SymbolId id, const std::string& from);
    void exec_uncounted(const ir::Stmt& stmt, const ir::Stmt* body, const ir::Expr* cond);
    void exec_round(const ir::Stmt& body, const Variables& changed, const Variables& replaced);

    // collect_rounds.cpp
    bool exec_by_rounds(const ir::Expr* cond, const ir::Expr* inc, const ir::Stmt* body, const Variables& changed,
                        const Variables& replaced);

    // collect_statements.cpp
    void exec(const ir::Stmt& stmt);
    void exec_items(const ir::Compound& compound);
    void exec_items(std::span<const ir::StmtPtr> items);
    void assume_past(const ir::Stmt& stmt);
    void exec_if(const ir::If& branch);
    void exec_switch(const ir::Switch& branch);
    void declare(const ir::VarDecl& variable);

    Symbols& symbols_;
    WorkBudget work_;
    Quiet quiet_;
    RegionFacts region_;
    PathState path_;
    CallFrames frames_;
    HostCode host_;
    Proofs proofs_;
    DefinedValues defined_;
    Counters counters_;
    Rounds rounds_;
    Arithmetic arithmetic_;
    Conditions conditions_;
    Tables tables_;
    JumpAnalysis jumps_;
    Labels labels_;
    Findings findings_;
    ExitEffects exits_;
    Roots roots_;
    AccessLog log_;
    BranchMerger merger_;
    AccessRecorder recorder_;
    EarlyValues early_;
    OverrunNotes overruns_;
    Places places_;
    std::vector<RegionAccesses::Counted> counted_;
    bool makes_unnamed_ = false; // an object without a name, or gets a pointer to one
};

} // namespace hydra::passes

// The calls that a symbolic run is inside of: functions of the program that it runs through, what their parameters
// stand for, and what they return.
#pragma once
#include <span>

#include "passes/evaluation/path_state.h"
#include "passes/evaluation/region_facts.h"

namespace hydra::passes {

class CallFrames {
  public:
    struct Return {
        Value value;
        std::string path; // the formula under which it is reached, within the call
    };
    struct Frame {
        const ir::FunctionDecl* function;
        PathState::Mark outside; // where the call stands
        std::size_t iterators;   // around the call
        bool lost = false;       // what it returns speaks of its own loops
        bool inexact = false;    // some return's path is not known
        std::vector<Return> returns = {};
        std::vector<Value> given = {}; // to its parameters
        bool again = false;            // it stands for all calls of the function inside of itself
        bool widened = false;          // `given`, by one of those
    };
    // Parameters, and the variables that they have been lent.
    using Lent = std::map<const ir::VarDecl*, const ir::VarDecl*>;
    struct Bindings {
        FunctionPointers::Bound functions; // that parameters which do not change hold
        Lent lent;
    };
    static constexpr std::size_t deepest = 12; // functions run through inside one another

    CallFrames(const RegionFacts& region, const PathState& path) : region_(region), path_(path) {}

    // Whether what runs now stands in the region itself, not in a function that it calls.
    [[nodiscard]] bool in_own_text() const { return frames_.empty(); }
    [[nodiscard]] bool is_deepest() const { return frames_.size() >= deepest; }
    [[nodiscard]] const ir::FunctionDecl& current() const { return *frames_.back().function; }
    // The innermost call of the function that the run is inside of; null: none.
    [[nodiscard]] Frame* innermost(const ir::FunctionDecl& function);
    [[nodiscard]] bool is_running(const ir::FunctionDecl* function) const;
    // The part of the region's own text that the expression is, or that calls what it stands in.
    [[nodiscard]] support::SourceRange place_of(const ir::Expr& expr) const {
        return frames_.empty() ? expr.range : outermost_call_;
    }

    // A call in the region's own text begins (elsewhere, nothing happens).
    void begin_call(const ir::Expr& expr) {
        if (frames_.empty())
            outermost_call_ = expr.range;
    }
    void enter(const ir::FunctionDecl& function, std::vector<Value> given, bool again);
    Frame leave();
    // Of the current function.
    void note_return(const Value& value);
    // Whether one more call of a function inside of itself may be run through.
    bool may_run_again() { return ++again_runs_ <= most_again; }

    // Which functions a parameter holds in this call.
    void bind_function(const ir::VarDecl* param, const ir::Expr& arg);
    // Which functions a pointer may hold here.
    [[nodiscard]] CallTargets targets(const ir::Expr& pointer) const;

    // The variable, the iteration's own, that the argument lends a function which is about to be run through, or has
    // been; null: there is none, or what happens to it is not seen (out_parameters.h).
    [[nodiscard]] const ir::VarDecl* lent_by(const ir::Call& call, std::size_t index) const;
    [[nodiscard]] Lent lent_by(const ir::Call& call, const ir::FunctionDecl& body) const;
    void lend(Lent lent) { bindings_.lent.merge(lent); }
    void take_back(const ir::VarDecl* param) { bindings_.lent.erase(param); }
    // The variable for which `*p` is another name; null: none is known.
    [[nodiscard]] const ir::VarDecl* lent_to(const ir::Expr& expr) const;
    // Nothing is known of what the parameter holds, or is lent.
    void unbind(const ir::VarDecl* param);
    [[nodiscard]] const Bindings& bindings() const { return bindings_; }
    void replace_bindings(Bindings bindings) { bindings_ = std::move(bindings); }

    // The variables that the expression itself assigns to as `*p`, with all parameters that have been lent them, by
    // which conditions name them.
    [[nodiscard]] Variables assigned_through_parameters(const ir::Expr& expr) const;
    // As the summary's changed_by, with what is assigned through parameters.
    [[nodiscard]] Variables changed_by(const ir::Stmt& stmt) const;
    [[nodiscard]] Variables changed_by(const ir::Expr& expr) const;
    // The variables that get other values there than by moving: `p = q`, not `p += 2`. Any part may be null.
    [[nodiscard]] Variables replaced_in(std::initializer_list<const ir::Expr*> header, const ir::Stmt* body) const;

  private:
    static constexpr int most_again = 400; // calls of functions inside of themselves that are run through

    const RegionFacts& region_;
    const PathState& path_;
    std::vector<Frame> frames_;
    support::SourceRange outermost_call_; // where there are frames
    int again_runs_ = 0;
    Bindings bindings_;
};

} // namespace hydra::passes

// What is known at a point of a loop's body of whether a variable has been assigned: the lattice of assigned.cpp.
//
// Calls like scanf fill what they are handed on some ways only, and their result says on which. Which value says so is
// not looked into: where a condition asks such a result, either way is believed to be the one on which the variable is
// filled. What is believed on both sides of one condition is not so where they meet, unless one of them assigns the
// variable by itself, without having relied on it.
#pragma once
#include <set>
#include <utility>

#include "passes/flow/cfg.h"

namespace hydra::passes {

class AssignedState {
  public:
    using Belief = std::pair<Cfg::Decision, Cfg::Edge::Outcome>;

    AssignedState() = default; // nothing comes here
    static AssignedState at_begin() {
        AssignedState state;
        state.is_reached_ = true;
        state.is_assigned_ = state.is_certain_ = false;
        return state;
    }

    [[nodiscard]] bool is_reached() const { return is_reached_; }
    [[nodiscard]] bool is_assigned() const { return is_assigned_; } // or believed to be
    [[nodiscard]] bool is_certain() const { return is_certain_; }   // stored, whatever calls do
    [[nodiscard]] bool is_asked_for() const { return is_asked_for_; }
    [[nodiscard]] bool is_answer(const ir::VarDecl* variable) const { return answers_.contains(variable); }

    void read();
    void write(bool certainly);
    void fill_perhaps() { is_asked_for_ = true; } // a call, whose result tells
    void answer(const ir::VarDecl* variable, bool holds);
    // A condition that asks leads to this outcome.
    void believe(const Belief& belief);
    // Whether more is known of the decision now than that it is open; `forget`: of a loop that is left, which says
    // nothing.
    void decide(const Belief& belief, bool forget);
    // Control may come from either; whether that changes this state.
    bool join(const AssignedState& other);
    // All but the answers and calls as before.
    void restore(const AssignedState& before);

  private:
    void lose();

    bool is_reached_ = false;
    bool is_assigned_ = true, is_certain_ = true;
    std::set<Belief> beliefs_;             // that make it so; empty: it is
    bool relied_ = false;                  // something was read that is believed only
    bool is_asked_for_ = false;            // a call may have filled it
    std::set<const ir::VarDecl*> answers_; // what holds results of such calls
};

} // namespace hydra::passes

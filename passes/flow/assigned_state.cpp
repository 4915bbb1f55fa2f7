// See assigned_state.h. From better to worse: not reached, assigned, believed for more and more reasons, not assigned.
#include "passes/flow/assigned_state.h"

#include <algorithm>

namespace hydra::passes {

using Outcome = Cfg::Edge::Outcome;

void AssignedState::read() { relied_ = relied_ || !beliefs_.empty(); }

void AssignedState::write(bool certainly) {
    is_assigned_ = true;
    is_certain_ = is_certain_ || certainly;
    if (!relied_)
        beliefs_.clear();
}

void AssignedState::answer(const ir::VarDecl* variable, bool holds) {
    if (holds)
        answers_.insert(variable);
    else
        answers_.erase(variable);
}

void AssignedState::believe(const Belief& belief) {
    is_assigned_ = true;
    beliefs_ = {belief};
    relied_ = false;
}

void AssignedState::decide(const Belief& belief, bool forget) {
    if (beliefs_.erase({belief.first, Outcome::open}) == 0)
        return;
    if (forget)
        lose();
    else
        beliefs_.insert(belief);
}

void AssignedState::lose() {
    is_assigned_ = relied_ = false;
    beliefs_.clear();
}

bool AssignedState::join(const AssignedState& other) {
    if (!other.is_reached_)
        return false;
    if (!is_reached_) {
        *this = other;
        return true;
    }
    const AssignedState before = *this;
    is_certain_ = is_certain_ && other.is_certain_;
    is_asked_for_ = is_asked_for_ || other.is_asked_for_;
    answers_.insert(other.answers_.begin(), other.answers_.end());
    relied_ = relied_ || other.relied_;
    beliefs_.insert(other.beliefs_.begin(), other.beliefs_.end());
    const bool contradict = std::any_of(beliefs_.begin(), beliefs_.end(), [&](const Belief& belief) {
        return belief.second == Outcome::holds && beliefs_.contains({belief.first, Outcome::fails});
    });
    if (!is_assigned_ || !other.is_assigned_ || contradict)
        lose();
    return is_assigned_ != before.is_assigned_ || is_certain_ != before.is_certain_ ||
           is_asked_for_ != before.is_asked_for_ || relied_ != before.relied_ ||
           beliefs_.size() != before.beliefs_.size() || answers_.size() != before.answers_.size();
}

void AssignedState::restore(const AssignedState& before) {
    is_assigned_ = before.is_assigned_;
    is_certain_ = before.is_certain_;
    beliefs_ = before.beliefs_;
}

} // namespace hydra::passes

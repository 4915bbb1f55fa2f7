// What is known on the present path (path_state.h).
#include "passes/evaluation/path_state.h"

namespace hydra::passes {

void PathState::drop_formulas(std::size_t from) {
    for (std::size_t i = from; i < domain_.formulas.size(); ++i)
        domain_.formulas[i] = "1 = 1";
}

bool PathState::runs_in_any_case() const {
    return conditions_ == 0 && inexact_.empty() && (kernel_ ? domain_.iterators.size() <= 1 : domain_.formulas.empty());
}

bool PathState::runs_in_every_iteration() const {
    return conditions_ == 0 && inexact_.empty() && domain_.iterators.size() == (kernel_ ? 1 : 0);
}

void PathState::restore(Mark mark) {
    domain_.formulas.resize(mark.formulas);
    inexact_.resize(mark.reasons);
    conditions_ = mark.conditions;
}

const Value* PathState::value_of(const ir::VarDecl* variable) const {
    const auto known = values_.find(variable);
    return known != values_.end() ? &known->second : nullptr;
}

void PathState::know(const ir::VarDecl* variable, const Value& value) {
    if (value.kind == Value::Kind::unknown || untracked_.contains(variable) ||
        summary_.address_taken().contains(summary_.canonical(variable)))
        values_.erase(variable);
    else
        values_[variable] = value;
}

void PathState::forget(const Variables& variables) {
    for (const ir::VarDecl* variable : variables)
        values_.erase(variable);
}

void PathState::forget_after(const Variables& variables, const Variables& replaced) {
    for (const ir::VarDecl* variable : variables) {
        const auto known = values_.find(variable);
        const bool moved =
            known != values_.end() && known->second.kind == Value::Kind::pointer && !replaced.contains(variable);
        if (moved && !known->second.pointer.dims.empty()) {
            known->second.pointer.dims.back().subscript = std::nullopt;
            known->second.pointer.dims.back().walks = true;
        } else if (known != values_.end() && !(moved && known->second.pointer.root == PointerValue::private_memory)) {
            values_.erase(known);
        }
    }
}

void PathState::distrust(const Variables& variables) {
    untracked_.insert(variables.begin(), variables.end());
    forget(untracked_);
}

const std::vector<PointerValue>* PathState::pointers_in(const ir::VarDecl* array) const {
    const auto known = aggregates_.pointers.find(array);
    return known != aggregates_.pointers.end() ? &known->second : nullptr;
}

const PointerValue* PathState::original_of(const ir::VarDecl* record) const {
    const auto known = aggregates_.records.find(record);
    return known != aggregates_.records.end() ? &known->second : nullptr;
}

void PathState::know_pointers(const ir::VarDecl* array, std::vector<PointerValue> pointers) {
    aggregates_.pointers[array] = std::move(pointers);
}

void PathState::know_original(const ir::VarDecl* record, PointerValue original) {
    aggregates_.records[record] = std::move(original);
}

} // namespace hydra::passes

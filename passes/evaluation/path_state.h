// What a symbolic run knows at the place where it is: the loops and conditions around it, why these are wider than the
// truth, and the values of variables.
#pragma once
#include <utility>

#include "passes/evaluation/values.h"
#include "passes/symbolic/isl_bridge.h"

namespace hydra::passes {

class PathState {
  public:
    // kernel: the region is a parallel loop's body, inside of the loop.
    PathState(const Summary& summary, bool kernel) : summary_(summary), kernel_(kernel) {}
    PathState(const PathState&) = delete;
    PathState& operator=(const PathState&) = delete;

    // The loops around, and the formulas that hold here.
    [[nodiscard]] const Domain& domain() const { return domain_; }
    void add(std::string formula) { domain_.formulas.push_back(std::move(formula)); }
    void enter_loop(SymbolId iterator) { domain_.iterators.push_back(iterator); }
    void leave_loop() { domain_.iterators.pop_back(); }
    // Formulas from this one on hold no more, since control may also come from elsewhere.
    void drop_formulas(std::size_t from);

    // Reasons why the domain is wider than the truth.
    [[nodiscard]] bool is_exact() const { return inexact_.empty(); }
    [[nodiscard]] std::size_t reasons() const { return inexact_.size(); }
    [[nodiscard]] std::string reason() const { return inexact_.empty() ? "" : inexact_.back(); }
    void widen(std::string why) { inexact_.push_back(std::move(why)); }
    void drop_reasons(std::size_t from) { inexact_.resize(from); }

    // Branches that the run is inside of.
    void enter_condition() { ++conditions_; }
    [[nodiscard]] bool under_condition() const { return conditions_ > 0; }
    // Whether what runs here does so whenever the region does (a launch without iterations does nothing).
    [[nodiscard]] bool runs_in_any_case() const;
    // The same, and once in each iteration.
    [[nodiscard]] bool runs_in_every_iteration() const;
    // Whether data may end the outermost loop that is being run through.
    [[nodiscard]] bool may_end() const { return may_end_; }
    void set_may_end(bool may_end) { may_end_ = may_end; }

    struct Mark {
        std::size_t formulas, reasons;
        int conditions;
    };
    [[nodiscard]] Mark mark() const { return {domain_.formulas.size(), inexact_.size(), conditions_}; }
    void restore(Mark mark);
    // What is added while it lasts is taken away with it.
    class Scope {
      public:
        explicit Scope(PathState& path) : path_(path), mark_(path.mark()) {}
        ~Scope() { path_.restore(mark_); }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

      private:
        PathState& path_;
        Mark mark_;
    };

    // What is known of a variable of the region's own; null: nothing.
    [[nodiscard]] const Value* value_of(const ir::VarDecl* variable) const;
    // A variable's value from now on. Nothing is known of one that may be changed otherwise than by its name.
    void know(const ir::VarDecl* variable, const Value& value);
    // The same of one that nothing else changes.
    void set(const ir::VarDecl* variable, Value value) { values_[variable] = std::move(value); }
    void forget(const ir::VarDecl* variable) { values_.erase(variable); }
    void forget(const Variables& variables);
    // After a part that may run any number of times: what it assigns is unknown; a pointer that it only moves (is not
    // among `replaced`) stays in its array.
    void forget_after(const Variables& variables, const Variables& replaced);
    // What these hold is never known again: they are assigned in a body with gotos.
    void distrust(const Variables& variables);
    [[nodiscard]] bool distrusts_any() const { return !untracked_.empty(); }
    [[nodiscard]] const KnownValues& values() const { return values_; }
    // Returns those before.
    KnownValues replace_values(KnownValues values) { return std::exchange(values_, std::move(values)); }

    // What aggregates of the region's own hold: of local arrays of pointers, what they are initialised with and keep;
    // of parameters that are copies of records which do not change, the original.
    struct Aggregates {
        std::map<const ir::VarDecl*, std::vector<PointerValue>> pointers;
        std::map<const ir::VarDecl*, PointerValue> records;
    };
    [[nodiscard]] const Aggregates& aggregates() const { return aggregates_; }
    void replace_pointers(std::map<const ir::VarDecl*, std::vector<PointerValue>> pointers) {
        aggregates_.pointers = std::move(pointers);
    }
    void replace_aggregates(Aggregates aggregates) { aggregates_ = std::move(aggregates); }
    // null: it is none.
    [[nodiscard]] const std::vector<PointerValue>* pointers_in(const ir::VarDecl* array) const;
    [[nodiscard]] const PointerValue* original_of(const ir::VarDecl* record) const;
    void know_pointers(const ir::VarDecl* array, std::vector<PointerValue> pointers);
    void forget_pointers(const ir::VarDecl* array) { aggregates_.pointers.erase(array); }
    void know_original(const ir::VarDecl* record, PointerValue original);
    void forget_original(const ir::VarDecl* record) { aggregates_.records.erase(record); }

  private:
    const Summary& summary_;
    bool kernel_;
    Domain domain_;
    std::vector<std::string> inexact_;
    int conditions_ = 0;
    bool may_end_ = false;
    KnownValues values_;
    Variables untracked_;
    Aggregates aggregates_;
};

} // namespace hydra::passes

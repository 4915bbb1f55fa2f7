// Members of record variables that the program names (`g.n`, `u.w`) and that parallel loops may change without naming
// them: through a pointer to the record or to the member, or through an array that shares their bytes in a union. Their
// values lie in memory that ranks share out, like elements of arrays; other members are values that every rank has.
#pragma once
#include <map>
#include <set>
#include <string>
#include <utility>

#include "passes/pointer_views.h"
#include "passes/state.h"

namespace hydra::passes {

class RecordValues {
  public:
    explicit RecordValues(const State& state);
    // member: of a variable, not an array itself.
    [[nodiscard]] bool in_memory(const ir::Expr& member) const;

  private:
    using Field = std::pair<std::string, std::string>; // the record's name, and the member's
    void note_address(const ir::Expr& expr);
    void note_store(const ir::Expr& target);
    // Whether loops store through a pointer that one to the record was made into, and may meet what has that type.
    [[nodiscard]] bool stored_as_other(ir::TypeRef record, ir::TypeRef type) const;

    const Summary& summary_;
    const PointerViews views_;
    mutable std::map<std::string, std::set<std::string>> seen_as_; // by record: see PointerViews
    std::set<const ir::Expr*> harmless_;                           // addresses that nobody keeps
    Variables pointed_at_;                 // whose addresses, or those of parts, are taken anywhere
    std::set<Field> addressed_;            // members whose addresses are taken
    std::map<Field, ir::TypeRef> members_; // that loops store into through pointers and subscripts,
    std::set<std::string> records_;        // records that they store as a whole,
    std::set<ir::TypeRef> scalars_;        // and what else
};

} // namespace hydra::passes

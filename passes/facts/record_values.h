// Members of record variables that the program names (`g.n`, `u.w`) and that parallel loops may change without naming
// them: through a pointer to the record or to the member, or through an array that shares their bytes in a union. Their
// values lie in memory that ranks share out, like elements of arrays; other members are values that every rank has.
#pragma once
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "passes/facts/pointer_views.h"
#include "passes/facts/summary.h"

namespace hydra::passes {

class RecordValues {
  public:
    RecordValues(const ir::Program& program, const Summary& summary);
    // member: of a variable, not an array itself.
    [[nodiscard]] bool in_memory(const ir::Expr& member) const;
    // Whether parallel loops may read the member without naming the variable.
    [[nodiscard]] bool read_in_memory(const ir::Expr& member) const;

  private:
    using Field = std::pair<std::string, std::string>; // the record's name, and the member's; all of a union's are one
    // What loops store, or read, through pointers and subscripts:
    struct Touched {
        std::map<Field, ir::TypeRef> members; // these, and their records,
        std::vector<ir::TypeRef> records;     // records as a whole,
        std::set<ir::TypeRef> scalars;        // what else,
        bool anything = false;                // and whether some of it may be of any kind

        void note(const ir::Expr& place);
    };
    static Field field_of(const ir::Member& member);
    void note_neighbours(const ir::Member& member);
    void note_address(const ir::Expr& expr);
    void note_loops(const ir::Program& program);
    static void note_library(Touched& touched, const ir::Call& call, const ir::FunctionDecl& callee, bool stores);
    [[nodiscard]] bool is_among(const Touched& touched, const ir::Expr& member) const;
    [[nodiscard]] bool by_record(const Touched& touched, const ir::Expr& member) const;
    [[nodiscard]] bool by_other_name(const Touched& touched, const ir::Expr& member, ir::TypeRef variable) const;

    const Summary& summary_;
    PointerViews views_;
    std::set<const ir::Expr*> harmless_; // addresses that nobody keeps
    Variables pointed_at_;               // whose addresses, or those of parts, are taken anywhere
    // Records of which library functions get bytes from a member on: names.
    std::set<std::string> spanned_;
    std::map<Field, ir::TypeRef> addressed_; // members whose addresses are taken, and their records
    Touched stored_, read_;
};

} // namespace hydra::passes

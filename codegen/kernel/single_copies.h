// Copies of the serial functions for runs in which nobody else can hold a newer copy of anything: of one rank on the
// host's cores, and of several where each runs everything (hydra_rt.h, HYDRA_RT_AT_FLOOR). They are the user's
// functions as they were, without sites and registrations, and of a parallel loop they hand the runtime only what
// threads are worth waking for. Each function with such a copy begins with the question (hydra_rt_single), and copies
// call copies. With one rank the answer stays the same. At the floor it does not, so copies of fixed functions
// (SerialCode::fixed) are not entered there: no copy is running where the answer changes.
#pragma once
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "codegen/context.h"
#include "codegen/kernel/clones.h"
#include "codegen/kernel/serial_code.h"
#include "codegen/text/rewriter.h"

namespace hydra::codegen {

class SingleCopies {
  public:
    // is_wanted: the program is built for the host's cores, and its ranks talk as they should (--comm=exact).
    SingleCopies(const Context& context, bool is_wanted);
    // The copy of this function's definition; null: it has none, and runs with its sites, which do nothing there.
    [[nodiscard]] const Clone* of(const ir::FunctionDecl* function) const;
    // Whether the function itself has to ask which version runs: somebody may call it who does not call the copy.
    [[nodiscard]] bool asks(const Clone& copy) const { return !called_by_copies_.contains(copy.definition); }
    [[nodiscard]] bool is_fixed(const Clone& copy) const { return code_.fixed.contains(copy.definition); }
    // The function's loops that stand in it twice, for the floor (floor_loops.h).
    [[nodiscard]] const std::vector<const ir::Stmt*>& floor_loops(const ir::FunctionDecl& function) const;
    // Whether the copy is put in its callers' place: native compilers do that with what is called once, and for the
    // floor it is called twice.
    [[nodiscard]] bool is_inlined(const Clone& copy) const { return inlined_.contains(copy.definition); }
    // Whether the loop may stand in the function itself too, for the floor: what it calls is the same in both versions.
    [[nodiscard]] bool may_stand_in_place(const ir::FunctionDecl& function, const ir::Stmt& loop) const;

  private:
    using Uses = std::map<const ir::FunctionDecl*, std::pair<long, long>>; // mentions, and calls of the copy
    [[nodiscard]] Uses count_uses() const;
    [[nodiscard]] bool is_called_in_copies(const ir::FunctionDecl& function, const Uses& uses) const;
    void find_floor_loops();
    void find_inlined(const Uses& uses);
    void find_called_by_copies(const Uses& uses);

    const Context& context_;
    SerialCode code_;
    std::map<const ir::FunctionDecl*, Clone> by_definition_;
    std::set<const ir::FunctionDecl*> called_by_copies_; // only
    std::map<const ir::FunctionDecl*, std::vector<const ir::Stmt*>> floor_loops_;
    std::set<const ir::FunctionDecl*> inlined_;
};

// What the function itself begins with: `if (hydra_rt_single) return hydra_single_f(a);`.
std::string single_choice(const Clone& copy, bool is_fixed);
// Its declaration, which stands in front of the function.
std::string single_declaration(const Context& context, const SingleCopies& copies, const Clone& copy);
// Declarations of the copies that the caller's statement calls, as far as there are none yet: they are added to
// `declared`, the copies of the unit's file that have been declared so far.
std::string declare_single_copies(const Context& context, const SingleCopies& copies, const ir::FunctionDecl& caller,
                                  const ir::Stmt& stmt, std::set<const ir::FunctionDecl*>& declared);
// Its definition. edits: those of the user's text but for calls of functions with copies, which are added.
// declared: as above.
std::string single_definition(const Context& context, const SingleCopies& copies, const Clone& copy, Edits edits,
                              std::set<const ir::FunctionDecl*>& declared);
// Adds to `edits` that calls in the statement, as far as its text stands there as it is, are those of copies.
void call_single_copies(const Context& context, const SingleCopies& copies, const ir::FunctionDecl& caller,
                        const ir::Stmt& stmt, Edits& edits);

} // namespace hydra::codegen

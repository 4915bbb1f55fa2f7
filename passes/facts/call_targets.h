// Which functions a call through a pointer may reach. A pointer variable whose address nobody takes holds what is
// assigned to it, a parameter what the calls of its function hand to it, an entry of a table that never changes what
// the table is initialised with. A pointer that comes out of other memory may hold any function whose address is taken
// and whose parameters are like those of the call: another call through a pointer has no meaning in C.
#pragma once
#include <compare>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "ir/program.h"

namespace hydra::passes {

class Summary;

// Definitions where the program has them. known: there are no others.
struct CallTargets {
    std::set<const ir::FunctionDecl*> functions;
    bool known = true;
    void add(const CallTargets& other) {
        functions.insert(other.functions.begin(), other.functions.end());
        known = known && other.known;
    }
    auto operator<=>(const CallTargets&) const = default;
};

class FunctionPointers {
  public:
    // What a parameter is known to hold in the call that is being looked at.
    using Bound = std::map<const ir::VarDecl*, CallTargets>;

    // wanted_outside: names of functions that code outside of the program may call. Keeps the reference to the summary,
    // of which it asks for definitions, common variables and constant tables alone.
    FunctionPointers(const ir::Program& program, const std::set<std::string>& wanted_outside, const Summary& summary);

    // The functions that the value of the expression, a pointer to a function, may be.
    [[nodiscard]] CallTargets held_by(const ir::Expr& expr, const Bound& bound) const;
    // The functions whose address is taken that a call through a pointer of this type may reach.
    [[nodiscard]] CallTargets like(ir::TypeRef pointer) const;

  private:
    // What a variable may hold: values assigned, and whether there may be others.
    struct Holder {
        std::vector<const ir::Expr*> values;
        bool open = false;
    };
    using Seen = std::set<const void*>;
    [[nodiscard]] bool names_foreign_pointers(const ir::Program& program) const;
    void see(const ir::Expr& expr);
    void see(const ir::VarDecl& variable);
    void see_call(const ir::Call& call);
    [[nodiscard]] const ir::FunctionDecl* function_of(const ir::FunctionDecl* named) const;
    [[nodiscard]] CallTargets held(const ir::Expr& expr, const Bound& bound, Seen& seen) const;
    [[nodiscard]] CallTargets held_by_variable(const ir::VarDecl* variable, const Bound& bound, Seen& seen) const;
    [[nodiscard]] CallTargets listed(const ir::Expr& init, const Bound& bound, Seen& seen) const;
    [[nodiscard]] CallTargets returned_by(const ir::FunctionDecl& function, Seen& seen) const;

    const Summary& summary_;
    std::map<const ir::VarDecl*, Holder> holders_;
    std::set<const ir::FunctionDecl*> addressed_;                       // whose address is taken
    std::map<const ir::VarDecl*, const ir::FunctionDecl*> function_of_; // parameters
    std::set<std::string> wanted_outside_;
    std::set<const ir::Expr*> callees_; // that name functions
    bool any_type_ = false;             // pointers are made of others that do not look like them
    bool foreign_ = false;              // code or data that nobody knows may hand out other functions
};

} // namespace hydra::passes

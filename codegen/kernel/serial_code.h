// Which functions of the program are serial code: those that hold launches, sites or registrations of arrays, and those
// from which a call leads to one that does.
#pragma once
#include <map>
#include <set>
#include <vector>

#include "ir/program.h"

namespace hydra::codegen {

struct SerialCode {
    explicit SerialCode(const ir::Program& program);
    [[nodiscard]] bool is_serial(const ir::FunctionDecl* definition) const { return serial.contains(definition); }
    // Whether the statement, as it stands, may lead to a fixed function.
    [[nodiscard]] bool leads_to_fixed(const ir::Program& program, const ir::Stmt& stmt) const;

    // Definitions in the user's files: the definitions that the body names, and the unit each stands in.
    std::map<const ir::FunctionDecl*, std::vector<const ir::FunctionDecl*>> calls;
    std::map<const ir::FunctionDecl*, int> unit_of;
    std::set<const ir::FunctionDecl*> serial;
    // Those in which the answer to hydra_rt_single may change, since they launch loops, or call a function that does;
    // and those that hold variables that last, of which two versions would have one each.
    std::set<const ir::FunctionDecl*> fixed;

  private:
    void add_callers(std::set<const ir::FunctionDecl*>& functions) const;

    bool fixed_by_address_ = false; // a pointer may lead to a fixed function: every call may
};

// The function itself where it has a body, else its definition in the program; null: there is none.
const ir::FunctionDecl* definition_of(const ir::Program& program, const ir::FunctionDecl* function);
// The functions that a statement names, once each, in order.
std::vector<const ir::FunctionDecl*> named_functions(const ir::Stmt& stmt);
// The definitions of these, as far as the program has them.
std::vector<const ir::FunctionDecl*> named_definitions(const ir::Program& program, const ir::Stmt& stmt);

} // namespace hydra::codegen

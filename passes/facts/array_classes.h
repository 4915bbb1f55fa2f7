// Which variables and members of structs may mean one array: those between which pointers are assigned, handed to
// functions or returned, anywhere in the program. A guess by names and types, in whole sweeps and without order; only
// decisions about speed may rest on it.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "passes/facts/summary.h"

namespace hydra::passes {

// Numbered sets that are joined and never parted.
class DisjointSets {
  public:
    int add(); // a new set of one member
    [[nodiscard]] int representative(int member) const;
    void unite(int a, int b);

  private:
    std::vector<int> up_; // another member of the set, or itself
};

class ArrayClasses {
  public:
    ArrayClasses(const ir::Program& program, const Summary& summary);
    static constexpr int none = -1;
    // The class of an array or pointer; of an address; none: not known.
    [[nodiscard]] int of(const ir::VarDecl& variable);
    [[nodiscard]] int of(const ir::Expr& expr);

  private:
    int place(const std::string& name); // a member of its class, made at need
    int of_variable(const ir::VarDecl* variable);
    int of_call(const ir::Call& call);
    void unite(int a, int b);
    void assign(const ir::VarDecl* to, const ir::Expr& from);
    void see(const ir::Expr& expr);
    void read(const ir::FunctionDecl& function);

    const Summary& summary_;
    std::map<std::string, int> places_;
    DisjointSets sets_; // of places
};

} // namespace hydra::passes

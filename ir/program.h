// The architecture-neutral program over the C tree: structured control flow around Alloc, Transfer, Launch and Free.
//
// Semantics. The serial code of the program runs on every rank with equal values. The four operations mean states, not
// actions: "Transfer s" says that what site s reads is valid on every rank from here on; so it may be repeated, merged
// and moved at no cost where it already holds. "Alloc a" says that array a exists from here on, its content held by all
// ranks; "Free a" that its content is dead. "Launch k" runs the iterations of kernel k, each once, on some rank, after
// making valid what that rank reads; afterwards exactly the rank that wrote an element holds it (or more ranks, where
// they all wrote the same).
#pragma once
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ir/host_expr.h"
#include "ir/kernel.h"
#include "ir/operations.h"
#include "ir/site.h"
#include "ir/tree.h"

namespace hydra::ir {

struct Function {
    int unit = 0;
    const FunctionDecl* decl = nullptr;
    std::string name;
    Block body;
    bool may_launch = false; // itself or what it calls
    friend bool operator==(const Function&, const Function&) = default;
};

// What host code of other units asks this unit for, since it cannot name it: `host`, a pointer or an integer, by a call
// of the function `name`.
struct UnitAccessor {
    int unit = 0;
    std::string name;
    HostExpr host;
    bool pointer = false;
    friend bool operator==(const UnitAccessor&, const UnitAccessor&) = default;
};

struct Program {
    std::vector<std::unique_ptr<TranslationUnit>> units;
    std::vector<Function> functions;
    std::vector<Kernel> kernels;
    std::vector<Site> sites;
    std::vector<std::pair<int, const VarDecl*>> static_arrays; // file-scope arrays with their unit: Alloc before main
    std::vector<UnitAccessor> accessors;                       // in the order in which the passes came to them
    // Subscripts of rows (m[0][i * C + j]) that may run over the row's end into the next one, which compilers take to
    // be impossible: they must not see the row's length there.
    std::set<const Expr*> overruns;

    [[nodiscard]] const Kernel& kernel(KernelId id) const { return kernels.at(static_cast<std::size_t>(id.value)); }
    [[nodiscard]] const Site& site(SiteId id) const { return sites.at(static_cast<std::size_t>(id.value)); }
};

// The definition that a call of this (external) function reaches, in whichever unit; null: not in the program.
const FunctionDecl* find_definition(const Program& program, const FunctionDecl* function);

// The same, for those who ask for it again and again, of a program whose functions stay.
class FunctionBodies {
  public:
    explicit FunctionBodies(const Program& program);
    [[nodiscard]] const FunctionDecl* of(const FunctionDecl* function) const;

  private:
    std::unordered_map<std::string_view, const FunctionDecl*> by_name_;
};

} // namespace hydra::ir

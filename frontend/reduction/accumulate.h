// Recognises the forms in which a loop may accumulate into a reduction variable (README.md, "The directive").
#pragma once
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ir/parameter_use.h"
#include "ir/tree.h"

namespace hydra::frontend {

struct Accumulation {
    ir::ReductionOp op;
    const ir::Expr* at;
    bool atomic = false; // by atomic_fetch_add and its kin
    // min and max: how it is written, and the value that the variable is compared with.
    ir::ExtremeForm form = ir::ExtremeForm::first;
    const ir::Expr* value = nullptr;
    bool cuts = false; // min or max of values that the variable does not hold; only where asked for any type
    // What `x = x && e` evaluates only while x decides nothing, `if (e < x && c) x = e` only where e is less (c, and e
    // once more).
    std::vector<const ir::Expr*> guarded = {};
    // Of `if (e < x) { x = e; at = i; }`: the mentions of `at`, or of what it is a member of.
    std::vector<const ir::Expr*> places = {};
    std::set<std::string> place_names = {}; // "at", "hit.row"
};

struct Accumulations {
    std::vector<Accumulation> found;
    std::set<const ir::Expr*> names; // the mentions of the variable that belong to them
};

struct AccumulationSearch {
    bool any_type = false; // those too that are none because an integer does not hold what is accumulated into it
    // The operation of the clause that names the variable; `x = 1` is one of `||`, and `x = 0` of `&&`.
    std::optional<ir::ReductionOp> named = std::nullopt;
    bool any_else = false; // those too that are none because something happens where the comparison does not hold
    const ir::Definitions* definitions = nullptr; // functions that other files define; null: none is looked for there
};

// Of a scalar variable, or of the elements of an array or behind a pointer.
Accumulations accumulations(const ir::Stmt& body, const ir::VarDecl* variable, const AccumulationSearch& search = {});

// All mentions of the variable in the body, in source order, without those under sizeof.
std::vector<const ir::Expr*> mentions(const ir::Stmt& body, const ir::VarDecl* variable);
bool mentions(const ir::Expr& expr, const ir::VarDecl* variable);
// Calls f with each mention of a variable.
void for_each_mention(const ir::Stmt& body, const std::function<void(const ir::Expr&)>& f);

const char* spelling(ir::ReductionOp op);

} // namespace hydra::frontend

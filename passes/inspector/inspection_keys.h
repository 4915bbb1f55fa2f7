// Which values a slice takes from outside, as keys of its loop: what inspectors found holds as long as they are the
// same. What memory holds is no key; the runtime knows that by versions.
#pragma once
#include <set>
#include <string>

#include "passes/access/region.h"
#include "passes/inspector/slicer.h"

namespace hydra::passes {

class InspectionKeys {
  public:
    // It keeps references. slicer: whose slices these are, as they are when something is added.
    InspectionKeys(ir::Kernel& kernel, Region& region, const Slicer& slicer);

    // The variable, or the member of it, that the slice mentions.
    void add(const ir::VarDecl& variable, const ir::Expr& mention);
    // How far apart rows are is in the type of what leads to them: of a variable from outside, as it was declared then;
    // of others, as the iteration finds it.
    void add_lengths(const ir::Expr& part);
    void add_number(const ir::HostExpr& host);
    // A pointer.
    void add_mark(const ir::HostExpr& pointer);

  private:
    void add_value(ir::TypeRef type, const ir::HostExpr& host);
    void add_parameter(SymbolId parameter) { region_.inspected_with.insert(parameter); }

    ir::Kernel& kernel_;
    Region& region_;
    const Slicer& slicer_;
    // What the function that the loop is in declares.
    Variables visible_;
    std::set<std::string> local_names_;
};

} // namespace hydra::passes

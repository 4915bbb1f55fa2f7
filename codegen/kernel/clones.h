// Plain copies of functions. A function that holds launches, sites or array registrations is serial code; where a
// parallel loop's body calls it, the thread that meets the call runs a copy without them: the user's function as it
// was.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "codegen/context.h"
#include "codegen/text/rewriter.h"

namespace hydra::codegen {

struct Clone {
    const ir::FunctionDecl* definition = nullptr;
    int unit = 0;
    std::string name;
    bool external = false; // called from another unit, too
};

class Clones {
  public:
    explicit Clones(const Context& context);
    // The clone that code of a kernel calls instead of this function; null: the function itself will do.
    [[nodiscard]] const Clone* of(const ir::FunctionDecl* function) const;

  private:
    std::map<const ir::FunctionDecl*, Clone> by_definition_;
    const Context& context_;
};

// Whether the function's body declares a static variable that may change.
bool has_lasting_local(const ir::Stmt& body);

// What stands before the body of the function's definition, with another name, and made static or extern where asked.
std::string head_text(const Context& context, const ir::FunctionDecl& function, const std::string& name,
                      bool make_static, bool make_extern);

// The declarations that a kernel needs in front of it for the functions that its body names: of clones, and of
// functions that the file declares no sooner than in the function that the loop stands in.
std::string prototypes(const Context& context, const Clones& clones, const ir::Kernel& kernel,
                       const std::vector<const ir::FunctionDecl*>& functions);
// Prototypes of the clones among these functions, and local names for them: `double (*const f)(double) =
// hydra_plain_f;`, so that the user's text calls the clone, from macros too.
std::string clone_prototypes(const Context& context, const Clones& clones, int unit,
                             const std::vector<const ir::FunctionDecl*>& functions);
std::string clone_names(const Context& context, const Clones& clones, int unit,
                        const std::vector<const ir::FunctionDecl*>& functions, const std::string& separator);

// Errors where code of a kernel does more with such a name than to call it or to hand it to a function.
void refuse_kept_clones(const Context& context, const Clones& clones, const ir::Stmt& body);

// The clone's definition, from the user's text. `base`: edits that all copies of the file's text get.
std::string clone_text(const Context& context, const Clones& clones, const Clone& clone, const Edits& base);

} // namespace hydra::codegen

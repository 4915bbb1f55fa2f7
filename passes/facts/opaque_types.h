// Structs of which a file knows the name alone ("opaque": `typedef struct grid grid_t;` in a header, members and
// accessors in another file) are completed in its tree, so that calls into the other file can be followed.
#pragma once
#include "ir/program.h"

namespace hydra::passes {

// Generated code defines these types again where it stands (ir::TagDecl::borrowed).
void complete_opaque_types(ir::Program& program);

} // namespace hydra::passes

// Puts generated code into the user's functions: which bytes of the text are replaced, and where insertions are valid
// C.
#pragma once
#include <map>
#include <set>

#include "codegen/host/offload.h"
#include "codegen/kernel/capture.h"
#include "codegen/kernel/clones.h"
#include "codegen/kernel/single_copies.h"

namespace hydra::codegen {

// The edits for the kernels, sites, array registrations and clones of the unit's functions, and its static arrays,
// added to `edits`. `base`: what pragma_edits returned. offloads: gets the kernels for devices; null: there are none.
void place_unit(const Context& context, const Clones& clones, const SingleCopies& singles, int unit,
                const FileEdits& base, Offloads* offloads, FileEdits& edits);

} // namespace hydra::codegen

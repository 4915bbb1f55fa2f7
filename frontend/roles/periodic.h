// Periodic subscripts in C (hydra_cmaps.h).
#pragma once
#include "frontend/roles/code.h"

namespace hydra::frontend::cmaps {

// `e` as a subscript in a dimension of that extent. border: in C, whether it may wrap; empty: it may. all: what names
// all places of the dimension, however they are shifted; empty: there is none.
Code turned(const Code& e, const std::string& extent, const std::string& border, const Code& all);
// What names all such places: base (the index times `by`), and what is left of the shift. further: of a section's
// place.
Code all_places(const std::string& base, long by, long shift, const Code& further);

} // namespace hydra::frontend::cmaps

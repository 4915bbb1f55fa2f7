// Periodic subscripts in C (hydra_cmaps.h).
#pragma once
#include "frontend/roles/code.h"

namespace hydra::frontend::cmaps {

// `e` as a subscript in a dimension of that extent. all: what names all places of the dimension, however they are
// shifted; empty: there is none. place: where it is, in what runs; empty: it is computed there.
Code turned(const Code& e, const std::string& extent, const Code& all, const std::string& place);
// What names all such places: base (the index times `by`), and what is left of the shift. further: of a section's
// place.
Code all_places(const std::string& base, long by, long shift, const Code& further);

} // namespace hydra::frontend::cmaps

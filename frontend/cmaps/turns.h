// Where periodic subscripts wrap: loops are cut there, so that most processes need not look; and what periodic
// subscripts of inner dimensions name together is the whole of them, which is what analysis is told.
#pragma once
#include "frontend/cmaps/parallel.h"

namespace hydra::frontend::cmaps {

// Fills Subscript::all and Parallel::cut. The loops are in their order.
void find_turns(Parallel& parallel);

// `e` as a subscript in a dimension of that extent. border: in C, whether it may wrap; empty: it may. all: what names
// all places of the dimension, however they are shifted; empty: there is none.
Code turned(const Code& e, const std::string& extent, const std::string& border, const Code& all);
// What names all such places: base (the index times `by`), and what is left of the shift. further: of a section's
// place.
Code all_places(const std::string& base, long by, long shift, const Code& further);

} // namespace hydra::frontend::cmaps

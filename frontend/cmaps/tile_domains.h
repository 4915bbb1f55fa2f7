// What says how large a local tile is: extents in ArrayMap, or a parallel over another tile that writes it at the plain
// indexes.
#pragma once
#include "frontend/roles/scopes.h"

namespace hydra::frontend::cmaps {

struct TileDomain {
    P::UnaryContext* map = nullptr; // the call of ArrayMap
    Tile* like = nullptr;           // the other tile
};
// The first one in a statement; both null: it says nothing of the tile.
TileDomain domain_in(antlr4::tree::ParseTree* node, const Tile& tile, const CmapsUnit& unit, Scopes& scopes);
// Whether an expression is a call of that name.
bool is_call(P::UnaryContext* unary, std::string_view name, const CmapsUnit& unit);

} // namespace hydra::frontend::cmaps

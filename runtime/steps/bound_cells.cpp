// See bound_cells.h.
#include "runtime/steps/bound_cells.h"

#include "runtime/base/fail.h"
#include "runtime/base/text.h"

#include <cstring>

namespace hydra::rt {

BoundCells::BoundCells(const hydra_rt_loop& loop, void* const* cells) : at_(loop.at) {
    for (int cell = 0; cell < loop.watches; ++cell) {
        const auto* first = static_cast<const unsigned char*>(cells[cell]);
        if (loop.watch[cell].bound != 0 && first != nullptr)
            cells_.push_back({&loop.watch[cell], first, {first, first + loop.watch[cell].bytes}});
    }
}

void BoundCells::check() const {
    for (const Cell& cell : cells_)
        if (std::memcmp(cell.at, cell.held.data(), cell.held.size()) != 0)
            fail(at_, text("what the loop stores changes ", cell.watch->name,
                           ", which its bound or step reads; store that in a variable before the loop"));
}

} // namespace hydra::rt

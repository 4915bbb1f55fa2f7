// Cells of memory that the bound or the step of a loop reads, where every rank runs the loop and nobody knows what it
// stores. C evaluates the header before each iteration, the launch once: that is the same as long as the cells hold
// what they held, which is looked at behind each iteration.
#pragma once

#include "runtime/include/hydra_rt.h"

#include <vector>

namespace hydra::rt {

class BoundCells {
  public:
    BoundCells() = default;
    // cells: the addresses of the loop's watched cells, or null.
    BoundCells(const hydra_rt_loop& loop, void* const* cells);
    [[nodiscard]] bool empty() const { return cells_.empty(); }
    // Ends the program where one of them has changed since.
    void check() const;

  private:
    struct Cell {
        const hydra_rt_watch* watch;
        const void* at;
        std::vector<unsigned char> held;
    };
    const char* at_ = "";
    std::vector<Cell> cells_;
};

} // namespace hydra::rt

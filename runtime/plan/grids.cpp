// Whether ranks form a grid where the user does not say. The compiler says what a round of the
// loops that share arrays moves in lines (hydra_rt_grid); here the sizes and the number of ranks are known. Volume is
// not all: boxes have more neighbours than blocks of rows, columns have to be packed, and their plans cost more. So a
// grid is formed where it moves half of what rows do, or less, and not where so many ranks take part that their plans
// would show. All ranks know the same numbers, and how many ranks share a machine is none of them: a dry run counts
// what a real one moves, wherever that runs.
#include "runtime/plan/grids.h"

#include "runtime/base/text.h"
#include "runtime/policy/worth.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace hydra::rt {
namespace {

constexpr std::size_t most_grids = 64; // choices that are remembered; further arrays stay with rows
constexpr int more_rounds = 2;         // hydra_rt_grid::rounds

bool is_near(std::int64_t known, std::int64_t extent) { return std::abs(known - extent) <= known / 4; }

std::string bytes_text(double bytes) { return std::to_string(static_cast<std::int64_t>(bytes)); }

// Bytes that other ranks lack where one has written a part of each of the launch's arrays.
double shared_out(const Binding& binding) {
    double bytes = 0;
    for (const Allocation* allocation : binding.allocations)
        if (!allocation->state->everywhere())
            bytes += static_cast<double>(allocation->bytes);
    return bytes;
}

} // namespace

RankGrid GridChoices::form(const PlanRequest& request, const Binding& binding, const Array& array) {
    const RankGrid rows_only{ranks_, 1};
    const hydra_rt_grid& costs = *request.loop->boxes->grid;
    for (const Formed& known : formed_)
        if (known.group == costs.group && is_near(known.rows, array.rows) && is_near(known.columns, array.columns))
            return known.grid;
    if (formed_.size() >= most_grids)
        return rows_only;
    const GridCosts volume{static_cast<double>(array.rows), static_cast<double>(array.columns),
                           static_cast<double>(costs.down) * array.depth,
                           static_cast<double>(costs.across) * array.depth};
    RankGrid best = rows_only;
    for (int columns = 2; columns <= ranks_; ++columns) {
        const RankGrid grid{ranks_ / columns, columns};
        if (ranks_ % columns == 0 && array.rows >= worth::least_side_of_box * grid.rows &&
            array.columns >= worth::least_side_of_box * columns && volume.of(grid) < volume.of(best) &&
            volume.share(grid) <= worth::most_uneven_grid * volume.share(rows_only))
            best = grid;
    }
    const double by_rows = volume.of(rows_only), by_grid = volume.of(best);
    std::string why = text("by blocks of rows a round moves ", bytes_text(by_rows), " bytes, by ", best.rows, " x ",
                           best.columns, " boxes ", bytes_text(by_grid));
    if (best.columns > 1 && worth::least_gain_of_grid * by_grid > by_rows) {
        best = rows_only;
        why += ", which is more than half of that";
    }
    if (best.columns > 1) {
        // What goes through by rows later, and what lies in rows now, has to move once.
        const double part = static_cast<double>(best.columns - 1) / best.columns;
        const double once = part * (costs.once * array.bytes + shared_out(binding));
        const double rounds = costs.rounds == 0 ? 0 : static_cast<double>(request.k[request.loop->keys]);
        if (once > 0 && rounds * (by_rows - by_grid) > once) {
            why += text(", and about ", bytes_text(rounds), " rounds save more than the ", bytes_text(once),
                        " bytes that change places");
        } else if (once > 0 && !has_waited(costs.group)) {
            if (costs.rounds == more_rounds)
                wait(costs.group, *request.loop, once / (by_rows - by_grid));
            return rows_only; // for so many rounds, that is; the next loop may have more
        } else if (once > 0) {
            why += text(", and rounds by rows have cost what changing places does, ", bytes_text(once), " bytes");
        }
    }
    formed_.push_back({costs.group, array.rows, array.columns, best});
    told_ = text(request.loop->at, ": ", ranks_, " ranks have ",
                 best.columns > 1 ? text(best.rows, " x ", best.columns, " boxes") : std::string("blocks of rows"),
                 " of arrays of ", array.rows, " x ", array.columns, ": ", why);
    return best;
}

void GridChoices::note_used(const Interval& rows, const Interval& columns) {
    formed_.back().rows_used = rows;
    formed_.back().columns_used = columns;
}

std::optional<GridChoices::Formed> GridChoices::formed(int group, std::int64_t rows, std::int64_t columns) const {
    const auto with_columns = [](const Formed& grid) {
        return grid.grid.columns > 1 ? std::optional(grid) : std::nullopt;
    };
    if (group < 0)
        return std::nullopt;
    if (partition_.grid)
        return with_columns({group, rows, columns, asked(), {0, rows}, {0, columns}});
    for (const Formed& known : formed_)
        if (known.group == group && is_near(known.rows, rows) && is_near(known.columns, columns))
            return with_columns(known);
    return std::nullopt;
}

RankGrid GridChoices::asked() const {
    return partition_.grid_rows > 0 ? RankGrid{partition_.grid_rows, partition_.grid_columns} : nearly_square(ranks_);
}

bool GridChoices::has_waited(int group) const {
    return std::any_of(
        waits_.begin(), waits_.end(),
        [group](const Wait& wait) { return wait.group == group && wait.launches >= wait.enough; });
}

void GridChoices::wait(int group, const hydra_rt_loop& loop, double launches) {
    const bool waits = std::any_of(waits_.begin(), waits_.end(), [&](const Wait& wait) { return wait.loop == &loop; });
    if (!waits && waits_.size() < most_grids)
        waits_.push_back({group, &loop, 0, static_cast<std::int64_t>(std::ceil(launches))});
}

} // namespace hydra::rt

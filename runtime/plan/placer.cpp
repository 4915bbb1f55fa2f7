// Where the iterations of a launch go: the template that they lie along, and how it is cut. Loops for which the
// compiler found that one block a rank would leave ranks without work deal it out in turn; the block is chosen once for
// an extent and kept, so that all loops along it agree.
#include "runtime/plan/placer.h"

#include "runtime/base/integers.h"
#include "runtime/plan/reductions.h"
#include "runtime/plan/said_place.h"
#include "runtime/plan/template_extent.h"
#include "runtime/policy/worth.h"

#include <algorithm>
#include <cmath>

namespace hydra::rt {
namespace {

constexpr std::size_t most_dealt = 16; // extents that are remembered
constexpr std::size_t most_used = 64;  // arrays of which it is remembered where loops were placed

// Whether loops over the whole extent give each rank its part: strides that are multiples of the blocks (a loop over
// tiles) may go past ranks.
bool meets_all_ranks(const Placement& dealt, std::int64_t extent, int ranks) {
    const std::int64_t scale = std::abs(dealt.scale);
    const std::int64_t all = (extent + scale - 1) / scale;
    if (scale == 1)
        return true;
    const std::int64_t first =
        dealt.scale > 0 ? floor_div(-dealt.offset + scale - 1, scale) : floor_div(dealt.offset - extent, scale) + 1;
    for (int rank = 0; rank < ranks; ++rank)
        if (2 * dealt.placed.partition.iteration_count(rank, dealt.scale, dealt.offset, first, first + all) >
            3 * ((all + ranks - 1) / ranks))
            return false;
    return true;
}

// Whether the launch writes the array along diagonals.
bool is_wavefront(const hydra_rt_footprint& footprint, const Binding& binding, int allocation) {
    for (std::size_t s = 0; s < footprint.slots.size(); ++s)
        if (footprint.slots[s].skew != 0 && binding.of_slot[s] == allocation && footprint.slots[s].may_write())
            return true;
    return false;
}

// The same behind tables of pointers, whose own slots touch nothing.
bool goes_through_rows(const hydra_rt_loop& loop, const hydra_rt_footprint& footprint) {
    return (loop.flags & HYDRA_RT_STREAMS) != 0 &&
           !footprint.slots[static_cast<std::size_t>(loop.align_slot)].tables.empty() &&
           std::any_of(
               footprint.slots.begin(), footprint.slots.end(),
               [](const hydra_rt_footprint::Slot& slot) { return slot.skew != 0 && !slot.tables.empty(); });
}

// Of the positions that others use, but for borders that these leave out.
bool is_part(const Interval& positions, const Interval& known) {
    const std::int64_t beside = (known.hi - known.lo) / 16 + 1;
    return positions.hi - positions.lo < known.hi - known.lo && known.lo - beside <= positions.lo &&
           positions.hi <= known.hi + beside;
}

Interval moved(const Interval& positions, std::int64_t by) { return {positions.lo + by, positions.hi + by}; }

// Of an array whose rows and columns a launch's ranks may share out.
GridChoices::Array array_of_grid(const Allocation& allocation, const hydra_rt_footprint::Slot& slot,
                                 const TemplateExtent& rows, const TemplateExtent& columns) {
    const auto bytes = static_cast<double>(allocation.bytes);
    const double places = static_cast<double>(rows.extent) * static_cast<double>(columns.extent);
    const double depth = std::max(1.0, std::floor(bytes / static_cast<double>(slot.elem) / places));
    return {rows.extent, columns.extent, depth, bytes};
}

// Whether a kernel for devices, if there is one, can be told to run such a part of a launch
// (hydra_rt_offload::windows).
bool device_may(const hydra_rt_loop& loop, int window) {
    return loop.offload == nullptr || (loop.offload->windows & window) != 0;
}

// Whether no two pointers lead to one array that the launch writes: rounds are proved independent for that case.
bool families_are_apart(const hydra_rt_boxes& boxes, const Binding& binding, const hydra_rt_footprint& footprint) {
    if (footprint.reads_everything || footprint.writes_everything || binding.unknown != Binding::none ||
        !binding.beside.empty())
        return false;
    for (std::size_t one = 0; one < footprint.slots.size(); ++one)
        for (std::size_t other = 0; other < footprint.slots.size(); ++other)
            if (boxes.family[one] != boxes.family[other] && binding.of_slot[one] == binding.of_slot[other] &&
                binding.of_slot[one] != Binding::none && footprint.slots[one].may_write())
                return false;
    return true;
}

// Whether ranks may share out the launch's rounds, where nobody asks whether that is worthwhile.
bool may_be_boxes(const PlanRequest& request, const Binding& binding) {
    const hydra_rt_loop& loop = *request.loop;
    if (loop.boxes == nullptr || !device_may(loop, 1))
        return false;
    hydra_rt_footprint described(0);
    return families_are_apart(*loop.boxes, binding, request.of_all(described));
}

} // namespace

// The block of an extent. The first launch decides for all that have this extent or nearly so (a vector of n + 1
// elements beside a matrix of n rows). Where it works on less than half of it (a large static array of which the
// program uses a part), what it works on counts, unless its bounds move.
std::int64_t DealtBlocks::block_of(const PlanRequest& request, std::int64_t extent) {
    for (const Dealt& known : dealt_)
        if (std::abs(known.extent - extent) <= known.extent / 4)
            return known.block;
    std::int64_t used = extent;
    if (const auto hull = (request.end - request.begin - 1) * std::abs(request.loop->align_scale) + 1;
        (request.loop->flags & HYDRA_RT_MOVES) == 0 && hull <= extent / 2)
        used = hull;
    const std::int64_t block = block_in_turn(used, ranks_);
    if (dealt_.size() < most_dealt)
        dealt_.push_back({extent, block});
    return block;
}

const Interval* UsedPositions::of(const Allocation& allocation, int dim, std::int64_t unit) const {
    for (const Used& known : used_)
        if (known.serial == allocation.serial && known.dim == dim && known.unit == unit)
            return &known.positions;
    return nullptr;
}

Interval UsedPositions::with(const Interval& positions, const Allocation& allocation, int dim, std::int64_t unit,
                             bool streams) {
    for (Used& known : used_)
        if (known.serial == allocation.serial && known.dim == dim && known.unit == unit) {
            if (!streams || !is_part(positions, known.positions))
                known.positions = positions;
            return known.positions;
        }
    if (used_.size() < most_used)
        used_.emplace_back();
    used_[next_] = {allocation.serial, dim, unit, positions};
    next_ = (next_ + 1) % most_used;
    return positions;
}

std::optional<Placement> Placer::deal_in_turn(const PlanRequest& request, const Binding& binding,
                                              const hydra_rt_footprint& footprint) {
    const hydra_rt_loop& loop = *request.loop;
    const auto slot = static_cast<std::size_t>(loop.align_slot);
    TemplateExtent positions =
        template_extent(request, binding, footprint, request.loop->align_slot, request.loop->align_dim);
    if (positions.extent <= 0 || loop.align_scale == 0)
        return std::nullopt;
    if (loop.align_dim == 0 && (request.tables == nullptr || footprint.slots[slot].tables.empty())) {
        const ByteSpan meant = binding.meant_by(slot);
        positions = whole_extent(footprint.slots[slot], meant.hi - meant.lo, binding.offset[slot] - meant.lo);
    }
    PartitionSpec spec;
    spec.kind = PartitionSpec::Kind::block_cyclic;
    spec.block = blocks_.block_of(request, positions.extent);
    Placement dealt{{Partition(spec, 0, positions.extent, ranks_), false},
                    loop.align_scale,
                    request.align_offset - positions.first};
    if (!meets_all_ranks(dealt, positions.extent, ranks_))
        return std::nullopt;
    return dealt;
}

std::optional<BoxShares> Placer::place_boxes(const PlanRequest& request, const Binding& binding) {
    if (request.shares != nullptr)
        return *request.shares;
    const hydra_rt_loop& loop = *request.loop;
    const bool plain = request.inspection == nullptr && request.tables == nullptr && request.additions == nullptr;
    if (request.place != nullptr && plain && !(reproducible_ && rounds(loop)))
        return shares_said(*request.place, request, ranks_, may_be_boxes(request, binding));
    if (request.place != nullptr || ranks_ == 1 || loop.boxes == nullptr || !plain || !device_may(loop, 1) ||
        (reproducible_ && rounds(loop)))
        return std::nullopt;
    const bool chooses = partition_.automatic && loop.boxes->grid != nullptr && ranks_ <= worth::most_in_grid;
    if (!partition_.grid && !chooses)
        return std::nullopt;
    hydra_rt_footprint described(0);
    const hydra_rt_footprint& footprint = request.of_all(described);
    if (!families_are_apart(*loop.boxes, binding, footprint))
        return std::nullopt;
    const TemplateExtent rows = template_extent(request, binding, footprint, loop.align_slot, loop.align_dim);
    const TemplateExtent columns = template_extent(request, binding, footprint, loop.align_slot, loop.boxes->dim);
    if (rows.extent <= 0 || columns.extent <= 0)
        return std::nullopt;
    const auto aligned = static_cast<std::size_t>(loop.align_slot);
    const Allocation& allocation = *binding.allocations[static_cast<std::size_t>(binding.of_slot[aligned])];
    const std::size_t formed = grids_.count();
    const RankGrid grid =
        chooses ? grids_.form(request, binding, array_of_grid(allocation, footprint.slots[aligned], rows, columns))
                : grids_.asked();
    if (grid.columns == 1)
        return std::nullopt;
    const std::int64_t row = request.align_offset - rows.first, column = loop.boxes->offset - columns.first;
    const auto [first, last] = footprint.slots[aligned].used(loop.boxes->dim);
    Interval down_used{request.begin, request.end};
    Interval across_used{first - loop.boxes->offset, last - loop.boxes->offset};
    if (formed < grids_.count() && loop.align_scale == 1)
        grids_.note_used(moved(down_used, row), moved(across_used, column));
    const hydra_rt_grid* const group = loop.boxes->grid;
    if (const auto known = group != nullptr ? grids_.formed(group->group, rows.extent, columns.extent) : std::nullopt;
        known && (loop.flags & HYDRA_RT_STREAMS) != 0 && loop.align_scale == 1) {
        if (is_part(moved(down_used, row), known->rows_used))
            down_used = moved(known->rows_used, -row);
        if (is_part(moved(across_used, column), known->columns_used))
            across_used = moved(known->columns_used, -column);
    }
    return cut_in_boxes(
        grid, choose_template({}, grid.rows, rows.extent, loop.align_scale, row, down_used.lo, down_used.hi),
        choose_template({}, grid.columns, columns.extent, 1, column, across_used.lo, across_used.hi), request);
}

BoxShares Placer::cut_in_boxes(const RankGrid& grid, const Placement& down, const Placement& across,
                               const PlanRequest& request) const {
    BoxShares boxes;
    for (int rank = 0; rank < ranks_; ++rank) {
        const std::vector<Interval> rounds = across.iterations(rank % grid.columns, -unbounded, unbounded);
        boxes.rounds.push_back(rounds.empty() ? Interval{} : rounds.front());
        boxes.iterations.emplace_back();
        if (!rounds.empty())
            boxes.iterations.back() = down.iterations(rank / grid.columns, request.begin, request.end);
    }
    return boxes;
}

Placement Placer::placement_of(const PlanRequest& request, const Binding& binding) {
    if (const SaidPlace* said = request.place; said != nullptr && said->scale != 0)
        return {{Partition(said->spec, 0, said->extent, ranks_), false}, said->scale, said->offset};
    hydra_rt_footprint described(request.whole == nullptr ? request.loop->slots : 0);
    if (request.loop->align_slot >= 0 && request.whole == nullptr)
        request.loop->footprint(&described, request.k, request.begin, request.end); // for shapes alone
    const hydra_rt_footprint& footprint = request.whole == nullptr ? described : *request.whole;
    if (partition_.automatic && (request.loop->flags & HYDRA_RT_IN_TURN) != 0)
        if (std::optional<Placement> placement = deal_in_turn(request, binding, footprint))
            return *placement;
    const TemplateExtent positions =
        template_extent(request, binding, footprint, request.loop->align_slot, request.loop->align_dim);
    const hydra_rt_loop& loop = *request.loop;
    const std::int64_t move = request.align_offset - positions.first;
    Interval used{request.begin, request.end};
    const bool streams = (loop.flags & HYDRA_RT_STREAMS) != 0;
    const bool mirrored = streams && loop.align_scale == -1;
    // Positions to iterations, and back.
    const auto turned = [&](const Interval& of) {
        return mirrored ? Interval{move - of.hi + 1, move - of.lo + 1} : moved(of, -move);
    };
    if (partition_.automatic && (loop.align_scale == 1 || mirrored) && positions.extent > 0 &&
        request.tables == nullptr) {
        const auto allocation = static_cast<std::size_t>(binding.of_slot[static_cast<std::size_t>(loop.align_slot)]);
        if (streams && !mirrored && loop.align_dim == 0 &&
            is_wavefront(footprint, binding, static_cast<int>(allocation)))
            used = {-move, positions.extent - move};
        const Interval own = mirrored ? turned(used) : moved(used, move);
        const auto& aligned = footprint.slots[static_cast<std::size_t>(loop.align_slot)];
        used = turned(used_.with(own, *binding.allocations[allocation], loop.align_dim,
                                 bytes_of_position(aligned, loop.align_dim), streams));
    }
    if (partition_.automatic && loop.align_scale == 1 && loop.align_dim == 0 && positions.extent > 0 &&
        request.tables != nullptr && goes_through_rows(loop, footprint))
        used = {-move, positions.extent - move};
    return choose_template(partition_, ranks_, positions.extent, loop.align_scale, move, used.lo, used.hi);
}

std::vector<std::vector<Interval>> Placer::deal_out(const PlanRequest& request, const Placement& placement) const {
    std::vector<std::vector<Interval>> intervals(static_cast<std::size_t>(ranks_));
    if (reproducible_ && rounds(*request.loop)) {
        const std::int64_t total = request.end - request.begin, blocks = reproducible_blocks(request);
        const auto start = [&](std::int64_t rank) {
            return request.begin + part_start(total, blocks, part_start(blocks, ranks_, rank));
        };
        for (int rank = 0; rank < ranks_; ++rank)
            if (start(rank) < start(rank + 1))
                intervals[static_cast<std::size_t>(rank)] = {{start(rank), start(rank + 1)}};
        return intervals;
    }
    const auto deal = [&](const Placement& along) {
        for (int rank = 0; rank < ranks_; ++rank)
            intervals[static_cast<std::size_t>(rank)] = along.iterations(rank, request.begin, request.end);
    };
    deal(placement);
    const bool scattered =
        std::any_of(intervals.begin(), intervals.end(), [](const auto& of) { return of.size() > 1; });
    if (scattered && (request.loop->flags & HYDRA_RT_SHARES_IN_ORDER) != 0)
        deal(choose_template({}, ranks_, 0, 1, 0, request.begin, request.end));
    return intervals;
}

std::vector<std::vector<Interval>> Placer::place(const PlanRequest& request, const Binding& binding) {
    if (request.inspection != nullptr && !request.inspection->placed.empty())
        return request.inspection->placed;
    if (request.place != nullptr && !(reproducible_ && rounds(*request.loop)))
        if (std::optional<BoxShares> said = shares_said(*request.place, request, ranks_, false))
            return std::move(said->iterations);
    return deal_out(request, placement_of(request, binding));
}

} // namespace hydra::rt

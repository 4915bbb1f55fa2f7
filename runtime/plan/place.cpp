// Where the iterations of a launch go: the template that they lie along, and how it is cut. Loops for which the
// compiler found that one block a rank would leave ranks without work deal it out in turn; the block is chosen once for
// an extent and kept, so that all loops along it agree.
#include "runtime/base/integers.h"
#include "runtime/plan/plan.h"
#include "runtime/policy/worth.h"

#include <algorithm>
#include <cmath>

namespace hydra::rt {
namespace {

constexpr std::size_t most_dealt = 16; // extents that are remembered
constexpr std::size_t most_used = 64;  // arrays of which it is remembered where loops were placed

struct TemplateExtent {
    std::int64_t extent = 0;
    std::int64_t first = 0; // the subscript at which it starts
};

// The same of a slot that is reached through tables.
TemplateExtent template_extent(const hydra_rt_footprint::Slot& slot, int dim, const TableView::Extent& extent) {
    if (dim == 0)
        return {extent.rows, extent.first_row};
    if (dim == slot.tables.back())
        return {extent.length, 0};
    const bool counts_from_pointer = std::binary_search(slot.tables.begin(), slot.tables.end(), dim);
    return {counts_from_pointer ? 0 : slot.len[static_cast<std::size_t>(dim - 1)], 0};
}

// A dimension of the slot that the loop is aligned with; extent 0 where it has none. Subscripts count from the pointer,
// and where that lies outside of the allocation (arrays counted from 1), from the allocation's start.
TemplateExtent template_extent(const PlanRequest& request, const Binding& binding, const hydra_rt_footprint& footprint,
                               int slot_index, int dim) {
    if (slot_index < 0)
        return {};
    auto slot_at = static_cast<std::size_t>(slot_index);
    const hydra_rt_footprint::Slot& slot = footprint.slots[slot_at];
    if (request.tables != nullptr && !slot.tables.empty())
        return template_extent(slot, dim, request.tables->extents[slot_at]);
    int allocation = binding.of_slot[slot_at];
    if (slot.elem == 0 || allocation == Binding::none)
        return {};
    if (dim > 0)
        return {slot.own_length(dim), 0};
    std::int64_t stride = slot.elem;
    for (const long length : slot.own_lengths())
        stride *= length;
    if (stride <= 0)
        return {};
    const ByteSpan meant = binding.meant_by(slot_at);
    const std::int64_t bytes = meant.hi - meant.lo, offset = binding.offset[slot_at] - meant.lo;
    if ((offset < 0 || offset >= bytes) && offset % stride == 0)
        return {bytes / stride, -offset / stride};
    return {(bytes - offset) / stride, 0};
}

// Of a slot along its outermost dimension: counted from the allocation's start, wherever the pointer points, since
// loops over the parts of an array (lu(a + k * n + k, n - k)) deal out the same rows.
TemplateExtent whole_extent(const hydra_rt_footprint::Slot& slot, std::int64_t bytes, std::int64_t offset) {
    std::int64_t stride = slot.elem;
    for (const long length : slot.own_lengths())
        stride *= length;
    return {bytes / stride, -floor_div(offset, stride)};
}

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
           std::any_of(footprint.slots.begin(), footprint.slots.end(),
                       [](const hydra_rt_footprint::Slot& slot) { return slot.skew != 0 && !slot.tables.empty(); });
}

// Of the positions that others use, but for borders that these leave out.
bool is_part(const Interval& positions, const Interval& known) {
    const std::int64_t beside = (known.hi - known.lo) / 16 + 1;
    return positions.hi - positions.lo < known.hi - known.lo && known.lo - beside <= positions.lo &&
           positions.hi <= known.hi + beside;
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

} // namespace

// The block of an extent. The first launch decides for all that have this extent or nearly so (a vector of n + 1
// elements beside a matrix of n rows). Where it works on less than half of it (a large static array of which the
// program uses a part), what it works on counts, unless its bounds move.
std::int64_t PlanMaker::block_of(const PlanRequest& request, std::int64_t extent) {
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

std::optional<Placement> PlanMaker::deal_in_turn(const PlanRequest& request, const Binding& binding,
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
    spec.block = block_of(request, positions.extent);
    Placement dealt{{Partition(spec, 0, positions.extent, ranks_), false},
                    loop.align_scale,
                    request.align_offset - positions.first};
    if (!meets_all_ranks(dealt, positions.extent, ranks_))
        return std::nullopt;
    return dealt;
}

std::optional<BoxShares> PlanMaker::place_boxes(const PlanRequest& request, const Binding& binding) {
    if (request.shares != nullptr)
        return *request.shares;
    const hydra_rt_loop& loop = *request.loop;
    const bool plain = request.inspection == nullptr && request.tables == nullptr && request.additions == nullptr;
    if (ranks_ == 1 || loop.boxes == nullptr || !plain || !device_may(loop, 1))
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
    const double bytes =
        static_cast<double>(binding.allocations[static_cast<std::size_t>(binding.of_slot[aligned])]->bytes);
    const double places = static_cast<double>(rows.extent) * static_cast<double>(columns.extent);
    const double depth = std::max(1.0, std::floor(bytes / static_cast<double>(footprint.slots[aligned].elem) / places));
    const std::size_t formed = grids_.size();
    const RankGrid grid =
        chooses ? form_grid(request, binding, {rows.extent, columns.extent, depth, bytes}) : asked_grid();
    if (grid.columns == 1)
        return std::nullopt;
    const auto [first, last] = footprint.slots[aligned].used(loop.boxes->dim);
    const Interval used{first - loop.boxes->offset, last - loop.boxes->offset};
    if (formed < grids_.size() && loop.align_scale == 1) {
        const std::int64_t move = request.align_offset - rows.first;
        grids_.back().rows_used = {request.begin + move, request.end + move};
        grids_.back().columns_used = {first - columns.first, last - columns.first};
    }
    const std::int64_t row = request.align_offset - rows.first, column = loop.boxes->offset - columns.first;
    Interval down_used{request.begin, request.end}, across_used = used;
    const hydra_rt_grid* const group = loop.boxes->grid;
    if (const auto known = group != nullptr ? formed_grid(group->group, rows.extent, columns.extent) : std::nullopt;
        known && (loop.flags & HYDRA_RT_STREAMS) != 0 && loop.align_scale == 1) {
        if (is_part({request.begin + row, request.end + row}, known->rows_used))
            down_used = {known->rows_used.lo - row, known->rows_used.hi - row};
        if (is_part({used.lo + column, used.hi + column}, known->columns_used))
            across_used = {known->columns_used.lo - column, known->columns_used.hi - column};
    }
    const Placement down =
        choose_template({}, grid.rows, rows.extent, loop.align_scale, row, down_used.lo, down_used.hi);
    const Placement across =
        choose_template({}, grid.columns, columns.extent, 1, column, across_used.lo, across_used.hi);
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

const Interval* PlanMaker::used_of(const Allocation& allocation, int dim) const {
    for (const Used& known : used_)
        if (known.serial == allocation.serial && known.dim == dim)
            return &known.positions;
    return nullptr;
}

Interval PlanMaker::used_with(const Interval& positions, const Allocation& allocation, int dim, bool streams) {
    for (Used& known : used_)
        if (known.serial == allocation.serial && known.dim == dim) {
            if (!streams || !is_part(positions, known.positions))
                known.positions = positions;
            return known.positions;
        }
    if (used_.size() < most_used)
        used_.emplace_back();
    used_[next_used_] = {allocation.serial, dim, positions};
    next_used_ = (next_used_ + 1) % most_used;
    return positions;
}

// Of an array that the part writes, with enough dimensions; where blocks are cut as they were for loops by rows.
std::optional<BoxShares> PlanMaker::shares_of_line(const PlanRequest& request, const Binding& binding,
                                                   const hydra_rt_footprint& footprint,
                                                   const hydra_rt_sweep& sweep) const {
    const hydra_rt_edges& edges = *sweep.edges;
    const int dim = sweep.segment[0].part.dim;
    const int dims = std::max(dim, edges.across) + 1;
    const std::vector<long>* box = nullptr;
    int slot = 0;
    for (std::size_t s = 0; s < footprint.slots.size() && box == nullptr; ++s)
        for (std::size_t kind = 0; kind < hydra_rt_footprint::kinds && box == nullptr; ++kind)
            if (hydra_rt_footprint::writes(kind) && footprint.slots[s].dims() >= dims &&
                !footprint.slots[s].boxes[kind].empty()) {
                box = &footprint.slots[s].boxes[kind];
                slot = static_cast<int>(s);
            }
    if (box == nullptr)
        return std::nullopt;
    const std::int64_t line = (*box)[3 * static_cast<std::size_t>(dim)];
    const TemplateExtent lines = template_extent(request, binding, footprint, slot, dim);
    if (lines.extent <= 0)
        return std::nullopt;
    BoxShares shares{std::vector<std::vector<Interval>>(static_cast<std::size_t>(ranks_)),
                     std::vector<Interval>(static_cast<std::size_t>(ranks_), all_rounds)};
    const Interval all{request.begin, request.end};
    const TemplateExtent along =
        edges.group < 0 ? TemplateExtent{} : template_extent(request, binding, footprint, slot, edges.across);
    const std::int64_t rows = edges.by_grid_only != 0 ? along.extent : lines.extent;
    const std::int64_t columns = edges.by_grid_only != 0 ? lines.extent : along.extent;
    if (const std::optional<FormedGrid> formed = formed_grid(edges.group, rows, columns)) {
        const auto cut = [&](bool by_row, std::int64_t extent, std::int64_t offset) {
            const Interval& used = by_row ? formed->rows_used : formed->columns_used;
            return choose_template({}, by_row ? formed->grid.rows : formed->grid.columns, extent, 1, offset,
                                   used.lo - offset, used.hi - offset);
        };
        const bool row = edges.by_grid_only == 0;
        const int place = cut(row, lines.extent, -lines.first).placed.partition.owner(line - lines.first);
        const Placement others = cut(!row, along.extent, edges.offset - along.first);
        for (int rank = 0; rank < ranks_; ++rank) {
            const int down = rank / formed->grid.columns, across = rank % formed->grid.columns;
            if ((row ? down : across) == place)
                shares.iterations[static_cast<std::size_t>(rank)] =
                    others.iterations(row ? across : down, all.lo, all.hi);
        }
        return shares;
    }
    if (edges.by_grid_only != 0 || partition_.grid)
        return std::nullopt;
    const auto allocation = static_cast<std::size_t>(binding.of_slot[static_cast<std::size_t>(slot)]);
    const Interval* const known = used_of(*binding.allocations[allocation], dim);
    const Interval used = known != nullptr ? *known : Interval{0, lines.extent};
    const Placement placement = choose_template({}, ranks_, lines.extent, 1, 0, used.lo, used.hi);
    const int owner = placement.placed.partition.owner(line - lines.first);
    shares.iterations[static_cast<std::size_t>(owner)] = {all};
    return shares;
}

std::vector<Interval> PlanMaker::rows_of_ranks(const PlanRequest& request, const Binding& binding,
                                               const hydra_rt_footprint& footprint, int slot, int dim,
                                               const Interval& used) const {
    const TemplateExtent rows = template_extent(request, binding, footprint, slot, dim);
    std::vector<Interval> found;
    if (rows.extent <= 0)
        return found;
    const Placement placement = choose_template({}, ranks_, rows.extent, 1, -rows.first, used.lo, used.hi);
    for (int rank = 0; rank < ranks_; ++rank) {
        const std::vector<Interval> own = placement.iterations(rank, -unbounded, unbounded);
        found.push_back(own.empty() ? Interval{} : own.front());
    }
    return found;
}

Placement PlanMaker::placement_of(const PlanRequest& request, const Binding& binding) {
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
    if (partition_.automatic && loop.align_scale == 1 && positions.extent > 0 && request.tables == nullptr) {
        const auto allocation = static_cast<std::size_t>(binding.of_slot[static_cast<std::size_t>(loop.align_slot)]);
        const bool streams = (loop.flags & HYDRA_RT_STREAMS) != 0;
        if (streams && loop.align_dim == 0 && is_wavefront(footprint, binding, static_cast<int>(allocation)))
            used = {-move, positions.extent - move};
        const Interval with =
            used_with({used.lo + move, used.hi + move}, *binding.allocations[allocation], loop.align_dim, streams);
        used = {with.lo - move, with.hi - move};
    }
    if (partition_.automatic && loop.align_scale == 1 && loop.align_dim == 0 && positions.extent > 0 &&
        request.tables != nullptr && goes_through_rows(loop, footprint))
        used = {-move, positions.extent - move};
    return choose_template(partition_, ranks_, positions.extent, loop.align_scale, move, used.lo, used.hi);
}

std::vector<std::vector<Interval>> PlanMaker::place(const PlanRequest& request, const Binding& binding) {
    if (request.inspection != nullptr && !request.inspection->placed.empty())
        return request.inspection->placed;
    Placement placement = placement_of(request, binding);
    std::vector<std::vector<Interval>> intervals(static_cast<std::size_t>(ranks_));
    const auto deal_out = [&] {
        for (int rank = 0; rank < ranks_; ++rank)
            intervals[static_cast<std::size_t>(rank)] = placement.iterations(rank, request.begin, request.end);
    };
    deal_out();
    const bool scattered =
        std::any_of(intervals.begin(), intervals.end(), [](const auto& of) { return of.size() > 1; });
    if (scattered && (request.loop->flags & HYDRA_RT_SHARES_IN_ORDER) != 0) {
        placement = choose_template({}, ranks_, 0, 1, 0, request.begin, request.end);
        deal_out();
    }
    return intervals;
}

} // namespace hydra::rt

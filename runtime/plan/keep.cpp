// Placements by what ranks have already: the rows that they keep in launches along columns (hydra_rt_sweep), and the
// lines whose owners run launches along edges (hydra_rt_edges). Decided at each launch, from sizes that all ranks know.
#include "runtime/plan/placer.h"

#include "runtime/base/text.h"
#include "runtime/plan/template_extent.h"
#include "runtime/policy/worth.h"

#include <algorithm>

namespace hydra::rt {
namespace {

// Whether what the launch writes is reached through one pointer only, and stays inside of the dimensions' lengths: then
// other subscripts are other elements.
bool subscripts_tell(const hydra_rt_footprint& footprint, const Binding& binding) {
    for (std::size_t s = 0; s < footprint.slots.size(); ++s) {
        const hydra_rt_footprint::Slot& slot = footprint.slots[s];
        if (std::find(slot.whole.begin(), slot.whole.end(), true) != slot.whole.end())
            return false;
        if (slot.touches_nothing() || !slot.reach().written)
            continue;
        for (std::size_t other = 0; other < footprint.slots.size(); ++other)
            if (other != s && binding.of_slot[other] == binding.of_slot[s] && !footprint.slots[other].touches_nothing())
                return false;
        if (binding.of_slot[s] == Binding::none || !slot.tables.empty())
            return false;
        for (const std::vector<long>& boxes : slot.boxes)
            for (std::size_t at = 0; at < boxes.size(); at += 3 * static_cast<std::size_t>(slot.dims()))
                for (int d = 1; d < slot.dims(); ++d) {
                    const long* bound = boxes.data() + at + 3 * d;
                    if (bound[0] < 0 || bound[1] > slot.len[static_cast<std::size_t>(d - 1)])
                        return false;
                }
    }
    return true;
}

// What each rank but one gets in a round, and what changes places instead.
struct SweepCosts {
    double border, change;
};

SweepCosts costs_of(const hydra_rt_sweep& sweep, const hydra_rt_footprint::Slot& array, int rows, int ranks) {
    double others = 1, all = static_cast<double>(array.elem);
    for (int d = 0; d < array.dims(); ++d) {
        const auto [lo, hi] = array.used(d);
        all *= static_cast<double>(hi - lo);
        others *= d == rows ? 1 : static_cast<double>(hi - lo);
    }
    return {static_cast<double>(sweep.border) * others * (ranks - 1), sweep.changes * all * (ranks - 1) / ranks};
}

} // namespace

std::optional<Placer::KeptRows> Placer::keep_rows(const PlanRequest& request, const Binding& binding,
                                                  std::string& told) const {
    const hydra_rt_loop& loop = *request.loop;
    const bool plain = request.inspection == nullptr && request.tables == nullptr && request.additions == nullptr &&
                       !request.replicated && binding.unknown == Binding::none && binding.beside.empty();
    if (!partition_.automatic || ranks_ == 1 || ranks_ > worth::most_in_pipeline || !plain)
        return std::nullopt;
    hydra_rt_footprint footprint(loop.slots);
    loop.footprint(&footprint, request.k, request.begin, request.end);
    const auto slot = static_cast<std::size_t>(loop.sweep->slot);
    if (footprint.reads_everything || footprint.writes_everything || !subscripts_tell(footprint, binding) ||
        binding.of_slot[slot] == Binding::none)
        return std::nullopt;
    const int dim = loop.sweep->segment[0].part.dim;
    const auto [first, last] = footprint.slots[slot].used(dim);
    const SweepCosts costs = costs_of(*loop.sweep, footprint.slots[slot], dim, ranks_);
    if (first == last || worth::least_gain_of_pipeline * costs.border > costs.change)
        return std::nullopt;
    KeptRows kept{rows_of_ranks(request, binding, footprint, loop.sweep->slot, dim, {first, last}), {first, last}};
    if (kept.of.empty())
        return std::nullopt;
    told = text(loop.at, ": rows stay, and columns are a pipeline of ", ranks_, " ranks: a round moves at most ",
                static_cast<std::int64_t>(costs.border), " bytes, and changing places ",
                static_cast<std::int64_t>(costs.change));
    return kept;
}

std::optional<std::vector<BoxShares>> Placer::keep_lines(const PlanRequest& request, const Binding& binding,
                                                         std::span<const hydra_rt_loop> parts) const {
    const bool plain = request.inspection == nullptr && request.tables == nullptr && request.additions == nullptr &&
                       !request.replicated && binding.unknown == Binding::none && binding.beside.empty();
    if ((!partition_.automatic && !partition_.grid) || ranks_ == 1 || !plain)
        return std::nullopt;
    hydra_rt_footprint whole(request.loop->slots);
    request.loop->footprint(&whole, request.k, request.begin, request.end);
    if (whole.reads_everything || whole.writes_everything || !subscripts_tell(whole, binding))
        return std::nullopt;
    std::vector<BoxShares> shares;
    const Interval all{request.begin, request.end};
    for (const hydra_rt_loop& part : parts) {
        PlanRequest own = request;
        own.loop = &part;
        own.rounds = &all_rounds;
        hydra_rt_footprint footprint(part.slots);
        own.describe({&all, 1}, footprint);
        std::optional<BoxShares> of_line = shares_of_line(request, binding, footprint, *request.loop->sweep);
        if (!of_line)
            return std::nullopt;
        shares.push_back(*std::move(of_line));
    }
    return shares;
}

// Of an array that the part writes, with enough dimensions; where blocks are cut as they were for loops by rows.
std::optional<BoxShares> Placer::shares_of_line(const PlanRequest& request, const Binding& binding,
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
    if (const std::optional<GridChoices::Formed> formed = grids_.formed(edges.group, rows, columns)) {
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
    const Interval* const known = used_.of(*binding.allocations[allocation], dim,
                                           bytes_of_position(footprint.slots[static_cast<std::size_t>(slot)], dim));
    const Interval used = known != nullptr ? *known : Interval{0, lines.extent};
    const Placement placement = choose_template({}, ranks_, lines.extent, 1, 0, used.lo, used.hi);
    const int owner = placement.placed.partition.owner(line - lines.first);
    shares.iterations[static_cast<std::size_t>(owner)] = {all};
    return shares;
}

std::vector<Interval> Placer::rows_of_ranks(const PlanRequest& request, const Binding& binding,
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

} // namespace hydra::rt

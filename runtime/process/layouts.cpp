// Layouts, as hydra_layouts.h tells of them. Only scalars come here, which all ranks have.
#include "runtime/process/layouts.h"

#include "runtime/include/hydra.h"
#include "runtime/process/process.h"

namespace {

hydra::rt::SaidLayouts& layouts() {
    static auto* const all = new hydra::rt::SaidLayouts; // exit handlers may still use it
    return *all;
}

long pipeline = 0;

} // namespace

namespace hydra::rt {

void set_pipeline(long columns) { pipeline = columns; }

SaidPlace said_place(const long* layout, int ranks) {
    enum { kind, number, extent, scale, offset, columns, across, column, first, count };
    SaidPlace place;
    place.layout = layout[kind];
    place.number = layout[number];
    place.extent = layout[extent];
    place.scale = layout[scale];
    place.offset = layout[offset];
    place.columns = layout[columns];
    place.across = layout[across] == 1;
    place.column = layout[column];
    if (layout[count] > 0 && layout[count] < ranks) {
        place.first = static_cast<int>(layout[first]);
        place.ranks = static_cast<int>(layout[count]);
    }
    if (place.extent == 0)
        return place;
    const std::int64_t wide = place.columns > 0 ? place.columns : 1;
    switch (place.layout) {
    case HYDRA_LAYOUT_CYCLIC:
        place.spec.kind = PartitionSpec::Kind::cyclic;
        break;
    case HYDRA_LAYOUT_BLOCK_CYCLIC:
        place.spec.kind = PartitionSpec::Kind::block_cyclic;
        place.spec.block = place.number;
        break;
    case HYDRA_LAYOUT_WEIGHTED:
        place.spec.kind = PartitionSpec::Kind::weighted;
        place.spec.weights = layouts().weights(place.number);
        break;
    case HYDRA_LAYOUT_GRID:
        place.boxes = &layouts().grid(place.ranks > 0 ? place.ranks : ranks, place.extent, wide);
        break;
    case HYDRA_LAYOUT_QUADTREE:
        place.boxes = &layouts().quadtree(place.ranks > 0 ? place.ranks : ranks, place.extent, wide);
        break;
    case HYDRA_LAYOUT_OWN:
        place.boxes = layouts().boxes(place.number);
        break;
    default:
        break;
    }
    if (place.ranks > 0)
        place.boxes = layouts().in_group(place);
    return place;
}

} // namespace hydra::rt

extern "C" {

long hydra_rt_processes(void) {
    if (hydra::rt::process_runtime() == nullptr)
        hydra_rt_start();
    auto* const runtime = hydra::rt::process_runtime();
    return runtime == nullptr ? 1 : runtime->transport().size();
}

long hydra_rt_pipeline(void) { return pipeline; }

void hydra_rt_layout_weight(long place, double weight) { layouts().add_weight(place, weight); }

long hydra_rt_layout_weights(void) { return layouts().number_weights(); }

long hydra_rt_layout_known(hydra_rank_of* rank_of, hydra_indexes_of* indexes_of, const void* data, long dims, long rows,
                           long columns, long rest) {
    return layouts().known({reinterpret_cast<std::intptr_t>(rank_of), reinterpret_cast<std::intptr_t>(indexes_of),
                            reinterpret_cast<std::intptr_t>(data), dims, rows, columns, rest});
}

void hydra_rt_layout_box(long rank, long first, long last, long step, long left, long right, long stride) {
    layouts().add_box(rank, {{first, last + 1}, {left, right + 1}, step, stride});
}

long hydra_rt_layout_boxes(long usable) { return layouts().number_boxes(usable != 0); }
}

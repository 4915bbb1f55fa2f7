// See piece_runner.h.
#include "runtime/offload/piece_runner.h"

#include "runtime/backend/cuts.h"
#include "runtime/base/fail.h"
#include "runtime/base/text.h"
#include "runtime/offload/host_access.h"
#include "runtime/offload/kernel_launch.h"

#include <algorithm>

namespace hydra::rt {
PieceRunner::PieceRunner(const DeviceLaunch& launch, Residences& residences, std::size_t device,
                         DevicePlacement& placement, const PieceAccess& piece_access, const DeviceBlocks& blocks)
    : launch_(launch), residences_(residences), device_(device), here_(residences[device]), placement_(placement),
      piece_access_(piece_access), blocks_(blocks) {
    placement_.go_to(device);
}

std::string PieceRunner::run(const PlanMaker::Access& access, std::vector<Interval> iterations, std::int64_t number) {
    const hydra_rt_offload& offload = *launch_.loop.offload;
    const bool follows = offload.follows != 0;
    std::string why_not;
    const bool may_page = offload.in_pages != nullptr && here_.device()->prepare(*offload.in_pages, why_not);
    if (follows)
        if (std::string trouble = placement_.gather_rows(access); !trouble.empty())
            return trouble;
    // Arrays that are kept in part make no way for a launch that can run in pieces, too.
    const bool may_keep =
        may_page && !follows && launch_.request.inspection == nullptr && !in_pieces_ && count_of(iterations) > 1;
    const bool too_large = placement_.is_too_large(access, may_page), gently = may_keep && here_.runs_in_pieces();
    if (too_large || !placement_.bring(access, may_page, gently)) {
        if (follows)
            return no_room;
        if (may_keep)
            if (const auto trouble = run_keeping(access, iterations, number))
                return *trouble;
        if (!gently || too_large || !placement_.bring(access, may_page, false))
            return run_in_halves(access, std::move(iterations), number);
    }
    return start(access, iterations, number);
}

// Starts the kernel on what has been brought.
std::string PieceRunner::start(const PlanMaker::Access& access, const std::vector<Interval>& iterations,
                               std::int64_t number) {
    const hydra_rt_loop& loop = launch_.loop;
    hydra_rt_params params;
    params.placement = &placement_;
    // Only what has such a kernel is placed in pages. NOLINTNEXTLINE(clang-analyzer-core.NullDereference)
    const hydra_rt_offload& kernel = placement_.needs_pages() ? *loop.offload->in_pages : *loop.offload;
    kernel.pass(&params, launch_.args);
    if (params.trouble.empty()) {
        has_started_ = true;
        std::vector<std::pair<Series, std::int64_t>> parts; // with the number of the first iteration
        for (const Series& part : series_of(iterations)) {
            parts.emplace_back(part, number);
            number += part.count;
        }
        if ((loop.flags & HYDRA_RT_DESCENDING) != 0)
            std::reverse(parts.begin(), parts.end());
        for (const auto& [part, first] : parts)
            launch_series(launch_, *here_.device(), kernel, params, part, first, blocks_);
        for (std::size_t a = 0; a < access.size(); ++a) { // at once: what others have of it must not come to the host
            here_.written_by_device(*launch_.binding.allocations[a], access[a].writes());
            residences_.written_beside(device_, *launch_.binding.allocations[a], access[a].writes());
        }
    }
    for (const Device::Memory memory : params.temporary)
        here_.device()->release(memory);
    return params.trouble;
}

std::string PieceRunner::run_piece(const Piece& piece) {
    fetch_for_device(residences_, device_, launch_.binding, piece.access);
    return run(piece.access, piece.iterations, piece.number);
}

// Piece by piece, keeping as much of each array on the device as there is room for; nullopt, and nothing has run: that
// would not do, or save little.
std::optional<std::string> PieceRunner::run_keeping(const PlanMaker::Access& access,
                                                    const std::vector<Interval>& iterations, std::int64_t number) {
    constexpr std::int64_t worth_it = 4; // times the memory: of more than that too little stays
    if (placement_.needed_bytes(access, true) / worth_it > here_.device()->memory_bytes())
        return std::nullopt;
    const std::vector<Piece> pieces = cut_to_keep(iterations, number);
    if (pieces.empty() || !here_.begin_pieces(touched_by(access, pieces)))
        return std::nullopt;
    here_.turn();
    in_pieces_ = true;
    std::string trouble;
    for (std::size_t p = 0; p < pieces.size() && trouble.empty(); ++p)
        trouble = run_piece(pieces[here_.upwards() ? p : pieces.size() - 1 - p]);
    in_pieces_ = false;
    here_.end_pieces();
    return trouble;
}

// One half after the other, each of which may take all of the device's memory.
std::string PieceRunner::run_in_halves(const PlanMaker::Access& access, std::vector<Interval> iterations,
                                       std::int64_t number) {
    if (&access == &launch_.plan.access && launch_.request.inspection != nullptr &&
        launch_.request.inspection->left_to_ranks)
        return run(piece_access_.of(launch_, iterations), iterations, number);
    const std::int64_t count = count_of(iterations);
    if (count == 1)
        fail_without_room(access);
    // Launches begin with what the one before has used last; blocks of reductions accumulate in the iterations' order.
    const bool whole = std::any_of(
        launch_.plan.device_parts.begin(), launch_.plan.device_parts.end(),
        [&](const Plan::DevicePart& part) { return part.number == number && count_of(part.iterations) == count; });
    if (whole)
        here_.turn();
    const bool backwards = (launch_.loop.flags & HYDRA_RT_DESCENDING) != 0;
    const bool low_first = launch_.plan.accumulators.list.empty() ? here_.upwards() : !backwards;
    const std::vector<Interval> low = take_first(iterations, count / 2);
    std::string trouble;
    for (const bool is_low : {low_first, !low_first})
        if (trouble.empty()) {
            const std::vector<Interval>& half = is_low ? low : iterations;
            trouble = run_piece({half, is_low ? number : number + count / 2, piece_access_.of(launch_, half)});
        }
    return trouble;
}

// Equal pieces, so small that what one of them needs is little beside the device's memory; with reductions, of whole
// blocks, so that it does not matter in which order they run. Empty: all iterations touch much the same.
std::vector<PieceRunner::Piece> PieceRunner::cut_to_keep(const std::vector<Interval>& iterations,
                                                         std::int64_t number) const {
    constexpr std::int64_t small = 8, most = 1024; // parts of the memory; pieces
    const std::int64_t count = count_of(iterations), room = here_.device()->memory_bytes();
    const auto start_of = [&](std::int64_t pieces, std::int64_t one) {
        const std::int64_t start = part_start(count, pieces, one), total = launch_.plan.iteration_count;
        if (blocks_.memory == nullptr || one == 0 || one == pieces)
            return start;
        return std::max(number, part_start(total, blocks_.count, block_of(number + start, total, blocks_.count))) -
               number;
    };
    const auto piece_of = [&](std::int64_t pieces, std::int64_t one) {
        const std::int64_t from = start_of(pieces, one), to = start_of(pieces, one + 1);
        std::vector<Interval> rest = iterations;
        take_first(rest, from);
        std::vector<Interval> mine = take_first(rest, to - from);
        PlanMaker::Access access = piece_access_.of(launch_, mine);
        return Piece{std::move(mine), number + from, std::move(access)};
    };
    if (start_of(2, 1) == 0)
        return {};
    std::int64_t pieces = 2, needed = placement_.needed_bytes(piece_of(2, 0).access, true);
    while (needed > room / small && 2 * pieces <= std::min(count, most) &&
           start_of(2 * pieces, pieces) < start_of(2 * pieces, pieces + 1)) {
        const std::int64_t less = placement_.needed_bytes(piece_of(2 * pieces, pieces).access, true);
        if (needed <= room / 2 && less > needed / 4 * 3)
            break;
        needed = less;
        pieces *= 2;
    }
    std::vector<Piece> list;
    for (std::int64_t p = 0; p < pieces && needed <= room / 2; ++p)
        if (start_of(pieces, p) < start_of(pieces, p + 1))
            list.push_back(piece_of(pieces, p));
    return list;
}

std::vector<Residence::Pieces> PieceRunner::touched_by(const PlanMaker::Access& access,
                                                       const std::vector<Piece>& pieces) const {
    std::vector<Residence::Pieces> arrays;
    for (std::size_t a = 0; a < access.size(); ++a) {
        if (placement_.is_handed(a))
            continue;
        arrays.push_back({launch_.binding.allocations[a], access[a].touched(), {}});
        for (const Piece& piece : pieces)
            arrays.back().pieces.push_back(piece.access[a].touched());
    }
    return arrays;
}

// Says how much any of the launch's iterations needs, so that what is set to it next serves all of them.
void PieceRunner::fail_without_room(const PlanMaker::Access& access) const {
    constexpr std::int64_t most = 4096; // that are looked at one by one
    const bool may_page = launch_.loop.offload->in_pages != nullptr;
    const std::int64_t first = launch_.request.begin, count = launch_.request.end - launch_.request.begin,
                       parts = std::min(count, most);
    std::int64_t needed = placement_.needed_bytes(access, may_page);
    for (std::int64_t part = 0; part < parts; ++part) {
        const std::int64_t one = parts < 2 ? first : first + part * (count - 1) / (parts - 1);
        needed = std::max(needed, placement_.needed_bytes(piece_access_.of(launch_, {{one, one + 1}}), may_page));
    }
    fail(launch_.loop.at, text("the device has too little memory: a single iteration needs ", needed,
                               " bytes of arrays, and ", here_.device()->memory_bytes(), " are available"));
}

} // namespace hydra::rt

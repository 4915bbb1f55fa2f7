// Launches that need more memory than their device has: out of core (a part of Runtime). The rank's iterations run
// piece by piece. Pieces that are small beside the memory leave most of each array where it is; they come in turn from
// the first one and from the last one, so that each launch begins with what the one before has used last. Where that
// will not do (kernels that know no pages, parts of rows, arrays that data select from), one half runs after the other,
// each with its arrays brought in.
#include "runtime/backend/cuts.h"
#include "runtime/base/fail.h"
#include "runtime/base/text.h"
#include "runtime/launch/runtime.h"
#include "runtime/offload/params.h"

#include <algorithm>

namespace hydra::rt {
namespace {

Region all_of(const RankAccess& access) { return access.reads() | access.maywrite | access.writes(); }

} // namespace

// What buffers take that have what these touch and nothing else.
std::int64_t Runtime::needed_bytes(const PlanMaker::Access& access, bool may_page) {
    std::int64_t needed = 0;
    for (std::size_t a = 0; a < access.size(); ++a)
        needed += handed_[a] ? 0
                             : here().needed_bytes(*context_->state->binding.allocations[a], all_of(access[a]),
                                                   find_groups(a), may_page);
    return needed;
}

// Whether it is certain that there is no room, before anything has to make way for others in vain.
bool Runtime::is_too_large(const PlanMaker::Access& access, bool may_page) {
    std::int64_t all = 0;
    for (const Allocation* allocation : context_->state->binding.allocations)
        all += static_cast<std::int64_t>(allocation->bytes);
    const std::int64_t room = here().device()->memory_bytes();
    return all > room && active_loop_->offload->follows == 0 && needed_bytes(access, may_page) > room;
}

std::string Runtime::run_piece(const hydra_rt_launch& launch, const Plan& plan, const DevicePiece& piece,
                               const DeviceBlocks& blocks) {
    fetch_for(here_, piece.access);
    return run_piece(launch, plan, piece.access, piece.iterations, piece.number, blocks);
}

// Piece by piece, keeping as much of each array on the device as there is room for; nullopt, and nothing has run: that
// would not do, or save little.
std::optional<std::string> Runtime::run_keeping(const hydra_rt_launch& launch, const Plan& plan,
                                                const PlanMaker::Access& access,
                                                const std::vector<Interval>& iterations, std::int64_t number,
                                                const DeviceBlocks& blocks) {
    constexpr std::int64_t worth_it = 4; // times the memory: of more than that too little stays
    if (needed_bytes(access, true) / worth_it > here().device()->memory_bytes())
        return std::nullopt;
    const std::vector<DevicePiece> pieces = cut_to_keep(launch, plan, iterations, number, blocks);
    if (pieces.empty() || !here().begin_pieces(touched_by(access, pieces)))
        return std::nullopt;
    here().turn();
    in_pieces_ = true;
    std::string trouble;
    for (std::size_t p = 0; p < pieces.size() && trouble.empty(); ++p)
        trouble = run_piece(launch, plan, pieces[here().upwards() ? p : pieces.size() - 1 - p], blocks);
    in_pieces_ = false;
    here().end_pieces();
    return trouble;
}

// One half after the other, each of which may take all of the device's memory.
std::string Runtime::run_in_halves(const hydra_rt_launch& launch, const Plan& plan, const PlanMaker::Access& access,
                                   std::vector<Interval> iterations, std::int64_t number, const DeviceBlocks& blocks) {
    if (&access == &plan.access && context_->request.inspection != nullptr &&
        context_->request.inspection->left_to_ranks)
        return run_piece(launch, plan, inspections_.access_of_piece(*context_, launch, iterations), iterations, number,
                         blocks);
    const std::int64_t count = count_of(iterations);
    if (count == 1)
        fail_without_room(launch, access);
    // Launches begin with what the one before has used last; blocks of reductions accumulate in the iterations' order.
    const bool whole =
        std::any_of(plan.device_parts.begin(), plan.device_parts.end(), [&](const Plan::DevicePart& part) {
            return part.number == number && count_of(part.iterations) == count;
        });
    if (whole)
        here().turn();
    const bool backwards = (launch.loop->flags & HYDRA_RT_DESCENDING) != 0;
    const bool low_first = plan.accumulators.list.empty() ? here().upwards() : !backwards;
    const std::vector<Interval> low = take_first(iterations, count / 2);
    std::string trouble;
    for (const bool is_low : {low_first, !low_first})
        if (trouble.empty()) {
            const std::vector<Interval>& half = is_low ? low : iterations;
            trouble = run_piece(
                launch, plan,
                {half, is_low ? number : number + count / 2, inspections_.access_of_piece(*context_, launch, half)},
                blocks);
        }
    return trouble;
}

// Equal pieces, so small that what one of them needs is little beside the device's memory; with reductions, of whole
// blocks, so that it does not matter in which order they run. Empty: all iterations touch much the same.
std::vector<Runtime::DevicePiece> Runtime::cut_to_keep(const hydra_rt_launch& launch, const Plan& plan,
                                                       const std::vector<Interval>& iterations, std::int64_t number,
                                                       const DeviceBlocks& blocks) {
    constexpr std::int64_t small = 8, most = 1024; // parts of the memory; pieces
    const std::int64_t count = count_of(iterations), room = here().device()->memory_bytes();
    const auto start_of = [&](std::int64_t pieces, std::int64_t one) {
        const std::int64_t start = part_start(count, pieces, one), total = plan.iteration_count;
        if (blocks.memory == nullptr || one == 0 || one == pieces)
            return start;
        return std::max(number, part_start(total, blocks.count, block_of(number + start, total, blocks.count))) -
               number;
    };
    const auto piece_of = [&](std::int64_t pieces, std::int64_t one) {
        const std::int64_t from = start_of(pieces, one), to = start_of(pieces, one + 1);
        std::vector<Interval> rest = iterations;
        take_first(rest, from);
        std::vector<Interval> mine = take_first(rest, to - from);
        PlanMaker::Access access = inspections_.access_of_piece(*context_, launch, mine);
        return DevicePiece{std::move(mine), number + from, std::move(access)};
    };
    if (start_of(2, 1) == 0)
        return {};
    std::int64_t pieces = 2, needed = needed_bytes(piece_of(2, 0).access, true);
    while (needed > room / small && 2 * pieces <= std::min(count, most) &&
           start_of(2 * pieces, pieces) < start_of(2 * pieces, pieces + 1)) {
        const std::int64_t less = needed_bytes(piece_of(2 * pieces, pieces).access, true);
        if (needed <= room / 2 && less > needed / 4 * 3)
            break;
        needed = less;
        pieces *= 2;
    }
    std::vector<DevicePiece> list;
    for (std::int64_t p = 0; p < pieces && needed <= room / 2; ++p)
        if (start_of(pieces, p) < start_of(pieces, p + 1))
            list.push_back(piece_of(pieces, p));
    return list;
}

std::vector<Residence::Pieces> Runtime::touched_by(const PlanMaker::Access& access,
                                                   const std::vector<DevicePiece>& pieces) const {
    std::vector<Residence::Pieces> arrays;
    for (std::size_t a = 0; a < access.size(); ++a) {
        if (handed_[a])
            continue;
        arrays.push_back({context_->state->binding.allocations[a], all_of(access[a]), {}});
        for (const DevicePiece& piece : pieces)
            arrays.back().pieces.push_back(all_of(piece.access[a]));
    }
    return arrays;
}

// Says how much any of the launch's iterations needs, so that what is set to it next serves all of them.
void Runtime::fail_without_room(const hydra_rt_launch& launch, const PlanMaker::Access& access) {
    constexpr std::int64_t most = 4096; // that are looked at one by one
    const bool may_page = launch.loop->offload->in_pages != nullptr;
    const std::int64_t first = context_->request.begin, count = context_->request.end - context_->request.begin,
                       parts = std::min(count, most);
    std::int64_t needed = needed_bytes(access, may_page);
    for (std::int64_t part = 0; part < parts; ++part) {
        const std::int64_t one = parts < 2 ? first : first + part * (count - 1) / (parts - 1);
        needed =
            std::max(needed, needed_bytes(inspections_.access_of_piece(*context_, launch, {{one, one + 1}}), may_page));
    }
    fail(launch.loop->at, text("the device has too little memory: a single iteration needs ", needed,
                               " bytes of arrays, and ", here().device()->memory_bytes(), " are available"));
}

} // namespace hydra::rt

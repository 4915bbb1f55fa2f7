// See reduction_step.h.
#include "runtime/steps/reduction_step.h"

#include "runtime/backend/touched.h"
#include "runtime/base/fail.h"
#include "runtime/base/scalars.h"
#include "runtime/base/text.h"

#include <algorithm>
#include <cstring>

namespace hydra::rt {
namespace {

// The accumulators whose combined values all ranks get.
std::vector<const Accumulator*> shared_by_all(const Plan& plan) {
    std::vector<const Accumulator*> shared;
    for (const Accumulator& accumulator : plan.accumulators.list)
        if (!accumulator.in_place)
            shared.push_back(&accumulator);
    for (const ReducedArray& array : plan.arrays)
        if (!array.parts.empty())
            std::erase(shared, &plan.accumulators.list[static_cast<std::size_t>(array.reduction)]);
    return shared;
}

// The head of a stretch of partial results in a message. The values follow.
struct PartialHead {
    std::int64_t offset; // in the allocation
    std::uint32_t array; // index into Plan::arrays
    std::uint32_t bytes;
};

bool is_split(const Plan& plan) {
    return std::any_of(
        plan.arrays.begin(), plan.arrays.end(), [](const auto& array) { return !array.parts.empty(); });
}

// Whether the rank combines a part of an array.
bool has_part(const Plan& plan, std::size_t rank) {
    return std::any_of(
        plan.arrays.begin(), plan.arrays.end(),
        [&](const auto& array) { return !array.parts.empty() && !array.runs[rank].empty(); });
}

const char* name_of_split(const hydra_rt_loop& loop, const Plan& plan) {
    for (const ReducedArray& array : plan.arrays)
        if (!array.parts.empty())
            return loop.reduction[array.reduction].name;
    return "";
}

} // namespace

void store_scalars(const hydra_rt_loop& loop, const Accumulators& accumulators, const unsigned char* results,
                   void* const* reduced) {
    for (int r = loop.reductions; r-- > 0;) { // places stand behind their minima, and need what those were before
        const hydra_rt_reduction& reduction = loop.reduction[r];
        const Accumulator& accumulator = accumulators.list[static_cast<std::size_t>(r)];
        const unsigned char* result = results + accumulator.offset;
        if (accumulator.op == HYDRA_RT_LAST)
            store_last(reduced[r], result, reduction.bytes);
        else if (is_stored_value(accumulator.op))
            store_place(accumulator.op, accumulator.type, reduced[r], result, reduction.bytes, reduced[reduction.with]);
        else if (reduction.array == 0)
            join_scalar(accumulator, reduced[r], results);
    }
}

void ReductionStep::begin(const hydra_rt_loop& loop, void* const* pointers) {
    reduced_at_.assign(static_cast<std::size_t>(loop.reductions), nullptr);
    for (int r = 0; r < loop.reductions; ++r)
        if (loop.reduction[r].array != 0)
            reduced_at_[static_cast<std::size_t>(r)] = pointers[loop.reduction[r].array - 1];
}

void ReductionStep::prepare(const hydra_rt_loop& loop, const Plan& plan, const Binding& binding) {
    results_.resize(plan.accumulators.bytes_of_results());
    arrays_.assign(plan.accumulators.list.size(), nullptr);
    if (plan.replicated)
        arrays_ = array_addresses(loop, plan.arrays, binding);
}

std::vector<void*> ReductionStep::array_addresses(const hydra_rt_loop& loop, const std::vector<ReducedArray>& arrays,
                                                  const Binding& binding) const {
    std::vector<void*> addresses = reduced_at_;
    for (const ReducedArray& array : arrays) {
        const auto slot = static_cast<std::size_t>(loop.reduction[array.reduction].array - 1);
        addresses[static_cast<std::size_t>(array.reduction)] =
            binding.allocations[static_cast<std::size_t>(array.allocation)]->base + binding.offset[slot];
    }
    return addresses;
}

void ReductionStep::store(const hydra_rt_loop& loop, const Plan& plan, void* const* reduced) const {
    store_scalars(loop, plan.accumulators, results_.data(), reduced);
}

void ReductionStep::reduce(const hydra_rt_loop& loop, const Plan& plan, const Header& header) {
    const double start = now();
    const std::vector<const Accumulator*> shared = shared_by_all(plan);
    if (!shared.empty())
        reduce_shared(loop, plan, header, shared);
    reduce_parts(loop, plan);
    stopwatch_.ended(counters_.seconds.communication, Trace::Kind::reduction, loop.at, start);
}

void ReductionStep::join_blocks(const hydra_rt_loop& loop, const Plan& plan, const Header& header) {
    const double start = now();
    const Accumulators& accumulators = plan.accumulators;
    const std::size_t width = accumulators.bytes;
    const int ranks = transport_.size();
    const auto first_of = [&](int rank) { return static_cast<std::size_t>(part_start(plan.blocks, ranks, rank)); };
    const std::size_t own = first_of(transport_.rank() + 1) - first_of(transport_.rank());
    std::vector<unsigned char> mine(sizeof header + first_of(1) * width); // the first rank has the most
    std::vector<unsigned char> all(transport_.rank() == 0 ? mine.size() * static_cast<std::size_t>(ranks) : 0);
    std::memcpy(mine.data(), &header, sizeof header);
    std::memcpy(mine.data() + sizeof header, results_.data(), own * width);
    transport_.waits_in(loop.at, loop.reduction[0].name);
    if (ranks > 1)
        transport_.gather(0, mine.data(), mine.size(), all.data());
    else
        all = std::move(mine);
    if (transport_.rank() == 0) {
        results_.resize(static_cast<std::size_t>(plan.blocks) * width);
        for (int rank = 0; rank < ranks; ++rank) {
            const unsigned char* message =
                all.data() + static_cast<std::size_t>(rank) * (sizeof header + first_of(1) * width);
            check(header, message, rank);
            std::memcpy(results_.data() + first_of(rank) * width, message + sizeof header,
                        (first_of(rank + 1) - first_of(rank)) * width);
        }
        combine_blocks(accumulators, results_.data(), plan.blocks, width, (loop.flags & HYDRA_RT_DESCENDING) != 0);
    }
    results_.resize(width);
    if (ranks > 1)
        transport_.broadcast(0, results_.data(), width);
    count_by_way_of_rank0(loop, transport_.rank() == 0 ? width : own * width);
    stopwatch_.ended(counters_.seconds.communication, Trace::Kind::reduction, loop.at, start);
}

// By way of rank 0.
void ReductionStep::reduce_shared(const hydra_rt_loop& loop, const Plan& plan, const Header& header,
                                  const std::vector<const Accumulator*>& shared) {
    std::size_t bytes = sizeof header;
    for (const Accumulator* accumulator : shared)
        bytes += accumulator->bytes;
    const auto ranks = static_cast<std::size_t>(transport_.size());
    transport_.waits_in(loop.at, loop.reduction[0].name);
    std::vector<unsigned char> mine(bytes), all(transport_.rank() == 0 ? bytes * ranks : 0);
    std::memcpy(mine.data(), &header, sizeof header);
    const auto each = [&](auto f) { // f(accumulator, its place in a message)
        std::size_t at = sizeof header;
        for (const Accumulator* accumulator : shared) {
            f(*accumulator, at);
            at += accumulator->bytes;
        }
    };
    each([&](const Accumulator& a, std::size_t at) {
        std::memcpy(mine.data() + at, results_.data() + a.offset, a.bytes);
    });
    transport_.gather(0, mine.data(), bytes, all.data());
    std::vector<unsigned char> theirs(plan.accumulators.bytes); // aligned as results_ is
    for (std::size_t turn = 0; turn < ranks && transport_.rank() == 0; ++turn) {
        const auto rank = static_cast<std::size_t>(plan.in_turn[turn]);
        const unsigned char* message = rank == 0 ? mine.data() : all.data() + rank * bytes;
        check(header, message, static_cast<int>(rank));
        each([&](const Accumulator& a, std::size_t at) {
            unsigned char* where = turn == 0 ? results_.data() : theirs.data();
            std::memcpy(where + a.offset, message + at, a.bytes);
            if (turn > 0)
                combine(a, results_.data(), theirs.data());
        });
    }
    each([&](const Accumulator& a, std::size_t at) {
        std::memcpy(mine.data() + at, results_.data() + a.offset, a.bytes);
    });
    transport_.broadcast(0, mine.data() + sizeof header, bytes - sizeof header);
    each([&](const Accumulator& a, std::size_t at) {
        std::memcpy(results_.data() + a.offset, mine.data() + at, a.bytes);
    });
    // One value a rank and variable up and one down; rank 0's own do not travel.
    count_by_way_of_rank0(loop, bytes - sizeof header);
}

// What this rank has sent, so many bytes to each: to rank 0, or, if it is that, to all others.
void ReductionStep::count_by_way_of_rank0(const hydra_rt_loop& loop, std::size_t bytes) {
    for (int to = 0; to < transport_.size(); ++to)
        if (to != transport_.rank() && (to == 0 || transport_.rank() == 0))
            count_message(loop, transport_.rank(), to, static_cast<std::int64_t>(bytes), 1);
}

// "sum", "sum, count and most"
const std::string& ReductionStep::names_of(const hydra_rt_loop& loop) {
    if (named_ == &loop)
        return names_;
    named_ = &loop;
    names_.clear();
    for (int r = 0; r < loop.reductions; ++r)
        names_ += text(r == 0 ? "" : r + 1 == loop.reductions ? "' and '" : "', '", loop.reduction[r].name);
    return names_;
}

void ReductionStep::count_message(const hydra_rt_loop& loop, int from, int to, std::int64_t bytes,
                                  std::int64_t messages) {
    counters_.count({Moved::Kind::reduction, loop.at, 0, from, to, bytes, messages, nullptr, nullptr, 0,
                     counters_.ledger == nullptr ? "" : names_of(loop).c_str()});
}

// What all ranks would send; where nobody knows what the loop would accumulate into, as if that were everything.
void ReductionStep::count(const hydra_rt_loop& loop, const Plan& plan, bool computed) {
    const std::vector<const Accumulator*> shared = shared_by_all(plan);
    std::size_t bytes = 0;
    for (const Accumulator* accumulator : shared)
        bytes += accumulator->bytes;
    for (int rank = 1; rank < transport_.size() && !shared.empty(); ++rank) {
        count_message(loop, rank, 0, static_cast<std::int64_t>(bytes), 1);
        count_message(loop, 0, rank, static_cast<std::int64_t>(bytes), 1);
    }
    if (computed)
        return;
    for (std::size_t rank = 0; rank < static_cast<std::size_t>(transport_.size()); ++rank) {
        if (!has_part(plan, rank))
            continue;
        std::int64_t most = sizeof(std::int64_t);
        for (const ReducedArray& array : plan.arrays)
            if (!array.parts.empty())
                for (const Run& run : array.runs[rank])
                    most += static_cast<std::int64_t>(sizeof(PartialHead)) + run.bytes;
        for (int from = 0; from < transport_.size(); ++from)
            if (from != static_cast<int>(rank))
                count_message(loop, from, static_cast<int>(rank), most, 2);
    }
}

// Each rank gets of the others what they accumulated into its part, however much that is: how many bytes, then these.
void ReductionStep::reduce_parts(const hydra_rt_loop& loop, const Plan& plan) {
    const auto ranks = static_cast<std::size_t>(transport_.size()), me = static_cast<std::size_t>(transport_.rank());
    if (!is_split(plan))
        return;
    std::vector<std::vector<unsigned char>> sends(ranks), receives(ranks);
    std::vector<std::int64_t> sizes(ranks, 0), expected(ranks, 0);
    for (std::size_t peer = 0; peer < ranks; ++peer) {
        sends[peer] = pieces_for(plan, peer);
        sizes[peer] = static_cast<std::int64_t>(sends[peer].size());
    }
    const auto others = [&](auto f) { // f(peer, whether this rank sends there, whether it receives from there)
        for (std::size_t peer = 0; peer < ranks; ++peer)
            if (peer != me)
                f(peer, has_part(plan, peer), has_part(plan, me));
    };
    transport_.waits_in(loop.at, name_of_split(loop, plan));
    others([&](std::size_t peer, bool, bool receives_there) {
        if (receives_there)
            transport_.receive(static_cast<int>(peer), &expected[peer], sizeof expected[peer]);
    });
    others([&](std::size_t peer, bool sends_there, bool) {
        if (!sends_there)
            return;
        transport_.send(static_cast<int>(peer), &sizes[peer], sizeof sizes[peer]);
        count_message(loop, transport_.rank(), static_cast<int>(peer),
                      static_cast<std::int64_t>(sizeof sizes[peer]) + sizes[peer], sizes[peer] > 0 ? 2 : 1);
    });
    transport_.wait();
    others([&](std::size_t peer, bool, bool) {
        receives[peer].resize(static_cast<std::size_t>(expected[peer]));
        if (!receives[peer].empty())
            transport_.receive(static_cast<int>(peer), receives[peer].data(), receives[peer].size());
    });
    others([&](std::size_t peer, bool, bool) {
        if (!sends[peer].empty())
            transport_.send(static_cast<int>(peer), sends[peer].data(), sends[peer].size());
    });
    transport_.wait();
    transport_.waits_in(loop.at, "");
    // In turn: the first rank's values are the left operand, whoever combines.
    if (static_cast<std::size_t>(plan.in_turn[0]) != me)
        join_pieces(plan, sends[me], How::take_back);
    for (std::size_t turn = 0; turn < ranks; ++turn) {
        const auto rank = static_cast<std::size_t>(plan.in_turn[turn]);
        if (turn > 0 || rank != me)
            join_pieces(plan, rank == me ? sends[me] : receives[rank], turn == 0 ? How::store : How::combine);
    }
}

// What the results hold of the peer's parts, but for what nobody accumulated into.
std::vector<unsigned char> ReductionStep::pieces_for(const Plan& plan, std::size_t peer) const {
    constexpr std::size_t most = 1 << 30; // bytes
    std::vector<unsigned char> message;
    for (std::size_t i = 0; i < plan.arrays.size(); ++i) {
        const ReducedArray& array = plan.arrays[i];
        if (array.parts.empty())
            continue;
        const Accumulator& accumulator = plan.accumulators.list[static_cast<std::size_t>(array.reduction)];
        const TouchedValues touched(accumulator.op, accumulator.type);
        const unsigned char* copy = results_.data() + accumulator.offset - array.lo;
        const auto add = [&](const unsigned char* values, std::int64_t offset, std::size_t bytes) {
            const PartialHead head{offset, static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(bytes)};
            const auto* bytes_of_head = reinterpret_cast<const unsigned char*>(&head);
            message.insert(message.end(), bytes_of_head, bytes_of_head + sizeof head);
            message.insert(message.end(), values, values + bytes);
        };
        for (const Run& run : array.runs[peer]) {
            const unsigned char* values = copy + run.offset;
            touched.for_pieces(values, static_cast<std::size_t>(run.bytes), [&](std::size_t begin, std::size_t end) {
                for (std::size_t at = begin; at < end; at += most)
                    add(values + at, run.offset + static_cast<std::int64_t>(at), std::min(most, end - at));
            });
        }
    }
    return message;
}

void ReductionStep::join_pieces(const Plan& plan, const std::vector<unsigned char>& message, How how) {
    std::vector<unsigned char> aligned;
    PartialHead head;
    for (std::size_t at = 0; at < message.size(); at += sizeof head + head.bytes) {
        std::memcpy(&head, message.data() + at, sizeof head);
        const unsigned char* values = message.data() + at + sizeof head;
        const ReducedArray& array = plan.arrays[head.array];
        const Accumulator& accumulator = plan.accumulators.list[static_cast<std::size_t>(array.reduction)];
        unsigned char* target = results_.data() + accumulator.offset + (head.offset - array.lo);
        const std::size_t count = head.bytes / scalar_bytes(accumulator.type);
        switch (how) {
        case How::take_back:
            set_neutral(accumulator.op, accumulator.type, target, count);
            break;
        case How::store:
            std::memcpy(target, values, head.bytes);
            break;
        case How::combine:
            aligned.assign(values, values + head.bytes);
            combine(accumulator.op, accumulator.type, target, aligned.data(), count);
            break;
        }
    }
}

// Of a rank that runs its turn in a dry run.
void ReductionStep::count_pieces(const hydra_rt_loop& loop, const Plan& plan, std::size_t rank) {
    for (std::size_t peer = 0; peer < static_cast<std::size_t>(transport_.size()); ++peer) {
        if (peer == rank || !has_part(plan, peer))
            continue;
        const std::vector<unsigned char> message = pieces_for(plan, peer);
        count_message(loop, static_cast<int>(rank), static_cast<int>(peer),
                      static_cast<std::int64_t>(sizeof(std::int64_t) + message.size()), message.empty() ? 1 : 2);
    }
}

// Elements between the rows of a section are held in the copies too.
void ReductionStep::check_gaps(const hydra_rt_loop& loop, const Plan& plan) const {
    const std::size_t all = plan.accumulators.bytes_of_results();
    for (const ReducedArray& array : plan.arrays) {
        const auto reduction = static_cast<std::size_t>(array.reduction);
        const Accumulator& accumulator = plan.accumulators.list[reduction];
        const std::size_t each = scalar_bytes(accumulator.type);
        for (std::size_t block = 0; block < all && !accumulator.in_place; block += plan.accumulators.bytes)
            for (const Run& gap : array.gaps) {
                const std::size_t count = static_cast<std::size_t>(gap.bytes) / each;
                const unsigned char* values = results_.data() + block + accumulator.offset + (gap.offset - array.lo);
                const std::size_t at = first_accumulated(accumulator.op, accumulator.type, values, count);
                if (at < count)
                    fail_outside_section(loop, plan.accumulators, reduction,
                                         gap.offset - array.lo + static_cast<std::ptrdiff_t>(at * each));
            }
    }
}

} // namespace hydra::rt

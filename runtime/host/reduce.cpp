// How the ranks' partial results of a launch become one (part of Runtime). Scalars and small array sections go to rank
// 0, which combines them in the order in which the user's loop comes to the ranks' shares, and sends the result to all;
// of other sections, each rank gets its part from all others and combines in that order too. Either way the result is
// the same, bit for bit, wherever it is held.
#include "runtime/acc/reduce.h"

#include "runtime/host/fail.h"
#include "runtime/host/header.h"
#include "runtime/host/runtime.h"
#include "runtime/host/text.h"

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

std::size_t bytes_of(const std::vector<Run>& runs) {
    std::size_t bytes = 0;
    for (const Run& run : runs)
        bytes += static_cast<std::size_t>(run.bytes);
    return bytes;
}

} // namespace

void Runtime::reduce(const hydra_rt_loop& loop, const Plan& plan) {
    const std::vector<const Accumulator*> shared = shared_by_all(plan);
    if (dry_) {
        count_reductions(plan, shared);
        return;
    }
    double start = now();
    if (!shared.empty()) {
        Header header = make_header(sequence_, plan.key_hash, loop.at);
        std::size_t bytes = sizeof header;
        for (const Accumulator* accumulator : shared)
            bytes += accumulator->bytes;
        const auto ranks = static_cast<std::size_t>(transport_->size());
        transport_->waits_in(loop.at, loop.reduction[0].name);
        std::vector<unsigned char> mine(bytes), all(transport_->rank() == 0 ? bytes * ranks : 0);
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
        transport_->gather(0, mine.data(), bytes, all.data());
        std::vector<unsigned char> theirs(plan.accumulators.bytes); // aligned as results_ is
        for (std::size_t turn = 0; turn < ranks && transport_->rank() == 0; ++turn) {
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
        transport_->broadcast(0, mine.data() + sizeof header, bytes - sizeof header);
        each([&](const Accumulator& a, std::size_t at) {
            std::memcpy(results_.data() + a.offset, mine.data() + at, a.bytes);
        });
        // One value a rank and variable up and one down; rank 0's own do not travel.
        std::int64_t copies = transport_->rank() == 0 ? transport_->size() - 1 : 1;
        counters_.reduction.bytes += copies * static_cast<std::int64_t>(bytes - sizeof header);
        counters_.reduction.messages += copies;
    }
    reduce_parts(loop, plan);
    ended(counters_.seconds.communication, Trace::Kind::reduction, loop.at, start);
}

// What all ranks would send.
void Runtime::count_reductions(const Plan& plan, const std::vector<const Accumulator*>& shared) {
    const std::int64_t others = transport_->size() - 1;
    std::size_t bytes = 0;
    for (const Accumulator* accumulator : shared)
        bytes += accumulator->bytes;
    counters_.reduction.bytes += 2 * others * static_cast<std::int64_t>(bytes);
    counters_.reduction.messages += shared.empty() ? 0 : 2 * others;
    for (const ReducedArray& array : plan.arrays)
        if (!array.parts.empty())
            for (const std::vector<Run>& part : array.runs) {
                counters_.reduction.bytes += others * static_cast<std::int64_t>(bytes_of(part));
                counters_.reduction.messages += part.empty() ? 0 : others;
            }
}

void Runtime::reduce_parts(const hydra_rt_loop& loop, const Plan& plan) {
    const auto ranks = static_cast<std::size_t>(transport_->size()), me = static_cast<std::size_t>(transport_->rank());
    for (const ReducedArray& array : plan.arrays) {
        if (array.parts.empty())
            continue;
        const Accumulator& accumulator = plan.accumulators.list[static_cast<std::size_t>(array.reduction)];
        unsigned char* copy = results_.data() + accumulator.offset;
        const std::size_t part = bytes_of(array.runs[me]);
        std::vector<std::vector<unsigned char>> sends(ranks), receives(ranks);
        transport_->waits_in(loop.at, loop.reduction[array.reduction].name);
        for (std::size_t peer = 0; peer < ranks; ++peer)
            if (peer != me && part > 0) {
                receives[peer].resize(part);
                transport_->receive(static_cast<int>(peer), receives[peer].data(), part);
            }
        for (std::size_t peer = 0; peer < ranks; ++peer) {
            if (peer == me || array.runs[peer].empty())
                continue;
            for (const Run& run : array.runs[peer])
                sends[peer].insert(sends[peer].end(), copy + (run.offset - array.lo),
                                   copy + (run.offset - array.lo) + run.bytes);
            transport_->send(static_cast<int>(peer), sends[peer].data(), sends[peer].size());
            counters_.reduction.bytes += static_cast<std::int64_t>(sends[peer].size());
            ++counters_.reduction.messages;
        }
        transport_->wait();
        transport_->waits_in(loop.at, "");
        // In turn: the first rank's values are the left operand, whoever combines.
        receives[me].reserve(part);
        for (const Run& run : array.runs[me])
            receives[me].insert(receives[me].end(), copy + (run.offset - array.lo),
                                copy + (run.offset - array.lo) + run.bytes);
        const std::size_t values = part / scalar_bytes(accumulator.type);
        std::vector<unsigned char>& result = receives[static_cast<std::size_t>(plan.in_turn[0])];
        for (std::size_t turn = 1; turn < ranks && part > 0; ++turn)
            combine(accumulator.op, accumulator.type, result.data(),
                    receives[static_cast<std::size_t>(plan.in_turn[turn])].data(), values);
        const unsigned char* next = result.data();
        for (const Run& run : array.runs[me]) {
            std::memcpy(copy + (run.offset - array.lo), next, static_cast<std::size_t>(run.bytes));
            next += run.bytes;
        }
    }
}

// Elements between the rows of a section are held in the copies too.
void Runtime::check_gaps(const hydra_rt_loop& loop, const Plan& plan) const {
    for (const ReducedArray& array : plan.arrays) {
        const auto reduction = static_cast<std::size_t>(array.reduction);
        const Accumulator& accumulator = plan.accumulators.list[reduction];
        const std::size_t each = scalar_bytes(accumulator.type);
        for (const Run& gap : accumulator.in_place ? std::vector<Run>() : array.gaps) {
            const std::size_t count = static_cast<std::size_t>(gap.bytes) / each;
            const unsigned char* values = results_.data() + accumulator.offset + (gap.offset - array.lo);
            const std::size_t at = first_accumulated(accumulator.op, accumulator.type, values, count);
            if (at < count)
                fail_outside_section(loop, plan, reduction,
                                     gap.offset - array.lo + static_cast<std::ptrdiff_t>(at * each));
        }
    }
}

void Runtime::fail_outside_section(const hydra_rt_loop& loop, const Plan& plan, std::size_t reduction,
                                   std::ptrdiff_t at) const {
    const Accumulator& accumulator = plan.accumulators.list[reduction];
    const char* name = loop.reduction[reduction].name;
    const auto each = static_cast<std::ptrdiff_t>(scalar_bytes(accumulator.type));
    // The copy's start plus the shift stands for the pointer.
    fail(loop.at, text("the loop accumulates into element ", (at - accumulator.shift) / each, " of ", name,
                       ", which is outside of the section that its reduction clause names"));
}

} // namespace hydra::rt

// See inspection.h.
#include "runtime/touch/inspection.h"

#include "runtime/memory/registry.h"
#include "runtime/policy/worth_touch.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace hydra::rt {

// The number of the unit of so many bytes in which the byte lies.
static long unit_of(std::int64_t byte, long unit) { return static_cast<long>(byte / unit - (byte % unit < 0 ? 1 : 0)); }

void ByteRuns::add_slowly(std::int64_t lo, std::int64_t hi) {
    if (mark(lo, hi))
        return;
    grain_ |= static_cast<std::uint64_t>(lo) | static_cast<std::uint64_t>(hi);
    const std::size_t count = runs_.size();
    if (count > 0 && (goes_on(runs_[count - 1], lo, hi) || (count > 1 && goes_on(runs_[count - 2], lo, hi))))
        return;
    if (!recent_.empty()) {
        ByteSpan& seen = recent_[(static_cast<std::uint64_t>(lo) * 0x9e3779b97f4a7c15u) >> (64 - recent_bits)];
        if (seen.lo <= lo && hi <= seen.hi)
            return;
        seen = {lo, hi};
    }
    runs_.push_back({lo, hi});
    if (runs_.size() >= settle_at_)
        compact();
}

bool ByteRuns::mark(std::int64_t lo, std::int64_t hi) {
    const std::uint64_t from = behind_base(lo), to = behind_base(hi);
    if (!are_units(from, to))
        return false;
    const std::uint64_t first = from >> shift_, last = (to >> shift_) - 1;
    if (first >> 6 == last >> 6) {
        bits_[first >> 6] |= bits_from(first) & bits_to(last);
        return true;
    }
    bits_[first >> 6] |= bits_from(first);
    for (std::uint64_t word = (first >> 6) + 1; word < last >> 6; ++word)
        bits_[word] = ~std::uint64_t{0};
    bits_[last >> 6] |= bits_to(last);
    return true;
}

void ByteRuns::add(const ByteRuns& other) { runs_.insert(runs_.end(), other.runs_.begin(), other.runs_.end()); }

void ByteRuns::settle() {
    std::sort(runs_.begin(), runs_.end(), [](const ByteSpan& a, const ByteSpan& b) { return a.lo < b.lo; });
    std::vector<ByteSpan> out;
    const auto put = [&out](const ByteSpan& run) {
        if (!out.empty() && run.lo <= out.back().hi)
            out.back().hi = std::max(out.back().hi, run.hi);
        else
            out.push_back(run);
    };
    auto next = runs_.cbegin();
    for (std::size_t word = 0; word < bits_.size(); ++word)
        for (std::uint64_t bits = bits_[word]; bits != 0;) {
            const int first = std::countr_zero(bits), count = std::countr_one(bits >> first);
            const std::int64_t lo = base_ + ((static_cast<std::int64_t>(word) * 64 + first) << shift_);
            for (; next != runs_.cend() && next->lo < lo; ++next)
                put(*next);
            put({lo, lo + (static_cast<std::int64_t>(count) << shift_)});
            bits = first + count == 64 ? 0 : bits & (~std::uint64_t{0} << (first + count));
        }
    std::for_each(next, runs_.cend(), put);
    runs_ = std::move(out);
    bits_ = {};
    end_ = 0;
    settle_at_ = std::max<std::size_t>(1024, 2 * runs_.size());
}

// Settles what there is, and goes on with bits where that takes no more than some 64 bytes for each run that was
// listed: also where these have become a few long ones, since the same will be touched again in the same disorder.
// Touches move on, up or down: there are bits as far as they are as cheap there.
void ByteRuns::compact() {
    const std::size_t listed = runs_.size();
    settle();
    for (const ByteSpan& run : runs_) // also of those that others have found
        grain_ |= static_cast<std::uint64_t>(run.lo) | static_cast<std::uint64_t>(run.hi);
    shift_ = std::countr_zero(grain_);
    base_ = runs_.front().lo;
    const std::uint64_t needed = behind_base(runs_.back().hi) >> shift_, most = worth::most_bits_a_run * listed;
    if (needed > most) {
        recent_.resize(std::size_t{1} << recent_bits);
        return;
    }
    const std::uint64_t given = std::min(most, std::max(4 * needed, worth::bits_that_cost_nothing));
    base_ -= static_cast<std::int64_t>((given - needed) / 2 << shift_);
    end_ = given << shift_;
    bits_.assign((end_ >> shift_) / 64 + 1, 0);
    for (const ByteSpan& run : runs_)
        mark(run.lo, run.hi);
    runs_.clear();
}

void ByteRuns::join(std::int64_t gap) {
    std::size_t kept = 0;
    for (const ByteSpan& run : runs_)
        if (kept > 0 && run.lo - runs_[kept - 1].hi < gap)
            runs_[kept - 1].hi = run.hi;
        else
            runs_[kept++] = run;
    runs_.resize(kept);
}

std::int64_t ByteRuns::count() const {
    auto sum = static_cast<std::int64_t>(runs_.size());
    for (const std::uint64_t word : bits_)
        sum += std::popcount(word & ~(word << 1));
    return sum;
}

std::int64_t Found::runs() const {
    std::int64_t sum = 0;
    for (const std::vector<ByteRuns>* const all : {&reads, &writes})
        for (const ByteRuns& runs : *all)
            sum += runs.count();
    for (const Alike& one : alike)
        sum += one.runs.count() * static_cast<std::int64_t>(one.slots.size()) *
               ((one.reads ? 1 : 0) + (one.writes ? 1 : 0));
    return sum;
}

void Found::settle() {
    for (Alike& one : alike) {
        one.runs.settle();
        for (const int slot : one.slots) {
            if (one.reads)
                reads[static_cast<std::size_t>(slot)].add(one.runs);
            if (one.writes)
                writes[static_cast<std::size_t>(slot)].add(one.runs);
        }
    }
    alike.clear();
    for (std::vector<ByteRuns>* const all : {&reads, &writes})
        for (ByteRuns& runs : *all)
            runs.settle();
}

Inspection::Inspection(const hydra_rt_loop& loop, int rank_count, bool with_fine)
    : ranks(static_cast<std::size_t>(rank_count), Found(static_cast<std::size_t>(loop.slots))),
      unit(static_cast<std::size_t>(loop.slots), 0), what(static_cast<std::size_t>(loop.slots), 0),
      widened(static_cast<std::size_t>(loop.slots), false), fine(with_fine) {
    for (std::size_t slot = 0; slot < what.size(); ++slot) {
        const unsigned found = loop.inspection->found[slot];
        coarse_.push_back((found & HYDRA_RT_FOUND_COARSE) != 0);
        fine_.push_back((found & HYDRA_RT_FOUND_FINE) != 0);
        may_read_.push_back((found & HYDRA_RT_FOUND_MAYREAD) != 0);
        may_write_.push_back((found & HYDRA_RT_FOUND_MAYWRITE) != 0);
        if (fine || !fine_.back())
            what[slot] = found & (HYDRA_RT_FOUND_READ | HYDRA_RT_FOUND_WRITE | HYDRA_RT_FOUND_INDEX);
    }
}

bool Inspection::holds(std::uint64_t now) const {
    return !unknown_source && era == now &&
           std::all_of(
               sources.begin(), sources.end(),
               [](const Source& source) {
                   return source.allocation->live && source.allocation->serial == source.serial &&
                          source.allocation->version == source.version;
               });
}

void Inspection::measure(const std::vector<long>& declared) {
    for (std::size_t slot = 0; slot < unit.size(); ++slot) {
        if (what[slot] == 0)
            continue;
        long common = declared[slot];
        const auto divide = [&](const ByteRuns& runs) {
            for (const ByteSpan& run : runs.list())
                if (run.lo % common != 0 || run.hi % common != 0)
                    common = std::gcd(common, std::gcd(static_cast<long>(run.lo), static_cast<long>(run.hi)));
        };
        for (const Found& found : ranks) {
            divide(found.reads[slot]);
            divide(found.writes[slot]);
        }
        unit[slot] = common;
    }
}

double Inspection::elements() const {
    double bytes = 0, units = 0, slots = 0, iterations = 0;
    for (const Found& found : ranks) {
        bytes += static_cast<double>(found.bytes);
        iterations += static_cast<double>(found.looked_at);
    }
    for (std::size_t slot = 0; slot < unit.size(); ++slot)
        if (what[slot] != 0 && unit[slot] != 0) {
            units += static_cast<double>(unit[slot]);
            slots += 1;
        }
    return slots == 0 || iterations == 0 ? 0 : bytes * slots / units / iterations;
}

std::int64_t Inspection::runs() const {
    std::size_t count = 0;
    for (const Found& found : ranks)
        for (std::size_t slot = 0; slot < found.reads.size(); ++slot)
            count += found.reads[slot].list().size() + found.writes[slot].list().size();
    return static_cast<std::int64_t>(count);
}

bool Inspection::ranks_meet() const {
    const auto meet = [](const std::vector<ByteSpan>& a, const std::vector<ByteSpan>& b) {
        for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end();) {
            if (x->lo < y->hi && y->lo < x->hi)
                return true;
            if (x->hi <= y->lo)
                ++x;
            else
                ++y;
        }
        return false;
    };
    for (std::size_t slot = 0; slot < unit.size(); ++slot)
        for (std::size_t rank = 0; rank < ranks.size(); ++rank)
            for (std::size_t other = 0; other < rank; ++other)
                if (meet(ranks[rank].writes[slot].list(), ranks[other].writes[slot].list()))
                    return true;
    return false;
}

void Inspection::widen_reads() {
    for (std::size_t slot = 0; slot < unit.size(); ++slot) {
        may_read_[slot] = true;
        widen_reads(slot);
    }
}

void Inspection::widen_reads(std::size_t slot) {
    for (Found& found : ranks) {
        ByteRuns& reads = found.reads[slot];
        for (std::int64_t gap = 64; reads.list().size() > worth::most_runs_for_device; gap *= 2) {
            reads.join(gap);
            widened[slot] = true;
        }
    }
}

void Inspection::describe(hydra_rt_footprint& footprint, const Found* first, std::size_t count) const {
    for (std::size_t slot = 0; slot < unit.size(); ++slot)
        if (refined && !given_up && coarse_[slot])
            footprint.slots[slot].forget_boxes();
    add_findings(footprint, first, count);
}

void Inspection::add_findings(hydra_rt_footprint& footprint, const Found* first, std::size_t count) const {
    for (std::size_t slot = 0; slot < unit.size(); ++slot) {
        hydra_rt_footprint::Slot& target = footprint.slots[slot];
        if (what[slot] == 0 || (fine_[slot] && given_up))
            continue;
        if (given_up) {
            if (count > 0 && (what[slot] & HYDRA_RT_FOUND_READ) != 0)
                target.whole[hydra_rt_footprint::index(HYDRA_RT_MAYREAD)] = true;
            if (count > 0 && (what[slot] & HYDRA_RT_FOUND_WRITE) != 0)
                target.whole[hydra_rt_footprint::index(HYDRA_RT_MAYWRITE)] = true;
            continue;
        }
        if (unit[slot] != 0)
            target.elem = unit[slot];
        // A part of a rank's iterations may touch parts of units, which all of them together touch as a whole.
        const auto add = [&](const ByteRuns& runs, hydra_rt_access how, hydra_rt_access parts) {
            target.boxes[hydra_rt_footprint::index(how)].reserve(target.boxes[hydra_rt_footprint::index(how)].size() +
                                                                 3 * runs.list().size());
            for (const ByteSpan& run : runs.list()) {
                const bool is_whole = run.lo % target.elem == 0 && run.hi % target.elem == 0;
                std::vector<long>& boxes = target.boxes[hydra_rt_footprint::index(is_whole ? how : parts)];
                boxes.insert(boxes.end(), {unit_of(run.lo, target.elem), unit_of(run.hi - 1, target.elem) + 1, 1});
            }
        };
        for (std::size_t party = 0; party < count; ++party) {
            const hydra_rt_access read = may_read_[slot] || widened[slot] ? HYDRA_RT_MAYREAD : HYDRA_RT_READ;
            add(first[party].reads[slot], read, read);
            add(first[party].writes[slot], may_write_[slot] ? HYDRA_RT_MAYWRITE : HYDRA_RT_WRITE, HYDRA_RT_MAYWRITE);
        }
    }
}

} // namespace hydra::rt

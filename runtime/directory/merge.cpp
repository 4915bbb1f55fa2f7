// See merge.h. A message is a list of stretches of the shared runs taken as one sequence of bytes: how many unchanged
// bytes come first, how many changed ones follow (numbers in groups of seven bits), and these bytes; two zeros end it.
#include "runtime/directory/merge.h"

#include <algorithm>
#include <cstring>

namespace hydra::rt {
namespace {

void put_number(std::vector<unsigned char>& out, std::int64_t number) {
    auto rest = static_cast<std::uint64_t>(number);
    for (; rest >= 128; rest >>= 7)
        out.push_back(static_cast<unsigned char>(rest | 128));
    out.push_back(static_cast<unsigned char>(rest));
}

std::int64_t take_number(const unsigned char*& next) {
    std::uint64_t number = 0;
    for (int shift = 0;; shift += 7) {
        const unsigned char byte = *next++;
        number |= static_cast<std::uint64_t>(byte & 127) << shift;
        if (byte < 128)
            return static_cast<std::int64_t>(number);
    }
}

// The place of a sequence's byte in its runs; moves forward only.
class Place {
  public:
    explicit Place(const std::vector<Run>& runs) : runs_(runs) {}
    // Calls f(offset in the allocation, bytes) for each piece of the next `bytes` bytes.
    template <class F> void advance(std::int64_t bytes, F f) {
        while (bytes > 0) {
            const std::int64_t here = std::min(bytes, runs_[run_].bytes - within_);
            f(runs_[run_].offset + within_, here);
            within_ += here;
            bytes -= here;
            if (within_ == runs_[run_].bytes) {
                ++run_;
                within_ = 0;
            }
        }
    }

  private:
    const std::vector<Run>& runs_;
    std::size_t run_ = 0;
    std::int64_t within_ = 0;
};

} // namespace

template <class Word> static bool differ(const unsigned char* a, const unsigned char* b) {
    Word x, y;
    std::memcpy(&x, a, sizeof x);
    std::memcpy(&y, b, sizeof y);
    return x != y;
}

std::int64_t Merger::note(const MergePlan& plan, int rank, const char* base) {
    plan_ = &plan;
    rank_ = rank;
    twin_.clear();
    for (const Run& run : plan_->doubtful)
        twin_.insert(twin_.end(), base + run.offset, base + run.offset + run.bytes);
    return static_cast<std::int64_t>(twin_.size());
}

void Merger::find_changes(const char* base) {
    changes_.clear();
    const auto add = [&](std::int64_t lo, std::int64_t hi) {
        if (!changes_.empty() && changes_.back().hi == lo)
            changes_.back().hi = hi;
        else
            changes_.push_back({lo, hi, rank_});
    };
    const auto* here = reinterpret_cast<const unsigned char*>(base);
    const unsigned char* twin = twin_.data();
    for (const Run& run : plan_->doubtful) {
        const auto is_changed = [&](std::int64_t at, std::int64_t bytes) {
            return bytes == 8   ? differ<std::uint64_t>(twin + at, here + run.offset + at)
                   : bytes == 4 ? differ<std::uint32_t>(twin + at, here + run.offset + at)
                                : std::memcmp(twin + at, here + run.offset + at, static_cast<std::size_t>(bytes)) != 0;
        };
        constexpr std::int64_t block = 256; // memcmp is fast where nothing has changed
        for (std::int64_t at = 0; at < run.bytes;) {
            const std::int64_t end = std::min(run.bytes, (at / plan_->unit + block) * plan_->unit);
            if (std::memcmp(twin + at, here + run.offset + at, static_cast<std::size_t>(end - at)) == 0) {
                at = end;
                continue;
            }
            for (std::int64_t hi = 0; at < end; at = hi) {
                hi = std::min(at + plan_->unit, run.bytes);
                if (is_changed(at, hi - at))
                    add(run.offset + at, run.offset + hi);
            }
        }
        twin += run.bytes;
    }
    const auto middle = static_cast<std::ptrdiff_t>(changes_.size());
    for (const Run& run : plan_->sure)
        changes_.push_back({run.offset, run.offset + run.bytes, rank_});
    std::inplace_merge(changes_.begin(), changes_.begin() + middle, changes_.end(),
                       [](const Change& a, const Change& b) { return a.lo < b.lo; });
}

void Merger::pack(const MergePlan::Partner& partner, const char* base, std::vector<unsigned char>& out) const {
    std::int64_t position = 0; // in the sequence, of the present run
    std::int64_t told = 0;     // in the sequence, up to which the message speaks
    auto change = changes_.begin();
    for (const Run& run : partner.shared) {
        const std::int64_t end = run.offset + run.bytes;
        while (change != changes_.end() && change->hi <= run.offset)
            ++change;
        for (auto c = change; c != changes_.end() && c->lo < end; ++c) {
            const std::int64_t lo = std::max(c->lo, run.offset), hi = std::min(c->hi, end);
            put_number(out, position + (lo - run.offset) - told);
            put_number(out, hi - lo);
            out.insert(out.end(), base + lo, base + hi);
            told = position + (hi - run.offset);
        }
        position += run.bytes;
    }
    put_number(out, 0);
    put_number(out, 0);
}

std::optional<MergeConflict> Merger::unpack(const MergePlan::Partner& partner, char* base, const unsigned char*& next) {
    std::optional<MergeConflict> conflict;
    std::vector<Change> fresh;
    Place place(partner.shared);
    auto known = changes_.cbegin();
    // Bytes lo <= x < hi of the allocation, whose values are at `next`.
    const auto arrive = [&](std::int64_t lo, std::int64_t bytes) {
        const std::int64_t hi = lo + bytes;
        while (known != changes_.cend() && known->hi <= lo)
            ++known;
        for (auto k = known; lo < hi; ++k) {
            const std::int64_t free = k == changes_.cend() ? hi : std::min(hi, k->lo);
            if (lo < free) {
                std::memcpy(base + lo, next, static_cast<std::size_t>(free - lo));
                next += free - lo;
                fresh.push_back({lo, free, partner.rank});
                lo = free;
            }
            if (lo == hi)
                break;
            const std::int64_t taken = std::min(hi, k->hi);
            const auto* mine = reinterpret_cast<const unsigned char*>(base);
            const std::int64_t same = std::mismatch(mine + lo, mine + taken, next).first - mine;
            if (same < taken && !conflict)
                conflict = {std::min(k->rank, partner.rank), std::max(k->rank, partner.rank), same};
            next += taken - lo;
            lo = taken;
        }
    };
    for (;;) {
        const std::int64_t unchanged = take_number(next), changed = take_number(next);
        if (changed == 0)
            break;
        place.advance(unchanged, [](std::int64_t, std::int64_t) {});
        place.advance(changed, arrive);
    }
    const auto middle = static_cast<std::ptrdiff_t>(changes_.size());
    changes_.insert(changes_.end(), fresh.begin(), fresh.end());
    std::inplace_merge(changes_.begin(), changes_.begin() + middle, changes_.end(),
                       [](const Change& a, const Change& b) { return a.lo < b.lo; });
    return conflict;
}

} // namespace hydra::rt

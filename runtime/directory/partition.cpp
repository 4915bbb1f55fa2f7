// Partitions: owners, positions and iterations in closed form, the text form, and the choice of a template.
#include "runtime/directory/partition.h"
#include "runtime/base/integers.h"
#include "runtime/policy/worth.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace hydra::rt {

namespace {

using Kind = PartitionSpec::Kind;

std::optional<PartitionSpec> refuse(std::string* error, std::string why) {
    if (error != nullptr)
        *error = std::move(why);
    return std::nullopt;
}

} // namespace

std::optional<PartitionSpec> parse_partition(std::string_view text, std::string* error) {
    PartitionSpec spec;
    if (text == "block")
        return spec;
    if (text == "cyclic") {
        spec.kind = Kind::cyclic;
        return spec;
    }
    if (text.starts_with("block-cyclic:")) {
        spec.kind = Kind::block_cyclic;
        const std::string_view number = text.substr(text.find(':') + 1);
        const auto [end, failed] = std::from_chars(number.data(), number.data() + number.size(), spec.block);
        if (failed != std::errc() || end != number.data() + number.size() || spec.block < 1)
            return refuse(error, "block-cyclic needs a number of positions, at least 1, as in block-cyclic:16");
        return spec;
    }
    if (text.starts_with("weighted:")) {
        spec.kind = Kind::weighted;
        std::string_view rest = text.substr(text.find(':') + 1);
        double total = 0;
        for (bool more = true; more;) {
            const std::string_view number = rest.substr(0, rest.find(','));
            more = number.size() < rest.size();
            rest.remove_prefix(number.size() + (more ? 1 : 0));
            double weight = 0;
            const auto [end, failed] = std::from_chars(number.data(), number.data() + number.size(), weight);
            if (failed != std::errc() || end != number.data() + number.size() || !std::isfinite(weight) || weight < 0)
                return refuse(error, "weighted needs one number a rank, none negative, as in weighted:1,2,1.5");
            spec.weights.push_back(weight);
            total += weight;
        }
        if (!(total > 0))
            return refuse(error, "weighted needs at least one weight above 0");
        return spec;
    }
    if (text == "grid" || text.starts_with("grid:")) {
        spec.grid = true;
        if (text == "grid")
            return spec;
        const char* const end = text.data() + text.size();
        const auto [times, no_rows] = std::from_chars(text.data() + 5, end, spec.grid_rows);
        if (no_rows != std::errc() || times == end || *times != 'x' || spec.grid_rows < 1)
            return refuse(error, "grid needs rows and columns of ranks, as in grid:4x2");
        const auto [rest, no_columns] = std::from_chars(times + 1, end, spec.grid_columns);
        if (no_columns != std::errc() || rest != end || spec.grid_columns < 1)
            return refuse(error, "grid needs rows and columns of ranks, as in grid:4x2");
        return spec;
    }
    return refuse(error, "not a partition; block, cyclic, block-cyclic:N, weighted:w0,w1,..., grid and grid:RxC are");
}

Partition::Partition(const PartitionSpec& spec, std::int64_t first, std::int64_t extent, int ranks)
    : kind_(spec.kind), first_(first), extent_(extent), ranks_(ranks) {
    if (ranks < 1 || extent < 0 || spec.block < 1)
        throw std::invalid_argument("a partition needs ranks and a block size of at least 1");
    if (kind_ == Kind::block_cyclic)
        block_ = spec.block;
    if (kind_ != Kind::weighted)
        return;
    std::vector<double> weights = spec.weights;
    weights.resize(static_cast<std::size_t>(ranks), 0.0);
    const long double total = std::accumulate(weights.begin(), weights.end(), 0.0L);
    if (!(total > 0))
        throw std::invalid_argument("the weights of all ranks are 0");
    long double sum = 0;
    starts_.push_back(0);
    for (double w : weights) {
        sum += w;
        const auto border = static_cast<std::int64_t>(std::llround(static_cast<long double>(extent) * (sum / total)));
        starts_.push_back(std::clamp(border, starts_.back(), extent));
    }
    // The last rank with a weight ends the template, whatever was rounded.
    for (std::size_t k = weights.size(); k > 0; --k) {
        starts_[k] = extent;
        if (weights[k - 1] > 0)
            break;
    }
}

std::uint64_t Partition::hash() const {
    std::uint64_t hash = 0;
    const auto add = [&](std::int64_t number) {
        hash = (hash ^ static_cast<std::uint64_t>(number)) * 0xff51afd7ed558ccdu;
        hash ^= hash >> 32;
    };
    for (const std::int64_t number : {static_cast<std::int64_t>(kind_), first_, extent_, std::int64_t{ranks_}, block_})
        add(number);
    for (const std::int64_t start : starts_)
        add(start);
    return hash;
}

std::int64_t Partition::start(int rank) const {
    if (kind_ == Kind::weighted)
        return starts_[static_cast<std::size_t>(rank)];
    return rank * (extent_ / ranks_) + std::min<std::int64_t>(rank, extent_ % ranks_);
}

int Partition::owner(std::int64_t position) const {
    if (extent_ == 0)
        return 0;
    const std::int64_t p = std::clamp<std::int64_t>(position - first_, 0, extent_ - 1);
    if (kind_ == Kind::weighted)
        return static_cast<int>(std::upper_bound(starts_.begin(), starts_.end(), p) - starts_.begin()) - 1;
    if (kind_ != Kind::block)
        return static_cast<int>(p / block_ % ranks_);
    const std::int64_t size = extent_ / ranks_;
    const std::int64_t longer = extent_ % ranks_; // the ranks below have size + 1
    if (p < longer * (size + 1))
        return static_cast<int>(p / (size + 1));
    return static_cast<int>(longer + (p - longer * (size + 1)) / size);
}

// Calls f(from, to) for the rank's stretches of positions that meet [lo, hi), ascending; they may reach beyond.
template <class F> void Partition::for_each_piece(int rank, std::int64_t lo, std::int64_t hi, F f) const {
    if (contiguous() || ranks_ == 1) {
        const std::int64_t from = ranks_ == 1 ? 0 : start(rank);
        const std::int64_t to = ranks_ == 1 ? extent_ : start(rank + 1);
        if (std::max(from, lo) < std::min(to, hi))
            f(from, to);
        return;
    }
    const std::int64_t round = block_ * ranks_;
    const std::int64_t mine = block_ * rank;
    for (std::int64_t from = std::max<std::int64_t>(0, floor_div(lo - mine, round)) * round + mine; from < hi;
         from += round)
        if (from + block_ > lo)
            f(from, std::min(from + block_, extent_));
}

std::vector<Interval> Partition::positions(int rank) const {
    std::vector<Interval> out;
    for_each_piece(rank, 0, extent_, [&](std::int64_t from, std::int64_t to) {
        out.push_back({from + first_, to + first_});
    });
    return out;
}

// Calls f(lo, hi) for intervals of iterations, ascending where scale > 0, else descending; neighbours may touch.
template <class F>
void Partition::for_each_interval(int rank, std::int64_t scale, std::int64_t offset, std::int64_t begin,
                                  std::int64_t end, F f) const {
    if (end <= begin)
        return;
    if (scale == 0 || extent_ == 0) {
        if (owner(offset) == rank)
            f(begin, end);
        return;
    }
    const std::int64_t shift = offset - first_;
    const std::int64_t a = scale * begin + shift;
    const std::int64_t b = scale * (end - 1) + shift;
    const std::int64_t lo = std::clamp<std::int64_t>(std::min(a, b), 0, extent_ - 1);
    const std::int64_t hi = std::clamp<std::int64_t>(std::max(a, b), 0, extent_ - 1) + 1;
    if (!contiguous() && (hi - lo) / block_ / ranks_ > end - begin) { // fewer iterations than stretches
        for (std::int64_t k = 0; k < end - begin; ++k) {
            const std::int64_t x = scale > 0 ? begin + k : end - 1 - k;
            if (owner(scale * x + offset) == rank)
                f(x, x + 1);
        }
        return;
    }
    for_each_piece(rank, lo, hi, [&](std::int64_t from, std::int64_t to) {
        // What lies beyond the template's ends goes with its first and last stretch.
        const bool open_low = from <= lo;
        const bool open_high = to >= hi;
        std::int64_t x = begin;
        std::int64_t y = end;
        if (scale == 1) { // most loops, and dividing takes long
            x = open_low ? begin : from - shift;
            y = open_high ? end : to - shift;
        } else if (scale > 0) {
            x = open_low ? begin : ceil_div(from - shift, scale);
            y = open_high ? end : ceil_div(to - shift, scale);
        } else {
            x = open_high ? begin : floor_div(shift - to, -scale) + 1;
            y = open_low ? end : floor_div(shift - from, -scale) + 1;
        }
        x = std::max(x, begin);
        y = std::min(y, end);
        if (x < y)
            f(x, y);
    });
}

std::vector<Interval> Partition::iterations(int rank, std::int64_t scale, std::int64_t offset, std::int64_t begin,
                                            std::int64_t end) const {
    std::vector<Interval> out;
    if (!contiguous() && ranks_ > 1 && scale == 1 && begin < end && begin + offset >= first_ &&
        end + offset <= first_ + extent_) {
        // What loops ask at each launch: stretches that do not touch, the first and the last of which may be cut.
        const std::int64_t block = block_, round = block * ranks_, mine = first_ - offset + block * rank;
        std::int64_t from = mine + (begin <= mine ? 0 : (begin - mine) / round * round);
        from += from + block <= begin ? round : 0;
        out.reserve(from < end ? static_cast<std::size_t>((end - from - 1) / round + 1) : 0);
        for (; from < end; from += round)
            out.push_back({std::max(from, begin), std::min(from + block, end)});
        return out;
    }
    if (!contiguous() && begin < end)
        out.reserve(static_cast<std::size_t>(std::min((end - begin) / block_ / ranks_ + 1, extent_)));
    for_each_interval(rank, scale, offset, begin, end, [&](std::int64_t lo, std::int64_t hi) {
        if (!out.empty() && out.back().hi == lo)
            out.back().hi = hi;
        else if (!out.empty() && out.back().lo == hi)
            out.back().lo = lo;
        else
            out.push_back({lo, hi});
    });
    if (scale < 0)
        std::reverse(out.begin(), out.end());
    return out;
}

std::int64_t Partition::iteration_count(int rank, std::int64_t scale, std::int64_t offset, std::int64_t begin,
                                        std::int64_t end) const {
    if (end > begin && extent_ > 0 && !contiguous() && (scale == 1 || scale == -1)) {
        // Positions and iterations are one to one: count blocks.
        const std::int64_t a = (scale > 0 ? begin : -(end - 1)) + offset - first_;
        const std::int64_t b = a + (end - begin);
        const std::int64_t round = block_ * ranks_;
        auto below = [&](std::int64_t n) {
            return n / round * block_ + std::clamp<std::int64_t>(n % round - block_ * rank, 0, block_);
        };
        auto inside = [&](std::int64_t n) { return std::clamp<std::int64_t>(n, 0, extent_); };
        std::int64_t total = below(inside(b)) - below(inside(a));
        if (owner(first_) == rank)
            total += std::max<std::int64_t>(0, std::min<std::int64_t>(b, 0) - a);
        if (owner(first_ + extent_ - 1) == rank)
            total += std::max<std::int64_t>(0, b - std::max(a, extent_));
        return total;
    }
    std::int64_t total = 0;
    for_each_interval(rank, scale, offset, begin, end, [&](std::int64_t lo, std::int64_t hi) { total += hi - lo; });
    return total;
}

std::int64_t Partition::least_share(std::int64_t lo, std::int64_t hi) const {
    const std::int64_t from = std::max(lo, first_), to = std::min(hi, first_ + extent_);
    if (to <= from)
        return 0;
    if (!contiguous()) // any so many positions that follow each other have a block of each rank
        return (to - from) / (block_ * ranks_) * block_;
    const std::int64_t ends = std::min(start(1) - (from - first_), to - first_ - start(ranks_ - 1));
    if (kind_ == PartitionSpec::Kind::block)
        return std::max<std::int64_t>(0, std::min(ends, extent_ / ranks_));
    std::int64_t least = ends;
    for (int rank = 1; rank + 1 < ranks_; ++rank)
        least = std::min(least, start(rank + 1) - start(rank));
    return std::max<std::int64_t>(0, least);
}

Placement choose_template(const PartitionSpec& spec, int ranks, std::int64_t extent, std::int64_t scale,
                          std::int64_t offset, std::int64_t begin, std::int64_t end) {
    const std::int64_t count = std::max<std::int64_t>(0, end - begin);
    const Placement direct{{Partition(spec, begin, count, ranks), false}, 1, 0};
    if (extent <= 0 || scale == 0)
        return direct;
    Placement shared{{Partition(spec, 0, extent, ranks), false}, scale, offset};
    double total = 0;
    for (int r = 0; r < ranks && static_cast<std::size_t>(r) < spec.weights.size(); ++r)
        total += spec.weights[static_cast<std::size_t>(r)];
    auto share = [&](int rank) {
        if (spec.kind != Kind::weighted)
            return 1.0 / ranks;
        const auto r = static_cast<std::size_t>(rank);
        return r < spec.weights.size() ? spec.weights[r] / total : 0.0;
    };
    // Of blocks, those inside of the iterations' positions are ever shorter: the first ones and those at the ends tell.
    const auto at = [](const Placement& p, std::int64_t x) { return p.placed.partition.owner(p.scale * x + p.offset); };
    auto even = [&](const Placement& p) {
        const bool blocks = spec.kind == Kind::block && p.scale == 1;
        const int first = at(p, begin), last = at(p, end - 1);
        for (int r = blocks ? first : 0; r <= (blocks ? last : ranks - 1); ++r) {
            if (blocks && r > first + 1 && r < last - 1)
                r = last - 1;
            const double fair = spec.kind == Kind::weighted ? std::ceil(static_cast<double>(count) * share(r))
                                                            : static_cast<double>(ceil_div(count, ranks));
            if (static_cast<double>(p.placed.partition.iteration_count(r, p.scale, p.offset, begin, end)) >
                worth::most_uneven * fair)
                return false;
        }
        return true;
    };
    if (count == 0 || even(shared))
        return shared;
    const std::int64_t a = scale * begin + offset;
    const std::int64_t b = scale * (end - 1) + offset;
    const Placement hull{
        {Partition(spec, std::min(a, b), std::max(a, b) - std::min(a, b) + 1, ranks), true}, scale, offset};
    if (even(hull))
        return hull;
    Placement own = direct;
    own.placed.own = true;
    return even(own) ? own : shared;
}

double GridCosts::share(const RankGrid& grid) const {
    return std::ceil(rows / grid.rows) * std::ceil(columns / grid.columns);
}

RankGrid nearly_square(int ranks) {
    int columns = 1;
    for (int divisor = 2; divisor <= ranks / divisor; ++divisor)
        if (ranks % divisor == 0)
            columns = divisor;
    return {ranks / columns, columns};
}

std::int64_t block_in_turn(std::int64_t extent, int ranks) {
    return static_cast<std::int64_t>(std::bit_floor(
        static_cast<std::uint64_t>(std::max<std::int64_t>(1, extent / (worth::blocks_in_turn * ranks)))));
}

} // namespace hydra::rt

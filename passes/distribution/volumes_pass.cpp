// Pass: volumes. What each way to place a kernel's iterations moves at a launch, as a formula in the program's own
// names and the numbers of ranks: P of them, or R rows of C. A read costs what lies outside of the reader's own part of
// it: a border for each cut between parts where the neighbour's rows are read, all of it for each further part where it
// is the same for all. That is exact where loops have written, since it was last read, all that is read; it is less
// where some of it is still there. Loops that may have written it in other places than where their iterations lie leave
// no formula; what has none says so, and a dry run counts it. After it: Distribution::candidates, for reports.
#include "passes/distribution/volumes.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "passes/distribution/launch_order.h"
#include "passes/distribution/read_sizes.h"
#include "passes/passes.h"

namespace hydra::passes {

namespace {

// How a read lies beside the part of its own in one direction.
struct Side {
    bool same_for_all = false; // what is read does not move in this direction
    std::int64_t distance = 0; // else: from the own place
};

class Counter {
  public:
    // order: null where what others have written before does not matter.
    Counter(const State& state, ir::Kernel& kernel, ArrayClasses& classes, const std::set<int>& written,
            LaunchOrder* order)
        : kernel_(kernel), region_(*state.kernels[static_cast<std::size_t>(kernel.id.value)]), classes_(classes),
          written_(written), state_(state), order_(order), sizes_(region_) {}

    void run() {
        const bool cyclic = kernel_.distribution.block_cyclic.cyclic;
        add(
            "blocks of rows", "each rank", !cyclic, false,
            [&](const Read& read, Sum& sum) { count_rows(read, "(P - 1)", sum); });
        add("rows block-cyclic, in B blocks", "each block", cyclic, false,
            [&](const Read& read, Sum& sum) { count_rows(read, "(B - 1)", sum); });
        if (kernel_.distribution.boxes.any())
            add("a grid of R x C ranks", "each rank", false, true,
                [&](const Read& read, Sum& sum) { count_boxes(read, sum); });
        else if (!kernel_.distribution.boxes.reason.empty())
            kernel_.distribution.candidates.push_back(
                {"a grid of R x C ranks", "", kernel_.distribution.boxes.reason, false, false});
    }

    // See grid_lines.
    GridLines lines() {
        for (const RawAccess& raw : region_.accesses.accesses)
            if (raw.kind != ir::AccessKind::read && raw.root != RawAccess::everything)
                refuse_write_elsewhere(raw);
        GridLines sum;
        for (const Read& read : reads(true)) {
            const std::vector<Poly>& at = read.raw->subscripts;
            const auto fixed = [&](const Poly& subscript) { return region_.symbols.invariant(subscript); };
            if (read.x.same_for_all && read.y.same_for_all && std::all_of(at.begin(), at.end(), fixed))
                continue; // one element
            refuse_panel(read);
            const auto bytes = static_cast<std::int64_t>(read.raw->elem);
            if (read.x.same_for_all && read.y.same_for_all)
                throw Unknown{fmt::format("more than a line of '{}' is read", read.raw->text)};
            sum.down += bytes * (read.x.same_for_all ? 1 : read.low_x + read.high_x);
            sum.across += bytes * (read.y.same_for_all ? 1 : read.low_y + read.high_y);
        }
        return sum;
    }

  private:
    struct Place {
        const RawAccess* raw = nullptr;
        std::int64_t x = 0, y = 0; // distances
    };

    // Reads of one array at places that differ by distances only count together.
    struct Read {
        const RawAccess* raw = nullptr;
        Side x, y;
        std::int64_t low_x = 0, high_x = 0, low_y = 0, high_y = 0; // farthest, where not the same for all
        std::set<std::pair<std::int64_t, std::int64_t>> corners;
        std::vector<Place> places = {}; // of all of them
    };

    // part: that a cut ends.
    template <class F> void add(const char* name, const char* part, bool chosen, bool boxes, F count) {
        ir::Candidate candidate{name, "", "", chosen};
        candidate.grid = boxes;
        try {
            Sum sum;
            std::int64_t farthest = 0, farthest_y = 0;
            for (const Read& read : reads(boxes)) {
                count(read, sum);
                candidate.at_most = candidate.at_most || reads_in_part(read);
                farthest = std::max({farthest, read.low_x, read.high_x});
                farthest_y = std::max({farthest_y, read.low_y, read.high_y});
            }
            candidate.volume = sum.text();
            if (farthest > 1 || farthest_y > 1)
                candidate.where = fmt::format("{} has {} iterations{} or more", part, farthest,
                                              farthest_y > 1 ? fmt::format(" and {} rounds", farthest_y) : "");
        } catch (const Unknown& unknown) {
            candidate.reason = unknown.why;
        }
        kernel_.distribution.candidates.push_back(std::move(candidate));
    }

    // Whether conditions or strides leave out elements between those that are read: `if ((i + j) % 2 == color)`.
    [[nodiscard]] bool reads_in_part(const Read& read) const {
        return std::any_of(
            read.places.begin(), read.places.end(),
            [&](const Place& place) {
                return std::any_of(
                    kernel_.touches.accesses.begin(), kernel_.touches.accesses.end(),
                    [&](const ir::Access& access) {
                        const bool here = source_of(region_, access) == place.raw;
                        const bool guarded = access.guard && ir::depends_on_chunk(*access.guard); // not in all
                        return here && (access.form != ir::Access::Form::box || guarded ||
                                        (access.box.size() > 1 && access.box.back().step != 1));
                    });
            });
    }

    // Of arrays that loops share out: others are everywhere.
    std::vector<Read> reads(bool boxes) {
        std::map<std::tuple<int, std::size_t, bool, bool, std::string>, Read> found;
        for (const RawAccess& raw : region_.accesses.accesses) {
            if (raw.kind != ir::AccessKind::read)
                continue;
            if (raw.root == RawAccess::everything || !raw.known || raw.inspected.stage > 0)
                throw Unknown{fmt::format("where '{}' reads is known when the program runs", raw.text)};
            const int array = array_class(classes_, region_.accesses.roots[static_cast<std::size_t>(raw.root)]);
            if (array != ArrayClasses::none && !written_.contains(array))
                continue;
            const Side x = side_x(raw);
            const Side y = boxes ? side_y(raw) : Side{};
            if (!x.same_for_all && order_ != nullptr)
                refuse_written_elsewhere(raw, array);
            if (x.same_for_all || y.same_for_all || x.distance != 0 || y.distance != 0)
                put(found, raw, array, x, y);
        }
        std::vector<Read> list;
        list.reserve(found.size());
        for (auto& [key, read] : found)
            list.push_back(std::move(read));
        return list;
    }

    template <class Map> void put(Map& found, const RawAccess& raw, int array, const Side& x, const Side& y) {
        // The same part for all in one direction is that of these subscripts only.
        std::string which;
        for (const Poly& subscript : raw.subscripts)
            which += (x.same_for_all || y.same_for_all) ? region_.symbols.identity(subscript) + "," : "";
        Read fresh;
        fresh.raw = &raw;
        fresh.x = x;
        fresh.y = y;
        const int group = order_ == nullptr ? array : raw.root;
        Read& read = found.try_emplace({group, raw.subscripts.size(), x.same_for_all, y.same_for_all, which}, fresh)
                         .first->second;
        read.places.push_back({&raw, x.distance, y.distance});
        read.low_x = std::max(read.low_x, -x.distance);
        read.high_x = std::max(read.high_x, x.distance);
        read.low_y = std::max(read.low_y, -y.distance);
        read.high_y = std::max(read.high_y, y.distance);
        if (x.distance != 0 && y.distance != 0)
            read.corners.insert({x.distance, y.distance});
    }

    // ---- where a read lies ----

    Side side_x(const RawAccess& raw) const {
        const SymbolId x = region_.chunk_variable;
        const Line& own = *region_.placed;
        int moved = -1;
        for (std::size_t d = 0; d < raw.subscripts.size(); ++d)
            if (mentions(raw.subscripts[d], x)) {
                const bool in_own_row = moved == kernel_.distribution.alignment.dim; // a[i][i]
                if (moved >= 0 && !in_own_row)
                    throw Unknown{fmt::format("'{}' does not follow the placement", raw.text)};
                moved = in_own_row ? moved : static_cast<int>(d);
            }
        if (moved < 0 && reads_part(raw))
            throw Unknown{fmt::format("iterations read parts of '{}' of unequal sizes", raw.text)};
        if (moved < 0)
            return {true, 0};
        const auto line = along(region_.symbols, raw.subscripts[static_cast<std::size_t>(moved)], x);
        const auto distance = line ? line->offset.minus(own.offset) : std::nullopt;
        const bool same_dimension = moved == kernel_.distribution.alignment.dim || raw.subscripts.size() == 1;
        if (!line || line->scale != own.scale || !same_dimension || !distance || !distance->constant())
            throw Unknown{fmt::format("'{}' does not follow the placement", raw.text)};
        const std::int64_t step = std::max<std::int64_t>(1, std::abs(own.scale));
        if (order_ != nullptr && *distance->constant() % step != 0)
            throw Unknown{fmt::format("whether '{}' lies beyond a border depends on where that is", raw.text)};
        return {false, *distance->constant() / step};
    }

    // Where a loop that may have run before has written the array so that it does not lie with the iterations.
    void refuse_written_elsewhere(const RawAccess& raw, int array) const {
        for (const ir::Kernel& other : state_.program.kernels) {
            if (other.analysis.replicated || array == ArrayClasses::none)
                continue;
            const Region& region = *state_.kernels[static_cast<std::size_t>(other.id.value)];
            for (const RawAccess& write : region.accesses.accesses)
                if (write.kind != ir::AccessKind::read && write.root != RawAccess::everything &&
                    array_class(classes_, region.accesses.roots[static_cast<std::size_t>(write.root)]) == array &&
                    !lies_alike(region, write, raw) && order_->may_precede(other, kernel_))
                    throw Unknown{fmt::format("other ranks may have written what '{}' reads (line {})", raw.text,
                                              state_.sources.line(write.range))};
        }
    }

    // Whether the write lies with its own kernel's iterations, along the dimension along which the read lies here.
    [[nodiscard]] bool lies_alike(const Region& region, const RawAccess& write, const RawAccess& read) const {
        if (!write.known || write.inspected.stage > 0 || !region.placed ||
            write.subscripts.size() != read.subscripts.size())
            return false;
        for (std::size_t d = 0; d < write.subscripts.size(); ++d) {
            const bool here = mentions(read.subscripts[d], region_.chunk_variable);
            const auto line = along(region.symbols, write.subscripts[d], region.chunk_variable);
            if (here != mentions(write.subscripts[d], region.chunk_variable) ||
                (here && (!line || line->scale != region.placed->scale || line->offset != region.placed->offset)))
                return false;
        }
        return true;
    }

    Side side_y(const RawAccess& raw) const {
        for (std::size_t d = 0; d < raw.subscripts.size(); ++d)
            for (const SymbolId id : rounds()) {
                if (!mentions(raw.subscripts[d], id))
                    continue;
                const bool alike = raw.subscripts.size() == placed().subscripts.size();
                const auto line = along(region_.symbols, raw.subscripts[d], id);
                if (!alike && line && line->scale == 1) // a vector, or a row that is seen by itself
                    return {false, 0};
                const auto offset = line ? line->offset.constant() : std::nullopt;
                if (!offset || line->scale != 1 || static_cast<int>(d) != kernel_.distribution.boxes.dim)
                    throw Unknown{fmt::format("'{}' does not follow the placement", raw.text)};
                return {false, *offset - kernel_.distribution.boxes.offset};
            }
        return {true, 0};
    }

    const RawAccess& placed() const { return region_.accesses.accesses[static_cast<std::size_t>(region_.placed_by)]; }

    std::vector<SymbolId> rounds() const {
        std::vector<SymbolId> found;
        for (const ir::CountingLoop& loop : kernel_.distribution.boxes.loops)
            for (const RegionAccesses::Counted& counted : region_.accesses.counted)
                if (counted.loop == loop.loop->as<ir::For>())
                    found.push_back(counted.iterator);
        return found;
    }

    // Whether the iteration decides how far an inner loop's subscripts reach.
    bool reads_part(const RawAccess& raw) const {
        return std::any_of(
            raw.subscripts.begin(), raw.subscripts.end(),
            [&](const Poly& subscript) {
                for (const auto& [monomial, factor] : subscript.terms())
                    for (const SymbolId id : monomial)
                        if (const auto* loop = sizes_.counted_by(id);
                            loop != nullptr && (mentions(loop->start, region_.chunk_variable) ||
                                                mentions(loop->bound, region_.chunk_variable)))
                            return true;
                return false;
            });
    }

    // ---- lines ----

    void refuse_write_elsewhere(const RawAccess& raw) const {
        const int array = array_class(classes_, region_.accesses.roots[static_cast<std::size_t>(raw.root)]);
        if (array != ArrayClasses::none && !written_.contains(array))
            return;
        const auto row = static_cast<std::size_t>(kernel_.distribution.alignment.dim);
        const auto column = static_cast<std::size_t>(kernel_.distribution.boxes.dim);
        bool follows = raw.known && raw.inspected.stage == 0 && raw.subscripts.size() == placed().subscripts.size();
        const auto line = follows ? along(region_.symbols, raw.subscripts[row], region_.chunk_variable) : std::nullopt;
        follows = line && line->scale == region_.placed->scale && std::abs(line->scale) == 1 &&
                  !mentions(raw.subscripts[column], region_.chunk_variable) && !side_y(raw).same_for_all;
        if (!follows)
            throw Unknown{fmt::format("'{}' does not follow the placement", raw.text)};
    }

    // What is the same for all in one direction is one line, and not as many as an inner loop's rounds.
    void refuse_panel(const Read& read) const {
        const std::vector<Poly>& subscripts = read.raw->subscripts;
        if (subscripts.size() == 1 && placed().subscripts.size() == 2 && read.x.same_for_all && !read.y.same_for_all)
            return; // a row that is seen by itself: d[k * n + j]
        if (subscripts.size() != placed().subscripts.size())
            throw Unknown{fmt::format("'{}' has another shape", read.raw->text)};
        const auto fixed = [&](int dim) {
            return region_.symbols.invariant(subscripts[static_cast<std::size_t>(dim)]);
        };
        if ((read.x.same_for_all && !fixed(kernel_.distribution.alignment.dim)) ||
            (read.y.same_for_all && !fixed(kernel_.distribution.boxes.dim)))
            throw Unknown{fmt::format("more than a line of '{}' is read", read.raw->text)};
        if ((read.x.same_for_all && read.y.distance != 0) || (read.y.same_for_all && read.x.distance != 0))
            throw Unknown{fmt::format("'{}' is read by neighbours and by all", read.raw->text)};
    }

    // ---- sizes ----

    Poly iterations() {
        const ir::CanonicalLoop& loop = kernel_.loop->as<ir::For>()->canonical;
        const auto first = host_value(state_.summary, region_.symbols, region_.bridge, {}, *loop.start);
        const auto last = host_value(state_.summary, region_.symbols, region_.bridge, {}, *loop.bound);
        auto count = first && last && loop.step == nullptr
                         ? (loop.descending ? first->minus(*last) : last->minus(*first))
                         : std::nullopt;
        if (count && (loop.compare == ir::BinaryOp::le || loop.compare == ir::BinaryOp::ge))
            count = count->plus(Poly(1));
        if (!count || !region_.symbols.invariant(*count))
            throw Unknown{"the number of iterations has no formula"};
        return *count;
    }

    // ---- candidates ----

    void count_rows(const Read& read, const std::string& borders, Sum& sum) {
        if (read.x.same_for_all)
            sum.add(sizes_.of(*read.raw), "(P - 1)");
        else
            add_borders(read, borders, sum);
    }

    // Beyond a cut lie as many rows as the farthest read is away, on both sides; of each, what all those read that
    // reach it.
    void add_borders(const Read& read, const std::string& cuts, Sum& sum) {
        for (const int side : {-1, 1}) {
            std::set<std::int64_t> distances;
            for (const Place& place : read.places)
                if (side * place.x > 0)
                    distances.insert(side * place.x);
            std::int64_t before = 0;
            for (const std::int64_t distance : distances) {
                std::vector<const RawAccess*> reach;
                for (const Place& place : read.places)
                    if (side * place.x >= distance)
                        reach.push_back(place.raw);
                for (Product& product : sizes_.joint(reach)) {
                    product.multiply(distance - before);
                    sum.add(product, cuts);
                }
                before = distance;
            }
        }
    }

    void count_boxes(const Read& read, Sum& sum) {
        const std::vector<SymbolId> along_row = rounds();
        if (read.x.same_for_all && read.y.same_for_all) {
            sum.add(sizes_.of(*read.raw), "(R*C - 1)");
            return;
        }
        if ((read.x.same_for_all && read.y.distance != 0) || (read.y.same_for_all && read.x.distance != 0))
            throw Unknown{fmt::format("'{}' is read by neighbours and by all", read.raw->text)};
        if (read.x.same_for_all)
            sum.add(sizes_.of(*read.raw), "(R - 1)");
        else
            add_borders(read, "(R - 1)", sum);
        for (const int side : {-1, 1})
            add_columns(read, along_row, side, sum);
        if (read.y.same_for_all)
            add_columns(read, along_row, 0, sum);
        if (read.corners.empty())
            return;
        std::int64_t cells = 0;
        for (const int way_x : {-1, 1})
            for (const int way_y : {-1, 1}) {
                std::set<std::pair<std::int64_t, std::int64_t>> quadrant;
                for (const auto& [dx, dy] : read.corners)
                    for (std::int64_t i = 1; i <= dx * way_x; ++i)
                        for (std::int64_t j = 1; j <= dy * way_y; ++j)
                            quadrant.insert({i, j});
                cells += static_cast<std::int64_t>(quadrant.size());
            }
        Product corner = sizes_.of(*read.raw, along_row);
        corner.multiply(cells);
        sum.add(corner, "(R - 1)*(C - 1)");
    }

    // Columns beyond a cut on one side; side 0: the one that all read.
    void add_columns(const Read& read, const std::vector<SymbolId>& along_row, int side, Sum& sum) {
        std::int64_t farthest = side == 0 ? 1 : 0, above = 0, below = 0;
        for (const Place& place : read.places)
            if (side * place.y > 0) {
                farthest = std::max(farthest, side * place.y);
                above = std::max(above, -place.x);
                below = std::max(below, place.x);
            }
        if (farthest == 0)
            return;
        Product across = sizes_.of(*read.raw, along_row);
        across.multiply(farthest);
        const auto rows = iterations().plus(Poly(above + below));
        if (!rows)
            throw Unknown{"the number of iterations has no formula"};
        across.multiply(region_.symbols, *rows);
        sum.add(across, "(C - 1)");
    }

    ir::Kernel& kernel_;
    Region& region_;
    ArrayClasses& classes_;
    const std::set<int>& written_;
    const State& state_;
    LaunchOrder* order_;
    ReadSizes sizes_;
};

} // namespace

std::optional<GridLines> grid_lines(const State& state, ir::Kernel& kernel, ArrayClasses& classes,
                                    const std::set<int>& moved, std::string& why) {
    try {
        return Counter(state, kernel, classes, moved, nullptr).lines();
    } catch (const Unknown& unknown) {
        why = unknown.why;
        return std::nullopt;
    }
}

void volumes_pass(State& state) {
    if (state.program.kernels.empty())
        return;
    ArrayClasses classes(state.program, state.summary);
    LaunchOrder order(state);
    std::set<int> written; // by loops that ranks share out
    for (const ir::Kernel& kernel : state.program.kernels) {
        const Region& region = *state.kernels[static_cast<std::size_t>(kernel.id.value)];
        for (const RawAccess& raw : region.accesses.accesses)
            if (!kernel.analysis.replicated && raw.kind != ir::AccessKind::read && raw.root != RawAccess::everything)
                written.insert(array_class(classes, region.accesses.roots[static_cast<std::size_t>(raw.root)]));
    }
    for (ir::Kernel& kernel : state.program.kernels)
        if (!kernel.analysis.replicated && state.kernels[static_cast<std::size_t>(kernel.id.value)]->placed_by >= 0)
            Counter(state, kernel, classes, written, &order).run();
}

} // namespace hydra::passes

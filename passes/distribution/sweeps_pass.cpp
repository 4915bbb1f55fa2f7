// Pass: sweeps. Where loops along rows and loops along columns of the same arrays take turns in a serial loop (ADI), an
// array would change places twice in each round. Instead, rows may stay where they are, and a loop along columns be run
// as a pipeline: its parts (sweep_parts.h) for blocks of columns, by one rank after the other, each for its own rows;
// then only rows beside borders move. All loops of the group have to be able to, and each round has to have loops along
// rows; the runtime, which knows sizes and ranks, takes the way that moves less. After it: Distribution::sweep has
// segments where that may be, and candidates say so.
#include <algorithm>
#include <map>
#include <span>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "passes/dependence/pairs.h"
#include "passes/distribution/loop_groups.h"
#include "passes/distribution/sweep_parts.h"
#include "passes/passes.h"
#include "passes/worth.h"

namespace hydra::passes {

namespace {

class SweepChooser {
  public:
    explicit SweepChooser(State& state) : state_(state), loops_(state) {}

    void run() {
        for (const std::vector<ir::Kernel*>& kernels : loops_.all())
            for (const Kernels& rounds : in_rounds(kernels))
                decide(rounds);
    }

  private:
    using Kernels = std::vector<ir::Kernel*>;

    Region& region(const ir::Kernel& kernel) const {
        return *state_.kernels[static_cast<std::size_t>(kernel.id.value)];
    }

    int line(const ir::Kernel& kernel) const { return state_.sources.line(kernel.loop->range); }

    // Whether what the kernel writes, or else reads, of arrays with rows is its iterations' own rows.
    bool goes_by_rows(const ir::Kernel& kernel) {
        bool rows = false;
        for (const bool written : {true, false})
            for (const RawAccess& raw : region(kernel).accesses.accesses)
                if (writes(raw) == written && has_rows(kernel, raw)) {
                    const auto line =
                        along(region(kernel).symbols, raw.subscripts.front(), region(kernel).chunk_variable);
                    if (!line || line->scale == 0)
                        return written ? false : rows;
                    rows = true;
                }
        return rows;
    }

    // Of arrays that loops write again and again.
    bool has_rows(const ir::Kernel& kernel, const RawAccess& raw) {
        return raw.subscripts.size() > 1 && loops_.moved().contains(loops_.class_of(kernel, raw));
    }

    // Those that take turns in some serial loop.
    std::vector<Kernels> in_rounds(const Kernels& kernels) {
        DisjointSets sets;
        for (std::size_t at = 0; at < kernels.size(); ++at)
            sets.add();
        const auto take_turns = [&](const ir::Kernel& one, const ir::Kernel& other) {
            const std::set<int>&arrays = loops_.touched(one), &others = loops_.touched(other);
            return loops_.bounds().alternates(one, other) &&
                   std::any_of(arrays.begin(), arrays.end(), [&](int array) { return others.contains(array); });
        };
        for (std::size_t at = 0; at < kernels.size(); ++at)
            for (std::size_t other = 0; other < kernels.size(); ++other)
                if (take_turns(*kernels[at], *kernels[other]))
                    sets.unite(static_cast<int>(at), static_cast<int>(other));
        std::map<int, Kernels> rounds;
        for (std::size_t at = 0; at < kernels.size(); ++at)
            if (kernels[at]->distribution.grid.repeats && !kernels[at]->analysis.replicated)
                rounds[sets.representative(static_cast<int>(at))].push_back(kernels[at]);
        std::vector<Kernels> list;
        list.reserve(rounds.size());
        for (auto& [set, members] : rounds)
            list.push_back(std::move(members));
        return list;
    }

    // Rows are what the outermost dimension counts.
    void decide(const Kernels& kernels) {
        Kernels by_rows, others, edges;
        for (ir::Kernel* kernel : kernels)
            if (!has_vectors_only(*kernel) && !kernel->distribution.sweep.edges)
                (goes_by_rows(*kernel) ? by_rows : others).push_back(kernel);
        const auto takes_turns = [&](const ir::Kernel* kernel) {
            return std::any_of(
                by_rows.begin(), by_rows.end(),
                [&](ir::Kernel* const& row) {
                    return loops_.bounds().alternates(*kernel, *row) && changes(*kernel, {&row, 1}) > 0;
                });
        };
        const bool in_rows = std::none_of(kernels.begin(), kernels.end(), [](const ir::Kernel* kernel) {
            return kernel->distribution.block_cyclic.cyclic || kernel->distribution.grid.group >= 0;
        });
        for (ir::Kernel* kernel : others)
            if (in_rows && takes_turns(kernel) && find_edges(*kernel))
                edges.push_back(kernel);
        std::erase_if(
            others, [](const ir::Kernel* kernel) { return kernel->distribution.sweep.edges; });
        const bool stay = decide(kernels, by_rows, others, takes_turns) ||
                          std::none_of(others.begin(), others.end(), [&](ir::Kernel* k) { return moves_rows(*k); });
        for (ir::Kernel* kernel : edges)
            if (!stay)
                kernel->distribution.sweep = {};
        for (ir::Kernel* kernel : kernels)
            if (kernel->distribution.sweep.edges)
                note_edges(*kernel);
        note_movement(kernels);
    }

    // Whether rows may stay.
    template <class TakesTurns>
    bool decide(const Kernels& kernels, const Kernels& by_rows, const Kernels& others, const TakesTurns& takes_turns) {
        if (std::none_of(others.begin(), others.end(), takes_turns))
            return true;
        ir::Sweep sum;
        std::string why;
        for (ir::Kernel* kernel : others) {
            why = !takes_turns(kernel) ? "no loop by rows takes turns with it" : add(*kernel, by_rows, sum);
            if (!why.empty()) {
                why = fmt::format("line {} cannot take part: {}", line(*kernel), why);
                break;
            }
        }
        for (const ir::Kernel* kernel : kernels)
            if (kernel->distribution.block_cyclic.cyclic || kernel->distribution.grid.group >= 0)
                why = fmt::format("line {} places rows in another way", line(*kernel));
        for (ir::Kernel* kernel : others) {
            if (!why.empty())
                kernel->distribution.sweep = {};
            else
                enter(*kernel, sum, by_rows, others);
            if (!why.empty())
                kernel->distribution.candidates.push_back({candidate_name, "", why, false, false});
        }
        return why.empty();
    }

    // Whether what it writes are not lines, as of columns that go through all rows.
    bool moves_rows(const ir::Kernel& kernel) {
        const auto& accesses = region(kernel).accesses.accesses;
        return std::any_of(accesses.begin(), accesses.end(), [&](const RawAccess& raw) {
            return writes(raw) && has_rows(kernel, raw) &&
                   !(raw.known && region(kernel).symbols.invariant(raw.subscripts.front()));
        });
    }

    bool find_edges(ir::Kernel& kernel) {
        return !loops_.is_lost(kernel) &&
               find_edge_parts(state_, kernel, {.counts = [&](const RawAccess& raw) { return has_rows(kernel, raw); }})
                   .obstacle.empty();
    }

    static void note_edges(ir::Kernel& kernel) {
        for (ir::Candidate& other : kernel.distribution.candidates)
            other.chosen = other.chosen && kernel.distribution.sweep.by_grid_only;
        ir::Candidate candidate{"lines stay", "", "", !kernel.distribution.sweep.by_grid_only};
        candidate.reason = "nothing moves but what a line is made of that other ranks have";
        candidate.note = kernel.distribution.sweep.by_grid_only
                             ? "taken where ranks form a grid: those beside a line run what writes it"
                             : "ranks that have a line run what writes it";
        kernel.distribution.candidates.push_back(std::move(candidate));
    }

    // What the loops have written the other way round lies where it did, if rows stay.
    void note_movement(const Kernels& kernels) const {
        for (ir::Kernel* kernel : kernels)
            for (ir::Access& access : kernel->touches.accesses)
                for (const ir::Kernel* other : kernels)
                    if (other->distribution.sweep.any() && !other->distribution.sweep.by_grid_only &&
                        access.movement.other.starts_with(fmt::format("line {} ", line(*other))))
                        access.movement.other += " (unless rows stay)";
    }

    bool has_vectors_only(const ir::Kernel& kernel) {
        const auto& accesses = region(kernel).accesses.accesses;
        return !loops_.is_lost(kernel) && std::none_of(accesses.begin(), accesses.end(),
                                                       [&](const RawAccess& raw) { return has_rows(kernel, raw); });
    }

    // What a kernel adds to its group's border and changes; text: why it cannot take part.
    std::string add(ir::Kernel& kernel, const Kernels& by_rows, ir::Sweep& sum) {
        if (loops_.is_lost(kernel))
            return "it is not known which arrays it touches";
        const SweepParts parts = find_sweep_parts(state_, kernel);
        if (!parts.obstacle.empty())
            return parts.obstacle;
        if (kernel.distribution.sweep.dim != 0)
            return "it goes along other dimensions";
        Borders borders;
        for (std::size_t s = 0; s < kernel.distribution.sweep.segments.size(); ++s)
            if (kernel.distribution.sweep.segments[s].loop.loop == nullptr)
                count_statements(kernel, parts, s, borders);
            else if (std::string why = count_borders(kernel, parts, s, borders); !why.empty())
                return why;
        kernel.distribution.sweep.border = borders.bytes;
        sum.border += borders.bytes;
        sum.changes += changes(kernel, by_rows);
        return "";
    }

    // Rows of others, relative to the first or last own one, that have come already: by array and distance, how often
    // the array had been written then. A row that all ranks look at has distance `anywhere`.
    struct Borders {
        std::int64_t bytes = 0;
        std::map<std::pair<int, std::int64_t>, int> known;
        std::map<int, int> versions; // by array
    };

    std::string count_borders(const ir::Kernel& kernel, const SweepParts& parts, std::size_t index, Borders& borders) {
        const Region& own = region(kernel);
        const ir::Sweep::Segment& segment = kernel.distribution.sweep.segments[index];
        SymbolId rounds = -1;
        for (const RegionAccesses::Counted& counted : own.accesses.counted)
            if (counted.loop == segment.loop.loop->as<ir::For>())
                rounds = counted.iterator;
        std::set<int> written;
        for (std::size_t at = 0; at < parts.segment_of.size(); ++at)
            if (const RawAccess& raw = own.accesses.accesses[at];
                parts.segment_of[at] == static_cast<int>(index) && writes(raw))
                written.insert(raw.root);
        for (std::size_t at = 0; at < parts.segment_of.size(); ++at) {
            const RawAccess& raw = own.accesses.accesses[at];
            const int array = raw.root;
            if (parts.segment_of[at] != static_cast<int>(index) ||
                !loops_.moved().contains(loops_.class_of(kernel, raw)))
                continue;
            const auto distance = distance_of(own, parts, raw, rounds, segment.offset);
            if (!distance)
                return fmt::format("'{}' lies in rows of many ranks", raw.text);
            const int before = borders.versions[array];
            const auto fetch = [&](std::int64_t row, bool fresh) {
                const int version = before + (fresh ? 1 : 0);
                const auto known = borders.known.try_emplace({array, row}, -1).first;
                borders.bytes += known->second == version ? 0 : raw.elem;
                known->second = version;
            };
            if (*distance == anywhere)
                fetch(anywhere, written.contains(array));
            for (std::int64_t row = *distance; *distance != anywhere && row != 0; row -= *distance > 0 ? 1 : -1)
                fetch(row, written.contains(array) && (row < 0) == (segment.loop.step > 0));
        }
        for (const int array : written)
            ++borders.versions[array];
        return "";
    }

    // One rank runs them, which may hold one row only of those that they touch.
    void count_statements(const ir::Kernel& kernel, const SweepParts& parts, std::size_t index, Borders& borders) {
        const Region& own = region(kernel);
        std::optional<Poly> held;
        std::set<std::pair<int, Poly>> known;
        for (std::size_t at = 0; at < parts.segment_of.size(); ++at) {
            const RawAccess& raw = own.accesses.accesses[at];
            if (parts.segment_of[at] != static_cast<int>(index) || raw.subscripts.empty() ||
                !loops_.moved().contains(loops_.class_of(kernel, raw)))
                continue;
            const Poly& row = raw.subscripts.front();
            if (raw.subscripts.size() == parts.dims && !held)
                held = row;
            if (known.insert({raw.root, row}).second && (raw.subscripts.size() != parts.dims || row != *held))
                borders.bytes += raw.elem;
        }
    }

    // How far the row is from the round's own; anywhere: one row for all rounds; nullopt: another
    // row of others' each time.
    static std::optional<std::int64_t> distance_of(const Region& own, const SweepParts& parts, const RawAccess& raw,
                                                   SymbolId rounds, std::int64_t offset) {
        if (raw.subscripts.size() != parts.dims) {
            const bool moves = std::any_of(raw.subscripts.begin(), raw.subscripts.end(), [&](const Poly& subscript) {
                return std::any_of(subscript.terms().begin(), subscript.terms().end(), [&](const auto& term) {
                    return std::find(term.first.begin(), term.first.end(), rounds) != term.first.end();
                });
            });
            return moves ? std::nullopt : std::optional(anywhere);
        }
        const auto line = along(own.symbols, raw.subscripts.front(), rounds);
        if (line && line->scale == 0)
            return own.symbols.invariant(line->offset) ? std::optional(anywhere) : std::nullopt;
        const auto at = line && line->scale == 1 ? line->offset.constant() : std::nullopt;
        return at && std::abs(*at - offset) <= worth::farthest_row ? std::optional(*at - offset) : std::nullopt;
    }

    // How many arrays change places in a round, if the kernel has columns and these have rows.
    int changes(const ir::Kernel& kernel, std::span<ir::Kernel* const> by_rows) {
        std::set<int> touched_by_rows, written_by_rows; // classes
        for (const ir::Kernel* row : by_rows)
            for (const RawAccess& raw : region(*row).accesses.accesses)
                if (has_rows(*row, raw)) {
                    touched_by_rows.insert(loops_.class_of(*row, raw));
                    if (writes(raw))
                        written_by_rows.insert(loops_.class_of(*row, raw));
                }
        std::set<int> to_columns, to_rows; // the kernel's roots
        for (const RawAccess& raw : region(kernel).accesses.accesses) {
            if (!has_rows(kernel, raw))
                continue;
            if (written_by_rows.contains(loops_.class_of(kernel, raw)))
                to_columns.insert(raw.root);
            if (writes(raw) && touched_by_rows.contains(loops_.class_of(kernel, raw)))
                to_rows.insert(raw.root);
        }
        return static_cast<int>(to_columns.size() + to_rows.size());
    }

    void enter(ir::Kernel& kernel, const ir::Sweep& sum, const Kernels& by_rows, const Kernels& others) {
        const std::int64_t own = kernel.distribution.sweep.border;
        kernel.distribution.sweep.border = sum.border;
        kernel.distribution.sweep.changes = sum.changes;
        std::vector<int> rows, columns;
        for (const ir::Kernel* each : by_rows)
            rows.push_back(line(*each));
        for (const ir::Kernel* each : others)
            columns.push_back(line(*each));
        const ir::CanonicalLoop& loop = kernel.loop->as<ir::For>()->canonical;
        const bool flat = kernel.touches.slots[static_cast<std::size_t>(kernel.distribution.sweep.slot)].dims() == 2 &&
                          loop.start != nullptr && loop.bound != nullptr && ir::constant_value(*loop.start) == 0 &&
                          loop.compare == ir::BinaryOp::lt;
        ir::Candidate candidate{candidate_name, "", "", false};
        if (flat)
            candidate.volume = fmt::format("{}*{}*(P - 1)", own,
                                           ir::strip(loop.bound)->as<ir::Binary>() != nullptr
                                               ? "(" + ir::print_c(*ir::strip(loop.bound)) + ")"
                                               : ir::print_c(*ir::strip(loop.bound)));
        else
            candidate.reason = fmt::format("{} bytes for each column and rank but one", own);
        candidate.note =
            fmt::format("line{} {} then share{} out blocks of columns, one rank after the other; taken where that "
                        "moves at most half of what it takes to change places with line{} {}",
                        columns.size() == 1 ? "" : "s", fmt::join(columns, ", "), columns.size() == 1 ? "s" : "",
                        rows.size() == 1 ? "" : "s", fmt::join(rows, ", "));
        kernel.distribution.candidates.push_back(std::move(candidate));
    }

    static constexpr const char* candidate_name = "rows stay, and columns are a pipeline";

    State& state_;
    LoopGroups loops_;
};

} // namespace

void sweeps_pass(State& state) {
    if (!state.program.kernels.empty())
        SweepChooser(state).run();
}

} // namespace hydra::passes

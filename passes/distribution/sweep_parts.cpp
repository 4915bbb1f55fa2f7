// See sweep_parts.h. Three things make it right to run a part of the body for all iterations before the next part, and
// a part's rounds rank by rank in their own order: parts hand nothing to one another in variables
// (interleaving_pass.cpp has seen to that); all that the loop writes is touched at the iteration's own subscript of one
// dimension alone, so no two iterations meet (that subscripts stay inside of their rows, and that pointers lead to
// different arrays, the runtime looks at); and what a part touches in a range of its rounds is known in closed form, so
// that before any block of any part the newest values are where they are read.
#include "passes/distribution/sweep_parts.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "ir/operators.h"
#include "passes/dependence/pairs.h"
#include "passes/flow/counting.h"
#include "passes/sections/footprints.h"

namespace hydra::passes {

namespace {

const ir::Expr* place_of(const RawAccess& raw) { return raw.expr != nullptr ? raw.expr : raw.among; }

bool holds_for_loop(const ir::Stmt& stmt) {
    bool found = false;
    walk(
        stmt, [](const ir::Expr&) {}, [&](const ir::Stmt& each) { found = found || each.as<ir::For>() != nullptr; });
    return found;
}

class SweepPartFinder {
  public:
    SweepPartFinder(State& state, ir::Kernel& kernel)
        : kernel_(kernel), region_(*state.kernels[static_cast<std::size_t>(kernel.id.value)]),
          accesses_(region_.accesses.accesses), loop_(*kernel.loop->as<ir::For>()) {}

    SweepParts run() {
        SweepParts parts;
        parts.obstacle = obstacle();
        if (parts.obstacle.empty())
            parts.obstacle = split();
        if (parts.obstacle.empty())
            parts.obstacle = assign(parts.segment_of);
        if (parts.obstacle.empty())
            parts.obstacle = find_rows(parts.segment_of);
        if (!describe_all(parts))
            return parts;
        parts.dims = dims_;
        kernel_.distribution.sweep.segments = std::move(segments_);
        kernel_.distribution.sweep.slot = slot_;
        kernel_.distribution.sweep.dim = dim_;
        return parts;
    }

    SweepParts run(const EdgePlace& place) {
        SweepParts parts;
        parts.obstacle = obstacle();
        if (!parts.obstacle.empty())
            return parts;
        std::int64_t offset = 0;
        for (const bool cut : {true, false}) {
            segments_.clear();
            parts.segment_of.clear();
            split_statements(*loop_.body, cut);
            parts.obstacle = assign(parts.segment_of);
            if (parts.obstacle.empty() && (!cut || rounds_may_part(parts.segment_of)))
                break;
        }
        if (parts.obstacle.empty())
            parts.obstacle = find_edges(place, parts.segment_of, offset);
        if (!describe_all(parts))
            return parts;
        parts.dims = dims_;
        kernel_.distribution.sweep = {.segments = std::move(segments_), .slot = slot_, .dim = place.dim};
        kernel_.distribution.sweep.edges = true;
        kernel_.distribution.sweep.across = place.across;
        kernel_.distribution.sweep.across_offset = offset;
        return parts;
    }

  private:
    [[nodiscard]] std::string obstacle() const {
        if (!kernel_.inspection.inspectors.empty())
            return "what it touches is found when it runs";
        if (!kernel_.schedule.interleaving.splits)
            return "its parts cannot each be run for all iterations";
        if (!kernel_.touches.watched.empty() || kernel_.inspection.forgets)
            return "what it touches may depend on what it writes";
        const bool plain = std::all_of(
            kernel_.touches.slots.begin(), kernel_.touches.slots.end(),
            [](const ir::Slot& slot) {
                return slot.tables.empty() && slot.skew == 0 && !slot.found && slot.role == ir::Slot::Role::only;
            });
        if (!plain || !std::all_of(accesses_.begin(), accesses_.end(), [](const RawAccess& raw) {
                return raw.root != RawAccess::everything && raw.known && !raw.inspected.is_found() && !raw.called &&
                       raw.tables.empty() && place_of(raw) != nullptr;
            }))
            return "it is not known in front of the loop what it touches";
        return meeting();
    }

    // An array that the loop writes and in which iterations may meet; empty: there is none.
    [[nodiscard]] std::string meeting() const {
        for (const RawAccess& written : accesses_) {
            if (!writes(written))
                continue;
            if (!std::all_of(accesses_.begin(), accesses_.end(), [&](const RawAccess& other) {
                    return other.root != written.root ||
                           (same_view(written, other) && stay_apart(written, other, region_.chunk_variable));
                }))
                return fmt::format("'{}' is not the only place of its array that an iteration may touch in that row or "
                                   "column",
                                   written.text);
        }
        return "";
    }

    // Whether `a` is never another iteration's (or inner loop's round's) `b`: in a dimension where both are the
    // iteration's own, or where they differ in any case.
    [[nodiscard]] bool stay_apart(const RawAccess& a, const RawAccess& b, SymbolId iterator) const {
        for (std::size_t d = 0; d < a.subscripts.size(); ++d) {
            const auto line = along(region_.symbols, a.subscripts[d], iterator);
            if (line && line->scale == 1 && a.subscripts[d] == b.subscripts[d])
                return true;
            const auto difference = a.subscripts[d].minus(b.subscripts[d]);
            if (difference && difference->constant().value_or(0) != 0 && region_.symbols.invariant(a.subscripts[d]))
                return true;
        }
        return false;
    }

    // ---- parts ----

    std::string split() {
        const auto* list = loop_.body->as<ir::Compound>();
        if (list == nullptr)
            return add_loop(*loop_.body);
        for (std::size_t from = 0; from < list->items.size();)
            if (!holds_for_loop(*list->items[from]))
                from = add_statements(list->items, from);
            else if (std::string why = add_loop(*list->items[from++]); !why.empty())
                return why;
        return segments_.empty() ? "it does nothing" : "";
    }

    // From here to the next loop, each a part of its own; but what declares variables goes with all that may use them.
    std::size_t add_statements(const std::vector<ir::StmtPtr>& items, std::size_t from) {
        std::size_t to = from;
        bool declares = false;
        for (; to < items.size() && !holds_for_loop(*items[to]); ++to)
            declares = declares || items[to]->as<ir::DeclStmt>() != nullptr;
        for (std::size_t at = from; at < to; ++at) {
            if (at == from || !declares)
                segments_.emplace_back();
            segments_.back().statements.push_back(items[at].get());
        }
        return to;
    }

    // The same with loops as statements like others, or, cut, as what stands in them: each then gets loops of its own.
    void split_statements(const ir::Stmt& body, bool cut) {
        const auto* list = body.as<ir::Compound>();
        const auto add = [&](const ir::Stmt& stmt) {
            const auto* loop = stmt.as<ir::For>();
            if (cut && loop != nullptr)
                return split_statements(*loop->body, cut);
            segments_.emplace_back();
            segments_.back().statements.push_back(&stmt);
        };
        if (list == nullptr)
            return add(body);
        for (std::size_t from = 0; from < list->items.size();)
            if (holds_for_loop(*list->items[from]))
                add(*list->items[from++]);
            else
                from = add_statements(list->items, from);
    }

    // Whether parts that come out of one inner loop touch each other's elements in the same round only, if at all: then
    // all rounds of one may come before those of the next.
    [[nodiscard]] bool rounds_may_part(const std::vector<int>& segment_of) const {
        for (std::size_t a = 0; a < accesses_.size(); ++a)
            for (std::size_t b = 0; b < accesses_.size(); ++b) {
                const RawAccess &one = accesses_[a], &other = accesses_[b];
                if (segment_of[a] == segment_of[b] || !writes(one) || one.root != other.root)
                    continue;
                for (const SymbolId iterator : one.domain.iterators) {
                    const auto& others = other.domain.iterators;
                    const bool common = iterator != region_.chunk_variable &&
                                        std::find(others.begin(), others.end(), iterator) != others.end();
                    if (common && !(same_view(one, other) && stay_apart(one, other, iterator)))
                        return false;
                }
            }
        return std::all_of(region_.accesses.counted.begin(), region_.accesses.counted.end(), [&](const auto& counted) {
            return std::count_if(region_.accesses.counted.begin(), region_.accesses.counted.end(),
                                 [&](const auto& each) { return each.loop == counted.loop; }) == 1;
        });
    }

    std::string add_loop(const ir::Stmt& stmt) {
        const auto* loop = stmt.as<ir::For>();
        const auto count = loop == nullptr ? std::nullopt : counting(*loop);
        const auto known =
            std::count_if(region_.accesses.counted.begin(), region_.accesses.counted.end(),
                          [&](const RegionAccesses::Counted& each) { return each.loop == loop && each.runs_all; });
        const char* why = "the head of one of its inner loops does not count by one";
        if (!count || !count->further.empty() || known != 1)
            return why;
        const ir::TypeRef counter = count->variable->type;
        const auto fits = [&](const ir::Expr* expr) {
            const ir::TypeRef type = expr == nullptr ? nullptr : ir::strip(expr)->type;
            return type != nullptr && type->is_integer() && (!type->is_unsigned() || type->kind == counter->kind);
        };
        const ir::Expr* start = start_of(*loop, count->variable);
        const bool by_one = count->step == nullptr || ir::constant_value(*count->step) == 1;
        if (!by_one || !fits(start) || !fits(count->bound) || count->as_unsigned ||
            (count->descending && counter->is_unsigned()))
            return why;
        segments_.emplace_back();
        segments_.back().loop = {.loop = &stmt,
                                 .variable = count->variable,
                                 .start = start,
                                 .bound = count->bound,
                                 .inclusive = count->compare == ir::BinaryOp::le || count->compare == ir::BinaryOp::ge,
                                 .step = count->descending ? -1 : 1};
        return "";
    }

    // Which access is which segment's.
    std::string assign(std::vector<int>& segment_of) const {
        std::map<const ir::Expr*, int> at;
        for (std::size_t s = 0; s < segments_.size(); ++s) {
            const auto note = [&](const ir::Stmt& stmt) {
                walk(
                    stmt, [&](const ir::Expr& expr) { at[&expr] = static_cast<int>(s); }, [](const ir::Stmt&) {});
            };
            if (segments_[s].loop.loop != nullptr)
                note(*segments_[s].loop.loop);
            for (const ir::Stmt* stmt : segments_[s].statements)
                note(*stmt);
        }
        for (const RawAccess& raw : accesses_) {
            const auto found = at.find(place_of(raw));
            if (found == at.end())
                return fmt::format("it is not known where '{}' stands", raw.text);
            const SymbolId iterator = iterator_of(segments_[static_cast<std::size_t>(found->second)]);
            const auto& around = raw.domain.iterators;
            if (iterator >= 0 && std::find(around.begin(), around.end(), iterator) == around.end())
                return fmt::format("it is not known where '{}' stands", raw.text);
            segment_of.push_back(found->second);
        }
        return "";
    }

    [[nodiscard]] SymbolId iterator_of(const ir::Sweep::Segment& segment) const {
        for (const RegionAccesses::Counted& counted : region_.accesses.counted)
            if (segment.loop.loop != nullptr && counted.loop == segment.loop.loop->as<ir::For>())
                return counted.iterator;
        return -1;
    }

    // ---- rows ----

    // The dimension that all segments' rounds lie along, and where.
    std::string find_rows(const std::vector<int>& segment_of) {
        for (std::size_t s = 0; s < segments_.size(); ++s) {
            const SymbolId iterator = iterator_of(segments_[s]);
            if (iterator < 0)
                continue;
            bool found = false;
            for (const bool written : {true, false})
                for (std::size_t at = 0; at < accesses_.size() && !found; ++at)
                    found = segment_of[at] == static_cast<int>(s) && writes(accesses_[at]) == written &&
                            lies_along(accesses_[at], iterator, segments_[s]);
            if (!found)
                return fmt::format("the rounds over '{}' do not lie along the rows of an array",
                                   segments_[s].loop.variable->name);
        }
        return dim_ < 0 ? "it has no inner loop" : "";
    }

    bool lies_along(const RawAccess& raw, SymbolId iterator, ir::Sweep::Segment& segment) {
        const std::size_t dims = raw.subscripts.size();
        const int slot = slot_of(kernel_, region_, raw);
        for (std::size_t d = 0; slot >= 0 && dims > 1 && (dims_ == 0 || dims == dims_) && d < dims; ++d) {
            const auto line = along(region_.symbols, raw.subscripts[d], iterator);
            const auto offset = line ? line->offset.constant() : std::nullopt;
            if (!offset || line->scale != 1 || (dim_ >= 0 && dim_ != static_cast<int>(d)))
                continue;
            slot_ = slot_ < 0 ? slot : slot_;
            dims_ = dims;
            dim_ = static_cast<int>(d);
            segment.offset = *offset;
            return true;
        }
        return false;
    }

    // ---- edges ----

    // Joins parts that write the same lines; text: why they are not such parts.
    std::string find_edges(const EdgePlace& place, std::vector<int>& segment_of, std::int64_t& offset) {
        const auto dim = static_cast<std::size_t>(place.dim);
        std::vector<std::set<Poly>> lines(segments_.size()); // that each writes
        for (std::size_t at = 0; at < accesses_.size(); ++at) {
            const RawAccess& raw = accesses_[at];
            if (raw.subscripts.size() < 2 || !place.counts(raw))
                continue;
            dims_ = dims_ == 0 ? place.dims == 0 ? raw.subscripts.size() : place.dims : dims_;
            if (raw.subscripts.size() != dims_ || !region_.symbols.invariant(raw.subscripts[dim]))
                return fmt::format("'{}' lies in other lines of its array in each iteration", raw.text);
            if (!writes(raw))
                continue;
            const auto by = place.across < 0
                                ? std::nullopt
                                : along(region_.symbols, raw.subscripts[static_cast<std::size_t>(place.across)],
                                        region_.chunk_variable);
            const auto distance = by && by->scale == 1 ? by->offset.constant() : std::nullopt;
            if (place.across >= 0 && !distance)
                return fmt::format("its iterations do not lie along '{}'", raw.text);
            if (slot_ < 0) {
                offset = distance.value_or(0);
                slot_ = slot_of(kernel_, region_, raw);
            }
            lines[static_cast<std::size_t>(segment_of[at])].insert(raw.subscripts[dim]);
        }
        if (slot_ < 0 || std::any_of(lines.begin(), lines.end(), [](const auto& of) { return of.size() != 1; }))
            return "its parts do not each write one line of the arrays";
        join_equal(lines, segment_of);
        return "";
    }

    void join_equal(const std::vector<std::set<Poly>>& lines, std::vector<int>& segment_of) {
        std::vector<ir::Sweep::Segment> joined;
        std::vector<int> number(segments_.size()); // of what each becomes a part of
        for (std::size_t s = 0; s < segments_.size(); ++s) {
            if (s == 0 || lines[s] != lines[s - 1])
                joined.emplace_back();
            std::vector<const ir::Stmt*>& statements = joined.back().statements;
            statements.insert(statements.end(), segments_[s].statements.begin(), segments_[s].statements.end());
            number[s] = static_cast<int>(joined.size()) - 1;
        }
        for (int& segment : segment_of)
            segment = number[static_cast<std::size_t>(segment)];
        segments_ = std::move(joined);
    }

    // False: there is an obstacle.
    bool describe_all(SweepParts& parts) {
        for (std::size_t at = 0; parts.obstacle.empty() && at < segments_.size(); ++at)
            if (!describe(static_cast<int>(at), parts.segment_of))
                parts.obstacle = "what its parts touch has no closed form";
        return parts.obstacle.empty();
    }

    bool describe(int segment, const std::vector<int>& segment_of) {
        std::vector<bool> part;
        part.reserve(segment_of.size());
        for (const int other : segment_of)
            part.push_back(other == segment);
        ir::Sweep::Segment& described = segments_[static_cast<std::size_t>(segment)];
        std::set<SymbolId> rounds;
        if (const SymbolId iterator = iterator_of(described); iterator >= 0)
            rounds.insert(iterator);
        return describe_boxes(region_, rounds, part, kernel_, described.accesses);
    }

    ir::Kernel& kernel_;
    Region& region_;
    const std::vector<RawAccess>& accesses_;
    const ir::For& loop_;
    std::vector<ir::Sweep::Segment> segments_;
    int slot_ = -1, dim_ = -1; // of the rows
    std::size_t dims_ = 0;     // of their array
};

} // namespace

SweepParts find_sweep_parts(State& state, ir::Kernel& kernel) { return SweepPartFinder(state, kernel).run(); }

SweepParts find_edge_parts(State& state, ir::Kernel& kernel, const EdgePlace& place) {
    return SweepPartFinder(state, kernel).run(place);
}

} // namespace hydra::passes

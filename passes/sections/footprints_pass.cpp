// Pass: footprints. Each access relation becomes sections through isl: boxes, row scans, or the whole array; pointers
// and their shapes become slots, the parameters used become keys. After it: kernels have slots, keys and accesses;
// everything that is wider than the truth says why.
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "passes/access/state.h"
#include "passes/passes.h"
#include "passes/sections/footprints.h"
#include "passes/sections/header_cells.h"
#include "passes/sections/local_definitions.h"
#include "passes/sections/relaxed_guards.h"
#include "passes/sections/row_maps.h"
#include "passes/sections/skewed_rows.h"

namespace hydra::passes {

using ir::AccessKind;
using ir::HostExpr;

namespace {

// a[100*i + j]: a constant factor as a row length, for a last subscript that is no union of intervals by itself. What
// stands before it must be whole rows then: a[(y*n + x)*9 + k].
bool split_by_constants(RawAccess& raw, const Symbols& symbols) {
    const Poly whole = raw.subscripts.back();
    std::int64_t row = 0;
    for (const auto& [monomial, coefficient] : whole.terms())
        if (!monomial.empty() && !symbols.invariant(monomial))
            row = std::max(row, std::abs(coefficient));
    if (row <= 1)
        return false;
    const std::size_t last_pointer = raw.tables.empty() ? 0 : static_cast<std::size_t>(raw.tables.back());
    std::vector<Poly> outermost(raw.subscripts.begin(),
                                raw.subscripts.begin() + static_cast<std::ptrdiff_t>(last_pointer));
    for (std::size_t d = last_pointer; d + 1 < raw.subscripts.size(); ++d) {
        const std::optional<Poly> rows = raw.subscripts[d].divided(row);
        if (!rows)
            return false;
        outermost.push_back(*rows);
    }
    Poly outer;
    Poly inner;
    for (const auto& [monomial, coefficient] : whole.terms()) {
        Poly term(1);
        for (const SymbolId id : monomial)
            term = *term.times(Poly::symbol(id));
        const bool divides = coefficient % row == 0;
        const auto scaled = term.times(Poly(divides ? coefficient / row : coefficient));
        const auto sum = scaled ? (divides ? outer : inner).plus(*scaled) : std::nullopt;
        if (!sum)
            return false;
        (divides ? outer : inner) = *sum;
    }
    raw.subscripts = std::move(outermost);
    raw.subscripts.insert(raw.subscripts.end(), {outer, inner});
    raw.lengths.emplace_back(row);
    return true;
}

// Text that is equal for accesses with equal footprints.
std::string identity(const Symbols& symbols, const RawAccess& raw) {
    std::string text =
        fmt::format("{} {} {} {} {} {} {} {} {} {} {};", raw.root, raw.everywhere, static_cast<int>(raw.kind),
                    raw.known, raw.elem, raw.inspected.stage, raw.inspected.fine, raw.inspected.index,
                    raw.inspected.index_of_writes, raw.loose, raw.reason);
    for (const Poly& subscript : raw.subscripts)
        text += symbols.identity(subscript) + ",";
    for (const Poly& length : raw.lengths)
        text += symbols.identity(length) + ",";
    for (const int dim : raw.tables)
        text += fmt::format("{}>", dim);
    for (const SymbolId id : raw.domain.iterators)
        text += fmt::format("{} ", id);
    for (const std::string& formula : raw.domain.formulas)
        text += formula + "&";
    return raw.rows ? text + "|" + identity(symbols, *raw.rows) : text;
}

// The values that this section takes for natural or not too large numbers. An unsigned one that is only added to the
// outermost subscript is computed modulo 2 to the power of 64 like the address itself, and need not be one:
// a[i + offset].
std::set<SymbolId> assumed_inside(const Symbols& symbols, const RawAccess& raw) {
    std::string formulas;
    for (const std::string& formula : raw.domain.formulas)
        formulas += formula + " ";
    std::vector<Poly> polys = raw.lengths;
    for (std::size_t d = 0; d < raw.subscripts.size(); ++d) {
        for (const auto& [monomial, coefficient] : raw.subscripts[d].terms())
            if (d > 0 || monomial.size() != 1 || symbols[monomial.front()].kind != Symbol::Kind::parameter ||
                symbols[monomial.front()].limit > 0)
                for (const SymbolId id : monomial)
                    polys.push_back(Poly::symbol(id));
    }
    return symbols.assumed_inside(formulas, polys);
}

class RegionWriter {
  public:
    RegionWriter(Region& region, std::vector<ir::Slot>& slots, std::vector<ir::Access>& accesses)
        : region_(region), slots_(slots), accesses_(accesses) {}

    // Whether a section was found, or inspectors find it.
    bool add(RawAccess raw) {
        const bool found = describe(raw);
        if (raw.inspected.fine > 0) {
            raw.inspected.stage = raw.inspected.fine;
            raw.inspected.index = false; // inspectors read what the section describes
            add_found(raw);
        }
        return found;
    }

    [[nodiscard]] std::size_t last() const { return last_; }

    // Notes an access that has no section of its own.
    static void mention(ir::Access& access, ir::Mention other) {
        const auto same = [&](const auto& known) {
            return known.range.file == other.range.file && known.range.begin == other.range.begin &&
                   known.range.end == other.range.end && known.text == other.text && known.kind == other.kind;
        };
        if (!same(access) && std::none_of(access.also.begin(), access.also.end(), same))
            access.also.push_back(std::move(other));
    }

    // These come first: the inspectors' text numbers them, and the other slots change when a refinement is forgotten.
    void add_slots_of_inspectors() {
        for (const RawAccess& raw : region_.accesses.accesses)
            if (raw.inspected.stage > 0)
                slot(raw, std::max<std::int64_t>(1, raw.elem), {}, true);
    }

  private:
    bool describe(RawAccess& raw) {
        if (raw.inspected.stage > 0) {
            add_found(raw);
            return true;
        }
        std::optional<std::vector<Section>> sections;
        if (raw.known) {
            sections = region_.bridge.image(raw.domain, raw.subscripts, iteration_of_pieces(raw));
            while (!sections && split_by_constants(raw, region_.symbols))
                sections = region_.bridge.image(raw.domain, raw.subscripts, iteration_of_pieces(raw));
            raw.loose = raw.loose || (!sections && names_iteration(region_, raw));
            if (!sections && raw.loose)
                sections = relaxed_sections(region_, raw);
            else
                raw.loose = false;
            if (raw.reason.empty() && (!sections || raw.loose))
                raw.reason = raw.loose && sections
                                 ? "the condition that it stands behind picks elements for which no formula was found"
                                 : "no formula was found for the elements that it touches";
        }
        ir::Access access;
        access.kind = raw.loose && raw.kind == AccessKind::write ? AccessKind::may_write : raw.kind;
        access.range = raw.range;
        access.text = raw.text;
        access.reason = raw.reason;
        const bool anywhere = raw.root == RawAccess::everything || (!sections && !raw.tables.empty());
        access.everywhere = raw.everywhere && !raw.inspected.index && (!sections || !raw.tables.empty());
        if (anywhere) {
            access.form = ir::Access::Form::everything;
            access.kind = raw.kind == AccessKind::read ? AccessKind::read : AccessKind::may_write;
            access.slot = -1;
            push(access);
            return raw.root == RawAccess::everything;
        }
        access.index = raw.inspected.index;
        access.index_of_writes = raw.inspected.index_of_writes;
        if (!sections && raw.rows && add_rows(access, *raw.rows))
            return false;
        if (!sections) {
            access.form = ir::Access::Form::whole;
            if (access.kind == AccessKind::write)
                access.kind = AccessKind::may_write;
            access.slot = slot(raw, std::max<std::int64_t>(1, raw.elem), {});
            push(access);
            return false;
        }
        std::vector<ir::SymbolicExpr> lengths = in_keys(raw.lengths);
        const std::optional<SkewedRows> skewed = skewed_rows(raw, *sections);
        if (skewed) {
            lengths.front() = region_.symbols.in_keys(skewed->access.lengths.front());
            sections = skewed->sections;
        }
        access.slot = slot(raw, raw.elem, lengths, false, skewed ? skewed->skew : 0);
        for (const Poly& subscript : raw.subscripts)
            access.subscripts.push_back(region_.symbols.user_text(subscript));
        prove_ranges(raw, access);
        note_row_map(region_, raw, access);
        const std::optional<ir::SymbolicExpr> row = access.row;
        for (Section& section : *sections) {
            access.form = section.form;
            access.box = std::move(section.box);
            access.rows = std::move(section.rows);
            access.guard = std::move(section.guard);
            access.row = !row && !raw.loose ? section.row : row;
            push(access);
        }
        return true;
    }

    // The loop variable, where the row is a function of it that is one line in each piece of the section only:
    // a[(i + 1) % n]. Else -1.
    [[nodiscard]] SymbolId iteration_of_pieces(const RawAccess& raw) const {
        if (!raw.tables.empty())
            return -1;
        for (const auto& [monomial, coefficient] : raw.subscripts.front().terms())
            for (const SymbolId id : monomial)
                if (region_.symbols[id].kind == Symbol::Kind::defined)
                    return region_.chunk_variable;
        return -1;
    }

    // Rows in which the section is boxes, where it is none in its own.
    [[nodiscard]] std::optional<SkewedRows> skewed_rows(const RawAccess& raw,
                                                        const std::vector<Section>& sections) const {
        const bool boxes = std::all_of(sections.begin(), sections.end(),
                                       [](const Section& section) { return section.form == ir::Access::Form::box; });
        return boxes || raw.loose ? std::nullopt : in_skewed_rows(region_.bridge, raw, iteration_of_pieces(raw));
    }

    // A part of all rows. False: it is not known better than the whole array.
    bool add_rows(ir::Access access, const RawAccess& rows) {
        const auto sections = region_.bridge.image(rows.domain, rows.subscripts);
        if (!sections || std::any_of(sections->begin(), sections->end(),
                                     [](const Section& section) { return section.form != ir::Access::Form::box; }))
            return false;
        access.form = ir::Access::Form::whole;
        access.slot = slot(rows, rows.elem, in_keys(rows.lengths));
        for (const Section& section : *sections) {
            access.box = section.box;
            access.guard = section.guard;
            push(access);
        }
        return true;
    }

    [[nodiscard]] std::vector<ir::SymbolicExpr> in_keys(const std::vector<Poly>& lengths) const {
        std::vector<ir::SymbolicExpr> exprs;
        exprs.reserve(lengths.size());
        for (const Poly& length : lengths)
            exprs.push_back(region_.symbols.in_keys(length));
        return exprs;
    }

    // Inspectors note exactly what is touched, so a write is none that may not happen.
    void add_found(const RawAccess& raw) {
        ir::Access access;
        access.kind = raw.kind == AccessKind::read ? AccessKind::read : AccessKind::write;
        access.form = ir::Access::Form::found;
        access.slot = slot(raw, std::max<std::int64_t>(1, raw.elem), {}, true);
        access.range = raw.range;
        access.text = raw.text;
        access.stage = raw.inspected.stage;
        access.index = raw.inspected.index;
        if (raw.inspected.passed_guard)
            access.reason = "what the loop itself decides may keep it from happening";
        push(access);
    }

    int slot(const RawAccess& raw, std::int64_t elem, const std::vector<ir::SymbolicExpr>& lengths, bool found = false,
             std::int64_t skew = 0) {
        const Root& from = region_.accesses.roots[static_cast<std::size_t>(raw.root)];
        const ir::Slot::Role role = raw.inspected.fine == 0 ? ir::Slot::Role::only
                                    : found                 ? ir::Slot::Role::fine
                                                            : ir::Slot::Role::coarse;
        for (std::size_t i = 0; i < slots_.size(); ++i)
            if (slots_[i].host == from.host && slots_[i].elem == elem && slots_[i].lengths == lengths &&
                slots_[i].tables == raw.tables && slots_[i].found == found && slots_[i].role == role &&
                slots_[i].skew == skew)
                return static_cast<int>(i);
        slots_.push_back({from.name, from.host, from.variable, elem, lengths, found});
        slots_.back().tables = raw.tables;
        slots_.back().role = role;
        slots_.back().skew = skew;
        slots_.back().behind_record = from.behind_record;
        const ir::Expr* array = from.expr != nullptr ? ir::strip(from.expr) : nullptr;
        if (array != nullptr && array->as<ir::Member>() != nullptr && array->type->is_array() &&
            from.host == HostExpr::of(*array))
            slots_.back().member_bytes = ir::size_of(array->type).value_or(0);
        ir::TypeRef pointee = from.pointee;
        int subscripts = 1;
        for (; pointee != nullptr && pointee->is_array(); pointee = pointee->inner)
            ++subscripts;
        const bool scalars = pointee != nullptr && pointee->is_scalar() && ir::size_of(pointee) == elem;
        slots_.back().element = scalars ? pointee : raw.object;
        slots_.back().subscripts = scalars && raw.tables.empty() ? subscripts : 0;
        return static_cast<int>(slots_.size()) - 1;
    }

    // Equal sections of one slot are stated once, a write before a read.
    void push(const ir::Access& access) {
        const auto equal = [&](const ir::Access& other) {
            return other.slot == access.slot && other.kind == access.kind && other.form == access.form &&
                   other.stage == access.stage && other.index == access.index &&
                   other.index_of_writes == access.index_of_writes && other.guard == access.guard &&
                   other.everywhere == access.everywhere && other.row == access.row && other.each == access.each &&
                   other.rows == access.rows && other.box == access.box;
        };
        const auto known = std::find_if(accesses_.begin(), accesses_.end(), equal);
        last_ = static_cast<std::size_t>(known - accesses_.begin());
        if (known == accesses_.end())
            accesses_.push_back(access);
        else
            mention(*known, {access.kind, access.range, access.text, access.reason, false});
    }

    // What the symbolic ranges prove of the inner subscripts: they stay inside their row.
    void prove_ranges(const RawAccess& raw, ir::Access& access) {
        for (std::size_t d = 1; d < raw.subscripts.size(); ++d) {
            const auto subscript = region_.bridge.affine(raw.subscripts[d]);
            const auto length = region_.bridge.affine(raw.lengths[d - 1]);
            if (subscript && length &&
                region_.bridge.holds(raw.domain, fmt::format("0 <= {} < {}", *subscript, *length)))
                access.facts.push_back(fmt::format("0 <= {} < {}", region_.symbols.user_text(raw.subscripts[d]),
                                                   region_.symbols.user_text(raw.lengths[d - 1])));
        }
    }

    Region& region_;
    std::vector<ir::Slot>& slots_;
    std::vector<ir::Access>& accesses_;
    std::size_t last_ = 0; // that was described
};

// Each section has a slot of its own, which tells the runtime which reduction it belongs to.
void add_reduced(const Region& region, const ReducedSection& section, ir::Kernel& kernel) {
    const Root& root = region.accesses.roots[static_cast<std::size_t>(section.root)];
    const auto name = [&](SymbolId id) { return ir::SymbolicExpr::symbol(region.symbols[id].name); };
    ir::Slot slot{root.name, root.host, root.variable, section.elem, {}};
    for (const SymbolId length : section.lengths)
        slot.lengths.push_back(name(length));
    ir::Access access;
    access.slot = static_cast<int>(kernel.touches.slots.size());
    access.kind = AccessKind::reduce;
    access.form = ir::Access::Form::box;
    for (const auto& [from, to] : section.box)
        access.box.push_back({name(from), name(to)});
    access.range = section.reduction->range;
    access.text = ir::section_text(*section.reduction);
    kernel.touches.slots.push_back(std::move(slot));
    kernel.touches.accesses.push_back(std::move(access));
}

// The parameters that footprints speak of or assume something of; a time step that only values depend on must not
// make plans anew. Those that inspectors mention decide what is found.
void add_keys(const Region& region, const std::vector<ir::Slot>& slots, const std::vector<ir::Access>& accesses,
              const std::set<SymbolId>& assumed, std::vector<ir::Key>& keys) {
    ir::SymbolicExpr::Symbols spoken_of;
    for (const ir::Slot& slot : slots)
        for (const ir::SymbolicExpr& length : slot.lengths)
            length.add_symbols(spoken_of);
    for (const ir::Access& access : accesses)
        access.add_symbols(spoken_of);
    for (std::size_t i = 0; i < region.symbols.size(); ++i) {
        const auto id = static_cast<SymbolId>(i);
        const Symbol& symbol = region.symbols[id];
        if (symbol.kind == Symbol::Kind::parameter &&
            (region.inspected_with.contains(id) || assumed.contains(id) || spoken_of.contains(symbol.name)))
            keys.push_back({symbol.name,
                            symbol.is_variable ? symbol.host : HostExpr::cast("long", HostExpr::group(symbol.host)),
                            symbol.is_variable, symbol.natural && assumed.contains(id),
                            assumed.contains(id) ? symbol.limit : 0, symbol.shown});
    }
}

ir::Mention mention_of(const RawAccess& raw) {
    if (raw.inspected.stage == 0)
        return {raw.kind, raw.range, raw.text, raw.reason, false};
    return {raw.kind == AccessKind::read ? raw.kind : AccessKind::write, raw.range, raw.text, "",
            false}; // see add_found
}

// Reads of what the iteration has stored or read before, with the access that stands for them.
void mention_left_out(const Region& region, const std::vector<bool>& covered, const std::vector<ir::Slot>& slots,
                      std::vector<ir::Access>& accesses) {
    for (std::size_t at = 0; at < covered.size(); ++at) {
        const RawAccess& raw = region.accesses.accesses[at];
        if (!covered[at] || raw.root < 0)
            continue;
        const auto stored = std::find_if(accesses.begin(), accesses.end(), [&](const ir::Access& access) {
            return access.slot >= 0 && access.kind != AccessKind::read &&
                   slots[static_cast<std::size_t>(access.slot)].host ==
                       region.accesses.roots[static_cast<std::size_t>(raw.root)].host;
        });
        if (stored != accesses.end()) {
            ir::Mention mention = mention_of(raw);
            mention.earlier = true;
            RegionWriter::mention(*stored, std::move(mention));
        }
    }
    for (const auto& [mention, before] : region.repeated)
        for (ir::Access& access : accesses)
            if (access.range.file == before.file && access.range.begin == before.begin &&
                access.range.end == before.end) {
                RegionWriter::mention(access, mention);
                break;
            }
}

// Also says of which parameters something was assumed.
std::set<SymbolId> describe_accesses(Region& region, std::vector<ir::Slot>& slots, std::vector<ir::Access>& accesses) {
    RegionWriter writer(region, slots, accesses);
    writer.add_slots_of_inspectors();
    std::set<SymbolId> assumed = region.accesses.relied_on;
    const auto unknown =
        std::find_if(region.accesses.accesses.begin(), region.accesses.accesses.end(), [](const RawAccess& raw) {
            return raw.root == RawAccess::everything && raw.kind != AccessKind::read;
        });
    if (unknown != region.accesses.accesses.end()) { // the rest is a part of it, but for the sections of reductions
        writer.add(*unknown);
        for (const RawAccess& raw : region.accesses.accesses)
            RegionWriter::mention(accesses.back(), mention_of(raw));
        return assumed;
    }
    const bool kernel = region.chunk_variable >= 0;
    const std::size_t count = region.accesses.accesses.size();
    const auto& [covered, exactly] =
        kernel ? find_local_definitions(region.accesses.accesses, region.bridge)
               : LocalDefinitions{std::vector<bool>(count, false), std::vector<int>(count, -1)};
    std::vector<std::size_t> described(region.accesses.accesses.size(), accesses.max_size()); // where
    // The same access again and again is described once; whether it is known, and where it is described.
    std::map<std::string, std::pair<bool, std::size_t>> seen;
    for (std::size_t at = 0; at < covered.size(); ++at) {
        RawAccess& raw = region.accesses.accesses[at];
        if (covered[at] || exactly[at] >= 0)
            continue;
        const auto [known, is_new] = seen.try_emplace(identity(region.symbols, raw), true, 0);
        if (is_new)
            known->second = {writer.add(raw), writer.last()};
        else if (known->second.second < accesses.size())
            RegionWriter::mention(accesses[known->second.second], mention_of(raw));
        raw.whole = !known->second.first;
        described[at] = known->second.second;
        if (is_new && known->second.first && raw.inspected.stage == 0)
            assumed.merge(assumed_inside(region.symbols, raw));
        if (is_new && raw.rows)
            assumed.merge(assumed_inside(region.symbols, *raw.rows));
    }
    for (std::size_t at = 0; at < exactly.size(); ++at)
        if (exactly[at] >= 0) {
            const auto one = static_cast<std::size_t>(exactly[at]);
            RawAccess& raw = region.accesses.accesses[at];
            raw.whole = region.accesses.accesses[one].whole;
            if (described[one] < accesses.size())
                RegionWriter::mention(accesses[described[one]], mention_of(raw));
        }
    mention_left_out(region, covered, slots, accesses);
    return assumed;
}

} // namespace

void describe_region(State& state, Region& region, std::vector<ir::Slot>& slots, std::vector<ir::Key>& keys,
                     std::vector<ir::Access>& accesses) {
    (void)state;
    const std::set<SymbolId> assumed = describe_accesses(region, slots, accesses);
    add_keys(region, slots, accesses, assumed, keys);
}

std::vector<ir::Watched> watched_cells(const Region& region) {
    std::vector<ir::Watched> cells;
    const std::vector<RawAccess>& all = region.accesses.accesses;
    if (std::none_of(all.begin(), all.end(), [](const RawAccess& raw) { return raw.kind != AccessKind::read; }))
        return cells;
    for (const RegionAccesses::Early& early : region.accesses.early)
        if (early.compared)
            cells.push_back({early.cell.text, early.address, early.cell.elem});
    return cells;
}

void describe_kernel(State& state, Region& region, ir::Kernel& kernel) {
    kernel.touches.watched = header_cells(state.summary, *kernel.loop->as<ir::For>());
    for (ir::Watched& cell : watched_cells(region))
        kernel.touches.watched.push_back(std::move(cell));
    kernel.touches.slots.clear();
    kernel.touches.keys.clear();
    kernel.touches.accesses.clear();
    const std::set<SymbolId> assumed = describe_accesses(region, kernel.touches.slots, kernel.touches.accesses);
    for (const ReducedSection& section : region.reduced)
        add_reduced(region, section, kernel);
    add_keys(region, kernel.touches.slots, kernel.touches.accesses, assumed, kernel.touches.keys);
}

// What ranks with later rounds read to run the round again that stores what all rounds read. That element is read as it
// was before the launch: a rank that stores it takes nothing away from the others. False: it has no formula.
static bool add_repeated(Region& region, const std::set<SymbolId>& rounds, SymbolId from) {
    const auto& [round, read] = *region.again;
    const auto number = region.bridge.affine(round);
    if (!number)
        return false;
    std::vector<RawAccess>& accesses = region.accesses.accesses;
    accesses[read].reason = "what it was before the loop";
    for (std::size_t at = 0, count = accesses.size(); at < count; ++at)
        for (const SymbolId id : accesses[at].domain.iterators) {
            if (!rounds.contains(id) || accesses[at].kind != AccessKind::read)
                continue;
            RawAccess again = accesses[at];
            again.domain.formulas.back() = fmt::format("(s{} = {} and {} < s{})", id, *number, *number, from);
            again.reason = "what it was before the loop";
            accesses.push_back(std::move(again));
        }
    return true;
}

bool describe_boxes(Region& region, const std::set<SymbolId>& rounds, const std::vector<bool>& part, ir::Kernel& kernel,
                    std::vector<ir::Access>& described) {
    const SymbolId from = region.symbols.parameter(HostExpr::name(ir::rounds_begin), ir::rounds_begin, false, nullptr);
    const SymbolId to = region.symbols.parameter(HostExpr::name(ir::rounds_end), ir::rounds_end, false, nullptr);
    const std::vector<RawAccess> whole = region.accesses.accesses;
    for (RawAccess& raw : region.accesses.accesses)
        for (const SymbolId id : raw.domain.iterators)
            if (rounds.contains(id))
                raw.domain.formulas.push_back(fmt::format("(s{0} <= s{1} and s{1} < s{2})", from, id, to));
    for (std::size_t at = part.size(); at-- > 0;)
        if (!part[at])
            region.accesses.accesses.erase(region.accesses.accesses.begin() + static_cast<std::ptrdiff_t>(at));
    if (part.empty() && region.again && !add_repeated(region, rounds, from)) {
        region.accesses.accesses = whole;
        return false;
    }
    std::vector<ir::Slot> slots = kernel.touches.slots;
    std::vector<ir::Access> accesses;
    std::vector<ir::Key> keys;
    const std::set<SymbolId> assumed = describe_accesses(region, slots, accesses);
    add_keys(region, slots, accesses, assumed, keys);
    region.accesses.accesses = whole;
    const bool closed = std::all_of(accesses.begin(), accesses.end(), [&](const ir::Access& access) {
        return access.form == ir::Access::Form::box || access.form == ir::Access::Form::rows ||
               (access.form == ir::Access::Form::found &&
                slots[static_cast<std::size_t>(access.slot)].role == ir::Slot::Role::fine); // a closer look at others
    });
    if (!closed || slots.size() != kernel.touches.slots.size())
        return false;
    for (ir::Key& key : keys) {
        const auto same = [&](const ir::Key& other) { return other.name == key.name; };
        const auto known = std::find_if(kernel.touches.keys.begin(), kernel.touches.keys.end(), same);
        if (key.name == region.symbols[from].name || key.name == region.symbols[to].name)
            continue;
        if (known == kernel.touches.keys.end())
            kernel.touches.keys.push_back(std::move(key));
        else if ((key.natural && !known->natural) || (key.limit != 0 && key.limit != known->limit))
            return false;
    }
    if (region.symbols[from].name != ir::rounds_begin || region.symbols[to].name != ir::rounds_end)
        return false;
    described = std::move(accesses);
    return true;
}

void footprints_pass(State& state) {
    for (ir::Kernel& kernel : state.program.kernels)
        describe_kernel(state, *state.kernels[static_cast<std::size_t>(kernel.id.value)], kernel);
}

} // namespace hydra::passes

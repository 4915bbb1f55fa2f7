// See report_accesses.h.
#include "driver/report/report_accesses.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "passes/symbolic/isl_bridge.h"

namespace hydra::driver {

ReportPlace place_of(const support::SourceManager& sources, const ir::SourceRange& range) {
    if (!range.valid())
        return {};
    const auto from = sources.origin(range);
    const auto at = sources.position(from.file, from.begin);
    return {sources.file(from.file).path, at.line, at.column};
}

namespace {

using Form = ir::Access::Form;

void replace(std::string& text, const std::string& name, const std::string& by) {
    for (auto at = text.find(name); at != std::string::npos; at = text.find(name, at + by.size()))
        text.replace(at, name.size(), by);
}

// What footprint functions call the ends of a rank's chunk and values that they get, as people would.
std::string readable(std::string text, const std::vector<ir::Key>& keys) {
    replace(text, ir::chunk_begin, "lo");
    replace(text, ir::chunk_end, "hi");
    // Longer names first: hydra_v is the beginning of hydra_v2.
    std::vector<const ir::Key*> own;
    for (const auto& key : keys)
        if (key.name.starts_with("hydra_"))
            own.push_back(&key);
    std::sort(own.begin(), own.end(), [](const auto* a, const auto* b) { return a->name.size() > b->name.size(); });
    for (const auto* key : own) {
        const bool converted = key->host.kind() == ir::HostExpr::Kind::cast;
        const ir::HostExpr& value = converted ? key->host.operands()[1] : key->host;
        replace(text, key->name, !key->shown.empty() ? key->shown : value.text());
    }
    return text;
}

std::string touched_text(const ir::Access& access, const std::vector<ir::Key>& keys) {
    std::string text;
    switch (access.form) {
    case Form::box:
        for (const auto& bound : access.box) {
            // One side of a row of unknown length may be known: `[k : end]`.
            const bool low = bound.lo.has_constant(passes::anywhere), high = bound.hi.has_constant(passes::anywhere);
            if (low && high) {
                text += "[all]";
                continue;
            }
            text += fmt::format("[{} : {}{}]", low ? "start" : bound.lo.text(), high ? "end" : bound.hi.text(),
                                bound.step == 1 ? "" : " : " + bound.step.text());
        }
        break;
    case Form::rows:
        text = "row by row";
        break;
    case Form::found:
        text = "found when the program runs";
        break;
    case Form::everything:
        text = access.everywhere ? "what no loop writes" : "every array";
        break;
    default:
        text = "the whole array";
        break;
    }
    return readable(access.guard ? fmt::format("{} if {}", text, access.guard->text()) : text, keys);
}

// Formulas that nobody would read are said in words.
std::string shortened(std::string section, const std::string& text) {
    constexpr std::size_t readable_length = 100;
    return section.size() <= readable_length && section.find("(long)") == std::string::npos
               ? std::move(section)
               : fmt::format("the elements that {} names in the iterations lo to hi - 1", text);
}

const char* kind_text(ir::AccessKind kind) {
    switch (kind) {
    case ir::AccessKind::read:
        return "read";
    case ir::AccessKind::write:
        return "write";
    case ir::AccessKind::may_write:
        return "may-write";
    case ir::AccessKind::reduce:
        return "reduce";
    }
    return "";
}

// "row `i - 1` of 'a'", by the dimension that the loop variable moves.
std::string part_name(const ir::Movement& movement, const ir::Slot& slot) {
    const char* word = slot.dims() == 1                                            ? "element"
                       : movement.dim == 0                                         ? "row"
                       : static_cast<std::size_t>(movement.dim) + 1 == slot.dims() ? "column"
                                                                                   : "plane";
    return fmt::format("{} `{}` of '{}'", word, movement.subscript, slot.name);
}

// From so far away: from the next rank only where its part is that large.
std::string neighbour_text(const std::string& part, const ir::Movement& movement) {
    const std::string& distance = movement.distance;
    if (distance == "1")
        return fmt::format("{} comes from the neighbouring rank, at the border of a rank's part", part);
    constexpr std::size_t readable_length = 40;
    const bool number = distance.find_first_not_of("0123456789") == std::string::npos;
    const std::string far = distance.empty() || distance.size() > readable_length ? "at a fixed distance"
                            : number                                              ? fmt::format("{} indexes", distance)
                                     : fmt::format("`{}` indexes", distance);
    return fmt::format(
        "{} lies {}{} from the iteration: what is outside of a rank's part comes from the ranks that hold "
        "it, which are its neighbours where their parts are as large as that",
        part, movement.nearer ? "at most " : "", far);
}

std::string movement_text(const ir::Kernel& kernel, const ir::Access& access) {
    using Kind = ir::Movement::Kind;
    if (kernel.analysis.replicated || access.kind == ir::AccessKind::write)
        return "";
    if (access.everywhere)
        return "nothing: only serial code writes it, which every rank runs";
    if (access.form == Form::everything)
        return "all of every array goes to every rank when it has changed";
    const ir::Slot& slot = kernel.touches.slots[static_cast<std::size_t>(access.slot)];
    if (access.movement.everywhere && access.kind == ir::AccessKind::read) {
        return fmt::format(
            "nothing: no loop before it that ranks share out is seen to write '{}', so every rank has it", slot.name);
    }
    if (access.form == Form::found) {
        return fmt::format("exactly the elements of '{}' that the data select, looked up again when these change",
                           slot.name);
    }
    if (access.form == Form::whole && !access.box.empty())
        return fmt::format("this part of all elements of '{}' goes to every rank when it has changed", slot.name);
    if (access.form == Form::whole)
        return fmt::format("all of '{}' goes to every rank when it has changed", slot.name);
    if (slot.element != nullptr && slot.element->is_pointer())
        return ""; // pointers in tables: all ranks have them
    const std::string part = part_name(access.movement, slot);
    switch (access.movement.kind) {
    case Kind::unknown:
        return "";
    case Kind::own:
        if (!access.movement.other.empty()) {
            return fmt::format(
                "{} lies with the iteration, but {}: what other ranks were the last to write comes from them", part,
                access.movement.other);
        }
        return fmt::format("{} lies with the iteration; nothing, unless it was written elsewhere", part);
    case Kind::neighbour:
        return neighbour_text(part, access.movement);
    case Kind::all:
        if (access.guard && ir::depends_on_chunk(*access.guard))
            return fmt::format("this part of '{}' goes to the ranks whose iterations read it", slot.name);
        return fmt::format("all iterations read the same part of '{}', which goes to every rank when it has changed",
                           slot.name);
    case Kind::elsewhere:
        return fmt::format("{} does not follow the placement; it comes from the ranks that hold it", part);
    }
    return "";
}

ReportAccess describe(const support::SourceManager& sources, const std::vector<ir::Slot>& slots,
                      const std::vector<ir::Key>& keys, const ir::Access& access) {
    ReportAccess result;
    result.place = place_of(sources, access.range);
    result.array = access.slot < 0 ? touched_text(access, keys) : slots[static_cast<std::size_t>(access.slot)].name;
    result.text = access.text;
    result.kind = kind_text(access.kind);
    result.section = shortened(touched_text(access, keys), access.text);
    result.exact = access.reason.empty();
    result.reason = access.reason;
    return result;
}

// Whether both are parts of what one expression touches: a ring's border is in two places.
bool is_piece(const ir::Access& one, const ir::Access& other) {
    return one.form == Form::box && other.form == Form::box && one.slot == other.slot && one.kind == other.kind &&
           one.text == other.text && one.range.file == other.range.file && one.range.begin == other.range.begin &&
           one.range.end == other.range.end && one.subscripts == other.subscripts;
}

// Whether a line of the report says this already, for the same elements.
bool is_known(const std::vector<ReportAccess>& accesses, const ReportAccess& access) {
    return std::any_of(
        accesses.begin(), accesses.end(),
        [&](const ReportAccess& known) {
            return known.place.line == access.place.line && known.text == access.text && known.kind == access.kind &&
                   known.section == access.section && (known.exact || !access.exact);
        });
}

// Of a loop that no rank has a part of.
constexpr const char* every_rank = "every rank does all of this";

bool section_depends_on_chunk(const ir::Access& access) {
    return access.form == Form::rows || (access.guard && ir::depends_on_chunk(*access.guard)) ||
           std::any_of(
               access.box.begin(), access.box.end(),
               [](const ir::Bound& bound) { return ir::depends_on_chunk(bound.lo) || ir::depends_on_chunk(bound.hi); });
}

// pieces: of one expression.
void add_access(const support::SourceManager& sources, const ir::Kernel& kernel, std::span<const ir::Access> pieces,
                std::vector<ReportAccess>& accesses) {
    ReportAccess whole = describe(sources, kernel.touches.slots, kernel.touches.keys, pieces.front());
    whole.movement = movement_text(kernel, pieces.front());
    if (pieces.size() > 1) {
        std::string section;
        for (const auto& piece : pieces)
            section += (section.empty() ? "" : ", and ") + touched_text(piece, kernel.touches.keys);
        whole.section = shortened(std::move(section), whole.text);
        if (!whole.movement.empty() && !pieces.front().movement.everywhere)
            whole.movement = fmt::format("what '{}' names comes from the ranks that hold it", whole.text);
    }
    if (kernel.analysis.replicated && std::any_of(pieces.begin(), pieces.end(), section_depends_on_chunk))
        whole.section = every_rank;
    for (const auto& piece : pieces) { // one that is exact makes the section that they share exact
        whole.exact =
            whole.exact || std::any_of(
                               piece.also.begin(), piece.also.end(),
                               [](const ir::Mention& mention) { return mention.reason.empty() && !mention.earlier; });
    }
    whole.reason = whole.exact ? "" : whole.reason;
    if (is_known(accesses, whole))
        return;
    const auto first = static_cast<std::ptrdiff_t>(accesses.size());
    const bool unknown = pieces.front().form == Form::everything && whole.reason.empty();
    if (unknown) {
        whole.exact = false;
        whole.reason = kernel.analysis.reason;
    }
    // What is known of the same expression says more than that it may touch anything.
    if (!unknown || std::none_of(pieces.front().also.begin(), pieces.front().also.end(), [&](const auto& mention) {
            return mention.text == whole.text && place_of(sources, mention.range).line == whole.place.line;
        }))
        accesses.push_back(whole);
    for (const auto& piece : pieces) {
        for (const auto& mention : piece.also) {
            ReportAccess other = whole;
            other.place = place_of(sources, mention.range);
            other.text = mention.text;
            other.kind = kind_text(mention.kind);
            const bool by_itself = !mention.earlier && piece.slot >= 0 && piece.form != Form::box;
            if (!by_itself || mention.kind != ir::AccessKind::read)
                other.movement = "";
            if (mention.earlier) {
                other.section = "what the iteration has stored before";
            } else if (piece.slot < 0) {
                other.section = piece.everywhere ? whole.section : every_rank;
                other.exact = mention.reason.empty();
                other.reason = mention.reason;
            } else if (!by_itself && whole.section != every_rank) {
                other.section = fmt::format("the same as {} in line {}", whole.text, whole.place.line);
            }
            const bool told = std::any_of(accesses.begin() + first, accesses.end(), [&](const ReportAccess& before) {
                return before.place.line == other.place.line && before.text == other.text && before.kind == other.kind;
            });
            if (!told)
                accesses.push_back(std::move(other));
        }
    }
}

} // namespace

std::vector<ReportAccess> loop_accesses(const support::SourceManager& sources, const ir::Kernel& kernel) {
    std::vector<ReportAccess> accesses;
    for (std::size_t at = 0, end = 0; at < kernel.touches.accesses.size(); at = end) {
        for (end = at + 1; end < kernel.touches.accesses.size() &&
                           is_piece(kernel.touches.accesses[at], kernel.touches.accesses[end]);)
            ++end;
        const auto& access = kernel.touches.accesses[at];
        if (access.slot >= 0 &&
            kernel.touches.slots[static_cast<std::size_t>(access.slot)].role == ir::Slot::Role::fine)
            continue; // a better look at another access
        add_access(sources, kernel,
                   {kernel.touches.accesses.begin() + static_cast<std::ptrdiff_t>(at),
                    kernel.touches.accesses.begin() + static_cast<std::ptrdiff_t>(end)},
                   accesses);
    }
    return accesses;
}

ReportAccess site_access(const support::SourceManager& sources, const ir::Site& site, const ir::Access& access) {
    return describe(sources, site.touches.slots, site.touches.keys, access);
}

} // namespace hydra::driver

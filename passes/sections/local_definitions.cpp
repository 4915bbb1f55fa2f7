// A read is covered where exact writes of its bytes have been done before it, in the text or by C's sequence points,
// and one of them happens whenever the read does: its conditions are among the read's, or two of them stand in both
// arms of a branch. Which bytes they are is compared by the very same subscripts, but for constants behind the first
// ones: the members of a record, or of a union. Whether the read happens in each of those iterations does not matter:
// behind a condition on data, or in a while loop, it wants what the iteration has written or nothing.
//
// What may be written adds nothing to what the iteration certainly writes there, be it before or after. And an exact
// read that happens whenever the other one does may stand anywhere: both want what was there before the launch, or what
// the iteration itself has written.
#include "passes/sections/local_definitions.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "passes/symbolic/isl_clash.h"
#include "passes/worth.h"

namespace hydra::passes {

namespace {

using Formulas = std::vector<std::string>;

bool is_describable(const RawAccess& raw) {
    return raw.root != RawAccess::everything && raw.known && !raw.rows && !raw.inspected.is_found() &&
           raw.range.valid();
}

bool is_plain(const RawAccess& raw) { return is_describable(raw) && raw.reason.empty(); }

bool is_for_kernels_alone(const RawAccess& read) {
    return read.kind == ir::AccessKind::read && !read.inspected.index && !read.inspected.fine_index && !read.host_read;
}

bool holds(const Formulas& formulas, const std::string& formula) {
    return std::find(formulas.begin(), formulas.end(), formula) != formulas.end();
}

// Whether one is noted in a round of the loops around the other.
bool is_outside(const RawAccess& one, const RawAccess& other) {
    const auto& outer = one.domain.iterators;
    const auto& inner = other.domain.iterators;
    return outer.size() <= inner.size() && std::equal(outer.begin(), outer.end(), inner.begin());
}

// Whether their first subscripts, so many, lead to the same row, or element.
bool are_in_row(const RawAccess& one, const RawAccess& other, std::size_t dims) {
    const auto same = [](const auto& a, const auto& b, std::size_t count) {
        return a.size() >= count && b.size() >= count &&
               std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(count), b.begin());
    };
    return one.root == other.root && one.tables == other.tables && same(one.subscripts, other.subscripts, dims) &&
           same(one.lengths, other.lengths, dims - 1);
}

bool happens_where(const RawAccess& one, const Formulas& formulas) {
    return std::all_of(
        one.domain.formulas.begin(), one.domain.formulas.end(),
        [&](const std::string& formula) { return holds(formulas, formula); });
}

// Whether one is of the same element as the other, and happens whenever that one does.
bool goes_with(const RawAccess& one, const RawAccess& other) {
    return is_outside(one, other) && one.elem == other.elem && one.subscripts.size() == other.subscripts.size() &&
           are_in_row(one, other, one.subscripts.size()) && happens_where(one, other.domain.formulas);
}

struct Bytes {
    std::int64_t from = 0, to = 0;
};

// The bytes of what the first subscripts, so many, lead to; -1: not a constant.
std::int64_t row_bytes(const RawAccess& raw, std::size_t dims) {
    std::int64_t bytes = raw.elem;
    for (std::size_t d = dims; d < raw.subscripts.size(); ++d) {
        const std::int64_t length = raw.lengths[d - 1].constant().value_or(0);
        if (length <= 0 || __builtin_mul_overflow(bytes, length, &bytes))
            return -1;
    }
    return bytes;
}

// Which of these the access touches; nullopt: that differs.
std::optional<Bytes> bytes_in_row(const RawAccess& raw, std::size_t dims) {
    std::int64_t place = 0;
    for (std::size_t d = dims; d < raw.subscripts.size(); ++d) {
        const std::int64_t length = raw.lengths[d - 1].constant().value_or(0);
        const auto subscript = raw.subscripts[d].constant();
        if (!subscript || *subscript < 0 || *subscript >= length)
            return std::nullopt;
        place = place * length + *subscript;
    }
    return Bytes{place * raw.elem, (place + 1) * raw.elem};
}

bool stays_in_row(const RawAccess& raw, std::size_t dims, IslBridge& bridge) {
    for (std::size_t d = dims; d < raw.subscripts.size(); ++d) {
        const auto subscript = bridge.affine(raw.subscripts[d]), length = bridge.affine(raw.lengths[d - 1]);
        if (!subscript || !length ||
            !bridge.holds(raw.domain, "0 <= " + *subscript + " and " + *subscript + " < " + *length))
            return false;
    }
    return true;
}

std::string negated(const std::string& formula) {
    constexpr std::string_view no = "not ";
    return formula.starts_with(no) ? formula.substr(no.size()) : std::string(no) + formula;
}

// Whether one of the accesses happens where the formulas hold. depth: how many more branches, of which each has one in
// both of its arms, are looked into.
bool one_happens_where(const std::vector<const RawAccess*>& accesses, const Formulas& formulas, int depth) {
    if (std::any_of(accesses.begin(), accesses.end(),
                    [&](const RawAccess* access) { return happens_where(*access, formulas); }))
        return true;
    for (std::size_t at = 0; at < accesses.size() && depth > 0; ++at)
        for (const std::string& formula : accesses[at]->domain.formulas) {
            if (holds(formulas, formula))
                continue;
            const std::string other = negated(formula);
            if (holds(formulas, other))
                break; // it does not happen
            const bool both = std::any_of(accesses.begin(), accesses.end(), [&](const RawAccess* access) {
                return holds(access->domain.formulas, other);
            });
            Formulas one_way = formulas, other_way = formulas;
            one_way.push_back(formula);
            other_way.push_back(other);
            if (both && one_happens_where(accesses, one_way, depth - 1) &&
                one_happens_where(accesses, other_way, depth - 1))
                return true;
            break; // its first condition beyond those that hold is the outermost
        }
    return false;
}

// Whether the write has been done when the iteration comes to the read, if both happen; `write` was noted first. Where
// a library function stands in the text says nothing: its arguments follow one another, and what it does does not.
bool is_done(const RawAccess& write, const RawAccess& read) {
    if (!write.order.in_own_loops && write.element != nullptr && !write.called && !read.called &&
        write.range.file == read.range.file && write.range.end <= read.range.begin)
        return true;
    return write.order.is_sequenced_before(read.order);
}

// One of the writes in the row where those have all bytes of it that the access touches; else null.
const RawAccess* in_row(const std::vector<const RawAccess*>& writes, const RawAccess& access, std::size_t dims,
                        IslBridge& bridge) {
    const std::int64_t bytes = row_bytes(access, dims);
    std::vector<std::pair<Bytes, const RawAccess*>> parts;
    for (const RawAccess* write : writes)
        if (are_in_row(*write, access, dims) && row_bytes(*write, dims) == bytes)
            if (const auto part = bytes_in_row(*write, dims))
                parts.emplace_back(*part, write);
    if (parts.empty() || bytes <= 0)
        return nullptr;
    std::optional<Bytes> touched = bytes_in_row(access, dims);
    if (!touched && stays_in_row(access, dims, bridge))
        touched = Bytes{0, bytes};
    for (std::int64_t at = touched ? touched->from : 0, next = bytes; touched && at < touched->to; at = next) {
        std::vector<const RawAccess*> here;
        next = touched->to;
        for (const auto& [part, write] : parts) {
            if (part.from <= at && at < part.to)
                here.push_back(write);
            for (const std::int64_t border : {part.from, part.to})
                next = border > at ? std::min(next, border) : next;
        }
        if (!one_happens_where(here, access.domain.formulas, worth::most_branches))
            return nullptr;
    }
    return touched ? parts.front().second : nullptr;
}

// How many loops stand around both, the directive's counted.
unsigned shared_loops(const RawAccess& one, const RawAccess& other) {
    const auto& mine = one.domain.iterators;
    const auto& theirs = other.domain.iterators;
    return static_cast<unsigned>(std::mismatch(mine.begin(), mine.end(), theirs.begin(), theirs.end()).first -
                                 mine.begin());
}

// The same rounds of so many loops, as OwnRead::Cover has them.
std::string in_round(unsigned loops) {
    std::string rounds;
    for (unsigned d = 0; d < loops; ++d)
        rounds += fmt::format("{}r{}", d > 0 ? ", " : "", d);
    return fmt::format("{{ [{0}] -> [{0}] }}", rounds);
}

// The first of the writes where those have all elements that the access touches when the loops around them, but for
// those around both, have gone through all of their rounds: `for (j …) a[i][j] = 0; for (k …) for (j …) a[i][j] += …`.
const RawAccess* in_loops(const std::vector<const RawAccess*>& writes, const RawAccess& access, IslBridge& bridge) {
    const RawAccess* found = nullptr;
    OwnRead asked;
    const auto touches = bridge.relation(access.domain, access.subscripts);
    for (const RawAccess* write : writes)
        if (write->elem == access.elem && write->subscripts.size() == access.subscripts.size() &&
            write->root == access.root && write->lengths == access.lengths && write->tables == access.tables) {
            const auto elements = touches ? bridge.relation(write->domain, write->subscripts) : std::nullopt;
            const unsigned loops = shared_loops(*write, access);
            if (!elements || loops == 0)
                continue;
            asked.before.push_back({*elements, loops, in_round(loops)});
            found = found == nullptr ? write : found;
        }
    if (found == nullptr)
        return nullptr;
    asked.common.whole = "1 = 1"; // of any part of the loop
    asked.common.touches = asked.common.writes = *touches;
    bridge.narrow(asked);
    return stays_own(asked) ? found : nullptr;
}

// One of the writes where those certainly have all that the access touches, in whatever row it is looked for.
const RawAccess* having_all(const std::vector<const RawAccess*>& writes, const RawAccess& access, IslBridge& bridge) {
    std::vector<const RawAccess*> around;
    for (const RawAccess* write : writes)
        if (is_outside(*write, access))
            around.push_back(write);
    const RawAccess* found = nullptr;
    for (std::size_t dims = access.subscripts.size(); dims > 0 && !around.empty() && found == nullptr; --dims)
        found = in_row(around, access, dims, bridge);
    return found != nullptr || around.size() == writes.size() ? found : in_loops(writes, access, bridge);
}

} // namespace

LocalDefinitions find_local_definitions(const std::vector<RawAccess>& accesses, IslBridge& bridge) {
    LocalDefinitions found{std::vector<bool>(accesses.size(), false), std::vector<int>(accesses.size(), -1)};
    std::vector<std::size_t> certain; // writes
    for (std::size_t at = 0; at < accesses.size(); ++at) {
        const RawAccess& read = accesses[at];
        if (read.kind == ir::AccessKind::write && is_plain(read))
            certain.push_back(at);
        if (!is_describable(read) || !is_for_kernels_alone(read))
            continue;
        std::vector<const RawAccess*> writes;
        for (const std::size_t write : certain)
            if (is_done(accesses[write], read))
                writes.push_back(&accesses[write]);
        found.reads[at] = having_all(writes, read, bridge) != nullptr;
    }
    for (std::size_t at = 0; at < accesses.size(); ++at) {
        const RawAccess& wide = accesses[at];
        if (!is_describable(wide) || wide.reason.empty() || found.reads[at])
            continue;
        if (wide.kind == ir::AccessKind::may_write) {
            std::vector<const RawAccess*> writes;
            writes.reserve(certain.size());
            for (const std::size_t write : certain)
                writes.push_back(&accesses[write]);
            if (const RawAccess* exact = having_all(writes, wide, bridge))
                found.subsumed_by[at] = static_cast<int>(exact - accesses.data());
        }
        if (!is_for_kernels_alone(wide))
            continue;
        for (std::size_t exact = 0; exact < accesses.size() && found.subsumed_by[at] < 0; ++exact)
            if (accesses[exact].kind == ir::AccessKind::read && is_plain(accesses[exact]) && !found.reads[exact] &&
                goes_with(accesses[exact], wide))
                found.subsumed_by[at] = static_cast<int>(exact);
    }
    return found;
}

} // namespace hydra::passes

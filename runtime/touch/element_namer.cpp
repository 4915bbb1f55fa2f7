// See element_namer.h.
#include "runtime/touch/element_namer.h"

#include "runtime/base/integers.h"
#include "runtime/base/text.h"

#include <algorithm>

namespace hydra::rt {

ElementNamer namer_of(const hydra_rt_loop& loop, std::size_t slot, const hydra_rt_footprint::Slot& shape,
                      std::int64_t offset) {
    const hydra_rt_look told = loop.look != nullptr ? loop.look[slot] : hydra_rt_look{0, 0, nullptr};
    return {loop.slot[slot].name, offset,    shape.elem, shape.own_lengths(),  told.type, told.subscripts, told.record,
            told.members,         told.rows, {},         loop.slot[slot].bytes};
}

ElementNamer namer_of_rows(const hydra_rt_loop& loop, std::size_t slot, const hydra_rt_footprint::Slot& shape) {
    ElementNamer namer = namer_of(loop, slot, shape, 0);
    namer.len.assign(shape.len.begin() + shape.tables.back(), shape.len.end());
    return namer;
}

const ElementNamer& namer_at(std::span<const ElementNamer> namers, std::int64_t at) {
    const auto holds = [&](const ElementNamer& namer) {
        const std::int64_t index = at - namer.offset;
        return !namer.led.empty() || (index >= 0 && (namer.bytes == 0 || index < namer.bytes));
    };
    const auto found = std::find_if(namers.rbegin(), namers.rend(), holds);
    return found == namers.rend() ? namers.back() : *found;
}

namespace {

// The row that holds a byte of the allocation.
const std::pair<std::int64_t, std::string>& row_at(const ElementNamer& namer, std::int64_t at) {
    const auto next = std::upper_bound(namer.led.begin(), namer.led.end(), at,
                                       [](std::int64_t offset, const auto& row) { return offset < row.first; });
    return next == namer.led.begin() ? *next : *std::prev(next);
}

// As the row that holds the byte looks.
ElementNamer of_row(const ElementNamer& namer, const std::string& name, std::int64_t at) {
    const auto& [offset, subscripts] = row_at(namer, at);
    const auto depth = static_cast<int>(std::count(subscripts.begin(), subscripts.end(), '['));
    return {
        text(name, subscripts), offset,        namer.elem, namer.len, namer.type, std::max(0, namer.subscripts - depth),
        namer.record,           namer.members, namer.rows};
}

// The subscripts of an element (or struct) of an array of arrays.
std::string in_rows(const long* rows, std::int64_t index) {
    std::string subscripts;
    std::size_t dims = 0;
    while (rows != nullptr && rows[dims] > 0)
        ++dims;
    while (dims-- > 0) {
        const std::int64_t whole = floor_div(index, rows[dims]);
        subscripts = text("[", index - whole * rows[dims], "]", subscripts);
        index = whole;
    }
    return text("[", index, "]", subscripts);
}

std::string member_text(const ElementNamer& namer, const std::string& name, std::int64_t at, const MemberAt& found) {
    const std::int64_t record = floor_div(at - namer.offset, namer.record);
    const std::string element = text(name, in_rows(namer.rows, record), found.member->name);
    return found.member->count == 0 ? element : text(element, "[", (at - found.start) / found.member->bytes, "]");
}

} // namespace

std::int64_t start_of(const ElementNamer& namer, std::int64_t at) {
    return namer.led.empty() ? namer.offset : row_at(namer, at).first;
}

std::optional<MemberAt> member_at(const ElementNamer& namer, std::int64_t at) {
    if (namer.members == nullptr || namer.record <= 0)
        return std::nullopt;
    const std::int64_t begin = start_of(namer, at);
    const std::int64_t start = begin + floor_div(at - begin, namer.record) * namer.record;
    for (const hydra_rt_member* member = namer.members; member->name != nullptr; ++member)
        if (at >= start + member->offset && at < start + member->offset + member->bytes * std::max(1l, member->count))
            return MemberAt{member, start + member->offset};
    return std::nullopt;
}

std::string element_text(const ElementNamer& namer, const std::string& allocation_name, std::int64_t at) {
    const std::string& name = namer.name.empty() ? allocation_name : namer.name;
    if (!namer.led.empty())
        return element_text(of_row(namer, name, at), "", at);
    if (const std::optional<MemberAt> found = member_at(namer, at))
        return member_text(namer, name, at, *found);
    if (namer.elem <= 0)
        return text("byte ", at, " of ", name.empty() ? "an array" : name);
    std::int64_t index = at - namer.offset;
    index = floor_div(index, namer.elem);
    const bool beside = index < 0 || (namer.bytes > 0 && at >= namer.offset + namer.bytes);
    if (beside && name.find_first_of(".>") != std::string::npos) // another member of the struct
        return text("byte ", at, " of the memory in which ", name, " lies");
    if (namer.rows != nullptr && namer.members == nullptr)
        return name + in_rows(namer.rows, index);
    if (namer.subscripts == 1 || namer.len.empty())
        return text(name, "[", index, "]");
    std::string subscripts;
    for (std::size_t d = namer.len.size(); d-- > 0;) {
        const std::int64_t length = std::max(1l, namer.len[d]);
        const std::int64_t inner = (index % length + length) % length;
        subscripts = text("[", inner, "]", subscripts);
        index = (index - inner) / length;
    }
    return text(name, "[", index, "]", subscripts);
}

} // namespace hydra::rt

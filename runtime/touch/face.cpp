// See face.h.
#include "runtime/touch/face.h"

#include "runtime/base/integers.h"
#include "runtime/base/text.h"

#include <algorithm>

namespace hydra::rt {

Face face_of(const hydra_rt_loop& loop, std::size_t slot, const hydra_rt_footprint::Slot& shape, std::int64_t offset) {
    const hydra_rt_look told = loop.look != nullptr ? loop.look[slot] : hydra_rt_look{0, 0, nullptr};
    return {loop.slot[slot].name, offset,    shape.elem, shape.own_lengths(),  told.type, told.subscripts, told.record,
            told.members,         told.rows, {},         loop.slot[slot].bytes};
}

Face face_of_rows(const hydra_rt_loop& loop, std::size_t slot, const hydra_rt_footprint::Slot& shape) {
    Face face = face_of(loop, slot, shape, 0);
    face.len.assign(shape.len.begin() + shape.tables.back(), shape.len.end());
    return face;
}

const Face& face_at(std::span<const Face> faces, std::int64_t at) {
    const auto holds = [&](const Face& face) {
        const std::int64_t index = at - face.offset;
        return !face.led.empty() || (index >= 0 && (face.bytes == 0 || index < face.bytes));
    };
    const auto found = std::find_if(faces.rbegin(), faces.rend(), holds);
    return found == faces.rend() ? faces.back() : *found;
}

namespace {

// The row that holds a byte of the allocation.
const std::pair<std::int64_t, std::string>& row_at(const Face& face, std::int64_t at) {
    const auto next = std::upper_bound(face.led.begin(), face.led.end(), at,
                                       [](std::int64_t offset, const auto& row) { return offset < row.first; });
    return next == face.led.begin() ? *next : *std::prev(next);
}

// As the row that holds the byte looks.
Face of_row(const Face& face, const std::string& name, std::int64_t at) {
    const auto& [offset, subscripts] = row_at(face, at);
    const auto depth = static_cast<int>(std::count(subscripts.begin(), subscripts.end(), '['));
    return {text(name, subscripts),
            offset,
            face.elem,
            face.len,
            face.type,
            std::max(0, face.subscripts - depth),
            face.record,
            face.members,
            face.rows};
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

std::string member_text(const Face& face, const std::string& name, std::int64_t at, const MemberAt& found) {
    const std::int64_t record = floor_div(at - face.offset, face.record);
    const std::string element = text(name, in_rows(face.rows, record), found.member->name);
    return found.member->count == 0 ? element : text(element, "[", (at - found.start) / found.member->bytes, "]");
}

} // namespace

std::int64_t start_of(const Face& face, std::int64_t at) {
    return face.led.empty() ? face.offset : row_at(face, at).first;
}

std::optional<MemberAt> member_at(const Face& face, std::int64_t at) {
    if (face.members == nullptr || face.record <= 0)
        return std::nullopt;
    const std::int64_t begin = start_of(face, at);
    const std::int64_t start = begin + floor_div(at - begin, face.record) * face.record;
    for (const hydra_rt_member* member = face.members; member->name != nullptr; ++member)
        if (at >= start + member->offset && at < start + member->offset + member->bytes * std::max(1l, member->count))
            return MemberAt{member, start + member->offset};
    return std::nullopt;
}

std::string element_text(const Face& face, const std::string& allocation_name, std::int64_t at) {
    const std::string& name = face.name.empty() ? allocation_name : face.name;
    if (!face.led.empty())
        return element_text(of_row(face, name, at), "", at);
    if (const std::optional<MemberAt> found = member_at(face, at))
        return member_text(face, name, at, *found);
    if (face.elem <= 0)
        return text("byte ", at, " of ", name.empty() ? "an array" : name);
    std::int64_t index = at - face.offset;
    index = floor_div(index, face.elem);
    const bool beside = index < 0 || (face.bytes > 0 && at >= face.offset + face.bytes);
    if (beside && name.find_first_of(".>") != std::string::npos) // another member of the struct
        return text("byte ", at, " of the memory in which ", name, " lies");
    if (face.rows != nullptr && face.members == nullptr)
        return name + in_rows(face.rows, index);
    if (face.subscripts == 1 || face.len.empty())
        return text(name, "[", index, "]");
    std::string subscripts;
    for (std::size_t d = face.len.size(); d-- > 0;) {
        const std::int64_t length = std::max(1l, face.len[d]);
        const std::int64_t inner = (index % length + length) % length;
        subscripts = text("[", inner, "]", subscripts);
        index = (index - inner) / length;
    }
    return text(name, "[", index, "]", subscripts);
}

} // namespace hydra::rt

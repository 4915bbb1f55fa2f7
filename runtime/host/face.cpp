// See face.h.
#include "runtime/host/face.h"

#include "runtime/host/text.h"

#include <algorithm>

namespace hydra::rt {

Face face_of(const hydra_rt_loop& loop, std::size_t slot, const hydra_rt_footprint::Slot& shape, std::int64_t offset) {
    const hydra_rt_look told = loop.look != nullptr ? loop.look[slot] : hydra_rt_look{0, 0, nullptr};
    return {loop.slot[slot].name, offset, shape.elem, shape.len, told.type, told.subscripts};
}

std::string element_text(const Face& face, const std::string& allocation_name, std::int64_t at) {
    const std::string& name = face.name.empty() ? allocation_name : face.name;
    if (face.elem <= 0)
        return text("byte ", at, " of ", name.empty() ? "an array" : name);
    std::int64_t index = at - face.offset;
    index = index >= 0 ? index / face.elem : -((face.elem - 1 - index) / face.elem);
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

// See pointer_column.h.
#include "runtime/touch/pointer_column.h"

#include <cstring>

namespace hydra::rt {

PointerColumn PointerColumn::of(const RowsReach& rows, const void* pointer) {
    PointerColumn column;
    column.step = rows.step;
    column.base = reinterpret_cast<const char*>(reinterpret_cast<std::uintptr_t>(pointer) +
                                                static_cast<std::uintptr_t>(rows.entry));
    return column;
}

const char* PointerColumn::entry(long subscript) const {
    return reinterpret_cast<const char*>(reinterpret_cast<std::uintptr_t>(base) +
                                         static_cast<std::uintptr_t>(subscript * step));
}

bool PointerColumn::load(const Block& block) {
    const std::int64_t before = base - block.base, bytes = static_cast<std::int64_t>(block.bytes);
    if (step < size || bytes < size || bytes / step > static_cast<std::int64_t>(most))
        return false;
    first = before < 0 ? (-before + step - 1) / step : -(before / step);
    const std::int64_t room = bytes - (before + first * step); // behind the first one, with it
    pointers.resize(room < size ? 0 : static_cast<std::size_t>((room - size) / step + 1));
    if (step == size)
        std::memcpy(pointers.data(), entry(first), pointers.size() * sizeof(void*));
    else
        for (std::size_t i = 0; i < pointers.size(); ++i)
            std::memcpy(&pointers[i], entry(first + static_cast<long>(i)), sizeof(void*));
    return !pointers.empty();
}

bool PointerColumn::stands(long from, long to) const {
    if (from < first || to > end())
        return false;
    const char* const* known = pointers.data() + (from - first);
    if (step == size)
        return std::memcmp(known, entry(from), static_cast<std::size_t>(to - from) * sizeof(void*)) == 0;
    const char* at = entry(from);
    for (long x = from; x < to; ++x, ++known, at += step)
        if (std::memcmp(known, at, sizeof(void*)) != 0)
            return false;
    return true;
}

} // namespace hydra::rt

// See looks.h.
#include "codegen/looks.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace hydra::codegen {

namespace {

constexpr std::int64_t most_bytes = 4096; // of an element whose padding is written down
constexpr std::int64_t long_double_bytes = 10;

// Marks the bytes of a value of this type at `offset`.
void mark(ir::TypeRef type, std::int64_t offset, std::string& bytes) {
    const std::int64_t size = ir::size_of(type).value_or(0);
    const auto fill = [&](std::int64_t count) {
        for (std::int64_t at = offset; at < offset + count && at < static_cast<std::int64_t>(bytes.size()); ++at)
            bytes[static_cast<std::size_t>(at)] = 'x';
    };
    if (type->is_array() && type->length > 0) {
        const std::int64_t step = size / type->length;
        for (std::int64_t i = 0; i < type->length; ++i)
            mark(type->inner, offset + i * step, bytes);
    } else if (type->kind == ir::TypeKind::Struct && type->tag != nullptr) {
        for (const ir::Field& field : type->tag->fields)
            mark(field.type, offset + field.offset, bytes);
    } else if (type->kind == ir::TypeKind::LongDouble) {
        fill(std::min(size, long_double_bytes));
    } else {
        fill(size);
    }
}

std::string padding(const ir::Slot& slot) {
    if (slot.element == nullptr || slot.elem > most_bytes || ir::size_of(slot.element) != slot.elem)
        return "0";
    std::string bytes(static_cast<std::size_t>(slot.elem), '-');
    mark(slot.element, 0, bytes);
    return bytes.find('-') == std::string::npos ? "0" : "\"" + bytes + "\"";
}

} // namespace

const char* scalar_type(ir::TypeRef type) {
    using enum ir::TypeKind;
    switch (type->kind) {
    case Bool:
        return "HYDRA_RT_BOOL";
    case Char:
        return "HYDRA_RT_CHAR";
    case SChar:
        return "HYDRA_RT_SCHAR";
    case UChar:
        return "HYDRA_RT_UCHAR";
    case Short:
        return "HYDRA_RT_SHORT";
    case UShort:
        return "HYDRA_RT_USHORT";
    case Int:
        return "HYDRA_RT_INT";
    case UInt:
        return "HYDRA_RT_UINT";
    case Long:
        return "HYDRA_RT_LONG";
    case ULong:
        return "HYDRA_RT_ULONG";
    case LLong:
        return "HYDRA_RT_LLONG";
    case ULLong:
        return "HYDRA_RT_ULLONG";
    case Float:
        return "HYDRA_RT_FLOAT";
    case Double:
        return "HYDRA_RT_DOUBLE";
    case LongDouble:
        return "HYDRA_RT_LDOUBLE";
    case Int128:
        return "HYDRA_RT_INT128";
    case UInt128:
        return "HYDRA_RT_UINT128";
    case ComplexFloat:
        return "HYDRA_RT_CFLOAT";
    case ComplexDouble:
        return "HYDRA_RT_CDOUBLE";
    case ComplexLongDouble:
        return "HYDRA_RT_CLDOUBLE";
    default:
        return nullptr;
    }
}

std::string look_rows(const std::vector<ir::Slot>& slots) {
    std::vector<std::string> rows;
    for (const ir::Slot& slot : slots) {
        const bool sized = slot.element != nullptr && ir::size_of(slot.element) == slot.elem;
        const char* type = sized ? scalar_type(slot.element) : nullptr;
        rows.push_back(fmt::format("{{{}, {}, {}}}", type != nullptr ? fmt::format("1 + {}", type) : "0",
                                   slot.subscripts, padding(slot)));
    }
    return fmt::format("{}", fmt::join(rows, ", "));
}

} // namespace hydra::codegen

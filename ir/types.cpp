// The table of types. A type is looked up by its structure, so that equal types are one object and compare by pointer;
// sizes follow the System V layouts of x86-64 and AArch64.
#include "ir/tree.h"

#include <algorithm>
#include <cstdarg>

namespace hydra::ir {

namespace {

void mix(std::size_t& hash, std::size_t value) { hash ^= value + 0x9e3779b97f4a7c15ULL + (hash << 6U) + (hash >> 2U); }

std::size_t hash_of(const Type& type) {
    std::size_t hash = static_cast<std::size_t>(type.kind);
    const auto& q = type.quals;
    mix(hash, (q.is_const ? 1U : 0U) + (q.is_volatile ? 2U : 0U) + (q.is_restrict ? 4U : 0U) + (q.is_atomic ? 8U : 0U));
    mix(hash, std::hash<const void*>()(type.inner));
    mix(hash, std::hash<const void*>()(type.tag));
    mix(hash, static_cast<std::size_t>(type.length));
    mix(hash, (type.variadic ? 1U : 0U) + (type.unprototyped ? 2U : 0U));
    for (const auto* param : type.params)
        mix(hash, std::hash<const void*>()(param));
    return hash;
}

bool equal(const Type& a, const Type& b) {
    return a.kind == b.kind && a.quals == b.quals && a.inner == b.inner && a.tag == b.tag && a.length == b.length &&
           a.variadic == b.variadic && a.unprototyped == b.unprototyped && a.params == b.params &&
           a.vla_length == nullptr && b.vla_length == nullptr;
}

std::int64_t power_of_two_from(std::int64_t value) {
    std::int64_t power = 1;
    while (power < value)
        power *= 2;
    return power;
}

// Size of the types that are not built from others; 0 for the rest.
std::int64_t basic_size(TypeKind kind) {
    switch (kind) {
    case TypeKind::Bool:
    case TypeKind::Char:
    case TypeKind::SChar:
    case TypeKind::UChar:
        return 1;
    case TypeKind::Short:
    case TypeKind::UShort:
        return 2;
    case TypeKind::Int:
    case TypeKind::UInt:
    case TypeKind::Float:
        return 4;
    case TypeKind::Long:
    case TypeKind::ULong:
    case TypeKind::LLong:
    case TypeKind::ULLong:
    case TypeKind::Double:
    case TypeKind::ComplexFloat:
    case TypeKind::Pointer:
        return 8;
    case TypeKind::Int128:
    case TypeKind::UInt128:
    case TypeKind::LongDouble:
    case TypeKind::Float128:
    case TypeKind::ComplexDouble:
        return 16;
    case TypeKind::ComplexLongDouble:
        return 32;
    case TypeKind::VaList:
        return static_cast<std::int64_t>(sizeof(std::va_list));
    default:
        return 0;
    }
}

} // namespace

bool Type::is_unsigned() const {
    switch (kind) {
    case TypeKind::Bool:
    case TypeKind::UChar:
    case TypeKind::UShort:
    case TypeKind::UInt:
    case TypeKind::ULong:
    case TypeKind::ULLong:
    case TypeKind::UInt128:
        return true;
    default:
        return false;
    }
}

std::optional<std::int64_t> known_length(const Type& array) {
    return array.vla_length != nullptr ? constant_value(*array.vla_length) : std::optional(array.length);
}

bool Type::is_vla() const {
    for (const Type* type = this; type->is_array(); type = type->inner)
        if (type->vla_length != nullptr)
            return true;
    return false;
}

bool holds_array(TypeRef type) {
    if (type->is_array())
        return true;
    if (!type->is_record() || type->tag == nullptr)
        return false;
    const auto& fields = type->tag->fields;
    return std::any_of(fields.begin(), fields.end(), [](const Field& field) { return holds_array(field.type); });
}

bool has_copy(const TagDecl& tag) {
    return !tag.outside.empty() && (!tag.file_scope || tag.alias.empty() || tag.borrowed);
}

bool names_copy(TypeRef type) {
    while (type->is_pointer() || type->is_array())
        type = type->inner;
    if (type->is_function())
        return names_copy(type->inner) ||
               std::any_of(type->params.begin(), type->params.end(), [](TypeRef param) { return names_copy(param); });
    return type->is_record() && has_copy(*type->tag);
}

bool holds_pointer(TypeRef type) {
    if (type == nullptr || type->is_pointer())
        return true;
    if (type->is_array())
        return holds_pointer(type->inner);
    if (!type->is_record() || type->tag == nullptr)
        return false;
    const auto& fields = type->tag->fields;
    return std::any_of(fields.begin(), fields.end(), [](const Field& field) { return holds_pointer(field.type); });
}

bool has_run_time_length(TypeRef type) {
    for (; type != nullptr && (type->is_pointer() || type->is_array()); type = type->inner)
        if (type->is_vla())
            return true;
    return false;
}

std::optional<std::int64_t> size_of(TypeRef type) {
    switch (type->kind) {
    case TypeKind::Struct:
    case TypeKind::Union:
        return type->tag->complete ? std::optional(type->tag->size) : std::nullopt;
    case TypeKind::Enum:
        return type->tag != nullptr && type->tag->size > 0 ? type->tag->size : 4;
    case TypeKind::Array: {
        const auto element = size_of(type->inner);
        std::int64_t bytes = 0;
        if (!element || type->length < 0 || __builtin_mul_overflow(*element, type->length, &bytes))
            return std::nullopt;
        return bytes;
    }
    case TypeKind::Vector: {
        const auto element = size_of(type->inner);
        return element ? std::optional(power_of_two_from(*element * type->length)) : std::nullopt;
    }
    default: {
        const auto size = basic_size(type->kind);
        return size > 0 ? std::optional(size) : std::nullopt;
    }
    }
}

std::optional<std::int64_t> align_of(TypeRef type) {
    switch (type->kind) {
    case TypeKind::Struct:
    case TypeKind::Union:
        return type->tag->complete ? std::optional(type->tag->align) : std::nullopt;
    case TypeKind::Array:
        return align_of(type->inner);
    case TypeKind::ComplexFloat:
        return 4;
    case TypeKind::ComplexDouble:
    case TypeKind::VaList:
        return 8;
    case TypeKind::ComplexLongDouble:
        return 16;
    default:
        return size_of(type);
    }
}

bool is_overaligned(const VarDecl& variable) { return variable.align > align_of(variable.type).value_or(1); }

TypeTable::TypeTable() {
    const auto last = static_cast<std::size_t>(TypeKind::Error);
    basic_.resize(last + 1, nullptr);
    for (std::size_t kind = 0; kind <= last; ++kind) {
        const auto k = static_cast<TypeKind>(kind);
        if (k <= TypeKind::ComplexLongDouble || k == TypeKind::VaList || k == TypeKind::Error) {
            Type type;
            type.kind = k;
            basic_[kind] = intern(std::move(type));
        }
    }
}

TypeRef TypeTable::intern(Type type) {
    const auto hash = hash_of(type);
    if (type.vla_length == nullptr) {
        const auto [first, last] = interned_.equal_range(hash);
        for (auto at = first; at != last; ++at)
            if (equal(*at->second, type))
                return at->second;
    }
    auto& stored = types_.emplace_back(std::move(type));
    if (stored.unqualified == nullptr)
        stored.unqualified = &stored;
    interned_.emplace(hash, &stored);
    return &stored;
}

TypeRef TypeTable::basic(TypeKind kind) const { return basic_.at(static_cast<std::size_t>(kind)); }

TypeRef TypeTable::pointer_to(TypeRef inner) {
    Type type;
    type.kind = TypeKind::Pointer;
    type.inner = inner;
    return intern(std::move(type));
}

TypeRef TypeTable::array_of(TypeRef element, std::int64_t length) {
    Type type;
    type.kind = TypeKind::Array;
    type.inner = element;
    type.length = length;
    return intern(std::move(type));
}

TypeRef TypeTable::vla_of(TypeRef element, const Expr* length) {
    if (length == nullptr)
        return array_of(element, -1);
    Type type;
    type.kind = TypeKind::Array;
    type.inner = element;
    type.vla_length = length;
    return intern(std::move(type));
}

TypeRef TypeTable::vector_of(TypeRef element, std::int64_t length) {
    Type type;
    type.kind = TypeKind::Vector;
    type.inner = element;
    type.length = length;
    return intern(std::move(type));
}

TypeRef TypeTable::function(TypeRef result, std::vector<TypeRef> params, bool variadic, bool unprototyped) {
    Type type;
    type.kind = TypeKind::Function;
    type.inner = result;
    for (auto& param : params)
        param = param->unqualified; // a parameter's own qualifiers are no part of the function's type
    type.params = std::move(params);
    type.variadic = variadic;
    type.unprototyped = unprototyped;
    return intern(std::move(type));
}

TypeRef TypeTable::tagged(const TagDecl* tag) {
    Type type;
    type.kind = tag->kind;
    type.tag = tag;
    return intern(std::move(type));
}

TypeRef TypeTable::qualified(TypeRef type, Qualifiers quals) {
    if (type->is_array()) { // the elements are what is qualified
        if (quals == Qualifiers{})
            return type;
        auto& own = type->inner->quals;
        const Qualifiers both{quals.is_const || own.is_const, quals.is_volatile || own.is_volatile,
                              quals.is_restrict || own.is_restrict, quals.is_atomic || own.is_atomic};
        const auto* element = qualified(type->inner, both);
        return type->vla_length != nullptr ? vla_of(element, type->vla_length) : array_of(element, type->length);
    }
    if (type->quals == quals)
        return type;
    if (quals == Qualifiers{})
        return type->unqualified;
    Type copy = *type->unqualified;
    copy.quals = quals;
    copy.unqualified = type->unqualified;
    return intern(std::move(copy));
}

TagDecl* TypeTable::new_tag() { return &tags_.emplace_back(); }

void TypeTable::complete(const TagDecl& tag, TagDecl definition) {
    const auto own = std::find_if(tags_.begin(), tags_.end(), [&tag](const TagDecl& held) { return &held == &tag; });
    if (own != tags_.end())
        *own = std::move(definition);
}

void TypeTable::name_tag(const TagDecl& tag, const std::string& alias) {
    const auto own = std::find_if(tags_.begin(), tags_.end(), [&tag](const TagDecl& held) { return &held == &tag; });
    if (own != tags_.end() && own->alias.empty())
        own->alias = alias;
}

} // namespace hydra::ir

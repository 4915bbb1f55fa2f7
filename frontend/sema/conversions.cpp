// Ranks are the order of TypeKind; gcc's choices where the standard leaves one (an enum without negative values is
// unsigned int).
#include "frontend/sema/conversions.h"

#include <algorithm>

namespace hydra::frontend {

using ir::TypeKind;
using ir::TypeRef;

TypeRef Conversions::underlying(TypeRef type) const {
    type = type->unqualified;
    if (type->kind != TypeKind::Enum)
        return type;
    bool is_signed = std::find(signed_enums_.begin(), signed_enums_.end(), type->tag) != signed_enums_.end();
    switch (ir::size_of(type).value_or(4)) {
    case 1:
        return basic(is_signed ? TypeKind::SChar : TypeKind::UChar);
    case 2:
        return basic(is_signed ? TypeKind::Short : TypeKind::UShort);
    case 8:
        return basic(is_signed ? TypeKind::Long : TypeKind::ULong);
    default:
        return basic(is_signed ? TypeKind::Int : TypeKind::UInt);
    }
}

TypeRef Conversions::promoted(TypeRef type, std::optional<int> bit_width) const {
    type = underlying(type);
    if (!type->is_integer())
        return type;
    if (type->kind < TypeKind::Int)
        return basic(TypeKind::Int);
    // A bit-field whose values fit int becomes int.
    if (bit_width && (*bit_width < 32 || (*bit_width == 32 && !type->is_unsigned())))
        return basic(TypeKind::Int);
    if (bit_width && *bit_width == 32)
        return basic(TypeKind::UInt);
    return type;
}

TypeRef Conversions::argument_promoted(TypeRef type) const {
    type = decayed(type);
    return type->kind == TypeKind::Float ? basic(TypeKind::Double) : promoted(type);
}

TypeRef Conversions::real_part(TypeRef type) const {
    switch (type->kind) {
    case TypeKind::ComplexFloat:
        return basic(TypeKind::Float);
    case TypeKind::ComplexDouble:
        return basic(TypeKind::Double);
    case TypeKind::ComplexLongDouble:
        return basic(TypeKind::LongDouble);
    case TypeKind::Vector:
        return type->inner->unqualified;
    default:
        return type->unqualified;
    }
}

TypeRef Conversions::complex_of(TypeRef real) const {
    switch (real->kind) {
    case TypeKind::Float:
        return basic(TypeKind::ComplexFloat);
    case TypeKind::LongDouble:
    case TypeKind::Float128:
        return basic(TypeKind::ComplexLongDouble);
    default:
        return basic(TypeKind::ComplexDouble);
    }
}

TypeRef Conversions::common(TypeRef a, TypeRef b) const {
    a = a->unqualified;
    b = b->unqualified;
    if (a->kind == TypeKind::Vector)
        return a;
    if (b->kind == TypeKind::Vector)
        return b;
    if (a->is_complex() || b->is_complex()) {
        TypeRef real_a = real_part(a), real_b = real_part(b);
        return complex_of(real_a->is_floating() || real_b->is_floating() ? common(real_a, real_b)
                                                                         : basic(TypeKind::Double));
    }
    if (a->is_floating() || b->is_floating()) {
        if (!a->is_floating())
            return b;
        if (!b->is_floating())
            return a;
        return a->kind > b->kind ? a : b;
    }
    a = promoted(a);
    b = promoted(b);
    if (a == b)
        return a;
    if (a->is_unsigned() == b->is_unsigned())
        return a->kind > b->kind ? a : b;
    TypeRef unsigned_one = a->is_unsigned() ? a : b, signed_one = a->is_unsigned() ? b : a;
    // Of each rank the unsigned type follows the signed one.
    if (unsigned_one->kind > signed_one->kind)
        return unsigned_one;
    if (ir::size_of(signed_one) > ir::size_of(unsigned_one))
        return signed_one;
    return basic(static_cast<TypeKind>(static_cast<int>(signed_one->kind) + 1));
}

TypeRef Conversions::decayed(TypeRef type) const {
    if (type->is_array())
        return types_.pointer_to(type->inner);
    if (type->is_function())
        return types_.pointer_to(type);
    return type->unqualified;
}

bool Conversions::compatible(TypeRef a, TypeRef b) const {
    if (a == b || a->kind == TypeKind::Error || b->kind == TypeKind::Error)
        return true;
    if (a->quals != b->quals)
        return false;
    if (a->kind == TypeKind::Enum || b->kind == TypeKind::Enum) {
        if (a->kind == TypeKind::Enum && b->kind == TypeKind::Enum)
            return a->tag == b->tag;
        return underlying(a) == underlying(b);
    }
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case TypeKind::Pointer:
        return compatible(a->inner, b->inner);
    case TypeKind::Array:
        return compatible(a->inner, b->inner) && (a->length == b->length || a->length < 0 || b->length < 0);
    case TypeKind::Vector:
        return a->length == b->length && compatible(a->inner, b->inner);
    case TypeKind::Function:
        if (!compatible(a->inner, b->inner))
            return false;
        if (a->unprototyped || b->unprototyped)
            return true;
        if (a->variadic != b->variadic || a->params.size() != b->params.size())
            return false;
        for (std::size_t i = 0; i < a->params.size(); ++i)
            if (!compatible(a->params[i]->unqualified, b->params[i]->unqualified))
                return false;
        return true;
    case TypeKind::Struct:
    case TypeKind::Union:
        return a->tag == b->tag;
    default:
        return a->unqualified == b->unqualified;
    }
}

TypeRef Conversions::composite(TypeRef a, TypeRef b) const {
    if (a->is_array() && b->is_array() && a->length < 0 && a->vla_length == nullptr)
        return b;
    if (a->is_function() && b->is_function() && a->unprototyped && !b->unprototyped)
        return b;
    return a;
}

} // namespace hydra::frontend

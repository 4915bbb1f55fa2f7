// See build_types.h.
#include "frontend/sema/build_types.h"

#include <algorithm>

#include <fmt/format.h>

#include "frontend/sema/build_expressions.h"

namespace hydra::frontend {

using ir::TypeKind;
using ir::TypeRef;

namespace {

bool holds_directly(TypeRef type, const ir::TagDecl* tag) {
    return type->is_record() && type->tag == tag && !tag->complete;
}

} // namespace

Specifiers TypeBuilder::specifiers(const std::vector<P::ModifierContext*>& modifiers, P::TypePartContext* part) {
    Specifiers result;
    ir::Qualifiers quals;
    for (auto* one : modifiers)
        modifier(one, result, quals);
    if (part == nullptr) {
        result.type = qualified(context_.unit.types, context_.basic(TypeKind::Int), quals);
        return result;
    }
    Specifiers after;
    for (auto* one : part->modifier())
        modifier(one, after, quals);
    result.has_storage |= after.has_storage;
    if (after.has_storage)
        result.storage = after.storage;
    result.is_typedef |= after.is_typedef;
    result.is_inline |= after.is_inline;
    result.is_noreturn |= after.is_noreturn;

    bool tag_attributes = false;
    if (auto* record_specifier = part->recordSpecifier()) {
        tag_attributes = record_specifier->recordBody() != nullptr;
        result.type = record(record_specifier, tag_attributes ? after.attributes : Attributes{}, result.tag);
    } else if (auto* enum_specifier = part->enumSpecifier()) {
        tag_attributes = enum_specifier->enumBody() != nullptr;
        result.type = enumeration(enum_specifier, tag_attributes ? after.attributes : Attributes{}, result.tag);
    } else if (auto* type_of = part->typeofSpecifier()) {
        result.type = type_of->typeName() != nullptr ? type_name(type_of->typeName())
                                                     : expressions_.expression(type_of->expression()).expr->type;
        context_.note_use(context_.range(type_of), {}, nullptr, result.type);
    } else if (part->typeName() != nullptr) {
        result.type = type_name(part->typeName());
        quals.is_atomic = true;
    } else if (part->TYPEDEF_NAME() != nullptr) {
        std::string_view name = context_.text(part->TYPEDEF_NAME()->getSymbol());
        Symbol symbol = context_.scopes.find(name);
        if (auto* const* type = std::get_if<const ir::TypedefDecl*>(&symbol)) {
            result.type = (*type)->type;
            result.typedef_align = (*type)->align;
            if ((*type)->range.valid()) // not of a system header
                context_.note_use(context_.range(part), (*type)->range, nullptr, result.type);
        } else {
            context_.error(part, fmt::format("unknown type name '{}'", name));
            result.type = context_.basic(TypeKind::Error);
        }
    } else {
        result.type = basic_type(part->basicType(), part);
    }
    if (!tag_attributes) {
        result.attributes.align = std::max(result.attributes.align, after.attributes.align);
        if (!after.attributes.mode.empty())
            result.attributes.mode = after.attributes.mode;
        result.attributes.vector_size = std::max(result.attributes.vector_size, after.attributes.vector_size);
        result.attributes.packed |= after.attributes.packed;
    }
    result.is_noreturn |= result.attributes.noreturn || after.attributes.noreturn;
    result.type = qualified(context_.unit.types, attributes_.with_attributes(result.type, result.attributes), quals);
    return result;
}

void TypeBuilder::modifier(P::ModifierContext* context, Specifiers& into, ir::Qualifiers& quals) {
    if (auto* attributes = context->attribute()) {
        attributes_.attribute(attributes, into.attributes);
        return;
    }
    auto storage = [&](ir::Storage s) {
        into.storage = s;
        into.has_storage = true;
    };
    switch (context->getStart()->getType()) {
    case P::TYPEDEF:
        into.is_typedef = true;
        break;
    case P::EXTERN:
        if (into.storage != ir::Storage::thread)
            storage(ir::Storage::extern_);
        break;
    case P::STATIC:
        if (into.storage != ir::Storage::thread)
            storage(ir::Storage::static_);
        break;
    case P::REGISTER:
        storage(ir::Storage::register_);
        break;
    case P::THREAD:
        storage(ir::Storage::thread);
        break;
    case P::INLINE:
        into.is_inline = true;
        break;
    case P::NORETURN:
        into.is_noreturn = true;
        break;
    case P::CONST:
        quals.is_const = true;
        break;
    case P::VOLATILE:
        quals.is_volatile = true;
        break;
    case P::RESTRICT:
        quals.is_restrict = true;
        break;
    case P::ATOMIC:
        quals.is_atomic = true;
        break;
    case P::ALIGNAS:
        if (context->typeName() != nullptr)
            into.attributes.align = ir::align_of(type_name(context->typeName())).value_or(0);
        else
            into.attributes.align = expressions_.constant(context->assignment()).value_or(0);
        break;
    default:
        break;
    }
}

TypeRef TypeBuilder::basic_type(const std::vector<P::BasicTypeContext*>& words, P::TypePartContext* context) {
    int longs = 0, shorts = 0, is_signed = 0, is_unsigned = 0, ints = 0, complex = 0;
    TypeKind base = TypeKind::Error;
    std::string_view float_name;
    for (auto* word : words) {
        switch (word->getStart()->getType()) {
        case P::LONG:
            ++longs;
            break;
        case P::SHORT:
            ++shorts;
            break;
        case P::SIGNED:
            ++is_signed;
            break;
        case P::UNSIGNED:
            ++is_unsigned;
            break;
        case P::INT:
            ++ints;
            break;
        case P::COMPLEX:
            ++complex;
            break;
        case P::VOID:
            base = TypeKind::Void;
            break;
        case P::BOOL:
            base = TypeKind::Bool;
            break;
        case P::CHAR:
            base = TypeKind::Char;
            break;
        case P::FLOAT:
            base = TypeKind::Float;
            break;
        case P::DOUBLE:
            base = TypeKind::Double;
            break;
        case P::INT128:
            base = context_.text(word->getStart()) == "__uint128_t" ? TypeKind::UInt128 : TypeKind::Int128;
            break;
        case P::AUTO_TYPE:
            return context_.basic(TypeKind::Error); // the initializer decides
        default:
            float_name = context_.text(word->getStart());
            if (float_name == "_Float16" && context_.positions.in_user_file(word->getStart()->getStartIndex()))
                context_.error(word, "not in this version: '_Float16'; use 'float'");
            base = float_name == "_Float32" || float_name == "_Float16"     ? TypeKind::Float
                   : float_name == "_Float64" || float_name == "_Float32x"  ? TypeKind::Double
                   : float_name == "_Float64x" || float_name == "__float80" ? TypeKind::LongDouble
                                                                            : TypeKind::Float128;
        }
    }
    bool words_clash = (is_signed > 0 && is_unsigned > 0) || (longs > 0 && shorts > 0) || longs > 2 || shorts > 1 ||
                       ints > 1 || (base == TypeKind::Float && longs + shorts + ints + is_signed + is_unsigned > 0) ||
                       (base == TypeKind::Double && (longs > 1 || shorts + ints + is_signed + is_unsigned > 0)) ||
                       ((base == TypeKind::Void || base == TypeKind::Bool) && words.size() > 1) ||
                       (base == TypeKind::Char && longs + shorts + ints > 0);
    if (words_clash) {
        context_.error(context, "these words do not make a type together");
        return context_.basic(TypeKind::Error);
    }
    const bool of_integers = base == TypeKind::Char || base == TypeKind::Int128 || base == TypeKind::UInt128 ||
                             (base == TypeKind::Error && longs + shorts + ints + is_signed + is_unsigned > 0);
    if (complex > 0 && of_integers) {
        context_.error(context, "not in this version: complex numbers of integers; use a complex floating type");
        return context_.basic(TypeKind::Error);
    }
    bool u = is_unsigned > 0;
    switch (base) {
    case TypeKind::Char:
        return context_.basic(u ? TypeKind::UChar : is_signed > 0 ? TypeKind::SChar : TypeKind::Char);
    case TypeKind::Int128:
        return context_.basic(u ? TypeKind::UInt128 : TypeKind::Int128);
    case TypeKind::Double:
        base = longs > 0 ? TypeKind::LongDouble : TypeKind::Double;
        break;
    case TypeKind::Error:
        if (complex > 0)
            base = TypeKind::Double;
        else if (shorts > 0)
            return context_.basic(u ? TypeKind::UShort : TypeKind::Short);
        else if (longs == 1)
            return context_.basic(u ? TypeKind::ULong : TypeKind::Long);
        else if (longs == 2)
            return context_.basic(u ? TypeKind::ULLong : TypeKind::LLong);
        else
            return context_.basic(u ? TypeKind::UInt : TypeKind::Int);
        break;
    default:
        break;
    }
    if (complex > 0)
        return context_.conversions.complex_of(
            context_.basic(base == TypeKind::Float128 ? TypeKind::LongDouble : base));
    return base == TypeKind::Float128 ? context_.unit.types.basic(TypeKind::LongDouble) : context_.basic(base);
}

TypeRef TypeBuilder::tag_reference(antlr4::Token* name, TypeKind kind, bool here, ir::TagDecl*& tag) {
    tag = nullptr;
    std::string_view spelling = name != nullptr ? context_.text(name) : std::string_view{};
    if (name != nullptr)
        tag = here ? context_.scopes.find_tag_here(spelling) : context_.scopes.find_tag(spelling);
    if (tag != nullptr && tag->kind != kind) {
        context_.error(name, fmt::format("'{}' is declared as a different kind of tag", spelling));
        tag = nullptr;
    }
    if (tag == nullptr) {
        tag = context_.unit.types.new_tag();
        tag->kind = kind;
        tag->name = std::string(spelling);
        tag->file_scope = context_.scopes.at_file_scope();
        if (name != nullptr) {
            tag->range = context_.range(name);
            context_.scopes.declare_tag(spelling, tag);
        }
        name_copy(*tag);
    }
    return context_.unit.types.tagged(tag);
}

// What only a function's body, or nobody, can name. (Tags of a prototype's scope are no types that anything has.)
void TypeBuilder::name_copy(ir::TagDecl& tag) {
    const bool local = context_.state.function != nullptr && !tag.file_scope;
    if (tag.kind == TypeKind::Enum || !(local || (tag.file_scope && tag.name.empty())))
        return;
    const std::string wanted =
        fmt::format("hydra_type{}{}{}{}", local ? "_" : "", local ? context_.state.function->name : "",
                    tag.name.empty() ? "" : "_", tag.name);
    tag.outside = wanted;
    for (int number = 2; !copy_names_.insert(tag.outside).second; ++number)
        tag.outside = fmt::format("{}_{}", wanted, number);
}

TypeRef TypeBuilder::record(P::RecordSpecifierContext* context, const Attributes& trailing,
                            const ir::TagDecl*& declared) {
    antlr4::Token* name = context->name() != nullptr ? context->name()->getStart() : nullptr;
    auto* body = context->recordBody();
    ir::TagDecl* tag = nullptr;
    TypeRef type =
        tag_reference(name, context->STRUCT() != nullptr ? TypeKind::Struct : TypeKind::Union, body != nullptr, tag);
    declared = tag;
    if (!tag->file_scope && name != nullptr)
        context_.note_use(context_.range(context), tag->range);
    if (body == nullptr)
        return type;
    if (tag->complete) {
        context_.error(name, fmt::format("redefinition of '{}'", quoted(type)));
        return type;
    }
    Attributes attributes = trailing;
    for (auto* one : context->attribute())
        attributes_.attribute(one, attributes);
    tag->range = name != nullptr ? context_.range(name) : context_.range(context->getStart());
    tag->body = context_.range(body->getStart());
    LayoutOptions layout;
    layout.packed = attributes.packed;
    layout.cap = context_.tokens.packing().at(body->getStart()->getStartIndex());
    if (layout.cap != context_.tokens.packing().at(body->getStop()->getStartIndex()))
        context_.error(body->getStop(),
                       "not in this version: '#pragma pack' inside of a structure; move it before or behind it");
    layout.align = attributes.align;
    for (auto* one : body->memberDeclaration())
        members(one, *tag, layout);
    lay_out(*tag, layout);
    return type;
}

void TypeBuilder::members(P::MemberDeclarationContext* context, ir::TagDecl& tag, LayoutOptions& layout) {
    if (context->memberDeclaration() != nullptr)
        return members(context->memberDeclaration(), tag, layout);
    if (context->staticAssert() != nullptr)
        return expressions_.static_assertion(context->staticAssert());
    if (context->typePart() == nullptr)
        return;
    Specifiers base = specifiers(context->modifier(), context->typePart());
    auto add = [&](antlr4::Token* name, TypeRef type, std::optional<int> width, const Attributes& own) {
        ir::Field field;
        field.name = name != nullptr ? std::string(context_.text(name)) : std::string();
        field.type = type;
        field.bit_width = width;
        if (name != nullptr)
            for (const auto& other : tag.fields)
                if (other.name == field.name)
                    context_.error(name, fmt::format("duplicate member '{}'", field.name));
        tag.fields.push_back(std::move(field));
        layout.field_aligns.push_back(std::max(own.align, base.align_of(type)));
        layout.field_packed.push_back(own.packed || base.attributes.packed);
    };
    if (context->memberDeclarator().empty()) {
        bool anonymous = base.type->is_record() && base.type->tag->name.empty();
        if (anonymous)
            add(nullptr, base.type, std::nullopt, {});
        return;
    }
    for (auto* one : context->memberDeclarator()) {
        Declared member;
        member.type = base.type;
        if (one->declarator() != nullptr)
            member = declarator(one->declarator(), base.type);
        context_.retire(member.params);
        Attributes own = member.attributes;
        for (auto* extra : one->attribute())
            attributes_.attribute(extra, own);
        member.type = attributes_.with_attributes(member.type, own);
        std::optional<int> width;
        if (one->assignment() != nullptr) {
            std::int64_t bits = expressions_.constant(one->assignment()).value_or(1);
            std::int64_t most = ir::size_of(member.type).value_or(8) * 8;
            if (bits < 0 || bits > most)
                context_.error(one->assignment(),
                               bits < 0 ? "negative width of a bit-field" : "the bit-field is wider than its type");
            width = static_cast<int>(std::clamp<std::int64_t>(bits, 0, most));
            if (!member.type->is_integer() && member.type->kind != TypeKind::Error)
                context_.error(one, fmt::format("a bit-field cannot have type '{}'", quoted(member.type)));
        }
        if (holds_directly(member.type, &tag) || (member.type->is_record() && !member.type->tag->complete)) {
            context_.error(member.name, fmt::format("field '{}' has incomplete type", context_.text(member.name)));
            member.type = context_.basic(TypeKind::Error);
        } else if (member.type->is_function()) {
            context_.error(member.name, fmt::format("field '{}' declared as a function", context_.text(member.name)));
            member.type = context_.basic(TypeKind::Error);
        } else if (member.type->is_vla()) {
            context_.error(member.name,
                           fmt::format("not in this version: field '{}', whose length is known at run time only; "
                                       "allocate the array, and let the structure hold a pointer to it",
                                       context_.text(member.name)));
            member.type = context_.basic(TypeKind::Error);
        } else if (member.type->kind == TypeKind::Void) {
            context_.error(member.name, fmt::format("field '{}' declared void", context_.text(member.name)));
            member.type = context_.basic(TypeKind::Error);
        }
        add(member.name, member.type, width, own);
    }
}

TypeRef TypeBuilder::enumeration(P::EnumSpecifierContext* context, const Attributes& trailing,
                                 const ir::TagDecl*& declared) {
    antlr4::Token* name = context->name() != nullptr ? context->name()->getStart() : nullptr;
    auto* body = context->enumBody();
    ir::TagDecl* tag = nullptr;
    TypeRef type = tag_reference(name, TypeKind::Enum, body != nullptr, tag);
    declared = tag;
    if (!tag->file_scope && name != nullptr)
        context_.note_use(context_.range(context), tag->range);
    if (body == nullptr)
        return type;
    if (tag->complete) {
        context_.error(name, fmt::format("redefinition of '{}'", quoted(type)));
        return type;
    }
    Attributes attributes = trailing;
    for (auto* one : context->attribute())
        attributes_.attribute(one, attributes);
    std::int64_t next = 0, least = 0, most = 0;
    for (auto* one : body->enumerator()) {
        antlr4::Token* id = one->name()->getStart();
        std::int64_t value = next;
        if (one->assignment() != nullptr) {
            auto given = expressions_.constant(one->assignment());
            if (!given)
                context_.error(one->assignment(),
                               fmt::format("enumerator value for '{}' is not an integer constant", context_.text(id)));
            value = given.value_or(next);
        }
        bool wide = value < INT32_MIN || value > INT32_MAX;
        if (!std::holds_alternative<std::monostate>(context_.scopes.find_here(context_.text(id))))
            context_.clash(id, "enumerator");
        context_.unit.enum_constants.push_back({std::string(context_.text(id)),
                                                context_.basic(!wide                             ? TypeKind::Int
                                                               : value < 0 || value > UINT32_MAX ? TypeKind::Long
                                                                                                 : TypeKind::UInt),
                                                value, context_.range(id), context_.scopes.at_file_scope()});
        context_.scopes.declare(context_.text(id), &context_.unit.enum_constants.back());
        least = std::min(least, value);
        most = std::max(most, value);
        next = value == INT64_MAX ? value : value + 1;
    }
    bool is_signed = least < 0;
    tag->is_signed = is_signed;
    if (is_signed)
        context_.conversions.set_signed_enum(tag);
    auto fits = [&](int bits) {
        return is_signed ? least >= -(1LL << (bits - 1)) && most < (1LL << (bits - 1)) : most < (1LL << bits);
    };
    tag->size = attributes.packed && fits(8) ? 1 : attributes.packed && fits(16) ? 2 : fits(32) ? 4 : 8;
    tag->align = tag->size;
    tag->complete = true;
    return type;
}

} // namespace hydra::frontend

// Specifiers: base types, structs, unions and enums, attributes. Struct layouts and enum values are computed at once.
#include <algorithm>

#include <fmt/format.h>

#include "frontend/sema/build.h"

namespace hydra::frontend {

using ir::TypeKind;
using ir::TypeRef;

namespace {

std::string_view without_underscores(std::string_view word) {
    if (word.size() > 4 && word.substr(0, 2) == "__" && word.substr(word.size() - 2) == "__")
        return word.substr(2, word.size() - 4);
    return word;
}

bool holds_directly(TypeRef type, const ir::TagDecl* tag) {
    return type->is_record() && type->tag == tag && !tag->complete;
}

} // namespace

Builder::Specifiers Builder::specifiers(const std::vector<P::ModifierContext*>& modifiers, P::TypePartContext* part) {
    Specifiers result;
    ir::Qualifiers quals;
    for (auto* one : modifiers)
        modifier(one, result, quals);
    if (part == nullptr) {
        result.type = qualified(basic(TypeKind::Int), quals);
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
                                                     : expression(type_of->expression()).expr->type;
        note_use(range(type_of), {}, nullptr, result.type);
    } else if (part->typeName() != nullptr) {
        result.type = type_name(part->typeName());
        quals.is_atomic = true;
    } else if (part->TYPEDEF_NAME() != nullptr) {
        std::string_view name = text(part->TYPEDEF_NAME()->getSymbol());
        Symbol symbol = scopes_.find(name);
        if (auto* const* type = std::get_if<const ir::TypedefDecl*>(&symbol)) {
            result.type = (*type)->type;
            result.typedef_align = (*type)->align;
            if ((*type)->range.valid()) // not of a system header
                note_use(range(part), (*type)->range, nullptr, result.type);
        } else {
            error(part, fmt::format("unknown type name '{}'", name));
            result.type = basic(TypeKind::Error);
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
    result.type = qualified(with_attributes(result.type, result.attributes), quals);
    return result;
}

void Builder::modifier(P::ModifierContext* context, Specifiers& into, ir::Qualifiers& quals) {
    if (auto* attributes = context->attribute()) {
        attribute(attributes, into.attributes);
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
            into.attributes.align = constant(context->assignment()).value_or(0);
        break;
    default:
        break;
    }
}

TypeRef Builder::basic_type(const std::vector<P::BasicTypeContext*>& words, P::TypePartContext* context) {
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
            base = text(word->getStart()) == "__uint128_t" ? TypeKind::UInt128 : TypeKind::Int128;
            break;
        case P::AUTO_TYPE:
            return basic(TypeKind::Error); // the initializer decides
        default:
            float_name = text(word->getStart());
            if (float_name == "_Float16" && positions_.in_user_file(word->getStart()->getStartIndex()))
                error(word, "not in this version: '_Float16'; use 'float'");
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
        error(context, "these words do not make a type together");
        return basic(TypeKind::Error);
    }
    bool u = is_unsigned > 0;
    switch (base) {
    case TypeKind::Char:
        return basic(u ? TypeKind::UChar : is_signed > 0 ? TypeKind::SChar : TypeKind::Char);
    case TypeKind::Int128:
        return basic(u ? TypeKind::UInt128 : TypeKind::Int128);
    case TypeKind::Double:
        base = longs > 0 ? TypeKind::LongDouble : TypeKind::Double;
        break;
    case TypeKind::Error:
        if (complex > 0)
            base = TypeKind::Double;
        else if (shorts > 0)
            return basic(u ? TypeKind::UShort : TypeKind::Short);
        else if (longs == 1)
            return basic(u ? TypeKind::ULong : TypeKind::Long);
        else if (longs == 2)
            return basic(u ? TypeKind::ULLong : TypeKind::LLong);
        else
            return basic(u ? TypeKind::UInt : TypeKind::Int);
        break;
    default:
        break;
    }
    if (complex > 0)
        return conversions_.complex_of(basic(base == TypeKind::Float128 ? TypeKind::LongDouble : base));
    return base == TypeKind::Float128 ? unit_.types.basic(TypeKind::LongDouble) : basic(base);
}

// The value of an attribute's argument, from the token `at` on, which is moved behind it: numbers, enumeration
// constants, parentheses, * / + - and shifts. level: 0 for shifts, 1 for sums, 2 for products; nullopt: anything else.
std::optional<std::int64_t> Builder::attribute_value(std::size_t& at, int level) {
    if (level == 3) {
        const auto* token = tokens_.get(at++);
        const std::string_view word = text(token);
        if (token->getType() == P::LPAREN) {
            const auto inner = attribute_value(at, 0);
            return tokens_.get(at++)->getType() == P::RPAREN ? inner : std::nullopt;
        }
        const Symbol symbol = scopes_.find(word);
        if (const auto* const* constant = std::get_if<const ir::EnumConstant*>(&symbol)) {
            note_use(range(token), (*constant)->range, *constant);
            return (*constant)->value;
        }
        if (word.empty() || word.front() < '1' || word.front() > '9') // octal and hexadecimal ones too
            return std::nullopt;
        std::int64_t number = 0;
        for (const char c : word.substr(0, word.find_first_of("uUlL"))) {
            if (c < '0' || c > '9' || number > (1LL << 40))
                return std::nullopt;
            number = number * 10 + (c - '0');
        }
        return number;
    }
    auto left = attribute_value(at, level + 1);
    while (left) {
        const std::string_view op = text(tokens_.get(at));
        const bool mine = level == 0   ? op == "<<" || op == ">>"
                          : level == 1 ? op == "+" || op == "-"
                                       : op == "*" || op == "/";
        if (!mine)
            break;
        ++at;
        const auto right = attribute_value(at, level + 1);
        const bool known = right && (op != "/" || *right != 0) && *right >= 0 && *right < (1LL << 20);
        if (!known || (level == 0 && *right > 20))
            return std::nullopt;
        left = op == "<<"   ? *left << *right
               : op == ">>" ? *left >> *right
               : op == "+"  ? *left + *right
               : op == "-"  ? *left - *right
               : op == "*"  ? *left * *right
                            : *left / *right;
    }
    const bool ends = level > 0 || text(tokens_.get(at)) == ")";
    return ends ? left : std::nullopt;
}

void Builder::attribute(P::AttributeContext* context, Attributes& into) {
    std::size_t last = context->getStop()->getTokenIndex();
    for (std::size_t i = context->getStart()->getTokenIndex() + 1; i <= last; ++i) {
        std::string_view word = without_underscores(text(tokens_.get(i)));
        bool has_argument = i + 2 <= last && tokens_.get(i + 1)->getType() == P::LPAREN;
        std::string_view argument = has_argument ? text(tokens_.get(i + 2)) : std::string_view{};
        auto value = [&](std::int64_t otherwise) {
            std::size_t at = i + 2;
            const auto known = has_argument ? attribute_value(at, 0) : std::optional(otherwise);
            if (!known && positions_.in_user_file(context->getStart()->getStartIndex()))
                error(context, fmt::format("not in this version: '{}' with a value that is more than numbers; write "
                                           "the number",
                                           word));
            return known && *known > 0 ? *known : otherwise;
        };
        if (word == "packed")
            into.packed = true;
        else if (word == "aligned") {
            const bool of_type = argument.find("alignof") != std::string_view::npos; // in system headers
            into.align = std::max(into.align, value(of_type ? 8 : 16));
        } else if (word == "noreturn")
            into.noreturn = true;
        else if (word == "transparent_union")
            into.transparent_union = true;
        else if (word == "vector_size")
            into.vector_size = value(0);
        else if (word == "mode")
            into.mode = std::string(without_underscores(argument));
        else if (word == "cleanup" && has_argument && positions_.in_user_file(context->getStart()->getStartIndex()))
            error(context, fmt::format("not in this version: a call of '{0}' whenever a variable goes out of scope "
                                       "(attribute cleanup); call '{0}' at the end of the scope",
                                       argument));
    }
}

TypeRef Builder::with_attributes(TypeRef type, const Attributes& attributes) {
    if (!attributes.mode.empty() && type->is_integer()) {
        bool u = type->is_unsigned();
        const std::string& mode = attributes.mode;
        if (mode == "QI" || mode == "byte")
            return basic(u ? TypeKind::UChar : TypeKind::SChar);
        if (mode == "HI")
            return basic(u ? TypeKind::UShort : TypeKind::Short);
        if (mode == "SI")
            return basic(u ? TypeKind::UInt : TypeKind::Int);
        if (mode == "DI" || mode == "word" || mode == "pointer")
            return basic(u ? TypeKind::ULong : TypeKind::Long);
        if (mode == "TI")
            return basic(u ? TypeKind::UInt128 : TypeKind::Int128);
    }
    if (attributes.vector_size > 0 && ir::size_of(type).value_or(0) > 0)
        return unit_.types.vector_of(type, attributes.vector_size / *ir::size_of(type));
    return type;
}

TypeRef Builder::qualified(TypeRef type, ir::Qualifiers added) {
    if (added == ir::Qualifiers{} || type->is_function())
        return type;
    if (type->is_array()) {
        TypeRef element = qualified(type->inner, added);
        return type->vla_length != nullptr ? unit_.types.vla_of(element, type->vla_length)
                                           : unit_.types.array_of(element, type->length);
    }
    ir::Qualifiers all = type->quals;
    all.is_const |= added.is_const;
    all.is_volatile |= added.is_volatile;
    all.is_restrict |= added.is_restrict;
    all.is_atomic |= added.is_atomic;
    return unit_.types.qualified(type, all);
}

// `struct S` alone: the visible one, or a new one here. With a body or as `struct S;` only this scope's counts.
TypeRef Builder::tag_reference(antlr4::Token* name, TypeKind kind, bool here, ir::TagDecl*& tag) {
    tag = nullptr;
    std::string_view spelling = name != nullptr ? text(name) : std::string_view{};
    if (name != nullptr)
        tag = here ? scopes_.find_tag_here(spelling) : scopes_.find_tag(spelling);
    if (tag != nullptr && tag->kind != kind) {
        error(name, fmt::format("'{}' is declared as a different kind of tag", spelling));
        tag = nullptr;
    }
    if (tag == nullptr) {
        tag = unit_.types.new_tag();
        tag->kind = kind;
        tag->name = std::string(spelling);
        tag->file_scope = scopes_.at_file_scope();
        if (name != nullptr) {
            tag->range = range(name);
            scopes_.declare_tag(spelling, tag);
        }
        name_copy(*tag);
    }
    return unit_.types.tagged(tag);
}

// What only a function's body, or nobody, can name. (Tags of a prototype's scope are no types that anything has.)
void Builder::name_copy(ir::TagDecl& tag) {
    const bool local = state_.function != nullptr && !tag.file_scope;
    if (tag.kind == TypeKind::Enum || !(local || (tag.file_scope && tag.name.empty())))
        return;
    const std::string wanted = fmt::format("hydra_type{}{}{}{}", local ? "_" : "", local ? state_.function->name : "",
                                           tag.name.empty() ? "" : "_", tag.name);
    tag.outside = wanted;
    for (int number = 2; !copy_names_.insert(tag.outside).second; ++number)
        tag.outside = fmt::format("{}_{}", wanted, number);
}

TypeRef Builder::record(P::RecordSpecifierContext* context, const Attributes& trailing, const ir::TagDecl*& declared) {
    antlr4::Token* name = context->name() != nullptr ? context->name()->getStart() : nullptr;
    auto* body = context->recordBody();
    ir::TagDecl* tag = nullptr;
    TypeRef type =
        tag_reference(name, context->STRUCT() != nullptr ? TypeKind::Struct : TypeKind::Union, body != nullptr, tag);
    declared = tag;
    if (!tag->file_scope && name != nullptr)
        note_use(range(context), tag->range);
    if (body == nullptr)
        return type;
    if (tag->complete) {
        error(name, fmt::format("redefinition of '{}'", quoted(type)));
        return type;
    }
    Attributes attributes = trailing;
    for (auto* one : context->attribute())
        attribute(one, attributes);
    tag->range = name != nullptr ? range(name) : range(context->getStart());
    tag->body = range(body->getStart());
    LayoutOptions layout;
    layout.packed = attributes.packed;
    layout.cap = tokens_.packing().at(body->getStart()->getStartIndex());
    if (layout.cap != tokens_.packing().at(body->getStop()->getStartIndex()))
        error(body->getStop(),
              "not in this version: '#pragma pack' inside of a structure; move it before or behind it");
    layout.align = attributes.align;
    for (auto* one : body->memberDeclaration())
        members(one, *tag, layout);
    lay_out(*tag, layout);
    return type;
}

void Builder::members(P::MemberDeclarationContext* context, ir::TagDecl& tag, LayoutOptions& layout) {
    if (context->memberDeclaration() != nullptr)
        return members(context->memberDeclaration(), tag, layout);
    if (context->staticAssert() != nullptr)
        return static_assertion(context->staticAssert());
    if (context->typePart() == nullptr)
        return;
    Specifiers base = specifiers(context->modifier(), context->typePart());
    auto add = [&](antlr4::Token* name, TypeRef type, std::optional<int> width, const Attributes& own) {
        ir::Field field;
        field.name = name != nullptr ? std::string(text(name)) : std::string();
        field.type = type;
        field.bit_width = width;
        if (name != nullptr)
            for (const auto& other : tag.fields)
                if (other.name == field.name)
                    error(name, fmt::format("duplicate member '{}'", field.name));
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
        retire(member.params);
        Attributes own = member.attributes;
        for (auto* extra : one->attribute())
            attribute(extra, own);
        member.type = with_attributes(member.type, own);
        std::optional<int> width;
        if (one->assignment() != nullptr) {
            std::int64_t bits = constant(one->assignment()).value_or(1);
            std::int64_t most = ir::size_of(member.type).value_or(8) * 8;
            if (bits < 0 || bits > most)
                error(one->assignment(),
                      bits < 0 ? "negative width of a bit-field" : "the bit-field is wider than its type");
            width = static_cast<int>(std::clamp<std::int64_t>(bits, 0, most));
            if (!member.type->is_integer() && member.type->kind != TypeKind::Error)
                error(one, fmt::format("a bit-field cannot have type '{}'", quoted(member.type)));
        }
        if (holds_directly(member.type, &tag) || (member.type->is_record() && !member.type->tag->complete)) {
            error(member.name, fmt::format("field '{}' has incomplete type", text(member.name)));
            member.type = basic(TypeKind::Error);
        } else if (member.type->is_function()) {
            error(member.name, fmt::format("field '{}' declared as a function", text(member.name)));
            member.type = basic(TypeKind::Error);
        } else if (member.type->is_vla()) {
            error(member.name, fmt::format("not in this version: field '{}', whose length is known at run time only; "
                                           "allocate the array, and let the structure hold a pointer to it",
                                           text(member.name)));
            member.type = basic(TypeKind::Error);
        } else if (member.type->kind == TypeKind::Void) {
            error(member.name, fmt::format("field '{}' declared void", text(member.name)));
            member.type = basic(TypeKind::Error);
        }
        add(member.name, member.type, width, own);
    }
}

TypeRef Builder::enumeration(P::EnumSpecifierContext* context, const Attributes& trailing,
                             const ir::TagDecl*& declared) {
    antlr4::Token* name = context->name() != nullptr ? context->name()->getStart() : nullptr;
    auto* body = context->enumBody();
    ir::TagDecl* tag = nullptr;
    TypeRef type = tag_reference(name, TypeKind::Enum, body != nullptr, tag);
    declared = tag;
    if (!tag->file_scope && name != nullptr)
        note_use(range(context), tag->range);
    if (body == nullptr)
        return type;
    if (tag->complete) {
        error(name, fmt::format("redefinition of '{}'", quoted(type)));
        return type;
    }
    Attributes attributes = trailing;
    for (auto* one : context->attribute())
        attribute(one, attributes);
    std::int64_t next = 0, least = 0, most = 0;
    for (auto* one : body->enumerator()) {
        antlr4::Token* id = one->name()->getStart();
        std::int64_t value = next;
        if (one->assignment() != nullptr) {
            auto given = constant(one->assignment());
            if (!given)
                error(one->assignment(), fmt::format("enumerator value for '{}' is not an integer constant", text(id)));
            value = given.value_or(next);
        }
        bool wide = value < INT32_MIN || value > INT32_MAX;
        if (!std::holds_alternative<std::monostate>(scopes_.find_here(text(id))))
            clash(id, "enumerator");
        unit_.enum_constants.push_back({std::string(text(id)),
                                        basic(!wide                             ? TypeKind::Int
                                              : value < 0 || value > UINT32_MAX ? TypeKind::Long
                                                                                : TypeKind::UInt),
                                        value, range(id), scopes_.at_file_scope()});
        scopes_.declare(text(id), &unit_.enum_constants.back());
        least = std::min(least, value);
        most = std::max(most, value);
        next = value == INT64_MAX ? value : value + 1;
    }
    bool is_signed = least < 0;
    tag->is_signed = is_signed;
    if (is_signed)
        conversions_.set_signed_enum(tag);
    auto fits = [&](int bits) {
        return is_signed ? least >= -(1LL << (bits - 1)) && most < (1LL << (bits - 1)) : most < (1LL << bits);
    };
    tag->size = attributes.packed && fits(8) ? 1 : attributes.packed && fits(16) ? 2 : fits(32) ? 4 : 8;
    tag->align = tag->size;
    tag->complete = true;
    return type;
}

} // namespace hydra::frontend

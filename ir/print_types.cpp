// Types as C text: specifiers and declarators, from the name outwards. What has no name where the text will stand gets
// that of its copy; the copies' definitions are written here, too, with the layout that the original has.
#include <algorithm>

#include <fmt/format.h>

#include "ir/print_hooks.h"

namespace hydra::ir {

namespace {

const char* basic_name(TypeKind kind) {
    switch (kind) {
    case TypeKind::Void:
        return "void";
    case TypeKind::Bool:
        return "_Bool";
    case TypeKind::Char:
        return "char";
    case TypeKind::SChar:
        return "signed char";
    case TypeKind::UChar:
        return "unsigned char";
    case TypeKind::Short:
        return "short";
    case TypeKind::UShort:
        return "unsigned short";
    case TypeKind::Int:
        return "int";
    case TypeKind::UInt:
        return "unsigned int";
    case TypeKind::Long:
        return "long";
    case TypeKind::ULong:
        return "unsigned long";
    case TypeKind::LLong:
        return "long long";
    case TypeKind::ULLong:
        return "unsigned long long";
    case TypeKind::Int128:
        return "__int128";
    case TypeKind::UInt128:
        return "unsigned __int128";
    case TypeKind::Float:
        return "float";
    case TypeKind::Double:
        return "double";
    case TypeKind::LongDouble:
        return "long double";
    case TypeKind::Float128:
        return "_Float128";
    case TypeKind::ComplexFloat:
        return "float _Complex";
    case TypeKind::ComplexDouble:
        return "double _Complex";
    case TypeKind::ComplexLongDouble:
        return "long double _Complex";
    case TypeKind::VaList:
        return "__builtin_va_list";
    default:
        return "int";
    }
}

std::string qualifiers(const Qualifiers& quals, const PrintHooks& hooks) {
    std::string text;
    text += quals.is_const ? "const " : "";
    text += quals.is_volatile ? "volatile " : "";
    text += quals.is_restrict && hooks.keeps_restrict ? "restrict " : "";
    text += quals.is_atomic ? "_Atomic " : "";
    return text;
}

const char* keyword(const TagDecl& tag) {
    return tag.kind == TypeKind::Struct ? "struct" : tag.kind == TypeKind::Union ? "union" : "enum";
}

std::string field_text(const Field& field, const PrintHooks& hooks);

// "struct name { int a; }", with attributes where the members would lie otherwise.
std::string record_text(const TagDecl& tag, const std::string& name, std::string attributes, const PrintHooks& hooks) {
    std::string fields;
    std::int64_t end = 0, widest = 1; // as if no field asked for more alignment than its type's
    for (const auto& field : tag.fields) {
        const auto own = tag.packed ? 1 : align_of(field.type).value_or(1);
        const bool in_order = tag.kind == TypeKind::Union || (end + own - 1) / own * own == field.offset;
        const bool plain = field.bit_width || in_order;
        const auto lowest = std::min(field.offset & -field.offset, tag.align);
        fields += field_text(field, hooks);
        const char* lowers = field.offset % own != 0 ? "packed, " : "";
        fields += field.bit_width ? fmt::format(" : {}", *field.bit_width)
                  : plain         ? ""
                                  : fmt::format(" __attribute__(({}aligned({})))", lowers, lowest);
        fields += "; ";
        end = field.bit_width ? field.offset : field.offset + size_of(field.type).value_or(0);
        widest = std::max(widest, plain ? own : lowest);
    }
    const auto add = [&attributes](const std::string& one) { attributes += (attributes.empty() ? "" : ", ") + one; };
    if (tag.packed)
        add("packed");
    if (tag.align > widest)
        add(fmt::format("aligned({})", tag.align));
    return fmt::format("{}{}{} {{ {}}}", keyword(tag),
                       attributes.empty() ? "" : fmt::format(" __attribute__(({}))", attributes),
                       name.empty() ? "" : " " + name, fields);
}

std::string field_text(const Field& field, const PrintHooks& hooks) {
    const bool anonymous = field.name.empty() && field.type->is_record();
    return anonymous && !hooks.tag ? record_text(*field.type->tag, "", "", hooks)
                                   : declare(field.type, field.name, hooks);
}

std::string tag_text(const TagDecl& tag, const PrintHooks& hooks) {
    if (hooks.tag)
        return hooks.tag(tag);
    if (has_copy(tag))
        return fmt::format("{} {}", keyword(tag), tag.outside);
    if (tag.kind == TypeKind::Enum && (tag.name.empty() || !tag.file_scope)) {
        // Its constants are declared elsewhere.
        return std::string(tag.is_signed ? "signed " : "unsigned ") + (tag.size == 1   ? "char"
                                                                       : tag.size == 2 ? "short"
                                                                       : tag.size > 4  ? "long"
                                                                                       : "int");
    }
    if (!tag.name.empty())
        return fmt::format("{} {}", keyword(tag), tag.name);
    return tag.alias.empty() ? record_text(tag, "", "", hooks) : tag.alias; // written out again, it is another type
}

std::string parameters(const Type& type, const PrintHooks& hooks) {
    if (type.params.empty())
        return type.unprototyped ? "" : "void";
    std::string text;
    for (const auto* param : type.params)
        text += (text.empty() ? "" : ", ") + declare(param, "", hooks);
    return text + (type.variadic ? ", ..." : "");
}

} // namespace

Declaration split_declaration(TypeRef type, std::string inner, const PrintHooks& hooks) {
    switch (type->kind) {
    case TypeKind::Pointer: {
        auto quals = qualifiers(type->quals, hooks);
        if (inner.empty() && !quals.empty())
            quals.pop_back();
        inner = "*" + quals + inner;
        const bool wrapped = type->inner->is_array() || type->inner->is_function();
        return split_declaration(type->inner, wrapped ? "(" + inner + ")" : inner, hooks);
    }
    case TypeKind::Array: {
        const auto length = type->vla_length != nullptr ? print_c(*type->vla_length, hooks)
                            : type->length >= 0         ? std::to_string(type->length)
                                                        : "";
        return split_declaration(type->inner, inner + "[" + length + "]", hooks);
    }
    case TypeKind::Function:
        return split_declaration(type->inner, inner + "(" + parameters(*type, hooks) + ")", hooks);
    case TypeKind::Vector: {
        const auto bytes = size_of(type).value_or(0);
        return split_declaration(type->inner, fmt::format("__attribute__((vector_size({}))) {}", bytes, inner), hooks);
    }
    case TypeKind::Struct:
    case TypeKind::Union:
    case TypeKind::Enum:
        return {qualifiers(type->quals, hooks) + tag_text(*type->tag, hooks), std::move(inner)};
    default:
        return {qualifiers(type->quals, hooks) + (hooks.basic ? hooks.basic(type->kind) : basic_name(type->kind)),
                std::move(inner)};
    }
}

std::string alignment_text(const VarDecl& variable) {
    return is_overaligned(variable) ? fmt::format(" __attribute__((aligned({})))", variable.align) : "";
}

std::string declare(TypeRef type, const std::string& name) { return declare(type, name, PrintHooks{}); }

std::string declare(TypeRef type, const std::string& name, const PrintHooks& hooks) {
    const auto parts = split_declaration(type, name, hooks);
    return parts.declarator.empty() ? parts.specifiers : parts.specifiers + " " + parts.declarator;
}

std::string define_copy(const TagDecl& tag) {
    return tag.borrowed && !tag.name.empty() ? record_text(tag, tag.name, "", PrintHooks{})
                                             : record_text(tag, tag.outside, "may_alias", PrintHooks{});
}

} // namespace hydra::ir

// The copies' names are looked for in the generated text. A copy is defined behind those that its members hold; others
// that its members point at are announced before, and defined behind it.
#include "codegen/text/type_copies.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "codegen/text/text.h"
#include "ir/print_hooks.h"

namespace hydra::codegen {

namespace {

// What it is called in generated code.
const std::string& name_of(const ir::TagDecl& tag) { return ir::has_copy(tag) ? tag.outside : tag.name; }

bool is_defined_again(const ir::TagDecl& tag) { return tag.borrowed || ir::has_copy(tag); }

const char* keyword(const ir::TagDecl& tag) { return tag.kind == ir::TypeKind::Union ? "union" : "struct"; }

// The copied types that a definition names. held: whether they have to be complete there.
template <class F> void for_each_member_type(const ir::TagDecl& tag, const F& f) {
    for (const auto& field : tag.fields) {
        bool held = true;
        auto type = field.type;
        for (; type->is_pointer() || type->is_array(); type = type->inner)
            held = held && !type->is_pointer();
        std::vector<ir::TypeRef> types{type};
        if (type->is_function()) {
            held = false;
            types = type->params;
            types.push_back(type->inner);
        }
        for (const auto* one : types) {
            while (one->is_pointer() || one->is_array())
                one = one->inner;
            if (!one->is_record())
                continue;
            if (field.name.empty() && held) // its members are the struct's
                for_each_member_type(*one->tag, f);
            else if (is_defined_again(*one->tag))
                f(*one->tag, held);
        }
    }
}

// For the native compiler to confirm.
std::string layout_check(const ir::TagDecl& tag) {
    const auto type = fmt::format("{} {}", keyword(tag), name_of(tag));
    auto text = fmt::format("__extension__ _Static_assert(sizeof({}) == {}", type, tag.size);
    for (const auto& field : tag.fields)
        if (!field.name.empty() && !field.bit_width)
            text += fmt::format(" && __builtin_offsetof({}, {}) == {}", type, field.name, field.offset);
    return text + fmt::format(", \"something about the layout of {} '{}' is not in this version\");\n", keyword(tag),
                              tag.name);
}

} // namespace

bool TypeCopies::name_in_place(const ir::TagDecl& tag) {
    // What has no declarator (`struct { int lo, hi; };` as a member) would declare nothing if it had a tag.
    const auto without_declarator = [&tag](const ir::TagDecl& other) {
        return std::any_of(other.fields.begin(), other.fields.end(),
                           [&](const ir::Field& field) { return field.name.empty() && field.type->tag == &tag; });
    };
    const auto& tags = unit_.types.tags();
    if (!tag.file_scope || !tag.name.empty() || !tag.body.verbatim || tag.body.file != unit_.file ||
        std::any_of(tags.begin(), tags.end(), without_declarator))
        return false;
    in_place_.insert(&tag);
    return true;
}

void TypeCopies::name(const ir::TagDecl& tag, std::string& text) {
    if (name_in_place(tag))
        return;
    if (named_.insert(&tag).second) {
        text += fmt::format("{}{} {};\n", keyword(tag), ir::has_copy(tag) ? " __attribute__((may_alias))" : "",
                            name_of(tag));
    }
}

void TypeCopies::define(const ir::TagDecl& tag, std::string& text) {
    if (!tag.complete || name_in_place(tag) || !defined_.insert(&tag).second)
        return;
    std::vector<const ir::TagDecl*> behind;
    for_each_member_type(tag, [&](const ir::TagDecl& member, bool held) {
        if (held) {
            define(member, text);
        } else {
            name(member, text);
            behind.push_back(&member);
        }
    });
    named_.insert(&tag);
    text += ir::define_copy(tag) + ";\n" + layout_check(tag);
    for (const auto* member : behind)
        define(*member, text);
}

std::string TypeCopies::needed_by(const std::string& text) {
    std::string definitions;
    for (const auto& tag : unit_.types.tags()) {
        // Members of borrowed ones are named, and not they themselves.
        if (ir::has_copy(tag) ? mentions(text, tag.outside) : tag.borrowed) {
            if (!tag.complete)
                name(tag, definitions);
            define(tag, definitions);
        }
    }
    return definitions.empty()
               ? definitions
               : "/* Types that have no name or no members here, for the loops below. */\n" + definitions + "\n";
}

} // namespace hydra::codegen

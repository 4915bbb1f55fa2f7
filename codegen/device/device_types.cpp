// A struct is defined when it is first named; what its members need is defined before it. The layout is computed as the
// device's compiler will, and a struct that lies otherwise on the host is refused.
#include "codegen/device/device_types.h"

#include <algorithm>

#include <fmt/format.h>

#include "codegen/device/initialisers.h"

namespace hydra::codegen {

namespace {

const char* missing_type(ir::TypeKind kind) {
    using enum ir::TypeKind;
    switch (kind) {
    case LongDouble:
        return "long double";
    case Float128:
        return "_Float128";
    case Int128:
    case UInt128:
        return "__int128";
    case ComplexFloat:
    case ComplexDouble:
    case ComplexLongDouble:
        return "a complex type";
    case VaList:
        return "va_list";
    case Vector:
        return "a vector type";
    default:
        return nullptr;
    }
}

ir::TypeRef scalar_of(ir::TypeRef type) {
    while (type->is_array())
        type = type->inner;
    return type;
}

} // namespace

ir::TypeRef element_below_lengths(ir::TypeRef type) {
    while (type->is_vla())
        type = type->inner;
    return type;
}

void DeviceTypes::check(ir::TypeRef type, const support::SourceRange& at, const std::string& what) {
    int pointers = 0;
    for (; type->is_pointer() || type->is_array(); type = type->inner) {
        if (type->is_array() && scalar_of(type)->is_pointer())
            throw HostOnly{at, what + " holds pointers, and a device has memory of its own"};
        if (type->is_pointer() && ++pointers > 1) {
            if (follows_)
                return check(type, at, what); // what it leads to at last
            throw HostOnly{at, what + " points at pointers, and a device has memory of its own"};
        }
    }
    if (const char* name = missing_type(type->kind))
        throw HostOnly{at, fmt::format("{} has type {}, which devices do not have", what, name)};
    if (type->quals.is_atomic)
        throw HostOnly{at, what + " is atomic"};
    if (type->is_function() && pointers > 0)
        throw HostOnly{at, what + " points at a function"};
    if (type->is_record() && type->tag->complete)
        check_layout(*type->tag, at);
    uses_double_ = uses_double_ || type->kind == ir::TypeKind::Double;
}

void DeviceTypes::check_layout(const ir::TagDecl& tag, const support::SourceRange& at) {
    if (checked_.contains(&tag))
        return;
    const auto name = tag.name.empty() ? tag.alias : tag.name;
    const auto what = fmt::format("'{}'", name.empty() ? "a struct without a name" : name);
    std::int64_t end = 0;
    std::int64_t align = 1;
    bool same = !tag.packed;
    for (const auto& field : tag.fields) {
        if (field.bit_width)
            throw HostOnly{at, what + " has bit-fields"};
        const auto size = ir::size_of(field.type);
        const auto own = ir::align_of(field.type);
        if (!size || !own)
            throw HostOnly{at, what + " ends in an array without a length"};
        if (!scalar_of(field.type)->is_pointer())
            check(field.type, at, fmt::format("member '{}' of {}", field.name, what));
        const auto offset = tag.kind == ir::TypeKind::Union ? 0 : (end + *own - 1) / *own * *own;
        same = same && offset == field.offset;
        end = std::max(end, offset + *size);
        align = std::max(align, *own);
    }
    if (!same || (end + align - 1) / align * align != tag.size || tag.fields.empty())
        throw HostOnly{at, what + " is laid out in a way of its own"};
    checked_.insert(&tag);
}

ir::TypeRef DeviceTypes::lowered(ir::TypeRef type) {
    if (type->is_pointer() && scalar_of(type->inner)->is_pointer() && !type->inner->is_vla()) {
        std::vector<std::int64_t> lengths;
        for (auto inner = type->inner; inner->is_array(); inner = inner->inner)
            lengths.push_back(inner->length);
        auto addresses = table_.basic(ir::TypeKind::ULong);
        for (auto length = lengths.rbegin(); length != lengths.rend(); ++length)
            addresses = table_.array_of(addresses, *length);
        return table_.pointer_to(addresses);
    }
    return type->is_pointer() && type->inner->is_vla() ? table_.pointer_to(element_below_lengths(type->inner)) : type;
}

std::string DeviceTypes::declare(ir::TypeRef type, const std::string& name, std::string_view space) {
    return std::string(space) + ir::declare(lowered(type), name, hooks());
}

ir::PrintHooks DeviceTypes::hooks() {
    ir::PrintHooks hooks;
    hooks.basic = [this](ir::TypeKind kind) {
        uses_double_ = uses_double_ || kind == ir::TypeKind::Double;
        return basic_name(dialect_, kind);
    };
    hooks.tag = [this](const ir::TagDecl& tag) { return tag_name(tag); };
    hooks.type = [this](ir::TypeRef type) { return lowered(type); };
    hooks.member = [this](const std::string& name) { return usable_name(dialect_, name); };
    hooks.keeps_restrict = false;
    return hooks;
}

std::string DeviceTypes::member_type(const ir::Field& field) {
    if (field.name.empty() && field.type->is_record()) { // its members are the record's
        std::string text = field.type->kind == ir::TypeKind::Union ? "union {" : "struct {";
        for (const auto& inner : field.type->tag->fields)
            text += " " + member_type(inner) + ";";
        return text + " }";
    }
    const auto name = usable_name(dialect_, field.name);
    auto type = field.type;
    std::string lengths;
    while (type->is_array()) {
        lengths += fmt::format("[{}]", type->length);
        type = type->inner;
    }
    // An address of the host's, which nobody follows here.
    return type->is_pointer() ? fmt::format("{} {}{}", basic_name(dialect_, ir::TypeKind::ULong), name, lengths)
                              : ir::declare(field.type, name, hooks());
}

std::string DeviceTypes::tag_name(const ir::TagDecl& tag) {
    if (tag.kind == ir::TypeKind::Enum) {
        using enum ir::TypeKind;
        const auto one = [&](ir::TypeKind with_sign, ir::TypeKind without) {
            return basic_name(dialect_, tag.is_signed ? with_sign : without);
        };
        return tag.size == 1   ? one(SChar, UChar)
               : tag.size == 2 ? one(Short, UShort)
               : tag.size > 4  ? one(Long, ULong)
                               : one(Int, UInt);
    }
    if (const auto known = names_.find(&tag); known != names_.end())
        return known->second;
    const std::string word = tag.kind == ir::TypeKind::Union ? "union" : "struct";
    const auto wanted = usable_name(dialect_, !tag.name.empty() ? tag.name : !tag.alias.empty() ? tag.alias : "record");
    std::string members;
    if (!tag.complete)
        return names_[&tag] = word + " " + wanted;
    for (const auto& field : tag.fields)
        members += "    " + member_type(field) + ";\n";
    // One struct that several files declare is one here; others of its name get numbers.
    std::string name = wanted;
    for (int number = 2; texts_.contains(name) && texts_.at(name) != word + members; ++number)
        name = fmt::format("{}_{}", wanted, number);
    if (!texts_.contains(name)) {
        texts_[name] = word + members;
        definitions_.push_back(fmt::format("{} {} {{\n{}}};\n", word, name, members));
    }
    return names_[&tag] = word + " " + name;
}

ir::TypeRef DeviceTypes::array_in_struct(ir::TypeRef array) {
    auto& tag = *table_.new_tag();
    tag.kind = ir::TypeKind::Struct;
    tag.name = "values";
    tag.complete = true;
    tag.size = ir::size_of(array).value_or(0);
    tag.align = ir::align_of(array).value_or(1);
    auto element = array;
    std::vector<std::int64_t> lengths;
    for (; element->is_array(); element = element->inner)
        lengths.push_back(element->length);
    auto member = element->unqualified != nullptr ? element->unqualified : element; // it may be filled
    for (auto length = lengths.rbegin(); length != lengths.rend(); ++length)
        member = table_.array_of(member, *length);
    tag.fields.push_back({"v", member, 0, std::nullopt});
    return table_.tagged(&tag);
}

std::string DeviceTypes::table(const ir::VarDecl& array, const std::string& wanted) {
    if (const auto known = tables_.find(&array); known != tables_.end())
        return known->second;
    auto printing = hooks();
    printing.expression = [this, &printing](const ir::Expr& expr) -> std::optional<std::string> {
        if (const auto* number = expr.as<ir::IntLit>(); number != nullptr && !number->spelling.empty())
            return number_text(dialect_, number->spelling);
        const auto* cast = expr.as<ir::Cast>();
        if (cast != nullptr && cast->to->kind == ir::TypeKind::Bool && dialect_.is_opencl())
            return fmt::format("(({}) != 0)", ir::print_c(*cast->operand, printing)); // there it is a byte like others
        const auto* name = expr.as<ir::DeclRef>();
        const auto value = name != nullptr ? ir::constant_value(expr) : std::nullopt;
        return value ? std::optional(fmt::format("{}", *value)) : std::nullopt;
    };
    const InitialiserTexts texts{
        .value =
            [&printing](const ir::Expr& value, ir::TypeRef type) {
                const bool converts =
                    type->is_arithmetic() && ir::strip(&value)->type->unqualified != type->unqualified;
                const auto text = ir::print_c(value, printing);
                return converts ? fmt::format("(({})({}))", ir::declare(type->unqualified, "", printing), text) : text;
            },
        .member = [this](const std::string& member) { return usable_name(dialect_, member); },
        .nothing = dialect_.is_opencl() ? "{0}" : "{}"};
    const auto init = initialiser_text(*array.init, array.type, texts);
    std::string name = wanted;
    for (int number = 2; texts_.contains(name); ++number)
        name = fmt::format("{}_{}", wanted, number);
    auto element = array.type;
    std::string lengths;
    for (; element->is_array(); element = element->inner)
        lengths += fmt::format("[{}]", element->length);
    element = element->unqualified != nullptr ? element->unqualified : element;
    texts_[name] = "table";
    definitions_.push_back(
        fmt::format("{}{}{} = {};\n", dialect_.constant, ir::declare(element, name, hooks()), lengths, init));
    return tables_[&array] = name;
}

void DeviceTypes::reset(const Mark& mark) {
    definitions_.resize(mark.definitions);
    names_ = mark.names;
    texts_ = mark.texts;
    tables_ = mark.tables;
    uses_double_ = mark.uses_double;
}

} // namespace hydra::codegen

// See type_layout.h.
#include "codegen/host/type_layout.h"
#include "codegen/text/walk.h"
#include "codegen/worth.h"

#include <algorithm>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace hydra::codegen {

namespace {

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
    } else if (type->kind == ir::TypeKind::ComplexLongDouble) {
        fill(std::min(size / 2, long_double_bytes));
        offset += size / 2;
        fill(std::min(size / 2, long_double_bytes));
    } else {
        fill(size);
    }
}

std::string padding(const ir::Slot& slot) {
    if (slot.element == nullptr || slot.elem > worth::most_padded_bytes || ir::size_of(slot.element) != slot.elem)
        return "0";
    std::string bytes(static_cast<std::size_t>(slot.elem), '-');
    mark(slot.element, 0, bytes);
    return bytes.find('-') == std::string::npos ? "0" : "\"" + bytes + "\"";
}

struct Member {
    std::string name;
    std::int64_t offset, bytes, count;
    const char* type;
};

// False where there are too many.
bool list_members(ir::TypeRef type, const std::string& name, std::int64_t offset, std::vector<Member>& found) {
    const std::int64_t size = ir::size_of(type).value_or(0);
    const bool array = type->is_array() && type->length > 0;
    if (array && (type->inner->is_array() || type->inner->kind == ir::TypeKind::Struct)) {
        for (std::int64_t i = 0; i < type->length; ++i)
            if (!list_members(type->inner, fmt::format("{}[{}]", name, i), offset + i * (size / type->length), found))
                return false;
    } else if (array) {
        found.push_back({name, offset, size / type->length, type->length, scalar_type(type->inner)});
    } else if (type->kind == ir::TypeKind::Struct && type->tag != nullptr) {
        for (const ir::Field& field : type->tag->fields) {
            const std::string member = field.name.empty() ? name : name + "." + field.name;
            if (field.bit_width)
                found.push_back({member, offset + field.offset, ir::size_of(field.type).value_or(0), 0, nullptr});
            else if (!list_members(field.type, member, offset + field.offset, found))
                return false;
        }
    } else if (size > 0) {
        found.push_back({name, offset, size, 0, scalar_type(type)});
    }
    return found.size() <= worth::most_members;
}

std::string type_of(const char* type) { return type != nullptr ? fmt::format("1 + {}", type) : "0"; }

constexpr std::string_view table_begins = "(const hydra_rt_member[]){", table_ends = "{0, 0, 0, 0, 0}}";

// The members, the size and the rows of hydra_rt_look.
std::string members(const ir::Slot& slot) {
    const char* none = "0, 0, 0";
    std::vector<std::int64_t> rows;
    const ir::VarDecl* variable = slot.tables.empty() ? slot.variable : nullptr;
    const bool leads =
        variable != nullptr && slot.is_variable() && (variable->type->is_array() || variable->type->is_pointer());
    ir::TypeRef type = leads ? variable->type->inner : nullptr;
    for (; type != nullptr && type->is_array(); type = type->inner)
        rows.push_back(type->length);
    const bool sized = std::all_of(rows.begin(), rows.end(), [](std::int64_t length) { return length > 0; });
    const std::string lengths = rows.empty() ? "0" : fmt::format("(const long[]){{{}, 0}}", fmt::join(rows, ", "));
    if (sized && type != nullptr && scalar_type(type) != nullptr && ir::size_of(type) == slot.elem)
        return "0, 0, " + lengths;
    std::vector<Member> found;
    if (type == nullptr || type->kind != ir::TypeKind::Struct || ir::size_of(type).value_or(0) <= 0 || !sized ||
        !list_members(type, "", 0, found) || found.empty())
        return none;
    std::string text(table_begins);
    for (const Member& member : found)
        text += fmt::format("{{\"{}\", {}, {}, {}, {}}}, ", member.name, member.offset, member.bytes, member.count,
                            type_of(member.type));
    return text + fmt::format("{}, {}, {}", table_ends, *ir::size_of(type), lengths);
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

std::string layout_rows(const std::vector<ir::Slot>& slots) {
    std::vector<std::string> rows;
    for (const ir::Slot& slot : slots) {
        const bool sized = slot.element != nullptr && ir::size_of(slot.element) == slot.elem;
        const char* type = sized ? scalar_type(slot.element) : nullptr;
        rows.push_back(fmt::format("{{{}, {}, {}, {}}}", type_of(type), slot.subscripts, padding(slot), members(slot)));
    }
    return fmt::format("{}", fmt::join(rows, ", "));
}

std::string MemberTables::shared(const Context& context, const ir::FunctionDecl& function,
                                 const std::string& descriptor) {
    std::map<std::string, std::string>& known = names_[function.whole.file];
    std::string tables, text;
    std::size_t done = 0;
    for (std::size_t at = 0; (at = descriptor.find(table_begins, at)) != std::string::npos;) {
        const std::size_t end = descriptor.find(table_ends, at) + table_ends.size();
        const std::string table = descriptor.substr(at, end - at);
        const auto [name, is_new] = known.try_emplace(table);
        if (is_new) {
            name->second = context.name(fmt::format("members_{}_{}", function.name, known.size()));
            tables += fmt::format("static const hydra_rt_member {}[] = {};\n", name->second,
                                  table.substr(table_begins.size() - 1));
        }
        text += descriptor.substr(done, at - done) + name->second;
        done = at = end;
    }
    return tables + text + descriptor.substr(done);
}

std::string layout_checks(const ir::TranslationUnit& unit) {
    std::set<const ir::TagDecl*> seen;
    std::string text;
    const auto check = [&](ir::TypeRef type) {
        while (type != nullptr && (type->is_pointer() || type->is_array()))
            type = type->inner;
        const auto* tag = type != nullptr && type->is_record() ? type->tag : nullptr;
        const bool named = tag != nullptr && (!tag->name.empty() || !tag->alias.empty());
        if (!named || !tag->complete || !tag->file_scope || !tag->range.valid() || !seen.insert(tag).second)
            return;
        const char* keyword = tag->kind == ir::TypeKind::Struct ? "struct " : "union ";
        const auto name = tag->name.empty() ? tag->alias : keyword + tag->name;
        text += fmt::format("__extension__ _Static_assert(sizeof({0}) == {1}, \"hydracc takes {0} to have {1} bytes: "
                            "something about its layout is not in this version\");\n",
                            name, tag->size);
    };
    for (const auto& function : unit.functions)
        if (function.body && function.in_user_file)
            walk(*function.body, {}, [&](const ir::Expr& expr, const ir::Expr*) { check(expr.type); });
    return text;
}

} // namespace hydra::codegen

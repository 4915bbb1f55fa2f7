// Of an array of records the last subscript counts units of the accessed size in a record, and the name is found from
// that place. Others keep the user's text, with numbers in each outermost pair of brackets.
#include "passes/dependence/element_name.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace hydra::passes {

namespace {

// The text of an access to elements of `array`, with these numbers in its subscripts. Empty: it is written another way,
// or with fewer or more subscripts.
std::string numbered(std::string_view text, std::string_view array, const std::vector<std::int64_t>& subscripts) {
    if (!text.starts_with(array) || text.substr(array.size(), 1) != "[")
        return "";
    std::string name(array);
    std::size_t count = 0;
    int open = 0;
    for (const char c : text.substr(array.size())) {
        open -= c == ']' ? 1 : 0;
        if (open == 0 && c == '[') {
            if (count == subscripts.size())
                return "";
            name += fmt::format("[{}", subscripts[count++]);
        } else if (open == 0) {
            name += c;
        }
        open += c == '[' ? 1 : 0;
    }
    return count == subscripts.size() ? name : "";
}

// What lies at `offset` (bytes) in a record, if it is a scalar of `size` bytes: .v[2]. Empty: it is none, or there are
// several names.
std::string member_name(ir::TypeRef record, std::int64_t offset, std::int64_t size) {
    std::string name;
    for (ir::TypeRef type = record; offset >= 0;) {
        const std::int64_t bytes = ir::size_of(type).value_or(0);
        if (type->is_array() && type->length > 0 && bytes > 0) {
            const std::int64_t step = bytes / type->length;
            name += fmt::format("[{}]", offset / step);
            offset %= step;
            type = type->inner;
        } else if (type->kind == ir::TypeKind::Struct && type->tag != nullptr) {
            const auto& fields = type->tag->fields;
            const auto holds = [offset](const ir::Field& field) {
                return !field.bit_width && offset >= field.offset &&
                       offset < field.offset + ir::size_of(field.type).value_or(0);
            };
            const auto found = std::find_if(fields.begin(), fields.end(), holds);
            if (found == fields.end())
                return "";
            name += found->name.empty() ? "" : "." + found->name;
            offset -= found->offset;
            type = found->type;
        } else {
            return offset == 0 && bytes == size ? name : "";
        }
    }
    return "";
}

} // namespace

std::string element_name(const RawAccess& access, const Root& root, std::size_t declared,
                         const std::vector<std::int64_t>& element) {
    ir::TypeRef type = root.pointee;
    while (type != nullptr && type->is_array())
        type = type->inner;
    if (type == nullptr || !type->is_record())
        return numbered(access.text, root.name, element);
    const auto units = access.lengths.empty() ? std::nullopt : access.lengths.back().constant();
    if (element.size() != declared + 1 || !units || *units * access.elem != ir::size_of(type))
        return "";
    const std::string member = member_name(type, element.back() * access.elem, access.elem);
    std::string name = root.name;
    for (std::size_t d = 0; d < declared; ++d)
        name += fmt::format("[{}]", element[d]);
    return member.empty() ? "" : name + member;
}

} // namespace hydra::passes

// An array is the member of a struct, which can be assigned as a whole.
#include "codegen/device/device_literals.h"

#include <algorithm>

#include <fmt/format.h>

namespace hydra::codegen {

namespace {

// Whether assignments leave it as it is.
bool is_fixed(ir::TypeRef record) {
    return std::any_of(
        record->tag->fields.begin(), record->tag->fields.end(),
        [](const ir::Field& field) {
            auto type = field.type;
            while (type->is_array())
                type = type->inner;
            return type->quals.is_const || (type->is_record() && is_fixed(type));
        });
}

} // namespace

std::string DeviceLiterals::text(const ir::Expr& expr, const ir::CompoundLiteral& literal) {
    const auto of = literal.of->unqualified != nullptr ? literal.of->unqualified : literal.of;
    types_.check(of, expr.range, fmt::format("'{}'", ir::print_c(expr)));
    if (of->is_vla() || !ir::size_of(of))
        throw HostOnly{expr.range, "it has an array without a name whose length is known at run time only"};
    if (of->is_record() && is_fixed(of))
        throw HostOnly{expr.range, "it has a struct without a name and with constant members"};
    const auto holder = of->is_array() ? types_.array_in_struct(of) : of;
    const auto name = context_.name(fmt::format("literal{}", declarations_.size()));
    declarations_.push_back(types_.declare(holder, name) + ";");
    auto value = initialiser_(*literal.init, of);
    if (of->is_array())
        value = "{" + value + "}";
    if (holder->is_record() && dialect_.is_opencl() && value.starts_with('{'))
        value = fmt::format("({}){}", types_.declare(holder, ""), value);
    return of->is_array() ? fmt::format("({0} = {1}, {0}.v)", name, value)
                          : fmt::format("(*({0} = {1}, &{0}))", name, value);
}

} // namespace hydra::codegen

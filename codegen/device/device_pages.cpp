// See device_pages.h.
#include "codegen/device/device_pages.h"

#include <algorithm>

#include <fmt/format.h>

#include "codegen/device/device_library.h"

namespace hydra::codegen {

// Nothing is looked for behind the lvalue, or behind what it is a member of: only its address is needed.
void DevicePages::keep(const ir::Expr& lvalue) {
    const auto& expr = *ir::strip(&lvalue);
    kept_.insert(&expr);
    if (const auto* member = expr.as<ir::Member>(); member != nullptr && !member->arrow)
        keep(*member->base);
}

bool DevicePages::is_in_memory(const ir::Expr& expr) const {
    if (expr.type->is_array() || expr.type->is_function())
        return false;
    if (const auto* variable = expr.as<ir::DeclRef>() != nullptr ? ir::named_variable(&expr) : nullptr)
        return !frame_.is_local(*variable) && scope_.variable(*variable, expr.range).kind == Outside::Kind::object;
    const auto* unary = expr.as<ir::Unary>();
    return expr.as<ir::Index>() != nullptr || expr.as<ir::Member>() != nullptr ||
           (unary != nullptr && unary->op == ir::UnaryOp::deref);
}

std::optional<int> DevicePages::slot_of(const ir::Expr& expr) {
    if (!scope_.in_pages() || kept_.contains(&expr))
        return std::nullopt;
    if (const auto* unary = expr.as<ir::Unary>(); unary != nullptr && unary->op == ir::UnaryOp::address_of)
        keep(*unary->operand);
    if (const auto* member = expr.as<ir::Member>(); member != nullptr && !member->arrow)
        keep(*member->base);
    if (!is_in_memory(expr))
        return std::nullopt;
    const auto place = frame_.place(expr);
    const auto& slots = scope_.kernel().touches.slots;
    std::optional<int> slot;
    for (std::size_t index = 0; index < slots.size(); ++index)
        if (place.objects.contains(&slots[index]))
            slot = static_cast<int>(index);
    if (slot && (place.objects.size() > 1 || !expr.type->is_arithmetic()))
        throw HostOnly{expr.range, "it may lie in several pages"};
    if (!slot && place.space == Space::global && place.objects.contains(nullptr))
        throw HostOnly{expr.range, "it is not known in whose pages it lies"};
    return slot;
}

std::string DevicePages::text(const ir::Expr& expr, const std::string& pages, const std::string& plain) {
    const auto global = scope_.dialect().global;
    const auto type = scope_.types().declare(scope_.types().pointer_to(expr.type), "", global);
    return fmt::format("(*({}){}({}, ({}char *)&{}))", type, page_function, pages, global, plain);
}

} // namespace hydra::codegen

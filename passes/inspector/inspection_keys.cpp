// See inspection_keys.h.
#include "passes/inspector/inspection_keys.h"

#include <algorithm>

#include "passes/inspector/slice_scope.h"

namespace hydra::passes {

using ir::Expr;
using ir::HostExpr;
using ir::VarDecl;

InspectionKeys::InspectionKeys(ir::Kernel& kernel, Region& region, const Slicer& slicer)
    : kernel_(kernel), region_(region), slicer_(slicer) {
    visible_ = Summary::declared_in(*kernel.function->body);
    for (const auto& param : kernel.function->params)
        visible_.insert(param.get());
    for (const VarDecl* variable : visible_)
        local_names_.insert(variable->name);
}

void InspectionKeys::add(const VarDecl& variable, const Expr& mention) {
    const ir::TypeRef type = mention.type;
    const HostExpr host = HostExpr::of(mention);
    if (slicer_.slice().mentioned_in_calls.contains(&mention) && local_names_.contains(variable.name)) {
        kernel_.inspection.forgets = true; // its name means something else here
        return;
    }
    const auto& first = kernel_.loop->as<ir::For>()->directive->firstprivate;
    if (type->is_array() && std::find(first.begin(), first.end(), &variable) != first.end())
        kernel_.inspection.forgets = true;
    if (type->is_array() && !variable.has_static_lifetime())
        add_mark(host); // another one in each call
    if (type->is_array() || type->is_function())
        return;
    if (type->is_integer() && mention.as<ir::DeclRef>() != nullptr)
        add_parameter(region_.symbols.parameter(&variable));
    else
        add_value(type, host);
}

void InspectionKeys::add_lengths(const Expr& part) {
    const VarDecl* const variable = part.as<ir::DeclRef>() != nullptr ? ir::named_variable(&part) : nullptr;
    const bool is_outside = variable != nullptr && !slicer_.scope().is_local(variable);
    const auto add_named = [&](const Expr& length) {
        const VarDecl* const other = length.as<ir::DeclRef>() != nullptr ? ir::named_variable(&length) : nullptr;
        // Lengths of a parameter's type say nothing here where slices do not follow its function.
        if (other != nullptr && !slicer_.scope().is_local(other) &&
            (other->has_static_lifetime() || visible_.contains(other)))
            add(*other, length);
    };
    HostExpr rows = HostExpr::of(part);
    for (ir::TypeRef type = part.type; type != nullptr && (type->is_pointer() || type->is_array());
         type = type->inner) {
        if (type->is_array() && type->vla_length != nullptr) {
            if (is_outside)
                add_number(HostExpr::size_of(rows));
            else
                walk(
                    *type->vla_length, add_named, [](const ir::Stmt&) {});
        }
        rows = HostExpr::index(rows, HostExpr::number(0));
    }
}

void InspectionKeys::add_number(const HostExpr& host) {
    add_parameter(region_.symbols.parameter(host, "hydra_v", false, nullptr));
}

void InspectionKeys::add_value(ir::TypeRef type, const HostExpr& host) {
    if (type->kind == ir::TypeKind::Struct && type->tag != nullptr && !ir::holds_array(type)) {
        for (const ir::Field& field : type->tag->fields)
            if (field.name.empty() || field.bit_width)
                kernel_.inspection.forgets = true;
            else
                add_value(field.type, HostExpr::member(host, false, field.name));
    } else if (type->is_pointer()) {
        add_mark(host);
    } else if (type->is_integer()) {
        add_parameter(region_.symbols.parameter(host, "hydra_v", false, type));
    } else if (type->kind == ir::TypeKind::Double || type->kind == ir::TypeKind::Float) {
        const bool wide = type->kind == ir::TypeKind::Double;
        const HostExpr either =
            HostExpr::compound(wide ? "union { double x; long bits; }" : "union { float x; int bits; }", {host});
        add_number(HostExpr::member(HostExpr::group(either), false, "bits"));
    } else {
        kernel_.inspection.forgets = true;
    }
}

void InspectionKeys::add_mark(const HostExpr& pointer) {
    std::vector<HostExpr>& marks = kernel_.inspection.marks;
    if (std::find(marks.begin(), marks.end(), pointer) == marks.end())
        marks.push_back(pointer);
}

} // namespace hydra::passes

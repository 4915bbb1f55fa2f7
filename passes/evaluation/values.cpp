// Values of the symbolic run: comparing and joining them.
#include "passes/evaluation/values.h"

#include <algorithm>

namespace hydra::passes {

PointerValue PointerValue::to_private() {
    PointerValue pointer;
    pointer.root = private_memory;
    return pointer;
}

PointerValue PointerValue::to_root(int root, ir::TypeRef pointee) {
    PointerValue pointer;
    pointer.root = root;
    pointer.dims = {{Poly(0), pointee, fixed_size(pointee), std::nullopt}};
    return pointer;
}

Value Value::any(ir::TypeRef type) {
    return type != nullptr && type->is_pointer() ? Value::of(PointerValue{}) : Value{};
}

bool same(const Value& a, const Value& b) {
    return a.kind == Value::Kind::integer && b.kind == Value::Kind::integer && a.poly == b.poly;
}

bool means_same(const Value& one, const Value& other) {
    if (one.kind != Value::Kind::pointer || other.kind != Value::Kind::pointer)
        return one.kind == other.kind && (one.kind == Value::Kind::unknown || same(one, other));
    const auto& mine = one.pointer.dims;
    const auto& theirs = other.pointer.dims;
    return one.pointer.root == other.pointer.root &&
           std::equal(mine.begin(), mine.end(), theirs.begin(), theirs.end(),
                      [](const auto& a, const auto& b) { return a.subscript == b.subscript && a.walks == b.walks; });
}

bool alike(const PointerValue& one, const PointerValue& other) {
    bool same = one.root == other.root && one.dims.size() == other.dims.size() &&
                one.member_offset == other.member_offset && one.record_size == other.record_size &&
                one.sealed == other.sealed && one.mixed == other.mixed && one.carried == other.carried;
    for (std::size_t d = 0; same && d < one.dims.size(); ++d) {
        const PointerValue::Dim& mine = one.dims[d];
        const PointerValue::Dim& theirs = other.dims[d];
        same = mine.elem == theirs.elem && mine.length == theirs.length && mine.loaded == theirs.loaded &&
               mine.unit == theirs.unit;
    }
    return same;
}

Value of_both(const Value& one, const Value& other) {
    if (same(one, other))
        return one;
    if (one.kind != Value::Kind::pointer || other.kind != Value::Kind::pointer ||
        one.pointer.root == PointerValue::unknown || !alike(one.pointer, other.pointer))
        return {};
    Value both = one;
    for (std::size_t d = 0; d < both.pointer.dims.size(); ++d) {
        PointerValue::Dim& dim = both.pointer.dims[d];
        const PointerValue::Dim& theirs = other.pointer.dims[d];
        dim.walks = dim.walks || theirs.walks || dim.subscript != theirs.subscript;
        if (dim.subscript != theirs.subscript)
            dim.subscript = std::nullopt;
        dim.part.reset();
    }
    return both;
}

PointerValue moved(PointerValue pointer, const std::optional<Poly>& by, bool in_row) {
    if (pointer.dims.empty() || pointer.sealed)
        return pointer;
    PointerValue::Dim& dim = pointer.dims.back();
    dim.walks |= !in_row;
    if (!in_row)
        dim.part.reset();
    const auto steps = by ? by->times(Poly(dim.units_of_element())) : std::nullopt;
    dim.subscript = dim.subscript && steps ? dim.subscript->plus(*steps) : std::nullopt;
    return pointer;
}

std::int64_t fixed_size(ir::TypeRef type) {
    const auto size = ir::size_of(type);
    return size ? *size : -1;
}

} // namespace hydra::passes

// Parts of records and arrays as places: from a place to a member of it, or to the first element of an array in it.
// Subscripts count in the part's own size, or in smaller units where that does not divide what is around it.
#include "passes/access/places.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace hydra::passes {

using ir::AccessKind;
using ir::Expr;
using ir::HostExpr;

namespace {

// struct { int w, h; char at[30][40]; } *p: the rows of p->at are none of the record's, neither in size nor in place.
// Where the pointer leads to one record, they are counted from the pointer, and the record is forgotten.
bool count_rows_from_pointer(PointerValue& pointer, ir::TypeRef row) {
    const std::int64_t bytes = fixed_size(row);
    if (pointer.member_offset < 0 || bytes <= 0 || pointer.dims.empty() ||
        (pointer.member_offset % bytes == 0 && pointer.record_size % bytes == 0))
        return false;
    PointerValue::Dim& record = pointer.dims.back();
    const bool outermost = pointer.dims.size() == 1 || record.loaded;
    const std::int64_t number = record.subscript ? record.subscript->constant().value_or(-1) : -1;
    if (!outermost || number < 0 || number > 1'000'000)
        return false;
    const std::int64_t begin = number * pointer.record_size + pointer.member_offset;
    pointer.member_offset = pointer.record_size = -1;
    record.subscript = Poly(begin / bytes);
    record.elem = row;
    record.elem_size = bytes;
    pointer.carried = begin % bytes;
    return true;
}

// From an element of the last dimension to a part of it, of `size` bytes, that begins `offset` bytes further on: a
// member, or the first element of an array in it. One more dimension, which counts in the part's size through the whole
// element; in smaller units where not all of it are multiples of that, and then what comes next counts along the same
// dimension.
void enter_part(PointerValue& pointer, std::int64_t offset, ir::TypeRef part, std::int64_t size) {
    PointerValue::Dim& whole = pointer.dims.back();
    PointerValue::Dim dim{std::nullopt, part, size, std::nullopt};
    if (whole.elem_size <= 0 || size <= 0) {
        pointer.dims.push_back(std::move(dim));
        return;
    }
    std::int64_t unit = std::gcd(std::gcd(whole.elem_size, offset), size);
    if (whole.unit == 0) {
        dim.subscript = Poly(offset / unit);
        dim.length = Poly(whole.elem_size / unit);
    } else {
        unit = std::gcd(unit, whole.unit);
        const Poly finer(whole.unit / unit);
        const auto start = whole.subscript ? whole.subscript->times(finer) : std::nullopt;
        dim.subscript = start ? start->plus(Poly(offset / unit)) : std::nullopt;
        dim.length = whole.length ? whole.length->times(finer) : std::nullopt;
        dim.walks = whole.walks;
        dim.joined = true;
        const auto begin = whole.part ? whole.part->first.times(finer) : std::nullopt;
        if (begin)
            dim.part = {*begin, whole.part->second * (whole.unit / unit)};
        pointer.dims.pop_back();
    }
    dim.unit = unit == size ? 0 : unit;
    pointer.dims.push_back(std::move(dim));
}

// The bytes of a record, from one on to before another, that a store into the bit-field may rewrite: all between the
// members on both sides of it that are none.
std::pair<std::int64_t, std::int64_t> around_bit_field(const ir::TagDecl& record, std::size_t index) {
    std::int64_t begin = 0, end = record.size;
    for (std::size_t i = 0; i < record.fields.size(); ++i) {
        const ir::Field& field = record.fields[i];
        if (field.bit_width)
            continue;
        if (i < index)
            begin = std::max(begin, field.offset + ir::size_of(field.type).value_or(0));
        else
            end = std::min(end, field.offset);
    }
    return {begin, end};
}

} // namespace

Value Places::decay(const PointerValue& array, ir::TypeRef array_type, const Expr* named) {
    PointerValue pointer = array;
    if (pointer.root < 0 || pointer.sealed)
        return Value::of(pointer);
    const ir::TypeRef elem = array_type->inner;
    if (const auto known = early_.array_of_variable(pointer, array_type))
        return Value::of(*known);
    if (const auto known = array_behind_record(pointer, array_type, named))
        return Value::of(*known);
    if (count_rows_from_pointer(pointer, elem))
        return Value::of(pointer);
    if (pointer.member_offset >= 0) {
        pointer.record_size = -1;
        enter_part(pointer, std::exchange(pointer.member_offset, -1), elem, fixed_size(elem));
        // A flexible array, also by its old names [0] and [1], goes over the record's end.
        pointer.dims.back().walks |= array_type->length <= 1;
        if (PointerValue::Dim& dim = pointer.dims.back(); array_type->length > 1 && dim.subscript)
            dim.part = {*dim.subscript, array_type->length * dim.units_of_element()};
        return Value::of(pointer);
    }
    if (!pointer.dims.empty() && pointer.dims.back().unit > 0) {
        enter_part(pointer, 0, elem, fixed_size(elem));
        return Value::of(pointer);
    }
    PointerValue::Dim dim{Poly(0), elem, fixed_size(elem), length_of(array_type, pointer.root, pointer.dims.size())};
    if (pointer.carried > 0 && dim.elem_size > 0) {
        dim.subscript = Poly(pointer.carried / dim.elem_size);
        pointer.carried %= dim.elem_size;
        if (array_type->length > 0) // the row ends in the next one of those that are counted
            dim.part = {*dim.subscript, array_type->length};
        else
            dim.walks = true;
    }
    pointer.dims.push_back(std::move(dim));
    return Value::of(pointer);
}

// struct { int rows, cols; double elem[]; } *m: elements of m->elem are counted from where they begin, not from the
// record, so that its rows begin at multiples of m->cols. The record's members stay those of the other pointer; that
// both lead to one allocation is seen when they are bound. Also by the old names [0] and [1].
std::optional<PointerValue> Places::array_behind_record(const PointerValue& place, ir::TypeRef array_type,
                                                        const Expr* named) {
    const std::int64_t element = fixed_size(array_type->inner);
    if (array_type->length > 1 || element <= 0 || place.member_offset < 0 || place.dims.size() != 1 || place.sealed ||
        place.mixed || place.carried != 0)
        return std::nullopt;
    const PointerValue::Dim& record = place.dims.front();
    const Root& root = roots_[place.root];
    const std::int64_t behind =
        place.record_size - place.member_offset - std::max<std::int64_t>(array_type->length, 0) * element;
    if (!record.subscript || *record.subscript != Poly(0) || record.loaded || record.unit > 0 || record.shifted ||
        behind >= 8 || root.host.is_address() || !root.tables.empty())
        return std::nullopt;
    const ir::Member* member = named != nullptr ? ir::strip(named)->as<ir::Member>() : nullptr;
    Root own{member != nullptr ? root.name + "->" + member->field : root.name,
             HostExpr::group(HostExpr::binary(ir::BinaryOp::add, HostExpr::cast("char *", HostExpr::group(root.host)),
                                              HostExpr::number(place.member_offset))),
             nullptr, root.base, array_type->inner};
    own.depth = root.depth;
    own.behind_record = true;
    return PointerValue::to_root(roots_.add(std::move(own)), array_type->inner);
}

// A pointer to a record variable.
PointerValue Places::record_in_memory(const Expr& expr, const ir::VarDecl* variable) {
    PointerValue pointer;
    const HostExpr host = host_.of(variable, host_address(*variable), true);
    if (host.empty()) {
        recorder_.everything(expr, AccessKind::write,
                             fmt::format("'{}' is used by a function that is called", ir::print_c(expr)));
        pointer.root = PointerValue::private_memory;
        return pointer;
    }
    const Expr* named = ir::strip(&expr);
    while (const auto* member = named->as<ir::Member>())
        named = ir::strip(member->base.get());
    pointer.root = roots_.add(
        {variable->name, host, nullptr, variable, variable->type, host_.nameable(variable) ? named : nullptr});
    pointer.dims = {{Poly(0), variable->type, fixed_size(variable->type), std::nullopt}};
    return pointer;
}

Place Places::member_place(const Expr& expr, const ir::Member& outermost) {
    const ir::Member* member = &outermost;
    const Expr* base = ir::strip(member->base.get());
    std::int64_t offset = 0;
    std::int64_t bit_bytes = 0; // > 0: it is a bit-field
    bool opaque = false;        // nobody knows which bytes it takes up
    bool in_union = false;
    const auto add = [&](const ir::Member& m, ir::TypeRef record) {
        for (const int index : m.path) {
            if (record == nullptr || record->tag == nullptr ||
                static_cast<std::size_t>(index) >= record->tag->fields.size())
                return;
            const ir::Field& field = record->tag->fields[static_cast<std::size_t>(index)];
            in_union = in_union || record->kind == ir::TypeKind::Union;
            if (field.bit_width) {
                const auto [begin, end] = record->kind == ir::TypeKind::Union
                                              ? std::pair<std::int64_t, std::int64_t>(0, record->tag->size)
                                              : around_bit_field(*record->tag, static_cast<std::size_t>(index));
                offset += begin;
                bit_bytes = end - begin;
                opaque = opaque || bit_bytes <= 0;
            } else {
                offset += field.offset;
            }
            record = field.type;
        }
    };
    while (true) {
        add(*member, member->arrow ? base->type->inner : base->type);
        const auto* next = member->arrow ? nullptr : base->as<ir::Member>();
        if (next == nullptr)
            break;
        member = next;
        base = ir::strip(member->base.get());
    }
    Place result;
    if (!member->arrow) {
        result = place(*base);
        result.member = true;
        if (const auto* copy = path_.original_of(result.variable);
            result.kind == Place::Kind::variable && copy != nullptr)
            result = {Place::Kind::memory, nullptr, false, *copy};
        else if (result.kind == Place::Kind::variable && region_.is_outer(result.variable) &&
                 region_.options().in_memory && region_.options().in_memory(expr))
            result = {Place::Kind::memory, nullptr, false, record_in_memory(expr, result.variable)};
        if (result.kind != Place::Kind::memory)
            return result;
    } else {
        const Value pointer = evaluator_.eval(*member->base);
        result.kind = Place::Kind::memory;
        if (pointer.kind == Value::Kind::pointer)
            result.pointer = pointer.pointer;
    }
    PointerValue& pointer = result.pointer;
    if (pointer.root < 0 || pointer.dims.empty() || pointer.sealed)
        return result;
    if (opaque) {
        pointer.sealed = true;
        return result;
    }
    const std::int64_t record = pointer.dims.back().elem_size;
    offset += std::exchange(pointer.carried, 0);
    pointer.mixed = pointer.mixed || in_union;
    if (expr.type->is_array() && record > 0) {
        pointer.member_offset = offset;
        pointer.record_size = record;
        return result;
    }
    enter_part(pointer, offset, expr.type, bit_bytes > 0 ? bit_bytes : fixed_size(expr.type));
    pointer.sealed = bit_bytes > 0;
    return result;
}

} // namespace hydra::passes

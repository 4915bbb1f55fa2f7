// Values that host code loads in front of a launch or site (early_values.h).
#include "passes/access/early_values.h"

#include <algorithm>

#include <fmt/format.h>

namespace hydra::passes {

using ir::Expr;
using ir::HostExpr;

namespace {

std::unique_ptr<Expr> made(const Expr& like, decltype(Expr::node) node) {
    auto expr = std::make_unique<Expr>();
    expr->range = like.range;
    expr->type = like.type;
    expr->lvalue = true;
    expr->node = std::move(node);
    return expr;
}

// A copy of `v`, `v.x`, `v->x.y`; null for anything else.
std::unique_ptr<Expr> copied(const Expr& full) {
    const Expr& expr = *ir::strip(&full);
    if (const auto* name = expr.as<ir::DeclRef>())
        return made(expr, *name);
    const auto* member = expr.as<ir::Member>();
    auto base = member != nullptr ? copied(*member->base) : nullptr;
    return base ? made(expr, ir::Member{std::move(base), member->arrow, member->field, member->path}) : nullptr;
}

} // namespace

// The cell that a load reads, as an early value; nullptr: it is none.
const RegionAccesses::Early* EarlyValues::cell(const Expr& expr, const PointerValue& from) {
    const std::int64_t bytes = fixed_size(expr.type);
    if (from.root < 0 || roots_.in_table(from) || from.dims.empty() || from.sealed || from.mixed ||
        from.member_offset >= 0 || from.carried != 0 || bytes <= 0 || bytes > 8 ||
        from.dims.back().elem_size != bytes || from.dims.back().unit > 0 || expr.type->quals.is_volatile ||
        work_.weary() || symbols_.size() > most_symbols)
        return nullptr;
    RawAccess read = recorder_.touched(expr, from);
    read.elem = bytes;
    read.object = expr.type;
    read.element = &expr;
    read.memory = recorder_.memory_of(expr);
    std::optional<Poly> elements(Poly(0)); // from the root to the cell
    for (std::size_t d = 0; d < from.dims.size(); ++d) {
        const PointerValue::Dim& dim = from.dims[d];
        if (!dim.subscript || !symbols_.invariant(*dim.subscript))
            return nullptr;
        read.subscripts.push_back(*dim.subscript);
        if (d > 0) {
            if (!dim.length || !symbols_.invariant(*dim.length))
                return nullptr;
            read.lengths.push_back(*dim.length);
            elements = elements ? elements->times(*dim.length) : std::nullopt;
        }
        elements = elements ? elements->plus(*dim.subscript) : std::nullopt;
    }
    const std::optional<Poly> offset = elements ? elements->times(Poly(bytes)) : std::nullopt;
    if (!offset)
        return nullptr;
    const Root& root = roots_[from.root];
    HostExpr address = HostExpr::cast("char *", HostExpr::group(root.host));
    if (offset->constant() != 0)
        address = HostExpr::binary(ir::BinaryOp::add, address, HostExpr::group(symbols_.host_expr(*offset)));
    for (const RegionAccesses::Early& known : early_)
        if (known.address == address && known.cell.object == expr.type)
            return &known;
    const Summary::CellStores stores = region_.stores_to(expr);
    if (stores == Summary::CellStores::here)
        return nullptr;
    RegionAccesses::Early made;
    made.depth = root.depth;
    made.address = address;
    made.compared = stores != Summary::CellStores::none;
    made.host = host_.can_name(expr) ? HostExpr::of(expr)
                : expr.type->is_pointer()
                    ? HostExpr::call("hydra_rt_pointer_at", {address})
                    : HostExpr::call("hydra_rt_integer_at", {address, HostExpr::number(bytes),
                                                             HostExpr::number(expr.type->is_unsigned() ? 1 : 0)});
    made.cell = std::move(read);
    early_.push_back(std::move(made));
    return &early_.back();
}

std::optional<PointerValue> EarlyValues::pointer(const Expr& expr, const PointerValue& from) {
    const ir::TypeRef pointee = expr.type->inner;
    const bool shaped_at_run_time = pointee->is_array() && fixed_size(pointee) < 0;
    const RegionAccesses::Early* known = shaped_at_run_time && !host_.can_name(expr) ? nullptr : cell(expr, from);
    if (known == nullptr)
        return std::nullopt;
    log_.mark_host_read(expr);
    Root root{ir::print_c(*ir::strip(&expr)), known->host, nullptr, roots_[from.root].base, pointee};
    root.depth = known->depth + 1;
    root.load = ir::strip(&expr);
    return PointerValue::to_root(roots_.add(std::move(root)), pointee);
}

Value EarlyValues::integer(const Expr& expr, const PointerValue& from) {
    const RegionAccesses::Early* known = cell(expr, from);
    if (known == nullptr)
        return {};
    log_.mark_host_read(expr);
    const SymbolId id = symbols_.parameter(known->host, "hydra_v", false, expr.type);
    symbols_.edit(id).shown = ir::print_c(*ir::strip(&expr));
    return Value::of(Poly::symbol(id));
}

std::optional<PointerValue> EarlyValues::array_of_variable(const PointerValue& place, ir::TypeRef array_type) {
    if (place.root < 0 || place.member_offset < 0 || place.sealed || place.mixed || place.carried != 0 ||
        array_type->length <= 1)
        return std::nullopt; // a flexible array goes over the record's end
    const Root root = roots_[place.root];
    if (!root.host.is_address() || root.expr == nullptr || !root.tables.empty() || root.pointee == nullptr ||
        place.dims.front().elem != root.pointee || place.dims.front().subscript != Poly(0))
        return std::nullopt;
    std::int64_t offset = place.member_offset;
    for (const PointerValue::Dim& dim : place.dims) {
        const auto steps = dim.subscript ? dim.subscript->constant() : std::nullopt;
        if (!steps || dim.loaded || dim.elem_size <= 0)
            return std::nullopt;
        offset += *steps * (dim.unit > 0 ? dim.unit : dim.elem_size);
    }
    auto member = copied(*root.expr);
    ir::TypeRef record = root.pointee;
    while (member && record->kind == ir::TypeKind::Struct && record->tag != nullptr) {
        const auto& fields = record->tag->fields;
        const auto around = std::find_if(fields.begin(), fields.end(), [&](const ir::Field& field) {
            const std::int64_t bytes = fixed_size(field.type);
            return !field.bit_width && field.offset <= offset && offset < field.offset + bytes;
        });
        if (around == fields.end() || around->name.empty())
            return std::nullopt;
        const Expr& outer = *member;
        auto next = made(
            outer, ir::Member{std::move(member), false, around->name, {static_cast<int>(around - fields.begin())}});
        next->type = record = around->type;
        member = std::move(next);
        offset -= around->offset;
    }
    if (!member || offset != 0 || !record->is_array() || record->length != array_type->length ||
        record->inner != array_type->inner)
        return std::nullopt;
    PointerValue pointer = PointerValue::to_root(
        roots_.add({ir::print_c(*member), HostExpr::of(*member), nullptr, root.base, record->inner, member.get()}),
        record->inner);
    made_.push_back(std::move(member));
    return pointer;
}

void EarlyValues::note_host_load(const Expr& expr, const Expr& host) {
    host_loads_.push_back(&host);
    log_.mark_host_read(expr);
}

void EarlyValues::note_host_pointer(const Expr& expr, const PointerValue& pointer) {
    if (pointer.root >= 0 && !roots_.in_table(pointer) && expr.type->is_pointer())
        host_pointers_[ir::strip(&expr)].insert(roots_[pointer.root].host);
}

void EarlyValues::note_certain(const PointerValue& place) {
    if (place.root >= 0 && !place.dims.empty() && place.dims.front().subscript && path_.runs_in_every_iteration())
        readable_.emplace(place.root, *place.dims.front().subscript);
}

const Expr* EarlyValues::fixed_member(const Expr& expr, const PointerValue& place) {
    if (!region_.kernel() || place.root < 0 || roots_.in_table(place) || place.dims.size() != 2 ||
        place.dims.back().joined || place.sealed || place.mixed || !place.dims.front().subscript ||
        *place.dims.front().subscript != Poly(0) || !place.dims.back().subscript)
        return nullptr;
    const Root& root = roots_[place.root];
    const bool variable = root.host.is_address();
    if (root.expr == nullptr || place.dims.front().elem != root.pointee ||
        (variable ? !region_.is_fixed(root.base) : !readable_.contains({place.root, Poly(0)})))
        return nullptr;
    const bool stored = region_.may_store(expr.type);
    std::vector<const Expr*> chain; // members of the record, innermost last
    const Expr* e = ir::strip(&expr);
    for (const ir::Member* member = e->as<ir::Member>(); member != nullptr; member = e->as<ir::Member>()) {
        chain.push_back(e);
        if (member->arrow)
            break;
        e = ir::strip(member->base.get());
    }
    if (stored || chain.empty())
        return nullptr;
    auto result = copied(*root.expr);
    for (auto link = chain.rbegin(); result && link != chain.rend(); ++link) {
        const auto& member = *(*link)->as<ir::Member>();
        const bool arrow = link == chain.rbegin() && !variable;
        result = made(**link, ir::Member{std::move(result), arrow, member.field, member.path});
    }
    if (!result)
        return nullptr;
    const HostExpr host = HostExpr::of(*result);
    for (const auto& other : made_)
        if (HostExpr::of(*other) == host)
            return other.get();
    made_.push_back(std::move(result));
    return made_.back().get();
}

void EarlyValues::hand_over(RegionAccesses& out) {
    out.early = std::move(early_);
    out.host_loads = std::move(host_loads_);
    out.made = std::move(made_);
    out.host_pointers = std::move(host_pointers_);
    out.settled = std::move(settled_);
}

} // namespace hydra::passes

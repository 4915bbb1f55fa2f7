// Early values: pointers and integers in memory (p->a, g->level[l].n) that host code loads in front of a launch or
// site, so that they become roots and parameters. That is right where nothing in the region stores into the cell: the
// types say so, or the cell is noted, and the runtime compares it with what the region writes. Whether the region ever
// gets to the load does not matter: the cell is then read with care, and what it leads to is not touched.
#include <fmt/format.h>

#include "passes/access/collector.h"

namespace hydra::passes {

using ir::Expr;

// How the region may store into the cell that the expression names.
Summary::CellStores Collector::stores_to(const Expr& cell) {
    const auto* member = ir::strip(&cell)->as<ir::Member>();
    const std::string field = member != nullptr ? member->field : std::string();
    const ir::VarDecl* named = options_.kernel ? variable_of_element(cell) : nullptr;
    const auto [known, is_new] = cell_stores_.try_emplace({field, cell.type, named}, Summary::CellStores::here);
    if (is_new && (statement_ != nullptr || expression_ != nullptr))
        known->second = summary_.stores_to(statement_, expression_, cell, options_.kernel, {}, named != nullptr);
    else if (is_new)
        known->second = Summary::CellStores::none;
    return known->second;
}

namespace {

// Whether the expression reads nothing but variables and elements of them with constant subscripts, and divides by
// nothing that the program may have checked.
bool always_valid(const Expr& expr) {
    bool good = true;
    walk(
        expr,
        [&](const Expr& e) {
            const auto* unary = e.as<ir::Unary>();
            const auto* member = e.as<ir::Member>();
            const auto* binary = e.as<ir::Binary>();
            good = good && (binary == nullptr || !may_trap(*binary)) &&
                   (unary == nullptr || unary->op != ir::UnaryOp::deref) && (member == nullptr || !member->arrow);
            if (const auto* element = e.as<ir::Index>()) {
                const ir::TypeRef array = ir::strip(element->base.get())->type;
                const auto at = ir::constant_value(*element->index);
                good = good && array != nullptr && array->is_array() && at && *at >= 0 && *at < array->length;
            }
        },
        [&](const ir::Stmt&) { good = false; });
    return good;
}

} // namespace

// Whether the expression's own text means the same where the launch or site stands: it changes nothing, and names
// nothing that changes. keeps: asked of each scalar that it loads from memory.
bool Collector::means_the_same(const Expr& expr, const std::function<bool(const Expr&)>& keeps) const {
    if (!frames_.empty())
        return false;
    bool good = true;
    walk(
        expr,
        [&](const Expr& e) {
            good = good && e.as<ir::Call>() == nullptr && e.as<ir::StatementExpr>() == nullptr &&
                   assigned_variable(e) == nullptr && !stores_to_memory(e);
            const bool reference = e.as<ir::DeclRef>() != nullptr;
            if (const ir::VarDecl* variable = reference ? ir::named_variable(&e) : nullptr)
                good = good && is_outer(variable) && (is_fixed(variable) || variable->type->is_array());
            const auto* unary = e.as<ir::Unary>();
            const bool memory = e.as<ir::Index>() != nullptr || e.as<ir::Member>() != nullptr ||
                                (unary != nullptr && unary->op == ir::UnaryOp::deref);
            if (good && memory && e.type != nullptr && !e.type->is_array() && !e.type->is_record())
                good = keeps(e);
        },
        [&](const ir::Stmt&) { good = false; });
    return good;
}

// Whether host code, before the launch or site, can evaluate the expression and gets the value that the region sees.
bool Collector::host_can_evaluate(const Expr& expr) {
    return (runs_in_any_case() || always_valid(expr)) &&
           means_the_same(expr, [&](const Expr& load) { return stores_to(load) == Summary::CellStores::none; });
}

// The same, if nothing is stored into the memory that it loads from.
bool Collector::host_can_name(const Expr& expr) const {
    return runs_in_any_case() && means_the_same(expr, [](const Expr&) { return true; });
}

// The cell that a load reads, as an early value; nullptr: it is none.
const RegionAccesses::Early* Collector::early(const Expr& expr, const PointerValue& from) {
    const std::int64_t bytes = fixed_size(expr.type);
    if (from.root < 0 || in_table(from) || from.dims.empty() || from.sealed || from.mixed || from.member_offset >= 0 ||
        from.carried != 0 || bytes <= 0 || bytes > 8 || from.dims.back().elem_size != bytes ||
        from.dims.back().unit > 0 || expr.type->quals.is_volatile || weary() || symbols_.size() > most_symbols)
        return nullptr;
    RawAccess cell = touched(expr, from);
    cell.elem = bytes;
    cell.object = expr.type;
    cell.element = &expr;
    std::optional<Poly> elements(Poly(0)); // from the root to the cell
    for (std::size_t d = 0; d < from.dims.size(); ++d) {
        const PointerValue::Dim& dim = from.dims[d];
        if (!dim.subscript || !symbols_.invariant(*dim.subscript))
            return nullptr;
        cell.subscripts.push_back(*dim.subscript);
        if (d > 0) {
            if (!dim.length || !symbols_.invariant(*dim.length))
                return nullptr;
            cell.lengths.push_back(*dim.length);
            elements = elements ? elements->times(*dim.length) : std::nullopt;
        }
        elements = elements ? elements->plus(*dim.subscript) : std::nullopt;
    }
    const std::optional<Poly> offset = elements ? elements->times(Poly(bytes)) : std::nullopt;
    if (!offset)
        return nullptr;
    const Root& root = out_.roots[static_cast<std::size_t>(from.root)];
    const std::string address = offset->constant() == 0
                                    ? fmt::format("(char *)({})", root.host)
                                    : fmt::format("(char *)({}) + ({})", root.host, symbols_.host_text(*offset));
    for (const RegionAccesses::Early& known : out_.early)
        if (known.address == address && known.cell.object == expr.type)
            return &known;
    const Summary::CellStores stores = stores_to(expr);
    if (stores == Summary::CellStores::here)
        return nullptr;
    RegionAccesses::Early made;
    made.depth = root.depth;
    made.address = address;
    made.compared = stores != Summary::CellStores::none;
    made.host = host_can_name(expr) ? ir::print_c(expr)
                : expr.type->is_pointer()
                    ? fmt::format("hydra_rt_pointer_at({})", address)
                    : fmt::format("hydra_rt_integer_at({}, {}, {})", address, bytes, expr.type->is_unsigned() ? 1 : 0);
    made.cell = std::move(cell);
    out_.early.push_back(std::move(made));
    return &out_.early.back();
}

std::optional<PointerValue> Collector::early_pointer(const Expr& expr, const PointerValue& from) {
    const ir::TypeRef pointee = expr.type->inner;
    const bool shaped_at_run_time = pointee->is_array() && fixed_size(pointee) < 0;
    const RegionAccesses::Early* known = shaped_at_run_time && !host_can_name(expr) ? nullptr : early(expr, from);
    if (known == nullptr)
        return std::nullopt;
    note_early(expr);
    Root root{ir::print_c(*ir::strip(&expr)), known->host, nullptr,
              out_.roots[static_cast<std::size_t>(from.root)].base, pointee};
    root.depth = known->depth + 1;
    PointerValue pointer;
    pointer.root = add_root(std::move(root));
    pointer.dims = {{Poly(0), pointee, fixed_size(pointee), std::nullopt}};
    return pointer;
}

Value Collector::early_integer(const Expr& expr, const PointerValue& from) {
    const RegionAccesses::Early* known = early(expr, from);
    if (known == nullptr)
        return {};
    note_early(expr);
    const SymbolId id = symbols_.parameter(known->host, "hydra_v", false, expr.type);
    symbols_.edit(id).shown = ir::print_c(*ir::strip(&expr));
    return Value::of(Poly::symbol(id));
}

// The inspectors need not know more of the load.
void Collector::note_early(const Expr& expr) {
    for (auto raw = out_.accesses.rbegin(); raw != out_.accesses.rend() && raw->expr == ir::strip(&expr); ++raw)
        raw->host_read = true;
}

} // namespace hydra::passes

// Accesses out of pointers (access_recorder.h).
#include "passes/access/access_recorder.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

#include "passes/access/subscripts.h"

namespace hydra::passes {

using ir::AccessKind;
using ir::Expr;

bool AccessRecorder::counts(const Expr& expr, const PointerValue& pointer, AccessKind kind, ir::TypeRef object,
                            RawAccess::Memory memory) {
    if (pointer.root == PointerValue::private_memory && kind != AccessKind::read) {
        const ir::VarDecl* base = base_variable(&expr);
        stores_unnamed_ = stores_unnamed_ || base == nullptr || base->type->is_pointer();
    }
    if (quiet_.is_on() || pointer.root == PointerValue::private_memory)
        return false;
    if (pointer.root == PointerValue::unknown)
        everything(expr, kind, fmt::format("cannot tell which array '{}' is in", ir::print_c(*ir::strip(&expr))),
                   object, memory);
    return pointer.root >= 0;
}

RawAccess AccessRecorder::touched(const Expr& expr, const PointerValue& pointer) {
    RawAccess raw;
    raw.root = pointer.root;
    raw.range = expr.range;
    raw.place = frames_.place_of(expr);
    raw.text = ir::print_c(*ir::strip(&expr));
    log_.stamp(raw);
    return raw;
}

namespace {

// Whether the expression subscripts the array itself, not a pointer that the body has moved (`d = vol + i * n; d[k]`).
bool is_subscript_of_root(const Expr& expr, const ir::VarDecl* root) {
    const Expr* e = ir::strip(&expr);
    bool found = false;
    while (true) {
        if (const auto* index = e->as<ir::Index>()) {
            found = true;
            e = ir::strip(index->base.get());
        } else if (const auto* member = e->as<ir::Member>()) {
            e = ir::strip(member->base.get());
        } else {
            break;
        }
    }
    const ir::VarDecl* variable = e->as<ir::DeclRef>() != nullptr ? ir::named_variable(e) : nullptr;
    return found && (root == nullptr || variable == root);
}

// Whether a value of the type, when it is stored, is stored into all of its bytes.
bool has_no_padding(const ir::Type& type) {
    return type.is_integer() || type.is_pointer() || type.kind == ir::TypeKind::Float ||
           type.kind == ir::TypeKind::Double;
}

} // namespace

void AccessRecorder::access(const Expr& expr, const PointerValue& pointer, AccessKind kind) {
    access_in(expr, pointer, kind, memory_of(expr));
}

// A parameter that is a copy stands for the original.
RawAccess::Memory AccessRecorder::memory_of(const Expr& expr) const {
    const Expr* lvalue = ir::strip(&expr);
    const ir::VarDecl* base = base_variable(lvalue);
    const bool is_copy = base != nullptr && path_.original_of(base) != nullptr;
    return {.lvalue = is_copy ? nullptr : lvalue};
}

void AccessRecorder::access_in(const Expr& expr, const PointerValue& pointer, AccessKind kind,
                               RawAccess::Memory memory) {
    if (!counts(expr, pointer, kind, expr.type, memory))
        return;
    RawAccess raw = touched(expr, pointer);
    raw.memory = memory;
    const Expr* lvalue = ir::strip(&expr);
    if (lvalue->as<ir::Index>() != nullptr || lvalue->as<ir::Member>() != nullptr || lvalue->as<ir::Unary>() != nullptr)
        raw.expr = lvalue;
    raw.called = !frames_.in_own_text();
    raw.kind = kind;
    raw.object = pointer.sealed || pointer.mixed ? nullptr : expr.type;
    raw.element = &expr;
    raw.domain = path_.domain();
    if (pointer.sealed || (pointer.mixed && !has_no_padding(*expr.type)))
        raw.reason = "it is a part of a union or a bit-field";
    const bool has_rows = kind == AccessKind::read && !pointer.dims.empty();
    std::optional<RawAccess> rows = has_rows ? std::optional(raw) : std::nullopt;
    raw.known = finish(raw, pointer);
    const bool only_doubts = raw.known && raw.reason.empty() && !path_.is_exact() && kind == AccessKind::write;
    if (!path_.is_exact())
        raw.reason = path_.reason();
    raw.may_end = path_.may_end();
    if (!raw.known && rows) {
        rows->reason = raw.reason;
        if (pointer.dims.size() > 1 ? all_rows(*rows, pointer) : any_row(*rows, *lvalue))
            raw.rows = std::make_shared<const RawAccess>(std::move(*rows));
    }
    if (!raw.known && raw.reason.empty())
        raw.reason = fmt::format("{} is not an affine function of the loop variables",
                                 is_subscript_of_root(expr, roots_[raw.root].variable) ? "its subscript"
                                                                                       : "the address that it goes to");
    if (!raw.reason.empty() && kind == AccessKind::write)
        raw.kind = AccessKind::may_write;
    if (!raw.known && roots_.in_table(pointer)) { // the whole of all that the table leads to
        everything(expr, kind, raw.reason, expr.type, raw.memory);
        return;
    }
    add(std::move(raw));
    if (only_doubts)
        merger_.note_doubtful_write();
}

// Where a value that the access depends on is known under a condition only: one access where it holds, which is exact,
// and one that is wider than the truth for the rest, which is usually nothing.
void AccessRecorder::add(RawAccess raw) {
    std::string exact;
    std::vector<std::string> shown;
    for (const auto& [condition, text] : conditions_of(symbols_, raw)) {
        if (condition == never_exact) {
            if (raw.reason.empty())
                raw.reason = text;
            if (raw.kind == AccessKind::write)
                raw.kind = AccessKind::may_write;
            continue;
        }
        exact += fmt::format("{}({})", exact.empty() ? "" : " and ", condition);
        if (!text.empty() && std::find(shown.begin(), shown.end(), text) == shown.end())
            shown.push_back(text);
    }
    if (!exact.empty() && raw.reason.empty()) {
        RawAccess rest = raw;
        rest.domain.formulas.push_back("not (" + exact + ")");
        rest.reason = fmt::format("unless {}, what its division gives is not known", fmt::join(shown, " and "));
        if (rest.kind == AccessKind::write)
            rest.kind = AccessKind::may_write;
        raw.domain.formulas.push_back(exact);
        log_.add(std::move(rest));
    }
    log_.add(std::move(raw));
}

void AccessRecorder::whole_access(const Expr& expr, const PointerValue& pointer, AccessKind kind,
                                  const std::string& why) {
    const ir::TypeRef object = expr.type != nullptr && expr.type->is_pointer() ? expr.type->inner : nullptr;
    if (!counts(expr, pointer, kind, object, {.pointer = &expr}))
        return;
    if (roots_.in_table(pointer)) {
        whole_row(expr, pointer, kind, why);
        return;
    }
    RawAccess raw = touched(expr, pointer);
    raw.memory.pointer = &expr;
    raw.kind = kind == AccessKind::write ? AccessKind::may_write : kind;
    raw.known = false;
    raw.reason = why;
    raw.elem = std::max<std::int64_t>(1, pointer.dims.empty() ? 1 : pointer.dims.back().elem_size);
    log_.add(std::move(raw));
}

// All that the last pointer of a table leads to.
void AccessRecorder::whole_row(const Expr& expr, const PointerValue& pointer, AccessKind kind, const std::string& why) {
    if (quiet_.is_on())
        return;
    PointerValue row = pointer;
    row.member_offset = row.record_size = -1;
    row.carried = 0;
    while (!row.dims.back().loaded)
        row.dims.pop_back();
    row.dims.back().subscript = std::nullopt;
    RawAccess raw = touched(expr, row);
    raw.memory.pointer = &expr;
    raw.kind = kind == AccessKind::write ? AccessKind::may_write : kind;
    raw.reason = why;
    raw.domain = path_.domain();
    raw.object = expr.type != nullptr && expr.type->is_pointer() ? expr.type->inner : nullptr;
    raw.known = finish(raw, row);
    if (raw.known)
        add(std::move(raw));
    else
        everything(expr, kind, why, raw.object, raw.memory);
}

// What a[best * n + k] touches where nobody knows `best`, as in a search for a pivot: column k of all rows, if k is
// proved to lie in a row of n. False: that is not known.
bool AccessRecorder::any_row(RawAccess& raw, const Expr& expr) {
    const auto* element = expr.as<ir::Index>();
    const auto* sum = element != nullptr ? ir::strip(element->index.get())->as<ir::Binary>() : nullptr;
    if (sum == nullptr || sum->op != ir::BinaryOp::add)
        return false;
    const Value base = evaluator_.rehearse(*element->base, [&] { return evaluator_.eval(*element->base); });
    const bool is_start = base.kind == Value::Kind::pointer && base.pointer.dims.size() == 1 &&
                          base.pointer.dims.front().subscript == Poly(0) && base.pointer.dims.front().elem_size > 0 &&
                          base.pointer.dims.front().unit == 0 && base.pointer.member_offset < 0 &&
                          base.pointer.carried == 0;
    const auto exact = [&](const Expr& part) {
        const Value value = evaluator_.rehearse(part, [&] { return evaluator_.number(part); });
        const bool known = value.kind == Value::Kind::integer && !ir::strip(&part)->type->is_unsigned();
        return known ? std::optional(value.poly) : std::nullopt;
    };
    for (const auto& [first, second] : {std::pair(sum->lhs.get(), sum->rhs.get()), {sum->rhs.get(), sum->lhs.get()}}) {
        const auto* product = ir::strip(first)->as<ir::Binary>();
        if (!is_start || product == nullptr || product->op != ir::BinaryOp::mul ||
            ir::strip(first)->type->is_unsigned())
            continue;
        const auto left = exact(*product->lhs), length = left ? left : exact(*product->rhs), column = exact(*second);
        const auto columns = column ? bridge_.affine(*column) : std::nullopt;
        const auto limit = length && symbols_.invariant(*length) ? bridge_.affine(*length) : std::nullopt;
        if (!columns || !limit || !bridge_.holds(raw.domain, fmt::format("0 <= {} < {}", *columns, *limit)))
            continue;
        const SymbolId any = symbols_.add_iterator("any", nullptr);
        raw.domain.iterators.push_back(any);
        raw.domain.formulas.push_back(fmt::format("{} <= s{} < {}", -anywhere, any, anywhere));
        raw.subscripts = {Poly::symbol(any), *column};
        raw.lengths = {*length};
        raw.elem = base.pointer.dims.front().elem_size;
        raw.widened = RawAccess::Widened::yes;
        return true;
    }
    return false;
}

// What an access touches where the outermost subscript may be anything: a member of all elements, a column. False: all.
bool AccessRecorder::all_rows(RawAccess& raw, PointerValue pointer) {
    if (pointer.dims.front().shifted)
        return false;
    const SymbolId any = symbols_.add_iterator("any", nullptr);
    pointer.dims.front().subscript = Poly::symbol(any);
    raw.domain.iterators.push_back(any);
    raw.domain.formulas.push_back(fmt::format("{} <= s{} < {}", -anywhere, any, anywhere));
    return finish(raw, pointer) && raw.subscripts.size() > 1 && raw.subscripts.front() == Poly::symbol(any);
}

// Any subscript in a row; of a table's row, only the runtime knows the length.
Poly AccessRecorder::any_below(RawAccess& raw, const std::optional<std::string>& length, const std::string& least) {
    const SymbolId any = symbols_.add_iterator("any", nullptr);
    if (raw.widened == RawAccess::Widened::no)
        raw.widened = RawAccess::Widened::yes;
    raw.domain.iterators.push_back(any);
    raw.domain.formulas.push_back(length ? fmt::format("{} <= s{} < {}", least, any, *length)
                                         : fmt::format("{} <= s{} < {}", -anywhere, any, anywhere));
    if (raw.reason.empty())
        raw.reason = "its subscript depends on data";
    return Poly::symbol(any);
}

// Subscripts, lengths and element size of an access; false: only the whole array is known. An inner subscript that is
// unknown covers its dimension.
bool AccessRecorder::finish(RawAccess& raw, const PointerValue& pointer) {
    const bool in_units = !pointer.dims.empty() && pointer.dims.back().unit > 0;
    raw.elem = std::max<std::int64_t>(1, pointer.dims.empty() ? 1
                                         : in_units           ? pointer.dims.back().unit
                                                              : pointer.dims.back().elem_size);
    if (pointer.dims.empty() || pointer.dims.back().elem_size <= 0 || pointer.member_offset >= 0 ||
        pointer.carried != 0)
        return false;
    for (std::size_t d = 0; d < pointer.dims.size(); ++d) {
        const PointerValue::Dim& dim = pointer.dims[d];
        const bool first = d == 0 || dim.loaded; // counts from a pointer
        if (dim.loaded) {
            raw.tables.push_back(static_cast<int>(raw.subscripts.size()));
            raw.lengths.emplace_back(0);
        } else if (d > 0) {
            if (!dim.length || !symbols_.invariant(*dim.length))
                return false;
            raw.lengths.push_back(*dim.length);
        }
        std::optional<Poly> subscript = dim.subscript;
        const bool affine = subscript && bridge_.affine(*subscript).has_value();
        if (!affine && !(subscript && first)) {
            const auto length = first ? std::nullopt : bridge_.affine(*dim.length);
            // `m[0][k]` is how people go through all rows of a matrix.
            const bool goes_on = !first && pointer.dims[d - 1].subscript && *pointer.dims[d - 1].subscript == Poly(0) &&
                                 pointer.dims[d - 1].elem != nullptr && pointer.dims[d - 1].elem->is_array();
            if (first ? !roots_.in_table(pointer) : !length || dim.walks || goes_on)
                return false;
            const auto begin = dim.part ? bridge_.affine(dim.part->first) : std::nullopt;
            subscript = begin && length ? any_below(raw, fmt::format("{} + {}", *begin, dim.part->second), *begin)
                                        : any_below(raw, length);
            const ir::TypeRef around = d > 0 ? pointer.dims[d - 1].elem : nullptr;
            if (around != nullptr && around->is_record())
                raw.widened = RawAccess::Widened::in_record;
        } else if (in_units && d + 1 == pointer.dims.size()) {
            const SymbolId unit = symbols_.add_iterator("unit", nullptr); // all those of the element
            raw.domain.iterators.push_back(unit);
            raw.domain.formulas.push_back(fmt::format("0 <= s{} < {}", unit, dim.units_of_element()));
            subscript = subscript->plus(Poly::symbol(unit));
        }
        raw.subscripts.push_back(divisions_.recombined(*subscript));
        raw.declared.push_back(d > 0 && affine && !dim.loaded && !dim.walks && !dim.joined && dim.unit == 0 &&
                               !dim.shifted && dim.length && dim.length->constant());
    }
    const bool known = finish_rows(raw);
    if (!known || raw.subscripts.size() != pointer.dims.size())
        raw.declared.clear();
    return known;
}

// Splits linearised subscripts into rows.
bool AccessRecorder::finish_rows(RawAccess& raw) {
    rejoin_rows(divisions_, raw);
    // From the innermost pointer outwards: what is split moves the dimensions behind it.
    for (std::size_t level = raw.tables.size() + 1; level-- > 0;) {
        const std::size_t at = level == 0 ? 0 : static_cast<std::size_t>(raw.tables[level - 1]);
        const std::size_t end =
            level < raw.tables.size() ? static_cast<std::size_t>(raw.tables[level]) : raw.subscripts.size();
        const std::size_t before = raw.subscripts.size();
        const bool rows_apart = end - at > 1 && bridge_.affine(raw.subscripts[at]).has_value();
        if (!rows_apart && !split_rows(symbols_, bridge_, raw, at)) {
            if (raw.tables.empty() || end - at > 1)
                return false;
            raw.subscripts[at] = any_below(raw, std::nullopt);
        }
        for (std::size_t behind = level; behind < raw.tables.size(); ++behind)
            raw.tables[behind] += static_cast<int>(raw.subscripts.size() - before);
    }
    return true;
}

void AccessRecorder::everything(const Expr& expr, AccessKind kind, std::string why, ir::TypeRef object,
                                RawAccess::Memory memory) {
    if (quiet_.is_on())
        return;
    RawAccess raw;
    raw.memory = memory;
    raw.root = RawAccess::everything;
    raw.kind = kind == AccessKind::read ? kind : AccessKind::may_write;
    raw.known = false;
    raw.reason = std::move(why);
    raw.range = expr.range;
    raw.place = frames_.place_of(expr);
    raw.text = ir::print_c(*ir::strip(&expr));
    raw.object = object;
    raw.element = expr.as<ir::Call>() == nullptr ? &expr : nullptr;
    raw.expr = raw.element != nullptr ? ir::strip(&expr) : nullptr;
    raw.called = !frames_.in_own_text();
    log_.add(std::move(raw));
}

void AccessRecorder::whole_record(const Expr& expr, const ir::VarDecl* variable, AccessKind kind) {
    if (quiet_.is_on() || !region_.is_outer(variable) || expr.type == nullptr || !ir::holds_array(expr.type))
        return;
    const ir::HostExpr own = ir::HostExpr::of(expr),
                       host = host_.of(variable, ir::HostExpr::unary(ir::UnaryOp::address_of, own), true);
    if (host.empty()) {
        everything(expr, kind, fmt::format("'{}' is copied by a function that is called", ir::print_c(expr)));
        return;
    }
    Root root{own.text(), host, nullptr, variable, expr.type};
    root.is_part = true;
    access(expr, PointerValue::to_root(roots_.add(std::move(root)), expr.type), kind);
}

void AccessRecorder::copy_in(const ir::Stmt& body, const ir::VarDecl* variable) {
    const Expr* mention = nullptr;
    walk(
        body,
        [&](const Expr& e) {
            if (mention == nullptr && e.as<ir::DeclRef>() != nullptr && ir::named_variable(&e) == variable)
                mention = &e;
        },
        [](const ir::Stmt&) {});
    if (mention == nullptr)
        return;
    const std::int64_t bytes = fixed_size(variable->type);
    PointerValue pointer;
    pointer.root = roots_.add({variable->name, host_address(*variable), nullptr, variable, variable->type});
    pointer.dims = {{Poly(0), variable->type, bytes, std::nullopt}};
    if (bytes > 0)
        access(*mention, pointer, AccessKind::read);
    else
        whole_access(*mention, pointer, AccessKind::read, "each iteration begins with a copy of it");
}

void AccessRecorder::watch(const Expr& expr, const ir::VarDecl* variable, AccessKind kind) {
    if (quiet_.is_on() || !frames_.in_own_text() || !region_.options().watched.contains(variable))
        return;
    RawAccess raw;
    raw.root = roots_.add({variable->name, host_address(*variable), variable, variable, variable->type});
    raw.range = expr.range;
    raw.text = variable->name;
    raw.element = &expr;
    raw.domain = path_.domain();
    raw.reason = path_.reason();
    raw.kind = kind == AccessKind::write && !raw.reason.empty() ? AccessKind::may_write : kind;
    add(std::move(raw));
}

void AccessRecorder::elements(const Expr& arg, const PointerValue& pointer, AccessKind kind, const std::string& limit,
                              std::string_view stops) {
    if (!counts(arg, pointer, kind, arg.type->inner, {.pointer = &arg}))
        return;
    const PathState::Mark scope = path_.mark();
    const SymbolId element = symbols_.add_iterator("element", nullptr);
    path_.enter_loop(element);
    path_.add(fmt::format("0 <= s{} < {}", element, limit));
    if (!stops.empty())
        path_.widen(fmt::format("'{}' may stop earlier", stops));
    access_in(arg, moved(pointer, Poly::symbol(element)), kind, {.pointer = &arg});
    log_.last().object = arg.type->inner->kind == ir::TypeKind::Void ? nullptr : arg.type->inner;
    log_.last().element = nullptr; // the expression is the pointer
    path_.leave_loop();
    path_.restore(scope);
}

} // namespace hydra::passes

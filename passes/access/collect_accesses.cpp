// From a pointer with subscripts to an access: whether it counts, what makes it inexact, and linearised subscripts
// split into rows.
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

#include "passes/access/collector.h"

#include "passes/facts/library.h"

namespace hydra::passes {

using ir::AccessKind;
using ir::Expr;

// Whether an access through the pointer is to be noted; it is everything where nobody can tell what it touches.
bool Collector::counts(const Expr& expr, const PointerValue& pointer, AccessKind kind, ir::TypeRef object) {
    if (pointer.root == PointerValue::private_memory && kind != AccessKind::read) {
        const ir::VarDecl* base = base_variable(&expr);
        out_.stores_unnamed = out_.stores_unnamed || base == nullptr || base->type->is_pointer();
    }
    if (quiet_ > 0 || pointer.root == PointerValue::private_memory)
        return false;
    if (pointer.root == PointerValue::unknown)
        everything(expr, kind, fmt::format("cannot tell which array '{}' is in", ir::print_c(*ir::strip(&expr))),
                   object);
    return pointer.root >= 0;
}

RawAccess Collector::touched(const Expr& expr, const PointerValue& pointer) {
    RawAccess raw;
    raw.root = pointer.root;
    raw.range = expr.range;
    raw.place = frames_.empty() ? expr.range : outermost_call_;
    raw.text = ir::print_c(*ir::strip(&expr));
    raw.moment = ++moment_;
    raw.done = steps_;
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

void Collector::access(const Expr& expr, const PointerValue& pointer, AccessKind kind) {
    if (!counts(expr, pointer, kind, expr.type))
        return;
    RawAccess raw = touched(expr, pointer);
    const Expr* lvalue = ir::strip(&expr);
    if (lvalue->as<ir::Index>() != nullptr || lvalue->as<ir::Member>() != nullptr || lvalue->as<ir::Unary>() != nullptr)
        raw.expr = lvalue;
    raw.called = !frames_.empty();
    raw.kind = kind;
    raw.object = pointer.sealed || pointer.mixed ? nullptr : expr.type;
    raw.element = &expr;
    raw.domain = domain_;
    if (pointer.sealed || (pointer.mixed && !has_no_padding(*expr.type)))
        raw.reason = "it is a part of a union or a bit-field";
    const bool has_rows = kind == AccessKind::read && !pointer.dims.empty();
    std::optional<RawAccess> rows = has_rows ? std::optional(raw) : std::nullopt;
    raw.known = finish(raw, pointer);
    const bool only_doubts = raw.known && raw.reason.empty() && !inexact_.empty() && kind == AccessKind::write;
    if (!inexact_.empty())
        raw.reason = inexact_.back();
    raw.may_end = may_end_;
    if (!raw.known && rows) {
        rows->reason = raw.reason;
        if (pointer.dims.size() > 1 ? all_rows(*rows, pointer) : any_row(*rows, *lvalue))
            raw.rows = std::make_shared<const RawAccess>(std::move(*rows));
    }
    if (!raw.known && raw.reason.empty())
        raw.reason = fmt::format("{} is not an affine function of the loop variables",
                                 is_subscript_of_root(expr, out_.roots[static_cast<std::size_t>(raw.root)].variable)
                                     ? "its subscript"
                                     : "the address that it goes to");
    if (!raw.reason.empty() && kind == AccessKind::write)
        raw.kind = AccessKind::may_write;
    if (!raw.known && in_table(pointer)) { // the whole of all that the table leads to
        everything(expr, kind, raw.reason, expr.type);
        return;
    }
    add_access(std::move(raw));
    if (only_doubts)
        note_doubtful_write();
}

// The conditions under which the values that the access depends on are known.
std::vector<std::pair<std::string, std::string>> Collector::conditions_of(const RawAccess& raw) const {
    std::string mentioned;
    for (const std::string& formula : raw.domain.formulas)
        mentioned += formula + " ";
    for (const Poly& subscript : raw.subscripts)
        for (const auto& [monomial, coefficient] : subscript.terms())
            for (const SymbolId id : monomial)
                mentioned += fmt::format("s{} ", id);
    return raw.known ? symbols_.conditions_of(mentioned) : std::vector<std::pair<std::string, std::string>>{};
}

// Where a value that the access depends on is known under a condition only: one access where it holds, which is exact,
// and one that is wider than the truth for the rest, which is usually nothing.
void Collector::add_access(RawAccess raw) {
    std::string exact;
    std::vector<std::string> shown;
    for (const auto& [condition, text] : conditions_of(raw)) {
        exact += fmt::format("{}({})", exact.empty() ? "" : " and ", condition);
        if (std::find(shown.begin(), shown.end(), text) == shown.end())
            shown.push_back(text);
    }
    if (!exact.empty() && raw.reason.empty()) {
        RawAccess rest = raw;
        rest.domain.formulas.push_back("not (" + exact + ")");
        rest.reason = fmt::format("unless {}, what its division gives is not known", fmt::join(shown, " and "));
        if (rest.kind == AccessKind::write)
            rest.kind = AccessKind::may_write;
        raw.domain.formulas.push_back(exact);
        out_.accesses.push_back(std::move(rest));
    }
    out_.accesses.push_back(std::move(raw));
}

void Collector::whole_access(const Expr& expr, const PointerValue& pointer, AccessKind kind, const std::string& why) {
    if (!counts(expr, pointer, kind, expr.type != nullptr && expr.type->is_pointer() ? expr.type->inner : nullptr))
        return;
    if (in_table(pointer)) {
        whole_row(expr, pointer, kind, why);
        return;
    }
    RawAccess raw = touched(expr, pointer);
    raw.kind = kind == AccessKind::write ? AccessKind::may_write : kind;
    raw.known = false;
    raw.reason = why;
    raw.elem = std::max<std::int64_t>(1, pointer.dims.empty() ? 1 : pointer.dims.back().elem_size);
    out_.accesses.push_back(std::move(raw));
}

// All that the last pointer of a table leads to.
void Collector::whole_row(const Expr& expr, const PointerValue& pointer, AccessKind kind, const std::string& why) {
    if (quiet_ > 0)
        return;
    PointerValue row = pointer;
    row.member_offset = row.record_size = -1;
    row.carried = 0;
    while (!row.dims.back().loaded)
        row.dims.pop_back();
    row.dims.back().subscript = std::nullopt;
    RawAccess raw = touched(expr, row);
    raw.kind = kind == AccessKind::write ? AccessKind::may_write : kind;
    raw.reason = why;
    raw.domain = domain_;
    raw.object = expr.type != nullptr && expr.type->is_pointer() ? expr.type->inner : nullptr;
    raw.known = finish(raw, row);
    if (raw.known)
        add_access(std::move(raw));
    else
        everything(expr, kind, why, raw.object);
}

// What a[best * n + k] touches where nobody knows `best`, as in a search for a pivot: column k of all rows, if k is
// proved to lie in a row of n. False: that is not known.
bool Collector::any_row(RawAccess& raw, const Expr& expr) {
    const auto* element = expr.as<ir::Index>();
    const auto* sum = element != nullptr ? ir::strip(element->index.get())->as<ir::Binary>() : nullptr;
    if (sum == nullptr || sum->op != ir::BinaryOp::add)
        return false;
    const Value base = rehearse(*element->base, [&] { return eval(*element->base); });
    const bool is_start = base.kind == Value::Kind::pointer && base.pointer.dims.size() == 1 &&
                          base.pointer.dims.front().subscript == Poly(0) && base.pointer.dims.front().elem_size > 0 &&
                          base.pointer.dims.front().unit == 0 && base.pointer.member_offset < 0 &&
                          base.pointer.carried == 0;
    const auto exact = [&](const Expr& part) {
        const Value value = rehearse(part, [&] { return number(part); });
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
        raw.widened = true;
        return true;
    }
    return false;
}

// What an access touches where the outermost subscript may be anything: a member of all elements, a column. False: all.
bool Collector::all_rows(RawAccess& raw, PointerValue pointer) {
    if (pointer.dims.front().shifted)
        return false;
    const SymbolId any = symbols_.add_iterator("any", nullptr);
    pointer.dims.front().subscript = Poly::symbol(any);
    raw.domain.iterators.push_back(any);
    raw.domain.formulas.push_back(fmt::format("{} <= s{} < {}", -anywhere, any, anywhere));
    return finish(raw, pointer) && raw.subscripts.size() > 1 && raw.subscripts.front() == Poly::symbol(any);
}

// Subscripts, lengths and element size of an access; false: only the whole array is known. An inner subscript that is
// unknown covers its dimension.
bool Collector::finish(RawAccess& raw, const PointerValue& pointer) {
    // Any subscript in a row; of a table's row, only the runtime knows the length.
    const auto any_below = [&](const std::optional<std::string>& length, const std::string& least = "0") {
        const SymbolId any = symbols_.add_iterator("any", nullptr);
        raw.widened = true;
        raw.domain.iterators.push_back(any);
        raw.domain.formulas.push_back(length ? fmt::format("{} <= s{} < {}", least, any, *length)
                                             : fmt::format("{} <= s{} < {}", -anywhere, any, anywhere));
        if (raw.reason.empty())
            raw.reason = "its subscript depends on data";
        return Poly::symbol(any);
    };
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
            if (first ? !in_table(pointer) : !length || dim.walks || goes_on)
                return false;
            const auto begin = dim.part ? bridge_.affine(dim.part->first) : std::nullopt;
            subscript = begin && length ? any_below(fmt::format("{} + {}", *begin, dim.part->second), *begin)
                                        : any_below(length);
            const ir::TypeRef around = d > 0 ? pointer.dims[d - 1].elem : nullptr;
            raw.in_record = raw.in_record || (around != nullptr && around->is_record());
        } else if (in_units && d + 1 == pointer.dims.size()) {
            const SymbolId unit = symbols_.add_iterator("unit", nullptr); // all those of the element
            raw.domain.iterators.push_back(unit);
            raw.domain.formulas.push_back(fmt::format("0 <= s{} < {}", unit, dim.units_of_element()));
            subscript = subscript->plus(Poly::symbol(unit));
        }
        raw.subscripts.push_back(recombined(*subscript));
    }
    rejoin_rows(raw);
    // From the innermost pointer outwards: what is split moves the dimensions behind it.
    for (std::size_t level = raw.tables.size() + 1; level-- > 0;) {
        const std::size_t at = level == 0 ? 0 : static_cast<std::size_t>(raw.tables[level - 1]);
        const std::size_t end =
            level < raw.tables.size() ? static_cast<std::size_t>(raw.tables[level]) : raw.subscripts.size();
        const std::size_t before = raw.subscripts.size();
        const bool rows_apart = end - at > 1 && bridge_.affine(raw.subscripts[at]).has_value();
        if (!rows_apart && !split_rows(raw, at)) {
            if (raw.tables.empty() || end - at > 1)
                return false;
            raw.subscripts[at] = any_below(std::nullopt);
        }
        for (std::size_t behind = level; behind < raw.tables.size(); ++behind)
            raw.tables[behind] += static_cast<int>(raw.subscripts.size() - before);
    }
    return true;
}

// a[k / n][k % n] in rows of n is element k.
void Collector::rejoin_rows(RawAccess& raw) const {
    while (!divisions_.empty() && raw.subscripts.size() > 1 &&
           (raw.tables.empty() || raw.tables.back() + 1 < static_cast<int>(raw.subscripts.size()))) {
        const auto row = raw.subscripts[raw.subscripts.size() - 2].times(raw.lengths.back());
        const auto flat = row ? row->plus(raw.subscripts.back()) : std::nullopt;
        if (!flat || recombined(*flat) == *flat)
            return;
        raw.subscripts.pop_back();
        raw.lengths.pop_back();
        raw.subscripts.back() = recombined(*flat);
    }
}

// Whether the subscript, in which nothing counts upwards, is always negative: `a[i*n + n - 1 - j]` is in row i, though
// the products alone say row i + 1.
bool Collector::lies_before(const Domain& domain, const Poly& subscript) const {
    const auto& terms = subscript.terms();
    const bool downwards = std::all_of(terms.begin(), terms.end(), [](const auto& term) { return term.second < 0; });
    if (terms.empty() || !downwards)
        return false;
    const auto text = subscript.constant() ? std::nullopt : bridge_.affine(subscript);
    return subscript.constant() || (text && bridge_.holds(domain, *text + " < 0"));
}

// a[i*n + j], a[i*n + j].x: the subscript that counts from a pointer, over loop variables times parameters, becomes one
// a row length. The row lengths are the quotients of the parameter products that loop variables are multiplied with,
// which must divide one another in turn.
bool Collector::split_rows(RawAccess& raw, std::size_t at) {
    const auto place = static_cast<std::ptrdiff_t>(at);
    const Poly whole = raw.subscripts[at];
    using Monomial = Poly::Monomial;
    const auto parts = [&](const Monomial& monomial) {
        std::pair<Monomial, Monomial> split; // parameters, the rest
        for (const SymbolId id : monomial)
            (symbols_[id].kind == Symbol::Kind::parameter ? split.first : split.second).push_back(id);
        return split;
    };
    std::set<Monomial> strides{{}};
    for (const auto& [monomial, coefficient] : whole.terms()) {
        const auto [parameters, rest] = parts(monomial);
        if (rest.size() > 1)
            return false;
        if (rest.size() == 1)
            strides.insert(parameters);
    }
    std::vector<Monomial> chain(strides.begin(), strides.end());
    std::sort(chain.begin(), chain.end(), [](const Monomial& a, const Monomial& b) { return a.size() > b.size(); });
    const auto divides = [](const Monomial& small, const Monomial& large) {
        return std::includes(large.begin(), large.end(), small.begin(), small.end());
    };
    const auto without = [](const Monomial& large, const Monomial& small) {
        Monomial rest;
        std::set_difference(large.begin(), large.end(), small.begin(), small.end(), std::back_inserter(rest));
        return rest;
    };
    const auto product = [](const Monomial& monomial, std::int64_t coefficient) {
        Poly poly(coefficient);
        for (const SymbolId id : monomial)
            poly = *poly.times(Poly::symbol(id));
        return poly;
    };
    std::vector<Poly> lengths;
    for (std::size_t k = 1; k < chain.size(); ++k) {
        if (!divides(chain[k], chain[k - 1]))
            return false;
        lengths.push_back(product(without(chain[k - 1], chain[k]), 1));
    }
    std::vector<Poly> subscripts(chain.size());
    for (const auto& [monomial, coefficient] : whole.terms()) {
        const auto split = parts(monomial);
        const Monomial& parameters = split.first;
        const Monomial& rest = split.second;
        const auto level = std::find_if(chain.begin(), chain.end(), [&](const Monomial& stride) {
            return rest.empty() ? divides(stride, parameters) : stride == parameters;
        });
        Monomial left = without(parameters, *level);
        left.insert(left.end(), rest.begin(), rest.end());
        std::sort(left.begin(), left.end());
        const auto sum = subscripts[static_cast<std::size_t>(level - chain.begin())].plus(product(left, coefficient));
        if (!sum)
            return false;
        subscripts[static_cast<std::size_t>(level - chain.begin())] = *sum;
    }
    for (std::size_t level = subscripts.size() - 1; level > 0; --level) {
        const auto row = subscripts[level - 1].plus(Poly(-1)), column = subscripts[level].plus(lengths[level - 1]);
        if (row && column && lies_before(raw.domain, subscripts[level])) {
            subscripts[level - 1] = *row;
            subscripts[level] = *column;
        }
    }
    raw.subscripts.erase(raw.subscripts.begin() + place);
    raw.subscripts.insert(raw.subscripts.begin() + place, subscripts.begin(), subscripts.end());
    raw.lengths.insert(raw.lengths.begin() + place, lengths.begin(), lengths.end());
    return true;
}

} // namespace hydra::passes

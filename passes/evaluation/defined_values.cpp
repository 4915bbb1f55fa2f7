// Values that a formula fixes (defined_values.h).
#include "passes/evaluation/defined_values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace hydra::passes {

Value DefinedValues::chosen(const std::optional<std::string>& condition, const Value& first, const Value& second) {
    if (same(first, second))
        return first;
    if ((!condition && !either_) || first.kind != Value::Kind::integer || second.kind != Value::Kind::integer)
        return {};
    const auto a = bridge_.affine(first.poly);
    const auto b = bridge_.affine(second.poly);
    if (!a || !b)
        return {};
    const std::string shown =
        fmt::format("either {} or {}", symbols_.user_text(first.poly), symbols_.user_text(second.poly));
    if (!condition) {
        const std::size_t number = symbols_.size(); // equal choices need not be the same one
        const auto either = [&](SymbolId id) {
            return fmt::format("(s{0} = {1} or s{0} = {2}) and {3} = {3}", id, *a, *b, number);
        };
        return Value::of(Poly::symbol(symbols_.add_defined(shown, either, never_exact, "data choose " + shown)));
    }
    return Value::of(Poly::symbol(symbols_.add_defined(shown, [&](SymbolId id) {
        return fmt::format("({0} and s{1} = {2}) or (not {0} and s{1} = {3})", *condition, id, *a, *b);
    })));
}

std::optional<Poly> DefinedValues::chosen(const std::optional<std::string>& condition, const std::optional<Poly>& first,
                                          const std::optional<Poly>& second) {
    if (!first || !second)
        return std::nullopt;
    const Value value = chosen(condition, Value::of(*first), Value::of(*second));
    return value.kind == Value::Kind::integer ? std::optional(value.poly) : std::nullopt;
}

Value DefinedValues::truth(const std::string& condition, const std::string& shown) {
    return Value::of(Poly::symbol(symbols_.add_defined(
        shown,
        [&](SymbolId id) { return fmt::format("({0} and s{1} = 1) or (not {0} and s{1} = 0)", condition, id); })));
}

KnownValues DefinedValues::joined(KnownValues mine, const KnownValues& then,
                                  const std::optional<std::string>& condition) {
    for (auto it = mine.begin(); it != mine.end();) {
        const auto found = then.find(it->first);
        const bool pointers = found != then.end() && it->second.kind == Value::Kind::pointer &&
                              found->second.kind == Value::Kind::pointer;
        if (pointers && it->second.pointer.root == found->second.pointer.root) {
            PointerValue& ours = it->second.pointer;
            const PointerValue& theirs = found->second.pointer;
            const bool equal = alike(ours, theirs);
            for (std::size_t d = 0; equal && d < ours.dims.size(); ++d) {
                ours.dims[d].subscript = chosen(condition, theirs.dims[d].subscript, ours.dims[d].subscript);
                ours.dims[d].walks |= theirs.dims[d].walks;
                ours.dims[d].part.reset();
            }
            if (equal) {
                ++it;
                continue;
            }
        }
        const Value joined = found != then.end() ? chosen(condition, found->second, it->second) : Value{};
        if (joined.kind == Value::Kind::unknown) {
            it = mine.erase(it);
            continue;
        }
        it->second = joined;
        ++it;
    }
    return mine;
}

SymbolId DefinedValues::define_under(const std::vector<std::string>& assumed, std::string shown,
                                     const std::function<std::string(SymbolId)>& define, std::string exact_when,
                                     std::string shown_when) {
    if (assumed.empty() || !path_.under_condition()) // no value outlives the loops around it
        return symbols_.add_defined(std::move(shown), define, std::move(exact_when), std::move(shown_when));
    const std::string here = fmt::format("({})", fmt::join(assumed, " and "));
    const auto total = [&](SymbolId id) {
        return fmt::format("({0} and ({1})) or (not {0} and s{2} = 0)", here, define(id), id);
    };
    if (!exact_when.empty())
        exact_when = fmt::format("((not {}) or ({}))", here, exact_when);
    return symbols_.add_defined(std::move(shown), total, std::move(exact_when), std::move(shown_when));
}

} // namespace hydra::passes

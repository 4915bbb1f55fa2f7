#include "passes/dependence/pairs.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "passes/symbolic/isl_clash.h"
#include "passes/worth.h"

namespace hydra::passes {

namespace {

// How far a step of each subscript leads; nullopt: too large a number.
std::vector<std::optional<Poly>> bytes_of_rows(const RawAccess& access) {
    std::vector<std::optional<Poly>> bytes(access.subscripts.size());
    std::optional<Poly> size = Poly(access.elem);
    for (std::size_t d = bytes.size(); d-- > 0;) {
        bytes[d] = size;
        size = size && d > 0 ? size->times(access.lengths[d - 1]) : std::nullopt;
    }
    return bytes;
}

// Where in its row an access begins; nullopt: that is no constant.
std::optional<std::int64_t> column(const RawAccess& access, std::size_t rows) {
    const auto bytes = bytes_of_rows(access);
    Poly sum;
    for (std::size_t d = rows; d < bytes.size(); ++d) {
        const auto term = bytes[d] ? access.subscripts[d].times(*bytes[d]) : std::nullopt;
        const auto next = term ? sum.plus(*term) : std::nullopt;
        if (!next)
            return std::nullopt;
        sum = *next;
    }
    return sum.constant();
}

} // namespace

bool is_optional(Region& region, const Domain& domain) {
    return std::any_of(
        domain.formulas.begin(), domain.formulas.end(),
        [&](const std::string& formula) {
            const std::vector<SymbolId> ids = symbols_in(formula);
            return !ids.empty() &&
                   std::all_of(
                       ids.begin(), ids.end(),
                       [&](SymbolId id) { return region.symbols[id].kind == Symbol::Kind::parameter; }) &&
                   !region.bridge.holds({domain.iterators, {domain.formulas.front()}}, formula);
        });
}

bool same_view(const RawAccess& a, const RawAccess& b) {
    return a.root == b.root && a.elem == b.elem && a.lengths == b.lengths && a.subscripts.size() == b.subscripts.size();
}

std::size_t common_rows(const RawAccess& a, const RawAccess& b) {
    if (same_view(a, b))
        return a.subscripts.size();
    if (a.root != b.root || !a.tables.empty() || !b.tables.empty())
        return 0;
    const auto first = bytes_of_rows(a);
    const auto second = bytes_of_rows(b);
    std::size_t common = 0;
    while (common < std::min(first.size(), second.size()) && first[common] && first[common] == second[common])
        ++common;
    return common;
}

bool in_other_columns(const RawAccess& a, const RawAccess& b, std::size_t rows) {
    const auto first = column(a, rows), second = column(b, rows);
    return first && second && (*first + a.elem <= *second || *second + b.elem <= *first);
}

bool has_declared_rows(const RawAccess& access, const Root& root) {
    if (access.expr == nullptr || access.called || !access.tables.empty() || root.variable == nullptr ||
        root.host.is_address())
        return false;
    const ir::Expr* inner = ir::strip(access.expr);
    for (std::size_t d = access.subscripts.size(); d-- > 0;) {
        const auto* index = inner->as<ir::Index>();
        if (index == nullptr)
            return false;
        inner = ir::strip(index->base.get());
        if (d > 0 &&
            (!inner->type->is_array() || inner->type->length < 0 || Poly(inner->type->length) != access.lengths[d - 1]))
            return false;
    }
    return ir::named_variable(inner) == root.variable;
}

// The number that divides all outer subscripts of the accesses; 0 or 1: there is none.
static std::int64_t common_factor(const std::vector<RawAccess>& accesses, const std::vector<std::size_t>& among) {
    std::int64_t factor = 0;
    for (const std::size_t index : among) {
        const RawAccess& access = accesses[index];
        const bool rows = access.known && access.tables.empty() && access.subscripts.size() > 1 &&
                          access.lengths.size() + 1 == access.subscripts.size() &&
                          access.lengths.back() == accesses[among.front()].lengths.back();
        if (!rows)
            return 0;
        for (std::size_t d = 0; d + 1 < access.subscripts.size(); ++d)
            for (const auto& [monomial, coefficient] : access.subscripts[d].terms())
                factor = std::gcd(factor, coefficient);
    }
    return factor;
}

std::vector<RawAccess> in_longer_rows(Region& region) {
    std::vector<RawAccess> accesses = region.accesses.accesses;
    InsideRows inside(region, region.accesses.accesses, true);
    for (std::size_t root = 0; root < region.accesses.roots.size(); ++root) {
        std::vector<std::size_t> among;
        for (std::size_t i = 0; i < accesses.size(); ++i)
            if (accesses[i].root == static_cast<int>(root))
                among.push_back(i);
        const std::int64_t factor = common_factor(accesses, among);
        if (factor < 2 || std::all_of(among.begin(), among.end(), [&](std::size_t i) { return inside.holds(i); }))
            continue;
        for (const std::size_t index : among) {
            RawAccess& access = accesses[index];
            const auto length = access.lengths.back().times(Poly(factor));
            if (!length)
                return region.accesses.accesses;
            access.lengths.back() = *length;
            access.declared.clear();
            for (std::size_t d = 0; d + 1 < access.subscripts.size(); ++d)
                access.subscripts[d] = *access.subscripts[d].divided(factor);
        }
    }
    return accesses;
}

bool InsideRows::is_inside(const RawAccess& access, std::size_t d) {
    if (tables_apart_ && std::count(access.tables.begin(), access.tables.end(), static_cast<int>(d)) > 0)
        return true;
    const auto subscript = region_.bridge.affine(access.subscripts[d]);
    const auto length = region_.bridge.affine(access.lengths[d - 1]);
    return subscript && length && region_.bridge.holds(access.domain, fmt::format("0 <= {} < {}", *subscript, *length));
}

std::size_t InsideRows::first_open(std::size_t index) {
    const RawAccess& access = accesses_[index];
    if (known_.size() <= index)
        known_.resize(accesses_.size());
    if (!known_[index]) {
        std::size_t open = 0;
        for (std::size_t d = 1; open == 0 && d < access.subscripts.size(); ++d)
            open = is_inside(access, d) ? 0 : d;
        known_[index] = open;
    }
    return *known_[index];
}

bool InsideRows::holds_as_declared(std::size_t index) {
    as_declared_.resize(accesses_.size());
    if (!as_declared_[index]) {
        const RawAccess& access = accesses_[index];
        bool all = access.declared.size() == access.subscripts.size();
        for (std::size_t d = 1; all && d < access.subscripts.size(); ++d)
            all = access.declared[d] || is_inside(access, d);
        as_declared_[index] = all;
    }
    return *as_declared_[index];
}

bool NeverMeet::holds(const std::optional<std::string>& writes, const std::optional<std::string>& touches) {
    if (!writes || !touches)
        return false;
    const auto [known, is_new] = answers_.try_emplace(*writes + *touches, false);
    if (!is_new || answers_.size() > worth::most_round_questions)
        return known->second;
    ClashQuestion question;
    question.whole = region_.whole;
    question.writes = *writes;
    question.touches = *touches;
    region_.bridge.narrow(question);
    question.any_size.clear();
    return known->second = never_clash(question);
}

} // namespace hydra::passes

// Pass: bounds. Accesses that leave a declared array for certain, whatever the program's sizes are: `a[i]` with i < 12
// of `int a[9]`, and sections of reductions that are larger than their arrays. Undefined in C, so a warning says it; it
// is no error, since nothing tells that the program ever comes to the loop. What only some sizes bring about is left to
// the run. A row of a matrix may be left on purpose (`m[0][i]` for all of it): then what counts is the whole array;
// elsewhere rows are asked first, so that the subscript at fault is named. Constant subscripts are looked at in serial
// code, too.
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "passes/dependence/constant_subscripts.h"
#include "passes/dependence/pairs.h"
#include "passes/dependence/row_ends.h"
#include "passes/passes.h"

namespace hydra::passes {

namespace {

using Told = std::set<std::tuple<int, std::uint32_t, std::uint32_t>>; // places that have been spoken of

void warn_once(State& state, Told& told, const support::SourceRange& range, const std::string& text) {
    if (told.insert({static_cast<int>(range.file), range.begin, range.end}).second)
        state.diagnostics.warning(range, text, "hydra-bounds");
}

class Bounds {
  public:
    Bounds(State& state, const ir::Kernel& kernel, Told& told)
        : state_(state), kernel_(kernel), region_(*state.kernels[static_cast<std::size_t>(kernel.id.value)]),
          told_(told) {}

    void run() {
        for (const ir::Reduction& reduction : kernel_.loop->as<ir::For>()->directive->reductions)
            look_at_section(reduction);
        for (const RawAccess& access : region_.accesses.accesses)
            look_at(access);
    }

  private:
    void look_at_section(const ir::Reduction& reduction) {
        ir::TypeRef type = reduction.variable->type;
        for (const ir::SectionBound& bound : reduction.section) {
            if (!type->is_array() || type->length <= 0)
                return;
            const auto from = bound.lo != nullptr ? ir::constant_value(*bound.lo) : std::optional<std::int64_t>(0);
            const auto count = bound.length != nullptr ? ir::constant_value(*bound.length) : std::nullopt;
            if (from && *from >= 0 && *from <= type->length && count && *count > type->length - *from)
                warn(reduction.range,
                     fmt::format("the section '{}' is larger than the array, which has {} {} there; the "
                                 "program ends with an error where it comes to this loop",
                                 ir::section_text(reduction), type->length,
                                 type->inner->is_array() ? "rows" : "elements"));
            type = type->inner;
        }
    }

    // The number of elements of this size in the array that the access goes to by its name; 0: there is none.
    [[nodiscard]] std::int64_t elements(const RawAccess& access) const {
        if (access.root == RawAccess::everything || !access.known || !access.tables.empty() || access.elem <= 0)
            return 0;
        const Root& root = region_.accesses.roots[static_cast<std::size_t>(access.root)];
        if (root.variable == nullptr || !root.tables.empty() || !root.host.is_name(root.variable->name) ||
            !root.variable->type->is_array())
            return 0;
        const std::int64_t bytes = ir::size_of(root.variable->type).value_or(0);
        return bytes % access.elem == 0 ? bytes / access.elem : 0;
    }

    void look_at(const RawAccess& access) {
        if (is_optional(region_, access.domain))
            return;
        const bool certain = access.kind == ir::AccessKind::read || access.kind == ir::AccessKind::write;
        if (!certain || !access.reason.empty())
            return;
        for (std::size_t d = 1; d < access.subscripts.size(); ++d)
            if (const auto found = leaves_row(region_, access, d)) {
                warn(access.range,
                     fmt::format("{}{} {} with {} for subscript {}, which lies outside of its row: it has {} elements",
                                 iteration(*found), access.kind == ir::AccessKind::write ? "writes" : "reads",
                                 access.text, found->element.front(), d + 1, *access.lengths[d - 1].constant()));
                return;
            }
        const std::int64_t count = elements(access);
        const auto place = count > 0 ? number_of(access) : std::nullopt;
        const auto relation = place ? region_.bridge.relation(access.domain, {*place}) : std::nullopt;
        if (!relation)
            return;
        if (const auto found = leaves(region_, *relation, count))
            warn(access.range, message(access, *found, count));
    }

    [[nodiscard]] std::string message(const RawAccess& access, const Clash& found, std::int64_t count) const {
        const Root& root = region_.accesses.roots[static_cast<std::size_t>(access.root)];
        const ir::VarDecl& variable = *root.variable;
        const bool plain = !variable.type->inner->is_array() && variable.type->length == count;
        const std::string what = plain ? fmt::format("{}[{}]", root.name, found.element.front()) : access.text;
        return fmt::format("{}{} {}, which lies outside of '{}': {} has {} {}", iteration(found),
                           access.kind == ir::AccessKind::write ? "writes" : "reads", what, root.name,
                           plain ? "it" : "the array", variable.type->length,
                           variable.type->inner->is_array() ? "rows" : "elements");
    }

    // "iteration i=9 "
    [[nodiscard]] std::string iteration(const Clash& found) const {
        std::int64_t value = 0;
        const Poly counter = region_.loop_value.value_or(Poly(0));
        for (const auto& [monomial, factor] : counter.terms()) {
            const bool counts = monomial == Poly::Monomial{region_.chunk_variable};
            if (!counts && !monomial.empty())
                return "an iteration ";
            value += factor * (counts ? found.other : 1);
        }
        return region_.loop_value
                   ? fmt::format("iteration {}={} ", kernel_.loop->as<ir::For>()->canonical.variable->name, value)
                   : "an iteration ";
    }

    void warn(const support::SourceRange& range, const std::string& text) { warn_once(state_, told_, range, text); }

    State& state_;
    const ir::Kernel& kernel_;
    Region& region_;
    Told& told_;
};

} // namespace

void bounds_pass(State& state) {
    Told told;
    for (const ir::Kernel& kernel : state.program.kernels)
        Bounds(state, kernel, told).run();
    find_constants_outside_rows(state, [&](const ir::Expr& element, std::size_t subscript, std::int64_t value,
                                           std::int64_t length) {
        const std::string text = ir::print_c(element);
        const bool has_rows = ir::strip(element.as<ir::Index>()->base.get())->as<ir::Index>() != nullptr;
        warn_once(state, told, element.range,
                  subscript > 1 ? fmt::format("{} has {} for subscript {}, which lies outside of its row: it has {} "
                                              "elements",
                                              text, value, subscript, length)
                                : fmt::format("{} lies outside of the array, which has {} {}", text, length,
                                              has_rows ? "rows" : "elements"));
    });
}

} // namespace hydra::passes

// See told.h.
#include "codegen/host/told.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codegen/text/text.h"
#include "codegen/text/walk.h"

namespace hydra::codegen {

// A read that is wider than the truth must not count as out of bounds.
std::string access_kind(const ir::Access& access) {
    switch (access.kind) {
    case ir::AccessKind::read:
        return access.reason.empty() ? "HYDRA_RT_READ" : "HYDRA_RT_MAYREAD";
    case ir::AccessKind::write:
        return "HYDRA_RT_WRITE";
    case ir::AccessKind::may_write:
        return "HYDRA_RT_MAYWRITE";
    case ir::AccessKind::reduce:
        return "HYDRA_RT_REDUCE";
    }
    throw support::InternalError("unknown access kind");
}

namespace {

// The parts of a loop's body that an iteration may leave out; nothing where it may end anywhere.
class Conditional {
  public:
    explicit Conditional(const ir::Kernel& kernel) : loop_(kernel.loop->range) {
        walk(
            *kernel.loop->as<ir::For>()->body, [this](const ir::Stmt& stmt, const ir::Stmt*) { look(stmt); },
            [this](const ir::Expr& expr, const ir::Expr*) { look(expr); });
    }
    [[nodiscard]] bool holds(const support::SourceRange& range) const {
        return ends_ || !support::is_within(range, loop_) ||
               std::any_of(
                   parts_.begin(), parts_.end(), [&](const auto& part) { return support::is_within(range, part); });
    }

  private:
    void look(const ir::Stmt& stmt) {
        if (const auto* choice = stmt.as<ir::If>()) {
            parts_.push_back(choice->then->range);
            if (choice->otherwise != nullptr)
                parts_.push_back(choice->otherwise->range);
        } else if (const auto* round = stmt.as<ir::While>()) {
            parts_.push_back(round->body->range);
        } else if (const auto* cases = stmt.as<ir::Switch>()) {
            parts_.push_back(cases->body->range);
        }
        ends_ = ends_ || stmt.as<ir::Goto>() != nullptr || stmt.as<ir::Break>() != nullptr ||
                stmt.as<ir::Continue>() != nullptr || stmt.as<ir::Return>() != nullptr;
    }
    void look(const ir::Expr& expr) {
        if (const auto* choice = expr.as<ir::Conditional>()) {
            for (const auto* arm : {choice->then.get(), choice->otherwise.get()})
                if (arm != nullptr)
                    parts_.push_back(arm->range);
        } else if (const auto* both = expr.as<ir::Binary>();
                   both != nullptr && (both->op == ir::BinaryOp::logical_and || both->op == ir::BinaryOp::logical_or)) {
            parts_.push_back(both->rhs->range);
        }
    }

    support::SourceRange loop_;
    std::vector<support::SourceRange> parts_;
    bool ends_ = false;
};

// Where the directive stands, and which values the loop's variable has.
std::pair<std::string, std::string> of_loop(const Context& context, const ir::Kernel* kernel) {
    if (kernel == nullptr)
        return {"0", "0, 1, 0"};
    const auto& loop = *kernel->loop->as<ir::For>();
    const auto place = string_literal(context.sources.at(loop.directive->range));
    const auto& range = kernel->loop->range;
    const auto line = context.sources.line({range.file, range.end - 1, range.end, range.verbatim});
    if (!kernel->space.counted)
        return {place, fmt::format("0, 1, {}", line)};
    const auto constant = [](const ir::Expr* expr) {
        return expr == nullptr ? std::nullopt : ir::constant_value(*expr);
    };
    const auto first = constant(loop.canonical.start), step = constant(loop.canonical.step);
    if (!first || !step)
        return {place, fmt::format("0, 0, {}", line)};
    return {place, fmt::format("{}, {}, {}", *first, loop.canonical.descending ? -*step : *step, line)};
}

} // namespace

std::string told_table(const Context& context, const Described& what, const ir::Kernel* kernel) {
    std::vector<std::string> rows;
    const auto conditional = kernel == nullptr ? std::nullopt : std::optional<Conditional>(*kernel);
    for (const auto& access : what.accesses)
        rows.push_back(fmt::format("    {{{}, {}, {}, {}, {:d}}},\n", string_literal(access.text),
                                   string_literal(context.sources.at(access.range)), access.slot, access_kind(access),
                                   conditional && conditional->holds(access.range)));
    const auto told = context.name(what.prefix + "_told_" + what.name);
    const auto accesses = context.name(what.prefix + "_accesses_" + what.name);
    const std::string table = rows.empty() ? ""
                                           : fmt::format("static const hydra_rt_access_told {}[] = {{\n{}}};\n",
                                                         accesses, fmt::join(rows, ""));
    const auto [directive, values] = of_loop(context, kernel);
    return table + fmt::format("static const hydra_rt_told {} = {{{}, {}, {}, {}}};\n", told, directive, rows.size(),
                               rows.empty() ? "0" : accesses, values);
}

std::size_t told_number(const std::vector<ir::Access>* told, const ir::Access& access) {
    if (told == nullptr)
        return 0;
    if (!told->empty() && &access >= told->data() && &access <= &told->back()) // it is one of them
        return static_cast<std::size_t>(&access - told->data()) + 1;
    const auto same = [&](const ir::Access& one) {
        return one.slot == access.slot && one.kind == access.kind && one.range == access.range;
    };
    const auto at = std::find_if(told->begin(), told->end(), same);
    return at == told->end() ? 0 : static_cast<std::size_t>(at - told->begin()) + 1;
}

} // namespace hydra::codegen

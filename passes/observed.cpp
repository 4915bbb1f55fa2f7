// What iterations leave behind beside memory: errno, and the flags of floating-point exceptions. Each thread and rank
// has its own; where the program looks at them, the runtime brings them together (HYDRA_RT_LEAVES_ERRORS).
#include <optional>
#include <set>
#include <string_view>

#include "passes/arrays.h"
#include "passes/library.h"
#include "passes/state.h"

namespace hydra::passes {

namespace {

// Library functions that leave errno alone, of those that loops call most. Of the others it is believed that they may
// set it.
bool leaves_errno_alone(std::string_view name) {
    static const std::set<std::string_view> known = {
        "fabs",  "fmin",    "fmax",   "floor",  "ceil",    "trunc",  "round",   "rint",      "copysign", "abs",
        "labs",  "llabs",   "memcpy", "memset", "memmove", "memcmp", "strlen",  "strcmp",    "strchr",   "isnan",
        "isinf", "signbit", "creal",  "cimag",  "conj",    "expect", "strncmp", "nearbyint", "isfinite"};
    if (name.starts_with("__builtin_"))
        name.remove_prefix(10);
    const bool suffixed = !name.empty() && (name.back() == 'f' || name.back() == 'l');
    return known.contains(name) || (suffixed && known.contains(name.substr(0, name.size() - 1)));
}

bool may_set_errno(const Summary& summary, const ir::Stmt& stmt, std::set<const ir::FunctionDecl*>& seen) {
    bool found = false;
    walk(
        stmt,
        [&](const ir::Expr& e) {
            const auto* call = e.as<ir::Call>();
            if (found || call == nullptr)
                return;
            const ir::FunctionDecl* callee = ir::called_function(*call);
            const ir::FunctionDecl* body = callee != nullptr ? summary.definition(callee) : nullptr;
            if (body != nullptr)
                found = seen.insert(body).second && may_set_errno(summary, *body->body, seen);
            else
                found = callee == nullptr || !leaves_errno_alone(callee->name); // __errno_location among them
        },
        [](const ir::Stmt&) {});
    return found;
}

// Whether a format of the call's may hold `%m`, which prints the text of errno (and, for dates, the month).
bool prints_error(const ir::Call& call, std::string_view callee) {
    if (callee.find("time") != std::string_view::npos || callee.find("scanf") != std::string_view::npos)
        return false;
    bool found = false;
    for (const auto& argument : call.args) {
        const auto* text = without_casts(*argument)->as<ir::StringLit>();
        for (std::size_t at = 0; text != nullptr && (at = text->bytes.find('%', at)) != std::string::npos;) {
            at = text->bytes.find_first_not_of("-+ #0123456789.*$", at + 1);
            found = found || (at != std::string::npos && text->bytes[at] == 'm');
            at = at == std::string::npos ? text->bytes.size() : at + 1;
        }
    }
    return found;
}

} // namespace

bool may_look_at_errno(const ir::Call& call) {
    const ir::FunctionDecl* callee = ir::called_function(call);
    if (callee == nullptr)
        return false;
    const std::string_view name = callee->name;
    return name == "__errno_location" || name == "perror" || name.starts_with("warn") || name.starts_with("err") ||
           prints_error(call, name);
}

bool may_set_float_modes(const ir::Call& call) {
    const ir::FunctionDecl* callee = ir::called_function(call);
    return callee != nullptr && (callee->name.starts_with("fe") || callee->name.find("csr") != std::string::npos);
}

namespace {

bool is_errno(const ir::Expr& expr) {
    const auto* call = expr.as<ir::Call>();
    const ir::FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
    return callee != nullptr && callee->name == "__errno_location";
}

// Flags of floating-point exceptions, which stay until they are cleared.
bool looks_at_exceptions(const ir::Expr& expr) {
    const auto* call = expr.as<ir::Call>();
    const ir::FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
    static const std::set<std::string_view> known = {"fetestexcept", "fegetexceptflag", "fegetenv", "feholdexcept"};
    return callee != nullptr && known.contains(callee->name);
}

// `errno = 0;`: the value has nothing to do with errno.
bool sets_errno(const ir::Stmt& stmt) {
    const auto* statement = stmt.as<ir::ExprStmt>();
    const auto* assignment = statement != nullptr ? ir::strip(statement->expr.get())->as<ir::Binary>() : nullptr;
    const auto* target = assignment != nullptr && assignment->op == ir::BinaryOp::assign
                             ? ir::strip(assignment->lhs.get())->as<ir::Unary>()
                             : nullptr;
    return target != nullptr && target->op == ir::UnaryOp::deref && is_errno(*ir::strip(target->operand.get())) &&
           ir::constant_value(*assignment->rhs).has_value();
}

// Where a statement may read what was in errno, or what exceptions were raised, before it.
class InheritedErrors {
  public:
    explicit InheritedErrors(const Summary& summary) : summary_(summary) {}

    std::optional<Inherited> in(const ir::Stmt& stmt) {
        const auto* block = stmt.as<ir::Compound>();
        if (block == nullptr)
            return anywhere_in(stmt);
        const bool outside = set_;
        std::optional<Inherited> found;
        for (const auto& item : block->items) {
            set_ = set_ || sets_errno(*item);
            if (!found)
                found = anywhere_in(*item);
        }
        set_ = outside;
        return found;
    }

  private:
    std::optional<Inherited> anywhere_in(const ir::Stmt& stmt) {
        std::optional<Inherited> found;
        walk(
            stmt,
            [&](const ir::Expr& e) {
                const auto* call = e.as<ir::Call>();
                const ir::FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
                const ir::FunctionDecl* body = callee != nullptr ? summary_.definition(callee) : nullptr;
                if (found || call == nullptr)
                    return;
                if ((is_errno(e) && !set_) || looks_at_exceptions(e))
                    found = Inherited{e.range, !is_errno(e)};
                else if (body != nullptr && seen_.emplace(body, set_).second)
                    if (const auto inside = in(*body->body))
                        found = Inherited{e.range, inside->exceptions};
            },
            [](const ir::Stmt&) {});
        return found;
    }

    const Summary& summary_;
    std::set<std::pair<const ir::FunctionDecl*, bool>> seen_;
    bool set_ = false; // errno, by a statement that was run before for certain
};

} // namespace

std::optional<Inherited> inherits_errors(const State& state, const ir::Kernel& kernel) {
    return InheritedErrors(state.summary).in(*kernel.loop->as<ir::For>()->body);
}

bool leaves_errors(const State& state, const ir::Kernel& kernel) {
    std::set<const ir::FunctionDecl*> seen;
    return state.summary.looks_at_exceptions() ||
           (state.summary.looks_at_errno() && may_set_errno(state.summary, *kernel.loop->as<ir::For>()->body, seen));
}

} // namespace hydra::passes

// What iterations leave behind beside memory: errno, and the flags of floating-point exceptions. Each thread and rank
// has its own; where the program looks at them, the runtime brings them together (HYDRA_RT_LEAVES_ERRORS).
#include "passes/flow/observed.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>

#include "passes/facts/library.h"

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

} // namespace

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
bool looks_at_exceptions(std::string_view function) {
    static const std::set<std::string_view> known = {"fetestexcept", "fegetexceptflag", "fegetenv", "feholdexcept"};
    return known.contains(function);
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

template <class Kind> bool holds(const ir::Stmt& stmt) {
    bool found = false;
    walk(
        stmt, [](const ir::Expr&) {}, [&](const ir::Stmt& s) { found = found || s.as<Kind>() != nullptr; });
    return found;
}

// Where a statement may read what was in errno, or what exceptions were raised, before it. Follows calls of the
// program's functions, also through pointers, and by a library that is handed them.
class InheritedErrors {
  public:
    explicit InheritedErrors(const Summary& summary) : summary_(summary) {}

    std::optional<Inherited> in(const ir::Stmt& stmt) {
        const auto* block = stmt.as<ir::Compound>();
        if (block == nullptr)
            return anywhere_in(stmt);
        const bool outside = set_;
        bool lasts = outside; // no goto jumps over what has set it
        bool jumped = false;  // there are gotos before
        std::optional<Inherited> found;
        for (const auto& item : block->items) {
            set_ = sets_errno(*item) || (set_ && (lasts || !holds<ir::Label>(*item)));
            lasts = lasts || (set_ && !jumped);
            jumped = jumped || holds<ir::Goto>(*item);
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
                if (found || call == nullptr)
                    return;
                if (const auto why = in_call(*call); !why.empty())
                    found = Inherited{e.range, why};
            },
            [](const ir::Stmt&) {});
        return found;
    }

    // Why the call may read something of the kind; empty: it does not.
    std::string_view in_call(const ir::Call& call) {
        const CallTargets to = run_by(call);
        if (!to.known && !set_)
            return reads_errno;
        for (const ir::FunctionDecl* function : to.functions) {
            if (const ir::FunctionDecl* body = summary_.definition(function)) {
                if (const auto inside = in_function(*body, call))
                    return inside->why;
            } else if (looks_at_exceptions(function->name)) {
                return reads_exceptions;
            } else if (!set_ && summary_.errno_uses().given_by(call, function->name)) {
                return reads_errno;
            }
        }
        return {};
    }

    std::optional<Inherited> in_function(const ir::FunctionDecl& function, const ir::Call& call) {
        FunctionPointers::Bound bound;
        for (std::size_t i = 0; i < std::min(call.args.size(), function.params.size()); ++i) {
            const ir::VarDecl* param = function.params[i].get();
            if (!is_function_pointer(param->type) || summary_.ever_assigned(param))
                continue;
            if (CallTargets held = summary_.functions_in(*call.args[i], bound_); held.known)
                bound[param] = std::move(held);
        }
        if (!seen_.emplace(&function, set_, bound).second)
            return std::nullopt;
        std::swap(bound_, bound);
        const auto found = in(*function.body);
        std::swap(bound_, bound);
        return found;
    }

    // The functions that the call may run: those called, and those that the library is handed.
    [[nodiscard]] CallTargets run_by(const ir::Call& call) const {
        const ir::FunctionDecl* callee = ir::called_function(call);
        CallTargets all = callee != nullptr ? CallTargets{{callee}} : summary_.targets(*call.callee, bound_);
        if (callee == nullptr || summary_.definition(callee) == nullptr)
            for (const auto& argument : call.args)
                if (is_function_pointer(argument->type))
                    all.add(summary_.functions_in(*argument, bound_));
        return all;
    }

    static bool is_function_pointer(ir::TypeRef type) {
        return type != nullptr && (type->is_function() || (type->is_pointer() && type->inner->is_function()));
    }

    static constexpr std::string_view reads_errno =
        "'errno' may be read here as the iteration before left it; set it to 0 first in each iteration";
    static constexpr std::string_view reads_exceptions =
        "exceptions of floating-point numbers stay raised from one iteration to the next, and are looked at here";

    const Summary& summary_;
    std::set<std::tuple<const ir::FunctionDecl*, bool, FunctionPointers::Bound>> seen_;
    FunctionPointers::Bound bound_; // what parameters hold in the function that is being looked at
    bool set_ = false;              // errno, by a statement that was run before for certain
};

} // namespace

std::optional<Inherited> inherits_errors(const Summary& summary, const ir::Kernel& kernel) {
    if (const auto& kept = summary.errno_uses().kept())
        return Inherited{*kept, "'&errno' is kept here, and through that pointer the loop may read what an iteration, "
                                "or serial code, left there"};
    return InheritedErrors(summary).in(*kernel.loop->as<ir::For>()->body);
}

bool leaves_errors(const Summary& summary, const ir::Kernel& kernel) {
    std::set<const ir::FunctionDecl*> seen;
    return summary.looks_at_exceptions() || summary.errno_uses().kept() ||
           (summary.errno_uses().looked_at() && may_set_errno(summary, *kernel.loop->as<ir::For>()->body, seen));
}

} // namespace hydra::passes

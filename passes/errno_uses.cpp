// See errno_uses.h. The macro errno stands for `*__errno_location()`.
#include "passes/errno_uses.h"

#include <algorithm>

#include "passes/arrays.h"
#include "passes/summary.h"

namespace hydra::passes {

using ir::Expr;

namespace {

constexpr std::string_view location = "__errno_location";

bool gives_address(const Expr& expr) {
    const auto* call = expr.as<ir::Call>();
    const ir::FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
    return callee != nullptr && callee->name == location;
}

bool is_errno(const Expr& expr) {
    const auto* unary = expr.as<ir::Unary>();
    return unary != nullptr && unary->op == ir::UnaryOp::deref && gives_address(*ir::strip(unary->operand.get()));
}

// Functions whose formats are dates', or scanf's.
bool takes_other_formats(std::string_view function) {
    return function.find("time") != std::string_view::npos || function.find("scanf") != std::string_view::npos;
}

bool takes_formats(std::string_view function) {
    return function.find("printf") != std::string_view::npos || function.ends_with("syslog");
}

// Whether the text is a format of printf's that holds `%m`.
bool is_error_format(const Expr& expr) {
    const auto* text = expr.as<ir::StringLit>();
    bool found = false;
    for (std::size_t at = 0; text != nullptr && (at = text->bytes.find('%', at)) != std::string::npos; ++at) {
        at = text->bytes.find_first_not_of("-+ #'0123456789.*$hlqjztL", at + 1);
        if (at == std::string::npos)
            break;
        if (std::string_view("diouxXeEfFgGaAcsCSpnm%").find(text->bytes[at]) == std::string_view::npos)
            return false; // a date's: %Y-%m-%d
        found = found || text->bytes[at] == 'm';
    }
    return found;
}

} // namespace

void ErrnoUses::see(const Expr& expr, const Summary& summary) {
    if (const auto* unary = expr.as<ir::Unary>()) {
        const Expr* operand = ir::strip(unary->operand.get());
        if (is_errno(expr))
            harmless_.insert(operand);
        else if (unary->op == ir::UnaryOp::address_of && is_errno(*operand) && !kept_)
            kept_ = expr.range;
    }
    if (const auto* call = expr.as<ir::Call>()) {
        const ir::FunctionDecl* callee = ir::called_function(*call);
        if (gives_address(expr) && !harmless_.contains(&expr) && !kept_)
            kept_ = expr.range;
        for (const Expr* e = call->callee.get(); e != nullptr;) {
            harmless_.insert(e);
            const auto* cast = e->as<ir::Cast>();
            const auto* unary = e->as<ir::Unary>();
            e = cast != nullptr ? cast->operand.get() : unary != nullptr ? unary->operand.get() : nullptr;
        }
        if (callee != nullptr && summary.definition(callee) == nullptr) {
            const std::string_view name = callee->name;
            looked_at_ = looked_at_ || name == location || name == "perror" || name.starts_with("warn") ||
                         name.starts_with("err") || prints(*call, name);
            if (takes_formats(name) || takes_other_formats(name))
                for (const auto& argument : call->args)
                    harmless_.insert(without_casts(*argument));
        }
    }
    if (is_error_format(expr) && !harmless_.contains(&expr))
        keeps_formats_ = looked_at_ = true;
    if (const auto* ref = expr.as<ir::DeclRef>(); ref != nullptr && !harmless_.contains(&expr))
        if (const auto* named = std::get_if<const ir::FunctionDecl*>(&ref->decl); named != nullptr)
            looked_at_ = looked_at_ || (*named)->name == location; // to be called through a pointer
}

bool ErrnoUses::prints(const ir::Call& call, std::string_view name) const {
    return !takes_other_formats(name) && std::any_of(call.args.begin(), call.args.end(), [&](const auto& argument) {
        const Expr* value = without_casts(*argument);
        const bool text = value->as<ir::StringLit>() != nullptr;
        const bool pointer = value->type != nullptr && (value->type->is_pointer() || value->type->is_array());
        return text ? is_error_format(*value) : keeps_formats_ && pointer && takes_formats(name);
    });
}

bool ErrnoUses::given_by(const ir::Call& call, std::string_view name) const {
    return name == location || prints(call, name);
}

} // namespace hydra::passes

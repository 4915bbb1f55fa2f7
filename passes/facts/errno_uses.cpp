// See errno_uses.h. The macro errno stands for `*__errno_location()`.
#include "passes/facts/errno_uses.h"

#include <algorithm>

#include "passes/facts/expressions.h"
#include "passes/facts/summary.h"

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

bool is_error_format(const Expr& expr) {
    const auto* text = expr.as<ir::StringLit>();
    return text != nullptr && converts(*text, 'm');
}

} // namespace

bool converts(const ir::StringLit& text, char conversion) {
    const std::string& bytes = text.bytes;
    bool found = false;
    for (std::size_t at = 0; (at = bytes.find('%', at)) != std::string::npos; ++at) {
        const bool made = bytes.compare(at, 2, "%%") == 0; // `%%%dn` prints `%5n`
        at = bytes.find_first_not_of(made ? "-+#0123456789.*$hlqjztL" : "-+ #'0123456789.*$hlqjztL",
                                     at + (made ? 2 : 1));
        if (made && at != std::string::npos && bytes[at] == '%')
            at = bytes.find_first_not_of("diu", at + 1);
        if (at == std::string::npos)
            break;
        found = found || bytes[at] == conversion;
        if (made)
            --at; // what follows `%%` may begin a conversion
        else if (std::string_view("diouxXeEfFgGaAcsCSpnm%").find(bytes[at]) == std::string_view::npos)
            return false; // a date's: %Y-%m-%d
    }
    return found;
}

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
    if (const auto* text = expr.as<ir::StringLit>(); text != nullptr && !harmless_.contains(&expr)) {
        if (converts(*text, 'm'))
            keeps_formats_ = looked_at_ = true;
        keeps_count_formats_ = keeps_count_formats_ || converts(*text, 'n');
    }
    if (const auto* ref = expr.as<ir::DeclRef>(); ref != nullptr && !harmless_.contains(&expr))
        if (const auto* named = std::get_if<const ir::FunctionDecl*>(&ref->decl); named != nullptr)
            looked_at_ = looked_at_ || (*named)->name == location; // to be called through a pointer
}

bool ErrnoUses::prints(const ir::Call& call, std::string_view name) const {
    return !takes_other_formats(name) &&
           std::any_of(
               call.args.begin(), call.args.end(),
               [&](const auto& argument) {
                   const Expr* value = without_casts(*argument);
                   const bool text = value->as<ir::StringLit>() != nullptr;
                   const bool pointer =
                       value->type != nullptr && (value->type->is_pointer() || value->type->is_array());
                   return text ? is_error_format(*value) : keeps_formats_ && pointer && takes_formats(name);
               });
}

bool ErrnoUses::given_by(const ir::Call& call, std::string_view name) const {
    return name == location || prints(call, name);
}

} // namespace hydra::passes

// How a parallel loop may end the program (exits.h).
#include "passes/access/exits.h"

#include <algorithm>

#include <fmt/format.h>

#include "passes/facts/expressions.h"

namespace hydra::passes {

using ir::Expr;

namespace {

bool names_stream(const ir::Call& call, std::string_view stream) {
    return std::any_of(
        call.args.begin(), call.args.end(),
        [&](const ir::ExprPtr& arg) {
            const ir::VarDecl* variable = ir::named_variable(without_casts(*arg));
            return variable != nullptr && !variable->in_user_file && variable->name == stream;
        });
}

bool prints_to_stderr(const ir::Call& call, const ir::FunctionDecl& callee) {
    return callee.name == "perror" || callee.name == "psignal" || callee.name.starts_with("warn") ||
           callee.name.starts_with("err") || names_stream(call, "stderr");
}

bool prints_fixed_text(const ir::Call& call, const ir::FunctionDecl& callee,
                       const std::function<bool(std::size_t)>& is_same) {
    bool fixed = callee.name == "printf" || callee.name == "puts" || names_stream(call, "stdout");
    for (std::size_t i = 0; i < call.args.size() && fixed; ++i) {
        const Expr& arg = *without_casts(*call.args[i]);
        const ir::VarDecl* variable = ir::named_variable(&arg);
        fixed = arg.as<ir::StringLit>() != nullptr || (variable != nullptr && variable->name == "stdout") || is_same(i);
    }
    return fixed;
}

// Whether a body, or a function that it calls, does more with stderr than to print to it by whole statements.
bool asks_stream(const Summary& summary, const ir::Stmt& body, std::set<const ir::FunctionDecl*>& seen) {
    int named = 0, printed = 0;
    walk(
        body,
        [&](const Expr& e) {
            const ir::VarDecl* variable = e.as<ir::DeclRef>() != nullptr ? ir::named_variable(&e) : nullptr;
            named += variable != nullptr && !variable->in_user_file && variable->name == "stderr" ? 1 : 0;
        },
        [&](const ir::Stmt& s) {
            const auto* statement = s.as<ir::ExprStmt>();
            const Expr* whole = statement != nullptr ? without_casts(*statement->expr) : nullptr;
            const auto* call = whole != nullptr ? whole->as<ir::Call>() : nullptr;
            const ir::FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
            printed += callee != nullptr && !callee->in_user_file && names_stream(*call, "stderr") ? 1 : 0;
        });
    if (named != printed)
        return true;
    for (const ir::FunctionDecl* callee : summary.callees(body)) {
        const ir::FunctionDecl* inner = summary.definition(callee);
        if (inner != nullptr && seen.insert(inner).second && asks_stream(summary, *inner->body, seen))
            return true;
    }
    return false;
}

} // namespace

bool ExitEffects::may_print_here(const ir::Call& call, const ir::FunctionDecl& callee,
                                 const std::function<bool(std::size_t)>& is_same) {
    if (ending_ == 0 || callee.in_user_file)
        return false;
    const bool flushes = callee.name == "fflush" && (names_stream(call, "stderr") || names_stream(call, "stdout"));
    if (flushes || prints_to_stderr(call, callee))
        return true;
    if (!prints_fixed_text(call, callee, is_same))
        return false;
    ++fixed_texts_;
    return true;
}

bool ExitEffects::may_tell_here(const Expr& expr, const ir::Call& call, const ir::FunctionDecl& callee) {
    static constexpr std::string_view known[] = {"fprintf",       "fputs",           "fputc",          "putc",
                                                 "fwrite",        "fflush",          "fputs_unlocked", "fputc_unlocked",
                                                 "putc_unlocked", "fwrite_unlocked", "fflush_unlocked"};
    if (callee.in_user_file || std::find(std::begin(known), std::end(known), callee.name) == std::end(known) ||
        !names_stream(call, "stderr"))
        return false;
    if (told_.empty())
        told_at_ = expr.range;
    told_ = callee.name;
    return true;
}

void ExitEffects::settle(const ir::Stmt& body) {
    if (told_.empty())
        return;
    if (checks_ > 0)
        findings_.obstacle(told_at_, fmt::format("'{}' prints, and an iteration may end the program", told_));
    std::set<const ir::FunctionDecl*> seen;
    if (asks_stream(summary_, body, seen))
        findings_.obstacle(told_at_, fmt::format("'{}' prints, and iterations look at 'stderr', or at what printing "
                                                 "returns",
                                                 told_));
}

void ExitEffects::note_end(const Expr& expr, const ir::Call& call, const ir::FunctionDecl& callee) {
    ++checks_;
    std::string_view name = callee.name;
    if (name.starts_with("__builtin_"))
        name.remove_prefix(std::string_view("__builtin_").size());
    if (!kernel_ || quiet_.is_on() || name == "unreachable")
        return;
    constexpr std::int64_t by_abort = -1;
    const bool aborts = name == "abort" || name.starts_with("__assert");
    const bool exits = name == "exit" || name == "_Exit" || name == "_exit";
    const std::optional<std::int64_t> status =
        aborts ? std::optional(by_abort)
               : (exits && !call.args.empty() ? ir::constant_value(*call.args[0]) : std::nullopt);
    if (!status || *status == 0 || (exits && summary_.has_exit_handlers())) {
        findings_.obstacle(expr.range, fmt::format("'{}' ends the program", callee.name));
        return;
    }
    ends_.insert(*status);
    ++end_count_;
    if (ends_.size() > 1)
        findings_.obstacle(expr.range, "iterations may end the program in different ways");
    if (fixed_texts_ > 0 && end_count_ > 1)
        findings_.obstacle(expr.range, "iterations may end the program with different words");
    (aborts ? may_abort_ : may_exit_) = true;
}

} // namespace hydra::passes

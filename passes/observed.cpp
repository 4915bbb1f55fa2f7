// What iterations leave behind beside memory: errno, and the flags of floating-point exceptions. Each thread and rank
// has its own, so where the program looks at them behind a loop that may set them, every rank runs the loop in order.
#include <fmt/format.h>

#include "passes/library.h"
#include "passes/state.h"

namespace hydra::passes {

using ir::Expr;
using ir::Stmt;

namespace {

const std::string& callee_name(const Expr& expr) {
    static const std::string none;
    const auto* call = expr.as<ir::Call>();
    const ir::FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
    return callee != nullptr ? callee->name : none;
}

// `*__errno_location()`, as errno is spelled in the headers.
bool is_errno(const Expr& expr) {
    const auto* unary = expr.as<ir::Unary>();
    return unary != nullptr && unary->op == ir::UnaryOp::deref &&
           callee_name(*ir::strip(unary->operand.get())) == "__errno_location";
}

// Whether running the statement may call a library function that fails through errno: one of mathematics, or one that
// reads numbers. (The others act on all ranks alike, or keep the loop in order anyway.)
bool may_set_errno(const Summary& summary, const Stmt& stmt, std::set<const ir::FunctionDecl*>& seen) {
    bool found = false;
    walk(
        stmt,
        [&](const Expr& e) {
            const auto* call = e.as<ir::Call>();
            const ir::FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
            if (found || callee == nullptr)
                return;
            if (const ir::FunctionDecl* body = summary.definition(callee))
                found = seen.insert(body).second && may_set_errno(summary, *body->body, seen);
            else
                found = callee->name.find("strto") != std::string::npos ||
                        (callee->type->inner != nullptr && callee->type->inner->is_floating());
        },
        [](const Stmt&) {});
    return found;
}

// What happens to errno first, in the order of the text, behind an offset: a look at it, or something new.
class FirstUseOfErrno {
  public:
    explicit FirstUseOfErrno(support::SourceRange behind) : behind_(behind) {}

    bool looked(const Stmt& body) {
        walk(
            body, [&](const Expr& e) { visit(e); }, [](const Stmt&) {});
        return looked_;
    }

  private:
    void visit(const Expr& e) {
        if (settled_ || e.range.file != behind_.file || e.range.begin < behind_.end)
            return;
        const auto* binary = e.as<ir::Binary>();
        if (binary != nullptr && binary->op == ir::BinaryOp::assign && is_errno(*ir::strip(binary->lhs.get()))) {
            settled_ = true;
        } else if (is_errno(e)) {
            settled_ = looked_ = true;
        } else if (const std::string& name = callee_name(e); !name.empty() && name != "__errno_location") {
            const LibraryEffect* effect = library_effect(name);
            looked_ = name == "perror";
            settled_ = looked_ || (effect != nullptr && !effect->pure() && effect->state != "prints");
        }
    }

    support::SourceRange behind_;
    bool settled_ = false, looked_ = false;
};

} // namespace

std::string observed_behind(const State& state, const ir::Kernel& kernel) {
    const Stmt& body = *kernel.loop->as<ir::For>()->body;
    if (state.summary.looks_at_exceptions())
        return "the program asks for the exceptions of floating-point arithmetic, of which each thread has its own";
    std::set<const ir::FunctionDecl*> seen;
    if (FirstUseOfErrno(kernel.loop->range).looked(*kernel.function->body) && may_set_errno(state.summary, body, seen))
        return "'errno' is looked at behind the loop, and each thread has its own";
    return "";
}

} // namespace hydra::passes

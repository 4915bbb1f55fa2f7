// Calls in the symbolic run: functions of the program are run through with their arguments, those behind pointers may
// touch everything; those of libraries are in collect_library.cpp.
#include <algorithm>

#include <fmt/format.h>

#include "passes/collector.h"

namespace hydra::passes {

using ir::AccessKind;
using ir::Expr;

namespace {
constexpr std::size_t deepest_call = 12; // functions run through inside one another
}

Value Collector::eval_call(const Expr& expr, const ir::Call& call) {
    const ir::FunctionDecl* callee = ir::called_function(call);
    const int asserts = callee != nullptr && callee->name.starts_with("__assert") ? 1 : 0;
    std::vector<Value> args;
    args.reserve(call.args.size());
    asserting_ += asserts;
    for (const auto& arg : call.args)
        args.push_back(eval(*arg));
    asserting_ -= asserts;
    if (callee == nullptr) {
        eval(*call.callee);
        if (options_.kernel || !summary_.indirect_calls_stay_inside())
            everything(expr, AccessKind::write,
                       fmt::format("'{}' calls through a function pointer", ir::print_c(expr)));
        return expr.type->is_pointer() ? Value::of(PointerValue{}) : Value{};
    }
    if (const ir::FunctionDecl* body = summary_.definition(callee)) {
        if (options_.kernel)
            return inline_call(expr, *body, args);
        return expr.type->is_pointer() ? Value::of(PointerValue{}) : Value{};
    }
    return eval_library(expr, call, *callee, args);
}

Value Collector::inline_call(const Expr& expr, const ir::FunctionDecl& body, std::vector<Value>& args) {
    const bool recursive =
        std::any_of(frames_.begin(), frames_.end(), [&](const Frame& frame) { return frame.function == &body; });
    const auto unknown = [&] { return expr.type->is_pointer() ? Value::of(PointerValue{}) : Value{}; };
    if (recursive) { // it has been run through once, with other arguments
        if (summary_.touches_memory(&body))
            everything(expr, summary_.writes_memory(&body) ? AccessKind::write : AccessKind::read,
                       fmt::format("'{}' is recursive and touches memory", body.name));
        return unknown();
    }
    if (frames_.size() >= deepest_call) {
        everything(expr, AccessKind::write,
                   fmt::format("'{}' is called through more than {} other functions", body.name, deepest_call - 1));
        return unknown();
    }
    for (std::size_t i = 0; i < body.params.size(); ++i) {
        const ir::VarDecl* param = body.params[i].get();
        local_.insert(param);
        if (i < args.size() && args[i].kind != Value::Kind::unknown)
            env_[param] = args[i];
        else
            env_.erase(param);
    }
    const Variables declared = Summary::declared_in(*body.body);
    local_.insert(declared.begin(), declared.end());
    frames_.push_back({&body, std::nullopt, 0});
    const Scope scope = mark();
    enter_body(*body.body);
    exec(*body.body);
    restore(scope);
    const Frame frame = frames_.back();
    frames_.pop_back();
    return frame.result && frame.returns == 1 ? *frame.result : Value{};
}

} // namespace hydra::passes

// Calls in the symbolic run: functions of the program are run through with their arguments, those behind pointers may
// touch everything; those of libraries are in collect_library.cpp.
#include <algorithm>

#include <fmt/format.h>

#include "passes/arrays.h"
#include "passes/collector.h"

namespace hydra::passes {

using ir::AccessKind;
using ir::Expr;

namespace {
constexpr std::size_t deepest_call = 12; // functions run through inside one another
}

// The variables whose addresses a call is given.
Variables Collector::addresses_handed_out(const Expr& expr) {
    Variables out;
    const auto* call = expr.as<ir::Call>();
    if (call == nullptr)
        return out;
    for (const auto& arg : call->args) {
        const auto* unary = without_casts(*arg)->as<ir::Unary>();
        const bool address = unary != nullptr && unary->op == ir::UnaryOp::address_of;
        if (const ir::VarDecl* variable = address ? base_variable(unary->operand.get()) : nullptr)
            out.insert(variable);
    }
    return out;
}

Value Collector::eval_call(const Expr& expr, const ir::Call& call) {
    Value result = run_call(expr, call);
    forget(addresses_handed_out(expr)); // also where an argument behind the address has assigned to it
    return result;
}

Value Collector::run_call(const Expr& expr, const ir::Call& call) {
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
        const auto* given = expr.as<ir::Call>();
        Value value = i < args.size() ? args[i] : Value{};
        if (value.is_number() && given != nullptr && i < given->args.size()) {
            const ir::TypeRef type = given->args[i]->type;
            if (type->is_integer() && param->type->is_integer() && type->kind != param->type->kind)
                value = convert(type, param->type, value); // no prototype does it
        }
        know(param, value);
        records_.erase(param);
        if (const auto* call = expr.as<ir::Call>(); call != nullptr && i < call->args.size())
            bind_record(body, param, *call->args[i]);
    }
    const Variables declared = Summary::declared_in(*body.body);
    local_.insert(declared.begin(), declared.end());
    const Scope scope = mark();
    frames_.push_back({&body, scope, domain_.iterators.size(), false, false, {}});
    const std::optional<std::size_t> label_formulas = label_formulas_;
    enter_body(*body.body);
    exec(*body.body);
    restore(scope);
    label_formulas_ = label_formulas;
    const Frame frame = frames_.back();
    frames_.pop_back();
    return returned(frame);
}

void Collector::note_return(const Value& value) {
    Frame& frame = frames_.back();
    Return result{value, "1 = 1"};
    for (std::size_t i = frame.scope.formulas; i < domain_.formulas.size(); ++i)
        result.path += " and (" + domain_.formulas[i] + ")";
    const bool in_loop = domain_.iterators.size() != frame.iterators; // it would speak of that loop's iterator
    frame.lost = frame.lost || in_loop;
    frame.inexact = frame.inexact || inexact_.size() != frame.scope.inexact;
    frame.returns.push_back(std::move(result));
}

// What a call gives: the value of its one return, or a choice among those whose paths are known.
Value Collector::returned(const Frame& frame) {
    if (frame.lost || frame.returns.empty())
        return {};
    if (frame.returns.size() == 1)
        return frame.returns.front().value;
    if (frame.inexact || frame.returns.size() > 8)
        return {};
    std::string shown;
    std::vector<std::pair<std::string, std::string>> cases;
    for (const Return& way : frame.returns) {
        const auto text = way.value.kind == Value::Kind::integer ? bridge_.affine(way.value.poly) : std::nullopt;
        if (!text)
            return {};
        shown += (shown.empty() ? "one of " : ", ") + symbols_.user_text(way.value.poly);
        cases.emplace_back(way.path, *text);
    }
    return Value::of(Poly::symbol(symbols_.add_defined(shown, [&](SymbolId id) {
        std::string text;
        for (const auto& [path, value] : cases)
            text += fmt::format("{}({} and s{} = {})", text.empty() ? "" : " or ", path, id, value);
        return text;
    })));
}

} // namespace hydra::passes

// Calls in the symbolic run: functions of the program are run through with their arguments, those behind pointers may
// touch everything; those of libraries are in collect_library.cpp.
#include <algorithm>

#include <fmt/format.h>

#include "passes/access/collector.h"
#include "passes/facts/expressions.h"

namespace hydra::passes {

using ir::AccessKind;
using ir::Expr;

Value Collector::eval_call(const Expr& expr, const ir::Call& call) {
    Value result = run_call(expr, call);
    forget_handed_out(call); // also where an argument behind the address has assigned to it
    return result;
}

// What a call may have assigned to without anybody seeing it.
void Collector::forget_handed_out(const ir::Call& call) {
    for (std::size_t i = 0; i < call.args.size(); ++i) {
        const Expr& arg = *without_casts(*call.args[i]);
        const auto* unary = arg.as<ir::Unary>();
        const bool address = unary != nullptr && unary->op == ir::UnaryOp::address_of;
        const ir::VarDecl* variable = address ? base_variable(unary->operand.get()) : nullptr;
        if (variable != nullptr && frames_.lent_by(call, i) == nullptr)
            path_.forget(variable);
    }
}

namespace {

// Whether the call, of one of the compiler's own functions, asks about the argument without computing it.
bool is_never_evaluated(const ir::Call& call, std::size_t index) {
    const ir::FunctionDecl* callee = ir::called_function(call);
    if (callee == nullptr || !callee->name.starts_with("__builtin_"))
        return false;
    const std::string_view what = std::string_view(callee->name).substr(std::string_view("__builtin_").size());
    if (what == "choose_expr" && index > 0)
        return (ir::constant_value(*call.args[0]).value_or(0) != 0) != (index == 1);
    return what == "constant_p" || what == "object_size" || what == "dynamic_object_size" || what == "classify_type";
}

} // namespace

Value Collector::run_call(const Expr& expr, const ir::Call& call) {
    const ir::FunctionDecl* callee = ir::called_function(call);
    std::vector<Value> args;
    args.reserve(call.args.size());
    const ir::FunctionDecl* body = callee != nullptr ? region_.summary().definition(callee) : nullptr;
    for (const auto& arg : call.args)
        args.push_back((body != nullptr && places_.binds_variable(*body, args.size(), *arg)) ||
                               is_never_evaluated(call, args.size())
                           ? Value{}
                       : frames_.lent_by(call, args.size()) != nullptr ? Value::of(PointerValue::to_private())
                                                                       : eval(*arg));
    if (callee == nullptr) {
        eval(*call.callee);
        return run_any(expr, call, args);
    }
    if (body != nullptr) {
        // A header of the system has no sites of its own: what its functions touch, their calls touch.
        if (region_.kernel() || !body->in_user_file ||
            (expr.type->is_pointer() && only_returns(*body, region_.summary())))
            return inline_call(expr, *body, args);
        return Value::any(expr.type);
    }
    return eval_library(expr, call, *callee, args);
}

// A call through a pointer: the one function that it can hold, or any of a few, each as if under a condition of which
// nothing is known.
Value Collector::run_any(const Expr& expr, const ir::Call& call, std::vector<Value>& args) {
    const auto unknown = [&] { return Value::any(expr.type); };
    const CallTargets to = region_.kernel() ? frames_.targets(*call.callee) : CallTargets{};
    if (!region_.kernel() && region_.summary().indirect_calls_stay_inside())
        return unknown();
    if (!are_few(to)) {
        recorder_.everything(expr, AccessKind::write,
                             fmt::format("'{}' calls through a function pointer", ir::print_c(expr)));
        return unknown();
    }
    const auto run = [&](const ir::FunctionDecl& function) {
        const ir::FunctionDecl* body = region_.summary().definition(&function);
        return body != nullptr ? inline_call(expr, *body, args) : eval_library(expr, call, function, args);
    };
    const Value result = run_each(expr, to, *call.callee, run);
    return result.kind == Value::Kind::unknown ? unknown() : result;
}

Value Collector::run_each(const Expr& expr, const CallTargets& to, const Expr& pointer,
                          const std::function<Value(const ir::FunctionDecl&)>& run) {
    if (to.functions.size() == 1)
        return run(**to.functions.begin());
    const std::string why = fmt::format("'{}' may call any of several functions", ir::print_c(pointer));
    const auto kept_pointers = path_.aggregates().pointers;
    std::optional<Value> all;
    for (const ir::FunctionDecl* function : to.functions) {
        const Value value = perhaps(expr, std::nullopt, [&] {
            const PathState::Scope scope(path_);
            path_.enter_condition();
            path_.widen(why);
            return run(*function);
        });
        all = all ? of_both(*all, value) : value;
    }
    path_.replace_pointers(kept_pointers);
    return *all;
}

Value Collector::inline_call(const Expr& expr, const ir::FunctionDecl& body, std::vector<Value>& args) {
    if (frames_.is_running(&body)) {
        if (region_.summary().touches_memory(&body))
            call_again(expr, body, args);
        return Value::any(expr.type);
    }
    if (frames_.is_deepest()) {
        recorder_.everything(
            expr, AccessKind::write,
            fmt::format("'{}' is called through more than {} other functions", body.name, CallFrames::deepest - 1));
        return Value::any(expr.type);
    }
    frames_.begin_call(expr);
    std::vector<Value> given;
    const auto* call = expr.as<ir::Call>();
    const bool is_callee = call != nullptr && region_.summary().definition(ir::called_function(*call)) == &body;
    CallFrames::Lent lent = is_callee ? frames_.lent_by(*call, body) : CallFrames::Lent{};
    for (std::size_t i = 0; i < body.params.size(); ++i) {
        const ir::VarDecl* param = body.params[i].get();
        frames_.take_back(param);
        Value value = i < args.size() ? args[i] : Value{};
        if (value.is_number() && call != nullptr && i < call->args.size()) {
            const ir::TypeRef type = call->args[i]->type;
            if (type->is_integer() && param->type->is_integer() && type->kind != param->type->kind)
                value = arithmetic_.convert(type, param->type, value); // no prototype does it
        }
        path_.know(param, value);
        path_.forget_original(param);
        if (call != nullptr && i < call->args.size()) {
            places_.bind_record(body, param, *call->args[i]);
            frames_.bind_function(param, *call->args[i]);
        }
        given.push_back(std::move(value));
    }
    frames_.lend(std::move(lent));
    return returned(run_body(body, std::move(given), false));
}

// Runs through a function whose parameters are known. again: for all calls of it inside of itself.
CallFrames::Frame Collector::run_body(const ir::FunctionDecl& body, std::vector<Value> given, bool again) {
    for (const auto& param : body.params)
        region_.add_own(param.get());
    region_.add_own(Summary::declared_in(*body.body));
    const PathState::Scope scope(path_);
    frames_.enter(body, std::move(given), again);
    const Labels::Body labels(labels_);
    const AccessLog::Body steps(log_);
    for (const auto& param : body.params)
        eval_lengths(param->type);
    labels_.enter_body(*body.body);
    exec(*body.body);
    return frames_.leave();
}

// A call of a function that is being run through: its body once more, with arguments that stand for those of all deeper
// calls, under conditions of which nothing is known. A further call in there adds nothing; it widens the arguments
// until they stand for its own, too.
void Collector::call_again(const Expr& expr, const ir::FunctionDecl& body, const std::vector<Value>& args) {
    Frame* around = frames_.innermost(body);
    std::vector<Value> known;
    for (std::size_t i = 0; i < body.params.size(); ++i)
        known.push_back(of_both(around->given[i], i < args.size() ? args[i] : Value{}));
    if (around->again) {
        around->widened = around->widened || !std::equal(known.begin(), known.end(), around->given.begin(), means_same);
        around->given = std::move(known);
        return;
    }
    const std::string why = fmt::format("'{}' is recursive and touches memory", body.name);
    // Its variables are others in each call. What outlives a call may be another value in each.
    const Variables changed = region_.summary().changed_by(*body.body);
    if (quiet_.is_on() || !frames_.may_run_again()) {
        recorder_.everything(expr, AccessKind::write, why);
        path_.forget(changed);
        return;
    }
    const KnownValues kept = path_.values();
    const PathState::Aggregates kept_aggregates = path_.aggregates();
    const CallFrames::Bindings kept_bindings = frames_.bindings();
    for (const auto& param : body.params) // deeper calls may be handed others
        frames_.unbind(param.get());
    const auto run = [&] {
        path_.replace_values(kept);
        path_.forget(changed);
        for (std::size_t i = 0; i < body.params.size(); ++i) {
            path_.forget_original(body.params[i].get());
            path_.know(body.params[i].get(), known[i]);
        }
        const PathState::Scope scope(path_);
        path_.widen(why);
        Frame frame = run_body(body, known, true);
        path_.replace_aggregates(kept_aggregates);
        known = std::move(frame.given);
        return frame.widened;
    };
    {
        const Quiet::Scope quiet(quiet_);
        while (run()) {
        }
    }
    if (run()) // noting accesses, it must come to the same
        recorder_.everything(expr, AccessKind::write, why);
    path_.replace_values(kept);
    frames_.replace_bindings(kept_bindings);
    path_.forget(changed);
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
    for (const CallFrames::Return& way : frame.returns) {
        const auto text = way.value.kind == Value::Kind::integer ? proofs_.affine(way.value.poly) : std::nullopt;
        if (!text)
            return {};
        shown += (shown.empty() ? "one of " : ", ") + symbols_.user_text(way.value.poly);
        cases.emplace_back(way.path, *text);
    }
    std::string ways; // others end the program
    for (const auto& [path, value] : cases)
        ways += fmt::format("{}({})", ways.empty() ? "" : " or ", path);
    std::vector<std::string> assumed;
    if (!proofs_.holds(Domain{path_.domain().iterators, {}}, ways))
        assumed.push_back("(" + ways + ")");
    return Value::of(Poly::symbol(defined_.define_under(assumed, shown, [&](SymbolId id) {
        std::string text;
        for (const auto& [path, value] : cases)
            text += fmt::format("{}({} and s{} = {})", text.empty() ? "" : " or ", path, id, value);
        return text;
    })));
}

} // namespace hydra::passes

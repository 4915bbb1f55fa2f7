// Calls in the symbolic run: functions of the program are run through with their arguments, those behind pointers may
// touch everything; those of libraries are in collect_library.cpp.
#include <algorithm>

#include <fmt/format.h>

#include "passes/access/collector.h"
#include "passes/facts/arrays.h"
#include "passes/facts/out_parameters.h"

namespace hydra::passes {

using ir::AccessKind;
using ir::Expr;

namespace {
constexpr std::size_t deepest_call = 12; // functions run through inside one another
constexpr int most_again = 400;          // calls of functions inside of themselves that are run through

} // namespace

Value Collector::eval_call(const Expr& expr, const ir::Call& call) {
    Value result = run_call(expr, call);
    forget_handed_out(call); // also where an argument behind the address has assigned to it
    return result;
}

// The variable, the iteration's own, that the argument lends a function which is about to be run through, or has been;
// null: there is none, or what happens to it is not seen.
const ir::VarDecl* Collector::lent_by(const ir::Call& call, std::size_t index) const {
    const ir::FunctionDecl* callee = ir::called_function(call);
    const ir::FunctionDecl* body = callee != nullptr ? summary_.definition(callee) : nullptr;
    const auto is_running = [&](const Frame& frame) { return frame.function == body; };
    if (!options_.kernel || body == nullptr || frames_.size() >= deepest_call ||
        std::any_of(frames_.begin(), frames_.end(), is_running))
        return nullptr;
    const ir::VarDecl* variable = lent_variable(summary_, *body, call, index);
    if (variable == nullptr)
        return nullptr;
    const bool own =
        !is_outer(variable) && variable != options_.loop_variable && !summary_.address_taken().contains(variable);
    return own ? variable : nullptr;
}

// The variable for which `*p` is another name; null: none is known.
const ir::VarDecl* Collector::lent_to(const Expr& expr) const {
    const ir::VarDecl* param = lent_.empty() ? nullptr : dereferenced_parameter(expr);
    const auto found = lent_.find(param);
    return param != nullptr && found != lent_.end() ? found->second : nullptr;
}

// What a call may have assigned to without anybody seeing it.
void Collector::forget_handed_out(const ir::Call& call) {
    for (std::size_t i = 0; i < call.args.size(); ++i) {
        const Expr& arg = *without_casts(*call.args[i]);
        const auto* unary = arg.as<ir::Unary>();
        const bool address = unary != nullptr && unary->op == ir::UnaryOp::address_of;
        const ir::VarDecl* variable = address ? base_variable(unary->operand.get()) : nullptr;
        if (variable != nullptr && lent_by(call, i) == nullptr)
            env_.erase(variable);
    }
}

// The variables that the expression itself assigns to as `*p`, with all parameters that have been lent them, by which
// conditions name them.
Variables Collector::assigned_through_parameters(const Expr& expr) const {
    Variables out;
    const auto add = [&](const ir::VarDecl* variable) {
        for (const auto& [param, lent] : lent_)
            if (lent == variable)
                out.insert({param, lent});
    };
    if (lent_.empty())
        return out;
    if (const Expr* target = assignment_target(expr); target != nullptr && lent_to(*target) != nullptr)
        add(lent_to(*target));
    return out;
}

Variables Collector::changed_by(const ir::Stmt& stmt) const {
    Variables out = summary_.changed_by(stmt);
    walk(
        stmt, [&](const Expr& e) { out.merge(assigned_through_parameters(e)); }, [](const ir::Stmt&) {});
    return out;
}

Variables Collector::changed_by(const Expr& expr) const {
    Variables out = summary_.changed_by(expr);
    walk(
        expr, [&](const Expr& e) { out.merge(assigned_through_parameters(e)); }, [](const ir::Stmt&) {});
    return out;
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
    const ir::FunctionDecl* body = callee != nullptr ? summary_.definition(callee) : nullptr;
    PointerValue lent;
    lent.root = PointerValue::private_memory;
    for (const auto& arg : call.args)
        args.push_back((body != nullptr && binds_variable(*body, args.size(), *arg)) ||
                               is_never_evaluated(call, args.size())
                           ? Value{}
                       : lent_by(call, args.size()) != nullptr ? Value::of(lent)
                                                               : eval(*arg));
    if (callee == nullptr) {
        eval(*call.callee);
        return run_any(expr, call, args);
    }
    if (body != nullptr) {
        if (options_.kernel || (expr.type->is_pointer() && only_returns(*body, summary_)))
            return inline_call(expr, *body, args);
        return expr.type->is_pointer() ? Value::of(PointerValue{}) : Value{};
    }
    return eval_library(expr, call, *callee, args);
}

// A call through a pointer: the one function that it can hold, or any of a few, each as if under a condition of which
// nothing is known.
Value Collector::run_any(const Expr& expr, const ir::Call& call, std::vector<Value>& args) {
    const auto unknown = [&] { return expr.type->is_pointer() ? Value::of(PointerValue{}) : Value{}; };
    const CallTargets to = options_.kernel ? summary_.targets(*call.callee, holds_function_) : CallTargets{};
    if (!options_.kernel && summary_.indirect_calls_stay_inside())
        return unknown();
    if (!are_few(to)) {
        everything(expr, AccessKind::write, fmt::format("'{}' calls through a function pointer", ir::print_c(expr)));
        return unknown();
    }
    const auto run = [&](const ir::FunctionDecl& function) {
        const ir::FunctionDecl* body = summary_.definition(&function);
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
    const auto kept_pointers = own_pointers_;
    std::optional<Value> all;
    for (const ir::FunctionDecl* function : to.functions) {
        const Value value = perhaps(expr, std::nullopt, [&] {
            const Scope scope = mark();
            ++conditions_;
            inexact_.push_back(why);
            Value result = run(*function);
            restore(scope);
            return result;
        });
        all = all ? of_both(*all, value) : value;
    }
    own_pointers_ = kept_pointers;
    return *all;
}

Value Collector::inline_call(const Expr& expr, const ir::FunctionDecl& body, std::vector<Value>& args) {
    const bool recursive =
        std::any_of(frames_.begin(), frames_.end(), [&](const Frame& frame) { return frame.function == &body; });
    const auto unknown = [&] { return expr.type->is_pointer() ? Value::of(PointerValue{}) : Value{}; };
    if (recursive) {
        if (summary_.touches_memory(&body))
            call_again(expr, body, args);
        return unknown();
    }
    if (frames_.size() >= deepest_call) {
        everything(expr, AccessKind::write,
                   fmt::format("'{}' is called through more than {} other functions", body.name, deepest_call - 1));
        return unknown();
    }
    if (frames_.empty())
        outermost_call_ = expr.range;
    std::vector<Value> given;
    const auto* call = expr.as<ir::Call>();
    const bool is_callee = call != nullptr && summary_.definition(ir::called_function(*call)) == &body;
    std::map<const ir::VarDecl*, const ir::VarDecl*> lent;
    for (std::size_t i = 0; i < body.params.size(); ++i)
        if (const ir::VarDecl* variable = is_callee ? lent_by(*call, i) : nullptr)
            lent[body.params[i].get()] = variable;
    for (std::size_t i = 0; i < body.params.size(); ++i) {
        lent_.erase(body.params[i].get());
        const ir::VarDecl* param = body.params[i].get();
        Value value = i < args.size() ? args[i] : Value{};
        if (value.is_number() && call != nullptr && i < call->args.size()) {
            const ir::TypeRef type = call->args[i]->type;
            if (type->is_integer() && param->type->is_integer() && type->kind != param->type->kind)
                value = convert(type, param->type, value); // no prototype does it
        }
        know(param, value);
        records_.erase(param);
        if (call != nullptr && i < call->args.size()) {
            bind_record(body, param, *call->args[i]);
            bind_function(param, *call->args[i]);
        }
        given.push_back(std::move(value));
    }
    lent_.merge(lent);
    return returned(run_body(body, std::move(given), false));
}

// Which functions a parameter holds in this call.
void Collector::bind_function(const ir::VarDecl* param, const Expr& arg) {
    holds_function_.erase(param);
    if (!param->type->is_pointer() || !param->type->inner->is_function() || summary_.ever_assigned(param))
        return;
    CallTargets held = summary_.functions_in(arg, holds_function_);
    if (held.known)
        holds_function_[param] = std::move(held);
}

// Runs through a function whose parameters are known. again: for all calls of it inside of itself.
Collector::Frame Collector::run_body(const ir::FunctionDecl& body, std::vector<Value> given, bool again) {
    for (const auto& param : body.params)
        local_.insert(param.get());
    const Variables declared = Summary::declared_in(*body.body);
    local_.insert(declared.begin(), declared.end());
    const Scope scope = mark();
    frames_.push_back({&body, scope, domain_.iterators.size(), false, false, {}, std::move(given), again});
    const std::optional<std::size_t> label_formulas = label_formulas_;
    steps_.emplace_back(moment_ + 1, moment_ + 1);
    for (const auto& param : body.params)
        eval_lengths(param->type);
    enter_body(*body.body);
    exec(*body.body);
    steps_.pop_back();
    restore(scope);
    label_formulas_ = label_formulas;
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    return frame;
}

// A call of a function that is being run through: its body once more, with arguments that stand for those of all deeper
// calls, under conditions of which nothing is known. A further call in there adds nothing; it widens the arguments
// until they stand for its own, too.
void Collector::call_again(const Expr& expr, const ir::FunctionDecl& body, const std::vector<Value>& args) {
    const auto of_body = [&](const Frame& frame) { return frame.function == &body; };
    const auto around = std::find_if(frames_.rbegin(), frames_.rend(), of_body);
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
    const Variables changed = summary_.changed_by(*body.body);
    if (quiet_ > 0 || ++again_runs_ > most_again) {
        everything(expr, AccessKind::write, why);
        forget(changed);
        return;
    }
    const auto kept = env_;
    const auto kept_pointers = own_pointers_;
    const auto kept_records = records_;
    const auto kept_functions = holds_function_;
    const auto kept_lent = lent_;
    for (const auto& param : body.params) { // deeper calls may be handed others
        holds_function_.erase(param.get());
        lent_.erase(param.get());
    }
    const auto run = [&] {
        env_ = kept;
        forget(changed);
        for (std::size_t i = 0; i < body.params.size(); ++i) {
            records_.erase(body.params[i].get());
            know(body.params[i].get(), known[i]);
        }
        const Scope scope = mark();
        inexact_.push_back(why);
        Frame frame = run_body(body, known, true);
        restore(scope);
        own_pointers_ = kept_pointers;
        records_ = kept_records;
        known = std::move(frame.given);
        return frame.widened;
    };
    ++quiet_;
    while (run()) {
    }
    --quiet_;
    if (run()) // noting accesses, it must come to the same
        everything(expr, AccessKind::write, why);
    env_ = kept;
    holds_function_ = kept_functions;
    lent_ = kept_lent;
    forget(changed);
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
    std::string ways; // others end the program
    for (const auto& [path, value] : cases)
        ways += fmt::format("{}({})", ways.empty() ? "" : " or ", path);
    std::vector<std::string> assumed;
    if (!bridge_.holds({domain_.iterators, {}}, ways))
        assumed.push_back("(" + ways + ")");
    return Value::of(Poly::symbol(define_under(assumed, shown, [&](SymbolId id) {
        std::string text;
        for (const auto& [path, value] : cases)
            text += fmt::format("{}({} and s{} = {})", text.empty() ? "" : " or ", path, id, value);
        return text;
    })));
}

} // namespace hydra::passes

// Calls in the symbolic run: functions of the program are run through with their arguments, the C library's have a
// table of effects, all others, and those behind pointers, may touch everything.
#include <algorithm>

#include <fmt/format.h>

#include "passes/collector.h"
#include "passes/library.h"

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

Value Collector::eval_library(const Expr& expr, const ir::Call& call, const ir::FunctionDecl& callee,
                              std::vector<Value>& args) {
    const auto read_all = [&](std::size_t first) {
        for (std::size_t i = first; i < args.size(); ++i)
            if (args[i].kind == Value::Kind::pointer)
                whole_access(*call.args[i], args[i].pointer, AccessKind::read, callee.name + " may read all of it");
    };
    const LibraryEffect* effect = library_effect(callee.name);
    if (effect == nullptr)
        return unknown_function(expr, callee, args);
    PointerValue fresh;
    fresh.root = PointerValue::private_memory;
    switch (effect->kind) {
    case LibraryEffect::Kind::pure:
        if ((callee.name == "abs" || callee.name == "labs" || callee.name == "llabs") && args.size() == 1)
            if (const auto text = args[0].kind == Value::Kind::integer ? bridge_.affine(args[0].poly) : std::nullopt)
                return chosen(fmt::format("({} >= 0)", *text), args[0], Value::of(*Poly(0).minus(args[0].poly)));
        return expr.type->is_pointer() ? Value::of(fresh) : Value{};
    case LibraryEffect::Kind::fresh:
        if (callee.name == "realloc")
            read_all(0);
        return Value::of(fresh);
    case LibraryEffect::Kind::ends:
        if (options_.kernel && (callee.name == "exit" || callee.name == "_Exit"))
            obstacle(expr.range, fmt::format("'{}' ends the program", callee.name));
        return {};
    case LibraryEffect::Kind::output:
        if (options_.kernel)
            obstacle(expr.range, fmt::format("'{}' prints", callee.name));
        read_all(0);
        return {};
    case LibraryEffect::Kind::reads:
        read_all(0);
        return expr.type->is_pointer() ? Value::of(PointerValue{}) : Value{};
    case LibraryEffect::Kind::writes:
        read_all(1);
        if (!args.empty() && args[0].kind == Value::Kind::pointer)
            whole_access(*call.args[0], args[0].pointer, AccessKind::write, callee.name + " may write all of it");
        return {};
    case LibraryEffect::Kind::copies:
        if (args.size() >= 3) {
            copy_bytes(expr, args, callee.name != "memset");
            return args[0];
        }
        return {};
    }
    return {};
}

// A function that is neither in the program nor in the table: one of the user's, from an object file or library, may
// touch whatever it was ever given; one of a system library what it is given now.
Value Collector::unknown_function(const Expr& expr, const ir::FunctionDecl& callee, const std::vector<Value>& args) {
    const bool memory = std::any_of(args.begin(), args.end(), [](const Value& v) {
        return v.kind == Value::Kind::pointer && v.pointer.root != PointerValue::private_memory;
    });
    if (callee.in_user_file || memory)
        everything(expr, AccessKind::write,
                   fmt::format("'{}' is not defined in the program, and what it does is not known", callee.name));
    else if (options_.kernel)
        obstacle(expr.range, fmt::format("'{}' may have a state of its own", callee.name));
    return expr.type->is_pointer() ? Value::of(PointerValue{}) : Value{};
}

// memcpy(d, s, bytes), memset(d, c, bytes): so many elements from the pointers on.
void Collector::copy_bytes(const Expr& expr, const std::vector<Value>& args, bool source) {
    const auto touch = [&](const Value& target, AccessKind kind) {
        const PointerValue pointer = target.kind == Value::Kind::pointer ? target.pointer : PointerValue{};
        if (pointer.root < 0) {
            counts(expr, pointer, kind, nullptr);
            return;
        }
        const Value& bytes = args[2];
        std::optional<Poly> count;
        if (bytes.kind == Value::Kind::integer && !pointer.dims.empty() && pointer.dims.back().elem_size > 0)
            count = bytes.poly.divided(pointer.dims.back().elem_size);
        const std::optional<std::string> limit = count ? bridge_.affine(*count) : std::nullopt;
        if (!limit || quiet_ > 0) {
            whole_access(expr, pointer, kind, "the number of bytes is not an affine function of the loop variables");
            return;
        }
        const SymbolId element = symbols_.add_iterator("element", nullptr);
        domain_.iterators.push_back(element);
        domain_.formulas.push_back(fmt::format("0 <= s{} < {}", element, *limit));
        access(expr, moved(pointer, Poly::symbol(element)), kind);
        domain_.iterators.pop_back();
        domain_.formulas.pop_back();
    };
    if (source)
        touch(args[1], AccessKind::read);
    touch(args[0], AccessKind::write);
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
    const Scope scope = mark();
    frames_.push_back({&body, scope, domain_.iterators.size(), false, false, {}});
    enter_body(*body.body);
    exec(*body.body);
    restore(scope);
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

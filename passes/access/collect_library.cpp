// Library calls in the symbolic run, after the table of effects (library.h); functions that nobody knows may touch
// everything.
#include <algorithm>

#include <fmt/format.h>

#include "passes/access/collector.h"
#include "passes/facts/expressions.h"
#include "passes/facts/library.h"

namespace hydra::passes {

using ir::AccessKind;
using ir::Expr;

namespace {

// `&n`, `&s.n`: the address of a variable's own scalar; such writes are known by the variables that a call changes.
bool is_address_of_scalar(const Expr& arg) {
    const auto* unary = ir::strip(&arg)->as<ir::Unary>();
    if (unary == nullptr || unary->op != ir::UnaryOp::address_of || !unary->operand->type->is_scalar())
        return false;
    return base_variable(unary->operand.get()) != nullptr;
}

bool is_null(const Expr& arg) { return ir::constant_value(*without_casts(arg)) == 0; }

bool is_memory(const Expr& arg) {
    const auto points = [](ir::TypeRef type) { return type != nullptr && (type->is_pointer() || type->is_array()); };
    return (points(arg.type) || points(without_casts(arg)->type)) && !is_null(arg);
}

} // namespace

Value Collector::eval_library(const Expr& expr, const ir::Call& call, const ir::FunctionDecl& callee,
                              std::vector<Value>& args) {
    if (callee.name.starts_with("__atomic_") || callee.name.starts_with("__sync_")) {
        for (std::size_t i = 0; i < args.size(); ++i)
            if (args[i].kind == Value::Kind::pointer && args[i].pointer.root != PointerValue::private_memory) {
                recorder_.whole_access(*call.args[i], args[i].pointer, AccessKind::read, "an atomic operation");
                recorder_.whole_access(*call.args[i], args[i].pointer, AccessKind::write, "an atomic operation");
            }
        return {};
    }
    const LibraryEffect* effect = library_effect(callee.name);
    if (effect == nullptr)
        return unknown_function(expr, callee, args);
    const bool absolute = callee.name == "abs" || callee.name == "labs" || callee.name == "llabs";
    if (absolute && args.size() == 1 && args[0].kind == Value::Kind::integer)
        if (const auto text = proofs_.affine(args[0].poly))
            return defined_.chosen(fmt::format("({} >= 0)", *text), args[0], Value::of(*Poly(0).minus(args[0].poly)));
    for (const int factor : {effect->bytes.count, effect->bytes.size})
        if (effect->bytes.exactly && factor >= 0 && static_cast<std::size_t>(factor) < args.size())
            count_bytes(*ir::strip(call.args[static_cast<std::size_t>(factor)].get()),
                        args[static_cast<std::size_t>(factor)]);
    // What it stores may depend on all that it reads, through whichever argument.
    for (const AccessKind kind : {AccessKind::read, AccessKind::write})
        for (std::size_t i = 0; i < args.size(); ++i)
            library_argument(expr, call, *effect, args, i, kind);
    library_state(expr, call, callee, *effect, args);
    return expr.type->is_pointer() ? library_pointer(call, callee, *effect, args) : Value{};
}

// Where all bytes that an argument counts are touched: no object has as many as a number below zero becomes when it
// wraps; so `w * sizeof *p` is that product, whatever the sign of w.
void Collector::count_bytes(const Expr& counted, Value& bytes) {
    const auto* product = counted.as<ir::Binary>();
    if (product != nullptr && product->op == ir::BinaryOp::mul && counted.type->is_unsigned() &&
        ir::size_of(counted.type) == 8 && !has_effects(counted)) {
        const Quiet::Scope quiet(quiet_);
        const Value left = number(*product->lhs), right = number(*product->rhs);
        if (left.kind == Value::Kind::integer && right.kind == Value::Kind::integer)
            if (const auto both = (left.raw ? *left.raw : left.poly).times(right.raw ? *right.raw : right.poly))
                bytes = Value::of(*both);
    }
    if (bytes.kind == Value::Kind::wrapped && bytes.bits == 64)
        bytes = Value::of(bytes.poly);
}

// What the call does besides touching memory.
void Collector::library_state(const Expr& expr, const ir::Call& call, const ir::FunctionDecl& callee,
                              const LibraryEffect& effect, const std::vector<Value>& args) {
    const auto is_same = [&](std::size_t i) { // in all iterations
        return args[i].kind == Value::Kind::integer && symbols_.invariant(args[i].poly);
    };
    if (region_.kernel() && (is_long_jump(callee) || may_come_back(expr)))
        findings_.problem(
            expr, fmt::format("'{}' in a parallel loop would jump past what the end of an iteration has to settle; "
                              "return an error code",
                              is_long_jump(callee) ? "longjmp" : "setjmp"));
    else if (region_.kernel() && registers_exit_handler(callee.name))
        findings_.problem(
            expr, fmt::format("'{}' in a parallel loop: what runs at the end of the program has to be registered "
                              "outside of it",
                              callee.name));
    else if (effect.ends)
        exits_.note_end(expr, call, callee);
    else if (region_.kernel() && region_.summary().looks_at_signgam() &&
             (callee.name.find("gamma") != std::string::npos))
        findings_.obstacle(expr.range,
                           fmt::format("'{}' leaves a sign in 'signgam', at which the program looks", callee.name));
    else if (region_.kernel() && !effect.state.empty() && !exits_.may_print_here(call, callee, is_same) &&
             !exits_.may_tell_here(expr, call, callee))
        findings_.obstacle(expr.range, fmt::format("'{}' {}", callee.name, effect.state));
}

// The pointer that the call returns.
Value Collector::library_pointer(const ir::Call& call, const ir::FunctionDecl& callee, const LibraryEffect& effect,
                                 const std::vector<Value>& args) {
    if (callee.name == "__builtin_assume_aligned" && !args.empty())
        return args[0];
    const bool chooses = callee.name == "__builtin_choose_expr" && args.size() == 3;
    if (const auto which = chooses ? ir::constant_value(*call.args[0]) : std::nullopt)
        return args[*which != 0 ? 1 : 2];
    const bool from_pointer = std::any_of(args.begin(), args.end(), [](const Value& value) {
        return value.kind == Value::Kind::pointer && value.pointer.root != PointerValue::private_memory;
    });
    if (callee.name.starts_with("__builtin_") && effect.result == LibraryEffect::Result::plain && from_pointer)
        return Value::of(PointerValue{});
    const std::size_t into = effect.result == LibraryEffect::Result::second ? 1 : 0;
    const bool points_into = effect.result == LibraryEffect::Result::first || into == 1;
    if (!points_into || into >= args.size()) {
        makes_unnamed_ = true;
        return Value::of(PointerValue::to_private()); // new memory, or the library's own
    }
    if (args[into].kind != Value::Kind::pointer)
        return Value::of(PointerValue{});
    const bool gives_end =
        callee.name.find("pcpy") != std::string::npos || callee.name.find("pncpy") != std::string::npos;
    return effect.bytes.exactly && into == 0 && !gives_end ? args[0]
                                                           : Value::of(moved(args[into].pointer, std::nullopt));
}

// A function that is neither in the program nor in the table: one of the user's, from an object file or library, may
// touch whatever it was ever given; one of a system library what it is given now.
Value Collector::unknown_function(const Expr& expr, const ir::FunctionDecl& callee, const std::vector<Value>& args) {
    const bool memory = std::any_of(args.begin(), args.end(), [](const Value& v) {
        return v.kind == Value::Kind::pointer && v.pointer.root != PointerValue::private_memory;
    });
    if (callee.in_user_file || memory)
        recorder_.everything(
            expr, AccessKind::write,
            fmt::format("'{}' is not defined in the program, and what it does is not known", callee.name));
    else if (region_.kernel())
        findings_.obstacle(expr.range, fmt::format("'{}' may have a state of its own", callee.name));
    return Value::any(expr.type);
}

namespace {

// Whether a format may have the function store through the argument how much it has printed: by `%n`. Of a format that
// is not written in the call nothing is known.
bool may_store_count(const ir::Call& call, const LibraryEffect& effect, std::size_t index, const Summary& summary) {
    if (!effect.arguments.ends_with("r*") || index + 1 < effect.arguments.size())
        return false;
    const Expr* argument = without_casts(*call.args[index]);
    const auto* format = without_casts(*call.args[effect.arguments.size() - 2])->as<ir::StringLit>();
    if (format != nullptr)
        return converts(*format, 'n');
    const ir::TypeRef object =
        argument->type->is_pointer() || argument->type->is_array() ? argument->type->inner : nullptr;
    const bool text = object != nullptr && ir::size_of(object) == 1 && !summary.errno_uses().keeps_count_formats();
    return object != nullptr && object->is_integer() && !text && !object->quals.is_const;
}

// The same through a list of arguments, whose format is the argument before it.
bool may_store_counts(const ir::Call& call, std::size_t list, const Summary& summary) {
    const auto* format = list > 0 ? without_casts(*call.args[list - 1])->as<ir::StringLit>() : nullptr;
    return format != nullptr ? converts(*format, 'n') : summary.errno_uses().keeps_count_formats();
}

} // namespace

// What the call reads, or stores, of the memory that argument `index` points at.
void Collector::library_argument(const Expr& expr, const ir::Call& call, const LibraryEffect& effect,
                                 const std::vector<Value>& args, std::size_t index, AccessKind kind) {
    const Expr& arg = *call.args[index];
    const char letter = effect.argument(index);
    if (letter == 'f') {
        if (kind == AccessKind::read)
            called_back(expr, call, effect, index);
        return;
    }
    if (letter == 'v' || letter == 's') {
        const bool writes = letter == 's' || may_store_counts(call, index, region_.summary());
        if (writes != (kind == AccessKind::write))
            return;
        const ir::TypeRef text = !writes && index > 0 ? call.args[index - 1]->type->inner : nullptr;
        recorder_.everything(expr, writes ? AccessKind::write : AccessKind::read,
                             fmt::format("'{}' uses the pointers in a list of arguments", effect.name), text);
        return;
    }
    const ir::TypeRef of = ir::strip(&arg)->type;
    const bool function = of->is_function() || (of->is_pointer() && of->inner->is_function());
    if (letter == '.' || function || !is_memory(arg))
        return;
    const bool reads = (letter == 'm' && region_.kernel()) || effect.reads(index);
    const bool writes = effect.writes(index) || may_store_count(call, effect, index, region_.summary());
    const PointerValue pointer = args[index].kind == Value::Kind::pointer ? args[index].pointer : PointerValue{};
    const bool is_scalar = is_address_of_scalar(arg);
    const bool shared_out =
        is_scalar && region_.options().in_memory && region_.options().in_memory(*ir::addressed_object(arg));
    if (is_scalar && !shared_out) {
        if (region_.kernel() && writes && kind == AccessKind::write && pointer.root != PointerValue::private_memory)
            findings_.obstacle(arg.range, fmt::format("'{}' writes a variable that all iterations share", effect.name));
        return;
    }
    if (kind == AccessKind::read ? !reads : !writes)
        return;
    const bool bounded = letter == 'R' || letter == 'W' || letter == 'B';
    const Expr* inner = without_casts(arg);
    const Expr& value = inner->type->is_pointer() || inner->type->is_array() ? *inner : *ir::strip(&arg);
    // One element only: it may go on behind the record that it ends (char name[1]).
    const bool row = value.type->is_array() && value.type->length > 1 && value.type->inner->is_scalar();
    const auto* address = ir::strip(&arg)->as<ir::Unary>();
    const bool member = address != nullptr && address->op == ir::UnaryOp::address_of && pointer.root >= 0 &&
                        pointer.member_offset >= 0 && address->operand->type->is_array();
    if (bounded && member) // &p->row: from its first element on
        access_bytes(*address->operand, places_.decay(pointer, address->operand->type).pointer, kind, effect, args);
    else if (bounded)
        access_bytes(value, pointer, kind, effect, args);
    else if (letter == 'e' || letter == 'x')
        recorder_.elements(value, pointer, kind, "1", "");
    else if (shared_out && ir::size_of(value.type->inner) > 1)
        recorder_.elements(value, pointer, kind, "1", effect.name);
    else if (row) // a text ends inside of its array
        recorder_.elements(value, pointer, kind, std::to_string(value.type->length), effect.name);
    else
        recorder_.whole_access(value, pointer, kind,
                               fmt::format("'{}' may {} all of it", effect.name, writes ? "write" : "read"));
}

// The bytes from the pointer on that the call's arguments count.
void Collector::access_bytes(const Expr& arg, const PointerValue& pointer, AccessKind kind, const LibraryEffect& effect,
                             const std::vector<Value>& args) {
    if (!recorder_.counts(arg, pointer, kind, arg.type->inner, {.pointer = &arg}))
        return;
    std::optional<Poly> bytes(Poly(1));
    for (const int factor : {effect.bytes.count, effect.bytes.size}) {
        const auto index = static_cast<std::size_t>(factor);
        if (factor < 0 || !bytes)
            continue;
        const bool known = index < args.size() && args[index].kind == Value::Kind::integer;
        bytes = known ? bytes->times(args[index].poly) : std::nullopt;
    }
    std::optional<Poly> count;
    if (bytes && !pointer.dims.empty() && pointer.dims.back().elem_size > 0)
        count = bytes->divided(pointer.dims.back().elem_size);
    const std::optional<std::string> limit = count ? proofs_.affine(*count) : std::nullopt;
    if (!limit) {
        recorder_.whole_access(arg, pointer, kind,
                               "the number of bytes is not an affine function of the loop variables");
        return;
    }
    recorder_.elements(arg, pointer, kind, *limit, effect.bytes.exactly ? "" : effect.name);
}

// The comparison of a sort or search. In serial code it is serial code itself. In a loop, what it may be is run through
// once, with its arguments somewhere in the memory that the call has accounted for.
void Collector::called_back(const Expr& expr, const ir::Call& call, const LibraryEffect& effect, std::size_t index) {
    if (!region_.kernel())
        return;
    const Expr& pointer = *without_casts(*call.args[index]);
    const CallTargets to = frames_.targets(pointer);
    if (!are_few(to) || std::any_of(to.functions.begin(), to.functions.end(), [&](const ir::FunctionDecl* function) {
            return region_.summary().definition(function) == nullptr;
        })) {
        findings_.obstacle(expr.range, fmt::format("it is not known which function '{}' calls", effect.name));
        return;
    }
    run_each(expr, to, pointer, [&](const ir::FunctionDecl& function) {
        const ir::FunctionDecl& body = *region_.summary().definition(&function);
        std::vector<Value> values(body.params.size(), Value::of(PointerValue::to_private()));
        return inline_call(expr, body, values);
    });
}

} // namespace hydra::passes

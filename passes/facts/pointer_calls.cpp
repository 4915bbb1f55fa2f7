// Calls in the graph of pointers (pointer_constraints.h), and where the program is entered.
#include <algorithm>

#include "passes/facts/expressions.h"
#include "passes/facts/pointer_constraints.h"
#include "passes/worth.h"

namespace hydra::passes {

using ir::Expr;
using ir::Stmt;
using ir::VarDecl;
using Step = PointerGraph::Step;

namespace {

// Functions of the C library that store the address of new memory through their first argument.
bool hands_out_memory(std::string_view name) {
    static const std::set<std::string_view> names{"posix_memalign", "asprintf",   "vasprintf",     "getline",
                                                  "getdelim",       "__getdelim", "open_memstream"};
    return names.contains(name);
}

// Functions of the C library whose result is made of the numbers, or the text, that they are given.
bool computes_number(std::string_view name) {
    for (const std::string_view prefix : {"__builtin_", "__isoc23_", "__"})
        if (name.starts_with(prefix))
            name.remove_prefix(prefix.size());
    static const std::set<std::string_view> names{"a64l",  "fgetc", "getc",          "getchar",         "fgetwc",
                                                  "getwc", "getw",  "getc_unlocked", "getchar_unlocked"};
    return names.contains(name) || name.starts_with("strto") || name.starts_with("ato") || name.starts_with("wcsto");
}

// Functions that keep a buffer for a stream.
bool keeps_buffer(std::string_view name) {
    return name.starts_with("setbuf") || name.starts_with("setvbuf") || name.starts_with("open_memstream");
}

bool allocates(const ir::FunctionDecl& callee) {
    const LibraryEffect* effect = library_effect(callee.name);
    return effect != nullptr && (effect->result == LibraryEffect::Result::fresh || hands_out_memory(callee.name));
}

// What a function with a format, as printf and scanf are, may make text of, or of text.
struct Conversions {
    bool addresses = false; // `%p`, numbers as long as an address, or whatever a format says that stands elsewhere
    bool texts = false;     // `%s`
};

Conversions conversions_of(const ir::Call& call, const LibraryEffect& effect) {
    const std::string_view letters = effect.arguments;
    if (!letters.ends_with('*') || letters.size() < 2)
        return {false, true};
    const std::size_t index = letters[letters.size() - 2] == 'r' ? letters.size() - 2 : letters.size() - 3;
    const auto* text = index < call.args.size() ? without_casts(*call.args[index])->as<ir::StringLit>() : nullptr;
    if (text == nullptr)
        return {true, true};
    Conversions found;
    const std::string& format = text->bytes;
    for (std::size_t at = format.find('%'); at != std::string::npos; at = format.find('%', at + 1)) {
        const std::size_t letter = format.find_first_not_of("-+ #'0123456789.*$hlqjztL", at + 1);
        if (letter == std::string::npos)
            break;
        const bool is_long = format.substr(at, letter - at).find_first_of("lqjztL") != std::string::npos;
        const bool is_float = std::string_view("eEfFgGaA").find(format[letter]) != std::string_view::npos;
        found.addresses = found.addresses || format[letter] == 'p' || (is_long && !is_float);
        found.texts = found.texts || std::string_view("sScC[").find(format[letter]) != std::string_view::npos;
    }
    return found;
}

// What an argument points at, whatever type the prototype makes of it; null: it is no pointer.
ir::TypeRef pointee(const Expr& argument) {
    const ir::TypeRef type = without_casts(argument)->type;
    return type != nullptr && (type->is_pointer() || type->is_array()) ? type->inner : nullptr;
}

} // namespace

// ---- where the program begins ----

bool PointerConstraints::read() {
    if (names_what_links())
        return false;
    for (const auto& unit : program_.units)
        for (const ir::TagDecl& tag : unit->types.tags())
            if (tag.complete && tag.kind != ir::TypeKind::Enum)
                fields(unit->types.tagged(&tag));
    arguments_ = graph_.add_node();
    exposed_ = graph_.add_node();
    graph_.make_foreign(graph_.add_object()); // so that there is one
    find_allocating();
    begin();
    while (is_understood_ && !to_read_.empty()) {
        current_ = to_read_.back();
        to_read_.pop_back();
        run(*current_->function->body);
    }
    current_ = nullptr;
    return is_understood_;
}

// Whether attributes or assembly may give things other names, or lay them beside one another.
bool PointerConstraints::names_what_links() const {
    static const std::set<std::string_view> links{"alias",
                                                  "__alias__",
                                                  "ifunc",
                                                  "__ifunc__",
                                                  "weak",
                                                  "__weak__",
                                                  "weakref",
                                                  "__weakref__",
                                                  "section",
                                                  "__section__",
                                                  "cleanup",
                                                  "__cleanup__",
                                                  "transparent_union",
                                                  "__transparent_union__"};
    static const std::set<std::string_view> attributes{"__attribute__", "__attribute"};
    static const std::set<std::string_view> assembly{"asm", "__asm", "__asm__"};
    return std::any_of(program_.units.begin(), program_.units.end(), [](const auto& unit) {
        const auto uses = [&](const std::set<std::string_view>& names) {
            return std::any_of(unit->used_names.begin(), unit->used_names.end(),
                               [&](const std::string& name) { return names.contains(name); });
        };
        return uses(assembly) || (uses(attributes) && uses(links));
    });
}

void PointerConstraints::begin() {
    std::set<const ir::FunctionDecl*> called;
    for (const auto& unit : program_.units)
        for (const ir::FunctionDecl& function : unit->functions)
            if (function.body)
                for (const ir::FunctionDecl* callee : summary_.callees(*function.body))
                    if (callee != &function)
                        called.insert(callee);
    std::set<const VarDecl*> defined;
    for (const auto& unit : program_.units)
        for (const VarDecl& variable : unit->globals)
            if (variable.storage != ir::Storage::extern_ || variable.init)
                defined.insert(summary_.canonical(&variable));
    for (const auto& unit : program_.units) {
        for (const VarDecl& variable : unit->globals) {
            if (variable.init)
                initialise(where_of(variable), variable.type, *variable.init);
            if (!defined.contains(summary_.canonical(&variable)) || summary_.is_wanted_outside(variable.name))
                graph_.make_foreign(object(&variable));
        }
        for (const ir::FunctionDecl& function : unit->functions)
            if (function.body &&
                (function.name == "main" || summary_.is_wanted_outside(function.name) ||
                 summary_.may_be_called_back(&function) || (function.params.empty() && !called.contains(&function))))
                call_from_outside(function);
    }
}

void PointerConstraints::call_from_outside(const ir::FunctionDecl& function) {
    current_ = nullptr;
    current_ = &instance(function, nullptr);
    for (const auto& param : function.params)
        if (param->type->is_record())
            graph_.make_foreign(object(param.get()));
        else if (param->type->is_pointer() || ir::size_of(param->type).value_or(8) >= 8)
            graph_.set(object(param.get()), graph_.content(graph_.foreign()), false);
    if (function.name != "main")
        graph_.copy(current_->result, graph_.content(graph_.foreign()));
    current_ = nullptr;
}

// The functions that allocate, or call such, and those that may run inside of themselves.
void PointerConstraints::find_allocating() {
    std::map<const ir::FunctionDecl*, std::vector<const ir::FunctionDecl*>> callees;
    for (const auto& unit : program_.units)
        for (const ir::FunctionDecl& function : unit->functions) {
            if (!function.body)
                continue;
            callees[&function] = summary_.callees(*function.body);
            walk(
                *function.body,
                [&](const Expr& expr) {
                    const auto* call = expr.as<ir::Call>();
                    const ir::FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
                    if (callee != nullptr && summary_.definition(callee) == nullptr && allocates(*callee))
                        allocating_.insert(&function);
                },
                [](const Stmt&) {});
        }
    for (bool more = true; more;) {
        more = false;
        for (const auto& [function, called] : callees)
            if (!allocating_.contains(function) && std::any_of(called.begin(), called.end(), [&](const auto* callee) {
                    return allocating_.contains(callee);
                }))
                more = allocating_.insert(function).second;
    }
    for (const ir::FunctionDecl* function : allocating_) {
        std::set<const ir::FunctionDecl*> reached;
        std::vector<const ir::FunctionDecl*> left{function};
        while (!left.empty()) {
            const ir::FunctionDecl* next = left.back();
            left.pop_back();
            for (const ir::FunctionDecl* callee : callees[next])
                if (reached.insert(callee).second)
                    left.push_back(callee);
        }
        if (reached.contains(function))
            recursive_.insert(function);
    }
}

// call: null: whoever calls it.
PointerConstraints::Instance& PointerConstraints::instance(const ir::FunctionDecl& function, const Expr* call) {
    const bool own = call != nullptr && current_ != nullptr && allocating_.contains(&function) &&
                     !recursive_.contains(&function) && current_->depth < worth::most_allocating_calls &&
                     instances_.size() < worth::most_allocating_copies;
    const Instance* caller = own ? current_ : nullptr;
    auto& known = known_[{&function, {caller, own ? call : nullptr}}];
    if (known != nullptr)
        return *known;
    known = &instances_.emplace_back();
    known->function = &function;
    known->depth = own ? current_->depth + 1 : 0;
    if (function.type->inner->is_record())
        known->result = pointer_to(graph_.add_object());
    else
        known->result = graph_.add_node();
    to_read_.push_back(known);
    return *known;
}

// ---- calls ----

PointerConstraints::Node PointerConstraints::eval_call(const Expr& expr, const ir::Call& call) {
    std::vector<Node> args;
    for (const ir::ExprPtr& arg : call.args)
        args.push_back(eval(*arg));
    const ir::FunctionDecl* callee = ir::called_function(call);
    CallTargets targets;
    if (callee != nullptr) {
        targets.functions.insert(callee);
    } else {
        eval(*call.callee);
        targets = summary_.targets(call);
    }
    Node result = targets.known ? PointerGraph::none : call_unknown(expr, args);
    for (const ir::FunctionDecl* target : targets.functions) {
        const ir::FunctionDecl* body = summary_.definition(target);
        const LibraryEffect* effect = body == nullptr ? library_effect(target->name) : nullptr;
        result = joined(result, body != nullptr     ? call_body(expr, args, *body)
                                : effect != nullptr ? call_library(expr, call, args, *target, *effect)
                                                    : call_unknown(expr, args));
    }
    return result;
}

PointerConstraints::Node PointerConstraints::call_body(const Expr& expr, const std::vector<Node>& args,
                                                       const ir::FunctionDecl& body) {
    Instance& called = instance(body, &expr);
    Instance* const caller = current_;
    for (std::size_t index = 0; index < args.size(); ++index) {
        if (index >= body.params.size()) {
            graph_.copy(args[index], arguments_);
            continue;
        }
        const VarDecl& param = *body.params[index];
        current_ = &called;
        const Object to = object(&param);
        current_ = caller;
        if (param.type->is_record())
            copy_record(param.type, args[index], pointer_to(to));
        else
            graph_.set(to, args[index], false);
    }
    return called.result;
}

// It may keep what it is given, store it anywhere that it knows, and give anything back.
PointerConstraints::Node PointerConstraints::call_unknown(const Expr& expr, const std::vector<Node>& args) {
    const Node known = graph_.content(graph_.foreign());
    for (const Node arg : args)
        graph_.copy(arg, known);
    if (expr.type == nullptr || expr.type->kind == ir::TypeKind::Void || expr.type->is_floating())
        return PointerGraph::none;
    return known;
}

// Any of them, or further on.
PointerConstraints::Node PointerConstraints::all_of(const std::vector<Node>& args) {
    Node all = PointerGraph::none;
    for (const Node arg : args)
        all = joined(all, joined(arg, PointerGraph::none, Step::moved));
    return all;
}

PointerConstraints::Node PointerConstraints::fresh_result(const Expr& expr, const ir::Call& call,
                                                          const std::vector<Node>& args, const LibraryEffect& effect) {
    const Node block = pointer_to(made(expr));
    for (std::size_t index = 0; index < args.size(); ++index) // strdup
        if (effect.reads(index))
            graph_.store(load({args[index]}), block, PointerGraph::inside, false);
    if (args.empty() || effect.argument(0) != 'm')
        return block;
    const ir::TypeRef element = pointee(*call.args[0]);
    if (element != nullptr && element->is_record() && element->tag->complete && is_alone(element)) {
        copy_record(element, args[0], block, true);
    } else {
        graph_.make_one(args[0]);
        graph_.make_one(block);
        graph_.move(args[0], block, PointerGraph::inside);
    }
    return joined(block, args[0]);
}

PointerConstraints::Node PointerConstraints::call_library(const Expr& expr, const ir::Call& call,
                                                          const std::vector<Node>& args, const ir::FunctionDecl& callee,
                                                          const LibraryEffect& effect) {
    using Result = LibraryEffect::Result;
    if (expr.type != nullptr && expr.type->is_record()) { // div
        for (const Node arg : args)
            graph_.store(arg, pointer_to(made(expr)), PointerGraph::inside, false);
        return pointer_to(made(expr));
    }
    if (effect.pure() && (expr.type == nullptr || !expr.type->is_pointer()))
        return expr.type != nullptr && expr.type->is_integer() ? all_of(args) : PointerGraph::none;
    call_back(call, args, effect);
    if (!copies_records(call, args, effect))
        pass_contents(call, args, effect);
    if (hands_out_memory(effect.name) && !args.empty()) {
        graph_.store(pointer_to(made(expr)), args[0], PointerGraph::inside, true);
        graph_.store(all_of(args), pointer_to(made(expr)), PointerGraph::inside, false); // as text
    }
    if (effect.result == Result::fresh)
        return fresh_result(expr, call, args, effect);
    const std::size_t into = effect.result == Result::second ? 1 : 0;
    if (effect.result != Result::plain)
        return into < args.size() ? joined(args[into], PointerGraph::none, Step::moved) : PointerGraph::none;
    if (expr.type == nullptr || !(expr.type->is_pointer() || computes_number(callee.name)))
        return PointerGraph::none;
    // Its own, or something that it has been given.
    Node result = graph_.content(graph_.foreign());
    for (std::size_t index = 0; index < args.size(); ++index) {
        result = joined(result, joined(args[index], PointerGraph::none, Step::moved));
        if (effect.writes(index) || effect.reads(index))
            result = joined(result, load({args[index]}));
    }
    return result;
}

void PointerConstraints::call_back(const ir::Call& call, const std::vector<Node>& args, const LibraryEffect& effect) {
    for (std::size_t index = 0; index < args.size(); ++index) {
        if (effect.argument(index) != 'f')
            continue;
        const CallTargets targets = summary_.functions_in(*call.args[index], {});
        if (!targets.known)
            call_unknown(*call.args[index], args);
        for (const ir::FunctionDecl* target : targets.functions) {
            const ir::FunctionDecl* body = summary_.definition(target);
            if (body == nullptr)
                continue;
            Instance* const caller = current_;
            Instance& called = instance(*body, nullptr);
            current_ = &called;
            for (const auto& param : body->params)
                for (const Node arg : args)
                    graph_.set(object(param.get()), joined(arg, PointerGraph::none, Step::moved), false);
            current_ = caller;
        }
    }
}

// What the function stores, it has read before, or been given; or somebody has handed it to the library.
void PointerConstraints::pass_contents(const ir::Call& call, const std::vector<Node>& args,
                                       const LibraryEffect& effect) {
    if (effect.arguments.starts_with("B..f")) // qsort: what is there only changes places
        return;
    const bool keeps = !effect.state.empty() && !effect.ends;
    const bool text = effect.state == "prints" || effect.state == "reads input" || effect.state.empty();
    const Conversions conversions = conversions_of(call, effect);
    const Node kept = graph_.content(graph_.foreign());
    const auto list = [&](std::size_t index) { return effect.argument(index) == 'v' || effect.argument(index) == 's'; };
    Node given = PointerGraph::none; // what may be stored
    for (std::size_t from = 0; from < args.size(); ++from) {
        const Node arg = list(from) ? arguments_ : args[from];
        const bool number = call.args[from]->type != nullptr && call.args[from]->type->is_arithmetic();
        const bool by_value = !text || conversions.addresses || number || list(from) || keeps_buffer(effect.name);
        if (by_value)
            given = joined(given, joined(arg, PointerGraph::none, Step::moved));
        if (effect.reads(from) || list(from) || (keeps && !text))
            given = joined(given, contents(arg, *call.args[from]));
    }
    if (keeps) {
        graph_.copy(given, kept);
        if (conversions.addresses || conversions.texts)
            given = joined(given, kept);
    }
    for (std::size_t to = 0; to < args.size(); ++to)
        if (effect.writes(to) || list(to))
            pass_on(call, args, effect, to, given);
}

// What is in the memory that the argument leads to. A function may go on from one member to the next.
PointerConstraints::Node PointerConstraints::contents(Node arg, const Expr& expr) {
    const ir::TypeRef type = pointee(expr);
    if (type == nullptr || !is_text(type))
        graph_.make_one(arg);
    return load({arg});
}

void PointerConstraints::pass_on(const ir::Call& call, const std::vector<Node>& args, const LibraryEffect& effect,
                                 std::size_t to, Node given) {
    const Node at = effect.argument(to) == 's' ? arguments_ : args[to];
    const ir::TypeRef type = pointee(*call.args[to]);
    const bool leads_on = type != nullptr && type->is_pointer() && effect.result == LibraryEffect::Result::plain;
    if (leads_on) // strtol's second argument
        graph_.store(all_of(args), at, PointerGraph::inside, false);
    if (given == PointerGraph::none)
        return;
    if (type == nullptr || !is_text(type))
        graph_.make_one(at);
    graph_.store(given, at, PointerGraph::inside, false);
}

// memcpy and its kin, of whole records.
bool PointerConstraints::copies_records(const ir::Call& call, const std::vector<Node>& args,
                                        const LibraryEffect& effect) {
    if (!effect.bytes.exactly || args.size() != 3 || effect.argument(0) != 'W' || effect.argument(1) != 'R')
        return false;
    const ir::TypeRef to = pointee(*call.args[0]), from = pointee(*call.args[1]);
    if (to == nullptr || from == nullptr || !to->is_record() || to->unqualified != from->unqualified ||
        !to->tag->complete || !is_alone(to))
        return false;
    copy_record(to, args[1], args[0]);
    return true;
}

// Whether no other record has one of this type at its begin: who goes on from it leaves for other such.
bool PointerConstraints::is_alone(ir::TypeRef type) {
    const int own = record(type);
    return std::none_of(parts_.begin(), parts_.end(),
                        [&](const auto& part) { return part.first != own && part.second.contains(own); });
}

} // namespace hydra::passes

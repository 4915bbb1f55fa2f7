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

bool allocates(const ir::FunctionDecl& callee) {
    const LibraryEffect* effect = library_effect(callee.name);
    return effect != nullptr && (effect->result == LibraryEffect::Result::fresh || hands_out_memory(callee.name));
}

// Whether the call may make text of pointers, or pointers of text: by `%p`, or a format that stands elsewhere.
bool converts_pointers(const ir::Call& call, const LibraryEffect& effect) {
    const std::string_view letters = effect.arguments;
    if (!letters.ends_with('*') || letters.size() < 2)
        return true;
    const std::size_t index = letters[letters.size() - 2] == 'r' ? letters.size() - 2 : letters.size() - 3;
    const auto* text = index < call.args.size() ? without_casts(*call.args[index])->as<ir::StringLit>() : nullptr;
    if (text == nullptr)
        return true;
    const std::string& format = text->bytes;
    for (std::size_t at = format.find('%'); at != std::string::npos; at = format.find('%', at + 1)) {
        const std::size_t letter = format.find_first_not_of("-+ #'0123456789.*$hlqjztL", at + 1);
        if (letter != std::string::npos && format[letter] == 'p')
            return true;
    }
    return false;
}

// What an argument points at, whatever type the prototype makes of it; null: it is no pointer.
ir::TypeRef pointee(const Expr& argument) {
    const ir::TypeRef type = without_casts(argument)->type;
    return type != nullptr && (type->is_pointer() || type->is_array()) ? type->inner : nullptr;
}

} // namespace

// ---- where the program begins ----

bool PointerConstraints::read() {
    for (const auto& unit : program_.units)
        for (const ir::TagDecl& tag : unit->types.tags())
            if (tag.complete && tag.kind != ir::TypeKind::Enum)
                fields(unit->types.tagged(&tag));
    arguments_ = graph_.add_node();
    library_ = graph_.add_object();
    graph_.point(graph_.content(library_), {library_, PointerGraph::inside});
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

void PointerConstraints::begin() {
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
            if (function.body && (function.name == "main" || summary_.is_wanted_outside(function.name) ||
                                  summary_.may_be_called_back(&function)))
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

PointerConstraints::Node PointerConstraints::fresh_result(const Expr& expr, const ir::Call& call,
                                                          const std::vector<Node>& args) {
    const Node block = pointer_to(made(expr));
    const ir::FunctionDecl* callee = ir::called_function(call);
    if (args.empty() || callee == nullptr || !callee->name.starts_with("realloc"))
        return block;
    const ir::TypeRef element = pointee(*call.args[0]);
    if (element != nullptr && element->is_record() && element->tag->complete)
        copy_record(element, args[0], block, true);
    else
        graph_.move(args[0], block, PointerGraph::inside);
    return joined(block, args[0]);
}

PointerConstraints::Node PointerConstraints::call_library(const Expr& expr, const ir::Call& call,
                                                          const std::vector<Node>& args, const ir::FunctionDecl& callee,
                                                          const LibraryEffect& effect) {
    using Result = LibraryEffect::Result;
    if (effect.pure() && (expr.type == nullptr || !expr.type->is_pointer()))
        return PointerGraph::none;
    call_back(call, args, effect);
    pass_contents(call, args, effect);
    if (hands_out_memory(callee.name) && !args.empty())
        graph_.store(pointer_to(made(expr)), args[0], PointerGraph::inside, true);
    if (effect.result == Result::fresh)
        return fresh_result(expr, call, args);
    const std::size_t into = effect.result == Result::second ? 1 : 0;
    if (effect.result != Result::plain)
        return into < args.size() ? joined(args[into], PointerGraph::none, Step::moved) : PointerGraph::none;
    if (expr.type == nullptr || !expr.type->is_pointer())
        return PointerGraph::none;
    // Its own, or something that it has been given.
    Node result = joined(pointer_to(library_), graph_.content(library_));
    for (std::size_t index = 0; index < args.size(); ++index) {
        result = joined(result, joined(args[index], PointerGraph::none, Step::moved));
        if (effect.writes(index))
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
    const bool pointers = converts_pointers(call, effect);
    const bool keeps = !effect.state.empty() && !effect.ends && pointers;
    const Node kept = graph_.content(library_);
    Node read = keeps ? kept : PointerGraph::none;
    for (std::size_t index = 0; index < args.size() && keeps; ++index)
        graph_.copy(args[index], kept);
    for (std::size_t from = 0; from < args.size(); ++from) {
        if (!effect.reads(from) || args[from] == PointerGraph::none)
            continue;
        const ir::TypeRef type = pointee(*call.args[from]);
        for (std::size_t to = 0; to < args.size(); ++to) {
            const bool alike = to != from && effect.writes(to) && type != nullptr && type->is_record() &&
                               type->tag->complete && pointee(*call.args[to]) != nullptr &&
                               pointee(*call.args[to])->unqualified == type->unqualified;
            if (alike)
                copy_record(type, args[from], args[to]);
            else if (to != from && effect.writes(to))
                graph_.store(load({args[from]}), args[to], PointerGraph::inside, false);
        }
        if (keeps)
            graph_.copy(load({args[from]}), kept);
    }
    for (std::size_t to = 0; to < args.size(); ++to) {
        if (!effect.writes(to) || args[to] == PointerGraph::none)
            continue;
        const ir::TypeRef type = pointee(*call.args[to]);
        const bool prints = effect.arguments.ends_with('*') && pointers;
        if (type == nullptr || type->is_pointer() || type->kind == ir::TypeKind::Void || prints)
            for (std::size_t from = 0; from < args.size(); ++from)
                if (from != to && effect.result == LibraryEffect::Result::plain)
                    graph_.store(joined(args[from], PointerGraph::none, Step::moved), args[to], PointerGraph::inside,
                                 false);
        if (read != PointerGraph::none)
            graph_.store(read, args[to], PointerGraph::inside, false);
    }
}

} // namespace hydra::passes

// Which functions need a clone: those that are serial code, and those from which a call leads to one. Of these, the
// ones that some kernel's body reaches get it.
#include "codegen/kernel/clones.h"

#include <algorithm>
#include <cctype>
#include <set>

#include <fmt/format.h>

#include "codegen/kernel/serial_code.h"
#include "codegen/text/declarator.h"
#include "codegen/text/macro_guard.h"
#include "codegen/text/text.h"
#include "codegen/text/walk.h"

namespace hydra::codegen {

namespace {

// Whether the array is only subscripted in its function, to read elements.
bool is_only_read(const ir::Stmt& body, const ir::VarDecl& array) {
    long uses = 0, reads = 0;
    std::set<const ir::Expr*> changed;
    const auto look = [&](const ir::Expr& expr) {
        const auto* binary = expr.as<ir::Binary>();
        const auto* unary = expr.as<ir::Unary>();
        if (binary != nullptr && ir::is_assignment(binary->op))
            changed.insert(ir::strip(binary->lhs.get()));
        else if (unary != nullptr && (unary->op == ir::UnaryOp::address_of ||
                                      (unary->op >= ir::UnaryOp::pre_inc && unary->op <= ir::UnaryOp::post_dec)))
            changed.insert(ir::strip(unary->operand.get()));
        uses += expr.as<ir::DeclRef>() != nullptr && ir::named_variable(&expr) == &array ? 1 : 0;
        const auto* element = expr.as<ir::Index>();
        if (element == nullptr || !expr.type->is_scalar() || changed.contains(&expr))
            return;
        const auto* base = ir::strip(element->base.get());
        for (const auto* row = base->as<ir::Index>(); row != nullptr && base->type->is_array();
             row = base->as<ir::Index>())
            base = ir::strip(row->base.get());
        reads += ir::named_variable(base) == &array ? 1 : 0;
    };
    walk(body, {}, [&](const ir::Expr& expr, const ir::Expr*) { look(expr); });
    return array.type->is_array() && uses == reads;
}

// A static variable of the function that may change; null: none.
const ir::VarDecl* lasting_local(const ir::Stmt& body) {
    const ir::VarDecl* found = nullptr;
    const auto look = [&](const ir::Stmt& stmt, const ir::Stmt*) {
        const auto* declaration = stmt.as<ir::DeclStmt>();
        for (std::size_t i = 0; declaration != nullptr && i < declaration->variables.size(); ++i) {
            const auto& variable = *declaration->variables[i];
            auto* type = variable.type;
            while (type->is_array())
                type = type->inner;
            if (found == nullptr && variable.storage == ir::Storage::static_ && !type->quals.is_const &&
                !is_only_read(body, variable))
                found = &variable;
        }
    };
    walk(body, look, {});
    return found;
}

bool can_be_copied(const ir::FunctionDecl& function) {
    return function.body && function.whole.verbatim && function.range.verbatim &&
           function.range.file == function.whole.file;
}

} // namespace

bool has_lasting_local(const ir::Stmt& body) { return lasting_local(body) != nullptr; }

Clones::Clones(const Context& context) : context_(context) {
    const SerialCode code(context.program);
    std::vector<std::pair<const ir::FunctionDecl*, int>> work; // a definition, and the unit of the code that names it
    const auto add = [&](const std::vector<const ir::FunctionDecl*>& callees, int unit) {
        for (const auto* callee : callees)
            if (code.is_serial(callee) && code.unit_of.contains(callee))
                work.emplace_back(callee, unit);
    };
    for (const auto& kernel : context.program.kernels)
        add(named_definitions(context.program, *kernel.loop->as<ir::For>()->body), kernel.unit);
    while (!work.empty()) {
        const auto [definition, from] = work.back();
        work.pop_back();
        const int unit = code.unit_of.at(definition);
        const auto [at, is_new] = by_definition_.try_emplace(
            definition, Clone{definition, unit, context.name("plain_" + definition->name), false});
        at->second.external |= from != unit;
        if (is_new)
            add(code.calls.at(definition), unit);
    }
}

const Clone* Clones::of(const ir::FunctionDecl* function) const {
    const auto found = by_definition_.find(definition_of(context_.program, function));
    return found == by_definition_.end() ? nullptr : &found->second;
}

namespace {

// What stands in front of the name where that text defines a struct, union or enum, which can be done only once.
std::optional<std::string> result_without_definition(const ir::FunctionDecl& function) {
    std::string stars;
    const auto* type = function.type->inner;
    for (; type->is_pointer(); type = type->inner)
        stars += '*';
    const auto& whole = function.whole;
    const auto* tag = type->tag;
    const bool defines = tag != nullptr && tag->range.valid() && tag->range.file == whole.file &&
                         tag->range.begin >= whole.begin && tag->range.end <= function.range.begin;
    return defines && !tag->name.empty() ? std::optional(ir::declare(type, stars)) : std::nullopt;
}

} // namespace

std::string head_text(const Context& context, const ir::FunctionDecl& function, const std::string& name,
                      bool make_static, bool make_extern) {
    const auto& whole = function.whole;
    if (const auto result = result_without_definition(function)) {
        const auto parameters =
            context.sources.text({whole.file, function.range.end, function.body->range.begin, true});
        const auto code = without_last_comments(parameters);
        return fmt::format("{}{}{}{}", make_static ? "static " : "", *result + (result->ends_with('*') ? "" : " "),
                           name, code.substr(0, code.find_last_of(')') + 1));
    }
    const auto head = context.sources.text({whole.file, whole.begin, function.range.begin, true});
    Edits edits;
    edits.replace(function.range.begin, function.range.end, name);
    if (make_static) // nobody else may define the copy
        for (const char* word : {"weak", "__weak__"})
            for (auto at = find_word(head, word, 0); at != std::string_view::npos; at = find_word(head, word, at + 1)) {
                const auto begin = whole.begin + static_cast<std::uint32_t>(at);
                edits.replace(begin, begin + static_cast<std::uint32_t>(std::string_view(word).size()), "unused");
            }
    if (make_static && function.storage != ir::Storage::static_) {
        const auto keyword = head.find("extern");
        if (mentions(head, "extern") && keyword != std::string_view::npos) {
            const auto at = whole.begin + static_cast<std::uint32_t>(keyword);
            edits.replace(at, at + 6, "static");
        } else {
            edits.insert_before(whole.begin, "static ");
        }
    } else if (make_extern && function.is_inline && !mentions(head, "extern")) {
        edits.insert_before(whole.begin, "extern ");
    }
    const auto text = render(context.sources, whole.file, whole.begin, function.body->range.begin, edits);
    const auto code = without_last_comments(text);
    const auto line = code.find_first_not_of(" \t\v\f", code.rfind('\n') + 1);
    return std::string(code) + (line != std::string_view::npos && code[line] == '#' ? "\n" : "");
}

std::string clone_prototypes(const Context& context, const Clones& clones, int unit,
                             const std::vector<const ir::FunctionDecl*>& functions) {
    std::string text;
    for (const auto* function : functions) {
        const auto* clone = clones.of(function);
        if (clone == nullptr)
            continue;
        // The compiler compares the parameters of declarations as they are written, so the definition's text is best.
        if (clone->unit == unit && can_be_copied(*clone->definition) && !function->type->unprototyped) {
            text += head_text(context, *clone->definition, clone->name, !clone->external, clone->external) + ";\n";
            continue;
        }
        try {
            text += fmt::format(
                "{} {};\n", clone->external ? "extern" : "static",
                prototype(*context.program.units[static_cast<std::size_t>(unit)], function->type, clone->name));
        } catch (const Unwritable& why) {
            context.diagnostics.error(
                function->range,
                fmt::format("a parallel loop calls '{}', which cannot be copied: {}", function->name, why.what()));
        }
    }
    return text;
}

std::string prototypes(const Context& context, const Clones& clones, const ir::Kernel& kernel,
                       const std::vector<const ir::FunctionDecl*>& functions) {
    const auto& whole = kernel.function->whole;
    std::string text;
    for (const auto* function : functions) {
        const bool is_static = function->storage == ir::Storage::static_;
        const bool later = function->range.valid() && function->range.file == whole.file &&
                           function->range.begin >= whole.begin && function != kernel.function;
        if (!later || function->type->unprototyped || (function->is_inline && !is_static) ||
            clones.of(function) != nullptr)
            continue;
        try {
            const auto& unit = *context.program.units[static_cast<std::size_t>(kernel.unit)];
            text += (is_static ? "static " : "") + prototype(unit, function->type, function->name) + ";\n";
        } catch (const Unwritable&) {
            continue; // then its declaration at file scope has to do
        }
    }
    if (!text.empty()) { // the program may have declared it before, too
        text = "#pragma GCC diagnostic push\n#pragma GCC diagnostic ignored \"-Wredundant-decls\"\n" + text +
               "#pragma GCC diagnostic pop\n";
    }
    return clone_prototypes(context, clones, kernel.unit, functions) + text;
}

namespace {

const ir::Expr* called_expression(const ir::Call& call) {
    const ir::Expr* callee = ir::strip(call.callee.get());
    const auto* unary = callee->as<ir::Unary>();
    return unary != nullptr && unary->op == ir::UnaryOp::deref ? ir::strip(unary->operand.get()) : callee;
}

// Whether the pointer is only assigned and called.
bool is_only_called(const ir::Stmt& body, const ir::VarDecl* pointer) {
    int uses = 0;
    walk(body, {}, [&](const ir::Expr& expr, const ir::Expr*) {
        if (expr.as<ir::DeclRef>() != nullptr)
            uses += ir::named_variable(&expr) == pointer ? 1 : 0;
        else if (const auto* call = expr.as<ir::Call>())
            uses -= ir::named_variable(called_expression(*call)) == pointer ? 1 : 0;
        else if (const auto* binary = expr.as<ir::Binary>(); binary != nullptr && binary->op == ir::BinaryOp::assign)
            uses -= ir::named_variable(ir::strip(binary->lhs.get())) == pointer ? 1 : 0;
    });
    return uses == 0;
}

// The mentions of functions in a body that only lead to calls.
class HarmlessMentions {
  public:
    HarmlessMentions(const Context& context, const ir::Stmt& body) : context_(context), body_(body) {
        walk(
            body,
            [&](const ir::Stmt& stmt, const ir::Stmt*) {
                if (const auto* declaration = stmt.as<ir::DeclStmt>()) {
                    for (const auto& variable : declaration->variables) {
                        own_.insert(variable.get());
                        into(variable.get(), variable->init.get());
                    }
                }
            },
            [&](const ir::Expr& expr, const ir::Expr*) {
                const auto* binary = expr.as<ir::Binary>();
                if (binary != nullptr && binary->op == ir::BinaryOp::assign) {
                    into(ir::named_variable(ir::strip(binary->lhs.get())), binary->rhs.get());
                } else if (const auto* call = expr.as<ir::Call>()) {
                    found.insert(called_expression(*call));
                    arguments(*call);
                }
            });
    }

    std::set<const ir::Expr*> found;

  private:
    // A pointer of the body's own that is only called may hold the function.
    void into(const ir::VarDecl* variable, const ir::Expr* value) {
        if (value != nullptr && own_.contains(variable) && variable->type->is_pointer() &&
            !variable->has_static_lifetime() && is_only_called(body_, variable))
            add(value);
    }

    void arguments(const ir::Call& call) {
        const auto* callee = ir::called_function(call);
        const auto* definition = callee != nullptr ? definition_of(context_.program, callee) : nullptr;
        for (std::size_t i = 0; callee != nullptr && i < call.args.size(); ++i) {
            const bool known =
                definition == nullptr ||
                (i < definition->params.size() && is_only_called(*definition->body, definition->params[i].get()));
            if (known)
                add(call.args[i].get());
        }
    }

    void add(const ir::Expr* value) {
        value = ir::strip(value);
        if (const auto* choice = value->as<ir::Conditional>()) {
            if (choice->then)
                add(choice->then.get());
            add(choice->otherwise.get());
        } else if (const auto* cast = value->as<ir::Cast>()) {
            add(cast->operand.get());
        } else if (const auto* unary = value->as<ir::Unary>();
                   unary != nullptr && unary->op == ir::UnaryOp::address_of) {
            add(unary->operand.get());
        } else {
            found.insert(value);
        }
    }

    const Context& context_;
    const ir::Stmt& body_;
    std::set<const ir::VarDecl*> own_;
};

} // namespace

void refuse_kept_clones(const Context& context, const Clones& clones, const ir::Stmt& body) {
    const HarmlessMentions harmless(context, body);
    for_each_reference(body, [&](const ir::Expr& expr, const ir::DeclRef& ref) {
        const auto* const* function = std::get_if<const ir::FunctionDecl*>(&ref.decl);
        if (function != nullptr && clones.of(*function) != nullptr && !harmless.found.contains(&expr))
            context.diagnostics.error(
                expr.range,
                fmt::format("a parallel loop calls a copy of '{0}', since arrays are used there, so the address of "
                            "'{0}' is another one in the loop; only call it here, or keep a number that says "
                            "which function is meant",
                            (*function)->name));
    });
}

std::string clone_names(const Context& context, const Clones& clones, int unit,
                        const std::vector<const ir::FunctionDecl*>& functions, const std::string& separator) {
    std::string text;
    for (const auto* function : functions) {
        if (const auto* clone = clones.of(function)) {
            try {
                // Where parameters point at copies of types, the function itself has the originals. A constant of
                // another type would be a call through a wrong type to the native compiler.
                const bool other_type = ir::names_copy(function->type);
                text += fmt::format("{}{} = {}{};", separator,
                                    pointer_declaration(*context.program.units[static_cast<std::size_t>(unit)],
                                                        function->type, (other_type ? "" : "const ") + function->name,
                                                        [](int, const ir::Type&) { return std::string("*"); }),
                                    other_type ? "__extension__(void *)" : "", clone->name);
            } catch (const Unwritable&) {
                continue; // reported with the prototype
            }
        }
    }
    return text;
}

std::string clone_text(const Context& context, const Clones& clones, const Clone& clone, const Edits& base) {
    const auto& function = *clone.definition;
    if (!can_be_copied(function)) {
        context.diagnostics.error(function.range,
                                  fmt::format("a parallel loop calls '{}', which holds parallel loops or "
                                              "arrays of its own; its definition comes out of a macro and "
                                              "cannot be copied: write it without the macro",
                                              function.name));
        return "";
    }
    if (const auto* variable = lasting_local(*function.body)) {
        context.diagnostics.error(
            variable->range,
            fmt::format("a parallel loop calls '{}', of which it needs a copy, since arrays are used there; the static "
                        "variable '{}' cannot be in both: declare it at file scope",
                        function.name, variable->name));
    }
    const auto& unit = *context.program.units[static_cast<std::size_t>(clone.unit)];
    for (const auto& event : unit.macro_events) {
        const auto& whole = function.whole;
        if (event.range.file == whole.file && event.range.begin >= whole.begin && event.range.end <= whole.end) {
            context.diagnostics.error(
                event.range,
                fmt::format(
                    "a parallel loop calls '{}', of which it needs a copy, since arrays are used there, and the "
                    "macro '{}' changes inside of it; define it before the function",
                    function.name, event.name));
        }
    }
    refuse_kept_clones(context, clones, *function.body);
    Edits edits = base;
    const auto callees = named_functions(*function.body);
    edits.insert_after(function.body->range.begin + 1, clone_names(context, clones, clone.unit, callees, " "));
    const auto line = context.sources.position(function.whole.file, function.whole.begin).line;
    const auto body_line = context.sources.position(function.whole.file, function.body->range.begin).line;
    return fmt::format("/* {} as the iterations of parallel loops call it. */\n", function.name) +
           clone_prototypes(context, clones, clone.unit, callees) +
           with_function_name(
               *function.body, function.name,
               line_directive(context.sources, function.whole.file, line) +
                   head_text(context, function, clone.name, !clone.external, clone.external) + "\n" +
                   line_directive(context.sources, function.whole.file, body_line) +
                   render(context.sources, function.whole.file, function.body->range.begin, function.whole.end, edits) +
                   "\n");
}

} // namespace hydra::codegen

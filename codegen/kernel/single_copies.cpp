// See single_copies.h. What cannot be written twice keeps its one version: text that comes out of macros or changes
// them, functions with variable arguments or assembly, and what the linker or the loader knows by attributes.
#include "codegen/kernel/single_copies.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codegen/kernel/floor_loops.h"
#include "codegen/text/macro_guard.h"
#include "codegen/text/text.h"
#include "codegen/text/walk.h"
#include "codegen/worth.h"

namespace hydra::codegen {

namespace {

bool within(const support::SourceRange& inner, const support::SourceRange& outer) {
    return inner.file == outer.file && inner.begin >= outer.begin && inner.end <= outer.end;
}

bool has_assembly(const ir::Stmt& body) {
    bool found = false;
    walk(body, [&](const ir::Stmt& stmt, const ir::Stmt*) { found = found || stmt.as<ir::Asm>() != nullptr; }, {});
    return found;
}

// Whether the head says more of the function than its type: attributes that must hold once, or a type that it defines.
bool has_plain_head(const Context& context, const ir::FunctionDecl& function) {
    const auto& whole = function.whole;
    const auto head = context.sources.text({whole.file, whole.begin, function.body->range.begin, true});
    constexpr std::array words = {"constructor", "destructor", "alias", "weak", "ifunc", "section", "naked", "asm"};
    return head.find('{') == std::string_view::npos && std::none_of(words.begin(), words.end(), [&](const char* word) {
               return mentions(head, word) || mentions(head, fmt::format("__{}__", word));
           });
}

bool changes_macros(const Context& context, const ir::FunctionDecl& function, int unit) {
    const auto& tree = *context.program.units[static_cast<std::size_t>(unit)];
    const auto& whole = function.whole;
    const bool defines = std::any_of(
        tree.macro_events.begin(), tree.macro_events.end(),
        [&](const auto& event) { return within(event.range, whole); });
    return defines || std::any_of(tree.includes.begin(), tree.includes.end(), [&](const auto& include) {
               return include.by == whole.file &&
                      include.line >= context.sources.position(whole.file, whole.begin).line &&
                      include.line <= context.sources.position(whole.file, whole.end).line;
           });
}

// Whether each parallel loop of the function stands there as it is, apart from its directive.
bool has_plain_loops(const Context& context, const ir::FunctionDecl& function) {
    return std::all_of(
        context.program.kernels.begin(), context.program.kernels.end(),
        [&](const ir::Kernel& kernel) {
            if (kernel.function != &function)
                return true;
            const auto& range = kernel.loop->range;
            const auto& pragma = kernel.loop->as<ir::For>()->directive->range;
            const bool meet = pragma.file == range.file && pragma.begin < range.end && range.begin < pragma.end;
            return range.verbatim && within(range, function.whole) && !meet;
        });
}

bool can_have_copy(const Context& context, const ir::FunctionDecl& function, int unit) {
    const auto& whole = function.whole;
    const bool is_verbatim = whole.verbatim && function.range.verbatim && function.body->range.verbatim &&
                             function.range.file == whole.file && within(function.body->range, whole);
    const auto* type = function.type;
    return is_verbatim && type != nullptr && !type->variadic && !type->unprototyped &&
           type->params.size() == function.params.size() &&
           std::none_of(function.params.begin(), function.params.end(),
                        [](const auto& p) { return p->name.empty(); }) &&
           has_plain_head(context, function) && !changes_macros(context, function, unit) &&
           !has_assembly(*function.body) && has_plain_loops(context, function);
}

// Functions that mean the frame they are called in, which would be the caller's, and last as long as that.
bool means_frame(const std::string& name) {
    constexpr std::array words = {"setjmp", "alloca", "frame_address", "return_address"};
    return std::any_of(words.begin(), words.end(),
                       [&](const char* word) { return name.find(word) != std::string::npos; });
}

// Whether the native compiler can put the function in its caller's place when it has to. What is long is not worth it:
// its call costs nothing beside what it does.
bool can_be_inlined(const Context& context, const ir::FunctionDecl& function) {
    const auto& whole = function.whole;
    bool is_special =
        mentions(context.sources.text({whole.file, whole.begin, function.body->range.begin, true}), "__attribute__") ||
        function.is_noreturn || whole.end - whole.begin > worth::longest_inlined_text;
    const auto on_stmt = [&](const ir::Stmt& stmt, const ir::Stmt*) {
        const auto* jump = stmt.as<ir::Goto>();
        is_special = is_special || stmt.as<ir::Asm>() != nullptr || (jump != nullptr && jump->computed != nullptr);
    };
    const auto on_expr = [&](const ir::Expr& expr, const ir::Expr*) {
        const auto* call = expr.as<ir::Call>();
        const auto* callee = call != nullptr ? ir::called_function(*call) : nullptr;
        is_special = is_special || (callee != nullptr && means_frame(callee->name));
    };
    walk(*function.body, on_stmt, on_expr);
    return !is_special;
}

// The functions that the statement itself declares, whose names mean nothing outside of their blocks.
std::set<const ir::FunctionDecl*> declared_inside(const ir::Stmt& body) {
    std::set<const ir::FunctionDecl*> found;
    walk(body,
         [&](const ir::Stmt& stmt, const ir::Stmt*) {
             if (const auto* declaration = stmt.as<ir::DeclStmt>())
                 found.insert(declaration->functions.begin(), declaration->functions.end());
         },
         {});
    return found;
}

// Calls f with each call of a function that has a copy in the caller's own file, and the name in it.
template <class F>
void for_each_call(const SingleCopies& copies, const ir::FunctionDecl& caller, const ir::Stmt& stmt, F f) {
    const Clone* const own = copies.of(&caller);
    const auto inside = declared_inside(*caller.body);
    walk(stmt, {}, [&](const ir::Expr& expr, const ir::Expr*) {
        const auto* call = expr.as<ir::Call>();
        const auto* callee = call != nullptr ? ir::called_function(*call) : nullptr;
        const Clone* const copy = callee != nullptr ? copies.of(callee) : nullptr;
        if (copy == nullptr || own == nullptr || copy->unit != own->unit || inside.contains(callee))
            return;
        const ir::Expr* name = ir::strip(call->callee.get());
        if (name->as<ir::DeclRef>() != nullptr)
            f(*copy, *name);
    });
}

// Whether the name is declared in front of the caller's definition: where C takes it for declared by the call itself, a
// declaration of the copy would have no type.
bool is_declared_before(const Context& context, const Clone& copy, const ir::FunctionDecl& caller) {
    const auto& defined = copy.definition->whole;
    const auto& place = caller.whole;
    if (copy.definition == &caller || defined.file != place.file || defined.begin < place.begin)
        return true;
    const auto& unit = *context.program.units[static_cast<std::size_t>(copy.unit)];
    const std::string_view text = context.sources.file(place.file).text;
    const auto in_body = [&](std::uint32_t at) {
        return std::any_of(unit.functions.begin(), unit.functions.end(), [&](const auto& function) {
            return function.body && function.body->range.file == place.file && function.body->range.begin <= at &&
                   at < function.body->range.end;
        });
    };
    for (auto at = text.find(copy.definition->name); at < place.begin; at = text.find(copy.definition->name, at + 1))
        if (!in_body(static_cast<std::uint32_t>(at)))
            return true;
    return std::any_of(unit.includes.begin(), unit.includes.end(), [&](const auto& include) {
        return mentions(context.sources.file(include.file).text, copy.definition->name);
    });
}

bool is_written(const Context& context, const Clone& copy, const ir::Expr& name, const ir::FunctionDecl& caller) {
    return name.range.verbatim && name.range.file == copy.definition->whole.file &&
           context.sources.text(name.range) == copy.definition->name && is_declared_before(context, copy, caller);
}

} // namespace

SingleCopies::SingleCopies(const Context& context, bool is_wanted) : context_(context), code_(context.program) {
    if (!is_wanted)
        return;
    for (const auto* function : code_.serial) {
        const auto unit = code_.unit_of.find(function);
        if (unit != code_.unit_of.end() && can_have_copy(context, *function, unit->second))
            by_definition_.try_emplace(function,
                                       Clone{function, unit->second, context.name("single_" + function->name)});
    }
    const auto uses = count_uses();
    find_floor_loops();
    find_inlined(uses);
    find_called_by_copies(uses);
}

SingleCopies::Uses SingleCopies::count_uses() const {
    Uses uses;
    const auto count = [&](const ir::FunctionDecl* named) {
        if (const Clone* copy = of(named))
            ++uses[copy->definition].first;
    };
    for (const auto& unit : context_.program.units) {
        for (const auto& function : unit->functions)
            if (function.body) {
                for_each_reference(
                    *function.body,
                    [&](const ir::Expr&, const ir::DeclRef& ref) {
                        if (const auto* const* named = std::get_if<const ir::FunctionDecl*>(&ref.decl))
                            count(*named);
                    });
                for_each_call(*this, function, *function.body, [&](const Clone& copy, const ir::Expr& name) {
                    uses[copy.definition].second += is_written(context_, copy, name, function) ? 1 : 0;
                });
            }
        for (const auto& variable : unit->globals)
            if (variable.init)
                walk(*variable.init, {}, [&](const ir::Expr& expr, const ir::Expr*) {
                    if (const auto* ref = expr.as<ir::DeclRef>())
                        if (const auto* const* named = std::get_if<const ir::FunctionDecl*>(&ref->decl))
                            count(*named);
                });
    }
    return uses;
}

void SingleCopies::find_floor_loops() {
    for (const auto& [function, copy] : by_definition_)
        if (is_fixed(copy))
            floor_loops_[function] = codegen::floor_loops(context_, *this, *function);
}

// A function of one file, all mentions of which are calls that copies have as calls of its copy.
bool SingleCopies::is_called_in_copies(const ir::FunctionDecl& function, const Uses& uses) const {
    const auto seen = uses.find(&function);
    return seen != uses.end() && seen->second.first == seen->second.second &&
           function.storage == ir::Storage::static_ && !has_lasting_local(*function.body);
}

void SingleCopies::find_inlined(const Uses& uses) {
    std::vector<const ir::FunctionDecl*> callers;
    for (const auto& [function, copy] : by_definition_)
        if (is_fixed(copy))
            callers.push_back(function);
    while (!callers.empty()) {
        const auto* caller = callers.back();
        callers.pop_back();
        for_each_call(*this, *caller, *caller->body, [&](const Clone& copy, const ir::Expr&) {
            const auto& callee = *copy.definition;
            if (!is_fixed(copy) && is_called_in_copies(callee, uses) && uses.at(&callee).first == 1 &&
                can_be_inlined(context_, callee) && inlined_.insert(&callee).second)
                callers.push_back(&callee);
        });
    }
}

// With variables that last a function asks, lest both versions ever run, and so it does where a fixed function calls it
// at the floor. Not where the native compiler would put the copy in its one place: then the question would be a second.
void SingleCopies::find_called_by_copies(const Uses& uses) {
    std::set<const ir::FunctionDecl*> called_at_floor;
    for (const auto& [function, its_loops] : floor_loops_)
        for_each_call(*this, *function, *function->body,
                      [&, &loops = its_loops](const Clone& copy, const ir::Expr& name) {
                          const bool is_in_copy = std::any_of(loops.begin(), loops.end(), [&](const ir::Stmt* loop) {
                              return support::is_within(name.range, loop->range);
                          });
                          if (!is_in_copy && (is_inlined(copy) || uses.at(copy.definition).first > 1))
                              called_at_floor.insert(copy.definition);
                      });
    for (const auto& [function, seen] : uses)
        if (is_called_in_copies(*function, uses) && !called_at_floor.contains(function))
            called_by_copies_.insert(function);
}

const std::vector<const ir::Stmt*>& SingleCopies::floor_loops(const ir::FunctionDecl& function) const {
    static const std::vector<const ir::Stmt*> none;
    const auto found = floor_loops_.find(&function);
    return found == floor_loops_.end() ? none : found->second;
}

bool SingleCopies::may_stand_in_place(const ir::FunctionDecl& function, const ir::Stmt& loop) const {
    return of(&function) != nullptr && !has_lasting_local(loop) && !code_.leads_to_fixed(context_.program, loop);
}

const Clone* SingleCopies::of(const ir::FunctionDecl* function) const {
    const auto found = by_definition_.find(definition_of(context_.program, function));
    return found == by_definition_.end() ? nullptr : &found->second;
}

std::string single_choice(const Clone& copy, bool is_fixed) {
    const auto& function = *copy.definition;
    std::vector<std::string> names;
    for (const auto& parameter : function.params)
        names.push_back(parameter->name);
    const auto call = fmt::format("{}({});", copy.name, fmt::join(names, ", "));
    const char* const holds = is_fixed ? "hydra_rt_single == HYDRA_RT_ONE_RANK" : "hydra_rt_single";
    if (function.is_noreturn)
        return fmt::format("if ({}) {{ {} __builtin_unreachable(); }}", holds, call);
    const bool is_void = function.type->inner->kind == ir::TypeKind::Void;
    return is_void ? fmt::format("if ({}) {{ {} return; }}", holds, call)
                   : fmt::format("if ({}) return {}", holds, call);
}

std::string single_declaration(const Context& context, const SingleCopies& copies, const Clone& copy) {
    const char* const kind = copies.is_inlined(copy) ? "__attribute__((always_inline)) inline " : "";
    return kind + head_text(context, *copy.definition, copy.name, true, false) + ";\n";
}

void call_single_copies(const Context& context, const SingleCopies& copies, const ir::FunctionDecl& caller,
                        const ir::Stmt& stmt, Edits& edits) {
    for_each_call(
        copies, caller, stmt,
        [&](const Clone& copy, const ir::Expr& name) {
            if (is_written(context, copy, name, caller) && name.range.file == caller.whole.file)
                edits.replace(name.range.begin, name.range.end, copy.name);
        });
}

std::string declare_single_copies(const Context& context, const SingleCopies& copies, const ir::FunctionDecl& caller,
                                  const ir::Stmt& stmt, std::set<const ir::FunctionDecl*>& declared) {
    std::string text;
    for_each_call(copies, caller, stmt, [&](const Clone& callee, const ir::Expr& name) {
        if (is_written(context, callee, name, caller) && declared.insert(callee.definition).second)
            text += fmt::format("static __typeof__({}) {};\n", callee.definition->name, callee.name);
    });
    return text;
}

std::string single_definition(const Context& context, const SingleCopies& copies, const Clone& copy, Edits edits,
                              std::set<const ir::FunctionDecl*>& declared) {
    const auto& function = *copy.definition;
    const auto& body = *function.body;
    const auto text = declare_single_copies(context, copies, function, body, declared);
    call_single_copies(context, copies, function, body, edits);
    const auto& items = body.as<ir::Compound>()->items;
    if (function.name == "main" && (items.empty() || items.back()->as<ir::Return>() == nullptr))
        edits.insert_before(body.range.end - 1, " return 0; ");
    const auto& whole = function.whole;
    const auto line = context.sources.position(whole.file, whole.begin).line;
    const auto body_line = context.sources.position(whole.file, body.range.begin).line;
    return fmt::format("/* {} where there is one rank. */\n", function.name) + text +
           with_function_name(body, function.name,
                              line_directive(context.sources, whole.file, line) +
                                  head_text(context, function, copy.name, true, false) + "\n" +
                                  line_directive(context.sources, whole.file, body_line) +
                                  render(context.sources, whole.file, body.range.begin, whole.end, edits) + "\n");
}

} // namespace hydra::codegen

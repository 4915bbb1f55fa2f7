// The kernel declares the body's variables under the user's names and then holds the body as the user wrote it. Copies
// are local variables, so that the compiler keeps them in registers as it would in the user's own loop.
#include "codegen/kernel_cpu.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "codegen/declarator.h"
#include "codegen/macro_guard.h"
#include "codegen/notes.h"
#include "codegen/text.h"
#include "codegen/walk.h"
#include "ir/print_hooks.h"

namespace hydra::codegen {

namespace {

bool inside(const ir::SourceRange& inner, const ir::SourceRange& outer) {
    return inner.valid() && inner.file == outer.file && inner.begin >= outer.begin && inner.end <= outer.end;
}

ir::TypeRef plain(ir::TypeRef type) { return type->unqualified != nullptr ? type->unqualified : type; }

class KernelWriter {
  public:
    KernelWriter(const Context& context, const ir::Kernel& kernel, const KernelVariables& variables,
                 const Clones& clones, const Edits& base, bool has_arguments)
        : has_arguments_(has_arguments), context_(context), kernel_(kernel), variables_(variables), clones_(clones),
          base_(base), loop_(*kernel.loop->as<ir::For>()),
          unit_(*context.program.units[static_cast<std::size_t>(kernel.unit)]), args_(context.name("c")) {}

    std::string write() {
        refuse_external();
        refuse_run_time_types();
        refuse_kept_clones(context_, clones_, *loop_.body);
        const auto types = structure() + prototypes(context_, clones_, kernel_, variables_.functions);
        const auto place = context_.sources.position(kernel_.loop->range.file, kernel_.loop->range.begin);
        auto text = line_directive(context_.sources, kernel_.loop->range.file, place.line);
        text += fmt::format("static void {}(void *{}, long {}, long {}, void *const *{}, int {})\n{{\n",
                            context_.name("run_" + kernel_.name), context_.name("args"), lo(), hi(),
                            context_.name("partial"), context_.name("last"));
        text += local_constants() + locals();
        return by_text() ? without_macros(unit_, types) + text + loop_from_text() + results() + "}\n"
                         : without_macros(unit_, types + text + loop_from_tree() + results() + "}\n");
    }

    // An inspector: the same frame around a slice of the body.
    std::string write_inspector(std::size_t stage) {
        auto text = prototypes(context_, clones_, kernel_, variables_.functions);
        text += kernel_.inspectors[stage].functions;
        text += fmt::format("/* What stage {} of its data-dependent accesses touches. */\n"
                            "static void {}(void *{}, long {}, long {})\n{{\n",
                            stage + 1, context_.name(fmt::format("inspect_{}_{}", kernel_.name, stage + 1)),
                            context_.name("args"), lo(), hi());
        text += local_constants() + arguments() + (has_arguments_ ? fmt::format("    (void){};\n", args_) : "") +
                captured_locals();
        for (const auto* variable : variables_.last_values) {
            text += declare(*variable, [&] {
                return fmt::format("    {} = 0;\n", declaration(unit_, plain(variable->type), variable->name, {}));
            });
        }
        text += stored_locals() + local_clone_names();
        return text + fmt::format("    {} {{{}\n{}    }}\n}}\n", header(), per_iteration(),
                                  with_references(kernel_.inspectors[stage].body));
    }

  private:
    // An inspector's statements with the variables that it reaches in their place.
    [[nodiscard]] std::string with_references(const std::string& body) const {
        std::string text;
        for (const char c : body) {
            if (c == ir::Inspector::refers) {
                text += fmt::format("(*{}->", args_);
            } else {
                text += c == ir::Inspector::referred ? ')' : c;
            }
        }
        return text;
    }

    [[nodiscard]] std::string lo() const { return context_.name("lo"); }
    [[nodiscard]] std::string hi() const { return context_.name("hi"); }

    [[nodiscard]] LengthText lengths_of(const Passed& passed) const {
        return [this, &passed](int depth, const ir::Type&) { return passed.length_text(depth, args_); };
    }

    // Runs f; a type that cannot be written is reported for the variable.
    template <class F> std::string declare(const ir::VarDecl& variable, F f) const {
        try {
            return f();
        } catch (const Unwritable& why) {
            context_.diagnostics.error(
                kernel_.loop->range,
                fmt::format("the loop's body uses '{}', whose type cannot be written outside of the "
                            "function: {}; declare the type with a name at file scope",
                            variable.name, why.what()));
            return "";
        }
    }

    std::string member(const Passed& passed) const {
        const auto& variable = *passed.variable;
        std::string text;
        for (const auto& length : passed.lengths) {
            text += fmt::format("    long {};\n", length.member);
        }
        const auto none = [](int, const ir::Type&) { return std::string(); };
        return text + declare(variable, [&]() -> std::string {
                   switch (passed.how) {
                   case Passed::How::external:
                       return "";
                   case Passed::How::reference:
                       return fmt::format("    {};\n", pointer_declaration(unit_, variable.type, variable.name, none));
                   case Passed::How::pointer:
                       if (!has_run_time_length(variable.type->inner)) {
                           return fmt::format("    {};\n",
                                              pointer_declaration(unit_, variable.type->inner, variable.name, none));
                       }
                       break;
                   case Passed::How::value:
                       if (!has_run_time_length(variable.type)) {
                           return fmt::format("    {};\n",
                                              declaration(unit_, plain(variable.type), variable.name, none));
                       }
                       break;
                   }
                   return fmt::format("    void *{};\n", variable.name);
               });
    }

    std::string structure() const {
        if (!has_arguments_) {
            return "";
        }
        std::string members;
        if (kernel_.counted) {
            members += fmt::format("    long {}, {};\n", context_.name("start"), context_.name("step"));
        }
        for (const auto& passed : variables_.captured) {
            members += member(passed);
        }
        for (const auto& passed : variables_.firstprivates) {
            members += member(passed);
        }
        for (const auto* list : {&variables_.privates, &variables_.reduced}) {
            for (const auto& passed : *list) {
                for (const auto& length : passed.lengths) {
                    members += fmt::format("    long {};\n", length.member);
                }
            }
        }
        for (const auto* variable : variables_.last_values) {
            members += member({variable, Passed::How::value, {}});
        }
        return fmt::format("struct {} {{\n{}}};\n\n", context_.name("args_" + kernel_.name), members);
    }

    std::string local(const Passed& passed) const {
        const auto& variable = *passed.variable;
        return declare(variable, [&]() -> std::string {
            switch (passed.how) {
            case Passed::How::external:
                return fmt::format("    extern {};\n",
                                   declaration(unit_, variable.type, variable.name, lengths_of(passed)));
            case Passed::How::reference:
                return "";
            case Passed::How::pointer:
                return fmt::format(
                    "    {} = {}->{};\n",
                    pointer_declaration(unit_, variable.type->inner, "const " + variable.name, lengths_of(passed)),
                    args_, variable.name);
            case Passed::How::value:
                return fmt::format("    {} = {}->{};\n",
                                   declaration(unit_, variable.type, variable.name, lengths_of(passed)), args_,
                                   variable.name);
            }
            return "";
        });
    }

    std::string arguments() const {
        return has_arguments_ ? fmt::format("    struct {} *const {} = {};\n", context_.name("args_" + kernel_.name),
                                            args_, context_.name("args"))
                              : fmt::format("    (void){};\n", context_.name("args"));
    }

    std::string captured_locals() const {
        std::string text;
        for (const auto& passed : variables_.captured) {
            text += local(passed);
        }
        return text;
    }

    std::string local_clone_names() const {
        const auto clones = clone_names(context_, clones_, kernel_.unit, variables_.functions, "\n    ");
        return clones.empty() ? "" : clones.substr(1) + "\n";
    }

    std::string locals() const {
        auto text = arguments();
        const auto& reductions = loop_.directive->reductions;
        const auto& stored = loop_.directive->last_stored;
        text += reductions.empty() && stored.empty() ? fmt::format("    (void){};\n", context_.name("partial")) : "";
        text += variables_.last_values.empty() ? fmt::format("    (void){};\n", context_.name("last")) : "";
        text += captured_locals();
        for (const auto* variable : variables_.last_values) {
            text += declare(*variable, [&] {
                return fmt::format("    {} = 0;\n", declaration(unit_, plain(variable->type), variable->name, {}));
            });
        }
        for (std::size_t index = 0, array = 0; index < reductions.size(); index++) {
            const auto& variable = *reductions[index].variable;
            if (reductions[index].is_array()) {
                text += reduced_array(variables_.reduced[array++], index);
                continue;
            }
            text += declare(variable, [&] {
                return fmt::format("    {} = *({} *){}[{}];\n",
                                   declaration(unit_, plain(variable.type), variable.name, {}),
                                   declaration(unit_, plain(variable.type), "", {}), context_.name("partial"), index);
            });
            if (!reductions[index].noted.empty()) {
                text += fmt::format("    int {} = *{};\n", note_name(context_, index), note_cell(index));
            }
        }
        text += stored_locals();
        for (std::size_t index = 0; index < stored.size(); index++) {
            text +=
                fmt::format("    long {} = ((hydra_rt_last *){})->when;\n"
                            "    __builtin_memcpy(&{}, {}, sizeof {});\n",
                            when(index), partial(index), target(stored[index]), value_of(index), target(stored[index]));
        }
        return text + local_clone_names();
    }

    // The variables that iterations only store into.
    std::string stored_locals() const {
        std::set<const ir::VarDecl*> declared;
        std::string text;
        for (const auto& stored : loop_.directive->last_stored) {
            const auto& variable = *stored.variable;
            if (declared.insert(&variable).second) {
                text += declare(variable, [&] {
                    return fmt::format("    {} = {};\n    (void){};\n",
                                       declaration(unit_, plain(variable.type), variable.name, {}),
                                       variable.type->is_record() ? "{0}" : "0", variable.name);
                });
            }
        }
        return text;
    }

    // Where the block keeps what is noted beside the value.
    std::string note_cell(std::size_t index) const {
        return fmt::format("(int *)((char *){}[{}] + HYDRA_RT_NOTE)", context_.name("partial"), index);
    }

    // Of what iterations only store into: when it was stored last, its accumulator, the value in there.
    std::string when(std::size_t index) const { return fmt::format("{}_{}", context_.name("when"), index); }
    std::string partial(std::size_t index) const {
        return fmt::format("{}[{}]", context_.name("partial"), loop_.directive->reductions.size() + index);
    }
    std::string value_of(std::size_t index) const {
        return fmt::format("(char *){} + HYDRA_RT_LAST_VALUE", partial(index));
    }
    static std::string target(const ir::LastStored& stored) { return stored.variable->name + stored.member; }

    // The array's name stands for the block's own copy; the pointer is as if the copy held the whole array.
    std::string reduced_array(const Passed& passed, std::size_t index) const {
        const auto& variable = *passed.variable;
        return declare(variable, [&] {
            const auto what =
                passed.how == Passed::How::pointer
                    ? pointer_declaration(unit_, variable.type->inner, "const " + variable.name, lengths_of(passed))
                    : declaration(unit_, plain(variable.type), variable.name, lengths_of(passed));
            return fmt::format("    {} = {}[{}];\n    (void){};\n", what, context_.name("partial"), index,
                               variable.name);
        });
    }

    // Whether the loop variable itself can run over the chunk: it has no range to leave and no wrap-around to meet.
    [[nodiscard]] bool direct() const {
        using enum ir::TypeKind;
        const auto kind = loop_.canonical.variable->type->kind;
        const bool is_signed = kind == Int || kind == Long || kind == LLong;
        const bool is_unsigned = kind == UInt || kind == ULong || kind == ULLong;
        return !kernel_.counted && (is_signed || (is_unsigned && !kernel_.descending));
    }

    std::string header() const {
        const auto& variable = *loop_.canonical.variable;
        if (direct()) {
            const auto type = declaration(unit_, plain(variable.type), "", {});
            const auto cast = type == "long" ? std::string() : "(" + type + ")";
            if (kernel_.descending) {
                return fmt::format("for ({0} {1} = {2}({3} - 1); {1} >= {2}{4}; {1}--)", type, variable.name, cast,
                                   hi(), lo());
            }
            return fmt::format("for ({0} {1} = {2}{3}; {1} < {2}{4}; {1}++)", type, variable.name, cast, lo(), hi());
        }
        const auto x = context_.name("x");
        if (kernel_.descending && !kernel_.counted) {
            return fmt::format("for (long {0} = {1} - 1; {0} >= {2}; {0}--)", x, hi(), lo());
        }
        return fmt::format("for (long {0} = {1}; {0} < {2}; {0}++)", x, lo(), hi());
    }

    // The declarations that belong to one iteration, in one line.
    std::string per_iteration() const {
        std::string text;
        const auto& variable = *loop_.canonical.variable;
        if (!direct() && variables_.uses_loop_variable) {
            const auto x = context_.name("x");
            const auto value = kernel_.counted ? fmt::format("({}->{} + {} * {}->{})", args_, context_.name("start"), x,
                                                             args_, context_.name("step"))
                                               : x;
            text += declare(variable, [&] {
                return fmt::format(" {} = ({}){};", declaration(unit_, plain(variable.type), variable.name, {}),
                                   declaration(unit_, plain(variable.type), "", {}), value);
            });
        }
        if (!loop_.directive->last_stored.empty()) { // grows from iteration to iteration
            const bool back = kernel_.descending && !kernel_.counted;
            text += fmt::format(" const long {0} = {1}(long){2}; (void){0};", context_.name("now"), back ? "-" : "",
                                direct() ? variable.name : context_.name("x"));
        }
        for (const auto& passed : variables_.privates) {
            text += declare(*passed.variable, [&] {
                return fmt::format(" {};", declaration(unit_, plain(passed.variable->type), passed.variable->name,
                                                       lengths_of(passed)));
            });
        }
        for (const auto& passed : variables_.firstprivates) {
            const auto& name = passed.variable->name;
            text += declare(*passed.variable, [&] {
                const auto what = declaration(unit_, plain(passed.variable->type), name, lengths_of(passed));
                return passed.how == Passed::How::pointer
                           ? fmt::format(" {0}; __builtin_memcpy({1}, {2}->{1}, sizeof {1});", what, name, args_)
                           : fmt::format(" {} = {}{}->{};", what, passed.how == Passed::How::reference ? "*" : "",
                                         args_, name);
            });
        }
        for (const auto* written : variables_.written_only) {
            text += fmt::format(" (void){};", written->name);
        }
        return text;
    }

    // Of uses in the body's text, macros expanded: names of types that are the function's own, and typeof (what is
    // captured may have another type here than at its declaration).
    [[nodiscard]] bool uses_local() const {
        return std::any_of(unit_.local_uses.begin(), unit_.local_uses.end(), [&](const auto& use) {
            return use.constant == nullptr && inside(use.at, loop_.body->range) &&
                   (!use.declared.valid() || is_outside(use.declared));
        });
    }
    // In the function, and not in the loop.
    [[nodiscard]] bool is_outside(const ir::SourceRange& range) const {
        return inside(range, kernel_.function->whole) && !inside(range, kernel_.loop->range);
    }

    [[nodiscard]] bool by_text() const {
        const auto& whole = kernel_.function->whole;
        const auto& range = loop_.body->range;
        if (!range.verbatim) {
            return false;
        }
        const auto text = context_.sources.text(range);
        const auto verbatim = [](const auto& each) { return each.first->range.verbatim; };
        const auto checked = checks();
        if (!std::all_of(checked.begin(), checked.end(), verbatim) ||
            !std::all_of(variables_.edits.begin(), variables_.edits.end(), verbatim)) {
            return false;
        }
        const bool macros = std::any_of(unit_.macro_events.begin(), unit_.macro_events.end(), [&](const auto& event) {
            return event.range.file == whole.file && event.range.begin >= whole.begin &&
                   event.range.begin < kernel_.loop->range.end;
        });
        return !macros && !uses_local() && conditionals_balanced(text);
    }

    // An array type of run-time length keeps the length that it had where it was declared; printed, it would be counted
    // anew.
    void refuse_run_time_types() const {
        for (const auto& use : unit_.local_uses) {
            if (use.type != nullptr && inside(use.at, loop_.body->range) &&
                !keeps_its_lengths(use.type, *kernel_.function)) {
                context_.diagnostics.error(
                    use.at, "not in this version: a name for an array type whose length is known at run time only, "
                            "here in the body of a parallel loop, where it may be another; write the array out, as in "
                            "'double row[n]'");
            }
        }
    }

    std::string loop_from_text() const {
        const auto& range = loop_.body->range;
        const auto& file = context_.sources.file(range.file);
        const auto before = std::string_view(file.text).substr(0, range.begin);
        const auto last = before.find_last_not_of(" \t\r\n");
        const bool own_line = last != std::string_view::npos && before.find('\n', last) != std::string_view::npos;
        const auto line = context_.sources.position(range.file, range.begin).line;
        Edits edits = base_;
        for (const auto& [place, text] : variables_.edits) {
            edits.replace(place->range.begin, place->range.end, text);
        }
        for (const auto& [accumulation, check] : checks()) {
            edits.insert_before(accumulation->range.begin, "(");
            edits.insert_after(accumulation->range.end, ", " + check + ")");
        }
        const auto inner = per_iteration();
        auto text = line_directive(context_.sources, range.file, own_line ? line - 1 : line) + "    " + header();
        text += inner.empty() ? "" : " {" + inner;
        // A #line directive of the user's between the two lines has gone.
        const bool renamed = own_line && file.renumbered.contains(line - 1);
        text += own_line ? "\n" + (renamed ? line_directive(context_.sources, range.file, line) : "") +
                               indentation(file.text, range.begin)
                         : " ";
        text += render(context_.sources, range.file, range.begin, range.end, edits) + "\n";
        return text + (inner.empty() ? "" : "    }\n");
    }

    std::string loop_from_tree() const {
        const auto checked = checks();
        const std::map<const ir::Expr*, std::string> edited(variables_.edits.begin(), variables_.edits.end());
        ir::PrintHooks hooks;
        std::set<const ir::Expr*> open; // whose check is being put behind them
        hooks.expression = [&](const ir::Expr& expr) -> std::optional<std::string> {
            if (const auto found = edited.find(&expr); found != edited.end()) {
                return found->second;
            }
            if (const auto* name = expr.as<ir::DeclRef>()) {
                const auto* const* constant = std::get_if<const ir::EnumConstant*>(&name->decl);
                return constant != nullptr ? ir::constant_text(**constant) : std::nullopt;
            }
            const auto found = checked.find(&expr);
            if (found == checked.end() || !open.insert(&expr).second) {
                return std::nullopt;
            }
            const auto text = fmt::format("({}, {})", ir::print_c(expr, hooks), found->second);
            open.erase(&expr);
            return text;
        };
        return fmt::format("    {} {{{}\n{}\n    }}\n", header(), per_iteration(), ir::print_c(*loop_.body, 2, hooks));
    }

    // Accumulations behind which something is noted or looked at, and the text that does.
    std::map<const ir::Expr*, std::string> checks() const {
        std::map<const ir::Expr*, std::string> found;
        const auto& reductions = loop_.directive->reductions;
        for (std::size_t index = 0; index < reductions.size(); index++) {
            for (const auto* accumulation : reductions[index].noted) {
                const auto target = ir::print_c(*accumulation->as<ir::Binary>()->lhs);
                found[accumulation] = reductions[index].is_array()
                                          ? lost_nan(reductions[index], *accumulation, target)
                                          : take_note(context_, reductions[index], index, target);
            }
        }
        return found;
    }

    // The copy of an array has no room to note it for each element.
    std::string lost_nan(const ir::Reduction& reduction, const ir::Expr& accumulation,
                         const std::string& target) const {
        const bool least = reduction.op == ir::ReductionOp::min;
        const auto message =
            fmt::format("'{0}' has become NaN, which the next value replaces ('{0} {3} e ? {0} : e'), so its "
                        "{1} depends on the order of the iterations; write 'if (e {2} {0}) {0} = e'",
                        target, least ? "minimum" : "maximum", least ? "<" : ">",
                        reduction.form == ir::ExtremeForm::anew_last ? (least ? "<" : ">") : (least ? "<=" : ">="));
        return fmt::format("__builtin_isnan({0}) ? hydra_rt_fail({1}, {2}) : (void)0", target,
                           string_literal(context_.sources.at(accumulation.range)), string_literal(message));
    }

    std::string results() const {
        std::string text;
        const auto& reductions = loop_.directive->reductions;
        for (std::size_t index = 0; index < reductions.size(); index++) {
            const auto& variable = *reductions[index].variable;
            if (reductions[index].is_array()) {
                continue;
            }
            text += declare(variable, [&] {
                return fmt::format("    *({} *){}[{}] = {};\n", declaration(unit_, plain(variable.type), "", {}),
                                   context_.name("partial"), index, variable.name);
            });
            if (!reductions[index].noted.empty()) {
                text += fmt::format("    *{} = {};\n", note_cell(index), note_name(context_, index));
            }
        }
        const auto& stored = loop_.directive->last_stored;
        for (std::size_t index = 0; index < stored.size(); index++) {
            text +=
                fmt::format("    ((hydra_rt_last *){})->when = {};\n"
                            "    __builtin_memcpy({}, &{}, sizeof {});\n",
                            partial(index), when(index), value_of(index), target(stored[index]), target(stored[index]));
        }
        for (const auto* variable : variables_.accumulated) {
            text += fmt::format("    {0}->{1} = {1};\n", args_, variable->name);
        }
        if (!variables_.last_values.empty()) {
            text += fmt::format("    if ({}) {{\n", context_.name("last"));
            for (const auto* variable : variables_.last_values) {
                text += fmt::format("        {}->{} = {};\n", args_, variable->name, variable->name);
            }
            text += "    }\n";
        }
        return text;
    }

    // The enumeration constants of the function's own that the body names; they do not exist outside of it.
    std::string local_constants() const {
        std::map<std::string, std::int64_t> constants;
        for (const auto& use : unit_.local_uses) {
            if (use.constant != nullptr && inside(use.at, loop_.body->range) && is_outside(use.declared)) {
                constants[use.constant->name] = use.constant->value;
            }
        }
        std::string text;
        for (const auto& [name, value] : constants) {
            text += fmt::format("    enum {{ {} = {} }};\n", name, value);
        }
        return text;
    }

    void refuse_external() const {
        walk(*loop_.body,
             [&](const ir::Stmt& stmt, const ir::Stmt*) {
                 const auto* declaration = stmt.as<ir::DeclStmt>();
                 for (std::size_t i = 0; declaration != nullptr && i < declaration->variables.size(); i++) {
                     const auto& variable = *declaration->variables[i];
                     if (variable.storage == ir::Storage::extern_) {
                         context_.diagnostics.error(
                             variable.range, fmt::format("'{}' is declared extern in the body of the loop; declare it "
                                                         "at file scope",
                                                         variable.name));
                     }
                 }
             },
             {});
    }

    bool has_arguments_;
    const Context& context_;
    const ir::Kernel& kernel_;
    const KernelVariables& variables_;
    const Clones& clones_;
    const Edits& base_;
    const ir::For& loop_;
    const ir::TranslationUnit& unit_;
    std::string args_;
};

// The variables that the text names.
KernelVariables named_in(const KernelVariables& all, const std::string& text, const ir::VarDecl& loop_variable) {
    KernelVariables named = all;
    const auto unnamed = [&](const Passed& passed) { return !mentions(text, passed.variable->name); };
    std::erase_if(named.captured, unnamed);
    std::erase_if(named.firstprivates, unnamed);
    std::erase_if(named.privates, unnamed);
    std::erase_if(named.last_values, [&](const ir::VarDecl* variable) { return !mentions(text, variable->name); });
    std::erase_if(named.functions, [&](const ir::FunctionDecl* function) { return !mentions(text, function->name); });
    named.edits.clear();
    named.written_only = named.last_values;
    for (const auto* group : {&named.firstprivates, &named.privates}) {
        for (const auto& passed : *group) {
            named.written_only.push_back(passed.variable);
        }
    }
    named.uses_loop_variable = mentions(text, loop_variable.name);
    return named;
}

} // namespace

std::string kernel_text(const Context& context, const ir::Kernel& kernel, const KernelVariables& variables,
                        const Clones& clones, const Edits& base) {
    return KernelWriter(context, kernel, variables, clones, base, variables.has_arguments(kernel)).write();
}

std::string inspector_text(const Context& context, const ir::Kernel& kernel, const KernelVariables& variables,
                           const Clones& clones) {
    std::string text;
    const Edits none;
    const auto& loop_variable = *kernel.loop->as<ir::For>()->canonical.variable;
    for (std::size_t stage = 0; stage < kernel.inspectors.size(); stage++) {
        const auto named = named_in(variables, kernel.inspectors[stage].body, loop_variable);
        text +=
            KernelWriter(context, kernel, named, clones, none, variables.has_arguments(kernel)).write_inspector(stage);
    }
    return text;
}

} // namespace hydra::codegen

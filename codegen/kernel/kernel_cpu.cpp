// The kernel declares the body's variables under the user's names (kernel_frame.h) and then holds the body as the user
// wrote it. Where iterations may be interleaved, a second kernel does so.
#include "codegen/kernel/kernel_cpu.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "codegen/kernel/apart_pointers.h"
#include "codegen/kernel/cut_rounds.h"
#include "codegen/kernel/kernel_frame.h"
#include "codegen/kernel/kernel_interleaved.h"
#include "codegen/kernel/notes.h"
#include "codegen/kernel/overruns.h"
#include "codegen/kernel/split_inner.h"
#include "codegen/kernel/sweep_kernels.h"
#include "codegen/text/macro_guard.h"
#include "codegen/text/parts.h"
#include "codegen/text/text.h"
#include "codegen/text/walk.h"
#include "ir/print_hooks.h"

namespace hydra::codegen {

namespace {

// Macros are written out in it: what they compare needlessly, compilers only forgive in the macro. The rest is said of
// the loop itself, in a line that the user's file has.
std::string quiet(const std::string& text) {
    std::string before = "#pragma GCC diagnostic push\n";
    for (const char* tag : {"tautological-compare", "div-by-zero", "shift-count-overflow", "shift-count-negative"})
        before += fmt::format("#pragma GCC diagnostic ignored \"-W{}\"\n", tag);
    return before + text + "#pragma GCC diagnostic pop\n";
}

class KernelWriter : KernelFrame {
  public:
    KernelWriter(const Context& context, const ir::Kernel& kernel, const KernelVariables& variables,
                 const Clones& clones, const Edits& base, bool has_arguments)
        : KernelFrame(context, kernel, variables, clones, has_arguments), base_(base),
          splits_(split_loops(*loop_.body)) {}

    std::string write() {
        refuse_external();
        refuse_run_time_types();
        refuse_kept_clones(context_, clones_, *loop_.body);
        const auto name = "run_" + kernel_.name;
        const auto text = without_macros(unit_, structure()) +
                          prototypes(context_, clones_, kernel_, variables_.functions) + // in the user's words
                          marked(Part::loops, by_text() ? function(name, loop_from_text())
                                                        : without_macros(unit_, function(name, loop_from_tree())));
        return text + marked(Part::fast, apart() + boxes() + segments());
    }

    // An inspector: the same frame around a slice of the body.
    std::string write_inspector(const ir::Inspector& inspector, const std::string& which, const std::string& what) {
        auto text = inspector.functions;
        text += fmt::format("/* {} */\nstatic void {}(void *{}, long {}, long {})\n{{\n", what,
                            context_.name(fmt::format("inspect_{}_{}", kernel_.name, which)), context_.name("args"),
                            lo(), hi());
        text += local_constants() + arguments() + (has_arguments_ ? fmt::format("    (void){};\n", args_) : "") +
                captured_locals();
        for (const auto* variable : variables_.last_values) {
            text += declare(
                *variable,
                [&] {
                    return fmt::format("    {} = 0;\n", declaration(unit_, plain(variable->type), variable->name, {}));
                });
        }
        text += stored_locals() + local_clone_names();
        text += fmt::format("    {} {{{}\n{}    }}\n}}\n", header(), per_iteration(), with_references(inspector.body));
        return prototypes(context_, clones_, kernel_, variables_.functions) + without_macros(unit_, text);
    }

  private:
    // A kernel function around its loop.
    [[nodiscard]] std::string function(const std::string& name, const std::string& loop) const {
        const auto place = context_.sources.position(kernel_.loop->range.file, kernel_.loop->range.begin);
        return line_directive(context_.sources, kernel_.loop->range.file, place.line) +
               fmt::format("static void {}(void *{}, long {}, long {}, void *const *{}, int {})\n{{\n",
                           context_.name(name), context_.name("args"), lo(), hi(), context_.name("partial"),
                           context_.name("last")) +
               local_constants() + locals() + loop + results() + "}\n";
    }

    [[nodiscard]] std::string apart() const {
        if (!kernel_.schedule.interleaving.any()) {
            const auto pointers = apart_pointers(kernel_, variables_);
            return pointers.empty() ? ""
                   : by_text()      ? "\n" + with_apart_pointers(pointers)
                                    : "\n" + quiet(without_macros(unit_, with_apart_pointers(pointers)));
        }
        const bool from_tree = kernel_.schedule.interleaving.block > 0 || !by_text();
        return "\n" + (from_tree ? without_macros(unit_, interleaved()) : interleaved());
    }

    // Compilers believe restrict of parameters, and not of local variables.
    [[nodiscard]] std::string with_apart_pointers(const std::vector<const Passed*>& pointers) const {
        const auto lo_hi = fmt::format("long {}, long {}, void *const *{}, int {}", lo(), hi(),
                                       context_.name("partial"), context_.name("last"));
        const auto of_args = fmt::format("struct {} *const {}", context_.name("args_" + kernel_.name), args_);
        const auto name = context_.name("within_" + kernel_.name);
        std::string parameters, values;
        for (const auto* passed : pointers) {
            const auto& variable = *passed->variable;
            parameters += ", " + declare(variable, [&] {
                              return pointer_declaration(unit_, variable.type->inner, "restrict " + variable.name,
                                                         lengths_of(*passed));
                          });
            values += fmt::format(", {}->{}", args_, variable.name);
        }
        const auto place = context_.sources.position(kernel_.loop->range.file, kernel_.loop->range.begin);
        return "/* The same where its arrays lie apart. */\n" +
               line_directive(context_.sources, kernel_.loop->range.file, place.line) +
               // gcc 12 may take a function that stores through restrict parameters alone for one without effects, and
               // leave out its call: what an induction variable has become is then no pointer of the program's.
               fmt::format("static __attribute__((noinline)) void {}({}, {}{})\n{{\n    (void){};\n{}{}{}{}"
                           "    __asm__ volatile(\"\" : : : \"memory\");\n}}\n\n",
                           name, of_args, lo_hi, parameters, args_, local_constants(), locals(pointers),
                           by_text() ? loop_from_text() : loop_from_tree(), results()) +
               fmt::format("static void {}(void *{}, {})\n{{\n{}    {}({}, {}, {}, {}, {}{});\n}}\n",
                           context_.name("apart_" + kernel_.name), context_.name("args"), lo_hi, arguments(), name,
                           args_, lo(), hi(), context_.name("partial"), context_.name("last"), values);
    }

    [[nodiscard]] std::string boxes() const {
        if (!can_cut(kernel_))
            return "";
        const auto text = function("boxes_" + kernel_.name, rounds_window(context_, kernel_) + loop_from_tree(true));
        return fmt::format("\n/* The same for the rounds of the loop over {} that are this rank's. */\n",
                           kernel_.distribution.boxes.name) +
               without_macros(unit_, text);
    }

    [[nodiscard]] std::string segments() const {
        ir::PrintHooks hooks;
        hooks.expression = in_place();
        const SegmentTexts texts{header(), per_iteration(), loop_.body.get(), [&](const ir::VarDecl& variable) {
                                     return declaration(unit_, plain(variable.type), "", {});
                                 }};
        std::string text;
        for (std::size_t at = 0; at < kernel_.distribution.sweep.segments.size(); ++at) {
            const auto& segment = kernel_.distribution.sweep.segments[at];
            const auto window = segment.loop.loop != nullptr ? rounds_window(context_, kernel_) : "";
            text += "\n/* A part of it, for the rows of one rank. */\n" +
                    without_macros(
                        unit_, function(segment_prefix(at) + "_" + kernel_.name,
                                        window + plain_roots(kernel_) + segment_text(context_, segment, texts, hooks)));
        }
        return text;
    }

    [[nodiscard]] std::string interleaved() const {
        ir::PrintHooks hooks;
        hooks.overruns = &context_.program.overruns;
        hooks.expression = in_place();
        const InterleavedTexts texts{lo(),     hi(),           context_.name("block"), context_.name("end"),
                                     header(), per_iteration()};
        const auto loop = kernel_.schedule.interleaving.block > 0
                              ? blocks_text(kernel_, texts, hooks)
                              : lanes_pragma() + (by_text() ? loop_from_text() : loop_from_tree());
        return "/* The same where its arrays lie apart: iterations are interleaved. */\n" +
               function("apart_" + kernel_.name, plain_roots(kernel_) + loop);
    }

    // An inspector's statements with the variables that it reaches in their place.
    [[nodiscard]] std::string with_references(const std::string& body) const {
        std::string text;
        for (const char c : body)
            if (c == ir::Inspector::refers)
                text += fmt::format("(*{}->", args_);
            else
                text += c == ir::Inspector::referred ? ')' : c;
        return text;
    }

    // Of uses in the body's text, macros expanded: names of types that are the function's own, and typeof (what is
    // captured may have another type here than at its declaration).
    [[nodiscard]] bool uses_local() const {
        return std::any_of(
            unit_.local_uses.begin(), unit_.local_uses.end(),
            [&](const auto& use) {
                return use.constant == nullptr && inside(use.at, loop_.body->range) &&
                       (!use.declared.valid() || is_outside(use.declared));
            });
    }

    // A subscript that has to be written in another way, and that a macro makes.
    [[nodiscard]] bool holds_hidden_overrun() const {
        const auto& overruns = context_.program.overruns;
        bool found = false;
        walk(*loop_.body, {}, [&](const ir::Expr& expr, const ir::Expr*) {
            found = found || (overruns.contains(&expr) && !can_enclose_row(expr));
        });
        return found;
    }

    [[nodiscard]] bool by_text() const {
        const auto& whole = kernel_.function->whole;
        const auto& range = loop_.body->range;
        // Of another file, with a part of the function alone, the macros are others where the kernel stands.
        if (!range.verbatim || !splits_.empty() || range.file != whole.file)
            return false;
        const auto text = context_.sources.text(range);
        const auto verbatim = [](const auto& each) { return each.first->range.verbatim; };
        const auto checked = checks();
        if (!std::all_of(checked.begin(), checked.end(), verbatim) ||
            !std::all_of(variables_.edits.begin(), variables_.edits.end(), verbatim))
            return false;
        const bool macros = std::any_of(unit_.macro_events.begin(), unit_.macro_events.end(), [&](const auto& event) {
            return event.range.file == whole.file && event.range.begin >= whole.begin &&
                   event.range.begin < kernel_.loop->range.end;
        });
        return !macros && !uses_local() && !holds_hidden_overrun() && conditionals_balanced(text);
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
        for (const auto& [place, text] : variables_.edits)
            edits.replace(place->range.begin, place->range.end, text);
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

    // What the kernel writes for names that mean something else here.
    [[nodiscard]] std::function<std::optional<std::string>(const ir::Expr&)> in_place() const {
        return [edited = std::map<const ir::Expr*, std::string>(variables_.edits.begin(), variables_.edits.end())](
                   const ir::Expr& expr) -> std::optional<std::string> {
            if (const auto found = edited.find(&expr); found != edited.end())
                return found->second;
            const auto* name = expr.as<ir::DeclRef>();
            const auto* const* constant = name != nullptr ? std::get_if<const ir::EnumConstant*>(&name->decl) : nullptr;
            return constant != nullptr ? ir::constant_text(**constant) : std::nullopt;
        };
    }

    // cut: to the rank's rounds, where Distribution::boxes says so.
    [[nodiscard]] std::string loop_from_tree(bool cut = false) const {
        const auto checked = checks();
        ir::PrintHooks hooks;
        hooks.overruns = &context_.program.overruns;
        hooks.statement = [&](const ir::Stmt& stmt, int indent) -> std::optional<std::string> {
            const auto& loops = kernel_.distribution.boxes.loops;
            const auto rounds =
                std::find_if(loops.begin(), loops.end(), [&](const auto& each) { return each.loop == &stmt; });
            if (cut && rounds != loops.end() && kernel_.distribution.boxes.again == nullptr)
                return cut_text(context_, *rounds, hooks, indent);
            const auto split =
                std::find_if(splits_.begin(), splits_.end(), [&](const SplitLoop& each) { return each.loop == &stmt; });
            return split == splits_.end()
                       ? std::nullopt
                       : std::optional(split_text(context_, *split, hooks, indent, cut && rounds != loops.end()));
        };
        std::set<const ir::Expr*> open; // whose check is being put behind them
        hooks.expression = [&, text_of = in_place()](const ir::Expr& expr) -> std::optional<std::string> {
            if (const auto text = text_of(expr))
                return text;
            const auto found = checked.find(&expr);
            if (found == checked.end() || !open.insert(&expr).second)
                return std::nullopt;
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
        for (std::size_t index = 0; index < reductions.size(); ++index) {
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

    void refuse_external() const {
        walk(
            *loop_.body,
            [&](const ir::Stmt& stmt, const ir::Stmt*) {
                const auto* declaration = stmt.as<ir::DeclStmt>();
                for (std::size_t i = 0; declaration != nullptr && i < declaration->variables.size(); ++i) {
                    const auto& variable = *declaration->variables[i];
                    if (variable.storage == ir::Storage::extern_)
                        context_.diagnostics.error(
                            variable.range, fmt::format("'{}' is declared extern in the body of the loop; declare it "
                                                        "at file scope",
                                                        variable.name));
                }
            },
            {});
    }

    const Edits& base_;
    const std::vector<SplitLoop> splits_;
};

// The variables that the text names.
KernelVariables named_in(const KernelVariables& all, const std::string& text, const ir::VarDecl& loop_variable) {
    KernelVariables named = all;
    const auto unnamed = [&](const Passed& passed) { return !mentions(text, passed.variable->name); };
    std::erase_if(named.captured, unnamed);
    std::erase_if(named.firstprivates, unnamed);
    std::erase_if(named.privates, unnamed);
    std::erase_if(
        named.last_values, [&](const ir::VarDecl* variable) { return !mentions(text, variable->name); });
    std::erase_if(named.functions, [&](const ir::FunctionDecl* function) { return !mentions(text, function->name); });
    named.edits.clear();
    named.written_only = named.last_values;
    for (const auto* group : {&named.firstprivates, &named.privates})
        for (const auto& passed : *group)
            named.written_only.push_back(passed.variable);
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
    const auto add = [&](const ir::Inspector& inspector, const std::string& which, const std::string& what) {
        const auto named = named_in(variables, inspector.body, loop_variable);
        text += KernelWriter(context, kernel, named, clones, none, variables.has_arguments(kernel))
                    .write_inspector(inspector, which, what);
    };
    for (std::size_t stage = 0; stage < kernel.inspection.inspectors.size(); ++stage)
        add(kernel.inspection.inspectors[stage], fmt::format("{}", stage + 1),
            fmt::format("What stage {} of its data-dependent accesses touches.", stage + 1));
    for (const auto& inspector : kernel.inspection.of_writes)
        add(inspector, "writes", "Where its data-dependent writes go, for threads of the only rank.");
    if (text.empty())
        return text;
    return quiet(text);
}

} // namespace hydra::codegen

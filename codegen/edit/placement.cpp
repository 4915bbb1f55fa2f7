// One pass over the functions of a unit. For each: descriptors and kernels before it, a block for each launch, calls
// for each site, registrations behind array declarations, its clone behind it. What stands where is found in the tree;
// how it is spelled comes from the other files.
#include "codegen/edit/placement.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codegen/edit/blank_arrays.h"
#include "codegen/edit/pragma_edits.h"
#include "codegen/host/descriptors.h"
#include "codegen/host/host.h"
#include "codegen/host/type_layout.h"
#include "codegen/host/unit_accessor.h"
#include "codegen/kernel/kernel_cpu.h"
#include "codegen/text/macro_guard.h"
#include "codegen/text/parts.h"
#include "codegen/text/pragma_text.h"
#include "codegen/text/text.h"
#include "codegen/text/type_copies.h"
#include "codegen/text/walk.h"

namespace hydra::codegen {

namespace {

bool overlaps(const support::SourceRange& a, const support::SourceRange& b) {
    return a.valid() && a.file == b.file && a.begin < b.end && b.begin < a.end;
}

class FunctionPlacer {
  public:
    // declared: see single_definition.
    FunctionPlacer(const Context& context, const Clones& clones, const SingleCopies& singles, int unit,
                   const ir::FunctionDecl& function, const FileEdits& base, Offloads* offloads, TypeCopies& types,
                   std::set<const ir::FunctionDecl*>& declared, MemberTables& tables, FileEdits& edits)
        : context_(context), clones_(clones), single_(singles.of(&function)), singles_(singles), unit_(unit),
          function_(function), file_(function.whole.file), base_(base), offloads_(offloads), types_(types),
          declared_(declared), tables_(tables), edits_(edits), pragma_macros_(context, unit) {
        walk(*function.body,
             [this](const ir::Stmt& stmt, const ir::Stmt* parent) {
                 parents_[&stmt] = parent;
                 if (const auto* decl = stmt.as<ir::DeclStmt>())
                     for (const auto& variable : decl->variables)
                         declared_by_[variable.get()] = &stmt;
             },
             {});
        for (const auto& kernel : context.program.kernels)
            if (kernel.function == &function)
                kernels_.push_back(&kernel);
        for (const auto& site : context.program.sites)
            if (site.function == &function)
                sites_.push_back(&site);
        std::stable_sort(kernels_.begin(), kernels_.end(),
                         [](const auto* a, const auto* b) { return a->loop->range.begin < b->loop->range.begin; });
    }

    void place() {
        find_host_references();
        std::string prelude;
        if (single_ != nullptr) {
            single_edits_ = base();
            const auto declaration = single_declaration(context_, singles_, *single_);
            prelude += singles_.asks(*single_) || calls_copies() ? declaration : for_reading(declaration);
            declared_.insert(&function_);
        }
        for (const auto* kernel : kernels_)
            prelude += place_kernel(*kernel);
        for (const auto* site : sites_) {
            const auto descriptor = without_macros(*context_.program.units[static_cast<std::size_t>(unit_)],
                                                   site_descriptor(context_, *site)) +
                                    "\n";
            if (context_.for_reading && site->copied.empty()) {
                first_[site->window ? "window" : "loop"].push_back(context_.name("site_" + site->name));
                prelude += marked(Part::fast, descriptor);
            } else if (!context_.for_reading)
                prelude += tables_.shared(context_, function_, descriptor);
            if (site->condition == nullptr) // before those inside of the statement, which may begin where it does
                place_site(*site);
        }
        prelude = declared_first() + prelude + place_floor_loops();
        place_inside();
        place_registrations();
        if (single_ != nullptr)
            choose_single();
        if (!prelude.empty()) {
            const auto& text = context_.sources.file(file_).text;
            const auto at = place_before(text, function_.whole.begin);
            const bool mid_line = at > 0 && text[at - 1] != '\n';
            edits_[file_].insert_before(at, (mid_line ? "\n" : "") + types_.needed_by(prelude + in_place_) + prelude);
        }
        if (const auto* clone = clones_.of(&function_)) {
            if (function_.storage == ir::Storage::static_ && !function_.type->unprototyped) {
                // Perhaps only loops called it.
                edits_[file_].insert_after(function_.whole.end,
                                           "\n" + head_text(context_, function_, function_.name, false, false) +
                                               " __attribute__((unused));");
            }
            edits_[file_].insert_after(function_.whole.end, "\n\n" + clone_text(context_, clones_, *clone, base()));
        }
    }

  private:
    void choose_single() {
        const auto& body = function_.body->range;
        if (singles_.asks(*single_))
            edits_[body.file].insert_before(
                body.begin + 1,
                " " + kept(single_choice(*single_, singles_.is_fixed(*single_)), body.file, body.begin + 1));
        edits_[file_].insert_after(
            function_.whole.end,
            for_reading("\n\n" + single_definition(context_, singles_, *single_, single_edits_, declared_)));
    }

    // Whether functions of the unit call copies themselves, and not in copies only.
    bool calls_copies() const {
        const auto& functions = context_.program.units[static_cast<std::size_t>(unit_)]->functions;
        return std::any_of(functions.begin(), functions.end(),
                           [this](const auto& function) { return !singles_.floor_loops(function).empty(); });
    }

    std::string for_reading(const std::string& text) const {
        return context_.for_reading ? marked(Part::fast, text) : text;
    }

    // The loop as it stands. in_copy: where there is one rank, which calls copies.
    std::string loop_in_place(const support::SourceRange& range, const ir::Stmt& loop, bool in_copy) const {
        Edits inside = base();
        if (in_copy)
            call_single_copies(context_, singles_, function_, loop, inside);
        const auto line = context_.sources.position(range.file, range.begin).line;
        return line_directive(context_.sources, range.file, line) +
               indentation(context_.sources.file(range.file).text, range.begin) +
               render(context_.sources, range.file, range.begin, range.end, inside);
    }

    // Behind the sites of the loops themselves, which stay in front of the question. Returns what must be declared.
    std::string place_floor_loops() {
        std::string declarations;
        for (const auto* loop : singles_.floor_loops(function_)) {
            const auto& range = loop->range;
            const auto twice = "{ if (hydra_rt_single) {\n" + loop_in_place(range, *loop, true) + "\n} else {\n";
            edits_[range.file].insert_before(range.begin, twice);
            edits_[range.file].insert_after(range.end, " } }");
            declarations += declare_single_copies(context_, singles_, function_, *loop, declared_);
        }
        return declarations;
    }

    // The loop in the copy for one rank.
    void replace_single(const ir::Kernel& kernel, const KernelVariables& variables, bool final_value) {
        const auto& range = kernel.loop->range;
        single_edits_.replace(range.begin, range.end,
                              single_block(context_, kernel, variables,
                                           indentation(context_.sources.file(range.file).text, range.begin),
                                           final_value, loop_in_place(range, *kernel.loop, true)));
    }

    [[nodiscard]] const Edits& base() const {
        static const Edits none;
        const auto found = base_.find(file_);
        return found == base_.end() ? none : found->second;
    }

    // Which variables the function's code outside of its launches names.
    void find_host_references() {
        for_each_reference(
            *function_.body,
            [this](const ir::Expr& expr, const ir::DeclRef& ref) {
                const auto* const* variable = std::get_if<const ir::VarDecl*>(&ref.decl);
                if (variable == nullptr)
                    return;
                // What another loop reads of it, host code hands over.
                const bool in_kernel = std::any_of(
                    kernels_.begin(), kernels_.end(),
                    [&](const auto* kernel) {
                        return has_own(kernel->loop->template as<ir::For>(), *variable) &&
                               expr.range.file == kernel->loop->range.file &&
                               expr.range.begin >= kernel->loop->range.begin &&
                               expr.range.end <= kernel->loop->range.end;
                    });
                if (!in_kernel)
                    host_references_.insert(*variable);
            });
    }

    static bool has_own(const ir::For* loop, const ir::VarDecl* variable) {
        const auto& privates = loop->directive->private_;
        return loop->canonical.variable == variable ||
               std::find(privates.begin(), privates.end(), variable) != privates.end();
    }

    // A type that the head of the function defines is not known before the function, where the kernel stands.
    void refuse_types_of_head(const ir::Kernel& kernel) {
        const auto in_head = [this](const support::SourceRange& range) {
            return range.file == file_ && range.begin >= function_.whole.begin &&
                   range.begin < function_.body->range.begin;
        };
        bool found = false;
        for_each_reference(*kernel.loop, [&](const ir::Expr& expr, const ir::DeclRef& ref) {
            const auto* const* constant = std::get_if<const ir::EnumConstant*>(&ref.decl);
            auto type = expr.type;
            while (type != nullptr && (type->is_array() || type->is_pointer()))
                type = type->inner;
            const bool defined = type != nullptr && type->tag != nullptr && in_head(type->tag->range);
            found = found || defined || (constant != nullptr && in_head((*constant)->range));
        });
        if (found) {
            context_.diagnostics.error(kernel.loop->range,
                                       fmt::format("this parallel loop uses a type that the head of '{}' defines, and "
                                                   "generated code stands before the function; define the type before "
                                                   "it",
                                                   function_.name));
        }
    }

    std::string place_kernel(const ir::Kernel& kernel) {
        refuse_types_of_head(kernel);
        const auto variables = find_variables(context_, kernel);
        replace_loop(kernel, variables);
        const auto& loop = *kernel.loop->as<ir::For>();
        const auto offload = offloads_ != nullptr ? offloads_->offload(kernel, variables) : "";
        const auto& unit = *context_.program.units[static_cast<std::size_t>(unit_)];
        const auto named = [&](const std::string& code) {
            return with_function_name(*loop.body, function_.name, code);
        };
        const auto text = kernel_text(context_, kernel, variables, clones_, base()) + "\n" +
                          marked(Part::fast, inspector_text(context_, kernel, variables, clones_));
        const auto descriptor =
            without_macros(unit, offload + kernel_descriptor(context_, kernel, variables,
                                                             offload.empty() ? "" : offloads_->name(kernel)));
        if (context_.for_reading) {
            first_["loop"].push_back(context_.name("loop_" + kernel.name));
            return map_between(text, named) + marked(Part::fast, descriptor + "\n");
        }
        return fmt::format("/* The parallel loop over {} at {}: its body, and what it touches. */\n",
                           loop.canonical.variable->name, comment_text(kernel.at)) +
               named(unmarked(text)) + tables_.shared(context_, function_, descriptor) + "\n";
    }

    // What is defined at the end of the file, and spoken of before.
    [[nodiscard]] std::string declared_first() const {
        std::string text;
        for (const auto& [type, names] : first_)
            text += fmt::format("static hydra_rt_{} {};\n", type, fmt::join(names, ", "));
        return text;
    }

    void replace_loop(const ir::Kernel& kernel, const KernelVariables& variables) {
        const auto& loop = *kernel.loop->as<ir::For>();
        auto range = kernel.loop->range;
        const auto& pragma = loop.directive->range;
        if (overlaps(pragma, range)) {
            // One macro made the pragma and the loop's head.
            range.begin = std::min(range.begin, pragma.begin);
            range.verbatim = true;
        }
        const auto old = context_.sources.text(range);
        if (range.verbatim && !conditionals_balanced(old)) {
            context_.diagnostics.error(kernel.loop->range,
                                       "an #if, #else or #endif group begins or ends inside this parallel "
                                       "loop, so generated code cannot replace it; put whole loops into each group");
            return;
        }
        if (overlaps(pragma, kernel.loop->range) && macro_holds_more(*kernel.loop, range)) {
            context_.diagnostics.error(
                kernel.loop->range,
                "a macro holds this parallel loop and more, so generated code cannot replace "
                "it; let the macro hold the directive and the loop alone, and put braces around it where "
                "it stands behind an if, a loop's head or a label");
            return;
        }
        if (!range.verbatim) {
            context_.diagnostics.error(kernel.loop->range,
                                       "not all of this parallel loop stands in this file as it is: a "
                                       "macro or an #include holds a part of it and more, or '#pragma pop_macro' has "
                                       "changed what a name in it means; write the loop out");
            return;
        }
        bool final_value = false;
        const auto dead = dead_variables(kernel, variables, final_value);
        const auto block =
            launch_block(context_, kernel, variables, indentation(context_.sources.file(range.file).text, range.begin),
                         dead, final_value, macro_lines(range),
                         singles_.may_stand_in_place(function_, *kernel.loop) && !context_.for_reading
                             ? loop_in_place(range, *kernel.loop, false)
                             : "");
        in_place_ += block;
        edits_[range.file].replace(range.begin, range.end, block);
        if (single_ != nullptr)
            replace_single(kernel, variables, final_value);
    }

    // Whether a part of another statement, or the beginning or end of one around the loop, stands in the range.
    bool macro_holds_more(const ir::Stmt& loop, const support::SourceRange& range) const {
        std::set<const ir::Stmt*> around;
        for (const auto* stmt = &loop; stmt != nullptr; stmt = parents_.at(stmt))
            around.insert(stmt);
        bool more = false;
        walk(*function_.body,
             [&](const ir::Stmt& stmt, const ir::Stmt*) {
                 bool inside = false;
                 for (const auto* up = &stmt; up != nullptr; up = parents_.at(up))
                     inside = inside || up == &loop;
                 if (inside || stmt.as<ir::Null>() != nullptr || !overlaps(stmt.range, range))
                     return;
                 const bool whole = stmt.range.begin < range.begin && stmt.range.end > range.end;
                 more = more || !around.contains(&stmt) || !whole;
             },
             {});
        return more;
    }

    // The local variables that only launches used: they need a `(void)`, as their uses have left the function.
    std::vector<const ir::VarDecl*> dead_variables(const ir::Kernel& kernel, const KernelVariables& variables,
                                                   bool& final_value) {
        std::vector<const ir::VarDecl*> dead;
        const auto& canonical = kernel.loop->as<ir::For>()->canonical;
        final_value = !canonical.declared_here &&
                      (canonical.variable->has_static_lifetime() || host_references_.contains(canonical.variable));
        if (!canonical.declared_here && !final_value)
            dead.push_back(canonical.variable);
        const auto add = [&](const ir::VarDecl* variable) {
            if (!variable->file_scope && !host_references_.contains(variable))
                dead.push_back(variable);
        };
        for (const auto& passed : variables.privates)
            add(passed.variable);
        // A value that is handed back is set, and perhaps never used.
        std::for_each(variables.last_values.begin(), variables.last_values.end(), add);
        std::for_each(variables.accumulated.begin(), variables.accumulated.end(), add);
        return dead;
    }

    // #define and #undef lines in the loop's text stay in force behind it.
    std::string macro_lines(const support::SourceRange& range) const {
        std::string lines;
        for (const auto& event : context_.program.units[static_cast<std::size_t>(unit_)]->macro_events) {
            if (overlaps(event.range, range)) {
                const auto line = context_.sources.position(range.file, event.range.begin).line;
                for (auto number = line;; ++number) {
                    const auto content = context_.sources.line_text(range.file, number);
                    lines += std::string(content) + "\n";
                    if (!content.ends_with('\\'))
                        break;
                }
            }
        }
        return lines;
    }

    void cannot_place(const ir::Site& site, const support::SourceRange& range) {
        context_.diagnostics.error(range,
                                   fmt::format("{} comes out of a macro that holds more than it, so generated code "
                                               "cannot stand before it; write it without the macro",
                                               site.condition != nullptr ? "this condition uses arrays and"
                                                                         : "this statement uses arrays and"));
    }

    static bool is_void(const ir::Site& site) {
        return site.condition->type != nullptr && site.condition->type->kind == ir::TypeKind::Void;
    }

    // Generated code for this place in the user's text: on lines of its own where it names macros of the program's,
    // such as `#define cur world.cur` for the member of that name.
    std::string kept(const std::string& code, support::FileId file, std::uint32_t at) const {
        const auto lines = without_macros(*context_.program.units[static_cast<std::size_t>(unit_)], code + "\n");
        return lines == code + "\n"
                   ? code
                   : "\n" + lines + line_directive(context_.sources, file, context_.sources.position(file, at).line);
    }

    // Sites inside of expressions: of those that begin or end at one place, the larger expression's is outside.
    void place_inside() {
        std::vector<const ir::Site*> inside;
        std::copy_if(sites_.begin(), sites_.end(), std::back_inserter(inside),
                     [](const auto* site) { return site->condition != nullptr; });
        std::stable_sort(inside.begin(), inside.end(), [](const auto* a, const auto* b) {
            const auto &one = a->condition->range, &other = b->condition->range;
            return one.end > other.end || (one.end == other.end && one.begin < other.begin);
        });
        for (const auto* site : inside) {
            const auto& range = site->condition->range;
            if (!range.verbatim) {
                cannot_place(*site, range);
                continue;
            }
            auto& edit = edits_[range.file];
            if (site->window) {
                edit.insert_before(range.begin,
                                   fmt::format("(*({{ __auto_type {} = &(", context_.name("at_" + site->name)));
                continue;
            }
            edit.insert_before(range.begin,
                               !site->behind    ? kept("(" + site_call(context_, *site) + ", ", range.file, range.begin)
                               : is_void(*site) ? std::string("({ ")
                                                : fmt::format("({{ __auto_type {} = ", context_.name("value")));
        }
        for (auto at = inside.rbegin(); at != inside.rend(); ++at) {
            const auto& site = **at;
            const std::string value = is_void(site) ? "" : context_.name("value") + "; ";
            const auto end = site.condition->range.end;
            const auto file = site.condition->range.file;
            if (site.window) {
                edits_[file].insert_after(end, fmt::format("); hydra_rt_at(&{0}, {1}, sizeof *{1}); {1}; }}))",
                                                           context_.name("site_" + site.name),
                                                           context_.name("at_" + site.name)));
                continue;
            }
            edits_[file].insert_after(
                end, site.behind ? "; " + kept(site_call(context_, site) + "; ", file, end) + value + "})" : ")");
        }
    }

    void place_site(const ir::Site& site) {
        const auto call = site_call(context_, site);
        in_place_ += call;
        const auto* statement = site.statement;
        bool labelled = false;
        for (const auto* inner = labelled_statement(*statement); inner != nullptr;
             inner = labelled_statement(*statement))
            statement = inner;
        const ir::Stmt* outer = parents_.at(statement);
        while (outer != nullptr && labelled_statement(*outer) != nullptr) {
            labelled = true;
            outer = parents_.at(outer);
        }
        const bool item = outer == nullptr || outer->as<ir::Compound>() != nullptr;
        const auto& range = statement->range;
        if (!range.verbatim && !begins_alone(*statement, outer)) {
            cannot_place(site, range);
            return;
        }
        auto& edit = edits_[range.file];
        const Front front = before_pragmas(context_.sources.file(range.file).text, range.begin,
                                           pragma_macros_.before(range.file, range.begin));
        const auto in_front = [&](const std::string& code) {
            const auto text = kept(code, range.file, front.at);
            const auto line = context_.sources.position(range.file, front.at).line;
            edit.insert_before(
                front.at, front.own_line ? text + "\n" + line_directive(context_.sources, range.file, line) : text);
        };
        if (site.alone) {
            in_front((item ? "" : "{ ") + (site.varies ? call + "; hydra_rt_settle(); { " : "if (" + call + ") { "));
            edit.insert_after(range.end, fmt::format(" }} {};{}", together_call(site), item ? "" : " }"));
            return;
        }
        // A label must be followed by a statement: the call is one.
        if (item || (labelled && statement->as<ir::DeclStmt>() != nullptr)) {
            in_front(call + (context_.for_reading
                                 ? ";\n" + indentation(context_.sources.file(range.file).text, range.begin)
                                 : "; "));
        } else {
            in_front("{ " + call + "; ");
            edit.insert_after(range.end, " }");
        }
    }

    static const ir::Stmt* labelled_statement(const ir::Stmt& stmt) {
        if (const auto* label = stmt.as<ir::Label>())
            return label->body.get();
        if (const auto* label = stmt.as<ir::Case>())
            return label->body.get();
        const auto* label = stmt.as<ir::Default>();
        return label != nullptr ? label->body.get() : nullptr;
    }

    // Whether the statement, made by a macro together with others, is the first that the macro makes: then what stands
    // before the macro stands before the statement. Only among the items of a block, whose own brace and head must not
    // come out of the macro too, unless it is a mere block (also of `do … while (0)`) that the macro begins with.
    bool begins_alone(const ir::Stmt& stmt, const ir::Stmt* outer) const {
        const auto* block = outer == nullptr ? nullptr : outer->as<ir::Compound>();
        if (block == nullptr)
            return false;
        for (const auto& item : block->items) {
            if (item.get() == &stmt)
                break;
            if (overlaps(item->range, stmt.range))
                return false;
        }
        const auto& range = stmt.range;
        if (outer->range.file == range.file && outer->range.begin < range.begin && outer->range.end > range.end)
            return true;
        const ir::Stmt* around = parents_.at(outer);
        const auto* once = around != nullptr ? around->as<ir::DoWhile>() : nullptr;
        if (once != nullptr && ir::constant_value(*once->cond) == 0) { // do { … } while (0)
            outer = around;
            around = parents_.at(outer);
        }
        return begins_alone(*outer, around);
    }

    void place_registrations() {
        std::set<const ir::VarDecl*> arrays;
        for (const auto& function : context_.program.functions)
            if (function.decl == &function_)
                collect_arrays(function.body, arrays);
        std::string parameters;
        for (const auto& parameter : function_.params)
            if (arrays.contains(parameter.get()))
                parameters += " " + registration(context_, *parameter, false);
        const auto& body = function_.body->range;
        if (!parameters.empty() && body.verbatim) // else its loops run on every rank alike
            edits_[body.file].insert_after(body.begin + 1, parameters);
        std::map<const ir::Stmt*, std::string> texts;
        for (const auto* array : arrays) {
            const auto at = declared_by_.find(array);
            if (at != declared_by_.end())
                texts[at->second] = "";
        }
        for (auto& [stmt, text] : texts) {
            const auto& variables = stmt->as<ir::DeclStmt>()->variables;
            for (const auto& variable : variables)
                if (arrays.contains(variable.get()))
                    text += " " + registration(context_, *variable, is_blank(variables, *variable));
            const auto* parent = parents_.at(stmt);
            if (!stmt->range.verbatim || (parent != nullptr && parent->as<ir::Compound>() == nullptr)) {
                context_.diagnostics.error(stmt->range,
                                           "this array's declaration comes out of a macro, or stands in a loop's "
                                           "head; write it as a statement of its own");
                continue;
            }
            edits_[stmt->range.file].insert_after(stmt->range.end, text);
        }
    }

    const Context& context_;
    const Clones& clones_;
    const Clone* single_; // the copy for one rank; null: there is none
    const SingleCopies& singles_;
    Edits single_edits_; // what it differs in from the user's text
    int unit_;
    const ir::FunctionDecl& function_;
    support::FileId file_;
    const FileEdits& base_;
    Offloads* offloads_;
    TypeCopies& types_;
    std::set<const ir::FunctionDecl*>& declared_;
    MemberTables& tables_;
    FileEdits& edits_;
    PragmaMacrosOf pragma_macros_;
    std::map<const ir::Stmt*, const ir::Stmt*> parents_;
    std::map<const ir::VarDecl*, const ir::Stmt*> declared_by_;
    std::set<const ir::VarDecl*> host_references_;
    std::vector<const ir::Kernel*> kernels_;
    std::vector<const ir::Site*> sites_;
    std::map<std::string, std::vector<std::string>> first_; // see declared_first: names by type
    std::string in_place_;                                  // what was generated inside of the function
};

// The functions as they follow one another in the text, those of headers first.
std::vector<const ir::FunctionDecl*> in_order(const ir::TranslationUnit& unit) {
    std::vector<const ir::FunctionDecl*> list;
    for (const auto& function : unit.functions)
        if (function.body && function.in_user_file && function.whole.valid())
            list.push_back(&function);
    std::stable_sort(list.begin(), list.end(), [&unit](const auto* a, const auto* b) {
        const auto place = [&unit](const auto* function) {
            return std::tuple(function->whole.file == unit.file, function->whole.file, function->whole.begin);
        };
        return place(a) < place(b);
    });
    return list;
}

} // namespace

void place_unit(const Context& context, const Clones& clones, const SingleCopies& singles, int unit,
                const FileEdits& base, Offloads* offloads, FileEdits& edits) {
    const auto& tree = *context.program.units[static_cast<std::size_t>(unit)];
    TypeCopies types(tree);
    std::set<const ir::FunctionDecl*> declared;
    MemberTables tables;
    for (const auto* function : in_order(tree))
        FunctionPlacer(context, clones, singles, unit, *function, base, offloads, types, declared, tables, edits)
            .place();
    for (const auto* tag : types.named_in_place())
        edits[tree.file].insert_before(tag->body.begin, tag->outside + " ");
    std::vector<const ir::VarDecl*> arrays;
    for (const auto& [owner, array] : context.program.static_arrays)
        if (owner == unit)
            arrays.push_back(array);
    const auto checks = context.program.kernels.empty() ? std::string() : layout_checks(tree);
    const auto named =
        accessor_functions(context.program, unit) + (arrays.empty() ? "" : static_registration(context, tree, arrays));
    if (!named.empty() || !checks.empty()) {
        const auto& text = context.sources.file(tree.file).text;
        const auto last = without_macros(tree, checks + named);
        edits[tree.file].insert_before(static_cast<std::uint32_t>(text.size()),
                                       context.for_reading ? marked(Part::fast, last) : last);
    }
}

} // namespace hydra::codegen

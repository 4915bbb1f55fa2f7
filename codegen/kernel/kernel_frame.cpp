// See kernel_frame.h.
#include "codegen/kernel/kernel_frame.h"

#include <algorithm>
#include <map>
#include <set>

#include "codegen/kernel/notes.h"
#include "codegen/text/text.h"

namespace hydra::codegen {

bool inside(const ir::SourceRange& inner, const ir::SourceRange& outer) {
    return inner.valid() && inner.file == outer.file && inner.begin >= outer.begin && inner.end <= outer.end;
}

std::string KernelFrame::lo() const { return context_.name("lo"); }

std::string KernelFrame::hi() const { return context_.name("hi"); }

LengthText KernelFrame::lengths_of(const Passed& passed) const {
    return [this, &passed](int depth, const ir::Type&) { return passed.length_text(depth, args_); };
}

std::string KernelFrame::own_copy(const ir::VarDecl& variable, const LengthText& lengths) const {
    return declaration(unit_, plain(variable.type), variable.name, lengths) + ir::alignment_text(variable);
}

std::string KernelFrame::member(const Passed& passed) const {
    const auto& variable = *passed.variable;
    std::string text;
    for (const auto& length : passed.lengths)
        text += fmt::format("    long {};\n", length.member);
    const auto none = [](int, const ir::Type&) { return std::string(); };
    return text + declare(variable, [&]() -> std::string {
               switch (passed.how) {
               case Passed::How::external:
                   return "";
               case Passed::How::reference:
                   return fmt::format("    {};\n", pointer_declaration(unit_, variable.type, variable.name, none));
               case Passed::How::pointer:
                   if (!ir::has_run_time_length(variable.type->inner))
                       return fmt::format("    {};\n",
                                          pointer_declaration(unit_, variable.type->inner, variable.name, none));
                   break;
               case Passed::How::value:
                   if (!ir::has_run_time_length(variable.type))
                       return fmt::format("    {};\n", declaration(unit_, plain(variable.type), variable.name, none));
                   break;
               }
               return fmt::format("    void *{};\n", variable.name);
           });
}

std::string KernelFrame::structure() const {
    if (!has_arguments_)
        return "";
    std::string members;
    if (kernel_.space.counted)
        members += fmt::format("    long {}, {};\n", context_.name("start"), context_.name("step"));
    for (const auto& passed : variables_.captured)
        members += member(passed);
    for (const auto& passed : variables_.firstprivates)
        members += member(passed);
    for (const auto* list : {&variables_.privates, &variables_.reduced}) {
        for (const auto& passed : *list)
            for (const auto& length : passed.lengths)
                members += fmt::format("    long {};\n", length.member);
    }
    for (const auto* variable : variables_.last_values)
        members += member({variable, Passed::How::value, {}});
    const auto name = context_.name("args_" + kernel_.name);
    if (context_.for_reading) { // each member in a line of its own, after four blanks
        constexpr std::size_t widest = 118;
        std::string line = fmt::format("struct {} {{", name);
        for (std::size_t at = 0, end = 0; at < members.size(); at = end + 1) {
            end = members.find('\n', at);
            line += members.substr(at + 3, end - at - 3);
        }
        if (line.size() < widest)
            return line + " };\n";
    }
    return fmt::format("struct {} {{\n{}}};\n\n", name, members);
}

std::string KernelFrame::local(const Passed& passed) const {
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
                pointer_declaration(unit_, variable.type->inner, "const " + variable.name, lengths_of(passed)), args_,
                variable.name);
        case Passed::How::value:
            return fmt::format("    {}{} = {};\n", declaration(unit_, variable.type, variable.name, lengths_of(passed)),
                               ir::alignment_text(variable),
                               variable.kept && *variable.kept > INT64_MIN
                                   ? std::to_string(*variable.kept) // native compilers make more of it
                                   : args_ + "->" + variable.name);
        }
        return "";
    });
}

namespace {

// What the iterations have of their own may have the name of a global variable, which it is to hide.
std::string hiding(const std::vector<const ir::VarDecl*>& declared, const std::string& text, bool lines) {
    const bool hides =
        std::any_of(declared.begin(), declared.end(), [](const ir::VarDecl* variable) { return variable->file_scope; });
    if (!hides || text.empty())
        return text;
    return lines ? "#pragma GCC diagnostic push\n#pragma GCC diagnostic ignored \"-Wshadow\"\n" + text +
                       "#pragma GCC diagnostic pop\n"
                 : " _Pragma(\"GCC diagnostic push\") _Pragma(\"GCC diagnostic ignored \\\"-Wshadow\\\"\")" + text +
                       " _Pragma(\"GCC diagnostic pop\")";
}

} // namespace

std::string KernelFrame::arguments() const {
    return has_arguments_ ? fmt::format("    struct {} *const {} = {};\n", context_.name("args_" + kernel_.name), args_,
                                        context_.name("args"))
                          : fmt::format("    (void){};\n", context_.name("args"));
}

std::string KernelFrame::captured_locals(const std::vector<const Passed*>& given) const {
    std::string text;
    for (const auto& passed : variables_.captured) {
        const bool known = std::find(given.begin(), given.end(), &passed) != given.end();
        text += known ? "" : local(passed);
    }
    return text;
}

std::string KernelFrame::local_clone_names() const {
    const auto clones = clone_names(context_, clones_, kernel_.unit, variables_.functions, "\n    ");
    return clones.empty() ? "" : clones.substr(1) + "\n";
}

std::string KernelFrame::locals(const std::vector<const Passed*>& given) const {
    std::string text;
    const auto& reductions = loop_.directive->reductions;
    const auto& stored = loop_.directive->last_stored;
    text += reductions.empty() && stored.empty() ? fmt::format("    (void){};\n", context_.name("partial")) : "";
    text += variables_.last_values.empty() ? fmt::format("    (void){};\n", context_.name("last")) : "";
    text += captured_locals(given);
    for (const auto* variable : variables_.last_values)
        text += declare(*variable, [&] { return fmt::format("    {} = 0;\n", own_copy(*variable, {})); });
    for (std::size_t index = 0, array = 0; index < reductions.size(); ++index) {
        const auto& variable = *reductions[index].variable;
        if (reductions[index].is_array()) {
            text += reduced_array(variables_.reduced[array++], index);
            continue;
        }
        text += declare(variable, [&] {
            return fmt::format("    {} = *({} *){}[{}];\n", own_copy(variable, {}),
                               declaration(unit_, plain(variable.type), "", {}), context_.name("partial"), index);
        });
        if (!reductions[index].noted.empty())
            text += fmt::format("    int {} = *{};\n", note_name(context_, index), note_cell(index));
    }
    text += stored_locals();
    for (std::size_t index = 0; index < stored.size(); ++index) {
        text += fmt::format("    long {} = ((hydra_rt_last *){})->when;\n"
                            "    __builtin_memcpy(&{}, {}, sizeof {});\n",
                            when(index), partial(index), target(stored[index]), value_of(index), target(stored[index]));
    }
    std::vector<const ir::VarDecl*> own = variables_.last_values;
    for (const auto& reduction : reductions)
        own.push_back(reduction.variable);
    for (const auto& each : stored)
        own.push_back(each.variable);
    return (given.empty() ? arguments() : "") + hiding(own, text, true) + local_clone_names();
}

std::string KernelFrame::stored_locals() const {
    std::set<const ir::VarDecl*> declared;
    std::string text;
    for (const auto& stored : loop_.directive->last_stored) {
        const auto& variable = *stored.variable;
        if (declared.insert(&variable).second) {
            text += declare(
                variable,
                [&] {
                    return fmt::format("    {} = {};\n    (void){};\n", own_copy(variable, {}),
                                       variable.type->is_record() ? "{0}" : "0", variable.name);
                });
        }
    }
    return text;
}

std::string KernelFrame::note_cell(std::size_t index) const {
    return fmt::format("(int *)((char *){}[{}] + HYDRA_RT_NOTE)", context_.name("partial"), index);
}

std::string KernelFrame::when(std::size_t index) const { return fmt::format("{}_{}", context_.name("when"), index); }

std::string KernelFrame::partial(std::size_t index) const {
    return fmt::format("{}[{}]", context_.name("partial"), loop_.directive->reductions.size() + index);
}

std::string KernelFrame::value_of(std::size_t index) const {
    return fmt::format("(char *){} + HYDRA_RT_LAST_VALUE", partial(index));
}

std::string KernelFrame::target(const ir::LastStored& stored) { return stored.variable->name + stored.member; }

std::string KernelFrame::reduced_array(const Passed& passed, std::size_t index) const {
    const auto& variable = *passed.variable;
    return declare(variable, [&] {
        const auto what =
            passed.how == Passed::How::pointer
                ? pointer_declaration(unit_, variable.type->inner, "const " + variable.name, lengths_of(passed))
                : declaration(unit_, plain(variable.type), variable.name, lengths_of(passed));
        return fmt::format("    {} = {}[{}];\n    (void){};\n", what, context_.name("partial"), index, variable.name);
    });
}

bool KernelFrame::direct() const {
    using enum ir::TypeKind;
    const auto kind = loop_.canonical.variable->type->kind;
    const bool is_signed = kind == Int || kind == Long || kind == LLong;
    const bool is_unsigned = kind == UInt || kind == ULong || kind == ULLong;
    return !kernel_.space.counted && (is_signed || (is_unsigned && !kernel_.space.descending));
}

std::string KernelFrame::header() const {
    const auto& variable = *loop_.canonical.variable;
    if (direct()) {
        const auto type = declaration(unit_, plain(variable.type), "", {});
        const auto cast = type == "long" ? std::string() : "(" + type + ")";
        if (kernel_.space.descending) {
            return fmt::format("for ({0} {1} = {2}({3} - 1); {1} >= {2}{4}; {1}--)", type, variable.name, cast, hi(),
                               lo());
        }
        return fmt::format("for ({0} {1} = {2}{3}; {1} < {2}{4}; {1}++)", type, variable.name, cast, lo(), hi());
    }
    const auto x = context_.name("x");
    if (kernel_.space.descending && !kernel_.space.counted)
        return fmt::format("for (long {0} = {1} - 1; {0} >= {2}; {0}--)", x, hi(), lo());
    return fmt::format("for (long {0} = {1}; {0} < {2}; {0}++)", x, lo(), hi());
}

std::string KernelFrame::per_iteration() const {
    std::string text;
    const auto& variable = *loop_.canonical.variable;
    if (!direct() && variables_.uses_loop_variable) {
        const auto x = context_.name("x");
        const auto value = kernel_.space.counted ? fmt::format("({}->{} + {} * {}->{})", args_, context_.name("start"),
                                                               x, args_, context_.name("step"))
                                                 : x;
        text += declare(variable, [&] {
            return fmt::format(" {} = ({}){};", declaration(unit_, plain(variable.type), variable.name, {}),
                               declaration(unit_, plain(variable.type), "", {}), value);
        });
    }
    if (!loop_.directive->last_stored.empty()) { // grows from iteration to iteration
        const bool back = kernel_.space.descending && !kernel_.space.counted;
        text += fmt::format(" const long {0} = {1}(long){2}; (void){0};", context_.name("now"), back ? "-" : "",
                            direct() ? variable.name : context_.name("x"));
    }
    std::vector<const ir::VarDecl*> declared;
    std::string own;
    for (const auto& passed : variables_.privates) {
        declared.push_back(passed.variable);
        own += declare(*passed.variable,
                       [&] { return fmt::format(" {};", own_copy(*passed.variable, lengths_of(passed))); });
    }
    for (const auto& passed : variables_.firstprivates) {
        const auto& name = passed.variable->name;
        declared.push_back(passed.variable);
        own += declare(*passed.variable, [&] {
            const auto what = own_copy(*passed.variable, lengths_of(passed));
            return passed.how == Passed::How::pointer
                       ? fmt::format(" {0}; __builtin_memcpy({1}, {2}->{1}, sizeof {1});", what, name, args_)
                       : fmt::format(" {} = {}{}->{};", what, passed.how == Passed::How::reference ? "*" : "", args_,
                                     name);
        });
    }
    text += hiding(declared, own, false);
    for (const auto* written : variables_.written_only)
        text += fmt::format(" (void){};", written->name);
    return text;
}

std::string KernelFrame::results() const {
    std::string text;
    const auto& reductions = loop_.directive->reductions;
    for (std::size_t index = 0; index < reductions.size(); ++index) {
        const auto& variable = *reductions[index].variable;
        if (reductions[index].is_array())
            continue;
        text += declare(variable, [&] {
            return fmt::format("    *({} *){}[{}] = {};\n", declaration(unit_, plain(variable.type), "", {}),
                               context_.name("partial"), index, variable.name);
        });
        if (!reductions[index].noted.empty())
            text += fmt::format("    *{} = {};\n", note_cell(index), note_name(context_, index));
    }
    const auto& stored = loop_.directive->last_stored;
    for (std::size_t index = 0; index < stored.size(); ++index) {
        text += fmt::format("    ((hydra_rt_last *){})->when = {};\n"
                            "    __builtin_memcpy({}, &{}, sizeof {});\n",
                            partial(index), when(index), value_of(index), target(stored[index]), target(stored[index]));
        if (stored[index].with != nullptr) { // which it is found by
            text += fmt::format("    __builtin_memcpy((char *){} + HYDRA_RT_LAST_KEY, &{}, sizeof {});\n",
                                partial(index), stored[index].with->name, stored[index].with->name);
        }
    }
    for (const auto* variable : variables_.accumulated)
        text += fmt::format("    {0}->{1} = {1};\n", args_, variable->name);
    if (!variables_.last_values.empty()) {
        text += fmt::format("    if ({}) {{\n", context_.name("last"));
        for (const auto* variable : variables_.last_values)
            text += fmt::format("        {}->{} = {};\n", args_, variable->name, variable->name);
        text += "    }\n";
    }
    return text;
}

bool KernelFrame::is_outside(const ir::SourceRange& range) const {
    return inside(range, kernel_.function->whole) && !inside(range, kernel_.loop->range);
}

std::string KernelFrame::local_constants() const {
    std::map<std::string, std::int64_t> constants;
    for (const auto& use : unit_.local_uses)
        if (use.constant != nullptr && inside(use.at, loop_.body->range) && is_outside(use.declared))
            constants[use.constant->name] = use.constant->value;
    std::string text;
    for (const auto& [name, value] : constants)
        text += fmt::format("    enum {{ {} = {} }};\n", name, value);
    return text;
}

} // namespace hydra::codegen

// A launch is a list of steps, each a line of C with a comment that says what the step is for.
#include "codegen/host/host.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codegen/host/descriptors.h"
#include "codegen/host/header_checks.h"
#include "codegen/host/steps.h"
#include "codegen/kernel/cut_rounds.h"
#include "codegen/text/declarator.h"
#include "codegen/text/macro_guard.h"
#include "codegen/text/text.h"

namespace hydra::codegen {

namespace {

// An expression whose source text reads memory or divides is only evaluated where the condition holds.
std::string guarded(const std::string& source, const std::string& text, const std::string& condition) {
    const bool traps = source.find("->") != std::string::npos || source.find_first_of("*[/%") != std::string::npos;
    return traps && !condition.empty() ? fmt::format("{} ? {} : 0", condition, text) : text;
}

bool element_is_const(ir::TypeRef type) {
    type = type->inner;
    while (type->is_array())
        type = type->inner;
    return type->quals.is_const;
}

// The C expressions of what hydra_rt_begin and hydra_rt_serial are given, without braces: "(void *)a, (void *)b".
// condition: what must hold before memory is read for them; empty: nothing.
std::string pointer_list(const std::vector<ir::Slot>& slots, const std::vector<ir::Watched>& watched,
                         const std::vector<ir::HostExpr>& marks, const std::string& condition) {
    std::vector<std::string> texts;
    for (const auto& slot : slots) {
        const auto host = slot.host.text();
        const bool plain = host.find_first_of(" +-*?&.") == std::string::npos;
        const auto* type = slot.variable != nullptr ? slot.variable->type : nullptr;
        const bool is_const = type != nullptr && (type->is_pointer() || type->is_array()) && element_is_const(type);
        // By way of an integer, a cast takes `const` away without a warning.
        const auto cast = std::string(is_const ? "(void *)(unsigned long)" : "(void *)");
        texts.push_back(guarded(host, cast + (plain ? host : "(" + host + ")"), condition));
    }
    for (const auto& cell : watched)
        texts.push_back(guarded(cell.host.text(), fmt::format("(void *)({})", cell.host.text()), condition));
    for (const auto& mark : marks) // by way of an integer, for pointers to functions and to what is const
        texts.push_back(guarded(mark.text(), fmt::format("(void *)(unsigned long)({})", mark.text()), condition));
    return fmt::format("{}", fmt::join(texts, ", "));
}

std::string key_list(const std::vector<ir::Key>& keys, const std::string& condition) {
    std::vector<std::string> texts;
    texts.reserve(keys.size());
    for (const auto& key : keys)
        texts.push_back(guarded(key.host.text(), key.host.text(), condition));
    return fmt::format("{}", fmt::join(texts, ", "));
}

// "*(struct hydra_type_main_point *)&": the struct as its copy has it.
std::string copied_value(const ir::TranslationUnit& unit, const ir::VarDecl& variable) {
    return fmt::format("*(const {} *)&", declaration(unit, variable.type->unqualified, "", {}));
}

std::string initializer(const ir::TranslationUnit& unit, const Passed& passed) {
    const auto& variable = *passed.variable;
    std::string text;
    for (const auto& length : passed.lengths)
        text += fmt::format("{}.{} = {}", text.empty() ? "" : ", ", length.member, length.host);
    if (passed.how == Passed::How::external)
        return text;
    const bool erased =
        ir::names_copy(variable.type) ||
        ir::has_run_time_length(passed.how == Passed::How::pointer ? variable.type->inner : variable.type);
    const bool record = passed.how == Passed::How::value && variable.type->is_record() && erased;
    const auto prefix = record                                 ? copied_value(unit, variable)
                        : passed.how == Passed::How::reference ? std::string(erased ? "(void *)&" : "&")
                                                               : std::string(erased ? "(void *)" : "");
    return text + fmt::format("{}.{} = {}{}", text.empty() ? "" : ", ", variable.name, prefix, variable.name);
}

std::vector<std::string> initializers(const Context& context, const ir::Kernel& kernel,
                                      const KernelVariables& variables) {
    std::vector<std::string> list;
    if (kernel.space.counted) {
        list.push_back(fmt::format(".{} = {}, .{} = {}", context.name("start"), context.name("from"),
                                   context.name("step"), context.name("by")));
    }
    for (const auto* group : {&variables.captured, &variables.firstprivates})
        for (const auto& passed : *group)
            list.push_back(initializer(*context.program.units[static_cast<std::size_t>(kernel.unit)], passed));
    for (const auto* group : {&variables.privates, &variables.reduced}) {
        for (const auto& passed : *group)
            for (const auto& length : passed.lengths)
                list.push_back(fmt::format(".{} = {}", length.member, length.host));
    }
    std::erase(list, "");
    return list;
}

// An initialiser of a long without a cast to that.
std::string without_long(const std::string& text) {
    const std::string cast = "(long)";
    if (!text.starts_with(cast))
        return text;
    const auto rest = text.substr(cast.size());
    const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    if (std::all_of(rest.begin(), rest.end(), is_word))
        return rest;
    int depth = 0;
    for (std::size_t i = 0; i < rest.size(); ++i) {
        depth += rest[i] == '(' ? 1 : rest[i] == ')' ? -1 : 0;
        if (depth == 0)
            return i > 0 && i + 1 == rest.size() ? rest.substr(1, rest.size() - 2) : text;
    }
    return text;
}

class LaunchWriter {
  public:
    LaunchWriter(const Context& context, const ir::Kernel& kernel, const KernelVariables& variables,
                 const std::string& indent)
        : context_(context), kernel_(kernel), variables_(variables), loop_(*kernel.loop->as<ir::For>()),
          indent_(indent), steps_(indent + "    ", !context.for_reading) {}

    void bounds(bool final_value) {
        if (kernel_.space.counted) {
            steps_.step(fmt::format("const long {} = {}, {} = {};", name("from"), kernel_.space.start.text(),
                                    name("by"), kernel_.space.step.text()),
                        "the loop variable's first value and step");
        } else if (final_value) {
            start_ = kernel_.space.descending ? name("end") + " - 1" : name("begin");
            if (kernel_.space.descending &&
                kernel_.space.end !=
                    ir::HostExpr::binary(ir::BinaryOp::add, kernel_.space.start,
                                         ir::HostExpr::number(1))) { // the end is moved where nothing is run
                start_ = name("from");
                steps_.step(fmt::format("const long {} = {};", start_, kernel_.space.start.text()),
                            "the loop variable's first value");
            }
        }
        const auto read = [this](const std::string& text) { return context_.for_reading ? without_long(text) : text; };
        steps_.step(fmt::format("const long {} = {}, {} = {};", name("begin"), read(kernel_.space.begin.text()),
                                name("end"), read(kernel_.space.end.text())),
                    "its iterations: begin <= x < end");
        for (const auto& check : header_checks(context_, kernel_))
            steps_.step(check.code, check.comment);
        if (loop_.directive->condition != nullptr)
            steps_.step(fmt::format("const int {} = {} ? 1 : 0;", name("if"),
                                    ir::HostExpr::group(ir::HostExpr::of(*loop_.directive->condition)).text()),
                        "0: all of it is run where it stands");
    }

    void arguments() {
        if (!variables_.has_arguments(kernel_))
            return;
        const auto list = initializers(context_, kernel_, variables_);
        const auto type = context_.name("args_" + kernel_.name);
        if (list.empty()) {
            steps_.step(fmt::format("struct {} {};", type, name("a")), "what its body hands back");
        } else {
            steps_.step(fmt::format("struct {} {} = {{{}}};", type, name("a"), fmt::join(list, ", ")),
                        "what its body needs");
        }
    }

    void footprint() {
        if (has_pointers()) {
            steps_.step(
                fmt::format("void *const {}[] = {{{}}};", name("p"),
                            pointer_list(kernel_.touches.slots, kernel_.touches.watched, marks_of(kernel_), some())),
                "the arrays it touches");
        }
        if (has_keys()) {
            auto keys = key_list(kernel_.touches.keys, some());
            if (counts_rounds())
                keys += (keys.empty() ? "" : ", ") + kernel_.distribution.grid.rounds.text();
            steps_.step(fmt::format("const long {}[] = {{{}}};", name("k"), keys),
                        counts_rounds() ? "what its footprint depends on, and about how often it is launched"
                                        : "what its footprint depends on");
        }
        if (combines()) {
            std::vector<std::string> list;
            for (const auto& reduction : loop_.directive->reductions)
                if (has_stand_in(reduction)) {
                    const auto& variable = *reduction.variable;
                    steps_.step(fmt::format("{} = {};", declared(variable, stand_in(variable)), variable.name), "");
                    list.push_back("&" + stand_in(variable));
                } else {
                    list.push_back((reduction.is_array() ? "(void *)" : "&") + reduction.variable->name);
                }
            for (const auto& stored : loop_.directive->last_stored)
                list.push_back("&" + stored.variable->name + stored.member);
            steps_.step(fmt::format("void *const {}[] = {{{}}};", name("r"), fmt::join(list, ", ")),
                        loop_.directive->reductions.empty() ? "what it stores into" : "its reductions");
        }
    }

    // Behind the keys stands how many rounds the serial loops have that choose together.
    [[nodiscard]] bool counts_rounds() const {
        return !kernel_.distribution.grid.rounds.empty() && may_form_grid(context_, kernel_);
    }
    [[nodiscard]] bool has_pointers() const {
        return !kernel_.touches.slots.empty() || !kernel_.touches.watched.empty();
    }
    [[nodiscard]] bool has_keys() const { return !kernel_.touches.keys.empty() || counts_rounds(); }

    void launch() {
        const auto l = name("l");
        if (loop_.directive->condition != nullptr)
            steps_.step(fmt::format("if (!{}) hydra_rt_unshared();", name("if")), "every rank runs all iterations");
        if (!loop_.directive->layout.empty()) {
            std::vector<std::string> values;
            for (const auto& each : loop_.directive->layout)
                values.push_back(ir::HostExpr::of(*each).text());
            steps_.step(fmt::format("hydra_rt_placed((const long[]){{{}}});", fmt::join(values, ", ")), "its layout");
        }
        const auto or_null = [this](bool present, const char* what) { return present ? name(what) : std::string("0"); };
        if (context_.for_reading) {
            steps_.step(fmt::format("hydra_rt_parallel(&{}, {}, {}, {}, {}, {}, {}, {});",
                                    context_.name("loop_" + kernel_.name), or_null(has_pointers(), "p"),
                                    or_null(has_keys(), "k"), name("begin"), name("end"), offset(),
                                    variables_.has_arguments(kernel_) ? "&" + name("a") : "0",
                                    or_null(combines(), "r")),
                        "");
            return;
        }
        steps_.step(fmt::format("hydra_rt_launch {};", l), "");
        steps_.step(
            fmt::format("hydra_rt_begin(&{}, &{}, {}, {}, {}, {}, {}, {});", l, context_.name("loop_" + kernel_.name),
                        or_null(has_pointers(), "p"), or_null(has_keys(), "k"), name("begin"), name("end"), offset(),
                        variables_.has_arguments(kernel_) ? "&" + name("a") : "0"),
            kernel_.analysis.replicated ? "every rank runs all iterations" : "which iterations are this rank's");
        steps_.step(fmt::format("hydra_rt_transfer(&{});", l), "makes valid what they read");
        steps_.step(fmt::format("hydra_rt_run(&{});", l),
                    kernel_.analysis.replicated ? "runs them in order" : "runs them on this rank's threads");
        const bool reduces = combines();
        steps_.step(fmt::format("hydra_rt_commit(&{}, {});", l, or_null(reduces, "r")),
                    reduces ? "records what all ranks wrote, combines the reductions" : "records what all ranks wrote");
    }

    // All iterations, on this thread.
    void run_here() {
        steps_.step(fmt::format("{}({}, {}, {}, 0, 1);", context_.name("run_" + kernel_.name),
                                variables_.has_arguments(kernel_) ? "&" + name("a") : "0", name("begin"), name("end")),
                    "as it stands");
    }

    // What there is one rank for. The iterations of a sum are put together in blocks, on one thread too.
    void spread() {
        const auto or_null = [this](bool present, const char* what) { return present ? name(what) : std::string("0"); };
        steps_.step(fmt::format("{} = hydra_rt_spread(&{}, {}, {}, {}, {}, {}, {});", name("how"),
                                context_.name("loop_" + kernel_.name), or_null(has_pointers(), "p"),
                                or_null(has_keys(), "k"), name("begin"), name("end"),
                                variables_.has_arguments(kernel_) ? "&" + name("a") : "0", or_null(combines(), "r")),
                    "whether it has run");
    }

    void results(const std::vector<const ir::VarDecl*>& dead, bool final_value) {
        const auto some = this->some();
        for (const auto& reduction : loop_.directive->reductions)
            if (has_stand_in(reduction))
                steps_.step(fmt::format("{} = {};", reduction.variable->name, stand_in(*reduction.variable)), "");
        for (const auto* variable : variables_.last_values)
            steps_.step(fmt::format("if ({}) {};", some, handed_back(*variable)), "as the last iteration left it");
        for (const auto* variable : variables_.accumulated)
            steps_.step(handed_back(*variable) + ";", "as the iterations left it, in order");
        const auto& variable = *loop_.canonical.variable;
        if (final_value) {
            auto value = kernel_.space.counted
                             ? fmt::format("{0} + ({1} ? {2} : 0) * {3}", name("from"), some, name("end"), name("by"))
                         : kernel_.space.descending ? fmt::format("{} ? {} - 1 : {}", some, name("begin"), start_)
                                                    : fmt::format("{} ? {} : {}", some, name("end"), start_);
            steps_.step(fmt::format("{} = ({})({});", variable.name, cast_type(variable), value),
                        "the loop variable's last value");
        }
        for (const auto* unused : dead)
            steps_.step(fmt::format("(void){};", unused->name), "");
    }

    // Where bounds() has been written elsewhere.
    void bounds_known(bool final_value) {
        LaunchWriter other(context_, kernel_, variables_, "");
        other.bounds(final_value);
        start_ = other.start_;
    }
    // results() where the condition holds.
    void results_if(const std::string& condition, bool final_value) {
        LaunchWriter other(context_, kernel_, variables_, indent_ + "    ");
        other.start_ = start_;
        other.results({}, final_value);
        if (!other.text().empty()) {
            steps_.step(fmt::format("if ({}) {{", condition), "");
            steps_.add(other.text());
            steps_.step("}", "");
        }
    }

    [[nodiscard]] const std::string& text() const { return steps_.text(); }

  private:
    [[nodiscard]] bool combines() const {
        return !loop_.directive->reductions.empty() || !loop_.directive->last_stored.empty();
    }
    // A variable whose address goes nowhere stays in a register where the loop runs in its place: the runtime gets that
    // of another one, which takes its value and hands it back.
    [[nodiscard]] static bool has_stand_in(const ir::Reduction& reduction) {
        return !reduction.is_array() && reduction.variable->type->is_scalar() &&
               !reduction.variable->has_static_lifetime();
    }
    [[nodiscard]] std::string stand_in(const ir::VarDecl& variable) const {
        return context_.name("of_" + variable.name);
    }
    [[nodiscard]] std::string declared(const ir::VarDecl& variable, const std::string& as) const {
        const auto type = variable.type->unqualified != nullptr ? variable.type->unqualified : variable.type;
        return declaration(*context_.program.units[static_cast<std::size_t>(kernel_.unit)], type, as, {});
    }
    [[nodiscard]] std::string name(const char* what) const { return context_.name(what); }
    // The condition under which there are iterations.
    // What it reads need not be there where there are no iterations.
    [[nodiscard]] std::string offset() const {
        const auto& host = kernel_.distribution.alignment.offset;
        return host.constant() ? host.text() : fmt::format("{} ? {} : 0", some(), host.text());
    }
    [[nodiscard]] std::string some() const { return fmt::format("{} < {}", name("begin"), name("end")); }
    [[nodiscard]] std::string handed_back(const ir::VarDecl& variable) const {
        const bool copy = ir::names_copy(variable.type);
        return copy && variable.type->is_record()
                   ? fmt::format("__builtin_memcpy(&{0}, &{1}.{0}, sizeof {0})", variable.name, name("a"))
                   : fmt::format("{0} = {2}{1}.{0}", variable.name, name("a"), copy ? "(void *)" : "");
    }
    [[nodiscard]] std::string cast_type(const ir::VarDecl& variable) const {
        const auto type = variable.type->unqualified != nullptr ? variable.type->unqualified : variable.type;
        return declaration(*context_.program.units[static_cast<std::size_t>(kernel_.unit)], type, "", {});
    }

    const Context& context_;
    const ir::Kernel& kernel_;
    const KernelVariables& variables_;
    const ir::For& loop_;
    std::string indent_;
    Steps steps_;
    std::string start_;
};

// Whether some loop may write parts of the array that only the run tells: ranks then compare what they have with what
// they had, and what lay on the stack before would tell them apart.
bool may_be_merged(const ir::Program& program, const ir::VarDecl& array) {
    return std::any_of(
        program.kernels.begin(), program.kernels.end(),
        [&](const ir::Kernel& kernel) {
            return std::any_of(
                kernel.touches.accesses.begin(), kernel.touches.accesses.end(),
                [&](const ir::Access& access) {
                    if (access.kind != ir::AccessKind::may_write)
                        return false;
                    const auto* variable = access.slot < 0
                                               ? nullptr
                                               : kernel.touches.slots[static_cast<std::size_t>(access.slot)].variable;
                    return variable == nullptr || variable == &array || !variable->type->is_array();
                });
        });
}

// Whether results depend on how iterations are put together: sums and products of floating-point numbers.
bool adds_in_blocks(const ir::Kernel& kernel) {
    const auto& reductions = kernel.loop->as<ir::For>()->directive->reductions;
    return std::any_of(reductions.begin(), reductions.end(), [](const ir::Reduction& reduction) {
        const bool adds = reduction.op == ir::ReductionOp::add || reduction.op == ir::ReductionOp::mul;
        return adds && !reduction.is_array() && !reduction.variable->type->is_integer();
    });
}

// Asks the runtime, where iterations take so long that it may want to run them: sets `how`.
std::string spread_text(const Context& context, const ir::Kernel& kernel, const KernelVariables& variables,
                        const std::string& indent, bool final_value) {
    const auto how = context.name("how"), begin = context.name("begin"), end = context.name("end");
    LaunchWriter inside(context, kernel, variables, indent + "    ");
    inside.bounds_known(final_value);
    inside.arguments();
    inside.footprint();
    inside.spread();
    inside.results_if(how + " == HYDRA_RT_HAS_RUN", final_value);
    const bool conditional = kernel.loop->as<ir::For>()->directive->condition != nullptr;
    const auto asked = conditional ? context.name("if") + " && " : std::string();
    const auto worth = adds_in_blocks(kernel)
                           ? conditional ? context.name("if") : std::string("1")
                           : asked + fmt::format("hydra_rt_worth({} - {}, {})", end, begin, kernel.schedule.weight);
    return fmt::format("{}    if ({}) {{\n", indent, worth) + inside.text() + fmt::format("{}    }}\n", indent);
}

// A function that launches has the body in its kernel already: where all ranks run all of it, that is called, so that
// native compilers translate the body once less. (Where a loop is light, the call would show.) Empty: the loop is to
// stand there as it is, since kernels of its kind hand something back.
std::string kernel_in_place(const Context& context, const ir::Kernel& kernel, const KernelVariables& variables,
                            const std::string& indent, bool final_value) {
    constexpr long light = 20; // operations of an iteration
    const auto& directive = *kernel.loop->as<ir::For>()->directive;
    if (!directive.reductions.empty() || !directive.last_stored.empty() || !variables.last_values.empty() ||
        !variables.accumulated.empty() || kernel.analysis.replicated || kernel.analysis.leaves_errors ||
        kernel.schedule.weight < light)
        return "";
    LaunchWriter here(context, kernel, variables, indent);
    here.bounds_known(final_value);
    here.arguments();
    here.run_here();
    here.results({}, final_value);
    return here.text();
}

} // namespace

std::string launch_block(const Context& context, const ir::Kernel& kernel, const KernelVariables& variables,
                         const std::string& indent, const std::vector<const ir::VarDecl*>& dead, bool final_value,
                         const std::string& kept, const std::string& loop_text) {
    const auto& unit = *context.program.units[static_cast<std::size_t>(kernel.unit)];
    const auto& variable = *kernel.loop->as<ir::For>()->canonical.variable;
    const auto title = fmt::format("{{ /* the parallel loop over {}, {} */\n", variable.name, comment_text(kernel.at));
    LaunchWriter writer(context, kernel, variables, indent);
    writer.bounds(final_value);
    if (loop_text.empty()) {
        writer.arguments();
        writer.footprint();
        writer.launch();
        writer.results(dead, final_value);
        return title + without_macros(unit, writer.text()) + kept + indent + "}";
    }
    const auto how = context.name("how");
    LaunchWriter shared(context, kernel, variables, indent + "    ");
    shared.bounds_known(final_value);
    shared.arguments();
    shared.footprint();
    shared.launch();
    const auto here = kernel_in_place(context, kernel, variables, indent + "    ", final_value);
    shared.results(here.empty() ? std::vector<const ir::VarDecl*>() : dead, final_value); // else the loop names them
    auto text = writer.text();
    text += fmt::format("{0}    int {1} = hydra_rt_single ? HYDRA_RT_HERE : HYDRA_RT_SHARED;\n"
                        "{0}    if ({1} == HYDRA_RT_HERE) {{\n",
                        indent, how);
    text += spread_text(context, kernel, variables, indent + "    ", final_value) + indent + "    }\n";
    text += fmt::format("{0}    if ({1} == HYDRA_RT_SHARED) {{\n", indent, how) + shared.text() +
            fmt::format("{0}    }} else if ({1} == HYDRA_RT_HERE)", indent, how);
    return here.empty() ? title + without_macros(unit, text + "\n") + loop_text + "\n" + indent + "}"
                        : title + without_macros(unit, text + " {\n" + here + indent + "    }\n") + indent + "}";
}

std::string single_block(const Context& context, const ir::Kernel& kernel, const KernelVariables& variables,
                         const std::string& indent, bool final_value, const std::string& loop_text) {
    const auto& unit = *context.program.units[static_cast<std::size_t>(kernel.unit)];
    const auto how = context.name("how");
    LaunchWriter head(context, kernel, variables, indent);
    head.bounds(final_value);
    auto text = head.text() + fmt::format("{}    int {} = HYDRA_RT_HERE;\n", indent, how);
    text += spread_text(context, kernel, variables, indent, final_value);
    text += fmt::format("{}    if ({} == HYDRA_RT_HERE)\n", indent, how);
    return fmt::format("{{ /* the parallel loop over {}, {} */\n", kernel.loop->as<ir::For>()->canonical.variable->name,
                       comment_text(kernel.at)) +
           without_macros(unit, text) + loop_text + "\n" + indent + "}";
}

std::string site_call(const Context& context, const ir::Site& site) {
    if (!site.copied.empty()) {
        return fmt::format("hydra_rt_copy({}, {}, (unsigned long)({}))", string_literal(site.at),
                           pointer_list(site.touches.slots, site.touches.watched, {}, "") +
                               (site.touches.slots.size() == 1 ? ", 0" : ""),
                           site.copied.text());
    }
    const auto pointers =
        site.touches.slots.empty()
            ? std::string("0")
            : fmt::format("(void *const[]){{{}}}", pointer_list(site.touches.slots, site.touches.watched, {}, ""));
    const auto keys = site.touches.keys.empty() ? std::string("0")
                                                : fmt::format("(const long[]){{{}}}", key_list(site.touches.keys, ""));
    const std::string call =
        fmt::format("{}(&{}, {}, {})", site.alone && !site.varies ? "hydra_rt_alone" : "hydra_rt_serial",
                    context.name("site_" + site.name), pointers, keys);
    if (!site.when.empty())
        return fmt::format("{} ? {} : (void)0", site.when.text(), call);
    std::vector<std::string> streams;
    for (const auto& stream : site.streams)
        streams.push_back(stream.text());
    return streams.empty() ? call
                           : fmt::format("hydra_rt_streams((void *const[]){{{}}}, {}), {}", fmt::join(streams, ", "),
                                         streams.size(), call);
}

std::string together_call(const ir::Site& site) {
    std::vector<std::string> places, sizes;
    const auto add = [&](const std::string& name) {
        places.push_back("(void *)&" + name);
        sizes.push_back("sizeof " + name);
    };
    for (const auto& variable : site.handed)
        add(variable.text());
    if (site.hands_errno) // the program need not have included <errno.h>
        add("*({ extern int *__errno_location(void); __errno_location(); })");
    const std::string at = string_literal(site.at);
    const auto* const name = site.varies ? "hydra_rt_from_rank0" : "hydra_rt_together";
    return places.empty() ? fmt::format("{}({}, 0, 0, 0)", name, at)
                          : fmt::format("{}({}, (void *const[]){{{}}}, (const unsigned long[]){{{}}}, {})", name, at,
                                        fmt::join(places, ", "), fmt::join(sizes, ", "), places.size());
}

std::string registration(const Context& context, const ir::VarDecl& array, bool blank) {
    auto element = array.type;
    while (element->is_array())
        element = element->inner;
    const bool qualified = element->quals.is_const || element->quals.is_volatile;
    const std::string address =
        (array.type->is_array() ? (qualified ? "(void *)" : "") : (qualified ? "(void *)&" : "&")) + array.name;
    const bool keeps = array.has_static_lifetime();
    auto text = !keeps && blank && may_be_merged(context.program, array)
                    ? fmt::format("__builtin_memset({}, 0, sizeof {}); ", address, array.name)
                    : std::string();
    text += fmt::format("{}({}, sizeof {}, {});",
                        keeps   ? "hydra_rt_static"
                        : blank ? "hydra_rt_blank_array"
                                : "hydra_rt_array",
                        address, array.name, string_literal(array.name));
    if (!keeps) // so that nothing that comes to lie there later is taken for it
        text += fmt::format(" void *{} __attribute__((cleanup(hydra_rt_leave))) = {};",
                            context.name("scope_" + array.name), address);
    return text;
}

std::string static_registration(const Context& context, const ir::TranslationUnit& unit,
                                const std::vector<const ir::VarDecl*>& arrays) {
    auto text = fmt::format("\n/* Tells the runtime of this file's arrays before main starts. */\n"
                            "static void __attribute__((constructor(102))) {}(void)\n{{\n",
                            context.name("register"));
    for (const auto* array : arrays) {
        const auto line = registration(context, *array);
        text += declared_in_block(unit, *array)
                    ? fmt::format("    {{ extern {}; {} }}\n", declaration(unit, array->type, array->name, {}), line)
                    : fmt::format("    {}\n", line);
    }
    return text + "}\n";
}

} // namespace hydra::codegen

// A kernel declares what it is handed under the user's names, finds the number of its work item, and holds the body;
// with reductions, a loop over the item's share of the iterations, around which the accumulators are loaded and stored.
#include "codegen/device/kernel_device.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codegen/device/device_checks.h"
#include "codegen/device/device_library.h"
#include "codegen/device/device_values.h"
#include "codegen/device/device_windows.h"
#include "codegen/device/work_item_mapping.h"
#include "codegen/kernel/kernel_frame.h"
#include "codegen/kernel/notes.h"
#include "codegen/text/counting.h"
#include "codegen/text/text.h"
#include "codegen/text/walk.h"

namespace hydra::codegen {

namespace {

// Whether a `continue` in the statement ends the iteration of the loop whose body it is.
bool continues(const ir::Stmt& stmt) {
    if (stmt.as<ir::Continue>() != nullptr)
        return true;
    if (stmt.as<ir::For>() != nullptr || stmt.as<ir::While>() != nullptr || stmt.as<ir::DoWhile>() != nullptr)
        return false;
    bool found = false;
    ir::for_each_child(
        stmt, [](const ir::Expr&) {}, [&found](const ir::Stmt& child) { found = found || continues(child); });
    return found;
}

// Whether blocks of iterations keep partial results.
bool has_accumulators(const ir::Directive& directive) {
    return !directive.reductions.empty() || !directive.last_stored.empty();
}

class DeviceKernelWriter {
  public:
    DeviceKernelWriter(const Context& context, const Dialect& dialect, const ir::Kernel& kernel,
                       const KernelVariables& variables, DeviceTypes& types, DeviceFunctions& functions,
                       const ByValue& by_value, bool in_pages = false)
        : context_(context), dialect_(dialect), kernel_(kernel), variables_(variables),
          loop_(*kernel.loop->as<ir::For>()), types_(types),
          scope_(context, dialect, kernel, variables, types, by_value, in_pages), functions_(functions) {}

    std::string write(DeviceKernel& made) {
        types_.follow(scope_.follows());
        check();
        const Frame frame(scope_);
        const bool accumulates = has_accumulators(*loop_.directive);
        body_ = device_body(scope_, functions_, frame, accumulates ? 2 : 1);
        needs_ = body_.needs;
        const auto iteration = this->iteration();
        const auto accumulators = accumulates ? load() : "";
        made.approximate = scope_.is_approximate();
        made.name = name("kernel_" + function_name(kernel_.name) + (scope_.in_pages() ? "_in_pages" : ""));
        made.by_variable = true;
        for (const auto& slot : kernel_.touches.slots) {
            made.by_value.push_back(scope_.is_by_value(slot));
            made.by_variable = made.by_variable && (slot.is_variable() || made.by_value.back());
        }
        for (const auto& inner : mapped_inner(kernel_))
            made.rounds.push_back(host_rounds(inner.loops.front()));
        auto text =
            fmt::format("/* The parallel loop over {} at {}. */\n{} {}({})\n{{\n", loop_.canonical.variable->name,
                        comment_text(kernel_.at), dialect_.kernel, made.name, parameters(made));
        for (const auto* outside : needs_)
            text += local(*outside);
        text += accumulates ? accumulators + blocks(iteration) + store() : item(iteration);
        return text + "}\n";
    }

  private:
    [[nodiscard]] std::string name(const std::string& what) const { return context_.name(what); }

    // What no device can do, whatever the body looks like.
    void check() const {
        const auto refuse = [this](const std::string& why) { throw HostOnly{kernel_.loop->range, why}; };
        for (const auto& slot : kernel_.touches.slots) // the record's buffer ends before it
            if (slot.behind_record)
                refuse(fmt::format("'{}' lies behind the record that leads to it", slot.name));
        if (kernel_.analysis.replicated || kernel_.analysis.ordered)
            refuse("every rank runs it, in order (replicated)");
        if (kernel_.analysis.may_exit || kernel_.analysis.may_abort)
            refuse("an iteration may end the program");
        if (kernel_.analysis.may_tell)
            refuse("an iteration may print to standard error");
        if (kernel_.analysis.leaves_errors)
            refuse("the program looks at what it leaves in 'errno', or at exceptions of arithmetic");
        for (const auto& stored : loop_.directive->last_stored) {
            if (!stored.member.empty() || !plain(stored.type)->is_arithmetic() || !mapped_inner(kernel_).empty()) {
                throw HostOnly{stored.range, fmt::format("'{}' keeps what the last iteration stores in it",
                                                         stored.variable->name + stored.member)};
            }
            types_.check(stored.variable->type, stored.range, fmt::format("'{}'", stored.variable->name));
        }
        if (!kernel_.analysis.last_values.empty()) {
            refuse(fmt::format("'{}' is read after the loop as the last iteration left it",
                               kernel_.analysis.last_values.front()->name));
        }
        for (const auto& passed : variables_.privates) {
            check_alignment(*passed.variable, kernel_.loop->range);
            types_.check(passed.variable->type, kernel_.loop->range, fmt::format("'{}'", passed.variable->name));
            if (passed.variable->type->is_vla())
                refuse(fmt::format("'{}' has a length that is known at run time only", passed.variable->name));
        }
        for (const auto& passed : variables_.firstprivates) {
            check_alignment(*passed.variable, kernel_.loop->range);
            if (ir::holds_array(passed.variable->type)) {
                refuse(fmt::format("each iteration has its own copy of the array{} '{}'",
                                   passed.variable->type->is_array() ? "" : "s in", passed.variable->name));
            }
        }
        for (const auto& reduction : loop_.directive->reductions) {
            if (reduction.is_array() && !reduction.noted.empty()) {
                throw HostOnly{reduction.range,
                               fmt::format("a NaN among the values that '{}' is compared with would be lost",
                                           reduction.variable->name)};
            }
            if (!reduction.places.empty()) {
                throw HostOnly{reduction.range, fmt::format("kernels of devices do not keep what is stored beside '{}'",
                                                            reduction.variable->name)};
            }
            if (reduction.in_order && kernel_.space.descending) {
                throw HostOnly{reduction.range, fmt::format("the order of the iterations shows in '{}', and the loop "
                                                            "counts down",
                                                            reduction.variable->name)};
            }
            types_.check(reduction.variable->type, reduction.range, fmt::format("'{}'", reduction.variable->name));
        }
    }

    std::string parameters(DeviceKernel& made) const {
        std::vector<std::string> list;
        for (const auto* outside : needs_) {
            if (outside->kind == Outside::Kind::pages) {
                const auto& pages = outside->name;
                list.push_back(fmt::format("{0}char *{1}_start, {0}const long *{1}_moved, long {1}_shift",
                                           dialect_.global, pages));
                made.arguments.push_back({.slot = outside->slot, .pages = true});
            } else if (outside->slot >= 0) {
                list.push_back(fmt::format("{}char *{}, long {}", dialect_.global, base(*outside), offset(*outside)));
                made.arguments.push_back({.slot = outside->slot});
            } else if (outside->kind == Outside::Kind::rows) {
                for (int window = 0; window < window_count; ++window) {
                    list.push_back(fmt::format("{}char *{}, unsigned long {}, unsigned long {}, unsigned long {}",
                                               dialect_.global, at("window", window), at("start", window),
                                               at("front", window), at("back", window)));
                }
                made.arguments.push_back({.rows = true});
            } else {
                list.push_back(declaration(const_cast<DeviceScope&>(scope_), *outside));
                const bool array = outside->kind == Outside::Kind::array;
                made.arguments.push_back({.host = outside->host,
                                          .bytes = array ? ir::size_of(outside->type).value_or(0) : 0,
                                          .is_volatile = outside->is_volatile || outside->type->quals.is_volatile,
                                          .holds_arrays = array || (outside->kind == Outside::Kind::value &&
                                                                    ir::holds_array(outside->type))});
            }
        }
        list.push_back(fmt::format("long {}, long {}, long {}, long {}", name("lo"), name("length"), name("stride"),
                                   name("count")));
        for (std::size_t index = 0; index < mapped_inner(kernel_).size(); ++index) {
            list.push_back("long " + parts_name(context_, index));
            if (mapped_inner(kernel_)[index].again != nullptr)
                list.push_back("long " + turn_name(context_));
        }
        for (const auto& window : window_parameters(context_, kernel_))
            list.push_back(window);
        if (has_accumulators(*loop_.directive)) {
            list.push_back(fmt::format("{}char *{}, long {}, long {}, long {}, long {}, long {}", dialect_.global,
                                       name("partials"), name("block_bytes"), name("blocks"), name("total"),
                                       name("number"), name("first")));
        }
        const auto accumulators = loop_.directive->reductions.size() + loop_.directive->last_stored.size();
        for (std::size_t index = 0; index < accumulators; ++index)
            list.push_back(fmt::format("long {}", at(index)));
        made.parameter_bytes =
            parameter_bytes(needs_, {list.begin() + static_cast<std::ptrdiff_t>(needs_.size()), list.end()});
        return wrapped(list);
    }

    // How many rounds an iteration has, as host code says it; "0": it cannot.
    std::string host_rounds(const ir::CountingLoop& counting) {
        const auto start = host_value(*counting.start), bound = host_value(*counting.bound);
        return start && bound ? rounds_text(counting, *start, compared_bound(counting, *bound)) : "0";
    }

    // An expression over numbers that are handed over and the loop's variable, as a long.
    std::optional<std::string> host_value(const ir::Expr& expr) {
        bool known = true;
        ir::PrintHooks hooks;
        hooks.expression = [&](const ir::Expr& part) -> std::optional<std::string> {
            if (const auto value = ir::constant_value(part))
                return fmt::format("({})", *value);
            const auto* variable = part.as<ir::DeclRef>() != nullptr ? ir::named_variable(&part) : nullptr;
            known = known && part.type->is_integer() && (variable != nullptr || is_safe(part));
            if (variable == nullptr)
                return std::nullopt;
            if (variable == loop_.canonical.variable)
                return fmt::format("(({})({}))", ir::declare(plain(variable->type), ""), host_iteration());
            if (Frame(scope_).is_local(*variable)) {
                known = false;
                return std::nullopt;
            }
            const auto& outside = scope_.variable(*variable, part.range);
            known = known && outside.kind == Outside::Kind::value;
            return "(" + outside.host + ")";
        };
        const auto text = ir::print_c(expr, hooks);
        return known ? std::optional("(long)(" + text + ")") : std::nullopt;
    }

    // Whether host code may compute it, its operands given, also for iterations in which the loop is not reached.
    static bool is_safe(const ir::Expr& part) {
        const auto* binary = part.as<ir::Binary>();
        const auto* unary = part.as<ir::Unary>();
        if (binary != nullptr) {
            const bool divides = binary->op == ir::BinaryOp::div || binary->op == ir::BinaryOp::rem;
            return binary->op < ir::BinaryOp::comma && (!divides || ir::constant_value(*binary->rhs).value_or(0) > 0);
        }
        return unary != nullptr ? unary->op <= ir::UnaryOp::logical_not
                                : part.as<ir::Cast>() != nullptr || ir::strip(&part) != &part;
    }

    [[nodiscard]] std::string host_iteration() const {
        const auto args = name("c");
        return kernel_.space.counted
                   ? fmt::format("{0}->{1} + {2} * {0}->{3}", args, name("start"), name("x"), name("step"))
                   : name("x");
    }

    [[nodiscard]] std::string base(const Outside& outside) const { return name(fmt::format("b{}", outside.slot)); }
    [[nodiscard]] std::string offset(const Outside& outside) const { return name(fmt::format("o{}", outside.slot)); }
    [[nodiscard]] std::string at(std::size_t index) const { return name(fmt::format("at{}", index)); }

    [[nodiscard]] std::string at(const char* what, int window) const { return name(fmt::format("{}{}", what, window)); }

    std::string local(const Outside& outside) {
        if (outside.kind == Outside::Kind::rows) {
            std::vector<std::string> lists;
            for (const char* what : {"window", "start", "front", "back"}) {
                std::vector<std::string> names;
                names.reserve(window_count);
                for (int window = 0; window < window_count; ++window)
                    names.push_back(at(what, window));
                lists.push_back(fmt::format("        {{{}}}", fmt::join(names, ", ")));
            }
            return fmt::format("    {} = {{\n{}}};\n", declaration(scope_, outside), fmt::join(lists, ",\n"));
        }
        if (outside.kind == Outside::Kind::pages) {
            return fmt::format("    {0} = {{{1}_start, {1}_moved, {1}_shift}};\n", declaration(scope_, outside),
                               outside.name);
        }
        if (outside.slot < 0)
            return "";
        return fmt::format("    {} = ({})({} + {});\n", declaration(scope_, outside),
                           types_.declare(outside.type, "", dialect_.global), base(outside), offset(outside));
    }

    [[nodiscard]] bool used(const ir::VarDecl& variable) const { return body_.names.contains(&variable); }
    [[nodiscard]] std::string local_name(const ir::VarDecl& variable) const {
        const auto found = body_.names.find(&variable);
        return found != body_.names.end() ? found->second : usable_name(dialect_, variable.name);
    }
    const Outside& needed(const Outside& outside) {
        needs_.push_back(&outside);
        return outside;
    }

    // What each iteration declares for itself: the loop variable's value, and the private variables.
    std::vector<std::string> iteration() {
        auto lines = body_.literals;
        const auto& variable = *loop_.canonical.variable;
        const bool stores = !loop_.directive->last_stored.empty();
        if (used(variable) || stores)
            lines.push_back(number_of_iteration(!stores && !kernel_.space.counted && is_narrow(variable.type)));
        if (stores) { // as on the host: it grows from iteration to iteration
            const bool back = kernel_.space.descending && !kernel_.space.counted;
            lines.push_back(fmt::format("const long {} = {}{};", name("now"), back ? "-" : "", name("x")));
        }
        if (used(variable)) {
            std::string value = name("x");
            if (kernel_.space.counted) {
                const auto args = name("c");
                const auto type = types_.basic(ir::TypeKind::Long);
                const auto& start = needed(scope_.value(name("start"), type, args + "->" + name("start")));
                const auto& step = needed(scope_.value(name("step"), type, args + "->" + name("step")));
                value = fmt::format("({} + {} * {})", start.name, value, step.name);
            }
            const auto type = plain(variable.type);
            lines.push_back(fmt::format("{} = ({}){};", types_.declare(type, local_name(variable)),
                                        types_.declare(type, ""), value));
        }
        for (const auto& passed : variables_.privates) {
            const auto& own = *passed.variable;
            if (used(own))
                lines.push_back(own_declaration(own) + ";");
        }
        for (const auto& passed : variables_.firstprivates) {
            const auto& own = *passed.variable;
            if (used(own)) {
                const auto& first = needed(scope_.first(own, kernel_.loop->range));
                lines.push_back(fmt::format("{} = {};", own_declaration(own), first.name));
            }
        }
        return lines;
    }

    static bool is_narrow(ir::TypeRef type) { return type->is_integer() && ir::size_of(type).value_or(8) <= 4; }

    // narrow: all of them fit in a number of 32 bits, and so does how far they are apart; GPUs take several
    // instructions for each that computes with more. Most launches have one run of iterations, and devices are slow at
    // divisions.
    [[nodiscard]] std::string number_of_iteration(bool narrow) const {
        const bool is_short = narrow && !dialect_.is_opencl(); // CPUs prefer numbers of one size
        const auto number = [&](const char* what) { return (is_short ? "(unsigned int)" : "") + name(what); };
        return fmt::format("const {} {} = {} + ({} <= {} ? {} : {} / {} * {} + {} % {});",
                           is_short ? "unsigned int" : "long", name("x"), number("lo"), name("count"), name("length"),
                           number("n"), number("n"), number("length"), number("stride"), number("n"), number("length"));
    }

    std::string own_declaration(const ir::VarDecl& variable) {
        const auto space = variable.type->is_pointer() ? Frame(scope_).of(variable) : Space::none;
        return types_.declare(plain(variable.type), local_name(variable), space_text(dialect_, space));
    }

    static std::string indented(const std::vector<std::string>& lines, const std::string& indent) {
        std::string text;
        for (const auto& line : lines)
            text += indent + line + "\n";
        return text;
    }

    // The item's number, and those of its parts of inner loops; an item past any end is done.
    [[nodiscard]] std::string numbers() const {
        if (mapped_inner(kernel_).empty()) {
            return fmt::format("    const long {} = {};\n    if ({} >= {}) {{\n        return;\n    }}\n", name("n"),
                               dialect_.number, name("n"), name("count"));
        }
        std::vector<std::string> names(mapped_inner(kernel_).size() + 1), items(names.size());
        const auto lies = [&](int dimension, const std::string& number, const std::string& count) {
            names[static_cast<std::size_t>(dimension)] = number;
            items[static_cast<std::size_t>(dimension)] = count;
        };
        lies(kernel_.schedule.dimension, name("n"), name("count"));
        for (std::size_t index = 0; index < mapped_inner(kernel_).size(); ++index)
            lies(mapped_inner(kernel_)[index].dimension, part_name(context_, index), parts_name(context_, index));
        auto text = number_declarations(dialect_, names, items, name("blocks"), "    ");
        std::string past;
        for (std::size_t d = 0; d < names.size(); ++d)
            past += fmt::format("{}{} >= {}", d == 0 ? "" : " || ", names[d], items[d]);
        return text + fmt::format("    if ({}) {{\n        return;\n    }}\n", past);
    }

    std::string item(const std::vector<std::string>& iteration) const {
        auto text = numbers() + indented(iteration, "    ");
        if (!continues(*loop_.body))
            return text + body_.text;
        auto body = body_.text;
        if (loop_.body->as<ir::Compound>() == nullptr)
            body = "    {\n" + body + "    }\n";
        return text + "    do " + body.substr(4, body.size() - 5) + " while (0);\n";
    }

    std::string blocks(const std::vector<std::string>& iteration) const {
        // The block's share of all iterations, counted from the launch's first, and cut to what the launch has.
        const auto share = name("share"), longer = name("longer"), b = name("b");
        const auto begin = name("begin"), end = name("end"), n = name("n");
        auto text = fmt::format("    const long {0} = {2} / {3}, {1} = {2} % {3};\n", share, longer, name("total"),
                                name("blocks"));
        text += fmt::format("    const long {0} = {1} * {2} + ({2} < {3} ? {2} : {3}) - {4};\n", begin, share, b,
                            longer, name("number"));
        text += fmt::format("    const long {0} = {1} + {2} + ({3} < {4} ? 1 : 0);\n", end, begin, share, b, longer);
        const auto lowest = fmt::format("({0} > 0 ? {0} : 0)", begin);
        const auto highest = fmt::format("({0} < {1} ? {0} : {1})", end, name("count"));
        const bool back = kernel_.space.descending && !kernel_.space.counted;
        text += back ? fmt::format("    for (long {0} = {1} - 1; {0} >= {2}; {0}--) {{\n", n, highest, lowest)
                     : fmt::format("    for (long {0} = {1}; {0} < {2}; {0}++) {{\n", n, lowest, highest);
        return text + indented(iteration, "        ") + body_.text + "    }\n";
    }

    std::string load() {
        auto text = fmt::format("    const long {0} = {7} + {1};\n    if ({0} >= {2}) {{\n        return;\n    }}\n"
                                "    {3}char *{4} = {5} + {0} * {6};\n",
                                name("b"), dialect_.number, name("blocks"), dialect_.global, name("partial"),
                                name("partials"), name("block_bytes"), name("first"));
        const auto& reductions = loop_.directive->reductions;
        for (std::size_t index = 0; index < reductions.size(); ++index) {
            const auto& variable = *reductions[index].variable;
            if (!reductions[index].is_array()) {
                const auto type = plain(variable.type);
                text += fmt::format("    {} = *{};\n", types_.declare(type, local_name(variable)), cell(index));
                if (!reductions[index].noted.empty())
                    text += fmt::format("    int {} = *{};\n", note_name(context_, index), note_cell(index));
            } else if (used(variable)) {
                const auto type = types_.lowered(variable.type->is_array() ? types_.pointer_to(variable.type->inner)
                                                                           : plain(variable.type));
                text += fmt::format("    {} = ({})({} + {});\n",
                                    types_.declare(type, local_name(variable), dialect_.global),
                                    types_.declare(type, "", dialect_.global), name("partial"), at(index));
            }
        }
        return text + load_stored();
    }

    // What iterations before this item's have stored last, and in which (hydra_rt.h, hydra_rt_last).
    std::string load_stored() {
        std::string text;
        for (std::size_t index = 0; index < loop_.directive->last_stored.size(); ++index) {
            const auto& variable = *loop_.directive->last_stored[index].variable;
            text += fmt::format("    long {} = *{};\n    {} = *{};\n", when_name(context_, index), when_cell(index),
                                types_.declare(plain(variable.type), local_name(variable)), stored_cell(index));
        }
        return text;
    }

    [[nodiscard]] std::string stored_at(std::size_t index) const {
        return at(loop_.directive->reductions.size() + index);
    }
    [[nodiscard]] std::string when_cell(std::size_t index) const {
        return fmt::format("({}long *)({} + {})", dialect_.global, name("partial"), stored_at(index));
    }
    std::string stored_cell(std::size_t index) {
        const auto type = types_.pointer_to(plain(loop_.directive->last_stored[index].variable->type));
        return fmt::format("({})({} + {} + 16)", types_.declare(type, "", dialect_.global), name("partial"),
                           stored_at(index));
    }

    // A pointer to a scalar's accumulator.
    std::string cell(std::size_t index) {
        const auto type = types_.pointer_to(plain(loop_.directive->reductions[index].variable->type));
        return fmt::format("({})({} + {})", types_.declare(type, "", dialect_.global), name("partial"), at(index));
    }

    // And to what stands behind it (hydra_rt.h, HYDRA_RT_NOTE).
    [[nodiscard]] std::string note_cell(std::size_t index) const {
        return fmt::format("({}int *)({} + {} + 16)", dialect_.global, name("partial"), at(index));
    }

    std::string store() {
        std::string text;
        const auto& reductions = loop_.directive->reductions;
        for (std::size_t index = 0; index < reductions.size(); ++index) {
            if (!reductions[index].is_array()) {
                text += fmt::format("    *{} = {};\n", cell(index), local_name(*reductions[index].variable));
                if (!reductions[index].noted.empty())
                    text += fmt::format("    *{} = {};\n", note_cell(index), note_name(context_, index));
            }
        }
        const auto& stored = loop_.directive->last_stored;
        for (std::size_t index = 0; index < stored.size(); ++index) {
            text += fmt::format("    *{} = {};\n    *{} = {};\n", when_cell(index), when_name(context_, index),
                                stored_cell(index), local_name(*stored[index].variable));
        }
        return text;
    }

    const Context& context_;
    const Dialect& dialect_;
    const ir::Kernel& kernel_;
    const KernelVariables& variables_;
    const ir::For& loop_;
    DeviceTypes& types_;
    DeviceScope scope_;
    DeviceFunctions& functions_;
    DeviceBody body_;
    std::vector<const Outside*> needs_;
};

} // namespace

DeviceKernel DeviceSource::add(const ir::Kernel& kernel, const KernelVariables& variables) {
    const auto types = types_.mark();
    const auto functions = functions_.mark();
    const auto kernels = kernels_.size();
    const auto reset = [&] {
        kernels_.resize(kernels);
        types_.reset(types);
        functions_.reset(functions);
    };
    DeviceKernel made;
    ByValue by_value;
    try {
        by_value = write_with_values(kernel, [&](const ByValue& values) {
            reset();
            made = {};
            kernels_.push_back(
                DeviceKernelWriter(context_, dialect_, kernel, variables, types_, functions_, values).write(made));
            check_parameters(made, values, kernel.loop->range);
        });
        if (const auto& directive = *kernel.loop->as<ir::For>()->directive; has_accumulators(directive))
            made.join = join(directive);
    } catch (const HostOnly&) {
        reset();
        throw;
    }
    add_symbol(kernel.name, made.name);
    add_in_pages(kernel, variables, by_value, made);
    return made;
}

// The same kernel once more, where that can be: for arrays of which the device has pages here and there.
void DeviceSource::add_in_pages(const ir::Kernel& kernel, const KernelVariables& variables, const ByValue& by_value,
                                DeviceKernel& made) {
    if (std::any_of(made.arguments.begin(), made.arguments.end(),
                    [](const DeviceKernel::Argument& argument) { return argument.rows; }))
        return; // addresses lead into buffers of one section
    const auto types = types_.mark();
    const auto functions = functions_.mark();
    try {
        DeviceKernel again;
        auto text =
            DeviceKernelWriter(context_, dialect_, kernel, variables, types_, functions_, by_value, true).write(again);
        check_parameters(again, by_value, kernel.loop->range);
        const bool any = std::any_of(again.arguments.begin(), again.arguments.end(),
                                     [](const DeviceKernel::Argument& argument) { return argument.pages; });
        if (!any) {
            types_.reset(types);
            functions_.reset(functions);
            return;
        }
        kernels_.push_back(std::move(text));
        made.in_pages = {again.name, again.arguments};
        add_symbol(kernel.name + "_in_pages", again.name);
    } catch (const HostOnly&) {
        types_.reset(types);
        functions_.reset(functions);
    }
}

} // namespace hydra::codegen

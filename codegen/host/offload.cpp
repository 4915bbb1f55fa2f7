// Whether a device can run a loop is found by writing its kernel; what cannot be written says why.
#include "codegen/host/offload.h"

#include <algorithm>

#include <fmt/format.h>

#include "codegen/device/device_windows.h"
#include "codegen/device/work_item_mapping.h"
#include "codegen/kernel/slot_families.h"
#include "codegen/text/text.h"

namespace hydra::codegen {

namespace {

// A device has what the footprint names, and nothing else.
void check_known(const ir::Kernel& kernel) {
    for (const auto& access : kernel.touches.accesses) {
        if (access.form == ir::Access::Form::everything && !access.guard && !kernel.analysis.replicated) {
            throw HostOnly{access.range,
                           fmt::format("{} may be in any array: {}",
                                       access.text.empty() ? "what it touches" : fmt::format("'{}'", access.text),
                                       access.reason)};
        }
    }
}

} // namespace

std::string Offloads::pass_function(const ir::Kernel& kernel, const std::string& of,
                                    const std::vector<DeviceKernel::Argument>& arguments) const {
    const auto params = context_.name("p");
    const auto args = context_.name("args");
    const auto structure = context_.name("c");
    std::string calls;
    bool reads_structure = false;
    for (const auto& argument : arguments) {
        if (argument.slot >= 0) {
            calls += fmt::format("    hydra_rt_pass_{}({}, {});\n", argument.pages ? "pages" : "slot", params,
                                 argument.slot);
            continue;
        }
        if (argument.rows) {
            calls += fmt::format("    hydra_rt_pass_rows({});\n", params);
            continue;
        }
        reads_structure = reads_structure || mentions(argument.host, structure);
        const auto size = argument.bytes > 0 ? fmt::format("{}", argument.bytes) : "sizeof " + argument.host;
        calls += fmt::format("    hydra_rt_pass{}({}, {}{}{}, {});\n", argument.holds_arrays ? "_record" : "", params,
                             argument.is_volatile ? "(const void *)" : "", argument.bytes > 0 ? "" : "&", argument.host,
                             size);
    }
    const auto first = reads_structure ? this->structure(kernel) : fmt::format("    (void){};\n", args);
    return fmt::format("/* What its kernel for devices is handed. */\n"
                       "static void {}(hydra_rt_params *{}, const void *{})\n{{\n{}{}{}}}\n",
                       context_.name("pass_" + of), params, args, first,
                       arguments.empty() ? fmt::format("    (void){};\n", params) : "", calls);
}

std::string Offloads::structure(const ir::Kernel& kernel) const {
    return fmt::format("    const struct {} *const {} = {};\n", context_.name("args_" + kernel.name),
                       context_.name("c"), context_.name("args"));
}

// The descriptor of the kernel that joins its blocks, which loops share; empty: there is one, or it needs none.
std::string Offloads::joining(const DeviceKernel& made) {
    if (made.join.empty() || !joins_.insert(made.join).second)
        return "";
    const bool opencl = source_.dialect().is_opencl();
    const auto symbol = source_.symbol(made.join);
    const auto where =
        opencl ? fmt::format(".source = {}", context_.name("opencl_source")) : fmt::format(".symbol = &{}", symbol);
    return (opencl ? "" : fmt::format("extern const void *const {};\n", symbol)) +
           fmt::format("static const hydra_rt_offload {} = {{\n    .kernel = {},\n    {},\n}};\n",
                       context_.name("device_" + made.join), string_literal(made.join), where);
}

// How the rounds of its inner loops lie over work items; empty: they do not.
std::string Offloads::dealing(const ir::Kernel& kernel, const DeviceKernel& made) const {
    const auto& inner = mapped_inner(kernel);
    if (inner.empty())
        return "";
    const auto args = context_.name("args"), x = context_.name("x"), rounds = context_.name("rounds");
    std::string counts;
    for (std::size_t index = 0; index < made.rounds.size(); ++index)
        counts += fmt::format("    {}[{}] = {};\n", rounds, index, made.rounds[index]);
    auto text =
        fmt::format("/* How many rounds its inner loops have. */\nstatic void {}(const void *{}, long {}, long "
                    "*{})\n{{\n{}{}{}}}\n",
                    context_.name("rounds_" + kernel.name), args, x, rounds,
                    mentions(counts, context_.name("c")) ? structure(kernel) : fmt::format("    (void){};\n", args),
                    mentions(counts, x) ? "" : fmt::format("    (void){};\n", x), counts);
    const auto family = context_.name("family_" + kernel.name);
    text += fmt::format("static const unsigned short {}[] = {{{}}};\n", family, slot_families(kernel));
    const auto loop = [](int dimension, bool reused) { return fmt::format("{{{}, {}}}", dimension, reused ? 1 : 0); };
    auto loops = loop(kernel.schedule.dimension, kernel.schedule.is_reused);
    for (const auto& each : inner)
        loops += ", " + loop(each.dimension, each.is_reused);
    std::string stages;
    if (in_stages(kernel)) {
        unsigned dealt = 0;
        for (std::size_t at = 0; at < kernel.schedule.stages.size(); ++at)
            dealt |= kernel.schedule.stages[at].is_dealt ? 1U << at : 0;
        stages = fmt::format("    .stages = {},\n    .dealt = {},\n", kernel.schedule.stages.size(), dealt);
    }
    return text + fmt::format("static const hydra_rt_dealing {} = {{\n    .inner = {},\n    .again = {},\n    .loop = "
                              "{{{}}},\n    .family "
                              "= {},\n    .rounds = {},\n{}}};\n",
                              context_.name("dealing_" + kernel.name), inner.size(),
                              inner.front().again != nullptr ? 1 : 0, loops, family,
                              context_.name("rounds_" + kernel.name), stages);
}

// Which slots its kernel is handed values of; empty: none.
std::string Offloads::by_value(const ir::Kernel& kernel, const DeviceKernel& made) const {
    if (std::find(made.by_value.begin(), made.by_value.end(), true) == made.by_value.end())
        return "";
    std::string list;
    for (const bool one : made.by_value)
        list += fmt::format("{}{}", list.empty() ? "" : ", ", one ? 1 : 0);
    return fmt::format("static const unsigned char {}[] = {{{}}};\n", context_.name("by_value_" + kernel.name), list);
}

// What parts of it launches may run.
std::string Offloads::windows(const ir::Kernel& kernel) {
    const int what = (device_cuts(kernel) ? 1 : 0) | (device_sweeps(kernel) ? 2 : 0) | (in_stages(kernel) ? 4 : 0);
    return what == 0 ? "" : fmt::format("    .windows = {},\n", what);
}

std::string Offloads::offload(const ir::Kernel& kernel, const KernelVariables& variables) {
    DeviceKernel made;
    try {
        check_known(kernel);
        made = source_.add(kernel, variables);
    } catch (const HostOnly& why) {
        auto& warning = context_.diagnostics.warning(kernel.loop->range,
                                                     "this loop runs on the host's cores: " + why.reason, "hydra-host");
        const auto& loop = kernel.loop->range;
        if (why.range.valid() && (why.range.file != loop.file || why.range.begin != loop.begin))
            warning.notes.push_back({why.range, "here"});
        if (options_.host_reasons != nullptr)
            (*options_.host_reasons)[kernel.id.value] = why.reason;
        return "";
    }
    const bool opencl = source_.dialect().is_opencl();
    const auto symbol = source_.symbol(kernel.name);
    const auto where =
        opencl ? fmt::format(".source = {}", context_.name("opencl_source")) : fmt::format(".symbol = &{}", symbol);
    const bool follows = std::any_of(made.arguments.begin(), made.arguments.end(),
                                     [](const DeviceKernel::Argument& argument) { return argument.rows; });
    const auto values = by_value(kernel, made);
    return pass_function(kernel, kernel.name, made.arguments) +
           (opencl ? "" : fmt::format("extern const void *const {};\n", symbol)) + dealing(kernel, made) +
           joining(made) + in_pages(kernel, made) + values +
           fmt::format("static const hydra_rt_offload {} = {{\n    .kernel = {},\n    {},\n    .pass = "
                       "{},\n{}{}{}{}{}{}{}{}}};\n",
                       name(kernel), string_literal(made.name), where, context_.name("pass_" + kernel.name),
                       mapped_inner(kernel).empty()
                           ? ""
                           : fmt::format("    .dealing = &{},\n", context_.name("dealing_" + kernel.name)),
                       follows ? "    .follows = 1,\n" : "",
                       made.join.empty() ? "" : fmt::format("    .join = &{},\n", context_.name("device_" + made.join)),
                       made.in_pages.name.empty() ? "" : fmt::format("    .in_pages = &{}_in_pages,\n", name(kernel)),
                       made.by_variable ? "    .by_variable = 1,\n" : "",
                       values.empty() ? ""
                                      : fmt::format("    .by_value = {},\n", context_.name("by_value_" + kernel.name)),
                       made.approximate ? "    .approximate = 1,\n" : "", windows(kernel));
}

// The pass function and the descriptor of the kernel for arrays in pages; empty: there is none.
std::string Offloads::in_pages(const ir::Kernel& kernel, const DeviceKernel& made) const {
    if (made.in_pages.name.empty())
        return "";
    const auto of = kernel.name + "_in_pages";
    const bool opencl = source_.dialect().is_opencl();
    const auto symbol = source_.symbol(of);
    const auto where =
        opencl ? fmt::format(".source = {}", context_.name("opencl_source")) : fmt::format(".symbol = &{}", symbol);
    return pass_function(kernel, of, made.in_pages.arguments) +
           (opencl ? "" : fmt::format("extern const void *const {};\n", symbol)) +
           fmt::format(
               "static const hydra_rt_offload {}_in_pages = {{\n    .kernel = {},\n    {},\n    .pass = {},\n}};\n",
               name(kernel), string_literal(made.in_pages.name), where, context_.name("pass_" + of));
}

std::string Offloads::embedded() const {
    if (source_.empty() || !source_.dialect().is_opencl())
        return "";
    const auto source = source_.text();
    auto text = fmt::format("/* The kernels for devices. */\nstatic const char *const {}[] = {{\n",
                            context_.name("opencl_source"));
    for (std::size_t pos = 0; pos < source.size();) {
        const auto end = source.find('\n', pos);
        auto line = string_literal(source.substr(pos, end - pos));
        line.insert(line.size() - 1, "\\n");
        text += "    " + line + ",\n";
        pos = end + 1;
    }
    return text + "    0,\n};\n";
}

std::string Offloads::separate() const {
    return source_.empty() || source_.dialect().is_opencl() ? "" : source_.text();
}

} // namespace hydra::codegen

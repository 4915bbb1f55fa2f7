#include "codegen/device/work_item_mapping.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "codegen/device/device_windows.h"
#include "codegen/kernel/kernel_frame.h"
#include "codegen/text/counting.h"

namespace hydra::codegen {

namespace {

std::optional<SplitLoop> split_of(const ir::Kernel& kernel, const ir::InnerLoop& inner) {
    return split_at(*kernel.loop->as<ir::For>()->body, *inner.loops.front().loop, *inner.again);
}

} // namespace

const std::vector<ir::InnerLoop>& mapped_inner(const ir::Kernel& kernel) {
    static const std::vector<ir::InnerLoop> none;
    const bool all =
        std::all_of(kernel.schedule.inner.begin(), kernel.schedule.inner.end(), [&](const ir::InnerLoop& inner) {
            return inner.again == nullptr || split_of(kernel, inner).has_value();
        });
    return all && (kernel.schedule.stages.empty() || !device_sweeps(kernel)) ? kernel.schedule.inner : none;
}

std::optional<MappedLoop> mapped_loop(const ir::Kernel& kernel, const ir::Stmt& stmt) {
    const auto& all = mapped_inner(kernel);
    for (std::size_t index = 0; index < all.size(); ++index) {
        for (const auto& counting : all[index].loops) {
            if (counting.loop == &stmt) {
                return MappedLoop{&counting, index,
                                  all[index].again != nullptr ? split_of(kernel, all[index]) : std::nullopt};
            }
        }
    }
    return std::nullopt;
}

std::string part_name(const Context& context, std::size_t index) { return context.name(fmt::format("part{}", index)); }
std::string parts_name(const Context& context, std::size_t index) {
    return context.name(fmt::format("parts{}", index));
}

namespace {

std::string own_name(const Context& context, const MappedLoop& dealt, const char* what) {
    return context.name(fmt::format("{}{}", what, dealt.index));
}

// The value that the variable has in a round, of which this is the number.
std::string value_in_round(const Context& context, const MappedLoop& dealt, const MappedTexts& texts,
                           const std::string& number) {
    const auto by = std::abs(dealt.counting->step);
    return fmt::format("({})({} {} {}{})", texts.type, own_name(context, dealt, "from"),
                       dealt.counting->step > 0 ? "+" : "-", number, by > 1 ? fmt::format(" * {}", by) : "");
}

} // namespace

namespace {

struct Renamed {
    std::string of_all, of_window;
};

// The loop's start and bound where it is cut to the values lowest <= j < beyond.
std::string windowed(const ir::CountingLoop& counting, const MappedTexts& texts, const Renamed& start,
                     const Renamed& bound, const std::string& indent) {
    const auto bounded = [&](const Renamed& one, const char* compared, const std::string& limit) {
        return fmt::format("{0}const long {1} = {2} {3} {4} ? {2} : {4};\n", indent, one.of_window, one.of_all,
                           compared, limit);
    };
    if (counting.step > 0) {
        return bounded(start, ">", texts.lowest) +
               bounded(bound, "<", counting.inclusive ? fmt::format("({} - 1)", texts.beyond) : texts.beyond);
    }
    return bounded(start, "<", fmt::format("({} - 1)", texts.beyond)) +
           bounded(bound, ">", counting.inclusive ? texts.lowest : fmt::format("({} - 1)", texts.lowest));
}

// The beginning of the block: which rounds there are, by their numbers from 0 on.
std::string all_rounds(const Context& context, const MappedLoop& dealt, const MappedTexts& texts, int indent) {
    const auto& counting = *dealt.counting;
    const auto own = [&](const char* what) { return own_name(context, dealt, what); };
    const auto from = own("from"), to = own("to");
    const std::string outer(static_cast<std::size_t>(indent) * 4, ' ');
    const std::string inner = outer + "    ";
    auto text = outer + "{\n";
    if (texts.lowest.empty()) {
        text += fmt::format("{}const long {} = (long)({})({}), {} = (long)({});\n", inner, from, texts.type,
                            texts.start, to, texts.bound);
    } else {
        const auto first = own("first"), stop = own("stop");
        text += fmt::format("{}const long {} = (long)({})({}), {} = (long)({});\n", inner, first, texts.type,
                            texts.start, stop, texts.bound);
        text += windowed(counting, texts, {first, from}, {stop, to}, inner);
    }
    return text + fmt::format("{}const long {} = {};\n", inner, own("all"), rounds_text(counting, from, to));
}

// A loop through every `step`-th of them, from this one on, with its block's beginning. Compilers are kept from
// unrolling it, since most items have few: what that takes to begin with would be most of the work.
std::string in_turn(const Context& context, const MappedLoop& dealt, const MappedTexts& texts, const std::string& first,
                    const std::string& step, const std::string& indent) {
    const auto round = own_name(context, dealt, "round");
    return (texts.opencl ? "" : indent + "#pragma unroll 1\n") +
           fmt::format("{0}for (long {1} = {2}; {1} < {3}; {1} += {4}) {{\n{0}    {5} = {6};\n", indent, round, first,
                       own_name(context, dealt, "all"), step, texts.head, value_in_round(context, dealt, texts, round));
}

} // namespace

std::string mapped_head(const Context& context, const MappedLoop& dealt, const MappedTexts& texts, int indent) {
    const auto& counting = *dealt.counting;
    const std::string inner(static_cast<std::size_t>(indent + 1) * 4, ' ');
    auto text = all_rounds(context, dealt, texts, indent);
    const auto turns =
        in_turn(context, dealt, texts, part_name(context, dealt.index), parts_name(context, dealt.index), inner);
    if (!texts.opencl)
        return text + turns;
    const auto by = std::abs(counting.step);
    const auto last = own_name(context, dealt, "last");
    return text +
           fmt::format("#if {}\n{}#else\n{}const {} {} = {};\n", rounds_in_turn, turns, inner, texts.type, last,
                       value_in_round(context, dealt, texts, own_name(context, dealt, "all"))) +
           fmt::format("{}for ({} = {}; {} {} {}; {} {}= {}) {{\n#endif\n", inner, texts.head,
                       value_in_round(context, dealt, texts, "0"), texts.variable, counting.step > 0 ? "<" : ">", last,
                       texts.variable, counting.step > 0 ? "+" : "-", by);
}

std::string cut_head(const Context& context, const ir::CountingLoop& counting, const MappedTexts& texts, int indent) {
    const auto name = [&](const char* what) { return context.name(what); };
    const auto first = name("first"), stop = name("stop"), from = name("from"), to = name("to"), round = name("round");
    const std::string outer(static_cast<std::size_t>(indent) * 4, ' ');
    const std::string inner = outer + "    ";
    const bool up = counting.step > 0;
    auto text = outer + "{\n";
    text += fmt::format("{}const long {} = (long)({})({}), {} = (long)({});\n", inner, first, texts.type, texts.start,
                        stop, texts.bound);
    text += windowed(counting, texts, {first, from}, {stop, to}, inner);
    text += fmt::format("{0}for (long {1} = {2}; {1} {3}{4} {5}; {1}{6}) {{\n", inner, round, from, up ? "<" : ">",
                        counting.inclusive ? "=" : "", to, up ? "++" : "--");
    return text + fmt::format("{}    {} = ({}){};\n", inner, texts.head, texts.type, round);
}

std::string turn_name(const Context& context) { return context.name("turn"); }

std::string mapped_split(const Context& context, const MappedLoop& dealt, const MappedTexts& texts, int indent,
                         const ir::PrintHooks& hooks, Standing& standing) {
    const auto own = [&](const char* what) { return own_name(context, dealt, what); };
    const auto all = own("all"), again = own("again"), before = own("before"), after = own("after");
    const auto value = own("value"), round = own("round");
    const auto part = part_name(context, dealt.index), parts = parts_name(context, dealt.index);
    const auto turn = turn_name(context);
    const SplitLoop& split = *dealt.split;
    const std::string outer(static_cast<std::size_t>(indent) * 4, ' ');
    using Elements = std::set<std::string>;
    // The loop's body, where the name stands for these.
    const auto body = [&](const std::string& name, const Elements& elements, int depth) {
        standing = {name, elements};
        auto text = ir::print_c(*dealt.counting->loop->as<ir::For>()->body, depth, hooks);
        standing = {};
        return text;
    };
    const auto read = ir::print_c(*split.read, {}), stored = ir::print_c(*split.stored, {});
    auto text = all_rounds(context, dealt, texts, indent);
    const bool is_cut = !texts.lowest.empty();
    text += fmt::format("{0}    long {1} = (long)({2}) - {3};\n", outer, again, ir::print_c(*split.round, hooks),
                        own("from"));
    // Less than 0 where somebody else has an earlier round that stores: what follows reckons with it.
    text += is_cut ? fmt::format("{0}    {1} = {1} + {2} >= {3} && {1} + {2} < {4} && {1} < {5} ? {1} : {5};\n", outer,
                                 again, own("from"), own("first"), own("stop"), all)
                   : fmt::format("{0}    {1} = {1} >= 0 && {1} < {2} ? {1} : {2};\n", outer, again, all);
    text += fmt::format("{}    if ({} {}) {{\n", outer, turn,
                        is_cut ? fmt::format("== 2 || ({} == 0 && {} >= 0)", turn, again) : "!= 1");
    const auto of_turn = [&](const std::string& second, const std::string& other) {
        return fmt::format("({} == 2 ? {} : {})", turn, second, other);
    };
    text +=
        in_turn(context, dealt, texts, of_turn(is_cut ? fmt::format("({0} < 0 ? {1} : {0})", again, all) : again, part),
                of_turn(all, parts), outer + "        ");
    text +=
        body("", {}, indent + 3) + fmt::format("{0}        }}\n{0}    }} else if ({1} < {2}) {{\n", outer, part, all);
    if (!split.outside) {
        const auto type = plain(split.read->type);
        text += fmt::format("{0}        const {1} = {2};\n{0}        {3} = {4};\n{0}        if ({5} < {6}) {{\n", outer,
                            ir::declare(type, before, hooks), ir::print_c(*split.read, hooks),
                            ir::declare(type, after, hooks), before, again, all);
        text +=
            fmt::format("{}            {} = {};\n", outer, texts.head, value_in_round(context, dealt, texts, again));
        text += body(after, {read, stored}, indent + 3) + outer + "        }\n";
    }
    text += in_turn(context, dealt, texts, part, parts, outer + "        ");
    text += fmt::format("{0}            if ({1} == {2}) {{\n{0}                continue;\n{0}            }}\n", outer,
                        round, again);
    if (!split.outside) {
        text += fmt::format("{}            const {} = {} < {} ? {} : {};\n", outer,
                            ir::declare(plain(split.read->type), value, hooks), round, again, before, after);
    }
    text += body(value, split.outside ? Elements{} : Elements{read}, indent + 3);
    return text + fmt::format("{0}        }}\n{0}    }}\n{0}}}\n", outer);
}

} // namespace hydra::codegen

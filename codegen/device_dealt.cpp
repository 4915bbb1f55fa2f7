#include "codegen/device_dealt.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "codegen/device_windows.h"
#include "codegen/kernel_frame.h"

namespace hydra::codegen {

namespace {

std::optional<SplitLoop> split_of(const ir::Kernel& kernel, const ir::InnerLoop& inner) {
    return split_at(*kernel.loop->as<ir::For>()->body, *inner.loops.front().loop, *inner.again);
}

} // namespace

const std::vector<ir::InnerLoop>& dealt_inner(const ir::Kernel& kernel) {
    static const std::vector<ir::InnerLoop> none;
    const bool all = std::all_of(kernel.inner.begin(), kernel.inner.end(), [&](const ir::InnerLoop& inner) {
        return inner.again == nullptr || split_of(kernel, inner).has_value();
    });
    return all && (kernel.stages.empty() || !device_sweeps(kernel)) ? kernel.inner : none;
}

std::optional<DealtLoop> dealt_loop(const ir::Kernel& kernel, const ir::Stmt& stmt) {
    const auto& all = dealt_inner(kernel);
    for (std::size_t index = 0; index < all.size(); index++) {
        for (const auto& counting : all[index].loops) {
            if (counting.loop == &stmt) {
                return DealtLoop{&counting, index,
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
std::string rounds_name(const Context& context, std::size_t index) {
    return context.name(fmt::format("rounds{}", index));
}

std::string compared_bound(const ir::CountingLoop& counting, const std::string& text) {
    const auto* compared = counting.bound->type;
    const auto* written = ir::strip(counting.bound)->type;
    const bool converted = compared->is_unsigned() && ir::size_of(compared) == 4 && !written->is_unsigned();
    return converted ? fmt::format("(long)(unsigned)({})", text) : text;
}

std::string rounds_text(const ir::CountingLoop& counting, const std::string& start, const std::string& bound) {
    const auto by = std::abs(counting.step);
    const auto& low = counting.step > 0 ? start : bound;
    const auto& high = counting.step > 0 ? bound : start;
    const auto reach = counting.inclusive ? by : by - 1;
    const auto span = fmt::format("{} - {}{}", high, low, reach > 0 ? fmt::format(" + {}", reach) : "");
    return fmt::format("({0} {1} {2} ? {3} : 0)", low, counting.inclusive ? "<=" : "<", high,
                       by > 1 ? fmt::format("({}) / {}", span, by) : span);
}

namespace {

std::string own_name(const Context& context, const DealtLoop& dealt, const char* what) {
    return context.name(fmt::format("{}{}", what, dealt.index));
}

// The value that the variable has in a round, of which this is the number.
std::string value_in_round(const Context& context, const DealtLoop& dealt, const DealtTexts& texts,
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
std::string windowed(const ir::CountingLoop& counting, const DealtTexts& texts, const Renamed& start,
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

// The beginning of the block: the item's rounds, from the begin-th to before the end-th of all.
std::string own_rounds(const Context& context, const DealtLoop& dealt, const DealtTexts& texts, int indent,
                       const char* kind) {
    const auto& counting = *dealt.counting;
    const auto own = [&](const char* what) { return own_name(context, dealt, what); };
    const auto from = own("from"), to = own("to"), all = own("all"), begin = own("begin"), end = own("end");
    const auto part = part_name(context, dealt.index), parts = parts_name(context, dealt.index);
    const auto rounds = rounds_name(context, dealt.index);
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
    text += fmt::format("{}const long {} = {};\n", inner, all, rounds_text(counting, from, to));
    text += fmt::format("{0}{1} {2} = {3} * {4} < {5} ? {3} * {4} : {5};\n", inner, kind, begin, part, rounds, all);
    return text + fmt::format("{0}{1} {2} = {3} + 1 < {4} && {5} + {6} < {7} ? {5} + {6} : {7};\n", inner, kind, end,
                              part, parts, begin, rounds, all);
}

} // namespace

std::string dealt_head(const Context& context, const DealtLoop& dealt, const DealtTexts& texts, int indent) {
    const auto& counting = *dealt.counting;
    const auto begin = own_name(context, dealt, "begin"), end = own_name(context, dealt, "end");
    const auto last = own_name(context, dealt, "last");
    const std::string inner(static_cast<std::size_t>(indent + 1) * 4, ' ');
    auto text = own_rounds(context, dealt, texts, indent, "const long");
    text += fmt::format("{}const {} {} = {};\n", inner, texts.type, last, value_in_round(context, dealt, texts, end));
    const auto by = std::abs(counting.step);
    text += fmt::format("{}for ({} = {}; {} {} {}; {} {}= {})\n", inner, texts.head,
                        value_in_round(context, dealt, texts, begin), texts.variable, counting.step > 0 ? "<" : ">",
                        last, texts.variable, counting.step > 0 ? "+" : "-", by);
    return text;
}

std::string cut_head(const Context& context, const ir::CountingLoop& counting, const DealtTexts& texts, int indent) {
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

std::string dealt_split(const Context& context, const DealtLoop& dealt, const DealtTexts& texts, int indent,
                        const ir::PrintHooks& hooks, Standing& standing) {
    const auto own = [&](const char* what) { return own_name(context, dealt, what); };
    const auto begin = own("begin"), end = own("end"), all = own("all"), again = own("again"), value = own("value");
    const SplitLoop& split = *dealt.split;
    const std::string outer(static_cast<std::size_t>(indent) * 4, ' ');
    using Elements = std::set<std::string>;
    // Rounds in which the value stands for these.
    const auto loop = [&](const std::string& first, const std::string& past, const Elements& elements, int depth) {
        const std::string pad(static_cast<std::size_t>(depth) * 4, ' ');
        standing = {value, elements};
        const auto body = ir::print_c(*dealt.counting->loop->as<ir::For>()->body, depth + 1, hooks);
        standing = {};
        return fmt::format("{0}for ({1} = {2}; {3} < {4}; {3}++) {{\n{5}{0}}}\n", pad, texts.head,
                           value_in_round(context, dealt, texts, first), texts.variable,
                           value_in_round(context, dealt, texts, past), body);
    };
    const auto read = ir::print_c(*split.read, {}), stored = ir::print_c(*split.stored, {});
    auto text = own_rounds(context, dealt, texts, indent, "long");
    const bool is_cut = !texts.lowest.empty();
    text += fmt::format("{0}    long {1} = (long)({2}) - {3};\n", outer, again, ir::print_c(*split.round, hooks),
                        own("from"));
    // Less than 0 where somebody else has an earlier round that stores: what follows reckons with it.
    text += is_cut ? fmt::format("{0}    {1} = {1} + {2} >= {3} && {1} + {2} < {4} && {1} < {5} ? {1} : {5};\n", outer,
                                 again, own("from"), own("first"), own("stop"), all)
                   : fmt::format("{0}    {1} = {1} >= 0 && {1} < {2} ? {1} : {2};\n", outer, again, all);
    text +=
        fmt::format("{0}    if ({1} == 2) {{\n{0}        {2} = {3};\n{0}        {4} = {2} < {5} ? {2} + 1 : {2};\n"
                    "{0}    }}\n{0}    if ({1} {6}) {{\n",
                    outer, turn_name(context), begin, is_cut ? fmt::format("{0} < 0 ? {1} : {0}", again, all) : again,
                    end, all, is_cut ? fmt::format("== 2 || ({} == 0 && {} >= 0)", turn_name(context), again) : "!= 1");
    text += loop(begin, end, {}, indent + 2);
    text += fmt::format("{}    }} else if ({} < {}) {{\n", outer, begin, end);
    const auto kept = split.outside ? Elements{} : Elements{read};
    if (!split.outside) {
        text += fmt::format("{}        {} = {};\n", outer, ir::declare(plain(split.read->type), value, hooks),
                            ir::print_c(*split.read, hooks));
    }
    text += loop(begin, fmt::format("({0} < {1} ? {0} : {1})", end, again), kept, indent + 2);
    text += fmt::format("{0}        if ({1} + 1 < {2}) {{\n", outer, again, end);
    if (!split.outside) {
        text += loop(again, fmt::format("({} + 1)", again), {read, stored}, indent + 3);
    }
    text += loop(fmt::format("({0} > {1} ? {0} : {1} + 1)", begin, again), end, kept, indent + 3);
    return text + fmt::format("{0}        }}\n{0}    }}\n{0}}}\n", outer);
}

} // namespace hydra::codegen

#include "codegen/device_dealt.h"

#include <cstdlib>

#include <fmt/format.h>

namespace hydra::codegen {

std::optional<DealtLoop> dealt_loop(const ir::Kernel& kernel, const ir::Stmt& stmt) {
    for (std::size_t index = 0; index < kernel.inner.size(); index++) {
        for (const auto& counting : kernel.inner[index].loops) {
            if (counting.loop == &stmt) {
                return DealtLoop{&counting, index};
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

std::string dealt_head(const Context& context, const DealtLoop& dealt, const DealtTexts& texts, int indent) {
    const auto& counting = *dealt.counting;
    const auto own = [&](const char* what) { return context.name(fmt::format("{}{}", what, dealt.index)); };
    const auto from = own("from"), to = own("to"), all = own("all"), begin = own("begin"), end = own("end");
    const auto part = part_name(context, dealt.index), parts = parts_name(context, dealt.index);
    const auto rounds = rounds_name(context, dealt.index);
    const std::string outer(static_cast<std::size_t>(indent) * 4, ' ');
    const std::string inner = outer + "    ";
    const auto value = [&](const std::string& number) {
        const auto by = std::abs(counting.step);
        return fmt::format("({})({} {} {}{})", texts.type, from, counting.step > 0 ? "+" : "-", number,
                           by > 1 ? fmt::format(" * {}", by) : "");
    };
    auto text = outer + "{\n";
    text += fmt::format("{}const long {} = (long)({})({}), {} = (long)({});\n", inner, from, texts.type, texts.start,
                        to, texts.bound);
    text += fmt::format("{}const long {} = {};\n", inner, all, rounds_text(counting, from, to));
    text += fmt::format("{0}const long {1} = {2} * {3} < {4} ? {2} * {3} : {4};\n", inner, begin, part, rounds, all);
    text += fmt::format("{0}const long {1} = {2} + 1 < {3} && {4} + {5} < {6} ? {4} + {5} : {6};\n", inner, end, part,
                        parts, begin, rounds, all);
    const auto last = own("last");
    text += fmt::format("{}const {} {} = {};\n", inner, texts.type, last, value(end));
    const auto by = std::abs(counting.step);
    text += fmt::format("{}for ({} = {}; {} {} {}; {} {}= {})\n", inner, texts.head, value(begin), texts.variable,
                        counting.step > 0 ? "<" : ">", last, texts.variable, counting.step > 0 ? "+" : "-", by);
    return text;
}

} // namespace hydra::codegen

// See counting.h.
#include "codegen/text/counting.h"

#include <cstdlib>

#include <fmt/format.h>

namespace hydra::codegen {

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

} // namespace hydra::codegen

// Collects and prints the times of phases.
#include "driver/timing.h"

#include <algorithm>

#include <fmt/format.h>

namespace hydra::driver {

void Timings::add(std::string_view phase, double seconds, bool detail) {
    const auto is_same = [&](const Row& row) { return row.phase == phase && row.detail == detail; };
    const auto found = std::find_if(rows_.begin(), rows_.end(), is_same);
    if (found != rows_.end())
        found->seconds += seconds;
    else
        rows_.push_back({std::string(phase), seconds, detail});
}

std::string Timings::table() const {
    std::string text = fmt::format("{:<28}{:>10}\n", "phase", "ms");
    double total = 0;
    // Parts are measured inside their phase, so they are known before it; they are printed after it.
    std::vector<const Row*> parts;
    const auto line = [&](const Row& row, const char* indent) {
        text += fmt::format("{:<28}{:>10.1f}\n", indent + row.phase, row.seconds * 1000);
    };
    for (const auto& row : rows_) {
        if (row.detail) {
            parts.push_back(&row);
            continue;
        }
        line(row, "");
        total += row.seconds;
        for (const auto* part : parts)
            line(*part, "  ");
        parts.clear();
    }
    return text + fmt::format("{:<28}{:>10.1f}\n", "total", total * 1000);
}

Timings::Scope::~Scope() {
    timings_.add(phase_, std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count());
}

} // namespace hydra::driver

// Text for messages without a dependency on a formatting library: programs built by hydracc link this runtime, so it
// needs nothing beyond the C++ standard library.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>

namespace hydra::rt {

inline void append_text(std::string& out, std::string_view part) { out += part; }
template <class Number>
requires std::is_arithmetic_v<Number>
void append_text(std::string& out, Number part) { out += std::to_string(part); }

// The parts one after another: text("rank ", 3, " of ", 4).
template <class... Parts> std::string text(const Parts&... parts) {
    std::string out;
    (append_text(out, parts), ...);
    return out;
}

} // namespace hydra::rt

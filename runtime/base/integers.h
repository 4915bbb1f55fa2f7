// Integer arithmetic that C does not have, and the number that stands for "no end".
#pragma once
#include <cstdint>

namespace hydra::rt {

// No subscript, distance or size in bytes of a program comes near it; sums of some of it do not overflow.
inline constexpr std::int64_t unbounded = std::int64_t{1} << 40;

// Quotients rounded down and up, and the remainder of the first, for b > 0.
constexpr std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }
constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return a / b + (a % b > 0 ? 1 : 0); }
constexpr std::int64_t floor_mod(std::int64_t a, std::int64_t b) { return a % b + (a % b < 0 ? b : 0); }

} // namespace hydra::rt

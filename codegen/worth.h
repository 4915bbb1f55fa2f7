// The numbers by which the code generator decides what is worth writing down, each with what set it. What devices have
// to take stands where it is checked.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hydra::codegen::worth {

// Bytes of an element whose padding is written down, a character for each, for HYDRA_VERIFY.
inline constexpr std::int64_t most_padded_bytes = 4096;
// Members of a struct that are listed with their names, for messages; of larger ones, elements are named as a whole.
inline constexpr std::size_t most_members = 128;
// Values of a range of cases (`case 1 ... 9:`) that become a label each in a kernel; with more, the host runs the loop.
inline constexpr std::int64_t most_case_labels = 256;
// Bytes of a function that is called once and may have to stand in its caller's two versions: of longer ones, what the
// call itself costs cannot be measured, and the native compiler's time doubles.
inline constexpr std::size_t longest_inlined_text = 4000;

} // namespace hydra::codegen::worth

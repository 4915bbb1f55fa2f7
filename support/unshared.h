// Functions of the C library whose work cannot be shared out: what they do happens outside of the program's memory,
// once for each process. With one rank they work; with several, the program stops where it calls one
// (runtime/libc/unshared.cpp, which has the same list).
#pragma once
#include <span>
#include <string_view>

namespace hydra::support {

struct UnsharedGroup {
    std::string_view what; // "signals"
    std::span<const std::string_view> names;
};
std::span<const UnsharedGroup> unshared_functions();
// The group of the function of that name; null: it is none of them.
const UnsharedGroup* unshared_group(std::string_view name);

} // namespace hydra::support

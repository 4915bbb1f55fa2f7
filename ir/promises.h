// What each pass promises of kernels and sites, as far as one alone shows it: the "After it" of the pass's own file.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "ir/kernel.h"
#include "ir/site.h"

namespace hydra::ir {

// What the kernel or site breaks of what these passes, which have run in this order, promise; empty: nothing. A promise
// holds from its pass on, some of them only until another pass goes on from there.
std::string broken_promise(const Kernel& kernel, std::span<const std::string_view> passes);
std::string broken_promise(const Site& site, std::span<const std::string_view> passes);

} // namespace hydra::ir

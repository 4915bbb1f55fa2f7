// The name of one element, for messages: r[1].v[2] where the program writes r[i].v[j].
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "passes/access/access.h"

namespace hydra::passes {

// declared: how many subscripts the user's declaration gives an element of the root's array. element: the access' own
// subscripts. Empty: they do not tell what the user calls it.
std::string element_name(const RawAccess& access, const Root& root, std::size_t declared,
                         const std::vector<std::int64_t>& element);

} // namespace hydra::passes

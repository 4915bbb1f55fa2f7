// Texts of any length from all ranks to rank 0.
#pragma once

#include "runtime/comm/transport.h"

#include <string>
#include <vector>

namespace hydra::rt {

// Each rank's text, by rank, on rank 0; elsewhere: none. Called by all.
std::vector<std::string> gather_texts(Transport& transport, const std::string& mine);

} // namespace hydra::rt

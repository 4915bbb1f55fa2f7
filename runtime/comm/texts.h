// Texts of any length from all ranks to rank 0.
#pragma once

#include "runtime/comm/transport.h"

#include <functional>
#include <string>
#include <vector>

namespace hydra::rt {

// Calls f with each rank's text, by rank, on rank 0; elsewhere not at all. Called by all.
void each_text(Transport& transport, const std::string& mine, const std::function<void(const std::string&)>& f);

// Each rank's text, by rank, on rank 0; elsewhere: none. Called by all.
std::vector<std::string> gather_texts(Transport& transport, const std::string& mine);

} // namespace hydra::rt

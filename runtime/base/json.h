// The few pieces of JSON that the runtime writes: counters and traces.
#pragma once

#include <string>
#include <string_view>

namespace hydra::rt {

// The text in quotation marks.
std::string quoted(std::string_view plain);
// With six digits behind the point, whatever the program's locale says.
std::string decimal(double value);

} // namespace hydra::rt

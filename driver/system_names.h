// Names that a program shares with the C library, or with a library that its runtime calls. ISO C lets a program define
// `kill` or `read`; but in one executable the program's would take the place of the one that the runtime, and the
// libraries below it, mean. So the program's get other names in its object files.
#pragma once
#include <string>

namespace hydra::driver {

// Whether the runtime, or a library that it is linked with, may define or call an external symbol of this name.
bool is_system_name(const std::string& name);

// What the program's own is called in object files.
std::string own_symbol(const std::string& name);

} // namespace hydra::driver

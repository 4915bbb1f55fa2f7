// What runs the parallel loops, and what else the command line says of the generated code.
#pragma once
#include <map>
#include <string>

namespace hydra::codegen {

// The host's cores, or devices, for which each loop has a kernel besides.
enum class Target { cpu, opencl, cuda };

struct EmitOptions {
    Target target = Target::cpu;
    // Filled for opencl and cuda, if not null: why the host's cores run a loop, by its kernel's id.
    std::map<int, std::string>* host_reasons = nullptr;
    std::string comm = {}; // the communication scheme, as the runtime names it; empty: the usual one
    bool foreign = false;  // code that hydracc does not see is linked in, or may be loaded
};

} // namespace hydra::codegen

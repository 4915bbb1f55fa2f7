// What runs the parallel loops, and what else the command line says of the generated code.
#pragma once
#include <array>
#include <map>
#include <string>

namespace hydra::codegen {

// The host's cores, or devices, for which each loop has a kernel besides.
enum class Target { cpu, opencl, cuda };

// Their names, in that order: on the command line, in reports, and in the runtime's libraries (libhydra_acc_NAME.a).
inline constexpr std::array<const char*, 3> target_names{"cpu", "opencl", "cuda"};
constexpr const char* name_of(Target target) { return target_names[static_cast<std::size_t>(target)]; }

struct EmitOptions {
    Target target = Target::cpu;
    // Filled for opencl and cuda, if not null: why the host's cores run a loop, by its kernel's id.
    std::map<int, std::string>* host_reasons = nullptr;
    std::string comm = {};    // the communication scheme, as the runtime names it; empty: the usual one
    bool for_reading = false; // -S: files for people (reading.h)
    bool foreign = false;     // code that hydracc does not see is linked in, or may be loaded
};

} // namespace hydra::codegen

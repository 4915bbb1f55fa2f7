// The C library's functions that devices have too, and how they are called there.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/target.h"
#include "ir/program.h"

namespace hydra::codegen {

// The call of a C library function (or a compiler's __builtin_ one) as an expression that binds as tightly as a call.
// The texts' types are those of the C function's parameters, or any for a __builtin_ one. nullopt: devices do not have
// it.
std::optional<std::string> device_call(Target target, std::string_view name, const std::vector<std::string>& args);

// Whether what the C library's function gives may differ from machine to machine in its last bits.
bool is_approximate(std::string_view name);

// The call, where the statement is `memcpy(to, from, count);` or memset, of the library, whose results nobody uses;
// null: it is not.
const ir::Call* bytes_call(const ir::Program& program, const ir::ExprStmt& stmt);

// A function (windows, address) that says where on the device an address of the host's is, the type of its first
// argument, and how many windows there are (hydra_rt.h, HYDRA_RT_MOST_WINDOWS).
constexpr std::string_view follow_function = "hydra_follow", windows_type = "struct hydra_windows";
constexpr int window_count = 6;

// A function (pages, address) that says where on the device what a kernel takes to be at an address lies, and the type
// of its first argument (hydra_rt.h, hydra_rt_pass_pages).
constexpr std::string_view page_function = "hydra_in_page", pages_type = "struct hydra_pages";

// What must stand before kernels that call what device_call gave.
std::string device_library_text(Target target, const std::string& kernels);
// Whether the calls that device_call makes use this name.
bool is_device_function(Target target, std::string_view name);

} // namespace hydra::codegen

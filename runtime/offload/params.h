// The arguments of a kernel on the device, as the loop's pass function hands them over.
#pragma once

#include "runtime/backend/device.h"

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace hydra::rt {
class DevicePlacement;
inline constexpr const char* no_room = "the device has too little memory";
} // namespace hydra::rt

// What the loop's pass function fills.
struct hydra_rt_params {
    hydra::rt::DevicePlacement* placement = nullptr; // of what the launch touches
    std::vector<hydra::rt::Device::Argument> list;
    std::deque<std::vector<unsigned char>> values;    // that the list points at
    std::vector<hydra::rt::Device::Memory> temporary; // buffers of memory that is in no allocation
    std::string trouble;                              // why the device cannot run the launch; empty: it can

    void add(const void* value, std::size_t bytes) {
        const auto* from = static_cast<const unsigned char*>(value);
        values.emplace_back(from, from + bytes);
        list.push_back({nullptr, values.back().data(), bytes});
    }
    void add(std::int64_t number) { add(&number, sizeof number); }
    void add(hydra::rt::Device::Memory memory) { list.push_back({memory, nullptr, 0}); }
};

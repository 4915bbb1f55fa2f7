// A device for tests: its memory is the heap's, and its kernels are functions of the test's. It hands out buffers that
// are full of garbage, refuses to hold more than it is said to have, and lets what is read arrive as late as it may.
#pragma once

#include "runtime/backend/device.h"

#include <cstring>
#include <functional>
#include <map>
#include <stdexcept>
#include <vector>

namespace hydra::rt::test {

// Runs one launch: what the contract of hydra_rt.h says a kernel is given, by place; pointers are ready to be used.
using FakeKernel = std::function<void(std::span<const Device::Argument>, const Grid&)>;

class FakeDevice final : public Device {
  public:
    explicit FakeDevice(std::int64_t bytes, std::map<const hydra_rt_offload*, FakeKernel> kernels = {},
                        std::int64_t items_wanted = 0)
        : bytes_(bytes), kernels_(std::move(kernels)), items_wanted_(items_wanted) {}

    [[nodiscard]] std::string name() const override { return "fake"; }
    [[nodiscard]] std::int64_t memory_bytes() const override { return bytes_; }
    Memory allocate(std::int64_t bytes) override {
        auto& buffer =
            *buffers_.emplace_back(std::make_unique<std::vector<char>>(static_cast<std::size_t>(bytes), '\xa5'));
        return buffer.data();
    }
    void release(Memory memory) override {
        if (std::erase_if(buffers_, [&](const auto& buffer) { return buffer->data() == memory; }) != 1)
            throw std::logic_error("released what was not allocated");
    }
    void write(Memory to, const Spot& there, const char* host, const Slab& slab) override {
        written_ += slab.total();
        ++copies_;
        each_row(slab, there, [&](std::int64_t here, std::int64_t at) {
            std::memcpy(inside(to, at, slab.bytes), host + here, static_cast<std::size_t>(slab.bytes));
        });
    }
    void read(Memory from, const Spot& there, char* host, const Slab& slab) override {
        ++copies_;
        each_row(slab, there, [&](std::int64_t here, std::int64_t at) {
            const char* values = inside(from, at, slab.bytes);
            coming_.emplace_back(host + here, std::vector<char>(values, values + slab.bytes));
        });
    }
    void arrive() override {
        for (const auto& [to, values] : coming_)
            std::memcpy(to, values.data(), values.size());
        coming_.clear();
    }
    void copy(Memory from, const Spot& there, Memory to, const Spot& next, std::int64_t bytes,
              std::int64_t rows) override {
        ++copies_;
        for (std::int64_t row = 0; row < rows; ++row)
            std::memcpy(inside(to, next.offset + row * next.row_pitch, bytes),
                        inside(from, there.offset + row * there.row_pitch, bytes), static_cast<std::size_t>(bytes));
    }
    bool prepare(const hydra_rt_offload& kernel, std::string& reason) override {
        if (!kernels_.contains(&kernel))
            reason = "no such kernel";
        return kernels_.contains(&kernel);
    }
    [[nodiscard]] std::int64_t items_wanted() const override { return items_wanted_; }
    [[nodiscard]] std::int64_t rounds_an_item(double items, std::int64_t most) const override {
        return rt::rounds_an_item(items, most, {}, items_wanted_);
    }
    void launch(const hydra_rt_offload& kernel, std::span<const Argument> arguments, const Grid& grid) override {
        kernels_.at (&kernel)(arguments, grid);
    }
    void finish() override {}

    // Bytes that came from the host, arguments apart.
    [[nodiscard]] std::int64_t written() const { return written_; }
    // How often it was told to copy something.
    [[nodiscard]] std::int64_t copies() const { return copies_; }
    [[nodiscard]] std::size_t buffers() const { return buffers_.size(); }

  private:
    template <class F> static void each_row(const Slab& slab, const Spot& there, F f) {
        for (std::int64_t plane = 0; plane < slab.planes; ++plane)
            for (std::int64_t row = 0; row < slab.rows; ++row)
                f(slab.offset + plane * slab.plane_pitch + row * slab.row_pitch,
                  there.offset + plane * there.plane_pitch + row * there.row_pitch);
    }
    char* inside(Memory memory, std::int64_t at, std::int64_t bytes) const {
        for (const auto& buffer : buffers_)
            if (buffer->data() == memory && at >= 0 && at + bytes <= static_cast<std::int64_t>(buffer->size()))
                return buffer->data() + at;
        throw std::logic_error("outside of the device's memory");
    }

    std::int64_t bytes_;
    std::map<const hydra_rt_offload*, FakeKernel> kernels_;
    std::int64_t items_wanted_;
    std::int64_t written_ = 0, copies_ = 0;
    std::vector<std::unique_ptr<std::vector<char>>> buffers_;
    std::vector<std::pair<char*, std::vector<char>>> coming_; // to the host's memory
};

} // namespace hydra::rt::test

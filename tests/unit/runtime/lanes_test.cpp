// A device with three queues: what is put into them may run in any order that the events allow, and the result must be
// that of one after the other. The queues here run nothing before they must: when the host waits.
#include <doctest/doctest.h>

#include "runtime/backend/lanes.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <functional>
#include <random>
#include <string_view>

using namespace hydra::rt;

namespace {

class LazyDevice final : public LaneDevice {
  public:
    LazyDevice(std::int64_t staging_bytes, unsigned seed, bool timed = false)
        : LaneDevice(request(staging_bytes, timed)), random_(seed) {}

    [[nodiscard]] std::string name() const override { return "lazy"; }
    [[nodiscard]] std::int64_t memory_bytes() const override { return 1 << 20; }
    bool prepare(const hydra_rt_offload&, std::string&) override { return true; }
    [[nodiscard]] std::int64_t items_wanted() const override { return 0; }
    [[nodiscard]] std::int64_t rounds_an_item(double, std::int64_t) const override { return 1; }
    void finish() override {
        while (step()) {
        }
    }

  protected:
    Memory make_buffer(std::int64_t bytes) override { return bytes > 4096 ? nullptr : new char[4096]; }
    void free_buffer(Memory memory) override {
        finish();
        delete[] static_cast<char*>(memory);
    }
    char* make_pinned(std::int64_t bytes) override {
        return pinned_.emplace_back(static_cast<std::size_t>(bytes)).data();
    }
    Event enqueue_in(Memory to, const Rows& rows, const char* pinned, Events after) override {
        return enqueue(
            in, after,
            [=] {
                for (std::int64_t row = 0; row < rows.rows; ++row)
                    std::memcpy(static_cast<char*>(to) + rows.offset + row * rows.pitch, pinned + row * rows.bytes,
                                static_cast<std::size_t>(rows.bytes));
            });
    }
    Event enqueue_out(Memory from, const Rows& rows, char* pinned, Events after) override {
        return enqueue(
            out, after,
            [=] {
                for (std::int64_t row = 0; row < rows.rows; ++row)
                    std::memcpy(pinned + row * rows.bytes, static_cast<char*>(from) + rows.offset + row * rows.pitch,
                                static_cast<std::size_t>(rows.bytes));
            });
    }
    Event enqueue_copy(Memory from, const Rows& rows, Memory to, const Rows& next, Events after) override {
        return enqueue(
            kernels, after,
            [=] {
                for (std::int64_t row = 0; row < rows.rows; ++row)
                    std::memcpy(static_cast<char*>(to) + next.offset + row * next.pitch,
                                static_cast<char*>(from) + rows.offset + row * rows.pitch,
                                static_cast<std::size_t>(rows.bytes));
            });
    }
    // The kernel adds the second buffer's bytes to the first one's.
    Event enqueue_kernel(const hydra_rt_offload&, std::span<const Argument> arguments, const Grid&,
                         Events after) override {
        char* to = static_cast<char*>(arguments[0].memory);
        const char* from = static_cast<const char*>(arguments[1].memory);
        return enqueue(kernels, after, [=] {
            for (int i = 0; i < 300; ++i)
                to[i] = static_cast<char>(to[i] + from[i]);
        });
    }
    void wait(const Event& event) override {
        while (*static_cast<long*>(event.get()) == 0)
            REQUIRE(step());
    }
    std::pair<double, double> times(const Event& event) override {
        const auto number = static_cast<double>(*static_cast<long*>(event.get()));
        return {number - 1, number};
    }

  private:
    struct Task {
        std::vector<Event> after;
        std::shared_ptr<long> done; // the task's number, counted from 1 on; 0: it has not run
        std::function<void()> run;
    };

    static DeviceRequest request(std::int64_t staging_bytes, bool timed) {
        DeviceRequest made;
        made.staging_bytes = staging_bytes;
        made.timed = timed;
        return made;
    }

    Event enqueue(Lane lane, Events after, std::function<void()> run) {
        auto done = std::make_shared<long>(0);
        queues_[lane].push_back({{after.begin(), after.end()}, done, std::move(run)});
        return done;
    }
    // Runs the first task of some queue that has one that may run.
    bool step() {
        std::array<int, lanes> order{in, out, kernels};
        std::shuffle(order.begin(), order.end(), random_);
        for (const int lane : order) {
            auto& queue = queues_[static_cast<std::size_t>(lane)];
            if (queue.empty() || !std::all_of(queue.front().after.begin(), queue.front().after.end(),
                                              [](const Event& event) { return *static_cast<long*>(event.get()) != 0; }))
                continue;
            queue.front().run();
            *queue.front().done = ++run_;
            queue.pop_front();
            return true;
        }
        return false;
    }

    std::mt19937 random_;
    long run_ = 0; // tasks
    std::array<std::deque<Task>, lanes> queues_;
    std::deque<std::vector<char>> pinned_;
};

} // namespace

TEST_CASE("queues side by side give what one after the other gives") {
    const hydra_rt_offload kernel{};
    for (unsigned seed = 0; seed < 200; ++seed) {
        std::mt19937 random(seed);
        LazyDevice device(seed % 2 == 0 ? 64 : 7, seed); // a piece holds a row, or a part of one
        std::array<Device::Memory, 3> buffers{};
        std::array<std::vector<char>, 3> wanted, host;
        for (std::size_t b = 0; b < buffers.size(); ++b) {
            buffers[b] = device.allocate(300);
            std::memset(buffers[b], 1, 300);
            wanted[b].assign(300, 1);
            host[b].assign(300, 0);
        }
        for (int action = 0; action < 60; ++action) {
            const std::size_t one = random() % 3, other = (one + 1 + random() % 2) % 3;
            const Slab slab{static_cast<std::int64_t>(random() % 40),    static_cast<std::int64_t>(1 + random() % 20),
                            static_cast<std::int64_t>(1 + random() % 3), 25,
                            static_cast<std::int64_t>(1 + random() % 3), 75};
            // As on the host, or closer together.
            const Device::Spot there =
                random() % 2 == 0 ? Device::as_on_host(slab, 0) : Device::Spot{slab.offset + 3, slab.bytes + 1, 66};
            const auto each = [&](const std::function<void(std::size_t, std::size_t)>& f) {
                for (std::int64_t p = 0; p < slab.planes; ++p)
                    for (std::int64_t r = 0; r < slab.rows; ++r)
                        for (std::int64_t i = 0; i < slab.bytes; ++i)
                            f(static_cast<std::size_t>(slab.offset + p * slab.plane_pitch + r * slab.row_pitch + i),
                              static_cast<std::size_t>(there.offset + p * there.plane_pitch + r * there.row_pitch + i));
            };
            switch (random() % 5) {
            case 0:
                for (char& value : host[one])
                    value = static_cast<char>(random());
                device.write(buffers[one], there, host[one].data(), slab);
                each([&](std::size_t here, std::size_t at) { wanted[one][at] = host[one][here]; });
                std::fill(host[one].begin(), host[one].end(), '\x55'); // it may be written over at once
                break;
            case 1:
                device.read(buffers[one], there, host[one].data(), slab);
                device.arrive();
                each([&](std::size_t here, std::size_t at) { REQUIRE(host[one][here] == wanted[one][at]); });
                break;
            case 2: {
                const std::array<Device::Argument, 2> arguments{{{buffers[one]}, {buffers[other]}}};
                device.launch(kernel, arguments, Grid{});
                for (std::size_t i = 0; i < 300; ++i)
                    wanted[one][i] = static_cast<char>(wanted[one][i] + wanted[other][i]);
                break;
            }
            case 3:
                device.copy(buffers[other], {10, 50}, buffers[one], {20, 70}, 40, 3);
                for (std::size_t row = 0; row < 3; ++row)
                    std::memcpy(wanted[one].data() + 20 + row * 70, wanted[other].data() + 10 + row * 50, 40);
                break;
            default: // given back, and taken again while the device is still at work with it
                device.release(buffers[one]);
                buffers[one] = device.allocate(300);
                const Slab all{0, 300, 1, 0, 1, 0};
                device.write(buffers[one], {}, host[one].data(), all);
                wanted[one] = host[one];
            }
        }
        device.finish();
    }
}

TEST_CASE("a device that is timed tells of all that it has done, each for what had been named") {
    const hydra_rt_offload kernel{};
    LazyDevice device(64, 1, true);
    const std::array<Device::Memory, 2> buffers{device.allocate(300), device.allocate(300)};
    const std::array<Device::Argument, 2> arguments{{{buffers[0]}, {buffers[1]}}};
    std::vector<char> host(300, 1);
    constexpr int rounds = 1500; // more than are remembered at a time
    for (int round = 0; round < rounds; ++round) {
        device.belongs_to(round % 2 == 0 ? "even" : "odd");
        device.write(buffers[0], {}, host.data(), {0, 60, 1, 0, 1, 0});
        device.launch(kernel, arguments, Grid{});
        device.read(buffers[0], {}, host.data(), {0, 40, 1, 0, 1, 0});
        device.arrive();
    }
    device.finish();
    const std::vector<Device::Done> done = device.done();
    REQUIRE(done.size() == 3 * rounds);
    using Kind = Device::Done::Kind;
    for (std::size_t i = 0; i < done.size(); ++i) {
        const bool copies = i % 3 != 1;
        CHECK(done[i].kind == (i % 3 == 0 ? Kind::write : copies ? Kind::read : Kind::kernel));
        CHECK(done[i].bytes == (i % 3 == 0 ? 60 : copies ? 40 : -1));
        CHECK(std::string_view(done[i].at) == (i / 3 % 2 == 0 ? "even" : "odd"));
        CHECK(done[i].end == static_cast<double>(i + 1));
    }
    CHECK(device.done().empty());
}

TEST_CASE("a device without room gives up what it keeps") {
    LazyDevice device(64, 1);
    const auto first = device.allocate(300);
    device.release(first);
    CHECK(device.allocate(5000) == nullptr);
    CHECK(device.allocate(200) != nullptr);
}

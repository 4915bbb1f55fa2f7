// Whole launches on ranks that have a device, against the same program on plain vectors: loops on the device and on the
// host in turns, serial reads and writes, copies, reallocation, reductions, too little memory on the device.
#include "tests/unit/runtime/fake_device.h"
#include "tests/unit/runtime/ranks.h"

#include <doctest/doctest.h>

#include <cstring>
#include <random>

using namespace hydra::rt;
using namespace hydra::rt::test;

namespace {

const hydra_rt_slot two_slots[] = {{"from"}, {"to"}};

// to[x + k0] += from[x + k1] * 3 + from[x + k2] + x: what was there before is needed, too.
struct ShiftArgs {
    const long* from;
    long* to;
    long k[3];
};
void shift_footprint(hydra_rt_footprint* f, const long* k, long lo, long hi) {
    hydra_rt_shape(f, 0, sizeof(long), 1, nullptr);
    for (int side : {1, 2}) {
        long box[] = {lo + k[side], hi + k[side], 1};
        hydra_rt_box(f, HYDRA_RT_READ, 0, box);
    }
    hydra_rt_shape(f, 1, sizeof(long), 1, nullptr);
    long box[] = {lo + k[0], hi + k[0], 1};
    hydra_rt_box(f, HYDRA_RT_READ, 1, box);
    hydra_rt_box(f, HYDRA_RT_WRITE, 1, box);
}
void shift(long x, const ShiftArgs& args) {
    args.to[x + args.k[0]] += args.from[x + args.k[1]] * 3 + args.from[x + args.k[2]] + x;
}
void shift_kernel(void* pointer, long lo, long hi, void* const*, int) {
    for (long x = lo; x < hi; ++x)
        shift(x, *static_cast<ShiftArgs*>(pointer));
}

// sum += to[x] * (x + 1), in unsigned arithmetic, so that any order gives the same.
void sum_footprint(hydra_rt_footprint* f, const long*, long lo, long hi) {
    hydra_rt_shape(f, 1, sizeof(long), 1, nullptr);
    long box[] = {lo, hi, 1};
    hydra_rt_box(f, HYDRA_RT_READ, 1, box);
}
void sum_kernel(void* pointer, long lo, long hi, void* const* partial, int) {
    for (long x = lo; x < hi; ++x)
        *static_cast<unsigned long*>(partial[0]) +=
            static_cast<unsigned long>(static_cast<ShiftArgs*>(pointer)->to[x] * (x + 1));
}

void pass(hydra_rt_params* p, const void* args) {
    hydra_rt_pass_slot(p, 0);
    hydra_rt_pass_slot(p, 1);
    hydra_rt_pass(p, static_cast<const ShiftArgs*>(args)->k, sizeof ShiftArgs::k);
}
const hydra_rt_offload shift_offload = {"shift", nullptr, nullptr, pass};
const hydra_rt_offload join_offload = {"join", nullptr, nullptr, nullptr};
const hydra_rt_offload sum_offload = {"sum", nullptr, nullptr, pass, nullptr, 0, &join_offload};
const hydra_rt_reduction sum_reduction[] = {{"sum", HYDRA_RT_ADD, HYDRA_RT_ULONG, 0, 0}};

// The arguments of hydra_rt.h's contract.
template <class T> T value(const Device::Argument& argument) {
    T out{};
    REQUIRE(argument.bytes == sizeof out);
    std::memcpy(&out, argument.value, sizeof out);
    return out;
}
struct Unpacked {
    ShiftArgs args{};
    long lo, length, stride, count;
    explicit Unpacked(std::span<const Device::Argument> list)
        : lo(value<long>(list[5])), length(value<long>(list[6])), stride(value<long>(list[7])),
          count(value<long>(list[8])) {
        const auto pointer = [&](std::size_t at) {
            return reinterpret_cast<long*>(static_cast<char*>(list[at].memory) + value<long>(list[at + 1]));
        };
        args.from = list[0].memory == nullptr ? nullptr : pointer(0);
        args.to = pointer(2);
        std::memcpy(args.k, list[4].value, sizeof args.k);
    }
    [[nodiscard]] long iteration(long n) const { return lo + n / length * stride + n % length; }
};
void shift_on_device(std::span<const Device::Argument> list, const Grid&) {
    const Unpacked given(list);
    for (long n = 0; n < given.count; ++n)
        shift(given.iteration(n), given.args);
}
void sum_on_device(std::span<const Device::Argument> list, const Grid&) {
    const Unpacked given(list);
    const long bytes = value<long>(list[10]), blocks = value<long>(list[11]), total = value<long>(list[12]);
    const long number = value<long>(list[13]), first = value<long>(list[14]), at = value<long>(list[15]);
    for (long b = first; b < blocks; ++b) {
        auto* sum = reinterpret_cast<unsigned long*>(static_cast<char*>(list[9].memory) + b * bytes + at);
        const long from = std::max(number, part_start(total, blocks, b));
        const long to = std::min(number + given.count, part_start(total, blocks, b + 1));
        for (long m = from; m < to; ++m) {
            const long x = given.iteration(m - number);
            *sum += static_cast<unsigned long>(given.args.to[x] * (x + 1));
        }
    }
}
// Of one sum of type unsigned long.
void join_on_device(std::span<const Device::Argument> list, const Grid&) {
    const long bytes = value<long>(list[1]), blocks = value<long>(list[2]), step = value<long>(list[3]);
    REQUIRE(value<long>(list[4]) == 0);
    REQUIRE(value<long>(list[6]) == 1);
    const auto sum = [&](long block) -> unsigned long& {
        return *reinterpret_cast<unsigned long*>(static_cast<char*>(list[0].memory) + block * bytes +
                                                 value<long>(list[7]));
    };
    const long width = step == 0 ? 1 : step * HYDRA_RT_JOINED;
    REQUIRE(value<long>(list[5]) == (blocks + width - 1) / width);
    for (long first = 0; first < blocks; first += width) {
        if (step == 0)
            sum(first) = value<unsigned long>(list[11]);
        for (long block = first + step; step > 0 && block < std::min(blocks, first + width); block += step)
            sum(first) += sum(block);
    }
}

struct Loops { // of one rank: the runtime keeps its own notes in them
    hydra_rt_loop shift_device = {"t.c:1", 0,       2, two_slots, 3, shift_footprint, shift_kernel, 0, nullptr,
                                  0,       nullptr, 1, 0,         1, nullptr};
    hydra_rt_loop shift_host = shift_device;
    hydra_rt_loop sum_device = {"t.c:2", 0,       2, two_slots, 0, sum_footprint, sum_kernel, 1, sum_reduction,
                                0,       nullptr, 1, 0,         1, nullptr};
    Loops() {
        shift_device.offload = &shift_offload;
        sum_device.offload = &sum_offload;
    }
};

void element_footprint(hydra_rt_footprint* f, const long* k, long, long) {
    hydra_rt_shape(f, 1, sizeof(long), 1, nullptr);
    long box[] = {k[0], k[0] + 1, 1};
    hydra_rt_box(f, HYDRA_RT_READ, 1, box);
    hydra_rt_box(f, HYDRA_RT_WRITE, 1, box);
}
void whole_footprint(hydra_rt_footprint* f, const long*, long, long) {
    hydra_rt_whole(f, HYDRA_RT_READ, 0);
    hydra_rt_whole(f, HYDRA_RT_READ, 1);
}
hydra_rt_loop element_site = {"t.c:3", 0,  2, two_slots, 1,      element_footprint, nullptr, 0, nullptr, 0,
                              nullptr, -1, 0, 1,         nullptr};
hydra_rt_loop whole_site = {"t.c:4", 0,       2,  two_slots, 0, whole_footprint, nullptr, 0, nullptr,
                            0,       nullptr, -1, 0,         1, nullptr};

bool random_program(Runtime& runtime, Arena& arena, unsigned seed) {
    std::mt19937 random(seed);
    const long n = 1 + static_cast<long>(random() % 60);
    const auto bytes = static_cast<std::size_t>(n) * sizeof(long);
    Loops loops;
    long* a = static_cast<long*>(arena.allocate(bytes));
    long* b = static_cast<long*>(arena.allocate(bytes));
    std::vector<long> model_a(static_cast<std::size_t>(n), 0), model_b = model_a;
    auto below = [&](long limit) { return static_cast<long>(random() % static_cast<unsigned>(limit)); };
    bool good = true;
    for (int step = 0; step < 60; ++step) {
        const unsigned what = random() % 12;
        if (what < 6) {
            long begin = below(n), end = begin + below(n - begin + 1);
            ShiftArgs args{a, b, {}};
            for (long& k : args.k)
                k = begin == end ? 0 : below(n - (end - begin) + 1) - begin;
            ShiftArgs on_model{model_a.data(), model_b.data(), {args.k[0], args.k[1], args.k[2]}};
            for (long x = begin; x < end; ++x)
                shift(x, on_model);
            launch(runtime, what == 0 ? loops.shift_host : loops.shift_device, {a, b},
                   {args.k[0], args.k[1], args.k[2]}, begin, end, &args, {}, args.k[0]);
            std::swap(a, b);
            std::swap(model_a, model_b);
        } else if (what < 8) {
            ShiftArgs args{a, b, {}};
            unsigned long sum = 5, wanted = 5;
            for (long x = 0; x < n; ++x)
                wanted += static_cast<unsigned long>(model_b[static_cast<std::size_t>(x)] * (x + 1));
            launch(runtime, loops.sum_device, {a, b}, {}, 0, n, &args, {&sum});
            good = good && sum == wanted;
        } else if (what < 10) {
            const long at = below(n);
            void* pointers[] = {a, b};
            runtime.serial(element_site, pointers, &at);
            good = good && b[at] == model_b[static_cast<std::size_t>(at)];
            b[at] = model_b[static_cast<std::size_t>(at)] = below(1000);
        } else if (what == 10) {
            runtime.copy("t.c:5", a, b, bytes);
            std::memcpy(a, b, bytes);
            model_a = model_b;
        } else {
            void* pointers[] = {a, b};
            runtime.serial(whole_site, pointers, nullptr);
            good = good && std::memcmp(a, model_a.data(), bytes) == 0 && std::memcmp(b, model_b.data(), bytes) == 0;
        }
    }
    runtime.gather_everything("the end");
    for (std::size_t device = 0; n > 20 && device < runtime.residence().size(); ++device)
        if (runtime.residence()[device].volume().to_device == 0) // else others did it all
            return false;
    return good && std::memcmp(a, model_a.data(), bytes) == 0 && std::memcmp(b, model_b.data(), bytes) == 0;
}

std::unique_ptr<Device> device_of(std::int64_t bytes) {
    return std::make_unique<FakeDevice>(
        bytes, std::map<const hydra_rt_offload*, FakeKernel>{
                   {&shift_offload, shift_on_device}, {&sum_offload, sum_on_device}, {&join_offload, join_on_device}});
}

} // namespace

TEST_CASE("programs on ranks with devices do what sequential ones do") {
    for (unsigned seed = 1; seed <= 24; ++seed) {
        const int ranks = 1 + static_cast<int>(seed % 4);
        RuntimeOptions options;
        options.partition = *parse_partition(seed % 3 == 0   ? "cyclic"
                                             : seed % 3 == 1 ? "block"
                                                             : "block-cyclic:3",
                                             nullptr);
        CAPTURE(seed);
        CHECK(on_ranks(
            ranks, options, [seed](Runtime& runtime, Arena& arena) { return random_program(runtime, arena, seed); },
            [seed] { return device_of(seed % 2 == 0 ? 1 << 20 : 700); }));
    }
}

TEST_CASE("programs on ranks with several devices do what sequential ones do") {
    for (unsigned seed = 1; seed <= 36; ++seed) {
        RuntimeOptions options;
        options.partition = *parse_partition(seed % 3 == 0   ? "cyclic"
                                             : seed % 3 == 1 ? "block"
                                                             : "block-cyclic:3",
                                             nullptr);
        CAPTURE(seed);
        CHECK(on_ranks(
            1 + static_cast<int>(seed % 3), options,
            [seed](Runtime& runtime, Arena& arena) { return random_program(runtime, arena, seed); },
            [seed] { return device_of(seed % 2 == 0 ? 1 << 20 : 700); }, 2 + static_cast<int>(seed % 2)));
    }
}

TEST_CASE("a loop is run by those of a rank's devices that have its kernels") {
    for (const bool first_has : {false, true}) {
        int made = 0;
        CHECK(on_ranks(
            1, {},
            [first_has](Runtime& runtime, Arena& arena) {
                constexpr long n = 600;
                Loops loops;
                long* a = static_cast<long*>(arena.allocate(n * sizeof(long)));
                long* b = static_cast<long*>(arena.allocate(n * sizeof(long)));
                ShiftArgs args{a, b, {0, 0, 0}};
                unsigned long sum = 0, wanted = 0;
                for (int step = 0; step < 3; ++step) {
                    launch(runtime, loops.shift_device, {a, b}, {0, 0, 0}, 0, n, &args);
                    launch(runtime, loops.sum_device, {a, b}, {}, 0, n, &args, {&sum});
                }
                for (long x = 0; x < n; ++x)
                    wanted += static_cast<unsigned long>(x * (x + 1)) * (1 + 2 + 3);
                // What the first loop's device has written comes to all that add it up.
                const std::int64_t peak = runtime.residence()[first_has ? 0 : 1].volume().peak;
                return sum == wanted && runtime.residence().size() == 3 &&
                       peak == 2 * n * static_cast<long>(sizeof(long)) && runtime.residence()[2].volume().to_device > 0;
            },
            [&made, first_has]() -> std::unique_ptr<Device> {
                std::map<const hydra_rt_offload*, FakeKernel> kernels{{&sum_offload, sum_on_device},
                                                                      {&join_offload, join_on_device}};
                if (made++ == (first_has ? 0 : 1))
                    kernels[&shift_offload] = shift_on_device;
                return std::make_unique<FakeDevice>(1 << 20, std::move(kernels));
            },
            3));
    }
}

TEST_CASE("a loop over more than the device holds runs in pieces, with the same sum") {
    CHECK(on_ranks(
        1, {},
        [](Runtime& runtime, Arena& arena) {
            constexpr long n = 4000;
            Loops loops;
            long* a = static_cast<long*>(arena.allocate(n * sizeof(long)));
            long* b = static_cast<long*>(arena.allocate(n * sizeof(long)));
            ShiftArgs args{a, b, {0, 0, 0}};
            launch(runtime, loops.shift_device, {a, b}, {0, 0, 0}, 0, n, &args);
            unsigned long sum = 0, wanted = 0;
            launch(runtime, loops.sum_device, {a, b}, {}, 0, n, &args, {&sum});
            for (long x = 0; x < n; ++x)
                wanted += static_cast<unsigned long>(x * (x + 1));
            const auto* device = dynamic_cast<FakeDevice*>(runtime.residence()[0].device());
            return sum == wanted && device->written() == runtime.residence().volume().to_device &&
                   runtime.residence().volume().reduced == sizeof sum && runtime.residence().volume().peak <= 8000 &&
                   runtime.residence().volume().to_device >= n * static_cast<long>(sizeof(long));
        },
        [] { return device_of(8000); }));
}

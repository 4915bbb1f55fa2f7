// Which devices a rank takes, how its iterations are cut between them, and what travels between their memories.
#include "runtime/backend/accumulators.h"
#include "runtime/backend/cuts.h"
#include "runtime/backend/device_request.h"
#include "tests/unit/runtime/fake_device.h"
#include "tests/unit/runtime/ranks.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>
#include <random>

using namespace hydra::rt;
using namespace hydra::rt::test;

namespace {

std::string wrong(const std::string& devices) {
    std::string reason;
    CHECK_FALSE(choices_of(devices, reason).has_value());
    return reason;
}

// "3/0of2*1": the first half of device 3, of weight 1.
std::string picked(const std::string& devices, int rank, int ranks, const std::vector<bool>& cpus) {
    DeviceRequest request;
    request.devices = devices;
    request.node_rank = rank;
    request.node_ranks = ranks;
    std::string reason, all;
    const auto picks = picks_of(request, cpus, "what there is", reason);
    if (!picks)
        return reason;
    for (const DevicePick& pick : *picks) {
        all += (all.empty() ? "" : " ") + std::to_string(pick.device);
        if (pick.parts > 1)
            all += "/" + std::to_string(pick.part) + "of" + std::to_string(pick.parts);
        all += "*" + std::to_string(static_cast<int>(pick.weight * 100));
        CHECK(pick.sharers == std::count_if(picks->begin(), picks->end(),
                                            [&](const DevicePick& other) { return other.device == pick.device; }));
    }
    return all;
}

} // namespace

TEST_CASE("HYDRA_DEVICES is a list of names, parts and weights") {
    std::string reason;
    const auto list = choices_of("gpu0:9,cpu/2:3,gpu*", reason);
    REQUIRE(list.has_value());
    REQUIRE(list->size() == 3);
    CHECK(((*list)[0].kind == DeviceChoice::Kind::gpu && (*list)[0].number == 0 && (*list)[0].weight == 9));
    CHECK(((*list)[1].kind == DeviceChoice::Kind::cpu && (*list)[1].parts == 2 && (*list)[1].weight == 3));
    CHECK(((*list)[2].kind == DeviceChoice::Kind::gpu && (*list)[2].number == -1 && (*list)[2].weight == 1));
    for (const char* name : {"tpu", "gpux", "gpu-1", "gpu0,", ",cpu", "cpu,,cpu", "cpu1", "gpu0 ", "gpu0:1:2/2"})
        CHECK(wrong(name).find("HYDRA_DEVICES='") == 0);
    for (const char* weight : {"gpu0:", "gpu0:0", "gpu0:-1", "gpu0:1.5", "gpu0:9999999999"})
        CHECK(wrong(weight).find("weight") != std::string::npos);
    for (const char* parts : {"cpu/", "cpu/0", "cpu/x", "cpu/2/2", "cpu/4096"})
        CHECK(wrong(parts).find("parts") != std::string::npos);
}

TEST_CASE("a rank takes the devices that are named, or those that no other rank of the machine does") {
    const std::vector<bool> gpus{false, false, false}, mixed{false, false, true}, cpus{true, true};
    CHECK(picked("", 0, 1, gpus) == "0*100 1*100 2*100");
    CHECK(picked("", 0, 2, gpus) == "0*100 2*100");
    CHECK(picked("", 1, 2, gpus) == "1*100");
    CHECK(picked("gpu*", 4, 5, gpus) == "1*100"); // fewer devices than ranks
    CHECK(picked("", 0, 1, mixed) == "0*100 1*100");
    CHECK(picked("", 2, 3, mixed) == "2*100");
    CHECK(picked("", 0, 1, cpus) == "0*100");
    CHECK(picked("cpu", 1, 2, cpus) == "1*100");
    CHECK(picked("gpu1:9,cpu", 3, 4, mixed) == "1*900 2*100");
    CHECK(picked("cpu/2", 1, 3, mixed) == "2/0of2*50 2/1of2*50");
    CHECK(picked("gpu0,gpu0:3", 0, 1, mixed) == "0*100 0*300");
    CHECK(picked("gpu0,gpu2", 0, 1, mixed) == "looked for gpu2 among what there is");
    CHECK(picked("cpu", 0, 1, gpus) == "looked for cpu among what there is");
}

TEST_CASE("iterations are cut by weight, where blocks begin") {
    std::mt19937 random(7);
    for (int round = 0; round < 3000; ++round) {
        const std::int64_t total = 1 + static_cast<std::int64_t>(random() % (round % 2 == 0 ? 20 : 200000));
        std::vector<double> weights;
        for (unsigned device = 0; device < 1 + random() % 5; ++device)
            weights.push_back(1 + random() % 9);
        const bool reduces = random() % 2 == 0;
        const std::int64_t blocks =
            reduces ? 1 + static_cast<std::int64_t>(random() % static_cast<unsigned>(total)) : 0;
        const std::vector<std::int64_t> cuts = cut_by_weight(total, blocks, weights);
        REQUIRE(cuts.size() == weights.size() + 1);
        CHECK(cuts.front() == 0);
        CHECK(cuts.back() == total);
        const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
        const double block = static_cast<double>(reduces ? (total + blocks - 1) / blocks : 1);
        for (std::size_t device = 0; device < weights.size(); ++device) {
            CHECK(cuts[device] <= cuts[device + 1]);
            const double wanted = static_cast<double>(total) * weights[device] / sum;
            // Each cut may be half a block away from where it should be.
            CHECK(std::abs(static_cast<double>(cuts[device + 1] - cuts[device]) - wanted) <= block + 1);
            if (reduces && cuts[device] < total)
                CHECK(part_start(total, blocks, block_of(cuts[device], total, blocks)) == cuts[device]);
        }
        // Intervals taken at the cuts are those that there were.
        std::vector<Interval> intervals, taken;
        for (std::int64_t at = 0, left = total; left > 0;) {
            const std::int64_t length = std::min(left, 1 + static_cast<std::int64_t>(random() % 1000));
            intervals.push_back({at, at + length});
            at += length + static_cast<std::int64_t>(random() % 3);
            left -= length;
        }
        std::vector<std::int64_t> all, again;
        for (const Interval& interval : intervals)
            for (std::int64_t i = interval.lo; i < interval.hi; ++i)
                all.push_back(i);
        for (std::size_t device = 0; device < weights.size(); ++device) {
            const std::vector<Interval> part = take_first(intervals, cuts[device + 1] - cuts[device]);
            CHECK(count_of(part) == cuts[device + 1] - cuts[device]);
            for (const Interval& interval : part)
                for (std::int64_t i = interval.lo; i < interval.hi; ++i)
                    again.push_back(i);
        }
        CHECK(again == all);
        CHECK(intervals.empty());
    }
}

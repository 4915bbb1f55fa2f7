// Helpers of tests that run launches on several forked ranks.
#pragma once

#include "runtime/comm/local_transport.h"
#include "runtime/launch/runtime.h"

#include <cstdio>
#include <exception>
#include <functional>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace hydra::rt::test {

inline constexpr std::size_t test_reserve = std::size_t{1} << 30;

// A rank that ends with this status has found a wrong result.
inline constexpr int wrong_result = 3;

// Runs body on forked ranks, with so many devices each, of weights 1, 2, …, where `device` makes one; whether it
// returned true on all of them.
inline bool on_ranks(int ranks, const RuntimeOptions& options, const std::function<bool(Runtime&, Arena&)>& body,
                     const std::function<std::unique_ptr<Device>()>& device = {}, int devices = 1) {
    LocalWorld world(ranks, 4096);
    std::vector<pid_t> processes;
    for (int rank = 0; rank < ranks; ++rank) {
        pid_t process = fork();
        if (process == 0) {
            alarm(60);
            Arena arena(test_reserve);
            std::vector<WeightedDevice> own;
            for (int number = 0; device && number < devices; ++number)
                own.push_back({device(), number + 1.0});
            Runtime runtime(std::make_unique<LocalTransport>(world, rank), arena, options, std::move(own));
            bool good = false;
            try {
                good = body(runtime, arena);
                runtime.transport().finish();
            } catch (const std::exception& error) { // the child must not run the tests that follow
                std::fprintf(stderr, "rank %d: %s\n", rank, error.what());
            }
            _exit(good ? 0 : wrong_result);
        }
        processes.push_back(process);
    }
    bool good = true;
    for (pid_t process : processes) {
        int status = 0;
        waitpid(process, &status, 0);
        good = good && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    return good;
}

// One launch, from begin to commit.
inline void launch(Runtime& runtime, hydra_rt_loop& loop, std::vector<void*> pointers, std::vector<long> k, long begin,
                   long end, void* args, std::vector<void*> reduced = {}, long align_offset = 0) {
    hydra_rt_launch l;
    runtime.begin(l, loop, pointers.data(), k.data(), begin, end, align_offset, args);
    runtime.transfer(l);
    runtime.run(l);
    runtime.commit(l, reduced.data());
}

} // namespace hydra::rt::test

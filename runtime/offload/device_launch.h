// The active launch, as far as devices are concerned.
#pragma once

#include "runtime/plan/maker.h"
#include "runtime/plan/request.h"
#include "runtime/touch/binding.h"

#include <cstddef>
#include <vector>

namespace hydra::rt {

// What it refers to is others', and stays as it is until all of the launch's iterations have been started.
struct DeviceLaunch {
    const hydra_rt_loop& loop;
    void* args;                 // what the loop's own functions are called with
    Plan& plan;                 // whose parts are found when it first runs on devices
    const PlanRequest& request; // that the plan was made for
    const Binding& binding;
    const std::vector<Reach>* reaches; // what all ranks' iterations touch, one a slot; null: that is not known
    std::size_t number;                // of the loop, in order of first use
    int segment;                       // which part of a sweep the loop is (hydra_rt_segment); -1: it is none
    unsigned char* results;            // where its reductions' values go: as many bytes as the plan's accumulators
    void* const* pointers = nullptr;   // the slots'
};

} // namespace hydra::rt

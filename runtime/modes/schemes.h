// --comm=fop|foifi|fo in launches: what a scheme moves besides what the launch needs (directory/flow.h) is added to its
// plan. What is needed goes as it does by default, so that a scheme cannot change what a program computes.
//
// Schemes speak of launches that run on all ranks and whose footprints are known without looking at data. The others
// (inspected ones, those that every rank runs, serial code) move what they need, and what they write is no tile's.
#pragma once

#include "runtime/directory/flow.h"
#include "runtime/plan/maker.h"
#include "runtime/plan/request.h"
#include "runtime/touch/binding.h"

#include <cstdint>
#include <unordered_map>

namespace hydra::rt {

class Schemes {
  public:
    explicit Schemes(const CommSpec& spec) : spec_(spec) {}

    // Of a launch that has its shapes and is about to be planned.
    Additions before(PlanMaker& maker, const PlanRequest& request, const Binding& binding);
    // The launch that `before` was called for has this plan; loop: its number.
    void after(const PlanRequest& request, const Binding& binding, int loop, const Plan& plan);
    // Of any other launch or site: what it writes, if its plan says that it writes at all, is no tile's any more.
    void pass_over(PlanMaker& maker, const PlanRequest& request, const Binding& binding, const Plan& plan);
    void forget(const Allocation& allocation) { flows_.erase(allocation.serial); }

  private:
    struct Entry {
        Shape shape; // in whose index space the flow is
        Flow flow;
    };
    Flow& flow_of(const Allocation& allocation);
    void forget_reduced(const Binding& binding, const Plan& plan);

    CommSpec spec_;
    std::unordered_map<std::uint64_t, Entry> flows_; // by the allocation's serial
    std::vector<std::vector<FlowTile>> tiles_;       // of the launch, by allocation
};

} // namespace hydra::rt

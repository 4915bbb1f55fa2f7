// Plans by rule: where the compiler says which rows each iteration touches, the launch is described as a whole and cut
// to this rank's rows (ownership_rules.h), so that a plan costs the same whatever the number of ranks. All ranks take
// this way, or none does.
#pragma once

#include "runtime/directory/ownership_rules.h"
#include "runtime/plan/access.h"
#include "runtime/plan/context.h"
#include "runtime/plan/plan.h"

#include <optional>
#include <vector>

namespace hydra::rt {

// Of a launch that ranks share out along the placement; nothing where rules do not tell what they touch.
std::optional<Plan> plan_by_rules(const PlanContext& context, const PlanRequest& request, const Binding& binding,
                                  const Placement& placement);
// What serial code reads of an allocation, by all ranks or by rank 0 alone, and what all ranks then write, where rules
// tell who sends it; nothing where they do not tell.
std::optional<OwnershipRules::Outcome> read_by_rules(const PlanContext& context, const Allocation& allocation,
                                                     const Region& region, bool by_all, const Region& written = {});
// Whether rules tell that all ranks hold all that serial code touches, so that its stores change nothing.
bool stays_with_all(const PlanContext& context, const Allocation& allocation, const RankAccess& access);
// Whether rules tell that each iteration writes rows of its own, which no other one touches. written: by allocation.
bool apart_by_rules(const PlanRequest& request, const Binding& binding, const std::vector<bool>& written);
// The number of a state that rules describe. Where nobody will ask for it, the state is not looked for among those
// that are known.
StateRef interned(const PlanContext& context, const PlanRequest& request, const Binding& binding,
                  std::size_t allocation, OwnershipRules state);

} // namespace hydra::rt

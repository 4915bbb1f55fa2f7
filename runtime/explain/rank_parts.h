// What one rank has of a launch, in words: its iterations, and the part of each array that they touch.
#pragma once

#include "runtime/explain/record.h"
#include "runtime/plan/access.h"
#include "runtime/plan/plan.h"
#include "runtime/plan/request.h"

#include <span>
#include <string>
#include <vector>

namespace hydra::rt {

struct RankShare {
    PlanRequest request; // of the rank's rounds
    std::vector<Interval> iterations;
    bool in_boxes = false;
};
// plays_all: the plan speaks of all ranks (a dry run); else of this one.
RankShare share_of(const PlanRequest& request, const Plan& plan, int rank, bool plays_all);

// access: becomes what the share touches, by allocation; empty where nobody knows. drawn: with lists of boxes.
RankPart rank_part(const RankShare& share, const Binding& binding, int rank, bool drawn, Access& access);

// "100"; "iterations 50 to 99": as the loop's variable has them.
std::string iteration_words(const hydra_rt_loop& loop, long x);
std::string iterations_words(const hydra_rt_loop& loop, std::span<const Interval> intervals, const Interval* rounds);

// "reads rows 0 to 50 of 'a' (here 'from')"; each with "; " in front of it.
std::string arrays_words(const RankPart& part);
// "row 99 of 'a' (here 'from')"
std::string array_words(const std::string& part, const std::string& array, const std::string& here);
// Of an allocation.
std::string shown_name(const std::string& name);

} // namespace hydra::rt

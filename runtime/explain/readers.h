// Which access of a loop reads a part of an array, and in which iteration first.
#pragma once

#include "runtime/plan/request.h"
#include "runtime/touch/binding.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace hydra::rt {

struct Reader {
    const hydra_rt_access_told* access = nullptr;    // null: not known which
    std::string text;                                // of the access, or of those of which it is one
    bool writes = false;                             // the part is only written, or may be
    std::optional<long> iteration;                   // the first one that does; none: not known
    std::vector<const hydra_rt_access_told*> others; // accesses that read it, too
    bool covers = true;                              // all of the part is read
    Region inner;                                    // what `access` touches of the array, in all of the launch
    bool looked_up = false;                          // an inspector has found it
};

// iterations: the rank's, whose rounds the request says; all_of_them: the rounds of the whole launch. part: of the
// allocation of this number in the binding.
Reader reader_of(const PlanRequest& request, const Binding& binding, int rank, std::span<const Interval> iterations,
                 std::size_t allocation, const Region& part, const Interval* all_of_them);

} // namespace hydra::rt

// See spoken_parts.h.
#include "runtime/explain/spoken_parts.h"

#include "runtime/base/fail.h"
#include "runtime/base/text.h"
#include "runtime/explain/rank_parts.h"

namespace hydra::rt {

Restrictions SpokenParts::restrictions() const {
    Restrictions all;
    all.keeps_request = true;
    return all;
}

void SpokenParts::committed(LaunchContext& context, const hydra_rt_launch& launch) {
    const Plan& plan = *static_cast<const Plan*>(launch.plan);
    if (plan.replicated || !said_.insert(launch.loop).second)
        return;
    Access access;
    const RankPart part =
        rank_part(share_of(context.request, plan, rank_, false), context.binding(), rank_, false, access);
    complain(text(launch.loop->at, ": rank ", rank_, " has ", part.iterations, arrays_words(part)));
}

} // namespace hydra::rt

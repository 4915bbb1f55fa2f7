// What the report says of single accesses. Reads are told from the placement's point of view: what is at home, what
// comes from others, what everybody gets.
#pragma once
#include <vector>

#include "driver/report/report.h"

namespace hydra::driver {

ReportPlace place_of(const support::SourceManager& sources, const ir::SourceRange& range);
// Of a parallel loop, in its order.
std::vector<ReportAccess> loop_accesses(const support::SourceManager& sources, const ir::Kernel& kernel);
// One of serial code.
ReportAccess site_access(const support::SourceManager& sources, const ir::Site& site, const ir::Access& access);

} // namespace hydra::driver

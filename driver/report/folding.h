// What the text form of reports says in one line: accesses that differ in their lines or in the member of a struct, and
// conditions that many pairs of arrays have in common.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "driver/report/report.h"

namespace hydra::driver {

struct FoldedAccess {
    ReportAccess access; // its text and section speak of all members
    std::vector<std::uint32_t> lines;
};

// In the order of the first access of each. Where sections are not shown, accesses of different parts are one.
std::vector<FoldedAccess> fold_accesses(const std::vector<ReportAccess>& accesses, bool with_sections);

// "'a' and 'b' do not overlap", "no two of 'a', 'b', 'c' overlap": all that the pairs say.
std::vector<std::string> apart_texts(const std::vector<std::pair<std::string, std::string>>& pairs);

} // namespace hydra::driver

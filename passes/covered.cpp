// A read is covered where an exact write with the very same subscripts stands before it, both in the order in which the
// body was run through and in the text, and happens whenever the read does: its conditions are among the read's.
#include "passes/covered.h"

#include <algorithm>

namespace hydra::passes {

namespace {

bool plain(const RawAccess& raw) {
    return raw.root != RawAccess::everything && raw.known && raw.reason.empty() && !raw.called && !raw.rows &&
           raw.stage == 0 && raw.fine == 0 && raw.tables.empty() && raw.range.valid();
}

bool happens_before(const RawAccess& write, const RawAccess& read) {
    const auto& had = read.domain.formulas;
    const bool implied = std::all_of(write.domain.formulas.begin(), write.domain.formulas.end(), [&](const auto& one) {
        return std::find(had.begin(), had.end(), one) != had.end();
    });
    const auto& outer = write.domain.iterators;
    const auto& inner = read.domain.iterators;
    return implied && outer.size() <= inner.size() && std::equal(outer.begin(), outer.end(), inner.begin()) &&
           write.range.file == read.range.file && write.range.end <= read.range.begin;
}

bool covers(const RawAccess& write, const RawAccess& read) {
    return write.kind == ir::AccessKind::write && plain(write) && write.root == read.root && write.elem == read.elem &&
           write.subscripts == read.subscripts && write.lengths == read.lengths && happens_before(write, read);
}

} // namespace

std::vector<bool> covered_reads(const std::vector<RawAccess>& accesses) {
    std::vector<bool> covered(accesses.size(), false);
    for (std::size_t at = 0; at < accesses.size(); ++at) {
        const RawAccess& read = accesses[at];
        if (read.kind != ir::AccessKind::read || !plain(read) || read.index || read.fine_index || read.host_read)
            continue;
        covered[at] = std::any_of(accesses.begin(), accesses.begin() + static_cast<std::ptrdiff_t>(at),
                                  [&](const RawAccess& write) { return covers(write, read); });
    }
    return covered;
}

} // namespace hydra::passes

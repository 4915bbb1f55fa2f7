// A read is covered where an exact write with the very same subscripts stands before it, both in the order in which the
// body was run through and in the text, and happens whenever the read does: its conditions are among the read's. An
// exact read that happens whenever the other one does may stand anywhere: both want what was there before the launch,
// or what the iteration itself has written.
#include "passes/covered.h"

#include <algorithm>

namespace hydra::passes {

namespace {

bool describable(const RawAccess& raw) {
    return raw.root != RawAccess::everything && raw.known && !raw.called && !raw.rows && raw.stage == 0 &&
           raw.fine == 0 && raw.tables.empty() && raw.range.valid();
}

bool plain(const RawAccess& raw) { return describable(raw) && raw.reason.empty(); }

bool is_for_kernels_alone(const RawAccess& read) {
    return read.kind == ir::AccessKind::read && !read.index && !read.fine_index && !read.host_read;
}

// Whether one is of the same element as the other, and happens whenever that one does.
bool goes_with(const RawAccess& one, const RawAccess& other) {
    const auto& had = other.domain.formulas;
    const bool implied = std::all_of(one.domain.formulas.begin(), one.domain.formulas.end(), [&](const auto& formula) {
        return std::find(had.begin(), had.end(), formula) != had.end();
    });
    const auto& outer = one.domain.iterators;
    const auto& inner = other.domain.iterators;
    return implied && outer.size() <= inner.size() && std::equal(outer.begin(), outer.end(), inner.begin()) &&
           one.root == other.root && one.elem == other.elem && one.subscripts == other.subscripts &&
           one.lengths == other.lengths;
}

bool covers(const RawAccess& write, const RawAccess& read) {
    return write.kind == ir::AccessKind::write && plain(write) && goes_with(write, read) &&
           write.range.file == read.range.file && write.range.end <= read.range.begin;
}

} // namespace

std::vector<bool> covered_reads(const std::vector<RawAccess>& accesses) {
    std::vector<bool> covered(accesses.size(), false);
    for (std::size_t at = 0; at < accesses.size(); ++at) {
        const RawAccess& read = accesses[at];
        if (!plain(read) || !is_for_kernels_alone(read))
            continue;
        covered[at] = std::any_of(accesses.begin(), accesses.begin() + static_cast<std::ptrdiff_t>(at),
                                  [&](const RawAccess& write) { return covers(write, read); });
    }
    return covered;
}

std::vector<int> said_exactly(const std::vector<RawAccess>& accesses) {
    const std::vector<bool> covered = covered_reads(accesses);
    std::vector<int> by(accesses.size(), -1);
    for (std::size_t at = 0; at < accesses.size(); ++at) {
        const RawAccess& read = accesses[at];
        if (!describable(read) || read.reason.empty() || !is_for_kernels_alone(read))
            continue;
        for (std::size_t exact = 0; exact < accesses.size() && by[at] < 0; ++exact)
            if (accesses[exact].kind == ir::AccessKind::read && plain(accesses[exact]) && !covered[exact] &&
                goes_with(accesses[exact], read))
                by[at] = static_cast<int>(exact);
    }
    return by;
}

} // namespace hydra::passes

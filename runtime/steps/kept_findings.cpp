// See kept_findings.h.
#include "runtime/steps/kept_findings.h"

#include "runtime/policy/worth_touch.h"

#include <algorithm>
#include <cstring>

namespace hydra::rt {

const KeptFindings::Copy* KeptFindings::copy_of(const Inspection::Source& source) const {
    const auto same = std::find_if(copies_.begin(), copies_.end(), [&](const Copy& copy) {
        return copy.source.allocation == source.allocation && copy.source.serial == source.serial &&
               copy.source.version == source.version;
    });
    return same == copies_.end() ? nullptr : &*same;
}

// The same on all ranks, in whatever order they go through what they remember: all of it is kept, or nothing.
void KeptFindings::keep(const LoopTable& loops, std::uint64_t era) {
    copies_.clear();
    era_ = era;
    std::size_t bytes = 0;
    const auto note = [&](const Inspection::Source& source) {
        if (copy_of(source) != nullptr)
            return;
        bytes += source.allocation->bytes;
        copies_.push_back({source, {}, false});
    };
    loops.for_each([&](const LoopState& state) {
        for (const auto& [key, inspection] : state.inspections.found)
            if (inspection->holds(era))
                std::for_each(inspection->sources.begin(), inspection->sources.end(), note);
    });
    if (bytes > worth::most_kept_bytes)
        copies_.clear();
    for (Copy& copy : copies_)
        copy.bytes.assign(copy.source.allocation->base, copy.source.allocation->base + copy.source.allocation->bytes);
}

void KeptFindings::recall(const LoopTable& loops, std::uint64_t era) {
    for (Copy& copy : copies_) {
        const Allocation& now = *copy.source.allocation;
        copy.is_same = now.live && now.serial == copy.source.serial && now.bytes == copy.bytes.size() &&
                       std::memcmp(now.base, copy.bytes.data(), copy.bytes.size()) == 0;
    }
    loops.for_each([&](const LoopState& state) {
        for (const auto& [key, inspection] : state.inspections.found)
            if (inspection->era == era_ && std::all_of(inspection->sources.begin(), inspection->sources.end(),
                                                       [&](const Inspection::Source& source) {
                                                           const Copy* const copy = copy_of(source);
                                                           return copy != nullptr && copy->is_same;
                                                       }))
                inspection->era = era;
    });
    copies_.clear();
}

} // namespace hydra::rt

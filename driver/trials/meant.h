// Which of the loops that are tried an error speaks of: those in which it, or a note to it, stands.
#pragma once
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "support/diag.h"
#include "support/source.h"

namespace hydra::driver {

// loops: indexes; range_of: the loop's place.
inline std::vector<std::size_t> meant_by(const support::Diagnostic& diagnostic, const std::vector<std::size_t>& loops,
                                         const std::function<support::SourceRange(std::size_t)>& range_of) {
    std::vector<std::size_t> meant;
    for (const auto index : loops) {
        const auto range = range_of(index);
        const bool noted =
            std::any_of(diagnostic.notes.begin(), diagnostic.notes.end(),
                        [&](const support::Note& note) { return support::is_within(note.range, range); });
        if (noted || support::is_within(diagnostic.range, range))
            meant.push_back(index);
    }
    return meant;
}

// What a message names first, in quotation marks; empty: nothing.
inline std::string first_named(const std::string& message) {
    const auto from = message.find('\'') + 1;
    return from == 0 ? "" : message.substr(from, message.find('\'', from) - from);
}

} // namespace hydra::driver

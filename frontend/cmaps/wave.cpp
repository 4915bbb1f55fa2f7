// Each access of an array that the call writes is a vector from the process that must come first to the one that must
// come after. Loops are put in an order, some of them backwards, in which each vector leads on (Allen and Kennedy's
// loop permutation); Wolf and Lam's skewing is what this version lacks.
#include "frontend/cmaps/wave.h"

#include <algorithm>

#include <fmt/format.h>

namespace hydra::frontend::cmaps {

namespace {

struct Vector {
    std::vector<long> by; // along each index
    const Access* access;
    bool settled = false;
};

// The offset of an access along each index, from the element that the process writes; nothing: not constant.
std::optional<std::vector<long>> offset(const Access& reader, const Access& writer, const Parallel& parallel) {
    std::vector<long> result(parallel.indexes.size(), 0);
    for (std::size_t d = 0; d < reader.subscripts.size(); ++d) {
        const auto& r = reader.subscripts[d];
        const auto& w = writer.subscripts[d];
        const auto plain = [](const Subscript& s) {
            return !s.is_section && !s.is_periodic && !s.first.divides && s.first.coefficients.size() == 1 &&
                   s.first.coefficients.begin()->second.is(1);
        };
        if (!plain(r) || !plain(w) || r.first.coefficients.begin()->first != w.first.coefficients.begin()->first)
            return std::nullopt;
        const auto by = r.first.constant - w.first.constant;
        if (!by.number())
            return std::nullopt;
        const auto* index = parallel.index(r.first.coefficients.begin()->first);
        result[static_cast<std::size_t>(index - parallel.indexes.data())] = *by.number();
    }
    return result;
}

} // namespace

bool order_wave(Parallel& parallel, const CmapsUnit& unit) {
    std::vector<Vector> vectors;
    const bool any = std::any_of(parallel.accesses.begin(), parallel.accesses.end(),
                                 [](const Access& each) { return each.is_wave; });
    if (!any)
        return true;
    for (const auto& reader : parallel.accesses) {
        const auto writer = std::find_if(parallel.accesses.begin(), parallel.accesses.end(), [&](const Access& each) {
            return each.role != Role::in && each.tile == reader.tile;
        });
        if (writer == parallel.accesses.end()) {
            if (reader.is_wave)
                unit.error(reader.range, fmt::format("'wave:' names '{}', and the call does not write '{}'",
                                                     reader.text, reader.tile->name));
            if (reader.is_wave)
                return false;
            continue;
        }
        if (&*writer == &reader)
            continue;
        auto by = offset(reader, *writer, parallel);
        if (!by) {
            unit.error(
                reader.range,
                reader.is_wave
                    ? fmt::format(
                          "not in this version: 'wave:' with another access than index + number, as '{}[i - 1]'",
                          reader.tile->name)
                    : fmt::format("not in this version: '{}' beside 'wave:', whose distance from '{}' is not a number",
                                  reader.text, writer->text));
            return false;
        }
        if (std::all_of(by->begin(), by->end(), [](long each) { return each == 0; }))
            continue;
        if (reader.is_wave)
            for (auto& each : *by)
                each = -each; // written first
        vectors.push_back({std::move(*by), &reader});
        parallel.wave.emplace_back(vectors.back().by.begin(), vectors.back().by.end());
    }
    std::vector<ParallelIndex> order;
    std::vector<bool> used(parallel.indexes.size(), false);
    const auto unsettled = [&] {
        return std::any_of(vectors.begin(), vectors.end(), [](const Vector& each) { return !each.settled; });
    };
    while (order.size() < parallel.indexes.size()) {
        std::optional<std::size_t> best;
        bool backwards = false;
        for (std::size_t k = 0; k < used.size() && !best; ++k) {
            if (used[k])
                continue;
            const auto fits = [&](long sign) {
                return std::all_of(vectors.begin(), vectors.end(),
                                   [&](const Vector& each) { return each.settled || each.by[k] * sign >= 0; });
            };
            if (fits(1) || fits(-1)) {
                best = k;
                backwards = !fits(1);
            }
        }
        if (!best) {
            auto& error =
                unit.error(parallel.range,
                           "no order of the processes gives each access the values that it asks for, or this version "
                           "does not find it: the accesses lead in directions that go against each other",
                           "hydra-race");
            for (const auto& each : vectors)
                if (!each.settled)
                    error.notes.push_back({each.access->range, each.access->is_wave ? "the new value is read here"
                                                                                    : "the old value is read here"});
            return false;
        }
        used[*best] = true;
        auto index = parallel.indexes[*best];
        if (backwards) {
            if (index.step != "1") {
                unit.error(index.range,
                           "not in this version: a wave-front that runs backwards along a range with a stride");
                return false;
            }
            index.step = "-1";
        }
        order.push_back(std::move(index));
        for (auto& each : vectors)
            each.settled = each.settled || each.by[*best] != 0;
    }
    if (unsettled())
        return false;
    parallel.indexes = std::move(order);
    unit.warning(parallel.range, "this wave-front runs on every rank, in order: pipelines are not in this version",
                 "hydra-order");
    return true;
}

} // namespace hydra::frontend::cmaps

// Each access of an array that the call writes is a vector from the process that must come first to the one that must
// come after. A schedule is a vector of integers whose product with each of them is positive (Lamport's hyperplanes);
// the perceptron's rule finds one wherever there is one, and there is none where the vectors add up to nothing.
#include "frontend/processes/wave.h"

#include <algorithm>

#include <fmt/format.h>

namespace hydra::frontend::cmaps {

namespace {

// The offset of an access along each index, from the element that the process writes; nothing: it has no such form.
std::optional<std::vector<Scalar>> offset(const Access& reader, const Access& writer, const Parallel& parallel) {
    std::vector<Scalar> result(parallel.indexes.size());
    for (std::size_t d = 0; d < reader.subscripts.size(); ++d) {
        const auto& r = reader.subscripts[d];
        const auto& w = writer.subscripts[d];
        const auto plain = [](const Subscript& s) {
            return !s.is_section && !s.is_periodic && !s.first.divides && s.first.coefficients.size() == 1 &&
                   s.first.coefficients.begin()->second.is(1);
        };
        const auto fixed = [](const Subscript& s) {
            return !s.is_section && !s.is_periodic && !s.first.divides && s.first.coefficients.empty();
        };
        if (fixed(r) && fixed(w)) {
            const auto by = (r.first.constant - w.first.constant).number();
            if (by == 0)
                continue;
            if (by) // another row than those that are written
                return std::vector<Scalar>(parallel.indexes.size());
        }
        if (!plain(r) || !plain(w) || r.first.coefficients.begin()->first != w.first.coefficients.begin()->first)
            return std::nullopt;
        const auto* index = parallel.index(r.first.coefficients.begin()->first);
        result[static_cast<std::size_t>(index - parallel.indexes.data())] = r.first.constant - w.first.constant;
    }
    return result;
}

// Whether some schedule serves vectors of numbers.
bool has_schedule(const std::vector<std::vector<long>>& vectors, std::size_t dims) {
    std::vector<double> h(dims, 0);
    for (int round = 0; round < 20000; ++round) {
        const auto against = std::find_if(vectors.begin(), vectors.end(), [&](const auto& each) {
            double product = 0;
            for (std::size_t k = 0; k < dims; ++k)
                product += h[k] * static_cast<double>(each[k]);
            return product <= 0;
        });
        if (against == vectors.end())
            return true;
        for (std::size_t k = 0; k < dims; ++k)
            h[k] += static_cast<double>((*against)[k]);
    }
    return false;
}

std::optional<std::vector<long>> numbers(const std::vector<Scalar>& vector) {
    std::vector<long> result;
    for (const auto& each : vector) {
        if (!each.number())
            return std::nullopt;
        result.push_back(*each.number());
    }
    return result;
}

} // namespace

bool read_wave(Parallel& parallel, const CmapsUnit& unit) {
    std::vector<std::pair<const Access*, std::vector<long>>> known;
    const bool any = std::any_of(parallel.accesses.begin(), parallel.accesses.end(),
                                 [](const Access& each) { return each.is_wave; });
    if (!any)
        return true;
    for (const auto& reader : parallel.accesses) {
        const auto writer = std::find_if(parallel.accesses.begin(), parallel.accesses.end(), [&](const Access& each) {
            return each.role != Role::in && each.tile == reader.tile;
        });
        if (writer == parallel.accesses.end()) {
            if (!reader.is_wave)
                continue;
            unit.error(reader.range, fmt::format("'wave:' names '{}', and the call does not write '{}'", reader.text,
                                                 reader.tile->name));
            return false;
        }
        if (&*writer == &reader)
            continue;
        auto by = offset(reader, *writer, parallel);
        if (!by) {
            unit.error(reader.range,
                       fmt::format("{} '{}' is not at a fixed distance from '{}', which is written: beside 'wave:', "
                                   "subscripts are the written ones plus a constant",
                                   reader.is_wave ? "'wave:' names" : "the process reads", reader.text, writer->text))
                .notes.push_back({writer->range, "written here"});
            return false;
        }
        if (std::all_of(by->begin(), by->end(), [](const Scalar& each) { return each.is(0); }))
            continue;
        if (reader.is_wave) // written first
            for (auto& each : *by)
                each = Scalar::of(0) - each;
        if (const auto fixed = numbers(*by))
            known.emplace_back(&reader, *fixed);
        parallel.wave.push_back(std::move(*by));
    }
    std::vector<std::vector<long>> vectors;
    vectors.reserve(known.size());
    for (const auto& [access, each] : known)
        vectors.push_back(each);
    if (has_schedule(vectors, parallel.indexes.size()))
        return true;
    auto& error = unit.error(parallel.range,
                             "no order of the processes gives each access the values that it asks for: the accesses "
                             "lead in directions that go against each other",
                             "hydra-race");
    for (const auto& [access, each] : known)
        error.notes.push_back(
            {access->range, access->is_wave ? "the new value is read here" : "the old value is read here"});
    return false;
}

} // namespace hydra::frontend::cmaps

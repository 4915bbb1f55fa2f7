// See counters.h. Ranks agree on the rows of arrays and loops because they replay the same launches, so gathering them
// is one vector of integers and one of seconds a rank.
#include "runtime/stats/counters.h"

#include "runtime/base/json.h"
#include "runtime/base/text.h"

#include <algorithm>
#include <cstdio>
#include <numeric>

namespace hydra::rt {
namespace {

std::vector<std::int64_t> whole_numbers(const Counters& c) {
    std::vector<std::int64_t> out = {c.coherence.bytes, c.coherence.messages, c.serial.bytes,     c.serial.messages,
                                     c.reduction.bytes, c.reduction.messages, c.device.to_device, c.device.to_host,
                                     c.device.inside,   c.overlapped,         c.device.reduced};
    for (const ArrayCounter& array : c.arrays) {
        out.push_back(array.coherence_bytes);
        out.push_back(array.serial_bytes);
    }
    for (const LoopCounter& loop : c.loops)
        out.push_back(loop.coherence_bytes);
    out.insert(out.end(), c.sent_to.begin(), c.sent_to.end());
    return out;
}

// What is not added up: the largest of any rank's.
std::vector<std::int64_t> largest_numbers(const Counters& c) {
    std::vector<std::int64_t> out;
    for (const LoopCounter& loop : c.loops)
        out.insert(out.end(), {loop.offloaded, loop.on_host});
    return out;
}

std::vector<double> times(const Counters& c) {
    constexpr double seconds = 1e-9;
    const Effort effort = c.efforts();
    std::vector<double> out = {
        c.seconds.total,   c.seconds.kernels,       c.seconds.communication,          c.seconds.planning,
        c.seconds.runtime, effort.cost() * seconds, effort.gain(c.ranks()) * seconds, c.seconds.waiting};
    for (const LoopCounter& loop : c.loops)
        out.insert(out.end(), {loop.seconds, loop.work});
    return out;
}

void set_whole_numbers(Counters& c, const std::vector<std::int64_t>& sums) {
    auto next = sums.begin();
    for (std::int64_t* number : {&c.coherence.bytes, &c.coherence.messages, &c.serial.bytes, &c.serial.messages,
                                 &c.reduction.bytes, &c.reduction.messages, &c.device.to_device, &c.device.to_host,
                                 &c.device.inside, &c.overlapped, &c.device.reduced})
        *number = *next++;
    for (ArrayCounter& array : c.arrays) {
        array.coherence_bytes = *next++;
        array.serial_bytes = *next++;
    }
    for (LoopCounter& loop : c.loops)
        loop.coherence_bytes = *next++;
}

void set_largest(Counters& c, const std::vector<std::int64_t>& largest) {
    auto next = largest.begin();
    for (LoopCounter& loop : c.loops) {
        loop.offloaded = *next++;
        loop.on_host = *next++;
    }
}

void set_times(Counters& c, const std::vector<double>& slowest) {
    auto next = slowest.begin();
    for (double* number : {&c.seconds.total, &c.seconds.kernels, &c.seconds.communication, &c.seconds.planning,
                           &c.seconds.runtime, &c.account.cost, &c.account.saved, &c.seconds.waiting})
        *number = *next++;
    for (LoopCounter& loop : c.loops) {
        loop.seconds = *next++;
        loop.work = *next++;
    }
}

// One row a rank of equally long vectors, on rank 0.
template <class T> std::vector<std::vector<T>> gather_rows(Transport& transport, const std::vector<T>& mine) {
    std::vector<T> all(transport.rank() == 0 ? mine.size() * static_cast<std::size_t>(transport.size()) : 0);
    transport.gather(0, mine.data(), mine.size() * sizeof(T), all.data());
    std::vector<std::vector<T>> rows;
    for (std::size_t at = 0; at < all.size(); at += mine.size())
        rows.emplace_back(all.begin() + static_cast<std::ptrdiff_t>(at),
                          all.begin() + static_cast<std::ptrdiff_t>(at + mine.size()));
    return rows;
}

// On rank 0, of all ranks' devices, in order; 0 where a rank has none.
std::vector<std::int64_t> gather_peaks(Transport& transport, std::vector<std::int64_t> mine) {
    mine.resize(std::max<std::size_t>(1, mine.size()));
    std::size_t most = 0;
    for (const auto& row : gather_rows(transport, std::vector<std::size_t>{mine.size()}))
        most = std::max(most, row.front());
    transport.broadcast(0, &most, sizeof most);
    constexpr std::int64_t no_device = -1;
    mine.resize(most, no_device);
    std::vector<std::int64_t> all;
    for (const auto& row : gather_rows(transport, mine))
        std::copy_if(row.begin(), row.end(), std::back_inserter(all), [](std::int64_t peak) { return peak >= 0; });
    return all;
}

std::string volume(const char* key, const Volume& v) {
    return text(quoted(key), ": {\"bytes\": ", v.bytes, ", \"messages\": ", v.messages, "}");
}

template <class List, class F> std::string listed(const List& list, const char* separator, F item) {
    std::string out;
    for (const auto& element : list)
        out += (out.empty() ? "" : separator) + item(element);
    return out;
}

} // namespace

void Counters::count(const Moved& moved) {
    Volume& volume = moved.kind == Moved::Kind::coherence ? coherence
                     : moved.kind == Moved::Kind::serial  ? serial
                                                          : reduction;
    volume.bytes += moved.bytes;
    volume.messages += moved.messages;
    if (moved.kind != Moved::Kind::reduction)
        sent(moved.from, moved.to) += moved.bytes;
    if (is_shown && moved.kind == Moved::Kind::serial)
        serial_places.add(moved.at, moved.step, moved.bytes, moved.messages);
    if (ledger != nullptr)
        ledger->sent(moved);
}

int Counters::array(const std::string& name) {
    auto row = std::find_if(arrays.begin(), arrays.end(), [&](const ArrayCounter& a) { return a.name == name; });
    if (row == arrays.end()) {
        arrays.push_back({name, 0, 0});
        row = std::prev(arrays.end());
    }
    return static_cast<int>(row - arrays.begin());
}

Totals gather_counters(Transport& transport, const Counters& mine) {
    if (mine.plays_all())
        return {mine,
                mine.sent_to,
                std::vector<std::int64_t>(static_cast<std::size_t>(mine.ranks()), 0),
                mine.iterations,
                mine.serial_places.gather(transport, true),
                mine.memory_of_ranks == nullptr ? std::vector<ArrayMemory>() : mine.memory_of_ranks->of_ranks()};
    Totals totals{mine, {}, {}, {}, mine.serial_places.gather(transport, false), mine.memories.gather(transport)};
    std::vector<std::int64_t> numbers = whole_numbers(mine);
    std::vector<double> seconds = times(mine);
    auto number_rows = gather_rows(transport, numbers);
    auto second_rows = gather_rows(transport, seconds);
    auto own_rows = gather_rows(transport, mine.iterations);
    std::vector<std::int64_t> largest = largest_numbers(mine);
    auto largest_rows = largest.empty() ? std::vector<std::vector<std::int64_t>>() : gather_rows(transport, largest);
    totals.peaks = gather_peaks(transport, mine.device_peaks);
    if (transport.rank() != 0)
        return totals;
    std::vector<std::int64_t> sums(numbers.size(), 0);
    std::vector<double> slowest(seconds.size(), 0);
    for (const auto& row : number_rows)
        for (std::size_t i = 0; i < sums.size(); ++i)
            sums[i] += row[i];
    for (const auto& row : second_rows)
        for (std::size_t i = 0; i < slowest.size(); ++i)
            slowest[i] = std::max(slowest[i], row[i]);
    for (const auto& row : largest_rows)
        for (std::size_t i = 0; i < largest.size(); ++i)
            largest[i] = std::max(largest[i], row[i]);
    set_whole_numbers(totals.sum, sums);
    set_largest(totals.sum, largest);
    for (const auto& row : own_rows)
        totals.iterations.push_back(row.front());
    set_times(totals.sum, slowest);
    for (const auto& row : number_rows)
        totals.traffic.insert(totals.traffic.end(), row.end() - transport.size(), row.end());
    return totals;
}

// What rank 0 has counted for the account, by what it is.
std::string counted(const Counters& c) {
    const Effort e = c.efforts();
    return text("{\"launches\": ", e.launches, ", \"sites\": ", e.sites, ", \"plans\": ", e.plans,
                ", \"planned_pieces\": ", e.planned, ", \"ranges\": ", e.ranges, ", \"runs\": ", e.runs,
                ", \"pieces\": ", e.pieces, ", \"pointers\": ", e.pointers, ", \"rows\": ", e.rows,
                ", \"notes\": ", e.notes, ", \"copied_bytes\": ", e.copied, ", \"compared_bytes\": ", e.compared, "}");
}

std::string to_json(const Totals& totals, int ranks, bool dry) {
    const Counters& c = totals.sum;
    const auto number = [](std::int64_t one) { return text(one); };
    std::string peaks, traffic;
    for (const std::int64_t peak : totals.peaks)
        peaks += text(peaks.empty() ? "" : ", ", peak);
    for (int s = 0; s < ranks; ++s) {
        traffic += s == 0 ? "[" : ", [";
        for (int d = 0; d < ranks; ++d)
            traffic += text(d == 0 ? "" : ", ", totals.traffic[static_cast<std::size_t>(s * ranks + d)]);
        traffic += "]";
    }
    std::string arrays = listed(
        c.arrays, ",\n            ",
        [](const ArrayCounter& a) {
            return text("{\"name\": ", quoted(a.name), ", \"coherence_bytes\": ", a.coherence_bytes,
                        ", \"serial_bytes\": ", a.serial_bytes, "}");
        });
    std::string loops = listed(
        c.loops, ",\n           ",
        [](const LoopCounter& l) {
            return text("{\"at\": ", quoted(l.at), ", \"launches\": ", l.launches, ", \"distributed\": ", l.distributed,
                        ", \"replicated\": ", l.replicated, ", \"inspected\": ", l.inspected,
                        ", \"offloaded\": ", l.offloaded, ", \"on_host\": ", l.on_host,
                        ", \"seconds\": ", decimal(l.seconds), ", \"counted_seconds\": ", decimal(l.work),
                        ", \"coherence_bytes\": ", l.coherence_bytes, "}");
        });
    const std::string serial_at = listed(
        totals.serial_at, ",\n               ",
        [](const SerialPlace& place) {
            return text("{\"at\": ", quoted(place.at), ", \"bytes\": ", place.bytes, ", \"messages\": ", place.messages,
                        ", \"times\": ", place.times, "}");
        });
    const std::string memory = listed(totals.memory, ",\n            ", [&](const ArrayMemory& array) {
        return text("{\"name\": ", quoted(array.name), ", \"bytes\": [", listed(array.bytes, ", ", number), "]}");
    });
    const Seconds& s = c.seconds;
    return text(
        "{\"ranks\": ", ranks, ", \"target\": ", quoted(c.target), dry ? ", \"dry\": true" : "", ",\n ",
        volume("coherence", c.coherence), ",\n ", volume("serial", c.serial), ",\n ", volume("reduction", c.reduction),
        ",\n \"device\": {\"h2d_bytes\": ", c.device.to_device, ", \"d2h_bytes\": ", c.device.to_host,
        ", \"d2d_bytes\": ", c.device.inside, ", \"reduced_bytes\": ", c.device.reduced,
        ", \"peak_bytes_per_device\": [", peaks, "]},\n \"plans\": {\"computed\": ", c.plans_computed,
        ", \"reused\": ", c.plans_reused, ", \"overlapped\": ", c.overlapped, ", \"seconds\": ", decimal(s.planning),
        "},\n \"seconds\": {\"total\": ", decimal(s.total), ", \"kernels\": ", decimal(s.kernels),
        ", \"communication\": ", decimal(s.communication), ", \"waiting\": ", decimal(s.waiting),
        ", \"planning\": ", decimal(s.planning), ", \"runtime\": ", decimal(s.runtime),
        "},\n \"account\": {\"cost\": ", decimal(c.account.cost), ", \"saved\": ", decimal(c.account.saved),
        ", \"to_floor\": ", c.account.floors, ", \"back\": ", c.account.back,
        ", \"launches_at_floor\": ", c.account.at_floor, ", \"counted\": ", counted(c), "},\n \"arrays\": [", arrays,
        "],\n \"loops\": [", loops, "],\n \"serial_at\": [", serial_at, "],\n \"memory\": [", memory,
        "],\n \"traffic\": [", traffic, "],\n \"iterations\": [", listed(totals.iterations, ", ", number), "]}\n");
}

std::string to_table(const Totals& totals, int ranks) {
    const Counters& c = totals.sum;
    const char* unit = ranks == 1 ? " rank" : " ranks";
    std::string out;
    if (c.plays_all()) // its seconds are this one process's
        out = text("hydra: dry run of ", ranks, unit, ": what they would send, counted by one process in ",
                   decimal(c.seconds.total), " s");
    else
        out = text("hydra: ", ranks, unit, ", ", decimal(c.seconds.total), " s (kernels ", decimal(c.seconds.kernels),
                   ", communication ", decimal(c.seconds.communication), ", waiting ", decimal(c.seconds.waiting),
                   ", planning ", decimal(c.seconds.planning), ", runtime ", decimal(c.seconds.runtime), ")");
    out += text("; plans: ", c.plans_computed, " computed, ", c.plans_reused, " reused\n");
    char line[256];
    std::snprintf(line, sizeof line, "%-34s %18s %12s\n", "what moved between ranks", "bytes", "messages");
    out += line;
    auto row = [&](const char* name, const Volume& v) {
        std::snprintf(line, sizeof line, "  %-32s %18lld %12lld\n", name, static_cast<long long>(v.bytes),
                      static_cast<long long>(v.messages));
        out += line;
    };
    row("loop to loop (coherence)", c.coherence);
    row("loop to serial code", c.serial);
    row("reductions", c.reduction);
    const std::int64_t all = std::accumulate(totals.iterations.begin(), totals.iterations.end(), std::int64_t{0});
    if (ranks > 1 && all > 0) {
        const std::int64_t most = *std::max_element(totals.iterations.begin(), totals.iterations.end());
        std::snprintf(line, sizeof line, "  iterations of a rank %20lld at most, %.3f times the average\n",
                      static_cast<long long>(most), static_cast<double>(most) * ranks / static_cast<double>(all));
        out += line;
    }
    if (ranks > 1 && !c.plays_all()) {
        std::snprintf(line, sizeof line, "  sharing out counts as %18s s, and saves %s s",
                      decimal(c.account.cost).c_str(), decimal(c.account.saved).c_str());
        out += line;
        if (c.account.floors > 0)
            out +=
                text("; every rank ran everything ", c.account.floors, c.account.floors == 1 ? " time, " : " times, ",
                     c.account.at_floor, c.account.at_floor == 1 ? " launch" : " launches");
        out += "\n";
    }
    if (c.target != "cpu") {
        std::snprintf(line, sizeof line, "  to devices %21lld, to hosts %lld bytes; at most %lld bytes on a device\n",
                      static_cast<long long>(c.device.to_device), static_cast<long long>(c.device.to_host),
                      static_cast<long long>(*std::max_element(totals.peaks.begin(), totals.peaks.end())));
        out += line;
    }
    for (const ArrayCounter& a : c.arrays) {
        std::snprintf(line, sizeof line, "  array %-26.60s %18lld coherence, %lld serial\n", a.name.c_str(),
                      static_cast<long long>(a.coherence_bytes), static_cast<long long>(a.serial_bytes));
        out += line;
    }
    for (const ArrayMemory& array : totals.memory) {
        std::snprintf(line, sizeof line, "  memory %-25.60s %18lld bytes at most on a rank, %lld on all\n",
                      array.name.c_str(),
                      static_cast<long long>(*std::max_element(array.bytes.begin(), array.bytes.end())),
                      std::accumulate(array.bytes.begin(), array.bytes.end(), 0LL));
        out += line;
    }
    for (const SerialPlace& place : totals.serial_at) {
        std::snprintf(line, sizeof line, "  serial code %-20.60s %18lld serial, %lld times\n", place.at.c_str(),
                      static_cast<long long>(place.bytes), static_cast<long long>(place.times));
        out += line;
    }
    for (const LoopCounter& l : c.loops) {
        std::snprintf(line, sizeof line, "  loop  %-26.60s %18lld coherence, %lld launches", l.at.c_str(),
                      static_cast<long long>(l.coherence_bytes), static_cast<long long>(l.launches));
        out += line;
        const std::pair<std::int64_t, const char*> unusual[] = {
            {l.replicated, "run by every rank"}, {l.inspected, "looked up"}, {l.on_host, "on the host"}};
        const char* before = " (";
        for (const auto& [count, what] : unusual)
            if (count > 0) {
                out += text(before, count, " ", what);
                before = ", ";
            }
        out += *before == ',' ? ")" : "";
        out += c.plays_all() ? std::string("\n") : text(", ", decimal(l.seconds), " s\n");
    }
    return out;
}

} // namespace hydra::rt

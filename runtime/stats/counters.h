// What a run counts (HYDRA_STATS). Each rank counts what it sends; at exit the ranks' numbers are brought
// together on rank 0 and written as JSON, or as a table.
#pragma once

#include "runtime/comm/transport.h"
#include "runtime/policy/account.h"
#include "runtime/sets/region.h"
#include "runtime/stats/ledger.h"
#include "runtime/stats/places.h"

#include <cstdint>
#include <string>
#include <vector>

namespace hydra::rt {

struct Volume {
    std::int64_t bytes = 0;
    std::int64_t messages = 0;
};

struct ArrayCounter {
    std::string name;
    std::int64_t coherence_bytes = 0;
    std::int64_t serial_bytes = 0;
};

struct LoopCounter {
    std::string at;
    std::int64_t launches = 0;
    // Of those with iterations: shared out among the ranks; run whole by every rank; planned by what inspectors found.
    std::int64_t distributed = 0, replicated = 0, inspected = 0;
    // A rank's own affair: run on its devices, and on its host though it has one. Of all ranks: the most of any.
    std::int64_t offloaded = 0, on_host = 0;
    double seconds = 0;
    double work = 0; // seconds that a rank's iterations are counted for, where the account or HYDRA_STATS wants that
    std::int64_t coherence_bytes = 0;
};

struct Seconds {
    double total = 0;
    double kernels = 0;
    double communication = 0;
    double waiting = 0; // for other ranks, with nothing to send or receive meanwhile
    double planning = 0;
    double runtime = 0; // bookkeeping outside of the others
};

// What came of the account (runtime/policy/account.h), the same on every rank but for the cost.
struct AccountCounter {
    double cost = 0, saved = 0;        // seconds, as counted, of what ranks have shared out; the largest of any rank
    std::int64_t floors = 0, back = 0; // times that ranks went to the floor, and shared again
    std::int64_t at_floor = 0;         // launches there
};

// Between a rank and its device.
struct DeviceVolume {
    std::int64_t to_device = 0, to_host = 0, inside = 0; // bytes
    std::int64_t peak = 0;                               // of the device's memory in buffers
    std::int64_t reduced = 0;                            // bytes of reductions' values to the host
};

struct Counters {
    // senders: whose messages are counted: one rank's, or those of all (in a dry run).
    explicit Counters(int ranks, int senders = 1)
        : iterations(static_cast<std::size_t>(senders), 0),
          sent_to(static_cast<std::size_t>(ranks) * static_cast<std::size_t>(senders), 0), ranks_(ranks) {}

    std::string target = "cpu";
    bool is_shown = false; // at exit, so all is counted
    Volume coherence, serial, reduction;
    DeviceVolume device;
    std::vector<std::int64_t> device_peaks; // of each of the rank's devices
    std::int64_t plans_computed = 0;
    std::int64_t plans_reused = 0;
    std::int64_t overlapped = 0; // launches with iterations that ran while their messages travelled
    Seconds seconds;
    AccountCounter account;               // cost and saved: not before gather_counters
    Effort effort;                        // without plans, messages and bytes, which stand above
    std::vector<ArrayCounter> arrays;     // the same rows on every rank
    std::vector<LoopCounter> loops;       // the same rows on every rank
    std::vector<std::int64_t> iterations; // of loops that ranks share: what each of the senders ran of them
    std::vector<std::int64_t> sent_to; // bytes by receiver, coherence and serial; of several senders, by sender first

    // What this rank has counted for the account.
    [[nodiscard]] Effort efforts() const {
        Effort all = effort;
        all.plans = plans_computed;
        all.ranges = ranges_gone_through();
        all.messages = coherence.messages + serial.messages + reduction.messages;
        all.bytes = coherence.bytes + serial.bytes + reduction.bytes;
        return all;
    }
    // Adds a message, or a part of one, to what ranks have sent. Reductions' are no part of sent_to.
    void count(const Moved& moved);
    SerialPlaces serial_places;             // where they are shown
    ArrayMemories memories;                 // likewise
    RanksMemory* memory_of_ranks = nullptr; // in a dry run, where somebody knows it
    Ledger* ledger = nullptr;               // who is told, too; null: nobody
    // The row of this name, made when there is none.
    int array(const std::string& name);
    [[nodiscard]] bool plays_all() const { return sent_to.size() > static_cast<std::size_t>(ranks_); }
    [[nodiscard]] int ranks() const { return ranks_; }
    std::int64_t& sent(int from, int to) {
        return sent_to[static_cast<std::size_t>(plays_all() ? from * ranks_ + to : to)];
    }

  private:
    int ranks_;
};

// All ranks' counters as one, on rank 0: volumes added, seconds the slowest rank's; traffic is size*size, by sender.
struct Totals {
    Counters sum;
    std::vector<std::int64_t> traffic;
    std::vector<std::int64_t> peaks;      // bytes on each rank's device
    std::vector<std::int64_t> iterations; // by rank
    std::vector<SerialPlace> serial_at;
    std::vector<ArrayMemory> memory; // none in a dry run that does not know it
};
// Called by all ranks; the result counts on rank 0 only.
Totals gather_counters(Transport& transport, const Counters& mine);

// dry: one process has played the ranks, and seconds are its own.
std::string to_json(const Totals& totals, int ranks, bool dry);
std::string to_table(const Totals& totals, int ranks);

} // namespace hydra::rt

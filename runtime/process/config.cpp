// See config.h. Every variable is one row of a table: its name, the function that takes its value, and what
// HYDRA_HELP=1 says of it.
#include "runtime/process/config.h"

#include "runtime/backend/device_request.h"
#include "runtime/base/text.h"
#include "runtime/directory/flow.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>

namespace hydra::rt {
namespace {

using Taker = void (*)(Config&, std::string_view name, std::string_view value);

std::optional<long> whole_number(std::string_view value) {
    long number = 0;
    auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error != std::errc() || end != value.data() + value.size())
        return std::nullopt;
    return number;
}

// Takes a number in [low, high], or records the error.
std::optional<long> number_in(Config& config, std::string_view name, std::string_view value, long low, long high) {
    std::optional<long> number = whole_number(value);
    if (number && *number >= low && *number <= high)
        return number;
    config.errors.push_back(text(name, "='", value, "' is not a whole number from ", low, " to ", high));
    return std::nullopt;
}

void take_ranks(Config& config, std::string_view name, std::string_view value) {
    if (auto n = number_in(config, name, value, 1, 1024))
        config.ranks = static_cast<int>(*n);
}

void take_threads(Config& config, std::string_view name, std::string_view value) {
    if (auto n = number_in(config, name, value, 1, 4096))
        config.threads = static_cast<int>(*n);
}

void take_message_bytes(Config& config, std::string_view name, std::string_view value) {
    if (auto n = number_in(config, name, value, 1, 1l << 30))
        config.message_bytes = static_cast<std::size_t>(*n);
}

void take_pipeline(Config& config, std::string_view name, std::string_view value) {
    if (auto n = number_in(config, name, value, 1, 1l << 30))
        config.pipeline = *n;
}

void take_verbose(Config& config, std::string_view name, std::string_view value) {
    if (auto n = number_in(config, name, value, 0, 1))
        config.verbose = *n == 1;
}

void take_reproducible(Config& config, std::string_view name, std::string_view value) {
    if (auto n = number_in(config, name, value, 0, 1))
        config.reproducible = *n == 1;
}

void take_verify(Config& config, std::string_view name, std::string_view value) {
    config.strict = value == "strict";
    if (config.strict)
        config.verify = true;
    else if (const auto n = whole_number(value); n && (*n == 0 || *n == 1))
        config.verify = *n == 1;
    else
        config.errors.push_back(text(name, "='", value, "' is none of 0, 1 and strict"));
}

void take_overlap(Config& config, std::string_view name, std::string_view value) {
    if (auto n = number_in(config, name, value, 0, 1))
        config.overlap = *n == 1;
}

// "4", "4,run"
void take_dryrun(Config& config, std::string_view name, std::string_view value) {
    constexpr int most = 1024;
    const std::size_t comma = value.find(',');
    const std::optional<long> ranks = whole_number(value.substr(0, comma));
    const bool runs = comma != std::string_view::npos;
    if (!ranks || *ranks < 1 || *ranks > most || (runs && value.substr(comma) != ",run")) {
        config.errors.push_back(
            text(name, "='", value, "' is not a number of ranks from 1 to ", most, ", or that with ',run' behind it"));
        return;
    }
    config.dry_ranks = static_cast<int>(*ranks);
    config.dry_runs = runs;
}

void take_stats(Config& config, std::string_view name, std::string_view value) {
    if (value.empty())
        config.errors.push_back(text(name, " is empty; give a file, or - for a table on standard error"));
    constexpr std::string_view arrays = ",arrays";
    config.counts_arrays = value.ends_with(arrays);
    config.stats = config.counts_arrays ? value.substr(0, value.size() - arrays.size()) : value;
}

void take_policy(Config& config, std::string_view name, std::string_view value) {
    if (value == "auto")
        config.policy = Policy::automatic;
    else if (value == "distribute")
        config.policy = Policy::distribute;
    else if (value == "floor")
        config.policy = Policy::floor;
    else if (value == "alternate")
        config.policy = Policy::alternate;
    else
        config.errors.push_back(text(name, "='", value, "' is neither auto, distribute, floor nor alternate"));
}

void take_trace(Config& config, std::string_view name, std::string_view value) {
    if (value.empty())
        config.errors.push_back(text(name, " is empty; give a file"));
    config.trace = value;
}

// "FILE", "prog.c:49", "FILE,prog.c:49"
void take_explain(Config& config, std::string_view name, std::string_view value) {
    const auto is_place = [](std::string_view some) {
        const std::size_t colon = some.rfind(':');
        const auto line = colon == std::string_view::npos ? std::nullopt : whole_number(some.substr(colon + 1));
        return colon > 0 && line && *line > 0;
    };
    const std::size_t comma = value.rfind(',');
    if (is_place(value) && comma == std::string_view::npos)
        config.explain = {"-", std::string(value)};
    else if (comma != std::string_view::npos && is_place(value.substr(comma + 1)))
        config.explain = {std::string(value.substr(0, comma)), std::string(value.substr(comma + 1))};
    else
        config.explain = {std::string(value), ""};
    if (config.explain.file.empty())
        config.errors.push_back(text(
            name, "='", value, "' names no file; give a file, - for standard error, prog.c:LINE, or FILE,prog.c:LINE"));
}

void take_transport(Config& config, std::string_view name, std::string_view value) {
    if (value != "auto" && value != "mpi" && value != "memory")
        config.errors.push_back(text(name, "='", value, "' is neither auto, mpi nor memory"));
    config.transport = value;
}

void take_partition(Config& config, std::string_view, std::string_view value) { config.partition = value; }

void take_comm(Config& config, std::string_view name, std::string_view value) {
    if (!parse_comm(value))
        config.errors.push_back(
            text(name, "='", value, "' is neither exact, fop, foifi nor fo (or fop:64, with the size of a tile)"));
    config.comm = value;
}

void take_devices(Config& config, std::string_view name, std::string_view value) {
    std::string reason;
    if (value.empty())
        config.errors.push_back(text(name, " is empty; give gpu*, gpu0, gpu1 ..., or cpu"));
    else if (!choices_of(std::string(value), reason))
        config.errors.push_back(reason);
    config.devices = value;
}

void take_device_memory(Config& config, std::string_view name, std::string_view value) {
    if (auto n = number_in(config, name, value, 1, std::numeric_limits<long>::max()))
        config.device_memory = *n;
}

void take_device_page(Config& config, std::string_view name, std::string_view value) {
    constexpr long least = 64; // whatever is aligned lies in one page
    auto n = number_in(config, name, value, least, 1 << 30);
    if (n && (*n & (*n - 1)) != 0)
        config.errors.push_back(text(name, "=", value, ": not a power of two"));
    else if (n)
        config.device_page = *n;
}

void take_staging(Config& config, std::string_view name, std::string_view value) {
    if (auto n = number_in(config, name, value, 1, 1 << 30))
        config.staging = *n;
}

// "64", "64x4", "64x2x2"
void take_workgroup(Config& config, std::string_view name, std::string_view value) {
    constexpr long most = 4096;
    GroupWish request;
    for (std::string_view rest = value; request.numbers == 0 || !rest.empty();) {
        const std::size_t cross = std::min(rest.find('x'), rest.size());
        const std::optional<long> number = whole_number(rest.substr(0, cross));
        const bool ends_in_cross = cross + 1 == rest.size() && cross < rest.size();
        if (!number || *number < 1 || *number > most || request.numbers == 3 || ends_in_cross) {
            config.errors.push_back(
                text(name, "='", value, "' is not of the form X, XxY or XxYxZ with numbers from 1 to ", most));
            return;
        }
        request.shape[static_cast<std::size_t>(request.numbers++)] = *number;
        rest = rest.substr(std::min(cross + 1, rest.size()));
    }
    config.workgroup = request;
}

void take_offload(Config& config, std::string_view name, std::string_view value) {
    if (value != "mandatory" && value != "default")
        config.errors.push_back(text(name, "='", value, "' is neither mandatory nor default"));
    config.offload_mandatory = value != "default";
}

void take_help(Config& config, std::string_view name, std::string_view value) {
    if (auto n = number_in(config, name, value, 0, 1))
        config.help = *n == 1;
}

struct Variable {
    const char* name;
    Taker take;
    const char* values; // as one writes them behind the =
    const char* meaning;
    const char* otherwise; // what holds where the variable is not set
};
constexpr Variable variables[] = {
    {"HYDRA_HELP", take_help, "1", "list these variables and end", "off"},
    {"HYDRA_RANKS", take_ranks, "N", "ranks of a program built with --host=local; mpirun -n N says it for others", "1"},
    {"HYDRA_NUM_THREADS", take_threads, "N", "threads of each rank", "cores / ranks on the machine"},
    {"HYDRA_POLICY", take_policy, "auto|distribute|floor",
     "share out what pays, all that can be, or nothing (every rank runs everything)", "auto"},
    {"HYDRA_PARTITION", take_partition, "auto|block|cyclic|block-cyclic:N|weighted:W,W,...|grid|grid:RxC",
     "which rank runs which iterations", "auto"},
    {"HYDRA_COMM", take_comm, "exact|fop|foifi|fo", "the communication scheme; all but exact are for comparison",
     "as built"},
    {"HYDRA_PIPELINE", take_pipeline, "N", "columns of a block where a wave-front runs as a pipeline", "chosen"},
    {"HYDRA_OVERLAP", take_overlap, "0|1", "1: iterations that need nothing of messages under way run meanwhile", "1"},
    {"HYDRA_REPRODUCIBLE", take_reproducible, "0|1",
     "1: floating reductions have the same bits with any number of ranks and threads", "0"},
    {"HYDRA_STATS", take_stats, "FILE|-[,arrays]",
     "counters at the end, as JSON, or (-) as a table on standard error; arrays: of each array", "off"},
    {"HYDRA_EXPLAIN", take_explain, "FILE|-|prog.c:LINE|FILE,prog.c:LINE",
     "which rank has what, and why each message goes; FILE.json: JSON", "off"},
    {"HYDRA_TRACE", take_trace, "FILE", "what each rank did when, for chrome://tracing and Perfetto", "off"},
    {"HYDRA_VERBOSE", take_verbose, "0|1", "1: a line a rank at the start, and what is chosen while the program runs",
     "0"},
    {"HYDRA_DRYRUN", take_dryrun, "P[,run]",
     "count what P ranks would send, in one process without running loops; run: each once", "off"},
    {"HYDRA_VERIFY", take_verify, "0|1|strict",
     "1: compare every loop with the sequential run; strict: equal values stored twice end it", "0"},
    {"HYDRA_TRANSPORT", take_transport, "auto|mpi|memory",
     "how MPI's ranks talk; memory: through their machine's memory", "auto"},
    {"HYDRA_MESSAGE_BYTES", take_message_bytes, "N", "bytes of the largest piece in which MPI sends a message",
     "536870912, 512 MiB"},
    {"HYDRA_DEVICES", take_devices, "gpu*|gpuN[:W]|cpu[/N][:W],...", "the devices of every rank, with weights",
     "the rank's share of its machine's"},
    {"HYDRA_DEVICE_MEMORY", take_device_memory, "BYTES", "no more than this on each device", "what is free"},
    {"HYDRA_DEVICE_PAGE", take_device_page, "BYTES",
     "pages for arrays that ranks touch in parts that lie apart; a power of two from 64 on", "chosen"},
    {"HYDRA_STAGING", take_staging, "BYTES", "size of the pinned pieces through which copies go", "1048576, 1 MiB"},
    {"HYDRA_WORKGROUP", take_workgroup, "X|XxY|XxYxZ", "work items in a group, or the shape of groups", "chosen"},
    {"HYDRA_OFFLOAD", take_offload, "mandatory|default",
     "without a device: an error, or the host's cores run the loops", "mandatory"},
};

// The least number of letters inserted, deleted or replaced that turns one name into the other.
std::size_t edit_distance(std::string_view from, std::string_view to) {
    std::vector<std::size_t> row(to.size() + 1);
    for (std::size_t j = 0; j <= to.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= from.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= to.size(); ++j) {
            std::size_t replaced = diagonal + (from[i - 1] == to[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
        }
    }
    return row[to.size()];
}

const char* nearest_name(std::string_view name) {
    return std::min_element(
               std::begin(variables), std::end(variables),
               [&](const Variable& a, const Variable& b) {
                   return edit_distance(name, a.name) < edit_distance(name, b.name);
               })
        ->name;
}

// OMP_NUM_THREADS may be a list, one number for each nesting level; its first number counts. A wrong one is OpenMP's
// own affair.
void take_openmp_threads(Config& config, std::string_view value) {
    std::optional<long> number = whole_number(value.substr(0, value.find(',')));
    if (config.threads == 0 && number && *number >= 1 && *number <= 4096)
        config.threads = static_cast<int>(*number);
}

} // namespace

Config read_config(const char* const* environment) {
    Config config;
    std::string_view openmp_threads;
    long launched = 1; // ranks, by an MPI launcher
    for (const char* const* entry = environment; *entry != nullptr; ++entry) {
        std::string_view assignment = *entry;
        std::size_t equals = assignment.find('=');
        if (equals == std::string_view::npos)
            continue;
        std::string_view name = assignment.substr(0, equals), value = assignment.substr(equals + 1);
        if (name == "OMP_NUM_THREADS")
            openmp_threads = value;
        if (name == "OMPI_COMM_WORLD_SIZE" || name == "PMI_SIZE")
            launched = whole_number(value).value_or(1);
        if (!name.starts_with("HYDRA_"))
            continue;
        auto known =
            std::find_if(std::begin(variables), std::end(variables), [&](const Variable& v) { return name == v.name; });
        if (known != std::end(variables))
            known->take(config, name, value);
        else
            config.warnings.push_back(
                text(name, ": no such variable; did you mean ", nearest_name(name), "? (HYDRA_HELP=1 lists all)"));
    }
    take_openmp_threads(config, openmp_threads);
    if (config.dry_ranks > 0 && launched > 1)
        config.errors.emplace_back("HYDRA_DRYRUN: one process plays all ranks; start it without mpirun");
    if (config.dry_ranks > 0 && config.verify)
        config.errors.emplace_back("HYDRA_DRYRUN and HYDRA_VERIFY cannot go together");
    if (config.dry_ranks > 0 && !config.trace.empty())
        config.errors.emplace_back("HYDRA_DRYRUN and HYDRA_TRACE cannot go together: nothing takes its real time");
    return config;
}

std::string help_text() {
    std::size_t width = 0; // of the first column; longer rows stand out of it
    constexpr std::size_t widest = 40;
    const auto assignment = [](const Variable& variable) { return text(variable.name, "=", variable.values); };
    for (const Variable& variable : variables)
        if (const std::size_t size = assignment(variable).size(); size <= widest)
            width = std::max(width, size);
    std::string all;
    for (const Variable& variable : variables) {
        std::string line = assignment(variable);
        line.resize(std::max(width, line.size()), ' ');
        all += text(line, "  ", variable.meaning, " (default: ", variable.otherwise, ")\n");
    }
    return all;
}

} // namespace hydra::rt

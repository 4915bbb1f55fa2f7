// From the process's start to main, and from exit to the process's end. Before main: the transport (which may fork the
// ranks), the environment (rank 0's counts for all), the other ranks silenced. At exit: output out, counters written,
// all ranks meet, the exit status stays what the program made it.
#include "runtime/backend/device.h"
#include "runtime/base/fail.h"
#include "runtime/base/own_memory.h"
#include "runtime/base/text.h"
#include "runtime/comm/make_transport.h"
#include "runtime/comm/shared_node.h"
#include "runtime/launch/kept_output.h"
#include "runtime/libc/files.h"
#include "runtime/modes/dry.h"
#include "runtime/process/config.h"
#include "runtime/process/endings.h"
#include "runtime/process/layouts.h"
#include "runtime/process/process.h"
#include "runtime/process/rank0.h"

#include <algorithm>
#include <cerrno>
#include <cfenv>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sched.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

extern char** environ;

extern "C" {
__attribute__((weak)) extern const char* const hydra_rt_comm; // hydra_rt.h
// glibc's: a handler for the end of the calling thread, which exit calls before any of its own if that is the main one.
__attribute__((weak)) int __cxa_thread_atexit_impl(void (*handler)(void*), void* argument, void* library);
extern void* __dso_handle;
}

namespace hydra::rt {
namespace {

struct Session {
    std::string stats;   // where the counters go: an absolute path, "-", or empty
    std::string trace;   // the same of the trace, without "-"
    int real_stderr = 2; // of before the silencing
    double started = 0;
    pid_t process = 0; // a process that the user's program forks is not a rank
    bool dry = false;  // a dry run
};
Session* session = nullptr;

[[noreturn]] void abort_ranks(int status) {
    if (process_runtime() == nullptr)
        leave_process(status);
    process_runtime()->transport().abort(status);
    leave_process(status);
}

Transport* starting = nullptr; // until the runtime has it
[[noreturn]] void abort_starting_ranks(int status) {
    starting->abort(status);
    leave_process(status);
}

// Rank 0's environment becomes that of all ranks: the user's program may ask for any variable, and the C library does
// (TZ, LANG).
struct Environment {
    std::string text; // every entry with its final null
    std::vector<char*> entries;
};

Config agree_on_environment(Transport& transport) {
    std::string all;
    for (char** entry = environ; *entry != nullptr; ++entry)
        all += std::string(*entry) + '\0';
    std::uint64_t bytes = all.size();
    transport.broadcast(0, &bytes, sizeof bytes);
    all.resize(bytes);
    transport.broadcast(0, all.data(), bytes);
    if (transport.rank() != 0) {
        static auto* kept = new Environment{std::move(all), {}}; // lives as long as the process
        auto& [text, entries] = *kept;
        for (std::size_t at = 0; at < text.size(); at += std::strlen(text.data() + at) + 1)
            entries.push_back(text.data() + at);
        entries.push_back(nullptr);
        environ = entries.data();
    }
    return read_config(environ);
}

// What a rank's machine and place on it look like, to be compared with the others'.
struct Seat {
    char host[256] = {};
    cpu_set_t cores;
    unsigned math = 0; // the CPU features by which the math library chooses its versions
};

Seat my_seat() {
    Seat seat;
    gethostname(seat.host, sizeof seat.host - 1);
    CPU_ZERO(&seat.cores);
    sched_getaffinity(0, sizeof seat.cores, &seat.cores);
#if defined(__x86_64__)
    __builtin_cpu_init();
    seat.math = (__builtin_cpu_supports("fma") ? 1u : 0u) | (__builtin_cpu_supports("avx2") ? 2u : 0u);
#endif
    return seat;
}

struct Surroundings {
    int node_ranks = 1; // ranks on this machine
    int core_ranks = 1; // ranks that may use the same cores
    int node_rank = 0;  // of this rank among those of this machine
    int cores = 0;      // of this machine, that some rank may use
    bool alike = true;  // all machines have the same CPU features
};

Surroundings look_around(Transport& transport, const Seat& mine) {
    std::vector<Seat> seats(static_cast<std::size_t>(transport.size()));
    transport.gather(0, &mine, sizeof mine, seats.data());
    transport.broadcast(0, seats.data(), seats.size() * sizeof(Seat));
    Surroundings around{0, 0, 0, 0, true};
    cpu_set_t used;
    CPU_ZERO(&used);
    for (std::size_t rank = 0; rank < seats.size(); ++rank) {
        const Seat& seat = seats[rank];
        bool same_node = std::strcmp(seat.host, mine.host) == 0;
        around.node_rank += same_node && rank < static_cast<std::size_t>(transport.rank()) ? 1 : 0;
        around.node_ranks += same_node ? 1 : 0;
        around.core_ranks += same_node && CPU_EQUAL(&seat.cores, &mine.cores) ? 1 : 0;
        around.alike = around.alike && seat.math == mine.math;
        if (same_node)
            CPU_OR(&used, &used, &seat.cores);
    }
    around.cores = CPU_COUNT(&used);
    return around;
}

// Whether the counters can be written in the end; the file may not exist yet.
bool writable(const std::string& file) {
    struct stat known = {};
    if (stat(file.c_str(), &known) == 0)
        return !S_ISDIR(known.st_mode) && access(file.c_str(), W_OK) == 0;
    std::size_t slash = file.rfind('/');
    return access(file.substr(0, slash + 1).c_str(), W_OK) == 0;
}

std::string absolute(const std::string& file) {
    char folder[PATH_MAX];
    if (file.empty() || file == "-" || file[0] == '/' || getcwd(folder, sizeof folder) == nullptr)
        return file;
    return text(folder, "/", file);
}

// Reports what is wrong with the environment on rank 0, and ends all ranks when that is an error, or where the user
// only asks what the environment may hold.
PartitionSpec check_config(Config& config, Transport& transport) {
    PartitionSpec partition; // auto is block, or what the loop asks for
    partition.automatic = config.partition == "auto";
    if (config.partition != "auto") {
        std::string reason;
        if (auto parsed = parse_partition(config.partition, &reason))
            partition = *parsed;
        else
            config.errors.push_back(text("HYDRA_PARTITION='", config.partition, "': ", reason));
    }
    const bool other_grid =
        partition.grid_rows > 0 && std::int64_t{partition.grid_rows} * partition.grid_columns != transport.size();
    const bool other_weights = partition.kind == PartitionSpec::Kind::weighted &&
                               partition.weights.size() != static_cast<std::size_t>(transport.size());
    if (other_grid || other_weights)
        config.errors.push_back(text("HYDRA_PARTITION='", config.partition, "': there are ", transport.size(),
                                     transport.size() == 1 ? " rank" : " ranks"));
    config.stats = absolute(config.stats);
    config.trace = absolute(config.trace);
    config.explain.file = absolute(config.explain.file);
    if (transport.rank() == 0) {
        if (!config.stats.empty() && config.stats != "-" && !writable(config.stats))
            config.errors.push_back(text("HYDRA_STATS: ", config.stats, " cannot be written"));
        if (!config.trace.empty() && !writable(config.trace))
            config.errors.push_back(text("HYDRA_TRACE: ", config.trace, " cannot be written"));
        if (!config.explain.file.empty() && config.explain.file != "-" && !writable(config.explain.file))
            config.errors.push_back(text("HYDRA_EXPLAIN: ", config.explain.file, " cannot be written"));
        for (const std::string& warning : config.warnings)
            complain(text("warning: ", warning));
        for (const std::string& error : config.errors)
            complain(error);
    }
    char wrong = config.errors.empty() ? 0 : 1;
    transport.broadcast(0, &wrong, 1);
    if (wrong == 0 && config.help && transport.rank() == 0)
        std::fputs(help_text().c_str(), stdout);
    if (wrong != 0 || config.help) {
        std::fflush(stdout);
        transport.finish();
        leave_process(wrong != 0 ? error_status : 0);
    }
    return partition;
}

// Ranks other than 0 run the serial code too; what it prints is printed once, and what it reads comes from rank 0.
// The real standard error.
int silence(int rank) {
    const int output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    int kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (kept < 0)
        kept = STDERR_FILENO;
    set_real_output(output, kept);
    if (rank != 0) {
        const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
        for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
            if (nowhere < 0 || dup2(nowhere, standard) < 0)
                fail("", text("/dev/null: ", std::strerror(errno)));
        close(nowhere);
    }
    return kept;
}

// In a dry run, what the program prints was not computed.
void be_quiet() {
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere < 0 || dup2(nowhere, STDOUT_FILENO) < 0)
        fail("", text("/dev/null: ", std::strerror(errno)));
    close(nowhere);
    files::write_nowhere(true);
}

void write_stats(const Totals& totals, int ranks) {
    if (session->stats == "-") {
        std::string table = to_table(totals, ranks);
        if (write(session->real_stderr, table.data(), table.size()) < 0)
            return;
        return;
    }
    std::string json = to_json(totals, ranks, session->dry);
    files::write_nowhere(false);
    FILE* file = std::fopen(session->stats.c_str(), "w");
    bool written = file != nullptr && std::fwrite(json.data(), 1, json.size(), file) == json.size();
    written = (file == nullptr || std::fclose(file) == 0) && written;
    if (!written)
        fail("", text("HYDRA_STATS: ", session->stats, ": ", std::strerror(errno)));
}

void write_trace(Runtime& runtime) {
    Transport& transport = runtime.transport();
    runtime.device_executor().trace_devices();
    files::write_nowhere(false);
    FILE* file = transport.rank() == 0 ? std::fopen(session->trace.c_str(), "w") : nullptr;
    bool written = runtime.trace()->write(transport, file);
    written = (file == nullptr || std::fclose(file) == 0) && written;
    if (!written)
        fail("", text("HYDRA_TRACE: ", session->trace, ": ", std::strerror(errno)));
}

// Arrays that loops have touched have a row of counters.
void note_memory(const Allocation& array) {
    if (array.counter >= 0)
        process_runtime()->counters().memories.note(array.name, ArrayMemories::resident(array.base, array.bytes));
}

void at_exit(int status, void*) {
    if (session == nullptr || session->process != static_cast<pid_t>(syscall(SYS_getpid)))
        return;
    Runtime& runtime = *process_runtime();
    if (runtime.in_kernel()) // one rank's iteration ends the program; the others cannot be met any more
        end_in_kernel(status, true);
    std::fflush(nullptr); // files of all ranks too: the last thing that they do in step
    leave_step();
    runtime.transport().waits_in("the end of the program", "");
    if (session->dry && status != 0)
        complain(text("dry run: the program ended with status ", status));
    if (!session->stats.empty()) {
        runtime.counters().seconds.total = now() - session->started;
        runtime.counters().target = target_name();
        if (!session->dry)
            runtime.registry().for_each(note_memory);
        runtime.counters().device = runtime.residence().volume();
        runtime.counters().device_peaks = runtime.residence().peaks();
        Totals totals = gather_counters(runtime.transport(), runtime.counters());
        if (runtime.transport().rank() == 0)
            write_stats(totals, runtime.transport().size());
    }
    if (runtime.trace() != nullptr)
        write_trace(runtime);
    files::write_nowhere(false);
    runtime.observers().each([](LaunchObserver& one) { one.ended(); });
    runtime.transport().finish();
}

// Before exit calls any handler.
void at_end_of_main(void*) {
    if (session->process == static_cast<pid_t>(syscall(SYS_getpid)) && !process_runtime()->in_kernel())
        process_runtime()->end_main();
}

// Before drivers' own exit handlers.
void retire_devices(int, void*) {
    Runtime& runtime = *process_runtime();
    runtime.device_executor().retire(!runtime.in_kernel() && runs_behind_main());
}

void at_quick_end() {
    if (in_step())
        process_runtime()->transport().finish();
}

// Whether ranks had better talk through the memory of the machine on which all of them are.
bool wants_memory(const Config& config, const Surroundings& around, const Transport& transport) {
    const bool one_machine = around.node_ranks == transport.size() && transport.size() > 1;
    if (!one_machine || !transport.polls() || config.transport == "mpi")
        return false;
    return config.transport == "memory" || around.node_ranks > around.cores;
}

// The target's devices for this rank; ends all ranks with a message where there are none and must be.
std::vector<WeightedDevice> find_devices(const Config& config, const Surroundings& around, Transport& transport) {
    std::string reason;
    DeviceRequest wish{config.devices, config.device_memory, config.workgroup, around.node_rank, around.node_ranks};
    wish.timed = !config.trace.empty();
    if (config.staging > 0)
        wish.staging_bytes = config.staging;
    std::vector<WeightedDevice> devices = make_devices(wish, reason);
    char missing = devices.empty() && !reason.empty() ? 1 : 0;
    std::vector<char> all(static_cast<std::size_t>(transport.size()));
    transport.gather(0, &missing, 1, all.data());
    transport.broadcast(0, all.data(), all.size());
    const auto first = std::find(all.begin(), all.end(), 1);
    if (first == all.end())
        return devices;
    if (!config.offload_mandatory) {
        if (first - all.begin() == transport.rank())
            complain(text("warning: no device for the target ", target_name(), ": ", reason,
                          "; the host's cores run the loops"));
        return devices;
    }
    if (first - all.begin() == transport.rank())
        complain(text("no device for the target ", target_name(), ": ", reason,
                      " (HYDRA_OFFLOAD=default lets the host's cores run the loops)"));
    transport.finish();
    leave_process(error_status);
}

// What the devices are, for HYDRA_VERBOSE.
std::string described(const std::vector<WeightedDevice>& devices) {
    double weights = 0;
    for (const WeightedDevice& one : devices)
        weights += one.weight;
    std::string all;
    for (const WeightedDevice& one : devices) {
        all += text(target_name(), " device ", one.device->name(), " with ", one.device->memory_bytes() >> 20, " MiB");
        all += devices.size() == 1 ? std::string(", ")
                                   : text(" for ", std::llround(one.weight * 100 / weights), " % of its iterations, ");
    }
    return all;
}

// The program runs as it stands: always, where it is one rank; where several ranks are at the floor.
void run_as_it_stands(const Config& config, int threads, int node_ranks) {
    Runtime& runtime = *process_runtime();
    auto* launches = new SingleRank(threads, runtime, !config.stats.empty());
    if (runtime.transport().size() == 1) {
        set_single_rank(launches);
        return;
    }
    auto* floor =
        new Floor(runtime, launches->least_spread(), node_ranks, config.verbose && runtime.transport().rank() == 0);
    set_floor(floor, launches);
    if (config.policy == Policy::floor)
        floor->stay();
    else if (config.policy == Policy::alternate)
        floor->alternate();
    else
        floor->begin();
}

void start() {
    double started = now();
    // With errors, one rank is enough to print them. (Under MPI the launcher has decided already.)
    Config own = read_config(environ);
    const bool dry = own.errors.empty() && own.dry_ranks > 0;
    std::unique_ptr<Transport> transport =
        dry ? std::make_unique<DryTransport>(own.dry_ranks) : make_transport(own.errors.empty() ? own.ranks : 1);
    starting = transport.get();
    int real_stderr = silence(transport->rank());
    if (dry && !own.dry_runs && !own.help)
        be_quiet();
    set_failure_output({transport->rank(), real_stderr, abort_starting_ranks});

    Config config = agree_on_environment(*transport);
    set_pipeline(config.pipeline);
    PartitionSpec partition = check_config(config, *transport);
    transport->limit_pieces(config.message_bytes);
    Seat seat = my_seat();
    Surroundings around = dry ? Surroundings{} : look_around(*transport, seat);
    if (!dry && wants_memory(config, around, *transport)) {
        transport = through_memory(std::move(transport));
        starting = transport.get();
    }
    int threads = dry                   ? 1
                  : config.threads != 0 ? config.threads
                                        : std::max(1, CPU_COUNT(&seat.cores) / std::max(1, around.core_ranks));
    if (!around.alike && transport->rank() == 0)
        complain("warning: the ranks' processors differ (fma, avx2); results of math functions may too");
    if (config.ranks > 1 && !dry && config.ranks != transport->size() && transport->rank() == 0)
        complain("warning: HYDRA_RANKS is for programs built with --host=local; the MPI launcher decides here");
    std::vector<WeightedDevice> devices;
    if (!dry)
        devices = find_devices(config, around, *transport);
    if (config.verbose)
        complain(text("rank ", transport->rank(), " of ", transport->size(), " on ", seat.host, ": ",
                      described(devices), "cpu, ", threads, threads == 1 ? " thread" : " threads", ", transport ",
                      transport->name()));

    mark_main_thread();
    session = new Session{
        dry && config.stats.empty() ? "-" : config.stats, config.trace, real_stderr, started, getpid(), dry};
    RuntimeOptions options{partition, threads, around.node_ranks, config.verify, config.verbose};
    options.strict = config.strict;
    options.overlap = config.overlap;
    options.reproducible = config.reproducible && !config.verify && !dry;
    options.crowded = around.core_ranks > 1 && threads * around.core_ranks > CPU_COUNT(&seat.cores);
    options.turns = std::string_view(target_name()) == "cpu";
    options.device_page = config.device_page;
    options.trace = !config.trace.empty();
    if (!config.explain.file.empty()) {
        options.explain = config.explain;
        options.explain->real_stderr = real_stderr;
    }
    if (dry)
        options.dry = DryRun{config.dry_runs};
    options.verbose = options.verbose || (dry && session->stats == "-"); // how iterations were placed, for its reader
    const char* built_with = &hydra_rt_comm != nullptr ? hydra_rt_comm : "exact";
    options.comm = parse_comm(config.comm.empty() ? built_with : config.comm).value_or(CommSpec{});
    constexpr std::size_t least_window = 4096;
    options.window = std::min(options.window, static_cast<std::int64_t>(std::max(config.message_bytes, least_window)));
    const int ranks = transport->size();
    const bool as_it_stands = !dry && devices.empty() && config.policy != Policy::distribute && !config.verify &&
                              !config.reproducible && config.trace.empty() &&
                              (config.explain.file.empty() || ranks > 1) && !config.counts_arrays &&
                              options.comm.scheme == CommSpec{}.scheme && std::string_view(target_name()) == "cpu";
    options.policy = config.policy;
    set_process_runtime(new Runtime(std::move(transport), user_arena(), options, std::move(devices)));
    process_runtime()->counters().is_shown = !session->stats.empty();
    if (!session->stats.empty() && !dry)
        process_runtime()->registry().tell_of_going(note_memory);
    if (as_it_stands)
        run_as_it_stands(config, threads, around.node_ranks);
    process_runtime()->device_executor().on_first_use([] { at_end(retire_devices); });
    set_failure_output({process_runtime()->transport().rank(), real_stderr, abort_ranks});
    if (process_runtime()->transport().size() > 1)
        stdin = files::stream(STDIN_FILENO, "r");
    at_end(at_exit);
    at_quick_exit(at_quick_end);
    if (reads_unasked_behind_main() && &__cxa_thread_atexit_impl != nullptr)
        __cxa_thread_atexit_impl(at_end_of_main, nullptr, &__dso_handle);
}

} // namespace
} // namespace hydra::rt

extern "C" __attribute__((constructor(101))) void hydra_rt_start(void) {
    if (hydra::rt::process_runtime() != nullptr)
        return;
    {
        const hydra::rt::OwnMemory own;
        hydra::rt::start();
    }
    // As C starts a program: what the launcher's and the device's libraries have left is none of its errors.
    errno = 0;
    std::feclearexcept(FE_ALL_EXCEPT);
}

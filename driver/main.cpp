// The command `hydracc`: reads the options, does what they ask, and turns every way of failing into a message
// and exit statuses. The work runs on a thread with a large stack, since programs nest as deeply as they like.
#include <pthread.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "driver/build.h"
#include "driver/crash.h"
#include "driver/dry/advise.h"
#include "driver/dry/explain.h"
#include "driver/failure.h"
#include "driver/objects/compile.h"
#include "driver/objects/link.h"
#include "driver/options.h"
#include "driver/tools.h"
#include "driver/translate.h"

namespace {

using namespace hydra::driver;

constexpr std::size_t stack_bytes = std::size_t{512} << 20; // reserved; only what is used is ever there

// The version of the native compiler, too: configure scripts look for it.
void print_version(const Options& options) {
    fmt::print("{}", version_text());
    const auto native = run_all({{{options.cc, "--version"}, {}}}, 1).front();
    fmt::print("{}", native.status == 0 ? "\nThe native compiler:\n" + native.output : "");
}

void compile(const std::vector<std::string>& arguments, CrashReport& crash) {
    const auto options = read_options(arguments);
    if (options.goal == Goal::help) {
        fmt::print("{}", help_text());
        return;
    }
    if (options.goal == Goal::version) {
        print_version(options);
        return;
    }
    if (options.goal == Goal::native) {
        run_native(options);
        return;
    }
    const auto runtime = find_runtime();
    if (options.verbose)
        fmt::print(stderr, "hydracc {}, prefix {}\n", HYDRACC_VERSION, runtime.prefix);
    if (options.show_only) {
        show_commands(options, runtime);
        return;
    }
    if (options.goal == Goal::dependencies) {
        list_dependencies(options, runtime);
        return;
    }
    if (options.goal == Goal::object) {
        compile_objects(options, runtime);
        return;
    }
    Timings timings;
    if (options.goal == Goal::executable) {
        build_program(options, runtime, timings, crash);
        if (options.verbose)
            fmt::print(stderr, "{}", timings.table());
        return;
    }
    if (options.goal == Goal::advise) {
        advise_program(options, arguments, runtime, timings, crash);
        return;
    }
    if (options.goal == Goal::explain) {
        explain_program(options, runtime, timings, crash);
        return;
    }
    const auto translation = translate(options, runtime, timings, crash);
    if (options.goal == Goal::sources) {
        const Timings::Scope time(timings, "write");
        write_sources(options, translation, source_folder(options));
    }
    if (options.verbose)
        fmt::print(stderr, "{}", timings.table());
}

// Everything that hydracc does; gives the exit status. `signal` receives the signal that interrupted it.
int run(const std::vector<std::string>& arguments, int& signal) {
    CrashReport crash(arguments);
    try {
        compile(arguments, crash);
        if (std::fflush(stdout) != 0)
            throw Failure(status_input, "cannot write to standard output");
        return status_done;
    } catch (const Failure& failure) {
        if (*failure.what() != '\0')
            fmt::print(stderr, "hydracc: error: {}\n", failure.what());
        std::fflush(stdout);
        return failure.status;
    } catch (const Interrupted& interrupted) {
        signal = interrupted.signal;
        return 128 + signal;
    } catch (const std::exception& error) {
        std::fflush(stdout);
        crash.write(error.what());
        return status_internal;
    }
}

struct Job {
    std::vector<std::string> arguments;
    int status = status_internal;
    int signal = 0;
};

void* run_job(void* argument) {
    auto& job = *static_cast<Job*>(argument);
    job.status = run(job.arguments, job.signal);
    return nullptr;
}

} // namespace

int main(int argc, char** argv) {
    Job job;
    job.arguments.assign(argv + (argc > 0 ? 1 : 0), argv + argc);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack_bytes);
    pthread_t worker{};
    if (pthread_create(&worker, &attributes, run_job, &job) != 0) {
        run_job(&job); // where so much cannot be reserved, the usual stack has to do
    } else {
        // Signals go to the worker, so that they interrupt its waiting for programs.
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_BLOCK, &all, nullptr);
        pthread_join(worker, nullptr);
        pthread_sigmask(SIG_UNBLOCK, &all, nullptr);
    }
    if (job.signal != 0) { // ends as the signal would have ended it, so that a calling shell sees it
        std::signal(job.signal, SIG_DFL);
        std::raise(job.signal);
    }
    return job.status;
}

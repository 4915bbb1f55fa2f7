// Which names a program shares with the system: all that the runtime takes over, none that the system does not have.
#include "driver/system_names.h"

#include <fstream>

#include <doctest/doctest.h>

using hydra::driver::is_system_name;

TEST_CASE("every function that the linker hands to the runtime is the system's") {
    std::ifstream options(HYDRA_TEST_FOLDER "/../../runtime/libc/link.options");
    const std::string prefix = "-Wl,--wrap=";
    int seen = 0;
    for (std::string line; std::getline(options, line);) {
        if (!line.starts_with(prefix) || line[prefix.size()] == '_') // reserved names are the C library's
            continue;
        CAPTURE(line);
        CHECK(is_system_name(line.substr(prefix.size())));
        ++seen;
    }
    CHECK(seen > 50);
}

TEST_CASE("functions and variables that the runtime and the libraries below it use") {
    for (const char* name : {"fork", "kill", "pause", "madvise", "memfd_create", "dup2", "send", "environ", "stdin",
                             "signgam", "hypotl", "omp_get_thread_num", "MPI_Isend", "pthread_self", "GOMP_parallel"}) {
        CAPTURE(name);
        CHECK(is_system_name(name));
    }
    for (const char* name : {"main", "jacobi", "forks", "kil", "", "residual", "MPI", "omp"}) {
        CAPTURE(name);
        CHECK_FALSE(is_system_name(name));
    }
}

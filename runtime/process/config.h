// The HYDRA_* variables of the environment, read once at start. A wrong value is an error, an unknown name a warning
// with the nearest name that exists; both come back as text, so that parsing is a function without side effects.
#pragma once

#include "runtime/backend/grid.h"
#include "runtime/steps/options.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace hydra::rt {

struct Config {
    int ranks = 0;                           // HYDRA_RANKS; 0: not set
    std::string stats;                       // HYDRA_STATS: a file, "-", or empty for none
    bool counts_arrays = false;              // `,arrays`: of each array, at one rank too
    Policy policy = Policy::automatic;       // HYDRA_POLICY
    std::string trace;                       // HYDRA_TRACE: a file; empty: none
    ExplainOptions explain;                  // HYDRA_EXPLAIN; no file: off
    std::string transport = "auto";          // HYDRA_TRANSPORT: auto, mpi, memory
    std::string partition = "auto";          // HYDRA_PARTITION, not yet taken apart
    std::string comm;                        // HYDRA_COMM, not yet taken apart; empty: as the program was built
    bool verbose = false;                    // HYDRA_VERBOSE
    bool reproducible = false;               // HYDRA_REPRODUCIBLE
    bool verify = false;                     // HYDRA_VERIFY
    bool strict = false;                     // HYDRA_VERIFY=strict
    bool overlap = true;                     // HYDRA_OVERLAP
    int dry_ranks = 0;                       // HYDRA_DRYRUN: how many ranks one process plays; 0: not set
    bool dry_runs = false;                   // `,run`: and runs each loop once
    int threads = 0;                         // HYDRA_NUM_THREADS, else OMP_NUM_THREADS; 0: not set
    std::size_t message_bytes = 512ul << 20; // HYDRA_MESSAGE_BYTES: the largest piece of a message
    std::string devices;                     // HYDRA_DEVICES, not yet taken apart; empty: not set
    std::int64_t device_memory = 0;          // HYDRA_DEVICE_MEMORY: bytes; 0: not set
    std::int64_t staging = 0;                // HYDRA_STAGING: bytes of a piece; 0: not set
    std::int64_t device_page = 0;            // HYDRA_DEVICE_PAGE: bytes, a power of two; 0: not set
    GroupWish workgroup;                     // HYDRA_WORKGROUP
    bool offload_mandatory = true;           // HYDRA_OFFLOAD
    long pipeline = 0;                       // HYDRA_PIPELINE: columns of a block; 0: not set
    bool help = false;                       // HYDRA_HELP: list the variables and end
    std::vector<std::string> errors;         // wrong values; the program must not start
    std::vector<std::string> warnings;       // names that do not exist
};

// environment: a null-terminated array of "NAME=value", such as environ.
Config read_config(const char* const* environment);

// What HYDRA_HELP=1 prints: a line for each variable with its values, what it does, and what holds without it.
std::string help_text();

} // namespace hydra::rt

// The environment: every wrong value is an error that names the variable, every unknown name a warning.
#include "runtime/process/config.h"

#include <doctest/doctest.h>

using namespace hydra::rt;

namespace {
Config read(std::initializer_list<const char*> entries) {
    std::vector<const char*> environment(entries);
    environment.push_back(nullptr);
    return read_config(environment.data());
}
} // namespace

TEST_CASE("an environment without hydra variables gives the defaults") {
    Config config = read({"PATH=/bin", "HYDRACC_PREFIX=/x", "ODD"});
    CHECK(config.errors.empty());
    CHECK(config.warnings.empty());
    CHECK(config.ranks == 0);
    CHECK(config.threads == 0);
    CHECK(config.partition == "auto");
}

TEST_CASE("values are taken") {
    Config config =
        read({"HYDRA_RANKS=3", "HYDRA_STATS=-", "HYDRA_NUM_THREADS=2", "HYDRA_VERBOSE=1", "HYDRA_PARTITION=cyclic",
              "HYDRA_MESSAGE_BYTES=7", "OMP_NUM_THREADS=8", "HYDRA_DEVICE_MEMORY=100", "HYDRA_WORKGROUP=8x4",
              "HYDRA_DEVICE_PAGE=128", "HYDRA_OFFLOAD=default", "HYDRA_DEVICES=gpu1", "HYDRA_TRACE=t.json",
              "HYDRA_TRANSPORT=memory"});
    CHECK(config.trace == "t.json");
    CHECK(config.transport == "memory");
    CHECK(config.devices == "gpu1");
    CHECK(config.device_memory == 100);
    CHECK(config.device_page == 128);
    CHECK(config.workgroup.numbers == 2);
    CHECK(config.workgroup.shape == Extent{8, 4, 1});
    CHECK_FALSE(config.offload_mandatory);
    CHECK(config.errors.empty());
    CHECK(config.ranks == 3);
    CHECK(config.stats == "-");
    CHECK(config.threads == 2);
    CHECK(config.verbose);
    CHECK(config.partition == "cyclic");
    CHECK(config.message_bytes == 7);
}

TEST_CASE("OpenMP's thread number counts when hydra's is not set") {
    CHECK(read({"OMP_NUM_THREADS=4,2"}).threads == 4);
    CHECK(read({"OMP_NUM_THREADS=none"}).threads == 0);
}

TEST_CASE("wrong values are errors") {
    for (const char* entry : {"HYDRA_RANKS=0",
                              "HYDRA_RANKS=",
                              "HYDRA_RANKS=2x",
                              "HYDRA_RANKS=99999999999999999999",
                              "HYDRA_NUM_THREADS=-1",
                              "HYDRA_VERBOSE=yes",
                              "HYDRA_STATS=",
                              "HYDRA_TRACE=",
                              "HYDRA_TRANSPORT=pigeons",
                              "HYDRA_DRYRUN=0",
                              "HYDRA_DRYRUN=4,go",
                              "HYDRA_DRYRUN=,run",
                              "HYDRA_VERIFY=2",
                              "HYDRA_DEVICES=fpga",
                              "HYDRA_DEVICES=gpu0,",
                              "HYDRA_DEVICES=cpu/0",
                              "HYDRA_DEVICES=gpux",
                              "HYDRA_DEVICE_MEMORY=0",
                              "HYDRA_DEVICE_PAGE=32",
                              "HYDRA_DEVICE_PAGE=96",
                              "HYDRA_WORKGROUP=1x",
                              "HYDRA_WORKGROUP=1x2x3x4",
                              "HYDRA_WORKGROUP=0",
                              "HYDRA_OFFLOAD=no",
                              "HYDRA_HELP=2"}) {
        CAPTURE(entry);
        CHECK(read({entry}).errors.size() == 1);
    }
}

TEST_CASE("a dry run has a number of ranks, and goes with neither HYDRA_VERIFY nor an MPI launcher") {
    CHECK(read({"HYDRA_DRYRUN=12"}).dry_ranks == 12);
    CHECK_FALSE(read({"HYDRA_DRYRUN=12"}).dry_runs);
    CHECK(read({"HYDRA_DRYRUN=3,run"}).dry_ranks == 3);
    CHECK(read({"HYDRA_DRYRUN=3,run"}).dry_runs);
    CHECK(read({"HYDRA_DRYRUN=3", "OMPI_COMM_WORLD_SIZE=1"}).errors.empty());
    CHECK(read({"HYDRA_DRYRUN=3", "OMPI_COMM_WORLD_SIZE=2"}).errors.size() == 1);
    CHECK(read({"HYDRA_DRYRUN=3", "HYDRA_VERIFY=1"}).errors.size() == 1);
    CHECK(read({"HYDRA_DRYRUN=3", "HYDRA_TRACE=t.json"}).errors.size() == 1);
}

TEST_CASE("an unknown variable is a warning with the nearest name") {
    Config config = read({"HYDRA_STAT=x", "HYDRA_NUMTHREADS=2"});
    CHECK(config.errors.empty());
    REQUIRE(config.warnings.size() == 2);
    CHECK(config.warnings[0].find("HYDRA_STATS") != std::string::npos);
    CHECK(config.warnings[1].find("HYDRA_NUM_THREADS") != std::string::npos);
}

TEST_CASE("the help has a line for each variable, with what it takes and what holds without it") {
    CHECK(read({"HYDRA_HELP=1"}).help);
    CHECK_FALSE(read({"HYDRA_HELP=0"}).help);
    CHECK(read({"HYDRA_HELP=1"}).warnings.empty());
    const std::string help = help_text();
    std::size_t lines = 0;
    for (std::size_t from = 0, end = 0; (end = help.find('\n', from)) != std::string::npos; from = end + 1) {
        const std::string line = help.substr(from, end - from);
        CAPTURE(line);
        const std::string name = line.substr(0, line.find('='));
        CHECK(name.starts_with("HYDRA_"));
        CHECK(line.find(" (default: ") != std::string::npos);
        CHECK(line.size() <= 140);
        CHECK(read({(name + "=").c_str()}).warnings.empty()); // a variable that exists
        ++lines;
    }
    CHECK(lines >= 22);
    CHECK(help.find("HYDRA_STATS=FILE") != std::string::npos);
}

// Running programs: results in order, output whole, and what happens after a failure.
#include "driver/tools.h"

#include <doctest/doctest.h>

using namespace hydra::driver;

TEST_CASE("output and status of programs come back in order") {
    const auto results = run_all({{{"sh", "-c", "sleep 0.1; echo one; echo two >&2"}, {}},
                                  {{"sh", "-c", "echo $X"}, {{"X", "three"}}},
                                  {{"sh", "-c", "exit 7"}, {}}},
                                 2);
    CHECK(results[0].output == "one\ntwo\n");
    CHECK(results[1].output == "three\n");
    CHECK(results[2].status == 7);
}

TEST_CASE("after a failure nothing more is started") {
    const auto results = run_all({{{"false"}, {}}, {{"true"}, {}}}, 1);
    CHECK(results[0].status == 1);
    CHECK(results[1].status == -1);
    CHECK(run_all({{{"no-such-program-anywhere"}, {}}}, 1)[0].status == 127);
}

TEST_CASE("commands are quoted for a shell") {
    CHECK(shell_text({{"cc", "-DX=a b", "it's", ""}, {{"OMPI_CC", "cc"}}}) == "OMPI_CC=cc cc '-DX=a b' 'it'\\''s' ''");
    CHECK(find_program("sh").find("/sh") != std::string::npos);
    CHECK(find_program("no-such-program-anywhere").empty());
}

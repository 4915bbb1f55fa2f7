// The folder of generated sources: what is overwritten, what is not, and that nothing is left half-written.
#include "driver/output.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <doctest/doctest.h>

#include "driver/failure.h"
#include "driver/tools.h"

using namespace hydra::driver;
namespace fs = std::filesystem;

namespace {

std::string content(const std::string& path) {
    std::ifstream stream(path);
    return {std::istreambuf_iterator<char>(stream), {}};
}

void put(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

std::string refusal(const std::string& folder, const std::vector<hydra::codegen::GeneratedFile>& files) {
    try {
        write_folder(folder, files);
        return "";
    } catch (const Failure& failure) {
        CHECK(failure.status == status_input);
        return failure.what();
    }
}

std::ptrdiff_t entries(const std::string& folder) {
    return std::distance(fs::recursive_directory_iterator(folder), fs::recursive_directory_iterator());
}

} // namespace

TEST_CASE("own files are replaced, strangers' and edited ones are not") {
    const TemporaryFolder temporary;
    const auto folder = temporary.path() + "/out/";
    write_folder(folder, {{"a.c", "1"}, {"sub/b.h", "2"}});
    CHECK(content(folder + "sub/b.h") == "2");
    put(folder + "mine.txt", "mine");

    SUBCASE("a second run replaces its own, and removes what it no longer writes") {
        write_folder(folder, {{"a.c", "3"}});
        CHECK(content(folder + "a.c") == "3");
        CHECK(!fs::exists(folder + "sub/b.h"));
        CHECK(content(folder + "mine.txt") == "mine");
    }
    SUBCASE("a stranger's file stays, and nothing else changes") {
        CHECK(refusal(folder, {{"a.c", "3"}, {"mine.txt", "4"}}).find("mine.txt") != std::string::npos);
        CHECK(content(folder + "a.c") == "1");
        CHECK(content(folder + "mine.txt") == "mine");
    }
    SUBCASE("an edited file stays") {
        put(folder + "a.c", "edited");
        CHECK(refusal(folder, {{"a.c", "3"}}).find("a.c") != std::string::npos);
        CHECK(content(folder + "a.c") == "edited");
    }
    SUBCASE("a file that is as it should be is not touched") {
        const auto before = fs::last_write_time(folder + "a.c");
        write_folder(folder, {{"a.c", "1"}, {"sub/b.h", "5"}});
        CHECK(fs::last_write_time(folder + "a.c") == before);
        CHECK(content(folder + "sub/b.h") == "5");
    }
    CHECK(std::distance(fs::directory_iterator(temporary.path()), fs::directory_iterator()) == 1); // no remains
}

TEST_CASE("a folder that cannot be made is an error that names it") {
    const TemporaryFolder temporary;
    put(temporary.path() + "/file", "x");
    CHECK(refusal(temporary.path() + "/file", {{"a.c", "1"}}).find("file") != std::string::npos);
    CHECK(refusal(temporary.path() + "/file/below", {{"a.c", "1"}}).find("below") != std::string::npos);
    CHECK(content(temporary.path() + "/file") == "x");
    CHECK(entries(temporary.path()) == 1);
}

TEST_CASE("an output appears only when it is complete") {
    const TemporaryFolder temporary;
    const auto path = temporary.path() + "/prog";
    put(path, "old");
    {
        const OutputFile output(path);
        put(output.temporary(), "half");
    }
    CHECK(content(path) == "old");
    CHECK(entries(temporary.path()) == 1);
    {
        OutputFile output(path);
        put(output.temporary(), "new");
        output.commit();
    }
    CHECK(content(path) == "new");
    CHECK_THROWS_AS(OutputFile(temporary.path()), Failure);
    CHECK_THROWS_AS(OutputFile(temporary.path() + "/no/prog"), Failure);
}

// New content is first written whole under temporary names, then moved into place file by file.
#include "driver/output.h"

#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <system_error>

#include <fmt/format.h>

#include "driver/failure.h"
#include "driver/recipe.h"

namespace hydra::driver {

namespace fs = std::filesystem;

namespace {

constexpr const char* list_name = ".hydracc";
constexpr const char* list_title = "hydracc wrote these files of this folder, and replaces only them:\n";

[[noreturn]] void fail(const std::string& message) { throw Failure(status_input, message); }

// FNV-1a, 64 bits: it only has to notice edits.
std::string hash(const std::string& text) {
    std::uint64_t value = 14695981039346656037ULL;
    for (const unsigned char c : text)
        value = (value ^ c) * 1099511628211ULL;
    return fmt::format("{:016x}", value);
}

std::optional<std::string> read_file(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    if (!stream)
        return std::nullopt;
    return std::string(std::istreambuf_iterator<char>(stream), {});
}

void write_file(const fs::path& path, const std::string& text, const std::string& shown) {
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    errno = 0;
    std::ofstream stream(path, std::ios::binary | std::ios::trunc);
    stream << text;
    stream.close();
    if (!stream)
        fail(fmt::format("cannot write '{}': {}", shown, std::strerror(error ? error.value() : errno)));
}

// Name to hash of what an earlier run wrote.
std::map<std::string, std::string> read_list(const fs::path& folder) {
    std::map<std::string, std::string> list;
    std::istringstream stream(read_file(folder / list_name).value_or(""));
    for (std::string line; std::getline(stream, line);) {
        const auto space = line.find(' ');
        if (space == 16)
            list[line.substr(17)] = line.substr(0, 16);
    }
    return list;
}

struct Change {
    std::string name;
    std::string text;
};

// What has to be written, after making sure that nothing of the user's is in the way.
std::vector<Change> changes(const fs::path& folder, const std::vector<codegen::GeneratedFile>& files,
                            const std::map<std::string, std::string>& written) {
    std::vector<Change> list;
    for (const auto& file : files) {
        const auto path = folder / file.path;
        std::error_code error;
        if (!fs::exists(fs::symlink_status(path, error))) {
            list.push_back({file.path, file.text});
            continue;
        }
        const auto present = fs::is_regular_file(path, error) ? read_file(path) : std::nullopt;
        if (present == file.text)
            continue;
        const auto entry = written.find(file.path);
        if (entry == written.end() || !present) {
            fail(fmt::format(
                "'{}' is in the way: hydracc did not write it, so it is not overwritten; move it, or choose "
                "another folder with -o",
                path.string()));
        }
        if (hash(*present) != entry->second) {
            fail(fmt::format("'{}' was changed after hydracc wrote it, so it is not overwritten; move it, or choose "
                             "another folder with -o",
                             path.string()));
        }
        list.push_back({file.path, file.text});
    }
    return list;
}

// A name in the same folder that nobody uses.
std::string temporary_beside(const fs::path& path) {
    return (path.parent_path() / fmt::format(".{}.{}", path.filename().string(), getpid())).string();
}

void rename_file(const fs::path& from, const fs::path& to) {
    std::error_code error;
    fs::create_directories(to.parent_path(), error);
    fs::rename(from, to, error);
    if (error)
        fail(fmt::format("cannot write '{}': {}", to.string(), error.message()));
}

// A folder of temporary files that is removed at the end in any case.
struct Staging {
    explicit Staging(const fs::path& folder) : path(temporary_beside(folder)) {
        std::error_code error;
        fs::create_directories(folder.parent_path().empty() ? "." : folder.parent_path(), error);
        if (!fs::create_directory(path, error)) {
            fail(fmt::format("cannot write '{}': {}", folder.string(),
                             error ? error.message() : fmt::format("'{}' exists", path.string())));
        }
    }
    ~Staging() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
    Staging(const Staging&) = delete;
    Staging& operator=(const Staging&) = delete;
    fs::path path;
};

} // namespace

void write_folder(const std::string& folder_name, const std::vector<codegen::GeneratedFile>& files) {
    // Without "." and a slash at the end, so that the folder has a parent and a name.
    auto folder = fs::absolute(folder_name).lexically_normal();
    if (!folder.has_filename())
        folder = folder.parent_path();
    std::error_code error;
    const auto status = fs::status(folder, error);
    if (fs::exists(status) && !fs::is_directory(status))
        fail(fmt::format("cannot write '{}': it is a file, and a folder is to be made there", folder_name));
    const auto written = read_list(folder);
    auto todo = changes(folder, files, written);

    std::map<std::string, std::string> now;
    for (const auto& file : files)
        now[file.path] = hash(file.text);
    std::string list = list_title;
    for (const auto& [name, value] : now)
        list += fmt::format("{} {}\n", value, name);
    const auto old_list = read_file(folder / list_name);
    if (old_list && !old_list->starts_with(list_title))
        fail(fmt::format("'{}' is in the way: hydracc did not write it", (folder / list_name).string()));
    if (old_list != list)
        todo.push_back({list_name, list});

    const Staging staging(folder);
    for (const auto& change : todo)
        write_file(staging.path / change.name, change.text, (fs::path(folder_name) / change.name).string());
    if (!fs::exists(status)) {
        rename_file(staging.path, folder);
        return;
    }
    for (const auto& change : todo)
        rename_file(staging.path / change.name, folder / change.name);
    for (const auto& [name, value] : written) { // what an earlier run wrote and this one does not
        const auto text = now.contains(name) ? std::nullopt : read_file(folder / name);
        if (text && hash(*text) == value)
            fs::remove(folder / name, error);
    }
}

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
    std::error_code error;
    const auto status = fs::status(path_, error);
    const auto folder = folder_of(path_);
    if (fs::is_directory(status))
        fail(fmt::format("cannot write '{}': it is a folder", path_));
    discard_ = fs::exists(status) && !fs::is_regular_file(status);
    if (discard_ || (fs::is_directory(folder, error) && access(folder.c_str(), W_OK) == 0)) {
        temporary_ = discard_ ? temporary_beside(fs::temp_directory_path() / "out") : temporary_beside(path_);
        return;
    }
    fail(fmt::format("cannot write '{}': {}", path_,
                     fs::is_directory(folder, error) ? std::strerror(errno) : "there is no such folder"));
}

OutputFile::~OutputFile() {
    std::error_code ignored;
    fs::remove(temporary_, ignored);
}

void OutputFile::commit() {
    if (!discard_)
        rename_file(temporary_, path_);
}

} // namespace hydra::driver

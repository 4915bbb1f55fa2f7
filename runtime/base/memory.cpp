// See memory.h. The machine's word is MemAvailable; the control group's is its limit less what it uses, of both
// versions of the interface, seen from inside (a container's own group is the root of its view).
#include "runtime/base/memory.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <limits>
#include <string>
#include <sys/mman.h>
#include <vector>

namespace hydra::rt {
namespace {

constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();
constexpr std::size_t page = 4096;

// The number after `key` in a file of "key number" lines; `fallback` where there is none.
std::size_t number_after(const std::string& file, const std::string& key, std::size_t fallback) {
    std::ifstream in(file);
    for (std::string word; in >> word;)
        if (word == key) {
            std::size_t number = 0;
            return in >> number ? number : fallback;
        }
    return fallback;
}

std::size_t only_number(const std::string& file, std::size_t fallback) {
    std::ifstream in(file);
    std::size_t number = 0;
    return in >> number ? number : fallback; // "max" is no number
}

std::size_t left_in_group(const std::string& folder, const char* limit_file, const char* usage_file,
                          const char* cache_key) {
    std::size_t limit = only_number(folder + limit_file, no_limit);
    if (limit == no_limit)
        return no_limit;
    std::size_t used = only_number(folder + usage_file, 0);
    std::size_t cache = number_after(folder + "memory.stat", cache_key, 0);
    used -= std::min(used, cache);
    return limit - std::min(limit, used);
}

// The path of this process's group: the line "0::/path" (version 2) or "n:memory:/path" (version 1).
std::string group_path(const char* marker) {
    std::ifstream in("/proc/self/cgroup");
    for (std::string line; std::getline(in, line);) {
        std::size_t at = line.find(marker);
        if (at != std::string::npos)
            return line.substr(line.rfind(':') + 1);
    }
    return "/";
}

} // namespace

std::size_t available_memory() {
    std::size_t kib = number_after("/proc/meminfo", "MemAvailable:", no_limit);
    std::size_t least = kib == no_limit ? no_limit : kib * 1024;
    const std::string root = "/sys/fs/cgroup";
    for (const std::string& path : {std::string("/"), group_path("0::") + "/"})
        least = std::min(least, left_in_group(root + path, "memory.max", "memory.current", "inactive_file"));
    for (const std::string& path : {std::string("/"), group_path(":memory:") + "/"})
        least = std::min(least, left_in_group(root + "/memory" + path, "memory.limit_in_bytes", "memory.usage_in_bytes",
                                              "total_inactive_file"));
    return least;
}

std::size_t untouched_bytes(const void* base, std::size_t bytes) {
    auto start = reinterpret_cast<std::uintptr_t>(base) / page * page;
    auto end = (reinterpret_cast<std::uintptr_t>(base) + bytes + page - 1) / page * page;
    constexpr std::size_t window = std::size_t{1} << 28; // bytes asked for at once
    std::vector<unsigned char> resident(window / page);
    std::size_t untouched = 0;
    for (; start < end; start += window) {
        std::size_t length = std::min<std::size_t>(window, end - start);
        if (mincore(reinterpret_cast<void*>(start), length, resident.data()) != 0)
            return 0;
        for (std::size_t i = 0; i < length / page; ++i)
            untouched += (resident[i] & 1) == 0 ? page : 0;
    }
    return untouched;
}

} // namespace hydra::rt

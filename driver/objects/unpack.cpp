// See unpack.h.
#include "driver/objects/unpack.h"

#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "driver/failure.h"

namespace hydra::driver {

namespace fs = std::filesystem;

namespace {

fs::path absolute(const SourceRecord& record, const std::string& path) {
    return (fs::path(record.folder) / path).lexically_normal();
}

// Relative below the current folder, else absolute.
std::string from_here(const fs::path& path) {
    const auto relative = path.lexically_relative(fs::current_path());
    return relative.empty() || *relative.begin() == ".." ? path.string() : relative.string();
}

} // namespace

std::shared_ptr<const SourceRecord> Unpacking::here(const SourceRecord& record, const std::string& object) {
    auto result = std::make_shared<SourceRecord>(record);
    const bool is_here = fs::path(record.folder) == fs::current_path();
    std::map<std::string, std::string> renamed;
    result->files.clear();
    for (const auto& [path, text] : record.files) {
        std::string name = is_here || fs::path(path).is_absolute() ? path : from_here(absolute(record, path));
        auto known = known_.emplace(name, text).first;
        if (known->second != text || (path == record.path && !sources_.insert(name).second)) {
            name += "@" + object;
            known_.emplace(name, text);
        }
        result->files.emplace(name, text);
        if (name != path) {
            renamed.emplace(path, name);
            result->typed.emplace(name, path);
        }
    }
    if (renamed.empty())
        return result;
    const auto own = renamed.find(record.path);
    result->path = own == renamed.end() ? record.path : own->second;
    result->text.clear();
    for (std::size_t at = 0; at < record.text.size();) {
        const auto end = std::min(record.text.find('\n', at), record.text.size());
        std::string line = record.text.substr(at, end - at);
        if (line.starts_with("# ")) {
            const auto quote = line.find('"'), last = line.rfind('"');
            const auto found = quote < last ? renamed.find(line.substr(quote + 1, last - quote - 1)) : renamed.end();
            if (found != renamed.end())
                line.replace(quote + 1, last - quote - 1, found->second);
        }
        result->text += line + "\n";
        at = end + 1;
    }
    return result;
}

std::string laid_out(const SourceRecord& record, const std::string& folder, const std::string& path) {
    const auto whole = absolute(record, path);
    return whole.string().starts_with("/usr/") ? whole.string() : folder + whole.string();
}

void lay_out(const SourceRecord& record, const std::string& folder) {
    std::error_code error;
    for (const auto& [name, text] : record.files) {
        const auto typed = record.typed.find(name);
        const fs::path file = laid_out(record, folder, typed == record.typed.end() ? name : typed->second);
        fs::create_directories(file.parent_path(), error);
        // "sub/../x.h" is found where there is a sub.
        const auto as_typed = (fs::path(record.folder) / (typed == record.typed.end() ? name : typed->second));
        if (file.string().starts_with(folder))
            fs::create_directories(folder + as_typed.parent_path().string(), error);
        std::ofstream out(file, std::ios::binary);
        if (!(out << text))
            throw Failure(status_input, fmt::format("{}: cannot be written", file.string()));
    }
    for (const auto& each : record.options.handed)
        if (each.is_path && (each.stages & compiling) != 0 && each.option.starts_with("-I"))
            fs::create_directories(laid_out(record, folder, each.value), error);
}

} // namespace hydra::driver

// The preprocessor has told which files exist; which include line names which is read from the text: first beside the
// including file, then the file whose path ends with what is written.
#include "codegen/includes.h"

#include <filesystem>
#include <optional>
#include <set>
#include <vector>

#include <fmt/format.h>

namespace hydra::codegen {

namespace {

namespace fs = std::filesystem;

struct Include {
    std::string path;
    support::SourceRange range;
};

std::vector<Include> include_lines(const support::SourceManager& sources, support::FileId file) {
    std::vector<Include> list;
    const auto& source = sources.file(file);
    for (std::uint32_t line = 1; line <= source.line_starts.size(); line++) {
        const auto text = sources.line_text(file, line);
        auto at = text.find_first_not_of(" \t");
        if (at == std::string_view::npos || text[at] != '#') {
            continue;
        }
        at = text.find_first_not_of(" \t", at + 1);
        if (at == std::string_view::npos || !text.substr(at).starts_with("include")) {
            continue;
        }
        const auto open = text.find_first_of("\"<", at);
        const auto close = open == std::string_view::npos ? open : text.find_first_of("\">", open + 1);
        if (close != std::string_view::npos) {
            const auto begin = sources.line_start(file, line) + static_cast<std::uint32_t>(open);
            list.push_back({std::string(text.substr(open + 1, close - open - 1)),
                            {file, begin, begin + static_cast<std::uint32_t>(close - open + 1), true}});
        }
    }
    return list;
}

std::optional<support::FileId> resolve(const support::SourceManager& sources, support::FileId from,
                                       const std::string& path) {
    const auto written = fs::path(sources.file(from).path).parent_path() / path;
    const auto beside = written.lexically_normal();
    std::optional<support::FileId> found, same; // same: by another way
    for (std::size_t index = 0; index < sources.size(); index++) {
        const auto id = static_cast<support::FileId>(index);
        const auto& file = sources.file(id);
        if (!file.user || file.text.empty()) {
            continue;
        }
        if (fs::path(file.path) == written) {
            return id;
        }
        const auto known = fs::path(file.path).lexically_normal();
        if (!same && known == beside) {
            same = id;
        }
        if (!found && (known == fs::path(path).lexically_normal() || known.generic_string().ends_with("/" + path))) {
            found = id;
        }
    }
    return same ? same : found;
}

// "up/x.h" for "../x.h".
fs::path inside_output(const fs::path& path) {
    fs::path place;
    for (const auto& part : path) {
        place /= part == ".." ? fs::path("up") : part;
    }
    return place;
}

} // namespace

std::map<support::FileId, std::string> included_files(const Context& context, support::FileId unit) {
    std::map<support::FileId, std::string> places;
    std::set<std::string> taken;
    std::vector<std::pair<support::FileId, fs::path>> work{{unit, fs::path()}};
    while (!work.empty()) {
        const auto [file, folder] = work.back();
        work.pop_back();
        for (const auto& include : include_lines(context.sources, file)) {
            const auto id = resolve(context.sources, file, include.path);
            if (!id || *id == unit || places.contains(*id)) {
                continue;
            }
            auto place = inside_output((folder / include.path).lexically_normal());
            if (place.is_absolute()) {
                context.diagnostics.error(include.range,
                                          fmt::format("'{}' or a header beside it holds parallel loops, and its path "
                                                      "does not depend on the folder of generated sources; include it "
                                                      "by a relative path, and add its folder with -I",
                                                      include.path));
                continue;
            }
            while (!taken.insert(place.generic_string()).second) { // by a file of another folder
                place = "other" / place;
            }
            places[*id] = place.generic_string();
            work.emplace_back(*id, place.parent_path());
        }
    }
    return places;
}

void redirect_includes(const Context& context, support::FileId unit,
                       const std::map<support::FileId, std::string>& places, const std::string& folder,
                       std::map<support::FileId, Edits>& edits) {
    const auto redirect = [&](support::FileId file, const fs::path& beside, bool all) {
        for (const auto& include : include_lines(context.sources, file)) {
            const auto id = resolve(context.sources, file, include.path);
            const auto place = id ? places.find(*id) : places.end();
            if (place == places.end()) {
                continue;
            }
            const bool found = (beside / include.path).lexically_normal().generic_string() == place->second;
            if (all || !found) {
                edits[file].replace(include.range.begin, include.range.end,
                                    fmt::format("\"{}{}\"", folder.empty() ? "" : folder + "/", place->second));
            }
        }
    };
    redirect(unit, fs::path(), !folder.empty());
    for (const auto& [file, place] : places) {
        redirect(file, fs::path(place).parent_path(), false);
    }
}

} // namespace hydra::codegen

// See changes.h. A copy lies in another folder than its original, so the original's folder is searched for quoted
// includes (-iquote) before all others. A changed header is a copy, too, which the copy of its source includes by
// another name.
#include "driver/dry/changes.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <tuple>

#include <fmt/format.h>

#include "driver/recipe.h"

namespace hydra::driver {

namespace fs = std::filesystem;

namespace {

bool is_same_file(const fs::path& one, const fs::path& other) {
    std::error_code error;
    return fs::equivalent(one, other, error) && !error;
}

std::vector<std::string> lines_of(const std::string& path) {
    std::vector<std::string> lines;
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    return lines;
}

// "q.h" of `#include "q.h"`.
struct Include {
    std::string name;
    bool is_quoted = false;
};

std::optional<Include> include_of(const std::string& line) {
    static const std::regex form(R"re(\s*#\s*include\s*([<"])([^>"]+)[>"].*)re");
    std::smatch match;
    if (!std::regex_match(line, match, form))
        return std::nullopt;
    return Include{match[2], match[1] == "\""};
}

// The file that the line of a file in `folder` includes; empty: none that is found in the user's folders.
std::string included_file(const Options& options, const std::string& folder, const Include& include) {
    std::vector<std::string> folders;
    if (include.is_quoted)
        folders.push_back(folder);
    for (const char* const option : {"-iquote", "-I", "-isystem"})
        for (const auto& handed : options.handed)
            if (handed.option == option && (include.is_quoted || handed.option != "-iquote"))
                folders.push_back(handed.value);
    for (const auto& each : folders) {
        std::error_code error;
        const auto path = fs::path(each) / include.name;
        if (fs::is_regular_file(path, error))
            return path.string();
    }
    return "";
}

struct ChangedCopy {
    std::string original;
    std::vector<std::string> lines;
};

void put_in(std::vector<std::string>& lines, std::vector<const Directive*> directives) {
    const auto place = [](const Directive* each) { // in a line: what stands in it before what stands above it
        return std::tuple(each->line, !each->change.own_line, each->column);
    };
    std::sort(directives.begin(), directives.end(),
              [&](const auto* one, const auto* other) { return place(one) > place(other); });
    for (const auto* each : directives) {
        const auto at = static_cast<std::size_t>(each->line) - 1;
        if (at >= lines.size())
            continue;
        if (each->change.own_line)
            lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), each->change.write);
        else
            lines[at].insert(each->column - 1, each->change.write + " ");
    }
}

void write_lines(const std::string& path, const std::vector<std::string>& lines) {
    fs::create_directories(fs::path(path).parent_path());
    std::ofstream out(path);
    for (const auto& line : lines)
        out << line << "\n";
}

// Whether a copy's quoted includes find in these folders what they found beside the original.
bool includes_the_same(const ChangedCopy& copy, const std::vector<std::string>& folders) {
    const auto exists = [](const fs::path& path) {
        std::error_code error;
        return fs::is_regular_file(path, error);
    };
    const fs::path own = folder_of(copy.original);
    return std::all_of(copy.lines.begin(), copy.lines.end(), [&](const std::string& line) {
        const auto include = include_of(line);
        if (!include || !include->is_quoted)
            return true;
        const auto first = std::find_if(folders.begin(), folders.end(),
                                        [&](const auto& folder) { return exists(fs::path(folder) / include->name); });
        return first == folders.end() || is_same_file(fs::path(*first) / include->name, own / include->name);
    });
}

} // namespace

Inclusions parse_inclusions(const Options& options, const std::string& rules) {
    Inclusions inclusions(options.sources.size());
    std::vector<std::string>* files = nullptr;
    std::istringstream words(rules);
    bool begins = false; // a rule's first file is its source
    for (std::string word; words >> word;) {
        if (word.ends_with(':')) {
            begins = true;
            files = nullptr;
        } else if (begins) {
            const auto source = std::find(options.sources.begin(), options.sources.end(), word);
            files = source == options.sources.end()
                        ? nullptr
                        : &inclusions[static_cast<std::size_t>(source - options.sources.begin())];
            begins = false;
        }
        if (files != nullptr && word != "\\")
            files->push_back(word);
    }
    return inclusions;
}

std::string find_source(const Options& options, const Inclusions& inclusions, const std::string& file,
                        Directive& directive) {
    const auto source = std::find(options.sources.begin(), options.sources.end(), file);
    if (source != options.sources.end()) {
        directive.source = static_cast<std::size_t>(source - options.sources.begin());
        return "";
    }
    std::vector<std::size_t> users;
    for (std::size_t i = 0; i < inclusions.size(); ++i)
        if (std::any_of(inclusions[i].begin(), inclusions[i].end(),
                        [&](const auto& included) { return is_same_file(included, file); }))
            users.push_back(i);
    if (users.size() != 1)
        return users.empty() ? "no source was seen to include its file" : "several sources include its file";
    directive.source = users.front();
    directive.header = file;
    const auto& path = options.sources[directive.source];
    for (const auto& line : lines_of(path))
        if (const auto include = include_of(line);
            include && is_same_file(included_file(options, folder_of(path), *include), file))
            return "";
    return "a header includes its file";
}

std::optional<std::vector<std::string>> words_with(const Options& options, const std::vector<std::string>& words,
                                                   const std::string& folder,
                                                   const std::vector<const Directive*>& directives) {
    // By source, and by the header's name; the source's own text has none, and comes first.
    std::map<std::size_t, std::map<std::string, std::vector<const Directive*>>> texts;
    for (const auto* each : directives) {
        texts[each->source].try_emplace("");
        texts[each->source][each->header].push_back(each);
    }
    std::vector<std::string> changed = words, folders;
    std::vector<ChangedCopy> copies;
    for (const auto& [index, files] : texts) {
        const auto& source = options.sources[index];
        ChangedCopy copy{source, lines_of(source)};
        for (const auto& [header, its] : files) {
            if (header.empty())
                continue;
            const auto name =
                fmt::format("changed-{}-{}/{}", index, copies.size(), fs::path(header).filename().string());
            for (auto& line : copy.lines)
                if (const auto include = include_of(line);
                    include && is_same_file(included_file(options, folder_of(source), *include), header))
                    line = fmt::format("#include \"{}\"", name);
            ChangedCopy other{header, lines_of(header)};
            put_in(other.lines, its);
            write_lines(folder + "/" + name, other.lines);
            folders.push_back(folder_of(header));
            copies.push_back(std::move(other));
        }
        put_in(copy.lines, files.at(""));
        const auto path = fmt::format("{}/{}-{}", folder, index, fs::path(source).filename().string());
        write_lines(path, copy.lines);
        std::replace(changed.begin(), changed.end(), source, path);
        folders.push_back(folder_of(source));
        copies.push_back(std::move(copy));
    }
    if (!std::all_of(copies.begin(), copies.end(),
                     [&](const ChangedCopy& copy) { return includes_the_same(copy, folders); }))
        return std::nullopt;
    for (auto each = folders.rbegin(); each != folders.rend(); ++each)
        changed.insert(changed.begin(), {"-iquote", *each});
    return changed;
}

} // namespace hydra::driver

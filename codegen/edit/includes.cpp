// The preprocessor has told which line brought which file; where the line names it is read from its text.
#include "codegen/edit/includes.h"

#include <filesystem>
#include <optional>
#include <set>
#include <vector>

#include <fmt/format.h>

namespace hydra::codegen {

namespace {

namespace fs = std::filesystem;

// A line that brought a file.
struct Include {
    std::string path; // as the line says it, or, where a macro does, the file's name
    support::FileId file;
    support::SourceRange range; // of what follows `include`
    bool by_macro = false;
};

std::string_view trimmed(std::string_view text) {
    constexpr const char* blanks = " \t\v\f";
    const auto first = text.find_first_not_of(blanks);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// What follows `#include` in the text of a line; empty: it is no such line.
std::string_view operand(std::string_view line) {
    auto text = trimmed(line);
    if (!text.starts_with('#'))
        return {};
    text = trimmed(text.substr(1));
    return text.starts_with("include") ? trimmed(text.substr(std::string_view("include").size())) : std::string_view();
}

Include include_of(const support::SourceManager& sources, const ir::TranslationUnit::Include& noted) {
    auto line = noted.line; // the directive's last
    while (line > 1 && operand(sources.line_text(noted.by, line)).empty())
        --line;
    const auto what = operand(sources.line_text(noted.by, line));
    const std::string_view text = sources.file(noted.by).text;
    const auto begin = static_cast<std::uint32_t>(what.empty() ? 0 : what.data() - text.data());
    const char end = what.starts_with('<') ? '>' : '"';
    const auto close = what.starts_with('<') || what.starts_with('"') ? what.find(end, 1) : std::string_view::npos;
    const bool by_macro = close == std::string_view::npos;
    const auto length = static_cast<std::uint32_t>(by_macro ? what.size() : close + 1);
    auto path =
        by_macro ? fs::path(sources.file(noted.file).path).filename().string() : std::string(what.substr(1, close - 1));
    return {std::move(path), noted.file, {noted.by, begin, begin + length, true}, by_macro};
}

// The lines of a file that name another one.
std::vector<std::uint32_t> include_lines(const support::SourceManager& sources, support::FileId file) {
    std::vector<std::uint32_t> lines;
    const auto count = static_cast<std::uint32_t>(sources.file(file).line_starts.size());
    for (std::uint32_t line = 1; line <= count; ++line)
        if (!operand(sources.line_text(file, line)).empty())
            lines.push_back(line);
    return lines;
}

// Of a line that the preprocessor passed over, since what it names had been read (`#pragma once`, by another spelling):
// which of the files it would have been.
std::optional<support::FileId> passed_over(const support::SourceManager& sources, const Include& include,
                                           const std::map<support::FileId, std::string>& places) {
    const auto beside = fs::path(sources.file(include.range.file).path).parent_path() / include.path;
    const auto is_named = [&](const support::SourceFile& file) {
        return fs::path(file.path).generic_string().ends_with("/" + include.path);
    };
    bool of_system = false; // a header of its own has this name, and is the one that is meant
    for (std::size_t index = 0; index < sources.size(); ++index) {
        const auto& file = sources.file(static_cast<support::FileId>(index));
        of_system = of_system || (!file.user && is_named(file));
    }
    std::optional<support::FileId> found;
    for (const auto& [id, place] : places) {
        const auto& file = sources.file(id);
        std::error_code none;
        if (file.inclusion == 0 && fs::equivalent(file.path, beside, none))
            return id;
        if (file.inclusion == 0 && !of_system && is_named(file))
            found = id;
    }
    return found;
}

// "x.2.h" for the second inclusion of x.h.
fs::path numbered(const fs::path& place, std::uint32_t inclusion) {
    const auto name = fmt::format("{}.{}{}", place.stem().string(), inclusion + 1, place.extension().string());
    return inclusion == 0 ? place : place.parent_path() / name;
}

// "up/x.h" for "../x.h".
fs::path inside_output(const fs::path& path) {
    fs::path place;
    for (const auto& part : path)
        place /= part == ".." ? fs::path("up") : part;
    return place;
}

} // namespace

std::map<support::FileId, std::string> included_files(const Context& context, const ir::TranslationUnit& unit) {
    std::map<support::FileId, std::string> places;
    std::set<std::string> taken;
    std::vector<std::pair<support::FileId, fs::path>> work{{unit.file, fs::path()}};
    while (!work.empty()) {
        const auto [by, folder] = work.back();
        work.pop_back();
        for (const auto& noted : unit.includes) {
            if (noted.by != by || noted.file == unit.file || places.contains(noted.file))
                continue;
            const auto include = include_of(context.sources, noted);
            auto place = inside_output((folder / include.path).lexically_normal());
            if (place.is_absolute()) {
                context.diagnostics.error(include.range,
                                          fmt::format("'{}' or a header beside it holds parallel loops, and its path "
                                                      "does not depend on the folder of generated sources; include it "
                                                      "by a relative path, and add its folder with -I",
                                                      include.path));
                continue;
            }
            place = numbered(place, context.sources.file(noted.file).inclusion);
            while (!taken.insert(place.generic_string()).second) // by a file of another folder
                place = "other" / place;
            places[noted.file] = place.generic_string();
            work.emplace_back(noted.file, place.parent_path());
        }
    }
    return places;
}

void redirect_includes(const Context& context, const ir::TranslationUnit& unit,
                       const std::map<support::FileId, std::string>& places, const std::string& folder,
                       std::map<support::FileId, Edits>& edits) {
    const auto redirect = [&](const Include& include, support::FileId file) {
        const auto place = places.find(file);
        const auto by = places.find(include.range.file);
        if (place == places.end() || (by == places.end() && include.range.file != unit.file))
            return;
        const auto beside = by == places.end() ? fs::path() : fs::path(by->second).parent_path();
        const bool found = (beside / include.path).lexically_normal().generic_string() == place->second;
        if (!found || include.by_macro || (include.range.file == unit.file && !folder.empty()))
            edits[include.range.file].replace(
                include.range.begin, include.range.end,
                fmt::format("\"{}{}\"", folder.empty() ? "" : folder + "/", place->second));
    };
    std::set<std::pair<support::FileId, std::uint32_t>> read; // where operands begin
    for (const auto& noted : unit.includes) {
        const auto include = include_of(context.sources, noted);
        read.insert({include.range.file, include.range.begin});
        redirect(include, include.file);
    }
    std::vector<support::FileId> files{unit.file};
    for (const auto& [file, place] : places)
        files.push_back(file);
    for (const auto file : files) {
        for (const auto line : include_lines(context.sources, file)) {
            const auto include = include_of(context.sources, {file, line, file});
            const bool fresh = !read.contains({file, include.range.begin}) && !include.by_macro;
            if (const auto id = fresh ? passed_over(context.sources, include, places) : std::nullopt)
                redirect(include, *id);
        }
    }
}

} // namespace hydra::codegen

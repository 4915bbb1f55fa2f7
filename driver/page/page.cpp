// See page.h.
#include "driver/page/page.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "driver/page/web.h"

namespace hydra::driver {

namespace {

namespace fs = std::filesystem;
using PageJson = nlohmann::ordered_json;

constexpr std::size_t most_events = 150'000, most_lines = 20'000; // of a trace, of explanations
constexpr std::uintmax_t most_source_bytes = 2'000'000;

// Of text in HTML.
std::string in_html(const std::string& text) {
    std::string out;
    for (const char c : text)
        out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
    return out;
}

// JSON that may stand in a script element, which the first "</" would end.
std::string in_script(const PageJson& json) {
    std::string out;
    for (const char c : json.dump(-1, ' ', false, PageJson::error_handler_t::replace))
        out += c == '<' ? "\\u003c" : std::string(1, c);
    return out;
}

// Files of "prog.c:12", wherever an object has such a place. Throws what the library throws where it has another shape.
void add_files(const PageJson& list, std::set<std::string>& files) {
    for (const auto& each : list)
        if (each.contains("at") && each.at("at").is_string()) {
            const auto at = each.at("at").get<std::string>();
            files.insert(at.substr(0, at.rfind(':')));
        } else if (each.contains("at")) {
            files.insert(each.at("at").at("file").get<std::string>());
        }
}

std::set<std::string> files_of(const PageData& data) {
    std::set<std::string> files;
    if (data.report.is_object()) {
        files.insert(data.report.at("program").get<std::string>());
        for (const char* const list : {"loops", "serial", "kept"})
            add_files(data.report.at(list), files);
        for (const auto& each : data.report.at("advised"))
            files.insert(each.at("loop").at("at").at("file").get<std::string>());
    }
    if (data.stats.is_object())
        for (const char* const list : {"loops", "serial_at"})
            if (data.stats.contains(list))
                add_files(data.stats[list], files);
    if (data.told.is_array())
        add_files(data.told, files);
    files.erase("");
    return files;
}

// Where two of the files that were given have no file of the program in common.
std::string speak_of_others(const PageData& data) {
    const std::vector<std::pair<const char*, PageData>> parts{
        {"the report", PageData{"", data.report, {}, PageJson::array(), {}, {}, {}}},
        {"the counters", PageData{"", {}, data.stats, PageJson::array(), {}, {}, {}}},
        {"the explanations", PageData{"", {}, {}, PageJson::array(), data.told, {}, {}}}};
    const auto names = [](const PageData& part) {
        std::set<std::string> found;
        for (const auto& file : files_of(part))
            found.insert(fs::path(file).filename().string());
        return found;
    };
    for (std::size_t one = 0; one < parts.size(); ++one)
        for (std::size_t other = one + 1; other < parts.size(); ++other) {
            const auto here = names(parts[one].second), there = names(parts[other].second);
            if (!here.empty() && !there.empty() &&
                std::none_of(here.begin(), here.end(), [&](const auto& name) { return there.contains(name); }))
                return fmt::format("{} and {} speak of different files: are they of one program?", parts[one].first,
                                   parts[other].first);
        }
    return "";
}

std::optional<std::string> source_text(const std::string& file, const std::vector<std::string>& folders) {
    std::vector<fs::path> places{file};
    for (const auto& folder : folders) {
        places.push_back(fs::path(folder) / file);
        places.push_back(fs::path(folder) / fs::path(file).filename());
    }
    std::error_code none;
    for (const auto& place : places)
        if (fs::is_regular_file(place, none) && fs::file_size(place, none) <= most_source_bytes) {
            std::ifstream in(place, std::ios::binary);
            std::ostringstream text;
            text << in.rdbuf();
            return text.str();
        }
    return std::nullopt;
}

// The first so many that happened, of all ranks alike.
void shorten_trace(PageJson& trace, PageJson& notes) {
    auto& events = trace["traceEvents"];
    if (events.size() <= most_events)
        return;
    const auto time = [](const PageJson& event) { return event.contains("ts") ? event["ts"].get<double>() : -1.0; };
    std::stable_sort(events.begin(), events.end(), [&](const auto& a, const auto& b) { return time(a) < time(b); });
    notes.push_back(fmt::format("The timeline has the first {} of the trace's {} events; Perfetto shows all.",
                                most_events, events.size()));
    events.erase(events.begin() + static_cast<std::ptrdiff_t>(most_events), events.end());
}

std::string data_element(const char* name, const PageJson& json) {
    return json.is_null()
               ? ""
               : fmt::format("<script type=\"application/json\" id=\"data-{}\">{}</script>\n", name, in_script(json));
}

} // namespace

std::string page_html(PageData data) {
    PageJson sources = PageJson::object(), notes = PageJson::array();
    if (const auto apart = speak_of_others(data); !apart.empty())
        notes.push_back(apart);
    for (const auto& file : files_of(data))
        if (auto text = source_text(file, data.folders))
            sources[file] = *text;
        else
            notes.push_back(fmt::format("The text of {} was not found.", file));
    if (data.trace.is_object())
        shorten_trace(data.trace, notes);
    if (data.told.is_array() && data.told.size() > most_lines) {
        notes.push_back(fmt::format("Pictures of runs have the first {} of {} lines of explanations.", most_lines,
                                    data.told.size()));
        data.told.erase(data.told.begin() + static_cast<std::ptrdiff_t>(most_lines), data.told.end());
    }
    std::string text = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
        "content=\"width=device-width, initial-scale=1\"><title>{0}: hydracc</title>\n<style>\n{1}</style></head>\n"
        "<body><h1>{0}</h1>\n<p>{2}</p>\n<nav aria-label=\"parts of this page\"></nav>\n<main></main>\n"
        "<noscript><p>This page draws its pictures with JavaScript, which is switched off here. hydracc --report "
        "writes the same as text.</p></noscript>\n",
        in_html(data.title), page_style,
        data.report.is_object() ? fmt::format("hydracc {}, target {}", data.report.at("hydracc").get<std::string>(),
                                              data.report.at("target").get<std::string>())
                                : "hydra-report: what a run did");
    text += data_element("report", data.report) + data_element("stats", data.stats) +
            data_element("others", data.others) + data_element("told", data.told) + data_element("trace", data.trace) +
            data_element("sources", sources) + data_element("notes", notes);
    return text + fmt::format("<script>\n{}</script></body></html>\n", page_script);
}

} // namespace hydra::driver

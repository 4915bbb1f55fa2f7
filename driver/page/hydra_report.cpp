// hydra-report: a page for browsers of what a run did, from the files that it has written.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "driver/failure.h"
#include "driver/page/page.h"
#include "driver/page/shapes.h"

namespace {

using hydra::driver::are_counters;
using hydra::driver::are_events;
using hydra::driver::Failure;
using hydra::driver::PageData;
using hydra::driver::parsed;
using nlohmann::ordered_json;

constexpr const char* help = R"(usage: hydra-report [options] FILE...

Writes a page for browsers, which needs no network, of what a program built by hydracc did. FILEs, in any order:
  what HYDRA_STATS=FILE has written; of several runs, the first one is shown and the others give points of curves
  what HYDRA_EXPLAIN=FILE.json has written: pictures of who had what and why each message went
  what HYDRA_TRACE=FILE has written: a timeline
  what hydracc --report=json --report-file=FILE has written: what was found, pictures for any ranks and sizes, advice

options:
  -o FILE, --output=FILE    where the page goes (default: report.html; -: standard output)
  --sources=FOLDER          where the program's text lies, if not where its paths lead from here
  --help, --version
)";

std::string read_all(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << (path == "-" ? std::cin.rdbuf() : file.rdbuf());
    if ((path != "-" && !file) || text.str().empty())
        throw Failure(hydra::driver::status_input, fmt::format("'{}' cannot be read, or is empty", path));
    return text.str();
}

// Lines of JSON that HYDRA_EXPLAIN has written; null: it is something else.
ordered_json lines_of(const std::string& text) {
    ordered_json lines = ordered_json::array();
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        auto one = parsed(line);
        const bool is_line = one.is_object() && one.contains("kind") && one["kind"].is_string() &&
                             (!one.contains("at") || one["at"].is_string());
        if (!is_line)
            return nullptr;
        lines.push_back(std::move(one));
    }
    return lines;
}

bool has(const ordered_json& json, std::initializer_list<const char*> names) {
    for (const char* const name : names)
        if (!json.is_object() || !json.contains(name))
            return false;
    return true;
}

void put(ordered_json& place, ordered_json json, const std::string& path, const char* what) {
    if (!place.is_null())
        throw Failure(hydra::driver::status_usage,
                      fmt::format("'{}' is the second {}; there is room for one", path, what));
    place = std::move(json);
}

void add_file(const std::string& path, PageData& data) {
    const std::string text = read_all(path);
    auto json = parsed(text);
    const auto check = [&](bool is_right) {
        if (!is_right)
            throw Failure(hydra::driver::status_input,
                          fmt::format("'{}' lacks what such a file has: is it of another version?", path));
    };
    if (has(json, {"ranks", "loops", "traffic", "coherence", "seconds"})) {
        check(are_counters(json));
        if (data.stats.is_null())
            data.stats = std::move(json);
        else
            data.others.push_back(std::move(json));
    } else if (has(json, {"traceEvents"})) {
        check(are_events(json["traceEvents"]));
        put(data.trace, std::move(json), path, "trace");
    } else if (has(json, {"hydracc", "loops", "advised", "serial", "kept"})) {
        check(json.contains("program"));
        put(data.report, std::move(json), path, "report");
    } else if (auto lines = lines_of(text); lines.is_array()) {
        put(data.told, std::move(lines), path, "explanation");
    } else {
        const char* const why = text.starts_with("hydra: what ")
                                    ? ": it is an explanation as text; with a name that ends with .json, HYDRA_EXPLAIN "
                                      "writes what this takes"
                                : text.starts_with("{") && json.is_discarded() ? ", or it is cut off"
                                                                               : "";
        throw Failure(hydra::driver::status_input,
                      fmt::format("'{}' is nothing that HYDRA_STATS=FILE, HYDRA_TRACE=FILE, HYDRA_EXPLAIN=FILE.json or "
                                  "hydracc --report=json has written{}",
                                  path, why));
    }
}

struct Request {
    std::vector<std::string> files;
    std::string output = "report.html";
    std::vector<std::string> folders;
};

// The value of an option that stands in the word or in the next one.
std::string value_of(const std::vector<std::string>& words, std::size_t& at, std::size_t prefix) {
    if (prefix < words[at].size())
        return words[at].substr(prefix);
    if (++at == words.size())
        throw Failure(hydra::driver::status_usage, fmt::format("'{}' needs a value", words[at - 1]));
    return words[at];
}

Request read_words(const std::vector<std::string>& words) {
    Request request;
    for (std::size_t at = 0; at < words.size(); ++at) {
        const std::string& word = words[at];
        if (word.starts_with("--output="))
            request.output = word.substr(9);
        else if (word.starts_with("--sources="))
            request.folders.push_back(word.substr(10));
        else if (word == "--output" || word == "--sources")
            (word == "--output" ? request.output : request.folders.emplace_back()) = value_of(words, at, word.size());
        else if (word.starts_with("-o"))
            request.output = value_of(words, at, 2);
        else if (word.size() > 1 && word[0] == '-')
            throw Failure(hydra::driver::status_usage, fmt::format("'{}' is no option; --help lists them", word));
        else
            request.files.push_back(word);
    }
    if (request.files.empty())
        throw Failure(hydra::driver::status_usage, "no file is given; --help says which there are");
    return request;
}

std::string title_of(const PageData& data, const std::string& first) {
    if (data.report.is_object() && data.report.contains("program"))
        return data.report["program"].get<std::string>();
    for (const auto* from : {&data.stats})
        if (from->is_object() && !(*from)["loops"].empty()) {
            const auto at = (*from)["loops"][0]["at"].get<std::string>();
            return std::filesystem::path(at.substr(0, at.rfind(':'))).filename().string();
        }
    return std::filesystem::path(first).filename().string();
}

void run(const std::vector<std::string>& words) {
    const Request request = read_words(words);
    PageData data;
    data.folders = request.folders;
    for (const auto& file : request.files)
        add_file(file, data);
    if (data.stats.is_null() && data.report.is_object() && data.report.contains("profile"))
        data.stats = data.report["profile"];
    data.title = title_of(data, request.files.front());
    const std::string page = page_html(std::move(data));
    if (request.output == "-") {
        fmt::print("{}", page);
        return;
    }
    std::ofstream out(request.output, std::ios::binary);
    out << page;
    out.close();
    if (!out)
        throw Failure(hydra::driver::status_input, fmt::format("cannot write '{}'", request.output));
    fmt::print(stderr, "hydra-report: wrote {}\n", request.output);
}

} // namespace

int main(int count, char** words) {
    const std::vector<std::string> all(words + 1, words + count);
    for (const auto& word : all) {
        if (word == "--help" || word == "-h") {
            fmt::print("{}", help);
            return 0;
        }
        if (word == "--version") {
            fmt::print("hydra-report {}\n", HYDRACC_VERSION);
            return 0;
        }
    }
    try {
        run(all);
    } catch (const Failure& failure) {
        fmt::print(stderr, "hydra-report: error: {}\n", failure.what());
        return failure.status;
    } catch (const std::exception& fault) { // JSON of another shape
        fmt::print(stderr, "hydra-report: error: a file is not what it seemed: {}\n", fault.what());
        return hydra::driver::status_input;
    }
    return 0;
}

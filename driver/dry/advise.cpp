// See advise.h. The report of the program as it is says which serial loops may have a directive, and its text; ways to
// place iterations need no other text. What a change saves is what a dry run counts.
#include "driver/dry/advise.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "driver/dry/dry_runs.h"
#include "driver/failure.h"
#include "driver/tools.h"

namespace hydra::driver {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_told = 10, most_tried = 24;

// What a dry run counts that a change may save.
struct Cost {
    std::int64_t bytes = 0, messages = 0;
    std::int64_t most_iterations = 0; // of shared loops, that one rank runs
    std::int64_t serial_times = 0;    // that serial code brought data together
    std::int64_t replicated = 0;      // launches that every rank runs
};

struct Change {
    std::string at;    // "prog.c:12"; empty: nothing in the text
    std::string write; // what to write there, or into the environment
    std::size_t source = 0;
    std::uint32_t line = 0;
    bool own_line = true;
    std::uint32_t column = 0;
    std::optional<Cost> cost;
    std::string failure; // why there is none
};

std::string grouped(std::int64_t number) {
    auto digits = std::to_string(number);
    for (auto at = digits.size(); at > 3; at -= 3)
        digits.insert(at - 3, ",");
    return digits;
}

class ChangeTrials {
  public:
    ChangeTrials(const Options& options, const std::vector<std::string>& words) : options_(options) {
        for (const auto& word : words) {
            if (word == "--")
                break;
            if (word != "--advise")
                words_.push_back(word);
        }
    }

    void run() {
        const auto base = build(words_, "base");
        if (base.status != 0) {
            fmt::print(stderr, "{}", base.output);
            throw Failure(status_input, "");
        }
        fmt::print(stderr, "{}", base.output); // its warnings
        ranks_ = asked_ranks();
        const auto now = count("base", {});
        if (!now)
            throw Failure(status_tool, fmt::format("the dry run of '{}' with HYDRA_DRYRUN={} did not end well",
                                                   options_.name(), ranks_));
        auto changes = placements();
        const auto directives = advised();
        changes.insert(changes.end(), directives.begin(), directives.end());
        const auto left_out = changes.size() > most_tried ? changes.size() - most_tried : 0;
        changes.resize(changes.size() - left_out);
        for (auto& change : changes)
            attempt({&change});
        std::vector<Change*> together;
        for (auto& change : changes)
            if (!change.at.empty() && change.cost)
                together.push_back(&change);
        std::optional<Change> all;
        if (together.size() > 1) {
            all = Change{};
            all->cost = attempt_all(together);
        }
        print(*now, changes, all ? all->cost : std::nullopt, left_out);
    }

  private:
    [[nodiscard]] std::string path(const std::string& name) const { return folder_.path() + "/" + name; }

    // Another call of this program.
    [[nodiscard]] Finished build(const std::vector<std::string>& words, const std::string& name) const {
        Command command{{fs::read_symlink("/proc/self/exe").string()}, {}};
        command.words.insert(command.words.end(), words.begin(), words.end());
        command.words.insert(command.words.end(), {"--host=local", "--target=cpu", "-o", path(name)});
        return run_all({command}, 1).front();
    }

    std::optional<Cost> count(const std::string& name, Environment environment) {
        const auto file = path("counters.json");
        environment.emplace_back("HYDRA_STATS", file);
        std::error_code none;
        fs::remove(file, none);
        const auto run = run_dry(path(name), options_.report.arguments, environment, ranks_);
        if (run.status != 0) {
            if (environment.size() == 1 && name == "base")
                fmt::print(stderr, "{}", run.output);
            return std::nullopt;
        }
        const auto counters = nlohmann::json::parse(file_text(file));
        Cost cost;
        for (const char* kind : {"coherence", "serial", "reduction"}) {
            cost.bytes += counters[kind]["bytes"].get<std::int64_t>();
            cost.messages += counters[kind]["messages"].get<std::int64_t>();
        }
        for (const auto& iterations : counters["iterations"])
            cost.most_iterations = std::max(cost.most_iterations, iterations.get<std::int64_t>());
        for (const auto& place : counters["serial_at"])
            cost.serial_times += place["times"].get<std::int64_t>();
        for (const auto& loop : counters["loops"])
            cost.replicated += loop["replicated"].get<std::int64_t>();
        return cost;
    }

    // Other ways to share iterations out.
    static std::vector<Change> placements() {
        std::vector<Change> changes;
        for (const char* way : {"grid", "cyclic", "block-cyclic:8"})
            changes.push_back({"", fmt::format("HYDRA_PARTITION={}", way), 0, 0, true, 0, {}, {}});
        return changes;
    }

    // Directives that the report of the program offers.
    [[nodiscard]] std::vector<Change> advised() {
        auto words = words_;
        words.insert(words.end(), {"--check", "--report=json", "--report-file=" + path("report.json")});
        Command command{{fs::read_symlink("/proc/self/exe").string()}, {}};
        command.words.insert(command.words.end(), words.begin(), words.end());
        run_all({command}, 1);
        std::vector<Change> changes;
        const auto report = nlohmann::json::parse(file_text(path("report.json")), nullptr, false);
        if (report.is_discarded())
            return changes;
        for (const auto& each : report["advised"]) {
            const auto& loop = each["loop"];
            Change change{"",
                          each["directive"].get<std::string>(),
                          0,
                          loop["at"]["line"].get<std::uint32_t>(),
                          each["own_line"].get<bool>(),
                          loop["at"]["column"].get<std::uint32_t>(),
                          {},
                          {}};
            const auto file = loop["at"]["file"].get<std::string>();
            change.at = fmt::format("{}:{}", file, change.line);
            const auto source = std::find(options_.sources.begin(), options_.sources.end(), file);
            if (source == options_.sources.end()) { // of a header: other units have it, too
                in_headers_.push_back(change.at);
                continue;
            }
            change.source = static_cast<std::size_t>(source - options_.sources.begin());
            changes.push_back(std::move(change));
        }
        return changes;
    }

    // The source with the directives, in a copy whose name is the original's.
    [[nodiscard]] std::string changed(std::size_t source, std::vector<const Change*> changes) const {
        const auto last_first = [](const Change* change) { // in a line: what stands in it before what stands above it
            return std::tuple(change->line, !change->own_line, change->column);
        };
        std::sort(changes.begin(), changes.end(),
                  [&](const auto* one, const auto* other) { return last_first(one) > last_first(other); });
        std::vector<std::string> lines;
        std::ifstream in(options_.sources[source]);
        for (std::string line; std::getline(in, line);)
            lines.push_back(line);
        for (const auto* change : changes) {
            const auto at = static_cast<std::size_t>(change->line) - 1;
            if (at >= lines.size())
                continue;
            if (change->own_line)
                lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), change->write);
            else
                lines[at].insert(change->column - 1, change->write + " ");
        }
        std::string text;
        for (const auto& line : lines)
            text += line + "\n";
        const auto copy = path(fmt::format("{}-{}", source, fs::path(options_.sources[source]).filename().string()));
        std::ofstream(copy) << text;
        return copy;
    }

    std::optional<Cost> attempt_all(const std::vector<Change*>& changes) {
        auto words = words_;
        for (std::size_t source = 0; source < options_.sources.size(); ++source) {
            std::vector<const Change*> mine;
            std::copy_if(changes.begin(), changes.end(), std::back_inserter(mine),
                         [source](const auto* change) { return change->source == source; });
            if (mine.empty())
                continue;
            const auto folder = fs::path(options_.sources[source]).parent_path().string();
            std::replace(words.begin(), words.end(), options_.sources[source], changed(source, mine));
            words.insert(words.end(), {"-iquote", folder.empty() ? "." : folder});
        }
        words.emplace_back("-w");
        return build(words, "changed").status == 0 ? count("changed", {}) : std::nullopt;
    }

    void attempt(const std::vector<Change*>& changes) {
        Change& change = *changes.front();
        if (!change.at.empty()) {
            change.cost = attempt_all(changes);
            return;
        }
        const auto equals = change.write.find('=');
        change.cost = count("base", {{change.write.substr(0, equals), change.write.substr(equals + 1)}});
    }

    // What it saves, in words; empty: nothing worth a line.
    static std::string saved(const Cost& now, const Cost& then) {
        std::string text = fmt::format("{} bytes in {} messages instead of {} in {}", grouped(then.bytes),
                                       grouped(then.messages), grouped(now.bytes), grouped(now.messages));
        if (then.serial_times < now.serial_times)
            text += fmt::format("; serial code brings data together {} times instead of {}", grouped(then.serial_times),
                                grouped(now.serial_times));
        if (then.replicated < now.replicated)
            text += fmt::format("; every rank runs {} launches instead of {}", grouped(then.replicated),
                                grouped(now.replicated));
        return text;
    }

    void print(const Cost& now, std::vector<Change> changes, const std::optional<Cost>& together,
               std::size_t left_out) const {
        std::erase_if(
            changes, [&](const Change& change) { return !change.cost || change.cost->bytes >= now.bytes; });
        std::stable_sort(changes.begin(), changes.end(),
                         [](const auto& a, const auto& b) { return a.cost->bytes < b.cost->bytes; });
        fmt::print("{} with HYDRA_DRYRUN={}: {} bytes in {} messages move between ranks.\n", options_.name(), ranks_,
                   grouped(now.bytes), grouped(now.messages));
        if (changes.empty())
            fmt::print("No change that was tried saves any of it.\n");
        for (std::size_t i = 0; i < changes.size() && i < most_told; ++i) {
            const auto& change = changes[i];
            const auto where = change.at.empty()
                                   ? fmt::format("run it with {}", change.write)
                                   : fmt::format("{}: write '{}' {}", change.at, change.write,
                                                 change.own_line ? "before this line" : "before this loop");
            fmt::print("{:2}. {}\n    {}\n", i + 1, where, saved(now, *change.cost));
        }
        if (together && together->bytes < now.bytes)
            fmt::print("All directives that could be tried, together: {}.\n", saved(now, *together));
        for (const auto& at : in_headers_)
            fmt::print("{}: this loop of a header could have a directive; it was not tried.\n", at);
        if (left_out > 0)
            fmt::print("{} more loops could have a directive; hydracc --report lists them.\n", left_out);
    }

    const Options& options_;
    std::vector<std::string> words_;
    TemporaryFolder folder_;
    std::string ranks_;
    std::vector<std::string> in_headers_;
};

} // namespace

void advise_program(const Options& options, const std::vector<std::string>& words) {
    ChangeTrials(options, words).run();
}

} // namespace hydra::driver

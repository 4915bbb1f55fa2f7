// See advise.h. The report of the program as it is says which serial loops may have a directive, and its text; ways to
// place iterations need no other text. What a change saves is what a dry run counts. First each change is tried alone.
// Then a set of directives is looked for, since some save nothing, or cost, but with others: from the better of the
// best one and all of them, each is put in or taken out in turn, until nothing makes the set better.
#include "driver/dry/advise.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "driver/dry/changes.h"
#include "driver/dry/dry_runs.h"
#include "driver/failure.h"
#include "driver/report/profile.h"
#include "driver/report/report.h"
#include "driver/response_files.h"
#include "driver/tools.h"
#include "driver/translate.h"

namespace hydra::driver {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_told = 10, most_tried = 24, most_together = 24;
constexpr int most_passes = 8; // through the directives, to find a set
using Clock = std::chrono::steady_clock;
constexpr std::chrono::minutes most_time(10); // after which no trial begins

// What came of one: counts, or why there are none.
struct DryTrial {
    std::optional<DryCounts> counts;
    std::string why_not;
};

struct TriedDirective {
    Directive directive;
    ReportPlace place;
    DryTrial trial;
    std::size_t worse_with = 0; // which set it makes worse, in the order in which these were found; 0: none
};

// Of the program: without what asks for advice and reports, and without arguments of the program itself.
std::vector<std::string> words_for_trials(const std::vector<std::string>& all) {
    std::vector<std::string> words;
    for (const auto& word : with_response_files(all)) {
        if (word == "--")
            break;
        if (word != "--advise" && word != "--report" && !word.starts_with("--report=") &&
            !word.starts_with("--report-file=") && !word.starts_with("--profile="))
            words.push_back(word);
    }
    return words;
}

class ChangeTrials {
  public:
    ChangeTrials(const Options& options, const std::vector<std::string>& words)
        : options_(options), words_(words_for_trials(words)) {
        if (!options.report.profile.empty())
            profile_ = read_profile(options.report.profile);
    }

    ReportAdvice run() {
        const auto base = build(words_, "base");
        if (base.status != 0 || options_.report.format == ReportFormat::none)
            fmt::print(stderr, "{}", base.output); // its warnings; with a report, they come with it
        if (base.status != 0)
            throw Failure(base.status == status_tool ? status_tool : status_input, "");
        ranks_ = asked_ranks();
        // What is counted with and without the loops' own data cannot be compared (docs/dryrun.md): once a dry run
        // needs these, all do.
        for (;;) {
            ReportAdvice advice = try_all();
            if (advice.ranks == ranks_)
                return advice;
        }
    }

  private:
    [[nodiscard]] std::string path(const std::string& name) const { return folder_.path() + "/" + name; }

    // Another call of this program.
    static Finished call(const std::vector<std::string>& words, const std::vector<std::string>& further) {
        Command command{{fs::read_symlink("/proc/self/exe").string()}, {}};
        command.words.insert(command.words.end(), words.begin(), words.end());
        command.words.insert(command.words.end(), further.begin(), further.end());
        return run_all({command}, 1).front();
    }

    [[nodiscard]] Finished build(const std::vector<std::string>& words, const std::string& name) const {
        return call(words, {"--host=local", "--target=cpu", "-o", path(name)});
    }

    DryTrial count(const std::string& name, Environment environment) {
        const auto file = path("counters.json");
        environment.emplace_back("HYDRA_STATS", file);
        std::error_code none;
        fs::remove(file, none);
        const auto run = run_dry(path(name), options_.report.arguments, environment, ranks_);
        const auto counters = nlohmann::json::parse(file_text(file), nullptr, false);
        if (run.status != 0 || counters.is_discarded())
            return {std::nullopt, run.output};
        DryCounts counts;
        for (const char* kind : {"coherence", "serial", "reduction"}) {
            counts.bytes += counters[kind]["bytes"].get<std::int64_t>();
            counts.messages += counters[kind]["messages"].get<std::int64_t>();
        }
        for (const auto& place : counters["serial_at"])
            counts.serial_times += place["times"].get<std::int64_t>();
        for (const auto& loop : counters["loops"]) {
            counts.replicated += loop["replicated"].get<std::int64_t>();
            counts.inspected += loop["inspected"].get<std::int64_t>();
        }
        std::vector<std::int64_t> memory(counters["ranks"].get<std::size_t>());
        for (const auto& array : counters["memory"])
            for (std::size_t rank = 0; rank < memory.size(); ++rank)
                memory[rank] += array["bytes"][rank].get<std::int64_t>();
        if (!counters["memory"].empty())
            counts.memory = *std::max_element(memory.begin(), memory.end());
        return {counts, ""};
    }

    ReportAdvice try_all() {
        ReportAdvice advice;
        advice.program = options_.name();
        known_.clear();
        const auto now = count("base", {});
        if (!now.counts) {
            fmt::print(stderr, "{}", now.why_not);
            throw Failure(status_tool, fmt::format("the dry run of '{}' with HYDRA_DRYRUN={} did not end well",
                                                   options_.name(), ranks_));
        }
        advice.ranks = ranks_;
        advice.now = *now.counts;
        const auto as_it_is = parse_profile(file_text(path("counters.json")));
        for (const char* way : {"grid", "cyclic", "block-cyclic:8"}) {
            const auto tried = count("base", {{"HYDRA_PARTITION", way}});
            if (tried.counts && is_better(*tried.counts, advice.now))
                advice.changes.push_back({{"", fmt::format("HYDRA_PARTITION={}", way), true, true},
                                          *tried.counts,
                                          saved_text(advice.now, *tried.counts),
                                          ""});
        }
        auto directives = offered(advice);
        // The run knows best where the most may be saved, so what is left out is what comes last there.
        if (const auto& counted = profile_ ? profile_ : as_it_is) {
            std::stable_sort(
                directives.begin(), directives.end(),
                [&](const auto& one, const auto& other) {
                    return run_bytes(*counted, one.place) > run_bytes(*counted, other.place);
                });
        }
        try_alone(directives, advice);
        try_together(directives, advice);
        std::stable_sort(advice.changes.begin(), advice.changes.end(),
                         [](const auto& one, const auto& other) { return is_before(one.counts, other.counts); });
        advice.changes.resize(std::min(advice.changes.size(), most_told));
        return advice;
    }

    // Directives that the report of the program offers.
    [[nodiscard]] std::vector<TriedDirective> offered(ReportAdvice& advice) const {
        call(words_, {"--check", "-w", "--report=json", "--report-file=" + path("report.json")});
        const auto inclusions = parse_inclusions(options_, call(words_, {"-w", "-M"}).output);
        std::vector<TriedDirective> directives;
        const auto report = nlohmann::json::parse(file_text(path("report.json")), nullptr, false);
        if (report.is_discarded())
            return directives;
        for (const auto& each : report["advised"]) {
            const auto& at = each["loop"]["at"];
            TriedDirective tried;
            tried.place = {at["file"].get<std::string>(), at["line"].get<std::uint32_t>(),
                           at["column"].get<std::uint32_t>()};
            tried.directive.line = tried.place.line;
            tried.directive.column = tried.place.column;
            tried.directive.change = {fmt::format("{}:{}", tried.place.file, tried.place.line),
                                      each["directive"].get<std::string>(), each["own_line"].get<bool>(), false};
            const auto why_not = find_source(options_, inclusions, tried.place.file, tried.directive);
            if (why_not.empty()) {
                directives.push_back(std::move(tried));
                continue;
            }
            advice.not_tried.push_back(fmt::format("{}: this loop could have a directive; it was not tried, since {}.",
                                                   tried.directive.change.at, why_not));
        }
        return directives;
    }

    [[nodiscard]] bool is_late() const { return Clock::now() - begin_ >= most_time; }

    // chosen: indexes, ascending.
    DryTrial attempt(const std::vector<TriedDirective>& directives, const std::vector<std::size_t>& chosen) {
        const auto known = known_.find(chosen);
        if (known != known_.end())
            return known->second;
        std::vector<const Directive*> its;
        its.reserve(chosen.size());
        for (const auto index : chosen)
            its.push_back(&directives[index].directive);
        DryTrial trial;
        auto words = words_with(options_, words_, path("copies"), its);
        if (!words) {
            trial.why_not = "a copy would include another header than the original does";
        } else {
            words->emplace_back("-w");
            if (build(*words, "changed").status != 0)
                trial.why_not = "the copy was not built";
            else if (trial = count("changed", {}); !trial.counts)
                trial.why_not = "the dry run of the copy did not end well";
        }
        known_.emplace(chosen, trial);
        return trial;
    }

    void try_alone(std::vector<TriedDirective>& directives, ReportAdvice& advice) {
        std::size_t tried = 0;
        for (; tried < directives.size() && tried < most_tried && !is_late(); ++tried) {
            auto& each = directives[tried];
            each.trial = attempt(directives, {tried});
            if (!each.trial.counts) {
                advice.not_tried.push_back(fmt::format("{}: '{}' could not be tried: {}.", each.directive.change.at,
                                                       each.directive.change.write, each.trial.why_not));
            } else if (is_better(*each.trial.counts, advice.now)) {
                advice.changes.push_back({each.directive.change, *each.trial.counts,
                                          saved_text(advice.now, *each.trial.counts),
                                          profile_ ? run_text(*profile_, each.place) : ""});
            }
        }
        if (const auto left = directives.size() - tried; left > 0) {
            advice.not_tried.push_back(fmt::format("{} more {} not tried; hydracc --report lists {}.", left,
                                                   left == 1 ? "directive was" : "directives were",
                                                   left == 1 ? "it" : "them"));
        }
    }

    // See the head of this file.
    void try_together(std::vector<TriedDirective>& directives, ReportAdvice& advice) {
        std::vector<std::size_t> all; // that could be tried
        for (std::size_t i = 0; i < directives.size(); ++i)
            if (directives[i].trial.counts)
                all.push_back(i);
        if (all.size() < 2 || is_late())
            return;
        const auto best_first = sorted_by_counts(directives, all);
        std::vector<std::size_t> chosen = {best_first.front()};
        DryCounts counts = *directives[best_first.front()].trial.counts;
        const auto every = attempt(directives, all);
        if (!every.counts)
            advice.not_tried.push_back(fmt::format("All directives together could not be tried: {}.", every.why_not));
        const bool from_all = every.counts && !is_better(counts, *every.counts);
        if (from_all) {
            chosen = all;
            counts = *every.counts;
        }
        std::size_t budget = most_together, set = 1;
        bool again = true;
        for (int pass = 0; again && pass < most_passes; ++pass) {
            again = false;
            for (const auto index : best_first) {
                const bool is_in = std::binary_search(chosen.begin(), chosen.end(), index);
                if (is_in && (!from_all || chosen.size() == 1))
                    continue;
                if ((!is_in && directives[index].worse_with == set) || is_late() || budget == 0)
                    continue;
                auto other = chosen;
                if (is_in)
                    std::erase(other, index);
                else
                    other.insert(std::upper_bound(other.begin(), other.end(), index), index);
                budget -= known_.contains(other) ? 0 : 1;
                const auto trial = attempt(directives, other);
                if (!trial.counts)
                    continue;
                const bool is_worse = is_better(counts, *trial.counts);
                if (!is_in && is_worse)
                    directives[index].worse_with = set;
                if (is_in ? !is_better(*trial.counts, counts) : is_worse)
                    continue;
                chosen = std::move(other);
                counts = *trial.counts;
                directives[index].worse_with = is_in ? ++set : 0;
                set += is_in ? 0 : 1;
                again = true;
            }
        }
        tell_together(directives, {all, chosen, set}, counts, advice);
    }

    struct Found {
        const std::vector<std::size_t>&all, &chosen;
        std::size_t set; // its number
    };

    static void tell_together(const std::vector<TriedDirective>& directives, const Found& found,
                              const DryCounts& counts, ReportAdvice& advice) {
        if (found.chosen.size() < 2 || !is_better(counts, advice.now))
            return;
        ReportAdvice::Together together{{}, counts, saved_text(advice.now, counts), {}};
        for (const auto index : found.all) {
            const auto& change = directives[index].directive.change;
            if (std::binary_search(found.chosen.begin(), found.chosen.end(), index))
                together.changes.push_back(change);
            else if (directives[index].worse_with == found.set)
                together.worse.push_back(change);
            else
                advice.not_tried.push_back(
                    fmt::format("{}: not tried together with the best that was found.", change.at));
        }
        advice.together = std::move(together);
    }

    static std::vector<std::size_t> sorted_by_counts(const std::vector<TriedDirective>& directives,
                                                     std::vector<std::size_t> indexes) {
        std::stable_sort(indexes.begin(), indexes.end(), [&](std::size_t one, std::size_t other) {
            return is_before(*directives[one].trial.counts, *directives[other].trial.counts);
        });
        return indexes;
    }

    const Options& options_;
    std::vector<std::string> words_;
    std::optional<Profile> profile_;
    TemporaryFolder folder_;
    std::string ranks_;
    std::map<std::vector<std::size_t>, DryTrial> known_; // by indexes
    const Clock::time_point begin_ = Clock::now();
};

} // namespace

void advise_program(const Options& options, const std::vector<std::string>& words, const RuntimePaths& runtime,
                    Timings& timings, CrashReport& crash) {
    auto advice = ChangeTrials(options, words).run();
    if (options.report.format == ReportFormat::none) {
        fmt::print("{}", advice_text(advice));
        return;
    }
    Options with_report = options;
    with_report.goal = Goal::check;
    with_report.report.advice = std::make_shared<const ReportAdvice>(std::move(advice));
    translate(with_report, runtime, timings, crash);
}

} // namespace hydra::driver

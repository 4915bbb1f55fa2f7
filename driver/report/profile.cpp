// See profile.h. Places are compared by line and path; a run may have been built in another folder, so a path that is
// the end of the other one is the same file.
#include "driver/report/profile.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "driver/failure.h"
#include "driver/report/advice.h"
#include "driver/report/report.h"

namespace hydra::driver {

namespace {

using PlainJson = nlohmann::json;

bool is_one_path(const std::string& one, const std::string& other) {
    const auto a = std::filesystem::path(one).lexically_normal(), b = std::filesystem::path(other).lexically_normal();
    const auto length_a = std::distance(a.begin(), a.end()), length_b = std::distance(b.begin(), b.end());
    const auto& longer = length_a < length_b ? b : a;
    const auto& shorter = length_a < length_b ? a : b;
    return std::equal(shorter.begin(), shorter.end(), std::next(longer.begin(), std::abs(length_a - length_b)));
}

bool is_at(const std::string& at, const ReportPlace& place) {
    const auto colon = at.rfind(':');
    return colon != std::string::npos && at.substr(colon + 1) == std::to_string(place.line) &&
           is_one_path(at.substr(0, colon), place.file);
}

// The row of the place; exact paths first. Null: there is none.
template <class Row> const Row* row_at(const std::vector<Row>& rows, const ReportPlace& place) {
    const auto exact = fmt::format("{}:{}", place.file, place.line);
    auto found = std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.at == exact; });
    if (found == rows.end())
        found = std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return is_at(row.at, place); });
    return found == rows.end() ? nullptr : &*found;
}

std::string number_of(std::int64_t number, const char* one) {
    return fmt::format("{} {}{}", grouped(number), one, number == 1 ? "" : "s");
}

// "launch" has another plural.
std::string launches_of(std::int64_t number) {
    return fmt::format("{} {}", grouped(number), number == 1 ? "launch" : "launches");
}

// To the millisecond where there is one.
std::string seconds_text(double seconds) {
    constexpr double millisecond = 0.001;
    return seconds < millisecond ? fmt::format("{:.6f} s", seconds) : fmt::format("{:.3f} s", seconds);
}

std::string counted_loop(const Profile& profile, const Profile::Loop& loop) {
    std::string text = launches_of(loop.launches);
    std::vector<std::string> unusual;
    const std::pair<std::int64_t, const char*> counts[] = {{loop.replicated, "run whole by every rank"},
                                                           {loop.inspected, "looking up what they touch"},
                                                           {loop.on_host, "on hosts, not on devices"}};
    for (const auto& [count, what] : counts)
        if (count > 0)
            unusual.push_back(count == 1 && loop.launches == 1
                                  ? what
                                  : fmt::format("{} {}", count == loop.launches ? "all" : grouped(count), what));
    if (!unusual.empty())
        text += fmt::format(" ({})", fmt::join(unusual, ", "));
    text +=
        fmt::format(", {} between ranks{}", number_of(loop.bytes, "byte"), profile.reduces ? " beside reductions" : "");
    return profile.dry ? text : text + ", " + seconds_text(loop.seconds);
}

std::string counted_serial(const Profile::Serial& place) {
    return fmt::format("brought together {}, {} in {}", number_of(place.times, "time"), number_of(place.bytes, "byte"),
                       number_of(place.messages, "message"));
}

struct RunCost {
    std::string at, said, remedy;
    std::int64_t bytes = 0;
    double seconds = 0;
};

// What the report offers for a line, or why it offers nothing.
std::string remedy_at(const Report& report, const std::string& at) {
    for (const auto& advised : report.advised)
        if (is_at(at, advised.loop.place))
            return fmt::format("write '{}' before this {}", advised.directive, advised.own_line ? "line" : "loop");
    for (const auto& loop : report.loops)
        if (is_at(at, loop.place) && !loop.distributed)
            return "every rank runs it: " + loop.reason;
    for (const auto& kept : report.kept)
        if (is_at(at, kept.place))
            return "no directive: " + kept.reason;
    return "";
}

std::vector<RunCost> costs_of(const Profile& profile, const Report& report) {
    std::vector<RunCost> costs;
    for (const auto& loop : profile.loops)
        if (loop.bytes > 0 || loop.replicated > 0 || loop.inspected > 0)
            costs.push_back({loop.at, counted_loop(profile, loop), "", loop.bytes, profile.dry ? 0 : loop.seconds});
    for (const auto& place : profile.serial) {
        const auto text = "for serial code, " + counted_serial(place);
        const auto loop =
            std::find_if(costs.begin(), costs.end(), [&](const RunCost& cost) { return cost.at == place.at; });
        if (loop == costs.end()) {
            costs.push_back({place.at, text, "", place.bytes, 0});
        } else { // as a loop that every rank runs reads
            loop->said += "; " + text;
            loop->bytes += place.bytes;
        }
    }
    for (auto& cost : costs)
        cost.remedy = remedy_at(report, cost.at);
    std::stable_sort(costs.begin(), costs.end(), [](const RunCost& one, const RunCost& other) {
        return one.bytes != other.bytes ? one.bytes > other.bytes : one.seconds > other.seconds;
    });
    return costs;
}

void fill(Profile& profile, const PlainJson& all) {
    profile.ranks = all.at("ranks").get<int>();
    profile.dry = all.value("dry", false);
    profile.reduces = all.at("reduction").at("bytes").get<std::int64_t>() > 0;
    const auto& seconds = all.at("seconds");
    profile.seconds = seconds.at("total").get<double>();
    profile.communication = seconds.at("communication").get<double>();
    profile.waiting = seconds.at("waiting").get<double>();
    for (const auto& row : all.at("loops")) {
        const auto at = row.at("at").get<std::string>();
        auto same =
            std::find_if(profile.loops.begin(), profile.loops.end(), [&](const auto& loop) { return loop.at == at; });
        if (same == profile.loops.end()) {
            profile.loops.push_back({at});
            same = std::prev(profile.loops.end());
        }
        same->launches += row.at("launches").get<std::int64_t>();
        same->replicated += row.at("replicated").get<std::int64_t>();
        same->inspected += row.at("inspected").get<std::int64_t>();
        same->on_host += row.at("on_host").get<std::int64_t>();
        same->bytes += row.at("coherence_bytes").get<std::int64_t>();
        same->seconds += row.at("seconds").get<double>();
    }
    for (const auto& row : all.at("serial_at"))
        profile.serial.push_back({row.at("at").get<std::string>(), row.at("bytes").get<std::int64_t>(),
                                  row.at("messages").get<std::int64_t>(), row.at("times").get<std::int64_t>()});
}

} // namespace

std::optional<Profile> parse_profile(const std::string& text) {
    try {
        Profile profile;
        fill(profile, PlainJson::parse(text));
        profile.text = text;
        return profile;
    } catch (const PlainJson::exception&) {
        return std::nullopt; // another text, or JSON without these members
    }
}

Profile read_profile(const std::string& path) {
    std::error_code error;
    std::ifstream in(path, std::ios::binary);
    if (!in.is_open() || std::filesystem::is_directory(path, error))
        throw Failure(status_input, fmt::format("--profile: cannot read '{}'", path));
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    auto profile = parse_profile(text);
    if (!profile) {
        throw Failure(status_input, fmt::format("--profile: '{}' holds no counters of a run; HYDRA_STATS=FILE, set for "
                                                "a run of the program, writes them",
                                                path));
    }
    return std::move(*profile);
}

std::string run_text(const Profile& profile, const ReportPlace& place) {
    std::vector<std::string> parts;
    if (const auto* loop = row_at(profile.loops, place))
        parts.push_back(counted_loop(profile, *loop));
    if (const auto* serial = row_at(profile.serial, place))
        parts.push_back((parts.empty() ? "" : "for serial code, ") + counted_serial(*serial));
    return parts.empty() ? "" : fmt::format("in the {}: {}", profile.dry ? "dry run" : "run", fmt::join(parts, "; "));
}

std::int64_t run_bytes(const Profile& profile, const ReportPlace& place) {
    const auto* loop = row_at(profile.loops, place);
    const auto* serial = row_at(profile.serial, place);
    return (loop != nullptr ? loop->bytes : 0) + (serial != nullptr ? serial->bytes : 0);
}

std::string costs_text(const Profile& profile, const Report& report) {
    constexpr std::size_t most_told = 10;
    std::string text = fmt::format("What cost most in the {} of {}", profile.dry ? "dry run" : "run",
                                   number_of(profile.ranks, "rank"));
    if (!profile.dry) {
        text +=
            fmt::format(" ({}; on a rank, at most {} in communication and {} waiting)", seconds_text(profile.seconds),
                        seconds_text(profile.communication), seconds_text(profile.waiting));
    }
    text += ":\n\n";
    const auto costs = costs_of(profile, report);
    if (costs.empty())
        text +=
            "Nothing was read from other ranks, by loops or serial code, and no launch was run whole by every rank.\n";
    for (std::size_t i = 0; i < costs.size() && i < most_told; ++i) {
        text += fmt::format("{:2}. {}: {}\n", i + 1, costs[i].at, costs[i].said);
        if (!costs[i].remedy.empty())
            text += fmt::format("    {}\n", costs[i].remedy);
    }
    std::vector<std::string> unknown;
    for (const auto& loop : profile.loops)
        if (std::none_of(report.loops.begin(), report.loops.end(),
                         [&](const auto& known) { return is_at(loop.at, known.place); }))
            unknown.push_back(loop.at);
    if (!unknown.empty()) {
        text += fmt::format("The run had parallel loops where the program has none now, and so counted another text: "
                            "{}\n",
                            fmt::join(unknown, ", "));
    }
    return text + "\n";
}

} // namespace hydra::driver

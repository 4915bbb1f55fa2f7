// See advice.h.
#include "driver/report/advice.h"

#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace hydra::driver {

namespace {

auto compared(const DryCounts& counts) {
    return std::tie(counts.bytes, counts.replicated, counts.inspected, counts.serial_times, counts.messages);
}

std::string instruction(const AdvisedChange& change) {
    if (change.environment)
        return fmt::format("run it with {}", change.write);
    return fmt::format("{}: write '{}' {}", change.at, change.write,
                       change.own_line ? "before this line" : "before this loop");
}

std::string names_of(const std::vector<AdvisedChange>& changes) {
    std::vector<std::string> names;
    names.reserve(changes.size());
    for (const auto& change : changes)
        names.push_back(change.environment ? change.write : change.at);
    return fmt::format("{}", fmt::join(names, ", "));
}

std::string times_text(std::int64_t number) {
    return fmt::format("{} time{}", grouped(number), number == 1 ? "" : "s");
}

std::string launches_text(std::int64_t number) {
    return fmt::format("{} launch{}", grouped(number), number == 1 ? "" : "es");
}

} // namespace

bool is_better(const DryCounts& one, const DryCounts& other) {
    if (compared(one) != compared(other))
        return compared(one) < compared(other);
    return one.memory && other.memory && *one.memory < *other.memory;
}

bool is_before(const DryCounts& one, const DryCounts& other) {
    if (compared(one) != compared(other))
        return compared(one) < compared(other);
    return one.memory && (!other.memory || *one.memory < *other.memory);
}

std::string grouped(std::int64_t number) {
    auto digits = std::to_string(number);
    for (auto at = digits.size(); at > 3; at -= 3)
        digits.insert(at - 3, ",");
    return digits;
}

std::string saved_text(const DryCounts& now, const DryCounts& then) {
    std::string text = fmt::format("{} bytes in {} messages instead of {} in {}", grouped(then.bytes),
                                   grouped(then.messages), grouped(now.bytes), grouped(now.messages));
    if (then.serial_times != now.serial_times)
        text += fmt::format("; serial code brings data together {} instead of {}", times_text(then.serial_times),
                            grouped(now.serial_times));
    if (then.replicated != now.replicated)
        text += fmt::format("; every rank runs {} whole instead of {}", launches_text(then.replicated),
                            grouped(now.replicated));
    if (then.inspected != now.inspected)
        text += fmt::format("; lookups by {} instead of {}", launches_text(then.inspected), grouped(now.inspected));
    if (then.memory && now.memory && *then.memory != *now.memory)
        text += fmt::format("; the rank with most memory touches {} bytes instead of {}", grouped(*then.memory),
                            grouped(*now.memory));
    return text;
}

std::string advice_text(const ReportAdvice& advice) {
    const auto& now = advice.now;
    std::string text = fmt::format("{} with HYDRA_DRYRUN={}: {} bytes in {} messages move between ranks.\n",
                                   advice.program, advice.ranks, grouped(now.bytes), grouped(now.messages));
    if (now.serial_times > 0)
        text += fmt::format("Serial code brings data together {}.\n", times_text(now.serial_times));
    if (now.replicated > 0)
        text += fmt::format("Every rank runs {} whole.\n", launches_text(now.replicated));
    if (now.inspected > 0)
        text +=
            fmt::format("{} look{} up what to touch.\n", launches_text(now.inspected), now.inspected == 1 ? "s" : "");
    if (now.memory)
        text += fmt::format("The rank with most memory touches {} bytes of arrays.\n", grouped(*now.memory));
    if (advice.changes.empty())
        text += "No change that was tried saves any of it.\n";
    std::size_t number = 0;
    for (const auto& each : advice.changes) {
        text += fmt::format("{:2}. {}\n    {}\n", ++number, instruction(each.change), each.said);
        if (!each.run.empty())
            text += fmt::format("    {}\n", each.run);
    }
    if (advice.together) {
        text += fmt::format("The best that was found together: {}.\n    {}\n", advice.together->said,
                            names_of(advice.together->changes));
        if (!advice.together->worse.empty())
            text += fmt::format("    left out, since it makes these worse: {}\n", names_of(advice.together->worse));
    }
    for (const auto& sentence : advice.not_tried)
        text += sentence + "\n";
    return text;
}

} // namespace hydra::driver

// See shapes.h.
#include "driver/page/shapes.h"

#include <algorithm>
#include <initializer_list>

namespace hydra::driver {

using nlohmann::ordered_json;

namespace {

// What is nested deeper is none of our files; it would need a stack as deep.
constexpr int deepest = 64;

// The numbers of a list of numbers, or of objects that have a place and these numbers.
bool are_numbers(const ordered_json& list, std::size_t count) {
    return list.is_array() && list.size() == count &&
           std::all_of(
               list.begin(), list.end(), [](const auto& one) { return one.is_number(); });
}

bool are_places(const ordered_json& list, std::initializer_list<const char*> numbers) {
    return list.is_array() &&
           std::all_of(
               list.begin(), list.end(),
               [&](const auto& one) {
                   return one.is_object() && one.contains("at") && one["at"].is_string() &&
                          std::all_of(
                              numbers.begin(), numbers.end(),
                              [&](const char* name) { return one.contains(name) && one[name].is_number(); });
               });
}

} // namespace

ordered_json parsed(const std::string& text) {
    bool is_deep = false;
    const auto look = [&](int depth, ordered_json::parse_event_t, ordered_json&) {
        is_deep = is_deep || depth > deepest;
        return !is_deep;
    };
    auto json = ordered_json::parse(text, look, false);
    return is_deep ? ordered_json(ordered_json::value_t::discarded) : json;
}

bool are_counters(const ordered_json& json) {
    constexpr std::int64_t most_ranks = 1 << 16;
    if (!json["ranks"].is_number_integer() || json["ranks"] < 1 || json["ranks"] > most_ranks ||
        !json["seconds"].is_object() || !json["traffic"].is_array())
        return false;
    const auto ranks = json["ranks"].get<std::size_t>();
    for (const auto& [name, value] : json["seconds"].items())
        if (!value.is_number())
            return false;
    for (const char* const kind : {"coherence", "serial", "reduction"})
        if (!json.contains(kind) || !json[kind].is_object() || !json[kind].contains("bytes") ||
            !json[kind].contains("messages"))
            return false;
    const bool has_memory = !json.contains("memory") ||
                            (json["memory"].is_array() && std::all_of(
                                                              json["memory"].begin(), json["memory"].end(),
                                                              [&](const auto& one) {
                                                                  return one.is_object() && one.contains("bytes") &&
                                                                         are_numbers(one["bytes"], ranks);
                                                              }));
    return has_memory && json["traffic"].size() == ranks &&
           std::all_of(json["traffic"].begin(), json["traffic"].end(),
                       [&](const auto& row) { return are_numbers(row, ranks); }) &&
           are_places(json["loops"], {"launches", "distributed", "replicated", "seconds", "coherence_bytes"}) &&
           (!json.contains("serial_at") || are_places(json["serial_at"], {"bytes", "messages", "times"})) &&
           (!json.contains("iterations") || are_numbers(json["iterations"], ranks));
}

bool are_events(const ordered_json& events) {
    return events.is_array() && std::all_of(
                                    events.begin(), events.end(),
                                    [](const auto& one) {
                                        return one.is_object() && one.contains("ph") && one["ph"].is_string() &&
                                               one.contains("pid") && one["pid"].is_number_integer() &&
                                               (one["ph"] == "M" || (one.contains("ts") && one["ts"].is_number()));
                                    });
}

} // namespace hydra::driver

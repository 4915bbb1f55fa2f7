// Whether files are what they seem, before a page is made of them.
#pragma once
#include <string>

#include <nlohmann/json.hpp>

namespace hydra::driver {

// Discarded: it is no JSON, or nested more deeply than any of our files.
nlohmann::ordered_json parsed(const std::string& text);

// Whether what the page reads of counters (HYDRA_STATS) is there and of the right kind; json: an object that has
// "ranks", "loops", "traffic" and "seconds".
bool are_counters(const nlohmann::ordered_json& json);

// The same of a trace's events.
bool are_events(const nlohmann::ordered_json& events);

} // namespace hydra::driver

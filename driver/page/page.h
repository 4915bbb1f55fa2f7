// The report as one page for browsers, without network: the data as JSON, and what draws them (web/).
#pragma once
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace hydra::driver {

struct PageData {
    std::string title;
    nlohmann::ordered_json report;                                   // of hydracc --report=json; null: none
    nlohmann::ordered_json stats;                                    // HYDRA_STATS of the run that is shown; null: none
    nlohmann::ordered_json others = nlohmann::ordered_json::array(); // HYDRA_STATS of runs with other numbers of ranks
    nlohmann::ordered_json told;                                     // lines of HYDRA_EXPLAIN; null: none
    nlohmann::ordered_json trace;                                    // HYDRA_TRACE; null: none
    std::vector<std::string> folders;                                // where sources are looked for, too
};

// Reads the sources that the data speak of, as far as they can be found. What is left out, the page says.
std::string page_html(PageData data);

} // namespace hydra::driver

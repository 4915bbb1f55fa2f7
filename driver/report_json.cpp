// The report for other programs.
#include <nlohmann/json.hpp>

#include "driver/report.h"

namespace hydra::driver {

namespace {

using Json = nlohmann::ordered_json;

Json place_json(const ReportPlace& place) {
    return {{"file", place.file}, {"line", place.line}, {"column", place.column}};
}

Json accesses_json(const std::vector<ReportAccess>& accesses) {
    Json list = Json::array();
    for (const auto& access : accesses) {
        list.push_back({{"at", place_json(access.place)},
                        {"array", access.array},
                        {"text", access.text},
                        {"kind", access.kind},
                        {"section", access.section},
                        {"exact", access.exact},
                        {"reason", access.reason},
                        {"movement", access.movement}});
    }
    return list;
}

Json candidates_json(const std::vector<ReportCandidate>& candidates) {
    Json list = Json::array();
    for (const auto& candidate : candidates) {
        list.push_back({{"name", candidate.name},
                        {"bytes_a_launch", candidate.volume},
                        {"reason", candidate.reason},
                        {"possible", candidate.possible},
                        {"note", candidate.note},
                        {"chosen", candidate.chosen}});
    }
    return list;
}

} // namespace

std::string report_json(const Report& report) {
    Json loops = Json::array();
    for (const auto& loop : report.loops) {
        loops.push_back({{"at", place_json(loop.place)},
                         {"function", loop.function},
                         {"iterations", loop.iterations},
                         {"distributed", loop.distributed},
                         {"reason", loop.reason},
                         {"proved_parallel", loop.proved},
                         {"placement", loop.placement},
                         {"candidates", candidates_json(loop.candidates)},
                         {"mapping", loop.mapping},
                         {"clauses", loop.clauses},
                         {"accesses", accesses_json(loop.accesses)}});
    }
    Json serial = Json::array();
    for (const auto& site : report.serial) {
        serial.push_back({{"at", place_json(site.place)},
                          {"function", site.function},
                          {"loop", site.loop},
                          {"advice", site.advice},
                          {"accesses", accesses_json(site.accesses)}});
    }
    const Json all{{"hydracc", report.version}, {"target", report.target}, {"loops", loops}, {"serial", serial}};
    return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace hydra::driver

// The report for other programs, and for browsers.
#include <nlohmann/json.hpp>

#include "driver/page/page.h"
#include "driver/report/folding.h"
#include "driver/report/report.h"

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
                        {"where", candidate.where},
                        {"at_most", candidate.at_most},
                        {"reason", candidate.reason},
                        {"possible", candidate.possible},
                        {"note", candidate.note},
                        {"said", candidate_text(candidate)},
                        {"chosen", candidate.chosen},
                        {"chosen_at_run_time", candidate.at_run_time}});
    }
    return list;
}

// "n - 1" as ["-", "n", 1]: numbers, names, and an operator in front of what it is for.
Json formula_json(const ir::SymbolicExpr& formula) {
    static constexpr const char* words[] = {"",    "",    "neg", "+", "-",  "*", "/",  "/",  "%",  "floor",
                                            "min", "max", "==",  "<", "<=", ">", ">=", "&&", "||", "?"};
    if (const auto constant = formula.constant())
        return *constant;
    if (const auto* name = formula.name())
        return *name;
    Json list = Json::array({words[static_cast<std::size_t>(formula.op())]});
    for (const auto& operand : formula.operands())
        list.push_back(formula_json(operand));
    return list;
}

Json formula_json(const std::optional<ir::SymbolicExpr>& formula) {
    return formula ? formula_json(*formula) : Json(nullptr);
}

Json sections_json(const std::vector<LoopFormulas::Section>& sections) {
    Json list = Json::array();
    for (const auto& section : sections) {
        Json box = Json::array();
        for (const auto& range : section.box)
            box.push_back({formula_json(range.lo), formula_json(range.hi), formula_json(range.step)});
        list.push_back({{"array", section.array},
                        {"writes", section.writes},
                        {"text", section.text},
                        {"box", box},
                        {"guard", formula_json(section.guard)}});
    }
    return list;
}

Json formulas_json(const LoopFormulas& formulas) {
    if (!formulas.why_not.empty())
        return {{"why_not", formulas.why_not}};
    Json arrays = Json::array();
    for (const auto& array : formulas.arrays) {
        Json lengths = Json::array();
        for (const auto& length : array.lengths)
            lengths.push_back(formula_json(length));
        arrays.push_back({{"name", array.name},
                          {"element_bytes", array.element_bytes},
                          {"lengths", lengths},
                          {"along", array.along},
                          {"across", array.across}});
    }
    return {{"begin", formula_json(formulas.begin)},
            {"end", formula_json(formulas.end)},
            {"array", formulas.array},
            {"dim", formulas.dim},
            {"scale", formulas.scale},
            {"offset", formula_json(formulas.offset)},
            {"arrays", arrays},
            {"sections", sections_json(formulas.sections)},
            {"boxes_dim", formulas.boxes_dim},
            {"boxes_offset", formulas.boxes_offset},
            {"boxes", sections_json(formulas.boxes)}};
}

Json loop_json(const ReportLoop& loop) {
    return {{"at", place_json(loop.place)},
            {"function", loop.function},
            {"iterations", loop.iterations},
            {"distributed", loop.distributed},
            {"reason", loop.reason},
            {"proved_parallel", loop.proved},
            {"provided_apart", loop.apart},
            {"provided_in_rows", loop.in_rows},
            {"doubt", loop.doubt},
            {"parallel", parallel_text(loop)},
            {"placement", loop.placement},
            {"candidates", candidates_json(loop.candidates)},
            {"mapping", loop.mapping},
            {"worth", counted_text(loop)},
            {"operations", loop.operations},
            {"operations_are_guessed", loop.are_guessed},
            {"clauses", loop.clauses},
            {"accesses", accesses_json(loop.accesses)},
            {"formulas", formulas_json(loop.formulas)}};
}

Json advised_json(const std::vector<ReportAdvised>& advised) {
    Json list = Json::array();
    for (const auto& each : advised)
        list.push_back({{"directive", each.directive}, {"own_line", each.own_line}, {"loop", loop_json(each.loop)}});
    return list;
}

Json kept_json(const std::vector<ReportKept>& kept) {
    Json list = Json::array();
    for (const auto& each : kept)
        list.push_back({{"at", place_json(each.place)}, {"function", each.function}, {"reason", each.reason}});
    return list;
}

Json counts_json(const DryCounts& counts) {
    return {{"bytes", counts.bytes},
            {"messages", counts.messages},
            {"serial_times", counts.serial_times},
            {"replicated", counts.replicated},
            {"inspected", counts.inspected},
            {"most_memory", counts.memory ? Json(*counts.memory) : Json(nullptr)}};
}

Json change_json(const AdvisedChange& change) {
    return {
        {"at", change.at}, {"write", change.write}, {"own_line", change.own_line}, {"environment", change.environment}};
}

Json changes_json(const std::vector<AdvisedChange>& changes) {
    Json list = Json::array();
    for (const auto& change : changes)
        list.push_back(change_json(change));
    return list;
}

Json advice_json(const ReportAdvice& advice) {
    Json changes = Json::array();
    for (const auto& each : advice.changes) {
        Json change = change_json(each.change);
        change.update(counts_json(each.counts));
        change["said"] = each.said;
        changes.push_back(std::move(change));
    }
    Json together = nullptr;
    if (advice.together) {
        together = counts_json(advice.together->counts);
        together["said"] = advice.together->said;
        together["changes"] = changes_json(advice.together->changes);
        together["worse"] = changes_json(advice.together->worse);
    }
    return {{"ranks", advice.ranks},
            {"now", counts_json(advice.now)},
            {"changes", changes},
            {"together", together},
            {"not_tried", advice.not_tried}};
}

Json report_object(const Report& report) {
    Json loops = Json::array();
    for (const auto& loop : report.loops)
        loops.push_back(loop_json(loop));
    Json serial = Json::array();
    for (const auto& site : report.serial) {
        serial.push_back({{"at", place_json(site.place)},
                          {"function", site.function},
                          {"loop", site.loop},
                          {"run_by", site.alone ? "rank 0" : "every rank"},
                          {"cost", site.cost},
                          {"accesses", accesses_json(site.accesses)}});
    }
    Json all{{"hydracc", report.version},
             {"program", report.program},
             {"target", report.target},
             {"loops", loops},
             {"serial", serial},
             {"advised", advised_json(report.advised)},
             {"kept", kept_json(report.kept)}};
    if (report.advice)
        all["advice"] = advice_json(*report.advice);
    return all;
}

// Accesses as people read them: those that differ in their lines, or in the member of a struct, are one.
Json folded_json(const ReportLoop& loop) {
    Json list = Json::array();
    for (const auto& folded : fold_accesses(loop.accesses, true)) {
        Json one = accesses_json({folded.access}).front();
        one["lines"] = folded.lines;
        list.push_back(std::move(one));
    }
    return list;
}

} // namespace

std::string report_json(const Report& report) {
    Json all = report_object(report);
    if (report.profile)
        all["profile"] = Json::parse(report.profile->text);
    return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string report_html(const Report& report) {
    PageData page;
    page.title = report.program;
    page.report = report_object(report);
    for (std::size_t i = 0; i < report.loops.size(); ++i)
        page.report["loops"][i]["folded"] = folded_json(report.loops[i]);
    for (std::size_t i = 0; i < report.advised.size(); ++i)
        page.report["advised"][i]["loop"]["folded"] = folded_json(report.advised[i].loop);
    if (report.profile)
        page.stats = Json::parse(report.profile->text);
    return page_html(std::move(page));
}

} // namespace hydra::driver

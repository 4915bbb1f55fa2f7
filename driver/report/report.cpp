// Builds the report's model: loops, how they are placed and run, and serial code.
#include "driver/report/report.h"

#include <algorithm>
#include <cstdio>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codegen/device/work_item_mapping.h"
#include "codegen/kernel/cut_rounds.h"
#include "driver/failure.h"
#include "driver/report/folding.h"
#include "driver/report/report_accesses.h"

namespace hydra::driver {

namespace {

// The user's name of a function; a coordination function's work is done by one that stands beside it.
std::string user_name(const std::string& name) {
    constexpr std::string_view beside = "hydra_tiles_";
    return name.starts_with(beside) ? name.substr(beside.size()) : name;
}

using Form = ir::Access::Form;

std::string iterations_text(const ir::CanonicalLoop& loop) {
    static const auto sign = [](ir::BinaryOp op) {
        switch (op) {
        case ir::BinaryOp::lt:
            return "<";
        case ir::BinaryOp::le:
            return "<=";
        case ir::BinaryOp::gt:
            return ">";
        case ir::BinaryOp::ge:
            return ">=";
        default:
            return "!=";
        }
    };
    const auto& name = loop.variable->name;
    std::string text = fmt::format("{} from {} while {} {} {}", name, ir::print_c(*loop.start), name,
                                   sign(loop.compare), ir::print_c(*loop.bound));
    if (loop.step != nullptr)
        text += fmt::format(", by {}{}", loop.descending ? "-" : "", ir::print_c(*loop.step));
    else if (loop.descending)
        text += ", downwards";
    return text;
}

// How else iterations may lie than in blocks of rows, where sizes and the number of ranks, which the run knows, make
// that pay.
struct OtherWays {
    bool boxes = false, pipeline = false, lines = false; // at most one of them
    [[nodiscard]] bool any() const { return boxes || pipeline || lines; }
};

OtherWays other_ways(const ir::Program& program, const ir::Kernel& kernel) {
    const ir::Sweep& sweep = kernel.distribution.sweep;
    return {codegen::may_form_grid(program, kernel), sweep.any() && !sweep.edges,
            sweep.any() && sweep.edges && sweep.by_grid_only};
}

std::string ways_text(const ir::Kernel& kernel, const OtherWays& others) {
    constexpr const char* when = "chosen when the program runs";
    if (others.boxes)
        return fmt::format("; in blocks of rows, or in boxes where that moves at most half ({})", when);
    if (others.pipeline)
        return fmt::format("; in blocks, or as a pipeline where that moves at most half ({})", when);
    if (others.lines)
        return fmt::format("; where ranks form a grid, those beside a line run what writes it ({})", when);
    return kernel.distribution.sweep.any() ? "; ranks that have a line run what writes it" : "";
}

std::string placement_text(const ir::Kernel& kernel, const std::string& variable, const OtherWays& others) {
    if (kernel.analysis.replicated)
        return "every rank runs all iterations, in order (replicated)";
    if (kernel.distribution.alignment.slot < 0) {
        return fmt::format(
            "the iterations are dealt out by their own numbers; no subscript that is known exactly moves with {} alone",
            variable);
    }
    const ir::Slot& slot = kernel.touches.slots[static_cast<std::size_t>(kernel.distribution.alignment.slot)];
    return fmt::format("iteration {} runs where index {} of dimension {} of '{}' lies{}{}{}", variable,
                       kernel.distribution.alignment.subscript, kernel.distribution.alignment.dim + 1, slot.name,
                       kernel.distribution.block_cyclic.reason.empty() ? "" : "; ",
                       kernel.distribution.block_cyclic.reason, ways_text(kernel, others));
}

const char* sign_of(ir::ReductionOp op) {
    static constexpr const char* signs[] = {"+", "*", "&", "|", "^", "&&", "||", "min", "max"};
    return signs[static_cast<std::size_t>(op)];
}

// Where the loop does more than storing into arrays that are known, it runs once. Mirrors Runtime::verified().
bool is_verified(const ir::Kernel& kernel) {
    return !kernel.analysis.ordered && std::none_of(
                                           kernel.touches.accesses.begin(), kernel.touches.accesses.end(),
                                           [](const auto& access) {
                                               return access.kind == ir::AccessKind::may_write &&
                                                      access.form == ir::Access::Form::everything;
                                           });
}

std::vector<std::string> clauses_of(const ir::Kernel& kernel) {
    const ir::Directive& directive = *kernel.loop->as<ir::For>()->directive;
    std::vector<std::string> clauses;
    if (directive.layout.size() == 10)
        clauses.push_back(fmt::format("layout: iteration x where index {} * x + {} of {} lies",
                                      ir::print_c(*directive.layout[3]), ir::print_c(*directive.layout[4]),
                                      ir::print_c(*directive.layout[2])));
    if (directive.condition)
        clauses.push_back(fmt::format("if({}): else every rank runs all of it", ir::print_c(*directive.condition)));
    for (const auto* variable : directive.private_)
        clauses.push_back(fmt::format("private({})", variable->name));
    for (const auto* variable : directive.firstprivate)
        clauses.push_back(fmt::format("firstprivate({})", variable->name));
    for (const auto& reduction : directive.reductions)
        clauses.push_back(fmt::format("reduction({}:{})", sign_of(reduction.op), ir::section_text(reduction)));
    for (const auto& stored : directive.last_stored) {
        clauses.push_back(fmt::format("'{}{}' goes to all ranks as the last iteration that stores into it leaves it",
                                      stored.variable->name, stored.member));
    }
    for (const auto* variable : kernel.analysis.last_values)
        clauses.push_back(fmt::format("the last iteration's '{}' goes to all ranks", variable->name));
    return clauses;
}

} // namespace

ReportLoop report_loop(const support::SourceManager& sources, const ir::Program& program, const ir::Kernel& kernel) {
    const ir::CanonicalLoop& loop = kernel.loop->as<ir::For>()->canonical;
    ReportLoop result;
    result.place = place_of(sources, kernel.loop->range);
    result.function = user_name(kernel.function->name);
    result.iterations = iterations_text(loop);
    result.distributed = !kernel.analysis.replicated;
    result.reason = kernel.analysis.reason;
    const OtherWays others = other_ways(program, kernel);
    result.placement = placement_text(kernel, loop.variable->name, others);
    result.mapping = kernel.analysis.replicated ? "one thread" : "a rank's threads take contiguous parts of its share";
    result.are_guessed = kernel.schedule.weight == 0;
    result.operations = result.are_guessed ? kernel.schedule.likely_weight : kernel.schedule.weight;
    for (const auto& candidate : kernel.distribution.candidates) {
        const bool decided =
            !candidate.note.empty() && (candidate.grid ? others.boxes : others.pipeline || others.lines);
        result.candidates.push_back({candidate.name, candidate.volume, candidate.where, candidate.at_most,
                                     candidate.reason, candidate.chosen, candidate.possible, candidate.note,
                                     candidate.possible && (candidate.chosen ? others.any() : decided)});
    }
    result.clauses = clauses_of(kernel);
    result.verified = is_verified(kernel);
    result.proved = kernel.analysis.proved_parallel;
    if (kernel.analysis.doubt.empty())
        result.apart = kernel.analysis.taken_apart;
    result.in_rows = kernel.analysis.rows_assumed;
    result.doubt = kernel.analysis.doubt;
    result.launch_looks = kernel.analysis.proved_in_rows && !result.doubt.empty();
    result.accesses = loop_accesses(sources, kernel);
    result.formulas = loop_formulas(kernel);
    return result;
}

namespace {

bool single_element(const ir::Access& access) {
    return access.form == Form::box && std::all_of(
                                           access.box.begin(), access.box.end(),
                                           [](const ir::Bound& bound) {
                                               const auto lo = bound.lo.constant(), hi = bound.hi.constant();
                                               return bound.hi == bound.lo + 1 ||
                                                      (lo && hi && *lo >= 0 && *hi == *lo + 1);
                                           });
}

bool is_loop(const ir::Stmt* statement) {
    return statement != nullptr && (statement->as<ir::For>() != nullptr || statement->as<ir::While>() != nullptr ||
                                    statement->as<ir::DoWhile>() != nullptr);
}

ReportSerial describe(const support::SourceManager& sources, const ir::Site& site) {
    ReportSerial result;
    result.place = place_of(sources, site.statement != nullptr ? site.statement->range : site.condition->range);
    result.function = user_name(site.function->name);
    result.alone = site.alone;
    std::vector<std::string> large;
    for (const auto& access : site.touches.accesses) {
        result.accesses.push_back(site_access(sources, site, access));
        const auto& name = result.accesses.back().array;
        if (access.slot >= 0 && !single_element(access) && std::find(large.begin(), large.end(), name) == large.end())
            large.push_back(name);
    }
    result.loop = is_loop(site.statement) && !large.empty();
    if (result.loop) {
        std::string names;
        for (const auto& name : large)
            names += fmt::format("{}'{}'", names.empty() ? "" : ", ", name);
        result.cost =
            fmt::format("{} runs it, and gets all that it touches of {}", site.alone ? "rank 0" : "every rank", names);
    }
    return result;
}

// Which work items of a device run the loop, and along which of their dimensions its loops lie.
std::string device_mapping(const ir::Kernel& kernel) {
    const auto& loop = *kernel.loop->as<ir::For>();
    if (!loop.directive->reductions.empty())
        return "a rank's device, one work item for each block of its share; partial results are joined on the host";
    const auto& dealt = codegen::mapped_inner(kernel);
    const bool in_turns = !dealt.empty() && dealt.front().again != nullptr;
    std::string kept = in_turns ? ", the one that stores what the others read after these" : "";
    for (const auto& why : kernel.schedule.kept_inside)
        kept += in_turns ? "" : "; " + why;
    if (dealt.empty())
        return "a rank's device, one work item for each iteration" + kept;
    if (!kernel.schedule.stages.empty()) {
        kept += fmt::format("; {} launches, since it stores beside '{}', too", kernel.schedule.stages.size(),
                            dealt.front().name);
    }
    const auto reuse = [](bool is_reused) { return is_reused ? ", where neighbours read the same elements" : ""; };
    auto text = fmt::format("a rank's device: iterations lie along dimension {} of its work items{}",
                            kernel.schedule.dimension, reuse(kernel.schedule.is_reused));
    for (const auto& inner : dealt) {
        text +=
            fmt::format("; rounds of '{}' along dimension {}{}", inner.name, inner.dimension, reuse(inner.is_reused));
    }
    return text + kept + "; CPUs run inner loops whole";
}

} // namespace

namespace {

// "a, b and c"
std::string enumerated(std::vector<std::string> items) {
    const auto last = items.back();
    items.pop_back();
    return fmt::format("{}{}{}", fmt::join(items, ", "), items.empty() ? "" : " and ", last);
}

std::vector<std::string> quoted(std::vector<std::string> names) {
    for (auto& name : names)
        name = fmt::format("'{}'", name);
    return names;
}

} // namespace

std::string parallel_text(const ReportLoop& loop) {
    if (!loop.distributed) {
        return loop.verified
                   ? "not needed: the iterations run one after the other; HYDRA_VERIFY=1 tells whether they "
                     "could run in any order"
                   : "not needed: the iterations run one after the other, and HYDRA_VERIFY leaves the loop out";
    }
    if (!loop.proved && loop.in_rows.empty()) {
        return fmt::format("trusted{}; HYDRA_VERIFY=1 checks it when the program runs",
                           loop.doubt.empty()
                               ? ""
                               : fmt::format(" (not proved: {}{})", loop.doubt,
                                             loop.launch_looks ? "; where there is one rank, each launch "
                                                                 "looks whether that is so"
                                                               : ""));
    }
    std::string text = "proved: no iteration depends on another one";
    const auto conditions = apart_texts(loop.apart);
    if (!conditions.empty())
        text += fmt::format(", provided that {}; each launch looks whether that is so", enumerated(conditions));
    if (!loop.in_rows.empty()) {
        text += fmt::format(", provided that the subscripts of {} stay inside their rows, as C demands; HYDRA_VERIFY=1 "
                            "checks it when the program runs",
                            enumerated(quoted(loop.in_rows)));
    }
    return text;
}

std::string counted_text(const ReportLoop& loop) {
    const std::string text =
        fmt::format("an iteration counts as {} operation{}", loop.operations, loop.operations == 1 ? "" : "s");
    return loop.are_guessed ? "what an iteration touches is counted when the program runs; else " + text : text;
}

std::string candidate_text(const ReportCandidate& candidate) {
    const std::string volume =
        !candidate.possible ? "cannot be: " + candidate.reason
        : candidate.volume.empty()
            ? fmt::format("no formula, since {}; a dry run counts it", candidate.reason)
            : fmt::format("{}{} bytes a launch{}{}", candidate.at_most ? "at most " : "", candidate.volume,
                          candidate.where.empty() ? "" : ", where ", candidate.where);
    std::string how = candidate.at_run_time ? "chosen when the program runs" : candidate.chosen ? "chosen" : "";
    if (!candidate.note.empty())
        how += (how.empty() ? "" : "; ") + candidate.note;
    return fmt::format("{}: {}{}", candidate.name, volume, how.empty() ? "" : fmt::format(" ({})", how));
}

namespace {

auto order_of(const ReportPlace& place) { return std::tuple(place.file, place.line, place.column); }

} // namespace

std::string cost_of(const Report& report, const ReportPlace& place) {
    for (const auto& serial : report.serial)
        if (order_of(serial.place) == order_of(place))
            return serial.cost;
    return "";
}

std::vector<OtherSerial> other_serial_loops(const Report& report) {
    std::vector<OtherSerial> loops;
    for (const auto& serial : report.serial) {
        const bool advised = std::any_of(report.advised.begin(), report.advised.end(), [&](const auto& each) {
            return order_of(each.loop.place) == order_of(serial.place);
        });
        if (serial.loop && !advised)
            loops.push_back({serial.place, serial.function, {serial.cost}, serial.accesses});
    }
    for (const auto& kept : report.kept) {
        const auto same = std::find_if(loops.begin(), loops.end(),
                                       [&](const auto& loop) { return order_of(loop.place) == order_of(kept.place); });
        if (same != loops.end())
            same->sentences.push_back(kept.reason);
        else
            loops.push_back({kept.place, kept.function, {kept.reason}, {}});
    }
    std::stable_sort(loops.begin(), loops.end(),
                     [](const auto& a, const auto& b) { return order_of(a.place) < order_of(b.place); });
    return loops;
}

Report make_report(const Options& options, const ir::Program& program, const support::SourceManager& sources,
                   const std::map<int, std::string>& host_reasons) {
    Report report;
    report.version = HYDRACC_VERSION;
    report.program = options.sources.empty() ? "" : options.sources.front();
    report.target = codegen::name_of(options.target);
    for (const auto& kernel : program.kernels) {
        report.loops.push_back(report_loop(sources, program, kernel));
        const auto reason = host_reasons.find(kernel.id.value);
        if (reason != host_reasons.end())
            report.loops.back().mapping += ", on the host: " + reason->second;
        else if (options.target != codegen::Target::cpu)
            report.loops.back().mapping = device_mapping(kernel);
    }
    for (const auto& site : program.sites)
        if (!site.touches.accesses.empty() && !site.in_loops)
            report.serial.push_back(describe(sources, site));
    const auto order = [](const auto& a, const auto& b) { return order_of(a.place) < order_of(b.place); };
    std::stable_sort(report.loops.begin(), report.loops.end(), order);
    std::stable_sort(report.serial.begin(), report.serial.end(), order);
    return report;
}

namespace {

// Of the C text that CMAPS becomes, lines that stand in no file of the user's say nothing to anybody.
Report without_made_text(const Options& options, Report report) {
    const auto is_made = [&](const auto& each) {
        const ReportPlace* place = nullptr;
        if constexpr (requires { each.loop.place; })
            place = &each.loop.place;
        else
            place = &each.place;
        return place->file.ends_with(".cmaps.c") &&
               std::find(options.sources.begin(), options.sources.end(), place->file) == options.sources.end();
    };
    std::erase_if(report.loops, is_made);
    std::erase_if(report.serial, is_made);
    std::erase_if(report.advised, is_made);
    std::erase_if(report.kept, is_made);
    return report;
}

} // namespace

void write_report(const Options& options, const Report& all) {
    const Report report = without_made_text(options, all);
    const std::string text = options.report.format == ReportFormat::json   ? report_json(report)
                             : options.report.format == ReportFormat::html ? report_html(report)
                                                                           : report_text(report);
    if (options.report.file.empty()) {
        fmt::print("{}", text);
        return;
    }
    std::FILE* file = std::fopen(options.report.file.c_str(), "w");
    const bool written = file != nullptr && std::fwrite(text.data(), 1, text.size(), file) == text.size();
    const bool closed = file != nullptr && std::fclose(file) == 0;
    if (!written || !closed)
        throw Failure(status_input, fmt::format("cannot write the report to '{}'", options.report.file));
}

} // namespace hydra::driver

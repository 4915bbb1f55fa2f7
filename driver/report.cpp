// Builds the report's model. Each read is told from the placement's point of view: what is at home, what comes from a
// neighbour, what everybody gets.
#include "driver/report.h"

#include <algorithm>
#include <cstdio>
#include <span>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "driver/failure.h"
#include "passes/isl_bridge.h"

namespace hydra::driver {

namespace {

using Form = ir::Access::Form;

ReportPlace place_of(const support::SourceManager& sources, const ir::SourceRange& range) {
    if (!range.valid()) {
        return {};
    }
    const auto at = sources.position(range.file, range.begin);
    return {sources.file(range.file).path, at.line, at.column};
}

void replace(std::string& text, const std::string& name, const std::string& by) {
    for (auto at = text.find(name); at != std::string::npos; at = text.find(name, at + by.size())) {
        text.replace(at, name.size(), by);
    }
}

// What footprint functions call the ends of a rank's chunk and values that they get, as people would.
std::string readable(std::string text, const std::vector<ir::Key>& keys) {
    replace(text, "hydra_lo", "lo");
    replace(text, "hydra_hi", "hi");
    // Longer names first: hydra_v is the beginning of hydra_v2.
    std::vector<const ir::Key*> own;
    for (const auto& key : keys) {
        if (key.name.starts_with("hydra_")) {
            own.push_back(&key);
        }
    }
    std::sort(own.begin(), own.end(), [](const auto* a, const auto* b) { return a->name.size() > b->name.size(); });
    static constexpr std::string_view cast = "(long)";
    for (const auto* key : own) {
        const bool converted = key->host.starts_with(cast);
        replace(text, key->name,
                !key->shown.empty() ? key->shown
                : converted         ? key->host.substr(cast.size())
                                    : key->host);
    }
    return text;
}

std::string touched_text(const ir::Access& access, const std::vector<ir::Key>& keys) {
    std::string text;
    switch (access.form) {
    case Form::box:
        for (const auto& bound : access.box) {
            if (bound.lo == std::to_string(-passes::anywhere) && bound.hi == std::to_string(passes::anywhere)) {
                text += "[all]";
                continue;
            }
            text += fmt::format("[{} : {}{}]", bound.lo, bound.hi, bound.step == "1" ? "" : " : " + bound.step);
        }
        break;
    case Form::rows:
        text = "row by row";
        break;
    case Form::found:
        text = "found when the program runs";
        break;
    case Form::everything:
        text = "every array";
        break;
    default:
        text = "the whole array";
        break;
    }
    return readable(access.guard.empty() ? text : fmt::format("{} if {}", text, access.guard), keys);
}

// Formulas that nobody would read are said in words.
std::string shortened(std::string section, const std::string& text) {
    constexpr std::size_t readable_length = 100;
    return section.size() <= readable_length && section.find("(long)") == std::string::npos
               ? std::move(section)
               : fmt::format("the elements that {} names in the iterations lo to hi - 1", text);
}

const char* kind_text(ir::AccessKind kind) {
    switch (kind) {
    case ir::AccessKind::read:
        return "read";
    case ir::AccessKind::write:
        return "write";
    case ir::AccessKind::may_write:
        return "may-write";
    case ir::AccessKind::reduce:
        return "reduce";
    }
    return "";
}

// "row `i - 1` of 'a'", by the dimension that the loop variable moves.
std::string part_name(const ir::Movement& movement, const ir::Slot& slot) {
    const char* word = slot.dims() == 1                                            ? "element"
                       : movement.dim == 0                                         ? "row"
                       : static_cast<std::size_t>(movement.dim) + 1 == slot.dims() ? "column"
                                                                                   : "plane";
    return fmt::format("{} `{}` of '{}'", word, movement.subscript, slot.name);
}

bool speaks_of_chunk(const std::string& formula) {
    return formula.find("hydra_lo") != std::string::npos || formula.find("hydra_hi") != std::string::npos;
}

std::string movement_text(const ir::Kernel& kernel, const ir::Access& access) {
    using Kind = ir::Movement::Kind;
    if (kernel.replicated || access.kind == ir::AccessKind::write) {
        return "";
    }
    if (access.form == Form::everything) {
        return "all of every array goes to every rank when it has changed";
    }
    const ir::Slot& slot = kernel.slots[static_cast<std::size_t>(access.slot)];
    if (access.form == Form::found) {
        return fmt::format("exactly the elements of '{}' that the data select, looked up again when these change",
                           slot.name);
    }
    if (access.form == Form::whole && !access.box.empty()) {
        return fmt::format("this part of all elements of '{}' goes to every rank when it has changed", slot.name);
    }
    if (access.form == Form::whole) {
        return fmt::format("all of '{}' goes to every rank when it has changed", slot.name);
    }
    if (slot.element != nullptr && slot.element->is_pointer()) {
        return ""; // pointers in tables: all ranks have them
    }
    const std::string part = part_name(access.movement, slot);
    switch (access.movement.kind) {
    case Kind::unknown:
        return "";
    case Kind::own:
        if (!access.movement.other.empty()) {
            return fmt::format("{} lies with the iteration, but {}: what other ranks wrote there comes from them", part,
                               access.movement.other);
        }
        return fmt::format("{} lies with the iteration; nothing, unless it was written elsewhere", part);
    case Kind::neighbour:
        return fmt::format("{} comes from the neighbouring rank, at the border of a rank's part", part);
    case Kind::all:
        if (!access.guard.empty() && speaks_of_chunk(access.guard)) {
            return fmt::format("this part of '{}' goes to the ranks whose iterations read it", slot.name);
        }
        return fmt::format("all iterations read the same part of '{}', which goes to every rank when it has changed",
                           slot.name);
    case Kind::elsewhere:
        return fmt::format("{} does not follow the placement; it comes from the ranks that hold it", part);
    }
    return "";
}

ReportAccess describe(const support::SourceManager& sources, const std::vector<ir::Slot>& slots,
                      const std::vector<ir::Key>& keys, const ir::Access& access) {
    ReportAccess result;
    result.place = place_of(sources, access.range);
    result.array = access.slot < 0 ? "every array" : slots[static_cast<std::size_t>(access.slot)].name;
    result.text = access.text;
    result.kind = kind_text(access.kind);
    result.section = shortened(touched_text(access, keys), access.text);
    result.exact = access.reason.empty();
    result.reason = access.reason;
    return result;
}

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
    if (loop.step != nullptr) {
        text += fmt::format(", by {}{}", loop.descending ? "-" : "", ir::print_c(*loop.step));
    } else if (loop.descending) {
        text += ", downwards";
    }
    return text;
}

std::string placement_text(const ir::Kernel& kernel, const std::string& variable) {
    if (kernel.replicated) {
        return "every rank runs all iterations, in order";
    }
    if (kernel.alignment.slot < 0) {
        return fmt::format(
            "the iterations are dealt out by their own numbers; no subscript that is known exactly moves with {} alone",
            variable);
    }
    const ir::Slot& slot = kernel.slots[static_cast<std::size_t>(kernel.alignment.slot)];
    return fmt::format("iteration {} runs where index {} of dimension {} of '{}' lies{}{}", variable,
                       kernel.alignment.subscript, kernel.alignment.dim + 1, slot.name,
                       kernel.dealing.reason.empty() ? "" : "; ", kernel.dealing.reason);
}

const char* sign_of(ir::ReductionOp op) {
    static constexpr const char* signs[] = {"+", "*", "&", "|", "^", "&&", "||", "min", "max"};
    return signs[static_cast<std::size_t>(op)];
}

std::vector<std::string> clauses_of(const ir::Kernel& kernel) {
    const ir::Directive& directive = *kernel.loop->as<ir::For>()->directive;
    std::vector<std::string> clauses;
    for (const auto* variable : directive.private_) {
        clauses.push_back(fmt::format("private({})", variable->name));
    }
    for (const auto* variable : directive.firstprivate) {
        clauses.push_back(fmt::format("firstprivate({})", variable->name));
    }
    for (const auto& reduction : directive.reductions) {
        clauses.push_back(fmt::format("reduction({}:{})", sign_of(reduction.op), ir::section_text(reduction)));
    }
    for (const auto& stored : directive.last_stored) {
        clauses.push_back(fmt::format("'{}{}' goes to all ranks as the last iteration that stores into it leaves it",
                                      stored.variable->name, stored.member));
    }
    for (const auto* variable : kernel.last_values) {
        clauses.push_back(fmt::format("the last iteration's '{}' goes to all ranks", variable->name));
    }
    return clauses;
}

// Whether both are parts of what one expression touches: a ring's border is in two places.
bool is_piece(const ir::Access& one, const ir::Access& other) {
    return one.form == Form::box && other.form == Form::box && one.slot == other.slot && one.kind == other.kind &&
           one.text == other.text && one.range.file == other.range.file && one.range.begin == other.range.begin &&
           one.range.end == other.range.end && one.subscripts == other.subscripts;
}

// Whether a line of the report says this already, for the same elements.
bool is_known(const std::vector<ReportAccess>& accesses, const ReportAccess& access) {
    return std::any_of(accesses.begin(), accesses.end(), [&](const ReportAccess& known) {
        return known.place.line == access.place.line && known.text == access.text && known.kind == access.kind &&
               known.section == access.section && (known.exact || !access.exact);
    });
}

// pieces: of one expression.
void add_access(const support::SourceManager& sources, const ir::Kernel& kernel, std::span<const ir::Access> pieces,
                std::vector<ReportAccess>& accesses) {
    ReportAccess whole = describe(sources, kernel.slots, kernel.keys, pieces.front());
    whole.movement = movement_text(kernel, pieces.front());
    if (pieces.size() > 1) {
        std::string section;
        for (const auto& piece : pieces) {
            section += (section.empty() ? "" : ", and ") + touched_text(piece, kernel.keys);
        }
        whole.section = shortened(std::move(section), whole.text);
        if (!whole.movement.empty()) {
            whole.movement = fmt::format("what '{}' names comes from the ranks that hold it", whole.text);
        }
    }
    for (const auto& piece : pieces) { // one that is exact makes the section that they share exact
        whole.exact = whole.exact || std::any_of(piece.also.begin(), piece.also.end(), [](const ir::Mention& mention) {
                          return mention.reason.empty() && !mention.earlier;
                      });
    }
    whole.reason = whole.exact ? "" : whole.reason;
    if (is_known(accesses, whole)) {
        return;
    }
    const auto first = static_cast<std::ptrdiff_t>(accesses.size());
    accesses.push_back(whole);
    for (const auto& piece : pieces) {
        for (const auto& mention : piece.also) {
            ReportAccess other = whole;
            other.place = place_of(sources, mention.range);
            other.text = mention.text;
            other.kind = kind_text(mention.kind);
            other.movement = "";
            other.section = mention.earlier  ? "what the iteration has stored before"
                            : piece.slot < 0 ? "every rank does all of this"
                            : piece.form != Form::box
                                ? whole.section // of each by itself
                                : fmt::format("the same as {} in line {}", whole.text, whole.place.line);
            const bool told = std::any_of(accesses.begin() + first, accesses.end(), [&](const ReportAccess& before) {
                return before.place.line == other.place.line && before.text == other.text && before.kind == other.kind;
            });
            if (!told) {
                accesses.push_back(std::move(other));
            }
        }
    }
}

} // namespace

ReportLoop report_loop(const support::SourceManager& sources, const ir::Kernel& kernel) {
    const ir::CanonicalLoop& loop = kernel.loop->as<ir::For>()->canonical;
    ReportLoop result;
    result.place = place_of(sources, kernel.loop->range);
    result.function = kernel.function->name;
    result.iterations = iterations_text(loop);
    result.distributed = !kernel.replicated;
    result.reason = kernel.reason;
    result.placement = placement_text(kernel, loop.variable->name);
    result.mapping = kernel.replicated ? "one thread" : "a rank's threads take contiguous parts of its share";
    for (const auto& candidate : kernel.candidates) {
        result.candidates.push_back(
            {candidate.name, candidate.volume, candidate.reason, candidate.chosen, candidate.possible, candidate.note});
    }
    result.clauses = clauses_of(kernel);
    result.proved = kernel.proved_parallel;
    result.apart = kernel.taken_apart;
    result.in_rows = kernel.rows_assumed;
    result.doubt = kernel.doubt;
    for (std::size_t at = 0, end = 0; at < kernel.accesses.size(); at = end) {
        for (end = at + 1; end < kernel.accesses.size() && is_piece(kernel.accesses[at], kernel.accesses[end]);) {
            ++end;
        }
        const auto& access = kernel.accesses[at];
        if (access.slot >= 0 && kernel.slots[static_cast<std::size_t>(access.slot)].role == ir::Slot::Role::fine) {
            continue; // a better look at another access
        }
        add_access(sources, kernel,
                   {kernel.accesses.begin() + static_cast<std::ptrdiff_t>(at),
                    kernel.accesses.begin() + static_cast<std::ptrdiff_t>(end)},
                   result.accesses);
    }
    return result;
}

namespace {

bool single_element(const ir::Access& access) {
    return access.form == Form::box && std::all_of(access.box.begin(), access.box.end(), [](const ir::Bound& bound) {
               const auto number = [](const std::string& text) {
                   return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
               };
               return bound.hi == bound.lo + " + 1" ||
                      (number(bound.lo) && number(bound.hi) && std::stoll(bound.hi) == std::stoll(bound.lo) + 1);
           });
}

bool is_loop(const ir::Stmt* statement) {
    return statement != nullptr && (statement->as<ir::For>() != nullptr || statement->as<ir::While>() != nullptr ||
                                    statement->as<ir::DoWhile>() != nullptr);
}

ReportSerial describe(const support::SourceManager& sources, const ir::Site& site) {
    ReportSerial result;
    result.place = place_of(sources, site.statement != nullptr ? site.statement->range : site.condition->range);
    result.function = site.function->name;
    std::vector<std::string> large;
    for (const auto& access : site.accesses) {
        result.accesses.push_back(describe(sources, site.slots, site.keys, access));
        const auto& name = result.accesses.back().array;
        if (access.slot >= 0 && !single_element(access) && std::find(large.begin(), large.end(), name) == large.end()) {
            large.push_back(name);
        }
    }
    result.loop = is_loop(site.statement) && !large.empty();
    if (result.loop) {
        std::string names;
        for (const auto& name : large) {
            names += fmt::format("{}'{}'", names.empty() ? "" : ", ", name);
        }
        result.cost =
            fmt::format("{} runs it, and gets all that it touches of {}", site.alone ? "rank 0" : "every rank", names);
    }
    return result;
}

// Which work items of a device run the loop, and along which of their dimensions its loops lie.
std::string device_mapping(const ir::Kernel& kernel) {
    const auto& loop = *kernel.loop->as<ir::For>();
    if (!loop.directive->reductions.empty()) {
        return "a rank's device, one work item for each block of its share; partial results are joined on the host";
    }
    if (kernel.inner.empty()) {
        return "a rank's device, one work item for each iteration";
    }
    const auto reuse = [](bool is_reused) { return is_reused ? ", where neighbours read the same elements" : ""; };
    auto text = fmt::format("a rank's device: iterations lie along dimension {} of its work items{}", kernel.dimension,
                            reuse(kernel.is_reused));
    for (const auto& inner : kernel.inner) {
        text +=
            fmt::format("; rounds of '{}' along dimension {}{}", inner.name, inner.dimension, reuse(inner.is_reused));
    }
    return text + "; CPUs run inner loops whole";
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
    for (auto& name : names) {
        name = fmt::format("'{}'", name);
    }
    return names;
}

} // namespace

std::string parallel_text(const ReportLoop& loop) {
    if (!loop.distributed) {
        return "not needed: the iterations run one after the other, and HYDRA_VERIFY leaves the loop out";
    }
    if (!loop.proved && loop.in_rows.empty()) {
        return fmt::format("trusted{}; HYDRA_VERIFY=1 checks it when the program runs",
                           loop.doubt.empty() ? "" : fmt::format(" (not proved: {})", loop.doubt));
    }
    std::string text = "proved: no iteration depends on another one";
    std::vector<std::string> conditions;
    for (const auto& [one, other] : loop.apart) {
        conditions.push_back(one == other ? fmt::format("the pointers in '{}' lead to different memory", one)
                                          : fmt::format("'{}' and '{}' do not overlap", one, other));
    }
    if (!conditions.empty()) {
        text += fmt::format(", provided that {}; each launch looks whether that is so", enumerated(conditions));
    }
    if (!loop.in_rows.empty()) {
        text += fmt::format(", provided that the subscripts of {} stay inside their rows, as C demands; HYDRA_VERIFY=1 "
                            "checks it when the program runs",
                            enumerated(quoted(loop.in_rows)));
    }
    return text;
}

std::string candidate_text(const ReportCandidate& candidate) {
    const std::string volume = !candidate.possible ? "cannot be: " + candidate.reason
                               : candidate.volume.empty()
                                   ? fmt::format("no formula, since {}; a dry run counts it", candidate.reason)
                                   : fmt::format("{} bytes a launch", candidate.volume);
    return fmt::format("{}: {}{}{}", candidate.name, volume, candidate.chosen ? " (chosen)" : "",
                       candidate.note.empty() ? "" : fmt::format(" ({})", candidate.note));
}

namespace {

auto order_of(const ReportPlace& place) { return std::tuple(place.file, place.line, place.column); }

} // namespace

std::string cost_of(const Report& report, const ReportPlace& place) {
    for (const auto& serial : report.serial) {
        if (order_of(serial.place) == order_of(place)) {
            return serial.cost;
        }
    }
    return "";
}

std::vector<OtherSerial> other_serial_loops(const Report& report) {
    std::vector<OtherSerial> loops;
    for (const auto& serial : report.serial) {
        const bool advised = std::any_of(report.advised.begin(), report.advised.end(), [&](const auto& each) {
            return order_of(each.loop.place) == order_of(serial.place);
        });
        if (serial.loop && !advised) {
            loops.push_back({serial.place, serial.function, {serial.cost}, serial.accesses});
        }
    }
    for (const auto& kept : report.kept) {
        const auto same = std::find_if(loops.begin(), loops.end(),
                                       [&](const auto& loop) { return order_of(loop.place) == order_of(kept.place); });
        if (same != loops.end()) {
            same->sentences.push_back(kept.reason);
        } else {
            loops.push_back({kept.place, kept.function, {kept.reason}, {}});
        }
    }
    std::stable_sort(loops.begin(), loops.end(),
                     [](const auto& a, const auto& b) { return order_of(a.place) < order_of(b.place); });
    return loops;
}

Report make_report(const Options& options, const ir::Program& program, const support::SourceManager& sources,
                   const std::map<int, std::string>& host_reasons) {
    Report report;
    report.version = HYDRACC_VERSION;
    report.target = options.target == codegen::Target::opencl ? "opencl"
                    : options.target == codegen::Target::cuda ? "cuda"
                                                              : "cpu";
    for (const auto& kernel : program.kernels) {
        report.loops.push_back(report_loop(sources, kernel));
        const auto reason = host_reasons.find(kernel.id.value);
        if (reason != host_reasons.end()) {
            report.loops.back().mapping += ", on the host: " + reason->second;
        } else if (options.target != codegen::Target::cpu) {
            report.loops.back().mapping = device_mapping(kernel);
        }
    }
    for (const auto& site : program.sites) {
        if (!site.accesses.empty()) {
            report.serial.push_back(describe(sources, site));
        }
    }
    const auto order = [](const auto& a, const auto& b) { return order_of(a.place) < order_of(b.place); };
    std::stable_sort(report.loops.begin(), report.loops.end(), order);
    std::stable_sort(report.serial.begin(), report.serial.end(), order);
    return report;
}

void write_report(const Options& options, const Report& report) {
    const std::string text = options.report == ReportFormat::json   ? report_json(report)
                             : options.report == ReportFormat::html ? report_html(report)
                                                                    : report_text(report);
    if (options.report_file.empty()) {
        fmt::print("{}", text);
        return;
    }
    std::FILE* file = std::fopen(options.report_file.c_str(), "w");
    const bool written = file != nullptr && std::fwrite(text.data(), 1, text.size(), file) == text.size();
    const bool closed = file != nullptr && std::fclose(file) == 0;
    if (!written || !closed) {
        throw Failure(status_input, fmt::format("cannot write the report to '{}'", options.report_file));
    }
}

} // namespace hydra::driver

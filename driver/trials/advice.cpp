// All loops that are candidates get their directive in one trial. Those that the diagnostics speak of get the clause
// that is asked for, or are given up for the loops inside of them, and all is tried again until nothing is left to
// change. So what is advised has been tried together, as a user would put it in. An error that stands in no loop is
// brought home to one by trying fewer of them.
#include "driver/trials/advice.h"
#include "driver/trials/omp_statements.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codegen/edit/emit.h"
#include "driver/trials/candidates.h"
#include "driver/trials/meant.h"
#include "driver/trials/tallies.h"
#include "frontend/directive/loop_check.h"
#include "frontend/directive/restrictions.h"
#include "frontend/parse.h"
#include "passes/facts/summary.h"
#include "passes/pipeline.h"

namespace hydra::driver {

namespace {

using support::SourceRange;
using Clock = std::chrono::steady_clock;

constexpr std::int64_t few = 16; // iterations, which nobody needs to share out
constexpr std::string_view blanks = " \t";
constexpr int most_clauses_tried = 20; // of one loop

// Of one program. HYDRACC_ADVICE_SECONDS gives another number, 0 for none at all.
std::chrono::seconds most_time() {
    constexpr int usual = 10, most = 1'000'000;
    const char* wish = std::getenv("HYDRACC_ADVICE_SECONDS");
    const std::string_view text = wish != nullptr ? wish : "";
    int number = usual;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool good = error == std::errc() && end == text.data() + text.size() && number >= 0 && number <= most;
    return std::chrono::seconds(good ? number : usual);
}

std::string directive_line(const Candidate& candidate) {
    std::string line = "#pragma hydra parallel for";
    for (const auto& clause : candidate.clauses)
        line += " " + clause;
    return line;
}

// The program with directives that it does not have.
struct Trial {
    std::unique_ptr<support::Diagnostics> diagnostics;
    ir::Program program;
    std::string fault; // of hydracc's own, without a word of the diagnostics; empty: none
};

class Adviser {
  public:
    Adviser(const Options& options, const std::list<frontend::Preprocessed>& inputs, support::SourceManager& sources,
            const ir::Program& program, const std::set<std::string>& wanted_outside)
        : options_(options), inputs_(inputs), sources_(sources), wanted_outside_(wanted_outside) {
        const passes::Summary summary(program, wanted_outside);
        auto found = find_candidates(program, summary);
        serially_ = functions_run_serially(program, summary);
        all_ = std::move(found.all);
        outermost_ = std::move(found.outermost);
        open_ = outermost_;
        for (const auto& input : inputs)
            positions_.emplace_back(input, sources);
    }

    void run(Report& report) {
        while (!open_.empty()) {
            if (out_of_time()) {
                end_early(report);
                break;
            }
            leave_macros();
            Trial trial = attempt(open_);
            if (!has_errors(trial)) {
                if (judge(trial)) {
                    advise(trial, report);
                    break;
                }
            } else if (!learn(trial)) {
                find_culprit(trial);
            }
        }
        for (const auto index : outermost_)
            keep(index, {}, report);
    }

  private:
    // ---- trials

    [[nodiscard]] bool out_of_time() const { return Clock::now() - begin_ >= most_time_; }

    Trial attempt(const std::vector<std::size_t>& loops) {
        Trial trial;
        trial.diagnostics = std::make_unique<support::Diagnostics>(sources_);
        trial.diagnostics->options = options_.diagnostics;
        trial.diagnostics->options.silent = false;
        std::vector<frontend::TriedDirective> tried;
        tried.reserve(loops.size());
        for (const auto index : loops)
            tried.push_back({all_[index].range, directive_line(all_[index])});
        auto& diagnostics = *trial.diagnostics;
        try {
            auto positions = positions_.begin();
            for (const auto& input : inputs_)
                trial.program.units.push_back(frontend::parse(input, *positions++, sources_, diagnostics, tried));
            frontend::check_parallel_loops(trial.program.units, diagnostics);
            for (const auto& unit : trial.program.units)
                if (!diagnostics.has_errors())
                    frontend::check_restrictions(trial.program, *unit, diagnostics);
            passes::PipelineOptions settings;
            settings.wanted_outside = wanted_outside_;
            settings.devices = options_.target != codegen::Target::cpu;
            settings.trial = true;
            passes::run_pipeline(trial.program, sources_, diagnostics, settings);
            if (!diagnostics.has_errors()) {
                codegen::emit(trial.program, sources_, diagnostics,
                              codegen::EmitOptions{options_.target, nullptr, options_.comm});
            }
        } catch (const support::InternalError& error) {
            trial.fault = fmt::format("hydracc meets a fault of its own: {}", error.what()); // no reason to end
        }
        return trial;
    }

    static bool has_errors(const Trial& trial) { return !trial.fault.empty() || trial.diagnostics->has_errors(); }

    static std::vector<const support::Diagnostic*> errors_of(const Trial& trial) {
        std::vector<const support::Diagnostic*> errors;
        for (const auto& [diagnostic, severity] : trial.diagnostics->shown())
            if (severity == support::Severity::error)
                errors.push_back(diagnostic);
        return errors;
    }

    // Adds clauses to the loops that the errors speak of, or gives these up. False: they speak of none.
    bool learn(const Trial& trial) {
        std::map<std::size_t, const support::Diagnostic*> given_up;
        bool learnt = false;
        for (const auto* diagnostic : errors_of(trial)) {
            for (const auto index : meant_by(*diagnostic, open_, place_)) {
                auto& clauses = all_[index].clauses;
                const bool known = std::find(clauses.begin(), clauses.end(), diagnostic->clause) != clauses.end();
                if (diagnostic->clause.empty() || known || clauses.size() >= most_clauses_tried) {
                    given_up.try_emplace(index, diagnostic);
                } else {
                    clauses.push_back(diagnostic->clause);
                    all_[index].race = diagnostic->name == "hydra-race" ? diagnostic->message : all_[index].race;
                    learnt = true;
                }
            }
        }
        for (const auto& [index, diagnostic] : given_up) {
            const auto& race = all_[index].race;
            give_up(index, "a directive would be refused: " + (race.empty() ? diagnostic->message : race));
            all_[index].blame = blame_of(*diagnostic);
        }
        return learnt || !given_up.empty();
    }

    // Takes the loop's place among the candidates from it and gives it to those inside of it.
    void give_up(std::size_t index, const std::string& reason) {
        all_[index].obstacle = reason;
        std::erase(open_, index);
        open_.insert(open_.end(), all_[index].inside.begin(), all_[index].inside.end());
    }

    // ---- errors that stand in no loop

    struct Strange {
        std::string message, blame;
    };

    static std::string blame_of(const support::Diagnostic& diagnostic) {
        return fmt::format("{}:{}:{}", static_cast<int>(diagnostic.range.file), diagnostic.range.begin,
                           diagnostic.message);
    }

    // The first error that no loop of the trial can be named for.
    [[nodiscard]] std::optional<Strange> strange_error(const Trial& trial,
                                                       const std::vector<std::size_t>& loops) const {
        for (const auto* diagnostic : errors_of(trial))
            if (meant_by(*diagnostic, loops, place_).empty())
                return Strange{diagnostic->message, blame_of(*diagnostic)};
        return trial.fault.empty() ? std::nullopt : std::optional(Strange{trial.fault, ""});
    }

    // Open loops bring about an error that stands in none of them: the last of the shortest row of them that does is
    // given up. Halving the row finds it in a few trials. trial: of all.
    void find_culprit(const Trial& trial) {
        Strange error = strange_error(trial, open_).value_or(Strange{"hydracc does not take the program then", ""});
        std::size_t right = 0, wrong = open_.size();
        while (wrong - right > 1 && !out_of_time()) {
            const auto count = right + (wrong - right) / 2;
            const std::vector<std::size_t> row(open_.begin(), open_.begin() + static_cast<std::ptrdiff_t>(count));
            if (auto found = strange_error(attempt(row), row)) {
                error = std::move(*found);
                wrong = count;
            } else {
                right = count;
            }
        }
        if (wrong - right > 1)
            return; // out of time
        const auto culprit = open_[wrong - 1];
        const bool by_itself = wrong == 1 || has_errors(attempt({culprit}));
        give_up(culprit, fmt::format("a directive would be refused{}: {}",
                                     by_itself ? "" : " beside those for other loops", error.message));
        clear_others(culprit, error.blame);
    }

    // Where the error stands in loops that the culprit only calls, these have been given up for it: they are tried
    // again.
    void clear_others(std::size_t culprit, const std::string& blame) {
        for (std::size_t index = 0; index < all_.size() && !blame.empty(); ++index) {
            if (index != culprit && all_[index].blame == blame) {
                close_inside(index);
                all_[index].obstacle = all_[index].blame = "";
                open_.push_back(index);
            }
        }
    }

    void close_inside(std::size_t index) {
        for (const auto inner : all_[index].inside) {
            std::erase(open_, inner);
            all_[inner].obstacle = all_[inner].blame = "";
            close_inside(inner);
        }
    }

    // ---- the end

    // What a program without errors has shown to be right is offered as far as it is right by itself.
    void end_early(Report& report) {
        const auto not_settled = open_;
        std::erase_if(open_, [this](std::size_t index) { return !settled_.contains(index); });
        const Trial trial = attempt(open_);
        if (has_errors(trial) || !judge(trial))
            open_.clear();
        advise(trial, report);
        for (const auto index : not_settled)
            if (!advised_.contains(index) && all_[index].obstacle.empty())
                all_[index].obstacle = unfinished();
    }

    [[nodiscard]] std::string unfinished() const {
        return fmt::format("nothing is known of it: directives were tried for {} seconds, and the trials were ended "
                           "before they came to this loop; with directives at other loops the next report goes on",
                           most_time_.count());
    }

    // A program that is right: whether everything that was tried is worth it. What is not, is given up.
    bool judge(const Trial& trial) {
        std::map<std::size_t, std::string> given_up;
        bool helped = false;
        for (const auto index : open_) {
            if (auto reason = objection(trial, all_[index]))
                if (takes_tally(trial, all_[index], *reason))
                    helped = true;
                else
                    given_up[index] = *reason;
            else
                settled_.insert(index);
        }
        for (const auto& [index, reason] : given_up)
            give_up(index, reason);
        return given_up.empty() && !helped;
    }

    // An array that the loop counts or sums up in gets its clause, which is then tried, or is named in the reason.
    static bool takes_tally(const Trial& trial, Candidate& candidate, std::string& reason) {
        const auto* kernel = kernel_of(trial, candidate);
        const auto tally = kernel == nullptr || kernel->analysis.replicated
                               ? std::nullopt
                               : find_tally(*kernel, constant_iterations(*kernel));
        if (!tally)
            return false;
        auto& clauses = candidate.clauses;
        const bool is_new = std::find(clauses.begin(), clauses.end(), tally->clause) == clauses.end();
        if (!tally->clause.empty() && is_new && clauses.size() < most_clauses_tried) {
            clauses.push_back(tally->clause);
            return true;
        }
        reason += tally->hint.empty() ? "" : "; " + tally->hint;
        return false;
    }

    static const ir::Kernel* kernel_of(const Trial& trial, const Candidate& candidate) {
        for (const auto& kernel : trial.program.kernels)
            if (kernel.loop->range.file == candidate.range.file && kernel.loop->range.begin == candidate.range.begin)
                return &kernel;
        return nullptr;
    }

    // Of what stands in a function that the loop calls: it names a variable of the loop's clauses.
    static bool may_be_said_of(const Candidate& candidate, const std::vector<support::SourceRange>& called,
                               const support::Diagnostic& diagnostic) {
        const auto name = first_named(diagnostic.message);
        return std::any_of(called.begin(), called.end(),
                           [&](const auto& function) { return support::is_within(diagnostic.range, function); }) &&
               std::any_of(candidate.clauses.begin(), candidate.clauses.end(), [&](const std::string& clause) {
                   return clause.find("(" + name + ")") != std::string::npos;
               });
    }

    std::optional<std::string> objection(const Trial& trial, const Candidate& candidate) const {
        const auto* kernel = kernel_of(trial, candidate);
        if (kernel == nullptr)
            return "";
        const auto called = functions_called(trial.program, *kernel->loop);
        for (const auto& diagnostic : trial.diagnostics->all())
            if (diagnostic.name == "hydra-private" && (support::is_within(diagnostic.range, candidate.range) ||
                                                       may_be_said_of(candidate, called, diagnostic)))
                return diagnostic.message;
        if (kernel->analysis.replicated)
            return "every rank would run it, in order (replicated): " + kernel->analysis.reason;
        if (!kernel->analysis.proved_parallel && kernel->analysis.rows_assumed.empty()) {
            return fmt::format("it is not proved that its iterations are independent{}{}",
                               kernel->analysis.doubt.empty() ? "" : ": ", kernel->analysis.doubt);
        }
        if (const auto count = constant_iterations(*kernel); count && *count < few)
            return fmt::format("it has {} iterations only", *count);
        if (const auto* rows = rows_of(*kernel)) {
            return fmt::format("it runs over one row of those that '{}' tells the ends of, which are usually too short "
                               "to share out; where they are long, the directive is right",
                               ir::print_c(*rows));
        }
        return std::nullopt;
    }

    // Of a loop from `row[i]` to `row[i + 1]`, the elements of a bucket or a sparse matrix' row: `row`; null: it is
    // none.
    static const ir::Expr* rows_of(const ir::Kernel& kernel) {
        const auto& loop = kernel.loop->as<ir::For>()->canonical;
        const auto* start = ir::strip(loop.start)->as<ir::Index>();
        const auto* bound = ir::strip(loop.bound)->as<ir::Index>();
        if (start == nullptr || bound == nullptr || ir::print_c(*start->base) != ir::print_c(*bound->base))
            return nullptr;
        const auto* next = ir::strip(bound->index.get())->as<ir::Binary>();
        const auto* last = ir::strip(start->index.get())->as<ir::Binary>();
        const auto steps = [](const ir::Binary* sum, ir::BinaryOp op, const ir::Expr& from) {
            return sum != nullptr && sum->op == op && ir::constant_value(*sum->rhs) == 1 &&
                   ir::print_c(*ir::strip(sum->lhs.get())) == ir::print_c(*ir::strip(&from));
        };
        return steps(next, ir::BinaryOp::add, *start->index) || steps(last, ir::BinaryOp::sub, *bound->index)
                   ? start->base.get()
                   : nullptr;
    }

    // What a macro stands for has no place of its own to put a directive at, unless the loop begins with the macro.
    void leave_macros() {
        for (bool found = true; found;) {
            const auto at = std::find_if(open_.begin(), open_.end(), [this](std::size_t index) {
                return !all_[index].range.verbatim || !column(all_[index]);
            });
            found = at != open_.end();
            if (found)
                give_up(*at, "macros make this line, and there is no place for a directive in it; none was tried");
        }
    }

    // A line (from 1) as it stands in the file, macros and all: in the text of `sources_` some are written out.
    [[nodiscard]] std::string_view typed_line(support::FileId file, std::uint32_t line) const {
        auto [found, is_new] = typed_.try_emplace(file);
        if (is_new) {
            std::ifstream in(sources_.file(file).path, std::ios::binary);
            for (std::string text; std::getline(in, text);)
                found->second.push_back(text.substr(0, text.find('\r')));
        }
        return line <= found->second.size() ? std::string_view(found->second[line - 1])
                                            : sources_.line_text(file, line);
    }

    // Where the loop begins in its line as the user has typed it, macros and all; nullopt: inside a macro's text.
    [[nodiscard]] std::optional<std::uint32_t> column(const Candidate& candidate) const {
        const auto from = sources_.origin(candidate.range);
        const auto at = sources_.position(from.file, from.begin);
        auto before = sources_.line_text(candidate.range.file, at.line).substr(0, at.column - 1);
        before = before.substr(0, before.find_last_not_of(blanks) + 1);
        const auto typed = typed_line(candidate.range.file, at.line);
        const auto next = typed.find_first_not_of(blanks, before.size());
        if (!typed.starts_with(before) || next == std::string_view::npos)
            return std::nullopt;
        return static_cast<std::uint32_t>(next) + 1;
    }

    // ---- what is said

    void advise(const Trial& trial, Report& report) {
        const passes::Summary summary(trial.program, wanted_outside_);
        const auto serially = functions_run_serially(trial.program, summary);
        for (const auto index : open_) {
            const auto& candidate = all_[index];
            const auto* kernel = kernel_of(trial, candidate);
            if (!serially.contains(kernel->function)) {
                all_[index].obstacle = serially_.contains(candidate.function)
                                           ? "it runs in iterations of a loop that gets a directive here"
                                           : "it runs in iterations of a parallel loop";
                continue;
            }
            const auto at = place(index);
            const auto before = typed_line(candidate.range.file, at.line).substr(0, at.column - 1);
            const bool alone = before.find_first_not_of(blanks) == std::string_view::npos;
            const auto line = directive_line(candidate);
            advised_.insert(index);
            auto loop = report_loop(sources_, trial.program, *kernel);
            loop.place = at;
            report.advised.push_back({std::move(loop),
                                      alone ? line : fmt::format("_Pragma(\"{}\")", line.substr(std::size("#pragma"))),
                                      alone});
        }
        std::sort(report.advised.begin(), report.advised.end(), [](const auto& a, const auto& b) {
            const auto order = [](const ReportPlace& at) { return std::tie(at.file, at.line, at.column); };
            return order(a.loop.place) < order(b.loop.place);
        });
    }

    // Lines of the loops that are advised in the loop.
    void advised_inside(std::size_t index, std::vector<std::string>& lines) const {
        for (const auto inner : all_[index].inside)
            if (advised_.contains(inner))
                lines.push_back(std::to_string(place(inner).line));
            else
                advised_inside(inner, lines);
    }

    [[nodiscard]] ReportPlace place(std::size_t index) const {
        const auto& range = all_[index].range;
        const auto from = sources_.origin(range);
        const auto at = sources_.position(from.file, from.begin);
        return {sources_.file(range.file).path, at.line, column(all_[index]).value_or(at.column)};
    }

    // said: of the loops around it.
    void keep(std::size_t index, std::set<std::string> said, Report& report) const {
        const auto& candidate = all_[index];
        if (advised_.contains(index))
            return;
        if (!candidate.obstacle.empty() && candidate.touches_memory && said.insert(candidate.obstacle).second) {
            std::vector<std::string> lines;
            advised_inside(index, lines);
            std::string text = candidate.obstacle;
            if (!lines.empty()) {
                text +=
                    lines.size() == 1
                        ? fmt::format("; the loop in line {} inside of it can be shared out", lines.front())
                        : fmt::format("; the loops in lines {} inside of it can be shared out", fmt::join(lines, ", "));
            }
            report.kept.push_back({place(index), candidate.function->name, text});
        }
        for (const auto inner : candidate.inside)
            keep(inner, said, report);
    }

    const Options& options_;
    const std::list<frontend::Preprocessed>& inputs_;
    support::SourceManager& sources_;
    const std::set<std::string>& wanted_outside_;
    std::list<frontend::PositionMap> positions_; // by input
    std::vector<Candidate> all_;
    const std::function<SourceRange(std::size_t)> place_ = [this](std::size_t index) { return all_[index].range; };
    std::vector<std::size_t> outermost_, open_;  // open: that are tried now
    std::set<const ir::FunctionDecl*> serially_; // functions that run outside of the program's own parallel loops
    std::set<std::size_t> settled_;              // without objection in a program without errors
    std::set<std::size_t> advised_;
    mutable std::map<support::FileId, std::vector<std::string>> typed_; // files as they stand on disk, read when needed
    Clock::time_point begin_ = Clock::now();
    std::chrono::seconds most_time_ = most_time();
};

} // namespace

void add_advice(Report& report, const Options& options, const std::list<frontend::Preprocessed>& inputs,
                support::SourceManager& sources, const ir::Program& program,
                const std::set<std::string>& wanted_outside) {
    Adviser(options, inputs, sources, program, wanted_outside).run(report);
}

} // namespace hydra::driver

// All loops that are candidates get their directive in one trial. Those that the diagnostics speak of get the clause
// that is asked for, or are given up for the loops inside of them, and all is tried again until nothing is left to
// change. So what is advised has been tried together, as a user would put it in.
#include "driver/advice.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codegen/emit.h"
#include "frontend/loop_check.h"
#include "frontend/parse.h"
#include "frontend/restrictions.h"
#include "passes/pipeline.h"
#include "passes/summary.h"

namespace hydra::driver {

namespace {

using support::SourceRange;

constexpr std::int64_t few = 16; // iterations, which nobody needs to share out
constexpr int most_trials = 100; // of one program
constexpr int most_clauses = 20; // of one loop

// A serial loop that counts.
struct Candidate {
    SourceRange range;
    const ir::FunctionDecl* function = nullptr;
    std::vector<std::size_t> inside; // the outermost candidates in its body
    bool touches_memory = false;
    std::vector<std::string> clauses;
    std::string race;     // two iterations that meet, as far as no clause keeps them apart
    std::string obstacle; // why the directive is not advised
};

bool holds(const SourceRange& outer, const SourceRange& inner) {
    return outer.file == inner.file && outer.begin <= inner.begin && inner.end <= outer.end;
}

// The loops of the user's functions, but for those in parallel loops, and those that hold or call a parallel loop.
class Loops {
  public:
    explicit Loops(const passes::Summary& summary) : summary_(summary) {}

    std::vector<std::size_t> find(const ir::FunctionDecl& function) {
        std::vector<std::size_t> outermost;
        function_ = &function;
        visit(*function.body, outermost);
        return outermost;
    }
    std::vector<Candidate> all;

  private:
    void visit(const ir::Stmt& stmt, std::vector<std::size_t>& into) {
        const auto* loop = stmt.as<ir::For>();
        if (loop != nullptr && loop->directive) {
            return;
        }
        if (loop == nullptr || summary_.holds_launch(stmt)) {
            ir::for_each_child(
                stmt, [](const ir::Expr&) {}, [&](const ir::Stmt& child) { visit(child, into); });
            return;
        }
        const auto at = std::find_if(all.begin(), all.end(), [&](const Candidate& other) {
            return other.range.file == stmt.range.file && other.range.begin == stmt.range.begin;
        }); // of a header that several files include
        const auto index = static_cast<std::size_t>(at - all.begin());
        if (at != all.end()) {
            return;
        }
        into.push_back(index);
        all.push_back({stmt.range, function_, {}, touches_memory(stmt), {}, "", ""});
        std::vector<std::size_t> inside;
        visit(*loop->body, inside);
        all[index].inside = inside;
    }

    static bool touches_memory(const ir::Stmt& stmt) {
        bool found = false;
        passes::walk(
            stmt,
            [&](const ir::Expr& e) {
                const auto* unary = e.as<ir::Unary>();
                const auto* member = e.as<ir::Member>();
                found = found || e.as<ir::Index>() != nullptr || (member != nullptr && member->arrow) ||
                        (unary != nullptr && unary->op == ir::UnaryOp::deref);
            },
            [](const ir::Stmt&) {});
        return found;
    }

    const passes::Summary& summary_;
    const ir::FunctionDecl* function_ = nullptr;
};

// Functions that run outside of parallel loops, as far as the program shows.
class RunSerially {
  public:
    explicit RunSerially(const ir::Program& program, const passes::Summary& summary) : summary_(summary) {
        bool has_main = false;
        for (const auto& unit : program.units) {
            for (const auto& function : unit->functions) {
                has_main = has_main || (function.name == "main" && function.body);
            }
        }
        for (const auto& unit : program.units) {
            for (const auto& function : unit->functions) {
                if (function.name == "main" || (!has_main && function.storage != ir::Storage::static_)) {
                    reach(&function);
                }
            }
            for (const auto& variable : unit->globals) {
                if (variable.init) {
                    look(*variable.init);
                }
            }
        }
    }
    [[nodiscard]] bool contains(const ir::FunctionDecl* function) const { return found_.contains(function); }

  private:
    void reach(const ir::FunctionDecl* function) {
        const auto* body = summary_.definition(function);
        if (body != nullptr && found_.insert(body).second) {
            look(*body->body);
        }
    }
    void look(const ir::Expr& expr) {
        if (const auto* reference = expr.as<ir::DeclRef>()) {
            if (const auto* const* function = std::get_if<const ir::FunctionDecl*>(&reference->decl)) {
                reach(*function);
            }
        }
        ir::for_each_child(expr, [&](const ir::Expr& child) { look(child); });
    }
    void look(const ir::Stmt& stmt) {
        const auto* loop = stmt.as<ir::For>();
        const ir::Stmt* shared_out = loop != nullptr && loop->directive ? loop->body.get() : nullptr;
        ir::for_each_child(
            stmt, [&](const ir::Expr& child) { look(child); },
            [&](const ir::Stmt& child) {
                if (&child != shared_out) {
                    look(child);
                }
            });
    }

    const passes::Summary& summary_;
    std::set<const ir::FunctionDecl*> found_;
};

std::string directive_line(const Candidate& candidate) {
    std::string line = "#pragma hydra parallel for";
    for (const auto& clause : candidate.clauses) {
        line += " " + clause;
    }
    return line;
}

// The program with directives that it does not have.
struct Trial {
    std::unique_ptr<support::Diagnostics> diagnostics;
    ir::Program program;
    bool failed = false; // without a word of the diagnostics
};

class Adviser {
  public:
    Adviser(const Options& options, const std::list<frontend::Preprocessed>& inputs, support::SourceManager& sources,
            const ir::Program& program, const std::set<std::string>& wanted_outside)
        : options_(options), inputs_(inputs), sources_(sources), wanted_outside_(wanted_outside) {
        const passes::Summary summary(program, wanted_outside);
        Loops loops(summary);
        for (const auto& unit : program.units) {
            for (const auto& function : unit->functions) {
                if (function.body && function.in_user_file) {
                    for (const auto index : loops.find(function)) {
                        open_.push_back(index);
                    }
                }
            }
        }
        all_ = std::move(loops.all);
        outermost_ = open_;
        for (const auto& input : inputs) {
            positions_.emplace_back(input, sources);
        }
    }

    void run(Report& report) {
        while (!open_.empty() && trials_ < most_trials) {
            leave_macros();
            Trial trial = attempt(open_);
            const bool settled = !has_errors(trial) ? judge(trial) : !learn(trial);
            if (settled && has_errors(trial)) {
                find_culprits();
            } else if (settled) {
                advise(trial, report);
                break;
            }
        }
        for (const auto index : outermost_) {
            keep(index, report);
        }
    }

  private:
    // ---- trials

    Trial attempt(const std::vector<std::size_t>& loops) {
        ++trials_;
        Trial trial;
        trial.diagnostics = std::make_unique<support::Diagnostics>(sources_);
        trial.diagnostics->options = options_.diagnostics;
        trial.diagnostics->options.silent = false;
        std::vector<frontend::TriedDirective> tried;
        for (const auto index : loops) {
            tried.push_back({all_[index].range, directive_line(all_[index])});
        }
        auto& diagnostics = *trial.diagnostics;
        try {
            auto positions = positions_.begin();
            for (const auto& input : inputs_) {
                trial.program.units.push_back(frontend::parse(input, *positions++, sources_, diagnostics, tried));
            }
            frontend::check_parallel_loops(trial.program.units, diagnostics);
            for (const auto& unit : trial.program.units) {
                if (!diagnostics.has_errors()) {
                    frontend::check_restrictions(trial.program, *unit, diagnostics);
                }
            }
            passes::PipelineOptions settings;
            settings.wanted_outside = wanted_outside_;
            passes::run_pipeline(trial.program, sources_, diagnostics, settings);
            if (!diagnostics.has_errors()) {
                codegen::emit(trial.program, sources_, diagnostics,
                              codegen::EmitOptions{options_.target, nullptr, options_.comm});
            }
        } catch (const support::InternalError&) {
            trial.failed = true; // a fault in what nobody asked to be compiled is no reason to end
        }
        return trial;
    }

    static bool has_errors(const Trial& trial) { return trial.failed || trial.diagnostics->has_errors(); }

    [[nodiscard]] std::vector<std::size_t> meant_by(const support::Diagnostic& diagnostic) const {
        std::vector<std::size_t> meant;
        for (const auto index : open_) {
            const auto& range = all_[index].range;
            const bool noted = std::any_of(diagnostic.notes.begin(), diagnostic.notes.end(),
                                           [&](const support::Note& note) { return holds(range, note.range); });
            if (holds(range, diagnostic.range) || noted) {
                meant.push_back(index);
            }
        }
        return meant;
    }

    // Adds clauses to the loops that the errors speak of, or gives these up. False: they speak of none.
    bool learn(const Trial& trial) {
        std::map<std::size_t, std::string> given_up;
        bool learnt = false;
        for (const auto& [diagnostic, severity] : trial.diagnostics->shown()) {
            if (severity != support::Severity::error) {
                continue;
            }
            for (const auto index : meant_by(*diagnostic)) {
                auto& clauses = all_[index].clauses;
                const bool known = std::find(clauses.begin(), clauses.end(), diagnostic->clause) != clauses.end();
                if (diagnostic->clause.empty() || known || clauses.size() >= most_clauses) {
                    const auto& race = all_[index].race;
                    given_up.try_emplace(index, "a directive would be refused: " +
                                                    (race.empty() ? diagnostic->message : race));
                } else {
                    clauses.push_back(diagnostic->clause);
                    all_[index].race = diagnostic->name == "hydra-race" ? diagnostic->message : all_[index].race;
                    learnt = true;
                }
            }
        }
        for (const auto& [index, reason] : given_up) {
            give_up(index, reason);
        }
        return learnt || !given_up.empty();
    }

    // Takes the loop's place among the candidates from it and gives it to those inside of it.
    void give_up(std::size_t index, const std::string& reason) {
        all_[index].obstacle = reason;
        std::erase(open_, index);
        open_.insert(open_.end(), all_[index].inside.begin(), all_[index].inside.end());
    }

    // Errors that no loop can be named for: the candidates are taken up again one after the other.
    void find_culprits() {
        std::vector<std::size_t> rest;
        std::swap(rest, open_);
        for (const auto index : rest) {
            open_.push_back(index);
            if (trials_ >= most_trials || has_errors(attempt(open_))) {
                std::erase(open_, index);
                all_[index].obstacle = "the program would be refused";
            }
        }
    }

    // A program that is right: whether everything that was tried is worth it. What is not, is given up.
    bool judge(const Trial& trial) {
        std::map<std::size_t, std::string> given_up;
        for (const auto index : open_) {
            if (auto reason = objection(trial, all_[index])) {
                given_up[index] = *reason;
            }
        }
        for (const auto& [index, reason] : given_up) {
            give_up(index, reason);
        }
        return given_up.empty();
    }

    static const ir::Kernel* kernel_of(const Trial& trial, const Candidate& candidate) {
        for (const auto& kernel : trial.program.kernels) {
            if (kernel.loop->range.file == candidate.range.file && kernel.loop->range.begin == candidate.range.begin) {
                return &kernel;
            }
        }
        return nullptr;
    }

    std::optional<std::string> objection(const Trial& trial, const Candidate& candidate) const {
        const auto* kernel = kernel_of(trial, candidate);
        if (kernel == nullptr) {
            return "";
        }
        for (const auto& diagnostic : trial.diagnostics->all()) {
            if (diagnostic.name == "hydra-private" && holds(candidate.range, diagnostic.range)) {
                return diagnostic.message;
            }
        }
        if (kernel->replicated) {
            return "every rank would run it whole and in order: " + kernel->reason;
        }
        if (!kernel->proved_parallel) {
            return "it is not proved that its iterations are independent";
        }
        if (const auto count = iterations(*kernel); count && *count < few) {
            return fmt::format("it has {} iterations only", *count);
        }
        return std::nullopt;
    }

    // Where both ends are constants.
    static std::optional<std::int64_t> iterations(const ir::Kernel& kernel) {
        const auto& loop = kernel.loop->as<ir::For>()->canonical;
        const auto start = ir::constant_value(*loop.start);
        const auto bound = ir::constant_value(*loop.bound);
        const auto step = loop.step == nullptr ? std::optional<std::int64_t>(1) : ir::constant_value(*loop.step);
        if (!start || !bound || !step || *step <= 0) {
            return std::nullopt;
        }
        const bool inclusive = loop.compare == ir::BinaryOp::le || loop.compare == ir::BinaryOp::ge;
        const auto distance = (loop.descending ? *start - *bound : *bound - *start) + (inclusive ? 1 : 0);
        return std::max<std::int64_t>(0, (distance + *step - 1) / *step);
    }

    // Text that a macro stands for has no line of its own to put a directive before.
    void leave_macros() {
        for (bool found = true; found;) {
            const auto at = std::find_if(open_.begin(), open_.end(),
                                         [this](std::size_t index) { return !all_[index].range.verbatim; });
            found = at != open_.end();
            if (found) {
                give_up(*at, "");
            }
        }
    }

    // ---- what is said

    void advise(const Trial& trial, Report& report) {
        const passes::Summary summary(trial.program, wanted_outside_);
        const RunSerially serially(trial.program, summary);
        for (const auto index : open_) {
            const auto& candidate = all_[index];
            const auto* kernel = kernel_of(trial, candidate);
            if (!serially.contains(kernel->function)) {
                all_[index].obstacle = "it runs in iterations of a parallel loop";
                continue;
            }
            const auto at = sources_.position(candidate.range.file, candidate.range.begin);
            const auto before = sources_.line_text(candidate.range.file, at.line).substr(0, at.column - 1);
            const bool alone = before.find_first_not_of(" \t") == std::string_view::npos;
            const auto line = directive_line(candidate);
            advised_.insert(index);
            report.advised.push_back({report_loop(sources_, *kernel),
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
        for (const auto inner : all_[index].inside) {
            if (advised_.contains(inner)) {
                lines.push_back(std::to_string(place(inner).line));
            } else {
                advised_inside(inner, lines);
            }
        }
    }

    [[nodiscard]] ReportPlace place(std::size_t index) const {
        const auto& range = all_[index].range;
        const auto at = sources_.position(range.file, range.begin);
        return {sources_.file(range.file).path, at.line, at.column};
    }

    void keep(std::size_t index, Report& report) const {
        const auto& candidate = all_[index];
        if (advised_.contains(index)) {
            return;
        }
        std::vector<std::string> lines;
        advised_inside(index, lines);
        if (candidate.obstacle.empty() || !candidate.touches_memory) {
            for (const auto inner : candidate.inside) {
                keep(inner, report);
            }
            return;
        }
        std::string text = candidate.obstacle;
        if (!lines.empty()) {
            text += lines.size() == 1
                        ? fmt::format("; the loop in line {} inside of it can be shared out", lines.front())
                        : fmt::format("; the loops in lines {} inside of it can be shared out", fmt::join(lines, ", "));
        }
        report.kept.push_back({place(index), candidate.function->name, text});
    }

    const Options& options_;
    const std::list<frontend::Preprocessed>& inputs_;
    support::SourceManager& sources_;
    const std::set<std::string>& wanted_outside_;
    std::list<frontend::PositionMap> positions_; // by input
    std::vector<Candidate> all_;
    std::vector<std::size_t> outermost_, open_; // open: that are tried now
    std::set<std::size_t> advised_;
    int trials_ = 0;
};

} // namespace

void add_advice(Report& report, const Options& options, const std::list<frontend::Preprocessed>& inputs,
                support::SourceManager& sources, const ir::Program& program,
                const std::set<std::string>& wanted_outside) {
    Adviser(options, inputs, sources, program, wanted_outside).run(report);
}

} // namespace hydra::driver

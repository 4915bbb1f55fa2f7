// The idea is that of driver/trials/advice.cpp: all loops get their directive in one trial, those that the errors speak
// of get the clause that is asked for, or are given up for the loops inside of them, until nothing is left to change. A
// loop in which iterations exclude each other (critical, atomic, locks) has to be proved, since its iterations do meet.
#include "driver/trials/omp_loops.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codegen/edit/emit.h"
#include "driver/trials/meant.h"
#include "driver/trials/omp_meaning.h"
#include "driver/trials/omp_statements.h"
#include "driver/trials/omp_threads.h"
#include "driver/trials/tallies.h"
#include "frontend/directive/loop_check.h"
#include "frontend/directive/restrictions.h"
#include "frontend/openmp/omp_line.h"
#include "frontend/parse.h"
#include "passes/pipeline.h"

namespace hydra::driver {

namespace {

using frontend::OmpDirective;
using support::SourceRange;

constexpr int most_rounds = 40, most_clauses = 30;

struct Loop {
    SourceRange range, at;
    std::vector<std::string> clauses;
    std::vector<std::size_t> inside;     // loops in its body that may take its place
    bool excludes = false;               // iterations exclude each other somewhere
    bool wants_proof = false;            // nobody says that they are independent
    std::string threads_own;             // nor, of memory that a thread has for itself, which this leads to
    bool is_unsure = false;              // it may be such memory, and no launch would see that iterations meet in it
    std::string obstacle;                // why it is not taken
    const ir::Stmt* statement = nullptr; // in the program as it is read first
    const ir::FunctionDecl* function = nullptr;
    std::vector<NamedSum> sums;      // reductions that OpenMP's clauses name
    std::vector<SourceRange> called; // functions that it calls, themselves or through others
    // The statement that a team's threads run, as far as it is known; what is declared outside of it they share, but
    // for what clauses name and what counts in their loops.
    std::optional<SourceRange> team;
    std::set<std::string> placed;
    struct Race {
        SourceRange at;
        std::string name, clause;
    };
    std::vector<Race> races; // for variables that iterations have for themselves here
};

class Chooser {
  public:
    Chooser(const Options& options, const std::list<frontend::Preprocessed>& inputs, support::SourceManager& sources,
            const std::set<std::string>& wanted_outside, support::Diagnostics& diagnostics, Timings& timings)
        : options_(options), inputs_(inputs), sources_(sources), wanted_outside_(wanted_outside),
          diagnostics_(diagnostics), timings_(timings) {
        for (const auto& input : inputs)
            positions_.emplace_back(input, sources);
    }

    OmpChoice run() {
        Trial plain = parse({});
        check_restrictions(plain);
        if (plain.diagnostics->has_errors())
            return {}; // they are reported when the program is read for good
        read(plain.program);
        OmpChoice choice;
        for (int round = 0; round < most_rounds && !open_.empty(); ++round) {
            Trial trial = attempt();
            const bool wrong = trial.diagnostics->has_errors();
            if (wrong ? learn(trial) : judge(trial))
                continue;
            if (!wrong) {
                choice.program = std::make_unique<ir::Program>(std::move(trial.program));
                choice.said = std::move(trial.diagnostics);
            }
            break;
        }
        for (const auto& loop : loops_)
            for (const auto& race : loop.obstacle.empty() ? loop.races : std::vector<Loop::Race>())
                diagnostics_.warning(race.at,
                                     fmt::format("OpenMP's threads share '{0}', and race for it; here, each iteration "
                                                 "has its own, as with '{1}': add that clause",
                                                 race.name, race.clause),
                                     "hydra-race");
        for (const auto& loop : loops_)
            if (!loop.obstacle.empty()) {
                note(loop.at, fmt::format("every rank runs this loop, in order: {}", loop.obstacle));
                check_sums({{}, loop.at, loop.function, loop.statement}, loop.sums, plain.program, diagnostics_);
            }
        choice.directives = directives();
        return choice;
    }

  private:
    struct Trial {
        std::unique_ptr<support::Diagnostics> diagnostics;
        ir::Program program;
    };

    // ---- trials

    Trial parse(const std::vector<frontend::TriedDirective>& tried) {
        Trial trial;
        trial.diagnostics = std::make_unique<support::Diagnostics>(sources_);
        trial.diagnostics->options = options_.diagnostics;
        trial.diagnostics->options.silent = false;
        auto positions = positions_.begin();
        for (const auto& input : inputs_)
            trial.program.units.push_back(frontend::parse(input, *positions++, sources_, *trial.diagnostics, tried));
        if (std::any_of(trial.program.units.begin(), trial.program.units.end(),
                        [](const auto& unit) { return unit == nullptr; }))
            return trial;
        frontend::check_parallel_loops(trial.program.units, *trial.diagnostics);
        return trial;
    }

    static void check_restrictions(Trial& trial) {
        for (const auto& unit : trial.program.units)
            if (!trial.diagnostics->has_errors())
                frontend::check_restrictions(trial.program, *unit, *trial.diagnostics, true);
    }

    Trial attempt() {
        Trial trial = parse(directives());
        auto& diagnostics = *trial.diagnostics;
        check_restrictions(trial);
        if (diagnostics.has_errors())
            return trial;
        passes::PipelineOptions settings;
        settings.wanted_outside = wanted_outside_;
        settings.devices = options_.target != codegen::Target::cpu;
        settings.after_pass = [&](std::string_view pass, const ir::Program&, double seconds) {
            timings_.add(fmt::format("tried: {}", pass), seconds, true);
        };
        passes::run_pipeline(trial.program, sources_, diagnostics, settings);
        if (!diagnostics.has_errors())
            codegen::emit(trial.program, sources_, diagnostics,
                          codegen::EmitOptions{options_.target, nullptr, options_.comm});
        return trial;
    }

    [[nodiscard]] std::vector<frontend::TriedDirective> directives() const {
        std::vector<frontend::TriedDirective> tried;
        for (const auto index : open_)
            tried.push_back({loops_[index].range,
                             fmt::format("#pragma hydra parallel for {}", fmt::join(loops_[index].clauses, " "))});
        return tried;
    }

    // ---- the program's own directives

    void read(const ir::Program& program) {
        const Statements statements(program);
        std::vector<Spoken> spoken;
        std::set<std::pair<support::FileId, std::uint32_t>> seen; // headers are read once for each file
        for (const auto& unit : program.units)
            for (const auto& line : unit->omp_lines) {
                if (!seen.emplace(line.range.file, line.range.begin).second)
                    continue;
                auto said = frontend::read_omp_line(line.text);
                if (!said)
                    continue;
                if (said->has("metadirective"))
                    note(line.range, "not in this version: 'metadirective'; none of its forms is taken");
                if (said->words.empty())
                    note(line.range, fmt::format("'{}' is no directive that hydracc knows, and is left out",
                                                 said->clauses.empty() ? line.text : said->clauses.front().name));
                Spoken each{std::move(*said), line.range};
                statements.find(each);
                spoken.push_back(std::move(each));
            }
        find_exclusions(program, spoken);
        for (const auto& each : spoken)
            if (each.statement != nullptr && each.said.opens_region() && !each.said.acc)
                check_own_variables(each, spoken, diagnostics_);
        for (const auto& each : spoken)
            if (each.statement != nullptr && each.said.has("parallel") && !each.said.acc && !each.said.shares_loop() &&
                !each.said.has("sections"))
                check_region_sums(each, program, diagnostics_);
        for (const auto& each : spoken)
            if (each.said.shares_loop())
                add_loop(each, spoken);
        if (!loops_.empty())
            memory_ = std::make_unique<ThreadMemory>(program, spoken);
        nest();
    }

    // Places where iterations exclude each other, and functions that hold or call such places.
    void find_exclusions(const ir::Program& program, const std::vector<Spoken>& spoken) {
        std::map<const ir::FunctionDecl*, std::set<const ir::FunctionDecl*>> callers;
        std::vector<const ir::FunctionDecl*> todo;
        for (const auto& each : spoken)
            if (each.said.synchronises() && each.statement != nullptr) {
                excluding_.push_back(each.statement->range);
                todo.push_back(each.function);
            }
        for (const auto& unit : program.units)
            for (const auto& function : unit->functions)
                if (function.body && function.in_user_file)
                    for_each_call(*function.body, [&](const ir::Expr& at, const ir::FunctionDecl& callee) {
                        const auto* body = ir::find_definition(program, &callee);
                        if (callee.name.starts_with("omp_") && callee.name.ends_with("_lock"))
                            excluding_.push_back(at.range), todo.push_back(&function);
                        else if (body != nullptr)
                            callers[body].insert(&function);
                    });
        for (; !todo.empty();) {
            const auto* function = todo.back();
            todo.pop_back();
            if (!excludes_.insert(function).second)
                continue;
            for (const auto* caller : callers[function])
                todo.push_back(caller);
        }
        program_ = &program;
    }

    void add_loop(const Spoken& spoken, const std::vector<Spoken>& all) {
        const auto* loop = spoken.statement == nullptr ? nullptr : spoken.statement->as<ir::For>();
        if (loop == nullptr && spoken.said.acc && spoken.said.has("kernels"))
            return add_loops_of(spoken, all); // of a block
        if (loop == nullptr)
            return note(spoken.at, fmt::format("'{}' is followed by no 'for' loop that hydracc sees; it is run in "
                                               "order",
                                               spoken.said.text()));
        Loop made;
        made.range = spoken.statement->range;
        made.at = spoken.at;
        made.excludes = excludes(*spoken.statement);
        made.called = functions_called(*program_, *spoken.statement);
        made.statement = spoken.statement;
        made.function = spoken.function;
        made.wants_proof = spoken.said.wants_proof();
        const auto named = outer_variables(*spoken.statement);
        std::set<std::string> done;
        take_clauses(made, spoken.said, named, done, false);
        for (const auto& region : all)
            if (region.statement != nullptr && region.said.opens_region() && region.statement != spoken.statement &&
                support::is_within(made.range, region.statement->range))
                take_clauses(made, region.said, named, done, true);
        find_team(made, spoken, all);
        if (spoken.said.has_clause("ordered"))
            made.obstacle = "its iterations are 'ordered'";
        if (std::any_of(loops_.begin(), loops_.end(), [&](const Loop& other) {
                return other.range.file == made.range.file && other.range.begin == made.range.begin;
            }))
            return;
        loops_.push_back(std::move(made));
    }

    // What the loop's threads share.
    static void find_team(Loop& loop, const Spoken& spoken, const std::vector<Spoken>& all) {
        bool on_device = spoken.said.acc; // which has copies of variables
        const Spoken* team = nullptr;
        for (const auto& region : all) {
            if (region.said.has("threadprivate"))
                place(loop, region.said);
            if (region.statement == nullptr || !support::is_within(loop.range, region.statement->range))
                continue;
            place(loop, region.said);
            on_device = on_device || region.said.acc || region.said.has("target") || region.said.has("teams");
            if (region.said.has("parallel") &&
                (team == nullptr || support::is_within(region.statement->range, team->statement->range)))
                team = &region;
        }
        if (team != nullptr && !on_device)
            loop.team = team->statement->range;
        const auto* counted = spoken.statement;
        for (int depth = nested_loops(spoken.said); counted != nullptr && depth > 0; --depth) {
            const auto* header = counted->as<ir::For>();
            const auto* set = header != nullptr && header->init ? header->init->as<ir::ExprStmt>() : nullptr;
            const auto* assigned = set != nullptr ? ir::strip(set->expr.get())->as<ir::Binary>() : nullptr;
            const auto* variable = assigned != nullptr ? ir::named_variable(assigned->lhs.get()) : nullptr;
            if (variable != nullptr)
                loop.placed.insert(variable->name);
            counted = header != nullptr ? header->body.get() : nullptr;
            while (counted != nullptr && counted->as<ir::Compound>() != nullptr)
                counted =
                    counted->as<ir::Compound>()->items.empty() ? nullptr : counted->as<ir::Compound>()->items[0].get();
        }
    }
    static void place(Loop& loop, const OmpDirective& said) {
        for (const auto& clause : said.clauses)
            for (const auto& item : clause.name == "shared" ? std::vector<std::string>() : clause.items)
                loop.placed.insert(item.substr(0, item.find_first_of("[:")));
    }
    // How many loops `collapse` or `ordered` name.
    static int nested_loops(const OmpDirective& said) {
        int found = 1;
        for (const auto& clause : said.clauses)
            if (clause.name == "collapse" && !clause.items.empty())
                found = std::max(found, std::atoi(clause.items.front().c_str()));
        return found;
    }

    // A clause that the program lacks.
    static void note_race(Loop& loop, const support::Diagnostic& said) {
        const auto begin = said.clause.find_last_of("(:") + 1;
        const auto name = said.clause.substr(begin, said.clause.find_first_of(")[", begin) - begin);
        const auto named = outer_variables(*loop.statement);
        const auto variable = named.find(name);
        if (!loop.team || loop.excludes || loop.placed.contains(name) || variable == named.end() ||
            variable->second->storage == ir::Storage::thread || support::is_within(variable->second->range, *loop.team))
            return;
        loop.races.push_back({said.range, name, said.clause});
    }

    // The outermost loops of a block.
    void add_loops_of(const Spoken& block, const std::vector<Spoken>& all) {
        const std::function<void(const ir::Stmt&)> visit = [&](const ir::Stmt& stmt) {
            if (stmt.as<ir::For>() != nullptr)
                return add_loop({block.said, block.at, block.function, &stmt}, all);
            ir::for_each_child(
                stmt, [](const ir::Expr&) {}, visit);
        };
        if (block.statement != nullptr)
            visit(*block.statement);
    }

    void take_clauses(Loop& loop, const OmpDirective& said, const std::map<std::string, const ir::VarDecl*>& named,
                      std::set<std::string>& done, bool of_region) {
        for (const auto& clause : said.clauses) {
            const bool own = clause.name == "private" || clause.name == "firstprivate" || clause.name == "lastprivate";
            const bool sum = clause.name == "reduction" || clause.name == "in_reduction";
            if (!own && !sum)
                continue;
            for (const auto& item : clause.items) {
                const auto name = item.substr(0, item.find('['));
                if (!named.contains(name))
                    continue;
                // A scalar that a region has for itself may come into the loop with a value from there; what iterations
                // write first is found out.
                if (own && of_region && named.at(name)->type->is_scalar())
                    continue;
                if (!done.insert(name).second)
                    continue;
                // What stands in brackets may mean something else at the loop than at the region.
                if (sum && of_region && item.find('[') != std::string::npos &&
                    std::any_of(item.begin() + static_cast<std::ptrdiff_t>(name.size()), item.end(),
                                [](unsigned char c) { return std::isalpha(c) != 0 || c == '_'; })) {
                    loop.obstacle = fmt::format("a region around it reduces the section '{}'", item);
                    continue;
                }
                if (sum && !said.acc)
                    loop.sums.emplace_back(clause.op, named.at(name));
                if (sum)
                    loop.clauses.push_back(fmt::format("reduction({}:{})", clause.op, item));
                else
                    loop.clauses.push_back(
                        fmt::format("{}({})", clause.name == "firstprivate" ? "firstprivate" : "private", name));
            }
        }
    }

    // Whether its iterations exclude each other, in its own text or in functions that they call.
    [[nodiscard]] bool excludes(const ir::Stmt& stmt) const {
        bool found = std::any_of(
            excluding_.begin(), excluding_.end(),
            [&](const SourceRange& each) { return support::is_within(each, stmt.range); });
        for_each_call(stmt, [&](const ir::Expr&, const ir::FunctionDecl& callee) {
            found = found || excludes_.contains(ir::find_definition(*program_, &callee));
        });
        return found;
    }

    // Of what stands in a function that the loop calls. Where it speaks of a variable of some loops' clauses, it is
    // said of these.
    [[nodiscard]] bool may_be_said_of(const Loop& loop, const support::Diagnostic& diagnostic) const {
        const std::string name = first_named(diagnostic.message);
        const bool is_named = std::any_of(
            open_.begin(), open_.end(),
            [&](std::size_t index) { return named_by(loops_[index].clauses).contains(name); });
        return (!is_named || named_by(loop.clauses).contains(name)) &&
               std::any_of(loop.called.begin(), loop.called.end(),
                           [&](const SourceRange& function) { return support::is_within(diagnostic.range, function); });
    }

    // Loops that stand in another one take its place where that is not taken.
    void nest() {
        for (std::size_t i = 0; i < loops_.size(); ++i) {
            std::optional<std::size_t> around;
            for (std::size_t j = 0; j < loops_.size(); ++j)
                if (j != i && support::is_within(loops_[i].range, loops_[j].range) &&
                    (!around || support::is_within(loops_[j].range, loops_[*around].range)))
                    around = j;
            if (around)
                loops_[*around].inside.push_back(i);
            else
                open_.push_back(i);
        }
        for (const auto index : std::vector<std::size_t>(open_))
            if (!loops_[index].obstacle.empty())
                give_up(index, loops_[index].obstacle);
    }

    // ---- what trials say

    void give_up(std::size_t index, const std::string& reason) {
        auto& loop = loops_[index];
        loop.obstacle = reason;
        std::erase(open_, index);
        for (const auto inner : loop.inside) {
            open_.push_back(inner);
            if (!loops_[inner].obstacle.empty())
                give_up(inner, loops_[inner].obstacle);
        }
    }

    // False: the errors speak of no loop that is tried.
    bool learn(const Trial& trial) {
        std::map<std::size_t, std::string> given_up;
        bool learnt = false;
        for (const auto& [diagnostic, severity] : trial.diagnostics->shown()) {
            if (severity != support::Severity::error)
                continue;
            const auto meant = meant_by(*diagnostic, open_, [&](std::size_t loop) { return loops_[loop].range; });
            for (const auto index : meant.empty() ? open_ : std::vector<std::size_t>())
                if (may_be_said_of(loops_[index], *diagnostic))
                    given_up.try_emplace(index, without_remedy(diagnostic->message));
            for (const auto index : meant) {
                auto& clauses = loops_[index].clauses;
                const bool known = std::find(clauses.begin(), clauses.end(), diagnostic->clause) != clauses.end();
                if (diagnostic->clause.empty() || known || clauses.size() >= most_clauses) {
                    given_up.try_emplace(index, without_remedy(diagnostic->message));
                } else {
                    clauses.push_back(diagnostic->clause);
                    note_race(loops_[index], *diagnostic);
                    learnt = true;
                }
            }
        }
        for (const auto& [index, reason] : given_up)
            give_up(index, reason);
        return learnt || !given_up.empty();
    }

    // Remedies speak of HYDRA's own clauses.
    static std::string without_remedy(const std::string& message) { return message.substr(0, message.find(';')); }

    // A program without errors: true where a loop got a clause, or is given up.
    bool judge(const Trial& trial) {
        std::map<std::size_t, std::string> given_up;
        bool helped = false;
        for (const auto index : open_) {
            auto& loop = loops_[index];
            if (auto reason = carried(trial, loop)) {
                given_up[index] = *reason;
                continue;
            }
            const auto* kernel = kernel_of(trial, loop);
            if (kernel == nullptr || is_proved(*kernel))
                continue;
            loop.threads_own = memory_->written_in(*loop.statement, named_by(loop.clauses));
            loop.is_unsure = memory_->may_reach(*loop.statement, loop.function) && is_inexact(*kernel);
            const bool trusted = !loop.excludes && !loop.wants_proof && loop.threads_own.empty() && !loop.is_unsure;
            if (kernel->analysis.replicated)
                given_up[index] = kernel->analysis.reason;
            if (trusted)
                continue;
            const auto tally = find_tally(*kernel, std::nullopt);
            const bool known =
                tally && std::find(loop.clauses.begin(), loop.clauses.end(), tally->clause) != loop.clauses.end();
            if (tally && !tally->clause.empty() && !known && loop.clauses.size() < most_clauses) {
                loop.clauses.push_back(tally->clause);
                helped = true;
                given_up.erase(index);
            } else if (const auto own = scratch(loop); !own.empty()) {
                loop.clauses.push_back(own);
                helped = true;
                given_up.erase(index);
            } else if (!kernel->analysis.replicated) {
                given_up[index] =
                    unproved(loop) + (kernel->analysis.doubt.empty() ? "" : ": " + kernel->analysis.doubt);
            }
        }
        for (const auto& [index, reason] : given_up)
            give_up(index, reason);
        return helped || !given_up.empty();
    }

    // Whether it may touch what is only known roughly: ranks that meet there are not found when it is launched.
    static bool is_inexact(const ir::Kernel& kernel) {
        bool writes = false, roughly = false;
        for (const ir::Access& access : kernel.touches.accesses) {
            writes = writes || access.kind != ir::AccessKind::read;
            roughly = roughly || access.kind == ir::AccessKind::may_write ||
                      (!access.reason.empty() && !access.everywhere) || access.form == ir::Access::Form::everything;
        }
        return writes && roughly;
    }

    // As far as subscripts stay in their rows, which C demands.
    static bool is_proved(const ir::Kernel& kernel) {
        const ir::Analysis& known = kernel.analysis;
        return known.proved_parallel || (!known.replicated && known.doubt.empty() && !known.rows_assumed.empty());
    }

    // A clause for an array of a thread's, which may be each iteration's scratch: the next trial tells. Empty: it is no
    // variable that the clause can name, or has been tried.
    static std::string scratch(const Loop& loop) {
        const auto named = outer_variables(*loop.statement);
        const auto found = named.find(loop.threads_own);
        if (loop.threads_own.empty() || found == named.end() || found->second->has_static_lifetime() ||
            found->second->is_param || !(found->second->type->is_array() || found->second->type->is_record()) ||
            loop.clauses.size() >= most_clauses)
            return "";
        return fmt::format("private({})", loop.threads_own);
    }

    static std::string unproved(const Loop& loop) {
        if (loop.excludes)
            return "its iterations exclude each other (critical, atomic or a lock), and it is not proved that they do "
                   "nothing else to each other";
        if (!loop.threads_own.empty() && !loop.wants_proof)
            return fmt::format(
                "what it writes through '{}' each of OpenMP's threads has for itself, so an iteration may "
                "go on from what the ones before it left there, and it is not proved that none does",
                loop.threads_own);
        if (loop.is_unsure && !loop.wants_proof)
            return "each of OpenMP's threads may have for itself what it writes, so an iteration may go on from what "
                   "the "
                   "ones before it left there, and it is not proved that none does";
        return "it is not proved that its iterations are independent";
    }

    // Variables that clauses name.
    static std::set<std::string> named_by(const std::vector<std::string>& clauses) {
        std::set<std::string> names;
        for (const std::string& clause : clauses) {
            const auto begin = clause.find_last_of("(:") + 1;
            names.insert(clause.substr(begin, clause.find_first_of(")[", begin) - begin));
        }
        return names;
    }

    // Why a variable of an iteration's own may hold a value from the one before: one thread runs one after the other,
    // and its private variables keep what they have.
    [[nodiscard]] std::optional<std::string> carried(const Trial& trial, const Loop& loop) const {
        for (const auto& diagnostic : trial.diagnostics->all())
            if (diagnostic.name == "hydra-private" &&
                (support::is_within(diagnostic.range, loop.range) || may_be_said_of(loop, diagnostic)))
                return without_remedy(diagnostic.message);
        return std::nullopt;
    }

    static const ir::Kernel* kernel_of(const Trial& trial, const Loop& loop) {
        for (const auto& kernel : trial.program.kernels)
            if (kernel.loop->range.file == loop.range.file && kernel.loop->range.begin == loop.range.begin)
                return &kernel;
        return nullptr;
    }

    void note(const SourceRange& at, const std::string& message) {
        if (options_.diagnostics.silent || options_.diagnostics.disabled.contains("hydra-omp"))
            return;
        diagnostics_.warning(at, message, "hydra-omp").severity = support::Severity::note;
    }

    const Options& options_;
    const std::list<frontend::Preprocessed>& inputs_;
    support::SourceManager& sources_;
    const std::set<std::string>& wanted_outside_;
    support::Diagnostics& diagnostics_;
    Timings& timings_;
    std::list<frontend::PositionMap> positions_; // by input
    const ir::Program* program_ = nullptr;       // while it is read
    std::unique_ptr<ThreadMemory> memory_;
    std::vector<SourceRange> excluding_;
    std::set<const ir::FunctionDecl*> excludes_;
    std::vector<Loop> loops_;
    std::vector<std::size_t> open_; // that are tried now
};

} // namespace

OmpChoice omp_directives(const Options& options, const std::list<frontend::Preprocessed>& inputs,
                         support::SourceManager& sources, const std::set<std::string>& wanted_outside,
                         support::Diagnostics& diagnostics, Timings& timings) {
    return Chooser(options, inputs, sources, wanted_outside, diagnostics, timings).run();
}

} // namespace hydra::driver

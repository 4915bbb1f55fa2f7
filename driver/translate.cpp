// The order of the phases is the order of the functions below.
#include "driver/translate.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <regex>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "driver/cmaps_sources.h"
#include "driver/failure.h"
#include "driver/objects/link_inputs.h"
#include "driver/recipe.h"
#include "driver/report/report.h"
#include "driver/system_names.h"
#include "driver/tools.h"
#include "driver/trials/advice.h"
#include "driver/trials/native_check.h"
#include "driver/trials/omp_loops.h"
#include "driver/trials/tallies.h"
#include "frontend/directive/loop_check.h"
#include "frontend/directive/restrictions.h"
#include "frontend/parse.h"
#include "frontend/source/conditions.h"
#include "frontend/source/positions.h"
#include "frontend/source/preprocess.h"
#include "frontend/source/write_out.h"
#include "ir/print.h"
#include "passes/facts/library.h"
#include "passes/pipeline.h"
#include "support/unshared.h"

namespace hydra::driver {

namespace {

void print_error(const std::string& text) { fmt::print(stderr, "{}", text); }

class Translator {
  public:
    Translator(const Options& options, const RuntimePaths& runtime, Timings& timings, CrashReport& crash)
        : options_(options), runtime_(runtime), timings_(timings), crash_(crash) {
        diagnostics_.options = options.diagnostics;
    }

    Translation run() {
        refuse_other_types();
        if (!options_.report.profile.empty() && options_.report.format != ReportFormat::none)
            profile_ = read_profile(options_.report.profile);
        note_options();
        preprocess();
        if (options_.goal == Goal::dump && options_.dump.form == "c") {
            for (const auto& input : inputs_)
                fmt::print("{}", sources_.file(input.file).text);
            return finish({});
        }
        parse();
        if (options_.goal == Goal::dump && options_.dump.form == "ast") {
            for (const auto& unit : program_.units)
                fmt::print("{}", ir::dump(*unit, sources_));
            return finish({});
        }
        analyse();
        if (options_.goal == Goal::dump)
            return finish({});
        return generate(); // --check too: what cannot be written is an error like any other
    }

  private:
    void refuse_other_types() const {
        for (std::size_t i = 0; i < options_.sources.size(); ++i)
            if (const auto word = options_.of(i).unanalysed.other_types; !word.empty())
                throw Failure(status_usage,
                              fmt::format("'{}' changes what C's types are, and the analysis takes them as they are "
                                          "without it; declare the type in the program{}",
                                          word, word.find("char") != std::string::npos ? " (unsigned char)" : ""));
    }

    void note_options() {
        if (!options_.floating.inexact.empty() && !options_.diagnostics.silent &&
            !options_.diagnostics.disabled.contains("hydra-fp")) {
            auto& note = diagnostics_.warning(
                {},
                fmt::format("with {} the native compiler may round differently in each part of a loop, so results "
                            "can differ in their last bits from the sequential program's",
                            options_.floating.inexact),
                "hydra-fp");
            note.severity = support::Severity::note;
        }
    }

    void preprocess() {
        const Timings::Scope time(timings_, "preprocess");
        // CMAPS first: C sources may include the headers that it becomes.
        const std::vector<std::size_t> order = cmaps_first(options_);
        std::vector<std::optional<frontend::Preprocessed>> read(order.size());
        bool failed = false;
        for (const auto at : order)
            failed = !preprocess(at, read[at]) || failed;
        if (failed) {
            if (options_.diagnostics_format != DiagnosticsFormat::text)
                print_error(rendered());
            throw Failure(status_input, "");
        }
        stop_on_errors(); // of CMAPS
        join_dependency_files(options_);
        for (std::size_t at = 0; at < read.size(); ++at) {
            const Options one = options_.of(at);
            read[at]->openmp = one.openmp;
            read[at]->openacc = one.openacc;
            inputs_.push_back(std::move(*read[at]));
        }
        for (const auto& input : inputs_)
            crash_.add_input(input.path, input.text);
    }

    // False where the preprocessor refuses it. Nothing is read where CMAPS has errors, which are reported.
    bool preprocess(std::size_t number, std::optional<frontend::Preprocessed>& read) {
        const std::string& source = options_.sources[number];
        if (!options_.records.empty() && options_.records[number] != nullptr) {
            read = carried(*options_.records[number]);
            return true;
        }
        frontend::PreprocessOptions settings{options_.cc, preprocessor_flags(options_, runtime_, source)};
        const bool is_cmaps = options_.is_cmaps(source);
        if (is_cmaps)
            settings.flags.insert(settings.flags.end(), {"-include", "hydra.h"});
        for (const auto& folder : cmaps_.folders())
            settings.flags.insert(settings.flags.end(), {"-iquote", folder});
        if (options_.verbose) {
            Command command{{options_.cc, "-E", "-dD"}, {}};
            command.words.insert(command.words.end(), settings.flags.begin(), settings.flags.end());
            command.words.push_back(source);
            print_error(shell_text(command) + "\n");
        }
        try {
            read = frontend::preprocess(source, settings, sources_);
            if (options_.goal != Goal::executable) // else the compiler says it again, with better positions
                relay(read->messages, false);
            const support::Diagnostics::Stage stage(diagnostics_, "hydra-cmaps");
            if (is_cmaps)
                read = cmaps_.lower(std::move(*read));
            return true;
        } catch (const frontend::PreprocessError& error) {
            using Kind = frontend::PreprocessError::Kind;
            relay(error.output, true);
            if (error.kind == Kind::missing_tool)
                throw Failure(status_tool, fmt::format("{} (Debian: apt-get install gcc)", error.what()));
            const auto place = error.kind == Kind::failed ? source + ": " : "";
            if (options_.diagnostics_format == DiagnosticsFormat::text)
                print_error(fmt::format("hydracc: error: {}{}\n", place, error.what()));
            else if (error.output.empty())
                diagnostics_.error({}, place + error.what());
            return false;
        }
    }

    // What an object of `hydracc -c` carries of its source.
    frontend::Preprocessed carried(const SourceRecord& record) {
        for (const auto& [path, text] : record.files) {
            const auto typed = record.typed.find(path);
            sources_.provide(path, text, typed == record.typed.end() ? path : typed->second);
        }
        const auto file = sources_.add(record.path, record.files.at(record.path), true);
        return frontend::read_preprocessed(record.text, record.path, file);
    }

    void parse() {
        {
            const Timings::Scope time(timings_, "parse");
            std::list<frontend::PositionMap> positions;
            for (const auto& input : inputs_) {
                positions.emplace_back(input, sources_);
                if (auto text = frontend::conditions_written_out(positions.back(), input.file, sources_)) {
                    sources_.replace(input.file, std::move(*text));
                    positions.back() = frontend::PositionMap(input, sources_);
                }
                if (auto text = frontend::written_out(input, positions.back(), sources_)) {
                    sources_.replace(input.file, std::move(*text));
                    positions.back() = frontend::PositionMap(input, sources_);
                }
            }
            look_into_objects();
            OmpChoice chosen;
            check_openmp();
            if (options_.openmp || options_.openacc)
                chosen = omp_directives(options_, inputs_, sources_, wanted_outside_, diagnostics_, timings_);
            is_analysed_ = chosen.program != nullptr && options_.goal != Goal::dump && !diagnostics_.has_errors() &&
                           !is_left_to_objects(*chosen.program);
            if (is_analysed_) {
                program_ = std::move(*chosen.program);
                diagnostics_.add(*chosen.said);
            }
            auto at = positions.begin();
            for (const auto& input : inputs_)
                if (!is_analysed_)
                    program_.units.push_back(frontend::parse(input, *at++, sources_, diagnostics_, chosen.directives));
            if (!is_analysed_) {
                const support::Diagnostics::Stage stage(diagnostics_, "hydra-directive");
                frontend::check_parallel_loops(program_.units, diagnostics_);
            }
            if (!is_analysed_)
                leave_to_objects();
            const support::Diagnostics::Stage stage(diagnostics_, "hydra-restriction");
            if (!diagnostics_.has_errors())
                frontend::cmaps::check_calls_from_c(program_.units, cmaps_.calls(), diagnostics_);
            for (const auto& unit : program_.units)
                if (unit != nullptr && !is_analysed_ && !diagnostics_.has_errors())
                    frontend::check_restrictions(program_, *unit, diagnostics_, options_.openmp);
        }
        stop_on_errors();
        if (options_.goal == Goal::executable) {
            check_main();
            stop_on_errors();
        }
    }

    // An executable begins in one main. Object files and libraries may bring it.
    void check_main() {
        const ir::FunctionDecl* main = nullptr;
        for (const auto& unit : program_.units) {
            for (const auto& function : unit->functions) {
                if (function.name != "main" || function.body == nullptr)
                    continue;
                if (main != nullptr) {
                    auto& error =
                        diagnostics_.error(function.range, "the program has a 'main' already; an executable has one");
                    error.notes.push_back({main->range, "the other one is here"});
                }
                main = main == nullptr ? &function : main;
            }
        }
        const auto may_bring = [](const Handed& each) {
            return each.option.empty() || each.option.starts_with("-l") || each.option.starts_with("-Wl") ||
                   each.value.starts_with("-l") || each.option.starts_with("-nostart") ||
                   each.option.starts_with("-shared");
        };
        if (main == nullptr && std::none_of(options_.handed.begin(), options_.handed.end(), may_bring)) {
            throw Failure(status_input, "the program has no 'main', with which an executable begins; --check and -S "
                                        "take files without one");
        }
    }

    // Of sources that come as objects, the native compiler has spoken when these were made.
    void check_openmp() {
        for (std::size_t at = 0; at < options_.sources.size(); ++at) {
            const auto input = std::next(inputs_.begin(), static_cast<std::ptrdiff_t>(at));
            const bool carried = !options_.records.empty() && options_.records[at] != nullptr;
            if (carried || !input->openmp || options_.is_cmaps(options_.sources[at]) ||
                input->text.find("#pragma omp") == std::string::npos)
                continue;
            const auto said = refused_natively(options_, options_.sources[at],
                                               preprocessor_flags(options_, runtime_, options_.sources[at]));
            if (said.empty())
                continue;
            relay(said, true);
            if (options_.diagnostics_format != DiagnosticsFormat::text)
                print_error(rendered());
            throw Failure(status_input, fmt::format("'{}' refuses an OpenMP directive", options_.cc));
        }
    }

    // The names that the object files and libraries of the user's own define, and those that they leave to others.
    void look_into_objects() {
        const LinkInputs inputs(options_);
        wanted_outside_ = inputs.undefined();
        defined_outside_ = inputs.defined();
        for (const auto& library : own_shared_libraries(options_))
            for (auto& object : read_object_files(library)) {
                wanted_outside_.merge(object.undefined);
                defined_outside_.merge(object.defined);
            }
    }

    [[nodiscard]] bool is_left_to_objects(const ir::FunctionDecl& function) const {
        return function.body != nullptr && function.storage != ir::Storage::static_ &&
               defined_outside_.contains(function.name);
    }
    [[nodiscard]] bool is_left_to_objects(const ir::Program& program) const {
        return std::any_of(
            program.units.begin(), program.units.end(),
            [this](const auto& unit) {
                return std::any_of(
                    unit->functions.begin(), unit->functions.end(),
                    [this](const auto& function) { return is_left_to_objects(function); });
            });
    }

    // A weak function that an object file defines, too, is the object's.
    void leave_to_objects() {
        for (const auto& unit : program_.units) {
            if (unit == nullptr) // it has errors
                continue;
            for (auto& function : unit->functions)
                if (is_left_to_objects(function))
                    function.body.reset();
        }
    }

    // What the program defines under names of the system's. Object files that are linked cannot be told which they
    // mean.
    void find_own_names(const std::set<std::string>& wanted_outside) {
        const auto note = [&](const auto& named) {
            if (named.storage == ir::Storage::static_ || !named.in_user_file || !is_system_name(named.name))
                return;
            own_names_.insert(named.name);
            if (wanted_outside.contains(named.name))
                diagnostics_.error(named.range,
                                   fmt::format("the system has a '{0}' too, which the program's runtime or the "
                                               "libraries below it call, and a linked object file calls '{0}': "
                                               "give this one another name",
                                               named.name));
        };
        for (const auto& unit : program_.units) {
            for (const auto& function : unit->functions)
                if (function.body != nullptr)
                    note(function);
            for (const auto& variable : unit->globals)
                if (variable.storage != ir::Storage::extern_ || variable.init != nullptr)
                    note(variable);
        }
    }

    // Functions of the system that cannot be shared out, which the program declares and does not define.
    [[nodiscard]] std::vector<std::string> used_unshared() const {
        std::set<std::string> names;
        for (const auto& unit : program_.units)
            for (const auto& function : unit->functions)
                if (function.body == nullptr && support::unshared_group(function.name) != nullptr &&
                    !own_names_.contains(function.name) && !defined_outside_.contains(function.name))
                    names.insert(function.name);
        return {names.begin(), names.end()};
    }

    // Runs the passes, and prints what --dump asks of them.
    void analyse() {
        std::vector<std::string> names;
        std::string dumped;
        {
            const Timings::Scope time(timings_, "passes");
            passes::PipelineOptions settings;
            settings.wanted_outside = wanted_outside_;
            settings.devices = options_.target != codegen::Target::cpu;
            find_own_names(wanted_outside_);
            settings.after_pass = [&](std::string_view pass, const ir::Program& program, double seconds) {
                timings_.add(pass, seconds, true);
                names.emplace_back(pass);
                if (pass == options_.dump.pass)
                    dumped = ir::print(program);
            };
            const support::Diagnostics::Stage stage(diagnostics_, "hydra-loop");
            if (!is_analysed_)
                passes::run_pipeline(program_, sources_, diagnostics_, settings);
            warn_of_tallies(program_, diagnostics_);
        }
        stop_on_errors();
        if (options_.goal != Goal::dump)
            return;
        if (!options_.dump.pass.empty()) {
            if (std::find(names.begin(), names.end(), options_.dump.pass) == names.end()) {
                throw Failure(status_usage, fmt::format("--dump=ir:{}: there is no such pass; the passes are {}",
                                                        options_.dump.pass, fmt::join(names, ", ")));
            }
            fmt::print("{}", dumped);
        } else {
            fmt::print("{}", options_.dump.form == "ir" ? ir::print(program_) : ir::print_footprints(program_));
        }
    }

    // Whether there may be code of which only the linker knows, or the loader, besides the libraries that C programs
    // always have.
    [[nodiscard]] bool has_foreign_code() const {
        constexpr std::array<std::string_view, 6> known{"-lm", "-lc", "-lpthread", "-lrt", "-ldl", "-lgomp"};
        return passes::names_unknown_function(program_) ||
               std::any_of(options_.handed.begin(), options_.handed.end(), [&](const Handed& each) {
                   const std::string library = each.option.starts_with("-l") ? each.option + each.value : each.value;
                   return each.option.empty() || each.option.starts_with("-Wl") ||
                          (library.starts_with("-l") && std::find(known.begin(), known.end(), library) == known.end());
               });
    }

    // With -g, what is compiled is the user's text with its lines.
    [[nodiscard]] bool is_for_reading() const {
        return options_.goal == Goal::sources && std::none_of(
                                                     options_.handed.begin(), options_.handed.end(),
                                                     [](const Handed& each) { return each.option.starts_with("-g"); });
    }

    Translation generate() {
        Translation result;
        {
            const Timings::Scope time(timings_, "codegen");
            const support::Diagnostics::Stage stage(diagnostics_, "hydra-translation");
            result.files = codegen::emit(program_, sources_, diagnostics_,
                                         codegen::EmitOptions{options_.target, &host_reasons_, options_.comm,
                                                              is_for_reading(), has_foreign_code()});
        }
        stop_on_errors();
        result.files.insert(result.files.end(), cmaps_.headers().begin(), cmaps_.headers().end());
        result.own_names.assign(own_names_.begin(), own_names_.end());
        result.unshared_names = used_unshared();
        std::size_t user_files = 0;
        for (std::size_t i = 0; i < sources_.size(); ++i)
            user_files += sources_.file(static_cast<support::FileId>(i)).user ? 1U : 0U;
        result.has_user_headers = user_files > options_.sources.size();
        if (options_.report.format != ReportFormat::none) {
            auto report = make_report(options_, program_, sources_, host_reasons_);
            report.profile = profile_;
            if (options_.report.advice != nullptr)
                report.advice = *options_.report.advice;
            add_advice(report, options_, inputs_, sources_, program_, wanted_outside_);
            write_report(options_, report);
        }
        return finish(std::move(result));
    }

    // Diagnostics of a stage that stops, or of a run that went well, are printed in one go.
    void stop_on_errors() {
        if (diagnostics_.has_errors()) {
            print_error(rendered());
            throw Failure(status_input, "");
        }
    }

    Translation finish(Translation result) {
        stop_on_errors();
        print_error(rendered());
        return result;
    }

    // The diagnostics in the form that the user asked for. JSON and SARIF are whole documents also where all is well.
    [[nodiscard]] std::string rendered() const {
        switch (options_.diagnostics_format) {
        case DiagnosticsFormat::json:
            return diagnostics_.render_json();
        case DiagnosticsFormat::sarif:
            return diagnostics_.render_sarif(HYDRACC_VERSION);
        case DiagnosticsFormat::text:
            break;
        }
        return diagnostics_.render();
    }

    // What another tool said about the input: as it is, or as diagnostics, with the places that it names.
    void relay(const std::string& messages, bool failed) {
        if (options_.diagnostics_format == DiagnosticsFormat::text) {
            print_error(messages);
            return;
        }
        const support::Diagnostics::Stage stage(diagnostics_, "hydra-preprocessor");
        static const std::regex placed("(.+?):([0-9]+):([0-9]+): (?:fatal )?(error|warning|note): (.*)");
        std::string rest; // what follows no message with a place; quoted source lines follow one
        bool quoted = false;
        std::istringstream lines(messages);
        for (std::string line; std::getline(lines, line);) {
            std::smatch match;
            if (std::regex_match(line, match, placed)) {
                const auto place = place_of(match[1], std::stoul(match[2]), std::stoul(match[3]));
                auto& diagnostic = match[4] == "error" ? diagnostics_.error(place, match[5])
                                                       : diagnostics_.warning(place, match[5], "");
                diagnostic.severity = match[4] == "note" ? support::Severity::note : diagnostic.severity;
                quoted = true;
            } else if (!quoted) {
                rest += (rest.empty() ? "" : "\n") + line;
            }
        }
        if (!rest.empty() && failed)
            diagnostics_.error({}, rest);
        else if (!rest.empty())
            diagnostics_.warning({}, rest, "");
    }

    // A place that another tool names; invalid where the file cannot be read.
    support::SourceRange place_of(const std::string& path, std::size_t line, std::size_t column) {
        std::ifstream in(path, std::ios::binary);
        if (!in)
            return {};
        const std::string text{std::istreambuf_iterator<char>(in), {}};
        const auto file = sources_.add(path, text, true);
        const auto at = sources_.line_start(file, static_cast<std::uint32_t>(line)) + column - 1;
        const auto begin = static_cast<std::uint32_t>(std::min(at, text.size()));
        return {file, begin, begin, false};
    }

    const Options& options_;
    const RuntimePaths& runtime_;
    Timings& timings_;
    CrashReport& crash_;
    support::SourceManager sources_;
    support::Diagnostics diagnostics_{sources_};
    CmapsSources cmaps_{options_, runtime_, sources_, diagnostics_};
    std::list<frontend::Preprocessed> inputs_; // a list: the crash report points at their texts
    ir::Program program_;
    std::set<std::string> wanted_outside_, defined_outside_; // names in object files and libraries
    std::set<std::string> own_names_;
    std::map<int, std::string> host_reasons_; // why no device runs a loop, by kernel
    std::optional<Profile> profile_;
    bool is_analysed_ = false; // the passes have run already
};

// The file that -MD writes for one source, as the compilers name it.
std::string dependency_file(const Options& options, const std::string& source) {
    namespace fs = std::filesystem;
    if (!options.dependencies.file.empty() && options.sources.size() == 1)
        return options.dependencies.file;
    if (!options.dependencies.file.empty())
        return fmt::format("{}.{}", options.dependencies.file,
                           std::find(options.sources.begin(), options.sources.end(), source) - options.sources.begin());
    const auto stem = fs::path(source).stem().string();
    if (options.output.empty())
        return stem + ".d";
    auto file = fs::path(options.output).replace_extension();
    if (options.sources.size() > 1)
        file += "-" + stem;
    return file.string() + ".d";
}

} // namespace

std::vector<std::string> preprocessor_flags(const Options& options, const RuntimePaths& runtime,
                                            const std::string& source, bool dependencies) {
    auto flags = own_compile_flags(options);
    const auto given = options.words(preprocessing);
    flags.insert(flags.end(), given.begin(), given.end());
    flags.insert(flags.end(), {"-isystem", runtime.include()});
    if (dependencies) {
        const auto more = dependency_flags(options, source);
        flags.insert(flags.end(), more.begin(), more.end());
    }
    return flags;
}

std::vector<std::string> dependency_flags(const Options& options, const std::string& source) {
    std::vector<std::string> flags;
    if (options.dependencies.option == "-MD" || options.dependencies.option == "-MMD") {
        flags.insert(flags.end(), {options.dependencies.option, "-MF", dependency_file(options, source)});
        flags.insert(flags.end(), options.dependencies.flags.begin(), options.dependencies.flags.end());
        if (!options.dependencies.has_target)
            flags.insert(flags.end(), {"-MQ", options.output.empty() ? "a.out" : options.output});
    }
    return flags;
}

void join_dependency_files(const Options& options) {
    const auto& file = options.dependencies.file;
    if (options.dependencies.option.empty() || file.empty() || options.sources.size() == 1)
        return;
    std::ofstream whole(file, std::ios::binary);
    for (const auto& source : options.sources) {
        const auto part = dependency_file(options, source);
        whole << std::ifstream(part, std::ios::binary).rdbuf();
        std::filesystem::remove(part);
    }
}

Translation translate(const Options& options, const RuntimePaths& runtime, Timings& timings, CrashReport& crash) {
    return Translator(options, runtime, timings, crash).run();
}

} // namespace hydra::driver

// See link.h.
#include "driver/objects/link.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "driver/build.h"
#include "driver/failure.h"
#include "driver/objects/activity.h"
#include "driver/objects/compile.h"
#include "driver/objects/kept.h"
#include "driver/objects/link_inputs.h"
#include "driver/output.h"
#include "driver/recipe.h"
#include "driver/system_names.h"
#include "driver/tools.h"
#include "driver/translate.h"
#include "frontend/source/subprocess.h"
#include "support/unshared.h"

namespace hydra::driver {

namespace fs = std::filesystem;

namespace {

// Whether a line of the text is `#if` or the like: what stands there may not be there.
bool has_conditions(std::string_view text) {
    for (std::size_t at = 0; (at = text.find("if", at)) != std::string_view::npos; at += 2) {
        const auto before = text.find_last_not_of(" \t", at == 0 ? 0 : at - 1);
        if (before != std::string_view::npos && before < at && text[before] == '#')
            return true;
    }
    return false;
}

// Whether a source is to be translated. Most that are say so in their own text, which costs nothing to find.
bool are_active(const Options& options, const RuntimePaths& runtime) {
    std::vector<std::string> unsure;
    for (const auto& source : options.sources) {
        // What is no file that can be read is the translation's to refuse, and CMAPS is always translated.
        if (!fs::is_regular_file(source) || options.is_cmaps(source))
            return true;
        const auto text = file_text(source);
        if (activity_of(text, options.openmp, options.openacc).is_active && !has_conditions(text))
            return true;
        unsure.push_back(source);
    }
    std::string ignored;
    for (std::size_t i = 0; i < unsure.size(); ++i) {
        std::vector<std::string> words = {options.cc, "-E", "-x", "c"};
        const auto flags = preprocessor_flags(options.of(i), runtime, unsure[i], false);
        words.insert(words.end(), flags.begin(), flags.end());
        words.push_back(unsure[i]);
        const auto printed = frontend::run_process(words);
        if (!printed.started)
            return true; // says what is missing
        const auto activity = activity_of(printed.out, options.openmp, options.openacc);
        if (activity.is_active)
            return true;
        if (!activity.ignored.empty())
            ignored += ignored_note(activity.ignored);
    }
    if (!options.diagnostics.silent && !options.diagnostics.disabled.contains("hydra-omp"))
        fmt::print(stderr, "{}", ignored);
    return false;
}

// What must be called otherwise in the objects: names of the system's that the program has, and those whose work cannot
// be shared out.
std::vector<std::string> renaming(const Options& options, const LinkInputs& inputs) {
    std::vector<std::string> own, unshared;
    auto defined = inputs.defined();
    std::set<std::string> outside, wanted; // in shared libraries of the user's own, where names are what they are
    for (const auto& library : own_shared_libraries(options))
        for (auto& object : read_object_files(library)) {
            outside.merge(object.defined);
            wanted.merge(object.undefined);
        }
    for (const auto& name : defined)
        if (is_system_name(name) && !wanted.contains(name))
            own.push_back(name);
    defined.merge(outside);
    for (const auto& name : inputs.undefined()) {
        if (defined.contains(name))
            continue;
        if (name.starts_with("MPI_") || name.starts_with("PMPI_"))
            throw Failure(status_input, fmt::format("'{}': hydracc makes the communication itself; take the MPI calls "
                                                    "out and mark the parallel loops",
                                                    name));
        if (support::unshared_group(name) != nullptr)
            unshared.push_back(name);
    }
    return renaming_words(own, unshared);
}

// An object or archive with the names that it has in an executable.
std::string renamed(const std::string& file, const std::vector<std::string>& words, const std::string& folder,
                    std::size_t number) {
    if (words.empty())
        return file;
    const auto copy = fmt::format("{}/{}-{}", folder, number, fs::path(file).filename().string());
    Command command{{"objcopy"}, {}};
    command.words.insert(command.words.end(), words.begin(), words.end());
    command.words.insert(command.words.end(), {file, copy});
    const auto result = run_all({command}, 1).front();
    if (result.status != 0)
        throw Failure(status_tool, fmt::format("{}objcopy failed on {}", result.output, file));
    return copy;
}

void link_as_it_stands(Options options, const RuntimePaths& runtime, const LinkInputs& inputs,
                       const std::string& folder) {
    const auto words = options.is_static ? std::vector<std::string>{} : renaming(options, inputs);
    std::size_t number = 0;
    options.handed =
        inputs.with_files(options, [&](const std::string& file) { return renamed(file, words, folder, ++number); });
    link_objects(options, runtime);
}

// What is translated has the runtime in it.
void refuse_static(const Options& options) {
    if (options.is_static)
        throw Failure(status_usage,
                      "'-static' is for programs without directives: the runtime takes the place of functions "
                      "of the C library (malloc, fopen …), in a static executable also where that library "
                      "calls them itself");
}

void link_kept(Options options, const RuntimePaths& runtime, const std::vector<std::string>& objects) {
    if (options.verbose)
        fmt::print(stderr, "nothing has changed: the translation in {} is taken\n",
                   fs::path(objects.front()).parent_path().string());
    std::vector<Handed> first;
    first.reserve(objects.size());
    for (const auto& object : objects)
        first.push_back({"", object, false, true, linking});
    options.handed.insert(options.handed.begin(), first.begin(), first.end());
    link_objects(options, runtime);
}

} // namespace

void build_program(const Options& options, const RuntimePaths& runtime, Timings& timings, CrashReport& crash) {
    LinkInputs inputs(options);
    const bool carry = inputs.carry_records();
    // A report advises where directives may stand.
    const bool is_wanted = options.report.format != ReportFormat::none || options.save_temps;
    if (!carry && !options.sources.empty() && (is_wanted || are_active(options, runtime))) {
        refuse_static(options);
        build_executable(options, runtime, translate(options, runtime, timings, crash), timings);
        return;
    }
    const TemporaryFolder folder;
    Options plain = options;
    std::erase_if(plain.sources, [&](const std::string& source) { return options.is_cmaps(source); });
    std::vector<std::string> objects;
    if (!plain.sources.empty()) {
        const Timings::Scope time(timings, "native compiler");
        objects = compile_into(folder.path(), plain, runtime, carry);
    }
    for (const auto& object : objects)
        inputs.add(object);
    if (carry && (is_wanted || plain.sources.size() < options.sources.size() || inputs.are_active(options))) {
        refuse_static(options);
        const Options program = inputs.program(options, folder.path());
        const KeptTranslation kept(program, inputs);
        if (const auto known = kept.objects(); !known.empty()) {
            link_kept(program, runtime, known);
            return;
        }
        build_executable(program, runtime, translate(program, runtime, timings, crash), timings,
                         [&](const std::vector<std::string>& made) { kept.keep(made); });
        return;
    }
    const Timings::Scope time(timings, "link");
    link_as_it_stands(options, runtime, inputs, folder.path());
}

} // namespace hydra::driver

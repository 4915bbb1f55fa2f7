// The native compiler gets the command line as it was typed. What the analysis will read is preprocessed beside it.
#include "driver/objects/compile.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <future>
#include <regex>
#include <sstream>

#include <fmt/format.h>

#include "driver/failure.h"
#include "driver/objects/activity.h"
#include "driver/objects/object_files.h"
#include "driver/tools.h"
#include "driver/translate.h"
#include "frontend/source/preprocess.h"

namespace hydra::driver {

namespace fs = std::filesystem;

namespace {

constexpr unsigned compilers_at_once = 2;

bool is_system_file(const std::string& path, const RuntimePaths& runtime) {
    return path.starts_with("<") || path.starts_with("/usr/") || path.starts_with(runtime.include());
}

// The files that line markers name.
std::set<std::string> files_in(const std::string& text) {
    std::set<std::string> files;
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find('\n', at), text.size());
        if (text.compare(at, 2, "# ") == 0 && at + 2 < end && text[at + 2] >= '0' && text[at + 2] <= '9')
            if (const auto quote = text.find('"', at); quote < end)
                files.insert(text.substr(quote + 1, text.find('"', quote + 1) - quote - 1));
        at = end + 1;
    }
    return files;
}

// The folders that an environment variable of the compiler's names.
std::vector<std::string> folders_in(const char* variable) {
    std::vector<std::string> folders;
    const char* value = std::getenv(variable);
    std::istringstream parts(value != nullptr ? value : "");
    for (std::string folder; std::getline(parts, folder, ':');)
        folders.push_back(folder.empty() ? "." : folder);
    return folders;
}

// Files that are only asked for: `__has_include("options.h")`.
void add_asked_for(const Options& options, const RuntimePaths& runtime, SourceRecord& record) {
    static const std::regex question(R"re(__has_include(?:_next)?\s*\(\s*["<]([^">\n]+)[">])re");
    std::vector<std::string> asked;
    std::set<std::string> folders = {"."};
    for (const auto& [path, text] : record.files) {
        folders.insert(fs::path(path).parent_path().string());
        if (text.find("__has_include") != std::string::npos)
            for (std::sregex_iterator at(text.begin(), text.end(), question), end; at != end; ++at)
                asked.push_back((*at)[1]);
    }
    for (const auto& each : options.handed)
        if (each.is_path && (each.stages & preprocessing) != 0)
            folders.insert(each.value);
    for (const auto& name : asked)
        for (const auto& folder : folders)
            if (const auto file = (fs::path(folder) / name).string();
                !is_system_file(file, runtime) && fs::is_regular_file(file))
                record.files.emplace(file, file_text(file));
}

// All that a link needs but the object's names. Nothing where the preprocessor refuses the source: the compiler says
// so.
std::optional<SourceRecord> record_of(const Options& options, const RuntimePaths& runtime, std::size_t source) {
    SourceRecord record;
    const Options one = options.of(source);
    record.version = HYDRACC_VERSION;
    record.folder = fs::current_path().string();
    record.path = options.sources[source];
    for (const auto& word : options.native)
        if (std::find(options.sources.begin(), options.sources.end(), word) == options.sources.end())
            record.arguments.push_back(word);
    record.arguments.insert(record.arguments.end(), {"-x", "c", record.path});
    for (const auto& tag : options.diagnostics.disabled)
        record.arguments.push_back("-Wno-" + tag);
    try {
        record.text = frontend::preprocessed_text(record.path,
                                                  {options.cc, preprocessor_flags(one, runtime, record.path, false)});
    } catch (const frontend::PreprocessError&) {
        return {};
    }
    for (const auto& [variable, option] : {std::pair("CPATH", "-I"), std::pair("C_INCLUDE_PATH", "-isystem")})
        for (const auto& folder : folders_in(variable))
            record.arguments.insert(record.arguments.end() - 3, {option, folder});
    record.is_active = activity_of(record.text, one.openmp, one.openacc).is_active;
    for (const auto& file : files_in(record.text))
        if (!is_system_file(file, runtime) && fs::is_regular_file(file))
            record.files.emplace(file, file_text(file));
    record.files.emplace(record.path, file_text(record.path));
    add_asked_for(one, runtime, record);
    return record;
}

// Where `-c` puts the object of a source.
std::string object_name(const Options& options, const std::string& source) {
    return options.output.empty() ? fs::path(source).stem().string() + ".o" : options.output;
}

void carry(SourceRecord record, const std::string& object, const std::string& scratch) {
    for (auto& each : read_object_files(object))
        record.defines.merge(each.defined);
    std::ofstream(scratch, std::ios::binary) << record_bytes(record);
    const auto added = run_all({{{"objcopy", "--add-section", fmt::format("{}={}", record_section, scratch),
                                  "--set-section-flags", fmt::format("{}=exclude", record_section), object},
                                 {}}},
                               1)
                           .front();
    if (added.status == 127)
        throw Failure(status_tool, "objcopy is missing\n  remedy: install it (Debian: apt-get install binutils)");
    if (added.status != 0)
        throw Failure(status_tool, fmt::format("objcopy failed on '{}': {}", object, added.output));
}

// What every native compilation has in front of the words as typed. With _FORTIFY_SOURCE, which some distributions'
// compilers define, the library's functions have names that the runtime does not know.
std::vector<std::string> native_compiler(const Options& options) {
    std::vector<std::string> words = {options.cc, "-U_FORTIFY_SOURCE"};
    if (options.diagnostics.color)
        words.emplace_back("-fdiagnostics-color=always");
    if (!options.optimized)
        words.emplace_back("-O2");
    for (const auto& word : options.native)
        if (word.starts_with("-flto"))
            words.emplace_back("-ffat-lto-objects");
    return words;
}

// What follows the words as typed: HYDRA's directives are no mistake, and hydra.h is there.
std::vector<std::string> behind_words(const RuntimePaths& runtime) {
    return {"-Wno-unknown-pragmas", "-isystem", runtime.include()};
}

// Runs these calls of the native compiler and makes the records meanwhile.
std::vector<std::optional<SourceRecord>> compile(const Options& options, const RuntimePaths& runtime,
                                                 const std::vector<Command>& commands, bool with_records) {
    const auto records = std::async(std::launch::async, [&] {
                             std::vector<std::optional<SourceRecord>> made;
                             for (std::size_t i = 0; i < options.sources.size() && with_records; ++i)
                                 made.push_back(record_of(options, runtime, i));
                             return made;
                         }).share();
    if (options.verbose)
        for (const auto& command : commands)
            fmt::print(stderr, "{}\n", shell_text(command));
    for (const auto& result : run_all(commands, compilers_at_once)) {
        fmt::print(stderr, "{}", result.output);
        if (result.status == 127)
            throw Failure(status_tool, fmt::format("the C compiler '{}' is not installed or not in PATH\n  remedy: "
                                                   "install one (Debian: apt-get install gcc), or name one with "
                                                   "--cc=PROG",
                                                   options.cc));
        if (result.status != 0)
            throw Failure(status_input, "");
    }
    return records.get();
}

void refuse_cmaps(const Options& options) {
    for (const auto& source : options.sources)
        if (options.is_cmaps(source))
            throw Failure(status_input, fmt::format("'{}': there are no objects of CMAPS; name it where the program is "
                                                    "linked, beside the objects",
                                                    source));
}

} // namespace

void compile_objects(const Options& options, const RuntimePaths& runtime) {
    refuse_cmaps(options);
    Command command{native_compiler(options), {}};
    const auto behind = behind_words(runtime);
    command.words.insert(command.words.end(), options.native.begin(), options.native.end());
    command.words.insert(command.words.end(), behind.begin(), behind.end());
    auto records = compile(options, runtime, {command}, true);
    const TemporaryFolder scratch;
    for (std::size_t i = 0; i < records.size(); ++i)
        if (records[i])
            carry(std::move(*records[i]), object_name(options, options.sources[i]), scratch.path() + "/record");
}

std::vector<std::string> compile_into(const std::string& folder, const Options& options, const RuntimePaths& runtime,
                                      bool with_records) {
    refuse_cmaps(options);
    std::vector<Command> commands;
    std::vector<std::string> objects;
    for (std::size_t i = 0; i < options.sources.size(); ++i) {
        const std::string& source = options.sources[i];
        objects.push_back(fmt::format("{}/{}-{}.o", folder, fs::path(source).stem().string(), i));
        Command command{native_compiler(options), {}};
        const auto append = [&](const std::vector<std::string>& words) {
            command.words.insert(command.words.end(), words.begin(), words.end());
        };
        append(options.of(i).words(compiling));
        if (!options.unanalysed.old_standard.empty())
            command.words.push_back(options.unanalysed.old_standard);
        append(dependency_flags(options, source));
        append(behind_words(runtime));
        append({"-c", "-o", objects.back(), "-x", "c", source});
        commands.push_back(std::move(command));
    }
    auto records = compile(options, runtime, commands, with_records);
    join_dependency_files(options);
    for (std::size_t i = 0; i < records.size(); ++i)
        if (records[i])
            carry(std::move(*records[i]), objects[i], folder + "/record");
    return objects;
}

int run_native(const Options& options) {
    std::vector<std::string> words = {options.cc};
    words.insert(words.end(), options.native.begin(), options.native.end());
    if (options.show_only) {
        fmt::print(stderr, "{}\n", shell_text({words, {}}));
        return status_done;
    }
    std::fflush(stdout);
    std::fflush(stderr);
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (auto& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    execvp(arguments[0], arguments.data()); // it reads standard input, and writes to the terminal, itself
    throw Failure(status_tool, fmt::format("the C compiler '{}' cannot be run", options.cc));
}

} // namespace hydra::driver

// One compiler call a unit, two at a time, then one to link; the executable appears under its name only when complete.
#include "driver/build.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <system_error>

#include <fmt/format.h>

#include "driver/devices.h"
#include "driver/failure.h"
#include "driver/makefile.h"
#include "driver/objects/unpack.h"
#include "driver/output.h"
#include "driver/recipe.h"
#include "driver/tools.h"

namespace hydra::driver {

namespace fs = std::filesystem;

namespace {

constexpr unsigned compilers_at_once = 2;

struct Commands {
    std::vector<Command> compile; // one a unit
    std::vector<Command> rename;  // afterwards: one a unit, or none
    std::vector<std::string> objects;
    Command link;
};

Command compiler(const Options& options) {
    Command command;
    if (options.host == Host::mpi) {
        for (const auto& variable : wrapper_variables())
            command.environment.emplace_back(variable, options.cc);
        command.words = {"mpicc"};
        command.words.insert(command.words.end(), options.tools.mpicc.begin(), options.tools.mpicc.end());
    } else {
        command.words = {options.cc};
    }
    if (options.diagnostics.color)
        command.words.emplace_back("-fdiagnostics-color=always"); // it does not write to the terminal itself
    return command;
}

void append(Command& command, const std::vector<std::string>& words) {
    command.words.insert(command.words.end(), words.begin(), words.end());
}

// What plan() plans with. units: the generated files of the sources, relative to `folder`.
struct Places {
    std::vector<std::string> units, kernel_files, own_names, unshared_names;
    bool has_header_copies = false; // `folder` also holds edited copies of headers
    std::string folder, objects, output;
};

// What follows the objects.
void append_libraries(Command& link, const Options& options, const RuntimePaths& runtime) {
    append(link, options.words(linking));
    append(link, {runtime.library(options.host)});
    append(link, device_link_words(options, runtime.prefix));
    append(link, {"@" + runtime.link_options()});
    append(link, own_link_flags());
}

// The folders where a source and its options are: of what a record carries, below a folder of its own.
std::function<std::string(const std::string&)> places_of(const Options& options, std::size_t source,
                                                         const std::string& folder) {
    const auto record = options.records.empty() ? nullptr : options.records[source];
    if (record == nullptr)
        return [](const std::string& path) { return path; };
    const auto root = fmt::format("{}/files-{}", folder, source);
    return [record, root](const std::string& path) { return laid_out(*record, root, path); };
}

// A source's path as its compilation names it.
const std::string& source_path(const Options& options, std::size_t source) {
    const auto record = options.records.empty() ? nullptr : options.records[source];
    if (record == nullptr)
        return options.sources[source];
    const auto typed = record->typed.find(record->path);
    return typed == record->typed.end() ? record->path : typed->second;
}

Commands plan(const Options& options, const RuntimePaths& runtime, const Places& places) {
    const auto& [units, kernel_files, own_names, unshared_names, has_header_copies, folder, objects, output] = places;
    const auto renaming = renaming_words(own_names, unshared_names);
    Commands commands;
    commands.link = compiler(options);
    append(commands.link, {"-o", output});
    for (std::size_t i = 0; i < units.size(); ++i) {
        const Options one = options.of(i);
        const auto place = places_of(options, i, objects);
        const auto flags = one.words(compiling, place);
        const auto object = fmt::format("{}/{}-{}.o", objects, fs::path(units[i]).stem().string(), i);
        auto command = compiler(options);
        // Quoted includes search the folder of the original source first, as they did in the original.
        append(command, {"-iquote", place(folder_of(source_path(options, i)))});
        if (has_header_copies)
            append(command, {"-I" + folder});
        append(command, own_compile_flags(one));
        append(command, flags);
        append(command, {"-isystem", runtime.include()});
        append(command, openmp_compile_flags(one));
        const auto has_debugging = [](const std::string& flag) { return flag.starts_with("-g"); };
        if (std::any_of(flags.begin(), flags.end(), has_debugging))
            append(command, {fmt::format("-ffile-prefix-map={}={}.hydra", folder, options.name())});
        if (file_text(folder + "/" + units[i]).find("__BASE_FILE__") != std::string::npos)
            append(command,
                   {"-Wno-builtin-macro-redefined", fmt::format("-D__BASE_FILE__=\"{}\"", source_path(options, i))});
        append(command, renaming_compile_flags(own_names, unshared_names));
        append(command, {"-c", "-o", object, "-x", "c", folder + "/" + units[i]});
        if (!renaming.empty()) {
            Command rename{{"objcopy"}, {}};
            append(rename, renaming);
            append(rename, {object});
            commands.rename.push_back(std::move(rename));
        }
        append(commands.link, {object});
        commands.objects.push_back(object);
        commands.compile.push_back(std::move(command));
    }
    for (const auto& file : kernel_files) {
        const auto object = fmt::format("{}/{}.o", objects, fs::path(file).stem().string());
        const auto nvcc = find_nvcc();
        Command command{{nvcc.empty() ? "nvcc" : nvcc}, {}};
        append(command, nvcc_words(options));
        append(command, {"-c", "-o", object, folder + "/" + file});
        append(commands.link, {object});
        commands.objects.push_back(object);
        commands.compile.push_back(std::move(command));
    }
    append_libraries(commands.link, options, runtime);
    return commands;
}

void show(const Options& options, const Command& command) {
    if (options.verbose || options.show_only)
        fmt::print(stderr, "{}\n", shell_text(command));
}

// Shows what the programs printed and fails with the first that failed.
void check(const std::vector<Command>& commands, const std::vector<Finished>& results, const char* what) {
    for (const auto& result : results)
        fmt::print(stderr, "{}", result.output);
    for (std::size_t i = 0; i < results.size(); ++i) {
        if (results[i].status > 0) {
            throw Failure(status_tool, fmt::format("{} failed with status {}: {}", what, results[i].status,
                                                   shell_text(commands[i])));
        }
    }
}

void require_tools(const Options& options, const RuntimePaths& runtime) {
    if (find_program(options.cc).empty()) {
        throw Failure(status_tool,
                      fmt::format("the C compiler '{}' is not installed or not in PATH\n  remedy: install one "
                                  "(Debian: apt-get install gcc), or name one with --cc=PROG",
                                  options.cc));
    }
    if (options.host == Host::mpi && find_program("mpicc").empty()) {
        throw Failure(status_tool, "MPI's compiler 'mpicc' is not installed or not in PATH\n  remedy: install an MPI "
                                   "(Debian: apt-get install libopenmpi-dev openmpi-bin), or build for this machine "
                                   "alone with --host=local");
    }
    const auto library = runtime.library(options.host);
    std::error_code error;
    if (!fs::exists(library, error)) {
        throw Failure(status_tool,
                      fmt::format("the runtime library '{}' is not there\n  remedy: build and install hydracc "
                                  "{}",
                                  library,
                                  options.host == Host::mpi ? "on a machine with MPI, or use "
                                                              "--host=local"
                                                            : "again"));
    }
}

std::vector<std::string> kernel_files(const Translation& translation) {
    std::vector<std::string> files;
    for (const auto& file : translation.files)
        if (is_kernel_file(file.path))
            files.push_back(file.path);
    return files;
}

std::vector<std::string> unit_files(const Options& options, const Translation& translation) {
    std::vector<std::string> units;
    for (std::size_t i = 0; i < options.sources.size(); ++i)
        units.push_back(translation.files.at(i).path);
    return units;
}

std::string executable_name(const Options& options) { return options.output.empty() ? "a.out" : options.output; }

} // namespace

std::string source_folder(const Options& options) {
    if (options.goal == Goal::sources)
        return options.output.empty() ? options.name() + ".hydra" : options.output;
    return (fs::path(executable_name(options)).parent_path() / (options.name() + ".hydra")).string();
}

void write_sources(const Options& options, const Translation& translation, const std::string& folder) {
    auto files = translation.files;
    files.push_back({"Makefile", makefile(options, translation, folder)});
    if (options.goal == Goal::sources)
        files.push_back({"README", readme(options, translation)});
    write_folder(folder, files);
}

void build_executable(const Options& options, const RuntimePaths& runtime, const Translation& translation,
                      Timings& timings, const std::function<void(const std::vector<std::string>&)>& compiled) {
    require_tools(options, runtime);
    require_device_tools(options, runtime);
    OutputFile output(executable_name(options));
    const TemporaryFolder temporary;
    const auto folder =
        options.save_temps ? source_folder(options) : temporary.path() + "/" + options.name() + ".hydra";
    write_sources(options, translation, folder);
    for (std::size_t i = 0; i < options.records.size(); ++i)
        if (options.records[i] != nullptr)
            lay_out(*options.records[i], fmt::format("{}/files-{}", temporary.path(), i));
    const auto kernels = kernel_files(translation);
    const bool has_header_copies = translation.files.size() > options.sources.size() + kernels.size();
    const auto commands =
        plan(options, runtime,
             {unit_files(options, translation), kernels, translation.own_names, translation.unshared_names,
              has_header_copies, folder, temporary.path(), output.temporary()});
    {
        const Timings::Scope time(timings, "native compiler");
        for (const auto& command : commands.compile)
            show(options, command);
        check(commands.compile, run_all(commands.compile, compilers_at_once), "the native compiler");
        for (const auto& command : commands.rename)
            show(options, command);
        check(commands.rename, run_all(commands.rename, compilers_at_once), "objcopy");
    }
    if (compiled)
        compiled(commands.objects);
    const Timings::Scope time(timings, "link");
    show(options, commands.link);
    check({commands.link}, run_all({commands.link}, 1), "the linker");
    output.commit();
}

void link_objects(const Options& options, const RuntimePaths& runtime) {
    OutputFile output(executable_name(options));
    Command link;
    if (options.is_static) {
        fmt::print(stderr,
                   "hydracc: note: -static: the native compiler links it, without the runtime, so that it runs as one "
                   "process\n");
        link.words = {options.cc, "-o", output.temporary()};
        append(link, options.words(linking));
    } else {
        require_tools(options, runtime);
        link = compiler(options);
        append(link, {"-o", output.temporary()});
        append_libraries(link, options, runtime);
    }
    // As with -fvisibility=hidden where hydracc compiles (recipe.cpp).
    const TemporaryFolder scratch;
    if (options.host == Host::mpi && !options.is_static && hides_names(options)) {
        const auto script = scratch.path() + "/names";
        std::ofstream(script) << "{ local: *; };\n";
        append(link, {"-Wl,--version-script=" + script});
    }
    if (options.verbose)
        append(link, {"-v"});
    show(options, link);
    check({link}, run_all({link}, 1), "the linker");
    output.commit();
}

void show_commands(const Options& options, const RuntimePaths& runtime) {
    std::vector<std::string> units;
    for (const auto& source : options.sources) {
        Command command{{options.cc, "-E", "-dD"}, {}};
        append(command, preprocessor_flags(options, runtime, source));
        append(command, {source});
        show(options, command);
        units.push_back(fs::path(source).filename().string());
    }
    if (options.goal != Goal::executable)
        return;
    const std::string folder =
        options.save_temps ? source_folder(options) : "/tmp/hydracc-XXXXXX/" + options.name() + ".hydra";
    const auto commands =
        plan(options, runtime, {units, {}, {}, {}, false, folder, "/tmp/hydracc-XXXXXX", executable_name(options)});
    for (const auto& command : commands.compile)
        show(options, command);
    show(options, commands.link);
}

void list_dependencies(const Options& options, const RuntimePaths& runtime) {
    for (const auto& source : options.sources) {
        Command command{{options.cc, options.dependencies.option}, {}};
        append(command, preprocessor_flags(options, runtime, source));
        append(command, options.dependencies.flags);
        if (!options.dependencies.file.empty())
            append(command, {"-MF", options.dependencies.file});
        if (!options.output.empty())
            append(command, {"-o", options.output});
        append(command, {source});
        show(options, command);
        const auto result = run_all({command}, 1).front();
        fmt::print(result.status == 0 ? stdout : stderr, "{}", result.output);
        if (result.status != 0) {
            throw Failure(result.status == 127 ? status_tool : status_input,
                          fmt::format("'{}' could not list what '{}' includes", options.cc, source));
        }
    }
}

} // namespace hydra::driver

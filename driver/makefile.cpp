// One explicit rule a unit, since names may hold anything and each unit has its own folder of original headers.
#include "driver/makefile.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "driver/devices.h"
#include "driver/recipe.h"
#include "driver/tools.h"

namespace hydra::driver {

namespace fs = std::filesystem;

namespace {

// Text for a recipe, and for a variable, where # would begin a comment.
std::string for_recipe(const std::string& text) {
    std::string result;
    for (const char c : text) {
        result += c;
        if (c == '$')
            result += c;
    }
    return result;
}

std::string for_variable(const std::string& text) {
    std::string result;
    for (const char c : for_recipe(text)) {
        if (c == '#')
            result += '\\';
        result += c;
    }
    return result;
}

// Shell words in a variable, each with a space before it.
std::string words(const std::vector<std::string>& list) {
    std::string text;
    for (const auto& word : list)
        text += fmt::format(" {}", for_variable(shell_word(word)));
    return text;
}

// One shell word in a recipe.
std::string word(const std::string& text) { return for_recipe(shell_word(text)); }

// A file's name as a target or prerequisite.
std::string target(const std::string& name) {
    std::string result;
    for (const char c : name) {
        if (std::strchr("$ #:%\\", c) != nullptr)
            result += c == '$' ? '$' : '\\';
        result += c;
    }
    return result;
}

// The user's options fall into what the program needs (macros, headers, libraries) and what CFLAGS may replace: options
// for all stages, debugging and warnings.
bool replaceable(const Handed& item) {
    const bool every_stage = (item.stages & preprocessing) != 0 && (item.stages & linking) != 0;
    return every_stage || item.option.starts_with("-g") || item.option.starts_with("-W") || item.option == "-w" ||
           item.option.starts_with("-p");
}

// OpenCL's kernels, which the program holds as text.
bool is_kernel_text(const std::string& path) { return fs::path(path).extension() == ".cl"; }

// The strings that are made of them.
std::string strings_of(const std::string& path) { return fs::path(path).replace_extension(".inc").string(); }

std::string object(const std::string& source) { return fs::path(source).replace_extension(".o").string(); }

} // namespace

std::string readme(const Options& options, const Translation& translation) {
    const auto name = options.name();
    std::string text =
        fmt::format("{0}, translated by hydracc {1}. `make` builds ./{0}; it needs hydracc on the PATH, or\n"
                    "HYDRACC_PREFIX. Run it {2}.\n\nRead in this order:\n\n",
                    name, HYDRACC_VERSION,
                    options.host == Host::mpi ? fmt::format("with mpirun -n 4 ./{}", name)
                                              : fmt::format("with HYDRA_RANKS=4 ./{}", name));
    const auto has = [&](const std::string& path) {
        return std::any_of(translation.files.begin(), translation.files.end(),
                           [&](const auto& file) { return file.path == path; });
    };
    std::string kernels, others;
    for (std::size_t i = 0; i < options.sources.size(); ++i) {
        const auto& unit = translation.files.at(i).path;
        const auto stem = unit.substr(0, unit.rfind('.'));
        if (!has(stem + "_loops.h")) {
            text += fmt::format("  {:<24} from {}\n", unit, options.sources[i]);
            continue;
        }
        text += fmt::format("  {:<24} your file, with a launch where each parallel loop stood\n", unit) +
                fmt::format("  {:<24} the loops: what each touches, and its body\n", stem + "_loops.h");
        others += fmt::format("  {:<24} not for reading: tables, and copies that make loops fast\n", stem + "_fast.h");
    }
    for (std::size_t i = options.sources.size(); i < translation.files.size(); ++i) {
        const auto& path = translation.files[i].path;
        if (path.ends_with("_fast.cl"))
            others += fmt::format("  {:<24} not for reading: kernels for arrays in pages\n", path);
        else if (is_kernel_file(path) || is_kernel_text(path))
            kernels += fmt::format("  {:<24} the loops' kernels, for the device\n", path);
        else if (!path.ends_with("_loops.h") && !path.ends_with("_fast.h"))
            others += fmt::format("  {:<24} a header, edited\n", path);
    }
    text +=
        kernels + others +
        "\nA launch (hydra_rt_parallel) has four steps: which iterations are this rank's; messages that make valid\n"
        "what they read; the iterations, on the rank's threads; and a record of what all ranks wrote, which needs no\n"
        "message. hydra_rt_serial and hydra_rt_alone do the second step for code outside of parallel loops. Both are\n"
        "described in hydra_rt.h, below the prefix in include/hydracc.\n";
    return text;
}

std::string makefile(const Options& options, const Translation& translation, const std::string& folder) {
    const bool mpi = options.host == Host::mpi;
    // Where the path exists; else it is left alone (-include looks through the header folders too).
    const auto relocate = [&](const std::string& path) {
        std::error_code error;
        if (fs::path(path).is_absolute() || !fs::exists(path, error))
            return path;
        const auto moved = fs::relative(fs::absolute(path), fs::absolute(folder), error); // the folder need not exist
        return error ? fs::absolute(path).string() : moved.string();
    };
    const auto name = options.name();
    std::vector<std::string> units;
    for (std::size_t i = 0; i < options.sources.size(); ++i)
        units.push_back(translation.files.at(i).path);

    std::string text = fmt::format("# Written by hydracc {}: builds ./{} from the C sources beside it.\n"
                                   "#   make [HYDRACC_PREFIX=DIR] [{}CC=PROG] [CFLAGS=...]\n\n",
                                   HYDRACC_VERSION, name, mpi ? "MPICC=PROG] [" : "");
    text +=
        "HYDRACC_PREFIX ?= $(shell p=$$(command -v hydracc) && dirname \"$$(dirname \"$$(readlink -f \"$$p\")\")\")\n"
        "ifeq ($(strip $(HYDRACC_PREFIX)),)\n$(error hydracc is not on the PATH; say where it is installed: "
        "make HYDRACC_PREFIX=DIR)\nendif\n";
    text += fmt::format("ifeq ($(origin CC),default)\nCC = {}\nendif\n", for_variable(shell_word(options.cc)));
    if (mpi) {
        text += "MPICC ?= mpicc\n";
        for (const auto& variable : wrapper_variables())
            text += fmt::format("export {} := $(CC)\n", variable); // MPICC then calls this compiler
    }
    Options fixed = options;
    Options free = options;
    std::erase_if(fixed.handed, replaceable);
    std::erase_if(free.handed, [](const Handed& item) { return !replaceable(item); });
    text += "CFLAGS ?=" + words(free.words(compiling)) + "\n\n";
    text += fmt::format("HYDRA_COMPILER = $({}){}\n", mpi ? "MPICC" : "CC", mpi ? words(options.tools.mpicc) : "");
    text +=
        "HYDRA_CFLAGS =" + words(own_compile_flags(options)) + words(fixed.words(compiling, relocate)) +
        fmt::format(" -isystem '$(HYDRACC_PREFIX)/{}'{}\n", relative_include(), words(openmp_compile_flags(options)));
    text += fmt::format("HYDRA_RUNTIME = $(HYDRACC_PREFIX)/{}\n", relative_library(options.host));
    auto device = device_link_words(options, "");
    device.erase(device.begin()); // below the prefix, which is make's variable
    text += "HYDRA_LIBS =" + words(fixed.words(linking, relocate)) +
            fmt::format(" '$(HYDRA_RUNTIME)' '$(HYDRACC_PREFIX)/{}'", relative_device_library(options.target)) +
            words(device) + fmt::format(" '@$(HYDRACC_PREFIX)/{}'", relative_link_options()) + words(own_link_flags()) +
            "\n";
    if (options.target == codegen::Target::cuda) {
        text += fmt::format("NVCC ?= {}\nNVCCFLAGS ?={}\n", for_variable(find_nvcc().empty() ? "nvcc" : find_nvcc()),
                            words(nvcc_words(options)));
    }
    const auto renaming = words(renaming_words(translation.own_names, translation.unshared_names));
    // The program's own functions get names of their own; objects in which they have not must not stay.
    text += renaming.empty() ? "\n" : "OBJCOPY ?= objcopy\n\n.DELETE_ON_ERROR:\n\n";

    std::string objects;
    std::string object_words;
    std::vector<std::string> kernels;
    for (const auto& file : translation.files)
        if (is_kernel_file(file.path))
            kernels.push_back(file.path);
    auto compiled = units;
    compiled.insert(compiled.end(), kernels.begin(), kernels.end());
    for (const auto& unit : compiled) {
        objects += fmt::format(" {}", target(object(unit)));
        object_words += fmt::format(" {}", word(object(unit)));
    }
    text += fmt::format("{}:{} Makefile\n\t$(HYDRA_COMPILER) $(CFLAGS) $(LDFLAGS) -o {}{} $(LDLIBS) $(HYDRA_LIBS)\n\n",
                        target(name), objects, word(name), object_words);
    std::string headers, made_words;
    for (std::size_t i = units.size(); i < translation.files.size(); ++i)
        if (const auto& path = translation.files[i].path; is_kernel_text(path)) {
            headers += fmt::format(" {}", target(strings_of(path)));
            made_words += " " + word(strings_of(path));
            text +=
                fmt::format("{0}: {1} Makefile\n\tsed -e 's/[\\\\\"]/\\\\&/g' -e 's/.*/    \"&\\\\n\",/' {2} > {3}\n\n",
                            target(strings_of(path)), target(path), word(path), word(strings_of(path)));
        } else if (!is_kernel_file(path)) {
            headers += fmt::format(" {}", target(path));
        }
    for (const auto& file : kernels) {
        text += fmt::format("{}: {} Makefile\n\t$(NVCC) $(NVCCFLAGS) -c -o {} {}\n\n", target(object(file)),
                            target(file), word(object(file)), word(file));
    }
    for (std::size_t i = 0; i < units.size(); ++i) {
        // The folder of the original source, for the headers of the user's that are included from there.
        auto include = translation.has_user_headers ? " -iquote " + word(relocate(folder_of(options.sources[i]))) : "";
        include += headers.empty() ? "" : " -I."; // edited copies of headers come before the originals
        text +=
            fmt::format("{}: {}{} Makefile\n\t$(HYDRA_COMPILER){} $(HYDRA_CFLAGS) $(CFLAGS){} -c -o {} "
                        "{}\n{}\n",
                        target(object(units[i])), target(units[i]), headers, include,
                        words(renaming_compile_flags(translation.own_names, translation.unshared_names)),
                        word(object(units[i])), word(units[i]),
                        renaming.empty() ? "" : fmt::format("\t$(OBJCOPY){} {}\n", renaming, word(object(units[i]))));
    }
    text += fmt::format("clean:\n\trm -f {}{}{}\n\n.PHONY: clean\n", word(name), object_words, made_words);
    return text;
}

} // namespace hydra::driver

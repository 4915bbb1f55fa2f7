// The flags that every program of hydracc's is built with.
#include "driver/recipe.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "driver/system_names.h"

namespace hydra::driver {

namespace fs = std::filesystem;

namespace {

// Whether the user has a say in which of the program's names shared libraries see.
bool decides_visibility(const Options& options) {
    const auto decides = [](const std::string& word) {
        const auto names = [&](const char* part) { return word.find(part) != std::string::npos; };
        const bool linker = word.starts_with("-Wl,");
        return word == "-rdynamic" || word == "-E" || word.starts_with("-fvisibility") || names("export-dynamic") ||
               names("dynamic-list") || (linker && names(",-E"));
    };
    const auto compile = options.words(compiling), link = options.words(linking);
    return std::any_of(compile.begin(), compile.end(), decides) || std::any_of(link.begin(), link.end(), decides);
}

} // namespace

bool is_shared_library(const std::string& file) {
    const auto name = fs::path(file).filename().string();
    return name.ends_with(".so") || name.find(".so.") != std::string::npos;
}

std::vector<std::string> own_shared_libraries(const Options& options) {
    std::vector<std::string> folders, found;
    const auto value_of = [](const Handed& handed, const char* option) {
        const bool is_it = handed.option.starts_with(option);
        return !is_it ? std::string() : handed.value.empty() ? handed.option.substr(2) : handed.value;
    };
    for (const Handed& handed : options.handed)
        if (const auto folder = value_of(handed, "-L"); !folder.empty())
            folders.push_back(folder);
    for (const Handed& handed : options.handed) {
        if (handed.option.empty() && is_shared_library(handed.value))
            found.push_back(handed.value);
        const auto name = value_of(handed, "-l");
        for (const auto& folder : name.empty() ? std::vector<std::string>() : folders) {
            const auto whole = name.starts_with(':') ? name.substr(1) : fmt::format("lib{}.so", name);
            if (const auto file = fs::path(folder) / whole; is_shared_library(whole) && fs::exists(file)) {
                found.push_back(file.string());
                break;
            }
        }
    }
    return found;
}

std::vector<std::string> own_compile_flags(const Options& options) {
    // Some distributions' compilers define the former. Loops stand in places of their own in functions that there are
    // twice: where one of a few instructions crosses a line of the cache of instructions, it takes twice as long.
    std::vector<std::string> flags = {"-U_FORTIFY_SOURCE", "-falign-loops=64"};
    if (!options.floating.contraction_given)
        flags.emplace_back("-ffp-contract=off");
    if (options.openmp) // as gcc's own; the lines themselves are left alone
        flags.insert(flags.end(), {"-D_OPENMP=201511", "-Wno-unknown-pragmas"});
    if (options.openacc)
        flags.insert(flags.end(), {"-D_OPENACC=201711", "-Wno-unknown-pragmas"});
    // A program may call its functions as it likes: libraries below MPI have an event_new, a crc32 too, and would call
    // the program's where they see it.
    if (hides_names(options))
        flags.emplace_back("-fvisibility=hidden");
    return flags;
}

bool hides_names(const Options& options) {
    return !decides_visibility(options) && own_shared_libraries(options).empty();
}

std::vector<std::string> openmp_compile_flags(const Options& options) {
    std::vector<std::string> flags;
    if (options.openmp)
        flags = {"-include", "hydra_omp.h"};
    if (options.openmp || options.openmp_simd) // `simd` is the native compiler's affair, in kernels too
        flags.emplace_back("-fopenmp-simd");
    return flags;
}

std::vector<std::string> renaming_compile_flags(const std::vector<std::string>& own_names,
                                                const std::vector<std::string>& unshared_names) {
    return own_names.empty() && unshared_names.empty() ? std::vector<std::string>{}
                                                       : std::vector<std::string>{"-fno-lto"};
}

std::vector<std::string> renaming_words(const std::vector<std::string>& own_names,
                                        const std::vector<std::string>& unshared_names) {
    std::vector<std::string> words;
    words.reserve(own_names.size() + unshared_names.size());
    for (const auto& name : own_names)
        words.push_back(fmt::format("--redefine-sym={}={}", name, own_symbol(name)));
    for (const auto& name : unshared_names) // runtime/libc/unshared.cpp
        words.push_back(fmt::format("--redefine-sym={0}=hydra_unshared_{0}", name));
    return words;
}

std::vector<std::string> own_link_flags() {
    // The runtime is C++ and has OpenMP threads. Static objects and functions have one address on all ranks, so that
    // pointers to them mean the same everywhere.
    std::vector<std::string> flags = {"-no-pie", "-fopenmp", "-lstdc++", "-lpthread", "-lm"};
#ifdef HYDRACC_SANITIZED_RUNTIME
    flags.emplace_back("-fsanitize=address,undefined"); // the runtime of this build (HYDRA_ASAN) needs it
#endif
    return flags;
}

std::vector<std::string> wrapper_variables() { return {"OMPI_CC", "MPICH_CC"}; }

std::string folder_of(const std::string& path) {
    const auto folder = std::filesystem::path(path).parent_path().string();
    return folder.empty() ? "." : folder;
}

} // namespace hydra::driver

// The table of options, and --help, which is printed from it in its groups.
#include "driver/option_table.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "driver/options.h"

namespace hydra::driver {

namespace {

constexpr unsigned cpp = preprocessing | compiling;
constexpr unsigned all = preprocessing | compiling | linking;

// clang-format off
constexpr OptionRow table[] = {
    {"-o", Form::joined, Action::output, "FILE", Group::main, "the executable (default a.out); with -S, the folder (default NAME.hydra)"},
    {"-S", Form::flag, Action::sources, "", Group::main, "translate only: write the generated C sources and a Makefile"},
    {"-c", Form::flag, Action::object, "", Group::main, "objects as the native compiler makes them; they carry what a link by hydracc translates"},
    {"--check", Form::flag, Action::check, "", Group::main, "analyse and diagnose only"},
    {"--host", Form::equals, Action::host, "mpi|local", Group::main, "how ranks talk: MPI (default), or HYDRA_RANKS processes on this machine"},
    {"--target", Form::equals, Action::target, "cpu|opencl|cuda", Group::main, "what runs the parallel loops: threads (default), OpenCL devices, NVIDIA GPUs"},
    {"--arch", Form::equals, Action::arch, "ARCH,…", Group::main, "with --target=cuda: sm_90 and the like (default: the GPUs here, else all major ones)"},
    {"--comm", Form::equals, Action::comm, "exact|fop|foifi|fo", Group::main, "the communication scheme; all but exact, the default, are there for comparison"},
    {"--report", Form::optional_equals, Action::report, "[=text|json|html]", Group::main, "say what was found for each loop, what moves between ranks, and why"},
    {"--report-file", Form::equals, Action::report_file, "FILE", Group::main, "write the report to FILE, not to standard output"},
    {"--profile", Form::equals, Action::profile, "FILE", Group::main, "with --report, --advise: say what a run counted there (FILE: its HYDRA_STATS)"},
    {"--explain", Form::equals, Action::explain, "FILE:LINE", Group::main, "what each rank has at that line of a dry run, and why messages go (-- ARGUMENTS: the program's)"},
    {"--advise", Form::flag, Action::advise, "", Group::main, "by dry runs (-- ARGUMENTS: the program's): what to change, what that saves; --report: in it"},
    {"--dump", Form::equals, Action::dump, "c|ast|ir|ir:PASS|footprints", Group::main, "print the internal form, for compiler people; c: what CMAPS becomes"},

    {"-x", Form::either, Action::language, "LANG", Group::main, "what the files behind it are: c, cmaps, or none: as their names say"},
    {"--cc", Form::equals, Action::cc, "PROG", Group::compile, "the native C compiler (default cc)"},
    {"--launch", Form::flag, Action::launch, "", Group::compile, "what follows is a call of a compiler: it is the native one, and this its command line"},
    {"-Xmpicc", Form::separate, Action::xmpicc, "ARG", Group::compile, "hand ARG to mpicc"},
    {"-Xnvcc", Form::separate, Action::xnvcc, "ARG", Group::compile, "hand ARG to nvcc (where it is called)"},
    {"-O", Form::prefix, Action::optimize, "", Group::compile, "-O0 … -O3 (default -O2)", all},
    {"-g", Form::prefix, Action::hand_on, "", Group::compile, "debugging information", compiling | linking},
    {"-std", Form::equals, Action::standard, "STD", Group::compile, "the language standard", cpp},
    {"-W", Form::prefix, Action::warning, "", Group::compile, "warnings; -Wno-hydra-NAME and -Wno-error=hydra-NAME are hydracc's own", cpp},
    {"-Werror", Form::flag, Action::warning, "", Group::compile, "warnings, hydracc's own too, are errors (-Werror=NAME: one of them)", cpp},
    {"-w", Form::flag, Action::warning, "", Group::compile, "no warnings", cpp},
    {"-f", Form::prefix, Action::hand_on, "", Group::compile, "-f…, -m…, -pthread: as in the native compiler", all},
    {"-m", Form::prefix, Action::hand_on, "", Group::hidden, "", all},
    {"-pthread", Form::flag, Action::hand_on, "", Group::hidden, "", all},
    {"-D", Form::joined, Action::hand_on, "NAME[=TEXT]", Group::compile, "define a macro (-U: undefine one)", cpp},
    {"-U", Form::joined, Action::hand_on, "NAME", Group::hidden, "", cpp},
    {"-I", Form::joined, Action::hand_on, "DIR", Group::compile, "look for headers in DIR (also -isystem, -iquote, -idirafter)", cpp, true},
    {"-isystem", Form::either, Action::hand_on, "DIR", Group::hidden, "", cpp, true},
    {"-iquote", Form::either, Action::hand_on, "DIR", Group::hidden, "", cpp, true},
    {"-idirafter", Form::either, Action::hand_on, "DIR", Group::hidden, "", cpp, true},
    {"-include", Form::either, Action::hand_on, "FILE", Group::compile, "read FILE first", cpp, true},
    {"-imacros", Form::either, Action::hand_on, "FILE", Group::hidden, "", cpp, true},
    {"-M", Form::flag, Action::dependencies, "", Group::compile, "print what is included (-MM: user headers only)"},
    {"-MM", Form::flag, Action::dependencies},
    {"-MD", Form::flag, Action::dependencies, "", Group::compile, "write it to a .d file too (-MMD, -MF FILE, -MT NAME, -MQ NAME, -MP)"},
    {"-MMD", Form::flag, Action::dependencies},
    {"-MF", Form::either, Action::dependencies, "FILE"},
    {"-MT", Form::either, Action::dependencies, "NAME"},
    {"-MQ", Form::either, Action::dependencies, "NAME"},
    {"-MP", Form::flag, Action::dependencies},
    {"-MG", Form::flag, Action::dependencies},
    {"-l", Form::joined, Action::hand_on, "NAME", Group::compile, "link with a library", linking},
    {"-L", Form::joined, Action::hand_on, "DIR", Group::compile, "look for libraries in DIR", linking, true},
    {"-Xlinker", Form::separate, Action::hand_on, "ARG", Group::hidden, "", linking},
    {"-ansi", Form::flag, Action::standard, "", Group::hidden, "", cpp},
    {"-pedantic", Form::flag, Action::hand_on, "", Group::hidden, "", cpp},
    {"-pedantic-errors", Form::flag, Action::hand_on, "", Group::hidden, "", cpp},
    {"-pipe", Form::flag, Action::hand_on, "", Group::hidden, "", compiling},
    {"-p", Form::flag, Action::hand_on, "", Group::hidden, "", compiling | linking},
    {"--coverage", Form::flag, Action::hand_on, "", Group::hidden, "", compiling | linking},
    {"-coverage", Form::flag, Action::hand_on, "", Group::hidden, "", compiling | linking},
    {"-time", Form::flag, Action::hand_on, "", Group::hidden, "", compiling},
    {"-pg", Form::flag, Action::hand_on, "", Group::hidden, "", compiling | linking},
    {"-nostdinc", Form::flag, Action::hand_on, "", Group::hidden, "", cpp},
    {"-rdynamic", Form::flag, Action::hand_on, "", Group::hidden, "", linking},
    {"-static", Form::flag, Action::statically, "", Group::hidden, "", linking},
    {"-s", Form::flag, Action::hand_on, "", Group::hidden, "", linking},
    {"-no-pie", Form::flag, Action::hand_on, "", Group::hidden, "", linking},
    {"-pie", Form::flag, Action::hand_on, "", Group::hidden, "", linking},
    {"-Ofast", Form::flag, Action::floating, "", Group::hidden, "", all},
    {"-ffast-math", Form::flag, Action::floating, "", Group::hidden, "", all},
    {"-funsafe-math-optimizations", Form::flag, Action::floating, "", Group::hidden, "", all},
    {"-fassociative-math", Form::flag, Action::floating, "", Group::hidden, "", all},
    {"-freciprocal-math", Form::flag, Action::floating, "", Group::hidden, "", all},
    {"-ffp-contract", Form::equals, Action::floating, "off|fast", Group::hidden, "", all},
    {"-fopenmp", Form::flag, Action::openmp},
    {"-fopenmp-simd", Form::flag, Action::openmp_simd},
    {"-fopenacc", Form::flag, Action::openacc},
    {"-fno-openmp", Form::flag, Action::hand_on},
    {"-funsigned-char", Form::flag, Action::changes_types, "", Group::hidden, "", all},
    {"-fno-signed-char", Form::flag, Action::changes_types, "", Group::hidden, "", all},
    {"-funsigned-bitfields", Form::flag, Action::changes_types, "", Group::hidden, "", all},
    {"-fno-signed-bitfields", Form::flag, Action::changes_types, "", Group::hidden, "", all},
    {"-fpack-struct", Form::optional_equals, Action::changes_types, "", Group::hidden, "", all},
    {"-fshort-enums", Form::flag, Action::changes_types, "", Group::hidden, "", all},
    {"-fshort-wchar", Form::flag, Action::changes_types, "", Group::hidden, "", all},
    {"-m32", Form::flag, Action::changes_types, "", Group::hidden, "", all},
    {"-mx32", Form::flag, Action::changes_types, "", Group::hidden, "", all},
    {"-m16", Form::flag, Action::changes_types, "", Group::hidden, "", all},
    {"-malign-double", Form::flag, Action::changes_types, "", Group::hidden, "", all},
    {"-mlong-double-64", Form::flag, Action::changes_types, "", Group::hidden, "", all},
    {"-mlong-double-128", Form::flag, Action::changes_types, "", Group::hidden, "", all},

    {"-v", Form::flag, Action::verbose, "", Group::other, "show the commands that are run, and the time of each phase"},
    {"-###", Form::flag, Action::show, "", Group::other, "only show the commands"},
    {"--save-temps", Form::flag, Action::save_temps, "", Group::other, "keep the generated sources in NAME.hydra beside the output"},
    {"-save-temps", Form::flag, Action::save_temps},
    {"-fdiagnostics-color", Form::optional_equals, Action::color, "[=WHEN]", Group::other, "colours: always, auto, never"},
    {"-fno-diagnostics-color", Form::flag, Action::color},
    {"-fdiagnostics-format", Form::equals, Action::diagnostics_format, "text|json|sarif", Group::other, "the form of diagnostics"},
    {"--version", Form::flag, Action::version, "", Group::other, "the version"},
    {"--help", Form::flag, Action::help, "", Group::other, "this text"},
    {"-h", Form::flag, Action::help},

    {"--auto", Form::flag, Action::later},
    // As in gcc, so that makefiles, configure scripts and CMake work.
    {"-E", Form::flag, Action::native},
    {"-S=asm", Form::flag, Action::assembly},
    {"-d", Form::prefix, Action::native}, // -dM, -dumpversion
    {"-print-", Form::prefix, Action::native},
    {"--print-", Form::prefix, Action::native},
    {"-fsyntax-only", Form::flag, Action::native},
    {"-shared", Form::flag, Action::native},
    {"-r", Form::flag, Action::native},
    {"-pass-exit-codes", Form::flag, Action::hand_on, "", Group::hidden, "", all},
    {"-C", Form::flag, Action::hand_on, "", Group::hidden, "", 0},
    {"-CC", Form::flag, Action::hand_on, "", Group::hidden, "", 0},
    {"-P", Form::flag, Action::hand_on, "", Group::hidden, "", 0},
    {"-H", Form::flag, Action::hand_on, "", Group::hidden, "", 0},
    {"-undef", Form::flag, Action::hand_on, "", Group::hidden, "", cpp},
    {"-trigraphs", Form::flag, Action::hand_on, "", Group::hidden, "", cpp},
    {"-traditional-cpp", Form::flag, Action::hand_on, "", Group::hidden, "", cpp},
    {"-Xpreprocessor", Form::separate, Action::hand_on, "ARG", Group::hidden, "", cpp},
    {"-Xassembler", Form::separate, Action::hand_on, "ARG", Group::hidden, "", compiling},
    {"--param", Form::either, Action::hand_on, "NAME=N", Group::hidden, "", compiling},
    {"-B", Form::joined, Action::hand_on, "DIR", Group::hidden, "", all, true},
    {"-specs", Form::equals, Action::hand_on, "FILE", Group::hidden, "", all},
    {"--sysroot", Form::equals, Action::hand_on, "DIR", Group::hidden, "", all},
    {"-u", Form::joined, Action::hand_on, "NAME", Group::hidden, "", linking},
    {"-T", Form::joined, Action::hand_on, "FILE", Group::hidden, "", linking, true},
    {"-z", Form::either, Action::hand_on, "WORD", Group::hidden, "", linking},
    {"-n", Form::flag, Action::hand_on, "", Group::hidden, "", linking},
    {"-nostdlib", Form::flag, Action::hand_on, "", Group::hidden, "", linking},
    {"-nodefaultlibs", Form::flag, Action::hand_on, "", Group::hidden, "", linking},
    {"-nostartfiles", Form::flag, Action::hand_on, "", Group::hidden, "", linking},
    {"-static-libgcc", Form::flag, Action::hand_on, "", Group::hidden, "", linking},
    {"-shared-libgcc", Form::flag, Action::hand_on, "", Group::hidden, "", linking},
    {"-static-pie", Form::flag, Action::statically, "", Group::hidden, "", linking},
};
// clang-format on

bool matches(const OptionRow& row, std::string_view word) {
    const std::string_view name = row.name;
    if (!word.starts_with(name))
        return false;
    const auto rest = word.substr(name.size());
    switch (row.form) {
    case Form::flag:
        return rest.empty();
    case Form::equals:
    case Form::optional_equals:
        return rest.empty() || rest[0] == '=';
    case Form::separate:
        return rest.empty();
    case Form::joined:
    case Form::either:
    case Form::prefix:
        return true;
    }
    return false;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const auto above = row[j + 1];
            row[j + 1] = std::min({above + 1, row[j] + 1, diagonal + (a[i] == b[j] ? 0U : 1U)});
            diagonal = above;
        }
    }
    return row.back();
}

} // namespace

std::string nearest(const std::string& word, const std::vector<std::string>& candidates) {
    std::string best;
    std::size_t least = word.size() / 3 + 1;
    for (const auto& candidate : candidates) {
        const auto distance = edit_distance(word, candidate);
        if (distance < least) {
            least = distance;
            best = candidate;
        }
    }
    return best;
}

const OptionRow* find_option(std::string_view word) {
    const OptionRow* best = nullptr;
    for (const auto& row : table)
        if (matches(row, word) &&
            (best == nullptr || std::string_view(row.name).size() > std::string_view(best->name).size()))
            best = &row;
    return best;
}

std::vector<std::string> option_names() {
    std::vector<std::string> names;
    for (const auto& row : table)
        if (row.action != Action::later && row.action != Action::native && row.action != Action::changes_types)
            names.emplace_back(row.name);
    return names;
}

std::string help_text() {
    std::string text =
        "Usage: hydracc [options] FILE...\n\n"
        "Translates C programs with #pragma hydra parallel for into programs for clusters.\n"
        "FILE: .c files, which make one program together; .o, .a and -lNAME: what hydracc -c has made is translated\n"
        "with them, what else there is goes to the linker. @FILE: further options and files.\n";
    const auto group = [&](Group which, const char* title) {
        text += fmt::format("\n{}:\n", title);
        for (const auto& row : table) {
            if (row.group != which) {
                continue;
            }
            std::string left = row.name;
            if (*row.value != '\0') {
                const bool spaced =
                    row.form == Form::separate || row.form == Form::either || row.action == Action::output;
                left += row.form == Form::equals ? "=" : spaced ? " " : "";
                left += row.value;
            } else if (row.form == Form::prefix) {
                left += row.name == std::string_view("-O") ? "N" : "…";
            }
            // A row too wide for its column is followed by its text on a line of its own.
            const auto wide = left.size() > 26;
            text +=
                wide ? fmt::format("  {}\n{:30}{}\n", left, "", row.help) : fmt::format("  {:<28}{}\n", left, row.help);
        }
    };
    group(Group::main, "What to do");
    group(Group::compile, "For the native compiler and linker");
    group(Group::other, "Other");
    text += "\nExit status: 0 done, 1 errors in the input, 2 wrong command line, 3 a tool failed or is missing,\n"
            "70 an internal error.\n";
    return text;
}

std::string version_text() {
    return fmt::format("hydracc {}\nSource-to-source compiler: C with #pragma hydra to MPI programs.\n",
                       HYDRACC_VERSION);
}

} // namespace hydra::driver

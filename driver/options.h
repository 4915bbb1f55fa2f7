// The command line, read into plain values. The options that hydracc knows are one table, from which reading,
// --help and "did you mean" follow; what is the native compiler's is kept in order, with the stages that need it.
#pragma once
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "codegen/edit/emit.h"
#include "support/diag.h"

namespace hydra::driver {

enum class Host { mpi, local };

enum class Goal {
    executable,
    sources,      // -S
    check,        // --check
    dump,         // --dump=
    dependencies, // -M, -MM: the native compiler's list of included files
    object,       // -c
    explain,      // --explain=
    advise,       // --advise
    native,       // -E, -shared, -print-… : the native compiler's affair
    help,
    version,
};

enum class DiagnosticsFormat { text, json, sarif };
enum class ReportFormat { none, text, json, html };

// Which calls of the native compiler get an option.
enum Stage : unsigned { preprocessing = 1, compiling = 2, linking = 4 };

// An option of the native compiler's, or an input of its linker's.
struct Handed {
    std::string option;    // "-I", "-O2", "-lm"; empty: `value` is a file for the linker
    std::string value;     // what follows the option, where it is a value of its own
    bool separate = false; // "-isystem DIR" (two words), not "-IDIR" (one)
    bool is_path = false;  // `value` is a file or folder, relative to the working folder
    unsigned stages = 0;   // of Stage
};

// Which list of included files is asked for.
struct DependencyOptions {
    std::string option;             // "-MD", "-MMD", "-M", "-MM", or empty
    std::string file;               // -MF
    std::vector<std::string> flags; // -MP, -MT X, -MQ X
    bool has_target = false;        // -MT or -MQ was given
};

struct DumpOptions {
    std::string form; // "c", "ast", "ir", "footprints"
    std::string pass; // of --dump=ir:PASS
};

struct ReportAdvice; // driver/report/advice.h

struct ReportOptions {
    ReportFormat format = ReportFormat::none;
    std::string file;                           // as typed; empty: standard output
    std::string profile;                        // --profile, as typed
    std::shared_ptr<const ReportAdvice> advice; // what --advise has found, for the report; null: nothing
    std::string explain;                        // --explain: "prog.c:49"
    std::vector<std::string> arguments;         // of the program, behind "--"
};

struct FloatingOptions {
    bool contraction_given = false; // the user decided about -ffp-contract, or does not care for bits (-ffast-math)
    std::string inexact;            // the option that lets results differ in their last bits; empty: none
};

// For compilers beside the C compiler.
struct ToolOptions {
    std::string arch;                     // --arch, as typed
    std::vector<std::string> nvcc, mpicc; // -Xnvcc, -Xmpicc
};

struct SourceRecord; // driver/objects/record.h

struct Options {
    Goal goal = Goal::executable;
    Host host = Host::mpi;
    codegen::Target target = codegen::Target::cpu;
    std::string comm; // --comm: a scheme and perhaps the size of its tiles; empty: exact
    ToolOptions tools;
    std::set<std::string> cmaps; // sources that -x says to be CMAPS
    [[nodiscard]] bool is_cmaps(const std::string& source) const {
        return source.ends_with(".cmaps") || cmaps.contains(source);
    }
    std::vector<std::string> sources; // the .c files, as typed
    // What objects carry of sources, at a link of these: as many as sources, or none.
    std::vector<std::shared_ptr<const SourceRecord>> records;
    std::vector<std::string> native; // the command line without what is hydracc's own
    std::string output;              // -o, as typed; empty: the default
    DumpOptions dump;
    std::string cc = "cc";
    bool is_static = false;       // -static
    std::vector<Handed> handed;   // in order, with a default for -O
    struct Unanalysed {           // for what is compiled as it stands
        std::string other_types;  // an option that changes what C's types are
        std::string old_standard; // -ansi, -std=c89 and the like as written
    } unanalysed;
    DependencyOptions dependencies;
    bool verbose = false, show_only = false, save_temps = false;
    FloatingOptions floating;
    bool optimized = false;               // -O was given
    bool openmp = false, openacc = false; // their directives are input
    bool openmp_simd = false;             // -fopenmp-simd was given
    support::DiagOptions diagnostics;
    DiagnosticsFormat diagnostics_format = DiagnosticsFormat::text;
    ReportOptions report;

    // The options with which one of the sources is read and compiled; `sources` holds it alone.
    [[nodiscard]] Options of(std::size_t source) const;
    // The file name of the first source without its ending: NAME in `hydracc --help`.
    [[nodiscard]] std::string name() const;
    // The words for one stage; `relocate` maps the paths in them (null: as typed).
    [[nodiscard]] std::vector<std::string>
    words(Stage stage, const std::function<std::string(const std::string&)>& relocate = {}) const;
};

// Reads the arguments (without the program's name). Throws Failure with status 2 and a message that names the remedy.
Options read_options(const std::vector<std::string>& arguments);

std::string help_text();
std::string version_text();

// The candidate that `word` is most likely a misspelling of; empty where none is near.
std::string nearest(const std::string& word, const std::vector<std::string>& candidates);

} // namespace hydra::driver

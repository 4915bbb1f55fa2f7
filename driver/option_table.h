// The options that hydracc knows, one row each: how the value is written, what reading it does, and its line in --help.
// Whoever adds an option adds a row, and an action where none fits.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace hydra::driver {

enum class Form {
    flag,            // --check
    equals,          // --cc=PROG
    optional_equals, // --report or --report=json
    joined,          // -DNAME or -D NAME; handed on as one word
    either,          // -isystem DIR or -isystemDIR; handed on as two words
    separate,        // -Xlinker ARG only
    prefix,          // everything that begins so: -O2, -funroll-loops
};

enum class Action {
    hand_on,
    standard,
    optimize,
    floating,
    openmp,
    openmp_simd,
    openacc,
    warning,
    color,
    diagnostics_format,
    report,
    report_file,
    profile,
    explain,
    advise,
    dependencies,
    output,
    cc,
    launch,
    target,
    arch,
    host,
    comm,
    later,
    changes_types,
    xmpicc,
    xnvcc,
    sources,
    object,     // -c
    native,     // the native compiler's affair altogether
    assembly,   // -S=asm
    statically, // -static
    check,
    dump,
    language, // -x
    verbose,
    show,
    save_temps,
    version,
    help,
};

enum class Group { main, compile, other, hidden };

struct OptionRow {
    const char* name;
    Form form;
    Action action;
    const char* value = ""; // what --help calls its value
    Group group = Group::hidden;
    const char* help = "";
    unsigned stages = 0; // of Stage, for Action::hand_on and its kin
    bool is_path = false;
};

// The row that a word of the command line belongs to: an exact one if there is one, else the longest prefix. Null:
// none.
const OptionRow* find_option(std::string_view word);

// The spellings that "did you mean" chooses from.
std::vector<std::string> option_names();

} // namespace hydra::driver

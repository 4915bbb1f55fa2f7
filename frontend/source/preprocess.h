// Runs the native compiler's preprocessor on one source file. The idea: `cc -E -dD` also tells every macro definition
// in its place, so that positions.h can undo the expansion; those lines are then blanked out, line markers and #pragma
// lines stay, and macros in lines of directives, which gcc -E leaves alone, are expanded.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/source.h"

namespace hydra::frontend {

struct PreprocessOptions {
    std::string cc = "cc";
    std::vector<std::string> flags; // -D -U -I -isystem -include -std= -O -f -m … as given
};

// A #define or #undef line, at the offset of Preprocessed::text from which on it is in force.
struct MacroEvent {
    std::string name;
    bool defined = true; // false: #undef
    bool function_like = false;
    std::size_t offset = 0;
    std::string definition; // what follows `#define `, in one line
    std::string file;       // as the line markers name it; "<built-in>", "<command-line>" too
    std::uint32_t line = 0;
};

struct Preprocessed {
    std::string text; // no #define lines; line markers (`# 12 "f.c" 1 3`) and #pragma lines stay, each on a line
    std::string path; // of the input, as given
    support::FileId file = support::FileId::none; // of the input
    std::vector<MacroEvent> macro_events;         // in order of offset
    bool openmp = false, openacc = false;         // their lines are input, too
    std::string messages;                         // what the preprocessor wrote to standard error (warnings)
};

struct PreprocessError : std::runtime_error {
    enum class Kind {
        bad_input,    // the input file is missing or cannot be read: what() says so
        failed,       // the preprocessor refused the input (a missing header …): `output` is what it printed
        missing_tool, // the compiler cannot be run
    };
    PreprocessError(Kind kind_, const std::string& message, std::string output_ = "")
        : std::runtime_error(message), kind(kind_), output(std::move(output_)) {}
    Kind kind;
    std::string output;
};

// Preprocesses the file at `path` and adds its raw text to `sources`. Throws PreprocessError.
Preprocessed preprocess(const std::string& path, const PreprocessOptions& options, support::SourceManager& sources);

// What the preprocessor prints of the file, with the macros in its pragmas expanded: for read_preprocessed, later.
std::string preprocessed_text(const std::string& path, const PreprocessOptions& options);

// The same as preprocess() gives, from such a text; `file` is the input, in `sources`.
Preprocessed read_preprocessed(std::string text, const std::string& path, support::FileId file);

// The same of a text that hydracc made of `made_from`, beside which its #include lines look; `file` is in `sources`.
Preprocessed preprocess_made(support::FileId file, const std::string& made_from, const PreprocessOptions& options,
                             const support::SourceManager& sources);

} // namespace hydra::frontend

// Diagnostics: collected while a phase runs, sorted by position, printed in the compilers' common form with the source
// line and a caret. An error of the user is reported here; an error of ours is an exception (InternalError).
#pragma once
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/source.h"

namespace hydra::support {

enum class Severity { note, warning, error };

struct Note {
    SourceRange range;
    std::string message;
};

struct Diagnostic {
    Severity severity = Severity::error;
    SourceRange range; // may be invalid: a message without a place
    std::string message;
    std::string name; // "hydra-race"; empty for plain errors. Printed in brackets
    std::vector<Note> notes;
};

struct DiagOptions {
    bool warnings_are_errors = false; // -Werror
    bool silent = false;              // -w
    std::set<std::string> disabled;   // -Wno-NAME
    std::set<std::string> not_errors; // -Wno-error=NAME: such errors become warnings
    bool color = false;
};

class Diagnostics {
  public:
    explicit Diagnostics(const SourceManager& sources) : sources_(sources) {}
    DiagOptions options;

    Diagnostic& error(SourceRange range, std::string message, std::string name = "");
    Diagnostic& warning(SourceRange range, std::string message, std::string name);
    [[nodiscard]] bool has_errors() const; // after options are applied
    [[nodiscard]] const std::vector<Diagnostic>& all() const { return list_; }
    // The text for standard error: sorted by file (in order of first use) and position; equal diagnostics once.
    [[nodiscard]] std::string render() const;

  private:
    const SourceManager& sources_;
    std::vector<Diagnostic> list_;
};

// A fault of hydracc itself: the driver prints it, keeps the inputs and ends with status 70.
struct InternalError : std::logic_error {
    using std::logic_error::logic_error;
};

} // namespace hydra::support

// Diagnostics: collected while a phase runs, sorted by position, printed in the compilers' common form with the source
// line and a caret. An error of the user is reported here; an error of ours is an exception (InternalError).
#pragma once
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "support/source.h"

namespace hydra::support {

enum class Severity { note, warning, error };

struct Note {
    SourceRange range;
    std::string message;
};

// What to write instead of a range of the user's text, or at the end of the directive that stands there.
struct Fix {
    SourceRange range;
    std::string text;
    bool behind = false; // the range stays
};

struct Diagnostic {
    Severity severity = Severity::error;
    SourceRange range; // may be invalid: a message without a place
    std::string message;
    std::string name; // "hydra-race"; empty for plain errors. Printed in brackets
    std::vector<Note> notes;
    std::string rule = {}; // without a name: what messages of its kind are called for other programs
    std::vector<Fix> fixes = {};
    std::string clause = {}; // of a loop's directive: adding it is what mends this, if anything does: "private(t)"
};

struct DiagOptions {
    bool warnings_are_errors = false; // -Werror
    bool silent = false;              // -w
    std::set<std::string> disabled;   // -Wno-NAME
    std::set<std::string> errors;     // -Werror=NAME: such warnings become errors
    std::set<std::string> not_errors; // -Wno-error=NAME: such errors become warnings
    bool color = false;
};

class Diagnostics {
  public:
    explicit Diagnostics(const SourceManager& sources) : sources_(sources) {}
    DiagOptions options;
    // What messages without a name are filed under for other programs (rules.h), while a stage runs.
    class Stage {
      public:
        Stage(Diagnostics& of, std::string rule) : of_(of), before_(std::exchange(of.rule_, std::move(rule))) {}
        ~Stage() { of_.rule_ = before_; }
        Stage(const Stage&) = delete;
        Stage& operator=(const Stage&) = delete;

      private:
        Diagnostics& of_;
        std::string before_;
    };

    Diagnostic& error(SourceRange range, std::string message, std::string name = "");
    Diagnostic& warning(SourceRange range, std::string message, std::string name);
    // Those of another stage, as if they had been reported here.
    void add(const Diagnostics& other) { list_.insert(list_.end(), other.list_.begin(), other.list_.end()); }
    [[nodiscard]] bool has_errors() const; // after options are applied
    [[nodiscard]] const std::vector<Diagnostic>& all() const { return list_; }
    // What is to be shown under the options: sorted by file (in order of first use) and position; equal diagnostics
    // once. The pointers hold until the next diagnostic is added.
    struct Shown {
        const Diagnostic* diagnostic;
        Severity severity;
    };
    [[nodiscard]] std::vector<Shown> shown() const;
    // The text for standard error, of what is shown.
    [[nodiscard]] std::string render() const;
    // The same as one JSON document: gcc's array of diagnostics, and SARIF 2.1.0 (diag_json.cpp). version: hydracc's.
    [[nodiscard]] std::string render_json() const;
    [[nodiscard]] std::string render_sarif(const std::string& version) const;

  private:
    const SourceManager& sources_;
    std::string rule_ = "hydra-input";
    std::vector<Diagnostic> list_;
};

// A fault of hydracc itself: the driver prints it, keeps the inputs and ends with status 70.
struct InternalError : std::logic_error {
    using std::logic_error::logic_error;
};

} // namespace hydra::support

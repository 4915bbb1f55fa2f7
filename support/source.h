// Source files and ranges in them. A range always speaks of the user's own text, before preprocessing, so that
// diagnostics quote it and code generation edits it.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hydra::support {

enum class FileId : std::uint32_t { none = 0xffffffffU };

// The bytes [begin, end) of a file's own text. Where a construct begins or ends inside a macro's expansion, the range
// covers the whole invocation. `verbatim` says that replacing these bytes replaces exactly this construct; it is false
// where a macro invocation at its border also holds something else, and for everything inside an expansion.
struct SourceRange {
    FileId file = FileId::none;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    bool verbatim = false;
    [[nodiscard]] bool valid() const { return file != FileId::none; }
    friend bool operator==(const SourceRange&, const SourceRange&) = default;
};
[[nodiscard]] inline bool is_within(const SourceRange& inner, const SourceRange& outer) {
    return inner.file == outer.file && outer.begin <= inner.begin && inner.end <= outer.end;
}

struct LineColumn {
    std::uint32_t line = 1;   // from 1
    std::uint32_t column = 1; // from 1, in bytes
};

// Which line of which file something is by the program's own account (__LINE__, __FILE__).
struct LineName {
    std::uint32_t line = 1; // from 1
    std::string path;
};

// Of a file that hydracc made of another one: the bytes [begin, end) stand for `of`; where it is `same`, byte by byte.
struct Origin {
    std::uint32_t begin = 0, end = 0;
    SourceRange of;
    bool same = false;
};

struct SourceFile {
    std::string path; // as typed by the user, or as the preprocessor names it
    std::string text; // empty where the file cannot be read again
    bool user = true; // false: a system header
    // A file that a unit includes several times, under other macros, is a file of its own each time: 0 is the first.
    std::uint32_t inclusion = 0;
    std::vector<std::uint32_t> line_starts;
    std::map<std::uint32_t, LineName> renumbered = {}; // by the lines of #line directives: what the next one is called
    std::vector<Origin> origins = {};                  // ascending; empty: the user's own text
};

// Owns the texts of all files of a run. Ids are dense from 0; references stay valid for the manager's life.
class SourceManager {
  public:
    // Adds a file with its text (or returns the id of the same path and inclusion). Each line ends with \n from
    // here on, whatever the file's end with, and a byte-order mark is no part of the text.
    FileId add(std::string path, std::string text, bool user, std::uint32_t inclusion = 0);
    // Instead of what is on the disk, the file has this text, and the program calls it `name` (__FILE__).
    void provide(const std::string& path, std::string text, std::string name);
    [[nodiscard]] const std::string* provided(const std::string& path) const; // null: none
    // A file that was made of others, for which messages speak of those.
    FileId add_made(std::string path, std::string text, std::vector<Origin> origins);
    // What the user wrote where this stands: the range itself, but in files that were made.
    [[nodiscard]] SourceRange origin(SourceRange range) const;
    // From here on the file has this text, which has as many lines.
    void replace(FileId id, std::string text);
    [[nodiscard]] const SourceFile& file(FileId id) const;
    [[nodiscard]] std::size_t size() const { return files_.size(); }
    [[nodiscard]] LineColumn position(FileId id, std::uint32_t offset) const;
    // Byte offset at which the line (from 1) starts; the text's length past its end.
    [[nodiscard]] std::uint32_t line_start(FileId id, std::uint32_t line) const;
    [[nodiscard]] std::string_view line_text(FileId id, std::uint32_t line) const; // without its newline
    [[nodiscard]] std::string_view text(const SourceRange& range) const;
    // A #line directive stands in the file's line; the one behind it has this name.
    void renumber(FileId id, std::uint32_t line, LineName next);
    // What the program calls a line (from 1): its own number and path, but for #line directives before it.
    [[nodiscard]] LineName name_of_line(FileId id, std::uint32_t line) const;
    // The line, from 1, of what the user wrote.
    [[nodiscard]] std::uint32_t line(const SourceRange& range) const;
    // "prog.c:12", of what the user wrote.
    [[nodiscard]] std::string at(const SourceRange& range) const;

  private:
    struct Provided {
        std::string text, name;
    };
    std::vector<SourceFile*> files_;
    std::map<std::string, Provided> provided_;

  public:
    SourceManager() = default;
    SourceManager(const SourceManager&) = delete;
    SourceManager& operator=(const SourceManager&) = delete;
    ~SourceManager();
};

} // namespace hydra::support

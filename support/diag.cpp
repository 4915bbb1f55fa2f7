// Orders diagnostics and prints them with the source line and a caret. Columns of the picture are characters, not
// bytes, tabs are expanded, and of a very long line only the part around the caret is shown.
#include "support/diag.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include <fmt/format.h>

namespace hydra::support {

namespace {

constexpr std::size_t tab_width = 8;
constexpr std::size_t longest_line = 150; // characters of a source line that are shown whole
constexpr std::size_t shown_before = 60;  // of a longer one: this much before the caret …
constexpr std::size_t shown_in_all = 120; // … and this much altogether

// The severity under the options; nullopt where it is not shown.
std::optional<Severity> effective(const Diagnostic& diagnostic, const DiagOptions& options) {
    const bool never_error = !diagnostic.name.empty() && options.not_errors.contains(diagnostic.name);
    if (diagnostic.severity == Severity::error && !never_error)
        return Severity::error;
    if (diagnostic.severity == Severity::note)
        return Severity::note;
    if (options.silent || (!diagnostic.name.empty() && options.disabled.contains(diagnostic.name)))
        return std::nullopt;
    const bool made_error = options.warnings_are_errors || options.errors.contains(diagnostic.name);
    return made_error && !never_error ? Severity::error : Severity::warning;
}

// A source line as it appears on the screen: one entry a column, so that carets can be placed under it.
struct Picture {
    std::vector<std::string> cells;
    std::vector<std::size_t> column_of_byte; // one more than the line has bytes
};

Picture draw(std::string_view line) {
    Picture picture;
    for (std::size_t i = 0; i < line.size();) {
        const auto byte = static_cast<unsigned char>(line[i]);
        const std::size_t column = picture.cells.size();
        std::size_t length = 1;
        if (byte == '\t') {
            picture.cells.resize(column + tab_width - column % tab_width, " ");
        } else if (byte < 0x20 || byte == 0x7f) {
            picture.cells.emplace_back("?");
        } else {
            while (byte >= 0xc0 && length < 4 && i + length < line.size() &&
                   (static_cast<unsigned char>(line[i + length]) & 0xc0U) == 0x80U)
                ++length;
            picture.cells.emplace_back(line.substr(i, length));
        }
        picture.column_of_byte.insert(picture.column_of_byte.end(), length, column);
        i += length;
    }
    picture.column_of_byte.push_back(picture.cells.size());
    return picture;
}

struct Bytes {
    std::size_t begin, end;
};

// The part of a very long line that may be shown of it, so that many messages about one line stay cheap.
Bytes surroundings(std::string_view line, std::size_t caret) {
    constexpr std::size_t enough = 1000;                // bytes on each side; more than is shown
    const auto inside_character = [&](std::size_t at) { // of UTF-8
        return at < line.size() && (static_cast<unsigned char>(line[at]) & 0xc0U) == 0x80U;
    };
    Bytes cut{caret > enough ? caret - enough : 0, std::min(line.size(), caret + enough)};
    for (int i = 0; i < 3 && cut.begin > 0 && inside_character(cut.begin); ++i)
        --cut.begin;
    for (int i = 0; i < 3 && inside_character(cut.end); ++i)
        ++cut.end;
    return cut;
}

std::string join(const std::vector<std::string>& cells, std::size_t begin, std::size_t end) {
    std::string text;
    for (std::size_t i = begin; i < end && i < cells.size(); ++i)
        text += cells[i];
    return text;
}

class Renderer {
  public:
    Renderer(const SourceManager& sources, bool color) : sources_(sources), color_(color) {}

    void message(const SourceRange& where, Severity severity, const std::string& text, const std::string& name) {
        const auto range = sources_.origin(where);
        std::string place = "hydracc";
        if (range.valid()) {
            const auto at = sources_.position(range.file, range.begin);
            place = fmt::format("{}:{}:{}", sources_.file(range.file).path, at.line, at.column);
        }
        static constexpr const char* words[] = {"note: ", "warning: ", "error: "};
        static constexpr const char* colors[] = {"\033[1;36m", "\033[1;35m", "\033[1;31m"};
        const auto kind = static_cast<std::size_t>(severity);
        out += paint("\033[1m", place + ":") + " " + paint(colors[kind], words[kind]) + text;
        if (!name.empty())
            out += " [" + paint(colors[kind], name) + "]";
        out += '\n';
        if (range.valid())
            quote(range, colors[kind]);
    }

    std::string out;

  private:
    [[nodiscard]] std::string paint(const char* color, const std::string& text) const {
        return color_ ? color + text + "\033[0m" : text;
    }

    void quote(const SourceRange& range, const char* color) {
        const auto at = sources_.position(range.file, range.begin);
        if (sources_.file(range.file).text.empty())
            return;
        std::string_view line = sources_.line_text(range.file, at.line);
        auto first_byte = std::min<std::size_t>(at.column - 1, line.size());
        const auto length = std::max<std::size_t>(range.end > range.begin ? range.end - range.begin : 1, 1);
        const auto cut = surroundings(line, first_byte);
        line = line.substr(cut.begin, cut.end - cut.begin);
        first_byte -= cut.begin;
        const auto last_byte = std::min<std::size_t>(first_byte + length, line.size());
        const auto picture = draw(line);
        auto first = picture.column_of_byte[first_byte];
        auto last = std::max(picture.column_of_byte[last_byte], first + 1);
        std::size_t begin = 0;
        auto end = picture.cells.size();
        std::string before;
        std::string after;
        if (end > longest_line) {
            begin = first > shown_before ? first - shown_before : 0;
            end = std::min(end, begin + shown_in_all);
            before = begin > 0 || cut.begin > 0 ? "..." : "";
            after = end < picture.cells.size() ? "..." : "";
            last = std::min(last, std::max(end, first + 1));
        }
        const auto margin = before.size() + first - begin;
        out += fmt::format(" {:4} | {}{}{}\n", at.line, before, join(picture.cells, begin, end), after);
        out += fmt::format("      | {}{}\n", std::string(margin, ' '),
                           paint(color, "^" + std::string(last - first - 1, '~')));
    }

    const SourceManager& sources_;
    bool color_;
};

bool same(const Diagnostic& a, const Diagnostic& b) {
    return a.severity == b.severity && a.range.file == b.range.file && a.range.begin == b.range.begin &&
           a.range.end == b.range.end && a.message == b.message && a.name == b.name;
}

// Whether an equal one comes before; equal ones stand at the same place, so near each other.
bool repeats(const std::vector<const Diagnostic*>& order, std::size_t i) {
    for (std::size_t k = i; k-- > 0 && order[k]->range.begin == order[i]->range.begin;)
        if (same(*order[k], *order[i]))
            return true;
    return false;
}

} // namespace

Diagnostic& Diagnostics::error(SourceRange range, std::string message, std::string name) {
    list_.push_back({Severity::error, range, std::move(message), std::move(name), {}});
    list_.back().rule = rule_;
    return list_.back();
}

Diagnostic& Diagnostics::warning(SourceRange range, std::string message, std::string name) {
    list_.push_back({Severity::warning, range, std::move(message), std::move(name), {}});
    list_.back().rule = rule_;
    return list_.back();
}

bool Diagnostics::has_errors() const {
    return std::any_of(
        list_.begin(), list_.end(),
        [this](const Diagnostic& diagnostic) { return effective(diagnostic, options) == Severity::error; });
}

std::vector<Diagnostics::Shown> Diagnostics::shown() const {
    std::vector<const Diagnostic*> order;
    for (const auto& diagnostic : list_)
        order.push_back(&diagnostic);
    std::stable_sort(order.begin(), order.end(), [](const Diagnostic* a, const Diagnostic* b) {
        // FileId::none + 1 is 0: messages without a place come first.
        const auto key = [](const Diagnostic* d) {
            return std::tuple(static_cast<std::uint32_t>(d->range.file) + 1U, d->range.valid() ? d->range.begin : 0U);
        };
        return key(a) < key(b);
    });
    std::vector<Shown> list;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const auto severity = effective(*order[i], options);
        if (severity && !repeats(order, i))
            list.push_back({order[i], *severity});
    }
    return list;
}

std::string Diagnostics::render() const {
    Renderer renderer(sources_, options.color);
    for (const auto& [diagnostic, severity] : shown()) {
        renderer.message(diagnostic->range, severity, diagnostic->message, diagnostic->name);
        for (const auto& note : diagnostic->notes)
            renderer.message(note.range, Severity::note, note.message, "");
    }
    return renderer.out;
}

} // namespace hydra::support

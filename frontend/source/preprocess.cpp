// One pass over what `cc -E -dD` printed: definitions become events and empty lines. Only if a hydra pragma holds a
// name that is a macro at its place, a second, tiny preprocessor run expands those pragmas under the definitions in
// force.
#include "frontend/source/preprocess.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <string_view>
#include <unordered_map>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "frontend/source/subprocess.h"

namespace hydra::frontend {

namespace {

using Kind = PreprocessError::Kind;

std::string read_input(const std::string& path) {
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0) {
        const bool missing = errno == ENOENT;
        throw PreprocessError(Kind::bad_input, missing ? fmt::format("{}: no such file", path)
                                                       : fmt::format("{}: cannot be read: {}", path, strerror(errno)));
    }
    if (S_ISDIR(info.st_mode))
        throw PreprocessError(Kind::bad_input, fmt::format("{}: is a folder, not a C file", path));
    std::ifstream in(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    if (!in)
        throw PreprocessError(Kind::bad_input, fmt::format("{}: cannot be read: {}", path, strerror(errno)));
    return text;
}

std::string utf8(std::uint32_t letter) {
    const auto byte = [](std::uint32_t value) { return static_cast<char>(value); };
    const auto rest = [&](int shift) { return byte(0x80U | (letter >> shift & 0x3fU)); };
    if (letter < 0x800U)
        return {byte(0xc0U | letter >> 6U), rest(0)};
    if (letter < 0x10000U)
        return {byte(0xe0U | letter >> 12U), rest(6), rest(0)};
    return {byte(0xf0U | letter >> 18U), rest(12), rest(6), rest(0)};
}

// GCC prints letters outside of ASCII in names as \U000000f6: as the file has them, in UTF-8. Literals stay.
std::string with_letters(const std::string& text) {
    constexpr std::size_t length = 10;
    std::string out;
    char quote = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (quote == 0 && text.compare(at, 2, "\\U") == 0 && at + length <= text.size()) {
            std::uint32_t letter = 0;
            const auto* end = text.data() + at + length;
            const auto [stop, error] = std::from_chars(text.data() + at + 2, end, letter, 16);
            if (stop == end && letter >= 0x80U && letter < 0x110000U) {
                out += utf8(letter);
                at += length - 1;
                continue;
            }
        }
        out += c;
        if (c == '\n')
            quote = 0;
        else if (quote != 0 && c == '\\' && at + 1 < text.size() && text[at + 1] != '\n')
            out += text[++at];
        else if (c == '"' || c == '\'')
            quote = quote == 0 ? c : quote == c ? '\0' : quote;
    }
    return out;
}

std::string run_compiler(std::vector<std::string> arguments, const std::string& input, std::string& messages) {
    auto result = run_process(arguments, input);
    if (!result.started) {
        throw PreprocessError(Kind::missing_tool,
                              fmt::format("cannot run the C compiler '{}': {}; install one or name it with --cc=PROG",
                                          arguments[0], result.error));
    }
    if (result.status >= 126) { // could not run, or was killed
        throw PreprocessError(Kind::missing_tool,
                              fmt::format("the C compiler '{}' ended with status {}", arguments[0], result.status),
                              std::move(result.err));
    }
    if (result.status != 0 && result.err.empty()) { // a compiler says what is wrong
        throw PreprocessError(Kind::missing_tool,
                              fmt::format("'{}' is no C compiler that works: it ended with status {} and said nothing",
                                          arguments[0], result.status));
    }
    if (result.status != 0)
        throw PreprocessError(Kind::failed, "preprocessing failed", std::move(result.err));
    messages += result.err;
    return result.out.find("\\U") == std::string::npos ? std::move(result.out) : with_letters(result.out);
}

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
           static_cast<unsigned char>(c) >= 0x80;
}

std::string_view word_at(std::string_view text, std::size_t at) {
    auto end = at;
    while (end < text.size() && is_word(text[end]))
        ++end;
    return text.substr(at, end - at);
}

std::size_t skip_blanks(std::string_view text, std::size_t at) {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t'))
        ++at;
    return at;
}

// A `#pragma hydra` line of the text, or one of OpenMP's or OpenACC's: [begin, end) without its newline.
struct PragmaLine {
    std::size_t begin, end;
    std::size_t body; // where what follows `hydra` begins
    std::size_t events_before;
};

// Takes the #define lines out of the text and notes the pragmas that hold macros.
class Reader {
  public:
    explicit Reader(Preprocessed& out) : out_(out) {}

    std::vector<PragmaLine> run() {
        const auto& text = out_.text;
        for (std::size_t at = 0; at < text.size();) {
            auto end = text.find('\n', at);
            end = end == std::string::npos ? text.size() : end;
            if (text[at] == '#')
                directive(at, end);
            ++line_;
            at = end + 1;
        }
        return std::move(pragmas_);
    }

  private:
    void directive(std::size_t begin, std::size_t end) {
        const auto line = std::string_view(out_.text).substr(begin, end - begin);
        const auto at = skip_blanks(line, 1);
        const auto word = word_at(line, at);
        if (!word.empty() && word[0] >= '0' && word[0] <= '9') {
            marker(line, at);
        } else if (word == "pragma") {
            pragma(line, begin, at + word.size());
        } else {
            if (word == "define" || word == "undef")
                event(line, begin, skip_blanks(line, at + word.size()), word == "define");
            std::fill(out_.text.begin() + static_cast<std::ptrdiff_t>(begin),
                      out_.text.begin() + static_cast<std::ptrdiff_t>(end), ' ');
        }
    }

    void marker(std::string_view line, std::size_t at) {
        std::from_chars(line.data() + at, line.data() + line.size(), line_);
        --line_; // the marker speaks of the next line
        const auto first = line.find('"');
        const auto last = line.rfind('"');
        if (first != std::string_view::npos && last > first)
            file_ = line.substr(first + 1, last - first - 1);
    }

    void event(std::string_view line, std::size_t offset, std::size_t at, bool defined) {
        MacroEvent event;
        const auto name = word_at(line, at);
        event.name = name;
        event.defined = defined;
        event.function_like = at + name.size() < line.size() && line[at + name.size()] == '(';
        event.offset = offset;
        event.definition = line.substr(at);
        event.file = file_;
        event.line = line_;
        if (defined)
            in_force_[event.name] = true;
        else
            in_force_.erase(event.name);
        out_.macro_events.push_back(std::move(event));
    }

    void pragma(std::string_view line, std::size_t offset, std::size_t at) {
        at = skip_blanks(line, at);
        const auto kind = word_at(line, at);
        if (kind != "hydra" && kind != "omp" && kind != "acc")
            return;
        const auto body = at + kind.size();
        for (at = body; at < line.size();) {
            const auto word = word_at(line, at);
            if (!word.empty() && in_force_.contains(std::string(word))) {
                pragmas_.push_back({offset, offset + line.size(), offset + body, out_.macro_events.size()});
                return;
            }
            at += std::max<std::size_t>(word.size(), 1);
        }
    }

    Preprocessed& out_;
    std::vector<PragmaLine> pragmas_;
    std::unordered_map<std::string, bool> in_force_;
    std::string file_;
    std::uint32_t line_ = 0;
};

std::string line_mark(std::size_t i) { return fmt::format("__hydra_pragma_text_{}__", i); }

// The pragmas' texts after `hydra`, expanded.
std::vector<std::string> expand(const Preprocessed& input, const std::vector<PragmaLine>& pragmas,
                                const PreprocessOptions& options, std::string& messages) {
    std::string program;
    std::size_t event = 0;
    for (std::size_t i = 0; i < pragmas.size(); ++i) {
        for (; event < pragmas[i].events_before; ++event) {
            const auto& macro = input.macro_events[event];
            if (!macro.file.empty() && macro.file[0] == '<')
                continue; // built in or from the command line: there again in this run
            program += "#undef " + macro.name + "\n";
            program += macro.defined ? "#define " + macro.definition + "\n" : "";
        }
        program += line_mark(i) + input.text.substr(pragmas[i].body, pragmas[i].end - pragmas[i].body) + "\n";
    }
    program += line_mark(pragmas.size()) + "\n";
    std::vector<std::string> arguments{options.cc};
    arguments.insert(arguments.end(), options.flags.begin(), options.flags.end());
    arguments.insert(arguments.end(), {"-w", "-E", "-P", "-x", "c", "-"});
    const auto out = run_compiler(std::move(arguments), program, messages);
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < pragmas.size(); ++i) {
        const auto begin = out.find(line_mark(i));
        const auto end = out.find(line_mark(i + 1));
        if (begin == std::string::npos || end == std::string::npos)
            throw PreprocessError(Kind::failed, "the macros in a directive's line cannot be expanded");
        const auto from = begin + line_mark(i).size();
        auto text = out.substr(from, end - from);
        std::replace(text.begin(), text.end(), '\n', ' ');
        text.erase(text.find_last_not_of(' ') + 1);
        texts.push_back(" " + text.substr(std::min(text.find_first_not_of(' '), text.size())));
    }
    return texts;
}

void replace_pragmas(Preprocessed& input, const std::vector<PragmaLine>& pragmas,
                     const std::vector<std::string>& texts) {
    std::string text;
    std::size_t done = 0;
    std::size_t event = 0;
    for (std::size_t i = 0; i <= pragmas.size(); ++i) {
        const auto until = i < pragmas.size() ? pragmas[i].body : input.text.size();
        for (; event < input.macro_events.size() && input.macro_events[event].offset < until; ++event) {
            auto& offset = input.macro_events[event].offset;
            offset = text.size() + (offset - done);
        }
        text.append(input.text, done, until - done);
        if (i < pragmas.size()) {
            text += texts[i];
            done = pragmas[i].end;
        }
    }
    input.text = std::move(text);
}

} // namespace

namespace {

// From what the compiler printed on.
void finish(Preprocessed& result, const PreprocessOptions& options) {
    const auto pragmas = Reader(result).run();
    if (!pragmas.empty())
        replace_pragmas(result, pragmas, expand(result, pragmas, options, result.messages));
}

std::vector<std::string> command(const PreprocessOptions& options) {
    std::vector<std::string> arguments{options.cc};
    arguments.insert(arguments.end(), options.flags.begin(), options.flags.end());
    // tolower and its kin as the functions that they are: glibc's macros hide them in statement expressions. What is
    // compiled natively has the macros. In the same way, hydra_cmaps.h has plainer forms of some functions.
    arguments.insert(arguments.end(), {"-D__NO_CTYPE=", "-D__HYDRA_READS__", "-E", "-dD", "-x", "c"});
    return arguments;
}

} // namespace

Preprocessed preprocess(const std::string& path, const PreprocessOptions& options, support::SourceManager& sources) {
    Preprocessed result;
    result.path = path;
    result.file = sources.add(path, read_input(path), true);
    auto arguments = command(options);
    arguments.push_back(path);
    result.text = run_compiler(std::move(arguments), "", result.messages);
    finish(result, options);
    return result;
}

std::string preprocessed_text(const std::string& path, const PreprocessOptions& options) {
    Preprocessed printed;
    auto arguments = command(options);
    arguments.push_back(path);
    std::string text = run_compiler(std::move(arguments), "", printed.messages);
    printed.text = text;
    const auto pragmas = Reader(printed).run();
    if (pragmas.empty())
        return text;
    const auto texts = expand(printed, pragmas, options, printed.messages);
    printed.text = std::move(text);
    printed.macro_events.clear();
    replace_pragmas(printed, pragmas, texts);
    return std::move(printed.text);
}

Preprocessed read_preprocessed(std::string text, const std::string& path, support::FileId file) {
    Preprocessed result;
    result.path = path;
    result.file = file;
    result.text = std::move(text);
    Reader(result).run();
    return result;
}

Preprocessed preprocess_made(support::FileId file, const std::string& made_from, const PreprocessOptions& options,
                             const support::SourceManager& sources) {
    Preprocessed result;
    result.path = sources.file(file).path;
    result.file = file;
    auto arguments = command(options);
    const auto slash = made_from.rfind('/');
    if (slash != std::string::npos)
        arguments.insert(arguments.end(), {"-iquote", made_from.substr(0, std::max<std::size_t>(slash, 1))});
    arguments.emplace_back("-");
    const auto printed = run_compiler(std::move(arguments), sources.file(file).text, result.messages);
    // Its name, where the compiler says <stdin>.
    static constexpr std::string_view standard_input = "\"<stdin>\"";
    for (std::size_t at = 0; at < printed.size();) {
        const auto end = std::min(printed.find('\n', at), printed.size());
        std::string line = printed.substr(at, end - at);
        const auto name = line.starts_with("# ") ? line.find(standard_input) : std::string::npos;
        if (name != std::string::npos)
            line.replace(name, standard_input.size(), "\"" + result.path + "\"");
        result.text += line + "\n";
        at = end + 1;
    }
    finish(result, options);
    return result;
}

} // namespace hydra::frontend

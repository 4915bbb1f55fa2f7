// The preprocessor's own output says what an invocation became. Tokens are set apart by blanks; #pragma lines become
// _Pragma operators, so that everything stays on one line and no line has another number than before.
#include "frontend/source/write_out.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace hydra::frontend {

namespace {

class Writer {
  public:
    Writer(const Preprocessed& input, std::string_view raw) : input_(input), raw_(raw) {}

    std::optional<std::string> run(const std::vector<PositionMap::Invocation>& invocations) {
        std::string out;
        std::size_t done = 0;
        bool any = false;
        for (const auto& invocation : invocations) {
            apply_events(invocation.tokens.front().begin);
            if (invocation.begin < done || !stands_alone(invocation))
                continue;
            const auto text = expansion(invocation);
            if (!text)
                continue;
            const auto lines = raw_.substr(invocation.begin, invocation.end - invocation.begin);
            out += raw_.substr(done, invocation.begin - done);
            out += ' ' + *text + ' ' +
                   std::string(static_cast<std::size_t>(std::count(lines.begin(), lines.end(), '\n')), '\n');
            done = invocation.end;
            any = true;
        }
        out += raw_.substr(done);
        return any ? std::optional(out) : std::nullopt;
    }

  private:
    using Tokens = std::vector<PositionMap::Invocation::Token>;

    // No directives between its arguments, and no line that goes on in the next one.
    [[nodiscard]] bool stands_alone(const PositionMap::Invocation& invocation) const {
        const auto text = raw_.substr(invocation.begin, invocation.end - invocation.begin);
        for (auto at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
            const auto next = text.find_first_not_of(" \t", at + 1);
            if ((next != std::string_view::npos && text[next] == '#') || (at > 0 && text[at - 1] == '\\'))
                return false;
        }
        return true;
    }

    void apply_events(std::size_t until) {
        for (; event_ < input_.macro_events.size() && input_.macro_events[event_].offset <= until; ++event_) {
            const auto& event = input_.macro_events[event_];
            if (event.defined)
                macros_[event.name] = &event;
            else
                macros_.erase(event.name);
        }
    }

    [[nodiscard]] std::string_view text(const PositionMap::Invocation::Token& token) const {
        return std::string_view(input_.text).substr(token.begin, token.end - token.begin);
    }

    // Whether the preprocessor, meeting the token once more, would make something else of it.
    [[nodiscard]] bool would_expand(const Tokens& tokens, std::size_t at) const {
        const auto known = macros_.find(text(tokens[at]));
        if (known == macros_.end())
            return false;
        const auto& event = *known->second;
        return event.function_like ? at + 1 == tokens.size() || text(tokens[at + 1]) == "("
                                   : event.definition != event.name + " " + event.name;
    }

    // The rest of a #pragma line whose `#` is this token; empty: it is none.
    [[nodiscard]] std::string_view pragma(const Tokens& tokens, std::size_t at) const {
        if (text(tokens[at]) != "#" || at + 1 == tokens.size() || text(tokens[at + 1]) != "pragma")
            return {};
        const auto end = std::min(input_.text.find('\n', tokens[at].begin), input_.text.size());
        const auto begin = std::min(tokens[at + 1].end + 1, end);
        return std::string_view(input_.text).substr(begin, end - begin);
    }

    static std::string as_operator(std::string_view words) {
        std::string out = "_Pragma(\"";
        for (const char c : words)
            out += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
        return out + "\")";
    }

    [[nodiscard]] bool several_lines(const PositionMap::Invocation& invocation) const {
        return raw_.substr(invocation.begin, invocation.end - invocation.begin).find('\n') != std::string_view::npos;
    }

    // nullopt: an expression, a declaration, or a pragma alone, which are handled as what they became; or text that
    // cannot stand in the file.
    [[nodiscard]] std::optional<std::string> expansion(const PositionMap::Invocation& invocation) const {
        const auto& tokens = invocation.tokens;
        std::string out;
        int depth = 0;
        bool statements = false, loop = false, others = false;
        for (std::size_t at = 0; at < tokens.size(); ++at) {
            if (const auto words = pragma(tokens, at); !words.empty()) {
                if (several_lines(invocation)) // the preprocessor prints it on the last one, the rest on the first
                    return std::nullopt;
                out += as_operator(words) + ' ';
                loop = loop || words.starts_with("hydra");
                const auto end = static_cast<std::size_t>(words.data() + words.size() - input_.text.data());
                while (at + 1 < tokens.size() && tokens[at + 1].begin < end)
                    ++at;
                continue;
            }
            const auto token = text(tokens[at]);
            if (token == "#" || would_expand(tokens, at))
                return std::nullopt;
            others = true;
            depth += token == "(" ? 1 : token == ")" ? -1 : 0;
            statements = statements || (depth == 0 && (token == "{" || token == ";"));
            out += std::string(token) + ' ';
        }
        return statements || (loop && others) ? std::optional(out) : std::nullopt;
    }

    const Preprocessed& input_;
    std::string_view raw_;
    std::map<std::string_view, const MacroEvent*> macros_; // in force
    std::size_t event_ = 0;
};

} // namespace

std::optional<std::string> written_out(const Preprocessed& input, const PositionMap& positions,
                                       const support::SourceManager& sources) {
    const auto invocations = positions.invocations(input.file);
    return invocations.empty() ? std::nullopt : Writer(input, sources.file(input.file).text).run(invocations);
}

} // namespace hydra::frontend

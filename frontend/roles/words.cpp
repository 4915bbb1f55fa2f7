// Follows brackets only: a function whose list begins with a role is an element function, one that says so is a
// coordination function. What stands between the braces of the latter is looked at word by word.
#include "frontend/roles/words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include <fmt/format.h>

#include "frontend/roles/unit.h"

namespace hydra::frontend::cmaps {

namespace {

class Marker {
  public:
    explicit Marker(TokenStream& tokens) : tokens_(tokens) {}

    WordsFound run() {
        for (std::size_t at = 0; at < tokens_.size();) {
            if (is_name(at) && is(at + 1, "void") && nearly(text(at), "coordination"))
                wrong(at, fmt::format("'{}': did you mean 'coordination'?", text(at)));
            if (is(at, "{") || is(at, "(")) {
                at = behind_bracket(at);
            } else if (is(at, "coordination") && (is(at + 1, "void") || is(at + 1, "static") || is(at + 1, "inline"))) {
                tokens_.become(at, P::COORDINATION);
                while (at < tokens_.size() && !is(at, "(") && !is(at, "{") && !is(at, ";"))
                    ++at;
                at = is(at, "(") ? list(at) : at;
                at = is(at, "{") ? body(at) : at;
            } else if (is(at, "void") && is(at + 2, "(") && role(at + 3) != 0 && !is(at + 4, ",") && !is(at + 4, ")")) {
                tokens_.become(at, P::ELEMENT);
                at = list(at + 2);
            } else {
                ++at;
            }
        }
        return std::move(found_);
    }

  private:
    [[nodiscard]] WordsFound::Place place(std::size_t first, std::size_t last) const {
        return {tokens_.get(first)->getStartIndex(),
                tokens_.get(std::min(last, tokens_.size() - 1))->getStopIndex() + 1, ""};
    }
    void wrong(std::size_t at, const std::string& message) {
        found_.wrong.push_back(place(at, at));
        found_.wrong.back().message = message;
    }

    // One letter wrong, missing, or too many; or two that changed places.
    static bool nearly(std::string_view word, std::string_view wanted) {
        if (word == wanted || word.size() + 1 < wanted.size() || word.size() > wanted.size() + 1)
            return false;
        std::size_t begin = 0, end = 0;
        const auto least = std::min(word.size(), wanted.size());
        while (begin < least && word[begin] == wanted[begin])
            ++begin;
        while (end < least - begin && word[word.size() - 1 - end] == wanted[wanted.size() - 1 - end])
            ++end;
        const auto a = word.substr(begin, word.size() - begin - end),
                   b = wanted.substr(begin, wanted.size() - begin - end);
        return (a.size() <= 1 && b.size() <= 1) || (a.size() == 2 && b.size() == 2 && a[0] == b[1] && a[1] == b[0]);
    }

    [[nodiscard]] std::string_view text(std::size_t at) const {
        return at < tokens_.size() ? tokens_.text_of(tokens_.get(at)) : std::string_view{};
    }
    [[nodiscard]] bool is(std::size_t at, std::string_view word) const { return text(at) == word; }
    [[nodiscard]] bool is_name(std::size_t at) const {
        return at < tokens_.size() &&
               (tokens_.get(at)->getType() == P::IDENTIFIER || tokens_.get(at)->getType() == P::TYPEDEF_NAME);
    }
    [[nodiscard]] std::size_t role(std::size_t at) const {
        return is(at, "in") ? P::IN : is(at, "out") ? P::OUT : is(at, "inout") ? P::INOUT : 0;
    }

    [[nodiscard]] std::size_t behind_bracket(std::size_t at) const {
        for (int depth = 0; at < tokens_.size(); ++at) {
            const auto here = text(at);
            depth += here == "{" || here == "(" || here == "[" ? 1 : here == "}" || here == ")" || here == "]" ? -1 : 0;
            if (depth == 0)
                return at + 1;
        }
        return at;
    }

    // A role list; `at` is its parenthesis.
    std::size_t list(std::size_t at) {
        const auto end = behind_bracket(at);
        found_.role_lists.push_back(place(at, end - 1));
        int depth = 0;
        bool first = true; // of a parameter
        for (; at < end; ++at) {
            if (first && depth == 1 && role(at) != 0) {
                tokens_.become(at, role(at));
                if (is(at + 1, "tile") && !is(at + 2, ",") && !is(at + 2, ")"))
                    tokens_.become(++at, P::TILE);
                if ((is(at + 1, "layout") || is(at + 1, "Map")) && is_name(at + 2))
                    tokens_.become(++at, P::LAYOUT_TYPE);
            }
            const auto here = text(at);
            depth += here == "(" || here == "[" ? 1 : here == ")" || here == "]" ? -1 : 0;
            first = depth == 1 && (here == "," || here == "(");
        }
        return end;
    }

    // Whether the parentheses hold the word `in`.
    [[nodiscard]] bool has_domain(std::size_t open) const {
        const auto end = behind_bracket(open);
        for (auto at = open; at < end; ++at)
            if (is(at, "in") && is_name(at - 1))
                return true;
        return false;
    }

    // The words `in` of a loop's or a parallel's parentheses.
    void domain(std::size_t open) {
        const auto end = behind_bracket(open);
        int depth = 0;
        for (auto at = open; at < end; ++at) {
            const auto here = text(at);
            depth += here == "(" || here == "[" ? 1 : here == ")" || here == "]" ? -1 : 0;
            if (depth == 1 && here == "in" && is_name(at - 1) && (is(at + 1, "[") || is_name(at + 1)))
                tokens_.become(at, P::IN);
        }
    }

    std::size_t body(std::size_t open) {
        struct Word {
            std::string_view text;
            std::size_t type;
        };
        static constexpr std::array<Word, 3> heads{{{"parallel", P::PARALLEL}, {"loop", P::LOOP}, {"stop", P::STOP}}};
        const auto end = behind_bracket(open);
        for (auto at = open; at < end; ++at) {
            for (const auto& [word, type] : heads) {
                if (is_name(at) && is(at + 1, "(") && nearly(text(at), word) &&
                    (type == P::STOP ? is(at - 1, ";") : has_domain(at + 1)))
                    wrong(at, fmt::format("'{}': did you mean '{}'?", text(at), word));
                if (!is(at, word) || !is(at + 1, "("))
                    continue;
                if (type == P::PARALLEL) {
                    const auto opens = behind_bracket(at + 1);
                    if (is(opens, "{"))
                        found_.parallels.push_back(place(opens, behind_bracket(opens) - 1));
                }
                tokens_.become(at, type);
                if (type != P::STOP)
                    domain(at + 1);
            }
            const bool begins = is(at - 1, "{") || is(at - 1, "}") || is(at - 1, ";") || is(at - 1, ")");
            for (const std::string_view word :
                 {"ArrayMap", "ArraySize", "ArrayRemapRange", "ArrayRemapMask", "ArrayDivide", "ArrayMerge"})
                if (is_name(at) && is(at + 1, "(") && (nearly(text(at), word) || lower(text(at)) == lower(word)) &&
                    text(at) != word)
                    wrong(at, fmt::format("'{}': did you mean '{}'?", text(at), word));
            if (is(at, "wave") && is(at + 1, ":"))
                tokens_.become(at, P::WAVE);
            else if (is(at, "cyc") && is(at + 1, "(") && is(at - 1, "["))
                tokens_.become(at, P::CYC);
            else if (is(at, "reduce") && is(at + 1, "(") && (is(at - 1, "(") || is(at - 1, ",")))
                tokens_.become(at, P::REDUCE);
            else if (begins && (is(at, "layout") || is(at, "Map")) && is_name(at + 1))
                tokens_.become(at, P::LAYOUT_TYPE);
            else if (begins && is(at, "tile"))
                tokens_.become(at, P::TILE);
            else if (begins && is(at, "parts"))
                tokens_.become(at, P::PARTS);
        }
        return end;
    }

    static std::string lower(std::string_view text) {
        std::string out(text);
        std::transform(out.begin(), out.end(), out.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        return out;
    }

    TokenStream& tokens_;
    WordsFound found_;
};

} // namespace

WordsFound mark_cmaps_words(TokenStream& tokens) { return Marker(tokens).run(); }

} // namespace hydra::frontend::cmaps

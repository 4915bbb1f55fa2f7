// Follows brackets only: a function whose list begins with a role is an element function, one that says so is a
// coordination function. What stands between the braces of the latter is looked at word by word.
#include "frontend/cmaps/words.h"

#include <array>
#include <string_view>

#include "frontend/cmaps/unit.h"

namespace hydra::frontend::cmaps {

namespace {

class Marker {
  public:
    explicit Marker(TokenStream& tokens) : tokens_(tokens) {}

    void run() {
        for (std::size_t at = 0; at < tokens_.size();) {
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
    }

  private:
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
                if (!is(at, word) || !is(at + 1, "("))
                    continue;
                tokens_.become(at, type);
                if (type != P::STOP)
                    domain(at + 1);
            }
            const bool begins = is(at - 1, "{") || is(at - 1, "}") || is(at - 1, ";") || is(at - 1, ")");
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

    TokenStream& tokens_;
};

} // namespace

void mark_cmaps_words(TokenStream& tokens) { Marker(tokens).run(); }

} // namespace hydra::frontend::cmaps

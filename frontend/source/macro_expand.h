// Expands macros as the preprocessor does, only to learn which tokens an invocation became: the result is compared with
// what the native preprocessor printed, so a difference costs precision of positions and nothing else.
#pragma once
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontend/source/pp_tokens.h"
#include "frontend/source/preprocess.h"

namespace hydra::frontend {

// A token that an expansion is expected to hold.
struct ExpectedToken {
    enum class Match : std::uint8_t { exact, any_string, any_number, anything };
    std::string_view text;
    Match match = Match::exact;
    [[nodiscard]] bool fits(const PpToken& token) const;
};

class MacroExpander {
  public:
    // Brings a #define or #undef into force; the event must outlive the expander.
    void apply(const MacroEvent& event);
    // Whether raw[at] begins an invocation; only tokens before `limit` count.
    [[nodiscard]] bool is_invocation(const std::vector<RawToken>& raw, std::size_t at, std::size_t limit) const;

    struct Expansion {
        std::vector<ExpectedToken> tokens;
        std::size_t next = 0; // the raw token after the invocation
        bool complete = true; // false: given up
    };
    Expansion expand(const std::vector<RawToken>& raw, std::size_t at, std::size_t limit);

  private:
    struct Macro {
        const MacroEvent* event = nullptr;
        bool parsed = false;
        bool variadic = false;
        std::vector<std::string_view> params;
        std::vector<PpToken> body;
    };
    struct Token {
        PpToken token;
        ExpectedToken::Match match = ExpectedToken::Match::exact;
        std::vector<const Macro*> hidden; // macros that must not expand it
    };
    using Tokens = std::deque<Token>;
    struct Source; // the raw tokens that follow

    static void parse(Macro& macro);
    Tokens run(Tokens work, Source* source);
    bool invoke(Macro& macro, const Token& name, Tokens& work, Source* source);
    bool pragma_operator(Tokens& work, Source* source, Tokens& out);
    bool arguments(Tokens& work, Source* source, std::vector<Tokens>& args, Token& close);
    Tokens substitute(const Macro& macro, const std::vector<Tokens>& args);
    std::vector<PpToken> resolve_va_opt(const Macro& macro, const std::vector<Tokens>& args) const;
    Token stringify(const Tokens& arg);
    Token paste(const Token& a, const Token& b);

    std::unordered_map<std::string_view, Macro> macros_;
    std::deque<std::string> texts_;
    int depth_ = 0;
    std::size_t work_done_ = 0;
};

} // namespace hydra::frontend

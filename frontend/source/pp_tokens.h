// Preprocessing tokens: of a raw user file (comments, continuation lines and directives skipped) and of plain text.
// What a token's place in the file implies is kept with it: its line, its logical line, the #if branch that holds it.
#pragma once
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace hydra::frontend {

enum class PpKind : std::uint8_t { identifier, number, string, character, punctuator, other };

struct PpToken {
    PpKind kind = PpKind::other;
    std::string_view text; // without continuations
    std::uint32_t begin = 0, end = 0;
    bool space_before = false;
};

struct RawToken : PpToken {
    std::uint32_t line = 1;       // the physical line on which it begins
    std::uint32_t first_line = 1; // where its logical line begins
    std::uint32_t branch = 0;     // number of the innermost #if/#elif/#else branch; 0: none
    bool in_pragma = false;       // of a #pragma line, from its `#` on
};

// A raw file as tokens. The views point into the text given and into `spliced`.
struct RawFile {
    struct Definition {
        std::string_view name;
        std::uint32_t begin, end, line;
    };
    struct LineDirective {           // #line N "file"
        std::uint32_t physical_line; // of the directive
        std::uint32_t number;        // the line that follows has this number; 0 where macros tell it
        std::string_view path;       // in quotes; empty: the same as before, or macros tell it
    };
    std::vector<RawToken> tokens;
    std::vector<Definition> definitions; // #define and #undef lines
    std::vector<LineDirective> line_directives;
    std::vector<std::string_view> identifiers; // all, with repetitions, directives' too
    std::deque<std::string> spliced;
};

RawFile read_raw(std::string_view text);

// The tokens of text without comments, directives or continuations, such as a preprocessed line; offsets from its
// start.
std::vector<PpToken> read_tokens(std::string_view text);

} // namespace hydra::frontend

// Small questions about C text that need no tree: comments, identifiers, the place before a function.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hydra::codegen {

// The text in one line, safe inside a block comment.
std::string comment_text(std::string_view text);
// A C string literal with this content.
std::string string_literal(std::string_view text);
// Whether the identifier occurs in the text.
bool mentions(std::string_view text, std::string_view identifier);
// Replaces `identifier(` by the text `by` wherever it occurs.
std::string rename_call(std::string_view text, std::string_view identifier, std::string_view by);
// Whether the text holds as many #endif as #if lines, in order, and no #else or #elif of another group.
bool conditionals_balanced(std::string_view text);
// The whitespace with which the line of `at` begins.
std::string indentation(std::string_view text, std::uint32_t at);
// Where to put declarations before the definition that begins at `at`: before the comment directly above it, if any.
std::uint32_t place_before(std::string_view text, std::uint32_t at);
// The lines `#pragma GCC ivdep` and `#pragma GCC unroll N` directly before the directive that begins at `at`, and
// between it and the loop that begins at `loop`, as [begin, end).
std::vector<std::pair<std::uint32_t, std::uint32_t>> loop_pragmas(std::string_view text, std::uint32_t at,
                                                                  std::uint32_t loop);
// Where to put code before the statement that begins at `at`: before the pragmas that are for it (`#pragma GCC unroll`,
// `_Pragma("GCC ivdep")`).
struct Front {
    std::uint32_t at = 0;
    bool own_line = false; // what follows must begin a line
};
// Macros that make nothing but pragmas, by name: whether they take arguments.
using PragmaMacros = std::map<std::string, bool, std::less<>>;
Front before_pragmas(std::string_view text, std::uint32_t at, const PragmaMacros& macros = {});
// Adds the macro that the directive at `at` defines, if it is one of those; else forgets the name. What earlier ones
// make counts.
void note_pragma_macro(std::string_view text, std::uint32_t at, PragmaMacros& macros);

} // namespace hydra::codegen

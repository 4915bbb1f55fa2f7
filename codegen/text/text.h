// Small questions about C text that need no tree: comments, identifiers, the place before a function.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hydra::codegen {

// Whether identifiers are made of it, letters outside of ASCII among them.
bool word_char(char c);
// The text in one line, safe inside a block comment.
std::string comment_text(std::string_view text);
// A C string literal with this content.
std::string string_literal(std::string_view text);
// Where the identifier occurs next; npos: nowhere.
std::size_t find_word(std::string_view text, std::string_view word, std::size_t from);
// Whether the identifier occurs in the text.
bool mentions(std::string_view text, std::string_view identifier);
// The text up to its last character that is in no comment and no space.
std::string_view without_last_comments(std::string_view text);
// Whether the text holds as many #endif as #if lines, in order, and no #else or #elif of another group.
bool conditionals_balanced(std::string_view text);
// A list of parameters, broken after commas where the line becomes long.
std::string wrapped(const std::vector<std::string>& list);
// The whitespace with which the line of `at` begins.
std::string indentation(std::string_view text, std::uint32_t at);
// Where to put declarations before the definition that begins at `at`: before the comment directly above it, if any.
std::uint32_t place_before(std::string_view text, std::uint32_t at);

} // namespace hydra::codegen

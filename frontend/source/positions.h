// Gives every token of the preprocessed text its place in the user's own files. gcc -E loses columns and expands
// macros, so each user file is read raw, cut into tokens, and aligned in order with the preprocessed tokens that line
// markers say come from it; what an invocation expanded to is mapped to the whole invocation.
#pragma once
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "frontend/source/preprocess.h"
#include "ir/tree.h"
#include "support/source.h"

namespace hydra::frontend {

class PositionMap {
  public:
    // Reads the user files that the text names (adding them and the system headers to `sources`) and aligns them.
    PositionMap(const Preprocessed& input, support::SourceManager& sources);

    // The place in a user's file of the tokens that overlap the bytes [begin, end) of Preprocessed::text, which should
    // begin at a token's first byte and end after a token's last. An empty range is the place of the token at or before
    // `begin`. Tokens of system headers give their file and a range of length 0 with the line's number in `begin`.
    [[nodiscard]] support::SourceRange range(std::size_t begin, std::size_t end) const;
    [[nodiscard]] bool in_user_file(std::size_t offset) const;

    // For TranslationUnit: all identifiers that the user's files hold (macro names too), sorted; the user's own
    // #define and #undef lines with the place of the name.
    [[nodiscard]] const std::vector<std::string>& used_names() const { return used_names_; }
    [[nodiscard]] const std::vector<ir::TranslationUnit::MacroEvent>& user_macros() const { return user_macros_; }
    [[nodiscard]] const std::vector<ir::TranslationUnit::Include>& includes() const { return includes_; }
    // What the invocations of macros in a user's file became, in order: bytes of the raw file, and the tokens in
    // Preprocessed::text. Those that are not understood, or that #if lines run through, are left out.
    struct Invocation {
        struct Token {
            std::size_t begin = 0, end = 0;
        };
        std::uint32_t begin = 0, end = 0;
        std::vector<Token> tokens;
    };
    [[nodiscard]] std::vector<Invocation> invocations(support::FileId file) const;
    // The #if branches (RawToken::branch) of a file that the preprocessor has left tokens of.
    [[nodiscard]] std::set<std::uint32_t> branches(support::FileId file) const;
    // Where the text has numbers and strings, in the user's files, that __COUNTER__ gave: offsets, ascending.
    [[nodiscard]] const std::vector<std::size_t>& counted() const { return counted_; }

  private:
    // One token of the preprocessed text.
    struct Entry {
        std::uint32_t offset = 0; // in the preprocessed text
        std::uint32_t length = 0;
        std::uint32_t begin = 0, end = 0; // raw bytes; a header's token: its line in `begin`
        support::FileId file = support::FileId::none;
        std::uint32_t branch = 0; // the innermost #if branch, so that no range cuts through one
        // What the token is to its raw bytes. first/last: of the tokens that one invocation expanded to.
        bool user = false, verbatim = false, expanded = false, first = false, last = false;
    };
    friend class Aligner;
    [[nodiscard]] std::size_t index_at(std::size_t offset) const;

    std::vector<Entry> entries_;
    std::vector<std::string> used_names_;
    std::vector<ir::TranslationUnit::MacroEvent> user_macros_;
    std::vector<ir::TranslationUnit::Include> includes_;
    std::vector<std::size_t> counted_;
};

} // namespace hydra::frontend

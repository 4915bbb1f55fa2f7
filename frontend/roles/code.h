// Text in the making that remembers what it stands for: each piece is one token of the user's, a stretch of the user's
// file as it is, or made by hydracc for something that the user wrote.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "support/source.h"

namespace hydra::frontend::cmaps {

class Code {
  public:
    Code() = default;
    // Made text: it stands for what stands around it.
    Code(std::string text) { *this += std::move(text); }
    Code(const char* text) { *this += std::string(text); }
    Code(std::string text, support::SourceRange origin) { add(std::move(text), origin, false); }

    Code& operator+=(const Code& other);
    Code& operator+=(std::string text);
    Code& operator+=(const char* text) { return *this += std::string(text); }
    // A stretch of a file, byte by byte.
    void copy(std::string_view text, support::SourceRange origin) { add(std::string(text), origin, true); }
    // What stands for nothing in particular so far stands for this from here on.
    Code& standing_for(const support::SourceRange& range);

    [[nodiscard]] std::string text() const;
    [[nodiscard]] long line() const; // that it has come to, from 1
    [[nodiscard]] bool empty() const { return pieces_.empty(); }
    [[nodiscard]] std::vector<support::Origin> origins() const;

  private:
    struct Piece {
        std::string text;
        support::SourceRange origin; // invalid: made
        bool same;
    };
    void add(std::string text, support::SourceRange origin, bool same);
    std::vector<Piece> pieces_;
};

// Of a line: four blanks a level.
inline std::string pad(int depth) { return std::string(static_cast<std::size_t>(depth) * 4, ' '); }

inline Code operator+(Code a, const Code& b) { return std::move(a += b); }

} // namespace hydra::frontend::cmaps

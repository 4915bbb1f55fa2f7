// Edits of a file's raw text at byte positions, applied to the whole file or to a part of it, with #line directives
// wherever the edits change the number of lines, so that what is the user's keeps its place.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "support/source.h"

namespace hydra::codegen {

class Edits {
  public:
    // At one position, what was inserted after a construct that ends there comes before what was inserted before a
    // construct that begins there; otherwise the order of the calls holds.
    void insert_after(std::uint32_t at, std::string text) { list_.push_back({at, at, 0, std::move(text)}); }
    void insert_before(std::uint32_t at, std::string text) { list_.push_back({at, at, 1, std::move(text)}); }
    // Edits inside a replaced range are dropped, except at its borders.
    void replace(std::uint32_t begin, std::uint32_t end, std::string text) {
        list_.push_back({begin, end, replacing, std::move(text)});
    }
    // Around an expression whose end nothing else is inserted at: what is inserted before it stays in front of this.
    void enclose(std::uint32_t begin, std::uint32_t end, std::string before, std::string after) {
        list_.push_back({begin, begin, enclosing, std::move(before)});
        list_.push_back({end, end, 0, std::move(after)});
    }
    // Takes the bytes away and keeps their line breaks.
    void blank(std::uint32_t begin, std::uint32_t end, std::string_view file_text);
    void append(const Edits& other) { list_.insert(list_.end(), other.list_.begin(), other.list_.end()); }
    [[nodiscard]] bool empty() const { return list_.empty(); }

  private:
    static constexpr int enclosing = 2, replacing = 3;
    struct Edit {
        std::uint32_t begin, end;
        int rank;
        std::string text;
    };
    std::vector<Edit> list_;
    friend std::string render(const support::SourceManager& sources, support::FileId file, std::uint32_t begin,
                              std::uint32_t end, const Edits& edits);
};

using FileEdits = std::map<support::FileId, Edits>;

// The bytes [begin, end) of the file after the edits that lie in them.
std::string render(const support::SourceManager& sources, support::FileId file, std::uint32_t begin, std::uint32_t end,
                   const Edits& edits);

// `#line 12 "prog.c"` and a newline, for the line with this number (from 1) in the file; in the words of the program's
// own #line directives where it has such.
std::string line_directive(const support::SourceManager& sources, support::FileId file, std::uint32_t line);

} // namespace hydra::codegen

// Reads symbolic expressions from C text, and the words around them. For the text form of programs, and for tests.
#pragma once
#include <string>
#include <string_view>
#include <utility>

#include "ir/symbolic_expr.h"

namespace hydra::ir {

// Goes through the text, which must outlive it. What is not there as expected throws std::invalid_argument.
class SymbolicReader {
  public:
    explicit SymbolicReader(std::string_view text) : text_(text) {}

    SymbolicExpr expression(); // as long as it goes
    std::string identifier();
    // A word or punctuation, which stands there, or does so perhaps.
    void expect(std::string_view what);
    bool optional(std::string_view what);
    [[nodiscard]] bool at_end();
    void end(); // there is no more

  private:
    SymbolicExpr binary(int level); // whose operators bind as tightly as that, or tighter
    SymbolicExpr unary();
    SymbolicExpr primary();
    SymbolicExpr constant(); // with its sign
    void skip_blanks();
    [[noreturn]] void fail(const std::string& why) const;

    std::string_view text_;
    std::size_t at_ = 0;
    std::pair<std::size_t, std::size_t> group_; // the last parentheses that were closed: where they begin and end
};

} // namespace hydra::ir

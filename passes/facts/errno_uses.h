// What a program does with errno, as far as that is known without running it: whether it looks at it, keeps its
// address, or prints it by a format that is not written where it is used. And whether such a format may store counts.
#pragma once
#include <optional>
#include <set>
#include <string_view>

#include "ir/program.h"

namespace hydra::passes {

class Summary;

// Whether the text is a format of printf's that holds the conversion (`m`: `%m`), also one from which such a format is
// made (`%%%dn`).
bool converts(const ir::StringLit& text, char conversion);

class ErrnoUses {
  public:
    // Is shown all expressions of the program, outer ones first. Asks the summary for definitions only.
    void see(const ir::Expr& expr, const Summary& summary);

    // Whether the program, or who reads what it prints, may learn what errno is.
    [[nodiscard]] bool looked_at() const { return looked_at_; }
    // Where its address goes elsewhere than to read or set it there; null: nowhere.
    [[nodiscard]] const std::optional<support::SourceRange>& kept() const { return kept_; }
    // Whether a call of the library's function may hand errno, or its text, to the program: by its name, or by a format
    // with `%m`. What goes to standard error alone does not count.
    [[nodiscard]] bool given_by(const ir::Call& call, std::string_view name) const;
    // Whether a text with `%n` stands elsewhere than in a call of the library's that prints: any format may be it.
    [[nodiscard]] bool keeps_count_formats() const { return keeps_count_formats_; }

  private:
    [[nodiscard]] bool prints(const ir::Call& call, std::string_view name) const;

    bool looked_at_ = false;
    bool keeps_formats_ = false; // as keeps_count_formats_, with `%m`
    bool keeps_count_formats_ = false;
    std::optional<support::SourceRange> kept_;
    std::set<const ir::Expr*> harmless_; // parts of expressions that were seen
};

} // namespace hydra::passes

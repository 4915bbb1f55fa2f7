// What the tree builder asks of those who read directives, which stand above it: it finds where `#pragma hydra` lines
// are and what names mean there, and they know what is in them.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ir/tree.h"
#include "support/diag.h"

namespace hydra::frontend {

// What an ordinary identifier means in the scope of a directive.
struct NamedThing {
    enum class Kind { none, variable, function, type, enum_constant } kind = Kind::none;
    const ir::VarDecl* variable = nullptr;
};
using NameLookup = std::function<NamedThing(const std::string& name)>;
// The names of variables that are visible, innermost first, for "did you mean".
using VisibleNames = std::function<std::vector<std::string>()>;
// Reads the bytes [begin, end) of the preprocessed text as an expression in the directive's scope; null where it is
// none, which has been reported.
using ExpressionReader = std::function<ir::ExprPtr(std::size_t begin, std::size_t end)>;

// A directive that is not in the text, and is to be read as if it stood before the loop.
struct TriedDirective {
    support::SourceRange loop; // where the loop begins is what counts
    std::string line;          // "#pragma hydra parallel for private(t)"
};

class DirectiveHook {
  public:
    DirectiveHook() = default;
    DirectiveHook(const DirectiveHook&) = delete;
    DirectiveHook& operator=(const DirectiveHook&) = delete;
    virtual ~DirectiveHook() = default;

    // Reads the line that stands at `offset` of the preprocessed text. Null where it has an error that leaves no
    // directive; errors are reported either way. `visible_names` may be null, and `expressions` for a line that has no
    // array sections.
    virtual std::unique_ptr<ir::Directive> parse(std::string_view line, std::size_t offset, const NameLookup& lookup,
                                                 const VisibleNames& visible_names,
                                                 const ExpressionReader& expressions) = 0;
    // Gives the directive to the For statement that follows it; an error where it is none or missing (null).
    virtual void attach(std::unique_ptr<ir::Directive> directive, ir::Stmt* statement) = 0;
    // A line outside of a function, or before a declaration or `}`: an error.
    virtual void misplaced(std::string_view line, std::size_t offset) = 0;
};

} // namespace hydra::frontend

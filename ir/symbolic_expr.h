// Symbolic expressions: integers and conditions in terms of named values that only the run knows. Sections are made of
// them: passes build, compare and ask them; code generation prints them.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hydra::ir {

// An immutable tree, of which copies share the nodes. Its values are mathematical integers; a condition is 1 or 0.
// Equal are trees of the same structure, and these are exactly those that are printed alike.
class SymbolicExpr {
  public:
    enum class Op {
        constant,
        symbol,
        negate,
        add,
        subtract,
        multiply,
        exact_quotient, // a term of a sum, which the divisor divides: printed in parentheses
        quotient,       // of a dividend that is not negative, or that the divisor divides
        remainder,      // of a dividend that is not negative, or compared with 0
        floor_quotient,
        min,
        max,
        equal,
        less,
        less_equal,
        greater,
        greater_equal,
        logical_and,
        logical_or,
        select // of a condition and two values
    };
    using Symbols = std::set<std::string, std::less<>>;
    using Values = std::map<std::string, std::int64_t, std::less<>>; // of symbols

    SymbolicExpr(std::int64_t constant = 0); // NOLINT(google-explicit-constructor): a number is an expression
    static SymbolicExpr symbol(std::string name);
    // As many operands as the operator takes. Signs of constants and double signs are folded.
    static SymbolicExpr operation(Op op, std::vector<SymbolicExpr> operands);
    // C text as text() gives it, and any other that has these operators. Throws std::invalid_argument.
    static SymbolicExpr parse(std::string_view text);

    [[nodiscard]] Op op() const;
    [[nodiscard]] std::span<const SymbolicExpr> operands() const;
    [[nodiscard]] std::optional<std::int64_t> constant() const; // where it is one
    [[nodiscard]] const std::string* name() const;              // of a symbol; null: it is none
    [[nodiscard]] bool mentions(std::string_view symbol) const;
    [[nodiscard]] bool has_constant(std::int64_t magnitude) const; // of either sign, anywhere in it
    void add_symbols(Symbols& to) const;
    [[nodiscard]] const std::string* symbol_outside(const Symbols& known) const; // the first one that is none of these

    // This and a number, which joins the numbers that the tree has: at the end of a sum, in each branch of a choice.
    [[nodiscard]] SymbolicExpr plus(std::int64_t number) const;
    [[nodiscard]] SymbolicExpr substituted(std::string_view symbol, const SymbolicExpr& by) const;
    // Throws std::out_of_range for a symbol without a value, std::overflow_error, and std::domain_error for a division
    // by 0.
    [[nodiscard]] std::int64_t value(const Values& values) const;
    // C text of type long, or a condition; minima, maxima and floor quotients call the runtime's helpers.
    [[nodiscard]] std::string text() const;

    friend bool operator==(const SymbolicExpr& a, const SymbolicExpr& b);

  private:
    struct Node;
    explicit SymbolicExpr(std::shared_ptr<const Node> node);
    static std::shared_ptr<const Node> constant_node(std::int64_t value);
    void print(std::string& out) const;

    std::shared_ptr<const Node> node_; // never null
};

SymbolicExpr operator+(const SymbolicExpr& a, const SymbolicExpr& b);
SymbolicExpr operator-(const SymbolicExpr& a, const SymbolicExpr& b);
SymbolicExpr operator*(const SymbolicExpr& a, const SymbolicExpr& b);
SymbolicExpr operator-(const SymbolicExpr& a);

} // namespace hydra::ir

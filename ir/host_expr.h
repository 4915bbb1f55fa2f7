// Host expressions: what the host program evaluates in front of a launch or a site, in the scope that the user's
// function has there: pointers, sizes, bounds. Passes build, compare and ask them; code generation prints them.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/operators.h"
#include "ir/tree.h"

namespace hydra::ir {

// An immutable tree, of which copies share the nodes; or none, as it is by default. Names mean what they mean where it
// stands. Parentheses that somebody wrote are nodes, and those that C needs are put in when a tree is made: so equal
// are trees of the same structure, and these are exactly those that are printed alike.
class HostExpr {
  public:
    enum class Kind {
        none,
        name,       // of a variable, a constant or a function
        literal,    // a number, a character or a string, as it is spelled
        expression, // of the user's, whatever else it is: its node in the C tree
        type,       // its name; an operand of what follows
        cast,       // a type, and what is converted
        size_of,    // a type or an expression
        compound,   // a type, and what initialises an object of it
        group,      // in parentheses
        unary,
        binary,
        conditional, // of two operands: GNU `a ?: b`
        call,        // what is called, and its arguments
        index,
        member // of a record, or of one that a pointer leads to
    };

    HostExpr() = default; // none
    static HostExpr name(std::string name);
    static HostExpr literal(std::string spelling);
    static HostExpr number(std::int64_t value);
    static HostExpr type(std::string name);
    static HostExpr cast(std::string type, HostExpr operand);
    static HostExpr size_of(HostExpr operand, std::string word = "sizeof");
    // How many rows an array of rows has, by their sizes; 0 where rows may be empty, and are.
    static HostExpr rows_in(const HostExpr& array, bool rows_may_be_empty);
    static HostExpr compound(std::string type, std::vector<HostExpr> values);
    static HostExpr group(HostExpr inside);
    static HostExpr unary(UnaryOp op, HostExpr operand);
    static HostExpr binary(BinaryOp op, HostExpr left, HostExpr right);
    static HostExpr conditional(HostExpr condition, HostExpr then, HostExpr otherwise);
    static HostExpr conditional(HostExpr condition, HostExpr otherwise);
    static HostExpr call(HostExpr function, std::vector<HostExpr> arguments);
    static HostExpr call(std::string function, std::vector<HostExpr> arguments);
    static HostExpr index(HostExpr base, HostExpr at);
    static HostExpr member(HostExpr base, bool arrow, std::string field);
    // The user's expression, with the parentheses of print_c; its nodes must outlive what is made of it.
    static HostExpr of(const Expr& expr);

    // For the text form: the name of a user's expression that is a node of Kind::expression, of letters, digits, : and
    // #. Names of types that are no keywords have the mark of host_reader.h there.
    using Naming = std::function<std::string(const Expr&)>;
    using Finding = std::function<const Expr*(std::string_view)>; // null: nothing has the name
    // What text(naming) gives, and any other C text that is made of these. Throws std::invalid_argument.
    static HostExpr parse(std::string_view text, const Finding& find = {});
    [[nodiscard]] std::string text() const; // C; of none, nothing
    [[nodiscard]] std::string text(const Naming& naming) const;

    [[nodiscard]] Kind kind() const;
    [[nodiscard]] bool empty() const { return node_ == nullptr; }
    [[nodiscard]] std::span<const HostExpr> operands() const;
    // A name, a literal's spelling, a type's name, the member's field; else empty.
    [[nodiscard]] const std::string& spelling() const;
    [[nodiscard]] bool is_name(std::string_view name) const;
    [[nodiscard]] bool is_address() const; // `&x`
    [[nodiscard]] bool is_call_of(std::string_view function) const;
    // Of a decimal literal without suffix, with or without a sign.
    [[nodiscard]] std::optional<std::int64_t> constant() const;
    void add_names(std::set<std::string>& to) const; // all that it mentions

    friend bool operator==(const HostExpr& a, const HostExpr& b);
    struct Hash {
        std::size_t operator()(const HostExpr& expr) const;
    };

  private:
    struct Node;
    struct Printer;
    static HostExpr made(Node node);
    static std::string marked_type(const std::string& name);
    static HostExpr at_least(Level level, HostExpr expr); // in parentheses, unless it binds so tightly

    std::shared_ptr<const Node> node_; // null: none
};

} // namespace hydra::ir

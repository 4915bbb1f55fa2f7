// A section that is no box: statements which go through its rows.
#pragma once
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ir/symbolic_expr.h"

namespace hydra::ir {

struct RowStatement;

// Statements that are run one after the other; none: there is no scan.
struct RowScan {
    std::vector<RowStatement> statements;

    [[nodiscard]] bool empty() const { return statements.empty(); }
    // C text, a statement a line; several are a block. row_call: what is called for a row, with its arguments'
    // parenthesis and those that stand before its own: the outer subscripts, the first one of the row, the first one
    // past it, and the step.
    [[nodiscard]] std::string text(std::string_view row_call = "ROW(") const;
    // The symbols that the statements do not name themselves.
    void add_symbols(SymbolicExpr::Symbols& to) const;
    // Reads what text() gives. Throws std::invalid_argument.
    static RowScan parse(std::string_view text);
    friend bool operator==(const RowScan& a, const RowScan& b);
};

// for (name = from; condition; name += step) body
struct RowLoop {
    std::string name;
    SymbolicExpr from, condition, step;
    RowScan body;
    friend bool operator==(const RowLoop&, const RowLoop&) = default;
};

// The body, in which a value has a name.
struct RowName {
    std::string name;
    SymbolicExpr value;
    RowScan body;
    friend bool operator==(const RowName&, const RowName&) = default;
};

struct RowBranch {
    SymbolicExpr condition;
    RowScan then, otherwise; // the latter may be empty
    friend bool operator==(const RowBranch&, const RowBranch&) = default;
};

// One row: the elements from `first` to `last`, inclusive, that are `step` apart, with these outer subscripts.
struct Row {
    std::vector<SymbolicExpr> outer;
    SymbolicExpr first, last, step;
    friend bool operator==(const Row&, const Row&) = default;
};

struct RowStatement {
    std::variant<RowLoop, RowName, RowBranch, Row> node;
    template <class T> [[nodiscard]] const T* as() const { return std::get_if<T>(&node); }
    friend bool operator==(const RowStatement&, const RowStatement&) = default;
};

inline bool operator==(const RowScan& a, const RowScan& b) { return a.statements == b.statements; }

} // namespace hydra::ir

// Printing the tree for another dialect of C: what a caller can say otherwise than print_c does by itself. A function
// that is empty leaves the printer's own way.
#pragma once
#include <functional>
#include <optional>
#include <set>
#include <string>

#include "ir/tree.h"

namespace hydra::ir {

struct PrintHooks {
    // The text that stands for an expression, asked for each one, implicit casts included, before what is in it. It
    // must bind as tightly as a name or a call. nullopt: the printer's own (of an implicit cast, its operand).
    std::function<std::optional<std::string>(const Expr&)> expression;
    // The text that stands for a statement, its newline included.
    std::function<std::optional<std::string>(const Stmt&, int indent)> statement;
    std::function<std::string(const VarDecl&)> variable; // its name where it is declared
    std::function<std::string(const VarDecl&)> head;     // what stands before its type, the storage class included
    std::function<TypeRef(TypeRef)> type;                // the type to write for a declared one
    std::function<std::string(TypeKind)> basic;          // of arithmetic types and void
    std::function<std::string(const TagDecl&)> tag;      // "struct point"
    std::function<std::string(const std::string&)> member;
    bool keeps_restrict = true;
    // Subscripts to be written as (&row[0])[i], so that the row's length does not bound them; null: none.
    const std::set<const Expr*>* overruns = nullptr;
};

std::string print_c(const Expr& expr, const PrintHooks& hooks);
std::string print_c(const Stmt& stmt, int indent, const PrintHooks& hooks);
std::string declare(TypeRef type, const std::string& name, const PrintHooks& hooks);

// A constant that code outside of its scope cannot name: its value ("4", "(-1L)"); nullopt for those of file scope.
std::optional<std::string> constant_text(const EnumConstant& constant);

// A type in the two parts in which C writes it: `const double` and `(*a)[n]`. inner: the declarator in the middle.
struct Declaration {
    std::string specifiers, declarator;
};
Declaration split_declaration(TypeRef type, std::string inner, const PrintHooks& hooks);

// "struct __attribute__((may_alias)) hydra_type_main_point { double x; }": the copy of a struct or union that has_copy
// and is complete, with the same layout. Code may access the original through it.
// Of a borrowed one that has a name: the same under its own name, and without the attribute.
std::string define_copy(const TagDecl& tag);

} // namespace hydra::ir

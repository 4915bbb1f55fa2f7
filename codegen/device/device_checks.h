// What device code asks about single nodes of the tree before it prints them.
#pragma once
#include <optional>
#include <set>

#include "codegen/device/device_types.h"

namespace hydra::codegen {

// Whether the expression is 0 or 1 by its own operator or type.
bool is_truth(const ir::Expr& full);
// Whether the expression is a pointer that lies in memory: an element, a member, what a pointer points at.
bool is_stored_pointer(const ir::Expr& expr);
// Only the host stores pointers, since what stands in a variable here is a place in the device's memory: throws
// HostOnly where the expression stores one in memory, or takes the address of a variable that holds one. The stored
// pointer whose own place is meant, not where it leads; null: there is none. follows: as DeviceScope::follows.
const ir::Expr* check_stored_pointers(const ir::Expr& expr, bool follows);
// The declarations that a case of the switch may jump past, which C++ takes without initialisers only. Throws HostOnly
// where such a one stands in the head of a loop, or behind a label.
std::set<const ir::Stmt*> jumped_declarations(const ir::Switch& choice);
// GNU's `case 1 ... 3:` as a case for each value, a line each. Throws HostOnly where they are many, or may be other
// numbers in the type of what the switch looks at.
std::string case_labels(const ir::Case& label, const support::SourceRange& at, int indent);
// `place = condition ? value : place;` (kept: the arms are the other way round), which stores something new where the
// condition says so; to store there alone does the same, and leaves memory alone elsewhere.
struct ConditionalStore {
    const ir::Expr *whole, *place, *condition, *value;
    bool kept;
};
std::optional<ConditionalStore> conditional_store(const ir::ExprStmt& stmt);
// That as a statement.
std::string conditional_text(const ConditionalStore& store, const ir::PrintHooks& hooks, int indent);
// Throws HostOnly where a device's version of the library's function would do something else with these arguments.
void check_builtin(const ir::Expr& expr, const ir::Call& call, const ir::FunctionDecl& function);
// The variables that are declared in the body of a for statement under the name that its head declares, which C++ does
// not allow.
std::set<const ir::VarDecl*> declared_again(const ir::Stmt& body);
// Throws HostOnly where a local variable is declared with more alignment than its type has.
void check_alignment(const ir::VarDecl& variable, const support::SourceRange& at);

} // namespace hydra::codegen

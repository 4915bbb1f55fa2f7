// The body is compared with the two ways in which such functions are written.
#include "frontend/choosing_functions.h"

namespace hydra::frontend {

using namespace ir;

namespace {

const Stmt* only_statement(const Stmt* stmt) {
    while (const auto* block = stmt != nullptr ? stmt->as<Compound>() : nullptr) {
        stmt = block->items.size() == 1 ? block->items[0].get() : nullptr;
    }
    return stmt;
}

const Expr* returned(const Stmt* stmt) {
    const auto* only = only_statement(stmt);
    const auto* result = only != nullptr ? only->as<Return>() : nullptr;
    return result != nullptr ? result->value.get() : nullptr;
}

} // namespace

std::optional<Choice> choice_of(const FunctionDecl& function) {
    const auto* block = function.body ? function.body->as<Compound>() : nullptr;
    if (block == nullptr || function.params.size() != 2 || function.type->variadic || block->items.empty()) {
        return std::nullopt;
    }
    const auto count = block->items.size();
    if (const auto* value = count == 1 ? returned(block->items[0].get()) : nullptr) {
        const auto* choice = strip(value)->as<Conditional>();
        return choice != nullptr && choice->then
                   ? std::optional(Choice{choice->cond.get(), choice->then.get(), choice->otherwise.get()})
                   : std::nullopt;
    }
    const auto* branch = block->items[0]->as<If>();
    if (branch == nullptr || count > 2 || (count == 2) == (branch->otherwise != nullptr)) {
        return std::nullopt;
    }
    const auto* then = returned(branch->then.get());
    const auto* otherwise = returned(count == 2 ? block->items[1].get() : branch->otherwise.get());
    return then != nullptr && otherwise != nullptr ? std::optional(Choice{branch->cond.get(), then, otherwise})
                                                   : std::nullopt;
}

} // namespace hydra::frontend

// The names that are visible at a point of the text: ordinary identifiers and tags, one map a scope.
#pragma once
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "ir/tree.h"

namespace hydra::frontend {

using Symbol =
    std::variant<std::monostate, ir::VarDecl*, ir::FunctionDecl*, const ir::EnumConstant*, const ir::TypedefDecl*>;

struct Scope {
    std::unordered_map<std::string_view, Symbol> names;
    std::unordered_map<std::string_view, ir::TagDecl*> tags;
};

// Keys are views into texts that outlive the scopes.
class Scopes {
  public:
    Scopes() { stack_.emplace_back(); }
    void push(Scope scope = {}) { stack_.push_back(std::move(scope)); }
    Scope pop();
    [[nodiscard]] bool at_file_scope() const { return stack_.size() == 1; }
    void declare(std::string_view name, Symbol symbol) { stack_.back().names[name] = symbol; }
    void declare_at_file_scope(std::string_view name, Symbol symbol) { stack_.front().names[name] = symbol; }
    void declare_tag(std::string_view name, ir::TagDecl* tag) { stack_.back().tags[name] = tag; }
    [[nodiscard]] Symbol find(std::string_view name) const;
    [[nodiscard]] Symbol find_here(std::string_view name) const;
    [[nodiscard]] Symbol find_at_file_scope(std::string_view name) const;
    [[nodiscard]] ir::TagDecl* find_tag(std::string_view name) const;
    [[nodiscard]] ir::TagDecl* find_tag_here(std::string_view name) const;
    // Ordinary identifiers of variables, innermost first; for suggestions.
    [[nodiscard]] std::vector<std::string> variables() const;

  private:
    std::vector<Scope> stack_;
};

} // namespace hydra::frontend

// See scope.h; a look-up walks the scopes from the innermost outwards.
#include "frontend/sema/scope.h"

namespace hydra::frontend {

Scope Scopes::pop() {
    Scope top = std::move(stack_.back());
    stack_.pop_back();
    return top;
}

Symbol Scopes::find(std::string_view name) const {
    for (auto scope = stack_.rbegin(); scope != stack_.rend(); ++scope)
        if (auto it = scope->names.find(name); it != scope->names.end())
            return it->second;
    return {};
}

Symbol Scopes::find_here(std::string_view name) const {
    auto it = stack_.back().names.find(name);
    return it != stack_.back().names.end() ? it->second : Symbol{};
}

Symbol Scopes::find_at_file_scope(std::string_view name) const {
    auto it = stack_.front().names.find(name);
    return it != stack_.front().names.end() ? it->second : Symbol{};
}

ir::TagDecl* Scopes::find_tag(std::string_view name) const {
    for (auto scope = stack_.rbegin(); scope != stack_.rend(); ++scope)
        if (auto it = scope->tags.find(name); it != scope->tags.end())
            return it->second;
    return nullptr;
}

ir::TagDecl* Scopes::find_tag_here(std::string_view name) const {
    auto it = stack_.back().tags.find(name);
    return it != stack_.back().tags.end() ? it->second : nullptr;
}

std::vector<std::string> Scopes::variables() const {
    std::vector<std::string> names;
    for (auto scope = stack_.rbegin(); scope != stack_.rend(); ++scope)
        for (const auto& [name, symbol] : scope->names)
            if (std::holds_alternative<ir::VarDecl*>(symbol))
                names.emplace_back(name);
    return names;
}

} // namespace hydra::frontend

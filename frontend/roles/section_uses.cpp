// Names are enough: a function's own variables that hide a parameter make it look worse than it is, which costs a copy.
#include "frontend/roles/section_uses.h"

#include <algorithm>
#include <functional>
#include <set>

#include "frontend/roles/element_rules.h"

namespace hydra::frontend::cmaps {

namespace {

class SectionUses {
  public:
    SectionUses(const RoleFunction& function, const CmapsUnit& unit) : unit_(unit) {
        for (const auto& each : function.parameters) {
            if (!each.extents.empty())
                sections_[each.name] = each.extents.size();
            if (each.role != Role::in && !each.extents.empty())
                written_.insert(each.name);
        }
        find_changes(function.element_body, false);
    }

    bool any_unseen(antlr4::tree::ParseTree* node) {
        if (auto* unary = dynamic_cast<P::UnaryContext*>(node); is_unseen(unary))
            return true;
        return std::any_of(node->children.begin(), node->children.end(),
                           [&](auto* child) { return any_unseen(child); });
    }

  private:
    // Variables that change otherwise than in the head of a `for`.
    void find_changes(antlr4::tree::ParseTree* node, bool in_head) {
        if (!in_head)
            for_changes(node, [&](P::UnaryContext* target, antlr4::ParserRuleContext*) {
                if (auto* name = head_name(target))
                    changed_.insert(std::string(unit_.text(name)));
            });
        if (auto* declared = dynamic_cast<P::InitDeclaratorContext*>(node);
            declared != nullptr && declared->initializer() != nullptr && !in_head && !is_plain(declared->initializer()))
            note(declared->declarator());
        if (auto* specified = dynamic_cast<P::SpecifiedContext*>(node);
            specified != nullptr && specified->declared() != nullptr &&
            specified->declared()->initializer() != nullptr && !is_plain(specified->declared()->initializer()))
            note(specified->declarator());
        const bool head = dynamic_cast<P::ForLoopContext*>(node) != nullptr;
        for (auto* child : node->children)
            find_changes(child, in_head_of(head, in_head, child));
    }
    static bool in_head_of(bool head, bool in_head, antlr4::tree::ParseTree* child) {
        if (head)
            return dynamic_cast<P::StatementContext*>(child) == nullptr;
        return in_head && dynamic_cast<P::StatementContext*>(child) == nullptr;
    }
    void note(antlr4::ParserRuleContext* context) {
        const std::function<void(antlr4::tree::ParseTree*)> visit = [&](antlr4::tree::ParseTree* node) {
            if (node == nullptr)
                return;
            if (auto* leaf = dynamic_cast<antlr4::tree::TerminalNode*>(node))
                changed_.insert(std::string(unit_.text(leaf->getSymbol())));
            for (auto* child : node->children)
                visit(child);
        };
        if (context != nullptr)
            visit(context);
    }

    bool is_unseen(P::UnaryContext* unary) {
        auto* name = head_name(unary);
        if (name == nullptr || !written_.contains(std::string(unit_.text(name))))
            return false;
        const auto dims = sections_.at(std::string(unit_.text(name)));
        if (unary->postfix().size() < dims)
            return true;
        for (std::size_t d = 0; d < dims; ++d) {
            auto* subscript = unary->postfix(d)->subscript();
            if (subscript == nullptr || !is_plain(subscript))
                return true;
        }
        return false;
    }

    // No calls, no elements, no members, and no variable that changes.
    bool is_plain(antlr4::tree::ParseTree* node) {
        if (auto* unary = dynamic_cast<P::UnaryContext*>(node)) {
            if (unary->primary() == nullptr && unary->MINUS() == nullptr && unary->PLUS() == nullptr)
                return false;
            if (!unary->postfix().empty())
                return false;
            if (auto* name = head_name(unary); name != nullptr && changed_.contains(std::string(unit_.text(name))))
                return false;
        }
        if (auto* assignment = dynamic_cast<P::AssignmentContext*>(node))
            if (!assignment->QUESTION().empty())
                return false;
        return std::all_of(node->children.begin(), node->children.end(), [&](auto* child) { return is_plain(child); });
    }

    const CmapsUnit& unit_;
    std::map<std::string, std::size_t> sections_; // dimensions, by name
    std::set<std::string> written_, changed_;
};

} // namespace

bool writes_unseen(const RoleFunction& function, const CmapsUnit& unit) {
    return function.element_body != nullptr && SectionUses(function, unit).any_unseen(function.element_body);
}

} // namespace hydra::frontend::cmaps

// On the typed tree of the C that CMAPS has become, where typedefs and macros are out of the way.
#include "frontend/cmaps/call_rules.h"

#include <functional>

#include <fmt/format.h>

namespace hydra::frontend::cmaps {

namespace {

// Of what a pointer to elements or rows leads to; null: it is no such pointer.
ir::TypeRef element_of(ir::TypeRef type) {
    if (type == nullptr || (!type->is_pointer() && !type->is_array()))
        return nullptr;
    type = type->inner;
    while (type->is_array())
        type = type->inner;
    return type->unqualified != nullptr ? type->unqualified : type;
}

// Types of two files are different objects.
bool same(ir::TypeRef a, ir::TypeRef b) {
    if (a->kind != b->kind)
        return false;
    return a->tag == nullptr || b->tag == nullptr || a->tag == b->tag || a->tag->name == b->tag->name;
}

class CallCheck {
  public:
    CallCheck(const CoordinationCalls& known, const std::map<std::string, const ir::FunctionDecl*>& inner,
              support::Diagnostics& diagnostics)
        : known_(known), inner_(inner), diagnostics_(diagnostics) {}

    void statement(const ir::Stmt& stmt, bool in_loop) {
        const auto* loop = stmt.as<ir::For>();
        in_loop = in_loop || (loop != nullptr && loop->directive != nullptr);
        ir::for_each_child(
            stmt, [&](const ir::Expr& e) { expression(e, in_loop); },
            [&](const ir::Stmt& child) { statement(child, in_loop); });
    }

  private:
    void expression(const ir::Expr& e, bool in_loop) {
        if (const auto* call = e.as<ir::Call>())
            check(e, *call, in_loop);
        ir::for_each_child(e, [&](const ir::Expr& child) { expression(child, in_loop); });
    }

    void check(const ir::Expr& e, const ir::Call& call, bool in_loop) {
        const auto* callee = ir::called_function(call);
        const auto found = callee == nullptr ? known_.end() : known_.find(callee->name);
        if (found == known_.end())
            return;
        if (in_loop)
            diagnostics_.error(e.range,
                               fmt::format("'{}' is a coordination function, which all processes run together; "
                                           "it cannot be called in a parallel loop",
                                           callee->name));
        const auto inner = inner_.find(found->second.inner);
        for (const auto& tile : found->second.tiles) {
            if (tile.argument >= call.args.size() || inner == inner_.end() ||
                tile.parameter >= inner->second->params.size())
                continue;
            const auto* argument = call.args[tile.argument].get();
            while (const auto* cast = argument->as<ir::Cast>())
                argument = cast->operand.get();
            const auto found_type = element_of(argument->type);
            const auto wanted = element_of(inner->second->params[tile.parameter]->type);
            if (wanted == nullptr ||
                (found_type != nullptr && (same(found_type, wanted) || found_type->kind == ir::TypeKind::Void)))
                continue;
            diagnostics_.error(
                argument->range,
                fmt::format("tile '{}' of '{}' has elements of type {}: a pointer to the first one, or to "
                            "rows of them, stands here, behind its extents",
                            tile.name, callee->name, ir::declare(wanted, "")));
        }
    }

    const CoordinationCalls& known_;
    const std::map<std::string, const ir::FunctionDecl*>& inner_;
    support::Diagnostics& diagnostics_;
};

} // namespace

void check_calls_from_c(std::span<const std::unique_ptr<ir::TranslationUnit>> units, const CoordinationCalls& known,
                        support::Diagnostics& diagnostics) {
    if (known.empty())
        return;
    std::map<std::string, const ir::FunctionDecl*> inner;
    for (const auto& unit : units)
        for (const auto& function : unit->functions)
            if (function.body != nullptr)
                inner.emplace(function.name, &function);
    CallCheck check(known, inner, diagnostics);
    for (const auto& unit : units)
        for (const auto& function : unit->functions)
            if (function.body != nullptr && !known.contains(function.name))
                check.statement(*function.body, false);
}

} // namespace hydra::frontend::cmaps

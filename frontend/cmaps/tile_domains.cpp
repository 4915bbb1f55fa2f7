// Looks through a statement in the order in which it was written.
#include "frontend/cmaps/tile_domains.h"

namespace hydra::frontend::cmaps {

namespace {

Tile* written_like(P::ParallelStatementContext* parallel, const Tile& tile, const CmapsUnit& unit, Scopes& scopes) {
    auto* domain = parallel->domain();
    auto* call = parallel->parallelBody()->processCall();
    if (domain == nullptr || call == nullptr || domain->parallelIndex().empty())
        return nullptr;
    auto* like = scopes.tile(unit.text(domain->name()));
    const auto* called = unit.function(unit.text(call->name()));
    if (like == nullptr || called == nullptr || like == &tile || like->dims() != tile.dims())
        return nullptr;
    const auto& arguments = call->argument();
    for (std::size_t k = 0; k < arguments.size() && k < called->parameters.size(); ++k) {
        auto* unary = arguments[k]->REDUCE() != nullptr ? nullptr : plain_unary(arguments[k]->assignment());
        auto* name = head_name(unary);
        if (called->parameters[k].role == Role::in || unary == nullptr || name == nullptr ||
            unit.text(name) != tile.name || unary->postfix().size() != tile.dims())
            continue;
        bool plain = domain->parallelIndex().size() == tile.dims();
        for (std::size_t d = 0; plain && d < tile.dims(); ++d) {
            auto* subscript = unary->postfix(d)->subscript();
            auto* index = subscript != nullptr && subscript->CYC() == nullptr && subscript->expression().size() == 1
                              ? plain_name(subscript->expression(0))
                              : nullptr;
            plain = index != nullptr && unit.text(index) == unit.text(domain->parallelIndex(d));
        }
        if (plain)
            return like;
    }
    return nullptr;
}

} // namespace

bool is_call(P::UnaryContext* unary, std::string_view name, const CmapsUnit& unit) {
    auto* head = head_name(unary);
    return head != nullptr && unit.text(head) == name && unary->postfix().size() == 1 &&
           unary->postfix(0)->LPAREN() != nullptr;
}

TileDomain domain_in(antlr4::tree::ParseTree* node, const Tile& tile, const CmapsUnit& unit, Scopes& scopes) {
    if (node == nullptr)
        return {};
    if (auto* unary = dynamic_cast<P::UnaryContext*>(node); unary != nullptr && is_call(unary, "ArrayMap", unit)) {
        const auto& arguments = unary->postfix(0)->assignment();
        auto* name = arguments.empty() ? nullptr : plain_name(arguments[0]);
        if (name != nullptr && unit.text(name) == tile.name && arguments.size() > 2)
            return {unary, nullptr};
    }
    if (auto* parallel = dynamic_cast<P::ParallelStatementContext*>(node)) {
        if (auto* like = written_like(parallel, tile, unit, scopes); like != nullptr)
            return {nullptr, like};
    }
    for (auto* child : node->children)
        if (const auto found = domain_in(child, tile, unit, scopes); found.map != nullptr || found.like != nullptr)
            return found;
    return {};
}

} // namespace hydra::frontend::cmaps

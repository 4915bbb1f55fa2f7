// The functions that the header calls are walked with what is known of their parameters: a pointer to a variable that
// the body leaves alone may be read whatever the body stores elsewhere. All other memory is told apart by its types.
#include "passes/flow/header_effects.h"

#include <algorithm>
#include <set>
#include <vector>

#include "passes/facts/expressions.h"
#include "passes/facts/library.h"
#include "passes/facts/summary.h"

namespace hydra::passes {

using ir::Expr;
using ir::FunctionDecl;
using ir::Stmt;
using ir::VarDecl;

namespace {

class Header {
  public:
    Header(const Summary& summary, const Stmt& body)
        : summary_(summary), body_(body), changed_(summary.changed_by(body)) {}

    bool is_steady(const Expr& header) {
        bool good = true;
        walk(
            header,
            [&](const Expr& e) {
                good = good && assigned_variable(e) == nullptr && !stores_to_memory(e);
                if (const auto* call = e.as<ir::Call>())
                    good = good && is_pure(*call, {}) && summary_.changed_by(e).empty();
            },
            [&](const Stmt&) { good = false; });
        return good;
    }

  private:
    // Parameters that point at variables which the body leaves alone.
    using Kept = std::set<const VarDecl*>;

    // Whether calling the function does nothing but to compute a value, from what the loop's body does not change.
    bool is_pure(const ir::Call& call, const Kept& kept) {
        const FunctionDecl* callee = ir::called_function(call);
        if (callee == nullptr)
            return false;
        const FunctionDecl* definition = summary_.definition(callee);
        if (definition == nullptr)
            return is_pure_library(call, *callee);
        Kept inside;
        for (std::size_t i = 0; i < std::min(call.args.size(), definition->params.size()); ++i) {
            const VarDecl* parameter = definition->params[i].get();
            if (points_at_kept(*call.args[i], kept) && !summary_.ever_assigned(parameter))
                inside.insert(parameter);
        }
        if (!seen_.emplace(definition, inside).second)
            return true;
        return !summary_.holds_launch(*definition->body) && only_computes(*definition->body, inside);
    }

    // Also one that reads the memory of an argument.
    bool is_pure_library(const ir::Call& call, const FunctionDecl& callee) const {
        const LibraryEffect* effect = library_effect(callee.name);
        if (effect == nullptr || !effect->state.empty() || effect->ends ||
            effect->result != LibraryEffect::Result::plain)
            return false;
        for (std::size_t i = 0; i < call.args.size(); ++i) {
            const char letter = effect->argument(i);
            if (letter == '.')
                continue;
            const ir::TypeRef type = without_casts(*call.args[i])->type;
            const bool typed =
                type != nullptr && (type->is_array() || type->is_pointer()) && type->inner->kind != ir::TypeKind::Void;
            if ((letter != 'r' && letter != 'R') || !typed || summary_.may_store(body_, type->inner))
                return false;
        }
        return true;
    }

    // `&v` and `&v.member` of a variable that the body neither names to change it nor reaches through a pointer.
    bool points_at_kept(const Expr& argument, const Kept& kept) const {
        const Expr& expr = *ir::strip(&argument);
        if (kept.contains(ir::named_variable(&expr)))
            return true;
        const auto* unary = expr.as<ir::Unary>();
        if (unary == nullptr || unary->op != ir::UnaryOp::address_of)
            return false;
        const VarDecl* variable = base_variable(unary->operand.get());
        return variable != nullptr && !changed_.contains(summary_.canonical(variable)) &&
               !summary_.address_taken().contains(summary_.canonical(variable));
    }

    // `p->n`, `p->dims.rows`, `*p` of such a parameter. Not what shares bytes with others in a union, and no element
    // of an array: the body may store into that by subscripts.
    static bool is_kept(const Expr& full, const Kept& kept) {
        const Expr& expr = *ir::strip(&full);
        if (const auto* unary = expr.as<ir::Unary>())
            return unary->op == ir::UnaryOp::deref && kept.contains(ir::named_variable(unary->operand.get()));
        const auto* member = expr.as<ir::Member>();
        if (member == nullptr)
            return false;
        const ir::TypeRef base = ir::strip(member->base.get())->type;
        const ir::TypeRef record = member->arrow ? base->inner : base;
        return record->kind == ir::TypeKind::Struct && member->path.size() == 1 &&
               (member->arrow ? kept.contains(ir::named_variable(member->base.get())) : is_kept(*member->base, kept));
    }

    // Whether all that the body may store into is members of other names, `p->count` when the header reads `p->rows`.
    bool is_beside(const Expr& e) const {
        return e.as<ir::Member>() != nullptr &&
               summary_.stores_to(&body_, nullptr, e, true) <= Summary::CellStores::beside;
    }

    bool only_computes(const Stmt& function, const Kept& kept) {
        bool good = true;
        std::set<const Expr*> parts;     // records of which a member is read
        std::set<const Expr*> addressed; // `&p->grid` loads nothing
        walk(
            function,
            [&](const Expr& e) {
                const VarDecl* assigned = assigned_variable(e);
                const VarDecl* named = e.as<ir::DeclRef>() != nullptr ? ir::named_variable(&e) : nullptr;
                good = good && !stores_to_memory(e) && (assigned == nullptr || !assigned->has_static_lifetime()) &&
                       (named == nullptr || !changed_.contains(summary_.canonical(named)));
                const auto* member = e.as<ir::Member>();
                if (member != nullptr && !member->arrow)
                    parts.insert(ir::strip(member->base.get()));
                const auto* unary = e.as<ir::Unary>();
                if (unary != nullptr && unary->op == ir::UnaryOp::address_of)
                    addressed.insert(ir::strip(unary->operand.get()));
                if (member != nullptr && !member->arrow && addressed.contains(&e))
                    addressed.insert(ir::strip(member->base.get()));
                if (is_memory(e) && !parts.contains(&e) && !addressed.contains(&e) && !is_kept(e, kept))
                    good = good && (!summary_.may_store(body_, e.type) || is_beside(e));
                if (const auto* call = e.as<ir::Call>())
                    good = good && is_pure(*call, kept);
            },
            [](const Stmt&) {});
        return good;
    }

    // Whether a value is loaded from memory, or from a variable that pointers reach.
    bool is_memory(const Expr& e) const {
        if (e.type == nullptr || e.type->is_array() || e.type->is_function())
            return false;
        const auto* unary = e.as<ir::Unary>();
        if (e.as<ir::Index>() != nullptr || (unary != nullptr && unary->op == ir::UnaryOp::deref))
            return true;
        const VarDecl* holder = e.as<ir::Member>() != nullptr ? base_variable(&e) : nullptr;
        return e.as<ir::Member>() != nullptr &&
               (holder == nullptr || summary_.address_taken().contains(summary_.canonical(holder)));
    }

    const Summary& summary_;
    const Stmt& body_;
    const Variables changed_;
    std::set<std::pair<const FunctionDecl*, Kept>> seen_; // are pure, or being looked at
};

} // namespace

bool is_steady(const Summary& summary, const Expr& header, const Stmt& body) {
    return Header(summary, body).is_steady(header);
}

} // namespace hydra::passes

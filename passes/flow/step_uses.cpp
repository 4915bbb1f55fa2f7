// See step_uses.h. Within an expression, one walk in the order of evaluation: it holds no control flow of its own.
#include "passes/flow/step_uses.h"

#include <algorithm>

#include "passes/facts/library.h"
#include "passes/facts/summary.h"
#include "passes/flow/filled_arrays.h"

namespace hydra::passes {

using ir::Expr;
using ir::VarDecl;

FirstUse in_sequence(FirstUse first, FirstUse second) {
    if (first == FirstUse::written || first == FirstUse::read)
        return first;
    if (first == FirstUse::perhaps_read)
        return second == FirstUse::read ? FirstUse::read : FirstUse::perhaps_read;
    return second;
}

FirstUse in_choice(FirstUse a, FirstUse b) {
    if (a == b)
        return a;
    const bool reads =
        a == FirstUse::read || b == FirstUse::read || a == FirstUse::perhaps_read || b == FirstUse::perhaps_read;
    return reads ? FirstUse::perhaps_read : FirstUse::none;
}

namespace {

// Whether `memset(w, 0, sizeof w)` and its kin fill all of the array.
bool overwrites(const ir::Call& call, const LibraryEffect& effect, const Expr& argument, const VarDecl* array) {
    const auto count = static_cast<std::size_t>(effect.bytes.count);
    if (!effect.bytes.exactly || effect.bytes.size >= 0 || count >= call.args.size() || !array->type->is_array() ||
        ir::named_variable(&argument) != array)
        return false;
    const auto bytes = ir::constant_value(*call.args[count]), size = ir::size_of(array->type);
    return bytes && size && *bytes >= *size;
}

} // namespace

FirstUse StepUses::of(const Cfg::Block& block, const Cfg::Step& step, const Cfg::ParallelLoop* seen_from) const {
    if (is_private_inside(block.inside, variable_, seen_from))
        return FirstUse::none;
    const FirstUse use = of(step);
    if (!heads_private(block, variable_))
        return use;
    return use == FirstUse::read ? FirstUse::perhaps_read : use == FirstUse::written ? FirstUse::none : use;
}

FirstUse StepUses::of(const Cfg::Step& step) const {
    switch (step.kind) {
    case Cfg::Step::Kind::evaluate:
        return of(*step.expr);
    case Cfg::Step::Kind::declare:
        return of_declaration(*step.variable);
    case Cfg::Step::Kind::directive:
        return of_directive(*step.stmt->as<ir::For>()->directive);
    case Cfg::Step::Kind::enter_loop:
        return member_ == nullptr && variable_->type->is_array() && step.stmt->as<ir::For>() != nullptr &&
                       fills(*step.stmt, variable_) && !reads_in(*step.stmt)
                   ? FirstUse::written
                   : FirstUse::none;
    default:
        return FirstUse::none;
    }
}

// Whether anything in the loop reads the array, or may.
bool StepUses::reads_in(const ir::Stmt& loop) const {
    const Cfg inside(loop);
    const StepUses uses(inside, variable_);
    return std::any_of(inside.blocks().begin(), inside.blocks().end(), [&](const Cfg::Block& block) {
        return std::any_of(block.steps.begin(), block.steps.end(), [&](const Cfg::Step& step) {
            const FirstUse use = step.kind != Cfg::Step::Kind::enter_loop ? uses.of(block, step) : FirstUse::none;
            return use == FirstUse::read || use == FirstUse::perhaps_read;
        });
    });
}

FirstUse StepUses::of_declaration(const VarDecl& declared) const {
    FirstUse use = of_lengths(declared.type);
    if (declared.has_static_lifetime())
        return use;
    if (declared.init)
        use = in_sequence(use, of_operand(*declared.init));
    return &declared == variable_ ? in_sequence(use, FirstUse::written) : use; // its life begins
}

FirstUse StepUses::of_directive(const ir::Directive& directive) const {
    FirstUse use = FirstUse::none;
    ir::for_each_expression(directive, [&](const Expr& expr) { use = in_sequence(use, of_operand(expr)); });
    for (const ir::Reduction& reduction : directive.reductions)
        if (reduction.variable == variable_) // its old value is combined with
            use = in_sequence(use, FirstUse::read);
    const auto& copied = directive.firstprivate;
    return std::find(copied.begin(), copied.end(), variable_) != copied.end() ? in_sequence(use, FirstUse::perhaps_read)
                                                                              : use;
}

// Of the run-time lengths of arrays that are declared, or whose type is named.
FirstUse StepUses::of_lengths(ir::TypeRef type) const {
    bool found = false;
    for (; type != nullptr && (type->is_array() || type->is_pointer()); type = type->inner)
        if (type->vla_length != nullptr)
            walk(
                *type->vla_length, [&](const Expr& expr) { found = found || ir::named_variable(&expr) == variable_; },
                [](const ir::Stmt&) {});
    return found ? FirstUse::perhaps_read : FirstUse::none;
}

bool StepUses::is_subject(const Expr* expr) const {
    const auto* part = expr != nullptr ? ir::strip(expr)->as<ir::Member>() : nullptr;
    if (member_ == nullptr)
        return ir::named_variable(expr) == variable_;
    return part != nullptr && !part->arrow && part->field == *member_ &&
           ir::named_variable(part->base.get()) == variable_;
}
bool StepUses::is_member_beside(const Expr& expr) const {
    const auto* part = member_ != nullptr ? ir::strip(&expr)->as<ir::Member>() : nullptr;
    return part != nullptr && !part->arrow && part->field != *member_ &&
           ir::named_variable(part->base.get()) == variable_;
}

FirstUse StepUses::of_operand(const Expr& expr) const {
    return graph_.is_evaluated_before(expr) ? FirstUse::none : of(expr);
}

FirstUse StepUses::of(const Expr& expr) const {
    if (expr.as<ir::DeclRef>() != nullptr)
        return ir::named_variable(&expr) == variable_ ? FirstUse::read : FirstUse::none;
    if (expr.as<ir::Member>() != nullptr && (is_member_beside(expr) || (member_ != nullptr && is_subject(&expr))))
        return is_subject(&expr) ? FirstUse::read : FirstUse::none;
    if (const auto* size = expr.as<ir::SizeOf>())
        return of_lengths(size->of);
    if (const auto* cast = expr.as<ir::Cast>(); cast != nullptr && !cast->implicit)
        if (const FirstUse length = of_lengths(expr.type); length != FirstUse::none)
            return length;
    if (const auto* call = expr.as<ir::Call>())
        return of_call(*call);
    if (const auto* binary = expr.as<ir::Binary>(); binary != nullptr && binary->op == ir::BinaryOp::assign)
        return of_assignment(*binary);
    return of_operands(expr);
}

// An array's elements: a whole-array question that one element's write does not answer.
FirstUse StepUses::of_operands(const Expr& expr) const {
    FirstUse use = FirstUse::none;
    if (expr.as<ir::StatementExpr>() == nullptr)
        ir::for_each_child(expr, [&](const Expr& child) { use = in_sequence(use, of_operand(child)); });
    return use;
}

FirstUse StepUses::of_assignment(const ir::Binary& assign) const {
    if (is_subject(assign.lhs.get()) || ir::named_variable(assign.lhs.get()) == variable_)
        return in_sequence(of_operand(*assign.rhs), FirstUse::written);
    const std::vector<const Expr*> stored = subscripts_of(*assign.lhs, variable_);
    if (stored.empty())
        return in_sequence(of_operand(*assign.lhs), of_operand(*assign.rhs));
    FirstUse use = FirstUse::none; // what other elements hold is still there
    for (const Expr* subscript : stored)
        use = in_sequence(use, of_operand(*subscript));
    return in_sequence(use, of_operand(*assign.rhs));
}

// Library functions that only fill what they are handed the address of.
FirstUse StepUses::of_call(const ir::Call& call) const {
    const ir::FunctionDecl* callee = ir::called_function(call);
    const LibraryEffect* effect = callee != nullptr && !callee->in_user_file ? library_effect(callee->name) : nullptr;
    FirstUse use = of_operand(*call.callee);
    FirstUse fills = FirstUse::none;
    for (std::size_t i = 0; i < call.args.size(); ++i) {
        const auto* unary = ir::strip(call.args[i].get())->as<ir::Unary>();
        const char letter = effect != nullptr ? effect->argument(i) : '.';
        if ((letter == 'e' || letter == 'w' || letter == 'p') && unary != nullptr &&
            unary->op == ir::UnaryOp::address_of && is_subject(unary->operand.get()))
            fills = letter == 'e' ? FirstUse::written : fills;
        else if (letter == 'W' && member_ == nullptr && overwrites(call, *effect, *call.args[i], variable_))
            fills = FirstUse::written;
        else
            use = in_sequence(use, of_operand(*call.args[i]));
    }
    return in_sequence(use, fills);
}

} // namespace hydra::passes

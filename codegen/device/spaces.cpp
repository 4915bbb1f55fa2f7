// The spaces of local pointers are the least fixpoint over initialisations and assignments. Calls are answered by the
// called function's own frame; since device code has no recursion, that ends.
#include "codegen/device/spaces.h"

#include <algorithm>

#include <fmt/format.h>

#include "codegen/device/device_checks.h"
#include "codegen/text/walk.h"
#include "ir/print_hooks.h"

namespace hydra::codegen {

namespace {

const ir::VarDecl* assigned_variable(const ir::Expr& expr) {
    const auto* binary = expr.as<ir::Binary>();
    if (binary != nullptr && ir::is_assignment(binary->op))
        return ir::named_variable(binary->lhs.get());
    const auto* unary = expr.as<ir::Unary>();
    const bool changes =
        unary != nullptr && (unary->op == ir::UnaryOp::address_of ||
                             (unary->op >= ir::UnaryOp::pre_inc && unary->op <= ir::UnaryOp::post_dec));
    return changes ? ir::named_variable(unary->operand.get()) : nullptr;
}

// Whether the value leads to pointers in memory.
bool leads_to_pointers(ir::TypeRef type) {
    return type->is_record() ? ir::holds_pointer(type)
                             : type->is_pointer() && (type->inner->is_pointer() || ir::holds_pointer(type->inner));
}

// Whether a member or subscript may follow without parentheses.
bool is_postfix(const std::string& text) {
    int depth = 0;
    for (const char c : text) {
        depth += c == '[' || c == '(' ? 1 : c == ']' || c == ')' ? -1 : 0;
        if (c == ' ' && depth == 0)
            return false;
    }
    return text.find_first_of("&*") != 0;
}

std::string as_base(const std::string& text) { return is_postfix(text) ? text : "(" + text + ")"; }

std::string member_text(const std::string& base, bool arrow, const std::string& field) {
    if (arrow && base.starts_with('&') && is_postfix(base.substr(1)))
        return base.substr(1) + "." + field;
    return as_base(base) + (arrow ? "->" : ".") + field;
}

} // namespace

Frame::Frame(DeviceScope& scope) : scope_(scope), body_(scope.kernel().loop->as<ir::For>()->body.get()) {
    note_locals();
    const auto& directive = *scope.kernel().loop->as<ir::For>()->directive;
    for (const auto& reduction : directive.reductions)
        if (reduction.is_array())
            destinations_[reduction.variable] = {Space::global, {reduction.variable}};
    for (const auto* variable : directive.firstprivate)
        if (variable->type->is_pointer())
            destinations_[variable] = {Space::global, {variable}};
    find_texts();
    find_spaces();
}

Frame::Frame(const ir::FunctionDecl& function, std::vector<Argument> arguments, const Frame& caller)
    : scope_(caller.scope_), function_(&function), body_(function.body.get()), caller_(&caller),
      arguments_(std::move(arguments)) {
    for (const auto* outer = caller_; outer != nullptr; outer = outer->caller_)
        if (outer->function_ == function_)
            throw HostOnly{function.range, fmt::format("'{}' calls itself", function.name)};
    for (const auto& param : function.params)
        order_.push_back(param.get());
    note_locals();
    for (std::size_t index = 0; index < function.params.size(); ++index) {
        const auto* param = function.params[index].get();
        const auto& argument = arguments_.at(index);
        if (param->type->is_pointer())
            destinations_[param] = argument.destination;
        if (!argument.host.empty() && !assigned_.contains(param))
            texts_[param] = argument.host;
        if (argument.cell && !assigned_.contains(param))
            cells_[param] = *argument.cell;
    }
    find_texts();
    find_spaces();
}

void Frame::note_locals() {
    walk(
        *body_,
        [this](const ir::Stmt& stmt, const ir::Stmt*) {
            if (const auto* decl = stmt.as<ir::DeclStmt>()) {
                for (const auto& variable : decl->variables) {
                    if (!variable->has_static_lifetime()) {
                        order_.push_back(variable.get());
                        if (variable->type->is_pointer() && variable->init)
                            sources_[variable.get()].push_back(variable->init.get());
                    }
                }
            }
        },
        [this](const ir::Expr& expr, const ir::Expr*) {
            if (const auto* variable = assigned_variable(expr)) {
                assigned_.insert(variable);
                const auto* binary = expr.as<ir::Binary>();
                if (binary != nullptr || expr.as<ir::Unary>()->op != ir::UnaryOp::address_of)
                    changed_.insert(variable);
                if (variable->type->is_pointer() && binary != nullptr && binary->op == ir::BinaryOp::assign)
                    sources_[variable].push_back(binary->rhs.get());
            }
        });
    locals_.insert(order_.begin(), order_.end());
}

bool Frame::is_local(const ir::VarDecl& variable) const {
    return locals_.contains(&variable) || (function_ == nullptr && scope_.owns(variable));
}

const ir::VarDecl* Frame::changed_outside(const ir::Expr& expr) const {
    const auto* binary = expr.as<ir::Binary>();
    const auto* unary = expr.as<ir::Unary>();
    const bool counts = unary != nullptr && unary->op >= ir::UnaryOp::pre_inc && unary->op <= ir::UnaryOp::post_dec;
    if (!counts && (binary == nullptr || !ir::is_assignment(binary->op)))
        return nullptr;
    const auto* target = ir::strip(counts ? unary->operand.get() : binary->lhs.get());
    while (!slot_text(*target)) {
        const auto* member = target->as<ir::Member>();
        const auto* index = target->as<ir::Index>();
        if (member != nullptr && !member->arrow)
            target = ir::strip(member->base.get());
        else if (index != nullptr && ir::strip(index->base.get())->type->is_array())
            target = ir::strip(index->base.get());
        else
            break;
    }
    const auto* variable = ir::named_variable(target);
    return variable != nullptr && !is_local(*variable) ? variable : nullptr;
}

void Frame::find_texts() {
    for (const auto* variable : order_) {
        if (variable->init && !assigned_.contains(variable) && leads_to_pointers(variable->type)) {
            if (auto text = host_text(*variable->init))
                texts_[variable] = std::move(*text);
            if (auto cell = cell_for(*variable->init))
                cells_[variable] = std::move(*cell);
        }
    }
}

Space Frame::join(Space a, Space b, const ir::VarDecl* variable, const support::SourceRange& at) const {
    if (a == b || b == Space::none)
        return a;
    if (a == Space::none)
        return b;
    if (scope_.dialect().separate_memories) {
        throw HostOnly{at, variable != nullptr
                               ? fmt::format("'{}' points into arrays in one place and at an iteration's own variables "
                                             "in another",
                                             variable->name)
                               : "a pointer leads into arrays or to an iteration's own variables"};
    }
    return Space::mixed;
}

void Frame::find_spaces() {
    for (bool changed = true; changed;) {
        changed = false;
        for (const auto& [variable, list] : sources_) {
            if (!is_local(*variable))
                continue;
            for (const auto* source : list) {
                const auto found = join(destination_of(*variable), destination(*source), variable, source->range);
                changed = changed || found != destination_of(*variable);
                destinations_[variable] = found;
            }
        }
    }
}

Destination Frame::join(Destination a, const Destination& b, const ir::VarDecl* variable,
                        const support::SourceRange& at) const {
    a.space = join(a.space, b.space, variable, at);
    a.objects.insert(b.objects.begin(), b.objects.end());
    return a;
}

Destination Frame::destination_of(const ir::VarDecl& variable) const {
    const auto found = destinations_.find(&variable);
    return found == destinations_.end() ? Destination{} : found->second;
}

Destination Frame::outside(const ir::VarDecl& variable, const support::SourceRange& at) const {
    const auto& handed = scope_.variable(variable, at);
    const auto space = handed.space();
    if (space == Space::item) // each function has a copy of its own
        return {space, {nullptr}};
    return {space,
            {handed.slot < 0 ? static_cast<const void*>(&handed)
                             : &scope_.kernel().touches.slots[static_cast<std::size_t>(handed.slot)]}};
}

Destination Frame::destination(const ir::Expr& full) const {
    const auto& expr = *ir::strip(&full);
    if (const auto text = slot_text(expr)) {
        const auto slot = scope_.slot_of(*text, function_ == nullptr);
        return {Space::global, {&scope_.kernel().touches.slots[static_cast<std::size_t>(slot)]}};
    }
    if (expr.type->is_array())
        return storage(expr);
    if (const auto* variable = ir::named_variable(&expr)) {
        if (is_local(*variable))
            return destination_of(*variable);
        return outside(*variable, expr.range);
    }
    if (const auto* cast = expr.as<ir::Cast>()) {
        if (cast->operand->type->is_pointer() || cast->operand->type->is_array())
            return destination(*cast->operand);
        if (ir::constant_value(*cast->operand) == 0)
            return {};
        throw HostOnly{expr.range, "a number becomes an address"};
    }
    if (ir::constant_value(expr) == 0)
        return {}; // null
    if (const auto* unary = expr.as<ir::Unary>(); unary != nullptr && unary->op != ir::UnaryOp::deref)
        return unary->op == ir::UnaryOp::address_of ? storage(*unary->operand) : destination(*unary->operand);
    if (const auto* binary = expr.as<ir::Binary>()) {
        if (binary->op == ir::BinaryOp::comma)
            return destination(*binary->rhs);
        const bool right = !binary->lhs->type->is_pointer() && !ir::strip(binary->lhs.get())->type->is_array();
        return destination(right ? *binary->rhs : *binary->lhs);
    }
    if (const auto* choice = expr.as<ir::Conditional>()) {
        return join(destination(choice->then ? *choice->then : *choice->cond), destination(*choice->otherwise), nullptr,
                    expr.range);
    }
    if (const auto* call = expr.as<ir::Call>()) {
        const auto* definition = ir::find_definition(scope_.context().program, ir::called_function(*call));
        if (definition != nullptr && definition->body)
            return callee(*call, *definition).returned();
        throw HostOnly{expr.range, fmt::format("'{}' is a pointer that a library function returns", ir::print_c(expr))};
    }
    if (is_stored_pointer(expr) && scope_.follows())
        return {Space::global, {nullptr}};
    throw HostOnly{expr.range, fmt::format("'{}' is a pointer that lies in memory, and a device has memory of its own",
                                           ir::print_c(expr))};
}

Destination Frame::storage(const ir::Expr& full) const {
    const auto& expr = *ir::strip(&full);
    if (const auto text = slot_text(expr)) {
        const auto slot = scope_.slot_of(*text, function_ == nullptr);
        return {Space::global, {&scope_.kernel().touches.slots[static_cast<std::size_t>(slot)]}};
    }
    if (const auto* variable = ir::named_variable(&expr)) {
        if (!is_local(*variable))
            return outside(*variable, expr.range);
        const auto found = variable->type->is_array() ? destinations_.find(variable) : destinations_.end();
        return found == destinations_.end() ? Destination{Space::item, {variable}} : found->second;
    }
    if (const auto* index = expr.as<ir::Index>())
        return destination(*index->base);
    if (const auto* member = expr.as<ir::Member>())
        return member->arrow ? destination(*member->base) : storage(*member->base);
    if (const auto* unary = expr.as<ir::Unary>(); unary != nullptr && unary->op == ir::UnaryOp::deref)
        return destination(*unary->operand);
    if (expr.as<ir::StringLit>() != nullptr)
        throw HostOnly{expr.range, "it uses a string"};
    return {Space::item, {&expr}};
}

Destination Frame::returned() const {
    Destination result;
    walk(*body_,
         [&](const ir::Stmt& stmt, const ir::Stmt*) {
             if (const auto* back = stmt.as<ir::Return>(); back != nullptr && back->value)
                 result = join(result, destination(*back->value), nullptr, stmt.range);
         },
         {});
    if (result.space != Space::global && result.objects.contains(nullptr) && names_copies()) {
        throw HostOnly{function_->range,
                       fmt::format("'{}' returns the address of what a device is handed by value", function_->name)};
    }
    return result;
}

// Whether the function has copies of its own of variables from outside, which end with it.
bool Frame::names_copies() const {
    bool found = false;
    walk(*body_, {}, [&](const ir::Expr& expr, const ir::Expr*) {
        const auto* variable = expr.as<ir::DeclRef>() != nullptr ? ir::named_variable(&expr) : nullptr;
        found = found || (variable != nullptr && !is_local(*variable) &&
                          scope_.variable(*variable, expr.range).space() == Space::item);
    });
    return found;
}

void Frame::check_addresses(const ir::Expr& expr) const {
    const auto* binary = expr.as<ir::Binary>();
    const auto leads = [](const ir::Expr& operand) {
        const auto type = ir::strip(&operand)->type;
        return type->is_pointer() || type->is_array();
    };
    if (binary == nullptr || !leads(*binary->lhs) || !leads(*binary->rhs) ||
        (binary->op != ir::BinaryOp::sub && !(binary->op >= ir::BinaryOp::lt && binary->op <= ir::BinaryOp::ne)))
        return;
    const auto left = destination(*binary->lhs), right = destination(*binary->rhs);
    const bool null = left.objects.empty() || right.objects.empty();
    const bool copied = left.objects.contains(nullptr) || right.objects.contains(nullptr);
    const bool same = left.objects == right.objects && left.objects.size() == 1;
    const bool own = left.space == Space::item && right.space == Space::item; // variables of the iteration's own
    if (!null && (copied || !(same || own))) {
        throw HostOnly{expr.range,
                       fmt::format("'{}' {} pointers that may lead into different arrays, which lie "
                                   "elsewhere on a device",
                                   ir::print_c(expr), binary->op == ir::BinaryOp::sub ? "subtracts" : "compares")};
    }
}

Frame Frame::callee(const ir::Call& call, const ir::FunctionDecl& definition) const {
    std::vector<Argument> arguments;
    if (definition.params.size() != call.args.size() || definition.type->variadic)
        throw HostOnly{call.callee->range, fmt::format("'{}' takes a variable number of arguments", definition.name)};
    for (std::size_t index = 0; index < call.args.size(); ++index) {
        const auto& arg = *call.args[index];
        const auto type = definition.params[index]->type;
        Argument argument;
        if (type->is_pointer())
            argument.destination = destination(arg);
        if (leads_to_pointers(type)) {
            argument.host = host_text(arg).value_or("");
            argument.cell = cell_for(arg);
        }
        arguments.push_back(std::move(argument));
    }
    return {definition, std::move(arguments), *this};
}

// What of the expression no host code may evaluate in front of the launch, or not with the same value.
bool Frame::host_can_name(const ir::Expr& expr) const {
    bool can = true;
    walk(expr, {}, [&](const ir::Expr& inner, const ir::Expr*) {
        const auto* binary = inner.as<ir::Binary>();
        const auto* unary = inner.as<ir::Unary>();
        const bool changes =
            (binary != nullptr && ir::is_assignment(binary->op)) ||
            (unary != nullptr && unary->op >= ir::UnaryOp::pre_inc && unary->op <= ir::UnaryOp::post_dec);
        can = can && !changes && inner.as<ir::Call>() == nullptr && inner.as<ir::StatementExpr>() == nullptr &&
              inner.as<ir::CompoundLiteral>() == nullptr && inner.as<ir::StringLit>() == nullptr;
        const auto* name = inner.as<ir::DeclRef>();
        if (name != nullptr && std::holds_alternative<const ir::EnumConstant*>(name->decl))
            can = can && scope_.visible_at_launch(*std::get<const ir::EnumConstant*>(name->decl));
        const auto* variable = name != nullptr ? ir::named_variable(&inner) : nullptr;
        if (variable != nullptr && !texts_.contains(variable))
            can = can && !is_local(*variable) && !changed_.contains(variable) && scope_.visible_at_launch(*variable);
    });
    return can;
}

std::optional<std::string> Frame::host_text(const ir::Expr& full) const {
    const auto& whole = *ir::strip(&full);
    if (!host_can_name(whole))
        return std::nullopt;
    ir::PrintHooks hooks;
    hooks.expression = [&](const ir::Expr& expr) -> std::optional<std::string> {
        if (const auto* variable = expr.as<ir::DeclRef>() != nullptr ? ir::named_variable(&expr) : nullptr) {
            const auto known = texts_.find(variable);
            return known == texts_.end() ? variable->name : &expr == &whole ? known->second : as_base(known->second);
        }
        if (const auto* member = expr.as<ir::Member>()) {
            auto base = ir::print_c(*member->base, hooks);
            if (const auto* name = ir::named_variable(member->base.get()); name != nullptr && texts_.contains(name))
                base = texts_.at(name);
            return member_text(base, member->arrow, member->field);
        }
        const auto* unary = expr.as<ir::Unary>();
        const auto* variable = unary != nullptr ? ir::named_variable(unary->operand.get()) : nullptr;
        const auto known = variable != nullptr ? texts_.find(variable) : texts_.end();
        const bool follows = unary != nullptr && unary->op == ir::UnaryOp::deref && known != texts_.end() &&
                             known->second.starts_with('&');
        return follows ? std::optional(known->second.substr(1)) : std::nullopt;
    };
    return ir::print_c(whole, hooks);
}

std::optional<std::string> Frame::slot_text(const ir::Expr& full) const {
    const auto& expr = *ir::strip(&full);
    const auto* unary = expr.as<ir::Unary>();
    const bool in_memory = expr.as<ir::Member>() != nullptr || expr.as<ir::Index>() != nullptr ||
                           (unary != nullptr && unary->op == ir::UnaryOp::deref) ||
                           expr.as<ir::Conditional>() != nullptr;
    if (!in_memory || !(expr.type->is_pointer() || expr.type->is_array()))
        return std::nullopt;
    auto text = host_text(expr);
    if (!text || scope_.slot_of(*text, function_ == nullptr) < 0)
        text = peeked_text(expr);
    return text && scope_.slot_of(*text, function_ == nullptr) >= 0 ? text : std::nullopt;
}

// A pointer in memory as host code reads it where the program may not get to it (passes/access/early_values.h);
// empty: it is not known where that lies.
std::string Frame::peeked_text(const ir::Expr& expr) const {
    const auto cell = cell_of(expr);
    if (!cell)
        return "";
    return cell->offset == 0 ? fmt::format("hydra_rt_pointer_at((char *)({}))", cell->root)
                             : fmt::format("hydra_rt_pointer_at((char *)({}) + ({}))", cell->root, cell->offset);
}

namespace {

// From a record on to the member; nullopt: that is no whole bytes, or has other names.
std::optional<std::int64_t> offset_of(const ir::Member& member, ir::TypeRef record) {
    std::int64_t offset = 0;
    for (const int index : member.path) {
        if (record == nullptr || record->tag == nullptr || record->kind == ir::TypeKind::Union)
            return std::nullopt;
        const auto& field = record->tag->fields.at(static_cast<std::size_t>(index));
        if (field.bit_width)
            return std::nullopt;
        offset += field.offset;
        record = field.type;
    }
    return offset;
}

} // namespace

std::optional<Frame::Cell> Frame::cell_of(const ir::Expr& lvalue) const {
    const auto& expr = *ir::strip(&lvalue);
    const auto further = [](std::optional<Cell> cell, std::optional<std::int64_t> bytes) {
        return cell && bytes ? std::optional(Cell{cell->root, cell->offset + *bytes}) : std::nullopt;
    };
    if (const auto* member = expr.as<ir::Member>()) {
        const auto around = ir::strip(member->base.get())->type;
        return further(member->arrow ? cell_behind(*member->base) : cell_of(*member->base),
                       offset_of(*member, member->arrow ? around->inner : around));
    }
    if (const auto* unary = expr.as<ir::Unary>(); unary != nullptr && unary->op == ir::UnaryOp::deref)
        return cell_behind(*unary->operand);
    if (const auto* element = expr.as<ir::Index>()) {
        const auto at = ir::constant_value(*element->index);
        const auto size = ir::size_of(expr.type);
        const auto& base = *ir::strip(element->base.get());
        if (!at || !size || *at < 0 || *at > 1'000'000)
            return std::nullopt;
        return further(base.type->is_array() ? cell_of(base) : cell_behind(base), *at * *size);
    }
    const auto* variable = ir::named_variable(&expr);
    if (const auto known = cells_.find(variable); known != cells_.end() && !expr.type->is_pointer())
        return known->second;
    if (variable == nullptr || is_local(*variable) || !host_can_name(expr))
        return std::nullopt;
    return Cell{variable->type->is_array() ? variable->name : "&" + variable->name, 0};
}

std::optional<Frame::Cell> Frame::cell_behind(const ir::Expr& pointer) const {
    const auto& expr = *ir::strip(&pointer);
    if (const auto* unary = expr.as<ir::Unary>(); unary != nullptr && unary->op == ir::UnaryOp::address_of)
        return cell_of(*unary->operand);
    if (expr.type->is_array())
        return cell_of(expr);
    if (const auto known = cells_.find(ir::named_variable(&expr)); known != cells_.end())
        return known->second;
    if (expr.as<ir::DeclRef>() == nullptr) {
        if (auto text = peeked_text(expr); !text.empty() && scope_.slot_of(text, false) >= 0)
            return Cell{std::move(text), 0};
    }
    auto text = host_text(expr);
    return text ? std::optional(Cell{std::move(*text), 0}) : std::nullopt;
}

std::optional<Frame::Cell> Frame::cell_for(const ir::Expr& argument) const {
    const auto& expr = *ir::strip(&argument);
    if (expr.type->is_pointer() || expr.type->is_array())
        return cell_behind(expr);
    return expr.type->is_record() ? cell_of(expr) : std::nullopt;
}

} // namespace hydra::codegen

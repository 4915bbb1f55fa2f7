// What a piece of the program stores into cells of memory like a given one (Summary::stores_to): one walk over its own
// expressions, and over those of called functions where their accesses count as its own.
#include <algorithm>

#include "passes/facts/library.h"
#include "passes/facts/record_parts.h"
#include "passes/facts/summary.h"

namespace hydra::passes {

using ir::Expr;
using ir::FunctionDecl;
using ir::Stmt;
using ir::VarDecl;

namespace {

bool holds_records(ir::TypeRef type) {
    while (type->is_array())
        type = type->inner;
    return type->is_record();
}

class CellWatch {
  public:
    // own: the variable whose element the cell is, where those of others, but `inner` ones, are elsewhere; or null.
    CellWatch(const Expr& cell, std::function<bool(const VarDecl*)> may_be_pointed_at, const VarDecl* own,
              Variables inner)
        : cell_(cell), may_be_pointed_at_(std::move(may_be_pointed_at)), own_(own), inner_(std::move(inner)) {}

    void raise(Summary::CellStores to) { worst_ = std::max(worst_, to); }
    [[nodiscard]] Summary::CellStores worst() const { return worst_; }

    // A store through memory. Two members of different names are different cells, and a whole record is not where a
    // member of another kind of record is, unless the program overlays records.
    void store(const Expr& target) {
        const ir::TypeRef type = target.type;
        if (type == nullptr || !may_alias(type, cell_.type))
            return;
        const ir::Member* member = as_member(target);
        const ir::Member* own = as_member(cell_);
        const bool scalar = type->is_scalar();
        const bool like = type->kind == cell_.type->kind || type->is_record() || type->is_array();
        const bool apart = member != nullptr && own != nullptr ? member->field != own->field
                                                               : member != nullptr || own != nullptr || !like;
        const auto by_name = [](const ir::Member& one) {
            return record_of(one)->kind == ir::TypeKind::Struct && one.path.size() == 1;
        };
        if (scalar && apart && member != nullptr && own != nullptr && by_name(*member) && by_name(*own)) {
            raise(Summary::CellStores::beside);
            return;
        }
        if (const VarDecl* named = own_ != nullptr && scalar ? variable_of_element(target) : nullptr;
            named != nullptr && named != own_ && !inner_.contains(named)) {
            raise(Summary::CellStores::elsewhere);
            return;
        }
        const bool other_record = type->is_record() && own != nullptr && !holds_record(type, record_of(*own));
        raise((scalar && apart) || other_record ? Summary::CellStores::elsewhere : Summary::CellStores::here);
    }

    // A variable that is assigned, or whose address is handed to a function.
    void change(const VarDecl* variable, const Expr* target) {
        if (!may_be_pointed_at_(variable) || !may_alias(cell_.type, variable->type))
            return;
        const ir::Member* own = as_member(cell_);
        const ir::Member* member = target != nullptr ? as_member(*target) : nullptr;
        const bool apart =
            own != nullptr && (!holds_records(variable->type) ||
                               (member != nullptr && target->type->is_scalar() && member->field != own->field));
        if (!apart)
            raise(Summary::CellStores::here);
    }

  private:
    const Expr& cell_;
    std::function<bool(const VarDecl*)> may_be_pointed_at_;
    const VarDecl* own_;
    Variables inner_;
    Summary::CellStores worst_ = Summary::CellStores::none;
};

} // namespace

const VarDecl* variable_of_element(const Expr& expr) {
    const Expr* e = ir::strip(&expr);
    bool is_element = false;
    for (;; is_element = true) {
        const auto* element = e->as<ir::Index>();
        const auto* unary = e->as<ir::Unary>();
        if (element != nullptr)
            e = ir::strip(element->base.get());
        else if (unary != nullptr && unary->op == ir::UnaryOp::deref)
            e = ir::strip(unary->operand.get());
        else
            break;
    }
    return is_element && e->as<ir::DeclRef>() != nullptr ? ir::named_variable(e) : nullptr;
}

bool is_bit_field(const Expr& expr) {
    const auto* member = ir::strip(&expr)->as<ir::Member>();
    if (member == nullptr)
        return false;
    ir::TypeRef record = ir::strip(member->base.get())->type;
    if (member->arrow)
        record = record->inner;
    for (const int index : member->path) {
        if (record == nullptr || record->tag == nullptr)
            return true;
        const ir::Field& field = record->tag->fields.at(static_cast<std::size_t>(index));
        if (field.bit_width.has_value())
            return true;
        record = field.type;
    }
    return false;
}

Summary::CellStores Summary::stores_to(const Stmt* statement, const Expr* expression, const Expr& cell,
                                       bool callees_count, const Variables& elsewhere, bool by_name) const {
    CellWatch watch(
        cell,
        [&](const VarDecl* variable) {
            return variable->has_static_lifetime() || address_taken_.contains(canonical(variable));
        },
        by_name ? variable_of_element(cell) : nullptr,
        by_name && statement != nullptr ? declared_in(*statement) : Variables());
    std::set<const FunctionDecl*> seen;
    std::vector<const FunctionDecl*> work;
    const auto on_call = [&](const Expr& e, const ir::Call& call) {
        const FunctionDecl* callee = ir::called_function(call);
        const FunctionDecl* body = callee != nullptr ? definition(callee) : nullptr;
        const Reached to = reached(call);
        if (body != nullptr && callees_count) {
            if (seen.insert(body).second)
                work.push_back(body);
            return;
        }
        for (std::size_t i = 0; i < call.args.size(); ++i)
            if (const auto* unary = ir::strip(call.args[i].get())->as<ir::Unary>();
                unary != nullptr && unary->op == ir::UnaryOp::address_of && !only_reads(call, i))
                if (const VarDecl* variable = base_variable(unary->operand.get()))
                    watch.change(variable, nullptr);
        std::set<ir::TypeRef> stored;
        add_stored(stored, e);
        const bool may_alias_one =
            std::any_of(stored.begin(), stored.end(), [&](ir::TypeRef type) { return may_alias(type, cell.type); });
        // The accesses of library functions that call nothing are noted.
        const bool noted = body == nullptr && !to.any && to.functions.empty() && callee != nullptr &&
                           library_effect(callee->name) != nullptr;
        if (may_alias_one)
            watch.raise(noted ? CellStores::elsewhere : CellStores::here);
        for (const auto& [function, facts] : facts_)
            if (to.any || std::find(to.functions.begin(), to.functions.end(), function) != to.functions.end())
                for (const VarDecl* variable : facts.assigned_globals)
                    watch.change(variable, nullptr);
    };
    const auto on_expr = [&](const Expr& e) {
        if (const auto* call = e.as<ir::Call>())
            on_call(e, *call);
        const Expr* target = assignment_target(e);
        if (target == nullptr)
            return;
        const VarDecl* whole = variable_of_part(target);
        if (whole != nullptr && elsewhere.contains(whole) && !whole->has_static_lifetime())
            return;
        if (const VarDecl* variable = base_variable(target))
            watch.change(variable, target);
        else
            watch.store(*target);
    };
    if (statement != nullptr)
        walk(*statement, on_expr, [](const Stmt&) {});
    if (expression != nullptr)
        walk(*expression, on_expr, [](const Stmt&) {});
    while (!work.empty()) {
        const FunctionDecl* body = work.back();
        work.pop_back();
        walk(*body->body, on_expr, [](const Stmt&) {});
    }
    return watch.worst();
}

} // namespace hydra::passes

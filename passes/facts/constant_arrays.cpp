// Which arrays keep their initial values: what the symbolic run may take for a table of constants.
#include <set>

#include "passes/facts/library.h"
#include "passes/facts/summary.h"

namespace hydra::passes {

using ir::Expr;
using ir::Stmt;
using ir::VarDecl;

namespace {

// One walk over what may name an array: whether it does so only to read an element or to ask for a size.
class Uses {
  public:
    explicit Uses(const VarDecl* array) : array_(array) {}

    // node: a statement or an expression.
    void look_at(const auto& node) {
        walk(
            node, [this](const Expr& e) { look(e); }, [](const Stmt&) {});
    }
    // Whether another file may name the array: code calls functions that are not in the program.
    [[nodiscard]] bool calls_foreign() const { return calls_foreign_; }
    [[nodiscard]] bool only_read() const { return !changed_ && uses_ == harmless_; }

  private:
    void look(const Expr& e) {
        uses_ += e.as<ir::DeclRef>() != nullptr && ir::named_variable(&e) == array_ ? 1 : 0;
        if (const auto* element = e.as<ir::Index>()) {
            harmless_ += ir::named_variable(element->base.get()) == array_ ? 1 : 0;
            for (const Expr* base = element->base.get(); base != nullptr; base = converted(*base))
                subscripted_.insert(base);
        }
        if (const auto* size = e.as<ir::SizeOf>(); size != nullptr && size->operand)
            harmless_ += ir::named_variable(size->operand.get()) == array_ ? 1 : 0;
        if (const Expr* target = assignment_target(e))
            changed_ = changed_ || part_of_array(*target);
        const auto* unary = e.as<ir::Unary>();
        if (unary != nullptr && unary->op == ir::UnaryOp::address_of)
            changed_ = changed_ || part_of_array(*unary->operand);
        // What is converted to a pointer, and not for a subscript, may be changed anywhere.
        const Expr* operand = converted(e);
        if (operand != nullptr && operand->type != nullptr && operand->type->is_array() && !subscripted_.contains(&e))
            changed_ = changed_ || part_of_array(*operand);
        const auto* call = e.as<ir::Call>();
        const ir::FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
        calls_foreign_ = calls_foreign_ || (callee != nullptr && !callee->body && is_foreign(*callee));
    }

    static const Expr* converted(const Expr& e) {
        const auto* cast = e.as<ir::Cast>();
        return cast != nullptr && cast->implicit ? cast->operand.get() : nullptr;
    }

    // Whether the lvalue is the array, or a part of it at any depth.
    [[nodiscard]] bool part_of_array(const Expr& lvalue) const {
        const Expr* e = ir::strip(&lvalue);
        while (true)
            if (const auto* element = e->as<ir::Index>())
                e = ir::strip(element->base.get());
            else if (const auto* member = e->as<ir::Member>(); member != nullptr && !member->arrow)
                e = ir::strip(member->base.get());
            else
                return ir::named_variable(e) == array_;
    }

    const VarDecl* array_;
    std::set<const Expr*> subscripted_; // with what converts them to pointers
    int uses_ = 0, harmless_ = 0;       // of its name
    bool changed_ = false;
    bool calls_foreign_ = false;
};

} // namespace

bool Summary::never_changes(const VarDecl* array) const {
    ir::TypeRef elem = array->type;
    while (elem->is_array())
        elem = elem->inner;
    if (elem->quals.is_volatile)
        return false;
    if (elem->quals.is_const)
        return true;
    if (const auto known = constant_arrays_.find(array); known != constant_arrays_.end())
        return known->second;
    Uses uses(array);
    for (const auto& unit : program_.units) {
        for (const ir::FunctionDecl& function : unit->functions)
            if (function.body)
                uses.look_at(*function.body);
        for (const VarDecl& global : unit->globals) // static int *last = &table[3];
            if (global.init)
                uses.look_at(*global.init);
    }
    // What another unit declares extern is another VarDecl: only one whose name stays in its unit is sure.
    const bool named_elsewhere = array->file_scope && array->storage != ir::Storage::static_ &&
                                 (program_.units.size() > 1 || uses.calls_foreign());
    return constant_arrays_[array] = uses.only_read() && !named_elsewhere;
}

} // namespace hydra::passes

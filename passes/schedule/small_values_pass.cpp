// Pass: small values. A few numbers that a loop only reads (the weights of a stencil, limits, coefficients) need no
// memory of a device: its kernel can be handed them like scalars, by value. Then nothing has to be sent when serial
// code has changed them. Such an array, or the record that it is in, is declared with its size, and no loop that ranks
// share out stores into it: a device would have the newest values then, and each launch would wait for them. That is
// seen by names and types (array_classes.h), and answers need not rest on it: when a loop is launched, the runtime
// brings the values to the host's memory, wherever they are, and has the host run a loop that does store there. After
// it: Slot::by_value is set.
#include <algorithm>
#include <set>

#include "passes/access/state.h"
#include "passes/facts/array_classes.h"
#include "passes/facts/library.h"
#include "passes/passes.h"
#include "passes/worth.h"

namespace hydra::passes {

using ir::Expr;
using ir::VarDecl;

namespace {

// Whether a copy of an object of the type is as good as the object.
bool is_plain(ir::TypeRef type) {
    if (type->quals.is_volatile || type->quals.is_atomic || type->is_pointer())
        return false;
    if (type->is_array())
        return is_plain(type->inner);
    if (!type->is_record())
        return type->is_arithmetic();
    return type->tag != nullptr && type->tag->complete &&
           std::all_of(type->tag->fields.begin(), type->tag->fields.end(),
                       [](const ir::Field& field) { return is_plain(field.type); });
}

// The variable that the root's memory is or lies in, where no pointer leads there; null: one does.
const VarDecl* object_at(const Root& root) {
    const VarDecl* whole = root.variable != nullptr ? root.variable : root.base;
    if (!root.tables.empty() || whole == nullptr)
        return nullptr;
    if (root.variable != nullptr || root.is_part)
        return whole->type->is_array() || whole->type->is_record() ? whole : nullptr;
    const bool member = root.expr != nullptr && root.expr->type->is_array() && base_variable(root.expr) == whole;
    return member && whole->type->is_record() ? whole : nullptr;
}

class SmallValues {
  public:
    explicit SmallValues(State& state) : state_(state), classes_(state.program, state.summary) {
        for (const ir::Kernel& kernel : state.program.kernels)
            if (!kernel.analysis.replicated)
                note_writes(kernel);
        const auto look = [this](const Expr& expr) { note_lost(expr); };
        for (const auto& unit : state.program.units) {
            for (const VarDecl& global : unit->globals)
                if (global.init)
                    walk(*global.init, look, [](const ir::Stmt&) {});
            for (const ir::FunctionDecl& function : unit->functions)
                if (function.body && function.in_user_file)
                    walk(*function.body, look, [](const ir::Stmt&) {});
        }
    }

    void run() {
        for (ir::Kernel& kernel : state_.program.kernels) {
            const bool follows = std::any_of(kernel.touches.slots.begin(), kernel.touches.slots.end(),
                                             [](const ir::Slot& slot) { return !slot.tables.empty(); });
            for (ir::Slot& slot : kernel.touches.slots) {
                const VarDecl* object = kernel.analysis.replicated || follows ? nullptr : object_of(kernel, slot);
                const bool is_value = object != nullptr && is_small(*object) && is_read_only(kernel, *object);
                slot.by_value = is_value ? object : nullptr;
            }
        }
    }

  private:
    const RegionAccesses& accesses(const ir::Kernel& kernel) const {
        return state_.kernels[static_cast<std::size_t>(kernel.id.value)]->accesses;
    }

    int class_of(const VarDecl& variable) {
        Root root;
        root.variable = &variable;
        return array_class(classes_, root);
    }

    // What loops reduce is joined on the host.
    void note_writes(const ir::Kernel& kernel) {
        const RegionAccesses& all = accesses(kernel);
        for (const RawAccess& raw : all.accesses) {
            if (raw.kind == ir::AccessKind::read || raw.kind == ir::AccessKind::reduce ||
                raw.root == RawAccess::everything) // then every rank runs the loop
                continue;
            const Root& root = all.roots[static_cast<std::size_t>(raw.root)];
            written_.insert(array_class(classes_, root));
            if (const VarDecl* object = object_at(root))
                written_.insert(class_of(*object));
        }
    }

    // Addresses that go where classes do not follow them: loops may store there by names that nobody connects with it.
    void note_lost(const Expr& expr) {
        const auto lose = [this](const Expr& address) {
            const bool leads = address.type != nullptr && address.type->is_pointer();
            if (const int array = leads ? classes_.of(address) : ArrayClasses::none; array != ArrayClasses::none)
                written_.insert(array);
        };
        if (expr.as<ir::InitList>() != nullptr)
            ir::for_each_child(expr, lose);
        const auto* call = expr.as<ir::Call>();
        const ir::FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
        if (call == nullptr || state_.summary.definition(callee) != nullptr ||
            (callee != nullptr && library_effect(callee->name) != nullptr))
            return;
        for (const auto& argument : call->args)
            lose(*argument);
    }

    // That of all roots that share the slot's text.
    const VarDecl* object_of(const ir::Kernel& kernel, const ir::Slot& slot) const {
        const VarDecl* found = nullptr;
        for (const Root& root : accesses(kernel).roots) {
            if (root.host != slot.host)
                continue;
            const VarDecl* object = object_at(root);
            if (object == nullptr || (found != nullptr && object != found))
                return nullptr;
            found = object;
        }
        return found;
    }

    static bool is_small(const VarDecl& object) {
        const auto bytes = object.type->is_vla() ? std::nullopt : ir::size_of(object.type);
        return bytes && *bytes > 0 && *bytes <= worth::most_bytes_by_value && is_plain(object.type) &&
               object.storage != ir::Storage::thread;
    }

    bool is_read_only(const ir::Kernel& kernel, const VarDecl& object) {
        const ir::Directive& directive = *kernel.loop->as<ir::For>()->directive;
        const auto lists = [&](const std::vector<const VarDecl*>& list) {
            return std::find(list.begin(), list.end(), &object) != list.end();
        };
        const bool own = lists(directive.private_) || lists(directive.firstprivate) ||
                         std::any_of(directive.reductions.begin(), directive.reductions.end(),
                                     [&](const ir::Reduction& reduction) { return reduction.variable == &object; });
        const RegionAccesses& all = accesses(kernel);
        // Either all that leads there is its value, or nothing.
        for (const Root& root : all.roots) {
            const VarDecl* whole = root.variable != nullptr ? root.variable : root.base;
            if (state_.summary.canonical(whole) == state_.summary.canonical(&object) && object_at(root) != &object)
                return false;
        }
        bool only_read = !own && !written_.contains(ArrayClasses::none) && !written_.contains(class_of(object));
        for (const RawAccess& raw : all.accesses) {
            if (raw.root == RawAccess::everything)
                continue;
            const Root& root = all.roots[static_cast<std::size_t>(raw.root)];
            if (object_at(root) == &object)
                only_read =
                    only_read && raw.kind == ir::AccessKind::read && !written_.contains(array_class(classes_, root));
        }
        return only_read;
    }

    State& state_;
    ArrayClasses classes_;
    std::set<int> written_; // classes, also of what may be; none: something that it is not known what it is
};

} // namespace

void small_values_pass(State& state) {
    if (!state.program.kernels.empty())
        SmallValues(state).run();
}

} // namespace hydra::passes

// A structured walk with the set of variables that are certainly assigned: branches intersect, loops may run not at
// all, a label forgets everything.
#include "frontend/sema/flow.h"

#include <algorithm>

namespace hydra::frontend {

using namespace ir;

namespace {

class Tracer {
  public:
    Tracer(const Stmt& whole, const Definitions& definitions) : whole_(whole), definitions_(definitions) {}

    Flow flow;

    void stmt(const Stmt& node) {
        if (const auto* branch = node.as<If>()) {
            expr(*branch->cond);
            fork([&] { stmt(*branch->then); },
                 [&] {
                     if (branch->otherwise)
                         stmt(*branch->otherwise);
                 });
        } else if (const auto* loop = node.as<For>()) {
            for_loop(*loop);
        } else if (const auto* repeat = node.as<While>()) {
            expr(*repeat->cond);
            maybe([&] { stmt(*repeat->body); });
        } else if (const auto* until = node.as<DoWhile>()) {
            const auto before = state_;
            stmt(*until->body);
            if (state_.dead)
                state_ = before;
            expr(*until->cond);
        } else if (const auto* choice = node.as<Switch>()) {
            expr(*choice->value);
            maybe([&] {
                cases_.push_back(state_);
                stmt(*choice->body);
                cases_.pop_back();
            });
        } else if (node.as<Case>() != nullptr || node.as<Default>() != nullptr) {
            if (!cases_.empty())
                state_ = cases_.back();
            children(node);
        } else if (node.as<Label>() != nullptr) {
            state_ = {};
            left_ = true;
            children(node);
        } else if (const auto* declaration = node.as<DeclStmt>()) {
            declare(*declaration);
        } else {
            children(node);
            if (node.as<Break>() != nullptr || node.as<Continue>() != nullptr || node.as<Goto>() != nullptr ||
                node.as<Return>() != nullptr) {
                state_.dead = true;
                left_ = true;
            }
        }
    }

  private:
    struct State {
        std::set<const VarDecl*> assigned;
        bool dead = false;
    };

    void children(const Stmt& node) {
        for_each_child(
            node, [this](const Expr& child) { expr(child); }, [this](const Stmt& child) { stmt(child); });
    }

    template <class F> void maybe(const F& body) {
        const auto before = state_;
        ++depth_;
        body();
        --depth_;
        state_ = before;
    }

    template <class A, class B> void fork(const A& first, const B& second) {
        const auto before = state_;
        ++depth_;
        first();
        const auto after_first = state_;
        state_ = before;
        second();
        --depth_;
        if (state_.dead || after_first.dead) {
            state_ = state_.dead ? after_first : state_;
            return;
        }
        std::erase_if(state_.assigned, [&](const VarDecl* v) { return !after_first.assigned.contains(v); });
    }

    void for_loop(const For& loop) {
        if (loop.directive) { // its own variables are local to it
            for (const auto* list : {&loop.directive->private_, &loop.directive->firstprivate})
                flow.locals.insert(list->begin(), list->end());
            if (loop.canonical.variable != nullptr)
                flow.locals.insert(loop.canonical.variable);
        }
        if (loop.init)
            stmt(*loop.init);
        if (loop.cond)
            expr(*loop.cond);
        maybe([&] {
            if (loop.body)
                stmt(*loop.body);
            if (loop.inc)
                expr(*loop.inc);
        });
    }

    void declare(const DeclStmt& declaration) {
        for (const auto& variable : declaration.variables) {
            if (variable->storage == Storage::automatic || variable->storage == Storage::register_)
                flow.locals.insert(variable.get());
            for (auto* type = variable->type; type != nullptr && (type->is_array() || type->is_pointer());
                 type = type->inner)
                if (type->vla_length != nullptr)
                    expr(*type->vla_length);
            if (variable->init) {
                const bool own = variable->type->is_pointer() && !variable->has_static_lifetime();
                const auto use = own && variable->type->inner->quals.is_const ? ObjectUse::reads
                                 : own && holds_address(*variable->init)      ? use_of(whole_, *variable, definitions_)
                                                                              : ObjectUse::anything;
                address_or_value(*variable->init, use);
            }
        }
    }

    Access& note(const VarDecl* variable, const Expr& at, bool write) {
        const bool assigned = state_.assigned.contains(variable);
        return flow.accesses.emplace_back(Access{variable, &at, write, assigned, depth_ == 0 && !left_});
    }
    [[nodiscard]] bool is_outside(const VarDecl* variable) const {
        return variable != nullptr && !flow.locals.contains(variable) && !variable->type->is_array();
    }

    // The variable that `x`, `x.f`, `x.f.g`, `(&x)->f` is part of, or null; `array` where an element of an array in it
    // is meant.
    static const VarDecl* root(const Expr* node, bool& array) {
        for (node = strip(node); node != nullptr; node = strip(node)) {
            if (const auto* object = pointed_at(*node)) {
                node = object;
            } else if (const auto* member = node->as<Member>(); member != nullptr && !member->arrow) {
                node = member->base.get();
            } else if (const auto* index = node->as<Index>();
                       index != nullptr && strip(index->base.get())->type->is_array()) {
                array = true;
                node = index->base.get();
            } else {
                return named_variable(node);
            }
        }
        return nullptr;
    }

    // Whether it is an element of an array that is a member: `v.rows[k]`, `v.rows[d][k]`.
    static bool in_member(const Index& element) {
        const auto* base = strip(element.base.get());
        while (const auto* outer = base->type->is_array() ? base->as<Index>() : nullptr)
            base = strip(outer->base.get());
        return base->as<Member>() != nullptr;
    }

    // The pointer or array through which `p[i]`, `*p`, `p->f` reach memory; null for `p->q[i]` and `v.rows[k][i]`,
    // whose memory is another.
    static const VarDecl* memory_root(const Expr* node) {
        bool dereferenced = false;
        for (node = strip(node); node != nullptr; node = strip(node)) {
            if (const auto* member = node->as<Member>()) {
                if (dereferenced && node->type->is_pointer())
                    return nullptr;
                dereferenced = dereferenced || member->arrow;
                node = member->base.get();
            } else if (const auto* index = node->as<Index>()) {
                if (dereferenced && node->type->is_pointer() && in_member(*index))
                    return nullptr;
                dereferenced = true;
                node = index->base.get();
            } else if (const auto* unary = node->as<Unary>()) {
                dereferenced = dereferenced || unary->op == UnaryOp::deref;
                node = unary->operand.get();
            } else if (const auto* binary = node->as<Binary>()) {
                node = strip(binary->lhs.get())->type->is_integer() ? binary->rhs.get() : binary->lhs.get();
            } else if (const auto* cast = node->as<Cast>()) {
                node = cast->operand.get();
            } else {
                return named_variable(node);
            }
        }
        return nullptr;
    }

    // The member of what the lvalue's variable points at or holds: "f" for `p->f`, `p[i].f.g[j]`, `a[i].f`.
    static std::string first_member(const Expr* node) {
        const Member* first = nullptr;
        for (node = strip(node); node != nullptr; node = strip(node)) {
            if (const auto* member = node->as<Member>()) {
                first = member;
                node = member->base.get();
            } else if (const auto* index = node->as<Index>()) {
                node = index->base.get();
            } else if (const auto* unary = node->as<Unary>(); unary != nullptr && unary->op == UnaryOp::deref) {
                node = unary->operand.get();
            } else {
                return first != nullptr && named_variable(node) != nullptr ? plain_field(*first) : std::string();
            }
        }
        return "";
    }

    // Whether the lvalue is an element of an array in what the variable points at: `p->grid.cell[i]`.
    static bool element_behind(const Expr* node) {
        bool element = false;
        for (node = strip(node); node != nullptr; node = strip(node)) {
            const auto* member = node->as<Member>();
            const auto* index = node->as<Index>();
            if (member != nullptr && in_union(*member))
                return false;
            if (member != nullptr && member->arrow)
                return element && named_variable(member->base.get()) != nullptr;
            if (member == nullptr && (index == nullptr || !strip(index->base.get())->type->is_array()))
                return false;
            element = element || index != nullptr;
            node = member != nullptr ? member->base.get() : index->base.get();
        }
        return false;
    }

    // The struct variable from outside in whose array the element `v.a[i]` lies, or null.
    [[nodiscard]] const VarDecl* element_of_member(const Expr& node) const {
        const auto* index = node.as<Index>();
        bool array = false;
        const auto* whole = index != nullptr && !node.type->is_array() ? root(&node, array) : nullptr;
        return array && is_outside(whole) ? whole : nullptr;
    }

    // The subscripts and pointers inside an lvalue are read.
    void inside(const Expr* node) {
        node = strip(node);
        if (named_variable(node) != nullptr)
            return;
        if (const auto* member = node->as<Member>(); member != nullptr && !member->arrow) {
            inside(member->base.get());
        } else if (const auto* object = pointed_at(*node)) {
            other_arguments(*node->as<Member>()->base);
            inside(object);
        } else if (const auto* index = node->as<Index>();
                   index != nullptr && strip(index->base.get())->type->is_array()) {
            inside(index->base.get());
            expr(*index->index);
        } else {
            for_each_child(
                *node, [this](const Expr& child) { expr(child); });
        }
    }

    void store(const Expr& target, bool reads) {
        inside(&target);
        bool array = false;
        const auto* variable = root(&target, array);
        if (variable == nullptr || variable->type->is_array()) {
            if (const auto* memory = variable != nullptr ? variable : memory_root(&target))
                flow.memory.push_back({memory, first_member(&target), element_behind(&target)});
            return;
        }
        if (!is_outside(variable))
            return;
        if (reads)
            note(variable, target, false);
        note(variable, target, true).array_inside = array;
        if (named_variable(&target) != nullptr)
            state_.assigned.insert(variable);
    }

    void address(const Expr& target, ObjectUse use, bool indirect = false) {
        inside(&target);
        bool array = false;
        const auto* variable = root(&target, array);
        if (variable == nullptr || !is_outside(variable))
            return;
        if (is_constant(variable->type))
            use = ObjectUse::reads; // whoever writes there all the same has no program that means anything
        auto& access = note(variable, target, use != ObjectUse::reads);
        access.by_address = true;
        access.array_inside = array || use == ObjectUse::elements;
        access.indirect = indirect && !array;
        if (use != ObjectUse::reads)
            state_.assigned.insert(variable);
    }

    static bool is_constant(TypeRef type) {
        while (type->is_array())
            type = type->inner;
        return type->quals.is_const;
    }

    static bool holds_address(const Expr& full) {
        const auto& node = *strip(&full);
        const auto* choice = node.as<Conditional>();
        return addressed_object(node) != nullptr ||
               (choice != nullptr && choice->then && holds_address(*choice->then) && holds_address(*choice->otherwise));
    }

    // What a pointer of the body is set to: an address through which nothing is written, or any other value.
    void address_or_value(const Expr& node, ObjectUse use) {
        const auto& plain = *strip(&node);
        if (use == ObjectUse::anything || !holds_address(plain)) {
            expr(node);
        } else if (const auto* choice = plain.as<Conditional>()) {
            expr(*choice->cond);
            fork([&] { address_or_value(*choice->then, use); }, [&] { address_or_value(*choice->otherwise, use); });
        } else {
            other_arguments(plain);
            address(*addressed_object(plain), use);
        }
    }

    void call(const Expr& node, const Call& call) {
        flow.calls.push_back(&node);
        if (called_function(call) == nullptr)
            expr(*call.callee);
        const auto* type = strip(call.callee.get())->type;
        type = type != nullptr && type->is_pointer() ? type->inner : type;
        for (std::size_t i = 0; i < call.args.size(); ++i) {
            if (const auto* object = addressed_object(*call.args[i])) {
                const auto* param =
                    type != nullptr && type->is_function() && i < type->params.size() ? type->params[i] : nullptr;
                const auto* callee = called_function(call);
                const bool constant = param != nullptr && param->is_pointer() && param->inner->quals.is_const;
                other_arguments(*call.args[i]);
                address(*object,
                        constant            ? ObjectUse::reads
                        : callee != nullptr ? use_of(*callee, i, definitions_)
                                            : ObjectUse::anything,
                        callee == nullptr);
            } else {
                expr(*call.args[i]);
            }
        }
    }

    // The x of `(&x)->field` and `part_of(&x)->field`, whose address goes nowhere else.
    static const Expr* pointed_at(const Expr& node) {
        const auto* member = node.as<Member>();
        return member != nullptr && member->arrow ? addressed_object(*member->base) : nullptr;
    }

    // Beside the one that it hands back, a call has others.
    void other_arguments(const Expr& address) {
        const auto* call = strip(&address)->as<Call>();
        const auto* back = call != nullptr ? handed_back(*call) : nullptr;
        for (std::size_t i = 0; back != nullptr && i < call->args.size(); ++i)
            if (call->args[i].get() == back)
                other_arguments(*back);
            else
                expr(*call->args[i]);
    }

    void expr(const Expr& node) {
        if (const auto* variable = named_variable(&node); variable != nullptr && node.as<DeclRef>() != nullptr) {
            if (is_outside(variable))
                note(variable, node, false);
        } else if (const auto* binary = node.as<Binary>()) {
            binary_node(*binary);
        } else if (const auto* unary = node.as<Unary>()) {
            if (unary->op >= UnaryOp::pre_inc && unary->op <= UnaryOp::post_dec)
                store(*unary->operand, true);
            else if (unary->op == UnaryOp::address_of)
                address(*unary->operand, ObjectUse::anything);
            else
                expr(*unary->operand);
        } else if (const Expr* object = pointed_at(node)) {
            other_arguments(*node.as<Member>()->base);
            expr(*object);
        } else if (const auto* member = node.as<Member>(); member != nullptr && !member->arrow) {
            bool array = false;
            if (const auto* whole = root(&node, array); is_outside(whole)) {
                inside(&node);
                auto& access = note(whole, node, false);
                access.array_inside = array;
                access.decays = node.type->is_array();
            } else {
                expr(*member->base);
            }
        } else if (const auto* whole = element_of_member(node)) {
            inside(&node);
            note(whole, node, false).array_inside = true;
        } else if (const auto* choice = node.as<Conditional>()) {
            expr(*choice->cond);
            fork(
                [&] {
                    if (choice->then)
                        expr(*choice->then);
                },
                [&] { expr(*choice->otherwise); });
        } else if (const auto* called = node.as<Call>()) {
            call(node, *called);
        } else if (const auto* block = node.as<StatementExpr>()) {
            stmt(*block->body);
        } else if (node.as<SizeOf>() == nullptr) {
            for_each_child(
                node, [this](const Expr& child) { expr(child); });
        }
    }

    void binary_node(const Binary& binary) {
        if (is_assignment(binary.op)) {
            const auto* pointer = named_variable(binary.lhs.get());
            const bool constant = pointer != nullptr && flow.locals.contains(pointer) && pointer->type->is_pointer() &&
                                  pointer->type->inner->quals.is_const;
            address_or_value(*binary.rhs,
                             constant && binary.op == BinaryOp::assign ? ObjectUse::reads : ObjectUse::anything);
            store(*binary.lhs, binary.op != BinaryOp::assign);
        } else if (binary.op == BinaryOp::logical_and || binary.op == BinaryOp::logical_or) {
            expr(*binary.lhs);
            maybe([&] { expr(*binary.rhs); });
        } else {
            expr(*binary.lhs);
            expr(*binary.rhs);
        }
    }

    const Stmt& whole_;
    const Definitions& definitions_;
    State state_;
    std::vector<State> cases_; // at the head of the switches around
    int depth_ = 0;
    bool left_ = false; // a jump may have left the straight path
};

} // namespace

std::string plain_field(const Member& member) {
    const auto* base = strip(member.base.get())->type;
    const auto* record = member.arrow ? base->inner : base;
    const bool plain = record != nullptr && record->kind == TypeKind::Struct && member.path.size() == 1;
    return plain ? member.field : std::string();
}

bool shares_bytes(const Expr& lvalue) {
    for (const auto* node = strip(&lvalue); node != nullptr;) {
        const auto* member = node->as<Member>();
        const auto* index = node->as<Index>();
        if (member != nullptr && in_union(*member))
            return true;
        node = member != nullptr ? strip(member->base.get()) : index != nullptr ? strip(index->base.get()) : nullptr;
    }
    return false;
}

Flow trace(const Stmt& body, const Definitions& definitions) {
    Tracer tracer(body, definitions);
    tracer.stmt(body);
    return std::move(tracer.flow);
}

} // namespace hydra::frontend

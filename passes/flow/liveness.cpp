// Backward problems on the graph of a function or of a loop's body.
#include "passes/flow/liveness.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "passes/flow/dataflow.h"
#include "passes/flow/step_uses.h"

namespace hydra::passes {

using ir::Expr;
using ir::Stmt;
using ir::VarDecl;

namespace {

bool reads(FirstUse use) { return use == FirstUse::read || use == FirstUse::perhaps_read; }

// What comes first, from a place on; nothing where the program does not come to the end.
class FirstUses {
  public:
    using Value = std::optional<FirstUse>;
    static constexpr Direction direction = Direction::backward;

    FirstUses(const Cfg& graph, const VarDecl* variable) : graph_(graph), uses_(graph, variable) {}

    [[nodiscard]] static Value boundary() { return FirstUse::none; }
    [[nodiscard]] static bool join(Value& into, const Value& other) {
        if (!other || into == other)
            return false;
        const Value before = std::exchange(into, into ? in_choice(*into, *other) : other);
        return into != before;
    }
    void transfer(Cfg::BlockId id, Value& value) const {
        const Cfg::Block& block = graph_.block(id);
        FirstUse use = FirstUse::none;
        for (const Cfg::Step& step : block.steps)
            use = in_sequence(use, uses_.of(block, step));
        if (value)
            value = in_sequence(use, *value);
        else if (use == FirstUse::read || use == FirstUse::written)
            value = use;
    }

  private:
    const Cfg& graph_;
    StepUses uses_;
};

// Whether the value is read, on some way, before another one takes its place.
struct Liveness {
    enum class Effect { none, kills, reads };
    struct Value {
        bool live = false;
    };
    static constexpr Direction direction = Direction::backward;

    const std::vector<Effect>& effects; // by block: what it does first

    [[nodiscard]] static Value boundary() { return {}; }
    [[nodiscard]] static bool join(Value& into, const Value& other) {
        const bool before = std::exchange(into.live, into.live || other.live);
        return into.live != before;
    }
    void transfer(Cfg::BlockId block, Value& value) const {
        value.live = effects[block] == Effect::none ? value.live : effects[block] == Effect::reads;
    }
};

// Whether the step may read through a pointer: whatever is no plain variable may be that, and so may calls.
bool may_read_memory(const Cfg& function, const Cfg::Step& step) {
    bool found = false;
    function.for_each_expression(step, [&](const Expr& expr) {
        const auto* unary = expr.as<ir::Unary>();
        const auto* member = expr.as<ir::Member>();
        found = found || expr.as<ir::Call>() != nullptr || expr.as<ir::Index>() != nullptr ||
                (unary != nullptr && unary->op == ir::UnaryOp::deref) || (member != nullptr && member->arrow);
    });
    return found;
}

// Whether the variable's life ends, or begins anew.
bool ends_life(const Cfg::Step& step, const VarDecl* variable) {
    if (step.kind != Cfg::Step::Kind::end_scope)
        return step.kind == Cfg::Step::Kind::declare && step.variable == variable;
    const auto& items = step.stmt->as<ir::Compound>()->items;
    return std::any_of(items.begin(), items.end(), [&](const ir::StmtPtr& item) {
        const auto* declaration = item->as<ir::DeclStmt>();
        return declaration != nullptr && std::any_of(declaration->variables.begin(), declaration->variables.end(),
                                                     [&](const auto& each) { return each.get() == variable; });
    });
}

} // namespace

LiveValue::LiveValue(const Cfg& function, Use use) : function_(function), use_(std::move(use)) {
    std::vector<Liveness::Effect> effects;
    for (const Cfg::Block& block : function.blocks()) {
        FirstUse first = FirstUse::none;
        for (std::size_t i = 0; i < block.steps.size() && first == FirstUse::none; ++i)
            first = use_(block, block.steps[i]);
        effects.push_back(reads(first)                 ? Liveness::Effect::reads
                          : first == FirstUse::written ? Liveness::Effect::kills
                                                       : Liveness::Effect::none);
    }
    Liveness problem{effects};
    for (const Liveness::Value& value : solve(function, problem))
        at_end_.push_back(value.live);
}

bool LiveValue::at(Cfg::BlockId id, std::size_t before) const {
    const Cfg::Block& block = function_.block(id);
    for (auto i = before; i < block.steps.size(); ++i)
        if (const FirstUse first = use_(block, block.steps[i]); first != FirstUse::none)
            return reads(first);
    return at_end_[id];
}

bool LiveValue::at_begin(Cfg::BlockId id) const { return at(id, 0); }

bool LiveValue::at_entry() const { return at_begin(function_.entry()); }

bool LiveValue::behind(const Stmt& stmt) const {
    if (const auto block = function_.behind(stmt))
        return at_begin(*block);
    const auto end = function_.end_of(stmt);
    return !end || at(end->block, end->before);
}

bool LiveValue::behind_any(const std::function<bool(const Cfg::Step&)>& from) const {
    for (const Cfg::BlockId id : function_.reverse_postorder()) {
        const Cfg::Block& block = function_.block(id);
        bool live = at_end_[id];
        for (auto step = block.steps.rbegin(); step != block.steps.rend(); ++step) {
            if (live && from(*step))
                return true;
            const FirstUse use = use_(block, *step);
            live = use == FirstUse::none ? live : reads(use);
        }
    }
    return false;
}

FirstUse first_use(const Cfg& graph, const VarDecl* variable) {
    FirstUses problem(graph, variable);
    auto value = solve(graph, problem)[graph.entry()];
    problem.transfer(graph.entry(), value);
    return value.value_or(FirstUse::none);
}

bool live_after(const Cfg& function, const Stmt& loop, const VarDecl* variable) {
    if (variable->has_static_lifetime() || function.may_come_back())
        return true;
    const Cfg::ParallelLoop* const around = function.parallel_around(loop);
    const auto is_live = [&](const std::string* member) {
        const StepUses uses(function, variable, member);
        return LiveValue(function,
                         [&](const Cfg::Block& block, const Cfg::Step& step) { return uses.of(block, step, around); })
            .behind(loop);
    };
    const ir::TagDecl* record = variable->type->kind == ir::TypeKind::Struct ? variable->type->tag : nullptr;
    if (record == nullptr || record->fields.empty() ||
        std::any_of(record->fields.begin(), record->fields.end(), [](const ir::Field& f) { return f.name.empty(); }))
        return is_live(nullptr);
    return std::any_of(record->fields.begin(), record->fields.end(),
                       [&](const ir::Field& field) { return is_live(&field.name); });
}

bool live_behind_pointers(const Cfg& function, const Stmt& loop, const VarDecl* variable) {
    if (variable->has_static_lifetime() || function.may_come_back())
        return true;
    return LiveValue(function,
                     [&](const Cfg::Block&, const Cfg::Step& step) {
                         return ends_life(step, variable)         ? FirstUse::written
                                : may_read_memory(function, step) ? FirstUse::read
                                                                  : FirstUse::none;
                     })
        .behind(loop);
}

} // namespace hydra::passes

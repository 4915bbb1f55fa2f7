// Pass: hoisting. Transfers already stand before the largest launch-free statements; here those of one block move up
// to the first of a run without launches, where the pointers they name do not change in between, and
// equal ones are dropped. Conditions keep theirs: the check is O(1) in the steady state. After it: sites are dense
// again (SiteId is the index in Program::sites).
#include <algorithm>
#include <map>

#include "passes/access/state.h"
#include "passes/coherence/bulk.h"
#include "passes/passes.h"

namespace hydra::passes {

namespace {

class Hoister {
  public:
    explicit Hoister(State& state)
        : state_(state), bulk_(state, PointerViews(state.program, state.summary)),
          dropped_(state.program.sites.size(), false) {}

    void visit(ir::Function& function) {
        labels_.clear();
        names_.clear();
        for (const auto& param : function.decl->params)
            names_[param->name].insert(param.get());
        for (const ir::VarDecl* local : Summary::declared_in(*function.decl->body))
            names_[local->name].insert(local);
        walk(
            *function.decl->body, [](const ir::Expr&) {},
            [&](const ir::Stmt& stmt) {
                if (stmt.as<ir::Label>() != nullptr || stmt.as<ir::Case>() != nullptr ||
                    stmt.as<ir::Default>() != nullptr)
                    labels_.insert(stmt.range.begin);
            });
        visit(function.body);
    }

    void renumber() {
        std::vector<int> number(dropped_.size(), -1);
        std::vector<ir::Site> sites;
        for (std::size_t i = 0; i < dropped_.size(); ++i) {
            if (dropped_[i])
                continue;
            number[i] = static_cast<int>(sites.size());
            sites.push_back(std::move(state_.program.sites[i]));
            sites.back().id.value = number[i];
        }
        state_.program.sites = std::move(sites);
        for (ir::Function& function : state_.program.functions)
            renumber(function.body, number);
    }

  private:
    void visit(ir::Block& block) {
        ir::Block out;
        ir::Site* open = nullptr; // the transfer that later ones may join
        for (std::size_t i = 0; i < block.size(); ++i) {
            ir::Op& op = block[i];
            if (auto* transfer = op.as<ir::TransferOp>()) {
                ir::Site& site = state_.program.sites[static_cast<std::size_t>(transfer->site.value)];
                if (open != nullptr && joins(*open, site)) {
                    merge(*open, site);
                    dropped_[static_cast<std::size_t>(transfer->site.value)] = true;
                    continue;
                }
                open = site.statement != nullptr && site.copied.empty() && !site.alone && site.when.empty() ? &site
                                                                                                            : nullptr;
            } else if (auto* serial = op.as<ir::SerialOp>()) {
                const ir::Stmt& stmt = *serial->statement;
                if (open != nullptr && (state_.summary.holds_launch(stmt) || bulk_.holds(stmt) || may_come_back(stmt)))
                    open = nullptr;
                pass(stmt);
            } else if (auto* loop = op.as<ir::LoopOp>()) {
                open = nullptr;
                visit(loop->body);
            } else if (auto* branch = op.as<ir::BranchOp>()) {
                open = nullptr;
                visit(branch->then);
                visit(branch->otherwise);
            } else if (op.as<ir::LaunchOp>() != nullptr) {
                open = nullptr;
            }
            if (open == nullptr)
                forget_passed();
            out.push_back(std::move(op));
        }
        forget_passed();
        block = std::move(out);
    }

    // Whether control may come to the second statement without having passed the first.
    bool is_jumped_to(const ir::Stmt& first, const ir::Stmt& second) const {
        const auto label = labels_.upper_bound(first.range.begin);
        return first.range.file != second.range.file || second.range.begin < first.range.begin ||
               (label != labels_.end() && *label <= second.range.begin);
    }

    // A site joins an earlier one where its footprint needs no keys and its pointers are plain variables that nothing
    // in between has changed or declared. What it stores must be stored in any case then, and nobody may have wanted
    // the value before.
    bool joins(const ir::Site& first, const ir::Site& site) const {
        if (site.statement == nullptr || !site.copied.empty() || site.alone || !site.touches.keys.empty() ||
            first.touches.slots.size() + site.touches.slots.size() > 8 ||
            is_jumped_to(*first.statement, *site.statement))
            return false;
        const bool reads = std::all_of(site.touches.accesses.begin(), site.touches.accesses.end(),
                                       [](const ir::Access& access) { return access.kind == ir::AccessKind::read; });
        if ((may_have_left_ || may_have_looked_) && !reads)
            return false;
        return std::all_of(site.touches.slots.begin(), site.touches.slots.end(), [&](const ir::Slot& slot) {
            return slot.variable != nullptr && is_alone(slot.variable) && !passed_.contains(slot.variable) &&
                   !passed_.contains(state_.summary.canonical(slot.variable));
        });
    }

    // Whether its name means no other variable anywhere in the function: scopes are not looked at.
    bool is_alone(const ir::VarDecl* variable) const {
        const auto named = names_.find(variable->name);
        return named == names_.end() || (named->second.size() == 1 && named->second.contains(variable));
    }

    void forget_passed() {
        passed_.clear();
        may_have_left_ = false;
        may_have_looked_ = false;
    }

    void pass(const ir::Stmt& stmt) {
        const Variables changed = state_.summary.changed_by(stmt);
        passed_.insert(changed.begin(), changed.end());
        walk(
            stmt,
            [&](const ir::Expr& e) {
                const auto* call = e.as<ir::Call>();
                if (call == nullptr)
                    return;
                may_have_left_ = may_have_left_ || state_.summary.may_jump_away(*call);
                may_have_looked_ = may_have_looked_ || state_.summary.touches_memory(*call);
            },
            [&](const ir::Stmt& s) {
                may_have_left_ = may_have_left_ || s.as<ir::Return>() != nullptr || s.as<ir::Goto>() != nullptr ||
                                 s.as<ir::Break>() != nullptr || s.as<ir::Continue>() != nullptr;
            });
    }

    static void merge(ir::Site& into, const ir::Site& from) {
        for (ir::Access access : from.touches.accesses) {
            if (access.form == ir::Access::Form::everything) {
                into.touches.accesses.push_back(std::move(access));
                continue;
            }
            const ir::Slot& slot = from.touches.slots[static_cast<std::size_t>(access.slot)];
            const auto found =
                std::find_if(into.touches.slots.begin(), into.touches.slots.end(), [&](const ir::Slot& other) {
                    return other.host == slot.host && other.elem == slot.elem && other.lengths == slot.lengths &&
                           other.skew == slot.skew && other.tables == slot.tables;
                });
            access.slot = static_cast<int>(found - into.touches.slots.begin());
            if (found == into.touches.slots.end())
                into.touches.slots.push_back(slot);
            into.touches.accesses.push_back(std::move(access));
        }
    }

    static void renumber(ir::Block& block, const std::vector<int>& number) {
        for (ir::Op& op : block) {
            if (auto* transfer = op.as<ir::TransferOp>()) {
                transfer->site.value = number[static_cast<std::size_t>(transfer->site.value)];
            } else if (auto* loop = op.as<ir::LoopOp>()) {
                renumber(loop->condition, number);
                renumber(loop->body, number);
            } else if (auto* branch = op.as<ir::BranchOp>()) {
                renumber(branch->then, number);
                renumber(branch->otherwise, number);
            }
        }
    }

    State& state_;
    BulkCopies bulk_;
    std::vector<bool> dropped_;
    std::set<std::uint32_t> labels_;         // of the function, by position
    std::map<std::string, Variables> names_; // of the function's own variables
    Variables passed_;                       // changed or declared since the open transfer
    bool may_have_left_ = false;             // control, for elsewhere, since then
    bool may_have_looked_ = false; // called functions, at memory that is stored to later, with their own sites
};

} // namespace

void hoist_pass(State& state) {
    Hoister hoister(state);
    for (ir::Function& function : state.program.functions)
        hoister.visit(function);
    hoister.renumber();
}

} // namespace hydra::passes

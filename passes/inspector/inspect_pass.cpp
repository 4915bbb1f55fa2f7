// Pass: inspectors. An access without a section (its subscript, or a loop or condition around it, depends on data)
// gets a stage: one more than the highest stage of the loads that decide its address. For each stage a slice of the
// body becomes the inspector that finds those addresses at run time. Loads that decide their own address (linked lists)
// stay whole arrays, which counts as known.
//
// An inspector runs before the launch, so what it reads must not be written by the loop: where the text shows that, the
// access stays as it is; where only addresses tell, the runtime finds out. After it: inspected accesses have the form
// `found`, and keys hold every value besides memory that inspectors depend on.
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "passes/access/state.h"
#include "passes/facts/record_parts.h"
#include "passes/flow/iteration_cost.h"
#include "passes/inspector/counted_writes.h"
#include "passes/inspector/inspection_keys.h"
#include "passes/inspector/own_indexes.h"
#include "passes/inspector/slicer.h"
#include "passes/inspector/writes_alone.h"
#include "passes/passes.h"
#include "passes/sections/footprints.h"
#include "passes/sections/local_definitions.h"
#include "passes/sections/relaxed_guards.h"
#include "passes/sections/repeated.h"

namespace hydra::passes {

using ir::AccessKind;
using ir::Expr;
using ir::HostExpr;
using ir::VarDecl;

namespace {

class KernelInspector {
  public:
    KernelInspector(State& state, ir::Kernel& kernel)
        : state_(state), kernel_(kernel), region_(*state.kernels[static_cast<std::size_t>(kernel.id.value)]),
          slicer_(state.summary, kernel, *state.program.units[static_cast<std::size_t>(kernel.unit)]),
          keys_(kernel, region_, slicer_) {
        leave_out_repeated();
        for (RawAccess& raw : region_.accesses.accesses)
            if (raw.expr != nullptr)
                by_expr_[raw.expr].push_back(&raw);
        for (const auto& [read, before] : repeated_)
            by_expr_[read] = by_expr_.at(before);
        const std::vector<const Expr*>& loads = region_.accesses.host_loads;
        for (const Expr* load : loads)
            host_loads_.insert(ir::strip(load));
    }

    void run() {
        if (!repeated_.empty())
            describe_kernel(state_, region_, kernel_);
        relax_writes();
        forget_stages();
        wider_ = true;
        if (find())
            return;
        wider_ = false;
        for (RawAccess& raw : region_.accesses.accesses)
            raw.inspected.passed_guard = false;
        stages_.clear();
        fine_ = 0;
        forget_stages();
        find();
    }

  private:
    using Stages = std::map<int, std::set<const Expr*>>;

    // False where it could be tried again without inspectors that note more than the truth.
    bool find() {
        const bool possible = decide_stages();
        if (possible)
            decide_refinement();
        if (!possible || stages_.empty()) {
            if (explained_)
                describe_kernel(state_, region_, kernel_); // with what has been found to be the reason
            return true;
        }
        if (!build())
            return !wider_;
        find_writes_alone();
        describe_kernel(state_, region_, kernel_);
        write_inspectors();
        return true;
    }

    void forget_stages() {
        stage_.clear();
        circular_.clear();
        unknown_.clear();
    }

    // What is certainly written must not be noted where it may not happen.
    bool close(const std::set<const Expr*>& targets) {
        const auto is_certain = [&](const Expr* expr) {
            const std::vector<RawAccess*>& raws = by_expr_.at(expr);
            return std::any_of(raws.begin(), raws.end(), [](auto* raw) { return raw->kind == AccessKind::write; });
        };
        if (!wider_ || std::any_of(targets.begin(), targets.end(), is_certain))
            return slicer_.close(targets);
        return slicer_.close_without(targets, unknown_) || slicer_.close(targets);
    }

    // Whole arrays for the sake of an element that has just been read: the read before stands for both.
    void leave_out_repeated() {
        std::vector<RawAccess>& all = region_.accesses.accesses;
        const auto is_read_of = [](const RawAccess& raw, const Expr* expr) {
            return raw.expr == expr && raw.kind == AccessKind::read && !raw.called && !raw.host_read &&
                   raw.root != RawAccess::everything && raw.tables.empty();
        };
        for (const auto& [read, before] : repeated_reads(*kernel_.loop->as<ir::For>()->body)) {
            const auto one = [&, read = read](const RawAccess& raw) { return is_read_of(raw, read) && raw.whole; };
            const auto other = [&, before = before](const RawAccess& raw) { return is_read_of(raw, before); };
            const auto of = [](const Expr* expr) { return [expr](const RawAccess& raw) { return raw.expr == expr; }; };
            const bool alone = std::count_if(all.begin(), all.end(), of(read)) == 1 &&
                               std::count_if(all.begin(), all.end(), of(before)) == 1;
            const auto left = std::find_if(all.begin(), all.end(), one);
            const auto kept = std::find_if(all.begin(), all.end(), other);
            if (!alone || left == all.end() || kept == all.end() || left->root != kept->root)
                continue;
            region_.repeated.push_back({{left->kind, left->range, left->text, left->reason, false}, kept->range});
            all.erase(left);
            repeated_.emplace(read, before);
        }
    }

    // A write that cannot be looked up (it stands behind a condition on what the loop writes) may be anywhere where its
    // subscripts lead.
    void relax_writes() {
        bool changed = false;
        for (RawAccess& raw : region_.accesses.accesses)
            if (raw.kind != AccessKind::read && raw.whole && raw.root != RawAccess::everything &&
                (raw.expr == nullptr || stage_of(raw.expr) == 0))
                changed = relax_guards(region_, raw) || changed;
        if (!changed)
            return;
        forget_stages();
        describe_kernel(state_, region_, kernel_);
    }

    // Whether all that is known of its place is an array, or, of a read, the record that is the same one for all
    // iterations. What is written there must be known as far as it is before anything is looked up: the indexes may lie
    // in the same record.
    bool is_lookup(const RawAccess& raw) const {
        const auto moves = [&](const Poly& subscript) {
            return std::any_of(subscript.terms().begin(), subscript.terms().end(), [&](const auto& term) {
                return std::count(term.first.begin(), term.first.end(), region_.chunk_variable) > 0;
            });
        };
        return raw.root != RawAccess::everything &&
               (raw.whole || (raw.widened == RawAccess::Widened::in_record && raw.kind == AccessKind::read &&
                              std::none_of(raw.subscripts.begin(), raw.subscripts.end(), moves)));
    }

    // Whether the element lies in a firstprivate variable: an inspector would note the address in its own copy.
    bool is_of_copy(const Expr& element) const {
        const std::vector<const VarDecl*>& first = kernel_.loop->as<ir::For>()->directive->firstprivate;
        return std::find(first.begin(), first.end(), variable_of_part(&element)) != first.end();
    }

    // False where nothing is to be inspected, or every rank will run the loop anyway.
    bool decide_stages() {
        std::map<const Expr*, int> spare; // of which nobody needs to know but inspectors of later stages
        for (RawAccess& raw : region_.accesses.accesses) {
            if (raw.root == RawAccess::everything && raw.kind != AccessKind::read)
                return blame(raw);
            if (!is_lookup(raw))
                continue;
            const bool can_note = raw.expr != nullptr && raw.tables.empty() && !is_of_copy(*raw.expr);
            const int stage = can_note ? stage_of(raw.expr) : 0;
            if (stage > 0 && raw.everywhere)
                spare.emplace(raw.expr, stage);
            else if (stage > 0)
                stages_[stage].insert(raw.expr);
            else if (raw.kind != AccessKind::read && raw.whole)
                return blame(raw);
        }
        while (add_loads(spare)) {
        }
        return true;
    }

    // Whether some of these decide what is found of others; they are then looked up, too.
    bool add_loads(std::map<const Expr*, int>& spare) {
        std::set<const Expr*> loads;
        for (const auto& [stage, targets] : stages_)
            if (!spare.empty() && close(targets))
                loads.insert(slicer_.slice().loads.begin(), slicer_.slice().loads.end());
        const std::size_t before = spare.size();
        for (const Expr* load : loads)
            if (const auto known = spare.find(load); known != spare.end()) {
                stages_[known->second].insert(load);
                spare.erase(known);
            }
        return spare.size() < before;
    }

    // For the message: other accesses could be looked up, this one cannot.
    bool blame(RawAccess& raw) {
        region_.culprit = raw.range;
        return false;
    }

    // Sections that are wider than the truth are what a launch begins with. Where they make ranks overlap, one more
    // inspector can tell whether the truth does: it comes last, since all that it reads is described by then.
    void decide_refinement() {
        if (kernel_.analysis.replicated)
            return;
        const auto wide = [](const RawAccess& raw) {
            return raw.root != RawAccess::everything && !raw.everywhere && raw.known && !raw.whole &&
                   !raw.reason.empty();
        };
        const auto is_array = [&](const RawAccess& raw) {
            const VarDecl* variable = region_.accesses.roots[static_cast<std::size_t>(raw.root)].variable;
            return variable != nullptr && variable->type->is_array();
        };
        const auto meets_writes = [&](const RawAccess& raw) {
            return std::any_of(
                region_.accesses.accesses.begin(), region_.accesses.accesses.end(), [&](const RawAccess& other) {
                    return other.kind != AccessKind::read && other.root != RawAccess::everything &&
                           (other.root == raw.root ||
                            ((!is_array(raw) || !is_array(other)) && may_alias(other.object, raw.object)));
                });
        };
        std::set<const Expr*> targets;
        const LocalDefinitions covered = find_local_definitions(region_.accesses.accesses, region_.bridge);
        for (const RawAccess& raw : region_.accesses.accesses) {
            const auto at = static_cast<std::size_t>(&raw - region_.accesses.accesses.data());
            if (covered.reads[at] || covered.subsumed_by[at] >= 0)
                continue;
            if (!wide(raw) || raw.expr == nullptr || is_of_copy(*raw.expr) ||
                (raw.kind == AccessKind::read && !meets_writes(raw)))
                continue;
            const std::vector<RawAccess*>& raws = by_expr_.at(raw.expr);
            const bool described = std::none_of(
                raws.begin(), raws.end(), [&](const RawAccess* r) { return is_lookup(*r) || r->inspected.stage > 0; });
            if (described && stage_of(raw.expr) > 0 && !reads_own(raw.expr, covered))
                targets.insert(raw.expr);
        }
        if (targets.empty())
            return;
        if (only_indexes(targets))
            return;
        // What one of them touches must not decide what another one does; and what the other stages find must not be
        // lost because the loop writes what this one reads.
        if (!close(targets) || (!stages_.empty() && writes_loads()))
            return;
        fine_ = static_cast<int>(stages_.size()) + 1;
        stages_[fine_] = targets;
    }

    // Whether what the iteration itself stores first decides which element that is: nobody can look it up before.
    bool reads_own(const Expr* expr, const LocalDefinitions& covered) {
        if (!close({expr}))
            return false;
        const auto is_own = [&](const RawAccess* raw) {
            return covered.reads[static_cast<std::size_t>(raw - region_.accesses.accesses.data())];
        };
        return std::any_of(slicer_.slice().loads.begin(), slicer_.slice().loads.end(), [&](const Expr* load) {
            const auto raws = by_expr_.find(load);
            return raws != by_expr_.end() && std::any_of(raws->second.begin(), raws->second.end(), is_own);
        });
    }

    // Whether inspectors read all of them themselves, so that their sections have to stay as they are.
    bool only_indexes(const std::set<const Expr*>& targets) {
        std::set<const Expr*> loads;
        Stages all = stages_;
        all[static_cast<int>(stages_.size()) + 1] = targets;
        for (const auto& [stage, exprs] : all)
            if (close(exprs))
                loads.insert(slicer_.slice().loads.begin(), slicer_.slice().loads.end());
        return std::all_of(targets.begin(), targets.end(), [&](const Expr* target) {
            const std::vector<RawAccess*>& raws = by_expr_.at(target);
            return loads.contains(target) && std::all_of(raws.begin(), raws.end(), [](const RawAccess* raw) {
                       return raw->kind == AccessKind::read && !raw->host_read;
                   });
        });
    }

    // Whether the loop writes, by the same pointer, what the present slice reads.
    bool writes_loads() {
        const std::vector<RawAccess>& all = region_.accesses.accesses;
        const auto written = [&](const RawAccess* raw) {
            return std::any_of(all.begin(), all.end(), [&](const RawAccess& other) {
                return other.kind != AccessKind::read && other.root == raw->root;
            });
        };
        const std::set<const Expr*> loads = slicer_.slice().loads;
        return std::any_of(loads.begin(), loads.end(), [&](const Expr* load) {
            const auto raws = by_expr_.find(load);
            return raws != by_expr_.end() && std::any_of(raws->second.begin(), raws->second.end(), written);
        });
    }

    // Whether it reads a record variable by the name of a parameter that is a copy of it: an inspector would note
    // addresses in a copy of its own.
    bool reads_copy(const Expr* expr) const {
        const VarDecl* record = variable_of_part(expr);
        if (record == nullptr || !record->is_param || record->type->kind != ir::TypeKind::Struct)
            return false;
        const std::vector<RawAccess*>& raws = by_expr_.at(expr);
        return std::any_of(raws.begin(), raws.end(), [&](const RawAccess* raw) {
            if (raw->root == RawAccess::everything)
                return false;
            const VarDecl* base = region_.accesses.roots[static_cast<std::size_t>(raw->root)].base;
            return base != record && base != nullptr && base->type->kind == ir::TypeKind::Struct;
        });
    }

    // 0: a section or the whole array is all that is known of it.
    int stage_of(const Expr* expr) {
        if (const auto known = stage_.find(expr); known != stage_.end())
            return known->second;
        const std::vector<RawAccess*>& raws = by_expr_.at(expr);
        const bool plain = std::all_of(raws.begin(), raws.end(), [&](const RawAccess* raw) {
            return raw->root != RawAccess::everything && raw->tables.empty() &&
                   (raw->called || raw->root == raws.front()->root);
        });
        if (!plain || !ir::size_of(expr->type) || reads_copy(expr))
            return stage_[expr] = 0;
        open_.insert(expr);
        int stage = 0;
        // What turns out to be unknown when the loop begins may stand in guards that can be left out.
        for (std::size_t known = unknown_.size() + 1; stage == 0 && known != unknown_.size();) {
            known = unknown_.size();
            stage = close({expr}) ? stage_behind(slicer_.slice().loads) : 0;
            if (!wider_)
                break;
        }
        open_.erase(expr);
        if (circular_.contains(expr))
            stage = 0;
        if (stage == 0)
            blame_written(expr, raws);
        return stage_[expr] = stage;
    }

    // What keeps the element from being looked up is more to the point than what keeps it from having a section.
    void blame_written(const Expr* expr, const std::vector<RawAccess*>& raws) {
        if (!slicer_.close({expr}))
            return say_why_whole(raws, slicer_.slice().why);
        const std::set<const Expr*> loads = slicer_.slice().loads;
        if (loads.contains(expr))
            return say_why_whole(raws, "what it touches decides what it touches next");
        const auto written = std::find_if(loads.begin(), loads.end(), [&](const Expr* load) {
            const auto known = by_expr_.find(load);
            return known != by_expr_.end() && !host_loads_.contains(load) &&
                   std::any_of(known->second.begin(), known->second.end(),
                               [&](const RawAccess* raw) { return is_stored_at_once(*raw); });
        });
        if (written != loads.end())
            say_why_whole(raws, fmt::format("'{}' decides what it touches, and the loop itself stores into that array",
                                            ir::print_c(**written)));
    }

    void say_why_whole(const std::vector<RawAccess*>& raws, const std::string& reason) {
        for (RawAccess* raw : raws)
            if (raw->whole && !raw->reason.empty() && raw->reason != reason) {
                raw->reason = reason;
                explained_ = true;
            }
    }

    // Whether the loop stores into the array that it reads, and no closed forms say of both where.
    [[nodiscard]] bool is_stored_at_once(const RawAccess& raw) const {
        return raw.root != RawAccess::everything &&
               std::any_of(
                   region_.accesses.accesses.begin(), region_.accesses.accesses.end(),
                   [&](const RawAccess& other) {
                       return other.root == raw.root && other.kind != AccessKind::read && (other.whole || raw.whole);
                   });
    }

    // A copy, since to find the stages of loads changes the slicer's.
    int stage_behind(const std::set<const Expr*> loads) { // NOLINT(performance-unnecessary-value-param)
        int stage = 1;
        for (const Expr* load : loads) {
            const int before = stage_of_load(load);
            if (before < 0) {
                unknown_.insert(load);
                return 0;
            }
            stage = std::max(stage, before + 1);
        }
        return stage;
    }

    // -1: what is read there is not known, or may change while the loop runs.
    int stage_of_load(const Expr* load) {
        if (const auto before = repeated_.find(load); before != repeated_.end())
            load = before->second;
        const auto raws = by_expr_.find(load);
        if (raws == by_expr_.end())
            return region_.accesses.settled.contains(load) ? 0 : -1;
        if (host_loads_.contains(load))
            return 0;
        for (const RawAccess* raw : raws->second)
            if (raw->root == RawAccess::everything || is_stored_at_once(*raw))
                return -1; // closed forms are compared at run time
        if (std::none_of(raws->second.begin(), raws->second.end(), [&](auto* raw) { return is_lookup(*raw); }))
            return 0;
        if (open_.contains(load)) {
            if (wider_ && unknown_.insert(load).second)
                return -1;
            circular_.insert(load);
            return 0;
        }
        return stage_of(load);
    }

    // Marks what is inspected and what inspectors read. False: some stage has no slice after all.
    bool build() {
        std::set<const Expr*> loads, loads_before; // of all stages, and of those that do not refine
        std::map<const VarDecl*, std::set<const Expr*>> outside;
        int number = 0;
        for (const auto& [stage, targets] : stages_) {
            if (stage != ++number || !close(targets))
                return false;
            const std::set<const Expr*> own = slicer_.slice().loads;
            if (wider_ && !std::all_of(own.begin(), own.end(), [&, stage = stage](const Expr* load) {
                    const int before = stage_of_load(load);
                    return before >= 0 && before < stage;
                }))
                return false;
            close(targets);
            loads.insert(slicer_.slice().loads.begin(), slicer_.slice().loads.end());
            if (stage != fine_)
                loads_before = loads;
            for (const Expr* target : slicer_.slice().is_wider() ? targets : std::set<const Expr*>{})
                for (RawAccess* raw : by_expr_.at(target))
                    raw->inspected.passed_guard = true;
            for (const auto& [variable, mentions] : slicer_.slice().outside)
                outside[variable].insert(mentions.begin(), mentions.end());
        }
        for (const Expr* load : loads)
            if (const auto raws = by_expr_.find(load); raws != by_expr_.end())
                for (RawAccess* raw : raws->second) {
                    raw->inspected.index = raw->kind == AccessKind::read && !raw->host_read;
                    raw->inspected.fine_index = raw->inspected.index && !loads_before.contains(load);
                }
        for (const auto& [stage, targets] : stages_)
            for (const Expr* target : targets)
                for (RawAccess* raw : by_expr_.at(target))
                    if (stage != fine_)
                        raw->inspected.stage = stage;
                    else if (!raw->inspected.index) // what is found holds as long as these, which must be known
                        raw->inspected.fine = stage;
        find_own_indexes(loads);
        if (kernel_.space.counted) {
            keys_.add_number(kernel_.space.start);
            keys_.add_number(kernel_.space.step);
        }
        for (const auto& [variable, mentions] : outside)
            for (const Expr* mention : mentions)
                keys_.add(*variable, *mention);
        std::set<const Expr*> named = loads;
        for (const auto& [stage, targets] : stages_)
            named.insert(targets.begin(), targets.end());
        named.insert(slicer_.slice().kept_exprs.begin(), slicer_.slice().kept_exprs.end());
        for (const Expr* expr : named)
            walk(
                *expr, [&](const Expr& part) { keys_.add_lengths(part); }, [](const ir::Stmt&) {});
        for (const Expr* load : loads)
            if (const auto pointers = region_.accesses.host_pointers.find(load);
                pointers != region_.accesses.host_pointers.end())
                for (const HostExpr& pointer : pointers->second)
                    keys_.add_mark(pointer);
        return true;
    }

    // The inspector for the only rank.
    void find_writes_alone() {
        if (fine_ > 0)
            return;
        const auto is_described = [&](const Expr* load) {
            const auto before = repeated_.find(load);
            const auto raws = by_expr_.find(before == repeated_.end() ? load : before->second);
            if (raws == by_expr_.end())
                return region_.accesses.settled.contains(load);
            return host_loads_.contains(load) ||
                   std::none_of(raws->second.begin(), raws->second.end(), [&](const RawAccess* raw) {
                       return is_lookup(*raw) || raw->root == RawAccess::everything || is_stored_at_once(*raw);
                   });
        };
        writes_alone_ = writes_alone(slicer_, region_.accesses, is_described);
        for (const Expr* load : writes_alone_ ? slicer_.slice().loads : std::set<const Expr*>())
            if (const auto raws = by_expr_.find(load); raws != by_expr_.end())
                for (RawAccess* raw : raws->second)
                    raw->inspected.index_of_writes = raw->kind == AccessKind::read && !raw->host_read;
    }

    void find_own_indexes(const std::set<const Expr*>& loads) {
        std::vector<std::pair<const Expr*, const RawAccess*>> reads;
        for (const Expr* load : loads)
            if (const auto raws = by_expr_.find(load); raws != by_expr_.end())
                for (const RawAccess* raw : raws->second)
                    reads.emplace_back(load, raw);
        kernel_.inspection.own_indexes = decides_before_it_stores(region_, *kernel_.loop->as<ir::For>()->body, reads);
    }

    void write_inspectors() {
        for (const auto& [stage, targets] : stages_) {
            close(targets);
            kernel_.inspection.inspectors.push_back(inspector(targets, stage));
        }
        if (writes_alone_ && slicer_.close_without(writes_alone_->targets, writes_alone_->unwanted))
            kernel_.inspection.of_writes.push_back(
                inspector(writes_alone_->targets, static_cast<int>(stages_.size()) + 1));
    }

    // Of the slicer's slice.
    ir::Inspector inspector(const std::set<const Expr*>& targets, int stage) {
        std::map<const Expr*, SliceTarget> notes;
        for (const Expr* expr : targets)
            for (const RawAccess* raw : by_expr_.at(expr)) {
                SliceTarget& note = notes[expr];
                if (stage == fine_ && raw->inspected.fine == 0)
                    continue;
                note.slot = raw->called ? -1 : slot_of(*raw, stage == fine_);
                note.reads = note.reads || raw->kind == AccessKind::read;
                note.writes = note.writes || raw->kind != AccessKind::read;
            }
        SliceText text = slicer_.text(notes, stage);
        return {std::move(text.body), std::move(text.functions)};
    }

    [[nodiscard]] int slot_of(const RawAccess& raw, bool fine) const {
        const Root& root = region_.accesses.roots[static_cast<std::size_t>(raw.root)];
        for (std::size_t i = 0; i < kernel_.touches.slots.size(); ++i) {
            const ir::Slot& slot = kernel_.touches.slots[i];
            if (slot.found && fine == (slot.role == ir::Slot::Role::fine) && slot.host == root.host &&
                slot.elem == std::max<std::int64_t>(1, raw.elem))
                return static_cast<int>(i);
        }
        throw support::InternalError("an inspected access has no slot");
    }

    State& state_;
    ir::Kernel& kernel_;
    Region& region_;
    Slicer slicer_;
    InspectionKeys keys_;
    std::map<const Expr*, std::vector<RawAccess*>> by_expr_;
    std::map<const Expr*, const Expr*> repeated_; // reads that another one, just before, stands for
    std::set<const Expr*> host_loads_;
    std::map<const Expr*, int> stage_;
    std::set<const Expr*> open_, circular_, unknown_;
    Stages stages_;
    std::optional<WritesAlone> writes_alone_;
    bool wider_ = false;     // inspectors may note more than the truth
    bool explained_ = false; // reasons have become better
    int fine_ = 0;           // the stage that refines sections; 0: none does
};

} // namespace

void inspect_pass(State& state) {
    for (ir::Kernel& kernel : state.program.kernels) {
        if (kernel.analysis.replicated)
            continue;
        KernelInspector(state, kernel).run();
        const bool unknown = state.kernels[static_cast<std::size_t>(kernel.id.value)]->culprit.valid();
        if (unknown && follow_counters(state, kernel))
            KernelInspector(state, kernel).run();
        Region& region = *state.kernels[static_cast<std::size_t>(kernel.id.value)];
        const ir::Stmt& body = *kernel.loop->as<ir::For>()->body;
        kernel.inspection.costs_noting = costs_noting(state.summary, body);
        kernel.inspection.costs_touching = costs_touching(state.summary, body);
        kernel.inspection.runtime_stride =
            kernel.inspection.costs_noting && region.loop_value && !region.bridge.affine(*region.loop_value);
    }
}

} // namespace hydra::passes

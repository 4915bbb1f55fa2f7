// Pass: transfers for serial code. Before each serial statement (as large as it can be while everything it touches
// can be stated where it begins) stands a Transfer that makes valid on every rank what it reads, and records what it
// writes. Where a pointer changes inside, the statement is opened and its parts get their own; controlling expressions
// that are evaluated again carry theirs inside. Launches get one for memory that their own headers read. After it:
// sites cover all that serial code does to arrays which loops may touch, unless it need not be known.
#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "passes/coherence/bulk.h"
#include "passes/coherence/changed_pointers.h"
#include "passes/coherence/launched_arrays.h"
#include "passes/coherence/root_statements.h"
#include "passes/coherence/serial_memory.h"
#include "passes/coherence/unsequenced_accesses.h"
#include "passes/coherence/varying_assembly.h"
#include "passes/coherence/windows.h"
#include "passes/facts/expressions.h"
#include "passes/facts/pointer_views.h"
#include "passes/facts/record_values.h"
#include "passes/facts/serially_called.h"
#include "passes/flow/side_entries.h"
#include "passes/passes.h"
#include "passes/sections/footprints.h"

namespace hydra::passes {

using ir::Expr;
using ir::HostExpr;
using ir::Stmt;
using ir::VarDecl;

namespace {

class TransferInserter {
  public:
    explicit TransferInserter(State& state)
        : state_(state), arrays_(state), views_(state.program, state.summary), bulk_(state, views_),
          launched_(state, bulk_.of_anything()), serial_(state) {}

    void run() {
        if (state_.program.kernels.empty())
            return;
        windows_ = reads_through_windows(state_, [this](ir::Function& function, const Stmt& loop, bool moves) {
            function_ = &function;
            return region_of_closed(loop, moves);
        });
        for (ir::Function& function : state_.program.functions) {
            function_ = &function;
            refuse_lengths_of_parameters();
            function.body = rewrite(std::move(function.body));
        }
        const auto inside = called_in_loops_only(state_.program, state_.summary);
        for (ir::Site& site : state_.program.sites)
            site.in_loops = inside.contains(site.function);
    }

  private:
    // `double m[n][w[2]]`: evaluated before anything in the function, where no transfer can stand.
    void refuse_lengths_of_parameters() {
        for (const auto& param : function_->decl->params)
            for (ir::TypeRef type = param->type; type->is_pointer() || type->is_array(); type = type->inner) {
                if (type->vla_length == nullptr)
                    continue;
                const auto region = collect(nullptr, nullptr, type->vla_length, true);
                drop_what_no_launch_touches(region->accesses);
                const auto& found = region->accesses.accesses;
                const auto stale =
                    std::find_if(found.begin(), found.end(), [&](const RawAccess& raw) { return loops_store(raw); });
                if (stale == found.end() || !serially_called(state_.program, state_.summary).contains(function_->decl))
                    continue;
                state_.diagnostics.error(
                    stale->range, fmt::format("not in this version: the type of the parameter '{}' depends on "
                                              "'{}', which parallel loops change; hand its value to the function "
                                              "as a parameter of its own",
                                              param->name, stale->text));
            }
    }

    // Whether parallel loops may change what is read. A record's member that only looks like what they store is taken
    // for another one, where nothing in the program gives it another name.
    bool loops_store(const RawAccess& raw) const {
        return std::any_of(
            state_.program.kernels.begin(), state_.program.kernels.end(),
            [&](const ir::Kernel& kernel) {
                if (raw.element == nullptr || raw.root == RawAccess::everything)
                    return true;
                const Expr& element = *ir::strip(raw.element);
                const auto stores =
                    state_.summary.stores_to(kernel.loop->as<ir::For>()->body.get(), nullptr, element, true);
                const auto* member = element.as<ir::Member>();
                return stores == Summary::CellStores::here ||
                       (stores != Summary::CellStores::none && (member == nullptr || views_.may_rename(*member)));
            });
    }

    ir::Block rewrite(ir::Block block) {
        ir::Block out;
        for (ir::Op& op : block) {
            if (auto* serial = op.as<ir::SerialOp>()) {
                visit(*serial->statement, out);
            } else if (auto* launch = op.as<ir::LaunchOp>()) {
                launch_header(*launch, out);
                out.push_back(std::move(op));
            } else if (auto* loop = op.as<ir::LoopOp>()) {
                loop->body = rewrite(std::move(loop->body));
                loop_header(*loop->statement, *loop, out);
                out.push_back(std::move(op));
            } else if (auto* branch = op.as<ir::BranchOp>()) {
                branch->then = rewrite(std::move(branch->then));
                branch->otherwise = rewrite(std::move(branch->otherwise));
                branch_header(*branch->statement, out);
                out.push_back(std::move(op));
            } else {
                out.push_back(std::move(op));
            }
        }
        return out;
    }

    void launch_header(const ir::LaunchOp& launch, ir::Block& out) {
        const ir::Kernel& kernel = state_.program.kernel(launch.kernel);
        const ir::CanonicalLoop& loop = kernel.loop->as<ir::For>()->canonical;
        std::vector<const Expr*> reads{loop.start, loop.bound, loop.step};
        const Region& region = *state_.kernels[static_cast<std::size_t>(kernel.id.value)];
        ir::for_each_expression(*kernel.loop->as<ir::For>()->directive,
                                [&](const Expr& expr) { reads.push_back(&expr); });
        for (const Expr* expr : reads)
            if (expr != nullptr)
                site(kernel.loop, nullptr, nullptr, expr, out, true);
        const std::size_t before = state_.program.sites.size();
        for (const Expr* load : region.accesses.host_loads)
            site(kernel.loop, nullptr, nullptr, load, out, true);
        early_sites(region, kernel.loop, nullptr, out);
        // Where there are no iterations, the program need not have what they would look at.
        for (std::size_t i = before; i < state_.program.sites.size(); ++i) {
            ir::Site& made = state_.program.sites[i];
            const bool plain =
                made.touches.keys.empty() && std::all_of(made.touches.slots.begin(), made.touches.slots.end(),
                                                         [](const auto& s) { return s.variable != nullptr; });
            if (!plain)
                made.when = kernel.space.any();
        }
    }

    // The parts of a loop's header: what is evaluated once before it, and what is evaluated again and again.
    void loop_header(const Stmt& stmt, ir::LoopOp& op, ir::Block& before) {
        if (const auto* loop = stmt.as<ir::For>()) {
            if (loop->init)
                site(&stmt, nullptr, loop->init.get(), nullptr, before, true);
            if (loop->cond)
                site(nullptr, loop->cond.get(), nullptr, loop->cond.get(), op.condition, true);
            if (loop->inc)
                site(nullptr, loop->inc.get(), nullptr, loop->inc.get(), op.condition, true);
        } else if (const auto* while_ = stmt.as<ir::While>()) {
            site(nullptr, while_->cond.get(), nullptr, while_->cond.get(), op.condition, true);
        } else if (const auto* do_ = stmt.as<ir::DoWhile>()) {
            site(nullptr, do_->cond.get(), nullptr, do_->cond.get(), op.condition, true);
        }
    }

    void branch_header(const Stmt& stmt, ir::Block& out) {
        if (const auto* branch = stmt.as<ir::If>())
            site(&stmt, nullptr, nullptr, branch->cond.get(), out, true);
        else if (const auto* choice = stmt.as<ir::Switch>())
            site(&stmt, nullptr, nullptr, choice->value.get(), out, true);
    }

    void visit(const Stmt& stmt, ir::Block& out) {
        const BulkCopy* copy = is_leaf(stmt) ? bulk_.of(stmt) : nullptr;
        const auto* assembly = stmt.as<ir::Asm>();
        if (copy != nullptr || is_leaf(stmt) || windows_.walks.contains(&stmt)) {
            if (copy != nullptr)
                copy_site(stmt, *copy, out);
            else if (assembly != nullptr && assembly->varies)
                rank0_site(stmt, *assembly, out);
            else
                site(&stmt, nullptr, &stmt, nullptr, out, true);
            out.push_back({ir::SerialOp{&stmt, at(stmt)}});
        } else if (stays_closed(stmt) && (ir::loop_body(stmt) != nullptr || !has_windows(&stmt, nullptr)) &&
                   site(&stmt, nullptr, &stmt, nullptr, out, false)) {
            out.push_back({ir::SerialOp{&stmt, at(stmt)}});
        } else {
            open(stmt, out);
        }
    }

    // A counter of cycles: rank 0 reads it for all.
    void rank0_site(const Stmt& stmt, const ir::Asm& assembly, ir::Block& out) {
        make_site(&stmt, nullptr, collect(&stmt, &stmt, nullptr, true), out);
        ir::Site& made = state_.program.sites.back();
        made.alone = made.varies = true;
        made.handed = written_variables(assembly);
    }

    bool stays_closed(const Stmt& stmt) const {
        return !holds_varying_assembly(stmt) && !bulk_.holds(stmt) && !may_come_back(stmt) &&
               !has_side_entry(stmt, *function_->decl->body);
    }

    // Null: its parts get transfers of their own.
    std::unique_ptr<Region> region_of_closed(const Stmt& stmt, bool moves) const {
        if (!stays_closed(stmt) || !stmt.range.verbatim)
            return nullptr;
        auto region = collect(&stmt, &stmt, nullptr, moves);
        drop_what_no_launch_touches(region->accesses);
        return region->accesses.obstacle.empty() && !region->accesses.is_lost() ? std::move(region) : nullptr;
    }

    bool has_windows(const Stmt* statement, const Expr* expression) const {
        bool found = false;
        if (!windows_.reads.empty())
            walk_part(statement, expression, [&](const Expr& e) { found = found || windows_.reads.contains(&e); });
        return found;
    }

    static bool is_leaf(const Stmt& stmt) {
        return stmt.as<ir::ExprStmt>() != nullptr || stmt.as<ir::DeclStmt>() != nullptr ||
               stmt.as<ir::Return>() != nullptr || stmt.as<ir::Asm>() != nullptr;
    }

    void open(const Stmt& stmt, ir::Block& out) {
        if (const auto* compound = stmt.as<ir::Compound>()) {
            for (const auto& item : compound->items)
                visit(*item, out);
        } else if (const auto* branch = stmt.as<ir::If>()) {
            branch_header(stmt, out);
            ir::BranchOp op;
            op.statement = &stmt;
            op.at = at(stmt);
            visit(*branch->then, op.then);
            if (branch->otherwise)
                visit(*branch->otherwise, op.otherwise);
            out.push_back({std::move(op)});
        } else if (const auto* choice = stmt.as<ir::Switch>()) {
            branch_header(stmt, out);
            ir::BranchOp op;
            op.statement = &stmt;
            op.at = at(stmt);
            visit(*choice->body, op.then);
            out.push_back({std::move(op)});
        } else if (const Stmt* body = ir::loop_body(stmt)) {
            ir::LoopOp op;
            op.statement = &stmt;
            op.at = at(stmt);
            loop_header(stmt, op, out);
            visit(*body, op.body);
            out.push_back({std::move(op)});
        } else {
            ir::for_each_child(
                stmt, [](const Expr&) {}, [&](const Stmt& child) { visit(child, out); });
        }
    }

    std::string at(const Stmt& stmt) const { return state_.sources.at(stmt.range); }

    // The statement's own site, of which a copy needs only to know whether it is there.
    std::unique_ptr<Region> collect(const Stmt* place, const Stmt* statement, const Expr* expression, bool leaf) const {
        auto region = std::make_unique<Region>();
        state_.tell_of(place, region->symbols);
        RegionOptions options;
        options.kernel = false;
        options.leaf = leaf;
        options.in_memory = [this](const Expr& member) {
            return state_.record_values->in_memory(member) || is_copied_to_devices(member);
        };
        region->accesses =
            collect_accesses(state_.summary, region->symbols, region->bridge, options, statement, expression);
        // What no loop stores is there, and what goes through windows comes when it is read.
        std::erase_if(region->accesses.accesses, [&](const RawAccess& raw) {
            if (raw.kind == ir::AccessKind::read && windows_.reads.contains(raw.expr))
                return true;
            return raw.kind == ir::AccessKind::read && raw.expr != nullptr &&
                   !state_.record_values->in_memory(*raw.expr) && is_copied_to_devices(*raw.expr);
        });
        return region;
    }

    // A member that no loop stores, but of which devices may have copies: they are to hear of what serial code stores.
    bool is_copied_to_devices(const Expr& member) const {
        return state_.devices && member.type != nullptr && !ir::holds_array(member.type) &&
               state_.record_values->read_in_memory(member);
    }

    void drop_what_no_launch_touches(RegionAccesses& found) const {
        std::erase_if(
            found.accesses,
            [&](const RawAccess& raw) {
                if (serial_.holds(raw))
                    return true;
                if (raw.root == RawAccess::everything)
                    return !launched_.may_touch(raw.object);
                const Root& root = found.roots[static_cast<std::size_t>(raw.root)];
                if (!root.tables.empty() && !launched_.may_touch(raw.object))
                    return true;
                const bool whole_struct = root.base != nullptr && root.pointee == root.base->type;
                return (whole_struct && !arrays_.needs_announcement(root.base)) || is_argument_vector(root.base) ||
                       !arrays_.may_be_distributed(root.variable);
            });
    }

    // Before a bulk copy stands what evaluating its arguments reads, and then the word that it copies.
    void copy_site(const Stmt& stmt, const BulkCopy& copy, ir::Block& out) {
        if (copy.bytes != nullptr)
            for (const Expr* argument : {copy.to, copy.from, copy.bytes, copy.value})
                if (argument != nullptr)
                    site(&stmt, nullptr, nullptr, argument, out, true);
        auto region = collect(&stmt, &stmt, nullptr, true);
        drop_what_no_launch_touches(region->accesses);
        if (region->accesses.accesses.empty())
            return;
        ir::Site site;
        const ir::Bound bytes = copied_bytes(copy, site);
        const auto add = [&](const Expr& operand, ir::AccessKind kind) {
            ir::Slot slot;
            slot.name = ir::print_c(*ir::strip(&operand));
            const HostExpr host = HostExpr::of(operand);
            slot.host = copy.bytes == nullptr ? HostExpr::unary(ir::UnaryOp::address_of, HostExpr::group(host)) : host;
            slot.elem = 1;
            ir::Access access;
            access.slot = static_cast<int>(site.touches.slots.size());
            access.kind = kind;
            access.form = ir::Access::Form::box;
            access.box = {bytes};
            access.range = operand.range;
            access.text = slot.name;
            site.touches.slots.push_back(std::move(slot));
            site.touches.accesses.push_back(std::move(access));
        };
        add(*copy.to, ir::AccessKind::write);
        if (copy.from != nullptr)
            add(*copy.from, ir::AccessKind::read);
        add_site(std::move(site), &stmt, nullptr, std::move(region), out);
    }

    // Collects what `statement` or `expression` touches; a site is made where there is anything, before `anchor` or
    // inside `condition`. False: it must be opened instead (never where leaf).
    bool site(const Stmt* anchor, const Expr* condition, const Stmt* statement, const Expr* expression, ir::Block& out,
              bool leaf) {
        auto region = collect(anchor, statement, expression, leaf);
        RegionAccesses& found = region->accesses;
        drop_what_no_launch_touches(found);
        if (!leaf && (!found.obstacle.empty() || (found.is_lost() && can_be_found_in_parts(*statement))))
            return false;
        for (const auto& problem : found.problems)
            state_.diagnostics.error(problem.range, problem.message);
        const bool windows = window_sites(statement, expression, out);
        const bool loop = statement != nullptr && ir::loop_body(*statement) != nullptr;
        const bool for_rank0 = windows && loop && root_statement(*statement, state_.summary);
        if (found.accesses.empty() && !for_rank0)
            return true;
        if (leaf) {
            widen_changed_pointers(found, state_.summary, statement, expression);
            split_from_launches(*region, statement, expression, out);
            refuse_beside_setjmp(state_, launched_, found, statement, expression);
        }
        fetch_before_calls(found, statement, expression, windows && !loop);
        warn_about_everything(found);
        const bool reads = std::all_of(found.accesses.begin(), found.accesses.end(), [](const RawAccess& raw) {
            return raw.kind == ir::AccessKind::read && raw.root != RawAccess::everything;
        });
        for (const Expr* load : found.host_loads)
            if (ir::strip(load) != ir::strip(expression) && launched_.may_write(load->type))
                site(anchor, condition, nullptr, load, out, true);
        early_sites(*region, anchor, condition, out);
        make_site(anchor, condition, std::move(region), out);
        const bool complete = !leaf || loop || (statement != nullptr && statement->as<ir::ExprStmt>() != nullptr);
        if (complete && reads && statement == anchor && statement->range.verbatim)
            leave_to_rank0(*statement, state_.program.sites.back());
        state_.program.sites.back().windows = windows && state_.program.sites.back().alone;
        return true;
    }

    // Whether there are any in it.
    bool window_sites(const Stmt* statement, const Expr* expression, ir::Block& out) {
        if (windows_.reads.empty())
            return false;
        std::vector<const Expr*> inside;
        walk_part(statement, expression, [&](const Expr& e) {
            if (windows_.reads.contains(&e))
                inside.push_back(&e);
        });
        for (const Expr* element : inside)
            if (std::unique_ptr<Region>& region = windows_.reads[element]; region != nullptr) {
                make_site(nullptr, element, std::move(region), out);
                state_.program.sites.back().window = true;
            }
        return !inside.empty();
    }

    // What prints, and loops that compute a few scalars.
    void leave_to_rank0(const Stmt& stmt, ir::Site& site) const {
        bool loops = false;
        walk(
            stmt, [](const Expr&) {}, [&](const Stmt& s) { loops = loops || ir::loop_body(s) != nullptr; });
        const auto found = root_statement(stmt, state_.summary);
        if (!found || (!loops && !found->prints))
            return;
        site.alone = true;
        for (const VarDecl* variable : found->assigned)
            site.handed.push_back(HostExpr::name(variable->name));
        site.hands_errno = found->leaves_errno;
        for (const VarDecl* variable : found->streams)
            site.streams.push_back(HostExpr::name(variable->name));
    }

    // Whether transfers before the parts of a statement would all know their arrays, and can stand there. Not where
    // they would be in a loop and ask for one element after the other, through ever other pointers; unless no
    // parallel loop touches the like (texts, pointers): then there is nothing to move.
    bool can_be_found_in_parts(const Stmt& stmt, const Stmt* outer_loop = nullptr) const {
        const Stmt* loop = ir::loop_body(stmt) != nullptr ? &stmt : outer_loop;
        bool found = true;
        ir::for_each_child(
            stmt, [&](const Expr& e) { found = found && is_found(nullptr, &e, loop); },
            [&](const Stmt& child) { found = found && can_be_found(child, loop); });
        return found;
    }

    bool can_be_found(const Stmt& stmt, const Stmt* loop) const {
        if (is_leaf(stmt))
            return is_found(&stmt, nullptr, loop);
        const auto region = collect(&stmt, &stmt, nullptr, false);
        drop_what_no_launch_touches(region->accesses);
        const RegionAccesses& whole = region->accesses;
        if (whole.obstacle.empty() && !whole.is_lost())
            return whole.accesses.empty() || stmt.range.verbatim;
        return can_be_found_in_parts(stmt, loop);
    }

    bool is_found(const Stmt* leaf, const Expr* expression, const Stmt* loop) const {
        const auto region = collect(leaf, leaf, expression, true);
        drop_what_no_launch_touches(region->accesses);
        const support::SourceRange& range = leaf != nullptr ? leaf->range : expression->range;
        if (region->accesses.is_lost() || (!region->accesses.accesses.empty() && !range.verbatim))
            return false;
        const auto& accesses = region->accesses.accesses;
        const auto nobodys = [this](const RawAccess& raw) { return launched_.know_nothing_of(raw.object); };
        if (loop == nullptr || std::all_of(accesses.begin(), accesses.end(), nobodys))
            return true;
        const Variables changed = state_.summary.changed_by(*loop);
        return std::none_of(
            region->accesses.early.begin(), region->accesses.early.end(), [&](const RegionAccesses::Early& early) {
                bool varies =
                    state_.summary.stores_to(loop, nullptr, *early.cell.element, false) == Summary::CellStores::here;
                walk(
                    *early.cell.element,
                    [&](const Expr& e) {
                        const VarDecl* variable = e.as<ir::DeclRef>() != nullptr ? ir::named_variable(&e) : nullptr;
                        varies = varies || changed.contains(variable);
                    },
                    [](const Stmt&) {});
                return varies && early.cell.object->is_pointer();
            });
    }

    // Transfers of the cells from which host code takes the region's pointers and keys, in the order in which one leads
    // to the next.
    void early_sites(const Region& region, const Stmt* anchor, const Expr* condition, ir::Block& out) {
        std::vector<RawAccess> cells;
        int depth = 0;
        const auto flush = [&] {
            if (cells.empty())
                return;
            make_site(anchor, condition, part_of(region, std::exchange(cells, {})), out);
        };
        for (const RegionAccesses::Early& early : region.accesses.early) {
            if (!launched_.may_write(early.cell.object) || serial_.holds(early.cell))
                continue;
            const bool fixed = std::all_of(early.cell.subscripts.begin(), early.cell.subscripts.end(),
                                           [](const Poly& poly) { return poly.constant().has_value(); });
            if (early.depth != depth || !fixed)
                flush();
            depth = early.depth;
            cells.push_back(early.cell);
            if (!fixed)
                flush();
        }
        flush();
    }

    // The program's arguments are outside of every allocation, and equal on all ranks.
    bool is_argument_vector(const VarDecl* variable) const {
        const ir::FunctionDecl& function = *function_->decl;
        return variable != nullptr && function.name == "main" && function.params.size() > 1 &&
               function.params[1].get() == variable && !state_.summary.ever_assigned(variable);
    }

    void make_site(const Stmt* anchor, const Expr* condition, std::unique_ptr<Region> region, ir::Block& out) {
        ir::Site site;
        describe_region(state_, *region, site.touches.slots, site.touches.keys, site.touches.accesses);
        if (!site.touches.slots.empty())
            site.touches.watched = watched_cells(*region);
        add_site(std::move(site), anchor, condition, std::move(region), out);
    }

    void add_site(ir::Site site, const Stmt* anchor, const Expr* condition, std::unique_ptr<Region> region,
                  ir::Block& out) {
        site.id.value = static_cast<int>(state_.program.sites.size());
        site.unit = function_->unit;
        site.function = function_->decl;
        site.statement = anchor;
        site.condition = condition;
        const support::SourceRange range = anchor != nullptr ? anchor->range : condition->range;
        site.at = state_.sources.at(range);
        const std::string stem = fmt::format("{}_{}", function_->decl->name, state_.sources.line(range));
        const int copy = ++names_[fmt::format("{}/{}", function_->unit, stem)];
        site.name = copy == 1 ? stem : fmt::format("{}_{}", stem, copy);
        out.push_back({ir::TransferOp{site.id}});
        state_.program.sites.push_back(std::move(site));
        state_.sites.push_back(std::move(region));
    }

    template <class F> static void walk_part(const Stmt* statement, const Expr* expression, const F& on_expr) {
        if (statement != nullptr)
            walk(*statement, on_expr, [](const Stmt&) {});
        if (expression != nullptr)
            walk(*expression, on_expr, [](const Stmt&) {});
    }

    // `a[4] = total(a, n)`: the function reads the element before it is stored, so its old value has to be there; or it
    // jumps elsewhere, and the element keeps it. So do windows.
    void fetch_before_calls(RegionAccesses& found, const Stmt* statement, const Expr* expression, bool touches) const {
        walk_part(statement, expression, [&](const Expr& e) {
            if (const auto* call = e.as<ir::Call>())
                touches = touches || state_.summary.touches_memory(*call) || state_.summary.may_jump_away(*call);
        });
        const std::size_t count = touches ? found.accesses.size() : 0;
        for (std::size_t i = 0; i < count; ++i)
            if (found.accesses[i].kind == ir::AccessKind::write) {
                RawAccess old = found.accesses[i];
                old.kind = ir::AccessKind::read;
                found.accesses.push_back(std::move(old));
            }
    }

    // Once a place.
    void warn_about_everything(const RegionAccesses& found) {
        for (const RawAccess& raw : found.accesses) {
            if (raw.root != RawAccess::everything || !warned_.emplace(raw.range.file, raw.range.begin).second)
                continue;
            state_.diagnostics.warning(
                raw.range, fmt::format("every rank gets every array before this: {}", raw.reason), "hydra-whole");
            return;
        }
    }

    // What stands beside calls that run parallel loops: elements that are read get transfers of their own, inside the
    // expression: before the element, and behind the call, since the element may be loaded after it.
    void split_from_launches(Region& region, const Stmt* statement, const Expr* expression, ir::Block& out) {
        RegionAccesses& found = region.accesses;
        const LaunchingCalls calls = launching_calls(state_, statement, expression);
        if (calls.calls.empty())
            return;
        const auto behind = [&](const auto& make) {
            const std::size_t before = state_.program.sites.size();
            make();
            for (std::size_t i = before; i < state_.program.sites.size(); ++i)
                state_.program.sites[i].behind = true;
        };
        for (const Expr* element : unsequenced_elements(state_, launched_, found, calls, statement, expression)) {
            std::erase_if(found.accesses, [&](const RawAccess& raw) {
                const bool inside = raw.place.file == element->range.file && element->range.begin <= raw.place.begin &&
                                    raw.place.end <= element->range.end;
                if (inside && is_handed_on(*element, raw) && launched_.may_touch(raw.object) &&
                    (!leads_to_text(*element) || loops_may_write_texts(state_)))
                    refuse_unsequenced_access(state_, raw);
                return inside;
            });
            site(nullptr, element, nullptr, element, out, true);
            for (const Expr* call : calls.beside(element->range))
                behind([&] { site(nullptr, call, nullptr, element, out, true); });
        }
        const std::vector<RawAccess> again = refuse_unsequenced(state_, launched_, found, calls, statement, expression);
        for (RawAccess& raw : found.accesses) // what they write, they write behind the loops
            if (raw.kind == ir::AccessKind::write && raw.element == nullptr && !again.empty())
                raw.kind = ir::AccessKind::may_write;
        for (const Expr* call : calls.calls)
            if (!again.empty())
                behind([&] { make_site(nullptr, call, part_of(region, again), out); });
    }

    State& state_;
    Arrays arrays_;
    PointerViews views_;
    BulkCopies bulk_;
    LaunchedTypes launched_;
    SerialMemory serial_;
    std::set<std::pair<support::FileId, std::uint32_t>> warned_; // places
    Windows windows_;                                            // a read's region is null when it has its site
    ir::Function* function_ = nullptr;
    std::map<std::string, int> names_;
};

} // namespace

void transfers_pass(State& state) { TransferInserter(state).run(); }

} // namespace hydra::passes

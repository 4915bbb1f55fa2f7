// The outermost loops without launches are looked at, since each has one transfer in front. A read that it cannot
// describe, or of which data decide whether it happens, gets a window instead, which asks for the element at its
// address: so what C does not read need not be there. Not where the same loop certainly writes such objects: in front
// of it, these count as held by all ranks, though the old values are not there.
#include "passes/coherence/windows.h"

#include <algorithm>

#include "passes/coherence/changed_pointers.h"

namespace hydra::passes {

using ir::Expr;
using ir::Stmt;

namespace {

class Finder {
  public:
    Finder(const State& state, const RegionOfLoop& region_of) : state_(state), region_of_(region_of) {}

    void visit(ir::Function& function, const Stmt& stmt) {
        const auto* loop = stmt.as<ir::For>();
        if (loop != nullptr && loop->directive != nullptr)
            return;
        const bool is_loop = loop != nullptr || stmt.as<ir::While>() != nullptr || stmt.as<ir::DoWhile>() != nullptr;
        if (is_loop && !state_.summary.holds_launch(stmt) && settle(function, stmt))
            return;
        ir::for_each_child(
            stmt, [](const Expr&) {}, [&](const Stmt& child) { visit(function, child); });
    }

    Windows take() { return std::move(found_); }

  private:
    // Whether the loop has one transfer in front of it, and windows for the rest.
    bool settle(ir::Function& function, const Stmt& loop) {
        std::unique_ptr<Region> region = region_of_(function, loop, false);
        if (region == nullptr) {
            region = region_of_(function, loop, true);
            if (region == nullptr || !walks(loop, *region))
                return false;
            found_.walks.insert(&loop);
        }
        choose(*region);
        found_.loops.push_back(std::move(region));
        return true;
    }

    // Whether all that is not known in front of the loop goes through windows.
    bool walks(const Stmt& loop, const Region& region) const {
        RegionAccesses rest;
        rest.roots = region.accesses.roots;
        std::set<const Expr*> chosen;
        const std::vector<RawAccess>& all = region.accesses.accesses;
        for (const RawAccess& raw : all)
            if (gets_window(all, raw))
                chosen.insert(raw.expr);
        for (const RawAccess& raw : all)
            if (raw.kind != ir::AccessKind::read || raw.called || !chosen.contains(raw.expr))
                rest.accesses.push_back(raw);
        widen_changed_pointers(rest, state_.summary, &loop, nullptr);
        return !chosen.empty() && std::all_of(rest.accesses.begin(), rest.accesses.end(), [](const RawAccess& raw) {
            return raw.known && raw.root != RawAccess::everything;
        });
    }

    static bool gets_window(const std::vector<RawAccess>& all, const RawAccess& raw) {
        return asks_in_vain(raw) && has_address(raw) && !is_stored(all, raw);
    }

    void choose(const Region& region) {
        const std::vector<RawAccess>& all = region.accesses.accesses;
        for (const RawAccess& raw : all)
            if (gets_window(all, raw) && !found_.reads.contains(raw.expr))
                found_.reads[raw.expr] = part_of(region, accesses_of(all, *raw.expr));
    }

    // Whether a transfer in front of the loop would ask for more than is read.
    static bool asks_in_vain(const RawAccess& raw) {
        return raw.kind == ir::AccessKind::read && ((!raw.known && !raw.rows) || raw.may_end);
    }

    // Whether the element stands in the loop's own text, where its address can be asked for. (Of what functions read
    // that it calls, their own loops are looked at.)
    static bool has_address(const RawAccess& raw) {
        return raw.root >= 0 && !raw.called && !raw.host_read && raw.tables.empty() && raw.expr != nullptr &&
               raw.object != nullptr && raw.object->is_scalar() && raw.expr->type != nullptr &&
               raw.expr->type->is_scalar() && !raw.expr->type->quals.is_volatile && !raw.expr->type->quals.is_atomic &&
               raw.expr->range.verbatim;
    }

    static bool is_stored(const std::vector<RawAccess>& all, const RawAccess& read) {
        return std::any_of(
            all.begin(), all.end(),
            [&](const RawAccess& raw) {
                if (raw.kind == ir::AccessKind::read)
                    return false;
                const bool whole = raw.root == read.root && !raw.known; // comes in any case
                return whole || raw.expr == read.expr ||
                       (raw.kind == ir::AccessKind::write && may_alias(raw.object, read.object));
            });
    }

    static std::vector<RawAccess> accesses_of(const std::vector<RawAccess>& all, const Expr& expr) {
        std::vector<RawAccess> own;
        std::copy_if(all.begin(), all.end(), std::back_inserter(own),
                     [&](const RawAccess& raw) { return raw.expr == &expr && !raw.called; });
        for (RawAccess& raw : own)
            raw.reason += raw.reason.empty() ? "each element comes when the code gets to it"
                                             : "; each element comes when the code gets to it";
        return own;
    }

    const State& state_;
    const RegionOfLoop& region_of_;
    Windows found_;
};

} // namespace

Windows reads_through_windows(State& state, const RegionOfLoop& region_of) {
    Finder finder(state, region_of);
    for (ir::Function& function : state.program.functions)
        if (function.decl->body)
            finder.visit(function, *function.decl->body);
    return finder.take();
}

std::unique_ptr<Region> part_of(const Region& region, std::vector<RawAccess> accesses) {
    auto part = std::make_unique<Region>();
    part->symbols = region.symbols;
    part->accesses.roots = region.accesses.roots;
    part->accesses.accesses = std::move(accesses);
    return part;
}

} // namespace hydra::passes

// Pass: ordered. Which serial loops would gain nothing from a directive, and why: they print or read input, so their
// iterations keep their order, or two iterations are proved to depend on each other. Nothing depends on it but the
// report. After it: Site::ordered of sites that are such loops is set.
#include <set>

#include <fmt/format.h>

#include "passes/counting.h"
#include "passes/isl_clash.h"
#include "passes/library.h"
#include "passes/state.h"

namespace hydra::passes {

namespace {

// The first library function with a state of its own that running the statement may call, and what it does.
const LibraryEffect* stateful(const Summary& summary, const ir::Stmt& stmt, std::set<const ir::FunctionDecl*>& seen) {
    const LibraryEffect* found = nullptr;
    walk(
        stmt,
        [&](const ir::Expr& e) {
            const auto* call = e.as<ir::Call>();
            if (found != nullptr || call == nullptr)
                return;
            std::set<const ir::FunctionDecl*> callees;
            if (ir::called_function(*call) != nullptr)
                callees.insert(ir::called_function(*call));
            else
                callees = summary.targets(*call).functions;
            for (const ir::FunctionDecl* callee : callees)
                if (const ir::FunctionDecl* body = summary.definition(callee)) {
                    if (found == nullptr && seen.insert(body).second)
                        found = stateful(summary, *body->body, seen);
                } else if (const LibraryEffect* effect = library_effect(callee->name);
                           effect != nullptr && !effect->state.empty() && !effect->ends) {
                    found = effect;
                }
        },
        [](const ir::Stmt&) {});
    return found;
}

bool exact(const RawAccess& raw) {
    return raw.known && raw.root != RawAccess::everything && raw.reason.empty() && raw.tables.empty() &&
           (raw.kind == ir::AccessKind::read || raw.kind == ir::AccessKind::write);
}

// Two iterations of the counted loop whose variable is the first iterator that meet in an element.
std::string dependence(Region& region, const ir::For& loop) {
    const auto count = counting(loop);
    if (!count)
        return "";
    const auto& all = region.accesses.accesses;
    const auto inside = [&](const RawAccess& raw) {
        return exact(raw) && !raw.domain.iterators.empty() &&
               region.symbols[raw.domain.iterators.front()].name == count->variable->name;
    };
    for (const RawAccess& write : all) {
        if (write.kind == ir::AccessKind::read || !inside(write))
            continue;
        for (const RawAccess& read : all) {
            if (read.kind != ir::AccessKind::read || !inside(read) || read.root != write.root ||
                read.elem != write.elem || read.lengths != write.lengths ||
                read.domain.iterators.front() != write.domain.iterators.front())
                continue;
            ClashQuestion asked;
            asked.writes = region.bridge.relation(write.domain, write.subscripts).value_or("");
            asked.touches = region.bridge.relation(read.domain, read.subscripts).value_or("");
            if (asked.writes.empty() || asked.touches.empty())
                continue;
            asked.parameters = region.bridge.parameters();
            asked.context = region.bridge.context();
            asked.whole = "lo = 0 and hi = 2"; // no chunk: the domains say which iterations there are
            asked.descending = count->descending;
            if (const auto clash = proved_clash(asked))
                return fmt::format("iteration {0}={1} reads '{2}', which iteration {0}={3} writes",
                                   count->variable->name, clash->other, read.text, clash->writer);
        }
    }
    return "";
}

} // namespace

void find_ordered(State& state) {
    for (ir::Site& site : state.program.sites) {
        const auto* loop = site.statement != nullptr ? site.statement->as<ir::For>() : nullptr;
        if (loop == nullptr)
            continue;
        std::set<const ir::FunctionDecl*> seen;
        if (const LibraryEffect* effect = stateful(state.summary, *site.statement, seen))
            site.ordered = fmt::format("'{}' {}, in the order of the iterations", effect->name, effect->state);
        else if (const auto& region = state.sites[static_cast<std::size_t>(site.id.value)]; region != nullptr)
            site.ordered = dependence(*region, *loop);
    }
}

} // namespace hydra::passes

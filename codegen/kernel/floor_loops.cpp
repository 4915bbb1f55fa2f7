// See floor_loops.h. What cannot be written twice has one version: places that are jumped to, and text that is not
// there as it stands.
#include "codegen/kernel/floor_loops.h"

#include <algorithm>

#include "codegen/kernel/single_copies.h"
#include "codegen/text/pragma_text.h"
#include "codegen/text/walk.h"

namespace hydra::codegen {

namespace {

bool is_loop(const ir::Stmt& stmt) {
    return stmt.as<ir::For>() != nullptr || stmt.as<ir::While>() != nullptr || stmt.as<ir::DoWhile>() != nullptr;
}

// Whether the loop holds what a jump from anywhere may lead to, or a launch.
bool holds_labels_or_launches(const ir::Stmt& root) {
    bool found = false;
    walk(root,
         [&found](const ir::Stmt& stmt, const ir::Stmt*) {
             const auto* loop = stmt.as<ir::For>();
             found = found || stmt.as<ir::Label>() != nullptr || stmt.as<ir::Case>() != nullptr ||
                     stmt.as<ir::Default>() != nullptr || (loop != nullptr && loop->directive != nullptr);
         },
         {});
    return found;
}

bool has_pragma_in_front(const Context& context, const support::SourceRange& range) {
    return before_pragmas(context.sources.file(range.file).text, range.begin).at != range.begin;
}

// Whether the loop's own version would do less: without sites, or with calls of copies.
bool gains(const Context& context, const SingleCopies& copies, const ir::FunctionDecl& function, const ir::Stmt& loop) {
    const auto& sites = context.program.sites;
    const bool has_sites = std::any_of(sites.begin(), sites.end(), [&](const ir::Site& site) {
        const auto& range = site.condition != nullptr ? site.condition->range : site.statement->range;
        return site.function == &function && site.statement != &loop && is_within(range, loop.range);
    });
    const auto named = named_functions(loop);
    return has_sites ||
           std::any_of(named.begin(), named.end(), [&](const auto* callee) { return copies.of(callee) != nullptr; });
}

// Whether rank 0 alone runs a statement that ends where the loop ends: what stands behind both would be mixed up.
bool ends_with_rank0(const Context& context, const ir::FunctionDecl& function, const ir::Stmt& loop) {
    const auto& sites = context.program.sites;
    return std::any_of(sites.begin(), sites.end(), [&](const ir::Site& site) {
        return site.function == &function && site.alone && site.statement != nullptr &&
               site.statement->range.file == loop.range.file && site.statement->range.end == loop.range.end;
    });
}

bool may_stand_twice(const Context& context, const SingleCopies& copies, const ir::FunctionDecl& function,
                     const ir::Stmt& loop) {
    return is_loop(loop) && loop.range.verbatim && is_within(loop.range, function.body->range) &&
           copies.may_stand_in_place(function, loop) && !holds_labels_or_launches(loop) &&
           !has_pragma_in_front(context, loop.range) && !ends_with_rank0(context, function, loop) &&
           gains(context, copies, function, loop);
}

} // namespace

std::vector<const ir::Stmt*> floor_loops(const Context& context, const SingleCopies& copies,
                                         const ir::FunctionDecl& function) {
    std::vector<const ir::Stmt*> found;
    support::SourceRange launched; // the last parallel loop: what it holds is a kernel's
    walk(*function.body,
         [&](const ir::Stmt& stmt, const ir::Stmt*) {
             const auto* loop = stmt.as<ir::For>();
             if (loop != nullptr && loop->directive != nullptr && !support::is_within(stmt.range, launched))
                 launched = stmt.range;
             const bool is_inside = !found.empty() && support::is_within(stmt.range, found.back()->range);
             if (!is_inside && !support::is_within(stmt.range, launched) &&
                 may_stand_twice(context, copies, function, stmt))
                 found.push_back(&stmt);
         },
         {});
    return found;
}

} // namespace hydra::codegen

// Pass: objects. Of kernels that go through tables of pointers, through pointers that only inspectors find, through
// such that nobody finds, or see one array in several ways: the objects in which each slot's accesses may lie. Where
// the rest is proved, that spares one rank to follow the pointers before threads share out the loop; where it looks up
// where the loop writes, to look up what it reads elsewhere. After it: slots have masks of objects.
#include <algorithm>
#include <map>

#include "passes/access/state.h"
#include "passes/facts/points_to.h"
#include "passes/passes.h"

namespace hydra::passes {

namespace {

using Objects = PointsTo::Objects;

void join(Objects& to, const Objects& more) {
    if (to && more)
        to->insert(more->begin(), more->end());
    else
        to.reset();
}

class KernelObjects {
  public:
    KernelObjects(State& state, ir::Kernel& kernel)
        : points_to_(pointers_of(state)), kernel_(kernel),
          region_(*state.kernels[static_cast<std::size_t>(kernel.id.value)]) {}

    void run() {
        std::vector<Objects> of;
        for (ir::Slot& slot : kernel_.touches.slots)
            of.push_back(objects(slot));
        Objects anywhere = std::set<int>();
        for (const RawAccess& raw : region_.accesses.accesses)
            if (raw.root == RawAccess::everything)
                join(anywhere, objects_of(points_to_, raw));
        of.push_back(std::move(anywhere));
        const std::vector<std::int64_t> masks = masks_of(of);
        for (std::size_t s = 0; s < kernel_.touches.slots.size(); ++s)
            kernel_.touches.slots[s].objects = masks[s];
        kernel_.touches.anywhere = masks.back();
    }

  private:
    // Of all accesses by the slot's pointer; and sets what else is known of that.
    Objects objects(ir::Slot& slot) {
        Objects all = std::set<int>();
        slot.begins = true;
        std::set<int> roots;
        std::size_t depth = 0;
        for (const RawAccess& raw : region_.accesses.accesses) {
            if (raw.root == RawAccess::everything)
                continue;
            const Root& root = region_.accesses.roots[static_cast<std::size_t>(raw.root)];
            if (root.host != slot.host || (slot.found ? !raw.inspected.is_found() : raw.tables != slot.tables))
                continue;
            roots.insert(raw.root);
            depth = std::max(depth, raw.tables.size());
            join(all, objects_of(points_to_, raw));
            slot.begins = slot.begins && begins(root);
        }
        if (roots.empty() && slot.variable != nullptr && slot.tables.empty()) { // a reduction's
            all = points_to_.of(*slot.variable);
            slot.begins = points_to_.leads_to_begin(*slot.variable);
        } else if (roots.empty()) {
            all.reset();
            slot.begins = false;
        }
        slot.root = roots.size() == 1 && kernel_.analysis.proved_parallel ? *roots.begin() : -1;
        slot.held_once = all && points_to_.are_held_once(*all, depth);
        return all;
    }

    [[nodiscard]] bool begins(const Root& root) const {
        if (root.variable != nullptr)
            return points_to_.leads_to_begin(*root.variable);
        const ir::Expr* pointer = root.expr != nullptr ? root.expr : root.load;
        return pointer != nullptr && pointer->type->is_pointer() && points_to_.leads_to_begin(*pointer);
    }

    // A bit for all objects that the same ones have.
    static std::vector<std::int64_t> masks_of(const std::vector<Objects>& of) {
        constexpr std::size_t most = 62;
        std::map<int, std::vector<std::size_t>> owners;
        for (std::size_t at = 0; at < of.size(); ++at)
            for (const int object : of[at].value_or(std::set<int>()))
                owners[object].push_back(at);
        std::map<std::vector<std::size_t>, std::size_t> bits;
        std::vector<std::int64_t> masks(of.size(), 0);
        for (const auto& [object, all] : owners) {
            const std::size_t bit = bits.try_emplace(all, bits.size()).first->second;
            for (const std::size_t at : all)
                masks[at] |= std::int64_t{1} << std::min(bit, most);
        }
        return masks;
    }

    const PointsTo& points_to_;
    ir::Kernel& kernel_;
    const Region& region_;
};

// Whether the addresses of the slots' pointers do not tell all: two slots may have one pointer, too.
bool goes_far(const ir::Kernel& kernel) {
    const std::vector<ir::Slot>& slots = kernel.touches.slots;
    for (std::size_t one = 0; one < slots.size(); ++one)
        for (std::size_t other = 0; other < one; ++other)
            if (slots[one].host == slots[other].host)
                return true;
    return std::any_of(kernel.touches.slots.begin(), kernel.touches.slots.end(),
                       [](const ir::Slot& slot) { return slot.found || !slot.tables.empty(); }) ||
           std::any_of(kernel.touches.accesses.begin(), kernel.touches.accesses.end(),
                       [](const ir::Access& access) { return access.form == ir::Access::Form::everything; });
}

} // namespace

void objects_pass(State& state) {
    for (ir::Kernel& kernel : state.program.kernels)
        if (kernel.analysis.proved_parallel ? goes_far(kernel) : !kernel.inspection.of_writes.empty())
            KernelObjects(state, kernel).run();
}

} // namespace hydra::passes

// The verifier: one walk over the operations, one over kernels and sites.
#include "ir/verify.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/promises.h"
#include "support/diag.h"

namespace hydra::ir {

namespace {

using Symbols = SymbolicExpr::Symbols;

class Verifier {
  public:
    Verifier(const Program& program, std::span<const std::string_view> passes)
        : program_(program), passes_(passes), launches_(program.kernels.size(), 0),
          transfers_(program.sites.size(), 0) {}

    void run() {
        for (const Function& function : program_.functions)
            block(function.body, function.decl != nullptr ? function.decl->name : "?");
        for (std::size_t i = 0; i < program_.kernels.size(); ++i)
            kernel(program_.kernels[i], i);
        for (std::size_t i = 0; i < program_.sites.size(); ++i) {
            const Site& site = program_.sites[i];
            if (site.id.value != static_cast<int>(i))
                fail(site.name, "its id is not its index");
            if (site.statement != nullptr && site.condition != nullptr)
                fail(site.name, "a site stands before a statement or in a condition, not both");
            if (transfers_[i] != 1)
                fail(site.name, fmt::format("it stands in {} places", transfers_[i]));
            accesses(site.name, site.touches.slots, site.touches.accesses);
            hosts(site.name, site.touches);
            const Symbols keys = names_of(site.touches.keys);
            lengths(site.name, site.touches.slots, keys);
            sections(site.name, site.touches.accesses, keys);
            if (const std::string broken = broken_promise(site, passes_); !broken.empty())
                fail(site.name, broken);
        }
    }

  private:
    [[noreturn]] void fail(const std::string& where, const std::string& what) const {
        throw support::InternalError(fmt::format(
            "verifier{}: {}: {}", passes_.empty() ? "" : fmt::format(" behind '{}'", passes_.back()), where, what));
    }

    void block(const Block& ops, const std::string& where) {
        for (const Op& op : ops) {
            if (const auto* launch = op.as<LaunchOp>()) {
                count(launches_, launch->kernel.value, where, "kernel");
            } else if (const auto* transfer = op.as<TransferOp>()) {
                count(transfers_, transfer->site.value, where, "site");
            } else if (const auto* loop = op.as<LoopOp>()) {
                block(loop->condition, where);
                block(loop->body, where);
            } else if (const auto* branch = op.as<BranchOp>()) {
                block(branch->then, where);
                block(branch->otherwise, where);
            }
        }
    }

    void count(std::vector<int>& uses, int id, const std::string& where, const char* what) const {
        if (id < 0 || static_cast<std::size_t>(id) >= uses.size())
            fail(where, fmt::format("{} {} does not exist", what, id));
        ++uses[static_cast<std::size_t>(id)];
    }

    void kernel(const Kernel& kernel, std::size_t index) {
        if (kernel.id.value != static_cast<int>(index))
            fail(kernel.name, "its id is not its index");
        if (launches_[index] != 1)
            fail(kernel.name, fmt::format("it is launched in {} places", launches_[index]));
        const Alignment& at = kernel.distribution.alignment;
        if (at.slot >= static_cast<int>(kernel.touches.slots.size()) ||
            (at.slot >= 0 &&
             at.dim >= static_cast<int>(kernel.touches.slots[static_cast<std::size_t>(at.slot)].dims())))
            fail(kernel.name, "its alignment is outside its slots");
        accesses(kernel.name, kernel.touches.slots, kernel.touches.accesses);
        hosts(kernel.name, kernel.touches);
        symbols(kernel);
        for (const Access& access : kernel.touches.accesses)
            if (access.form == Access::Form::found &&
                (access.stage < 1 || static_cast<std::size_t>(access.stage) > kernel.inspection.inspectors.size()))
                fail(kernel.name, fmt::format("'{}' is found by inspector {} of {}", access.text, access.stage,
                                              kernel.inspection.inspectors.size()));
        if (const std::string broken = broken_promise(kernel, passes_); !broken.empty())
            fail(kernel.name, broken);
    }

    static Symbols names_of(const std::vector<Key>& keys) {
        Symbols names;
        for (const Key& key : keys)
            names.insert(key.name);
        return names;
    }

    // Whether every symbol of the kernel's sections is a key, or one of those that stand for a part of the iterations.
    void symbols(const Kernel& kernel) const {
        Symbols known = names_of(kernel.touches.keys);
        lengths(kernel.name, kernel.touches.slots, known);
        known.insert({chunk_begin, chunk_end});
        sections(kernel.name, kernel.touches.accesses, known);
        known.insert({rounds_begin, rounds_end});
        sections(kernel.name, kernel.distribution.boxes.accesses, known);
        for (const Sweep::Segment& segment : kernel.distribution.sweep.segments)
            sections(kernel.name, segment.accesses, known);
    }

    // Whether host code has something to evaluate for all that it is to tell.
    void hosts(const std::string& name, const Touches& touches) const {
        const auto check = [&](const auto& each) {
            if (each.host.empty())
                fail(name, fmt::format("'{}' has no host expression", each.name));
        };
        std::for_each(touches.keys.begin(), touches.keys.end(), check);
        std::for_each(touches.slots.begin(), touches.slots.end(), check);
        std::for_each(touches.watched.begin(), touches.watched.end(), check);
        for (const Key& key : touches.keys)
            if (key.is_variable && !key.host.is_name(key.name))
                fail(name, fmt::format("the key {} is to be a variable, and is {}", key.name, key.host.text()));
    }

    void lengths(const std::string& name, const std::vector<Slot>& slots, const Symbols& known) const {
        for (const Slot& slot : slots)
            for (const SymbolicExpr& length : slot.lengths)
                if (const std::string* symbol = length.symbol_outside(known))
                    fail(name, fmt::format("a length of '{}' speaks of {}, which is no key", slot.name, *symbol));
    }

    void sections(const std::string& name, const std::vector<Access>& list, const Symbols& known) const {
        for (const Access& access : list) {
            const auto check = [&](const SymbolicExpr& expr) {
                if (const std::string* symbol = expr.symbol_outside(known))
                    fail(name, fmt::format("the section of '{}' speaks of {}, which is no key", access.text, *symbol));
            };
            for (const Bound& bound : access.box)
                for (const SymbolicExpr* each : {&bound.lo, &bound.hi, &bound.step})
                    check(*each);
            if (access.guard)
                check(*access.guard);
            if (access.row)
                check(*access.row);
            Symbols of_rows;
            access.rows.add_symbols(of_rows);
            for (const std::string& symbol : of_rows)
                check(SymbolicExpr::symbol(symbol));
        }
    }

    void accesses(const std::string& name, const std::vector<Slot>& slots, const std::vector<Access>& list) const {
        for (const Access& access : list) {
            if (access.form == Access::Form::everything) {
                if (access.slot != -1 || access.kind == AccessKind::write || access.reason.empty())
                    fail(name, fmt::format("'{}' touches everything, but has a slot, is exact or has no reason",
                                           access.text));
                continue;
            }
            if (access.slot < 0 || static_cast<std::size_t>(access.slot) >= slots.size())
                fail(name, fmt::format("'{}' names slot {}", access.text, access.slot));
            const Slot& slot = slots[static_cast<std::size_t>(access.slot)];
            const bool has_box = access.form == Access::Form::box || !access.box.empty();
            const bool in_rows = access.form == Access::Form::rows; // then of the dimensions behind them
            if (has_box && (in_rows ? access.box.size() + 2 > slot.dims() : access.box.size() != slot.dims()))
                fail(name,
                     fmt::format("'{}' has {} bounds for {} dimensions", access.text, access.box.size(), slot.dims()));
            if ((access.form == Access::Form::found) != slot.found || (slot.found && slot.dims() != 1))
                fail(name, fmt::format("'{}' and its slot do not agree on who describes it", access.text));
            if (access.form == Access::Form::whole && access.kind == AccessKind::write)
                fail(name, fmt::format("'{}' claims to write a whole array exactly", access.text));
            if (access.kind == AccessKind::may_write && access.reason.empty())
                fail(name, fmt::format("'{}' is a may-write without a reason", access.text));
        }
    }

    const Program& program_;
    std::span<const std::string_view> passes_;
    std::vector<int> launches_, transfers_;
};

} // namespace

void verify(const Program& program, std::span<const std::string_view> passes) { Verifier(program, passes).run(); }

} // namespace hydra::ir

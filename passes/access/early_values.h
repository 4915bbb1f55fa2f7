// Early values: pointers and integers in memory (p->a, g->level[l].n) that host code loads in front of a launch or
// site, so that they become roots and parameters. That is right where nothing in the region stores into the cell: the
// types say so, or the cell is noted, and the runtime compares it with what the region writes. Whether the region ever
// gets to the load does not matter: the cell is then read with care, and what it leads to is not touched.
#pragma once
#include "passes/access/access_recorder.h"

namespace hydra::passes {

class EarlyValues {
  public:
    EarlyValues(RegionFacts& region, const PathState& path, Symbols& symbols, HostCode& host, Roots& roots,
                AccessLog& log, AccessRecorder& recorder, WorkBudget& work)
        : region_(region), path_(path), symbols_(symbols), host_(host), roots_(roots), log_(log), recorder_(recorder),
          work_(work) {}

    // What the expression loads from the place, as an early value; nullopt, unknown: it is none.
    std::optional<PointerValue> pointer(const ir::Expr& expr, const PointerValue& from);
    Value integer(const ir::Expr& expr, const PointerValue& from);
    // expr: what the region reads; host: what host code reads for it, and finds the same value.
    void note_host_load(const ir::Expr& expr, const ir::Expr& host);
    void note_host_pointer(const ir::Expr& expr, const PointerValue& pointer);
    // Notes that the program dereferences the pointer there in any case.
    void note_certain(const PointerValue& place);
    // No launch changes what the load gives.
    void note_settled(const ir::Expr& load) { settled_.insert(ir::strip(&load)); }
    // The member of a record behind a known pointer as an expression of the launch's own function; null where the
    // record may change, or host code must not read it.
    const ir::Expr* fixed_member(const ir::Expr& expr, const PointerValue& place);
    // An array that is a member of a record variable, reached through a pointer to that: as if it were named directly.
    std::optional<PointerValue> array_of_variable(const PointerValue& place, ir::TypeRef array_type);
    void hand_over(RegionAccesses& out);

  private:
    const RegionAccesses::Early* cell(const ir::Expr& expr, const PointerValue& from);

    RegionFacts& region_;
    const PathState& path_;
    Symbols& symbols_;
    HostCode& host_;
    Roots& roots_;
    AccessLog& log_;
    AccessRecorder& recorder_;
    WorkBudget& work_;
    std::vector<RegionAccesses::Early> early_;
    std::vector<const ir::Expr*> host_loads_;
    std::vector<std::unique_ptr<ir::Expr>> made_;
    std::map<const ir::Expr*, HostPointers> host_pointers_;
    std::set<const ir::Expr*> settled_;
    std::set<std::pair<int, Poly>> readable_; // roots, and the element of each that every iteration reads
};

} // namespace hydra::passes

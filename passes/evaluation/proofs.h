// Questions about what holds where a symbolic run is, and which assumptions the answers rest on.
#pragma once
#include <set>

#include "passes/evaluation/path_state.h"

namespace hydra::passes {

class Proofs {
  public:
    Proofs(const Symbols& symbols, IslBridge& bridge, const PathState& path)
        : symbols_(symbols), bridge_(bridge), path_(path) {}

    // Whether the formula holds on all of the present domain.
    bool holds(const std::string& formula) { return bridge_.holds(path_.domain(), formula); }
    // The same of a text that may not be there, with the rest of the formula.
    bool holds(const std::optional<std::string>& text, const std::string& rest) { return text && holds(*text + rest); }
    // Whether it holds on all of another domain.
    bool holds(const Domain& domain, const std::string& formula) { return bridge_.holds(domain, formula); }
    std::optional<std::string> affine(const Poly& poly) { return bridge_.affine(poly); }
    // A proof about these was used, and what was made from it does not mention them any more.
    void rely_on(const std::vector<Poly>& polys) { relied_on_.merge(symbols_.assumed_inside("", polys)); }
    // Natural or small by assumption, where no access tells of that.
    std::set<SymbolId> take_relied_on() { return std::move(relied_on_); }

  private:
    const Symbols& symbols_;
    IslBridge& bridge_;
    const PathState& path_;
    std::set<SymbolId> relied_on_;
};

} // namespace hydra::passes

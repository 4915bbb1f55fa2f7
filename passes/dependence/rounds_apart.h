// Whether rounds of an inner loop stay apart: within one iteration of the kernel, no round touches what another round
// writes, nor anything outside of the loop does.
#pragma once
#include <set>
#include <string>

#include "passes/dependence/pairs.h"

namespace hydra::passes {

class RoundsApart {
  public:
    RoundsApart(Region& region, const std::vector<RawAccess>& accesses)
        : region_(region), accesses_(accesses), inside_(region, accesses) {}

    // The iterator of the access that is one of these; -1: none is.
    static SymbolId one_of(const std::set<SymbolId>& iterators, const RawAccess& access);

    // Whether the write, accesses[w], and accesses[a] never meet in different rounds of the loop with the iterators
    // `moving`, at equal values of iterators of the same set of `equal`. What stands outside of the loop counts as
    // being in any round.
    bool apart(std::size_t w, std::size_t a, const std::set<SymbolId>& moving,
               const std::vector<std::set<SymbolId>>& equal);

  private:
    [[nodiscard]] bool differs_in_one(const RawAccess& write, const RawAccess& other, SymbolId of_write,
                                      SymbolId of_other, const std::vector<SymbolId>& write_equal,
                                      const std::vector<SymbolId>& other_equal) const;
    std::optional<std::string> relation(const RawAccess& access, std::vector<Poly> subscripts, SymbolId round,
                                        const std::vector<SymbolId>& equal);
    SymbolId any_round();

    Region& region_;
    const std::vector<RawAccess>& accesses_;
    InsideRows inside_;
    NeverMeet never_meet_{region_};
    SymbolId any_round_ = -1;
};

} // namespace hydra::passes

// Iterations that are told apart by parts of their number: `q / half` and `q % half` together say which one it is, and
// so does the partner `i ^ m` in an exchange. Subscripts made of such parts (butterflies, tiles, grids in one index,
// sorting networks) have no formula in the number itself.
#pragma once
#include <string>
#include <vector>

#include "passes/access/region.h"
#include "passes/dependence/pairs.h"

namespace hydra::passes {

class ApartByParts {
  public:
    explicit ApartByParts(Region& region) : region_(region) {}

    // Whether two accesses to one array never meet in different iterations. false: they may, or nothing is known.
    bool by_division(const RawAccess& write, const RawAccess& other);
    // The same, of accesses whose inner subscripts stay in their rows.
    bool by_exchange(const RawAccess& write, const RawAccess& other);

  private:
    bool by_division(const RawAccess& write, const RawAccess& other, const Division& division);
    bool by_exchange(const RawAccess& write, const RawAccess& other, const Exchange& exchange);
    bool stay_apart_within_rows(const RawAccess& write, const RawAccess& other, const Division& division, int sign);
    struct Parts { // the access in terms of quotient and remainder
        Domain domain;
        std::vector<Poly> subscripts;
    };
    [[nodiscard]] std::optional<Parts> parts_of(const RawAccess& access, const Division& division, int sign);
    bool inside_rows(const RawAccess& access, const Parts& parts, const Division& division, int sign);
    bool never_meet(const Parts& write, const Parts& other, bool by_remainder);
    [[nodiscard]] bool moves(SymbolId id) const;
    [[nodiscard]] bool speaks_of_moving(const std::string& formula) const;
    SymbolId quotient();
    SymbolId remainder();

    Region& region_;
    SymbolId quotient_ = -1, remainder_ = -1; // as coordinates
    NeverMeet never_meet_{region_};
};

} // namespace hydra::passes

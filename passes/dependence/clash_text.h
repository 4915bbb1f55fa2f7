// A clash of two iterations in the words of the user's program.
#pragma once
#include <optional>
#include <string>

#include "passes/access/state.h"
#include "passes/symbolic/isl_clash.h"

namespace hydra::passes {

bool speaks_of(const Poly& poly, SymbolId id);

class ClashText {
  public:
    explicit ClashText(const Region& region) : region_(region) {}

    // The loop variable's value in iteration x.
    [[nodiscard]] std::int64_t loop_value(std::int64_t x, const Clash& clash) const;
    // "with n=3, ": the parameters that the example needs.
    [[nodiscard]] std::string assumed(const RawAccess& other, const Clash& clash) const;
    // "a[2][7]"
    [[nodiscard]] std::string element(const RawAccess& access, const Clash& clash) const;
    // a[i*n + j]: more subscripts here than the user writes.
    [[nodiscard]] bool flattened(const RawAccess& access) const;

  private:
    [[nodiscard]] std::optional<std::int64_t> evaluate(const Poly& poly, const Clash& clash,
                                                       std::optional<std::int64_t> x) const;
    // How many subscripts an element of the root's array has, in the user's declaration.
    [[nodiscard]] std::size_t declared_dims(const RawAccess& access) const;
    [[nodiscard]] bool holds_records(const RawAccess& access) const;

    const Region& region_;
};

} // namespace hydra::passes

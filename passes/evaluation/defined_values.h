// Values that a formula fixes: choices between values, truth values, and the values of variables behind a branch. Each
// becomes a symbol, whose definition joins every domain that speaks of it.
#pragma once
#include <functional>

#include "passes/evaluation/path_state.h"

namespace hydra::passes {

class DefinedValues {
  public:
    // either: where data decide which of two values it is, a value is one of them, and not unknown (counters.h).
    DefinedValues(Symbols& symbols, IslBridge& bridge, const PathState& path, bool either)
        : symbols_(symbols), bridge_(bridge), path_(path), either_(either) {}

    // `c ? a : b` for integers and an affine condition (nullopt: another one); unknown where that is no formula.
    Value chosen(const std::optional<std::string>& condition, const Value& first, const Value& second);
    std::optional<Poly> chosen(const std::optional<std::string>& condition, const std::optional<Poly>& first,
                               const std::optional<Poly>& second);
    // 1 where the condition holds, else 0.
    Value truth(const std::string& condition, const std::string& shown);
    // What both ways through a branch agree on: `mine` behind the branch not taken, `then` behind the one taken.
    KnownValues joined(KnownValues mine, const KnownValues& then, const std::optional<std::string>& condition);
    // A value that the formula fixes as long as the assumptions hold, as they do here. The value may be joined with
    // another one at the end of a branch: elsewhere it is 0, so that the definition takes nothing from what holds on
    // the other way (`k < 0 ? -k % n : k`).
    SymbolId define_under(const std::vector<std::string>& assumed, std::string shown,
                          const std::function<std::string(SymbolId)>& define, std::string exact_when = {},
                          std::string shown_when = {});

  private:
    Symbols& symbols_;
    IslBridge& bridge_;
    const PathState& path_;
    bool either_;
};

} // namespace hydra::passes

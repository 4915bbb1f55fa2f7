// Names of generated things. All begin with one prefix, chosen once for the whole program so that no name of the user's
// begins with it.
#pragma once
#include <string>
#include <string_view>

#include "ir/program.h"

namespace hydra::codegen {

class Names {
  public:
    // "hydra_", or, where the user's text holds a name that begins so, the first of "hydra1_", "hydra2_" … that is
    // free.
    explicit Names(const ir::Program& program);

    [[nodiscard]] std::string operator()(std::string_view name) const { return prefix_ + std::string(name); }

  private:
    std::string prefix_;
};

} // namespace hydra::codegen

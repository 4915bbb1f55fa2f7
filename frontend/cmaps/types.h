// Types by their names: enough to say whether two of them are the same one.
#pragma once
#include <map>
#include <string>

#include "frontend/cmaps/unit.h"

namespace hydra::frontend::cmaps {

class TypeNames {
  public:
    // Of all typedefs of the file and its headers.
    explicit TypeNames(P::TranslationUnitContext* tree, const CmapsUnit& unit);
    [[nodiscard]] bool same(const std::string& a, const std::string& b) const { return plain(a) == plain(b); }

  private:
    // Without typedef names and qualifiers, its words in an order of their own: "int long unsigned".
    [[nodiscard]] std::string plain(const std::string& type) const;
    std::map<std::string, std::string> typedefs_;
};

} // namespace hydra::frontend::cmaps

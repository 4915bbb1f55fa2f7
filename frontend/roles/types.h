// Types by their names: enough to say whether two of them are the same one.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "frontend/roles/unit.h"

namespace hydra::frontend::cmaps {

class TypeNames {
  public:
    // Of all typedefs of the file and its headers.
    explicit TypeNames(P::TranslationUnitContext* tree, const CmapsUnit& unit);
    [[nodiscard]] bool same(const std::string& a, const std::string& b) const { return plain(a) == plain(b); }

    [[nodiscard]] bool is_integer(const std::string& type) const;

    // The names of a record's members; empty: it is none, or has members without names.
    [[nodiscard]] std::vector<std::string> members(const std::string& type) const;

  private:
    // Without typedef names and qualifiers, its words in an order of their own: "int long unsigned".
    [[nodiscard]] std::string plain(const std::string& type) const;
    std::map<std::string, std::string> typedefs_;
    std::map<std::string, std::vector<std::string>> members_; // by plain name: "cell ", "cell struct "
};

} // namespace hydra::frontend::cmaps

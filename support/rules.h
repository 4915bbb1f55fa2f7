// Kinds of messages, as SARIF's rules: those with a name in brackets, and, for the others, what stage they arise in.
// docs/diagnostics.md has a section for each.
#pragma once
#include <span>
#include <string_view>

namespace hydra::support {

struct Rule {
    std::string_view name, what;
};
std::span<const Rule> all_rules();
const Rule* rule_named(std::string_view name); // null: there is none

} // namespace hydra::support

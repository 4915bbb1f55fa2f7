// See rules.h.
#include "support/rules.h"

#include <algorithm>

namespace hydra::support {

std::span<const Rule> all_rules() {
    static constexpr Rule rules[] = {
        {"hydra-bounds", "An access that leaves its array or row, or a section that is larger than its array"},
        {"hydra-fp", "An option by which floating-point results may depend on how a loop is shared out"},
        {"hydra-host", "A loop that the device cannot run, so the host's cores do"},
        {"hydra-last", "A shared scalar that iterations only store: the last iteration's value stays"},
        {"hydra-omp", "An OpenMP or OpenACC directive that is ignored, or means something else here"},
        {"hydra-order", "A wave-front that every rank runs, in order"},
        {"hydra-pragma", "A pragma that looks like a directive and is none"},
        {"hydra-private", "A private variable or array whose value is wanted where there is none"},
        {"hydra-race", "Iterations that depend on one another, or may meet in one element"},
        {"hydra-replicated", "A parallel loop that every rank runs whole, in order"},
        {"hydra-unshared", "A function that several ranks cannot share"},
        {"hydra-whole", "An access that cannot be described, so every rank gets the whole array"},
        {"hydra-syntax", "Text that is not C"},
        {"hydra-type", "A declaration or expression that C does not allow, or that this version does not have"},
        {"hydra-directive", "A directive or clause that is wrong, or does not fit its loop"},
        {"hydra-restriction", "Something that programs with parallel loops cannot do"},
        {"hydra-cmaps", "Text that is not CMAPS"},
        {"hydra-loop", "A parallel loop that cannot be analysed, or a clause that does not do what the loop needs"},
        {"hydra-translation", "Code that cannot be generated for what is written here"},
        {"hydra-preprocessor", "What the preprocessor says"},
        {"hydra-input", "An input that cannot be taken"},
    };
    return rules;
}

const Rule* rule_named(std::string_view name) {
    const std::span<const Rule> rules = all_rules();
    const auto found = std::find_if(rules.begin(), rules.end(), [name](const Rule& rule) { return rule.name == name; });
    return found != rules.end() ? &*found : nullptr;
}

} // namespace hydra::support

// The compiled translation of a program beside its executable, in the folder `.hydra`: a link of objects whose sources
// have not changed takes it instead of translating anew. What has changed is decided by content, never by times.
#pragma once
#include <string>
#include <vector>

#include "driver/objects/link_inputs.h"
#include "driver/options.h"

namespace hydra::driver {

class KeptTranslation {
  public:
    // Of the program of these options (LinkInputs::program). Nothing is kept where a report or the sources are wanted.
    KeptTranslation(const Options& program, const LinkInputs& inputs);

    // Its objects, where they are those of the same sources, options and hydracc; else none.
    [[nodiscard]] std::vector<std::string> objects() const;
    // Keeps objects, and drops what was there. What cannot be written is not kept.
    void keep(const std::vector<std::string>& objects) const;

  private:
    std::string folder_; // empty: nothing is kept
    std::string key_;    // all that the translation depends on
};

} // namespace hydra::driver

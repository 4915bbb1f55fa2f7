// What inspectors have found, kept while the program runs for a while and nobody tells of what it writes: copies of the
// memory that decided the findings, with which that is compared afterwards. All ranks have all of it then, so they find
// the same.
#pragma once

#include "runtime/steps/loop_table.h"

#include <cstdint>
#include <vector>

namespace hydra::rt {

class KeptFindings {
  public:
    // era: BindStep's, in which findings hold now.
    void keep(const LoopTable& loops, std::uint64_t era);
    // Findings hold in this era, too, where their memory has the same content. Forgets the copies.
    void recall(const LoopTable& loops, std::uint64_t era);

  private:
    struct Copy {
        Inspection::Source source;
        std::vector<char> bytes;
        bool is_same = false;
    };
    [[nodiscard]] const Copy* copy_of(const Inspection::Source& source) const;

    std::vector<Copy> copies_;
    std::uint64_t era_ = 0; // when they were made
};

} // namespace hydra::rt

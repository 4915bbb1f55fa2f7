// The directives, which no generated file has any more.
#pragma once
#include "codegen/context.h"
#include "codegen/edit/placement.h"
#include "codegen/text/pragma_text.h"

namespace hydra::codegen {

// The macros of a unit that make nothing but pragmas.
class PragmaMacrosOf {
  public:
    PragmaMacrosOf(const Context& context, int unit);
    // Those that are defined where the file has come to `at`.
    [[nodiscard]] PragmaMacros before(support::FileId file, std::uint32_t at) const;

  private:
    const Context& context_;
    int unit_;
    bool any_ = false; // somewhere in the unit
};

// Takes the unit's `#pragma hydra` lines away, in all user files, and the pragmas beside them that say how to compile
// the loop: a launch takes its place. These edits belong to every copy of the text.
FileEdits pragma_edits(const Context& context, int unit);

} // namespace hydra::codegen

// Small functions that parallel loops call. In the user's program a static function has a few callers, and the native
// compiler puts it into them; in the generated one, kernels and copies of loops call it too, and by the number of calls
// it would stay outside: a launch's iterations would then cost more than the loop did.
#pragma once
#include "codegen/context.h"
#include "codegen/text/rewriter.h"

namespace hydra::codegen {

// Declares the unit's static functions inline that its loops call, themselves or through others.
void declare_inline(const Context& context, int unit, FileEdits& edits);

} // namespace hydra::codegen

// What a kernel notes beside a reduction's value (hydra_rt.h, HYDRA_RT_NOTE): for a minimum or maximum that begins anew
// behind a NaN (`x = x < e ? x : e`), that it was done at all, and that it has taken a NaN, since then nothing that
// came before the block counts; that `x = x || e` was done at all, since it makes a 1 of a 5. Names and texts that all
// kernels share.
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "codegen/context.h"

namespace hydra::codegen {

// The note of the loop's reduction with this index, and the text that takes it, right behind an accumulation.
std::string note_name(const Context& context, std::size_t index);
std::string take_note(const Context& context, const ir::Reduction& reduction, std::size_t index,
                      const std::string& target, bool device = false);

// Of an expression that is an accumulation into a scalar of the kernel's loop behind which a note is taken: both, in
// parentheses, for a device; `text` prints the accumulation's two sides.
std::optional<std::string> with_note(const Context& context, const ir::Kernel& kernel, const ir::Expr& expr,
                                     const std::function<std::string(const ir::Expr&)>& text);

// Which iteration stored last into the loop's stored variable with this index.
std::string when_name(const Context& context, std::size_t index);
// The variable's text, `name`, in the expression that mentions it: where the iteration stores into it, and only the
// last one's value counts, noting which iteration that is.
std::string at_store(const Context& context, const ir::Kernel& kernel, const ir::Expr& mention,
                     const std::string& name);

} // namespace hydra::codegen

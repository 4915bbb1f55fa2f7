// The host code that stands where a parallel loop stood, and the calls that stand before serial code.
#pragma once
#include <string>
#include <vector>

#include "codegen/kernel/capture.h"

namespace hydra::codegen {

// A block of C; its first line has no indentation, the others have `indent`. `dead`: local variables that only the loop
// used, and which the compiler would now call unused; `final_value`: whether the loop variable is read afterwards.
// `kept`: preprocessor lines of the loop's text that must stay in force behind it, each ended by a newline.
// `loop_text`: the loop itself, for where every rank runs everything; empty: the runtime runs it there, too.
std::string launch_block(const Context& context, const ir::Kernel& kernel, const KernelVariables& variables,
                         const std::string& indent, const std::vector<const ir::VarDecl*>& dead, bool final_value,
                         const std::string& kept, const std::string& loop_text);

// The same for the copy of a function that runs where there is one rank: the loop itself, `loop_text`, unless threads
// are worth waking for it, and may run it.
std::string single_block(const Context& context, const ir::Kernel& kernel, const KernelVariables& variables,
                         const std::string& indent, bool final_value, const std::string& loop_text);

// `hydra_rt_serial(…)`, without a semicolon; for a statement of rank 0's, the condition under which this rank runs it.
std::string site_call(const Context& context, const ir::Site& site);

// What stands behind a statement of rank 0's: `hydra_rt_together(…)`, without a semicolon.
std::string together_call(const ir::Site& site);

// `hydra_rt_array(a, sizeof a, "a");`; blank: nothing has been stored into the array yet.
std::string registration(const Context& context, const ir::VarDecl& array, bool blank = false);

// The function that registers the unit's static arrays before main starts.
std::string static_registration(const Context& context, const ir::TranslationUnit& unit,
                                const std::vector<const ir::VarDecl*>& arrays);

} // namespace hydra::codegen

// The words of CMAPS are words only in role lists and coordination bodies. One pass over the tokens marks them there;
// everywhere else they stay ordinary names.
#pragma once
#include "frontend/parse/token_stream.h"

namespace hydra::frontend::cmaps {

void mark_cmaps_words(TokenStream& tokens);

} // namespace hydra::frontend::cmaps

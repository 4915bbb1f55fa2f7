// Which addresses outlive a call: whether a function lets a pointer that it is given, or an address in what that points
// at, get to where it may be known after the call.
#pragma once
#include "passes/facts/summary.h"

namespace hydra::passes {

// Whether the call's result points into what the argument points at, as that of memset and strchr does. Functions of
// the program that hand a parameter back let it escape.
bool gives_back(const ir::Call& call, std::size_t argument);

// What counts: addresses through which the object's members outside of its arrays may be reached, or also those of
// elements of arrays in it, which lead nowhere else.
enum class Escape { members, elements };

// Whether what the function's parameter (counted from 0) points at may be known elsewhere after the call.
bool may_escape(const Summary& summary, const ir::FunctionDecl& function, std::size_t parameter, Escape what);

} // namespace hydra::passes

// What a `parallel` may not do: leave an array, write an element twice, read what another process writes. What is not
// decided here is decided when the program runs, before the processes do.
#pragma once
#include "frontend/processes/parallel.h"

namespace hydra::frontend::cmaps {

// With ranges, an access that leaves its array is an error.
Code range_checks(const Parallel& parallel, const CmapsUnit& unit, int depth);
// What is periodic needs an extent to wrap around, which no section may exceed.
Code periodic_checks(const Parallel& parallel, const CmapsUnit& unit, int depth);
// Sections are as long as their parameters say.
Code section_checks(const Parallel& parallel, const CmapsUnit& unit, int depth);
// Two processes that meet in an element.
Code meeting_checks(const Parallel& parallel, const CmapsUnit& unit, int depth);
// The least and the greatest value of a subscript over all processes, in C.
std::string least(const Affine& subscript, const Parallel& parallel);
std::string greatest(const Affine& subscript, const Parallel& parallel);
// Loops over all processes around `body`, in the order of the nest.
std::string loops_around(const Parallel& parallel, const std::string& body, int depth);

// Whether there are processes, as far as ranges tell, in C.
std::string some_processes(const Parallel& parallel);

} // namespace hydra::frontend::cmaps

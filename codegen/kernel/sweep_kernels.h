// What ranks run of a loop along columns whose rows they hold (Distribution::sweep): a kernel for each part of the
// body, with the rounds of its loop outside and the loop over a block of columns inside.
#pragma once
#include <functional>
#include <string>

#include "codegen/context.h"
#include "ir/print_hooks.h"

namespace hydra::codegen {

// The name by which generated functions of a segment start, counted from 0.
std::string segment_prefix(std::size_t segment);

// What a segment's kernel is made of.
struct SegmentTexts {
    std::string header;        // of a loop over a block of iterations: "for (int j = …; …; j++)"
    std::string per_iteration; // declarations of variables, in one line
    const ir::Stmt* body;      // of the whole loop, in which the segment's statements stand
    // The type of the variable that counts a segment's rounds, for a cast.
    std::function<std::string(const ir::VarDecl&)> type;
};

// The segment's loop, or statements, for the rounds of rounds_window (cut_rounds.h).
std::string segment_text(const Context& context, const ir::Sweep::Segment& segment, const SegmentTexts& texts,
                         const ir::PrintHooks& hooks);

// The descriptor: its name is sweep_of_<kernel>. The segments' footprint functions and kernels stand before.
std::string sweep_descriptor(const Context& context, const ir::Kernel& kernel);

} // namespace hydra::codegen

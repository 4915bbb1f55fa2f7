// A parallel loop, outlined. What is known and chosen of it lies in six parts, each with the passes that write it.
#pragma once
#include <string>

#include "ir/kernel_analysis.h"
#include "ir/kernel_distribution.h"
#include "ir/kernel_inspection.h"
#include "ir/kernel_schedule.h"
#include "ir/kernel_space.h"
#include "ir/touches.h"
#include "ir/tree.h"

namespace hydra::ir {

struct KernelId {
    int value = -1;
    friend bool operator==(const KernelId&, const KernelId&) = default;
};

struct Kernel {
    KernelId id;
    int unit = 0; // index in Program::units
    const FunctionDecl* function = nullptr;
    const Stmt* loop = nullptr; // its For, with directive and canonical form
    std::string at;             // "prog.c:12"
    std::string name;           // an identifier unique in the program: "main_12"

    Space space;               // which values its variable takes
    Touches touches;           // which sections a range of iterations reads and writes
    Analysis analysis;         // what is known of it as a whole
    Inspection inspection;     // what finds at run time what its data decide
    Schedule schedule;         // in which order one rank may run its share
    Distribution distribution; // which rank runs what, and what that moves
    friend bool operator==(const Kernel&, const Kernel&) = default;
};

} // namespace hydra::ir

// How the variables that a parallel loop's body names reach its kernel: the kernel stands outside of the user's
// function, so each gets there by value, by address, or as a copy of its own, under the user's own name.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "codegen/context.h"

namespace hydra::codegen {

// The length of one dimension, known at run time: a member of the argument structure, filled where the loop stood.
struct RunTimeLength {
    int depth = 0;      // derivations below the variable
    std::string member; // "hydra_a_1"
    std::string host;   // "(long)(sizeof a[0] / sizeof a[0][0])"
};

struct Passed {
    enum class How {
        value,     // a local copy
        pointer,   // an array: a pointer to its first row
        reference, // a struct that holds arrays: each mention becomes (*member)
        external,  // an `extern` declaration local to the function: declared again
    };
    const ir::VarDecl* variable = nullptr;
    How how = How::value;
    std::vector<RunTimeLength> lengths;
    [[nodiscard]] std::string length_text(int depth, const std::string& args) const; // "hydra_c->hydra_a_1"
};

struct KernelVariables {
    std::vector<Passed> captured;      // in order of first mention
    std::vector<Passed> firstprivates; // value, or pointer for arrays
    std::vector<Passed> privates;      // no last values, not the loop variable
    std::vector<Passed> reduced;       // arrays that the loop reduces: the runtime hands over a copy
    std::vector<const ir::VarDecl*> last_values;
    std::vector<const ir::VarDecl*> accumulated;    // captured by value, and handed back: by loops that all ranks run
    std::vector<const ir::VarDecl*> written_only;   // copies that the body only assigns: the compiler would complain
    std::vector<const ir::FunctionDecl*> functions; // that the body names, in order
    // Expressions in the body whose text must change: (which, new text, as tight as a name).
    std::vector<std::pair<const ir::Expr*, std::string>> edits;
    bool uses_loop_variable = false;
    [[nodiscard]] bool has_arguments(const ir::Kernel& kernel) const;
};

// Reports what cannot be handed over (errors at the loop).
KernelVariables find_variables(const Context& context, const ir::Kernel& kernel);

} // namespace hydra::codegen

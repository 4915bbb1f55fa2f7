// What is known of a parallel loop as a whole, whatever rank runs it: each fact has one pass that writes it, which the
// groups name.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "ir/tree.h"

namespace hydra::ir {

struct Analysis {
    // By "outline".
    std::vector<const VarDecl*> last_values; // privates (not the loop variable) that are read after the loop

    // By "accesses" (where the body does what cannot be shared out) and "replicate" (where what it writes is not
    // known).
    bool replicated = false;     // every rank runs all of it, in order
    std::string reason;          // why
    bool ordered = false;        // replicated, since the body does more than storing values (it prints …)
    bool writes_unknown = false; // replicated for no other reason than that nobody can say what it writes

    // By "accesses".
    bool may_exit = false;  // an iteration may say why and end the program with exit
    bool may_abort = false; // the same with abort or a failed assertion
    bool may_tell = false;  // an iteration may print to standard error, and go on
    // Iterations may leave something in errno, or raise floating-point exceptions, and the program looks at that.
    bool leaves_errors = false;

    // By "races". No two iterations touch one element that either writes, provided that pointers which differ lead to
    // different arrays (the runtime looks at that at each launch).
    bool proved_parallel = false;
    // Those of which that is not certain, as the user calls them; equal ones: different rows of one table of pointers.
    std::vector<std::pair<std::string, std::string>> taken_apart;
    // Accesses of declared matrices whose subscripts must stay inside their rows, as C demands, for that to be so: then
    // it is not proved. Where nothing is: why.
    std::vector<std::string> rows_assumed;
    // Footprints tell whether they do, or, where there is a doubt, whether subscripts stay inside rows whose length
    // only the run knows: it is proved for the launches where that is so.
    bool proved_in_rows = false;
    std::string doubt;
    // The access whose element nobody knows before the program runs, or may be met twice, if that is why.
    const Expr* looked_up = nullptr;

    // By "decisions".
    std::string decides; // where scalars that it leaves may decide how the program goes on; empty: nowhere
    friend bool operator==(const Analysis&, const Analysis&) = default;
};

} // namespace hydra::ir

// `parallel` in C: a nest of loops over its processes, with a directive that places them by a layout.
#pragma once
#include "frontend/processes/affine.h"
#include "frontend/roles/scopes.h"

#include <set>

namespace hydra::frontend::cmaps {

// One subscript of an argument: an element's place, a periodic one, or a section from `first` to `last`.
struct Subscript {
    CmapsParser::SubscriptContext* context = nullptr;
    bool is_section = false, is_whole = false, is_periodic = false;
    Affine first, last; // of an element: both are the same
    Scalar step = Scalar::of(1);
    std::string all;   // of a periodic one: the index whose rounds name the whole dimension (turns.h); empty: none
    long moves_by = 1; // places a round of that index
};

// An argument that names elements of a tile.
struct Access {
    Tile* tile = nullptr;
    const RoleParameter* parameter = nullptr;
    Role role = Role::in;
    std::vector<Subscript> subscripts;
    std::string text; // as the user wrote it
    support::SourceRange range;
    bool is_combined = false; // by reduce: several processes may name one element
    bool is_wave = false;     // its new values are read
};

struct ParallelIndex {
    std::string name;
    std::string first, last; // names or numbers in C; last: inclusive, and hit
    std::string step = "1";
    std::string written_last; // of a range, as an expression in C
    bool is_whole = false;    // it runs from one end of the domain's dimension to the other
    support::SourceRange range;
};

// What an `out` argument that is combined becomes.
struct ReducedArgument {
    std::string op; // "+", "min"
    std::string type;
    Code target;                    // a scalar in C
    bool is_element = false;        // of a tile, the same for all processes: without any, it keeps its value
    const Access* access = nullptr; // or an element; each of its own is combined where it lies
    bool is_scattered = false;      // or ones that several parts of the loop combine into
    std::string all, one;           // variables: what is combined, and what one process yields
};

// What all steps of the lowering know of one `parallel`.
struct Parallel {
    CmapsParser::ParallelStatementContext* context = nullptr;
    const RoleFunction* called = nullptr;
    Tile* domain = nullptr;             // null: ranges
    std::vector<ParallelIndex> indexes; // outermost loop first
    std::vector<Access> accesses;
    std::map<const RoleParameter*, ReducedArgument> reductions;
    std::map<std::string, Affine>
        scalars;                     // arguments for `in` scalars, by parameter; `divides` where they are not affine
    Code before;                     // lines of C that compute bounds
    std::vector<std::string> guards; // conditions that each process has to meet to be one
    std::vector<std::vector<Scalar>> wave; // by index: from the process that comes first to one that comes after
    bool rows_alone = false;               // ranks do not share out the second dimension
    std::set<std::string> alike;           // conditions under which Subscript::all holds
    support::SourceRange range;
    [[nodiscard]] bool has_wave() const { return !wave.empty(); }
    // A length that the element function says, in terms of this call's arguments.
    [[nodiscard]] Affine said_length(P::AssignmentContext& written, const CmapsUnit& unit) const;
    [[nodiscard]] const ParallelIndex* index(const std::string& name) const {
        for (const auto& each : indexes)
            if (each.name == name)
                return &each;
        return nullptr;
    }
};

// helpers: receives copies of element functions for this call.
Code lower_parallel(CmapsParser::ParallelStatementContext* context, CmapsUnit& unit, Scopes& scopes,
                    CoordinationExpressions& expressions, Code& helpers, int depth);

} // namespace hydra::frontend::cmaps

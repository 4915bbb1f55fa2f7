// Element functions in C: `out` and `inout` parameters become pointers, and each way of writing them means the element.
// Where an argument is a section, the function gets a copy for that call, in which the section's elements are named in
// the array itself: nothing is copied to make it contiguous, and analysis sees the array's own subscripts.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "frontend/roles/unit.h"

namespace hydra::frontend::cmaps {

// What a section parameter is in such a copy: an array, and for each of its dimensions the subscript from which it
// counts.
struct SectionForm {
    std::string array; // the copy's own name for it
    struct Dimension {
        bool is_section = false;
        std::string first;  // the copy's own name of where it begins, or "0"
        std::string step;   // "1", or the copy's own name
        std::string extent; // of a periodic subscript; empty: it is none
        std::string length; // the copy's own name of the array's extent; empty: there is none
        std::string all;    // of a periodic subscript (turns.h)
        long moves_by = 1, shift = 0;
        bool is_doubted = false; // nothing is said of which places these are
        // Of a periodic subscript: the copy's names of the section's places that it uses, each a parameter; and where
        // subscripts are no numbers, of the table of all of them, if the section is so short.
        std::map<long, std::string> places;
        std::string table;
        long table_length = 0;
    };
    std::vector<Dimension> dimensions;
    bool is_copied = false; // before the body runs, since it writes into the same array
    // Where a subscript is periodic, rows are told apart by hand: `lengths` of the dimensions but the first. Inspectors
    // follow no types whose lengths only the run tells.
    std::vector<std::string> lengths;
    // Whether its elements follow one another in memory.
    [[nodiscard]] bool in_one_piece() const;
};

// "void name(…)" with C's parameters.
Code element_heading(const RoleFunction& function, const CmapsUnit& unit, const std::string& name);
// The body, for the function as it is. Says what its author got wrong.
Code element_body(const RoleFunction& function, CmapsUnit& unit);
// The body of a copy that runs the function itself on buffers, to which sections are copied, and from which they are
// copied back: what it touches are the sections, whatever it does.
Code element_in_buffers(const RoleFunction& function, CmapsUnit& unit, std::map<std::string, SectionForm>& sections);
// The body of a copy; sections by parameter; adds the places that it uses to them. Where the body hands on a section
// that does not lie in one piece, an error for `call` is reported.
Code element_body(const RoleFunction& function, CmapsUnit& unit, std::map<std::string, SectionForm>& sections,
                  const support::SourceRange& call);

} // namespace hydra::frontend::cmaps

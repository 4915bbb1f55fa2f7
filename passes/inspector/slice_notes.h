// Notes of addresses as slices make them (slice_text.cpp): elements that lie one behind the other are noted together,
// within a statement (`p[j].x`, `p[j].y`) and by loops that run through them.
#pragma once
#include <vector>

#include "passes/inspector/slice.h"

namespace hydra::passes {

struct Note {
    const ir::Expr* place = nullptr; // the lvalue that it begins with
    SliceTarget target;
    std::int64_t bytes = 1;
};

// The note of what is named.
Note note_of(const ir::Expr& place, const SliceTarget& target);

// The same bytes in as few notes: parts of one element that touch each other become one.
std::vector<Note> joined(const std::vector<Note>& notes);

// By notes that stand at one place: those of elements that lie equally far from where their arrays begin, as far as can
// be seen (`x[j]`, `y[j]`, `z[j]`), one after the other, each with another slot; the others alone.
std::vector<std::vector<Note>> alike(const std::vector<Note>& notes);

// Bytes from what is noted in one round to what is noted in the next, where the variable has grown by one and nothing
// has changed otherwise; nullopt: that, or whether nothing lies between them, is not known.
std::optional<std::int64_t> step_along(const Note& note, const ir::VarDecl* variable);

Variables named_in(const ir::Expr& expr);

} // namespace hydra::passes

// Structs and unions that only a function can name, or nobody: generated code outside of their scope uses copies of
// their definitions, at file scope and under names of their own (ir::define_copy).
#pragma once
#include <set>
#include <string>

#include "ir/program.h"

namespace hydra::codegen {

class TypeCopies {
  public:
    // Of one unit; keeps a reference to it.
    explicit TypeCopies(const ir::TranslationUnit& unit) : unit_(unit) {}

    // The definitions of the copies that the text names, with what they are made of, in front of which they have to
    // stand; those that an earlier call gave are left out.
    std::string needed_by(const std::string& text);
    // Those nameless types of the unit's own file that are given the name of their copy where they stand, and have no
    // copy therefore: the user's variables are of the same type then.
    [[nodiscard]] const std::set<const ir::TagDecl*>& named_in_place() const { return in_place_; }

  private:
    bool name_in_place(const ir::TagDecl& tag);
    void name(const ir::TagDecl& tag, std::string& text);
    void define(const ir::TagDecl& tag, std::string& text);

    const ir::TranslationUnit& unit_;
    std::set<const ir::TagDecl*> named_, defined_, in_place_;
};

} // namespace hydra::codegen

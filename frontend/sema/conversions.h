// C11's rules for types (6.3, 6.2.7, 6.5): promotions, the common type of two operands, decay, compatibility. They only
// compute types; the tree builder wraps expressions in implicit casts accordingly.
#pragma once
#include "ir/tree.h"

namespace hydra::frontend {

class Conversions {
  public:
    explicit Conversions(ir::TypeTable& types) : types_(types) {}

    [[nodiscard]] ir::TypeRef basic(ir::TypeKind kind) const { return types_.basic(kind); }
    // The integer promotions; other types lose their qualifiers only. A bit-field's width may narrow its type first.
    [[nodiscard]] ir::TypeRef promoted(ir::TypeRef type, std::optional<int> bit_width = std::nullopt) const;
    // What an argument without a parameter becomes: promoted, and float becomes double.
    [[nodiscard]] ir::TypeRef argument_promoted(ir::TypeRef type) const;
    // The usual arithmetic conversions. Both must be arithmetic.
    [[nodiscard]] ir::TypeRef common(ir::TypeRef a, ir::TypeRef b) const;
    // Arrays become pointers to their elements, functions pointers to themselves; others lose their qualifiers.
    [[nodiscard]] ir::TypeRef decayed(ir::TypeRef type) const;
    [[nodiscard]] bool compatible(ir::TypeRef a, ir::TypeRef b) const;
    // The integer type that a constant or an enum is represented in.
    [[nodiscard]] ir::TypeRef underlying(ir::TypeRef type) const;
    // The type that the declarations of one name with these types have together; a's where they clash.
    [[nodiscard]] ir::TypeRef composite(ir::TypeRef a, ir::TypeRef b) const;
    // A complex type's or a vector's element; else the type.
    [[nodiscard]] ir::TypeRef real_part(ir::TypeRef type) const;
    [[nodiscard]] ir::TypeRef complex_of(ir::TypeRef real) const;

    void set_signed_enum(const ir::TagDecl* tag) { signed_enums_.push_back(tag); }

  private:
    ir::TypeTable& types_;
    std::vector<const ir::TagDecl*> signed_enums_; // enums with negative values
};

} // namespace hydra::frontend

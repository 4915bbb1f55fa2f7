// Specifiers and declarators: base types, structs, unions and enums, and pointers, arrays and functions around them.
// Struct layouts and enum values are computed at once.
#pragma once
#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "frontend/sema/build_attributes.h"
#include "frontend/sema/build_values.h"
#include "frontend/sema/layout.h"

namespace hydra::frontend {

class ExpressionBuilder;

struct Specifiers {
    ir::TypeRef type = nullptr;
    ir::Storage storage = ir::Storage::automatic;
    bool has_storage = false, is_typedef = false, is_inline = false, is_noreturn = false;
    Attributes attributes;
    const ir::TagDecl* tag = nullptr; // declared or defined here
    std::int64_t typedef_align = 0;   // bytes, of the typedef that is named; pointers to its type do not have it
    [[nodiscard]] std::int64_t align_of(ir::TypeRef declared) const {
        while (declared != type && declared->is_array())
            declared = declared->inner;
        return declared == type ? std::max(attributes.align, typedef_align) : attributes.align;
    }
};

struct Declared {
    antlr4::Token* name = nullptr;
    ir::TypeRef type = nullptr;
    std::vector<std::unique_ptr<ir::VarDecl>> params; // of the function that is declared
    std::vector<antlr4::Token*> old_params;           // names of an old-style definition
    Scope param_scope;
    Attributes attributes;
};

class TypeBuilder {
  public:
    using P = grammar::HydraCParser;
    using Context = antlr4::ParserRuleContext;

    // expressions: of lengths, widths, enumerators and typeof; not asked before the first type is built.
    TypeBuilder(BuildContext& context, const ValueBuilder& values, const AttributeReader& attributes,
                ExpressionBuilder& expressions)
        : context_(context), values_(values), attributes_(attributes), expressions_(expressions) {}

    // part: null where a declaration has no type, which is int then.
    Specifiers specifiers(const std::vector<P::ModifierContext*>& modifiers, P::TypePartContext* part);
    Declared declarator(Context* context, ir::TypeRef base);
    ir::TypeRef type_name(P::TypeNameContext* context);
    // `struct S` alone: the visible one, or a new one here. With a body or as `struct S;` only this scope's counts.
    ir::TypeRef tag_reference(antlr4::Token* name, ir::TypeKind kind, bool here, ir::TagDecl*& tag);

  private:
    void modifier(P::ModifierContext* context, Specifiers& into, ir::Qualifiers& quals);
    ir::TypeRef basic_type(const std::vector<P::BasicTypeContext*>& words, P::TypePartContext* context);
    ir::TypeRef record(P::RecordSpecifierContext* context, const Attributes& trailing, const ir::TagDecl*& tag);
    void members(P::MemberDeclarationContext* context, ir::TagDecl& tag, LayoutOptions& layout);
    ir::TypeRef enumeration(P::EnumSpecifierContext* context, const Attributes& trailing, const ir::TagDecl*& tag);
    void name_copy(ir::TagDecl& tag);

    void apply_declarator(Context* context, ir::TypeRef type, Declared& into);
    ir::TypeRef pointers(const std::vector<P::PointerContext*>& pointers, ir::TypeRef type);
    ir::TypeRef array(P::ArraySuffixContext* context, ir::TypeRef element);
    ir::TypeRef function(P::ParameterSuffixContext* context, ir::TypeRef result, Declared& into);

    BuildContext& context_;
    const ValueBuilder& values_;
    const AttributeReader& attributes_;
    ExpressionBuilder& expressions_;
    std::set<std::string> copy_names_; // of the tags of copies (TagDecl::outside)
};

} // namespace hydra::frontend

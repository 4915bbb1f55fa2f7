// The tree builder: walks the parse tree once and makes the typed tree. It resolves names in scopes of its own (the
// parser's only know typedef names), computes types, and puts in every implicit conversion. What the native compiler
// would refuse, it reports in user files; what is doubtful it accepts, since that compiler sees the output anyway.
//
// One class in four files: build_types.cpp (specifiers, declarators, records), build_declarations.cpp,
// build_expressions.cpp with build_operators.cpp, build_statements.cpp with build_initializers.cpp.
#pragma once
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "HydraCParser.h"
#include "frontend/directive/directive.h"
#include "frontend/parse/token_stream.h"
#include "frontend/sema/conversions.h"
#include "frontend/sema/layout.h"
#include "frontend/sema/scope.h"
#include "frontend/source/positions.h"
#include "support/diag.h"

namespace hydra::frontend {

// The field's numbers from the record down, through anonymous members; false where there is none.
bool find_field(ir::TypeRef record, std::string_view name, std::vector<int>& path, ir::TypeRef& type);

// Thrown where the tree would become too deep for those who walk it; reported before.
struct TreeTooDeep {};

class Builder {
  public:
    using P = grammar::HydraCParser;
    using Tree = antlr4::tree::ParseTree;
    using Context = antlr4::ParserRuleContext;

    Builder(TokenStream& tokens, const PositionMap& positions, support::Diagnostics& diagnostics,
            ir::TranslationUnit& unit, std::span<const TriedDirective> tried = {});
    void run(P::TranslationUnitContext* context);

  private:
    // An expression with its bytes [begin, end) of the preprocessed text and its height in nodes.
    struct Value {
        ir::ExprPtr expr;
        std::size_t begin = 0, end = 0;
        int height = 1;
    };
    struct Attributes {
        bool packed = false, noreturn = false, transparent_union = false;
        std::int64_t align = 0;       // 0: none
        std::int64_t vector_size = 0; // bytes; 0: none
        std::string mode;
    };
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

    // -- text and messages
    [[nodiscard]] std::string_view text(const antlr4::Token* token) const { return tokens_.text_of(token); }
    [[nodiscard]] support::SourceRange range(std::size_t begin, std::size_t end) const;
    [[nodiscard]] support::SourceRange range(const antlr4::Token* token) const;
    [[nodiscard]] support::SourceRange range(Context* context) const;
    // A use, in a function, of what may be declared in it (TranslationUnit::local_uses).
    void note_use(const support::SourceRange& at, const support::SourceRange& declared,
                  const ir::EnumConstant* constant = nullptr, ir::TypeRef type = nullptr) {
        if (state_.function != nullptr)
            unit_.local_uses.push_back({at, declared, constant, type});
    }
    static std::size_t begin_of(Context* context) { return context->getStart()->getStartIndex(); }
    static std::size_t end_of(Context* context);
    void error(std::size_t begin, std::size_t end, const std::string& message);
    void error(const antlr4::Token* token, const std::string& message);
    void error(const Value& value, const std::string& message) { error(value.begin, value.end, message); }
    void error(Context* context, const std::string& message) { error(begin_of(context), end_of(context), message); }
    static antlr4::Token* terminal(Tree* tree);
    static bool is_terminal(Tree* tree, std::size_t type);
    template <class T> static T* as(Tree* tree) { return dynamic_cast<T*>(tree); }
    [[nodiscard]] static std::string quoted(ir::TypeRef type);

    // -- declarations
    void external(P::ExternalDeclarationContext* context);
    void declaration(P::DeclarationContext* context, ir::DeclStmt* into);
    void declared(P::DeclaredContext* context, const Specifiers& specifiers, Declared first, Context* first_context,
                  ir::DeclStmt* into);
    void declare_one(const Specifiers& specifiers, Declared& declared, P::InitializerContext* initializer,
                     ir::DeclStmt* into);
    void declare_typedef(const Declared& declared, std::int64_t align);
    ir::FunctionDecl* declare_function(const Specifiers& specifiers, Declared& declared, bool definition);
    ir::VarDecl* declare_variable(const Specifiers& specifiers, const Declared& declared, bool has_initializer,
                                  ir::DeclStmt* into);
    void define_function(P::DeclaredContext* context, const Specifiers& specifiers, Declared declared, Context* whole);
    void old_style_parameters(P::DeclaredContext* context, Declared& declared);
    void static_assertion(P::StaticAssertContext* context);
    ir::FunctionDecl* implicit_function(std::string_view name);
    // Keeps variables alive that array types may still name.
    void retire(std::vector<std::unique_ptr<ir::VarDecl>>& variables);
    void clash(const antlr4::Token* name, const std::string& what);

    // -- types
    Specifiers specifiers(const std::vector<P::ModifierContext*>& modifiers, P::TypePartContext* part);
    void modifier(P::ModifierContext* context, Specifiers& into, ir::Qualifiers& quals);
    ir::TypeRef basic_type(const std::vector<P::BasicTypeContext*>& words, P::TypePartContext* context);
    ir::TypeRef record(P::RecordSpecifierContext* context, const Attributes& trailing, const ir::TagDecl*& tag);
    void members(P::MemberDeclarationContext* context, ir::TagDecl& tag, LayoutOptions& layout);
    ir::TypeRef enumeration(P::EnumSpecifierContext* context, const Attributes& trailing, const ir::TagDecl*& tag);
    std::optional<std::int64_t> attribute_value(std::size_t& at, int level);
    void attribute(P::AttributeContext* context, Attributes& into);
    ir::TypeRef with_attributes(ir::TypeRef type, const Attributes& attributes);
    Declared declarator(Context* context, ir::TypeRef base);
    void apply_declarator(Context* context, ir::TypeRef type, Declared& into);
    ir::TypeRef pointers(const std::vector<P::PointerContext*>& pointers, ir::TypeRef type);
    ir::TypeRef array(P::ArraySuffixContext* context, ir::TypeRef element, Declared& into);
    ir::TypeRef function(P::ParameterSuffixContext* context, ir::TypeRef result, Declared& into);
    ir::TypeRef qualified(ir::TypeRef type, ir::Qualifiers added);
    ir::TypeRef type_name(P::TypeNameContext* context);
    ir::TypeRef tag_reference(antlr4::Token* name, ir::TypeKind kind, bool here, ir::TagDecl*& tag);
    void name_copy(ir::TagDecl& tag);

    // -- expressions
    Value expression(P::ExpressionContext* context);
    Value assignment(P::AssignmentContext* context);
    Value operand(P::OperandContext* context);
    Value unary(P::UnaryContext* context);
    Value primary(P::PrimaryContext* context);
    Value postfixes(Value value, const std::vector<P::PostfixContext*>& list);
    Value postfix(Value base, P::PostfixContext* context);
    Value name_use(antlr4::Token* token, bool called);
    Value number(antlr4::Token* token);
    Value character(antlr4::Token* token);
    Value string(const std::vector<antlr4::tree::TerminalNode*>& parts);
    Value call(Value callee, P::PostfixContext* context);
    Value call(Value callee, std::vector<Value> args, std::size_t end);
    Value member(Value base, bool arrow, antlr4::Token* name, std::size_t end);
    Value index(Value base, Value subscript, std::size_t end);
    Value sizeof_type(ir::TypeRef type, bool align, std::size_t begin, std::size_t end);
    Value generic(P::PrimaryContext* context);
    Value offset_of(P::PrimaryContext* context);
    Value compound_literal(P::TypeNameContext* name, P::BracedListContext* list, std::size_t begin);
    ir::ExprPtr full_expression(P::ExpressionContext* context);
    ir::ExprPtr condition(P::ExpressionContext* context);
    std::optional<std::int64_t> constant(P::AssignmentContext* context);

    // -- operators and conversions
    Value binary(ir::BinaryOp op, Value lhs, Value rhs);
    Value assign(ir::BinaryOp op, Value lhs, Value rhs, std::size_t begin, std::size_t end);
    Value conditional(Value cond, std::optional<Value> then, Value otherwise);
    Value prefix(std::size_t op, Value operand, std::size_t begin);
    Value cast(ir::TypeRef to, Value operand, std::size_t begin);
    void rvalue(Value& value);
    void convert(Value& value, ir::TypeRef to);
    // As by assignment; an error names what clashes ("assigning to", "passing argument to", …).
    void convert_for(Value& value, ir::TypeRef to, const char* what);
    void promote(Value& value);
    bool check_scalar(const Value& value, const char* what);
    static bool is_error(const Value& value) { return value.expr->type->kind == ir::TypeKind::Error; }
    Value make(ir::TypeRef type, std::size_t begin, std::size_t end, int height, decltype(ir::Expr::node) node);
    Value error_value(std::size_t begin, std::size_t end);
    [[nodiscard]] ir::TypeRef basic(ir::TypeKind kind) const { return unit_.types.basic(kind); }

    // -- initializers
    ir::ExprPtr initializer(P::InitializerContext* context, ir::TypeRef& type);
    Value braced(P::BracedListContext* context, ir::TypeRef& type);
    struct Cursor;
    void designate(const std::vector<P::DesignatorContext*>& designators, Cursor& cursor, ir::InitItem& item);
    Value element(P::InitializerContext* context, Cursor& cursor);

    // -- statements
    ir::StmtPtr statement(P::StatementContext* context);
    ir::StmtPtr labelled(const std::vector<P::LabelContext*>& labels, ir::StmtPtr body, Context* whole);
    ir::StmtPtr unlabelled(P::UnlabelledContext* context);
    void block(const std::vector<P::BlockItemContext*>& items, ir::Compound& into);
    ir::StmtPtr compound(P::CompoundContext* context);
    ir::StmtPtr for_loop(P::ForLoopContext* context, antlr4::Token* directive);
    ir::StmtPtr return_statement(P::UnlabelledContext* context);
    ir::StmtPtr make_stmt(std::size_t begin, std::size_t end, decltype(ir::Stmt::node) node);
    void finish_labels();
    std::unique_ptr<ir::Directive> directive(antlr4::Token* token);
    // What is tried before the loop that begins at the byte of the preprocessed text; null: nothing.
    std::unique_ptr<ir::Directive> tried_directive(std::size_t begin);
    [[nodiscard]] NamedThing named_thing(const std::string& name);
    ir::ExprPtr clause_expression(std::size_t begin, std::size_t end);

    TokenStream& tokens_;
    const PositionMap& positions_;
    support::Diagnostics& diagnostics_;
    ir::TranslationUnit& unit_;
    std::span<const TriedDirective> tried_;
    Conversions conversions_;
    Scopes scopes_;
    std::deque<ir::TypedefDecl> local_typedefs_;

    // The function that is being built.
    struct FunctionState {
        ir::FunctionDecl* function = nullptr;
        std::unordered_map<std::string_view, bool> labels; // defined
        std::vector<antlr4::Token*> label_uses;
        int loops = 0, switches = 0;
    } state_;
    std::set<std::string> reported_names_; // undeclared names of the current function
    std::set<std::string> copy_names_;     // of the tags of copies (TagDecl::outside)
    static constexpr int max_height = 2500;
};

} // namespace hydra::frontend

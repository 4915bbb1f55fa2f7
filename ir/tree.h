// The typed C tree: the language of bodies. The front end builds one TranslationUnit a source file after preprocessing;
// passes read it; code generation copies the user's text by its ranges and prints a node only where it must change it.
//
// Semantics: every expression has its C type after the usual conversions; implicit conversions are explicit Cast nodes
// with implicit = true (array-to-pointer and function-to-pointer decay included; lvalue conversion is not a node).
// Names are resolved: a DeclRef points at its declaration. Types are interned in the unit's TypeTable: two types are
// the same type exactly if their pointers are equal (VLA types excepted, each of which is its own).
#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "support/source.h"

namespace hydra::ir {

using support::SourceRange;

struct Expr;
struct Stmt;
struct Type;
using TypeRef = const Type*;
using ExprPtr = std::unique_ptr<Expr>;
using StmtPtr = std::unique_ptr<Stmt>;

// ---- types -----------------------------------------------------------------------------------------------------

enum class TypeKind {
    Void,
    Bool,
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LLong,
    ULLong,
    Int128,
    UInt128,
    Float,
    Double,
    LongDouble,
    Float128,
    ComplexFloat,
    ComplexDouble,
    ComplexLongDouble,
    Pointer,
    Array,
    Function,
    Struct,
    Union,
    Enum,
    VaList,
    Vector,
    Error
};

struct Qualifiers {
    bool is_const = false, is_volatile = false, is_restrict = false, is_atomic = false;
    friend bool operator==(const Qualifiers&, const Qualifiers&) = default;
};

struct Field {
    std::string name; // empty: anonymous struct or union member
    TypeRef type = nullptr;
    std::int64_t offset = 0;      // bytes from the start of the record
    std::optional<int> bit_width; // bit-field
};

// A struct, union or enum by its declaration; complete once defined.
struct TagDecl {
    TypeKind kind = TypeKind::Struct;
    std::string name; // empty: no tag
    SourceRange range;
    bool complete = false;
    bool file_scope = true;
    std::vector<Field> fields;
    std::int64_t size = 0, align = 1; // bytes, by the x86-64 / AArch64 System V layout
    bool packed = false;
    bool is_signed = false; // Enum: some constant is negative, so that its values are signed
    std::string alias;      // of a nameless struct or union at file scope: the typedef name that stands for it
    // Of a struct or union that has no name at file scope, or one that only its function knows: the tag of the copy of
    // it that code outside of its scope is given ("hydra_main_point"); empty: there is none.
    std::string outside;
    SourceRange body = {}; // the brace behind which the members stand, where it is complete
    // Only another file of the program defines it: generated code defines it again, under its own name if it has one.
    bool borrowed = false;
};

// Whether code outside of the scope of the struct or union calls it by the tag of its copy.
[[nodiscard]] bool has_copy(const TagDecl& tag);
// Whether such a struct or union is named where the type is written.
[[nodiscard]] bool names_copy(TypeRef type);

struct Type {
    TypeKind kind = TypeKind::Void;
    Qualifiers quals;
    TypeRef unqualified = nullptr; // this type without its qualifiers (itself where it has none)
    TypeRef inner = nullptr;       // Pointer, Array, Vector: element; Function: result
    // Array: constant length in elements, or -1 where unknown (`[]`) or variable
    std::int64_t length = -1;
    const Expr* vla_length = nullptr; // Array of run-time length: the expression of its declaration; else null
    std::vector<TypeRef> params;      // Function
    bool variadic = false, unprototyped = false;
    const TagDecl* tag = nullptr; // Struct, Union, Enum

    [[nodiscard]] bool is_integer() const {
        return (kind >= TypeKind::Bool && kind <= TypeKind::UInt128) || kind == TypeKind::Enum;
    }
    [[nodiscard]] bool is_floating() const { return kind >= TypeKind::Float && kind <= TypeKind::Float128; }
    [[nodiscard]] bool is_complex() const {
        return kind >= TypeKind::ComplexFloat && kind <= TypeKind::ComplexLongDouble;
    }
    [[nodiscard]] bool is_arithmetic() const { return is_integer() || is_floating() || is_complex(); }
    [[nodiscard]] bool is_pointer() const { return kind == TypeKind::Pointer; }
    [[nodiscard]] bool is_array() const { return kind == TypeKind::Array; }
    [[nodiscard]] bool is_function() const { return kind == TypeKind::Function; }
    [[nodiscard]] bool is_record() const { return kind == TypeKind::Struct || kind == TypeKind::Union; }
    [[nodiscard]] bool is_scalar() const { return is_arithmetic() || is_pointer(); }
    [[nodiscard]] bool is_unsigned() const; // of integer types; plain char is signed
    [[nodiscard]] bool is_vla() const;      // an array whose size, at any level, is known at run time only
};

// The length of an array type, which const variables may give; nullopt: only the run tells. -1: none is given.
std::optional<std::int64_t> known_length(const Type& array);
// Size and alignment in bytes; nullopt for incomplete, function and run-time sized types.
std::optional<std::int64_t> size_of(TypeRef type);
// Whether it is, or points to, an array whose length is an expression, or rows of such.
bool has_run_time_length(TypeRef type);
std::optional<std::int64_t> align_of(TypeRef type);

// Whether an object of the type is, or has as a member at any depth, an array.
bool holds_array(TypeRef type);
// Whether an object of the type (null: any) has a pointer in it.
bool holds_pointer(TypeRef type);

// Owns and interns types. Qualifying, pointing at, and so on return the interned type.
class TypeTable {
  public:
    TypeTable();
    TypeRef basic(TypeKind kind) const; // Void … ComplexLongDouble, VaList, Error
    TypeRef pointer_to(TypeRef inner);
    TypeRef array_of(TypeRef element, std::int64_t length); // -1: `[]`
    TypeRef vla_of(TypeRef element, const Expr* length);    // null length: `[*]`
    TypeRef vector_of(TypeRef element, std::int64_t length);
    TypeRef function(TypeRef result, std::vector<TypeRef> params, bool variadic, bool unprototyped);
    TypeRef tagged(const TagDecl* tag);
    TypeRef qualified(TypeRef type, Qualifiers quals); // replaces the type's own qualifiers
    TagDecl* new_tag();
    void name_tag(const TagDecl& tag, const std::string& alias); // sets its alias, unless it has one
    void complete(const TagDecl& tag, TagDecl definition);       // of its own; replaces all that is known of it
    [[nodiscard]] const std::deque<TagDecl>& tags() const { return tags_; }

  private:
    TypeRef intern(Type type);
    std::deque<Type> types_;
    std::deque<TagDecl> tags_;
    std::vector<TypeRef> basic_;
    std::unordered_multimap<std::size_t, TypeRef> interned_; // by the hash of the structure
};

// ---- declarations ----------------------------------------------------------------------------------------------

enum class Storage { automatic, static_, extern_, register_, thread };

struct FunctionDecl;

// A variable or parameter. For a name declared several times at file scope: one VarDecl, with all its ranges.
struct VarDecl {
    std::string name;
    TypeRef type = nullptr; // a parameter's type is adjusted (array -> pointer)
    Storage storage = Storage::automatic;
    bool is_param = false, file_scope = false;
    SourceRange range;                      // of the declarator's name
    ExprPtr init;                           // may be null
    const FunctionDecl* function = nullptr; // where it is local to one
    bool in_user_file = true;
    // Of an integer: the constant that it begins with and keeps. Known once its unit is complete.
    std::optional<std::int64_t> kept;
    std::int64_t align = 0; // bytes, by its declaration or the typedef that this names; 0: its type's
    [[nodiscard]] bool has_static_lifetime() const {
        return file_scope || storage == Storage::static_ || storage == Storage::extern_ || storage == Storage::thread;
    }
};
// Whether the variable is declared with more alignment than its type has.
bool is_overaligned(const VarDecl& variable);

struct FunctionDecl {
    std::string name;
    TypeRef type = nullptr;
    Storage storage = Storage::extern_;
    bool is_inline = false, is_noreturn = false;
    std::vector<std::unique_ptr<VarDecl>> params; // of the definition, else of the last prototype
    StmtPtr body;                                 // a Compound; null: only declared
    SourceRange range;                            // of the name
    SourceRange whole;                            // of the definition, first specifier to closing brace
    bool in_user_file = true;                     // false: from a system header
};

struct EnumConstant {
    std::string name;
    TypeRef type = nullptr;
    std::int64_t value = 0;
    SourceRange range;
    bool file_scope = true;
};

struct TypedefDecl {
    std::string name;
    TypeRef type = nullptr;
    SourceRange range;
    bool in_user_file = true;
    std::int64_t align = 0; // bytes, by an attribute of its own; 0: its type's
};

// ---- expressions -----------------------------------------------------------------------------------------------

enum class UnaryOp {
    plus,
    minus,
    bit_not,
    logical_not,
    deref,
    address_of,
    pre_inc,
    pre_dec,
    post_inc,
    post_dec,
    real,
    imag,
    extension
};
enum class BinaryOp {
    add,
    sub,
    mul,
    div,
    rem,
    shl,
    shr,
    lt,
    gt,
    le,
    ge,
    eq,
    ne,
    bit_and,
    bit_xor,
    bit_or,
    logical_and,
    logical_or,
    comma,
    assign,
    add_assign,
    sub_assign,
    mul_assign,
    div_assign,
    rem_assign,
    shl_assign,
    shr_assign,
    and_assign,
    xor_assign,
    or_assign
};
[[nodiscard]] constexpr bool is_assignment(BinaryOp op) { return op >= BinaryOp::assign; }
// `+` of `+=` and so on; for plain `=` the op itself.
[[nodiscard]] BinaryOp compound_base(BinaryOp op);
[[nodiscard]] const char* spelling(BinaryOp op);
[[nodiscard]] const char* spelling(UnaryOp op); // "++" for both forms

struct IntLit {
    std::uint64_t value = 0;
    std::string spelling;
    bool of_thread = false; // OpenMP's number of the thread that runs this, which is one of a team of one
};                          // character constants too
struct FloatLit {
    double value = 0;
    std::string spelling;
};
struct StringLit {
    std::string spelling;
    std::string bytes;
}; // adjacent literals joined; spelling as written, with quotes
struct DeclRef {
    std::variant<const VarDecl*, const FunctionDecl*, const EnumConstant*> decl;
};
struct Unary {
    UnaryOp op;
    ExprPtr operand;
};
struct Binary {
    BinaryOp op;
    ExprPtr lhs, rhs;
}; // assignments and comma too
struct Conditional {
    ExprPtr cond, then, otherwise;
}; // GNU `a ?: b`: then is null
struct Cast {
    bool implicit = false;
    TypeRef to = nullptr;
    ExprPtr operand;
};
struct Call {
    ExprPtr callee;
    std::vector<ExprPtr> args;
};
struct Index {
    ExprPtr base, index;
}; // base: of pointer type (after decay), whichever side it stood on
struct Member {
    ExprPtr base;
    bool arrow = false;
    std::string field;
    std::vector<int> path;
}; // path: field numbers through anonymous members
struct SizeOf {
    bool align = false;
    TypeRef of = nullptr;
    ExprPtr operand;
}; // of a type, or of an expression (then `of` is its type)
struct CompoundLiteral {
    TypeRef of = nullptr;
    ExprPtr init;
};
struct Designator {
    std::optional<std::string> field;
    ExprPtr index;
    ExprPtr index_end;
};
struct InitItem {
    std::vector<Designator> designators;
    ExprPtr value;
};
struct InitList {
    std::vector<InitItem> items;
};
struct StatementExpr {
    StmtPtr body;
}; // GNU ({ … })
struct BuiltinExpr {
    std::string name;
    std::vector<ExprPtr> args;
    std::vector<TypeRef> types;
}; // va_arg, offsetof, types_compatible_p, _Generic (chosen arm is args[0])
struct ErrorExpr {};

struct Expr {
    SourceRange range;
    TypeRef type = nullptr;
    bool lvalue = false;
    std::variant<IntLit, FloatLit, StringLit, DeclRef, Unary, Binary, Conditional, Cast, Call, Index, Member, SizeOf,
                 CompoundLiteral, InitList, StatementExpr, BuiltinExpr, ErrorExpr>
        node;
    template <class T> [[nodiscard]] const T* as() const { return std::get_if<T>(&node); }
};

// The expression without implicit casts and parentheses (which are not nodes), and without GNU __extension__.
const Expr* strip(const Expr* expr);
// Value of an integer constant expression, in which const variables count, once their unit is complete; nullopt where
// it is none.
std::optional<std::int64_t> constant_value(const Expr& expr);
// What a loop repeats; null: the statement is none.
const Stmt* loop_body(const Stmt& stmt);
// The variable that the (stripped) expression names, or null.
const VarDecl* named_variable(const Expr* expr);
const FunctionDecl* called_function(const Call& call); // direct calls; else null

// ---- the directive ---------------------------------------------------------------------------------------------

enum class ReductionOp { add, mul, bit_and, bit_or, bit_xor, logical_and, logical_or, min, max }; // `-` is add

// `[lo : length]`, `[lo :]`, `[: length]` or `[element]` of one dimension of a reduction's array section.
struct SectionBound {
    ExprPtr lo;               // null: 0
    ExprPtr length;           // null: up to the dimension's end; of one element, too
    bool one_element = false; // `[lo]`
};

// How minima and maxima of floating values are accumulated (of a maximum: with > and >=). The first three keep what
// they have where a value is not a number; the last two take it, and begin anew with the value that follows.
enum class ExtremeForm {
    first,           // `if (e < x) x = e`: of equal values, as -0 and 0 are, the first
    last,            // `if (e <= x) x = e`
    library,         // `x = fmin(x, e)`
    library_swapped, // `x = fmin(e, x)`
    anew_last,       // `x = x < e ? x : e`
    anew_first       // `x = x <= e ? x : e`
};

struct Reduction {
    ReductionOp op;
    const VarDecl* variable;
    SourceRange range;
    // Of an array or pointer: what is reduced, outermost dimension first; dimensions left out count whole.
    std::vector<SectionBound> section = {};
    ExtremeForm form = ExtremeForm::first;
    // Scalars: accumulations behind which the kernel takes a note: that of the last two forms, where they took what is
    // not a number; of ||, that there was one. (Arrays: of the two forms, which then end the program.)
    std::vector<const Expr*> noted = {};
    bool in_order = false; // partial results combine in the order of the iterations only
    // What C evaluates depending on the variable's value: behind && and ||, or where a comparison with it holds.
    std::vector<const Expr*> guarded = {};
    std::vector<const Expr*> places = {}; // of minima and maxima: `at` of `best = e; at = i;`
    [[nodiscard]] bool is_array() const { return variable->type->is_array() || variable->type->is_pointer(); }
};

// "h[0:n]", as the user would write it.
std::string section_text(const Reduction& reduction);

// A shared variable, or a member of one, that iterations store into and never read: after the loop it has what the
// sequentially last iteration that stored something left in it.
struct LastStored {
    const VarDecl* variable;
    std::string member;               // ".pos", ".at.row"; empty: all of it
    TypeRef type;                     // of what is stored
    std::vector<const Expr*> targets; // the mentions of the variable in the stores
    SourceRange range;                // of the first store
    // The minimum or maximum beside which alone it is stored: it has what was stored with its last value. Null: none.
    const VarDecl* with = nullptr;
};

// `#pragma hydra parallel for` with its clauses, resolved; held by the For that follows it.
struct Directive {
    SourceRange range; // the pragma's line
    std::vector<const VarDecl*> shared, private_, firstprivate;
    std::vector<Reduction> reductions;
    ExprPtr condition; // of if(…): where it is 0, every rank runs the loop as it stands; null: there is none
    // Of layout(kind, n, extent, scale, offset), which CMAPS writes: iteration x lies where a layout of that kind has
    // index scale * x + offset of so many; empty: there is none.
    std::vector<ExprPtr> layout;
    // Filled when the loop is checked; walking: private pointers from in front of the loop that count its iterations.
    std::vector<const VarDecl*> walking;
    std::vector<LastStored> last_stored;
    std::string ordered;       // why the order of the iterations counts, in the program's words; empty: it does not
    SourceRange ordered_range; // where
};

// The canonical form of a parallel loop, filled by the front end when it checks the directive.
struct CanonicalLoop {
    const VarDecl* variable = nullptr; // its integer type is variable->type
    bool declared_here = false;        // for (int i = …
    const Expr* start = nullptr;
    const Expr* bound = nullptr;
    BinaryOp compare = BinaryOp::lt; // lt le gt ge ne, with the variable on the left
    const Expr* step = nullptr;      // magnitude expression of += c, -= c; null: 1
    bool descending = false;
};

// ---- statements ------------------------------------------------------------------------------------------------

struct Compound {
    std::vector<StmtPtr> items;
};
struct ExprStmt {
    ExprPtr expr;
};
struct DeclStmt {
    std::vector<std::unique_ptr<VarDecl>> variables;
    std::vector<const FunctionDecl*> functions;
    std::vector<const TagDecl*> tags;
};
struct If {
    ExprPtr cond;
    StmtPtr then, otherwise;
};
struct While {
    ExprPtr cond;
    StmtPtr body;
};
struct DoWhile {
    StmtPtr body;
    ExprPtr cond;
};
struct For {
    StmtPtr init; // DeclStmt, ExprStmt or null
    ExprPtr cond; // or null
    ExprPtr inc;  // or null
    StmtPtr body;
    std::unique_ptr<Directive> directive; // null: an ordinary loop
    CanonicalLoop canonical;              // meaningful with a directive
};
struct Switch {
    ExprPtr value;
    StmtPtr body;
};
struct Case {
    ExprPtr low, high;
    StmtPtr body;
}; // high: GNU range, else null
struct Default {
    StmtPtr body;
};
struct Label {
    std::string name;
    StmtPtr body;
};
struct Goto {
    std::string label;
    ExprPtr computed;
};
struct Break {};
struct Continue {};
struct Return {
    ExprPtr value;
};
struct Null {};
struct Asm {
    std::string text;
    ExprPtr effect;      // assigns what nobody knows, by a BuiltinExpr of what it reads; null: it may do anything
    bool varies = false; // run twice with the same operands, it may give other values (a counter of cycles)
};

struct Stmt {
    SourceRange range; // first to last token; a For's range begins at `for`, not at its pragma
    std::variant<Compound, ExprStmt, DeclStmt, If, While, DoWhile, For, Switch, Case, Default, Label, Goto, Break,
                 Continue, Return, Null, Asm>
        node;
    template <class T> [[nodiscard]] const T* as() const { return std::get_if<T>(&node); }
    template <class T> [[nodiscard]] T* as() { return std::get_if<T>(&node); }
};

// ---- the unit --------------------------------------------------------------------------------------------------

struct TranslationUnit {
    support::FileId file = support::FileId::none;
    // The `#pragma omp` and `#pragma acc` lines of the user's files, where they are input.
    struct OmpLine {
        std::string text;
        SourceRange range;
    };
    // `extern int count;` inside of a function, of a variable that is known already.
    struct InnerExtern {
        const VarDecl* variable;
        SourceRange range;
    };
    std::vector<InnerExtern> inner_externs;
    std::vector<OmpLine> omp_lines;
    bool openmp = false; // its threads are a team of one
    TypeTable types;
    std::deque<VarDecl> globals;
    std::deque<FunctionDecl> functions; // one for each name; the definition's body where there is one
    std::deque<EnumConstant> enum_constants;
    std::deque<TypedefDecl> typedefs;
    std::vector<std::unique_ptr<VarDecl>> other_variables; // parameters of prototypes, which those lengths may name
    std::vector<ExprPtr> type_exprs;                       // lengths of variable arrays, which types point at
    // Names the user's text uses anywhere (identifiers and macro names), so that generated names avoid them.
    std::vector<std::string> used_names;
    // Names of the object- and function-like macros that user files define or undefine, with the place.
    struct MacroEvent {
        std::string name;
        SourceRange range;
    };
    std::vector<MacroEvent> macro_events;
    // The #include lines that brought a user's file, in the order in which they ended.
    struct Include {
        support::FileId by = support::FileId::none;
        std::uint32_t line = 0; // of `by`, from 1: the directive's last
        support::FileId file = support::FileId::none;
    };
    std::vector<Include> includes;
    // Places in functions whose text means something else, or nothing, outside of them: names of types, tags and
    // constants that are declared in functions, and typeof, whose operand may have another type there.
    struct LocalUse {
        SourceRange at, declared;               // declared: invalid for typeof, and for what has no name
        const EnumConstant* constant = nullptr; // where it is one
        TypeRef type = nullptr;                 // of typedef names and typeof
    };
    std::vector<LocalUse> local_uses;
};

// Calls f on every direct child expression / statement, in source order. The lengths of variable-length array types
// that a declaration, cast or sizeof spells are children too; of a statement expression, every expression in its
// statements.
void for_each_child(const Expr& expr, const std::function<void(const Expr&)>& f);
// The expressions in the directive, which are evaluated once, before the loop: its condition and bounds of sections.
void for_each_expression(const Directive& directive, const std::function<void(const Expr&)>& f);
void for_each_child(const Stmt& stmt, const std::function<void(const Expr&)>& on_expr,
                    const std::function<void(const Stmt&)>& on_stmt);

// The tree as C text, from the tree alone (macros expanded), without directives; `indent` counts levels of four spaces.
// dump: as an indented outline (--dump=ast).
std::string print_c(const Expr& expr);
std::string print_c(const Stmt& stmt, int indent);
// "double (*a)[n]" for type and name; name may be empty.
std::string declare(TypeRef type, const std::string& name);
// " __attribute__((aligned(64)))", which stands behind the declarator of an overaligned variable; of others, "".
std::string alignment_text(const VarDecl& variable);
std::string dump(const TranslationUnit& unit, const support::SourceManager& sources);

} // namespace hydra::ir

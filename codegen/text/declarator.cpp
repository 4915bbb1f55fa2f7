// Declarators are built from the name outwards, as C reads them.
#include "codegen/text/declarator.h"

#include <algorithm>

#include <fmt/format.h>

#include "codegen/text/walk.h"

namespace hydra::codegen {

namespace {

std::string qualifier_text(const ir::Qualifiers& quals) {
    std::string text;
    text += quals.is_const ? "const " : "";
    text += quals.is_volatile ? "volatile " : "";
    text += quals.is_restrict ? "restrict " : "";
    text += quals.is_atomic ? "_Atomic " : "";
    return text;
}

const char* basic_name(ir::TypeKind kind) {
    using enum ir::TypeKind;
    switch (kind) {
    case Void:
        return "void";
    case Bool:
        return "_Bool";
    case Char:
        return "char";
    case SChar:
        return "signed char";
    case UChar:
        return "unsigned char";
    case Short:
        return "short";
    case UShort:
        return "unsigned short";
    case Int:
        return "int";
    case UInt:
        return "unsigned int";
    case Long:
        return "long";
    case ULong:
        return "unsigned long";
    case LLong:
        return "long long";
    case ULLong:
        return "unsigned long long";
    case Int128:
        return "__int128";
    case UInt128:
        return "unsigned __int128";
    case Float:
        return "float";
    case Double:
        return "double";
    case LongDouble:
        return "long double";
    case Float128:
        return "_Float128";
    case ComplexFloat:
        return "float _Complex";
    case ComplexDouble:
        return "double _Complex";
    case ComplexLongDouble:
        return "long double _Complex";
    case VaList:
        return "__builtin_va_list";
    default:
        return nullptr;
    }
}

std::string tag_name(const ir::TranslationUnit& unit, const ir::TagDecl& tag) {
    const char* keyword = tag.kind == ir::TypeKind::Struct  ? "struct"
                          : tag.kind == ir::TypeKind::Union ? "union"
                                                            : "enum";
    if (ir::has_copy(tag))
        return fmt::format("{} {}", keyword, tag.outside);
    if (!tag.name.empty() && tag.file_scope)
        return fmt::format("{} {}", keyword, tag.name);
    if (tag.kind != ir::TypeKind::Enum && !tag.name.empty())
        throw Unwritable(fmt::format("{} {} is declared inside a function's parameters", keyword, tag.name));
    const auto named =
        std::find_if(unit.typedefs.begin(), unit.typedefs.end(), [&tag](const ir::TypedefDecl& candidate) {
            return candidate.type != nullptr && candidate.type->tag == &tag && !candidate.type->is_array() &&
                   !candidate.type->is_pointer() && candidate.type->quals == ir::Qualifiers{};
        });
    if (tag.kind == ir::TypeKind::Enum && (named == unit.typedefs.end() || !tag.file_scope)) {
        // The integer type that gcc gives it: unsigned unless a constant is negative.
        return std::string(tag.is_signed ? "signed " : "unsigned ") + (tag.size == 1   ? "char"
                                                                       : tag.size == 2 ? "short"
                                                                       : tag.size > 4  ? "long"
                                                                                       : "int");
    }
    if (named == unit.typedefs.end())
        throw Unwritable(fmt::format("its {} has no name", keyword));
    return named->name;
}

std::string parameter_list(const ir::TranslationUnit& unit, const ir::Type& function) {
    if (function.unprototyped)
        return "";
    std::string text;
    for (const auto* param : function.params) {
        text += text.empty() ? "" : ", ";
        text += declaration(unit, param, "", [](int, const ir::Type&) { return std::string("*"); });
    }
    if (function.variadic)
        text += ", ...";
    return text.empty() ? "void" : text;
}

} // namespace

std::string declaration(const ir::TranslationUnit& unit, ir::TypeRef type, const std::string& name,
                        const LengthText& length, int depth) {
    switch (type->kind) {
    case ir::TypeKind::Pointer:
        return pointer_declaration(unit, type->inner, qualifier_text(type->quals) + name, length, depth + 1);
    case ir::TypeKind::Array: {
        const auto count = is_run_time_array(*type) ? length(depth, *type)
                           : type->length >= 0      ? std::to_string(type->length)
                                                    : std::string();
        return declaration(unit, type->inner, fmt::format("{}[{}]", name, count), length, depth + 1);
    }
    case ir::TypeKind::Function:
        return declaration(unit, type->inner, fmt::format("{}({})", name, parameter_list(unit, *type)), length,
                           depth + 1);
    case ir::TypeKind::Vector: {
        const auto bytes = ir::size_of(type).value_or(0);
        return declaration(unit, type->inner, fmt::format("__attribute__((vector_size({}))) {}", bytes, name), length,
                           depth + 1);
    }
    case ir::TypeKind::Struct:
    case ir::TypeKind::Union:
    case ir::TypeKind::Enum:
        return qualifier_text(type->quals) + tag_name(unit, *type->tag) + (name.empty() ? "" : " " + name);
    default: {
        const char* basic = basic_name(type->kind);
        if (basic == nullptr)
            throw Unwritable("its type is not known");
        return qualifier_text(type->quals) + basic + (name.empty() ? "" : " " + name);
    }
    }
}

std::string pointer_declaration(const ir::TranslationUnit& unit, ir::TypeRef pointee, const std::string& name,
                                const LengthText& length, int depth) {
    const bool binds_tighter = pointee->is_array() || pointee->is_function();
    auto trimmed = name;
    if (trimmed.ends_with(' '))
        trimmed.pop_back();
    return declaration(unit, pointee, binds_tighter ? "(*" + trimmed + ")" : "*" + trimmed, length, depth);
}

std::string prototype(const ir::TranslationUnit& unit, ir::TypeRef function, const std::string& name) {
    return declaration(
        unit, function, name, [](int, const ir::Type&) { return std::string("*"); });
}

bool declared_in_block(const ir::TranslationUnit& unit, const ir::VarDecl& variable) {
    return std::any_of(
        unit.functions.begin(), unit.functions.end(),
        [&variable](const auto& function) {
            return function.body != nullptr && function.whole.valid() && function.whole.file == variable.range.file &&
                   function.whole.begin <= variable.range.begin && variable.range.end <= function.whole.end;
        });
}

bool is_run_time_array(const ir::Type& type) { return type.is_array() && type.vla_length != nullptr; }

namespace {

bool changes(const ir::Expr& expr, const ir::VarDecl* variable) {
    const auto* binary = expr.as<ir::Binary>();
    const auto* unary = expr.as<ir::Unary>();
    bool found =
        (binary != nullptr && ir::is_assignment(binary->op) && ir::named_variable(binary->lhs.get()) == variable) ||
        (unary != nullptr &&
         (unary->op == ir::UnaryOp::address_of ||
          (unary->op >= ir::UnaryOp::pre_inc && unary->op <= ir::UnaryOp::post_dec)) &&
         ir::named_variable(unary->operand.get()) == variable);
    ir::for_each_child(expr, [&](const auto& child) { found = found || changes(child, variable); });
    return found;
}

bool changes(const ir::Stmt& stmt, const ir::VarDecl* variable) {
    bool found = false;
    ir::for_each_child(
        stmt, [&](const auto& expr) { found = found || changes(expr, variable); },
        [&](const auto& child) { found = found || changes(child, variable); });
    return found;
}

// Whether a block of the function declares another variable of the name, which may mean that one where a loop stands.
bool hidden_somewhere(const ir::VarDecl& variable, const ir::FunctionDecl& function) {
    bool found = false;
    walk(*function.body,
         [&](const ir::Stmt& stmt, const ir::Stmt*) {
             if (const auto* declaration = stmt.as<ir::DeclStmt>())
                 for (const auto& other : declaration->variables)
                     found = found || (other.get() != &variable && other->name == variable.name);
         },
         {});
    return found;
}

// Whether it always has the value that it had first in the function: made of constants, and of parameters and variables
// with which nothing is done but to read them, and whose names mean nothing else there.
bool stays(const ir::Expr& expr, const ir::FunctionDecl& function) {
    if (const auto* variable = ir::named_variable(&expr)) {
        return !variable->has_static_lifetime() && (variable->is_param || variable->init != nullptr) &&
               !variable->type->quals.is_volatile && !changes(*function.body, variable) &&
               !hidden_somewhere(*variable, function);
    }
    const auto* binary = expr.as<ir::Binary>();
    const auto* unary = expr.as<ir::Unary>();
    const bool plain = expr.as<ir::IntLit>() != nullptr || expr.as<ir::Cast>() != nullptr ||
                       expr.as<ir::DeclRef>() != nullptr || (binary != nullptr && !ir::is_assignment(binary->op)) ||
                       (unary != nullptr && unary->op != ir::UnaryOp::deref);
    bool all = plain;
    ir::for_each_child(expr, [&](const auto& child) { all = all && stays(child, function); });
    return all;
}

} // namespace

bool keeps_its_lengths(ir::TypeRef type, const ir::FunctionDecl& function) {
    for (; type != nullptr && (type->is_pointer() || type->is_array()); type = type->inner)
        if (is_run_time_array(*type) && !stays(*type->vla_length, function))
            return false;
    return true;
}

} // namespace hydra::codegen

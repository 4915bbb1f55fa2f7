// The tree as C text. Expressions get the parentheses that C's precedences need, and those that compilers' warnings ask
// for; statements are always braced, so that no `else` can go astray.
#include "ir/tree.h"

#include <cmath>

#include <fmt/format.h>

namespace hydra::ir {

namespace {

// How tightly an expression binds; a higher one needs no parentheses inside a lower one.
enum Level {
    comma,
    assignment,
    conditional,
    log_or,
    log_and,
    bit_or,
    bit_xor,
    bit_and,
    equality,
    relation,
    shift,
    sum,
    product,
    prefix,
    postfix
};

Level level_of(BinaryOp op) {
    switch (op) {
    case BinaryOp::add:
    case BinaryOp::sub:
        return sum;
    case BinaryOp::mul:
    case BinaryOp::div:
    case BinaryOp::rem:
        return product;
    case BinaryOp::shl:
    case BinaryOp::shr:
        return shift;
    case BinaryOp::lt:
    case BinaryOp::gt:
    case BinaryOp::le:
    case BinaryOp::ge:
        return relation;
    case BinaryOp::eq:
    case BinaryOp::ne:
        return equality;
    case BinaryOp::bit_and:
        return bit_and;
    case BinaryOp::bit_xor:
        return bit_xor;
    case BinaryOp::bit_or:
        return bit_or;
    case BinaryOp::logical_and:
        return log_and;
    case BinaryOp::logical_or:
        return log_or;
    case BinaryOp::comma:
        return comma;
    default:
        return assignment;
    }
}

std::string at_least(Level level, const Expr& expr);

bool is_post(UnaryOp op) { return op == UnaryOp::post_inc || op == UnaryOp::post_dec; }

std::string integer_text(std::uint64_t value, TypeRef type) {
    const bool is_signed = type != nullptr && !type->is_unsigned();
    const auto number = static_cast<std::int64_t>(value);
    std::string suffix;
    if (type != nullptr) {
        suffix += !is_signed && type->kind >= TypeKind::UInt ? "U" : "";
        suffix += type->kind == TypeKind::Long || type->kind == TypeKind::ULong     ? "L"
                  : type->kind == TypeKind::LLong || type->kind == TypeKind::ULLong ? "LL"
                                                                                    : "";
    }
    if (is_signed && number == INT64_MIN) {
        return fmt::format("(-{}{} - 1)", INT64_MAX, suffix);
    }
    if (is_signed && number < 0) {
        return fmt::format("({}{})", number, suffix);
    }
    return fmt::format("{}{}", value, suffix);
}

std::string floating_text(double value, TypeRef type) {
    const std::string suffix = type == nullptr                      ? ""
                               : type->kind == TypeKind::Float      ? "f"
                               : type->kind == TypeKind::LongDouble ? "L"
                                                                    : "";
    if (std::isnan(value)) {
        return "__builtin_nan(\"\")";
    }
    if (std::isinf(value)) {
        return value > 0 ? "__builtin_inf()" : "(-__builtin_inf())";
    }
    auto text = fmt::format("{}", value);
    if (text.find_first_of(".e") == std::string::npos) {
        text += ".0";
    }
    text += suffix;
    return std::signbit(value) ? "(" + text + ")" : text;
}

std::string list(const std::vector<ExprPtr>& items) {
    std::string text;
    for (const auto& item : items) {
        text += (text.empty() ? "" : ", ") + at_least(assignment, *item);
    }
    return text;
}

struct Printed {
    std::string text;
    Level level = postfix;
};

// One overload a kind of expression: its text and how tightly that binds.
struct ExprPrinter {
    TypeRef type;

    Printed operator()(const IntLit& node) const {
        return {node.spelling.empty() ? integer_text(node.value, type) : node.spelling};
    }
    Printed operator()(const FloatLit& node) const {
        return {node.spelling.empty() ? floating_text(node.value, type) : node.spelling};
    }
    Printed operator()(const StringLit& node) const { return {node.spelling}; }
    Printed operator()(const DeclRef& node) const {
        return {std::visit([](const auto* decl) { return decl->name; }, node.decl)};
    }
    Printed operator()(const Unary& node) const {
        const std::string op = spelling(node.op);
        if (is_post(node.op)) {
            return {at_least(postfix, *node.operand) + op};
        }
        const auto operand = at_least(prefix, *node.operand);
        const bool word = op.size() > 2;
        const bool merges = op.back() == operand.front() && (op == "+" || op == "-" || op == "&" || op.size() == 2);
        return {op + (word || merges ? " " : "") + operand, prefix};
    }
    Printed operator()(const Binary& node) const {
        const auto level = level_of(node.op);
        if (node.op == BinaryOp::comma) {
            return {at_least(comma, *node.lhs) + ", " + at_least(assignment, *node.rhs), comma};
        }
        if (is_assignment(node.op)) {
            return {fmt::format("{} {} {}", at_least(prefix, *node.lhs), spelling(node.op),
                                at_least(assignment, *node.rhs)),
                    assignment};
        }
        return {fmt::format("{} {} {}", operand(*node.lhs, level, level), spelling(node.op),
                            operand(*node.rhs, static_cast<Level>(level + 1), level)),
                level};
    }
    Printed operator()(const Conditional& node) const {
        const auto cond = at_least(log_or, *node.cond);
        const auto otherwise = at_least(conditional, *node.otherwise);
        if (!node.then) {
            return {fmt::format("{} ?: {}", cond, otherwise), conditional};
        }
        return {fmt::format("{} ? {} : {}", cond, at_least(conditional, *node.then), otherwise), conditional};
    }
    Printed operator()(const Cast& node) const {
        return {fmt::format("({}){}", declare(node.to, ""), at_least(prefix, *node.operand)), prefix};
    }
    Printed operator()(const Call& node) const {
        return {fmt::format("{}({})", at_least(postfix, *node.callee), list(node.args))};
    }
    Printed operator()(const Index& node) const {
        return {fmt::format("{}[{}]", at_least(postfix, *node.base), print_c(*node.index))};
    }
    Printed operator()(const Member& node) const {
        return {fmt::format("{}{}{}", at_least(postfix, *node.base), node.arrow ? "->" : ".", node.field)};
    }
    Printed operator()(const SizeOf& node) const {
        return {fmt::format("{}({})", node.align ? "_Alignof" : "sizeof",
                            node.operand ? print_c(*node.operand) : declare(node.of, "")),
                prefix};
    }
    Printed operator()(const CompoundLiteral& node) const {
        return {fmt::format("({}){}", declare(node.of, ""), print_c(*node.init))};
    }
    Printed operator()(const InitList& node) const {
        std::string text;
        for (const auto& item : node.items) {
            text += text.empty() ? "" : ", ";
            for (const auto& designator : item.designators) {
                text += one_designator(designator);
            }
            text += item.designators.empty() ? "" : " = ";
            text += at_least(assignment, *item.value);
        }
        return {"{" + text + "}"};
    }
    Printed operator()(const StatementExpr& node) const { return {"(" + print_c(*node.body, 0) + ")"}; }
    Printed operator()(const BuiltinExpr& node) const {
        if (node.name == "_Generic" && !node.args.empty()) {
            return {"(" + print_c(*node.args[0]) + ")"};
        }
        std::string types;
        for (const auto* of : node.types) {
            types += (types.empty() ? "" : ", ") + declare(of, "");
        }
        const auto args = list(node.args);
        const bool types_first = node.name.find("offsetof") != std::string::npos;
        const std::string between = types.empty() || args.empty() ? "" : ", ";
        return {fmt::format("{}({}{}{})", node.name, types_first ? types : args, between, types_first ? args : types)};
    }
    Printed operator()(const ErrorExpr&) const { return {"/* error */ 0"}; }

  private:
    static std::string one_designator(const Designator& designator) {
        if (designator.field) {
            return "." + *designator.field;
        }
        if (designator.index_end) {
            return fmt::format("[{} ... {}]", print_c(*designator.index), print_c(*designator.index_end));
        }
        return fmt::format("[{}]", print_c(*designator.index));
    }

    // Whether compilers warn about an operand of this level without parentheses.
    static bool confusing(Level parent, Level inner) {
        switch (parent) {
        case log_or:
            return inner == log_and;
        case bit_or:
        case bit_xor:
        case bit_and:
            return inner != parent;
        case equality:
        case relation:
            return inner <= relation;
        case shift:
            return inner == sum || inner == product;
        default:
            return false;
        }
    }

    static std::string operand(const Expr& expr, Level needed, Level parent) {
        const auto* inner = strip(&expr)->as<Binary>();
        if (inner != nullptr && confusing(parent, level_of(inner->op))) {
            return "(" + print_c(expr) + ")";
        }
        return at_least(needed, expr);
    }
};

Printed print(const Expr& expr) {
    const auto* plain = strip(&expr);
    return std::visit(ExprPrinter{plain->type}, plain->node);
}

std::string at_least(Level level, const Expr& expr) {
    auto printed = print(expr);
    return printed.level >= level ? printed.text : "(" + printed.text + ")";
}

const char* basic_name(TypeKind kind) {
    switch (kind) {
    case TypeKind::Void:
        return "void";
    case TypeKind::Bool:
        return "_Bool";
    case TypeKind::Char:
        return "char";
    case TypeKind::SChar:
        return "signed char";
    case TypeKind::UChar:
        return "unsigned char";
    case TypeKind::Short:
        return "short";
    case TypeKind::UShort:
        return "unsigned short";
    case TypeKind::Int:
        return "int";
    case TypeKind::UInt:
        return "unsigned int";
    case TypeKind::Long:
        return "long";
    case TypeKind::ULong:
        return "unsigned long";
    case TypeKind::LLong:
        return "long long";
    case TypeKind::ULLong:
        return "unsigned long long";
    case TypeKind::Int128:
        return "__int128";
    case TypeKind::UInt128:
        return "unsigned __int128";
    case TypeKind::Float:
        return "float";
    case TypeKind::Double:
        return "double";
    case TypeKind::LongDouble:
        return "long double";
    case TypeKind::Float128:
        return "_Float128";
    case TypeKind::ComplexFloat:
        return "float _Complex";
    case TypeKind::ComplexDouble:
        return "double _Complex";
    case TypeKind::ComplexLongDouble:
        return "long double _Complex";
    case TypeKind::VaList:
        return "__builtin_va_list";
    default:
        return "int";
    }
}

std::string qualifiers(const Qualifiers& quals) {
    std::string text;
    text += quals.is_const ? "const " : "";
    text += quals.is_volatile ? "volatile " : "";
    text += quals.is_restrict ? "restrict " : "";
    text += quals.is_atomic ? "_Atomic " : "";
    return text;
}

std::string tag_text(const TagDecl& tag) {
    const std::string word = tag.kind == TypeKind::Struct ? "struct" : tag.kind == TypeKind::Union ? "union" : "enum";
    if (!tag.name.empty()) {
        return word + " " + tag.name;
    }
    if (tag.kind == TypeKind::Enum) {
        return tag.size > 4 ? "long" : "int"; // nameless: its constants are declared elsewhere
    }
    if (!tag.alias.empty()) {
        return tag.alias; // written out again, it would be another type
    }
    std::string fields;
    for (const auto& field : tag.fields) {
        const auto width = field.bit_width ? fmt::format(" : {}", *field.bit_width) : "";
        fields += declare(field.type, field.name) + width + "; ";
    }
    return word + (tag.packed ? " __attribute__((packed))" : "") + " { " + fields + "}";
}

// A type in the two parts in which C writes it: `const double` and `(*a)[n]`.
struct Declaration {
    std::string specifiers, declarator;
};

std::string parameters(const Type& type) {
    if (type.params.empty()) {
        return type.unprototyped ? "" : "void";
    }
    std::string text;
    for (const auto* param : type.params) {
        text += (text.empty() ? "" : ", ") + declare(param, "");
    }
    return text + (type.variadic ? ", ..." : "");
}

Declaration split(TypeRef type, std::string inner) {
    switch (type->kind) {
    case TypeKind::Pointer: {
        auto quals = qualifiers(type->quals);
        if (inner.empty() && !quals.empty()) {
            quals.pop_back();
        }
        inner = "*" + quals + inner;
        const bool wrapped = type->inner->is_array() || type->inner->is_function();
        return split(type->inner, wrapped ? "(" + inner + ")" : inner);
    }
    case TypeKind::Array: {
        const auto length = type->vla_length != nullptr ? print_c(*type->vla_length)
                            : type->length >= 0         ? std::to_string(type->length)
                                                        : "";
        return split(type->inner, inner + "[" + length + "]");
    }
    case TypeKind::Function:
        return split(type->inner, inner + "(" + parameters(*type) + ")");
    case TypeKind::Vector: {
        const auto bytes = size_of(type).value_or(0);
        return split(type->inner, fmt::format("__attribute__((vector_size({}))) {}", bytes, inner));
    }
    case TypeKind::Struct:
    case TypeKind::Union:
    case TypeKind::Enum:
        return {qualifiers(type->quals) + tag_text(*type->tag), std::move(inner)};
    default:
        return {qualifiers(type->quals) + basic_name(type->kind), std::move(inner)};
    }
}

std::string pad(int indent) { return std::string(static_cast<std::size_t>(indent) * 4, ' '); }

std::string storage_text(const VarDecl& variable) {
    switch (variable.storage) {
    case Storage::static_:
        return "static ";
    case Storage::extern_:
        return "extern ";
    case Storage::register_:
        return "register ";
    case Storage::thread:
        return "static _Thread_local ";
    case Storage::automatic:
        break;
    }
    return "";
}

std::string initializer(const VarDecl& variable) {
    return variable.init ? " = " + at_least(assignment, *variable.init) : "";
}

// `int i = 0, *p = a` where the specifiers agree, else one declaration after the other (not for a `for`).
std::string variables_text(const DeclStmt& node, int indent) {
    std::string text;
    std::string previous;
    for (const auto& variable : node.variables) {
        auto parts = split(variable->type, variable->name);
        const auto head = storage_text(*variable) + parts.specifiers;
        if (text.empty()) {
            text = head + " ";
        } else {
            text += head == previous ? ", " : ";\n" + pad(indent) + head + " ";
        }
        text += parts.declarator + initializer(*variable);
        previous = head;
    }
    return text.empty() ? text : text + ";";
}

std::string tag_definition(const TagDecl& tag, int indent) {
    auto nameless = tag;
    nameless.name.clear();
    if (!tag.complete || tag.kind == TypeKind::Enum || tag.name.empty()) {
        return tag.name.empty() || tag.kind == TypeKind::Enum ? "" : pad(indent) + tag_text(tag) + ";\n";
    }
    auto body = tag_text(nameless);
    body.insert(body.find(" {"), " " + tag.name);
    return pad(indent) + body + ";\n";
}

// One overload a kind of statement; every text ends with a newline.
struct StmtPrinter {
    int indent;

    std::string line(const std::string& text) const { return pad(indent) + text + "\n"; }
    // A sub-statement in braces, after a head such as `while (c)`.
    std::string body(const Stmt& stmt) const {
        if (const auto* block = stmt.as<Compound>()) {
            return braces(*block);
        }
        return "{\n" + print_c(stmt, indent + 1) + pad(indent) + "}";
    }
    std::string braces(const Compound& node) const {
        std::string text = "{\n";
        for (const auto& item : node.items) {
            text += print_c(*item, indent + 1);
        }
        return text + pad(indent) + "}";
    }
    std::string labelled(const std::string& label, const StmtPtr& stmt) const {
        return line(label) + (stmt ? print_c(*stmt, indent) : line(";"));
    }

    std::string operator()(const Compound& node) const { return line(braces(node)); }
    std::string operator()(const ExprStmt& node) const { return line(print_c(*node.expr) + ";"); }
    std::string operator()(const DeclStmt& node) const {
        std::string text;
        for (const auto* tag : node.tags) {
            text += tag_definition(*tag, indent);
        }
        for (const auto* function : node.functions) {
            text += line(declare(function->type, function->name) + ";");
        }
        return node.variables.empty() ? text : text + line(variables_text(node, indent));
    }
    std::string operator()(const If& node) const {
        auto text = fmt::format("if ({}) {}", print_c(*node.cond), body(*node.then));
        const If* last = &node;
        while (last->otherwise && last->otherwise->as<If>() != nullptr) {
            last = last->otherwise->as<If>();
            text += fmt::format(" else if ({}) {}", print_c(*last->cond), body(*last->then));
        }
        return line(last->otherwise ? text + " else " + body(*last->otherwise) : text);
    }
    std::string operator()(const While& node) const {
        return line(fmt::format("while ({}) {}", print_c(*node.cond), body(*node.body)));
    }
    std::string operator()(const DoWhile& node) const {
        return line(fmt::format("do {} while ({});", body(*node.body), print_c(*node.cond)));
    }
    std::string operator()(const For& node) const {
        std::string init = ";";
        if (node.init) {
            if (const auto* declaration = node.init->as<DeclStmt>()) {
                init = variables_text(*declaration, indent);
            } else if (const auto* expression = node.init->as<ExprStmt>()) {
                init = print_c(*expression->expr) + ";";
            }
        }
        return line(fmt::format("for ({}{};{}) {}", init, node.cond ? " " + print_c(*node.cond) : "",
                                node.inc ? " " + print_c(*node.inc) : "", body(*node.body)));
    }
    std::string operator()(const Switch& node) const {
        return line(fmt::format("switch ({}) {}", print_c(*node.value), body(*node.body)));
    }
    std::string operator()(const Case& node) const {
        const auto high = node.high ? " ... " + print_c(*node.high) : "";
        return labelled("case " + print_c(*node.low) + high + ":", node.body);
    }
    std::string operator()(const Default& node) const { return labelled("default:", node.body); }
    std::string operator()(const Label& node) const { return labelled(node.name + ":", node.body); }
    std::string operator()(const Goto& node) const {
        return line(node.computed ? "goto *" + at_least(prefix, *node.computed) + ";" : "goto " + node.label + ";");
    }
    std::string operator()(const Break&) const { return line("break;"); }
    std::string operator()(const Continue&) const { return line("continue;"); }
    std::string operator()(const Return& node) const {
        return line(node.value ? "return " + print_c(*node.value) + ";" : "return;");
    }
    std::string operator()(const Null&) const { return line(";"); }
    std::string operator()(const Asm& node) const { return line(node.text); }
};

} // namespace

std::string print_c(const Expr& expr) { return print(expr).text; }

std::string print_c(const Stmt& stmt, int indent) { return std::visit(StmtPrinter{indent}, stmt.node); }

std::string declare(TypeRef type, const std::string& name) {
    const auto parts = split(type, name);
    return parts.declarator.empty() ? parts.specifiers : parts.specifiers + " " + parts.declarator;
}

} // namespace hydra::ir

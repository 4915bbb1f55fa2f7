// See build_attributes.h.
#include "frontend/sema/build_attributes.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace hydra::frontend {

using ir::TypeKind;
using ir::TypeRef;

namespace {

std::string_view without_underscores(std::string_view word) {
    if (word.size() > 4 && word.substr(0, 2) == "__" && word.substr(word.size() - 2) == "__")
        return word.substr(2, word.size() - 4);
    return word;
}

} // namespace

// Of `sizeof(float)`, `sizeof(real)`: a basic type without other words, or a name for a type; `at` is behind `sizeof`.
std::optional<std::int64_t> AttributeReader::size_in_parentheses(std::size_t& at) const {
    static const std::map<std::string_view, TypeKind> basic = {
        {"char", TypeKind::Char}, {"short", TypeKind::Short}, {"int", TypeKind::Int},
        {"long", TypeKind::Long}, {"float", TypeKind::Float}, {"double", TypeKind::Double}};
    const bool opens = context_.tokens.get(at)->getType() == P::LPAREN;
    const std::string_view word = context_.text(context_.tokens.get(at + 1));
    const bool closes = context_.tokens.get(at + 2)->getType() == P::RPAREN;
    if (!opens || !closes)
        return std::nullopt;
    at += 3;
    if (const auto known = basic.find(word); known != basic.end())
        return ir::size_of(context_.basic(known->second));
    const Symbol symbol = context_.scopes.find(word);
    const auto* const* named = std::get_if<const ir::TypedefDecl*>(&symbol);
    if (named == nullptr)
        return std::nullopt;
    context_.note_use(context_.range(context_.tokens.get(at - 2)), (*named)->range, nullptr);
    return ir::size_of((*named)->type);
}

// The value of an attribute's argument, from the token `at` on, which is moved behind it: numbers, enumeration
// constants, parentheses, * / + - and shifts. level: 0 for shifts, 1 for sums, 2 for products; nullopt: anything else.
std::optional<std::int64_t> AttributeReader::value(std::size_t& at, int level) const {
    if (level == 3) {
        const auto* token = context_.tokens.get(at++);
        const std::string_view word = context_.text(token);
        if (token->getType() == P::LPAREN) {
            const auto inner = value(at, 0);
            return context_.tokens.get(at++)->getType() == P::RPAREN ? inner : std::nullopt;
        }
        if (word == "sizeof")
            return size_in_parentheses(at);
        const Symbol symbol = context_.scopes.find(word);
        if (const auto* const* constant = std::get_if<const ir::EnumConstant*>(&symbol)) {
            context_.note_use(context_.range(token), (*constant)->range, *constant);
            return (*constant)->value;
        }
        if (word.empty() || word.front() < '1' || word.front() > '9') // octal and hexadecimal ones too
            return std::nullopt;
        std::int64_t number = 0;
        for (const char c : word.substr(0, word.find_first_of("uUlL"))) {
            if (c < '0' || c > '9' || number > (1LL << 40))
                return std::nullopt;
            number = number * 10 + (c - '0');
        }
        return number;
    }
    auto left = value(at, level + 1);
    while (left) {
        const std::string_view op = context_.text(context_.tokens.get(at));
        const bool mine = level == 0   ? op == "<<" || op == ">>"
                          : level == 1 ? op == "+" || op == "-"
                                       : op == "*" || op == "/";
        if (!mine)
            break;
        ++at;
        const auto right = value(at, level + 1);
        const bool known = right && (op != "/" || *right != 0) && *right >= 0 && *right < (1LL << 20);
        if (!known || (level == 0 && *right > 20))
            return std::nullopt;
        left = op == "<<"   ? *left << *right
               : op == ">>" ? *left >> *right
               : op == "+"  ? *left + *right
               : op == "-"  ? *left - *right
               : op == "*"  ? *left * *right
                            : *left / *right;
    }
    const bool ends = level > 0 || context_.text(context_.tokens.get(at)) == ")";
    return ends ? left : std::nullopt;
}

void AttributeReader::attribute(P::AttributeContext* context, Attributes& into) const {
    std::size_t last = context->getStop()->getTokenIndex();
    for (std::size_t i = context->getStart()->getTokenIndex() + 1; i <= last; ++i) {
        std::string_view word = without_underscores(context_.text(context_.tokens.get(i)));
        bool has_argument = i + 2 <= last && context_.tokens.get(i + 1)->getType() == P::LPAREN;
        std::string_view argument = has_argument ? context_.text(context_.tokens.get(i + 2)) : std::string_view{};
        auto argument_value = [&](std::int64_t otherwise) {
            std::size_t at = i + 2;
            const auto known = has_argument ? value(at, 0) : std::optional(otherwise);
            if (!known && context_.positions.in_user_file(context->getStart()->getStartIndex()))
                context_.error(context,
                               fmt::format("not in this version: '{}' with a value that is more than numbers; write "
                                           "the number",
                                           word));
            return known && *known > 0 ? *known : otherwise;
        };
        if (word == "packed")
            into.packed = true;
        else if (word == "aligned") {
            const bool of_type = argument.find("alignof") != std::string_view::npos; // in system headers
            into.align = std::max(into.align, argument_value(of_type ? 8 : 16));
        } else if (word == "noreturn")
            into.noreturn = true;
        else if (word == "transparent_union")
            into.transparent_union = true;
        else if (word == "vector_size")
            into.vector_size = argument_value(0);
        else if (word == "mode")
            into.mode = std::string(without_underscores(argument));
        else if (word == "cleanup" && has_argument &&
                 context_.positions.in_user_file(context->getStart()->getStartIndex()))
            context_.error(context,
                           fmt::format("not in this version: a call of '{0}' whenever a variable goes out of scope "
                                       "(attribute cleanup); call '{0}' at the end of the scope",
                                       argument));
    }
}

TypeRef AttributeReader::with_attributes(TypeRef type, const Attributes& attributes) const {
    if (!attributes.mode.empty() && type->is_integer()) {
        bool u = type->is_unsigned();
        const std::string& mode = attributes.mode;
        if (mode == "QI" || mode == "byte")
            return context_.basic(u ? TypeKind::UChar : TypeKind::SChar);
        if (mode == "HI")
            return context_.basic(u ? TypeKind::UShort : TypeKind::Short);
        if (mode == "SI")
            return context_.basic(u ? TypeKind::UInt : TypeKind::Int);
        if (mode == "DI" || mode == "word" || mode == "pointer")
            return context_.basic(u ? TypeKind::ULong : TypeKind::Long);
        if (mode == "TI")
            return context_.basic(u ? TypeKind::UInt128 : TypeKind::Int128);
    }
    if (attributes.vector_size > 0 && ir::size_of(type).value_or(0) > 0)
        return context_.unit.types.vector_of(type, attributes.vector_size / *ir::size_of(type));
    return type;
}

} // namespace hydra::frontend

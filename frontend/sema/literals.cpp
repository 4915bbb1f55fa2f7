// The lexer accepts every preprocessing number; whether it is a constant, and of which type, is decided here.
#include "frontend/sema/literals.h"

#include <cstdlib>

#include <fmt/format.h>

namespace hydra::frontend {

using ir::TypeKind;

namespace {

int digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 99;
}

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    return result;
}

NumberValue float_value(std::string_view spelling, bool hex) {
    NumberValue result;
    result.floating = true;
    std::string copy(spelling);
    char* end = nullptr;
    result.real = std::strtod(copy.c_str(), &end);
    std::string suffix = lower(end);
    bool complex = false;
    for (char imaginary : {'i', 'j'})
        if (auto at = suffix.find(imaginary); at != std::string::npos) {
            complex = true;
            suffix.erase(at, 1);
        }
    if (hex && copy.find_first_of("pP") == std::string::npos)
        result.error = "hexadecimal floating constants require an exponent";
    else if (suffix.empty() || suffix == "f64" || suffix == "f32x" || suffix == "d")
        result.kind = complex ? TypeKind::ComplexDouble : TypeKind::Double;
    else if (suffix == "f" || suffix == "f32")
        result.kind = complex ? TypeKind::ComplexFloat : TypeKind::Float;
    else if (suffix == "l" || suffix == "f64x" || suffix == "f128" || suffix == "q" || suffix == "w")
        result.kind = complex ? TypeKind::ComplexLongDouble : TypeKind::LongDouble;
    else
        result.error = fmt::format("invalid suffix \"{}\" on floating constant", end);
    return result;
}

TypeKind integer_kind(std::uint64_t value, bool decimal, bool is_unsigned, int longs) {
    bool fits_int = value <= 0x7fffffffULL, fits_uint = value <= 0xffffffffULL,
         fits_long = value <= 0x7fffffffffffffffULL;
    if (longs == 0 && !is_unsigned && fits_int)
        return TypeKind::Int;
    if (longs == 0 && fits_uint && (is_unsigned || !decimal))
        return TypeKind::UInt;
    bool must_be_unsigned = is_unsigned || !fits_long;
    if (longs == 2)
        return must_be_unsigned ? TypeKind::ULLong : TypeKind::LLong;
    return must_be_unsigned ? TypeKind::ULong : TypeKind::Long;
}

// One character or escape at text[at]; moves behind it. Octal and hexadecimal escapes are one element of any size.
std::uint32_t one_character(std::string_view text, std::size_t& at, bool wide, std::string* utf8) {
    auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    if (text[at] != '\\' || at + 1 >= text.size()) {
        std::uint32_t c = byte(at++);
        if (!wide || c < 0x80)
            return c;
        int more = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : 1;
        c &= 0x3fU >> more;
        for (; more > 0 && at < text.size() && (byte(at) & 0xc0U) == 0x80U; --more)
            c = (c << 6U) | (byte(at++) & 0x3fU);
        return c;
    }
    char kind = text[at + 1];
    at += 2;
    switch (kind) {
    case 'n':
        return '\n';
    case 't':
        return '\t';
    case 'r':
        return '\r';
    case 'a':
        return '\a';
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    case 'v':
        return '\v';
    case 'e':
    case 'E':
        return 27;
    default:
        break;
    }
    std::uint32_t value = 0;
    if (kind >= '0' && kind <= '7') {
        value = static_cast<std::uint32_t>(kind - '0');
        for (int i = 0; i < 2 && at < text.size() && text[at] >= '0' && text[at] <= '7'; ++i)
            value = value * 8 + static_cast<std::uint32_t>(text[at++] - '0');
        return value;
    }
    if (kind == 'x' || kind == 'u' || kind == 'U') {
        int most = kind == 'x' ? 1 << 20 : kind == 'u' ? 4 : 8;
        for (; most > 0 && at < text.size() && digit(text[at]) < 16; --most)
            value = value * 16 + static_cast<std::uint32_t>(digit(text[at++]));
        if (kind != 'x' && !wide && utf8 != nullptr && value >= 0x80) {
            if (value >= 0x10000) {
                utf8->push_back(static_cast<char>(0xf0U | (value >> 18U)));
                utf8->push_back(static_cast<char>(0x80U | ((value >> 12U) & 0x3fU)));
            } else if (value >= 0x800)
                utf8->push_back(static_cast<char>(0xe0U | (value >> 12U)));
            utf8->push_back(
                static_cast<char>(value >= 0x800 ? 0x80U | ((value >> 6U) & 0x3fU) : 0xc0U | (value >> 6U)));
            return 0x80U | (value & 0x3fU);
        }
        return value;
    }
    return static_cast<unsigned char>(kind);
}

TypeKind element_kind(std::string_view prefix, bool character) {
    if (prefix == "L")
        return TypeKind::Int;
    if (prefix == "u")
        return TypeKind::UShort;
    if (prefix == "U")
        return TypeKind::UInt;
    return character ? TypeKind::Int : TypeKind::Char;
}

} // namespace

NumberValue number_value(std::string_view spelling) {
    std::string text = lower(spelling);
    bool hex = text.size() > 1 && text[0] == '0' && text[1] == 'x';
    bool binary = text.size() > 2 && text[0] == '0' && text[1] == 'b';
    if (text.find('.') != std::string::npos ||
        (hex ? text.find('p') != std::string::npos : !binary && text.find('e') != std::string::npos))
        return float_value(spelling, hex);
    NumberValue result;
    int base = hex ? 16 : binary ? 2 : text[0] == '0' ? 8 : 10;
    std::size_t at = hex || binary ? 2 : 0, start = at;
    bool overflow = false;
    for (; at < text.size() && digit(text[at]) < (base == 8 ? 10 : base); ++at) {
        if (digit(text[at]) >= base) {
            result.error = fmt::format("invalid digit \"{}\" in octal constant", text[at]);
            return result;
        }
        overflow |= __builtin_mul_overflow(result.integer, static_cast<std::uint64_t>(base), &result.integer);
        overflow |=
            __builtin_add_overflow(result.integer, static_cast<std::uint64_t>(digit(text[at])), &result.integer);
    }
    std::string_view suffix = std::string_view(text).substr(at);
    std::string_view own = spelling.substr(at);
    bool is_unsigned = false, imaginary = false, bad = at == start;
    int longs = 0;
    for (std::size_t i = 0; i < suffix.size(); ++i) {
        if (suffix[i] == 'u' && !is_unsigned)
            is_unsigned = true;
        else if (suffix[i] == 'l' && longs == 0) {
            longs = 1;
            if (i + 1 < suffix.size() && own[i + 1] == own[i]) {
                longs = 2;
                ++i;
            }
        } else if ((suffix[i] == 'i' || suffix[i] == 'j') && !imaginary)
            imaginary = true;
        else
            bad = true;
    }
    if (bad)
        result.error = fmt::format("invalid suffix \"{}\" on integer constant", own);
    else if (overflow)
        result.error = "integer constant is too large for its type";
    result.kind = imaginary ? TypeKind::ComplexDouble : integer_kind(result.integer, base == 10, is_unsigned, longs);
    if (imaginary) {
        result.floating = true;
        result.real = static_cast<double>(result.integer);
    }
    return result;
}

CharacterValue character_value(std::string_view spelling) {
    CharacterValue result;
    std::size_t quote = spelling.find('\'');
    result.kind = element_kind(spelling.substr(0, quote), true);
    bool wide = quote > 0;
    std::string_view text = spelling.substr(quote + 1, spelling.size() - quote - 2);
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size(); ++count) {
        std::uint32_t c = one_character(text, at, wide, nullptr);
        if (wide)
            result.value = c;
        else if (count == 0)
            result.value = static_cast<signed char>(c);
        else
            result.value = static_cast<std::int32_t>((static_cast<std::uint32_t>(result.value) << 8U) | (c & 0xffU));
    }
    return result;
}

TypeKind string_value(std::string_view spelling, std::string& bytes, std::int64_t& elements) {
    std::size_t quote = spelling.find('"');
    std::string_view prefix = spelling.substr(0, quote);
    bool wide = prefix == "L" || prefix == "u" || prefix == "U";
    std::string_view text = spelling.substr(quote + 1, spelling.size() - quote - 2);
    for (std::size_t at = 0; at < text.size();) {
        std::size_t size = bytes.size();
        std::uint32_t c = one_character(text, at, wide, &bytes);
        bytes.push_back(static_cast<char>(c));
        elements += wide ? 1 : static_cast<std::int64_t>(bytes.size() - size);
    }
    return element_kind(prefix, false);
}

} // namespace hydra::frontend

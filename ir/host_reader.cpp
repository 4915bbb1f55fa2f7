// Reads host expressions from C text, by a recursive descent by C's precedences. What begins with a type's keyword in
// parentheses is a type; names of types that are no keywords have a mark in front.
#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "ir/host_expr.h"
#include "ir/operators.h"

namespace hydra::ir {

namespace {

// Other alphabets have bytes of more than 7 bits.
bool is_letter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || (c & 0x80);
}

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

constexpr std::array<std::string_view, 22> type_words{
    "const",        "volatile", "restrict",  "_Atomic", "unsigned", "signed", "void",
    "char",         "short",    "int",       "long",    "float",    "double", "_Bool",
    "__int128",     "_Complex", "_Float128", "struct",  "union",    "enum",   "__builtin_va_list",
    "__attribute__"};

constexpr std::array prefixes{UnaryOp::pre_inc,     UnaryOp::pre_dec, UnaryOp::plus,       UnaryOp::minus,
                              UnaryOp::bit_not,     UnaryOp::deref,   UnaryOp::address_of, UnaryOp::real,
                              UnaryOp::logical_not, UnaryOp::imag};

// What begins a number that compilers know by types and members: it is spelled as it stands.
constexpr std::array<std::string_view, 2> number_words{"__builtin_offsetof", "__builtin_types_compatible_p"};

// What stands in front of types that begin with a name, since nobody could tell them from expressions: (typedef T *)p.
constexpr std::string_view type_mark = "typedef";

bool begins_with_keyword(std::string_view type) {
    const auto end = std::find_if_not(type.begin(), type.end(), is_letter);
    const std::string_view word = type.substr(0, static_cast<std::size_t>(end - type.begin()));
    return std::find(type_words.begin(), type_words.end(), word) != type_words.end();
}

// Goes through the text, which must outlive it. What is not there as expected throws std::invalid_argument.
class HostReader {
  public:
    HostReader(std::string_view text, const HostExpr::Finding& find) : text_(text), find_(find) {}

    HostExpr expression(); // as long as it goes
    void end();            // there is no more

  private:
    HostExpr binary(Level level); // whose operators bind as tightly as that, or tighter
    HostExpr conditional();
    HostExpr prefix();
    HostExpr postfix();
    HostExpr primary();
    HostExpr literal();
    HostExpr node(); // of the user's program
    HostExpr in_parentheses();
    HostExpr size_of(const std::string& word);
    std::vector<HostExpr> list(std::string_view close); // up to that, and it, too
    std::optional<std::string> type(); // behind the opening parenthesis, with the closing one; nullopt: it is none
    std::optional<BinaryOp> operation(Level level);
    std::string identifier();
    void quoted();
    bool optional(std::string_view what);
    void expect(std::string_view what);
    void skip_blanks();
    [[nodiscard]] char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    [[noreturn]] void fail(const std::string& why) const;

    std::string_view text_;
    const HostExpr::Finding& find_;
    std::size_t at_ = 0;
};

HostExpr HostReader::expression() { return binary(Level::comma); }

HostExpr HostReader::binary(Level level) {
    if (level == Level::conditional)
        return conditional();
    if (level == Level::prefix)
        return prefix();
    HostExpr left = binary(tighter(level));
    while (const auto op = operation(level)) {
        HostExpr right = binary(level == Level::assignment ? level : tighter(level)); // assignments from the right
        left = HostExpr::binary(*op, std::move(left), std::move(right));
    }
    return left;
}

HostExpr HostReader::conditional() {
    HostExpr condition = binary(Level::log_or);
    if (!optional("?"))
        return condition;
    if (optional(":"))
        return HostExpr::conditional(std::move(condition), conditional());
    HostExpr then = expression();
    expect(":");
    return HostExpr::conditional(std::move(condition), std::move(then), conditional());
}

// The longest operator that stands there, if it is of this level.
std::optional<BinaryOp> HostReader::operation(Level level) {
    skip_blanks();
    std::optional<BinaryOp> found;
    std::size_t length = 0;
    for (int i = 0; i <= static_cast<int>(BinaryOp::or_assign); ++i) {
        const auto op = static_cast<BinaryOp>(i);
        const std::string_view word = spelling(op);
        if (word.size() > length && text_.substr(at_, word.size()) == word) {
            found = op;
            length = word.size();
        }
    }
    if (!found || level_of(*found) != level)
        return std::nullopt;
    at_ += length;
    return found;
}

HostExpr HostReader::prefix() {
    skip_blanks();
    for (const UnaryOp op : prefixes)
        if (optional(spelling(op)))
            return HostExpr::unary(op, prefix());
    for (const char* word : {"sizeof", "_Alignof"})
        if (optional(word))
            return size_of(word);
    const std::size_t begin = at_;
    if (optional("(")) {
        if (auto name = type()) {
            if (!optional("{"))
                return HostExpr::cast(std::move(*name), prefix());
        }
        at_ = begin;
    }
    return postfix();
}

HostExpr HostReader::size_of(const std::string& word) {
    const std::size_t begin = at_;
    if (optional("("))
        if (auto name = type())
            return HostExpr::size_of(HostExpr::type(std::move(*name)), word);
    at_ = begin;
    return HostExpr::size_of(prefix(), word);
}

HostExpr HostReader::postfix() {
    HostExpr base = primary();
    while (true) {
        if (optional("[")) {
            HostExpr at = expression();
            expect("]");
            base = HostExpr::index(std::move(base), std::move(at));
        } else if (optional("(")) {
            base = HostExpr::call(std::move(base), list(")"));
        } else if (optional("->")) {
            base = HostExpr::member(std::move(base), true, identifier());
        } else if (optional(".")) {
            base = HostExpr::member(std::move(base), false, identifier());
        } else if (optional("++")) {
            base = HostExpr::unary(UnaryOp::post_inc, std::move(base));
        } else if (optional("--")) {
            base = HostExpr::unary(UnaryOp::post_dec, std::move(base));
        } else {
            return base;
        }
    }
}

HostExpr HostReader::primary() {
    skip_blanks();
    const char c = next();
    if (optional("("))
        return in_parentheses();
    if (optional("#"))
        return node();
    const std::size_t begin = at_;
    if (is_digit(c) || c == '"' || c == '\'' || c == '.')
        return literal();
    std::string name = identifier();
    if (name.size() <= 2 && (next() == '"' || next() == '\'')) { // L"…", u8'…'
        at_ = begin;
        return literal();
    }
    if (std::find(number_words.begin(), number_words.end(), name) != number_words.end() && optional("(")) {
        for (int open = 1; open > 0; ++at_) {
            if (at_ == text_.size())
                fail("expected )");
            open += next() == '(' ? 1 : next() == ')' ? -1 : 0;
        }
        return HostExpr::literal(std::string(text_.substr(begin, at_ - begin)));
    }
    return HostExpr::name(std::move(name));
}

HostExpr HostReader::in_parentheses() {
    if (auto name = type()) {
        expect("{");
        return HostExpr::compound(std::move(*name), list("}"));
    }
    HostExpr inside = expression();
    expect(")");
    return HostExpr::group(std::move(inside));
}

HostExpr HostReader::node() {
    const std::size_t begin = at_;
    while (is_letter(next()) || next() == ':' || next() == '#')
        ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    const Expr* expr = find_ ? find_(name) : nullptr;
    if (expr == nullptr)
        fail("there is no expression " + std::string(name));
    return HostExpr::of(*expr);
}

// Strings that follow one another are one.
HostExpr HostReader::literal() {
    const std::size_t begin = at_;
    if (is_digit(next()) || next() == '.') {
        const auto is_sign = [&] { // of an exponent
            const char before = text_[at_ - 1];
            const bool hexadecimal = text_.substr(begin, 2) == "0x" || text_.substr(begin, 2) == "0X";
            return (next() == '+' || next() == '-') &&
                   (hexadecimal ? before == 'p' || before == 'P' : before == 'e' || before == 'E');
        };
        while (is_letter(next()) || next() == '.' || (at_ > begin && is_sign()))
            ++at_;
        return HostExpr::literal(std::string(text_.substr(begin, at_ - begin)));
    }
    std::size_t behind = begin;
    do {
        while (is_letter(next()))
            ++at_;
        quoted();
        behind = at_;
        skip_blanks();
    } while (next() == '"');
    at_ = behind;
    return HostExpr::literal(std::string(text_.substr(begin, at_ - begin)));
}

void HostReader::quoted() {
    const char quote = next();
    if (quote != '"' && quote != '\'')
        fail("expected a string");
    for (++at_; at_ < text_.size() && text_[at_] != quote; ++at_)
        at_ += text_[at_] == '\\' ? 1 : 0;
    expect(std::string_view(&quote, 1));
}

std::vector<HostExpr> HostReader::list(std::string_view close) {
    std::vector<HostExpr> items;
    if (optional(close))
        return items;
    do
        items.push_back(binary(Level::assignment));
    while (optional(","));
    expect(close);
    return items;
}

std::optional<std::string> HostReader::type() {
    skip_blanks();
    const bool marked = optional(type_mark);
    skip_blanks();
    const std::size_t begin = at_;
    if (!marked && !begins_with_keyword(text_.substr(begin)))
        return std::nullopt;
    int depth = 0;
    for (; at_ < text_.size() && (depth > 0 || next() != ')'); ++at_)
        depth += next() == '(' ? 1 : next() == ')' ? -1 : 0;
    std::string name(text_.substr(begin, at_ - begin));
    expect(")");
    return name;
}

std::string HostReader::identifier() {
    skip_blanks();
    const std::size_t begin = at_;
    while (is_letter(next()))
        ++at_;
    if (begin == at_ || is_digit(text_[begin]))
        fail("expected a name or a number");
    return std::string(text_.substr(begin, at_ - begin));
}

bool HostReader::optional(std::string_view what) {
    const std::size_t before = at_;
    skip_blanks();
    const std::size_t behind = at_ + what.size();
    const bool is_word = is_letter(what.back()) && behind < text_.size() && is_letter(text_[behind]); // a longer one
    if (text_.substr(at_, what.size()) == what && !is_word) {
        at_ = behind;
        return true;
    }
    at_ = before;
    return false;
}

void HostReader::expect(std::string_view what) {
    if (!optional(what))
        fail("expected " + std::string(what));
}

void HostReader::end() {
    skip_blanks();
    if (at_ < text_.size())
        fail("expected no more");
}

void HostReader::skip_blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0)
        ++at_;
}

void HostReader::fail(const std::string& why) const {
    throw std::invalid_argument(why + " before '" + std::string(text_.substr(std::min(at_, text_.size()))) + "'");
}

} // namespace

HostExpr HostExpr::parse(std::string_view text, const Finding& find) {
    HostReader reader(text, find);
    HostExpr result = reader.expression();
    reader.end();
    return result;
}

std::string HostExpr::marked_type(const std::string& name) {
    return begins_with_keyword(name) ? name : std::string(type_mark) + " " + name;
}

} // namespace hydra::ir

// A recursive-descent reader over words, quoted strings and punctuation; what may stand where, the lists of fields.h
// say.
#include "ir/parse.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstring>
#include <stdexcept>

#include <fmt/format.h>

#include "ir/fields.h"

namespace hydra::ir {

namespace {

struct Token {
    enum class Kind { word, string, open, close, comma, end } kind = Kind::end;
    std::string text;
    int line = 1;
};

// The text as tokens, one of which is looked at.
class Tokens {
  public:
    explicit Tokens(std::string_view text) : text_(text) { advance(); }

    [[noreturn]] void fail(const std::string& why) const {
        throw ParseError(fmt::format("line {}: {}", token_.line, why));
    }
    // The same for what was just read.
    [[noreturn]] void fail_behind(const std::string& why) const {
        throw ParseError(fmt::format("line {}: {}", taken_, why));
    }

    [[nodiscard]] bool at_end() const { return token_.kind == Token::Kind::end; }
    std::string word() { return take(Token::Kind::word, "a word"); }
    // Strings that follow one another are one.
    std::string string() {
        std::string all = take(Token::Kind::string, "a string");
        while (token_.kind == Token::Kind::string)
            all += take(Token::Kind::string, "");
        return all;
    }
    void open() { take(Token::Kind::open, "{"); }
    bool opened() { return skipped(Token::Kind::open); }
    bool closed() { return skipped(Token::Kind::close); }
    bool comma() { return skipped(Token::Kind::comma); }
    bool optional(std::string_view word) {
        return token_.kind == Token::Kind::word && token_.text == word && skipped(Token::Kind::word);
    }
    // "2" of a word #2; empty where there is none.
    std::string hash() {
        const bool is_one = token_.kind == Token::Kind::word && token_.text.starts_with('#');
        return is_one ? word().substr(1) : std::string{};
    }
    void expect(std::string_view word) {
        if (!optional(word))
            fail(fmt::format("expected {}", word));
    }

  private:
    std::string take(Token::Kind kind, const char* what) {
        if (token_.kind != kind)
            fail(fmt::format("expected {}", what));
        std::string text = std::move(token_.text);
        taken_ = token_.line;
        advance();
        return text;
    }
    bool skipped(Token::Kind kind) {
        if (token_.kind != kind)
            return false;
        take(kind, "");
        return true;
    }

    void advance() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0)
            line_ += text_[at_++] == '\n' ? 1 : 0;
        token_ = {Token::Kind::end, "", line_};
        if (at_ == text_.size())
            return;
        constexpr std::string_view marks = "{},";
        if (const auto mark = marks.find(text_[at_]); mark != std::string_view::npos) {
            constexpr Token::Kind kinds[] = {Token::Kind::open, Token::Kind::close, Token::Kind::comma};
            token_.kind = kinds[mark];
            ++at_;
        } else if (text_[at_] == '"') {
            read_string();
        } else {
            token_.kind = Token::Kind::word;
            while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) == 0 &&
                   std::strchr("{},\"", text_[at_]) == nullptr)
                token_.text += text_[at_++];
        }
    }

    void read_string() {
        token_.kind = Token::Kind::string;
        for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
            if (text_[at_] != '\\' || at_ + 1 == text_.size()) {
                token_.text += text_[at_];
                continue;
            }
            const char c = text_[++at_];
            unsigned value = 0;
            if (c == 'x' && at_ + 2 < text_.size()) {
                std::from_chars(text_.data() + at_ + 1, text_.data() + at_ + 3, value, 16);
                at_ += 2;
            }
            token_.text += c == 'n' ? '\n' : c == 'x' ? static_cast<char>(value) : c;
        }
        if (at_ == text_.size())
            fail("a string is not closed");
        ++at_;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int line_ = 1;
    int taken_ = 1; // the line of the last token read
    Token token_;
};

class Reader {
  public:
    Reader(std::string_view text, const TreeNames& names) : tokens_(text), names_(names) {}

    Program program() {
        Program result;
        while (!tokens_.at_end()) {
            const std::string what = tokens_.word();
            place_ = {};
            if (what == "kernel")
                result.kernels.push_back(structure<Kernel>(what));
            else if (what == "site")
                result.sites.push_back(structure<Site>(what));
            else if (what == "function")
                result.functions.push_back(structure<Function>(what));
            else if (what == "accessor")
                result.accessors.push_back(structure<UnitAccessor>(what));
            else if (what == "static")
                result.static_arrays.push_back(static_array());
            else if (what == "overrun")
                result.overruns.insert(value<const Expr*>());
            else
                tokens_.fail_behind("expected kernel, site, static, accessor, overrun or function, not " + what);
        }
        return result;
    }

  private:
    template <class T> T structure(const std::string& word) {
        T result;
        const auto head = [&](const auto& of) {
            if constexpr (std::remove_cvref_t<decltype(of)>::is_head)
                read(of.name, result.*(of.member));
        };
        std::apply([&](const auto&... of) { (head(of), ...); }, fields<T>);
        if (!tokens_.opened())
            return result;
        while (!tokens_.closed()) {
            const std::string name = tokens_.word();
            const auto field = [&](const auto& of) {
                if (of.is_head || of.name != name)
                    return false;
                read(of.name, result.*(of.member));
                return true;
            };
            if (!std::apply([&](const auto&... of) { return (field(of) || ...); }, fields<T>))
                tokens_.fail_behind(fmt::format("a {} has no {}", word, name));
        }
        return result;
    }

    template <class T> void read(std::string_view name, T& to) {
        if constexpr (HasFields<T>)
            to = structure<T>(std::string(name));
        else
            to = value<T>();
        if constexpr (std::is_same_v<T, const FunctionDecl*>)
            place_.function = to;
        else if constexpr (std::is_same_v<T, int>)
            place_.unit = name == "unit" ? to : place_.unit;
    }
    void read(std::string_view, bool& to) { to = !tokens_.optional("no"); }
    template <class T> void read(std::string_view name, std::vector<T>& to) {
        if constexpr (HasFields<T>)
            to.push_back(structure<T>(std::string(name)));
        else
            do
                to.push_back(value<T>());
            while (tokens_.comma());
    }
    void read(std::string_view, Block& to) {
        tokens_.open();
        while (!tokens_.closed()) {
            const std::string word = tokens_.word();
            const auto at = std::find(operation_words.begin(), operation_words.end(), word);
            if (at == operation_words.end())
                tokens_.fail_behind("no operation is called " + word);
            to.push_back(operation(static_cast<std::size_t>(at - operation_words.begin()), word,
                                   std::make_index_sequence<operation_words.size()>{}));
        }
    }
    template <std::size_t... At> Op operation(std::size_t index, const std::string& word, std::index_sequence<At...>) {
        static_assert(sizeof...(At) == std::variant_size_v<decltype(Op::node)>);
        Op op;
        const auto alternative = [&]<std::size_t I>(std::integral_constant<std::size_t, I>) {
            if (I == index)
                op.node = structure<std::variant_alternative_t<I, decltype(Op::node)>>(word);
        };
        (alternative(std::integral_constant<std::size_t, At>{}), ...);
        return op;
    }

    // Values that are no structs of the lists.
    template <class T> T value() {
        if constexpr (std::is_same_v<T, std::string>)
            return tokens_.string();
        else if constexpr (std::is_integral_v<T>)
            return static_cast<T>(number(tokens_.word()));
        else if constexpr (std::is_same_v<T, KernelId> || std::is_same_v<T, SiteId>)
            return {static_cast<int>(number(tokens_.word()))};
        else if constexpr (std::is_enum_v<T>)
            return static_cast<T>(one_of(words<T>));
        else if constexpr (std::is_pointer_v<T>)
            return node(T{});
        else if constexpr (std::is_same_v<T, SourceRange>)
            return range(tokens_.word());
        else if constexpr (std::is_same_v<T, Bound>)
            return bound();
        else if constexpr (std::is_same_v<T, SymbolicExpr> || std::is_same_v<T, RowScan>)
            return symbolic<T>();
        else if constexpr (std::is_same_v<T, std::optional<SymbolicExpr>>)
            return symbolic<SymbolicExpr>();
        else if constexpr (std::is_same_v<T, HostExpr>)
            return host();
        else
            return pair();
    }

    std::int64_t number(std::string_view text) const {
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc{} || end != text.data() + text.size())
            tokens_.fail_behind(fmt::format("expected a number, not {}", text));
        return value;
    }

    template <class Words> std::size_t one_of(const Words& all) {
        const std::string word = tokens_.word();
        const auto at = std::find(all.begin(), all.end(), word);
        if (at == all.end())
            tokens_.fail_behind(fmt::format("expected one of {} words, not {}", all.size(), word));
        return static_cast<std::size_t>(at - all.begin());
    }

    template <class T> T known(T found, const char* what, const std::string& name) const {
        if (found == nullptr)
            tokens_.fail_behind(fmt::format("there is no {} {}", what, name));
        return found;
    }
    // The argument says which kind of node.
    const Stmt* node(const Stmt*) {
        const std::string name = tokens_.word();
        return name == "none" ? nullptr : known(names_.statement(name, place_), "statement", name);
    }
    const Expr* node(const Expr*) {
        const std::string name = tokens_.word();
        return name == "none" ? nullptr : known(names_.expression(name, place_), "expression", name);
    }
    const VarDecl* node(const VarDecl*) {
        const std::string name = tokens_.word();
        return name == "none" ? nullptr : known(names_.variable(name, place_), "variable", name);
    }
    const FunctionDecl* node(const FunctionDecl*) {
        const std::string name = tokens_.word();
        return name == "none" ? nullptr : known(names_.function(name, place_), "function", name);
    }
    TypeRef node(TypeRef) {
        const std::string text = tokens_.string();
        std::string which = tokens_.hash();
        return known(names_.type(text, which.empty() ? 1 : static_cast<std::size_t>(number(which))), "type", text);
    }

    SourceRange range(const std::string& word) const {
        const auto colon = word.find(':');
        const auto dash = word.find('-', colon == std::string::npos ? 0 : colon);
        if (dash == std::string::npos || colon == std::string::npos)
            tokens_.fail_behind("expected FILE:BEGIN-END, not " + word);
        const bool verbatim = word.ends_with('=');
        const std::string_view text = std::string_view(word).substr(0, word.size() - (verbatim ? 1 : 0));
        const auto part = [&](std::size_t from, std::size_t to) {
            return static_cast<std::uint32_t>(number(text.substr(from, to - from)));
        };
        return {static_cast<support::FileId>(part(0, colon)), part(colon + 1, dash), part(dash + 1, text.size()),
                verbatim};
    }

    Bound bound() {
        Bound result;
        result.lo = symbolic<SymbolicExpr>();
        tokens_.expect("..");
        result.hi = symbolic<SymbolicExpr>();
        if (tokens_.optional("by"))
            result.step = symbolic<SymbolicExpr>();
        return result;
    }

    // What the parser makes of a string.
    template <class Parser> auto of_string(const Parser& parser) {
        const std::string text = tokens_.string();
        try {
            return parser(text);
        } catch (const std::invalid_argument& wrong) {
            tokens_.fail_behind(wrong.what());
        }
    }
    HostExpr host() {
        return of_string([&](const std::string& text) {
            return HostExpr::parse(
                text, [&](std::string_view name) { return names_.expression(name, place_); });
        });
    }
    template <class T> T symbolic() {
        return of_string([](const std::string& text) { return T::parse(text); });
    }

    std::pair<std::string, std::string> pair() {
        std::string first = tokens_.string();
        tokens_.expect("/");
        return {std::move(first), tokens_.string()};
    }

    std::pair<int, const VarDecl*> static_array() {
        place_.unit = value<int>();
        return {place_.unit, value<const VarDecl*>()};
    }

    Tokens tokens_;
    const TreeNames& names_;
    TreeNames::Place place_;
};

} // namespace

Program parse(std::string_view text) {
    const TreeNames::Units none;
    return parse(text, TreeNames(none));
}

Program parse(std::string_view text, const TreeNames& names) { return Reader(text, names).program(); }

} // namespace hydra::ir

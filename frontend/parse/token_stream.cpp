// Lexes everything at once; see token_stream.h. Two tokens are made here that the text does not hold: which of
// HYDRA_LOOP and HYDRA_STRAY a directive is depends on the token behind it, and a label before `}` gets an empty
// statement, so that the grammar needs no lookahead for either.
#include "frontend/parse/token_stream.h"

#include <fmt/format.h>

#include "HydraCLexer.h"
#include "HydraCParser.h"
#include "frontend/source/pragma_kind.h"

namespace hydra::frontend {

using grammar::HydraCLexer;
using grammar::HydraCParser;

namespace {
constexpr std::uint32_t no_name = 0xffffffffU;

bool first_on_line(std::string_view text, std::size_t offset) {
    while (offset > 0 && (text[offset - 1] == ' ' || text[offset - 1] == '\t'))
        --offset;
    return offset == 0 || text[offset - 1] == '\n';
}
} // namespace

std::size_t ByteStream::LA(ssize_t i) {
    if (i == 0)
        return 0;
    std::size_t at = position_ + static_cast<std::size_t>(i > 0 ? i - 1 : i);
    return at < text_.size() ? static_cast<unsigned char>(text_[at]) : antlr4::IntStream::EOF;
}

std::string ByteStream::getText(const antlr4::misc::Interval& interval) {
    auto begin = static_cast<std::size_t>(interval.a), end = static_cast<std::size_t>(interval.b) + 1;
    if (begin >= text_.size() || end < begin)
        return {};
    return std::string(text_.substr(begin, end - begin));
}

TokenStream::TokenStream(std::string_view text, NameTable& names, std::size_t from)
    : text_(text), names_(names), bytes_(text), lexer_(std::make_unique<HydraCLexer>(&bytes_)) {
    lexer_->removeErrorListeners();
    for (const char* type : {"__builtin_va_list", "__builtin_ms_va_list"})
        names.declare(names.number(type), true);
    bytes_.seek(from);
    tokens_.reserve((text.size() - from) / 6 + 16);
    for (;;) {
        auto token = lexer_->nextToken();
        std::size_t type = token->getType();
        if (type == antlr4::Token::EOF) {
            add(std::move(token));
            break;
        }
        if (type == HydraCLexer::DIRECTIVE)
            add_directive(std::move(token));
        else
            add(std::move(token));
        if (errors_.size() > 20)
            break;
    }
    if (tokens_.empty() || tokens_.back()->getType() != antlr4::Token::EOF) {
        auto end = std::make_unique<antlr4::CommonToken>(antlr4::Token::EOF);
        end->setStartIndex(text.size());
        end->setStopIndex(text.size() - 1);
        add(std::move(end));
    }
    check_nesting();
}

TokenStream::~TokenStream() = default;

void TokenStream::add(std::unique_ptr<antlr4::Token> token) {
    std::size_t type = token->getType(), begin = token->getStartIndex(), end = token->getStopIndex() + 1;
    if (!tokens_.empty() && tokens_.back()->getType() == HydraCParser::HYDRA_STRAY && type == HydraCLexer::FOR)
        static_cast<antlr4::CommonToken&>(*tokens_.back()).setType(HydraCParser::HYDRA_LOOP);
    if (type == HydraCLexer::UNKNOWN) {
        auto c = static_cast<unsigned char>(text_[begin]);
        if (c == '"' || c == '\'')
            errors_.push_back({begin, end, fmt::format("missing terminating {} character", static_cast<char>(c))});
        else if (c >= 0x20 && c < 0x7f)
            errors_.push_back({begin, end, fmt::format("stray '{}' in program", static_cast<char>(c))});
        else
            errors_.push_back({begin, end, fmt::format("stray '\\{:o}' in program", c)});
        return;
    }
    if (type == HydraCLexer::RBRACE && !tokens_.empty() && tokens_.back()->getType() == HydraCLexer::COLON) {
        auto empty = std::make_unique<antlr4::CommonToken>(HydraCLexer::SEMI);
        empty->setStartIndex(begin);
        empty->setStopIndex(begin - 1);
        empty->setTokenIndex(tokens_.size());
        tokens_.push_back(std::move(empty));
        numbers_.push_back(no_name);
    }
    static_cast<antlr4::WritableToken&>(*token).setTokenIndex(tokens_.size());
    numbers_.push_back(type == HydraCLexer::IDENTIFIER ? names_.number(text_.substr(begin, end - begin)) : no_name);
    tokens_.push_back(std::move(token));
}

void TokenStream::add_directive(std::unique_ptr<antlr4::Token> token) {
    std::size_t begin = token->getStartIndex();
    if (!first_on_line(text_, begin)) {
        errors_.push_back({begin, begin + 1, "stray '#' in program"});
        return;
    }
    std::string_view line = text_of(token.get());
    if (line.find("pragma") == std::string_view::npos)
        return;
    PragmaKind kind = pragma_kind(line);
    const auto word = line.find_first_not_of(" \t", line.find("pragma") + 6);
    if (word != std::string_view::npos && line.substr(word).starts_with("pack") &&
        (line.size() == word + 4 || line.find_first_of(" \t(", word) == word + 4))
        packing_.add(begin, line);
    if (kind == PragmaKind::omp)
        omp_pragmas_.push_back(begin);
    if (kind == PragmaKind::acc)
        acc_pragmas_.push_back(begin);
    if (kind == PragmaKind::misspelt)
        misspelt_pragmas_.push_back(begin);
    if (kind != PragmaKind::hydra)
        return;
    auto& writable = static_cast<antlr4::CommonToken&>(*token);
    writable.setType(HydraCParser::HYDRA_STRAY);
    writable.setChannel(antlr4::Token::DEFAULT_CHANNEL);
    add(std::move(token));
}

void TokenStream::check_nesting() {
    int depth = 0;
    for (const auto& token : tokens_) {
        std::size_t type = token->getType();
        if (type == HydraCLexer::LPAREN || type == HydraCLexer::LBRACE || type == HydraCLexer::LBRACK) {
            if (++depth > max_brackets) {
                errors_.push_back({token->getStartIndex(), token->getStopIndex() + 1,
                                   fmt::format("brackets are nested too deeply: at most {} levels", max_brackets)});
                too_deep_ = true;
                return;
            }
        } else if (type == HydraCLexer::RPAREN || type == HydraCLexer::RBRACE || type == HydraCLexer::RBRACK) {
            depth -= depth > 0 ? 1 : 0;
        }
    }
}

std::string_view TokenStream::text_of(const antlr4::Token* token) const {
    std::size_t begin = token->getStartIndex(), end = token->getStopIndex() + 1;
    return begin < text_.size() && end > begin ? text_.substr(begin, end - begin) : std::string_view{};
}

std::size_t TokenStream::brace_type() const { return HydraCLexer::LBRACE; }

void TokenStream::become(std::size_t index, std::size_t type) {
    static_cast<antlr4::CommonToken&>(*tokens_[index]).setType(type);
    numbers_[index] = no_name;
}

antlr4::Token* TokenStream::missing(std::size_t type) {
    auto token = std::make_unique<antlr4::CommonToken>(type);
    auto* at = get(position_);
    token->setStartIndex(at->getStartIndex());
    token->setStopIndex(at->getStartIndex() - 1);
    missing_.push_back(std::move(token));
    return missing_.back().get();
}

void TokenStream::consume() {
    if (position_ + 1 < tokens_.size())
        ++position_;
}

antlr4::Token* TokenStream::LT(ssize_t k) {
    if (k < 0) {
        auto back = static_cast<std::size_t>(-k);
        return back <= position_ ? tokens_[position_ - back].get() : nullptr;
    }
    std::size_t at = position_ + static_cast<std::size_t>(k == 0 ? 0 : k - 1);
    at = std::min(at, tokens_.size() - 1);
    antlr4::Token* token = tokens_[at].get();
    if (numbers_[at] != no_name)
        static_cast<antlr4::CommonToken*>(token)->setType(names_.is_type(numbers_[at]) ? HydraCParser::TYPEDEF_NAME
                                                                                       : HydraCParser::IDENTIFIER);
    return token;
}

std::size_t TokenStream::LA(ssize_t i) {
    auto* token = LT(i);
    return token != nullptr ? token->getType() : antlr4::Token::EOF;
}

antlr4::TokenSource* TokenStream::getTokenSource() const { return lexer_.get(); }

std::string TokenStream::getText(const antlr4::misc::Interval& interval) {
    auto a = static_cast<std::size_t>(interval.a), b = static_cast<std::size_t>(interval.b);
    if (a >= tokens_.size() || b >= tokens_.size() || b < a)
        return {};
    return getText(tokens_[a].get(), tokens_[b].get());
}

std::string TokenStream::getText(antlr4::RuleContext* context) { return getText(context->getSourceInterval()); }

std::string TokenStream::getText(antlr4::Token* start, antlr4::Token* stop) {
    if (start == nullptr || stop == nullptr || stop->getStopIndex() + 1 < start->getStartIndex())
        return {};
    return std::string(text_.substr(start->getStartIndex(), stop->getStopIndex() + 1 - start->getStartIndex()));
}

} // namespace hydra::frontend

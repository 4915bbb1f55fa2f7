// Wording and recovery. Expectations come from the parser's automaton; the order in which they are tried here is the
// order in which a reader would guess what is missing.
#include "frontend/parse/syntax_errors.h"

#include <fmt/format.h>

#include "HydraCParser.h"

namespace hydra::frontend {

using antlr4::misc::IntervalSet;
using P = grammar::HydraCParser;

namespace {

const char* closer_spelling(std::size_t type) {
    switch (type) {
    case P::SEMI:
        return ";";
    case P::RPAREN:
        return ")";
    case P::RBRACK:
        return "]";
    case P::RBRACE:
        return "}";
    case P::COLON:
        return ":";
    case P::LPAREN:
        return "(";
    case P::LBRACE:
        return "{";
    case P::COMMA:
        return ",";
    case P::WHILE:
        return "while";
    default:
        return nullptr;
    }
}

bool starts_statement(std::size_t type) {
    switch (type) {
    case P::IF:
    case P::FOR:
    case P::WHILE:
    case P::DO:
    case P::SWITCH:
    case P::RETURN:
    case P::BREAK:
    case P::CONTINUE:
    case P::GOTO:
    case P::CASE:
    case P::DEFAULT:
    case P::ELSE:
    case P::HYDRA_LOOP:
    case P::HYDRA_STRAY:
        return true;
    default:
        return false;
    }
}

bool is_literal(std::size_t type) { return type == P::NUMBER || type == P::CHARACTER || type == P::STRING; }

bool recovers(std::size_t rule) {
    return rule == P::RuleBlockItem || rule == P::RuleExternalDeclaration || rule == P::RuleMemberDeclaration;
}

} // namespace

// Name scopes that are open inside the given context.
std::size_t SyntaxErrors::scopes_around(antlr4::ParserRuleContext* context) const {
    std::size_t count = 0;
    for (auto* c = dynamic_cast<antlr4::ParserRuleContext*>(context->parent); c != nullptr;
         c = dynamic_cast<antlr4::ParserRuleContext*>(c->parent)) {
        const std::size_t rule = rule_of(c);
        if (rule == P::RuleFunctionBody || rule == P::RuleCompound || rule == P::RuleForLoop ||
            rule == P::RuleParameterSuffix)
            ++count;
    }
    return count;
}

const std::vector<std::string>& hydra_c_rules() {
    static const std::vector<std::string> names = P(nullptr).getRuleNames();
    return names;
}

std::size_t SyntaxErrors::rule_of(const antlr4::ParserRuleContext* context) const {
    const std::size_t rule = context->getRuleIndex();
    return like_.empty() ? rule : like_.at(rule);
}

std::string SyntaxErrors::before(antlr4::Token* token) const {
    std::size_t type = token->getType();
    if (type == antlr4::Token::EOF)
        return "at end of input";
    if (type == P::NUMBER)
        return "before numeric constant";
    if (type == P::CHARACTER)
        return "before character constant";
    if (type == P::STRING)
        return "before string constant";
    if (type == P::HYDRA_LOOP || type == P::HYDRA_STRAY)
        return "before '#pragma hydra'";
    std::string_view text = tokens_.text_of(token);
    bool word = !text.empty() && (std::isalnum(static_cast<unsigned char>(text[0])) != 0 || text[0] == '_');
    return fmt::format("before '{}'{}", text, word ? "" : " token");
}

void SyntaxErrors::add(SyntaxError error) {
    if (list_.size() < 50)
        list_.push_back(std::move(error));
}

// A name where a type is needed, or a name followed by another: most likely a type that was not declared.
bool SyntaxErrors::unknown_type(antlr4::Parser* parser, const IntervalSet& expected, SyntaxError& error) {
    antlr4::Token* token = tokens_.LT(1);
    antlr4::Token* previous = tokens_.LT(-1);
    antlr4::Token* type = nullptr;
    std::size_t rule = rule_of(parser->getContext());
    bool statement_start = expected.contains(static_cast<std::size_t>(P::TYPEDEF_NAME)) &&
                           expected.contains(static_cast<std::size_t>(P::NUMBER)) &&
                           expected.contains(static_cast<std::size_t>(P::IF));
    if (token->getType() == P::IDENTIFIER && statement_start && tokens_.LT(2)->getType() == P::IDENTIFIER)
        type = token;
    else if (rule == P::RuleParameterSuffix && token->getType() == P::COMMA &&
             tokens_.LT(2)->getType() == P::IDENTIFIER)
        type = tokens_.LT(2);
    else if (token->getType() == P::IDENTIFIER && expected.contains(static_cast<std::size_t>(P::TYPEDEF_NAME)) &&
             !expected.contains(static_cast<std::size_t>(P::IDENTIFIER)) &&
             !expected.contains(static_cast<std::size_t>(P::COMMA)))
        type = token;
    else if (token->getType() == P::IDENTIFIER && previous != nullptr && previous->getType() == P::IDENTIFIER) {
        antlr4::Token* third = tokens_.LT(-2);
        std::size_t before_type = third != nullptr ? third->getType() : static_cast<std::size_t>(P::SEMI);
        bool new_line = tokens_.getText(previous, token).find('\n') != std::string::npos;
        switch (before_type) {
        case P::SEMI:
        case P::LBRACE:
        case P::RBRACE:
        case P::CONST:
        case P::STATIC:
        case P::EXTERN:
        case P::VOLATILE:
        case P::TYPEDEF:
        case P::REGISTER:
        case P::INLINE:
        case P::COLON:
            if (!new_line)
                type = previous;
            break;
        case P::LPAREN:
        case P::COMMA:
            if (rule == P::RuleDeclaratorSuffix || rule == P::RuleParameterSuffix)
                type = previous;
            break;
        default:
            break;
        }
    }
    if (type == nullptr)
        return false;
    error = {type->getStartIndex(), type->getStopIndex() + 1,
             fmt::format("unknown type name '{}'", tokens_.text_of(type))};
    return true;
}

struct SyntaxErrors::Problem {
    SyntaxError error;
    std::size_t missing = antlr4::Token::INVALID_TYPE; // the one token that would do
};

SyntaxErrors::Problem SyntaxErrors::describe(antlr4::Parser* parser, const IntervalSet& expected, bool in_loop) {
    antlr4::Token* token = tokens_.LT(1);
    antlr4::Token* previous = tokens_.LT(-1);
    auto wants = [&](std::size_t type) { return expected.contains(type); };
    SyntaxError error{token->getStartIndex(), token->getStopIndex() + 1, "", false};
    std::size_t type = token->getType();
    std::size_t rule = rule_of(parser->getContext());
    if (type == antlr4::Token::EOF) {
        if (previous != nullptr)
            error = {previous->getStartIndex(), previous->getStopIndex() + 1, "", true};
        bool block = wants(P::RBRACE) || in_loop;
        error.message = block ? "expected declaration or statement at end of input" : "unexpected end of input";
        for (std::size_t one : {P::SEMI, P::RPAREN, P::RBRACK})
            if (!block && wants(one))
                error.message = fmt::format("expected '{}' at end of input", closer_spelling(one));
        return {error};
    }
    if (unknown_type(parser, expected, error))
        return {error};
    // `x 3;`: the decision what begins here has failed at the token behind the name.
    if (wants(P::IF) && wants(P::IDENTIFIER) && type == P::IDENTIFIER)
        return {{token->getStartIndex(), token->getStopIndex() + 1,
                 fmt::format("expected ';' {}", before(tokens_.LT(2))), true}};
    if (type == P::ELSE && (in_loop || wants(P::IF) || rule == P::RuleCompound || rule == P::RuleFunctionBody)) {
        error.message = "'else' without a previous 'if'";
        return {error};
    }
    if ((type == P::HYDRA_LOOP || type == P::HYDRA_STRAY) && !wants(P::SEMI)) {
        error.message = "'#pragma hydra' is not allowed here; it stands directly before a for statement";
        return {error};
    }
    if (in_loop) {
        const char* what = rule == P::RuleRecordBody                              ? "member declaration"
                           : rule == P::RuleTranslationUnit                       ? "declaration"
                           : is_literal(type) || closer_spelling(type) != nullptr ? "expression"
                                                                                  : "statement";
        error.message = fmt::format("expected {} {}", what, before(token));
        return {error};
    }
    for (std::size_t one : {P::SEMI, P::RPAREN, P::RBRACK, P::COLON, P::LPAREN, P::WHILE, P::RBRACE, P::LBRACE}) {
        if (!wants(one) || wants(P::NUMBER) || (one == P::LPAREN && wants(P::IDENTIFIER)))
            continue;
        if (previous != nullptr)
            error = {previous->getStartIndex(), previous->getStopIndex() + 1, "", true};
        bool list = wants(P::COMMA) && one != P::RPAREN;
        const bool parameters = previous != nullptr && previous->getType() == P::RPAREN;
        if (one == P::SEMI && type == P::LBRACE && parameters && scopes_around(parser->getContext()) > 0)
            return {{token->getStartIndex(), token->getStopIndex() + 1,
                     "functions inside of functions, an extension of GNU C, are not supported; define the function "
                     "outside, and hand it the variables that it uses"}};
        if (one == P::SEMI && wants(P::ASSIGN) && !wants(P::PLUS))
            error.message = fmt::format("expected '=', ',' or ';' {}", before(token));
        else if (one == P::SEMI && list && rule != P::RuleUnlabelled && rule != P::RuleForLoop)
            error.message = fmt::format("expected ',' or ';' {}", before(token));
        else
            error.message = fmt::format("expected '{}' {}", closer_spelling(one), before(token));
        return {error, one};
    }
    if (wants(P::NUMBER))
        error.message = fmt::format("expected expression {}", before(token));
    else if (wants(P::IDENTIFIER) && wants(P::LPAREN))
        error.message = fmt::format("expected identifier or '(' {}", before(token));
    else if (wants(P::IDENTIFIER))
        error.message = fmt::format("expected identifier {}", before(token));
    else if (wants(P::INT))
        error.message = fmt::format("expected type name {}", before(token));
    else if (wants(P::STRING))
        error.message = fmt::format("expected string constant {}", before(token));
    else
        error.message = fmt::format("syntax error {}", before(token));
    return {error};
}

void SyntaxErrors::report(antlr4::Parser* parser, const IntervalSet& expected, bool in_loop) {
    if (at_end_)
        return;
    at_end_ = tokens_.LA(1) == antlr4::Token::EOF;
    add(describe(parser, expected, in_loop).error);
}

void SyntaxErrors::reportError(antlr4::Parser* parser, const antlr4::RecognitionException&) {
    if (bail_ || reported_)
        return;
    reported_ = true;
    IntervalSet expected;
    try {
        expected = parser->getATN().getExpectedTokens(parser->getState(), parser->getContext());
    } catch (const antlr4::IllegalArgumentException&) {
        expected = IntervalSet();
    }
    report(parser, expected, false);
}

antlr4::Token* SyntaxErrors::recoverInline(antlr4::Parser* parser) {
    if (bail_)
        throw antlr4::ParseCancellationException();
    IntervalSet expected = parser->getATN().getExpectedTokens(parser->getState(), parser->getContext());
    antlr4::Token* token = tokens_.LT(1);
    antlr4::Token* previous = tokens_.LT(-1);
    if (token->getType() == antlr4::Token::EOF || last_index_ == tokens_.index())
        throw antlr4::InputMismatchException(parser);
    Problem problem = describe(parser, expected, false);
    std::size_t type = token->getType();
    bool new_line = previous != nullptr && tokens_.getText(previous, token).find('\n') != std::string::npos;
    bool stops = type == P::SEMI || type == P::LBRACE || type == P::RBRACE || starts_statement(type);
    // The token that parser waits for may be one of several that would do: put in what has been described.
    IntervalSet next = parser->getATN().nextTokens(parser->getATN().states[parser->getState()]);
    bool fits = problem.missing != antlr4::Token::INVALID_TYPE && next.contains(problem.missing);
    bool insert = fits && ((problem.missing == P::SEMI && (new_line || stops)) ||
                           ((problem.missing == P::RPAREN || problem.missing == P::RBRACK) && stops));
    if (!insert)
        throw antlr4::InputMismatchException(parser);
    add(problem.error);
    last_index_ = tokens_.index();
    return tokens_.missing(problem.missing);
}

// Only loops over items stop here: what cannot begin an item is reported and skipped, and the loop goes on.
void SyntaxErrors::sync(antlr4::Parser* parser) {
    if (bail_)
        return;
    std::size_t rule = rule_of(parser->getContext());
    if (rule != P::RuleCompound && rule != P::RuleFunctionBody && rule != P::RuleTranslationUnit &&
        rule != P::RuleRecordBody)
        return;
    for (;;) {
        const IntervalSet& next = parser->getATN().nextTokens(parser->getATN().states[parser->getState()]);
        std::size_t type = tokens_.LA(1);
        if (type == antlr4::Token::EOF || next.contains(type) ||
            next.contains(static_cast<ssize_t>(antlr4::Token::EPSILON)))
            return;
        report(parser, next, true);
        antlr4::Token* from = tokens_.LT(1);
        if (type == P::ELSE || type == P::RBRACE)
            tokens_.consume();
        else
            skip(parser, from);
    }
}

// Moves behind the `;` that ends the construct which began at `from`, or before the `}` or `{` that bounds it.
void SyntaxErrors::skip(antlr4::Parser* parser, antlr4::Token* from) {
    int depth = 0;
    for (std::size_t i = from->getTokenIndex(); i < tokens_.index(); ++i) {
        std::size_t type = tokens_.get(i)->getType();
        depth += type == P::LBRACE ? 1 : type == P::RBRACE ? -1 : 0;
    }
    bool file_scope = rule_of(parser->getContext()) == P::RuleTranslationUnit ||
                      rule_of(parser->getContext()) == P::RuleExternalDeclaration;
    if (last_index_ == tokens_.index())
        tokens_.consume();
    for (bool first = true;; first = false) {
        std::size_t type = tokens_.LA(1);
        if (type == antlr4::Token::EOF)
            break;
        if (depth <= 0 &&
            ((type == P::LBRACE && !file_scope) || (type == P::RBRACE && !file_scope) || starts_statement(type)) &&
            !(first && tokens_.LT(1) == from))
            break;
        tokens_.consume();
        if (type == P::LBRACE)
            ++depth;
        else if (type == P::RBRACE && --depth <= 0) {
            if (tokens_.LA(1) == P::SEMI)
                tokens_.consume();
            break;
        } else if (type == P::SEMI && depth <= 0)
            break;
    }
    last_index_ = tokens_.index();
}

void SyntaxErrors::recover(antlr4::Parser* parser, std::exception_ptr e) {
    if (bail_)
        throw antlr4::ParseCancellationException();
    antlr4::ParserRuleContext* context = parser->getContext();
    if (!recovers(rule_of(context)) || (rule_of(context) == P::RuleExternalDeclaration && tokens_.size() == 0))
        std::rethrow_exception(e);
    reported_ = false;
    skip(parser, context->getStart());
    if (rule_of(context) != P::RuleMemberDeclaration)
        names_.leave_to(scopes_around(context));
}

} // namespace hydra::frontend

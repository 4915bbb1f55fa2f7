// The typedef names of the scopes, kept as one flag a name with an undo log, so that a lookup is one array access.
#include "frontend/parse/parser_base.h"

#include "frontend/parse/token_stream.h"

namespace hydra::frontend {

std::uint32_t NameTable::number(std::string_view name) {
    auto [it, added] = numbers_.try_emplace(name, static_cast<std::uint32_t>(is_type_.size()));
    if (added)
        is_type_.push_back(0);
    return it->second;
}

void NameTable::declare(std::uint32_t name, bool is_type) {
    if (parameter_depth_ == 1 && !have_parameters_)
        parameters_.push_back(name);
    if ((is_type_[name] != 0) == is_type)
        return;
    undo_.emplace_back(name, is_type_[name]);
    is_type_[name] = is_type ? 1 : 0;
}

void NameTable::leave() {
    if (marks_.empty())
        return;
    std::size_t mark = marks_.back();
    marks_.pop_back();
    for (; undo_.size() > mark; undo_.pop_back())
        is_type_[undo_.back().first] = undo_.back().second;
}

void NameTable::leave_to(std::size_t depth) {
    while (marks_.size() > depth)
        leave();
    parameter_depth_ = 0;
    begin_declared();
}

void NameTable::enter_parameters() {
    enter();
    if (++parameter_depth_ == 1 && !have_parameters_)
        parameters_.clear();
}

void NameTable::leave_parameters() {
    leave();
    if (parameter_depth_ > 0 && --parameter_depth_ == 0)
        have_parameters_ = true;
}

void NameTable::enter_function() {
    enter();
    for (std::uint32_t name : parameters_)
        declare(name, false);
    begin_declared();
}

void NameTable::begin_declared() {
    have_parameters_ = false;
    parameters_.clear();
    identifier_list = false;
}

void CParserBase::enterRule(antlr4::ParserRuleContext* context, std::size_t state, std::size_t rule) {
    while (!stack_.empty() && stack_.back() != context->parent)
        stack_.pop_back();
    stack_.push_back(context);
    if (stack_.size() > max_depth)
        throw NestingTooDeep(getCurrentToken());
    antlr4::Parser::enterRule(context, state, rule);
}

void CParserBase::declareName(antlr4::Token* name, bool is_type) {
    auto* tokens = static_cast<TokenStream*>(getTokenStream());
    if (name != nullptr && name->getTokenIndex() < tokens->size())
        names_->declare(tokens->name_number(name->getTokenIndex()), is_type);
}

void CParserBase::expectFunctionBody() {
    auto* tokens = static_cast<TokenStream*>(getTokenStream());
    bool body = tokens->LA(1) == tokens->brace_type() || names_->identifier_list;
    if (names_->depth() != 0 || !body || !names_->have_parameters_or_list())
        throw antlr4::InputMismatchException(this);
}

} // namespace hydra::frontend

// The blanks and line ends between tokens are those of the user.
#include "frontend/roles/emitter.h"

namespace hydra::frontend::cmaps {

Code Emitter::emit(antlr4::ParserRuleContext* context) {
    const auto* before = last_;
    last_ = nullptr;
    Code out;
    walk(context, out);
    last_ = before;
    return out;
}

void Emitter::gap_before(antlr4::Token* token, Code& out) {
    if (last_ != nullptr && last_->getStopIndex() < token->getStartIndex())
        out += unit_.gap(last_, token);
}

void Emitter::token(antlr4::Token* token, Code& out) {
    if (token->getType() == antlr4::Token::EOF)
        return;
    gap_before(token, out);
    out += Code(unit_.written(token), unit_.range(token));
    last_ = token;
}

void Emitter::instead(antlr4::Token* first, antlr4::Token* last, const Code& text, Code& out) {
    gap_before(first, out);
    out += text;
    last_ = last;
}

void Emitter::walk(antlr4::tree::ParseTree* node, Code& out) {
    if (auto* leaf = dynamic_cast<antlr4::tree::TerminalNode*>(node)) {
        token(leaf->getSymbol(), out);
        return;
    }
    auto* context = static_cast<antlr4::ParserRuleContext*>(node);
    if (context == nullptr || special(context, out))
        return;
    for (auto* child : context->children)
        walk(child, out);
}

} // namespace hydra::frontend::cmaps

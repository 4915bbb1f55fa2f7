// Writes parts of the parse tree out as C, token by token. Those who derive say what stands for constructs that C does
// not have.
#pragma once
#include "frontend/roles/unit.h"

namespace hydra::frontend::cmaps {

class Emitter {
  public:
    explicit Emitter(CmapsUnit& unit) : unit_(unit) {}
    Emitter(const Emitter&) = delete;
    Emitter& operator=(const Emitter&) = delete;
    virtual ~Emitter() = default;

    // Without what stands before its first token.
    Code emit(antlr4::ParserRuleContext* context);

  protected:
    // True: what stands for the node has been written to `out`. Parts of it are written with `walk`.
    virtual bool special(antlr4::ParserRuleContext* /*context*/, Code& /*out*/) { return false; }
    void walk(antlr4::tree::ParseTree* node, Code& out);
    void token(antlr4::Token* token, Code& out);
    // `text` in place of the tokens from `first` to `last`.
    void instead(antlr4::Token* first, antlr4::Token* last, const Code& text, Code& out);
    // The gap in front of a token is not to be written.
    void start_anew() { last_ = nullptr; }

    CmapsUnit& unit_;

  private:
    void gap_before(antlr4::Token* token, Code& out);
    const antlr4::Token* last_ = nullptr; // that was written
};

} // namespace hydra::frontend::cmaps

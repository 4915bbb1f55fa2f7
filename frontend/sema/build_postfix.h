// Subscripts, members, calls and steps of values: C11 6.5.2. No parse tree is looked at.
#pragma once
#include <vector>

#include "frontend/sema/build_values.h"
#include "frontend/sema/builtins.h"

namespace hydra::frontend {

class PostfixBuilder {
  public:
    PostfixBuilder(const BuildContext& context, const ValueBuilder& values) : context_(context), values_(values) {}

    // end: of the whole expression.
    Value index(Value base, Value subscript, std::size_t end) const;
    Value member(Value base, bool arrow, const antlr4::Token* name, std::size_t end) const;
    Value call(Value callee, std::vector<Value> args, std::size_t end) const;
    // ++, or --.
    Value step(Value base, bool increment, std::size_t end) const;

  private:
    // function: null where none is named; type: of what is called; builtin: see builtins.h.
    [[nodiscard]] ir::TypeRef result_of(const ir::FunctionDecl* function, ir::TypeRef type, BuiltinResult builtin,
                                        const std::vector<Value>& args) const;

    const BuildContext& context_;
    const ValueBuilder& values_;
};

} // namespace hydra::frontend

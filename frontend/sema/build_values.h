// Makes expressions, and converts them: C11 6.3. What is converted has been built already; no parse tree is looked at.
#pragma once
#include <string_view>
#include <vector>

#include "frontend/sema/build_context.h"

namespace hydra::frontend {

// The field's numbers from the record down, through anonymous members; false where there is none.
bool find_field(ir::TypeRef record, std::string_view name, std::vector<int>& path, ir::TypeRef& type);

// The width of the bit-field that the expression is; nullopt: it is none.
std::optional<int> bit_width(const ir::Expr& expr);

class ValueBuilder {
  public:
    explicit ValueBuilder(BuildContext& context) : context_(context) {}

    // height: of the whole. TreeTooDeep where that is too much.
    Value make(ir::TypeRef type, std::size_t begin, std::size_t end, int height, decltype(ir::Expr::node) node) const;
    Value error_value(std::size_t begin, std::size_t end) const;

    void rvalue(Value& value) const;
    void convert(Value& value, ir::TypeRef to) const;
    // As by assignment; an error names what clashes ("assigning to", "passing argument to", …).
    void convert_for(Value& value, ir::TypeRef to, const char* what) const;
    void promote(Value& value) const;
    // Whether it is one; reported where it is not. what: for the message.
    bool check_scalar(const Value& value, const char* what) const;

  private:
    BuildContext& context_;
};

} // namespace hydra::frontend

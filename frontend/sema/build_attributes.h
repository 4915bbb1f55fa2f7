// What is read of `__attribute__`: all that changes types or layouts, and what generated code could not keep.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "frontend/sema/build_context.h"

namespace hydra::frontend {

struct Attributes {
    bool packed = false, noreturn = false, transparent_union = false;
    std::int64_t align = 0;       // 0: none
    std::int64_t vector_size = 0; // bytes; 0: none
    std::string mode;
};

class AttributeReader {
  public:
    explicit AttributeReader(const BuildContext& context) : context_(context) {}

    void attribute(grammar::HydraCParser::AttributeContext* context, Attributes& into) const;
    // The type with a mode or as a vector.
    [[nodiscard]] ir::TypeRef with_attributes(ir::TypeRef type, const Attributes& attributes) const;

  private:
    using P = grammar::HydraCParser;
    std::optional<std::int64_t> value(std::size_t& at, int level) const;
    std::optional<std::int64_t> size_in_parentheses(std::size_t& at) const;

    const BuildContext& context_;
};

} // namespace hydra::frontend

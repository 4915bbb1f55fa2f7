// Values without a name, `(struct point){x, y}`, on devices. C gives each a place that lives as long as the block, and
// its address may be taken; C++ has none of them, and OpenCL C does not say which memory theirs is. So each gets a
// variable of its own, which is set wherever the value is computed: `(*(literal0 = …, &literal0))`.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "codegen/context.h"
#include "codegen/device/device_types.h"

namespace hydra::codegen {

class DeviceLiterals {
  public:
    // initialiser: the text of what the list in braces holds, for an object of this type.
    DeviceLiterals(const Context& context, DeviceTypes& types, const Dialect& dialect,
                   std::function<std::string(const ir::Expr&, ir::TypeRef)> initialiser)
        : context_(context), types_(types), dialect_(dialect), initialiser_(std::move(initialiser)) {}

    // The text of the value. Throws HostOnly.
    std::string text(const ir::Expr& expr, const ir::CompoundLiteral& literal);
    // Declarations of their variables, for the body's beginning.
    [[nodiscard]] const std::vector<std::string>& declarations() const { return declarations_; }
    void clear() { declarations_.clear(); }

  private:
    const Context& context_;
    DeviceTypes& types_;
    const Dialect& dialect_;
    std::function<std::string(const ir::Expr&, ir::TypeRef)> initialiser_;
    std::vector<std::string> declarations_;
};

} // namespace hydra::codegen

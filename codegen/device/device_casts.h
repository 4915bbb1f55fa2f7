// Conversions as device code writes them: C's implicit ones stay implicit where the dialect has them, too.
#pragma once
#include <optional>
#include <string>

#include "codegen/device/device_body.h"

namespace hydra::codegen {

// Whether the expression is a null pointer's constant, however it is cast.
bool is_null(const ir::Expr& expr);
// Throws HostOnly where the expression computes with one: it is written without its type.
void check_null(const ir::Expr& expr);

class DeviceCasts {
  public:
    // hooks: those of the body that is written; they must outlive this.
    DeviceCasts(DeviceScope& scope, const Frame& frame, const ir::PrintHooks& hooks)
        : scope_(scope), frame_(frame), dialect_(scope.dialect()), hooks_(hooks) {}

    // The text of an implicit cast, not of a row of run-time length; nullopt: that of its operand. written: where the
    // language would choose another conversion, or none, by itself.
    std::optional<std::string> converted(const ir::Expr& expr, const ir::Cast& cast, bool written) const;
    // The text of a cast that the program writes; nullopt: as it does. Throws HostOnly.
    std::optional<std::string> casted(const ir::Expr& expr, const ir::Cast& cast) const;
    // Steps of pointers to void, which are bytes in GNU C and nothing in C++; nullopt: it is something else.
    std::optional<std::string> void_steps(const ir::Expr& expr, const ir::Binary& binary) const;
    // `flag |= x`, which stores a truth value; nullopt: it is something else, or the dialect's own. Throws HostOnly.
    std::optional<std::string> truth_assignment(const ir::Expr& expr, const ir::Binary& binary) const;
    // A value as one of this type, whatever conversion C finds there.
    [[nodiscard]] std::string value(const ir::Expr& expr, ir::TypeRef type) const;

  private:
    [[nodiscard]] std::string text(const ir::Expr& expr) const { return ir::print_c(expr, hooks_); }
    [[nodiscard]] std::string type_text(ir::TypeRef type) const { return ir::declare(type, "", hooks_); }
    [[nodiscard]] std::string truth(const ir::Expr& operand) const;
    [[nodiscard]] std::string pointer_cast(const ir::Expr& expr, const ir::Cast& cast) const;

    DeviceScope& scope_;
    const Frame& frame_;
    const Dialect& dialect_;
    const ir::PrintHooks& hooks_;
};

} // namespace hydra::codegen
